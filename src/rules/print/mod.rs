//! Rules in the languages that games are written in, and as formulas.
//!
//! [`Printer`] walks the tree once for all of them; a [`Dialect`] says what its language does its own
//! way. [`Force::print`] makes one file of the rules of a run: a function for each, over the few
//! helpers that they use. Names of the text stay, in the manner of the language; where one is taken
//! there, it gets a `_` behind. Nothing that a text says leaves its comment or its string.

mod csharp;
mod force;
mod gdscript;
mod loops;
mod math;
mod python;
mod script;
mod settle;

pub use force::{Braking, Declared, FieldOfView, Force, Grouped, Sight, Term};

use super::format::{Bond, bond_of};
use super::tree::{
    Aggregate, Binary, Expr, Field, Fold, Function, Op, Own, Param, ParamKind, Rule, Set, SetKind,
    Statement, Thing, Type,
};
use super::words::{FIELDS, FUNCTIONS, SETS, THINGS, name_of};
use crate::quote::is_unseen;
use std::ops::RangeInclusive;

/// A language that rules are printed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "their names say it")]
pub enum Language {
    JavaScript,
    TypeScript,
    GDScript,
    CSharp,
    Python,
}

impl Language {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::JavaScript, Self::TypeScript, Self::GDScript, Self::CSharp, Self::Python];

    /// The one that is called so.
    pub fn of_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| language.key() == key)
    }

    /// How it is called in commands and on the page.
    pub fn key(self) -> &'static str {
        self.describe().0
    }

    /// What it is called among people.
    pub fn label(self) -> &'static str {
        self.describe().1
    }

    /// How its files end.
    pub fn extension(self) -> &'static str {
        self.describe().2
    }

    fn program(self) -> &'static dyn Program {
        self.describe().3
    }

    fn describe(self) -> (&'static str, &'static str, &'static str, &'static dyn Program) {
        match self {
            Self::JavaScript => {
                ("javascript", "JavaScript", "js", &script::Script { typed: false })
            }
            Self::TypeScript => ("typescript", "TypeScript", "ts", &script::Script { typed: true }),
            Self::GDScript => ("gdscript", "Godot (GDScript)", "gd", &gdscript::GDScript),
            Self::CSharp => ("csharp", "C#", "cs", &csharp::CSharp),
            Self::Python => ("python", "Python", "py", &python::Python),
        }
    }
}

/// The symbols of a rule's numbers in its formula.
#[derive(Clone, Debug, PartialEq)]
pub struct Names {
    /// The weight.
    pub weight: String,
    /// The parameters, in the order of the rule.
    pub params: Vec<String>,
}

/// A number or a list that a rule asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Want {
    Param(usize),
    BackAngle,
    FrontAngle,
    Hunted,
    Feared,
    MaxForce,
    Mass,
    /// What says how far it needs to stop: lengths where it coasts, else its inertia.
    Braking,
}

/// Where a printed function gets one: from a constant of the file, or as an argument.
#[derive(Clone, Debug, PartialEq)]
enum Slot {
    Constant(String),
    Argument,
}

/// All that is needed to print one rule: names of its parameters, view, mass, braking.
#[derive(Clone, Debug, Default)]
struct Context {
    slots: Vec<(Want, Slot)>,
    /// It hunts groups of its own choice, not all units of other roles.
    hunts_groups: bool,
    fears_pointer: bool,
    coasts: bool,
    /// The function that gives who is in view.
    view: String,
    /// It turns into a direction.
    rigid: bool,
    /// The fields of a state in which it remembers.
    keeps: Vec<String>,
    /// Where its sways are in the state, by their places in the text.
    sways: Vec<(u32, usize)>,
    /// Things without which it steers nothing.
    wants: Vec<Thing>,
}

impl Want {
    fn name<'n>(self, rule: &'n Rule, context: &Context) -> &'n str {
        match self {
            Self::Param(at) => &rule.params[at].name,
            Self::BackAngle => "back_angle",
            Self::FrontAngle => "front_angle",
            Self::Hunted => "hunted",
            Self::Feared => "feared",
            Self::MaxForce => "max_force",
            Self::Mass => "mass",
            Self::Braking if context.coasts => "stopping_lengths",
            Self::Braking => "inertia",
        }
    }

    fn kind(self) -> ValueType {
        match self {
            Self::Hunted | Self::Feared => ValueType::Texts,
            _ => ValueType::Number,
        }
    }
}

impl Rule {
    /// The rule as a formula, in the notation of `SYMBOLS`: its force, then the
    /// values that it uses. `rigid`: for a rigid body, which turns into a direction. `names`: the
    /// symbols of the weight and the parameters.
    pub fn formula(&self, rigid: bool, names: &Names) -> String {
        let dialect: &'static math::Math =
            if rigid { &math::Math { rigid: true } } else { &math::Math { rigid: false } };
        let params = names.params.iter().cloned().enumerate();
        let params = params.map(|(at, name)| (Want::Param(at), name));
        let own =
            [(Want::MaxForce, dialect.most().to_string()), (Want::Mass, dialect.own(Own::Mass))];
        let slots = params.chain(own).map(|(want, name)| (want, Slot::Constant(name))).collect();
        let context = Context { slots, ..Context::default() };
        let mut printer = Printer::new(self, &context, dialect);
        let share = printer.code(&self.steer).at_least(Bond::Product);
        // The sign of a force stands before all of it.
        let (sign, share) = match share.strip_prefix('−') {
            Some(share) => ("−", share.to_string()),
            None => ("", share),
        };
        let factors = format!("{}·{}", names.weight, dialect.most());
        if share != "0" {
            printer.lines.insert(0, Line::Code(0, format!("F = {sign}{factors}·{share}")));
        }
        // A weight takes a part of a factor.
        for (what, factor) in [("T′ = T", &self.thrust), ("v \"becomes\" v", &self.brake)] {
            if let Some(factor) = factor {
                printer.push(format!("{what}·(1 − {}·(1 − k))", names.weight));
                printer.says("k", factor);
            }
        }
        let used = self.used();
        for (at, named) in self.lets.iter().enumerate().filter(|(at, _)| used[*at]) {
            let name = printer.local(Local::Let(at));
            printer.says(&name, &named.value);
        }
        for (at, keep) in self.keeps.iter().enumerate() {
            let name = printer.local(Local::Keep(at));
            printer.says(&format!("{name} \"from now on\""), &keep.then);
        }
        let wishes: Vec<_> = printer
            .locals
            .iter()
            .map(|local| dialect.local(&printer.preferred_name(local)))
            .collect();
        let lines = printer.lines.iter().map(|line| match line {
            Line::Code(_, text) | Line::Remark(_, text) => named(text, &wishes),
        });
        lines.collect::<Vec<_>>().join("; ")
    }
}

/// A name of a text as a symbol of formulas.
pub fn symbol_of(name: &str) -> String {
    math::symbol(name)
}

/// A name with as many `_` behind it as it takes to be no one else's.
fn free_name(preferred: String, dialect: &dyn Dialect, is_taken: impl Fn(&str) -> bool) -> String {
    let mut name = preferred;
    while is_taken(&name) || dialect.words().keywords.split_whitespace().any(|word| word == name) {
        name.push('_');
    }
    name
}

