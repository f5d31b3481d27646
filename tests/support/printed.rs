//! Printed forces, run by the languages themselves.

use flockwright::rules::Language;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A language that runs what is printed in it.
pub trait Runner {
    fn language(&self) -> Language;
    /// What this machine lacks for it.
    fn missing(&self) -> Option<String>;
    /// The error that is allowed, as a share of all that a unit can steer.
    fn tolerance(&self) -> f64;
    /// The force of each state by its file.
    fn run(&self, files: &[String], states: &[&[Value]]) -> Vec<Vec<[f64; 2]>>;
}

/// All of them. GDScript is not among them: what runs on a server here is Godot 3.
pub fn runners() -> Vec<Box<dyn Runner>> {
    vec![
        Box::new(Script { typed: false }),
        Box::new(Script { typed: true }),
        Box::new(Python),
        Box::new(Compiled { language: Language::Rust }),
        Box::new(Compiled { language: Language::CSharp }),
    ]
}

/// A folder that no other test writes into meanwhile.
fn folder(name: &str) -> PathBuf {
    static MADE: AtomicUsize = AtomicUsize::new(0);
    let name = format!("{name}-{}", MADE.fetch_add(1, Ordering::Relaxed));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("force").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// The page's TypeScript, from the root of the project: `tests/deep` is a package of its own.
fn tsc() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = package.ancestors().find(|folder| folder.join("www").is_dir()).expect("the root");
    root.join("www/node_modules/.bin/tsc")
}

fn is_there(program: &str) -> bool {
    let said = Command::new(program).arg("--version").output();
    said.is_ok_and(|said| said.status.success())
}

fn lacks(program: &str) -> Option<String> {
    (!is_there(program)).then(|| format!("{program} is missing"))
}

/// As much of a report as a person reads.
fn beginning(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).chars().take(4000).collect()
}

/// What a program says that is given a text.
fn ask(command: &mut Command, text: &str) -> String {
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().expect("it runs");
    let mut input = child.stdin.take().expect("its input");
    let text = text.to_string();
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().expect("it ends");
    let _ = writer.join().expect("it writes");
    let [report, said] = [&output.stderr, &output.stdout].map(|bytes| beginning(bytes));
    assert!(output.status.success(), "{command:?}\n{report}\n{said}");
    String::from_utf8(output.stdout).expect("text")
}

/// Two numbers on each line, for each state of each file.
fn read(said: &str, states: &[&[Value]]) -> Vec<Vec<[f64; 2]>> {
    let mut lines = said.lines().map(|line| {
        let parts: Vec<f64> =
            line.split(' ').map(|part| part.parse().unwrap_or(f64::NAN)).collect();
        [parts[0], parts[1]]
    });
    states.iter().map(|own| own.iter().map(|_| lines.next().expect("a force")).collect()).collect()
}

pub struct Script {
    pub typed: bool,
}

const IN_NODE: &str = r#"
import { readFileSync } from "node:fs";
const camel = (key) => key.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
const made = (value) => {
  if (Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === "number"))
    return { x: value[0], y: value[1] };
  if (Array.isArray(value)) return value.map(made);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [camel(key), made(one)]));
};
for (const [at, states] of JSON.parse(readFileSync(0, "utf8")).entries()) {
  const { steer, newState } = await import(`./case${at}.js`);
  for (const { me, others, obstacles, target } of states) {
    const force = steer(made(me), others.map(made), obstacles.map(made), made(target), 1 / 60, newState?.());
    console.log(`${force.x} ${force.y}`);
  }
}
"#;

impl Runner for Script {
    fn language(&self) -> Language {
        if self.typed { Language::TypeScript } else { Language::JavaScript }
    }

    fn missing(&self) -> Option<String> {
        let no_compiler = self.typed && !tsc().exists();
        lacks("node").or_else(|| no_compiler.then(|| "tsc is missing (npm ci in www)".to_string()))
    }

    fn tolerance(&self) -> f64 {
        1e-5
    }

