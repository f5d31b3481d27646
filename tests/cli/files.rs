//! The command line's files: whatever is killed, started twice, damaged or mistaken for another one,
//! no row is lost, doubled, or of another plan, and nothing that is read is written over.

use crate::command::{flockwright, folder, name, refused, run, stdout_of, text};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::thread::yield_now;

/// The two formats: the flag, and how files are named.
const FORMATS: [(&[&str], &str); 2] = [(&[], "rows.jsonl"), (&["--csv"], "rows.csv")];

/// A sweep of forty runs, one after the other, in a folder.
fn sweep(folder: &Path, format: &[&str], more: &[&str]) -> Command {
    sweep_of(240, folder, format, more)
}

fn sweep_of(ticks: u32, folder: &Path, format: &[&str], more: &[&str]) -> Command {
    let mut command = flockwright();
    command.current_dir(folder).args(["sweep", "scene=flock-limited&count=30", "--axis"]);
    command.args(["cohesion=0..4/20", "--seeds", "2", "--jobs", "1"]);
    command.args(["--ticks", &ticks.to_string()]).args(format).args(more);
    command
}

fn ended_well(mut command: Command) {
    let output = command.output().expect("it runs");
    assert!(output.status.success(), "{command:?}: {}", text(&output.stderr));
}

/// How many whole lines a file has.
fn lines(path: &Path) -> usize {
    fs::read(path).map_or(0, |bytes| bytes.iter().filter(|byte| **byte == b'\n').count())
}

fn kill(mut running: Child) {
    running.kill().expect("it runs");
    running.wait().expect("it has ended");
}

/// A sweep that is killed when it has some more lines than there are.
fn killed(folder: &Path, format: &[&str], out: &str) {
    let path = folder.join(out);
    let enough = lines(&path) + 2;
    let mut running = sweep(folder, format, &["--resume", "--out", out]).spawn().expect("it runs");
    while lines(&path) < enough && running.try_wait().expect("a process").is_none() {
        yield_now();
    }
    kill(running);
}

