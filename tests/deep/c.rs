//! The C library, as a game in C has it: its header, and a program that uses all of it.

use crate::support::scenes::open_link;
use flockwright::Run;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

const HEADER: &str = "src/c/flockwright.h";

fn at(path: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(path)
}

/// `UPDATE=1` writes it.
#[test]
fn the_header_says_what_the_library_has() {
    let config = cbindgen::Config::from_file(at("src/c/cbindgen.toml")).expect("it is there");
    let builder = cbindgen::Builder::new().with_config(config).with_src(at("src/c/lib.rs"));
    let mut text = Vec::new();
    builder.generate().expect("it can be read").write(&mut text);
    let text = String::from_utf8(text).expect("a header is text");
    if env::var_os("UPDATE").is_some() {
        fs::write(at(HEADER), &text).expect("it can be written");
    }
    let kept = fs::read_to_string(at(HEADER)).unwrap_or_default();
    assert!(kept == text, "UPDATE=1 cargo test -p flockwright-deep c:: writes {HEADER}");
}

const LINK: &str = "v=8&scene=flock-wide&seed=7&cohesion=2";

/// Fish and two sharks that hunt them.
const REEF: &str = "v=8&scene=empty&width=400&height=300&count=60&g1.count=2&g1.caught=tells\
                    &groups=units.nfish.rregular.bpoint.pwander-separation*g1.nshark.rregular.bpoint.ppursue.hunits";

/// Where the library is: what is packed, or what is built here.
fn library() -> PathBuf {
    env::var_os("FLOCKWRIGHT_LIBRARY").map_or_else(build, PathBuf::from)
}

/// The library beside the programs of the tests, in their profile.
fn build() -> PathBuf {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "-p", "flockwright-c"]).current_dir(at("."));
    if !cfg!(debug_assertions) {
        cargo.arg("--release");
    }
    output(&mut cargo);
    let tests = env::current_exe().expect("a test has a file");
    tests.parent().and_then(Path::parent).expect("in a folder of the build").into()
}

fn is_there(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok()
}

/// What a program says that goes well.
fn output(command: &mut Command) -> String {
    let report = command.output().expect("it is there");
    let [said, wrong] = [&report.stdout, &report.stderr].map(|text| String::from_utf8_lossy(text));
    assert!(report.status.success(), "{said}{wrong}");
    said.into_owned()
}

/// What people take along (other bodies, rules by hand, edited obstacles, a composed school), and tiles.
fn links() -> Vec<String> {
    let taken: Vec<String> =
        serde_json::from_str(include_str!("../taken_along.json")).expect("links");
    taken.into_iter().chain(["scene=tile-chase".into()]).collect()
}

fn core_after(link: &str, ticks: usize) -> (u64, usize) {
    let mut run = open_link(link);
    (0..ticks).for_each(|_| run.world.tick());
    (run.world.hash(), run.world.agents().len())
}

/// What a rule comes to, and what is said of one that makes no sense.
fn core_ruled() -> (u64, String) {
    let (mut run, _) = Run::open(LINK);
    let put = run.set_rule("boids", "rule drift\nparam share = 0.5 in 0..1\nsteer share");
    assert_eq!(put, Ok(()));
    let share = run.find_param("drift-share").expect("it is there");
    run.set(share, 0.25);
    (0..60).for_each(|_| run.world.tick());
    (run.world.hash(), run.set_rule("boids", "rule drift\nsteer shade").expect_err("no word"))
}

/// Compiles a program in C against the library; `None` without a compiler.
fn in_c(source: &str) -> Option<impl Fn(&[&str]) -> String> {
    let compiler = env::var("CC").unwrap_or_else(|_| "cc".into());
    if !is_there(&compiler) {
        eprintln!("skipped: no C compiler (Debian: gcc)");
        return None;
    }
    let (library, source) = (library(), at(source));
    let name = source.file_stem().expect("a file");
    let made = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let mut compile = Command::new(compiler);
    compile.args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-I"]).arg(at("src/c"));
    compile.arg(source).arg("-o").arg(&made);
    compile.arg("-L").arg(&library).args(["-lflockwright", "-lm"]);
    output(compile.arg(format!("-Wl,-rpath,{}", library.display())));
    Some(move |args: &[&str]| {
        // Cargo's own path would come before that of the program.
        output(Command::new(&made).env_remove("LD_LIBRARY_PATH").args(args))
    })
}

#[test]
fn wrong_arguments_of_every_function_are_refused_by_their_names() {
    let source = fs::read_to_string(at("tests/c/arguments.c")).expect("it is there");
    let header = fs::read_to_string(at(HEADER)).expect("it is there");
    let functions = header.lines().filter_map(|line| line.split_once("fw_")?.1.split_once('('));
    for (name, _) in
        functions.filter(|(name, _)| !name.contains(|c: char| c != '_' && !c.is_ascii_lowercase()))
    {
        assert!(source.contains(&format!("fw_{name}(")), "fw_{name} is not in the table");
    }
    let Some(run) = in_c("tests/c/arguments.c") else { return };
    assert_eq!(run(&[]), "111 refused, 0 failures, same 1, version 0.1.0\n");
}

