//! Compiles the syntax tree of a rule to a program that computes each value once.
//!
//! A value is the same for all units of a group, or computed for each unit, or for each member of a
//! set. Values that do not depend on the member are computed once per unit. Equal computations are
//! merged.

use super::columns::is_whole_exponent;
use super::emit::emit_program;
use super::graph::{FoldNode, NodeId, SearchNode, ValueGraph, ValueScope};
use super::program::{BitSet, BorderPart, OpCode, Program, Reduction, ThingPart};
use super::views::ViewChoice;
use crate::engine::bodies::BodyKind;
use crate::engine::params::DT;
use crate::engine::perception::PerceivedSum;
use crate::engine::scope::{DEFAULT_SLOWING_RADIUS, HEAD_ON_SHARE};
use crate::rules::tree::{
    Aggregate, BinaryOp, Expr, ExprKind, FoldFunction, Function, OwnValue, Property, Rule, SetKind,
    Thing, ValueType,
};
use crate::rules::{RuleError, Span, TextPosition};

/// Largest number of searches of a rule. Searches of one set within one distance count once.
const MAX_SEARCHES: usize = 16;

/// Nodes of a value in the graph: one for a number or a condition, two for a vector.
#[derive(Clone, Copy, Debug)]
pub(super) enum ValueNodes {
    Scalar(NodeId),
    Vector(NodeId, NodeId),
}

impl ValueNodes {
    /// First component of a vector, or the value of a scalar.
    fn x(self) -> NodeId {
        let (Self::Scalar(x) | Self::Vector(x, _)) = self;
        x
    }

    /// Second component of a vector, or the value of a scalar.
    fn y(self) -> NodeId {
        let (Self::Scalar(y) | Self::Vector(_, y)) = self;
        y
    }

    fn is_vector(self) -> bool {
        matches!(self, Self::Vector(..))
    }

    fn map(self, mut each: impl FnMut(NodeId) -> NodeId) -> Self {
        match self {
            Self::Scalar(x) => Self::Scalar(each(x)),
            Self::Vector(x, y) => Self::Vector(each(x), each(y)),
        }
    }

    fn components(self) -> [Option<NodeId>; 2] {
        [Some(self.x()), self.is_vector().then(|| self.y())]
    }
}

/// Scale of a compiled force: that of the force parameters, or shares of the force scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ForceUnit {
    /// The force has the unit of the group's force parameters.
    Force,
    /// The force is a share of [`Scope::force_scale`](crate::engine::scope::Scope::force_scale).
    Share,
}

pub(super) struct Compiler<'r> {
    rule: &'r Rule,
    /// Kind of body for which the rule is compiled: to take a direction, a rigid body turns; a body
    /// on tiles takes a wanted velocity at once, whatever its present velocity is.
    body: BodyKind,
    graph: ValueGraph,
    named_values: Vec<Option<ValueNodes>>,
    forces: Vec<Option<ValueNodes>>,
    /// Index of the search whose member values are being compiled; `None` outside of member values.
    open_search: Option<usize>,
    error: Option<RuleError>,
    /// Whether an observer receives each member that counts. If so, the sums of perception, which
    /// have no members, cannot replace a search.
    has_observer: bool,
    /// For each set that is searched: its position in the text, the index of the search, and the
    /// index of the reduction in the search.
    fold_spans: Vec<(Span, [usize; 2])>,
}

impl<'r> Compiler<'r> {
    pub fn new(rule: &'r Rule, body: BodyKind) -> Self {
        let none = vec![None; rule.named_values.len()];
        Self {
            rule,
            body,
            graph: ValueGraph::default(),
            named_values: none.clone(),
            forces: none,
            open_search: None,
            error: None,
            has_observer: false,
            fold_spans: Vec::new(),
        }
    }

    /// Returns a compiler whose program passes each member that counts to an observer.
    pub fn with_observer(self) -> Self {
        Self { has_observer: true, ..self }
    }

    /// For each set that is searched: its position in the text, the index of the search, and the
    /// index of the reduction in the search.
    pub fn fold_spans(&self) -> Vec<(Span, [usize; 2])> {
        self.fold_spans.clone()
    }

    /// Compiles the value of a line; a named line is compiled once, however often it is used.
    pub fn compile_line(&mut self, expr: &Expr) -> ValueNodes {
        let rule = self.rule;
        let at = rule.named_values.iter().position(|named| std::ptr::eq(&named.value, expr));
        match at {
            Some(at) => self.named_value(at),
            None => self.compile_value(expr),
        }
    }

    fn named_value(&mut self, at: usize) -> ValueNodes {
        if let Some(known) = self.named_values[at] {
            return known;
        }
        let within = self.open_search.take();
        let rule = self.rule;
        let value = self.compile_value(&rule.named_values[at].value);
        self.open_search = within;
        self.named_values[at] = Some(value);
        value
    }

    // --- graph nodes for arithmetic on values ---

    fn op_node(&mut self, op: OpCode, operands: &[NodeId]) -> NodeId {
        self.graph.add_node(op, operands, self.open_search)
    }

    fn leaf_node(&mut self, op: OpCode) -> NodeId {
        self.op_node(op, &[])
    }

    fn number(&mut self, number: f32) -> NodeId {
        self.leaf_node(OpCode::Number(number.to_bits()))
    }

    fn velocity(&mut self) -> ValueNodes {
        ValueNodes::Vector(self.leaf_node(OpCode::Vx), self.leaf_node(OpCode::Vy))
    }

    fn heading(&mut self) -> ValueNodes {
        ValueNodes::Vector(self.leaf_node(OpCode::Hx), self.leaf_node(OpCode::Hy))
    }

    fn componentwise(&mut self, op: OpCode, a: ValueNodes, b: ValueNodes) -> ValueNodes {
        ValueNodes::Vector(self.op_node(op, &[a.x(), b.x()]), self.op_node(op, &[a.y(), b.y()]))
    }

    /// Multiplies or divides a vector by a number, component by component.
    fn scale(&mut self, op: OpCode, a: ValueNodes, b: NodeId) -> ValueNodes {
        ValueNodes::Vector(self.op_node(op, &[a.x(), b]), self.op_node(op, &[a.y(), b]))
    }

