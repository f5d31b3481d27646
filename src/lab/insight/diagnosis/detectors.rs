//! The four detectors: stuck at an obstacle, overlapping, splintered, jittering.

use super::{Case, Detector, Fix, Info, Tracked};
use crate::insight::measures::{Flocks, Meter};
use flockwright::engine::world::World;
use flockwright::schema::{ParamEffect, Trouble};
use flockwright::session::run::Run;
use std::collections::VecDeque;

/// Stuck: units stand at or inside an obstacle and make no progress.
pub struct Stuck;

/// Largest distance from the rim at which a unit is at the obstacle, in lengths.
const AT: f32 = 1.0;

/// Share of the largest speed below which progress counts as standing.
const STANDING: f32 = 0.12;

impl Detector for Stuck {
    fn info(&self) -> Info {
        Info {
            key: "stuck",
            title: "Stuck at an obstacle",
            sentence: "Birds stand at an obstacle, or in it, and cannot find a way around it.",
            every: 6,
            window: 2.0,
            ill: 0.7,
            share: 0.2,
        }
    }

    fn symptom(&self, unit: &Tracked, _world: &World) -> f32 {
        f32::from(!unit.checkup.arrived && unit.checkup.gap < AT && unit.progress < STANDING)
    }

    fn fix(&self, case: &Case) -> Option<Fix> {
        let more = |key| case.scaled(key, 2.0);
        case.back(Trouble::Stuck).or_else(|| case.raise(Trouble::Stuck, more))
    }
}

/// Collapse: units overlap.
///
/// A unit shows it while the centers of three other units of its group are within 0.4 lengths.
pub struct Collapse;

impl Detector for Collapse {
    fn info(&self) -> Info {
        Info {
            key: "collapse",
            title: "Overlapping",
            sentence: "Birds overlap: what keeps them apart is too weak for what draws them together.",
            every: 6,
            window: 2.0,
            ill: 0.5,
            share: 0.5,
        }
    }

    fn symptom(&self, unit: &Tracked, _world: &World) -> f32 {
        f32::from(unit.checkup.close > 2)
    }

    fn fix(&self, case: &Case) -> Option<Fix> {
        let more = |key| case.to(key, (2.0 * case.value(key)).max(1.0));
        case.back(Trouble::Collapse).or_else(|| case.raise(Trouble::Collapse, more))
    }
}

/// Ticks between two counts of the flocks.
const COUNTED: u64 = 30;

/// Number of units above which flocks are not counted, since that would take longer than a frame.
const MAX_UNITS: usize = 20_000;

/// Largest distance between connected units of a flock, in lengths of the main group.
const TOGETHER: f32 = 8.0;

/// Number of counts of flocks before a change that define the usual state: ten seconds, two counts
/// per second.
const USUAL_COUNTS: usize = 20;

/// Ticks after a change within which it can be blamed.
const BLAMED: u64 = 30 * 60;

/// Largest share of the units that the largest flock keeps in a splintered state.
const LEFT: f32 = 0.4;

/// Besides having doubled, the number of flocks has to grow by one per this many units.
const CRUMBS: usize = 12;

/// Splintering: the flock falls apart after a parameter was changed.
///
/// With a short view, flocks split and merge all the time. It is a finding if there are far more
/// flocks than at any time in the ten seconds before the change, and this lasts. Units belong to
/// one flock if they are connected within eight lengths, whether they see each other or not, so
/// changing the view alone splits no flock. The remedy is to undo the change; the finding ends when
/// the flock has closed again.
#[derive(Default)]
pub struct Splinter {
    meter: Meter,
    /// Latest counts, newest last.
    counts: VecDeque<Flocks>,
    /// Values of all parameters, and the edit after which they were read.
    values: Vec<f32>,
    edits: u64,
    change: Option<ParamChange>,
    /// Index of the splintered group.
    apart: Option<usize>,
}

/// A change of a parameter, and the state before it.
struct ParamChange {
    param: usize,
    old: f32,
    tick: u64,
    group: usize,
    /// Largest number of flocks, and smallest share of the largest one.
    before: Flocks,
}

