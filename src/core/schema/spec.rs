//! Declaration of one parameter, and the conversion of its values from and to text.

use super::{
    ChoiceCondition, ParamChoice, ParamEffect, ParamPrecondition, ParamRegion, PlainControl,
    Trouble, ValueKind,
};
use std::fmt;

/// Everything about a parameter except its value.
#[derive(Clone, Copy, Debug)]
pub struct ParamSpec {
    /// Key of the parameter in links, unique within the world or within one group.
    pub key: &'static str,
    /// Heading in the panel under which the parameter is shown.
    pub section: &'static str,
    /// Label of the parameter on the page.
    pub label: &'static str,
    /// Display unit: `u`, `u/s`, `× L` (lengths of the unit), empty for a plain number.
    pub unit: &'static str,
    /// Kind of the value, which decides the control on the page.
    pub kind: ValueKind,
    /// Smallest value that the parameter can have, in its unit.
    pub min: f32,
    /// Largest value that the parameter can have, in its unit.
    pub max: f32,
    /// Step of the slider, in the parameter's unit. Links may have values between the steps.
    pub step: f32,
    /// Whether equal distances on the slider multiply the value by equal factors.
    pub logarithmic: bool,
    /// Value of the parameter unless a scene sets another one.
    pub default: f32,
    /// One or two sentences that say what the parameter does.
    pub doc: &'static str,
    /// Chapter, example or paper from which the parameter comes.
    pub source: &'static str,
    /// Symbol of the parameter in formulas; see [`symbols_of`](super::symbols_of) for their syntax.
    pub symbol: &'static str,
    /// Formula that defines the parameter; empty if the rule of its behavior defines it.
    pub formula: &'static str,
    /// Region around a unit that the page draws while the parameter's control is used.
    pub region: ParamRegion,
    /// Conditions on sibling parameters under which the parameter has an effect.
    pub when: ChoiceCondition,
    /// Property of a scene without which the parameter has no effect.
    pub needs: ParamPrecondition,
    /// Immediate effect of a change of the value on the world.
    pub effect: ParamEffect,
    /// Whether the page's search for a flock varies the parameter by default, as it shapes a flock.
    pub shapes_flock: bool,
    /// Control of the page's simple panel that shows the parameter, if any.
    pub plain_control: Option<PlainControl>,
    /// Whether the visible effect grows with the square root of the value, as speed with thrust.
    pub root: bool,
    /// Words by which a search on the page finds the parameter, besides those of its plain control.
    pub search_words: &'static str,
    /// Name and unit of the parameter in a paper, if they differ.
    pub paper_name: Option<PaperName>,
    /// Troubles caused by a value far below the scene's own.
    pub too_low: &'static [Trouble],
    /// Troubles caused by a value far above the scene's own.
    pub too_high: &'static [Trouble],
    /// Trouble that a higher value reduces, in any scene.
    pub raised_for: Option<Trouble>,
}

/// Name of a parameter in a paper. Plans and programs accept it; links do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PaperName {
    /// Name of the parameter in the paper.
    pub key: &'static str,
    /// Unit of the values in the paper, from which they are converted.
    pub paper_unit: PaperUnit,
}

/// Unit in which a paper gives a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaperUnit {
    /// The paper gives a length in u; the parameter is in body lengths of the unit.
    Length,
    /// The paper gives a speed in u per tick; the parameter is in u per second.
    Tick,
}

