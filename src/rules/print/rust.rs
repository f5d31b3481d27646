//! Rust, with the vectors of glam.

use super::super::format::Bond;
use super::super::tree::{Fold, Type};
use super::lists::Lists;
use super::{
    Code, Dialect, Folded, Kind, Line, Member, Printer, Program, Words, decimal, is_stand_in,
    listed,
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
    kinds: "&Unit/&[Unit]/&[Obstacle]/Seen/Option<Thing>/&mut State/f32/usize/bool/&'static str/\
         Vec2/&[&str]/&[Vec2]/u32/[[f32; 3]; @]",
    numbers: ["me.velocity.length()", "PI", "DEGREE"],
    native: "abs=.abs;floor=.floor;sin=.sin;cos=.cos;exp=.exp;tanh=.tanh;length=.length;\
         unit=.normalize_or_zero;dot=.dot;cross=.perp_dot;starboard=.perp;min=.min;max=.max;\
         ahead=me.heading.dot($);abeam=me.heading.perp_dot($)",
    spelled: false,
    pairs: true,
};

impl Dialect for Rust {
    fn words(&self) -> &'static Words {
        &WORDS
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

    fn method(&self, of: &Code, name: &str, args: &str) -> String {
        called(of, name, args)
    }

    fn fold(&self, _printer: &mut Printer, folded: Folded) -> Code {
        let each = |member: &str, text: &str| {
            let ends = |c: char| !(c.is_alphanumeric() || c == '_' || is_stand_in(c));
            let is_used = text.split(ends).any(|word| word == member);
            format!("|{}| {text}", if is_used { member } else { "_" })
        };
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

    fn texts(&self, one: &str) -> String {
        format!("&[{one}]")
    }

    fn remark(&self, depth: usize, text: &str) -> String {
        if depth == 0 { format!("/// {text}") } else { format!("// {text}") }
    }
}

impl Program for Rust {
    fn leave_if(&self, condition: &str, value: &str) -> Vec<Line> {
        vec![Line::Code(0, format!("if {condition} {{ return {value}; }}"))]
    }

    fn declare_changing(&self, _ty: Type, name: &str, value: &str) -> String {
        format!("let mut {name} = {value};")
    }

    fn give(&self, value: &str) -> String {
        value.to_string()
    }

    fn head(&self, name: &str, args: &str, gives: Type) -> String {
        format!("pub fn {name}({args}) -> {} {{", self.ty(gives))
    }

    fn unused(&self, name: &str) -> String {
        format!("_{name}")
    }

    fn record_begins(&self, name: &str, doc: &str) -> String {
        let derives = match name {
            "Seen" => "#[derive(Clone, Copy, Default)]\n",
            "Thing" => "#[derive(Clone, Copy)]\n",
            _ => "",
        };
        format!("/// {doc}\n{derives}pub struct {name} {{\n")
    }

    fn field(&self, name: &str, kind: &Kind, _start: &str) -> String {
        format!("    pub {name}: {},", self.kind(kind))
    }

    fn record(&self, name: &str, doc: &str, members: &[Member]) -> String {
        let text = self.declared(name, doc, members);
        let is_zero = |one: &Member| ["0", "0.0", "false", "Vec2::ZERO"].contains(&&*one.start);
        match name {
            "State" if members.iter().all(is_zero) => {
                text.replacen("pub struct", "#[derive(Default)]\npub struct", 1)
            }
            "State" => {
                let start =
                    |one: &Member| format!("            {}: {},\n", self.name_of(one), one.start);
                let starts: String = members.iter().map(start).collect();
                let head = "impl Default for State {\n    fn default() -> Self {\n        Self {\n";
                format!("{text}\n\n{head}{starts}        }}\n    }}\n}}")
            }
            _ => text,
        }
    }

    fn constant(&self, name: &str, kind: &Kind, value: &str) -> String {
        format!("const {name}: {} = {value};", self.kind(kind))
    }

    fn list(&self, items: &[String]) -> String {
        format!("&[{}]", listed(items))
    }

    fn chance(&self) -> &'static str {
        "0x9e37_79b9"
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
