//! Threads that do the parts of a pass together: who does which is up to chance.
//!
//! A pass is cut into numbered parts. Each thread claims the next part, until all are claimed; the
//! one that runs the tick works along, and then waits for those who still work, without sleeping.
//! Between ticks helpers sleep. A helper that comes late finds nothing to claim, and is not waited for.
//!
//! A part that was begun has to be waited for. The thread that has it may be slow or dead, which looks the
//! same from outside, and it writes where the tick goes on to read: to do its part again would make
//! two writers, and so would going on without it. What ends the wait depends on how a helper can die:
//!
//! - It panics. The part counts as done, and the pass panics once all others are.
//! - It traps in WebAssembly, and its worker says so: [`Crew::lose`] does the same.
//! - Its worker is gone without a word. In WebAssembly the one that waits gives up after
//!   [`SILENCE_LIMIT`] by a panic, which is a trap there: the instance is left as it is and never used
//!   again, so that a helper that was only slow writes into memory that is not read. The page goes
//!   on in a fresh instance.
//! - A thread of the system does not vanish. It is waited for, however long a debugger holds it.

use super::sync::{
    AtomicBool, AtomicU64, AtomicUsize, Ordering, SILENCE_LIMIT, SPINS_BEFORE_SLEEP,
    SPINS_BEFORE_YIELD, Slot, Thread, current, fence, park, spin_loop, yield_now,
};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;

/// Two looks that are further apart than this, ms, tell that the one that looks was put aside
/// itself, maybe with the whole machine: no more of it counts as waiting.
const STEP: f64 = 100.0;

/// The work of one part, for the thread with a number.
pub(crate) type Work<'a> = dyn Fn(usize, usize) + Sync + 'a;

/// Which pass it is, the next part to claim, and how many there are: one word, so that a thread that
/// claims a part knows that its pass is not over.
#[derive(Clone, Copy)]
struct Turn(u64);

impl Turn {
    const MAX_PARTS: usize = u16::MAX as usize;

    fn new(pass: u32, parts: usize) -> Self {
        Self(u64::from(pass) << 32 | parts as u64)
    }

    fn pass(self) -> u32 {
        (self.0 >> 32) as u32
    }

    fn next(self) -> usize {
        (self.0 >> 16) as usize & Self::MAX_PARTS
    }

    fn parts(self) -> usize {
        self.0 as usize & Self::MAX_PARTS
    }

    fn is_open(self) -> bool {
        self.next() < self.parts()
    }

    /// Parts up to this one are claimed.
    fn claimed(self, next: usize) -> Self {
        Self(self.0 & !((Self::MAX_PARTS as u64) << 16) | (next as u64) << 16)
    }
}

/// A helper's place. On a line of memory of its own.
#[repr(align(64))]
struct Place {
    /// Who has it, since it has come.
    thread: OnceLock<Thread>,
    asleep: AtomicBool,
    /// It does a part that it has claimed.
    at_work: AtomicBool,
    gone: AtomicBool,
}

impl Place {
    fn is_helped(&self) -> bool {
        self.thread.get().is_some() && !self.gone.load(Ordering::Relaxed)
    }

    fn wake(&self) {
        if let Some(thread) = self.thread.get() {
            thread.unpark();
        }
    }
}

/// What the threads share.
pub struct Crew {
    turn: AtomicU64,
    /// The work of the pass. Written while no part can be claimed, and read after one was.
    work: Slot<Option<*const Work<'static>>>,
    /// Parts of the pass that are done.
    done: AtomicUsize,
    /// A thread has panicked.
    failed: AtomicBool,
    /// A pass was given up, in which a thread may still be at work.
    broken: AtomicBool,
    places: Box<[Place]>,
    stop: AtomicBool,
}

// SAFETY: `work` is the only part of it that is not Sync. The one who runs the tick writes it
// between two passes, when every claimed part is done; others read it only after they have claimed
// a part, which happens after that and before the pass is over. What it points to is Sync.
unsafe impl Sync for Crew {}
// SAFETY: the same; the pointer is of no thread in particular.
unsafe impl Send for Crew {}

