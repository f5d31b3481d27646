//! Compiled form of a rule: numbered columns, and the instructions that fill them.

use super::graph::NodeId;
use super::views::ViewChoice;
use crate::engine::perception::PerceivedSum;
use crate::rules::tree::{SetKind, Thing};

/// Largest number of columns of one kind that a program can use at a time.
pub(super) const MAX_COLUMNS: usize = 250;

/// Number of a column.
pub(super) type Column = u8;

/// Operation of an instruction, with its constants. The value of a condition is 1 or 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum OpCode {
    // Values that are the same for all units of a run.
    /// Constant, as the bits of its `f32`.
    Number(u32),
    /// Value of the parameter with this index.
    Param(usize),
    /// Whether an option of a choice is selected.
    IsOption {
        param: usize,
        option: usize,
    },
    /// See [`Scope::force_scale`](crate::engine::scope::Scope::force_scale).
    Force,
    /// See [`Scope::max_gain`](crate::engine::scope::Scope::max_gain).
    Stiffest,
    Mass,
    /// Factors of the inequality that defines a view; see
    /// [`Sector::border_signs`](crate::engine::perception::Sector).
    ViewSign(ViewChoice),
    ViewFull(ViewChoice),
    Time,
    /// Number of units in the group.
    GroupSize,
    // Values of a unit.
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
    /// Number of the unit in its group, from 0.
    Rank,
    SoFarX,
    SoFarY,
    /// Turn toward a direction: a force, or a share of the force scale.
    Turn {
        is_share: bool,
    },
    /// Remembered value in this column of the memory.
    Keep(usize),
    /// One number of a target, goal, path node, wall or other [`Thing`].
    Thing(Thing, ThingPart),
    /// Component of a border normal of a view.
    Border(ViewChoice, BorderPart),
    /// Sum computed by perception.
    Perceived(PerceivedSum),
    /// Component of the result of a search; `fold` is the number of the reduction in the search.
    Found {
        search: usize,
        fold: usize,
        component: usize,
    },
    /// Uniform random number in 0..1, by its position in the source text.
    Draw(u32),
    /// Random number with mean 0 and standard deviation 1, by its position in the source text.
    Normal(u32),
    // Values of a member.
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
    /// Component of a memory of a member; `memory` is the index in
    /// [`Rule::read_memories`](crate::rules::tree::Rule::read_memories).
    MemberMemory {
        memory: usize,
        component: usize,
    },
    /// Value of a unit, copied to each of its members.
    Spread(NodeId),
    // Operations on values of units or members.
    /// Smooth noise in -1..1, by its position in the source text; the operand is its period, s.
    Sway(u32),
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
    /// Operand to the power of a whole number.
    Whole(u32),
    /// x1 * x2 + y1 * y2.
    Dot,
    /// x1 * y2 - y1 * x2.
    Cross,
    /// Square root of x * x + y * y.
    Hypot,
    /// Reciprocal of a length; 0 for length 0.
    Inverse,
    /// See [`side`](crate::engine::math::side_sign).
    Side,
    Less,
    AtMost,
    Same,
    And,
    Or,
    Not,
    /// Second operand if the first is true, else the third.
    Select,
    /// First operand if the second is true, else 0.
    Where,
}

/// One number of a thing such as a target, goal, node or wall. The variants are indices of these
/// numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ThingPart {
    /// Position of the thing, u; for walls, the offset from the unit.
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

/// Whether each unit can have another thing of this kind.
pub(super) fn differs_per_unit(thing: Thing) -> bool {
    matches!(thing, Thing::Goal | Thing::Node | Thing::Wall | Thing::Barrier)
}

/// Number of kinds of [`Thing`] that may differ from unit to unit: goal, node, wall, barrier.
pub(super) const MAX_ASKED: usize = 4;

/// Component of the normals `a` and `b` of a view's two borders. The variants are indices of
/// [`SectorBorders::normals`](crate::engine::perception::view::SectorBorders).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum BorderPart {
    Ax,
    Ay,
    Bx,
    By,
}

/// Instruction of a program.
#[derive(Clone, Copy, Debug)]
pub(super) struct Instruction {
    pub op: OpCode,
    /// Column that the instruction fills.
    pub result: Column,
    pub from: [Column; 4],
}

