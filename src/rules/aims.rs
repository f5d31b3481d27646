//! Aims of a rule, derived from its tree: directions, velocities and positions by which it steers
//! and that can be drawn. A force from `seek`, `arrive`, `turn`, `side`, `head` or `toward`, or
//! along the direction of a thing, has an aim; a sum of pushes has none.

use super::tree::{
    Aggregate, BinaryOp, Expr, ExprKind, FoldFunction, Function, OwnValue, Property, Rule, SetKind,
    ValueType,
};

/// Aim of a rule: a vector by which the rule steers.
#[derive(Clone, Debug, PartialEq)]
pub struct Aim {
    /// Kind of the aim's vector: direction, velocity or offset.
    pub kind: AimVectorKind,
    /// Vector of the aim: a direction, a velocity or an offset.
    pub vector: Expr,
    /// Factor by which the rule steers toward the aim: a number expression, negative to steer away,
    /// 0 where the rule does not steer.
    pub factor: Expr,
}

/// Kind of the vector of an [`Aim`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AimVectorKind {
    /// Direction that the unit should take.
    Direction,
    /// Velocity that the unit should reach.
    Velocity,
    /// Position, by its offset from the unit.
    Position,
}

impl Rule {
    /// Aims of the rule, in the order of the text.
    pub fn aims(&self) -> Vec<Aim> {
        let mut aims = Vec::new();
        self.collect_aims(&self.steer, number_expr(1.0), &mut aims);
        aims
    }

    fn collect_aims(&self, force: &Expr, by: Expr, aims: &mut Vec<Aim>) {
        match &force.kind {
            ExprKind::Minus(of) => self.collect_aims(of, negate(by), aims),
            ExprKind::Let(at) => self.collect_aims(&self.named_values[*at].value, by, aims),
            ExprKind::Binary(op, sides) => {
                let [left, right] = &**sides;
                match op {
                    BinaryOp::Add | BinaryOp::Subtract => {
                        self.collect_aims(left, by.clone(), aims);
                        let less = *op == BinaryOp::Subtract;
                        self.collect_aims(right, if less { negate(by) } else { by }, aims);
                    }
                    BinaryOp::Multiply => {
                        if right.ty == ValueType::Number {
                            self.collect_aims(left, binary_expr(*op, by.clone(), right), aims);
                        }
                        if left.ty == ValueType::Number {
                            self.collect_aims(right, binary_expr(*op, by, left), aims);
                        }
                    }
                    BinaryOp::Divide => self.collect_aims(left, binary_expr(*op, by, right), aims),
                    _ => {}
                }
            }
            ExprKind::If(parts) => {
                let [condition, yes, no] = &**parts;
                let when = |[yes, no]: [Expr; 2]| {
                    let parts = [condition.clone(), yes, no];
                    Expr { kind: ExprKind::If(Box::new(parts)), ..number_expr(0.0) }
                };
                self.collect_aims(yes, when([by.clone(), number_expr(0.0)]), aims);
                self.collect_aims(no, when([number_expr(0.0), by]), aims);
            }
            ExprKind::Call(
                Function::Seek
                | Function::Arrive
                | Function::Turn
                | Function::Side
                | Function::Head
                | Function::Toward,
                args,
            ) => aims.extend(self.aim_of_vector(&args[0], by)),
            ExprKind::Thing(_, Property::Offset | Property::Direction) => {
                aims.extend(self.aim_of_vector(force, by))
            }
            ExprKind::Fold(over)
                if over.set.kind == SetKind::Obstacles && over.fold == FoldFunction::Sum =>
            {
                aims.extend(self.aim_at_nearest(over, by));
            }
            _ => {}
        }
    }

    /// Aim of a force along a vector; `None` if there is nothing to draw.
    fn aim_of_vector(&self, at: &Expr, by: Expr) -> Option<Aim> {
        let kind = self.aim_kind(at);
        match &at.kind {
            ExprKind::Minus(of) => self.aim_of_vector(of, negate(by)),
            ExprKind::Let(named) => self.aim_of_vector(&self.named_values[*named].value, by),
            // A force along the direction of an offset aims at the position to which the offset
            // leads.
            ExprKind::Call(Function::Unit, args)
                if self.aim_kind(&args[0]) == AimVectorKind::Position =>
            {
                self.aim_of_vector(&args[0], by)
            }
            ExprKind::Fold(over) if over.fold == FoldFunction::Sum => {
                let mean = Aggregate { fold: FoldFunction::Mean, ..(**over).clone() };
                Some(Aim {
                    kind,
                    vector: Expr { kind: ExprKind::Fold(Box::new(mean)), ..at.clone() },
                    factor: by,
                })
            }
            // A wanted velocity of 0 has no direction to draw.
            ExprKind::Call(Function::Vec, args)
                if args.iter().all(|arg| arg.kind == ExprKind::Number(0.0)) =>
            {
                None
            }
            _ => Some(Aim { kind, vector: at.clone(), factor: by }),
        }
    }