impl PaperUnit {
    /// Label of the paper's unit.
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
        region: ParamRegion::None,
        when: &[],
        needs: ParamPrecondition::Nothing,
        effect: ParamEffect::Nothing,
        shapes_flock: false,
        plain_control: None,
        root: false,
        search_words: "",
        paper_name: None,
        too_low: &[],
        too_high: &[],
        raised_for: None,
    };

    /// Declares a real number: label, unit, default, `[min, max]`, slider step.
    pub(crate) const fn float(
        label: &'static str,
        unit: &'static str,
        default: f32,
        range: [f32; 2],
        step: f32,
    ) -> Self {
        Self { label, unit, default, min: range[0], max: range[1], step, ..Self::EMPTY }
    }

    /// Declares a whole number: label, unit, default, `[min, max]`.
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

    /// Declares an on/off switch.
    pub(crate) const fn switch(label: &'static str, default: bool) -> Self {
        Self { kind: ValueKind::Bool, label, default: default as u8 as f32, ..Self::EMPTY }
    }

    /// Declares a choice among options; `default` is the index of one.
    pub(crate) const fn choice(
        label: &'static str,
        choices: &'static [ParamChoice],
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

    /// Declares the weight of a behavior, a factor of its force: 1 is the source's force, 0 is off.
    pub const fn weight(label: &'static str, default: f32) -> Self {
        Self::float(label, "×", default, [0.0, 10.0], 0.05).logarithmic()
    }

    /// Sets the largest value of the parameter.
    pub(crate) const fn up_to(self, max: f32) -> Self {
        Self { max, ..self }
    }

    /// Sets the description of the parameter.
    pub(crate) const fn doc(self, doc: &'static str) -> Self {
        Self { doc, ..self }
    }

    /// Sets the parameter's symbol in the printed formula of its behavior's rule.
    pub(crate) const fn symbol(self, symbol: &'static str) -> Self {
        Self { symbol, ..self }
    }

    /// Sets the symbol and a formula that contains it.
    pub(crate) const fn formula(self, symbol: &'static str, formula: &'static str) -> Self {
        Self { symbol, formula, ..self }
    }

    /// Sets the source of the parameter.
    pub(crate) const fn source(self, source: &'static str) -> Self {
        Self { source, ..self }
    }

    /// Sets the region around a unit that the page draws while the parameter's control is used.
    pub(crate) const fn with_region(self, region: ParamRegion) -> Self {
        Self { region, ..self }
    }

    /// Sets the conditions on sibling parameters under which the parameter has an effect.
    pub(crate) const fn when(self, when: ChoiceCondition) -> Self {
        Self { when, ..self }
    }

    /// Sets the property of a scene without which the parameter has no effect.
    pub(crate) const fn needs(self, needs: ParamPrecondition) -> Self {
        Self { needs, ..self }
    }

    /// Declares that a change of the value rebuilds the scenery or the units.
    pub(crate) const fn changes_shape(self) -> Self {
        Self { effect: ParamEffect::ChangesShape, ..self }
    }

    /// Declares that a change of the value places all units again at tick 0; later, it takes effect
    /// at the next restart.
    pub(crate) const fn places_units(self) -> Self {
        Self { effect: ParamEffect::PlacesUnits, ..self }
    }

    /// Declares that a change of the value gives groups that go to a site but name none the first
    /// site.
    pub(crate) const fn fills_goal_sites(self) -> Self {
        Self { effect: ParamEffect::FillsGoalSites, ..self }
    }

    /// Declares that the page's search for a flock varies the parameter by default.
    pub(crate) const fn shapes(self) -> Self {
        Self { shapes_flock: true, ..self }
    }

    /// Makes the parameter's slider logarithmic.
    pub(crate) const fn logarithmic(self) -> Self {
        Self { logarithmic: true, ..self }
    }

    /// Sets the control of the page's simple panel that shows the parameter.
    pub(crate) const fn plain(self, plain: PlainControl) -> Self {
        Self { plain_control: Some(plain), ..self }
    }

    /// Declares that the parameter's visible effect grows with its square root.
    pub(crate) const fn square_root(self) -> Self {
        Self { root: true, ..self }
    }

    /// Sets the words by which a search on the page finds the parameter.
    pub(crate) const fn words(self, words: &'static str) -> Self {
        Self { search_words: words, ..self }
    }

    /// Sets the parameter's name in a paper and that paper's unit.
    pub(crate) const fn with_paper_name(self, key: &'static str, per: PaperUnit) -> Self {
        Self { paper_name: Some(PaperName { key, paper_unit: per }), ..self }
    }

    /// Sets the troubles caused by a value far below the scene's own.
    pub(crate) const fn too_low(self, too_low: &'static [Trouble]) -> Self {
        Self { too_low, ..self }
    }

    /// Sets the troubles caused by a value far above the scene's own.
    pub(crate) const fn too_high(self, too_high: &'static [Trouble]) -> Self {
        Self { too_high, ..self }
    }

    /// Sets the trouble that a higher value reduces.
    pub(crate) const fn raised_against(self, trouble: Trouble) -> Self {
        Self { raised_for: Some(trouble), ..self }
    }

    /// Sets the parameter's key and its heading in the panel.
    pub const fn with_key_and_section(self, key: &'static str, section: &'static str) -> Self {
        Self { key, section, ..self }
    }

    /// Returns the nearest valid value: clamped to the range and rounded to a whole number where
    /// needed. `None` for NaN and infinities.
    pub fn validate(&self, value: f32) -> Option<f32> {
        if !value.is_finite() {
            return None;
        }
        let was_clamped = value.clamp(self.min, self.max);
        let legal = match self.kind {
            ValueKind::Float => was_clamped,
            ValueKind::Int | ValueKind::Bool | ValueKind::Choice(_) => was_clamped.round(),
        };
        // -0 equals 0 but would be written, linked and hashed differently.
        Some(legal + 0.0)
    }

    /// Returns the value as links write it: the shortest exact decimal, or the key of a choice.
    pub fn format_value(&self, value: f32) -> String {
        match self.kind {
            ValueKind::Choice(choices) => choices
                .get(value as usize)
                .map_or_else(|| value.to_string(), |choice| choice.key.to_string()),
            ValueKind::Bool => if value == 0.0 { "off" } else { "on" }.to_string(),
            ValueKind::Float | ValueKind::Int => value.to_string(),
        }
    }

    /// Reads a value in the notation of [`format_value`](Self::format_value), and validates it.
    ///
    /// # Errors
    /// Returns why the text is not a value. Numbers outside the range are clamped instead.
    pub fn parse_value(&self, text: &str) -> Result<ParsedValue, ParamReadError> {
        match self.kind {
            ValueKind::Choice(choices) => choices
                .iter()
                .position(|choice| choice.key == text)
                .map(|index| ParsedValue { value: index as f32, was_clamped: false })
                .ok_or(ParamReadError::NoSuchChoice),
            ValueKind::Bool => match text {
                "on" | "1" | "true" => Ok(ParsedValue { value: 1.0, was_clamped: false }),
                "off" | "0" | "false" => Ok(ParsedValue { value: 0.0, was_clamped: false }),
                _ => Err(ParamReadError::NoSuchChoice),
            },
            ValueKind::Float | ValueKind::Int => {
                let raw = text.parse().map_err(|_| ParamReadError::NotANumber)?;
                if self.kind == ValueKind::Int && has_digit_groups(text) {
                    return Err(ParamReadError::HasDigitGroups);
                }
                let value = self.validate(raw).ok_or(ParamReadError::NotFinite)?;
                Ok(ParsedValue { value, was_clamped: value != raw })
            }
        }
    }
}

