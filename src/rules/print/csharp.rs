//! C#, with the vectors of System.Numerics, which Unity, Godot and plain .NET have.

use super::super::tree::{Function, Type};
use super::loops::Loop;
use super::{
    Code, Dialect, Folded, Native, Printer, Program, ValueType, Words, camel, listed, pascal,
};

pub(super) struct CSharp;

const WORDS: Words = Words {
    keywords: "abstract as base bool break byte case catch char checked class const continue decimal default \
         delegate do double else enum event explicit extern false finally fixed float for foreach goto \
         if implicit in int interface internal is lock long namespace new null object operator out \
         override params private protected public readonly ref return sbyte sealed short sizeof \
         stackalloc static string struct switch this throw true try typeof uint ulong unchecked unsafe \
         ushort using virtual void volatile while var value get set add remove await async dynamic \
         nameof when where yield from select Vector2 MathF Math Flocking Equals GetHashCode GetType ToString MemberwiseClone ReferenceEquals Finalize System Random Vector3 Single Enumerable IEnumerable Numerics",
    zero: "0f",
    zero_vector: "Vector2.Zero",
    endless: "float.PositiveInfinity",
    speed: "me.Velocity.Length()",
    pi: "MathF.PI",
    degree: "Degree",
    takes_two: true,
    width: 120,
    chance: "new Random()",
    helpers: include_str!("helpers/csharp.cs"),
    together: 2,
    within: true,
    ..Words::PLAIN
};

impl Dialect for CSharp {
    fn words(&self) -> &'static Words {
        &WORDS
    }

    fn vector_of(&self, x: &str, y: &str) -> String {
        format!("new Vector2({x}, {y})")
    }

    fn native(&self, function: Function) -> Option<Native> {
        Some(Native::Function(match function {
            Function::Abs => "MathF.Abs",
            Function::Floor => "MathF.Floor",
            Function::Min => "MathF.Min",
            Function::Max => "MathF.Max",
            Function::Sin => "MathF.Sin",
            Function::Cos => "MathF.Cos",
            Function::Exp => "MathF.Exp",
            Function::Tanh => "MathF.Tanh",
            Function::Dot => "Vector2.Dot",
            Function::Length => return Some(Native::Method("Length")),
            _ => return None,
        }))
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
}

impl Program for CSharp {
    fn kind(&self, kind: &ValueType) -> &'static str {
        match kind {
            ValueType::Unit => "Unit",
            ValueType::Units => "IEnumerable<Unit>",
            ValueType::Obstacles => "IEnumerable<Obstacle>",
            ValueType::Seen => "Seen",
            ValueType::Thing => "Thing",
            ValueType::State => "State",
            ValueType::Number => "float",
            ValueType::Whole => "int",
            ValueType::Truth => "bool",
            ValueType::Text => "string",
            ValueType::Vector => "Vector2",
            ValueType::Texts => "string[]",
            ValueType::Places => "Vector2[]",
            ValueType::Random => "Random",
            ValueType::Sways => "Vector3[]",
        }
    }

    fn argument(&self, name: &str, kind: &ValueType) -> String {
        format!("{} {name}", self.kind(kind))
    }

    fn head(&self, name: &str, args: &str, gives: Type) -> String {
        format!("public static {} {name}({args})\n{{", self.ty(gives))
    }

    fn record_begins(&self, name: &str, doc: &str) -> String {
        format!("/// <summary>{doc}</summary>\npublic sealed class {name}\n{{\n")
    }

    fn field(&self, name: &str, kind: &ValueType, start: &str) -> String {
        let start = if start.is_empty() { String::new() } else { format!(" = {start}") };
        format!("    public {} {name}{start};", self.kind(kind))
    }

    /// Compilers warn of a choice by a `const`.
    fn constant(&self, name: &str, kind: &ValueType, value: &str) -> String {
        format!("static readonly {} {name} = {value};", self.kind(kind))
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

    fn sways(&self, many: usize) -> String {
        format!("{{ {} }}", listed((0..many).map(|_| "new Vector3(0f, 0f, 1f)")))
    }

    fn frame(&self, uses: &dyn Fn(&str) -> bool) -> [String; 2] {
        let linq = [".Where(", ".Select(", ".Contains("].iter().any(|name| uses(name));
        let linq = if linq { "using System.Linq;\n" } else { "" };
        let head = "using System;\nusing System.Collections.Generic;\n";
        let head =
            format!("\n{head}{linq}using System.Numerics;\n\npublic static class Flocking\n{{\n");
        [head, "}\n".to_string()]
    }
}
