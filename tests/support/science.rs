//! Cases of the models of collective motion: a state, and the force or the state after one tick.

use super::cases::{Disc, START, TOLERANCE, assert_close, moved, open_world};
use super::{Push, inspect};
use flockwright::engine::agents::{Role, UnitState};
use flockwright::engine::behaviors::{
    Anticipate, Behavior, Chirality, Fright, MeanHeading, Orbit, Zones,
};
use flockwright::engine::bodies::{Body, MoveOrder, Particle, PointMass, RigidBody};
use flockwright::engine::goals::Goal;
use flockwright::engine::group::{Group, Ties};
use flockwright::engine::params::{Edges, WorldParams};
use flockwright::engine::world::World;
use glam::Vec2;
use serde::Deserialize;
use std::f32::consts::TAU;

#[derive(Deserialize)]
pub struct Case {
    behavior: String,
    agent: Option<Unit>,
    body: Option<Craft>,
    #[serde(default)]
    args: Args,
    expect: Expect,
}

#[derive(Deserialize)]
struct Unit {
    p: [f64; 2],
    #[serde(default)]
    v: [f32; 2],
    #[serde(default)]
    max_speed: f32,
    #[serde(default)]
    max_force: f32,
    #[serde(default)]
    mass: Option<f32>,
    heading: Option<f32>,
    #[serde(default)]
    steering_force: f32,
}

#[derive(Deserialize)]
struct Craft {
    p: [f64; 2],
    heading: f32,
    max_speed: f32,
    max_force: f32,
    max_turn: f32,
    noise_draw: f32,
    moves_with: String,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Args {
    force: [f32; 2],
    others: Vec<Unit>,
    menaces: Vec<Unit>,
    radius: f64,
    repulsion: f32,
    orientation: f32,
    attraction: f32,
    view_angle: f32,
    torus: Option<[f32; 2]>,
    target: Option<[f64; 2]>,
    distance: f32,
    softness: f32,
    chirality: f32,
    center: Option<[f64; 2]>,
    gap: f32,
    k: f32,
    t0: f32,
}

#[derive(Deserialize)]
struct Expect {
    fx: Option<f64>,
    fy: Option<f64>,
    starboard: Option<f64>,
    heading: Option<f64>,
    p: Option<[f64; 2]>,
    v: Option<[f64; 2]>,
}

impl Unit {
    fn state(&self, position: Vec2) -> UnitState {
        let velocity = Vec2::from(self.v);
        let heading = self.heading.unwrap_or_else(|| velocity.y.atan2(velocity.x));
        UnitState { position, velocity, heading, omega: 0.0 }
    }

