//! One file for the rules of a run: a function for each, the numbers of the run as constants, and
//! `steer`, which adds the forces up by their weights.
//!
//! Choices of the run are made: a function has what they come to. Groups that differ in a number give
//! it to the function that they share; where they differ in a choice, each has a function of its own.

use super::script::TYPE;
use super::settle::Known;
use super::{
    Context, EACH_THING, Given, Language, Line, Member, Printed, Printer, Program, Slot, ValueType,
    Want, free_name, listed, plain, upper, words_of, written,
};
use crate::tree::{
    Binary, Expr, Field, Fold, Function, Keep, Op, Own, ParamKind, Rule, SetKind, Statement, Thing,
    Type,
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
    /// Unique in the run: what a game calls it.
    pub key: String,
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
        let first = |group: &Grouped| Grouped { key: self.groups[0].key.clone(), ..group.clone() };
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
    /// The option of each parameter that is a choice: a path's end is no part of the rule.
    chosen: Vec<Option<usize>>,
    /// Numbers and lists that groups may differ in.
    wants: Vec<Want>,
    uses: Vec<Use>,
    /// Its functions.
    printed: Vec<(Sum, Printed)>,
}

/// A group's use of a rule.
#[derive(Clone)]
struct Use {
    group: usize,
    /// Of each want.
    values: Vec<Value>,
    /// The name of its constant.
    weight: String,
}

impl Shared {
    fn printed(&self, what: Sum) -> Option<&Printed> {
        self.printed.iter().find(|(own, _)| *own == what).map(|(_, printed)| printed)
    }
}

/// What a constant is.
#[derive(Clone, Debug, PartialEq)]
struct Value {
    kind: ValueType,
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
    /// The declarations that it may use.
    helpers: Vec<(String, String)>,
    /// All names of the file: each means one thing.
    taken: Vec<String>,
    constants: Vec<Constant>,
    shared: Vec<Shared>,
    views: Vec<(FieldOfView, String)>,
    /// Code below the constants.
    functions: Vec<String>,
    /// What a state remembers.
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
        for expr in rule.computed() {
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
                    SetKind::Hunted if !context.hunts_groups => self.own("role"),
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
        let helpers = blocks(program.words().helpers);
        let own = helpers.iter().map(|(name, _)| name.trim_start_matches(['!', '@']));
        let own = own.chain(["Unit", "Thing", "Obstacle", "Seen", "State"]).map(String::from);
        let given = ["me", "others", "obstacles", "dt", "state", "so_far"];
        let locals = given.map(|name| program.local(name)).into_iter().chain(of_steers(program));
        let own = own.chain([program.function("in_view")]);
        let sizes = ["WIDTH", "HEIGHT", "MOST_GAIN"].map(|name| program.constant_name(name));
        Self {
            force,
            program,
            taken: own.chain(locals).chain(sizes).collect(),
            helpers,
            constants: Vec::new(),
            shared: Vec::new(),
            views: Vec::new(),
            functions: Vec::new(),
            memories: Vec::new(),
            sways: 0,
            uses: Uses::default(),
        }
    }

    /// A name that nothing else in the file has.
    fn name(&mut self, preferred: String) -> String {
        let is_taken = |name: &str| self.taken.iter().any(|one| one == name);
        let name = free_name(preferred, self.program, is_taken);
        self.taken.push(name.clone());
        name
    }

    /// A constant of this value, by the name that is wished for or one like it.
    fn constant(&mut self, preferred: &str, value: Value) -> String {
        let known =
            self.constants.iter().find(|one| one.preferred == preferred && one.value == value);
        if let Some(known) = known {
            return known.name.clone();
        }
        let name = self.name(self.program.constant_name(preferred));
        let preferred = preferred.to_string();
        self.constants.push(Constant { name: name.clone(), preferred, value });
        name
    }

    /// The same, which a helper knows by this very name.
    fn helper_constant(&mut self, name: &str, value: f32, doc: &str) {
        let value = self.value(value, doc);
        let (name, preferred) = (self.program.constant_name(name), name.to_string());
        self.constants.push(Constant { name, preferred, value });
    }

