//! Spatial structure of flocks: pair correlation, velocity correlation, distributions, force maps.

use super::Tracks;
use flockwright::engine::agents::Role;
use flockwright::internals::math::wrap_angle;
use flockwright::rules::numbers::check_factor;
use glam::DVec2;
use std::collections::BTreeMap;
use std::f64::consts::{PI, TAU};
use std::ops::Range;

/// Bins of equal width from 0 to `end`, for distances or values of another quantity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DistanceBins {
    /// Number of bins.
    pub count: usize,
    /// End of the last bin, in the unit of the quantity.
    pub end: f64,
}

impl DistanceBins {
    pub fn new(count: usize, reach: f64) -> Result<Self, String> {
        if !(1..=100_000).contains(&count) {
            return Err(format!("Bins are 1 to 100000, not {count}."));
        }
        Ok(Self { count, end: check_factor("The reach of bins", reach)? })
    }

    /// Edges of the bins: one more than there are bins.
    pub fn edges(self) -> Vec<f64> {
        (0..=self.count).map(|at| self.end * at as f64 / self.count as f64).collect()
    }

    /// Density of values by bin: its sum times the bins' width is the share of values in the bins.
    pub fn density(self, values: &[f64]) -> Vec<f64> {
        let mut density = vec![0.0; self.count];
        let one = self.count as f64 / self.end / values.len() as f64;
        values.iter().filter_map(|value| self.index_of(*value)).for_each(|bin| density[bin] += one);
        density
    }

    fn index_of(self, value: f64) -> Option<usize> {
        let at = value / self.end * self.count as f64;
        (at >= 0.0 && at < self.count as f64).then_some(at as usize)
    }
}

/// Correlation of velocities by the distance of two units.
#[derive(Clone, Debug, PartialEq)]
pub struct VelocityCorrelation {
    /// By bin of distances: mean dot product of two units' deviations from the mean velocity,
    /// divided by the mean square of a deviation; NaN without pairs.
    pub values: Vec<f64>,
    /// Correlation length: distance of the first zero crossing of `values`; NaN without one.
    pub correlation_length: f64,
    /// Standard error of the correlation length, from ten blocks of frames (jackknife); NaN if
    /// there is no correlation length without one of the blocks.
    pub length_error: f64,
}

/// Acceleration and turning of units by the relative position of a neighbor: square maps around the
/// unit, with rows from behind to ahead and columns from left to right.
#[derive(Clone, Debug, PartialEq)]
pub struct ForceMap {
    /// Number of cells along a side of the map, whose length is twice the end of the bins.
    pub bins_per_side: usize,
    /// Number of neighbor positions that were counted in each cell of the map.
    pub count: Vec<f64>,
    /// Mean acceleration along the heading for each cell, tracks' unit/s²; NaN without neighbors.
    pub acceleration_ahead: Vec<f64>,
    /// Mean rate of turn for each cell, rad/s, positive to the right; NaN without neighbors.
    pub turn_rate: Vec<f64>,
}

/// Acceleration and turning of a unit between the frames before and after a row.
#[derive(Clone, Copy, Debug)]
struct RowMotion {
    /// Change of the velocity per second, world axes, in the tracks' unit/s².
    acceleration: DVec2,
    /// Change of the heading per second, rad/s, positive clockwise on screen.
    turn_rate: f64,
}

/// Quantity of a unit's motion or neighborhood whose distribution can be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MotionQuantity {
    /// Speed, in the tracks' unit per second.
    Speed,
    /// Absolute rate of turn, rad/s.
    TurnRate,
    /// Magnitude of the acceleration, in the tracks' unit/s².
    Acceleration,
    NearestDistance,
    /// Angle between the heading and the direction of the nearest unit, rad: 0 ahead, π behind.
    NearestBearing,
}

impl MotionQuantity {
    pub const ALL: [(&'static str, Self); 5] = [
        ("speed", Self::Speed),
        ("turning", Self::TurnRate),
        ("acceleration", Self::Acceleration),
        ("nearest", Self::NearestDistance),
        ("bearing", Self::NearestBearing),
    ];
}

/// Number of blocks of frames for the error of a correlation length; single frames are correlated.
const CORRELATION_BLOCKS: usize = 10;

/// Sums over a block of frames for the velocity correlation.
#[derive(Clone)]
struct CorrelationSums {
    sums: Vec<f64>,
    counts: Vec<f64>,
    square_sum: f64,
    units: f64,
}

impl CorrelationSums {
    fn new(bins: usize) -> Self {
        Self { sums: vec![0.0; bins], counts: vec![0.0; bins], square_sum: 0.0, units: 0.0 }
    }

