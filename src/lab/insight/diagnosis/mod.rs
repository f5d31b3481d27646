//! Diagnosis: detectors that say what is wrong with a run, where, since when, and what to try.
//!
//! A [`Diagnosis`] reads the world after each tick and never changes it. It watches a few evenly
//! drawn units of each group, so that its cost does not grow with the crowd; only flocks are
//! counted over all units, and not at all in large crowds. A detector rates the symptom of a unit;
//! the averaging over time, the share of affected units and the hysteresis are common code. To add
//! a detector, add an entry to [`DETECTORS`].

mod alarm;
mod checkup;
mod detectors;
mod fix;
mod sample;
#[cfg(test)]
mod tests;
mod tracked;

pub use fix::{FindingCase, ParamFix};
pub use sample::UnitSample;
pub use tracked::TrackedUnit;

use alarm::FindingAlarm;
use flockwright::engine::params::DT;
use flockwright::engine::world::World;
use flockwright::internals::math::sort_by_number;
use flockwright::session::run::Run;
use glam::Vec2;

/// Description of a detector: its texts, and how its symptom becomes a finding.
#[derive(Clone, Copy, Debug)]
pub struct DetectorInfo {
    /// Key of the detector, unique among the detectors.
    pub key: &'static str,
    /// Name of the trouble, as the page shows it.
    pub title: &'static str,
    /// Description of the trouble, one sentence.
    pub sentence: &'static str,
    /// Number of ticks between two samples of the symptom.
    pub sample_interval: u64,
    /// Time constant of the symptom's exponential mean, s.
    pub window_seconds: f32,
    /// Mean symptom above which a unit counts as affected.
    pub affected_above: f32,
    /// Share of a group's watched units that have to be affected for a finding.
    pub min_affected_share: f32,
}

/// Detects one kind of trouble.
pub trait Detector: Send {
    fn info(&self) -> DetectorInfo;

    /// Strength of the symptom in a unit at present, 0 to 1.
    fn symptom_strength(&self, unit: &TrackedUnit, world: &World) -> f32;

    /// Reads the whole run after a tick; for detectors that need more than the watched units.
    fn observe(&mut self, _run: &Run) {}

    /// Change of a parameter that might end the trouble; `None` if none is known.
    fn fix(&self, case: &FindingCase) -> Option<ParamFix>;

    /// Label of the behavior that causes the trouble; `None` if none is suspected.
    fn culprit(&self, _case: &FindingCase) -> Option<&'static str> {
        None
    }
}

/// Creates a detector in its initial state.
type MakeDetector = fn() -> Box<dyn Detector>;

/// All detectors, in the order in which findings are listed.
pub const DETECTORS: &[MakeDetector] = &[
    || Box::new(detectors::JitterDetector),
    || Box::new(detectors::SplinterDetector::default()),
    || Box::new(detectors::CollapseDetector),
    || Box::new(detectors::StuckDetector),
];

/// Largest number of units named in a finding.
pub const MAX_NAMED_UNITS: usize = 8;

/// Ticks between two updates of the findings' hysteresis.
const ALARM_INTERVAL: u64 = 10;

/// A trouble that a detector has found in a group.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Description of the detector that made the finding.
    pub info: DetectorInfo,
    pub group: usize,
    /// Tick at which the finding began.
    pub since: u64,
    /// Ids of up to [`MAX_NAMED_UNITS`] watched units with more than half the symptom of an
    /// affected one, the worst first.
    pub affected_units: Vec<usize>,
    /// Number of units of which `affected_units` names the worst.
    pub affected_count: usize,
    /// Number of watched units of the group.
    pub watched_count: usize,
    /// Position of the most affected unit, u.
    pub position: Vec2,
    /// Label of the behavior that causes the trouble; `None` if none is suspected.
    pub culprit_label: Option<&'static str>,
    /// Suggested change of a parameter; `None` if none is known.
    pub fix: Option<ParamFix>,
}

/// A detector with the state that is kept for it.
struct DetectorState {
    detector: Box<dyn Detector>,
    info: DetectorInfo,
    /// Exponential mean of the symptom of each watched unit, 0 to 1.
    mean_symptoms: Vec<f32>,
    /// Hysteresis of the finding in each group.
    alarms: Vec<FindingAlarm>,
}

impl DetectorState {
    fn new(make: &MakeDetector) -> Self {
        let detector = make();
        let info = detector.info();
        Self { detector, info, mean_symptoms: Vec::new(), alarms: Vec::new() }
    }

