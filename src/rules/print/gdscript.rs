//! GDScript, in what Godot 3 and 4 both understand: without lambdas, so that members of sets are
//! looked at in loops.

use super::super::format::Bond;
use super::super::tree::Type;
use super::loops::Loop;
use super::{Code, Dialect, Folded, Kind, Printer, Program, Words, decimal, listed};

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
    kinds: "Unit/Array/Array/Seen/Thing/State/float/int/bool/String/Vector2/Array/Array/\
         RandomNumberGenerator/Array",
    numbers: ["me.velocity.length()", "PI", "DEGREE"],
    native: "abs=abs;sign=sign;floor=floor;sin=sin;cos=cos;exp=exp;tanh=tanh;mix=lerp;clamp=clamp;\
         min=min;max=max;length=.length;unit=.normalized;dot=.dot;cross=.cross;rotate=.rotated;\
         ahead=me.heading.dot($);abeam=me.heading.cross($)",
    spelled: true,
    pairs: true,
};

impl Dialect for GDScript {
    fn words(&self) -> &'static Words {
        &WORDS
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

    fn indent(&self) -> &'static str {
        "\t"
    }
}

impl Program for GDScript {
    fn head(&self, name: &str, args: &str, gives: Type) -> String {
        format!("static func {name}({args}) -> {}:", self.ty(gives))
    }

    fn unused(&self, name: &str) -> String {
        format!("_{name}")
    }

    fn record_begins(&self, name: &str, doc: &str) -> String {
        format!("# {doc}\nclass {name}:\n")
    }

    fn field(&self, name: &str, kind: &Kind, start: &str) -> String {
        let start = if start.is_empty() { String::new() } else { format!(" = {start}") };
        format!("\tvar {name}: {}{start}", self.kind(kind))
    }

    fn constant(&self, name: &str, kind: &Kind, value: &str) -> String {
        format!("const {name}: {} = {value}", self.kind(kind))
    }

    fn names_types(&self) -> bool {
        false
    }

    fn chance(&self) -> &'static str {
        "RandomNumberGenerator.new()"
    }

    fn sways(&self, many: usize) -> String {
        format!("[{}]", listed((0..many).map(|_| "Vector3(0, 0, 1)")))
    }

    fn helpers(&self) -> &'static str {
        include_str!("helpers/gdscript.gd")
    }

    fn gap(&self) -> usize {
        2
    }
}
