//! Diagnosis: detectors that say what is wrong with a run, where, since when, and what to try.
//!
//! A [`Diagnosis`] reads the world after each tick and never changes it. It watches a few evenly
//! drawn units of each group, so that its cost does not grow with the crowd; only flocks are
//! counted over all units, and not at all in large crowds. A detector rates the symptom of a unit.
//! Averaging over time, the required share of affected units and the hysteresis are shared by all
//! detectors. To add a detector, add an entry to [`REGISTRY`].

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

/// Description of a detector: its texts, and how its symptom is read.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// Unique among the detectors.
    pub key: &'static str,
    /// Name of the trouble on the page.
    pub title: &'static str,
    /// Description of the trouble, one sentence.
    pub sentence: &'static str,
    /// Ticks between two readings of the symptom.
    pub every: u64,
    /// Time over which the symptom is averaged, s.
    pub window: f32,
    /// Averaged symptom above which a unit is affected.
    pub ill: f32,
    /// Share of a group's watched units that have to be affected for a finding.
    pub share: f32,
}

/// Detects one kind of trouble.
pub trait Detector: Send {
    fn info(&self) -> Info;

    /// Symptom of a unit now, 0..=1.
    fn symptom(&self, unit: &Tracked, world: &World) -> f32;

    /// Reads the whole run after a tick, for detectors that need more than single units.
    fn observe(&mut self, _run: &Run) {}

    /// Suggests a change.
    fn fix(&self, case: &Case) -> Option<Fix>;

    /// Label of the behavior that causes the trouble.
    fn culprit(&self, _case: &Case) -> Option<&'static str> {
        None
    }
}

/// Creates a detector in its initial state.
type Make = fn() -> Box<dyn Detector>;

/// All detectors, in the order in which findings are listed.
pub const REGISTRY: &[Make] = &[
    || Box::new(detectors::Jitter),
    || Box::new(detectors::Splinter::default()),
    || Box::new(detectors::Collapse),
    || Box::new(detectors::Stuck),
];

/// Largest number of units named in a finding.
pub const MOST_NAMED: usize = 8;

/// Ticks between two updates of the alarms.
const JUDGED: u64 = 10;

/// A finding.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The detector that found it.
    pub info: Info,
    pub group: usize,
    /// Tick at which it began.
    pub since: u64,
    /// Affected watched units, worst first.
    pub units: Vec<usize>,
    /// Number of affected units among the watched ones of the group.
    pub ill: usize,
    /// Number of watched units of the group.
    pub watched: usize,
    /// Position of the worst unit, u.
    pub place: Vec2,
    /// Label of the behavior that causes it.
    pub culprit: Option<&'static str>,
    /// Suggested change; `None` without a suspect.
    pub fix: Option<Fix>,
}

/// A detector with its state.
struct DetectorState {
    detector: Box<dyn Detector>,
    info: Info,
    /// Averaged symptom per watched unit.
    illness: Vec<f32>,
    /// Alarm per group.
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

    /// Share of affected units relative to the limit: 1 makes a finding.
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
    /// Tick that was observed last.
    seen: Option<u64>,
}

impl Default for Diagnosis {
    fn default() -> Self {
        let detectors = REGISTRY.iter().map(DetectorState::new).collect();
        Self { watched: UnitSample::default(), detectors, seen: None }
    }
}

impl Diagnosis {
    /// Observes the run after a tick. Restarts after a restart, a jump in time or a change of the
    /// groups; otherwise allocates nothing.
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

    /// Number of present findings; 0 if the run was changed since the last observation.
    pub fn count(&self, run: &Run) -> usize {
        if !self.watched.fits(&run.world) {
            return 0;
        }
        let alarms = self.detectors.iter().flat_map(|state| &state.alarms);
        alarms.filter(|alarm| alarm.on.is_some()).count()
    }

    /// All present findings.
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