    fn value(&self, value: f32, doc: &str) -> Value {
        Value { kind: ValueType::Number, text: self.program.number(value), doc: doc.to_string() }
    }

    fn number(&self, of: &Declared) -> Value {
        self.value(of.value, &doc_of(of))
    }

    fn texts(&self, keys: &[String], doc: &str) -> Value {
        let items: Vec<String> = keys.iter().map(|key| self.program.quoted(key)).collect();
        let text = self.program.list(&items);
        Value { kind: ValueType::Texts, text, doc: doc.to_string() }
    }

    /// The name of a group's own constant.
    fn of_group(&self, group: usize, preferred: &str) -> String {
        let key = upper(&self.force.groups[group].key);
        if group == 0 { preferred.to_string() } else { format!("{key}_{preferred}") }
    }

    fn print(mut self) -> String {
        self.share();
        for at in 0..self.shared.len() {
            self.settle_slots(at);
            self.settle_state(at);
        }
        let steers = self.name_steers();
        let names = self.name_functions();
        for (at, names) in names.into_iter().enumerate() {
            self.print_rule(at, names);
        }
        let steers = self.steers(&steers);
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
        let mut chosen = Vec::new();
        let (mut ends, mut stops) = (Vec::new(), false);
        for (param, value) in term.rule.params.iter().zip(&term.params) {
            let ParamKind::Choice { options, .. } = &param.kind else {
                chosen.push(None);
                continue;
            };
            let option = value.value as usize;
            chosen.push(Some(option));
            // Where the path ends is part of how a rule is called, not of the rule.
            if param.name == "at_end" {
                stops |= options[option] == "stop";
                ends.push(Some(option));
            }
        }
        let sight = group.view.as_ref().and_then(|view| view.sight);
        let rule = Known { chosen: &chosen, sight, stops }.settle(&term.rule);
        let mut context = Context {
            coasts: matches!(group.braking, Braking::Lengths(_)),
            wants: term.rule.dependencies().wants,
            ..Context::default()
        };
        let mut wants = Vec::new();
        for part in rule.computed().into_iter().flat_map(Expr::parts) {
            wants.extend(match &part.is {
                Op::Param(at) => Some(Want::Param(*at)),
                Op::Call(Function::Wide, _) => Some(Want::BackAngle),
                Op::Call(Function::Narrow, _) => Some(Want::FrontAngle),
                Op::Own(Own::MaxForce) => Some(Want::MaxForce),
                Op::Own(Own::Mass) => Some(Want::Mass),
                Op::Own(Own::Braking) => Some(Want::Braking),
                Op::Fold(over) => match over.set.kind {
                    SetKind::Hunted if !group.hunts.is_empty() => Some(Want::Hunted),
                    SetKind::Menaces => Some(Want::Feared),
                    _ => None,
                },
                _ => None,
            });
            match &part.is {
                Op::Call(Function::Head, _) => context.rigid = group.rigid,
                Op::Fold(over) if over.set.kind == SetKind::View => {
                    context.view = self.view_of(group);
                }
                _ => {}
            }
        }
        wants.sort_unstable();
        wants.dedup();
        context.hunts_groups = wants.contains(&Want::Hunted);
        context.fears_pointer = wants.contains(&Want::Feared) && group.fears_pointer;
        let values = wants.iter().map(|want| self.value_of(*want, group, term)).collect();
        let same = |one: &Shared| {
            let (a, b) = (&one.context, &context);
            one.rule.key == rule.key
                && one.rule.steer == rule.steer
                && one.rule.lets == rule.lets
                && one.rule.keeps == rule.keeps
                && one.rule.thrust == rule.thrust
                && one.rule.brake == rule.brake
                && one.wants == wants
                && one.chosen == ends
                && (a.rigid, &a.view, a.fears_pointer) == (b.rigid, &b.view, b.fears_pointer)
                // A group may have a rule twice.
                && one.uses.iter().all(|one| one.group != index)
        };
        let at = self.shared.iter().position(same).unwrap_or_else(|| {
            let key = key_of(&rule).to_string();
            let (uses, printed) = (Vec::new(), Vec::new());
            self.shared.push(Shared { rule, key, context, chosen: ends, wants, uses, printed });
            self.shared.len() - 1
        });
        let preferred = format!("{}_WEIGHT", upper(&self.shared[at].key));
        let weight = self.number(&term.weight);
        let first = self.constants.iter().find(|one| one.preferred == preferred);
        let differs = first.is_some_and(|one| one.value != weight);
        let preferred = if differs { self.of_group(index, &preferred) } else { preferred };
        let weight = self.constant(&preferred, weight);
        self.shared[at].uses.push(Use { group: index, values, weight });
    }

