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
use crate::engine::scope::{Scope, Target, Units};
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
            goals: [None; BLOCK],
            nodes: [None; BLOCK],
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
    goals: [Option<Target>; BLOCK],
    nodes: [Option<Vec2>; BLOCK],
}

impl Block<'_> {
    /// Asks what they have in mind.
    fn ask(&mut self, program: &Program) {
        let Given { scope, node, .. } = self.given;
        for (at, id) in self.ids.clone().enumerate() {
            if program.asks_goal {
                self.goals[at] = scope.goal(id);
            }
            if program.asks_node {
                self.nodes[at] = node(id);
            }
        }
    }

    fn step(&mut self, step: &Step, out: &mut Steering) {
        let scope = self.given.scope;
        let Range { start, end } = self.ids;
        let slots = (end - start).div_ceil(Lanes::N);
        let agents = scope.agents;
        let column = |from: &[f32]| {
            std::array::from_fn(|slot| {
                if slot < slots { Lanes::load(from, start + slot * Lanes::N) } else { Lanes::ZERO }
            })
        };
        let each = |value: &dyn Fn(usize) -> f32| {
            std::array::from_fn(|slot| {
                if slot >= slots {
                    return Lanes::ZERO;
                }
                let at = start + slot * Lanes::N;
                Lanes::from_fn(|lane| if at + lane < end { value(at + lane) } else { 0.0 })
            })
        };
        self.columns[usize::from(step.to)] = match step.op {
            Op::Length => column(&agents.length),
            Op::MaxSpeed => {
                let paces: Units64 = column(&agents.pace);
                let (one, most) = (Lanes::splat(1.0), Lanes::splat(scope.max_speed));
                paces.map(|pace| most * (one + Lanes::splat(scope.pace_spread) * pace))
            }
            Op::Vx => column(&agents.vx),
            Op::Vy => column(&agents.vy),
            Op::Hx => column(&agents.hx),
            Op::Hy => column(&agents.hy),
            Op::X => column(&agents.x),
            Op::Y => column(&agents.y),
            Op::Leads => each(&|id| f32::from(u8::from(scope.is_leader(id)))),
            Op::Hunts => match scope.hunters.unwrap_or(self.given.hunters) {
                Hunters::Everyone => [Lanes::splat(1.0); SLOTS],
                Hunters::Leaders => each(&|id| f32::from(u8::from(scope.is_leader(id)))),
            },
            Op::SoFarX => each(&|id| out.force(id).x),
            Op::SoFarY => each(&|id| out.force(id).y),
            Op::Keep => {
                let memory =
                    self.given.memory.get(step.k as usize).map_or(&[][..], |column| column);
                each(&|id| memory.get(id - scope.first).copied().unwrap_or(0.0))
            }
            Op::Thing => self.thing(step.k),
            Op::Border => {
                let sector = Look::ALL[step.k as usize / 4 % 4].sector(scope.view);
                let (hx, hy): (Units64, Units64) = (column(&agents.hx), column(&agents.hy));
                std::array::from_fn(|slot| {
                    sector.borders(hx[slot], hy[slot]).normals()[step.k as usize % 4]
                })
            }
            Op::Seen => std::array::from_fn(|slot| {
                if slot >= slots {
                    return Lanes::ZERO;
                }
                let sums: Sums<Lanes> = scope.neighbors.load(start + slot * Lanes::N);
                [sums.count, sums.dx, sums.dy, sums.vx, sums.vy][step.k as usize % 5]
            }),
            Op::Draw => each(&|id| draw(scope, id, step.k)),
            Op::Sway => {
                let times = self.columns[usize::from(step.from[0])];
                each(&|id| {
                    let at = id - start;
                    sway(scope, id, step.k, times[at / Lanes::N].get(at % Lanes::N))
                })
            }
            _ => return compute(step, self.columns, slots),
        };
    }

    /// A part of a thing: the offset, the velocity, and whether it is there.
    fn thing(&self, k: u32) -> Units64 {
        let scope = self.given.scope;
        let Range { start, end } = self.ids;
        let part = k % 8;
        let one = match k / 8 {
            1 => scope.target,
            2 => scope.leader,
            3 => scope.pointer,
            of => {
                let of_unit = |at: usize| -> Option<Target> {
                    match of {
                        0 => self.goals[at],
                        _ => {
                            self.nodes[at].map(|position| Target { position, velocity: Vec2::ZERO })
                        }
                    }
                };
                return std::array::from_fn(|slot| {
                    Lanes::from_fn(|lane| {
                        let at = slot * Lanes::N + lane;
                        if start + at >= end {
                            return 0.0;
                        }
                        let Some(thing) = of_unit(at) else { return 0.0 };
                        let offset = || scope.offset_to(start + at, thing.position);
                        match part {
                            0 => offset().x,
                            1 => offset().y,
                            2 => thing.velocity.x,
                            3 => thing.velocity.y,
                            _ => 1.0,
                        }
                    })
                });
            }
        };
        let Some(thing) = one else { return [Lanes::ZERO; SLOTS] };
        match part {
            0 | 1 => std::array::from_fn(|slot| {
                let at = start + slot * Lanes::N;
                if at >= end {
                    return Lanes::ZERO;
                }
                let units = Units::<Lanes>::load(scope.agents, at);
                let (dx, dy) = units.offset_to(thing.position, &scope.space);
                if part == 0 { dx } else { dy }
            }),
            2 => [Lanes::splat(thing.velocity.x); SLOTS],
            3 => [Lanes::splat(thing.velocity.y); SLOTS],
            _ => [Lanes::splat(1.0); SLOTS],
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
