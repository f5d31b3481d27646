//! Runs a program over units: a block of units at a time, instruction by instruction.

use super::columns::{
    MEMBER_SLOTS, MemberColumn, SLOTS_PER_BLOCK, UnitColumn, compute_fixed, compute_instruction,
    draw_rng, smooth_noise, turn_force,
};
use super::members::{MemberObserver, MemberPack, search_members};
use super::program::{
    BlockStep, Column, Instruction, MAX_COLUMNS, MAX_PER_UNIT_THINGS, OpCode, Program, ThingPart,
};
use super::{MAX_REMEMBERED, RuleInputs};
use crate::engine::math::{Lane, Lanes};
use crate::engine::params::Hunters;
use crate::engine::rng::{RandomStream, Rng};
use crate::engine::scope::{NearestBarrier, Scope, Spot};
use crate::engine::steering::Steering;
use crate::rules::tree::Thing;
use glam::Vec2;
use std::ops::Range;

/// Number of units in a block, for which a program computes each instruction at once.
const UNITS_PER_BLOCK: usize = SLOTS_PER_BLOCK * Lanes::LANE_COUNT;

/// Results of a program for one block of units.
pub(super) struct BlockResult<'a> {
    /// Ids of the units in the block.
    pub ids: Range<usize>,
    columns: &'a [UnitColumn],
    outputs: &'a [Column],
}

impl BlockResult<'_> {
    /// Values of one output for the units in a slot of the columns, that is, one SIMD vector.
    #[inline(always)]
    pub fn output_lanes(&self, output: usize, slot: usize) -> Lanes {
        self.columns[usize::from(self.outputs[output])][slot]
    }

    /// Value of one output for one unit, by its index in the block.
    pub fn value(&self, output: usize, unit: usize) -> f32 {
        self.output_lanes(output, unit / Lanes::LANE_COUNT).get(unit % Lanes::LANE_COUNT)
    }
}

/// Arguments of a run of a program over a range of units.
struct RunRequest<'t, 'g, 's, 'w> {
    inputs: &'t RuleInputs<'g>,
    range: Range<usize>,
    out: &'t mut Steering<'s>,
    done: &'t mut dyn FnMut(&BlockResult, &mut Steering),
    observer: Option<&'t mut MemberObserver<'w>>,
}

impl Program {
    /// Outputs of a program that computes the first values of a unit's memory from parameters and
    /// random draws. `handle`: the unit's handle, on which its draws depend.
    pub fn start_values(&self, params: &[f32], seed: u32, handle: u32) -> [f32; MAX_REMEMBERED] {
        let columns = &mut [[Lanes::ZERO; SLOTS_PER_BLOCK]; MAX_COLUMNS];
        for step in &self.fixed_instructions {
            compute_fixed(step, columns, 1, params, None);
        }
        for step in &self.block_steps {
            let BlockStep::Instruction(step) = step else { continue };
            let rng = |place| Rng::new(seed, RandomStream::Beginning { place, handle });
            let drawn = match step.op {
                OpCode::Draw(place) => rng(place).uniform(),
                OpCode::Normal(place) => rng(place).normal(),
                _ => {
                    compute_instruction(step, columns, 0..1);
                    continue;
                }
            };
            columns[usize::from(step.result)][0] = Lanes::splat(drawn);
        }
        let mut values = [0.0; MAX_REMEMBERED];
        for (value, output) in values.iter_mut().zip(&self.outputs) {
            *value = columns[usize::from(*output)][0].get(0);
        }
        values
    }

    /// Runs the program for the units with ids in `range`, block by block, and passes the results
    /// of each block to `done`.
    pub fn run(
        &self,
        inputs: &RuleInputs,
        range: Range<usize>,
        out: &mut Steering,
        mut done: impl FnMut(&BlockResult, &mut Steering),
    ) {
        self.run_with(inputs, range, out, &mut done, None);
    }

