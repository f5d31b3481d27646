//! What can be done with a world.

use super::{Fault, Flock, Outcome, Status, fault, guard, place, row, text, with};
use flockwright::engine::agents::{Handle, Spot, Target, UnitState};
use flockwright::engine::scenery::{Obstacle, Wall};
use flockwright::engine::world::{Between, Happening};
use flockwright::session::embedded::{Embedded, check_finite};
use flockwright::session::link::{fault as fault_of, query_of};
use flockwright::session::run::Run;
use glam::Vec2;
use std::ffi::c_char;
use std::ptr;

/// A point of the world: to the right and down, u.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// To the right, u.
    pub x: f32,
    /// Down, u.
    pub y: f32,
}

impl From<Point> for Vec2 {
    fn from(Point { x, y }: Point) -> Self {
        Self::new(x, y)
    }
}

/// A round obstacle.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Disc {
    /// Its center, u.
    pub center: Point,
    /// u
    pub radius: f32,
}

/// A wall from one point to another.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Segment {
    /// Its first end, u.
    pub from: Point,
    /// Its other end, u.
    pub to: Point,
    /// Half its thickness, u.
    pub radius: f32,
}

/// A unit's body.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Unit {
    /// u
    pub place: Point,
    /// u/s
    pub velocity: Point,
    /// Radians; 0 points right and grows clockwise on a screen, where y points down.
    pub heading: f32,
    /// Rate of turn, radians per second.
    pub omega: f32,
}

/// The units where they lie in memory, one number per unit in each array. They lie there until units
/// come or go, parameters are set, or the world is freed: ask again after that.
///
/// Places, velocities, headings and rates of turn may be written before `fw_steer`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Units {
    /// How many.
    pub count: usize,
    /// Places, u.
    pub x: *mut f32,
    /// Places, u; down.
    pub y: *mut f32,
    /// Velocities, u/s.
    pub vx: *mut f32,
    /// Velocities, u/s; down.
    pub vy: *mut f32,
    /// Headings, radians.
    pub heading: *mut f32,
    /// Rates of turn, radians per second.
    pub omega: *mut f32,
    /// Lengths, u.
    pub length: *const f32,
    /// The handle of each.
    pub unit: *const u32,
    /// After `fw_steer`: forces at the middle, limited, with the propeller's thrust; else null.
    pub force_x: *const f32,
    /// The same, down.
    pub force_y: *const f32,
    /// The same: how the jets at the bow of a rigid body turn it; clockwise.
    pub torque: *const f32,
    /// The same: factors on the velocity after the tick; 1 where nothing brakes.
    pub brake: *const f32,
}

impl Flock {
    fn run(&mut self) -> &mut Run {
        &mut self.inner.run
    }

    fn send(&mut self, group: usize, target: Option<Target>) -> Outcome {
        Ok(self.inner.set_target(group, target)?)
    }

    fn param(&self, key: &str) -> Result<usize, Fault> {
        self.inner.run.id_of(key).map_err(|why| Fault(Status::Unknown, why.to_string()))
    }
}

/// Opens a link: what a person shares of the page, or its part behind the question mark. The scene
/// "empty" and its parameters build any world. Inputs that the link has are not done again.
///
/// What makes no sense in the link is an error, in `strict` only: else it is left out, and
/// `fw_message` tells what.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_open(
    link: *const c_char,
    strict: bool,
    flock: *mut *mut Flock,
) -> Status {
    guard(|| {
        // SAFETY: promised by the caller.
        let (link, to) = unsafe { (text("link", link)?, place("flock", flock)?) };
        *to = ptr::null_mut();
        if !query_of(link).contains('=') {
            return fault(Status::Link, format!("“{link}” is no link."));
        }
        let (run, notices) = Run::open(link);
        if let Some(notice) = fault_of(&notices).filter(|_| strict) {
            return fault(Status::Link, notice.as_str());
        }
        notices.first().into_iter().for_each(|notice| super::tell(notice));
        let (events, near, snapshot) = Default::default();
        let inner = Embedded::new(run, None);
        let flock = Flock { inner, events, near, snapshot, broken: false };
        *to = Box::into_raw(Box::new(flock));
        Ok(())
    })
}

/// Frees a world; null is no error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_free(flock: *mut Flock) {
    if !flock.is_null() {
        // SAFETY: it comes from `fw_open`, and is freed once.
        let flock = unsafe { Box::from_raw(flock) };
        // What fails while it goes is of no use to anybody.
        let _ = guard(|| {
            drop(flock);
            Ok(())
        });
    }
}

