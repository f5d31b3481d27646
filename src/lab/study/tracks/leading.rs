//! Leadership: delays with which units turn into the directions of others (Nagy et al. 2010).

use super::Tracks;

/// Usual limit of the searched delays between the directions of two units, s.
pub const MAX_DELAY: f64 = 4.0;

/// Largest number of units: the time grows with its square, times the numbers of delays and frames.
const MAX_UNITS_FOR_LEADERSHIP: usize = 200;
/// Largest number of dot products in one computation of delays; in longer recordings, frames are
/// skipped.
const MAX_PRODUCTS: usize = 400_000_000;
/// Least number of frames with directions of both units for a correlation.
const MIN_COMMON_FRAMES: usize = 20;
/// Least correlation of two units for a delay between them (Nagy et al. 2010).
const MIN_CORRELATION: f64 = 0.5;

/// Delays between the directions of all pairs of units, as a square table.
#[derive(Clone, Debug, PartialEq)]
pub struct DirectionDelays {
    /// Ids of the units, in the order of the rows and columns.
    pub ids: Vec<u32>,
    /// Row i, column j: time after which unit j has i's direction, s; negative if j leads, NaN
    /// without a correlation of at least 0.5.
    pub delay_seconds: Vec<f64>,
    /// Correlation at the pair's best delay: mean dot product of the two directions.
    pub correlation: Vec<f64>,
}

impl Tracks {
    /// Directional correlation delay of each pair: the time shift τ, up to `longest` s to both
    /// sides, at which ⟨v̂_i(t) · v̂_j(t + τ)⟩ is largest (Nagy et al. 2010, Nature 464). `None`
    /// for fewer than two or more than 200 units.
    pub fn direction_delays(&self, longest: f64) -> Option<DirectionDelays> {
        let ids = self.ids();
        let n = ids.len();
        if !(2..=MAX_UNITS_FOR_LEADERSHIP).contains(&n) || longest.is_nan() || longest <= 0.0 {
            return None;
        }
        // Directions by unit and time slot, 0 where unknown. Frames without units are not in
        // `frames`, but have slots, too.
        let frames = self.frames();
        let (first, last) = (*frames.first()?, *frames.last()?);
        let steps = frames.windows(2).map(|two| two[1] - two[0]).min().unwrap_or(1).max(1);
        let span = usize::try_from((last - first) / steps + 1).ok()?;
        let shifts = ((longest * self.fps / steps as f64) as usize).min(span.saturating_sub(1));
        let cells = n.checked_mul(span).filter(|cells| *cells <= MAX_PRODUCTS)?;
        let mut directions = vec![[0.0f32; 2]; cells];
        for (at, frame) in frames.iter().enumerate() {
            let Ok(slot) = usize::try_from((frame - first) / steps) else { continue };
            for row in self.rows(at) {
                let (vx, vy) = (self.vx[row], self.vy[row]);
                let speed = (vx * vx + vy * vy).sqrt();
                if let Ok(unit) = ids.binary_search(&self.id[row])
                    && speed > 0.0
                {
                    directions[unit * span + slot] = [vx / speed, vy / speed];
                }
            }
        }
        let products = (n * n).saturating_mul(2 * shifts + 1).saturating_mul(span);
        let every = products.div_ceil(MAX_PRODUCTS).max(1);
        let of = |unit: usize| &directions[unit * span..(unit + 1) * span];
        // Mean dot product of `i`'s direction and the direction of `j`, `shift` slots later.
        let correlation = |i: usize, j: usize, shift: usize| {
            let both = of(i).iter().zip(&of(j)[shift..]).step_by(every);
            let (mut sum, mut count) = (0.0, 0usize);
            for ([ax, ay], [bx, by]) in both {
                if (ax, ay) != (&0.0, &0.0) && (bx, by) != (&0.0, &0.0) {
                    sum += f64::from(ax * bx + ay * by);
                    count += 1;
                }
            }
            if count >= MIN_COMMON_FRAMES { sum / count as f64 } else { f64::NAN }
        };
        let mut found = DirectionDelays {
            delay_seconds: vec![f64::NAN; n * n],
            correlation: vec![f64::NAN; n * n],
            ids,
        };
        let second = self.fps / steps as f64;
        for i in 0..n {
            for j in i + 1..n {
                let later = (0..=shifts).map(|shift| (shift as f64, correlation(i, j, shift)));
                let sooner = (1..=shifts).map(|shift| (-(shift as f64), correlation(j, i, shift)));
                let best = later.chain(sooner).filter(|(_, c)| !c.is_nan()).fold(
                    (f64::NAN, f64::NAN),
                    |best, one| if best.1 >= one.1 { best } else { one },
                );
                let (shift, correlation) = best;
                let alike = correlation >= MIN_CORRELATION;
                let delay = if alike { shift / second } else { f64::NAN };
                for (cell, sign) in [(i * n + j, 1.0), (j * n + i, -1.0)] {
                    found.delay_seconds[cell] = sign * delay;
                    found.correlation[cell] = correlation;
                }
            }
        }
        Some(found)
    }
}

