//! Sorting outside the tick. Lists of all types share one heap sort and one radix sort, because the
//! sorts of the standard library add 4 to 20 kB of WebAssembly per sorted type.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Sort key of an item: a number, a second number that orders items whose first numbers are equal,
/// and the item's index in the list.
#[derive(Clone, Copy)]
struct SortKey(f64, f64, usize);

impl Ord for SortKey {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0).then(self.1.total_cmp(&other.1)).then(self.2.cmp(&other.2))
    }
}

impl PartialOrd for SortKey {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for SortKey {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for SortKey {}

/// Sorts items by a number, ascending. The sort is stable, and NaN comes last.
pub fn sort_by_number<T: Clone, N: Into<f64>>(list: &mut [T], number: impl Fn(&T) -> N) {
    sort_by_numbers(list, |item| (number(item), 0.0));
}

/// Sorts items by two numbers, the second of which orders items whose first ones are equal;
/// otherwise like [`sort_by_number`].
pub fn sort_by_numbers<T, A, B>(list: &mut [T], numbers: impl Fn(&T) -> (A, B))
where
    T: Clone,
    A: Into<f64>,
    B: Into<f64>,
{
    let keys = list.iter().enumerate().map(|(index, item)| {
        let (first, second) = numbers(item);
        SortKey(first.into(), second.into(), index)
    });
    let order = sort_keys(keys.collect());
    let before = list.to_vec();
    for (place, SortKey(_, _, from)) in list.iter_mut().zip(order) {
        *place = before[from].clone();
    }
}

/// Sorts items by an integer, ascending and stable: a radix sort with four passes.
pub fn sort_by_key<T: Copy>(list: &mut Vec<T>, key: impl Fn(&T) -> u32) {
    let mut keyed: Vec<(u32, u32)> =
        list.iter().zip(0..).map(|(item, index)| (key(item), index)).collect();
    let mut other = keyed.clone();
    for shift in [0, 8, 16, 24] {
        let digit = |key: u32| (key >> shift & 0xff) as usize;
        let mut starts = [0usize; 257];
        keyed.iter().for_each(|(key, _)| starts[digit(*key) + 1] += 1);
        (0..256).for_each(|at| starts[at + 1] += starts[at]);
        for entry in &keyed {
            let place = &mut starts[digit(entry.0)];
            other[*place] = *entry;
            *place += 1;
        }
        std::mem::swap(&mut keyed, &mut other);
    }
    let sorted = keyed.iter().map(|(_, from)| list[*from as usize]).collect();
    *list = sorted;
}

/// Keeps the `max_count` items with the smallest numbers, in no particular order. A second number
/// decides between items whose first ones are equal.
pub fn keep_smallest<T: Clone, A: Into<f64>, B: Into<f64>>(
    list: &mut Vec<T>,
    max_count: usize,
    numbers: impl Fn(&T) -> (A, B),
) {
    if list.len() <= max_count {
        return;
    }
    let mut kept = BinaryHeap::with_capacity(max_count + 1);
    for (index, item) in list.iter().enumerate() {
        let (first, second) = numbers(item);
        kept.push(SortKey(first.into(), second.into(), index));
        if kept.len() > max_count {
            kept.pop();
        }
    }
    *list = kept.into_iter().map(|SortKey(_, _, index)| list[index].clone()).collect();
}

/// Sorts the keys in ascending order by a heap. The function is not inlined, so that it is compiled
/// once for all item types.
#[inline(never)]
fn sort_keys(keys: Vec<SortKey>) -> Vec<SortKey> {
    BinaryHeap::from(keys).into_sorted_vec()
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
    fn whole_numbers_are_sorted_by_all_their_digits() {
        let mut list: Vec<(u32, u32)> =
            (0..3000u32).map(|k| (k.wrapping_mul(2_654_435_761) >> (k % 3 * 9), k)).collect();
        list.extend([(7, 1), (7, 0), (u32::MAX, 2), (0, 3)]);
        let mut wanted = list.clone();
        wanted.sort_by_key(|item| item.0);
        sort_by_key(&mut list, |item| item.0);
        assert_eq!(list, wanted);
    }

    #[test]
    fn the_smallest_are_kept_and_of_equal_ones_the_first() {
        let mut list = vec![(3.0, 'a'), (1.0, 'b'), (2.0, 'c'), (2.0, 'd'), (f64::NAN, 'e')];
        keep_smallest(&mut list, 2, |item| (item.0, 0.0));
        sort_by_number(&mut list, |item| item.0);
        assert_eq!(list, [(1.0, 'b'), (2.0, 'c')]);
        keep_smallest(&mut list, 3, |item| (item.0, 0.0));
        assert_eq!(list.len(), 2);
    }

    #[test]
    fn the_second_number_decides_among_equal_first_ones() {
        let mut list = [(1, 3), (0, 9), (1, -3), (1, 0)];
        sort_by_numbers(&mut list, |item| *item);
        assert_eq!(list, [(0, 9), (1, -3), (1, 0), (1, 3)]);
    }
}
