//! The command line's files: whatever is killed, started twice, damaged or mistaken for another one,
//! no row is lost, doubled, or of another plan, and nothing that is read is written over.

use crate::command::{flockwright, folder, name, refused, run, stdout_of, text};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
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

/// A sweep that was killed after some lines; the file that it has left. One that has ended before anybody looked, on a
/// busy machine, is begun again.
fn killed(folder: &Path, format: &[&str], out: &str) -> PathBuf {
    let part = folder.join(format!("{out}.part"));
    'again: loop {
        let mut running = sweep(folder, format, &["--out", out]).spawn().expect("it runs");
        while lines(&part) < 6 {
            if let Some(status) = running.try_wait().expect("a process") {
                assert!(status.success(), "it has failed: {status}");
                fs::remove_file(folder.join(out)).expect("its file");
                continue 'again;
            }
            yield_now();
        }
        kill(running);
        if part.exists() {
            return part;
        }
        fs::remove_file(folder.join(out)).expect("its file");
    }
}

fn manifest(folder: &Path, out: &str) -> serde_json::Value {
    let text = fs::read_to_string(folder.join(format!("{out}.manifest.json"))).expect("it");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn two_at_once_that_are_killed_again_and_again_make_the_file_of_one() {
    for (format, out) in FORMATS {
        let folder = folder(&format!("two-{out}"));
        // Long enough for all of a round to happen while it goes on.
        let sweep = |more: &[&str]| sweep_of(1200, &folder, format, more);
        ended_well(sweep(&["--out", "straight"]));
        let (place, part) = (folder.join(out), folder.join(format!("{out}.part")));
        let start = |how: &str| {
            let mut command = sweep(&[how, "--out", out]);
            command.stderr(Stdio::piped()).spawn().expect("it runs")
        };
        for round in 0..3 {
            let enough = lines(&part) + 4;
            let mut two = vec![start("--resume"), start("--resume")];
            while lines(&part) < enough {
                yield_now();
            }
            // While one process has it, no other gets in.
            let why = refused(&mut sweep(&["--force", "--out", out]));
            assert!(why.contains("written by another process"), "{why}");
            let has_ended = |one: &mut Child| one.try_wait().expect("a process").is_some();
            let refused = loop {
                match two.iter_mut().position(has_ended) {
                    Some(at) => break two.remove(at),
                    None => yield_now(),
                }
            };
            let output = refused.wait_with_output().expect("it ends");
            assert_eq!(output.status.code(), Some(2), "round {round}");
            let why = text(&output.stderr);
            assert!(why.contains("written by another process"), "round {round}: {why}");
            two.into_iter().for_each(kill);
            assert_eq!(manifest(&folder, out)["complete"], false);
        }
        assert!(!place.exists(), "what is not whole is not taken for it");
        ended_well(sweep(&["--resume", "--out", out]));
        let straight = fs::read(folder.join("straight")).expect("rows");
        assert!(fs::read(&place).expect("rows") == straight, "{out} is another file");
        assert_eq!(manifest(&folder, out)["complete"], true);
        assert!(!part.exists());
    }
}

#[test]
fn a_plan_with_another_window_does_not_go_on_with_the_rows_of_the_first() {
    for (format, out) in FORMATS {
        let folder = folder(&format!("window-{out}"));
        let part = killed(&folder, format, out);
        let rows = fs::read(&part).expect("rows");
        for (other, why) in [
            (["--burn-in", "30"], "burn_in was null and is 30"),
            (["--every", "10"], "every was 30 and is 10"),
            (["--shard", "1/2"], "other links, windows, parts or columns"),
        ] {
            let message = refused(&mut sweep(
                &folder,
                format,
                &[&other[..], &["--resume", "--out", out]].concat(),
            ));
            assert!(
                message.contains("not of this plan") && message.contains(why),
                "{other:?}: {message}"
            );
        }
        // Without the manifest, the rows know it themselves.
        fs::remove_file(folder.join(format!("{out}.manifest.json"))).expect("it");
        let other = ["--burn-in", "30", "--resume", "--out", out];
        let message = refused(&mut sweep(&folder, format, &other));
        assert!(message.contains("its row 0 is another one"), "{message}");
        assert_eq!(fs::read(&part).expect("rows"), rows, "they are left as they are");
    }
}

#[test]
fn another_build_does_not_go_on_with_the_rows_of_the_first() {
    let folder = folder("build");
    let part = killed(&folder, &[], "rows.jsonl");
    let rows = fs::read(&part).expect("rows");
    let path = folder.join("rows.jsonl.manifest.json");
    for (key, why) in [("commit", "built from commit 0ther"), ("fingerprint", "not of this plan")] {
        let mut other = manifest(&folder, "rows.jsonl");
        let own = std::mem::replace(&mut other[key], "0ther".into());
        fs::write(&path, other.to_string()).expect("room");
        let message = refused(&mut sweep(&folder, &[], &["--resume", "--out", "rows.jsonl"]));
        assert!(message.contains(why), "{message}");
        other[key] = own;
        fs::write(&path, other.to_string()).expect("room");
    }
    assert_eq!(fs::read(&part).expect("rows"), rows, "they are left as they are");
    ended_well(sweep(&folder, &[], &["--resume", "--out", "rows.jsonl"]));
}

#[test]
fn a_bit_that_flips_in_a_file_is_found_and_the_row_run_again() {
    for (format, out) in FORMATS {
        let folder = folder(&format!("flip-{out}"));
        ended_well(sweep(&folder, format, &["--out", "straight"]));
        let straight = fs::read(folder.join("straight")).expect("rows");
        let part = killed(&folder, format, out);
        let rows = fs::read(&part).expect("rows");
        let whole = rows.iter().rposition(|byte| *byte == b'\n').expect("a line");
        // In the first row, in the middle, and in the last whole row.
        for (number, at) in [whole / 8, whole / 2, whole - 20].into_iter().enumerate() {
            let mut flipped = rows.clone();
            flipped[at] ^= 1 << number;
            fs::write(&part, &flipped).expect("room");
            let resume = ["--resume", "--out", out];
            let output = sweep(&folder, format, &resume).output().expect("it runs");
            let message = text(&output.stderr);
            assert!(output.status.success() && message.contains("is damaged at row"), "{message}");
            let place = folder.join(out);
            assert!(fs::read(&place).expect("rows") == straight, "byte {at} of {out}");
            // Also in a file that is whole: it is reported, and nothing is done to it.
            let mut flipped = straight.clone();
            flipped[at] ^= 1 << number;
            fs::write(&place, &flipped).expect("room");
            let output = sweep(&folder, format, &resume).output().expect("it runs");
            assert_eq!(output.status.code(), Some(2), "byte {at}: {}", text(&output.stderr));
            assert!(fs::read(&place).expect("rows") == flipped && !part.exists());
            fs::remove_file(&place).expect("it");
            // As the manifest of a sweep under way.
            let begun = folder.join(format!("{out}.manifest.json"));
            let text = fs::read_to_string(&begun).expect("it");
            fs::write(&begun, text.replace("\"complete\": true", "\"complete\": false"))
                .expect("room");
        }
    }
}

#[test]
fn rows_of_an_older_version_are_not_gone_on_with() {
    let folder = folder("older");
    let part = killed(&folder, &[], "rows.jsonl");
    let rows: String = fs::read_to_string(&part)
        .expect("rows")
        .lines()
        .map(|row| format!("{}}}\n", row.split(",\"crc\"").next().expect("a row")))
        .collect();
    fs::write(&part, &rows).expect("room");
    let path = folder.join("rows.jsonl.manifest.json");
    let mut manifest = manifest(&folder, "rows.jsonl");
    manifest.as_object_mut().expect("an object").remove("fingerprint");
    fs::write(&path, manifest.to_string()).expect("room");
    let resume = ["--resume", "--out", "rows.jsonl"];
    let why = refused(&mut sweep(&folder, &[], &resume));
    assert!(why.contains("of an older version"), "{why}");
    fs::remove_file(&path).expect("it");
    let why = refused(&mut sweep(&folder, &[], &resume));
    assert!(why.contains("of an older version"), "{why}");
    assert_eq!(fs::read_to_string(&part).expect("rows"), rows, "they are left as they are");
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
        fs::write(folder.join(format!("{out}.part")), &together).expect("room");
        ended_well(sweep(&folder, format, &["--resume", "--out", out]));
        assert!(fs::read(folder.join(out)).expect("rows") == together);
        assert!(fs::read(folder.join("straight")).expect("rows") == together);
        assert_eq!(manifest(&folder, out)["complete"], true);
        // As if it had been killed between the file's move to its place and its manifest.
        fs::remove_file(folder.join(format!("{out}.manifest.json"))).expect("it");
        ended_well(sweep(&folder, format, &["--resume", "--out", out]));
        assert!(fs::read(folder.join(out)).expect("rows") == together);
        assert_eq!(manifest(&folder, out)["complete"], true);
    }
}

