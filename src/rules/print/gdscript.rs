//! GDScript, in what Godot 3 and 4 both understand: without lambdas, so that members of sets are
//! looked at in loops.

use super::super::format::Bond;
use super::super::tree::{Binary, Function, Own, Type};
use super::loops::Loop;
use super::{
    Code, Dialect, Folded, Kind, Line, Member, Printer, Program, Words, decimal, listed, snake,
};

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
    own: &[
        (Own::Length, "me.length"),
        (Own::MaxSpeed, "me.max_speed"),
        (Own::Velocity, "me.velocity"),
        (Own::Speed, "me.velocity.length()"),
        (Own::Heading, "me.heading"),
        (Own::Place, "me.position"),
        (Own::SoFar, "so_far"),
        (Own::Time, "state.time"),
        (Own::Pi, "PI"),
        (Own::Degree, "DEGREE"),
        (Own::Tick, "dt"),
        (Own::Leads, "me.leads"),
        (Own::Hunts, "me.hunts"),
    ],
    native: &[
        (Function::Abs, "abs"),
        (Function::Sign, "sign"),
        (Function::Floor, "floor"),
        (Function::Sin, "sin"),
        (Function::Cos, "cos"),
        (Function::Exp, "exp"),
        (Function::Tanh, "tanh"),
        (Function::Mix, "lerp"),
        (Function::Clamp, "clamp"),
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
        name.to_lowercase()
    }

    fn finite(&self, number: f32) -> String {
        decimal(number)
    }

    fn minds_zero(&self, _vector: bool) -> bool {
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
        if let Function::Ahead | Function::Abeam = function {
            let name = if function == Function::Ahead { "dot" } else { "cross" };
            let text = format!("me.heading.{name}({})", args[0].text);
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
        format!("var {name}: Sighting = {value}")
    }

    fn statement(&self, call: &str) -> String {
        call.to_string()
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

fn ty_of(kind: &Kind) -> &'static str {
    match kind {
        Kind::Unit => "Unit",
        Kind::Seen => "Seen",
        Kind::Thing => "Thing",
        Kind::State => "State",
        Kind::Number => "float",
        Kind::Whole => "int",
        Kind::Truth => "bool",
        Kind::Text => "String",
        Kind::Vector => "Vector2",
        Kind::Random => "RandomNumberGenerator",
        Kind::Units | Kind::Obstacles | Kind::Texts | Kind::Places | Kind::Sways(_) => "Array",
    }
}

impl Program for GDScript {
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
        let doc = (!doc.is_empty()).then(|| Line::Remark(0, doc.to_string()));
        let head = format!("static func {name}({}) -> {}:", listed(said), self.ty(gives));
        doc.into_iter().chain([Line::Code(0, head)]).collect()
    }

    fn ends(&self) -> &'static str {
        ""
    }

    fn unused(&self, name: &str) -> String {
        format!("_{name}")
    }

    fn record(&self, name: &str, doc: &str, members: &[Member]) -> String {
        let mut text = format!("# {doc}\nclass {name}:\n");
        for one in members {
            let named = self.member(if one.own.is_empty() { one.name } else { &one.own });
            let ty = ty_of(&one.kind);
            let doc = if one.doc.is_empty() { String::new() } else { format!("  # {}", one.doc) };
            let start = match one.kind {
                _ if !one.start.is_empty() => format!(" = {}", one.start),
                _ => String::new(),
            };
            text += &format!("\tvar {named}: {ty}{start}{doc}\n");
        }
        text.trim_end().to_string()
    }

    fn constant(&self, name: &str, kind: &Kind, value: &str) -> String {
        format!("const {name}: {} = {value}", ty_of(kind))
    }

    fn names_types(&self) -> bool {
        false
    }

    fn chance(&self) -> String {
        "RandomNumberGenerator.new()".to_string()
    }

    fn sways(&self, many: usize) -> String {
        format!("[{}]", listed((0..many).map(|_| "Vector3(0, 0, 1)")))
    }

    fn helpers(&self) -> &'static str {
        include_str!("helpers/gdscript.gd")
    }

    fn frame(&self, _uses: &dyn Fn(&str) -> bool) -> [String; 2] {
        ["\n".to_string(), String::new()]
    }

    fn gap(&self) -> usize {
        2
    }

    fn about(&self, text: &str) -> String {
        format!("# {text}").trim_end().to_string()
    }
}
