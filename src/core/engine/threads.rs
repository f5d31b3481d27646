//! Distribution of a pass over the units to one thread or, for large crowds, to several threads.
//!
//! A pass is split into ranges of consecutive units, each with the part of the data that is written
//! for them. The assignment of ranges to threads varies, the results do not.

use std::ops::Range;

/// Minimum number of units for several threads. With fewer, waking a thread and reading what
/// another processor has written cost more than is gained.
#[cfg(feature = "parallel")]
const FEWEST: usize = 8192;

/// Data that is written for a range of units and can be split at a unit.
pub(crate) trait Cut: Send + Sized {
    /// Splits off the data of the first `units` units; returns both parts.
    fn split_units(self, units: usize) -> (Self, Self);
}

impl<T: Send> Cut for &mut [T] {
    fn split_units(self, units: usize) -> (Self, Self) {
        self.split_at_mut(units)
    }
}

impl<A: Cut, B: Cut> Cut for (A, B) {
    fn split_units(self, units: usize) -> (Self, Self) {
        let ((a, b), (c, d)) = (self.0.split_units(units), self.1.split_units(units));
        ((a, c), (b, d))
    }
}

/// Thread pool of one world.
#[derive(Debug, Default)]
pub(crate) struct Threads {
    #[cfg(feature = "parallel")]
    several: Option<rayon::ThreadPool>,
}

impl Threads {
    /// Creates a pool of `count` threads; a single thread if the pool cannot be created.
    #[cfg(feature = "parallel")]
    pub fn new(count: usize) -> Self {
        let name = |thread| format!("flockwright {thread}");
        let several = || rayon::ThreadPoolBuilder::new().num_threads(count).thread_name(name);
        Self { several: (count > 1).then(|| several().build().ok()).flatten() }
    }

    /// Number of threads.
    pub fn count(&self) -> usize {
        #[cfg(feature = "parallel")]
        if let Some(several) = &self.several {
            return several.current_num_threads();
        }
        1
    }

    /// Calls `work(thread, units, data)` for consecutive ranges of at most `part` units. Calls that
    /// run at the same time have different values of `thread`, which is below
    /// [`count`](Self::count).
    pub fn share<T: Cut>(
        &self,
        units: Range<usize>,
        part: usize,
        data: T,
        work: impl Fn(usize, Range<usize>, T) + Sync,
    ) {
        #[cfg(feature = "parallel")]
        if units.len() >= FEWEST
            && let Some(several) = &self.several
        {
            return several.install(|| halve(units, part, data, &work));
        }
        let (mut units, mut data) = (units, data);
        while units.len() > part {
            let (here, rest) = data.split_units(part);
            work(0, units.start..units.start + part, here);
            (units.start, data) = (units.start + part, rest);
        }
        work(0, units, data);
    }
}

/// Processes one half and offers the other half to an idle thread.
#[cfg(feature = "parallel")]
fn halve<T: Cut>(
    units: Range<usize>,
    part: usize,
    data: T,
    work: &(impl Fn(usize, Range<usize>, T) + Sync),
) {
    if units.len() <= part {
        return work(rayon::current_thread_index().unwrap_or(0), units, data);
    }
    let first = units.len().div_ceil(part) / 2 * part;
    let (here, there) = data.split_units(first);
    let middle = units.start + first;
    rayon::join(
        || halve(units.start..middle, part, here, work),
        || halve(middle..units.end, part, there, work),
    );
}
