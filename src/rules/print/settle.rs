//! A rule whose choices are made: what the other options would do is gone.

use super::super::tree::{
    Aggregate, Binary, Expr, Field, Function, Keep, Let, Op, Rule, Thing, Type,
};
use super::Sight;

/// What is known of a rule before it runs.
pub(super) struct Known<'k> {
    /// The option of each parameter that is a choice.
    pub chosen: &'k [Option<usize>],
    /// The angles of the group's view; `None`: it sees no one.
    pub sight: Option<Sight>,
    /// Its path has an end, where it stops.
    pub stops: bool,
}

fn constant(holds: bool, expr: &Expr) -> Expr {
    Expr { is: Op::Is(usize::MAX, usize::from(holds)), ..expr.clone() }
}

/// Whether a condition holds, where that is known.
fn truth(expr: &Expr) -> Option<bool> {
    match &expr.is {
        Op::Is(usize::MAX, holds) => Some(*holds == 1),
        _ => None,
    }
}

impl Known<'_> {
    /// The rule with what is known.
    pub fn settle(&self, rule: &Rule) -> Rule {
        let mut lets: Vec<Let> = Vec::new();
        for named in &rule.lets {
            let value = self.expr(&named.value, &lets);
            lets.push(Let { value, ..named.clone() });
        }
        let of = |expr: &Expr| self.expr(expr, &lets);
        let keep = |keep: &Keep| Keep { then: of(&keep.then), ..keep.clone() };
        let (steer, thrust) = (of(&rule.steer), rule.thrust.as_ref().map(of));
        let (brake, keeps) = (rule.brake.as_ref().map(of), rule.keeps.iter().map(keep).collect());
        Rule { steer, thrust, brake, keeps, lets, ..rule.clone() }
    }

    fn expr(&self, expr: &Expr, lets: &[Let]) -> Expr {
        let of = |expr: &Expr| self.expr(expr, lets);
        let all = |args: &[Expr]| args.iter().map(of).collect::<Vec<_>>();
        let with = |is: Op| Expr { is, ..expr.clone() };
        match &expr.is {
            Op::Is(at, option) => match self.chosen.get(*at).copied().flatten() {
                Some(chosen) => constant(chosen == *option, expr),
                None => expr.clone(),
            },
            Op::Let(at) => match lets.get(*at).and_then(|known| truth(&known.value)) {
                Some(holds) => constant(holds, expr),
                None => expr.clone(),
            },
            Op::Thing(Thing::Node, Field::Last) if !self.stops => constant(false, expr),
            Op::Minus(of_what) => with(Op::Minus(Box::new(of(of_what)))),
            Op::Not(of_what) => {
                let of_what = of(of_what);
                match truth(&of_what) {
                    Some(holds) => constant(!holds, expr),
                    None => with(Op::Not(Box::new(of_what))),
                }
            }
            Op::Binary(op, sides) => {
                let [left, right] = [&sides[0], &sides[1]].map(of);
                match (op, truth(&left), truth(&right)) {
                    (Binary::And, Some(false), _) | (Binary::And, _, Some(false)) => {
                        constant(false, expr)
                    }
                    (Binary::Or, Some(true), _) | (Binary::Or, _, Some(true)) => {
                        constant(true, expr)
                    }
                    (Binary::And | Binary::Or, Some(_), _) => right,
                    (Binary::And | Binary::Or, _, Some(_)) => left,
                    _ => with(Op::Binary(*op, Box::new([left, right]))),
                }
            }
            Op::If(parts) => {
                let [condition, yes, no] = [&parts[0], &parts[1], &parts[2]].map(of);
                match truth(&condition) {
                    Some(true) => yes,
                    Some(false) => no,
                    None => with(Op::If(Box::new([condition, yes, no]))),
                }
            }
            Op::Call(Function::Full, _) => constant(true, expr),
            Op::Call(Function::Seen, args) => match self.sight {
                None => constant(false, expr),
                Some(Sight::Full) => constant(true, expr),
                Some(Sight::Wide) => with(Op::Call(Function::Wide, all(args))),
                Some(Sight::Limited) => with(Op::Call(Function::Limited, all(args))),
                Some(Sight::Narrow) => with(Op::Call(Function::Narrow, all(args))),
            },
            Op::Call(function, args) => with(Op::Call(*function, all(args))),
            Op::Draw(function, args, place) => with(Op::Draw(*function, all(args), *place)),
            Op::Fold(over) => {
                let Aggregate { condition, value, set, .. } = &**over;
                let mut set = set.clone();
                set.radius = set.radius.as_ref().map(of);
                set.closest = set.closest.map(|many| Box::new(of(&many)));
                let condition = condition.as_ref().map(of);
                // What always holds need not be asked, unless it is all that is asked.
                let condition = condition.filter(|one| {
                    truth(one) != Some(true) || value.is_none() && expr.ty == Type::Condition
                });
                let value = value.as_ref().map(of);
                let over = Aggregate { condition, value, set, ..(**over).clone() };
                with(Op::Fold(Box::new(over)))
            }
            _ => expr.clone(),
        }
    }
}
