//! A behavior that is a rule: its text is what runs.

use super::path_following::Progress;
use super::{About, Behavior, BodyKind, Cue, Features, Memory, Need, Scope, Steering, Stimulus};
use crate::engine::hash::StateHash;
use crate::engine::params::Hunters;
use crate::engine::rules::{Compiled, CueFinder, Given, RuleTrace, Says};
use crate::engine::scenery::AtEnd;
use crate::engine::tape::{Tape, Taped};
use crate::rules::tree::{ExprKind, Field, Param, ParamKind, Rule, Set, SetKind, Thing, Type};
use crate::rules::{Dependencies, MAX_PARAMS, Names, RuleError};
use crate::schema::{Choice, ParamSpec, ParamValue, Params, ValueKind};
use glam::Vec2;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

/// How near a node of the path counts as reached, in lengths, where a rule has no parameter
/// `path_radius`.
const NODE_RADIUS: f32 = 4.0;

/// A rule with what is declared of its parameters.
#[derive(Debug)]
pub struct Ruling {
    /// The weight first, then the parameters of the rule in its order.
    specs: &'static [ParamSpec],
    about: About,
    rule: Rule,
    compiled: Compiled,
    /// Whether it pushes into a direction of the world, without braking.
    pushes: bool,
    /// Whether a person wrote it.
    by_hand: bool,
    needs: Vec<Need>,
    stimuli: Vec<Stimulus>,
    /// What it goes by, computed on demand.
    cues: OnceLock<Option<CueFinder>>,
    /// The choice of who hunts the target, among its parameters.
    hunters: Option<usize>,
    path_radius: Option<usize>,
    at_end: Option<usize>,
    fears_pointer: Option<usize>,
    /// Whether it asks for the last node of the path.
    asks_last: bool,
}

impl Ruling {
    /// Of a text that uses the keys of the parameters behind the weight as names. Key, label and
    /// sentence are those of the behavior.
    ///
    /// # Errors
    /// The text makes no sense, or is too much to run.
    pub fn new(about: About, specs: &'static [ParamSpec], text: &str) -> Result<Self, RuleError> {
        Self::compile(about, specs, parsed(about, specs, text)?)
    }

