//! Compiled form of a rule: instructions, and the numbered columns of values that they fill.

use super::graph::NodeId;
use super::views::ViewChoice;
use crate::engine::perception::PerceivedSum;
use crate::rules::tree::{SetKind, Thing};

/// Largest number of unit columns, and of member columns, that a program can use at a time.
pub(super) const MAX_COLUMNS: usize = 250;

/// Index of a column of values, among those of units or those of members.
pub(super) type Column = u8;

/// Operation of an instruction, with its constants. A condition is 1 if it is true, else 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum OpCode {
    // Values that are the same for all units of a group, down to `GroupSize`. `Number`: constant,
    // as the bits of its `f32`.
    Number(u32),
    /// Value of the parameter with this index.
    Param(usize),
    /// 1 if the choice parameter `param_index` has the option `option_index`, else 0.
    IsOption {
        param_index: usize,
        option_index: usize,
    },
    /// Scale of the group's forces; see
    /// [`Scope::force_scale`](crate::engine::scope::Scope::force_scale).
    Force,
    /// Largest useful ratio of a force to a wanted change of velocity; see
    /// [`Scope::max_gain`](crate::engine::scope::Scope::max_gain).
    MaxGain,
    Mass,
    /// First factor of the test whether an offset is in a view; `ViewFull` is the second. See
    /// [`Sector::border_signs`](crate::engine::perception::Sector).
    ViewSign(ViewChoice),
    ViewFull(ViewChoice),
    Time,
    /// Number of units in the group.
    GroupSize,
    // Values of a unit, down to `Normal`. `Length`: body length, u.
    Length,
    MaxSpeed,
    Vx,
    Vy,
    Hx,
    Hy,
    X,
    Y,
    IsLeader,
    IsHunter,
    /// Index of the unit in its group, from 0.
    UnitIndex,
    SoFarX,
    SoFarY,
    /// Lateral force that turns a unit toward a direction: with the unit of the group's force
    /// parameters, or as a share of the force scale.
    Turn {
        is_share: bool,
    },
    /// Number that the unit remembers; the constant is the column of its memory.
    Remembered(usize),
    /// Number about a target, goal, path node, wall or other [`Thing`]; 0 if there is none.
    Thing(Thing, ThingPart),
    /// Component of the normal of one border of a view.
    Border(ViewChoice, BorderPart),
    /// Sum that perception has computed for the unit.
    Perceived(PerceivedSum),
    /// Component of the result of a reduction; `fold_index` is the index of the reduction in the
    /// search.
    SearchResult {
        search_index: usize,
        fold_index: usize,
        component: usize,
    },
    /// Random number, uniform in 0..1; the constant is the number of the draw in the rule, from 0.
    Draw(u32),
    /// Normally distributed random number with mean 0 and standard deviation 1; the constant is the
    /// number of the draw in the rule, from 0.
    Normal(u32),
    // Values of a member of a set, down to `MemberMemory`. `Dx`: x offset from the unit, u.
    Dx,
    Dy,
    D2,
    MemberVx,
    MemberVy,
    MemberHx,
    MemberHy,
    MemberLength,
    MemberIsLeader,
    Radius,
    /// Component of a remembered value of a member; `memory_index` is the index in
    /// [`Rule::read_memories`](crate::rules::tree::Rule::read_memories).
    MemberMemory {
        memory_index: usize,
        component: usize,
    },
    /// Value of a unit, given by its node, copied to each of the unit's members.
    CopyToMembers(NodeId),
    // Values computed from values of units or of members. `SmoothNoise`: smooth noise in -1..1; the
    // constant is the number of the draw in the rule, from 0; the operand is its period, s.
    SmoothNoise(u32),
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
    /// Operand raised to the power of this whole number.
    WholePower(u32),
    /// Dot product x1 * x2 + y1 * y2; the operands are x1, y1, x2, y2.
    Dot,
    /// Cross product x1 * y2 - y1 * x2; the operands are x1, y1, x2, y2.
    Cross,
    /// Length of a vector: square root of x * x + y * y.
    Hypot,
    /// Reciprocal of a length; 0 if the length is 0.
    Inverse,
    /// 1 if a direction is to starboard, -1 if it is to port; see
    /// [`side_sign`](crate::engine::math::side_sign).
    Side,
    Less,
    AtMost,
    Equal,
    And,
    Or,
    Not,
    /// Second operand if the first is true, else the third.
    Select,
    /// First operand if the second is true, else 0.
    KeepIf,
}

