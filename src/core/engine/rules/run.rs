//! Runs a program over units: column by column, a block of units at a time.

use super::Given;
use super::columns::{PACK, Pack, SLOTS, Units64, compute, draws, fix, sway, turn};
use super::members::{Members, Witness, search};
use super::program::{Column, Doing, MAX_COLUMNS, Op, Program, Step};
use super::views::ViewChoice;
use crate::engine::math::{Lane, Lanes};
use crate::engine::params::Hunters;
use crate::engine::perception::neighborhood::Sums;
use crate::engine::scope::{Bar, Scope, Spot};
use crate::engine::steering::Steering;
use crate::rules::tree::Thing;
use glam::Vec2;
use std::ops::Range;

/// Units in a block.
const BLOCK: usize = SLOTS * Lanes::N;

/// What a program makes of a block of units.
pub(super) struct Made<'a> {
    /// Their ids.
    pub ids: Range<usize>,
    columns: &'a [Units64],
    outputs: &'a [Column],
}

impl Made<'_> {
    /// The values of an output, for those from the first one of a slot on.
    #[inline(always)]
    pub fn lanes(&self, output: usize, slot: usize) -> Lanes {
        self.columns[usize::from(self.outputs[output])][slot]
    }

    /// One of them, by the number of the unit in the block.
    pub fn value(&self, output: usize, unit: usize) -> f32 {
        self.lanes(output, unit / Lanes::N).get(unit % Lanes::N)
    }
}

/// What a program is run over.
struct Todo<'t, 'g, 's, 'w> {
    given: &'t Given<'g>,
    range: Range<usize>,
    out: &'t mut Steering<'s>,
    done: &'t mut dyn FnMut(&Made, &mut Steering),
    witness: Option<&'t mut Witness<'w>>,
}

impl Program {
    /// What comes out where nothing depends on a unit.
    pub fn constants(&self, params: &[f32]) -> Vec<f32> {
        let mut columns = vec![[Lanes::ZERO; SLOTS]; self.columns];
        self.fixed.iter().for_each(|step| fix(step, &mut columns, 1, params, None));
        self.outputs.iter().map(|output| columns[usize::from(*output)][0].get(0)).collect()
    }

    /// Runs it for the units of a range, and hands over what it makes of each block.
    pub fn run(
        &self,
        given: &Given,
        range: Range<usize>,
        out: &mut Steering,
        mut done: impl FnMut(&Made, &mut Steering),
    ) {
        self.run_with(given, range, out, &mut done, None);
    }

    /// The same for one unit, with an observer.
    pub fn watch(
        &self,
        given: &Given,
        id: usize,
        out: &mut Steering,
        witness: &mut Witness,
        mut done: impl FnMut(&Made, &mut Steering),
    ) {
        self.run_with(given, id..id + 1, out, &mut done, Some(witness));
    }

    /// Runs it with as many columns as it needs, or a few more: they are cleared before, which takes as
    /// long as the rest where units are few.
    fn run_with(
        &self,
        given: &Given,
        range: Range<usize>,
        out: &mut Steering,
        done: &mut dyn FnMut(&Made, &mut Steering),
        witness: Option<&mut Witness>,
    ) {
        let todo = Todo { given, range, out, done, witness };
        match self.columns {
            ..=12 => self.run_in::<12>(todo),
            13..=24 => self.run_in::<24>(todo),
            25..=48 => self.run_in::<48>(todo),
            _ => self.run_in::<MAX_COLUMNS>(todo),
        }
    }

    #[inline(never)]
    fn run_in<const C: usize>(&self, todo: Todo) {
        let columns = &mut [[Lanes::ZERO; SLOTS]; C];
        match self.member_columns {
            0 => self.run_over(todo, columns, &mut []),
            1..=8 => self.look_in::<8>(todo, columns),
            9..=24 => self.look_in::<24>(todo, columns),
            _ => self.look_in::<MAX_COLUMNS>(todo, columns),
        }
    }

    #[inline(never)]
    fn look_in<const M: usize>(&self, todo: Todo, columns: &mut [Units64]) {
        self.run_over(todo, columns, &mut [[Lanes::ZERO; PACK]; M]);
    }

    #[inline(never)]
    fn run_over(&self, todo: Todo, columns: &mut [Units64], packs: &mut [Pack]) {
        let Todo { given, range, out, done, mut witness } = todo;
        let [goals, nodes, walls, barriers] = [const { Things::NONE }; 4];
        let mut block = Block { given, ids: range.clone(), columns, goals, nodes, walls, barriers };
        let slots = range.len().min(BLOCK).div_ceil(Lanes::N);
        for step in &self.fixed {
            fix(step, block.columns, slots, given.params, Some(given.scope));
        }
        let mut members = (!self.searches.is_empty()).then(|| Members::new(packs));
        let end = range.end;
        for at in range.step_by(BLOCK) {
            block.ids = at..end.min(at + BLOCK);
            block.ask(self);
            for doing in &self.steps {
                match doing {
                    Doing::Step(step) => block.step(step, out),
                    Doing::Search(number) => {
                        let Some(members) = &mut members else { continue };
                        let watched = witness.as_mut().map(|witness| (*number, &mut **witness));
                        let ids = block.ids.clone();
                        let asked = &self.searches[*number];
                        search(asked, given, ids, block.columns, members, watched);
                    }
                }
            }
            let ids = block.ids.clone();
            done(&Made { ids, columns: block.columns, outputs: &self.outputs }, out);
        }
    }
}

