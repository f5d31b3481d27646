//! The core of the page's workers: evaluates and searches many runs, reads and measures tracks, and prints
//! rules. It is a file of its own, because a page needs it only for "Make it", recordings and code.
#![cfg(target_arch = "wasm32")]
#![cfg_attr(not(test), deny(clippy::string_slice))]

mod print;
mod study;
mod tracks;

use serde::Serialize;
use wasm_bindgen::prelude::*;

/// The commit that the core is built from, as `build.sh` tells it; `None` in any other build.
const COMMIT: Option<&str> = option_env!("FLOCKWRIGHT_COMMIT");

// SAFETY: wasm-bindgen makes the function that is imported, of the type that stands here.
#[wasm_bindgen]
unsafe extern "C" {
    /// Time in ms, of the page, a worker or Node.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

fn to_js<T: Serialize>(value: &T) -> JsValue {
    // Serializing plain structs and sequences cannot fail.
    serde_wasm_bindgen::to_value(value).unwrap_or(JsValue::NULL)
}

fn or_throw<T>(result: Result<T, String>) -> Result<T, JsValue> {
    result.map_err(|why| JsValue::from_str(&why))
}

/// Installs the hook that prints a panic with its place to the console.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}
