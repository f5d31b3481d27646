use super::checkup::Checkup;
use super::*;
use flockwright::schema::Trouble;
use std::f32::consts::TAU;

/// A run of a flock, and a unit of it as it is watched: well, and on its way.
fn watched_unit() -> (Run, Tracked) {
    let (run, notices) = Run::open("scene=flock-obstacles");
    assert!(notices.is_empty(), "{notices:?}");
    let mut watched = Watched::default();
    watched.choose(&run.world);
    (run, watched.tracked[0])
}

/// Whether a detector sees its symptom at a unit with this changed.
fn shows(key: &str, change: impl FnOnce(&mut Tracked)) -> bool {
    let (run, mut unit) = watched_unit();
    change(&mut unit);
    let detector = REGISTRY.iter().map(|make| make()).find(|found| found.info().key == key);
    detector.expect("a detector").symptom(&unit, &run.world) > 0.0
}

/// What a closer look finds where the first behaviors push with these forces.
fn pushed(forces: &[Vec2]) -> Checkup {
    let mut checkup = Checkup { terms: forces.len(), ..Checkup::default() };
    checkup.forces[..forces.len()].copy_from_slice(forces);
    checkup
}

#[test]
fn a_change_far_off_the_scene_is_taken_back_where_it_makes_the_trouble_and_nowhere_else() {
    for (key, value, trouble, found) in [
        ("separation_factor", 0.5, Trouble::Collapse, true),
        ("separation_factor", 20.0, Trouble::Collapse, false),
        ("separation_factor", 0.5, Trouble::Stuck, false),
        ("cohesion", 9.0, Trouble::Collapse, true),
        // A parameter of the world.
        ("obstacles", 60.0, Trouble::Stuck, true),
    ] {
        let (mut run, _) = watched_unit();
        let id = run.find(key).expect("a parameter");
        run.set(id, value);
        let watched = Watched::default();
        let fix = Case { run: &run, watched: &watched, group: 0 }.back(trouble, &[]);
        let wanted = found.then(|| Fix { param: id, value: run.params()[id].default });
        assert_eq!(fix, wanted, "{key} at {value}, {trouble:?}");
    }
}

#[test]
fn a_place_is_missed_by_going_around_it_or_by_three_passes() {
    for (turns, wanted) in [(1.2, false), (1.3, true), (-1.2, false), (-1.3, true)] {
        assert_eq!(shows("orbit", |unit| unit.swept = turns * TAU), wanted, "{turns} turns");
    }
    for (missed, wanted) in [(2, false), (3, true)] {
        assert_eq!(shows("orbit", |unit| unit.missed = missed), wanted, "{missed} passes");
    }
    assert!(!shows("orbit", |unit| (unit.missed, unit.checkup.arrived) = (3, true)));
}

#[test]
fn a_stalemate_is_two_alike_forces_that_point_apart_and_a_unit_that_stands() {
    let stale = |progress: f32, forces: &[Vec2]| {
        let checkup = pushed(forces);
        shows("stalemate", |unit| (unit.progress, unit.checkup) = (progress, checkup))
    };
    let ahead = Vec2::new(10.0, 0.0);
    let back = |degrees: f32| Vec2::from_angle(degrees.to_radians()) * 6.0;
    assert!(stale(0.0, &[ahead, back(180.0)]));
    assert!(stale(0.11, &[back(180.0), ahead, Vec2::ONE]), "whichever comes first");
    assert!(!stale(0.13, &[ahead, back(180.0)]), "it gets on");
    assert!(stale(0.0, &[ahead, back(145.0)]) && !stale(0.0, &[ahead, back(141.0)]));
    assert!(!stale(0.0, &[ahead, back(180.0) * 0.8]), "one is much weaker");
    assert!(!stale(0.0, &[ahead]) && !stale(0.0, &[]));
    let arrived = Checkup { arrived: true, ..pushed(&[ahead, back(180.0)]) };
    assert!(!shows("stalemate", |unit| (unit.progress, unit.checkup) = (0.0, arrived)));
}

#[test]
fn a_stalemate_is_none_where_one_of_the_two_is_there_to_hold_back() {
    let (run, unit) = watched_unit();
    let pipeline = &run.world.groups()[unit.group].pipeline;
    let mut gives_way = 0;
    for other in 1..pipeline.len() {
        let mut forces = vec![Vec2::ZERO; pipeline.len()];
        (forces[0], forces[other]) = (Vec2::new(5.0, 0.0), Vec2::new(-4.0, 0.0));
        let checkup = pushed(&forces);
        let stale = shows("stalemate", |unit| (unit.progress, unit.checkup) = (0.0, checkup));
        let holds_back = pipeline[other].key() == "separation";
        assert_eq!(stale, !holds_back, "{}", pipeline[other].key());
        gives_way += usize::from(holds_back);
    }
    assert_eq!(gives_way, 1, "a flock keeps its distances");
}

#[test]
fn who_stands_at_an_obstacle_is_stuck() {
    let stuck = |gap: f32, progress: f32| {
        shows("stuck", |unit| (unit.checkup.gap, unit.progress) = (gap, progress))
    };
    assert!(stuck(0.9, 0.11) && stuck(-2.0, 0.0));
    assert!(!stuck(1.1, 0.0) && !stuck(0.0, 0.13) && !stuck(f32::INFINITY, 0.0));
    let waits = |unit: &mut Tracked| {
        (unit.checkup.gap, unit.progress, unit.checkup.arrived) = (0.0, 0.0, true);
    };
    assert!(!shows("stuck", waits));
}

#[test]
fn three_on_top_of_a_unit_are_a_collapse() {
    for (close, wanted) in [(2, false), (3, true)] {
        assert_eq!(shows("collapse", |unit| unit.checkup.close = close), wanted, "{close}");
    }
}
