//! With any number of threads a run is the same run, to the bit.

use super::determinism::{Crowd, crowds};
use crate::support::play::clock;
use crate::support::scenes::open_link;
use flockwright::Run;

const THREADS: [usize; 4] = [1, 2, 3, 7];

fn open(link: &str, threads: usize) -> Run {
    let mut run = open_link(link);
    run.world.set_threads(threads);
    assert_eq!(run.world.threads(), threads);
    run
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes long: ./build.sh deep")]
fn large_and_dense_crowds_have_their_pinned_hashes_with_any_number_of_threads() {
    for Crowd { link, ticks, hash } in &crowds() {
        for threads in THREADS {
            let mut run = open(link, threads);
            (0..*ticks).for_each(|_| run.world.tick());
            let found = format!("{:016x}", run.world.hash());
            assert_eq!(found, *hash, "{link}, {threads} threads");
        }
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes long: ./build.sh deep")]
fn crowds_of_all_sizes_and_kinds_are_the_same_with_threads_at_once_and_in_parts() {
    // Rules that a person wrote, with what units remember.
    let crowds = crowds();
    let ruled = crowds.iter().find(|crowd| crowd.link.contains("-R")).expect("such a crowd");
    for link in [
        &*ruled.link,
        "scene=murmuration&count=10000",
        "scene=murmuration&count=50003&width=4000&height=2600&toroidal=on",
        "scene=flock-limited&count=100000&width=15000&height=11000",
        "scene=leaders-pincer&count=9001&interceptors.count=8291&width=4000&height=4000&nearest_only=7&nearest_of=all",
        "scene=zombie-horde&count=10003&width=8000&height=8000",
        "scene=flock-obstacles&count=9214&width=4000&height=4000&edges=contain",
        "scene=path-patrol&count=9601&width=6000&height=4000&combination=priority",
    ] {
        let mut alone = open(link, 1);
        (0..4).for_each(|_| alone.world.tick());
        for threads in THREADS {
            let (mut whole, mut parts) = (open(link, threads), open(link, threads));
            (0..4).for_each(|_| whole.world.tick());
            assert_eq!(whole.world.hash(), alone.world.hash(), "{link}, {threads} threads");
            for tick in 0..4 {
                while !parts.world.tick_part(f64::from(7 * tick), clock(0.3)) {}
            }
            assert_eq!(parts.world.hash(), alone.world.hash(), "{link}, {threads}, in parts");
        }
    }
}

#[test]
fn a_large_crowd_is_the_same_with_any_number_of_threads() {
    // Of each group so many that its passes are shared, and cut where no part ends.
    for link in [
        "scene=leaders-pincer&count=9001&interceptors.count=8219&width=6000&height=6000",
        "scene=flock-wide&count=8199&wide_radius_factor=10&toroidal=on&width=2900&height=2100",
    ] {
        let hash_with = |threads| {
            let mut run = open(link, threads);
            (0..6).for_each(|_| run.world.tick());
            run.world.hash()
        };
        let alone = hash_with(1);
        for threads in THREADS {
            assert_eq!(hash_with(threads), alone, "{link}, {threads} threads");
        }
    }
}

#[test]
fn the_number_of_threads_may_change_between_the_parts_of_a_tick() {
    let link = "scene=murmuration&count=12000";
    let (mut alone, mut shared) = (open(link, 1), open(link, 2));
    let mut parts = clock(0.3);
    for tick in 0..6 {
        alone.world.tick();
        while !shared.world.tick_part(2.0, &mut parts) {
            shared.world.set_threads(1 + tick % 4);
        }
        assert_eq!(shared.world.hash(), alone.world.hash(), "tick {tick}");
    }
}
