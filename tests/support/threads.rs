//! Long loops of independent rounds, on all processors.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{available_parallelism, scope};

/// Does something with each item, on as many threads as there are processors; what fails in one
/// fails the whole.
pub fn side_by_side<T: Sync>(items: &[T], each: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
            each(item);
        }
    };
    scope(|threads| {
        for _ in 0..available_parallelism().map_or(1, usize::from) {
            threads.spawn(work);
        }
    });
}

/// What `each` finds for every item, in their order.
pub fn found_side_by_side<T: Sync, R: Send>(items: &[T], each: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let found = Mutex::new(Vec::new());
    let places: Vec<usize> = (0..items.len()).collect();
    side_by_side(&places, |place| {
        let result = each(&items[*place]);
        found.lock().expect("no panic").push((*place, result));
    });
    let mut found = found.into_inner().expect("no panic");
    found.sort_by_key(|(place, _)| *place);
    found.into_iter().map(|(_, result)| result).collect()
}