    /// Correlation by bin over all blocks (`parts`), or over all but the block with the index
    /// `without`.
    fn values(parts: &[Self], without: Option<usize>, bins: DistanceBins) -> Vec<f64> {
        let mut all = Self::new(bins.count);
        for (_, part) in parts.iter().enumerate().filter(|(at, _)| Some(*at) != without) {
            for bin in 0..bins.count {
                all.sums[bin] += part.sums[bin];
                all.counts[bin] += part.counts[bin];
            }
            all.square_sum += part.square_sum;
            all.units += part.units;
        }
        let whole = all.square_sum / all.units;
        all.sums.iter().zip(&all.counts).map(|(sum, n)| sum / n / whole).collect()
    }
}

/// Distance at which values by bin first change from positive to 0 or less, interpolated between
/// the middles of bins; NaN if they never do.
fn first_zero(values: &[f64], bins: DistanceBins) -> f64 {
    let middle = |bin: usize| bins.end * (bin as f64 + 0.5) / bins.count as f64;
    let known: Vec<usize> = (0..bins.count).filter(|bin| values[*bin].is_finite()).collect();
    for two in known.windows(2) {
        let (a, b) = (values[two[0]], values[two[1]]);
        if a > 0.0 && b <= 0.0 {
            return middle(two[0]) + (middle(two[1]) - middle(two[0])) * a / (a - b);
        }
    }
    f64::NAN
}

impl Tracks {
    pub(super) fn position_of(&self, row: usize) -> DVec2 {
        DVec2::new(self.x[row].into(), self.y[row].into())
    }

    pub(super) fn velocity_of(&self, row: usize) -> DVec2 {
        DVec2::new(self.vx[row].into(), self.vy[row].into())
    }

    /// Offset from one row's position to another's; to the nearest image in a periodic box.
    pub(super) fn offset(&self, from: usize, to: usize) -> DVec2 {
        let way = self.position_of(to) - self.position_of(from);
        match self.space.filter(|space| space.is_torus) {
            None => way,
            Some(space) => {
                let size = DVec2::new(space.width.into(), space.height.into());
                way - size * (way / size).round()
            }
        }
    }

    /// Rows of a frame, except for the player's craft and prey.
    pub(super) fn counted_rows(&self, frame: usize) -> Vec<usize> {
        let counts = |row: &usize| {
            Role::ALL.get(usize::from(self.role[*row])).is_none_or(|role| role.counts_as_neighbor())
        };
        self.rows(frame).filter(counts).collect()
    }

    pub(super) fn every_nth_frame(&self, every: usize) -> impl Iterator<Item = usize> {
        (0..self.frames().len()).step_by(every.max(1))
    }

    /// Pair correlation g(r) over every `every`th frame: number of pairs by distance, relative to
    /// uniformly random positions.
    ///
    /// In a periodic box, rings of radius r are complete up to half the smaller side. Otherwise the
    /// part of a ring outside the bounding rectangle is corrected on average by the isotropized set
    /// covariance, which is known up to the smaller side (Ohser 1983). NaN for larger distances.
    pub fn pair_correlation(&self, bins: DistanceBins, every: usize) -> Vec<f64> {
        let (low, high) = self.bounding_corners();
        let (a, b) = (f64::from(high.x - low.x), f64::from(high.y - low.y));
        let torus = self.space.is_some_and(|space| space.is_torus);
        let (mut pairs, mut density) = (vec![0.0; bins.count], 0.0);
        for frame in self.every_nth_frame(every) {
            let rows = self.counted_rows(frame);
            let n = rows.len() as f64;
            density += n * (n - 1.0);
            for (at, i) in rows.iter().enumerate() {
                for j in &rows[..at] {
                    if let Some(bin) = bins.index_of(self.offset(*i, *j).length()) {
                        pairs[bin] += 2.0;
                    }
                }
            }
        }
        let known = if torus { 0.5 * a.min(b) } else { a.min(b) };
        let edges = bins.edges();
        let value = |bin: usize| {
            let (r0, r1) = (edges[bin], edges[bin + 1]);
            let middle = 0.5 * (r0 + r1);
            let shell = PI * (r1 * r1 - r0 * r0);
            let inside = match torus {
                true => a * b,
                false => a * b - 2.0 * middle * (a + b) / PI + middle * middle / PI,
            };
            let wanted = density * shell * inside / (a * a * b * b);
            if r1 <= known && wanted > 0.0 { pairs[bin] / wanted } else { f64::NAN }
        };
        (0..bins.count).map(value).collect()
    }

