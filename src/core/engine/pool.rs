//! Helpers that share the passes of a tick: who computes a part is up to chance, what is computed
//! is not.
//!
//! A helper that the system puts aside in the middle of a part has to be waited for, see the
//! [crew](super::crew): in that one pass nothing can be done about it. So what helpers have cost is
//! summed up, pass by pass, and where that is more than a quarter of a pass, the next ones go
//! without: six at first, and twice as many each time, up to ten seconds' worth of one a tick.

use super::crew::{Crew, Work};
use super::disjoint::DisjointSlice;
use std::ops::Range;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

/// Passes of a tick.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    Sort,
    Perceive,
    Choose,
    Steer,
    Move,
    Note,
}

const KINDS: usize = Kind::Note as usize + 1;

/// A pass that takes one thread less than this, ms, is not worth sharing: to wake a helper takes a
/// tenth of it, and to be kept waiting by one takes longer.
const MIN_SHARED_MS: f64 = 0.3;

/// What a unit takes is believed to grow by no more than this from one pass to the next.
const GROWTH: f64 = 1.1;

/// Of fewer units not even the time is taken.
const FEWEST: usize = 256;

/// Passes that together took longer than alone, by so much of a pass, were kept waiting: less may be
/// the last part, or chance.
const LATE: f64 = 0.25;

/// Passes run single-threaded after a late helper: at least and at most this many.
const LEAST_REST: u32 = 6;
const MOST_REST: u32 = 600;

impl Default for Pool {
    /// No helper.
    fn default() -> Self {
        // SAFETY: it is the only one of its crew.
        unsafe { Self::of(Arc::new(Crew::new(0)), || 0.0) }
    }
}

/// Units with records that a thread takes before it looks for more.
const RECORDS: usize = 1024;

/// The helpers of one world.
pub struct Pool {
    crew: Arc<Crew>,
    /// Those that end with the pool.
    threads: Vec<JoinHandle<()>>,
    now: fn() -> f64,
    /// By kind: what a unit takes one thread, ms.
    costs: [f64; KINDS],
    /// What helpers have cost in the last passes that they did not make up for, in passes.
    lost: f64,
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
    pub(crate) unsafe fn of(crew: Arc<Crew>, now: fn() -> f64) -> Self {
        Self { crew, threads: Vec::new(), now, costs: [0.0; KINDS], lost: 0.0, rest: 0, resting: 0 }
    }

    /// How many threads may ever take part, the one that runs the tick included.
    pub fn most(&self) -> usize {
        self.crew.places() + 1
    }

    /// How many take part now, those included that have been started.
    pub fn threads(&self) -> usize {
        self.threads.len().max(self.crew.helpers()) + 1
    }

    /// Does the work of a range in parts of this many units, of which no two overlap:
    /// `work(thread, part)`. No helper is woken for what takes one thread no time, judged by the last
    /// pass of that kind.
    pub(crate) fn share(
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
        let worth = self.costs[kind as usize] * units as f64 >= MIN_SHARED_MS;
        if worth && !self.rests() {
            let (own, ready) = self.run(parts, &nth);
            let waited = (self.now)() - ready;
            // Judged by the parts that were done here, if any were.
            let mut alone = self.costs[kind as usize] * units as f64;
            if own > 0 {
                alone = (ready - begun) * parts as f64 / own as f64;
                self.learn(kind, units, alone);
            }
            // Without a helper, or by a coarse clock, there is nothing to learn.
            if own < parts && alone > 0.0 {
                self.note(own as f64 / parts as f64 + waited / alone);
            }
        } else {
            (0..parts).for_each(|part| nth(0, part));
            self.learn(kind, units, (self.now)() - begun);
        }
    }

    /// Does the work of some units, each with a record of its own: `work(unit, record)`.
    pub(crate) fn each<T: Send>(
        &mut self,
        kind: Kind,
        units: Range<usize>,
        records: &mut [T],
        work: impl Fn(usize, &mut T) + Sync,
    ) {
        let (first, records) = (units.start, DisjointSlice::of(records));
        self.share(kind, units, RECORDS, |_, part| {
            // SAFETY: no two parts overlap.
            let records = unsafe { records.part(part.start - first..part.end - first) };
            part.zip(records).for_each(|(unit, record)| work(unit, record));
        });
    }

    /// After a pass in which this many units seemed to take one thread this long, ms: one in which the
    /// system has put this thread aside says nothing of the work.
    fn learn(&mut self, kind: Kind, units: usize, seemed: f64) {
        let (cost, now) = (&mut self.costs[kind as usize], seemed / units as f64);
        *cost = if *cost > 0.0 { now.min(GROWTH * *cost) } else { now };
    }

    /// Whether helpers are left alone in this pass: they have been in the way.
    fn rests(&mut self) -> bool {
        let rests = self.resting > 0;
        self.resting = self.resting.saturating_sub(1);
        rests
    }

