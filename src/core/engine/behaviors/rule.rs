//! Behaviors whose force is a rule: compilation, parameters, and the values that units remember.

use super::path_following::PathProgress;
use super::{
    Behavior, BehaviorFeatures, BehaviorInfo, BehaviorNeed, BodyKind, Memory, Scope, Steering,
    SteeringCue, Stimulus,
};
use crate::engine::codec::{Coded, StateCodec};
use crate::engine::hash::{Hashed, StateHash};
use crate::engine::params::Hunters;
use crate::engine::rules::{CompiledRule, CueFinder, RuleInputs, RuleOutput, RuleTrace};
use crate::engine::scenery::PathEnd;
use crate::rules::tree::{
    ExprKind, MemberSet, Property, Rule, RuleParam, RuleParamKind, SetKind, Thing, ValueType,
};
use crate::rules::{Dependencies, FormulaNames, MAX_PARAMS, RuleError};
use crate::schema::{ParamChoice, ParamSpec, ParamValue, Params, ValueKind};
use glam::Vec2;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

/// Distance at which a unit counts as having reached a path node, body lengths, for rules without a
/// parameter `path_radius`.
const DEFAULT_NODE_RADIUS: f32 = 4.0;

/// Behavior whose force is a compiled rule: description, parameters, syntax tree and program.
#[derive(Debug)]
pub struct CompiledBehavior {
    /// Declarations of the weight and of the rule's parameters, in this order.
    specs: &'static [ParamSpec],
    about: BehaviorInfo,
    rule: Rule,
    compiled: CompiledRule,
    /// Whether the rule can steer walkers on tiles: its force is a vector in world axes, and it
    /// does not brake.
    can_steer_walkers: bool,
    /// Whether the rule is a user's text or a recipe; false for rules of built-in behaviors.
    is_user_rule: bool,
    needs: Vec<BehaviorNeed>,
    stimuli: Vec<Stimulus>,
    /// Program that finds the points and circles that steer a unit, compiled on first use; `None`
    /// if it cannot be compiled.
    cue_finder: OnceLock<Option<CueFinder>>,
    /// Index, not counting the weight, of the rule's parameter that chooses which units hunt the
    /// target; `None` if the rule has no such parameter.
    hunters_param: Option<usize>,
    path_radius_param: Option<usize>,
    path_end_param: Option<usize>,
    fears_pointer_param: Option<usize>,
    /// Whether the rule tests if a node is the last one of the path.
    tests_last_node: bool,
}

impl CompiledBehavior {
    /// Compiles the text of a rule. The text names parameters by the keys of `specs`, whose first
    /// entry is the weight; `about` gives the rule its key, label and sentence.
    ///
    /// # Errors
    ///
    /// The text is invalid, or the rule is too large to run.
    pub fn new(
        about: BehaviorInfo,
        specs: &'static [ParamSpec],
        text: &str,
    ) -> Result<Self, RuleError> {
        Self::compile(about, specs, parse_rule(about, specs, text)?)
    }

