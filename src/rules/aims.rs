//! Aims of a rule, derived from its tree: directions, velocities and places that it steers by and
//! that can be drawn. A force from `seek`, `arrive`, `turn`, `side`, `head` or `toward`, or along
//! the direction of a thing, has an aim; a sum of pushes has none.

use super::tree::{
    Aggregate, Binary, Expr, ExprKind, Field, Fold, Function, Own, Rule, SetKind, Type,
};

/// An aim of a rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Aim {
    /// Kind of the vector.
    pub kind: AimAt,
    /// The vector: a direction, a velocity or an offset.
    pub at: Expr,
    /// Factor on the steering, a number: negative steers away, 0 does not steer.
    pub by: Expr,
}

/// Kind of an aim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AimAt {
    /// A direction to take.
    Direction,
    /// A velocity to reach.
    Velocity,
    /// A place, by its offset from the unit.
    Place,
}

impl Rule {
    /// Aims in the order of the text.
    pub fn aims(&self) -> Vec<Aim> {
        let mut aims = Vec::new();
        self.aims_of(&self.steer, number(1.0), &mut aims);
        aims
    }

    fn aims_of(&self, force: &Expr, by: Expr, aims: &mut Vec<Aim>) {
        match &force.kind {
            ExprKind::Minus(of) => self.aims_of(of, minus(by), aims),
            ExprKind::Let(at) => self.aims_of(&self.lets[*at].value, by, aims),
            ExprKind::Binary(op, sides) => {
                let [left, right] = &**sides;
                match op {
                    Binary::Add | Binary::Subtract => {
                        self.aims_of(left, by.clone(), aims);
                        let less = *op == Binary::Subtract;
                        self.aims_of(right, if less { minus(by) } else { by }, aims);
                    }
                    Binary::Multiply => {
                        if right.ty == Type::Number {
                            self.aims_of(left, of(*op, by.clone(), right), aims);
                        }
                        if left.ty == Type::Number {
                            self.aims_of(right, of(*op, by, left), aims);
                        }
                    }
                    Binary::Divide => self.aims_of(left, of(*op, by, right), aims),
                    _ => {}
                }
            }
            ExprKind::If(parts) => {
                let [condition, yes, no] = &**parts;
                let when = |[yes, no]: [Expr; 2]| {
                    let parts = [condition.clone(), yes, no];
                    Expr { kind: ExprKind::If(Box::new(parts)), ..number(0.0) }
                };
                self.aims_of(yes, when([by.clone(), number(0.0)]), aims);
                self.aims_of(no, when([number(0.0), by]), aims);
            }
            ExprKind::Call(
                Function::Seek
                | Function::Arrive
                | Function::Turn
                | Function::Side
                | Function::Head
                | Function::Toward,
                args,
            ) => aims.extend(self.aim(&args[0], by)),
            ExprKind::Thing(_, Field::Offset | Field::Direction) => {
                aims.extend(self.aim(force, by))
            }
            ExprKind::Fold(over)
                if over.set.kind == SetKind::Obstacles && over.fold == Fold::Sum =>
            {
                aims.extend(self.nearest(over, by));
            }
            _ => {}
        }
    }

    /// Aim of a force along a vector.
    fn aim(&self, at: &Expr, by: Expr) -> Option<Aim> {
        let kind = self.measure(at);
        match &at.kind {
            ExprKind::Minus(of) => self.aim(of, minus(by)),
            ExprKind::Let(named) => self.aim(&self.lets[*named].value, by),
            // The direction of an offset aims at the place itself.
            ExprKind::Call(Function::Unit, args) if self.measure(&args[0]) == AimAt::Place => {
                self.aim(&args[0], by)
            }
            ExprKind::Fold(over) if over.fold == Fold::Sum => {
                let mean = Aggregate { fold: Fold::Mean, ..(**over).clone() };
                Some(Aim {
                    kind,
                    at: Expr { kind: ExprKind::Fold(Box::new(mean)), ..at.clone() },
                    by,
                })
            }
            // Standing still is no aim.
            ExprKind::Call(Function::Vec, args)
                if args.iter().all(|arg| arg.kind == ExprKind::Number(0.0)) =>
            {
                None
            }
            _ => Some(Aim { kind, at: at.clone(), by }),
        }
    }

