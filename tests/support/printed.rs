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
        Box::new(CSharp),
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
        if key in ("goal", "leader", "pointer", "wall", "barrier"):
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

/// One program has all files, and the states as code.
struct CSharp;

impl CSharp {
    /// The members of a record of a file, in its own spelling.
    fn members(file: &str, record: &str) -> Vec<String> {
        let begins = format!("public sealed class {record}");
        let lines = file.lines().skip_while(|line| line.trim() != begins);
        let lines = lines.take_while(|line| line.trim() != "}");
        let member = |line: &str| {
            let line = line.trim().strip_prefix("public ")?.split(';').next()?;
            let line = line.split(" =").next()?;
            (!line.contains("class")).then(|| line.split(' ').next_back().map(String::from))?
        };
        lines.filter_map(member).collect()
    }

    fn real(value: &Value) -> String {
        format!("{:?}f", value.as_f64().expect("a number") as f32)
    }

    fn value(module: &str, value: &Value) -> String {
        match value {
            Value::Null => "null".to_string(),
            Value::Bool(yes) => yes.to_string(),
            Value::Number(_) => Self::real(value),
            Value::String(text) => format!("{text:?}"),
            Value::Array(parts) => {
                let [x, y] = [&parts[0], &parts[1]].map(Self::real);
                format!("new System.Numerics.Vector2({x}, {y})")
            }
            Value::Object(_) => {
                let members = ["Position", "Velocity"].map(String::from);
                Self::record(module, "Thing", &members, value)
            }
        }
    }

    fn record(module: &str, record: &str, members: &[String], value: &Value) -> String {
        let fields = members.iter().map(|name| {
            let mut key = String::new();
            for (at, c) in name.chars().enumerate() {
                if c.is_uppercase() && at > 0 {
                    key.push('_');
                }
                key.extend(c.to_lowercase());
            }
            format!("{name} = {}", Self::value(module, &value[&key]))
        });
        let fields = fields.collect::<Vec<_>>().join(", ");
        format!("new {module}.Flocking.{record} {{ {fields} }}")
    }

    /// A call with a state. Most states of a file have the same units, so `units` has each once.
    fn call(at: usize, file: &str, state: &Value, units: &mut Vec<String>) -> String {
        let module = format!("Case{at}");
        let unit = Self::members(file, "Unit");
        let disc = ["Position", "Radius"].map(String::from);
        let list = |name: &str| state[name].as_array().expect("a list").iter();
        let of = |one: &Value| Self::record(&module, "Obstacle", &disc, one);
        let discs = list("obstacles").map(of).collect::<Vec<_>>().join(", ");
        let place = |one: &Value| {
            let code = Self::record(&module, "Unit", &unit, one);
            let known = units.iter().position(|other| *other == code);
            known.unwrap_or_else(|| {
                units.push(code);
                units.len() - 1
            })
        };
        let others: Vec<String> = list("others").map(place).map(|at| at.to_string()).collect();
        let others = others.join(", ");
        let me = Self::record(&module, "Unit", &unit, &state["me"]);
        let target = Self::value(&module, &state["target"]);
        let name = format!("{module}.Flocking");
        let has_state = !Self::members(file, "State").is_empty();
        let more = if has_state { format!(", new {name}.State()") } else { String::new() };
        let others = format!("System.Array.ConvertAll(new int[] {{ {others} }}, unit{at})");
        format!(
            "{name}.Steer({me}, {others}, new {name}.Obstacle[] {{ {discs} }}, {target}, 1f / 60f{more})"
        )
    }
}

/// What a linter or a parser of a language says of files; `Ok` where it finds nothing, or is not there.
pub fn lint(language: Language, files: &[String]) -> Result<(), String> {
    let (program, arguments): (&str, &[&str]) = match language {
        Language::GDScript => ("gdparse", &[]),
        _ => ("ruff", &["check"]),
    };
    let extension = language.extension();
    if let Some(what) = lacks(program) {
        println!("skipped, {what}");
        return Ok(());
    }
    let folder = folder(program);
    let names: Vec<_> = (0..files.len()).map(|at| format!("case{at}.{extension}")).collect();
    for (name, file) in names.iter().zip(files) {
        std::fs::write(folder.join(name), file).expect("to write");
    }
    let output = Command::new(program)
        .args(arguments)
        .args(names)
        .current_dir(&folder)
        .output()
        .expect("it runs");
    match output.status.success() {
        true => Ok(()),
        false => Err(beginning(&[output.stdout, output.stderr].concat())),
    }
}

impl Runner for CSharp {
    fn language(&self) -> Language {
        Language::CSharp
    }

    fn missing(&self) -> Option<String> {
        lacks("mcs").or_else(|| lacks("mono"))
    }

    fn tolerance(&self) -> f64 {
        1e-3
    }

    fn run(&self, files: &[String], states: &[&[Value]]) -> Vec<Vec<[f64; 2]>> {
        let folder = folder(self.language().key());
        let begins = "public static partial class Program {";
        let (mut code, mut body) = (String::new(), String::new());
        for (at, (file, states)) in files.iter().zip(states).enumerate() {
            let _ = writeln!(code, "namespace Case{at} {{\n{file}\n}}");
            let mut units = Vec::new();
            for (number, state) in states.iter().enumerate() {
                let call = Self::call(at, file, state, &mut units);
                // A function for each: the compiler takes long for one that has all.
                let name = format!("call{at}_{number}");
                let _ = writeln!(body, "Program.{name}();");
                let put =
                    r#"System.Console.WriteLine(f.X.ToString("R") + " " + f.Y.ToString("R"))"#;
                let _ = writeln!(
                    code,
                    "{begins} public static void {name}() {{ var f = {call}; {put}; }} }}"
                );
            }
            let cases = units.iter().enumerate();
            let cases: String =
                cases.map(|(k, unit)| format!("case {k}: return {unit};\n")).collect();
            let head = format!("static Case{at}.Flocking.Unit unit{at}(int k)");
            let choice = format!("switch (k) {{ {cases} default: return null; }}");
            let _ = writeln!(code, "{begins} {head} {{ {choice} }} }}");
        }
        let (source, program) = (folder.join("main.cs"), folder.join("main.exe"));
        code += &format!("{begins} static void Main() {{\n{body}}} }}\n");
        std::fs::write(&source, code).expect("to write");
        let out = format!("-out:{}", program.display());
        // A rule may compare a number with itself.
        let options = ["-warnaserror", "-nowarn:1718,0429,0162", "-r:System.Numerics.dll", &out];
        ask(Command::new("mcs").args(options).arg(source), "");
        read(&ask(Command::new("mono").arg(program), ""), states)
    }
}