    fn update_means(&mut self, watched: &UnitSample, world: &World) {
        if !world.ticks().is_multiple_of(self.info.sample_interval) {
            return;
        }
        let follow = self.info.sample_interval as f32 * DT / self.info.window_seconds;
        for (unit, illness) in watched.tracked.iter().zip(&mut self.mean_symptoms) {
            *illness += (self.detector.symptom_strength(unit, world) - *illness) * follow;
        }
    }

    /// Share of a group's watched units that are affected, divided by `min_affected_share`.
    fn alarm_level(&self, watched: &UnitSample, group: usize) -> f32 {
        let units = &self.mean_symptoms[watched.groups[group].tracked_range.clone()];
        let ill = units.iter().filter(|illness| **illness > self.info.affected_above).count();
        if units.is_empty() {
            0.0
        } else {
            ill as f32 / units.len() as f32 / self.info.min_affected_share
        }
    }
}

/// Detects troubles in one run.
pub struct Diagnosis {
    watched: UnitSample,
    detectors: Vec<DetectorState>,
    /// Tick that the diagnosis observed last.
    observed_tick: Option<u64>,
}

impl Default for Diagnosis {
    fn default() -> Self {
        let detectors = DETECTORS.iter().map(DetectorState::new).collect();
        Self { watched: UnitSample::default(), detectors, observed_tick: None }
    }
}

impl Diagnosis {
    /// Observes the run after a tick. Starts anew after a restart of the run, a jump in time or a
    /// change of the groups; otherwise allocates nothing.
    pub fn observe(&mut self, run: &Run) {
        let tick = run.world.ticks();
        let goes_on = self.observed_tick.is_some_and(|seen| tick == seen + 1)
            && self.watched.is_of_world(&run.world);
        self.observed_tick = Some(tick);
        if !goes_on {
            self.start_watching(run);
            return;
        }
        self.watched.observe(&run.world);
        for state in &mut self.detectors {
            state.detector.observe(run);
            state.update_means(&self.watched, &run.world);
        }
        if tick.is_multiple_of(ALARM_INTERVAL) {
            self.update_alarms(tick);
        }
    }

    fn start_watching(&mut self, run: &Run) {
        self.watched.choose_units(&run.world);
        for (state, make) in self.detectors.iter_mut().zip(DETECTORS) {
            *state = DetectorState::new(make);
            state.mean_symptoms.resize(self.watched.tracked.len(), 0.0);
            state.alarms.resize(self.watched.groups.len(), FindingAlarm::default());
        }
    }

    fn update_alarms(&mut self, tick: u64) {
        for state in &mut self.detectors {
            for group in 0..self.watched.groups.len() {
                let level = state.alarm_level(&self.watched, group);
                state.alarms[group].update(level, tick);
            }
        }
    }

    /// Number of present findings; 0 if the groups were changed since the last observation.
    pub fn finding_count(&self, run: &Run) -> usize {
        if !self.watched.is_of_world(&run.world) {
            return 0;
        }
        let alarms = self.detectors.iter().flat_map(|state| &state.alarms);
        alarms.filter(|alarm| alarm.active_since.is_some()).count()
    }

    /// Findings that exist at present, for all groups.
    pub fn findings(&self, run: &Run) -> Vec<Finding> {
        let mut findings = Vec::new();
        if !self.watched.is_of_world(&run.world) {
            return findings;
        }
        for state in &self.detectors {
            for (group, alarm) in state.alarms.iter().enumerate() {
                if let Some(since) = alarm.active_since {
                    findings.push(self.finding_of(state, group, since, run));
                }
            }
        }
        findings
    }

    fn finding_of(&self, state: &DetectorState, group: usize, since: u64, run: &Run) -> Finding {
        let of = self.watched.groups[group].tracked_range.clone();
        let mut worst: Vec<usize> = of.clone().collect();
        sort_by_number(&mut worst, |unit| -state.mean_symptoms[*unit]);
        let place = worst.first().map_or(Vec2::ZERO, |unit| self.watched.tracked[*unit].position);
        worst.retain(|unit| state.mean_symptoms[*unit] > 0.5 * state.info.affected_above);
        let ill = worst.len();
        worst.truncate(MAX_NAMED_UNITS);
        let case = FindingCase { run, watched_units: &self.watched, group };
        Finding {
            info: state.info,
            group,
            since,
            affected_units: worst.into_iter().map(|unit| self.watched.tracked[unit].id).collect(),
            affected_count: ill,
            watched_count: of.len(),
            position: place,
            culprit_label: state.detector.culprit(&case),
            fix: state.detector.fix(&case),
        }
    }
}