/// A compiled rule.
#[derive(Clone, Debug, Default)]
pub(super) struct Program {
    /// Instructions that run once for a range of units; no other instruction fills their columns.
    pub fixed_instructions: Vec<Instruction>,
    /// Instructions that run for each block of units.
    pub block_steps: Vec<BlockStep>,
    pub searches: Vec<MemberSearchPlan>,
    /// Number of columns of units.
    pub columns: usize,
    /// Number of columns of members, for the search that needs the most.
    pub member_columns: usize,
    /// Columns of the outputs, in the order of the request.
    pub outputs: Vec<Column>,
    /// Things that the steps read and that can differ from unit to unit, each once.
    pub asked_things: Vec<Thing>,
}

/// Instruction or search that runs for a block of units.
#[derive(Clone, Copy, Debug)]
pub(super) enum BlockStep {
    Instruction(Instruction),
    /// Index in [`Program::searches`].
    Search(usize),
}

/// Search of one set, with the values over its members.
#[derive(Clone, Debug)]
pub(super) struct MemberSearchPlan {
    pub kind: SetKind,
    pub group: String,
    /// Column of the unit with the search radius, u; `None` for no limit.
    pub radius: Option<Column>,
    /// Column of the unit with the number of nearest members that count; `None` for all.
    pub closest: Option<Column>,
    /// Columns that are the same for all members, each with the column of the unit that it is
    /// copied from.
    pub fixed: Vec<(Column, Column)>,
    /// Columns of the members with a value of the unit, each with the column of the unit that it is
    /// copied from.
    pub spread: Vec<(Column, Column)>,
    pub steps: Vec<Instruction>,
    /// Number of steps, from the first, that determine which members count, if each value has a
    /// condition; else 0.
    pub deciding: usize,
    /// Whether a condition that is the same for all units can make some of the steps unnecessary.
    pub can_prune: bool,
    pub needs: MemberInputs,
    /// Columns for memories of a member, each with the memory and the component of its
    /// [`OpCode::MemberMemory`].
    pub memories: Vec<(usize, usize, Column)>,
    pub folds: Vec<FoldResult>,
}

/// Columns for the quantities of a member that the steps read.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MemberInputs {
    pub offset: [Option<Column>; 2],
    pub d2: Option<Column>,
    pub velocity: [Option<Column>; 2],
    pub heading: [Option<Column>; 2],
    pub length: Option<Column>,
    pub leads: Option<Column>,
    pub radius: Option<Column>,
    /// Whether any of them has to be looked up by the member's id.
    pub looks_up: bool,
}

/// Reduction of the members to one value.
#[derive(Clone, Copy, Debug)]
pub(super) struct FoldResult {
    pub reduction: Reduction,
    /// Condition for a member to count.
    pub counts: Option<Column>,
    /// Number by which one member is chosen: the squared distance for the nearest.
    pub rank: Option<Column>,
    /// Components of each member's value.
    pub member_value: [Option<Column>; 2],
    /// Columns of the unit for the components of the result.
    pub result: [Option<Column>; 2],
    /// For obstacles: columns with the intermediate result of each unit.
    pub tally: [Column; 2],
}

/// Kind of reduction of members to a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reduction {
    Sum,
    Mean,
    Least,
    Most,
    Any,
    Count,
    Nearest,
    /// Value of the member with the smallest rank.
    LeastBy,
    /// Value of the member with the largest rank.
    MostBy,
    /// A random member; the number is the position of the draw in the source text.
    AnyOf(u32),
}

/// Set of numbers below 256: of steps, columns or searches. Higher numbers are never in it.
#[derive(Clone, Copy)]
pub(super) struct BitSet([u64; 4]);

impl BitSet {
    pub const NONE: Self = Self([0; 4]);
    pub const ALL: Self = Self([u64::MAX; 4]);

    pub fn contains(&self, at: usize) -> bool {
        self.0.get(at / 64).is_some_and(|bits| bits >> (at % 64) & 1 == 1)
    }

