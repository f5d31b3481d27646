//! One file for the rules of a run: a function for each, the numbers of the run as constants, and
//! `steer`, which adds the forces up by their weights.
//!
//! Choices of the run are made: a function has what they come to. Groups that differ in a number give
//! it to the function that they share; where they differ in a choice, each has a function of its own.

use super::settle::Known;
use super::{
    Context, Dialect, Given, Kind, Language, Line, Member, Printed, Printer, Program, Slot,
    free_name, listed, plain, upper, words_of, written,
};
use crate::tree::{
    Binary, Expr, Field, Fold, Function, Op, Own, Param, ParamKind, Rule, SetKind, Statement,
    Thing, Type,
};

/// The rules of a run, and what they need to know of it.
#[derive(Clone, Debug, Default)]
pub struct Force {
    /// What it is, line by line: stands above all.
    pub about: Vec<String>,
    /// Width and height, u, of a world that is seen across its edges.
    pub torus: Option<[f32; 2]>,
    /// The groups, the main one first.
    pub groups: Vec<Grouped>,
}

/// The rules of a group.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grouped {
    /// Unique in the run.
    pub key: String,
    /// What the page calls it.
    pub label: String,
    /// Its bodies turn into a direction.
    pub rigid: bool,
    /// What it sees; `None`: no one.
    pub view: Option<FieldOfView>,
    /// Keys of the groups that it hunts; none: all of other roles.
    pub hunts: Vec<String>,
    /// Keys of the groups that it fears.
    pub fears: Vec<String>,
    /// The pointer frightens it.
    pub fears_pointer: bool,
    /// The nodes of its path, u.
    pub path: Vec<[f32; 2]>,
    /// The first behaviors take the force first.
    pub priority: bool,
    /// All that a unit can steer.
    pub max_force: f32,
    /// What it weighs.
    pub mass: f32,
    /// The most share of that per u/s of a wanted change of velocity; infinite where nothing limits it.
    pub most_gain: f32,
    /// How it brakes.
    pub braking: Braking,
    /// The rules in their order.
    pub terms: Vec<Term>,
    /// What steers besides and is no rule, by key.
    pub left_out: Vec<String>,
}

/// The way that a body needs to stop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Braking {
    /// This many lengths.
    Lengths(f32),
    /// By its mass over all that it can steer, s²/u.
    Inertia(f32),
}

impl Default for Braking {
    fn default() -> Self {
        Self::Lengths(0.0)
    }
}

/// The shape of a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "their names say it")]
pub enum Sight {
    Wide,
    Limited,
    Narrow,
    Full,
}

/// A field of view.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldOfView {
    /// Its shape; `None`: sees no one.
    pub sight: Option<Sight>,
    /// How far it reaches, lengths.
    pub radius: Declared,
    /// Tangent of half the blind wedge behind.
    pub back_angle: Declared,
    /// Tangent of half the narrow view.
    pub front_angle: Declared,
    /// How many count at most; 0: all.
    pub nearest: u32,
}

/// A rule with its numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// The rule.
    pub rule: Rule,
    /// Its weight.
    pub weight: Declared,
    /// The values of its parameters, in their order; a choice is the number of its option.
    pub params: Vec<Declared>,
}

/// A number and what is declared of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Declared {
    /// What it is.
    pub value: f32,
    /// What it means, in a sentence or more.
    pub doc: String,
    /// May be empty.
    pub unit: String,
    /// The least and the largest.
    pub range: [f32; 2],
    /// Where it is from; may be empty.
    pub source: String,
}

impl Force {
    /// The file.
    pub fn print(&self, language: Language) -> String {
        // Groups that steer alike have one function.
        let first = |group: &Grouped| Grouped {
            key: self.groups[0].key.clone(),
            label: self.groups[0].label.clone(),
            ..group.clone()
        };
        if self.groups.iter().skip(1).all(|group| first(group) == self.groups[0]) {
            let groups = self.groups.first().cloned().into_iter().collect();
            return File::new(&Self { groups, ..self.clone() }, language.program()).print();
        }
        File::new(self, language.program()).print()
    }
}

/// A rule as groups share it.
struct Shared {
    rule: Rule,
    key: String,
    context: Context,
    /// Numbers and lists that groups may differ in, by what they are called.
    slots: Vec<String>,
    /// The groups that have it, with their values of these.
    uses: Vec<(usize, Vec<Value>)>,
    /// The weight of each, by the name of its constant.
    weights: Vec<String>,
    force: Option<Printed>,
    /// Functions of factors on the thrust and on the velocity.
    factors: [Option<(String, Printed)>; 2],
}

/// What a constant is.
#[derive(Clone, Debug, PartialEq)]
struct Value {
    kind: Kind,
    text: String,
    doc: String,
}

struct Constant {
    name: String,
    preferred: String,
    value: Value,
}

struct File<'f> {
    force: &'f Force,
    program: &'static dyn Program,
    constants: Vec<Constant>,
    shared: Vec<Shared>,
    views: Vec<(FieldOfView, String)>,
    /// Code below the constants.
    functions: Vec<String>,
    /// What a state remembers: name, type and first value.
    memories: Vec<Member>,
    sways: usize,
    uses: Uses,
}

/// What the rules of a file ask for.
#[derive(Default)]
struct Uses {
    seen: Vec<Field>,
    own: Vec<&'static str>,
    things: Vec<Thing>,
    draws: bool,
    node: bool,
    time: bool,
}

impl Uses {
    fn field(&mut self, field: Field) {
        if !self.seen.contains(&field) {
            self.seen.push(field);
        }
    }

    fn own(&mut self, name: &'static str) {
        if !self.own.contains(&name) {
            self.own.push(name);
        }
    }

    fn read(&mut self, rule: &Rule, context: &Context) {
        for thing in &context.wants {
            self.thing(*thing);
        }
        let mut exprs = Vec::new();
        let used = rule.used();
        rule.lets
            .iter()
            .zip(used)
            .filter(|(_, used)| *used)
            .for_each(|(one, _)| exprs.push(&one.value));
        rule.keeps.iter().for_each(|keep| exprs.push(&keep.then));
        exprs.extend([&rule.steer]);
        for expr in exprs {
            expr.walk(&mut |part| self.expr(part, context));
        }
    }

    fn thing(&mut self, thing: Thing) {
        if !self.things.contains(&thing) {
            self.things.push(thing);
        }
        self.field(Field::There);
        if thing == Thing::Node {
            self.node = true;
            self.own("length");
        }
    }

