//! GDScript, in what Godot 3 and 4 both understand: without lambdas, so that members of sets are
//! looked at in loops.

use super::super::format::Bond;
use super::super::tree::{Binary, Function, Own, Type};
use super::loops::Loop;
use super::{Code, Dialect, Folded, Line, Printer, Words, decimal, listed, snake};

pub(super) struct GDScript;

static WORDS: Words = Words {
    keywords: "and as assert await bool break breakpoint case class class_name const continue do elif else \
         enum export extends false float for func if in int is master mastersync match namespace not \
         null onready or pass preload puppet puppetsync remote remotesync return self set get setget \
         signal static super switch sync tool trait true var void when while yield PI TAU INF NAN \
         Vector2 String Array Dictionary abs acos cos sin floor sign pow min max clamp lerp range load \
         str print name owner position rotation scale transform visible script units keys ticks \
         groups grid crowd bullets obstacles walls alpha Group Unit Sighting free call connect disconnect \
         reference unreference init_ref notification \
         _ready _input _notification _get _set _to_string _enter_tree _exit_tree \
         _physics_process _unhandled_input _unhandled_key_input _get_property_list \
         _get_configuration_warning",
    types: ["float", "Vector2", "bool"],
    zeros: ["0.0", "Vector2.ZERO"],
    endless: "INF",
    vector: ["Vector2(", ", ", ")"],
    given: &["unit"],
    own: &[
        (Own::Length, "unit.length"),
        (Own::MaxSpeed, "_top_speed(unit)"),
        (Own::MaxForce, "group.force_scale"),
        (Own::Velocity, "unit.velocity"),
        (Own::Speed, "unit.velocity.length()"),
        (Own::Heading, "unit.h"),
        (Own::Place, "unit.position"),
        (Own::SoFar, "_so_far_of(unit)"),
        (Own::Time, "ticks * DT"),
        (Own::Pi, "PI"),
        (Own::Degree, "DEGREE"),
        (Own::Tick, "DT"),
        (Own::Leads, "unit.leader"),
    ],
    native: &[
        (Function::Abs, "abs"),
        (Function::Sign, "sign"),
        (Function::Floor, "floor"),
        (Function::Sin, "sin"),
        (Function::Cos, "cos"),
        (Function::Mix, "lerp"),
    ],
};

/// Methods of vectors.
const METHODS: [(Function, &str); 5] = [
    (Function::Length, "length"),
    (Function::Unit, "normalized"),
    (Function::Dot, "dot"),
    (Function::Cross, "cross"),
    (Function::Rotate, "rotated"),
];

impl Dialect for GDScript {
    fn words(&self) -> &'static Words {
        &WORDS
    }

    fn local(&self, name: &str) -> String {
        snake(name)
    }

    fn function(&self, name: &str) -> String {
        format!("_{}", name.to_lowercase())
    }

    fn finite(&self, number: f32) -> String {
        decimal(number)
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
        if let Some((_, name)) = METHODS.iter().find(|(of, _)| *of == function) {
            let rest = listed(args[1..].iter().map(|arg| arg.text.as_str()));
            let text = format!("{}.{name}({rest})", args[0].at_least(Bond::Whole));
            return Some(Code::whole(text, Type::Number));
        }
        let name = match function {
            Function::Min => "min",
            Function::Max => "max",
            _ => return self.called(function, args),
        };
        // They take two there.
        let more = |text, arg: &Code| format!("{name}({text}, {})", arg.text);
        Some(Code::whole(args[1..].iter().fold(args[0].text.clone(), more), Type::Number))
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

    fn begins(&self, name: &str, _uses: &dyn Fn(&str) -> bool) -> Vec<Line> {
        vec![
            Line::Code(0, format!("func {name}(unit: Unit) -> Vector2:")),
            Line::Code(1, "var group: Group = unit.group".to_string()),
        ]
    }

    fn ends(&self) -> &'static str {
        ""
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
