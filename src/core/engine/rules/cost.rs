//! Estimate of a rule's cost before it runs: the number of set members that each unit visits.
//!
//! Members of a set within a distance are assumed to be spread evenly over the world. A distance
//! that is only known while the rule runs counts as the entire world.

use crate::engine::agents::Role;
use crate::engine::group::{Group, find_group, key_label_pairs};
use crate::rules::Rule;
use crate::rules::tree::{Aggregate, BinaryOp, Expr, ExprKind, MemberSet, OwnValue, SetKind};
use std::f64::consts::PI;

/// Data from which the number of members that a unit finds is estimated.
pub struct CrowdEstimate<'a> {
    /// All groups of the world, for their roles and views.
    pub groups: &'a [Group],
    /// Number of units of each group, by group index.
    pub counts: &'a [usize],
    /// Index of the group that has the rule.
    pub group: usize,
    /// Number of obstacles in the world.
    pub obstacles: usize,
    /// Area of the world, u².
    pub area: f64,
}

/// Estimated number of set members that one unit visits in a tick, at these parameter values.
pub fn estimated_members(rule: &Rule, params: &[f32], crowd: &CrowdEstimate) -> f64 {
    let length = crowd.groups[crowd.group].crowd.length;
    let mut known = KnownValues { params, length, named_values: Vec::new() };
    // Each line is evaluated once, in order. With an evaluation at each use of a name, a rule of
    // 100 lines that each double the line before would take 2^100 steps.
    for named in &rule.named_values {
        known.named_values.push(known.known_value(&named.value));
    }
    let mut all = 0.0;
    rule.walk_exprs(|expr| {
        if let ExprKind::Fold(over) = &expr.kind {
            all += members_of_set(over, &known, crowd);
        }
    });
    all
}

fn members_of_set(over: &Aggregate, known: &KnownValues, crowd: &CrowdEstimate) -> f64 {
    let MemberSet { kind, group, radius, closest_count: closest } = &over.set;
    let total: usize = crowd.counts.iter().sum();
    let of = |wanted: &dyn Fn(&Group) -> bool| -> usize {
        let groups = crowd.groups.iter().zip(crowd.counts);
        groups.filter(|(group, _)| wanted(group)).map(|(_, count)| *count).sum()
    };
    let own = &crowd.groups[crowd.group];
    let mates = |role: Role| of(&|group| group.role == role);
    let there = match kind {
        SetKind::View | SetKind::Mates => mates(own.role),
        SetKind::Fellows => crowd.counts[crowd.group],
        SetKind::Others => total - mates(own.role),
        SetKind::Everyone | SetKind::Hunted | SetKind::Menaces => total,
        SetKind::Group => {
            find_group(key_label_pairs(crowd.groups), group).map_or(0, |index| crowd.counts[index])
        }
        SetKind::Obstacles => crowd.obstacles,
    };
    let reach = match (kind, radius) {
        (SetKind::Obstacles, _) => None,
        (SetKind::View, _) => {
            let factor = own.view.as_ref().map_or(0.0, |view| view.flock_sector().radius_factor);
            Some(known.length * factor)
        }
        (_, Some(radius)) => known.known_value(radius),
        (_, None) => None,
    };
    let share = reach.map_or(1.0, |reach| {
        let reach = f64::from(reach);
        (PI * reach * reach / crowd.area).min(1.0)
    });
    // Members of a `closest` set are visited twice: to find the closest, and to compute values.
    let looks = if closest.is_some() { 2.0 } else { 1.0 };
    looks * there as f64 * if share >= 0.0 { share } else { 0.0 }
}

/// Numbers that are known before a rule runs.
struct KnownValues<'a> {
    params: &'a [f32],
    length: f32,
    /// Values of the rule's named lines; `None` for a value that depends on the unit or the tick.
    named_values: Vec<Option<f32>>,
}

impl KnownValues<'_> {
    /// Value of an expression of numbers, parameters and body lengths; `None` for others.
    fn known_value(&self, expr: &Expr) -> Option<f32> {
        Some(match &expr.kind {
            ExprKind::Number(number) => *number,
            ExprKind::Param(at) => *self.params.get(*at)?,
            ExprKind::Own(OwnValue::Length) => self.length,
            ExprKind::Let(at) => (*self.named_values.get(*at)?)?,
            ExprKind::Minus(of) => -self.known_value(of)?,
            ExprKind::Binary(op, sides) => {
                let [a, b] = [self.known_value(&sides[0])?, self.known_value(&sides[1])?];
                match op {
                    BinaryOp::Add => a + b,
                    BinaryOp::Subtract => a - b,
                    BinaryOp::Multiply => a * b,
                    BinaryOp::Divide => a / b,
                    _ => return None,
                }
            }
            _ => return None,
        })
    }
}
