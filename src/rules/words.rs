//! The words of the language: what each is, and what it means in a sentence. Parser, errors,
//! completion and help read them here.

use super::tree::{Field, Fold, Function, Own, SetKind, Thing, Type};

/// A word with its meaning.
#[derive(Clone, Copy, Debug)]
pub struct Word<T: 'static> {
    /// How it is written.
    pub name: &'static str,
    /// What it stands for.
    pub is: T,
    /// What it means, in a sentence.
    pub doc: &'static str,
}

const fn word<T>(name: &'static str, is: T, doc: &'static str) -> Word<T> {
    Word { name, is, doc }
}

/// What a word of a table stands for.
pub fn find<T: Copy>(table: &[Word<T>], name: &str) -> Option<T> {
    table.iter().find(|word| word.name == name).map(|word| word.is)
}

/// How something is written.
pub fn name_of<T: Copy + PartialEq>(table: &[Word<T>], is: T) -> &'static str {
    table.iter().find(|word| word.is == is).map_or("", |word| word.name)
}

/// Puts all words of rules: the title of the table that a word stands in, the word, and its meaning.
pub fn each(put: &mut dyn FnMut(&'static str, &'static str, &'static str)) {
    fn table<T>(
        title: &'static str,
        words: &[Word<T>],
        put: &mut dyn FnMut(&'static str, &'static str, &'static str),
    ) {
        words.iter().for_each(|word| put(title, word.name, word.doc));
    }
    table("Lines and links", KEYWORDS, put);
    table("What it knows of itself", OWN, put);
    table("Things", THINGS, put);
    table("Of things and members", FIELDS, put);
    table("Sets", SETS, put);
    table("Over a set", FOLDS, put);
    table("Functions", FUNCTIONS, put);
}

/// The words that begin a line or stand between values.
pub const KEYWORDS: &[Word<()>] = &[
    word("rule", (), "Names the rule: rule key \"Label\"."),
    word(
        "param",
        (),
        "A number or a choice that becomes a control: param reach = 5 in 0..40 \"× L\".",
    ),
    word("keep", (), "What each remembers: keep angle = 0 then wrap(angle + 0.1)."),
    word("steer", (), "The force: a number pushes the bow to the right, a vector into the world."),
    word("thrust", (), "A factor on the propeller's thrust in this tick."),
    word("brake", (), "A factor on the velocity after this tick."),
    word("if", (), "if CONDITION then VALUE else VALUE."),
    word("then", (), "Stands between a condition and its value."),
    word("else", (), "Stands before the value where the condition does not hold."),
    word("and", (), "Both conditions."),
    word("or", (), "One of two conditions, or both."),
    word("not", (), "The condition does not hold."),
    word("is", (), "Asks for the option of a choice: way is port."),
    word("in", (), "Stands between a member's name and its set, or before a range."),
    word("of", (), "Stands before the options of a choice."),
    word("closest", (), "A number of nearest members of a set: closest(7, view)."),
    word("where", (), "Stands before the condition by which members count."),
];

/// The words of measures that rules have not: what begins their lines, and whom they look at.
pub const OF_MEASURES: &[Word<()>] = &[
    word("measure", (), "Names the measure: measure key \"Label\"."),
    word(
        "be",
        (),
        "What it is, with its range and unit: be EXPR in 0..1 \"u\", or in 0.. for no end.",
    ),
    word("all", (), "All that are measured: all but players and prey."),
    word("kind", (), "Those of a named group, no number without one: kind(\"wolves\")."),
    word("near", (), "Others within a distance of a member: near(i, 5 * L)."),
    word("walls", (), "The two ends of each wall; an end has a place: mean(w in walls: w.place)."),
    word("place", (), "Of a member, the goal or the target: u from the world's upper left corner."),
];

/// What a unit knows of itself.
pub const OWN: &[Word<Own>] = &[
    word("L", Own::Length, "Its length, u."),
    word("V", Own::MaxSpeed, "Its top speed, u/s."),
    word(
        "F_max",
        Own::MaxForce,
        "All that it can steer: what is divided by it is a force as such.",
    ),
    word(
        "braking",
        Own::Braking,
        "The way that it needs to stop from its top speed without overshooting, u.",
    ),
    word(
        "mass",
        Own::Mass,
        "Its mass: mass * a / F_max is the force that accelerates it by a, u/s².",
    ),
    word("v", Own::Velocity, "Its velocity, u/s."),
    word("speed", Own::Speed, "How fast it is, u/s."),
    word("h", Own::Heading, "Its heading, of length 1."),
    word("place", Own::Place, "Where it is, u from the world's upper left corner."),
    word("leads", Own::Leads, "Whether its narrow view is empty."),
    word("hunts", Own::Hunts, "Whether it is among those that hunt the target."),
    word("so_far", Own::SoFar, "The steering of the behaviors before, 1: all that it can steer."),
    word("time", Own::Time, "Seconds since the start."),
    word("dt", Own::Tick, "Seconds of a tick, 1/60."),
    word("pi", Own::Pi, "Half a turn in radians."),
    word("deg", Own::Degree, "A degree in radians."),
    word("left", Own::Left, "-1: a turn to the left, as in steer left."),
    word("right", Own::Right, "1: a turn to the right."),
];

/// The things there may be one of.
pub const THINGS: &[Word<Thing>] = &[
    word("goal", Thing::Goal, "What the group wants to reach."),
    word("target", Thing::Target, "What is hunted."),
    word("leader", Thing::Leader, "The one that is followed."),
    word("pointer", Thing::Pointer, "The pointer, while it is held."),
    word("node", Thing::Node, "The node of the path that comes next."),
    word(
        "wall",
        Thing::Wall,
        "The nearest point of what stops it: the middle line of a wall, or the border of a world that \
         does not wrap.",
    ),
    word("barrier", Thing::Barrier, "The nearest point of a wall; never the border of the world."),
];

/// What one may ask of a thing or a member.
pub const FIELDS: &[Word<Field>] = &[
    word("offset", Field::Offset, "From oneself to it, u."),
    word("distance", Field::Distance, "How far away it is, u."),
    word("direction", Field::Direction, "Where it is: the offset at length 1."),
    word("velocity", Field::Velocity, "Its velocity, u/s."),
    word("there", Field::There, "Whether there is one."),
    word("last", Field::Last, "Whether the path ends at the node, where one stops."),
    word("speed", Field::Speed, "How fast it is, u/s."),
    word("heading", Field::Heading, "Its heading, of length 1."),
    word("length", Field::Length, "Its length, u."),
    word("leads", Field::Leads, "Whether its narrow view is empty."),
    word("radius", Field::Radius, "The radius of an obstacle, u."),
];

/// What one may ask of a thing.
pub(crate) const OF_THINGS: &[Field] =
    &[Field::Offset, Field::Distance, Field::Direction, Field::Velocity, Field::There];
/// What one may ask of the node of a path.
pub(crate) const OF_NODE: &[Field] =
    &[Field::Offset, Field::Distance, Field::Direction, Field::Velocity, Field::There, Field::Last];
/// What one may ask of a unit.
pub(crate) const OF_UNITS: &[Field] = &[
    Field::Offset,
    Field::Distance,
    Field::Direction,
    Field::Velocity,
    Field::Speed,
    Field::Heading,
    Field::Length,
    Field::Leads,
];
/// What a measure may ask of a unit, besides its place.
pub(crate) const OF_MEASURED: &[Field] =
    &[Field::Velocity, Field::Speed, Field::Heading, Field::Length, Field::Leads];
/// What one may ask of an obstacle.
pub(crate) const OF_OBSTACLES: &[Field] =
    &[Field::Offset, Field::Distance, Field::Direction, Field::Radius];

/// Whom one may look at.
pub const SETS: &[Word<SetKind>] = &[
    word("view", SetKind::View, "Flockmates that the group's view counts."),
    word("mates", SetKind::Mates, "Those of its own role within a distance: mates(8 * L)."),
    word("fellows", SetKind::Fellows, "Those of its own group within a distance."),
    word("others", SetKind::Others, "Those of other roles within a distance."),
    word("everyone", SetKind::Everyone, "Those of every role within a distance."),
    word("hunted", SetKind::Hunted, "Those that its group hunts, within a distance."),
    word("menaces", SetKind::Menaces, "What its group fears, within a distance."),
    word("group", SetKind::Group, "Those of a named group: group(\"wolves\", 80 * L)."),
    word("obstacles", SetKind::Obstacles, "The round obstacles."),
];

/// How the values of members become one.
pub const FOLDS: &[Word<Fold>] = &[
    word("sum", Fold::Sum, "The sum; 0 for no members."),
    word("mean", Fold::Mean, "The mean; 0 for no members."),
    word("least", Fold::Least, "The smallest; 0 for no members."),
    word("most", Fold::Most, "The largest; 0 for no members."),
    word("any", Fold::Any, "Whether it holds for any of them."),
    word("count", Fold::Count, "How many there are."),
    word("nearest", Fold::Nearest, "The value of the nearest member; 0 for no members."),
    word(
        "any_of",
        Fold::AnyOf,
        "The value of one member, drawn at random in each tick; 0 for no members.",
    ),
];

/// What can be computed.
pub const FUNCTIONS: &[Word<Function>] = &[
    word("abs", Function::Abs, "The amount of a number."),
    word("sign", Function::Sign, "1, -1, or 0 of 0."),
    word("sqrt", Function::Sqrt, "The square root; of a negative number 0."),
    word("floor", Function::Floor, "The whole number below."),
    word("exp", Function::Exp, "exp(x): e to the power of x."),
    word("log", Function::Log, "The natural logarithm; of nothing positive it is no number."),
    word("tanh", Function::Tanh, "From -1 to 1, steepest at 0: a soft limit."),
    word("min", Function::Min, "The least of the numbers."),
    word("max", Function::Max, "The largest of the numbers."),
    word("clamp", Function::Clamp, "clamp(x, low, high): x within these bounds."),
    word("mix", Function::Mix, "mix(a, b, t): a where t is 0, b where it is 1, else between."),
    word("pow", Function::Pow, "pow(x, y): x to the power of y, as x ^ y."),
    word("sin", Function::Sin, "The sine of an angle in radians."),
    word("cos", Function::Cos, "The cosine of an angle in radians."),
    word(
        "acos",
        Function::Acos,
        "The angle, 0 to pi, whose cosine it is; beyond -1..1 as of these.",
    ),
    word("wrap", Function::Wrap, "The same angle within -pi..pi."),
    word("vec", Function::Vec, "vec(x, y): a vector, x to the right, y down."),
    word("length", Function::Length, "The length of a vector."),
    word("unit", Function::Unit, "The vector at length 1; of no length 0."),
    word("dot", Function::Dot, "dot(a, b): the product of their lengths and the cosine between."),
    word("cross", Function::Cross, "cross(a, b): positive where b lies to the right of a."),
    word("rotate", Function::Rotate, "rotate(a, angle): turned to the right by radians."),
    word("starboard", Function::Starboard, "A quarter turn to the right."),
    word("ahead", Function::Ahead, "The part of a vector along the heading."),
    word("abeam", Function::Abeam, "The part of a vector to the right of the heading."),
    word("side", Function::Side, "1 to the right, -1 to the left, 0 dead ahead, 1 dead behind."),
    word(
        "turn",
        Function::Turn,
        "side, times the angle to the velocity as a share of a half turn.",
    ),
    word("seen", Function::Seen, "Whether it lies within the angles of the group's view."),
    word("wide", Function::Wide, "Whether it lies within the angles of a wide view."),
    word("limited", Function::Limited, "Whether it lies ahead, as in a limited view."),
    word("narrow", Function::Narrow, "Whether it lies within the angles of a narrow view."),
    word("full", Function::Full, "Whether a full circle counts it: always."),
    word("toward", Function::Toward, "toward(w): the force toward a wanted velocity."),
    word("head", Function::Head, "head(u): into a direction as it can; none into no direction."),
    word("seek", Function::Seek, "seek(d): full speed along an offset."),
    word("arrive", Function::Arrive, "arrive(d, R): along an offset, slower within R of its end."),
    word(
        "foresee",
        Function::Foresee,
        "foresee(d, w, R, energy, horizon, aside, rate): the acceleration off a body at an offset, \
         both radii together R, that one nears with velocity w: 0 where they touch already.",
    ),
    word("random", Function::Random, "random(a, b): drawn anew for each one, in each tick."),
    word(
        "normal",
        Function::Normal,
        "normal(sd): drawn anew for each one, in each tick, about 0 with this standard deviation.",
    ),
    word(
        "sway",
        Function::Sway,
        "sway(T): smooth chance within -1..1 that changes within T seconds.",
    ),
];

/// Words that a text may take for names of its own, which then mean what it says: texts had such names
/// before there were these words.
pub(crate) fn yields(name: &str) -> bool {
    matches!(name, "left" | "right" | "wall" | "barrier")
}

impl Thing {
    /// What one may ask of it.
    pub(crate) fn fields(self) -> &'static [Field] {
        match self {
            Thing::Node => OF_NODE,
            _ => OF_THINGS,
        }
    }
}

impl Function {
    /// The types that it takes and the one that it gives; [`Mix`](Function::Mix) takes vectors, too,
    /// [`Min`](Function::Min) and [`Max`](Function::Max) more than two numbers.
    pub fn signature(self) -> (&'static [Type], Type) {
        use Function as F;
        use Type::{Condition as C, Number as N, Vector as V};
        match self {
            F::Abs | F::Sign | F::Sqrt | F::Floor | F::Exp | F::Log | F::Tanh => (&[N], N),
            F::Sin | F::Cos | F::Acos | F::Wrap => (&[N], N),
            F::Min | F::Max | F::Pow | F::Random => (&[N, N], N),
            F::Clamp | F::Mix => (&[N, N, N], N),
            F::Sway | F::Normal => (&[N], N),
            F::Vec => (&[N, N], V),
            F::Length | F::Ahead | F::Abeam | F::Side | F::Turn => (&[V], N),
            F::Unit | F::Starboard | F::Toward | F::Head | F::Seek => (&[V], V),
            F::Dot | F::Cross => (&[V, V], N),
            F::Rotate | F::Arrive => (&[V, N], V),
            F::Foresee => (&[V, V, N, N, N, N, N], V),
            F::Seen | F::Wide | F::Limited | F::Narrow | F::Full => (&[V], C),
        }
    }
}

impl Function {
    /// Whether it is of a unit that looks or steers, or draws at random for one.
    pub(crate) fn wants_a_unit(self) -> bool {
        use Function as F;
        matches!(
            self,
            F::Ahead
                | F::Abeam
                | F::Side
                | F::Turn
                | F::Seen
                | F::Wide
                | F::Limited
                | F::Narrow
                | F::Full
                | F::Toward
                | F::Head
                | F::Seek
                | F::Arrive
                | F::Random
                | F::Normal
                | F::Sway
        )
    }
}

impl Own {
    /// What it is.
    pub fn ty(self) -> Type {
        match self {
            Own::Velocity | Own::Heading | Own::Place | Own::SoFar => Type::Vector,
            Own::Leads | Own::Hunts => Type::Condition,
            _ => Type::Number,
        }
    }
}

impl Field {
    /// What it is.
    pub fn ty(self) -> Type {
        match self {
            Field::Offset | Field::Direction | Field::Velocity | Field::Heading => Type::Vector,
            Field::There | Field::Leads | Field::Last => Type::Condition,
            Field::Distance | Field::Speed | Field::Length | Field::Radius => Type::Number,
        }
    }
}

impl Field {
    /// The same of the unit that looks.
    pub(crate) fn own(self) -> Own {
        match self {
            Field::Velocity => Own::Velocity,
            Field::Speed => Own::Speed,
            Field::Heading => Own::Heading,
            Field::Length => Own::Length,
            Field::Leads => Own::Leads,
            _ => Own::Place,
        }
    }
}

impl SetKind {
    /// What one may ask of its members.
    pub fn fields(self) -> &'static [Field] {
        if self == SetKind::Obstacles { OF_OBSTACLES } else { OF_UNITS }
    }

    /// Whether a distance may stand behind it.
    pub(crate) fn takes_radius(self) -> bool {
        !matches!(self, SetKind::View | SetKind::Obstacles)
    }
}

