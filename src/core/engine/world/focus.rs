//! Ticks for the sake of one unit: those near it look around and steer, all others fly straight on.
//!
//! What is far away cannot come into a unit's sight before the end of a short look ahead, so a copy
//! of a large world foresees the unit's path at a part of the cost. It is an estimate: the rim of the
//! part sees others that no longer steer, and passes that on from unit to unit.

use super::state::State;
use crate::engine::agents::Handle;
use crate::engine::math::LANES;
use crate::engine::params::{DT, Edges};
use crate::engine::scenery::Space;
use std::ops::Range;

/// Groups of no more than this act wherever they are: a hunter or a leader counts from afar.
const FEW: usize = 16;

/// Beyond what comes into sight, units within this many times that sight act, too.
const RIM: f32 = 2.0;

/// Which units act in a tick: those that can matter to one of them before an end.
#[derive(Clone, Debug)]
pub struct Focus {
    unit: Handle,
    /// The last tick that counts.
    end: u64,
    /// Units this near act in that tick, u.
    rim: f32,
    /// How fast others can come nearer, u/s.
    speed: f32,
    /// No unit farther than this acts, u.
    limit: f32,
    /// By unit, whether it acts in the tick under way.
    near: Vec<bool>,
}

impl Focus {
    /// On a unit until a tick, by no more than about `most` units, the nearest; `None` where the unit is
    /// gone.
    pub fn new(state: &State, unit: Handle, end: u64, most: usize) -> Option<Self> {
        let agents = state.agents();
        let id = agents.id(unit)?;
        let fastest = |own: bool| {
            let groups = state.groups().iter().filter(|group| !own || group.range.contains(&id));
            let speeds = groups.map(|group| group.body.max_speed(group.crowd.length));
            speeds.fold(0.0, f32::max)
        };
        let sights = state.groups().iter().map(|group| {
            let lengths = agents.length.get(group.range.clone()).unwrap_or_default();
            group.sight().reach_factor() * lengths.iter().fold(0.0, |a: f32, b| a.max(*b))
        });
        let rim = RIM * sights.fold(0.0, f32::max).max(10.0 * agents.length[id]);
        let speed = fastest(true) + fastest(false);
        let mut focus = Self { unit, end, rim, speed, limit: f32::INFINITY, near: Vec::new() };
        let mut squares: Vec<f32> = focus.squares(state, id).collect();
        if squares.len() > most {
            focus.limit = squares.select_nth_unstable_by(most, f32::total_cmp).1.sqrt();
        }
        Some(focus)
    }

    /// The squared distance of each unit from the one of this id.
    fn squares<'a>(&self, state: &'a State, id: usize) -> impl Iterator<Item = f32> + use<'a> {
        let torus = state.params.edges == Edges::Wrap;
        let space = Space { torus, ..state.space() };
        let agents = state.agents();
        let here = agents.position(id);
        (0..agents.len()).map(move |id| space.between(here, agents.position(id)).length_squared())
    }

    /// Finds out who acts in the coming tick.
    pub(super) fn begin(&mut self, state: &State) {
        self.near.clear();
        let Some(id) = state.agents().id(self.unit) else {
            self.near.resize(state.agents().len(), false);
            return;
        };
        let left = self.end.saturating_sub(state.ticks()) as f32 * DT;
        let radius = (self.rim + self.speed * left).min(self.limit);
        let squares = self.squares(state, id);
        self.near.extend(squares.map(|square| square <= radius * radius));
        for group in state.groups().iter().filter(|group| group.range.len() <= FEW) {
            self.near[group.range.clone()].fill(true);
        }
    }

    /// Whether a unit acts.
    pub(super) fn is_near(&self, id: usize) -> bool {
        self.near.get(id).is_some_and(|near| *near)
    }
}

/// A range in stretches of whole blocks of lanes, and whether any unit of each block of a stretch
/// acts.
pub(super) fn stretches(
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
        let found: Vec<_> = stretches(4..22, acts).collect();
        assert_eq!(found, [(4..8, false), (8..12, true), (12..20, false), (20..22, true)]);
        assert_eq!(stretches(4..4, acts).count(), 0);
    }

    #[test]
    fn a_focus_that_takes_in_all_makes_the_same_ticks_to_the_bit() {
        for scene in ["flock-wide", "vicsek", "falcon", "leaders-pincer", "zombie-horde"] {
            let (mut run, _) = Run::open(&format!("scene={scene}"));
            (0..20).for_each(|_| run.world.tick());
            let mut fork = run.world.fork();
            let unit = fork.agents().handle(0).expect("a unit");
            let focus = Focus::new(&fork, unit, 10_000, usize::MAX);
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
        let focus = Focus::new(&fork, unit, 30, 200);
        fork.focus(focus);
        let before = fork.agents().clone();
        (0..30).for_each(|_| fork.tick());
        let turned = |id: &usize| before.heading[*id] != fork.agents().heading[*id];
        let count = (0..3000).filter(turned).count();
        assert!((30..1000).contains(&count), "{count} turned");
    }
}
