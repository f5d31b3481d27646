//! Queue: brake behind the unit ahead (steering tutorial, part 9).
//!
//! If another unit is near a point in front of a unit, most of the unit's steering so far is
//! canceled and its speed is reduced; if the other unit is also close to the unit itself, the unit
//! almost stops. The tutorial's first version stops hard without the second condition. The behavior
//! cancels forces of others, so it stands last in a group's list. Waiting units creep: a fifth of
//! the steering remains. A unit that was pushed back faces backward and sees nobody ahead. Two
//! units face to face both wait; only separation frees them.

use super::{Behavior, BehaviorInfo, Scope, Steering, SteeringCue, SteeringPurpose, UnitFilter};
use crate::engine::scope::unit_vector;
use crate::schema::{ParamSpec, Trouble};
use crate::{choices, params};
use glam::Vec2;
use std::ops::Range;

const SOURCE: &str = "Understanding Steering Behaviors, part 9";

/// Share of the earlier behaviors' forces that is canceled while another unit is ahead.
const CANCELED_SHARE: f32 = 0.8;

choices! {
    /// Where another unit has to be to make a unit almost stop.
    pub enum QueueStops {
        Near = "near", "Near itself", "Near the point ahead and near itself, as in the source's end.";
        Ahead = "ahead", "Ahead", "Near the point ahead, as the source begins.";
    }
}

params! {
    /// Behavior that makes units wait behind the unit ahead.
    pub struct Queue in "Queue" {
        queue: f32 = ParamSpec::weight("Queue", 1.0)
            .words("line up wait in line door doorway jam bottleneck").symbol("w_que")
            .doc("Weight of waiting behind whoever is ahead. From 1.25 on, it takes back all that \
                  the other behaviors ask for, and more: hardly anyone advances, and many back \
                  off.")
            .source(SOURCE)
            .too_low(&[Trouble::Collapse])
            .raised_against(Trouble::Collapse);
        queue_ahead: f32 = ParamSpec::float("Look-ahead", "× L", 2.0, [0.0, 40.0], 0.1)
            .symbol("k_que")
            .words("MAX_QUEUE_AHEAD")
            .doc("A bird looks for others around a point this many lengths ahead.")
            .source(SOURCE)
            .too_high(&[Trouble::Collapse]);
        queue_radius: f32 = ParamSpec::float("Queue radius", "× L", 1.6, [0.0, 40.0], 0.1)
            .symbol("r_que")
            .words("MAX_QUEUE_RADIUS")
            .doc("Whoever is this near to that point is in the way, as the source's code has it (its \
                  text has the distance ahead); if also this near to the bird, the bird stops hard.")
            .source(SOURCE);
        queue_gap: f32 = ParamSpec::float("Queue gap", "× L", 1.5, [0.0, 40.0], 0.1).symbol("g_que")
            .doc("Waiting birds nearer to each other than this many lengths push away.")
            .source(SOURCE)
            .too_low(&[Trouble::Collapse]);
        queue_push: f32 = ParamSpec::float("Queue push", "× max", 0.5, [0.0, 10.0], 0.05)
            .symbol("p_que")
            .doc("Size of that push, relative to the bird's largest steering force.")
            .source(SOURCE)
            .too_low(&[Trouble::Collapse]);
        queue_brake: f32 = ParamSpec::float("Queue brake", "", 1.0, [0.0, 1.0], 0.05)
            .symbol("b_que")
            .words("brake force")
            .doc("How much of the brake acts, which takes back what the other behaviors ask for. At 0 only \
                  the hard stop is left.")
            .source(SOURCE);
        queue_stop: f32 = ParamSpec::float("Hard stop", "× v", 0.3, [0.0, 1.0], 0.05)
            .symbol("s_que")
            .words("hard stop")
            .doc("Share of its speed that a bird keeps in a tick with another right in front of it. 1 is no \
                  hard stop.")
            .source(SOURCE);
        queue_stops: QueueStops = ParamSpec::choice("Stops for one", QueueStops::CHOICES, 0)
            .symbol("c_que")
            .words("hard stop")
            .doc("Where another bird has to be for the hard stop.")
            .source(SOURCE);
    }
}

