//! Type of a course step, and the parser of its text file.

use crate::insight::measures::Measure;
use crate::objectives::Objective;

/// Question with choices that the learner answers before seeing the run's result.
#[derive(Clone, Debug, PartialEq)]
pub struct PredictionQuestion {
    /// The question, which ends in a question mark.
    pub question: String,
    /// Answers to choose from, at least two.
    pub choices: Vec<String>,
    /// Index of the right answer in `choices`.
    pub right_choice: usize,
    /// Explanation that is shown after a choice.
    pub explanation: String,
}

/// Rule by which a challenge (a step rated by a score) is scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChallengeScore {
    /// Quantity that the score measures.
    pub quantity: ScoredQuantity,
    /// Whether a larger score is better.
    pub is_larger_better: bool,
}

/// Quantity that the score of a challenge measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoredQuantity {
    /// Mean of a measure (its index) over the step's time.
    MeasureMean(usize),
    /// Value of a measure (its index) at the end of the step's time.
    MeasureAtEnd(usize),
    /// Time at which all goals have held for long enough, s.
    SolvingTime,
    /// Number of characters in the written rules, in canonical spelling.
    RuleLength,
}

/// Required lead of the right solution over the unchanged run and the naive (`plain`) solution, in
/// means over seeds of a measure at the end of the step's time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolutionMargin {
    /// Index in the step's goals of the goal whose measure is compared.
    pub goal_index: usize,
    /// Required difference, in units of the measure; negative if smaller values are better.
    pub min_difference: f64,
}

/// Question about a marked bird at the tick that the step's link opens at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarkedBird {
    /// Id of the marked bird.
    pub id: usize,
    pub question: BirdQuestion,
}

/// Kind of a question about a bird.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BirdQuestion {
    /// Asks which behavior turns the bird fastest.
    StrongestBehavior,
    /// Asks without which behavior the bird would end farthest from its actual position.
    MostMissedBehavior,
    /// Asks to which side the bird turns: left, straight on, or right.
    TurnSide,
}

impl MarkedBird {
    fn read(said: &str) -> Result<Self, String> {
        const EXPECTED: &str = "it is “NUMBER turns”, “NUMBER without” or “NUMBER side”";
        let (id, ask) = said.split_once(' ').ok_or(EXPECTED)?;
        let ask = match ask {
            "turns" => BirdQuestion::StrongestBehavior,
            "without" => BirdQuestion::MostMissedBehavior,
            "side" => BirdQuestion::TurnSide,
            _ => return Err(EXPECTED.into()),
        };
        Ok(Self { id: id.parse().map_err(|_| EXPECTED)?, question: ask })
    }
}

impl ChallengeScore {
    fn read(said: &str) -> Result<Self, String> {
        const EXPECTED: &str =
            "least or most, and “mean” or “end” with a measure, “time” or “letters”";
        let (side, of) = said.split_once(' ').ok_or(EXPECTED)?;
        let most = match side {
            "least" => false,
            "most" => true,
            _ => return Err(EXPECTED.into()),
        };
        let of = match of.split_once(' ') {
            Some(("mean", key)) => ScoredQuantity::MeasureMean(measure_index(key)?),
            Some(("end", key)) => ScoredQuantity::MeasureAtEnd(measure_index(key)?),
            None if of == "time" => ScoredQuantity::SolvingTime,
            None if of == "letters" => ScoredQuantity::RuleLength,
            _ => return Err(EXPECTED.into()),
        };
        Ok(Self { quantity: of, is_larger_better: most })
    }

    /// Writes the score in the notation of step files, such as `least time`.
    pub fn write(self) -> String {
        let side = if self.is_larger_better { "most" } else { "least" };
        let of = match self.quantity {
            ScoredQuantity::MeasureMean(measure) => format!("mean {}", Measure::at(measure).key),
            ScoredQuantity::MeasureAtEnd(measure) => format!("end {}", Measure::at(measure).key),
            ScoredQuantity::SolvingTime => "time".to_string(),
            ScoredQuantity::RuleLength => "letters".to_string(),
        };
        format!("{side} {of}")
    }
}

