//! Anticipate: avoid neighbors on a collision course (Karamouzas, Skinner & Guy 2014).
//!
//! Recordings of crowds show that people act as if each pair had an interaction energy that depends
//! on the time to their collision alone: the sooner they would touch if both kept their velocities,
//! the harder they push. Neighbors that will pass by do not matter, however near they are. Where a
//! collision becomes a near miss, the energy ends with an unbounded slope: within a tick of finite
//! length, a unit would leave the set of colliding velocities, and later fall back into it, again
//! and again. So in one tick a force changes a velocity only by part of the way to the edge of that
//! set. Units that touch already are pushed straight apart, and two that meet head on choose a
//! side. These three additions are ours.

use super::{
    Behavior, BehaviorInfo, BodyKind, Scope, Steering, SteeringCue, SteeringPurpose, UnitFilter,
};
use crate::engine::math::{Lane, Lanes, exp_below_0, splat, unit};
use crate::engine::params::DT;
use crate::engine::scope::{HEAD_ON_SHARE, VisitedUnits, add_force_per_unit};
use crate::params;
use crate::schema::{ParamSpec, PlainControl, Trouble};
use glam::Vec2;
use std::ops::Range;

const SOURCE: &str = "Karamouzas, Skinner & Guy, PRL 113, 238701 (2014)";

/// Share of the speed of approach that each of two touching units cancels per tick.
const CONTACT_BRAKING_SHARE: f32 = 0.3;

/// Speed that is added to the speed of approach of touching units, per depth of overlap, 1/s.
const SEPARATION_RATE: f32 = 33.0;

/// Factor above 1 on the sum of two units' radii in the coarse test for possible collisions, so
/// that rounding excludes no neighbor that the exact test would count.
const ROUNDING_FACTOR: f32 = 1.001;

/// Largest force that other predicted collisions may exert on a unit while it touches a neighbor,
/// as a share of the steering force.
const FORCE_SHARE_IN_CONTACT: f32 = 0.5;

params! {
    /// Behavior that makes units avoid the neighbors that they would collide with.
    pub struct Anticipate in "Foreseeing" {
        anticipate: f32 = ParamSpec::weight("Anticipate", 1.0)
            .words("keep apart avoid people pedestrians crowd dodge foresee predict collision")
            .symbol("w_ant")
            .doc("Weight of keeping off those whom the bird would run into.")
            .source(SOURCE)
            .too_low(&[Trouble::Collapse])
            .raised_against(Trouble::Collapse);
        anticipate_energy: f32 = ParamSpec::float("Energy", "× L²", 20.0, [0.0, 400.0], 0.1)
            .logarithmic().symbol("k_ant")
            .doc("How much a collision is feared: the energy between two a second before it. People in \
                  recordings have 1.5 m², 4 by this measure; birds here go many more lengths in a second.")
            .source(SOURCE)
            .too_low(&[Trouble::Collapse]);
        anticipate_horizon: f32 = ParamSpec::float("Horizon", "s", 3.0, [0.1, 20.0], 0.1)
            .logarithmic().symbol("t_0")
            .doc("Collisions much later than this are not minded.")
            .source(SOURCE);
        anticipate_radius: f32 = ParamSpec::float("Own radius", "× L", 0.75, [0.0, 10.0], 0.05)
            .plain(PlainControl::PersonalSpace).symbol("r_ant")
            .doc("How large each bird is taken to be. Half a length is the hull itself.")
            .source("Ours")
            .too_low(&[Trouble::Collapse]);
        anticipate_side: f32 = ParamSpec::float("Keeps right", "× radii", 0.4, [0.0, 1.0], 0.05)
            .symbol("k_side")
            .doc("Two who meet head on act as if they passed so much to the right of each other. \
                  Without it both only brake, and stand.")
            .source("Ours");
        anticipate_ease: f32 = ParamSpec::float("Ease", "", 0.2, [0.0, 1.0], 0.05)
            .symbol("k_ease")
            .doc("Each of the others pushes at most this share of the way to where the two just pass \
                  each other, per tick. 0: no limit, as in the paper; birds tremble.")
            .source("Ours")
            .too_high(&[Trouble::Jitter]);
        anticipate_sight: f32 = ParamSpec::float("Look-ahead", "× L", 30.0, [0.0, 200.0], 1.0)
            .logarithmic().symbol("k_ahd")
            .doc("Birds farther away than this many lengths are not looked at.")
            .source("Ours; the paper looks at everyone")
            .too_low(&[Trouble::Collapse]);
    }
}

