//! Runs rules: a text of [`crate::rules`] becomes a program over columns of units.
//!
//! A program computes a block of units at a time, instruction by instruction. What it asks of the
//! members of a set is computed in packs, for as many members of several units as a pack holds. All
//! room that it needs is on the stack: a tick allocates nothing. The same rule gives the same bits
//! natively and in WebAssembly, in one lane or four, with any number of threads.

mod columns;
mod compile;
pub(crate) mod cost;
mod cues;
mod members;
mod program;
mod run;
mod trace;
mod views;

pub(crate) use cues::CueFinder;
pub use members::Counted;
pub use trace::{RuleTrace, TraceValue};

use crate::engine::bodies::BodyKind;
use crate::engine::math::{Lane, Lanes};
use crate::engine::params::Hunters;
use crate::engine::scope::Scope;
use crate::engine::steering::{Steering, blocks};
use crate::rules::tree::{ExprKind, Function, Rule, Thing};
use crate::rules::{Dependencies, RuleError};
use compile::Compiler;
use glam::Vec2;
use program::Program;
use std::ops::Range;

/// What a rule is run with, besides what it reads in the scope.
pub struct Given<'a> {
    /// What it may read.
    pub scope: &'a Scope<'a>,
    /// The values of its parameters, in their order; the weight is not among them.
    pub params: &'a [f32],
    /// What the units remember: a column for each number, by the number of the unit in its group.
    pub memory: &'a [Vec<f32>],
    /// Who hunts the scene's own target.
    pub hunters: Hunters,
    /// The node of its path to which a unit goes; its own place where it has arrived for good.
    pub node: &'a (dyn Fn(usize) -> Option<(Vec2, bool)> + Sync),
}

/// What a rule says about one unit in a tick, besides its force.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Says<'m> {
    /// The factor on the thrust.
    pub thrust: f32,
    /// The factor on the velocity, 0..1.
    pub brake: f32,
    /// What the unit will remember: a number for each column; no number where it stays as it was.
    pub next: &'m [f32],
}

/// A rule that can be run.
#[derive(Clone, Debug, Default)]
pub struct Compiled {
    /// On bodies that choose their speed.
    free: Program,
    /// On others, where it differs there.
    others: Vec<(BodyKind, Program)>,
    start: Program,
    /// What it does nothing without.
    wants: Vec<Thing>,
    remembers: usize,
    thrust: bool,
    brake: bool,
}

/// Forces beyond this are no numbers to go by.
const MAX_FORCE: f32 = 1e30;

/// Largest number of values that a rule remembers of a unit.
const MAX_REMEMBERED: usize = 2 * crate::rules::MAX_KEEPS;

impl Compiled {
    /// Of a rule.
    ///
    /// # Errors
    /// It looks around too often, or computes too much at a time.
    pub fn new(rule: &Rule) -> Result<Self, RuleError> {
        let (mut turns, mut wishes) = (false, false);
        rule.walk(|expr| match expr.is {
            ExprKind::Call(Function::Head, _) => (turns, wishes) = (true, true),
            ExprKind::Call(Function::Toward | Function::Seek | Function::Arrive, _) => {
                wishes = true
            }
            _ => {}
        });
        let Dependencies { wants, .. } = rule.dependencies();
        let remembers = rule.keeps.iter().map(|keep| compile::parts_of(keep.start.ty)).sum();
        let mut start = Compiler::new(rule, BodyKind::Point);
        let values: Vec<_> = rule.keeps.iter().map(|keep| start.value(&keep.start)).collect();
        let start = start.finish(&values)?;
        Ok(Self {
            free: steering(rule, &wants, BodyKind::Point)?,
            others: [(BodyKind::Rigid, turns), (BodyKind::Tile, wishes)]
                .into_iter()
                .filter(|(_, differs)| *differs)
                .map(|(body, _)| Ok((body, steering(rule, &wants, body)?)))
                .collect::<Result<_, RuleError>>()?,
            start,
            wants,
            remembers,
            thrust: rule.thrust.is_some(),
            brake: rule.brake.is_some(),
        })
    }