    fn expr(&mut self, part: &Expr, context: &Context) {
        match &part.is {
            Op::Own(own) => match own {
                Own::Length => self.own("length"),
                Own::MaxSpeed => self.own("max_speed"),
                Own::Braking if context.coasts => self.own("length"),
                Own::Braking => self.own("max_speed"),
                Own::Heading => self.own("heading"),
                Own::Leads => self.own("leads"),
                Own::Hunts => self.own("hunts"),
                Own::Time => self.time = true,
                _ => {}
            },
            Op::Thing(thing, field) => {
                self.thing(*thing);
                self.field(*field);
            }
            Op::Member(field) => self.field(*field),
            Op::Call(function, _) => match function {
                Function::Head if !context.rigid => self.own("max_speed"),
                Function::Toward | Function::Seek | Function::Arrive => self.own("max_speed"),
                Function::Ahead
                | Function::Abeam
                | Function::Side
                | Function::Turn
                | Function::Head
                | Function::Wide
                | Function::Limited
                | Function::Narrow => self.own("heading"),
                _ => {}
            },
            Op::Draw(..) => self.draws = true,
            Op::Fold(over) => {
                self.field(Field::Distance);
                self.draws |= over.fold == Fold::AnyOf;
                match over.set.kind {
                    SetKind::View => {
                        self.own("role");
                        self.own("length");
                        self.own("heading");
                    }
                    SetKind::Mates | SetKind::Others => self.own("role"),
                    SetKind::Fellows => {
                        self.own("role");
                        self.own("group");
                    }
                    SetKind::Hunted if context.hunted.is_none() => self.own("role"),
                    SetKind::Hunted | SetKind::Group => self.own("group"),
                    SetKind::Menaces => {
                        self.own("group");
                        if context.fears_pointer {
                            self.own("pointer");
                            self.field(Field::Velocity);
                        }
                    }
                    SetKind::Everyone | SetKind::Obstacles => {}
                }
            }
            _ => {}
        }
    }
}

/// What a comment says of a number: unit, range and source.
fn doc_of(of: &Declared) -> String {
    let [low, high] = of.range;
    let (unit, source) = (plain(&of.unit), plain(&of.source));
    let unit = if unit.is_empty() { String::new() } else { format!("{unit}, ") };
    let source = if source.is_empty() { String::new() } else { format!("; {source}") };
    format!("{unit}{low} to {high}{source}")
}

impl<'f> File<'f> {
    fn new(force: &'f Force, program: &'static dyn Program) -> Self {
        Self {
            force,
            program,
            constants: Vec::new(),
            shared: Vec::new(),
            views: Vec::new(),
            functions: Vec::new(),
            memories: Vec::new(),
            sways: 0,
            uses: Uses::default(),
        }
    }

    /// A constant of this value, by the name that is wished for or one like it.
    fn constant(&mut self, preferred: &str, value: Value) -> String {
        let known =
            self.constants.iter().find(|one| one.preferred == preferred && one.value == value);
        if let Some(known) = known {
            return known.name.clone();
        }
        let dialect: &dyn Dialect = self.program;
        let taken = |name: &str| {
            self.constants.iter().any(|one| one.name == name)
                || self.program.declares().iter().any(|one| one == name)
        };
        let name = free_name(self.program.constant_name(preferred), dialect, taken);
        self.constants.push(Constant {
            name: name.clone(),
            preferred: preferred.to_string(),
            value,
        });
        name
    }

    fn number(&self, of: &Declared) -> Value {
        let text = self.program.number(of.value);
        Value { kind: Kind::Number, text, doc: doc_of(of) }
    }

    fn texts(&self, keys: &[String], doc: &str) -> Value {
        let items: Vec<String> = keys.iter().map(|key| self.program.quoted(key)).collect();
        let text = self.program.list(&items);
        Value { kind: Kind::Texts, text, doc: doc.to_string() }
    }

    /// The name of a group's own constant.
    fn of_group(&self, group: usize, preferred: &str) -> String {
        let key = upper(&self.force.groups[group].key);
        if group == 0 { preferred.to_string() } else { format!("{key}_{preferred}") }
    }

    /// All constants' names and functions': locals are called otherwise.
    fn taken(&self) -> Vec<String> {
        let constants = self.constants.iter().map(|one| one.name.clone());
        constants.chain(self.program.declares()).collect()
    }

    fn print(mut self) -> String {
        self.share();
        for at in 0..self.shared.len() {
            self.settle_slots(at);
        }
        let names = self.name_functions();
        for (at, [force, thrust, brake]) in names.into_iter().enumerate() {
            self.print_rule(at, force, [thrust, brake]);
        }
        let steers = self.steers();
        self.assemble(steers)
    }

    /// One rule for all groups that have the same.
    fn share(&mut self) {
        for (index, group) in self.force.groups.iter().enumerate() {
            for term in group.terms.iter().filter(|term| term.weight.value != 0.0) {
                self.share_term(index, group, term);
            }
        }
    }

