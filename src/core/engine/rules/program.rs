//! What a rule is compiled to: numbered columns and the instructions that fill them.

use crate::rules::tree::{SetKind, Thing};

/// Columns of one kind that a program may use at a time.
pub(super) const MAX_COLUMNS: usize = 250;

/// A column by its number.
pub(super) type Column = u8;

/// What an instruction computes. A condition is 1 or 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Op {
    // Of a whole run over a range of units; `k` says which.
    Number,
    Param,
    Is,
    /// What a unit can steer.
    Force,
    /// See [`Scope::stiffest`](crate::engine::scope::Scope::stiffest).
    Stiffest,
    Mass,
    /// The sign and the part of the squared distance of the form in which views are written; `k` is
    /// a [`ViewChoice`](super::views::ViewChoice).
    ViewSign,
    ViewFull,
    Time,
    // Of a unit.
    Length,
    MaxSpeed,
    Vx,
    Vy,
    Hx,
    Hy,
    X,
    Y,
    Leads,
    Hunts,
    SoFarX,
    SoFarY,
    /// The turn toward a direction, as a share of what the unit can steer; in force if `k` is 1.
    Turn,
    /// `k`: the column of the memory.
    Keep,
    /// One part of a thing.
    Thing(Thing, ThingPart),
    /// A border of a view: `k` is the [`ViewChoice`](super::views::ViewChoice), times four, and which part.
    Border,
    /// What perception has summed up: `k` is 0 for the count, then dx, dy, vx, vy.
    Seen,
    /// What a search has found: `k` is its number times [`MOST_FOUND`] and the place in it.
    Found,
    /// A draw in 0..1; `k` is its place in the text.
    Draw,
    /// The same about 0 with a standard deviation of 1.
    Normal,
    // Of a member.
    Dx,
    Dy,
    D2,
    MemberVx,
    MemberVy,
    MemberHx,
    MemberHy,
    MemberLength,
    MemberLeads,
    Radius,
    /// A value of the unit, for each of its members.
    Spread,
    // Of either.
    /// `k` is the place in the text; of the seconds.
    Sway,
    Add,
    Sub,
    Mul,
    Div,
    Min,
    Max,
    Pow,
    Neg,
    Abs,
    Sign,
    Sqrt,
    Floor,
    Exp,
    Log,
    Tanh,
    Sin,
    Cos,
    Acos,
    Wrap,
    /// `a` at the whole number `k` as its exponent.
    Whole,
    /// x1 * x2 + y1 * y2.
    Dot,
    /// x1 * y2 - y1 * x2.
    Cross,
    /// The root of x * x + y * y.
    Hypot,
    /// 1 over a length; 0 of none.
    Inverse,
    /// See [`side`](crate::engine::math::side).
    Side,
    Less,
    AtMost,
    Same,
    And,
    Or,
    Not,
    /// The second where the first holds, else the third.
    Select,
    /// The first where the second holds, else 0.
    Where,
}

/// One number of a thing that units have in mind. The variants are the indices of such numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ThingPart {
    /// Place of the thing, u; of walls, the offset from the unit.
    X,
    Y,
    /// Velocity, u/s.
    Vx,
    Vy,
    /// 1 if there is such a thing, else 0.
    There,
    /// 1 if it is the last node of a path, else 0.
    Last,
    /// Direction from the unit to a wall, a unit vector even where the unit touches it.
    DirectionX,
    DirectionY,
}

impl ThingPart {
    /// Number of parts.
    pub const COUNT: usize = 8;
}

/// Number of kinds of [`Thing`] that may differ from unit to unit: goal, node, wall, barrier.
pub(super) const MAX_ASKED: usize = 4;

/// Values that one search may yield.
pub(super) const MOST_FOUND: u32 = 64;

/// One step of a program.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub op: Op,
    /// What else it needs to know; see [`Op`].
    pub k: u32,
    /// The column that it fills.
    pub to: Column,
    pub from: [Column; 4],
}

/// A compiled rule.
#[derive(Clone, Debug, Default)]
pub(super) struct Program {
    /// Done once for a range of units: columns that nothing else fills.
    pub fixed: Vec<Step>,
    /// Done for each block of units.
    pub steps: Vec<Doing>,
    pub searches: Vec<Search>,
    /// How many columns the units need.
    pub columns: usize,
    /// How many of them the members need, of the search that needs most.
    pub member_columns: usize,
    /// What comes out, in the order in which it was asked for.
    pub outputs: Vec<Column>,
    /// The things for which the steps ask and which may differ from unit to unit, each once.
    pub asks: Vec<Thing>,
}

/// What is done for a block of units.
#[derive(Clone, Copy, Debug)]
pub(super) enum Doing {
    Step(Step),
    /// A search, by its number.
    Search(usize),
}