/// Back to tick 0 with a seed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_restart(flock: *mut Flock, seed: u32) -> Status {
    let restart = |flock: &mut Flock| {
        flock.inner.restart(seed);
        Ok(())
    };
    // SAFETY: promised by the caller.
    unsafe { with(flock, restart) }
}

/// Runs ticks of 1/60 s, at most 1,000,000 in one call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_step(flock: *mut Flock, ticks: u32) -> Status {
    let step = |flock: &mut Flock| Ok(flock.inner.tick(ticks)?);
    // SAFETY: promised by the caller.
    unsafe { with(flock, step) }
}

/// The force alone, for bodies that a physics engine moves: takes over what was written into the
/// arrays of `fw_units`, perceives and steers, and moves no unit. The arrays of forces are filled then.
/// Time goes on by 1/60 s with each call.
///
/// A unit with a number that is not finite stands still in the middle of the world: `FW_STATUS_NOT_FINITE`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_steer(flock: *mut Flock) -> Status {
    let steer = |flock: &mut Flock| Ok(flock.inner.steer()?);
    // SAFETY: promised by the caller.
    unsafe { with(flock, steer) }
}

/// Moves all as they were steered: `fw_steer` and `fw_move` are `fw_step` by one tick.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_move(flock: *mut Flock) -> Status {
    let advance = |flock: &mut Flock| {
        flock.inner.advance();
        Ok(())
    };
    // SAFETY: promised by the caller.
    unsafe { with(flock, advance) }
}

/// The units where they lie in memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_units(flock: *mut Flock, units: *mut Units) -> Status {
    let units = |flock: &mut Flock| {
        // SAFETY: promised by the caller.
        let to = unsafe { place("units", units)? };
        let pushes = flock.inner.pushes();
        let [force_x, force_y, torque, brake] = pushes.map_or([ptr::null(); 4], |pushes| {
            [&pushes.x, &pushes.y, &pushes.torque, &pushes.brake].map(|array| array.as_ptr())
        });
        let agents = flock.inner.world().agents();
        let (count, length, unit) = (agents.len(), agents.length.as_ptr(), agents.handle.as_ptr());
        let bodies = flock.inner.run.world.bodies_mut();
        *to = Units {
            count,
            x: bodies.x.as_mut_ptr(),
            y: bodies.y.as_mut_ptr(),
            vx: bodies.vx.as_mut_ptr(),
            vy: bodies.vy.as_mut_ptr(),
            heading: bodies.heading.as_mut_ptr(),
            omega: bodies.omega.as_mut_ptr(),
            length,
            unit,
            force_x,
            force_y,
            torque,
            brake,
        };
        Ok(())
    };
    // SAFETY: promised by the caller.
    unsafe { with(flock, units) }
}

/// The index of a group, by its key; the first has "boids" in most scenes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_group(
    flock: *mut Flock,
    key: *const c_char,
    group: *mut usize,
) -> Status {
    let find = |flock: &mut Flock| {
        // SAFETY: promised by the caller.
        let (to, key) = unsafe { (place("group", group)?, text("key", key)?) };
        let found = flock.inner.world().group(key);
        *to = found.map_err(|why| Fault(Status::Unknown, why.to_string()))?;
        Ok(())
    };
    // SAFETY: promised by the caller.
    unsafe { with(flock, find) }
}

/// Which units belong to a group: from `first` on, `count` of them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_members(
    flock: *mut Flock,
    group: usize,
    first: *mut usize,
    count: *mut usize,
) -> Status {
    let find = |flock: &mut Flock| {
        let group = flock.inner.group(group)?;
        // SAFETY: promised by the caller.
        (*unsafe { place("first", first)? }, *unsafe { place("count", count)? }) =
            (group.range.start, group.range.len());
        Ok(())
    };
    // SAFETY: promised by the caller.
    unsafe { with(flock, find) }
}

/// Adds a unit to a group, and gives its handle, which stays its own as others come and go.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_add(
    flock: *mut Flock,
    group: usize,
    body: Unit,
    unit: *mut u32,
) -> Status {
    let add = |flock: &mut Flock| {
        let Unit { place: at, velocity, heading, omega } = body;
        // SAFETY: promised by the caller.
        let to = unsafe { place("unit", unit)? };
        let (position, velocity) = (at.into(), velocity.into());
        *to = flock.inner.add(group, UnitState { position, velocity, heading, omega })?.0;
        Ok(())
    };
    // SAFETY: promised by the caller.
    unsafe { with(flock, add) }
}