    fn share_term(&mut self, index: usize, group: &Grouped, term: &Term) {
        let choice = |(param, value): (&Param, &Declared)| match param.kind {
            ParamKind::Choice { .. } => Some(value.value as usize),
            ParamKind::Number { .. } => None,
        };
        let chosen: Vec<_> = term.rule.params.iter().zip(&term.params).map(choice).collect();
        let sight = group.view.as_ref().and_then(|view| view.sight);
        let is_stop = |(param, chosen): (&Param, &Option<usize>)| match &param.kind {
            ParamKind::Choice { options, .. } => {
                param.name == "at_end" && chosen.is_some_and(|at| options[at] == "stop")
            }
            ParamKind::Number { .. } => false,
        };
        let stops = term.rule.params.iter().zip(&chosen).any(is_stop);
        let rule = Known { chosen: &chosen, sight, stops }.settle(&term.rule);
        let (mut heads, mut views, mut hunts, mut fears, mut forces) =
            (false, false, false, false, false);
        let (mut back, mut front, mut brakes, mut weighs) = (false, false, false, false);
        rule.walk(|expr| match &expr.is {
            Op::Call(Function::Head, _) => heads = true,
            Op::Call(Function::Wide, _) => back = true,
            Op::Call(Function::Narrow, _) => front = true,
            Op::Own(Own::MaxForce) => forces = true,
            Op::Own(Own::Mass) => weighs = true,
            Op::Own(Own::Braking) => brakes = true,
            Op::Fold(over) => match over.set.kind {
                SetKind::View => views = true,
                SetKind::Hunted => hunts = true,
                SetKind::Menaces => fears = true,
                _ => {}
            },
            _ => {}
        });
        let view = if views { self.view_of(group) } else { String::new() };
        let mut context = Context {
            rigid: heads && group.rigid,
            view,
            hunted: (hunts && !group.hunts.is_empty()).then(Slot::default),
            fears_pointer: fears && group.fears_pointer,
            coasts: matches!(group.braking, Braking::Lengths(_)),
            wants: term.rule.dependencies().wants,
            ..Context::default()
        };
        // Where the path ends is part of how a rule is called, not of the rule.
        let at_end = rule.params.iter().position(|param| param.name == "at_end");
        context.function =
            at_end.and_then(|at| chosen[at]).map_or(String::new(), |end| end.to_string());
        let mut slots = Vec::new();
        let mut values = Vec::new();
        for (param, value) in rule.params.iter().zip(&term.params) {
            if let ParamKind::Number { .. } = param.kind {
                slots.push(param.name.clone());
                values.push(self.number(value));
            }
        }
        if let Some(looking) = &group.view {
            for (used, name, of) in [
                (back, "back_angle", &looking.back_angle),
                (front, "front_angle", &looking.front_angle),
            ] {
                if used {
                    slots.push(name.to_string());
                    values.push(self.number(of));
                }
            }
        }
        if hunts && !group.hunts.is_empty() {
            slots.push("hunted".to_string());
            values.push(self.texts(&group.hunts, "The groups that it hunts."));
        }
        if fears {
            slots.push("feared".to_string());
            values.push(self.texts(&group.fears, "The groups that it fears."));
        }
        if forces {
            slots.push("max_force".to_string());
            let text = self.program.number(group.max_force);
            let doc = "All that a unit can steer.".to_string();
            values.push(Value { kind: Kind::Number, text, doc });
        }
        if weighs {
            slots.push("mass".to_string());
            let text = self.program.number(group.mass);
            values.push(Value { kind: Kind::Number, text, doc: "Of a unit.".to_string() });
        }
        if brakes {
            let (number, doc) = match group.braking {
                Braking::Lengths(many) => (many, "Lengths that it takes to stop."),
                Braking::Inertia(value) => (value, "Mass by all that a unit can steer, s²/u."),
            };
            slots.push(if context.coasts { "stopping_lengths" } else { "inertia" }.to_string());
            let (text, doc) = (self.program.number(number), doc.to_string());
            values.push(Value { kind: Kind::Number, text, doc });
        }
        let same = |one: &&mut Shared| {
            let (a, b) = (&one.context, &context);
            one.rule.steer == rule.steer
                && one.rule.lets == rule.lets
                && one.rule.keeps == rule.keeps
                && one.rule.thrust == rule.thrust
                && one.rule.brake == rule.brake
                && one.rule.key == rule.key
                && one.slots == slots
                && (a.rigid, &a.view, a.hunted.is_some(), a.fears_pointer, &a.function)
                    == (b.rigid, &b.view, b.hunted.is_some(), b.fears_pointer, &b.function)
                // A group may have a rule twice.
                && one.uses.iter().all(|(group, _)| *group != index)
        };
        let weight = self.number(&term.weight);
        if let Some(known) = self.shared.iter_mut().find(same) {
            known.uses.push((index, values));
            known.weights.push(String::new());
        } else {
            let key =
                if rule.key.is_empty() { "rule_of_mine".to_string() } else { rule.key.clone() };
            self.shared.push(Shared {
                rule,
                key,
                context,
                slots,
                uses: vec![(index, values)],
                weights: vec![String::new()],
                force: None,
                factors: [None, None],
            });
        }
        let at = self.shared.iter().position(|one| {
            one.uses.last().is_some_and(|last| last.0 == index)
                && one.weights.last().is_some_and(String::is_empty)
        });
        if let Some(at) = at {
            let preferred = format!("{}_WEIGHT", upper(&self.shared[at].key));
            let first = self.constants.iter().find(|one| one.preferred == preferred);
            let differs = first.is_some_and(|one| one.value != weight);
            let preferred = if differs { self.of_group(index, &preferred) } else { preferred };
            let name = self.constant(&preferred, weight);
            if let Some(last) = self.shared[at].weights.last_mut() {
                *last = name;
            }
        }
    }

    /// The function that gives who is in view.
    fn view_of(&mut self, group: &Grouped) -> String {
        let Some(looking) = &group.view else { return "in_view".to_string() };
        let same = |one: &&(FieldOfView, String)| {
            let a = &one.0;
            (a.sight, a.radius.value, a.nearest)
                == (looking.sight, looking.radius.value, looking.nearest)
                && a.back_angle.value == looking.back_angle.value
                && a.front_angle.value == looking.front_angle.value
        };
        if let Some(known) = self.views.iter().find(same) {
            return known.1.clone();
        }
        let key = group.key.to_lowercase();
        let name =
            if self.views.is_empty() { "in_view".to_string() } else { format!("in_view_of_{key}") };
        self.views.push((looking.clone(), name.clone()));
        name
    }