    /// Compiles a rule whose parameters are declared by `specs`, whose first entry is the weight.
    ///
    /// # Errors
    ///
    /// The rule is too large to run.
    pub fn compile(
        about: BehaviorInfo,
        specs: &'static [ParamSpec],
        rule: Rule,
    ) -> Result<Self, RuleError> {
        let compiled = CompiledRule::new(&rule)?;
        let named = |name: &'static str| move |param: &RuleParam| param.name == name;
        let offers = |choices: &'static [ParamChoice]| {
            move |param: &RuleParam| match &param.kind {
                RuleParamKind::Choice { options, .. } => {
                    options.iter().all(|own| choices.iter().any(|one| one.key == own))
                }
                RuleParamKind::Number { .. } => false,
            }
        };
        let is_number = |param: &RuleParam| matches!(param.kind, RuleParamKind::Number { .. });
        let find = |which: &dyn Fn(&RuleParam) -> bool| rule.params.iter().position(which);
        let (fears, path_radius, at_end) =
            (named("fears_pointer"), named("path_radius"), named("at_end"));
        Ok(Self {
            specs,
            about,
            compiled,
            is_user_rule: false,
            needs: needs_of(&rule),
            stimuli: stimuli_of(&rule),
            cue_finder: OnceLock::new(),
            hunters_param: find(&offers(Hunters::CHOICES)),
            path_radius_param: find(&|param| path_radius(param) && is_number(param)),
            path_end_param: find(&|param| at_end(param) && offers(PathEnd::CHOICES)(param)),
            fears_pointer_param: find(&|param| fears(param) && !is_number(param)),
            tests_last_node: finds_last_node_test(&rule),
            can_steer_walkers: rule.steer.ty == ValueType::Vector && rule.brake.is_none(),
            rule,
        })
    }

    /// Returns the same behavior, marked as a user's rule or a recipe.
    pub(super) fn marked_as_user_rule(self) -> Self {
        Self { is_user_rule: true, ..self }
    }

    /// Whether the rule is a user's text or a recipe; false for rules of built-in behaviors.
    pub fn is_user_rule(&self) -> bool {
        self.is_user_rule
    }

    /// Syntax tree of the behavior's rule.
    pub fn rule(&self) -> &Rule {
        &self.rule
    }

    /// Whether the rule can steer walkers on tiles: its force is a vector in world axes, and it
    /// does not brake.
    pub(super) fn can_steer_walkers(&self) -> bool {
        self.can_steer_walkers
    }

    /// Formula of the rule's force for this kind of body, with the symbols that the parameters
    /// declare.
    pub fn formula(&self, body: BodyKind) -> String {
        let mut symbols = self.specs.iter().map(|spec| spec.symbol.to_string());
        let weight = symbols.next().unwrap_or_default();
        let names = FormulaNames { weight, params: symbols.collect() };
        self.rule().formula(body == BodyKind::Rigid, &names)
    }

    /// Properties that a group must have for the rule to act on it at all.
    pub fn needs(&self) -> &[BehaviorNeed] {
        &self.needs
    }

    /// Stimuli to which the rule responds: things first, then groups of units.
    pub fn stimuli(&self) -> &[Stimulus] {
        &self.stimuli
    }

    /// Calls `run` with the rule's inputs and an empty memory, and returns its result. `value(0)`
    /// is the weight, `value(i)` for i > 0 a parameter, in the order of `specs`.
    fn with_inputs<R>(
        &self,
        value: &dyn Fn(usize) -> f32,
        scope: &Scope,
        run: impl FnOnce(&RuleInputs) -> R,
    ) -> R {
        let values: [f32; MAX_PARAMS] = std::array::from_fn(|at| value(at + 1));
        let params = &values[..(self.specs.len() - 1).min(MAX_PARAMS)];
        let hunters = self.features(value).hunters.unwrap_or(Hunters::Everyone);
        run(&RuleInputs {
            scope,
            params,
            memory: &[],
            read_memories: &[],
            hunters,
            path_node: &|_| None,
        })
    }

    /// Adds the force of the rule for the units of `range`.
    fn steer(
        &self,
        value: &dyn Fn(usize) -> f32,
        scope: &Scope,
        range: Range<usize>,
        out: &mut Steering,
    ) {
        self.with_inputs(value, scope, |inputs| self.run(value(0), inputs, range, out, |_, _| {}));
    }

    /// Adds the points and circles that steer one unit to `out`.
    fn cues(
        &self,
        value: &dyn Fn(usize) -> f32,
        scope: &Scope,
        id: usize,
        out: &mut Vec<SteeringCue>,
    ) {
        self.with_inputs(value, scope, |inputs| self.find_cues(inputs, id, out));
    }

    /// Distance within which the rule makes a unit look for others, u.
    fn reach(&self, value: &dyn Fn(usize) -> f32, scope: &Scope, id: usize) -> f32 {
        let of = |cues: &CueFinder| self.with_inputs(value, scope, |inputs| cues.reach(inputs, id));
        self.cue_finder().map_or(0.0, of)
    }

    fn cue_finder(&self) -> Option<&CueFinder> {
        self.cue_finder.get_or_init(|| CueFinder::new(self.rule()).ok()).as_ref()
    }

    fn find_cues(&self, inputs: &RuleInputs, id: usize, out: &mut Vec<SteeringCue>) {
        if let Some(finder) = self.cue_finder() {
            finder.cues(inputs, id, out);
        }
    }

    /// Path, hunters and fear of the pointer at the rule's present parameter values, for other
    /// parts of the program.
    fn features(&self, value: &dyn Fn(usize) -> f32) -> BehaviorFeatures {
        let of = |at: Option<usize>| at.map(|at| value(at + 1));
        let option = |at: Option<usize>, choices| Some(self.option_index(at?, of(at)?, choices));
        let radius = of(self.path_radius_param).unwrap_or(DEFAULT_NODE_RADIUS);
        let at_end = option(self.path_end_param, PathEnd::CHOICES)
            .map_or(PathEnd::Loop, PathEnd::from_value);
        BehaviorFeatures {
            path_radius_and_end: self.stimuli.contains(&Stimulus::Node).then_some((radius, at_end)),
            hunters: option(self.hunters_param, Hunters::CHOICES).map(Hunters::from_value),
            fears_pointer: of(self.fears_pointer_param).is_some_and(|value| value > 0.0),
            ..BehaviorFeatures::default()
        }
    }

    /// Runs the rule for the units with ids in `range`. `remember` is called for each unit with its
    /// id and the values that the unit will remember.
    fn run(
        &self,
        weight: f32,
        inputs: &RuleInputs,
        range: Range<usize>,
        out: &mut Steering,
        mut remember: impl FnMut(usize, &[f32]),
    ) {
        let of_factor = |factor: f32| 1.0 + weight * (factor - 1.0);
        let compiled = &self.compiled;
        compiled.run(
            inputs,
            range,
            out,
            weight != 0.0,
            |id, RuleOutput { thrust_factor, brake_factor, next_memory }, out| {
                if weight != 0.0 && compiled.has_thrust() {
                    *out.thrust_mut(id) *= of_factor(thrust_factor);
                }
                if weight != 0.0 && compiled.has_brake() {
                    *out.brake_factor_mut(id) *= of_factor(brake_factor).clamp(0.0, 1.0);
                }
                remember(id, next_memory);
            },
        );
    }

    /// Index among `choices` of the option with the same key as the one that the parameter has at
    /// this `value`; 0 if there is none. `at`: index of the parameter, not counting the weight.
    fn option_index(&self, at: usize, value: f32, choices: &[ParamChoice]) -> f32 {
        let ValueKind::Choice(options) = self.specs[at + 1].kind else { return 0.0 };
        let own = options.get(value as usize);
        let place = own.and_then(|own| choices.iter().position(|one| one.key == own.key));
        place.unwrap_or(0) as f32
    }

    /// Executable form of the behavior's rule.
    pub fn compiled(&self) -> &CompiledRule {
        &self.compiled
    }
}

