//! Formulas over parameters: what an axis is that follows others, as in `width=sqrt(count/4)*20`.
//!
//! Numbers, keys of parameters, `+ - * / ^`, parentheses, `pi`, and the functions `sqrt`, `exp`, `log`
//! (natural), `abs`, `floor`, `round`, `min` and `max`.

use flockwright::rules::quote::quote;
use std::f64::consts::PI;

/// A formula, read.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Formula {
    /// A number.
    Number(f64),
    /// The value of a parameter, by its number in the run.
    Param(usize),
    /// A function of its parts.
    Call(Function, Vec<Self>),
}

/// What makes one number of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    /// Of two.
    Add,
    /// Of two.
    Subtract,
    /// Of two.
    Multiply,
    /// Of two.
    Divide,
    /// Of two.
    Power,
    /// Of one.
    Negate,
    /// Of one.
    Sqrt,
    /// Of one.
    Exp,
    /// Of one; natural.
    Log,
    /// Of one.
    Abs,
    /// Of one.
    Floor,
    /// Of one.
    Round,
    /// Of two.
    Min,
    /// Of two.
    Max,
}

/// Functions by name, and how many parts each takes.
const NAMED: [(&str, Function, usize); 8] = [
    ("sqrt", Function::Sqrt, 1),
    ("exp", Function::Exp, 1),
    ("log", Function::Log, 1),
    ("abs", Function::Abs, 1),
    ("floor", Function::Floor, 1),
    ("round", Function::Round, 1),
    ("min", Function::Min, 2),
    ("max", Function::Max, 2),
];

/// Formulas are no deeper than this.
const DEEPEST: usize = 50;

/// The names in a text: of parameters, functions and `pi`.
pub(super) fn names(text: &str) -> impl Iterator<Item = &str> {
    let starts = |c: char| c.is_ascii_alphabetic() || c == '_';
    text.split(|c: char| !is_of_name(c)).filter(move |word| word.starts_with(starts))
}

fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '.'
}

impl Formula {
    /// Reads a formula; `find` gives what a parameter's name stands for.
    ///
    /// # Errors
    /// What makes no sense in it.
    pub fn read(text: &str, find: &dyn Fn(&str) -> Option<Self>) -> Result<Self, String> {
        let mut reader = Reader { rest: text, find, depth: 0 };
        let formula = reader.sum()?;
        match reader.peek() {
            None => Ok(formula),
            Some(_) => Err(format!("cannot be read from {} on", quote(reader.rest))),
        }
    }

    /// Multiplied by a number.
    pub fn times(self, times: f64) -> Self {
        if times == 1.0 {
            return self;
        }
        Self::Call(Function::Multiply, vec![self, Self::Number(times)])
    }

    /// The parameters that it needs.
    pub fn params(&self, into: &mut Vec<usize>) {
        match self {
            Self::Number(_) => {}
            Self::Param(id) => into.push(*id),
            Self::Call(_, parts) => parts.iter().for_each(|part| part.params(into)),
        }
    }

    /// Its value, by the values of parameters; NaN or infinite where there is none.
    pub fn value(&self, of: &dyn Fn(usize) -> f64) -> f64 {
        let (function, parts) = match self {
            Self::Number(value) => return *value,
            Self::Param(id) => return of(*id),
            Self::Call(function, parts) => (function, parts),
        };
        let part = |at: usize| parts.get(at).map_or(f64::NAN, |part| part.value(of));
        let (a, b) = (part(0), part(1));
        match function {
            Function::Add => a + b,
            Function::Subtract => a - b,
            Function::Multiply => a * b,
            Function::Divide => a / b,
            Function::Power => libm::pow(a, b),
            Function::Negate => -a,
            Function::Sqrt => a.sqrt(),
            Function::Exp => libm::exp(a),
            Function::Log => libm::log(a),
            Function::Abs => a.abs(),
            Function::Floor => a.floor(),
            Function::Round => a.round(),
            Function::Min => a.min(b),
            Function::Max => a.max(b),
        }
    }
}

struct Reader<'t> {
    rest: &'t str,
    find: &'t dyn Fn(&str) -> Option<Formula>,
    depth: usize,
}

