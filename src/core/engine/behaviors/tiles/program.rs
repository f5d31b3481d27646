//! Tile program: turn right, turn left, step forward, step backward, wait, fire (book, ch. 3).
//!
//! A unit follows one instruction per step, over and over. The program does not look at the
//! surroundings: at the edge of the world the unit stays on its tile while its program goes on.

use crate::engine::behaviors::steps::{
    AmountUnit, ControlStep, StepAction, StepAmount, StepVerb, read_steps, steps_as_text,
};
use crate::engine::behaviors::{
    Behavior, BehaviorInfo, BodyKind, Memory, PlannedRoute, Scope, Steering, own_memory, records,
};
use crate::engine::hash::{Hashed, StateHash};
use crate::engine::tiles::{TILE_MOVES, TILE_SIZE, TileGrid, move_direction, octant, tile_center};
use crate::schema::texts::{TextPreset, TextSpec};
use crate::schema::{ParamSpec, Params};
use crate::{numbers_of_field, params};
use glam::IVec2;
use std::ops::Range;

const SOURCE: &str = "AI for Game Developers, ch. 3 (control instructions)";

params! {
    /// Parameters of [`TileProgram`].
    pub struct TileProgramParams in "Instructions" {
        tile_program: f32 = ParamSpec::weight("Instructions", 1.0)
            .words("script steps route square commands")
            .formula("w_ins", "F = ±w_ins·h")
            .doc("Weight of the control instructions.")
            .source(SOURCE);
    }
}

const MOVE_COUNT: StepAmount = StepAmount {
    unit: AmountUnit::Moves,
    range: [1.0, 99.0],
    multiple_of: 1.0,
    default: Some(1.0),
};
const TURN_ANGLE: StepAmount = StepAmount {
    unit: AmountUnit::Degrees,
    range: [45.0, 360.0],
    multiple_of: 45.0,
    default: Some(90.0),
};

const VERBS: &[StepVerb] = &[
    ("forward", StepAction::Move(1), &[MOVE_COUNT]),
    ("backward", StepAction::Move(-1), &[MOVE_COUNT]),
    ("wait", StepAction::Move(0), &[MOVE_COUNT]),
    ("left", StepAction::Turn(-1), &[TURN_ANGLE]),
    ("right", StepAction::Turn(1), &[TURN_ANGLE]),
    ("fire", StepAction::Fire, &[]),
];

/// Number of steps that a unit takes for an instruction; a turn takes one.
fn steps_of_instruction(step: &ControlStep) -> u32 {
    if step.unit == AmountUnit::Moves { step.amount as u32 } else { 1 }
}

/// Progress of a unit within its program.
#[derive(Clone, Copy, Debug, Default)]
struct ProgramProgress {
    instruction_index: usize,
    /// Number of steps of the present instruction that the unit has finished.
    finished_steps: u32,
    /// Direction that the unit faces, in eighths of a turn, clockwise from the right; `None` before
    /// the first step.
    facing_octant: Option<usize>,
}

crate::coded!(ProgramProgress { instruction_index, finished_steps, facing_octant });

impl Hashed for ProgramProgress {
    fn hash(&self, hash: &mut StateHash) {
        let facing = self.facing_octant.map_or(8, |facing| facing as u64);
        hash.add_word(
            (self.instruction_index as u64) << 32 | u64::from(self.finished_steps) << 8 | facing,
        );
    }
}

/// Behavior that makes units on tiles follow a list of instructions over and over.
#[derive(Clone, Debug)]
pub struct TileProgram {
    params: TileProgramParams,
    steps: Vec<ControlStep>,
    unit_progress: Vec<ProgramProgress>,
}

/// Action of a unit in one step of its program, and the unit's progress after it.
struct TileAction {
    /// Direction in which the unit moves, or to which it turns, as the offset to an adjacent tile.
    direction: IVec2,
    /// Number of tiles that the unit moves: 1 forward, -1 backward, 0 if it only turns.
    forward_tiles: f32,
    next_progress: ProgramProgress,
}

impl TileProgram {
    /// Instructions for walking around a rectangle.
    pub const RECTANGLE: &'static str = "forward 8, right 90, forward 4, right 90";
    /// Instructions for walking along a star of eight points.
    pub const STAR: &'static str = "forward 7, right 135, forward 5, right 135";
    /// Instructions for steps back and forth with turns between them.
    pub const DANCE: &'static str = "forward 3, right 45, forward 3, backward 2, left 135";

