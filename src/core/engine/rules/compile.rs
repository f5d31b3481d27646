//! Compiles the tree of a rule to a program that computes each value once, at the level where it
//! belongs.
//!
//! A value is the same for all units of a group, or it is that of a unit, or that of a member of a
//! set. Values that do not depend on the member are computed once per unit. Equal computations are
//! merged.

use super::columns::is_whole_exponent;
use super::program::{
    BORDER_PARTS, BlockStep, Column, FoldResult, Instruction, MAX_COLUMNS, MAX_FOUND, MemberInputs,
    MemberSearchPlan, OPTION_STRIDE, OpCode, Program, Reduction, ThingPart,
};
use super::views::ViewChoice;
use crate::engine::bodies::BodyKind;
use crate::engine::params::DT;
use crate::engine::scope::{DEFAULT_SLOWING_RADIUS, HEAD_ON_SHARE};
use crate::rules::tree::{
    Aggregate, BinaryOp, Expr, ExprKind, FoldFunction, Function, OwnValue, Property, Rule, SetKind,
    Thing, ValueType,
};
use crate::rules::{RuleError, Span};
use std::collections::BTreeMap;

/// Index of a value in [`Compiler::nodes`].
type NodeId = u32;

/// Index that stands for no value.
const NO_NODE: NodeId = NodeId::MAX;

/// Largest number of searches of a rule. Searches of the same set within the same distance are one.
pub(crate) const MAX_SEARCHES: usize = 16;

/// Level to which a value belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum ValueScope {
    All,
    Unit,
    Member(u32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct ProgramNode {
    op: OpCode,
    k: u32,
    from: [NodeId; 4],
    scope: ValueScope,
}

/// Number, vector or condition; the second index is [`NO_NODE`] unless the value is a vector.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodePair(NodeId, NodeId);

/// Set that is searched, and the values over its members.
struct SearchPlan {
    kind: SetKind,
    group: String,
    radius: NodeId,
    closest: NodeId,
    folds: Vec<FoldPlan>,
    /// Searches that have to be made before, as bits.
    after: u32,
}

struct FoldPlan {
    reduction: Reduction,
    counts: NodeId,
    rank: NodeId,
    member_value: [NodeId; 2],
    /// Index of the first component of the result among those of the search.
    place: u32,
}

pub(super) struct Compiler<'r> {
    rule: &'r Rule,
    /// Kind of body: a rigid body follows a direction by turning, a body on tiles at once.
    body: BodyKind,
    nodes: Vec<ProgramNode>,
    node_ids: BTreeMap<ProgramNode, NodeId>,
    lets: Vec<Option<NodePair>>,
    forces: Vec<Option<NodePair>>,
    searches: Vec<SearchPlan>,
    /// By node: the searches on which it depends, as bits.
    after: Vec<u32>,
    /// Search whose member values are being compiled.
    open_search: Option<u32>,
    error: Option<RuleError>,
    /// Whether an observer receives members one by one, so that the sums of perception cannot
    /// replace them.
    observed: bool,
    /// Positions in the text that visit members, each with the number of the search and of the
    /// value in it.
    places: Vec<(Span, [usize; 2])>,
}

impl<'r> Compiler<'r> {
    pub fn new(rule: &'r Rule, body: BodyKind) -> Self {
        let none = vec![None; rule.named_values.len()];
        Self {
            rule,
            body,
            nodes: Vec::new(),
            node_ids: BTreeMap::new(),
            lets: none.clone(),
            forces: none,
            searches: Vec::new(),
            after: Vec::new(),
            open_search: None,
            error: None,
            observed: false,
            places: Vec::new(),
        }
    }

    /// Compiles for observers that receive members one by one.
    pub fn with_observer(self) -> Self {
        Self { observed: true, ..self }
    }

    /// Positions in the text that visit members, each with the number of the search and of the
    /// value in it.
    pub fn places(&self) -> Vec<(Span, [usize; 2])> {
        self.places.clone()
    }

    /// Value with one component.
    pub fn scalar(&self, id: NodeId) -> NodePair {
        NodePair(id, NO_NODE)
    }

    /// Value of a line.
    pub fn compile_line(&mut self, expr: &Expr) -> NodePair {
        let rule = self.rule;
        let at = rule.named_values.iter().position(|named| std::ptr::eq(&named.value, expr));
        match at {
            Some(at) => self.named_value(at),
            None => self.value(expr),
        }
    }

    fn named_value(&mut self, at: usize) -> NodePair {
        if let Some(known) = self.lets[at] {
            return known;
        }
        let within = self.open_search.take();
        let rule = self.rule;
        let value = self.value(&rule.named_values[at].value);
        self.open_search = within;
        self.lets[at] = Some(value);
        value
    }

    // --- values ---

    fn new_node(&mut self, op: OpCode, k: u32, from: &[NodeId]) -> NodeId {
        let mut args = [NO_NODE; 4];
        args[..from.len()].copy_from_slice(from);
        let own = if op.is_of_member() {
            self.open_search.map_or(ValueScope::Unit, ValueScope::Member)
        } else if op.is_of_unit() {
            ValueScope::Unit
        } else {
            ValueScope::All
        };
        let whose = from.iter().fold(own, |whose, id| whose.max(self.nodes[*id as usize].scope));
        if let ValueScope::Member(_) = whose {
            for arg in &mut args[..from.len()] {
                if !matches!(self.nodes[*arg as usize].scope, ValueScope::Member(_)) {
                    *arg = self.intern_node(ProgramNode {
                        op: OpCode::Spread,
                        k: *arg,
                        from: [NO_NODE; 4],
                        scope: whose,
                    });
                }
            }
        }
        self.intern_node(ProgramNode { op, k, from: args, scope: whose })
    }

    fn intern_node(&mut self, node: ProgramNode) -> NodeId {
        if let Some(id) = self.node_ids.get(&node) {
            return *id;
        }
        let id = self.nodes.len() as NodeId;
        let mut after = 0;
        for arg in node.from.into_iter().filter(|arg| *arg != NO_NODE) {
            after |= self.after[arg as usize];
        }
        match node.op {
            OpCode::Found => after |= 1 << (node.k / MAX_FOUND),
            OpCode::Spread => after |= self.after[node.k as usize],
            _ => {}
        }
        self.nodes.push(node);
        self.after.push(after);
        self.node_ids.insert(node, id);
        id
    }

    pub fn number(&mut self, number: f32) -> NodeId {
        self.new_node(OpCode::Number, number.to_bits(), &[])
    }

    fn op_node(&mut self, op: OpCode, from: &[NodeId]) -> NodeId {
        self.new_node(op, 0, from)
    }

    fn own_node(&mut self, op: OpCode) -> NodeId {
        self.new_node(op, 0, &[])
    }

    fn velocity(&mut self) -> NodePair {
        NodePair(self.own_node(OpCode::Vx), self.own_node(OpCode::Vy))
    }

    fn heading(&mut self) -> NodePair {
        NodePair(self.own_node(OpCode::Hx), self.own_node(OpCode::Hy))
    }

    fn componentwise(&mut self, op: OpCode, a: NodePair, b: NodePair) -> NodePair {
        NodePair(self.op_node(op, &[a.0, b.0]), self.op_node(op, &[a.1, b.1]))
    }

