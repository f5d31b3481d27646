//! A rule as it stands: with the values that its parameters have, and without what a choice rules out.

use super::tree::{Binary, Expr, Op, ParamKind, Rule, Statement, Type};

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
        let is_chosen = |expr: &Expr| match expr.is {
            Op::Is(at, option) => chosen.get(at).copied().flatten().map(|now| now == option),
            _ => None,
        };
        let made = |expr: &mut Expr| *expr = settled(expr, &is_chosen);
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

/// Whether a condition holds, where that is known of its parts.
pub(crate) fn known(expr: &Expr, part: &dyn Fn(&Expr) -> Option<bool>) -> Option<bool> {
    match &expr.is {
        Op::Not(of) => known(of, part).map(|holds| !holds),
        Op::Binary(op @ (Binary::And | Binary::Or), sides) => {
            let decides = *op == Binary::Or;
            match [&sides[0], &sides[1]].map(|side| known(side, part)) {
                [Some(a), _] if a == decides => Some(decides),
                [_, Some(b)] if b == decides => Some(decides),
                [Some(_), Some(_)] => Some(!decides),
                _ => None,
            }
        }
        _ => part(expr),
    }
}

/// An expression without what is known of its conditions.
pub(crate) fn settled(expr: &Expr, part: &dyn Fn(&Expr) -> Option<bool>) -> Expr {
    let holds = |of: &Expr| known(of, part);
    let of = |of: &Expr| settled(of, part);
    match &expr.is {
        Op::If(parts) => match holds(&parts[0]) {
            Some(true) => return of(&parts[1]),
            Some(false) => return of(&parts[2]),
            None => {}
        },
        // What is left of a condition of which one side is known and does not decide.
        Op::Binary(Binary::And | Binary::Or, sides) if holds(expr).is_none() => {
            match [holds(&sides[0]), holds(&sides[1])] {
                [Some(_), _] => return of(&sides[1]),
                [_, Some(_)] => return of(&sides[0]),
                _ => {}
            }
        }
        _ => {}
    }
    let mut made = expr.with_parts(&of);
    // What always holds need not be asked, unless it is all that is asked.
    if let (Op::Fold(was), Op::Fold(over)) = (&expr.is, &mut made.is)
        && (over.value.is_some() || expr.ty != Type::Condition)
        && was.condition.as_ref().and_then(holds) == Some(true)
    {
        over.condition = None;
    }
    made
}
