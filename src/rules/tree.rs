//! A rule as a typed tree. The parser makes it of a text; formatter, bytecode compiler and printers
//! read it.

use super::error::Span;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// Type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueType {
    /// A 32-bit number.
    Number,
    /// Two 32-bit numbers: x to the right, y down.
    Vector,
    /// True or false.
    Condition,
}

impl ValueType {
    /// Name of the type in messages, with its article.
    pub fn name(self) -> &'static str {
        match self {
            Self::Number => "a number",
            Self::Vector => "a vector",
            Self::Condition => "a condition",
        }
    }
}

/// A behavior that was read from a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rule {
    /// Its key in links; empty where the text does not name it.
    pub key: String,
    /// Name of the rule on the page; empty where the text does not give one.
    pub label: String,
    /// The parameters: those declared outside the text first, then the text's own.
    pub params: Vec<RuleParam>,
    /// Number of parameters declared outside the text.
    pub given_param_count: usize,
    /// Memories of each unit.
    pub memories: Vec<RuleMemory>,
    /// Named values, in the order of the text; a value uses only those before it.
    pub named_values: Vec<NamedValue>,
    /// The force: [`ValueType::Number`] pushes to starboard, [`ValueType::Vector`] in the world; 1 is all
    /// that a unit can steer.
    pub steer: Expr,
    /// Factor on the thrust of this tick.
    pub thrust: Option<Expr>,
    /// Factor on the velocity after this tick.
    pub brake: Option<Expr>,
    /// Lines of the text in the order of the formatter.
    pub lines: Vec<TextLine>,
    /// Memories of other units that the rule reads, each once.
    pub read_memories: Vec<ReadMemory>,
    /// Number of random draws in the text; each has its own random stream.
    pub draw_count: u32,
}

/// A line of the text.
#[derive(Clone, Debug, PartialEq)]
pub struct TextLine {
    /// Statement of the line.
    pub statement: RuleStatement,
    /// Comment of the line, without the number sign; may be empty.
    pub comment: String,
    /// Line of the text on which the statement begins, from 1.
    pub line_number: u32,
}

/// Kind of a line. Numbers are indices into the lists of the rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleStatement {
    /// A comment alone, or an empty line.
    Nothing,
    /// Names the rule.
    Name,
    /// Declares a parameter.
    Param(usize),
    /// Declares a memory.
    Keep(usize),
    /// Names a value.
    Let(usize),
    /// Gives the force.
    Steer,
    /// Gives the factor on the thrust.
    Thrust,
    /// Gives the factor on the velocity.
    Brake,
}

/// A number or a choice that a person can change.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleParam {
    /// Its name in the text.
    pub name: String,
    /// Kind, default and range.
    pub kind: RuleParamKind,
    /// Meaning of the parameter in a sentence; may be empty.
    pub doc: String,
}

/// Kind of a parameter, with its default.
#[derive(Clone, Debug, PartialEq)]
pub enum RuleParamKind {
    /// A number within a range.
    Number {
        /// Default.
        value: f32,
        /// Smallest value.
        low: f32,
        /// Largest value.
        high: f32,
        /// Its unit; may be empty.
        unit: String,
    },
    /// One of several options; the value is the index of the option.
    Choice {
        /// Index of the default.
        value: usize,
        /// Names of the options, two or more.
        options: Vec<String>,
    },
}

/// A number or a vector that each unit remembers from tick to tick.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleMemory {
    /// Its name in the text.
    pub name: String,
    /// Value of a new unit; uses only numbers, parameters and random draws.
    pub initial_value: Expr,
    /// Value from the next tick on, computed from the state of this tick.
    pub next_value: Expr,
}

impl RuleMemory {
    /// Whether the value of a new unit is drawn at random.
    pub fn begins_at_random(&self) -> bool {
        let mut draws = false;
        self.initial_value.walk_exprs(&mut |part| draws |= matches!(part.kind, ExprKind::Draw(..)));
        draws
    }
}