/// Parses the text of a rule whose parameters are all of `specs` but the weight.
fn parse_rule(about: BehaviorInfo, specs: &[ParamSpec], text: &str) -> Result<Rule, RuleError> {
    let head = format!("rule {} \"{}\"\n# {}\n", about.key(), about.label(), about.sentence);
    Rule::parse_with(&(head + text.trim()), &params_of_specs(specs))
}

/// Compiled rule of a built-in behavior, compiled on first use; `None` if it has no rule.
#[inline(never)]
pub(super) fn built_in(of: &dyn Behavior) -> Option<&'static Arc<CompiledBehavior>> {
    static RULES: OnceLock<BTreeMap<&'static str, OnceLock<Option<Arc<CompiledBehavior>>>>> =
        OnceLock::new();
    let all = || super::REGISTRY.iter().map(|make| (make().about().key(), OnceLock::new()));
    let about = of.about();
    // A test makes sure that the rules of all built-in behaviors compile, so an error is dropped.
    let compiled_behavior =
        || CompiledBehavior::new(about, of.specs(), about.text?).ok().map(Arc::new);
    RULES.get_or_init(|| all().collect()).get(about.key())?.get_or_init(compiled_behavior).as_ref()
}

// The following functions are default methods of `Behavior`, compiled once for all behaviors: as
// generic code they took a tenth of the core's size.

#[inline(never)]
pub(super) fn steer(
    behavior: &dyn Behavior,
    scope: &Scope,
    range: Range<usize>,
    out: &mut Steering,
) {
    if let Some(compiled_behavior) = behavior.compiled_behavior() {
        compiled_behavior.steer(&|at| behavior.get(at), scope, range, out);
    }
}

#[inline(never)]
pub(super) fn features(behavior: &dyn Behavior) -> BehaviorFeatures {
    let of_ruling = |compiled_behavior: &Arc<CompiledBehavior>| {
        compiled_behavior.features(&|at| behavior.get(at))
    };
    behavior.compiled_behavior().map_or_else(BehaviorFeatures::default, of_ruling)
}

