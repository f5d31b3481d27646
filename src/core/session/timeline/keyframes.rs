//! Keyframes: saved states of a run, from which other states are computed again.

use crate::engine::world::State;

/// Maximum memory of the keyframes, bytes: about 15 states of 100,000 units.
pub const MAX_KEYFRAME_BYTES: usize = 56 << 20;

/// Maximum number of keyframes. With more of them, jumps would not be faster.
const MAX_KEYFRAMES: usize = 512;

/// Keyframes of a run in ascending order of their ticks. The first one, at tick 0, always stays.
///
/// If the keyframes exceed a limit, those far from the present tick are thinned out most. A step
/// back is therefore quick, and the time of a jump is proportional to its distance.
#[derive(Clone, Default)]
pub struct Keyframes {
    states: Vec<State>,
    total_heap_bytes: usize,
}

impl Keyframes {
    /// Creates the list with the first keyframe: the state at the beginning of the run.
    pub fn new(first: State) -> Self {
        Self { total_heap_bytes: first.estimated_bytes(), states: vec![first] }
    }

    /// Number of keyframes.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether there are no keyframes, as in the timelines of copies such as
    /// [`Timeline::fork_without_past`](super::Timeline::fork_without_past).
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// Heap memory of all keyframes, bytes.
    pub fn heap_bytes(&self) -> usize {
        self.total_heap_bytes
    }

    /// State at the beginning of the run; `None` if there are no keyframes.
    pub fn first(&self) -> Option<&State> {
        self.states.first()
    }

    /// The last keyframe at or before a tick, if there is one.
    pub(crate) fn at_or_before(&self, tick: u64) -> Option<&State> {
        self.states[..self.index_after(tick)].last()
    }

    /// Whether there is a keyframe at this tick.
    pub fn has_keyframe_at(&self, tick: u64) -> bool {
        self.at_or_before(tick).is_some_and(|found| found.ticks() == tick)
    }

    /// Adds a keyframe, unless its tick has one, and removes others while the limits are exceeded.
    /// `now` is the present tick.
    pub fn add_keyframe(&mut self, state: State, now: u64) {
        let at = self.index_after(state.ticks());
        if at > 0 && self.states[at - 1].ticks() == state.ticks() {
            return;
        }
        self.total_heap_bytes += state.estimated_bytes();
        self.states.insert(at, state);
        while self.states.len() > 1
            && (self.total_heap_bytes > MAX_KEYFRAME_BYTES || self.states.len() > MAX_KEYFRAMES)
        {
            self.remove_least_useful(now);
        }
    }

    /// Removes all keyframes after a tick.
    pub(crate) fn forget_after(&mut self, tick: u64) {
        for state in self.states.drain(self.index_after(tick)..) {
            self.total_heap_bytes -= state.estimated_bytes();
        }
    }

    /// Index of the first keyframe after a tick, or the number of keyframes if there is none.
    fn index_after(&self, tick: u64) -> usize {
        self.states.partition_point(|state| state.ticks() <= tick)
    }

    /// Removes one keyframe, never the first: the one for which the gap between its neighbors,
    /// divided by its distance from the present tick `now`, is smallest.
    fn remove_least_useful(&mut self, now: u64) {
        let tick = |index: usize| self.states.get(index).map(State::ticks);
        let worth = |index: usize| {
            let here = tick(index).unwrap_or(now);
            let before = tick(index - 1).unwrap_or(0);
            let next = tick(index + 1).unwrap_or(here.max(now) + 1);
            (next - before) as f64 / (1.0 + here.abs_diff(now) as f64)
        };
        let least = (1..self.states.len()).min_by(|a, b| worth(*a).total_cmp(&worth(*b)));
        if let Some(index) = least {
            self.total_heap_bytes -= self.states.remove(index).estimated_bytes();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Run;
    use crate::engine::agents::Role;
    use crate::engine::group::Group;
    use crate::engine::params::WorldParams;
    use crate::engine::world::World;

    #[test]
    fn keyframes_lie_dense_near_the_present_and_the_first_one_stays() {
        let (mut run, _) = Run::open("scene=flock-limited&count=3");
        let mut keyframes = Keyframes::new(run.world.save());
        for tick in 1..=30_000 {
            run.world.tick();
            if tick % 16 == 0 {
                keyframes.add_keyframe(run.world.save(), tick);
            }
        }
        assert_eq!(keyframes.len(), MAX_KEYFRAMES);
        assert!(keyframes.has_keyframe_at(0));
        let ticks: Vec<u64> = keyframes.states.iter().map(State::ticks).collect();
        for pair in ticks.windows(2) {
            let (gap, distance) = (pair[1] - pair[0], 30_000 - pair[1]);
            assert!(gap <= 16 + distance / 20, "a gap of {gap} ticks, {distance} ticks ago");
        }
        let bytes: usize = keyframes.states.iter().map(State::estimated_bytes).sum();
        assert_eq!(bytes, keyframes.heap_bytes());
        keyframes.forget_after(100);
        assert!(keyframes.states.iter().all(|state| state.ticks() <= 100));
    }

    #[test]
    fn states_too_large_to_be_kept_leave_the_first() {
        let crowd = Group::point("crowd", "Crowd", Role::Regular, 500_000);
        let mut world = World::new(WorldParams::default(), vec![crowd], 1);
        let mut keyframes = Keyframes::new(world.save());
        for _ in 0..4 {
            world.tick();
            keyframes.add_keyframe(world.save(), world.ticks());
        }
        assert!(keyframes.heap_bytes() <= MAX_KEYFRAME_BYTES, "{} bytes", keyframes.heap_bytes());
        assert!(keyframes.has_keyframe_at(0) && keyframes.len() >= 2);
    }
}
