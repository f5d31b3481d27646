//! Leader following: gather behind the leader and keep out of its way (steering tutorial, part 8).
//!
//! A unit arrives at a point behind the leader, keeps apart from the other followers, and evades
//! the leader if it is near the leader, or near the point at the same distance ahead of the leader.
//! The leader is the scene's first unit with the role of leader; without one, nothing happens.

use super::{Behavior, BehaviorInfo};
use crate::params;
use crate::schema::{ParamSpec, Trouble};

const SOURCE: &str = "Understanding Steering Behaviors, part 8";

params! {
    /// Behavior that makes units gather behind their leader.
    pub struct LeaderFollowing in "Leader following" {
        leader_following: f32 = ParamSpec::weight("Leader following", 1.0)
            .words("follow leader go behind boss escort formation").symbol("w_fol")
            .doc("Weight of gathering behind the leader and keeping out of its way.")
            .source(SOURCE);
        behind_factor: f32 = ParamSpec::float("Distance behind", "× L", 5.0, [0.0, 60.0], 0.5)
            .symbol("k_beh")
            .words("LEADER_BEHIND_DIST")
            .doc("The followers' meeting point lies this many lengths behind the leader.")
            .source(SOURCE);
        follow_slowing: f32 = ParamSpec::float("Slowing radius", "× L", 10.0, [0.5, 100.0], 0.5)
            .symbol("k_fol")
            .doc("Followers slow down within this many lengths of the meeting point.")
            .source(SOURCE);
        sight_factor: f32 = ParamSpec::float("Leader's sight", "× L", 6.0, [0.0, 60.0], 0.5)
            .symbol("k_sig")
            .words("LEADER_SIGHT_RADIUS")
            .doc("Followers this near to the leader, or to the point as far ahead of it as the \
                  meeting point is behind, get out of its way.")
            .source(SOURCE);
        follower_gap: f32 = ParamSpec::float("Follower gap", "× L", 2.5, [0.0, 40.0], 0.1)
            .symbol("k_gap")
            .doc("Followers nearer to each other than this many lengths push away.")
            .source(SOURCE)
            .too_low(&[Trouble::Collapse]);
        follower_push: f32 = ParamSpec::float("Follower push", "× max", 0.7, [0.0, 10.0], 0.05)
            .symbol("k_push")
            .doc("Size of that push, relative to the bird's largest steering force.")
            .source(SOURCE)
            .too_low(&[Trouble::Collapse]);
    }
}

/// Force in the rule language. Ticks run the program that is compiled from this text.
const RULE: &str = "
    reach = unit(leader.velocity) * (behind_factor * L)
    gather = arrive(leader.offset - reach, follow_slowing * L)
    apart = -unit(sum(j in mates(follower_gap * L): j.offset)) * follower_push
    sight = sight_factor * L
    in_sight = leader.distance <= sight or length(leader.offset + reach) <= sight
    t = leader.distance / V
    evade = if in_sight then seek(-(leader.offset + leader.velocity * t)) else vec(0, 0)
    steer gather + apart + evade
";

impl Behavior for LeaderFollowing {
    fn about(&self) -> BehaviorInfo {
        BehaviorInfo::new(Self::SPECS, "Stays behind the leader and makes way for it.")
            .caused_by("its leader", "pulls it")
            .with_rule(RULE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::agents::Role;
    use crate::engine::behaviors::testing::*;
    use crate::engine::group::Group;
    use glam::Vec2;

    fn world() -> crate::World {
        let followers = group(Role::Soldier, 2, LeaderFollowing::default());
        let mut world = field(vec![followers, Group::point("leader", "Leader", Role::Leader, 1)]);
        put(&mut world, 2, [200.0, 200.0], [30.0, 0.0]);
        world
    }

    #[test]
    fn a_follower_gathers_behind_and_leaves_the_way_ahead() {
        let mut world = world();
        put(&mut world, 0, [150.0, 200.0], [0.0, 0.0]);
        assert!(force(&world, 0).x > 0.0, "toward the point behind the leader");
        put(&mut world, 1, [215.0, 205.0], [0.0, 0.0]);
        assert!(force(&world, 1).y > 0.0, "aside");
    }

    #[test]
    fn without_a_leader_nobody_follows() {
        let world = field(vec![group(Role::Soldier, 1, LeaderFollowing::default())]);
        assert_eq!(force(&world, 0), Vec2::ZERO);
    }
}
