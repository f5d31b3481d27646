//! Units: roles, handles and targets, and the state of all units as one array per quantity. The id
//! of a unit is its index in every array.

use crate::engine::codec::{Coded, StateCodec};
use crate::engine::hash::StateHash;
use crate::engine::math::{LANES, sin_cos, wrap_angle};
use crate::engine::threads::SplitByUnits;
use glam::Vec2;
use std::ops::Range;
use std::sync::Arc;

crate::words! {
    /// Role of a unit in the scene. Units of one role flock together and share color and shape on
    /// the page.
    ///
    /// ```
    /// use flockwright::prelude::*;
    ///
    /// assert!(Role::Regular.counts_as_neighbor());
    /// assert!(!Role::Player.counts_as_neighbor());
    /// ```
    #[repr(u8)]
    pub enum Role {
        /// Ordinary member of a flock or crowd.
        Regular = "regular",
        /// Hunter that intercepts its prey ahead of it, and flocks with interceptors only.
        Interceptor = "interceptor",
        /// Craft that a person flies with the keys. It does not count as a neighbor for flocking,
        /// separation and leadership.
        Player = "player",
        /// Unit that soldiers follow.
        Leader = "leader",
        /// Unit that follows the leader, and can have a gun.
        Soldier = "soldier",
        /// Unit that hunts in hordes, or is shot at.
        Monster = "monster",
        /// Unit that the scene's hunters hunt. It does not count as a neighbor for flocking,
        /// separation and leadership.
        Prey = "prey",
        /// Hunter in a world of tiles.
        Troll = "troll",
    }
}

impl Role {
    /// Whether flocking, separation and the test for leadership count units of this role as
    /// neighbors.
    pub fn counts_as_neighbor(self) -> bool {
        !matches!(self, Role::Player | Role::Prey)
    }
}

/// Bit in the flags of a unit (see [`Scope::leader_flags`](crate::engine::scope::Scope)) that marks
/// a leader: the neighbor search sets it if no neighbor is in the unit's narrow view.
pub const LEADER_FLAG: u8 = 1;

/// Permanent reference to a unit. Ids change when another unit is removed, handles do not. A handle
/// is not reused until the world restarts.
///
/// ```
/// use flockwright::prelude::*;
///
/// let birds = Group::point("birds", "Birds", Role::Regular, 20).with(Wander::default());
/// let mut world = World::new(WorldParams::default(), vec![birds], 7);
/// let [first, last] = [0, 19].map(|id| world.agents().handle(id).expect("it is there"));
/// world.remove(first);
/// assert_eq!((world.agents().id(first), world.agents().id(last)), (None, Some(18)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Handle(pub u32);

/// State of motion of one unit.
///
/// ```
/// use flockwright::prelude::*;
///
/// let birds = Group::point("birds", "Birds", Role::Regular, 20).with(Wander::default());
/// let mut world = World::new(WorldParams::default(), vec![birds], 7);
/// let velocity = Vec2::new(40.0, 0.0);
/// let unit = UnitState { position: Vec2::new(50.0, 60.0), velocity, heading: 0.0, omega: 0.0 };
/// let newcomer = world.add(0, unit).expect("there is room");
/// assert_eq!(world.agents().id(newcomer), Some(20));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UnitState {
    /// Position of the unit, u.
    pub position: Vec2,
    /// Velocity of the unit, u/s.
    pub velocity: Vec2,
    /// Heading of the unit, rad; 0 points right, clockwise on screen.
    pub heading: f32,
    /// Angular velocity of the unit, rad/s, positive clockwise; only rigid bodies use it.
    pub omega: f32,
}

/// Target of a group, which all its units hunt, head for or flee from.
///
/// ```
/// use flockwright::prelude::*;
///
/// let birds = Group::point("birds", "Birds", Role::Regular, 20).with(Seek::default());
/// let mut world = World::new(WorldParams::default(), vec![birds], 7);
/// world.set_target(0, Target::Place(Vec2::new(300.0, 200.0)))?;
/// world.set_target(0, Target::Pointer)?;
/// # Ok::<(), Refusal>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Target {
    /// Target that stays at this position, u.
    Place(Vec2),
    /// Point with this position and velocity, which change only when the caller sets the target.
    Moving(Spot),
    /// Target that follows a unit; there is no target once the unit is removed.
    Unit(Handle),
    /// Target that follows the unit of the group with this index that is nearest to the first unit
    /// of the hunting group.
    Group(usize),
    /// Target that follows the pointer while it is held; there is no target otherwise.
    Pointer,
}

