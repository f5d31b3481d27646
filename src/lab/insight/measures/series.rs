//! Samples: the values of all measures at a tick; and series of samples of a run.

use super::FlockCount;
use super::measure::{Measure, ValueRange};
use super::meter::{MeasureCache, Meter, NeighborSpacing};
use super::own;
use super::registry::MEASURES;
use flockwright::engine::world::World;
use flockwright::session::run::Run;
use std::collections::VecDeque;

/// Ticks between two samples of a series: five per simulated second. A sample costs at most a tick,
/// so a series costs less than a tenth of the run.
pub const SAMPLE_INTERVAL: u64 = 12;

/// Largest possible number of measures in a process.
pub const MAX_MEASURES: usize = MEASURES.len() + own::MAX_TEXT_MEASURES;

/// Values of all measures at one tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeasureSample {
    pub tick: u64,
    /// Value of each of [`all_measures`](super::all_measures), in order; NaN where undefined, and
    /// beyond the last measure.
    pub values: [f64; MAX_MEASURES],
}

impl MeasureSample {
    /// Value of a measure by its key; NaN if there is no such measure.
    pub fn get(&self, key: &str) -> f64 {
        Measure::index(key).map_or(f64::NAN, |index| self.values[index])
    }
}

impl Meter {
    /// Computes all measures of the present state.
    pub fn measure_all(&mut self, world: &World) -> MeasureSample {
        let mut values = [f64::NAN; MAX_MEASURES];
        let mut look = MeasureCache::new(world, self);
        for (value, measure) in values.iter_mut().zip(MEASURES) {
            *value = (measure.compute)(&mut look);
        }
        own::fill_values(world, &self.own_measures, &mut values[MEASURES.len()..]);
        MeasureSample { tick: world.ticks(), values }
    }

    /// Computes the `wanted` measures of the present state into `values`; NaN where undefined.
    /// Results that several of them need are computed once.
    pub fn measure_some(&mut self, world: &World, wanted: &[&Measure], values: &mut Vec<f64>) {
        let carried = std::mem::take(&mut self.own_measures);
        let mut look = MeasureCache::new(world, self);
        values.clear();
        values.extend(wanted.iter().map(|measure| match measure.value_range {
            ValueRange::Number => {
                own::value_of_key(measure.key, world, &carried).unwrap_or(f64::NAN)
            }
            _ => (measure.compute)(&mut look),
        }));
        self.own_measures = carried;
    }
}

/// A sample that is being computed in parts from one version of the state.
#[derive(Clone, Debug)]
struct PartialSample {
    state_version: u64,
    values: [f64; MAX_MEASURES],
    /// Number of the first [`MEASURES`] whose values are already computed.
    taken_count: usize,
    spacing: Option<NeighborSpacing>,
    flocks: Option<(f32, FlockCount)>,
}

/// Largest number of samples that wait to be taken; then the oldest one is dropped.
const MAX_WAITING_SAMPLES: usize = 512;

/// Samples of a run at every [`SAMPLE_INTERVAL`]th tick that have not been taken yet.
#[derive(Clone, Debug, Default)]
pub struct SampleSeries {
    meter: Meter,
    samples: VecDeque<MeasureSample>,
    partial_sample: Option<PartialSample>,
}

impl SampleSeries {
    /// A series whose samples include the run's own measures, written as texts.
    pub fn for_run(run: &Run) -> Self {
        Self { meter: Meter::default().with_own_measures(run), ..Self::default() }
    }

    /// Adds a sample if the tick is a multiple of [`SAMPLE_INTERVAL`].
    pub fn sample_if_due(&mut self, world: &World) {
        self.sample_in_parts(world, &mut || false);
    }

    /// If a sample is due at this tick, computes it until `over` returns true. Returns true when
    /// nothing is left to compute for this state of the world.
    pub fn sample_in_parts(&mut self, world: &World, over: &mut dyn FnMut() -> bool) -> bool {
        let (tick, version) = (world.ticks(), world.version());
        let begun = self
            .partial_sample
            .take()
            .filter(|partial_sample| partial_sample.state_version == version);
        if !tick.is_multiple_of(SAMPLE_INTERVAL) {
            return true;
        }
        let values = [f64::NAN; MAX_MEASURES];
        let new = || PartialSample {
            state_version: version,
            values,
            taken_count: 0,
            spacing: None,
            flocks: None,
        };
        let mut partial_sample = begun.unwrap_or_else(new);
        let (spacing, flocks) = (partial_sample.spacing, partial_sample.flocks);
        let mut look = MeasureCache { world, meter: &mut self.meter, spacing, flocks };
        while let Some(measure) = MEASURES.get(partial_sample.taken_count) {
            if over() {
                (partial_sample.spacing, partial_sample.flocks) = (look.spacing, look.flocks);
                self.partial_sample = Some(partial_sample);
                return false;
            }
            partial_sample.values[partial_sample.taken_count] = (measure.compute)(&mut look);
            partial_sample.taken_count += 1;
        }
        own::fill_values(
            world,
            &self.meter.own_measures,
            &mut partial_sample.values[MEASURES.len()..],
        );
        if self.samples.len() == MAX_WAITING_SAMPLES {
            self.samples.pop_front();
        }
        self.samples.push_back(MeasureSample { tick, values: partial_sample.values });
        true
    }