    /// What a rule finds in constants, and what it is given.
    fn settle_slots(&mut self, at: usize) {
        let slots = self.shared[at].slots.clone();
        let uses = self.shared[at].uses.clone();
        let (rule, key) = (self.shared[at].rule.clone(), upper(&self.shared[at].key));
        let asked = asked(&rule, &self.shared[at].context);
        let mut found = Vec::new();
        for (place, slot) in slots.iter().enumerate() {
            let first = &uses[0].1[place];
            if !asked.contains(slot) {
                found.push((slot.clone(), Slot::default()));
                continue;
            }
            let agree = uses.iter().all(|(_, values)| values[place].text == first.text);
            let made = if agree {
                let preferred = upper(slot);
                let other = self
                    .constants
                    .iter()
                    .any(|one| one.preferred == preferred && one.value != *first);
                let preferred = if other { format!("{key}_{preferred}") } else { preferred };
                Slot::Constant(self.constant(&preferred, first.clone()))
            } else {
                Slot::Argument(slot.clone())
            };
            found.push((slot.clone(), made));
        }
        let slot = |name: &str| {
            found
                .iter()
                .find(|(own, _)| own == name)
                .map(|(_, slot)| slot.clone())
                .unwrap_or_default()
        };
        let params = rule.params.iter().map(|param| slot(&param.name)).collect();
        let context = &mut self.shared[at].context;
        context.params = params;
        context.back_angle = slot("back_angle");
        context.front_angle = slot("front_angle");
        context.hunted = context.hunted.is_some().then(|| slot("hunted"));
        context.feared = slot("feared");
        context.max_force = slot("max_force");
        context.mass = slot("mass");
        context.braking = slot(if context.coasts { "stopping_lengths" } else { "inertia" });
        // What it remembers has a field in the state.
        for keep in &rule.keeps {
            let free = |name: &str| self.memories.iter().any(|one| one.own == name);
            let key = self.shared[at].key.to_lowercase();
            let preferred =
                if free(&keep.name) { format!("{key}_{}", keep.name) } else { keep.name.clone() };
            let preferred =
                if ["node", "back", "random", "sways", "time"].contains(&preferred.as_str()) {
                    format!("{preferred}_of_{key}")
                } else {
                    preferred
                };
            let name = free_name(preferred, self.program, |name| free(name));
            let context = self.shared[at].context.clone();
            let mut printer = Printer::new(&rule, &context, self.program);
            let start = printer.code(&keep.start).text;
            let kind = if keep.then.ty == Type::Vector { Kind::Vector } else { Kind::Number };
            self.memories.push(Member { own: name.clone(), start, ..Member::new("", kind, "") });
            self.shared[at].context.keeps.push(name);
        }
        let mut sways = Vec::new();
        rule.walk(|expr| {
            if let Op::Draw(Function::Sway, _, place) = expr.is
                && !sways.iter().any(|(own, _)| *own == place)
            {
                sways.push((place, self.sways));
                self.sways += 1;
            }
        });
        self.shared[at].context.sways = sways;
    }

    /// What the functions of each rule are called: its force, the factors on thrust and velocity.
    fn name_functions(&mut self) -> Vec<[String; 3]> {
        let mut taken = self.taken();
        taken.extend(self.views.iter().map(|(_, name)| self.program.function(name)));
        let steers = ["steer", "thrust", "brake"].map(|name| self.program.function(name));
        taken.extend(steers);
        let groups = self.force.groups.iter().map(|group| group.key.to_lowercase());
        let groups: Vec<String> = groups.collect();
        for group in &groups {
            for name in ["steer", "thrust", "brake"] {
                taken.push(self.program.function(&format!("{name}_{group}")));
            }
        }
        let mut all = Vec::new();
        for at in 0..self.shared.len() {
            let one = &self.shared[at];
            let key = one.key.clone();
            let twice = self.shared[..at].iter().any(|before| before.key == key);
            let key = match twice {
                true => format!("{key}_of_{}", groups[one.uses[0].0]),
                false => key,
            };
            all.push(["", "_thrust", "_brake"].map(|end| {
                let preferred = self.program.function(&format!("{key}{end}"));
                let name =
                    free_name(preferred, self.program, |name| taken.iter().any(|one| one == name));
                taken.push(name.clone());
                name
            }));
        }
        all
    }

    fn print_rule(&mut self, at: usize, force: String, [thrust, brake]: [String; 2]) {
        let mut taken = self.taken();
        taken.extend(self.views.iter().map(|(_, name)| self.program.function(name)));
        taken.extend(["me", "others", "obstacles", "dt", "state"].map(String::from));
        taken.push(self.program.local("so_far"));
        let one = &self.shared[at];
        let rule = one.rule.clone();
        let context = Context { function: force, ..one.context.clone() };
        let none = matches!(rule.steer.is, Op::Number(0.0)) && rule.keeps.is_empty();
        let print = |rule: &Rule, context: &Context, factor: bool| {
            // The others have functions of their own.
            let rule = &Rule { thrust: None, brake: None, ..rule.clone() };
            let mut printer = Printer::new(rule, context, self.program);
            printer.body(self.program, factor);
            printer.finish(self.program, factor, &taken)
        };
        let made = (!none).then(|| print(&rule, &context, false));
        if made.is_some() {
            self.uses.read(&rule, &context);
            if rule.steer.ty == Type::Number {
                self.uses.own("heading");
            }
        }
        let mut factors = [None, None];
        for (place, (factor, name)) in
            [(&rule.thrust, thrust), (&rule.brake, brake)].into_iter().enumerate()
        {
            let Some(factor) = factor else { continue };
            let lines = rule.lines.iter().filter(|line| {
                matches!(line.says, Statement::Let(_) | Statement::Name)
                    || line.number <= rule.sentence_ends()
            });
            let part = Rule {
                steer: factor.clone(),
                keeps: Vec::new(),
                lines: lines.cloned().collect(),
                ..rule.clone()
            };
            let context = Context { function: name.clone(), ..context.clone() };
            self.uses.read(&part, &context);
            factors[place] = Some((name, print(&part, &context, true)));
        }
        let texts = made.iter().chain(factors.iter().flatten().map(|(_, printed)| printed));
        let texts: Vec<String> = texts.map(|printed| printed.text.clone()).collect();
        self.functions.extend(texts);
        let one = &mut self.shared[at];
        one.context.function = context.function;
        (one.force, one.factors) = (made, factors);
    }

    /// The functions that add up: forces, and factors on thrust and velocity where there are any.
    fn steers(&mut self) -> Vec<String> {
        let mut all = Vec::new();
        for what in [Sum::Force, Sum::Thrust, Sum::Brake] {
            let of_group: Vec<_> =
                (0..self.force.groups.len()).map(|group| self.summands(what, group)).collect();
            let many = of_group.iter().filter(|terms| !terms.is_empty()).count();
            if many == 0 && what != Sum::Force {
                continue;
            }
            let alone = self.force.groups.len() == 1 || many == 0;
            let mut own = Vec::new();
            for (group, terms) in of_group.iter().enumerate() {
                if alone || !terms.is_empty() {
                    let name = match alone {
                        true => what.name().to_string(),
                        false => format!(
                            "{}_{}",
                            what.name(),
                            self.force.groups[group].key.to_lowercase()
                        ),
                    };
                    let text = self.sum(what, group, terms, &name, alone);
                    own.push((group, name, text));
                    if alone {
                        break;
                    }
                }
            }
            if !alone {
                all.push(self.dispatch(what, &own));
            }
            all.extend(own.into_iter().map(|(_, _, (text, _))| text));
        }
        all
    }

