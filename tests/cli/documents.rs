//! What the pages say of the command line is so: every command in them is run, in a short form where it
//! is long, one after the other in one folder, as a reader would.

use crate::command::{folder, name, read, run, stdout_of, text};
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const PAGE: &str = "src/cli/README.md";

/// What is shorter here than in the pages, and what stands for itself there.
const SHORT: [(&str, &str); 13] = [
    ("..4/8", "..4/2"),
    ("--seeds 3 --out map.jsonl", "--seeds 3 --ticks 60 --out map.jsonl"),
    ("ticks = 1200", "ticks = 60"),
    ("burn_in = 600", "burn_in = 30"),
    ("@600..2400", "@6..24"),
    ("--ticks 4800 --burn-in 3000", "--ticks 60 --burn-in 30"),
    ("runs = 900", "runs = 2"),
    ("ticks = 1800", "ticks = 60"),
    ("run LINK --ticks 1200", "run scene=duel --ticks 60"),
    ("help COMMAND", "help sweep"),
    ("cargo run --release -p flockwright-cli --", "flockwright"),
    ("<link or file>", "scene=duel"),
    ("`flockwright tune` then names", "`tune` then names"),
];

/// What other tests run.
const ELSEWHERE: [&str; 1] = ["./build.sh cli"];

/// The files of a page, by name, and its commands in their order: blocks that are set in, fenced ones,
/// and those within a line that begin with the name of a program.
fn parts(page: &str) -> (Vec<(String, String)>, Vec<String>) {
    let (mut files, mut commands) = (Vec::new(), Vec::new());
    let mut named = String::new();
    let mut lines = page.lines().peekable();
    let mut before = "";
    while let Some(line) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            let inside: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            let inside = inside.join("\n") + "\n";
            match language {
                "sh" => commands.push(inside),
                "toml" | "rule" => files.push((named.clone(), inside)),
                // The map, which is drawn by `command_python.rs`.
                "python" | "rust" => {}
                _ => panic!("what is a block of {language:?}?"),
            }
        } else if line.starts_with("    ") && before.is_empty() {
            let mut block = format!("{}\n", line.trim());
            while let Some(line) = lines.next_if(|line| line.starts_with("    ")) {
                block += &format!("{}\n", line.trim());
            }
            commands.push(block);
        } else {
            let codes = line.split('`').skip(1).step_by(2);
            let is_command = |code: &&str| {
                ["flockwright ", "cargo ", "./build.sh "]
                    .iter()
                    .any(|begin| code.starts_with(begin))
            };
            for code in codes.filter(is_command) {
                commands.push(format!("{code}\n"));
            }
        }
        // A file is named before it is shown.
        let mut words = line.split([' ', '`']);
        if let Some(name) = words.rfind(|word| word.ends_with(".toml") || word.ends_with(".rule")) {
            named = name.rsplit('|').next().expect("a name").to_string();
        }
        before = line;
    }
    (files, commands)
}

/// A folder with the programs that the pages name, and this one.
fn programs(folder: &Path) -> PathBuf {
    let programs = folder.join("programs");
    fs::create_dir(&programs).expect("a folder");
    symlink(env!("CARGO_BIN_EXE_flockwright"), programs.join("flockwright")).expect("a link");
    // One line of the input after the other, as GNU parallel; one number after the other, as Slurm.
    let parallel = "#!/bin/sh\n[ \"$1 $2\" = '--retries 3' ] || exit 9\n\
                    while read -r line; do\n\
                    sh -c \"$(printf '%s' \"$3\" | sed \"s/{}/$line/g\")\" </dev/null || exit 1\ndone\n";
    let sbatch = "#!/bin/sh\n[ \"$2 $3\" = '--requeue --wrap' ] || exit 9\nrange=${1#--array=}\n\
                  for SLURM_ARRAY_TASK_ID in $(seq \"${range%-*}\" \"${range#*-}\"); do\n\
                  export SLURM_ARRAY_TASK_ID; sh -c \"$4\" || exit 1\ndone\n";
    for (name, script) in [("parallel", parallel), ("sbatch", sbatch)] {
        let path = programs.join(name);
        fs::write(&path, script).expect("room");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a file");
    }
    programs
}

