//! Rules as functions of the languages that games are written in.
//!
//! [`Rule::print`] walks the tree once for all of them; a [`Dialect`] says what its language does its
//! own way. What is printed is a function over the small runtime of exported programs: vectors, sets,
//! [`turn`](super::tree::Function::Turn) and the like. Names of the text stay, in the manner of the
//! language; where one is taken there, it gets a `_` behind. Nothing that a text says leaves its
//! comment or its string.

mod csharp;
mod gdscript;
mod lists;
mod loops;
mod math;
mod rust;
mod script;

use super::format::{Bond, bond_of};
use super::tree::{
    Aggregate, Binary, Expr, Field, Fold, Function, Op, Own, Param, ParamKind, Rule, Set, SetKind,
    Statement, Thing, Type,
};
use super::words::{FIELDS, FUNCTIONS, SETS, name_of};
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
    Rust,
}

impl Language {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::JavaScript, Self::TypeScript, Self::GDScript, Self::CSharp, Self::Rust];

    /// How it is called in commands and on the page.
    pub fn key(self) -> &'static str {
        match self {
            Self::JavaScript => "javascript",
            Self::TypeScript => "typescript",
            Self::GDScript => "gdscript",
            Self::CSharp => "csharp",
            Self::Rust => "rust",
        }
    }

    fn dialect(self) -> &'static dyn Dialect {
        match self {
            Self::JavaScript => &script::Script { typed: false },
            Self::TypeScript => &script::Script { typed: true },
            Self::GDScript => &gdscript::GDScript,
            Self::CSharp => &csharp::CSharp,
            Self::Rust => &rust::Rust,
        }
    }
}

/// What a rule is called in a program, and where the program has its numbers: members of a group.
#[derive(Clone, Debug, PartialEq)]
pub struct Names {
    /// The function.
    pub function: String,
    /// The weight.
    pub weight: String,
    /// The parameters, in the order of the rule.
    pub params: Vec<String>,
}

impl Names {
    /// The same, none of which means something else there: with as many `_` behind a name as that
    /// takes. `functions` and `members` are the names that the program has already.
    pub fn free(self, language: Language, functions: &[String], members: &[String]) -> Self {
        let dialect = language.dialect();
        let mut taken = members.to_vec();
        let mut member = |name: String| {
            let name = free_name(name, dialect, |name| taken.iter().any(|one| one == name));
            taken.push(name.clone());
            name
        };
        let (weight, params) =
            (member(self.weight), self.params.into_iter().map(&mut member).collect());
        let is_function = |name: &str| functions.iter().any(|one| one == name);
        Self { function: free_name(self.function, dialect, is_function), weight, params }
    }
}

impl Rule {
    /// Its names in a language: those of the text.
    #[doc(hidden)]
    pub fn names(&self, language: Language) -> Names {
        let dialect = language.dialect();
        let key = if self.key.is_empty() { "rule_of_mine" } else { &self.key };
        let names = Names {
            function: dialect.function(key),
            weight: dialect.member(key),
            params: self.params.iter().map(|param| dialect.member(&param.name)).collect(),
        };
        names.free(language, &[], &[])
    }

    /// The rule as a function of a language.
    #[doc(hidden)]
    pub fn print(&self, language: Language, names: &Names) -> String {
        let mut printer = Printer::new(self, names, language.dialect());
        printer.body();
        printer.finish()
    }

