//! The diagrams of parameters tell what the tick does, and change nothing.

mod support;

use flockwright::Run;
use flockwright::engine::agents::UnitState;
use flockwright::engine::behaviors::{Axis, Reading};
use flockwright::engine::group::Shape;
use flockwright::engine::scenery::Obstacle;
use flockwright::insight::inspect::Inspection;
use flockwright::insight::observer::Observer;
use flockwright::insight::response::{self, Response};
use flockwright::scenes::SCENES;
use flockwright::session::run::DEFAULT_SEED;
use glam::Vec2;
use support::inspect;
use support::scenes::open_link;

const SAMPLES: usize = 40;

fn operating_points(run: &Run, id: usize, unit: usize) -> Vec<[f32; 2]> {
    response::operating_points(run, &mut Observer::default(), id, unit)
}

fn response(run: &Run, key: &str) -> Response {
    let id = run.find(key).unwrap_or_else(|| panic!("no parameter '{key}'"));
    response::response(run, id, SAMPLES).unwrap_or_else(|| panic!("'{key}' has no diagram"))
}

/// A unit that heads to the right.
fn unit(position: Vec2, speed: f32) -> UnitState {
    UnitState { position, velocity: Vec2::X * speed, heading: 0.0, omega: 0.0 }
}

fn force(found: &Inspection, key: &str) -> Vec2 {
    let part = found.contributions.iter().find(|part| part.key == key).expect("the behavior");
    part.raw * part.weight
}

/// Every sample of a curve over the distance, against a world of the same arrangement: `place` puts
/// the stimulus of a unit that stands in the middle at an offset, and reads the force.
fn compare(response: &Response, length: f32, bearing: f32, place: impl Fn(Vec2) -> f32) {
    assert_eq!(response.answer.over, Axis::Distance);
    let way = Vec2::new(libm::cosf(bearing), libm::sinf(bearing));
    let largest = response.now.iter().fold(0.0_f32, |most, value| most.max(value.abs()));
    assert!(largest > 0.0, "the curve is flat");
    for (x, value) in response.xs.iter().zip(&response.now) {
        let real = place(way * (x * length));
        assert!(
            (real - value).abs() <= 2e-3 * real.abs().max(0.01 * largest),
            "{x}: {real} {value}"
        );
    }
}

#[test]
fn the_curve_of_separation_is_what_a_world_of_two_units_does() {
    let link = "scene=flock-limited&count=2&width=2000&height=2000&separation=1.5";
    let run = open_link(link);
    compare(&response(&run, "separation_factor"), 4.0, 0.35, |offset| {
        let mut real = open_link(link);
        let speed = real.world.groups()[0].body.max_speed(4.0);
        real.world.set_unit(0, unit(Vec2::splat(1000.0), speed));
        real.world.set_unit(1, unit(Vec2::splat(1000.0) + offset, speed));
        let found = inspect(&real.world, 0).expect("the unit");
        force(&found, "separation").y
    });
}

#[test]
fn the_curve_of_a_potential_is_what_a_world_of_two_units_does() {
    let link = "scene=swarm&count=2&width=4000&height=4000&potential_m=2.5";
    let run = open_link(link);
    let length = run.world.groups()[0].crowd.length;
    compare(&response(&run, "potential_m"), length, 0.35, |offset| {
        let mut real = open_link(link);
        real.world.set_unit(0, unit(Vec2::splat(2000.0), 0.0));
        real.world.set_unit(1, unit(Vec2::splat(2000.0) + offset, 0.0));
        let found = inspect(&real.world, 0).expect("the unit");
        -force(&found, "potential").dot(offset.normalize())
    });
}

#[test]
fn the_curve_of_a_feeler_is_what_an_obstacle_does() {
    let link = "scene=flock-obstacles&count=1&width=4000&height=4000&feeler_factor=20";
    let run = open_link(link);
    let radius = run.world.params.obstacle_radius;
    compare(&response(&run, "feeler_factor"), 4.0, 0.1, |offset| {
        let mut real = open_link(link);
        let center = Vec2::splat(2000.0) + offset;
        real.world.set_obstacles(vec![Obstacle { center, radius }]);
        let speed = real.world.groups()[0].body.max_speed(4.0);
        real.world.set_unit(0, unit(Vec2::splat(2000.0), speed));
        force(&inspect(&real.world, 0).expect("the unit"), "avoidance").y
    });
}

