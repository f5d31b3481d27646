//! Counts the work that is done in parts, so that tests tell a budget from a freeze without a clock.
//!
//! The same work takes the same number of looks on every machine: the thread that runs a tick may
//! ask how many it took so far, and leave the rest.

use std::cell::Cell;

thread_local! {
    static SPENT: Cell<u64> = const { Cell::new(0) };
}

/// Notes that a number of units, or pairs of a unit and a thing, were looked at: some 5 to 50 ns each.
pub fn spend(looks: usize) {
    SPENT.with(|spent| spent.set(spent.get().wrapping_add(looks as u64)));
}

/// All that was noted so far in this thread.
pub fn spent() -> u64 {
    SPENT.with(Cell::get)
}
