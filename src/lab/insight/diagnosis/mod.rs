//! Diagnosis: detectors that name what is wrong with a run, where, since when, and what to try.
//!
//! A [`Diagnosis`] looks at the world after each tick, never inside of it: what it sees changes no
//! run. It watches a few units of each group, evenly drawn, so that its cost does not grow with the
//! crowd; only the flocks are counted over all units, and in large crowds not at all. Each
//! detector gives how strongly a unit shows its symptom. The rest is shared: the average over time,
//! the share of units that must be ill, and the hysteresis of a finding. To add one, give it an
//! entry in [`REGISTRY`].

mod alarm;
mod checkup;
mod detectors;
mod fix;
mod sample;
#[cfg(test)]
mod tests;
mod tracked;

pub use fix::{Case, Fix};
pub use sample::UnitSample;
pub use tracked::Tracked;

use alarm::Alarm;
use flockwright::engine::params::DT;
use flockwright::engine::world::World;
use flockwright::internals::math::sort_by_number;
use flockwright::session::run::Run;
use glam::Vec2;

/// What a detector is: what the page says of it, and how its symptom is read.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// Unique among the detectors.
    pub key: &'static str,
    /// What the page calls the trouble.
    pub title: &'static str,
    /// What is wrong, in one plain sentence.
    pub says: &'static str,
    /// Ticks from one reading of the symptom to the next.
    pub every: u64,
    /// The symptom is averaged over this time, s.
    pub window: f32,
    /// A unit is ill whose averaged symptom is above this.
    pub ill: f32,
    /// It is a finding when this share of a group's watched units is ill.
    pub share: f32,
}

/// Finds one kind of trouble.
pub trait Detector: Send {
    fn info(&self) -> Info;

    /// How strongly a unit shows the symptom now, 0..=1.
    fn symptom(&self, unit: &Tracked, world: &World) -> f32;

    /// Looks at the whole run after a tick, for detectors that need more than single units.
    fn observe(&mut self, _run: &Run) {}

    /// What to try.
    fn fix(&self, case: &Case) -> Option<Fix>;

    /// The label of the behavior that does it.
    fn culprit(&self, _case: &Case) -> Option<&'static str> {
        None
    }
}

/// Makes a detector that has seen nothing yet.
type Make = fn() -> Box<dyn Detector>;

/// All detectors, in the order in which findings are listed.
pub const REGISTRY: &[Make] = &[
    || Box::new(detectors::Jitter),
    || Box::new(detectors::Splinter::default()),
    || Box::new(detectors::Collapse),
    || Box::new(detectors::Stuck),
];

/// At most this many units are named in a finding.
pub const MOST_NAMED: usize = 8;

/// Ticks from one comparison of the levels with the lines of the alarms to the next.
const JUDGED: u64 = 10;

/// What is wrong.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The detector that found it.
    pub info: Info,
    pub group: usize,
    /// The tick at which it began.
    pub since: u64,
    /// Watched units that show it, the worst first.
    pub units: Vec<usize>,
    /// How many of the group's watched units show it, and how many are watched.
    pub ill: usize,
    /// See `ill`.
    pub watched: usize,
    /// Where the worst of them is.
    pub place: Vec2,
    /// The label of the behavior that does it.
    pub culprit: Option<&'static str>,
    /// What to try; `None` where no parameter is a suspect.
    pub fix: Option<Fix>,
}

/// A detector with its memory.
struct DetectorState {
    detector: Box<dyn Detector>,
    info: Info,
    /// By watched unit: the averaged symptom.
    illness: Vec<f32>,
    /// By group.
    alarms: Vec<Alarm>,
}

impl DetectorState {
    fn new(make: &Make) -> Self {
        let detector = make();
        let info = detector.info();
        Self { detector, info, illness: Vec::new(), alarms: Vec::new() }
    }

    fn follow(&mut self, watched: &UnitSample, world: &World) {
        if !world.ticks().is_multiple_of(self.info.every) {
            return;
        }
        let follow = self.info.every as f32 * DT / self.info.window;
        for (unit, illness) in watched.tracked.iter().zip(&mut self.illness) {
            *illness += (self.detector.symptom(unit, world) - *illness) * follow;
        }
    }