/// Kind of number about a thing (a target, goal, path node, wall ...), and index of its column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ThingPart {
    /// Position of the thing, x and y, u; for walls, the offset from the unit.
    X,
    Y,
    /// Velocity of the thing, u/s.
    Vx,
    Vy,
    /// 1 if the thing exists, else 0.
    Exists,
    /// 1 if the thing is the last node of a path, else 0.
    Last,
    /// Unit vector, x and y, from the unit toward a wall, even where the unit touches the wall.
    DirectionX,
    DirectionY,
}

impl ThingPart {
    /// Number of values per thing, one per variant.
    pub const COUNT: usize = 8;
}

/// Whether things of this kind can differ from unit to unit of a group.
pub(super) fn differs_per_unit(thing: Thing) -> bool {
    matches!(thing, Thing::Goal | Thing::Node | Thing::Wall | Thing::Barrier)
}

/// Number of kinds of [`Thing`] that can differ from unit to unit: goal, node, wall, barrier.
pub(super) const MAX_PER_UNIT_THINGS: usize = 4;

/// Component of the normal of one of a view's two borders, `a` and `b`: an index of
/// [`SectorBorders::normals`](crate::engine::perception::view::SectorBorders).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum BorderPart {
    Ax,
    Ay,
    Bx,
    By,
}

/// Instruction of a program: computes one column from up to four others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Instruction {
    pub op: OpCode,
    /// Column that the instruction fills with its results.
    pub result: Column,
    pub operands: [Column; 4],
}

/// Instructions that compute some values of a rule, such as its force, for blocks of units.
#[derive(Clone, Debug, Default)]
pub(super) struct Program {
    /// Instructions for values that are the same for all units. They run once per call, and no
    /// other instruction fills their columns.
    pub fixed_instructions: Vec<Instruction>,
    /// Instructions and searches that run for each block of units, in order.
    pub block_steps: Vec<BlockStep>,
    pub searches: Vec<MemberSearchPlan>,
    /// Number of columns of units that the program uses.
    pub columns: usize,
    /// Number of columns of members that the program uses in the search that needs the most.
    pub member_columns: usize,
    /// Columns of the program's outputs, in the order in which the compiler was asked for them.
    pub outputs: Vec<Column>,
    /// Kinds of [`Thing`] (goal, path node, wall ...) that the program reads and that can differ
    /// from unit to unit, each once.
    pub per_unit_things: Vec<Thing>,
}

/// Instruction or search that runs for each block of units.
#[derive(Clone, Copy, Debug)]
pub(super) enum BlockStep {
    Instruction(Instruction),
    /// Search with this index in [`Program::searches`].
    Search(usize),
}

/// Plan of one search: the set whose members are found, and the reductions over them.
#[derive(Clone, Debug)]
pub(super) struct MemberSearchPlan {
    pub kind: SetKind,
    pub group: String,
    /// Unit column with the search radius, u; `None` for no limit.
    pub radius: Option<Column>,
    /// Unit column with the number of nearest members that count; `None` if all count.
    pub closest_count: Option<Column>,
    /// Values that are the same for all members: pairs of a member column, and the unit column that
    /// it is copied from.
    pub fixed_columns: Vec<(Column, Column)>,
    /// Values that are the same for all members of one unit: pairs of a member column, and the unit
    /// column that it is copied from.
    pub per_unit_columns: Vec<(Column, Column)>,
    pub instructions: Vec<Instruction>,
    /// Number of instructions, from the first, that compute conditions of members. 0 if a reduction
    /// has no condition, so that all members count.
    pub deciding_count: usize,
    /// Whether a condition that is the same for all units can make instructions unnecessary.
    pub can_prune: bool,
    pub member_inputs: MemberInputs,
    /// Member columns for remembered values, each with the operands of its
    /// [`OpCode::MemberMemory`]: (`memory_index`, `component`, column).
    pub memories: Vec<(usize, usize, Column)>,
    pub folds: Vec<FoldPlan>,
}

/// Member columns for the quantities of members that instructions read; `None` if none reads it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MemberInputs {
    pub offset: [Option<Column>; 2],
    pub d2: Option<Column>,
    pub velocity: [Option<Column>; 2],
    pub heading: [Option<Column>; 2],
    pub length: Option<Column>,
    pub is_leader: Option<Column>,
    pub radius: Option<Column>,
    /// Whether `heading`, `length`, `is_leader` or `radius` is read; these are looked up by the
    /// member's id.
    pub looks_up: bool,
}