/// Some units, and what is computed of them.
struct Block<'a> {
    given: &'a Given<'a>,
    ids: Range<usize>,
    columns: &'a mut [Units64],
    goals: Things,
    nodes: Things,
    walls: Things,
    barriers: Things,
}

/// The thing of one kind that units have in mind: across, down, the velocity, whether it is there, of a
/// node whether it is the last, and of a wall its direction.
#[allow(clippy::large_enum_variant, reason = "a tick allocates nothing")]
enum Things {
    /// The same for all of them.
    All([f32; 8]),
    Each([Units64; 8]),
}

impl Things {
    const NONE: Self = Self::All([0.0; 8]);

    fn one(thing: Option<Spot>, scope: &Scope) -> Self {
        thing.map_or(Self::NONE, |thing| Self::All(parts_of(thing, false, scope)))
    }

    /// Those of units, by their number in the block.
    fn each(of: impl Fn(usize) -> Option<[f32; 8]>, count: usize) -> Self {
        let mut parts = [[0.0f32; BLOCK]; 8];
        for at in 0..count {
            if let Some(noted) = of(at) {
                parts.iter_mut().zip(noted).for_each(|(part, noted)| part[at] = noted);
            }
        }
        Self::Each(
            parts.map(|part| std::array::from_fn(|slot| Lanes::load(&part, slot * Lanes::N))),
        )
    }

    #[inline(always)]
    fn lanes(&self, part: usize, slot: usize) -> Lanes {
        match self {
            Self::All(parts) => Lanes::splat(parts[part]),
            Self::Each(columns) => columns[part][slot],
        }
    }
}

fn parts_of(Spot { position, velocity }: Spot, last: bool, scope: &Scope) -> [f32; 8] {
    let place = scope.space.at_hand(position);
    [place.x, place.y, velocity.x, velocity.y, 1.0, f32::from(u8::from(last)), 0.0, 0.0]
}

