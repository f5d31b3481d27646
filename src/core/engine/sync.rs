//! What the threads of a [crew](super::crew) meet in: its interleavings are tested with another
//! file in the place of this one, see `tests/deep/interleavings.rs`.

use std::cell::UnsafeCell;

pub(crate) use std::hint::spin_loop;
pub(crate) use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering, fence};
pub(crate) use std::thread::yield_now;
#[cfg(not(all(target_arch = "wasm32", target_feature = "atomics")))]
pub(crate) use std::thread::{Thread, current, park};
#[cfg(all(target_arch = "wasm32", target_feature = "atomics"))]
pub(crate) use wasm::{Thread, current, park};

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

/// `park` and `unpark` as in std, but with the wait in a function of its own.
///
/// The baseline compiler of the V8 in Node 20 (not of that in Chromium 156) loses local variables kept in
/// registers across `memory.atomic.wait32`: with std's `park` inlined into [`Crew::help`](super::crew::Crew::help),
/// a helper that had slept once worked with another thread's number and overwrote its search.
#[cfg(all(target_arch = "wasm32", target_feature = "atomics"))]
mod wasm {
    use std::arch::wasm32::{memory_atomic_notify, memory_atomic_wait32};
    use std::sync::atomic::{AtomicI32, Ordering};

    const NOT_WOKEN: i32 = 0;
    const WOKEN: i32 = 1;

    thread_local! {
        static TOKEN: AtomicI32 = const { AtomicI32::new(NOT_WOKEN) };
    }

    /// A worker. Its token lives as long as the memory: workers are ended from outside, and nothing
    /// frees their thread-local values.
    pub(crate) struct Thread(&'static AtomicI32);

    impl Thread {
        pub fn unpark(&self) {
            self.0.store(WOKEN, Ordering::Release);
            // SAFETY: the address of a value that lives.
            unsafe { memory_atomic_notify(self.0.as_ptr(), 1) };
        }
    }

    pub(crate) fn current() -> Thread {
        // SAFETY: see `Thread`.
        Thread(TOKEN.with(|token| unsafe { &*std::ptr::from_ref(token) }))
    }

    pub(crate) fn park() {
        let Thread(token) = current();
        while token.swap(NOT_WOKEN, Ordering::Acquire) != WOKEN {
            wait(token);
        }
    }

    /// Until it is woken, unless it was already. Uses no local variable after the wait.
    #[inline(never)]
    fn wait(token: &AtomicI32) {
        // SAFETY: the address of a value that lives.
        unsafe { memory_atomic_wait32(token.as_ptr(), NOT_WOKEN, -1) };
    }
}
