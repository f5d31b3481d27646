//! What a step says.

use crate::insight::measures::Measure;
use crate::objectives::Objective;

/// A question before the flock answers it.
#[derive(Clone, Debug, PartialEq)]
pub struct Prediction {
    /// It ends in a question mark.
    pub question: String,
    /// At least two answers.
    pub choices: Vec<String>,
    /// The number of the one that holds.
    pub right: usize,
    /// Why, shown afterwards.
    pub because: String,
}

/// What a challenge is measured by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// What counts.
    pub of: Scored,
    /// Whether the largest is the best, not the least.
    pub most: bool,
}

/// What counts of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scored {
    /// The mean of a measure, by its number, over the time that there is.
    Mean(usize),
    /// Its value when that time is over.
    End(usize),
    /// After how many seconds all goals have held for long enough.
    Time,
    /// How many characters the written rules have.
    Letters,
}

/// How much better the right solution is than the start and the plain alternative: a mean over seeds, at
/// the end of the step's time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Margin {
    /// The number of the goal.
    pub goal: usize,
    /// In units of its measure; below 0 where less is better.
    pub least: f64,
}

/// What a step asks about a marked bird, at the tick that its link opens at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bird {
    /// The number of the unit.
    pub id: usize,
    pub ask: Asked,
}

/// A question about a bird.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Which behavior turns it most: the prediction is the answer.
    Turns,
    /// Without which behavior it would end farthest from where it ends.
    Without,
}

impl Bird {
    fn read(said: &str) -> Result<Self, String> {
        const EXPECTED: &str = "it is “NUMBER turns” or “NUMBER without”";
        let (id, ask) = said.split_once(' ').ok_or(EXPECTED)?;
        let ask = match ask {
            "turns" => Asked::Turns,
            "without" => Asked::Without,
            _ => return Err(EXPECTED.into()),
        };
        Ok(Self { id: id.parse().map_err(|_| EXPECTED)?, ask })
    }
}

impl Score {
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
            Some(("mean", key)) => Scored::Mean(measure(key)?),
            Some(("end", key)) => Scored::End(measure(key)?),
            None if of == "time" => Scored::Time,
            None if of == "letters" => Scored::Letters,
            _ => return Err(EXPECTED.into()),
        };
        Ok(Self { of, most })
    }

    /// As a file says it.
    pub fn write(self) -> String {
        let side = if self.most { "most" } else { "least" };
        let of = match self.of {
            Scored::Mean(measure) => format!("mean {}", Measure::at(measure).key),
            Scored::End(measure) => format!("end {}", Measure::at(measure).key),
            Scored::Time => "time".to_string(),
            Scored::Letters => "letters".to_string(),
        };
        format!("{side} {of}")
    }
}

/// One step.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Its name in links: that of its file, without the number in front.
    pub key: String,
    pub title: String,
    /// Steps of a chapter stand together.
    pub chapter: String,
    pub source: String,
    /// The run that it begins with, without an address.
    pub link: String,
    /// Keys of the parameters that may be touched.
    pub touch: Vec<String>,
    /// The behavior whose rule is shown, if one is.
    pub rule: Option<String>,
    /// What is asked before.
    pub predict: Option<Prediction>,
    /// What to do, a sentence.
    pub task: String,
    /// What then holds.
    pub goals: Vec<Objective>,
    /// For so long, s of the run.
    pub hold: f64,
    /// Their values are means over this many seconds at the end.
    pub mean: f64,
    /// After what was done has had this time to act, s.
    pub settle: f64,
    /// Within this time of the run, s.
    pub within: f64,
    /// Whether a change begins the run anew, because what went before would decide.
    pub restarts: bool,
    /// What a challenge is measured by.
    pub score: Option<Score>,
    /// The built-in behavior that a rule of one's own is to steer like.
    pub agree: Option<String>,
    /// By measure, and whether it is too high: what to say then.
    pub hints: Vec<(usize, bool, String)>,
    /// Changes that solve it, as links have them.
    pub right: String,
    /// Changes that do not.
    pub wrong: String,
    /// Other changes that solve it, each with the reason why that is right.
    pub also: Vec<(String, String)>,
    /// The plain alternative: changes that a learner would try who has not understood the step.
    pub plain: String,
    /// By how much the right solution is better than the start and the plain alternative.
    pub margin: Option<Margin>,
    /// The marked bird, and what is asked about it.
    pub bird: Option<Bird>,
    /// What holds the reason that the prediction gives: lines as [`super::ClaimCheck::read`] reads them.
    pub checks: Vec<String>,
    /// Its text: paragraphs, with `{key}` for the value of a parameter.
    pub text: Vec<String>,
}

/// A measure by its key.
fn measure(key: &str) -> Result<usize, String> {
    Measure::index(key).ok_or_else(|| format!("there is no measure “{key}”"))
}

fn seconds(text: &str) -> Result<f64, String> {
    let value = text.parse::<f64>().ok().filter(|value| (0.5..=600.0).contains(value));
    value.ok_or_else(|| format!("“{text}” is no time from 0.5 to 600 s"))
}

