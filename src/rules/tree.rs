//! A rule as a tree: what the parser makes of a text, checked and typed, and what formatter,
//! bytecode and printers read.

use super::error::Span;

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// A 32-bit number.
    Number,
    /// Two of them: to the right, down.
    Vector,
    /// True or false.
    Condition,
}

impl Type {
    /// What one calls it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Number => "a number",
            Self::Vector => "a vector",
            Self::Condition => "a condition",
        }
    }
}

/// A behavior as a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rule {
    /// Its key in links; empty where the text does not name it.
    pub key: String,
    /// What the page calls it; empty where the text does not say.
    pub label: String,
    /// The parameters: first those that were declared elsewhere, then the text's own.
    pub params: Vec<Param>,
    /// How many parameters were declared elsewhere.
    pub given: usize,
    /// What each unit remembers.
    pub keeps: Vec<Keep>,
    /// The values that have a name.
    pub lets: Vec<Let>,
    /// The force: [`Type::Number`] to starboard, or [`Type::Vector`]; 1 is all that a unit can steer.
    pub steer: Expr,
    /// The factor on the thrust.
    pub thrust: Option<Expr>,
    /// The factor on the velocity.
    pub brake: Option<Expr>,
    /// The text line by line, as the formatter writes it.
    pub lines: Vec<Line>,
    /// How many places draw at random; each draws for itself.
    pub draws: u32,
}

/// A line of the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What it says.
    pub says: Statement,
    /// The remark behind it, or that it is; without the number sign.
    pub remark: String,
    /// The line of the text on which it begins, from 1.
    pub number: u32,
}

/// What a line says; numbers are indices into the rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Statement {
    /// A remark alone, or an empty line.
    Nothing,
    /// Names the rule.
    Name,
    /// Declares a parameter.
    Param(usize),
    /// Declares a memory.
    Keep(usize),
    /// Names a value.
    Let(usize),
    /// Tells the force.
    Steer,
    /// Tells the factor on the thrust.
    Thrust,
    /// Tells the factor on the velocity.
    Brake,
}

/// A number or a choice that a person may change.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// Its name in the text.
    pub name: String,
    /// What it may be.
    pub kind: ParamKind,
    /// What it means; may be empty.
    pub doc: String,
}

/// What a parameter may be.
#[derive(Clone, Debug, PartialEq)]
pub enum ParamKind {
    /// A number within a range.
    Number {
        /// At first.
        value: f32,
        /// The least.
        low: f32,
        /// The largest.
        high: f32,
        /// Its unit; may be empty.
        unit: String,
    },
    /// One of several options; its value is the index.
    Choice {
        /// At first.
        value: usize,
        /// Two or more.
        options: Vec<String>,
    },
}

/// What each unit remembers: a number or a vector.
#[derive(Clone, Debug, PartialEq)]
pub struct Keep {
    /// Its name in the text.
    pub name: String,
    /// Its value at the start: of numbers and parameters alone.
    pub start: Expr,
    /// Its value from the next tick on.
    pub then: Expr,
}

/// A value with a name.
#[derive(Clone, Debug, PartialEq)]
pub struct Let {
    /// Its name in the text.
    pub name: String,
    /// Its value.
    pub value: Expr,
}

/// A typed expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it computes.
    pub is: Op,
    /// What that is.
    pub ty: Type,
    /// Where it stands, for errors and values beside the text.
    pub span: Span,
}

impl Default for Expr {
    fn default() -> Self {
        Self { is: Op::Number(0.0), ty: Type::Number, span: Span::default() }
    }
}

/// What an expression computes.
#[derive(Clone, Debug, PartialEq)]
pub enum Op {
    /// A number that stands there: finite, not negative.
    Number(f32),
    /// The number of a parameter, by its index.
    Param(usize),
    /// Whether a choice, by its index, has an option.
    Is(usize, usize),
    /// What the unit remembers, by its index.
    Keep(usize),
    /// A value with a name, by its index.
    Let(usize),
    /// What the unit knows of itself.
    Own(Own),
    /// Something of a thing.
    Thing(Thing, Field),
    /// Something of the member at hand, within a [`Fold`].
    Member(Field),
    /// The opposite of a number or a vector.
    Minus(Box<Expr>),
    /// A condition that must not hold.
    Not(Box<Expr>),
    /// Two values become one.
    Binary(Binary, Box<[Expr; 2]>),
    /// The second where the first, a condition, holds, else the third.
    If(Box<[Expr; 3]>),
    /// A function of its arguments.
    Call(Function, Vec<Expr>),
    /// A draw: of [`Random`](Function::Random), [`Normal`](Function::Normal) or
    /// [`Sway`](Function::Sway), with the number of its place in the text.
    Draw(Function, Vec<Expr>, u32),
    /// A value over all members of a set.
    Fold(Box<Aggregate>),
}