    /// Multiplies or divides a vector by a number.
    fn scale(&mut self, op: OpCode, a: NodePair, b: NodeId) -> NodePair {
        NodePair(self.op_node(op, &[a.0, b]), self.op_node(op, &[a.1, b]))
    }

    fn dot(&mut self, a: NodePair, b: NodePair) -> NodeId {
        self.op_node(OpCode::Dot, &[a.0, a.1, b.0, b.1])
    }

    fn cross(&mut self, a: NodePair, b: NodePair) -> NodeId {
        self.op_node(OpCode::Cross, &[a.0, a.1, b.0, b.1])
    }

    fn minus(&mut self, value: NodePair) -> NodePair {
        let x = self.op_node(OpCode::Neg, &[value.0]);
        NodePair(
            x,
            if value.1 == NO_NODE { NO_NODE } else { self.op_node(OpCode::Neg, &[value.1]) },
        )
    }

    /// Rotates a vector by a quarter turn to starboard.
    fn starboard(&mut self, a: NodePair) -> NodePair {
        NodePair(self.op_node(OpCode::Neg, &[a.1]), a.0)
    }

    fn length(&mut self, a: NodePair) -> NodeId {
        // The squared distance of a member is available as a column.
        let [x, y] = [a.0, a.1].map(|id| self.nodes[id as usize].op);
        if x == OpCode::Dx && y == OpCode::Dy {
            let d2 = self.own_node(OpCode::D2);
            return self.op_node(OpCode::Sqrt, &[d2]);
        }
        self.op_node(OpCode::Hypot, &[a.0, a.1])
    }

    fn unit(&mut self, a: NodePair) -> NodePair {
        let length = self.length(a);
        let inverse = self.op_node(OpCode::Inverse, &[length]);
        self.scale(OpCode::Mul, a, inverse)
    }

    fn side(&mut self, a: NodePair) -> NodeId {
        let h = self.heading();
        let (forward, starboard) = (self.dot(a, h), self.cross(h, a));
        self.op_node(OpCode::Side, &[forward, starboard])
    }

    fn select_node(&mut self, condition: NodeId, yes: NodePair, no: NodePair) -> NodePair {
        let x = self.op_node(OpCode::Select, &[condition, yes.0, no.0]);
        let both = yes.1 != NO_NODE;
        NodePair(
            x,
            if both { self.op_node(OpCode::Select, &[condition, yes.1, no.1]) } else { NO_NODE },
        )
    }

    // --- forces; `full`: in force rather than as a share of what the unit can steer ---

