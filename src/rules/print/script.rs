//! JavaScript and TypeScript.

use super::super::format::Bond;
use super::super::tree::{Binary, Fold, Function, Type};
use super::{
    Code, Dialect, Folded, Member, Native, Printer, Program, ValueType, Words, camel, laid_out,
    listed,
};

/// TypeScript; JavaScript is the same without types.
pub(super) struct Script {
    pub typed: bool,
}

/// Stand around what is said of types; in the file of helpers they are « and ».
pub(super) const TYPE: [char; 2] = ['\u{f0ffe}', '\u{f0fff}'];

/// Within marks.
fn typed(text: &str) -> String {
    format!("{}{text}{}", TYPE[0], TYPE[1])
}

/// Code without what stands within marks.
fn untyped(code: &str) -> String {
    let mut within = false;
    let stays = |c: &char| {
        let was = within;
        within = if TYPE.contains(c) { *c == TYPE[0] } else { within };
        !was && !within
    };
    code.chars().filter(stays).collect()
}

const WORDS: Words = Words {
    keywords: "abstract any arguments as async await boolean break case catch class const constructor \
         continue debugger declare default delete do else enum eval export extends false finally for \
         from function get if implements import in instanceof interface is let module namespace \
         never new null number object of package private protected public readonly require return \
         set static string super switch symbol this throw true try type typeof undefined unknown var \
         void while with yield NaN Infinity Math Number Object prototype __proto__ globalThis Array",
    zero: "0",
    zero_vector: "ZERO",
    endless: "Infinity",
    speed: "lengthOf(me.velocity)",
    pi: "Math.PI",
    degree: "(Math.PI / 180)",
    binds_power: true,
    adds_vectors: false,
    indent: "  ",
    chance: "Math.random",
    helpers: include_str!("helpers/script.ts"),
    together: 2,
    ..Words::PLAIN
};

impl Dialect for Script {
    fn words(&self) -> &'static Words {
        &WORDS
    }

    fn vector_of(&self, x: &str, y: &str) -> String {
        format!("{{ x: {x}, y: {y} }}")
    }

    fn native(&self, function: Function) -> Option<Native> {
        Some(Native::Function(match function {
            Function::Abs => "Math.abs",
            Function::Sign => "Math.sign",
            Function::Floor => "Math.floor",
            Function::Min => "Math.min",
            Function::Max => "Math.max",
            Function::Sin => "Math.sin",
            Function::Cos => "Math.cos",
            Function::Exp => "Math.exp",
            Function::Tanh => "Math.tanh",
            _ => return None,
        }))
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
        let Folded { fold, ty, member, set, condition, value } = folded;
        // An object in the place of a body would be one.
        let each = |text: &str| match text.strip_prefix('{') {
            Some(_) => format!("({member}) => ({text})"),
            None => format!("({member}) => {text}"),
        };
        if fold == Fold::Any {
            let tests: Vec<_> = condition.into_iter().chain(value).collect();
            let least = if tests.len() > 1 { Bond::And } else { Bond::Loose };
            let tests: Vec<_> = tests.iter().map(|test| test.at_least(least)).collect();
            return Code::whole(format!("{set}.some({})", each(&tests.join(" && "))), ty);
        }
        let some = match &condition {
            Some(condition) => format!("{set}.filter({})", each(&condition.text)),
            None => set,
        };
        let Some(value) = value else { return Code::whole(format!("{some}.length"), ty) };
        let each = each(&value.text);
        let mapped = |name: &str| format!("{name}({some}.map({each}))");
        let text = match (fold, ty) {
            (Fold::Nearest, _) => format!("ofNearest({some}, {each}, {})", self.zero(ty)),
            (Fold::AnyOf, _) => format!("ofAny(state, {some}, {each}, {})", self.zero(ty)),
            (Fold::Mean, Type::Vector) => mapped("meanOfVectors"),
            (Fold::Mean, _) => mapped("meanOf"),
            (Fold::Least, _) => mapped("leastOf"),
            (Fold::Most, _) => mapped("mostOf"),
            (_, Type::Vector) => mapped("sumOfVectors"),
            _ => mapped("sumOf"),
        };
        Code::whole(text, ty)
    }

    fn declare(&self, _ty: Type, name: &str, value: &str) -> String {
        format!("const {name} = {value};")
    }

    fn remark(&self, depth: usize, text: &str) -> String {
        if depth == 0 { format!("/** {text} */") } else { format!("// {text}") }
    }

    fn fit(&self, margin: &str, code: &str) -> String {
        let shown = if self.typed { code.replace(TYPE, "") } else { untyped(code) };
        let fits = margin.len() + shown.chars().count() <= WORDS.width;
        let width = if fits { usize::MAX } else { WORDS.width };
        laid_out(margin, code, width, WORDS.indent, false)
    }
}