/// Runs lines in a folder; where they want to begin a file that an earlier command has made, it is
/// gone before.
fn obey(lines: &str, folder: &Path, programs: &Path) {
    let words: Vec<&str> = lines.split_whitespace().collect();
    for two in words.windows(2).filter(|two| two[0] == "--out") {
        for behind in ["", ".part", ".manifest.json"] {
            let _ = fs::remove_file(folder.join(format!("{}{behind}", two[1])));
        }
    }
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        if entry.file_name().to_string_lossy().starts_with("part-") {
            fs::remove_file(entry.path()).expect("it");
        }
    }
    let mut lines = lines.to_string();
    let mut place = folder;
    if lines.starts_with("cargo ") {
        place = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        if cfg!(debug_assertions) {
            lines = lines.replace(" --release", "");
        }
    }
    let path = std::env::var("PATH").expect("programs");
    let mut shell = Command::new("bash");
    shell.args(["-e", "-o", "pipefail", "-c", &lines]).current_dir(place);
    shell.env("PATH", format!("{}:{path}", programs.display()));
    let output = shell.stdin(Stdio::null()).output().expect("a shell");
    // A tuning that is cut short does not meet its goals, and says so.
    let well = output.status.success()
        || (lines.starts_with("flockwright tune ") && output.status.code() == Some(1));
    assert!(well, "{lines}: {}{}", text(&output.stdout), text(&output.stderr));
}

/// The part of the first page that is about the command line.
fn terminal() -> String {
    let page = read("README.md");
    let (_, from) = page.split_once("\nThis runs a shared link").expect("a section");
    from.split("\n**Into").next().expect("its text").to_string()
}

#[test]
fn every_command_of_the_pages_runs() {
    let folder = folder("documents");
    let programs = programs(&folder);
    let mut page = read(PAGE) + &terminal();
    for (long, short) in SHORT {
        assert!(page.contains(long), "the pages do not say {long:?} any more");
        page = page.replace(long, short);
    }
    for begin in ELSEWHERE {
        assert!(page.contains(begin), "the pages do not say {begin:?} any more");
    }
    let (mut ran, mut shared) = (0, 0);
    let (files, commands) = parts(&page);
    for (name, text) in files {
        fs::write(folder.join(name), text).expect("room");
    }
    // The recording of another program that the page reads: two animals, 40 ms apart.
    let row = |frame: u32, id: u32| {
        format!("{},{id},{}.5,{}.25\n", frame * 40, frame * (id + 1), id * 20)
    };
    let rows: String = (0..10).flat_map(|frame| [row(frame, 0), row(frame, 1)]).collect();
    fs::write(folder.join("ants.csv"), rows).expect("room");
    for lines in commands {
        if ELSEWHERE.iter().any(|begin| lines.starts_with(begin)) {
            continue;
        }
        println!("{lines}");
        obey(&lines, &folder, &programs);
        ran += 1;
        if lines.contains("--shard") {
            // The parts are the whole, however the work is shared.
            let plan = folder.join("map.toml");
            let whole = stdout_of(&["sweep", name(&plan)]);
            let mut cat = Command::new("sh");
            let parts = cat.args(["-c", "cat part-*.jsonl"]).current_dir(&folder).output();
            assert_eq!(text(&parts.expect("it runs").stdout), whole, "after {lines}");
            if lines.contains("--out map.jsonl") {
                let rows = fs::read_to_string(folder.join("map.jsonl")).expect("rows");
                assert_eq!(rows, whole, "after {lines}");
            }
            shared += 1;
        }
    }
    assert!(shared == 2 && ran >= 10, "{ran} commands, {shared} ways to share them");
}

#[test]
fn the_page_names_the_commands_and_flags_that_there_are() {
    let help = stdout_of(&["help"]);
    let (_, listed) = help.split_once("Commands:\n").expect("commands");
    let listed = listed.lines().take_while(|line| line.starts_with("  "));
    let mut there: Vec<&str> = listed.filter_map(|line| line.split_whitespace().next()).collect();
    there.retain(|command| *command != "help");
    let page = read(PAGE);
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `"));
    let mut told_of: Vec<&str> = rows.filter_map(|row| row.split([' ', '`']).next()).collect();
    told_of.retain(|command| !command.contains('-'));
    there.sort_unstable();
    told_of.sort_unstable();
    assert_eq!(told_of, there);

    let mut flags = String::new();
    for command in &there {
        flags += &text(&run(&[command, "--help"]).stdout);
    }
    let has = |flag: &str| flags.split([' ', ',', '\n']).any(|word| word == flag);
    // Of the script for Dask.
    let other = ["--scheduler"];
    let codes = page.split('`').skip(1).step_by(2).filter(|code| code.starts_with("--"));
    let named: Vec<&str> = codes.filter_map(|code| code.split([' ', '=']).next()).collect();
    assert!(named.len() > 5, "{named:?}");
    for flag in named {
        assert!(has(flag) || other.contains(&flag), "there is no {flag}");
    }
    assert!(text(&build_help()).contains("./build.sh cli "), "the page names it");
}

/// What `./build.sh help` says.
fn build_help() -> Vec<u8> {
    let script = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("build.sh");
    let output = Command::new("bash").arg(script).arg("help").output().expect("it runs");
    assert!(output.status.success(), "{}", text(&output.stderr));
    output.stdout
}