    fn toward_force(&mut self, wanted: NodePair, full: bool) -> NodePair {
        let (most, stiffest) = (self.own_node(OpCode::MaxSpeed), self.own_node(OpCode::Stiffest));
        let force = self.own_node(OpCode::Force);
        let gain = if full {
            let gain = self.op_node(OpCode::Div, &[force, most]);
            self.op_node(OpCode::Min, &[gain, stiffest])
        } else {
            let one = self.number(1.0);
            let (gain, stiffest) = (
                self.op_node(OpCode::Div, &[one, most]),
                self.op_node(OpCode::Div, &[stiffest, force]),
            );
            self.op_node(OpCode::Min, &[gain, stiffest])
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
        self.scale(OpCode::Where, push, moves)
    }

    /// Same computation as [`Scope::braking_radius`](crate::engine::scope::Scope::braking_radius).
    fn braking_radius(&mut self) -> NodeId {
        let (most, stiffest) = (self.own_node(OpCode::MaxSpeed), self.own_node(OpCode::Stiffest));
        let force = self.own_node(OpCode::Force);
        let gain = self.op_node(OpCode::Div, &[force, most]);
        let gain = self.op_node(OpCode::Min, &[gain, stiffest]);
        let (ticks, four) = (self.op_node(OpCode::Div, &[stiffest, gain]), self.number(4.0 * DT));
        let way = self.op_node(OpCode::Mul, &[four, most]);
        let way = self.op_node(OpCode::Mul, &[way, ticks]);
        // One program serves several bodies; those that cannot brake have no limit of stiffness.
        let (many, length) = (self.number(DEFAULT_SLOWING_RADIUS), self.own_node(OpCode::Length));
        let lengths = self.op_node(OpCode::Mul, &[many, length]);
        let largest = self.number(f32::MAX);
        let brakes = self.op_node(OpCode::Less, &[stiffest, largest]);
        self.op_node(OpCode::Select, &[brakes, way, lengths])
    }

    fn seek_force(&mut self, offset: NodePair, full: bool) -> NodePair {
        let most = self.own_node(OpCode::MaxSpeed);
        let way = self.unit(offset);
        let wanted = self.scale(OpCode::Mul, way, most);
        self.toward_force(wanted, full)
    }

    fn arrive_force(&mut self, offset: NodePair, radius: NodeId, full: bool) -> NodePair {
        let distance = self.length(offset);
        let (near, share) = (
            self.op_node(OpCode::Less, &[distance, radius]),
            self.op_node(OpCode::Div, &[distance, radius]),
        );
        let one = self.number(1.0);
        let share = self.op_node(OpCode::Select, &[near, share, one]);
        let most = self.own_node(OpCode::MaxSpeed);
        let speed = self.op_node(OpCode::Mul, &[most, share]);
        let way = self.unit(offset);
        let wanted = self.scale(OpCode::Mul, way, speed);
        self.toward_force(wanted, full)
    }

    /// Same computation as [`Anticipate`](crate::engine::behaviors::Anticipate): a force down the
    /// gradient of the energy of an expected collision, along the offset at the time of contact.
    fn foresee_force(&mut self, of: &[NodePair]) -> NodePair {
        let [offset, nearing] = [of[0], of[1]];
        let [radii, energy, horizon, aside, rate] = [2, 3, 4, 5, 6].map(|at: usize| of[at].0);
        let (zero, one, two) = (self.number(0.0), self.number(1.0), self.number(2.0));
        // Units that meet head on shift to the right.
        let way = self.unit(nearing);
        let passes = self.cross(way, offset);
        let (passes, part) = (self.op_node(OpCode::Abs, &[passes]), self.number(HEAD_ON_SHARE));
        let part = self.op_node(OpCode::Mul, &[part, radii]);
        let part = self.op_node(OpCode::Div, &[passes, part]);
        let part = self.op_node(OpCode::Sub, &[one, part]);
        let part = self.op_node(OpCode::Max, &[part, zero]);
        let shift = self.op_node(OpCode::Mul, &[part, aside]);
        let shift = self.op_node(OpCode::Mul, &[shift, radii]);
        let shift = self.scale(OpCode::Mul, way, shift);
        let (shift, x) = (self.starboard(shift), self.minus(offset));
        let x = self.componentwise(OpCode::Add, x, shift);
        // Time until contact.
        let (along, across) = (self.dot(x, nearing), self.cross(x, nearing));
        let (speed2, radii2) =
            (self.dot(nearing, nearing), self.op_node(OpCode::Mul, &[radii, radii]));
        let (under, across2) = (
            self.op_node(OpCode::Mul, &[speed2, radii2]),
            self.op_node(OpCode::Mul, &[across, across]),
        );
        let under = self.op_node(OpCode::Sub, &[under, across2]);
        let root = self.op_node(OpCode::Sqrt, &[under]);
        let time = self.op_node(OpCode::Neg, &[along]);
        let time = self.op_node(OpCode::Sub, &[time, root]);
        let time = self.op_node(OpCode::Div, &[time, speed2]);
        let (meets, comes) =
            (self.op_node(OpCode::Less, &[zero, root]), self.op_node(OpCode::Less, &[zero, time]));
        let meets = self.op_node(OpCode::And, &[meets, comes]);
        // Units that are in contact already are past it.
        let distance = self.length(offset);
        let apart = self.op_node(OpCode::AtMost, &[radii, distance]);
        let meets = self.op_node(OpCode::And, &[meets, apart]);
        // Size of the force: the slope of the energy.
        let fades = self.op_node(OpCode::Div, &[time, horizon]);
        let fades = self.op_node(OpCode::Neg, &[fades]);
        let fades = self.op_node(OpCode::Exp, &[fades]);
        let strength = self.op_node(OpCode::Mul, &[energy, fades]);
        let (sooner, later) =
            (self.op_node(OpCode::Div, &[two, time]), self.op_node(OpCode::Div, &[one, horizon]));
        let sooner = self.op_node(OpCode::Add, &[sooner, later]);
        let strength = self.op_node(OpCode::Mul, &[strength, sooner]);
        let below = self.op_node(OpCode::Mul, &[time, time]);
        let below = self.op_node(OpCode::Mul, &[below, root]);
        let strength = self.op_node(OpCode::Div, &[strength, below]);
        let touch = self.scale(OpCode::Mul, nearing, time);
        let touch = self.componentwise(OpCode::Add, x, touch);
        let push = self.scale(OpCode::Mul, touch, strength);
        // Limits the force to what lets the units just pass each other.
        let d2 = self.dot(x, x);
        let tangent = self.op_node(OpCode::Sub, &[d2, radii2]);
        let tangent = self.op_node(OpCode::Sqrt, &[tangent]);
        let [along, across] = [along, across].map(|part| self.op_node(OpCode::Abs, &[part]));
        let (within, beyond) = (
            self.op_node(OpCode::Mul, &[along, radii]),
            self.op_node(OpCode::Mul, &[across, tangent]),
        );
        let out = self.op_node(OpCode::Sub, &[within, beyond]);
        let out = self.op_node(OpCode::Max, &[out, zero]);
        let out = self.op_node(OpCode::Div, &[out, d2]);
        let most = self.op_node(OpCode::Mul, &[rate, out]);
        let length = self.length(push);
        let (more, share) = (
            self.op_node(OpCode::Less, &[most, length]),
            self.op_node(OpCode::Div, &[most, length]),
        );
        let (limits, share) = (
            self.op_node(OpCode::Less, &[zero, rate]),
            self.op_node(OpCode::Select, &[more, share, one]),
        );
        let share = self.op_node(OpCode::Select, &[limits, share, one]);
        let push = self.scale(OpCode::Mul, push, share);
        self.scale(OpCode::Where, push, meets)
    }

    fn turn_force(&mut self, d: NodePair, full: bool) -> NodeId {
        // For a unit, a turn is one instruction; twelve separate ones take twice the time.
        let of_member = |id: NodeId| matches!(self.nodes[id as usize].scope, ValueScope::Member(_));
        if !of_member(d.0) && !of_member(d.1) {
            return self.new_node(OpCode::Turn, u32::from(full), &[d.0, d.1]);
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
        let share = self.op_node(OpCode::Where, &[share, both]);
        let mut side = self.side(u);
        if full {
            let force = self.own_node(OpCode::Force);
            side = self.op_node(OpCode::Mul, &[side, force]);
        }
        self.op_node(OpCode::Mul, &[side, share])
    }

    fn head_force(&mut self, u: NodePair, full: bool) -> NodePair {
        let force = if self.body == BodyKind::Rigid {
            let push = self.turn_force(u, full);
            let h = self.heading();
            let aside = self.starboard(h);
            self.scale(OpCode::Mul, aside, push)
        } else {
            let most = self.own_node(OpCode::MaxSpeed);
            let wanted = self.scale(OpCode::Mul, u, most);
            self.toward_force(wanted, full)
        };
        let zero = self.number(0.0);
        let [x, y] = [u.0, u.1].map(|part| {
            let same = self.op_node(OpCode::Same, &[part, zero]);
            self.op_node(OpCode::Not, &[same])
        });
        let somewhere = self.op_node(OpCode::Or, &[x, y]);
        self.scale(OpCode::Where, force, somewhere)
    }

    /// Whether a direction lies within the angles of a view.
    fn in_view(&mut self, d: NodePair, look: ViewChoice) -> NodeId {
        let k = look as u32;
        let border = |this: &mut Self, part: u32| {
            this.new_node(OpCode::Border, k * BORDER_PARTS + part, &[])
        };
        let (a, b) = (
            NodePair(border(self, 0), border(self, 1)),
            NodePair(border(self, 2), border(self, 3)),
        );
        let (a, b) = (self.dot(d, a), self.dot(d, b));
        let foremost = self.op_node(OpCode::Max, &[a, b]);
        let (sign, full) =
            (self.new_node(OpCode::ViewSign, k, &[]), self.new_node(OpCode::ViewFull, k, &[]));
        let d2 = self.dot(d, d);
        let (inside, all) =
            (self.op_node(OpCode::Mul, &[sign, foremost]), self.op_node(OpCode::Mul, &[full, d2]));
        let sum = self.op_node(OpCode::Add, &[inside, all]);
        let zero = self.number(0.0);
        self.op_node(OpCode::Less, &[zero, sum])
    }

    // --- the tree ---

    /// Value of an expression. A force is a share of the force scale.
    pub fn value(&mut self, expr: &Expr) -> NodePair {
        let value = match &expr.kind {
            ExprKind::Number(number) => NodePair(self.number(*number), NO_NODE),
            ExprKind::Param(at) => NodePair(self.new_node(OpCode::Param, *at as u32, &[]), NO_NODE),
            ExprKind::Is(at, option) => {
                let k = *at as u32 * OPTION_STRIDE + *option as u32;
                NodePair(self.new_node(OpCode::Is, k, &[]), NO_NODE)
            }
            ExprKind::Keep(at) => self.compile_memory(*at),
            ExprKind::Let(at) => self.named_value(*at),
            ExprKind::Own(own) => self.own_value(*own),
            ExprKind::Thing(thing, field) => self.compile_thing(*thing, *field),
            ExprKind::Member(field) => self.compile_member(*field),
            ExprKind::MemberMemory(at) => {
                let k = 2 * *at as u32;
                let x = self.new_node(OpCode::MemberMemory, k, &[]);
                let both = expr.ty == ValueType::Vector;
                let y =
                    if both { self.new_node(OpCode::MemberMemory, k + 1, &[]) } else { NO_NODE };
                NodePair(x, y)
            }
            ExprKind::Minus(of) => {
                let value = self.value(of);
                self.minus(value)
            }
            ExprKind::Not(of) => {
                let value = self.value(of);
                NodePair(self.op_node(OpCode::Not, &[value.0]), NO_NODE)
            }
            ExprKind::Binary(op, sides) => {
                let (a, b) = (self.value(&sides[0]), self.value(&sides[1]));
                self.compile_binary(*op, a, b)
            }
            ExprKind::If(parts) => {
                let condition = self.value(&parts[0]).0;
                let (yes, no) = (self.value(&parts[1]), self.value(&parts[2]));
                self.select_node(condition, yes, no)
            }
            ExprKind::Call(function, args) => self.compile_call(*function, args, false),
            ExprKind::Draw(function, args, place) => self.compile_draw(*function, args, *place),
            ExprKind::Fold(over) => self.compile_fold(over, expr.span),
        };
        if self.searches.len() > MAX_SEARCHES && self.error.is_none() {
            let what = format!("a rule looks around at most {MAX_SEARCHES} times");
            self.error = Some(RuleError {
                position: expr.span.start,
                length: 1,
                message: what,
                suggestion: None,
            });
        }
        value
    }

    /// Value of an expression that is a force, as a force. The force scale is applied to each term
    /// just as the hand-written force-based behaviors apply it.
    pub fn compile_force(&mut self, expr: &Expr) -> NodePair {
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
                self.minus(value)
            }
            ExprKind::If(parts) => {
                let condition = self.value(&parts[0]).0;
                let (yes, no) = (self.compile_force(&parts[1]), self.compile_force(&parts[2]));
                self.select_node(condition, yes, no)
            }
            ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract), sides) => {
                let (a, b) = (self.compile_force(&sides[0]), self.compile_force(&sides[1]));
                self.compile_binary(*op, a, b)
            }
            ExprKind::Binary(BinaryOp::Multiply, sides) => {
                let [a, b] = &**sides;
                // The force scale is applied to the operand that is a force, else to a number.
                let second = match (self.is_lateral_push(a), self.is_lateral_push(b)) {
                    (true, _) => false,
                    (_, true) => true,
                    _ => a.ty == ValueType::Vector,
                };
                let (a, b) = if second {
                    (self.value(a), self.compile_force(b))
                } else {
                    (self.compile_force(a), self.value(b))
                };
                self.compile_binary(BinaryOp::Multiply, a, b)
            }
            ExprKind::Own(OwnValue::SoFar) => {
                NodePair(self.own_node(OpCode::SoFarX), self.own_node(OpCode::SoFarY))
            }
            // `x / max_force` stands for the force `x`.
            ExprKind::Binary(BinaryOp::Divide, sides)
                if sides[1].kind == ExprKind::Own(OwnValue::MaxForce) =>
            {
                self.value(&sides[0])
            }
            ExprKind::Binary(BinaryOp::Divide, sides) => {
                let (a, b) = (self.compile_force(&sides[0]), self.value(&sides[1]));
                self.compile_binary(BinaryOp::Divide, a, b)
            }
            ExprKind::Call(
                function @ (Function::Toward
                | Function::Seek
                | Function::Arrive
                | Function::Head
                | Function::Turn),
                args,
            ) => self.compile_call(*function, args, true),
            _ => {
                let (value, force) = (self.value(expr), self.own_node(OpCode::Force));
                let x = self.op_node(OpCode::Mul, &[value.0, force]);
                let both = value.1 != NO_NODE;
                NodePair(
                    x,
                    if both { self.op_node(OpCode::Mul, &[value.1, force]) } else { NO_NODE },
                )
            }
        }
    }

    /// Whether an expression contains a function whose result is a force.
    fn is_lateral_push(&self, expr: &Expr) -> bool {
        let mut pushes = false;
        expr.walk_exprs(&mut |part| match &part.kind {
            ExprKind::Call(
                Function::Toward
                | Function::Seek
                | Function::Arrive
                | Function::Head
                | Function::Turn,
                _,
            )
            | ExprKind::Own(OwnValue::SoFar) => pushes = true,
            ExprKind::Let(at) => pushes |= self.is_lateral_push(&self.rule.named_values[*at].value),
            _ => {}
        });
        pushes
    }

    /// Force with which the rule steers, in world axes. A number is a force to starboard.
    pub fn compile_steering(&mut self) -> NodePair {
        let rule = self.rule;
        let force = self.compile_force(&rule.steer);
        self.in_world(force)
    }

    fn in_world(&mut self, force: NodePair) -> NodePair {
        if force.1 != NO_NODE {
            return force;
        }
        let h = self.heading();
        let aside = self.starboard(h);
        self.scale(OpCode::Mul, aside, force.0)
    }

    /// Force with which the rule steers, in world axes, as a share of the force scale.
    pub fn steering_share(&mut self) -> NodePair {
        let rule = self.rule;
        let force = self.value(&rule.steer);
        self.in_world(force)
    }

    /// Whether all things exist without which the rule steers nothing.
    pub fn compile_activity(&mut self, wants: &[Thing]) -> NodeId {
        let mut is_active = self.number(1.0);
        for thing in wants {
            let there = self.compile_thing(*thing, Property::IsThere).0;
            is_active = self.op_node(OpCode::And, &[is_active, there]);
        }
        is_active
    }

    /// Value that the unit remembers.
    pub fn compile_memory(&mut self, at: usize) -> NodePair {
        let rule = self.rule;
        let column = |at: usize| {
            rule.memories[..at]
                .iter()
                .map(|keep| component_count(keep.initial_value.ty))
                .sum::<usize>() as u32
        };
        let first = column(at);
        let x = self.new_node(OpCode::Keep, first, &[]);
        let both = rule.memories[at].initial_value.ty == ValueType::Vector;
        NodePair(x, if both { self.new_node(OpCode::Keep, first + 1, &[]) } else { NO_NODE })
    }

    fn own_value(&mut self, own: OwnValue) -> NodePair {
        let number = |this: &mut Self, number| NodePair(this.number(number), NO_NODE);
        match own {
            OwnValue::Length => NodePair(self.own_node(OpCode::Length), NO_NODE),
            OwnValue::MaxSpeed => NodePair(self.own_node(OpCode::MaxSpeed), NO_NODE),
            OwnValue::MaxForce => NodePair(self.own_node(OpCode::Force), NO_NODE),
            OwnValue::Braking => NodePair(self.braking_radius(), NO_NODE),
            OwnValue::Mass => NodePair(self.own_node(OpCode::Mass), NO_NODE),
            OwnValue::Velocity => self.velocity(),
            OwnValue::Speed => {
                let v = self.velocity();
                NodePair(self.length(v), NO_NODE)
            }
            OwnValue::Heading => self.heading(),
            OwnValue::Position => NodePair(self.own_node(OpCode::X), self.own_node(OpCode::Y)),
            OwnValue::Leads => NodePair(self.own_node(OpCode::Leads), NO_NODE),
            OwnValue::Hunts => NodePair(self.own_node(OpCode::Hunts), NO_NODE),
            OwnValue::Rank => NodePair(self.own_node(OpCode::Rank), NO_NODE),
            OwnValue::GroupSize => NodePair(self.own_node(OpCode::GroupSize), NO_NODE),
            OwnValue::SoFar => {
                let sum = NodePair(self.own_node(OpCode::SoFarX), self.own_node(OpCode::SoFarY));
                let (force, zero) = (self.own_node(OpCode::Force), self.number(0.0));
                let some = self.op_node(OpCode::Less, &[zero, force]);
                let share = self.scale(OpCode::Div, sum, force);
                self.scale(OpCode::Where, share, some)
            }
            OwnValue::Time => NodePair(self.own_node(OpCode::Time), NO_NODE),
            OwnValue::Tick => number(self, DT),
            OwnValue::Left => number(self, -1.0),
            OwnValue::Right => number(self, 1.0),
            OwnValue::Pi => number(self, std::f32::consts::PI),
            OwnValue::Degree => number(self, std::f32::consts::PI / 180.0),
        }
    }

    fn compile_thing(&mut self, thing: Thing, field: Property) -> NodePair {
        let mut part = |part| self.own_node(OpCode::Thing(thing, part));
        match field {
            Property::Velocity => NodePair(part(ThingPart::Vx), part(ThingPart::Vy)),
            Property::IsThere => NodePair(part(ThingPart::There), NO_NODE),
            Property::IsLast => NodePair(part(ThingPart::Last), NO_NODE),
            // A unit that touches a wall is at offset 0 from it, which has no direction.
            Property::Direction if matches!(thing, Thing::Wall | Thing::Barrier) => {
                NodePair(part(ThingPart::DirectionX), part(ThingPart::DirectionY))
            }
            _ => {
                let offset = NodePair(part(ThingPart::X), part(ThingPart::Y));
                match field {
                    Property::Distance => NodePair(self.length(offset), NO_NODE),
                    Property::Direction => self.unit(offset),
                    _ => offset,
                }
            }
        }
    }

    fn compile_member(&mut self, field: Property) -> NodePair {
        match field {
            Property::Offset => NodePair(self.own_node(OpCode::Dx), self.own_node(OpCode::Dy)),
            Property::Distance => {
                let offset = NodePair(self.own_node(OpCode::Dx), self.own_node(OpCode::Dy));
                NodePair(self.length(offset), NO_NODE)
            }
            Property::Direction => {
                let offset = NodePair(self.own_node(OpCode::Dx), self.own_node(OpCode::Dy));
                self.unit(offset)
            }
            Property::Velocity => {
                NodePair(self.own_node(OpCode::MemberVx), self.own_node(OpCode::MemberVy))
            }
            Property::Speed => {
                let v = NodePair(self.own_node(OpCode::MemberVx), self.own_node(OpCode::MemberVy));
                NodePair(self.length(v), NO_NODE)
            }
            Property::Heading => {
                NodePair(self.own_node(OpCode::MemberHx), self.own_node(OpCode::MemberHy))
            }
            Property::Length => NodePair(self.own_node(OpCode::MemberLength), NO_NODE),
            Property::Leads => NodePair(self.own_node(OpCode::MemberLeads), NO_NODE),
            Property::Radius => NodePair(self.own_node(OpCode::Radius), NO_NODE),
            Property::IsThere | Property::IsLast => NodePair(self.number(1.0), NO_NODE),
        }
    }

    fn compile_binary(&mut self, op: BinaryOp, a: NodePair, b: NodePair) -> NodePair {
        let one = |this: &mut Self, op, a, b| NodePair(this.op_node(op, &[a, b]), NO_NODE);
        match op {
            BinaryOp::Add | BinaryOp::Subtract => {
                let op = if op == BinaryOp::Add { OpCode::Add } else { OpCode::Sub };
                if a.1 == NO_NODE { one(self, op, a.0, b.0) } else { self.componentwise(op, a, b) }
            }
            BinaryOp::Multiply if b.1 != NO_NODE => self.scale(OpCode::Mul, b, a.0),
            BinaryOp::Multiply if a.1 != NO_NODE => self.scale(OpCode::Mul, a, b.0),
            BinaryOp::Multiply => one(self, OpCode::Mul, a.0, b.0),
            BinaryOp::Divide if a.1 != NO_NODE => self.scale(OpCode::Div, a, b.0),
            BinaryOp::Divide => one(self, OpCode::Div, a.0, b.0),
            BinaryOp::Power => NodePair(self.compile_power(a.0, b.0), NO_NODE),
            BinaryOp::LessThan => one(self, OpCode::Less, a.0, b.0),
            BinaryOp::AtMost => one(self, OpCode::AtMost, a.0, b.0),
            BinaryOp::MoreThan => one(self, OpCode::Less, b.0, a.0),
            BinaryOp::AtLeast => one(self, OpCode::AtMost, b.0, a.0),
            BinaryOp::Equal => one(self, OpCode::Same, a.0, b.0),
            BinaryOp::NotEqual => {
                let same = self.op_node(OpCode::Same, &[a.0, b.0]);
                NodePair(self.op_node(OpCode::Not, &[same]), NO_NODE)
            }
            BinaryOp::And => one(self, OpCode::And, a.0, b.0),
            BinaryOp::Or => one(self, OpCode::Or, a.0, b.0),
        }
    }

    fn compile_power(&mut self, base: NodeId, exponent: NodeId) -> NodeId {
        let ProgramNode { op, k, .. } = self.nodes[exponent as usize];
        let number = f32::from_bits(k);
        if op == OpCode::Number && is_whole_exponent(number) {
            return self.new_node(OpCode::Whole, number as u32, &[base]);
        }
        self.op_node(OpCode::Pow, &[base, exponent])
    }

    fn compile_draw(&mut self, function: Function, args: &[Expr], place: u32) -> NodePair {
        if function == Function::Sway {
            let time = self.value(&args[0]).0;
            return NodePair(self.new_node(OpCode::Sway, place, &[time]), NO_NODE);
        }
        if function == Function::Normal {
            let (deviation, drawn) =
                (self.value(&args[0]).0, self.new_node(OpCode::Normal, place, &[]));
            return NodePair(self.op_node(OpCode::Mul, &[deviation, drawn]), NO_NODE);
        }
        let (low, high) = (self.value(&args[0]).0, self.value(&args[1]).0);
        let drawn = self.new_node(OpCode::Draw, place, &[]);
        let width = self.op_node(OpCode::Sub, &[high, low]);
        let above = self.op_node(OpCode::Mul, &[width, drawn]);
        NodePair(self.op_node(OpCode::Add, &[low, above]), NO_NODE)
    }

    fn compile_call(&mut self, function: Function, args: &[Expr], full: bool) -> NodePair {
        use Function as F;
        let values: Vec<NodePair> = args.iter().map(|arg| self.value(arg)).collect();
        let a = values[0];
        let one = |this: &mut Self, op| NodePair(this.op_node(op, &[a.0]), NO_NODE);
        let only = |id| NodePair(id, NO_NODE);
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
                only(values[1..].iter().fold(a.0, |least, next| self.op_node(op, &[least, next.0])))
            }
            F::Clamp => {
                let above = self.op_node(OpCode::Max, &[a.0, values[1].0]);
                only(self.op_node(OpCode::Min, &[above, values[2].0]))
            }
            F::Mix => {
                let (b, t) = (values[1], values[2].0);
                if a.1 == NO_NODE {
                    let way = self.op_node(OpCode::Sub, &[b.0, a.0]);
                    let part = self.op_node(OpCode::Mul, &[way, t]);
                    return only(self.op_node(OpCode::Add, &[a.0, part]));
                }
                let way = self.componentwise(OpCode::Sub, b, a);
                let part = self.scale(OpCode::Mul, way, t);
                self.componentwise(OpCode::Add, a, part)
            }
            F::Pow => only(self.compile_power(a.0, values[1].0)),
            F::Vec => NodePair(a.0, values[1].0),
            F::Length => only(self.length(a)),
            F::Unit => self.unit(a),
            F::Dot => only(self.dot(a, values[1])),
            F::Cross => only(self.cross(a, values[1])),
            F::Rotate => {
                let (sine, cosine) = (
                    self.op_node(OpCode::Sin, &[values[1].0]),
                    self.op_node(OpCode::Cos, &[values[1].0]),
                );
                let aside = self.starboard(a);
                let (along, aside) =
                    (self.scale(OpCode::Mul, a, cosine), self.scale(OpCode::Mul, aside, sine));
                self.componentwise(OpCode::Add, along, aside)
            }
            F::Starboard => self.starboard(a),
            F::Ahead => {
                let h = self.heading();
                only(self.dot(a, h))
            }
            F::Abeam => {
                let h = self.heading();
                only(self.cross(h, a))
            }
            F::Side => only(self.side(a)),
            F::Turn => only(self.turn_force(a, full)),
            F::Seen => only(self.in_view(a, ViewChoice::Own)),
            F::Wide => only(self.in_view(a, ViewChoice::Wide)),
            F::Limited => only(self.in_view(a, ViewChoice::Limited)),
            F::Narrow => only(self.in_view(a, ViewChoice::Narrow)),
            F::Full => only(self.number(1.0)),
            F::Toward => self.toward_force(a, full),
            F::Head => self.head_force(a, full),
            F::Seek => self.seek_force(a, full),
            F::Arrive => self.arrive_force(a, values[1].0, full),
            F::Foresee => self.foresee_force(&values),
            F::Random | F::Normal | F::Sway => unreachable!("drawn elsewhere"),
        }
    }

    // --- sets ---

    fn compile_fold(&mut self, over: &Aggregate, span: Span) -> NodePair {
        let Aggregate { fold, set, first_draw: draw, .. } = over;
        if let Some(sums) = self.perceived_sum(over) {
            return sums;
        }
        let radius = set.radius.as_ref().map_or(NO_NODE, |radius| self.value(radius).0);
        let closest = set.closest_count.as_ref().map_or(NO_NODE, |many| self.value(many).0);
        // A named value is a value of the unit and can contain searches; these have to come before
        // this search.
        let mut named = Vec::new();
        for part in [&over.member_condition, &over.rank, &over.value].into_iter().flatten() {
            part.walk_exprs(&mut |expr| {
                if let ExprKind::Let(at) = expr.kind {
                    named.push(at);
                }
            });
        }
        for at in named {
            self.named_value(at);
        }
        let how = match fold {
            FoldFunction::Sum => Reduction::Sum,
            FoldFunction::Mean => Reduction::Mean,
            FoldFunction::Least if over.rank.is_some() => Reduction::LeastBy,
            FoldFunction::Most if over.rank.is_some() => Reduction::MostBy,
            FoldFunction::Least => Reduction::Least,
            FoldFunction::Most => Reduction::Most,
            FoldFunction::Any => Reduction::Any,
            FoldFunction::Count => Reduction::Count,
            FoldFunction::Nearest => Reduction::Nearest,
            FoldFunction::AnyOf => Reduction::AnyOf(*draw),
        };
        // The value can share an earlier search of the same set, unless that search would have to
        // wait for one that depends on it. Member values are compiled first, to find this out; if
        // so, they are compiled again for a search of their own.
        let new = self.searches.len();
        let same = self.searches.iter().position(|other| {
            other.kind == set.kind
                && other.group == set.group
                && other.radius == radius
                && other.closest == closest
                && other.folds.len() < MAX_FOUND as usize / 4
        });
        let at = same.unwrap_or(new);
        let (folding, after) = self.fold_within(at as u32, how, over);
        let circle = same.is_some() && self.depends_on(after, at as u32);
        let (at, folding, after) = if circle {
            let at = new;
            let (folding, after) = self.fold_within(at as u32, how, over);
            (at, folding, after)
        } else {
            (at, folding, after)
        };
        let needs = |id: NodeId| if id == NO_NODE { 0 } else { self.after[id as usize] };
        let after = after | needs(radius) | needs(closest);
        if at == self.searches.len() {
            let (kind, group) = (set.kind, set.group.clone());
            self.searches.push(SearchPlan {
                kind,
                group,
                radius,
                closest,
                folds: Vec::new(),
                after: 0,
            });
        }
        let search = &mut self.searches[at];
        search.after |= after;
        let number = search.folds.len();
        let place = 2 * number as u32;
        self.places.push((span, [at, number]));
        let both = folding.member_value[1] != NO_NODE;
        search.folds.push(FoldPlan { place, ..folding });
        if at >= 32 {
            // One search too many: reported by the caller.
            return NodePair(self.number(0.0), if both { self.number(0.0) } else { NO_NODE });
        }
        let k = at as u32 * MAX_FOUND + place;
        let x = self.new_node(OpCode::Found, k, &[]);
        NodePair(x, if both { self.new_node(OpCode::Found, k + 1, &[]) } else { NO_NODE })
    }

    /// Compiles the condition and the value of each member for the search `at`; returns them, and
    /// the searches on which they depend, as bits.
    fn fold_within(&mut self, at: u32, how: Reduction, over: &Aggregate) -> (FoldPlan, u32) {
        self.open_search = Some(at);
        let counts = over.member_condition.as_ref().map(|condition| self.value(condition).0);
        let rank = over.rank.as_ref().map(|rank| self.value(rank).0);
        let member_value = over.value.as_ref().map(|value| self.value(value));
        self.open_search = None;
        let mut after = 0;
        // Values of the unit are copied to its members.
        let whose = ValueScope::Member(at);
        let of_member = |this: &mut Self, id: NodeId| {
            if id == NO_NODE || this.nodes[id as usize].scope == whose {
                return id;
            }
            this.intern_node(ProgramNode {
                op: OpCode::Spread,
                k: id,
                from: [NO_NODE; 4],
                scope: whose,
            })
        };
        let counts = counts.map_or(NO_NODE, |id| of_member(self, id));
        let rank = rank.map_or(NO_NODE, |id| of_member(self, id));
        let [x, y] = member_value.map_or([NO_NODE; 2], |value| [value.0, value.1]);
        let member_value = [of_member(self, x), of_member(self, y)];
        for id in [counts, rank, member_value[0], member_value[1]] {
            if id != NO_NODE {
                after |= self.after[id as usize];
            }
        }
        (FoldPlan { reduction: how, counts, rank, member_value, place: 0 }, after)
    }

    /// Whether one of the searches `from` (bits) is the search `to` or depends on it.
    fn depends_on(&self, from: u32, to: u32) -> bool {
        let (mut seen, mut todo) = (0u32, from);
        while todo & !seen != 0 {
            let next = (todo & !seen).trailing_zeros();
            seen |= 1 << next;
            todo |= self.searches.get(next as usize).map_or(0, |search| search.after);
        }
        to < 32 && seen & (1 << to) != 0
    }

    /// Result of an aggregate that perception has computed already; `None` for any other.
    fn perceived_sum(&mut self, over: &Aggregate) -> Option<NodePair> {
        let Aggregate { fold, set, member_condition: None, value, .. } = over else { return None };
        if set.kind != SetKind::View || set.closest_count.is_some() || self.observed {
            return None;
        }
        let count = |this: &mut Self| this.new_node(OpCode::Seen, 0, &[]);
        let first = match (fold, value.as_ref().map(|value| &value.kind)) {
            (FoldFunction::Count, None) => return Some(NodePair(count(self), NO_NODE)),
            (FoldFunction::Sum | FoldFunction::Mean, Some(ExprKind::Member(Property::Offset))) => 1,
            (
                FoldFunction::Sum | FoldFunction::Mean,
                Some(ExprKind::Member(Property::Velocity)),
            ) => 3,
            _ => return None,
        };
        let sum = NodePair(
            self.new_node(OpCode::Seen, first, &[]),
            self.new_node(OpCode::Seen, first + 1, &[]),
        );
        if *fold == FoldFunction::Sum {
            return Some(sum);
        }
        let (count, zero) = (count(self), self.number(0.0));
        let (mean, somebody) =
            (self.scale(OpCode::Div, sum, count), self.op_node(OpCode::Less, &[zero, count]));
        Some(self.scale(OpCode::Where, mean, somebody))
    }

    // --- the program ---

    /// Builds the program that computes these values of units.
    pub fn into_program(self, outputs: &[NodePair]) -> Result<Program, RuleError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        ProgramEmitter::new(&self).emit_program(outputs)
    }
}