/// Position and velocity of a unit or another object.
///
/// ```
/// use flockwright::prelude::*;
///
/// let birds = Group::point("birds", "Birds", Role::Regular, 20).with(Wander::default());
/// let world = World::new(WorldParams::default(), vec![birds], 7);
/// let Spot { position, velocity } = world.agents().spot(0);
/// assert!(position.is_finite() && velocity.is_finite());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spot {
    /// Position of the unit or object, u.
    pub position: Vec2,
    /// Velocity of the unit or object, u/s.
    pub velocity: Vec2,
}

/// State of all units: one array per quantity, indexed by id. x points right and y down.
///
/// Every `f32` array ends with a few unused elements, so that a kernel can read a whole block of
/// lanes from any id on.
#[derive(Clone, Debug, Default)]
pub struct Agents {
    len: usize,
    /// Position of each unit to the right, u.
    pub x: Vec<f32>,
    /// Position of each unit downward, u.
    pub y: Vec<f32>,
    /// Velocity of each unit to the right, u/s.
    pub vx: Vec<f32>,
    /// Velocity of each unit downward, u/s.
    pub vy: Vec<f32>,
    /// Heading of each unit, rad, in -pi..=pi; 0 points right, clockwise on screen.
    pub heading: Vec<f32>,
    /// Heading of each unit as a unit vector, always consistent with `heading`: component to the
    /// right.
    pub hx: Vec<f32>,
    /// Heading of each unit as a unit vector, always consistent with `heading`: component downward.
    pub hy: Vec<f32>,
    /// Angular velocity of each unit, rad/s, positive clockwise.
    pub omega: Vec<f32>,
    /// Body length L of each unit, u. Clones share this array, since ticks do not write it.
    pub length: Arc<Vec<f32>>,
    /// Deviation of each unit's top speed from that of its group, as a multiple (-1..1) of the
    /// largest deviation in the group.
    pub pace: Arc<Vec<f32>>,
    /// [`Role`] of each unit, as an integer.
    pub role: Arc<Vec<u8>>,
    /// [`Handle`] of each unit; this array has no padding.
    pub handle: Arc<Vec<u32>>,
    /// Handle that the next new unit gets.
    next_handle: u32,
}

/// Removes the items at the indices `ids`, which ascend, and moves later items forward.
pub(crate) fn remove_ids<T: Copy>(list: &mut Vec<T>, ids: &[usize]) {
    let Some(mut end) = ids.first().copied() else { return };
    for (k, id) in ids.iter().enumerate() {
        let next = ids.get(k + 1).copied().unwrap_or(list.len());
        list.copy_within(id + 1..next, end);
        end += next - id - 1;
    }
    list.truncate(end);
}

impl Agents {
    /// Creates `len` units of length 1 at the origin.
    pub(crate) fn with_len(len: usize) -> Self {
        let floats = || vec![0.0; len + LANES];
        Self {
            len,
            x: floats(),
            y: floats(),
            vx: floats(),
            vy: floats(),
            heading: floats(),
            hx: vec![1.0; len + LANES],
            hy: floats(),
            omega: floats(),
            length: vec![1.0; len + LANES].into(),
            pace: floats().into(),
            role: vec![0; len + LANES].into(),
            handle: (0..len as u32).collect::<Vec<_>>().into(),
            next_handle: len as u32,
        }
    }

    /// Replaces the units by copies of `others`. Does not allocate if the arrays have sufficient
    /// capacity.
    pub(crate) fn copy_from(&mut self, others: &Self) {
        let Self {
            len,
            x,
            y,
            vx,
            vy,
            heading,
            hx,
            hy,
            omega,
            length,
            pace,
            role,
            handle,
            next_handle: fresh,
        } = self;
        let Self { length: lengths, pace: paces, role: roles, handle: handles, .. } = others;
        (*len, *fresh) = (others.len, others.next_handle);
        let from = [&others.x, &others.y, &others.vx, &others.vy];
        let more = [&others.heading, &others.hx, &others.hy, &others.omega];
        let to = [x, y, vx, vy, heading, hx, hy, omega];
        to.into_iter().zip(from.into_iter().chain(more)).for_each(|(to, from)| to.clone_from(from));
        (*length, *pace, *role) = (lengths.clone(), paces.clone(), roles.clone());
        *handle = handles.clone();
    }

