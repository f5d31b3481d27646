//! The core as an extension of Godot 4: a class `FlockwrightWorld`, which opens a link, runs it or only
//! steers, and gives its units as packed arrays.

use flockwright::prelude::*;
use godot::classes::{IRefCounted, RefCounted};
use godot::prelude::*;

struct Extension;

#[gdextension]
unsafe impl ExtensionLibrary for Extension {}

/// A world that runs. What cannot be done is an error in Godot's output, and changes nothing.
#[derive(GodotClass)]
#[class(base = RefCounted)]
pub struct FlockwrightWorld {
    run: Run,
    pushes: Pushes,
}

#[godot_api]
impl IRefCounted for FlockwrightWorld {
    fn init(_base: Base<RefCounted>) -> Self {
        Self { run: Run::first(), pushes: Pushes::default() }
    }
}

fn place(of: Vector2) -> Vec2 {
    Vec2::new(of.x, of.y)
}

fn pairs(x: &[f32], y: &[f32]) -> PackedVector2Array {
    x.iter().zip(y).map(|(x, y)| Vector2::new(*x, *y)).collect()
}

impl FlockwrightWorld {
    fn send(&mut self, group: i64, target: Option<Target>) -> bool {
        let group = usize::try_from(group).unwrap_or(usize::MAX);
        let told = self.run.world.set_target(group, target);
        if let Err(why) = &told {
            godot_error!("{why}");
        }
        told.is_ok()
    }
}

#[godot_api]
impl FlockwrightWorld {
    /// Opens a link of the playground, or what stands behind its question mark.
    #[func]
    fn open(&mut self, link: GString) -> bool {
        let link = link.to_string();
        let (run, notices) = Run::open(flockwright::session::link::query_of(&link));
        for notice in &notices {
            godot_error!("{notice}");
        }
        self.run = run;
        self.pushes = Pushes::default();
        notices.is_empty()
    }

    /// Runs ticks of 1/60 s.
    #[func]
    fn step(&mut self, ticks: u32) {
        (0..ticks).for_each(|_| self.run.world.tick());
    }

    /// The force alone: all look around and steer, and nobody moves. Before it, `set_bodies`; after it,
    /// `forces`, `torques` and `brakes`.
    #[func]
    fn steer(&mut self) {
        if let Err(unit) = self.run.world.note_bodies() {
            godot_error!("A number of unit {unit} is not finite.");
        }
        self.run.world.steer();
        self.pushes.read(&self.run.world);
    }

    /// Moves all as they were steered: the other half of a tick.
    #[func]
    fn advance(&mut self) {
        self.run.world.advance();
    }

    /// Writes where the bodies are that a game moves.
    #[func]
    fn set_bodies(
        &mut self,
        places: PackedVector2Array,
        velocities: PackedVector2Array,
        headings: PackedFloat32Array,
    ) -> bool {
        let bodies = self.run.world.bodies_mut();
        let count = bodies.x.len();
        if [places.len(), velocities.len(), headings.len()] != [count; 3] {
            godot_error!("There are {count} units: give as many places, velocities and headings.");
            return false;
        }
        for (id, (at, velocity)) in places.as_slice().iter().zip(velocities.as_slice()).enumerate() {
            (bodies.x[id], bodies.y[id]) = (at.x, at.y);
            (bodies.vx[id], bodies.vy[id]) = (velocity.x, velocity.y);
        }
        bodies.heading.copy_from_slice(headings.as_slice());
        true
    }

    /// Where the units are, u: to the right and down.
    #[func]
    fn places(&self) -> PackedVector2Array {
        pairs(&self.run.world.agents().x, &self.run.world.agents().y)
    }

    /// Their velocities, u/s.
    #[func]
    fn velocities(&self) -> PackedVector2Array {
        pairs(&self.run.world.agents().vx, &self.run.world.agents().vy)
    }

