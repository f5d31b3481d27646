//! Times a tick and its phases natively, over the workloads that the bench in wasm runs too.
//!
//! Prints one JSON object per line; `./build.sh bench` joins them to a table.

use flockwright::{Run, World};
use serde::Deserialize;
use std::time::{Duration, Instant};

/// The clock starts after this many ticks, when the caches are warm.
const WARM_UP: usize = 5;

/// Each workload is repeated until this much time has gone, at least [`LEAST`] times.
const BUDGET: Duration = Duration::from_millis(700);
const LEAST: usize = 5;

type Phase = fn(&mut World);

/// Sort, perceive, steer, move.
const PHASES: [Phase; 4] = [World::sort, World::look, World::steer, World::advance];

#[derive(Deserialize)]
struct Workload {
    case: String,
    units: usize,
    link: String,
}

fn median(times: &mut [Duration]) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64() * 1e9
}

fn main() {
    let workloads: Vec<Workload> =
        serde_json::from_str(include_str!("workloads.json")).expect("a list of workloads");
    for Workload { case, units, link } in workloads {
        let (mut run, notices) = Run::open(&link);
        assert!(notices.is_empty(), "{case}: {notices:?}");
        assert_eq!(run.world.agents().len(), units, "{case}");
        for _ in 0..WARM_UP {
            run.world.tick();
        }
        let mut times: [Vec<Duration>; 4] = Default::default();
        let start = Instant::now();
        let mut neighbors = 0.0;
        while times[0].len() < LEAST || start.elapsed() < BUDGET {
            for (phase, times) in PHASES.iter().zip(&mut times) {
                let begun = Instant::now();
                phase(&mut run.world);
                times.push(begun.elapsed());
            }
            if times[0].len() == 1 {
                let count = |id| run.world.neighbors().of(id).count;
                neighbors = (0..units).map(count).sum::<f32>() / units as f32;
            }
        }
        let per_unit = times.map(|mut phase| median(&mut phase) / units as f64);
        let round = |ns: f64| (ns * 10.0).round() / 10.0;
        println!(
            "{}",
            serde_json::json!({
                "target": "native",
                "case": case,
                "units": units,
                "neighbors": f64::from((neighbors * 10.0).round()) / 10.0,
                "ns_per_unit_tick": round(per_unit.iter().sum()),
                "sort": round(per_unit[0]),
                "perceive": round(per_unit[1]),
                "steer": round(per_unit[2]),
                "move": round(per_unit[3]),
            })
        );
    }
}
