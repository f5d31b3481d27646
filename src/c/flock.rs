//! Functions of the C library that act on a world, a run with its units.

use super::{
    CallFault, CallOutcome, Flock, Status, array_argument, catch_panics, output_argument,
    refuse_call, text_argument, with_flock,
};
use flockwright::engine::agents::{Handle, Spot, Target, UnitState};
use flockwright::engine::scenery::{Obstacle, Wall};
use flockwright::engine::world::{Between, Happening, UnitSetting};
use flockwright::session::embedded::{EmbeddedRun, check_finite, checked_walls_from_tiles};
use flockwright::session::link::{first_fault, query_of};
use flockwright::session::run::Run;
use glam::Vec2;
use std::ffi::c_char;
use std::ptr;

/// Point or vector in world axes: x to the right, y downward.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// Component to the right, u (u/s for a velocity).
    pub x: f32,
    /// Component downward, u (u/s for a velocity).
    pub y: f32,
}

impl From<Point> for Vec2 {
    fn from(Point { x, y }: Point) -> Self {
        Self::new(x, y)
    }
}

/// Round obstacle.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Disc {
    /// Center of the obstacle, u.
    pub center: Point,
    /// Radius of the obstacle, u.
    pub radius: f32,
}

/// Straight wall with rounded ends.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Segment {
    /// First end of the wall's center line, u.
    pub from: Point,
    /// Second end of the wall's center line, u.
    pub to: Point,
    /// Half of the wall's thickness, u.
    pub radius: f32,
}

/// Position and motion of a unit.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Unit {
    /// Position of the unit, u.
    pub place: Point,
    /// Velocity of the unit, u/s.
    pub velocity: Point,
    /// Heading of the unit, rad: 0 points right, clockwise on screen.
    pub heading: f32,
    /// Angular velocity of the unit, rad/s, positive clockwise.
    pub omega: f32,
}

/// Arrays of the world, with one number per unit. They stay valid until a unit is added or removed
/// (also by a catch within a tick), a parameter or a rule is set, or the world is restarted,
/// restored or freed. Then call `fw_units` again.
///
/// Positions, velocities, headings and angular velocities can be written before `fw_steer`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Units {
    /// Number of units.
    pub count: usize,
    /// Position of each unit to the right, u.
    pub x: *mut f32,
    /// Position of each unit downward, u.
    pub y: *mut f32,
    /// Velocity of each unit to the right, u/s.
    pub vx: *mut f32,
    /// Velocity of each unit downward, u/s.
    pub vy: *mut f32,
    /// Heading of each unit, rad: 0 points right, clockwise on screen.
    pub heading: *mut f32,
    /// Angular velocity of each unit, rad/s, positive clockwise.
    pub omega: *mut f32,
    /// Length of each unit's body, u.
    pub length: *const f32,
    /// Handles of the units, which never change.
    pub unit: *const u32,
    /// Force on each unit's center, component to the right: its limited steering plus the
    /// propeller's thrust. This array, `force_y`, `torque` and `brake` are null before the first
    /// `fw_steer` and after units were added or removed.
    pub force_x: *const f32,
    /// Force on each unit's center, component downward.
    pub force_y: *const f32,
    /// Torque of the jets at the bow of a rigid body, clockwise; 0 for other bodies.
    pub torque: *const f32,
    /// Factor by which the tick multiplies the velocity at its end; 1 means no braking.
    pub brake: *const f32,
}

impl Flock {
    fn run_mut(&mut self) -> &mut Run {
        &mut self.embedded.run
    }

    fn set_target(&mut self, group: usize, target: Option<Target>) -> CallOutcome {
        Ok(self.embedded.set_target(group, target)?)
    }

    fn param_id(&self, key: &str) -> Result<usize, CallFault> {
        self.embedded
            .run
            .require_param(key)
            .map_err(|why| CallFault(Status::Unknown, why.to_string()))
    }
}