    /// The calls for a group: the constant of the weight, the rule, and which use of it that is.
    fn summands(&self, what: Sum, group: usize) -> Vec<(usize, usize)> {
        let terms = self.force.groups[group].terms.iter().filter(|term| term.weight.value != 0.0);
        let mut found = Vec::new();
        for term in terms {
            let has = |(at, one): (usize, &Shared)| {
                let there = match what {
                    Sum::Force => one.force.is_some(),
                    Sum::Thrust => one.factors[0].is_some(),
                    Sum::Brake => one.factors[1].is_some(),
                };
                let key = if term.rule.key.is_empty() { "rule_of_mine" } else { &term.rule.key };
                let place = one.uses.iter().position(|(own, _)| *own == group)?;
                (there && one.key == key && !found.contains(&(at, place))).then_some((at, place))
            };
            let next = self.shared.iter().enumerate().find_map(has);
            found.extend(next);
        }
        found
    }

    /// A function that adds up, and what it is given.
    fn sum(
        &mut self,
        what: Sum,
        group: usize,
        terms: &[(usize, usize)],
        name: &str,
        whole: bool,
    ) -> (String, Vec<&'static str>) {
        let program = self.program;
        let grouped = &self.force.groups[group];
        let name = program.function(name);
        let total = program.local(what.total());
        let (first, ty) = match what {
            Sum::Force => (program.zero(Type::Vector).text, Type::Vector),
            _ => (program.number(1.0), Type::Number),
        };
        let mut things: Vec<Thing> = Vec::new();
        let (mut calls, mut asks_total) = (Vec::new(), false);
        for (at, place) in terms {
            let one = &self.shared[*at];
            let (function, printed) = match what {
                Sum::Force => (&one.context.function, one.force.as_ref()),
                Sum::Thrust => (
                    &one.factors[0].as_ref().expect("it has one").0,
                    one.factors[0].as_ref().map(|one| &one.1),
                ),
                Sum::Brake => (
                    &one.factors[1].as_ref().expect("it has one").0,
                    one.factors[1].as_ref().map(|one| &one.1),
                ),
            };
            let Some(printed) = printed else { continue };
            let (function, given, weight) =
                (function.clone(), printed.given.clone(), one.weights[*place].clone());
            let mut args = Vec::new();
            for given in given {
                args.push(match given {
                    Given::Plain("so_far", _) => {
                        asks_total = true;
                        total.clone()
                    }
                    Given::Plain(name, _) => name.to_string(),
                    Given::Thing(thing) => {
                        if !things.contains(&thing) {
                            things.push(thing);
                        }
                        program.local(thing_name(thing))
                    }
                    Given::Slot(slot) => {
                        let one = &self.shared[*at];
                        let value = one.slots.iter().position(|own| *own == slot);
                        let value = value.map(|value| one.uses[*place].1[value].clone());
                        let preferred = self.of_group(group, &upper(&slot));
                        value.map_or(String::new(), |value| self.constant(&preferred, value))
                    }
                });
            }
            calls.push((weight, format!("{function}({})", listed(args))));
        }
        let mut body = Vec::new();
        let both = things.contains(&Thing::Goal) && things.contains(&Thing::Target);
        for thing in [Thing::Goal, Thing::Target, Thing::Leader, Thing::Pointer, Thing::Node] {
            if !things.contains(&thing) {
                continue;
            }
            let from = match thing {
                Thing::Goal if both => "me.goal",
                Thing::Goal | Thing::Target => "target",
                Thing::Leader => "me.leader",
                Thing::Pointer => "me.pointer",
                Thing::Node => "",
            };
            match thing {
                Thing::Goal if both => self.uses.own("goal"),
                Thing::Leader => self.uses.own("leader"),
                Thing::Pointer => self.uses.own("pointer"),
                _ => {}
            }
            let value = match thing {
                Thing::Node => self.node(group, terms),
                _ => format!("{}(me, {})", program.function("look_at"), from_me(program, from)),
            };
            // A name of its own: `target` is what the function is given.
            let own = program.local(thing_name(thing));
            let declared = program.declare_thing(&own, &value);
            body.push(Line::Code(1, declared));
        }
        let add = match (what, grouped.priority) {
            (Sum::Force, false) => "added",
            (Sum::Force, true) => "added_within",
            _ => "eased",
        };
        let add = program.function(add);
        if let ([(weight, call)], false) = (calls.as_slice(), self.uses.time || asks_total) {
            let value = format!("{add}({first}, {weight}, {call})");
            body.push(Line::Code(1, program.give(&value)));
        } else if calls.is_empty() {
            body.push(Line::Code(1, program.give(&first)));
        } else {
            body.push(Line::Code(1, program.declare_changing(ty, &total, &first)));
            for (weight, call) in &calls {
                let value = format!("{add}({total}, {weight}, {call})");
                body.push(Line::Code(1, program.assign(&total, &value)));
            }
            if what == Sum::Force && self.uses.time && whole {
                let time = format!("state.{}", program.member("time"));
                body.push(Line::Code(1, program.assign(&time, &format!("{time} + dt"))));
            }
            body.push(Line::Code(1, program.give(&total)));
        }
        let words = words_of(&body);
        let uses = |name: &str| words.iter().any(|word| word == name);
        let mut head = Vec::new();
        let mut given = Vec::new();
        for (name, kind) in STEER {
            let used = uses(name);
            // The state is there only where something is remembered.
            let wanted = if whole { name != "state" || self.has_state() } else { used };
            if wanted {
                let shown = if used { name.to_string() } else { program.unused(name) };
                head.push((shown, kind));
                given.push(name);
            }
        }
        let left = match grouped.left_out.as_slice() {
            [] => String::new(),
            keys => format!(" No rule says: {}.", keys.join(", ")),
        };
        let doc = match what {
            Sum::Force if whole => format!("{}{left}", Sum::Force.doc()),
            Sum::Force => left.trim().to_string(),
            _ => what.doc().to_string(),
        };
        let mut lines = program.begins(&name, &head, ty, &doc);
        lines.extend(body);
        if !program.ends().is_empty() {
            lines.push(Line::Code(0, program.ends().to_string()));
        }
        (program.tidied(written(&lines, &[], program)), given)
    }

