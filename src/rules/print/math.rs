//! Formulas: plain text in the notation of [`SYMBOLS`](crate::schema::SYMBOLS).

use super::super::format::Bond;
use super::super::tree::{Binary, Field, Fold, Function, Own, Thing, Type};
use super::{Code, Dialect, Folded, Gets, Line, Printer, listed};

/// For rigid bodies, which turn into a direction, or for bodies that brake and push into it.
pub(super) struct Math {
    pub rigid: bool,
}

impl Math {
    /// What stands for the force that a body can steer.
    pub fn force(&self) -> &'static str {
        if self.rigid { "S" } else { "F_max" }
    }

    /// What is missing of a wanted velocity.
    fn toward(wanted: &str) -> Code {
        Code::new(format!("({wanted} − v)/V"), Bond::Product, Type::Vector)
    }

    fn turn(of: &Code) -> Code {
        Code::new(format!("side({})·θ/π", of.text), Bond::Product, Type::Number)
    }
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
        Field::There => (format!("x_{index} \"is there\""), Bond::Compare),
        Field::Leads => (format!("\"leads({index})\""), Bond::Whole),
    };
    Code::new(text, bond, field.ty())
}

impl Dialect for Math {
    fn keywords(&self) -> &'static str {
        ""
    }

    /// An index is one word.
    fn local(&self, name: &str) -> String {
        let mut words = name.split('_').filter(|word| !word.is_empty());
        let first = words.next().unwrap_or("q").to_string();
        let rest: String = words.collect();
        if rest.is_empty() { first } else { format!("{first}_{rest}") }
    }

    fn member(&self, name: &str) -> String {
        self.local(name)
    }

    fn function(&self, name: &str) -> String {
        self.local(name)
    }

    fn given(&self, _gets: Gets) -> &'static [&'static str] {
        &[]
    }

    fn ty(&self, _ty: Type) -> &'static str {
        ""
    }

    fn number(&self, number: f32) -> String {
        if number.is_finite() { number.to_string() } else { "∞".to_string() }
    }

    fn zero(&self, ty: Type) -> Code {
        Code::whole("0", ty)
    }

    fn vector(&self, x: &Code, y: &Code) -> Code {
        Code::whole(format!("({}, {})", x.text, y.text), Type::Vector)
    }

    fn of_group(&self, name: &str) -> String {
        name.to_string()
    }

    fn own(&self, own: Own) -> &'static str {
        self.constant(own)
    }

    fn constant(&self, own: Own) -> &'static str {
        match own {
            Own::Length => "L",
            Own::MaxSpeed => "V",
            Own::MaxForce => self.force(),
            Own::Velocity => "v",
            Own::Speed => "|v|",
            Own::Heading => "h",
            Own::Place => "x",
            Own::Leads => "\"leads\"",
            Own::Hunts => "\"hunts\"",
            Own::SoFar => "q",
            Own::Time => "t",
            Own::Tick => "dt",
            Own::Pi => "π",
            Own::Degree => "π/180",
        }
    }

    fn is_inline(&self, _own: Own) -> bool {
        true
    }

    fn of_thing(&self, thing: Thing, of: Field) -> Option<Code> {
        let index = match thing {
            Thing::Goal => "g",
            Thing::Target => "t",
            Thing::Leader => "l",
            Thing::Pointer => "p",
            Thing::Node => "i",
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

    fn minus_sign(&self) -> &'static str {
        "−"
    }

    fn not(&self, of: &Code) -> Code {
        Code::new(format!("\"not\" {}", of.at_least(Bond::Not)), Bond::Not, Type::Condition)
    }

    fn power(&self, base: &Code, exponent: &Code) -> Code {
        let (base, exponent) = (base.at_least(Bond::Whole), exponent.at_least(Bond::Whole));
        Code::new(format!("{base}^{exponent}"), Bond::Power, Type::Number)
    }

    fn choose(&self, condition: &Code, yes: &Code, no: &Code) -> Code {
        let yes = yes.at_least(Bond::Sum);
        let text = format!("{yes} \"if\" {} \"else\" {}", condition.text, no.text);
        Code::new(text, Bond::Loose, Type::Number)
    }

    fn native(&self, function: Function, args: &[Code]) -> Option<Code> {
        use Function as F;
        let first = &args[0];
        let unit = |of: &Code| format!("unit({})", of.text);
        Some(match function {
            F::Abs | F::Length => Code::whole(format!("|{}|", first.text), Type::Number),
            F::Turn => Self::turn(first),
            F::Head if self.rigid => Self::turn(first),
            F::Head => Self::toward(&format!("V·{}", first.at_least(Bond::Product))),
            F::Toward => Self::toward(&first.at_least(Bond::Sum)),
            F::Seek => Self::toward(&format!("V·{}", unit(first))),
            F::Arrive => {
                let near = format!("min(1, |{}|/{})", first.text, args[1].at_least(Bond::Whole));
                Self::toward(&format!("V·{near}·{}", unit(first)))
            }
            F::Full | F::Vec => return None,
            _ => {
                let name = super::name_of(super::FUNCTIONS, function);
                let args = listed(args.iter().map(|arg| arg.text.as_str()));
                Code::whole(format!("{name}({args})"), Type::Number)
            }
        })
    }

    fn set(&self, name: &str, args: &[Code]) -> Option<String> {
        let args: Vec<_> =
            args.iter().map(|arg| arg.text.as_str()).filter(|arg| *arg != "∞").collect();
        let args = listed(args);
        Some(if args.is_empty() { name.to_string() } else { format!("{name}({args})") })
    }

    fn fold(&self, _printer: &mut Printer, folded: Folded) -> Code {
        let Folded { fold, ty, member, set, condition, value } = folded;
        let sign = match fold {
            Fold::Sum => "Σ",
            Fold::Mean => "mean",
            Fold::Least => "min",
            Fold::Most => "max",
            Fold::Any => "any",
            Fold::Count => "n",
            Fold::Nearest => "nearest",
        };
        let value = value.map_or_else(|| member.clone(), |value| value.at_least(Bond::Product));
        let which = condition.map_or_else(String::new, |test| format!(" \"where\" {}", test.text));
        Code::new(format!("{sign} {value} \"for\" {member} \"in\" {set}{which}"), Bond::Loose, ty)
    }

    fn declare(&self, _ty: Type, name: &str, value: &str) -> String {
        format!("{name} = {value}")
    }

    fn unless(&self, _condition: &str) -> Vec<Line> {
        Vec::new()
    }

    fn frame(
        &self,
        _name: &str,
        _doc: &str,
        body: Vec<Line>,
        _uses: &dyn Fn(&str) -> bool,
    ) -> Vec<Line> {
        body
    }

    fn remark(&self, _depth: usize, text: &str) -> String {
        text.to_string()
    }
}
