//! Each detector finds its trouble where it is, and nothing where there is none; what it proposes
//! helps.

use crate::support::scenes::open_link;
use crate::support::threads::side_by_side;
use flockwright::Run;
use flockwright::scenes::SCENES;
use flockwright_lab::insight::diagnosis::{DETECTORS, Diagnosis, Finding};
use glam::Vec2;

/// A run under observation.
struct Watched {
    run: Run,
    diagnosis: Diagnosis,
    /// Everything that was found so far, once per detector and group.
    found: Vec<Finding>,
}

impl Watched {
    fn open(link: &str) -> Self {
        Self { run: open_link(link), diagnosis: Diagnosis::default(), found: Vec::new() }
    }

    fn tick(&mut self) {
        self.run.world.tick();
        self.diagnosis.observe(&self.run);
        if self.run.world.ticks().is_multiple_of(10) && self.diagnosis.finding_count(&self.run) > 0
        {
            for finding in self.diagnosis.findings(&self.run) {
                let known =
                    |old: &Finding| (old.info.key, old.group) == (finding.info.key, finding.group);
                if !self.found.iter().any(known) {
                    self.found.push(finding);
                }
            }
        }
    }

    /// Runs for this many simulated seconds.
    fn go(&mut self, seconds: u32) {
        for _ in 0..seconds * 60 {
            self.tick();
        }
    }

    /// What a detector finds at this moment.
    fn now(&self, key: &str) -> Vec<Finding> {
        let all = self.diagnosis.findings(&self.run);
        all.into_iter().filter(|finding| finding.info.key == key).collect()
    }

    fn set(&mut self, key: &str, value: f32) {
        let id = self.run.find_param(key).unwrap_or_else(|| panic!("a parameter '{key}'"));
        self.run.set(id, value);
    }
}

