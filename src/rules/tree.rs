//! Typed syntax tree of a rule. The parser creates it from a text; the formatter, the bytecode
//! compiler and the printers read it.

use super::error::Span;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// Type of a value in a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueType {
    /// A 32-bit number.
    Number,
    /// Two 32-bit numbers: x to the right and y down.
    Vector,
    /// Truth value.
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

/// Rule: a behavior that was read from a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rule {
    /// Key of the rule in links; empty if the text does not give one.
    pub key: String,
    /// Name of the rule on the page; empty if the text does not give one.
    pub label: String,
    /// Parameters of the rule: those declared outside the text first, then those that the text
    /// declares.
    pub params: Vec<RuleParam>,
    /// Number of parameters that are declared outside the text.
    pub outer_param_count: usize,
    /// Values that each unit remembers for the rule.
    pub memories: Vec<RuleMemory>,
    /// Named values of the rule, in the order of the text; each can only use those before it.
    pub named_values: Vec<NamedValue>,
    /// Force of the rule in shares of the maximum force. A [`ValueType::Number`] is a force to
    /// starboard, a [`ValueType::Vector`] one in world axes.
    pub steer: Expr,
    /// Factor on the thrust in this tick, if the rule has one.
    pub thrust: Option<Expr>,
    /// Factor on the velocity after this tick, if the rule has one.
    pub brake: Option<Expr>,
    /// Lines of the text in order; a statement that continues on further lines counts as one.
    pub lines: Vec<TextLine>,
    /// Remembered values of other units that the rule reads, each once.
    pub read_memories: Vec<ReadMemory>,
    /// Number of random draws in the text; each has a random stream of its own.
    pub draw_count: u32,
}

/// Statement of a rule's text, or a line without one, with its comment and line number.
#[derive(Clone, Debug, PartialEq)]
pub struct TextLine {
    /// Statement in the line.
    pub statement: RuleStatement,
    /// Comment in the line, without the number sign; can be empty.
    pub comment: String,
    /// Number of the line in the text on which the statement begins, from 1.
    pub line_number: u32,
}

/// Statement of a rule. Numbers are indices into the lists of the rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleStatement {
    /// No statement: a comment alone, or an empty line.
    Nothing,
    /// Name of the rule: `rule NAME "LABEL"`.
    Name,
    /// Declaration of a parameter: `param ...`.
    Param(usize),
    /// Declaration of a remembered value: `keep ...`.
    Keep(usize),
    /// Definition of a named value: `NAME = ...`.
    Let(usize),
    /// Force of the rule: `steer ...`.
    Steer,
    /// Factor on the thrust: `thrust ...`.
    Thrust,
    /// Factor on the velocity: `brake ...`.
    Brake,
}

/// Parameter of a rule: a number or a choice that a person can change.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleParam {
    /// Name of the parameter in the text.
    pub name: String,
    /// Kind of the parameter, with its default and range.
    pub kind: RuleParamKind,
    /// Meaning of the parameter, one sentence; can be empty.
    pub doc: String,
}

/// Kind of a parameter, with its default value.
#[derive(Clone, Debug, PartialEq)]
pub enum RuleParamKind {
    /// The parameter is a number within a range.
    Number {
        /// Default value of the parameter.
        value: f32,
        /// Smallest value that the parameter can have.
        low: f32,
        /// Largest value that the parameter can have.
        high: f32,
        /// Unit of the parameter, such as `u/s`; can be empty.
        unit: String,
    },
    /// The parameter is one of several options.
    Choice {
        /// Index of the default option.
        value: usize,
        /// Names of the options, two or more.
        options: Vec<String>,
    },
}

/// Number or vector that each unit remembers from tick to tick.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleMemory {
    /// Name of the remembered value in the text.
    pub name: String,
    /// Remembered value of a new unit; an expression of numbers, parameters and random draws.
    pub initial_value: Expr,
    /// Remembered value from the next tick on, computed from the state of this tick.
    pub next_value: Expr,
}

impl RuleMemory {
    /// Whether a random draw determines the remembered value of a new unit.
    pub fn begins_at_random(&self) -> bool {
        let mut draws = false;
        self.initial_value.walk_exprs(&mut |part| draws |= matches!(part.kind, ExprKind::Draw(..)));
        draws
    }
}

/// Remembered value of other units that a rule reads: `j.RULE.NAME`.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadMemory {
    /// Key of the rule for which the units remember the value.
    pub rule: String,
    /// Name of the remembered value in the text of that rule.
    pub name: String,
    /// Type that the value must have for the rule that reads it.
    pub ty: ValueType,
}

/// Value to which a rule's text gives a name.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedValue {
    /// Name that the text gives to the value.
    pub name: String,
    /// Expression for which the name stands.
    pub value: Expr,
}

/// Typed expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// Operation of the expression, with its operands as expressions.
    pub kind: ExprKind,
    /// Type of the expression's value.
    pub ty: ValueType,
    /// Position of the expression in the text, for errors and for values shown beside the text.
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
    /// Number in the text: finite and not negative.
    Number(f32),
    /// Value of a parameter, by its index among those of the rule or measure.
    Param(usize),
    /// Whether a choice has selected an option: indices of the parameter and of the option.
    Is(usize, usize),
    /// Remembered value of the unit itself, by its index in [`Rule::memories`].
    Keep(usize),
    /// Named value, by its index among those of the rule or measure.
    Let(usize),
    /// Property of the unit itself, or a constant.
    Own(OwnValue),
    /// Property of a thing, such as the goal or the target.
    Thing(Thing, Property),
    /// Property of the present member of a set, inside an [`Aggregate`].
    Member(Property),
    /// Remembered value of the present member, by its index in [`Rule::read_memories`].
    MemberMemory(usize),
    /// Negative of a number or a vector.
    Minus(Box<Expr>),
    /// Negation of a condition.
    Not(Box<Expr>),
    /// Binary operator with its operands.
    Binary(BinaryOp, Box<[Expr; 2]>),
    /// Choice between two values: the condition, the value if it holds, and the value if it does
    /// not.
    If(Box<[Expr; 3]>),
    /// Function call with its arguments.
    Call(Function, Vec<Expr>),
    /// Random draw: [`Random`](Function::Random), [`Normal`](Function::Normal) or
    /// [`Sway`](Function::Sway), its arguments, and the number of its random stream.
    Draw(Function, Vec<Expr>, u32),
    /// Aggregate over the members of a set.
    Fold(Box<Aggregate>),
}

