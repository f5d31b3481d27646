//! JavaScript and TypeScript.

use super::super::format::Bond;
use super::super::tree::{Binary, Fold, Function, Own, Type};
use super::lists::Lists;
use super::{Code, Dialect, Folded, Kind, Line, Member, Printer, Program, Words, camel, listed};
use std::sync::OnceLock;

/// They differ in what is said of types.
pub(super) struct Script {
    pub typed: bool,
}

static WORDS: Words = Words {
    keywords: "abstract any arguments as async await boolean break case catch class const constructor \
         continue debugger declare default delete do else enum eval export extends false finally for \
         from function get if implements import in instanceof interface is let module namespace \
         never new null number object of package private protected public readonly require return \
         set static string super switch symbol this throw true try type typeof undefined unknown var \
         void while with yield NaN Infinity Math Number Object prototype __proto__",
    types: ["number", "Vector", "boolean"],
    zeros: ["0", "ZERO"],
    endless: "Infinity",
    vector: ["{ x: ", ", y: ", " }"],
    own: &[
        (Own::Length, "me.length"),
        (Own::MaxSpeed, "me.maxSpeed"),
        (Own::Velocity, "me.velocity"),
        (Own::Speed, "lengthOf(me.velocity)"),
        (Own::Heading, "me.heading"),
        (Own::Place, "me.position"),
        (Own::SoFar, "soFar"),
        (Own::Time, "state.time"),
        (Own::Pi, "Math.PI"),
        (Own::Degree, "(Math.PI / 180)"),
        (Own::Tick, "dt"),
        (Own::Leads, "me.leads"),
        (Own::Hunts, "me.hunts"),
    ],
    native: &[
        (Function::Abs, "Math.abs"),
        (Function::Sign, "Math.sign"),
        (Function::Floor, "Math.floor"),
        (Function::Min, "Math.min"),
        (Function::Max, "Math.max"),
        (Function::Sin, "Math.sin"),
        (Function::Cos, "Math.cos"),
        (Function::Exp, "Math.exp"),
        (Function::Tanh, "Math.tanh"),
    ],
};

impl Dialect for Script {
    fn words(&self) -> &'static Words {
        &WORDS
    }

    fn local(&self, name: &str) -> String {
        camel(name)
    }

    fn member(&self, name: &str) -> String {
        let name = camel(name);
        // A constant of a group begins with a small letter.
        let mut letters = name.chars();
        letters.next().map_or_else(String::new, |c| c.to_lowercase().chain(letters).collect())
    }

    fn function(&self, name: &str) -> String {
        camel(name)
    }

    fn adds_vectors(&self) -> bool {
        false
    }

    fn sign(&self, op: Binary) -> &'static str {
        match op {
            Binary::And => "&&",
            Binary::Or => "||",
            Binary::Same => "===",
            Binary::Differs => "!==",
            _ => op.sign(),
        }
    }

    fn power(&self, base: &Code, exponent: &Code) -> Code {
        let (base, exponent) = (base.at_least(Bond::Whole), exponent.at_least(Bond::Minus));
        Code::new(format!("{base} ** {exponent}"), Bond::Power, Type::Number)
    }

    fn fold(&self, _printer: &mut Printer, folded: Folded) -> Code {
        // An object in the place of a body would be one.
        let each = |member: &str, text: &str| match text.strip_prefix('{') {
            Some(_) => format!("({member}) => ({text})"),
            None => format!("({member}) => {text}"),
        };
        let count = |some: &str| Code::whole(format!("{some}.length"), Type::Number);
        let over = |fold, ty, some: &str, each: &str| {
            let name = match (fold, ty) {
                (Fold::Nearest, Type::Vector) => return format!("vectorOfNearest({some}, {each})"),
                (Fold::Nearest, _) => return format!("valueOfNearest({some}, {each})"),
                (Fold::AnyOf, Type::Vector) => {
                    return format!("vectorOfAny(state, {some}, {each})");
                }
                (Fold::AnyOf, _) => return format!("valueOfAny(state, {some}, {each})"),
                (Fold::Mean, Type::Vector) => "meanOfVectors",
                (Fold::Mean, _) => "meanOf",
                (Fold::Least, _) => "leastOf",
                (Fold::Most, _) => "mostOf",
                (_, Type::Vector) => "sumOfVectors",
                _ => "sumOf",
            };
            format!("{name}({some}.map({each}))")
        };
        Lists { any: "some", each, count, over }.fold(folded)
    }

    fn declare(&self, _ty: Type, name: &str, value: &str) -> String {
        format!("const {name} = {value};")
    }

    fn declare_thing(&self, name: &str, value: &str) -> String {
        self.declare(Type::Vector, name, value)
    }

    fn remark(&self, depth: usize, text: &str) -> String {
        if depth == 0 { format!("/** {text} */") } else { format!("// {text}") }
    }

    fn indent(&self) -> &'static str {
        "  "
    }
}

