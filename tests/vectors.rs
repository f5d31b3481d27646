//! Expected results that an independent program computed from the sources' formulas in float64.
//!
//! Every case goes through the code that the tick runs. `VECTORS` names another folder to read.

mod support;

use flockwright::agents::{Role, UnitState};
use flockwright::behaviors::{
    Alignment, Chase, Cohesion, Intercept, ObstacleAvoidance, Separation, SeparationView,
};
use flockwright::bodies::{Body, PointMass, RigidBody};
use flockwright::group::Group;
use flockwright::perception::{View, ViewModel};
use flockwright::scenery::Obstacle;
use flockwright::world::World;
use glam::Vec2;
use serde::Deserialize;
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;
use support::Push;
use support::cases::{SHIFT, TOLERANCE, assert_close, open_world};
use support::files::{each_case, files_in, without_nulls};
use support::steering::steering;

#[derive(Deserialize)]
struct Moving {
    x: f64,
    y: f64,
    vx: f64,
    vy: f64,
    heading: f64,
    #[serde(default)]
    omega: f64,
}

/// Changes of velocity smaller than this, u/s, are compared as if they were of this size: cases may
/// be rounded.
const SLIGHT_GAIN: f64 = 0.25;

impl Moving {
    fn state(&self) -> UnitState {
        UnitState {
            position: Vec2::new(self.x as f32, self.y as f32) + SHIFT,
            velocity: Vec2::new(self.vx as f32, self.vy as f32),
            heading: self.heading as f32,
            omega: self.omega as f32,
        }
    }

    /// Compares a state after one tick with that before it; `scale` is the size of a usual speed.
    fn assert_matches(&self, before: &Self, got: &UnitState, scale: f64, what: &str) {
        let near = |got: f32, want: f64, scale: f64, name: &str| {
            assert_close(f64::from(got), want, scale, &format!("{what}: {name}"));
        };
        // The way of one tick: beside a whole place, any would be near enough. Places are known to
        // 2^-15 u, which is about 2e-3 of a tick's way at 1 u/s.
        let way = got.position - before.state().position;
        let usual = scale.max(2.0) / 60.0;
        near(way.x, self.x - before.x, usual, "way along x");
        near(way.y, self.y - before.y, usual, "way along y");
        // What the forces have done in the tick: beside a whole velocity, it is next to nothing.
        let gain = got.velocity - before.state().velocity;
        let (gain_x, gain_y) = (self.vx - before.vx, self.vy - before.vy);
        let usual = gain_x.hypot(gain_y).max(SLIGHT_GAIN);
        near(gain.x, gain_x, usual, "gain of vx");
        near(gain.y, gain_y, usual, "gain of vy");
        near(got.omega, self.omega, 1.0, "omega");
        let turn = (f64::from(got.heading) - self.heading) / std::f64::consts::TAU;
        let off = (turn - turn.round()).abs() * std::f64::consts::TAU;
        assert!(off <= TOLERANCE, "{what}: heading is off by {off} rad");
    }
}

#[derive(Deserialize)]
struct RigidCase {
    body: Moving,
    params: RigidParams,
    bow_force: [f64; 2],
    dt: f64,
    expect: Moving,
}

#[derive(Deserialize)]
struct RigidParams {
    mass: f32,
    inertia: f32,
    length: f32,
    width: f32,
    height: f32,
    thrust: f32,
    linear_drag: f32,
    angular_drag: f32,
}

fn rigid(case: RigidCase, what: &str) {
    assert!((case.dt - 1.0 / 60.0).abs() < 1e-6, "{what}: a tick is 1/60 s");
    let p = &case.params;
    let mut group = Group::rigid("units", "Units", Role::Regular, 1);
    group.crowd.length = p.length;
    group.body = Body::Rigid(RigidBody {
        mass: p.mass,
        inertia: p.inertia,
        hull_width: p.width / p.length,
        hull_height: p.height / p.length,
        thrust: p.thrust,
        linear_drag: p.linear_drag,
        angular_drag: p.angular_drag,
        steering_limit: 0.0,
        ..RigidBody::default()
    });
    let force = Vec2::new(case.bow_force[0] as f32, case.bow_force[1] as f32);
    let group = group.with(Push::in_local_frame(force));
    let mut world = World::new(open_world(), vec![group], 1);
    world.set_unit(0, case.body.state());
    world.tick();
    case.expect.assert_matches(&case.body, &world.agents().state(0), 30.0, what);
}

#[derive(Deserialize)]
struct PointCase {
    body: Moving,
    params: PointParams,
    force: [f64; 2],
    dt: f64,
    expect: Moving,
}

#[derive(Deserialize)]
struct PointParams {
    mass: f32,
    max_force: f32,
    max_speed: f32,
}

