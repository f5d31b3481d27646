//! Two experiments that take too long for a test, and what they find as tables:
//!
//! ```text
//! cargo run --release --example science -- vicsek   order against noise, up to 10,000 particles
//! cargo run --release --example science -- falcon   topological and metric flocks under attack
//! ```
//!
//! As a test it does all of it in a short form. What came out stands in `src/lab/insight/MEASURES.md` and in the text of the scene with the falcon.

use flockwright::Run;
use flockwright_lab::insight::measures::time_series::TimeSeries;
use flockwright_lab::insight::measures::{Measure, Meter, mean_neighbors, polarization};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Whether all is only to be gone through once.
const SHORT: bool = cfg!(test);

fn main() -> Result<(), String> {
    if SHORT {
        vicsek();
        falcon();
        return Ok(());
    }
    match std::env::args().nth(1).as_deref() {
        Some("vicsek") => vicsek(),
        Some("falcon") => falcon(),
        other => Err(format!("There is no experiment {other:?}: name vicsek or falcon."))?,
    }
    Ok(())
}

fn open(link: &str) -> Run {
    let (run, notices) = Run::open(link);
    assert!(notices.is_empty(), "{link}: {notices:?}");
    run
}

/// What `each` finds for every item, in order, on all processors.
fn all<T: Sync, R: Send>(items: &[T], each: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(place) else { break };
                    let result = each(item);
                    found.lock().expect("no panic").push((place, result));
                }
            });
        }
    });
    let mut found = found.into_inner().expect("no panic");
    found.sort_by_key(|(place, _)| *place);
    found.into_iter().map(|(_, result)| result).collect()
}

/// Mean and standard error of independent values.
fn mean_and_error(values: &[f64]) -> (f64, f64) {
    let (n, middle) = (values.len() as f64, mean(values));
    let squares: f64 = values.iter().map(|value| (value - middle) * (value - middle)).sum();
    (middle, (squares / (n * (n - 1.0))).sqrt())
}

/// Order against noise at density 4 (Vicsek et al. 1995, figure 2a): number of particles, ticks that
/// are left out, ticks that count, and seeds.
const CROWDS: [(u32, usize, usize, u32); 3] = if SHORT {
    [(400, 1, 16, 2), (4_000, 1, 16, 1), (10_000, 1, 16, 1)]
} else {
    [(400, 2_000, 8_000, 4), (4_000, 2_000, 4_000, 1), (10_000, 2_000, 3_000, 1)]
};

