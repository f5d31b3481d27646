//! The command line: rules in files, checked, formatted, printed, and carried by runs.

use crate::command::{flockwright, folder, name, refused, run, stdout_of, text};
use flockwright::Run;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

const CROWDED: &str = "\
rule crowded \"Turn left when crowded\"
# Turns left where many are around.
param many = 4 in 0..50 \"\" \"How many are a crowd.\"
n = count(j in mates(8 * L))
steer if n > many then -1 else 0
";

/// A file in a folder, with this text.
fn file(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, text).expect("room");
    path
}

fn rule(arguments: &[&str], input: &str) -> Output {
    let mut command = flockwright();
    command.arg("rule").args(arguments).stdin(Stdio::piped());
    let mut running = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it");
    running.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it listens");
    running.wait_with_output().expect("it ends")
}

#[test]
fn what_makes_no_sense_is_told_with_its_place_and_what_was_meant() {
    let folder = folder("rule-check");
    let good = file(&folder, "good.rule", CROWDED);
    let bad = file(&folder, "bad.rule", "# A slip.\n\tx = nearest(m in view: m.distence)\nsteer x");
    let output = rule(&[name(&bad), name(&good)], "");
    assert_eq!(output.status.code(), Some(1));
    let wrong = format!(
        "{}:2:27: 'view' has members that have no 'distence'; did you mean 'distance'?\n\
         2 | \tx = nearest(m in view: m.distence)\n  | \t{}^^^^^^^^\n",
        name(&bad),
        " ".repeat(25)
    );
    let told_of = text(&output.stderr);
    assert_eq!(
        told_of.lines().skip(1).collect::<Vec<_>>(),
        wrong.lines().skip(1).collect::<Vec<_>>()
    );
    assert!(told_of.starts_with(&format!("{}:2:27: ", name(&bad))), "{told_of}");
    assert!(told_of.contains("did you mean 'distance'?\n"), "{told_of}");
    // The other one is explained all the same.
    let explained = text(&output.stdout);
    for part in [
        "good.rule: sound",
        "Turn left when crowded (crowded)\nTurns left where many are around.",
        "crowded-many",
        "4 in 0..50             How many are a crowd.",
        "It computes ",
        "mates        Birds of its own role",
    ] {
        assert!(explained.contains(part), "{part}: {explained}");
    }
    let hunts = rule(&["-"], "steer goal.offset + sum(j in group(\"big sharks\"): j.offset)");
    let explained = text(&hunts.stdout);
    assert!(explained.contains("It needs a goal, a group “big sharks”.\n"), "{explained}");
    // Too much to run, no name of its own, and no file at all.
    let much = format!("steer {}1", "1 + ".repeat(450));
    assert!(text(&rule(&["-"], &much).stderr).contains("standard input:1:"));
    let taken = rule(&["-"], "rule cohesion\nsteer 1");
    assert_eq!(taken.status.code(), Some(1));
    assert!(text(&taken.stderr).contains("is that of something else"), "{}", text(&taken.stderr));
    assert!(refused(flockwright().args(["rule", "no/such.rule"])).contains("no/such.rule"));
    assert!(refused(flockwright().args(["rule", "helm"])).contains("no rule"));
}

#[test]
fn files_are_formatted_in_place_and_once_is_enough() {
    let folder = folder("rule-format");
    let untidy = CROWDED.replace(" = ", "=").replace("8 * L", "(8*L)").replace("if n", "if  (n)");
    let path = file(&folder, "crowded.rule", &untidy);
    let check = run(&["rule", "--format", "--check", name(&path)]);
    assert_eq!(check.status.code(), Some(1));
    assert_eq!(text(&check.stdout), format!("{}\n", name(&path)));
    assert_eq!(fs::read_to_string(&path).expect("a file"), untidy, "only looked at");
    stdout_of(&["rule", "--format", name(&path)]);
    let tidy = fs::read_to_string(&path).expect("a file");
    assert_eq!(tidy, text(&rule(&["--format", "-"], &untidy).stdout));
    assert_eq!(tidy, CROWDED);
    assert_eq!(stdout_of(&["rule", "--format", "--check", name(&path)]), "");
    // What makes no sense stays as it is.
    let broken = file(&folder, "broken.rule", "steer  nobody");
    assert_eq!(run(&["rule", "--format", name(&broken)]).status.code(), Some(1));
    assert_eq!(fs::read_to_string(&broken).expect("a file"), "steer  nobody");
    // Built-in behaviors are texts to start from.
    let orbit = stdout_of(&["rule", "orbit", "--format"]);
    assert!(orbit.starts_with("rule orbit \"Orbit\"\n"), "{orbit}");
    let mine = file(&folder, "mine.rule", &orbit.replace("rule orbit", "rule mine"));
    stdout_of(&["rule", name(&mine)]);
}

