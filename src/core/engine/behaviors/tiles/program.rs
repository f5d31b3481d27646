//! Tile program: turn right, turn left, step forward, step backward, wait, fire (book, ch. 3).
//!
//! The unit follows one instruction per step, over and over. The program does not look at the
//! surroundings: at the edge of the world the unit marks time while its program goes on.

use crate::engine::behaviors::steps::{
    Action, Amount, ControlStep, Unit, Verb, read_steps, steps_as_text,
};
use crate::engine::behaviors::{
    Behavior, BehaviorInfo, BodyKind, Memory, PlannedRoute, Scope, Steering, own_memory, records,
};
use crate::engine::hash::{Hashed, StateHash};
use crate::engine::tiles::{TILE_MOVES, TILE_SIZE, TileGrid, move_direction, octant, tile_center};
use crate::schema::texts::{Preset, TextSpec};
use crate::schema::{ParamSpec, Params};
use crate::{numbers_of_field, params};
use glam::IVec2;
use std::ops::Range;

const BOOK: &str = "AI for Game Developers, ch. 3 (control instructions)";

params! {
    /// Follow a list of control instructions.
    pub struct TileProgramParams in "Instructions" {
        tile_program: f32 = ParamSpec::weight("Instructions", 1.0)
            .words("script steps route square commands")
            .formula("w_ins", "F = ±w_ins·h")
            .doc("Weight of the control instructions.")
            .source(BOOK);
    }
}

const COUNT: Amount =
    Amount { unit: Unit::Moves, range: [1.0, 99.0], multiple_of: 1.0, default: Some(1.0) };
const TURN: Amount =
    Amount { unit: Unit::Degrees, range: [45.0, 360.0], multiple_of: 45.0, default: Some(90.0) };

const VERBS: &[Verb] = &[
    ("forward", Action::Move(1), &[COUNT]),
    ("backward", Action::Move(-1), &[COUNT]),
    ("wait", Action::Move(0), &[COUNT]),
    ("left", Action::Turn(-1), &[TURN]),
    ("right", Action::Turn(1), &[TURN]),
    ("fire", Action::Fire, &[]),
];

/// Number of the unit's steps that an instruction takes; a turn takes one.
fn duration(step: &ControlStep) -> u32 {
    if step.unit == Unit::Moves { step.amount as u32 } else { 1 }
}

/// Progress of a unit within its program.
#[derive(Clone, Copy, Debug, Default)]
struct Track {
    item: usize,
    /// Number of finished steps of the current instruction.
    done: u32,
    /// Direction that the unit faces, in eighths of a turn; `None` before the first step.
    facing: Option<usize>,
}

crate::coded!(Track { item, done, facing });

impl Hashed for Track {
    fn hash(&self, hash: &mut StateHash) {
        let facing = self.facing.map_or(8, |facing| facing as u64);
        hash.add_word((self.item as u64) << 32 | u64::from(self.done) << 8 | facing);
    }
}

/// Follows a list of control instructions.
#[derive(Clone, Debug)]
pub struct TileProgram {
    params: TileProgramParams,
    steps: Vec<ControlStep>,
    unit_progress: Vec<Track>,
}

/// Action of a unit in one step.
struct Deed {
    /// Direction that the unit moves or turns to.
    toward: IVec2,
    /// 1 steps forward, -1 backward, 0 only turns.
    thrust: f32,
    after: Track,
}

impl TileProgram {
    /// Walking around a rectangle.
    pub const RECTANGLE: &'static str = "forward 8, right 90, forward 4, right 90";
    /// A star of eight points.
    pub const STAR: &'static str = "forward 7, right 135, forward 5, right 135";
    /// Steps back and forth with turns between them.
    pub const DANCE: &'static str = "forward 3, right 45, forward 3, backward 2, left 135";

