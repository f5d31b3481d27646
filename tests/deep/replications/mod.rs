//! Published results, as the files in `tests/replications` ask for them, beside a direct implementation of
//! each model: the means agree within three standard errors, and what the paper says of them holds.
//!
//! `cargo test --release -p flockwright-deep replications -- --nocapture` prints the tables that stand in
//! `tests/replications/README.md`.

mod direct;

use crate::support::threads::found_side_by_side;
use flockwright::Run;
use flockwright_lab::study::RunEvaluation;
use flockwright_lab::study::plan::{StudyPlan, StudySeeds};
use flockwright_lab::study::tracks::{DistanceBins, Tracks};
use std::path::Path;

/// A mean over seeds and its standard error.
#[derive(Clone, Copy)]
struct Found {
    mean: f64,
    error: f64,
}

impl Found {
    fn of(values: &[f64]) -> Self {
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        Self { mean, error: (squares / (n - 1.0) / n).sqrt() }
    }

    /// Prints both, and holds that they are within three standard errors of each other.
    fn agrees(self, with: Self, what: &str) {
        let allowed = 3.0 * self.error.hypot(with.error);
        let (Self { mean: a, error: da }, Self { mean: b, error: db }) = (self, with);
        println!("{what:<24} {a:.4} ± {da:.4} | directly {b:.4} ± {db:.4}");
        assert!((a - b).abs() <= allowed, "{what}: {a} and {b} differ by more than {allowed}");
    }
}

