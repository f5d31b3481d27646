//! The four detectors: stuck at an obstacle, overlapping, split, trembling.

use super::{Case, Detector, Fix, Info, Tracked};
use crate::insight::measures::{Flocks, Meter};
use flockwright::engine::world::World;
use flockwright::schema::{Effect, Trouble};
use flockwright::session::run::Run;
use std::collections::VecDeque;

/// Stuck: units stand at an obstacle, or in it, and get nowhere.
pub struct Stuck;

/// One whose middle is within this many lengths of a rim is at the obstacle.
const AT: f32 = 1.0;

/// One that gets on at less than this share of its speed stands.
const STANDING: f32 = 0.12;

impl Detector for Stuck {
    fn info(&self) -> Info {
        Info {
            key: "stuck",
            title: "Stuck at an obstacle",
            says: "Birds stand at an obstacle, or in it, and cannot find a way around it.",
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

/// Collapse: units lie on each other.
///
/// A unit shows it while the middles of three other units of its group are within 0.4 lengths.
pub struct Collapse;

impl Detector for Collapse {
    fn info(&self) -> Info {
        Info {
            key: "collapse",
            title: "Overlapping",
            says: "Birds overlap: what keeps them apart is too weak for what draws them together.",
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

/// Ticks from one count of the flocks to the next.
const COUNTED: u64 = 30;

/// Larger crowds are not looked at: to count their flocks takes longer than a frame may.
const MAX_UNITS: usize = 20_000;

/// Units nearer than this many lengths of the main group count to one flock.
const TOGETHER: f32 = 8.0;

/// This many counts before a change say what was usual: ten seconds.
const MEMORY: usize = 20;

/// A change is to blame for what happens within this many ticks.
const BLAMED: u64 = 30 * 60;

/// The largest flock keeps at most this share of its units.
const LEFT: f32 = 0.4;

/// Beyond twice the flocks before, there must be another one for each of this many units.
const CRUMBS: usize = 12;

/// Splintering: the flock falls apart after a parameter was changed.
///
/// Flocks split and merge all the time where sight is short. It is a finding when there are far
/// more of them than at any moment of the ten seconds before the change, and stay so. Here
/// units belong to one flock if they are connected within eight lengths, seen or not: a change of
/// the view alone splits no flock. The remedy is to take the change back; the finding ends when the
/// flock has closed again.
#[derive(Default)]
pub struct Splinter {
    meter: Meter,
    /// The last counts, the newest last.
    counts: VecDeque<Flocks>,
    /// The values of all parameters, and the edit after which they were read.
    values: Vec<f32>,
    edits: u64,
    change: Option<Change>,
    /// The group that has splintered.
    apart: Option<usize>,
}

/// A change of a parameter, and how it was before.
struct Change {
    param: usize,
    old: f32,
    tick: u64,
    group: usize,
    /// The most flocks, and the smallest share of the largest one.
    before: Flocks,
}

impl Splinter {
    fn note_changes(&mut self, run: &Run) {
        if self.values.is_empty() {
            self.counts.reserve(MEMORY);
            self.values.extend((0..run.params().len()).map(|id| run.get(id)));
        } else if self.edits == run.edits() {
            return;
        }
        self.edits = run.edits();
        let tick = run.world.ticks();
        for (id, value) in self.values.iter_mut().enumerate() {
            let old = std::mem::replace(value, run.get(id));
            let acts = run.params()[id].spec.effect != Effect::Nothing;
            if old == *value || acts || self.counts.is_empty() {
                continue;
            }
            // A slider goes through many values: what counts is where it came from. And what is
            // changed once the flock is apart has not parted it.
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
            self.change = Some(Change { param: id, old, tick, group, before });
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
            says: "Since a parameter changed, there are at least twice as many flocks as at any \
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
            if self.counts.len() == MEMORY {
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

/// Jitter: units turn to and fro, many times a second.
///
/// Forces that change sides from tick to tick make it: a strong push with a sharp edge, or a body
/// that answers each of them at once. The remedy is the behavior whose force changes the most from
/// one tick to the next, unless the body was made that nervous.
///
/// A unit shows it at a tick in which it turns by more than 3.4 degrees to the other side than it
/// did at its last such turn.
pub struct Jitter;

impl Detector for Jitter {
    fn info(&self) -> Info {
        Info {
            key: "jitter",
            title: "Trembling",
            says: "Birds turn back and forth many times a second: they tremble rather than steer.",
            every: 1,
            window: 1.5,
            ill: 0.25,
            share: 0.5,
        }
    }

    fn symptom(&self, unit: &Tracked, world: &World) -> f32 {
        // Who is turned at random is meant to tremble.
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