    fn run(&self, files: &[String], states: &[&[Value]]) -> Vec<Vec<[f64; 2]>> {
        let folder = folder(if self.typed { "typescript" } else { "javascript" });
        let put =
            |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("to write");
        put("package.json", r#"{ "type": "module" }"#);
        put("run.js", IN_NODE);
        let extension = self.language().extension();
        for (at, file) in files.iter().enumerate() {
            put(&format!("case{at}.{extension}"), file);
        }
        if self.typed {
            let mut tsc = Command::new(tsc());
            tsc.args(["--strict", "--noUncheckedIndexedAccess", "--target", "es2022"]);
            tsc.args(["--module", "esnext"]);
            tsc.args((0..files.len()).map(|at| folder.join(format!("case{at}.ts"))));
            ask(&mut tsc, "");
        }
        let said = ask(Command::new("node").arg(folder.join("run.js")), &json!(states).to_string());
        read(&said, states)
    }
}

struct Python;

const IN_PYTHON: &str = r#"
import importlib, json, sys

def made(module, kind, value):
    if value is None:
        return None
    fields = getattr(module, kind).__dataclass_fields__
    def field(key, one):
        if key in ("goal", "leader", "pointer"):
            return made(module, "Thing", one)
        return complex(*one) if isinstance(one, list) else one
    return getattr(module, kind)(**{key: field(key, one) for key, one in value.items() if key in fields})

for at, states in enumerate(json.load(sys.stdin)):
    module = importlib.import_module(f"case{at}")
    for state in states:
        others = [made(module, "Unit", one) for one in state["others"]]
        obstacles = [made(module, "Obstacle", one) for one in state["obstacles"]]
        me, target = made(module, "Unit", state["me"]), made(module, "Thing", state["target"])
        more = [module.State()] if hasattr(module, "State") else []
        force = module.steer(me, others, obstacles, target, 1 / 60, *more)
        force = complex(force)
        print(force.real, force.imag)
"#;

impl Runner for Python {
    fn language(&self) -> Language {
        Language::Python
    }

    fn missing(&self) -> Option<String> {
        lacks("python3")
    }

    fn tolerance(&self) -> f64 {
        1e-5
    }

    fn run(&self, files: &[String], states: &[&[Value]]) -> Vec<Vec<[f64; 2]>> {
        let folder = folder("python");
        std::fs::write(folder.join("run.py"), IN_PYTHON).expect("to write");
        for (at, file) in files.iter().enumerate() {
            std::fs::write(folder.join(format!("case{at}.py")), file).expect("to write");
        }
        let said = ask(
            Command::new("python3").arg("-B").arg(folder.join("run.py")),
            &json!(states).to_string(),
        );
        read(&said, states)
    }
}

/// Rust and C#: one program has all files, and the states as code.
struct Compiled {
    language: Language,
}

impl Compiled {
    fn is_rust(&self) -> bool {
        self.language == Language::Rust
    }

    /// The members of a record of a file, in its own spelling.
    fn members(&self, file: &str, record: &str) -> Vec<String> {
        let begins = if self.is_rust() { "pub struct " } else { "public sealed class " };
        let begins = format!("{begins}{record}");
        let lines = file.lines().skip_while(|line| !line.trim().starts_with(&begins));
        let lines = lines.take_while(|line| line.trim() != "}");
        let member = |line: &str| {
            let line = line.trim().strip_prefix("pub")?;
            let (name, rust) = (line.split(':').next()?.trim(), self.is_rust());
            if rust {
                return (!name.contains(' ')).then(|| name.to_string());
            }
            let line = line.strip_prefix("lic ")?.split(';').next()?;
            let line = line.split(" =").next()?;
            (!line.contains("class")).then(|| line.split(' ').next_back().map(String::from))?
        };
        lines.filter_map(member).collect()
    }

    fn real(&self, value: &Value) -> String {
        let number = value.as_f64().expect("a number") as f32;
        format!("{number:?}{}", if self.is_rust() { "_f32" } else { "f" })
    }

    fn value(&self, module: &str, value: &Value) -> String {
        match value {
            Value::Null if self.is_rust() => "None".to_string(),
            Value::Null => "null".to_string(),
            Value::Bool(yes) => yes.to_string(),
            Value::Number(_) => self.real(value),
            Value::String(text) => format!("{text:?}"),
            Value::Array(parts) => {
                let [x, y] = [&parts[0], &parts[1]].map(|part| self.real(part));
                let vector =
                    if self.is_rust() { "glam::Vec2::new" } else { "new System.Numerics.Vector2" };
                format!("{vector}({x}, {y})")
            }
            Value::Object(_) => {
                let thing = self.record(
                    module,
                    "Thing",
                    &["position", "velocity"].map(String::from),
                    value,
                );
                if self.is_rust() { format!("Some({thing})") } else { thing }
            }
        }
    }