/// Printed code of an expression.
#[derive(Clone)]
struct Code {
    text: String,
    /// How tightly its outermost operator binds.
    bond: Bond,
    ty: Type,
}

impl Code {
    fn new(text: impl Into<String>, bond: Bond, ty: Type) -> Self {
        Self { text: text.into(), bond, ty }
    }

    /// What needs no brackets anywhere.
    fn whole(text: impl Into<String>, ty: Type) -> Self {
        Self::new(text, Bond::Whole, ty)
    }

    /// In brackets, where it binds less tightly.
    fn at_least(&self, bond: Bond) -> String {
        if self.bond < bond { format!("({})", self.text) } else { self.text.clone() }
    }
}

/// A line of printed code; remarks are no code, whatever they say.
enum Line {
    Code(usize, String),
    Remark(usize, String),
}

impl Line {
    fn deeper(self) -> Self {
        match self {
            Self::Code(depth, code) => Self::Code(depth + 1, code),
            Self::Remark(depth, remark) => Self::Remark(depth + 1, remark),
        }
    }
}

/// A value that has a name in the function.
#[derive(Clone, Debug, PartialEq)]
enum Local {
    Let(usize),
    Keep(usize),
    Thing(Thing),
    Member(String),
    /// What a function is given besides.
    Argument(Want),
    /// What a language needs on the way.
    Helper(&'static str, usize),
}

/// The things that a function may be given, in this order.
const EACH_THING: [Thing; 7] = [
    Thing::Goal,
    Thing::Target,
    Thing::Leader,
    Thing::Pointer,
    Thing::Node,
    Thing::Wall,
    Thing::Barrier,
];

/// Stand for names until all code is there, and no name can be taken by accident.
const STAND_INS: RangeInclusive<u32> = 0xf0000..=0xf0fff;

fn is_stand_in(c: char) -> bool {
    STAND_INS.contains(&u32::from(c))
}

/// What a helper is given besides its own arguments.
#[derive(Clone, Copy)]
enum Gets {
    Nothing,
    Unit,
    Others,
    Obstacles,
    State,
}

/// What an argument, a field or a constant is.
#[derive(Clone, Debug, PartialEq)]
enum ValueType {
    Unit,
    Units,
    Obstacles,
    Seen,
    Thing,
    State,
    Number,
    Whole,
    Truth,
    Text,
    Vector,
    Texts,
    Places,
    /// A source of chance.
    Random,
    /// Of each sway: from, to and how far between.
    Sways,
}

/// A field of a record, by its name there.
#[derive(Clone)]
struct Member {
    name: String,
    kind: ValueType,
    doc: &'static str,
    /// What it is at the start, in the language's own words; empty: nothing.
    start: String,
}

/// A member of a set at a time: what becomes of them.
struct Folded {
    fold: Fold,
    ty: Type,
    /// The stand-in of the member.
    member: String,
    set: String,
    condition: Option<Code>,
    value: Option<Code>,
}

/// A function that a language itself has.
enum Native {
    Function(&'static str),
    /// A method of its first argument.
    Method(&'static str),
}

/// The words of a language, and how its files are laid out.
struct Words {
    /// What names nothing, with blanks between.
    keywords: &'static str,
    /// The number over no one.
    zero: &'static str,
    /// The same of vectors.
    zero_vector: &'static str,
    /// What does not hold, and what does.
    truth: [&'static str; 2],
    /// What is larger than any number.
    endless: &'static str,
    /// How fast the unit is.
    speed: &'static str,
    pi: &'static str,
    degree: &'static str,
    /// As in Python: words for operators, blocks by indentation, no sign at the end of a statement, and
    /// an error where something is divided by zero.
    is_spelled: bool,
    /// Its least and most take two numbers.
    takes_two: bool,
    /// A power is an operator that no sign may stand before.
    binds_power: bool,
    /// Whether vectors have operators.
    adds_vectors: bool,
    minus_sign: &'static str,
    indent: &'static str,
    /// Longer lines go on in the next one.
    width: usize,
    /// What draws for a unit at first.
    chance: &'static str,
    /// The declarations that it may use, in blocks with a blank line between them.
    helpers: &'static str,
    /// What the head of a file says of the language.
    note: &'static str,
    /// How many blank lines stand between declarations.
    gap: usize,
    /// Declarations of at most this many lines stand without a blank line between.
    together: usize,
    /// Whether all of a file is indented.
    within: bool,
}

impl Words {
    /// Of a language that is like C, where it says nothing else.
    const PLAIN: Self = Self {
        keywords: "",
        zero: "",
        zero_vector: "",
        truth: ["false", "true"],
        endless: "",
        speed: "",
        pi: "",
        degree: "",
        is_spelled: false,
        takes_two: false,
        binds_power: false,
        adds_vectors: true,
        minus_sign: "-",
        indent: "    ",
        width: 100,
        chance: "",
        helpers: "",
        note: "",
        gap: 1,
        together: 0,
        within: false,
    };
}

/// What a language does its own way; names of the runtime are given in snake case.
trait Dialect {
    fn words(&self) -> &'static Words;
    /// The value over no one.
    fn zero(&self, ty: Type) -> &'static str {
        let Words { zero, zero_vector, .. } = self.words();
        if ty == Type::Vector { zero_vector } else { zero }
    }
    fn vector_of(&self, x: &str, y: &str) -> String;
    /// A function that the language itself has.
    fn native(&self, function: Function) -> Option<Native>;
    /// A name within the function.
    fn local(&self, name: &str) -> String {
        snake(name)
    }
    /// A number of a group, or a field of a thing or a member of a set.
    fn member(&self, name: &str) -> String {
        self.local(name)
    }
    /// A function of the runtime or a rule.
    fn function(&self, name: &str) -> String {
        self.member(name)
    }
    /// A number that has an end.
    fn finite(&self, number: f32) -> String {
        number.to_string()
    }
    fn number(&self, number: f32) -> String {
        if number.is_finite() { self.finite(number) } else { self.words().endless.to_string() }
    }
    fn vector(&self, x: &Code, y: &Code) -> Code {
        let is_zero = [x, y].iter().all(|part| part.text == self.zero(Type::Number));
        let text = match is_zero {
            true => self.zero(Type::Vector).to_string(),
            false => self.vector_of(&x.text, &y.text),
        };
        Code::whole(text, Type::Vector)
    }
    fn truth(&self, yes: bool) -> &'static str {
        self.words().truth[usize::from(yes)]
    }
    /// A text in quotation marks: these are the same in all of them.
    fn quoted(&self, text: &str) -> String {
        let mut quoted = String::from("\"");
        for c in text.chars() {
            match c {
                '"' | '\\' => quoted.extend(['\\', c]),
                _ if is_stand_in(c) || is_unseen(c) => quoted.push('?'),
                _ => quoted.push(c),
            }
        }
        quoted + "\""
    }
    /// What the unit knows of itself, or a constant: π, a degree, a tick.
    fn own(&self, own: Own) -> String {
        let of_me = |name: &str| format!("me.{}", self.member(name));
        match own {
            Own::Length => of_me("length"),
            Own::MaxSpeed => of_me("max_speed"),
            Own::Velocity => of_me("velocity"),
            Own::Heading => of_me("heading"),
            Own::Place => of_me("position"),
            Own::Leads => of_me("leads"),
            Own::Hunts => of_me("hunts"),
            Own::SoFar => self.local("so_far"),
            Own::Time => format!("state.{}", self.member("time")),
            Own::Tick => "dt".to_string(),
            Own::Speed => self.words().speed.to_string(),
            Own::Pi => self.words().pi.to_string(),
            Own::Degree => self.words().degree.to_string(),
            // They are printed otherwise.
            Own::MaxForce | Own::Mass | Own::Braking | Own::Left | Own::Right => String::new(),
        }
    }
    /// How the way that a unit needs to stop is written; `None`: as what it comes to.
    fn braking(&self) -> Option<Code> {
        None
    }
    /// How a field of a thing is written; `None`: as one of an object.
    fn of_thing(&self, _thing: Thing, _field: Field) -> Option<Code> {
        None
    }
    /// The same of a member.
    fn of_member(&self, _member: &str, _field: Field) -> Option<Code> {
        None
    }
    /// How a draw is written; `None`: as a function of the runtime.
    fn draw(&self, _function: Function, _args: &[Code]) -> Option<Code> {
        None
    }
    /// How a set is written; `None`: as a function of the runtime.
    fn set(&self, _name: &str, _args: &[Code]) -> Option<String> {
        None
    }
    /// A list of one text, which a helper is given.
    fn texts(&self, one: &str) -> String {
        format!("[{one}]")
    }
    fn infix(&self, op: Binary, left: &str, right: &str) -> String {
        format!("{left} {} {right}", self.sign(op))
    }
    fn sign(&self, op: Binary) -> &'static str {
        match op {
            Binary::And if !self.words().is_spelled => "&&",
            Binary::Or if !self.words().is_spelled => "||",
            _ => op.sign(),
        }
    }
    fn not(&self, of: &Code) -> Code {
        let (not, bond) =
            if self.words().is_spelled { ("not ", Bond::Not) } else { ("!", Bond::Minus) };
        Code::new(format!("{not}{}", of.at_least(bond)), bond, Type::Condition)
    }
    fn power(&self, base: &Code, exponent: &Code) -> Code;
    fn choose(&self, condition: &Code, yes: &Code, no: &Code) -> Code {
        let [condition, yes] = [condition, yes].map(|part| part.at_least(Bond::Or));
        // A chain of conditions needs no brackets.
        let text = match self.words().is_spelled {
            true => format!("{yes} if {condition} else {}", no.text),
            false => format!("{condition} ? {yes} : {}", no.text),
        };
        Code::new(text, Bond::Loose, Type::Number)
    }
    /// What it has for forces, which may take a line of their own.
    fn force(&self, _printer: &mut Printer, _: Function, _args: &[Code]) -> Option<Code> {
        None
    }
    /// A call of it.
    fn native_call(&self, function: Function, args: &[Code]) -> Option<Code> {
        let native = self.native(function)?;
        let call = |args: &[Code]| {
            let text = |args: &[Code]| listed(args.iter().map(|arg| arg.text.as_str()));
            match native {
                Native::Function(name) => format!("{name}({})", text(args)),
                Native::Method(name) => {
                    format!("{}.{name}({})", args[0].at_least(Bond::Whole), text(&args[1..]))
                }
            }
        };
        let two = matches!(function, Function::Min | Function::Max) && self.words().takes_two;
        let more = |first: Code, arg: &Code| Code::whole(call(&[first, arg.clone()]), Type::Number);
        let text = match two {
            true => args[1..].iter().fold(args[0].clone(), more).text,
            false => call(args),
        };
        Some(Code::whole(text, Type::Number))
    }
    fn fold(&self, printer: &mut Printer, folded: Folded) -> Code;
    /// Gives a value a name.
    fn declare(&self, ty: Type, name: &str, value: &str) -> String;
    /// The same for a thing.
    fn declare_thing(&self, name: &str, value: &str) -> String {
        self.declare(Type::Vector, name, value)
    }
    /// A statement.
    fn statement(&self, call: &str) -> String {
        if self.words().is_spelled { call.to_string() } else { format!("{call};") }
    }
    /// A remark; that at depth 0 is what a constant is about.
    fn remark(&self, _depth: usize, text: &str) -> String {
        format!("{} {text}", if self.words().is_spelled { "#" } else { "//" })
    }
    /// A line, or several where it is too long.
    fn fit(&self, margin: &str, code: &str) -> String {
        laid_out(margin, code, self.words().width, self.words().indent, self.words().is_spelled)
    }
}

/// A language that whole files are written in.
trait Program: Dialect {
    fn kind(&self, kind: &ValueType) -> &'static str;
    fn ty(&self, ty: Type) -> &'static str {
        self.kind(match ty {
            Type::Number => &ValueType::Number,
            Type::Vector => &ValueType::Vector,
            Type::Condition => &ValueType::Truth,
        })
    }
    /// Ends the function with a value where a condition holds.
    fn leave_if(&self, condition: &str, value: &str) -> Vec<Line> {
        match self.words().is_spelled {
            true => vec![
                Line::Code(0, format!("if {condition}:")),
                Line::Code(1, format!("return {value}")),
            ],
            false => vec![Line::Code(0, format!("if ({condition}) return {value};"))],
        }
    }
    /// A new value for a name.
    fn assign(&self, name: &str, value: &str) -> String {
        self.statement(&format!("{name} = {value}"))
    }
    /// Gives a value a name that will have others.
    fn declare_changing(&self, ty: Type, name: &str, value: &str) -> String {
        self.declare(ty, name, value)
    }
    fn give(&self, value: &str) -> String {
        self.statement(&format!("return {value}"))
    }
    /// An argument of a function.
    fn argument(&self, name: &str, kind: &ValueType) -> String {
        format!("{name}: {}", self.kind(kind))
    }
    /// The line that begins a function.
    fn head(&self, name: &str, args: &str, gives: Type) -> String;
    /// The lines above and before the body of a function, of which `doc` says what it does.
    fn begins(
        &self,
        name: &str,
        args: &[(String, ValueType)],
        gives: Type,
        doc: &str,
    ) -> Vec<Line> {
        let args = args.iter().map(|(name, kind)| self.argument(name, kind));
        let head = self.head(name, &listed(args), gives);
        let doc = (!doc.is_empty()).then(|| Line::Remark(0, doc.to_string()));
        doc.into_iter().chain(head.lines().map(|line| Line::Code(0, line.to_string()))).collect()
    }
    /// The line behind it.
    fn ends(&self) -> &'static str {
        if self.words().is_spelled { "" } else { "}" }
    }
    /// An argument that a function has and does not use.
    fn unused(&self, name: &str) -> String {
        name.to_string()
    }
    /// What begins the declaration of a record.
    fn record_begins(&self, name: &str, doc: &str) -> String;
    /// What declares a member of one; `start` is what it is at first, or nothing.
    fn field(&self, name: &str, kind: &ValueType, start: &str) -> String;
    /// A declaration of what has these members, and of what makes a state.
    fn record(&self, name: &str, doc: &str, members: &[Member]) -> String {
        let mut text = self.record_begins(name, doc);
        let remark = if self.words().is_spelled { "  #" } else { " //" };
        for one in members {
            text += &self.field(&one.name, &one.kind, &one.start);
            if !one.doc.is_empty() {
                text += &format!("{remark} {}", one.doc);
            }
            text.push('\n');
        }
        (text + self.ends()).trim_end().to_string()
    }
    fn constant(&self, name: &str, kind: &ValueType, value: &str) -> String;
    fn constant_name(&self, name: &str) -> String {
        upper(name)
    }
    /// A list, as a constant has it.
    fn list(&self, items: &[String]) -> String {
        format!("[{}]", listed(items))
    }
    /// A place within a list.
    fn place(&self, [x, y]: [f32; 2]) -> String {
        let [x, y] = [x, y].map(|part| Code::whole(self.number(part), Type::Number));
        self.vector(&x, &y).text
    }
    /// This many sways that have not begun.
    fn sways(&self, many: usize) -> String;
    /// All of a file, in the end.
    fn finished(&self, text: String) -> String {
        text
    }
    /// What a file begins with, below its remark, and ends with. `uses`: whether it has such a name.
    fn frame(&self, _uses: &dyn Fn(&str) -> bool) -> [String; 2] {
        ["\n".to_string(), String::new()]
    }
    /// A line of the remark above all.
    fn about(&self, text: &str) -> String {
        let sign = if self.words().is_spelled { "#" } else { "//" };
        format!("{sign} {text}").trim_end().to_string()
    }
}

