//! Execution of rules: the text of a rule (see [`crate::rules`]) is compiled to a program over
//! columns of units.
//!
//! A program computes a block of units at a time, instruction by instruction. Values over the
//! members of a set (such as the neighbors in view) are computed in packs, which contain members of
//! several units. All buffers are on the stack: a tick allocates nothing. A rule gives the same
//! bits natively and in WebAssembly, with one lane or four, and with any number of threads.

mod columns;
mod compile;
pub(crate) mod cost;
mod cues;
mod emit;
mod graph;
mod members;
mod program;
mod run;
mod trace;
mod views;

pub(crate) use cues::CueFinder;
pub use members::CountedMember;
pub use trace::{RuleTrace, TraceValue};

use crate::engine::bodies::BodyKind;
use crate::engine::group::Group;
use crate::engine::math::{Lane, Lanes};
use crate::engine::params::Hunters;
use crate::engine::scope::Scope;
use crate::engine::steering::{Steering, blocks};
use crate::rules::tree::{ExprKind, Function, ReadMemory, Rule, Thing};
use crate::rules::{Dependencies, RuleError};
use compile::{Compiler, ValueNodes};
use glam::Vec2;
use program::Program;
use std::ops::Range;

/// Data for which a compiled rule is run.
pub struct RuleInputs<'a> {
    /// World, units and neighbor sums that the rule can read.
    pub scope: &'a Scope<'a>,
    /// Values of the rule's parameters, in the order of the text, without the weight.
    pub params: &'a [f32],
    /// Numbers that the units remember from the last tick: one column per number, indexed by the
    /// unit's index in its group.
    pub memory: &'a [Vec<f32>],
    /// Values of other units that the rule reads: what rules of their groups remember, by name.
    pub read_memories: &'a [ReadMemory],
    /// Units of the group that hunt the scene's target.
    pub hunters: Hunters,
    /// Returns the position of the path node to which the unit with an id goes, u, and whether this
    /// node is the last. A unit that stays at the end of its path gets its own position.
    pub path_node: &'a (dyn Fn(usize) -> Option<(Vec2, bool)> + Sync),
}

impl<'a> RuleInputs<'a> {
    /// One component of a remembered value of the units with these ids, one unit per lane, as it
    /// was after the last tick; 0 for units whose group lacks the rule. `memory`: index in
    /// `read_memories`.
    pub(crate) fn memories_of(&self, memory: usize, component: usize, ids: &[u32]) -> Lanes {
        let Some(read) = self.read_memories.get(memory) else { return Lanes::ZERO };
        let column_of = |group: &'a Group| {
            let mut rules = group.pipeline.iter().filter(|one| one.key() == read.rule);
            let columns = rules.find_map(|one| one.remembered(&read.name, read.ty))?;
            columns.get(component)
        };
        // Units next to each other usually belong to one group, so the last group's column is kept.
        let (mut range, mut column) = (0..0, None);
        Lanes::from_lane_fn(|lane| {
            let Some(id) = ids.get(lane).map(|id| *id as usize) else { return 0.0 };
            if !range.contains(&id) {
                let group = self.scope.groups.iter().find(|group| group.ids.contains(&id));
                range = group.map_or(0..0, |group| group.ids.clone());
                column = group.and_then(column_of);
            }
            column.and_then(|column| column.get(id - range.start)).copied().unwrap_or(0.0)
        })
    }
}

/// Results of a rule for one unit in a tick, other than the force.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RuleOutput<'m> {
    /// Factor on the thrust of the unit; 1 if the rule has no `thrust` line or is inactive.
    pub thrust_factor: f32,
    /// Factor on the velocity of the unit, 0..1; 1 if the rule has no `brake` line or is inactive.
    pub brake_factor: f32,
    /// Numbers that the unit will remember after the tick, one per column. A number that is not
    /// finite leaves the remembered one unchanged.
    pub next_memory: &'m [f32],
}