impl Block<'_> {
    /// Asks what they have in mind.
    fn ask(&mut self, program: &Program) {
        let Given { scope, node, .. } = self.given;
        let (first, count) = (self.ids.start, self.ids.len());
        if program.asks_goal {
            self.goals = match scope.is_goal_of_each() {
                true => {
                    let goal = |at| Some(parts_of(scope.goal(first + at)?, false, scope));
                    Things::each(goal, count)
                }
                false => Things::one(scope.goal(first), scope),
            };
        }
        let bars = |border: bool| {
            let bar = |at| {
                let Bar { offset, direction } = scope.bar(first + at, border)?;
                // It stands still.
                Some([offset.x, offset.y, 0.0, 0.0, 1.0, 0.0, direction.x, direction.y])
            };
            Things::each(bar, count)
        };
        if program.asks_wall && scope.has_bars(true) {
            self.walls = bars(true);
        }
        if program.asks_barrier && scope.has_bars(false) {
            self.barriers = bars(false);
        }
        if program.asks_node {
            let still =
                |(position, last)| parts_of(Spot { position, velocity: Vec2::ZERO }, last, scope);
            self.nodes = Things::each(|at| node(first + at).map(still), count);
        }
    }

    /// Fills a column, of those slots that are in use.
    #[inline(always)]
    fn fill(&mut self, step: &Step, value: impl Fn(&Self, usize) -> Lanes) {
        for slot in 0..self.ids.len().div_ceil(Lanes::N) {
            let lanes = value(self, slot);
            self.columns[usize::from(step.to)][slot] = lanes;
        }
    }

    /// The same with values of agents.
    #[inline(always)]
    fn load(&mut self, step: &Step, from: &[f32]) {
        let first = self.ids.start;
        self.fill(step, |_, slot| Lanes::load(from, first + slot * Lanes::N));
    }

    /// The same unit by unit.
    #[inline(always)]
    fn each(&mut self, step: &Step, value: impl Fn(&Self, usize) -> f32) {
        let Range { start, end } = self.ids;
        self.fill(step, |this, slot| {
            let at = start + slot * Lanes::N;
            Lanes::from_fn(|lane| if at + lane < end { value(this, at + lane) } else { 0.0 })
        });
    }

    fn step(&mut self, step: &Step, out: &mut Steering) {
        let scope = self.given.scope;
        let start = self.ids.start;
        let agents = scope.agents;
        match step.op {
            Op::Length => self.load(step, &agents.length),
            Op::MaxSpeed => {
                let (one, most) = (Lanes::splat(1.0), Lanes::splat(scope.max_speed));
                let spread = Lanes::splat(scope.pace_spread);
                self.fill(step, |_, slot| {
                    most * (one + spread * Lanes::load(&agents.pace, start + slot * Lanes::N))
                });
            }
            Op::Vx => self.load(step, &agents.vx),
            Op::Vy => self.load(step, &agents.vy),
            Op::Hx => self.load(step, &agents.hx),
            Op::Hy => self.load(step, &agents.hy),
            Op::X => self.load(step, &agents.x),
            Op::Y => self.load(step, &agents.y),
            Op::Leads => self.each(step, |_, id| f32::from(u8::from(scope.is_leader(id)))),
            Op::Hunts => match scope.hunters.unwrap_or(self.given.hunters) {
                Hunters::Everyone => self.fill(step, |_, _| Lanes::splat(1.0)),
                Hunters::Leaders => {
                    self.each(step, |_, id| f32::from(u8::from(scope.is_leader(id))));
                }
            },
            Op::SoFarX => self.each(step, |_, id| out.force(id).x),
            Op::SoFarY => self.each(step, |_, id| out.force(id).y),
            Op::Keep => {
                let memory =
                    self.given.memory.get(step.k as usize).map_or(&[][..], |column| column);
                self.each(step, |_, id| memory.get(id - scope.first).copied().unwrap_or(0.0));
            }
            Op::Turn => {
                let force = Lanes::splat(if step.k == 1 { scope.force_scale } else { 1.0 });
                let [x, y] = [step.from[0], step.from[1]].map(usize::from);
                self.fill(step, |this, slot| {
                    let at = start + slot * Lanes::N;
                    let load = |from: &[f32]| Lanes::load(from, at);
                    let way = [this.columns[x][slot], this.columns[y][slot]];
                    let (velocity, heading) = (
                        [load(&agents.vx), load(&agents.vy)],
                        [load(&agents.hx), load(&agents.hy)],
                    );
                    turn(way, velocity, heading, force)
                });
            }
            Op::Thing => self.thing(step),
            Op::Border => {
                let sector = ViewChoice::ALL[step.k as usize / 4 % 4].sector(scope.view);
                self.fill(step, |_, slot| {
                    let at = start + slot * Lanes::N;
                    let (hx, hy) = (Lanes::load(&agents.hx, at), Lanes::load(&agents.hy, at));
                    sector.borders(hx, hy).normals()[step.k as usize % 4]
                });
            }
            Op::Seen => self.fill(step, |_, slot| {
                let sums: Sums<Lanes> = scope.neighbors.load(start + slot * Lanes::N);
                [sums.count, sums.dx, sums.dy, sums.vx, sums.vy][step.k as usize % 5]
            }),
            Op::Draw => self.each(step, |_, id| draws(scope, id, step.k).unit()),
            Op::Normal => self.each(step, |_, id| draws(scope, id, step.k).normal()),
            Op::Sway => {
                let times = usize::from(step.from[0]);
                self.each(step, |this, id| {
                    let at = id - start;
                    let seconds = this.columns[times][at / Lanes::N].get(at % Lanes::N);
                    sway(scope, id, step.k, seconds)
                });
            }
            _ => compute(step, self.columns, 0..self.ids.len().div_ceil(Lanes::N)),
        }
    }

    /// A part of a thing: the offset, the velocity, and whether it is there.
    fn thing(&mut self, step: &Step) {
        let scope = self.given.scope;
        let start = self.ids.start;
        let one;
        let things = match step.k / 8 {
            0 => &self.goals,
            4 => &self.nodes,
            5 => &self.walls,
            6 => &self.barriers,
            of => {
                let thing = [scope.target, scope.leader, scope.pointer][of as usize - 1];
                one = Things::one(thing, scope);
                &one
            }
        };
        let to = &mut self.columns[usize::from(step.to)];
        let slots = self.ids.len().div_ceil(Lanes::N);
        let part = step.k as usize % 8;
        if part > 1 {
            (0..slots).for_each(|slot| to[slot] = things.lanes(part, slot));
            return;
        }
        for (slot, to) in to[..slots].iter_mut().enumerate() {
            let at = start + slot * Lanes::N;
            let load = |from: &[f32]| Lanes::load(from, at);
            let [x, y, there] = [0, 1, 4].map(|part| things.lanes(part, slot));
            if step.k / 8 >= Thing::Wall as u32 {
                *to = if part == 0 { x } else { y };
                continue;
            }
            let plain = (x - load(&scope.agents.x), y - load(&scope.agents.y));
            // A path is walked as it is drawn, never around the edge.
            let of_path = step.k / 8 == Thing::Node as u32;
            let offset = if of_path { plain } else { scope.space.offset(plain.0, plain.1) };
            let offset = if part == 0 { offset.0 } else { offset.1 };
            *to = offset.keep(there.gt(Lanes::ZERO));
        }
    }
}