fn manifest(folder: &Path, out: &str) -> serde_json::Value {
    let text = fs::read_to_string(folder.join(format!("{out}.manifest.json"))).expect("it");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn a_sweep_that_is_killed_ten_times_makes_the_file_of_one_that_is_not() {
    for (format, out) in FORMATS {
        let folder = folder(&format!("killed-{out}"));
        ended_well(sweep(&folder, format, &["--out", "straight"]));
        let straight = fs::read(folder.join("straight")).expect("rows");
        let path = folder.join(out);
        for time in 0..10 {
            killed(&folder, format, out);
            // And as if the power had failed, or the disk been full, in the middle of a row.
            let mut rows = fs::read(&path).expect("rows");
            assert!(straight.starts_with(&rows), "kill {time}: {out} is another file");
            // A busy machine may end it before it is killed.
            if rows.len() < straight.len() {
                assert_eq!(manifest(&folder, out)["complete"], false, "kill {time}");
            }
            rows.extend(straight[rows.len()..].iter().take(40 * time));
            fs::write(&path, rows).expect("room");
        }
        ended_well(sweep(&folder, format, &["--resume", "--out", out]));
        assert!(fs::read(&path).expect("rows") == straight, "{out} is another file");
        assert_eq!(manifest(&folder, out)["complete"], true);
        let left = fs::read_dir(&folder).expect("a folder").count();
        assert_eq!(left, 4, "two files and their manifests, and nothing left over");
    }
}

#[test]
fn a_row_that_is_torn_is_said_and_made_again() {
    let folder = folder("torn");
    ended_well(sweep(&folder, &[], &["--out", "straight"]));
    let straight = fs::read(folder.join("straight")).expect("rows");
    fs::write(folder.join("rows"), &straight[..straight.len() / 2]).expect("room");
    let output = sweep(&folder, &[], &["--resume", "--out", "rows"]).output().expect("it runs");
    let message = text(&output.stderr);
    assert!(output.status.success() && message.contains("The last line of"), "{message}");
    assert!(fs::read(folder.join("rows")).expect("rows") == straight);
}

#[test]
fn two_at_once_do_not_write_one_file() {
    let folder = folder("two");
    let path = folder.join("rows");
    // Long enough for all of this to happen while it goes on.
    let mut first = sweep_of(2400, &folder, &[], &["--out", "rows"]).spawn().expect("it runs");
    while lines(&path) < 1 {
        assert!(first.try_wait().expect("a process").is_none(), "it has ended");
        yield_now();
    }
    for how in ["--resume", "--force"] {
        let why = refused(&mut sweep_of(2400, &folder, &[], &[how, "--out", "rows"]));
        assert!(why.contains("written by another process"), "{how}: {why}");
    }
    kill(first);
}

#[test]
fn rows_of_another_plan_window_or_build_are_not_gone_on_with() {
    for (format, out) in FORMATS {
        let folder = folder(&format!("other-{out}"));
        killed(&folder, format, out);
        let path = folder.join(out);
        let rows = fs::read(&path).expect("rows");
        for other in [
            ["--burn-in", "30"],
            ["--every", "10"],
            ["--shard", "2/2"],
            ["--measures", "polarization"],
            ["--axis", "separation=1,2"],
        ] {
            let more = [&other[..], &["--resume", "--out", out]].concat();
            let why = refused(&mut sweep(&folder, format, &more));
            assert!(why.contains("its row 0 is another one"), "{other:?}: {why}");
        }
        let version = env!("CARGO_PKG_VERSION");
        let newer = String::from_utf8_lossy(&rows).replacen(version, "9.9.9", 1);
        fs::write(&path, &newer).expect("room");
        let why = refused(&mut sweep(&folder, format, &["--resume", "--out", out]));
        assert!(why.contains("its row 0 is another one"), "{why}");
        assert_eq!(fs::read_to_string(&path).expect("rows"), newer, "they are left as they are");
    }
}

#[test]
fn rows_that_were_put_together_are_checked_and_become_the_file() {
    for (format, out) in FORMATS {
        let folder = folder(&format!("together-{out}"));
        ended_well(sweep(&folder, format, &["--out", "straight"]));
        let mut together = Vec::new();
        for part in 1..=12 {
            let shard = format!("{part}/12");
            let output = sweep(&folder, format, &["--shard", &shard]).output().expect("it runs");
            together.extend(output.stdout);
        }
        fs::write(folder.join(out), &together).expect("room");
        ended_well(sweep(&folder, format, &["--resume", "--out", out]));
        assert!(fs::read(folder.join(out)).expect("rows") == together);
        assert!(fs::read(folder.join("straight")).expect("rows") == together);
        assert_eq!(manifest(&folder, out)["complete"], true);
    }
}

/// A command in a folder.
fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = flockwright();
    command.current_dir(folder).args(arguments);
    command
}

#[test]
fn what_stands_there_is_replaced_by_force_alone_in_every_command() {
    let folder = folder("force");
    let run = ["run", "scene=duel", "--ticks", "20"];
    ended_well(command(&folder, &[&run[..], &["--tracks", "t.csv", "--every", "2"]].concat()));
    let task =
        ["tune", "scene=flock-limited&count=9", "--vary", "cohesion", "--goal", "mean_speed=0.."];
    let task = [&task[..], &["--runs", "2", "--ticks", "60", "--no-baseline", "--quiet"]].concat();
    for arguments in [
        [&run[..], &["--csv", "there"]].concat(),
        [&run[..], &["--tracks", "there.csv"]].concat(),
        vec!["measure", "t.csv", "--csv", "there"],
        vec!["measure", "t.csv", "--arrays", "there.csv"],
        vec!["sweep", "scene=duel", "--ticks", "60", "--out", "there"],
        vec!["sweep", "scene=duel", "--ticks", "60", "--tracks", "there{row}.csv"],
        [&task[..], &["--out", "there"]].concat(),
    ] {
        for file in ["there", "there.csv", "there000000.csv"] {
            fs::write(folder.join(file), "mine").expect("room");
        }
        let why = refused(&mut command(&folder, &arguments));
        assert!(why.contains("is there already"), "{arguments:?}: {why}");
        for file in ["there", "there.csv", "there000000.csv"] {
            assert_eq!(fs::read_to_string(folder.join(file)).expect("it"), "mine", "{arguments:?}");
        }
        let mut force = command(&folder, &[&arguments[..], &["--force"]].concat());
        let output = force.output().expect("it runs");
        assert!(output.status.code() < Some(2), "{arguments:?}: {}", text(&output.stderr));
    }
}

