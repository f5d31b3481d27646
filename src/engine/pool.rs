//! Helpers that share the passes of a tick: who computes a part is up to chance, what is computed
//! is not.

use super::crew::{Crew, Work};
use std::ops::Range;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

/// Passes of a tick.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    Look,
    Steer,
    Move,
}

/// A pass that takes one thread less than this, ms, is not worth sharing: to wake a helper takes a
/// tenth of it, and to be kept waiting by one takes longer.
const WORTH: f64 = 0.3;

/// What a unit takes is believed to grow by no more than this from one pass to the next.
const GROWTH: f64 = 1.1;

/// Of fewer units not even the time is taken.
const FEWEST: usize = 256;

/// A pass that takes so many times what it would have taken alone was kept waiting: less may be the
/// last part, or chance.
const LATE: f64 = 1.25;

/// Where helpers were late, at least and at most so many passes go without them.
const LEAST_REST: u32 = 6;
const MOST_REST: u32 = 600;

impl Default for Pool {
    /// Nobody helps.
    fn default() -> Self {
        Self::new(0, || 0.0)
    }
}

/// The helpers of one world.
pub(crate) struct Pool {
    crew: Arc<Crew>,
    /// Those that end with the pool.
    threads: Vec<JoinHandle<()>>,
    now: fn() -> f64,
    /// By kind: what a unit takes one thread, ms.
    costs: [f64; 3],
    /// How many passes go without helpers after they were late again.
    rest: u32,
    /// How many of these are left.
    resting: u32,
}

impl Pool {
    /// As many helpers as can be had, up to this many.
    /// `now` tells the time in ms, which decides on nothing but whether helpers help.
    pub fn new(helpers: usize, now: fn() -> f64) -> Self {
        // SAFETY: it is the only one of its crew.
        let mut pool = unsafe { Self::of(Arc::new(Crew::new(helpers)), now) };
        let spawn = |helper: usize| {
            let crew = Arc::clone(&pool.crew);
            let name = format!("flockwright helper {}", helper + 1);
            thread::Builder::new().name(name).spawn(move || crew.help(helper)).ok()
        };
        pool.threads = (0..helpers).map_while(spawn).collect();
        pool
    }

    /// A crew that others have gathered.
    ///
    /// # Safety
    /// One thread has all pools of a crew.
    pub unsafe fn of(crew: Arc<Crew>, now: fn() -> f64) -> Self {
        Self { crew, threads: Vec::new(), now, costs: [0.0; 3], rest: 0, resting: 0 }
    }

    /// How many threads may ever take part, the one that runs the tick included.
    pub fn most(&self) -> usize {
        self.crew.places() + 1
    }

    /// How many take part now, those included that have been started.
    pub fn threads(&self) -> usize {
        self.threads.len().max(self.crew.helpers()) + 1
    }

    /// Does the work of a range in parts of so many units, of which no two overlap:
    /// `work(thread, part)`. Nobody is woken for what takes one thread no time, judged by the last
    /// pass of that kind.
    pub fn share(
        &mut self,
        kind: Kind,
        range: Range<usize>,
        part: usize,
        work: impl Fn(usize, Range<usize>) + Sync,
    ) {
        let (units, parts) = (range.len(), range.len().div_ceil(part));
        let nth = |thread: usize, nth: usize| {
            let start = range.start + nth * part;
            work(thread, start..range.end.min(start + part));
        };
        if units < FEWEST || self.crew.helpers() == 0 {
            return (0..parts).for_each(|part| nth(0, part));
        }
        let begun = (self.now)();
        let worth = self.costs[kind as usize] * units as f64 >= WORTH;
        let alone = if worth && !self.rests() {
            let (own, ready) = self.run(parts, &nth);
            // Judged by the parts that were done here.
            let alone = (ready - begun) * parts as f64 / own.max(1) as f64;
            self.note(own < parts && (self.now)() - begun > LATE * alone);
            alone
        } else {
            (0..parts).for_each(|part| nth(0, part));
            (self.now)() - begun
        };
        // A pass in which the system has put this thread aside says nothing of the work.
        let (cost, now) = (&mut self.costs[kind as usize], alone / units as f64);
        *cost = if *cost > 0.0 { now.min(GROWTH * *cost) } else { now };
    }

    /// Whether helpers are left alone in this pass: they have been in the way.
    fn rests(&mut self) -> bool {
        let rests = self.resting > 0;
        self.resting = self.resting.saturating_sub(1);
        rests
    }