/// Removes a unit, by its handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_remove(flock: *mut Flock, unit: u32) -> Status {
    let remove = |flock: &mut Flock| Ok(flock.inner.remove(Handle(unit))?);
    // SAFETY: promised by the caller.
    unsafe { with(flock, remove) }
}

/// Where a unit is in the arrays now, by its handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_index(flock: *mut Flock, unit: u32, index: *mut usize) -> Status {
    let find = |flock: &mut Flock| {
        // SAFETY: promised by the caller.
        *unsafe { place("index", index)? } = flock.inner.index(Handle(unit))?;
        Ok(())
    };
    // SAFETY: promised by the caller.
    unsafe { with(flock, find) }
}

/// The value of a parameter by its key, as links have it: "cohesion", "group.cohesion". A choice is
/// the number of its option, a switch 0 or 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_get(flock: *mut Flock, key: *const c_char, value: *mut f32) -> Status {
    let get = |flock: &mut Flock| {
        // SAFETY: promised by the caller.
        let id = flock.param(unsafe { text("key", key)? })?;
        // SAFETY: promised by the caller.
        *unsafe { place("value", value)? } = flock.run().get(id);
        Ok(())
    };
    // SAFETY: promised by the caller.
    unsafe { with(flock, get) }
}

/// Sets it; what is out of its range is clamped.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_set(flock: *mut Flock, key: *const c_char, value: f32) -> Status {
    let set = |flock: &mut Flock| {
        check_finite([("value", value)])?;
        // SAFETY: promised by the caller.
        let id = flock.param(unsafe { text("key", key)? })?;
        flock.run().set(id, value);
        Ok(())
    };
    // SAFETY: promised by the caller.
    unsafe { with(flock, set) }
}

/// Sets a parameter to what a text says, as links write it: "2.5", "narrow", "on".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_set_text(
    flock: *mut Flock,
    key: *const c_char,
    value: *const c_char,
) -> Status {
    let set = |flock: &mut Flock| {
        // SAFETY: promised by the caller.
        let (key, value) = unsafe { (text("key", key)?, text("value", value)?) };
        let wrong = |why: String| Fault(Status::Value, format!("{key} = “{value}” {why}."));
        if let Some(id) = flock.run().find_text(key) {
            return flock.run().set_text(id, value).map_err(|why| Fault(Status::Value, why));
        }
        let id = flock.param(key)?;
        let reading = flock.run().params()[id].spec.read(value);
        let reading = reading.map_err(|why| wrong(why.to_string()))?;
        flock.run().set(id, reading.value);
        Ok(())
    };
    // SAFETY: promised by the caller.
    unsafe { with(flock, set) }
}

/// Lets a group steer by a rule as well, a text such as "rule drift\nsteer 0.5": in the place of its
/// rule of the same key, else behind its other behaviors. Where the text makes no sense, `fw_message`
/// says what and in which line, and nothing changes. Its weight and parameters are set by their keys
/// from then on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_rule(flock: *mut Flock, group: usize, rule: *const c_char) -> Status {
    let put = |flock: &mut Flock| {
        // SAFETY: promised by the caller.
        let rule = unsafe { text("rule", rule)? };
        flock.inner.set_rule(group, rule)?;
        flock.inner.run.rule_notices().first().into_iter().for_each(|notice| super::tell(notice));
        Ok(())
    };
    // SAFETY: promised by the caller.
    unsafe { with(flock, put) }
}

/// What all of a group hunt, head for or run from from now on, whatever they have in mind.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_target(
    flock: *mut Flock,
    group: usize,
    at: Point,
    velocity: Point,
) -> Status {
    let set = |flock: &mut Flock| {
        let (position, velocity) = (at.into(), velocity.into());
        flock.send(group, Some(Target::Moving(Spot { position, velocity })))
    };
    // SAFETY: promised by the caller.
    unsafe { with(flock, set) }
}

/// The same with a unit, by its handle, wherever it goes; once it is gone, they have no target.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_target_unit(flock: *mut Flock, group: usize, unit: u32) -> Status {
    let set = |flock: &mut Flock| flock.send(group, Some(Target::Unit(Handle(unit))));
    // SAFETY: promised by the caller.
    unsafe { with(flock, set) }
}

