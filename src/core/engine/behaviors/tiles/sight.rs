//! Tile line of sight: walk along Bresenham's line to the prey (book, ch. 2).
//!
//! The line is computed anew whenever the prey has moved; in between, the unit stays on it. The
//! unit walks around blocked tiles along their outline, see `detour.rs`.

use crate::engine::behaviors::{
    AimKind, Behavior, BehaviorInfo, BodyKind, Memory, PlannedRoute, Scope, Steering, SteeringCue,
    Stimulus, own_memory, records,
};
use crate::engine::hash::{Hashed, StateHash};
use crate::engine::tiles::DetourMemory;
use crate::engine::tiles::{TileGrid, TileLine, line_between, tile_center};
use crate::schema::{ParamSpec, Params};
use crate::{numbers_of_field, params};
use glam::{IVec2, Vec2};
use std::ops::Range;

params! {
    /// Parameters of [`TileSight`].
    pub struct TileSightParams in "Tile chase" {
        tile_sight: f32 = ParamSpec::weight("Line of sight", 1.0)
            .words("hunt attack target grid straight line bresenham")
            .formula("w_ts", "F = w_ts·(a − x)")
            .doc("Weight of stepping along Bresenham's line to the target, redrawn when the \
                  target moves.")
            .source("AI for Game Developers, ch. 2 (line-of-sight chasing)");
    }
}

/// Largest number of tiles of a drawn route, if the world has blocked tiles.
const MAX_DETOUR_TILES: usize = 200;

/// Step from tile to tile that corresponds to a velocity: -1, 0 or 1 on each axis.
fn step_from_velocity(velocity: Vec2) -> IVec2 {
    let sign = |part: f32| i32::from(part > 0.0) - i32::from(part < 0.0);
    IVec2::new(sign(velocity.x), sign(velocity.y))
}

/// Progress of a unit along the line to its goal.
#[derive(Clone, Copy, Debug, Default)]
struct LineProgress {
    goal: IVec2,
    line: TileLine,
    detour: DetourMemory,
}

crate::coded!(LineProgress { goal, line, detour });

impl Hashed for Option<LineProgress> {
    fn hash(&self, hash: &mut StateHash) {
        let Some(LineProgress { goal, line, detour }) = self else { return };
        for tile in [*goal, line.last_tile()] {
            hash.add_word((tile.x as u64) << 32 | u64::from(tile.y as u32));
        }
        hash.add_word(line.error_term() as u64);
        detour.hash(hash);
    }
}

impl LineProgress {
    /// Next step along the line, as the offset to an adjacent tile; zero at the end.
    fn next_step(mut self) -> IVec2 {
        let here = self.line.last_tile();
        self.line.next().unwrap_or(here) - here
    }

    /// Advances the line to the unit's tile `here`: by at most one step, else with a new line.
    fn advance_line(&mut self, here: IVec2) {
        if self.line.last_tile() != here {
            self.line.next();
            if self.line.last_tile() != here {
                self.line = line_between(here, self.goal);
            }
        }
    }
}

/// Behavior that walks along the straight line to the target.
#[derive(Clone, Debug, Default)]
pub struct TileSight {
    params: TileSightParams,
    unit_progress: Vec<Option<LineProgress>>,
}

impl TileSight {
    /// Progress of a unit if its line still leads from the unit's tile to the target's, else
    /// progress on a new line. `moved`: whether the caller runs after the units have moved in this
    /// tick. `None` without a target.
    fn progress_of(&self, scope: &Scope, id: usize, moved: bool) -> Option<LineProgress> {
        let tiles = TileGrid::covering(scope.space.width, scope.space.height);
        let goal = tiles.tile_at(scope.hunted_target?.position);
        let here = tiles.tile_at(scope.agents.position(id));
        let before = *self.unit_progress.get(id - scope.first_id)?;
        let detour = before.map_or_else(DetourMemory::default, |track| track.detour);
        // The first line of a unit that has moved in this tick begins at the tile that it left.
        let begun = match before {
            None if moved && scope.moves_this_tick => {
                here - step_from_velocity(scope.agents.velocity(id))
            }
            _ => here,
        };
        let mut track = before.filter(|track| track.goal == goal).unwrap_or_else(|| LineProgress {
            goal,
            line: line_between(begun, goal),
            detour,
        });
        track.advance_line(here);
        Some(track)
    }
}

impl Params for TileSight {
    numbers_of_field!(TileSightParams);
}

impl Behavior for TileSight {
    fn about(&self) -> BehaviorInfo {
        BehaviorInfo::new(TileSightParams::SPECS, "Walks a straight line of tiles to the target.")
            .caused_by("its prey in sight", "leads it")
            .required_bodies(&[BodyKind::Tile])
    }

    fn steer(&self, scope: &Scope, range: Range<usize>, out: &mut Steering) {
        let ground = scope.tile_ground();
        for id in range {
            let Some(track) = self.progress_of(scope, id, false) else { continue };
            let here = track.line.last_tile();
            let step =
                track.detour.next_step(&ground, here, track.goal, track.next_step()).as_vec2();
            out.add_force::<f32>(id, 1, step.x * scope.force_scale, step.y * scope.force_scale);
        }
    }

    fn stimuli(&self) -> &[Stimulus] {
        &[Stimulus::Target]
    }

    own_memory!();

    fn planned_route(&self, scope: &Scope, id: usize) -> Option<PlannedRoute> {
        let mut track = self.progress_of(scope, id, false)?;
        let ground = scope.tile_ground();
        if ground.has_no_blocked_tile() {
            let way = std::iter::once(track.line.last_tile()).chain(track.line);
            return Some(PlannedRoute { is_closed: false, points: way.map(tile_center).collect() });
        }
        let mut here = track.line.last_tile();
        let mut points = vec![tile_center(here)];
        while here != track.goal && points.len() < MAX_DETOUR_TILES {
            let wanted = track.next_step();
            track.detour.record_step(&ground, here, track.goal, wanted);
            here += track.detour.next_step(&ground, here, track.goal, wanted);
            track.advance_line(here);
            points.push(tile_center(here));
        }
        Some(PlannedRoute { is_closed: false, points })
    }

    fn cues(&self, scope: &Scope, id: usize, out: &mut Vec<SteeringCue>) {
        out.extend(scope.aim_at_target(AimKind::To, id));
    }
}

impl Memory for TileSight {
    fn advance(&mut self, scope: &Scope, range: Range<usize>) {
        let ground = scope.tile_ground();
        for id in range {
            let mut track = self.progress_of(scope, id, true);
            if let Some(track) = &mut track {
                track.detour.record_step(
                    &ground,
                    track.line.last_tile(),
                    track.goal,
                    track.next_step(),
                );
            }
            if let Some(place) = self.unit_progress.get_mut(id - scope.first_id) {
                *place = track;
            }
        }
    }

    records!(unit_progress);
}
