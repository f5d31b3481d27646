//! Helpers that share the passes of a tick: who computes a part is up to chance, what is computed
//! is not.
//!
//! A pass is cut into numbered parts. Each thread claims the next part, until all are claimed; the
//! one that runs the tick works along, and then waits for those who still work, without sleeping.
//! Between ticks helpers sleep. A helper that comes late finds nothing to claim; nobody waits for it.

use std::cell::UnsafeCell;
use std::hint::spin_loop;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread::{self, JoinHandle};

/// A helper looks for work so many times before it goes to sleep: a little longer than a tick of a
/// large crowd spends between two shared passes.
const LOOKS: u32 = 20_000;

/// After so many looks at who still works, the others of the machine have their turn.
const PATIENCE: u32 = 2_000;

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

/// The work of one part, for the thread with a number.
type Work<'a> = dyn Fn(usize, usize) + Sync + 'a;

/// Which pass it is, the next part to claim, and how many there are: one word, so that whoever
/// claims a part knows that its pass is not over.
#[derive(Clone, Copy)]
struct Turn(u64);

impl Turn {
    const MOST: usize = u16::MAX as usize;

    fn new(pass: u32, parts: usize) -> Self {
        Self(u64::from(pass) << 32 | parts as u64)
    }

    fn pass(self) -> u32 {
        (self.0 >> 32) as u32
    }

    fn next(self) -> usize {
        (self.0 >> 16) as usize & Self::MOST
    }

    fn parts(self) -> usize {
        self.0 as usize & Self::MOST
    }

    fn is_open(self) -> bool {
        self.next() < self.parts()
    }

    /// Parts up to this one are claimed.
    fn claimed(self, next: usize) -> Self {
        Self(self.0 & !((Self::MOST as u64) << 16) | (next as u64) << 16)
    }
}

/// What the threads share.
struct Shared {
    turn: AtomicU64,
    /// The work of the pass. Written while no part can be claimed, and read after one was.
    work: UnsafeCell<Option<*const Work<'static>>>,
    /// Parts of the pass that are done.
    done: AtomicUsize,
    /// Somebody has panicked.
    failed: AtomicBool,
    /// By helper.
    asleep: Box<[AtomicBool]>,
    stop: AtomicBool,
}

// SAFETY: `work` is the only part of it that is not Sync. The one who runs the tick writes it
// between two passes, when every claimed part is done; others read it only after they have claimed
// a part, which happens after that and before the pass is over. What it points to is Sync.
unsafe impl Sync for Shared {}
// SAFETY: the same; the pointer is of no thread in particular.
unsafe impl Send for Shared {}

impl Shared {
    fn turn(&self) -> Turn {
        Turn(self.turn.load(Ordering::SeqCst))
    }

    /// Claims the next part of the pass, if one is left.
    fn claim(&self) -> Option<usize> {
        let mut turn = self.turn();
        while turn.is_open() {
            let claimed = turn.claimed(turn.next() + 1);
            let swap = self.turn.compare_exchange_weak(
                turn.0,
                claimed.0,
                Ordering::AcqRel,
                Ordering::Acquire,
            );
            match swap {
                Ok(_) => return Some(turn.next()),
                Err(other) => turn = Turn(other),
            }
        }
        None
    }

    /// A helper's life.
    fn help(&self, helper: usize) {
        let mut looks = 0;
        while !self.stop.load(Ordering::SeqCst) {
            if let Some(part) = self.claim() {
                looks = 0;
                // SAFETY: the part is claimed and not done, so that the pass is not over: the work
                // is set and lives.
                let work = unsafe { (*self.work.get()).map(|work| &*work) };
                let work =
                    work.map(|work| catch_unwind(AssertUnwindSafe(|| work(helper + 1, part))));
                if !matches!(work, Some(Ok(()))) {
                    self.failed.store(true, Ordering::Relaxed);
                }
                self.done.fetch_add(1, Ordering::Release);
            } else if looks < LOOKS {
                looks += 1;
                spin_loop();
            } else {
                self.asleep[helper].store(true, Ordering::SeqCst);
                // Whoever opens a pass from now on sees that it has to be woken.
                if !self.turn().is_open() && !self.stop.load(Ordering::SeqCst) {
                    thread::park();
                }
                self.asleep[helper].store(false, Ordering::SeqCst);
                looks = 0;
            }
        }
    }
}

/// A pass under way. Dropped, it is over: nobody uses its work any longer.
struct Pass<'a> {
    shared: &'a Shared,
    parts: usize,
}