    pub fn insert(&mut self, at: usize) {
        self.0.iter_mut().skip(at / 64).take(1).for_each(|bits| *bits |= 1 << (at % 64));
    }

    fn remove(&mut self, at: usize) {
        self.0.iter_mut().skip(at / 64).take(1).for_each(|bits| *bits &= !(1 << (at % 64)));
    }

    pub fn insert_all(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(bits, other)| *bits |= other);
    }

    /// Number of elements.
    pub fn len(&self) -> u32 {
        self.0.iter().map(|bits| bits.count_ones()).sum()
    }
}

impl Program {
    /// Whether the program needs more columns than a run has.
    pub fn has_too_many_columns(&self) -> bool {
        self.columns.max(self.member_columns) > MAX_COLUMNS
    }
}

impl MemberInputs {
    /// Place for the column of an operation on members; `None` for any other.
    pub fn column_mut(&mut self, op: OpCode) -> Option<&mut Option<Column>> {
        Some(match op {
            OpCode::Dx => &mut self.offset[0],
            OpCode::Dy => &mut self.offset[1],
            OpCode::D2 => &mut self.d2,
            OpCode::MemberVx => &mut self.velocity[0],
            OpCode::MemberVy => &mut self.velocity[1],
            OpCode::MemberHx => &mut self.heading[0],
            OpCode::MemberHy => &mut self.heading[1],
            OpCode::MemberLength => &mut self.length,
            OpCode::MemberLeads => &mut self.leads,
            OpCode::Radius => &mut self.radius,
            _ => return None,
        })
    }
}

impl MemberSearchPlan {
    /// Whether a column is the same for all members.
    pub fn is_fixed(&self, column: Column) -> bool {
        self.fixed.iter().any(|(to, _)| *to == column)
    }

    /// Returns the steps that change nothing, and the columns that the other steps read. `value`
    /// returns the values in the fixed columns. A step changes nothing if it computes the
    /// alternative that a choice does not take, or an operand of a condition whose other operand is
    /// false.
    pub fn prune(&self, value: impl Fn(Column) -> f32) -> (BitSet, BitSet) {
        let mut idle = BitSet::NONE;
        if !self.can_prune {
            return (idle, BitSet::ALL);
        }
        let mut live = BitSet::NONE;
        for fold in &self.folds {
            for column in fold.member_value.into_iter().chain([fold.counts, fold.rank]).flatten() {
                live.insert(column.into());
            }
        }
        for (at, step) in self.steps.iter().enumerate().rev() {
            if !live.contains(step.result.into()) {
                idle.insert(at);
                continue;
            }
            live.remove(step.result.into());
            let [a, b, ..] = step.from;
            let holds = |column: Column| self.is_fixed(column).then(|| value(column) > 0.0);
            let spared = match step.op {
                OpCode::And if holds(a) == Some(false) => Some(1),
                OpCode::And if holds(b) == Some(false) => Some(0),
                OpCode::Where if holds(b) == Some(false) => Some(0),
                OpCode::Select => holds(a).map(|yes| if yes { 2 } else { 1 }),
                _ => None,
            };
            for (place, column) in step.from.iter().enumerate() {
                if spared != Some(place) {
                    live.insert((*column).into());
                }
            }
        }
        (idle, live)
    }
}

impl OpCode {
    /// Whether the operation yields a value of a unit.
    pub fn is_of_unit(self) -> bool {
        use OpCode as Op;
        matches!(
            self,
            Op::Length
                | Op::MaxSpeed
                | Op::Vx
                | Op::Vy
                | Op::Hx
                | Op::Hy
                | Op::X
                | Op::Y
                | Op::Leads
                | Op::Hunts
                | Op::Rank
                | Op::SoFarX
                | Op::SoFarY
                | Op::Keep(_)
                | Op::Thing(..)
                | Op::Turn { .. }
                | Op::Border(..)
                | Op::Perceived(_)
                | Op::Found { .. }
                | Op::Draw(_)
                | Op::Normal(_)
                | Op::Sway(_)
        )
    }

    /// Whether the operation yields a value of a member.
    pub fn is_of_member(self) -> bool {
        matches!(self, Self::MemberMemory { .. })
            || MemberInputs::default().column_mut(self).is_some()
    }
}
