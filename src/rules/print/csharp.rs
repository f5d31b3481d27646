//! C#, with the vectors of Unity. Members of sets are looked at in loops, not by LINQ: a tick leaves no garbage.

use super::super::format::Bond;
use super::super::tree::{Function, Own, Type};
use super::loops::Loop;
use super::{Code, Dialect, Folded, Line, Printer, Words, camel, pascal};

pub(super) struct CSharp;

static WORDS: Words = Words {
    keywords: "abstract as base bool break byte case catch char checked class const continue decimal default \
         delegate do double else enum event explicit extern false finally fixed float for foreach goto \
         if implicit in int interface internal is lock long namespace new null object operator out \
         override params private protected public readonly ref return sbyte sealed short sizeof \
         stackalloc static string struct switch this throw true try typeof uint ulong unchecked unsafe \
         ushort using virtual void volatile while var value get set add remove await async dynamic \
         nameof when where yield from select Group Unit Flock Sighting Vector2 Mathf Ticks Units",
    types: ["float", "Vector2", "bool"],
    zeros: ["0f", "Vector2.zero"],
    endless: "float.PositiveInfinity",
    vector: ["new Vector2(", ", ", ")"],
    given: &["unit"],
    own: &[
        (Own::Length, "unit.Length"),
        (Own::MaxSpeed, "group.TopSpeed(unit)"),
        (Own::MaxForce, "group.ForceScale"),
        (Own::Velocity, "unit.Velocity"),
        (Own::Speed, "unit.Velocity.magnitude"),
        (Own::Heading, "unit.H"),
        (Own::Place, "unit.Position"),
        (Own::SoFar, "SoFarOf(unit)"),
        (Own::Time, "Ticks * Dt"),
        (Own::Pi, "Mathf.PI"),
        (Own::Degree, "Mathf.Deg2Rad"),
        (Own::Tick, "Dt"),
        (Own::Leads, "unit.Leader"),
    ],
    native: &[
        (Function::Abs, "Mathf.Abs"),
        (Function::Floor, "Mathf.Floor"),
        (Function::Min, "Mathf.Min"),
        (Function::Max, "Mathf.Max"),
        (Function::Clamp, "Mathf.Clamp"),
        (Function::Sin, "Mathf.Sin"),
        (Function::Cos, "Mathf.Cos"),
    ],
};

impl Dialect for CSharp {
    fn words(&self) -> &'static Words {
        &WORDS
    }

    fn local(&self, name: &str) -> String {
        camel(name)
    }

    fn member(&self, name: &str) -> String {
        pascal(name)
    }

    fn finite(&self, number: f32) -> String {
        format!("{number}f")
    }

    fn power(&self, base: &Code, exponent: &Code) -> Code {
        Code::whole(format!("Mathf.Pow({}, {})", base.text, exponent.text), Type::Number)
    }

    fn native(&self, function: Function, args: &[Code]) -> Option<Code> {
        if function == Function::Length {
            let of = args[0].at_least(Bond::Whole);
            return Some(Code::whole(format!("{of}.magnitude"), Type::Number));
        }
        self.called(function, args)
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

    fn begins(&self, name: &str, _uses: &dyn Fn(&str) -> bool) -> Vec<Line> {
        vec![
            Line::Code(0, format!("private Vector2 {name}(Unit unit)")),
            Line::Code(0, "{".to_string()),
            Line::Code(1, "Group group = unit.Group;".to_string()),
        ]
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
