//! Compiles the tree of a rule to a program that computes each value once, at the level where it
//! belongs.
//!
//! A value is the same for all units of a group, or it is that of a unit, or that of a member of a
//! set. Values that do not depend on the member are computed once per unit. Equal computations are
//! merged.

use super::columns::is_whole;
use super::program::{
    BORDER_PARTS, BlockStep, Column, FoldResult, Instruction, MAX_COLUMNS, MOST_FOUND, Needs,
    OPTION_STRIDE, Op, Program, Reduction, Search, ThingPart,
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
type Id = u32;

/// Index that stands for no value.
const NONE: Id = Id::MAX;

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
struct Node {
    op: Op,
    k: u32,
    from: [Id; 4],
    whose: ValueScope,
}

/// Number, vector or condition; the second index is [`NONE`] unless the value is a vector.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value(Id, Id);

/// Set that is searched, and the values over its members.
struct SearchPlan {
    kind: SetKind,
    group: String,
    radius: Id,
    closest: Id,
    folds: Vec<FoldPlan>,
    /// Searches that have to be made before, as bits.
    after: u32,
}

struct FoldPlan {
    how: Reduction,
    counts: Id,
    rank: Id,
    member_value: [Id; 2],
    /// Index of the first component of the result among those of the search.
    place: u32,
}

pub(super) struct Compiler<'r> {
    rule: &'r Rule,
    /// Kind of body: a rigid body follows a direction by turning, a body on tiles at once.
    body: BodyKind,
    nodes: Vec<Node>,
    known: BTreeMap<Node, Id>,
    lets: Vec<Option<Value>>,
    forces: Vec<Option<Value>>,
    searches: Vec<SearchPlan>,
    /// By node: the searches on which it depends, as bits.
    after: Vec<u32>,
    /// Search whose member values are being compiled.
    within: Option<u32>,
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
            known: BTreeMap::new(),
            lets: none.clone(),
            forces: none,
            searches: Vec::new(),
            after: Vec::new(),
            within: None,
            error: None,
            observed: false,
            places: Vec::new(),
        }
    }

    /// Compiles for observers that receive members one by one.
    pub fn observed(self) -> Self {
        Self { observed: true, ..self }
    }

    /// Positions in the text that visit members, each with the number of the search and of the
    /// value in it.
    pub fn places(&self) -> Vec<(Span, [usize; 2])> {
        self.places.clone()
    }

    /// Value with one component.
    pub fn scalar(&self, id: Id) -> Value {
        Value(id, NONE)
    }

    /// Value of a line.
    pub fn line(&mut self, expr: &Expr) -> Value {
        let rule = self.rule;
        let at = rule.named_values.iter().position(|named| std::ptr::eq(&named.value, expr));
        match at {
            Some(at) => self.named(at),
            None => self.value(expr),
        }
    }

    fn named(&mut self, at: usize) -> Value {
        if let Some(known) = self.lets[at] {
            return known;
        }
        let within = self.within.take();
        let rule = self.rule;
        let value = self.value(&rule.named_values[at].value);
        self.within = within;
        self.lets[at] = Some(value);
        value
    }

    // --- values ---

    fn node(&mut self, op: Op, k: u32, from: &[Id]) -> Id {
        let mut args = [NONE; 4];
        args[..from.len()].copy_from_slice(from);
        let own = if op.is_of_member() {
            self.within.map_or(ValueScope::Unit, ValueScope::Member)
        } else if op.is_of_unit() {
            ValueScope::Unit
        } else {
            ValueScope::All
        };
        let whose = from.iter().fold(own, |whose, id| whose.max(self.nodes[*id as usize].whose));
        if let ValueScope::Member(_) = whose {
            for arg in &mut args[..from.len()] {
                if !matches!(self.nodes[*arg as usize].whose, ValueScope::Member(_)) {
                    *arg = self.put(Node { op: Op::Spread, k: *arg, from: [NONE; 4], whose });
                }
            }
        }
        self.put(Node { op, k, from: args, whose })
    }

    fn put(&mut self, node: Node) -> Id {
        if let Some(id) = self.known.get(&node) {
            return *id;
        }
        let id = self.nodes.len() as Id;
        let mut after = 0;
        for arg in node.from.into_iter().filter(|arg| *arg != NONE) {
            after |= self.after[arg as usize];
        }
        match node.op {
            Op::Found => after |= 1 << (node.k / MOST_FOUND),
            Op::Spread => after |= self.after[node.k as usize],
            _ => {}
        }
        self.nodes.push(node);
        self.after.push(after);
        self.known.insert(node, id);
        id
    }

    pub fn number(&mut self, number: f32) -> Id {
        self.node(Op::Number, number.to_bits(), &[])
    }

    fn op(&mut self, op: Op, from: &[Id]) -> Id {
        self.node(op, 0, from)
    }

    fn own(&mut self, op: Op) -> Id {
        self.node(op, 0, &[])
    }

    fn velocity(&mut self) -> Value {
        Value(self.own(Op::Vx), self.own(Op::Vy))
    }

    fn heading(&mut self) -> Value {
        Value(self.own(Op::Hx), self.own(Op::Hy))
    }

    fn componentwise(&mut self, op: Op, a: Value, b: Value) -> Value {
        Value(self.op(op, &[a.0, b.0]), self.op(op, &[a.1, b.1]))
    }

    /// Multiplies or divides a vector by a number.
    fn scale(&mut self, op: Op, a: Value, b: Id) -> Value {
        Value(self.op(op, &[a.0, b]), self.op(op, &[a.1, b]))
    }

    fn dot(&mut self, a: Value, b: Value) -> Id {
        self.op(Op::Dot, &[a.0, a.1, b.0, b.1])
    }

    fn cross(&mut self, a: Value, b: Value) -> Id {
        self.op(Op::Cross, &[a.0, a.1, b.0, b.1])
    }

    fn minus(&mut self, value: Value) -> Value {
        let x = self.op(Op::Neg, &[value.0]);
        Value(x, if value.1 == NONE { NONE } else { self.op(Op::Neg, &[value.1]) })
    }

    /// Rotates a vector by a quarter turn to starboard.
    fn starboard(&mut self, a: Value) -> Value {
        Value(self.op(Op::Neg, &[a.1]), a.0)
    }

    fn length(&mut self, a: Value) -> Id {
        // The squared distance of a member is available as a column.
        let [x, y] = [a.0, a.1].map(|id| self.nodes[id as usize].op);
        if x == Op::Dx && y == Op::Dy {
            let d2 = self.own(Op::D2);
            return self.op(Op::Sqrt, &[d2]);
        }
        self.op(Op::Hypot, &[a.0, a.1])
    }

    fn unit(&mut self, a: Value) -> Value {
        let length = self.length(a);
        let inverse = self.op(Op::Inverse, &[length]);
        self.scale(Op::Mul, a, inverse)
    }

    fn side(&mut self, a: Value) -> Id {
        let h = self.heading();
        let (forward, starboard) = (self.dot(a, h), self.cross(h, a));
        self.op(Op::Side, &[forward, starboard])
    }

    fn when(&mut self, condition: Id, yes: Value, no: Value) -> Value {
        let x = self.op(Op::Select, &[condition, yes.0, no.0]);
        let both = yes.1 != NONE;
        Value(x, if both { self.op(Op::Select, &[condition, yes.1, no.1]) } else { NONE })
    }

    // --- forces; `full`: in force rather than as a share of what the unit can steer ---

    fn toward(&mut self, wanted: Value, full: bool) -> Value {
        let (most, stiffest) = (self.own(Op::MaxSpeed), self.own(Op::Stiffest));
        let force = self.own(Op::Force);
        let gain = if full {
            let gain = self.op(Op::Div, &[force, most]);
            self.op(Op::Min, &[gain, stiffest])
        } else {
            let one = self.number(1.0);
            let (gain, stiffest) =
                (self.op(Op::Div, &[one, most]), self.op(Op::Div, &[stiffest, force]));
            self.op(Op::Min, &[gain, stiffest])
        };
        let zero = self.number(0.0);
        let moves = self.op(Op::Less, &[zero, most]);
        let missing = if self.body == BodyKind::Tile {
            wanted
        } else {
            let v = self.velocity();
            self.componentwise(Op::Sub, wanted, v)
        };
        let push = self.scale(Op::Mul, missing, gain);
        self.scale(Op::Where, push, moves)
    }

    /// Same computation as [`Scope::braking_radius`](crate::engine::scope::Scope::braking_radius).
    fn braking(&mut self) -> Id {
        let (most, stiffest) = (self.own(Op::MaxSpeed), self.own(Op::Stiffest));
        let force = self.own(Op::Force);
        let gain = self.op(Op::Div, &[force, most]);
        let gain = self.op(Op::Min, &[gain, stiffest]);
        let (ticks, four) = (self.op(Op::Div, &[stiffest, gain]), self.number(4.0 * DT));
        let way = self.op(Op::Mul, &[four, most]);
        let way = self.op(Op::Mul, &[way, ticks]);
        // One program serves several bodies; those that cannot brake have no limit of stiffness.
        let (many, length) = (self.number(DEFAULT_SLOWING_RADIUS), self.own(Op::Length));
        let lengths = self.op(Op::Mul, &[many, length]);
        let largest = self.number(f32::MAX);
        let brakes = self.op(Op::Less, &[stiffest, largest]);
        self.op(Op::Select, &[brakes, way, lengths])
    }

    fn seek(&mut self, offset: Value, full: bool) -> Value {
        let most = self.own(Op::MaxSpeed);
        let way = self.unit(offset);
        let wanted = self.scale(Op::Mul, way, most);
        self.toward(wanted, full)
    }

    fn arrive(&mut self, offset: Value, radius: Id, full: bool) -> Value {
        let distance = self.length(offset);
        let (near, share) =
            (self.op(Op::Less, &[distance, radius]), self.op(Op::Div, &[distance, radius]));
        let one = self.number(1.0);
        let share = self.op(Op::Select, &[near, share, one]);
        let most = self.own(Op::MaxSpeed);
        let speed = self.op(Op::Mul, &[most, share]);
        let way = self.unit(offset);
        let wanted = self.scale(Op::Mul, way, speed);
        self.toward(wanted, full)
    }

    /// Same computation as [`Anticipate`](crate::engine::behaviors::Anticipate): a force down the
    /// gradient of the energy of an expected collision, along the offset at the time of contact.
    fn foresee(&mut self, of: &[Value]) -> Value {
        let [offset, nearing] = [of[0], of[1]];
        let [radii, energy, horizon, aside, rate] = [2, 3, 4, 5, 6].map(|at: usize| of[at].0);
        let (zero, one, two) = (self.number(0.0), self.number(1.0), self.number(2.0));
        // Units that meet head on shift to the right.
        let way = self.unit(nearing);
        let passes = self.cross(way, offset);
        let (passes, part) = (self.op(Op::Abs, &[passes]), self.number(HEAD_ON_SHARE));
        let part = self.op(Op::Mul, &[part, radii]);
        let part = self.op(Op::Div, &[passes, part]);
        let part = self.op(Op::Sub, &[one, part]);
        let part = self.op(Op::Max, &[part, zero]);
        let shift = self.op(Op::Mul, &[part, aside]);
        let shift = self.op(Op::Mul, &[shift, radii]);
        let shift = self.scale(Op::Mul, way, shift);
        let (shift, x) = (self.starboard(shift), self.minus(offset));
        let x = self.componentwise(Op::Add, x, shift);
        // Time until contact.
        let (along, across) = (self.dot(x, nearing), self.cross(x, nearing));
        let (speed2, radii2) = (self.dot(nearing, nearing), self.op(Op::Mul, &[radii, radii]));
        let (under, across2) =
            (self.op(Op::Mul, &[speed2, radii2]), self.op(Op::Mul, &[across, across]));
        let under = self.op(Op::Sub, &[under, across2]);
        let root = self.op(Op::Sqrt, &[under]);
        let time = self.op(Op::Neg, &[along]);
        let time = self.op(Op::Sub, &[time, root]);
        let time = self.op(Op::Div, &[time, speed2]);
        let (meets, comes) = (self.op(Op::Less, &[zero, root]), self.op(Op::Less, &[zero, time]));
        let meets = self.op(Op::And, &[meets, comes]);
        // Units that are in contact already are past it.
        let distance = self.length(offset);
        let apart = self.op(Op::AtMost, &[radii, distance]);
        let meets = self.op(Op::And, &[meets, apart]);
        // Size of the force: the slope of the energy.
        let fades = self.op(Op::Div, &[time, horizon]);
        let fades = self.op(Op::Neg, &[fades]);
        let fades = self.op(Op::Exp, &[fades]);
        let strength = self.op(Op::Mul, &[energy, fades]);
        let (sooner, later) = (self.op(Op::Div, &[two, time]), self.op(Op::Div, &[one, horizon]));
        let sooner = self.op(Op::Add, &[sooner, later]);
        let strength = self.op(Op::Mul, &[strength, sooner]);
        let below = self.op(Op::Mul, &[time, time]);
        let below = self.op(Op::Mul, &[below, root]);
        let strength = self.op(Op::Div, &[strength, below]);
        let touch = self.scale(Op::Mul, nearing, time);
        let touch = self.componentwise(Op::Add, x, touch);
        let push = self.scale(Op::Mul, touch, strength);
        // Limits the force to what lets the units just pass each other.
        let d2 = self.dot(x, x);
        let tangent = self.op(Op::Sub, &[d2, radii2]);
        let tangent = self.op(Op::Sqrt, &[tangent]);
        let [along, across] = [along, across].map(|part| self.op(Op::Abs, &[part]));
        let (within, beyond) =
            (self.op(Op::Mul, &[along, radii]), self.op(Op::Mul, &[across, tangent]));
        let out = self.op(Op::Sub, &[within, beyond]);
        let out = self.op(Op::Max, &[out, zero]);
        let out = self.op(Op::Div, &[out, d2]);
        let most = self.op(Op::Mul, &[rate, out]);
        let length = self.length(push);
        let (more, share) = (self.op(Op::Less, &[most, length]), self.op(Op::Div, &[most, length]));
        let (limits, share) =
            (self.op(Op::Less, &[zero, rate]), self.op(Op::Select, &[more, share, one]));
        let share = self.op(Op::Select, &[limits, share, one]);
        let push = self.scale(Op::Mul, push, share);
        self.scale(Op::Where, push, meets)
    }

    fn turn(&mut self, d: Value, full: bool) -> Id {
        // For a unit, a turn is one instruction; twelve separate ones take twice the time.
        let of_member = |id: Id| matches!(self.nodes[id as usize].whose, ValueScope::Member(_));
        if !of_member(d.0) && !of_member(d.1) {
            return self.node(Op::Turn, u32::from(full), &[d.0, d.1]);
        }
        let v = self.velocity();
        let (distance, speed) = (self.length(d), self.length(v));
        let (u, w) = (self.unit(d), self.unit(v));
        let cosine = self.dot(u, w);
        let angle = self.op(Op::Acos, &[cosine]);
        let half = self.number(std::f32::consts::FRAC_1_PI);
        let share = self.op(Op::Mul, &[angle, half]);
        let zero = self.number(0.0);
        let (wanted, moving) =
            (self.op(Op::Less, &[zero, distance]), self.op(Op::Less, &[zero, speed]));
        let both = self.op(Op::And, &[wanted, moving]);
        let share = self.op(Op::Where, &[share, both]);
        let mut side = self.side(u);
        if full {
            let force = self.own(Op::Force);
            side = self.op(Op::Mul, &[side, force]);
        }
        self.op(Op::Mul, &[side, share])
    }

    fn head(&mut self, u: Value, full: bool) -> Value {
        let force = if self.body == BodyKind::Rigid {
            let push = self.turn(u, full);
            let h = self.heading();
            let aside = self.starboard(h);
            self.scale(Op::Mul, aside, push)
        } else {
            let most = self.own(Op::MaxSpeed);
            let wanted = self.scale(Op::Mul, u, most);
            self.toward(wanted, full)
        };
        let zero = self.number(0.0);
        let [x, y] = [u.0, u.1].map(|part| {
            let same = self.op(Op::Same, &[part, zero]);
            self.op(Op::Not, &[same])
        });
        let somewhere = self.op(Op::Or, &[x, y]);
        self.scale(Op::Where, force, somewhere)
    }

    /// Whether a direction lies within the angles of a view.
    fn sees(&mut self, d: Value, look: ViewChoice) -> Id {
        let k = look as u32;
        let border =
            |this: &mut Self, part: u32| this.node(Op::Border, k * BORDER_PARTS + part, &[]);
        let (a, b) =
            (Value(border(self, 0), border(self, 1)), Value(border(self, 2), border(self, 3)));
        let (a, b) = (self.dot(d, a), self.dot(d, b));
        let foremost = self.op(Op::Max, &[a, b]);
        let (sign, full) = (self.node(Op::ViewSign, k, &[]), self.node(Op::ViewFull, k, &[]));
        let d2 = self.dot(d, d);
        let (inside, all) = (self.op(Op::Mul, &[sign, foremost]), self.op(Op::Mul, &[full, d2]));
        let sum = self.op(Op::Add, &[inside, all]);
        let zero = self.number(0.0);
        self.op(Op::Less, &[zero, sum])
    }

    // --- the tree ---

    /// Value of an expression. A force is a share of the force scale.
    pub fn value(&mut self, expr: &Expr) -> Value {
        let value = match &expr.kind {
            ExprKind::Number(number) => Value(self.number(*number), NONE),
            ExprKind::Param(at) => Value(self.node(Op::Param, *at as u32, &[]), NONE),
            ExprKind::Is(at, option) => {
                let k = *at as u32 * OPTION_STRIDE + *option as u32;
                Value(self.node(Op::Is, k, &[]), NONE)
            }
            ExprKind::Keep(at) => self.keep(*at),
            ExprKind::Let(at) => self.named(*at),
            ExprKind::Own(own) => self.own_value(*own),
            ExprKind::Thing(thing, field) => self.thing(*thing, *field),
            ExprKind::Member(field) => self.member(*field),
            ExprKind::Minus(of) => {
                let value = self.value(of);
                self.minus(value)
            }
            ExprKind::Not(of) => {
                let value = self.value(of);
                Value(self.op(Op::Not, &[value.0]), NONE)
            }
            ExprKind::Binary(op, sides) => {
                let (a, b) = (self.value(&sides[0]), self.value(&sides[1]));
                self.binary(*op, a, b)
            }
            ExprKind::If(parts) => {
                let condition = self.value(&parts[0]).0;
                let (yes, no) = (self.value(&parts[1]), self.value(&parts[2]));
                self.when(condition, yes, no)
            }
            ExprKind::Call(function, args) => self.call(*function, args, false),
            ExprKind::Draw(function, args, place) => self.draw(*function, args, *place),
            ExprKind::Fold(over) => self.fold(over, expr.span),
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
    pub fn force(&mut self, expr: &Expr) -> Value {
        match &expr.kind {
            ExprKind::Let(at) => {
                if let Some(known) = self.forces[*at] {
                    return known;
                }
                let rule = self.rule;
                let value = self.force(&rule.named_values[*at].value);
                self.forces[*at] = Some(value);
                value
            }
            ExprKind::Minus(of) => {
                let value = self.force(of);
                self.minus(value)
            }
            ExprKind::If(parts) => {
                let condition = self.value(&parts[0]).0;
                let (yes, no) = (self.force(&parts[1]), self.force(&parts[2]));
                self.when(condition, yes, no)
            }
            ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract), sides) => {
                let (a, b) = (self.force(&sides[0]), self.force(&sides[1]));
                self.binary(*op, a, b)
            }
            ExprKind::Binary(BinaryOp::Multiply, sides) => {
                let [a, b] = &**sides;
                // The force scale is applied to the operand that is a force, else to a number.
                let second = match (self.pushes(a), self.pushes(b)) {
                    (true, _) => false,
                    (_, true) => true,
                    _ => a.ty == ValueType::Vector,
                };
                let (a, b) = if second {
                    (self.value(a), self.force(b))
                } else {
                    (self.force(a), self.value(b))
                };
                self.binary(BinaryOp::Multiply, a, b)
            }
            ExprKind::Own(OwnValue::SoFar) => Value(self.own(Op::SoFarX), self.own(Op::SoFarY)),
            // `x / max_force` stands for the force `x`.
            ExprKind::Binary(BinaryOp::Divide, sides)
                if sides[1].kind == ExprKind::Own(OwnValue::MaxForce) =>
            {
                self.value(&sides[0])
            }
            ExprKind::Binary(BinaryOp::Divide, sides) => {
                let (a, b) = (self.force(&sides[0]), self.value(&sides[1]));
                self.binary(BinaryOp::Divide, a, b)
            }
            ExprKind::Call(
                function @ (Function::Toward
                | Function::Seek
                | Function::Arrive
                | Function::Head
                | Function::Turn),
                args,
            ) => self.call(*function, args, true),
            _ => {
                let (value, force) = (self.value(expr), self.own(Op::Force));
                let x = self.op(Op::Mul, &[value.0, force]);
                let both = value.1 != NONE;
                Value(x, if both { self.op(Op::Mul, &[value.1, force]) } else { NONE })
            }
        }
    }

    /// Whether an expression contains a function whose result is a force.
    fn pushes(&self, expr: &Expr) -> bool {
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
            ExprKind::Let(at) => pushes |= self.pushes(&self.rule.named_values[*at].value),
            _ => {}
        });
        pushes
    }

    /// Force with which the rule steers, in world axes. A number is a force to starboard.
    pub fn steering(&mut self) -> Value {
        let rule = self.rule;
        let force = self.force(&rule.steer);
        self.in_world(force)
    }

    fn in_world(&mut self, force: Value) -> Value {
        if force.1 != NONE {
            return force;
        }
        let h = self.heading();
        let aside = self.starboard(h);
        self.scale(Op::Mul, aside, force.0)
    }

    /// Force with which the rule steers, in world axes, as a share of the force scale.
    pub fn steering_share(&mut self) -> Value {
        let rule = self.rule;
        let force = self.value(&rule.steer);
        self.in_world(force)
    }

    /// Whether all things exist without which the rule steers nothing.
    pub fn activity(&mut self, wants: &[Thing]) -> Id {
        let mut is_active = self.number(1.0);
        for thing in wants {
            let there = self.thing(*thing, Property::IsThere).0;
            is_active = self.op(Op::And, &[is_active, there]);
        }
        is_active
    }

    /// Value that the unit remembers.
    pub fn keep(&mut self, at: usize) -> Value {
        let rule = self.rule;
        let column = |at: usize| {
            rule.memories[..at].iter().map(|keep| parts_of(keep.initial_value.ty)).sum::<usize>()
                as u32
        };
        let first = column(at);
        let x = self.node(Op::Keep, first, &[]);
        let both = rule.memories[at].initial_value.ty == ValueType::Vector;
        Value(x, if both { self.node(Op::Keep, first + 1, &[]) } else { NONE })
    }

    fn own_value(&mut self, own: OwnValue) -> Value {
        let number = |this: &mut Self, number| Value(this.number(number), NONE);
        match own {
            OwnValue::Length => Value(self.own(Op::Length), NONE),
            OwnValue::MaxSpeed => Value(self.own(Op::MaxSpeed), NONE),
            OwnValue::MaxForce => Value(self.own(Op::Force), NONE),
            OwnValue::Braking => Value(self.braking(), NONE),
            OwnValue::Mass => Value(self.own(Op::Mass), NONE),
            OwnValue::Velocity => self.velocity(),
            OwnValue::Speed => {
                let v = self.velocity();
                Value(self.length(v), NONE)
            }
            OwnValue::Heading => self.heading(),
            OwnValue::Position => Value(self.own(Op::X), self.own(Op::Y)),
            OwnValue::Leads => Value(self.own(Op::Leads), NONE),
            OwnValue::Hunts => Value(self.own(Op::Hunts), NONE),
            OwnValue::Rank => Value(self.own(Op::Rank), NONE),
            OwnValue::GroupSize => Value(self.own(Op::GroupSize), NONE),
            OwnValue::SoFar => {
                let sum = Value(self.own(Op::SoFarX), self.own(Op::SoFarY));
                let (force, zero) = (self.own(Op::Force), self.number(0.0));
                let some = self.op(Op::Less, &[zero, force]);
                let share = self.scale(Op::Div, sum, force);
                self.scale(Op::Where, share, some)
            }
            OwnValue::Time => Value(self.own(Op::Time), NONE),
            OwnValue::Tick => number(self, DT),
            OwnValue::Left => number(self, -1.0),
            OwnValue::Right => number(self, 1.0),
            OwnValue::Pi => number(self, std::f32::consts::PI),
            OwnValue::Degree => number(self, std::f32::consts::PI / 180.0),
        }
    }

    fn thing(&mut self, thing: Thing, field: Property) -> Value {
        let mut part = |part| self.own(Op::Thing(thing, part));
        match field {
            Property::Velocity => Value(part(ThingPart::Vx), part(ThingPart::Vy)),
            Property::IsThere => Value(part(ThingPart::There), NONE),
            Property::IsLast => Value(part(ThingPart::Last), NONE),
            // A unit that touches a wall is at offset 0 from it, which has no direction.
            Property::Direction if matches!(thing, Thing::Wall | Thing::Barrier) => {
                Value(part(ThingPart::DirectionX), part(ThingPart::DirectionY))
            }
            _ => {
                let offset = Value(part(ThingPart::X), part(ThingPart::Y));
                match field {
                    Property::Distance => Value(self.length(offset), NONE),
                    Property::Direction => self.unit(offset),
                    _ => offset,
                }
            }
        }
    }

    fn member(&mut self, field: Property) -> Value {
        match field {
            Property::Offset => Value(self.own(Op::Dx), self.own(Op::Dy)),
            Property::Distance => {
                let offset = Value(self.own(Op::Dx), self.own(Op::Dy));
                Value(self.length(offset), NONE)
            }
            Property::Direction => {
                let offset = Value(self.own(Op::Dx), self.own(Op::Dy));
                self.unit(offset)
            }
            Property::Velocity => Value(self.own(Op::MemberVx), self.own(Op::MemberVy)),
            Property::Speed => {
                let v = Value(self.own(Op::MemberVx), self.own(Op::MemberVy));
                Value(self.length(v), NONE)
            }
            Property::Heading => Value(self.own(Op::MemberHx), self.own(Op::MemberHy)),
            Property::Length => Value(self.own(Op::MemberLength), NONE),
            Property::Leads => Value(self.own(Op::MemberLeads), NONE),
            Property::Radius => Value(self.own(Op::Radius), NONE),
            Property::IsThere | Property::IsLast => Value(self.number(1.0), NONE),
        }
    }

    fn binary(&mut self, op: BinaryOp, a: Value, b: Value) -> Value {
        let one = |this: &mut Self, op, a, b| Value(this.op(op, &[a, b]), NONE);
        match op {
            BinaryOp::Add | BinaryOp::Subtract => {
                let op = if op == BinaryOp::Add { Op::Add } else { Op::Sub };
                if a.1 == NONE { one(self, op, a.0, b.0) } else { self.componentwise(op, a, b) }
            }
            BinaryOp::Multiply if b.1 != NONE => self.scale(Op::Mul, b, a.0),
            BinaryOp::Multiply if a.1 != NONE => self.scale(Op::Mul, a, b.0),
            BinaryOp::Multiply => one(self, Op::Mul, a.0, b.0),
            BinaryOp::Divide if a.1 != NONE => self.scale(Op::Div, a, b.0),
            BinaryOp::Divide => one(self, Op::Div, a.0, b.0),
            BinaryOp::Power => Value(self.power(a.0, b.0), NONE),
            BinaryOp::LessThan => one(self, Op::Less, a.0, b.0),
            BinaryOp::AtMost => one(self, Op::AtMost, a.0, b.0),
            BinaryOp::MoreThan => one(self, Op::Less, b.0, a.0),
            BinaryOp::AtLeast => one(self, Op::AtMost, b.0, a.0),
            BinaryOp::Equal => one(self, Op::Same, a.0, b.0),
            BinaryOp::NotEqual => {
                let same = self.op(Op::Same, &[a.0, b.0]);
                Value(self.op(Op::Not, &[same]), NONE)
            }
            BinaryOp::And => one(self, Op::And, a.0, b.0),
            BinaryOp::Or => one(self, Op::Or, a.0, b.0),
        }
    }

    fn power(&mut self, base: Id, exponent: Id) -> Id {
        let Node { op, k, .. } = self.nodes[exponent as usize];
        let number = f32::from_bits(k);
        if op == Op::Number && is_whole(number) {
            return self.node(Op::Whole, number as u32, &[base]);
        }
        self.op(Op::Pow, &[base, exponent])
    }

    fn draw(&mut self, function: Function, args: &[Expr], place: u32) -> Value {
        if function == Function::Sway {
            let time = self.value(&args[0]).0;
            return Value(self.node(Op::Sway, place, &[time]), NONE);
        }
        if function == Function::Normal {
            let (deviation, drawn) = (self.value(&args[0]).0, self.node(Op::Normal, place, &[]));
            return Value(self.op(Op::Mul, &[deviation, drawn]), NONE);
        }
        let (low, high) = (self.value(&args[0]).0, self.value(&args[1]).0);
        let drawn = self.node(Op::Draw, place, &[]);
        let width = self.op(Op::Sub, &[high, low]);
        let above = self.op(Op::Mul, &[width, drawn]);
        Value(self.op(Op::Add, &[low, above]), NONE)
    }

    fn call(&mut self, function: Function, args: &[Expr], full: bool) -> Value {
        use Function as F;
        let values: Vec<Value> = args.iter().map(|arg| self.value(arg)).collect();
        let a = values[0];
        let one = |this: &mut Self, op| Value(this.op(op, &[a.0]), NONE);
        let only = |id| Value(id, NONE);
        match function {
            F::Abs => one(self, Op::Abs),
            F::Sign => one(self, Op::Sign),
            F::Sqrt => one(self, Op::Sqrt),
            F::Floor => one(self, Op::Floor),
            F::Exp => one(self, Op::Exp),
            F::Log => one(self, Op::Log),
            F::Tanh => one(self, Op::Tanh),
            F::Sin => one(self, Op::Sin),
            F::Cos => one(self, Op::Cos),
            F::Acos => one(self, Op::Acos),
            F::Wrap => one(self, Op::Wrap),
            F::Min | F::Max => {
                let op = if function == F::Min { Op::Min } else { Op::Max };
                only(values[1..].iter().fold(a.0, |least, next| self.op(op, &[least, next.0])))
            }
            F::Clamp => {
                let above = self.op(Op::Max, &[a.0, values[1].0]);
                only(self.op(Op::Min, &[above, values[2].0]))
            }
            F::Mix => {
                let (b, t) = (values[1], values[2].0);
                if a.1 == NONE {
                    let way = self.op(Op::Sub, &[b.0, a.0]);
                    let part = self.op(Op::Mul, &[way, t]);
                    return only(self.op(Op::Add, &[a.0, part]));
                }
                let way = self.componentwise(Op::Sub, b, a);
                let part = self.scale(Op::Mul, way, t);
                self.componentwise(Op::Add, a, part)
            }
            F::Pow => only(self.power(a.0, values[1].0)),
            F::Vec => Value(a.0, values[1].0),
            F::Length => only(self.length(a)),
            F::Unit => self.unit(a),
            F::Dot => only(self.dot(a, values[1])),
            F::Cross => only(self.cross(a, values[1])),
            F::Rotate => {
                let (sine, cosine) =
                    (self.op(Op::Sin, &[values[1].0]), self.op(Op::Cos, &[values[1].0]));
                let aside = self.starboard(a);
                let (along, aside) =
                    (self.scale(Op::Mul, a, cosine), self.scale(Op::Mul, aside, sine));
                self.componentwise(Op::Add, along, aside)
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
            F::Turn => only(self.turn(a, full)),
            F::Seen => only(self.sees(a, ViewChoice::Own)),
            F::Wide => only(self.sees(a, ViewChoice::Wide)),
            F::Limited => only(self.sees(a, ViewChoice::Limited)),
            F::Narrow => only(self.sees(a, ViewChoice::Narrow)),
            F::Full => only(self.number(1.0)),
            F::Toward => self.toward(a, full),
            F::Head => self.head(a, full),
            F::Seek => self.seek(a, full),
            F::Arrive => self.arrive(a, values[1].0, full),
            F::Foresee => self.foresee(&values),
            F::Random | F::Normal | F::Sway => unreachable!("drawn elsewhere"),
        }
    }

    // --- sets ---

    fn fold(&mut self, over: &Aggregate, span: Span) -> Value {
        let Aggregate { fold, set, first_draw: draw, .. } = over;
        if let Some(sums) = self.perceived_sum(over) {
            return sums;
        }
        let radius = set.radius.as_ref().map_or(NONE, |radius| self.value(radius).0);
        let closest = set.closest_count.as_ref().map_or(NONE, |many| self.value(many).0);
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
            self.named(at);
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
                && other.folds.len() < MOST_FOUND as usize / 4
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
        let needs = |id: Id| if id == NONE { 0 } else { self.after[id as usize] };
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
        let both = folding.member_value[1] != NONE;
        search.folds.push(FoldPlan { place, ..folding });
        if at >= 32 {
            // One search too many: reported by the caller.
            return Value(self.number(0.0), if both { self.number(0.0) } else { NONE });
        }
        let k = at as u32 * MOST_FOUND + place;
        let x = self.node(Op::Found, k, &[]);
        Value(x, if both { self.node(Op::Found, k + 1, &[]) } else { NONE })
    }

    /// Compiles the condition and the value of each member for the search `at`; returns them, and
    /// the searches on which they depend, as bits.
    fn fold_within(&mut self, at: u32, how: Reduction, over: &Aggregate) -> (FoldPlan, u32) {
        self.within = Some(at);
        let counts = over.member_condition.as_ref().map(|condition| self.value(condition).0);
        let rank = over.rank.as_ref().map(|rank| self.value(rank).0);
        let member_value = over.value.as_ref().map(|value| self.value(value));
        self.within = None;
        let mut after = 0;
        // Values of the unit are copied to its members.
        let whose = ValueScope::Member(at);
        let of_member = |this: &mut Self, id: Id| {
            if id == NONE || this.nodes[id as usize].whose == whose {
                return id;
            }
            this.put(Node { op: Op::Spread, k: id, from: [NONE; 4], whose })
        };
        let counts = counts.map_or(NONE, |id| of_member(self, id));
        let rank = rank.map_or(NONE, |id| of_member(self, id));
        let [x, y] = member_value.map_or([NONE; 2], |value| [value.0, value.1]);
        let member_value = [of_member(self, x), of_member(self, y)];
        for id in [counts, rank, member_value[0], member_value[1]] {
            if id != NONE {
                after |= self.after[id as usize];
            }
        }
        (FoldPlan { how, counts, rank, member_value, place: 0 }, after)
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
    fn perceived_sum(&mut self, over: &Aggregate) -> Option<Value> {
        let Aggregate { fold, set, member_condition: None, value, .. } = over else { return None };
        if set.kind != SetKind::View || set.closest_count.is_some() || self.observed {
            return None;
        }
        let count = |this: &mut Self| this.node(Op::Seen, 0, &[]);
        let first = match (fold, value.as_ref().map(|value| &value.kind)) {
            (FoldFunction::Count, None) => return Some(Value(count(self), NONE)),
            (FoldFunction::Sum | FoldFunction::Mean, Some(ExprKind::Member(Property::Offset))) => 1,
            (
                FoldFunction::Sum | FoldFunction::Mean,
                Some(ExprKind::Member(Property::Velocity)),
            ) => 3,
            _ => return None,
        };
        let sum = Value(self.node(Op::Seen, first, &[]), self.node(Op::Seen, first + 1, &[]));
        if *fold == FoldFunction::Sum {
            return Some(sum);
        }
        let (count, zero) = (count(self), self.number(0.0));
        let (mean, somebody) = (self.scale(Op::Div, sum, count), self.op(Op::Less, &[zero, count]));
        Some(self.scale(Op::Where, mean, somebody))
    }

    // --- the program ---

    /// Builds the program that computes these values of units.
    pub fn finish(self, outputs: &[Value]) -> Result<Program, RuleError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        Emitter::new(&self).emit(outputs)
    }
}