/// Rule compiled to programs, one per kind of body that needs its own.
#[derive(Clone, Debug, Default)]
pub struct CompiledRule {
    /// Program for the kinds of bodies that have no program in `body_programs`.
    default_program: Program,
    /// Programs for the kinds of bodies for which the rule is compiled differently.
    body_programs: Vec<(BodyKind, Program)>,
    start_program: Program,
    /// For each number that a unit remembers: whether its first value is a random draw.
    random_starts: Vec<bool>,
    /// Things (target, leader, wall ...) without which the rule steers nothing.
    required_things: Vec<Thing>,
    remembered_count: usize,
    has_thrust: bool,
    has_brake: bool,
}

/// Largest force component and largest factor that take effect. More, or NaN, is ignored.
const MAX_FORCE: f32 = 1e30;

/// Largest number of `f32` values that a rule remembers of a unit.
const MAX_REMEMBERED: usize = 2 * crate::rules::MAX_MEMORIES;

impl CompiledRule {
    /// Compiles a rule.
    ///
    /// # Errors
    ///
    /// The rule has too many searches, or needs too many columns at a time.
    pub fn new(rule: &Rule) -> Result<Self, RuleError> {
        let (mut turns, mut wishes) = (false, false);
        rule.walk_exprs(|expr| match expr.kind {
            ExprKind::Call(Function::Head, _) => (turns, wishes) = (true, true),
            ExprKind::Call(Function::Toward | Function::Seek | Function::Arrive, _) => {
                wishes = true
            }
            _ => {}
        });
        let Dependencies { required_things, .. } = rule.dependencies();
        let mut random_starts = Vec::new();
        for keep in &rule.memories {
            let count = compile::component_count(keep.initial_value.ty);
            random_starts.extend(std::iter::repeat_n(keep.begins_at_random(), count));
        }
        let mut compiler = Compiler::new(rule, BodyKind::Point);
        let values: Vec<_> =
            rule.memories.iter().map(|keep| compiler.compile_value(&keep.initial_value)).collect();
        let start_program = compiler.into_program(&values)?;
        Ok(Self {
            default_program: compile_steering(rule, &required_things, BodyKind::Point)?,
            body_programs: [(BodyKind::Rigid, turns), (BodyKind::Tile, wishes)]
                .into_iter()
                .filter(|(_, differs)| *differs)
                .map(|(body, _)| Ok((body, compile_steering(rule, &required_things, body)?)))
                .collect::<Result<_, RuleError>>()?,
            start_program,
            required_things,
            remembered_count: random_starts.len(),
            random_starts,
            has_thrust: rule.thrust.is_some(),
            has_brake: rule.brake.is_some(),
        })
    }

    /// Number of `f32` values that a unit remembers.
    pub fn remembered_count(&self) -> usize {
        self.remembered_count
    }

    /// Whether the rule has a `thrust` line, that is, a factor on the thrust.
    pub fn has_thrust(&self) -> bool {
        self.has_thrust
    }

    /// Whether the rule has a `brake` line, that is, a factor on the velocity.
    pub fn has_brake(&self) -> bool {
        self.has_brake
    }

    /// For each number that a unit remembers: whether its first value is a random draw.
    pub fn random_starts(&self) -> &[bool] {
        &self.random_starts
    }

    /// First values of a unit's memory, at these parameter values; 0 instead of a value that is not
    /// finite. Random draws depend on the seed of the run and on the unit's handle.
    pub fn start_values(&self, params: &[f32], seed: u32, handle: u32) -> [f32; MAX_REMEMBERED] {
        let mut values = self.start_program.start_values(params, seed, handle);
        values.iter_mut().filter(|value| !value.is_finite()).for_each(|value| *value = 0.0);
        values
    }

