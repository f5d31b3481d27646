//! Python.

use super::super::format::Bond;
use super::super::tree::{Binary, Fold, Function, Own, Type};
use super::{Code, Dialect, Folded, Kind, Line, Member, Printer, Program, Words, listed, snake};

pub(super) struct Python;

static WORDS: Words = Words {
    // A lonely l, O or I is mistaken for another letter or digit.
    keywords: "False None True and as assert async await break class continue def del elif else except finally \
         for from global if import in is lambda nonlocal not or pass raise return try while with yield \
         match case type abs min max sum len any all sorted round float int str bool list dict set tuple \
         math cmath complex dataclass field replace random T l O I",
    types: ["float", "Vector", "bool"],
    zeros: ["0", "ZERO"],
    endless: "math.inf",
    vector: ["complex(", ", ", ")"],
    own: &[
        (Own::Length, "me.length"),
        (Own::MaxSpeed, "me.max_speed"),
        (Own::Velocity, "me.velocity"),
        (Own::Speed, "abs(me.velocity)"),
        (Own::Heading, "me.heading"),
        (Own::Place, "me.position"),
        (Own::SoFar, "so_far"),
        (Own::Time, "state.time"),
        (Own::Pi, "math.pi"),
        (Own::Degree, "DEGREE"),
        (Own::Tick, "dt"),
        (Own::Leads, "me.leads"),
        (Own::Hunts, "me.hunts"),
    ],
    native: &[
        (Function::Abs, "abs"),
        (Function::Floor, "math.floor"),
        (Function::Min, "min"),
        (Function::Max, "max"),
        (Function::Sin, "math.sin"),
        (Function::Cos, "math.cos"),
        (Function::Tanh, "math.tanh"),
        (Function::Length, "abs"),
    ],
};

impl Dialect for Python {
    fn words(&self) -> &'static Words {
        &WORDS
    }

    fn local(&self, name: &str) -> String {
        snake(name)
    }

    fn minds_zero(&self, _vector: bool) -> bool {
        true
    }

    fn truth(&self, yes: bool) -> &'static str {
        if yes { "True" } else { "False" }
    }

    fn sign(&self, op: Binary) -> &'static str {
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
        // A chain of conditions needs no brackets.
        Code::new(format!("{yes} if {condition} else {}", no.text), Bond::Loose, Type::Number)
    }

    fn native(&self, function: Function, args: &[Code]) -> Option<Code> {
        let of = |text: String, bond: Bond| Some(Code::new(text, bond, Type::Number));
        match function {
            Function::Starboard => {
                of(format!("1j * {}", args[0].at_least(Bond::Minus)), Bond::Product)
            }
            Function::Rotate => {
                let v = args[0].at_least(Bond::Product);
                of(format!("{v} * cmath.exp(1j * ({}))", args[1].text), Bond::Product)
            }
            Function::Ahead => of(format!("dot(me.heading, {})", args[0].text), Bond::Whole),
            Function::Abeam => of(format!("cross(me.heading, {})", args[0].text), Bond::Whole),
            _ => self.called(function, args),
        }
    }

    fn fold(&self, _printer: &mut Printer, folded: Folded) -> Code {
        let Folded { fold, ty, member, set, condition, value } = folded;
        let mut tests: Vec<Code> = condition.into_iter().collect();
        if fold == Fold::Any {
            tests.extend(value.clone());
            let least = if tests.len() > 1 { Bond::And } else { Bond::Loose };
            let tests: Vec<_> = tests.iter().map(|test| test.at_least(least)).collect();
            let text = format!("any({} for {member} in {set})", tests.join(" and "));
            return Code::whole(text, ty);
        }
        let when =
            tests.first().map_or(String::new(), |test| format!(" if {}", test.at_least(Bond::Or)));
        let some = match when.is_empty() {
            true => set.clone(),
            false => format!("[{member} for {member} in {set}{when}]"),
        };
        let Some(value) = value else {
            return Code::whole(format!("len({some})"), ty);
        };
        let each = format!("{} for {member} in {set}{when}", value.text);
        let text = match (fold, ty) {
            (Fold::Sum, Type::Vector) => format!("sum_of_vectors({each})"),
            (Fold::Sum, _) => format!("sum({each})"),
            (Fold::Mean, Type::Vector) => format!("mean_of_vectors([{each}])"),
            (Fold::Mean, _) => format!("mean_of([{each}])"),
            (Fold::Least, _) => format!("min(({each}), default=0)"),
            (Fold::Most, _) => format!("max(({each}), default=0)"),
            (Fold::AnyOf, _) => {
                let zero = self.zero(ty).text;
                format!("any_of(state, {some}, lambda {member}: {}, {zero})", value.text)
            }
            _ => {
                format!("nearest({some}, lambda {member}: {}, {})", value.text, self.zero(ty).text)
            }
        };
        Code::whole(text, ty)
    }

    fn declare(&self, _ty: Type, name: &str, value: &str) -> String {
        format!("{name} = {value}")
    }

    fn statement(&self, call: &str) -> String {
        call.to_string()
    }

    fn remark(&self, _depth: usize, text: &str) -> String {
        format!("# {text}")
    }

    fn goes_on(&self) -> bool {
        false
    }
}

