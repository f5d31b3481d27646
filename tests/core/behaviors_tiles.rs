//! What the systems of *AI for Game Developers*, chapters 2 and 3, must show on tiles.
//!
//! `cargo test --release --test core behaviors_tiles -- --nocapture` prints the figures.

use crate::support::scenes::{open_link, open_with};
use flockwright::engine::params::Edges;
use flockwright::internals::tiles::{TILE_SIZE, TileGrid, octant};
use flockwright::{Group, Role, Run, UnitState, World, WorldParams, rule};
use flockwright_lab::insight::routes::planned_routes;
use glam::{IVec2, Vec2};
use std::ops::RangeInclusive;

/// The prey of the tile chase stands still, and none is caught.
const STILL: &str = "prey.tile_patrol=0&catch_factor=0&sight.catch_factor=0";

const SEEDS: RangeInclusive<u32> = 1..=24;

fn tile(run: &Run, unit: usize) -> IVec2 {
    let params = run.world.params;
    TileGrid::covering(params.width, params.height).tile_at(run.world.agents().position(unit))
}

#[test]
fn both_trolls_reach_a_still_prey_in_the_fewest_steps() {
    let mut off_line = Vec::new();
    for seed in SEEDS {
        let mut run = open_with("tile-chase", seed, STILL);
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
    let most = off_line.into_iter().fold(0.0, f32::max);
    println!("tiles: the line of sight is off the true line by up to {most:.2} tiles");
}

/// Bresenham's line as examples 2-3 and 2-4 of the book have it, its start left out: a fraction
/// grows by twice the shorter extent, and pays twice the longer one for a step aside.
fn line_of_the_book(from: IVec2, to: IVec2) -> Vec<IVec2> {
    let delta = to - from;
    let (wide, step) = (delta.x.abs() >= delta.y.abs(), delta.signum());
    let (long, short) = match wide {
        true => (2 * delta.x.abs(), 2 * delta.y.abs()),
        false => (2 * delta.y.abs(), 2 * delta.x.abs()),
    };
    let mut fraction = short - long / 2;
    let (mut at, mut tiles) = (from, Vec::new());
    while at != to {
        if fraction >= 0 {
            *(if wide { &mut at.y } else { &mut at.x }) += if wide { step.y } else { step.x };
            fraction -= long;
        }
        *(if wide { &mut at.x } else { &mut at.y }) += if wide { step.x } else { step.y };
        fraction += short;
        tiles.push(at);
    }
    tiles
}

#[test]
fn the_line_of_sight_is_bresenhams_at_every_pace_from_sixty_starts() {
    for pace in [1, 2, 5, 12, 40] {
        for seed in 1..=60 {
            let set = format!("{STILL}&sight.step_ticks={pace}");
            let mut run = open_with("tile-chase", seed, &set);
            let (from, to) = (tile(&run, 1), tile(&run, 2));
            let wanted = line_of_the_book(from, to);
            let mut gone: Vec<IVec2> = Vec::new();
            for _ in 0..pace * (wanted.len() as u32 + 1) {
                run.world.tick();
                let here = tile(&run, 1);
                if here != *gone.last().unwrap_or(&from) {
                    gone.push(here);
                }
            }
            assert_eq!(gone, wanted, "seed {seed}, a step in {pace} ticks, {from} to {to}");
        }
    }
}

#[test]
fn the_pointer_sets_the_prey_and_the_line_is_drawn_anew() {
    let mut run = open_with("tile-chase", 1, STILL);
    for k in 0..4 {
        let there = Vec2::new(100.0 + 120.0 * k as f32, 350.0 - 90.0 * k as f32);
        run.world.hold_pointer(there);
        run.world.tick();
        run.world.release_pointer();
        run.world.tick();
        let prey = tile(&run, 2);
        assert_eq!(prey, (there / TILE_SIZE).as_ivec2());
        let ends: Vec<Vec2> = planned_routes(&run.world)
            .iter()
            .filter_map(|(_, route)| route.points.last().copied())
            .collect();
        assert_eq!(ends, [(prey.as_vec2() + 0.5) * TILE_SIZE; 2], "the ends of both paths");
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
            let mut run = open_with("tile-patrol", seed, "");
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
fn instructions_on_tiles_are_followed_to_the_letter() {
    let steps = "forward 2, right 45, forward 1, backward 2, left 135";
    let mut run = open_with("tile-patrol", 1, &format!("program.instructions={steps}"));
    let start = IVec2::new(20, 12);
    let position = (start.as_vec2() + 0.5) * TILE_SIZE;
    run.world.set_unit(2, UnitState { position, heading: 0.0, ..run.world.agents().state(2) });
    // Tiles from the start, and eighths of a turn to starboard: one round, and the next step.
    let wanted = [(1, 0, 0), (2, 0, 0), (2, 0, 1), (3, 1, 1), (2, 0, 1), (1, -1, 1), (1, -1, -2)];
    for (step, (x, y, eighths)) in wanted.into_iter().chain([(1, -2, -2)]).enumerate() {
        (0..14).for_each(|_| run.world.tick());
        assert_eq!(tile(&run, 2) - start, IVec2::new(x, y), "step {step}");
        let turn = run.world.agents().heading[2] / std::f32::consts::FRAC_PI_4;
        assert!((turn - eighths as f32).abs() < 1e-5, "step {step}: {turn}");
    }
}

#[test]
fn a_patrol_of_one_corner_goes_there_and_stays() {
    let mut run = open_with("tile-patrol", 1, "corners=17 9");
    (0..40 * 10).for_each(|_| run.world.tick());
    for _ in 0..50 {
        assert_eq!(tile(&run, 0), IVec2::new(17, 9));
        run.world.tick();
    }
}

#[test]
fn a_patrol_finds_its_way_out_of_a_pocket_across_its_route() {
    let pocket = "tiles=10-1-5_-8_14-2-1_-3_-4_-5_-6_-7";
    let mut run = open_with("tile-patrol", 1, &format!("corners=4 4, 24 4&{pocket}"));
    let mut ends = Vec::new();
    for _ in 0..150 {
        (0..10).for_each(|_| run.world.tick());
        let here = tile(&run, 0);
        if [IVec2::new(4, 4), IVec2::new(24, 4)].contains(&here) {
            ends.push(here.x);
        }
    }
    let turns = ends.windows(2).filter(|pair| pair[0] != pair[1]).count();
    assert!(turns >= 3, "from one end to the other and back: {ends:?}");
}

#[test]
fn the_way_that_a_troll_shows_is_the_one_that_it_goes() {
    // In the open, and around or up to a wall of tiles.
    let walled = format!("{STILL}&tiles=20-6-1_-7_-8_-9_-10_-11_-12_-13_-14_-15_-16");
    for (scene, trolls, rest) in [
        ("tile-chase", 0..2, STILL),
        ("tile-chase", 0..2, &walled),
        ("tile-patrol", 2..3, ""),
        ("tile-patrol", 2..3, "tiles=22-6-1_-7_-8_-9_-10_-11_-12_-13_-14_-15_-16"),
        // Over an edge, and up to one.
        ("tile-patrol", 2..3, "edges=wrap&program.instructions=forward 30, left 90, forward 3"),
        ("tile-patrol", 2..3, "program.instructions=forward 30, left 90, forward 3"),
    ] {
        let mut run = open_with(scene, 1, rest);
        if scene == "tile-patrol" {
            // It heads for where the wall may be.
            let position = (Vec2::new(18.0, 11.0) + 0.5) * TILE_SIZE;
            let state = run.world.agents().state(2);
            run.world.set_unit(2, UnitState { position, heading: 0.0, ..state });
        }
        let shown = planned_routes(&run.world);
        let place = |run: &Run, troll: usize| run.world.agents().position(troll);
        let mut gone: Vec<_> = trolls.clone().map(|troll| vec![place(&run, troll)]).collect();
        for _ in 0..12 * 60 {
            run.world.tick();
            for (troll, way) in trolls.clone().zip(&mut gone) {
                if way.last() != Some(&place(&run, troll)) {
                    way.push(place(&run, troll));
                }
            }
        }
        for (troll, way) in trolls.zip(gone) {
            let (_, route) = shown.iter().find(|(of, _)| *of == troll).expect("a way");
            let report = route.points.len();
            assert!(report >= 8 && way.len() >= report, "{scene}, troll {troll}: {report}");
            assert_eq!(route.points, way[..report], "{scene}, troll {troll}, {rest}");
            // A chase ends where the way ends; a round begins anew.
            assert!(
                scene == "tile-patrol" || way.len() == report,
                "{scene}, troll {troll}, {rest}"
            );
        }
    }
}

/// A group on tiles that steers by a rule, in a world that units neither see nor walk around.
fn ruled(text: &str, count: u32) -> World {
    let group = Group::tile("flock", "Flock", Role::Regular, count, 6);
    let behavior = rule(text).unwrap_or_else(|error| panic!("{error}"));
    let params = WorldParams { edges: Edges::Bounce, ..WorldParams::default() };
    World::new(params, vec![group.with(behavior)], 5)
}

/// Runs to the next step of all.
fn step(world: &mut World) {
    (0..6).for_each(|_| world.tick());
}

#[test]
fn a_rule_takes_a_walker_to_the_eighth_into_which_it_points() {
    // The book, ch. 4: a unit that flocks on tiles heads for the mean place of the others as a
    // tile.
    let mut world = ruled("steer unit(mean(j in fellows: j.offset))", 30);
    let places = |world: &World| -> Vec<Vec2> {
        (0..world.agents().len()).map(|id| world.agents().position(id)).collect()
    };
    let spread = |places: &[Vec2]| {
        let middle: Vec2 = places.iter().sum::<Vec2>() / places.len() as f32;
        places.iter().map(|place| place.distance(middle)).fold(0.0, f32::max)
    };
    let begun = spread(&places(&world));
    for _ in 0..25 {
        let before = places(&world);
        step(&mut world);
        for (id, (from, to)) in before.iter().zip(places(&world)).enumerate() {
            let others: Vec2 = before.iter().map(|place| *place - *from).sum();
            // Units that share a place are moved a little aside.
            if before.iter().filter(|place| *place == from).count() == 1 {
                assert_eq!(to - *from, octant(others).as_vec2() * TILE_SIZE, "unit {id}");
            }
        }
    }
    let ended = spread(&places(&world));
    assert!(begun > 200.0 && ended < 4.0 * TILE_SIZE, "{begun} to {ended}");
    // No force: it stays, and faces as before.
    let mut world = ruled("steer vec(0, 0)", 5);
    let before = places(&world);
    step(&mut world);
    assert_eq!(places(&world), before);
}

#[test]
fn a_walker_wants_a_velocity_and_does_not_stand_still_when_it_has_it() {
    let mut world = ruled("steer seek(vec(1, 0) * 1000 * L)", 1);
    let state = UnitState { position: Vec2::new(40.0, 200.0), ..world.agents().state(0) };
    world.set_unit(0, state);
    for steps in 0..8 {
        let before = world.agents().position(0);
        step(&mut world);
        let after = world.agents().position(0);
        assert_eq!(after - before, Vec2::new(TILE_SIZE, 0.0), "step {steps}");
    }
    // A number pushes to starboard: it turns right at each step, around in a ring of eight.
    let mut world = ruled("steer 1", 1);
    let begun = world.agents().position(0);
    (0..4).for_each(|_| step(&mut world));
    assert_eq!(world.agents().position(0), begun);
}

#[test]
fn what_pushes_into_a_direction_steers_walkers_and_what_pushes_aside_does_not() {
    let link = |behavior: &str| {
        format!(
            "scene=tile-chase&seed=3&groups=basic*sight.p{behavior}*prey&sight.goal=target&tile_chase=0&prey.tile_patrol=0"
        )
    };
    for behavior in ["seek", "pursue", "arrive"] {
        let mut run = open_link(&link(behavior));
        let fewest = (tile(&run, 2) - tile(&run, 1)).abs().max_element();
        for _ in 0..fewest * 12 {
            run.world.tick();
        }
        assert_eq!(tile(&run, 1), tile(&run, 2), "{behavior} takes the fewest steps");
    }
    for behavior in ["chase", "cohesion", "queue"] {
        let (_, notices) = Run::open(&link(behavior));
        assert!(notices[0].contains("does not steer a tile walker"), "{notices:?}");
    }
}
