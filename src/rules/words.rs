//! Words of the rule language, each with its meaning in one sentence. The parser, error messages,
//! completion and help use these tables.

use super::tree::{
    FoldFunction, Function, OwnValue, Property, SetKind, SiteName, Thing, ValueType,
};

/// Word of the rule language.
#[derive(Clone, Copy, Debug)]
pub struct LanguageWord<T: 'static> {
    /// Spelling of the word.
    pub name: &'static str,
    /// Element of the syntax tree for which the word stands.
    pub element: T,
    /// Meaning of the word, one sentence.
    pub doc: &'static str,
}

const fn word<T>(name: &'static str, element: T, doc: &'static str) -> LanguageWord<T> {
    LanguageWord { name, element, doc }
}

/// Element for which a name stands in a table; `None` if the table does not contain the name.
pub fn find_word<T: Copy>(table: &[LanguageWord<T>], name: &str) -> Option<T> {
    table.iter().find(|word| word.name == name).map(|word| word.element)
}

/// Name of an element in a table; empty if the table does not contain the element.
pub fn name_of<T: Copy + PartialEq>(table: &[LanguageWord<T>], element: T) -> &'static str {
    table.iter().find(|word| word.element == element).map_or("", |word| word.name)
}

/// Calls `put` for each word that rules can use, with the title of its table, the word, and its
/// meaning.
pub fn for_each_word(put: &mut dyn FnMut(&'static str, &'static str, &'static str)) {
    fn table<T>(
        title: &'static str,
        words: &[LanguageWord<T>],
        put: &mut dyn FnMut(&'static str, &'static str, &'static str),
    ) {
        words.iter().for_each(|word| put(title, word.name, word.doc));
    }
    table("Keywords", KEYWORDS, put);
    table("The unit itself", OWN_WORDS, put);
    table("Things", THING_WORDS, put);
    table("Properties of things and members", PROPERTY_WORDS, put);
    table("Sets", SET_WORDS, put);
    table("Values over a set", FOLD_WORDS, put);
    table("Functions", FUNCTION_WORDS, put);
}

/// Keywords, which begin a line or connect values.
pub const KEYWORDS: &[LanguageWord<()>] = &[
    word("rule", (), "Names the rule: rule key \"Label\"."),
    word(
        "param",
        (),
        "A number or a choice that becomes a control: param reach = 5 in 0..40 \"× L\".",
    ),
    word(
        "keep",
        (),
        "A value that each bird remembers: keep angle = 0 then wrap(angle + 0.1). It can begin at \
         random, another way for each bird: keep calm = random(0, 1).",
    ),
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
    word(
        "by",
        (),
        "Chooses one member: most(j in view by j.speed: j.offset) is the offset of the fastest.",
    ),
];

/// Words that exist only in measures.
pub const MEASURE_WORDS: &[LanguageWord<()>] = &[
    word("measure", (), "Names the measure: measure key \"Label\"."),
    word(
        "be",
        (),
        "The measured number, with its range and unit: be EXPR in 0..1 \"u\", or in 0.. for no end.",
    ),
    word("all", (), "All measured birds: all but players and prey."),
    word(
        "kind",
        (),
        "Birds of a named group; without that group the measure is undefined: kind(\"wolves\").",
    ),
    word("near", (), "Other birds within a distance of a member: near(i, 5 * L)."),
    word("walls", (), "The two ends of each wall; an end has a place: mean(w in walls: w.place)."),
    word(
        "place",
        (),
        "Position of a member, the goal or the target, u from the world's upper left corner.",
    ),
];

/// Properties of the unit itself, and constants.
pub const OWN_WORDS: &[LanguageWord<OwnValue>] = &[
    word("L", OwnValue::Length, "Its length, u."),
    word("V", OwnValue::MaxSpeed, "Its top speed, u/s."),
    word(
        "F_max",
        OwnValue::MaxForce,
        "Its largest steering force: a force divided by it is a steering.",
    ),
    word(
        "braking",
        OwnValue::Braking,
        "The distance that it needs to stop from its top speed without overshooting, u.",
    ),
    word(
        "mass",
        OwnValue::Mass,
        "Its mass: mass * a / F_max is the force that accelerates it by a, u/s².",
    ),
    word("v", OwnValue::Velocity, "Its velocity, u/s."),
    word("speed", OwnValue::Speed, "Its speed, u/s."),
    word("h", OwnValue::Heading, "Its heading, of length 1."),
    word("place", OwnValue::Position, "Its position, u from the world's upper left corner."),
    word("leads", OwnValue::Leads, "Whether its narrow view is empty."),
    word("hunts", OwnValue::Hunts, "Whether it is one of the birds that hunt the target."),
    word(
        "rank",
        OwnValue::Rank,
        "Its place in its group, from 0; when a bird is removed, later ones move up.",
    ),
    word("group_size", OwnValue::GroupSize, "The number of birds in its group."),
    word(
        "so_far",
        OwnValue::SoFar,
        "The steering of the behaviors before; 1 is its largest steering force.",
    ),
    word("time", OwnValue::Time, "Seconds since the start."),
    word("dt", OwnValue::Tick, "Seconds of a tick, 1/60."),
    word("pi", OwnValue::Pi, "Half a turn in radians."),
    word("deg", OwnValue::Degree, "A degree in radians."),
    word("left", OwnValue::Left, "-1: a turn to the left, as in steer left."),
    word("right", OwnValue::Right, "1: a turn to the right."),
];

/// Things to which a rule can refer; there is at most one of each.
pub const THING_WORDS: &[LanguageWord<Thing>] = &[
    word("goal", Thing::Goal, "The place that the group wants to reach."),
    word("target", Thing::Target, "The bird or place that is hunted."),
    word("leader", Thing::Leader, "The bird that is followed."),
    word("pointer", Thing::Pointer, "The pointer, while it is held."),
    word("node", Thing::Node, "The node of the path that comes next."),
    word(
        "wall",
        Thing::Wall,
        "The nearest point on the middle line of a wall, or on the border of a world that does not wrap.",
    ),
    word("barrier", Thing::Barrier, "The nearest point of a wall; never the border of the world."),
    word(
        "site",
        Thing::Site(SiteName::ANY),
        "A named place of the layout: site(\"coral\").offset.",
    ),
];

/// Properties of things and members.
pub const PROPERTY_WORDS: &[LanguageWord<Property>] = &[
    word("offset", Property::Offset, "The vector from the bird to it, u."),
    word("distance", Property::Distance, "How far away it is from the bird, u."),
    word("direction", Property::Direction, "The direction to it: the offset at length 1."),
    word("velocity", Property::Velocity, "Its velocity, u/s."),
    word("there", Property::IsThere, "Whether there is one."),
    word("last", Property::IsLast, "Whether the path ends at this node and birds stop there."),
    word("speed", Property::Speed, "Its speed, u/s."),
    word("heading", Property::Heading, "Its heading, of length 1."),
    word("length", Property::Length, "Its length, u."),
    word("leads", Property::Leads, "Whether its narrow view is empty."),
    word("radius", Property::Radius, "The radius of a rock, u."),
];

/// Properties that things other than path nodes have.
const THING_PROPERTIES: &[Property] = &[
    Property::Offset,
    Property::Distance,
    Property::Direction,
    Property::Velocity,
    Property::IsThere,
];
/// Properties that path nodes have.
const NODE_PROPERTIES: &[Property] = &[
    Property::Offset,
    Property::Distance,
    Property::Direction,
    Property::Velocity,
    Property::IsThere,
    Property::IsLast,
];
/// Properties that units have as members of a set.
const UNIT_PROPERTIES: &[Property] = &[
    Property::Offset,
    Property::Distance,
    Property::Direction,
    Property::Velocity,
    Property::Speed,
    Property::Heading,
    Property::Length,
    Property::Leads,
];
/// Properties that units have in a measure, in addition to their place.
pub(crate) const MEASURED_PROPERTIES: &[Property] =
    &[Property::Velocity, Property::Speed, Property::Heading, Property::Length, Property::Leads];
/// Properties that obstacles have.
const OBSTACLE_PROPERTIES: &[Property] =
    &[Property::Offset, Property::Distance, Property::Direction, Property::Radius];

/// Sets of units or obstacles.
pub const SET_WORDS: &[LanguageWord<SetKind>] = &[
    word("view", SetKind::View, "Neighbors: flockmates that the group's view counts."),
    word("mates", SetKind::Mates, "Birds of its own role within a distance: mates(8 * L)."),
    word("fellows", SetKind::Fellows, "Birds of its own group within a distance."),
    word("others", SetKind::Others, "Birds of other roles within a distance."),
    word("everyone", SetKind::Everyone, "Birds of every role within a distance."),
    word("hunted", SetKind::Hunted, "Birds that its group hunts, within a distance."),
    word(
        "menaces",
        SetKind::Menaces,
        "Birds and the pointer, if its group fears them, within a distance.",
    ),
    word("group", SetKind::Group, "Birds of a named group: group(\"wolves\", 80 * L)."),
    word("obstacles", SetKind::Obstacles, "The rocks."),
];

/// Aggregates over the members of a set.
pub const FOLD_WORDS: &[LanguageWord<FoldFunction>] = &[
    word("sum", FoldFunction::Sum, "The sum; 0 for no members."),
    word("mean", FoldFunction::Mean, "The mean; 0 for no members."),
    word(
        "least",
        FoldFunction::Least,
        "The smallest; after by, the value of the member with the smallest number. 0 for no members.",
    ),
    word(
        "most",
        FoldFunction::Most,
        "The largest; after by, the value of the member with the largest number. 0 for no members.",
    ),
    word("any", FoldFunction::Any, "Whether the condition holds for any member."),
    word(
        "count",
        FoldFunction::Count,
        "How many members there are: count(j in view) tells how crowded it is.",
    ),
    word("nearest", FoldFunction::Nearest, "The value of the nearest member; 0 for no members."),
    word(
        "any_of",
        FoldFunction::AnyOf,
        "The value of one member, drawn at random in each tick; 0 for no members.",
    ),
];

/// Functions of the language.
pub const FUNCTION_WORDS: &[LanguageWord<Function>] = &[
    word("abs", Function::Abs, "The absolute value of a number."),
    word("sign", Function::Sign, "1 for a positive number, -1 for a negative one, 0 for 0."),
    word("sqrt", Function::Sqrt, "The square root; 0 for a negative number."),
    word("floor", Function::Floor, "The largest whole number that is not larger."),
    word("exp", Function::Exp, "exp(x): e to the power of x."),
    word(
        "log",
        Function::Log,
        "The natural logarithm; not a number unless its argument is positive.",
    ),
    word("tanh", Function::Tanh, "From -1 to 1, steepest at 0: a soft limit."),
    word("min", Function::Min, "The smallest of the numbers."),
    word("max", Function::Max, "The largest of the numbers."),
    word("clamp", Function::Clamp, "clamp(x, low, high): x within these bounds."),
    word("mix", Function::Mix, "mix(a, b, t): a where t is 0, b where it is 1, else between."),
    word("pow", Function::Pow, "pow(x, y): x to the power of y, like x ^ y."),
    word("sin", Function::Sin, "The sine of an angle in radians."),
    word("cos", Function::Cos, "The cosine of an angle in radians."),
    word(
        "acos",
        Function::Acos,
        "The angle, 0 to pi, with this cosine; the cosine is clamped to -1..1.",
    ),
    word("wrap", Function::Wrap, "The same angle within -pi..pi."),
    word("vec", Function::Vec, "vec(x, y): a vector, x to the right, y down."),
    word("length", Function::Length, "The length of a vector."),
    word("unit", Function::Unit, "The vector at length 1; zero for the zero vector."),
    word(
        "dot",
        Function::Dot,
        "dot(a, b): the product of their lengths and the cosine of the angle between them.",
    ),
    word("cross", Function::Cross, "cross(a, b): positive where b lies to the right of a."),
    word(
        "rotate",
        Function::Rotate,
        "rotate(a, angle): a, turned to the right by an angle in radians.",
    ),
    word("starboard", Function::Starboard, "The vector, turned to the right by a quarter turn."),
    word("ahead", Function::Ahead, "The part of a vector along the heading."),
    word("abeam", Function::Abeam, "The part of a vector to the right of the heading."),
    word("side", Function::Side, "1 to the right, -1 to the left, 0 dead ahead, 1 dead behind."),
    word(
        "turn",
        Function::Turn,
        "side, times the angle to the velocity as a share of a half turn.",
    ),
    word("seen", Function::Seen, "Whether an offset lies within the angles of the group's view."),
    word("wide", Function::Wide, "Whether an offset lies within the angles of a wide view."),
    word("limited", Function::Limited, "Whether an offset lies ahead, as in a limited view."),
    word("narrow", Function::Narrow, "Whether an offset lies within the angles of a narrow view."),
    word("full", Function::Full, "Whether an offset lies within a full circle: always."),
    word("toward", Function::Toward, "toward(w): the force toward a wanted velocity."),
    word(
        "head",
        Function::Head,
        "head(u): the force that turns into a direction; zero for the zero vector.",
    ),
    word("seek", Function::Seek, "seek(d): the force toward full speed along an offset."),
    word(
        "arrive",
        Function::Arrive,
        "arrive(d, R): the force along an offset, toward a lower speed within R of its end.",
    ),
    word(
        "foresee",
        Function::Foresee,
        "foresee(d, w, R, energy, horizon, aside, rate): the acceleration away from another at offset d that \
         the bird approaches with velocity w; R is the sum of both radii; 0 if they already touch.",
    ),
    word(
        "random",
        Function::Random,
        "random(a, b): a random number between a and b, drawn for each bird in each tick.",
    ),
    word(
        "normal",
        Function::Normal,
        "normal(sd): a normally distributed number with mean 0 and this standard deviation, drawn for each \
         bird in each tick.",
    ),
    word("sway", Function::Sway, "sway(T): smooth noise within -1..1 that changes over T seconds."),
];

/// Whether a text may define a word of the language as a name of its own, since texts used the name
/// before the language had the word.
pub(crate) fn can_be_redefined(name: &str) -> bool {
    matches!(name, "left" | "right" | "wall" | "barrier" | "site" | "rank" | "group_size" | "by")
}

impl Thing {
    /// Word for the thing in a text; `site` for every site.
    pub fn word(self) -> &'static str {
        name_of(THING_WORDS, self.without_name())
    }

    /// Properties that the thing has.
    pub(crate) fn properties(self) -> &'static [Property] {
        match self {
            Thing::Node => NODE_PROPERTIES,
            _ => THING_PROPERTIES,
        }
    }
}

