//! Shape of a flock: extent, order from back to front, and directions of near neighbors.

use super::Tracks;
use glam::DVec2;
use std::collections::BTreeMap;

/// Shape of the flock in a frame. Lengths are in the tracks' unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrameShape {
    /// Time of the frame since frame 0, s.
    pub time: f64,
    pub center: DVec2,
    /// Standard deviation of positions along the mean direction of motion; may be NaN.
    pub deviation_along: f64,
    /// Standard deviation of positions across the mean direction of motion; may be NaN.
    pub deviation_across: f64,
    /// Standard deviations of positions along the principal axes, the longer one first.
    pub principal_deviations: [f64; 2],
}

/// Mean position of a unit in the order from back to front.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrontRank {
    pub id: u32,
    /// Mean share of the other units that are behind the unit along the mean direction of motion: 0
    /// for the last unit, 1 for the first.
    pub share_behind: f64,
    /// Number of frames in which the unit was ranked.
    pub frame_count: usize,
}

impl Tracks {
    /// Mean direction of motion of these rows; `None` if directions cancel or are unknown.
    fn mean_direction(&self, rows: &[usize]) -> Option<DVec2> {
        let ways = rows.iter().map(|row| self.velocity_of(*row)).filter(|way| way.is_finite());
        ways.map(DVec2::normalize_or_zero).sum::<DVec2>().try_normalize()
    }

    /// Positions relative to the first row: nearest images in a periodic box.
    fn positions_around_first(&self, rows: &[usize]) -> Vec<DVec2> {
        rows.iter().map(|row| self.offset(rows[0], *row)).collect()
    }

    /// Shape of the flock in every `every`th frame with at least three units.
    pub fn frame_shapes(&self, every: usize) -> Vec<FrameShape> {
        let shape = |frame: usize| {
            let rows = self.counted_rows(frame);
            if rows.len() < 3 {
                return None;
            }
            let places = self.positions_around_first(&rows);
            let n = places.len() as f64;
            let mean = places.iter().sum::<DVec2>() / n;
            let off: Vec<DVec2> = places.iter().map(|place| *place - mean).collect();
            let sum = |of: &dyn Fn(DVec2) -> f64| off.iter().map(|off| of(*off)).sum::<f64>() / n;
            let (xx, yy, xy) = (sum(&|d| d.x * d.x), sum(&|d| d.y * d.y), sum(&|d| d.x * d.y));
            let (middle, half) = (0.5 * (xx + yy), 0.5 * (xx - yy));
            let root = (half * half + xy * xy).sqrt();
            let spread = |axis: DVec2| sum(&|d| d.dot(axis) * d.dot(axis)).sqrt();
            let ahead = self.mean_direction(&rows);
            Some(FrameShape {
                time: self.time(frame),
                center: self.position_of(rows[0]) + mean,
                deviation_along: ahead.map_or(f64::NAN, spread),
                deviation_across: ahead.map_or(f64::NAN, |ahead| spread(ahead.perp())),
                principal_deviations: [(middle + root).sqrt(), (middle - root).max(0.0).sqrt()],
            })
        };
        self.every_nth_frame(every).filter_map(shape).collect()
    }

    /// Rank of each unit from back to front, averaged over every `every`th frame, in order of ids.
    pub fn front_ranks(&self, every: usize) -> Vec<FrontRank> {
        let mut all = BTreeMap::<u32, (f64, usize)>::new();
        for frame in self.every_nth_frame(every) {
            let rows = self.counted_rows(frame);
            let Some(ahead) = self.mean_direction(&rows).filter(|_| rows.len() > 1) else {
                continue;
            };
            let along: Vec<f64> =
                self.positions_around_first(&rows).iter().map(|place| place.dot(ahead)).collect();
            for (row, own) in rows.iter().zip(&along) {
                let behind = along.iter().filter(|other| *other < own).count();
                let entry = all.entry(self.id[*row]).or_default();
                entry.0 += behind as f64 / (rows.len() - 1) as f64;
                entry.1 += 1;
            }
        }
        let front = |(id, (sum, frames)): (u32, (f64, usize))| FrontRank {
            id,
            share_behind: sum / frames as f64,
            frame_count: frames,
        };
        all.into_iter().map(front).collect()
    }