#[test]
fn the_curve_of_the_thrust_is_how_a_unit_gathers_speed() {
    let link = "scene=flock-wide&count=1&width=9000&height=9000&target=nobody&thrust=700";
    let run = open_link(link);
    let curve = response(&run, "thrust");
    assert_eq!((curve.answer.over, curve.answer.reads), (Axis::Time, Reading::Speed));
    let mut real = open_link(link);
    real.world.set_unit(0, unit(Vec2::splat(4000.0), 0.0));
    for (seconds, speed) in curve.xs.iter().zip(&curve.now) {
        while real.world.ticks() < (seconds * 60.0).round() as u64 {
            real.world.tick();
        }
        let now = real.world.agents().velocity(0).length();
        assert!((now - speed).abs() <= 1e-3 * now, "{seconds} s: {now} {speed}");
    }
    assert!(curve.base.last() < curve.now.last(), "more thrust, more speed");
}

#[test]
fn every_diagram_has_finite_numbers_in_order_and_changes_nothing() {
    for scene in SCENES {
        let mut run = Run::new(scene, DEFAULT_SEED);
        let count = run.find("count").expect("a group has a count");
        run.set(count, run.get(count).min(60.0));
        for _ in 0..30 {
            run.world.tick();
        }
        let before = run.world.hash();
        let groups: Vec<usize> = run.world.groups().iter().map(|group| group.range.start).collect();
        for id in 0..run.params().len() {
            let place = format!("scene '{}': '{}'", scene.key, run.params()[id].key);
            let Some(Response { answer, xs, now, base, marks }) = response::response(&run, id, 16)
            else {
                continue;
            };
            assert_eq!(xs.len(), now.len(), "{place}");
            assert!(base.is_empty() || base.len() == now.len(), "{place}");
            assert!(xs.windows(2).all(|pair| pair[0] < pair[1]), "{place}: {xs:?}");
            assert!(answer.reach > 0.0 && xs.len() >= 16, "{place}");
            let points = groups.iter().flat_map(|unit| operating_points(&run, id, *unit));
            let numbers = points.flatten().chain(now).chain(base).chain(marks);
            assert!(numbers.into_iter().all(f32::is_finite), "{place}");
        }
        assert_eq!(run.world.hash(), before, "scene '{}' was changed", scene.key);
    }
}

#[test]
fn every_weight_that_steers_a_rigid_body_or_a_point_mass_has_a_diagram_that_is_not_flat() {
    for scene in SCENES {
        let run = Run::new(scene, DEFAULT_SEED);
        for (index, group) in run.world.groups().iter().enumerate() {
            if group.body.is_tile() {
                continue;
            }
            for behavior in group.pipeline.iter().filter(|behavior| behavior.weight() != 0.0) {
                let key = behavior.key();
                let own = |id: &usize| {
                    let param = &run.params()[*id];
                    param.group == Some(index) && param.spec.key == key
                };
                let id = (0..run.params().len()).find(own).expect("its weight");
                let Response { now, .. } = response::response(&run, id, 64)
                    .unwrap_or_else(|| panic!("'{key}' of '{}' has no diagram", scene.key));
                let varies = now.iter().any(|value| (value - now[0]).abs() > 1e-3);
                assert!(varies, "'{key}' of '{}' is flat", scene.key);
            }
        }
    }
}

#[test]
fn a_unit_is_on_the_curve_where_its_neighbors_are() {
    let mut run = open_link("scene=flock-limited&count=2&width=2000&height=2000");
    let speed = run.world.groups()[0].body.max_speed(4.0);
    let offset = Vec2::new(libm::cosf(0.35), libm::sinf(0.35)) * 12.0;
    run.world.set_unit(0, unit(Vec2::splat(1000.0), speed));
    run.world.set_unit(1, unit(Vec2::splat(1000.0) + offset, speed));
    let id = run.find("separation_factor").expect("a parameter");
    let points = operating_points(&run, id, 0);
    let found = inspect(&run.world, 0).expect("the unit");
    assert_eq!(points.len(), 1);
    assert!((points[0][0] - 3.0).abs() < 1e-3);
    assert!((points[0][1] - force(&found, "separation").y).abs() < 0.1);
    assert!(operating_points(&run, id, 1).is_empty(), "whoever is behind is not seen");
    assert!(operating_points(&run, id, 77).is_empty(), "there is no such unit");
}