    /// The rule as a formula, in the notation of [`SYMBOLS`](crate::schema::SYMBOLS): its force, then the
    /// values that it uses. `rigid`: for a rigid body, which turns into a direction. `names`: the
    /// symbols of the weight and the parameters.
    #[doc(hidden)]
    pub fn formula(&self, rigid: bool, names: &Names) -> String {
        let dialect: &'static math::Math =
            if rigid { &math::Math { rigid: true } } else { &math::Math { rigid: false } };
        let mut printer = Printer::new(self, names, dialect);
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
        let wishes: Vec<_> =
            printer.locals.iter().map(|local| dialect.local(&printer.wish(local))).collect();
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

/// A name with as many `_` behind it as it takes to be nobody else's.
fn free_name(wish: String, dialect: &dyn Dialect, is_taken: impl Fn(&str) -> bool) -> String {
    let mut name = wish;
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
    Own(Own),
    Thing(Thing),
    Member(String),
    /// What a language needs on the way.
    Helper(&'static str, usize),
}

/// Stand for names until all code is there, and no name can be taken by accident.
const STAND_INS: RangeInclusive<u32> = 0xf0000..=0xf0fff;

fn is_stand_in(c: char) -> bool {
    STAND_INS.contains(&u32::from(c))
}

/// Which of unit and flock a function of the runtime is given.
#[derive(Clone, Copy, PartialEq)]
enum Gets {
    Nothing,
    Unit,
    Both,
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

/// What a language calls things, where nothing but words differs.
struct Words {
    /// What names nothing.
    keywords: &'static str,
    /// A number, a vector, a condition.
    types: [&'static str; 3],
    /// The same of nobody: no number, a vector without length.
    zeros: [&'static str; 2],
    /// What is larger than any number.
    endless: &'static str,
    /// What stands before, between and behind the parts of a vector.
    vector: [&'static str; 3],
    /// The arguments that functions of the runtime get of unit and flock.
    given: &'static [&'static str],
    /// What the unit knows of itself, and constants.
    own: &'static [(Own, &'static str)],
    /// Functions that the language itself has.
    native: &'static [(Function, &'static str)],
}

/// The word that is told of something, if one is.
fn told<K: PartialEq>(of: &K, words: &'static [(K, &'static str)]) -> Option<&'static str> {
    words.iter().find(|(key, _)| key == of).map(|(_, word)| *word)
}

