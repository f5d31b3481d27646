//! Cases of the book's flock: a crowd, and what each unit sees and how each rule pushes it.

use super::bodies::Moving;
use super::cases::{Disc, assert_close, moved, open_world};
use super::inspect;
use flockwright::engine::agents::Role;
use flockwright::engine::behaviors::{
    Alignment, Chase, Cohesion, Intercept, ObstacleAvoidance, Separation, SeparationView,
};
use flockwright::engine::group::Group;
use flockwright::engine::perception::{View, ViewModel};
use flockwright::engine::world::{TickStage, World};
use serde::Deserialize;

#[derive(Deserialize)]
pub struct FlockCase {
    params: FlockParams,
    units: Vec<FlockUnit>,
    obstacles: Vec<Disc>,
    expect: Vec<Option<FlockExpect>>,
}

#[derive(Deserialize)]
struct FlockParams {
    view: String,
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
struct FlockExpect {
    neighbors: Vec<usize>,
    leader: bool,
    cohesion: f64,
    alignment: f64,
    separation: f64,
    chase: f64,
    obstacle_avoidance: f64,
}

fn view_model(name: &str) -> ViewModel {
    match name {
        "wide" => ViewModel::Wide,
        "limited" => ViewModel::Limited,
        "narrow" => ViewModel::Narrow,
        other => panic!("no view model '{other}'"),
    }
}

fn separation_view(name: &str) -> SeparationView {
    match name {
        "wide" => SeparationView::Wide,
        "limited" => SeparationView::Limited,
        "narrow" => SeparationView::Narrow,
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

pub fn flock(case: &FlockCase, what: &str) {
    assert_eq!(case.expect.len(), case.units.len(), "{what}: one expectation per unit");
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
    let origin = case.units.first().map_or([0.0; 2], |unit| [unit.moving.x, unit.moving.y]);
    let mut world = World::new(open_world(), groups, 1);
    for (id, k) in case_of.iter().enumerate() {
        let FlockUnit { moving, length, .. } = &case.units[*k];
        world.set_unit(id, moving.state(moved([moving.x, moving.y], origin)));
        world.set_unit_length(id, *length);
    }
    world.set_obstacles(case.obstacles.iter().map(|disc| disc.obstacle(origin)).collect());

    world.tick_through(TickStage::Perceive);
    let scale = f64::from(case.params.steering_force);
    for (id, k) in case_of.iter().enumerate() {
        let Some(want) = &case.expect[*k] else { continue };
        let what = format!("{what}, unit {k}");
        let found = inspect(&world, id).expect("the unit exists");
        let mut neighbors: Vec<usize> = found.neighbor_ids.iter().map(|id| case_of[*id]).collect();
        neighbors.sort_unstable();
        assert_eq!(neighbors, want.neighbors, "{what}: neighbors");
        assert_eq!(
            world.neighbors().around(id).count,
            neighbors.len() as f32,
            "{what}: counted by the pass"
        );
        assert_eq!(world.is_leader(id), want.leader, "{what}: leader");
        let forward = world.agents().forward(id);
        let starboard = |key: &str| {
            let part = found.contributions.iter().find(|c| c.key == key);
            part.map_or(0.0, |c| f64::from(c.raw_force.dot(forward.perp())))
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