/// What a detector must find, and what it must not.
struct Case {
    key: &'static str,
    /// The run that has the trouble, and a like one that has none.
    ill: &'static str,
    well: &'static str,
    /// What is changed after half a minute, in both, for trouble that comes with a change.
    change: Option<(&'static str, f32, f32)>,
}

const fn case(key: &'static str, ill: &'static str, well: &'static str) -> Case {
    Case { key, ill, well, change: None }
}

const CASES: &[Case] = &[
    case(
        "jitter",
        "scene=flock-wide&separation=10&separation_factor=40",
        "scene=flock-wide&separation=2&separation_factor=8",
    ),
    Case {
        key: "splinter",
        ill: "scene=flock-limited",
        well: "scene=flock-limited",
        change: Some(("limited_radius_factor", 5.0, 33.0)),
    },
    case(
        "collapse",
        "scene=flock-limited&cohesion=4&separation=0",
        "scene=flock-limited&cohesion=4&separation=0.7",
    ),
    case(
        "stuck",
        "scene=zombie-horde&max_avoid=0.3&runners.max_avoid=0.3&obstacle_radius=60",
        "scene=zombie-horde&max_avoid=0.8&obstacle_radius=24",
    ),
];

/// Opens one run of a case, and makes its change.
fn open(case: &Case, link: &str, changed: Option<f32>) -> Watched {
    let mut watched = Watched::open(link);
    if let (Some((key, ..)), Some(value)) = (case.change, changed) {
        watched.go(30);
        watched.set(key, value);
    }
    watched
}

#[test]
fn every_detector_has_a_case() {
    let keys: Vec<&str> = DETECTORS.iter().map(|make| make().info().key).collect();
    let cases: Vec<&str> = CASES.iter().map(|case| case.key).collect();
    assert_eq!(keys, cases);
}

#[test]
fn each_detector_finds_its_trouble_and_what_it_proposes_helps() {
    for case in CASES {
        let mut ill = open(case, case.ill, case.change.map(|(_, value, _)| value));
        while ill.now(case.key).is_empty() && ill.run.world.ticks() < 75 * 60 {
            ill.go(1);
        }
        let found = ill.now(case.key);
        assert!(!found.is_empty(), "'{}' finds nothing in {}", case.key, case.ill);
        for finding in &found {
            assert!(finding.since < ill.run.world.ticks(), "'{}': since", case.key);
            let ids = ill.run.world.groups()[finding.group].ids.clone();
            assert!(!finding.affected_units.is_empty(), "'{}' names no unit", case.key);
            assert!(
                finding.affected_units.iter().all(|id| ids.contains(id)),
                "'{}': units",
                case.key
            );
            assert!(finding.position.is_finite(), "'{}': place", case.key);
        }
        // As a person would: one click after the other, for as long as there is something to try.
        for _ in 0..3 {
            for finding in ill.now(case.key) {
                if let Some(fix) = finding.fix {
                    let param = &ill.run.params()[fix.param];
                    assert!(fix.value >= param.spec.min && fix.value <= param.spec.max);
                    assert_ne!(ill.run.get(fix.param), fix.value, "'{}' changes nothing", case.key);
                    println!(
                        "{}: {} {} -> {}",
                        case.key,
                        param.key,
                        ill.run.get(fix.param),
                        fix.value
                    );
                    ill.run.set(fix.param, fix.value);
                }
            }
            ill.go(30);
            if ill.now(case.key).is_empty() {
                break;
            }
        }
        assert!(ill.now(case.key).is_empty(), "'{}' still there after its remedy", case.key);
    }
}

#[test]
fn a_swarm_that_no_longer_repels_is_told_to_repel_again() {
    let mut ill = Watched::open("scene=swarm&potential_b=0");
    while ill.now("collapse").is_empty() && ill.run.world.ticks() < 75 * 60 {
        ill.go(1);
    }
    let fix = ill.now("collapse").first().and_then(|finding| finding.fix).expect("a remedy");
    assert_eq!(ill.run.params()[fix.param].key, "potential_b");
    assert_eq!(fix.value, ill.run.params()[fix.param].default);
}

#[test]
fn what_is_changed_after_a_flock_has_splintered_is_not_to_blame() {
    let mut watched = Watched::open("scene=flock-limited");
    watched.go(30);
    watched.set("limited_radius_factor", 5.0);
    while watched.now("splinter").is_empty() && watched.run.world.ticks() < 75 * 60 {
        watched.go(1);
    }
    watched.set("cohesion", 1.5);
    watched.go(1);
    let fix = watched.now("splinter").first().and_then(|finding| finding.fix).expect("a remedy");
    assert_eq!(watched.run.params()[fix.param].key, "limited_radius_factor");
    assert_eq!(fix.value, 30.0);
}

#[test]
fn a_slider_that_went_through_many_values_goes_back_to_where_it_came_from() {
    let mut watched = Watched::open("scene=flock-limited");
    watched.go(30);
    for value in [25.0, 18.0, 10.0, 5.0] {
        watched.set("limited_radius_factor", value);
        watched.go(1);
    }
    while watched.now("splinter").is_empty() && watched.run.world.ticks() < 75 * 60 {
        watched.go(1);
    }
    let fix = watched.now("splinter").first().and_then(|finding| finding.fix).expect("a remedy");
    assert_eq!(watched.run.params()[fix.param].key, "limited_radius_factor");
    assert_eq!(fix.value, 30.0);
}

#[test]
fn a_like_run_without_the_trouble_is_well() {
    for case in CASES {
        let mut well = open(case, case.well, case.change.map(|(_, _, value)| value));
        well.go(60);
        let found = well.found.iter().filter(|finding| finding.info.key == case.key).count();
        assert_eq!(found, 0, "'{}' finds trouble in {}", case.key, case.well);
    }
}

/// Large crowds are watched for a shorter time.
fn seconds(run: &Run) -> u32 {
    if run.world.agents().len() > 5000 { 12 } else { 60 }
}

/// What was found, and since when.
fn alarms(watched: &Watched) -> Vec<(&'static str, u64)> {
    watched.found.iter().map(|finding| (finding.info.key, finding.since)).collect()
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes long: ./build.sh deep")]
fn no_scene_gives_a_false_alarm() {
    // Of thousands one seed, which takes as long as all others together.
    let seeds = |key: &str| if key == "murmuration" { 1..2 } else { 1..4 };
    let runs: Vec<_> =
        SCENES.iter().flat_map(|scene| seeds(scene.key).map(move |seed| (scene, seed))).collect();
    side_by_side(&runs, |(scene, seed)| {
        let mut watched = Watched::open(&format!("{}&seed={seed}", scene.link()));
        watched.go(seconds(&watched.run));
        let found = alarms(&watched);
        assert!(found.is_empty(), "scene '{}', seed {seed}: {found:?}", scene.key);
    });
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes long: ./build.sh deep")]
fn dragging_the_pointer_gives_no_false_alarm() {
    for scene in SCENES {
        let mut watched = Watched::open(&format!("{}&seed=5", scene.link()));
        let size = Vec2::new(watched.run.world.params.width, watched.run.world.params.height);
        for tick in 0..seconds(&watched.run) * 60 {
            // Five seconds of dragging in a circle, five of holding still, five of letting go.
            let world = &mut watched.run.world;
            match tick % 900 {
                phase @ 0..300 => {
                    let angle = phase as f32 * 0.02;
                    let way = Vec2::new(angle.cos(), angle.sin());
                    world.hold_pointer(size * (Vec2::splat(0.5) + 0.3 * way));
                }
                300..600 => world.hold_pointer(size * Vec2::new(0.7, 0.4)),
                _ => world.release_pointer(),
            }
            watched.tick();
        }
        let found = alarms(&watched);
        assert!(found.is_empty(), "scene '{}': {found:?}", scene.key);
    }
}

#[test]
fn a_restart_or_another_crowd_begins_anew() {
    let mut watched = Watched::open("scene=flock-wide&separation=10&separation_factor=40");
    watched.go(15);
    assert_eq!(watched.now("jitter").len(), 1);
    watched.run.world.restart(1);
    watched.tick();
    assert_eq!(watched.diagnosis.finding_count(&watched.run), 0, "after a restart");
    watched.go(15);
    assert_eq!(watched.now("jitter").len(), 1);
    watched.set("count", 100.0);
    watched.tick();
    assert_eq!(watched.diagnosis.finding_count(&watched.run), 0, "in another crowd");
    watched.set("count", 0.0);
    watched.go(3);
    assert_eq!(watched.diagnosis.finding_count(&watched.run), 0, "without anybody");
}
