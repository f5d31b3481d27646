//! What several tests share.
#![allow(dead_code, reason = "each test binary uses its own part")]

pub mod bodies;
pub mod cases;
pub mod dice;
pub mod flocks;
pub mod force;
pub mod life;
pub mod pinned;
pub mod play;
pub mod printed;
pub mod processor;
pub mod random_rule;
pub mod released;
pub mod rules;
pub mod scenes;
pub mod science;
pub mod steering;
pub mod strangers;
pub mod threads;

use flockwright::World;
use flockwright::engine::behaviors::{Behavior, BehaviorInfo, Scope, Steering};
use flockwright::schema::{ParamSpec, Params};
use flockwright_lab::insight::inspect::{self, UnitInspection};
use flockwright_lab::insight::observer::ObserverWorkspace;
use glam::Vec2;
use std::ops::Range;

/// One unit of a world, seen by a new observer.
pub fn inspect(world: &World, id: usize) -> Option<UnitInspection> {
    inspect::inspect_unit(world, &mut ObserverWorkspace::default(), id)
}

/// A behavior that pushes every unit with one constant force.
#[derive(Clone)]
pub struct Push {
    force: Vec2,
    local: bool,
    swerve: f32,
}

impl Push {
    /// Forward and starboard parts.
    pub fn in_local_frame(force: Vec2) -> Self {
        Self { force, local: true, swerve: 0.0 }
    }

    pub fn in_world_frame(force: Vec2) -> Self {
        Self { force, local: false, swerve: 0.0 }
    }

    /// It also turns the units, as if noise had drawn that.
    pub fn swerving(self, swerve: f32) -> Self {
        Self { swerve, ..self }
    }
}

const PUSH: &[ParamSpec] = &[ParamSpec::weight("Push", 1.0).with_key_and_section("push", "Test")];

impl Params for Push {
    fn specs(&self) -> &'static [ParamSpec] {
        PUSH
    }
    fn get(&self, _index: usize) -> f32 {
        1.0
    }
    fn set(&mut self, _index: usize, _value: f32) {}
}

impl Behavior for Push {
    fn about(&self) -> BehaviorInfo {
        BehaviorInfo::new(PUSH, "Pushes with one constant force.")
    }

    fn steer(&self, scope: &Scope, range: Range<usize>, out: &mut Steering) {
        for id in range {
            let forward = scope.agents.forward(id);
            let force = if self.local {
                forward * self.force.x + forward.perp() * self.force.y
            } else {
                self.force
            };
            out.add_force::<f32>(id, 1, force.x, force.y);
            *out.noise_turn_mut(id) += self.swerve;
        }
    }
}