    /// Correlation C(r) of the deviations of velocities from their mean (Cavagna et al. 2010), over
    /// every `every`th frame.
    pub fn velocity_correlation(&self, bins: DistanceBins, every: usize) -> VelocityCorrelation {
        // Sums are kept by block of frames, from which the error of the correlation length is
        // computed.
        let frames: Vec<usize> = self.every_nth_frame(every).collect();
        let blocks = CORRELATION_BLOCKS.min(frames.len()).max(1);
        let mut parts = vec![CorrelationSums::new(bins.count); blocks];
        for (at, frame) in frames.iter().copied().enumerate() {
            let CorrelationSums { sums, counts, square_sum: squares, units } =
                &mut parts[at * blocks / frames.len()];
            let rows = self.counted_rows(frame);
            let rows: Vec<usize> =
                rows.into_iter().filter(|row| self.velocity_of(*row).is_finite()).collect();
            let mean =
                rows.iter().map(|row| self.velocity_of(*row)).sum::<DVec2>() / rows.len() as f64;
            let off: Vec<DVec2> = rows.iter().map(|row| self.velocity_of(*row) - mean).collect();
            *squares += off.iter().map(|off| off.length_squared()).sum::<f64>();
            *units += rows.len() as f64;
            for i in 0..rows.len() {
                for j in 0..i {
                    if let Some(bin) = bins.index_of(self.offset(rows[i], rows[j]).length()) {
                        sums[bin] += off[i].dot(off[j]);
                        counts[bin] += 1.0;
                    }
                }
            }
        }
        let values = CorrelationSums::values(&parts, None, bins);
        let length = first_zero(&values, bins);
        // Jackknife: the correlation lengths without one block each.
        let without: Vec<f64> = (0..blocks)
            .map(|block| first_zero(&CorrelationSums::values(&parts, Some(block), bins), bins))
            .collect();
        let n = blocks as f64;
        let mean = without.iter().sum::<f64>() / n;
        let squares = without.iter().map(|one| (one - mean) * (one - mean)).sum::<f64>();
        let error = if blocks > 1 { ((n - 1.0) / n * squares).sqrt() } else { f64::NAN };
        VelocityCorrelation { values, correlation_length: length, length_error: error }
    }

    /// Motion of each row, from velocities and headings in the frames before and after; `None` if
    /// the unit is missing in one of them.
    fn row_motions(&self) -> Vec<Option<RowMotion>> {
        let frames = self.frames();
        let mut motions = vec![None; self.id.len()];
        for frame in 1..frames.len().saturating_sub(1) {
            let by_id = |rows: Range<usize>| {
                let mut by_id = BTreeMap::new();
                by_id.extend(rows.map(|row| (self.id[row], row)));
                by_id
            };
            let (before, after) = (by_id(self.rows(frame - 1)), by_id(self.rows(frame + 1)));
            let seconds = (frames[frame + 1] - frames[frame - 1]) as f64 / self.fps;
            for row in self.rows(frame) {
                let id = self.id[row];
                let (Some(a), Some(b)) = (before.get(&id), after.get(&id)) else { continue };
                let acceleration = (self.velocity_of(*b) - self.velocity_of(*a)) / seconds;
                // The turn is the sum of two steps, since between the outer frames it may exceed
                // half a circle.
                let step = |from: usize, to: usize| {
                    f64::from(wrap_angle(
                        (self.heading[to] - self.heading[from]) % std::f32::consts::TAU,
                    ))
                };
                let turn = (step(*a, row) + step(row, *b)) / seconds;
                if acceleration.is_finite() && turn.is_finite() {
                    motions[row] = Some(RowMotion { acceleration, turn_rate: turn });
                }
            }
        }
        motions
    }

    /// For each of these rows, the row of the nearest other unit among them, if any.
    fn nearest_rows(&self, rows: &[usize]) -> Vec<Option<usize>> {
        let of = |i: &usize| {
            let others = rows.iter().filter(|j| *j != i);
            others.copied().min_by(|a, b| {
                let away = |j: usize| self.offset(*i, j).length_squared();
                away(*a).total_cmp(&away(*b))
            })
        };
        rows.iter().map(of).collect()
    }

