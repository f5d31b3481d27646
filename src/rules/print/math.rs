//! Formulas: plain text in the notation of `SYMBOLS`.

use super::super::format::Bond;
use super::super::tree::{Binary, Field, Fold, Function, Own, Thing, Type};
use super::{Code, Dialect, Folded, Native, Printer, Words, listed};

/// For rigid bodies, which turn into a direction, or for bodies that brake and push into it.
pub(super) struct Math {
    pub rigid: bool,
}

impl Math {
    /// What stands for the force that a body can steer.
    pub fn most(&self) -> &'static str {
        if self.rigid { "S" } else { "F_max" }
    }

    /// What is missing of a wanted velocity, which has a line of its own.
    fn toward(printer: &mut Printer, wanted: &str) -> Code {
        if wanted == "0" {
            return Code::new("−v/V", Bond::Minus, Type::Vector);
        }
        let name = printer.line_of("v_w", wanted);
        Code::new(format!("({name} − v)/V"), Bond::Product, Type::Vector)
    }

    /// Within the angles of a view.
    fn is_in(of: &Code, view: &str) -> Code {
        Code::new(format!("{} \"in\" {view}", way(of)), Bond::Compare, Type::Condition)
    }

    fn turn(of: &Code) -> Code {
        Code::new(format!("side({})·θ/π", way(of)), Bond::Product, Type::Number)
    }
}

/// A condition of this many letters stands where it counts; see [`Math::fold`].
const SHORT: usize = 30;

/// The index of a thing or a member, where this is the offset to it.
fn offset_to(of: &Code) -> Option<&str> {
    let index = of.text.strip_prefix("x_")?.strip_suffix(" − x")?;
    index.chars().all(|c| c.is_alphabetic() || super::is_stand_in(c)).then_some(index)
}

/// The direction of an offset is `u` with its index.
fn way(of: &Code) -> String {
    offset_to(of).map_or_else(|| of.text.clone(), |index| format!("u_{index}"))
}

fn unit(of: &Code) -> String {
    let back = of.text.strip_prefix("−(").and_then(|text| text.strip_suffix(')'));
    let back = back.map(|text| Code::whole(text, Type::Vector));
    match (offset_to(of), back.as_ref().and_then(offset_to)) {
        (Some(index), _) => format!("u_{index}"),
        (_, Some(index)) => format!("−u_{index}"),
        _ => format!("unit({})", of.text),
    }
}

fn size(of: &Code) -> String {
    offset_to(of).map_or_else(|| format!("|{}|", of.text), |index| format!("d_{index}"))
}

/// A name as a symbol: an index is one word.
pub(super) fn symbol(name: &str) -> String {
    let mut words = name.split('_').filter(|word| !word.is_empty());
    let first = words.next().unwrap_or("q").to_string();
    let rest: String = words.collect();
    if rest.is_empty() { first } else { format!("{first}_{rest}") }
}

/// Something of a thing or a member, whose index is given.
fn field(index: &str, field: Field) -> Code {
    let (text, bond) = match field {
        Field::Offset => (format!("x_{index} − x"), Bond::Sum),
        Field::Distance => (format!("d_{index}"), Bond::Whole),
        Field::Direction => (format!("u_{index}"), Bond::Whole),
        Field::Velocity => (format!("v_{index}"), Bond::Whole),
        Field::Speed => (format!("|v_{index}|"), Bond::Whole),
        Field::Heading => (format!("h_{index}"), Bond::Whole),
        Field::Length => (format!("L_{index}"), Bond::Whole),
        Field::Radius => (format!("r_{index}"), Bond::Whole),
        Field::Last => (format!("x_{index} \"is the last\""), Bond::Compare),
        Field::There => (format!("x_{index} \"is there\""), Bond::Compare),
        Field::Leads => (format!("\"leads({index})\""), Bond::Whole),
    };
    Code::new(text, bond, field.ty())
}

const WORDS: Words = Words {
    keywords: "",
    zero: "0",
    zero_vector: "0",
    truth: ["\"never\"", "\"always\""],
    endless: "∞",
    speed: "|v|",
    pi: "π",
    degree: "π/180",
    minus_sign: "−",
    ..Words::PLAIN
};