/// A value over the members of a set.
#[derive(Clone, Debug, PartialEq)]
pub struct Aggregate {
    /// How their values become one.
    pub fold: Fold,
    /// What the text calls a member.
    pub member: String,
    /// The members.
    pub set: Set,
    /// By which they count.
    pub condition: Option<Expr>,
    /// What each yields; `None` of [`Count`](Fold::Count), and of [`Any`](Fold::Any) where the
    /// condition says it all.
    pub value: Option<Expr>,
    /// The number of its place among the draws, of [`AnyOf`](Fold::AnyOf); else 0.
    pub draw: u32,
}

/// Whom a rule looks at.
#[derive(Clone, Debug, PartialEq)]
pub struct Set {
    /// Who they are.
    pub kind: SetKind,
    /// The key of the group, of [`Group`](SetKind::Group); else empty.
    pub group: String,
    /// How far, u, inclusive; `None`: all of them.
    pub radius: Option<Expr>,
    /// Only this many, the nearest ones, rounded down; `None`: all.
    pub closest: Option<Box<Expr>>,
}

/// Two values become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "their names say it")]
pub enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Power,
    Less,
    AtMost,
    More,
    AtLeast,
    Same,
    Differs,
    And,
    Or,
}

/// What a unit knows of itself; see [`OWN`](super::words::OWN).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the table of words has them")]
pub enum Own {
    Length,
    MaxSpeed,
    MaxForce,
    Braking,
    Mass,
    Velocity,
    Speed,
    Heading,
    Place,
    Leads,
    Hunts,
    SoFar,
    Time,
    Tick,
    Pi,
    Degree,
    Left,
    Right,
}

/// A thing of which there is one or none; see [`THINGS`](super::words::THINGS).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the table of words has them")]
pub enum Thing {
    Goal,
    Target,
    Leader,
    Pointer,
    Node,
    Wall,
    Barrier,
}

/// Something of a thing or a member; see [`FIELDS`](super::words::FIELDS).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the table of words has them")]
pub enum Field {
    Offset,
    Distance,
    Direction,
    Velocity,
    There,
    Last,
    Speed,
    Heading,
    Length,
    Leads,
    Radius,
}

/// Whom a rule may look at; see [`SETS`](super::words::SETS).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the table of words has them")]
pub enum SetKind {
    View,
    Mates,
    Fellows,
    Others,
    Everyone,
    Hunted,
    Menaces,
    Group,
    Obstacles,
}

/// How the values of members become one; see [`FOLDS`](super::words::FOLDS).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the table of words has them")]
pub enum Fold {
    Sum,
    Mean,
    Least,
    Most,
    Any,
    Count,
    Nearest,
    AnyOf,
}

/// What can be computed; see [`FUNCTIONS`](super::words::FUNCTIONS).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the table of words has them")]
pub enum Function {
    Abs,
    Sign,
    Sqrt,
    Floor,
    Exp,
    Log,
    Tanh,
    Min,
    Max,
    Clamp,
    Mix,
    Pow,
    Sin,
    Cos,
    Acos,
    Wrap,
    Vec,
    Length,
    Unit,
    Dot,
    Cross,
    Rotate,
    Starboard,
    Ahead,
    Abeam,
    Side,
    Turn,
    Seen,
    Wide,
    Limited,
    Narrow,
    Full,
    Toward,
    Head,
    Seek,
    Arrive,
    Foresee,
    Random,
    Normal,
    Sway,
}

