//! What a parameter does, for whoever asks: its formula, and what the symbols in it mean now.

use crate::engine::group::Combination;
use crate::engine::params::Edges;
use crate::engine::scenery::edges::CONTAIN_MARGIN;
use crate::engine::world::World;
use crate::schema::{SYMBOLS, symbols_of};
use crate::session::run::Run;

/// A formula and its legend.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// What stands for the parameter in its formula.
    pub symbol: &'static str,
    /// See [`symbols_of`] for how it is written.
    pub formula: &'static str,
    /// The parameter itself, then other parameters, then what else is in the formula.
    pub terms: Vec<Term>,
}

/// One symbol of a formula.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// As the formula writes it.
    pub symbol: &'static str,
    /// In a few words.
    pub means: &'static str,
    /// The id of the parameter that it stands for, if it does.
    pub param: Option<usize>,
}

/// How the forces of a group's behaviors become motion, a sentence per line, in the symbols of
/// formulas.
pub fn motion(world: &World, group: usize) -> Vec<String> {
    let Some(group) = world.groups().get(group) else { return Vec::new() };
    let mut lines =
        vec!["F_all is the sum of the behaviors' forces F, in the order of the list.".to_string()];
    if !group.body.is_tile() {
        let limit = group.body.force_limit();
        if group.blend.combination == Combination::Priority {
            lines.push(format!(
                "Priority: each F is first cut to what is left of the limit, {limit} − |F_all so \
                 far|, or to 0."
            ));
        }
        if matches!(world.params.edges, Edges::Contain | Edges::Tank) {
            let most = group.body.force_scale();
            lines.push(format!(
                "Contained: last, a force toward the inside grows from 0 at {CONTAIN_MARGIN}·L \
                 before an edge to {most} at it."
            ));
        }
        lines.push(if limit.is_finite() {
            format!("|F_all| is cut to {limit}.")
        } else {
            "|F_all| has no limit.".to_string()
        });
    }
    lines.extend(group.body.motion());
    lines
}

/// The formula of a parameter; `None` where there is no such parameter.
pub fn explain(run: &Run, id: usize) -> Option<Explanation> {
    let param = run.params().get(id)?;
    let (symbol, formula) = (param.spec.symbol, param.spec.formula);
    let own = Term { symbol, means: param.spec.label, param: Some(id) };
    Some(explanation(run, own, formula, param.group))
}

/// The formula of a text parameter; `None` where there is no such text.
pub fn explain_text(run: &Run, id: usize) -> Option<Explanation> {
    let text = run.texts().get(id)?;
    let own = Term { symbol: text.spec.symbol, means: text.spec.label, param: None };
    Some(explanation(run, own, text.spec.formula, Some(text.group)))
}

fn explanation(run: &Run, own: Term, formula: &'static str, group: Option<usize>) -> Explanation {
    let symbol = own.symbol;
    let others = symbols_of(formula).into_iter().filter(|other| *other != symbol);
    let others = others.filter_map(|other| term(run, other, group));
    let (params, rest): (Vec<_>, Vec<_>) = others.partition(|term| term.param.is_some());
    let terms = std::iter::once(own).chain(params).chain(rest).collect();
    Explanation { symbol, formula, terms }
}

/// What a symbol means among the parameters that a group has now: one of them, or of the world's,
/// or what it always means.
fn term(run: &Run, symbol: &'static str, group: Option<usize>) -> Option<Term> {
    let of = |scope: Option<usize>| {
        let mut params = run.params().iter();
        params
            .position(|param| param.present && param.group == scope && param.spec.symbol == symbol)
    };
    if let Some(id) = of(group).or_else(|| of(None)) {
        let means = run.params()[id].spec.label;
        return Some(Term { symbol, means, param: Some(id) });
    }
    let (_, means) = SYMBOLS.iter().find(|(other, _)| *other == symbol)?;
    Some(Term { symbol, means, param: None })
}