impl DirectionDelays {
    /// Mean time by which each unit leads the others, s; the largest belongs to the leader.
    pub fn mean_leads(&self) -> Vec<f64> {
        let n = self.ids.len();
        let mean = |row: &[f64]| {
            let known = row.iter().filter(|delay| !delay.is_nan());
            let (sum, count) = known.fold((0.0, 0.0), |(sum, n), delay| (sum + delay, n + 1.0));
            sum / count
        };
        self.delay_seconds.chunks(n).map(mean).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Contents, Point, TrackOptions};
    use super::*;
    use crate::study::dice::StudyRng;

    /// Units that take the direction of the first one after a delay in frames, 20 a second.
    fn flock(delays: &[usize], noise: f64) -> Tracks {
        let mut dice = StudyRng::new(7, 0);
        let mut angle: f64 = 0.0;
        let turns: Vec<f64> = (0..400)
            .map(|_| {
                angle += 0.3 * dice.standard_normal();
                angle
            })
            .collect();
        let mut points = Vec::new();
        for frame in 100..400 {
            for (id, delay) in delays.iter().enumerate() {
                let angle = turns[frame - delay] + noise * dice.standard_normal();
                points.push(Point {
                    frame: frame as i64,
                    id: 10 + id as u32,
                    group: 0,
                    role: 0,
                    place: [id as f64, frame as f64],
                    velocity: Some([libm::cos(angle), libm::sin(angle)]),
                    heading: None,
                    line: 0,
                });
            }
        }
        let contents =
            Contents { points, fps: Some(20.0), unit: Some("m".into()), ..Contents::default() };
        Tracks::new(contents, &TrackOptions::default()).expect("tracks")
    }

    #[test]
    fn a_built_in_delay_is_found_for_each_pair_and_orders_the_leaders() {
        let built_in = [0, 6, 14, 30];
        for noise in [0.0, 0.3] {
            let found = flock(&built_in, noise).direction_delays(MAX_DELAY).expect("pairs");
            assert_eq!(found.ids, [10, 11, 12, 13]);
            for (i, first) in built_in.iter().enumerate() {
                for (j, second) in built_in.iter().enumerate().filter(|(j, _)| *j != i) {
                    let wanted = (*second as f64 - *first as f64) / 20.0;
                    let delay = found.delay_seconds[4 * i + j];
                    assert!(
                        (delay - wanted).abs() <= 0.051,
                        "{noise} {i} {j}: {delay}, not {wanted}"
                    );
                }
            }
            let lead = found.mean_leads();
            assert!(lead.windows(2).all(|two| two[0] > two[1]), "{lead:?}");
        }
    }

    #[test]
    fn who_does_not_move_alike_leads_nobody() {
        let mut apart = flock(&[0, 5], 0.0);
        let mut dice = StudyRng::new(3, 0);
        for row in (1..apart.id.len()).step_by(2) {
            let angle = 6.3 * dice.uniform();
            (apart.vx[row], apart.vy[row]) = (libm::cos(angle) as f32, libm::sin(angle) as f32);
        }
        let found = apart.direction_delays(MAX_DELAY).expect("pairs");
        assert!(found.delay_seconds.iter().all(|delay| delay.is_nan()), "{found:?}");
        assert!(flock(&[0], 0.0).direction_delays(MAX_DELAY).is_none());
    }
}