impl Dialect for Math {
    fn words(&self) -> &'static Words {
        &WORDS
    }

    fn vector_of(&self, x: &str, y: &str) -> String {
        format!("({x}, {y})")
    }

    fn native(&self, _: Function) -> Option<Native> {
        None
    }

    fn local(&self, name: &str) -> String {
        symbol(name)
    }

    fn own(&self, own: Own) -> String {
        let name = match own {
            Own::Length => "L",
            Own::MaxSpeed => "V",
            Own::Braking => "4·V^2·M/F_max",
            Own::Mass => "M",
            Own::Velocity => "v",
            Own::Speed => WORDS.speed,
            Own::Heading => "h",
            Own::Place => "x",
            Own::Leads => "\"leads\"",
            Own::Hunts => "\"hunts\"",
            Own::SoFar => "F_0/F_max",
            Own::Time => "\"time\"",
            Own::Tick => "dt",
            Own::Pi => WORDS.pi,
            Own::Degree => WORDS.degree,
            Own::MaxForce => self.most(),
            // They are printed as numbers.
            Own::Left | Own::Right => "",
        };
        name.to_string()
    }

    fn braking(&self) -> Option<Code> {
        Some(Code::whole(self.own(Own::Braking), Type::Number))
    }

    fn of_thing(&self, thing: Thing, of: Field) -> Option<Code> {
        let index = match thing {
            Thing::Goal => "g",
            Thing::Target => "t",
            Thing::Leader => "l",
            Thing::Pointer => "p",
            Thing::Node => "i",
            Thing::Wall => "w",
            Thing::Barrier => "b",
        };
        Some(field(index, of))
    }

    fn of_member(&self, member: &str, of: Field) -> Option<Code> {
        Some(field(member, of))
    }

    fn quoted(&self, text: &str) -> String {
        let said: String = text.chars().filter(|c| *c != '"').collect();
        format!("\"{}\"", super::plain(&said))
    }

    fn sign(&self, op: Binary) -> &'static str {
        match op {
            Binary::Subtract => "−",
            Binary::Multiply => "·",
            Binary::AtMost => "≤",
            Binary::AtLeast => "≥",
            Binary::Same => "=",
            Binary::Differs => "≠",
            Binary::And => "\"and\"",
            Binary::Or => "\"or\"",
            _ => op.sign(),
        }
    }

    fn infix(&self, op: Binary, left: &str, right: &str) -> String {
        let sign = self.sign(op);
        match op {
            Binary::Multiply | Binary::Divide => format!("{left}{sign}{right}"),
            _ => format!("{left} {sign} {right}"),
        }
    }

    fn not(&self, of: &Code) -> Code {
        Code::new(format!("\"not\" {}", of.at_least(Bond::Not)), Bond::Not, Type::Condition)
    }

    fn power(&self, base: &Code, exponent: &Code) -> Code {
        let (base, exponent) = (base.at_least(Bond::Whole), exponent.at_least(Bond::Whole));
        Code::new(format!("{base}^{exponent}"), Bond::Power, Type::Number)
    }

    fn choose(&self, condition: &Code, yes: &Code, no: &Code) -> Code {
        let yes = yes.at_least(if yes.ty == Type::Condition { Bond::Compare } else { Bond::Sum });
        let text = format!("{yes} \"if\" {} \"else\" {}", condition.text, no.text);
        Code::new(text, Bond::Loose, Type::Number)
    }

    fn force(&self, printer: &mut Printer, function: Function, args: &[Code]) -> Option<Code> {
        use Function as F;
        let first = args.first()?;
        let wanted = match function {
            F::Head if !self.rigid => format!("V·{}", first.at_least(Bond::Product)),
            F::Toward => first.text.clone(),
            F::Seek => match unit(first).strip_prefix('−') {
                Some(way) => format!("−V·{way}"),
                None => format!("V·{}", unit(first)),
            },
            F::Arrive => {
                let near = format!("min(1, {}/{})", size(first), args[1].at_least(Bond::Whole));
                format!("V·{near}·{}", unit(first))
            }
            _ => return None,
        };
        Some(Self::toward(printer, &wanted))
    }

    fn native_call(&self, function: Function, args: &[Code]) -> Option<Code> {
        use Function as F;
        let first = &args[0];
        Some(match function {
            F::Abs => Code::whole(format!("|{}|", first.text), Type::Number),
            F::Length => Code::whole(size(first), Type::Number),
            F::Unit => Code::whole(unit(first), Type::Vector),
            F::Side => Code::whole(format!("side({})", way(first)), Type::Number),
            F::Turn | F::Head => Self::turn(first),
            F::Seen => Self::is_in(first, "view"),
            F::Wide => Self::is_in(first, "\"a wide view\""),
            F::Limited => Self::is_in(first, "\"a limited view\""),
            F::Narrow => Self::is_in(first, "\"a narrow view\""),
            F::Full | F::Vec => return None,
            _ => return self.draw(function, args),
        })
    }

    fn draw(&self, function: Function, args: &[Code]) -> Option<Code> {
        let name = super::name_of(super::FUNCTIONS, function);
        let args = listed(args.iter().map(|arg| arg.text.as_str()));
        Some(Code::whole(format!("{name}({args})"), Type::Number))
    }

    fn set(&self, name: &str, args: &[Code]) -> Option<String> {
        let args: Vec<_> =
            args.iter().map(|arg| arg.text.as_str()).filter(|arg| *arg != "∞").collect();
        let args = listed(args);
        Some(if args.is_empty() { name.to_string() } else { format!("{name}({args})") })
    }

    /// It has a line of its own.
    fn fold(&self, printer: &mut Printer, folded: Folded) -> Code {
        let Folded { fold, ty, member, set, condition, value } = folded;
        let (what, of) = match (fold, value) {
            (Fold::Sum, Some(value)) => ("Σ ", value.at_least(Bond::Product)),
            (Fold::Mean, Some(value)) => ("mean", format!("({})", value.text)),
            (Fold::Least, Some(value)) => ("min", format!("({})", value.text)),
            (Fold::Most, Some(value)) => ("max", format!("({})", value.text)),
            (Fold::Nearest, Some(value)) => ("nearest", format!("({})", value.text)),
            (Fold::AnyOf, Some(value)) => ("\"any\" ", value.at_least(Bond::Product)),
            (Fold::Any, Some(value)) => ("\"any\" ", value.at_least(Bond::Not)),
            (Fold::Count, _) => ("\"number of\" ", String::new()),
            _ => ("\"any\" ", String::new()),
        };
        // A long one is a subject of its own.
        let which = condition.map_or_else(String::new, |test| {
            let short = test.text.chars().count() <= SHORT;
            let test = if short { test.text } else { printer.line_of("c′", &test.text) };
            format!(" \"where\" {test}")
        });
        let each = if of.is_empty() { "" } else { " \"for\" " };
        let text = format!("{what}{of}{each}{member} \"in\" {set}{which}");
        Code::whole(printer.line_of("q", &text), ty)
    }

    fn declare(&self, _ty: Type, name: &str, value: &str) -> String {
        format!("{name} = {value}")
    }

    fn remark(&self, _depth: usize, text: &str) -> String {
        text.to_string()
    }
}
