//! Collision avoidance: the three-point test (steering tutorial, part 6).
//!
//! The unit tests three points: one ahead by the look-ahead times the share of full speed, one
//! halfway to it, and its own position. Of the obstacles that contain a tested point, the nearest
//! pushes the farthest point away from its center; if the center lies exactly ahead, to starboard,
//! since a push straight back would hold the unit there. The unit tests one obstacle at a time, so
//! it may be pushed from one into another, and nearly dead ahead it brakes rather than turns. A
//! wall within the look-ahead takes precedence: the unit is pushed off the wall and along it.

use super::{Behavior, BehaviorInfo, Scope, SteeringCue};
use crate::engine::scenery::Obstacle;
use crate::engine::scope::unit_vector;
use crate::schema::{ParamSpec, Trouble};
use crate::{choices, params};
use glam::Vec2;

const SOURCE: &str = "Understanding Steering Behaviors, part 6";

choices! {
    /// Points at which a unit tests for obstacles.
    pub enum ProbePoints {
        Three = "three", "Three points", "The tip, halfway to it, and where it is, as in the source's end.";
        Tip = "tip", "The tip alone", "Only the point ahead, as the source begins: what is nearer slips by.";
    }
}

params! {
    /// Behavior that makes units avoid the nearest obstacle on their way.
    pub struct CollisionAvoidance in "Obstacles" {
        collision_avoidance: f32 = ParamSpec::weight("Collision avoidance", 1.0)
            .words("avoid rocks dodge obstacles steer around walls blocked").symbol("w_col").shapes()
            .doc("Weight of steering clear of the most threatening obstacle.")
            .source(SOURCE)
            .too_low(&[Trouble::Stuck])
            .raised_against(Trouble::Stuck);
        see_ahead: f32 = ParamSpec::float("Look-ahead", "× L", 15.0, [0.0, 100.0], 0.5)
            .symbol("k_ah")
            .words("MAX_SEE_AHEAD")
            .doc("How far ahead a bird at full speed looks, in body lengths; slower ones look less far. \
                  Where the source lets the length follow the speed, it loses this number.")
            .source(SOURCE)
            .too_low(&[Trouble::Stuck])
            .raised_against(Trouble::Stuck);
        probes: ProbePoints = ParamSpec::choice("Looks at", ProbePoints::CHOICES, 0)
            .symbol("p_col")
            .words("ahead ahead2")
            .doc("The points at which a bird looks for obstacles. The source begins with the tip and adds the \
                  others.")
            .source(SOURCE);
        max_avoid: f32 = ParamSpec::float("Avoidance force", "× max", 1.0, [0.0, 10.0], 0.05)
            .symbol("k_avo")
            .words("MAX_AVOID_FORCE")
            .doc("Size of the push, relative to the bird's largest steering force.")
            .source(SOURCE)
            .too_low(&[Trouble::Stuck]);
    }
}

/// Force in the rule language. Ticks run the program that is compiled from this text.
const RULE: &str = "
    a = unit(v) * (see_ahead * L * (speed / V))
    # A wall that it would come too near to: off it and along it, to starboard head on.
    n = if barrier.there then barrier.direction else vec(0, 0)
    along = a - n * dot(a, n)
    steer (if barrier.there and dot(a, n) > max(0, barrier.distance - 3 * L)
        then unit((if length(along) > 0 then unit(along) else starboard(n)) - n)
        else nearest(o in obstacles where length(o.offset - a) <= o.radius
            or probes is three and (length(o.offset - a * 0.5) <= o.radius or o.distance <= o.radius):
            if cross(a, o.offset) == 0 and dot(a, o.offset) > 0 then unit(starboard(a))
            else unit(a - o.offset))) * max_avoid
";

impl CollisionAvoidance {
    /// Offset from a unit to the farthest point that it tests, u; index and offset (u) of the
    /// nearest obstacle that contains a tested point, or `None`.
    fn find_obstacle_ahead(&self, scope: &Scope, id: usize) -> (Vec2, Option<(usize, Vec2)>) {
        let (agents, velocity) = (scope.agents, scope.agents.velocity(id));
        let most = scope.max_speed(id);
        let pace = if most > 0.0 { velocity.length() / most } else { 0.0 };
        let ahead = unit_vector(velocity) * (self.see_ahead * agents.length[id] * pace);
        let offset = |obstacle: &Obstacle| scope.offset_to(id, obstacle.center);
        let mut nearest: Option<(usize, Vec2)> = None;
        for (index, obstacle) in scope.obstacles.iter().enumerate() {
            let center = offset(obstacle);
            let inside =
                |point: Vec2| center.distance_squared(point) <= obstacle.radius * obstacle.radius;
            let all = self.probes == ProbePoints::Three;
            let threatens = inside(ahead) || all && (inside(ahead * 0.5) || inside(Vec2::ZERO));
            if threatens && nearest.is_none_or(|(_, other)| center.length() < other.length()) {
                nearest = Some((index, center));
            }
        }
        (ahead, nearest)
    }
}

impl Behavior for CollisionAvoidance {
    fn about(&self) -> BehaviorInfo {
        BehaviorInfo::new(Self::SPECS, "Pushes away from the obstacle that is most in the way.")
            .caused_by("an obstacle", "pushes it")
            .with_rule(RULE)
    }

    fn cues(&self, scope: &Scope, id: usize, out: &mut Vec<SteeringCue>) {
        let (ahead, hit) = self.find_obstacle_ahead(scope, id);
        let end = scope.agents.position(id) + ahead;
        out.push(SteeringCue::Feeler { end, hit: hit.map(|(index, _)| index) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::agents::Role;
    use crate::engine::behaviors::Seek;
    use crate::engine::behaviors::testing::*;

    #[test]
    fn a_unit_goes_around_what_stands_in_its_way() {
        let group = group(Role::Regular, 1, CollisionAvoidance::default())
            .with(Seek::default())
            .prioritized();
        let mut world = field(vec![group]);
        put(&mut world, 0, [20.0, 195.0], [60.0, 0.0]);
        world.set_obstacles(vec![Obstacle { center: Vec2::new(110.0, 200.0), radius: 25.0 }]);
        let mut least = f32::INFINITY;
        for _ in 0..400 {
            world.tick();
            least = least.min(world.agents().position(0).distance(Vec2::new(110.0, 200.0)));
        }
        assert!(least > 22.0, "it came as near as {least}");
        assert!(world.agents().position(0).distance(Vec2::splat(200.0)) < 80.0);
    }

    #[test]
    fn of_two_threats_the_nearest_counts() {
        let mut world = field(vec![group(Role::Regular, 1, CollisionAvoidance::default())]);
        put(&mut world, 0, [100.0, 100.0], [60.0, 0.0]);
        let near = Obstacle { center: Vec2::new(130.0, 110.0), radius: 15.0 };
        let far = Obstacle { center: Vec2::new(160.0, 90.0), radius: 15.0 };
        world.set_obstacles(vec![far, near]);
        assert!(force(&world, 0).y < 0.0, "away from the near one, which is to starboard");
    }
}