#[test]
fn a_unit_is_on_the_curve_of_what_its_body_does() {
    let mut run = open_link("scene=flock-limited&separation=10&steering_limit=0.5");
    (0..60).for_each(|_| run.world.tick());
    let id = run.find("steering_limit").expect("a rigid body");
    let mut cut = 0;
    for unit in 0..run.world.agents().len() {
        let found = inspect(&run.world, unit).expect("a unit");
        let own = [found.sum.length(), found.force.length()];
        let wanted = if found.group == 0 { vec![own] } else { Vec::new() };
        assert_eq!(operating_points(&run, id, unit), wanted, "unit {unit}");
        cut += usize::from(own[1] < own[0]);
    }
    assert!(cut > 0, "nobody is at the limit");

    let mut run = open_link("scene=path-patrol");
    (0..60).for_each(|_| run.world.tick());
    let id = run.find("max_force").expect("a point mass");
    let (found, speed) =
        (inspect(&run.world, 0).expect("a unit"), run.world.agents().velocity(0).length());
    assert_eq!(operating_points(&run, id, 0), [[speed, found.turn.abs()]]);
}

#[test]
fn a_unit_is_where_its_target_and_its_obstacles_are() {
    let mut run = open_link("scene=duel&count=1&interceptors.count=1&width=2000&height=2000");
    let offset = Vec2::new(60.0, -80.0);
    run.world.set_unit(0, unit(Vec2::splat(1000.0), 20.0));
    run.world.hold_pointer(Vec2::splat(1000.0) + offset);
    let id = run.find("chase").expect("a chaser");
    let points = operating_points(&run, id, 0);
    let found = inspect(&run.world, 0).expect("the unit");
    assert_eq!(points.len(), 1);
    let [bearing, side] = points[0];
    assert!((bearing - libm::atan2f(-80.0, 60.0)).abs() < 1e-5, "{bearing}");
    assert_eq!(side, force(&found, "chase").y);

    // Of two obstacles ahead each is told apart, the nearest first; the third is out of the way.
    let mut run =
        open_link("scene=flock-obstacles&count=1&width=4000&height=4000&feeler_factor=40");
    let radius = run.world.params.obstacle_radius;
    let middle = Vec2::splat(2000.0);
    let offsets = [Vec2::new(120.0, 5.0), Vec2::new(80.0, -6.0), Vec2::new(-90.0, 3.0)];
    let obstacle = |offset: Vec2| Obstacle { center: middle + offset, radius };
    let (heading, way) = (0.6, Vec2::from_angle(0.6));
    let offsets = offsets.map(|offset| way.rotate(offset));
    let state = UnitState { position: middle, velocity: way * 9.0, heading, omega: 0.0 };
    run.world.set_unit(0, state);
    let side = way.perp();
    let alone: Vec<f32> = [1, 0]
        .map(|index: usize| {
            run.world.set_obstacles(vec![obstacle(offsets[index])]);
            force(&inspect(&run.world, 0).expect("the unit"), "avoidance").dot(side)
        })
        .to_vec();
    run.world.set_obstacles(offsets.map(obstacle).to_vec());
    let id = run.find("feeler_factor").expect("feelers");
    let points = operating_points(&run, id, 0);
    assert_eq!(points.len(), 2);
    for (point, (index, side)) in points.iter().zip([1, 0].into_iter().zip(alone)) {
        assert!((point[0] - offsets[index].length() / 4.0).abs() < 1e-3, "{point:?}");
        assert!((point[1] - side).abs() < 0.1 && side != 0.0, "{point:?}, alone {side}");
    }
}

#[test]
fn feelers_are_shown_as_long_and_as_many_as_they_are() {
    for (choice, wanted) in [("one", 1), ("three", 3)] {
        let run = open_link(&format!("scene=flock-obstacles&feeler_factor=20&feelers={choice}"));
        let id = run.find("feeler_factor").expect("feelers");
        let Some(Shape::Feelers { reach, count, .. }) = run.shape(id) else { panic!("feelers") };
        assert_eq!((reach, count), (20.0 * run.world.groups()[0].crowd.length, wanted));
    }
}
