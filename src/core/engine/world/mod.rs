//! The simulated world: its state, and the tick that advances it by 1/60 s.
//!
//! [`State`] is the complete simulation state. [`Workspace`] holds data that every tick recomputes.
//! An observer borrows the world and brings its own workspace.

mod contacts;
mod containment;
mod embedding;
mod fight;
mod focus;
mod inputs;
#[cfg(test)]
mod lanes;
mod layout;
mod placement;
mod population;
mod quarry;
mod report;
mod rounds;
mod state;
mod tick;
mod unit_settings;
mod workspace;

pub use crate::engine::rounds::Caught;
pub use embedding::{Push, Pushes, Refusal};
pub use focus::PredictionFocus;
pub use layout::GroupPath;
pub use quarry::HuntTarget;
pub use report::{Between, Happening, Happenings};
pub use state::State;
pub use tick::{TickStage, add_force};
pub use unit_settings::{MAX_UNIT_SPEED, UnitSetting};
pub use workspace::Workspace;

use crate::engine::agents::UnitState;
use crate::engine::behaviors::{Controls, Scope};
use crate::engine::group::Group;
use crate::engine::layout::{Layout, MAX_SITES, Site, missing_site_notice};
use crate::engine::params::WorldParams;
use crate::engine::perception::Neighborhoods;
use crate::engine::scenery::{Obstacle, Wall};
use crate::engine::steering::Forces;
#[cfg(feature = "parallel")]
use crate::engine::threads::Threads;
use crate::schema::{ParamEffect, Params};
use glam::Vec2;
use placement::PlacementReason;
use std::ops::Deref;
use std::sync::atomic::{AtomicU64, Ordering};
use tick::{Deadline, TickProgress, advance_through};

/// Simulated world: a [`State`] together with the [`Workspace`] of its ticks. It dereferences to
/// the state for reading.
///
/// ```
/// use flockwright::prelude::*;
///
/// let birds = Group::point("birds", "Birds", Role::Regular, 20).with(Wander::default());
/// let mut world = World::new(WorldParams::default(), vec![birds], 7);
/// for _ in 0..60 {
///     world.tick(); // 1/60 s
/// }
/// println!("{:?}, {:016x}", world.agents().position(0), world.hash());
/// ```
pub struct World {
    state: State,
    work: Workspace,
    progress: TickProgress,
    version: u64,
    /// Whether [`World::steer`] has computed forces with which no unit has moved yet.
    is_steered: bool,
}

impl Deref for World {
    type Target = State;

    fn deref(&self) -> &State {
        &self.state
    }
}

/// Returns a version number that no state of any world in this process has had before.
fn next_version() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    LAST.fetch_add(1, Ordering::Relaxed)
}

impl World {
    /// Creates a world at tick 0, with all units placed. All random numbers of the run follow from
    /// `seed`.
    pub fn new(params: WorldParams, groups: Vec<Group>, seed: u32) -> Self {
        let state = State::new(params, groups, seed);
        let (work, progress) = Default::default();
        let (version, is_steered) = (0, false);
        let mut world = Self { state, work, progress, version, is_steered };
        world.place_units(PlacementReason::Start);
        world
    }

    /// Limits the numbers of units from now on to what a link may ask for; see
    /// [`limits`](crate::engine::limits).
    pub(crate) fn limit_unit_counts(&mut self) {
        self.state.is_limited = true;
    }

    /// Adds, moves and removes units so that each group has its number of units. `why`: reason for
    /// the change.
    fn place_units(&mut self, why: PlacementReason) {
        self.state_for_change().place_units(why);
        if matches!(why, PlacementReason::Start | PlacementReason::Groups)
            || !self.work.fits_state(&self.state)
        {
            self.clear();
        }
    }

    /// Returns the number of units of each group, and the number of set members that the written
    /// rules would visit in one tick if each group had as many units as its parameters ask for.
    pub(crate) fn unit_counts_and_members(&self) -> (Vec<usize>, f64) {
        let counts = self.groups().iter().map(|group| group.crowd.count as usize);
        (self.state.unit_counts(), self.state.estimated_members(&counts.collect::<Vec<_>>()))
    }

    /// Advances the world by one tick of 1/60 s. If part of the coming tick is done (see
    /// [`tick_part`](Self::tick_part)), only the rest is computed.
    ///
    /// Every unit reads the state of the previous tick. A tick allocates nothing.
    pub fn tick(&mut self) {
        self.tick_through(TickStage::Move);
    }