impl Function {
    /// Types of the function's arguments and of its result. [`Mix`](Function::Mix) also takes
    /// vectors; [`Min`](Function::Min) and [`Max`](Function::Max) take two or more numbers.
    pub fn signature(self) -> (&'static [ValueType], ValueType) {
        use Function as F;
        use ValueType::{Condition as C, Number as N, Vector as V};
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
    /// Whether the function depends on the unit that perceives or steers, or on its random stream.
    pub(crate) fn depends_on_unit(self) -> bool {
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

impl OwnValue {
    /// Type of the value that the property has.
    pub fn value_type(self) -> ValueType {
        match self {
            OwnValue::Velocity | OwnValue::Heading | OwnValue::Position | OwnValue::SoFar => {
                ValueType::Vector
            }
            OwnValue::Leads | OwnValue::Hunts => ValueType::Condition,
            _ => ValueType::Number,
        }
    }
}

impl Property {
    /// Type of the value that the property has.
    pub fn value_type(self) -> ValueType {
        match self {
            Property::Offset | Property::Direction | Property::Velocity | Property::Heading => {
                ValueType::Vector
            }
            Property::IsThere | Property::Leads | Property::IsLast => ValueType::Condition,
            Property::Distance | Property::Speed | Property::Length | Property::Radius => {
                ValueType::Number
            }
        }
    }
}

impl Property {
    /// Property of the unit itself that corresponds to this property of a member.
    pub(crate) fn own_value(self) -> OwnValue {
        match self {
            Property::Velocity => OwnValue::Velocity,
            Property::Speed => OwnValue::Speed,
            Property::Heading => OwnValue::Heading,
            Property::Length => OwnValue::Length,
            Property::Leads => OwnValue::Leads,
            _ => OwnValue::Position,
        }
    }
}

impl SetKind {
    /// Properties that members of the set have.
    pub fn member_properties(self) -> &'static [Property] {
        if self == SetKind::Obstacles { OBSTACLE_PROPERTIES } else { UNIT_PROPERTIES }
    }

    /// Whether a search radius can be given for the set.
    pub(crate) fn takes_radius(self) -> bool {
        !matches!(self, SetKind::View | SetKind::Obstacles)
    }
}

/// Words of other languages, each with the word of this language that replaces it.
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

/// Characters of other languages, each with the operator or word of this language that replaces it.
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
