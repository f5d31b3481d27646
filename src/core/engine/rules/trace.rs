//! Values of all lines of a rule for one unit: for the inspector, never for a tick.

use super::compile::{Compiler, ValueNodes, component_count};
use super::program::Program;
use super::{CountedMember, RuleInputs};
use crate::engine::bodies::BodyKind;
use crate::engine::steering::UnitForces;
use crate::rules::tree::{ExprKind, Rule, ValueType};
use crate::rules::{RuleError, Span};

/// Value of an expression in a rule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TraceValue {
    /// Value of a number expression.
    Number(f32),
    /// Value of a vector expression: components to the right and downward.
    Vector([f32; 2]),
    /// Value of a condition: whether it is true.
    Condition(bool),
}

/// All values of a rule for one unit in a tick.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleTrace {
    /// Whether the rule is active, because all things that it needs exist. If not, the values are
    /// computed with zeros for the missing things.
    pub is_active: bool,
    /// Force of the rule without its weight, in world axes, as a share of the force scale.
    pub force: [f32; 2],
    /// Value of the `steer` line: a number (a force to starboard), or a vector in world axes.
    pub steer: TraceValue,
    /// Values of the rule's named lines, in order.
    pub named_values: Vec<TraceValue>,
    /// Values that the unit remembers, each as `[in this tick, after this tick]`.
    pub memories: Vec<[TraceValue; 2]>,
    /// Factor on the unit's thrust; `None` if the rule has no `thrust` line.
    pub thrust: Option<f32>,
    /// Factor on the unit's velocity; `None` if the rule has no `brake` line.
    pub brake: Option<f32>,
    /// Members that count in each set that is searched, with the set's position in the rule's text.
    pub members: Vec<(Span, Vec<CountedMember>)>,
    /// Search radii of the sets, u, with the set's position in the rule's text. Sets without a
    /// radius are left out.
    pub radii: Vec<(Span, f32)>,
}

impl RuleTrace {
    /// Computes the values of a rule for the unit `id`. `so_far`: sum of the forces of the
    /// behaviors earlier in the group's list.
    ///
    /// # Errors
    ///
    /// See [`CompiledRule::new`](super::CompiledRule::new).
    pub fn record(
        rule: &Rule,
        inputs: &RuleInputs,
        id: usize,
        so_far: [f32; 2],
    ) -> Result<Self, RuleError> {
        let compiled = CompiledTrace::new(rule, inputs.scope.body_kind)?;
        let (values, counted) = compiled.run(inputs, id, so_far);
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
        let named_values = rule.named_values.iter().map(|_| next()).collect();
        let keeps = rule.memories.iter().map(|_| [next(), next()]).collect();
        let mut factor = || match next() {
            TraceValue::Number(factor) => factor,
            _ => 1.0,
        };
        let thrust = rule.thrust.as_ref().map(|_| factor());
        let brake = rule.brake.as_ref().map(|_| factor());
        let radii = compiled.radius_spans.iter().map(|span| (*span, factor())).collect();
        let members = members_by_span(&compiled.fold_spans, &counted);
        Ok(Self {
            is_active,
            force,
            steer,
            named_values,
            memories: keeps,
            thrust,
            brake,
            members,
            radii,
        })
    }
}

/// Groups members by the position of their set in the rule's text. A set that is compiled twice is
/// searched twice, and only the members of the first search are listed.
fn members_by_span(
    fold_spans: &[(Span, [usize; 2])],
    counted: &[CountedMember],
) -> Vec<(Span, Vec<CountedMember>)> {
    let mut members: Vec<(Span, Vec<CountedMember>)> = Vec::new();
    for (span, place) in fold_spans {
        if members.iter().all(|(known, _)| known != span) {
            let at_place = counted.iter().filter(|one| one.search_and_fold == *place);
            members.push((*span, at_place.copied().collect()));
        }
    }
    members
}

/// Program that computes all values of a [`RuleTrace`].
struct CompiledTrace {
    program: Program,
    /// Types of the program's outputs, in order: whether the rule is active, its force, the `steer`
    /// line, the named lines, two values per remembered value, the factors, and the search radii.
    output_types: Vec<ValueType>,
    /// Positions in the rule's text of the sets whose search radii are outputs.
    radius_spans: Vec<Span>,
    /// Position in the rule's text of each set that is searched; see [`Compiler::fold_spans`].
    fold_spans: Vec<(Span, [usize; 2])>,
}

impl CompiledTrace {
    fn new(rule: &Rule, body: BodyKind) -> Result<Self, RuleError> {
        let mut compiler = Compiler::new(rule, body).with_observer();
        let is_active = compiler.compile_activity(&rule.dependencies().required_things);
        let mut outputs = vec![
            (ValueNodes::Scalar(is_active), ValueType::Condition),
            (compiler.steering_share(), ValueType::Vector),
            (compiler.compile_value(&rule.steer), rule.steer.ty),
        ];
        for named in &rule.named_values {
            outputs.push((compiler.compile_line(&named.value), named.value.ty));
        }
        for (at, memory) in rule.memories.iter().enumerate() {
            let ty = memory.initial_value.ty;
            outputs.push((compiler.compile_memory(at), ty));
            outputs.push((compiler.compile_value(&memory.next_value), ty));
        }
        for factor in rule.thrust.iter().chain(&rule.brake) {
            outputs.push((compiler.compile_value(factor), ValueType::Number));
        }
        let mut radius_spans = Vec::new();
        rule.walk_exprs(|expr| {
            if let ExprKind::Fold(over) = &expr.kind
                && let Some(radius) = &over.set.radius
            {
                radius_spans.push(expr.span);
                outputs.push((compiler.compile_value(radius), ValueType::Number));
            }
        });
        let fold_spans = compiler.fold_spans();
        let (nodes, output_types): (Vec<ValueNodes>, Vec<ValueType>) = outputs.into_iter().unzip();
        let program = compiler.into_program(&nodes)?;
        Ok(Self { program, output_types, radius_spans, fold_spans })
    }

    /// Computes the values for the unit `id`, and collects the members that count. `so_far`: sum of
    /// the forces of the behaviors earlier in the group's list.
    fn run(
        &self,
        inputs: &RuleInputs,
        id: usize,
        so_far: [f32; 2],
    ) -> (Vec<TraceValue>, Vec<CountedMember>) {
        let mut forces = UnitForces::default();
        let mut sum = forces.view_from(id);
        (sum.fx[0], sum.fy[0]) = so_far.into();
        let (mut values, mut counted) = (Vec::new(), Vec::new());
        let mut observer = |member: CountedMember| counted.push(member);
        self.program.run_observed(inputs, id, &mut sum, &mut observer, |made, _| {
            let mut output = 0;
            for ty in &self.output_types {
                let x = made.value(output, 0);
                values.push(match ty {
                    ValueType::Number => TraceValue::Number(x),
                    ValueType::Vector => TraceValue::Vector([x, made.value(output + 1, 0)]),
                    ValueType::Condition => TraceValue::Condition(x > 0.0),
                });
                output += component_count(*ty);
            }
        });
        (values, counted)
    }
}