/// Number of components of a type.
pub(super) fn component_count(ty: ValueType) -> usize {
    if ty == ValueType::Vector { 2 } else { 1 }
}

/// Assigns columns to values, in an order in which each value is computed before it is used.
struct ProgramEmitter<'c, 'r> {
    of: &'c Compiler<'r>,
    program: Program,
    /// Nodes and searches in the order of their computation.
    order: Vec<PlannedItem>,
    done: Vec<bool>,
    searched: Vec<bool>,
    column: Vec<Option<Column>>,
}

#[derive(Clone, Copy)]
enum PlannedItem {
    Node(NodeId),
    Search(usize),
}

impl<'c, 'r> ProgramEmitter<'c, 'r> {
    fn new(of: &'c Compiler<'r>) -> Self {
        let searches = of.searches.len();
        Self {
            of,
            program: Program::default(),
            order: Vec::new(),
            done: vec![false; of.nodes.len()],
            searched: vec![false; searches],
            column: vec![None; of.nodes.len()],
        }
    }

    /// Plans a value of a unit after the values that it needs.
    fn plan_node(&mut self, id: NodeId) {
        if id == NO_NODE || std::mem::replace(&mut self.done[id as usize], true) {
            return;
        }
        let node = self.of.nodes[id as usize];
        if node.op == OpCode::Found {
            self.plan_search((node.k / MAX_FOUND) as usize);
            return;
        }
        node.from.into_iter().for_each(|arg| self.plan_node(arg));
        self.order.push(PlannedItem::Node(id));
    }