/// A step of the course: its texts, its initial run, and the conditions that solve it.
#[derive(Clone, Debug, PartialEq)]
pub struct CourseStep {
    /// Name of the step in links: the file name without its number.
    pub key: String,
    pub title: String,
    /// Chapter that the step belongs to. The steps of a chapter are adjacent.
    pub chapter: String,
    pub source: String,
    /// Link of the step's initial run, without an address.
    pub link: String,
    /// Keys of the parameters that a solution may change.
    pub allowed_keys: Vec<String>,
    /// Key of the behavior whose rule the step shows; `None`: no rule.
    pub shown_rule: Option<String>,
    /// Question that is asked before the step can be tried.
    pub prediction: Option<PredictionQuestion>,
    /// One sentence that says what to do.
    pub task: String,
    /// Bands in which the measures have to lie.
    pub goals: Vec<Objective>,
    /// Time for which all goals have to hold without a break, s of the run.
    pub hold_seconds: f64,
    /// Time over which the goals' values are averaged, s.
    pub mean_seconds: f64,
    /// Time that a change is given to take effect before the goals are judged, s.
    pub settle_seconds: f64,
    /// Time of the run by which the goals have to hold, s.
    pub max_seconds: f64,
    /// Whether a change restarts the run, because earlier events would decide its result.
    pub restarts_on_change: bool,
    /// Scoring of the step, if it is a challenge.
    pub score: Option<ChallengeScore>,
    /// Key of the built-in behavior with which the learner's rule has to agree; `None`: no rule.
    pub agreeing_behavior: Option<String>,
    /// Hints: index of a measure, `true` for values above the band or `false` for below, text.
    pub hints: Vec<(usize, bool, String)>,
    /// Changes that solve the step, written as in links.
    pub right_solution: String,
    /// Changes that do not solve the step, written as in links.
    pub wrong_solution: String,
    /// Further right solutions, each with the reason why it is right.
    pub also_right: Vec<(String, String)>,
    /// Naive solution: changes of a learner who has not understood the step; may be empty.
    pub plain_solution: String,
    /// Required lead, in a measure, of the right solution over the unchanged run and the naive
    /// solution; `None`: not checked.
    pub margin: Option<SolutionMargin>,
    /// Question about a marked bird, if the step has one.
    pub bird: Option<MarkedBird>,
    /// Checks of the prediction's explanation, as [`super::ClaimCheck::read`] reads them.
    pub explanation_checks: Vec<String>,
    /// Paragraphs of the step's text; `{key}` stands for the value of a parameter.
    pub paragraphs: Vec<String>,
}

/// Index of the measure with this key.
fn measure_index(key: &str) -> Result<usize, String> {
    Measure::index(key).ok_or_else(|| format!("there is no measure “{key}”"))
}

fn parse_seconds(text: &str) -> Result<f64, String> {
    let value = text.parse::<f64>().ok().filter(|value| (0.5..=600.0).contains(value));
    value.ok_or_else(|| format!("“{text}” is no time from 0.5 to 600 s"))
}

impl CourseStep {
    /// Parses a step file: lines `key: value`, an empty line, and the text. `name`: file name.
    pub fn read(name: &str, file: &str) -> Result<Self, String> {
        Self::parse(name, file).map_err(|why| format!("{name}: {why}."))
    }

    fn parse(name: &str, file: &str) -> Result<Self, String> {
        let (head, text) =
            file.split_once("\n\n").ok_or("there is no empty line before the text")?;
        let stem = name.trim_end_matches(".txt");
        let (_, key) = stem.split_once('-').ok_or("a name is a number, a hyphen, and the key")?;
        let mut step = Self {
            key: key.into(),
            title: String::new(),
            chapter: String::new(),
            source: String::new(),
            link: String::new(),
            allowed_keys: Vec::new(),
            shown_rule: None,
            prediction: None,
            task: String::new(),
            goals: Vec::new(),
            hold_seconds: 3.0,
            mean_seconds: 1.0,
            settle_seconds: 5.0,
            max_seconds: 60.0,
            restarts_on_change: false,
            score: None,
            agreeing_behavior: None,
            hints: Vec::new(),
            right_solution: String::new(),
            wrong_solution: String::new(),
            also_right: Vec::new(),
            plain_solution: String::new(),
            margin: None,
            bird: None,
            explanation_checks: Vec::new(),
            paragraphs: text
                .split("\n\n")
                .map(join_lines)
                .filter(|part| !part.is_empty())
                .collect(),
        };
        for line in head.lines() {
            step.read_line(line).map_err(|why| format!("“{line}”: {why}"))?;
        }
        step.check_complete()?;
        Ok(step)
    }

