//! The inspector tells what the tick does: in every scene, for units of every group.

use crate::support::inspect;
use flockwright::Run;
use flockwright::engine::agents::UnitState;
use flockwright::engine::behaviors::{AimKind, Cue};
use flockwright::engine::bodies::Body;
use flockwright::engine::world::World;
use flockwright::scenes::SCENES;
use flockwright::session::run::DEFAULT_SEED;
use flockwright_lab::insight::inspect::{Inspection, Reason};
use glam::Vec2;
use std::collections::BTreeSet;

/// Three units of each group: the first, one in the middle, the last.
fn some_units(world: &World) -> Vec<usize> {
    let ranges = world.groups().iter().map(|group| group.range.clone());
    let mut units: Vec<usize> = ranges
        .filter(|range| !range.is_empty())
        .flat_map(|range| [range.start, range.start + range.len() / 2, range.end - 1])
        .collect();
    units.dedup();
    units
}

fn assert_near(found: Vec2, wanted: Vec2, scale: f32, what: &str) {
    let off = (found - wanted).length();
    assert!(off <= 1e-5 * scale.max(1.0), "{what}: {found} instead of {wanted}");
}

/// Scenes at a few moments, with what the inspector says just before each tick.
fn each_tick(mut check: impl FnMut(&str, &mut World, Vec<Inspection>)) {
    for scene in SCENES {
        let mut run = Run::new(scene, DEFAULT_SEED);
        for (tick, steps) in [0, 1, 30, 90, 200].into_iter().enumerate() {
            (0..steps).for_each(|_| run.world.tick());
            if tick == 3 {
                run.world.hold_pointer(Vec2::new(0.4 * run.world.params.width, 100.0));
            }
            let units = some_units(&run.world);
            let found = units.iter().map(|id| inspect(&run.world, *id).expect("a unit")).collect();
            check(&format!("{} at tick {}", scene.key, run.world.ticks()), &mut run.world, found);
        }
    }
}

#[test]
fn its_forces_are_those_that_the_tick_applies_in_every_scene() {
    let mut steered = 0;
    each_tick(|what, world, found| {
        let before: Vec<f32> = found.iter().map(|one| world.agents().heading[one.id]).collect();
        // Walls turn units aside, and soldiers turn to what they fire at.
        let turned_aside =
            !world.walls().is_empty() || world.groups().iter().any(|group| group.gun.is_some());
        world.tick();
        for (one, before) in found.iter().zip(before) {
            let what = format!("{what}, unit {}", one.id);
            let steering = world.steering();
            assert_eq!(one.sum, steering.force(one.id), "{what}: the sum");
            assert_eq!(one.thrust, steering.thrust[one.id], "{what}: the thrust");
            assert_eq!(one.brake, steering.brake[one.id], "{what}: the brake");
            let parts = one.contributions.iter();
            let largest = parts.clone().map(|part| part.weighted.length()).fold(0.0, f32::max);
            let sum: Vec2 = parts.map(|part| part.weighted).sum();
            assert_near(sum, one.sum, largest, &format!("{what}: the parts' sum"));
            assert!(one.force.length() <= one.limit * 1.000_01, "{what}: the limit");
            steered += usize::from(one.sum != Vec2::ZERO);
            if !turned_aside {
                let after = world.agents().heading[one.id];
                let turned = (after - before).sin().atan2((after - before).cos()) * 60.0;
                let off = (turned - one.turn).abs();
                assert!(
                    off < 2e-3 || (off - 120.0 * std::f32::consts::PI).abs() < 2e-3,
                    "{what}: turns by {turned}, told {}",
                    one.turn
                );
            }
        }
    });
    assert!(steered > 100, "only {steered} units had any force");
}