    /// Mean of cos 2θ for the nearest neighbor, the second nearest and so on, over every `every`th
    /// frame; θ is the neighbor's angle from the heading. 0: no preferred angle; positive: ahead or
    /// behind; negative: abreast (after Ballerini et al. 2008, in a plane).
    pub fn anisotropy(&self, neighbors: usize, every: usize) -> Vec<f64> {
        let (mut sums, mut counts) = (vec![0.0; neighbors], vec![0.0; neighbors]);
        for frame in self.every_nth_frame(every) {
            let rows = self.counted_rows(frame);
            for i in &rows {
                let heading = f64::from(self.heading[*i]);
                if !heading.is_finite() {
                    continue;
                }
                let ahead = DVec2::new(libm::cos(heading), libm::sin(heading));
                let mut offsets: Vec<DVec2> =
                    rows.iter().filter(|j| *j != i).map(|j| self.offset(*i, *j)).collect();
                offsets.sort_by(|a, b| a.length_squared().total_cmp(&b.length_squared()));
                for (nth, offset) in offsets.iter().take(neighbors).enumerate() {
                    let cosine = offset.normalize_or_zero().dot(ahead);
                    sums[nth] += 2.0 * cosine * cosine - 1.0;
                    counts[nth] += 1.0;
                }
            }
        }
        sums.iter().zip(&counts).map(|(sum, n)| sum / n).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Contents, Point, TrackOptions};
    use super::*;

    /// Units one behind the other, the first one in front, that fly right.
    fn file(n: u32) -> Tracks {
        let point = |(frame, id): (i64, u32)| {
            let place = [10.0 * f64::from(n - id) + frame as f64, if id == 0 { 1.0 } else { 0.0 }];
            let (velocity, heading) = (Some([1.0, 0.0]), None);
            Point { frame, id, group: 0, role: 0, place, velocity, heading, line: 0 }
        };
        let contents = Contents {
            points: (0..4).flat_map(|frame| (0..n).map(move |id| (frame, id))).map(point).collect(),
            fps: Some(1.0),
            unit: Some("cm".into()),
            ..Contents::default()
        };
        Tracks::new(contents, &TrackOptions::default()).expect("tracks")
    }

    #[test]
    fn who_flies_one_behind_the_other_is_long_and_has_neighbors_ahead_and_behind() {
        let tracks = file(5);
        let shapes = tracks.frame_shapes(1);
        assert_eq!(shapes.len(), 4);
        // The standard deviation of 0, 10, 20, 30 and 40, and of one 1 among 0.
        assert!((shapes[0].deviation_along - 200.0_f64.sqrt()).abs() < 1e-6, "{shapes:?}");
        assert!((shapes[0].deviation_across - 0.4).abs() < 1e-6, "{shapes:?}");
        assert!(
            shapes[0].principal_deviations[0] >= shapes[0].deviation_along
                && shapes[0].principal_deviations[1] <= shapes[0].deviation_across
        );
        let fronts: Vec<f64> =
            tracks.front_ranks(1).iter().map(|front| front.share_behind).collect();
        assert_eq!(fronts, [1.0, 0.75, 0.5, 0.25, 0.0]);
        assert!(tracks.anisotropy(4, 1).iter().all(|nth| *nth > 0.97));
        assert!(tracks.anisotropy(6, 1)[5].is_nan());
    }

    #[test]
    fn a_unit_can_be_left_out() {
        let rest = file(5).without(2);
        assert_eq!(rest.id, [0, 1, 3, 4].repeat(4));
        assert_eq!(rest.rows(3), 12..16);
        let fronts: Vec<u32> = rest.front_ranks(1).iter().map(|front| front.id).collect();
        assert_eq!(fronts, [0, 1, 3, 4]);
    }
}