/// Opens a world from a link of the page, or from its part after the question mark. The scene
/// "empty" and its parameters can describe any world. Inputs recorded in the link are not replayed.
///
/// An invalid part of the link is an error if `strict` is set. Otherwise it is ignored, and
/// `fw_message` names it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_open(
    link: *const c_char,
    strict: bool,
    flock: *mut *mut Flock,
) -> Status {
    catch_panics(|| {
        // SAFETY: the caller passes null or valid pointers; texts end with a zero byte.
        let (link, to) =
            unsafe { (text_argument("link", link)?, output_argument("flock", flock)?) };
        *to = ptr::null_mut();
        if !query_of(link).contains('=') {
            return refuse_call(Status::Link, format!("“{link}” is no link."));
        }
        let (run, notices) = Run::open(link);
        if let Some(notice) = first_fault(&notices).filter(|_| strict) {
            return refuse_call(Status::Link, notice.as_str());
        }
        if let Some(notice) = notices.first() {
            super::set_message(notice);
        }
        *to = Box::into_raw(Box::new(Flock {
            embedded: EmbeddedRun::new(run, None),
            event_buffer: Vec::new(),
            near_handles: Vec::new(),
            wall_buffer: Vec::new(),
            snapshot_bytes: Vec::new(),
            is_broken: false,
        }));
        Ok(())
    })
}

/// Frees a world. Null is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_free(flock: *mut Flock) {
    if !flock.is_null() {
        // SAFETY: `flock` comes from `fw_open`, and the caller frees it once.
        let flock = unsafe { Box::from_raw(flock) };
        // `fw_free` returns no status, so a panic is caught and ignored.
        let _ = catch_panics(|| {
            drop(flock);
            Ok(())
        });
    }
}

/// Restarts the world at tick 0 with a seed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_restart(flock: *mut Flock, seed: u32) -> Status {
    let restart = |flock: &mut Flock| {
        flock.embedded.restart(seed);
        Ok(())
    };
    // SAFETY: `flock` is null or an open world, which the caller promises.
    unsafe { with_flock(flock, restart) }
}

/// Runs `ticks` ticks of 1/60 s, at most 1,000,000 per call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_step(flock: *mut Flock, ticks: u32) -> Status {
    let step = |flock: &mut Flock| Ok(flock.embedded.tick(ticks)?);
    // SAFETY: `flock` is null or an open world, which the caller promises.
    unsafe { with_flock(flock, step) }
}

/// Computes the steering of all units without moving them, for bodies that a physics engine moves:
/// reads what was written into the arrays of `fw_units` and fills the arrays of forces. Each call
/// advances the time by 1/60 s.
///
/// A unit with a number that is not finite is placed at rest in the center of the world, and the
/// status is `FW_STATUS_NOT_FINITE`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_steer(flock: *mut Flock) -> Status {
    let steer = |flock: &mut Flock| Ok(flock.embedded.steer()?);
    // SAFETY: `flock` is null or an open world, which the caller promises.
    unsafe { with_flock(flock, steer) }
}

/// Moves all units by their steering: `fw_steer` and `fw_move` together are one tick of `fw_step`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_move(flock: *mut Flock) -> Status {
    let advance = |flock: &mut Flock| {
        flock.embedded.advance();
        Ok(())
    };
    // SAFETY: `flock` is null or an open world, which the caller promises.
    unsafe { with_flock(flock, advance) }
}

/// Fills `units` with pointers to the arrays of the world.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_units(flock: *mut Flock, units: *mut Units) -> Status {
    let units = |flock: &mut Flock| {
        // SAFETY: the caller passes null or a place for the result.
        let to = unsafe { output_argument("units", units)? };
        let pushes = flock.embedded.pushes();
        let [force_x, force_y, torque, brake] = pushes.map_or([ptr::null(); 4], |pushes| {
            [&pushes.x, &pushes.y, &pushes.torque, &pushes.brake].map(|array| array.as_ptr())
        });
        let agents = flock.embedded.world().agents();
        let (count, length, unit) = (agents.len(), agents.length.as_ptr(), agents.handle.as_ptr());
        let bodies = flock.embedded.run.world.bodies_mut();
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
    // SAFETY: `flock` is null or an open world, which the caller promises.
    unsafe { with_flock(flock, units) }
}

/// Index of a group, by its key in links, such as "boids" or "hunter".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_group(
    flock: *mut Flock,
    key: *const c_char,
    group: *mut usize,
) -> Status {
    let find = |flock: &mut Flock| {
        // SAFETY: the caller passes null or valid pointers; texts end with a zero byte.
        let (to, key) = unsafe { (output_argument("group", group)?, text_argument("key", key)?) };
        let found = flock.embedded.world().group(key);
        *to = found.map_err(|why| CallFault(Status::Unknown, why.to_string()))?;
        Ok(())
    };
    // SAFETY: `flock` is null or an open world, which the caller promises.
    unsafe { with_flock(flock, find) }
}

