//! Formations: each unit of a squad reaches the slot of its rank behind the leader, on open ground,
//! through a gap, and after a loss.

use flockwright::Run;
use flockwright::engine::behaviors::recipe;
use flockwright::engine::bodies::PointMass;
use flockwright::engine::group::Spawn;
use flockwright::engine::params::Edges;
use flockwright::prelude::*;
use std::f32::consts::TAU;

const FORMATIONS: [&str; 5] = ["line", "column", "wedge", "grid", "circle"];

/// Distance between slots, u: three lengths of 5 u.
const SPACING: f32 = 15.0;

/// Offsets of `n` slots from the leader, behind it and to its right, u.
fn slots(formation: &str, n: usize, s: f32) -> Vec<[f32; 2]> {
    let count = n as f32;
    let columns = (count.sqrt().ceil() as usize).max(1);
    let slot = |rank: usize| {
        let k = rank as f32;
        match formation {
            "line" => [s, (k - (count - 1.0) / 2.0) * s],
            "column" => [(k + 1.0) * s, 0.0],
            "grid" => {
                let (row, column) = (rank / columns, rank % columns);
                let in_row = columns.min(n - row * columns);
                [(row as f32 + 1.0) * s, (column as f32 - (in_row as f32 - 1.0) / 2.0) * s]
            }
            "wedge" => {
                let back = ((rank / 2) as f32 + 1.0) * s;
                [back, if rank.is_multiple_of(2) { back } else { -back }]
            }
            _ => {
                let (radius, angle) = (s.max(count * s / TAU), TAU * k / count);
                [-radius * angle.cos(), radius * angle.sin()]
            }
        }
    };
    (0..n).map(slot).collect()
}

/// Squad of `n` in disorder whose leader walks straight to the right at half of its top speed.
fn squad(formation: &str, n: u32, seed: u32) -> World {
    let start = |left, right, top, bottom, heading_spread| Spawn::Box {
        left,
        right,
        top,
        bottom,
        heading: 0.0,
        heading_spread,
    };
    let body = |max_speed| PointMass { max_speed, max_force: 330.0, ..PointMass::default() };
    let squad = Group::point("squad", "Squad", Role::Soldier, n)
        .with_point_mass(body(72.0))
        .with(recipe(formation).expect("a recipe"))
        .sized(SPACING / 3.0)
        .starting(start(0.02, 0.12, 0.35, 0.65, 3.0));
    let leader = Group::point("leader", "Leader", Role::Leader, 1)
        .with_point_mass(body(36.0))
        .with(Seek::default())
        .starting(start(0.12, 0.12, 0.5, 0.5, 0.0));
    let params = WorldParams {
        width: 2000.0,
        height: 800.0,
        edges: Edges::Bounce,
        ..WorldParams::default()
    };
    let mut world = World::new(params, vec![squad, leader], seed);
    world.set_target(1, Target::Place(Vec2::new(1990.0, 400.0))).expect("a place");
    world
}

fn run(world: &mut World, seconds: usize) {
    (0..60 * seconds).for_each(|_| world.tick());
}

/// Largest distance of a unit from its slot, u. The leader is the last unit.
fn disorder(world: &World, formation: &str, s: f32) -> f32 {
    let agents = world.agents();
    let n = agents.len() - 1;
    let (place, ahead) = (agents.position(n), agents.velocity(n).normalize());
    let off = |(id, [back, aside]): (usize, [f32; 2])| {
        agents.position(id).distance(place - ahead * back + ahead.perp() * aside)
    };
    slots(formation, n, s).into_iter().enumerate().map(off).fold(0.0, f32::max)
}

/// Smallest distance between two of these places, u.
fn least(places: &[Vec2]) -> f32 {
    let of = |(at, one): (usize, &Vec2)| {
        places[..at].iter().map(|other| one.distance(*other)).fold(f32::INFINITY, f32::min)
    };
    places.iter().enumerate().map(of).fold(f32::INFINITY, f32::min)
}

