//! The command line: one run as the page shows it, and its files.

use crate::command::{flockwright, folder, read, run, stdout_of, text};
use flockwright::Run;
use flockwright_lab::insight::measures::{Measure, Meter, SAMPLE_INTERVAL, all_measures};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The command line's `run`.
fn command() -> Command {
    let mut command = flockwright();
    command.arg("run");
    command
}

fn told_by(arguments: &[&str]) -> Output {
    command().args(arguments).output().expect("it runs")
}

/// A file for one test, with this content.
fn file(name: &str, content: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).expect("a place for files");
    path
}

fn recordings() -> Vec<serde_json::Value> {
    serde_json::from_str(&read("tests/recordings.json")).expect("recordings")
}

#[test]
fn a_link_runs_headless_to_its_pinned_hash() {
    let pinned: serde_json::Value =
        serde_json::from_str(&read("tests/hashes.json")).expect("an object");
    let hash = pinned["flock-limited"].as_str().expect("a hash");
    for link in [
        "https://example.org/?v=8&scene=flock-limited#top",
        "?scene=flock-limited",
        "scene=flock-limited&at=600",
    ] {
        let output = told_by(&[link, "--ticks", "600"]);
        let message = text(&output.stdout);
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert!(message.contains(hash), "{link} gives\n{message}");
        assert!(message.contains("polarization"), "{message}");
    }
    let fewer = text(&told_by(&["scene=flock-limited", "--ticks", "599"]).stdout);
    assert!(fewer.contains("ticks              599") && !fewer.contains(hash), "{fewer}");
}

#[test]
fn a_flag_that_is_not_quite_one_is_answered_with_the_one_that_was_meant() {
    let why = text(&told_by(&["scene=swarm", "--tick", "60"]).stderr);
    assert!(why.contains("--tick' found; a similar argument exists: '--ticks'"), "{why}");
    assert_eq!(why.lines().count(), 1, "{why}");
}

#[test]
fn a_large_crowd_is_the_same_run_on_any_number_of_threads() {
    let run = |threads: &str| {
        let link = "scene=flock-wide&count=9000&wide_radius_factor=10&width=2000&height=1400";
        let row = stdout_of(&["run", link, "--ticks", "5", "--json", "--threads", threads]);
        serde_json::from_str::<serde_json::Value>(&row).expect("an object")["hash"].clone()
    };
    let alone = run("1");
    assert!(alone.is_string());
    for threads in ["2", "3", "7"] {
        assert_eq!(run(threads), alone, "{threads} threads");
    }
    assert_eq!(told_by(&["scene=swarm", "--threads", "0"]).status.code(), Some(2));
}

#[test]
fn a_recording_runs_headless_to_the_hash_that_it_was_saved_with() {
    for (index, mut recording) in recordings().into_iter().enumerate() {
        let path = file(&format!("run-{index}.json"), &recording.to_string());
        let output = told_by(&[&path.to_string_lossy()]);
        let message = text(&output.stdout);
        assert!(output.status.success(), "{message}{}", text(&output.stderr));
        assert!(message.contains("The same hash as in the recording."), "{message}");

        recording["hash"] = "0123456789abcdef".into();
        let path = file(&format!("other-{index}.json"), &recording.to_string());
        let output = told_by(&[&path.to_string_lossy()]);
        assert_eq!(output.status.code(), Some(1), "{}", text(&output.stdout));
    }
}

/// The rows of a file with measures, the header first, without the comments above it.
fn table(path: &Path) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(path).expect("a file");
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| row.split(',').map(String::from).collect()).collect()
}