    const TEXTS: &'static [TextSpec] = &[TextSpec {
        key: "instructions",
        symbol: "list",
        formula: "\"step\" i \"does item\" i \"of\" list",
        section: "Instructions",
        label: "Instructions",
        doc: "One instruction per step, repeated forever: “forward 4”, “backward 2”, “wait 3”, \
              “left 90”, “right 45”, and “fire”, where the group has a gun. Turns are multiples of 45 degrees.",
        source: BOOK,
        presets: &[
            Preset { label: "Beat", text: Self::RECTANGLE },
            Preset { label: "Star", text: Self::STAR },
            Preset { label: "Dance", text: Self::DANCE },
        ],
        ..TextSpec::EMPTY
    }];

    /// Program of these instructions, or the rectangle if they are invalid.
    pub fn from_instructions(instructions: &str) -> Self {
        let mut program = Self::default();
        // Instructions of scenes are valid, which a test checks.
        let _ = program.set_text(0, instructions);
        program
    }

    /// Number of steps of one repetition.
    pub fn round(&self) -> u32 {
        self.steps.iter().map(duration).sum()
    }

    fn track(&self, scope: &Scope, id: usize) -> Track {
        let track = self.unit_progress.get(id - scope.first_id).copied().unwrap_or_default();
        let facing =
            track.facing.unwrap_or_else(|| move_direction(octant(scope.agents.forward(id))));
        Track { facing: Some(facing), ..track }
    }

    fn deed(&self, track: Track) -> Option<Deed> {
        let facing = track.facing?;
        let step = self.steps.get(track.item)?;
        let turned =
            (facing as i32 + step.side() * (step.amount / 45.0) as i32).rem_euclid(8) as usize;
        let (toward, thrust, facing) = match step.action() {
            Action::Move(way) => (TILE_MOVES[facing] * way, way as f32, facing),
            Action::Turn(_) => (TILE_MOVES[turned], 0.0, turned),
            Action::Fire | Action::Speed => (TILE_MOVES[facing], 0.0, facing),
        };
        let done = track.done + 1;
        let (item, done) = match done < duration(step) {
            true => (track.item, done),
            false => ((track.item + 1) % self.steps.len(), 0),
        };
        Some(Deed { toward, thrust, after: Track { item, done, facing: Some(facing) } })
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
        *track = Track { facing: track.facing, ..Track::default() };
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
            let Some(deed) = self.deed(self.track(scope, id)) else { continue };
            let force = deed.toward.as_vec2() * scope.force_scale;
            out.add_force::<f32>(id, 1, force.x, force.y);
            *out.thrust_mut(id) = deed.thrust;
        }
    }

    fn is_firing(&self, unit: usize) -> bool {
        let step = self.unit_progress.get(unit).and_then(|track| self.steps.get(track.item));
        step.is_some_and(|step| step.action() == Action::Fire)
    }

    own_memory!();

    /// Route of one repetition from the unit's present tile.
    fn planned_route(&self, scope: &Scope, id: usize) -> Option<PlannedRoute> {
        let tiles = TileGrid::covering(scope.space.width, scope.space.height);
        let mut here = tiles.tile_at(scope.agents.position(id));
        let mut track = self.track(scope, id);
        let mut points = vec![tile_center(here)];
        for _ in 0..self.round() {
            let deed = self.deed(track)?;
            track = deed.after;
            if deed.thrust == 0.0 {
                continue;
            }
            let land = |tile| tiles.step_end(tile, scope.world_wraps);
            let there = scope.blocked.step_end(here, deed.toward, land);
            if there != here {
                here = there;
                points.push(tile_center(here));
            }
        }
        Some(PlannedRoute { is_closed: false, points })
    }

    /// Follows from the list alone and not from walls nearby. Where a repetition ends with another
    /// facing, one tile is added: the next repetition leads elsewhere.
    fn round_trip(&self) -> Option<[f32; 2]> {
        let (mut here, mut length) = (IVec2::ZERO, 0.0);
        let mut track = Track { facing: Some(0), ..Track::default() };
        for _ in 0..self.round() {
            let deed = self.deed(track)?;
            track = deed.after;
            if deed.thrust != 0.0 {
                here += deed.toward;
                length += deed.toward.as_vec2().length();
            }
        }
        let turned = track.facing != Some(0);
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
            let after = self.deed(self.track(scope, id)).map(|deed| deed.after);
            if let (Some(after), Some(track)) =
                (after, self.unit_progress.get_mut(id - scope.first_id))
            {
                *track = after;
            }
        }
    }

    records!(unit_progress; steps);

    fn is_sound(&self) -> bool {
        let is_sound = |track: &Track| track.item < self.steps.len() && track.facing < Some(8);
        self.unit_progress.iter().all(is_sound)
    }
}