/// Range of a group's units in the arrays of `fw_units`: `count` units from index `first` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_members(
    flock: *mut Flock,
    group: usize,
    first: *mut usize,
    count: *mut usize,
) -> Status {
    let find = |flock: &mut Flock| {
        let group = flock.embedded.group(group)?;
        // SAFETY: the caller passes null or a place for the result.
        (*unsafe { output_argument("first", first)? }, *unsafe {
            output_argument("count", count)?
        }) = (group.ids.start, group.ids.len());
        Ok(())
    };
    // SAFETY: `flock` is null or an open world, which the caller promises.
    unsafe { with_flock(flock, find) }
}

/// Adds a unit to a group, by its index, and returns the unit's handle, which never changes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_add(
    flock: *mut Flock,
    group: usize,
    body: Unit,
    unit: *mut u32,
) -> Status {
    let add = |flock: &mut Flock| {
        let Unit { place: at, velocity, heading, omega } = body;
        // SAFETY: the caller passes null or a place for the result.
        let to = unsafe { output_argument("unit", unit)? };
        let (position, velocity) = (at.into(), velocity.into());
        *to = flock.embedded.add_unit(group, UnitState { position, velocity, heading, omega })?.0;
        Ok(())
    };
    // SAFETY: `flock` is null or an open world, which the caller promises.
    unsafe { with_flock(flock, add) }
}

/// Removes the unit with this handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_remove(flock: *mut Flock, unit: u32) -> Status {
    let remove = |flock: &mut Flock| Ok(flock.embedded.remove_unit(Handle(unit))?);
    // SAFETY: `flock` is null or an open world, which the caller promises.
    unsafe { with_flock(flock, remove) }
}

/// Current index in the arrays of the unit with this handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_index(flock: *mut Flock, unit: u32, index: *mut usize) -> Status {
    let find = |flock: &mut Flock| {
        // SAFETY: the caller passes null or a place for the result.
        *unsafe { output_argument("index", index)? } =
            flock.embedded.index_of_unit(Handle(unit))?;
        Ok(())
    };
    // SAFETY: `flock` is null or an open world, which the caller promises.
    unsafe { with_flock(flock, find) }
}

/// Value of a parameter by its key in links, such as "cohesion", or "g1.cohesion" for the group
/// "g1". The value of a choice is the index of an option, that of a switch 0 or 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_get(flock: *mut Flock, key: *const c_char, value: *mut f32) -> Status {
    let get = |flock: &mut Flock| {
        // SAFETY: the caller passes null or valid pointers; texts end with a zero byte.
        let id = flock.param_id(unsafe { text_argument("key", key)? })?;
        // SAFETY: the caller passes null or a place for the result.
        *unsafe { output_argument("value", value)? } = flock.run_mut().get(id);
        Ok(())
    };
    // SAFETY: `flock` is null or an open world, which the caller promises.
    unsafe { with_flock(flock, get) }
}

/// Sets a parameter by its key in links. A value outside the parameter's range is clamped.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_set(flock: *mut Flock, key: *const c_char, value: f32) -> Status {
    let set = |flock: &mut Flock| {
        check_finite([("value", value)])?;
        // SAFETY: the caller passes null or a text that ends with a zero byte.
        let id = flock.param_id(unsafe { text_argument("key", key)? })?;
        flock.run_mut().set(id, value);
        Ok(())
    };
    // SAFETY: `flock` is null or an open world, which the caller promises.
    unsafe { with_flock(flock, set) }
}

/// Sets a parameter, by its key, to a value in the notation of links: "2.5", "narrow", "on".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_set_text(
    flock: *mut Flock,
    key: *const c_char,
    value: *const c_char,
) -> Status {
    let set = |flock: &mut Flock| {
        // SAFETY: the caller passes null or a text that ends with a zero byte.
        let (key, value) = unsafe { (text_argument("key", key)?, text_argument("value", value)?) };
        let wrong = |why: String| CallFault(Status::Value, format!("{key} = “{value}” {why}."));
        let run = flock.run_mut();
        if let Some(id) = run.find_text(&run.key_without_group_name(key)) {
            return run.set_text(id, value).map_err(|why| CallFault(Status::Value, why));
        }
        let id = flock.param_id(key)?;
        let reading = flock.run_mut().params()[id].spec.parse_value(value);
        let reading = reading.map_err(|why| wrong(why.to_string()))?;
        flock.run_mut().set(id, reading.value);
        Ok(())
    };
    // SAFETY: `flock` is null or an open world, which the caller promises.
    unsafe { with_flock(flock, set) }
}