    /// Known values of a quantity over all units in every `every`th frame.
    pub fn quantity_values(&self, of: MotionQuantity, every: usize) -> Vec<f64> {
        let mut values = Vec::new();
        let motions = match of {
            MotionQuantity::TurnRate | MotionQuantity::Acceleration => self.row_motions(),
            _ => Vec::new(),
        };
        for frame in self.every_nth_frame(every) {
            let rows = self.counted_rows(frame);
            match of {
                MotionQuantity::Speed => {
                    values.extend(rows.iter().map(|row| self.velocity_of(*row).length()))
                }
                MotionQuantity::TurnRate => {
                    values
                        .extend(rows.iter().filter_map(|row| Some(motions[*row]?.turn_rate.abs())));
                }
                MotionQuantity::Acceleration => {
                    let amount = |row: &usize| Some(motions[*row]?.acceleration.length());
                    values.extend(rows.iter().filter_map(amount));
                }
                MotionQuantity::NearestDistance | MotionQuantity::NearestBearing => {
                    for (i, j) in rows.iter().zip(self.nearest_rows(&rows)) {
                        let Some(offset) = j.map(|j| self.offset(*i, j)) else { continue };
                        values.push(match of {
                            MotionQuantity::NearestDistance => offset.length(),
                            _ => {
                                let angle =
                                    libm::atan2(offset.y, offset.x) - f64::from(self.heading[*i]);
                                let angle = angle.rem_euclid(TAU);
                                angle.min(TAU - angle)
                            }
                        });
                    }
                }
            }
        }
        values.retain(|value| value.is_finite());
        values
    }

    /// Distribution of a quantity: density by bin, as in [`DistanceBins::density`].
    pub fn distribution(&self, of: MotionQuantity, bins: DistanceBins, every: usize) -> Vec<f64> {
        bins.density(&self.quantity_values(of, every))
    }

    /// Acceleration and turning by the position of neighbors (Katz et al. 2011, Herbert-Read et al.
    /// 2011): of all neighbors within the map, or with `nearest` of the nearest one. `bins`: cells
    /// along half a side.
    pub fn force_map(&self, bins: DistanceBins, nearest: bool, every: usize) -> ForceMap {
        let side = 2 * bins.count;
        let cells = side * side;
        let (mut count, mut speeding, mut turning) =
            (vec![0.0; cells], vec![0.0; cells], vec![0.0; cells]);
        let motions = self.row_motions();
        for frame in self.every_nth_frame(every) {
            let rows = self.counted_rows(frame);
            let near = if nearest { self.nearest_rows(&rows) } else { Vec::new() };
            for (at, i) in rows.iter().enumerate() {
                let Some(motion) = motions[*i] else { continue };
                let heading = f64::from(self.heading[*i]);
                let (sine, cosine) = (libm::sin(heading), libm::cos(heading));
                let ahead = DVec2::new(cosine, sine);
                let right = DVec2::new(-sine, cosine);
                let others = if nearest { near[at].as_slice() } else { &rows[..] };
                for j in others.iter().filter(|j| *j != i) {
                    let offset = self.offset(*i, *j);
                    let shifted = |along: f64| {
                        let cell = (along / bins.end + 1.0) * bins.count as f64;
                        (cell >= 0.0 && cell < side as f64).then_some(cell as usize)
                    };
                    let place = shifted(offset.dot(ahead)).zip(shifted(offset.dot(right)));
                    let Some((row, column)) = place else { continue };
                    let cell = row * side + column;
                    count[cell] += 1.0;
                    speeding[cell] += motion.acceleration.dot(ahead);
                    turning[cell] += motion.turn_rate;
                }
            }
        }
        for cell in 0..cells {
            speeding[cell] /= count[cell];
            turning[cell] /= count[cell];
        }
        ForceMap { bins_per_side: side, count, acceleration_ahead: speeding, turn_rate: turning }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Contents, Point, TrackOptions};
    use super::*;
    use crate::study::dice::StudyRng;

    fn tracks(points: impl IntoIterator<Item = (i64, u32, [f64; 2], [f64; 2])>) -> Tracks {
        let point = |(frame, id, place, velocity): (i64, u32, [f64; 2], [f64; 2])| {
            let (velocity, heading) = (Some(velocity), None);
            Point { frame, id, group: 0, role: 0, place, velocity, heading, line: 0 }
        };
        let contents = Contents {
            points: points.into_iter().map(point).collect(),
            fps: Some(10.0),
            unit: Some("cm".into()),
            ..Contents::default()
        };
        Tracks::new(contents, &TrackOptions::default()).expect("tracks")
    }