/// What a language does its own way; names of the runtime are told in snake case.
trait Dialect {
    fn words(&self) -> &'static Words;
    /// A name within the function.
    fn local(&self, name: &str) -> String;
    /// A number of a group, or a field of a thing or a member of a set.
    fn member(&self, name: &str) -> String {
        self.local(name)
    }
    /// A function of the runtime or a rule.
    fn function(&self, name: &str) -> String {
        self.member(name)
    }
    /// The names of the arguments that functions of the runtime get.
    fn given(&self, gets: Gets) -> &'static [&'static str] {
        let all = self.words().given;
        match gets {
            Gets::Nothing => &[],
            Gets::Unit => &all[..all.len().min(1)],
            Gets::Both => all,
        }
    }
    fn ty(&self, ty: Type) -> &'static str {
        self.words().types[ty as usize]
    }
    /// A number that has an end.
    fn finite(&self, number: f32) -> String {
        number.to_string()
    }
    fn number(&self, number: f32) -> String {
        if number.is_finite() { self.finite(number) } else { self.words().endless.to_string() }
    }
    /// The value over nobody.
    fn zero(&self, ty: Type) -> Code {
        Code::whole(self.words().zeros[usize::from(ty == Type::Vector)], ty)
    }
    fn vector(&self, x: &Code, y: &Code) -> Code {
        if [x, y].iter().all(|part| part.text == self.words().zeros[0]) {
            return self.zero(Type::Vector);
        }
        let [before, between, behind] = self.words().vector;
        Code::whole(format!("{before}{}{between}{}{behind}", x.text, y.text), Type::Vector)
    }
    fn truth(&self, yes: bool) -> &'static str {
        if yes { "true" } else { "false" }
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
    /// A number of the unit's group.
    fn of_group(&self, name: &str) -> String {
        format!("group.{name}")
    }
    /// An option of a choice, which is a number of the unit's group of that name.
    fn option(&self, _name: &str, option: &str) -> String {
        self.quoted(option)
    }
    /// What a function of the runtime is given that knows some options: which of them a number of
    /// the unit's group of that name is, which has some of them, or without one the usual one.
    fn choice(&self, chosen: Option<(&str, &[String])>, wanted: &[&str], usual: usize) -> String {
        chosen.map_or_else(|| self.quoted(wanted[usual]), |(name, _)| self.of_group(name))
    }
    /// What the unit knows of itself, or a constant: π, a degree, a tick.
    fn own(&self, own: Own) -> &'static str {
        told(&own, self.words().own).unwrap_or_default()
    }
    /// Whether what a unit knows of itself needs no name.
    fn is_inline(&self, own: Own) -> bool {
        matches!(own, Own::Pi | Own::Degree | Own::Tick | Own::Leads)
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
    fn infix(&self, op: Binary, left: &str, right: &str) -> String {
        format!("{left} {} {right}", self.sign(op))
    }
    fn minus_sign(&self) -> &'static str {
        "-"
    }
    /// Whether vectors have operators.
    fn adds_vectors(&self) -> bool {
        true
    }
    /// Whether to divide by zero ends the program.
    fn minds_zero(&self) -> bool {
        false
    }
    fn sign(&self, op: Binary) -> &'static str {
        match op {
            Binary::And => "&&",
            Binary::Or => "||",
            _ => op.sign(),
        }
    }
    fn not(&self, of: &Code) -> Code {
        Code::new(format!("!{}", of.at_least(Bond::Minus)), Bond::Minus, Type::Condition)
    }
    fn power(&self, base: &Code, exponent: &Code) -> Code;
    fn choose(&self, condition: &Code, yes: &Code, no: &Code) -> Code {
        let [condition, yes, no] = [
            condition.at_least(Bond::Or),
            yes.at_least(Bond::Or),
            // A chain of conditions needs no brackets.
            no.text.clone(),
        ];
        Code::new(format!("{condition} ? {yes} : {no}"), Bond::Loose, Type::Number)
    }
    /// What it has for forces, which may take a line of their own.
    fn force(&self, _printer: &mut Printer, _: Function, _args: &[Code]) -> Option<Code> {
        None
    }
    /// What the language itself has.
    fn native(&self, function: Function, args: &[Code]) -> Option<Code> {
        self.called(function, args)
    }
    /// The same by its name.
    fn called(&self, function: Function, args: &[Code]) -> Option<Code> {
        let args = listed(args.iter().map(|arg| arg.text.as_str()));
        let name = told(&function, self.words().native)?;
        Some(Code::whole(format!("{name}({args})"), Type::Number))
    }
    fn fold(&self, printer: &mut Printer, folded: Folded) -> Code;
    /// Gives a value a name.
    fn declare(&self, ty: Type, name: &str, value: &str) -> String;
    /// The same for a thing.
    fn declare_thing(&self, name: &str, value: &str) -> String {
        self.declare(Type::Vector, name, value)
    }
    /// Ends the function without a force, unless a condition holds.
    fn unless(&self, condition: &str) -> Vec<Line>;
    /// A statement that calls a function of the runtime.
    fn statement(&self, call: &str) -> String {
        format!("{call};")
    }
    fn give(&self, value: &str) -> String {
        format!("return {value};")
    }
    /// The lines before the body of a function. `uses`: whether the body has such a name.
    fn begins(&self, name: &str, uses: &dyn Fn(&str) -> bool) -> Vec<Line>;
    /// The line behind it.
    fn ends(&self) -> &'static str {
        "}"
    }
    /// A remark; that at depth 0 is what the function is about.
    fn remark(&self, depth: usize, text: &str) -> String;
    fn indent(&self) -> &'static str {
        "    "
    }
    /// Whether a line may end where no bracket is open.
    fn goes_on(&self) -> bool {
        true
    }
    /// Longer lines go on in the next one.
    fn width(&self) -> usize {
        100
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
    let first = words.next().unwrap_or("it").to_string();
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

/// A number with a decimal point.
fn decimal(number: f32) -> String {
    let text = number.to_string();
    if text.contains('.') { text } else { text + ".0" }
}

struct Printer<'r> {
    rule: &'r Rule,
    names: &'r Names,
    dialect: &'static dyn Dialect,
    locals: Vec<Local>,
    /// Those of the body that are done.
    lines: Vec<Line>,
    /// The name of the member at hand.
    member: Option<&'r str>,
    looks_at: Option<SetKind>,
}

