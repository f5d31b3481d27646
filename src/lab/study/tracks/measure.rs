//! Measures of tracks: the units of each frame are put into a world, in which the registered
//! measures are computed.

use super::Tracks;
use crate::insight::measures::time_series::MeanWithError;
use crate::insight::measures::{MAX_MEASURES, MEASURES, MeasureSample, Meter, all_measures};
use crate::study::statistics::{Moments, TimeSeries};
use flockwright::engine::agents::{Role, UnitState};
use flockwright::engine::group::Group;
use flockwright::engine::params::{Edges, WorldParams};
use flockwright::engine::world::World;
use glam::Vec2;

/// Choice of eighths of tracks: a search sees every second one and is tested on the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrackParts {
    All,
    /// The odd eighths (first, third ...), whose measures a search may see.
    Fitted,
    /// The even eighths (second, fourth ...), on whose measures the search's result is tested.
    HeldOut,
}

impl TrackParts {
    fn includes(self, part: usize) -> bool {
        match self {
            Self::All => true,
            Self::Fitted => part.is_multiple_of(2),
            Self::HeldOut => !part.is_multiple_of(2),
        }
    }
}

/// Keys of measures that need a view, a target, obstacles or a leader, which tracks lack.
const MODEL_MEASURES: [&str; 4] = ["leaders", "closest_hunter", "leader_distance", "in_obstacles"];

/// Keys of measures that need a body length, which tracks may lack.
const LENGTH_MEASURES: [&str; 8] = [
    "spacing", "overlaps", "overlapping", "flocks", "largest_flock", "flock_radius",
    "flocks_fixed", "largest_flock_fixed",
];

/// Number of equal parts of the tracks' time. Bands are for runs as long as one part.
const PART_COUNT: usize = 8;

/// Least number of samples (frames) from which bands for a search are computed: two per part.
const MIN_SAMPLES: usize = 2 * PART_COUNT;

/// Summary of one measure over tracks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeasureSummary {
    pub mean: f64,
    pub sd: f64,
    /// Standard error of `mean`, from blocks of frames, since successive frames are correlated.
    pub error: MeanWithError,
    /// Number of frames in which the measure has a value.
    pub sample_count: u64,
    /// Mean number of units with known velocity in the frames in which the measure has a value.
    pub mean_units: f64,
}

/// Measures by frame, as a table whose columns have keys, so that readers do not depend on their
/// order.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(target_arch = "wasm32", derive(serde::Serialize, tsify::Tsify))]
pub struct SampleTable {
    /// Keys of the measures, in the order of the columns.
    pub keys: Vec<String>,
    /// Values row by row, one per key; NaN where the measure is undefined.
    pub values: Vec<f64>,
}

impl SampleTable {
    pub fn new(samples: &[MeasureSample]) -> Self {
        let keys: Vec<String> =
            all_measures().into_iter().map(|measure| measure.key.to_string()).collect();
        let row = |sample: &MeasureSample| sample.values[..keys.len()].to_vec();
        Self { values: samples.iter().flat_map(row).collect(), keys }
    }
}

/// Band of a measure, computed from tracks, that a simulated run should reach to be like the
/// tracks.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasuredBand {
    /// Goal in the notation of [`objectives`](crate::objectives).
    pub goal: String,
    /// Time over which a run has to be measured for the comparison with the band, s.
    pub run_seconds: f64,
}

/// Whether a measure can be computed from tracks. `with_length`: whether the body length is known.
fn is_measurable(key: &str, with_length: bool) -> bool {
    !MODEL_MEASURES.contains(&key) && (with_length || !LENGTH_MEASURES.contains(&key))
}