    fn plan_search(&mut self, at: usize) {
        if std::mem::replace(&mut self.searched[at], true) {
            return;
        }
        self.plan_node(self.of.searches[at].radius);
        self.plan_node(self.of.searches[at].closest);
        for id in self.members(at) {
            let node = self.of.nodes[id as usize];
            if node.op == OpCode::Spread {
                self.plan_node(node.k);
            }
        }
        self.order.push(PlannedItem::Search(at));
    }

    /// Member values that a search needs, each after its operands.
    fn members(&self, at: usize) -> Vec<NodeId> {
        fn visit(of: &Compiler, id: NodeId, order: &mut Vec<NodeId>) {
            if id == NO_NODE || order.contains(&id) {
                return;
            }
            of.nodes[id as usize].from.into_iter().for_each(|arg| visit(of, arg, order));
            order.push(id);
        }
        let mut order = Vec::new();
        // Conditions come first: often no member satisfies them.
        let folds = &self.of.searches[at].folds;
        folds.iter().for_each(|fold| visit(self.of, fold.counts, &mut order));
        folds.iter().for_each(|fold| visit(self.of, fold.rank, &mut order));
        let member_value = folds.iter().flat_map(|fold| fold.member_value);
        member_value.for_each(|id| visit(self.of, id, &mut order));
        order
    }