    /// Number of units.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no units.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Position of a unit, u.
    pub fn position(&self, id: usize) -> Vec2 {
        Vec2::new(self.x[id], self.y[id])
    }

    /// Velocity of a unit, u/s.
    pub fn velocity(&self, id: usize) -> Vec2 {
        Vec2::new(self.vx[id], self.vy[id])
    }

    /// Position and velocity of a unit.
    pub fn spot(&self, id: usize) -> Spot {
        Spot { position: self.position(id), velocity: self.velocity(id) }
    }

    /// Heading of a unit as a unit vector.
    pub fn forward(&self, id: usize) -> Vec2 {
        Vec2::new(self.hx[id], self.hy[id])
    }

    /// Position, velocity, heading and angular velocity of a unit.
    pub fn state(&self, id: usize) -> UnitState {
        UnitState {
            position: self.position(id),
            velocity: self.velocity(id),
            heading: self.heading[id],
            omega: self.omega[id],
        }
    }

    /// Exchanges the ids of two units. Lengths and roles belong to the groups, so they are not
    /// exchanged.
    pub(crate) fn swap(&mut self, a: usize, b: usize) {
        let Self { x, y, vx, vy, heading, hx, hy, omega, .. } = self;
        for array in [x, y, vx, vy, heading, hx, hy, omega] {
            array.swap(a, b);
        }
        self.paces_mut().swap(a, b);
        Arc::<Vec<u32>>::make_mut(&mut self.handle).swap(a, b);
    }

    /// Handle of the unit with this id; `None` for an unused id.
    pub fn handle(&self, id: usize) -> Option<Handle> {
        self.handle.get(id).copied().map(Handle)
    }

    /// Current id of a unit; `None` if the unit has been removed.
    pub fn id(&self, unit: Handle) -> Option<usize> {
        // A handle equals its unit's id until units are added or removed, so that id is tried
        // first.
        let same = unit.0 as usize;
        if self.handle.get(same) == Some(&unit.0) {
            return Some(same);
        }
        self.handle.iter().position(|handle| *handle == unit.0)
    }

    /// Sets the handle of the unit `id`. A unit that had the id `was` in `before` keeps its handle;
    /// if `was` is `None`, the unit gets a new one. Must be called in ascending order of `id`.
    pub(crate) fn assign_handle(&mut self, before: &Self, id: usize, was: Option<usize>) {
        if id == 0 {
            self.next_handle = before.next_handle;
        }
        let kept = was.and_then(|was| before.handle.get(was).copied());
        let handle = kept.unwrap_or(self.next_handle);
        self.next_handle += u32::from(kept.is_none());
        Arc::<Vec<u32>>::make_mut(&mut self.handle)[id] = handle;
    }

    /// Inserts a unit with the given `id` and gives it a new handle. The ids from there on increase
    /// by one.
    pub(crate) fn insert(&mut self, id: usize, length: f32, pace: f32, role: Role) {
        let Self { x, y, vx, vy, heading, hx, hy, omega, .. } = self;
        for array in [x, y, vx, vy, heading, hx, hy, omega] {
            array.insert(id, 0.0);
        }
        Arc::make_mut(&mut self.length).insert(id, length);
        Arc::make_mut(&mut self.pace).insert(id, pace);
        Arc::make_mut(&mut self.role).insert(id, role as u8);
        Arc::make_mut(&mut self.handle).insert(id, self.next_handle);
        self.next_handle += 1;
        self.len += 1;
    }

    /// Removes the units with these ids, in ascending order. Ids of later units decrease.
    pub(crate) fn remove(&mut self, ids: &[usize]) {
        let Self { x, y, vx, vy, heading, hx, hy, omega, .. } = self;
        for array in [x, y, vx, vy, heading, hx, hy, omega] {
            remove_ids(array, ids);
        }
        remove_ids(Arc::make_mut(&mut self.length), ids);
        remove_ids(Arc::make_mut(&mut self.pace), ids);
        remove_ids(Arc::make_mut(&mut self.role), ids);
        remove_ids(Arc::make_mut(&mut self.handle), ids);
        self.len -= ids.len();
    }

