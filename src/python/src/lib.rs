//! Python module `flockwright._core`: runs, studies and catalogs of the core.
//!
//! The Python package in the folder `flockwright/` wraps this module, which has only what needs the
//! types of the core and computes nothing that the core does not compute.
#![cfg_attr(not(test), deny(clippy::string_slice))]

mod catalog;
mod study;
mod tracks;
mod world;

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(
    flockwright,
    FlockwrightError,
    PyValueError,
    "What was asked for makes no sense; the text is one sentence on why."
);

/// Commit of the sources of this module; `None` if it is not known.
const COMMIT: Option<&str> = match option_env!("FLOCKWRIGHT_COMMIT") {
    Some(commit) if !commit.is_empty() => Some(commit),
    _ => None,
};

/// Python exception with one sentence of the core as its message.
fn core_error(why: impl Into<String>) -> PyErr {
    FlockwrightError::new_err(why.into())
}

#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("FlockwrightError", py.get_type::<FlockwrightError>())?;
    module.add("version", env!("CARGO_PKG_VERSION"))?;
    module.add("link_version", flockwright::session::link::LINK_VERSION)?;
    module.add("dt", 1.0 / (1.0 / f64::from(flockwright::engine::params::DT)).round())?;
    module.add_class::<world::World>()?;
    module.add_function(wrap_pyfunction!(world::walls_from_tiles, module)?)?;
    module.add_class::<world::Array>()?;
    module.add_class::<tracks::Tracks>()?;
    catalog::add_catalog(module)?;
    study::add_study(module)
}