fn read(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../replications").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

/// Sweeps a plan as `flockwright sweep PLAN.toml --rule ... --measure ...` does: by point, and then by
/// measure, what the seeds gave. `rules`: group and file.
fn sweep<const N: usize>(
    plan: &str,
    rules: &[(&str, &str)],
    own: &[&str],
    wanted: [&str; N],
) -> Vec<[Found; N]> {
    swept(plan, rules, own, |evaluation| {
        evaluation.run_to_end();
        let outcome = evaluation.outcome();
        wanted.map(|measure| outcome.window(measure).expect("a measure").mean)
    })
}

/// The same, where `of` runs each row and says what it gave.
fn swept<const N: usize>(
    plan: &str,
    rules: &[(&str, &str)],
    own: &[&str],
    of: impl Fn(&mut RunEvaluation) -> [f64; N] + Sync,
) -> Vec<[Found; N]> {
    let mut plan: StudyPlan = toml::from_str(&read(plan)).expect("a plan");
    let (mut run, notices) = Run::open(&plan.base);
    // Parameters of the rules are not known before the rules are.
    assert!(notices.iter().all(|notice| notice.contains('-')), "{notices:?}");
    for (group, rule) in rules {
        run.set_rule(group, &read(rule)).expect("a rule");
    }
    for measure in own {
        run.add_measure(&read(measure)).expect("a measure");
    }
    let carried = run.link();
    let given = plan
        .base
        .split('&')
        .filter(|part| part.split('=').next().is_some_and(|key| key.contains('-')));
    plan.base = given.fold(carried, |link, part| format!("{link}&{part}"));
    let StudySeeds::Count(seeds) = plan.seeds else { panic!("a number of seeds") };
    let mut expanded = plan.expand().expect("a plan");
    let jobs: Vec<_> = (0..expanded.len()).map(|row| expanded.job(row)).collect();
    let rows = found_side_by_side(&jobs, |job| {
        let mut evaluation = RunEvaluation::new(job).expect("a window");
        assert!(evaluation.notices().is_empty(), "{:?}", evaluation.notices());
        of(&mut evaluation)
    });
    let point = |rows: &[[f64; N]]| {
        std::array::from_fn(|at| Found::of(&rows.iter().map(|row| row[at]).collect::<Vec<_>>()))
    };
    rows.chunks(seeds as usize).map(point).collect()
}

/// The same by a direct implementation.
fn directly<const N: usize>(seeds: u64, of: impl Fn(u64) -> [f64; N] + Sync) -> [Found; N] {
    let rows = found_side_by_side(&(1..=seeds).collect::<Vec<u64>>(), |seed| of(*seed));
    std::array::from_fn(|at| Found::of(&rows.iter().map(|row| row[at]).collect::<Vec<_>>()))
}

#[test]
fn copying_one_at_random_orders_small_groups_by_chance_alone() {
    let found = sweep("copying.toml", &[("units", "copying.rule")], &["squared.rule"], ["squared"]);
    for (n, [order]) in [15, 30, 60].into_iter().zip(&found) {
        let [direct] = directly(24, |seed| [direct::copying(n, 0.04, 0.01, seed)]);
        order.agrees(direct, &format!("copying, N {n}"));
        let expected = direct::copying_expected(n as f64, 0.04, 0.01);
        println!("  expected {expected:.4}");
        order.agrees(Found { mean: expected, error: 0.0 }, "  of its expectation");
    }
    // Jhawar et al. 2020: the order comes from the noise of few, whose square falls as 1/N.
    assert!(found[0][0].mean > 3.0 * found[2][0].mean);
}

#[test]
fn order_grows_with_density_in_the_vicsek_model() {
    let found = sweep("density.toml", &[("units", "heading.rule")], &[], ["polarization"]);
    for (n, [order]) in [25, 50, 100, 200].into_iter().zip(&found) {
        let [direct] = directly(6, |seed| [direct::vicsek(n, 1.5, seed)]);
        order.agrees(direct, &format!("Vicsek, density {}", n as f64 / 100.0));
    }
    // Vicsek et al. 1995, figure 2b.
    for two in found.windows(2) {
        assert!(two[0][0].mean < two[1][0].mean);
    }
}

#[test]
fn a_larger_group_needs_a_smaller_share_of_informed() {
    let rules = [("units", "informed.rule"), ("g1", "informed.rule")];
    let found = sweep("informed.toml", &rules, &["along.rule"], ["along"]);
    let points = [(10, 1), (10, 2), (10, 5), (50, 1), (50, 5), (50, 10)];
    for ((n, informed), [accuracy]) in points.into_iter().zip(&found) {
        let [direct] = directly(40, |seed| [direct::informed(n, informed, 0.5, seed)]);
        accuracy.agrees(direct, &format!("informed, {informed} of {n}"));
    }
    // Couzin et al. 2005, figure 1: more of them lead better, and a tenth leads many better than few.
    let at = |point: usize| found[point][0];
    let beyond = |a: Found, b: Found| a.mean - b.mean > 3.0 * a.error.hypot(b.error);
    assert!(beyond(at(2), at(0)) && beyond(at(5), at(3)));
    assert!(beyond(at(4), at(0)), "a tenth of 50 leads better than a tenth of 10");
}

#[test]
fn propelled_particles_that_attract_from_afar_mill_at_their_own_speed() {
    let own = ["pace.rule", "radius.rule", "turning.rule"];
    let found =
        sweep("mills.toml", &[("units", "morse.rule")], &own, ["pace", "radius", "turning"]);
    let direct = directly(12, |seed| direct::mills(60, seed));
    for ((name, ours), direct) in ["speed", "radius", "turning"].iter().zip(found[0]).zip(direct) {
        ours.agrees(direct, &format!("mill, {name}"));
    }
    // D'Orsogna et al. 2006: they circle, some this way and some that, near the square root of α/β.
    let [speed, _, turning] = found[0];
    assert!(turning.mean > 0.85 && (speed.mean / 2f64.sqrt() - 1.0).abs() < 0.1);
}

#[test]
fn pedestrians_with_two_directions_form_lanes() {
    let rules = [("units", "walk.rule"), ("g1", "walk.rule")];
    let found = sweep("lanes.toml", &rules, &["lanes.rule", "way.rule"], ["lanes", "way"]);
    let direct = directly(24, |seed| direct::lanes(40, seed));
    for ((name, ours), direct) in ["order", "speed"].iter().zip(found[0]).zip(direct) {
        ours.agrees(direct, &format!("lanes, {name}"));
    }
    // Helbing & Molnár 1995: lanes form by themselves. By chance it would be .08.
    assert!(found[0][0].mean > 0.7);
}

#[test]
fn which_way_a_shoal_swims_depends_on_what_it_did_before() {
    let found = sweep("shoal.toml", &[("units", "shoal.rule")], &[], ["polarization", "milling"]);
    let points = [(1.0, false), (8.0, false), (8.0, true), (14.0, false)];
    for ((width, aligned), found) in points.into_iter().zip(&found) {
        let direct = directly(12, |seed| direct::shoal(width, aligned, seed));
        let start = if aligned { "aligned" } else { "any way" };
        for ((name, ours), direct) in ["order", "milling"].iter().zip(found).zip(direct) {
            ours.agrees(direct, &format!("shoal, {width} {start}, {name}"));
        }
    }
    // Couzin et al. 2002, figures 3 and 5: a swarm, a mill or a parallel group by the zone of orientation,
    // and between them the one that it was.
    let [swarm, mill, kept, parallel] = std::array::from_fn(|at| found[at].map(|one| one.mean));
    assert!(swarm[0] < 0.35 && swarm[1] < 0.35, "{swarm:?}");
    assert!(mill[0] < 0.45 && mill[1] > 0.6, "{mill:?}");
    assert!(kept[0] > 0.9 && kept[1] < 0.1 && parallel[0] > 0.9, "{kept:?} {parallel:?}");
}

#[test]
fn the_correlation_of_a_flock_reaches_as_far_as_the_flock() {
    let sides = [5.0, 10.0, 20.0];
    let found = swept("scale.toml", &[("units", "heading.rule")], &[], |evaluation| {
        let mut tracks = Tracks::of_run(evaluation.run(), String::new());
        while !evaluation.run_tick() {
            let world = &evaluation.run().world;
            if world.ticks() > 500 && world.ticks().is_multiple_of(20) {
                tracks.add_frame(world);
            }
        }
        let reach = f64::from(evaluation.run().world.params.width) / 2.0;
        let bins = DistanceBins::new(direct::BINS, reach).expect("bins");
        [tracks.velocity_correlation(bins, 1).correlation_length / 10.0]
    });
    for (side, [length]) in sides.into_iter().zip(&found) {
        let [direct] = directly(6, |seed| [direct::correlation(side, seed)]);
        length.agrees(direct, &format!("correlation, side {side}"));
    }
    // Cavagna et al. 2010: it has no scale but the flock's own; the exponent is 1.
    let exponent = (found[2][0].mean / found[0][0].mean).ln() / (sides[2] / sides[0]).ln();
    println!("exponent {exponent:.3}");
    assert!((exponent - 1.0).abs() < 0.05, "{exponent}");
}

#[test]
fn a_shepherd_brings_sheep_home_that_keep_to_more_than_half_of_the_others() {
    let rules = [("units", "sheep.rule"), ("g1", "dog.rule")];
    let found = sweep("shepherd.toml", &rules, &["home.rule"], ["home"]);
    for (neighbors, [success]) in [20, 32, 59].into_iter().zip(&found) {
        let [direct] = directly(20, |seed| [direct::shepherd(60, neighbors, seed)]);
        success.agrees(direct, &format!("shepherd, {neighbors} of 60"));
    }
    // Strömbom et al. 2014: a sheep has to keep to 0.53 of the others; with fewer, parts of the flock get lost.
    let [few, bound, all] = std::array::from_fn(|at| found[at][0].mean);
    assert!(few < 0.2 && bound > 0.8 && all > 0.9, "{few} {bound} {all}");
}
