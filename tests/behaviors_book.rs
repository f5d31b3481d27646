//! What the systems of *AI for Game Developers*, chapters 2, 3 and 5, must show, over many seeds.
//!
//! `cargo test --release --test behaviors_book -- --nocapture` prints the figures.

use flockwright::Run;
use flockwright::agents::UnitState;
use flockwright::params::DT;
use flockwright::tiles::{TILE, Tiles};
use glam::{IVec2, Vec2};
use std::ops::RangeInclusive;

const SEEDS: RangeInclusive<u32> = 1..=24;

/// A scene with some parameters changed.
fn open(scene: &str, seed: u32, rest: &str) -> Run {
    let (run, notices) = Run::open(&format!("scene={scene}&seed={seed}&{rest}"));
    assert!(notices.is_empty(), "{notices:?}");
    run
}

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
            let mut run = open("duel", seed, "");
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
fn the_evader_gets_away() {
    let mut growth = Vec::new();
    for seed in SEEDS {
        let mut run = open("evade", seed, "");
        let mut gaps = vec![gap(&run, 0, 1)];
        for _ in 0..6 {
            for _ in 0..300 {
                run.world.tick();
            }
            gaps.push(gap(&run, 0, 1));
        }
        // It may have to turn first.
        assert!(
            gaps[1..].windows(2).all(|pair| pair[1] > pair[0]),
            "seed {seed}: the gap goes {gaps:?}"
        );
        assert!(gaps[6] > gaps[0] + 50.0, "seed {seed}: the gap goes {gaps:?}");
        growth.push(gaps[6] - gaps[0]);
    }
    println!("evade: the gap grows in 30 s by {} u", spread(&growth));
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
        let legs = legs(&mut open("patrol", seed, &craft(seed)), 0, 90);
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
    let legs = legs(&mut open("patrol", 1, "hold=0"), 0, 60);
    let corner = wrapped(legs[0].course - legs[1].course);
    println!("patrol without holding: a corner of {corner:.1} degrees");
    assert!((80.0..88.0).contains(&corner), "{corner} degrees");
}

