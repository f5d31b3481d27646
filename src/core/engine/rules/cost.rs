//! What a rule costs before it runs: how many members its sets have each unit look at.
//!
//! Members of a set within a distance are taken to be spread evenly over the world. A distance that is
//! only known while the rule runs counts as the whole world.

use crate::engine::agents::Role;
use crate::engine::group::{Group, find_group, names_of};
use crate::rules::Rule;
use crate::rules::tree::{Aggregate, Binary, Expr, ExprKind, Own, Set, SetKind};
use std::f64::consts::PI;

/// What decides how many members a unit finds.
pub struct Crowd<'a> {
    /// All groups, for their roles.
    pub groups: &'a [Group],
    /// Units of each group.
    pub counts: &'a [usize],
    /// The group of the rule, by its number.
    pub group: usize,
    /// Obstacles of the world.
    pub obstacles: usize,
    /// Area of the world, u².
    pub area: f64,
}

/// How many members one unit looks at in a tick, where the parameters of the rule have these values.
pub fn members(rule: &Rule, params: &[f32], crowd: &Crowd) -> f64 {
    let length = crowd.groups[crowd.group].crowd.length;
    let mut known = Known { params, length, lets: Vec::new() };
    // Each once, in order: a line that doubles the one before would take 2^100 steps otherwise.
    for named in &rule.lets {
        known.lets.push(known.value(&named.value));
    }
    let mut all = 0.0;
    rule.walk(|expr| {
        if let ExprKind::Fold(over) = &expr.is {
            all += of_set(over, &known, crowd);
        }
    });
    all
}

fn of_set(over: &Aggregate, known: &Known, crowd: &Crowd) -> f64 {
    let Set { kind, group, radius, closest } = &over.set;
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
            find_group(names_of(crowd.groups), group).map_or(0, |index| crowd.counts[index])
        }
        SetKind::Obstacles => crowd.obstacles,
    };
    let reach = match (kind, radius) {
        (SetKind::Obstacles, _) => None,
        (SetKind::View, _) => {
            let factor = own.view.as_ref().map_or(0.0, |view| view.flock_sector().radius_factor);
            Some(known.length * factor)
        }
        (_, Some(radius)) => known.value(radius),
        (_, None) => None,
    };
    let share = reach.map_or(1.0, |reach| {
        let reach = f64::from(reach);
        (PI * reach * reach / crowd.area).min(1.0)
    });
    // The closest are looked for first, and then looked at.
    let looks = if closest.is_some() { 2.0 } else { 1.0 };
    looks * there as f64 * if share >= 0.0 { share } else { 0.0 }
}

/// What is known before a rule runs.
struct Known<'a> {
    params: &'a [f32],
    length: f32,
    /// By line; `None` where that hangs on the unit or the tick.
    lets: Vec<Option<f32>>,
}

impl Known<'_> {
    /// The value of what is made of numbers, parameters and lengths; `None` of anything else.
    fn value(&self, expr: &Expr) -> Option<f32> {
        Some(match &expr.is {
            ExprKind::Number(number) => *number,
            ExprKind::Param(at) => *self.params.get(*at)?,
            ExprKind::Own(Own::Length) => self.length,
            ExprKind::Let(at) => (*self.lets.get(*at)?)?,
            ExprKind::Minus(of) => -self.value(of)?,
            ExprKind::Binary(op, sides) => {
                let [a, b] = [self.value(&sides[0])?, self.value(&sides[1])?];
                match op {
                    Binary::Add => a + b,
                    Binary::Subtract => a - b,
                    Binary::Multiply => a * b,
                    Binary::Divide => a / b,
                    _ => return None,
                }
            }
            _ => return None,
        })
    }
}