/// Notice that no link can contain the behavior, if it is neither built in nor written as a rule.
#[inline(never)]
pub(super) fn notices(behavior: &dyn Behavior) -> Vec<String> {
    let key = behavior.key();
    let is_in_links = behavior
        .compiled_behavior()
        .is_some_and(|compiled_behavior| compiled_behavior.is_user_rule())
        || super::REGISTRY.iter().any(|make| make().key() == key);
    if is_in_links { Vec::new() } else { vec![super::function_behavior::missing_link_notice(key)] }
}

#[inline(never)]
pub(super) fn stimuli(behavior: &dyn Behavior) -> &[Stimulus] {
    behavior.compiled_behavior().map_or(&[], |compiled_behavior| compiled_behavior.stimuli())
}

#[inline(never)]
pub(super) fn reach(behavior: &dyn Behavior, scope: &Scope, id: usize) -> f32 {
    behavior
        .compiled_behavior()
        .map_or(0.0, |compiled_behavior| compiled_behavior.reach(&|at| behavior.get(at), scope, id))
}

#[inline(never)]
pub(super) fn cues(behavior: &dyn Behavior, scope: &Scope, id: usize, out: &mut Vec<SteeringCue>) {
    if let Some(compiled_behavior) = behavior.compiled_behavior() {
        compiled_behavior.cues(&|at| behavior.get(at), scope, id, out);
    }
}

/// Parameters under the names that a rule's text uses, without the weight. A switch becomes a
/// choice of off and on.
fn params_of_specs(specs: &[ParamSpec]) -> Vec<RuleParam> {
    let name = |key: &str| key.replace('-', "_");
    let param = |spec: &ParamSpec| {
        let choice =
            |options: Vec<String>| RuleParamKind::Choice { value: spec.default as usize, options };
        let kind = match spec.kind {
            ValueKind::Float | ValueKind::Int => RuleParamKind::Number {
                value: spec.default,
                low: spec.min,
                high: spec.max,
                unit: spec.unit.to_string(),
            },
            ValueKind::Bool => choice(vec!["off".to_string(), "on".to_string()]),
            ValueKind::Choice(options) => choice(options.iter().map(|one| name(one.key)).collect()),
        };
        RuleParam { name: name(spec.key), kind, doc: spec.doc.to_string() }
    };
    specs.iter().skip(1).map(param).collect()
}

fn needs_of(rule: &Rule) -> Vec<BehaviorNeed> {
    let Dependencies { needs_view: view, required_things: wants, .. } = rule.dependencies();
    let of_thing = |thing: Thing| match thing {
        Thing::Goal => Some(BehaviorNeed::Goal),
        Thing::Node => Some(BehaviorNeed::Path),
        Thing::Leader => Some(BehaviorNeed::Leader),
        Thing::Target | Thing::Pointer | Thing::Wall | Thing::Barrier | Thing::Site(_) => None,
    };
    view.then_some(BehaviorNeed::View)
        .into_iter()
        .chain(wants.into_iter().filter_map(of_thing))
        .collect()
}

fn finds_last_node_test(rule: &Rule) -> bool {
    let mut asks = false;
    rule.walk_exprs(|expr| asks |= matches!(expr.kind, ExprKind::Thing(_, Property::IsLast)));
    asks
}

fn stimuli_of(rule: &Rule) -> Vec<Stimulus> {
    let Dependencies { used_things, searched_sets, .. } = rule.dependencies();
    let (mut places, mut courses) = (false, false);
    rule.walk_exprs(|expr| match expr.kind {
        ExprKind::Member(Property::Offset | Property::Distance | Property::Direction) => {
            places = true
        }
        ExprKind::Member(Property::Velocity | Property::Speed | Property::Heading) => {
            courses = true
        }
        _ => {}
    });
    let of_thing = |thing: Thing| match thing {
        Thing::Goal | Thing::Pointer | Thing::Site(_) => Stimulus::Goal,
        Thing::Target => Stimulus::Target,
        Thing::Leader => Stimulus::Leader,
        Thing::Node => Stimulus::Node,
        Thing::Wall | Thing::Barrier => Stimulus::Obstacle,
    };
    let of_set = |set: &MemberSet| match set.kind {
        SetKind::Menaces => Stimulus::Menace,
        SetKind::Obstacles => Stimulus::Obstacle,
        _ if courses && !places => Stimulus::Course,
        _ => Stimulus::Neighbor,
    };
    let mut stimuli: Vec<_> = used_things.into_iter().map(of_thing).collect();
    for of in searched_sets.into_iter().map(of_set) {
        if !stimuli.contains(&of) {
            stimuli.push(of);
        }
    }
    stimuli
}