impl Tracks {
    /// Measures of every `every`th frame; NaN for measures that cannot be computed from tracks.
    ///
    /// Units whose velocity in a frame is unknown are left out of this frame.
    pub fn measure_frames(&self, every: usize) -> Vec<MeasureSample> {
        let (low, high) = self.bounding_corners();
        let mut meter = Meter::exact();
        let mut world: Option<(Vec<Role>, World)> = None;
        let mut samples = Vec::new();
        for frame in (0..self.frames.len()).step_by(every.max(1)) {
            let rows: Vec<usize> = self
                .rows(frame)
                .filter(|row| self.vx[*row].is_finite() && self.vy[*row].is_finite())
                .collect();
            let roles: Vec<Role> = rows.iter().map(|row| self.role_at(*row)).collect();
            let known = world.take().filter(|(known, _)| *known == roles);
            let (roles, mut here) = known.unwrap_or_else(|| {
                let world = self.world_of_roles(&roles, high - low);
                (roles, world)
            });
            let mut places = Vec::with_capacity(rows.len());
            // The world's ids are ordered by role, and within a role as the rows are.
            for role in Role::ALL {
                let of = rows.iter().zip(&roles).filter(|(_, other)| **other == role);
                places.extend(of.map(|(row, _)| *row));
            }
            for (id, row) in places.into_iter().enumerate() {
                let position = Vec2::new(self.x[row], self.y[row]) - low;
                let velocity = Vec2::new(self.vx[row], self.vy[row]);
                let heading = if self.heading[row].is_finite() { self.heading[row] } else { 0.0 };
                here.set_unit(id, UnitState { position, velocity, heading, omega: 0.0 });
            }
            let mut sample = meter.measure_all(&here);
            sample.tick = self.frames[frame].max(0) as u64;
            for (value, measure) in sample.values.iter_mut().zip(MEASURES) {
                if !is_measurable(measure.key, self.length.is_some()) {
                    *value = f64::NAN;
                }
            }
            samples.push(sample);
            world = Some((roles, here));
        }
        samples
    }

    fn role_at(&self, row: usize) -> Role {
        Role::ALL.get(usize::from(self.role[row])).copied().unwrap_or(Role::Regular)
    }

    /// Corners of the world or periodic box, else of the rectangle around all positions.
    pub fn bounding_corners(&self) -> (Vec2, Vec2) {
        if let Some(space) = self.space {
            return (Vec2::ZERO, Vec2::new(space.width, space.height));
        }
        let ends = |values: &[f32]| {
            values
                .iter()
                .fold((f32::INFINITY, f32::NEG_INFINITY), |(a, b), v| (a.min(*v), b.max(*v)))
        };
        let ((x0, x1), (y0, y1)) = (ends(&self.x), ends(&self.y));
        (Vec2::new(x0, y0), Vec2::new(x1, y1))
    }

    /// World of this size with one unit for each of these roles; positions are set later.
    fn world_of_roles(&self, roles: &[Role], size: Vec2) -> World {
        let torus = self.space.is_some_and(|space| space.is_torus);
        let params = WorldParams {
            width: size.x.max(1.0),
            height: size.y.max(1.0),
            edges: Edges::Wrap,
            toroidal: torus,
            ..WorldParams::default()
        };
        let length = self.length.map_or(1.0, |length| length as f32);
        let groups = Role::ALL.into_iter().filter_map(|role| {
            let count = roles.iter().filter(|other| **other == role).count();
            (count > 0).then(|| Group::point(role.key(), "Units", role, count as u32).sized(length))
        });
        World::new(params, groups.collect(), 1)
    }

    /// Summary of each measure, in the order of [`all_measures`]; `None` if no sample has a value.
    pub fn summarize(samples: &[MeasureSample]) -> Vec<Option<MeasureSummary>> {
        let of = |index: usize| {
            let (mut moments, mut series) = (Moments::default(), TimeSeries::default());
            let mut units = Moments::default();
            for sample in samples {
                if sample.values[index].is_finite() {
                    units.add_value(sample.get("units"));
                }
                moments.add_value(sample.values[index]);
                series.add_value(sample.values[index]);
            }
            (moments.count() > 0).then(|| MeasureSummary {
                mean: moments.mean(),
                sd: moments.standard_deviation(),
                error: series.mean_error(),
                sample_count: moments.count(),
                mean_units: units.mean(),
            })
        };
        (0..MAX_MEASURES).map(of).collect()
    }

    /// Time means of a measure over the chosen eighths of the tracks; empty for fewer than 16
    /// samples. `index`: index in [`all_measures`].
    pub fn time_means_of_parts(
        samples: &[MeasureSample],
        index: usize,
        parts: TrackParts,
    ) -> Vec<f64> {
        if samples.len() < MIN_SAMPLES {
            return Vec::new();
        }
        let mean = |samples: &[MeasureSample]| {
            let mut within = Moments::default();
            samples.iter().for_each(|sample| within.add_value(sample.values[index]));
            within.mean()
        };
        let chunks = samples.chunks_exact(samples.len() / PART_COUNT).take(PART_COUNT).enumerate();
        chunks.filter(|(part, _)| parts.includes(*part)).map(|(_, samples)| mean(samples)).collect()
    }