/// Parts with commas between.
fn listed<S: AsRef<str>>(parts: impl IntoIterator<Item = S>) -> String {
    parts.into_iter().map(|part| part.as_ref().to_string()).collect::<Vec<_>>().join(", ")
}

/// One line of plain text, which can end no comment.
fn plain(text: &str) -> String {
    let seen = text.chars().map(|c| match c {
        _ if is_stand_in(c) => '?',
        _ if is_unseen(c) => ' ',
        _ => c,
    });
    seen.collect::<String>().replace("*/", "* /").trim().to_string()
}

fn camel(name: &str) -> String {
    let mut words = name.split('_').filter(|word| !word.is_empty());
    // No name begins with a digit.
    let first = match words.next() {
        Some(word) if word.starts_with(|c: char| c.is_ascii_digit()) => format!("n{word}"),
        word => word.unwrap_or("it").to_string(),
    };
    words.fold(first, |name, word| name + &capital(word))
}

fn pascal(name: &str) -> String {
    capital(&camel(name))
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |c| c.to_uppercase().chain(letters).collect())
}

/// Small letters; L and V say what they are.
fn snake(name: &str) -> String {
    match name {
        "L" => "length".to_string(),
        "V" => "top_speed".to_string(),
        _ => name.to_lowercase(),
    }
}

