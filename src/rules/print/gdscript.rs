//! GDScript, in what Godot 3 and 4 both understand: without lambdas, so that members of sets are
//! looked at in loops.

use super::super::format::Bond;
use super::super::tree::{Binary, Function, Own, Type};
use super::loops::Loop;
use super::{Code, Dialect, Folded, Gets, Line, Printer, decimal, listed, snake};

pub(super) struct GDScript;

impl Dialect for GDScript {
    fn keywords(&self) -> &'static str {
        "and as assert await bool break breakpoint case class class_name const continue do elif else \
         enum export extends false float for func if in int is master mastersync match namespace not \
         null onready or pass preload puppet puppetsync remote remotesync return self set get setget \
         signal static super switch sync tool trait true var void when while yield PI TAU INF NAN \
         Vector2 String Array Dictionary abs acos cos sin floor sign pow min max clamp lerp range load \
         str print name owner position rotation scale transform visible script units keys ticks \
         groups grid crowd bullets obstacles walls alpha Group Unit Sighting free call connect disconnect \
         reference unreference init_ref notification \
         _ready _input _notification _get _set _to_string _enter_tree _exit_tree \
         _physics_process _unhandled_input _unhandled_key_input _get_property_list \
         _get_configuration_warning"
    }

    fn local(&self, name: &str) -> String {
        snake(name)
    }

    fn member(&self, name: &str) -> String {
        snake(name)
    }

    fn function(&self, name: &str) -> String {
        format!("_{}", name.to_lowercase())
    }

    fn given(&self, gets: Gets) -> &'static [&'static str] {
        if gets == Gets::Nothing { &[] } else { &["unit"] }
    }

    fn ty(&self, ty: Type) -> &'static str {
        match ty {
            Type::Number => "float",
            Type::Vector => "Vector2",
            Type::Condition => "bool",
        }
    }

    fn number(&self, number: f32) -> String {
        if number.is_finite() { decimal(number) } else { "INF".to_string() }
    }

    fn zero(&self, ty: Type) -> Code {
        Code::whole(if ty == Type::Vector { "Vector2.ZERO" } else { "0.0" }, ty)
    }

    fn vector(&self, x: &Code, y: &Code) -> Code {
        if x.text == "0.0" && y.text == "0.0" {
            return self.zero(Type::Vector);
        }
        Code::whole(format!("Vector2({}, {})", x.text, y.text), Type::Vector)
    }

    fn own(&self, own: Own) -> &'static str {
        match own {
            Own::Length => "unit.length",
            Own::MaxSpeed => "_top_speed(unit)",
            Own::MaxForce => "group.force_scale",
            Own::Velocity => "unit.velocity",
            Own::Speed => "unit.velocity.length()",
            Own::Heading => "unit.h",
            Own::Place => "unit.position",
            Own::SoFar => "_so_far_of(unit)",
            Own::Time => "ticks * DT",
            constant => self.constant(constant),
        }
    }

    fn constant(&self, own: Own) -> &'static str {
        match own {
            Own::Pi => "PI",
            Own::Degree => "DEGREE",
            Own::Tick => "DT",
            _ => "unit.leader",
        }
    }

    fn minds_zero(&self) -> bool {
        true
    }

    fn sign(&self, op: Binary) -> &'static str {
        // `and` and `or` are words there, too.
        op.sign()
    }

    fn not(&self, of: &Code) -> Code {
        Code::new(format!("not {}", of.at_least(Bond::Not)), Bond::Not, Type::Condition)
    }

    fn power(&self, base: &Code, exponent: &Code) -> Code {
        Code::whole(format!("pow({}, {})", base.text, exponent.text), Type::Number)
    }

    fn choose(&self, condition: &Code, yes: &Code, no: &Code) -> Code {
        let [condition, yes, no] = [condition, yes, no].map(|part| part.at_least(Bond::Or));
        Code::new(format!("{yes} if {condition} else {no}"), Bond::Loose, Type::Number)
    }

    fn native(&self, function: Function, args: &[Code]) -> Option<Code> {
        use Function as F;
        let own = |name: &str| {
            let rest = listed(args[1..].iter().map(|arg| arg.text.as_str()));
            Code::whole(format!("{}.{name}({rest})", args[0].at_least(Bond::Whole)), Type::Number)
        };
        let name = match function {
            F::Length => return Some(own("length")),
            F::Unit => return Some(own("normalized")),
            F::Dot => return Some(own("dot")),
            F::Cross => return Some(own("cross")),
            F::Rotate => return Some(own("rotated")),
            F::Abs => "abs",
            F::Sign => "sign",
            F::Floor => "floor",
            F::Sin => "sin",
            F::Cos => "cos",
            F::Mix => "lerp",
            F::Min | F::Max => {
                // They take two there.
                let name = if function == F::Min { "min" } else { "max" };
                let first = args[0].text.clone();
                let text = args[1..]
                    .iter()
                    .fold(first, |text, arg| format!("{name}({text}, {})", arg.text));
                return Some(Code::whole(text, Type::Number));
            }
            _ => return None,
        };
        let args = listed(args.iter().map(|arg| arg.text.as_str()));
        Some(Code::whole(format!("{name}({args})"), Type::Number))
    }

    fn fold(&self, printer: &mut Printer, folded: Folded) -> Code {
        let each = |member: &str, set: &str| format!("for {member} in {set}:");
        let when = |test: &str| format!("if {test}:");
        let is_endless = |name: &str| format!("is_inf({name})");
        let is_nobody = |name: &str| format!("{name} == null");
        Loop {
            each,
            when,
            is_endless,
            nobody: "null",
            is_nobody,
            nearer: "is_nearer_than",
            braces: false,
        }
        .fold(self, printer, folded)
    }

    fn declare(&self, ty: Type, name: &str, value: &str) -> String {
        format!("var {name}: {} = {value}", self.ty(ty))
    }

    fn declare_thing(&self, name: &str, value: &str) -> String {
        format!("var {name}: Sighting = {value}")
    }

    fn unless(&self, condition: &str) -> Vec<Line> {
        vec![
            Line::Code(0, format!("if not {condition}:")),
            Line::Code(1, "return Vector2.ZERO".to_string()),
        ]
    }

    fn statement(&self, call: &str) -> String {
        call.to_string()
    }

    fn give(&self, value: &str) -> String {
        format!("return {value}")
    }

    fn frame(
        &self,
        name: &str,
        doc: &str,
        body: Vec<Line>,
        _uses: &dyn Fn(&str) -> bool,
    ) -> Vec<Line> {
        let mut lines = Vec::new();
        if !doc.is_empty() {
            lines.push(Line::Remark(0, doc.to_string()));
        }
        lines.push(Line::Code(0, format!("func {name}(unit: Unit) -> Vector2:")));
        lines.push(Line::Code(1, "var group: Group = unit.group".to_string()));
        lines.extend(body.into_iter().map(Line::deeper));
        lines
    }

    fn remark(&self, _depth: usize, text: &str) -> String {
        format!("# {text}")
    }

    fn indent(&self) -> &'static str {
        "\t"
    }

    fn goes_on(&self) -> bool {
        false
    }
}
