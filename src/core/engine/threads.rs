//! Who works on a pass over the units: one thread, or several of them, where a crowd is large.
//!
//! A pass is cut into parts of consecutive units, each with the part of the data that is written for
//! them. Which thread does a part is up to chance, what is computed is not.

use std::ops::Range;

/// Of fewer units a pass gains less than it costs to wake a thread, and to read what another processor
/// has written.
#[cfg(feature = "parallel")]
const FEWEST: usize = 8192;

/// What is written for a range of units, and can be cut where the range is.
pub(crate) trait Cut: Send + Sized {
    /// What belongs to the first `units`, and the rest.
    fn cut(self, units: usize) -> (Self, Self);
}

impl<T: Send> Cut for &mut [T] {
    fn cut(self, units: usize) -> (Self, Self) {
        self.split_at_mut(units)
    }
}

impl<A: Cut, B: Cut> Cut for (A, B) {
    fn cut(self, units: usize) -> (Self, Self) {
        let ((a, b), (c, d)) = (self.0.cut(units), self.1.cut(units));
        ((a, c), (b, d))
    }
}

/// The threads that share the passes of one world.
#[derive(Debug, Default)]
pub(crate) struct Threads {
    #[cfg(feature = "parallel")]
    several: Option<rayon::ThreadPool>,
}

impl Threads {
    /// As many as are asked for, or one alone where they cannot be had.
    #[cfg(feature = "parallel")]
    pub fn new(count: usize) -> Self {
        let name = |thread| format!("flockwright {thread}");
        let several = || rayon::ThreadPoolBuilder::new().num_threads(count).thread_name(name);
        Self { several: (count > 1).then(|| several().build().ok()).flatten() }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        #[cfg(feature = "parallel")]
        if let Some(several) = &self.several {
            return several.current_num_threads();
        }
        1
    }

    /// Does the work of a range in parts of this many units: `work(thread, units, data)`. No two
    /// threads at work have the same number.
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
            let (here, rest) = data.cut(part);
            work(0, units.start..units.start + part, here);
            (units.start, data) = (units.start + part, rest);
        }
        work(0, units, data);
    }
}

/// Does one half and has another thread do the other, if one is idle.
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
    let (here, there) = data.cut(first);
    let middle = units.start + first;
    rayon::join(
        || halve(units.start..middle, part, here, work),
        || halve(middle..units.end, part, there, work),
    );
}