#[test]
fn it_knows_at_once_that_a_group_looks_about_no_more_or_leads_no_more() {
    let (mut run, _) = Run::open("scene=flock-limited&count=300");
    (0..60).for_each(|_| run.world.tick());
    let find = |key| run.find(key).expect("a flock has it");
    let changes = [find("leaders"), find("view")].map(|id| (id, run.get(id)));
    for (id, before) in changes {
        for unit in (0..300).step_by(7) {
            run.set(id, 0.0);
            let one = inspect(&run.world, unit).expect("a unit");
            run.world.tick();
            assert_eq!(one.sum, run.world.steering().force(unit), "unit {unit}");
            assert_eq!(one.leader, run.world.is_leader(unit), "unit {unit}");
            run.set(id, before);
            run.world.tick();
        }
    }
}

#[test]
fn it_counts_the_neighbors_that_the_tick_counts_in_every_scene() {
    let mut counted = 0;
    each_tick(|what, world, found| {
        world.tick();
        for one in &found {
            let what = format!("{what}, unit {}", one.id);
            let group = &world.groups()[one.group];
            if group.sight().flock.is_empty() {
                continue;
            }
            let count = world.neighbors().around(one.id).count;
            assert_eq!(one.neighbors.len() as f32, count, "{what}: neighbors");
            assert_eq!(one.leader, world.is_leader(one.id), "{what}: leads");
            if one.can_lead {
                assert_eq!(one.leader, one.ahead.is_empty(), "{what}: nobody ahead of a leader");
            }
            for (other, reason) in &one.rejected.units {
                let known = one.neighbors.binary_search(other).is_ok();
                assert!(!known, "{what}: {other} counts and is rejected ({})", reason.key());
            }
            let named = |reason| one.rejected.units.iter().filter(|unit| unit.1 == reason).count();
            for (reason, count) in Reason::ALL.into_iter().zip(one.rejected.counts) {
                assert!(named(reason) <= count, "{what}: more named than counted");
            }
            counted += one.neighbors.len();
        }
    });
    assert!(counted > 1000, "only {counted} neighbors in all");
}

#[test]
fn those_too_near_are_the_ones_that_separation_counts() {
    let (mut run, _) =
        Run::open("scene=flock-wide&separation_factor=20&nearest_only=3&nearest_of=all");
    for _ in 0..5 {
        (0..20).for_each(|_| run.world.tick());
        let found: Vec<_> = (0..20).map(|id| inspect(&run.world, id).expect("a unit")).collect();
        assert!(found.iter().any(|one| one.crowd.len() == 3), "a flock gets dense");
        assert!(found.iter().all(|one| one.crowd.len() <= 3), "only the three nearest push");
    }
    let (mut run, _) = Run::open("scene=flock-limited&count=2");
    run.world.set_unit(1, run.world.agents().state(0));
    for (id, other) in [(0, 1), (1, 0)] {
        let one = inspect(&run.world, id).expect("a unit");
        assert_eq!(one.crowd, [other], "who stands on a unit pushes it, seen or not");
    }
}

#[test]
fn everybody_near_either_counts_or_has_a_reason() {
    let (mut run, _) = Run::open("scene=leaders-pincer");
    for _ in 0..20 {
        (0..40).for_each(|_| run.world.tick());
        for id in some_units(&run.world) {
            let one = inspect(&run.world, id).expect("a unit");
            let group = &run.world.groups()[one.group];
            let radius = group.sight().flock.radius_factor * run.world.agents().length[id];
            if radius == 0.0 {
                continue;
            }
            let role = run.world.agents().role[id];
            let flockmates = (0..run.world.agents().len())
                .filter(|other| *other != id && run.world.agents().role[*other] == role)
                .filter(|other| run.world.offset(id, *other).length() <= 1.5 * radius)
                .count();
            let [angle, far, _, cap] = one.rejected.counts;
            assert_eq!(one.neighbors.len() + angle + far + cap, flockmates, "unit {id}");
        }
    }
}