    /// The group of such a unit: a rigid body where a steering force is given, else a point mass,
    /// and of length 1.
    fn group(&self, role: Role, count: usize) -> Group {
        let mut group = Group::point("units", "Units", role, count as u32);
        group.body = if self.steering_force > 0.0 {
            Body::Rigid(RigidBody { steering_force: self.steering_force, ..RigidBody::default() })
        } else {
            let (max_speed, max_force) = (self.max_speed.max(1.0), self.max_force.max(1.0));
            let mass = self.mass.unwrap_or(PointMass::default().mass);
            Body::Point(PointMass { max_speed, max_force, mass, ..PointMass::default() })
        };
        group.crowd.length = 1.0;
        group
    }
}

pub fn science(case: &Case, what: &str) {
    let what = format!("{what} ({})", case.behavior);
    match (&case.body, &case.agent) {
        (Some(body), _) => particle(body, case, &what),
        (None, Some(agent)) if case.behavior == "contact" => contact(agent, case, &what),
        (None, Some(agent)) => force(agent, case, &what),
        (None, None) => panic!("{what}: neither a body nor an agent"),
    }
}

fn particle(craft: &Craft, case: &Case, what: &str) {
    let mut group = Group::particles(
        "units",
        "Units",
        Role::Regular,
        1,
        Particle {
            speed: craft.max_speed,
            max_force: craft.max_force,
            max_turn: craft.max_turn,
            moves_with: match craft.moves_with.as_str() {
                "new" => MoveOrder::New,
                "old" => MoveOrder::Old,
                other => panic!("{what}: no way to move with '{other}'"),
            },
        },
    );
    group = group.with(Push::in_world_frame(case.args.force.into()).swerving(craft.noise_draw));
    let mut world = World::new(open_world(), vec![group], 1);
    let (sine, cosine) = craft.heading.sin_cos();
    let velocity = Vec2::new(cosine, sine) * craft.max_speed;
    let heading = craft.heading;
    world.set_unit(0, UnitState { position: START, velocity, heading, omega: 0.0 });
    world.tick();
    let got = world.agents().state(0);
    let turn = f64::from(got.heading) - case.expect.heading.expect("a heading");
    let off = (turn / f64::from(TAU) - (turn / f64::from(TAU)).round()) * f64::from(TAU);
    assert!(off.abs() <= TOLERANCE, "{what}: heading is off by {off} rad");
    let [x, y] = case.expect.p.expect("a place");
    let (way, usual) = (got.position - START, f64::from(craft.max_speed) / 60.0);
    assert_close(f64::from(way.x), x - craft.p[0], usual, &format!("{what}: way along x"));
    assert_close(f64::from(way.y), y - craft.p[1], usual, &format!("{what}: way along y"));
    let speed = f64::from(got.velocity.length());
    assert_close(speed, f64::from(craft.max_speed), 1.0, &format!("{what}: speed"));
}

/// The state of the case is the one after the move: the unit starts where that led from.
fn contact(agent: &Unit, case: &Case, what: &str) {
    let center = case.args.center.expect("a center");
    let group = agent.group(Role::Regular, 1);
    let params = WorldParams { contact: true, contact_gap: case.args.gap, ..open_world() };
    let mut world = World::new(params, vec![group], 1);
    let disc = Disc { x: center[0], y: center[1], radius: case.args.radius as f32 };
    world.set_obstacles(vec![disc.obstacle(agent.p)]);
    world.set_unit(0, agent.state(START - Vec2::from(agent.v) / 60.0));
    world.tick();
    let got = world.agents().state(0);
    let ([x, y], [vx, vy]) = (case.expect.p.expect("p"), case.expect.v.expect("v"));
    let (way, radius) = (got.position - START, case.args.radius);
    let close = |got: f32, want: f64, scale: f64, name: &str| {
        assert_close(f64::from(got), want, scale, &format!("{what}: {name}"));
    };
    close(way.x, x - agent.p[0], 0.1 * radius, "x");
    close(way.y, y - agent.p[1], 0.1 * radius, "y");
    close(got.velocity.x, vx, f64::from(agent.max_speed), "vx");
    close(got.velocity.y, vy, f64::from(agent.max_speed), "vy");
}

fn behaving(case: &Case, group: Group) -> Group {
    fn with(group: Group, behavior: impl Behavior + 'static) -> Group {
        group.with(behavior).with_goal(Goal::default())
    }
    let a = &case.args;
    match case.behavior.as_str() {
        "mean_heading" => with(
            group,
            MeanHeading { mean_heading_factor: a.radius as f32, ..MeanHeading::default() },
        ),
        "zones" => with(
            group,
            Zones {
                repulsion_factor: a.repulsion,
                orientation_width: a.orientation - a.repulsion,
                attraction_width: a.attraction - a.orientation,
                view_angle: a.view_angle,
                ..Zones::default()
            },
        ),
        "orbit" | "orbit_rigid" => with(
            group,
            Orbit {
                orbit_distance: a.distance,
                orbit_softness: a.softness,
                chirality: if a.chirality > 0.0 { Chirality::Port } else { Chirality::Starboard },
                ..Orbit::default()
            },
        ),
        "anticipate" => with(
            group,
            Anticipate {
                anticipate_energy: a.k,
                anticipate_horizon: a.t0,
                anticipate_radius: a.radius as f32,
                anticipate_side: 0.0,
                anticipate_ease: 0.0,
                // Everyone.
                anticipate_sight: 1e4,
                ..Anticipate::default()
            },
        ),
        "fright" | "fright_rigid" => {
            with(group, Fright { fright_factor: a.radius as f32, ..Fright::default() })
        }
        other => panic!("no behavior '{other}'"),
    }
}

fn force(agent: &Unit, case: &Case, what: &str) {
    let a = &case.args;
    let params = match a.torus {
        Some([width, height]) => WorldParams {
            width,
            height,
            edges: Edges::Wrap,
            toroidal: true,
            ..WorldParams::default()
        },
        None => open_world(),
    };
    let place = |p: [f64; 2]| match a.torus {
        Some(_) => Vec2::new(p[0] as f32, p[1] as f32),
        // Two who nearly touch push by the cube of what is left between them: around the origin, where
        // that has most digits.
        None if case.behavior == "anticipate" => {
            Vec2::new((p[0] - agent.p[0]) as f32, (p[1] - agent.p[1]) as f32)
        }
        None => moved(p, agent.p),
    };
    let mut group = behaving(case, agent.group(Role::Regular, 1 + a.others.len()));
    group.ties.fears = Ties::set(&[1]);
    let mut groups = vec![group];
    if let Some(first) = a.menaces.first() {
        groups.push(first.group(Role::Monster, a.menaces.len()));
    }
    let mut world = World::new(params, groups, 1);
    let units = std::iter::once(agent).chain(&a.others).chain(&a.menaces);
    for (id, unit) in units.enumerate() {
        world.set_unit(id, unit.state(place(unit.p)));
    }
    if let Some(target) = a.target {
        world.hold_pointer(place(target));
    }
    let found = inspect(&world, 0).expect("unit 0");
    let got = found.contributions[0].raw_force;
    let expect = &case.expect;
    if let Some(starboard) = expect.starboard {
        let forward = world.agents().forward(0);
        let scale = f64::from(agent.steering_force);
        assert_close(f64::from(forward.perp_dot(got)), starboard, scale, what);
        assert_close(f64::from(forward.dot(got)), 0.0, scale, &format!("{what}: forward"));
        return;
    }
    let size = expect.fx.zip(expect.fy).map_or(0.0, |(x, y)| x.hypot(y));
    let scale = f64::from(agent.max_force).max(size);
    assert_close(f64::from(got.x), expect.fx.expect("fx"), scale, &format!("{what}: fx"));
    assert_close(f64::from(got.y), expect.fy.expect("fy"), scale, &format!("{what}: fy"));
}