/// A measure as a text: one number of all units. A member's place is its
/// [`Offset`](Field::Offset), for no one looks; within a set around a member, that member is the unit
/// that looks, and its fields are [`Own`]. Its [`Obstacles`](SetKind::Obstacles) are the ends of walls.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gauge {
    /// Its key in goals, plans and files.
    pub key: String,
    /// What plots call it.
    pub label: String,
    /// Numbers and choices that have the values of their declarations.
    pub params: Vec<Param>,
    /// The values that have a name.
    pub lets: Vec<Let>,
    /// What it is, a number.
    pub be: Expr,
    /// The least and the largest that it can be, where the text says it; infinite where it says no end.
    pub range: Option<[f32; 2]>,
    /// What it is measured in; may be empty.
    pub unit: String,
}

impl Expr {
    /// Calls `visit` for it and all that it is made of, from the outside in.
    pub fn walk<'e>(&'e self, visit: &mut impl FnMut(&'e Expr)) {
        visit(self);
        match &self.is {
            Op::Number(_)
            | Op::Param(_)
            | Op::Is(..)
            | Op::Keep(_)
            | Op::Let(_)
            | Op::Own(_)
            | Op::Thing(..)
            | Op::Member(_) => {}
            Op::Minus(of) | Op::Not(of) => of.walk(visit),
            Op::Binary(_, sides) => sides.iter().for_each(|side| side.walk(visit)),
            Op::If(parts) => parts.iter().for_each(|part| part.walk(visit)),
            Op::Call(_, args) | Op::Draw(_, args, _) => args.iter().for_each(|arg| arg.walk(visit)),
            Op::Fold(over) => {
                let Aggregate { set, condition, value, .. } = &**over;
                set.closest.iter().for_each(|many| many.walk(visit));
                let parts = [&set.radius, condition, value];
                parts.into_iter().flatten().for_each(|part| part.walk(visit));
            }
        }
    }
}

impl Expr {
    /// The same of other parts.
    pub(crate) fn with_parts(&self, part: &dyn Fn(&Self) -> Self) -> Self {
        let all = |args: &[Self]| args.iter().map(part).collect();
        let is = match &self.is {
            Op::Minus(of) => Op::Minus(Box::new(part(of))),
            Op::Not(of) => Op::Not(Box::new(part(of))),
            Op::Binary(op, sides) => Op::Binary(*op, Box::new([part(&sides[0]), part(&sides[1])])),
            Op::If(parts) => Op::If(Box::new([part(&parts[0]), part(&parts[1]), part(&parts[2])])),
            Op::Call(function, args) => Op::Call(*function, all(args)),
            Op::Draw(function, args, place) => Op::Draw(*function, all(args), *place),
            Op::Fold(over) => {
                let Aggregate { set, condition, value, .. } = &**over;
                let radius = set.radius.as_ref().map(part);
                let closest = set.closest.as_ref().map(|many| Box::new(part(many)));
                let set = Set { radius, closest, ..set.clone() };
                let [condition, value] = [condition, value].map(|of| of.as_ref().map(part));
                Op::Fold(Box::new(Aggregate { set, condition, value, ..(**over).clone() }))
            }
            other => other.clone(),
        };
        Self { is, ..*self }
    }
}

impl Rule {
    /// All expressions that stand in it: values with a name, memories, and what it tells.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        let keeps = self.keeps.iter().flat_map(|keep| [&keep.start, &keep.then]);
        let lets = self.lets.iter().map(|named| &named.value);
        keeps.chain(lets).chain([&self.steer]).chain(&self.thrust).chain(&self.brake)
    }

    /// Calls `visit` for everything that is computed.
    pub fn walk<'e>(&'e self, mut visit: impl FnMut(&'e Expr)) {
        self.exprs().for_each(|expr| expr.walk(&mut visit));
    }

    /// The sentence that lists show: the remark under its name, else the first one.
    pub fn sentence(&self) -> String {
        let name = self.lines.iter().position(|line| line.says == Statement::Name);
        let below = name.map_or(0, |name| name + 1);
        let remarks = self.lines[below..]
            .iter()
            .skip_while(|line| line.says == Statement::Nothing && line.remark.is_empty())
            .take_while(|line| line.says == Statement::Nothing && !line.remark.is_empty());
        remarks.map(|line| line.remark.as_str()).collect::<Vec<_>>().join(" ")
    }
}