/// Force in the rule language, for display, and for a test of the hand-written `steer`. Ticks run
/// `steer`, because with the rule a tick of the scene `crossing` takes 5.83 times the instructions
/// (`tests/bench/rules.sh crossing anticipate`).
const RULE: &str = "
    touched = sum(j in everyone(anticipate_sight * L) where j.distance < anticipate_radius * (L + j.length):
        j.direction * (max(dot(v - j.velocity, j.direction), 0)
            + 33 * (anticipate_radius * (L + j.length) - j.distance)))
    foreseen = mass / F_max
        * sum(j in everyone(anticipate_sight * L): foresee(j.offset, v - j.velocity, anticipate_radius * (L + j.length),
            anticipate_energy * L ^ 2, anticipate_horizon, anticipate_side, anticipate_ease / dt))
    held = if length(touched) > 0 then min(0.5 / max(length(foreseen), 0.5), 1) else 1
    steer foreseen * held - touched * (0.3 / dt * mass / F_max)
";

/// Number of neighbors whose forces are computed together.
const ENCOUNTERS_PER_BATCH: usize = 32;

/// Sum of the forces on a unit by neighbors with which it may collide, computed in batches.
struct EncounterSums<'a> {
    behavior: &'a Anticipate,
    /// Value of the parameter `anticipate_energy`, converted to u².
    energy: f32,
    force_sum: Vec2,
    /// Collected neighbors, one column per quantity: offset x, y from the neighbor to the unit, u;
    /// velocity x, y of the unit relative to the neighbor, u/s; sum of both radii, u.
    encounter_columns: [[f32; ENCOUNTERS_PER_BATCH]; 5],
    pending_count: usize,
}

impl<'a> EncounterSums<'a> {
    fn new(behavior: &'a Anticipate, energy: f32) -> Self {
        let encounter_columns = [[0.0; ENCOUNTERS_PER_BATCH]; 5];
        Self { behavior, energy, force_sum: Vec2::ZERO, encounter_columns, pending_count: 0 }
    }

    fn add_encounter(&mut self, x: Vec2, v: Vec2, radii: f32) {
        for (field, value) in self.encounter_columns.iter_mut().zip([x.x, x.y, v.x, v.y, radii]) {
            field[self.pending_count] = value;
        }
        self.pending_count += 1;
        if self.pending_count == ENCOUNTERS_PER_BATCH {
            self.add_pending();
        }
    }

    /// Adds the forces of the collected neighbors to `force_sum` in their order, and drops them.
    fn add_pending(&mut self) {
        for at in (0..self.pending_count).step_by(Lanes::LANE_COUNT) {
            let [x, y, vx, vy, radii] =
                self.encounter_columns.each_ref().map(|field| Lanes::load(field, at));
            let [px, py] = self.behavior.pair_force([x, y], [vx, vy], radii, self.energy);
            for lane in 0..Lanes::LANE_COUNT.min(self.pending_count - at) {
                self.force_sum += Vec2::new(px.get(lane), py.get(lane));
            }
        }
        self.pending_count = 0;
    }
}