    /// Sets the state of a unit. The heading can be any angle, rad.
    pub fn set_state(&mut self, id: usize, state: UnitState) {
        self.moving_units().set_state(id, state);
    }

    /// Mutable view of the motion of all units.
    pub fn moving_units(&mut self) -> MovingUnits<'_> {
        let Self { x, y, vx, vy, heading, hx, hy, omega, length, pace, .. } = self;
        MovingUnits { x, y, vx, vy, heading, hx, hy, omega, length, pace }
    }

    /// Mutable view of some units, followed by the padding that the last block of lanes reads.
    /// Indices in the view count from the first of these units.
    pub(crate) fn moving_part(&mut self, ids: Range<usize>) -> MovingUnits<'_> {
        self.moving_units().split_units(ids.start).1.split_units(ids.len() + LANES).0
    }

    /// Units that consist of a copy of one unit alone, with id 0.
    pub fn single_unit(&self, id: usize) -> Self {
        let mut alone = Self::with_len(1);
        alone.set_state(0, self.state(id));
        // The unit vector is copied, since computing it from the angle could change its last bit.
        (alone.hx[0], alone.hy[0]) = (self.hx[id], self.hy[id]);
        alone.lengths_mut()[0] = self.length[id];
        alone.paces_mut()[0] = self.pace[id];
        alone
    }

    /// Mutable access to the body lengths of all units, u.
    pub fn lengths_mut(&mut self) -> &mut [f32] {
        Arc::<Vec<f32>>::make_mut(&mut self.length)
    }

    /// Mutable access to [`pace`](Self::pace) of all units.
    pub(crate) fn paces_mut(&mut self) -> &mut [f32] {
        Arc::<Vec<f32>>::make_mut(&mut self.pace)
    }

    /// Mutable access to the roles of all units, as integers.
    pub(crate) fn roles_mut(&mut self) -> &mut [u8] {
        Arc::<Vec<u8>>::make_mut(&mut self.role)
    }

    /// Heap memory that a clone of the units does not share, bytes.
    pub(crate) fn heap_bytes(&self) -> usize {
        let Self { x, y, vx, vy, heading, hx, hy, omega, .. } = self;
        [x, y, vx, vy, heading, hx, hy, omega].map(|array| size_of_val(&**array)).iter().sum()
    }

    /// Writes or reads the state of all units. A reader must have set their number and their roles,
    /// which are not written.
    pub(crate) fn encode_or_decode(&mut self, codec: &mut StateCodec) {
        let Self {
            len,
            x,
            y,
            vx,
            vy,
            heading,
            hx,
            hy,
            omega,
            length,
            pace,
            handle,
            next_handle: fresh,
            ..
        } = self;
        for array in [x, y, vx, vy, heading, hx, hy, omega] {
            codec.magnitudes(&mut array[..*len]);
        }
        let length = &mut Arc::make_mut(length)[..*len];
        codec.magnitudes(length);
        codec.require(length.iter().all(|length| *length > 0.0));
        Arc::make_mut(pace)[..*len].encode_or_decode(codec);
        let handle = Arc::make_mut(handle);
        handle.encode_or_decode(codec);
        fresh.encode_or_decode(codec);
        codec.require(handle.len() == *len && handle.iter().all(|handle| handle < fresh));
    }

    /// Adds the number of units, and the bits of positions, velocities, headings and angular
    /// velocities, to a hash.
    pub(crate) fn add_to_hash(&self, hash: &mut StateHash) {
        let n = self.len;
        hash.add_word(n as u64);
        for array in [&self.x, &self.y, &self.vx, &self.vy, &self.heading, &self.omega] {
            hash.add_floats(&array[..n]);
        }
    }
}

/// Mutable view of some units of [`Agents`]. Indices count from the first unit of the view.
#[derive(Debug)]
pub struct MovingUnits<'a> {
    /// Position of each unit to the right, u.
    pub x: &'a mut [f32],
    /// Position of each unit downward, u.
    pub y: &'a mut [f32],
    /// Velocity of each unit to the right, u/s.
    pub vx: &'a mut [f32],
    /// Velocity of each unit downward, u/s.
    pub vy: &'a mut [f32],
    /// Heading of each unit, rad, in -pi..=pi; 0 points right, clockwise on screen.
    pub heading: &'a mut [f32],
    /// Heading of each unit as a unit vector: component to the right.
    pub hx: &'a mut [f32],
    /// Heading of each unit as a unit vector: component downward.
    pub hy: &'a mut [f32],
    /// Angular velocity of each unit, rad/s, positive clockwise.
    pub omega: &'a mut [f32],
    /// Body length of each unit, u.
    pub length: &'a [f32],
    /// Deviation of each unit's top speed from that of its group; see [`Agents::pace`].
    pub pace: &'a [f32],
}

