//! Distribution of a pass over the units to one thread or, for large crowds, to several threads.
//!
//! A pass is split into ranges of consecutive units, each with the part of the data that is written
//! for them. The assignment of ranges to threads varies, the results do not.

use std::ops::Range;

/// Smallest number of units for which several threads are used. With fewer, waking a thread and
/// reading what another processor has written cost more than is gained.
#[cfg(feature = "parallel")]
const MIN_SHARED_UNITS: usize = 8192;

/// Data with one part per unit of a range, which can be split between two units.
pub(crate) trait SplitByUnits: Send + Sized {
    /// Splits the data after the part of the first `units` units; returns both pieces.
    fn split_units(self, units: usize) -> (Self, Self);
}

impl<T: Send> SplitByUnits for &mut [T] {
    fn split_units(self, units: usize) -> (Self, Self) {
        self.split_at_mut(units)
    }
}

impl<A: SplitByUnits, B: SplitByUnits> SplitByUnits for (A, B) {
    fn split_units(self, units: usize) -> (Self, Self) {
        let ((a, b), (c, d)) = (self.0.split_units(units), self.1.split_units(units));
        ((a, c), (b, d))
    }
}

/// Thread pool on which the passes over a world's units run.
#[derive(Debug, Default)]
pub(crate) struct Threads {
    #[cfg(feature = "parallel")]
    pool: Option<rayon::ThreadPool>,
}

impl Threads {
    /// Creates a pool of `count` threads; a single thread if the pool cannot be created.
    #[cfg(feature = "parallel")]
    pub fn new(count: usize) -> Self {
        let name = |thread| format!("flockwright {thread}");
        let builder = || rayon::ThreadPoolBuilder::new().num_threads(count).thread_name(name);
        Self { pool: (count > 1).then(|| builder().build().ok()).flatten() }
    }

    /// Number of threads in the pool.
    pub fn count(&self) -> usize {
        #[cfg(feature = "parallel")]
        if let Some(pool) = &self.pool {
            return pool.current_num_threads();
        }
        1
    }

    /// Calls `work(thread, units, data)` for consecutive ranges of at most `max_part_len` units.
    /// Calls that run at the same time have different values of `thread`, which is below
    /// [`count`](Self::count).
    pub fn run_in_parts<T: SplitByUnits>(
        &self,
        units: Range<usize>,
        max_part_len: usize,
        data: T,
        work: impl Fn(usize, Range<usize>, T) + Sync,
    ) {
        #[cfg(feature = "parallel")]
        if units.len() >= MIN_SHARED_UNITS
            && let Some(pool) = &self.pool
        {
            return pool.install(|| run_halves(units, max_part_len, data, &work));
        }
        let (mut units, mut data) = (units, data);
        while units.len() > max_part_len {
            let (here, rest) = data.split_units(max_part_len);
            work(0, units.start..units.start + max_part_len, here);
            (units.start, data) = (units.start + max_part_len, rest);
        }
        work(0, units, data);
    }
}

/// Processes the ranges of one half of the units, and offers the other half to an idle thread.
#[cfg(feature = "parallel")]
fn run_halves<T: SplitByUnits>(
    units: Range<usize>,
    max_part_len: usize,
    data: T,
    work: &(impl Fn(usize, Range<usize>, T) + Sync),
) {
    if units.len() <= max_part_len {
        return work(rayon::current_thread_index().unwrap_or(0), units, data);
    }
    let first = units.len().div_ceil(max_part_len) / 2 * max_part_len;
    let (here, there) = data.split_units(first);
    let middle = units.start + first;
    rayon::join(
        || run_halves(units.start..middle, max_part_len, here, work),
        || run_halves(middle..units.end, max_part_len, there, work),
    );
}