    /// Of a rule whose parameters these specs, behind the weight, declare.
    ///
    /// # Errors
    /// It is too much to run.
    pub fn compile(
        about: About,
        specs: &'static [ParamSpec],
        rule: Rule,
    ) -> Result<Self, RuleError> {
        let compiled = Compiled::new(&rule)?;
        let named = |name: &'static str| move |param: &Param| param.name == name;
        let offers = |choices: &'static [Choice]| {
            move |param: &Param| match &param.kind {
                ParamKind::Choice { options, .. } => {
                    options.iter().all(|own| choices.iter().any(|one| one.key == own))
                }
                ParamKind::Number { .. } => false,
            }
        };
        let is_number = |param: &Param| matches!(param.kind, ParamKind::Number { .. });
        let find = |which: &dyn Fn(&Param) -> bool| rule.params.iter().position(which);
        let (fears, path_radius, at_end) =
            (named("fears_pointer"), named("path_radius"), named("at_end"));
        Ok(Self {
            specs,
            about,
            compiled,
            by_hand: false,
            needs: needs_of(&rule),
            stimuli: stimuli_of(&rule),
            cues: OnceLock::new(),
            hunters: find(&offers(Hunters::CHOICES)),
            path_radius: find(&|param| path_radius(param) && is_number(param)),
            at_end: find(&|param| at_end(param) && offers(AtEnd::CHOICES)(param)),
            fears_pointer: find(&|param| fears(param) && !is_number(param)),
            asks_last: asks_last(&rule),
            pushes: rule.steer.ty == Type::Vector && rule.brake.is_none(),
            rule,
        })
    }

    /// The same as the rule of a person.
    pub(super) fn by_hand(self) -> Self {
        Self { by_hand: true, ..self }
    }

    /// Whether a person wrote it.
    pub fn is_by_hand(&self) -> bool {
        self.by_hand
    }

    /// The rule.
    pub fn rule(&self) -> &Rule {
        &self.rule
    }

    /// Whether it pushes into a direction of the world, without braking.
    pub(super) fn pushes(&self) -> bool {
        self.pushes
    }

    /// What it does as a formula, in the symbols that are declared of its parameters.
    pub fn formula(&self, body: BodyKind) -> String {
        let mut symbols = self.specs.iter().map(|spec| spec.symbol.to_string());
        let weight = symbols.next().unwrap_or_default();
        let names = Names { weight, params: symbols.collect() };
        self.rule().formula(body == BodyKind::Rigid, &names)
    }

    /// What a group must have for it to do anything.
    pub fn needs(&self) -> &[Need] {
        &self.needs
    }

    /// What it answers to: things first.
    pub fn stimuli(&self) -> &[Stimulus] {
        &self.stimuli
    }

    /// Runs something with these values of weight and parameters, without memory.
    fn with<R>(
        &self,
        value: &dyn Fn(usize) -> f32,
        scope: &Scope,
        run: impl FnOnce(&Given) -> R,
    ) -> R {
        let values: [f32; MAX_PARAMS] = std::array::from_fn(|at| value(at + 1));
        let params = &values[..(self.specs.len() - 1).min(MAX_PARAMS)];
        let hunters = self.features(value).hunters.unwrap_or(Hunters::Everyone);
        run(&Given { scope, params, memory: &[], hunters, node: &|_| None })
    }

    /// Steers units as the rule says.
    fn steer(
        &self,
        value: &dyn Fn(usize) -> f32,
        scope: &Scope,
        range: Range<usize>,
        out: &mut Steering,
    ) {
        self.with(value, scope, |given| self.run(value(0), given, range, out, |_, _| {}));
    }

    /// Adds what it goes by for one unit.
    fn cues(&self, value: &dyn Fn(usize) -> f32, scope: &Scope, id: usize, out: &mut Vec<Cue>) {
        self.with(value, scope, |given| self.show(given, id, out));
    }

    /// How far a unit looks for others, u.
    fn reach(&self, value: &dyn Fn(usize) -> f32, scope: &Scope, id: usize) -> f32 {
        let of = |cues: &CueFinder| self.with(value, scope, |given| cues.reach(given, id));
        self.cue_finder().map_or(0.0, of)
    }

    fn cue_finder(&self) -> Option<&CueFinder> {
        self.cues.get_or_init(|| CueFinder::new(self.rule()).ok()).as_ref()
    }

    fn show(&self, given: &Given, id: usize, out: &mut Vec<Cue>) {
        if let Some(cues) = self.cue_finder() {
            cues.cues(given, id, out);
        }
    }

    /// What others must know of it with these values of weight and parameters.
    fn features(&self, value: &dyn Fn(usize) -> f32) -> Features {
        let of = |at: Option<usize>| at.map(|at| value(at + 1));
        let option = |at: Option<usize>, choices| Some(self.option(at?, of(at)?, choices));
        let radius = of(self.path_radius).unwrap_or(NODE_RADIUS);
        let at_end = option(self.at_end, AtEnd::CHOICES).map_or(AtEnd::Loop, AtEnd::from_value);
        Features {
            route: self.stimuli.contains(&Stimulus::Node).then_some((radius, at_end)),
            // Who hunts the scene's own target: as the choice of those, if it has one.
            hunters: option(self.hunters, Hunters::CHOICES).map(Hunters::from_value),
            fears_pointer: of(self.fears_pointer).is_some_and(|value| value > 0.0),
            ..Features::default()
        }
    }

    /// The same with all that is given; `note` receives what a unit will remember.
    fn run(
        &self,
        weight: f32,
        given: &Given,
        range: Range<usize>,
        out: &mut Steering,
        mut note: impl FnMut(usize, &[f32]),
    ) {
        let of_factor = |factor: f32| 1.0 + weight * (factor - 1.0);
        let compiled = &self.compiled;
        compiled.run(given, range, out, weight != 0.0, |id, Says { thrust, brake, next }, out| {
            if weight != 0.0 && compiled.thrust() {
                *out.thrust_mut(id) *= of_factor(thrust);
            }
            if weight != 0.0 && compiled.brake() {
                *out.brake_mut(id) *= of_factor(brake).clamp(0.0, 1.0);
            }
            note(id, next);
        });
    }

    /// The place, among these choices, of the option that a parameter has.
    fn option(&self, at: usize, value: f32, choices: &[Choice]) -> f32 {
        let ValueKind::Choice(options) = self.specs[at + 1].kind else { return 0.0 };
        let own = options.get(value as usize);
        let place = own.and_then(|own| choices.iter().position(|one| one.key == own.key));
        place.unwrap_or(0) as f32
    }

    /// What it is run by.
    pub fn compiled(&self) -> &Compiled {
        &self.compiled
    }
}

