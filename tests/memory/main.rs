//! What is allocated, counted by the allocator itself.

mod allocation;
mod keyframes;
mod recordings;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    /// How often this thread has asked for memory.
    static CALLS: Cell<usize> = const { Cell::new(0) };
    /// Bytes that this thread was given, and those that it has given back.
    static GIVEN: Cell<usize> = const { Cell::new(0) };
    static RETURNED: Cell<usize> = const { Cell::new(0) };
}

struct Counting;

fn add(counter: &'static std::thread::LocalKey<Cell<usize>>, amount: usize) {
    // Threads that end take their counters with them.
    let _ = counter.try_with(|sum| sum.set(sum.get() + amount));
}

// SAFETY: hands every call on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        add(&CALLS, 1);
        add(&GIVEN, layout.size());
        // SAFETY: the caller's promise is the system allocator's.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        add(&RETURNED, layout.size());
        // SAFETY: the caller's promise is the system allocator's.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How often this thread has asked for memory so far.
fn calls() -> usize {
    CALLS.get()
}

/// The bytes that this thread has asked for so far.
fn given() -> usize {
    GIVEN.get()
}

/// The bytes that this thread holds.
fn held() -> usize {
    GIVEN.get() - RETURNED.get()
}
