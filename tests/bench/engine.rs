//! The core natively, for `./build.sh bench`: does what the lines on its input say.
//!
//! `open LINK UNITS` (more units than a link can ask for make a world of one's own), `threads N`,
//! `slice MS LEAST` (see `tests/node/bench/lap.mjs`, which does the same in WebAssembly) and
//! `close` of the run opened under the number that comes first: `3 slice 60 1`. `open calibration
//! 0` opens a fixed piece of arithmetic and memory instead, by which machines are compared. `rules
//! KEY` has the behaviors of this key run by their rules instead of their passes, in the run opened
//! under that number; without a key, all. `walls COUNT` puts short walls all over the world. Every
//! line is answered by one line of JSON.

use flockwright::engine::behaviors::{Behavior, RuleBehavior};
use flockwright::engine::scenery::Wall;
use flockwright::engine::world::TickStage;
use flockwright::internals::math::{sin_cos, wrap_angle};
use flockwright::{Run, World};
use glam::Vec2;
use std::io::{self, BufRead, Write};
use std::time::Instant;

/// A run is measured from one of these ticks to the other, and then starts over, so that all
/// contestants meet the same states.
const LAP: [u64; 2] = [5, 30];

/// Choices are made within the third.
const PHASES: [TickStage; 4] =
    [TickStage::Sort, TickStage::Perceive, TickStage::Steer, TickStage::Move];

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

/// Replaces the behaviors of a key, or all, by their rules, and returns how many there were.
fn run_rules(world: &mut World, key: Option<&str>) -> usize {
    let mut replaced = 0;
    for group in 0..world.groups().len() {
        let count = world.groups()[group].crowd.count as usize;
        let Some(group) = world.group_mut(group) else { continue };
        for behavior in &mut group.pipeline {
            let Some(compiled_behavior) = behavior.compiled_behavior() else { continue };
            if key.is_none_or(|key| behavior.key() == key) {
                let mut rule =
                    Box::new(RuleBehavior::new(compiled_behavior.clone()).with_params(&**behavior));
                if let Some(memory) = rule.memory_mut() {
                    memory.resize(count);
                }
                (*behavior, replaced) = (rule, replaced + 1);
            }
        }
    }
    replaced
}

/// Walls of 8 u all over a world, on a lattice and in every direction.
fn short_walls(world: &World, count: usize) -> Vec<Wall> {
    let (width, height) = (world.params.width, world.params.height);
    let columns = ((count as f32 * width / height).sqrt().ceil() as usize).max(1);
    let step = Vec2::new(width / columns as f32, height / count.div_ceil(columns).max(1) as f32);
    let wall = |at: usize| {
        let from = step * Vec2::new((at % columns) as f32 + 0.3, (at / columns) as f32 + 0.3);
        let (sine, cosine) = sin_cos(wrap_angle(at as f32));
        Wall { from, to: from + 8.0 * Vec2::new(cosine, sine), radius: 1.0 }
    };
    (0..count).map(wall).collect()
}

/// What is opened under a number.
enum Open {
    World(Box<World>),
    Calibration(Calibration),
}

impl Open {
    fn world(&mut self) -> Option<&mut World> {
        match self {
            Self::World(world) => Some(world),
            Self::Calibration(_) => None,
        }
    }
}

/// The same for every version of the core: places in a row that hardly fits into the nearest caches
/// are read in no order, and each takes a root and a few products. `lap.mjs` has the same.
struct Calibration {
    at: Vec<u32>,
    values: Vec<f32>,
}

impl Calibration {
    /// Places.
    const MANY: usize = 1 << 16;

    fn new() -> Self {
        let mut random = 1u32;
        let mut draw = || {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            random >> 16
        };
        let at = (0..Self::MANY).map(|_| draw()).collect();
        Self { at, values: (0..Self::MANY).map(|place| 1.0 + place as f32).collect() }
    }

    /// Goes over all places for `ms` milliseconds, at least `least` times: how often, and the time,
    /// ms.
    fn slice(&mut self, ms: f64, least: usize) -> (usize, f64) {
        let (begun, mut rounds) = (Instant::now(), 0);
        loop {
            for (place, other) in self.at.iter().enumerate() {
                let (a, b) = (self.values[place], self.values[*other as usize]);
                self.values[place] = (a * a * 0.5 + b * b * 0.5 + a * b * 1e-3).sqrt();
            }
            rounds += 1;
            let spent = begun.elapsed().as_secs_f64() * 1e3;
            if rounds >= least && spent >= ms {
                assert!(self.values.iter().all(|value| *value > 0.0));
                return (rounds, spent);
            }
        }
    }
}

/// Answers one line; None where it makes no sense.
fn answer(runs: &mut Vec<Option<Open>>, line: &str) -> Option<serde_json::Value> {
    let (number, rest) = line.split_once(' ')?;
    let number: usize = number.parse().ok()?;
    if runs.len() <= number {
        runs.resize_with(number + 1, || None);
    }
    let mut words = rest.split(' ');
    match words.next()? {
        "open" => {
            let (link, least) = (words.next()?, words.next()?.parse().ok()?);
            if link == "calibration" {
                runs[number] = Some(Open::Calibration(Calibration::new()));
                return Some(serde_json::json!({ "units": Calibration::MANY, "notices": [] }));
            }
            let (run, notices) = Run::open(link);
            let world = with_units(run.world, least);
            let units = world.agents().len();
            runs[number] = Some(Open::World(Box::new(world)));
            Some(serde_json::json!({ "units": units, "notices": notices }))
        }
        "threads" => {
            let world = runs[number].as_mut()?.world()?;
            world.set_threads(words.next()?.parse().ok()?);
            Some(serde_json::json!({ "threads": world.threads() }))
        }
        "rules" => {
            let replaced = run_rules(runs[number].as_mut()?.world()?, words.next());
            Some(serde_json::json!({ "replaced": replaced }))
        }
        "walls" => {
            let world = runs[number].as_mut()?.world()?;
            world.set_walls(short_walls(world, words.next()?.parse().ok()?));
            Some(serde_json::json!({ "walls": world.walls().len() }))
        }
        "slice" => {
            let (ms, least) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
            let (ticks, spent) = match runs[number].as_mut()? {
                Open::World(world) => slice(world, ms, least),
                Open::Calibration(calibration) => {
                    let (rounds, spent) = calibration.slice(ms, least);
                    return Some(serde_json::json!({ "ticks": rounds, "spent": [spent] }));
                }
            };
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
        assert_eq!(ask("1 rules separation")["replaced"], 1);
        assert!((0..4).all(|phase| slice["spent"][phase].as_f64() > Some(0.0)), "{slice}");
        ask("1 close");
        assert_eq!(ask("1 open calibration 0")["units"], Calibration::MANY);
        assert_eq!(ask("1 slice 0 2")["ticks"], 2);
        ask("1 close");
        // Every workload as large as it says, and a tick of it.
        let workloads: serde_json::Value =
            serde_json::from_str(include_str!("workloads.json")).expect("the workloads are JSON");
        for workload in workloads.as_array().expect("a list") {
            let link = workload["link"].as_str().expect("a link");
            let opened = ask(&format!("1 open {link} {}", workload["units"]));
            assert_eq!(opened["units"], workload["units"], "{link}: {opened}");
            assert_eq!(opened["notices"], serde_json::json!([]), "{link}");
            if let Some(walls) = workload["walls"].as_u64() {
                assert_eq!(ask(&format!("1 walls {walls}"))["walls"], walls);
            }
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
