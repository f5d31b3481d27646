//! Core of the page's workers: evaluates and searches many runs, reads and measures tracks, and
//! prints rules as source code. A WebAssembly file of its own, since few visits need it.
#![cfg(target_arch = "wasm32")]
#![cfg_attr(not(test), deny(clippy::string_slice))]

mod print;
mod study;
mod tracks;

use serde::Serialize;
use wasm_bindgen::prelude::*;

/// Commit of the sources, for exported files; `None` unless `build.sh` builds the core.
const COMMIT: Option<&str> = option_env!("FLOCKWRIGHT_COMMIT");

// SAFETY: wasm-bindgen generates the imported function with the type that is declared here.
#[wasm_bindgen]
unsafe extern "C" {
    /// Time in ms since the start of the page, worker or Node process.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

fn to_js<T: Serialize>(value: &T) -> JsValue {
    // Serializing plain structs and sequences cannot fail.
    serde_wasm_bindgen::to_value(value).unwrap_or(JsValue::NULL)
}

fn throw_error<T>(result: Result<T, String>) -> Result<T, JsValue> {
    result.map_err(|why| JsValue::from_str(&why))
}

/// Installs the hook that prints a Rust panic with its source location to the console.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}
