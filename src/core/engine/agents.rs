//! The units' state as a structure of arrays. A unit's id is its index in every array.

use crate::engine::hash::StateHash;
use crate::engine::math::{LANES, sin_cos, wrap_angle};
use crate::engine::tape::{Tape, Taped};
use crate::engine::threads::Cut;
use glam::Vec2;
use std::ops::Range;
use std::sync::Arc;

crate::words! {
    /// What a unit is in the scene. It decides who flocks with whom, and color and shape on the page.
    ///
    /// ```
    /// use flockwright::prelude::*;
    ///
    /// assert!(Role::Regular.counts_as_neighbor());
    /// assert!(!Role::Player.counts_as_neighbor());
    /// ```
    #[repr(u8)]
    pub enum Role {
        /// One of the crowd.
        Regular = "regular",
        /// Flies to where its prey will be; flocks with its own kind only.
        Interceptor = "interceptor",
        /// The craft that the keys fly. Flocking, separation and leadership do not count it.
        Player = "player",
        /// The one that soldiers follow.
        Leader = "leader",
        /// Follows the leader, and may shoot.
        Soldier = "soldier",
        /// What hunts in hordes, or is shot at.
        Monster = "monster",
        /// What a scene's hunters hunt. Not counted either.
        Prey = "prey",
        /// A hunter of the tile world.
        Troll = "troll",
    }
}

impl Role {
    /// The flocking rules, separation and the leader test count units of this role.
    pub fn counts_as_neighbor(self) -> bool {
        !matches!(self, Role::Player | Role::Prey)
    }
}

/// Bit of a unit's flags, as the neighbor search sets them: its narrow view is empty.
pub const LEADER: u8 = 1;

/// A unit, whatever its id is by now: ids close up when a unit goes, handles stay. One that a
/// unit had is given to no other one until the world restarts.
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

/// The state of one unit, for placing and for tests.
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
    /// World units.
    pub position: Vec2,
    /// World units per second.
    pub velocity: Vec2,
    /// Radians; 0 points right, growing to starboard (clockwise on the screen).
    pub heading: f32,
    /// Rate of turn, radians per second (rigid bodies).
    pub omega: f32,
}

/// What a group is assigned to go for: what all its units hunt, head for or run from.
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
    /// A place, u.
    Place(Vec2),
    /// Something that the world does not know, and that moves.
    Moving(Spot),
    /// A unit, wherever it goes; nothing once it is gone.
    Unit(Handle),
    /// The unit of a group, by its index, that is nearest to the first unit of the group that hunts it.
    Group(usize),
    /// The pointer, while it is held.
    Pointer,
}

/// Where something is, and how it moves.
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
    /// Where it is, u.
    pub position: Vec2,
    /// u/s
    pub velocity: Vec2,
}

/// All units, as one array per quantity.
///
/// Every `f32` array is padded by a few unused elements at the end, so that a kernel may read a
/// whole block of lanes from any id.
#[derive(Clone, Debug, Default)]
pub struct Agents {
    len: usize,
    /// Position, u.
    pub x: Vec<f32>,
    /// Position, u; down.
    pub y: Vec<f32>,
    /// Velocity, u/s.
    pub vx: Vec<f32>,
    /// Velocity, u/s; down.
    pub vy: Vec<f32>,
    /// Heading in radians, -pi..=pi.
    pub heading: Vec<f32>,
    /// Heading as a unit vector, kept in step with `heading`.
    pub hx: Vec<f32>,
    /// See `hx`; down.
    pub hy: Vec<f32>,
    /// Rate of turn, radians per second.
    pub omega: Vec<f32>,
    /// Length L of the unit, world units. What no tick writes is shared among copies.
    pub length: Arc<Vec<f32>>,
    /// How its speed differs from that of its group, -1..1: times the body's pace spread.
    pub pace: Arc<Vec<f32>>,
    /// [`Role`] as a number.
    pub role: Arc<Vec<u8>>,
    /// The [`Handle`] of each, without padding.
    pub handle: Arc<Vec<u32>>,
    /// The next one that is new.
    fresh: u32,
}

