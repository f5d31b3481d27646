//! The scene with which the page opens: what a newcomer is promised to see, in every seed.

mod support;

use flockwright::Run;
use glam::Vec2;
use support::scenes::{SECOND, open};

/// Birds nearer than this belong to one flock, u.
const NEAR: f32 = 40.0;

/// The birds, without the falcon, which is the last unit.
fn birds(run: &Run) -> usize {
    run.world.agents().len() - 1
}

/// From one unit to another, the shorter way around.
fn offset(run: &Run, from: usize, to: usize) -> Vec2 {
    let at = |unit: usize| run.world.agents().position(unit);
    let size = Vec2::new(run.world.params.width, run.world.params.height);
    let way = at(to) - at(from);
    way - size * (way / size).round()
}

/// The share of the birds that are in the largest flock.
fn largest(run: &Run) -> f32 {
    let count = birds(run);
    let mut flock: Vec<usize> = (0..count).collect();
    for one in 0..count {
        for other in 0..one {
            let (from, to) = (flock[one], flock[other]);
            if from != to && offset(run, one, other).length() < NEAR {
                flock.iter_mut().filter(|own| **own == from).for_each(|own| *own = to);
            }
        }
    }
    let of = |name: usize| flock.iter().filter(|own| **own == name).count();
    (0..count).map(of).max().unwrap_or(0) as f32 / count as f32
}

/// The courses of all birds.
fn courses(run: &Run) -> Vec<Vec2> {
    (0..birds(run)).map(|bird| run.world.agents().forward(bird)).collect()
}

#[test]
fn the_flock_of_the_opening_lives_and_a_falcon_dives_through_it_in_every_seed() {
    const SECONDS: usize = 60;
    for seed in 1..=20 {
        let mut run = open("open-sky", seed);
        let falcon = birds(&run);
        let around = |run: &Run| {
            (0..falcon).filter(|bird| offset(run, *bird, falcon).length() < 60.0).count()
        };
        let (mut dives, mut inside, mut first) = (0, false, 0);
        let (mut before, mut sides) = (courses(&run), vec![0.0f32; falcon]);
        let (mut reversals, mut orders, mut shares) = (0, Vec::new(), Vec::new());
        for tick in 1..=SECONDS * SECOND {
            run.world.tick();
            let now = courses(&run);
            for bird in 0..falcon {
                let turn = before[bird].perp_dot(now[bird]);
                if turn.abs() > 0.002 {
                    reversals += usize::from(sides[bird] * turn < 0.0);
                    sides[bird] = turn;
                }
            }
            before = now;
            let many = around(&run);
            if many > falcon / 20 && !inside {
                (dives, inside) = (dives + 1, true);
                first = if dives == 1 { tick } else { first };
            }
            inside &= many > falcon / 40;
            if tick % (3 * SECOND) == 0 {
                orders.push(before.iter().sum::<Vec2>().length() / falcon as f32);
                shares.push(largest(&run));
            }
        }
        let mean = |list: &[f32]| list.iter().sum::<f32>() / list.len() as f32;
        let least = orders.iter().copied().fold(1.0, f32::min);
        let most = orders.iter().copied().fold(0.0, f32::max);
        let reversals = reversals as f32 / (falcon * SECONDS) as f32;
        println!(
            "seed {seed}: {reversals:.2} reversals/s, order {:.2} ({least:.2} to {most:.2}), \
             largest flock {:.2}, {dives} dives, the first after {first} ticks",
            mean(&orders),
            mean(&shares)
        );
        assert!(reversals < 3.0, "seed {seed}: birds tremble, {reversals} reversals a second");
        assert!((0.6..0.95).contains(&mean(&orders)), "seed {seed}: order {}", mean(&orders));
        assert!(most - least > 0.1, "seed {seed}: order stands still, {least} to {most}");
        assert!(mean(&shares) > 0.5, "seed {seed}: the flock is in parts, {}", mean(&shares));
        assert!(first < 5 * SECOND, "seed {seed}: the first dive comes after {first} ticks");
        assert!((5..=12).contains(&dives), "seed {seed}: {dives} dives in {SECONDS} s");
    }
}
