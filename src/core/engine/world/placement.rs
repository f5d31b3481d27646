//! Numbers and positions of units, when a run begins and when its parameters, groups or scenery
//! change.

use super::population::{clamp_to_tank, morton_code, place_unit, push_out_of_obstacles};
use super::state::State;
use crate::engine::agents::{Agents, UnitState};
use crate::engine::bullets::Bullets;
use crate::engine::goals::UnitGoals;
use crate::engine::layout::Pose;
use crate::engine::math::{sin_cos, wrap_angle};
use crate::engine::params::WorldParams;
use crate::engine::rng::{RandomStream, Rng};
use crate::engine::rounds::Rounds;
use crate::engine::scenery::ObstacleIndex;
use crate::engine::sort::sort_by_key;
use crate::engine::tiles::tile_center;
use glam::Vec2;
use std::ops::Range;

/// Reason for placing units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlacementReason {
    /// Units are placed because the run begins, or restarts.
    Start,
    /// Units are placed because parameters were changed that determine the scenery or the numbers
    /// of units.
    Shape,
    /// Units are placed because the groups were replaced.
    Groups,
    /// Units are placed because the layout of the scenery was edited.
    Layout,
}

impl State {
    /// Gives each group its number of units, which may be 0. Existing units keep their state; new
    /// units are placed by the seed.
    pub(super) fn place_units(&mut self, why: PlacementReason) {
        let mut counts = self.unit_counts();
        for (count, group) in counts.iter_mut().zip(&mut self.groups) {
            // Units that were caught and removed are not placed again until the parameters ask for
            // another number of units.
            if *count == (group.placed_count + group.caught_count) as usize {
                *count = group.placed_count as usize;
            } else {
                group.caught_count = 0;
            }
        }
        let total = counts.iter().sum();
        let discs = ObstacleIndex::new(self.obstacles(), total);
        let played = self.groups.iter().any(|group| group.catch.is_some());
        if self.rounds.rounds_won().len() != if played { self.groups.len() } else { 0 } {
            self.rounds = Rounds::new(self.groups.len(), played);
        }
        let same =
            self.groups.iter().map(|group| group.placed_count as usize).eq(counts.iter().copied());
        let stay = match why {
            PlacementReason::Start | PlacementReason::Groups => false,
            PlacementReason::Shape => same,
            PlacementReason::Layout => true,
        };
        if !stay {
            self.resize_groups(&counts, &discs);
        } else if self.can_units_join() {
            for group in &mut self.groups {
                group.resize_memories(total);
                group.resize_memories(group.ids.len());
            }
        }
        if why != PlacementReason::Layout {
            self.set_unit_lengths(why == PlacementReason::Shape);
        }
        if self.layout().obstacles.is_some() {
            let size = self.size();
            (0..self.agents.len())
                .for_each(|id| push_out_of_obstacles(&mut self.agents, id, &discs, size));
        }
        if !self.blocked_tiles().is_empty() {
            self.move_off_blocked_tiles();
        }
        let most = if self.can_units_join() { self.agents.len() } else { 0 };
        self.groups.iter_mut().for_each(|group| group.resize_perception_cache(most));
        self.draw_initial_values();
    }

    /// Adds and removes units so that each group has as many as `counts` says.
    fn resize_groups(&mut self, counts: &[usize], discs: &ObstacleIndex) {
        let total = counts.iter().sum();
        let joined = self.can_units_join();
        let armed = self.groups.iter().any(|group| group.gun.is_some());
        let group_has_goals = self.groups.iter().any(|group| group.goal.is_some());
        let mut goals =
            UnitGoals::for_units(if group_has_goals { total } else { 0 }, self.groups.len());
        let mut bullets = Bullets::for_units(total, armed);
        goals.copy_orders(&self.goals);
        bullets.copy_flying_bullets(&self.bullets);
        let before = std::mem::replace(&mut self.agents, Agents::with_len(total));
        let mut start = 0;
        for (index, count) in counts.iter().enumerate() {
            let group = &mut self.groups[index];
            let old_ids = std::mem::replace(&mut group.ids, start..start + count);
            let kept = old_ids.start..old_ids.start + old_ids.len().min(*count);
            goals.copy_units_from(&self.goals, kept.clone(), start);
            bullets.copy_units_from(&self.bullets, kept.clone(), start);
            group.resize_memories(kept.len());
            if joined {
                // Any unit of the world may join the group later, and a tick allocates nothing, so
                // memory for all units is reserved.
                group.resize_memories(total);
                group.resize_memories(kept.len());
            }
            group.resize_memories(*count);
            group.placed_count = *count as u32;
            let mut units: Vec<UnitState> = kept.clone().map(|id| before.state(id)).collect();
            let mut new: Vec<UnitState> =
                (kept.len()..*count).map(|unit| self.new_unit_state(index, unit, discs)).collect();
            // Units that start near each other get similar ids, so that the data that a tick reads
            // and writes for neighbors is close together in memory. Units with edited poses keep
            // their order.
            if self.layout().poses(index).is_empty() {
                sort_by_key(&mut new, |unit| morton_code(unit.position, &self.params));
            }
            units.append(&mut new);
            for (unit, state) in units.into_iter().enumerate() {
                self.agents.set_state(start + unit, state);
            }
            self.set_identities(index, &before, old_ids);
            start += count;
        }
        (self.goals, self.bullets) = (goals, bullets);
        self.forget_stale_settings();
    }

