//! JavaScript and TypeScript.

use super::super::format::Bond;
use super::super::tree::{Binary, Fold, Function, Own, Type};
use super::lists::Lists;
use super::{Code, Dialect, Folded, Line, Printer, Words, camel, listed};

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
    given: &["unit", "flock"],
    own: &[
        (Own::Length, "unit.length"),
        (Own::MaxSpeed, "group.body.topSpeed(unit)"),
        (Own::MaxForce, "group.body.forceScale(unit)"),
        (Own::Velocity, "velocityOf(unit)"),
        (Own::Speed, "lengthOf(velocityOf(unit))"),
        (Own::Heading, "headingOf(unit)"),
        (Own::Place, "placeOf(unit)"),
        (Own::SoFar, "soFarOf(unit)"),
        (Own::Time, "flock.ticks * DT"),
        (Own::Pi, "Math.PI"),
        (Own::Degree, "DEGREE"),
        (Own::Tick, "DT"),
        (Own::Leads, "unit.leader"),
    ],
    native: &[
        (Function::Abs, "Math.abs"),
        (Function::Sign, "Math.sign"),
        (Function::Floor, "Math.floor"),
        (Function::Min, "Math.min"),
        (Function::Max, "Math.max"),
        (Function::Sin, "Math.sin"),
        (Function::Cos, "Math.cos"),
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

    fn unless(&self, condition: &str) -> Vec<Line> {
        vec![Line::Code(0, format!("if (!{condition}) return ZERO;"))]
    }

    fn begins(&self, name: &str, uses: &dyn Fn(&str) -> bool) -> Vec<Line> {
        let said = [("unit", "Unit"), ("flock", "Flock")]
            .into_iter()
            .filter(|(name, _)| uses(name))
            .map(|(name, ty)| if self.typed { format!("{name}: {ty}") } else { name.to_string() });
        let gives = if self.typed { ": Vector" } else { "" };
        vec![
            Line::Code(0, format!("export function {name}({}){gives} {{", listed(said))),
            Line::Code(1, "const { group } = unit;".to_string()),
        ]
    }

    fn remark(&self, depth: usize, text: &str) -> String {
        if depth == 0 { format!("/** {text} */") } else { format!("// {text}") }
    }

    fn indent(&self) -> &'static str {
        "  "
    }
}