    fn record(&self, module: &str, record: &str, members: &[String], value: &Value) -> String {
        let sign = if self.is_rust() { ": " } else { " = " };
        let fields = members.iter().map(|name| {
            let mut key = String::new();
            for (at, c) in name.chars().enumerate() {
                if c.is_uppercase() && at > 0 {
                    key.push('_');
                }
                key.extend(c.to_lowercase());
            }
            let own = if self.is_rust() {
                name.clone()
            } else {
                let words = name.split('_').map(|word| word[..1].to_uppercase() + &word[1..]);
                words.collect()
            };
            format!("{own}{sign}{}", self.value(module, &value[&key]))
        });
        let fields = fields.collect::<Vec<_>>().join(", ");
        match self.is_rust() {
            true => format!("{module}::{record} {{ {fields} }}"),
            false => format!("new {module}.Flocking.{record} {{ {fields} }}"),
        }
    }

    /// A call with a state. Most states of a file have the same units, so `units` has each once.
    fn call(&self, at: usize, file: &str, state: &Value, units: &mut Vec<String>) -> String {
        let module = format!("Case{at}");
        let module = if self.is_rust() { module.to_lowercase() } else { module };
        let unit = self.members(file, "Unit");
        let disc = ["position", "radius"].map(String::from);
        let list = |name: &str| state[name].as_array().expect("a list").iter();
        let of = |one: &Value| self.record(&module, "Obstacle", &disc, one);
        let discs = list("obstacles").map(of).collect::<Vec<_>>().join(", ");
        let place = |one: &Value| {
            let code = self.record(&module, "Unit", &unit, one);
            let known = units.iter().position(|other| *other == code);
            known.unwrap_or_else(|| {
                units.push(code);
                units.len() - 1
            })
        };
        let others: Vec<String> = list("others").map(place).map(|at| at.to_string()).collect();
        let others = others.join(", ");
        let me = self.record(&module, "Unit", &unit, &state["me"]);
        let target = self.value(&module, &state["target"]);
        let has_state = !self.members(file, "State").is_empty();
        if self.is_rust() {
            let more = if has_state {
                format!(", &mut {module}::State::default()")
            } else {
                String::new()
            };
            let others = format!("&[{others}].map(unit{at})");
            format!("{module}::steer(&{me}, {others}, &[{discs}], {target}, 1.0 / 60.0{more})")
        } else {
            let more =
                if has_state { format!(", new {module}.Flocking.State()") } else { String::new() };
            let name = format!("{module}.Flocking");
            let others = format!("System.Array.ConvertAll(new int[] {{ {others} }}, unit{at})");
            format!(
                "{name}.Steer({me}, {others}, new {name}.Obstacle[] {{ {discs} }}, {target}, 1f / 60f{more})"
            )
        }
    }
}

/// Compiles with the glam that this test was built with, which lies beside it.
fn rustc(compiler: &str, source: &Path, more: &[&str]) -> Result<(), String> {
    let here = std::env::current_exe().expect("this program");
    let built = here.parent().expect("its folder");
    let files = std::fs::read_dir(built).expect("its files").flatten().map(|file| file.path());
    let mut report = "no glam beside the test".to_string();
    for glam in files.filter(|path| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.starts_with("libglam-") && name.ends_with(".rlib")
    }) {
        let mut rustc = Command::new(compiler);
        rustc.args(["--edition", "2024", "-D", "warnings", "-A", "dead_code"]).args(more);
        rustc.arg("--extern").arg(format!("glam={}", glam.display())).arg("-L").arg(built);
        let output = rustc.arg(source).output().expect("rustc runs");
        if output.status.success() {
            return Ok(());
        }
        report = beginning(&output.stderr);
        // One that another compiler has left behind is none.
        if !report.contains("E0514") {
            break;
        }
    }
    Err(report)
}

