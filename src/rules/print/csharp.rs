//! C#, with the vectors of System.Numerics, which Unity, Godot and plain .NET have.

use super::super::format::Bond;
use super::super::tree::{Function, Own, Type};
use super::loops::Loop;
use super::{
    Code, Dialect, Folded, Kind, Line, Member, Printer, Program, Words, camel, listed, pascal,
};

pub(super) struct CSharp;

static WORDS: Words = Words {
    keywords: "abstract as base bool break byte case catch char checked class const continue decimal default \
         delegate do double else enum event explicit extern false finally fixed float for foreach goto \
         if implicit in int interface internal is lock long namespace new null object operator out \
         override params private protected public readonly ref return sbyte sealed short sizeof \
         stackalloc static string struct switch this throw true try typeof uint ulong unchecked unsafe \
         ushort using virtual void volatile while var value get set add remove await async dynamic \
         nameof when where yield from select Vector2 MathF Math Flocking Equals GetHashCode GetType ToString MemberwiseClone ReferenceEquals Finalize",
    types: ["float", "Vector2", "bool"],
    zeros: ["0f", "Vector2.Zero"],
    endless: "float.PositiveInfinity",
    vector: ["new Vector2(", ", ", ")"],
    own: &[
        (Own::Length, "me.Length"),
        (Own::MaxSpeed, "me.MaxSpeed"),
        (Own::Velocity, "me.Velocity"),
        (Own::Speed, "me.Velocity.Length()"),
        (Own::Heading, "me.Heading"),
        (Own::Place, "me.Position"),
        (Own::SoFar, "soFar"),
        (Own::Time, "state.Time"),
        (Own::Pi, "MathF.PI"),
        (Own::Degree, "Degree"),
        (Own::Tick, "dt"),
        (Own::Leads, "me.Leads"),
        (Own::Hunts, "me.Hunts"),
    ],
    native: &[
        (Function::Abs, "MathF.Abs"),
        (Function::Floor, "MathF.Floor"),
        (Function::Min, "MathF.Min"),
        (Function::Max, "MathF.Max"),
        (Function::Sin, "MathF.Sin"),
        (Function::Cos, "MathF.Cos"),
        (Function::Exp, "MathF.Exp"),
        (Function::Tanh, "MathF.Tanh"),
        (Function::Dot, "Vector2.Dot"),
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
        Code::whole(format!("MathF.Pow({}, {})", base.text, exponent.text), Type::Number)
    }

    fn native(&self, function: Function, args: &[Code]) -> Option<Code> {
        if function == Function::Length {
            let of = args[0].at_least(Bond::Whole);
            return Some(Code::whole(format!("{of}.Length()"), Type::Number));
        }
        if matches!(function, Function::Min | Function::Max) {
            // They take two there.
            let name = if function == Function::Min { "MathF.Min" } else { "MathF.Max" };
            let more = |text, arg: &Code| format!("{name}({text}, {})", arg.text);
            let text = args[1..].iter().fold(args[0].text.clone(), more);
            return Some(Code::whole(text, Type::Number));
        }
        self.called(function, args)
    }

    fn fold(&self, printer: &mut Printer, folded: Folded) -> Code {
        let each = |member: &str, set: &str| format!("foreach (Seen {member} in {set})");
        let when = |test: &str| format!("if ({test})");
        let is_endless = |name: &str| format!("float.IsInfinity({name})");
        let is_nobody = |name: &str| format!("{name} == null");
        let nearer = |member: &str, name: &str| {
            format!("{name} == null || {member}.Distance < {name}.Distance")
        };
        Loop { each, when, is_endless, nobody: "null", is_nobody, nearer, braces: true }
            .fold(self, printer, folded)
    }

    fn declare(&self, ty: Type, name: &str, value: &str) -> String {
        format!("{} {name} = {value};", self.ty(ty))
    }

    fn declare_thing(&self, name: &str, value: &str) -> String {
        format!("Seen {name} = {value};")
    }

    fn texts(&self, one: &str) -> String {
        format!("new[] {{ {one} }}")
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

fn ty_of(kind: &Kind) -> &'static str {
    match kind {
        Kind::Unit => "Unit",
        Kind::Units => "IEnumerable<Unit>",
        Kind::Obstacles => "IEnumerable<Obstacle>",
        Kind::Seen => "Seen",
        Kind::Thing => "Thing",
        Kind::State => "State",
        Kind::Number => "float",
        Kind::Whole => "int",
        Kind::Truth => "bool",
        Kind::Text => "string",
        Kind::Vector => "Vector2",
        Kind::Texts => "string[]",
        Kind::Places => "Vector2[]",
        Kind::Random => "Random",
        Kind::Sways(_) => "Vector3[]",
    }
}

impl Program for CSharp {
    fn unless(&self, condition: &str, value: &str) -> Vec<Line> {
        vec![Line::Code(0, format!("if (!{condition}) return {value};"))]
    }

    fn where_group(&self, key: &str, value: &str) -> Vec<Line> {
        vec![Line::Code(0, format!("if (me.Group == {key}) return {value};"))]
    }

    fn begins(&self, name: &str, args: &[(String, Kind)], gives: Type, doc: &str) -> Vec<Line> {
        let said = args.iter().map(|(name, kind)| format!("{} {name}", ty_of(kind)));
        let doc = (!doc.is_empty()).then(|| Line::Remark(0, doc.to_string()));
        let head = format!("public static {} {name}({})", self.ty(gives), listed(said));
        doc.into_iter().chain([Line::Code(0, head), Line::Code(0, "{".to_string())]).collect()
    }

    fn record(&self, name: &str, doc: &str, members: &[Member]) -> String {
        let mut text = format!("/// <summary>{doc}</summary>\npublic sealed class {name}\n{{\n");
        for one in members {
            let named = self.member(if one.own.is_empty() { one.name } else { &one.own });
            let doc = if one.doc.is_empty() { String::new() } else { format!(" // {}", one.doc) };
            let start = match one.start.as_str() {
                "" => String::new(),
                start => format!(" = {start}"),
            };
            text += &format!("    public {} {named}{start};{doc}\n", ty_of(&one.kind));
        }
        text + "}"
    }

    fn constant(&self, name: &str, kind: &Kind, value: &str) -> String {
        match kind {
            Kind::Texts | Kind::Places => {
                format!("static readonly {} {name} = {value};", ty_of(kind))
            }
            _ => format!("const {} {name} = {value};", ty_of(kind)),
        }
    }

    fn constant_name(&self, name: &str) -> String {
        pascal(&name.to_lowercase())
    }

    fn list(&self, items: &[String]) -> String {
        match items {
            [] => "{ }".to_string(),
            items => format!("{{ {} }}", listed(items)),
        }
    }

    /// A body of one line.
    fn tidied(&self, text: String) -> String {
        let lines: Vec<&str> = text.lines().collect();
        let at = lines.iter().position(|line| *line == "{").unwrap_or_default();
        let value = match lines.get(at + 1..) {
            Some([value, "}"]) => value.trim().strip_prefix("return "),
            _ => None,
        };
        match value {
            Some(value) if at > 0 => {
                let head = lines[..at].join("\n");
                let one = format!("{} => {value}", lines[at - 1]);
                let between = if one.chars().count() <= 112 { " " } else { "\n    " };
                format!("{head}{between}=> {value}\n")
            }
            _ => text,
        }
    }

    fn chance(&self) -> String {
        "new Random()".to_string()
    }

    fn sways(&self, many: usize) -> String {
        format!("{{ {} }}", listed((0..many).map(|_| "new Vector3(0f, 0f, 1f)")))
    }

    fn helpers(&self) -> &'static str {
        include_str!("helpers/csharp.cs")
    }

    fn frame(&self, uses: &dyn Fn(&str) -> bool) -> [String; 2] {
        let linq = [".Where(", ".Select(", ".Contains("].iter().any(|name| uses(name));
        let linq = if linq { "using System.Linq;\n" } else { "" };
        let head = "using System;\nusing System.Collections.Generic;\n";
        let head =
            format!("\n{head}{linq}using System.Numerics;\n\npublic static class Flocking\n{{\n");
        [head, "}\n".to_string()]
    }

    fn within(&self) -> bool {
        true
    }

    fn together(&self) -> usize {
        2
    }
}