fn hold(world: &World, formation: &str, what: &str) {
    let off = disorder(world, formation, SPACING);
    assert!(off < SPACING / 2.0, "{formation}, {what}: {off} u from the slot");
    let agents = world.agents();
    let n = agents.len() - 1;
    let places: Vec<Vec2> = (0..n).map(|id| agents.position(id)).collect();
    let wanted: Vec<Vec2> = slots(formation, n, SPACING).into_iter().map(Vec2::from).collect();
    assert!(n < 2 || least(&places) > least(&wanted) / 2.0, "{formation}, {what}: too close");
}

#[test]
fn units_reach_the_slots_of_their_ranks_on_open_ground() {
    for formation in FORMATIONS {
        for (n, seeds) in [(12, 20), (7, 3), (1, 3)] {
            for seed in 0..seeds {
                let mut world = squad(formation, n, seed);
                run(&mut world, 20);
                hold(&world, formation, &format!("{n} units, seed {seed}"));
            }
        }
    }
}

#[test]
fn a_formation_passes_a_gap_of_two_spacings_and_forms_again() {
    for formation in FORMATIONS {
        for seed in 0..20 {
            let mut world = squad(formation, 12, seed);
            let wall = |top: f32, bottom: f32| Wall {
                from: Vec2::new(960.0, top),
                to: Vec2::new(960.0, bottom),
                radius: 2.0,
            };
            // The leader is in the gap after 20 s.
            world.set_walls(vec![wall(0.0, 400.0 - SPACING), wall(400.0 + SPACING, 800.0)]);
            run(&mut world, 30);
            hold(&world, formation, &format!("seed {seed}"));
        }
    }
}

#[test]
fn later_units_move_up_when_one_is_removed() {
    for formation in FORMATIONS {
        let mut world = squad(formation, 12, 1);
        run(&mut world, 20);
        let third = world.agents().handle(3).expect("a unit");
        let next = world.agents().handle(4).expect("a unit");
        assert!(world.remove(third));
        run(&mut world, 10);
        assert_eq!(world.agents().id(next), Some(3));
        hold(&world, formation, "eleven");
    }
}

#[test]
fn a_formation_stands_still_behind_a_leader_who_stops() {
    for formation in FORMATIONS {
        let mut world = squad(formation, 12, 2);
        run(&mut world, 20);
        world.set("leader.max_speed", 1.0).expect("a parameter");
        world.set("leader.seek", 0.0).expect("a parameter");
        let leader = world.agents().handle(12).expect("the leader");
        let id = world.agents().id(leader).expect("the leader");
        let state = UnitState { velocity: Vec2::ZERO, ..world.agents().state(id) };
        world.set_unit(id, state);
        run(&mut world, 20);
        let agents = world.agents();
        let fastest = (0..12).map(|id| agents.velocity(id).length()).fold(0.0, f32::max);
        assert!(fastest < 0.1, "{formation}: {fastest} u/s");
        let places: Vec<Vec2> = (0..12).map(|id| agents.position(id)).collect();
        assert!(least(&places) > SPACING / 2.0, "{formation}");
    }
}

/// The leader of the scene passes the gap after 5 s, behind it the wedge; 15 s after the start it
/// is closed again.
#[test]
fn the_squad_folds_its_wedge_at_the_gap_and_forms_it_again() {
    for seed in 1..=20 {
        let (mut run, notices) = Run::open(&format!("scene=squad&seed={seed}"));
        assert!(notices.is_empty(), "{notices:?}");
        let s = run.world.get("wedge-spacing").expect("a parameter") * run.world.agents().length[0];
        let mut worst = |until: u64| {
            while run.world.ticks() < 60 * until {
                run.world.tick();
            }
            disorder(&run.world, "wedge", s) / s
        };
        let (before, within, beyond) = (worst(5), worst(8), worst(15));
        assert!(before < 0.5 && within > 3.0 && beyond < 1.0, "{seed}: {before} {within} {beyond}");
    }
}
