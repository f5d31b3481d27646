//! JavaScript and TypeScript.

use super::super::format::Bond;
use super::super::tree::{Binary, Fold, Function, Own, Type};
use super::{Code, Dialect, Folded, Gets, Line, Printer, camel, listed};

/// They differ in what is said of types.
pub(super) struct Script {
    pub typed: bool,
}

impl Dialect for Script {
    fn keywords(&self) -> &'static str {
        "abstract any arguments as async await boolean break case catch class const constructor \
         continue debugger declare default delete do else enum eval export extends false finally for \
         from function get if implements import in instanceof interface is let module namespace \
         never new null number object of package private protected public readonly require return \
         set static string super switch symbol this throw true try type typeof undefined unknown var \
         void while with yield NaN Infinity Math Number Object prototype __proto__"
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

    fn given(&self, gets: Gets) -> &'static [&'static str] {
        match gets {
            Gets::Nothing => &[],
            Gets::Unit => &["unit"],
            Gets::Both => &["unit", "flock"],
        }
    }

    fn ty(&self, ty: Type) -> &'static str {
        match ty {
            Type::Number => "number",
            Type::Vector => "Vector",
            Type::Condition => "boolean",
        }
    }

    fn number(&self, number: f32) -> String {
        if number.is_finite() { number.to_string() } else { "Infinity".to_string() }
    }

    fn zero(&self, ty: Type) -> Code {
        Code::whole(if ty == Type::Vector { "ZERO" } else { "0" }, ty)
    }

    fn vector(&self, x: &Code, y: &Code) -> Code {
        if x.text == "0" && y.text == "0" {
            return self.zero(Type::Vector);
        }
        Code::whole(format!("{{ x: {}, y: {} }}", x.text, y.text), Type::Vector)
    }

    fn own(&self, own: Own) -> &'static str {
        match own {
            Own::Length => "unit.length",
            Own::MaxSpeed => "group.body.topSpeed(unit)",
            Own::MaxForce => "group.body.forceScale(unit)",
            Own::Velocity => "velocityOf(unit)",
            Own::Speed => "lengthOf(velocityOf(unit))",
            Own::Heading => "headingOf(unit)",
            Own::Place => "placeOf(unit)",
            Own::SoFar => "soFarOf(unit)",
            Own::Time => "flock.ticks * DT",
            constant => self.constant(constant),
        }
    }

    fn constant(&self, own: Own) -> &'static str {
        match own {
            Own::Pi => "Math.PI",
            Own::Degree => "DEGREE",
            Own::Tick => "DT",
            _ => "unit.leader",
        }
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

    fn native(&self, function: Function, args: &[Code]) -> Option<Code> {
        let name = match function {
            Function::Abs => "abs",
            Function::Sign => "sign",
            Function::Floor => "floor",
            Function::Min => "min",
            Function::Max => "max",
            Function::Sin => "sin",
            Function::Cos => "cos",
            _ => return None,
        };
        let args = listed(args.iter().map(|arg| arg.text.as_str()));
        Some(Code::whole(format!("Math.{name}({args})"), Type::Number))
    }

    fn fold(&self, _printer: &mut Printer, folded: Folded) -> Code {
        let Folded { fold, ty, member, set, condition, value } = folded;
        let vectors = ty == Type::Vector;
        // An object in the place of a body would be one.
        let arrow = |code: &Code| {
            let open = code.text.starts_with('{');
            let body = if open { format!("({})", code.text) } else { code.text.clone() };
            format!("({member}) => {body}")
        };
        let and = |code: &Code| code.at_least(Bond::And);
        let text = match (fold, &condition, &value) {
            (Fold::Any, Some(condition), Some(value)) => {
                format!("{set}.some(({member}) => {} && {})", and(condition), and(value))
            }
            (Fold::Any, Some(one), None) | (Fold::Any, None, Some(one)) => {
                format!("{set}.some({})", arrow(one))
            }
            (_, condition, value) => {
                let some = match condition {
                    Some(condition) => format!("{set}.filter({})", arrow(condition)),
                    None => set,
                };
                match (fold, value) {
                    (Fold::Nearest, Some(value)) => {
                        let name = if vectors { "vectorOfNearest" } else { "valueOfNearest" };
                        format!("{name}({some}, {})", arrow(value))
                    }
                    (_, Some(value)) => {
                        let name = match fold {
                            Fold::Mean if vectors => "meanOfVectors",
                            Fold::Mean => "meanOf",
                            Fold::Least => "leastOf",
                            Fold::Most => "mostOf",
                            _ if vectors => "sumOfVectors",
                            _ => "sumOf",
                        };
                        format!("{name}({some}.map({}))", arrow(value))
                    }
                    (_, None) => format!("{some}.length"),
                }
            }
        };
        Code::whole(text, ty)
    }

    fn declare(&self, _ty: Type, name: &str, value: &str) -> String {
        format!("const {name} = {value};")
    }

    fn unless(&self, condition: &str) -> Vec<Line> {
        vec![Line::Code(0, format!("if (!{condition}) return ZERO;"))]
    }

    fn frame(
        &self,
        name: &str,
        doc: &str,
        body: Vec<Line>,
        uses: &dyn Fn(&str) -> bool,
    ) -> Vec<Line> {
        let args = [("unit", "Unit"), ("flock", "Flock")];
        let said = args
            .into_iter()
            .filter(|(name, _)| uses(name))
            .map(|(name, ty)| if self.typed { format!("{name}: {ty}") } else { name.to_string() });
        let gives = if self.typed { ": Vector" } else { "" };
        let mut lines = Vec::new();
        if !doc.is_empty() {
            lines.push(Line::Remark(0, doc.to_string()));
        }
        lines.push(Line::Code(0, format!("export function {name}({}){gives} {{", listed(said))));
        lines.push(Line::Code(1, "const { group } = unit;".to_string()));
        lines.extend(body.into_iter().map(Line::deeper));
        lines.push(Line::Code(0, "}".to_string()));
        lines
    }

    fn remark(&self, depth: usize, text: &str) -> String {
        if depth == 0 { format!("/** {text} */") } else { format!("// {text}") }
    }

    fn indent(&self) -> &'static str {
        "  "
    }
}
