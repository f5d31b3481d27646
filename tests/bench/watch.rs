//! What measuring and diagnosis cost, as shares of the ticks that they watch.
//!
//! `cargo bench --bench watch`. Ticks are timed alone and under watch in turns, so that both meet
//! the same machine; a share is the difference of the medians of whole seconds of a run.

use flockwright::Run;
use flockwright_lab::insight::diagnosis::Diagnosis;
use flockwright_lab::insight::measures::{EVERY, Meter};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Units, and a link that gives each about a dozen neighbors.
const CROWDS: [(usize, &str); 5] = [
    (3, "scene=patrol"),
    (160, "scene=flock-limited&player.count=0"),
    (2_000, "scene=flock-limited&count=2000&player.count=0&width=2100&height=1600"),
    (20_000, "scene=murmuration"),
    (100_000, "scene=murmuration&count=100000&width=5800&height=3600"),
];

/// Time for each crowd.
const BUDGET: Duration = Duration::from_millis(2500);

fn timed(mut work: impl FnMut()) -> f64 {
    let begun = Instant::now();
    work();
    begun.elapsed().as_secs_f64() * 1e6
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn main() {
    // Under `cargo test` everything is opened, watched and timed, but hardly for long.
    let short = !std::env::args().any(|argument| argument == "--bench");
    let (budget, least, before) =
        if short { (Duration::ZERO, 1, 60_000) } else { (BUDGET, 15, 3_000_000) };
    println!(
        "| units | tick, us | all measures, us | measuring, % of tick | diagnosis, % of tick |"
    );
    println!("|---|---|---|---|---|");
    for (units, link) in CROWDS {
        let (mut run, notices) = Run::open(link);
        assert!(notices.is_empty(), "{notices:?}");
        assert_eq!(run.world.agents().len(), units);
        let mut meter = Meter::default();
        let mut diagnosis = Diagnosis::default();
        // As many as make a timing of a small crowd longer than the clock's step.
        let ticks = (20_000 / units).clamp(1, 60);
        for _ in 0..(before / units).min(600) {
            run.world.tick();
            diagnosis.observe(&run);
        }
        let (mut alone, mut measured, mut watched) = (Vec::new(), Vec::new(), Vec::new());
        let begun = Instant::now();
        while alone.len() < least || begun.elapsed() < budget {
            // The diagnosis sees every tick: its part is timed apart from the tick's.
            let mut looking = 0.0;
            let mut ticking = 0.0;
            for _ in 0..ticks {
                ticking += timed(|| run.world.tick());
                looking += timed(|| diagnosis.observe(&run));
            }
            alone.push(ticking / ticks as f64);
            watched.push(looking / ticks as f64);
            let many = (ticks / 4).max(1);
            measured.push(
                timed(|| (0..many).for_each(|_| _ = black_box(meter.measure(&run.world))))
                    / many as f64,
            );
        }
        // The mean: a detector that counts flocks does so twice a second, at one blow.
        let looking = watched.iter().sum::<f64>() / watched.len() as f64;
        let (tick, sample) = (median(&mut alone), median(&mut measured));
        let measuring = 100.0 * sample / EVERY as f64 / tick;
        println!(
            "| {units} | {tick:.1} | {sample:.1} | {measuring:.1} | {:.1} |",
            100.0 * looking / tick
        );
    }
}