    /// What looks for the node of a group's path that comes next.
    fn node(&mut self, group: usize, terms: &[(usize, usize)]) -> String {
        let program = self.program;
        let path: Vec<String> =
            self.force.groups[group].path.iter().map(|place| program.place(*place)).collect();
        let value = Value {
            kind: Kind::Places,
            text: program.list(&path),
            doc: "The nodes of the path, u.".to_string(),
        };
        let preferred = self.of_group(group, "PATH");
        let path = self.constant(&preferred, value);
        let mut end = 1;
        let mut radius = None;
        for (at, _) in terms {
            let grouped = &self.force.groups[group];
            let key = &self.shared[*at].key;
            let Some(term) = grouped.terms.iter().find(|term| term.rule.key == *key) else {
                continue;
            };
            if !term.rule.dependencies().things.contains(&Thing::Node) {
                continue;
            }
            for (param, value) in term.rule.params.iter().zip(&term.params) {
                match (&*param.name, &param.kind) {
                    ("at_end", ParamKind::Choice { options, .. }) => {
                        let chosen = options.get(value.value as usize).map(String::as_str);
                        end = ["stop", "loop", "patrol"]
                            .iter()
                            .position(|one| Some(*one) == chosen)
                            .unwrap_or(1);
                    }
                    ("path_radius", ParamKind::Number { .. }) => radius = Some(value.clone()),
                    _ => {}
                }
            }
        }
        let radius = match radius {
            Some(radius) => {
                let preferred = self.of_group(group, "PATH_RADIUS");
                let value = self.number(&radius);
                self.constant(&preferred, value)
            }
            None => program.number(4.0),
        };
        let name = ["next_node_stop", "next_node_loop", "next_node_patrol"][end];
        format!("{}(me, state, {path}, {radius})", program.function(name))
    }

    fn has_state(&self) -> bool {
        !self.memories.is_empty() || self.uses.draws || self.uses.node || self.uses.time
    }

