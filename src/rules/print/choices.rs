//! Simplifies a rule before printing by resolving its choices.

use super::super::standing::{known, settled};
use super::super::tree::{Expr, ExprKind, Field, Function, Keep, Let, Rule, Thing};
use super::Sight;

/// Facts about a rule that are known before it runs.
pub(super) struct RuleFacts<'k> {
    /// Chosen option of each parameter; `None` for a number.
    pub chosen: &'k [Option<usize>],
    /// Shape of the group's view; `None` if it sees nobody.
    pub sight: Option<Sight>,
    /// True if the group's path has an end at which it stops.
    pub stops: bool,
}

impl RuleFacts<'_> {
    /// Simplifies a rule by these facts.
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

    /// Truth of a condition without operands, if known. `Is(usize::MAX, 0 or 1)` is a condition of
    /// known truth.
    fn holds(&self, expr: &Expr, lets: &[Let]) -> Option<bool> {
        match &expr.kind {
            ExprKind::Is(usize::MAX, holds) => Some(*holds == 1),
            ExprKind::Is(at, option) => self.chosen.get(*at)?.map(|chosen| chosen == *option),
            ExprKind::Let(at) => self.holds(&lets.get(*at)?.value, lets),
            ExprKind::Thing(Thing::Node, Field::Last) if !self.stops => Some(false),
            ExprKind::Call(Function::Full, _) => Some(true),
            ExprKind::Call(Function::Seen, _) if self.sight.is_none() => Some(false),
            _ => None,
        }
    }

    fn expr(&self, expr: &Expr, lets: &[Let]) -> Expr {
        self.resolve(&settled(expr, &|part| self.holds(part, lets)), lets)
    }

    /// Replaces conditions of known truth, and replaces [`Seen`](Function::Seen) by the function of
    /// the group's view.
    fn resolve(&self, expr: &Expr, lets: &[Let]) -> Expr {
        if let Some(holds) = known(expr, &|part| self.holds(part, lets)) {
            return Expr { kind: ExprKind::Is(usize::MAX, usize::from(holds)), ..expr.clone() };
        }
        let mut made = expr.with_parts(&|part| self.resolve(part, lets));
        if let ExprKind::Call(function @ Function::Seen, _) = &mut made.kind {
            *function = match self.sight {
                Some(Sight::Wide) => Function::Wide,
                Some(Sight::Limited) => Function::Limited,
                Some(Sight::Narrow) => Function::Narrow,
                Some(Sight::Full) | None => Function::Seen,
            };
        }
        made
    }
}