impl Splinter {
    fn note_changes(&mut self, run: &Run) {
        if self.values.is_empty() {
            self.counts.reserve(USUAL_COUNTS);
            self.values.extend((0..run.params().len()).map(|id| run.get(id)));
        } else if self.edits == run.edit_count() {
            return;
        }
        self.edits = run.edit_count();
        let tick = run.world.ticks();
        for (id, value) in self.values.iter_mut().enumerate() {
            let old = std::mem::replace(value, run.get(id));
            let effect = run.params()[id].spec.effect;
            let acts = !matches!(effect, ParamEffect::Nothing | ParamEffect::NamesSites);
            if old == *value || acts || self.counts.is_empty() {
                continue;
            }
            // A slider passes through many values; its starting value counts. Changes after the
            // flock fell apart are not to blame.
            let blamed = self.change.as_mut().filter(|change| {
                self.apart.is_some() || (change.param == id && tick < change.tick + BLAMED)
            });
            if let Some(change) = blamed {
                if change.param == id {
                    change.tick = tick;
                }
                continue;
            }
            let before = Flocks {
                count: self.counts.iter().map(|flocks| flocks.count).max().unwrap_or(0),
                largest: self.counts.iter().map(|flocks| flocks.largest).fold(1.0, f32::min),
            };
            let group = run.params()[id].group.unwrap_or(0);
            self.change = Some(ParamChange { param: id, old, tick, group, before });
        }
    }

    fn compare(&mut self, now: Flocks, run: &Run) {
        let Some(change) = &self.change else { return };
        let Flocks { count, largest } = change.before;
        let many = 2 * count + run.world.agents().len() / CRUMBS;
        if now.count >= many.max(count + 2) && now.largest < LEFT * largest {
            self.apart = Some(change.group);
        } else if 2 * now.count <= 3 * count {
            self.apart = None;
        }
        if self.apart.is_none() && run.world.ticks() > change.tick + BLAMED {
            self.change = None;
        }
    }
}

impl Detector for Splinter {
    fn info(&self) -> Info {
        Info {
            key: "splinter",
            title: "The flock is split",
            sentence: "Since a parameter changed, there are at least twice as many flocks as at any \
                   time in the ten seconds before.",
            every: 6,
            window: 4.0,
            ill: 0.5,
            share: 0.5,
        }
    }

    fn symptom(&self, unit: &Tracked, _world: &World) -> f32 {
        f32::from(self.apart == Some(unit.group))
    }

    fn observe(&mut self, run: &Run) {
        self.note_changes(run);
        if !run.world.ticks().is_multiple_of(COUNTED) || run.world.agents().len() > MAX_UNITS {
            return;
        }
        let Some(main) = run.world.groups().first() else { return };
        let now = self.meter.flocks(&run.world, TOGETHER * main.crowd.length);
        self.compare(now, run);
        if self.change.is_none() {
            if self.counts.len() == USUAL_COUNTS {
                self.counts.pop_front();
            }
            self.counts.push_back(now);
        }
    }

    fn fix(&self, case: &Case) -> Option<Fix> {
        let change = self.change.as_ref()?;
        let fix = Fix { param: change.param, value: change.old };
        (case.run.get(fix.param) != fix.value).then_some(fix)
    }
}

/// Jitter: units turn back and forth many times a second.
///
/// Forces that change sides from tick to tick cause it: a strong push with a sharp edge, or a body
/// that responds to each of them at once. The remedy is to weaken the behavior whose force changes
/// most from tick to tick, unless the body itself is the cause.
///
/// A unit shows it in a tick in which it turns by more than 3.4 degrees to the other side than in
/// its last such turn.
pub struct Jitter;

impl Detector for Jitter {
    fn info(&self) -> Info {
        Info {
            key: "jitter",
            title: "Trembling",
            sentence: "Birds turn back and forth many times a second: they tremble rather than steer.",
            every: 1,
            window: 1.5,
            ill: 0.25,
            share: 0.5,
        }
    }

    fn symptom(&self, unit: &Tracked, world: &World) -> f32 {
        // Units with noise are meant to tremble.
        let noisy = world.groups().get(unit.group).is_some_and(|group| group.noise.noise > 0.0);
        f32::from(unit.flipped && !noisy)
    }

    fn fix(&self, case: &Case) -> Option<Fix> {
        let key = case.culprit()?.key();
        case.back(Trouble::Jitter).or_else(|| case.back_down(key)).or_else(|| case.scaled(key, 0.5))
    }

    fn culprit(&self, case: &Case) -> Option<&'static str> {
        case.culprit().map(|behavior| behavior.about().label())
    }
}
