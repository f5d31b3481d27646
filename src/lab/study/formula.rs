//! Formulas of axes whose values depend on other parameters, as in `width=sqrt(count/4)*20`. A
//! formula is an expression of the rules' language with parameters as names.

use crate::expression::{ExprValue, evaluate};
use flockwright::internals::session::shortest_decimal;
use flockwright::rules::Rule;
use flockwright::rules::tree::{Expr, ExprKind, OwnValue, RuleParam, RuleParamKind, ValueType};

/// Parsed formula of an axis.
#[derive(Clone, Debug)]
pub(super) struct AxisFormula {
    expr: Expr,
    /// Parameters in the formula: index in `Run::params`, and factor from the parameter's value in
    /// links to its value under the name in the formula, which can be a paper's.
    param_factors: Vec<(usize, f64)>,
}

/// Words of a text that can be names: of parameters, functions or `pi`.
pub(super) fn names_in(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !is_of_name(c)).filter(|word| is_name(word))
}

fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '.'
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
}

impl AxisFormula {
    /// Parses a formula. `find` returns for a name the index of its parameter, and the factor from
    /// the parameter's value in links to the value under this name.
    ///
    /// # Errors
    /// End of a sentence that says what is invalid.
    pub fn read(text: &str, find: &dyn Fn(&str) -> Option<(usize, f64)>) -> Result<Self, String> {
        let mut params = Vec::new();
        // Parameters are renamed p0, p1 ..., because keys such as `g1.cohesion` have dots, which
        // the rules' language does not allow in names.
        let (mut expression, mut word) = (String::new(), String::new());
        for c in text.chars().chain([' ']) {
            if is_of_name(c) {
                word.push(c);
                continue;
            }
            match Some(&word).filter(|word| is_name(word)).and_then(|word| find(word)) {
                Some(found) => {
                    let at = params.iter().position(|known| *known == found);
                    expression += &format!("p{}", at.unwrap_or(params.len()));
                    params.extend(at.is_none().then_some(found));
                }
                None => expression += &word,
            }
            word.clear();
            expression.push(if c.is_control() { ' ' } else { c });
        }
        let param = |at: usize| RuleParam {
            name: format!("p{at}"),
            kind: RuleParamKind::Number { value: 1.0, low: -1e18, high: 1e18, unit: String::new() },
            doc: String::new(),
        };
        let given: Vec<RuleParam> = (0..params.len()).map(param).collect();
        let rule =
            Rule::parse_with(&format!("rule formula \"Formula\"\nsteer {expression}"), &given);
        let rule = rule.map_err(|error| {
            let text = error.to_string();
            let what = text.split_once(": ").map_or(&*text, |(_, what)| what);
            format!("makes no sense: {}", what.trim_end_matches('.'))
        })?;
        let expr = rule.steer;
        let mut is_plain = true;
        expr.walk_exprs(&mut |part| {
            is_plain &= matches!(
                part.kind,
                ExprKind::Number(_)
                    | ExprKind::Own(OwnValue::Pi)
                    | ExprKind::Param(_)
                    | ExprKind::Minus(_)
                    | ExprKind::Not(_)
                    | ExprKind::Binary(..)
                    | ExprKind::If(_)
                    | ExprKind::Call(..)
            ) && part.ty != ValueType::Vector;
        });
        match is_plain {
            true => Ok(Self { expr, param_factors: params }),
            false => Err("is of more than numbers and parameters".into()),
        }
    }

    pub fn params(&self) -> impl Iterator<Item = usize> {
        self.param_factors.iter().map(|(id, _)| *id)
    }

    /// Value of the formula, where `of` gives a parameter's value; NaN or infinite if undefined.
    pub fn value(&self, of: &dyn Fn(usize) -> f64) -> f64 {
        let leaf = |expr: &Expr| match expr.kind {
            ExprKind::Number(number) => shortest_decimal(number),
            ExprKind::Param(at) => {
                self.param_factors.get(at).map_or(f64::NAN, |(id, times)| times * of(*id))
            }
            _ => f64::NAN,
        };
        evaluate(&self.expr, &|expr| ExprValue::Scalar(leaf(expr))).number()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Result<f64, String> {
        let find =
            |key: &str| Some((["count", "g1.length"].iter().position(|of| *of == key)?, 1.0));
        let formula = AxisFormula::read(text, &find)?;
        Ok(formula.value(&|id| [400.0, 3.0][id]))
    }

    #[test]
    fn formulas_are_those_of_the_schoolbook() {
        for (text, wanted) in [
            ("sqrt(count/4)*20", 200.0),
            ("2+3*4^2/8-1", 7.0),
            ("-2^2", -4.0),
            ("(1 + g1.length) * 0.25", 1.0),
            ("max(1, min(count, 10, 7), 3)", 7.0),
            ("sqrt(-4) + acos(2)", 0.0),
            ("floor(pi + 0.5) - floor(2.9) + abs(-1)", 2.0),
            ("exp(log(7))", 7.000_000_000_000_001),
            ("if count > 100 then 0.1 else 0", 0.1),
        ] {
            let found = value(text).expect(text);
            assert!((found - wanted).abs() < 1e-6, "{text}: {found}");
        }
        assert_eq!(
            names_in("sqrt(count/4)*2e3+g1.length").collect::<Vec<_>>(),
            ["sqrt", "count", "g1.length"]
        );
    }

    #[test]
    fn what_makes_no_sense_is_told() {
        for text in
            ["", "1+", "(1", "1)", "cuont", "sqrt(1,2)", "min(1)", "1..2", "vec(1, 2)", "speed"]
        {
            let why = value(text).expect_err(text);
            assert!(!why.contains('\n'), "{text}: {why}");
        }
        assert!(value(&"(".repeat(99)).is_err());
        assert!(value("cuont").expect_err("a slip").contains("cuont"));
    }
}