impl<'r> Printer<'r> {
    fn new(rule: &'r Rule, names: &'r Names, dialect: &'static dyn Dialect) -> Self {
        let (locals, lines) = (Vec::new(), Vec::new());
        Self { rule, names, dialect, locals, lines, member: None, looks_at: None }
    }

    // --- lines ---

    fn push(&mut self, code: String) {
        self.lines.push(Line::Code(0, code));
    }

    fn body(&mut self) {
        let used = self.rule.used();
        if self.rule.keeps.is_empty() {
            self.leave_unless_there();
        }
        for (at, keep) in self.rule.keeps.iter().enumerate() {
            let start = self.code(&keep.start);
            let key = self.memory(at);
            let recall = if start.ty == Type::Vector { "recall_vector" } else { "recall" };
            let value = self.calls(recall, Gets::Unit, &[key, start]);
            let name = self.local(Local::Keep(at));
            let code = self.dialect.declare(keep.then.ty, &name, &value.text);
            self.push(code);
        }
        for says in self.rule.lines.iter() {
            let is_said = match says.says {
                Statement::Let(at) => used[at],
                Statement::Name | Statement::Param(_) => false,
                _ => true,
            };
            // What stands below the name is told above the function.
            let remark = plain(&says.remark);
            let above = says.number <= self.rule.sentence_ends();
            if !remark.is_empty() && !above && (is_said || says.says == Statement::Nothing) {
                self.lines.push(Line::Remark(0, remark));
            }
            match says.says {
                Statement::Let(at) if is_said => {
                    let value = self.code(&self.rule.lets[at].value);
                    let name = self.local(Local::Let(at));
                    let code = self.dialect.declare(value.ty, &name, &value.text);
                    self.push(code);
                }
                _ => {}
            }
        }
        for (at, keep) in self.rule.keeps.iter().enumerate() {
            let value = self.code(&keep.then);
            let key = self.memory(at);
            let remember = if value.ty == Type::Vector { "remember_vector" } else { "remember" };
            let call = self.calls(remember, Gets::Unit, &[key, value]);
            let code = self.dialect.statement(&call.text);
            self.push(code);
        }
        // Memories go on without what the rule wants, its force does not.
        if !self.rule.keeps.is_empty() {
            self.leave_unless_there();
        }
        for (name, factor) in [("ease_thrust", &self.rule.thrust), ("ease_speed", &self.rule.brake)]
        {
            if let Some(factor) = factor {
                let weight = Code::whole(self.dialect.of_group(&self.names.weight), Type::Number);
                let by = self.code(factor);
                let call = self.calls(name, Gets::Unit, &[weight, by]);
                let code = self.dialect.statement(&call.text);
                self.push(code);
            }
        }
        let force = self.code(&self.rule.steer);
        let weight = Code::whole(self.dialect.of_group(&self.names.weight), Type::Number);
        let name = if force.ty == Type::Number { "force_sideways" } else { "force_of" };
        let call = self.calls(name, Gets::Unit, &[weight, force]);
        let code = self.dialect.give(&call.text);
        self.push(code);
    }

    /// Ends the function where something is not there without which it steers nothing.
    fn leave_unless_there(&mut self) {
        for thing in self.rule.heeds().wants {
            let name = self.local(Local::Thing(thing));
            let there = format!("{name}.{}", self.dialect.member("there"));
            self.lines.extend(self.dialect.unless(&there));
        }
    }

    /// The text by which a memory is known.
    fn memory(&self, at: usize) -> Code {
        let key = format!("{}.{}", self.names.function, self.rule.keeps[at].name);
        Code::whole(self.dialect.quoted(&key), Type::Number)
    }