    /// Aim at the nearest of the members that each push the unit: the push of that one.
    fn nearest(&self, over: &Aggregate, by: Expr) -> Option<Aim> {
        let push = over.value.as_ref().filter(|push| push.ty == Type::Vector)?;
        let offset = Expr { kind: ExprKind::Member(Field::Offset), ..push.clone() };
        let along = Expr {
            kind: ExprKind::Call(Function::Dot, vec![push.clone(), offset.clone()]),
            ..number(0.0)
        };
        let nearest = |value: Expr| {
            let (ty, span) = (value.ty, value.span);
            let of = Aggregate { fold: Fold::Nearest, value: Some(value), ..over.clone() };
            Expr { kind: ExprKind::Fold(Box::new(of)), ty, span }
        };
        let by = of(Binary::Multiply, by, &nearest(along));
        Some(Aim { kind: AimAt::Place, at: nearest(offset), by })
    }

    /// Kind of a vector, derived from its operands.
    fn measure(&self, expr: &Expr) -> AimAt {
        let most = |parts: &[Expr]| {
            parts.iter().map(|part| self.measure(part)).max().unwrap_or(AimAt::Direction)
        };
        match &expr.kind {
            ExprKind::Let(at) => self.measure(&self.lets[*at].value),
            ExprKind::Own(Own::Length | Own::Place) => AimAt::Place,
            ExprKind::Own(Own::MaxSpeed | Own::Velocity | Own::Speed) => AimAt::Velocity,
            ExprKind::Thing(_, field) | ExprKind::Member(field) => match field {
                Field::Offset | Field::Distance | Field::Length | Field::Radius => AimAt::Place,
                Field::Velocity | Field::Speed => AimAt::Velocity,
                _ => AimAt::Direction,
            },
            ExprKind::Minus(of) => self.measure(of),
            ExprKind::Binary(Binary::Divide, sides) => self.measure(&sides[0]),
            ExprKind::Binary(_, sides) => most(&**sides),
            ExprKind::If(parts) => most(&parts[1..]),
            ExprKind::Call(Function::Unit | Function::Sin | Function::Cos | Function::Side, _) => {
                AimAt::Direction
            }
            ExprKind::Call(_, args) => most(args),
            ExprKind::Fold(over) => {
                over.value.as_ref().map_or(AimAt::Direction, |of| self.measure(of))
            }
            _ => AimAt::Direction,
        }
    }
}

fn number(number: f32) -> Expr {
    Expr { kind: ExprKind::Number(number), ..Expr::default() }
}

fn minus(of: Expr) -> Expr {
    Expr { kind: ExprKind::Minus(Box::new(of)), ..number(0.0) }
}

fn of(op: Binary, left: Expr, right: &Expr) -> Expr {
    Expr { kind: ExprKind::Binary(op, Box::new([left, right.clone()])), ..number(0.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Kinds of the aims of a rule.
    fn aims(text: &str) -> Vec<AimAt> {
        Rule::parse(text).expect("a rule").aims().iter().map(|aim| aim.kind).collect()
    }

    #[test]
    fn a_rule_aims_at_the_places_and_takes_the_courses_that_its_force_asks_for() {
        use AimAt::{Direction, Place, Velocity};
        assert_eq!(aims("steer seek(goal.offset + goal.velocity * (goal.distance / V))"), [Place]);
        assert_eq!(aims("u = goal.direction\nsteer head(starboard(u) + u)"), [Direction]);
        assert_eq!(aims("steer turn(sum(j in view: j.velocity))"), [Velocity]);
        let both =
            "steer if leads then seek(-(h + rotate(h, pi)) * L) else arrive(leader.offset, L)";
        assert_eq!(aims(both), [Place, Place]);
        assert_eq!(aims("steer -sum(j in mates(9): j.direction) - goal.direction"), [Direction]);
        assert_eq!(aims("steer toward(vec(0, 0))"), []);
    }
}
