//! The inspector tells what the tick does: in every scene, for units of every group.

use crate::support::inspect;
use flockwright::Run;
use flockwright::engine::agents::UnitState;
use flockwright::engine::behaviors::{AimKind, SteeringCue};
use flockwright::engine::bodies::Body;
use flockwright::engine::world::World;
use flockwright::scenes::SCENES;
use flockwright::session::run::DEFAULT_SEED;
use flockwright_lab::insight::inspect::UnitInspection;
use flockwright_lab::insight::observer::ObserverWorkspace;
use flockwright_lab::insight::trace::trace_rule;
use glam::Vec2;
use std::collections::BTreeSet;

/// Three units of each group: the first, one in the middle, the last.
fn some_units(world: &World) -> Vec<usize> {
    let ranges = world.groups().iter().map(|group| group.ids.clone());
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
fn each_tick(mut check: impl FnMut(&str, &mut World, Vec<UnitInspection>)) {
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
        world.tick();
        for one in &found {
            let what = format!("{what}, unit {}", one.id);
            assert_eq!(one.steering_sum, world.steering().force(one.id), "{what}: the sum");
            let parts = one.contributions.iter();
            let largest =
                parts.clone().map(|part| part.weighted_force.length()).fold(0.0, f32::max);
            let sum: Vec2 = parts.map(|part| part.weighted_force).sum();
            assert_near(sum, one.steering_sum, largest, &format!("{what}: the parts' sum"));
            assert!(one.limited_force.length() <= one.force_limit * 1.000_01, "{what}: the limit");
            steered += usize::from(one.steering_sum != Vec2::ZERO);
        }
    });
    assert!(steered > 100, "only {steered} units had any force");
}

#[test]
fn what_the_listing_of_a_rule_comes_to_is_what_its_behavior_does() {
    let (mut run, _) = Run::open("scene=flock-obstacles");
    (0..200).for_each(|_| run.world.tick());
    let (world, scale) = (&run.world, run.world.scope(0).force_scale);
    for id in world.groups()[0].ids.clone() {
        for part in inspect(world, id).expect("a unit").contributions {
            let report = trace_rule(world, &mut ObserverWorkspace::default(), id, part.key);
            let Some(by) = report.map(|report| Vec2::from(report.force) * scale) else { continue };
            let off = by.distance(part.raw_force);
            assert!(
                off < 2e-3 * scale,
                "'{}' of unit {id}: {by}, not {}",
                part.key,
                part.raw_force
            );
        }
    }
}

#[test]
fn it_knows_at_once_that_a_group_looks_about_no_more_or_leads_no_more() {
    let (mut run, _) = Run::open("scene=flock-limited&count=300");
    (0..60).for_each(|_| run.world.tick());
    let find = |key| run.find_param(key).expect("a flock has it");
    let changes = [find("leaders"), find("view")].map(|id| (id, run.get(id)));
    for (id, before) in changes {
        for unit in (0..300).step_by(7) {
            run.set(id, 0.0);
            let one = inspect(&run.world, unit).expect("a unit");
            run.world.tick();
            assert_eq!(one.steering_sum, run.world.steering().force(unit), "unit {unit}");
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
            if group.sight().flock_sector.is_empty() {
                continue;
            }
            let count = world.neighbors().around(one.id).count;
            assert_eq!(one.neighbor_ids.len() as f32, count, "{what}: neighbors");
            counted += one.neighbor_ids.len();
        }
    });
    assert!(counted > 1000, "only {counted} neighbors in all");
}

#[test]
fn what_nobody_looks_for_any_more_is_forgotten_by_whole_groups() {
    let (mut run, _) = Run::open("scene=leaders-pincer&interceptors.count=100");
    (0..20).for_each(|_| run.world.tick());
    let of = |run: &Run, group: usize| run.world.groups()[group].ids.clone();
    let leaders =
        |run: &Run, group: usize| of(run, group).filter(|id| run.world.is_leader(*id)).count();
    let seen = |run: &Run, group: usize| -> f32 {
        of(run, group).map(|id| run.world.neighbors().around(id).count).sum()
    };
    let (lead, see) = ([0, 1].map(|g| leaders(&run, g)), [0, 1].map(|g| seen(&run, g)));
    assert!(lead[0] > 0 && lead[1] > 0 && see[0] > 0.0 && see[1] > 0.0, "{lead:?}, {see:?}");
    for key in ["interceptors.leaders", "interceptors.view"] {
        let id = run.find_param(key).expect("interceptors see");
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
    let mut check = |what: &str, world: &World, one: &UnitInspection| {
        let start = world.agents().position(one.id);
        for cue in one.contributions.iter().flat_map(|part| &part.cues) {
            match *cue {
                SteeringCue::Aim { point, .. } => {
                    assert!(point.is_finite(), "{what}: {point}");
                    aims += 1;
                }
                SteeringCue::Feeler { end, hit: Some(index) } => {
                    let obstacle = world.obstacles()[index];
                    let along = (obstacle.center - start).dot(end - start);
                    let share = (along / (end - start).length_squared()).clamp(0.0, 1.0);
                    let nearest = start + (end - start) * share;
                    let gap = nearest.distance(obstacle.center) - obstacle.radius;
                    assert!(gap <= 0.01, "{what}: a feeler to {end} misses obstacle {index}");
                    hits += 1;
                }
                SteeringCue::Feeler { .. } | SteeringCue::Circle { .. } => {}
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
            let feels =
                part.cues.iter().any(|cue| matches!(cue, SteeringCue::Feeler { hit: Some(_), .. }));
            assert_eq!(feels, part.raw_force != Vec2::ZERO, "unit {id} feels what pushes it");
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
        for group in world.groups().iter().map(|group| group.ids.clone()).collect::<Vec<_>>() {
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
                    let SteeringCue::Circle { center, radius, .. } = *cue else { continue };
                    for (share, counts) in [(0.97, true), (1.03, false)] {
                        let way = Vec2::new(0.8, 0.6);
                        // Who only passes by is not foreseen.
                        let velocity = match part.key {
                            "anticipate" => Vec2::X * 20.0 - way * 20.0,
                            _ => Vec2::Y * 20.0,
                        };
                        let place = center + way * (share * radius);
                        let changed = look(place, velocity)[index].raw_force != part.raw_force;
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
                let [SteeringCue::Aim { kind, point }] = part.cues[..] else { continue };
                let sign = if kind == AimKind::From { -1.0 } else { 1.0 };
                let way = sign * (point - moving.position);
                let what = format!("'{}' of unit {id} in '{}'", part.key, scene.key);
                if part.raw_force == Vec2::ZERO {
                    continue;
                }
                tried.insert(part.key);
                if lateral {
                    assert!(part.raw_force.dot(starboard) * way.dot(starboard) >= 0.0, "{what}");
                } else {
                    let off = part.raw_force.normalize() - way.normalize();
                    assert!(off.length() < 1e-3, "{what}");
                }
            }
            run.world.set_unit(id, moving);
        }
    }
    assert!(tried.len() >= 12, "{tried:?}");
}