#[test]
fn a_series_of_measures_has_a_column_for_each() {
    let path = file("series.csv", "an older one");
    let csv = path.to_str().expect("a path");
    let link = "scene=duel&count=70";
    let output = told_by(&[link, "--ticks", "130", "--csv", csv, "--force"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let above = std::fs::read_to_string(&path).expect("a file");
    assert_eq!(above.lines().nth(1), Some(&*format!("# {link}")));
    let version = format!("# version {}", env!("CARGO_PKG_VERSION"));
    assert_eq!(above.lines().nth(2), Some(&*version));
    let rows = table(&path);

    let columns = all_measures().into_iter().map(Measure::column_name);
    let columns: Vec<_> = ["tick", "time_s"].map(String::from).into_iter().chain(columns).collect();
    assert_eq!(rows[0], columns);

    let (mut run, _) = Run::open(link);
    let mut meter = Meter::default();
    assert_eq!(rows.len(), 1 + 10);
    for row in &rows[1..] {
        for _ in 0..SAMPLE_INTERVAL {
            run.world.tick();
        }
        let wanted = meter.measure_all(&run.world);
        assert_eq!(row[1], format!("{:.3}", wanted.tick as f64 / 60.0));
        let wanted: Vec<f64> = [wanted.tick as f64]
            .into_iter()
            .chain(wanted.values)
            .take(1 + all_measures().len())
            .collect();
        let cells = [&row[..1], &row[2..]].concat();
        assert_eq!(cells.len(), wanted.len());
        for (cell, wanted) in cells.iter().zip(wanted) {
            // No unit follows a leader in a duel.
            if wanted.is_nan() {
                assert_eq!(*cell, "", "{row:?}");
                continue;
            }
            let message: f64 = cell.parse().expect("a number");
            assert!((message - wanted).abs() <= 1e-6 * wanted.abs(), "{row:?}: {wanted}");
        }
    }
    // Nothing is hunted, and one that is alone has no neighbor.
    told_by(&["scene=flock-limited&count=1", "--ticks", "12", "--csv", csv, "--force"]);
    let empty = &table(&path)[1];
    let cell = |name: &str| &*empty[rows[0].iter().position(|head| head == name).expect(name)];
    assert_eq!((cell("nearest_neighbor_u"), cell("closest_hunter_u")), ("", ""), "{empty:?}");
}

#[test]
fn what_makes_no_sense_is_told() {
    let broken = file("broken.json", "{\"format\": \"flockwright-run\"}");
    let damaged = {
        let mut recording = recordings().remove(0);
        recording["events"] = "M".into();
        file("damaged.json", &recording.to_string())
    };
    let [unproved, reworded] =
        [("hash", "hash.json", "0x12"), ("events", "text.json", "X0.steps*sideways")].map(
            |(part, name, text)| {
                let mut recording = recordings().remove(0);
                (recording[part], recording["link"]) = (text.into(), "scene=patrol".into());
                file(name, &recording.to_string())
            },
        );
    for (arguments, why) in [
        (vec![], "not provided: <LINK|FILE|->"),
        (vec!["nowhere"], "neither a file nor a link"),
        (vec!["scene=duel", "--ticks", "many"], "invalid digit"),
        (vec!["scene=duel", "--fast"], "--fast"),
        (vec!["scene=duel", "--csv"], "--csv <FILE>"),
        (vec!["scene=duel", "--csv", "no/such/folder/file"], "no/such/folder/file"),
        (vec![broken.to_str().expect("a path")], "no recording of a version"),
        (vec![damaged.to_str().expect("a path")], "Recorded input 1"),
        (vec![unproved.to_str().expect("a path")], "the hash of the recording is not valid"),
        (vec![reworded.to_str().expect("a path")], "the text makes no sense"),
    ] {
        let output = told_by(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let message = text(&output.stderr);
        assert!(message.contains(why), "{arguments:?}: {message}");
    }
}

#[cfg(unix)]
#[test]
fn a_recording_is_never_written_over_whatever_leads_to_it() {
    use std::os::unix::fs::symlink;
    let folder = folder("over");
    let recording = recordings().remove(0).to_string();
    let run = folder.join("run.json");
    std::fs::write(&run, &recording).expect("a file");
    std::fs::create_dir(folder.join("deep")).expect("a folder");
    symlink(&run, folder.join("link")).expect("a link");
    symlink("../link", folder.join("deep/link")).expect("a link");
    for (what, csv) in [
        ("run.json", "run.json"),
        ("run.json", "./run.json"),
        ("run.json", "deep/../run.json"),
        ("run.json", "link"),
        ("run.json", "deep/link"),
        ("link", "run.json"),
        ("deep/link", "link"),
    ] {
        let run = command().current_dir(&folder).args([what, "--csv", csv]).output();
        let output = run.expect("it runs");
        assert_eq!(output.status.code(), Some(2), "{what} to {csv}");
        let message = text(&output.stderr);
        assert!(message.contains("written over itself"), "{what} to {csv}: {message}");
    }
    assert_eq!(std::fs::read_to_string(run).expect("a file"), recording);
    assert_eq!(std::fs::read_dir(&folder).expect("a folder").count(), 3, "nothing is left over");
}

#[cfg(unix)]
#[test]
fn a_link_to_a_series_stays_a_link_and_a_pipe_a_pipe() {
    let folder = folder("links");
    let (series, link) = (folder.join("series.csv"), folder.join("link"));
    std::fs::write(&series, "an older one").expect("a file");
    std::os::unix::fs::symlink(&series, &link).expect("a link");
    let output = told_by(&["scene=duel", "--csv", link.to_str().expect("a path"), "--force"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(std::fs::symlink_metadata(&link).expect("a link").is_symlink());
    assert_eq!(table(&series).len(), 1 + 100);
    let piped = told_by(&["scene=duel", "--csv", "/dev/stdout"]);
    assert!(text(&piped.stdout).contains("polarization,milling"), "{}", text(&piped.stderr));
}

#[test]
fn a_run_that_is_ended_leaves_the_older_series_as_it_was() {
    let folder = folder("ended");
    let series = folder.join("series.csv");
    std::fs::write(&series, "an older one").expect("a file");
    let mut command = command();
    command.args(["scene=duel", "--ticks", "100000000", "--force", "--csv"]).arg(&series);
    let mut run = command.spawn().expect("it runs");
    while std::fs::read_dir(&folder).expect("a folder").count() < 2 {
        assert!(run.try_wait().expect("a process").is_none(), "it goes on for hours");
        std::thread::yield_now();
    }
    run.kill().expect("it runs");
    run.wait().expect("it has ended");
    assert_eq!(std::fs::read_to_string(&series).expect("a file"), "an older one");
}

#[test]
fn help_is_told_and_nobody_has_to_listen() {
    for argument in ["--help", "-h"] {
        let output = told_by(&[argument]);
        assert!(output.status.success() && text(&output.stdout).contains("Usage"), "{argument}");
    }
    let mut command = command();
    command.arg("scene=duel").stdout(std::process::Stdio::piped());
    let mut run = command.stderr(std::process::Stdio::piped()).spawn().expect("it runs");
    drop(run.stdout.take());
    let output = run.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_no_text_is_told() {
    use std::os::unix::ffi::OsStrExt;
    let odd = std::ffi::OsStr::from_bytes(b"scene=duel\xff");
    for arguments in [&[odd] as &[_], &["--ticks".as_ref(), odd]] {
        let output = command().args(arguments).output().expect("it runs");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", text(&output.stderr));
    }
}

#[test]
fn a_mark_before_a_recording_or_a_link_is_no_part_of_it() {
    let recording = recordings().remove(0).to_string();
    let path = file("marked.json", &format!("\u{feff}{recording}"));
    let message = text(&told_by(&[path.to_str().expect("a path")]).stdout);
    assert!(message.contains("The same hash as in the recording."), "{message}");
    let marked = told_by(&["\u{feff}scene=duel&seed=7"]);
    assert!(text(&marked.stdout).contains("duel") && marked.stderr.is_empty());
}

#[test]
fn a_link_with_a_line_break_stays_one_line_of_the_series() {
    let path = file("broken-link.csv", "");
    let link = "scene=patrol&seed=7\n&steps=ahead 50,\r\nport 90";
    told_by(&[link, "--ticks", "12", "--csv", path.to_str().expect("a path")]);
    let written = std::fs::read_to_string(&path).expect("a file");
    let line = "# scene=patrol&seed=7%0A&steps=ahead 50,%0D%0Aport 90";
    assert_eq!(written.lines().nth(1), Some(line), "{written}");
    let mut after = written.lines().skip(2).skip_while(|line| line.starts_with('#'));
    assert!(after.next().is_some_and(|line| line.starts_with("tick,")), "{written}");
}

#[test]
fn methods_say_what_a_paper_needs_and_end_with_the_hash_of_the_run() {
    let link = "v=8&scene=flock-limited&count=20&cohesion=2&seed=7";
    let methods = stdout_of(&["methods", link, "--ticks", "60"]);
    for part in [
        "Model", "Parameters", "Reproducibility", "20 units", "(cohesion) = 2", "(changed)",
        "Seed 7",
    ] {
        assert!(methods.contains(part), "{part}: {methods}");
    }
    // The rules stand there as they run.
    assert!(methods.contains("steer "), "{methods}");
    let run = stdout_of(&["run", link, "--ticks", "60", "--json"]);
    let run: serde_json::Value = serde_json::from_str(&run).expect("JSON");
    let hash = run["hash"].as_str().expect("a hash");
    assert!(
        methods.contains(hash) && methods.contains(run["version"].as_str().expect("it")),
        "{methods}"
    );
}

#[test]
fn a_sweep_sets_parameters_in_all_its_runs() {
    let rows = stdout_of(&[
        "sweep",
        "scene=flock-limited&count=10",
        "--set",
        "cohesion=3",
        "--axis",
        "alignment=0,1",
        "--ticks",
        "60",
    ]);
    assert_eq!(rows.lines().filter(|row| row.contains("cohesion=3")).count(), 2, "{rows}");
}

#[test]
fn a_link_of_which_a_part_makes_no_sense_is_refused_unless_it_is_wanted_and_one_with_something_outside_is_not()
 {
    let refused = run(&["run", "scene=dool", "--ticks", "6"]);
    assert_eq!(refused.status.code(), Some(1), "{}", text(&refused.stderr));
    assert!(text(&refused.stderr).contains("no scene “dool”"), "{}", text(&refused.stderr));
    let wanted = run(&["run", "scene=dool", "--ticks", "6", "--no-strict"]);
    assert_eq!(wanted.status.code(), Some(0));
    assert!(text(&wanted.stderr).contains("no scene “dool”"), "{}", text(&wanted.stderr));
    let outside = "scene=flock-wide&count=9&ob=5000-80-20";
    for arguments in [
        vec!["run", outside, "--ticks", "6"],
        vec!["sweep", outside, "--axis", "cohesion=1,2", "--ticks", "60", "--quiet"],
        vec!["methods", outside, "--ticks", "6"],
        vec!["params", outside],
        vec!["rule", outside, "--print", "gdscript"],
        vec!["check", outside],
        vec!["check", "(http://localhost/#?v=8&scene=duel&seed=3)."],
    ] {
        let output = run(&arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
    }
}

#[test]
fn a_link_with_a_hash_is_compared_by_run_and_by_check() {
    let row = stdout_of(&["run", "scene=duel&at=90", "--json"]);
    let row: serde_json::Value = serde_json::from_str(&row).expect("an object");
    let digits = &row["hash"].as_str().expect("a hash")[..8];
    let link = |seed: u32, digits: &str| format!("scene=duel&seed={seed}&at=90&h={digits}");
    let other = if digits == "01234567" { "76543210" } else { "01234567" };
    for (link, code, sentence) in [
        (link(1, digits), 0, "The same hash as in the link."),
        (link(1, other), 1, "The link has another hash: "),
        (link(2, digits), 1, "The link has another hash: "),
    ] {
        for name in ["run", "check"] {
            let output = flockwright().args([name, &link]).output().expect("it runs");
            let message = text(&output.stdout);
            assert_eq!(output.status.code(), Some(code), "{name} {link}: {message}");
            assert!(message.contains(sentence), "{name} {link}: {message}");
        }
    }
    // Values of other options make another run on purpose.
    let output = told_by(&[&link(1, digits), "--seed", "2"]);
    assert!(output.status.success() && !text(&output.stdout).contains("hash as in"));
}