    fn value_of(&self, want: Want, group: &Grouped, term: &Term) -> Value {
        let angle = |of: fn(&FieldOfView) -> &Declared| match &group.view {
            Some(view) => self.number(of(view)),
            None => self.value(0.0, ""),
        };
        match want {
            Want::Param(at) => self.number(&term.params[at]),
            Want::BackAngle => angle(|view| &view.back_angle),
            Want::FrontAngle => angle(|view| &view.front_angle),
            Want::Hunted => self.texts(&group.hunts, "The groups that it hunts."),
            Want::Feared => self.texts(&group.fears, "The groups that it fears."),
            Want::MaxForce => self.value(group.max_force, "All that a unit can steer."),
            Want::Mass => self.value(group.mass, "Of a unit."),
            Want::Braking => match group.braking {
                Braking::Lengths(many) => self.value(many, "Lengths that it takes to stop."),
                Braking::Inertia(value) => {
                    self.value(value, "Mass by all that a unit can steer, s²/u.")
                }
            },
        }
    }

    /// The function that gives who is in view.
    fn view_of(&mut self, group: &Grouped) -> String {
        let nobody = FieldOfView {
            sight: None,
            radius: Declared::default(),
            back_angle: Declared::default(),
            front_angle: Declared::default(),
            nearest: 0,
        };
        let looking = group.view.as_ref().unwrap_or(&nobody);
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
        let name = match self.views.is_empty() {
            true => "in_view".to_string(),
            false => format!("in_view_of_{}", group.key.to_lowercase()),
        };
        let name = match self.views.is_empty() {
            true => self.program.function(&name),
            false => self.name(self.program.function(&name)),
        };
        self.views.push((looking.clone(), name.clone()));
        name
    }

    /// What a rule finds in constants, and what it is given.
    fn settle_slots(&mut self, at: usize) {
        let (key, wants) = (upper(&self.shared[at].key), self.shared[at].wants.clone());
        for (place, want) in wants.into_iter().enumerate() {
            let one = &self.shared[at];
            let first = one.uses[0].values[place].clone();
            let agree = one.uses.iter().all(|one| one.values[place].text == first.text);
            let slot = if agree {
                let preferred = upper(want.name(&one.rule, &one.context));
                let is_another = |one: &Constant| one.preferred == preferred && one.value != first;
                let preferred = match self.constants.iter().any(is_another) {
                    true => format!("{key}_{preferred}"),
                    false => preferred,
                };
                Slot::Constant(self.constant(&preferred, first))
            } else {
                Slot::Argument
            };
            self.shared[at].context.slots.push((want, slot));
        }
    }

