//! The four detectors: stuck at an obstacle, overlapping, splintered, jittering.

use super::{Detector, DetectorInfo, FindingCase, ParamFix, TrackedUnit};
use crate::insight::measures::{FlockCount, Meter};
use flockwright::engine::world::World;
use flockwright::schema::{ParamEffect, Trouble};
use flockwright::session::run::Run;
use std::collections::VecDeque;

/// Stuck: units stand at or inside an obstacle and make no progress.
pub struct StuckDetector;

/// Largest distance from an obstacle's rim at which a unit can be stuck, in body lengths.
const MAX_RIM_DISTANCE: f32 = 1.0;

/// Share of the largest speed below which [`TrackedUnit::mean_speed_share`] counts as standing.
const STANDING_SHARE: f32 = 0.12;

impl Detector for StuckDetector {
    fn info(&self) -> DetectorInfo {
        DetectorInfo {
            key: "stuck",
            title: "Stuck at an obstacle",
            sentence: "Birds stand at an obstacle, or in it, and cannot find a way around it.",
            sample_interval: 6,
            window_seconds: 2.0,
            affected_above: 0.7,
            min_affected_share: 0.2,
        }
    }

    fn symptom_strength(&self, unit: &TrackedUnit, _world: &World) -> f32 {
        f32::from(
            !unit.checkup.has_arrived
                && unit.checkup.obstacle_gap < MAX_RIM_DISTANCE
                && unit.mean_speed_share < STANDING_SHARE,
        )
    }

    fn fix(&self, case: &FindingCase) -> Option<ParamFix> {
        let more = |key| case.scale_param(key, 2.0);
        case.undo_worst_change(Trouble::Stuck).or_else(|| case.first_raise(Trouble::Stuck, more))
    }
}

/// Collapse: units overlap. The symptom of a unit is that the centers of three others of its group
/// are within 0.4 body lengths.
pub struct CollapseDetector;

impl Detector for CollapseDetector {
    fn info(&self) -> DetectorInfo {
        DetectorInfo {
            key: "collapse",
            title: "Overlapping",
            sentence: "Birds overlap: what keeps them apart is too weak for what draws them together.",
            sample_interval: 6,
            window_seconds: 2.0,
            affected_above: 0.5,
            min_affected_share: 0.5,
        }
    }

    fn symptom_strength(&self, unit: &TrackedUnit, _world: &World) -> f32 {
        f32::from(unit.checkup.overlap_count > 2)
    }

    fn fix(&self, case: &FindingCase) -> Option<ParamFix> {
        let more = |key| case.set_param(key, (2.0 * case.param_value(key)).max(1.0));
        case.undo_worst_change(Trouble::Collapse)
            .or_else(|| case.first_raise(Trouble::Collapse, more))
    }
}

/// Ticks between two counts of the flocks.
const COUNT_INTERVAL: u64 = 30;

/// Number of units above which flocks are not counted, because it would take too long for a tick.
const MAX_COUNTED_UNITS: usize = 20_000;

/// Largest distance between connected units of a flock, in body lengths of the first group.
const MAX_CONNECTION: f32 = 8.0;

/// Number of flock counts before a change that define the usual state: those of ten seconds.
const USUAL_COUNTS: usize = 20;

/// Ticks after the change of a parameter within which splintering counts as its effect.
const BLAME_TICKS: u64 = 30 * 60;

/// Share of its usual size below which the largest flock has splintered.
const MAX_LARGEST_SHARE: f32 = 0.4;

/// The number of flocks has to grow to twice the usual one, plus one per this many units.
const UNITS_PER_NEW_FLOCK: usize = 12;

/// Splintering: the flock falls apart after a parameter was changed.
///
/// With a short view, flocks split and merge all the time. Splintering therefore means far more
/// flocks, and a far smaller largest one, than at any time in the ten seconds before the change.
/// Units belong to one flock if they are connected within eight body lengths, even out of view, so
/// changing the view alone splits no flock. The remedy is to undo the change; the finding ends when
/// there are at most 1.5 times as many flocks as usual.
#[derive(Default)]
pub struct SplinterDetector {
    meter: Meter,
    /// Latest counts of flocks, the newest last; none are added while `blamed_change` is set.
    flock_counts: VecDeque<FlockCount>,
    /// Values of all parameters when they were last read.
    values: Vec<f32>,
    /// Number of the run's edits when `values` were read.
    edit_count: u64,
    blamed_change: Option<ParamChange>,
    /// Group of the change that splintered the flock; `None` if the flock is not splintered.
    splintered_group: Option<usize>,
}

/// A change of a parameter, and the flocks before the change.
struct ParamChange {
    param: usize,
    old_value: f32,
    tick: u64,
    group: usize,
    /// Usual state before the change: largest number of flocks, and smallest share of the largest
    /// flock, in the ten seconds before it.
    usual_flocks: FlockCount,
}