    /// Runs the program for one unit. The observer receives each member that counts in a reduction.
    pub fn run_observed(
        &self,
        inputs: &RuleInputs,
        id: usize,
        out: &mut Steering,
        observer: &mut MemberObserver,
        mut done: impl FnMut(&BlockResult, &mut Steering),
    ) {
        self.run_with(inputs, id..id + 1, out, &mut done, Some(observer));
    }

    /// Runs the program with the smallest of several column buffers that is large enough, because
    /// the buffer is cleared first: with few units, clearing takes as long as the rest of the run.
    fn run_with(
        &self,
        inputs: &RuleInputs,
        range: Range<usize>,
        out: &mut Steering,
        done: &mut dyn FnMut(&BlockResult, &mut Steering),
        observer: Option<&mut MemberObserver>,
    ) {
        let request = RunRequest { inputs, range, out, done, observer };
        match self.columns {
            ..=12 => self.run_with_columns::<12>(request),
            13..=24 => self.run_with_columns::<24>(request),
            25..=48 => self.run_with_columns::<48>(request),
            _ => self.run_with_columns::<MAX_COLUMNS>(request),
        }
    }

    #[inline(never)]
    fn run_with_columns<const C: usize>(&self, request: RunRequest) {
        let columns = &mut [[Lanes::ZERO; SLOTS_PER_BLOCK]; C];
        match self.member_columns {
            0 => self.run_with_things(request, columns, &mut []),
            1..=8 => self.run_with_members::<8>(request, columns),
            9..=24 => self.run_with_members::<24>(request, columns),
            _ => self.run_with_members::<MAX_COLUMNS>(request, columns),
        }
    }

    #[inline(never)]
    fn run_with_members<const M: usize>(&self, request: RunRequest, columns: &mut [UnitColumn]) {
        self.run_with_things(request, columns, &mut [[Lanes::ZERO; MEMBER_SLOTS]; M]);
    }

    #[inline(never)]
    fn run_with_things(
        &self,
        request: RunRequest,
        columns: &mut [UnitColumn],
        packs: &mut [MemberColumn],
    ) {
        match self.per_unit_things.len() {
            0 => self.run_blocks(request, columns, packs, &mut []),
            1 => self.run_blocks(request, columns, packs, &mut [ThingColumns::NONE]),
            _ => self.run_blocks(
                request,
                columns,
                packs,
                &mut [const { ThingColumns::NONE }; MAX_PER_UNIT_THINGS],
            ),
        }
    }

    #[inline(never)]
    fn run_blocks(
        &self,
        request: RunRequest,
        columns: &mut [UnitColumn],
        packs: &mut [MemberColumn],
        things: &mut [ThingColumns],
    ) {
        let RunRequest { inputs, range, out, done, mut observer } = request;
        let mut block = BlockRun {
            inputs,
            ids: range.clone(),
            columns,
            per_unit_things: &self.per_unit_things,
            things,
        };
        let slots = range.len().min(UNITS_PER_BLOCK).div_ceil(Lanes::LANE_COUNT);
        for step in &self.fixed_instructions {
            compute_fixed(step, block.columns, slots, inputs.params, Some(inputs.scope));
        }
        let mut members = (!self.searches.is_empty()).then(|| MemberPack::new(packs));
        let end = range.end;
        for at in range.step_by(UNITS_PER_BLOCK) {
            block.ids = at..end.min(at + UNITS_PER_BLOCK);
            block.load_things();
            for step in &self.block_steps {
                match step {
                    BlockStep::Instruction(step) => block.run_instruction(step, out),
                    BlockStep::Search(number) => {
                        let Some(members) = &mut members else { continue };
                        let watched = observer.as_mut().map(|observer| (*number, &mut **observer));
                        let ids = block.ids.clone();
                        let plan = &self.searches[*number];
                        search_members(plan, inputs, ids, block.columns, members, watched);
                    }
                }
            }
            let ids = block.ids.clone();
            done(&BlockResult { ids, columns: block.columns, outputs: &self.outputs }, out);
        }
    }
}