/// Aggregate over the members of a set, such as `sum(j in view where C: VALUE)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Aggregate {
    /// Function that combines the values of the members.
    pub fold: FoldFunction,
    /// Name by which the text refers to a member.
    pub member_name: String,
    /// Set over whose members the function runs.
    pub set: MemberSet,
    /// Condition for a member to count; `None` if all count.
    pub member_condition: Option<Expr>,
    /// Number by which [`Least`](FoldFunction::Least) and [`Most`](FoldFunction::Most) choose the
    /// member whose value they return; `None` if they return the smallest or largest value itself.
    pub rank: Option<Expr>,
    /// Value of a member; `None` for [`Count`](FoldFunction::Count), and for
    /// [`Any`](FoldFunction::Any) with only a condition.
    pub value: Option<Expr>,
    /// Number of the random stream of [`AnyOf`](FoldFunction::AnyOf); 0 for other functions.
    pub first_draw: u32,
}

/// Set of units or obstacles that a rule searches.
#[derive(Clone, Debug, PartialEq)]
pub struct MemberSet {
    /// Kind of the set.
    pub kind: SetKind,
    /// Name or key of the group if the set is a [`Group`](SetKind::Group); empty otherwise.
    pub group: String,
    /// Largest distance of a member from the unit, u, inclusive; `None` for no limit.
    pub radius: Option<Expr>,
    /// Number of nearest members that count, rounded down; `None` if all count.
    pub closest_count: Option<Box<Expr>>,
}

/// Binary operator.
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

/// Property of the unit itself, or a constant; see [`OWN_WORDS`](super::words::OWN_WORDS).
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

/// Thing to which a unit can refer, of which there is at most one; see
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

/// Name of a site in a rule, as in `site("coral")`. Each name is stored once for the life of the
/// program, so that a [`Thing`] can be copied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct SiteName(&'static str);

/// Site names that rules have used so far, by name: the name as in the rule, and the name of its
/// field in exported code.
static SITE_NAMES: Mutex<BTreeMap<String, [&'static str; 2]>> = Mutex::new(BTreeMap::new());

impl SiteName {
    /// Placeholder for any name, in the table of words.
    pub const ANY: Self = Self("");

    /// Creates the site name with this text.
    pub fn new(text: &str) -> Self {
        Self(Self::texts_of(text)[0])
    }

    /// The name as it stands in the text.
    pub fn text(self) -> &'static str {
        self.0
    }

    /// Name of the site's field of a unit in exported code, such as `site_coral`.
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
    /// Thing as the table of words contains it: a site without its name.
    pub fn without_name(self) -> Self {
        match self {
            Self::Site(_) => Self::Site(SiteName::ANY),
            thing => thing,
        }
    }
}

/// Property of a thing or a member; see [`PROPERTY_WORDS`](super::words::PROPERTY_WORDS).
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

/// Kind of a set of members; see [`SET_WORDS`](super::words::SET_WORDS).
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

/// Function that combines the values of a set's members; see
/// [`FOLD_WORDS`](super::words::FOLD_WORDS).
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

/// Function of the rule language; see [`FUNCTION_WORDS`](super::words::FUNCTION_WORDS).
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

/// Measure that was read from a text: one number for all units.
///
/// No unit perceives in a measure, so [`Offset`](Property::Offset) of a member is its position.
/// Within a set around a member, that member is the unit that perceives, and its properties are
/// [`OwnValue`]. [`Obstacles`](SetKind::Obstacles) are the ends of walls.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TextMeasure {
    /// Key of the measure in goals, plans and files.
    pub key: String,
    /// Name of the measure in plots.
    pub label: String,
    /// Parameters of the measure, which keep their defaults.
    pub params: Vec<RuleParam>,
    /// Named values of the measure.
    pub named_values: Vec<NamedValue>,
    /// Expression whose value is the measured number.
    pub value: Expr,
    /// Smallest and largest value of the measure, if the text gives them; an open end is infinite.
    pub value_range: Option<[f32; 2]>,
    /// Unit of the measure, such as `u/s`; can be empty.
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
    /// Copy of the expression with `part` applied to each of its operands.
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
                let set = MemberSet { radius, closest_count: closest, ..set.clone() };
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
    /// Top-level expressions of the rule: remembered values, named values and outputs.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        let keeps = self.memories.iter().flat_map(|keep| [&keep.initial_value, &keep.next_value]);
        let lets = self.named_values.iter().map(|named| &named.value);
        keeps.chain(lets).chain([&self.steer]).chain(&self.thrust).chain(&self.brake)
    }

    /// Calls `visit` for all expressions of the rule, with their operands.
    pub fn walk_exprs<'e>(&'e self, mut visit: impl FnMut(&'e Expr)) {
        self.exprs().for_each(|expr| expr.walk_exprs(&mut visit));
    }

    /// Sentence about the rule, for lists: the comment under the rule's name, else the first
    /// comment.
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