    /// State in which a unit of a group starts. `unit`: index of the unit in its group.
    fn new_unit_state(&self, index: usize, unit: usize, discs: &ObstacleIndex) -> UnitState {
        let (group, layout) = (&self.groups[index], self.layout());
        let mut rng = Rng::new(self.seed, RandomStream::Placement { group: index, unit });
        let holds = |at: Vec2| discs.contains(at);
        let drawn = place_unit(group, unit, layout.start(index), &mut rng, &self.params, holds);
        let pose = layout.poses(index).get(unit);
        let state = pose.map_or(drawn, |pose| state_from_pose(*pose, drawn, &self.params));
        group.body.nearest_allowed_state(state, self.params.width, self.params.height)
    }

    /// Sets the roles, the paces (deviations of single units' top speeds, -1 to 1, drawn from the
    /// seed) and the handles of a group's units. Units that existed in `before`, with the ids
    /// `old_ids`, keep their handles.
    fn set_identities(&mut self, index: usize, before: &Agents, old_ids: Range<usize>) {
        let Range { start, end } = self.groups[index].ids;
        self.agents.roles_mut()[start..end].fill(self.groups[index].role as u8);
        for (unit, pace) in self.agents.paces_mut()[start..end].iter_mut().enumerate() {
            let mut rng = Rng::new(self.seed, RandomStream::Pace { group: index, unit });
            *pace = rng.range(-1.0, 1.0);
        }
        for unit in 0..end - start {
            let was = Some(old_ids.start + unit).filter(|was| old_ids.contains(was));
            self.agents.assign_handle(before, start + unit, was);
        }
    }

    /// Sets the length of every unit to that of its group. If the world may have become `smaller`,
    /// also moves units inside, because perception across edges requires it.
    fn set_unit_lengths(&mut self, smaller: bool) {
        for group in &self.groups {
            self.agents.lengths_mut()[group.ids.clone()].fill(group.crowd.length);
        }
        if smaller {
            let (n, size) = (self.agents.len(), self.size());
            let (xs, ys) = (&mut self.agents.x, &mut self.agents.y);
            for (places, extent) in [(xs, size.x), (ys, size.y)] {
                places[..n].iter_mut().for_each(|place| *place = place.clamp(0.0, extent));
            }
        }
    }

    /// Moves units off blocked tiles.
    fn move_off_blocked_tiles(&mut self) {
        let tiles = self.world_tiles();
        let ways = self.blocked_tiles().nearest_free_tiles(tiles);
        for id in 0..self.agents.len() {
            let here = tiles.tile_at(self.agents.position(id));
            let there = ways.nearest_to(here);
            if there != here {
                let (position, velocity) = (tile_center(there), Vec2::ZERO);
                let unit = self.agents.state(id);
                self.agents.set_state(id, UnitState { position, velocity, ..unit });
            }
        }
    }
}

/// Start state of a unit at an edited pose. `drawn`: state that supplies the angular velocity.
fn state_from_pose(pose: Pose, drawn: UnitState, world: &WorldParams) -> UnitState {
    let heading = wrap_angle(pose.heading.to_radians());
    let (sine, cosine) = sin_cos(heading);
    let size = Vec2::new(world.width, world.height);
    let position = clamp_to_tank(pose.place.clamp(Vec2::ZERO, size), world);
    UnitState { position, velocity: pose.speed * Vec2::new(cosine, sine), heading, ..drawn }
}