    const TEXTS: &'static [TextSpec] = &[TextSpec {
        key: "instructions",
        symbol: "list",
        formula: "\"step\" i \"does item\" i \"of\" list",
        section: "Instructions",
        label: "Instructions",
        doc: "One instruction per step, repeated forever: “forward 4”, “backward 2”, “wait 3”, \
              “left 90”, “right 45”, and “fire”, where the group has a gun. Turns are multiples of 45 degrees.",
        source: SOURCE,
        presets: &[
            TextPreset { label: "Beat", text: Self::RECTANGLE },
            TextPreset { label: "Star", text: Self::STAR },
            TextPreset { label: "Dance", text: Self::DANCE },
        ],
        ..TextSpec::EMPTY
    }];

    /// Creates a program of these instructions, or of [`Self::RECTANGLE`] if they are invalid.
    pub fn from_instructions(instructions: &str) -> Self {
        let mut program = Self::default();
        // An error keeps the default instructions; a test checks that the instructions of all
        // scenes are valid.
        let _ = program.set_text(0, instructions);
        program
    }

    /// Number of steps that a unit takes for one repetition of the program.
    pub fn steps_per_repetition(&self) -> u32 {
        self.steps.iter().map(steps_of_instruction).sum()
    }

    fn progress_of(&self, scope: &Scope, id: usize) -> ProgramProgress {
        let track = self.unit_progress.get(id - scope.first_id).copied().unwrap_or_default();
        let facing =
            track.facing_octant.unwrap_or_else(|| move_direction(octant(scope.agents.forward(id))));
        ProgramProgress { facing_octant: Some(facing), ..track }
    }

    fn next_action(&self, track: ProgramProgress) -> Option<TileAction> {
        let facing = track.facing_octant?;
        let step = self.steps.get(track.instruction_index)?;
        let turned =
            (facing as i32 + step.side() * (step.amount / 45.0) as i32).rem_euclid(8) as usize;
        let (direction, forward_tiles, facing) = match step.action() {
            StepAction::Move(way) => (TILE_MOVES[facing] * way, way as f32, facing),
            StepAction::Turn(_) => (TILE_MOVES[turned], 0.0, turned),
            StepAction::Fire | StepAction::Speed => (TILE_MOVES[facing], 0.0, facing),
        };
        let finished_steps = track.finished_steps + 1;
        let (instruction_index, finished_steps) = match finished_steps < steps_of_instruction(step)
        {
            true => (track.instruction_index, finished_steps),
            false => ((track.instruction_index + 1) % self.steps.len(), 0),
        };
        Some(TileAction {
            direction,
            forward_tiles,
            next_progress: ProgramProgress {
                instruction_index,
                finished_steps,
                facing_octant: Some(facing),
            },
        })
    }
}

impl Default for TileProgram {
    fn default() -> Self {
        let steps = read_steps(VERBS, Self::RECTANGLE).unwrap_or_default();
        Self { params: TileProgramParams::default(), steps, unit_progress: Vec::new() }
    }
}

impl Params for TileProgram {
    numbers_of_field!(TileProgramParams);
    steps_as_text!(VERBS, |track| {
        *track =
            ProgramProgress { facing_octant: track.facing_octant, ..ProgramProgress::default() };
    });
}

impl Behavior for TileProgram {
    fn about(&self) -> BehaviorInfo {
        BehaviorInfo::new(TileProgramParams::SPECS, "Follows a list of instructions, one per step.")
            .caused_by("its program", "turns it")
            .required_bodies(&[BodyKind::Tile])
    }

    fn steer(&self, scope: &Scope, range: Range<usize>, out: &mut Steering) {
        for id in range {
            let Some(action) = self.next_action(self.progress_of(scope, id)) else { continue };
            let force = action.direction.as_vec2() * scope.force_scale;
            out.add_force::<f32>(id, 1, force.x, force.y);
            *out.thrust_mut(id) = action.forward_tiles;
        }
    }

    fn is_firing(&self, unit: usize) -> bool {
        let step =
            self.unit_progress.get(unit).and_then(|track| self.steps.get(track.instruction_index));
        step.is_some_and(|step| step.action() == StepAction::Fire)
    }

    own_memory!();

    /// Tiles of one repetition of the program, beginning at the unit's present tile.
    fn planned_route(&self, scope: &Scope, id: usize) -> Option<PlannedRoute> {
        let tiles = TileGrid::covering(scope.space.width, scope.space.height);
        let mut here = tiles.tile_at(scope.agents.position(id));
        let mut track = self.progress_of(scope, id);
        let mut points = vec![tile_center(here)];
        for _ in 0..self.steps_per_repetition() {
            let action = self.next_action(track)?;
            track = action.next_progress;
            if action.forward_tiles == 0.0 {
                continue;
            }
            let land = |tile| tiles.step_end(tile, scope.world_wraps);
            let there = scope.blocked.step_end(here, action.direction, land);
            if there != here {
                here = there;
                points.push(tile_center(here));
            }
        }
        Some(PlannedRoute { is_closed: false, points })
    }

    /// Distance between start and end of one repetition, and length of its path, without walls. If
    /// a repetition ends on its first tile, but with another facing, the distance is one tile,
    /// because the next repetition leads elsewhere.
    fn round_trip(&self) -> Option<[f32; 2]> {
        let (mut here, mut length) = (IVec2::ZERO, 0.0);
        let mut track = ProgramProgress { facing_octant: Some(0), ..ProgramProgress::default() };
        for _ in 0..self.steps_per_repetition() {
            let action = self.next_action(track)?;
            track = action.next_progress;
            if action.forward_tiles != 0.0 {
                here += action.direction;
                length += action.direction.as_vec2().length();
            }
        }
        let turned = track.facing_octant != Some(0);
        let gap = here.as_vec2().length().max(f32::from(u8::from(turned)));
        Some([gap * TILE_SIZE, length * TILE_SIZE])
    }
}

impl Memory for TileProgram {
    fn advance(&mut self, scope: &Scope, range: Range<usize>) {
        if !scope.moves_this_tick {
            return;
        }
        for id in range {
            let after =
                self.next_action(self.progress_of(scope, id)).map(|action| action.next_progress);
            if let (Some(after), Some(track)) =
                (after, self.unit_progress.get_mut(id - scope.first_id))
            {
                *track = after;
            }
        }
    }

    records!(unit_progress; steps);

    fn is_sound(&self) -> bool {
        let is_sound = |track: &ProgramProgress| {
            track.instruction_index < self.steps.len() && track.facing_octant < Some(8)
        };
        self.unit_progress.iter().all(is_sound)
    }
}