#[test]
fn the_zigzag_is_straight_on_the_whole() {
    let mut bends = Vec::new();
    for seed in SEEDS {
        let legs = legs(&mut open("patrol", seed, &craft(seed)), 1, 60);
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
fn the_swarm_neither_collapses_nor_disperses() {
    let (mut nearest, mut sizes) = (Vec::new(), Vec::new());
    for seed in SEEDS {
        let mut run = open("swarm", seed, "");
        let n = run.world.agents().len();
        let length = run.world.agents().length[0];
        for second in 1..=60 {
            for _ in 0..60 {
                run.world.tick();
            }
            // The crowd gathers from all over the world first.
            if second < 20 || second % 5 != 0 {
                continue;
            }
            let world = &run.world;
            let others = |id: usize| (0..n).filter(move |other| *other != id);
            let near = |id| others(id).map(|o| gap(&run, id, o)).fold(f32::INFINITY, f32::min);
            let mean_near = (0..n).map(near).sum::<f32>() / n as f32;
            let middle = (0..n).map(|id| world.offset(0, id)).sum::<Vec2>() / n as f32;
            let mean_radius =
                (0..n).map(|id| (world.offset(0, id) - middle).length()).sum::<f32>() / n as f32;
            assert!(mean_near > 0.5 * length, "seed {seed}, {second} s: nearest at {mean_near} u");
            assert!(mean_radius < 15.0 * length, "seed {seed}, {second} s: {mean_radius} u wide");
            nearest.push(mean_near / length);
            sizes.push(mean_radius / length);
        }
    }
    println!("swarm: nearest neighbor at {} L", spread(&nearest));
    println!("swarm: mean distance from its middle {} L", spread(&sizes));
}

#[test]
fn the_craft_crosses_the_maze_without_touching_a_circle() {
    let (mut times, mut clearances) = (Vec::new(), Vec::new());
    for seed in SEEDS {
        let mut run = open("potential-maze", seed, "");
        let mut clearance = f32::INFINITY;
        let time = first(&mut run, 60, |run| {
            let place = run.world.agents().position(0);
            let rim = |o: &flockwright::scenery::Obstacle| o.center.distance(place) - o.radius;
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

fn tile(run: &Run, unit: usize) -> IVec2 {
    let params = run.world.params;
    Tiles::of(params.width, params.height).at(run.world.agents().position(unit))
}

#[test]
fn both_trolls_reach_a_still_prey_in_the_fewest_steps() {
    let mut off_line = Vec::new();
    for seed in SEEDS {
        let mut run = open("tile-chase", seed, "prey.tile_patrol=0");
        let prey = tile(&run, 2);
        let starts = [tile(&run, 0), tile(&run, 1)];
        let line = (prey - starts[1]).as_vec2();
        let fewest = |unit: usize| (prey - starts[unit]).abs().max_element();
        let mut steps = [None; 2];
        for step in 1..=60 {
            for _ in 0..12 {
                run.world.tick();
            }
            for (unit, reached) in steps.iter_mut().enumerate() {
                if tile(&run, unit) == prey && reached.is_none() {
                    *reached = Some(step);
                }
            }
            let off = (tile(&run, 1) - starts[1]).as_vec2().perp_dot(line) / line.length();
            assert!(off.abs() <= 1.0, "seed {seed}: {off} tiles off the line");
            off_line.push(off.abs());
        }
        assert_eq!(tile(&run, 2), prey, "seed {seed}: the prey was to be still");
        assert_eq!(steps, [Some(fewest(0)), Some(fewest(1))], "seed {seed}");
    }
    println!("tiles: the line of sight is off the true line by {} tiles", spread(&off_line));
}

#[test]
fn the_pointer_sets_the_prey_and_the_line_is_drawn_anew() {
    let mut run = open("tile-chase", 1, "prey.tile_patrol=0");
    for k in 0..4 {
        let there = Vec2::new(100.0 + 120.0 * k as f32, 350.0 - 90.0 * k as f32);
        run.world.hold_pointer(there);
        run.world.tick();
        run.world.release_pointer();
        run.world.tick();
        let prey = tile(&run, 2);
        assert_eq!(prey, (there / TILE).as_ivec2());
        let ends: Vec<Vec2> =
            run.world.plans().iter().filter_map(|(_, plan)| plan.points.last().copied()).collect();
        assert_eq!(ends, [(prey.as_vec2() + 0.5) * TILE; 2], "the ends of both paths");
        for _ in 0..30 {
            run.world.tick();
        }
    }
}

#[test]
fn patrols_on_tiles_repeat_exactly() {
    for seed in SEEDS {
        // Unit, ticks per step, steps per round (of the instructions, two rounds lead back).
        for (unit, step_ticks, round) in [(0, 10, 86), (1, 10, 68), (2, 14, 28)] {
            let mut run = open("tile-patrol", seed, "");
            let mut track = Vec::new();
            for tick in 0..400 * step_ticks {
                run.world.tick();
                if (tick + 1) % step_ticks == 0 {
                    let state = run.world.agents().state(unit);
                    track.push((tile(&run, unit), state.heading));
                }
            }
            // The way to the path comes first.
            let from = 60;
            for k in from..track.len() - round {
                assert_eq!(track[k], track[k + round], "seed {seed}, unit {unit}, step {k}");
            }
            assert_ne!(track[from], track[from + round / 2], "unit {unit} stands still");
        }
    }
}

#[test]
fn the_interceptor_turns_hard_to_port_while_the_prey_is_behind() {
    let mut run = open("duel", 1, "");
    let at = |x: f32, y: f32, heading: f32| UnitState {
        position: Vec2::new(x, y),
        velocity: Vec2::new(heading.cos(), heading.sin()) * 20.0,
        heading,
        omega: 0.0,
    };
    run.world.set_unit(1, at(300.0, 200.0, 0.0));
    run.world.set_unit(2, at(200.0, 260.0, 0.0));
    let force = |run: &mut Run, key: &str| {
        let found = run.world.inspect(1).expect("the interceptor");
        found.contributions.iter().find(|c| c.key == key).expect("intercept").raw
    };
    assert_eq!(force(&mut run, "intercept"), Vec2::new(0.0, -500.0), "the prey is astern");
    run.world.set_unit(2, at(400.0, 260.0, 0.0));
    assert_eq!(force(&mut run, "intercept"), Vec2::new(0.0, 500.0), "the prey is ahead");
}

#[test]
fn thrust_eases_off_only_near_the_prey_and_only_while_turning() {
    // Speed after half a second in a duel that begins with the prey so far off, on this bearing.
    let speed = |distance: f32, bearing: f32| {
        let mut run = open("duel", 1, "chase=0&prey.thrust=0");
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

#[test]
fn the_way_that_a_troll_shows_is_the_one_that_it_goes() {
    // In the open, and around a wall of tiles between the trolls and the prey.
    for layout in ["", "&tiles=20-6-1_-7_-8_-9_-10_-11_-12_-13_-14_-15_-16"] {
        let (mut run, notices) = Run::open(&format!("scene=tile-chase&prey.tile_patrol=0{layout}"));
        assert!(notices.is_empty(), "{notices:?}");
        let shown = run.world.plans();
        let mut gone: Vec<Vec<Vec2>> =
            (0..2).map(|unit| vec![run.world.agents().position(unit)]).collect();
        for _ in 0..12 * 60 {
            run.world.tick();
            for (unit, way) in gone.iter_mut().enumerate() {
                let place = run.world.agents().position(unit);
                if way.last() != Some(&place) {
                    way.push(place);
                }
            }
        }
        for (unit, way) in gone.iter().enumerate() {
            let plan = shown.iter().find(|(of, _)| *of == unit).expect("a way");
            assert_eq!(plan.1.points, *way, "troll {unit}, {layout}");
        }
    }
}