/// The same with the unit of another group that is nearest to their first one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_target_group(flock: *mut Flock, group: usize, other: usize) -> Status {
    // SAFETY: promised by the caller.
    unsafe { with(flock, |flock: &mut Flock| flock.send(group, Some(Target::Group(other)))) }
}

/// It has no target of its own any longer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_no_target(flock: *mut Flock, group: usize) -> Status {
    // SAFETY: promised by the caller.
    unsafe { with(flock, |flock: &mut Flock| flock.send(group, None)) }
}

/// Holds the pointer at a place: what all heed that heed it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_hold(flock: *mut Flock, at: Point) -> Status {
    let hold = |flock: &mut Flock| Ok(flock.inner.hold(at.into())?);
    // SAFETY: promised by the caller.
    unsafe { with(flock, hold) }
}

/// Lets the pointer go.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_release(flock: *mut Flock) -> Status {
    let release = |flock: &mut Flock| {
        flock.run().world.release_pointer();
        Ok(())
    };
    // SAFETY: promised by the caller.
    unsafe { with(flock, release) }
}

/// Clamps a radius, and keeps NaN, which `f32::max` drops.
fn at_least_0(radius: f32) -> f32 {
    if radius < 0.0 { 0.0 } else { radius }
}

/// Replaces the round obstacles, and moves units out of them; a negative radius is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_obstacles(
    flock: *mut Flock,
    discs: *const Disc,
    count: usize,
) -> Status {
    let set = |flock: &mut Flock| {
        // SAFETY: promised by the caller.
        let discs = unsafe { row("discs", discs, count)? };
        let obstacle =
            |disc: &Disc| Obstacle { center: disc.center.into(), radius: at_least_0(disc.radius) };
        Ok(flock.inner.set_obstacles(discs.iter().map(obstacle).collect())?)
    };
    // SAFETY: promised by the caller.
    unsafe { with(flock, set) }
}

/// Replaces the walls, at most 50,000; a negative radius is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_walls(
    flock: *mut Flock,
    walls: *const Segment,
    count: usize,
) -> Status {
    let set = |flock: &mut Flock| {
        // SAFETY: promised by the caller.
        let walls = unsafe { row("walls", walls, count)? };
        let wall = |wall: &Segment| Wall {
            from: wall.from.into(),
            to: wall.to.into(),
            radius: at_least_0(wall.radius),
        };
        Ok(flock.inner.set_walls(walls.iter().map(wall).collect())?)
    };
    // SAFETY: promised by the caller.
    unsafe { with(flock, set) }
}

/// Replaces the path that a group follows; where it has no behavior that follows one, nothing changes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_path(
    flock: *mut Flock,
    group: usize,
    nodes: *const Point,
    count: usize,
) -> Status {
    let set = |flock: &mut Flock| {
        // SAFETY: promised by the caller.
        let nodes = unsafe { row("nodes", nodes, count)? };
        let nodes = nodes.iter().copied().map(Vec2::from).collect();
        Ok(flock.inner.set_path(group, nodes)?)
    };
    // SAFETY: promised by the caller.
    unsafe { with(flock, set) }
}

/// What has happened to a unit.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// It has come into the world.
    Born = 0,
    /// It has gone from it.
    Removed = 1,
    /// It was caught by one of a group that hunts it.
    Caught = 2,
    /// It has come to the place to which its group goes (its target, else its goal), or to the end of
    /// its path.
    Arrived = 3,
}

/// Something that has happened.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Event {
    /// What.
    pub kind: EventKind,
    /// The handle of the unit.
    pub unit: u32,
    /// Of a catch: the group that has caught it.
    pub group: usize,
}

/// Where units are between two ticks, one number per unit in each array; until the next call.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    /// How many.
    pub count: usize,
    /// Places, u.
    pub x: *const f32,
    /// Places, u; down.
    pub y: *const f32,
    /// Headings as unit vectors.
    pub hx: *const f32,
    /// The same, down.
    pub hy: *const f32,
}

/// The state at this tick as bytes, to keep, to save or to send: `fw_restore` goes back to it. They lie
/// there until the next call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_snapshot(
    flock: *mut Flock,
    bytes: *mut *const u8,
    size: *mut usize,
) -> Status {
    let keep = |flock: &mut Flock| {
        // SAFETY: promised by the caller.
        let (to, many) = unsafe { (place("bytes", bytes)?, place("size", size)?) };
        flock.snapshot = flock.run().snapshot();
        (*to, *many) = (flock.snapshot.as_ptr(), flock.snapshot.len());
        Ok(())
    };
    // SAFETY: promised by the caller.
    unsafe { with(flock, keep) }
}