#[test]
fn a_rule_is_printed_in_each_language() {
    for (language, part) in [
        ("javascript", "function crowded(me, others)"),
        ("typescript", "function crowded(me: Unit, others: readonly Unit[]): Vector {"),
        ("gdscript", "func crowded(me: Unit, others: Array) -> Vector2:"),
    ] {
        let output = rule(&["--print", language, "-"], CROWDED);
        let printed = text(&output.stdout);
        assert!(output.status.success() && printed.contains(part), "{language}: {printed}");
    }
    for (language, part) in [
        ("cobol", "typescript, javascript, gdscript"),
        ("csharp", "no longer printed in C#: the C library runs the rules themselves"),
        ("python", "no longer printed in Python: the package flockwright runs"),
    ] {
        let why = refused(flockwright().args(["rule", "orbit", "--print", language]));
        assert!(why.contains(part), "{why}");
    }
}

/// The link of a run as it is printed.
fn link_of(arguments: &[&str]) -> String {
    let message: serde_json::Value = serde_json::from_str(&stdout_of(arguments)).expect("JSON");
    message["link"].as_str().expect("a link").to_string()
}

#[test]
fn runs_carry_rules_and_so_do_their_links() {
    let folder = folder("rule-runs");
    let path = file(&folder, "a=b.rule", CROWDED);
    let ahead = file(&folder, "ahead.rule", "rule ahead\nsteer h");
    let flag = format!("interceptors={}", name(&ahead));
    let base = "scene=leaders-pincer&count=20";
    let set = "crowded-many=1";
    let json = stdout_of(&[
        "run",
        base,
        "--rule",
        name(&path),
        "--rule",
        &flag,
        "--set",
        set,
        "--ticks",
        "90",
        "--json",
    ]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let link = json["link"].as_str().expect("a link");
    let (mut run_of, notices) = Run::open(link);
    assert!(notices.is_empty(), "{notices:?}");
    let keys = |run: &Run, group: usize| -> Vec<&str> {
        run.world.groups()[group].pipeline.iter().map(|behavior| behavior.key()).collect()
    };
    assert_eq!(keys(&run_of, 0).last(), Some(&"crowded"));
    let group = run_of.world.groups().iter().position(|group| group.key == "interceptors");
    assert_eq!(keys(&run_of, group.expect("a group")).last(), Some(&"ahead"));
    (0..90).for_each(|_| run_of.world.tick());
    assert_eq!(json["hash"], format!("{:016x}", run_of.world.hash()));
    // A file that was changed takes the place of what the link has, with what was set.
    fs::write(&path, CROWDED.replace("-1 else", "1 else")).expect("room");
    let again = link_of(&["run", link, "--rule", name(&path), "--ticks", "0", "--json"]);
    assert_ne!(again, link);
    assert!(again.contains(set), "{again}");
    assert_eq!(keys(&Run::open(&again).0, 0), keys(&run_of, 0));
    // So do plans, batches, and lists of parameters.
    let links = stdout_of(&["links", base, "--rule", name(&path), "--axis", "crowded-many=1,2"]);
    assert_eq!(links.lines().count(), 2);
    assert!(links.lines().all(|line| line.contains("crowded-many=")), "{links}");
    let sweep = [
        "sweep",
        base,
        "--rule",
        name(&path),
        "--axis",
        "crowded-many=1,2",
        "--seeds",
        "1",
        "--ticks",
        "120",
        "--quiet",
    ];
    let rows = stdout_of(&sweep);
    assert!(rows.contains("\"crowded-many\""), "{rows}");
    let lines = file(&folder, "links", &format!("{base}\n{base}&seed=2\n"));
    let batch =
        stdout_of(&["batch", name(&lines), "--rule", name(&path), "--ticks", "120", "--quiet"]);
    assert_eq!(batch.matches("groups=").count(), 2, "{batch}");
    let params = stdout_of(&["params", "flock-wide", "--rule", name(&path)]);
    assert!(params.contains("How many are a crowd."), "{params}");
    let tuned = run(&[
        "tune",
        "scene=flock-wide&count=10",
        "--rule",
        name(&path),
        "--vary",
        "crowded-many=0..9",
        "--goal",
        "polarization=0..1",
        "--runs",
        "1",
        "--ticks",
        "120",
        "--no-baseline",
        "--quiet",
    ]);
    assert!(text(&tuned.stdout).contains("groups="), "{}", text(&tuned.stderr));
}

#[test]
fn recipes_are_listed_explained_printed_and_carried_by_their_keys() {
    let listed = stdout_of(&["rule", "--recipes"]);
    let keys: Vec<&str> =
        listed.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(keys.contains(&"hide") && keys.contains(&"offset_pursuit"), "{listed}");
    for key in keys {
        let explained = stdout_of(&["rule", key]);
        assert!(explained.starts_with(&format!("{key}: sound")), "{explained}");
        assert!(stdout_of(&["rule", key, "--format"]).starts_with(&format!("rule {key} \"")));
        assert!(stdout_of(&["rule", "--print", "typescript", key]).contains("function"), "{key}");
    }
    assert!(stdout_of(&["rule", "hide"]).contains("hide-gap"));
    let link = link_of(&[
        "run", "scene=empty", "--rule", "hide", "--set", "hide-gap=7", "--ticks", "9", "--json",
    ]);
    assert!(link.contains("hide-gap=7"), "{link}");
    for arguments in [&["rule", "hyde"][..], &["run", "scene=empty", "--rule", "hyde"]] {
        let why = refused(flockwright().args(arguments));
        assert!(why.contains("Did you mean \u{201c}hide\u{201d}?"), "{why}");
    }
}

#[test]
fn groups_are_named_as_a_person_named_them() {
    let base = "scene=empty&groups=units.nFish.pcohesion*g1.nbig_shark.ppursue.hunits&count=5";
    let set = ["--set", "big shark.count=3", "--set", "Fish.count=7", "--rule", "big shark=hide"];
    let link = link_of(&[&["run", base, "--ticks", "5", "--json"][..], &set].concat());
    let run = Run::open(&link).0;
    assert_eq!((run.world.get("count"), run.world.get("g1.count")), (Ok(7.0), Ok(3.0)));
    assert!(run.world.groups()[1].pipeline.iter().any(|behavior| behavior.key() == "hide"));
    let links = stdout_of(&["links", base, "--axis", "big shark.count=2,4"]);
    assert!(links.lines().count() == 2 && links.contains("g1.count=4"), "{links}");
}

#[test]
fn what_cannot_be_carried_is_refused_with_its_reason() {
    let folder = folder("rule-refused");
    let path = file(&folder, "crowded.rule", CROWDED);
    let bad = file(&folder, "bad.rule", "steer 1 +");
    let before = |rule: &str| refused(flockwright().args(["run", "scene=duel", "--rule", rule]));
    let why = before(name(&bad));
    assert!(why.contains(&format!("{}:1:", name(&bad))), "{why}");
    let why = before(&format!("boid={}", name(&path)));
    assert!(why.contains("no group “boid”"), "{why}");
    assert!(before("nothing.rule").contains("nothing.rule"));
    // The rule that is read is not written over.
    let mut over = flockwright();
    over.args(["run", "scene=duel", "--ticks", "1", "--rule", name(&path), "--csv", name(&path)]);
    assert!(refused(&mut over).contains("over itself"));
    assert_eq!(fs::read_to_string(&path).expect("a file"), CROWDED);
    let recording = file(&folder, "run.json", "{}");
    let why = refused(flockwright().args(["run", name(&recording), "--rule", name(&path)]));
    assert!(why.contains("no recordings"), "{why}");
}