    /// Bands for a search: mean over the chosen eighths of their time means, plus and minus two
    /// standard deviations. Runs have to be measured over the duration of an eighth.
    pub fn measured_bands(
        &self,
        samples: &[MeasureSample],
        parts: TrackParts,
    ) -> Vec<MeasuredBand> {
        if samples.len() < MIN_SAMPLES {
            return Vec::new();
        }
        let span = (samples[samples.len() / PART_COUNT].tick - samples[0].tick) as f64 / self.fps;
        let band = |(index, measure): (usize, &'static crate::insight::measures::Measure)| {
            if measure.key == "units" {
                return None;
            }
            let mut means = Moments::default();
            for mean in Self::time_means_of_parts(samples, index, parts) {
                means.add_value(mean);
            }
            let (least, most) = measure.value_limits();
            let (mean, reach) = (means.mean(), 2.0 * means.standard_deviation());
            if !mean.is_finite() || means.count() < 2 {
                return None;
            }
            let digits = |value: f64| format!("{value:.4e}").parse::<f64>().unwrap_or(value);
            let (low, high) = (digits((mean - reach).max(least)), digits((mean + reach).min(most)));
            let goal = format!("{}={}..{}", measure.key, low, high.max(low));
            Some(MeasuredBand { goal, run_seconds: span })
        };
        all_measures().into_iter().enumerate().filter_map(band).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::insight::measures::Measure;
    use crate::objectives::Objective;
    use flockwright::session::run::Run;

    #[test]
    fn tracks_of_a_run_have_the_measures_of_the_run() {
        for link in ["scene=flock-limited&count=40", "scene=vicsek&count=60", "scene=zombie-horde"]
        {
            let (mut run, _) = Run::open(link);
            let mut tracks = Tracks::of_run(&run, run.link());
            let mut wanted = Vec::new();
            let mut meter = Meter::exact();
            for _ in 0..5 {
                (0..20).for_each(|_| run.world.tick());
                tracks.add_frame(&run.world);
                wanted.push(meter.measure_all(&run.world));
            }
            for (found, wanted) in tracks.measure_frames(1).iter().zip(&wanted) {
                assert_eq!(found.tick, wanted.tick);
                for key in [
                    "polarization", "milling", "nearest_neighbor", "mean_speed", "units",
                    "flocks_fixed",
                ] {
                    let (a, b) = (found.get(key), wanted.get(key));
                    assert!((a - b).abs() <= 1e-5 * b.abs().max(1.0), "{link} {key}: {a} {b}");
                }
                assert!(found.get("leaders").is_nan());
            }
        }
    }

    #[test]
    fn what_tracks_do_not_say_is_measured_by_nobody() {
        for key in MODEL_MEASURES.iter().chain(&LENGTH_MEASURES) {
            assert!(Measure::find(key).is_some(), "{key}");
        }
        let (mut run, _) = Run::open("scene=flock-limited&count=20");
        let mut tracks = Tracks::of_run(&run, String::new());
        run.world.tick();
        tracks.add_frame(&run.world);
        tracks.length = None;
        let sample = tracks.measure_frames(1)[0];
        assert!(sample.get("spacing").is_nan() && sample.get("polarization") > 0.0);
    }

    #[test]
    fn the_bands_of_tracks_are_goals_that_they_meet() {
        let (mut run, _) = Run::open("scene=flock-limited&count=40");
        (0..600).for_each(|_| run.world.tick());
        let mut tracks = Tracks::of_run(&run, String::new());
        for _ in 0..160 {
            (0..5).for_each(|_| run.world.tick());
            tracks.add_frame(&run.world);
        }
        let samples = tracks.measure_frames(1);
        let bands = tracks.measured_bands(&samples, TrackParts::All);
        assert!(bands.len() > 6, "{bands:?}");
        let measured = Tracks::summarize(&samples);
        for band in &bands {
            let goal = Objective::read(&band.goal).expect(&band.goal);
            let mean = measured[goal.measure_index].expect("it is measured").mean;
            assert!(
                goal.low - 1e-3 * mean.abs() <= mean && mean <= goal.high + 1e-3 * mean.abs(),
                "{band:?} {mean}"
            );
            assert!((band.run_seconds - 160.0 / 8.0 * 5.0 / 60.0).abs() < 1e-6);
        }
        assert!(tracks.measured_bands(&samples[..5], TrackParts::All).is_empty());
        // Fitted and held-out parts together are all parts.
        let of = |parts| Tracks::time_means_of_parts(&samples, 0, parts);
        let mut both = Vec::new();
        for (seen, unseen) in of(TrackParts::Fitted).into_iter().zip(of(TrackParts::HeldOut)) {
            both.extend([seen, unseen]);
        }
        assert_eq!((both.len(), both), (PART_COUNT, of(TrackParts::All)));
    }
}