/// Adds a rule to a group after its other behaviors, or replaces the group's rule of the same key.
/// `rule`: text of a written rule, such as "rule drift\nsteer 0.5", or key of a recipe, such as
/// "hide". The rule's weight and parameters can then be set by their keys. If the text is invalid,
/// `fw_message` names the error and its line, and nothing changes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_rule(flock: *mut Flock, group: usize, rule: *const c_char) -> Status {
    let put = |flock: &mut Flock| {
        // SAFETY: the caller passes null or a text that ends with a zero byte.
        let rule = unsafe { text_argument("rule", rule)? };
        flock.embedded.set_rule(group, rule)?;
        if let Some(notice) = flock.embedded.run.rule_notices().first() {
            super::set_message(notice);
        }
        Ok(())
    };
    // SAFETY: `flock` is null or an open world, which the caller promises.
    unsafe { with_flock(flock, put) }
}

/// Gives a group a moving point (u, u/s) to hunt, seek or flee instead of its own goals.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_target(
    flock: *mut Flock,
    group: usize,
    at: Point,
    velocity: Point,
) -> Status {
    let set = |flock: &mut Flock| {
        let (position, velocity) = (at.into(), velocity.into());
        flock.set_target(group, Some(Target::Moving(Spot { position, velocity })))
    };
    // SAFETY: `flock` is null or an open world, which the caller promises.
    unsafe { with_flock(flock, set) }
}

/// Sets a unit as the target of a group. The group loses its target when the unit is removed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_target_unit(flock: *mut Flock, group: usize, unit: u32) -> Status {
    let set = |flock: &mut Flock| flock.set_target(group, Some(Target::Unit(Handle(unit))));
    // SAFETY: `flock` is null or an open world, which the caller promises.
    unsafe { with_flock(flock, set) }
}

/// Gives a group another group as its target: always the unit nearest to its own first unit.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_target_group(flock: *mut Flock, group: usize, other: usize) -> Status {
    // SAFETY: `flock` is null or an open world, which the caller promises.
    unsafe {
        with_flock(flock, |flock: &mut Flock| flock.set_target(group, Some(Target::Group(other))))
    }
}

/// Removes the target of a group, which then has its own goals again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_no_target(flock: *mut Flock, group: usize) -> Status {
    // SAFETY: `flock` is null or an open world, which the caller promises.
    unsafe { with_flock(flock, |flock: &mut Flock| flock.set_target(group, None)) }
}

/// Sets the top speed of a single unit, 0 to 400 u/s, until it is removed or the run restarts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_unit_speed(flock: *mut Flock, unit: u32, max_speed: f32) -> Status {
    // SAFETY: `flock` is null or an open world, which the caller promises.
    unsafe { set_unit_setting(flock, unit, UnitSetting::MaxSpeed(Some(max_speed))) }
}

/// Gives a single unit a moving point (u, u/s) as its target instead of the target of its group.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_unit_target(
    flock: *mut Flock,
    unit: u32,
    at: Point,
    velocity: Point,
) -> Status {
    let (position, velocity) = (at.into(), velocity.into());
    let target = Target::Moving(Spot { position, velocity });
    // SAFETY: `flock` is null or an open world, which the caller promises.
    unsafe { set_unit_setting(flock, unit, UnitSetting::Target(Some(target))) }
}

/// Sets another unit as the target of a single unit.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_unit_target_unit(flock: *mut Flock, unit: u32, other: u32) -> Status {
    // SAFETY: `flock` is null or an open world, which the caller promises.
    unsafe { set_unit_setting(flock, unit, UnitSetting::Target(Some(Target::Unit(Handle(other))))) }
}

/// Sets the nearest unit of a group as the target of a single unit.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_unit_target_group(
    flock: *mut Flock,
    unit: u32,
    group: usize,
) -> Status {
    // SAFETY: `flock` is null or an open world, which the caller promises.
    unsafe { set_unit_setting(flock, unit, UnitSetting::Target(Some(Target::Group(group)))) }
}

