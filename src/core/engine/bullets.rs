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
    /// Parameters of the guns that the units of a group have.
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

/// Largest number of bullets in flight at once; with that many, units do not fire.
const MAX_BULLETS: usize = 4096;

/// Number of `f32` values in a `Bullet`.
pub const BULLET_FLOATS: usize = size_of::<Bullet>() / size_of::<f32>();

/// Bullet in flight. The page reads the fields from memory as five `f32` values in declared order.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bullet {
    /// Position of the bullet, u.
    pub position: Vec2,
    /// Velocity of the bullet, u/s.
    pub velocity: Vec2,
    /// Remaining time of the bullet's flight, s.
    pub remaining_seconds: f32,
}

coded!(Bullet { position, velocity, remaining_seconds });

/// All bullets in flight, and the reload time of each unit.
#[derive(Clone, Debug, Default)]
pub struct Bullets {
    flying_bullets: Vec<Bullet>,
    /// Remaining time until each unit can fire, s, by id; empty if no group has a gun.
    reload_times: Vec<f32>,
    /// Number of monsters hit since the start of the run.
    hit_count: u32,
    /// Whether each unit was hit in this tick, by id: the neighbor grid still lists such a unit at
    /// the position where it was hit. Empty if no group has a gun.
    was_hit: Vec<bool>,
}

impl Bullets {
    /// Creates the state without bullets, for this number of units. `armed`: whether a group has a
    /// gun.
    pub(crate) fn for_units(units: usize, armed: bool) -> Self {
        let mut bullets = Self::default();
        if armed {
            bullets.reload_times.resize(units, 0.0);
            bullets.was_hit.resize(units, false);
            bullets.reserve();
        }
        bullets
    }

    /// Reserves memory for [`MAX_BULLETS`], so that a tick does not allocate. A clone does not have
    /// this memory.
    pub(crate) fn reserve(&mut self) {
        if self.is_armed() {
            self.flying_bullets.reserve_exact(MAX_BULLETS - self.flying_bullets.len());
        }
    }

    /// Copies the bullets in flight (if there are guns) and the number of hits from another state.
    pub(crate) fn copy_flying_bullets(&mut self, others: &Self) {
        if self.is_armed() {
            self.flying_bullets.extend_from_slice(&others.flying_bullets);
        }
        self.hit_count = others.hit_count;
    }

    /// Copies the reload times of the units `kept` in another state to the units from the id
    /// `first` on.
    pub(crate) fn copy_units_from(&mut self, others: &Self, kept: Range<usize>, first: usize) {
        if self.is_armed() && others.is_armed() {
            self.reload_times[first..first + kept.len()]
                .copy_from_slice(&others.reload_times[kept]);
        }
    }

    /// Writes or reads the bullets and the reload times of this number of units.
    pub(crate) fn encode_or_decode(&mut self, codec: &mut StateCodec, units: usize) {
        let mut armed = self.is_armed();
        armed.encode_or_decode(codec);
        if codec.is_reading() {
            self.reload_times.resize(if armed { units } else { 0 }, 0.0);
            self.was_hit.clear();
            self.was_hit.resize(self.reload_times.len(), false);
        }
        self.reload_times[..].encode_or_decode(codec);
        self.flying_bullets.encode_or_decode(codec);
        codec.require(
            self.flying_bullets.len() <= MAX_BULLETS && (armed || self.flying_bullets.is_empty()),
        );
        self.flying_bullets.truncate(MAX_BULLETS);
        self.hit_count.encode_or_decode(codec);
    }

    /// Heap memory of the bullets and reload times, bytes.
    pub(crate) fn heap_bytes(&self) -> usize {
        size_of_val(&*self.flying_bullets)
            + size_of_val(&*self.reload_times)
            + size_of_val(&*self.was_hit)
    }

    /// All bullets in flight.
    pub fn flying_bullets(&self) -> &[Bullet] {
        &self.flying_bullets
    }

    /// Number of monsters hit since the start of the run.
    pub fn hits(&self) -> u32 {
        self.hit_count
    }

    pub(crate) fn add_to_hash(&self, hash: &mut StateHash) {
        for bullet in &self.flying_bullets {
            let Bullet { position: p, velocity: v, remaining_seconds } = bullet;
            hash.add_floats(&[p.x, p.y, v.x, v.y, *remaining_seconds]);
        }
        hash.add_floats(&self.reload_times);
    }

    /// Whether any group has a gun, so that reload times are stored.
    pub(crate) fn is_armed(&self) -> bool {
        !self.reload_times.is_empty()
    }

    /// Exchanges the reload times of two units, whose ids are exchanged.
    pub(crate) fn swap(&mut self, a: usize, b: usize) {
        if self.is_armed() {
            self.reload_times.swap(a, b);
            self.was_hit.swap(a, b);
        }
    }

    /// Inserts the reload time of a new unit at its id. `armed`: whether a group has a gun.
    pub(crate) fn insert(&mut self, id: usize, armed: bool) {
        if armed {
            self.reload_times.insert(id, 0.0);
            self.was_hit.insert(id, false);
            self.reserve();
        }
    }

    /// Removes the reload times of the units with these ids.
    pub(crate) fn remove(&mut self, ids: &[usize]) {
        if self.is_armed() {
            remove_ids(&mut self.reload_times, ids);
            remove_ids(&mut self.was_hit, ids);
        }
    }

    /// Begins a tick: reduces the reload times, and records that no unit was hit.
    pub(crate) fn begin_tick(&mut self) {
        for left in &mut self.reload_times {
            *left = (*left - DT).max(0.0);
        }
        self.was_hit.fill(false);
    }

    /// Turns a unit toward the point `at`, and fires a bullet if the gun is loaded.
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
        if self.reload_times[id] > 0.0 || self.flying_bullets.len() >= MAX_BULLETS {
            return;
        }
        let (sine, cosine) = sin_cos(wrap_angle(rng.range(-gun.scatter, gun.scatter)));
        let way = aim * cosine + aim.perp() * sine;
        let length = agents.length[id];
        self.flying_bullets.push(Bullet {
            position: agents.position(id) + aim * (0.5 * length),
            velocity: way * gun.bullet_speed,
            remaining_seconds: gun.fire_range * length / gun.bullet_speed,
        });
        // The reload time varies, so that the units of a group do not fire in unison.
        self.reload_times[id] = gun.reload * rng.range(0.75, 1.25);
    }

    /// Whether a bullet hit the unit in this tick.
    pub(crate) fn was_unit_hit(&self, id: usize) -> bool {
        self.was_hit[id]
    }

    /// Moves a bullet by one tick; returns whether it flies on. `hit`: id of the unit that the
    /// bullet hits. A bullet that hits a unit, is at the end of its flight, or leaves a world of
    /// the given size (u) is removed, and the last bullet takes its index.
    pub(crate) fn advance_bullet(&mut self, index: usize, hit: Option<usize>, size: Vec2) -> bool {
        if let Some(id) = hit {
            self.hit_count += 1;
            self.was_hit[id] = true;
        }
        let bullet = &mut self.flying_bullets[index];
        bullet.position += bullet.velocity * DT;
        bullet.remaining_seconds -= DT;
        let inside = bullet.position.cmpge(Vec2::ZERO).all() && bullet.position.cmple(size).all();
        let flies_on = hit.is_none() && bullet.remaining_seconds > 0.0 && inside;
        if !flies_on {
            self.flying_bullets.swap_remove(index);
        }
        flies_on
    }
}
