//! JavaScript and TypeScript.

use super::super::format::Bond;
use super::super::tree::{Binary, Fold, Type};
use super::lists::Lists;
use super::{Code, Dialect, Folded, Kind, Member, Printer, Program, Words, camel, listed};
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
    kinds: "Unit/readonly Unit[]/readonly Obstacle[]/Seen/Thing | null/State/number/number/boolean/\
         string/Vector/readonly string[]/readonly Vector[]/() => number/\
         { from: number; to: number; share: number }[]",
    numbers: ["lengthOf(me.velocity)", "Math.PI", "(Math.PI / 180)"],
    native: "abs=Math.abs;sign=Math.sign;floor=Math.floor;min=Math.min;max=Math.max;sin=Math.sin;\
         cos=Math.cos;exp=Math.exp;tanh=Math.tanh",
    spelled: false,
    pairs: false,
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

    fn remark(&self, depth: usize, text: &str) -> String {
        if depth == 0 { format!("/** {text} */") } else { format!("// {text}") }
    }

    fn indent(&self) -> &'static str {
        "  "
    }
}

impl Script {
    /// What makes a state, with its members as they are at first.
    fn state(&self, members: &[Member]) -> String {
        let head = if self.typed { "(): State" } else { "()" };
        let start = |one: &Member| format!("  {}: {},\n", self.name_of(one), one.start);
        let starts: String = members.iter().map(start).collect();
        let doc = "What a unit remembers: one for each.";
        format!("\n\n/** {doc} */\nexport const newState = {head} => ({{\n{starts}}});")
    }
}

impl Program for Script {
    fn declare_changing(&self, _ty: Type, name: &str, value: &str) -> String {
        format!("let {name} = {value};")
    }

    fn argument(&self, name: &str, kind: &Kind) -> String {
        if self.typed { format!("{name}: {}", self.kind(kind)) } else { name.to_string() }
    }

    fn head(&self, name: &str, args: &str, gives: Type) -> String {
        let gives = if self.typed { format!(": {}", self.ty(gives)) } else { String::new() };
        format!("export function {name}({args}){gives} {{")
    }

    fn record_begins(&self, name: &str, doc: &str) -> String {
        let vector = "export type Vector = { x: number; y: number };\n\n";
        let first = if name == "Unit" { vector } else { "" };
        format!("{first}/** {doc} */\nexport type {name} = {{\n")
    }

    fn field(&self, name: &str, kind: &Kind, _start: &str) -> String {
        format!("  {name}: {};", self.kind(kind))
    }

    /// What JavaScript says of types stands in comments.
    fn record(&self, name: &str, doc: &str, members: &[Member]) -> String {
        let state = if name == "State" { self.state(members) } else { String::new() };
        if self.typed {
            return self.declared(name, doc, members) + ";" + &state;
        }
        if matches!(name, "State" | "Seen") {
            return state.trim_start().to_string();
        }
        let mut text = format!("/**\n * {doc}\n * @typedef {{object}} {name}\n");
        for one in members {
            let (kind, name) = (self.kind(&one.kind), self.name_of(one));
            let kind = if kind == "Vector" { "{ x: number, y: number }".to_string() } else { kind };
            text += &format!(" * @property {{{kind}}} {name} {}\n", one.doc);
        }
        text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n") + "\n */"
    }

    fn constant(&self, name: &str, kind: &Kind, value: &str) -> String {
        match kind {
            Kind::Texts | Kind::Places if self.typed => {
                format!("const {name}: {} = {value};", self.kind(kind))
            }
            _ => format!("const {name} = {value};"),
        }
    }

    fn names_types(&self) -> bool {
        self.typed
    }

    fn chance(&self) -> &'static str {
        "Math.random"
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

    fn together(&self) -> usize {
        2
    }
}