impl Crew {
    /// No helper has come yet.
    pub fn new(places: usize) -> Self {
        let place = |_| Place {
            thread: OnceLock::new(),
            asleep: AtomicBool::new(false),
            at_work: AtomicBool::new(false),
            gone: AtomicBool::new(false),
        };
        Self {
            turn: AtomicU64::new(Turn::new(0, 0).0),
            work: Slot::new(None),
            done: AtomicUsize::new(0),
            failed: AtomicBool::new(false),
            broken: AtomicBool::new(false),
            places: (0..places).map(place).collect(),
            stop: AtomicBool::new(false),
        }
    }

    /// How many helpers can come.
    pub fn places(&self) -> usize {
        self.places.len()
    }

    /// How many helpers are there: none that can be counted on once a pass was given up.
    pub fn helpers(&self) -> usize {
        if self.broken.load(Ordering::Relaxed) {
            return 0;
        }
        self.places.iter().filter(|place| place.is_helped()).count()
    }

    /// Whether all who have come are asleep.
    #[cfg(test)]
    pub fn sleeps(&self) -> bool {
        self.places.iter().all(|place| place.asleep.load(Ordering::Acquire))
    }

    fn turn(&self) -> Turn {
        Turn(self.turn.load(Ordering::Acquire))
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

    /// A helper's life. Each helper has a place of its own; one that is taken does not help.
    pub fn help(&self, helper: usize) {
        let Some(place) = self.places.get(helper) else { return };
        if place.thread.set(current()).is_err() {
            return;
        }
        let mut looks = 0;
        while !self.stop.load(Ordering::Relaxed) && !place.gone.load(Ordering::Relaxed) {
            if let Some(part) = self.claim() {
                looks = 0;
                place.at_work.store(true, Ordering::Relaxed);
                // SAFETY: the part is claimed and not done, so that the pass is not over: the work
                // is set and lives.
                let work = unsafe { self.work.read().map(|work| &*work) };
                let work =
                    work.map(|work| catch_unwind(AssertUnwindSafe(|| work(helper + 1, part))));
                place.at_work.store(false, Ordering::Relaxed);
                self.end_part(matches!(work, Some(Ok(()))));
            } else if looks < SPINS_BEFORE_SLEEP {
                looks += 1;
                spin_loop();
            } else {
                place.asleep.store(true, Ordering::Release);
                // Either the thread that opens a pass sees that this one sleeps, or this one sees the pass.
                fence(Ordering::SeqCst);
                if !self.turn().is_open() && !self.stop.load(Ordering::Relaxed) {
                    park();
                }
                place.asleep.store(false, Ordering::Release);
                looks = 0;
            }
        }
    }

    fn end_part(&self, well: bool) {
        if !well {
            self.failed.store(true, Ordering::Relaxed);
        }
        self.done.fetch_add(1, Ordering::Release);
    }

    /// A helper has died, in its own words: where no panic can be caught, the thread that it was
    /// says so afterwards. It is not waited for any longer.
    #[cfg_attr(not(target_feature = "atomics"), allow(dead_code))]
    pub fn lose(&self, helper: usize) {
        let Some(place) = self.places.get(helper) else { return };
        place.gone.store(true, Ordering::Relaxed);
        if place.at_work.swap(false, Ordering::Relaxed) {
            self.end_part(false);
        }
    }

    /// Does every part once: `work(thread, part)`, where no two threads have the same number, and
    /// the caller has number 0. How many the caller has done, and the time, ms, when no part was
    /// left to begin.
    ///
    /// # Safety
    /// No other thread runs a pass of this crew at the same time, and no work of it does. Where
    /// [`SILENCE_LIMIT`] is a time, nothing that the work reaches is used again after a panic.
    ///
    /// # Panics
    /// Where a part does, where a helper has vanished, and ever after that.
    pub unsafe fn run(&self, parts: usize, work: &Work<'_>, now: &dyn Fn() -> f64) -> (usize, f64) {
        assert!(parts <= Turn::MAX_PARTS, "{parts} parts");
        assert!(!self.broken.load(Ordering::Relaxed), "a helper may still be at work");
        // SAFETY: the lifetime alone is another. The pass that begins here is over before this
        // function returns or unwinds, and the work is not used after that.
        let alive = unsafe { std::mem::transmute::<*const Work<'_>, *const Work<'static>>(work) };
        // SAFETY: the last pass is over, and no part can be claimed before the turn is stored.
        unsafe { self.work.put(Some(alive)) };
        self.done.store(0, Ordering::Relaxed);
        self.failed.store(false, Ordering::Relaxed);
        let pass = Pass { crew: self, parts, now };
        self.turn.store(Turn::new(self.turn().pass().wrapping_add(1), parts).0, Ordering::Release);
        fence(Ordering::SeqCst);
        for place in &self.places {
            if place.asleep.load(Ordering::Acquire) {
                place.wake();
            }
        }
        let mut own = 0;
        while let Some(part) = self.claim() {
            let _mine = Mine { crew: self };
            work(0, part);
            own += 1;
        }
        let ready = now();
        drop(pass);
        assert!(!self.failed.load(Ordering::Relaxed), "a helper has panicked");
        (own, ready)
    }

    /// Sends all helpers home.
    pub fn dismiss(&self) {
        self.stop.store(true, Ordering::Relaxed);
        fence(Ordering::SeqCst);
        self.places.iter().for_each(Place::wake);
    }
}

/// A pass under way. Dropped, it is over: its work is not used any longer.
struct Pass<'a> {
    crew: &'a Crew,
    parts: usize,
    now: &'a dyn Fn() -> f64,
}

