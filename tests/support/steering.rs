//! Cases of the force-based behaviors: one unit, what it steers by, and the force.

use super::Push;
use super::cases::{Disc, assert_close, moved, open_world};
use super::inspect;
use flockwright::engine::agents::{Role, UnitState};
use flockwright::engine::behaviors::{
    Arrive, CollisionAvoidance, CrowdSeparation, EvadeAhead, Flee, LeaderFollowing, Potential,
    Pursue, Queue, RtsAlignment, RtsCohesion, RtsSeparation, Seek,
};
use flockwright::engine::bodies::PointMass;
use flockwright::engine::goals::Goal;
use flockwright::engine::group::Group;
use flockwright::engine::world::World;
use glam::Vec2;
use serde::Deserialize;

#[derive(Deserialize)]
pub struct Case {
    behavior: String,
    agent: Agent,
    args: Args,
    expect: Expect,
}

#[derive(Deserialize)]
struct Agent {
    #[serde(flatten)]
    unit: Unit,
    max_speed: f32,
    max_force: f32,
    mass: f32,
}

/// Of the units around, it counts where they are and how they move.
#[derive(Deserialize)]
struct Unit {
    p: [f64; 2],
    #[serde(default)]
    v: [f32; 2],
}

/// The arguments of all behaviors; each has its own.
#[derive(Deserialize, Default)]
#[serde(default)]
struct Args {
    target: Option<[f64; 2]>,
    quarry: Option<Unit>,
    leader: Option<Unit>,
    others: Vec<Unit>,
    obstacles: Vec<Disc>,
    slowing_radius: f32,
    see_ahead: f32,
    max_avoid_force: f32,
    behind_dist: f32,
    sight_radius: f32,
    radius: f32,
    max_separation: f32,
    sep_radius: f32,
    max_sep: f32,
    ahead_dist: f32,
    steering: [f32; 2],
    min_separation: f32,
    max_cohesion: f32,
    other: Option<[f64; 2]>,
    length: Option<f32>,
    #[serde(rename = "A")]
    a: f32,
    #[serde(rename = "B")]
    b: f32,
    n: f32,
    m_exp: f32,
}

#[derive(Deserialize)]
struct Expect {
    fx: f64,
    fy: f64,
    hard_stop: Option<bool>,
}

impl Case {
    /// The size of the attraction. Potentials know no largest force, and where attraction and
    /// repulsion nearly cancel, what is left is no measure of either.
    fn pull(&self) -> f64 {
        let Args { other: Some([x, y]), length: Some(length), a, n, .. } = self.args else {
            return 0.0;
        };
        let [from_x, from_y] = self.agent.unit.p;
        f64::from(a) / ((x - from_x).hypot(y - from_y) / f64::from(length)).powf(f64::from(n))
    }
}

impl Unit {
    fn state(&self, origin: [f64; 2]) -> UnitState {
        let velocity = Vec2::from(self.v);
        let position = moved(self.p, origin);
        UnitState { position, velocity, heading: velocity.y.atan2(velocity.x), omega: 0.0 }
    }
}

fn standing(position: Vec2) -> UnitState {
    UnitState { position, velocity: Vec2::ZERO, heading: 0.0, omega: 0.0 }
}

