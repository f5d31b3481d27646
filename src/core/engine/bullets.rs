//! Bullets that soldiers fire at the pointer (steering tutorial, part 8).
//!
//! While the pointer is held, every unit of a group with a gun turns toward it and fires. A bullet
//! flies straight. A monster that is hit starts again where monsters start.

use crate::engine::agents::{Agents, remove_ids};
use crate::engine::codec::{Coded, StateCodec};
use crate::engine::hash::StateHash;
use crate::engine::math::{sin_cos, wrap_angle};
use crate::engine::params::DT;
use crate::engine::rng::Rng;
use crate::schema::ParamSpec;
use crate::{coded, params};
use glam::Vec2;
use std::ops::Range;

const SOURCE: &str = "Understanding Steering Behaviors, part 8: soldiers shoot; numbers ours";

params! {
    /// Parameters of the gun of a group.
    pub struct Gun in "Fire" {
        reload: f32 = ParamSpec::float("Reload", "s", 0.4, [0.05, 5.0], 0.05)
            .formula("t_r", "\"shots per second\" = 1/t_r")
            .doc("Seconds between two shots of one bird, on average: each wait is up to a quarter \
                  shorter or longer.")
            .source(SOURCE);
        bullet_speed: f32 = ParamSpec::float("Bullet speed", "u/s", 300.0, [20.0, 1000.0], 10.0)
            .formula("v_b", "\"time of flight\" = k_b·L/v_b")
            .doc("How fast a bullet flies.")
            .source(SOURCE);
        fire_range: f32 = ParamSpec::float("Range", "× L", 60.0, [1.0, 200.0], 1.0)
            .formula("k_b", "\"time of flight\" = k_b·L/v_b")
            .doc("How many lengths a bullet flies.")
            .source(SOURCE);
        scatter: f32 = ParamSpec::float("Scatter", "rad", 0.05, [0.0, 1.5], 0.01)
            .formula("σ", "\"aim off by at most\" σ")
            .doc("A bullet leaves up to this angle off the aim.")
            .source(SOURCE);
    }
}

/// Maximum number of bullets in flight. Further shots are not fired.
pub(crate) const MAX_BULLETS: usize = 4096;

/// Number of `f32` values in a `Bullet`.
pub const BULLET_FLOATS: usize = size_of::<Bullet>() / size_of::<f32>();

/// A bullet in flight. The page reads the fields from memory as five `f32` values in this order.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bullet {
    /// Position, u.
    pub position: Vec2,
    /// Velocity, u/s.
    pub velocity: Vec2,
    /// Remaining time of flight, s.
    pub remaining: f32,
}

coded!(Bullet { position, velocity, remaining });

/// All bullets in flight, and the reload time of each unit.
#[derive(Clone, Debug, Default)]
pub struct Bullets {
    flying: Vec<Bullet>,
    /// Remaining reload time by id, s; empty if no group has a gun.
    reload: Vec<f32>,
    /// Number of monsters hit since the start.
    hits: u32,
    /// Whether a unit was hit in this tick, by id; the neighbor grid still has these units at their
    /// old places. Empty if no group has a gun.
    is_bullet_gone: Vec<bool>,
}

impl Bullets {
    /// State without bullets for this number of units. `armed`: whether a group has a gun.
    pub(crate) fn with_room(units: usize, armed: bool) -> Self {
        let mut bullets = Self::default();
        if armed {
            bullets.reload.resize(units, 0.0);
            bullets.is_bullet_gone.resize(units, false);
            bullets.reserve();
        }
        bullets
    }

    /// Reserves memory for all bullets, so that a tick does not allocate. A clone lacks this
    /// reserve.
    pub(crate) fn reserve(&mut self) {
        if self.is_armed() {
            self.flying.reserve_exact(MAX_BULLETS - self.flying.len());
        }
    }

    /// Takes over the bullets in flight and the hits of another state, if there are guns.
    pub(crate) fn keep_flying(&mut self, others: &Self) {
        if self.is_armed() {
            self.flying.extend_from_slice(&others.flying);
        }
        self.hits = others.hits;
    }

