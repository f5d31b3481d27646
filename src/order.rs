//! Sorting outside the tick: one compiled sort for all lists, because each sort of the standard
//! library that is made for a type of its own weighs about 4 kB of WebAssembly.

use std::cmp::Ordering;

/// What a list is sorted by: a number, then another among equal ones.
type Key = (f64, f64);

/// Sorts by a number, ascending; equal ones stay in order, and NaN comes last.
pub(crate) fn sort_by_number<T: Clone, N: Into<f64>>(list: &mut [T], number: impl Fn(&T) -> N) {
    sort_by_numbers(list, |item| (number(item), 0.0));
}

/// Sorts by a number, and among equal ones by another; otherwise as [`sort_by_number`].
pub(crate) fn sort_by_numbers<T, A, B>(list: &mut [T], numbers: impl Fn(&T) -> (A, B))
where
    T: Clone,
    A: Into<f64>,
    B: Into<f64>,
{
    let keys = list.iter().map(|item| {
        let (first, second) = numbers(item);
        (first.into(), second.into())
    });
    let order = sorted(keys.collect());
    let before = list.to_vec();
    for (place, from) in list.iter_mut().zip(order) {
        *place = before[from].clone();
    }
}

/// The indexes of keys in ascending order.
fn sorted(keys: Vec<Key>) -> Vec<usize> {
    let mut order: Vec<usize> = (0..keys.len()).collect();
    order.sort_unstable_by(|a, b| compare(keys[*a], keys[*b]).then(a.cmp(b)));
    order
}

fn compare(a: Key, b: Key) -> Ordering {
    a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_ones_stay_in_order_and_nan_comes_last() {
        let mut list = [(2.0, 'a'), (f32::NAN, 'b'), (1.0, 'c'), (2.0, 'd'), (-1.0, 'e')];
        sort_by_number(&mut list, |item| item.0);
        assert_eq!(list.map(|item| item.1), ['e', 'c', 'a', 'd', 'b']);
    }

    #[test]
    fn the_second_number_decides_among_equal_first_ones() {
        let mut list = [(1, 3), (0, 9), (1, -3), (1, 0)];
        sort_by_numbers(&mut list, |item| *item);
        assert_eq!(list, [(0, 9), (1, -3), (1, 0), (1, 3)]);
    }
}
