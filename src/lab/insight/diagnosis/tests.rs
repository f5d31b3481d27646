use super::*;
use flockwright::schema::Trouble;

/// A run of a flock, and a healthy watched unit of it in motion.
fn watched_unit() -> (Run, TrackedUnit) {
    let (run, notices) = Run::open("scene=flock-obstacles");
    assert!(notices.is_empty(), "{notices:?}");
    let mut watched = UnitSample::default();
    watched.choose_units(&run.world);
    (run, watched.tracked[0])
}

/// Whether a detector reports a symptom for a unit with this change.
fn shows(key: &str, change: impl FnOnce(&mut TrackedUnit)) -> bool {
    let (run, mut unit) = watched_unit();
    change(&mut unit);
    let detector = DETECTORS.iter().map(|make| make()).find(|found| found.info().key == key);
    detector.expect("a detector").symptom_strength(&unit, &run.world) > 0.0
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
        let id = run.find_param(key).expect("a parameter");
        run.set(id, value);
        let watched = UnitSample::default();
        let fix =
            FindingCase { run: &run, watched_units: &watched, group: 0 }.undo_worst_change(trouble);
        let wanted = found.then(|| ParamFix { param: id, value: run.params()[id].default });
        assert_eq!(fix, wanted, "{key} at {value}, {trouble:?}");
    }
}

#[test]
fn who_stands_at_an_obstacle_is_stuck() {
    let stuck = |gap: f32, progress: f32| {
        shows("stuck", |unit| (unit.checkup.obstacle_gap, unit.mean_speed_share) = (gap, progress))
    };
    assert!(stuck(0.9, 0.11) && stuck(-2.0, 0.0));
    assert!(!stuck(1.1, 0.0) && !stuck(0.0, 0.13) && !stuck(f32::INFINITY, 0.0));
    let waits = |unit: &mut TrackedUnit| {
        (unit.checkup.obstacle_gap, unit.mean_speed_share, unit.checkup.has_arrived) =
            (0.0, 0.0, true);
    };
    assert!(!shows("stuck", waits));
}

#[test]
fn three_on_top_of_a_unit_are_a_collapse() {
    for (close, wanted) in [(2, false), (3, true)] {
        assert_eq!(shows("collapse", |unit| unit.checkup.overlap_count = close), wanted, "{close}");
    }
}