    /// Their headings, radians, clockwise.
    #[func]
    fn headings(&self) -> PackedFloat32Array {
        PackedFloat32Array::from(&*self.run.world.agents().heading)
    }

    /// What each is to be pushed with, after `steer`.
    #[func]
    fn forces(&self) -> PackedVector2Array {
        pairs(&self.pushes.x, &self.pushes.y)
    }

    /// How that turns it, clockwise.
    #[func]
    fn torques(&self) -> PackedFloat32Array {
        PackedFloat32Array::from(&*self.pushes.torque)
    }

    /// Factors on their velocities; 1 where nothing brakes.
    #[func]
    fn brakes(&self) -> PackedFloat32Array {
        PackedFloat32Array::from(&*self.pushes.brake)
    }

    /// How many units there are.
    #[func]
    fn count(&self) -> i64 {
        self.run.world.agents().len() as i64
    }

    /// Adds a unit to a group, by its index, and gives its handle, which stays its own; -1 where it
    /// cannot be.
    #[func]
    fn add_unit(&mut self, group: i64, at: Vector2, heading: f32) -> i64 {
        let Some(index) = usize::try_from(group).ok().filter(|at| *at < self.groups()) else {
            godot_error!("There is no group {group}.");
            return -1;
        };
        let speed = self.run.world.groups()[index].start_speed();
        let velocity = Vec2::new(heading.cos(), heading.sin()) * speed;
        let body = UnitState { position: place(at), velocity, heading, omega: 0.0 };
        self.pushes = Pushes::default();
        self.run.world.add(index, body).map_or(-1, |unit| i64::from(unit.0))
    }

    fn groups(&self) -> usize {
        self.run.world.groups().len()
    }

    /// Removes a unit, by its handle.
    #[func]
    fn remove_unit(&mut self, unit: u32) -> bool {
        self.pushes = Pushes::default();
        self.run.world.remove(Handle(unit))
    }

    /// Where a unit is in the arrays now, by its handle; -1 where it is gone.
    #[func]
    fn index_of(&self, unit: u32) -> i64 {
        self.run.world.agents().id(Handle(unit)).map_or(-1, |id| id as i64)
    }

    /// Sets a parameter by its key, as links have it: "cohesion", "group.cohesion".
    #[func]
    fn set_number(&mut self, key: GString, value: f32) -> bool {
        let set = self.run.set_key(&key.to_string(), value);
        if let Err(why) = &set {
            godot_error!("{why}");
        }
        set.is_ok()
    }

    /// Lets a group, by its key, steer by a rule as well.
    #[func]
    fn set_rule(&mut self, group: GString, text: GString) -> bool {
        let put = self.run.set_rule(&group.to_string(), &text.to_string());
        if let Err(why) = &put {
            godot_error!("{why}");
        }
        put.is_ok()
    }

    /// What all of a group, by its index, hunt, head for or run from, from now on.
    #[func]
    fn set_target(&mut self, group: i64, at: Vector2, velocity: Vector2) -> bool {
        let spot = Spot { position: place(at), velocity: place(velocity) };
        self.send(group, Some(Target::Moving(spot)))
    }

    /// The same with a unit, by its handle, wherever it goes.
    #[func]
    fn set_target_unit(&mut self, group: i64, unit: u32) -> bool {
        self.send(group, Some(Target::Unit(Handle(unit))))
    }

    /// The same with the nearest unit of another group, by its index.
    #[func]
    fn set_target_group(&mut self, group: i64, other: i64) -> bool {
        self.send(group, Some(Target::Group(usize::try_from(other).unwrap_or(usize::MAX))))
    }

    /// It has no target of its own any longer.
    #[func]
    fn clear_target(&mut self, group: i64) -> bool {
        self.send(group, None)
    }

    /// 64 bits of the whole state, as text: equal for equal runs, everywhere.
    #[func]
    fn state_hash(&self) -> GString {
        GString::from(&format!("{:016x}", self.run.world.hash()))
    }
}