/// Removes the top speed and the target of a single unit: those of its group count again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_unit_reset(flock: *mut Flock, unit: u32) -> Status {
    let reset = |flock: &mut Flock| {
        flock.embedded.set_single(Handle(unit), UnitSetting::MaxSpeed(None))?;
        Ok(flock.embedded.set_single(Handle(unit), UnitSetting::Target(None))?)
    };
    // SAFETY: `flock` is null or an open world, which the caller promises.
    unsafe { with_flock(flock, reset) }
}

/// Changes one setting of a single unit, by its handle.
///
/// # Safety
/// `flock` is null or an open world.
unsafe fn set_unit_setting(flock: *mut Flock, unit: u32, setting: UnitSetting) -> Status {
    let set = |flock: &mut Flock| Ok(flock.embedded.set_single(Handle(unit), setting)?);
    // SAFETY: `flock` is null or an open world, which the caller promises.
    unsafe { with_flock(flock, set) }
}

/// Holds the pointer at a position, u, for the groups that respond to the pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_hold(flock: *mut Flock, at: Point) -> Status {
    let hold = |flock: &mut Flock| Ok(flock.embedded.hold_pointer(at.into())?);
    // SAFETY: `flock` is null or an open world, which the caller promises.
    unsafe { with_flock(flock, hold) }
}

/// Releases the pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_release(flock: *mut Flock) -> Status {
    let release = |flock: &mut Flock| {
        flock.run_mut().world.release_pointer();
        Ok(())
    };
    // SAFETY: `flock` is null or an open world, which the caller promises.
    unsafe { with_flock(flock, release) }
}

/// Clamps a radius to at least 0. NaN stays NaN, which is refused later (`f32::max` would drop it).
fn clamp_radius(radius: f32) -> f32 {
    if radius < 0.0 { 0.0 } else { radius }
}

/// Adds a site (a named place) at a point (u, rounded to 0.1 u), or moves the site that has this
/// name. Sites are goals of groups; rules read the site "coral" as `site("coral")`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_site(flock: *mut Flock, name: *const c_char, at: Point) -> Status {
    let set = |flock: &mut Flock| {
        // SAFETY: the caller passes null or a text that ends with a zero byte.
        let name = unsafe { text_argument("name", name)? };
        Ok(flock.embedded.set_site(name, Some(at.into()))?)
    };
    // SAFETY: `flock` is null or an open world, which the caller promises.
    unsafe { with_flock(flock, set) }
}

/// Removes the site with this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_no_site(flock: *mut Flock, name: *const c_char) -> Status {
    let remove = |flock: &mut Flock| {
        // SAFETY: the caller passes null or a text that ends with a zero byte.
        let name = unsafe { text_argument("name", name)? };
        Ok(flock.embedded.set_site(name, None)?)
    };
    // SAFETY: `flock` is null or an open world, which the caller promises.
    unsafe { with_flock(flock, remove) }
}

/// Replaces the round obstacles, and moves units out of them. A negative radius counts as 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_obstacles(
    flock: *mut Flock,
    discs: *const Disc,
    count: usize,
) -> Status {
    let set = |flock: &mut Flock| {
        // SAFETY: the caller passes an array of `count` elements.
        let discs = unsafe { array_argument("discs", discs, count)? };
        let obstacle = |disc: &Disc| Obstacle {
            center: disc.center.into(),
            radius: clamp_radius(disc.radius),
        };
        Ok(flock.embedded.set_obstacles(discs.iter().map(obstacle).collect())?)
    };
    // SAFETY: `flock` is null or an open world, which the caller promises.
    unsafe { with_flock(flock, set) }
}

/// Replaces the walls, at most 50,000. A negative radius counts as 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_walls(
    flock: *mut Flock,
    walls: *const Segment,
    count: usize,
) -> Status {
    let set = |flock: &mut Flock| {
        // SAFETY: the caller passes an array of `count` elements.
        let walls = unsafe { array_argument("walls", walls, count)? };
        let wall = |wall: &Segment| Wall {
            from: wall.from.into(),
            to: wall.to.into(),
            radius: clamp_radius(wall.radius),
        };
        Ok(flock.embedded.set_walls(walls.iter().map(wall).collect())?)
    };
    // SAFETY: `flock` is null or an open world, which the caller promises.
    unsafe { with_flock(flock, set) }
}