impl Drop for Pass<'_> {
    fn drop(&mut self) {
        // None left, except where a part has panicked: the rest is not begun.
        while self.crew.claim().is_some() {
            self.crew.done.fetch_add(1, Ordering::Release);
        }
        let (mut looks, mut wait) = (0, None);
        while self.crew.done.load(Ordering::Acquire) < self.parts {
            if looks < SPINS_BEFORE_YIELD {
                looks += 1;
                spin_loop();
                continue;
            }
            yield_now();
            if let Some(vanished) = SILENCE_LIMIT {
                let now = (self.now)();
                let wait = wait.get_or_insert_with(|| Wait::since(now));
                if wait.until(now) >= vanished {
                    self.crew.broken.store(true, Ordering::Relaxed);
                    panic!("a helper has vanished in the middle of its work");
                }
            }
        }
    }
}

/// Measures how long a thread waits that looks all the time.
struct Wait {
    looked: f64,
    waited: f64,
}

impl Wait {
    fn since(now: f64) -> Self {
        Self { looked: now, waited: 0.0 }
    }

    /// How long it has been, ms, without pauses between looks.
    fn until(&mut self, now: f64) -> f64 {
        self.waited += (now - self.looked).clamp(0.0, STEP);
        self.looked = now;
        self.waited
    }
}

/// A part of the thread that runs the tick: done even where it panics.
struct Mine<'a> {
    crew: &'a Crew,
}

impl Drop for Mine<'_> {
    fn drop(&mut self) {
        self.crew.done.fetch_add(1, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After how many looks, this many ms apart, it has been five seconds.
    fn looks_until_five_seconds(apart: f64) -> usize {
        let mut wait = Wait::since(0.0);
        (1..).take_while(|look| wait.until(f64::from(*look) * apart) < 5_000.0).count() + 1
    }

    #[test]
    fn who_looks_all_the_time_has_waited_as_long_as_the_clock_says() {
        assert_eq!(looks_until_five_seconds(0.5), 10_000);
        assert_eq!(looks_until_five_seconds(100.0), 50);
    }

    #[test]
    fn an_hour_in_which_the_machine_slept_says_nothing_of_the_helper() {
        assert_eq!(looks_until_five_seconds(3_600_000.0), 50);
        let mut wait = Wait::since(0.0);
        assert_eq!(wait.until(1.0), 1.0);
        assert_eq!(wait.until(3_600_000.0), 101.0);
        assert_eq!(wait.until(3_600_001.0), 102.0);
    }

    #[test]
    fn a_clock_that_goes_back_takes_nothing_away() {
        let mut wait = Wait::since(10.0);
        assert_eq!(wait.until(12.0), 2.0);
        assert_eq!(wait.until(-50.0), 2.0);
        assert_eq!(wait.until(-49.0), 3.0);
    }
}
