//! GDScript of Godot 4, without lambdas: members of sets are looked at in loops.

use super::super::format::Bond;
use super::super::tree::{Function, Type};
use super::super::words::{FUNCTIONS, name_of};
use super::loops::Loop;
use super::{Code, Dialect, Folded, Native, Printer, Program, ValueType, Words, decimal, listed};

pub(super) struct GDScript;

const WORDS: Words = Words {
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
         _get_configuration_warning exp tanh round sqrt fmod log is_inf Vector3 RandomNumberGenerator",
    zero: "0.0",
    zero_vector: "Vector2.ZERO",
    endless: "INF",
    speed: "me.velocity.length()",
    pi: "PI",
    degree: "DEGREE",
    is_spelled: true,
    takes_two: true,
    indent: "\t",
    chance: "RandomNumberGenerator.new()",
    helpers: include_str!("helpers/gdscript.gd"),
    note: "For Godot 4. Its syntax was checked by gdtoolkit 4; it was not run in Godot.",
    gap: 2,
    ..Words::PLAIN
};

impl Dialect for GDScript {
    fn words(&self) -> &'static Words {
        &WORDS
    }

    fn vector_of(&self, x: &str, y: &str) -> String {
        format!("Vector2({x}, {y})")
    }

    fn native(&self, function: Function) -> Option<Native> {
        Some(match function {
            Function::Length => Native::Method("length"),
            Function::Unit => Native::Method("normalized"),
            Function::Dot => Native::Method("dot"),
            Function::Cross => Native::Method("cross"),
            Function::Rotate => Native::Method("rotated"),
            Function::Ahead => Native::Function("me.heading.dot"),
            Function::Abeam => Native::Function("me.heading.cross"),
            Function::Mix => Native::Function("lerp"),
            Function::Abs
            | Function::Sign
            | Function::Floor
            | Function::Sin
            | Function::Cos
            | Function::Exp
            | Function::Tanh
            | Function::Clamp
            | Function::Min
            | Function::Max => Native::Function(name_of(FUNCTIONS, function)),
            _ => return None,
        })
    }

    fn function(&self, name: &str) -> String {
        name.to_lowercase()
    }

    fn finite(&self, number: f32) -> String {
        decimal(number)
    }

    fn power(&self, base: &Code, exponent: &Code) -> Code {
        Code::whole(format!("pow({}, {})", base.text, exponent.text), Type::Number)
    }

    fn choose(&self, condition: &Code, yes: &Code, no: &Code) -> Code {
        let [condition, yes, no] = [condition, yes, no].map(|part| part.at_least(Bond::Or));
        Code::new(format!("{yes} if {condition} else {no}"), Bond::Loose, Type::Number)
    }

    fn fold(&self, printer: &mut Printer, folded: Folded) -> Code {
        let each = |member: &str, set: &str| format!("for {member} in {set}:");
        let when = |test: &str| format!("if {test}:");
        let is_endless = |name: &str| format!("is_inf({name})");
        let is_nobody = |name: &str| format!("{name} == null");
        let nearer = |member: &str, name: &str| {
            format!("{name} == null or {member}.distance < {name}.distance")
        };
        Loop { each, when, is_endless, nobody: "null", is_nobody, nearer, braces: false }
            .fold(self, printer, folded)
    }

    fn declare(&self, ty: Type, name: &str, value: &str) -> String {
        format!("var {name}: {} = {value}", self.ty(ty))
    }

    fn declare_thing(&self, name: &str, value: &str) -> String {
        format!("var {name}: Seen = {value}")
    }
}

impl Program for GDScript {
    fn kind(&self, kind: &ValueType) -> &'static str {
        match kind {
            ValueType::Unit => "Unit",
            ValueType::Units
            | ValueType::Obstacles
            | ValueType::Texts
            | ValueType::Places
            | ValueType::Sways => "Array",
            ValueType::Seen => "Seen",
            ValueType::Thing => "Thing",
            ValueType::State => "State",
            ValueType::Number => "float",
            ValueType::Whole => "int",
            ValueType::Truth => "bool",
            ValueType::Text => "String",
            ValueType::Vector => "Vector2",
            ValueType::Random => "RandomNumberGenerator",
        }
    }

    fn head(&self, name: &str, args: &str, gives: Type) -> String {
        format!("static func {name}({args}) -> {}:", self.ty(gives))
    }

    fn unused(&self, name: &str) -> String {
        format!("_{name}")
    }

    fn record_begins(&self, name: &str, doc: &str) -> String {
        format!("# {doc}\nclass {name}:\n")
    }

    fn field(&self, name: &str, kind: &ValueType, start: &str) -> String {
        let start = if start.is_empty() { String::new() } else { format!(" = {start}") };
        format!("\tvar {name}: {}{start}", self.kind(kind))
    }

    fn constant(&self, name: &str, kind: &ValueType, value: &str) -> String {
        format!("const {name}: {} = {value}", self.kind(kind))
    }

    fn sways(&self, many: usize) -> String {
        format!("[{}]", listed((0..many).map(|_| "Vector3(0, 0, 1)")))
    }
}
