//! The one declaration of a parameter, from which everything else derives: setters, validation,
//! the panel, URL keys, tooltips and PARAMETERS.md.
//!
//! A block of parameters is declared with `params!`: it makes a plain struct with
//! typed fields (which the tick reads) and a table of [`ParamSpec`] (for all other readers).

pub(crate) mod macros;
mod nouns;
mod spec;
mod symbols;
pub(crate) mod texts;

pub(crate) use flockwright_rules::{near, numbers};
pub use nouns::{Noun, noun_of};
pub use spec::ParamSpec;
pub use spec::{Alias, ParsedValue, Per, ReadError};
pub use symbols::{SYMBOLS, symbols_of};

pub use texts::TextSpec;

/// What kind of control a parameter needs. The value itself always travels as an `f32`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ValueKind {
    /// Any finite number within the range.
    Float,
    /// A whole number within the range.
    Int,
    /// 0 = off, 1 = on.
    Bool,
    /// The index of one of these.
    Choice(&'static [Choice]),
}

/// One option of a [`ValueKind::Choice`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What a link says.
    pub key: &'static str,
    /// What the page calls it.
    pub label: &'static str,
    /// What it does, in a sentence.
    pub doc: &'static str,
}

/// The region around a unit that a parameter tunes, drawn while its control is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Region {
    /// Nothing is drawn.
    None,
    /// The field of view of the flocking rules.
    View,
    /// The part of the view in which separation acts.
    Separation,
    /// The narrow view that must be empty for a leader.
    Leader,
    /// The obstacle feelers.
    Feelers,
}

/// The few controls by which a newcomer tunes a flock, in plain words and in the order in which they
/// stand. Each is a view of a declared parameter: of the main group, the first that matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Plain {
    /// How fast units cruise.
    Speed,
    /// How sharply they turn.
    Agility,
    /// How strongly they stay together.
    Cohesion,
    /// How strongly they head the same way.
    Alignment,
    /// How much room each wants around it.
    PersonalSpace,
    /// How far they see each other.
    Sight,
    /// How many there are.
    HowMany,
}

impl Plain {
    /// What the page calls it.
    pub fn label(self) -> &'static str {
        match self {
            Plain::Speed => "Speed",
            Plain::Agility => "Agility",
            Plain::Cohesion => "Cohesion",
            Plain::Alignment => "Alignment",
            Plain::PersonalSpace => "Personal space",
            Plain::Sight => "Sight",
            Plain::HowMany => "How many",
        }
    }

    /// Search words for it.
    pub fn words(self) -> &'static str {
        match self {
            Plain::Speed => "fast slow quick pace velocity",
            Plain::Agility => "agile nimble turn sharp",
            Plain::Cohesion => "togetherness close clump attraction",
            Plain::Alignment => "align parallel same way order",
            Plain::PersonalSpace => "distance spacing apart crowd gap",
            Plain::Sight => "vision see far range perception",
            Plain::HowMany => "number size of the flock amount population",
        }
    }
}

/// What goes wrong in runs for the sake of a parameter: a diagnosis finds it, and asks the
/// parameters who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// Units lie on each other.
    Collapse,
    /// Units turn to and fro, many times a second.
    Jitter,
    /// Units stand at an obstacle.
    Stuck,
}

/// What a change of a parameter does at once, besides what the next ticks make of the new value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    Nothing,
    /// The scenery, and the number and size of the units, become what it says.
    Reshapes,
    /// At tick 0 all units are placed again; later it waits for the next restart.
    Places,
}

/// What a scene must have for a parameter to matter at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precondition {
    /// Nothing: it matters everywhere.
    Nothing,
    /// A group that does not walk on tiles.
    OpenGround,
    /// A world with obstacles.
    Obstacles,
    /// A group with a behavior that responds to the target.
    Hunters,
    /// A group that can leave the hunt to its leaders.
    HuntingLeaders,
    /// A group that catches those whom it hunts.
    Rounds,
}

/// The parameter matters only while the named sibling parameter matters and has one of these choices
/// (`"on"` for a switch). Several conditions: any of them suffices. None: it always matters.
pub type When = &'static [(&'static str, &'static [&'static str])];

/// A block of parameters whose values can be reached by position, in the order of its specs.
pub trait Params {
    /// The declarations.
    fn specs(&self) -> &'static [ParamSpec];
    /// The value of parameter `index`; 0 where there is no such index.
    fn get(&self, index: usize) -> f32;
    /// Sets parameter `index` to a value that [`ParamSpec::validate`] has passed.
    fn set(&mut self, index: usize, value: f32);

    /// Its parameters that are texts.
    fn texts(&self) -> &'static [TextSpec] {
        &[]
    }
    /// The text parameter `index` in its canonical spelling.
    fn text(&self, _index: usize) -> String {
        String::new()
    }
    /// Sets text parameter `index`.
    ///
    /// # Errors
    /// One sentence on what is wrong with the text; nothing changes then.
    fn set_text(&mut self, _index: usize, _text: &str) -> Result<(), String> {
        Ok(())
    }
    /// Whether [`set_text`](Self::set_text) would: what it makes of the text is not made.
    ///
    /// # Errors
    /// The same.
    fn check_text(&self, _index: usize, _text: &str) -> Result<(), String> {
        Ok(())
    }
}

/// A field type that a parameter can have.
pub trait ParamValue: Copy {
    /// From a legal value of its parameter.
    fn from_value(value: f32) -> Self;
    /// The way back.
    fn to_value(self) -> f32;
}

impl ParamValue for f32 {
    fn from_value(value: f32) -> Self {
        value
    }
    fn to_value(self) -> f32 {
        self
    }
}

impl ParamValue for u32 {
    fn from_value(value: f32) -> Self {
        value as u32
    }
    fn to_value(self) -> f32 {
        self as f32
    }
}

impl ParamValue for bool {
    fn from_value(value: f32) -> Self {
        value != 0.0
    }
    fn to_value(self) -> f32 {
        f32::from(u8::from(self))
    }
}