    /// What it remembers has a field in the state, and so have its sways.
    fn settle_state(&mut self, at: usize) {
        let program = self.program;
        let (rule, context) = (self.shared[at].rule.clone(), self.shared[at].context.clone());
        let key = self.shared[at].key.to_lowercase();
        for keep in &rule.keeps {
            let own = ["node", "back", "random", "sways", "time", "state"];
            let own = own.map(|name| program.member(name));
            let is_taken = |name: &str| {
                own.iter().chain(self.memories.iter().map(|one| &one.name)).any(|one| one == name)
            };
            let preferred = program.member(&keep.name);
            let preferred = match is_taken(&preferred) {
                true => program.member(&format!("{key}_{}", keep.name)),
                false => preferred,
            };
            let name = free_name(preferred, program, is_taken);
            let start = Printer::new(&rule, &context, program).code(&keep.start).text;
            let kind =
                if keep.then.ty == Type::Vector { ValueType::Vector } else { ValueType::Number };
            self.memories.push(Member { name: name.clone(), kind, doc: "", start });
            self.shared[at].context.keeps.push(name);
        }
        for part in rule.computed().into_iter().flat_map(Expr::parts) {
            let sways = &mut self.shared[at].context.sways;
            if let Op::Draw(Function::Sway, _, place) = part.is
                && !sways.iter().any(|(own, _)| *own == place)
            {
                sways.push((place, self.sways));
                self.sways += 1;
            }
        }
    }

    /// What the functions that add up are called: of all units, and of each group.
    fn name_steers(&mut self) -> Vec<(Sum, Option<usize>, String)> {
        let mut all = Vec::new();
        for what in SUMS {
            all.push((what, None, self.name(self.program.function(what.name()))));
        }
        let groups: &[Grouped] = if self.force.groups.len() > 1 { &self.force.groups } else { &[] };
        for (at, group) in groups.iter().enumerate() {
            for what in SUMS {
                let name = format!("{}_{}", what.name(), group.key.to_lowercase());
                all.push((what, Some(at), self.name(self.program.function(&name))));
            }
        }
        all
    }

    /// What the functions of each rule are called.
    fn name_functions(&mut self) -> Vec<[String; 3]> {
        let mut all = Vec::new();
        for at in 0..self.shared.len() {
            let (key, group) = (self.shared[at].key.clone(), self.shared[at].uses[0].group);
            let key = match self.shared[..at].iter().any(|before| before.key == key) {
                true => format!("{key}_of_{}", self.force.groups[group].key.to_lowercase()),
                false => key,
            };
            let ends = ["", "_thrust", "_brake"];
            all.push(ends.map(|end| self.name(self.program.function(&format!("{key}{end}")))));
        }
        all
    }

    fn print_rule(&mut self, at: usize, names: [String; 3]) {
        let (rule, context) = (self.shared[at].rule.clone(), self.shared[at].context.clone());
        for (what, name) in SUMS.into_iter().zip(names) {
            let Some(part) = what.part(&rule) else { continue };
            self.uses.read(&part, &context);
            if what == Sum::Force && part.steer.ty == Type::Number {
                self.uses.own("heading");
            }
            let factor = what != Sum::Force;
            let steers: Vec<String> = of_steers(self.program).collect();
            let taken = self.taken.iter().filter(|name| !steers.contains(name));
            let taken: Vec<String> = taken.cloned().collect();
            let mut printer = Printer::new(&part, &context, self.program);
            printer.body(self.program, factor);
            let printed = printer.finish(self.program, &name, factor, &taken);
            self.functions.push(printed.text.clone());
            self.shared[at].printed.push((what, printed));
        }
    }

    /// The functions that add up: forces, and factors on thrust and velocity where there are any.
    fn steers(&mut self, names: &[(Sum, Option<usize>, String)]) -> Vec<String> {
        let groups = self.force.groups.len();
        let mut all = Vec::new();
        for what in SUMS {
            let name = |group: Option<usize>| {
                let known = names.iter().find(|(own, of, _)| (*own, *of) == (what, group));
                known.map_or("", |(.., name)| name)
            };
            let of_group: Vec<_> = (0..groups).map(|group| self.summands(what, group)).collect();
            let none = of_group.iter().all(Vec::is_empty);
            if none && what != Sum::Force {
                continue;
            }
            if groups <= 1 || none {
                let terms = of_group.first().cloned().unwrap_or_default();
                all.extend((groups > 0).then(|| self.sum(what, 0, &terms, name(None), true).0));
                continue;
            }
            let mut own = Vec::new();
            for (group, terms) in of_group.iter().enumerate().filter(|(_, terms)| !terms.is_empty())
            {
                let name = name(Some(group));
                let (text, given) = self.sum(what, group, terms, name, false);
                own.push((group, format!("{name}({})", listed(given)), text));
            }
            let calls = own.iter().map(|(group, call, _)| (*group, call.as_str()));
            let calls: Vec<_> = calls.collect();
            all.push(self.dispatch(what, name(None), &calls));
            all.extend(own.into_iter().map(|(.., text)| text));
        }
        all
    }

