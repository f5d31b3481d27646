//! C#, with the vectors of Unity. Members of sets are looked at in loops, not by LINQ: a tick leaves no garbage.

use super::super::format::Bond;
use super::super::tree::{Function, Own, Type};
use super::loops::Loop;
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
         nameof when where yield from select Group Unit Flock Sighting Vector2 Mathf Ticks Units"
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

    /// One of an enum.
    fn option(&self, name: &str, option: &str) -> String {
        format!("{name}Choice.{}", pascal(option))
    }

    /// The number of it.
    fn choice(&self, chosen: Option<(&str, &[String])>, wanted: &[&str], usual: usize) -> String {
        let number = |option: &String| wanted.iter().position(|one| one == option).unwrap_or(usual);
        let Some((name, [options @ .., last])) = chosen else { return usual.to_string() };
        let parts = options.iter().map(|option| {
            let test = format!("{} == {}", self.of_group(name), self.option(name, option));
            format!("{test} ? {} : ", number(option))
        });
        parts.collect::<String>() + &number(last).to_string()
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

    fn fold(&self, printer: &mut Printer, folded: Folded) -> Code {
        let each = |member: &str, set: &str| format!("foreach (Sighting {member} in {set})");
        let when = |test: &str| format!("if ({test})");
        let is_endless = |name: &str| format!("float.IsInfinity({name})");
        let is_nobody = |name: &str| format!("!{name}.There");
        Loop {
            each,
            when,
            is_endless,
            nobody: "new Sighting()",
            is_nobody,
            nearer: "IsNearerThan",
            braces: true,
        }
        .fold(self, printer, folded)
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
