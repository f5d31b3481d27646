//! The core natively, for `./build.sh bench`: does what the lines on its input say.
//!
//! `open LINK UNITS` (more units than a link can ask for make a world of one's own), `slice MS LEAST` (see `tests/node/bench/lap.mjs`, which does the same in
//! WebAssembly) and `close` of the run opened under the number that comes first: `3 slice 60 1`.
//! Every line is answered by one line of JSON.

use flockwright::engine::world::Stage;
use flockwright::{Run, World};
use std::io::{self, BufRead, Write};
use std::time::Instant;

/// A run is measured from one of these ticks to the other, and then starts over, so that all
/// contestants meet the same states.
const LAP: [u64; 2] = [5, 30];

/// Choices are made within the third.
const PHASES: [Stage; 4] = [Stage::Sort, Stage::Perceive, Stage::Steer, Stage::Move];

/// Runs ticks for `ms` milliseconds, at least `least` of them: how many, and what the phases took
/// together, ms.
fn slice(world: &mut World, ms: f64, least: usize) -> (usize, [f64; 4]) {
    let mut spent = [0.0; 4];
    let mut ticks = 0;
    while ticks < least || spent.iter().sum::<f64>() < ms {
        if world.ticks() >= LAP[1] {
            world.restart(world.seed());
        }
        while world.ticks() < LAP[0] {
            world.tick();
        }
        let mut begun = Instant::now();
        for (phase, spent) in PHASES.iter().zip(&mut spent) {
            world.tick_through(*phase);
            let now = Instant::now();
            *spent += (now - begun).as_secs_f64() * 1e3;
            begun = now;
        }
        ticks += 1;
    }
    (ticks, spent)
}

/// The world with so many units in its first group, where it has fewer.
fn with_units(world: World, units: usize) -> World {
    if world.agents().len() >= units {
        return world;
    }
    let mut groups = world.groups().to_vec();
    groups[0].crowd.count += (units - world.agents().len()) as u32;
    World::new(world.params, groups, world.seed())
}

/// Answers one line; None where it makes no sense.
fn answer(runs: &mut Vec<Option<World>>, line: &str) -> Option<serde_json::Value> {
    let (number, rest) = line.split_once(' ')?;
    let number: usize = number.parse().ok()?;
    if runs.len() <= number {
        runs.resize_with(number + 1, || None);
    }
    let mut words = rest.split(' ');
    match words.next()? {
        "open" => {
            let (run, notices) = Run::open(words.next()?);
            let world = with_units(run.world, words.next()?.parse().ok()?);
            let units = world.agents().len();
            runs[number] = Some(world);
            Some(serde_json::json!({ "units": units, "notices": notices }))
        }
        "slice" => {
            let (ms, least) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
            let (ticks, spent) = slice(runs[number].as_mut()?, ms, least);
            Some(serde_json::json!({ "ticks": ticks, "spent": spent }))
        }
        "close" => {
            runs[number] = None;
            Some(serde_json::json!({}))
        }
        _ => None,
    }
}

fn main() -> io::Result<()> {
    // Under `cargo test` it asks itself.
    if !std::env::args().any(|argument| argument == "--bench") {
        let mut runs = Vec::new();
        let mut ask = |line: &str| answer(&mut runs, line).expect("an answer");
        assert_eq!(ask("1 open scene=flock-wide&count=40&player.count=0 40")["units"], 40);
        let slice = ask("1 slice 0 30");
        assert_eq!(slice["ticks"], 30);
        assert!((0..4).all(|phase| slice["spent"][phase].as_f64() > Some(0.0)), "{slice}");
        ask("1 close");
        // Every workload as large as it says, and a tick of it.
        let workloads: serde_json::Value =
            serde_json::from_str(include_str!("workloads.json")).expect("the workloads are JSON");
        for workload in workloads.as_array().expect("a list") {
            let link = workload["link"].as_str().expect("a link");
            let opened = ask(&format!("1 open {link} {}", workload["units"]));
            assert_eq!(opened["units"], workload["units"], "{link}: {opened}");
            assert_eq!(opened["notices"], serde_json::json!([]), "{link}");
            assert_eq!(ask("1 slice 0 1")["ticks"], 1);
            ask("1 close");
        }
        assert_eq!(answer(&mut runs, "1 slice 0 1"), None);
        return Ok(());
    }
    let mut runs = Vec::new();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let answer = answer(&mut runs, &line).unwrap_or_else(|| panic!("cannot do '{line}'"));
        println!("{answer}");
        io::stdout().flush()?;
    }
    Ok(())
}