    /// What the unit itself and things are, where the function uses them; then names for all.
    fn finish(mut self) -> String {
        let mut first = Vec::new();
        let hunters = self.hunters();
        for own in [
            Own::Length,
            Own::MaxSpeed,
            Own::MaxForce,
            Own::Velocity,
            Own::Speed,
            Own::Heading,
            Own::Place,
            Own::Hunts,
            Own::SoFar,
            Own::Time,
        ] {
            if self.locals.contains(&Local::Own(own)) {
                let name = self.local(Local::Own(own));
                let value = match own {
                    Own::Hunts => {
                        self.calls("takes_part", Gets::Both, std::slice::from_ref(&hunters)).text
                    }
                    _ => self.dialect.own(own).to_string(),
                };
                first.push(Line::Code(0, self.dialect.declare(own.ty(), &name, &value)));
            }
        }
        for thing in [Thing::Goal, Thing::Target, Thing::Leader, Thing::Pointer, Thing::Node] {
            let local = Local::Thing(thing);
            if self.locals.contains(&local) {
                let name = self.local(local);
                let function = format!("{}_from", name_of(super::words::THINGS, thing));
                let value = self.calls(&function, Gets::Both, &self.asked(thing));
                first.push(Line::Code(0, self.dialect.declare_thing(&name, &value.text)));
            }
        }
        let mut body = first;
        body.append(&mut self.lines);
        let dialect = self.dialect;
        let doc = plain(&self.rule.sentence());
        let doc = if doc.is_empty() { plain(&self.rule.label) } else { doc };
        let words = words_of(&body);
        let uses = |name: &str| words.iter().any(|word| word == name);
        let doc = (!doc.is_empty()).then_some(Line::Remark(0, doc));
        let mut lines: Vec<_> =
            doc.into_iter().chain(dialect.begins(&self.names.function, &uses)).collect();
        lines.extend(body.into_iter().map(Line::deeper));
        if !dialect.ends().is_empty() {
            lines.push(Line::Code(0, dialect.ends().to_string()));
        }
        let names = self.chosen(&lines);
        let mut text = String::new();
        for line in lines {
            match line {
                Line::Code(depth, code) => {
                    let margin = dialect.indent().repeat(depth);
                    text.push_str(&broken(&margin, &named(&code, &names), dialect));
                }
                Line::Remark(depth, remark) => {
                    text.push_str(&dialect.indent().repeat(depth));
                    text.push_str(&dialect.remark(depth, &remark));
                }
            }
            text.push('\n');
        }
        text
    }

    /// Who hunts the target: the choice of the rule, if it has one.
    fn hunters(&self) -> Code {
        self.choice("", &["everyone", "leaders"], 0)
    }

    /// What a function has to know of a thing, besides whose it is.
    fn asked(&self, thing: Thing) -> Vec<Code> {
        if thing != Thing::Node {
            return Vec::new();
        }
        let is_radius = |param: &Param| {
            param.name == "path_radius" && matches!(param.kind, ParamKind::Number { .. })
        };
        let radius = match self.rule.params.iter().position(is_radius) {
            Some(at) => self.dialect.of_group(&self.names.params[at]),
            None => self.dialect.number(4.0),
        };
        let key = self.dialect.quoted(&self.names.function);
        let whole = |text| Code::whole(text, Type::Number);
        vec![whole(key), whole(radius), self.choice("at_end", &["stop", "loop", "patrol"], 1)]
    }

    /// A parameter with these options, of any name or this one; without it one of them.
    fn choice(&self, name: &str, wanted: &[&str], usual: usize) -> Code {
        let fits = |param: &Param| match &param.kind {
            ParamKind::Choice { options, .. } => {
                (name.is_empty() || param.name == name)
                    && options.iter().all(|own| wanted.contains(&own.as_str()))
            }
            ParamKind::Number { .. } => false,
        };
        let found = self.rule.params.iter().enumerate().find(|(_, param)| fits(param));
        let options = found.map(|(at, Param { kind, .. })| match kind {
            ParamKind::Choice { options, .. } => (&*self.names.params[at], options.as_slice()),
            ParamKind::Number { .. } => (&*self.names.params[at], [].as_slice()),
        });
        Code::whole(self.dialect.choice(options, wanted, usual), Type::Number)
    }

    /// A name for each local value: that of the text, unless it means something else in the function.
    fn chosen(&self, lines: &[Line]) -> Vec<String> {
        let mut taken = words_of(lines);
        let mut names = Vec::new();
        for local in &self.locals {
            let wish = self.dialect.local(&self.wish(local));
            let name = free_name(wish, self.dialect, |name| taken.iter().any(|one| one == name));
            taken.push(name.clone());
            names.push(name);
        }
        names
    }