fn vicsek() {
    println!("| N | noise | order | standard error | susceptibility | Binder cumulant |");
    println!("|---|---|---|---|---|---|");
    for (n, burn_in, ticks, seeds) in CROWDS {
        for noise in 1..=5 {
            let seeds: Vec<u32> = (1..=seeds).collect();
            let series = all(&seeds, |seed| {
                // R is 40 u, 0.03 R a step.
                let side = 40.0 * (f64::from(n) / 4.0).sqrt();
                let mut run = open(&format!(
                    "scene=vicsek&seed={seed}&count={n}&width={side}&height={side}&speed=72\
                     &mean_heading_factor=25&noise={noise}&moves_with=new"
                ));
                (0..burn_in).for_each(|_| run.world.tick());
                let value = |_| {
                    run.world.tick();
                    f64::from(polarization(&run.world))
                };
                (0..ticks).map(value).collect::<Vec<f64>>()
            });
            let means: Vec<f64> = series.iter().map(|values| mean(values)).collect();
            // Few seeds say little of their spread: the blocks within each say more.
            let within = series
                .iter()
                .map(|values| TimeSeries::from_values(values).mean_error().standard_error.powi(2))
                .sum::<f64>();
            let over = |of: &dyn Fn(&[f64]) -> f64| {
                mean(&series.iter().map(|values| of(values)).collect::<Vec<_>>())
            };
            println!(
                "| {n} | {noise} | {:.4} | {:.4} | {:.3} | {:.3} |",
                mean(&means),
                within.sqrt() / series.len() as f64,
                over(&|values| TimeSeries::from_values(values).susceptibility(f64::from(n))),
                over(&|values| TimeSeries::from_values(values).binder_cumulant())
            );
        }
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Seeds of the attack.
const ATTACKS: u32 = if SHORT { 2 } else { 120 };

/// Ticks in which a flock finds its shape before the falcon comes, and those of the attack.
const SETTLE: usize = if SHORT { 5 } else { 900 };
const ATTACK: usize = if SHORT { 120 } else { 3600 };

/// Seven neighbors: as many as starlings heed (Ballerini et al. 2008).
const HEEDED: f64 = 7.0;

/// A flock without a falcon that heeds the nearest seven of however far (`None`), or all within a
/// radius, in lengths; it starts in a disk of this radius, as a share of the world's half height.
fn flock(seed: u32, radius: Option<f64>, start: f64) -> Run {
    let heeds = match radius {
        None => "nearest_only=7&wide_radius_factor=60".to_string(),
        Some(radius) => format!("nearest_only=0&wide_radius_factor={radius}"),
    };
    open(&format!("scene=falcon&seed={seed}&count=300&falcon.count=0&start_radius={start}&{heeds}"))
}

/// The radius within which a flock that heeds all within it has seven neighbors on average, in the
/// shape that it takes when no one attacks it.
fn fair_radius() -> f64 {
    let seeds: Vec<u32> = (1001..=1012).collect();
    let neighbors = |radius: f64| {
        let found = all(&seeds, |seed| {
            let mut run = flock(*seed, Some(radius), 0.5);
            (0..SETTLE).for_each(|_| run.world.tick());
            f64::from(mean_neighbors(&run.world).expect("they look about"))
        });
        mean(&found)
    };
    let (mut low, mut high) = (2.0, 30.0);
    for _ in 0..9 {
        let middle = 0.5 * (low + high);
        if neighbors(middle) < HEEDED { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

/// What an attack leaves of a flock: the largest part as a share and the number of parts within ten
/// lengths, each before the attack, as the mean over it and over its last quarter; and the spacing
/// before it, in lengths.
fn attack(seed: u32, radius: Option<f64>, start: f64) -> [f64; 7] {
    let mut run = flock(seed, radius, start);
    (0..SETTLE).for_each(|_| run.world.tick());
    let wanted = ["largest_flock_fixed", "flocks_fixed", "spacing"];
    // The falcon's group is one of those that are measured.
    let wanted = wanted.map(|key| Measure::find(key).expect("a measure"));
    let (mut meter, mut values) = (Meter::exact(), Vec::new());
    meter.measure_some(&run.world, &wanted, &mut values);
    let [largest_before, parts_before, spacing] = [values[0], values[1], values[2]];
    run.set_key("falcon.count", 1.0).expect("a falcon");
    let (mut largest, mut parts) = (Vec::new(), Vec::new());
    for tick in 1..=ATTACK {
        run.world.tick();
        if tick % 30 == 0 {
            meter.measure_some(&run.world, &wanted[..2], &mut values);
            largest.push(values[0]);
            parts.push(values[1] - 1.0);
        }
    }
    let late = largest.len() * 3 / 4;
    let ended = |values: &[f64]| [mean(values), mean(&values[late..])];
    let ([large, large_late], [many, many_late]) = (ended(&largest), ended(&parts));
    [largest_before, large, large_late, parts_before, many, many_late, spacing]
}

fn falcon() {
    let radius = fair_radius();
    println!("All within {radius:.2} lengths are {HEEDED} neighbors on average, unattacked.");
    let seeds: Vec<u32> = (1..=ATTACKS).collect();
    for start in [0.5, 1.0] {
        println!("\nStart radius {start}, {ATTACKS} seeds, {ATTACK} ticks of attack:");
        let topological = all(&seeds, |seed| attack(*seed, None, start));
        let metric = all(&seeds, |seed| attack(*seed, Some(radius), start));
        println!("| | seven nearest | all within the radius | difference |");
        println!("|---|---|---|---|");
        let rows = [
            "largest part, before",
            "largest part, under attack",
            "largest part, last quarter",
            "parts, before",
            "parts, under attack",
            "parts, last quarter",
            "spacing before, L",
        ];
        for (at, row) in rows.into_iter().enumerate() {
            let column = |runs: &[[f64; 7]]| runs.iter().map(|run| run[at]).collect::<Vec<f64>>();
            let (a, b) = (column(&topological), column(&metric));
            // By pairs: both have the same seed.
            let apart: Vec<f64> = a.iter().zip(&b).map(|(a, b)| a - b).collect();
            let estimates = [&a, &b, &apart].map(|values| mean_and_error(values));
            let cells = estimates.map(|(middle, error)| format!("{middle:.3} ± {error:.3}"));
            println!("| {row} | {} |", cells.join(" | "));
        }
    }
}
