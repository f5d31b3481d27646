//! Rust, with the vectors of glam.

use super::super::format::Bond;
use super::super::tree::{Fold, Function, Own, Type};
use super::lists::Lists;
use super::{
    Code, Dialect, Folded, Kind, Line, Member, Printer, Program, Words, decimal, is_stand_in,
    listed, snake, told,
};

pub(super) struct Rust;

/// What a game may use; the core itself has a power of its own.
const POWER: &str = "powf";

static WORDS: Words = Words {
    keywords: "as async await break const continue crate dyn else enum extern false fn for gen if impl in let \
         loop match mod move mut pub ref return self Self static struct super trait true type union \
         unsafe use where while abstract become box do final macro override priv try typeof unsized \
         virtual yield f32 bool str",
    types: ["f32", "Vec2", "bool"],
    zeros: ["0.0", "Vec2::ZERO"],
    endless: "f32::INFINITY",
    vector: ["Vec2::new(", ", ", ")"],
    own: &[
        (Own::Length, "me.length"),
        (Own::MaxSpeed, "me.max_speed"),
        (Own::Velocity, "me.velocity"),
        (Own::Speed, "me.velocity.length()"),
        (Own::Heading, "me.heading"),
        (Own::Place, "me.position"),
        (Own::SoFar, "so_far"),
        (Own::Time, "state.time"),
        (Own::Pi, "PI"),
        (Own::Degree, "DEGREE"),
        (Own::Tick, "dt"),
        (Own::Leads, "me.leads"),
        (Own::Hunts, "me.hunts"),
    ],
    // Methods of the first argument.
    native: &[
        (Function::Abs, "abs"),
        (Function::Floor, "floor"),
        (Function::Sin, "sin"),
        (Function::Cos, "cos"),
        (Function::Exp, "exp"),
        (Function::Tanh, "tanh"),
        (Function::Length, "length"),
        (Function::Unit, "normalize_or_zero"),
        (Function::Dot, "dot"),
        (Function::Cross, "perp_dot"),
        (Function::Starboard, "perp"),
        (Function::Min, "min"),
        (Function::Max, "max"),
    ],
};

impl Dialect for Rust {
    fn words(&self) -> &'static Words {
        &WORDS
    }

    fn local(&self, name: &str) -> String {
        snake(name)
    }

    fn function(&self, name: &str) -> String {
        name.to_lowercase()
    }

    fn finite(&self, number: f32) -> String {
        decimal(number)
    }

    fn power(&self, base: &Code, exponent: &Code) -> Code {
        Code::whole(called(base, POWER, &exponent.text), Type::Number)
    }

    fn choose(&self, condition: &Code, yes: &Code, no: &Code) -> Code {
        let no = match no.text.strip_prefix("if ") {
            Some(_) => format!("else {}", no.text),
            None => format!("else {{ {} }}", no.text),
        };
        let text = format!("if {} {{ {} }} {no}", condition.text, yes.text);
        Code::new(text, Bond::Loose, Type::Number)
    }

    fn native(&self, function: Function, args: &[Code]) -> Option<Code> {
        if let Function::Ahead | Function::Abeam = function {
            let name = if function == Function::Ahead { "dot" } else { "perp_dot" };
            let text = format!("me.heading.{name}({})", args[0].text);
            return Some(Code::whole(text, Type::Number));
        }
        let name = told(&function, WORDS.native)?;
        if matches!(function, Function::Min | Function::Max) {
            let more = |first: Code, arg: &Code| {
                Code::whole(called(&first, name, &arg.text), Type::Number)
            };
            return Some(args[1..].iter().fold(args[0].clone(), more));
        }
        let rest = listed(args[1..].iter().map(|arg| arg.text.as_str()));
        Some(Code::whole(called(&args[0], name, &rest), Type::Number))
    }

    fn fold(&self, _printer: &mut Printer, folded: Folded) -> Code {
        let each = |member: &str, text: &str| format!("|{member}| {text}");
        // What is less than that would be its type's argument.
        let count =
            |some: &str| Code::new(format!("{some}.count() as f32"), Bond::Loose, Type::Number);
        let over = |fold, ty, some: &str, each: &str| {
            let name = match (fold, ty) {
                (Fold::Sum, _) => return format!("{some}.map({each}).sum::<{}>()", Self.ty(ty)),
                (Fold::Nearest, _) => {
                    return format!("nearest({some}).map_or({}, {each})", Self.zero(ty).text);
                }
                (Fold::AnyOf, _) => {
                    let zero = Self.zero(ty).text;
                    return format!("any_of(state, {some}).map_or({zero}, {each})");
                }
                (Fold::Mean, Type::Vector) => "mean_of_vectors",
                (Fold::Mean, _) => "mean_of",
                (Fold::Least, _) => "least_of",
                _ => "most_of",
            };
            format!("{name}({some}.map({each}))")
        };
        Lists { any: "any", each, count, over }.fold(folded)
    }

    fn declare(&self, ty: Type, name: &str, value: &str) -> String {
        let says = if ty == Type::Number && !is_clear(value) { ": f32" } else { "" };
        format!("let {name}{says} = {value};")
    }

    fn declare_thing(&self, name: &str, value: &str) -> String {
        format!("let {name} = {value};")
    }

    fn texts(&self, one: &str) -> String {
        format!("&[{one}]")
    }

    fn remark(&self, depth: usize, text: &str) -> String {
        if depth == 0 { format!("/// {text}") } else { format!("// {text}") }
    }
}