#[test]
fn who_is_near_the_widest_circle_of_a_search_is_too_far_or_of_another_group() {
    let (mut run, _) = Run::open("scene=rts-group&anticipate=0&count=3&width=4000&height=4000");
    let world = &mut run.world;
    let others = world.groups()[1].range.clone();
    for id in 0..world.agents().len() {
        let place = Vec2::new(40.0 + 12.0 * id as f32, 40.0);
        world.set_unit(id, UnitState { position: place, ..world.agents().state(id) });
    }
    let put = |world: &mut World, id: usize, offset: Vec2| {
        let position = Vec2::splat(2000.0) + offset;
        world.set_unit(id, UnitState { position, ..world.agents().state(id) });
    };
    put(world, 0, Vec2::ZERO);
    let cues = inspect(world, 0).expect("a unit").contributions;
    let radius = cues.iter().flat_map(|part| &part.cues).fold(0.0, |most: f32, cue| match *cue {
        Cue::Circle { radius, .. } => most.max(radius),
        _ => most,
    });
    put(world, 1, Vec2::new(0.4 * radius, 0.0));
    put(world, 2, Vec2::new(0.0, 1.2 * radius));
    put(world, others.start, Vec2::new(-0.6 * radius, 0.0));
    put(world, others.start + 1, Vec2::new(0.0, -1.2 * radius));
    let found = inspect(world, 0).expect("a unit");
    assert_eq!(found.neighbors, [1]);
    assert_eq!(found.rejected.units, [(others.start, Reason::Kind), (2, Reason::Far)]);
}

#[test]
fn what_nobody_looks_for_any_more_is_forgotten_by_whole_groups() {
    let (mut run, _) = Run::open("scene=leaders-pincer&interceptors.count=100");
    (0..20).for_each(|_| run.world.tick());
    let of = |run: &Run, group: usize| run.world.groups()[group].range.clone();
    let leaders =
        |run: &Run, group: usize| of(run, group).filter(|id| run.world.is_leader(*id)).count();
    let seen = |run: &Run, group: usize| -> f32 {
        of(run, group).map(|id| run.world.neighbors().around(id).count).sum()
    };
    let (lead, see) = ([0, 1].map(|g| leaders(&run, g)), [0, 1].map(|g| seen(&run, g)));
    assert!(lead[0] > 0 && lead[1] > 0 && see[0] > 0.0 && see[1] > 0.0, "{lead:?}, {see:?}");
    for key in ["interceptors.leaders", "interceptors.view"] {
        let id = run.find(key).expect("interceptors see");
        run.set(id, 0.0);
        run.world.tick();
        assert_eq!(leaders(&run, 1), 0, "{key}");
    }
    assert_eq!(seen(&run, 1), 0.0);
    assert!(leaders(&run, 0) > 0 && seen(&run, 0) > 0.0);
}

#[test]
fn aims_and_feelers_are_near_what_they_mean() {
    let (mut aims, mut hits) = (0, 0);
    let mut check = |what: &str, world: &World, one: &Inspection| {
        let start = world.agents().position(one.id);
        for cue in one.contributions.iter().flat_map(|part| &part.cues) {
            match *cue {
                Cue::Aim { point, .. } => {
                    assert!(point.is_finite(), "{what}: {point}");
                    aims += 1;
                }
                Cue::Feeler { end, hit: Some(index) } => {
                    let obstacle = world.obstacles()[index];
                    let along = (obstacle.center - start).dot(end - start);
                    let share = (along / (end - start).length_squared()).clamp(0.0, 1.0);
                    let nearest = start + (end - start) * share;
                    let gap = nearest.distance(obstacle.center) - obstacle.radius;
                    assert!(gap <= 0.01, "{what}: a feeler to {end} misses obstacle {index}");
                    hits += 1;
                }
                Cue::Feeler { .. } | Cue::Circle { .. } => {}
            }
        }
    };
    each_tick(|what, world, found| found.iter().for_each(|one| check(what, world, one)));
    let (mut run, _) = Run::open("scene=flock-obstacles&feelers=three");
    for _ in 0..4 {
        (0..30).for_each(|_| run.world.tick());
        for id in 0..run.world.agents().len() {
            let one = inspect(&run.world, id).expect("a unit");
            let avoidance = one.contributions.iter().find(|part| part.key == "avoidance");
            let Some(part) = avoidance else { continue };
            let feels = part.cues.iter().any(|cue| matches!(cue, Cue::Feeler { hit: Some(_), .. }));
            assert_eq!(feels, part.raw != Vec2::ZERO, "unit {id} feels what pushes it");
            check("three feelers", &run.world, &one);
        }
    }
    assert!(aims > 100 && hits > 30, "{aims} aims, {hits} hits");
}

