//! What units do is what is shown of them: the edge of the world, and the way of a leader.

use crate::support::inspect;
use flockwright::engine::behaviors::{AimKind, LeaderFollowing, SteeringCue};
use flockwright::engine::goals::{Goal, GoalKind};
use flockwright::engine::params::Edges;
use flockwright::{Group, Role, UnitState, World, WorldParams};
use glam::Vec2;

fn put(world: &mut World, id: usize, position: [f32; 2], velocity: [f32; 2]) {
    let velocity = Vec2::from(velocity);
    let heading = libm::atan2f(velocity.y, velocity.x);
    let state = UnitState { position: position.into(), velocity, heading, omega: 0.0 };
    world.set_unit(id, state);
}

#[test]
fn the_push_inward_grows_from_nothing_at_the_margin_to_the_largest_force_at_the_edge() {
    let (width, height) = (400.0, 300.0);
    let params = WorldParams { width, height, edges: Edges::Contain, ..WorldParams::default() };
    // 4 u long, so that the margin is 40 u wide, and 120 of force.
    let group = Group::point("units", "Units", Role::Regular, 1);
    let mut world = World::new(params, vec![group], 1);
    for (place, push) in [
        ([200.0, 150.0], [0.0, 0.0]),
        ([40.0, 260.0], [0.0, 0.0]),
        ([20.0, 150.0], [60.0, 0.0]),
        ([0.0, 150.0], [120.0, 0.0]),
        ([400.0, 290.0], [-120.0, -90.0]),
    ] {
        put(&mut world, 0, place, [0.0, 0.0]);
        let found = inspect(&world, 0).expect("the unit exists");
        assert_eq!(found.contributions[0].raw_force, Vec2::from(push), "at {place:?}");
    }
}

#[test]
fn in_a_round_tank_the_push_is_toward_the_middle_and_nobody_gets_out() {
    let (width, height) = (400.0, 300.0);
    let params = WorldParams { width, height, edges: Edges::Tank, ..WorldParams::default() };
    let group = Group::point("units", "Units", Role::Regular, 30);
    let mut world = World::new(params, vec![group], 1);
    // The radius is 150, the margin 40 wide.
    for (place, push) in [
        ([200.0, 150.0], [0.0, 0.0]),
        ([90.0, 150.0], [0.0, 0.0]),
        ([70.0, 150.0], [60.0, 0.0]),
        ([200.0, 300.0], [0.0, -120.0]),
    ] {
        put(&mut world, 0, place, [0.0, 0.0]);
        let found = inspect(&world, 0).expect("the unit exists");
        let raw = found.contributions[0].raw_force;
        assert!((raw - Vec2::from(push)).length() < 1e-3, "at {place:?}: {raw}");
    }
    for tick in 0..300 {
        world.tick();
        for id in (0..30).filter(|_| tick > 0) {
            let away = world.agents().position(id).distance(Vec2::new(200.0, 150.0));
            assert!(away <= 150.001, "tick {tick}: {away}");
        }
    }
}

#[test]
fn whoever_is_shown_to_leave_the_way_ahead_leaves_it() {
    let near = LeaderFollowing { sight_factor: 3.0, behind_factor: 8.0, ..Default::default() };
    let blind = LeaderFollowing { sight_factor: 0.0, ..near };
    let mut worlds = [near, blind].map(|following| {
        let goal = Goal { goal: GoalKind::Place, heeds_pointer: false, ..Goal::default() };
        let followers =
            Group::point("units", "Units", Role::Soldier, 1).with(following).with_goal(goal);
        let leader = Group::point("leader", "Leader", Role::Leader, 1);
        let (width, height) = (400.0, 400.0);
        let params = WorldParams { width, height, edges: Edges::Bounce, ..WorldParams::default() };
        let mut world = World::new(params, vec![followers, leader], 1);
        put(&mut world, 1, [200.0, 200.0], [30.0, 0.0]);
        world
    });
    let mut shown = 0;
    for x in (100..300).step_by(4) {
        worlds.iter_mut().for_each(|world| put(world, 0, [x as f32, 203.0], [0.0, 0.0]));
        let [near, blind] = worlds
            .each_mut()
            .map(|world| inspect(world, 0).expect("the follower").contributions[0].raw_force);
        let found = inspect(&worlds[0], 0).expect("the follower");
        let cues = &found.contributions[0].cues;
        let away = |cue: &&SteeringCue| matches!(cue, SteeringCue::Aim { kind: AimKind::From, .. });
        assert_eq!(cues.iter().any(|cue| away(&cue)), near != blind, "at {x}");
        shown += u32::from(near != blind);
    }
    assert!((8..20).contains(&shown), "around the leader, and around the way ahead: {shown}");
}