/// Whether dots may separate thousands: 10.000 is ten thousand in some countries, else ten.
fn has_digit_groups(text: &str) -> bool {
    let is_group = |part: &str| part.len() == 3 && part.bytes().all(|byte| byte.is_ascii_digit());
    text.split_once('.').is_some_and(|(_, rest)| rest.split('.').all(is_group))
}

/// Value of a parameter, read from a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParsedValue {
    /// Value as the parameter can have it: clamped to its range and, for whole numbers, rounded.
    pub value: f32,
    /// Whether the number in the text was outside the range or not whole.
    pub was_clamped: bool,
}

/// Reason why a text is not a value of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamReadError {
    /// The text is not a number.
    NotANumber,
    /// The text is NaN, an infinity, or too large for a number.
    NotFinite,
    /// The text is not the key of an option.
    NoSuchChoice,
    /// The text is ambiguous: dots may separate thousands.
    HasDigitGroups,
}

impl fmt::Display for ParamReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotANumber => "is not a number",
            Self::NotFinite => "is not a finite number",
            Self::NoSuchChoice => "is not one of its options",
            Self::HasDigitGroups => "may be a thousand times as much: write it without the point",
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
        assert_eq!(SPEED.parse_value("100"), Ok(ParsedValue { value: 9.0, was_clamped: true }));
        assert_eq!(SPEED.parse_value("2.5"), Ok(ParsedValue { value: 2.5, was_clamped: false }));
        assert_eq!(COUNT.parse_value("2.4"), Ok(ParsedValue { value: 2.0, was_clamped: true }));
        // Ten in some countries, ten thousand in others.
        assert_eq!(COUNT.parse_value("10.000"), Err(ParamReadError::HasDigitGroups));
        assert_eq!(SPEED.parse_value("2.000"), Ok(ParsedValue { value: 2.0, was_clamped: false }));
    }

    #[test]
    fn what_is_no_finite_number_is_refused() {
        for text in ["", "NaN", "inf", "-infinity", "1e99", "0x10", "1,5", "٣"] {
            assert!(SPEED.parse_value(text).is_err(), "{text:?} was read as a speed");
        }
    }

    #[test]
    fn what_is_written_reads_back_exactly() {
        for value in [0.5f32, 0.7 + 0.1, 5.0 / 3.0, 8.999_999] {
            assert_eq!(SPEED.parse_value(&SPEED.format_value(value)).map(|r| r.value), Ok(value));
        }
    }
}