/// A memory of other units that a rule reads: `j.RULE.NAME`.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadMemory {
    /// Key of the rule that keeps it.
    pub rule: String,
    /// Its name in the text of that rule.
    pub name: String,
    /// Type that the reading rule takes it for.
    pub ty: ValueType,
}

/// A named value.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedValue {
    /// Its name in the text.
    pub name: String,
    /// Its value.
    pub value: Expr,
}

/// A typed expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// Operation and operands.
    pub kind: ExprKind,
    /// Type of its value.
    pub ty: ValueType,
    /// Place in the text, for errors and for values shown beside the text.
    pub span: Span,
}

impl Default for Expr {
    fn default() -> Self {
        Self { kind: ExprKind::Number(0.0), ty: ValueType::Number, span: Span::default() }
    }
}

/// Operation of an expression, with its operands.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A literal: finite and not negative.
    Number(f32),
    /// Value of a parameter, by its index.
    Param(usize),
    /// Condition that a choice, by its index, has an option, by its index.
    Is(usize, usize),
    /// Value of a memory, by its index.
    Keep(usize),
    /// A named value, by its index.
    Let(usize),
    /// A property of the unit itself, or a constant.
    Own(OwnValue),
    /// A property of a thing.
    Thing(Thing, Property),
    /// A property of the member at hand, within a [`FoldFunction`].
    Member(Property),
    /// A memory of the member at hand, by its index in [`Rule::read_memories`].
    MemberMemory(usize),
    /// The negative of a number or a vector.
    Minus(Box<Expr>),
    /// The negation of a condition.
    Not(Box<Expr>),
    /// A binary operator.
    Binary(BinaryOp, Box<[Expr; 2]>),
    /// Condition, value where it holds, value where it does not.
    If(Box<[Expr; 3]>),
    /// A function call.
    Call(Function, Vec<Expr>),
    /// A random draw: [`Random`](Function::Random), [`Normal`](Function::Normal) or
    /// [`Sway`](Function::Sway), with the number of its random stream.
    Draw(Function, Vec<Expr>, u32),
    /// An aggregate over the members of a set.
    Fold(Box<Aggregate>),
}

/// An aggregate over the members of a set, such as `sum(j in view where C: VALUE)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Aggregate {
    /// How the values of the members are combined.
    pub fold: FoldFunction,
    /// Name of a member in the text.
    pub member_name: String,
    /// The set that is searched.
    pub set: Set,
    /// Condition for a member to count.
    pub member_condition: Option<Expr>,
    /// Number by which [`Least`](FoldFunction::Least) and [`Most`](FoldFunction::Most) choose the
    /// member whose value they return; `None`: they return the smallest or largest value itself.
    pub rank: Option<Expr>,
    /// Value of a member; `None` for [`Count`](FoldFunction::Count), and for [`Any`](FoldFunction::Any) with a
    /// condition alone.
    pub value: Option<Expr>,
    /// Number of the random stream of [`AnyOf`](FoldFunction::AnyOf); 0 for others.
    pub first_draw: u32,
}

/// A set of units or obstacles that a rule searches.
#[derive(Clone, Debug, PartialEq)]
pub struct Set {
    /// Kind of its members.
    pub kind: SetKind,
    /// Key of the group for [`Group`](SetKind::Group); empty for others.
    pub group: String,
    /// Search radius, u, inclusive; `None`: without limit.
    pub radius: Option<Expr>,
    /// Number of nearest members that count, rounded down; `None`: all.
    pub closest_count: Option<Box<Expr>>,
}

/// A binary operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "their names say it")]
pub enum BinaryOp {
    Add,
    Subtract,
    Multiply,
    Divide,
    Power,
    LessThan,
    AtMost,
    MoreThan,
    AtLeast,
    Equal,
    NotEqual,
    And,
    Or,
}

