//! Explanation of a parameter by a formula, with the meanings of the formula's symbols.

use flockwright::rules::words;
use flockwright::schema::{FORMULA_SYMBOLS, symbols_of};
use flockwright::session::run::Run;
use std::borrow::Cow;

/// Formula of a parameter, with the meanings of its symbols.
#[derive(Clone, Debug, PartialEq)]
pub struct FormulaExplanation {
    /// Symbol of the parameter in its formula.
    pub symbol: &'static str,
    /// Formula of the parameter; see [`symbols_of`] for the syntax.
    pub formula: Cow<'static, str>,
    /// Symbol of the explained parameter, then of other parameters, then other symbols.
    pub terms: Vec<FormulaTerm>,
}

/// Meaning of one symbol of a formula.
#[derive(Clone, Debug, PartialEq)]
pub struct FormulaTerm {
    /// Symbol as written in the formula.
    pub symbol: String,
    pub meaning: Cow<'static, str>,
    /// Index of the symbol's parameter in `Run::params`; `None` if it is not a parameter.
    pub param: Option<usize>,
}

/// Explains a parameter by its own formula, or by the formula of its behavior's rule for the body
/// that the group has now; `None` if there is no such parameter.
pub fn explain_param(run: &Run, id: usize) -> Option<FormulaExplanation> {
    let param = run.params().get(id)?;
    let (symbol, means) = (param.spec.symbol, param.spec.label);
    let printed = || {
        let group = run.world.groups().get(param.group?)?;
        Some(group.behavior_at(param.block)?.compiled_behavior()?.formula(group.body.kind()))
    };
    let formula = match param.spec.formula {
        "" => shorten_formula(&printed().unwrap_or_default(), symbol).into(),
        formula => formula.into(),
    };
    Some(explain_formula(run, (symbol, means, Some(id)), formula, param.group))
}

/// Shortens a formula: leaves out conditions that do not influence the symbol, and lines that only
/// such conditions use.
fn shorten_formula(formula: &str, symbol: &str) -> String {
    let mut lines: Vec<&str> = formula.split("; ").collect();
    let name = |line: &str| line.split(' ').next().unwrap_or_default().to_string();
    let uses = |line: &str, of: &str| {
        let value = line.split_once(" = ").map_or(line, |(_, value)| value);
        symbols_of(value).contains(&of)
    };
    let mut shaped: Vec<&str> = lines.iter().copied().filter(|line| uses(line, symbol)).collect();
    for _ in 0..lines.len() {
        let next = |line: &&str| shaped.iter().any(|by| uses(line, &name(by)));
        let more: Vec<&str> = lines.iter().copied().filter(next).collect();
        shaped.extend(more.into_iter().filter(|line| !shaped.contains(line)).collect::<Vec<_>>());
    }
    let is_condition = |line: &str| line.starts_with("c′");
    lines.retain(|line| !is_condition(line) || shaped.contains(line));
    for at in (1..lines.len()).rev() {
        let own = name(lines[at]);
        let is_output = ["T′", "v", "k"].contains(&&*own) || lines[at].contains("from now on");
        if !is_output && !is_condition(lines[at]) && !lines.iter().any(|line| uses(line, &own)) {
            lines.remove(at);
        }
    }
    lines.join("; ")
}

/// Explains a text parameter, such as a list of instructions; `None` if there is no such text.
pub fn explain_text(run: &Run, id: usize) -> Option<FormulaExplanation> {
    let text = run.texts().get(id)?;
    let own = (text.spec.symbol, text.spec.label, None);
    Some(explain_formula(run, own, text.spec.formula.into(), Some(text.group)))
}

fn explain_formula(
    run: &Run,
    (symbol, means, param): (&'static str, &'static str, Option<usize>),
    formula: Cow<'static, str>,
    group: Option<usize>,
) -> FormulaExplanation {
    let own = FormulaTerm { symbol: symbol.to_string(), meaning: means.into(), param };
    let named: Vec<&str> = formula.split("; ").filter_map(|line| line.split(' ').next()).collect();
    let others = symbols_of(&formula).into_iter();
    let others = others.filter(|other| *other != symbol && !named.contains(other));
    let others = others.filter_map(|other| symbol_term(run, other, group));
    let (params, rest): (Vec<_>, Vec<_>) = others.partition(|term| term.param.is_some());
    let terms = std::iter::once(own).chain(params).chain(rest).collect();
    FormulaExplanation { symbol, formula, terms }
}

/// Meaning of a symbol in a group's formula: a parameter of the group or the world, or a fixed one.
fn symbol_term(run: &Run, symbol: &str, group: Option<usize>) -> Option<FormulaTerm> {
    let of = |scope: Option<usize>| {
        let mut params = run.params().iter();
        params.position(|param| {
            param.is_present && param.group == scope && param.spec.symbol == symbol
        })
    };
    let param = of(group).or_else(|| of(None));
    let means = match param {
        Some(id) => run.params()[id].spec.label.into(),
        None => fixed_meaning(symbol)?,
    };
    Some(FormulaTerm { symbol: symbol.to_string(), meaning: means, param })
}

/// Meaning of a symbol that is not a parameter; `None` for an unknown symbol.
fn fixed_meaning(symbol: &str) -> Option<Cow<'static, str>> {
    // A formula with several conditions numbers them, as in c′_2; all have one meaning.
    let symbol = if symbol.starts_with("c′") { "c′" } else { symbol };
    if let Some((_, means)) = FORMULA_SYMBOLS.iter().find(|(other, _)| *other == symbol) {
        return Some((*means).into());
    }
    if let Some((letter, index)) = symbol.split_once('_') {
        let what = match letter {
            "x" => "place",
            "d" => "distance",
            "u" => "direction",
            "v" => "velocity",
            "h" => "heading",
            "L" => "length",
            "r" => "radius",
            _ => return None,
        };
        let whose = match index {
            "g" => "the goal",
            "t" => "the target",
            "l" => "the leader",
            "p" => "the pointer",
            "i" => "the node",
            "o" => "the obstacle",
            "w" => "the wall",
            "b" => "the barrier",
            _ => "the other",
        };
        return Some(format!("{what} of {whose}").into());
    }
    let of_word = |doc: &str| {
        let mut words = doc.trim_end_matches('.').to_string();
        words.get_mut(..1)?.make_ascii_lowercase();
        Some(words.into())
    };
    let set = words::SET_WORDS.iter().find(|word| word.name == symbol).map(|word| word.doc);
    let function =
        || words::FUNCTION_WORDS.iter().find(|word| word.name == symbol).map(|word| word.doc);
    let fold = || words::FOLD_WORDS.iter().find(|word| word.name == symbol).map(|word| word.doc);
    set.or_else(function).or_else(fold).and_then(of_word)
}
