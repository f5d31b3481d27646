//! Bullets: what soldiers fire at the pointer (steering tutorial, part 8).
//!
//! While the pointer is held, every unit of a group with a gun faces it and fires. A bullet flies
//! straight; a monster that it meets starts again where monsters start.

use crate::engine::agents::Agents;
use crate::engine::hash::StateHash;
use crate::engine::math::{sin_cos, wrap_angle};
use crate::engine::params::DT;
use crate::engine::rng::Rng;
use crate::engine::tape::{Tape, Taped};
use crate::schema::ParamSpec;
use crate::{params, taped};
use glam::Vec2;
use std::ops::Range;

const PART: &str = "Understanding Steering Behaviors, part 8: soldiers shoot; numbers ours";

params! {
    /// How a group fires.
    pub struct Gun in "Fire" {
        reload: f32 = ParamSpec::float("Reload", "s", 0.4, [0.05, 5.0], 0.05)
            .formula("t_r", "\"shots per second\" = 1/t_r")
            .doc("Seconds between two shots of one bird, on average: each wait is up to a quarter \
                  shorter or longer.")
            .source(PART);
        bullet_speed: f32 = ParamSpec::float("Bullet speed", "u/s", 300.0, [20.0, 1000.0], 10.0)
            .formula("v_b", "\"time of flight\" = k_b·L/v_b")
            .doc("How fast a bullet flies.")
            .source(PART);
        fire_range: f32 = ParamSpec::float("Range", "× L", 60.0, [1.0, 200.0], 1.0)
            .formula("k_b", "\"time of flight\" = k_b·L/v_b")
            .doc("How many lengths a bullet flies.")
            .source(PART);
        scatter: f32 = ParamSpec::float("Scatter", "rad", 0.05, [0.0, 1.5], 0.01)
            .formula("σ", "\"aim off by at most\" σ")
            .doc("A bullet leaves up to this angle off the aim.")
            .source(PART);
    }
}

/// At most this many bullets fly at once; more are not fired.
pub(crate) const MAX_BULLETS: usize = 4096;

/// Numbers that a bullet is made of.
pub const BULLET_FLOATS: usize = size_of::<Bullet>() / size_of::<f32>();

/// A bullet in flight: `f32` in this order, which the page reads where they lie.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bullet {
    /// Where it is, u.
    pub position: Vec2,
    /// u/s
    pub velocity: Vec2,
    /// Seconds until it drops.
    pub left: f32,
}

taped!(Bullet { position, velocity, left });

/// All bullets, and how soon each unit can fire again.
#[derive(Clone, Debug, Default)]
pub struct Bullets {
    flying: Vec<Bullet>,
    /// Seconds until a unit has reloaded, by id; empty without guns.
    reload: Vec<f32>,
    /// Monsters hit since the start.
    hits: u32,
    /// Those hit on this tick, by id: the grid has them where they were. Empty where no unit has a
    /// gun.
    gone: Vec<bool>,
}

impl Bullets {
    /// Nothing in flight, and room for what this many units fire, if anybody is armed.
    pub(crate) fn with_room(units: usize, armed: bool) -> Self {
        let mut bullets = Self::default();
        if armed {
            bullets.reload.resize(units, 0.0);
            bullets.gone.resize(units, false);
            bullets.reserve();
        }
        bullets
    }

    /// Makes room for all that may fly at once, which a copy lacks: a tick allocates nothing.
    pub(crate) fn reserve(&mut self) {
        if self.is_armed() {
            self.flying.reserve_exact(MAX_BULLETS - self.flying.len());
        }
    }

    /// Takes on what others have in flight, if there are guns.
    pub(crate) fn keep_flying(&mut self, others: &Self) {
        if self.is_armed() {
            self.flying.extend_from_slice(&others.flying);
        }
        self.hits = others.hits;
    }

    /// Takes on how soon some units of others can fire again, for the units from `first` on.
    pub(crate) fn keep_units(&mut self, others: &Self, kept: Range<usize>, first: usize) {
        if self.is_armed() && others.is_armed() {
            self.reload[first..first + kept.len()].copy_from_slice(&others.reload[kept]);
        }
    }