#[test]
fn no_two_outputs_of_a_command_are_one_file() {
    let folder = folder("one");
    let run = ["run", "scene=duel", "--ticks", "20", "--tracks"];
    ended_well(command(&folder, &[&run[..], &["t.csv"]].concat()));
    for arguments in [
        [&run[..], &["y.csv", "--csv", "y.csv"]].concat(),
        vec!["measure", "t.csv", "--csv", "y.csv", "--arrays", "./y.csv"],
        vec![
            "sweep", "scene=duel", "--ticks", "60", "--tracks", "k{row}.csv", "--out",
            "k000000.csv",
        ],
    ] {
        let why = refused(&mut command(&folder, &arguments));
        assert!(why.contains("Two outputs would be one file"), "{arguments:?}: {why}");
    }
}

#[test]
fn tracks_of_a_sweep_that_was_killed_are_whole_and_nothing_is_left_over() {
    let folder = folder("tracks");
    let tracks = ["--tracks", "t{row}.csv"];
    let with = |how: &str| sweep(&folder, &[], &[&tracks[..], &[how, "--out", "rows"]].concat());
    for _ in 0..3 {
        let enough = lines(&folder.join("rows")) + 2;
        let mut running = with("--resume").spawn().expect("it runs");
        while lines(&folder.join("rows")) < enough && running.try_wait().expect("it").is_none() {
            yield_now();
        }
        kill(running);
    }
    ended_well(with("--resume"));
    let files = fs::read_dir(&folder).expect("a folder");
    let mut names: Vec<String> =
        files.map(|file| file.expect("it").file_name().to_string_lossy().into_owned()).collect();
    names.retain(|name| !(name.starts_with("t0000") && name.ends_with(".csv")));
    names.sort();
    assert_eq!(names, ["rows", "rows.manifest.json"]);
}

#[test]
fn nothing_that_is_read_is_written_over() {
    let folder = folder("read");
    let content = "scene=duel\n";
    let file = |name: &str| fs::write(folder.join(name), content).expect("room");
    for input in ["p", "p.manifest.json"] {
        file(input);
        let mut ways = vec![input.to_string()];
        fs::hard_link(folder.join(input), folder.join("hard")).expect("another name");
        ways.push("hard".to_string());
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(input, folder.join("soft")).expect("a link");
            ways.push("soft".to_string());
        }
        ways.push("-".to_string());
        for way in ways {
            for force in [&[] as &[&str], &["--force"]] {
                let mut batch = flockwright();
                batch.current_dir(&folder).args(["batch", &way, "--ticks", "60", "-o", "p"]);
                batch.args(force).stdin(fs::File::open(folder.join(input)).expect("it"));
                let why = refused(&mut batch);
                assert!(why.contains("would be written over itself"), "{way} {force:?}: {why}");
            }
        }
        assert_eq!(fs::read_to_string(folder.join(input)).expect("it"), content);
        fs::remove_dir_all(&folder).expect("a folder");
        fs::create_dir(&folder).expect("a folder");
    }
    let plan = "base = \"scene=duel\"\nticks = 60\n";
    fs::write(folder.join("plan.toml"), plan).expect("room");
    let mut sweep = flockwright();
    sweep.current_dir(&folder).args(["sweep", "plan.toml", "--force", "--out", "./plan.toml"]);
    assert!(refused(&mut sweep).contains("would be written over itself"));
    assert_eq!(fs::read_to_string(folder.join("plan.toml")).expect("it"), plan);
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1, "nothing is left over");
}

#[cfg(unix)]
#[test]
fn a_link_to_rows_stays_a_link_and_what_it_leads_to_is_written() {
    use std::os::unix::fs::symlink;
    let folder = folder("link");
    fs::create_dir(folder.join("deep")).expect("a folder");
    symlink("deep/rows.jsonl", folder.join("link")).expect("a link");
    symlink("../link", folder.join("deep/again")).expect("a link");
    // First nothing stands there, then rows do.
    for (how, out) in [("--resume", "link"), ("--force", "link"), ("--force", "deep/again")] {
        let mut batch = flockwright();
        batch.current_dir(&folder).args(["sweep", "scene=duel", "--ticks", "60", how, "-o", out]);
        ended_well(batch);
        assert!(fs::symlink_metadata(folder.join("link")).expect("it").is_symlink(), "{how} {out}");
        assert_eq!(lines(&folder.join("deep/rows.jsonl")), 1);
    }
    assert_eq!(fs::read_dir(folder.join("deep")).expect("a folder").count(), 3);
}

