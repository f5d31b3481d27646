//! Simplification of a rule for given values of its parameters.

use super::tree::{BinaryOp, Expr, ExprKind, Rule, RuleParamKind, RuleStatement, ValueType};

impl Rule {
    /// Copy of the rule that a person can read with these values of its parameters: choices are
    /// resolved, branches for other options are removed, and so are the lines of parameters that
    /// are no longer used.
    pub fn simplified_for_values(&self, values: &[f32]) -> Self {
        let mut rule = self.with_default_values(values);
        let before = rule.used_params();
        let chosen: Vec<Option<usize>> = rule
            .params
            .iter()
            .map(|param| match param.kind {
                RuleParamKind::Choice { value, .. } => Some(value),
                RuleParamKind::Number { .. } => None,
            })
            .collect();
        let is_chosen = |expr: &Expr| match expr.kind {
            ExprKind::Is(at, option) => chosen.get(at).copied().flatten().map(|now| now == option),
            _ => None,
        };
        let made = |expr: &mut Expr| *expr = simplified_expr(expr, &is_chosen);
        let keeps = rule
            .memories
            .iter_mut()
            .flat_map(|keep| [&mut keep.initial_value, &mut keep.next_value]);
        let lets = rule.named_values.iter_mut().map(|named| &mut named.value);
        let outputs = [&mut rule.steer].into_iter().chain(&mut rule.thrust).chain(&mut rule.brake);
        keeps.chain(lets).chain(outputs).for_each(made);
        let after = rule.used_params();
        rule.lines = rule.lines_with_params();
        rule.outer_param_count = 0;
        rule.lines.retain(
            |line| !matches!(line.statement, RuleStatement::Param(at) if before[at] && !after[at]),
        );
        rule
    }

    /// For each parameter, whether an expression of the rule uses it.
    fn used_params(&self) -> Vec<bool> {
        let mut asked = vec![false; self.params.len()];
        self.walk_exprs(|expr| {
            if let ExprKind::Param(at) | ExprKind::Is(at, _) = expr.kind {
                asked[at] = true;
            }
        });
        asked
    }

    /// Copy of the rule with these values as the defaults of its parameters.
    pub fn with_default_values(&self, values: &[f32]) -> Self {
        let mut rule = self.clone();
        for (param, now) in rule.params.iter_mut().zip(values) {
            match &mut param.kind {
                RuleParamKind::Number { value, .. } => *value = *now,
                RuleParamKind::Choice { value, options } => {
                    *value = (*now as usize).min(options.len().saturating_sub(1));
                }
            }
        }
        rule
    }
}

/// Truth of a condition; `None` if it is unknown. `part` returns the truth of a condition that
/// contains no other condition.
pub(crate) fn known_truth(expr: &Expr, part: &dyn Fn(&Expr) -> Option<bool>) -> Option<bool> {
    match &expr.kind {
        ExprKind::Not(of) => known_truth(of, part).map(|holds| !holds),
        ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), sides) => {
            let decides = *op == BinaryOp::Or;
            match [&sides[0], &sides[1]].map(|side| known_truth(side, part)) {
                [Some(a), _] if a == decides => Some(decides),
                [_, Some(b)] if b == decides => Some(decides),
                [Some(_), Some(_)] => Some(!decides),
                _ => None,
            }
        }
        _ => part(expr),
    }
}

/// Copy of an expression without the branches that known conditions exclude. `part` returns the
/// truth of a condition, if it is known.
pub(crate) fn simplified_expr(expr: &Expr, part: &dyn Fn(&Expr) -> Option<bool>) -> Expr {
    let holds = |of: &Expr| known_truth(of, part);
    let of = |of: &Expr| simplified_expr(of, part);
    match &expr.kind {
        ExprKind::If(parts) => match holds(&parts[0]) {
            Some(true) => return of(&parts[1]),
            Some(false) => return of(&parts[2]),
            None => {}
        },
        // If one side is known but does not decide the condition, the other side remains.
        ExprKind::Binary(BinaryOp::And | BinaryOp::Or, sides) if holds(expr).is_none() => {
            match [holds(&sides[0]), holds(&sides[1])] {
                [Some(_), _] => return of(&sides[1]),
                [_, Some(_)] => return of(&sides[0]),
                _ => {}
            }
        }
        _ => {}
    }
    let mut made = expr.with_parts(&of);
    // A condition that always holds is removed, unless it is all that `any` tests.
    if let (ExprKind::Fold(was), ExprKind::Fold(over)) = (&expr.kind, &mut made.kind)
        && (over.value.is_some() || expr.ty != ValueType::Condition)
        && was.member_condition.as_ref().and_then(holds) == Some(true)
    {
        over.member_condition = None;
    }
    made
}