impl Anticipate {
    /// Acceleration of a unit by each of four neighbors (one per SIMD lane), u/s². `[x, y]`: offset
    /// from the neighbor to the unit, u; `[vx, vy]`: velocity of the unit relative to the neighbor,
    /// u/s; `radii`: sum of both radii, u; `energy` in u².
    #[inline(always)]
    fn pair_force(
        &self,
        [x, y]: [Lanes; 2],
        [vx, vy]: [Lanes; 2],
        radii: Lanes,
        energy: f32,
    ) -> [Lanes; 2] {
        let (zero, one) = (Lanes::ZERO, splat(1.0));
        let speed2 = vx * vx + vy * vy;
        // A unit and a neighbor that meet head on are treated as if the unit passed farther to the
        // right, by at most the share `anticipate_side` of the sum of their radii.
        let (ux, uy) = unit(vx, vy);
        let passes = (ux * y - uy * x).abs();
        let shift = (one - passes / (splat(HEAD_ON_SHARE) * radii)).max(zero)
            * (splat(self.anticipate_side) * radii);
        let (x, y) = (x - uy * shift, y + ux * shift);
        // The time to contact needs (x·v)² − v² (x² − R²), here without large squares.
        let (along, across) = (x * vx + y * vy, x * vy - y * vx);
        let radii2 = radii * radii;
        let under = speed2 * radii2 - across * across;
        let root = under.max(zero).sqrt();
        let time = (zero - along - root) / speed2;
        let meets = Lanes::and(Lanes::and(under.gt(zero), speed2.gt(zero)), time.gt(zero));
        let horizon = splat(self.anticipate_horizon);
        let strength = splat(energy) * exp_below_0(zero - time / horizon) / (speed2 * time * time)
            * (splat(2.0) / time + one / horizon);
        let part = |v: Lanes, x: Lanes| ((speed2 * x - along * v) / root - v) * strength;
        let [px, py] = [part(vx, x), part(vy, y)].map(|part| part.keep_where(meets));
        if self.anticipate_ease == 0.0 {
            return [px, py];
        }
        // Least change of the unit's velocity with which it would just pass the neighbor, u/s: the
        // distance of its velocity from the edge of the set of colliding velocities.
        let distance2 = x * x + y * y;
        let tangent = (distance2 - radii2).max(zero).sqrt();
        let way_out = (along.abs() * radii - across.abs() * tangent).max(zero) / distance2;
        let most = splat(self.anticipate_ease / DT) * way_out;
        let push2 = px * px + py * py;
        let held = Lanes::select(push2.gt(most * most), most / push2.sqrt(), one);
        [px * held, py * held]
    }

    /// Force on one unit, in world axes. `longest`: length of the longest unit in the world, u.
    fn force(&self, scope: &Scope, id: usize, longest: f32) -> Vec2 {
        let agents = scope.agents;
        let (velocity, length) = (agents.velocity(id), agents.length[id]);
        // Most neighbors will never touch the unit, so a coarse test keeps those that are near
        // already, or approach on a line that passes within the sum of both radii. No other
        // neighbor can count, not even after the sideways shift of head-on encounters.
        let reach = ROUNDING_FACTOR * self.anticipate_radius * (length + longest);
        let (reach2, own_vx, own_vy) = (splat(reach * reach), splat(velocity.x), splat(velocity.y));
        let may_touch = move |met: &VisitedUnits<Lanes>| {
            let (vx, vy) = (own_vx - met.vx, own_vy - met.vy);
            let nears = (met.dx * vx + met.dy * vy).gt(Lanes::ZERO);
            let across = met.dx * vy - met.dy * vx;
            let meets = (across * across).le(reach2 * (vx * vx + vy * vy));
            Lanes::or(Lanes::and(nears, meets), met.d2.le(reach2))
        };
        let mut touched = Vec2::ZERO;
        let mut foreseen = EncounterSums::new(self, self.anticipate_energy * length * length);
        let sight = self.anticipate_sight * length;
        let mut add = |other: usize, offset: Vec2| {
            if other == id {
                return;
            }
            let radii = self.anticipate_radius * (length + agents.length[other]);
            let approach = velocity - agents.velocity(other);
            let distance = offset.length();
            if distance < radii {
                let away = if distance > 0.0 {
                    -offset / distance
                } else {
                    direction_from_coincident(scope, id, other)
                };
                touched += away * contact_push(away, approach, radii - distance);
            } else {
                foreseen.add_encounter(-offset, approach, radii);
            }
        };
        let here = agents.position(id);
        scope.visit_filtered_around(UnitFilter::Everyone, here, sight, may_touch, &mut add);
        foreseen.add_pending();
        // A point mass receives forces, so accelerations are multiplied by its mass.
        let mass = scope.max_gain * DT;
        let foreseen = foreseen.force_sum * mass;
        if touched == Vec2::ZERO {
            return foreseen;
        }
        foreseen.clamp_length_max(FORCE_SHARE_IN_CONTACT * scope.force_scale) + touched * mass
    }
}

