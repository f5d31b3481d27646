//! Writes the JavaScript side of the core: the wasm-bindgen command line as a library, so that
//! Cargo.lock holds it to the very version of the crate; and cuts the core in two. Usage:
//! `bindgen INPUT.wasm REST OUTPUT_DIR`, where REST is a file with what belongs to the second part.

mod linked;
mod split;

use anyhow::{Context, Result, anyhow};
use std::path::Path;
use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [input, rest, output] = arguments.as_slice() else {
        eprintln!("usage: bindgen INPUT.wasm REST OUTPUT_DIR");
        return ExitCode::from(2);
    };
    match write(input, Path::new(output), rest) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bindgen: {input}: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// What the linker has left is true no more.
fn forget_links(module: &mut walrus::Module) {
    let of_linker = |name: &str| name == "linking" || name.starts_with("reloc.");
    let all = module.customs.iter().filter(|(_, section)| of_linker(section.name()));
    for id in all.map(|(id, _)| id).collect::<Vec<_>>() {
        module.customs.delete(id);
    }
}

fn write(input: &str, output: &Path, rest: &str) -> Result<()> {
    let rest = std::fs::read_to_string(rest).with_context(|| rest.to_string())?;
    let linked = linked::Linked::read(&std::fs::read(input)?)?;
    let mut bindgen = Bindgen::new();
    // The page leaves a panic behind by putting a fresh instance in place of the poisoned one.
    // The linker knows functions by their mangled names.
    bindgen.input_path(input).remove_producers_section(true).reset_state_function(true);
    bindgen.demangle(false).web(true).and_then(|web| Ok(web.typescript(true)))?;
    let mut made = bindgen.generate_output().map_err(|error| anyhow!("{error:#}"))?;
    forget_links(made.wasm_mut());
    let shared = made.wasm_mut().memories.iter().any(|memory| memory.shared);
    let rest = split::Rest::read(&rest, shared)?;
    let parts = split::split(&made.wasm_mut().emit_wasm(), &linked, &rest)?;
    *made.wasm_mut() = parts.core;
    made.emit(output)?;
    let mut second = parts.rest;
    second.emit_wasm_file(output.join("flockwright_rest.wasm"))
}
