//! Points and circles that show to what a rule responds, for one unit: for drawing and for the
//! inspector, never for a tick.

use super::RuleInputs;
use super::compile::{Compiler, ValueNodes};
use super::members::CountedMember;
use super::program::Program;
use crate::engine::bodies::BodyKind;
use crate::engine::scope::{AimKind, SteeringCue, UnitFilter};
use crate::engine::steering::UnitForces;
use crate::rules::tree::{Aggregate, ExprKind, Function, MemberSet, Rule, SetKind};
use crate::rules::{AimVectorKind, RuleError};
use glam::Vec2;

/// Largest number of circles per unit: one per filter that [`filter_of`] can return.
const MAX_CIRCLES: usize = 5;

/// Program that computes the points and circles to which a rule responds.
#[derive(Clone, Debug)]
pub(crate) struct CueFinder {
    program: Program,
    aim_kinds: Vec<AimVectorKind>,
    set_circles: Vec<SetCircle>,
}

/// Set of units that a rule searches, as the circle around a unit that shows the search.
#[derive(Clone, Copy, Debug)]
struct SetCircle {
    kind: SetKind,
    /// Filter for the units inside the circle; `None` if the set is drawn without a circle.
    filter: Option<UnitFilter>,
    /// Whether the set has a search radius; a set without one is drawn without a circle.
    is_limited: bool,
}

impl CueFinder {
    /// Compiles the program of a rule.
    ///
    /// # Errors
    ///
    /// See [`CompiledRule::new`](super::CompiledRule::new).
    #[inline(never)]
    pub fn new(rule: &Rule) -> Result<Self, RuleError> {
        let mut compiler = Compiler::new(rule, BodyKind::Point);
        let is_active = compiler.compile_activity(&rule.dependencies().required_things);
        let mut outputs: Vec<ValueNodes> = vec![ValueNodes::Scalar(is_active)];
        let aims = rule.aims();
        for aim in &aims {
            outputs
                .extend([compiler.compile_value(&aim.factor), compiler.compile_value(&aim.vector)]);
        }
        let mut set_circles = Vec::new();
        rule.walk_exprs(|expr| {
            let ExprKind::Fold(over) = &expr.kind else { return };
            let MemberSet { kind, radius, .. } = &over.set;
            if *kind == SetKind::Obstacles {
                return;
            }
            outputs.extend(radius.iter().map(|radius| compiler.compile_value(radius)));
            set_circles.push(SetCircle {
                kind: *kind,
                filter: filter_of(over),
                is_limited: radius.is_some(),
            });
        });
        let program = compiler.into_program(&outputs)?;
        let aim_kinds = aims.iter().map(|aim| aim.kind).collect();
        Ok(Self { program, aim_kinds, set_circles })
    }

    /// Runs the program for one unit. Calls `visit` with whether the rule is active, and with a
    /// function that returns the program's other outputs one by one.
    fn run_for_unit(
        &self,
        inputs: &RuleInputs,
        id: usize,
        mut visit: impl FnMut(bool, &mut dyn FnMut() -> f32),
    ) {
        let (mut forces, mut nobody) = (UnitForces::default(), |_: CountedMember| {});
        self.program.run_observed(inputs, id, &mut forces.view_from(id), &mut nobody, |made, _| {
            let mut outputs = (1..).map(|at| made.value(at, 0));
            visit(made.value(0, 0) > 0.0, &mut || outputs.next().unwrap_or_default());
        });
    }

    /// Adds the points and circles of a unit to `out`: per filter, only the widest circle.
    #[inline(never)]
    pub fn cues(&self, inputs: &RuleInputs, id: usize, out: &mut Vec<SteeringCue>) {
        let scope = inputs.scope;
        let mut widest = [None::<(UnitFilter, f32)>; MAX_CIRCLES];
        self.run_for_unit(inputs, id, |is_active, next| {
            for aim in self.aim_kinds.iter().take_while(|_| is_active) {
                let [by, x, y] = [next(), next(), next()];
                let at = Vec2::new(x, y);
                if by == 0.0 || !at.is_finite() || at == Vec2::ZERO {
                    continue;
                }
                let (kind, at) = match (aim, by < 0.0) {
                    (AimVectorKind::Position, false) => (AimKind::To, at),
                    (AimVectorKind::Position, true) => (AimKind::From, at),
                    (_, against) => {
                        let course = match aim {
                            AimVectorKind::Direction => {
                                at.normalize_or_zero() * scope.max_speed(id)
                            }
                            _ => at,
                        };
                        (AimKind::Course, if against { -course } else { course })
                    }
                };
                out.push(scope.aim_at_offset(kind, id, at));
            }
            for set in self.set_circles.iter().take_while(|_| is_active) {
                let radius = if set.is_limited { next() } else { f32::INFINITY };
                let Some(filter) = set.filter else { continue };
                let same = |known: &&mut Option<_>| known.is_none_or(|(other, _)| other == filter);
                if let Some(known) = widest.iter_mut().find(same) {
                    *known = Some((filter, known.map_or(radius, |(_, known)| known.max(radius))));
                }
            }
        });
        // The circle of a set without a radius is infinite, so it is left out.
        let circles = widest.into_iter().flatten().filter(|(_, radius)| radius.is_finite());
        for (filter, radius) in circles {
            out.push(scope.circle_around(filter, id, radius));
        }
    }

    /// Largest distance at which a unit searches for others, u; infinite if a set has no radius.
    #[inline(never)]
    pub fn reach(&self, inputs: &RuleInputs, id: usize) -> f32 {
        let mut farthest = 0.0f32;
        let sight = inputs.scope.view.map_or(0.0, |view| view.flock_sector().radius_factor);
        self.run_for_unit(inputs, id, |_, next| {
            (0..3 * self.aim_kinds.len()).for_each(|_| _ = next());
            for set in &self.set_circles {
                farthest = farthest.max(match set.kind {
                    SetKind::View => sight * inputs.scope.agents.length[id],
                    _ if set.is_limited => next(),
                    _ => f32::INFINITY,
                });
            }
        });
        farthest
    }
}

/// Filter for the units of a set's circle; `None` for a set without a circle, such as `view`, and
/// for a set whose members are also tested against a view.
fn filter_of(over: &Aggregate) -> Option<UnitFilter> {
    let mut looks = false;
    for part in [&over.member_condition, &over.value].into_iter().flatten() {
        part.walk_exprs(&mut |expr| {
            looks |= matches!(
                expr.kind,
                ExprKind::Call(
                    Function::Seen | Function::Wide | Function::Limited | Function::Narrow,
                    _
                )
            );
        });
    }
    match over.set.kind {
        _ if looks => None,
        SetKind::Mates => Some(UnitFilter::Role),
        SetKind::Fellows => Some(UnitFilter::Group),
        SetKind::Others => Some(UnitFilter::Others),
        SetKind::Hunted => Some(UnitFilter::Hunted),
        SetKind::Everyone => Some(UnitFilter::Everyone),
        SetKind::View | SetKind::Menaces | SetKind::Group | SetKind::Obstacles => None,
    }
}