    fn dot(&mut self, a: ValueNodes, b: ValueNodes) -> NodeId {
        self.op_node(OpCode::Dot, &[a.x(), a.y(), b.x(), b.y()])
    }

    fn cross(&mut self, a: ValueNodes, b: ValueNodes) -> NodeId {
        self.op_node(OpCode::Cross, &[a.x(), a.y(), b.x(), b.y()])
    }

    fn negate(&mut self, value: ValueNodes) -> ValueNodes {
        value.map(|part| self.op_node(OpCode::Neg, &[part]))
    }

    /// Rotates a vector by a quarter turn to starboard.
    fn rotate_to_starboard(&mut self, a: ValueNodes) -> ValueNodes {
        ValueNodes::Vector(self.op_node(OpCode::Neg, &[a.y()]), a.x())
    }

    fn length(&mut self, a: ValueNodes) -> NodeId {
        // The squared distance of a member is available as a column, which saves computing it.
        let [x, y] = [a.x(), a.y()].map(|id| self.graph.node(id).op);
        if x == OpCode::Dx && y == OpCode::Dy {
            let d2 = self.leaf_node(OpCode::D2);
            return self.op_node(OpCode::Sqrt, &[d2]);
        }
        self.op_node(OpCode::Hypot, &[a.x(), a.y()])
    }

    fn unit(&mut self, a: ValueNodes) -> ValueNodes {
        let length = self.length(a);
        let inverse = self.op_node(OpCode::Inverse, &[length]);
        self.scale(OpCode::Mul, a, inverse)
    }

    fn side_sign(&mut self, a: ValueNodes) -> NodeId {
        let h = self.heading();
        let (forward, starboard) = (self.dot(a, h), self.cross(h, a));
        self.op_node(OpCode::Side, &[forward, starboard])
    }

    fn select_node(&mut self, condition: NodeId, yes: ValueNodes, no: ValueNodes) -> ValueNodes {
        let x = self.op_node(OpCode::Select, &[condition, yes.x(), no.x()]);
        if !yes.is_vector() {
            return ValueNodes::Scalar(x);
        }
        ValueNodes::Vector(x, self.op_node(OpCode::Select, &[condition, yes.y(), no.y()]))
    }

    // --- graph nodes for forces ---

    fn toward_force(&mut self, wanted: ValueNodes, unit: ForceUnit) -> ValueNodes {
        let (most, max_gain) = (self.leaf_node(OpCode::MaxSpeed), self.leaf_node(OpCode::MaxGain));
        let force = self.leaf_node(OpCode::Force);
        let gain = if unit == ForceUnit::Force {
            let gain = self.op_node(OpCode::Div, &[force, most]);
            self.op_node(OpCode::Min, &[gain, max_gain])
        } else {
            let one = self.number(1.0);
            let (gain, max_gain) = (
                self.op_node(OpCode::Div, &[one, most]),
                self.op_node(OpCode::Div, &[max_gain, force]),
            );
            self.op_node(OpCode::Min, &[gain, max_gain])
        };
        let zero = self.number(0.0);
        let moves = self.op_node(OpCode::Less, &[zero, most]);
        let missing = if self.body == BodyKind::Tile {
            wanted
        } else {
            let v = self.velocity();
            self.componentwise(OpCode::Sub, wanted, v)
        };
        let push = self.scale(OpCode::Mul, missing, gain);
        self.scale(OpCode::KeepIf, push, moves)
    }

    /// Nodes for the computation of
    /// [`Scope::braking_radius`](crate::engine::scope::Scope::braking_radius).
    fn braking_radius(&mut self) -> NodeId {
        let (most, max_gain) = (self.leaf_node(OpCode::MaxSpeed), self.leaf_node(OpCode::MaxGain));
        let force = self.leaf_node(OpCode::Force);
        let gain = self.op_node(OpCode::Div, &[force, most]);
        let gain = self.op_node(OpCode::Min, &[gain, max_gain]);
        let (ticks, four) = (self.op_node(OpCode::Div, &[max_gain, gain]), self.number(4.0 * DT));
        let way = self.op_node(OpCode::Mul, &[four, most]);
        let way = self.op_node(OpCode::Mul, &[way, ticks]);
        // One program serves several kinds of bodies. Those that cannot brake have an infinite
        // `MaxGain`, and get the default radius.
        let (many, length) = (self.number(DEFAULT_SLOWING_RADIUS), self.leaf_node(OpCode::Length));
        let lengths = self.op_node(OpCode::Mul, &[many, length]);
        let largest = self.number(f32::MAX);
        let brakes = self.op_node(OpCode::Less, &[max_gain, largest]);
        self.op_node(OpCode::Select, &[brakes, way, lengths])
    }

    fn seek_force(&mut self, offset: ValueNodes, unit: ForceUnit) -> ValueNodes {
        let most = self.leaf_node(OpCode::MaxSpeed);
        let way = self.unit(offset);
        let wanted = self.scale(OpCode::Mul, way, most);
        self.toward_force(wanted, unit)
    }

    fn arrive_force(&mut self, offset: ValueNodes, radius: NodeId, unit: ForceUnit) -> ValueNodes {
        let distance = self.length(offset);
        let (near, share) = (
            self.op_node(OpCode::Less, &[distance, radius]),
            self.op_node(OpCode::Div, &[distance, radius]),
        );
        let one = self.number(1.0);
        let share = self.op_node(OpCode::Select, &[near, share, one]);
        let most = self.leaf_node(OpCode::MaxSpeed);
        let speed = self.op_node(OpCode::Mul, &[most, share]);
        let way = self.unit(offset);
        let wanted = self.scale(OpCode::Mul, way, speed);
        self.toward_force(wanted, unit)
    }

