//! The world: a state, and the tick that moves it.
//!
//! The [`State`] is the run; the [`Workspace`] is what a tick needs on the way. An observer
//! borrows the world, and has a workspace of its own.

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
mod workspace;

pub use crate::engine::rounds::Caught;
pub use embedding::{Push, Pushes, Refusal};
pub use focus::Focus;
pub use layout::Route;
pub use quarry::Quarry;
pub use report::{Between, Happening, Happenings};
pub use state::State;
pub use tick::{Stage, add_force};
pub use workspace::Workspace;

use crate::engine::agents::UnitState;
use crate::engine::behaviors::{Controls, Scope};
use crate::engine::group::Group;
use crate::engine::layout::Layout;
use crate::engine::params::WorldParams;
use crate::engine::perception::Neighborhoods;
use crate::engine::scenery::{Obstacle, Wall};
use crate::engine::steering::Forces;
#[cfg(feature = "parallel")]
use crate::engine::threads::Threads;
use crate::schema::{Effect, Params};
use glam::Vec2;
use placement::Why;
use std::ops::Deref;
use std::sync::atomic::{AtomicU64, Ordering};
use tick::{Clock, Progress, go_on};

/// A state with the workspace of its ticks. All that can be read of the state can be read of it.
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
    progress: Progress,
    version: u64,
    /// All have been steered, and have not moved since.
    steered: bool,
}

impl Deref for World {
    type Target = State;

    fn deref(&self) -> &State {
        &self.state
    }
}

/// No two states of any world have the same number.
fn next_version() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    LAST.fetch_add(1, Ordering::Relaxed)
}

impl World {
    /// A world at tick 0 with its units placed.
    pub fn new(params: WorldParams, groups: Vec<Group>, seed: u32) -> Self {
        let state = State::new(params, groups, seed);
        let (work, progress) = Default::default();
        let (version, steered) = (0, false);
        let mut world = Self { state, work, progress, version, steered };
        world.place(Why::Start);
        world
    }

    /// Holds the world to what a link may ask for: see [`limits`](crate::engine::limits).
    pub(crate) fn limit(&mut self) {
        self.state.limited = true;
    }

    /// Places units, as many as there should be.
    fn place(&mut self, why: Why) {
        self.change().place(why);
        if matches!(why, Why::Start | Why::Groups) || !self.work.fits(&self.state) {
            self.clear();
        }
    }

    /// How many units each group should have, and how many members the written rules would
    /// look at in a tick if it had as many as its parameters say.
    pub(crate) fn shares(&self) -> (Vec<usize>, f64) {
        let counts = self.groups().iter().map(|group| group.crowd.count as usize);
        (self.state.shares(), self.state.members(&counts.collect::<Vec<_>>()))
    }

    /// Moves the world by one tick of 1/60 s: what is left of the coming one, where some of it is
    /// done.
    ///
    /// Every unit reads the state of the last tick; nothing is allocated.
    pub fn tick(&mut self) {
        self.tick_through(Stage::Move);
    }

    /// Goes on with the coming tick through a stage.
    pub fn tick_through(&mut self, last: Stage) {
        self.go_on(last, None);
    }

    /// Goes on with the coming tick for `budget` ms and little more; true when the tick is done.
    /// `now` tells the time in ms.
    ///
    /// All parts together are one [`tick`](Self::tick), to the bit. Whatever changes the state in
    /// between makes the tick begin anew.
    pub fn tick_part(&mut self, budget: f64, mut now: impl FnMut() -> f64) -> bool {
        self.go_on(Stage::Move, Some(Clock::new(budget, &mut now)))
    }

    /// The same; `steered` is called once all are steered and before they move.
    pub(crate) fn tick_part_with(
        &mut self,
        budget: f64,
        mut now: impl FnMut() -> f64,
        steered: impl FnOnce(&mut Self),
    ) -> bool {
        let end = now() + budget;
        if self.progress.is_before(Stage::Move) {
            if !self.go_on(Stage::Steer, Some(Clock::new(budget, &mut now))) {
                return false;
            }
            steered(self);
        }
        let left = end - now();
        self.go_on(Stage::Move, Some(Clock::new(left, &mut now)))
    }

