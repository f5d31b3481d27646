//! Simplifies a rule before printing by resolving its choices.

use super::super::standing::{known_truth, simplified_expr};
use super::super::tree::{Expr, ExprKind, Function, NamedValue, Property, Rule, RuleMemory, Thing};
use super::ViewShape;

/// Facts about a rule that are known before it runs.
pub(super) struct RuleFacts<'k> {
    /// Chosen option of each parameter; `None` for a number.
    pub chosen_options: &'k [Option<usize>],
    /// Shape of the group's view; `None` if it sees nobody.
    pub sight: Option<ViewShape>,
    /// True if the group's path has an end at which it stops.
    pub has_path_end: bool,
}

impl RuleFacts<'_> {
    /// Simplifies a rule by these facts.
    pub fn simplify_rule(&self, rule: &Rule) -> Rule {
        let mut lets: Vec<NamedValue> = Vec::new();
        for named in &rule.named_values {
            let value = self.simplify_expr(&named.value, &lets);
            lets.push(NamedValue { value, ..named.clone() });
        }
        let of = |expr: &Expr| self.simplify_expr(expr, &lets);
        let keep =
            |keep: &RuleMemory| RuleMemory { next_value: of(&keep.next_value), ..keep.clone() };
        let (steer, thrust) = (of(&rule.steer), rule.thrust.as_ref().map(of));
        let (brake, keeps) =
            (rule.brake.as_ref().map(of), rule.memories.iter().map(keep).collect());
        Rule { steer, thrust, brake, memories: keeps, named_values: lets, ..rule.clone() }
    }

    /// Truth of a condition without operands, if known. `Is(usize::MAX, 0 or 1)` is a condition of
    /// known truth.
    fn known_truth(&self, expr: &Expr, lets: &[NamedValue]) -> Option<bool> {
        match &expr.kind {
            ExprKind::Is(usize::MAX, holds) => Some(*holds == 1),
            ExprKind::Is(at, option) => {
                self.chosen_options.get(*at)?.map(|chosen| chosen == *option)
            }
            ExprKind::Let(at) => self.known_truth(&lets.get(*at)?.value, lets),
            ExprKind::Thing(Thing::Node, Property::IsLast) if !self.has_path_end => Some(false),
            ExprKind::Call(Function::Full, _) => Some(true),
            ExprKind::Call(Function::Seen, _) if self.sight.is_none() => Some(false),
            _ => None,
        }
    }

    fn simplify_expr(&self, expr: &Expr, lets: &[NamedValue]) -> Expr {
        self.replace_known(&simplified_expr(expr, &|part| self.known_truth(part, lets)), lets)
    }

    /// Replaces conditions of known truth, and replaces [`Seen`](Function::Seen) by the function of
    /// the group's view.
    fn replace_known(&self, expr: &Expr, lets: &[NamedValue]) -> Expr {
        if let Some(holds) = known_truth(expr, &|part| self.known_truth(part, lets)) {
            return Expr { kind: ExprKind::Is(usize::MAX, usize::from(holds)), ..expr.clone() };
        }
        let mut made = expr.with_parts(&|part| self.replace_known(part, lets));
        if let ExprKind::Call(function @ Function::Seen, _) = &mut made.kind {
            *function = match self.sight {
                Some(ViewShape::Wide) => Function::Wide,
                Some(ViewShape::Limited) => Function::Limited,
                Some(ViewShape::Narrow) => Function::Narrow,
                Some(ViewShape::Full) | None => Function::Seen,
            };
        }
        made
    }
}