/// Capitals.
fn upper(name: &str) -> String {
    let mut text = String::new();
    let mut small = false;
    for c in name.chars() {
        if c.is_uppercase() && small {
            text.push('_');
        }
        small = c.is_lowercase();
        text.extend(c.to_uppercase());
    }
    let text = text.replace(|c: char| !c.is_alphanumeric() && c != '_', "_");
    match text.trim_matches('_') {
        "" => "P".to_string(),
        kept if kept.starts_with(|c: char| c.is_numeric()) => format!("P{kept}"),
        _ => text.trim_start_matches('_').to_string(),
    }
}

/// A number with a decimal point.
fn decimal(number: f32) -> String {
    let text = number.to_string();
    if text.contains('.') { text } else { text + ".0" }
}

struct Printer<'r> {
    rule: &'r Rule,
    context: &'r Context,
    dialect: &'static dyn Dialect,
    locals: Vec<Local>,
    /// Those of the body that are done.
    lines: Vec<Line>,
    /// The name of the member at hand.
    member: Option<&'r str>,
}

impl<'r> Printer<'r> {
    fn new(rule: &'r Rule, context: &'r Context, dialect: &'static dyn Dialect) -> Self {
        let (locals, lines) = (Vec::new(), Vec::new());
        Self { rule, context, dialect, locals, lines, member: None }
    }

    // --- lines ---

    fn push(&mut self, code: String) {
        self.lines.push(Line::Code(0, code));
    }

    /// What becomes of the values, up to what the function gives. `factor`: it gives a factor, not a
    /// force.
    fn body(&mut self, program: &'static dyn Program, factor: bool) {
        let dialect = self.dialect;
        let used = self.rule.used();
        let nothing = match factor {
            true => dialect.number(1.0),
            false => dialect.zero(Type::Vector).to_string(),
        };
        // Memories go on without what the rule wants, its force does not.
        let keeps = !self.rule.keeps.is_empty() && !factor;
        if !keeps {
            self.leave_unless_there(program, &nothing);
        }
        let asked = self.rule.computed();
        for (at, keep) in self.rule.keeps.iter().enumerate() {
            let is_asked = |part: &&Expr| part.is == Op::Keep(at);
            if keeps || asked.iter().any(|expr| expr.parts().iter().any(is_asked)) {
                let name = self.local(Local::Keep(at));
                let code = dialect.declare(keep.then.ty, &name, &self.memory(at));
                self.push(code);
            }
        }
        for says in self.rule.lines.iter() {
            let is_said = match says.says {
                Statement::Let(at) => used[at],
                Statement::Name | Statement::Param(_) => false,
                _ => true,
            };
            // What stands below the name is printed above the function.
            let remark = plain(&says.remark);
            let above = says.number <= self.rule.sentence_ends();
            if !remark.is_empty() && !above && (is_said || says.says == Statement::Nothing) {
                self.lines.push(Line::Remark(0, remark));
            }
            match says.says {
                Statement::Let(at) if is_said => {
                    let value = self.code(&self.rule.lets[at].value);
                    let name = self.local(Local::Let(at));
                    if self.is_helper(&value.text) {
                        self.rename(&value.text, &name);
                    } else {
                        let code = dialect.declare(value.ty, &name, &value.text);
                        self.push(code);
                    }
                }
                _ => {}
            }
        }
        for (at, keep) in self.rule.keeps.iter().enumerate().filter(|_| keeps) {
            let value = self.code(&keep.then);
            let kept = if value.ty == Type::Vector { "kept_vector" } else { "kept" };
            let name = Code::whole(self.local(Local::Keep(at)), value.ty);
            let value = self.calls(kept, Gets::Nothing, &[value, name]);
            let code = program.assign(&self.memory(at), &value.text);
            self.push(code);
        }
        if keeps {
            self.leave_unless_there(program, &nothing);
        }
        let value = self.code(&self.rule.steer);
        let value = match value.ty {
            Type::Number if !factor => self.calls("force_sideways", Gets::Unit, &[value]),
            _ => value,
        };
        self.push(program.give(&value.text));
    }

    /// Whether a text is the name of what a language needs on the way, alone.
    fn is_helper(&self, text: &str) -> bool {
        let mut names = self.locals.iter().zip(STAND_INS).filter_map(|(local, code)| {
            matches!(local, Local::Helper(..)).then(|| char::from_u32(code)).flatten()
        });
        names.any(|name| text.strip_prefix(name) == Some(""))
    }

