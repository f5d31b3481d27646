//! A tick in parts, for a page that has to answer while a slow one runs.

use crate::math::LANES;
use crate::perception::Sight;
use crate::world::World;
use std::ops::Range;

/// The neighbor search is cut where its own blocks end: units of a block share their candidates,
/// so that a block cut in two could round a sum differently.
const SEARCH_BLOCK: usize = 64;

/// How far a tick has come.
///
/// Between parts nothing has moved yet: whoever looks sees the state of the last tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    stage: Stage,
    /// The group whose turn it is, and how many of its units are done.
    group: usize,
    done: usize,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    #[default]
    Sort,
    Look,
    Steer,
}

impl World {
    /// Goes on with the coming tick, by the work on about `units` units; true when the tick is
    /// done, and `progress` stands at the start of the next one.
    ///
    /// All parts together are one [`tick`](Self::tick), to the bit. Begin anew (with a fresh
    /// `progress`) after anything that moves units or changes their number.
    pub fn tick_part(&mut self, progress: &mut Progress, units: usize) -> bool {
        if progress.stage == Stage::Sort {
            self.sort();
            *progress = Progress { stage: Stage::Look, ..Progress::default() };
        }
        let mut left = units.max(1).next_multiple_of(LANES);
        if progress.stage == Stage::Look {
            left = left.next_multiple_of(SEARCH_BLOCK);
            if !self.work_off(progress, &mut left, |world, group, part| {
                world.perceive_slots(group, part);
            }) {
                return false;
            }
            self.choose_goals();
            *progress = Progress { stage: Stage::Steer, ..Progress::default() };
        }
        if !self.work_off(progress, &mut left, |world, group, part| {
            let first = world.groups()[group].range.start;
            world.steer_units(group, first + part.start..first + part.end);
        }) {
            return false;
        }
        self.advance();
        *progress = Progress::default();
        true
    }

    /// Hands `left` units at most, group by group, to `work`; true when none remains.
    fn work_off(
        &mut self,
        progress: &mut Progress,
        left: &mut usize,
        work: impl Fn(&mut Self, usize, Range<usize>),
    ) -> bool {
        while let Some(group) = self.groups().get(progress.group) {
            let len = group.range.len();
            if progress.done >= len {
                progress.group += 1;
                progress.done = 0;
            } else if *left == 0 {
                return false;
            } else {
                let part = progress.done..len.min(progress.done + *left);
                progress.done = part.end;
                *left -= part.len();
                work(self, progress.group, part);
            }
        }
        true
    }

    /// How many neighbors the flocking rules counted per unit in the last tick, on average over
    /// the units that look about them; `None` where none does.
    pub fn mean_neighbors(&self) -> Option<f32> {
        let mut seen = 0.0;
        let mut viewers = 0usize;
        for group in self.groups() {
            if group.sight() != Sight::BLIND && group.role.counts_as_neighbor() {
                seen += group.range.clone().map(|id| self.neighbors().of(id).count).sum::<f32>();
                viewers += group.range.len();
            }
        }
        (viewers > 0).then(|| seen / viewers as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Run;
    use crate::scenes::SCENES;

    #[test]
    fn parts_of_any_size_make_the_same_tick_in_every_scene() {
        let crowds = ["scene=leaders-pincer&count=901", "scene=flock-narrow&count=377"];
        let scenes = SCENES.iter().map(|scene| format!("scene={}", scene.key));
        for link in scenes.chain(crowds.map(String::from)) {
            let (mut whole, _) = Run::open(&link);
            let (mut parts, _) = Run::open(&link);
            let mut progress = Progress::default();
            for tick in 0..12 {
                whole.world.tick();
                while !parts.world.tick_part(&mut progress, 1 + 57 * tick) {}
                assert_eq!(whole.world.hash(), parts.world.hash(), "{link}, tick {tick}");
            }
        }
    }

    #[test]
    fn nothing_moves_before_the_last_part() {
        let (mut run, _) = Run::open("scene=flock-wide&count=250");
        let before = run.world.hash();
        let mut progress = Progress::default();
        while !run.world.tick_part(&mut progress, 4) {
            assert_eq!(run.world.hash(), before);
        }
        assert_ne!(run.world.hash(), before);
    }

    #[test]
    fn a_flock_that_sees_everybody_counts_everybody() {
        let (mut run, _) =
            Run::open("scene=flock-wide&count=40&back_angle_factor=0&player.count=0");
        run.world.tick();
        let mean = run.world.mean_neighbors().expect("a view");
        assert!((15.0..=39.0).contains(&mean), "{mean}");
    }
}