impl MovingUnits<'_> {
    /// Position of a unit, u.
    pub fn position(&self, unit: usize) -> Vec2 {
        Vec2::new(self.x[unit], self.y[unit])
    }

    /// Velocity of a unit, u/s.
    pub fn velocity(&self, unit: usize) -> Vec2 {
        Vec2::new(self.vx[unit], self.vy[unit])
    }

    /// Heading of a unit as a unit vector.
    pub fn forward(&self, unit: usize) -> Vec2 {
        Vec2::new(self.hx[unit], self.hy[unit])
    }

    /// Sets the state of a unit. The heading can be any angle, rad.
    pub fn set_state(&mut self, unit: usize, state: UnitState) {
        let heading = wrap_angle(state.heading);
        let (sine, cosine) = sin_cos(heading);
        self.x[unit] = state.position.x;
        self.y[unit] = state.position.y;
        self.vx[unit] = state.velocity.x;
        self.vy[unit] = state.velocity.y;
        self.heading[unit] = heading;
        self.hx[unit] = cosine;
        self.hy[unit] = sine;
        self.omega[unit] = state.omega;
    }
}

impl SplitByUnits for MovingUnits<'_> {
    fn split_units(self, units: usize) -> (Self, Self) {
        let Self { x, y, vx, vy, heading, hx, hy, omega, length, pace } = self;
        let [x, y, vx, vy, heading, hx, hy, omega] =
            [x, y, vx, vy, heading, hx, hy, omega].map(|array| array.split_at_mut(units));
        let [length, pace] = [length, pace].map(|array| array.split_at(units));
        let here = MovingUnits {
            x: x.0,
            y: y.0,
            vx: vx.0,
            vy: vy.0,
            heading: heading.0,
            hx: hx.0,
            hy: hy.0,
            omega: omega.0,
            length: length.0,
            pace: pace.0,
        };
        let rest = MovingUnits {
            x: x.1,
            y: y.1,
            vx: vx.1,
            vy: vy.1,
            heading: heading.1,
            hx: hx.1,
            hy: hy.1,
            omega: omega.1,
            length: length.1,
            pace: pace.1,
        };
        (here, rest)
    }
}

crate::coded!(Spot { position, velocity });

impl Coded for Option<Target> {
    fn encode_or_decode(&mut self, codec: &mut StateCodec) {
        let (mut kind, mut spot, mut number) = (0u32, Spot::default(), 0u32);
        match *self {
            None => {}
            Some(Target::Place(place)) => (kind, spot.position) = (1, place),
            Some(Target::Moving(moving)) => (kind, spot) = (2, moving),
            Some(Target::Unit(Handle(unit))) => (kind, number) = (3, unit),
            Some(Target::Group(group)) => (kind, number) = (4, group as u32),
            Some(Target::Pointer) => kind = 5,
        }
        kind.encode_or_decode(codec);
        spot.encode_or_decode(codec);
        number.encode_or_decode(codec);
        *self = match kind {
            1 => Some(Target::Place(spot.position)),
            2 => Some(Target::Moving(spot)),
            3 => Some(Target::Unit(Handle(number))),
            4 => Some(Target::Group(number as usize)),
            5 => Some(Target::Pointer),
            _ => None,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f32::consts::TAU;

    #[test]
    fn a_heading_is_kept_within_half_a_turn_to_each_side() {
        let mut agents = Agents::with_len(1);
        let state =
            UnitState { position: Vec2::ZERO, velocity: Vec2::ZERO, heading: 3.5, omega: 0.0 };
        agents.set_state(0, state);
        assert!((agents.heading[0] - (3.5 - TAU)).abs() < 1e-6, "{}", agents.heading[0]);
        assert!((agents.forward(0) - Vec2::new(libm::cosf(3.5), libm::sinf(3.5))).length() < 1e-6);
    }
}