    /// Replaces the steering of one unit for the tick under way: force, thrust, brake and swerve.
    pub fn steer_unit(&mut self, id: usize, summed: [f32; 5]) {
        self.work.forces.from(0).set_unit(id, summed);
    }

    /// Only those that count for one unit act in the ticks from now on, for a look ahead in a copy;
    /// `None`: all do.
    pub fn focus(&mut self, focus: Option<Focus>) {
        self.progress = Progress::default();
        self.work.focus = focus;
    }

    fn go_on(&mut self, last: Stage, clock: Option<Clock>) -> bool {
        let Self { state, work, progress, .. } = self;
        let before = state.ticks();
        let done = go_on(state, work, progress, last, clock);
        if state.ticks() != before {
            self.version = next_version();
            self.steered = false;
        }
        done
    }

    /// Has this many threads share the passes over crowds of some thousand units from now on. A tick
    /// does the same, to the bit, with any number of them.
    #[cfg(feature = "parallel")]
    pub fn set_threads(&mut self, threads: usize) {
        self.work.threads = Threads::new(threads);
        self.work.make_room_for_all(&self.state);
    }

    /// How many threads share the passes over large crowds.
    pub fn threads(&self) -> usize {
        self.work.threads.count()
    }

    /// Whether a part of the coming tick is done. No unit has moved yet.
    pub fn is_under_way(&self) -> bool {
        self.progress.is_under_way()
    }

    /// About how much of the coming tick is done, 0 to 1: how long a slow one will take.
    pub fn tick_share(&self) -> f32 {
        self.progress.share(&self.state)
    }

    /// Changes the state; the coming tick begins anew.
    fn change(&mut self) -> &mut State {
        self.progress = Progress::default();
        self.version = next_version();
        &mut self.state
    }

    /// Other units are there now, without neighbors and forces yet.
    fn clear(&mut self) {
        self.change();
        self.work.clear(&self.state);
        self.work.make_room_for_all(&self.state);
    }

    /// Back to tick 0, with another seed or the same.
    pub fn restart(&mut self, seed: u32) {
        self.steered = false;
        self.change().restart(seed);
        self.place(Why::Start);
    }

    /// At tick 0, restarts with the parameters as they are now; a pointer or a key that is held
    /// stays held.
    pub(crate) fn place_anew(&mut self) {
        if self.ticks() == 0 {
            let inputs = *self.inputs();
            self.restart(self.seed());
            self.state.inputs = inputs;
        }
    }

    /// Applies changed parameters that shape the world or its population.
    pub(crate) fn refresh(&mut self) {
        self.change().lay_out();
        self.place(Why::Shape);
    }

    /// A copy of the state.
    pub fn save(&self) -> State {
        self.state.clone()
    }

    /// Another world in the same state: what happens in one, the other does not know. A tick under way
    /// is not; until the next one, units have no neighbors and no forces.
    pub fn fork(&self) -> Self {
        let (work, progress) = Default::default();
        let (version, steered) = (next_version(), false);
        let state = self.save();
        let mut fork = Self { state, work, progress, version, steered };
        fork.state.bullets.reserve();
        fork.clear();
        fork
    }

    /// Puts a state back. Until the next tick, units have no neighbors and no forces.
    pub fn load(&mut self, saved: &State) {
        self.steered = false;
        self.state.clone_from(saved);
        self.state.bullets.reserve();
        self.clear();
    }

    /// To change the world's own parameters.
    pub fn params_mut(&mut self) -> &mut WorldParams {
        &mut self.change().params
    }

    /// To change a group's parameters.
    pub fn group_mut(&mut self, index: usize) -> Option<&mut Group> {
        self.change().groups.get_mut(index)
    }

    /// The parameters of a part of a group, by the indices of both; without a group, the world's own.
    pub(crate) fn block(&self, group: Option<usize>, part: usize) -> Option<&dyn Params> {
        match group {
            None => Some(&self.params),
            Some(group) => self.groups().get(group)?.parts().nth(part),
        }
    }

    /// The same, to change them.
    pub(crate) fn block_mut(
        &mut self,
        group: Option<usize>,
        part: usize,
    ) -> Option<&mut dyn Params> {
        match group {
            None => Some(self.params_mut()),
            Some(group) => self.group_mut(group)?.part_mut(part),
        }
    }