/// Marker for a remembered value of a new unit whose random initial value is not drawn yet. No
/// other remembered value is NaN.
const NOT_DRAWN: f32 = f32::NAN;

/// Behavior that runs a rule, with the values that units remember from tick to tick.
#[derive(Debug)]
pub struct RuleBehavior {
    compiled_behavior: Arc<CompiledBehavior>,
    /// Values of the weight and of the rule's parameters.
    values: Vec<f32>,
    /// Numbers that the units remember, one column per number, indexed by unit within the group.
    memory: Vec<Vec<f32>>,
    /// Numbers that the units will remember after this tick, as bits: the thread that steers a unit
    /// writes its entries, and [`advance`](Memory::advance) reads the columns when all units have
    /// been steered.
    next_memory: Vec<Vec<AtomicU32>>,
    /// Progress of each unit along the group's path; empty if the rule does not refer to path
    /// nodes.
    progress: Vec<PathProgress>,
}

impl Clone for RuleBehavior {
    fn clone(&self) -> Self {
        let copy = |of: &AtomicU32| AtomicU32::new(of.load(Ordering::Relaxed));
        Self {
            compiled_behavior: self.compiled_behavior.clone(),
            values: self.values.clone(),
            memory: self.memory.clone(),
            next_memory: self
                .next_memory
                .iter()
                .map(|column| column.iter().map(copy).collect())
                .collect(),
            progress: self.progress.clone(),
        }
    }
}

impl RuleBehavior {
    /// Creates a behavior that runs a rule with its default parameters and an empty memory.
    pub fn new(compiled_behavior: Arc<CompiledBehavior>) -> Self {
        let values = compiled_behavior.specs.iter().map(|spec| spec.default).collect();
        let columns = compiled_behavior.compiled().remembered_count();
        let next_memory = (0..columns).map(|_| Vec::new()).collect();
        Self {
            values,
            memory: vec![Vec::new(); columns],
            next_memory,
            progress: Vec::new(),
            compiled_behavior,
        }
    }

    /// Copies the values of weight and parameters from `params`, by index.
    pub fn with_params(mut self, params: &dyn Params) -> Self {
        self.values.iter_mut().enumerate().for_each(|(at, value)| *value = params.get(at));
        self
    }

    /// Syntax tree of the behavior's rule.
    pub fn rule(&self) -> &Rule {
        self.compiled_behavior.rule()
    }

    fn with_rule_inputs<R>(&self, scope: &Scope, run: impl FnOnce(&RuleInputs) -> R) -> R {
        let node = |id: usize| {
            let progress = self.progress.get(id - scope.first_id)?;
            let place = scope.path.node_position(progress.node, scope.space)?;
            let stops = self
                .features()
                .path_radius_and_end
                .is_some_and(|(_, at_end)| at_end == PathEnd::Stop);
            let last = stops && progress.is_last(scope.path.len());
            // If the rule does not test for the last node, a unit that has arrived at the end of
            // the path brakes there.
            let rests = progress.is_done && !self.compiled_behavior.tests_last_node;
            Some((if rests { scope.agents.position(id) } else { place }, last))
        };
        let hunters = self.features().hunters.unwrap_or(Hunters::Everyone);
        let params = &self.values[1..];
        let read_memories = &self.rule().read_memories;
        run(&RuleInputs {
            scope,
            params,
            memory: &self.memory,
            read_memories,
            hunters,
            path_node: &node,
        })
    }
}

impl Params for RuleBehavior {
    fn specs(&self) -> &'static [ParamSpec] {
        self.compiled_behavior.specs
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
    fn about(&self) -> BehaviorInfo {
        self.compiled_behavior.about
    }

    fn compiled_behavior(&self) -> Option<&Arc<CompiledBehavior>> {
        Some(&self.compiled_behavior)
    }

    fn steer(&self, scope: &Scope, range: Range<usize>, out: &mut Steering) {
        self.with_rule_inputs(scope, |inputs| {
            self.compiled_behavior.run(self.values[0], inputs, range, out, |id, next| {
                for (column, value) in self.next_memory.iter().zip(next) {
                    if let Some(to) = column.get(id - scope.first_id) {
                        to.store(value.to_bits(), Ordering::Relaxed);
                    }
                }
            });
        });
    }

    fn trace(&self, scope: &Scope, id: usize, so_far: Vec2) -> Option<RuleTrace> {
        self.with_rule_inputs(scope, |inputs| {
            RuleTrace::record(self.rule(), inputs, id, so_far.into()).ok()
        })
    }