    /// Where a pass has taken longer than it would have alone, because the system has put a helper
    /// aside in the middle of a part, the next ones go without, the more the oftener that happens.
    fn note(&mut self, was_late: bool) {
        if was_late {
            self.rest = (2 * self.rest).clamp(LEAST_REST, MOST_REST);
            self.resting = self.rest;
        } else {
            self.rest -= self.rest.div_ceil(8);
        }
    }

    /// Does every part once, see [`Crew::run`].
    fn run(&mut self, parts: usize, work: &Work<'_>) -> (usize, f64) {
        // SAFETY: nobody else has a pool of this crew, and work does not reach this one.
        unsafe { self.crew.run(parts, work, &self.now) }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        if self.threads.is_empty() {
            return;
        }
        self.crew.dismiss();
        for helper in self.threads.drain(..) {
            // One that panicked outside of a part has nothing to tell.
            let _ = helper.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::parts::Parts;
    use std::hint::spin_loop;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    #[test]
    fn every_part_is_done_once_however_many_help() {
        for helpers in 0..5 {
            let mut pool = Pool::new(helpers, || 0.0);
            for round in 0..2_000usize {
                let parts = round % 97;
                let mut done = vec![0u32; parts];
                let lent = Parts::of(&mut done);
                // SAFETY: no two calls have the same part.
                pool.run(parts, &|_, part| unsafe { lent.part(part..part + 1) }[0] += 1);
                assert!(done.iter().all(|times| *times == 1), "{helpers} helpers, {done:?}");
            }
        }
    }

    #[test]
    fn no_two_threads_at_work_have_the_same_number() {
        let mut pool = Pool::new(3, || 0.0);
        let busy: Vec<AtomicBool> = (0..pool.most()).map(|_| AtomicBool::new(false)).collect();
        for _ in 0..200 {
            pool.run(64, &|thread, _| {
                assert!(!busy[thread].swap(true, Ordering::SeqCst), "thread {thread} is two");
                (0..200).for_each(|_| spin_loop());
                busy[thread].store(false, Ordering::SeqCst);
            });
        }
    }

    #[test]
    fn helpers_that_have_gone_to_sleep_are_woken() {
        let mut pool = Pool::new(2, || 0.0);
        for _ in 0..3 {
            while !pool.crew.sleeps() {
                thread::yield_now();
            }
            // Two parts that wait for each other: one thread alone would wait forever.
            let met = AtomicUsize::new(0);
            pool.run(2, &|_, _| {
                met.fetch_add(1, Ordering::SeqCst);
                while met.load(Ordering::SeqCst) < 2 {
                    thread::yield_now();
                }
            });
        }
    }

    #[test]
    fn who_panics_is_heard_after_all_have_stopped_and_the_next_pass_goes_on() {
        let mut pool = Pool::new(2, || 0.0);
        for bad in [0, 7, 63] {
            let at_work = AtomicUsize::new(0);
            let outcome = catch_unwind(AssertUnwindSafe(|| {
                pool.run(64, &|_, part| {
                    at_work.fetch_add(1, Ordering::SeqCst);
                    (0..500).for_each(|_| spin_loop());
                    at_work.fetch_sub(1, Ordering::SeqCst);
                    assert!(part != bad, "part {bad}");
                });
            }));
            assert!(outcome.is_err());
            assert_eq!(at_work.load(Ordering::SeqCst), 0, "somebody still works");
            let done = AtomicUsize::new(0);
            pool.run(64, &|_, _| _ = done.fetch_add(1, Ordering::SeqCst));
            assert_eq!(done.load(Ordering::SeqCst), 64);
        }
    }

    #[test]
    fn helpers_that_are_in_the_way_rest_the_longer_the_oftener_they_are() {
        let mut pool = Pool::default();
        let passes_until_the_next = |pool: &mut Pool| {
            pool.note(true);
            (0..10_000).take_while(|_| pool.rests()).count()
        };
        let rests: Vec<usize> = (0..9).map(|_| passes_until_the_next(&mut pool)).collect();
        assert_eq!(rests[..3], [6, 12, 24]);
        assert_eq!(rests[8], MOST_REST as usize);
        (0..100).for_each(|_| pool.note(false));
        assert_eq!(passes_until_the_next(&mut pool), 6);
    }
}