/// Unit vector in which a unit leaves another unit at the same position: to starboard if its own id
/// is the higher one, else to port.
fn direction_from_coincident(scope: &Scope, id: usize, other: usize) -> Vec2 {
    let side = if id > other { 1.0 } else { -1.0 };
    scope.agents.forward(id).perp() * side
}

/// Acceleration that parts two touching units, u/s². `away`: unit vector from the other unit to
/// this one; `approach`: velocity of this unit relative to the other, u/s; `overlap`: sum of both
/// radii minus the distance, u.
fn contact_push(away: Vec2, approach: Vec2, overlap: f32) -> f32 {
    let speed = (-approach.dot(away)).max(0.0);
    CONTACT_BRAKING_SHARE / DT * (speed + SEPARATION_RATE * overlap)
}

impl Behavior for Anticipate {
    fn about(&self) -> BehaviorInfo {
        BehaviorInfo::new(Self::SPECS, "Makes way in time for those whom it would run into.")
            .with_rule(RULE)
            .required_bodies(&[BodyKind::Point])
            .with_purpose(SteeringPurpose::HoldsBack)
    }

    fn steer(&self, scope: &Scope, range: Range<usize>, out: &mut Steering) {
        let longest = scope.longest_length(UnitFilter::Everyone);
        add_force_per_unit(range, out, |id| self.force(scope, id, longest));
    }

    fn cues(&self, scope: &Scope, id: usize, out: &mut Vec<SteeringCue>) {
        let radius = self.anticipate_sight * scope.agents.length[id];
        out.push(scope.circle_around(UnitFilter::Everyone, id, radius));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::agents::Role;
    use crate::engine::behaviors::testing::*;

    #[test]
    fn who_passes_by_is_not_minded_and_who_comes_is_kept_off() {
        let mut world = field(vec![group(Role::Regular, 2, Anticipate::default())]);
        put(&mut world, 0, [100.0, 100.0], [30.0, 0.0]);
        put(&mut world, 1, [130.0, 102.0], [30.0, 0.0]);
        assert_eq!(force(&world, 0), Vec2::ZERO, "both go the same way");
        put(&mut world, 1, [130.0, 102.0], [-30.0, 0.0]);
        let early = force(&world, 0);
        assert!(early.y < 0.0, "it makes way to the other side");
        put(&mut world, 1, [110.0, 102.0], [-30.0, 0.0]);
        assert!(force(&world, 0).length() > 2.0 * early.length(), "the sooner the harder");
        put(&mut world, 1, [110.0, 107.0], [-30.0, 0.0]);
        assert_eq!(force(&world, 0), Vec2::ZERO, "it passes by");
    }

    #[test]
    fn who_would_be_grazed_pushes_little_and_nobody_pushes_farther_than_past() {
        let mut world = field(vec![group(Role::Regular, 2, Anticipate::default())]);
        put(&mut world, 0, [100.0, 100.0], [30.0, 0.0]);
        let mut push = |aside: f32| {
            put(&mut world, 1, [112.0, 100.0 + aside], [-30.0, 0.0]);
            force(&world, 0).length()
        };
        // The radii add up to 6 u: the nearer the distance of passing is to that, the weaker the
        // push.
        let pushes = [2.0, 4.0, 5.0, 5.9, 5.99].map(&mut push);
        assert!(pushes.windows(2).all(|pair| pair[1] < pair[0]), "{pushes:?}");
        assert!(pushes[4] < 0.01 * pushes[0], "{pushes:?}");
    }

    #[test]
    fn two_who_meet_head_on_keep_right() {
        let mut world = field(vec![group(Role::Regular, 2, Anticipate::default())]);
        put(&mut world, 0, [100.0, 100.0], [30.0, 0.0]);
        put(&mut world, 1, [120.0, 100.0], [-30.0, 0.0]);
        assert!(force(&world, 0).y > 0.0 && force(&world, 1).y < 0.0);
    }
}
