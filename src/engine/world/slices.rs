//! A tick in parts, for a page that has to answer while a slow one runs.

use crate::engine::math::LANES;
use crate::engine::world::World;
use std::ops::Range;

/// The neighbor search is cut where its own blocks end: units of a block share their candidates,
/// so that a block cut in two could round a sum differently.
pub(crate) const SEARCH_BLOCK: usize = 64;

/// Most units between two looks at the clock.
const LARGEST_BLOCK: usize = 4096;

/// A block that took less than this may be followed by a larger one, ms.
const QUICK: f64 = 0.4;

/// How far a tick has come.
///
/// Between parts nothing has moved yet: whoever looks sees the state of the last tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    stage: Stage,
    /// The group whose turn it is, and how many of its units are done.
    group: usize,
    done: usize,
    /// Units in the next block. What a unit costs is not known before: from nanoseconds to tens
    /// of milliseconds. So each group begins with a few.
    block: usize,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    #[default]
    Sort,
    Look,
    Choose,
    Steer,
}

/// The time that a part may take.
struct Timer<F> {
    now: F,
    end: f64,
}

impl<F: FnMut() -> f64> Timer<F> {
    fn over(&mut self) -> bool {
        (self.now)() >= self.end
    }
}

impl World {
    /// Goes on with the coming tick for `budget` ms and little more; true when the tick is done,
    /// and `progress` stands at the start of the next one. `now` tells the time in ms.
    ///
    /// All parts together are one [`tick`](Self::tick), to the bit. Begin anew (with a fresh
    /// `progress`) after anything that moves units or changes their number.
    pub fn tick_part(
        &mut self,
        progress: &mut Progress,
        budget: f64,
        mut now: impl FnMut() -> f64,
    ) -> bool {
        let end = now() + budget;
        let mut timer = Timer { now, end };
        if progress.stage == Stage::Sort {
            self.sort();
            self.forget_unseen();
            *progress = Progress { stage: Stage::Look, ..Progress::default() };
        }
        if progress.stage == Stage::Look {
            if !self.work_off(progress, &mut timer, SEARCH_BLOCK, Self::perceive_slots) {
                return false;
            }
            *progress = Progress { stage: Stage::Choose, ..Progress::default() };
        }
        if progress.stage == Stage::Choose {
            if !self.work_off(progress, &mut timer, 1, Self::choose_goals_of) {
                return false;
            }
            self.goals_are_chosen();
            *progress = Progress { stage: Stage::Steer, ..Progress::default() };
        }
        let steer = |world: &mut Self, group: usize, part: Range<usize>| {
            let first = world.groups()[group].range.start;
            world.steer_units(group, first + part.start..first + part.end);
        };
        if !self.work_off(progress, &mut timer, LANES, steer) {
            return false;
        }
        self.advance();
        *progress = Progress::default();
        true
    }

    /// Hands all units to `work`, block by block and group by group; false when time was over
    /// before.
    fn work_off(
        &mut self,
        progress: &mut Progress,
        timer: &mut Timer<impl FnMut() -> f64>,
        least: usize,
        work: impl Fn(&mut Self, usize, Range<usize>),
    ) -> bool {
        while let Some(group) = self.groups().get(progress.group) {
            let idle = progress.stage == Stage::Choose && !self.chooses_goals(progress.group);
            let len = if idle { 0 } else { group.range.len() };
            if progress.done >= len {
                let group = progress.group + 1;
                *progress = Progress { group, done: 0, block: 0, ..*progress };
                continue;
            }
            let block = progress.block.max(least);
            let part = progress.done..len.min(progress.done + block);
            let before = (timer.now)();
            progress.done = part.end;
            work(self, progress.group, part);
            let took = (timer.now)() - before;
            progress.block = match took {
                _ if took < QUICK => (2 * block).min(LARGEST_BLOCK),
                _ if took > 2.0 * QUICK => (block / 2).next_multiple_of(least),
                _ => block,
            };
            if timer.over() {
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Run;
    use crate::scenes::SCENES;

    /// A clock by which every look at it takes `step` ms.
    fn clock(step: f64) -> impl FnMut() -> f64 {
        let mut time = 0.0;
        move || {
            time += step;
            time
        }
    }

    #[test]
    fn parts_of_any_size_make_the_same_tick_in_every_scene() {
        let crowds = [
            "scene=leaders-pincer&count=901",
            "scene=flock-narrow&count=377",
            "scene=flock-wide&count=377&nearest=7",
            "scene=leaders-pincer&count=500&nearest=9&toroidal=on&start_radius=0.3",
        ];
        let scenes = SCENES.iter().map(|scene| format!("scene={}", scene.key));
        for link in scenes.chain(crowds.map(String::from)) {
            let (mut whole, _) = Run::open(&link);
            let (mut parts, _) = Run::open(&link);
            let mut progress = Progress::default();
            for tick in 0..12 {
                whole.world.tick();
                let budget = f64::from(tick * tick);
                while !parts.world.tick_part(&mut progress, budget, clock(0.3)) {}
                assert_eq!(whole.world.hash(), parts.world.hash(), "{link}, tick {tick}");
            }
        }
    }

    #[test]
    fn nothing_moves_before_the_last_part() {
        let (mut run, _) = Run::open("scene=flock-wide&count=250");
        let before = run.world.hash();
        let mut progress = Progress::default();
        let mut parts = 1;
        while !run.world.tick_part(&mut progress, 0.0, clock(1.0)) {
            assert_eq!(run.world.hash(), before);
            parts += 1;
        }
        assert_ne!(run.world.hash(), before);
        assert!(parts > 60, "{parts} parts");
    }

    #[test]
    fn a_quick_tick_needs_one_part_and_few_looks_at_the_clock() {
        let (mut run, _) = Run::open("scene=flock-wide&count=50000&width=4000&height=4000");
        let mut looks = 0;
        let done = run.world.tick_part(&mut Progress::default(), 1.0, || {
            looks += 1;
            0.0
        });
        assert!(done);
        assert!(looks < 200, "{looks}");
    }
}