    /// The calls for a group: the rule, and which use of it that is.
    fn summands(&self, what: Sum, group: usize) -> Vec<(usize, usize)> {
        let terms = self.force.groups[group].terms.iter().filter(|term| term.weight.value != 0.0);
        let mut found = Vec::new();
        for term in terms {
            let has = |(at, one): (usize, &Shared)| {
                let place = one.uses.iter().position(|own| own.group == group)?;
                let is_it = one.printed(what).is_some() && one.key == key_of(&term.rule);
                (is_it && !found.contains(&(at, place))).then_some((at, place))
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
        let total = program.local(what.total());
        let (first, ty) = what.start(program);
        let mut things: Vec<Thing> = Vec::new();
        let (mut calls, mut asks_total) = (Vec::new(), false);
        for (at, place) in terms {
            let one = &self.shared[*at];
            let Some(printed) = one.printed(what) else { continue };
            let (function, given) = (printed.name.clone(), printed.given.clone());
            let own = one.uses[*place].clone();
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
                    Given::Slot(want) => {
                        let one = &self.shared[*at];
                        let place = one.wants.iter().position(|own| *own == want);
                        let name = upper(want.name(&one.rule, &one.context));
                        let value = place.map(|place| own.values[place].clone());
                        let preferred = self.of_group(group, &name);
                        value.map_or(String::new(), |value| self.constant(&preferred, value))
                    }
                });
            }
            calls.push((own.weight, format!("{function}({})", listed(args))));
        }
        let mut body = Vec::new();
        let both = things.contains(&Thing::Goal) && things.contains(&Thing::Target);
        for thing in EACH_THING {
            if !things.contains(&thing) {
                continue;
            }
            let from = match thing {
                Thing::Goal if both => "me.goal",
                Thing::Goal | Thing::Target => "target",
                Thing::Leader => "me.leader",
                Thing::Pointer => "me.pointer",
                Thing::Wall => "me.wall",
                Thing::Barrier => "me.barrier",
                Thing::Node => "",
            };
            match thing {
                Thing::Goal if both => self.uses.own("goal"),
                Thing::Leader => self.uses.own("leader"),
                Thing::Pointer => self.uses.own("pointer"),
                Thing::Wall => self.uses.own("wall"),
                Thing::Barrier => self.uses.own("barrier"),
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
            Sum::Force if !whole => left.trim().to_string(),
            Sum::Force => format!("{}{left}", what.doc()),
            _ => what.doc().to_string(),
        };
        let mut lines = program.begins(name, &head, ty, &doc);
        lines.extend(body);
        if !program.ends().is_empty() {
            lines.push(Line::Code(0, program.ends().to_string()));
        }
        (written(&lines, &[], program), given)
    }

    /// What looks for the node of a group's path that comes next.
    fn node(&mut self, group: usize, terms: &[(usize, usize)]) -> String {
        let program = self.program;
        let path: Vec<String> =
            self.force.groups[group].path.iter().map(|place| program.place(*place)).collect();
        let value = Value {
            kind: ValueType::Places,
            text: program.list(&path),
            doc: "The nodes of the path, u.".to_string(),
        };
        let preferred = self.of_group(group, "PATH");
        let path = self.constant(&preferred, value);
        let (mut end, mut radius) = ("loop".to_string(), None);
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
                        end.clone_from(&options[value.value as usize]);
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
        let name = program.function("next_node");
        format!("{name}(me, state, {path}, {radius}, {})", program.quoted(&end))
    }