/// A property of the unit itself, or a constant; see [`OWN_WORDS`](super::words::OWN_WORDS).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the table of words has them")]
pub enum OwnValue {
    Length,
    MaxSpeed,
    MaxForce,
    Braking,
    Mass,
    Velocity,
    Speed,
    Heading,
    Position,
    Leads,
    Hunts,
    Rank,
    GroupSize,
    SoFar,
    Time,
    Tick,
    Pi,
    Degree,
    Left,
    Right,
}

/// A thing that a unit can refer to, of which there is at most one; see
/// [`THING_WORDS`](super::words::THING_WORDS).
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
    Site(SiteName),
}

/// Name of a site in a rule, as in `site("coral")`. Names are kept for the life of the program, each
/// once, so that a thing can be copied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct SiteName(&'static str);

/// Names of sites that rules have used so far: as in the rule, and as a field of exported code.
static SITE_NAMES: Mutex<BTreeMap<String, [&'static str; 2]>> = Mutex::new(BTreeMap::new());

impl SiteName {
    /// Stands for any name in the table of words.
    pub const ANY: Self = Self("");

    /// The name with this text.
    pub fn new(text: &str) -> Self {
        Self(Self::texts_of(text)[0])
    }

    /// The text.
    pub fn text(self) -> &'static str {
        self.0
    }

    /// Name of the site as a field of a unit in exported code: `site_coral`.
    pub fn field(self) -> &'static str {
        Self::texts_of(self.0)[1]
    }

    fn texts_of(text: &str) -> [&'static str; 2] {
        let mut names = SITE_NAMES.lock().unwrap_or_else(PoisonError::into_inner);
        *names.entry(text.to_string()).or_insert_with(|| {
            let mut field = String::from("site_");
            for letter in text.chars() {
                match letter {
                    ' ' => field.push('_'),
                    _ if letter.is_ascii_alphanumeric() => field.push(letter.to_ascii_lowercase()),
                    _ => field.push_str(&format!("u{:x}", u32::from(letter))),
                }
            }
            [text.to_string().leak(), field.leak()]
        })
    }
}

impl Thing {
    /// The thing as the table of words has it: a site without its name.
    pub fn without_name(self) -> Self {
        match self {
            Self::Site(_) => Self::Site(SiteName::ANY),
            thing => thing,
        }
    }
}

/// A property of a thing or a member; see [`PROPERTY_WORDS`](super::words::PROPERTY_WORDS).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the table of words has them")]
pub enum Property {
    Offset,
    Distance,
    Direction,
    Velocity,
    IsThere,
    IsLast,
    Speed,
    Heading,
    Length,
    Leads,
    Radius,
}

/// Kind of a set; see [`SET_WORDS`](super::words::SET_WORDS).
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

/// How an aggregate combines the values of its members; see [`FOLD_WORDS`](super::words::FOLD_WORDS).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the table of words has them")]
pub enum FoldFunction {
    Sum,
    Mean,
    Least,
    Most,
    Any,
    Count,
    Nearest,
    AnyOf,
}

/// A function; see [`FUNCTION_WORDS`](super::words::FUNCTION_WORDS).
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

/// A measure that was read from a text: one number for all units. In it, [`Offset`](Property::Offset)
/// of a member is its position, since no unit looks; within a set around a member, that member is
/// the unit that looks, and its properties are [`OwnValue`]. [`Obstacles`](SetKind::Obstacles) are the
/// ends of walls.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TextMeasure {
    /// Its key in goals, plans and files.
    pub key: String,
    /// Name of the measure in plots.
    pub label: String,
    /// Parameters, which keep their defaults.
    pub params: Vec<RuleParam>,
    /// Named values.
    pub lets: Vec<NamedValue>,
    /// The number that is measured.
    pub value: Expr,
    /// Smallest and largest value, where the text gives them; an open end is infinite.
    pub value_range: Option<[f32; 2]>,
    /// Unit of the number; may be empty.
    pub unit: String,
}