/// A rule of these parameters.
fn parsed(about: About, specs: &[ParamSpec], text: &str) -> Result<Rule, RuleError> {
    let head = format!("rule {} \"{}\"\n# {}\n", about.key(), about.label(), about.says);
    Rule::parse_with(&(head + text.trim()), &given_params(specs))
}

/// The rule of a built-in behavior, compiled when it is first asked for.
#[inline(never)]
pub(super) fn built_in(of: &dyn Behavior) -> Option<&'static Arc<Ruling>> {
    static RULES: OnceLock<BTreeMap<&'static str, OnceLock<Option<Arc<Ruling>>>>> = OnceLock::new();
    let all = || super::REGISTRY.iter().map(|make| (make().about().key(), OnceLock::new()));
    let about = of.about();
    // A test holds that all of them make sense.
    let ruling = || Ruling::new(about, of.specs(), about.text?).ok().map(Arc::new);
    RULES.get_or_init(|| all().collect()).get(about.key())?.get_or_init(ruling).as_ref()
}

// What behaviors do that say nothing else, each function once for all of them: compiled into every behavior, these
// were a tenth of the core's code.

#[inline(never)]
pub(super) fn steer(of: &dyn Behavior, scope: &Scope, range: Range<usize>, out: &mut Steering) {
    if let Some(ruling) = of.ruling() {
        ruling.steer(&|at| of.get(at), scope, range, out);
    }
}

#[inline(never)]
pub(super) fn features(of: &dyn Behavior) -> Features {
    let of_ruling = |ruling: &Arc<Ruling>| ruling.features(&|at| of.get(at));
    of.ruling().map_or_else(Features::default, of_ruling)
}

#[inline(never)]
pub(super) fn stimuli(of: &dyn Behavior) -> &[Stimulus] {
    of.ruling().map_or(&[], |ruling| ruling.stimuli())
}

#[inline(never)]
pub(super) fn reach(of: &dyn Behavior, scope: &Scope, id: usize) -> f32 {
    of.ruling().map_or(0.0, |ruling| ruling.reach(&|at| of.get(at), scope, id))
}

#[inline(never)]
pub(super) fn cues(of: &dyn Behavior, scope: &Scope, id: usize, out: &mut Vec<Cue>) {
    if let Some(ruling) = of.ruling() {
        ruling.cues(&|at| of.get(at), scope, id, out);
    }
}

/// Declared parameters behind the weight as a text names them: a switch is a choice of off and on.
pub(crate) fn given_params(specs: &[ParamSpec]) -> Vec<Param> {
    let name = |key: &str| key.replace('-', "_");
    let param = |spec: &ParamSpec| {
        let choice =
            |options: Vec<String>| ParamKind::Choice { value: spec.default as usize, options };
        let kind = match spec.kind {
            ValueKind::Float | ValueKind::Int => ParamKind::Number {
                value: spec.default,
                low: spec.min,
                high: spec.max,
                unit: spec.unit.to_string(),
            },
            ValueKind::Bool => choice(vec!["off".to_string(), "on".to_string()]),
            ValueKind::Choice(options) => choice(options.iter().map(|one| name(one.key)).collect()),
        };
        Param { name: name(spec.key), kind, doc: spec.doc.to_string() }
    };
    specs.iter().skip(1).map(param).collect()
}

