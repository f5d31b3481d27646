//! Rust, with the vectors of glam.

use super::super::format::Bond;
use super::super::tree::{Fold, Function, Own, Type};
use super::{Code, Dialect, Folded, Gets, Line, Printer, decimal, is_stand_in, listed, snake};

pub(super) struct Rust;

/// What a game may use; the core itself has a power of its own.
const POWER: &str = "powf";

impl Dialect for Rust {
    fn keywords(&self) -> &'static str {
        "as async await break const continue crate dyn else enum extern false fn for gen if impl in let \
         loop match mod move mut pub ref return self Self static struct super trait true type union \
         unsafe use where while abstract become box do final macro override priv try typeof unsized \
         virtual yield f32 bool str"
    }

    fn local(&self, name: &str) -> String {
        snake(name)
    }

    fn member(&self, name: &str) -> String {
        snake(name)
    }

    fn function(&self, name: &str) -> String {
        name.to_lowercase()
    }

    fn given(&self, gets: Gets) -> &'static [&'static str] {
        match gets {
            Gets::Nothing => &[],
            Gets::Unit => &["unit"],
            Gets::Both => &["unit", "flock"],
        }
    }

    fn ty(&self, ty: Type) -> &'static str {
        match ty {
            Type::Number => "f32",
            Type::Vector => "Vec2",
            Type::Condition => "bool",
        }
    }

    fn number(&self, number: f32) -> String {
        if number.is_finite() { decimal(number) } else { "f32::INFINITY".to_string() }
    }

    fn zero(&self, ty: Type) -> Code {
        Code::whole(if ty == Type::Vector { "Vec2::ZERO" } else { "0.0" }, ty)
    }

    fn vector(&self, x: &Code, y: &Code) -> Code {
        if x.text == "0.0" && y.text == "0.0" {
            return self.zero(Type::Vector);
        }
        Code::whole(format!("Vec2::new({}, {})", x.text, y.text), Type::Vector)
    }

    fn own(&self, own: Own) -> &'static str {
        match own {
            Own::Length => "unit.length",
            Own::MaxSpeed => "unit.top_speed",
            Own::MaxForce => "unit.max_force",
            Own::Velocity => "unit.velocity",
            Own::Speed => "unit.velocity.length()",
            Own::Heading => "unit.heading",
            Own::Place => "unit.position",
            Own::SoFar => "unit.so_far",
            Own::Time => "flock.time",
            constant => self.constant(constant),
        }
    }

    fn constant(&self, own: Own) -> &'static str {
        match own {
            Own::Pi => "PI",
            Own::Degree => "DEGREE",
            Own::Tick => "TICK",
            _ => "unit.leads",
        }
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
        use Function as F;
        let name = match function {
            F::Abs => "abs",
            F::Floor => "floor",
            F::Sin => "sin",
            F::Cos => "cos",
            F::Length => "length",
            F::Unit => "normalize_or_zero",
            F::Dot => "dot",
            F::Cross => "perp_dot",
            F::Starboard => "perp",
            F::Min | F::Max => {
                let name = if function == F::Min { "min" } else { "max" };
                let more = |first: Code, arg: &Code| {
                    Code::whole(called(&first, name, &arg.text), Type::Number)
                };
                return Some(args[1..].iter().fold(args[0].clone(), more));
            }
            _ => return None,
        };
        let rest = listed(args[1..].iter().map(|arg| arg.text.as_str()));
        Some(Code::whole(called(&args[0], name, &rest), Type::Number))
    }

    fn fold(&self, _printer: &mut Printer, folded: Folded) -> Code {
        let Folded { fold, ty, member, set, condition, value } = folded;
        let some = match &condition {
            Some(condition) if fold != Fold::Any => {
                format!("{set}.filter(|{member}| {})", condition.text)
            }
            _ => set,
        };
        let value_of = || value.as_ref().map_or("true", |value| value.text.as_str()).to_string();
        let map = || format!("{some}.map(|{member}| {})", value_of());
        let text = match fold {
            Fold::Sum => format!("{}.sum::<{}>()", map(), self.ty(ty)),
            Fold::Mean if ty == Type::Vector => format!("mean_of_vectors({})", map()),
            Fold::Mean => format!("mean_of({})", map()),
            Fold::Least => format!("least_of({})", map()),
            Fold::Most => format!("most_of({})", map()),
            Fold::Count => {
                // What is less than that would be its type's argument.
                return Code::new(format!("{some}.count() as f32"), Bond::Loose, ty);
            }
            Fold::Nearest => {
                let zero = self.zero(ty).text;
                format!("nearest({some}).map_or({zero}, |{member}| {})", value_of())
            }
            Fold::Any => {
                let tests = [&condition, &value].into_iter().flatten();
                let tests: Vec<_> = tests.map(|test| test.at_least(Bond::And)).collect();
                format!("{some}.any(|{member}| {})", tests.join(" && "))
            }
        };
        Code::whole(text, ty)
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

    fn frame(
        &self,
        name: &str,
        doc: &str,
        body: Vec<Line>,
        uses: &dyn Fn(&str) -> bool,
    ) -> Vec<Line> {
        let flock = if uses("flock") { "flock" } else { "_flock" };
        let mut lines = Vec::new();
        if !doc.is_empty() {
            lines.push(Line::Remark(0, doc.to_string()));
        }
        let args = format!("unit: &mut Unit, {flock}: &Flock, numbers: &Numbers");
        lines.push(Line::Code(0, format!("pub fn {name}({args}) -> Vec2 {{")));
        lines.extend(body.into_iter().map(Line::deeper));
        lines.push(Line::Code(0, "}".to_string()));
        lines
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