fn point(case: PointCase, what: &str) {
    assert!((case.dt - 1.0 / 60.0).abs() < 1e-6, "{what}: a tick is 1/60 s");
    let PointParams { mass, max_force, max_speed } = case.params;
    let mut group = Group::point("units", "Units", Role::Regular, 1);
    group.body = Body::Point(PointMass { max_speed, max_force, mass, pace_spread: 0.0 });
    let force = Vec2::new(case.force[0] as f32, case.force[1] as f32);
    let group = group.with(Push::in_world_frame(force));
    let mut world = World::new(open_world(), vec![group], 1);
    world.set_unit(0, case.body.state());
    world.tick();
    case.expect.assert_matches(&case.body, &world.agents().state(0), f64::from(max_speed), what);
}

#[derive(Deserialize)]
struct FlockCase {
    params: FlockParams,
    units: Vec<FlockUnit>,
    obstacles: Vec<Disc>,
    expect: Vec<Option<FlockExpect>>,
}

#[derive(Deserialize)]
struct FlockParams {
    view: String,
    #[serde(default = "same")]
    separation_view: String,
    wide_radius_factor: f32,
    limited_radius_factor: f32,
    narrow_radius_factor: f32,
    back_angle_factor: f32,
    front_angle_factor: f32,
    separation_factor: f32,
    steering_force: f32,
    feeler_factor: f32,
}

#[derive(Deserialize)]
struct FlockUnit {
    #[serde(flatten)]
    moving: Moving,
    length: f32,
    interceptor: bool,
}

#[derive(Deserialize)]
struct Disc {
    x: f32,
    y: f32,
    radius: f32,
}

#[derive(Deserialize)]
struct FlockExpect {
    neighbors: Vec<usize>,
    leader: bool,
    cohesion: f64,
    alignment: f64,
    separation: f64,
    chase: f64,
    obstacle_avoidance: f64,
}

fn same() -> String {
    "same".to_string()
}

fn view_model(name: &str) -> ViewModel {
    match name {
        "wide" => ViewModel::Wide,
        "limited" => ViewModel::Limited,
        "narrow" => ViewModel::Narrow,
        "full" => ViewModel::Full,
        "off" => ViewModel::Off,
        other => panic!("no view model '{other}'"),
    }
}

fn separation_view(name: &str) -> SeparationView {
    match name {
        "same" => SeparationView::Same,
        "wide" => SeparationView::Wide,
        "limited" => SeparationView::Limited,
        "narrow" => SeparationView::Narrow,
        "full" => SeparationView::Full,
        other => panic!("no separation view '{other}'"),
    }
}

fn flock_group(case: &FlockCase, role: Role, members: &[usize]) -> Group {
    let p = &case.params;
    let label = "Units";
    let count = members.len() as u32;
    let mut group = Group::rigid("units", label, role, count)
        .tuned(|body| body.steering_force = p.steering_force)
        .seeing(View {
            view: view_model(&p.view),
            wide_radius_factor: p.wide_radius_factor,
            limited_radius_factor: p.limited_radius_factor,
            narrow_radius_factor: p.narrow_radius_factor,
            back_angle_factor: p.back_angle_factor,
            front_angle_factor: p.front_angle_factor,
            ..View::default()
        })
        .with(Cohesion::default())
        .with(Alignment::default())
        .with(Separation {
            separation_factor: p.separation_factor,
            separation_view: separation_view(&p.separation_view),
            ..Separation::default()
        })
        .with(ObstacleAvoidance { feeler_factor: p.feeler_factor, ..ObstacleAvoidance::default() });
    if let Some(first) = members.first() {
        group.crowd.length = case.units[*first].length;
    }
    match role {
        Role::Interceptor => group.with(Intercept::default()),
        Role::Regular => group.with(Chase::default()),
        _ => group,
    }
}

fn flock(case: &FlockCase, what: &str) {
    // Unit 0 is the player; the others keep their order within their role.
    let of = |interceptor: bool| -> Vec<usize> {
        (1..case.units.len()).filter(|k| case.units[*k].interceptor == interceptor).collect()
    };
    let (regular, interceptors) = (of(false), of(true));
    let groups = vec![
        flock_group(case, Role::Regular, &regular),
        flock_group(case, Role::Interceptor, &interceptors),
        Group::rigid("player", "Player", Role::Player, 1),
    ];
    let case_of: Vec<usize> = regular.into_iter().chain(interceptors).chain([0]).collect();
    let mut world = World::new(open_world(), groups, 1);
    for (id, k) in case_of.iter().enumerate() {
        world.set_unit(id, case.units[*k].moving.state());
        world.set_unit_length(id, case.units[*k].length);
    }
    let disc = |o: &Disc| Obstacle { center: Vec2::new(o.x, o.y) + SHIFT, radius: o.radius };
    world.set_obstacles(case.obstacles.iter().map(disc).collect());

    let scale = f64::from(case.params.steering_force);
    for (id, k) in case_of.iter().enumerate() {
        let Some(want) = &case.expect[*k] else { continue };
        let what = format!("{what}, unit {k}");
        let found = world.inspect(id).expect("the unit exists");
        let mut neighbors: Vec<usize> = found.neighbors.iter().map(|id| case_of[*id]).collect();
        neighbors.sort_unstable();
        assert_eq!(neighbors, want.neighbors, "{what}: neighbors");
        assert_eq!(
            world.neighbors().of(id).count,
            neighbors.len() as f32,
            "{what}: counted by the pass"
        );
        assert_eq!(found.leader, want.leader, "{what}: leader");
        let forward = world.agents().forward(id);
        let starboard = |key: &str| {
            let part = found.contributions.iter().find(|c| c.key == key);
            part.map_or(0.0, |c| f64::from(c.raw.dot(forward.perp())))
        };
        let hunt = starboard("chase") + starboard("intercept");
        for (name, got, want) in [
            ("cohesion", starboard("cohesion"), want.cohesion),
            ("alignment", starboard("alignment"), want.alignment),
            ("separation", starboard("separation"), want.separation),
            ("chase", hunt, want.chase),
            ("obstacle avoidance", starboard("avoidance"), want.obstacle_avoidance),
        ] {
            assert_close(got, want, scale, &format!("{what}: {name}"));
        }
    }
}