/// Walls that cover the blocked tiles of a map, for `fw_walls`: neighbors in a row or a column are
/// one long wall. The result is valid until the next call. `tiles` has `count` bytes in rows of
/// `columns` from the upper left, and all but 0 are blocked; `side` is the length of a tile's side,
/// u. The upper left corners of the map and of the world coincide.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_walls_from_tiles(
    flock: *mut Flock,
    columns: usize,
    tiles: *const u8,
    count: usize,
    side: f32,
    walls: *mut *const Segment,
    wall_count: *mut usize,
) -> Status {
    let join = |flock: &mut Flock| {
        // SAFETY: the caller passes an array of `count` elements, and null or places for the
        // results.
        let (tiles, to, many) = unsafe {
            let tiles = array_argument("tiles", tiles, count)?;
            (tiles, output_argument("walls", walls)?, output_argument("wall_count", wall_count)?)
        };
        let tiles: Vec<bool> = tiles.iter().map(|tile| *tile != 0).collect();
        let point = |at: Vec2| Point { x: at.x, y: at.y };
        let segment =
            |Wall { from, to, radius }| Segment { from: point(from), to: point(to), radius };
        let joined = checked_walls_from_tiles(columns, &tiles, side)?;
        flock.wall_buffer = joined.into_iter().map(segment).collect();
        (*to, *many) = (flock.wall_buffer.as_ptr(), flock.wall_buffer.len());
        Ok(())
    };
    // SAFETY: `flock` is null or an open world, which the caller promises.
    unsafe { with_flock(flock, join) }
}

/// Replaces the path of a group, nodes in u. Refused if no behavior of the group follows a path.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_path(
    flock: *mut Flock,
    group: usize,
    nodes: *const Point,
    count: usize,
) -> Status {
    let set = |flock: &mut Flock| {
        // SAFETY: the caller passes an array of `count` elements.
        let nodes = unsafe { array_argument("nodes", nodes, count)? };
        let nodes = nodes.iter().copied().map(Vec2::from).collect();
        Ok(flock.embedded.set_path(group, nodes)?)
    };
    // SAFETY: `flock` is null or an open world, which the caller promises.
    unsafe { with_flock(flock, set) }
}

/// Kind of an event in a world.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// The unit was added to the world.
    Born = 0,
    /// The unit was removed from the world.
    Removed = 1,
    /// The unit was caught by a group that hunts it.
    Caught = 2,
    /// The unit arrived at the destination of its group (its target, else its goal), or at the end
    /// of its path.
    Arrived = 3,
}

/// Event that has happened to a unit.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Event {
    /// Kind of the event.
    pub kind: EventKind,
    /// Handle of the unit.
    pub unit: u32,
    /// Index of the group that caught the unit; 0 for other events.
    pub group: usize,
    /// Handle of the unit that caught it; 0 for other events.
    pub hunter: u32,
}

/// Arrays with the interpolated state of each unit, valid until the next call of `fw_shown`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    /// Number of units.
    pub count: usize,
    /// Position of each unit to the right, u.
    pub x: *const f32,
    /// Position of each unit downward, u.
    pub y: *const f32,
    /// Heading of each unit as a unit vector: component to the right.
    pub hx: *const f32,
    /// Heading of each unit as a unit vector: component downward.
    pub hy: *const f32,
}

/// State of the world as bytes for `fw_restore`; valid until the next call of `fw_snapshot`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_snapshot(
    flock: *mut Flock,
    bytes: *mut *const u8,
    size: *mut usize,
) -> Status {
    let keep = |flock: &mut Flock| {
        // SAFETY: the caller passes null or a place for the result.
        let (to, many) =
            unsafe { (output_argument("bytes", bytes)?, output_argument("size", size)?) };
        flock.snapshot_bytes = flock.run_mut().snapshot();
        (*to, *many) = (flock.snapshot_bytes.as_ptr(), flock.snapshot_bytes.len());
        Ok(())
    };
    // SAFETY: `flock` is null or an open world, which the caller promises.
    unsafe { with_flock(flock, keep) }
}

/// Restores the state of a snapshot of this scene bit by bit, on any machine. Bytes that are not a
/// snapshot of this scene and version are refused, and nothing changes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_restore(flock: *mut Flock, bytes: *const u8, size: usize) -> Status {
    let restore = |flock: &mut Flock| {
        // SAFETY: the caller passes an array of `size` elements.
        let bytes = unsafe { array_argument("bytes", bytes, size)? };
        Ok(flock.embedded.restore(bytes)?)
    };
    // SAFETY: `flock` is null or an open world, which the caller promises.
    unsafe { with_flock(flock, restore) }
}

