//! The scene with which the page opens: what a newcomer is promised to see, in every seed.
//!
//! `MINUTES=2` looks longer.

use crate::support::life::{Life, mean, quantile};
use crate::support::scenes::{SECOND, open};
use crate::support::threads::side_by_side;
use flockwright::Run;
use glam::Vec2;
use std::sync::Mutex;

/// Birds nearer than this belong to one flock, u.
const NEAR: f32 = 40.0;

/// From one unit to another, the shorter way around.
fn offset(run: &Run, from: usize, to: usize) -> Vec2 {
    let at = |unit: usize| run.world.agents().position(unit);
    run.world.space().offset_between(at(from), at(to))
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes long: ./build.sh deep")]
fn the_flock_of_the_opening_lives_and_a_falcon_dives_through_it_in_every_seed() {
    let minutes = std::env::var("MINUTES").map_or(1, |text| text.parse().expect("a number"));
    let seeds: Vec<u32> = (1..=20).collect();
    let report = Mutex::new(Vec::new());
    side_by_side(&seeds, |&seed| {
        let mut run = open("open-sky", seed);
        // The last unit.
        let falcon = run.world.agents().len() - 1;
        let (mut dives, mut inside, mut first) = (0, false, 0);
        let mut life = Life::of(&run, "birds", NEAR);
        for tick in 1..=60 * minutes * SECOND {
            life.tick(&mut run);
            let many =
                (0..falcon).filter(|bird| offset(&run, *bird, falcon).length() < 60.0).count();
            if many > falcon / 20 && !inside {
                (dives, inside) = (dives + 1, true);
                first = if dives == 1 { tick } else { first };
            }
            inside &= many > falcon / 40;
        }
        let line = life.tell();
        report
            .lock()
            .expect("no panic")
            .push((seed, format!("{line}, {dives} dives, from {first}")));
        let (reversals, order) = (life.reversals(), mean(&life.orders));
        let [low, high] = [0.05, 0.95].map(|share| quantile(&life.orders, share));
        assert!(reversals < 3.0, "seed {seed}: birds tremble, {line}");
        assert!((0.6..0.95).contains(&order), "seed {seed}: {line}");
        assert!(high - low > 0.1, "seed {seed}: the order stands still, {line}");
        assert!(mean(&life.overlaps) < 0.15, "seed {seed}: they fly into each other, {line}");
        assert!(quantile(&life.largest, 0.0) > 0.75, "seed {seed}: it is in halves, {line}");
        assert!(first < 5 * SECOND, "seed {seed}: the first dive comes after {first} ticks");
        let usual = 5 * minutes..=12 * minutes;
        assert!(usual.contains(&dives), "seed {seed}: {dives} dives in {minutes} min");
    });
    let mut report = report.into_inner().expect("no panic");
    report.sort();
    report.iter().for_each(|(seed, line)| println!("seed {seed}: {line}"));
}
