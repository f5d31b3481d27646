//! Swarm potential: the units of each pair attract at a distance and repel close by (book, ch. 5).
//!
//! With n < m attraction and repulsion balance at d = (B/A)^(1/(m - n)) body lengths, and a crowd
//! becomes a swarm, but not a flock: velocities do not matter, so units do not agree on a course.
//! Without a cutoff every pair counts, which is feasible for hundreds of units and not for
//! thousands.

use super::law::{PotentialLaw, SOURCE, exponent, strength};
use crate::engine::behaviors::{Behavior, BehaviorInfo, Scope, Steering, SteeringCue, UnitFilter};
use crate::engine::math::{Lanes, splat};
use crate::engine::scope::VisitedUnits;
use crate::params;
use crate::schema::{ParamSpec, Trouble};
use glam::Vec2;
use std::ops::Range;

/// Largest number of units in a swarm in which every unit may look at every other. A larger swarm
/// would take seconds per tick, so [`LARGE_CUTOFF`] is its cutoff if its parameter sets none.
const MAX_UNITS_WITHOUT_CUTOFF: usize = 2000;

/// Cutoff of a swarm with more than [`MAX_UNITS_WITHOUT_CUTOFF`] units whose parameter sets none,
/// body lengths.
const LARGE_CUTOFF: f32 = 50.0;

/// Largest number of units whose potential is summed up for drawing; in a larger swarm a sample
/// stands for all.
const MAX_SUMMED_UNITS: usize = 200;

params! {
    /// Behavior by which units of one role attract and repel each other.
    pub struct Potential in "Swarm potential" {
        potential: f32 = ParamSpec::weight("Swarm potential", 1.0).symbol("w_pot")
            .words("Lennard-Jones Lenard-Jones attract repel keep apart stay together")
            .doc("Weight of U(d) = -A/d^n + B/d^m between every two birds of the same role, d in \
                  body lengths.")
            .source(SOURCE);
        potential_a: f32 = strength("Attraction A", 2000.0).symbol("A").shapes()
            .doc("Strength of the pull.")
            .too_high(&[Trouble::Collapse]);
        potential_b: f32 = strength("Repulsion B", 10_000.0).symbol("B").shapes()
            .doc("Strength of the push. With n = 1 and m = 2, pairs rest B/A lengths apart.")
            .too_low(&[Trouble::Collapse]);
        potential_n: f32 = exponent("Attraction exponent n", 1.0).symbol("n")
            .doc("How fast the pull fades with distance.");
        potential_m: f32 = exponent("Repulsion exponent m", 2.0).symbol("m")
            .doc("How fast the push fades with distance. Above n it acts up close only.");
        potential_cutoff: f32 = ParamSpec::float("Cutoff", "× L", 0.0, [0.0, 200.0], 1.0)
            .symbol("r_cut")
            .doc("Pairs farther apart than this do not count, which lets large swarms run fast. \
                  0 means that all count, up to 2000 birds; larger swarms are cut off at 50 lengths.")
            .source("Usual in molecular dynamics; the book has none");
    }
}

/// Force in the rule language, for display, and for a test of the hand-written `steer`. Ticks run
/// `steer`, which adds the neighbors in another order, because with the rule a tick of the scene
/// `swarm` takes 4.58 times the instructions (`tests/bench/rules.sh swarm potential`).
const RULE: &str = "
    far = if potential_cutoff > 0 then potential_cutoff else 100000
    # Up close the force grows no more: its sums stay finite.
    steer sum(j in mates(far * L): j.offset * ((potential_a / max(j.distance / L, 0.05) ^ potential_n
        - potential_b / max(j.distance / L, 0.05) ^ potential_m) / j.distance)) / F_max
";

impl Potential {
    fn law(&self) -> PotentialLaw {
        PotentialLaw::new(self.potential_a, self.potential_b, self.potential_n, self.potential_m)
    }

    /// Radius within which a unit looks for others, body lengths; 0 if unlimited.
    fn cutoff(&self, scope: &Scope) -> f32 {
        match self.potential_cutoff {
            0.0 if scope.group_grids[scope.group].len() > MAX_UNITS_WITHOUT_CUTOFF => LARGE_CUTOFF,
            cutoff => cutoff,
        }
    }
}

impl Behavior for Potential {
    fn about(&self) -> BehaviorInfo {
        BehaviorInfo::new(
            Self::SPECS,
            "Pulls birds together from afar and pushes them apart when near.",
        )
        .caused_by("the swarm", "moves it")
        .with_rule(RULE)
    }

    fn steer(&self, scope: &Scope, range: Range<usize>, out: &mut Steering) {
        let cutoff = self.cutoff(scope);
        let law = self.law().with_cutoff(cutoff);
        for id in range {
            let length = scope.agents.length[id];
            let center = scope.agents.position(id);
            let pull = move |met: &VisitedUnits<Lanes>| {
                let (dx, dy, _) = scope.separate_coincident(id, met);
                let (fx, fy) = law.approximate_forces(dx, dy, length);
                [fx, fy, splat(0.0), splat(0.0)]
            };
            let radius = if cutoff > 0.0 { cutoff * length } else { f32::INFINITY };
            let [fx, fy, ..] = scope.sum_lanes_around(UnitFilter::Role, center, radius, pull);
            out.add_force::<f32>(id, 1, fx, fy);
        }
    }

    fn potential_force_at(&self, scope: &Scope, id: usize, place: Vec2) -> Option<f32> {
        let law = self.law().with_cutoff(self.cutoff(scope));
        let length = scope.agents.length[id];
        let units = scope.first_id..scope.first_id + scope.group_grids[scope.group].len();
        let step = units.len().div_ceil(MAX_SUMMED_UNITS).max(1);
        let push = |other: usize| {
            law.force_at(
                scope.space.offset_between(place, scope.agents.position(other)).length() / length,
            )
        };
        Some(units.step_by(step).map(push).sum::<f32>() * step as f32)
    }

    fn reach_radius(&self, scope: &Scope, id: usize) -> f32 {
        let cutoff = self.cutoff(scope) * scope.agents.length[id];
        if cutoff > 0.0 { cutoff } else { f32::INFINITY }
    }

    fn cues(&self, scope: &Scope, id: usize, out: &mut Vec<SteeringCue>) {
        out.push(scope.circle_around(UnitFilter::Role, id, self.reach_radius(scope, id)));
    }
}