impl Script {
    fn ty_of(kind: &Kind) -> &'static str {
        match kind {
            Kind::Unit => "Unit",
            Kind::Units => "readonly Unit[]",
            Kind::Obstacles => "readonly Obstacle[]",
            Kind::Seen => "Seen",
            Kind::Thing => "Thing | null",
            Kind::State => "State",
            Kind::Number | Kind::Whole => "number",
            Kind::Truth => "boolean",
            Kind::Text => "string",
            Kind::Vector => "Vector",
            Kind::Texts => "readonly string[]",
            Kind::Places => "readonly Vector[]",
            Kind::Random => "() => number",
            Kind::Sways(_) => "{ from: number; to: number; share: number }[]",
        }
    }

    fn name_of(&self, member: &Member) -> String {
        if member.own.is_empty() { self.member(member.name) } else { self.member(&member.own) }
    }
}

impl Program for Script {
    fn unless(&self, condition: &str, value: &str) -> Vec<Line> {
        vec![Line::Code(0, format!("if (!{condition}) return {value};"))]
    }

    fn where_group(&self, key: &str, value: &str) -> Vec<Line> {
        vec![Line::Code(0, format!("if (me.group === {key}) return {value};"))]
    }

    fn declare_changing(&self, _ty: Type, name: &str, value: &str) -> String {
        format!("let {name} = {value};")
    }

    fn begins(&self, name: &str, args: &[(String, Kind)], gives: Type, doc: &str) -> Vec<Line> {
        let said = args.iter().map(|(name, kind)| match self.typed {
            true => format!("{name}: {}", Self::ty_of(kind)),
            false => name.clone(),
        });
        let gives = if self.typed { format!(": {}", self.ty(gives)) } else { String::new() };
        let doc = (!doc.is_empty()).then(|| Line::Remark(0, doc.to_string()));
        let head = Line::Code(0, format!("export function {name}({}){gives} {{", listed(said)));
        doc.into_iter().chain([head]).collect()
    }

    fn record(&self, name: &str, doc: &str, members: &[Member]) -> String {
        let mut text = String::new();
        if self.typed {
            if name == "Unit" {
                text += "export type Vector = { x: number; y: number };\n\n";
            }
            text += &format!("/** {doc} */\nexport type {name} = {{\n");
            for one in members {
                let doc =
                    if one.doc.is_empty() { String::new() } else { format!(" // {}", one.doc) };
                text += &format!("  {}: {};{doc}\n", self.name_of(one), Self::ty_of(&one.kind));
            }
            text += "};";
        } else if !matches!(name, "State" | "Seen") {
            text += &format!("/**\n * {doc}\n * @typedef {{object}} {name}\n");
            for one in members {
                let (kind, name) = (Self::ty_of(&one.kind), self.name_of(one));
                let kind = if kind == "Vector" { "{ x: number, y: number }" } else { kind };
                text += &format!(" * @property {{{kind}}} {name} {}\n", one.doc);
            }
            text = text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n") + "\n */";
        }
        if name == "State" {
            let head = if self.typed { "(): State" } else { "()" };
            let begin = if self.typed { "\n\n" } else { "" };
            text += &format!("{begin}/** {doc} */\nexport const newState = {head} => ({{\n");
            for one in members {
                text += &format!("  {}: {},\n", self.name_of(one), one.start);
            }
            text += "});";
        }
        text
    }

    fn constant(&self, name: &str, kind: &Kind, value: &str) -> String {
        match kind {
            Kind::Texts | Kind::Places if self.typed => {
                format!("const {name}: {} = {value};", Self::ty_of(kind))
            }
            _ => format!("const {name} = {value};"),
        }
    }

    fn names_types(&self) -> bool {
        self.typed
    }

    fn chance(&self) -> String {
        "Math.random".to_string()
    }

    fn sways(&self, many: usize) -> String {
        format!("[{}]", listed((0..many).map(|_| "{ from: 0, to: 0, share: 1 }")))
    }

    fn helpers(&self) -> &'static str {
        static TEXTS: [OnceLock<String>; 2] = [OnceLock::new(), OnceLock::new()];
        TEXTS[usize::from(self.typed)].get_or_init(|| {
            let text = include_str!("helpers/script.ts");
            let mut made = String::new();
            let mut within = false;
            for c in text.chars() {
                match c {
                    '«' => within = true,
                    '»' => within = false,
                    _ if within && !self.typed => {}
                    _ => made.push(c),
                }
            }
            made
        })
    }

    fn frame(&self, _uses: &dyn Fn(&str) -> bool) -> [String; 2] {
        ["\n".to_string(), String::new()]
    }

    fn together(&self) -> usize {
        2
    }
}