    #[test]
    fn who_stands_anywhere_has_no_order_at_any_distance() {
        let mut dice = StudyRng::new(5, 0);
        let points: Vec<_> = (0..40)
            .flat_map(|frame| (0..200).map(move |id| (frame, id)))
            .map(|(frame, id)| {
                (frame, id, [100.0 * dice.uniform(), 60.0 * dice.uniform()], [1.0, 0.0])
            })
            .collect();
        let mut open = tracks(points);
        let bins = DistanceBins::new(10, 30.0).expect("bins");
        for torus in [false, true] {
            open.space = Some(flockwright::engine::scenery::Space {
                width: 100.0,
                height: 60.0,
                is_torus: torus,
            });
            let g = open.pair_correlation(bins, 1);
            assert!(g.iter().all(|g| (g - 1.0).abs() < 0.06), "{torus}: {g:?}");
        }
        let beyond = open.pair_correlation(DistanceBins::new(2, 100.0).expect("bins"), 1);
        assert!(beyond[1].is_nan(), "{beyond:?}");
    }

    #[test]
    fn two_halves_that_go_opposite_ways_are_correlated_up_to_where_they_meet() {
        let points = (0..100u32).map(|id| {
            let x = f64::from(id);
            (0, id, [x, 0.0], [if id < 50 { 1.0 } else { -1.0 }, 0.0])
        });
        let VelocityCorrelation { values, correlation_length: length, .. } =
            tracks(points).velocity_correlation(DistanceBins::new(100, 100.0).expect("bins"), 1);
        // At a distance d below 50, d of 100 - d pairs are of both halves.
        for d in [1usize, 10, 40] {
            let wanted = 1.0 - 2.0 * d as f64 / (100 - d) as f64;
            assert!((values[d] - wanted).abs() < 1e-9, "{d}: {}", values[d]);
        }
        assert!((length - 33.8).abs() < 0.5, "{length}");
    }

    #[test]
    fn a_correlation_length_has_the_error_of_its_blocks() {
        let bins = DistanceBins::new(100, 100.0).expect("bins");
        let of = |edge: &dyn Fn(i64) -> u32| {
            let points = (0..100i64).flat_map(|frame| {
                let edge = edge(frame);
                (0..100u32).map(move |id| {
                    (frame, id, [f64::from(id), 0.0], [if id < edge { 1.0 } else { -1.0 }, 0.0])
                })
            });
            tracks(points).velocity_correlation(bins, 1)
        };
        // Every frame says the same.
        assert!(of(&|_| 50).length_error < 1e-9);
        // Blocks of ten frames, of which every other one is parted off its middle.
        let VelocityCorrelation { correlation_length: length, length_error: error, .. } =
            of(&|frame| 42 + 8 * u32::from(frame / 10 % 2 == 0));
        assert!((30.0..36.0).contains(&length) && (0.05..2.0).contains(&error), "{length} {error}");
        assert!(
            tracks([(0, 1, [0.0; 2], [1.0, 0.0])])
                .velocity_correlation(bins, 1)
                .length_error
                .is_nan()
        );
    }

    #[test]
    fn who_follows_is_seen_in_the_force_map() {
        // The second one speeds up and turns right toward the first, which is ahead to its right
        // and does neither.
        let points = (0..9i64).flat_map(|frame| {
            let t = frame as f64 / 10.0;
            let angle = 0.4 * t;
            let speed = 1.0 + 0.5 * t;
            let way = [speed * libm::cos(angle), speed * libm::sin(angle)];
            [(frame, 1, [3.0, 3.0], [1.0, 0.0]), (frame, 2, [0.0, 0.0], way)]
        });
        let found = tracks(points);
        let bins = DistanceBins::new(1, 5.0).expect("bins");
        let map = found.force_map(bins, false, 1);
        let at = |map: &[f64], ahead: usize, right: usize| map[2 * ahead + right];
        assert_eq!((map.bins_per_side, at(&map.count, 1, 1), at(&map.count, 0, 0)), (2, 7.0, 7.0));
        assert!((at(&map.acceleration_ahead, 1, 1) - 0.5).abs() < 0.01, "{map:?}");
        assert!((at(&map.turn_rate, 1, 1) - 0.4).abs() < 1e-6);
        assert!(at(&map.turn_rate, 0, 0).abs() < 1e-9 && at(&map.turn_rate, 0, 1).is_nan());
        // NaN is not equal to itself.
        assert_eq!(format!("{:?}", found.force_map(bins, true, 1)), format!("{map:?}"));
        let bearing = found.quantity_values(MotionQuantity::NearestBearing, 20);
        assert!(
            (bearing[0] - 0.75 * PI).abs() < 1e-6 && (bearing[1] - 0.25 * PI).abs() < 1e-6,
            "{bearing:?}"
        );
        let speeds =
            found.distribution(MotionQuantity::Speed, DistanceBins::new(4, 2.0).expect("bins"), 1);
        assert!((speeds.iter().sum::<f64>() * 0.5 - 1.0).abs() < 1e-9, "{speeds:?}");
    }
}