    /// Gives a value that the lines so far make another name.
    fn rename(&mut self, from: &str, to: &str) {
        for line in &mut self.lines {
            if let Line::Code(_, text) = line {
                *text = text.replace(from, to);
            }
        }
    }

    /// Ends the function where something is not there without which it steers nothing.
    fn leave_unless_there(&mut self, program: &dyn Program, nothing: &str) {
        for thing in &self.context.wants {
            let name = self.local(Local::Thing(*thing));
            let there = format!("{name}.{}", self.dialect.member("there"));
            let missing = self.dialect.not(&Code::whole(there, Type::Condition)).text;
            self.lines.extend(program.leave_if(&missing, nothing));
        }
    }

    /// The field of the state in which something is remembered.
    fn memory(&self, at: usize) -> String {
        format!("state.{}", self.context.keeps.get(at).map_or("", String::as_str))
    }

    /// A number or a list, wherever the function has it.
    fn slot(&mut self, want: Want) -> String {
        match self.context.slots.iter().find(|(own, _)| *own == want) {
            Some((_, Slot::Constant(name))) => name.clone(),
            _ => self.local(Local::Argument(want)),
        }
    }

    /// The function as text, and what it is given. `taken`: names of the file.
    fn finish(
        mut self,
        program: &'static dyn Program,
        name: &str,
        factor: bool,
        taken: &[String],
    ) -> Printed {
        let doc = plain(&self.rule.sentence());
        let doc = if doc.is_empty() { plain(&self.rule.label) } else { doc };
        let body = std::mem::take(&mut self.lines);
        let words = words_of(&body);
        let uses = |name: &str| words.iter().any(|word| word == name);
        let plainly = |name: &'static str, kind: ValueType| {
            uses(&program.local(name)).then_some(Given::Plain(name, kind))
        };
        let mut given: Vec<Given> = Vec::new();
        given.extend(plainly("me", ValueType::Unit));
        given.extend(plainly("others", ValueType::Units));
        given.extend(plainly("obstacles", ValueType::Obstacles));
        for thing in EACH_THING {
            given.extend(self.locals.contains(&Local::Thing(thing)).then_some(Given::Thing(thing)));
        }
        given.extend(plainly("dt", ValueType::Number));
        given.extend(plainly("state", ValueType::State));
        given.extend(plainly("so_far", ValueType::Vector));
        for local in &self.locals {
            if let Local::Argument(want) = local {
                given.push(Given::Slot(*want));
            }
        }
        let mut head = Vec::new();
        for one in &given {
            head.push(match one {
                Given::Plain(name, kind) => (program.local(name), kind.clone()),
                Given::Thing(thing) => (self.local(Local::Thing(*thing)), ValueType::Seen),
                Given::Slot(want) => (self.local(Local::Argument(*want)), want.kind()),
            });
        }
        let gives = if factor { Type::Number } else { Type::Vector };
        let mut lines = program.begins(name, &head, gives, &doc);
        lines.extend(body.into_iter().map(Line::deeper));
        if !program.ends().is_empty() {
            lines.push(Line::Code(0, program.ends().to_string()));
        }
        let names = self.chosen(&lines, taken);
        let text = written(&lines, &names, program);
        Printed { name: name.to_string(), text, given }
    }

    /// A name for each local value: that of the text, unless it means something else in the function.
    fn chosen(&self, lines: &[Line], file: &[String]) -> Vec<String> {
        let mut taken = words_of(lines);
        taken.extend_from_slice(file);
        let mut names = Vec::new();
        for local in &self.locals {
            let preferred = self.dialect.local(&self.preferred_name(local));
            let is_taken = |name: &str| taken.iter().any(|one| one == name);
            let name = match local {
                Local::Helper(..) => {
                    let next = (2..).map(|number| format!("{preferred}{number}"));
                    [preferred.clone()].into_iter().chain(next).find(|name| !is_taken(name))
                }
                _ => Some(free_name(preferred, self.dialect, is_taken)),
            };
            let name = name.unwrap_or_default();
            taken.push(name.clone());
            names.push(name);
        }
        names
    }

    fn preferred_name(&self, local: &Local) -> String {
        match local {
            Local::Let(at) => self.rule.lets[*at].name.clone(),
            Local::Keep(at) => self.rule.keeps[*at].name.clone(),
            Local::Thing(thing) => name_of(THINGS, *thing).to_string(),
            Local::Member(name) => name.clone(),
            Local::Argument(want) => want.name(self.rule, self.context).to_string(),
            Local::Helper(name, _) => (*name).to_string(),
        }
    }

    /// The stand-in of a name.
    fn local(&mut self, local: Local) -> String {
        let at = self.locals.iter().position(|known| *known == local).unwrap_or_else(|| {
            self.locals.push(local);
            self.locals.len() - 1
        });
        char::from_u32(STAND_INS.start() + at as u32).unwrap_or_default().to_string()
    }

    /// The stand-in of a new name.
    fn helper(&mut self, name: &'static str) -> String {
        self.local(Local::Helper(name, self.locals.len()))
    }

    /// A line for a value, before those that it needs itself.
    fn says(&mut self, name: &str, value: &'r Expr) {
        let at = self.lines.len();
        let mut value_text = self.code(value).text;
        // What is one line needs no other name.
        if let (true, Some(Line::Code(_, text))) = (self.lines.len() == at + 1, self.lines.last())
            && let Some((own, text)) = text.split_once(" = ")
            && own == value_text
        {
            value_text = text.to_string();
            self.lines.pop();
        }
        self.lines.insert(at, Line::Code(0, format!("{name} = {value_text}")));
    }

    /// Gives a value a line of its own, and returns its name.
    fn line_of(&mut self, name: &'static str, value: &str) -> String {
        let known = self.lines.iter().find_map(|line| match line {
            Line::Code(_, text) => text.strip_suffix(value)?.strip_suffix(" = "),
            Line::Remark(..) => None,
        });
        if let Some(known) = known {
            return known.to_string();
        }
        let begins = |line: &&Line| matches!(line, Line::Code(_, text) if text.starts_with(name));
        let name = match self.lines.iter().filter(begins).count() {
            0 => name.to_string(),
            before if name.contains('_') => format!("{name}{}", before + 1),
            before => format!("{name}_{}", before + 1),
        };
        self.push(format!("{name} = {value}"));
        name
    }

    // --- expressions ---

    /// Calls a helper.
    fn calls(&self, name: &str, gets: Gets, args: &[Code]) -> Code {
        let given: &[&str] = match gets {
            Gets::Nothing => &[],
            Gets::Unit => &["me"],
            Gets::Others => &["me", "others"],
            Gets::Obstacles => &["me", "obstacles"],
            Gets::State => &["state"],
        };
        let given = given.iter().map(|name| (*name).to_string());
        let args = listed(given.chain(args.iter().map(|arg| arg.text.clone())));
        Code::whole(format!("{}({args})", self.dialect.function(name)), Type::Number)
    }

    fn code(&mut self, expr: &'r Expr) -> Code {
        let mut code = self.untyped(expr);
        code.ty = expr.ty;
        code
    }

    fn untyped(&mut self, expr: &'r Expr) -> Code {
        let dialect = self.dialect;
        match &expr.is {
            Op::Number(number) => Code::whole(dialect.number(*number), Type::Number),
            Op::Param(at) => Code::whole(self.slot(Want::Param(*at)), Type::Number),
            Op::Is(usize::MAX, option) => Code::whole(dialect.truth(*option == 1), Type::Condition),
            Op::Is(at, option) => self.is(*at, *option),
            Op::Keep(at) => Code::whole(self.local(Local::Keep(*at)), expr.ty),
            Op::Let(at) => Code::whole(self.local(Local::Let(*at)), expr.ty),
            Op::Own(Own::MaxForce) => Code::whole(self.slot(Want::MaxForce), Type::Number),
            Op::Own(Own::Mass) => Code::whole(self.slot(Want::Mass), Type::Number),
            Op::Own(Own::Braking) => dialect.braking().unwrap_or_else(|| self.braking()),
            Op::Own(Own::Left) => {
                let left = format!("{}{}", dialect.words().minus_sign, dialect.number(1.0));
                Code::new(left, Bond::Minus, Type::Number)
            }
            Op::Own(Own::Right) => Code::whole(dialect.number(1.0), Type::Number),
            Op::Own(own) => Code::whole(dialect.own(*own), expr.ty),
            Op::Thing(thing, field) => {
                if let Some(code) = dialect.of_thing(*thing, *field) {
                    return code;
                }
                let of = self.local(Local::Thing(*thing));
                Code::whole(format!("{of}.{}", dialect.member(name_of(FIELDS, *field))), expr.ty)
            }
            Op::Member(field) => {
                let of = self.local(Local::Member(self.member.unwrap_or_default().to_string()));
                if let Some(code) = dialect.of_member(&of, *field) {
                    return code;
                }
                Code::whole(format!("{of}.{}", dialect.member(name_of(FIELDS, *field))), expr.ty)
            }
            Op::Minus(of) => {
                let of = self.code(of);
                if of.ty == Type::Vector && !dialect.words().adds_vectors {
                    return self.calls("opposite", Gets::Nothing, &[of]);
                }
                // Two signs in a row would be another one.
                let sign = dialect.words().minus_sign;
                let within = match of.bond {
                    Bond::Power if dialect.words().binds_power => Bond::Whole,
                    _ if of.text.starts_with(sign) => Bond::Power,
                    _ => Bond::Minus,
                };
                Code::new(format!("{sign}{}", of.at_least(within)), Bond::Minus, of.ty)
            }
            Op::Not(of) => {
                let of = self.code(of);
                dialect.not(&of)
            }
            Op::Binary(op, sides) => self.binary(*op, sides),
            Op::If(parts) => {
                let [condition, yes, no] = &**parts;
                let (condition, yes, no) = (self.code(condition), self.code(yes), self.code(no));
                dialect.choose(&condition, &yes, &no)
            }
            Op::Call(function, args) => {
                let args: Vec<_> = args.iter().map(|arg| self.code(arg)).collect();
                self.call(*function, &args)
            }
            Op::Draw(function, args, place) => {
                let args: Vec<_> = args.iter().map(|arg| self.code(arg)).collect();
                if let Some(code) = dialect.draw(*function, &args) {
                    return code;
                }
                match function {
                    Function::Random => return self.calls("random_between", Gets::State, &args),
                    Function::Normal => return self.calls("random_normal", Gets::State, &args),
                    _ => {}
                }
                let known = self.context.sways.iter().find(|(own, _)| own == place);
                let place = known.map_or(0, |(_, at)| *at).to_string();
                let dt = Code::whole("dt", Type::Number);
                let place = Code::whole(place, Type::Number);
                let args: Vec<_> = [place].into_iter().chain(args).chain([dt]).collect();
                self.calls("sway", Gets::State, &args)
            }
            Op::Fold(over) => self.fold(over, expr.ty),
        }
    }

    /// The way that it needs to stop from its top speed without overshooting: critical damping, u.
    fn braking(&mut self) -> Code {
        let dialect = self.dialect;
        let slot = self.slot(Want::Braking);
        let times = |left: &str, right: &str| {
            let text = dialect.infix(Binary::Multiply, left, right);
            Code::new(text, Bond::Product, Type::Number)
        };
        if self.context.coasts {
            return times(&slot, &dialect.own(Own::Length));
        }
        let most = dialect.own(Own::MaxSpeed);
        let tick = Code::whole(dialect.own(Own::Tick), Type::Number);
        let seconds = self.call(Function::Max, &[times(&most, &slot), tick]).text;
        times(&times(&dialect.number(4.0), &most).text, &seconds)
    }

    /// Only formulas ask; in a function choices are made.
    fn is(&mut self, at: usize, option: usize) -> Code {
        let dialect = self.dialect;
        let value = Code::whole(self.slot(Want::Param(at)), Type::Condition);
        let Some(Param { kind: ParamKind::Choice { options, .. }, .. }) = self.rule.params.get(at)
        else {
            return value;
        };
        match (options.iter().map(String::as_str).collect::<Vec<_>>().as_slice(), option) {
            (["off", "on"], 1) => value,
            (["off", "on"], _) => dialect.not(&value),
            _ => {
                let sign = dialect.sign(Binary::Same);
                let text = format!("{} {sign} {}", value.text, dialect.quoted(&options[option]));
                Code::new(text, Bond::Compare, Type::Condition)
            }
        }
    }

    fn binary(&mut self, op: Binary, sides: &'r [Expr; 2]) -> Code {
        let dialect = self.dialect;
        let [left, right] = [&sides[0], &sides[1]].map(|side| self.code(side));
        if op == Binary::Power {
            return dialect.power(&left, &right);
        }
        let vectors = left.ty == Type::Vector || right.ty == Type::Vector;
        let minds_zero = op == Binary::Divide && dialect.words().is_spelled;
        if minds_zero && !self.rule.is_never_zero(&sides[1]) {
            let name = if vectors { "divided_vector" } else { "divided" };
            return self.calls(name, Gets::Nothing, &[left, right]);
        }
        if vectors && !dialect.words().adds_vectors {
            let (name, args) = match (op, left.ty) {
                (Binary::Add, _) => ("plus", [left, right]),
                (Binary::Subtract, _) => ("minus", [left, right]),
                (Binary::Divide, _) => {
                    let inverse = format!("1 / {}", right.at_least(Bond::Minus));
                    ("scaled", [left, Code::new(inverse, Bond::Product, Type::Number)])
                }
                (_, Type::Vector) => ("scaled", [left, right]),
                _ => ("scaled", [right, left]),
            };
            return self.calls(name, Gets::Nothing, &args);
        }
        let own = bond_of(op);
        let (least_left, least_right) = match own {
            Bond::Compare => (Bond::Sum, Bond::Sum),
            Bond::Or => (Bond::Or, Bond::And),
            Bond::And => (Bond::And, Bond::Not),
            Bond::Sum => (Bond::Sum, Bond::Product),
            _ => (Bond::Product, Bond::Minus),
        };
        let (left, mut right) = (left.at_least(least_left), right.at_least(least_right));
        // No language reads 1--2 as 1 - -2.
        if op == Binary::Subtract && right.starts_with(dialect.words().minus_sign) {
            right = format!("({right})");
        }
        Code::new(dialect.infix(op, &left, &right), own, Type::Number)
    }

    fn call(&mut self, function: Function, args: &[Code]) -> Code {
        use Function as F;
        let dialect = self.dialect;
        if let Some(code) =
            dialect.force(self, function, args).or_else(|| dialect.native_call(function, args))
        {
            return code;
        }
        let vectors = args.first().is_some_and(|first| first.ty == Type::Vector);
        let (name, gets) = match function {
            F::Full => return Code::whole(self.dialect.truth(true), Type::Condition),
            F::Vec => return self.dialect.vector(&args[0], &args[1]),
            F::Pow => return self.dialect.power(&args[0], &args[1]),
            F::Sign => ("sign_of", Gets::Nothing),
            F::Sqrt => ("square_root", Gets::Nothing),
            F::Acos => ("arc_cosine", Gets::Nothing),
            F::Exp => ("exponential", Gets::Nothing),
            F::Log => ("logarithm", Gets::Nothing),
            F::Wrap => ("wrap_angle", Gets::Nothing),
            F::Length => ("length_of", Gets::Nothing),
            F::Unit => ("direction", Gets::Nothing),
            F::Mix if vectors => ("mix_vectors", Gets::Nothing),
            F::Rotate => ("turned", Gets::Nothing),
            F::Starboard => ("starboard_of", Gets::Nothing),
            F::Ahead => ("part_ahead", Gets::Unit),
            F::Abeam => ("part_abeam", Gets::Unit),
            F::Side => ("side", Gets::Unit),
            F::Turn => ("turn_toward", Gets::Unit),
            F::Seen => ("is_seen", Gets::Unit),
            F::Wide | F::Narrow => {
                let (name, angle) = match function {
                    F::Wide => ("is_in_wide_view", Want::BackAngle),
                    _ => ("is_in_narrow_view", Want::FrontAngle),
                };
                let angle = Code::whole(self.slot(angle), Type::Number);
                return self.calls(name, Gets::Unit, &[args[0].clone(), angle]);
            }
            F::Limited => ("is_in_limited_view", Gets::Unit),
            F::Head if self.context.rigid => ("turn_into", Gets::Unit),
            F::Toward => ("steer_toward", Gets::Unit),
            F::Head => ("head_for", Gets::Unit),
            F::Seek => ("seek_to", Gets::Unit),
            F::Arrive => ("arrive_at", Gets::Unit),
            _ => (name_of(FUNCTIONS, function), Gets::Nothing),
        };
        self.calls(name, gets, args)
    }

    fn set(&mut self, set: &'r Set) -> Code {
        let all = self.all_of_set(set);
        let Some(many) = &set.closest else { return all };
        let many = self.code(many);
        match self.dialect.set("closest", &[many.clone(), all.clone()]) {
            Some(text) => Code::whole(text, Type::Number),
            None => self.calls("closest_of", Gets::Nothing, &[all, many]),
        }
    }

    fn all_of_set(&mut self, set: &'r Set) -> Code {
        let dialect = self.dialect;
        let word = name_of(SETS, set.kind);
        let radius = set.kind.takes_radius().then(|| match &set.radius {
            Some(radius) => self.code(radius),
            None => Code::whole(dialect.number(f32::INFINITY), Type::Number),
        });
        let mut args: Vec<Code> = Vec::new();
        if set.kind == SetKind::Group {
            args.push(Code::whole(dialect.quoted(&set.group), Type::Number));
        }
        args.extend(radius.clone());
        if let Some(text) = dialect.set(word, &args) {
            return Code::whole(text, Type::Number);
        }
        let groups = match set.kind {
            SetKind::Hunted if self.context.hunts_groups => Some(self.slot(Want::Hunted)),
            SetKind::Menaces => Some(self.slot(Want::Feared)),
            SetKind::Group => Some(dialect.texts(&dialect.quoted(&set.group))),
            _ => None,
        };
        let name = match (set.kind, &groups) {
            (SetKind::View, _) => self.context.view.clone(),
            (SetKind::Obstacles, _) => "obstacles_around".to_string(),
            (SetKind::Hunted, None) => "others_within".to_string(),
            (SetKind::Menaces, _) if self.context.fears_pointer => "menaces_within".to_string(),
            (_, Some(_)) => "groups_within".to_string(),
            _ => format!("{word}_within"),
        };
        let gets = if set.kind == SetKind::Obstacles { Gets::Obstacles } else { Gets::Others };
        let args = groups.map(|groups| Code::whole(groups, Type::Number)).into_iter();
        let args: Vec<_> = args.chain(radius).collect();
        self.calls(&name, gets, &args)
    }

    fn fold(&mut self, over: &'r Aggregate, ty: Type) -> Code {
        let set = self.set(&over.set).text;
        self.member = Some(over.member.as_str());
        let member = self.local(Local::Member(over.member.clone()));
        // What holds by the choices that were made is no condition any longer.
        let asks = |condition: &&Expr| condition.is != Op::Is(usize::MAX, 1);
        let condition = over.condition.as_ref().filter(asks).map(|condition| self.code(condition));
        let value = over.value.as_ref().map(|value| self.code(value));
        self.member = None;
        let folded = Folded { fold: over.fold, ty, member, set, condition, value };
        self.dialect.fold(self, folded)
    }
}