impl Drop for Pass<'_> {
    fn drop(&mut self) {
        // None left, but where a part has panicked: nobody begins with the rest.
        while self.shared.claim().is_some() {
            self.shared.done.fetch_add(1, Ordering::Release);
        }
        let mut looks = 0;
        while self.shared.done.load(Ordering::Acquire) < self.parts {
            looks += 1;
            if looks < PATIENCE { spin_loop() } else { thread::yield_now() }
        }
    }
}

impl Default for Pool {
    /// Nobody helps.
    fn default() -> Self {
        Self::new(0, || 0.0)
    }
}

/// The helpers of one world.
pub(crate) struct Pool {
    shared: Arc<Shared>,
    helpers: Vec<JoinHandle<()>>,
    now: fn() -> f64,
    /// By kind: what a unit takes one thread, ms.
    costs: [f64; 3],
    /// How many passes go without helpers after they were late again.
    rest: u32,
    /// How many of these are left.
    resting: u32,
}

/// How a pass went for the thread that runs the tick.
struct Outcome {
    /// Parts that it did itself.
    own: usize,
    /// When it was done with them, ms.
    ready: f64,
}

impl Pool {
    /// As many helpers as can be had, up to this many.
    /// `now` tells the time in ms, which decides on nothing but whether helpers help.
    pub fn new(helpers: usize, now: fn() -> f64) -> Self {
        let shared = Arc::new(Shared {
            turn: AtomicU64::new(Turn::new(0, 0).0),
            work: UnsafeCell::new(None),
            done: AtomicUsize::new(0),
            failed: AtomicBool::new(false),
            asleep: (0..helpers).map(|_| AtomicBool::new(false)).collect(),
            stop: AtomicBool::new(false),
        });
        let spawn = |helper: usize| {
            let shared = Arc::clone(&shared);
            let name = format!("flockwright helper {}", helper + 1);
            thread::Builder::new().name(name).spawn(move || shared.help(helper)).ok()
        };
        let helpers = (0..helpers).map_while(spawn).collect();
        Self { shared, helpers, now, costs: [0.0; 3], rest: 0, resting: 0 }
    }

    /// How many threads take part, the one that runs the tick included.
    pub fn threads(&self) -> usize {
        self.helpers.len() + 1
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
        if self.helpers.is_empty() || units < FEWEST {
            return (0..parts).for_each(|part| nth(0, part));
        }
        let begun = (self.now)();
        let worth = self.costs[kind as usize] * units as f64 >= WORTH;
        let alone = if worth && !self.rests() {
            let Outcome { own, ready } = self.run(parts, &nth);
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

    /// Does every part once: `work(thread, part)`, where no two threads have the same number.
    ///
    /// # Panics
    /// Where a part does.
    fn run(&mut self, parts: usize, work: &(dyn Fn(usize, usize) + Sync)) -> Outcome {
        assert!(parts <= Turn::MOST, "{parts} parts");
        let shared = &*self.shared;
        // SAFETY: the lifetime alone is another. The pass that begins here is over before this
        // function returns or unwinds, and the work is not used after that.
        let alive = unsafe { std::mem::transmute::<*const Work<'_>, *const Work<'static>>(work) };
        // SAFETY: the last pass is over, and nobody can claim a part before the next line but one.
        unsafe { *shared.work.get() = Some(alive) };
        shared.done.store(0, Ordering::Relaxed);
        shared.failed.store(false, Ordering::Relaxed);
        let pass = Pass { shared, parts };
        shared
            .turn
            .store(Turn::new(shared.turn().pass().wrapping_add(1), parts).0, Ordering::SeqCst);
        for (helper, asleep) in self.helpers.iter().zip(&shared.asleep) {
            if asleep.load(Ordering::SeqCst) {
                helper.thread().unpark();
            }
        }
        let mut own = 0;
        while let Some(part) = shared.claim() {
            let _mine = Mine { shared };
            work(0, part);
            own += 1;
        }
        let ready = (self.now)();
        drop(pass);
        assert!(!shared.failed.load(Ordering::Relaxed), "a helper has panicked");
        Outcome { own, ready }
    }
}

/// A part of the thread that runs the tick: done even where it panics.
struct Mine<'a> {
    shared: &'a Shared,
}

impl Drop for Mine<'_> {
    fn drop(&mut self) {
        self.shared.done.fetch_add(1, Ordering::Release);
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::SeqCst);
        for helper in self.helpers.drain(..) {
            helper.thread().unpark();
            // One that panicked outside of a part has nothing to tell.
            let _ = helper.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::parts::Parts;

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
        let busy: Vec<AtomicBool> = (0..pool.threads()).map(|_| AtomicBool::new(false)).collect();
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
            while !pool.shared.asleep.iter().all(|asleep| asleep.load(Ordering::SeqCst)) {
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
