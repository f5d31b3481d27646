//! Printed forces, run by the languages themselves.

use flockwright::rules::Language;
use serde_json::{Value, json};
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

/// One for each language.
pub fn runners() -> Vec<Box<dyn Runner>> {
    vec![Box::new(Script { typed: false }), Box::new(Script { typed: true }), Box::new(Godot)]
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

/// Godot 3, which runs the code that is printed for Godot 4.
struct Godot;

const IN_GODOT: &str = r#"
extends SceneTree

func made(script, kind, value):
	if value == null:
		return null
	var one = script.get_script_constant_map()[kind].new()
	for key in value:
		if key in ["goal", "leader", "pointer", "wall", "barrier"]:
			one.set(key, made(script, "Thing", value[key]))
		elif value[key] is Array:
			one.set(key, Vector2(value[key][0], value[key][1]))
		else:
			one.set(key, value[key])
	return one

func _init():
	var file = File.new()
	file.open("res://states.json", File.READ)
	var files = JSON.parse(file.get_as_text()).result
	for at in files.size():
		var script = load("res://case%d.gd" % at)
		for state in files[at]:
			if not script.can_instance():
				print("force nan nan")
				continue
			var others = []
			for one in state["others"]:
				others.append(made(script, "Unit", one))
			var obstacles = []
			for one in state["obstacles"]:
				obstacles.append(made(script, "Obstacle", one))
			var me = made(script, "Unit", state["me"])
			var args = [me, others, obstacles, made(script, "Thing", state["target"]), 1.0 / 60.0]
			if script.get_script_constant_map().has("State"):
				args.append(script.State.new())
			var force = script.callv("steer", args)
			print("force %.9f %.9f" % [force.x, force.y])
	quit()
"#;

impl Runner for Godot {
    fn language(&self) -> Language {
        Language::GDScript
    }

    fn missing(&self) -> Option<String> {
        // Its version ends with an error.
        let said = Command::new("godot3-server").arg("--version").output();
        said.is_err().then(|| "godot3-server is missing".to_string())
    }

    fn tolerance(&self) -> f64 {
        1e-3
    }

    fn run(&self, files: &[String], states: &[&[Value]]) -> Vec<Vec<[f64; 2]>> {
        let folder = folder("gdscript");
        let put =
            |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("to write");
        put("project.godot", "config_version=4\n");
        put("run.gd", IN_GODOT);
        put("states.json", &json!(states).to_string());
        for (at, file) in files.iter().enumerate() {
            put(&format!("case{at}.gd"), file);
        }
        let mut godot = Command::new("godot3-server");
        let said = ask(godot.arg("--path").arg(&folder).args(["-s", "res://run.gd"]), "");
        let forces = said.lines().filter_map(|line| line.strip_prefix("force "));
        let forces: Vec<&str> = forces.collect();
        let many: usize = states.iter().map(|own| own.len()).sum();
        assert_eq!(forces.len(), many, "{}", beginning(said.as_bytes()));
        read(&forces.join("\n"), states)
    }
}

/// What a linter or a parser of a language says of files; `Ok` where it finds nothing, or is not there.
pub fn lint(language: Language, files: &[String]) -> Result<(), String> {
    let program = "gdparse";
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
    let output = Command::new(program).args(names).current_dir(&folder).output().expect("it runs");
    match output.status.success() {
        true => Ok(()),
        false => Err(beginning(&[output.stdout, output.stderr].concat())),
    }
}