    /// What a changed value does at once.
    pub(crate) fn take(&mut self, effect: Effect) {
        match effect {
            Effect::Nothing => {}
            Effect::Reshapes => self.refresh(),
            Effect::Places => self.place_anew(),
        }
    }

    /// Replaces the groups. Those that were there before, by their keys, keep their units, but at
    /// tick 0, where all are placed anew; what is edited of the layout stays with its group.
    pub(crate) fn set_groups(&mut self, groups: Vec<Group>) {
        self.set_groups_and_layout(groups, None);
    }

    /// Replaces the groups, and what is edited of the layout where there is another: new units start where that
    /// says.
    pub(crate) fn set_groups_and_layout(&mut self, groups: Vec<Group>, layout: Option<Layout>) {
        let state = self.change();
        state.set_groups(groups);
        if let Some(layout) = layout {
            state.change_layout(layout);
        }
        match self.ticks() {
            0 => self.place_anew(),
            _ => self.place(Why::Groups),
        }
    }

    /// Replaces the obstacles. They stay until obstacles are set again: changed parameters, other groups
    /// and a restart keep them, and a link has them, in steps of 0.1 u. No unit is moved now; units
    /// that are placed later are placed outside of them.
    pub fn set_obstacles(&mut self, obstacles: Vec<Obstacle>) {
        self.change().edit_layout(|layout| layout.obstacles = Some(obstacles));
    }

    /// Replaces the obstacles as [`set_obstacles`](Self::set_obstacles) does, and moves units that stand
    /// in one out of it.
    pub fn put_obstacles(&mut self, obstacles: Vec<Obstacle>) {
        self.set_obstacles(obstacles);
        self.place(Why::Layout);
    }

    /// Replaces the walls. They stay as [obstacles](Self::set_obstacles) do. No unit is moved.
    pub fn set_walls(&mut self, walls: Vec<Wall>) {
        self.change().edit_layout(|layout| layout.walls = Some(walls));
    }

    /// Replaces what has been edited of the layout without any effect on the units: a restart
    /// follows.
    pub fn put_layout(&mut self, layout: Layout) {
        self.change().scenery.layout = layout;
    }

    /// Replaces it, with its effects.
    pub(crate) fn set_layout(&mut self, layout: Layout) {
        if self.ticks() == 0 {
            self.put_layout(layout);
            self.place_anew();
        } else {
            self.change().change_layout(layout);
            self.place(Why::Layout);
        }
    }

    /// Puts a unit into a state, for tests and for editing.
    pub fn set_unit(&mut self, id: usize, state: UnitState) {
        if id < self.agents().len() {
            self.change().agents.set_state(id, state);
        }
    }

    /// Gives one unit another length than its group's.
    pub fn set_unit_length(&mut self, id: usize, length: f32) {
        if id < self.agents().len() {
            self.change().agents.lengths_mut()[id] = length;
        }
    }

    /// Holds the pointer at a world point: it is the target until
    /// [`release_pointer`](Self::release_pointer).
    pub fn hold_pointer(&mut self, position: Vec2) {
        self.change().inputs.hold(position);
    }

    /// Lets the pointer go.
    pub fn release_pointer(&mut self) {
        self.change().inputs.release();
    }

    /// Sets the keys that are held from the next tick on.
    pub fn set_controls(&mut self, controls: Controls) {
        self.change().inputs.set_controls(controls);
    }

    /// What the last tick has found.
    pub fn found(&self) -> &Workspace {
        &self.work
    }

    /// What the last neighbor search has found.
    pub fn neighbors(&self) -> &Neighborhoods {
        self.work.neighbors()
    }

    /// Whether a unit's narrow view was empty when it last looked.
    pub fn is_leader(&self, id: usize) -> bool {
        self.work.is_leader(id)
    }

    /// The steering that was summed in the last tick, before any limit.
    pub fn steering(&self) -> &Forces {
        &self.work.forces
    }

    /// What the behaviors of a group may read between two ticks: the state, and what the last tick
    /// has found.
    pub fn scope(&self, index: usize) -> Scope<'_> {
        self.state.scope_after(&self.work, index)
    }

    /// A number that no other state has, of this world or another.
    pub fn version(&self) -> u64 {
        self.version
    }
}