    /// 1 where the share of a group's units that are ill makes a finding.
    fn level(&self, watched: &UnitSample, group: usize) -> f32 {
        let units = &self.illness[watched.groups[group].of.clone()];
        let ill = units.iter().filter(|illness| **illness > self.info.ill).count();
        if units.is_empty() { 0.0 } else { ill as f32 / units.len() as f32 / self.info.share }
    }
}

/// Watches one run.
pub struct Diagnosis {
    watched: UnitSample,
    detectors: Vec<DetectorState>,
    /// The tick that was last looked at.
    seen: Option<u64>,
}

impl Default for Diagnosis {
    fn default() -> Self {
        let detectors = REGISTRY.iter().map(DetectorState::new).collect();
        Self { watched: UnitSample::default(), detectors, seen: None }
    }
}

impl Diagnosis {
    /// Looks at the run after a tick. Begins anew after a restart, a jump in time or a change of
    /// the crowd; otherwise allocates nothing.
    pub fn observe(&mut self, run: &Run) {
        let tick = run.world.ticks();
        let goes_on =
            self.seen.is_some_and(|seen| tick == seen + 1) && self.watched.fits(&run.world);
        self.seen = Some(tick);
        if !goes_on {
            self.begin(run);
            return;
        }
        self.watched.observe(&run.world);
        for state in &mut self.detectors {
            state.detector.observe(run);
            state.follow(&self.watched, &run.world);
        }
        if tick.is_multiple_of(JUDGED) {
            self.judge(tick);
        }
    }

    fn begin(&mut self, run: &Run) {
        self.watched.choose(&run.world);
        for (state, make) in self.detectors.iter_mut().zip(REGISTRY) {
            *state = DetectorState::new(make);
            state.illness.resize(self.watched.tracked.len(), 0.0);
            state.alarms.resize(self.watched.groups.len(), Alarm::default());
        }
    }

    fn judge(&mut self, tick: u64) {
        for state in &mut self.detectors {
            for group in 0..self.watched.groups.len() {
                let level = state.level(&self.watched, group);
                state.alarms[group].update(level, tick);
            }
        }
    }

    /// How many findings there are now: none where the run has been made otherwise since the last
    /// look.
    pub fn count(&self, run: &Run) -> usize {
        if !self.watched.fits(&run.world) {
            return 0;
        }
        let alarms = self.detectors.iter().flat_map(|state| &state.alarms);
        alarms.filter(|alarm| alarm.on.is_some()).count()
    }

    /// All that is wrong now: [`count`](Self::count) findings.
    pub fn findings(&self, run: &Run) -> Vec<Finding> {
        let mut findings = Vec::new();
        if !self.watched.fits(&run.world) {
            return findings;
        }
        for state in &self.detectors {
            for (group, alarm) in state.alarms.iter().enumerate() {
                if let Some(since) = alarm.on {
                    findings.push(self.tell(state, group, since, run));
                }
            }
        }
        findings
    }

    fn tell(&self, state: &DetectorState, group: usize, since: u64, run: &Run) -> Finding {
        let of = self.watched.groups[group].of.clone();
        let mut worst: Vec<usize> = of.clone().collect();
        sort_by_number(&mut worst, |unit| -state.illness[*unit]);
        let place = worst.first().map_or(Vec2::ZERO, |unit| self.watched.tracked[*unit].position);
        worst.retain(|unit| state.illness[*unit] > 0.5 * state.info.ill);
        let ill = worst.len();
        worst.truncate(MOST_NAMED);
        let case = Case { run, watched: &self.watched, group };
        Finding {
            info: state.info,
            group,
            since,
            units: worst.into_iter().map(|unit| self.watched.tracked[unit].id).collect(),
            ill,
            watched: of.len(),
            place,
            culprit: state.detector.culprit(&case),
            fix: state.detector.fix(&case),
        }
    }
}
