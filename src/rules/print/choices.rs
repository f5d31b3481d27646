//! Simplification of a rule before it is printed: its choices are resolved.

use super::super::simplify::{known_truth, simplified_expr};
use super::super::tree::{Expr, ExprKind, Function, NamedValue, Property, Rule, RuleMemory, Thing};
use super::ViewShape;

/// Facts about a rule and its group that are known before the rule runs.
pub(super) struct RuleFacts<'k> {
    /// Index of the selected option of each parameter; `None` for a number.
    pub chosen_options: &'k [Option<usize>],
    /// Shape of the group's field of view; `None` if its units see nobody.
    pub view_shape: Option<ViewShape>,
    /// Whether the group's path has an end at which units stop.
    pub has_path_end: bool,
}

impl RuleFacts<'_> {
    /// Copy of a rule in which everything that these facts decide is resolved.
    pub fn simplify_rule(&self, rule: &Rule) -> Rule {
        let mut named_values: Vec<NamedValue> = Vec::new();
        for named in &rule.named_values {
            let value = self.simplify_expr(&named.value, &named_values);
            named_values.push(NamedValue { value, ..named.clone() });
        }
        let of = |expr: &Expr| self.simplify_expr(expr, &named_values);
        let keep =
            |keep: &RuleMemory| RuleMemory { next_value: of(&keep.next_value), ..keep.clone() };
        let (steer, thrust) = (of(&rule.steer), rule.thrust.as_ref().map(of));
        let (brake, keeps) =
            (rule.brake.as_ref().map(of), rule.memories.iter().map(keep).collect());
        Rule { steer, thrust, brake, memories: keeps, named_values, ..rule.clone() }
    }

    /// Truth of a condition that contains no other condition; `None` if unknown. `Is(usize::MAX, 0
    /// or 1)` stands for a condition that is known to be false or true.
    fn known_truth(&self, expr: &Expr, named_values: &[NamedValue]) -> Option<bool> {
        match &expr.kind {
            ExprKind::Is(usize::MAX, holds) => Some(*holds == 1),
            ExprKind::Is(at, option) => {
                self.chosen_options.get(*at)?.map(|chosen| chosen == *option)
            }
            ExprKind::Let(at) => self.known_truth(&named_values.get(*at)?.value, named_values),
            ExprKind::Thing(Thing::Node, Property::IsLast) if !self.has_path_end => Some(false),
            ExprKind::Call(Function::Full, _) => Some(true),
            ExprKind::Call(Function::Seen, _) if self.view_shape.is_none() => Some(false),
            _ => None,
        }
    }

    fn simplify_expr(&self, expr: &Expr, named_values: &[NamedValue]) -> Expr {
        self.replace_known(
            &simplified_expr(expr, &|part| self.known_truth(part, named_values)),
            named_values,
        )
    }

    /// Copy of an expression in which conditions of known truth are replaced by that truth, and
    /// [`Seen`](Function::Seen) by the function for the shape of the group's view.
    fn replace_known(&self, expr: &Expr, named_values: &[NamedValue]) -> Expr {
        if let Some(holds) = known_truth(expr, &|part| self.known_truth(part, named_values)) {
            return Expr { kind: ExprKind::Is(usize::MAX, usize::from(holds)), ..expr.clone() };
        }
        let mut made = expr.with_parts(&|part| self.replace_known(part, named_values));
        if let ExprKind::Call(function @ Function::Seen, _) = &mut made.kind {
            *function = match self.view_shape {
                Some(ViewShape::Wide) => Function::Wide,
                Some(ViewShape::Limited) => Function::Limited,
                Some(ViewShape::Narrow) => Function::Narrow,
                Some(ViewShape::Full) | None => Function::Seen,
            };
        }
        made
    }
}
