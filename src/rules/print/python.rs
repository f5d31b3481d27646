//! Python, whose vectors are complex numbers: x + y j.

use super::super::format::Bond;
use super::super::tree::{Binary, Fold, Function, Own, Type};
use super::{Code, Dialect, Folded, Gets, Line, Printer, listed, snake};

pub(super) struct Python;

/// Begins what the function is about, which stands within it; no text has such a character.
const IS_DOC: char = '\u{f0fff}';

impl Dialect for Python {
    fn keywords(&self) -> &'static str {
        "False None True and as assert async await break class continue def del elif else except \
         finally for from global if import in is lambda nonlocal not or pass raise return try while \
         with yield abs min max sum any complex math match case"
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
            Type::Number => "float",
            Type::Vector => "complex",
            Type::Condition => "bool",
        }
    }

    fn number(&self, number: f32) -> String {
        if number.is_finite() { number.to_string() } else { "math.inf".to_string() }
    }

    fn zero(&self, ty: Type) -> Code {
        Code::whole(if ty == Type::Vector { "0j" } else { "0" }, ty)
    }

    fn vector(&self, x: &Code, y: &Code) -> Code {
        if x.text == "0" && y.text == "0" {
            return self.zero(Type::Vector);
        }
        Code::whole(format!("complex({}, {})", x.text, y.text), Type::Vector)
    }

    fn truth(&self, yes: bool) -> &'static str {
        if yes { "True" } else { "False" }
    }

    fn own(&self, own: Own) -> &'static str {
        match own {
            Own::Length => "unit.length",
            Own::MaxSpeed => "group.body.top_speed(unit)",
            Own::MaxForce => "group.body.force_scale(unit)",
            Own::Velocity => "unit.velocity",
            Own::Speed => "abs(unit.velocity)",
            Own::Heading => "unit.h",
            Own::Place => "unit.position",
            Own::SoFar => "so_far_of(unit)",
            Own::Time => "flock.ticks * DT",
            constant => self.constant(constant),
        }
    }

    fn constant(&self, own: Own) -> &'static str {
        match own {
            Own::Pi => "math.pi",
            Own::Degree => "DEGREE",
            Own::Tick => "DT",
            _ => "unit.leader",
        }
    }

    fn minds_zero(&self) -> bool {
        true
    }

    fn sign(&self, op: Binary) -> &'static str {
        // `and` and `or` are words there, too.
        op.sign()
    }

    fn not(&self, of: &Code) -> Code {
        Code::new(format!("not {}", of.at_least(Bond::Not)), Bond::Not, Type::Condition)
    }

    fn power(&self, base: &Code, exponent: &Code) -> Code {
        Code::whole(format!("power({}, {})", base.text, exponent.text), Type::Number)
    }

    fn choose(&self, condition: &Code, yes: &Code, no: &Code) -> Code {
        let [condition, yes] = [condition, yes].map(|part| part.at_least(Bond::Or));
        Code::new(format!("{yes} if {condition} else {}", no.text), Bond::Loose, Type::Number)
    }

    fn native(&self, function: Function, args: &[Code]) -> Option<Code> {
        use Function as F;
        let name = match function {
            F::Starboard => {
                let of = args[0].at_least(Bond::Product);
                return Some(Code::new(format!("{of} * 1j"), Bond::Product, Type::Vector));
            }
            F::Abs | F::Length => "abs",
            F::Min => "min",
            F::Max => "max",
            F::Sin => "math.sin",
            F::Cos => "math.cos",
            F::Floor => "math.floor",
            _ => return None,
        };
        let args = listed(args.iter().map(|arg| arg.text.as_str()));
        Some(Code::whole(format!("{name}({args})"), Type::Number))
    }

    fn fold(&self, _printer: &mut Printer, folded: Folded) -> Code {
        let Folded { fold, ty, member, set, condition, value } = folded;
        let where_ = condition
            .map_or_else(String::new, |condition| format!(" if {}", condition.at_least(Bond::Or)));
        let of = |value: &str| format!("{value} for {member} in {set}{where_}");
        let value = value.map_or_else(|| "True".to_string(), |value| value.at_least(Bond::Or));
        let text = match fold {
            Fold::Sum => format!("sum({})", of(&value)),
            Fold::Mean => format!("mean_of({})", of(&value)),
            Fold::Least => format!("min(({}), default=0)", of(&value)),
            Fold::Most => format!("max(({}), default=0)", of(&value)),
            Fold::Any => format!("any({})", of(&value)),
            Fold::Count => format!("sum({})", of("1")),
            Fold::Nearest => {
                let pair = of(&format!("({member}, {value})"));
                format!("value_of_nearest({pair})")
            }
        };
        Code::whole(text, ty)
    }

    fn declare(&self, _ty: Type, name: &str, value: &str) -> String {
        format!("{name} = {value}")
    }

    fn unless(&self, condition: &str) -> Vec<Line> {
        vec![Line::Code(0, format!("if not {condition}:")), Line::Code(1, "return 0j".to_string())]
    }

    fn statement(&self, call: &str) -> String {
        call.to_string()
    }

    fn give(&self, value: &str) -> String {
        format!("return {value}")
    }

    fn frame(
        &self,
        name: &str,
        doc: &str,
        body: Vec<Line>,
        uses: &dyn Fn(&str) -> bool,
    ) -> Vec<Line> {
        // All behaviors are called with both.
        let flock = if uses("flock") { "flock" } else { "_flock" };
        let mut lines = vec![Line::Code(0, format!("def {name}(unit, {flock}):"))];
        if !doc.is_empty() {
            lines.push(Line::Remark(1, format!("{IS_DOC}{doc}")));
        }
        lines.push(Line::Code(1, "group = unit.group".to_string()));
        lines.extend(body.into_iter().map(Line::deeper));
        lines
    }

    fn remark(&self, _depth: usize, text: &str) -> String {
        match text.strip_prefix(IS_DOC) {
            Some(doc) => {
                let doc = doc.replace('\\', "/").replace('"', "'");
                format!("\"\"\"{doc}\"\"\"")
            }
            None => format!("# {text}"),
        }
    }

    fn goes_on(&self) -> bool {
        false
    }
}