    fn read_line(&mut self, line: &str) -> Result<(), String> {
        if let Some(choice) = line.strip_prefix("- ").or_else(|| line.strip_prefix("* ")) {
            let predict = self.prediction.as_mut().ok_or("a choice comes after its question")?;
            if line.starts_with('*') {
                predict.right_choice = predict.choices.len();
            }
            predict.choices.push(choice.trim().into());
            return Ok(());
        }
        let (key, said) =
            line.split_once(':').ok_or("a line is a key, a colon, and what it says")?;
        let said = said.trim();
        if said.is_empty() {
            return Err("nothing is said".into());
        }
        match key {
            "title" => self.title = said.into(),
            "chapter" => self.chapter = said.into(),
            "source" => self.source = said.into(),
            "link" => self.link = said.into(),
            "touch" => self.allowed_keys = said.split(',').map(|key| key.trim().into()).collect(),
            "rule" => self.shown_rule = Some(said.into()),
            "predict" => {
                let (question, right) = (said.into(), usize::MAX);
                let (choices, because) = (Vec::new(), String::new());
                self.prediction = Some(PredictionQuestion {
                    question,
                    choices,
                    right_choice: right,
                    explanation: because,
                });
            }
            "because" => {
                self.prediction.as_mut().ok_or("there is no question before")?.explanation =
                    said.into();
            }
            "check" => self.explanation_checks.push(said.into()),
            "do" => self.task = said.into(),
            "goal" => self.goals.push(Objective::read(said)?),
            "hold" => self.hold_seconds = parse_seconds(said)?,
            "mean" => self.mean_seconds = parse_seconds(said)?,
            "settle" => self.settle_seconds = parse_seconds(said)?,
            "within" => self.max_seconds = parse_seconds(said)?,
            "restart" if said == "at each change" => self.restarts_on_change = true,
            "restart" => return Err("it is “at each change”".into()),
            "score" => self.score = Some(ChallengeScore::read(said)?),
            "agree" => self.agreeing_behavior = Some(said.into()),
            "right" => self.right_solution = said.into(),
            "wrong" => self.wrong_solution = said.into(),
            "bird" => self.bird = Some(MarkedBird::read(said)?),
            "margin" => {
                let (key, least) =
                    said.split_once(' ').ok_or("it is a goal's measure and a number")?;
                let measure = measure_index(key)?;
                let goal = self.goals.iter().position(|goal| goal.measure_index == measure);
                let goal = goal.ok_or("there is no such goal above")?;
                let least = least.parse().map_err(|_| "a margin is a number")?;
                self.margin = Some(SolutionMargin { goal_index: goal, min_difference: least });
            }
            "plain" => self.plain_solution = said.into(),
            "also" => {
                let (changes, reason) =
                    said.split_once(" because ").ok_or("it is “CHANGES because REASON”")?;
                self.also_right.push((changes.trim().into(), reason.trim().into()));
            }
            _ => {
                let hint = key.strip_prefix("hint ").and_then(|rest| rest.split_once(' '));
                let Some((key, side)) = hint else { return Err("there is no such key".into()) };
                let high = match side {
                    "low" => false,
                    "high" => true,
                    _ => return Err("a hint is for a measure that is low or high".into()),
                };
                self.hints.push((measure_index(key)?, high, said.into()));
            }
        }
        Ok(())
    }

    /// Checks that no text, goal, solution or hint is missing that a step must have.
    fn check_complete(&self) -> Result<(), String> {
        let Self {
            title,
            chapter,
            source,
            link,
            task,
            right_solution: right,
            wrong_solution: wrong,
            ..
        } = self;
        for (name, said) in [
            ("title", title),
            ("chapter", chapter),
            ("source", source),
            ("link", link),
            ("do", task),
        ] {
            if said.is_empty() {
                return Err(format!("there is no {name}"));
            }
        }
        if self.paragraphs.is_empty() {
            return Err("there is no text".into());
        }
        if self.bird.is_some() {
            return match (
                &self.prediction,
                self.goals.is_empty() && self.agreeing_behavior.is_none(),
            ) {
                (None, _) => Err("a bird is asked about, and there is no question".into()),
                (_, false) => Err("what is asked about a bird has no other goal".into()),
                _ => self.check_prediction(),
            };
        }
        if self.goals.is_empty() && self.score.is_none() && self.agreeing_behavior.is_none() {
            return Err("there is neither a goal nor a score, and nothing to agree with".into());
        }
        if !self.goals.is_empty() && self.score.is_none() && self.margin.is_none() {
            return Err("no margin says by how much the right solution is better".into());
        }
        if right.is_empty() || wrong.is_empty() {
            return Err("a right solution and a wrong one are missing".into());
        }
        self.check_prediction()?;
        for Objective { measure_index: measure, low, high, .. } in &self.goals {
            let has_text =
                |side: bool| self.hints.iter().any(|hint| (hint.0, hint.1) == (*measure, side));
            if low.is_finite() && !has_text(false) || high.is_finite() && !has_text(true) {
                let key = Measure::at(*measure).key;
                return Err(format!("no hint tells what to do where {key} is out of its band"));
            }
        }
        Ok(())
    }

    fn check_prediction(&self) -> Result<(), String> {
        if let Some(PredictionQuestion {
            choices, right_choice: right, explanation: because, ..
        }) = &self.prediction
            && (choices.len() < 2 || *right >= choices.len() || because.is_empty())
        {
            return Err("a question has two choices or more, the right one with *, and why".into());
        }
        Ok(())
    }

    /// Hint for a missed goal, by the side of its band on which the value lies; may be empty.
    pub fn hint_for(&self, goal: usize, value: f64) -> &str {
        let Some(goal) = self.goals.get(goal) else { return "" };
        let high = value > goal.high;
        let hint = self.hints.iter().find(|hint| (hint.0, hint.1) == (goal.measure_index, high));
        hint.map_or("", |(_, _, text)| text)
    }
}

/// Joins the lines of a paragraph.
fn join_lines(paragraph: &str) -> String {
    paragraph.split_whitespace().collect::<Vec<_>>().join(" ")
}