    /// Copies the reload times of the units `kept` of another state to the units from `first` on.
    pub(crate) fn keep_units(&mut self, others: &Self, kept: Range<usize>, first: usize) {
        if self.is_armed() && others.is_armed() {
            self.reload[first..first + kept.len()].copy_from_slice(&others.reload[kept]);
        }
    }

    /// Writes or reads the state of `units` units.
    pub(crate) fn code(&mut self, codec: &mut StateCodec, units: usize) {
        let mut armed = self.is_armed();
        armed.code(codec);
        if codec.is_reading() {
            self.reload.resize(if armed { units } else { 0 }, 0.0);
            self.is_bullet_gone.clear();
            self.is_bullet_gone.resize(self.reload.len(), false);
        }
        self.reload[..].code(codec);
        self.flying.code(codec);
        codec.check(self.flying.len() <= MAX_BULLETS && (armed || self.flying.is_empty()));
        self.flying.truncate(MAX_BULLETS);
        self.hits.code(codec);
    }

    /// Heap memory, bytes.
    pub(crate) fn heap_bytes(&self) -> usize {
        size_of_val(&*self.flying) + size_of_val(&*self.reload) + size_of_val(&*self.is_bullet_gone)
    }

    /// The bullets in flight.
    pub fn flying_bullets(&self) -> &[Bullet] {
        &self.flying
    }

    /// Number of monsters hit since the start.
    pub fn hits(&self) -> u32 {
        self.hits
    }

    pub(crate) fn add_to_hash(&self, hash: &mut StateHash) {
        for bullet in &self.flying {
            let Bullet { position: p, velocity: v, remaining: left } = bullet;
            hash.add_floats(&[p.x, p.y, v.x, v.y, *left]);
        }
        hash.add_floats(&self.reload);
    }

    /// Whether a group has a gun.
    pub(crate) fn is_armed(&self) -> bool {
        !self.reload.is_empty()
    }

    /// Exchanges the ids of two units.
    pub(crate) fn swap(&mut self, a: usize, b: usize) {
        if self.is_armed() {
            self.reload.swap(a, b);
            self.is_bullet_gone.swap(a, b);
        }
    }

    /// Inserts a unit at an id, if a group has a gun.
    pub(crate) fn insert(&mut self, id: usize, armed: bool) {
        if armed {
            self.reload.insert(id, 0.0);
            self.is_bullet_gone.insert(id, false);
            self.reserve();
        }
    }

    /// Removes a unit.
    pub(crate) fn remove(&mut self, ids: &[usize]) {
        if self.is_armed() {
            remove_ids(&mut self.reload, ids);
            remove_ids(&mut self.is_bullet_gone, ids);
        }
    }

    /// Begins a tick: reduces the reload times and clears the hits.
    pub(crate) fn reload(&mut self) {
        for left in &mut self.reload {
            *left = (*left - DT).max(0.0);
        }
        self.is_bullet_gone.fill(false);
    }

    /// Turns a unit toward the point `at`, and fires if the gun is loaded.
    pub(crate) fn fire_bullet(
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
            remaining: gun.fire_range * length / gun.bullet_speed,
        });
        // The reload time varies, so that the units of a group do not fire in unison.
        self.reload[id] = gun.reload * rng.range(0.75, 1.25);
    }

    /// Whether a unit was hit in this tick.
    pub(crate) fn is_gone(&self, id: usize) -> bool {
        self.is_bullet_gone[id]
    }

    /// Moves one bullet by one tick; `hit` is the id of the unit that it hits. Returns whether the
    /// bullet flies on. A bullet that hits a unit, is spent, or leaves a world of the given size
    /// (u) is removed, and the last bullet takes its index.
    pub(crate) fn advance_bullet(&mut self, index: usize, hit: Option<usize>, size: Vec2) -> bool {
        if let Some(id) = hit {
            self.hits += 1;
            self.is_bullet_gone[id] = true;
        }
        let bullet = &mut self.flying[index];
        bullet.position += bullet.velocity * DT;
        bullet.remaining -= DT;
        let inside = bullet.position.cmpge(Vec2::ZERO).all() && bullet.position.cmple(size).all();
        let flies_on = hit.is_none() && bullet.remaining > 0.0 && inside;
        if !flies_on {
            self.flying.swap_remove(index);
        }
        flies_on
    }
}
