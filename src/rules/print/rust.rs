//! Rust, with the vectors of glam.

use super::super::format::Bond;
use super::super::tree::{Fold, Function, Own, Type};
use super::lists::Lists;
use super::{
    Code, Dialect, Folded, Line, Printer, Words, decimal, is_stand_in, listed, snake, told,
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
    given: &["unit", "flock"],
    own: &[
        (Own::Length, "unit.length"),
        (Own::MaxSpeed, "unit.top_speed"),
        (Own::MaxForce, "unit.max_force"),
        (Own::Velocity, "unit.velocity"),
        (Own::Speed, "unit.velocity.length()"),
        (Own::Heading, "unit.heading"),
        (Own::Place, "unit.position"),
        (Own::SoFar, "unit.so_far"),
        (Own::Time, "flock.time"),
        (Own::Pi, "PI"),
        (Own::Degree, "DEGREE"),
        (Own::Tick, "TICK"),
        (Own::Leads, "unit.leads"),
    ],
    // Methods of the first argument.
    native: &[
        (Function::Abs, "abs"),
        (Function::Floor, "floor"),
        (Function::Sin, "sin"),
        (Function::Cos, "cos"),
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

    fn of_group(&self, name: &str) -> String {
        format!("numbers.{name}")
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

    /// What changes the unit is its method: so its arguments may ask the unit.
    fn statement(&self, call: &str) -> String {
        format!("unit.{};", call.replacen("(unit, ", "(", 1))
    }

    fn unless(&self, condition: &str) -> Vec<Line> {
        vec![
            Line::Code(0, format!("if !{condition} {{")),
            Line::Code(1, "return Vec2::ZERO;".to_string()),
            Line::Code(0, "}".to_string()),
        ]
    }

    fn give(&self, value: &str) -> String {
        value.to_string()
    }

    fn begins(&self, name: &str, uses: &dyn Fn(&str) -> bool) -> Vec<Line> {
        let flock = if uses("flock") { "flock" } else { "_flock" };
        let args = format!("unit: &mut Unit, {flock}: &Flock, numbers: &Numbers");
        vec![Line::Code(0, format!("pub fn {name}({args}) -> Vec2 {{"))]
    }

    fn remark(&self, depth: usize, text: &str) -> String {
        if depth == 0 { format!("/// {text}") } else { format!("// {text}") }
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