fn ty_of(kind: &Kind) -> String {
    match kind {
        Kind::Unit => "&Unit",
        Kind::Units => "&[Unit]",
        Kind::Obstacles => "&[Obstacle]",
        Kind::Seen => "Seen",
        Kind::Thing => "Option<Thing>",
        Kind::State => "&mut State",
        Kind::Number => "f32",
        Kind::Whole => "usize",
        Kind::Truth => "bool",
        Kind::Text => "&'static str",
        Kind::Vector => "Vec2",
        Kind::Texts => "&[&str]",
        Kind::Places => "&[Vec2]",
        Kind::Random => "u32",
        Kind::Sways(many) => return format!("[[f32; 3]; {many}]"),
    }
    .to_string()
}

impl Program for Rust {
    fn unless(&self, condition: &str, value: &str) -> Vec<Line> {
        vec![Line::Code(0, format!("if !{condition} {{ return {value}; }}"))]
    }

    fn where_group(&self, key: &str, value: &str) -> Vec<Line> {
        vec![Line::Code(0, format!("if me.group == {key} {{ return {value}; }}"))]
    }

    fn declare_changing(&self, _ty: Type, name: &str, value: &str) -> String {
        format!("let mut {name} = {value};")
    }

    fn give(&self, value: &str) -> String {
        value.to_string()
    }

    fn begins(&self, name: &str, args: &[(String, Kind)], gives: Type, doc: &str) -> Vec<Line> {
        let said = args.iter().map(|(name, kind)| format!("{name}: {}", ty_of(kind)));
        let doc = (!doc.is_empty()).then(|| Line::Remark(0, doc.to_string()));
        let head = format!("pub fn {name}({}) -> {} {{", listed(said), self.ty(gives));
        doc.into_iter().chain([Line::Code(0, head)]).collect()
    }

    fn unused(&self, name: &str) -> String {
        format!("_{name}")
    }

    fn record(&self, name: &str, doc: &str, members: &[Member]) -> String {
        let derives = match name {
            "Seen" => "#[derive(Clone, Copy, Default)]\n",
            "Thing" => "#[derive(Clone, Copy)]\n",
            _ => "",
        };
        let mut text = format!("/// {doc}\n{derives}pub struct {name} {{\n");
        let named =
            |one: &Member| self.member(if one.own.is_empty() { one.name } else { &one.own });
        for one in members {
            let doc = if one.doc.is_empty() { String::new() } else { format!(" // {}", one.doc) };
            text += &format!("    pub {}: {},{doc}\n", named(one), ty_of(&one.kind));
        }
        text += "}";
        if name == "State" {
            text += "\n\nimpl Default for State {\n    fn default() -> Self {\n        Self {\n";
            for one in members {
                text += &format!("            {}: {},\n", named(one), one.start);
            }
            text += "        }\n    }\n}";
        }
        text
    }

    fn constant(&self, name: &str, kind: &Kind, value: &str) -> String {
        format!("const {name}: {} = {value};", ty_of(kind))
    }

    fn list(&self, items: &[String]) -> String {
        format!("&[{}]", listed(items))
    }

    fn chance(&self) -> String {
        "0x9e37_79b9".to_string()
    }

    fn sways(&self, many: usize) -> String {
        format!("[[0.0, 0.0, 1.0]; {many}]")
    }

    fn helpers(&self) -> &'static str {
        include_str!("helpers/rust.rs")
    }

    fn frame(&self, uses: &dyn Fn(&str) -> bool) -> [String; 2] {
        let pi = if uses("PI") { "use std::f32::consts::PI;\n" } else { "" };
        [format!("\nuse glam::Vec2;\n{pi}\n"), String::new()]
    }
}

/// Whether code says itself that its number is one of 32 bits.
fn is_clear(code: &str) -> bool {
    code.starts_with(|c: char| c.is_alphabetic() || is_stand_in(c)) && !code.starts_with("if ")
}

/// A method of a number or a vector; of a number that may be of any size, that of 32 bits.
fn called(of: &Code, name: &str, args: &str) -> String {
    if of.ty != Type::Number || is_clear(&of.text) {
        return format!("{}.{name}({args})", of.at_least(Bond::Whole));
    }
    format!(
        "f32::{name}({})",
        listed([of.text.as_str(), args].iter().filter(|arg| !arg.is_empty()))
    )
}
