//! Catalogs of scenes, parameters, measures and behaviors, as dicts.

use crate::core_error;
use flockwright::Run;
use flockwright::engine::behaviors::{behavior_from_key, recipe_text, recipes};
use flockwright::internals::compose::{behavior_catalog, body_key, rule_item};
use flockwright::scenes::SCENES;
use flockwright::schema::ValueKind;
use flockwright::session::embedded;
use flockwright::session::link::first_fault;
use flockwright::session::run::RunParam;
use flockwright_lab::insight::measures::{
    all_measures, declare_measure as declare, is_in_all_runs,
};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// Declaration of a parameter and its value in a run, as a dict.
pub fn param_dict<'py>(py: Python<'py>, run: &Run, id: usize) -> PyResult<Bound<'py, PyDict>> {
    let param = &run.params()[id];
    let RunParam { spec, key, .. } = param;
    let entry = PyDict::new(py);
    entry.set_item("key", key)?;
    entry.set_item("group", run.scope_of(param).0)?;
    entry.set_item("section", spec.section)?;
    entry.set_item("label", spec.label)?;
    entry.set_item("unit", spec.unit)?;
    entry.set_item("value", param_value(py, run, id, run.get(id))?)?;
    entry.set_item("default", param_value(py, run, id, param.default)?)?;
    match spec.kind {
        ValueKind::Choice(choices) => {
            entry.set_item("choices", choices.iter().map(|one| one.key).collect::<Vec<_>>())?;
        }
        ValueKind::Bool => entry.set_item("choices", [false, true])?,
        ValueKind::Float | ValueKind::Int => {
            entry.set_item("min", shortest_decimal(spec.min))?;
            entry.set_item("max", shortest_decimal(spec.max))?;
        }
    }
    for (alias, named) in run.paper_names().filter(|(_, named)| named.id == id) {
        entry.set_item("alias", (alias, named.spec.unit))?;
    }
    entry.set_item("doc", spec.doc)?;
    entry.set_item("source", spec.source)?;
    Ok(entry)
}

/// Value of a parameter for Python: a number, a bool, or the key of an option.
pub fn param_value<'py>(
    py: Python<'py>,
    run: &Run,
    id: usize,
    value: f32,
) -> PyResult<Bound<'py, PyAny>> {
    let spec = run.params()[id].spec;
    Ok(match spec.kind {
        ValueKind::Float => shortest_decimal(value).into_pyobject(py)?.into_any(),
        ValueKind::Int => (value as i64).into_pyobject(py)?.into_any(),
        ValueKind::Bool => (value != 0.0).into_pyobject(py)?.to_owned().into_any(),
        ValueKind::Choice(_) => spec.format_value(value).into_pyobject(py)?.into_any(),
    })
}

/// Converts to the `f64` with the same shortest decimal notation: 0.1, not 0.10000000149.
fn shortest_decimal(value: f32) -> f64 {
    value.to_string().parse().unwrap_or(f64::from(value))
}

/// All scenes by key: title, category, sentences, source, and the link that opens the scene.
#[pyfunction]
fn scenes(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let all = PyDict::new(py);
    for scene in SCENES {
        let entry = PyDict::new(py);
        entry.set_item("title", scene.title)?;
        entry.set_item("category", format!("{:?}", scene.category).to_lowercase())?;
        entry.set_item("see", scene.visible_effect)?;
        entry.set_item("source", scene.source)?;
        entry.set_item("link", scene.link())?;
        all.set_item(scene.key, entry)?;
    }
    Ok(all)
}

/// All parameters of the run that a link opens, in the order of the page's panel.
#[pyfunction]
fn params<'py>(py: Python<'py>, link: &str) -> PyResult<Bound<'py, PyList>> {
    let (run, notices) = Run::open(link);
    if let Some(notice) = first_fault(&notices) {
        return Err(core_error(notice.clone()));
    }
    let list = PyList::empty(py);
    for id in (0..run.params().len()).filter(|id| run.params()[*id].is_present) {
        list.append(param_dict(py, &run, id)?)?;
    }
    Ok(list)
}

/// Measures that all runs have, by key: label, unit, range, meaning, definition, source.
#[pyfunction]
fn measures(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let all = PyDict::new(py);
    for measure in all_measures().into_iter().filter(|one| is_in_all_runs(one)) {
        let entry = PyDict::new(py);
        let (min, max) = measure.value_limits();
        entry.set_item("label", measure.label)?;
        entry.set_item("unit", measure.unit)?;
        entry.set_item("min", min)?;
        entry.set_item("max", max)?;
        entry.set_item("doc", measure.description)?;
        entry.set_item("definition", measure.definition)?;
        entry.set_item("source", measure.source)?;
        all.set_item(measure.key, entry)?;
    }
    Ok(all)
}

/// Adds a measure that is written as a text, or replaces the one of the same key; returns its key.
#[pyfunction]
fn declare_measure(text: &str) -> PyResult<&'static str> {
    declare(text).map(|measure| measure.key).map_err(core_error)
}

/// All behaviors and recipes by key: label, sentence, bodies that they can steer, text of a recipe.
#[pyfunction]
fn behaviors(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let all = PyDict::new(py);
    let ready = recipes().iter().filter_map(|recipe| behavior_from_key(recipe.key));
    for behavior in behavior_catalog().chain(ready) {
        let entry = PyDict::new(py);
        let about = behavior.about();
        let bodies = behavior.bodies().iter().map(|body| body_key(*body));
        entry.set_item("label", about.label())?;
        entry.set_item("says", about.sentence)?;
        entry.set_item("rule", recipe_text(behavior.key()))?;
        entry.set_item("bodies", bodies.collect::<Vec<_>>())?;
        all.set_item(behavior.key(), entry)?;
    }
    Ok(all)
}

/// Key of a written rule, and the rule as an entry for behaviors in the key `groups` of links.
#[pyfunction]
fn rule(text: &str) -> PyResult<(String, String)> {
    rule_item(text).map_err(core_error)
}

/// Sentence that there is no `kind` named `name`; it proposes the most similar one of `names`.
#[pyfunction]
fn unknown_name(kind: &str, name: &str, names: Vec<String>) -> String {
    embedded::unknown_name_message(kind, name, names.iter().map(String::as_str))
}

pub fn add_catalog(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(scenes, module)?)?;
    module.add_function(wrap_pyfunction!(params, module)?)?;
    module.add_function(wrap_pyfunction!(measures, module)?)?;
    module.add_function(wrap_pyfunction!(declare_measure, module)?)?;
    module.add_function(wrap_pyfunction!(behaviors, module)?)?;
    module.add_function(wrap_pyfunction!(unknown_name, module)?)?;
    module.add_function(wrap_pyfunction!(rule, module)?)
}
