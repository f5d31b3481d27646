//! C#, with the vectors of Unity.

use super::super::format::Bond;
use super::super::tree::{Fold, Function, Own, Type};
use super::{Code, Dialect, Folded, Gets, Line, Printer, camel, listed, pascal};

pub(super) struct CSharp;

impl Dialect for CSharp {
    fn keywords(&self) -> &'static str {
        "abstract as base bool break byte case catch char checked class const continue decimal default \
         delegate do double else enum event explicit extern false finally fixed float for foreach goto \
         if implicit in int interface internal is lock long namespace new null object operator out \
         override params private protected public readonly ref return sbyte sealed short sizeof \
         stackalloc static string struct switch this throw true try typeof uint ulong unchecked unsafe \
         ushort using virtual void volatile while var value get set add remove await async dynamic \
         nameof when where yield from select Group Unit Flock Vector2 Mathf Ticks Units"
    }

    fn local(&self, name: &str) -> String {
        camel(name)
    }

    fn member(&self, name: &str) -> String {
        pascal(name)
    }

    fn function(&self, name: &str) -> String {
        pascal(name)
    }

    fn given(&self, gets: Gets) -> &'static [&'static str] {
        if gets == Gets::Nothing { &[] } else { &["unit"] }
    }

    fn ty(&self, ty: Type) -> &'static str {
        match ty {
            Type::Number => "float",
            Type::Vector => "Vector2",
            Type::Condition => "bool",
        }
    }

    fn number(&self, number: f32) -> String {
        if number.is_finite() { format!("{number}f") } else { "float.PositiveInfinity".to_string() }
    }

    fn zero(&self, ty: Type) -> Code {
        Code::whole(if ty == Type::Vector { "Vector2.zero" } else { "0f" }, ty)
    }

    fn vector(&self, x: &Code, y: &Code) -> Code {
        if x.text == "0f" && y.text == "0f" {
            return self.zero(Type::Vector);
        }
        Code::whole(format!("new Vector2({}, {})", x.text, y.text), Type::Vector)
    }

    fn own(&self, own: Own) -> &'static str {
        match own {
            Own::Length => "unit.Length",
            Own::MaxSpeed => "group.TopSpeed(unit)",
            Own::MaxForce => "group.ForceScale",
            Own::Velocity => "unit.Velocity",
            Own::Speed => "unit.Velocity.magnitude",
            Own::Heading => "unit.H",
            Own::Place => "unit.Position",
            Own::SoFar => "SoFarOf(unit)",
            Own::Time => "Ticks * Dt",
            constant => self.constant(constant),
        }
    }

    fn constant(&self, own: Own) -> &'static str {
        match own {
            Own::Pi => "Mathf.PI",
            Own::Degree => "Mathf.Deg2Rad",
            Own::Tick => "Dt",
            _ => "unit.Leader",
        }
    }

    fn power(&self, base: &Code, exponent: &Code) -> Code {
        Code::whole(format!("Mathf.Pow({}, {})", base.text, exponent.text), Type::Number)
    }

    fn native(&self, function: Function, args: &[Code]) -> Option<Code> {
        use Function as F;
        let name = match function {
            F::Length => {
                let of = args[0].at_least(Bond::Whole);
                return Some(Code::whole(format!("{of}.magnitude"), Type::Number));
            }
            F::Abs => "Mathf.Abs",
            F::Floor => "Mathf.Floor",
            F::Min => "Mathf.Min",
            F::Max => "Mathf.Max",
            F::Clamp => "Mathf.Clamp",
            F::Sin => "Mathf.Sin",
            F::Cos => "Mathf.Cos",
            _ => return None,
        };
        let args = listed(args.iter().map(|arg| arg.text.as_str()));
        Some(Code::whole(format!("{name}({args})"), Type::Number))
    }

    fn fold(&self, _printer: &mut Printer, folded: Folded) -> Code {
        let Folded { fold, ty, member, set, condition, value } = folded;
        let arrow = |code: &Code| format!("{member} => {}", code.text);
        let and = |code: &Code| code.at_least(Bond::And);
        let text = match (fold, &condition, &value) {
            (Fold::Any, Some(condition), Some(value)) => {
                format!("{set}.Any({member} => {} && {})", and(condition), and(value))
            }
            (Fold::Any, Some(one), None) | (Fold::Any, None, Some(one)) => {
                format!("{set}.Any({})", arrow(one))
            }
            (_, condition, value) => {
                let some = match condition {
                    Some(condition) => format!("{set}.Where({})", arrow(condition)),
                    None => set,
                };
                match (fold, value) {
                    (Fold::Nearest, Some(value)) => {
                        format!("ValueOfNearest({some}, {})", arrow(value))
                    }
                    (_, Some(value)) => {
                        let name = match fold {
                            Fold::Mean => "MeanOf",
                            Fold::Least => "LeastOf",
                            Fold::Most => "MostOf",
                            _ => "SumOf",
                        };
                        format!("{name}({some}.Select({}))", arrow(value))
                    }
                    (_, None) => format!("(float){some}.Count()"),
                }
            }
        };
        let bond = if fold == Fold::Count { Bond::Minus } else { Bond::Whole };
        Code::new(text, bond, ty)
    }

    fn declare(&self, ty: Type, name: &str, value: &str) -> String {
        format!("{} {name} = {value};", self.ty(ty))
    }

    fn declare_thing(&self, name: &str, value: &str) -> String {
        format!("Sighting {name} = {value};")
    }

    fn unless(&self, condition: &str) -> Vec<Line> {
        vec![Line::Code(0, format!("if (!{condition}) return Vector2.zero;"))]
    }

    fn frame(
        &self,
        name: &str,
        doc: &str,
        body: Vec<Line>,
        _uses: &dyn Fn(&str) -> bool,
    ) -> Vec<Line> {
        let mut lines = Vec::new();
        if !doc.is_empty() {
            lines.push(Line::Remark(0, doc.to_string()));
        }
        lines.push(Line::Code(0, format!("private Vector2 {name}(Unit unit)")));
        lines.push(Line::Code(0, "{".to_string()));
        lines.push(Line::Code(1, "Group group = unit.Group;".to_string()));
        lines.extend(body.into_iter().map(Line::deeper));
        lines.push(Line::Code(0, "}".to_string()));
        lines
    }

    fn remark(&self, depth: usize, text: &str) -> String {
        if depth > 0 {
            return format!("// {text}");
        }
        let text = text.replace('&', "and").replace(['<', '>'], "'");
        format!("/// <summary>{text}</summary>")
    }

    fn width(&self) -> usize {
        120
    }
}