impl Expr {
    /// Calls `visit` for the expression and all of its operands, outermost first.
    pub fn walk_exprs<'e>(&'e self, visit: &mut impl FnMut(&'e Expr)) {
        visit(self);
        match &self.kind {
            ExprKind::Number(_)
            | ExprKind::Param(_)
            | ExprKind::Is(..)
            | ExprKind::Keep(_)
            | ExprKind::Let(_)
            | ExprKind::Own(_)
            | ExprKind::Thing(..)
            | ExprKind::Member(_)
            | ExprKind::MemberMemory(_) => {}
            ExprKind::Minus(of) | ExprKind::Not(of) => of.walk_exprs(visit),
            ExprKind::Binary(_, sides) => sides.iter().for_each(|side| side.walk_exprs(visit)),
            ExprKind::If(parts) => parts.iter().for_each(|part| part.walk_exprs(visit)),
            ExprKind::Call(_, args) | ExprKind::Draw(_, args, _) => {
                args.iter().for_each(|arg| arg.walk_exprs(visit))
            }
            ExprKind::Fold(over) => {
                let Aggregate { set, member_condition: condition, rank, value, .. } = &**over;
                set.closest_count.iter().for_each(|many| many.walk_exprs(visit));
                let parts = [&set.radius, condition, rank, value];
                parts.into_iter().flatten().for_each(|part| part.walk_exprs(visit));
            }
        }
    }
}

impl Expr {
    /// Applies `part` to all operands.
    pub(crate) fn with_parts(&self, part: &dyn Fn(&Self) -> Self) -> Self {
        let all = |args: &[Self]| args.iter().map(part).collect();
        let kind = match &self.kind {
            ExprKind::Minus(of) => ExprKind::Minus(Box::new(part(of))),
            ExprKind::Not(of) => ExprKind::Not(Box::new(part(of))),
            ExprKind::Binary(op, sides) => {
                ExprKind::Binary(*op, Box::new([part(&sides[0]), part(&sides[1])]))
            }
            ExprKind::If(parts) => {
                ExprKind::If(Box::new([part(&parts[0]), part(&parts[1]), part(&parts[2])]))
            }
            ExprKind::Call(function, args) => ExprKind::Call(*function, all(args)),
            ExprKind::Draw(function, args, place) => ExprKind::Draw(*function, all(args), *place),
            ExprKind::Fold(over) => {
                let Aggregate { set, member_condition: condition, rank, value, .. } = &**over;
                let radius = set.radius.as_ref().map(part);
                let closest = set.closest_count.as_ref().map(|many| Box::new(part(many)));
                let set = Set { radius, closest_count: closest, ..set.clone() };
                let [condition, rank, value] =
                    [condition, rank, value].map(|of| of.as_ref().map(part));
                ExprKind::Fold(Box::new(Aggregate {
                    set,
                    member_condition: condition,
                    rank,
                    value,
                    ..(**over).clone()
                }))
            }
            other => other.clone(),
        };
        Self { kind, ..*self }
    }
}

impl Rule {
    /// All top-level expressions: memories, named values and outputs.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        let keeps = self.memories.iter().flat_map(|keep| [&keep.initial_value, &keep.next_value]);
        let lets = self.named_values.iter().map(|named| &named.value);
        keeps.chain(lets).chain([&self.steer]).chain(&self.thrust).chain(&self.brake)
    }

    /// Calls `visit` for all expressions of the rule.
    pub fn walk_exprs<'e>(&'e self, mut visit: impl FnMut(&'e Expr)) {
        self.exprs().for_each(|expr| expr.walk_exprs(&mut visit));
    }

    /// The sentence that lists show: the comment under the rule's name, else the first comment.
    pub fn sentence(&self) -> String {
        let name = self.lines.iter().position(|line| line.statement == RuleStatement::Name);
        let below = name.map_or(0, |name| name + 1);
        let remarks = self.lines[below..]
            .iter()
            .skip_while(|line| line.statement == RuleStatement::Nothing && line.comment.is_empty())
            .take_while(|line| {
                line.statement == RuleStatement::Nothing && !line.comment.is_empty()
            });
        remarks.map(|line| line.comment.as_str()).collect::<Vec<_>>().join(" ")
    }
}