impl Agents {
    /// Room for `len` units, all at the origin.
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
            fresh: len as u32,
        }
    }

    /// Becomes the same as others, without an allocation where there is room for as many.
    pub(crate) fn copy(&mut self, others: &Self) {
        let Self { len, x, y, vx, vy, heading, hx, hy, omega, length, pace, role, handle, fresh } =
            self;
        let Self { length: lengths, pace: paces, role: roles, handle: handles, .. } = others;
        (*len, *fresh) = (others.len, others.fresh);
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

    /// Where a unit is, u.
    pub fn position(&self, id: usize) -> Vec2 {
        Vec2::new(self.x[id], self.y[id])
    }

    /// Its velocity, u/s.
    pub fn velocity(&self, id: usize) -> Vec2 {
        Vec2::new(self.vx[id], self.vy[id])
    }

    /// Where it is and how it moves, for those who hunt it.
    pub fn spot(&self, id: usize) -> Spot {
        Spot { position: self.position(id), velocity: self.velocity(id) }
    }

    /// Its heading as a unit vector.
    pub fn forward(&self, id: usize) -> Vec2 {
        Vec2::new(self.hx[id], self.hy[id])
    }

    /// What moves of a unit.
    pub fn state(&self, id: usize) -> UnitState {
        UnitState {
            position: self.position(id),
            velocity: self.velocity(id),
            heading: self.heading[id],
            omega: self.omega[id],
        }
    }

    /// Two units change ids, with all but the lengths and roles of their groups.
    pub(crate) fn swap(&mut self, a: usize, b: usize) {
        let Self { x, y, vx, vy, heading, hx, hy, omega, .. } = self;
        for array in [x, y, vx, vy, heading, hx, hy, omega] {
            array.swap(a, b);
        }
        self.paces_mut().swap(a, b);
        Arc::<Vec<u32>>::make_mut(&mut self.handle).swap(a, b);
    }

    /// The handle of a unit.
    pub fn handle(&self, id: usize) -> Option<Handle> {
        self.handle.get(id).copied().map(Handle)
    }

    /// The id that a unit has now; `None` when it is gone.
    pub fn id(&self, unit: Handle) -> Option<usize> {
        // Until the first unit goes, it is the same number.
        let same = unit.0 as usize;
        if self.handle.get(same) == Some(&unit.0) {
            return Some(same);
        }
        self.handle.iter().position(|handle| *handle == unit.0)
    }

    /// Units that were there before, by the id of each, have the handles that they had, all others
    /// new ones.
    pub(crate) fn keep_handle(&mut self, before: &Self, id: usize, was: Option<usize>) {
        if id == 0 {
            self.fresh = before.fresh;
        }
        let kept = was.and_then(|was| before.handle.get(was).copied());
        let handle = kept.unwrap_or(self.fresh);
        self.fresh += u32::from(kept.is_none());
        Arc::<Vec<u32>>::make_mut(&mut self.handle)[id] = handle;
    }

    /// Makes room for a unit at an id; those from there on have ids one higher.
    pub(crate) fn insert(&mut self, id: usize, length: f32, pace: f32, role: Role) {
        let Self { x, y, vx, vy, heading, hx, hy, omega, .. } = self;
        for array in [x, y, vx, vy, heading, hx, hy, omega] {
            array.insert(id, 0.0);
        }
        Arc::make_mut(&mut self.length).insert(id, length);
        Arc::make_mut(&mut self.pace).insert(id, pace);
        Arc::make_mut(&mut self.role).insert(id, role as u8);
        Arc::make_mut(&mut self.handle).insert(id, self.fresh);
        self.fresh += 1;
        self.len += 1;
    }

    /// Takes a unit out; those behind it have ids one lower.
    pub(crate) fn remove(&mut self, id: usize) {
        let Self { x, y, vx, vy, heading, hx, hy, omega, .. } = self;
        for array in [x, y, vx, vy, heading, hx, hy, omega] {
            array.remove(id);
        }
        Arc::make_mut(&mut self.length).remove(id);
        Arc::make_mut(&mut self.pace).remove(id);
        Arc::make_mut(&mut self.role).remove(id);
        Arc::make_mut(&mut self.handle).remove(id);
        self.len -= 1;
    }

    /// Puts a unit into a state. The heading may be any angle.
    pub fn set_state(&mut self, id: usize, state: UnitState) {
        self.moving().set_state(id, state);
    }

    /// All units, to move them.
    pub fn moving(&mut self) -> Moving<'_> {
        let Self { x, y, vx, vy, heading, hx, hy, omega, length, pace, .. } = self;
        Moving { x, y, vx, vy, heading, hx, hy, omega, length, pace }
    }

    /// Some units, counted from the first of them, and behind them what a block of lanes reads along.
    pub(crate) fn part(&mut self, ids: Range<usize>) -> Moving<'_> {
        self.moving().cut(ids.start).1.cut(ids.len() + LANES).0
    }

    /// One of the units alone, with id 0.
    pub fn only(&self, id: usize) -> Self {
        let mut alone = Self::with_len(1);
        alone.set_state(0, self.state(id));
        // The very vector: computed again from the angle, it could differ by a bit.
        (alone.hx[0], alone.hy[0]) = (self.hx[id], self.hy[id]);
        alone.lengths_mut()[0] = self.length[id];
        alone.paces_mut()[0] = self.pace[id];
        alone
    }

    /// The lengths, to write them.
    pub fn lengths_mut(&mut self) -> &mut [f32] {
        Arc::<Vec<f32>>::make_mut(&mut self.length)
    }

    /// The paces, to write them.
    pub(crate) fn paces_mut(&mut self) -> &mut [f32] {
        Arc::<Vec<f32>>::make_mut(&mut self.pace)
    }

    /// The roles, to write them.
    pub(crate) fn roles_mut(&mut self) -> &mut [u8] {
        Arc::<Vec<u8>>::make_mut(&mut self.role)
    }

    /// Bytes that a copy takes on the heap.
    pub(crate) fn bytes(&self) -> usize {
        let Self { x, y, vx, vy, heading, hx, hy, omega, .. } = self;
        [x, y, vx, vy, heading, hx, hy, omega].map(|array| size_of_val(&**array)).iter().sum()
    }

    /// Goes over all units; on reading, there are as many as there were, of these groups' roles.
    pub(crate) fn tape(&mut self, tape: &mut Tape) {
        let Self { len, x, y, vx, vy, heading, hx, hy, omega, length, pace, handle, fresh, .. } =
            self;
        for array in [x, y, vx, vy, heading, hx, hy, omega] {
            tape.measured(&mut array[..*len]);
        }
        let length = &mut Arc::make_mut(length)[..*len];
        tape.measured(length);
        tape.check(length.iter().all(|length| *length > 0.0));
        Arc::make_mut(pace)[..*len].tape(tape);
        let handle = Arc::make_mut(handle);
        handle.tape(tape);
        fresh.tape(tape);
        tape.check(handle.len() == *len && handle.iter().all(|handle| handle < fresh));
    }

    /// Adds every bit of the moving state to a hash.
    pub(crate) fn add_to_hash(&self, hash: &mut StateHash) {
        let n = self.len;
        hash.word(n as u64);
        for array in [&self.x, &self.y, &self.vx, &self.vy, &self.heading, &self.omega] {
            hash.floats(&array[..n]);
        }
    }
}

