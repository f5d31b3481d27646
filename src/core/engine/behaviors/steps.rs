//! Lists of control steps written as text, such as `ahead 200, port 90` (book, ch. 3).
//!
//! Flight patterns and the instructions of tile walkers use this parser with different verbs.

use crate::schema::texts::{parse_list, parse_number_in, quote};
use std::fmt;

/// Effect of a control step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StepAction {
    /// The unit moves forward (1), backward (-1) or not at all (0).
    Move(i32),
    /// The unit turns to port (-1) or starboard (1).
    Turn(i32),
    /// The step sets the share of the thrust that the following steps use.
    Speed,
    /// The unit fires once, if its group has a gun.
    Fire,
}

/// Unit of measurement of the number in a control step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AmountUnit {
    Degrees,
    /// The number of the control step is a distance, u.
    Length,
    /// The number of the control step is a percentage of the thrust.
    Percent,
    /// The number of the control step is a count of moves from tile to tile.
    Moves,
}

impl AmountUnit {
    /// Suffix that follows a number in this unit, such as `deg`; empty if it has none.
    fn suffix(self) -> &'static str {
        ["deg", "u", "", ""][self as usize]
    }
}

/// Number that may follow a verb in a control step: its unit, range and default.
#[derive(Debug)]
pub(super) struct StepAmount {
    pub unit: AmountUnit,
    pub range: [f32; 2],
    /// Number of which the amount has to be a multiple; 0 allows any.
    pub multiple_of: f32,
    /// Amount of a step that is written without a number; `None` if a number has to be written.
    pub default: Option<f32>,
}

/// Verb of control steps: its word, its effect, and the numbers that can follow it. A number
/// without a unit is in the unit of the first one.
pub(super) type StepVerb = (&'static str, StepAction, &'static [StepAmount]);

/// Control step of a list: a verb and its number.
#[derive(Clone, Copy, Debug)]
pub(super) struct ControlStep {
    verb: &'static StepVerb,
    pub unit: AmountUnit,
    /// Number after the verb, in `unit`; 1 move for a verb that takes no number.
    pub amount: f32,
}

impl ControlStep {
    fn parse_step(verbs: &'static [StepVerb], text: &str) -> Result<Self, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let Some(verb) = verbs.iter().find(|verb| words.first() == Some(&verb.0)) else {
            let known: Vec<&str> = verbs.iter().map(|verb| verb.0).collect();
            return Err(format!("a step begins with {}.", known.join(" or ")));
        };
        let amount = match (verb.2, &words[1..]) {
            ([], []) => return Ok(Self { verb, unit: AmountUnit::Moves, amount: 1.0 }),
            ([first, ..], [] | [_]) => first,
            (amounts @ [_, ..], [_, unit]) => {
                let found = amounts.iter().find(|amount| amount.unit.suffix() == *unit);
                found.ok_or_else(|| format!("{} is no unit of {}.", quote(unit), verb.0))?
            }
            _ => return Err("there is one word too many.".to_string()),
        };
        let [low, high] = amount.range;
        let missing = || format!("a number is missing, as in “{} 90”.", verb.0);
        let value = match words.get(1) {
            Some(text) => parse_number_in(text, low, high)?,
            None => amount.default.ok_or_else(missing)?,
        };
        if amount.multiple_of > 0.0 && value % amount.multiple_of != 0.0 {
            return Err(format!("the number is a multiple of {}.", amount.multiple_of));
        }
        Ok(Self { verb, unit: amount.unit, amount: value })
    }

    pub fn action(&self) -> StepAction {
        self.verb.1
    }

    /// Side to which the step turns: -1 port, 1 starboard, 0 neither.
    pub fn side(&self) -> i32 {
        if let StepAction::Turn(side) = self.action() { side } else { 0 }
    }
}