impl Expr {
    /// It and all that it is made of.
    fn parts(&self) -> Vec<&Expr> {
        let mut parts = Vec::new();
        self.walk(&mut |part| parts.push(part));
        parts
    }
}

impl Rule {
    /// Which of the named values the rest depends on.
    fn used(&self) -> Vec<bool> {
        let mut used = vec![false; self.lets.len()];
        let mark = |expr: &Expr, used: &mut Vec<bool>| {
            expr.walk(&mut |part| {
                if let Op::Let(at) = part.is {
                    used[at] = true;
                }
            });
        };
        let thens = self.keeps.iter().map(|keep| &keep.then);
        for expr in thens.chain([&self.steer]).chain(&self.thrust).chain(&self.brake) {
            mark(expr, &mut used);
        }
        // A value may use only those before it.
        for at in (0..self.lets.len()).rev() {
            if used[at] {
                mark(&self.lets[at].value, &mut used);
            }
        }
        used
    }

    /// All that is computed for what it tells: values that nothing uses are not.
    fn computed(&self) -> Vec<&Expr> {
        let lets = self.lets.iter().zip(self.used()).filter(|(_, used)| *used);
        let keeps = self.keeps.iter().flat_map(|keep| [&keep.start, &keep.then]);
        let lets = lets.map(|(named, _)| &named.value);
        lets.chain(keeps).chain([&self.steer]).chain(&self.thrust).chain(&self.brake).collect()
    }