    /// Sample of the present state, which is not added to the series.
    pub fn sample_now(&mut self, world: &World) -> MeasureSample {
        self.meter.measure_all(world)
    }

    pub fn waiting_count(&self) -> usize {
        self.samples.len()
    }

    /// Removes and returns the samples of the series, the oldest first.
    pub fn take_samples(&mut self) -> impl Iterator<Item = MeasureSample> + '_ {
        self.samples.drain(..)
    }
}

#[cfg(test)]
mod tests {
    use super::super::*;
    use super::*;
    use flockwright::Run;
    use glam::Vec2;

    #[test]
    fn a_sample_holds_each_measure_of_its_moment() {
        let (mut run, _) = Run::open("scene=leaders-pincer");
        run.world.hold_pointer(Vec2::new(300.0, 200.0));
        run.world.tick();
        let world = &run.world;
        let flocks = count_flocks(world, flock_radius(world));
        let sample = SampleSeries::default().sample_now(world);
        assert_eq!(sample.tick, 1);
        for (key, wanted) in [
            ("polarization", polarization(world).into()),
            ("milling", milling(world).into()),
            ("nearest_neighbor", nearest_neighbor_distance(world).into()),
            ("overlaps", overlapping_pairs(world) as f64),
            ("flocks", flocks.count as f64),
            ("largest_flock", flocks.largest_share.into()),
            ("flock_radius", flock_radius(world).into()),
            ("leaders", count_leaders(world) as f64),
            ("mean_speed", mean_speed(world).into()),
            ("closest_hunter", closest_hunter_distance(world).map_or(f64::NAN, f64::from)),
        ] {
            assert!(wanted > 0.0, "{key}: {wanted}");
            assert_eq!(sample.get(key), wanted, "{key}");
        }
        assert!(sample.get("beauty").is_nan(), "no measure is called that");
    }

    #[test]
    fn some_measures_read_alone_are_those_of_the_sample() {
        let (run, _) = Run::open("scene=leaders-pincer");
        let mut meter = Meter::default();
        let sample = meter.measure_all(&run.world);
        let mut values = Vec::new();
        for (index, measure) in MEASURES.iter().enumerate() {
            meter.measure_some(&run.world, &[measure, &MEASURES[0]], &mut values);
            let wanted = [sample.values[index], sample.values[0]];
            let bits = |values: &[f64]| values.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
            assert_eq!(bits(&values), bits(&wanted), "{}", measure.key);
        }
    }

    #[test]
    fn a_series_has_a_sample_of_every_twelfth_tick_until_somebody_takes_them() {
        let (mut run, _) = Run::open("scene=flock-limited&count=20");
        let mut series = SampleSeries::default();
        for wanted in [&[12, 24][..], &[36, 48]] {
            for _ in 0..24 {
                run.world.tick();
                series.sample_if_due(&run.world);
            }
            let taken: Vec<u64> = series.take_samples().map(|sample| sample.tick).collect();
            assert_eq!(taken, wanted);
        }
    }

    #[test]
    fn of_a_series_that_nobody_takes_the_last_samples_are_kept() {
        let (mut run, _) = Run::open("scene=flock-limited&count=2");
        let mut series = SampleSeries::default();
        (0..MAX_WAITING_SAMPLES).for_each(|_| series.sample_if_due(&run.world));
        (0..SAMPLE_INTERVAL).for_each(|_| run.world.tick());
        series.sample_if_due(&run.world);
        let taken: Vec<u64> = series.take_samples().map(|sample| sample.tick).collect();
        assert_eq!((taken.len(), taken.last()), (MAX_WAITING_SAMPLES, Some(&SAMPLE_INTERVAL)));
    }
}