fn needs_of(rule: &Rule) -> Vec<Need> {
    let Dependencies { view, wants, .. } = rule.dependencies();
    let of_thing = |thing: Thing| match thing {
        Thing::Goal => Some(Need::Goal),
        Thing::Node => Some(Need::Path),
        Thing::Leader => Some(Need::Leader),
        Thing::Target | Thing::Pointer | Thing::Wall | Thing::Barrier => None,
    };
    view.then_some(Need::View).into_iter().chain(wants.into_iter().filter_map(of_thing)).collect()
}

fn asks_last(rule: &Rule) -> bool {
    let mut asks = false;
    rule.walk(|expr| asks |= matches!(expr.is, ExprKind::Thing(_, Field::Last)));
    asks
}

fn stimuli_of(rule: &Rule) -> Vec<Stimulus> {
    let Dependencies { things, sets, .. } = rule.dependencies();
    let (mut places, mut courses) = (false, false);
    rule.walk(|expr| match expr.is {
        ExprKind::Member(Field::Offset | Field::Distance | Field::Direction) => places = true,
        ExprKind::Member(Field::Velocity | Field::Speed | Field::Heading) => courses = true,
        _ => {}
    });
    let of_thing = |thing: Thing| match thing {
        Thing::Goal | Thing::Pointer => Stimulus::Goal,
        Thing::Target => Stimulus::Target,
        Thing::Leader => Stimulus::Leader,
        Thing::Node => Stimulus::Node,
        Thing::Wall | Thing::Barrier => Stimulus::Obstacle,
    };
    let of_set = |set: &Set| match set.kind {
        SetKind::Menaces => Stimulus::Menace,
        SetKind::Obstacles => Stimulus::Obstacle,
        _ if courses && !places => Stimulus::Course,
        _ => Stimulus::Neighbor,
    };
    let mut stimuli: Vec<_> = things.into_iter().map(of_thing).collect();
    for of in sets.into_iter().map(of_set) {
        if !stimuli.contains(&of) {
            stimuli.push(of);
        }
    }
    stimuli
}

/// A behavior that runs a rule.
#[derive(Debug)]
pub struct RuleBehavior {
    ruling: Arc<Ruling>,
    /// The weight and the parameters.
    values: Vec<f32>,
    /// What the units remember: a column for each number.
    memory: Vec<Vec<f32>>,
    /// What they will remember after this tick, as bits: each is written by the thread that steers the
    /// unit, and the columns are read when all have been steered.
    next: Vec<Vec<AtomicU32>>,
    /// How far along its path each is, where the rule asks.
    progress: Vec<Progress>,
}

impl Clone for RuleBehavior {
    fn clone(&self) -> Self {
        let copy = |of: &AtomicU32| AtomicU32::new(of.load(Ordering::Relaxed));
        Self {
            ruling: self.ruling.clone(),
            values: self.values.clone(),
            memory: self.memory.clone(),
            next: self.next.iter().map(|column| column.iter().map(copy).collect()).collect(),
            progress: self.progress.clone(),
        }
    }
}

impl RuleBehavior {
    /// Of a rule, with the default parameters and without memory.
    pub fn new(ruling: Arc<Ruling>) -> Self {
        let values = ruling.specs.iter().map(|spec| spec.default).collect();
        let columns = ruling.compiled().remembers();
        let next = (0..columns).map(|_| Vec::new()).collect();
        Self { values, memory: vec![Vec::new(); columns], next, progress: Vec::new(), ruling }
    }

    /// The same with the parameters of another.
    pub fn tuned(mut self, params: &dyn Params) -> Self {
        self.values.iter_mut().enumerate().for_each(|(at, value)| *value = params.get(at));
        self
    }

    /// Its rule.
    pub fn rule(&self) -> &Rule {
        self.ruling.rule()
    }

    fn with<R>(&self, scope: &Scope, run: impl FnOnce(&Given) -> R) -> R {
        let node = |id: usize| {
            let progress = self.progress.get(id - scope.first)?;
            let place = scope.path.node(progress.node, scope.space)?;
            let stops = self.features().route.is_some_and(|(_, at_end)| at_end == AtEnd::Stop);
            let last = stops && progress.is_last(scope.path.len());
            // A rule that does not ask brakes where it has come to the end.
            let rests = progress.done && !self.ruling.asks_last;
            Some((if rests { scope.agents.position(id) } else { place }, last))
        };
        let hunters = self.features().hunters.unwrap_or(Hunters::Everyone);
        let params = &self.values[1..];
        run(&Given { scope, params, memory: &self.memory, hunters, node: &node })
    }
}