    /// A pass has taken this many times what it would have taken alone. Where that was longer, because
    /// the system has put a helper aside in the middle of a part, the next ones go without, the more
    /// the oftener that happens.
    fn note(&mut self, times: f64) {
        self.lost = (self.lost + times - 1.0).max(0.0);
        if self.lost > LATE {
            self.lost = 0.0;
            self.rest = (2 * self.rest).clamp(LEAST_REST, MOST_REST);
            self.resting = self.rest;
        } else if times < 1.0 {
            self.rest -= self.rest.div_ceil(8);
        }
    }

    /// Does every part once, see [`Crew::run`].
    fn run(&mut self, parts: usize, work: &Work<'_>) -> (usize, f64) {
        // SAFETY: there is no other pool of this crew, and work does not reach this one.
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
    use std::hint::spin_loop;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

    #[test]
    fn every_part_is_done_once_however_many_help() {
        for helpers in 0..5 {
            let mut pool = Pool::new(helpers, || 0.0);
            for round in 0..2_000usize {
                let parts = round % 97;
                let mut done = vec![0u32; parts];
                let lent = DisjointSlice::of(&mut done);
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
            assert_eq!(at_work.load(Ordering::SeqCst), 0, "a thread still works");
            let done = AtomicUsize::new(0);
            pool.run(64, &|_, _| _ = done.fetch_add(1, Ordering::SeqCst));
            assert_eq!(done.load(Ordering::SeqCst), 64);
        }
    }

    /// A clock that goes on where a test says so, ms, and how often it was looked at.
    static TIME: AtomicU64 = AtomicU64::new(0);
    static SPINS_BEFORE_SLEEP: AtomicUsize = AtomicUsize::new(0);

    fn time() -> f64 {
        SPINS_BEFORE_SLEEP.fetch_add(1, Ordering::SeqCst);
        TIME.load(Ordering::SeqCst) as f64
    }

    /// In how many of these passes of two parts a helper took part, and what these took longer
    /// than alone, ms. A part takes 10 ms by the clock, and the caller, once it has none left, waits
    /// `waits` ms for the helper's.
    fn with_a_helper_that_is_waited_for(waits: u64, passes: usize) -> (usize, i64) {
        let mut pool = Pool::new(1, time);
        while pool.crew.helpers() == 0 {
            thread::yield_now();
        }
        let (mut shared, mut lost) = (0, 0);
        for _ in 0..passes {
            let together = pool.costs[Kind::Perceive as usize] > 0.0 && pool.resting == 0;
            let met = AtomicUsize::new(0);
            let (begun, looks) =
                (TIME.load(Ordering::SeqCst), SPINS_BEFORE_SLEEP.load(Ordering::SeqCst));
            pool.share(Kind::Perceive, 0..1_000, 500, |thread, _| {
                // Each takes one of the two parts.
                met.fetch_add(1, Ordering::SeqCst);
                while together && met.load(Ordering::SeqCst) < 2 {
                    thread::yield_now();
                }
                if thread == 0 {
                    TIME.fetch_add(10, Ordering::SeqCst);
                } else {
                    // The caller looks as it begins, and when it has nothing left to do.
                    while SPINS_BEFORE_SLEEP.load(Ordering::SeqCst) < looks + 2 {
                        thread::yield_now();
                    }
                    TIME.fetch_add(waits, Ordering::SeqCst);
                }
            });
            let took = TIME.load(Ordering::SeqCst) - begun;
            if together {
                shared += 1;
                lost += took as i64 - 20;
            } else {
                assert_eq!(took, 20, "alone, there is no waiting");
            }
        }
        (shared, lost)
    }

    #[test]
    fn helpers_that_are_waited_for_longer_than_their_share_takes_alone_are_soon_done_without() {
        // As long as the caller's own part: a pass takes 10 ms less.
        assert_eq!(with_a_helper_that_is_waited_for(0, 200), (199, -1_990));
        // Put aside for ten times its share: one pass in a hundred, after a while one in 600.
        let (shared, lost) = with_a_helper_that_is_waited_for(110, 2_000);
        assert!(shared <= 10 && lost <= 1_000, "{shared} passes, {lost} ms");
        // A little too long each time is noticed as well, if not at once.
        let (shared, lost) = with_a_helper_that_is_waited_for(12, 2_000);
        assert!(shared <= 30 && lost <= 60, "{shared} passes, {lost} ms");
    }

    #[test]
    fn helpers_that_are_in_the_way_rest_the_longer_the_oftener_they_are() {
        let mut pool = Pool::default();
        let passes_until_the_next = |pool: &mut Pool| {
            pool.note(1.3);
            (0..10_000).take_while(|_| pool.rests()).count()
        };
        let rests: Vec<usize> = (0..9).map(|_| passes_until_the_next(&mut pool)).collect();
        assert_eq!(rests[..3], [6, 12, 24]);
        assert_eq!(rests[8], MOST_REST as usize);
        (0..100).for_each(|_| pool.note(0.6));
        assert_eq!(passes_until_the_next(&mut pool), 6);
    }
}