fn ty_of(kind: &Kind) -> &'static str {
    match kind {
        Kind::Unit => "Unit",
        Kind::Units => "Sequence[Unit]",
        Kind::Obstacles => "Sequence[Obstacle]",
        Kind::Seen => "Seen",
        Kind::Thing => "Thing | None",
        Kind::State => "State",
        Kind::Number => "float",
        Kind::Whole => "int",
        Kind::Truth => "bool",
        Kind::Text => "str",
        Kind::Vector => "Vector",
        Kind::Texts => "Sequence[str]",
        Kind::Places => "Sequence[Vector]",
        Kind::Random => "Callable[[], float]",
        Kind::Sways(_) => "list[tuple[float, float, float]]",
    }
}

impl Program for Python {
    fn unless(&self, condition: &str, value: &str) -> Vec<Line> {
        vec![
            Line::Code(0, format!("if not {condition}:")),
            Line::Code(1, format!("return {value}")),
        ]
    }

    fn where_group(&self, key: &str, value: &str) -> Vec<Line> {
        vec![
            Line::Code(0, format!("if me.group == {key}:")),
            Line::Code(1, format!("return {value}")),
        ]
    }

    fn begins(&self, name: &str, args: &[(String, Kind)], gives: Type, doc: &str) -> Vec<Line> {
        let said = args.iter().map(|(name, kind)| format!("{name}: {}", ty_of(kind)));
        let head = format!("def {name}({}) -> {}:", listed(said), self.ty(gives));
        let doc = doc.replace('\\', "/").replace('"', "'");
        let doc = (!doc.is_empty()).then(|| Line::Code(1, format!("\"\"\"{doc}\"\"\"")));
        [Line::Code(0, head)].into_iter().chain(doc).collect()
    }

    fn ends(&self) -> &'static str {
        ""
    }

    fn record(&self, name: &str, doc: &str, members: &[Member]) -> String {
        let mut text = format!("# {doc}\n@dataclass\nclass {name}:\n");
        for one in members {
            let named = self.member(if one.own.is_empty() { one.name } else { &one.own });
            let start = match (&one.kind, one.start.as_str()) {
                (Kind::Sways(_), start) => format!(" = field(default_factory=lambda: {start})"),
                (Kind::Vector, "") => " = ZERO".to_string(),
                (Kind::Number, "") => " = 0".to_string(),
                (Kind::Truth, "") => " = False".to_string(),
                (Kind::Text, "") => " = \"\"".to_string(),
                (Kind::Thing, "") => " = None".to_string(),
                (_, start) => format!(" = {start}"),
            };
            let doc = if one.doc.is_empty() { String::new() } else { format!("  # {}", one.doc) };
            text += &format!("    {named}: {}{start}{doc}\n", ty_of(&one.kind));
        }
        text.trim_end().to_string()
    }

    fn constant(&self, name: &str, _kind: &Kind, value: &str) -> String {
        format!("{name} = {value}")
    }

    fn chance(&self) -> String {
        "random.random".to_string()
    }

    fn sways(&self, many: usize) -> String {
        format!("[(0.0, 0.0, 1.0)] * {many}")
    }

    fn helpers(&self) -> &'static str {
        include_str!("helpers/python.py")
    }

    fn frame(&self, uses: &dyn Fn(&str) -> bool) -> [String; 2] {
        let mut head = "\nfrom __future__ import annotations\n\n".to_string();
        for name in ["cmath", "math"] {
            if uses(&format!(" {name}.")) || uses(&format!("({name}.")) {
                head += &format!("import {name}\n");
            }
        }
        if uses("random.random") {
            head += "import random\n";
        }
        let mut abc = Vec::new();
        for name in ["Callable", "Iterable", "Sequence"] {
            abc.extend(uses(&format!("{name}[")).then_some(name));
        }
        head += &format!("from collections.abc import {}\n", listed(abc));
        let mut classes = vec!["dataclass"];
        classes.extend(uses("field(").then_some("field"));
        classes.extend(uses("replace(").then_some("replace"));
        head += &format!("from dataclasses import {}\n", listed(classes));
        if uses("nobody: T") {
            head += "from typing import TypeVar\n\nT = TypeVar(\"T\")\n";
        }
        [head + "\n", String::new()]
    }

    fn about(&self, text: &str) -> String {
        format!("# {text}").trim_end().to_string()
    }
}