    /// Continues the coming tick up to and including the stage `last`.
    pub fn tick_through(&mut self, last: TickStage) {
        self.advance_through(last, None);
    }

    /// Continues the coming tick for about `budget` ms; returns true when the tick is finished.
    /// `now` returns the current time, ms.
    ///
    /// All parts together give the same state as one [`tick`](Self::tick), bit for bit. Any change
    /// of the state between two parts restarts the tick.
    pub fn tick_part(&mut self, budget: f64, mut now: impl FnMut() -> f64) -> bool {
        self.advance_through(TickStage::Move, Some(Deadline::new(budget, &mut now)))
    }

    /// Version of [`tick_part`](Self::tick_part) that calls `steered` once per tick, after all
    /// units are steered and before they move.
    pub(crate) fn tick_part_with(
        &mut self,
        budget: f64,
        mut now: impl FnMut() -> f64,
        steered: impl FnOnce(&mut Self),
    ) -> bool {
        let end = now() + budget;
        if self.progress.is_before_move() {
            if !self.advance_through(TickStage::Steer, Some(Deadline::new(budget, &mut now))) {
                return false;
            }
            steered(self);
        }
        let left = end - now();
        self.advance_through(TickStage::Move, Some(Deadline::new(left, &mut now)))
    }

    /// Replaces the accumulated steering of one unit in the tick under way: force to the right,
    /// force downward, thrust, brake factor and turn by noise, as in [`Forces`].
    pub fn steer_unit(&mut self, id: usize, summed: [f32; 5]) {
        self.work.forces.view_from(0).set_unit_sum(id, summed);
    }

    /// Restricts the following ticks to the units that can affect one unit, for a prediction in a
    /// copy of the world. With `None`, all units act again.
    pub fn focus(&mut self, focus: Option<PredictionFocus>) {
        self.progress = TickProgress::default();
        self.work.focus = focus;
    }

    fn advance_through(&mut self, last: TickStage, clock: Option<Deadline>) -> bool {
        let Self { state, work, progress, .. } = self;
        let before = state.ticks();
        let done = advance_through(state, work, progress, last, clock);
        if state.ticks() != before {
            self.version = next_version();
            self.is_steered = false;
        }
        done
    }

    /// Sets the number of threads that share the passes over crowds of some thousand units. Results
    /// are the same with any number of threads, bit for bit.
    #[cfg(feature = "parallel")]
    pub fn set_threads(&mut self, threads: usize) {
        self.work.threads = Threads::new(threads);
        self.work.reserve_for_all(&self.state);
    }

    /// Number of threads that share the passes over large crowds.
    pub fn threads(&self) -> usize {
        self.work.threads.count()
    }

    /// Whether a part of the coming tick is computed. No unit has moved yet in that case.
    pub fn is_under_way(&self) -> bool {
        self.progress.is_under_way()
    }

    /// Estimated share of the coming tick that is computed, 0 to 1, to show the progress of a slow
    /// tick.
    pub fn tick_share(&self) -> f32 {
        self.progress.completed_share(&self.state)
    }

    /// Returns the state so that it can be changed, and discards the computed part of the coming
    /// tick.
    fn state_for_change(&mut self) -> &mut State {
        self.progress = TickProgress::default();
        self.version = next_version();
        &mut self.state
    }

    /// Resets the workspace after units were added, removed or replaced. Until the next tick, units
    /// have no neighbors and no forces.
    fn clear(&mut self) {
        self.state_for_change();
        self.work.clear(&self.state);
        self.work.reserve_for_all(&self.state);
    }

    /// Resets the world to tick 0 with the given seed, places its units anew, and releases the
    /// pointer and the keys.
    pub fn restart(&mut self, seed: u32) {
        self.is_steered = false;
        self.state_for_change().restart(seed);
        self.place_units(PlacementReason::Start);
    }

    /// At tick 0, places the units anew with the present parameters; pointer and keys stay held. At
    /// later ticks, does nothing.
    fn place_anew(&mut self) {
        if self.ticks() == 0 {
            let inputs = *self.inputs();
            self.restart(self.seed());
            self.state.inputs = inputs;
        }
    }

    /// Applies changed parameters that determine the scenery or the numbers of units.
    fn apply_shape_change(&mut self) {
        self.state_for_change().place_scenery();
        self.place_units(PlacementReason::Shape);
    }