    fn has_state(&self) -> bool {
        !self.memories.is_empty() || self.uses.draws || self.uses.node || self.uses.time
    }

    /// The function that asks which group it is; `calls`: what each has.
    fn dispatch(&mut self, what: Sum, name: &str, calls: &[(usize, &str)]) -> String {
        let program = self.program;
        self.uses.own("group");
        let (nothing, ty) = what.start(program);
        let mut body = Vec::new();
        for (group, call) in calls {
            let key = program.quoted(&self.force.groups[*group].key);
            let is_it = program.sign(Binary::Same);
            let own = format!("me.{} {is_it} {key}", program.member("group"));
            body.extend(program.leave_if(&own, call).into_iter().map(Line::deeper));
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
        let mut lines = program.begins(name, &head, ty, what.doc());
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
        let new = |name: &str, kind: ValueType, doc: &'static str| Member {
            name: program.member(name),
            kind,
            doc,
            start: String::new(),
        };
        let mut unit = vec![
            new("position", ValueType::Vector, "Where it is, u: x to the right, y down."),
            new("velocity", ValueType::Vector, "u/s"),
        ];
        for (name, kind, doc, also) in [
            ("heading", ValueType::Vector, "Where it points, of length 1.", sees(Field::Heading)),
            ("length", ValueType::Number, "u", sees(Field::Length)),
            ("max_speed", ValueType::Number, "Its top speed, u/s.", false),
            ("role", ValueType::Text, "What it is: units of one role are mates.", false),
            ("group", ValueType::Text, "The key of its group.", false),
            ("leads", ValueType::Truth, "Nobody is in its narrow view.", sees(Field::Leads)),
            ("hunts", ValueType::Truth, "It is among those that hunt the target.", false),
            ("goal", ValueType::Thing, "What it has in mind.", false),
            ("leader", ValueType::Thing, "Whom it follows.", false),
            ("pointer", ValueType::Thing, "The pointer, while it is held.", false),
            ("wall", ValueType::Thing, "The nearest point of what stops it.", false),
            ("barrier", ValueType::Thing, "The nearest point of a wall.", false),
        ] {
            if has(name) || also {
                unit.push(new(name, kind, doc));
            }
        }
        let mut seen = vec![new("offset", ValueType::Vector, "From the unit to it, u.")];
        for (name, field, kind, doc) in [
            ("distance", Field::Distance, ValueType::Number, "u"),
            ("direction", Field::Direction, ValueType::Vector, "The offset at length 1."),
            ("velocity", Field::Velocity, ValueType::Vector, "u/s"),
            ("speed", Field::Speed, ValueType::Number, "u/s"),
            ("heading", Field::Heading, ValueType::Vector, "Of length 1."),
            ("length", Field::Length, ValueType::Number, "u"),
            ("leads", Field::Leads, ValueType::Truth, "Nobody is in its narrow view."),
            ("radius", Field::Radius, ValueType::Number, "Of an obstacle, u."),
            ("there", Field::There, ValueType::Truth, "There is one."),
            ("last", Field::Last, ValueType::Truth, "The path ends there."),
        ] {
            if sees(field) {
                seen.push(new(name, kind, doc));
            }
        }
        let thing =
            [new("position", ValueType::Vector, "u"), new("velocity", ValueType::Vector, "u/s")];
        let obstacle = [
            new("position", ValueType::Vector, "Its middle, u."),
            new("radius", ValueType::Number, "u"),
        ];
        let mut all = vec![
            program.record("Unit", "One that steers, or is seen.", &unit),
            program.record("Thing", "What units head for, hunt or follow.", &thing),
        ];
        // Where a list says nothing of what is in it, who has no obstacles needs none.
        if program.kind(&ValueType::Obstacles).contains("Obstacle") || sees(Field::Radius) {
            all.push(program.record("Obstacle", "A disc to keep clear of.", &obstacle));
        }
        if self.uses.seen.len() + self.uses.things.len() > 0 {
            all.push(program.record("Seen", "Something as a unit sees it.", &seen));
        }
        if self.has_state() {
            let starting = |name: &str, kind, start: &str| Member {
                start: start.to_string(),
                ..new(name, kind, "")
            };
            let mut state: Vec<Member> = self.memories.clone();
            if self.uses.node {
                state.push(starting("node", ValueType::Whole, "0"));
                state.push(starting("back", ValueType::Truth, program.truth(false)));
            }
            if self.uses.time {
                state.push(starting("time", ValueType::Number, &program.number(0.0)));
            }
            if self.uses.draws {
                state.push(starting("random", ValueType::Random, program.words().chance));
            }
            if self.sways > 0 {
                state.push(starting("sways", ValueType::Sways, &program.sways(self.sways)));
            }
            all.push(program.record("State", "What a unit remembers: one for each.", &state));
        }
        all
    }