    /// Nodes for the force of [`Anticipate`](crate::engine::behaviors::Anticipate): down the
    /// gradient of the energy of an expected collision, along the offset at the time of contact.
    fn foresee_force(&mut self, args: &[ValueNodes]) -> ValueNodes {
        let [offset, approach] = [args[0], args[1]];
        let [radii, energy, horizon, aside, rate] = [2, 3, 4, 5, 6].map(|at: usize| args[at].x());
        let shift = self.head_on_shift(offset, approach, radii, aside);
        let apart = self.negate(offset);
        let x = self.componentwise(OpCode::Add, apart, shift);
        let along = self.dot(x, approach);
        let across = self.cross(x, approach);
        let speed2 = self.dot(approach, approach);
        let radii2 = self.op_node(OpCode::Mul, &[radii, radii]);
        // Time until contact, the smaller solution of |x + approach * time| = radii:
        // (-along - root) / speed2.
        let reach2 = self.op_node(OpCode::Mul, &[speed2, radii2]);
        let across2 = self.op_node(OpCode::Mul, &[across, across]);
        let radicand = self.op_node(OpCode::Sub, &[reach2, across2]);
        let root = self.op_node(OpCode::Sqrt, &[radicand]);
        let time = self.op_node(OpCode::Neg, &[along]);
        let time = self.op_node(OpCode::Sub, &[time, root]);
        let time = self.op_node(OpCode::Div, &[time, speed2]);
        let slope = self.collision_slope(time, root, energy, horizon);
        let path = self.scale(OpCode::Mul, approach, time);
        let contact = self.componentwise(OpCode::Add, x, path);
        let push = self.scale(OpCode::Mul, contact, slope);
        let evasion = self.least_evasion(x, [along, across], radii, radii2);
        let push = self.limit_push(push, evasion, rate);
        // The force acts only if the courses meet, contact lies ahead, and the units do not overlap
        // yet.
        let zero = self.number(0.0);
        let meets = self.op_node(OpCode::Less, &[zero, root]);
        let is_ahead = self.op_node(OpCode::Less, &[zero, time]);
        let meets = self.op_node(OpCode::And, &[meets, is_ahead]);
        let distance = self.length(offset);
        let is_apart = self.op_node(OpCode::AtMost, &[radii, distance]);
        let meets = self.op_node(OpCode::And, &[meets, is_apart]);
        self.scale(OpCode::KeepIf, push, meets)
    }

    /// Sideways displacement, u, with which units that meet head on are treated as if each passed
    /// farther to the right.
    fn head_on_shift(
        &mut self,
        offset: ValueNodes,
        approach: ValueNodes,
        radii: NodeId,
        shift_share: NodeId,
    ) -> ValueNodes {
        let way = self.unit(approach);
        let gap = self.cross(way, offset);
        let gap = self.op_node(OpCode::Abs, &[gap]);
        let share = self.number(HEAD_ON_SHARE);
        let widest_gap = self.op_node(OpCode::Mul, &[share, radii]);
        let gap_share = self.op_node(OpCode::Div, &[gap, widest_gap]);
        let [zero, one] = [0.0, 1.0].map(|number| self.number(number));
        let head_on = self.op_node(OpCode::Sub, &[one, gap_share]);
        let head_on = self.op_node(OpCode::Max, &[head_on, zero]);
        let shift = self.op_node(OpCode::Mul, &[head_on, shift_share]);
        let shift = self.op_node(OpCode::Mul, &[shift, radii]);
        let shift = self.scale(OpCode::Mul, way, shift);
        self.rotate_to_starboard(shift)
    }

    /// Factor of the offset at contact in the force of [`Self::foresee_force`]: the negative
    /// derivative of the collision's energy, energy / time² * exp(-time / horizon), with respect to
    /// the `time` until contact (s), divided by `root`, the root in the formula for `time`.
    fn collision_slope(
        &mut self,
        time: NodeId,
        root: NodeId,
        energy: NodeId,
        horizon: NodeId,
    ) -> NodeId {
        let [one, two] = [1.0, 2.0].map(|number| self.number(number));
        let decay = self.op_node(OpCode::Div, &[time, horizon]);
        let decay = self.op_node(OpCode::Neg, &[decay]);
        let decay = self.op_node(OpCode::Exp, &[decay]);
        let slope = self.op_node(OpCode::Mul, &[energy, decay]);
        let by_time = self.op_node(OpCode::Div, &[two, time]);
        let by_horizon = self.op_node(OpCode::Div, &[one, horizon]);
        let rate = self.op_node(OpCode::Add, &[by_time, by_horizon]);
        let slope = self.op_node(OpCode::Mul, &[slope, rate]);
        let divisor = self.op_node(OpCode::Mul, &[time, time]);
        let divisor = self.op_node(OpCode::Mul, &[divisor, root]);
        self.op_node(OpCode::Div, &[slope, divisor])
    }

    /// Smallest change of velocity, u/s, with which two units on a collision course just pass each
    /// other. `x`: offset between them, u; `along_across`: its dot and cross product with the
    /// relative velocity; `radii`: sum of their radii, u; `radii2`: its square.
    fn least_evasion(
        &mut self,
        x: ValueNodes,
        along_across: [NodeId; 2],
        radii: NodeId,
        radii2: NodeId,
    ) -> NodeId {
        let d2 = self.dot(x, x);
        let tangent = self.op_node(OpCode::Sub, &[d2, radii2]);
        let tangent = self.op_node(OpCode::Sqrt, &[tangent]);
        let [along, across] = along_across.map(|part| self.op_node(OpCode::Abs, &[part]));
        let within = self.op_node(OpCode::Mul, &[along, radii]);
        let beyond = self.op_node(OpCode::Mul, &[across, tangent]);
        let evasion = self.op_node(OpCode::Sub, &[within, beyond]);
        let zero = self.number(0.0);
        let evasion = self.op_node(OpCode::Max, &[evasion, zero]);
        self.op_node(OpCode::Div, &[evasion, d2])
    }

    /// Limits the length of the force `push` to `rate` times `evasion`, the change of velocity that
    /// [`Self::least_evasion`] computes; a rate of 0 sets no limit.
    fn limit_push(&mut self, push: ValueNodes, evasion: NodeId, rate: NodeId) -> ValueNodes {
        let [zero, one] = [0.0, 1.0].map(|number| self.number(number));
        let most = self.op_node(OpCode::Mul, &[rate, evasion]);
        let length = self.length(push);
        let is_longer = self.op_node(OpCode::Less, &[most, length]);
        let share = self.op_node(OpCode::Div, &[most, length]);
        let share = self.op_node(OpCode::Select, &[is_longer, share, one]);
        let is_limited = self.op_node(OpCode::Less, &[zero, rate]);
        let share = self.op_node(OpCode::Select, &[is_limited, share, one]);
        self.scale(OpCode::Mul, push, share)
    }