    /// Number of values that the rule computes per unit, and per member that a unit visits.
    pub fn value_counts(&self) -> [usize; 2] {
        let members =
            self.default_program.searches.iter().map(|search| search.instructions.len() + 1).sum();
        [self.default_program.block_steps.len(), members]
    }

    /// Runs the rule for the units with ids in `range`. If `adds_force` is set, adds forces to
    /// `out`. If the rule has other results than a force, `report` receives each unit's id and
    /// results.
    pub fn run(
        &self,
        inputs: &RuleInputs,
        range: Range<usize>,
        out: &mut Steering,
        adds_force: bool,
        mut report: impl FnMut(usize, RuleOutput, &mut Steering),
    ) {
        let other = self.body_programs.iter().find(|(body, _)| *body == inputs.scope.body_kind);
        let program = other.map_or(&self.default_program, |(_, program)| program);
        // While a thing that it needs (a target, a wall ...) does not exist, a rule is inactive:
        // only its memory is updated.
        let missing = self.required_things.iter().any(|thing| match thing {
            Thing::Target => inputs.scope.hunted_target.is_none(),
            Thing::Leader => inputs.scope.leader.is_none(),
            Thing::Pointer => inputs.scope.pointer.is_none(),
            Thing::Wall => !inputs.scope.has_barriers(true),
            Thing::Barrier => !inputs.scope.has_barriers(false),
            Thing::Site(name) => inputs.scope.site(name.text()).is_none(),
            Thing::Goal | Thing::Node => false,
        });
        if missing && self.remembered_count == 0 {
            return;
        }
        let has_more = self.remembered_count > 0 || self.has_thrust || self.has_brake;
        program.run(inputs, range, out, |made, out| {
            let start = made.ids.start;
            for (at, valid) in blocks(made.ids.clone()).take_while(|_| adds_force) {
                let slot = (at - start) / Lanes::LANE_COUNT;
                let is_active = made.output_lanes(0, slot).gt(Lanes::ZERO);
                let [fx, fy] = [1, 2].map(|part| {
                    let force = made.output_lanes(part, slot);
                    force.keep_where(Lanes::and(is_active, force.abs().lt(Lanes::splat(MAX_FORCE))))
                });
                out.add_force(at, valid, fx, fy);
            }
            let units = made.ids.clone().enumerate().take_while(|_| has_more);
            for (unit, id) in units {
                let is_active = made.value(0, unit) > 0.0;
                let number = |at: usize, there: bool| match there {
                    true if is_active && made.value(at, unit).abs() < MAX_FORCE => {
                        made.value(at, unit)
                    }
                    _ => 1.0,
                };
                let mut next = [0.0; MAX_REMEMBERED];
                for (at, next) in next[..self.remembered_count].iter_mut().enumerate() {
                    *next = made.value(3 + at, unit);
                }
                let factors = 3 + self.remembered_count;
                let output = RuleOutput {
                    thrust_factor: number(factors, self.has_thrust),
                    brake_factor: number(factors + usize::from(self.has_thrust), self.has_brake)
                        .clamp(0.0, 1.0),
                    next_memory: &next[..self.remembered_count],
                };
                report(id, output, out);
            }
        });
    }
}

/// Compiles the program that runs in a tick. Its outputs, in order: whether the rule is active, the
/// force (x, y), the numbers to remember, the factor on thrust, the factor on velocity.
fn compile_steering(
    rule: &Rule,
    required_things: &[Thing],
    body: BodyKind,
) -> Result<Program, RuleError> {
    let mut compiler = Compiler::new(rule, body);
    let is_active = compiler.compile_activity(required_things);
    let mut outputs = vec![ValueNodes::Scalar(is_active), compiler.compile_steering()];
    for keep in &rule.memories {
        outputs.push(compiler.compile_value(&keep.next_value));
    }
    for factor in rule.thrust.iter().chain(&rule.brake) {
        outputs.push(compiler.compile_value(factor));
    }
    compiler.into_program(&outputs)
}
