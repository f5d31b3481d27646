//! A rule as it stands: with the values that its parameters have, and without what a choice rules out.

use super::tree::{Aggregate, Binary, Expr, Op, ParamKind, Rule, Set, Statement};

impl Rule {
    /// The rule as a person reads it while its parameters have these values: a choice is made, so that
    /// what other options would do is gone, and so is the line of a parameter on which nothing hangs any
    /// more.
    pub fn standing(&self, values: &[f32]) -> Self {
        let mut rule = self.valued(values);
        let before = rule.asked();
        let chosen: Vec<Option<usize>> = rule
            .params
            .iter()
            .map(|param| match param.kind {
                ParamKind::Choice { value, .. } => Some(value),
                ParamKind::Number { .. } => None,
            })
            .collect();
        let made = |expr: &mut Expr| *expr = settled(expr, &chosen);
        let keeps = rule.keeps.iter_mut().flat_map(|keep| [&mut keep.start, &mut keep.then]);
        let lets = rule.lets.iter_mut().map(|named| &mut named.value);
        let outputs = [&mut rule.steer].into_iter().chain(&mut rule.thrust).chain(&mut rule.brake);
        keeps.chain(lets).chain(outputs).for_each(made);
        let after = rule.asked();
        rule.lines = rule.declared();
        rule.given = 0;
        rule.lines
            .retain(|line| !matches!(line.says, Statement::Param(at) if before[at] && !after[at]));
        rule
    }

    /// Which parameters what it computes hangs on.
    fn asked(&self) -> Vec<bool> {
        let mut asked = vec![false; self.params.len()];
        self.walk(|expr| {
            if let Op::Param(at) | Op::Is(at, _) = expr.is {
                asked[at] = true;
            }
        });
        asked
    }

    /// The same rule with these values of its parameters.
    pub fn valued(&self, values: &[f32]) -> Self {
        let mut rule = self.clone();
        for (param, now) in rule.params.iter_mut().zip(values) {
            match &mut param.kind {
                ParamKind::Number { value, .. } => *value = *now,
                ParamKind::Choice { value, options } => {
                    *value = (*now as usize).min(options.len().saturating_sub(1));
                }
            }
        }
        rule
    }
}

/// Whether a condition holds as choices alone have it.
fn known(expr: &Expr, chosen: &[Option<usize>]) -> Option<bool> {
    match &expr.is {
        Op::Is(at, option) => chosen.get(*at).copied().flatten().map(|now| now == *option),
        Op::Not(of) => known(of, chosen).map(|holds| !holds),
        Op::Binary(op @ (Binary::And | Binary::Or), sides) => {
            let decides = *op == Binary::Or;
            match [&sides[0], &sides[1]].map(|side| known(side, chosen)) {
                [Some(a), _] if a == decides => Some(decides),
                [_, Some(b)] if b == decides => Some(decides),
                [Some(_), Some(_)] => Some(!decides),
                _ => None,
            }
        }
        _ => None,
    }
}

fn settled(expr: &Expr, chosen: &[Option<usize>]) -> Expr {
    let part = |of: &Expr| settled(of, chosen);
    let is = match &expr.is {
        Op::If(parts) => match known(&parts[0], chosen) {
            Some(true) => return part(&parts[1]),
            Some(false) => return part(&parts[2]),
            None => Op::If(Box::new([part(&parts[0]), part(&parts[1]), part(&parts[2])])),
        },
        Op::Binary(op, sides) => {
            // What is left of a condition of which one side is known and does not decide.
            if matches!(op, Binary::And | Binary::Or) && known(expr, chosen).is_none() {
                let [left, right] = [&sides[0], &sides[1]].map(|side| known(side, chosen));
                match (left, right) {
                    (Some(_), _) => return part(&sides[1]),
                    (_, Some(_)) => return part(&sides[0]),
                    _ => {}
                }
            }
            Op::Binary(*op, Box::new([part(&sides[0]), part(&sides[1])]))
        }
        Op::Minus(of) => Op::Minus(Box::new(part(of))),
        Op::Not(of) => Op::Not(Box::new(part(of))),
        Op::Call(function, args) => Op::Call(*function, args.iter().map(part).collect()),
        Op::Draw(function, args, at) => Op::Draw(*function, args.iter().map(part).collect(), *at),
        Op::Fold(over) => {
            let Aggregate { fold, member, set, condition, value, draw } = &**over;
            let needless =
                |condition: &&Expr| value.is_some() && known(condition, chosen) == Some(true);
            Op::Fold(Box::new(Aggregate {
                fold: *fold,
                member: member.clone(),
                set: Set {
                    radius: set.radius.as_ref().map(part),
                    closest: set.closest.as_ref().map(|many| Box::new(part(many))),
                    ..set.clone()
                },
                draw: *draw,
                condition: condition.as_ref().filter(|it| !needless(it)).map(part),
                value: value.as_ref().map(part),
            }))
        }
        other => other.clone(),
    };
    Expr { is, ..*expr }
}
