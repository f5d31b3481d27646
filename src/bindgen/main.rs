//! Writes the JavaScript side of a WebAssembly build of the core, with wasm-bindgen's command line
//! as a library, so that Cargo.lock keeps it at the version of the crate wasm-bindgen. Usage:
//! `bindgen INPUT.wasm OUTPUT_DIR NAME`, where the written files are called NAME.
//!
//! Both written files carry the same stamp, a hash: in a section of the WebAssembly file and as the
//! constant `build` of the JavaScript. By it, the page checks that a file is complete and of its
//! version.

use std::fs;
use std::io::{Error, Result, Write};
use std::path::Path;
use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [input, output, name] = arguments.as_slice() else {
        eprintln!("usage: bindgen INPUT.wasm OUTPUT_DIR NAME");
        return ExitCode::from(2);
    };
    match write(Path::new(input), Path::new(output), name) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bindgen: {input}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn write(input: &Path, output: &Path, name: &str) -> Result<()> {
    let mut bindgen = Bindgen::new();
    // This option generates a function with which the page, after a panic, replaces the poisoned
    // instance of the core by a fresh one.
    bindgen.input_path(input).out_name(name).reset_state_function(true);
    bindgen.remove_name_section(true).remove_producers_section(true);
    let made = bindgen.web(true).and_then(|web| web.typescript(true).generate(output));
    made.map_err(|error| Error::other(format!("{error:#}")))?;
    let file = |end: &str| output.join(format!("{name}{end}"));
    let stamp = format!("{:016x}", fnv(&fs::read(file("_bg.wasm"))?));
    let add = |end: &str, bytes: &[u8]| {
        fs::OpenOptions::new().append(true).open(file(end))?.write_all(bytes)
    };
    // Contents of a custom section: length of its name (5), name `build`, and the stamp.
    let section = format!("\x05build{stamp}");
    add("_bg.wasm", &[&[0, section.len() as u8], section.as_bytes()].concat())?;
    add(".js", format!("export const build = \"{stamp}\";\n").as_bytes())?;
    add(".d.ts", b"/** The stamp of the WebAssembly file that belongs to this. */\nexport const build: string;\n")
}

/// FNV-1a hash of 64 bits.
fn fnv(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}