/// Units while they are moved: see [`Agents`], by the number in these arrays.
#[derive(Debug)]
pub struct Moving<'a> {
    /// Position, u.
    pub x: &'a mut [f32],
    /// Position, u; down.
    pub y: &'a mut [f32],
    /// Velocity, u/s.
    pub vx: &'a mut [f32],
    /// Velocity, u/s; down.
    pub vy: &'a mut [f32],
    /// Heading in radians, -pi..=pi.
    pub heading: &'a mut [f32],
    /// Heading as a unit vector.
    pub hx: &'a mut [f32],
    /// See `hx`; down.
    pub hy: &'a mut [f32],
    /// Rate of turn, radians per second.
    pub omega: &'a mut [f32],
    /// Length, u.
    pub length: &'a [f32],
    /// See [`Agents::pace`].
    pub pace: &'a [f32],
}

impl Moving<'_> {
    /// Where a unit is, u.
    pub fn position(&self, unit: usize) -> Vec2 {
        Vec2::new(self.x[unit], self.y[unit])
    }

    /// Its velocity, u/s.
    pub fn velocity(&self, unit: usize) -> Vec2 {
        Vec2::new(self.vx[unit], self.vy[unit])
    }

    /// Its heading as a unit vector.
    pub fn forward(&self, unit: usize) -> Vec2 {
        Vec2::new(self.hx[unit], self.hy[unit])
    }

    /// Puts a unit into a state. The heading may be any angle.
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

impl Cut for Moving<'_> {
    fn cut(self, units: usize) -> (Self, Self) {
        let Self { x, y, vx, vy, heading, hx, hy, omega, length, pace } = self;
        let [x, y, vx, vy, heading, hx, hy, omega] =
            [x, y, vx, vy, heading, hx, hy, omega].map(|array| array.split_at_mut(units));
        let [length, pace] = [length, pace].map(|array| array.split_at(units));
        let here = Moving {
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
        let rest = Moving {
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

crate::taped!(Spot { position, velocity });

impl Taped for Option<Target> {
    fn tape(&mut self, tape: &mut Tape) {
        let (mut kind, mut spot, mut number) = (0u32, Spot::default(), 0u32);
        match *self {
            None => {}
            Some(Target::Place(place)) => (kind, spot.position) = (1, place),
            Some(Target::Moving(moving)) => (kind, spot) = (2, moving),
            Some(Target::Unit(Handle(unit))) => (kind, number) = (3, unit),
            Some(Target::Group(group)) => (kind, number) = (4, group as u32),
            Some(Target::Pointer) => kind = 5,
        }
        kind.tape(tape);
        spot.tape(tape);
        number.tape(tape);
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