fn parse<T: serde::de::DeserializeOwned>(value: &Value, what: &str) -> T {
    serde_json::from_value(without_nulls(value)).unwrap_or_else(|e| panic!("{what}: {e}"))
}

/// Runs one case; returns the name under which it counts.
fn run(kind: &str, case: &Value, what: &str) -> String {
    match kind {
        "rigid_body" => rigid(parse(case, what), what),
        "point_mass" => point(parse(case, what), what),
        "book_flock" => flock(&parse(case, what), what),
        _ => return steering(&parse(case, what), what),
    }
    kind.to_string()
}

#[test]
fn every_case_agrees() {
    let folder = std::env::var_os("VECTORS").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/vectors"),
        PathBuf::from,
    );
    let files = files_in(&folder);
    assert!(!files.is_empty(), "no vectors in {}", folder.display());
    let mut counts = std::collections::BTreeMap::<String, usize>::new();
    for file in files {
        let name = file.strip_prefix(&folder).unwrap_or(&file).display().to_string();
        let text = std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{name}: {e}"));
        let cases = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{name}: {e}"));
        let found = each_case(&cases, &name, &mut |kind, case, what| {
            *counts.entry(run(kind, case, what)).or_default() += 1;
        });
        if found == 0 {
            writeln!(std::io::stdout(), "      no case in {name}").expect("standard output");
        }
    }
    assert!(!counts.is_empty(), "no cases in {}", folder.display());
    for (kind, count) in counts {
        // Past the test harness, which would keep what `println` prints of a test that passes.
        writeln!(std::io::stdout(), "{count:5} cases of {kind} agree").expect("standard output");
    }
}

/// A craft that coasts to the right, gains 1 u/s in a tick by the case, and in fact as much.
fn compare_with_gain(gain: f32) {
    let moving = |x: f64, vx: f64| Moving { x, y: 0.0, vx, vy: 0.0, heading: 0.0, omega: 0.0 };
    let (before, after) = (moving(0.0, 30.0), moving(31.0 / 60.0, 31.0));
    let velocity = Vec2::new(30.0 + gain, 0.0);
    let position = before.state().position + velocity / 60.0;
    let got = UnitState { position, velocity, heading: 0.0, omega: 0.0 };
    after.assert_matches(&before, &got, 30.0, "a craft");
}

#[test]
fn a_body_that_gains_what_the_case_says_agrees() {
    compare_with_gain(1.001);
}

#[test]
#[should_panic(expected = "a craft: gain of vx")]
fn a_body_that_gains_a_twentieth_too_much_does_not_agree() {
    compare_with_gain(1.05);
}

#[test]
fn cases_are_found_however_a_file_groups_them() {
    let file = json!({
        "note": "Cases of three kinds, and an empty list.",
        "units": "u, s, rad",
        "expect": "fx and fy are the force before weight and limit",
        "seeds": [1, 2, [3, null]],
        "bodies": [{"force": [0, 0], "expect": {}}, {"bow_force": [0, 0], "expect": {}}],
        "more": {"notes": ["all of one behavior"], "cases": [{"behavior": "seek", "expect": {}}]},
        "none": []
    });
    let mut kinds = Vec::new();
    let found = each_case(&file, "file", &mut |kind, _, _| kinds.push(kind));
    assert_eq!((found, kinds), (3, vec!["point_mass", "rigid_body", "steering"]));
}

#[test]
#[should_panic(expected = "file, lost: no test for cases of this kind")]
fn a_case_that_expects_nothing_known_is_not_passed_over_under_a_name_either() {
    let case = json!({"behavior": "seek", "agent": {}, "args": {}, "expected": {"fx": 1}});
    each_case(&json!({"lost": case}), "file", &mut |_, _, _| {});
}

#[test]
#[should_panic(expected = "file, case 1: no test for cases of this kind")]
fn a_case_of_an_unknown_kind_is_not_passed_over() {
    let file = json!([{"units": [], "expect": []}, {"tiles": [], "expect": []}]);
    each_case(&file, "file", &mut |_, _, _| {});
}
