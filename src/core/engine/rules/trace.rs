//! Values of a rule for one unit, line by line: for the inspector, never for the tick.

use super::compile::{Compiler, ValueNodes, component_count};
use super::{CountedMember, RuleInputs};
use crate::engine::steering::UnitForces;
use crate::rules::tree::{ExprKind, Rule, ValueType};
use crate::rules::{RuleError, Span};

/// Value of an expression in a rule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TraceValue {
    /// A number.
    Number(f32),
    /// Vector: components to the right and downward.
    Vector([f32; 2]),
    /// Whether a condition is true.
    Condition(bool),
}

/// Values of a rule for one unit.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleTrace {
    /// Whether all things exist without which the rule steers nothing. If not, the values are
    /// computed with zeros for the missing things.
    pub is_active: bool,
    /// Force before the weight, in world axes, as a share of the force scale.
    pub force: [f32; 2],
    /// Value of the `steer` line: a number to starboard, or a vector in world axes.
    pub steer: TraceValue,
    /// Values of the named lines, in order.
    pub named_values: Vec<TraceValue>,
    /// Values that the unit remembers now, and those that it will remember.
    pub memories: Vec<[TraceValue; 2]>,
    /// Factor on the thrust.
    pub thrust: Option<f32>,
    /// Factor on the velocity.
    pub brake: Option<f32>,
    /// Members of each set that is searched, by position in the text.
    pub members: Vec<(Span, Vec<CountedMember>)>,
    /// Search radii, u, by position in the text; sets without a radius are left out.
    pub radii: Vec<(Span, f32)>,
}

impl RuleTrace {
    /// Computes the values of a rule for the unit `id`. `so_far`: force of the behaviors before.
    ///
    /// # Errors
    /// See [`CompiledRule::new`](super::CompiledRule::new).
    pub fn record(
        rule: &Rule,
        given: &RuleInputs,
        id: usize,
        so_far: [f32; 2],
    ) -> Result<Self, RuleError> {
        let mut compiler = Compiler::new(rule, given.scope.body_kind).with_observer();
        let is_active = compiler.compile_activity(&rule.dependencies().required_things);
        let is_active = ValueNodes::Scalar(is_active);
        let mut wanted: Vec<(ValueNodes, ValueType)> = vec![(is_active, ValueType::Condition)];
        wanted.push((compiler.steering_share(), ValueType::Vector));
        wanted.push((compiler.value(&rule.steer), rule.steer.ty));
        for named in &rule.named_values {
            wanted.push((compiler.compile_line(&named.value), named.value.ty));
        }
        for (at, keep) in rule.memories.iter().enumerate() {
            let ty = keep.initial_value.ty;
            wanted.push((compiler.compile_memory(at), ty));
            wanted.push((compiler.value(&keep.next_value), ty));
        }
        for factor in rule.thrust.iter().chain(&rule.brake) {
            wanted.push((compiler.value(factor), ValueType::Number));
        }
        let mut circles = Vec::new();
        rule.walk_exprs(|expr| {
            if let ExprKind::Fold(over) = &expr.kind {
                circles.extend(over.set.radius.as_ref().map(|radius| (expr.span, radius)));
            }
        });
        for (_, radius) in &circles {
            wanted.push((compiler.value(radius), ValueType::Number));
        }
        let places = compiler.places();
        let outputs: Vec<ValueNodes> = wanted.iter().map(|(value, _)| *value).collect();
        let program = compiler.into_program(&outputs)?;
        let mut force = UnitForces::default();
        let mut sum = force.from(id);
        (sum.fx[0], sum.fy[0]) = so_far.into();
        let mut counted = Vec::new();
        let mut values = Vec::new();
        let mut note = |one: CountedMember| counted.push(one);
        program.run_observed(given, id, &mut sum, &mut note, |made, _| {
            let mut output = 0;
            for (_, ty) in &wanted {
                let x = made.value(output, 0);
                values.push(match ty {
                    ValueType::Number => TraceValue::Number(x),
                    ValueType::Vector => TraceValue::Vector([x, made.value(output + 1, 0)]),
                    ValueType::Condition => TraceValue::Condition(x > 0.0),
                });
                output += component_count(*ty);
            }
        });
        let mut values = values.into_iter();
        let mut next = || values.next().unwrap_or(TraceValue::Number(0.0));
        let is_active = next() == TraceValue::Condition(true);
        let force = match next() {
            TraceValue::Vector(force) if is_active && force.iter().all(|part| part.is_finite()) => {
                force
            }
            _ => [0.0; 2],
        };
        let steer = next();
        let lets = rule.named_values.iter().map(|_| next()).collect();
        let keeps = rule.memories.iter().map(|_| [next(), next()]).collect();
        let mut factor = || match next() {
            TraceValue::Number(factor) => factor,
            _ => 1.0,
        };
        let thrust = rule.thrust.as_ref().map(|_| factor());
        let brake = rule.brake.as_ref().map(|_| factor());
        let radii = circles.iter().map(|(span, _)| (*span, factor())).collect();
        // A value that is compiled twice visits members at the same position twice.
        let mut members: Vec<(Span, Vec<CountedMember>)> = Vec::new();
        for (span, place) in places {
            if members.iter().all(|(known, _)| *known != span) {
                let of = counted.iter().filter(|one| one.place == place);
                members.push((span, of.copied().collect()));
            }
        }
        Ok(Self {
            is_active,
            force,
            steer,
            named_values: lets,
            memories: keeps,
            thrust,
            brake,
            members,
            radii,
        })
    }
}
