//! The declaration of one parameter: how it is written down, and which values it takes.

use super::{Choice, Effect, Plain, Precondition, Region, Trouble, ValueKind, When};
use std::fmt;

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
    pub kind: ValueKind,
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
    /// The letter or word that stands for it in formulas; see [`symbols_of`](super::symbols_of).
    pub symbol: &'static str,
    /// What it does, as a formula: see [`symbols_of`](super::symbols_of) for how it is written. Empty
    /// where a rule says it.
    pub formula: &'static str,
    /// What is drawn while its control is used.
    pub region: Region,
    /// When it matters.
    pub when: When,
    /// What a scene must have for it to matter at all.
    pub needs: Precondition,
    /// What a change does at once.
    pub effect: Effect,
    /// It shapes a flock: a search may change it unless the wish says otherwise.
    pub shapes: bool,
    /// The plain control that it stands behind, if any.
    pub plain: Option<Plain>,
    /// What one sees goes with its square root: twice as fast takes four times the thrust.
    pub root: bool,
    /// Search words for it, besides those of its plain control.
    pub words: &'static str,
    /// Its name in a paper, which has it in another unit.
    pub alias: Option<Alias>,
    /// What goes wrong where it is far below the scene's own value.
    pub too_low: &'static [Trouble],
    /// What goes wrong where it is far above it.
    pub too_high: &'static [Trouble],
    /// The trouble that raising it helps against, in any scene.
    pub raised_against: Option<Trouble>,
}

/// The name that a paper has for a parameter. Plans and programs take it; links do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alias {
    /// The name.
    pub key: &'static str,
    /// How the paper's values differ.
    pub per: Per,
}

/// How a paper measures what is declared in another unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Per {
    /// In u, what is declared in lengths of a unit.
    Length,
    /// Per tick, what is declared per second.
    Tick,
}

impl Per {
    /// The unit of the paper's values.
    pub fn unit(self) -> &'static str {
        match self {
            Self::Length => "u",
            Self::Tick => "u per tick",
        }
    }
}

impl ParamSpec {
    const EMPTY: Self = Self {
        key: "",
        section: "",
        label: "",
        unit: "",
        kind: ValueKind::Float,
        min: 0.0,
        max: 1.0,
        step: 1.0,
        logarithmic: false,
        default: 0.0,
        doc: "",
        source: "",
        symbol: "",
        formula: "",
        region: Region::None,
        when: &[],
        needs: Precondition::Nothing,
        effect: Effect::Nothing,
        shapes: false,
        plain: None,
        root: false,
        words: "",
        alias: None,
        too_low: &[],
        too_high: &[],
        raised_against: None,
    };

    /// A real number: label, unit, default, `[min, max]`, slider step.
    pub(crate) const fn float(
        label: &'static str,
        unit: &'static str,
        default: f32,
        range: [f32; 2],
        step: f32,
    ) -> Self {
        Self { label, unit, default, min: range[0], max: range[1], step, ..Self::EMPTY }
    }

    /// A whole number: label, unit, default, `[min, max]`.
    pub(crate) const fn int(
        label: &'static str,
        unit: &'static str,
        default: u32,
        range: [u32; 2],
    ) -> Self {
        Self {
            kind: ValueKind::Int,
            label,
            unit,
            default: default as f32,
            min: range[0] as f32,
            max: range[1] as f32,
            ..Self::EMPTY
        }
    }

    /// An on/off switch.
    pub(crate) const fn switch(label: &'static str, default: bool) -> Self {
        Self { kind: ValueKind::Bool, label, default: default as u8 as f32, ..Self::EMPTY }
    }

    /// One of several options; `default` is an index.
    pub(crate) const fn choice(
        label: &'static str,
        choices: &'static [Choice],
        default: usize,
    ) -> Self {
        Self {
            kind: ValueKind::Choice(choices),
            label,
            default: default as f32,
            max: (choices.len() - 1) as f32,
            ..Self::EMPTY
        }
    }

    /// A behavior's weight: multiplies its force, 1 as in the source, 0 switches it off.
    pub const fn weight(label: &'static str, default: f32) -> Self {
        Self::float(label, "×", default, [0.0, 10.0], 0.05).logarithmic()
    }

    /// Its greatest value is another.
    pub(crate) const fn up_to(self, max: f32) -> Self {
        Self { max, ..self }
    }

    /// What it does, in one or two sentences.
    pub(crate) const fn doc(self, doc: &'static str) -> Self {
        Self { doc, ..self }
    }

    /// Its symbol in the formula that is printed of its behavior's rule.
    pub(crate) const fn symbol(self, symbol: &'static str) -> Self {
        Self { symbol, ..self }
    }

    /// Its symbol, and a formula that contains it.
    pub(crate) const fn formula(self, symbol: &'static str, formula: &'static str) -> Self {
        Self { symbol, formula, ..self }
    }

    /// Where it comes from.
    pub(crate) const fn source(self, source: &'static str) -> Self {
        Self { source, ..self }
    }

    /// What is drawn while its control is used.
    pub(crate) const fn shows(self, region: Region) -> Self {
        Self { region, ..self }
    }

    /// When it matters.
    pub(crate) const fn when(self, when: When) -> Self {
        Self { when, ..self }
    }

    /// What a scene must have for it to matter at all.
    pub(crate) const fn needs(self, needs: Precondition) -> Self {
        Self { needs, ..self }
    }

