//! Obstacle avoidance with feelers (book, ex. 4-12).
//!
//! A feeler points along the velocity. An obstacle that the feeler touches pushes the unit to the
//! side, away from the obstacle's center, the harder the nearer the center is. A wall that the
//! feeler touches pushes the unit to the side too, away from the wall's nearest point, or to port
//! if that point is dead ahead. One feeler can pass through a gap that is too narrow for the unit;
//! three feelers, spread to the sides, touch both rims of the gap.

use super::{
    Behavior, BehaviorFeatures, BehaviorInfo, FeelerShape, Scope, Steering, SteeringCue,
    add_lateral_forces,
};
use crate::engine::math::{Lane, Lanes, sin_cos, splat, unit};
use crate::engine::scope::{NearestBarrier, UnitBlock};
use crate::schema::{ParamRegion, ParamSpec, Trouble};
use crate::{choices, params};
use glam::Vec2;
use std::ops::Range;

choices! {
    /// Number of feelers of a unit.
    pub enum FeelerCount {
        One = "one", "One", "Straight ahead along the velocity.";
        Three = "three", "Three", "One straight ahead and one to each side.";
    }
}

/// Smallest distance from a wall that the force formula uses, body lengths; it bounds the push.
const MIN_WALL_GAP: f32 = 0.1;

const SOURCE: &str = "AI for Game Developers, ex. 4-12";

params! {
    /// Behavior that steers units around round obstacles and walls.
    ///
    /// ```
    /// use flockwright::prelude::*;
    ///
    /// let craft = Group::rigid("craft", "Craft", Role::Regular, 20)
    ///     .with(ObstacleAvoidance::default());
    /// let mut world = World::new(WorldParams::default(), vec![craft], 7);
    /// world.set_obstacles(vec![Obstacle { center: Vec2::new(300.0, 200.0), radius: 30.0 }]);
    /// world.tick();
    /// ```
    pub struct ObstacleAvoidance in "Obstacles" {
        avoidance: f32 = ParamSpec::weight("Obstacle avoidance", 1.0)
            .words("avoid rocks dodge steer around feeler whisker raycast collision")
            .symbol("w_avo").shapes()
            .doc("Weight of steering away from obstacles that a feeler touches.")
            .source(SOURCE)
            .too_low(&[Trouble::Stuck])
            .raised_against(Trouble::Stuck);
        feeler_factor: f32 = ParamSpec::float("Feeler reach", "× L", 25.0, [1.0, 100.0], 0.5)
            .symbol("k_fee").shapes()
            .words("_COLLISION_VISIBILITY_FACTOR")
            .doc("How far ahead a feeler reaches, in body lengths. What lies behind is not touched; \
                  in the book's example it is.")
            .source(SOURCE).with_region(ParamRegion::Feelers)
            .too_low(&[Trouble::Stuck])
            .raised_against(Trouble::Stuck);
        feelers: FeelerCount = ParamSpec::choice("Feelers", FeelerCount::CHOICES, 0).symbol("feelers")
            .doc("How many feelers a bird has.")
            .source("AI for Game Developers, ch. 4 suggests three").with_region(ParamRegion::Feelers);
        feeler_spread: f32 = ParamSpec::float("Feeler spread", "rad", 0.35, [0.05, 1.5], 0.05)
            .symbol("φ")
            .doc("Angle between the middle feeler and each of the side ones.")
            .source("AI for Game Developers, ch. 4").with_region(ParamRegion::Feelers)
            .when(&[("feelers", &["three"])]);
    }
}