/// Goes to a state of this scene, to the bit, wherever it ran. Bytes that are no snapshot of this
/// version are refused, and nothing has changed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_restore(flock: *mut Flock, bytes: *const u8, size: usize) -> Status {
    let restore = |flock: &mut Flock| {
        // SAFETY: promised by the caller.
        let bytes = unsafe { row("bytes", bytes, size)? };
        Ok(flock.inner.restore(bytes)?)
    };
    // SAFETY: promised by the caller.
    unsafe { with(flock, restore) }
}

/// What has happened since the last call, or nothing at the first one, from which on it is collected. The
/// array lies there until the next call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_events(
    flock: *mut Flock,
    events: *mut *const Event,
    count: *mut usize,
) -> Status {
    let read = |flock: &mut Flock| {
        // SAFETY: promised by the caller.
        let (to, many) = unsafe { (place("events", events)?, place("count", count)?) };
        let Flock { inner, events, .. } = &mut *flock;
        inner.listen();
        events.clear();
        events.extend(inner.happened().map(|one| {
            let (kind, unit, group) = match one {
                Happening::Born(unit) => (EventKind::Born, unit, 0),
                Happening::Removed(unit) => (EventKind::Removed, unit, 0),
                Happening::Caught { unit, by } => (EventKind::Caught, unit, by),
                Happening::Arrived(unit) => (EventKind::Arrived, unit, 0),
            };
            Event { kind, unit: unit.0, group }
        }));
        (*to, *many) = (flock.events.as_ptr(), flock.events.len());
        Ok(())
    };
    // SAFETY: promised by the caller.
    unsafe { with(flock, read) }
}

/// The handles of the units within a distance of a point, the nearest first. The array lies there until the
/// next call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_near(
    flock: *mut Flock,
    at: Point,
    radius: f32,
    units: *mut *const u32,
    count: *mut usize,
) -> Status {
    let find = |flock: &mut Flock| {
        // SAFETY: promised by the caller.
        let (to, many) = unsafe { (place("units", units)?, place("count", count)?) };
        flock.near = flock.inner.near(at.into(), radius)?.collect();
        (*to, *many) = (flock.near.as_ptr(), flock.near.len());
        Ok(())
    };
    // SAFETY: promised by the caller.
    unsafe { with(flock, find) }
}

/// Where units are at a share of the way from the last tick but one, 0, to the last, 1: for screens that show
/// more frames than there are ticks. From the second call on; until then they are where they are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_shown(flock: *mut Flock, share: f32, shown: *mut Shown) -> Status {
    let show = |flock: &mut Flock| {
        // SAFETY: promised by the caller.
        let to = unsafe { place("shown", shown)? };
        let Between { x, y, hx, hy, .. } = flock.inner.shown(share)?;
        let count = x.len();
        let [x, y, hx, hy] = [x, y, hx, hy].map(|array| array.as_ptr());
        *to = Shown { count, x, y, hx, hy };
        Ok(())
    };
    // SAFETY: promised by the caller.
    unsafe { with(flock, show) }
}

/// Ticks since the start.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_ticks(flock: *mut Flock, ticks: *mut u64) -> Status {
    let tell = |flock: &mut Flock| {
        // SAFETY: promised by the caller.
        *unsafe { place("ticks", ticks)? } = flock.inner.world().ticks();
        Ok(())
    };
    // SAFETY: promised by the caller.
    unsafe { with(flock, tell) }
}

/// 64 bits of the whole state: equal for equal runs, everywhere.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_hash(flock: *mut Flock, hash: *mut u64) -> Status {
    let tell = |flock: &mut Flock| {
        // SAFETY: promised by the caller.
        *unsafe { place("hash", hash)? } = flock.inner.world().hash();
        Ok(())
    };
    // SAFETY: promised by the caller.
    unsafe { with(flock, tell) }
}

/// The speed at which units of a group start, u/s, and a velocity of that speed along a heading.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_start_velocity(
    flock: *mut Flock,
    group: usize,
    heading: f32,
    velocity: *mut Point,
) -> Status {
    let tell = |flock: &mut Flock| {
        let start = flock.inner.start_velocity(group, heading)?;
        // SAFETY: promised by the caller.
        *unsafe { place("velocity", velocity)? } = Point { x: start.x, y: start.y };
        Ok(())
    };
    // SAFETY: promised by the caller.
    unsafe { with(flock, tell) }
}