/// Force in the rule language, for display, and for a test of the hand-written `steer`. Ticks run
/// `steer`, because with the rule a tick of the scene `queue-door` takes 2.34 times the
/// instructions (`tests/bench/rules.sh queue-door queue`).
const RULE: &str = "
    r = queue_radius * L
    p = unit(v) * (queue_ahead * L)
    blocked = any(j in mates(length(p) + r) where length(j.offset - p) <= r)
    close = any(j in mates(r) where length(j.offset - p) <= r)
    apart = -unit(sum(j in mates(queue_gap * L): j.offset)) * queue_push
    steer if blocked then toward(vec(0, 0)) * queue_brake + apart - so_far * (0.8 * queue_brake) else vec(0, 0)
    brake if close or queue_stops is ahead and blocked then queue_stop else 1
";

impl Queue {
    /// Position in front of a unit around which the unit looks for others, u.
    fn point_ahead(&self, scope: &Scope, id: usize) -> Vec2 {
        let way = unit_vector(scope.agents.velocity(id));
        scope.agents.position(id) + way * (self.queue_ahead * scope.agents.length[id])
    }

    /// Id of the unit near the point in front of this unit, the lowest of several; `None` for none.
    fn unit_ahead(&self, scope: &Scope, id: usize) -> Option<usize> {
        let length = scope.agents.length[id];
        let point = self.point_ahead(scope, id);
        let mut first: Option<usize> = None;
        scope.visit_around(UnitFilter::Role, point, self.queue_radius * length, |other, _| {
            if other != id && first.is_none_or(|found| other < found) {
                first = Some(other);
            }
        });
        first
    }
}

impl Behavior for Queue {
    fn about(&self) -> BehaviorInfo {
        BehaviorInfo::new(Self::SPECS, "Stops behind whoever is ahead instead of pushing.")
            .caused_by("the queue ahead", "turns it")
            .with_rule(RULE)
            .with_purpose(SteeringPurpose::HoldsBack)
    }

    fn steer(&self, scope: &Scope, range: Range<usize>, out: &mut Steering) {
        let push = self.queue_push * scope.force_scale;
        for id in range {
            let Some(other) = self.unit_ahead(scope, id) else { continue };
            let length = scope.agents.length[id];
            let brake = scope.force_to_velocity(id, Vec2::ZERO) * self.queue_brake;
            let back = CANCELED_SHARE * self.queue_brake;
            let apart = scope.crowd_push(id, self.queue_gap * length, push);
            let force = brake + apart - out.force(id) * back;
            out.add_force::<f32>(id, 1, force.x, force.y);
            out.scale_back(id, back);
            let gap = scope.offset_to(id, scope.agents.position(other));
            let near = gap.length() <= self.queue_radius * length;
            if near || self.queue_stops == QueueStops::Ahead {
                *out.brake_factor_mut(id) *= self.queue_stop;
            }
        }
    }

    fn cues(&self, scope: &Scope, id: usize, out: &mut Vec<SteeringCue>) {
        let radius = self.queue_radius * scope.agents.length[id];
        out.push(SteeringCue::Circle {
            filter: UnitFilter::Role,
            center: self.point_ahead(scope, id),
            radius,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::agents::Role;
    use crate::engine::behaviors::Seek;
    use crate::engine::behaviors::testing::*;

    #[test]
    fn one_is_held_up_by_who_stands_ahead_and_goes_on_when_the_way_is_free() {
        let walkers = group(Role::Regular, 1, Seek::default()).with(Queue::default());
        let standing = crate::engine::group::Group::point("post", "Post", Role::Regular, 1);
        let mut world = field(vec![walkers, standing]);
        put(&mut world, 0, [100.0, 200.0], [40.0, 0.0]);
        put(&mut world, 1, [150.0, 200.0], [0.0, 0.0]);
        run(&mut world, 2);
        let gap = 150.0 - world.agents().position(0).x;
        assert!((2.0..12.0).contains(&gap), "after two seconds it is {gap} u behind");
        put(&mut world, 1, [150.0, 300.0], [0.0, 0.0]);
        run(&mut world, 2);
        assert!(world.agents().position(0).x > 170.0, "it goes on");
    }
}