    /// Aim at the position of the nearest member, for a sum over obstacles that each push the unit.
    fn aim_at_nearest(&self, over: &Aggregate, by: Expr) -> Option<Aim> {
        let push = over.value.as_ref().filter(|push| push.ty == ValueType::Vector)?;
        let offset = Expr { kind: ExprKind::Member(Property::Offset), ..push.clone() };
        let along = Expr {
            kind: ExprKind::Call(Function::Dot, vec![push.clone(), offset.clone()]),
            ..number_expr(0.0)
        };
        let nearest = |value: Expr| {
            let (ty, span) = (value.ty, value.span);
            let of = Aggregate { fold: FoldFunction::Nearest, value: Some(value), ..over.clone() };
            Expr { kind: ExprKind::Fold(Box::new(of)), ty, span }
        };
        let by = binary_expr(BinaryOp::Multiply, by, &nearest(along));
        Some(Aim { kind: AimVectorKind::Position, vector: nearest(offset), factor: by })
    }

    /// Kind of a vector, derived from its operands.
    fn aim_kind(&self, expr: &Expr) -> AimVectorKind {
        let most = |parts: &[Expr]| {
            parts.iter().map(|part| self.aim_kind(part)).max().unwrap_or(AimVectorKind::Direction)
        };
        match &expr.kind {
            ExprKind::Let(at) => self.aim_kind(&self.named_values[*at].value),
            ExprKind::Own(OwnValue::Length | OwnValue::Position) => AimVectorKind::Position,
            ExprKind::Own(OwnValue::MaxSpeed | OwnValue::Velocity | OwnValue::Speed) => {
                AimVectorKind::Velocity
            }
            ExprKind::Thing(_, field) | ExprKind::Member(field) => match field {
                Property::Offset | Property::Distance | Property::Length | Property::Radius => {
                    AimVectorKind::Position
                }
                Property::Velocity | Property::Speed => AimVectorKind::Velocity,
                _ => AimVectorKind::Direction,
            },
            ExprKind::Minus(of) => self.aim_kind(of),
            ExprKind::Binary(BinaryOp::Divide, sides) => self.aim_kind(&sides[0]),
            ExprKind::Binary(_, sides) => most(&**sides),
            ExprKind::If(parts) => most(&parts[1..]),
            ExprKind::Call(Function::Unit | Function::Sin | Function::Cos | Function::Side, _) => {
                AimVectorKind::Direction
            }
            ExprKind::Call(_, args) => most(args),
            ExprKind::Fold(over) => {
                over.value.as_ref().map_or(AimVectorKind::Direction, |of| self.aim_kind(of))
            }
            _ => AimVectorKind::Direction,
        }
    }
}

fn number_expr(number: f32) -> Expr {
    Expr { kind: ExprKind::Number(number), ..Expr::default() }
}

fn negate(of: Expr) -> Expr {
    Expr { kind: ExprKind::Minus(Box::new(of)), ..number_expr(0.0) }
}

fn binary_expr(op: BinaryOp, left: Expr, right: &Expr) -> Expr {
    Expr { kind: ExprKind::Binary(op, Box::new([left, right.clone()])), ..number_expr(0.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Kinds of the aims of a rule.
    fn aims(text: &str) -> Vec<AimVectorKind> {
        Rule::parse(text).expect("a rule").aims().iter().map(|aim| aim.kind).collect()
    }

    #[test]
    fn a_rule_aims_at_the_places_and_takes_the_courses_that_its_force_asks_for() {
        use AimVectorKind::{Direction, Position, Velocity};
        assert_eq!(
            aims("steer seek(goal.offset + goal.velocity * (goal.distance / V))"),
            [Position]
        );
        assert_eq!(aims("u = goal.direction\nsteer head(starboard(u) + u)"), [Direction]);
        assert_eq!(aims("steer turn(sum(j in view: j.velocity))"), [Velocity]);
        let both =
            "steer if leads then seek(-(h + rotate(h, pi)) * L) else arrive(leader.offset, L)";
        assert_eq!(aims(both), [Position, Position]);
        assert_eq!(aims("steer -sum(j in mates(9): j.direction) - goal.direction"), [Direction]);
        assert_eq!(aims("steer toward(vec(0, 0))"), []);
    }
}