/// What a linter or a formatter of a language says of files; `Ok` where it finds nothing, or is not there.
pub fn lint(language: Language, files: &[String]) -> Result<(), String> {
    let (program, arguments): (&str, &[&str]) = match language {
        Language::Rust => ("clippy-driver", &[]),
        Language::GDScript => ("gdformat", &["--check", "."]),
        _ => ("ruff", &["check", "."]),
    };
    if let Some(what) = lacks(program) {
        println!("{}: skipped, {what}", language.label());
        return Ok(());
    }
    let folder = folder(program);
    let extension = language.extension();
    for (at, file) in files.iter().enumerate() {
        std::fs::write(folder.join(format!("case{at}.{extension}")), file).expect("to write");
    }
    if language == Language::Rust {
        let modules: String = (0..files.len()).map(|at| format!("pub mod case{at};\n")).collect();
        std::fs::write(folder.join("lib.rs"), modules).expect("to write");
        let out = folder.join("lib.rmeta");
        let out = out.to_str().expect("a path");
        return rustc(
            program,
            &folder.join("lib.rs"),
            &["--crate-type", "lib", "--emit", "metadata", "-o", out],
        );
    }
    let output =
        Command::new(program).args(arguments).current_dir(&folder).output().expect("it runs");
    match output.status.success() {
        true => Ok(()),
        false => Err(beginning(&[output.stdout, output.stderr].concat())),
    }
}

impl Runner for Compiled {
    fn language(&self) -> Language {
        self.language
    }

    fn missing(&self) -> Option<String> {
        if self.is_rust() { lacks("rustc") } else { lacks("mcs").or_else(|| lacks("mono")) }
    }

    fn tolerance(&self) -> f64 {
        1e-3
    }

    fn run(&self, files: &[String], states: &[&[Value]]) -> Vec<Vec<[f64; 2]>> {
        let folder = folder(self.language.key());
        let (mut code, mut body) = (String::new(), String::new());
        for (at, (file, states)) in files.iter().zip(states).enumerate() {
            if self.is_rust() {
                let _ = writeln!(code, "mod case{at} {{\n{file}\n}}");
            } else {
                let _ = writeln!(code, "namespace Case{at} {{\n{file}\n}}");
            }
            let mut units = Vec::new();
            for (number, state) in states.iter().enumerate() {
                let call = self.call(at, file, state, &mut units);
                // A function for each: compilers take long for one that has all.
                let name = format!("call{at}_{number}");
                let _ = match self.is_rust() {
                    true => {
                        let _ = writeln!(body, "{name}();");
                        let put = r#"println!("{} {}", f.x, f.y)"#;
                        writeln!(code, "fn {name}() {{ let f = {call}; {put}; }}")
                    }
                    false => {
                        let _ = writeln!(body, "Program.{name}();");
                        let put = r#"System.Console.WriteLine(f.X.ToString("R") + " " + f.Y.ToString("R"))"#;
                        writeln!(
                            code,
                            "public static partial class Program {{ public static void {name}() {{ var f = {call}; {put}; }} }}"
                        )
                    }
                };
            }
            let cases = units.iter().enumerate();
            let _ = match self.is_rust() {
                true => {
                    let cases: String =
                        cases.map(|(k, unit)| format!("{k} => {unit},\n")).collect();
                    let head = format!("fn unit{at}(k: usize) -> case{at}::Unit");
                    writeln!(code, "{head} {{ match k {{ {cases} _ => unreachable!() }} }}")
                }
                false => {
                    let cases: String =
                        cases.map(|(k, unit)| format!("case {k}: return {unit};\n")).collect();
                    let head = format!("static Case{at}.Flocking.Unit unit{at}(int k)");
                    let body = format!("switch (k) {{ {cases} default: return null; }}");
                    writeln!(code, "public static partial class Program {{ {head} {{ {body} }} }}")
                }
            };
        }
        let said = if self.is_rust() {
            let (source, program) = (folder.join("main.rs"), folder.join("main"));
            code += &format!("fn main() {{\n{body}}}\n");
            std::fs::write(&source, code).expect("to write");
            let out = program.to_str().expect("a path");
            rustc("rustc", &source, &["-o", out]).unwrap_or_else(|report| panic!("{report}"));
            ask(&mut Command::new(program), "")
        } else {
            let (source, program) = (folder.join("main.cs"), folder.join("main.exe"));
            code += &format!(
                "public static partial class Program {{ static void Main() {{\n{body}}} }}\n"
            );
            std::fs::write(&source, code).expect("to write");
            let out = format!("-out:{}", program.display());
            ask(
                Command::new("mcs")
                    .args(["-warnaserror", "-r:System.Numerics.dll", &out])
                    .arg(source),
                "",
            );
            ask(Command::new("mono").arg(program), "")
        };
        read(&said, states)
    }
}