impl SplinterDetector {
    fn note_changes(&mut self, run: &Run) {
        if self.values.is_empty() {
            self.flock_counts.reserve(USUAL_COUNTS);
            self.values.extend((0..run.params().len()).map(|id| run.get(id)));
        } else if self.edit_count == run.edit_count() {
            return;
        }
        self.edit_count = run.edit_count();
        let tick = run.world.ticks();
        for (id, value) in self.values.iter_mut().enumerate() {
            let old = std::mem::replace(value, run.get(id));
            let effect = run.params()[id].spec.effect;
            let acts = !matches!(effect, ParamEffect::Nothing | ParamEffect::FillsGoalSites);
            if old == *value || acts || self.flock_counts.is_empty() {
                continue;
            }
            // Further changes of the blamed parameter keep its old value, because a slider passes
            // through many values. A change after the flock fell apart is not blamed.
            let blamed = self.blamed_change.as_mut().filter(|change| {
                self.splintered_group.is_some()
                    || (change.param == id && tick < change.tick + BLAME_TICKS)
            });
            if let Some(change) = blamed {
                if change.param == id {
                    change.tick = tick;
                }
                continue;
            }
            let before = FlockCount {
                count: self.flock_counts.iter().map(|flocks| flocks.count).max().unwrap_or(0),
                largest_share: self
                    .flock_counts
                    .iter()
                    .map(|flocks| flocks.largest_share)
                    .fold(1.0, f32::min),
            };
            let group = run.params()[id].group.unwrap_or(0);
            self.blamed_change =
                Some(ParamChange { param: id, old_value: old, tick, group, usual_flocks: before });
        }
    }

    fn compare_with_usual(&mut self, now: FlockCount, run: &Run) {
        let Some(change) = &self.blamed_change else { return };
        let FlockCount { count, largest_share: largest } = change.usual_flocks;
        let many = 2 * count + run.world.agents().len() / UNITS_PER_NEW_FLOCK;
        if now.count >= many.max(count + 2) && now.largest_share < MAX_LARGEST_SHARE * largest {
            self.splintered_group = Some(change.group);
        } else if 2 * now.count <= 3 * count {
            self.splintered_group = None;
        }
        if self.splintered_group.is_none() && run.world.ticks() > change.tick + BLAME_TICKS {
            self.blamed_change = None;
        }
    }
}

impl Detector for SplinterDetector {
    fn info(&self) -> DetectorInfo {
        DetectorInfo {
            key: "splinter",
            title: "The flock is split",
            sentence: "Since a parameter changed, there are at least twice as many flocks as at any \
                   time in the ten seconds before.",
            sample_interval: 6,
            window_seconds: 4.0,
            affected_above: 0.5,
            min_affected_share: 0.5,
        }
    }

    fn symptom_strength(&self, unit: &TrackedUnit, _world: &World) -> f32 {
        f32::from(self.splintered_group == Some(unit.group))
    }

    fn observe(&mut self, run: &Run) {
        self.note_changes(run);
        if !run.world.ticks().is_multiple_of(COUNT_INTERVAL)
            || run.world.agents().len() > MAX_COUNTED_UNITS
        {
            return;
        }
        let Some(main) = run.world.groups().first() else { return };
        let now = self.meter.flocks(&run.world, MAX_CONNECTION * main.crowd.length);
        self.compare_with_usual(now, run);
        if self.blamed_change.is_none() {
            if self.flock_counts.len() == USUAL_COUNTS {
                self.flock_counts.pop_front();
            }
            self.flock_counts.push_back(now);
        }
    }

    fn fix(&self, case: &FindingCase) -> Option<ParamFix> {
        let change = self.blamed_change.as_ref()?;
        let fix = ParamFix { param: change.param, value: change.old_value };
        (case.run.get(fix.param) != fix.value).then_some(fix)
    }
}

/// Jitter: units turn back and forth many times a second.
///
/// The cause is a force that changes sides from tick to tick, such as a strong push with a sharp
/// boundary, or a body that responds too fast. The remedy is to undo a harmful change, else to
/// weaken the behavior whose force changes most from tick to tick.
///
/// A unit has the symptom in a tick in which it turns by more than 3.4 degrees, to the other side
/// than at its last turn of that size.
pub struct JitterDetector;

impl Detector for JitterDetector {
    fn info(&self) -> DetectorInfo {
        DetectorInfo {
            key: "jitter",
            title: "Trembling",
            sentence: "Birds turn back and forth many times a second: they tremble rather than steer.",
            sample_interval: 1,
            window_seconds: 1.5,
            affected_above: 0.25,
            min_affected_share: 0.5,
        }
    }

    fn symptom_strength(&self, unit: &TrackedUnit, world: &World) -> f32 {
        // A group with noise is left out: noise by itself makes its units turn back and forth.
        let noisy = world.groups().get(unit.group).is_some_and(|group| group.noise.noise > 0.0);
        f32::from(unit.has_flipped && !noisy)
    }

    fn fix(&self, case: &FindingCase) -> Option<ParamFix> {
        let key = case.unsteadiest_behavior()?.key();
        case.undo_worst_change(Trouble::Jitter)
            .or_else(|| case.lower_to_scene_value(key))
            .or_else(|| case.scale_param(key, 0.5))
    }

    fn culprit(&self, case: &FindingCase) -> Option<&'static str> {
        case.unsteadiest_behavior().map(|behavior| behavior.about().label())
    }
}