    /// Whether a line of a helper stands: `flags` are names, with a `!` before what must not be.
    fn holds(&self, flags: &str, more: &[&str]) -> bool {
        let one = |flag: &str| -> bool {
            match flag {
                "torus" => self.force.torus.is_some(),
                "stiff" => self.gain().is_some(),
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
            None => one(flag),
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
        let blocks = std::mem::take(&mut self.helpers);
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
            let text = text.replace("@NAME@", &name).replace("@RADIUS@", &radius);
            views.push(text.replace("@SEES@", &sees).replace("@NEAREST@", &most));
        }
        if let Some([width, height]) = self.force.torus {
            for (name, value) in [("WIDTH", width), ("HEIGHT", height)] {
                let doc = "Of the world, u: what leaves it comes in at the other side.";
                self.helper_constant(name, value, doc);
            }
        }
        if let Some(gain) = self.gain() {
            let doc = "What reaches a wanted velocity within a tick needs no more per u/s.";
            self.helper_constant("MOST_GAIN", gain, doc);
        }
        let records = self.records();
        // Helpers that something uses, in their order.
        let mut needed: Vec<bool> = vec![false; blocks.len()];
        let base = [steers.join("\n"), self.functions.join("\n"), views.join("\n")].join("\n");
        // A memory may be called like a helper.
        let is_memory = |word: &String| self.memories.iter().any(|one| one.name == *word);
        let mut words = code_words(&records.join("\n"));
        words.retain(|word| !is_memory(word));
        words.extend(code_words(&base));
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
        let all = [records.join("\n"), base, first.join("\n"), rest.join("\n")].join("\n");
        let used = code_words(&all);
        let mut constants = Vec::new();
        for Constant { name, value, .. } in
            self.constants.iter().filter(|one| used.contains(&one.name))
        {
            let code = program.constant(name, &value.kind, &value.text);
            let behind = format!("{code}  {}", program.about(&value.doc));
            if value.doc.is_empty()
                || behind.chars().count()
                    <= program.words().width - 4 * usize::from(program.words().within)
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
        let gap = "\n".repeat(program.words().gap + 1);
        let mut body = String::new();
        let is_short = |part: &String| part.lines().count() <= program.words().together;
        for (at, part) in parts.iter().enumerate() {
            let together = at > 0 && is_short(part) && is_short(&parts[at - 1]);
            let between = if together { "\n" } else { &gap };
            body.push_str(if at == 0 { "" } else { between });
            body.push_str(part);
        }
        if program.words().within {
            let indented =
                |line: &str| if line.is_empty() { String::new() } else { format!("    {line}") };
            body = body.lines().map(indented).collect::<Vec<_>>().join("\n");
        }
        let uses =
            |name: &str| all.contains(name) || constants.iter().any(|line| line.contains(name));
        let [before, after] = program.frame(&uses);
        let note = Some(program.words().note).filter(|note| !note.is_empty()).map(String::from);
        let about = self.force.about.iter().chain(&note);
        let about: Vec<String> = about
            .flat_map(|line| wrapped(&plain(line), 96))
            .map(|line| program.about(&line))
            .collect();
        program.finished(format!("{}\n{before}{body}\n{after}", about.join("\n")))
    }
}

/// What a sum is of.
#[derive(Clone, Copy, PartialEq)]
enum Sum {
    Force,
    Thrust,
    Brake,
}

const SUMS: [Sum; 3] = [Sum::Force, Sum::Thrust, Sum::Brake];

impl Sum {
    fn name(self) -> &'static str {
        match self {
            Self::Force => "steer",
            Self::Thrust => "thrust",
            Self::Brake => "brake",
        }
    }

    fn total(self) -> &'static str {
        if self == Self::Force { "force" } else { "factor" }
    }