#[test]
fn a_program_in_c_runs_links_steers_its_own_bodies_and_is_told_what_is_wrong() {
    let Some(run) = in_c("tests/c/check.c") else { return };
    let said = run(&[LINK, "v=8&scene=path-patrol&seed=7", REEF]);
    let (hash, count) = core_after(LINK, 120);
    let (ruled, wrong) = core_ruled();
    let wanted = format!(
        "whole {hash:016x}\n\
         halves {hash:016x}\n\
         ticks 179\n\
         same 1, added 1 of {count}\n\
         damaged 1: The snapshot is damaged.\n\
         again 1, born 1, near 1\n\
         shown 1 of 1\n\
         1 bytes is null.\n\
         cohesion 2.5\n\
         ruled {ruled:016x}\n\
         5 {wrong}\n\
         4 There is no group 9: there are 2, from 0 on.\n\
         caught 1\n\
         3 There is no scene “flok-limited”; this is “Flock, wide view”. Did you mean “flock-limited”?\n\
         3 “hello” is no link.\n\
         1 link is null.\n\
         2 link is not UTF-8.\n\
         1 flock is null: there is no world.\n\
         4 There is no parameter “cohesian”. Did you mean “cohesion”?\n\
         8 value is to be a finite number, not NaN.\n"
    );
    assert!(said.starts_with(&wanted), "{said}");
    assert!(said.ends_with("finite 1\ndone\n"), "{said}");
    for link in links() {
        let said = run(&[&link]);
        assert_eq!(said, format!("after {:016x}\n", core_after(&link, 120).0), "{link}");
    }
}

#[test]
fn the_examples_in_c_are_short_and_come_to_what_they_say() {
    for (name, end) in [("catching", " left\n"), ("patrol", " places.\n")] {
        let source = format!("tests/examples/{name}.c");
        let text = fs::read_to_string(at(&source)).expect("it is there");
        assert!(text.lines().count() <= 40, "{source}");
        let Some(run) = in_c(&source) else { return };
        assert!(run(&[]).ends_with(end), "{source}");
    }
}

/// What a program in C# says with the binding; `None` without Mono.
fn in_c_sharp(source: &str, links: &[&str]) -> Option<String> {
    if !(is_there("mcs") && is_there("mono")) {
        eprintln!("skipped: no Mono (Debian: mono-mcs, mono-runtime)");
        return None;
    }
    let made = Path::new(env!("CARGO_TARGET_TMPDIR")).join(source).with_extension("exe");
    let mut compile = Command::new("mcs");
    compile.args(["-unsafe", "-langversion:latest", "-warnaserror"]);
    compile.arg(format!("-out:{}", made.display()));
    output(compile.args([at("src/c/Flockwright.cs"), at("tests/c").join(source)]));
    Some(output(Command::new("mono").arg(&made).args(links).env("LD_LIBRARY_PATH", library())))
}

#[test]
fn a_program_in_c_sharp_does_the_same_and_leaves_no_garbage() {
    let Some(said) = in_c_sharp("Check.cs", &[LINK, REEF]) else { return };
    let (hash, count) = core_after(LINK, 120);
    let (ruled, wrong) = core_ruled();
    let wanted = format!(
        "whole {hash:016x}\n\
         halves {hash:016x}\n\
         garbage 0, finite True, ticks 320\n\
         same True, added 50, {count}\n\
         again True, born True, near True, shown 10\n\
         equal True\n\
         cohesion 2.5\n\
         ruled {ruled:016x}\n\
         Value {wrong}\n\
         caught True, wrongly 0\n\
         Unknown There is no parameter “cohesian”. Did you mean “cohesion”?\n\
         Gone There is no unit 0.\n\
         Link “hello” is no link.\n\
         Unknown There is no group “bords”. Did you mean “boids”? There are boids, player.\n\
         32 refused, same True\n\
         Null flock is null: there is no world.\n"
    );
    assert_eq!(said, wanted);
}

/// 300 fish that flee from a shark, in water without an edge.
const SEA: &str = "v=8&scene=flock-limited&seed=3&count=300&width=800&height=500&\
    groups=boids.pcohesion-alignment-separation-avoidance-fright.fg1*\
    g1.rinterceptor.brigid.pchase-avoidance.hboids&g1.count=1";

/// Two runs of the game with frames of other lengths: each says its hash, and what came and went.
#[test]
fn a_game_in_c_sharp_is_the_same_at_any_frame_rate_and_leaves_no_garbage() {
    let Some(said) = in_c_sharp("Game.cs", &[SEA]) else { return };
    let [one, other] = said.lines().collect::<Vec<_>>()[..] else { panic!("{said}") };
    assert_eq!(one, other);
    let wanted = " born 50, removed 40, units 311, garbage none, finite True";
    assert!(one.ends_with(wanted), "{one}");
}