impl Reader<'_> {
    fn peek(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start();
        self.rest.chars().next()
    }

    fn take(&mut self, wanted: char) -> bool {
        self.peek();
        let after = self.rest.strip_prefix(wanted);
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    fn sum(&mut self) -> Result<Formula, String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err("is nested too deeply".into());
        }
        let mut left = self.product()?;
        loop {
            let function = if self.take('+') {
                Function::Add
            } else if self.take('-') {
                Function::Subtract
            } else {
                self.depth -= 1;
                return Ok(left);
            };
            left = Formula::Call(function, vec![left, self.product()?]);
        }
    }

    fn product(&mut self) -> Result<Formula, String> {
        let mut left = self.signed()?;
        loop {
            let function = if self.take('*') {
                Function::Multiply
            } else if self.take('/') {
                Function::Divide
            } else {
                return Ok(left);
            };
            left = Formula::Call(function, vec![left, self.signed()?]);
        }
    }

    fn signed(&mut self) -> Result<Formula, String> {
        let mut negative = false;
        while self.take('-') {
            negative = !negative;
        }
        let base = self.atom()?;
        let power = if self.take('^') {
            self.depth += 1;
            if self.depth > DEEPEST {
                return Err("is nested too deeply".into());
            }
            let power = self.signed()?;
            self.depth -= 1;
            Formula::Call(Function::Power, vec![base, power])
        } else {
            base
        };
        Ok(if negative { Formula::Call(Function::Negate, vec![power]) } else { power })
    }

    fn atom(&mut self) -> Result<Formula, String> {
        if self.take('(') {
            let inner = self.sum()?;
            return if self.take(')') {
                Ok(inner)
            } else {
                Err("has a parenthesis too few".into())
            };
        }
        self.peek();
        let end = self.rest.find(|c: char| !is_of_name(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        if word.is_empty() {
            return Err(match self.rest.is_empty() {
                true => "breaks off".into(),
                false => format!("cannot be read from {} on", quote(self.rest)),
            });
        }
        self.rest = rest;
        if word.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
            // 1e-3 is one number.
            let exponent = word.ends_with(['e', 'E']) && self.rest.starts_with(['-', '+']);
            let digits = self
                .rest
                .get(1..)
                .map_or(0, |rest| rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len()));
            let text = match exponent {
                true => {
                    let (tail, rest) = self.rest.split_at(1 + digits);
                    self.rest = rest;
                    format!("{word}{tail}")
                }
                false => word.to_string(),
            };
            let number =
                text.parse().map_err(|_| format!("has {}, which is no number", quote(&text)))?;
            return Ok(Formula::Number(number));
        }
        if let Some((_, function, count)) = NAMED.iter().find(|(name, ..)| *name == word)
            && self.take('(')
        {
            let mut parts = vec![self.sum()?];
            while self.take(',') {
                parts.push(self.sum()?);
            }
            if !self.take(')') || parts.len() != *count {
                return Err(format!("has {word} with another number of parts than {count}"));
            }
            return Ok(Formula::Call(*function, parts));
        }
        if let Some(found) = (self.find)(word) {
            return Ok(found);
        }
        match word {
            "pi" => Ok(Formula::Number(PI)),
            _ => Err(format!("has {}, which is no parameter", quote(word))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Result<f64, String> {
        let find = |key: &str| {
            ["count", "g1.length"].iter().position(|other| *other == key).map(Formula::Param)
        };
        let formula = Formula::read(text, &find)?;
        Ok(formula.value(&|id| [400.0, 3.0][id]))
    }

    #[test]
    fn formulas_are_those_of_the_schoolbook() {
        for (text, wanted) in [
            ("sqrt(count/4)*20", 200.0),
            ("2+3*4^2/8-1", 7.0),
            ("-2^2", -4.0),
            ("2^-1", 0.5),
            ("2^3^2", 512.0),
            ("(1 + g1.length) * 2.5e-1", 1.0),
            ("max(1, min(count, 10))", 10.0),
            ("round(pi) - floor(2.9) + abs(-1)", 2.0),
            ("exp(log(7))", 7.000_000_000_000_001),
        ] {
            let found = value(text).expect(text);
            assert!((found - wanted).abs() < 1e-9, "{text}: {found}");
        }
        assert_eq!(
            names("sqrt(count/4)*2e3+g1.length").collect::<Vec<_>>(),
            ["sqrt", "count", "g1.length"]
        );
    }

    #[test]
    fn what_makes_no_sense_is_told() {
        for (text, why) in [
            ("", "breaks off"),
            ("1+", "breaks off"),
            ("(1", "parenthesis too few"),
            ("1)", "from “)” on"),
            ("cuont", "“cuont”, which is no parameter"),
            ("sqrt(1,2)", "sqrt with another number"),
            ("min(1)", "min with another number"),
            ("1..2", "which is no number"),
            (&"(".repeat(99), "too deeply"),
            (&format!("2{}", "^2".repeat(99)), "too deeply"),
        ] {
            let found = value(text).expect_err(text);
            assert!(found.contains(why), "{text}: {found}");
        }
    }
}