    fn turn_force(&mut self, d: ValueNodes, unit: ForceUnit) -> NodeId {
        // A turn of a unit has an instruction of its own, which takes half the time of the twelve
        // separate ones that a turn of a member needs.
        let of_member = |id: NodeId| matches!(self.graph.node(id).scope, ValueScope::Member(_));
        if !of_member(d.x()) && !of_member(d.y()) {
            return self
                .op_node(OpCode::Turn { is_share: unit == ForceUnit::Share }, &[d.x(), d.y()]);
        }
        let v = self.velocity();
        let (distance, speed) = (self.length(d), self.length(v));
        let (u, w) = (self.unit(d), self.unit(v));
        let cosine = self.dot(u, w);
        let angle = self.op_node(OpCode::Acos, &[cosine]);
        let half = self.number(std::f32::consts::FRAC_1_PI);
        let share = self.op_node(OpCode::Mul, &[angle, half]);
        let zero = self.number(0.0);
        let (wanted, moving) = (
            self.op_node(OpCode::Less, &[zero, distance]),
            self.op_node(OpCode::Less, &[zero, speed]),
        );
        let both = self.op_node(OpCode::And, &[wanted, moving]);
        let share = self.op_node(OpCode::KeepIf, &[share, both]);
        let mut side = self.side_sign(u);
        if unit == ForceUnit::Force {
            let force = self.leaf_node(OpCode::Force);
            side = self.op_node(OpCode::Mul, &[side, force]);
        }
        self.op_node(OpCode::Mul, &[side, share])
    }

    fn head_force(&mut self, u: ValueNodes, unit: ForceUnit) -> ValueNodes {
        let force = if self.body == BodyKind::Rigid {
            let push = self.turn_force(u, unit);
            let h = self.heading();
            let aside = self.rotate_to_starboard(h);
            self.scale(OpCode::Mul, aside, push)
        } else {
            let most = self.leaf_node(OpCode::MaxSpeed);
            let wanted = self.scale(OpCode::Mul, u, most);
            self.toward_force(wanted, unit)
        };
        let zero = self.number(0.0);
        let [x, y] = [u.x(), u.y()].map(|part| {
            let same = self.op_node(OpCode::Equal, &[part, zero]);
            self.op_node(OpCode::Not, &[same])
        });
        let somewhere = self.op_node(OpCode::Or, &[x, y]);
        self.scale(OpCode::KeepIf, force, somewhere)
    }

    /// Compiles the test whether the direction `d` lies within the angles of the view `look`.
    fn in_view(&mut self, d: ValueNodes, look: ViewChoice) -> NodeId {
        let mut border = |part| self.leaf_node(OpCode::Border(look, part));
        let (a, b) = (
            ValueNodes::Vector(border(BorderPart::Ax), border(BorderPart::Ay)),
            ValueNodes::Vector(border(BorderPart::Bx), border(BorderPart::By)),
        );
        let (a, b) = (self.dot(d, a), self.dot(d, b));
        let foremost = self.op_node(OpCode::Max, &[a, b]);
        let sign = self.leaf_node(OpCode::ViewSign(look));
        let full = self.leaf_node(OpCode::ViewFull(look));
        let d2 = self.dot(d, d);
        let inside = self.op_node(OpCode::Mul, &[sign, foremost]);
        let all = self.op_node(OpCode::Mul, &[full, d2]);
        let sum = self.op_node(OpCode::Add, &[inside, all]);
        let zero = self.number(0.0);
        self.op_node(OpCode::Less, &[zero, sum])
    }

    // --- graph nodes for the expressions of a rule ---

    /// Compiles an expression. Forces are computed as shares of the force scale.
    pub fn compile_value(&mut self, expr: &Expr) -> ValueNodes {
        let value = match &expr.kind {
            ExprKind::Number(number) => ValueNodes::Scalar(self.number(*number)),
            ExprKind::Param(at) => ValueNodes::Scalar(self.leaf_node(OpCode::Param(*at))),
            ExprKind::Is(param, option) => {
                let op = OpCode::IsOption { param_index: *param, option_index: *option };
                ValueNodes::Scalar(self.leaf_node(op))
            }
            ExprKind::Keep(at) => self.compile_memory(*at),
            ExprKind::Let(at) => self.named_value(*at),
            ExprKind::Own(own) => self.own_value(*own),
            ExprKind::Thing(thing, field) => self.compile_thing(*thing, *field),
            ExprKind::Member(field) => self.compile_member(*field),
            ExprKind::MemberMemory(memory) => {
                let part = |component| OpCode::MemberMemory { memory_index: *memory, component };
                self.typed_nodes(expr.ty, part)
            }
            ExprKind::Minus(of) => {
                let value = self.compile_value(of);
                self.negate(value)
            }
            ExprKind::Not(of) => {
                let value = self.compile_value(of);
                ValueNodes::Scalar(self.op_node(OpCode::Not, &[value.x()]))
            }
            ExprKind::Binary(op, sides) => {
                let (a, b) = (self.compile_value(&sides[0]), self.compile_value(&sides[1]));
                self.compile_binary(*op, a, b)
            }
            ExprKind::If(parts) => {
                let condition = self.compile_value(&parts[0]).x();
                let (yes, no) = (self.compile_value(&parts[1]), self.compile_value(&parts[2]));
                self.select_node(condition, yes, no)
            }
            ExprKind::Call(function, args) => self.compile_call(*function, args, ForceUnit::Share),
            ExprKind::Draw(function, args, place) => self.compile_draw(*function, args, *place),
            ExprKind::Fold(over) => self.compile_fold(over, expr.span),
        };
        if self.graph.searches.len() > MAX_SEARCHES && self.error.is_none() {
            let message = format!("a rule looks around at most {MAX_SEARCHES} times");
            self.error = Some(error_at(expr.span.start, message));
        }
        value
    }