    /// The function that asks which group it is.
    #[allow(clippy::type_complexity)]
    fn dispatch(
        &mut self,
        what: Sum,
        own: &[(usize, String, (String, Vec<&'static str>))],
    ) -> String {
        let program = self.program;
        self.uses.own("group");
        let nothing = match what {
            Sum::Force => program.zero(Type::Vector).text,
            _ => program.number(1.0),
        };
        let mut body = Vec::new();
        for (group, name, (_, given)) in own {
            let call = format!("{}({})", program.function(name), listed(given.iter()));
            let key = program.quoted(&self.force.groups[*group].key);
            let is_it = program.sign(Binary::Same);
            let own = format!("me.{} {is_it} {key}", program.member("group"));
            body.extend(program.leave_if(&own, &call).into_iter().map(Line::deeper));
        }
        body.push(Line::Code(1, program.give(&nothing)));
        let words = words_of(&body);
        let uses = |name: &str| words.iter().any(|word| word == name);
        let shown = |name: &str| if uses(name) { name.to_string() } else { program.unused(name) };
        let head: Vec<_> = STEER
            .into_iter()
            .filter(|(name, _)| *name != "state" || self.has_state())
            .map(|(name, kind)| (shown(name), kind))
            .collect();
        let ty = if what == Sum::Force { Type::Vector } else { Type::Number };
        let mut lines = program.begins(&program.function(what.name()), &head, ty, what.doc());
        lines.extend(body);
        if !program.ends().is_empty() {
            lines.push(Line::Code(0, program.ends().to_string()));
        }
        written(&lines, &[], program)
    }

    /// The records, with the members that something asks for.
    fn records(&self) -> Vec<String> {
        let program = self.program;
        let has = |name: &str| self.uses.own.contains(&name);
        let sees = |field: Field| self.uses.seen.contains(&field);
        let new = Member::new;
        let mut unit = vec![
            new("position", Kind::Vector, "Where it is, u: x to the right, y down."),
            new("velocity", Kind::Vector, "u/s"),
        ];
        for (name, kind, doc, also) in [
            ("heading", Kind::Vector, "Where it points, of length 1.", sees(Field::Heading)),
            ("length", Kind::Number, "u", sees(Field::Length)),
            ("max_speed", Kind::Number, "Its top speed, u/s.", false),
            ("role", Kind::Text, "What it is: units of one role are mates.", false),
            ("group", Kind::Text, "The key of its group.", false),
            ("leads", Kind::Truth, "Nobody is in its narrow view.", sees(Field::Leads)),
            ("hunts", Kind::Truth, "It is among those that hunt the target.", false),
            ("goal", Kind::Thing, "What it has in mind.", false),
            ("leader", Kind::Thing, "Whom it follows.", false),
            ("pointer", Kind::Thing, "The pointer, while it is held.", false),
        ] {
            if has(name) || also {
                unit.push(new(name, kind, doc));
            }
        }
        let mut seen = vec![new("offset", Kind::Vector, "From the unit to it, u.")];
        for (name, field, kind, doc) in [
            ("distance", Field::Distance, Kind::Number, "u"),
            ("direction", Field::Direction, Kind::Vector, "The offset at length 1."),
            ("velocity", Field::Velocity, Kind::Vector, "u/s"),
            ("speed", Field::Speed, Kind::Number, "u/s"),
            ("heading", Field::Heading, Kind::Vector, "Of length 1."),
            ("length", Field::Length, Kind::Number, "u"),
            ("leads", Field::Leads, Kind::Truth, "Nobody is in its narrow view."),
            ("radius", Field::Radius, Kind::Number, "Of an obstacle, u."),
            ("there", Field::There, Kind::Truth, "There is one."),
            ("last", Field::Last, Kind::Truth, "The path ends there."),
        ] {
            if sees(field) {
                seen.push(new(name, kind, doc));
            }
        }
        let thing = [new("position", Kind::Vector, "u"), new("velocity", Kind::Vector, "u/s")];
        let obstacle =
            [new("position", Kind::Vector, "Its middle, u."), new("radius", Kind::Number, "u")];
        let mut all = vec![
            program.record("Unit", "One that steers, or is seen.", &unit),
            program.record("Thing", "What units head for, hunt or follow.", &thing),
        ];
        if program.names_types() || sees(Field::Radius) {
            all.push(program.record("Obstacle", "A disc to keep clear of.", &obstacle));
        }
        if self.uses.seen.len() + self.uses.things.len() > 0 {
            all.push(program.record("Seen", "Something as a unit sees it.", &seen));
        }
        if self.has_state() {
            let mut state: Vec<Member> = Vec::new();
            for one in &self.memories {
                let (own, start, kind) = (one.own.clone(), one.start.clone(), one.kind.clone());
                state.push(Member { own, start, ..new("", kind, "") });
            }
            let starting = |name, kind, start: String| Member { start, ..new(name, kind, "") };
            if self.uses.node {
                state.push(starting("node", Kind::Whole, "0".to_string()));
                state.push(starting("back", Kind::Truth, program.truth(false).to_string()));
            }
            if self.uses.time {
                state.push(starting("time", Kind::Number, program.number(0.0)));
            }
            if self.uses.draws {
                state.push(starting("random", Kind::Random, program.chance().to_string()));
            }
            if self.sways > 0 {
                state.push(starting("sways", Kind::Sways(self.sways), program.sways(self.sways)));
            }
            all.push(program.record("State", "What a unit remembers: one for each.", &state));
        }
        all
    }

    /// Whether a line of a helper stands: `flags` are names, with a `!` before what must not be, and
    /// a `|` between those of which one is enough.
    fn holds(&self, flags: &str, more: &[&str]) -> bool {
        let one = |flag: &str| -> bool {
            match flag {
                "torus" => self.force.torus.is_some(),
                "stiff" => self.gain().is_some(),
                "s.thing" => !self.uses.things.is_empty() || self.uses.own.contains(&"pointer"),
                _ => match flag.strip_prefix("s.") {
                    Some(name) => self
                        .uses
                        .seen
                        .iter()
                        .any(|field| super::name_of(super::FIELDS, *field) == name),
                    None => more.contains(&flag),
                },
            }
        };
        let spaced = flags.replace('!', " !");
        spaced.split_whitespace().all(|flag| match flag.strip_prefix('!') {
            Some(flag) => !one(flag),
            None => flag.split('|').any(one),
        })
    }

    /// The least limit on a change of velocity, where one counts.
    fn gain(&self) -> Option<f32> {
        let gains = self.force.groups.iter().map(|group| group.most_gain);
        Some(gains.fold(f32::INFINITY, f32::min)).filter(|gain| gain.is_finite())
    }

    /// The lines of a block that stand.
    fn block(&self, text: &str, more: &[&str]) -> String {
        let mut lines = Vec::new();
        for line in text.lines() {
            match line.split_once(" %?") {
                Some((code, flags)) if self.holds(flags, more) => lines.push(code.to_string()),
                Some(_) => {}
                None => lines.push(line.to_string()),
            }
        }
        lines.join("\n")
    }

    fn assemble(mut self, steers: Vec<String>) -> String {
        let program = self.program;
        // Who is in view.
        let mut views = Vec::new();
        let blocks: Vec<(String, String)> = blocks(program.helpers());
        let template =
            blocks.iter().find(|(name, _)| name == "@in_view").map(|(_, text)| text.clone());
        for (at, (looking, name)) in std::mem::take(&mut self.views).into_iter().enumerate() {
            let Some(template) = &template else { continue };
            let suffix = |preferred: &str| match at {
                0 => preferred.to_string(),
                _ => format!("{}_{preferred}", upper(name.trim_start_matches("in_view_of_"))),
            };
            let value = self.number(&looking.radius);
            let radius = self.constant(&suffix("VIEW_RADIUS"), value);
            let mut angle = |of: &Declared, preferred: &str| {
                let value = self.number(of);
                self.constant(&suffix(preferred), value)
            };
            let me = format!("me, one.{}", program.member("offset"));
            let sees = match looking.sight {
                Some(Sight::Wide) => {
                    let angle = angle(&looking.back_angle, "BACK_ANGLE");
                    format!("{}({me}, {angle})", program.function("is_in_wide_view"))
                }
                Some(Sight::Limited) => format!("{}({me})", program.function("is_in_limited_view")),
                Some(Sight::Narrow) => {
                    let angle = angle(&looking.front_angle, "FRONT_ANGLE");
                    format!("{}({me}, {angle})", program.function("is_in_narrow_view"))
                }
                Some(Sight::Full) => {
                    let zero = program.number(0.0);
                    format!("one.{} > {zero}", program.member("distance"))
                }
                None => program.truth(false).to_string(),
            };
            let most = looking.nearest.to_string();
            let nearest = looking.nearest > 0;
            let flags: &[&str] = match (looking.sight == Some(Sight::Full) && !nearest, nearest) {
                (true, _) => &["full"],
                (_, true) => &["nearest"],
                _ => &[],
            };
            let text = self.block(template, flags);
            let text =
                text.replace("@NAME@", &program.function(&name)).replace("@RADIUS@", &radius);
            views.push(text.replace("@SEES@", &sees).replace("@NEAREST@", &most));
        }
        if let Some([width, height]) = self.force.torus {
            for (preferred, value) in [("WIDTH", width), ("HEIGHT", height)] {
                let text = program.number(value);
                let doc = "Of the world, u: what leaves it comes in at the other side.".to_string();
                self.constant(preferred, Value { kind: Kind::Number, text, doc });
            }
        }
        if let Some(gain) = self.gain() {
            let text = program.number(gain);
            let doc =
                "What reaches a wanted velocity within a tick needs no more per u/s.".to_string();
            self.constant("MOST_GAIN", Value { kind: Kind::Number, text, doc });
        }
        let records = self.records();
        // Helpers that something uses, in their order.
        let mut needed: Vec<bool> = vec![false; blocks.len()];
        let base =
            [records.join("\n"), steers.join("\n"), self.functions.join("\n"), views.join("\n")]
                .join("\n");
        let mut words = code_words(&base);
        let texts: Vec<String> = blocks
            .iter()
            .map(
                |(name, text)| {
                    if name.starts_with('@') { String::new() } else { self.block(text, &[]) }
                },
            )
            .collect();
        while let Some(at) = (0..blocks.len()).find(|at| {
            let name = blocks[*at].0.trim_start_matches('!');
            !needed[*at] && !name.starts_with('@') && words.iter().any(|word| word == name)
        }) {
            needed[at] = true;
            words.extend(code_words(&texts[at]));
        }
        let helper = |first: bool| {
            let of = (0..blocks.len())
                .filter(|at| needed[*at] && blocks[*at].0.starts_with('!') == first);
            of.map(|at| texts[at].clone()).collect::<Vec<_>>()
        };
        let first = helper(true);
        let rest = helper(false);
        let all = [base.clone(), first.join("\n"), rest.join("\n")].join("\n");
        let used = code_words(&all);
        let mut constants = Vec::new();
        for Constant { name, value, .. } in
            self.constants.iter().filter(|one| used.contains(&one.name))
        {
            let code = program.constant(name, &value.kind, &value.text);
            let behind = format!("{code}  {}", program.about(&value.doc));
            if value.doc.is_empty()
                || behind.chars().count() <= program.width() - 4 * usize::from(program.within())
            {
                constants.push(behind.trim_end().to_string());
            } else {
                constants.extend(wrapped(&value.doc, 96).iter().map(|line| program.about(line)));
                constants.push(program.fit("", &code));
            }
        }
        let tidy = |text: &String| text.trim_end().to_string();
        let mut parts: Vec<String> = first;
        parts.extend(records.iter().map(tidy));
        if !constants.is_empty() {
            parts.push(constants.join("\n"));
        }
        parts.extend(steers.iter().map(tidy));
        parts.extend(self.functions.iter().map(tidy));
        parts.extend(views);
        parts.extend(rest);
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        let gap = "\n".repeat(program.gap() + 1);
        let mut body = String::new();
        let is_short = |part: &String| part.lines().count() <= program.together();
        for (at, part) in parts.iter().enumerate() {
            let together = at > 0 && is_short(part) && is_short(&parts[at - 1]);
            let between = if together { "\n" } else { &gap };
            body.push_str(if at == 0 { "" } else { between });
            body.push_str(part);
        }
        if program.within() {
            let indented =
                |line: &str| if line.is_empty() { String::new() } else { format!("    {line}") };
            body = body.lines().map(indented).collect::<Vec<_>>().join("\n");
        }
        let uses =
            |name: &str| all.contains(name) || constants.iter().any(|line| line.contains(name));
        let [before, after] = program.frame(&uses);
        let about: Vec<String> = self
            .force
            .about
            .iter()
            .flat_map(|line| wrapped(&plain(line), 96))
            .map(|line| program.about(&line))
            .collect();
        format!("{}\n{before}{body}\n{after}", about.join("\n"))
    }
}

/// What a sum is of.
#[derive(Clone, Copy, PartialEq)]
enum Sum {
    Force,
    Thrust,
    Brake,
}

impl Sum {
    fn name(self) -> &'static str {
        match self {
            Self::Force => "steer",
            Self::Thrust => "thrust",
            Self::Brake => "brake",
        }
    }

    fn total(self) -> &'static str {
        match self {
            Self::Force => "force",
            _ => "factor",
        }
    }

    fn doc(self) -> &'static str {
        match self {
            Self::Force => "The force of a unit; 1 is all that it can steer.",
            Self::Thrust => "The factor on the thrust of the propeller.",
            Self::Brake => "The factor on the velocity after this tick.",
        }
    }
}

