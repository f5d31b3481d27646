//! The standard error that a run tells of its own time means is the spread of these means over seeds,
//! or the run says that it is not settled.
//!
//! `MEANS=1000 cargo test --release --test core errors_of_means -- --nocapture` looks at 1,000 seeds.

use crate::support::threads::side_by_side;
use flockwright_lab::study::{RunEvaluation, StudyJob};
use std::sync::Mutex;

/// With as many, the spread over seeds is itself known to within a twentieth.
const SEEDS: u32 = 200;

/// Ticks from one sample to the next.
const INTERVAL: u64 = 5;

/// Of one run: the mean polarization, the error that it tells of it, and whether that is settled.
fn estimate(link: &str, ticks: u64) -> (f64, f64, bool) {
    let job = StudyJob {
        link: link.into(),
        ticks: ticks + 600,
        burn_in: 600,
        every: INTERVAL,
        goals: Vec::new(),
    };
    let mut evaluation = RunEvaluation::new(&job).expect("a window");
    evaluation.run_to_end();
    let estimate = evaluation.outcome().window("polarization").expect("it");
    assert!(estimate.error > 0.0 && estimate.effective >= 1.0, "{link}: {estimate:?}");
    (estimate.mean, estimate.error, estimate.settled)
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes long: ./build.sh deep")]
fn errors_of_vicsek_runs_are_their_spread_over_seeds_or_not_settled() {
    let asked = std::env::var("MEANS").ok().and_then(|text| text.parse().ok());
    let many: u32 = asked.unwrap_or(SEEDS);
    let mut wrong = Vec::new();
    // Order is slow at low noise: 600 ticks are too few, and that is said. At high noise it is fast.
    for (noise, speed, ticks, least) in
        [(4.0, 40, 2400, 0.9), (0.5, 5, 600, 0.0), (2.0, 40, 600, 0.0), (0.5, 40, 9600, 0.0)]
    {
        let seeds: Vec<u32> = (1..=many).collect();
        let found = Mutex::new(Vec::new());
        side_by_side(&seeds, |seed| {
            let link = format!("scene=vicsek&count=100&noise={noise}&speed={speed}&seed={seed}");
            let one = estimate(&link, ticks);
            found.lock().expect("no panic").push((*seed, one));
        });
        let mut found = found.into_inner().expect("no panic");
        found.sort_by_key(|(seed, _)| *seed);
        let middle = found.iter().map(|(_, one)| one.0).sum::<f64>() / f64::from(many);
        let squares: f64 = found.iter().map(|(_, one)| (one.0 - middle).powi(2)).sum();
        let spread = (squares / f64::from(many - 1)).sqrt();
        let ratios = |settled| {
            found
                .iter()
                .filter(move |(_, one)| one.2 == settled)
                .map(move |(_, one)| one.1 / spread)
        };
        let root = |settled| {
            let squares: f64 = ratios(settled).map(|ratio| ratio * ratio).sum();
            (squares / ratios(settled).count() as f64).sqrt()
        };
        let settled = ratios(true).count();
        let share = settled as f64 / f64::from(many);
        let right = ratios(true).filter(|ratio| (0.7..1.4).contains(ratio)).count();
        let line = format!(
            "noise {noise}, speed {speed}, {ticks} ticks: {:.0} % settled, told / true {:.2}, {right} \
             of {settled} within 0.7 and 1.4; not settled {:.2}",
            100.0 * share,
            root(true),
            root(false)
        );
        println!("{line}");
        let holds = settled == 0 || (0.7..1.4).contains(&root(true)) && 10 * right >= 8 * settled;
        if share < least || !holds {
            wrong.push(line);
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