    /// Returns a copy of the state, for [`load`](Self::load).
    pub fn save(&self) -> State {
        self.state.clone()
    }

    /// Returns an independent world in the same state. A tick under way is not copied: until its
    /// next tick, units of the copy have no neighbors and no forces.
    pub fn fork(&self) -> Self {
        let (work, progress) = Default::default();
        let (version, is_steered) = (next_version(), false);
        let state = self.save();
        let mut fork = Self { state, work, progress, version, is_steered };
        fork.state.bullets.reserve();
        fork.clear();
        fork
    }

    /// Replaces the state with a saved one. Until the next tick, units have no neighbors and no
    /// forces.
    pub fn load(&mut self, saved: &State) {
        self.is_steered = false;
        self.state.clone_from(saved);
        self.state.bullets.reserve();
        self.clear();
    }

    /// Mutable access to the world's own parameters.
    pub fn params_mut(&mut self) -> &mut WorldParams {
        &mut self.state_for_change().params
    }

    /// Mutable access to a group by its index; `None` if there is no such group.
    pub fn group_mut(&mut self, index: usize) -> Option<&mut Group> {
        self.state_for_change().groups.get_mut(index)
    }

    /// Parameters of one part of a group (such as its body or a behavior), by the indices of both;
    /// the world's own parameters if `group` is `None`.
    pub(crate) fn param_block(&self, group: Option<usize>, part: usize) -> Option<&dyn Params> {
        match group {
            None => Some(&self.params),
            Some(group) => self.groups().get(group)?.param_blocks().nth(part),
        }
    }

    /// Mutable version of [`param_block`](Self::param_block).
    pub(crate) fn param_block_mut(
        &mut self,
        group: Option<usize>,
        part: usize,
    ) -> Option<&mut dyn Params> {
        match group {
            None => Some(self.params_mut()),
            Some(group) => self.group_mut(group)?.param_block_mut(part),
        }
    }

    /// At tick 0, sets the memories of a group's rules to their first values for the present
    /// parameters.
    pub(crate) fn restart_memories(&mut self, group: Option<usize>) {
        if let (0, Some(group)) = (self.ticks(), group) {
            self.state.restart_memories(group);
        }
    }

    /// Applies the effect that a change of a parameter has besides its new value.
    pub(crate) fn apply_effect(&mut self, effect: ParamEffect) {
        match effect {
            ParamEffect::Nothing => {}
            ParamEffect::FillsGoalSites => self.state_for_change().name_goal_sites(),
            ParamEffect::ChangesShape => self.apply_shape_change(),
            ParamEffect::PlacesUnits => self.place_anew(),
        }
    }

    /// Replaces the groups. Units and layout edits stay with the group that has the same key. At
    /// tick 0, all units are placed anew.
    pub(crate) fn set_groups(&mut self, groups: Vec<Group>) {
        self.set_groups_and_layout(groups, None);
    }

    /// Replaces the groups and, if given, the edited layout, which determines where new units
    /// start.
    pub(crate) fn set_groups_and_layout(&mut self, groups: Vec<Group>, layout: Option<Layout>) {
        let state = self.state_for_change();
        state.set_groups(groups);
        if let Some(layout) = layout {
            state.change_layout(layout);
        }
        match self.ticks() {
            0 => self.place_anew(),
            _ => self.place_units(PlacementReason::Groups),
        }
    }

    /// Replaces the obstacles. They remain until obstacles are set again: changed parameters, other
    /// groups and a restart keep them, and links contain them, rounded to 0.1 u. No unit is moved
    /// now; units placed later are placed outside the obstacles.
    pub fn set_obstacles(&mut self, obstacles: Vec<Obstacle>) {
        self.state_for_change().edit_layout(|layout| layout.obstacles = Some(obstacles));
    }

    /// Replaces the obstacles as [`set_obstacles`](Self::set_obstacles) does, and moves units that
    /// are inside an obstacle out of it.
    pub fn put_obstacles(&mut self, obstacles: Vec<Obstacle>) {
        self.set_obstacles(obstacles);
        self.place_units(PlacementReason::Layout);
    }

    /// Replaces the walls until they are set again, as for [obstacles](Self::set_obstacles). No
    /// unit is moved.
    pub fn set_walls(&mut self, walls: Vec<Wall>) {
        self.state_for_change().edit_layout(|layout| layout.walls = Some(walls));
    }

