//! What the systems of *AI for Game Developers*, chapters 2, 3 and 5, must show, over many seeds;
//! for those on tiles see `behaviors_tiles.rs`.
//!
//! `cargo test --release --test core behaviors_book -- --nocapture` prints the figures.

use crate::support::inspect;
use crate::support::scenes::{open_original, open_with, set};
use flockwright::Run;
use flockwright::engine::agents::UnitState;
use flockwright::engine::params::DT;
use glam::Vec2;
use std::ops::RangeInclusive;

const SEEDS: RangeInclusive<u32> = 1..=24;

fn gap(run: &Run, a: usize, b: usize) -> f32 {
    run.world.offset(a, b).length()
}

/// The least, mean and largest of some figures.
fn spread(values: &[f32]) -> String {
    let mean = values.iter().sum::<f32>() / values.len() as f32;
    let least = values.iter().fold(f32::INFINITY, |a, b| a.min(*b));
    let most = values.iter().fold(f32::NEG_INFINITY, |a, b| a.max(*b));
    format!("{mean:.2} ({least:.2} to {most:.2})")
}

/// The first second at which something holds; none within `most` seconds.
fn first(run: &mut Run, most: u32, mut holds: impl FnMut(&Run) -> bool) -> Option<f32> {
    (0..most * 60).find_map(|tick| {
        run.world.tick();
        holds(run).then_some(tick as f32 * DT)
    })
}

#[test]
fn the_interceptor_closes_in_sooner_than_the_line_of_sight_chaser() {
    let (mut sooner, mut duels) = (0, 0);
    let (mut chases, mut intercepts) = (Vec::new(), Vec::new());
    for seed in SEEDS {
        // Both hunt alone from the same start, so that each has its own time.
        let reach = |hunter: usize| {
            let mut run = open_original("duel", seed);
            let near = 2.0 * run.world.agents().length[hunter];
            first(&mut run, 60, |run| gap(run, hunter, 2) < near).unwrap_or(60.0)
        };
        let (chase, intercept) = (reach(0), reach(1));
        chases.push(chase);
        intercepts.push(intercept);
        sooner += usize::from(intercept < chase);
        duels += 1;
    }
    println!(
        "duel: sooner in {sooner} of {duels}; chaser {} s, interceptor {} s",
        spread(&chases),
        spread(&intercepts)
    );
    assert!(10 * sooner >= 9 * duels, "the interceptor is sooner in {sooner} of {duels} seeds");
}

#[test]
fn an_evader_keeps_a_hunter_like_it_at_a_distance() {
    let (mut turning, mut after) = (Vec::new(), Vec::new());
    for seed in SEEDS {
        let mut run = open_original("evade", seed);
        // So large that no unit meets another around the edge.
        set(&mut run, "width", 4000.0);
        set(&mut run, "height", 4000.0);
        run.world.restart(seed);
        let mut gaps = vec![gap(&run, 0, 1)];
        for _ in 0..6 {
            (0..300).for_each(|_| run.world.tick());
            gaps.push(gap(&run, 0, 1));
        }
        // It may have to turn first.
        assert!(gaps[1] > gaps[0] - 45.0, "seed {seed}: the gap goes {gaps:?}");
        assert!(gaps[6] > gaps[1] - 5.0, "seed {seed}: the gap goes {gaps:?}");
        turning.push(gaps[1] - gaps[0]);
        after.push(gaps[6] - gaps[1]);
    }
    println!("evade: the gap changes by {} u, then by {} u", spread(&turning), spread(&after));
}

/// A straight leg: the course on it, and where it ends, as way made good since the start.
#[derive(Clone, Copy, Debug)]
struct Leg {
    course: f32,
    end: Vec2,
}

/// The straight legs of a craft: where it does not turn for 1.5 seconds at least.
fn legs(run: &mut Run, unit: usize, seconds: usize) -> Vec<Leg> {
    let (mut way, mut straight) = (Vec2::ZERO, 0);
    let mut legs = Vec::new();
    for _ in 0..seconds * 60 {
        let before = way;
        let UnitState { velocity, omega, .. } = run.world.agents().state(unit);
        run.world.tick();
        way += run.world.agents().velocity(unit) * DT;
        if omega.abs() < 0.05 {
            straight += 1;
        } else {
            if straight >= 90 {
                legs.push(Leg { course: velocity.y.atan2(velocity.x).to_degrees(), end: before });
            }
            straight = 0;
        }
    }
    legs
}

/// The craft of the patterns differ by seed in how they fly: the same pattern by the same craft is
/// the same course from everywhere.
fn craft(seed: u32) -> String {
    let thrust = 350 + 15 * seed;
    let inertia = 6 + seed % 9;
    format!("thrust={thrust}&inertia={inertia}&zigzag.thrust={thrust}&zigzag.inertia={inertia}")
}

/// An angle in degrees, -180 to 180.
fn wrapped(degrees: f32) -> f32 {
    (degrees + 180.0).rem_euclid(360.0) - 180.0
}