impl fmt::Display for ControlStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.verb {
            (word, _, []) => write!(f, "{word}"),
            (word, _, [first, ..]) if first.unit == self.unit => {
                write!(f, "{word} {}", self.amount)
            }
            (word, ..) => write!(f, "{word} {} {}", self.amount, self.unit.suffix()),
        }
    }
}

/// Reads a list of control steps, separated by commas.
///
/// # Errors
///
/// A sentence that says which step is invalid and why.
pub(super) fn read_steps(
    verbs: &'static [StepVerb],
    text: &str,
) -> Result<Vec<ControlStep>, String> {
    parse_list(text, "Step", |step| ControlStep::parse_step(verbs, step))
}

/// Implements the text functions of `Params` for a behavior with the fields `steps` (a list of
/// control steps) and `unit_progress`. `$restart` resets a unit's progress to the first step.
macro_rules! steps_as_text {
    ($verbs:expr, $restart:expr) => {
        fn texts(&self) -> &'static [TextSpec] {
            Self::TEXTS
        }
        fn text(&self, _index: usize) -> String {
            self.steps.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
        }
        fn set_text(&mut self, _index: usize, text: &str) -> Result<(), String> {
            self.steps = read_steps($verbs, text)?;
            self.unit_progress.iter_mut().for_each($restart);
            Ok(())
        }
        fn check_text(&self, _index: usize, text: &str) -> Result<(), String> {
            read_steps($verbs, text).map(drop)
        }
    };
}
pub(super) use steps_as_text;

#[cfg(test)]
mod tests {
    use crate::engine::behaviors::{Pattern, TileProgram};
    use crate::schema::Params;

    fn both() -> [Box<dyn Params>; 2] {
        [Box::new(Pattern::default()), Box::new(TileProgram::default())]
    }

    #[test]
    fn steps_read_back_as_written() {
        for mut behavior in both() {
            for preset in behavior.texts()[0].presets {
                behavior.set_text(0, preset.text).expect("presets make sense");
                assert_eq!(behavior.text(0), preset.text, "{}", preset.label);
            }
        }
        let loose = [
            "  ahead  12.50\nport 90 deg;starboard 7 u; fire; speed  37.5; speed 7",
            "forward;left\nbackward 2; fire",
        ];
        let written = [
            "ahead 12.5, port 90, starboard 7 u, fire, speed 37.5, speed 7",
            "forward 1, left 90, backward 2, fire",
        ];
        for ((mut behavior, loose), written) in both().into_iter().zip(loose).zip(written) {
            behavior.set_text(0, loose).expect("these steps make sense");
            assert_eq!(behavior.text(0), written);
        }
    }

    #[test]
    fn however_briefly_steps_were_written_their_own_spelling_is_not_too_long_to_read_back() {
        let [mut pattern, _] = both();
        for (step, count) in [("starboard 1e4 u", 37), ("starboard 1234.567 u", 40)] {
            pattern.set_text(0, &vec![step; count].join(";")).expect("these steps make sense");
            let text = pattern.text(0);
            assert_eq!(pattern.set_text(0, &text), Ok(()), "{} bytes", text.len());
            assert_eq!(pattern.text(0), text);
        }
    }

    #[test]
    fn a_bad_step_is_named_and_leaves_the_list_as_it_was() {
        let bad: [&[&str]; 2] = [
            &[
                "", "up 3", "port", "port x", "ahead 5 deg", "port 9 u 9", "port -1", "ahead 1e9",
                "fire 2", "speed", "speed -1", "speed 5 u", "forward 2",
            ],
            &[
                "", "up", "forward 0", "forward 1.5", "left 30", "right 90 9", "left 405",
                "fire 2", "ahead 9",
            ],
        ];
        for (mut behavior, texts) in both().into_iter().zip(bad) {
            let before = behavior.text(0);
            for text in texts {
                let error = behavior.set_text(0, text).expect_err(text);
                assert!(text.is_empty() || error.contains(text), "{text:?}: {error}");
            }
            assert_eq!(behavior.text(0), before);
        }
    }
}