    /// Adds a site at a position (u), moves the site that has this name, or removes it (`None`).
    ///
    /// # Errors
    ///
    /// The name cannot be that of a site, a number is not finite, there are 16 sites already, or
    /// there is no site of this name to remove.
    pub fn set_site(&mut self, name: &str, place: Option<Vec2>) -> Result<(), Refusal> {
        let sites = self.sites_with(name, place)?;
        let state = self.state_for_change();
        state.scenery.layout.sites = sites;
        state.name_goal_sites();
        Ok(())
    }

    /// Sites as they would be after [`set_site`](Self::set_site).
    pub(crate) fn sites_with(&self, name: &str, place: Option<Vec2>) -> Result<Vec<Site>, Refusal> {
        let name = Site::checked_name(name).map_err(Refusal::new)?;
        let mut sites = self.layout().sites.clone();
        let at = sites.iter().position(|site| site.is_named(&name));
        match (place, at) {
            (Some(place), _) if !place.is_finite() => {
                return Err(Refusal::new(format!("The place of site {name} is not finite.")));
            }
            (Some(place), Some(at)) => sites[at].place = place,
            (Some(_), None) if sites.len() >= MAX_SITES => {
                return Err(Refusal::new(format!("There are at most {MAX_SITES} sites.")));
            }
            (Some(place), None) => sites.push(Site { name, place }),
            (None, Some(at)) => drop(sites.remove(at)),
            (None, None) => return Err(Refusal::new(missing_site_notice(&name, &sites))),
        }
        Ok(sites)
    }

    /// Replaces the edited layout without rebuilding the scenery or moving units. The caller
    /// restarts the world afterwards.
    pub fn put_layout(&mut self, layout: Layout) {
        let state = self.state_for_change();
        state.scenery.layout = layout;
        state.name_goal_sites();
    }

    /// Replaces the edited layout, rebuilds the scenery and moves units out of it. At tick 0, the
    /// world restarts instead.
    pub(crate) fn set_layout(&mut self, layout: Layout) {
        if self.ticks() == 0 {
            self.put_layout(layout);
            self.place_anew();
        } else {
            self.state_for_change().change_layout(layout);
            self.place_units(PlacementReason::Layout);
        }
    }

    /// Sets position, velocity, heading and angular velocity of a unit. Does nothing if there is no
    /// unit with this id.
    pub fn set_unit(&mut self, id: usize, state: UnitState) {
        if id < self.agents().len() {
            self.state_for_change().agents.set_state(id, state);
        }
    }

    /// Sets the length of one unit (u), independently of its group. Does nothing if there is no
    /// unit with this id.
    pub fn set_unit_length(&mut self, id: usize, length: f32) {
        if id < self.agents().len() {
            self.state_for_change().agents.lengths_mut()[id] = length;
        }
    }

    /// Holds the pointer at a position (u), where it is the target until
    /// [`release_pointer`](Self::release_pointer).
    pub fn hold_pointer(&mut self, position: Vec2) {
        self.state_for_change().inputs.hold_pointer(position);
    }

    /// Releases the held pointer, which is then no target any more.
    pub fn release_pointer(&mut self) {
        self.state_for_change().inputs.release_pointer();
    }

    /// Sets the keys that are held from the next tick on, which steer the player's craft.
    pub fn set_controls(&mut self, controls: Controls) {
        self.state_for_change().inputs.set_controls(controls);
    }

    /// Workspace of the last tick: neighbors, leaders and forces.
    pub fn workspace(&self) -> &Workspace {
        &self.work
    }

    /// Results of the last neighbor search, by unit id.
    pub fn neighbors(&self) -> &Neighborhoods {
        self.work.neighbors()
    }

    /// Whether a unit was a leader when it last looked for neighbors, that is, no neighbor was in
    /// its narrow view.
    pub fn is_leader(&self, id: usize) -> bool {
        self.work.is_leader(id)
    }

    /// Accumulated steering of all units in the last tick, before the limits of the bodies.
    pub fn steering(&self) -> &Forces {
        &self.work.forces
    }

    /// Returns the data that the behaviors of a group, by its index, can read between two ticks:
    /// the state, and the perception of the last tick.
    pub fn scope(&self, index: usize) -> Scope<'_> {
        self.state.scope_between_ticks(&self.work, index)
    }

    /// Version number of the present state; no other state of any world in the process has it.
    pub fn version(&self) -> u64 {
        self.version
    }
}