    fn wish(&self, local: &Local) -> String {
        match local {
            Local::Let(at) => self.rule.lets[*at].name.clone(),
            Local::Keep(at) => self.rule.keeps[*at].name.clone(),
            Local::Own(own) => name_of(super::words::OWN, *own).to_string(),
            Local::Thing(thing) => name_of(super::words::THINGS, *thing).to_string(),
            Local::Member(name) => name.clone(),
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

    /// Calls a function of the runtime.
    fn calls(&self, name: &str, gets: Gets, args: &[Code]) -> Code {
        let given = self.dialect.given(gets).iter().map(|name| (*name).to_string());
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
            Op::Param(at) => Code::whole(dialect.of_group(&self.names.params[*at]), Type::Number),
            Op::Is(at, option) => self.is(*at, *option),
            Op::Keep(at) => Code::whole(self.local(Local::Keep(*at)), expr.ty),
            Op::Let(at) => Code::whole(self.local(Local::Let(*at)), expr.ty),
            Op::Own(own) if dialect.is_inline(*own) => Code::whole(dialect.own(*own), expr.ty),
            Op::Own(own) => Code::whole(self.local(Local::Own(*own)), expr.ty),
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
                if of.ty == Type::Vector && !dialect.adds_vectors() {
                    return self.calls("opposite", Gets::Nothing, &[of]);
                }
                // Two signs in a row would be another one.
                let sign = dialect.minus_sign();
                let within = if of.text.starts_with(sign) { Bond::Power } else { Bond::Minus };
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
                let name = if *function == Function::Random { "random_between" } else { "sway" };
                let place = Code::whole(place.to_string(), Type::Number);
                let args: Vec<_> = [place].into_iter().chain(args).collect();
                self.calls(name, Gets::Both, &args)
            }
            Op::Fold(over) => self.fold(over, expr.ty),
        }
    }

