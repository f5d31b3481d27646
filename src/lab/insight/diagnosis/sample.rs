//! Choice of the units that detectors watch.

use super::tracked::TrackedUnit;
use flockwright::engine::bodies::BodyKind;
use flockwright::engine::group::{Group, Ties};
use flockwright::engine::world::World;
use flockwright::internals::steering::UnitForces;
use std::ops::Range;

/// Number of watched units in a crowd of fewer than [`LARGE_CROWD`] units.
const FEW_UNITS: usize = 16;
/// Number of watched units in a larger crowd.
const MANY_UNITS: usize = 32;
/// Number of units from which on a crowd is large.
const LARGE_CROWD: usize = 4000;

/// Smallest number of watched units per group.
const MIN_UNITS_PER_GROUP: usize = 3;

/// Data shared by the watched units of a group.
#[derive(Clone, Debug)]
pub struct SampledGroup {
    /// Range of the group's watched units in [`UnitSample::tracked`].
    pub tracked_range: Range<usize>,
    chosen_from: GroupComposition,
    /// Per behavior: running mean of the change of its weighted force in a tick.
    pub force_changes: Vec<f32>,
}

/// Composition of a group when its watched units were chosen, to notice later changes.
#[derive(Clone, Debug)]
struct GroupComposition {
    ids: Range<usize>,
    body: BodyKind,
    /// Keys of the group's behaviors, in pipeline order.
    behaviors: Vec<&'static str>,
    ties: Ties,
}

impl GroupComposition {
    fn of_group(group: &Group) -> Self {
        let behaviors = group.pipeline.iter().map(|behavior| behavior.key()).collect();
        let (ids, body) = (group.ids.clone(), group.body.kind());
        Self { ids, body, behaviors, ties: group.ties }
    }

    /// Whether the group still has the ids, body, behaviors and ties recorded here. Allocates
    /// nothing.
    fn is_unchanged(&self, group: &Group) -> bool {
        self.ids == group.ids
            && self.body == group.body.kind()
            && self.ties == group.ties
            && group
                .pipeline
                .iter()
                .map(|behavior| behavior.key())
                .eq(self.behaviors.iter().copied())
    }
}

/// Weight of a new value in the running mean [`SampledGroup::force_changes`].
const NEW_WEIGHT: f32 = 0.05;

/// Watched units of a world.
#[derive(Clone, Debug, Default)]
pub struct UnitSample {
    /// State of each watched unit.
    pub tracked: Vec<TrackedUnit>,
    /// Data of each group's watched units.
    pub groups: Vec<SampledGroup>,
    inspected_unit: usize,
    is_second_inspection: bool,
    force: UnitForces,
}

impl UnitSample {
    /// Whether the world's groups are unchanged since the units were chosen.
    pub fn is_of_world(&self, world: &World) -> bool {
        let groups = world.groups();
        groups.len() == self.groups.len()
            && groups
                .iter()
                .zip(&self.groups)
                .all(|(group, shared)| shared.chosen_from.is_unchanged(group))
    }

    /// Chooses units evenly from each group, in proportion to its size.
    pub fn choose_units(&mut self, world: &World) {
        *self = Self::default();
        let counted = |index: usize| {
            let group = &world.groups()[index];
            if group.role.counts_as_neighbor() { group.ids.clone() } else { 0..0 }
        };
        let all: usize = (0..world.groups().len()).map(|index| counted(index).len()).sum();
        let most = if all < LARGE_CROWD { FEW_UNITS } else { MANY_UNITS };
        for (index, group) in world.groups().iter().enumerate() {
            let ids = counted(index);
            let share =
                (most * ids.len()).div_ceil(all.max(1)).max(MIN_UNITS_PER_GROUP).min(ids.len());
            let first = self.tracked.len();
            // Units are drawn from the middles of equal sections: a group's first units often start
            // at its rim.
            let drawn = (0..share).map(|k| ids.start + (2 * k + 1) * ids.len() / (2 * share));
            self.tracked.extend(drawn.map(|id| TrackedUnit::new(world, index, id)));
            self.groups.push(SampledGroup {
                tracked_range: first..self.tracked.len(),
                chosen_from: GroupComposition::of_group(group),
                force_changes: vec![0.0; group.pipeline.len()],
            });
        }
    }

    /// Updates the watched units after a tick, and inspects one of them. Each one in turn is
    /// inspected in two successive ticks, which shows how much its forces change in a tick.
    pub fn observe(&mut self, world: &World) {
        for (group, shared) in world.groups().iter().zip(&self.groups) {
            let most = group.body.max_speed(group.crowd.length);
            for unit in &mut self.tracked[shared.tracked_range.clone()] {
                unit.observe(world, most);
            }
        }
        let Some(unit) = self.tracked.get_mut(self.inspected_unit) else { return };
        let before = unit.checkup;
        unit.checkup.inspect_unit(world, unit.group, unit.id, &mut self.force);
        let shared = &mut self.groups[unit.group];
        for term in 0..unit.checkup.force_count {
            let force = unit.checkup.forces[term];
            if self.is_second_inspection && before.force_count == unit.checkup.force_count {
                let change = (force - before.forces[term]).length();
                shared.force_changes[term] += (change - shared.force_changes[term]) * NEW_WEIGHT;
            }
        }
        if self.is_second_inspection {
            self.inspected_unit = (self.inspected_unit + 1) % self.tracked.len();
        }
        self.is_second_inspection = !self.is_second_inspection;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flockwright::Run;

    #[test]
    fn a_few_of_each_group_are_watched_evenly_drawn() {
        let drawn = |link: &str| {
            let (run, notices) = Run::open(link);
            assert!(notices.is_empty(), "{notices:?}");
            let mut watched = UnitSample::default();
            watched.choose_units(&run.world);
            assert!(watched.is_of_world(&run.world));
            watched.tracked.iter().map(|unit| unit.id).collect::<Vec<_>>()
        };
        let swarm = |count: usize| drawn(&format!("scene=swarm&count={count}"));
        assert_eq!(swarm(2), [0, 1]);
        assert_eq!(swarm(3200).len(), FEW_UNITS);
        assert_eq!(swarm(3200)[..3], [100, 300, 500]);
        assert_eq!(
            (swarm(LARGE_CROWD - 1).len(), swarm(LARGE_CROWD).len()),
            (FEW_UNITS, MANY_UNITS)
        );
        // 8 of 42 walkers are less than a fifth.
        let walkers = drawn("scene=path-patrol");
        let of =
            |from: usize, to: usize| walkers.iter().filter(|id| (from..to).contains(id)).count();
        assert_eq!((of(0, 24), of(24, 34), of(34, 42)), (10, 4, 4));
        assert_eq!(drawn("scene=path-patrol&marchers.count=1").last(), Some(&34));
    }
}