/// Execution of a program for one block of units.
struct BlockRun<'a> {
    inputs: &'a RuleInputs<'a>,
    ids: Range<usize>,
    columns: &'a mut [UnitColumn],
    /// Things (goal, path node, wall ...) that the program reads and that can differ from unit to
    /// unit.
    per_unit_things: &'a [Thing],
    /// Numbers about each of `per_unit_things` for the units of the block, in the same order.
    things: &'a mut [ThingColumns],
}

/// Numbers about one [`Thing`] (target, goal, wall ...) for each unit of a block: one column per
/// [`ThingPart`], or one number per part if the thing is the same for all units.
#[allow(clippy::large_enum_variant, reason = "a tick allocates nothing")]
enum ThingColumns {
    /// Numbers about a thing that is the same for all units.
    Shared([f32; ThingPart::COUNT]),
    PerUnit([UnitColumn; ThingPart::COUNT]),
}

impl ThingColumns {
    const NONE: Self = Self::Shared([0.0; ThingPart::COUNT]);

    fn shared_by_all(spot: Option<Spot>, scope: &Scope) -> Self {
        spot.map_or(Self::NONE, |spot| Self::Shared(spot_parts(spot, scope)))
    }

    /// Creates columns for `count` units. `parts` returns the numbers about the thing for a unit,
    /// by the unit's index in the block; `None` if there is no such thing.
    fn per_unit(count: usize, parts: impl Fn(usize) -> Option<[f32; ThingPart::COUNT]>) -> Self {
        let mut columns = [[0.0f32; UNITS_PER_BLOCK]; ThingPart::COUNT];
        for at in 0..count {
            if let Some(values) = parts(at) {
                columns.iter_mut().zip(values).for_each(|(column, value)| column[at] = value);
            }
        }
        Self::PerUnit(columns.map(|column| {
            std::array::from_fn(|slot| Lanes::load(&column, slot * Lanes::LANE_COUNT))
        }))
    }

    #[inline(always)]
    fn part_lanes(&self, part: ThingPart, slot: usize) -> Lanes {
        match self {
            Self::Shared(parts) => Lanes::splat(parts[part as usize]),
            Self::PerUnit(columns) => columns[part as usize][slot],
        }
    }
}

/// Numbers about a [`Thing`] with this position and velocity. The position is replaced by that of
/// its periodic image near the world.
fn spot_parts(Spot { position, velocity }: Spot, scope: &Scope) -> [f32; ThingPart::COUNT] {
    let place = scope.space.image_nearby(position);
    [place.x, place.y, velocity.x, velocity.y, 1.0, 0.0, 0.0, 0.0]
}