    /// The last line of the sentence under the name.
    fn sentence_ends(&self) -> u32 {
        let is_remark =
            |line: &super::tree::Line| line.says == Statement::Nothing && !line.remark.is_empty();
        let name = self.lines.iter().position(|line| line.says == Statement::Name);
        let below = &self.lines[name.map_or(0, |name| name + 1)..];
        let blank = below
            .iter()
            .take_while(|line| line.says == Statement::Nothing && line.remark.is_empty());
        let skipped = blank.count();
        let remark = below[skipped..].iter().take_while(|line| is_remark(line)).last();
        remark.map_or(0, |line| line.number)
    }

    /// Whether a number cannot be 0, as far as one sees.
    fn is_never_zero(&self, expr: &Expr) -> bool {
        match &expr.is {
            Op::Number(number) => *number != 0.0,
            Op::Own(own) => {
                use Own::{Degree, Left, Length, MaxForce, Pi, Right, Tick};
                matches!(own, Length | MaxForce | Tick | Pi | Degree | Left | Right)
            }
            Op::Param(at) => {
                matches!(self.params[*at].kind, ParamKind::Number { low, .. } if low > 0.0)
            }
            Op::Let(at) => self.is_never_zero(&self.lets[*at].value),
            Op::Minus(of) => self.is_never_zero(of),
            Op::Member(Field::Length) => true,
            Op::Binary(Binary::Multiply, sides) => {
                sides.iter().all(|side| self.is_never_zero(side))
            }
            Op::Call(Function::Max, args) => {
                args.iter().any(|arg| matches!(arg.is, Op::Number(number) if number > 0.0))
            }
            _ => false,
        }
    }
}