/// Force in the rule language, for display, and for a test of the hand-written `steer`. Ticks run
/// `steer`, because with the rule a tick of the scene `flock-obstacles` takes 1.28 times the
/// instructions (`tests/bench/rules.sh flock-obstacles avoidance`).
const RULE: &str = "
    reach = feeler_factor * L
    # One feeler along the velocity, two beside it.
    f = unit(v)
    p = rotate(f, -feeler_spread)
    s = rotate(f, feeler_spread)
    steer -sum(o in obstacles where
        dot(o.offset, f) > 0 and dot(o.offset, f) < reach and abs(cross(f, o.offset)) < o.radius
        or feelers is three and (
            dot(o.offset, p) > 0 and dot(o.offset, p) < reach and abs(cross(p, o.offset)) < o.radius
            or dot(o.offset, s) > 0 and dot(o.offset, s) < reach and abs(cross(s, o.offset)) < o.radius)
        : side(o.offset) * reach / o.distance)
        - (if barrier.there and (barrier.distance < reach * dot(barrier.direction, f)
            or feelers is three and (barrier.distance < reach * dot(barrier.direction, p)
                or barrier.distance < reach * dot(barrier.direction, s)))
        then (if side(barrier.offset) == 0 then 1 else side(barrier.offset)) * reach / max(barrier.distance, 0.1 * L)
        else 0)
";

/// Tests feelers against a disk: mask of the lanes in which a feeler along the unit vector `[fx,
/// fy]`, `feeler_length` long, touches the disk with its center at the offset `[ax, ay]`, and the
/// distance of the center along the feeler.
#[inline(always)]
fn ray_hits_disk<L: Lane>(
    [ax, ay]: [L; 2],
    radius: f32,
    [fx, fy]: [L; 2],
    feeler_length: L,
) -> (L::Mask, L) {
    let along = ax * fx + ay * fy;
    let (bx, by) = (ax - along * fx, ay - along * fy);
    let inside = (bx * bx + by * by).lt(L::splat(radius * radius));
    (L::and(L::and(inside, along.gt(L::zero())), along.lt(feeler_length)), along)
}

impl ObstacleAvoidance {
    /// Feeler of a unit in the direction of the unit vector `way`, with the index of the first
    /// obstacle that the feeler touches, for drawing.
    fn cast_feeler(&self, scope: &Scope, id: usize, way: Vec2) -> SteeringCue {
        let reach = scope.agents.length[id] * self.feeler_factor;
        let mut first: Option<(usize, f32)> = None;
        for (index, obstacle) in scope.obstacles.iter().enumerate() {
            let offset = scope.offset_to(id, obstacle.center);
            let (hit, along) = ray_hits_disk(offset.into(), obstacle.radius, way.into(), reach);
            if hit && first.is_none_or(|(_, nearest)| along < nearest) {
                first = Some((index, along));
            }
        }
        let end = scope.agents.position(id) + way * reach;
        SteeringCue::Feeler { end, hit: first.map(|(index, _)| index) }
    }
}

/// Feelers of several units, one unit per SIMD lane: unit vectors, and their length, u.
struct Feelers {
    ahead: (Lanes, Lanes),
    /// Unit vectors of the feelers to port and to starboard; `None` if units have one feeler each.
    aside: Option<[(Lanes, Lanes); 2]>,
    length: Lanes,
}

impl Feelers {
    /// Mask of the units (lanes) that have at least one feeler for which `touches` is true.
    #[inline(always)]
    fn any_touches(
        &self,
        touches: impl Fn(Lanes, Lanes) -> <Lanes as Lane>::Mask,
    ) -> <Lanes as Lane>::Mask {
        let ahead = touches(self.ahead.0, self.ahead.1);
        let Some([port, starboard]) = self.aside else { return ahead };
        ahead | touches(port.0, port.1) | touches(starboard.0, starboard.1)
    }
}

impl ObstacleAvoidance {
    /// Feelers of units, one per SIMD lane. `sine`, `cosine`: of the angle between two feelers.
    #[inline(always)]
    fn feelers_of(&self, units: &UnitBlock<Lanes>, (sine, cosine): (Lanes, Lanes)) -> Feelers {
        let (x, y) = unit(units.vx, units.vy);
        let port = (x * cosine + y * sine, y * cosine - x * sine);
        let starboard = (x * cosine - y * sine, y * cosine + x * sine);
        Feelers {
            ahead: (x, y),
            aside: (self.feelers == FeelerCount::Three).then_some([port, starboard]),
            length: units.length * splat(self.feeler_factor),
        }
    }
}