    /// How many numbers a unit remembers.
    pub fn remembers(&self) -> usize {
        self.remembers
    }

    /// Whether it says a factor on the thrust.
    pub fn thrust(&self) -> bool {
        self.thrust
    }

    /// Whether it says a factor on the velocity.
    pub fn brake(&self) -> bool {
        self.brake
    }

    /// What a unit remembers at the start, with these values of the parameters.
    pub fn start(&self, params: &[f32]) -> Vec<f32> {
        self.start.constants(params)
    }

    /// How many values are computed for each unit, and for each member that it looks at.
    pub fn cost(&self) -> [usize; 2] {
        let members = self.free.searches.iter().map(|search| search.steps.len() + 1).sum();
        [self.free.steps.len(), members]
    }

    /// Runs it for the units of a range, adds what it steers with, if it `pushes`, and tells `says` of
    /// each unit, by id, what else it says, if anything.
    pub fn run(
        &self,
        given: &Given,
        range: Range<usize>,
        out: &mut Steering,
        pushes: bool,
        mut says: impl FnMut(usize, Says, &mut Steering),
    ) {
        let other = self.others.iter().find(|(body, _)| *body == given.scope.body);
        let program = other.map_or(&self.free, |(_, program)| program);
        // Without what it wants there is nothing to steer by.
        let missing = self.wants.iter().any(|thing| match thing {
            Thing::Target => given.scope.target.is_none(),
            Thing::Leader => given.scope.leader.is_none(),
            Thing::Pointer => given.scope.pointer.is_none(),
            Thing::Wall => !given.scope.has_bars(true),
            Thing::Barrier => !given.scope.has_bars(false),
            Thing::Goal | Thing::Node => false,
        });
        if missing && self.remembers == 0 {
            return;
        }
        let says_more = self.remembers > 0 || self.thrust || self.brake;
        program.run(given, range, out, |made, out| {
            let start = made.ids.start;
            for (at, valid) in blocks(made.ids.clone()).take_while(|_| pushes) {
                let slot = (at - start) / Lanes::N;
                let is_active = made.lanes(0, slot).gt(Lanes::ZERO);
                let [fx, fy] = [1, 2].map(|part| {
                    let force = made.lanes(part, slot);
                    force.keep(Lanes::and(is_active, force.abs().lt(Lanes::splat(MAX_FORCE))))
                });
                out.add(at, valid, fx, fy);
            }
            let units = made.ids.clone().enumerate().take_while(|_| says_more);
            for (unit, id) in units {
                let is_active = made.value(0, unit) > 0.0;
                let number = |at: usize, there: bool| match there {
                    true if is_active && made.value(at, unit).abs() < MAX_FORCE => {
                        made.value(at, unit)
                    }
                    _ => 1.0,
                };
                let mut next = [0.0; MAX_REMEMBERED];
                for (at, next) in next[..self.remembers].iter_mut().enumerate() {
                    *next = made.value(3 + at, unit);
                }
                let factors = 3 + self.remembers;
                let says_ = Says {
                    thrust: number(factors, self.thrust),
                    brake: number(factors + usize::from(self.thrust), self.brake).clamp(0.0, 1.0),
                    next: &next[..self.remembers],
                };
                says(id, says_, out);
            }
        });
    }
}

/// The program of the tick: whether the rule is is_active to steer, the force, what is remembered next,
/// and the factors.
fn steering(rule: &Rule, wants: &[Thing], body: BodyKind) -> Result<Program, RuleError> {
    let mut compiler = Compiler::new(rule, body);
    let is_active = compiler.activity(wants);
    let mut outputs = vec![compiler.alone(is_active), compiler.steering()];
    for keep in &rule.keeps {
        outputs.push(compiler.value(&keep.then));
    }
    for factor in rule.thrust.iter().chain(&rule.brake) {
        outputs.push(compiler.value(factor));
    }
    compiler.finish(&outputs)
}