/// Words of other languages, and what stands for them here.
pub(super) const FOREIGN_WORDS: &[(&str, &str)] = &[
    ("atan2", "turn"),
    ("boids", "view"),
    ("cohere", "seek"),
    ("dist", "distance"),
    ("elif", "else if"),
    ("flee", "seek"),
    ("flockmates", "view"),
    ("forward", "h"),
    ("heading", "h"),
    ("lerp", "mix"),
    ("mag", "length"),
    ("magnitude", "length"),
    ("max_force", "F_max"),
    ("max_speed", "V"),
    ("neighbors", "view"),
    ("neighbours", "view"),
    ("norm", "length"),
    ("normalize", "unit"),
    ("normalized", "unit"),
    ("position", "place"),
    ("size", "L"),
    ("velocity", "v"),
];

/// Signs of other languages, and what stands for them here.
pub(super) const FOREIGN_SIGNS: &[(char, &str)] = &[
    ('×', "*"),
    ('·', "*"),
    ('−', "-"),
    ('–', "-"),
    ('÷', "/"),
    ('≤', "<="),
    ('≥', ">="),
    ('≠', "!="),
    ('π', "pi"),
    ('“', "\""),
    ('”', "\""),
    ('\'', "\""),
    ('&', "and"),
    ('|', "or"),
    ('[', "("),
    (']', ")"),
    ('{', "("),
    ('}', ")"),
    ('%', "wrap"),
    (';', ""),
];