#[test]
fn no_count_is_so_large_that_a_command_breaks_or_never_ends() {
    let folder = folder("counts");
    let most = u64::MAX.to_string();
    let plan = |line: &str| {
        let name = format!("{}.toml", line.split(' ').next().expect("a key"));
        let text = format!("base = \"scene=flock-limited\"\naxes = [\"cohesion=0..4\"]\n{line}\n");
        fs::write(folder.join(&name), text).expect("room");
        name
    };
    fs::write(folder.join("line"), format!("{{\"link\":\"scene=duel\",\"ticks\":{most}}}"))
        .expect("room");
    let flock = "scene=flock-limited";
    let lhs = ["sweep", flock, "--axis", "cohesion=0..4", "--design", "lhs", "--points"];
    let tune =
        ["tune", flock, "--vary", "cohesion", "--goal", "spacing=1..3", "--no-baseline", "--quiet"];
    let ticks = plan("ticks = 9223372036854775807");
    for (arguments, why) in [
        ([&lhs[..], &["99999999999999"]].concat(), "99999999999999 runs"),
        ([&lhs[..], &["99999999999999", "--max-runs", &most]].concat(), "at most 10000000 runs"),
        (vec!["sweep", flock, "--shard", "6000000000000000000/6000000000000000001"], "i/n"),
        (vec!["sweep", flock, "--shard", "2/18446744073709551615"], "i/n"),
        (vec!["sweep", flock, "--ticks", &most], "no longer than 100000000 ticks"),
        (vec!["sweep", flock, "--burn-in", &most], "No sample is taken"),
        (vec!["sweep", flock, "--seeds", "4294967295"], "too many"),
        (vec!["sweep", &ticks], "no longer than 100000000 ticks"),
        (vec!["links", flock, "--ticks", &most], "no longer than 100000000 ticks"),
        (vec!["batch", "line"], "line 1: A run is no longer than 100000000 ticks"),
        (vec!["run", flock, "--ticks", &most], "no longer than 100000000 ticks"),
        ([&tune[..], &["--ticks", &most]].concat(), "no longer than 100000000 ticks"),
        ([&tune[..], &["--ticks", "90000000"]].concat(), "no longer than 100000000 ticks"),
        ([&tune[..], &["--runs", &most]].concat(), "at most 10000000 runs"),
        ([&tune[..], &["--tries", "4294967295"]].concat(), "are below"),
    ] {
        let message = refused(flockwright().current_dir(&folder).args(&arguments));
        assert!(message.contains(why), "{arguments:?}: {message}");
    }
    let last = ["sweep", flock, "--ticks", "60", "--shard", "1000000000000/1000000000000"];
    assert_eq!(stdout_of(&last).lines().count(), 1);
    // The end is sampled, however far apart samples are.
    assert_eq!(stdout_of(&["sweep", flock, "--ticks", "60", "--every", &most]).lines().count(), 1);
}

/// The summary of files of rows, by point: how many runs its polarization is of, and the rest.
fn summary(files: &[&Path]) -> Vec<(u64, serde_json::Value)> {
    let files: Vec<&str> = files.iter().map(|file| name(file)).collect();
    let text = stdout_of(&[&["summary"], &files[..]].concat());
    let line = |line| {
        let of: serde_json::Value = serde_json::from_str(line).expect("JSON");
        (of["measures"]["polarization"]["n"].as_u64().expect("it"), of)
    };
    text.lines().map(line).collect()
}

/// A file of the rows of a command.
fn rows(folder: &Path, file: &str, command: &[&str]) -> PathBuf {
    let path = folder.join(file);
    fs::write(&path, stdout_of(&[command, &["--ticks", "60"]].concat())).expect("room");
    path
}