impl BlockRun<'_> {
    /// Fills `things` with the numbers about the things in `per_unit_things`.
    fn load_things(&mut self) {
        let RuleInputs { scope, path_node: node, .. } = self.inputs;
        let (first, count) = (self.ids.start, self.ids.len());
        let bars = |border: bool| {
            if !scope.has_barriers(border) {
                return ThingColumns::NONE;
            }
            ThingColumns::per_unit(count, |at| {
                let NearestBarrier { offset, direction } =
                    scope.nearest_barrier(first + at, border)?;
                // In the order of `ThingPart`: offset, velocity, existence, last node, direction.
                Some([offset.x, offset.y, 0.0, 0.0, 1.0, 0.0, direction.x, direction.y])
            })
        };
        for (thing, to) in self.per_unit_things.iter().zip(&mut *self.things) {
            *to = match thing {
                Thing::Goal if scope.has_individual_goals() => {
                    ThingColumns::per_unit(count, |at| {
                        Some(spot_parts(scope.goal_spot(first + at)?, scope))
                    })
                }
                Thing::Goal => ThingColumns::shared_by_all(scope.goal_spot(first), scope),
                Thing::Node => ThingColumns::per_unit(count, |at| {
                    let (position, is_last) = node(first + at)?;
                    let mut parts = spot_parts(Spot { position, velocity: Vec2::ZERO }, scope);
                    parts[ThingPart::Last as usize] = f32::from(u8::from(is_last));
                    Some(parts)
                }),
                Thing::Wall => bars(true),
                Thing::Barrier => bars(false),
                Thing::Target | Thing::Leader | Thing::Pointer | Thing::Site(_) => {
                    ThingColumns::NONE
                }
            };
        }
    }

    /// Fills the used slots (SIMD vectors) of an instruction's result column; `value` computes one
    /// of them from its index.
    #[inline(always)]
    fn fill_column(&mut self, step: &Instruction, value: impl Fn(usize) -> Lanes) {
        let slots = self.used_slots();
        let to = &mut self.columns[usize::from(step.result)][..slots];
        to.iter_mut().enumerate().for_each(|(slot, to)| *to = value(slot));
    }

    /// Number of slots (SIMD vectors) that the units of the block use in a column.
    fn used_slots(&self) -> usize {
        self.ids.len().div_ceil(Lanes::LANE_COUNT).min(SLOTS_PER_BLOCK)
    }

    /// Fills an instruction's result column with the values of the block's units in `from`, which
    /// is indexed by unit id.
    #[inline(always)]
    fn load_column(&mut self, step: &Instruction, from: &[f32]) {
        let slots = self.used_slots();
        let from = &from[self.ids.start..][..slots * Lanes::LANE_COUNT];
        let to = &mut self.columns[usize::from(step.result)][..slots];
        for (to, from) in to.iter_mut().zip(from.chunks_exact(Lanes::LANE_COUNT)) {
            *to = Lanes::load(from, 0);
        }
    }

    /// Fills an instruction's result column unit by unit. `value` takes a unit's id.
    #[inline(always)]
    fn fill_column_per_unit(&mut self, step: &Instruction, value: impl Fn(usize) -> f32) {
        let Range { start, end } = self.ids;
        self.fill_column(step, |slot| {
            let at = start + slot * Lanes::LANE_COUNT;
            Lanes::from_lane_fn(|lane| if at + lane < end { value(at + lane) } else { 0.0 })
        });
    }

    fn run_instruction(&mut self, step: &Instruction, out: &mut Steering) {
        let scope = self.inputs.scope;
        let start = self.ids.start;
        let agents = scope.agents;
        match step.op {
            OpCode::Length => self.load_column(step, &agents.length),
            OpCode::MaxSpeed => {
                let (one, most) = (Lanes::splat(1.0), Lanes::splat(scope.max_speed));
                let spread = Lanes::splat(scope.pace_spread);
                self.fill_column(step, |slot| {
                    most * (one
                        + spread * Lanes::load(&agents.pace, start + slot * Lanes::LANE_COUNT))
                });
            }
            OpCode::Vx => self.load_column(step, &agents.vx),
            OpCode::Vy => self.load_column(step, &agents.vy),
            OpCode::Hx => self.load_column(step, &agents.hx),
            OpCode::Hy => self.load_column(step, &agents.hy),
            OpCode::X => self.load_column(step, &agents.x),
            OpCode::Y => self.load_column(step, &agents.y),
            OpCode::IsLeader => {
                self.fill_column_per_unit(step, |id| f32::from(u8::from(scope.is_leader(id))))
            }
            OpCode::IsHunter => match scope.hunters.unwrap_or(self.inputs.hunters) {
                Hunters::Everyone => self.fill_column(step, |_| Lanes::splat(1.0)),
                Hunters::Leaders => {
                    self.fill_column_per_unit(step, |id| f32::from(u8::from(scope.is_leader(id))));
                }
            },
            OpCode::UnitIndex => self.fill_column_per_unit(step, |id| (id - scope.first_id) as f32),
            OpCode::SoFarX => self.fill_column_per_unit(step, |id| out.force(id).x),
            OpCode::SoFarY => self.fill_column_per_unit(step, |id| out.force(id).y),
            OpCode::Remembered(column) => {
                let memory = self.inputs.memory.get(column).map_or(&[][..], |column| column);
                self.fill_column_per_unit(step, |id| {
                    memory.get(id - scope.first_id).copied().unwrap_or(0.0)
                });
            }
            OpCode::Turn { is_share } => {
                let force = Lanes::splat(if is_share { 1.0 } else { scope.force_scale });
                let [x, y] = [0, 1].map(|axis| self.columns[usize::from(step.operands[axis])]);
                self.fill_column(step, |slot| {
                    let at = start + slot * Lanes::LANE_COUNT;
                    let load = |from: &[f32]| Lanes::load(from, at);
                    let way = [x[slot], y[slot]];
                    let (velocity, heading) = (
                        [load(&agents.vx), load(&agents.vy)],
                        [load(&agents.hx), load(&agents.hy)],
                    );
                    turn_force(way, velocity, heading, force)
                });
            }
            OpCode::Thing(thing, part) => self.load_thing_part(thing, part, step),
            OpCode::Border(view, part) => {
                let sector = view.sector(scope.view);
                self.fill_column(step, |slot| {
                    let at = start + slot * Lanes::LANE_COUNT;
                    let (hx, hy) = (Lanes::load(&agents.hx, at), Lanes::load(&agents.hy, at));
                    sector.borders_for(hx, hy).normals()[part as usize]
                });
            }
            OpCode::Perceived(sum) => {
                let slots = self.used_slots();
                let to = &mut self.columns[usize::from(step.result)][..slots];
                scope.neighbors.load_sum(sum, start, to);
            }
            OpCode::Draw(place) => {
                self.fill_column_per_unit(step, |id| draw_rng(scope, id, place).uniform())
            }
            OpCode::Normal(place) => {
                self.fill_column_per_unit(step, |id| draw_rng(scope, id, place).normal())
            }
            OpCode::SmoothNoise(place) => {
                let times = self.columns[usize::from(step.operands[0])];
                self.fill_column_per_unit(step, |id| {
                    let at = id - start;
                    let seconds = times[at / Lanes::LANE_COUNT].get(at % Lanes::LANE_COUNT);
                    smooth_noise(scope, id, place, seconds)
                });
            }
            _ => compute_instruction(step, self.columns, 0..self.used_slots()),
        }
    }

    /// Fills an instruction's result column with one number about a thing for each unit; a position
    /// is given as the offset from the unit.
    fn load_thing_part(&mut self, thing: Thing, part: ThingPart, step: &Instruction) {
        let (scope, slots) = (self.inputs.scope, self.used_slots());
        let shared;
        let things = match self.per_unit_things.iter().position(|plan| *plan == thing) {
            Some(at) => &self.things[at],
            None => {
                let spot = match thing {
                    Thing::Target => scope.hunted_target,
                    Thing::Leader => scope.leader,
                    Thing::Pointer => scope.pointer,
                    Thing::Site(name) => scope.site(name.text()),
                    Thing::Goal | Thing::Node | Thing::Wall | Thing::Barrier => None,
                };
                shared = ThingColumns::shared_by_all(spot, scope);
                &shared
            }
        };
        let to = &mut self.columns[usize::from(step.result)][..slots];
        let is_offset = matches!(thing, Thing::Wall | Thing::Barrier);
        let axis = match part {
            ThingPart::X if !is_offset => 0,
            ThingPart::Y if !is_offset => 1,
            // All other numbers are copied: the position of a wall is already an offset, and the
            // rest does not depend on the unit's position.
            _ => {
                to.iter_mut()
                    .enumerate()
                    .for_each(|(slot, to)| *to = things.part_lanes(part, slot));
                return;
            }
        };
        for (slot, to) in to.iter_mut().enumerate() {
            let at = self.ids.start + slot * Lanes::LANE_COUNT;
            let x = things.part_lanes(ThingPart::X, slot) - Lanes::load(&scope.agents.x, at);
            let y = things.part_lanes(ThingPart::Y, slot) - Lanes::load(&scope.agents.y, at);
            // A path is followed as it is drawn, never across a wrapping edge, so the offset to a
            // node takes no shortcut.
            let offset =
                if thing == Thing::Node { (x, y) } else { scope.space.shortest_offset(x, y) };
            let there = things.part_lanes(ThingPart::Exists, slot).gt(Lanes::ZERO);
            *to = if axis == 0 { offset.0 } else { offset.1 }.keep_where(there);
        }
    }
}