impl Step {
    /// Reads a file: lines of a key and what it says, an empty line, and the text.
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
            touch: Vec::new(),
            rule: None,
            predict: None,
            task: String::new(),
            goals: Vec::new(),
            hold: 3.0,
            mean: 1.0,
            settle: 5.0,
            within: 60.0,
            restarts: false,
            score: None,
            agree: None,
            hints: Vec::new(),
            right: String::new(),
            wrong: String::new(),
            also: Vec::new(),
            plain: String::new(),
            margin: None,
            bird: None,
            checks: Vec::new(),
            text: text.split("\n\n").map(joined).filter(|part| !part.is_empty()).collect(),
        };
        for line in head.lines() {
            step.line(line).map_err(|why| format!("“{line}”: {why}"))?;
        }
        step.whole()?;
        Ok(step)
    }

    fn line(&mut self, line: &str) -> Result<(), String> {
        if let Some(choice) = line.strip_prefix("- ").or_else(|| line.strip_prefix("* ")) {
            let predict = self.predict.as_mut().ok_or("a choice comes after its question")?;
            if line.starts_with('*') {
                predict.right = predict.choices.len();
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
            "touch" => self.touch = said.split(',').map(|key| key.trim().into()).collect(),
            "rule" => self.rule = Some(said.into()),
            "predict" => {
                let (question, right) = (said.into(), usize::MAX);
                let (choices, because) = (Vec::new(), String::new());
                self.predict = Some(Prediction { question, choices, right, because });
            }
            "because" => {
                self.predict.as_mut().ok_or("there is no question before")?.because = said.into();
            }
            "check" => self.checks.push(said.into()),
            "do" => self.task = said.into(),
            "goal" => self.goals.push(Objective::read(said)?),
            "hold" => self.hold = seconds(said)?,
            "mean" => self.mean = seconds(said)?,
            "settle" => self.settle = seconds(said)?,
            "within" => self.within = seconds(said)?,
            "restart" if said == "at each change" => self.restarts = true,
            "restart" => return Err("it is “at each change”".into()),
            "score" => self.score = Some(Score::read(said)?),
            "agree" => self.agree = Some(said.into()),
            "right" => self.right = said.into(),
            "wrong" => self.wrong = said.into(),
            "bird" => self.bird = Some(Bird::read(said)?),
            "margin" => {
                let (key, least) =
                    said.split_once(' ').ok_or("it is a goal's measure and a number")?;
                let measure = measure(key)?;
                let goal = self.goals.iter().position(|goal| goal.measure == measure);
                let goal = goal.ok_or("there is no such goal above")?;
                let least = least.parse().map_err(|_| "a margin is a number")?;
                self.margin = Some(Margin { goal, least });
            }
            "plain" => self.plain = said.into(),
            "also" => {
                let (changes, reason) =
                    said.split_once(" because ").ok_or("it is “CHANGES because REASON”")?;
                self.also.push((changes.trim().into(), reason.trim().into()));
            }
            _ => {
                let hint = key.strip_prefix("hint ").and_then(|rest| rest.split_once(' '));
                let Some((key, side)) = hint else { return Err("there is no such key".into()) };
                let high = match side {
                    "low" => false,
                    "high" => true,
                    _ => return Err("a hint is for a measure that is low or high".into()),
                };
                self.hints.push((measure(key)?, high, said.into()));
            }
        }
        Ok(())
    }

    /// Whether all is there that a step needs.
    fn whole(&self) -> Result<(), String> {
        let Self { title, chapter, source, link, task, right, wrong, .. } = self;
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
        if self.text.is_empty() {
            return Err("there is no text".into());
        }
        if self.bird.is_some() {
            return match (&self.predict, self.goals.is_empty() && self.agree.is_none()) {
                (None, _) => Err("a bird is asked about, and there is no question".into()),
                (_, false) => Err("what is asked about a bird has no other goal".into()),
                _ => self.question(),
            };
        }
        if self.goals.is_empty() && self.score.is_none() && self.agree.is_none() {
            return Err("there is neither a goal nor a score, and nothing to agree with".into());
        }
        if !self.goals.is_empty() && self.score.is_none() && self.margin.is_none() {
            return Err("no margin says by how much the right solution is better".into());
        }
        if right.is_empty() || wrong.is_empty() {
            return Err("a right solution and a wrong one are missing".into());
        }
        self.question()?;
        for Objective { measure, low, high, .. } in &self.goals {
            let has_text =
                |side: bool| self.hints.iter().any(|hint| (hint.0, hint.1) == (*measure, side));
            if low.is_finite() && !has_text(false) || high.is_finite() && !has_text(true) {
                let key = Measure::at(*measure).key;
                return Err(format!("no hint tells what to do where {key} is out of its band"));
            }
        }
        Ok(())
    }

    fn question(&self) -> Result<(), String> {
        if let Some(Prediction { choices, right, because, .. }) = &self.predict
            && (choices.len() < 2 || *right >= choices.len() || because.is_empty())
        {
            return Err("a question has two choices or more, the right one with *, and why".into());
        }
        Ok(())
    }

    /// What to say of the goal that does not hold: the hint for its measure, and for its side.
    pub fn hint(&self, goal: usize, value: f64) -> &str {
        let Some(goal) = self.goals.get(goal) else { return "" };
        let high = value > goal.high;
        let hint = self.hints.iter().find(|hint| (hint.0, hint.1) == (goal.measure, high));
        hint.map_or("", |(_, _, text)| text)
    }
}

/// Lines of a paragraph as one.
fn joined(paragraph: &str) -> String {
    paragraph.split_whitespace().collect::<Vec<_>>().join(" ")
}
