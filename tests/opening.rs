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

/// How much the largest flock flies one way, 0 to 1, and the share of birds that overlap another.
fn order(run: &Run) -> (f32, f32) {
    let count = birds(run);
    let mut flock: Vec<usize> = (0..count).collect();
    let mut overlapping = vec![false; count];
    for one in 0..count {
        for other in 0..one {
            let distance = offset(run, one, other).length();
            if distance < 4.0 {
                overlapping[one] = true;
                overlapping[other] = true;
            }
            if distance < NEAR && flock[one] != flock[other] {
                let (from, to) = (flock[one], flock[other]);
                flock.iter_mut().filter(|own| **own == from).for_each(|own| *own = to);
            }
        }
    }
    let of = |name: usize| (0..count).filter(|bird| flock[*bird] == name).collect::<Vec<_>>();
    let largest = (0..count).map(of).max_by_key(Vec::len).unwrap_or_default();
    let courses = largest.iter().map(|bird| run.world.agents().velocity(*bird).normalize_or_zero());
    let order = courses.sum::<Vec2>().length() / largest.len() as f32;
    (order, overlapping.iter().filter(|one| **one).count() as f32 / count as f32)
}

#[test]
fn the_flock_of_the_opening_stays_in_order_and_a_falcon_crosses_it_in_every_seed() {
    for seed in 1..=20 {
        let mut run = open("open-sky", seed);
        let falcon = birds(&run);
        let nearest = |run: &Run| {
            (0..falcon).map(|bird| offset(run, bird, falcon).length()).fold(f32::MAX, f32::min)
        };
        let mut closest = f32::MAX;
        for _ in 0..3 * SECOND {
            run.world.tick();
            closest = closest.min(nearest(&run));
        }
        assert!(closest < 45.0, "seed {seed}: the falcon came no nearer than {closest} u in 3 s");
        let (mut sum, mut overlapping, mut looks) = (0.0, 0.0, 0);
        for _ in 0..19 {
            (0..3 * SECOND).for_each(|_| run.world.tick());
            let (order, share) = order(&run);
            sum += order;
            overlapping += share;
            looks += 1;
        }
        let (order, overlapping) = (sum / looks as f32, overlapping / looks as f32);
        println!("seed {seed}: order {order:.3}, {:.2} % overlap", 100.0 * overlapping);
        assert!(order >= 0.9, "seed {seed}: the largest flock's order is {order}");
        assert!(overlapping <= 0.01, "seed {seed}: {overlapping} of the birds overlap");
    }
}
