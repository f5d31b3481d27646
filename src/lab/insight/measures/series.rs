//! Samples of all measures at one moment, and series of them.

use super::Flocks;
use super::measure::{Measure, Span};
use super::meter::{MeasureCache, Meter, Spacing};
use super::own;
use super::registry::MEASURES;
use flockwright::engine::world::World;
use flockwright::session::run::Run;
use std::collections::VecDeque;

/// Ticks between two samples of a series: five per simulated second. A sample costs at most a tick,
/// so a series costs less than a tenth of the run.
pub const SAMPLE_INTERVAL: u64 = 12;

/// Largest number of measures.
pub const SLOTS: usize = MEASURES.len() + own::MAX_TEXTS;

/// All measures at one moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    pub tick: u64,
    /// Value of each of [`measures`](super::measures), in order; NaN where undefined and after the
    /// last one.
    pub values: [f64; SLOTS],
}

impl Sample {
    /// Value of a measure by its key; NaN if there is no such measure.
    pub fn get(&self, key: &str) -> f64 {
        Measure::index(key).map_or(f64::NAN, |index| self.values[index])
    }
}

impl Meter {
    /// Takes all measures of the present state.
    pub fn measure(&mut self, world: &World) -> Sample {
        let mut values = [f64::NAN; SLOTS];
        let mut look = MeasureCache::new(world, self);
        for (value, measure) in values.iter_mut().zip(MEASURES) {
            *value = (measure.of)(&mut look);
        }
        own::fill(world, &self.carried, &mut values[MEASURES.len()..]);
        Sample { tick: world.ticks(), values }
    }

    /// Takes some measures of the present state; NaN where undefined. Shared results are computed
    /// once, unneeded ones not at all.
    pub fn read(&mut self, world: &World, wanted: &[&Measure], values: &mut Vec<f64>) {
        let carried = std::mem::take(&mut self.carried);
        let mut look = MeasureCache::new(world, self);
        values.clear();
        values.extend(wanted.iter().map(|measure| match measure.span {
            Span::Number => own::value(measure.key, world, &carried).unwrap_or(f64::NAN),
            _ => (measure.of)(&mut look),
        }));
        self.carried = carried;
    }
}

/// A sample taken in slices, of one version of the state.
#[derive(Clone, Debug)]
struct Taking {
    version: u64,
    values: [f64; SLOTS],
    /// Number of measures taken so far.
    known: usize,
    spacing: Option<Spacing>,
    flocks: Option<(f32, Flocks)>,
}

/// Largest number of samples waiting to be read; older ones are dropped.
const MOST_KEPT: usize = 512;

/// Samples at every [`SAMPLE_INTERVAL`]th tick, until they are read.
#[derive(Clone, Debug, Default)]
pub struct Series {
    meter: Meter,
    samples: VecDeque<Sample>,
    taking: Option<Taking>,
}

impl Series {
    /// A series that also takes the written measures of the run.
    pub fn for_run(run: &Run) -> Self {
        Self { meter: Meter::default().carrying(run), ..Self::default() }
    }

    /// Takes a sample after a tick, if it is due.
    pub fn sample(&mut self, world: &World) {
        self.note_part(world, &mut || false);
    }

    /// Takes a sample in parts: computes until `over` returns true. Returns true when the sample of
    /// this state is complete.
    pub fn note_part(&mut self, world: &World, over: &mut dyn FnMut() -> bool) -> bool {
        let (tick, version) = (world.ticks(), world.version());
        let begun = self.taking.take().filter(|taking| taking.version == version);
        if !tick.is_multiple_of(SAMPLE_INTERVAL) {
            return true;
        }
        let values = [f64::NAN; SLOTS];
        let new = || Taking { version, values, known: 0, spacing: None, flocks: None };
        let mut taking = begun.unwrap_or_else(new);
        let (spacing, flocks) = (taking.spacing, taking.flocks);
        let mut look = MeasureCache { world, meter: &mut self.meter, spacing, flocks };
        while let Some(measure) = MEASURES.get(taking.known) {
            if over() {
                (taking.spacing, taking.flocks) = (look.spacing, look.flocks);
                self.taking = Some(taking);
                return false;
            }
            taking.values[taking.known] = (measure.of)(&mut look);
            taking.known += 1;
        }
        own::fill(world, &self.meter.carried, &mut taking.values[MEASURES.len()..]);
        if self.samples.len() == MOST_KEPT {
            self.samples.pop_front();
        }
        self.samples.push_back(Sample { tick, values: taking.values });
        true
    }

    /// A sample of the present state that is not kept.
    pub fn now(&mut self, world: &World) -> Sample {
        self.meter.measure(world)
    }

    pub fn kept(&self) -> usize {
        self.samples.len()
    }

    /// Samples since the last call, oldest first.
    pub fn take(&mut self) -> impl Iterator<Item = Sample> + '_ {
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
        let flocks = flocks(world, flock_radius(world));
        let sample = Series::default().now(world);
        assert_eq!(sample.tick, 1);
        for (key, wanted) in [
            ("polarization", polarization(world).into()),
            ("milling", milling(world).into()),
            ("nearest_neighbor", nearest_neighbor_distance(world).into()),
            ("overlaps", overlaps(world) as f64),
            ("flocks", flocks.count as f64),
            ("largest_flock", flocks.largest.into()),
            ("flock_radius", flock_radius(world).into()),
            ("leaders", leaders(world) as f64),
            ("mean_speed", mean_speed(world).into()),
            ("closest_hunter", closest_hunter(world).map_or(f64::NAN, f64::from)),
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
        let sample = meter.measure(&run.world);
        let mut values = Vec::new();
        for (index, measure) in MEASURES.iter().enumerate() {
            meter.read(&run.world, &[measure, &MEASURES[0]], &mut values);
            let wanted = [sample.values[index], sample.values[0]];
            let bits = |values: &[f64]| values.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
            assert_eq!(bits(&values), bits(&wanted), "{}", measure.key);
        }
    }

    #[test]
    fn a_series_has_a_sample_of_every_twelfth_tick_until_somebody_takes_them() {
        let (mut run, _) = Run::open("scene=flock-limited&count=20");
        let mut series = Series::default();
        for wanted in [&[12, 24][..], &[36, 48]] {
            for _ in 0..24 {
                run.world.tick();
                series.sample(&run.world);
            }
            let taken: Vec<u64> = series.take().map(|sample| sample.tick).collect();
            assert_eq!(taken, wanted);
        }
    }

    #[test]
    fn of_a_series_that_nobody_takes_the_last_samples_are_kept() {
        let (mut run, _) = Run::open("scene=flock-limited&count=2");
        let mut series = Series::default();
        (0..MOST_KEPT).for_each(|_| series.sample(&run.world));
        (0..SAMPLE_INTERVAL).for_each(|_| run.world.tick());
        series.sample(&run.world);
        let taken: Vec<u64> = series.take().map(|sample| sample.tick).collect();
        assert_eq!((taken.len(), taken.last()), (MOST_KEPT, Some(&SAMPLE_INTERVAL)));
    }
}