/// Events since the last call, valid until the next one. The first call begins to collect events
/// and returns none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_events(
    flock: *mut Flock,
    events: *mut *const Event,
    count: *mut usize,
) -> Status {
    let read = |flock: &mut Flock| {
        // SAFETY: the caller passes null or a place for the result.
        let (to, many) =
            unsafe { (output_argument("events", events)?, output_argument("count", count)?) };
        let Flock { embedded: inner, event_buffer: events, .. } = &mut *flock;
        inner.start_listening();
        events.clear();
        events.extend(inner.take_happenings().map(|one| {
            let (kind, unit, group, hunter) = match one {
                Happening::Born(unit) => (EventKind::Born, unit, 0, 0),
                Happening::Removed(unit) => (EventKind::Removed, unit, 0, 0),
                Happening::Caught { unit, by, hunter } => (EventKind::Caught, unit, by, hunter.0),
                Happening::Arrived(unit) => (EventKind::Arrived, unit, 0, 0),
            };
            Event { kind, unit: unit.0, group, hunter }
        }));
        (*to, *many) = (flock.event_buffer.as_ptr(), flock.event_buffer.len());
        Ok(())
    };
    // SAFETY: `flock` is null or an open world, which the caller promises.
    unsafe { with_flock(flock, read) }
}

/// Handles of the units within a distance (u) of a point, nearest first; valid until the next call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_near(
    flock: *mut Flock,
    at: Point,
    radius: f32,
    units: *mut *const u32,
    count: *mut usize,
) -> Status {
    let find = |flock: &mut Flock| {
        // SAFETY: the caller passes null or a place for the result.
        let (to, many) =
            unsafe { (output_argument("units", units)?, output_argument("count", count)?) };
        flock.near_handles = flock.embedded.handles_near(at.into(), radius)?.collect();
        (*to, *many) = (flock.near_handles.as_ptr(), flock.near_handles.len());
        Ok(())
    };
    // SAFETY: `flock` is null or an open world, which the caller promises.
    unsafe { with_flock(flock, find) }
}

/// States of the units interpolated between the last two ticks, for screens with more frames per
/// second than the world has ticks: `share` 0 is the earlier tick, 1 the later one. Works from the
/// second call on; the first call returns the current state.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_shown(flock: *mut Flock, share: f32, shown: *mut Shown) -> Status {
    let show = |flock: &mut Flock| {
        // SAFETY: the caller passes null or a place for the result.
        let to = unsafe { output_argument("shown", shown)? };
        let Between { x, y, hx, hy, .. } = flock.embedded.interpolate_units(share)?;
        let count = x.len();
        let [x, y, hx, hy] = [x, y, hx, hy].map(|array| array.as_ptr());
        *to = Shown { count, x, y, hx, hy };
        Ok(())
    };
    // SAFETY: `flock` is null or an open world, which the caller promises.
    unsafe { with_flock(flock, show) }
}

/// Number of ticks since the start of the run.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_ticks(flock: *mut Flock, ticks: *mut u64) -> Status {
    let get = |flock: &mut Flock| {
        // SAFETY: the caller passes null or a place for the result.
        *unsafe { output_argument("ticks", ticks)? } = flock.embedded.world().ticks();
        Ok(())
    };
    // SAFETY: `flock` is null or an open world, which the caller promises.
    unsafe { with_flock(flock, get) }
}

/// Hash of the whole state of the world, equal for equal runs on every machine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_hash(flock: *mut Flock, hash: *mut u64) -> Status {
    let get = |flock: &mut Flock| {
        // SAFETY: the caller passes null or a place for the result.
        *unsafe { output_argument("hash", hash)? } = flock.embedded.world().hash();
        Ok(())
    };
    // SAFETY: `flock` is null or an open world, which the caller promises.
    unsafe { with_flock(flock, get) }
}

/// Velocity (u/s) with which units of a group start if they head in a direction (rad).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fw_start_velocity(
    flock: *mut Flock,
    group: usize,
    heading: f32,
    velocity: *mut Point,
) -> Status {
    let get = |flock: &mut Flock| {
        let start = flock.embedded.start_velocity(group, heading)?;
        // SAFETY: the caller passes null or a place for the result.
        *unsafe { output_argument("velocity", velocity)? } = Point { x: start.x, y: start.y };
        Ok(())
    };
    // SAFETY: `flock` is null or an open world, which the caller promises.
    unsafe { with_flock(flock, get) }
}