#[test]
fn the_patrol_has_four_square_corners_and_closes() {
    let (mut corners, mut misses) = (Vec::new(), Vec::new());
    for seed in SEEDS {
        let legs = legs(&mut open_with("patrol", seed, &craft(seed)), 0, 90);
        assert!(legs.len() >= 5, "seed {seed}: {} legs", legs.len());
        for pair in legs[..5].windows(2) {
            let corner = wrapped(pair[1].course - pair[0].course);
            assert!((corner + 90.0).abs() < 5.0, "seed {seed}: a corner of {corner} degrees");
            corners.push(-corner);
        }
        let side = (legs[1].end - legs[0].end).length();
        let miss = (legs[4].end - legs[0].end).length() / side;
        assert!(miss < 0.1, "seed {seed}: the patrol misses its start by {miss} sides");
        misses.push(100.0 * miss);
    }
    println!("patrol: corners of {} degrees to port", spread(&corners));
    println!("patrol: it closes within {} % of its side", spread(&misses));
}

#[test]
fn without_holding_the_heading_the_corners_fall_short() {
    let legs = legs(&mut open_with("patrol", 1, "hold=0"), 0, 60);
    let corner = wrapped(legs[0].course - legs[1].course);
    println!("patrol without holding: a corner of {corner:.1} degrees");
    assert!((80.0..88.0).contains(&corner), "{corner} degrees");
}

#[test]
fn the_zigzag_is_straight_on_the_whole() {
    let mut bends = Vec::new();
    for seed in SEEDS {
        let legs = legs(&mut open_with("patrol", seed, &craft(seed)), 1, 60);
        assert!(legs.len() >= 8, "seed {seed}: {} legs in a minute", legs.len());
        let period = |k: usize| legs[k + 2].end - legs[k].end;
        let net = legs[legs.len() - 1].end - legs[0].end;
        for k in 0..legs.len() - 2 {
            let bend = period(k).angle_to(net).to_degrees();
            assert!(bend.abs() < 10.0, "seed {seed}: a period goes {bend} degrees off");
            bends.push(bend.abs());
        }
    }
    println!("zigzag: each period lies within {} degrees of the whole", spread(&bends));
}

#[test]
fn the_craft_crosses_the_maze_without_touching_a_circle() {
    let (mut times, mut clearances) = (Vec::new(), Vec::new());
    for seed in SEEDS {
        let mut run = open_with("potential-maze", seed, "");
        let mut clearance = f32::INFINITY;
        let time = first(&mut run, 60, |run| {
            let place = run.world.agents().position(0);
            let rim =
                |o: &flockwright::engine::scenery::Obstacle| o.center.distance(place) - o.radius;
            clearance = run.world.obstacles().iter().map(rim).fold(clearance, f32::min);
            gap(run, 0, 1) < 40.0
        });
        assert!(clearance > 0.0, "seed {seed}: {} u inside a circle", -clearance);
        times.push(time.unwrap_or_else(|| panic!("seed {seed}: not across in a minute")));
        clearances.push(clearance);
    }
    println!("maze: across in {} s", spread(&times));
    println!("maze: nearest to a circle's rim {} u", spread(&clearances));
}

#[test]
fn the_interceptor_turns_hard_to_port_while_the_prey_is_behind() {
    let mut run = open_with("duel", 1, "");
    let at = |x: f32, y: f32, heading: f32| UnitState {
        position: Vec2::new(x, y),
        velocity: Vec2::new(heading.cos(), heading.sin()) * 20.0,
        heading,
        omega: 0.0,
    };
    run.world.set_unit(1, at(300.0, 200.0, 0.0));
    run.world.set_unit(2, at(200.0, 260.0, 0.0));
    let force = |run: &mut Run, key: &str| {
        let found = inspect(&run.world, 1).expect("the interceptor");
        found.contributions.iter().find(|c| c.key == key).expect("intercept").raw_force
    };
    assert_eq!(force(&mut run, "intercept"), Vec2::new(0.0, -500.0), "the prey is astern");
    run.world.set_unit(2, at(400.0, 260.0, 0.0));
    assert_eq!(force(&mut run, "intercept"), Vec2::new(0.0, 500.0), "the prey is ahead");
}

#[test]
fn thrust_eases_off_only_near_the_prey_and_only_while_turning() {
    // Speed after half a second in a duel that begins with the prey so far off, on this bearing.
    let speed = |distance: f32, bearing: f32| {
        let mut run = open_with("duel", 1, "chase=0&prey.thrust=0");
        let still = UnitState {
            position: Vec2::new(300.0, 200.0),
            velocity: Vec2::ZERO,
            heading: 0.0,
            omega: 0.0,
        };
        let away = Vec2::new(bearing.cos(), bearing.sin()) * distance;
        run.world.set_unit(0, still);
        run.world.set_unit(2, UnitState { position: still.position + away, ..still });
        for _ in 0..10 {
            run.world.tick();
        }
        run.world.agents().velocity(0).length()
    };
    let full = speed(100.0, 0.0);
    assert_eq!(speed(100.0, 1.0), full, "far off");
    assert_eq!(speed(20.0, 0.0), full, "dead ahead");
    let half = speed(20.0, 1.2) / full;
    assert!((0.4..0.6).contains(&half), "at half the distance the speed is {half} of the full one");
}