    /// A change takes effect on the scenery or on the units.
    pub(crate) const fn reshapes(self) -> Self {
        Self { effect: Effect::Reshapes, ..self }
    }

    /// A change places the units anew, at tick 0.
    pub(crate) const fn places(self) -> Self {
        Self { effect: Effect::Places, ..self }
    }

    /// It shapes a flock, besides what stands behind the plain controls.
    pub(crate) const fn shapes(self) -> Self {
        Self { shapes: true, ..self }
    }

    /// Its slider moves in ratios.
    pub(crate) const fn logarithmic(self) -> Self {
        Self { logarithmic: true, ..self }
    }

    /// The plain control that it stands behind.
    pub(crate) const fn plain(self, plain: Plain) -> Self {
        Self { plain: Some(plain), ..self }
    }

    /// What one sees goes with its square root.
    pub(crate) const fn rooted(self) -> Self {
        Self { root: true, ..self }
    }

    /// Search words for it.
    pub(crate) const fn words(self, words: &'static str) -> Self {
        Self { words, ..self }
    }

    /// Its name in a paper, and how that paper measures it.
    pub(crate) const fn called(self, key: &'static str, per: Per) -> Self {
        Self { alias: Some(Alias { key, per }), ..self }
    }

    /// What goes wrong where it is far below the scene's own value.
    pub(crate) const fn too_low(self, too_low: &'static [Trouble]) -> Self {
        Self { too_low, ..self }
    }

    /// What goes wrong where it is far above the scene's own value.
    pub(crate) const fn too_high(self, too_high: &'static [Trouble]) -> Self {
        Self { too_high, ..self }
    }

    /// The trouble that raising it helps against, in any scene.
    pub(crate) const fn raised_against(self, trouble: Trouble) -> Self {
        Self { raised_against: Some(trouble), ..self }
    }

    /// Its key, and the heading under which it stands.
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
            ValueKind::Float => clamped,
            ValueKind::Int | ValueKind::Bool | ValueKind::Choice(_) => clamped.round(),
        };
        // -0 would compare equal to 0 and yet print, link and hash differently.
        Some(legal + 0.0)
    }

    /// The value as a link writes it: shortest decimal that reads back exactly, or a choice's key.
    pub fn write(&self, value: f32) -> String {
        match self.kind {
            ValueKind::Choice(choices) => choices
                .get(value as usize)
                .map_or_else(|| value.to_string(), |choice| choice.key.to_string()),
            ValueKind::Bool => if value == 0.0 { "off" } else { "on" }.to_string(),
            ValueKind::Float | ValueKind::Int => value.to_string(),
        }
    }

    /// Reads what [`write`](Self::write) wrote, and validates it.
    ///
    /// # Errors
    /// Why the text is no value. A number outside the range is no error: it is clamped.
    pub fn read(&self, text: &str) -> Result<ParsedValue, ReadError> {
        match self.kind {
            ValueKind::Choice(choices) => choices
                .iter()
                .position(|choice| choice.key == text)
                .map(|index| ParsedValue { value: index as f32, clamped: false })
                .ok_or(ReadError::NoSuchChoice),
            ValueKind::Bool => match text {
                "on" | "1" | "true" => Ok(ParsedValue { value: 1.0, clamped: false }),
                "off" | "0" | "false" => Ok(ParsedValue { value: 0.0, clamped: false }),
                _ => Err(ReadError::NoSuchChoice),
            },
            ValueKind::Float | ValueKind::Int => {
                let raw = text.parse().map_err(|_| ReadError::NotANumber)?;
                if self.kind == ValueKind::Int && is_grouped(text) {
                    return Err(ReadError::Grouped);
                }
                let value = self.validate(raw).ok_or(ReadError::NotFinite)?;
                Ok(ParsedValue { value, clamped: value != raw })
            }
        }
    }
}

/// Whether points may stand between thousands, as in 10.000, which elsewhere is ten.
fn is_grouped(text: &str) -> bool {
    let is_group = |part: &str| part.len() == 3 && part.bytes().all(|byte| byte.is_ascii_digit());
    text.split_once('.').is_some_and(|(_, rest)| rest.split('.').all(is_group))
}

/// A value read from text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParsedValue {
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
    /// It may be a thousand times as much.
    Grouped,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotANumber => "is not a number",
            Self::NotFinite => "is not a finite number",
            Self::NoSuchChoice => "is not one of its options",
            Self::Grouped => "may be a thousand times as much: write it without the point",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPEED: ParamSpec = ParamSpec::float("Speed", "u/s", 3.0, [0.25, 9.0], 0.1);
    const COUNT: ParamSpec = ParamSpec::int("Count", "", 3, [1, 10]);

    #[test]
    fn a_value_outside_the_range_is_clamped_and_said_so() {
        assert_eq!(SPEED.read("100"), Ok(ParsedValue { value: 9.0, clamped: true }));
        assert_eq!(SPEED.read("2.5"), Ok(ParsedValue { value: 2.5, clamped: false }));
        assert_eq!(COUNT.read("2.4"), Ok(ParsedValue { value: 2.0, clamped: true }));
        // Ten in one country, ten thousand in another.
        assert_eq!(COUNT.read("10.000"), Err(ReadError::Grouped));
        assert_eq!(SPEED.read("2.000"), Ok(ParsedValue { value: 2.0, clamped: false }));
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