/// Lateral force, positive to starboard, with which the nearest wall or blocked tile pushes the
/// units whose feelers touch it.
#[inline(always)]
fn wall_push(scope: &Scope, units: &UnitBlock<Lanes>, feelers: &Feelers) -> Lanes {
    let last = scope.agents.len() - 1;
    let barriers: [Option<NearestBarrier>; Lanes::LANE_COUNT] = std::array::from_fn(|lane| {
        scope.nearest_barrier((units.first_id() + lane).min(last), false)
    });
    let part = |of: fn(NearestBarrier) -> f32| {
        Lanes::from_lane_fn(|lane| barriers[lane].map_or(f32::INFINITY, of))
    };
    let [ox, oy] = [part(|bar| bar.offset.x), part(|bar| bar.offset.y)];
    let [dx, dy] = [part(|bar| bar.direction.x), part(|bar| bar.direction.y)];
    let distance = (ox * ox + oy * oy).sqrt();
    let touched = feelers.any_touches(|fx, fy| distance.lt(feelers.length * (dx * fx + dy * fy)));
    let side = units.side_of(ox, oy);
    let side = Lanes::select(side.eq(Lanes::zero()), splat(1.0), side);
    let least = units.length * splat(MIN_WALL_GAP);
    let near = Lanes::select(distance.lt(least), least, distance);
    (side * splat(scope.force_scale) * feelers.length / near).keep_where(touched)
}

impl Behavior for ObstacleAvoidance {
    fn about(&self) -> BehaviorInfo {
        BehaviorInfo::new(Self::SPECS, "Turns away from obstacles that a feeler touches.")
            .caused_by("an obstacle ahead", "turns it")
            .with_rule(RULE)
    }

    fn steer(&self, scope: &Scope, range: Range<usize>, out: &mut Steering) {
        if scope.obstacles.is_empty() && scope.walls.is_empty() {
            return;
        }
        let (sine, cosine) = sin_cos(self.feeler_spread);
        let spread = (splat(sine), splat(cosine));
        add_lateral_forces(scope, range, out, |units, _| {
            let feelers = self.feelers_of(units, spread);
            let mut force = Lanes::zero();
            for obstacle in scope.obstacles {
                let (ax, ay) = units.offset_to(obstacle.center, &scope.space);
                let touched = feelers.any_touches(|fx, fy| {
                    ray_hits_disk([ax, ay], obstacle.radius, [fx, fy], feelers.length).0
                });
                if Lanes::any(touched) {
                    let distance = (ax * ax + ay * ay).sqrt();
                    let push = units.side_of(ax, ay) * splat(scope.force_scale) * feelers.length;
                    force -= (push / distance).keep_where(touched);
                }
            }
            if !scope.walls.is_empty() {
                force -= wall_push(scope, units, &feelers);
            }
            force
        });
    }

    fn features(&self) -> BehaviorFeatures {
        BehaviorFeatures {
            feelers: Some(FeelerShape {
                length_factor: self.feeler_factor,
                side_angle: self.feeler_spread,
                count: match self.feelers {
                    FeelerCount::One => 1,
                    FeelerCount::Three => 3,
                },
            }),
            ..BehaviorFeatures::default()
        }
    }

    fn cues(&self, scope: &Scope, id: usize, out: &mut Vec<SteeringCue>) {
        let (x, y) = unit(scope.agents.vx[id], scope.agents.vy[id]);
        let ahead = Vec2::new(x, y);
        if ahead == Vec2::ZERO {
            return;
        }
        out.push(self.cast_feeler(scope, id, ahead));
        if self.feelers == FeelerCount::Three {
            let (sine, cosine) = sin_cos(self.feeler_spread);
            for turn in [Vec2::new(cosine, -sine), Vec2::new(cosine, sine)] {
                out.push(self.cast_feeler(scope, id, turn.rotate(ahead)));
            }
        }
    }
}