    fn emit_program(mut self, outputs: &[NodePair]) -> Result<Program, RuleError> {
        for value in outputs {
            self.plan_node(value.0);
            self.plan_node(value.1);
        }
        // Last step that reads each value.
        let mut last = vec![0usize; self.of.nodes.len()];
        for (at, planned) in self.order.iter().enumerate() {
            match planned {
                PlannedItem::Node(id) => {
                    let node = self.of.nodes[*id as usize];
                    last[*id as usize] = last[*id as usize].max(at);
                    for arg in node.from.into_iter().filter(|arg| *arg != NO_NODE) {
                        last[arg as usize] = at;
                    }
                }
                PlannedItem::Search(search) => {
                    for id in self.members(*search) {
                        let node = self.of.nodes[id as usize];
                        if node.op == OpCode::Spread {
                            last[node.k as usize] = at;
                        }
                    }
                    let SearchPlan { radius, closest, .. } = self.of.searches[*search];
                    for id in [radius, closest] {
                        if id != NO_NODE {
                            last[id as usize] = at;
                        }
                    }
                }
            }
        }
        for id in outputs.iter().flat_map(|value| [value.0, value.1]).filter(|id| *id != NO_NODE) {
            last[id as usize] = usize::MAX;
        }
        let mut columns = ColumnPool::default();
        let order = std::mem::take(&mut self.order);
        // Values that are the same for all units are computed first and keep their columns.
        for planned in &order {
            if let PlannedItem::Node(id) = planned
                && self.of.nodes[*id as usize].scope == ValueScope::All
            {
                let column = columns.take();
                self.column[*id as usize] = Some(column);
                let step = self.step(*id, column, &self.column);
                self.program.fixed_instructions.push(step);
            }
        }
        let mut alive: Vec<NodeId> = Vec::new();
        for (at, planned) in order.iter().enumerate() {
            let release =
                |columns: &mut ColumnPool, alive: &mut Vec<NodeId>, column: &[Option<Column>]| {
                    alive.retain(|id| {
                        let over = last[*id as usize] <= at;
                        if over {
                            columns.release(column[*id as usize].unwrap_or_default());
                        }
                        !over
                    });
                };
            match planned {
                PlannedItem::Node(id) => {
                    let node = self.of.nodes[*id as usize];
                    if node.scope == ValueScope::All {
                        continue;
                    }
                    match node.op {
                        OpCode::Thing(thing, _) => {
                            let is_shared = matches!(
                                thing,
                                Thing::Target | Thing::Leader | Thing::Pointer | Thing::Site(_)
                            );
                            if !is_shared && !self.program.asked_things.contains(&thing) {
                                self.program.asked_things.push(thing);
                            }
                        }
                        OpCode::Found => continue,
                        _ => {}
                    }
                    let column = columns.take();
                    self.column[*id as usize] = Some(column);
                    let step = self.step(*id, column, &self.column);
                    self.program.block_steps.push(BlockStep::Instruction(step));
                    alive.push(*id);
                    release(&mut columns, &mut alive, &self.column);
                }
                PlannedItem::Search(search) => {
                    // The results of the search occupy columns from here on.
                    let found: Vec<NodeId> = (0..self.of.nodes.len() as NodeId)
                        .filter(|id| {
                            let node = self.of.nodes[*id as usize];
                            node.op == OpCode::Found
                                && (node.k / MAX_FOUND) as usize == *search
                                && self.done[*id as usize]
                        })
                        .collect();
                    for id in &found {
                        self.column[*id as usize] = Some(columns.take());
                        alive.push(*id);
                    }
                    self.emit_search(*search)?;
                    self.program
                        .block_steps
                        .push(BlockStep::Search(self.program.searches.len() - 1));
                    release(&mut columns, &mut alive, &self.column);
                }
            }
        }
        self.program.columns = columns.most;
        if columns.most > MAX_COLUMNS || self.program.member_columns > MAX_COLUMNS {
            let what = "this is too much at once; give parts of it lines of their own";
            let (at, what) = (self.of.rule.steer.span.start, what.to_string());
            return Err(RuleError { position: at, length: 1, message: what, suggestion: None });
        }
        self.program.outputs = outputs
            .iter()
            .flat_map(|value| [value.0, value.1])
            .filter(|id| *id != NO_NODE)
            .map(|id| self.column[id as usize].unwrap_or_default())
            .collect();
        Ok(self.program)
    }