    /// Compiles an expression as a force with the unit of the group's force parameters. Each term
    /// is multiplied by the force scale, as in the hand-written force-based behaviors.
    pub fn compile_force(&mut self, expr: &Expr) -> ValueNodes {
        match &expr.kind {
            ExprKind::Let(at) => {
                if let Some(known) = self.forces[*at] {
                    return known;
                }
                let rule = self.rule;
                let value = self.compile_force(&rule.named_values[*at].value);
                self.forces[*at] = Some(value);
                value
            }
            ExprKind::Minus(of) => {
                let value = self.compile_force(of);
                self.negate(value)
            }
            ExprKind::If(parts) => {
                let condition = self.compile_value(&parts[0]).x();
                let (yes, no) = (self.compile_force(&parts[1]), self.compile_force(&parts[2]));
                self.select_node(condition, yes, no)
            }
            ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract), sides) => {
                let (a, b) = (self.compile_force(&sides[0]), self.compile_force(&sides[1]));
                self.compile_binary(*op, a, b)
            }
            ExprKind::Binary(BinaryOp::Multiply, sides) => {
                let [a, b] = &**sides;
                // Only one factor of a product is multiplied by the force scale: the one that
                // contains a force or, if none does, one that is a number.
                let second = match (self.contains_force(a), self.contains_force(b)) {
                    (true, _) => false,
                    (_, true) => true,
                    _ => a.ty == ValueType::Vector,
                };
                let (a, b) = if second {
                    (self.compile_value(a), self.compile_force(b))
                } else {
                    (self.compile_force(a), self.compile_value(b))
                };
                self.compile_binary(BinaryOp::Multiply, a, b)
            }
            ExprKind::Own(OwnValue::SoFar) => {
                ValueNodes::Vector(self.leaf_node(OpCode::SoFarX), self.leaf_node(OpCode::SoFarY))
            }
            // In `x / max_force`, the divisor is the force scale, by which the result would be
            // multiplied: both cancel out, and the force is `x`.
            ExprKind::Binary(BinaryOp::Divide, sides)
                if sides[1].kind == ExprKind::Own(OwnValue::MaxForce) =>
            {
                self.compile_value(&sides[0])
            }
            ExprKind::Binary(BinaryOp::Divide, sides) => {
                let (a, b) = (self.compile_force(&sides[0]), self.compile_value(&sides[1]));
                self.compile_binary(BinaryOp::Divide, a, b)
            }
            ExprKind::Call(function, args) if is_force_function(*function) => {
                self.compile_call(*function, args, ForceUnit::Force)
            }
            _ => {
                let (value, force) = (self.compile_value(expr), self.leaf_node(OpCode::Force));
                value.map(|part| self.op_node(OpCode::Mul, &[part, force]))
            }
        }
    }

    /// Whether an expression contains the steering so far, or a function whose result is a force.
    fn contains_force(&self, expr: &Expr) -> bool {
        let mut pushes = false;
        expr.walk_exprs(&mut |part| match &part.kind {
            ExprKind::Call(function, _) => pushes |= is_force_function(*function),
            ExprKind::Own(OwnValue::SoFar) => pushes = true,
            ExprKind::Let(at) => pushes |= self.contains_force(&self.rule.named_values[*at].value),
            _ => {}
        });
        pushes
    }

    /// Compiles the force of the rule, in world axes and with the unit of the group's force
    /// parameters. If the `steer` line is a number, the force points to starboard.
    pub fn compile_steering(&mut self) -> ValueNodes {
        let rule = self.rule;
        let force = self.compile_force(&rule.steer);
        self.rotate_to_world(force)
    }

    /// Returns a vector unchanged, and a number as a force to starboard, in world axes.
    fn rotate_to_world(&mut self, force: ValueNodes) -> ValueNodes {
        if force.is_vector() {
            return force;
        }
        let h = self.heading();
        let aside = self.rotate_to_starboard(h);
        self.scale(OpCode::Mul, aside, force.x())
    }

    /// Compiles the force of the rule, in world axes, as a share of the force scale.
    pub fn steering_share(&mut self) -> ValueNodes {
        let rule = self.rule;
        let force = self.compile_value(&rule.steer);
        self.rotate_to_world(force)
    }

    /// Compiles the test whether the rule is active: whether all of its `required_things` exist.
    pub fn compile_activity(&mut self, required_things: &[Thing]) -> NodeId {
        let mut is_active = self.number(1.0);
        for thing in required_things {
            let there = self.compile_thing(*thing, Property::IsThere).x();
            is_active = self.op_node(OpCode::And, &[is_active, there]);
        }
        is_active
    }

    /// Nodes for a remembered value of the unit; `at`: index of the value in the rule.
    pub fn compile_memory(&mut self, at: usize) -> ValueNodes {
        let (before, rest) = self.rule.memories.split_at(at);
        let first: usize = before.iter().map(|keep| component_count(keep.initial_value.ty)).sum();
        self.typed_nodes(rest[0].initial_value.ty, |part| OpCode::Remembered(first + part))
    }

    /// Nodes without operands for a value of type `ty`. `op`: operation for component 0 or 1.
    fn typed_nodes(&mut self, ty: ValueType, op: impl Fn(usize) -> OpCode) -> ValueNodes {
        let x = self.leaf_node(op(0));
        match ty {
            ValueType::Vector => ValueNodes::Vector(x, self.leaf_node(op(1))),
            ValueType::Number | ValueType::Condition => ValueNodes::Scalar(x),
        }
    }

    fn own_value(&mut self, own: OwnValue) -> ValueNodes {
        let number = |this: &mut Self, number| ValueNodes::Scalar(this.number(number));
        match own {
            OwnValue::Length => ValueNodes::Scalar(self.leaf_node(OpCode::Length)),
            OwnValue::MaxSpeed => ValueNodes::Scalar(self.leaf_node(OpCode::MaxSpeed)),
            OwnValue::MaxForce => ValueNodes::Scalar(self.leaf_node(OpCode::Force)),
            OwnValue::Braking => ValueNodes::Scalar(self.braking_radius()),
            OwnValue::Mass => ValueNodes::Scalar(self.leaf_node(OpCode::Mass)),
            OwnValue::Velocity => self.velocity(),
            OwnValue::Speed => {
                let v = self.velocity();
                ValueNodes::Scalar(self.length(v))
            }
            OwnValue::Heading => self.heading(),
            OwnValue::Position => {
                ValueNodes::Vector(self.leaf_node(OpCode::X), self.leaf_node(OpCode::Y))
            }
            OwnValue::Leads => ValueNodes::Scalar(self.leaf_node(OpCode::IsLeader)),
            OwnValue::Hunts => ValueNodes::Scalar(self.leaf_node(OpCode::IsHunter)),
            OwnValue::Rank => ValueNodes::Scalar(self.leaf_node(OpCode::UnitIndex)),
            OwnValue::GroupSize => ValueNodes::Scalar(self.leaf_node(OpCode::GroupSize)),
            OwnValue::SoFar => {
                let sum = ValueNodes::Vector(
                    self.leaf_node(OpCode::SoFarX),
                    self.leaf_node(OpCode::SoFarY),
                );
                let (force, zero) = (self.leaf_node(OpCode::Force), self.number(0.0));
                let some = self.op_node(OpCode::Less, &[zero, force]);
                let share = self.scale(OpCode::Div, sum, force);
                self.scale(OpCode::KeepIf, share, some)
            }
            OwnValue::Time => ValueNodes::Scalar(self.leaf_node(OpCode::Time)),
            OwnValue::Tick => number(self, DT),
            OwnValue::Left => number(self, -1.0),
            OwnValue::Right => number(self, 1.0),
            OwnValue::Pi => number(self, std::f32::consts::PI),
            OwnValue::Degree => number(self, std::f32::consts::PI / 180.0),
        }
    }

    fn compile_thing(&mut self, thing: Thing, field: Property) -> ValueNodes {
        let mut part = |part| self.leaf_node(OpCode::Thing(thing, part));
        match field {
            Property::Velocity => ValueNodes::Vector(part(ThingPart::Vx), part(ThingPart::Vy)),
            Property::IsThere => ValueNodes::Scalar(part(ThingPart::Exists)),
            Property::IsLast => ValueNodes::Scalar(part(ThingPart::Last)),
            // A unit that touches a wall is at offset 0 from it, which has no direction, so the
            // direction is an input of its own.
            Property::Direction if matches!(thing, Thing::Wall | Thing::Barrier) => {
                ValueNodes::Vector(part(ThingPart::DirectionX), part(ThingPart::DirectionY))
            }
            _ => {
                let offset = ValueNodes::Vector(part(ThingPart::X), part(ThingPart::Y));
                match field {
                    Property::Distance => ValueNodes::Scalar(self.length(offset)),
                    Property::Direction => self.unit(offset),
                    _ => offset,
                }
            }
        }
    }

    fn compile_member(&mut self, field: Property) -> ValueNodes {
        match field {
            Property::Offset => {
                ValueNodes::Vector(self.leaf_node(OpCode::Dx), self.leaf_node(OpCode::Dy))
            }
            Property::Distance => {
                let offset =
                    ValueNodes::Vector(self.leaf_node(OpCode::Dx), self.leaf_node(OpCode::Dy));
                ValueNodes::Scalar(self.length(offset))
            }
            Property::Direction => {
                let offset =
                    ValueNodes::Vector(self.leaf_node(OpCode::Dx), self.leaf_node(OpCode::Dy));
                self.unit(offset)
            }
            Property::Velocity => ValueNodes::Vector(
                self.leaf_node(OpCode::MemberVx),
                self.leaf_node(OpCode::MemberVy),
            ),
            Property::Speed => {
                let v = ValueNodes::Vector(
                    self.leaf_node(OpCode::MemberVx),
                    self.leaf_node(OpCode::MemberVy),
                );
                ValueNodes::Scalar(self.length(v))
            }
            Property::Heading => ValueNodes::Vector(
                self.leaf_node(OpCode::MemberHx),
                self.leaf_node(OpCode::MemberHy),
            ),
            Property::Length => ValueNodes::Scalar(self.leaf_node(OpCode::MemberLength)),
            Property::Leads => ValueNodes::Scalar(self.leaf_node(OpCode::MemberIsLeader)),
            Property::Radius => ValueNodes::Scalar(self.leaf_node(OpCode::Radius)),
            Property::IsThere | Property::IsLast => ValueNodes::Scalar(self.number(1.0)),
        }
    }

    fn compile_binary(&mut self, op: BinaryOp, a: ValueNodes, b: ValueNodes) -> ValueNodes {
        let one = |this: &mut Self, op, a, b| ValueNodes::Scalar(this.op_node(op, &[a, b]));
        match op {
            BinaryOp::Add | BinaryOp::Subtract => {
                let op = if op == BinaryOp::Add { OpCode::Add } else { OpCode::Sub };
                if a.is_vector() {
                    self.componentwise(op, a, b)
                } else {
                    one(self, op, a.x(), b.x())
                }
            }
            BinaryOp::Multiply if b.is_vector() => self.scale(OpCode::Mul, b, a.x()),
            BinaryOp::Multiply if a.is_vector() => self.scale(OpCode::Mul, a, b.x()),
            BinaryOp::Multiply => one(self, OpCode::Mul, a.x(), b.x()),
            BinaryOp::Divide if a.is_vector() => self.scale(OpCode::Div, a, b.x()),
            BinaryOp::Divide => one(self, OpCode::Div, a.x(), b.x()),
            BinaryOp::Power => ValueNodes::Scalar(self.compile_power(a.x(), b.x())),
            BinaryOp::LessThan => one(self, OpCode::Less, a.x(), b.x()),
            BinaryOp::AtMost => one(self, OpCode::AtMost, a.x(), b.x()),
            BinaryOp::MoreThan => one(self, OpCode::Less, b.x(), a.x()),
            BinaryOp::AtLeast => one(self, OpCode::AtMost, b.x(), a.x()),
            BinaryOp::Equal => one(self, OpCode::Equal, a.x(), b.x()),
            BinaryOp::NotEqual => {
                let same = self.op_node(OpCode::Equal, &[a.x(), b.x()]);
                ValueNodes::Scalar(self.op_node(OpCode::Not, &[same]))
            }
            BinaryOp::And => one(self, OpCode::And, a.x(), b.x()),
            BinaryOp::Or => one(self, OpCode::Or, a.x(), b.x()),
        }
    }

    fn compile_power(&mut self, base: NodeId, exponent: NodeId) -> NodeId {
        if let OpCode::Number(bits) = self.graph.node(exponent).op
            && let number = f32::from_bits(bits)
            && is_whole_exponent(number)
        {
            return self.op_node(OpCode::WholePower(number as u32), &[base]);
        }
        self.op_node(OpCode::Pow, &[base, exponent])
    }

    fn compile_draw(&mut self, function: Function, args: &[Expr], place: u32) -> ValueNodes {
        if function == Function::Sway {
            let time = self.compile_value(&args[0]).x();
            return ValueNodes::Scalar(self.op_node(OpCode::SmoothNoise(place), &[time]));
        }
        if function == Function::Normal {
            let (deviation, drawn) =
                (self.compile_value(&args[0]).x(), self.op_node(OpCode::Normal(place), &[]));
            return ValueNodes::Scalar(self.op_node(OpCode::Mul, &[deviation, drawn]));
        }
        let (low, high) = (self.compile_value(&args[0]).x(), self.compile_value(&args[1]).x());
        let drawn = self.op_node(OpCode::Draw(place), &[]);
        let width = self.op_node(OpCode::Sub, &[high, low]);
        let above = self.op_node(OpCode::Mul, &[width, drawn]);
        ValueNodes::Scalar(self.op_node(OpCode::Add, &[low, above]))
    }

    fn compile_call(&mut self, function: Function, args: &[Expr], unit: ForceUnit) -> ValueNodes {
        use Function as F;
        let values: Vec<ValueNodes> = args.iter().map(|arg| self.compile_value(arg)).collect();
        let a = values[0];
        let one = |this: &mut Self, op| ValueNodes::Scalar(this.op_node(op, &[a.x()]));
        let only = |id| ValueNodes::Scalar(id);
        match function {
            F::Abs => one(self, OpCode::Abs),
            F::Sign => one(self, OpCode::Sign),
            F::Sqrt => one(self, OpCode::Sqrt),
            F::Floor => one(self, OpCode::Floor),
            F::Exp => one(self, OpCode::Exp),
            F::Log => one(self, OpCode::Log),
            F::Tanh => one(self, OpCode::Tanh),
            F::Sin => one(self, OpCode::Sin),
            F::Cos => one(self, OpCode::Cos),
            F::Acos => one(self, OpCode::Acos),
            F::Wrap => one(self, OpCode::Wrap),
            F::Min | F::Max => {
                let op = if function == F::Min { OpCode::Min } else { OpCode::Max };
                only(
                    values[1..]
                        .iter()
                        .fold(a.x(), |least, next| self.op_node(op, &[least, next.x()])),
                )
            }
            F::Clamp => {
                let above = self.op_node(OpCode::Max, &[a.x(), values[1].x()]);
                only(self.op_node(OpCode::Min, &[above, values[2].x()]))
            }
            F::Mix => {
                let (b, t) = (values[1], values[2].x());
                if !a.is_vector() {
                    let way = self.op_node(OpCode::Sub, &[b.x(), a.x()]);
                    let part = self.op_node(OpCode::Mul, &[way, t]);
                    return only(self.op_node(OpCode::Add, &[a.x(), part]));
                }
                let way = self.componentwise(OpCode::Sub, b, a);
                let part = self.scale(OpCode::Mul, way, t);
                self.componentwise(OpCode::Add, a, part)
            }
            F::Pow => only(self.compile_power(a.x(), values[1].x())),
            F::Vec => ValueNodes::Vector(a.x(), values[1].x()),
            F::Length => only(self.length(a)),
            F::Unit => self.unit(a),
            F::Dot => only(self.dot(a, values[1])),
            F::Cross => only(self.cross(a, values[1])),
            F::Rotate => {
                let (sine, cosine) = (
                    self.op_node(OpCode::Sin, &[values[1].x()]),
                    self.op_node(OpCode::Cos, &[values[1].x()]),
                );
                let aside = self.rotate_to_starboard(a);
                let (along, aside) =
                    (self.scale(OpCode::Mul, a, cosine), self.scale(OpCode::Mul, aside, sine));
                self.componentwise(OpCode::Add, along, aside)
            }
            F::Starboard => self.rotate_to_starboard(a),
            F::Ahead => {
                let h = self.heading();
                only(self.dot(a, h))
            }
            F::Abeam => {
                let h = self.heading();
                only(self.cross(h, a))
            }
            F::Side => only(self.side_sign(a)),
            F::Turn => only(self.turn_force(a, unit)),
            F::Seen => only(self.in_view(a, ViewChoice::Own)),
            F::Wide => only(self.in_view(a, ViewChoice::Wide)),
            F::Limited => only(self.in_view(a, ViewChoice::Limited)),
            F::Narrow => only(self.in_view(a, ViewChoice::Narrow)),
            F::Full => only(self.number(1.0)),
            F::Toward => self.toward_force(a, unit),
            F::Head => self.head_force(a, unit),
            F::Seek => self.seek_force(a, unit),
            F::Arrive => self.arrive_force(a, values[1].x(), unit),
            F::Foresee => self.foresee_force(&values),
            F::Random | F::Normal | F::Sway => unreachable!("drawn elsewhere"),
        }
    }

    // --- graph nodes for values over the members of a set ---

    fn compile_fold(&mut self, over: &Aggregate, span: Span) -> ValueNodes {
        if let Some(sums) = self.perceived_sum(over) {
            return sums;
        }
        let set = &over.set;
        let wanted = SearchNode {
            kind: set.kind,
            group: set.group.clone(),
            radius: set.radius.as_ref().map(|radius| self.compile_value(radius).x()),
            closest_count: set.closest_count.as_ref().map(|count| self.compile_value(count).x()),
            folds: Vec::new(),
            required_searches: BitSet::NONE,
        };
        self.compile_named_values(over);
        let (search_index, fold) = self.fold_in_search(over, wanted);
        let fold_index = self.graph.searches[search_index].folds.len();
        let is_vector = fold.member_value[1].is_some();
        self.graph.searches[search_index].folds.push(fold);
        self.fold_spans.push((span, [search_index, fold_index]));
        let ty = if is_vector { ValueType::Vector } else { ValueType::Number };
        self.typed_nodes(ty, |component| OpCode::SearchResult {
            search_index,
            fold_index,
            component,
        })
    }

    /// Compiles the named values that an aggregate uses. They are values of the unit, so their
    /// searches must come before the search of the aggregate.
    fn compile_named_values(&mut self, over: &Aggregate) {
        for part in [&over.member_condition, &over.rank, &over.value].into_iter().flatten() {
            part.walk_exprs(&mut |expr| {
                if let ExprKind::Let(at) = expr.kind {
                    self.named_value(at);
                }
            });
        }
    }

    /// Compiles an aggregate (such as a sum over a set) and returns the index of its search, and
    /// its reduction. An earlier search of the same set is shared, unless the aggregate depends on
    /// the results of that search; it is then compiled again, for a search of its own.
    fn fold_in_search(&mut self, over: &Aggregate, wanted: SearchNode) -> (usize, FoldNode) {
        let new = self.graph.searches.len();
        let inputs = [wanted.radius, wanted.closest_count];
        let shared = self.graph.find_search(&wanted);
        let mut search = shared.unwrap_or(new);
        let mut fold = self.fold_of_members(over, search);
        if shared.is_some() && self.graph.is_search_required(self.required_by_fold(&fold), search) {
            search = new;
            fold = self.fold_of_members(over, search);
        }
        if search == new {
            self.graph.searches.push(wanted);
        }
        let mut required = self.required_by_fold(&fold);
        for input in inputs.into_iter().flatten() {
            required.insert_all(self.graph.required_searches(input));
        }
        self.graph.searches[search].required_searches.insert_all(required);
        (search, fold)
    }

    fn required_by_fold(&self, fold: &FoldNode) -> BitSet {
        let mut required = BitSet::NONE;
        fold.inputs().for_each(|id| required.insert_all(self.graph.required_searches(id)));
        required
    }

    /// Compiles an aggregate's condition, rank and value for each member of the search `search`.
    fn fold_of_members(&mut self, over: &Aggregate, search: usize) -> FoldNode {
        self.open_search = Some(search);
        let condition =
            over.member_condition.as_ref().map(|condition| self.compile_value(condition).x());
        let rank = over.rank.as_ref().map(|rank| self.compile_value(rank).x());
        let value = over.value.as_ref().map(|value| self.compile_value(value));
        self.open_search = None;
        let mut spread = |id: NodeId| self.graph.copy_to_members(id, search);
        FoldNode {
            reduction: reduction_of(over),
            condition: condition.map(&mut spread),
            rank: rank.map(&mut spread),
            member_value: value.map_or([None; 2], |value| value.map(&mut spread).components()),
        }
    }

    /// Result of an aggregate that perception has computed already; `None` for other aggregates,
    /// which need a search.
    fn perceived_sum(&mut self, over: &Aggregate) -> Option<ValueNodes> {
        use PerceivedSum as Sum;
        let Aggregate { fold, set, member_condition: None, value, .. } = over else { return None };
        if set.kind != SetKind::View || set.closest_count.is_some() || self.has_observer {
            return None;
        }
        let components = match (fold, value.as_ref().map(|value| &value.kind)) {
            (FoldFunction::Count, None) => {
                return Some(ValueNodes::Scalar(self.leaf_node(OpCode::Perceived(Sum::Count))));
            }
            (FoldFunction::Sum | FoldFunction::Mean, Some(ExprKind::Member(field))) => {
                match field {
                    Property::Offset => [Sum::Dx, Sum::Dy],
                    Property::Velocity => [Sum::Vx, Sum::Vy],
                    _ => return None,
                }
            }
            _ => return None,
        };
        let [x, y] = components.map(|component| self.leaf_node(OpCode::Perceived(component)));
        let sum = ValueNodes::Vector(x, y);
        if *fold == FoldFunction::Sum {
            return Some(sum);
        }
        let count = self.leaf_node(OpCode::Perceived(Sum::Count));
        let zero = self.number(0.0);
        let mean = self.scale(OpCode::Div, sum, count);
        let is_anyone_seen = self.op_node(OpCode::Less, &[zero, count]);
        Some(self.scale(OpCode::KeepIf, mean, is_anyone_seen))
    }

    // --- the program that computes the graph ---

    /// Builds the program that computes these values for each unit.
    ///
    /// # Errors
    ///
    /// The rule has too many searches, or needs too many columns at a time.
    pub fn into_program(self, outputs: &[ValueNodes]) -> Result<Program, RuleError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let outputs: Vec<NodeId> =
            outputs.iter().flat_map(|value| value.components()).flatten().collect();
        let program = emit_program(&self.graph, &outputs);
        if program.has_too_many_columns() {
            let message = "this is too much at once; give parts of it lines of their own";
            return Err(error_at(self.rule.steer.span.start, message.to_string()));
        }
        Ok(program)
    }
}

/// Creates an error about one character of the text, at `position`.
fn error_at(position: TextPosition, message: String) -> RuleError {
    RuleError { position, length: 1, message, suggestion: None }
}

/// Whether the result of a function is a force.
fn is_force_function(function: Function) -> bool {
    matches!(
        function,
        Function::Toward | Function::Seek | Function::Arrive | Function::Head | Function::Turn
    )
}

fn reduction_of(over: &Aggregate) -> Reduction {
    match over.fold {
        FoldFunction::Sum => Reduction::Sum,
        FoldFunction::Mean => Reduction::Mean,
        FoldFunction::Least if over.rank.is_some() => Reduction::LeastBy,
        FoldFunction::Most if over.rank.is_some() => Reduction::MostBy,
        FoldFunction::Least => Reduction::Least,
        FoldFunction::Most => Reduction::Most,
        FoldFunction::Any => Reduction::Any,
        FoldFunction::Count => Reduction::Count,
        FoldFunction::Nearest => Reduction::Nearest,
        FoldFunction::AnyOf => Reduction::AnyOf(over.first_draw),
    }
}

/// Number of components of a value of this type.
pub(super) fn component_count(ty: ValueType) -> usize {
    if ty == ValueType::Vector { 2 } else { 1 }
}