/// Values over the members of one set.
#[derive(Clone, Debug)]
pub(super) struct Search {
    pub kind: SetKind,
    pub group: String,
    /// The distance, of the unit; `None`: all.
    pub radius: Option<Column>,
    /// How many of the nearest, of the unit; `None`: all.
    pub closest: Option<Column>,
    /// Columns of the members that are the same for all: what they are, and the unit's column.
    pub fixed: Vec<(Column, Column)>,
    /// Columns of the members that hold a value of the unit.
    pub spread: Vec<(Column, Column)>,
    pub steps: Vec<Step>,
    /// This many of them decide which members count, if every value has a condition; else 0.
    pub deciding: usize,
    /// Whether a condition that is the same for all units may leave some of the steps out.
    pub prunes: bool,
    pub needs: Needs,
    pub folds: Vec<FoldResult>,
}

/// What is to be noted of members as they are found: the column for each.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Needs {
    pub offset: [Option<Column>; 2],
    pub d2: Option<Column>,
    pub velocity: [Option<Column>; 2],
    pub heading: [Option<Column>; 2],
    pub length: Option<Column>,
    pub leads: Option<Column>,
    pub radius: Option<Column>,
    /// Some of it has to be looked up.
    pub looks_up: bool,
}

/// How members become values.
#[derive(Clone, Copy, Debug)]
pub(super) struct FoldResult {
    pub how: How,
    /// The condition by which they count.
    pub counts: Option<Column>,
    /// What each yields.
    pub yields: [Option<Column>; 2],
    /// The unit's columns that it becomes.
    pub to: [Option<Column>; 2],
    /// Of obstacles: columns for what is known so far of each unit.
    pub tally: [Column; 2],
}

/// How members become a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum How {
    Sum,
    Mean,
    Least,
    Most,
    Any,
    Count,
    Nearest,
    /// One at random; with the number of its place among the draws.
    AnyOf(u32),
}

/// Numbers below 256: of steps, or of columns.
#[derive(Clone, Copy)]
pub(super) struct Bits([u64; 4]);

impl Bits {
    pub const NONE: Self = Self([0; 4]);
    pub const ALL: Self = Self([u64::MAX; 4]);

    pub fn has(&self, at: usize) -> bool {
        self.0.get(at / 64).is_some_and(|bits| bits >> (at % 64) & 1 == 1)
    }

    fn put(&mut self, at: usize, on: bool) {
        if let Some(bits) = self.0.get_mut(at / 64) {
            *bits = *bits & !(1 << (at % 64)) | u64::from(on) << (at % 64);
        }
    }
}

impl Search {
    /// The steps that change nothing while `value` gives what is in the fixed columns: a side of a
    /// choice that is not taken, or of a condition whose other side does not hold. And the columns
    /// that the others read.
    pub fn prune(&self, value: impl Fn(Column) -> f32) -> (Bits, Bits) {
        let mut idle = Bits::NONE;
        if !self.prunes {
            return (idle, Bits::ALL);
        }
        let known = |column: Column| self.fixed.iter().any(|(to, _)| *to == column);
        let mut live = Bits::NONE;
        for fold in &self.folds {
            for column in fold.yields.into_iter().chain([fold.counts]).flatten() {
                live.put(column.into(), true);
            }
        }
        for (at, step) in self.steps.iter().enumerate().rev() {
            if !live.has(step.to.into()) {
                idle.put(at, true);
                continue;
            }
            live.put(step.to.into(), false);
            let [a, b, ..] = step.from;
            let holds = |column: Column| known(column).then(|| value(column) > 0.0);
            let spared = match step.op {
                Op::And if holds(a) == Some(false) => Some(1),
                Op::And if holds(b) == Some(false) => Some(0),
                Op::Where if holds(b) == Some(false) => Some(0),
                Op::Select => holds(a).map(|yes| if yes { 2 } else { 1 }),
                _ => None,
            };
            for (place, column) in step.from.iter().enumerate() {
                if spared != Some(place) {
                    live.put((*column).into(), true);
                }
            }
        }
        (idle, live)
    }
}

impl Op {
    /// Whether it is a unit's own.
    pub fn is_of_unit(self) -> bool {
        use Op::{
            Border, Draw, Found, Hunts, Hx, Hy, Keep, Leads, Length, MaxSpeed, Normal, Seen,
            SoFarX, SoFarY, Sway, Turn, Vx, Vy, X, Y,
        };
        matches!(
            self,
            Length | MaxSpeed | Vx | Vy | Hx | Hy | X | Y | Leads | Hunts | SoFarX | SoFarY | Keep
        ) || matches!(self, Op::Thing(..) | Turn | Border | Seen | Found | Draw | Normal | Sway)
    }

    /// Whether it is a member's own.
    pub fn is_of_member(self) -> bool {
        use Op::{
            D2, Dx, Dy, MemberHx, MemberHy, MemberLeads, MemberLength, MemberVx, MemberVy, Radius,
        };
        matches!(
            self,
            Dx | Dy
                | D2
                | MemberVx
                | MemberVy
                | MemberHx
                | MemberHy
                | MemberLength
                | MemberLeads
                | Radius
        )
    }
}