    fn step(&self, id: NodeId, to: Column, columns: &[Option<Column>]) -> Instruction {
        let ProgramNode { op, k, from, .. } = self.of.nodes[id as usize];
        let from = from.map(|arg| match arg {
            NO_NODE => 0,
            arg => columns[arg as usize].unwrap_or_default(),
        });
        Instruction { op, operand: k, result: to, from }
    }

    fn emit_search(&mut self, at: usize) -> Result<(), RuleError> {
        let members = self.members(at);
        let mut columns = ColumnPool::default();
        let mut column: Vec<Option<Column>> = vec![None; self.of.nodes.len()];
        let SearchPlan { kind, group, radius, closest, .. } = &self.of.searches[at];
        let of_unit = |id: NodeId| if id == NO_NODE { None } else { self.column[id as usize] };
        let mut search = MemberSearchPlan {
            kind: *kind,
            group: group.clone(),
            radius: of_unit(*radius),
            closest: of_unit(*closest),
            fixed: Vec::new(),
            spread: Vec::new(),
            steps: Vec::new(),
            deciding: 0,
            can_prune: false,
            needs: MemberInputs::default(),
            memories: Vec::new(),
            folds: Vec::new(),
        };
        let mut last = vec![0usize; self.of.nodes.len()];
        for (step, id) in members.iter().enumerate() {
            for arg in self.of.nodes[*id as usize].from.into_iter().filter(|arg| *arg != NO_NODE) {
                last[arg as usize] = step;
            }
        }
        for fold in &self.of.searches[at].folds {
            let kept = [fold.counts, fold.rank, fold.member_value[0], fold.member_value[1]];
            kept.into_iter()
                .filter(|id| *id != NO_NODE)
                .for_each(|id| last[id as usize] = usize::MAX);
        }
        // Quantities of members, and values that are the same for all members of a unit, have
        // columns of their own.
        for id in &members {
            let node = self.of.nodes[*id as usize];
            if node.op == OpCode::Spread {
                let to = columns.take();
                column[*id as usize] = Some(to);
                let from = self.column[node.k as usize].unwrap_or_default();
                let fixed = self.of.nodes[node.k as usize].scope == ValueScope::All;
                (if fixed { &mut search.fixed } else { &mut search.spread }).push((to, from));
            } else if node.op == OpCode::MemberMemory {
                let to = columns.take();
                column[*id as usize] = Some(to);
                search.memories.push((node.k, to));
            } else if node.op.is_of_member() {
                let to = columns.take();
                column[*id as usize] = Some(to);
                let needs = &mut search.needs;
                let slot = match node.op {
                    OpCode::Dx => &mut needs.offset[0],
                    OpCode::Dy => &mut needs.offset[1],
                    OpCode::D2 => &mut needs.d2,
                    OpCode::MemberVx => &mut needs.velocity[0],
                    OpCode::MemberVy => &mut needs.velocity[1],
                    OpCode::MemberHx => &mut needs.heading[0],
                    OpCode::MemberHy => &mut needs.heading[1],
                    OpCode::MemberLength => &mut needs.length,
                    OpCode::MemberLeads => &mut needs.leads,
                    _ => &mut needs.radius,
                };
                *slot = Some(to);
            }
        }
        let MemberInputs { heading: [hx, hy], length, leads, radius, .. } = search.needs;
        search.needs.looks_up = [hx, hy, length, leads, radius].iter().any(Option::is_some);
        let nearest =
            self.of.searches[at].folds.iter().any(|fold| fold.reduction == Reduction::Nearest);
        if nearest && search.needs.d2.is_none() {
            search.needs.d2 = Some(columns.take());
        }
        let folds = &self.of.searches[at].folds;
        let tally =
            |_| if *kind == SetKind::Obstacles { [(); 2].map(|()| columns.take()) } else { [0; 2] };
        let tallies: Vec<[Column; 2]> = folds.iter().map(tally).collect();
        let decides = |id: &NodeId| folds.iter().any(|fold| fold.counts == *id);
        let last_decision = match folds.iter().all(|fold| fold.counts != NO_NODE) {
            true => members.iter().rposition(decides),
            false => None,
        };
        let mut alive: Vec<NodeId> = Vec::new();
        for (step, id) in members.iter().enumerate() {
            let node = self.of.nodes[*id as usize];
            if node.op == OpCode::Spread || node.op.is_of_member() {
                continue;
            }
            let to = columns.take();
            column[*id as usize] = Some(to);
            search.steps.push(self.step(*id, to, &column));
            if last_decision.is_some_and(|last| step <= last) {
                search.deciding = search.steps.len();
            }
            alive.push(*id);
            alive.retain(|id| {
                let over = last[*id as usize] <= step;
                if over {
                    columns.release(column[*id as usize].unwrap_or_default());
                }
                !over
            });
        }
        let fixed = |column: &Column| search.fixed.iter().any(|(to, _)| to == column);
        search.can_prune = search.steps.iter().any(|step| match step.op {
            OpCode::And => step.from[..2].iter().any(fixed),
            OpCode::Where => fixed(&step.from[1]),
            OpCode::Select => fixed(&step.from[0]),
            _ => false,
        });
        let of = |id: NodeId| if id == NO_NODE { None } else { column[id as usize] };
        for (fold, tally) in self.of.searches[at].folds.iter().zip(tallies) {
            let k = at as u32 * MAX_FOUND + fold.place;
            let found = |part: u32| {
                let node = ProgramNode {
                    op: OpCode::Found,
                    k: k + part,
                    from: [NO_NODE; 4],
                    scope: ValueScope::Unit,
                };
                let id = self.of.node_ids.get(&node).filter(|id| self.done[**id as usize])?;
                self.column[*id as usize]
            };
            let result = [found(0), found(1)];
            if result == [None; 2] {
                continue;
            }
            search.folds.push(FoldResult {
                reduction: fold.reduction,
                counts: of(fold.counts),
                rank: match fold.reduction {
                    Reduction::Nearest => search.needs.d2,
                    _ => of(fold.rank),
                },
                member_value: fold.member_value.map(of),
                result,
                tally,
            });
        }
        self.program.member_columns = self.program.member_columns.max(columns.most);
        self.program.searches.push(search);
        Ok(())
    }
}

/// Allocator of columns.
#[derive(Default)]
struct ColumnPool {
    free_columns: Vec<Column>,
    /// Largest number of columns in use at a time.
    most: usize,
}

impl ColumnPool {
    fn take(&mut self) -> Column {
        self.free_columns.pop().unwrap_or_else(|| {
            self.most += 1;
            // A program with too many columns is refused at the end.
            (self.most - 1).min(usize::from(Column::MAX)) as Column
        })
    }

    fn release(&mut self, column: Column) {
        self.free_columns.push(column);
    }
}
