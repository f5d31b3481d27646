//! Python.

use super::super::format::Bond;
use super::super::tree::{Fold, Function, Type};
use super::{Code, Dialect, Folded, Line, Native, Printer, Program, ValueType, Words, listed};

pub(super) struct Python;

const WORDS: Words = Words {
    // A lonely l, O or I is mistaken for another letter or digit.
    keywords: "False None True and as assert async await break class continue def del elif else except finally \
         for from global if import in is lambda nonlocal not or pass raise return try while with yield \
         match case type abs min max sum len any all sorted round float int str bool list dict set tuple \
         math cmath complex dataclass field replace random T l O I annotations Callable Iterable Sequence TypeVar Vector bytes isinstance object range super zip",
    zero: "0",
    zero_vector: "ZERO",
    truth: ["False", "True"],
    endless: "math.inf",
    speed: "abs(me.velocity)",
    pi: "math.pi",
    degree: "DEGREE",
    is_spelled: true,
    chance: "random.random",
    helpers: include_str!("helpers/python.py"),
    ..Words::PLAIN
};

impl Dialect for Python {
    fn words(&self) -> &'static Words {
        &WORDS
    }

    fn vector_of(&self, x: &str, y: &str) -> String {
        format!("complex({x}, {y})")
    }

    fn native(&self, function: Function) -> Option<Native> {
        Some(Native::Function(match function {
            Function::Abs | Function::Length => "abs",
            Function::Floor => "math.floor",
            Function::Min => "min",
            Function::Max => "max",
            Function::Sin => "math.sin",
            Function::Cos => "math.cos",
            Function::Tanh => "math.tanh",
            _ => return None,
        }))
    }

    fn power(&self, base: &Code, exponent: &Code) -> Code {
        Code::whole(format!("power({}, {})", base.text, exponent.text), Type::Number)
    }

    fn native_call(&self, function: Function, args: &[Code]) -> Option<Code> {
        let text = match function {
            Function::Starboard => format!("1j * {}", args[0].at_least(Bond::Minus)),
            Function::Rotate => {
                let v = args[0].at_least(Bond::Product);
                format!("{v} * cmath.exp(1j * ({}))", args[1].text)
            }
            _ => {
                let whole = match (function, self.native(function)) {
                    (Function::Ahead, _) => format!("dot(me.heading, {})", args[0].text),
                    (Function::Abeam, _) => format!("cross(me.heading, {})", args[0].text),
                    (_, Some(Native::Function(name))) => {
                        format!("{name}({})", listed(args.iter().map(|arg| arg.text.as_str())))
                    }
                    _ => return None,
                };
                return Some(Code::whole(whole, Type::Number));
            }
        };
        Some(Code::new(text, Bond::Product, Type::Number))
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
                let zero = self.zero(ty);
                format!("any_of(state, {some}, lambda {member}: {}, {zero})", value.text)
            }
            _ => {
                format!("nearest({some}, lambda {member}: {}, {})", value.text, self.zero(ty))
            }
        };
        Code::whole(text, ty)
    }

    fn declare(&self, _ty: Type, name: &str, value: &str) -> String {
        format!("{name} = {value}")
    }
}

impl Program for Python {
    fn kind(&self, kind: &ValueType) -> &'static str {
        match kind {
            ValueType::Unit => "Unit",
            ValueType::Units => "Sequence[Unit]",
            ValueType::Obstacles => "Sequence[Obstacle]",
            ValueType::Seen => "Seen",
            ValueType::Thing => "Thing | None",
            ValueType::State => "State",
            ValueType::Number => "float",
            ValueType::Whole => "int",
            ValueType::Truth => "bool",
            ValueType::Text => "str",
            ValueType::Vector => "Vector",
            ValueType::Texts => "Sequence[str]",
            ValueType::Places => "Sequence[Vector]",
            ValueType::Random => "Callable[[], float]",
            ValueType::Sways => "list[tuple[float, float, float]]",
        }
    }

    fn head(&self, name: &str, args: &str, gives: Type) -> String {
        format!("def {name}({args}) -> {}:", self.ty(gives))
    }

    fn begins(
        &self,
        name: &str,
        args: &[(String, ValueType)],
        gives: Type,
        doc: &str,
    ) -> Vec<Line> {
        let args = args.iter().map(|(name, kind)| self.argument(name, kind));
        let head = self.head(name, &listed(args), gives);
        let doc = doc.replace('\\', "/").replace('"', "'");
        let doc = (!doc.is_empty()).then(|| Line::Code(1, format!("\"\"\"{doc}\"\"\"")));
        [Line::Code(0, head)].into_iter().chain(doc).collect()
    }

    fn record_begins(&self, name: &str, doc: &str) -> String {
        format!("# {doc}\n@dataclass\nclass {name}:\n")
    }

    fn field(&self, name: &str, kind: &ValueType, start: &str) -> String {
        let start = match (kind, start) {
            (ValueType::Sways, start) => format!("field(default_factory=lambda: {start})"),
            (ValueType::Vector, "") => "ZERO".to_string(),
            (ValueType::Number, "") => "0".to_string(),
            (ValueType::Truth, "") => "False".to_string(),
            (ValueType::Text, "") => "\"\"".to_string(),
            (ValueType::Thing, "") => "None".to_string(),
            (_, start) => start.to_string(),
        };
        format!("    {name}: {} = {start}", self.kind(kind))
    }

    fn constant(&self, name: &str, _kind: &ValueType, value: &str) -> String {
        format!("{name} = {value}")
    }

    fn sways(&self, many: usize) -> String {
        format!("[(0.0, 0.0, 1.0)] * {many}")
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
        head += &format!("from dataclasses import {}\n", listed(classes));
        if uses("nobody: T") {
            head += "from typing import TypeVar\n\nT = TypeVar(\"T\")\n";
        }
        [head + "\n", String::new()]
    }
}