#[test]
fn nothing_that_is_read_is_written_over() {
    let folder = folder("read");
    let content = "scene=duel\n";
    let file = |name: &str| fs::write(folder.join(name), content).expect("room");
    for input in ["p", "p.part", "p.manifest.json"] {
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
    // One that stands where rows would grow leads them elsewhere.
    symlink("elsewhere", folder.join("deep/rows.jsonl.part")).expect("a link");
    let mut batch = flockwright();
    batch.current_dir(&folder).args(["sweep", "scene=duel", "--ticks", "60", "--force"]);
    let why = refused(batch.args(["-o", "link"]));
    assert!(why.contains("rows.jsonl.part is no file of this program"), "{why}");
    assert!(!folder.join("deep/elsewhere").exists());
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
        (vec!["sweep", flock, "--every", &most], "No sample is taken"),
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
    let row = sound.lines().next().expect("a row").split(",\"crc\"").next().expect("its begin");
    for (from, to, why) in [
        ("\"hash\":\"", "\"hash\":\"0", "says otherwise"),
        ("\"version\":\"", "\"version\":\"9", "may measure otherwise"),
        ("\"parameters\":{", "\"parameters\":{\"thrust\":1", "of another plan"),
    ] {
        let other = format!("{sound}{}}}\n", row.replacen(from, to, 1));
        fs::write(&path, other).expect("room");
        let message = text(&run(&["summary", name(&path)]).stderr);
        assert!(message.contains("line 3") && message.contains(why), "{from}: {message}");
    }
    fs::write(&path, sound.replacen("\"mean\":0.", "\"mean\":1.", 1)).expect("room");
    let message = text(&run(&["summary", name(&path)]).stderr);
    assert!(
        message.contains("line 1") && message.contains("its checksum is another one"),
        "{message}"
    );
}

#[test]
fn a_single_run_has_a_mean_and_no_error() {
    let folder = folder("single");
    let path = rows(&folder, "rows", &["sweep", "scene=flock-limited&count=20"]);
    let (n, of) = summary(&[&path]).remove(0);
    let of = &of["measures"]["polarization"];
    assert!(n == 1 && of["mean"].is_number() && of["max"].is_number(), "{of}");
    assert!(["sd", "se", "low", "high"].iter().all(|key| of[key].is_null()), "{of}");
    let table = stdout_of(&["summary", "--csv", name(&path)]);
    let line = table.lines().find(|line| line.contains(",polarization,")).expect("it");
    assert!(line.contains(",polarization,1,0.") && line.contains(",,,,,0."), "{line}");
}

#[test]
fn rows_that_wait_for_a_slow_one_outlive_a_kill() {
    for (format, out) in FORMATS {
        let folder = folder(&format!("ahead-{out}"));
        // The first run is many times as long as the others.
        let command = |more: &[&str]| {
            let mut command = flockwright();
            command.current_dir(&folder).args(["sweep", "scene=flock-limited", "--axis"]);
            command.args(["count=20000,10,12,14,16,18,20", "--jobs", "2", "--ticks", "200"]);
            command.args(format).args(more);
            command
        };
        let ahead = folder.join(format!("{out}.ahead"));
        let mut running = command(&["--out", out]).spawn().expect("it runs");
        while lines(&ahead) < 6 {
            assert!(running.try_wait().expect("a process").is_none(), "the slow one is not slow");
            yield_now();
        }
        kill(running);
        let waiting = fs::read_to_string(&ahead).expect("rows");
        // And as if one had been torn, and one of another plan were there.
        fs::write(&ahead, format!("{waiting}{}\n5,tor", &waiting[..40])).expect("room");
        ended_well(command(&["--resume", "--out", out]));
        let whole = fs::read_to_string(folder.join(out)).expect("rows");
        let kept = waiting.lines().filter(|row| whole.lines().any(|line| line == *row)).count();
        assert_eq!((kept, lines(&folder.join(out))), (6, 7 + usize::from(out.ends_with("csv"))));
        assert!(!ahead.exists());
        let resumed = &manifest(&folder, out)["resumed"];
        assert_eq!(resumed.as_array().map(Vec::len), Some(1), "{resumed}");
        assert!(resumed[0]["command"][1] == "sweep" && resumed[0]["took_s"].is_u64(), "{resumed}");
    }
}
