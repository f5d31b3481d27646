//! Runs a program over units: column by column, a block of units at a time.

use super::Given;
use super::members::{Members, Witness, search};
use super::program::{Column, Doing, Op, Program, Step};
use super::views::Look;
use crate::engine::effort::spend;
use crate::engine::math::{Lane, Lanes, acos, side, sin_cos, wrap_angle};
use crate::engine::params::{DT, Hunters};
use crate::engine::perception::neighborhood::Sums;
use crate::engine::rng::{Rng, Stream};
use crate::engine::scope::{Scope, Target};
use crate::engine::steering::Steering;
use glam::Vec2;
use std::ops::Range;

/// Blocks of lanes in a column of units.
pub(super) const SLOTS: usize = 16;

/// Units in a block.
const BLOCK: usize = SLOTS * Lanes::N;

/// Blocks of lanes in a column of members.
pub(super) const PACK: usize = 32;

/// A column of units.
pub(super) type Units64 = [Lanes; SLOTS];

/// A column of members.
pub(super) type Pack = [Lanes; PACK];

/// Steps that count as much as a look at a unit; see [`spend`].
const STEPS_PER_LOOK: usize = 16;

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
    pub fn of(&self, output: usize, unit: usize) -> f32 {
        self.lanes(output, unit / Lanes::N).get(unit % Lanes::N)
    }
}

impl Program {
    /// What comes out where nothing depends on a unit.
    pub fn constants(&self, params: &[f32]) -> Vec<f32> {
        let mut columns = vec![[Lanes::ZERO; SLOTS]; self.columns];
        self.fixed.iter().for_each(|step| fix(step, &mut columns, params, None));
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
        // Few columns are soon cleared.
        match (self.columns, self.member_columns) {
            (..=16, 0) => self.run_in::<16, 1>(given, range, out, &mut done, None),
            (..=32, 0) => self.run_in::<32, 1>(given, range, out, &mut done, None),
            (..=32, ..=32) => self.run_in::<32, 32>(given, range, out, &mut done, None),
            _ => self.run_in::<256, 256>(given, range, out, &mut done, None),
        }
    }

    /// The same for one unit, with somebody who looks on.
    pub fn watch(
        &self,
        given: &Given,
        id: usize,
        out: &mut Steering,
        witness: &mut Witness,
        mut done: impl FnMut(&Made, &mut Steering),
    ) {
        self.run_in::<256, 256>(given, id..id + 1, out, &mut done, Some(witness));
    }

