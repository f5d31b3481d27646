//! The body of the tile world: a unit stands on a tile and takes one step every few ticks.
//!
//! The direction of the force selects one of eight moves; its magnitude has no effect. With
//! positive thrust the unit steps forward, with negative thrust it steps backward and faces away
//! from the step, and with zero thrust it turns in place.

use super::WorldBounds;
use crate::engine::agents::{MovingUnits, UnitState};
use crate::engine::math::{sin_cos, wrap_angle};
use crate::engine::params::{DT, Edges};
use crate::engine::steering::Steering;
use crate::engine::tiles::{TILE_SIZE, TileGrid, move_direction, octant, tile_center};
use crate::params;
use crate::schema::ParamSpec;
use glam::{IVec2, Vec2};
use std::f32::consts::FRAC_PI_4;
use std::ops::Range;

params! {
    /// Parameters of the body model that steps from tile to tile.
    pub struct TileBody in "Movement" {
        step_ticks: u32 = ParamSpec::int("Ticks per step", "", 12, [1, 120])
            .formula("n_t", "\"time per step\" = n_t·dt")
            .doc("A step takes this many ticks of 1/60 s.")
            .source("AI for Game Developers, ch. 2 (tiled environments)");
    }
}

impl TileBody {
    /// Speed of a unit that takes every step it can, u/s; a diagonal step counts as one tile.
    pub(super) fn speed(&self) -> f32 {
        TILE_SIZE / (self.step_ticks.max(1) as f32 * DT)
    }

    /// Whether units take a step at the end of this tick.
    pub(crate) fn moves_in_tick(&self, tick: u64) -> bool {
        (tick + 1).is_multiple_of(u64::from(self.step_ticks.max(1)))
    }

    /// State of a unit at the center of the nearest tile: at rest, facing the nearest of the eight
    /// directions.
    pub(super) fn at_tile_center(&self, state: UnitState, width: f32, height: f32) -> UnitState {
        let (sine, cosine) = sin_cos(wrap_angle(state.heading));
        UnitState {
            position: tile_center(TileGrid::covering(width, height).tile_at(state.position)),
            velocity: Vec2::ZERO,
            heading: step_heading(octant(Vec2::new(cosine, sine))),
            omega: 0.0,
        }
    }

    pub(super) fn integrate(
        &self,
        agents: &mut MovingUnits,
        range: Range<usize>,
        steering: &Steering,
        bounds: WorldBounds,
    ) {
        if !self.moves_in_tick(bounds.tick) {
            return;
        }
        let tiles = TileGrid::covering(bounds.width, bounds.height);
        for id in range {
            let toward = octant(steering.force(id));
            let thrust = steering.thrust[id];
            let here = tiles.tile_at(agents.position(id));
            let step = if thrust == 0.0 { IVec2::ZERO } else { toward };
            let land = |tile| tiles.step_end(tile, bounds.edges == Edges::Wrap);
            let there = bounds.blocked.step_end(here, step, land);
            let facing = match toward {
                IVec2::ZERO => agents.heading[id],
                _ if thrust < 0.0 => step_heading(-toward),
                _ => step_heading(toward),
            };
            let moved = if there == here { Vec2::ZERO } else { step.as_vec2() };
            let (position, velocity) = (tile_center(there), moved * self.speed());
            agents.set_state(id, UnitState { position, velocity, heading: facing, omega: 0.0 });
        }
    }
}

/// Heading of a step from tile to tile, rad, in -pi..=pi; 0 points right, clockwise on screen.
fn step_heading(step: IVec2) -> f32 {
    wrap_angle(move_direction(step) as f32 * FRAC_PI_4)
}