    /// What it is before anything is added.
    fn start(self, program: &dyn Program) -> (String, Type) {
        match self {
            Self::Force => (program.zero(Type::Vector).to_string(), Type::Vector),
            _ => (program.number(1.0), Type::Number),
        }
    }

    fn doc(self) -> &'static str {
        match self {
            Self::Force => "The force of a unit; 1 is all that it can steer.",
            Self::Thrust => "The factor on the thrust of the propeller.",
            Self::Brake => "The factor on the velocity after this tick.",
        }
    }

    /// What a rule says of it; the others have functions of their own.
    fn part(self, rule: &Rule) -> Option<Rule> {
        let part = Rule { thrust: None, brake: None, ..rule.clone() };
        let factor = match self {
            Self::Force => {
                let none = matches!(rule.steer.is, Op::Number(0.0)) && rule.keeps.is_empty();
                return (!none).then_some(part);
            }
            Self::Thrust => rule.thrust.clone(),
            Self::Brake => rule.brake.clone(),
        };
        let ends = rule.sentence_ends();
        let is_shared = |line: &&crate::tree::Line| {
            matches!(line.says, Statement::Let(_) | Statement::Name) || line.number <= ends
        };
        let lines = rule.lines.iter().filter(is_shared).cloned().collect();
        // Memories go on by the function of the force alone.
        let nothing = |keep: &Keep| {
            let stays = |expr: &Expr| Expr { is: Op::Number(0.0), ..expr.clone() };
            Keep { start: stays(&keep.start), then: stays(&keep.then), ..keep.clone() }
        };
        let keeps = rule.keeps.iter().map(nothing).collect();
        factor.map(|steer| Rule { steer, keeps, lines, ..part })
    }
}

/// Names within the functions that add up alone.
fn of_steers(program: &dyn Program) -> impl Iterator<Item = String> {
    let totals = ["target", Sum::Force.total(), Sum::Thrust.total()];
    totals.into_iter().chain(EACH_THING.map(thing_name)).map(|name| program.local(name))
}

fn key_of(rule: &Rule) -> &str {
    if rule.key.is_empty() { "rule_of_mine" } else { &rule.key }
}

const STEER: [(&str, ValueType); 6] = [
    ("me", ValueType::Unit),
    ("others", ValueType::Units),
    ("obstacles", ValueType::Obstacles),
    ("target", ValueType::Thing),
    ("dt", ValueType::Number),
    ("state", ValueType::State),
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
        Thing::Wall => "wall",
        Thing::Barrier => "barrier",
    }
}

/// The declarations of a file of helpers, by the name of each.
fn blocks(text: &str) -> Vec<(String, String)> {
    let text = text.replace('«', &TYPE[0].to_string()).replace('»', &TYPE[1].to_string());
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
        !["//", "#", "/*", "\"\"\""].iter().any(begins)
    };
    let code_of = |line: &str| {
        let code = line.split(" // ").next().and_then(|code| code.split("  # ").next());
        Line::Code(0, code.unwrap_or_default().replace("...", " "))
    };
    let lines: Vec<Line> = text.lines().filter(is_code).map(code_of).collect();
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