/// Plan of one reduction of a set's members to one value: its kind, and the columns that it uses.
#[derive(Clone, Copy, Debug)]
pub(super) struct FoldPlan {
    pub reduction: Reduction,
    /// Member column with the condition for a member to count; `None` if all count.
    pub condition: Option<Column>,
    /// Member column with the number by which the reduction chooses one member, such as the squared
    /// distance for the nearest; `None` if it chooses none.
    pub rank: Option<Column>,
    /// Member columns with x and y of each member's value; `None` for a component that it lacks.
    pub member_value: [Option<Column>; 2],
    /// Unit columns for x and y of the result; `None` for a component that nobody reads.
    pub result: [Option<Column>; 2],
    /// Member columns for the intermediate results of each unit. They are used only for sets of
    /// obstacles, whose member columns contain a value per unit.
    pub partial_result: [Column; 2],
}

/// Kind of reduction of a set's members to one value.
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
    /// Value of a random member; the constant is the number of the draw in the rule, from 0.
    AnyOf(u32),
}

/// Set of indices of instructions, columns or searches. Only indices below 256 can be inserted;
/// higher ones are ignored.
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

    /// Number of indices in the set.
    pub fn len(&self) -> u32 {
        self.0.iter().map(|bits| bits.count_ones()).sum()
    }
}

impl Program {
    /// Whether the program needs more columns than [`MAX_COLUMNS`].
    pub fn has_too_many_columns(&self) -> bool {
        self.columns.max(self.member_columns) > MAX_COLUMNS
    }
}

impl MemberInputs {
    /// Field for the member column with the quantity that `op` reads from a member; `None` if `op`
    /// is another operation.
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
            OpCode::MemberIsLeader => &mut self.is_leader,
            OpCode::Radius => &mut self.radius,
            _ => return None,
        })
    }
}

impl MemberSearchPlan {
    /// Whether a member column has the same value for all members.
    pub fn is_fixed(&self, column: Column) -> bool {
        self.fixed_columns.iter().any(|(to, _)| *to == column)
    }

    /// Returns the indices of the instructions without effect on the results, and the columns that
    /// the other instructions read. `value` returns the value in a fixed column. An instruction has
    /// no effect if only a choice that takes its other alternative, or a condition whose other
    /// operand is false, reads its result.
    pub fn find_idle_instructions(&self, value: impl Fn(Column) -> f32) -> (BitSet, BitSet) {
        let mut idle = BitSet::NONE;
        if !self.can_prune {
            return (idle, BitSet::ALL);
        }
        let mut live = BitSet::NONE;
        for fold in &self.folds {
            for column in fold.member_value.into_iter().chain([fold.condition, fold.rank]).flatten()
            {
                live.insert(column.into());
            }
        }
        for (at, step) in self.instructions.iter().enumerate().rev() {
            if !live.contains(step.result.into()) {
                idle.insert(at);
                continue;
            }
            live.remove(step.result.into());
            let [a, b, ..] = step.operands;
            let holds = |column: Column| self.is_fixed(column).then(|| value(column) > 0.0);
            let spared = match step.op {
                OpCode::And if holds(a) == Some(false) => Some(1),
                OpCode::And if holds(b) == Some(false) => Some(0),
                OpCode::KeepIf if holds(b) == Some(false) => Some(0),
                OpCode::Select => holds(a).map(|yes| if yes { 2 } else { 1 }),
                _ => None,
            };
            for (place, column) in step.operands.iter().enumerate() {
                if spared != Some(place) {
                    live.insert((*column).into());
                }
            }
        }
        (idle, live)
    }
}

impl OpCode {
    /// Whether the operation gives a value of a unit (and not one that all units or a member have).
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
                | Op::IsLeader
                | Op::IsHunter
                | Op::UnitIndex
                | Op::SoFarX
                | Op::SoFarY
                | Op::Remembered(_)
                | Op::Thing(..)
                | Op::Turn { .. }
                | Op::Border(..)
                | Op::Perceived(_)
                | Op::SearchResult { .. }
                | Op::Draw(_)
                | Op::Normal(_)
                | Op::SmoothNoise(_)
        )
    }

    /// Whether the operation gives a value of a member of a set.
    pub fn is_of_member(self) -> bool {
        matches!(self, Self::MemberMemory { .. })
            || MemberInputs::default().column_mut(self).is_some()
    }
}