    /// A choice that is on or off is a condition of the program, any other one is a text.
    fn is(&mut self, at: usize, option: usize) -> Code {
        let dialect = self.dialect;
        let value = Code::whole(dialect.of_group(&self.names.params[at]), Type::Condition);
        let Some(Param { kind: ParamKind::Choice { options, .. }, .. }) = self.rule.params.get(at)
        else {
            return value;
        };
        match (options.iter().map(String::as_str).collect::<Vec<_>>().as_slice(), option) {
            (["off", "on"], 1) => value,
            (["off", "on"], _) => dialect.not(&value),
            _ => {
                let sign = dialect.sign(Binary::Same);
                let text = format!(
                    "{} {sign} {}",
                    value.text,
                    dialect.option(&self.names.params[at], &options[option])
                );
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
        let minds_zero = op == Binary::Divide && dialect.minds_zero();
        if minds_zero && !self.rule.is_never_zero(&sides[1], self.looks_at) {
            let name = if vectors { "divided_vector" } else { "divided" };
            return self.calls(name, Gets::Nothing, &[left, right]);
        }
        if vectors && !dialect.adds_vectors() {
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
        // 1 - -2 is 1--2 for nobody.
        if op == Binary::Subtract && right.starts_with(dialect.minus_sign()) {
            right = format!("({right})");
        }
        Code::new(dialect.infix(op, &left, &right), own, Type::Number)
    }

    fn call(&mut self, function: Function, args: &[Code]) -> Code {
        use Function as F;
        let dialect = self.dialect;
        if let Some(code) =
            dialect.force(self, function, args).or_else(|| dialect.native(function, args))
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
            F::Wide => ("is_in_wide_view", Gets::Unit),
            F::Limited => ("is_in_limited_view", Gets::Unit),
            F::Narrow => ("is_in_narrow_view", Gets::Unit),
            F::Toward => ("steer_toward", Gets::Unit),
            F::Head => ("head_for", Gets::Unit),
            F::Seek => ("seek_to", Gets::Unit),
            F::Arrive => ("arrive_at", Gets::Unit),
            _ => (name_of(FUNCTIONS, function), Gets::Nothing),
        };
        self.calls(name, gets, args)
    }

    fn set(&mut self, set: &'r Set) -> Code {
        let word = name_of(SETS, set.kind);
        let name = match set.kind {
            SetKind::View => "mates_in_view".to_string(),
            SetKind::Obstacles => "obstacles_around".to_string(),
            _ => format!("{word}_within"),
        };
        let mut args = Vec::new();
        if set.kind == SetKind::Group {
            args.push(Code::whole(self.dialect.quoted(&set.group), Type::Number));
        }
        if set.kind.takes_radius() {
            args.push(match &set.radius {
                Some(radius) => self.code(radius),
                None => Code::whole(self.dialect.number(f32::INFINITY), Type::Number),
            });
        }
        match self.dialect.set(word, &args) {
            Some(text) => Code::whole(text, Type::Number),
            None => self.calls(&name, Gets::Both, &args),
        }
    }

    fn fold(&mut self, over: &'r Aggregate, ty: Type) -> Code {
        let set = self.set(&over.set).text;
        (self.member, self.looks_at) = (Some(over.member.as_str()), Some(over.set.kind));
        let member = self.local(Local::Member(over.member.clone()));
        let condition = over.condition.as_ref().map(|condition| self.code(condition));
        let value = over.value.as_ref().map(|value| self.code(value));
        (self.member, self.looks_at) = (None, None);
        let folded = Folded { fold: over.fold, ty, member, set, condition, value };
        self.dialect.fold(self, folded)
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
        let told = below[skipped..].iter().take_while(|line| is_remark(line)).last();
        told.map_or(0, |line| line.number)
    }

    /// Whether a number cannot be 0, as far as one sees. `set`: that of the member at hand.
    fn is_never_zero(&self, expr: &Expr, set: Option<SetKind>) -> bool {
        match &expr.is {
            Op::Number(number) => *number != 0.0,
            Op::Own(own) => matches!(own, Own::Length | Own::Tick | Own::Pi | Own::Degree),
            Op::Param(at) => {
                matches!(self.params[*at].kind, ParamKind::Number { low, .. } if low > 0.0)
            }
            Op::Let(at) => self.is_never_zero(&self.lets[*at].value, None),
            Op::Minus(of) => self.is_never_zero(of, set),
            Op::Member(Field::Length) => true,
            // Units at the same place are looked at as if they were apart.
            Op::Member(Field::Distance) => set != Some(SetKind::Obstacles),
            Op::Binary(Binary::Multiply, sides) => {
                sides.iter().all(|side| self.is_never_zero(side, set))
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
        // What stands before the word at hand, but for spaces.
        let (mut before, mut last) = (' ', ' ');
        let mut word = String::new();
        for c in code.chars().chain([' ']) {
            if c.is_alphanumeric() || c == '_' {
                word.push(c);
                continue;
            }
            let is_member = before == '.' || matches!(before, '{' | ',') && c == ':';
            if !word.is_empty() && !is_member && !words.contains(&word) {
                words.push(word.clone());
            }
            if !word.is_empty() {
                last = 'a';
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

/// A long line in parts: it goes on, indented, within brackets, before an operator or a method, or
/// behind a comma.
fn broken(margin: &str, code: &str, dialect: &dyn Dialect) -> String {
    let mut text = String::from(margin);
    let mut rest = code;
    let mut depth = 0;
    let mut room = dialect.width().saturating_sub(margin.chars().count());
    while rest.chars().count() > room {
        let Some(end) = break_in(rest, room, depth, dialect.goes_on()) else { break };
        let (line, next) = rest.split_at(end);
        depth += outside_texts(line).map(|(_, c)| opens(c)).sum::<i32>();
        text.push_str(line.trim_end());
        text.push('\n');
        text.push_str(margin);
        text.push_str(dialect.indent());
        rest = next.trim_start();
        room = dialect.width().saturating_sub(margin.chars().count() + dialect.indent().len());
    }
    text + rest
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
