//! Selection of the units that act in the prediction of one unit's path: units near it perceive and
//! steer, all others fly straight on.
//!
//! Units far away cannot come into the unit's sight before a short prediction ends, so a copy of a
//! large world predicts the unit's path at a fraction of the cost. The result is an estimate: units
//! at the rim of the selection see others that no longer steer, and this error spreads from unit to
//! unit.

use super::state::State;
use crate::engine::agents::Handle;
use crate::engine::math::LANES;
use crate::engine::params::{DT, Edges};
use crate::engine::scenery::Space;
use std::ops::Range;

/// Largest number of units of a group whose units always act: a hunter or a leader matters from
/// afar.
const MAX_ALWAYS_ACTIVE: usize = 16;

/// Radius within which units act in the last tick of a prediction, as a multiple of the longest
/// view radius.
const RIM_FACTOR: f32 = 2.0;

/// Selection of the units that act in a tick of a prediction: those that can affect one unit before
/// the last tick.
#[derive(Clone, Debug)]
pub struct PredictionFocus {
    unit: Handle,
    /// Number of the last tick of the prediction.
    end_tick: u64,
    /// Distance from the predicted unit within which other units act in the last tick of the
    /// prediction, u.
    rim_radius: f32,
    /// Largest speed at which another unit can approach the predicted unit, u/s.
    approach_speed: f32,
    /// Largest distance from the predicted unit at which other units act, u.
    distance_limit: f32,
    /// Whether each unit acts in the tick under way, by id.
    is_active_by_id: Vec<bool>,
}

impl PredictionFocus {
    /// Creates a selection of about `most` units, those nearest to `unit`, for a prediction until
    /// the tick `end`; `None` if the unit is gone.
    pub fn new(state: &State, unit: Handle, end: u64, most: usize) -> Option<Self> {
        let agents = state.agents();
        let id = agents.id(unit)?;
        let fastest = |own: bool| {
            let groups = state.groups().iter().filter(|group| !own || group.ids.contains(&id));
            let speeds = groups.map(|group| group.body.max_speed(group.crowd.length));
            speeds.fold(0.0, f32::max)
        };
        let sights = state.groups().iter().map(|group| {
            let lengths = agents.length.get(group.ids.clone()).unwrap_or_default();
            group.sight().reach_factor() * lengths.iter().fold(0.0, |a: f32, b| a.max(*b))
        });
        let rim = RIM_FACTOR * sights.fold(0.0, f32::max).max(10.0 * agents.length[id]);
        let speed = fastest(true) + fastest(false);
        let mut focus = Self {
            unit,
            end_tick: end,
            rim_radius: rim,
            approach_speed: speed,
            distance_limit: f32::INFINITY,
            is_active_by_id: Vec::new(),
        };
        let mut squares: Vec<f32> = focus.squared_distances(state, id).collect();
        if squares.len() > most {
            focus.distance_limit = squares.select_nth_unstable_by(most, f32::total_cmp).1.sqrt();
        }
        Some(focus)
    }

    /// Squared distance of each unit from the unit with the given id, u², in the order of ids.
    fn squared_distances<'a>(
        &self,
        state: &'a State,
        id: usize,
    ) -> impl Iterator<Item = f32> + use<'a> {
        let torus = state.params.edges == Edges::Wrap;
        let space = Space { is_torus: torus, ..state.space() };
        let agents = state.agents();
        let here = agents.position(id);
        (0..agents.len())
            .map(move |id| space.offset_between(here, agents.position(id)).length_squared())
    }

    /// Selects the units that act in the coming tick.
    pub(super) fn begin_tick(&mut self, state: &State) {
        self.is_active_by_id.clear();
        let Some(id) = state.agents().id(self.unit) else {
            self.is_active_by_id.resize(state.agents().len(), false);
            return;
        };
        let left = self.end_tick.saturating_sub(state.ticks()) as f32 * DT;
        let radius = (self.rim_radius + self.approach_speed * left).min(self.distance_limit);
        let squares = self.squared_distances(state, id);
        self.is_active_by_id.extend(squares.map(|square| square <= radius * radius));
        for group in state.groups().iter().filter(|group| group.ids.len() <= MAX_ALWAYS_ACTIVE) {
            self.is_active_by_id[group.ids.clone()].fill(true);
        }
    }

    /// Whether a unit acts in the tick under way.
    pub(super) fn is_active(&self, id: usize) -> bool {
        self.is_active_by_id.get(id).is_some_and(|near| *near)
    }
}

/// Splits a range of units into stretches of whole blocks of lanes, each with a flag. In every
/// block of a stretch whose flag is true, at least one unit acts; in stretches whose flag is false,
/// no unit acts.
pub(super) fn split_by_activity(
    range: Range<usize>,
    acts: impl Fn(usize) -> bool,
) -> impl Iterator<Item = (Range<usize>, bool)> {
    let block = move |at: usize| {
        let units = at..range.end.min(at + LANES);
        (units.end, units.clone().any(&acts))
    };
    let (mut at, end) = (range.start, range.end);
    std::iter::from_fn(move || {
        let first = at;
        if first >= end {
            return None;
        }
        let (mut last, near) = block(first);
        while last < end {
            let (next, same) = block(last);
            if same != near {
                break;
            }
            last = next;
        }
        at = last;
        Some((first..last, near))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Run;

    #[test]
    fn stretches_are_whole_blocks_and_cover_all() {
        let acts = |id: usize| id == 9 || id == 21;
        let found: Vec<_> = split_by_activity(4..22, acts).collect();
        assert_eq!(found, [(4..8, false), (8..12, true), (12..20, false), (20..22, true)]);
        assert_eq!(split_by_activity(4..4, acts).count(), 0);
    }

    #[test]
    fn a_focus_that_takes_in_all_makes_the_same_ticks_to_the_bit() {
        for scene in ["flock-wide", "vicsek", "falcon", "leaders-pincer", "zombie-horde"] {
            let (mut run, _) = Run::open(&format!("scene={scene}"));
            (0..20).for_each(|_| run.world.tick());
            let mut fork = run.world.fork();
            let unit = fork.agents().handle(0).expect("a unit");
            let focus = PredictionFocus::new(&fork, unit, 10_000, usize::MAX);
            fork.focus(focus);
            for _ in 0..20 {
                run.world.tick();
                fork.tick();
            }
            assert_eq!(run.world.hash(), fork.hash(), "{scene}");
        }
    }

    #[test]
    fn units_out_of_reach_fly_straight_on() {
        let (run, _) = Run::open("scene=flock-wide&count=3000&width=3000&height=3000&edges=wrap");
        let mut fork = run.world.fork();
        let unit = fork.agents().handle(7).expect("a unit");
        let focus = PredictionFocus::new(&fork, unit, 30, 200);
        fork.focus(focus);
        let before = fork.agents().clone();
        (0..30).for_each(|_| fork.tick());
        let turned = |id: &usize| before.heading[*id] != fork.agents().heading[*id];
        let count = (0..3000).filter(turned).count();
        assert!((30..1000).contains(&count), "{count} turned");
    }
}
