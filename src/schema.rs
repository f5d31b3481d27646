//! The one declaration of a parameter, from which everything else derives: setters, validation,
//! the panel, URL keys, tooltips and the table in the README.
//!
//! A block of parameters is declared with [`params!`](crate::params!): it makes a plain struct with
//! typed fields (which the tick reads) and a table of [`ParamSpec`] (which everybody else reads).

mod macros;
mod symbols;

pub use symbols::{SYMBOLS, symbols_of};

use crate::texts::TextSpec;
use std::fmt;

/// What kind of control a parameter needs. The value itself always travels as an `f32`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// Any finite number within the range.
    Float,
    /// A whole number within the range.
    Int,
    /// 0 = off, 1 = on.
    Bool,
    /// The index of one of these.
    Choice(&'static [Choice]),
}

impl Kind {
    /// The name under which the page knows it.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Float => "float",
            Kind::Int => "int",
            Kind::Bool => "bool",
            Kind::Choice(_) => "choice",
        }
    }
}

/// One option of a [`Kind::Choice`].
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

/// What the diagram of a parameter's effect shows: see `probe.rs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plot {
    /// The answer of the behavior that it belongs to; for lengths over the distance, for angles
    /// over the bearing. Nothing where it belongs to none.
    Auto,
    /// The same, always in sight above the controls that shape it together.
    Standing,
    /// Nothing: it shapes no force.
    Nothing,
    /// How the flocking rules answer to a neighbor's distance.
    Neighbor,
    /// How the flocking rules answer to a neighbor's bearing.
    Bearing,
    /// How those who hunt as leaders answer to somebody ahead, by distance and by bearing.
    Ahead,
    /// The same, by bearing alone.
    AheadBearing,
    /// How the group answers to what it heads for.
    Goal,
    /// How it answers to an obstacle; of the world's parameters, how the first group does.
    Obstacle,
    /// The speed over time, from rest.
    Speed,
    /// The same where the hull matters: of a rigid body.
    Hull,
    /// The speed over time with the throttle open.
    Throttle,
    /// The rate of turn over time, the whole steering force to one side.
    Turn,
    /// The rate of turn over the speed, the whole steering force to one side.
    TurnBySpeed,
    /// The force that acts, over the force that is asked for.
    Limit,
}

/// What a change of a parameter does at once, besides what the next ticks make of the new value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    Nothing,
    /// The scenery, and the number and size of the units, become what it says.
    Reshapes,
    /// At tick 0 everybody is placed anew; later it waits for the next restart.
    Places,
}

/// The parameter matters only while the named sibling parameter has one of these choices
/// (`"on"` for a switch). Several conditions: any of them suffices. None: it always matters.
pub type When = &'static [(&'static str, &'static [&'static str])];

/// Everything there is to know about a parameter except its value.
#[derive(Clone, Copy, Debug)]
pub struct ParamSpec {
    /// Unique within its scope (the world, or one group); also the URL key.
    pub key: &'static str,
    /// The heading under which the panel shows it.
    pub section: &'static str,
    /// What the page calls it.
    pub label: &'static str,
    /// Display unit: `u`, `u/s`, `× L` (lengths of the unit), empty for a plain number.
    pub unit: &'static str,
    /// Its control, and what values it takes.
    pub kind: Kind,
    /// Its least value.
    pub min: f32,
    /// Its greatest value.
    pub max: f32,
    /// The slider's step. Links may carry values in between.
    pub step: f32,
    /// The slider moves in ratios rather than differences.
    pub logarithmic: bool,
    /// Its value where a scene says nothing else.
    pub default: f32,
    /// One or two sentences on what it does.
    pub doc: &'static str,
    /// Chapter, example or paper it comes from.
    pub source: &'static str,
    /// The letter or word that stands for it in formulas; see [`symbols_of`].
    pub symbol: &'static str,
    /// What it does, as a formula: see [`symbols_of`] for how it is written.
    pub formula: &'static str,
    /// What a diagram of its effect shows.
    pub plot: Plot,
    /// What is drawn while its control is used.
    pub region: Region,
    /// When it matters.
    pub when: When,
    /// What a change does at once.
    pub effect: Effect,
}

impl ParamSpec {
    const EMPTY: Self = Self {
        key: "",
        section: "",
        label: "",
        unit: "",
        kind: Kind::Float,
        min: 0.0,
        max: 1.0,
        step: 1.0,
        logarithmic: false,
        default: 0.0,
        doc: "",
        source: "",
        symbol: "",
        formula: "",
        plot: Plot::Auto,
        region: Region::None,
        when: &[],
        effect: Effect::Nothing,
    };

    /// A real number: label, unit, default, `[min, max]`, slider step.
    pub const fn float(
        label: &'static str,
        unit: &'static str,
        default: f32,
        range: [f32; 2],
        step: f32,
    ) -> Self {
        Self { label, unit, default, min: range[0], max: range[1], step, ..Self::EMPTY }
    }

    /// A whole number: label, unit, default, `[min, max]`.
    pub const fn int(
        label: &'static str,
        unit: &'static str,
        default: u32,
        range: [u32; 2],
    ) -> Self {
        Self {
            kind: Kind::Int,
            label,
            unit,
            default: default as f32,
            min: range[0] as f32,
            max: range[1] as f32,
            ..Self::EMPTY
        }
    }

    /// An on/off switch.
    pub const fn switch(label: &'static str, default: bool) -> Self {
        Self { kind: Kind::Bool, label, default: default as u8 as f32, ..Self::EMPTY }
    }

