//! The standard error that a run tells of its own time means is the spread of these means over seeds,
//! or the run says that it is not settled.
//!
//! `SEEDS=200 cargo test --release --test core errors_of_means` compares so many.

use flockwright_lab::study::{Evaluation, Job};

/// Errors of the polarization that seeds tell, and the deviation of its means over the seeds.
fn errors(link: &str, ticks: u64, seeds: u32) -> (Vec<f64>, Vec<f64>, f64) {
    let (mut means, mut settled, mut open) = (Vec::new(), Vec::new(), Vec::new());
    for seed in 1..=seeds {
        let link = format!("{link}&seed={seed}");
        let job = Job { link, ticks: ticks + 600, burn_in: 600, every: 1, goals: Vec::new() };
        let mut evaluation = Evaluation::new(&job).expect("a window");
        evaluation.finish();
        means.push(evaluation.outcome().window("polarization").expect("it").mean);
        let at = flockwright_lab::insight::measures::Measure::index("polarization").expect("it");
        let report = evaluation.fluctuations()[at].error;
        assert!(report.error > 0.0 && report.effective >= 1.0, "{job:?}: {report:?}");
        if report.settled { &mut settled } else { &mut open }.push(report.error);
    }
    let middle = means.iter().sum::<f64>() / means.len() as f64;
    let squares: f64 = means.iter().map(|mean| (mean - middle) * (mean - middle)).sum();
    (settled, open, (squares / (means.len() - 1) as f64).sqrt())
}

#[test]
#[ignore = "its bands were never measured: to be mended"]
fn errors_of_vicsek_runs_are_their_spread_over_seeds_or_not_settled() {
    let seeds = std::env::var("SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(24);
    // At low noise order is slow: 600 ticks are too few, and that is said. At high noise it is fast.
    for (noise, speed, ticks, least) in
        [(0.5, 5, 600, 0.0), (2.0, 40, 600, 0.0), (0.5, 40, 9600, 0.3), (4.0, 40, 2400, 0.9)]
    {
        let link = format!("scene=vicsek&count=100&noise={noise}&speed={speed}");
        let (settled, open, spread) = errors(&link, ticks, seeds);
        let root = |errors: &[f64]| {
            (errors.iter().map(|error| error * error).sum::<f64>() / errors.len() as f64).sqrt()
        };
        let share = settled.len() as f64 / f64::from(seeds);
        let ratio = root(&settled) / spread;
        println!(
            "noise {noise}, speed {speed}, {ticks} ticks: {:.0} % settled, told / true {ratio:.2}; \
             others {:.2}",
            100.0 * share,
            root(&open) / spread
        );
        assert!(share >= least, "{link}: {share} are settled");
        // The spread over 24 seeds is itself off by a seventh.
        assert!(share < 0.1 || (0.7..1.4).contains(&ratio), "{link}: {ratio}");
    }
}