/// Number of components of a type.
pub(super) fn parts_of(ty: ValueType) -> usize {
    if ty == ValueType::Vector { 2 } else { 1 }
}

/// Assigns columns to values, in an order in which each value is computed before it is used.
struct Emitter<'c, 'r> {
    of: &'c Compiler<'r>,
    program: Program,
    /// Nodes and searches in the order of their computation.
    order: Vec<Planned>,
    done: Vec<bool>,
    searched: Vec<bool>,
    column: Vec<Option<Column>>,
}

#[derive(Clone, Copy)]
enum Planned {
    Node(Id),
    Search(usize),
}

impl<'c, 'r> Emitter<'c, 'r> {
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
    fn plan(&mut self, id: Id) {
        if id == NONE || std::mem::replace(&mut self.done[id as usize], true) {
            return;
        }
        let node = self.of.nodes[id as usize];
        if node.op == Op::Found {
            self.plan_search((node.k / MOST_FOUND) as usize);
            return;
        }
        node.from.into_iter().for_each(|arg| self.plan(arg));
        self.order.push(Planned::Node(id));
    }

    fn plan_search(&mut self, at: usize) {
        if std::mem::replace(&mut self.searched[at], true) {
            return;
        }
        self.plan(self.of.searches[at].radius);
        self.plan(self.of.searches[at].closest);
        for id in self.members(at) {
            let node = self.of.nodes[id as usize];
            if node.op == Op::Spread {
                self.plan(node.k);
            }
        }
        self.order.push(Planned::Search(at));
    }

