//! Budgets for what a run may ask for all together. Whatever comes from outside (a link, a file, a
//! recorded input) is held against them before anything is built; what exceeds them is cut, and the
//! parameters keep what they say.

/// Most units that a link can ask for, over all groups: they are placed at once, in some 30 ms. A world of
/// one's own may have as many as memory holds, at some 350 bytes each in a running tick.
pub const MOST_UNITS: usize = 100_000;

/// Most walls that a program may put up. Sorting them takes some milliseconds; a link holds
/// [`MOST_WALLS`](crate::engine::layout::MOST_WALLS).
pub const MOST_WALLS_OF_PROGRAMS: usize = 50_000;

/// From here on, a count that is kept as an `f32` misses some numbers.
pub const MOST_COUNTED: usize = 1 << 24;

/// Most members that the written rules of a run look at in one tick, all units together. Each takes
/// some 2 ns natively, twice that in a browser: half a second and a second a tick.
pub const MOST_MEMBERS: f64 = 2.5e8;

/// How many units each group gets of those that it asks for: all, or where these are too many or more than
/// can be carried, the largest groups fewer, down to the same number. `carries`: whether this many in
/// each group can be; of fewer it must hold, too.
pub fn shares(wanted: &[usize], carries: impl Fn(&[usize]) -> bool) -> Vec<usize> {
    let cut_to = |most: usize| wanted.iter().map(move |count| (*count).min(most));
    // The largest number that fits, by halves.
    let (mut fits, mut too_many) = (0, wanted.iter().max().map_or(1, |largest| largest + 1));
    while too_many - fits > 1 {
        let middle = fits + (too_many - fits) / 2;
        let many: Vec<usize> = cut_to(middle).collect();
        match many.iter().sum::<usize>() <= MOST_UNITS && carries(&many) {
            true => fits = middle,
            false => too_many = middle,
        }
    }
    cut_to(fits).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(wanted: &[usize]) -> Vec<usize> {
        super::shares(wanted, |_| true)
    }

    #[test]
    fn of_too_many_units_the_largest_groups_get_fewer() {
        assert_eq!(shares(&[80_000, 1, 9_000]), [80_000, 1, 9_000]);
        assert_eq!(shares(&[100_000; 4]), [25_000; 4]);
        assert_eq!(shares(&[100_000, 60, 70_000]), [49_970, 60, 49_970]);
        assert!(shares(&[]).is_empty());
        assert_eq!(shares(&[0, 0]), [0, 0]);
        let many = shares(&[100_000; 33]);
        assert!(many.iter().sum::<usize>() <= MOST_UNITS && many[0] > 3000, "{many:?}");
    }
}