impl Params for RuleBehavior {
    fn specs(&self) -> &'static [ParamSpec] {
        self.ruling.specs
    }

    fn get(&self, index: usize) -> f32 {
        self.values.get(index).copied().unwrap_or(0.0)
    }

    fn set(&mut self, index: usize, value: f32) {
        if let Some(to) = self.values.get_mut(index) {
            *to = value;
        }
    }
}

impl Behavior for RuleBehavior {
    fn about(&self) -> About {
        self.ruling.about
    }

    fn ruling(&self) -> Option<&Arc<Ruling>> {
        Some(&self.ruling)
    }

    fn steer(&self, scope: &Scope, range: Range<usize>, out: &mut Steering) {
        self.with(scope, |given| {
            self.ruling.run(self.values[0], given, range, out, |id, next| {
                for (column, value) in self.next.iter().zip(next) {
                    if let Some(to) = column.get(id - scope.first) {
                        to.store(value.to_bits(), Ordering::Relaxed);
                    }
                }
            });
        });
    }

    fn trace(&self, scope: &Scope, id: usize, so_far: Vec2) -> Option<RuleTrace> {
        self.with(scope, |given| RuleTrace::record(self.rule(), given, id, so_far.into()).ok())
    }

    fn remembers(&self) -> bool {
        !self.memory.is_empty()
    }

    fn memory(&self) -> Option<&dyn Memory> {
        (self.remembers() || self.features().route.is_some()).then_some(self)
    }

    fn memory_mut(&mut self) -> Option<&mut dyn Memory> {
        (self.remembers() || self.features().route.is_some()).then_some(self)
    }

    fn cues(&self, scope: &Scope, id: usize, out: &mut Vec<Cue>) {
        self.with(scope, |given| self.ruling.show(given, id, out));
    }
}

impl Memory for RuleBehavior {
    fn advance(&mut self, scope: &Scope, range: Range<usize>) {
        for (column, next) in self.memory.iter_mut().zip(&self.next) {
            for (value, next) in column.iter_mut().zip(next) {
                let next = f32::from_bits(next.load(Ordering::Relaxed));
                if next.is_finite() {
                    *value = next;
                }
            }
        }
        if let Some((radius, at_end)) = self.features().route {
            for (id, progress) in range.zip(&mut self.progress) {
                progress.advance(scope, id, radius, at_end);
            }
        }
    }

    fn resize(&mut self, count: usize) {
        let start = self.ruling.compiled().start(&self.values[1..]);
        for ((column, next), start) in self.memory.iter_mut().zip(&mut self.next).zip(start) {
            let start = if start.is_finite() { start } else { 0.0 };
            column.resize(count, start);
            next.clear();
            next.extend(column.iter().map(|value| AtomicU32::new(value.to_bits())));
        }
        if self.features().route.is_some() {
            self.progress.resize(count, Progress::default());
        }
    }

    fn swap(&mut self, a: usize, b: usize) {
        self.memory.iter_mut().for_each(|column| column.swap(a, b));
        self.next.iter_mut().for_each(|column| column.swap(a, b));
        if self.features().route.is_some() {
            self.progress.swap(a, b);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        self.memory.iter().for_each(|column| hash.floats(column));
        self.progress.iter().for_each(|progress| progress.hash(hash));
    }

    fn tape(&mut self, tape: &mut Tape) {
        for (column, next) in self.memory.iter_mut().zip(&mut self.next) {
            column[..].tape(tape);
            next.clear();
            next.extend(column.iter().map(|value| AtomicU32::new(value.to_bits())));
        }
        self.progress[..].tape(tape);
    }

    fn bytes(&self) -> usize {
        let columns: usize = self.memory.iter().map(|column| 2 * size_of_val(&**column)).sum();
        columns + size_of_val(&*self.progress)
    }

    fn reroute(&mut self, len: usize) {
        self.progress.iter_mut().for_each(|progress| progress.reroute(len));
    }
}