const STEER: [(&str, Kind); 6] = [
    ("me", Kind::Unit),
    ("others", Kind::Units),
    ("obstacles", Kind::Obstacles),
    ("target", Kind::Thing),
    ("dt", Kind::Number),
    ("state", Kind::State),
];

/// A member of the unit, or what the function is given.
fn from_me(program: &dyn Program, from: &str) -> String {
    match from.strip_prefix("me.") {
        Some(member) => format!("me.{}", program.member(member)),
        None => from.to_string(),
    }
}

fn thing_name(thing: Thing) -> &'static str {
    match thing {
        Thing::Goal => "goal",
        Thing::Target => "quarry",
        Thing::Leader => "leader",
        Thing::Pointer => "pointer",
        Thing::Node => "node",
    }
}

/// The slots that a rule asks for.
fn asked(rule: &Rule, context: &Context) -> Vec<String> {
    let mut all = Vec::new();
    let used = rule.used();
    let mut exprs: Vec<&Expr> = vec![&rule.steer];
    exprs.extend(rule.thrust.iter().chain(&rule.brake));
    exprs.extend(rule.keeps.iter().flat_map(|keep| [&keep.start, &keep.then]));
    exprs.extend(rule.lets.iter().zip(&used).filter(|(_, used)| **used).map(|(one, _)| &one.value));
    for expr in exprs {
        expr.walk(&mut |part| match &part.is {
            Op::Param(at) => all.push(rule.params[*at].name.clone()),
            Op::Call(Function::Wide, _) => all.push("back_angle".to_string()),
            Op::Call(Function::Narrow, _) => all.push("front_angle".to_string()),
            Op::Own(Own::MaxForce) => all.push("max_force".to_string()),
            Op::Own(Own::Mass) => all.push("mass".to_string()),
            Op::Own(Own::Braking) if context.coasts => all.push("stopping_lengths".to_string()),
            Op::Own(Own::Braking) => all.push("inertia".to_string()),
            Op::Fold(over) if over.set.kind == SetKind::Hunted && context.hunted.is_some() => {
                all.push("hunted".to_string());
            }
            Op::Fold(over) if over.set.kind == SetKind::Menaces => all.push("feared".to_string()),
            _ => {}
        });
    }
    all
}

/// The declarations of a file of helpers, by the name of each.
pub(super) fn blocks(text: &str) -> Vec<(String, String)> {
    let parts = text.split("%% ").filter(|part| !part.is_empty());
    let block = |part: &str| {
        let (name, text) = part.split_once('\n')?;
        Some((name.trim().to_string(), text.trim_end().to_string()))
    };
    parts.filter_map(block).collect()
}

/// Names in code that are not those of members; remarks are none.
fn code_words(text: &str) -> Vec<String> {
    let is_code = |line: &&str| {
        let begins = |with: &&str| line.trim_start().starts_with(*with);
        !line.starts_with(" *") && !["//", "#", "/*", "\"\"\""].iter().any(begins)
    };
    let lines: Vec<Line> =
        text.lines().filter(is_code).map(|line| Line::Code(0, line.replace("...", " "))).collect();
    words_of(&lines)
}

fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.last_mut().expect("one at least");
        if !last.is_empty() && last.chars().count() + 1 + word.chars().count() > width {
            lines.push(word.to_string());
        } else {
            if !last.is_empty() {
                last.push(' ');
            }
            last.push_str(word);
        }
    }
    lines
}