    #[inline(never)]
    fn run_in<const C: usize, const M: usize>(
        &self,
        given: &Given,
        range: Range<usize>,
        out: &mut Steering,
        done: &mut dyn FnMut(&Made, &mut Steering),
        mut witness: Option<&mut Witness>,
    ) {
        let mut columns = [[Lanes::ZERO; SLOTS]; C];
        let mut packs = [[Lanes::ZERO; PACK]; M];
        let mut block = Block {
            given,
            ids: range.clone(),
            columns: &mut columns,
            goals: NO_THINGS,
            nodes: NO_THINGS,
        };
        for step in &self.fixed {
            fix(step, block.columns, given.params, Some(given.scope));
        }
        let mut members = Members::new(&mut packs);
        let end = range.end;
        for at in range.step_by(BLOCK) {
            block.ids = at..end.min(at + BLOCK);
            spend(block.ids.len() * self.steps.len() / STEPS_PER_LOOK);
            block.ask(self);
            for doing in &self.steps {
                match doing {
                    Doing::Step(step) => block.step(step, out),
                    Doing::Search(number) => {
                        let watched = witness.as_mut().map(|witness| (*number, &mut **witness));
                        let ids = block.ids.clone();
                        let asked = &self.searches[*number];
                        search(asked, given, ids, block.columns, &mut members, watched);
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
}

/// Of each unit the thing of one kind: across, down, the velocity, and whether it is there.
type Things = [Units64; 5];

const NO_THINGS: Things = [[Lanes::ZERO; SLOTS]; 5];

/// Notes things of units, by their number in the block.
fn note(things: &mut Things, of: impl Fn(usize) -> Option<Target>, count: usize, scope: &Scope) {
    let mut parts = [[0.0f32; BLOCK]; 5];
    for at in 0..count {
        if let Some(Target { position, velocity }) = of(at) {
            let place = scope.space.at_hand(position);
            let noted = [place.x, place.y, velocity.x, velocity.y, 1.0];
            parts.iter_mut().zip(noted).for_each(|(part, noted)| part[at] = noted);
        }
    }
    for (column, part) in things.iter_mut().zip(&parts) {
        for (slot, lanes) in column.iter_mut().enumerate() {
            *lanes = Lanes::load(part, slot * Lanes::N);
        }
    }
}

/// The same thing for all of them.
fn note_one(things: &mut Things, thing: Option<Target>, scope: &Scope) {
    let parts = thing.map_or([0.0; 5], |Target { position, velocity }| {
        let place = scope.space.at_hand(position);
        [place.x, place.y, velocity.x, velocity.y, 1.0]
    });
    for (column, part) in things.iter_mut().zip(parts) {
        *column = [Lanes::splat(part); SLOTS];
    }
}

impl Block<'_> {
    /// Asks what they have in mind.
    fn ask(&mut self, program: &Program) {
        let Given { scope, node, .. } = self.given;
        let (first, count) = (self.ids.start, self.ids.len());
        if program.asks_goal {
            if scope.is_goal_of_each() {
                note(&mut self.goals, |at| scope.goal(first + at), count, scope);
            } else {
                note_one(&mut self.goals, scope.goal(first), scope);
            }
        }
        if program.asks_node {
            let still = |position| Target { position, velocity: Vec2::ZERO };
            note(&mut self.nodes, |at| node(first + at).map(still), count, scope);
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
            Op::Thing => self.thing(step),
            Op::Border => {
                let sector = Look::ALL[step.k as usize / 4 % 4].sector(scope.view);
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
            Op::Draw => self.each(step, |_, id| draw(scope, id, step.k)),
            Op::Sway => {
                let times = usize::from(step.from[0]);
                self.each(step, |this, id| {
                    let at = id - start;
                    let seconds = this.columns[times][at / Lanes::N].get(at % Lanes::N);
                    sway(scope, id, step.k, seconds)
                });
            }
            _ => compute(step, self.columns, self.ids.len().div_ceil(Lanes::N)),
        }
    }

    /// A part of a thing: the offset, the velocity, and whether it is there.
    fn thing(&mut self, step: &Step) {
        let scope = self.given.scope;
        let start = self.ids.start;
        let mut things;
        let things = match step.k / 8 {
            0 => &self.goals,
            4 => &self.nodes,
            of => {
                things = NO_THINGS;
                let thing = [scope.target, scope.leader, scope.pointer][of as usize - 1];
                note_one(&mut things, thing, scope);
                &things
            }
        };
        let [x, y, _, _, there] = things;
        let to = &mut self.columns[usize::from(step.to)];
        let slots = self.ids.len().div_ceil(Lanes::N);
        let part = step.k as usize % 8;
        if part > 1 {
            to.copy_from_slice(&things[part.min(4)]);
            return;
        }
        for slot in 0..slots {
            let at = start + slot * Lanes::N;
            let load = |from: &[f32]| Lanes::load(from, at);
            let offset = scope
                .space
                .offset(x[slot] - load(&scope.agents.x), y[slot] - load(&scope.agents.y));
            let offset = if part == 0 { offset.0 } else { offset.1 };
            to[slot] = offset.keep(there[slot].gt(Lanes::ZERO));
        }
    }
}

/// What is the same for all units.
fn fix(step: &Step, columns: &mut [Units64], params: &[f32], scope: Option<&Scope>) {
    let param = |at: usize| params.get(at).copied().unwrap_or(0.0);
    let of = |value: &dyn Fn(&Scope) -> f32| scope.map_or(0.0, value);
    let signs = |scope: &Scope| Look::ALL[step.k as usize % 4].sector(scope.view).signs();
    let value = match step.op {
        Op::Number => f32::from_bits(step.k),
        Op::Param => param(step.k as usize),
        Op::Is => {
            let (at, option) = (step.k as usize / 1024, step.k as usize % 1024);
            f32::from(u8::from(param(at) == option as f32))
        }
        Op::Force => of(&|scope| scope.force_scale),
        Op::Stiffest => of(&|scope| scope.stiffest),
        Op::ViewSign => of(&|scope| signs(scope)[0]),
        Op::ViewFull => of(&|scope| signs(scope)[1]),
        Op::Time => of(&|scope| scope.tick as f32 * DT),
        _ => return compute(step, columns, SLOTS),
    };
    columns[usize::from(step.to)] = [Lanes::splat(value); SLOTS];
}

/// A draw in 0..1, of a unit at a tick.
pub(super) fn draw(scope: &Scope, unit: usize, place: u32) -> f32 {
    let tick = scope.tick;
    let stream = match place {
        0 => Stream::Behavior { unit, tick },
        place => Stream::Draw { place, unit, tick },
    };
    Rng::new(scope.seed, stream).unit()
}

/// Smooth chance within -1..1: what [`Unrest`](crate::engine::behaviors::Unrest) sways by.
pub(super) fn sway(scope: &Scope, unit: usize, place: u32, seconds: f32) -> f32 {
    let draw = |knot: u64| {
        let stream = match place {
            0 => Stream::Unrest { unit, knot },
            place => Stream::Sway { place, unit, knot },
        };
        Rng::new(scope.seed, stream)
    };
    // Everybody's knots are at other times: the whole flock would sway in step.
    let offset = draw(u64::MAX).unit();
    let time = offset + scope.tick as f32 * DT / seconds;
    let whole = time.floor();
    let share = time - whole;
    let smooth = share * share * (3.0 - 2.0 * share);
    let knot = |knot: u64| draw(knot).range(-1.0, 1.0);
    let (from, to) = (knot(whole as u64), knot((whole as u64).saturating_add(1)));
    from + (to - from) * smooth
}

/// Whole exponents up to this one multiply.
pub(super) const MOST_WHOLE: f32 = 16.0;

/// Whether such an exponent multiplies.
pub(super) fn is_whole(exponent: f32) -> bool {
    (1.0..=MOST_WHOLE).contains(&exponent) && exponent == exponent.floor()
}

fn whole_power<L: Lane>(base: L, exponent: u32) -> L {
    (1..exponent).fold(base, |power, _| power * base)
}

fn power(base: f32, exponent: f32) -> f32 {
    if is_whole(exponent) { whole_power(base, exponent as u32) } else { libm::powf(base, exponent) }
}

/// Does a step that is the same for units and members.
#[inline(always)]
pub(super) fn compute<const N: usize>(step: &Step, columns: &mut [[Lanes; N]], slots: usize) {
    let slots = slots.min(N);
    let [a, b, c, d] = step.from.map(usize::from);
    let to = usize::from(step.to);
    let zero = Lanes::ZERO;
    let one = Lanes::splat(1.0);
    macro_rules! each {
        (|$($name:ident = $at:ident),+| $value:expr) => {
            for slot in 0..slots {
                $(let $name = columns[$at][slot];)+
                let value = $value;
                columns[to][slot] = value;
            }
        };
    }
    match step.op {
        Op::Add => each!(|x = a, y = b| x + y),
        Op::Sub => each!(|x = a, y = b| x - y),
        Op::Mul => each!(|x = a, y = b| x * y),
        Op::Div => each!(|x = a, y = b| x / y),
        Op::Min => each!(|x = a, y = b| x.min(y)),
        Op::Max => each!(|x = a, y = b| x.max(y)),
        Op::Neg => each!(|x = a| -x),
        Op::Abs => each!(|x = a| x.abs()),
        Op::Sign => {
            each!(|x = a| Lanes::select(x.gt(zero), one, (-one).keep(x.lt(zero))));
        }
        Op::Sqrt => each!(|x = a| x.sqrt().keep(x.gt(zero))),
        Op::Floor => each!(|x = a| Lanes::from_fn(|lane| x.get(lane).floor())),
        Op::Sin => each!(|x = a| sin_cos(wrap_angle(x)).0),
        Op::Cos => each!(|x = a| sin_cos(wrap_angle(x)).1),
        Op::Acos => each!(|x = a| acos(x)),
        Op::Wrap => each!(|x = a| wrap_angle(x)),
        Op::Pow => {
            each!(|x = a, y = b| Lanes::from_fn(|lane| power(x.get(lane), y.get(lane))));
        }
        Op::Whole => each!(|x = a| whole_power(x, step.k)),
        Op::Dot => each!(|x = a, y = b, u = c, v = d| x * u + y * v),
        Op::Cross => each!(|x = a, y = b, u = c, v = d| x * v - y * u),
        Op::Hypot => each!(|x = a, y = b| (x * x + y * y).sqrt()),
        Op::Inverse => each!(|x = a| (one / x).keep(x.gt(zero))),
        Op::Side => each!(|x = a, y = b| side(x, y)),
        Op::Less => each!(|x = a, y = b| one.keep(x.lt(y))),
        Op::AtMost => each!(|x = a, y = b| one.keep(x.le(y))),
        Op::Same => each!(|x = a, y = b| one.keep(x.eq(y))),
        Op::And => each!(|x = a, y = b| x * y),
        Op::Or => each!(|x = a, y = b| x.max(y)),
        Op::Not => each!(|x = a| one - x),
        Op::Select => each!(|x = a, y = b, z = c| Lanes::select(x.gt(zero), y, z)),
        Op::Where => each!(|x = a, y = b| x.keep(y.gt(zero))),
        _ => {}
    }
}