    /// Member values that a search needs, each after its operands.
    fn members(&self, at: usize) -> Vec<Id> {
        fn visit(of: &Compiler, id: Id, order: &mut Vec<Id>) {
            if id == NONE || order.contains(&id) {
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

    fn emit(mut self, outputs: &[Value]) -> Result<Program, RuleError> {
        for value in outputs {
            self.plan(value.0);
            self.plan(value.1);
        }
        // Last step that reads each value.
        let mut last = vec![0usize; self.of.nodes.len()];
        for (at, planned) in self.order.iter().enumerate() {
            match planned {
                Planned::Node(id) => {
                    let node = self.of.nodes[*id as usize];
                    last[*id as usize] = last[*id as usize].max(at);
                    for arg in node.from.into_iter().filter(|arg| *arg != NONE) {
                        last[arg as usize] = at;
                    }
                }
                Planned::Search(search) => {
                    for id in self.members(*search) {
                        let node = self.of.nodes[id as usize];
                        if node.op == Op::Spread {
                            last[node.k as usize] = at;
                        }
                    }
                    let SearchPlan { radius, closest, .. } = self.of.searches[*search];
                    for id in [radius, closest] {
                        if id != NONE {
                            last[id as usize] = at;
                        }
                    }
                }
            }
        }
        for id in outputs.iter().flat_map(|value| [value.0, value.1]).filter(|id| *id != NONE) {
            last[id as usize] = usize::MAX;
        }
        let mut columns = ColumnPool::default();
        let order = std::mem::take(&mut self.order);
        // Values that are the same for all units are computed first and keep their columns.
        for planned in &order {
            if let Planned::Node(id) = planned
                && self.of.nodes[*id as usize].whose == ValueScope::All
            {
                let column = columns.take();
                self.column[*id as usize] = Some(column);
                let step = self.step(*id, column, &self.column);
                self.program.fixed.push(step);
            }
        }
        let mut alive: Vec<Id> = Vec::new();
        for (at, planned) in order.iter().enumerate() {
            let release =
                |columns: &mut ColumnPool, alive: &mut Vec<Id>, column: &[Option<Column>]| {
                    alive.retain(|id| {
                        let over = last[*id as usize] <= at;
                        if over {
                            columns.give(column[*id as usize].unwrap_or_default());
                        }
                        !over
                    });
                };
            match planned {
                Planned::Node(id) => {
                    let node = self.of.nodes[*id as usize];
                    if node.whose == ValueScope::All {
                        continue;
                    }
                    match node.op {
                        Op::Thing(thing, _) => {
                            let is_shared = matches!(
                                thing,
                                Thing::Target | Thing::Leader | Thing::Pointer | Thing::Site(_)
                            );
                            if !is_shared && !self.program.asks.contains(&thing) {
                                self.program.asks.push(thing);
                            }
                        }
                        Op::Found => continue,
                        _ => {}
                    }
                    let column = columns.take();
                    self.column[*id as usize] = Some(column);
                    let step = self.step(*id, column, &self.column);
                    self.program.steps.push(BlockStep::Instruction(step));
                    alive.push(*id);
                    release(&mut columns, &mut alive, &self.column);
                }
                Planned::Search(search) => {
                    // The results of the search occupy columns from here on.
                    let found: Vec<Id> = (0..self.of.nodes.len() as Id)
                        .filter(|id| {
                            let node = self.of.nodes[*id as usize];
                            node.op == Op::Found
                                && (node.k / MOST_FOUND) as usize == *search
                                && self.done[*id as usize]
                        })
                        .collect();
                    for id in &found {
                        self.column[*id as usize] = Some(columns.take());
                        alive.push(*id);
                    }
                    self.emit_search(*search)?;
                    self.program.steps.push(BlockStep::Search(self.program.searches.len() - 1));
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
            .filter(|id| *id != NONE)
            .map(|id| self.column[id as usize].unwrap_or_default())
            .collect();
        Ok(self.program)
    }

    fn step(&self, id: Id, to: Column, columns: &[Option<Column>]) -> Instruction {
        let Node { op, k, from, .. } = self.of.nodes[id as usize];
        let from = from.map(|arg| match arg {
            NONE => 0,
            arg => columns[arg as usize].unwrap_or_default(),
        });
        Instruction { op, k, to, from }
    }

    fn emit_search(&mut self, at: usize) -> Result<(), RuleError> {
        let members = self.members(at);
        let mut columns = ColumnPool::default();
        let mut column: Vec<Option<Column>> = vec![None; self.of.nodes.len()];
        let SearchPlan { kind, group, radius, closest, .. } = &self.of.searches[at];
        let of_unit = |id: Id| if id == NONE { None } else { self.column[id as usize] };
        let mut search = Search {
            kind: *kind,
            group: group.clone(),
            radius: of_unit(*radius),
            closest: of_unit(*closest),
            fixed: Vec::new(),
            spread: Vec::new(),
            steps: Vec::new(),
            deciding: 0,
            prunes: false,
            needs: Needs::default(),
            folds: Vec::new(),
        };
        let mut last = vec![0usize; self.of.nodes.len()];
        for (step, id) in members.iter().enumerate() {
            for arg in self.of.nodes[*id as usize].from.into_iter().filter(|arg| *arg != NONE) {
                last[arg as usize] = step;
            }
        }
        for fold in &self.of.searches[at].folds {
            let kept = [fold.counts, fold.rank, fold.member_value[0], fold.member_value[1]];
            kept.into_iter().filter(|id| *id != NONE).for_each(|id| last[id as usize] = usize::MAX);
        }
        // Quantities of members, and values that are the same for all members of a unit, have
        // columns of their own.
        for id in &members {
            let node = self.of.nodes[*id as usize];
            if node.op == Op::Spread {
                let to = columns.take();
                column[*id as usize] = Some(to);
                let from = self.column[node.k as usize].unwrap_or_default();
                let fixed = self.of.nodes[node.k as usize].whose == ValueScope::All;
                (if fixed { &mut search.fixed } else { &mut search.spread }).push((to, from));
            } else if node.op.is_of_member() {
                let to = columns.take();
                column[*id as usize] = Some(to);
                let needs = &mut search.needs;
                let slot = match node.op {
                    Op::Dx => &mut needs.offset[0],
                    Op::Dy => &mut needs.offset[1],
                    Op::D2 => &mut needs.d2,
                    Op::MemberVx => &mut needs.velocity[0],
                    Op::MemberVy => &mut needs.velocity[1],
                    Op::MemberHx => &mut needs.heading[0],
                    Op::MemberHy => &mut needs.heading[1],
                    Op::MemberLength => &mut needs.length,
                    Op::MemberLeads => &mut needs.leads,
                    _ => &mut needs.radius,
                };
                *slot = Some(to);
            }
        }
        let Needs { heading: [hx, hy], length, leads, radius, .. } = search.needs;
        search.needs.looks_up = [hx, hy, length, leads, radius].iter().any(Option::is_some);
        let nearest = self.of.searches[at].folds.iter().any(|fold| fold.how == Reduction::Nearest);
        if nearest && search.needs.d2.is_none() {
            search.needs.d2 = Some(columns.take());
        }
        let folds = &self.of.searches[at].folds;
        let tally =
            |_| if *kind == SetKind::Obstacles { [(); 2].map(|()| columns.take()) } else { [0; 2] };
        let tallies: Vec<[Column; 2]> = folds.iter().map(tally).collect();
        let decides = |id: &Id| folds.iter().any(|fold| fold.counts == *id);
        let last_decision = match folds.iter().all(|fold| fold.counts != NONE) {
            true => members.iter().rposition(decides),
            false => None,
        };
        let mut alive: Vec<Id> = Vec::new();
        for (step, id) in members.iter().enumerate() {
            let node = self.of.nodes[*id as usize];
            if node.op == Op::Spread || node.op.is_of_member() {
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
                    columns.give(column[*id as usize].unwrap_or_default());
                }
                !over
            });
        }
        let fixed = |column: &Column| search.fixed.iter().any(|(to, _)| to == column);
        search.prunes = search.steps.iter().any(|step| match step.op {
            Op::And => step.from[..2].iter().any(fixed),
            Op::Where => fixed(&step.from[1]),
            Op::Select => fixed(&step.from[0]),
            _ => false,
        });
        let of = |id: Id| if id == NONE { None } else { column[id as usize] };
        for (fold, tally) in self.of.searches[at].folds.iter().zip(tallies) {
            let k = at as u32 * MOST_FOUND + fold.place;
            let found = |part: u32| {
                let node =
                    Node { op: Op::Found, k: k + part, from: [NONE; 4], whose: ValueScope::Unit };
                let id = self.of.known.get(&node).filter(|id| self.done[**id as usize])?;
                self.column[*id as usize]
            };
            let result = [found(0), found(1)];
            if result == [None; 2] {
                continue;
            }
            search.folds.push(FoldResult {
                how: fold.how,
                counts: of(fold.counts),
                rank: match fold.how {
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
    free: Vec<Column>,
    /// Largest number of columns in use at a time.
    most: usize,
}

impl ColumnPool {
    fn take(&mut self) -> Column {
        self.free.pop().unwrap_or_else(|| {
            self.most += 1;
            // A program with too many columns is refused at the end.
            (self.most - 1).min(usize::from(Column::MAX)) as Column
        })
    }

    fn give(&mut self, column: Column) {
        self.free.push(column);
    }
}
