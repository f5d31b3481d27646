//! Writes the JavaScript side of the core: the wasm-bindgen command line as a library, so that
//! Cargo.lock holds it to the very version of the crate. Usage: `bindgen INPUT.wasm OUTPUT_DIR`.

use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let [input, output] =
        match <[String; 2]>::try_from(std::env::args().skip(1).collect::<Vec<_>>()) {
            Ok(paths) => paths,
            Err(_) => {
                eprintln!("usage: bindgen INPUT.wasm OUTPUT_DIR");
                return ExitCode::from(2);
            }
        };
    let mut bindgen = Bindgen::new();
    // The page leaves a panic behind by putting a fresh instance in place of the poisoned one.
    bindgen.input_path(&input).remove_producers_section(true).reset_state_function(true);
    match bindgen.web(true).and_then(|web| web.typescript(true).generate(&output)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bindgen: {input}: {error:#}");
            ExitCode::FAILURE
        }
    }
}
