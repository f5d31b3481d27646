//! Declaration of a parameter, from which setters, validation, the panel, URL keys, tooltips and
//! PARAMETERS.md are derived.
//!
//! The macro `params!` declares a block of parameters: a plain struct with typed fields, which the
//! tick reads, and a table of [`ParamSpec`] for all other readers.

pub(crate) mod macros;
mod nouns;
mod spec;
mod symbols;
pub(crate) mod texts;

pub(crate) use flockwright_rules::{near, numbers};
pub use nouns::{UnitNoun, noun_of};
pub use spec::ParamSpec;
pub use spec::{PaperName, PaperUnit, ParamReadError, ParsedValue};
pub use symbols::{FORMULA_SYMBOLS, symbols_of};

pub use texts::TextSpec;

/// Kind of a parameter's value and control. The value itself is always an `f32`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ValueKind {
    /// Any finite number within the range.
    Float,
    /// A whole number within the range.
    Int,
    /// Switch: 0 is off, 1 is on.
    Bool,
    /// Choice among the options in this list; the value is the index of one.
    Choice(&'static [ParamChoice]),
}

/// One option of a [`ValueKind::Choice`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParamChoice {
    /// Name of the option in links.
    pub key: &'static str,
    /// Label of the option on the page.
    pub label: &'static str,
    /// One sentence that says what the option does.
    pub description: &'static str,
}

/// Region around a unit that a parameter controls, drawn while its control is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamRegion {
    /// No region: nothing is drawn.
    None,
    /// The field of view of the flocking rules.
    View,
    /// The part of the view in which separation acts.
    Separation,
    /// The narrow view ahead; a unit whose narrow view is empty is a leader.
    Leader,
    /// The obstacle feelers.
    Feelers,
}

/// Controls of the page's simple panel, with plain names and in display order. Each shows one
/// declared parameter, usually the first of the main group that has an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PlainControl {
    /// Top speed of the units.
    Speed,
    /// Propeller force of rigid bodies; their speed grows with its square root.
    Thrust,
    /// Sharpness of the turns that the units can make.
    Agility,
    /// Strength of cohesion.
    Cohesion,
    /// Strength of alignment.
    Alignment,
    /// Preferred distance between units.
    PersonalSpace,
    /// Radius of the field of view.
    ViewRange,
    /// Number of units.
    UnitCount,
}

impl PlainControl {
    /// Label of the control on the page.
    pub fn label(self) -> &'static str {
        match self {
            PlainControl::Speed => "Speed",
            PlainControl::Thrust => "Thrust",
            PlainControl::Agility => "Agility",
            PlainControl::Cohesion => "Cohesion",
            PlainControl::Alignment => "Alignment",
            PlainControl::PersonalSpace => "Personal space",
            PlainControl::ViewRange => "Sight",
            PlainControl::UnitCount => "How many",
        }
    }

    /// Words by which the page's search finds the control.
    pub fn search_words(self) -> &'static str {
        match self {
            PlainControl::Speed | PlainControl::Thrust => "speed fast slow quick pace velocity",
            PlainControl::Agility => "agile nimble turn sharp",
            PlainControl::Cohesion => "togetherness close clump attraction",
            PlainControl::Alignment => "align parallel same way order",
            PlainControl::PersonalSpace => "distance spacing apart crowd gap",
            PlainControl::ViewRange => "vision see far range perception",
            PlainControl::UnitCount => "number size of the flock amount population",
        }
    }
}

/// A kind of trouble that a diagnosis finds in a run. Parameters declare which troubles they cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// Units overlap.
    Collapse,
    /// Units turn back and forth many times a second.
    Jitter,
    /// Units stand at an obstacle.
    Stuck,
}

/// Immediate effect of changing a parameter, besides the effect of its value on later ticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamEffect {
    /// No immediate effect.
    Nothing,
    /// Rebuilds the scenery, or the number and size of the units.
    ChangesShape,
    /// At tick 0, places all units again; later, takes effect at the next restart.
    PlacesUnits,
    /// Sets the goal of groups that go to a site but name none to the first site.
    FillsGoalSites,
}

/// Property that a scene must have for a parameter to have any effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamPrecondition {
    /// No property: the parameter has an effect in every scene.
    Nothing,
    /// Some units do not walk on tiles.
    OpenGround,
    /// The world has obstacles.
    Obstacles,
    /// A behavior responds to the target, or a group has the target as its goal.
    Hunters,
    /// A behavior can leave the hunt to the leaders.
    HuntingLeaders,
    /// A group catches the units that it hunts.
    Rounds,
}

/// Condition for a parameter to have an effect, as alternatives `(key, choices)`: the sibling
/// parameter `key` has an effect and one of the `choices` (`"on"` for a switch). One true
/// alternative suffices; an empty list is always true.
pub type ChoiceCondition = &'static [(&'static str, &'static [&'static str])];

/// A block of parameters whose values are accessed by index, in the order of its specs.
pub trait Params {
    /// Declarations of the parameters, in the order of their indices.
    fn specs(&self) -> &'static [ParamSpec];
    /// The value of parameter `index`; 0 where there is no such index.
    fn get(&self, index: usize) -> f32;
    /// Sets parameter `index` to a value that [`ParamSpec::validate`] has passed.
    fn set(&mut self, index: usize, value: f32);

    /// Declarations of the text parameters, in the order of their indices.
    fn texts(&self) -> &'static [TextSpec] {
        &[]
    }
    /// Value of text parameter `index` in its canonical spelling.
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
    /// Checks a text for parameter `index` without setting it.
    ///
    /// # Errors
    /// One sentence on what is wrong with the text, as of [`set_text`](Self::set_text).
    fn check_text(&self, _index: usize, _text: &str) -> Result<(), String> {
        Ok(())
    }
}

/// Conversion between the type of a parameter's field and `f32`, the type of all parameter values.
pub trait ParamValue: Copy {
    /// Converts from a value that [`ParamSpec::validate`] has passed.
    fn from_value(value: f32) -> Self;
    /// Converts the field to the value of the parameter.
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
