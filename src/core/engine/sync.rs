//! What the threads of a [crew](super::crew) meet in: its interleavings are tested with another
//! file in the place of this one, see `tests/interleavings.rs`.

use std::cell::UnsafeCell;

pub(crate) use std::hint::spin_loop;
pub(crate) use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering, fence};
pub(crate) use std::thread::{Thread, current, park, yield_now};

/// A helper looks for work this many times before it goes to sleep: a little longer than a tick of a
/// large crowd spends between two shared passes.
pub(crate) const SPINS_BEFORE_SLEEP: u32 = 20_000;

/// After this many looks at who still works, the other threads of the machine have their turn.
pub(crate) const SPINS_BEFORE_YIELD: u64 = 2_000;

/// A helper that is at a part for so long, ms, has vanished without a word: longer than any system
/// lets one of two busy threads wait. None where threads cannot vanish, and where what they were
/// lent could be used again after a panic.
pub(crate) const SILENCE_LIMIT: Option<f64> =
    if cfg!(target_arch = "wasm32") { Some(5_000.0) } else { None };

/// A value that is written and read by a thread which knows that no other does at that time.
pub(crate) struct Slot<T>(UnsafeCell<T>);

impl<T: Copy> Slot<T> {
    pub fn new(value: T) -> Self {
        Self(UnsafeCell::new(value))
    }

    /// # Safety
    /// No other thread reads or writes it at the same time.
    pub unsafe fn put(&self, value: T) {
        // SAFETY: the caller's promise.
        unsafe { *self.0.get() = value }
    }

    /// # Safety
    /// No other thread writes it at the same time.
    pub unsafe fn read(&self) -> T {
        // SAFETY: the caller's promise.
        unsafe { *self.0.get() }
    }
}