    /// One of several options; `default` is an index.
    pub const fn choice(label: &'static str, choices: &'static [Choice], default: usize) -> Self {
        Self {
            kind: Kind::Choice(choices),
            label,
            default: default as f32,
            max: (choices.len() - 1) as f32,
            ..Self::EMPTY
        }
    }

    /// A behavior's weight: multiplies its force, 1 as in the source, 0 switches it off.
    pub const fn weight(label: &'static str, default: f32) -> Self {
        Self::float(label, "×", default, [0.0, 10.0], 0.05)
    }

    /// What it does, in one or two sentences.
    pub const fn doc(self, doc: &'static str) -> Self {
        Self { doc, ..self }
    }

    /// Its symbol, and a formula that contains it.
    pub const fn formula(self, symbol: &'static str, formula: &'static str) -> Self {
        Self { symbol, formula, ..self }
    }

    /// What a diagram of its effect shows.
    pub const fn plots(self, plot: Plot) -> Self {
        Self { plot, ..self }
    }

    /// Where it comes from.
    pub const fn source(self, source: &'static str) -> Self {
        Self { source, ..self }
    }

    /// What is drawn while its control is used.
    pub const fn shows(self, region: Region) -> Self {
        Self { region, ..self }
    }

    /// When it matters.
    pub const fn when(self, when: When) -> Self {
        Self { when, ..self }
    }

    /// A change takes effect on the scenery or on the units.
    pub const fn reshapes(self) -> Self {
        Self { effect: Effect::Reshapes, ..self }
    }

    /// A change places the units anew, at tick 0.
    pub const fn places(self) -> Self {
        Self { effect: Effect::Places, ..self }
    }

    /// Its slider moves in ratios.
    pub const fn logarithmic(self) -> Self {
        Self { logarithmic: true, ..self }
    }

    #[doc(hidden)]
    pub const fn named(self, key: &'static str, section: &'static str) -> Self {
        Self { key, section, ..self }
    }

    /// The nearest legal value: clamped to the range, rounded where only whole numbers make
    /// sense. `None` for NaN and infinities, which have no nearest value.
    pub fn validate(&self, value: f32) -> Option<f32> {
        if !value.is_finite() {
            return None;
        }
        let clamped = value.clamp(self.min, self.max);
        let legal = match self.kind {
            Kind::Float => clamped,
            Kind::Int | Kind::Bool | Kind::Choice(_) => clamped.round(),
        };
        // -0 would compare equal to 0 and yet print, link and hash differently.
        Some(legal + 0.0)
    }

    /// The value as a link writes it: shortest decimal that reads back exactly, or a choice's key.
    pub fn write(&self, value: f32) -> String {
        match self.kind {
            Kind::Choice(choices) => choices
                .get(value as usize)
                .map_or_else(|| value.to_string(), |choice| choice.key.to_string()),
            Kind::Bool => if value == 0.0 { "off" } else { "on" }.to_string(),
            Kind::Float | Kind::Int => value.to_string(),
        }
    }

    /// Reads what [`write`](Self::write) wrote, and validates it.
    pub fn read(&self, text: &str) -> Result<Reading, ReadError> {
        match self.kind {
            Kind::Choice(choices) => choices
                .iter()
                .position(|choice| choice.key == text)
                .map(|index| Reading { value: index as f32, clamped: false })
                .ok_or(ReadError::NoSuchChoice),
            Kind::Bool => match text {
                "on" | "1" | "true" => Ok(Reading { value: 1.0, clamped: false }),
                "off" | "0" | "false" => Ok(Reading { value: 0.0, clamped: false }),
                _ => Err(ReadError::NoSuchChoice),
            },
            Kind::Float | Kind::Int => {
                let raw: f32 = text.parse().map_err(|_| ReadError::NotANumber)?;
                let value = self.validate(raw).ok_or(ReadError::NotFinite)?;
                Ok(Reading { value, clamped: value != raw })
            }
        }
    }
}

/// A value read from text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// Within the range.
    pub value: f32,
    /// The text named a number outside the range (or between whole numbers).
    pub clamped: bool,
}

/// Why a text is no value of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// It is no number.
    NotANumber,
    /// It is NaN, or larger than any number.
    NotFinite,
    /// It is none of the options.
    NoSuchChoice,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotANumber => "is not a number",
            Self::NotFinite => "is not a finite number",
            Self::NoSuchChoice => "is not one of its options",
        })
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    const SPEED: ParamSpec = ParamSpec::float("Speed", "u/s", 3.0, [0.25, 9.0], 0.1);
    const COUNT: ParamSpec = ParamSpec::int("Count", "", 3, [1, 10]);

    #[test]
    fn a_value_outside_the_range_is_clamped_and_said_so() {
        assert_eq!(SPEED.read("100"), Ok(Reading { value: 9.0, clamped: true }));
        assert_eq!(SPEED.read("2.5"), Ok(Reading { value: 2.5, clamped: false }));
        assert_eq!(COUNT.read("2.4"), Ok(Reading { value: 2.0, clamped: true }));
    }

    #[test]
    fn what_is_no_finite_number_is_refused() {
        for text in ["", "NaN", "inf", "-infinity", "1e99", "0x10", "1,5", "٣"] {
            assert!(SPEED.read(text).is_err(), "{text:?} was read as a speed");
        }
    }

    #[test]
    fn what_is_written_reads_back_exactly() {
        for value in [0.5f32, 0.7 + 0.1, 5.0 / 3.0, 8.999_999] {
            assert_eq!(SPEED.read(&SPEED.write(value)).map(|r| r.value), Ok(value));
        }
    }
}