    fn has_memory(&self) -> bool {
        !self.memory.is_empty()
    }

    fn remembered(&self, name: &str, ty: ValueType) -> Option<&[Vec<f32>]> {
        let memories = &self.rule().memories;
        let at = memories.iter().position(|one| one.name == name)?;
        let parts = |ty: ValueType| if ty == ValueType::Vector { 2 } else { 1 };
        let first = memories[..at].iter().map(|one| parts(one.initial_value.ty)).sum::<usize>();
        let is_such = memories[at].initial_value.ty == ty;
        is_such.then(|| self.memory.get(first..first + parts(ty)))?
    }

    fn memory(&self) -> Option<&dyn Memory> {
        (self.has_memory() || self.features().path_radius_and_end.is_some()).then_some(self)
    }

    fn memory_mut(&mut self) -> Option<&mut dyn Memory> {
        (self.has_memory() || self.features().path_radius_and_end.is_some()).then_some(self)
    }

    fn cues(&self, scope: &Scope, id: usize, out: &mut Vec<SteeringCue>) {
        self.with_rule_inputs(scope, |inputs| self.compiled_behavior.find_cues(inputs, id, out));
    }
}

impl Memory for RuleBehavior {
    fn advance(&mut self, scope: &Scope, range: Range<usize>) {
        for (column, next) in self.memory.iter_mut().zip(&self.next_memory) {
            for (value, next) in column.iter_mut().zip(next) {
                let next = f32::from_bits(next.load(Ordering::Relaxed));
                if next.is_finite() {
                    *value = next;
                }
            }
        }
        if let Some((radius, at_end)) = self.features().path_radius_and_end {
            for (id, progress) in range.zip(&mut self.progress) {
                progress.advance(scope, id, radius, at_end);
            }
        }
    }

    fn resize(&mut self, count: usize) {
        let compiled = self.compiled_behavior.compiled();
        let starts = compiled.start_values(&self.values[1..], 0, 0);
        let starts = starts.into_iter().zip(compiled.random_starts());
        for ((column, next), (start, is_random)) in
            self.memory.iter_mut().zip(&mut self.next_memory).zip(starts)
        {
            column.resize(count, if *is_random { NOT_DRAWN } else { start });
            next.clear();
            next.extend(column.iter().map(|value| AtomicU32::new(value.to_bits())));
        }
        if self.features().path_radius_and_end.is_some() {
            self.progress.resize(count, PathProgress::default());
        }
    }

    fn draw_initial_values(&mut self, seed: u32, handles: &[u32]) {
        let compiled = self.compiled_behavior.compiled();
        let Some(drawn) = compiled.random_starts().iter().position(|is_random| *is_random) else {
            return;
        };
        for (unit, handle) in handles.iter().enumerate() {
            if self.memory[drawn].get(unit).is_none_or(|value| !value.is_nan()) {
                continue;
            }
            let starts = compiled.start_values(&self.values[1..], seed, *handle);
            for ((column, next), start) in
                self.memory.iter_mut().zip(&mut self.next_memory).zip(starts)
            {
                if column[unit].is_nan() {
                    column[unit] = start;
                    *next[unit].get_mut() = start.to_bits();
                }
            }
        }
    }

    fn swap(&mut self, a: usize, b: usize) {
        self.memory.iter_mut().for_each(|column| column.swap(a, b));
        self.next_memory.iter_mut().for_each(|column| column.swap(a, b));
        if self.features().path_radius_and_end.is_some() {
            self.progress.swap(a, b);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        self.memory.iter().for_each(|column| hash.add_floats(column));
        self.progress.iter().for_each(|progress| progress.hash(hash));
    }

    fn encode_or_decode(&mut self, codec: &mut StateCodec) {
        for (column, next) in self.memory.iter_mut().zip(&mut self.next_memory) {
            column[..].encode_or_decode(codec);
            next.clear();
            next.extend(column.iter().map(|value| AtomicU32::new(value.to_bits())));
        }
        self.progress[..].encode_or_decode(codec);
    }

    fn heap_bytes(&self) -> usize {
        let columns: usize = self.memory.iter().map(|column| 2 * size_of_val(&**column)).sum();
        columns + size_of_val(&*self.progress)
    }

    fn adapt_to_path(&mut self, len: usize) {
        self.progress.iter_mut().for_each(|progress| progress.adapt_to_path(len));
    }
}
