//! What the threads of a crew do to each other, in every order in which they can do it, and with
//! every value that the memory model lets them read: by loom, in the place of std's threads.

#[allow(dead_code, clippy::absurd_extreme_comparisons)]
#[path = "../../src/core/engine/crew.rs"]
mod crew;

/// What `src/core/engine/sync.rs` is to the core.
mod sync {
    pub use loom::hint::spin_loop;
    pub use loom::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering, fence};
    pub use loom::thread::{Thread, current, park, yield_now};

    /// Anyone who looks for work and finds none goes to sleep at once, and the others always have
    /// their turn: to look again adds nothing but more of the same orders.
    pub const SPINS_BEFORE_SLEEP: u32 = 0;
    pub const SPINS_BEFORE_YIELD: u64 = 0;

    /// Two looks at a clock that goes on by a hundred at each.
    pub const SILENCE_LIMIT: Option<f64> = Some(200.0);

    /// Fails where someone writes it while another reads or writes it.
    pub struct Slot<T>(loom::cell::UnsafeCell<T>);

    impl<T: Copy> Slot<T> {
        pub fn new(value: T) -> Self {
            Self(loom::cell::UnsafeCell::new(value))
        }

        pub unsafe fn put(&self, value: T) {
            self.0.with_mut(|at| unsafe { *at = value });
        }

        pub unsafe fn read(&self) -> T {
            self.0.with(|at| unsafe { *at })
        }
    }
}

use crew::Crew;
use loom::cell::UnsafeCell;
use loom::sync::Arc;
use loom::sync::atomic::{AtomicBool, Ordering};
use loom::thread::{self, yield_now};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// One number per part, each written by the one that does that part.
struct Parts(Vec<UnsafeCell<u32>>);

// SAFETY: that no two threads have the same part is what is tested; loom's cells tell.
unsafe impl Sync for Parts {}

/// By which no one ever waits.
fn still() -> f64 {
    0.0
}

/// In every order: this many helpers do some passes of some parts, and each part of each once.
fn in_every_order(helpers: usize, passes: &'static [usize], preemptions: Option<usize>) {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = preemptions;
    model.max_branches = 10_000;
    model.check(move || {
        let crew = Arc::new(Crew::new(helpers));
        let threads: Vec<_> = (0..helpers)
            .map(|number| {
                let crew = Arc::clone(&crew);
                thread::spawn(move || crew.help(number))
            })
            .collect();
        for parts in passes {
            let done = Parts((0..*parts).map(|_| UnsafeCell::new(0)).collect());
            let cells = &done;
            let work = |_: usize, part: usize| cells.0[part].with_mut(|at| unsafe { *at += 1 });
            // SAFETY: this thread alone runs passes.
            let (own, _) = unsafe { crew.run(*parts, &work, &still) };
            assert!(own <= *parts);
            // The pass is over: no one has any of it, and all that was done is seen.
            for cell in &done.0 {
                assert_eq!(cell.with(|at| unsafe { *at }), 1);
            }
        }
        crew.dismiss();
        for thread in threads {
            thread.join().expect("a helper that goes home");
        }
    });
}

#[test]
fn one_helper_does_no_part_twice_and_none_is_left_or_read_too_early() {
    in_every_order(1, &[2], None);
}

#[test]
fn a_helper_of_one_pass_does_nothing_to_the_next_one() {
    in_every_order(1, &[1, 2], Some(3));
    in_every_order(1, &[1, 1, 1], Some(2));
}

#[test]
fn two_helpers_and_their_caller_share_a_pass() {
    in_every_order(2, &[2], Some(2));
}

#[test]
fn nobody_waits_for_a_helper_that_has_died_and_the_caller_hears_of_it() {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(3);
    model.check(|| {
        let crew = Arc::new(Crew::new(1));
        let other = Arc::clone(&crew);
        let helper = thread::spawn(move || {
            other.help(0);
            other.lose(0);
        });
        let work = |_: usize, _: usize| ();
        for _ in 0..2 {
            // SAFETY: this thread alone runs passes.
            unsafe { crew.run(1, &work, &still) };
        }
        crew.dismiss();
        helper.join().expect("a helper that goes home");
        assert_eq!(crew.helpers(), 0);
        // SAFETY: the same.
        assert_eq!(unsafe { crew.run(2, &work, &still) }, (2, 0.0));
    });
}

#[test]
fn a_pass_is_given_up_where_a_helper_never_ends_its_part_and_none_is_begun_after_that() {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(2);
    model.check(|| {
        let crew = Arc::new(Crew::new(1));
        let other = Arc::clone(&crew);
        let helper = thread::spawn(move || other.help(0));
        let (over, helped) = (AtomicBool::new(false), AtomicBool::new(false));
        let time = Cell::new(0.0);
        let now = || time.replace(time.get() + 100.0);
        let work = |thread: usize, _: usize| {
            if thread > 0 {
                helped.store(true, Ordering::Relaxed);
                while !over.load(Ordering::Acquire) {
                    yield_now();
                }
            }
        };
        // SAFETY: this thread alone runs passes, and the work lives until the helper has gone home.
        let pass = catch_unwind(AssertUnwindSafe(|| unsafe { crew.run(1, &work, &now) }));
        if pass.is_err() {
            assert_eq!(crew.helpers(), 0);
            // SAFETY: nothing is begun.
            let next = catch_unwind(AssertUnwindSafe(|| unsafe { crew.run(1, &work, &now) }));
            assert!(next.is_err());
        }
        over.store(true, Ordering::Release);
        crew.dismiss();
        helper.join().expect("a helper that goes home");
        assert_eq!(pass.is_err(), helped.load(Ordering::Relaxed));
    });
}