impl Program for Script {
    fn declare_changing(&self, _ty: Type, name: &str, value: &str) -> String {
        format!("let {name} = {value};")
    }

    fn kind(&self, kind: &ValueType) -> &'static str {
        match kind {
            ValueType::Unit => "Unit",
            ValueType::Units => "readonly Unit[]",
            ValueType::Obstacles => "readonly Obstacle[]",
            ValueType::Seen => "Seen",
            ValueType::Thing => "Thing | null",
            ValueType::State => "State",
            ValueType::Number | ValueType::Whole => "number",
            ValueType::Truth => "boolean",
            ValueType::Text => "string",
            ValueType::Vector => "Vector",
            ValueType::Texts => "readonly string[]",
            ValueType::Places => "readonly Vector[]",
            ValueType::Random => "() => number",
            ValueType::Sways => "{ from: number; to: number; share: number }[]",
        }
    }

    fn argument(&self, name: &str, kind: &ValueType) -> String {
        format!("{name}{}", typed(&format!(": {}", self.kind(kind))))
    }

    fn head(&self, name: &str, args: &str, gives: Type) -> String {
        format!("export function {name}({args}){} {{", typed(&format!(": {}", self.ty(gives))))
    }

    fn record_begins(&self, name: &str, doc: &str) -> String {
        let vector = "export type Vector = { x: number; y: number };\n\n";
        let first = if name == "Unit" { vector } else { "" };
        format!("{}{first}/** {doc} */\nexport type {name} = {{\n", TYPE[0])
    }

    fn field(&self, name: &str, kind: &ValueType, _start: &str) -> String {
        format!("  {name}: {};", self.kind(kind))
    }

    fn record(&self, name: &str, doc: &str, members: &[Member]) -> String {
        let mut text = self.record_begins(name, doc);
        for one in members {
            let remark = format!(" // {}", one.doc);
            let remark = if one.doc.is_empty() { "" } else { &remark };
            text += &format!("{}{remark}\n", self.field(&one.name, &one.kind, &one.start));
        }
        text += &format!("}};{}", TYPE[1]);
        if name == "State" {
            let start = |one: &Member| format!("  {}: {},\n", one.name, one.start);
            let starts: String = members.iter().map(start).collect();
            let ty = typed(": State");
            text +=
                &format!("\n\n/** {doc} */\nexport const newState = (){ty} => ({{\n{starts}}});");
        }
        text
    }

    fn constant(&self, name: &str, kind: &ValueType, value: &str) -> String {
        let ty = match kind {
            ValueType::Texts | ValueType::Places => typed(&format!(": {}", self.kind(kind))),
            _ => String::new(),
        };
        format!("const {name}{ty} = {value};")
    }

    fn sways(&self, many: usize) -> String {
        format!("[{}]", listed((0..many).map(|_| "{ from: 0, to: 0, share: 1 }")))
    }

    /// Declarations of types, which begin and end lines, become remarks in JavaScript.
    fn finished(&self, text: String) -> String {
        if self.typed {
            return text.replace(TYPE, "");
        }
        let (mut made, mut within) = (String::new(), false);
        for line in text.lines() {
            within |= line.starts_with(TYPE[0]);
            let code = if within { line.replace(TYPE, "") } else { untyped(line) };
            if within && !code.is_empty() {
                made += "// ";
            }
            let code = if within { code.replace("/** ", "").replace(" */", "") } else { code };
            made += &format!("{code}\n");
            within &= !line.ends_with(TYPE[1]);
        }
        made
    }
}