#[test]
fn files_of_other_seeds_are_of_one_point_and_no_row_counts_twice() {
    let folder = folder("seeds");
    let flock = ["sweep", "scene=flock-limited&count=20", "--seeds"];
    let rows = |file: &str, seeds: &str| rows(&folder, file, &[&flock[..], &[seeds]].concat());
    let (first, second) = (rows("first", "1..3"), rows("second", "4..6"));
    let whole = rows("whole", "6");
    let of = summary(&[&first, &second]);
    assert_eq!(of, summary(&[&whole]));
    assert_eq!(of[0].0, 6);
    assert_eq!(of, summary(&[&second, &whole, &first]), "what is there twice counts once");
}

#[test]
fn runs_of_other_bases_or_windows_are_other_points() {
    let folder = folder("bases");
    let base = |count: u32, every: &str| {
        let link = format!("scene=flock-limited&count={count}");
        let command = ["sweep", &link, "--axis", "cohesion=1,2", "--seeds", "2", "--every", every];
        rows(&folder, &format!("{count}-{every}"), &command)
    };
    let files = [base(20, "30"), base(30, "30"), base(20, "10")];
    let files: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
    let all = summary(&files);
    assert_eq!(all.iter().map(|(n, _)| *n).collect::<Vec<_>>(), [2; 6]);
    let mut apart: Vec<_> = files.iter().flat_map(|file| summary(&[file])).collect();
    assert_eq!(apart.len(), 6);
    apart.retain(|of| !all.contains(of));
    assert_eq!(apart, [], "each is as it is alone");
}

#[test]
fn the_seeds_of_links_are_averaged_too() {
    let folder = folder("links-summary");
    let flock = ["scene=flock-limited&count=20", "--axis", "cohesion=1,2", "--seeds", "3"];
    let swept = rows(&folder, "swept", &[&["sweep"], &flock[..]].concat());
    let links = rows(&folder, "links", &[&["links"], &flock[..], &["--json"]].concat());
    let batch = rows(&folder, "batch", &["batch", name(&links)]);
    let measures = |file| summary(&[file]).into_iter().map(|(n, of)| (n, of["measures"].clone()));
    let of: Vec<_> = measures(&batch).collect();
    assert_eq!(of, measures(&swept).collect::<Vec<_>>());
    assert_eq!(of.iter().map(|(n, _)| *n).collect::<Vec<_>>(), [3, 3]);
}

#[test]
fn rows_that_say_otherwise_of_the_same_run_are_refused() {
    let folder = folder("conflict");
    let path = rows(&folder, "rows", &["sweep", "scene=flock-limited&count=20", "--seeds", "2"]);
    let sound = fs::read_to_string(&path).expect("rows");
    let row = sound.lines().next().expect("a row");
    for (from, to, why) in [
        ("\"hash\":\"", "\"hash\":\"0", "says otherwise"),
        ("\"version\":\"", "\"version\":\"9", "may measure otherwise"),
        ("\"parameters\":{", "\"parameters\":{\"thrust\":1", "of another plan"),
    ] {
        let other = format!("{sound}{}\n", row.replacen(from, to, 1));
        fs::write(&path, other).expect("room");
        let message = text(&run(&["summary", name(&path)]).stderr);
        assert!(message.contains("line 3") && message.contains(why), "{from}: {message}");
    }
}

#[test]
fn a_single_run_has_the_error_of_its_blocks_and_no_interval() {
    let folder = folder("single");
    let path = rows(&folder, "rows", &["sweep", "scene=flock-limited&count=20", "--every", "2"]);
    let (n, of) = summary(&[&path]).remove(0);
    let of = &of["measures"]["polarization"];
    assert!(n == 1 && of["mean"].is_number() && of["max"].is_number(), "{of}");
    assert!(["sd", "low", "high"].iter().all(|key| of[key].is_null()), "{of}");
    let row: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(&path).expect("rows")).expect("a row");
    assert_eq!(of["se"], row["measures"]["polarization"]["error"], "{row}");
    assert!(of["se"].is_number(), "{of}");
    let table = stdout_of(&["summary", "--csv", name(&path)]);
    let line = table.lines().find(|line| line.contains(",polarization,")).expect("it");
    assert!(line.contains(",polarization,1,0.") && line.contains(",,,0."), "{line}");
}