#[test]
fn in_the_circle_that_is_shown_a_unit_counts_and_beyond_it_does_not() {
    let mut tried = BTreeSet::new();
    for scene in SCENES {
        let room = "count=3&width=4000&height=4000&potential_cutoff=6";
        let (mut run, _) = Run::open(&format!("scene={}&{room}", scene.key));
        let world = &mut run.world;
        let at = |position, velocity| UnitState { position, velocity, heading: 0.0, omega: 0.0 };
        for id in 0..world.agents().len() {
            world.set_unit(id, at(Vec2::new(40.0 + 12.0 * id as f32, 40.0), Vec2::ZERO));
        }
        for group in world.groups().iter().map(|group| group.range.clone()).collect::<Vec<_>>() {
            if group.len() < 2 {
                continue;
            }
            let (viewer, other) = (group.start, group.start + 1);
            world.set_unit(viewer, at(Vec2::splat(2000.0), Vec2::X * 20.0));
            let mut look = |place: Vec2, velocity: Vec2| {
                world.set_unit(other, at(place, velocity));
                inspect(world, viewer).expect("a unit").contributions
            };
            let alone = look(Vec2::splat(3900.0), Vec2::Y * 20.0);
            for (index, part) in alone.iter().enumerate() {
                for cue in &part.cues {
                    let Cue::Circle { center, radius, .. } = *cue else { continue };
                    for (share, counts) in [(0.97, true), (1.03, false)] {
                        let way = Vec2::new(0.8, 0.6);
                        // Who only passes by is not foreseen.
                        let velocity = match part.key {
                            "anticipate" => Vec2::X * 20.0 - way * 20.0,
                            _ => Vec2::Y * 20.0,
                        };
                        let place = center + way * (share * radius);
                        let changed = look(place, velocity)[index].raw != part.raw;
                        let what = format!("'{}' in '{}', {share} radii", part.key, scene.key);
                        assert_eq!(changed, counts, "{what}");
                        tried.insert(part.key);
                    }
                }
            }
        }
    }
    assert!(tried.len() >= 7, "{tried:?}");
}

#[test]
fn a_unit_is_pushed_toward_what_it_aims_at_or_away_from_it() {
    let mut tried = BTreeSet::new();
    for scene in SCENES {
        let mut run = Run::new(scene, DEFAULT_SEED);
        run.world.hold_pointer(Vec2::new(0.4 * run.world.params.width, 100.0));
        (0..30).for_each(|_| run.world.tick());
        for id in some_units(&run.world) {
            let mut one = inspect(&run.world, id).expect("a unit");
            let moving = run.world.agents().state(id);
            let starboard = run.world.agents().forward(id).perp();
            let lateral = match run.world.groups()[one.group].body {
                Body::Rigid(_) => true,
                Body::Point(_) | Body::Particle(_) => {
                    // In motion, its force is toward the velocity that it wants.
                    run.world.set_unit(id, UnitState { velocity: Vec2::ZERO, ..moving });
                    one = inspect(&run.world, id).expect("a unit");
                    false
                }
                // It steps in one of eight directions.
                Body::Tile(_) => continue,
            };
            for part in &one.contributions {
                let [Cue::Aim { kind, point }] = part.cues[..] else { continue };
                let sign = if kind == AimKind::From { -1.0 } else { 1.0 };
                let way = sign * (point - moving.position);
                let what = format!("'{}' of unit {id} in '{}'", part.key, scene.key);
                if part.raw == Vec2::ZERO {
                    continue;
                }
                tried.insert(part.key);
                if lateral {
                    assert!(part.raw.dot(starboard) * way.dot(starboard) >= 0.0, "{what}");
                } else {
                    let off = part.raw.normalize() - way.normalize();
                    assert!(off.length() < 1e-3, "{what}");
                }
            }
            run.world.set_unit(id, moving);
        }
    }
    assert!(tried.len() >= 12, "{tried:?}");
}