    /// Goes over all, of this many units.
    pub(crate) fn tape(&mut self, tape: &mut Tape, units: usize) {
        let mut armed = self.is_armed();
        armed.tape(tape);
        if tape.reads() {
            self.reload.resize(if armed { units } else { 0 }, 0.0);
            self.gone.clear();
            self.gone.resize(self.reload.len(), false);
        }
        self.reload[..].tape(tape);
        self.flying.tape(tape);
        tape.check(self.flying.len() <= MAX_BULLETS && (armed || self.flying.is_empty()));
        self.flying.truncate(MAX_BULLETS);
        self.hits.tape(tape);
    }

    /// Bytes that it takes on the heap.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.flying) + size_of_val(&*self.reload) + size_of_val(&*self.gone)
    }

    /// The bullets in flight.
    pub fn flying(&self) -> &[Bullet] {
        &self.flying
    }

    /// Monsters hit since the start.
    pub fn hits(&self) -> u32 {
        self.hits
    }

    pub(crate) fn add_to_hash(&self, hash: &mut StateHash) {
        for bullet in &self.flying {
            let Bullet { position: p, velocity: v, left } = bullet;
            hash.floats(&[p.x, p.y, v.x, v.y, *left]);
        }
        hash.floats(&self.reload);
    }

    /// Whether anybody has a gun.
    pub(crate) fn is_armed(&self) -> bool {
        !self.reload.is_empty()
    }

    /// Two units change ids.
    pub(crate) fn swap(&mut self, a: usize, b: usize) {
        if self.is_armed() {
            self.reload.swap(a, b);
            self.gone.swap(a, b);
        }
    }

    /// Makes room for a unit at an id, where anybody has a gun.
    pub(crate) fn insert(&mut self, id: usize, armed: bool) {
        if armed {
            self.reload.insert(id, 0.0);
            self.gone.insert(id, false);
            self.reserve();
        }
    }

    /// Takes a unit out.
    pub(crate) fn remove(&mut self, id: usize) {
        if self.is_armed() {
            self.reload.remove(id);
            self.gone.remove(id);
        }
    }

    /// Begins a tick: guns load on, and no unit has been hit yet.
    pub(crate) fn reload(&mut self) {
        for left in &mut self.reload {
            *left = (*left - DT).max(0.0);
        }
        self.gone.fill(false);
    }

    /// One unit faces a point and fires when it can.
    pub(crate) fn fire(
        &mut self,
        gun: &Gun,
        agents: &mut Agents,
        id: usize,
        at: Vec2,
        mut rng: Rng,
    ) {
        let aim = (at - agents.position(id)).normalize_or_zero();
        if aim == Vec2::ZERO {
            return;
        }
        (agents.hx[id], agents.hy[id]) = (aim.x, aim.y);
        agents.heading[id] = libm::atan2f(aim.y, aim.x);
        if self.reload[id] > 0.0 || self.flying.len() >= MAX_BULLETS {
            return;
        }
        let (sine, cosine) = sin_cos(wrap_angle(rng.range(-gun.scatter, gun.scatter)));
        let way = aim * cosine + aim.perp() * sine;
        let length = agents.length[id];
        self.flying.push(Bullet {
            position: agents.position(id) + aim * (0.5 * length),
            velocity: way * gun.bullet_speed,
            left: gun.fire_range * length / gun.bullet_speed,
        });
        // Not all at once.
        self.reload[id] = gun.reload * rng.range(0.75, 1.25);
    }

    /// Whether a monster was hit on this tick.
    pub(crate) fn is_gone(&self, id: usize) -> bool {
        self.gone[id]
    }

    /// Moves one bullet by one tick, given whom it hits; true where it flies on. One that hits
    /// a unit, is spent or leaves a world of this size is gone, and another takes its place.
    pub(crate) fn fly_on(&mut self, index: usize, hit: Option<usize>, size: Vec2) -> bool {
        if let Some(id) = hit {
            self.hits += 1;
            self.gone[id] = true;
        }
        let bullet = &mut self.flying[index];
        bullet.position += bullet.velocity * DT;
        bullet.left -= DT;
        let inside = bullet.position.cmpge(Vec2::ZERO).all() && bullet.position.cmple(size).all();
        let flies_on = hit.is_none() && bullet.left > 0.0 && inside;
        if !flies_on {
            self.flying.swap_remove(index);
        }
        flies_on
    }
}