/// The names in code that are not those of members.
fn words_of(lines: &[Line]) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for line in lines {
        let Line::Code(_, code) = line else { continue };
        // What a function says of itself.
        if code.starts_with("\"\"\"") {
            continue;
        }
        // What stands before the word at hand, but for spaces.
        let (mut before, mut last) = (' ', ' ');
        let mut word = String::new();
        let mut first = true;
        for (_, c) in outside_texts(code).chain([(0, ' ')]) {
            if c.is_alphanumeric() || c == '_' {
                word.push(c);
                continue;
            }
            let is_member = before == '.' || (first || matches!(before, '{' | ',')) && c == ':';
            if !word.is_empty() && !is_member && !words.contains(&word) {
                words.push(word.clone());
            }
            if !word.is_empty() {
                (last, first) = ('a', false);
            }
            if c != ' ' {
                last = c;
            }
            word.clear();
            before = last;
        }
    }
    words
}

/// What a function is given.
#[derive(Clone, Debug, PartialEq)]
enum Given {
    /// Of these names.
    Plain(&'static str, ValueType),
    Thing(Thing),
    /// A number or a list that groups do not have in common.
    Slot(Want),
}

/// A function as text.
struct Printed {
    name: String,
    text: String,
    given: Vec<Given>,
}

/// Lines of code with their names.
fn written(lines: &[Line], names: &[String], dialect: &dyn Dialect) -> String {
    let mut text = String::new();
    for line in lines {
        match line {
            Line::Code(depth, code) => {
                let margin = dialect.words().indent.repeat(*depth);
                text.push_str(&dialect.fit(&margin, &named(code, names)));
            }
            Line::Remark(depth, remark) => {
                text.push_str(&dialect.words().indent.repeat(*depth));
                text.push_str(&dialect.remark(*depth, remark));
            }
        }
        text.push('\n');
    }
    text
}

/// Code with names in the place of their stand-ins.
fn named(code: &str, names: &[String]) -> String {
    let mut text = String::new();
    for c in code.chars() {
        match names.get((u32::from(c).wrapping_sub(*STAND_INS.start())) as usize) {
            Some(name) => text.push_str(name),
            None => text.push(c),
        }
    }
    text
}

/// A long line in parts: it goes on, indented, before an operator or a method, or behind a comma, as far
/// out in its brackets as possible. `within`: only within brackets, so that a value gets some.
fn laid_out(margin: &str, code: &str, width: usize, indent: &str, within: bool) -> String {
    // Tabs count as four.
    let wide = |text: &str| text.chars().map(|c| if c == '\t' { 4 } else { 1 }).sum::<usize>();
    let mut room = width.saturating_sub(wide(margin));
    if wide(code) <= room {
        return format!("{margin}{code}");
    }
    let code = if within { in_brackets(code) } else { code.to_string() };
    let (mut text, mut rest, mut depth) = (String::from(margin), code.as_str(), 0);
    while rest.chars().count() > room {
        let Some(end) = break_in(rest, room, depth, !within) else { break };
        let (line, next) = rest.split_at(end);
        depth += outside_texts(line).map(|(_, c)| opens(c)).sum::<i32>();
        text += &format!("{}\n{margin}{indent}", line.trim_end());
        rest = next.trim_start();
        room = width.saturating_sub(wide(margin) + wide(indent));
    }
    text + rest
}

/// A line with brackets around its value, where that is more than a call.
fn in_brackets(code: &str) -> String {
    let begins = ["if ", "return ", " = ", " += "].into_iter().find_map(|begins| {
        let at = code.find(begins).filter(|at| begins.starts_with(' ') || *at == 0)?;
        let end = at + begins.len();
        (!code[..end].contains(['(', '"'])).then_some(end)
    });
    let Some((head, value)) = begins.map(|end| code.split_at(end)) else { return code.to_string() };
    let (value, colon) = value.strip_suffix(':').map_or((value, ""), |value| (value, ":"));
    let mut depth = 0;
    // All but a name stands within brackets.
    let open = outside_texts(value).filter(|(_, c)| {
        depth += opens(*c);
        depth == 0 && *c == ' '
    });
    match open.count() {
        0 => code.to_string(),
        _ => format!("{head}({value}){colon}"),
    }
}

/// The characters that do not stand within a text in quotation marks, and where they are.
fn outside_texts(code: &str) -> impl Iterator<Item = (usize, char)> {
    let (mut within, mut escaped) = (false, false);
    code.char_indices().filter(move |(_, c)| {
        let was = within;
        if escaped {
            escaped = false;
        } else if *c == '\\' && within {
            escaped = true;
        } else if *c == '"' {
            within = !within;
        }
        !was && !within
    })
}

fn opens(bracket: char) -> i32 {
    match bracket {
        '(' | '[' | '{' => 1,
        ')' | ']' | '}' => -1,
        _ => 0,
    }
}

/// What a line may begin with that goes on.
const BEGINS: [&str; 14] = [
    "+ ", "- ", "and ", "or ", "&& ", "|| ", "? ", ": ", "if ", "for ", "else ", ".map(",
    ".Select(", ".sum::",
];

/// Where to break a line, in bytes: as far out in its brackets as possible, then as late. `anywhere`:
/// outside of brackets, too.
fn break_in(code: &str, room: usize, open: i32, anywhere: bool) -> Option<usize> {
    let mut best: Option<(i32, usize)> = None;
    let mut depth = open;
    for (count, (at, c)) in outside_texts(code).enumerate() {
        if count > room {
            break;
        }
        depth += opens(c);
        let (before, after) = code.split_at(at);
        let begins = |text: &str| BEGINS.iter().any(|sign| text.starts_with(sign));
        let end = match c {
            ' ' if before.ends_with(',')
                || before.ends_with(" =")
                || begins(after.trim_start_matches(' ')) =>
            {
                at + 1
            }
            '.' if begins(after) => at,
            _ => continue,
        };
        let is_open = depth > 0 || anywhere;
        if at > 0 && is_open && best.is_none_or(|(least, _)| depth <= least) {
            best = Some((depth, end));
        }
    }
    best.map(|(_, at)| at)
}

#[cfg(test)]
mod tests;
