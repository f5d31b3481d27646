//! Limits of the size of a run. Input from outside (a link, a file, a recorded input) is checked
//! against them before anything is built. Numbers of units beyond a limit are reduced, while the
//! parameters keep their values.

/// Largest number of units of a link, over all groups. Placing them takes about 30 ms. A world that
/// a program builds is limited by memory alone: about 350 bytes per unit during a tick.
pub const MAX_UNITS: usize = 100_000;

/// Largest number of walls that a program can set. Sorting them takes some milliseconds. Links have
/// the smaller limit [`MAX_WALLS`](crate::engine::layout::MAX_WALLS).
pub const MAX_PROGRAM_WALLS: usize = 50_000;

/// Largest count up to which `f32` represents all integers.
pub const MAX_EXACT_COUNT: usize = 1 << 24;

/// Largest number of set members (pairs of a unit and another unit) that the written rules of a run
/// visit per tick. Each takes about 2 ns natively and twice that in a browser, so a tick with that
/// many takes about half a second natively and a second in a browser.
pub const MAX_VISITED_MEMBERS: f64 = 2.5e8;

/// Number of units that each group gets if its parameters ask for `wanted`. If these numbers exceed
/// the limits, the largest groups are reduced to a common maximum. `carries` returns whether a run
/// can have the given numbers of units; if it can, it can have smaller numbers too.
pub fn largest_counts(wanted: &[usize], carries: impl Fn(&[usize]) -> bool) -> Vec<usize> {
    let cut_to = |most: usize| wanted.iter().map(move |count| (*count).min(most));
    // The common maximum is found by bisection.
    let (mut fits, mut too_many) = (0, wanted.iter().max().map_or(1, |largest| largest + 1));
    while too_many - fits > 1 {
        let middle = fits + (too_many - fits) / 2;
        let many: Vec<usize> = cut_to(middle).collect();
        match many.iter().sum::<usize>() <= MAX_UNITS && carries(&many) {
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
        super::largest_counts(wanted, |_| true)
    }

    #[test]
    fn of_too_many_units_the_largest_groups_get_fewer() {
        assert_eq!(shares(&[80_000, 1, 9_000]), [80_000, 1, 9_000]);
        assert_eq!(shares(&[100_000; 4]), [25_000; 4]);
        assert_eq!(shares(&[100_000, 60, 70_000]), [49_970, 60, 49_970]);
        assert!(shares(&[]).is_empty());
        assert_eq!(shares(&[0, 0]), [0, 0]);
        let many = shares(&[100_000; 33]);
        assert!(many.iter().sum::<usize>() <= MAX_UNITS && many[0] > 3000, "{many:?}");
    }
}