/// Gives a group the behavior of the case. Lengths are 1 where the case has none of its own, so
/// that factors of L are distances.
fn behaving(case: &Case, group: Group) -> Group {
    let a = &case.args;
    let most = case.agent.max_force;
    match case.behavior.as_str() {
        "seek" => group.with(Seek::default()),
        "flee" => group.with(Flee::default()),
        "arrive" => group.with(Arrive::within(a.slowing_radius)),
        "pursue" => group.with(Pursue::default()),
        "evade" => group.with(EvadeAhead::default()),
        "collision_avoidance" => group.with(CollisionAvoidance {
            see_ahead: a.see_ahead,
            max_avoid: a.max_avoid_force / most,
            ..CollisionAvoidance::default()
        }),
        "leader_following" => group.with(LeaderFollowing {
            behind_factor: a.behind_dist,
            follow_slowing: a.slowing_radius,
            sight_factor: a.sight_radius,
            follower_gap: a.sep_radius,
            follower_push: a.max_sep / most,
            ..LeaderFollowing::default()
        }),
        "crowd_separation" => group.with(CrowdSeparation {
            crowd_factor: a.radius,
            max_separation: a.max_separation / most,
            ..CrowdSeparation::default()
        }),
        "queue" => group.with(Push::in_world_frame(a.steering.into())).with(Queue {
            queue_ahead: a.ahead_dist,
            queue_radius: a.radius,
            queue_gap: a.sep_radius,
            queue_push: a.max_sep / most,
            ..Queue::default()
        }),
        "rts_separation" => group
            .with(RtsSeparation { min_separation: a.min_separation, ..RtsSeparation::default() }),
        "rts_cohesion" => {
            group.with(RtsCohesion { max_cohesion: a.max_cohesion, ..RtsCohesion::default() })
        }
        "rts_alignment" => {
            group.with(RtsAlignment { align_factor: a.max_cohesion, ..RtsAlignment::default() })
        }
        "lennard_jones" => group.with(Potential {
            potential: 1.0,
            potential_a: a.a,
            potential_b: a.b,
            potential_n: a.n,
            potential_m: a.m_exp,
            potential_cutoff: 0.0,
        }),
        other => panic!("no behavior '{other}'"),
    }
}

pub fn steering(case: &Case, what: &str) {
    let what = format!("{what} ({})", case.behavior);
    let Agent { max_speed, max_force, mass, .. } = case.agent;
    let units = 1 + case.args.others.len() as u32;
    let body = PointMass { max_speed, max_force, mass, ..PointMass::default() };
    let group = Group::point("units", "Units", Role::Soldier, units);
    let mut group = behaving(case, group).with_point_mass(body).with_goal(Goal::default());
    group.crowd.length = case.args.length.unwrap_or(1.0);
    group.crowd.count += u32::from(case.args.other.is_some());
    let others = [(Role::Player, &case.args.quarry), (Role::Leader, &case.args.leader)];
    let mut groups = vec![group];
    let origin = case.agent.unit.p;
    let mut states = vec![case.agent.unit.state(origin)];
    states.extend(case.args.others.iter().map(|unit| unit.state(origin)));
    states.extend(case.args.other.map(|at| standing(moved(at, origin))));
    for (role, unit) in others {
        if let Some(unit) = unit {
            groups.push(Group::point("other", "Other", role, 1));
            states.push(unit.state(origin));
        }
    }
    let mut world = World::new(open_world(), groups, 1);
    for (id, state) in states.into_iter().enumerate() {
        world.set_unit(id, state);
    }
    world.set_obstacles(case.args.obstacles.iter().map(|disc| disc.obstacle(origin)).collect());
    if let Some(target) = case.args.target {
        world.hold_pointer(moved(target, origin));
    }
    let found = inspect(&world, 0).expect("unit 0");
    let part = found.contributions.last().expect("a behavior");
    let scale = match case.behavior.as_str() {
        "lennard_jones" => case.pull().max(case.expect.fx.hypot(case.expect.fy)),
        _ => f64::from(max_force),
    };
    assert_close(f64::from(part.raw_force.x), case.expect.fx, scale, &format!("{what}: fx"));
    assert_close(f64::from(part.raw_force.y), case.expect.fy, scale, &format!("{what}: fy"));
    if let Some(stops) = case.expect.hard_stop {
        world.tick();
        assert_eq!(world.steering().brake_factors[0] < 1.0, stops, "{what}: hard stop");
        let speed = world.agents().velocity(0).length();
        assert!(!stops || speed <= 0.3 * max_speed * 1.001, "{what}: still moves at {speed}");
    }
}
