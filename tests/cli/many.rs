//! The command line: many runs, and the search for parameters.

use crate::command::{flockwright, folder, name, run, stdout_of, text};
use flockwright_lab::study::RunEvaluation;
use flockwright_lab::study::curve::{CurveMeasurement, StudyCurveTask};
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A sweep of twelve short runs.
const SWEEP: [&str; 10] = [
    "sweep",
    "scene=flock-limited&count=30",
    "--axis",
    "cohesion=0.5,2",
    "--axis",
    "view=limited,narrow",
    "--seeds",
    "3",
    "--ticks",
    "120",
];

fn sweep(more: &[&str]) -> String {
    stdout_of(&[&SWEEP, more].concat())
}

/// Links as a file.
fn links(folder: &Path, lines: &str) -> PathBuf {
    let path = folder.join("links.txt");
    fs::write(&path, lines).expect("a file");
    path
}

#[test]
fn the_rows_are_the_same_for_every_number_of_jobs_and_shards() {
    let rows = sweep(&["--jobs", "1"]);
    assert_eq!(rows.lines().count(), 12);
    assert_eq!(rows, sweep(&["--jobs", "2"]));
    assert_eq!(rows, sweep(&["--jobs", "7"]));
    for (shards, format) in [(3, &[] as &[&str]), (5, &["--csv"])] {
        let whole = sweep(format);
        let part = |i: usize| sweep(&[format, &["--shard", &format!("{i}/{shards}")]].concat());
        assert_eq!((1..=shards).map(part).collect::<String>(), whole);
    }
}

#[test]
fn a_row_says_what_was_run_and_its_link_gives_its_hash() {
    let rows = sweep(&[]);
    let row: serde_json::Value =
        serde_json::from_str(rows.lines().nth(10).expect("a row")).expect("JSON");
    assert_eq!((row["row"].as_u64(), row["point"].as_u64()), (Some(10), Some(3)));
    assert_eq!(row["parameters"], serde_json::json!({ "cohesion": 2, "view": "narrow" }));
    assert_eq!(row["seed"], 2);
    assert_eq!(row["version"], env!("CARGO_PKG_VERSION"));
    let link = row["link"].as_str().expect("a link");
    let alone: serde_json::Value =
        serde_json::from_str(&stdout_of(&["run", link, "--ticks", "120", "--json"])).expect("JSON");
    assert_eq!(alone["hash"], row["hash"]);
    assert_eq!(alone["link"].as_str(), Some(link));
    let last = row["measures"]["polarization"]["last"].as_f64().expect("it");
    assert_eq!(alone["measures"]["polarization"].as_f64(), Some(last));
}

#[test]
fn a_ramp_is_what_comes_in_while_the_run_goes_on() {
    let ramp = ["--axis", "cohesion@60..100=4", "--burn-in", "110", "--every", "10"];
    let rows = sweep(&ramp);
    let row: serde_json::Value = serde_json::from_str(rows.lines().next().expect("a row")).unwrap();
    assert_eq!(row["parameters"]["cohesion@60..100"], 4);
    let link = row["link"].as_str().expect("a link");
    assert!(link.contains("cohesion=0.5") && link.ends_with("ev=L1o.cohesion*0.5*4*14"), "{link}");
    let alone: serde_json::Value =
        serde_json::from_str(&stdout_of(&["run", link, "--ticks", "120", "--json"])).expect("JSON");
    assert_eq!(alone["hash"], row["hash"]);
    assert_ne!(sweep(&["--axis", "cohesion@60..100=2"]), rows);
}

#[test]
fn a_sweep_over_another_body_runs_with_the_values_that_its_rows_say() {
    let base = "scene=flock-wide&groups=boids.bpoint*player&count=20";
    let rows = stdout_of(&["sweep", base, "--axis", "mass=1,5,10", "--ticks", "200"]);
    let mut hashes = BTreeMap::new();
    for (row, mass) in rows.lines().zip([1.0, 5.0, 10.0]) {
        let row: serde_json::Value = serde_json::from_str(row).expect("JSON");
        assert_eq!(row["parameters"]["mass"], mass);
        let link = row["link"].as_str().expect("a link");
        let (mut again, notices) = flockwright::Run::open(link);
        assert!(notices.is_empty(), "{link}: {notices:?}");
        assert_eq!(again.world.groups()[0].value("mass"), Some(mass as f32), "{link}");
        (0..200).for_each(|_| again.world.tick());
        assert_eq!(row["hash"], format!("{:016x}", again.world.hash()), "{link}");
        hashes.insert(row["hash"].to_string(), mass);
    }
    assert_eq!(hashes.len(), 3, "each mass is another run: {rows}");
}

#[test]
fn a_file_of_rows_stands_there_when_it_is_whole_with_its_manifest() {
    let folder = folder("whole");
    let rows = folder.join("rows.jsonl");
    sweep(&["--out", name(&rows)]);
    assert_eq!(fs::read_to_string(&rows).expect("rows"), sweep(&[]));
    let manifest = fs::read_to_string(folder.join("rows.jsonl.manifest.json")).expect("it");
    let manifest: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
    assert_eq!((&manifest["complete"], &manifest["rows"]), (&true.into(), &12.into()));
    assert_eq!(manifest["plan"]["base"], "scene=flock-limited&count=30");
    assert_eq!(manifest["version"], env!("CARGO_PKG_VERSION"));
    assert!(manifest["command"][1] == "sweep" && manifest["machine"]["processors"].is_u64());
    if let Some(commit) = manifest["commit"].as_str() {
        let there = format!("{}^{{commit}}", commit.trim_end_matches("-dirty"));
        let git = ["-C", concat!(env!("CARGO_MANIFEST_DIR"), "/../.."), "cat-file", "-e", &there];
        assert!(Command::new("git").args(git).status().expect("Git").success(), "{commit}");
    }
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 2, "nothing is left over");
    let again = run(&[&SWEEP[..], &["--out", name(&rows)]].concat());
    assert_eq!(again.status.code(), Some(2), "it is not written over");
    assert!(text(&again.stderr).contains("there already"), "{}", text(&again.stderr));
    sweep(&["--out", name(&rows), "--resume"]);
    sweep(&["--out", name(&rows), "--force"]);
}

#[test]
fn links_and_batch_give_the_rows_of_the_sweep() {
    let folder = folder("batch");
    let whole = sweep(&[]);
    let listed = stdout_of(&[&["links"], &SWEEP[1..], &["--json"]].concat());
    let batch = stdout_of(&["batch", name(&links(&folder, &listed))]);
    let part = |rows: &str| -> Vec<String> {
        let measured = |row: &str| {
            let (_, rest) = row.split_once("\"hash\"").expect("a hash");
            rest.to_string()
        };
        rows.lines().map(measured).collect()
    };
    assert_eq!(part(&batch), part(&whole));
}

#[test]
fn a_link_with_a_slip_is_refused_by_its_line_unless_it_is_wanted() {
    let folder = folder("strict");
    let file = links(&folder, "# two\nscene=duel\n\nscene=duel&cohesoin=2\n");
    let output = run(&["batch", name(&file)]);
    assert_eq!(output.status.code(), Some(2));
    let why = text(&output.stderr);
    assert!(why.contains("line 4") && why.contains("cohesoin"), "{why}");
    let rows = stdout_of(&["batch", "--no-strict", "--ticks", "60", name(&file)]);
    assert!(rows.lines().nth(1).expect("two").contains("There is no parameter"), "{rows}");
    let swept = ["sweep", "scene=duel&cohesoin=2", "--ticks", "60", "--strict"];
    assert!(text(&run(&swept).stderr).contains("cohesoin"));
    let rows = stdout_of(&[&swept[..4], &["--no-strict"]].concat());
    assert!(rows.contains("There is no parameter") && rows.contains("scene=duel\","), "{rows}");
    assert_eq!(run(&["check", "scene=duel&cohesoin=2"]).status.code(), Some(1));
    assert_eq!(run(&["check", "scene=duel"]).status.code(), Some(0));
}

#[test]
fn what_makes_no_sense_gets_one_line_and_exit_code_2() {
    let folder = folder("senseless");
    let toml = folder.join("plan.toml");
    fs::write(&toml, "base = \"scene=duel\"\naxis = []\n").expect("a file");
    let seeds = folder.join("seeds.toml");
    fs::write(&seeds, "base = \"scene=duel\"\nseeds = \"few\"\n").expect("a file");
    let (table, taken) = (folder.join("rows.csv"), folder.join("tick.rule"));
    fs::write(&table, sweep(&["--csv"])).expect("a file");
    fs::write(&taken, "measure tick \"Tick\"\nbe 7\n").expect("a file");
    let nowhere = "no/such/folder/rows.jsonl";
    let flock = "scene=flock-limited";
    let huge = ["cohesion=0..4/1000", "separation=0..4/1000", "alignment=0..4/1000"];
    for (arguments, why) in [
        (vec!["tune", flock, "--vary", "cohesion", "--goal", "beauty>1"], "no measure “beauty”"),
        (vec!["tune", flock, "--vary", "cohesion", "--goal", "spacing=3..1"], "reversed"),
        (vec!["tune", flock, "--goal", "spacing=1..3"], "Nothing may change"),
        (vec!["sweep", flock, "--axis", "cohesion="], "no values"),
        (vec!["sweep", flock, "--axis", "cohesoin=1,2"], "cohesoin"),
        (vec!["sweep", "scene=nope", "--axis", "cohesion=1,2"], "nope"),
        (
            vec!["sweep", flock, "--axis", huge[0], "--axis", huge[1], "--axis", huge[2]],
            "1000000000 runs",
        ),
        (vec!["sweep", flock, "--ticks", "60", "--out", nowhere], nowhere),
        (vec!["sweep", name(&toml)], "line 2"),
        (vec!["sweep", "nowhere"], "neither a link"),
        (vec!["sweep", flock, "--axis", "cohesion@600..1800=2"], "ends after the run"),
        (vec!["sweep", flock, "--shard", "4/3"], "i/n"),
        (vec!["sweep", flock, "--seeds", "9..3"], "go upward"),
        (vec!["sweep", flock, "--steps", "3"], "'--steps'"),
        (vec!["tune", flock, "--goal", "milling=0.5..", "--out", nowhere], nowhere),
        (vec!["sweep", name(&seeds)], "line 2: seeds are"),
        (vec!["sweep", flock, "--seeds", "1,few"], "Seeds are whole numbers"),
        (vec!["sweep", flock, "--burn-in", "soon"], "--burn-in"),
        (vec!["sweep", flock, "--burn-in=-1"], "--burn-in"),
        (vec!["sweep", flock, "--burn-in", "1200"], "the burn-in of 1200"),
        (vec!["sweep", flock, "--settle", "polarisation"], "Did you mean “polarization”?"),
        (vec!["sweep", flock, "--settle", "polarization", "--burn-in", "9"], "cannot be used with"),
        (vec!["run"], "not provided: <LINK|FILE|->"),
        (vec!["batch", "no/such/file"], "no/such/file"),
        (vec!["summary", name(&toml)], "no row"),
        (vec!["summary", name(&table)], "rows as CSV"),
        (vec!["sweep", flock, "--seeds=4294967296"], "up to 4294967295"),
        (vec!["run", flock, "--ticks", "9", "--measure", name(&taken)], "has a column “tick”"),
    ] {
        let output = run(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let message = text(&output.stderr);
        assert!(message.contains(why), "{arguments:?}: {message}");
        assert_eq!(message.lines().count(), 1, "{arguments:?}: {message}");
        assert!(message.starts_with("flockwright: "), "{message}");
    }
}

#[test]
fn trial_runs_find_the_length_of_a_sweep_and_print_their_time_before_they_start() {
    let folder = folder("settle");
    let rows = folder.join("rows.jsonl");
    let plan = ["scene=vicsek&count=40", "--axis", "noise=0.5,6", "--seeds", "3"];
    let output =
        run(&[&["sweep"], &plan[..], &["--settle", "polarization", "--out", name(&rows)]].concat());
    let message = text(&output.stderr);
    let lines: Vec<&str> = message.lines().collect();
    assert!(lines[0].contains("6 trial runs of 2400 ticks take "), "{message}");
    assert!(lines[1].contains("polarization is settled at every point"), "{message}");
    let first = fs::read_to_string(&rows).expect("rows");
    let row: serde_json::Value =
        serde_json::from_str(first.lines().next().expect("a row")).expect("JSON");
    let ticks = row["window"][0].as_u64().expect("a length");
    assert!(lines[1].contains(&format!("In runs of {ticks} ticks")), "{message}");
    assert_eq!(row["window"][1], ticks / 2);
    let points = stdout_of(&["summary", name(&rows)]);
    for point in points.lines() {
        let point: serde_json::Value = serde_json::from_str(point).expect("JSON");
        let of = |measure: &str| point["measures"][measure].clone();
        assert_eq!(of("polarization")["settled"], true, "{point}");
        assert_eq!(of("polarization")["missing"], 0, "{point}");
    }
}

#[test]
fn a_class_has_sheets_to_print_and_a_board_of_who_has_solved_what() {
    let output =
        run(&["steps", "--sheets", "--page", "https://example.org/f", "--chapter", "Patterns"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let html = text(&output.stdout);
    assert!(html.contains("https://example.org/f?learn=closes</code>") && !html.contains("={"));
    assert!(html.matches("<section>").count() > 2 && html.contains("<li>Only right angles</li>"));
    // The last one is for the teacher.
    for part in ["What I saw", "</svg>"] {
        assert_eq!(html.matches("<section>").count() - 1, html.matches(part).count(), "{part}");
    }
    let solved = "v=8&scene=tile-chase&prey.tile_patrol=0&step_ticks=12&sight.step_ticks=12&seed=2";
    let started =
        "v=8&scene=tile-chase&prey.tile_patrol=0&step_ticks=12&sight.step_ticks=60&seed=2";
    let class = format!("each-axis - {solved} Ada\neach-axis - {started} Ben\n");
    let board = links(&folder("class"), &class);
    let output = run(&["check", "--board", name(&board)]);
    assert_eq!(output.status.code(), Some(1), "one of them does not hold");
    let printed = text(&output.stdout);
    assert!(
        printed.contains("line 1: each-axis proven")
            && printed.contains("line 2: each-axis not solved")
    );
    assert!(printed.contains("\nAda: each-axis\n") && !printed.contains("\nBen: "), "{printed}");
}

#[test]
fn nobody_has_to_listen_to_the_end() {
    let mut listening = flockwright()
        .args([
            "sweep",
            "scene=flock-limited&count=10",
            "--axis",
            "cohesion=0..4/500",
            "--ticks",
            "60",
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut first = String::new();
    let mut out = BufReader::new(listening.stdout.take().expect("a pipe"));
    out.read_line(&mut first).expect("a row");
    drop(out);
    let output = listening.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let sweep = ["sweep", "scene=duel", "--ticks", "60"];
    let to_file = flockwright().args(sweep).args(["--out", "/dev/full"]).output();
    let printed = [&sweep[..], &["measures"], &["run", "scene=duel"], &["--help"]].map(|command| {
        let full = fs::File::options().write(true).open("/dev/full").expect("a device");
        flockwright().args(command).stdout(full).output()
    });
    for output in printed.into_iter().chain([to_file]) {
        let output = output.expect("it runs");
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains("No space left") && message.lines().count() == 1, "{message}");
    }
}

#[test]
fn a_summary_has_the_statistics_over_the_seeds_of_each_point() {
    let folder = folder("summary");
    let rows = folder.join("rows.jsonl");
    sweep(&["--out", name(&rows)]);
    let mut means = BTreeMap::<u64, Vec<f64>>::new();
    for line in fs::read_to_string(&rows).expect("rows").lines() {
        let row: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let mean = row["measures"]["polarization"]["mean"].as_f64().expect("it");
        means.entry(row["point"].as_u64().expect("it")).or_default().push(mean);
    }
    let summary = stdout_of(&["summary", name(&rows)]);
    assert_eq!(summary.lines().count(), 4);
    for (line, (point, means)) in summary.lines().zip(means) {
        let message: serde_json::Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(message["point"], point);
        let of = &message["measures"]["polarization"];
        assert_eq!(of["n"], 3);
        let mean = means.iter().sum::<f64>() / 3.0;
        let variance = means.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / 2.0;
        assert!((of["mean"].as_f64().expect("it") - mean).abs() < 1e-12);
        assert!((of["se"].as_f64().expect("it") - (variance / 3.0).sqrt()).abs() < 1e-12);
    }
    let table = stdout_of(&["summary", "--csv", name(&rows)]);
    assert!(table.starts_with("point,cohesion,view,measure,n,mean,"), "{table}");
}

#[test]
fn tune_finds_what_is_easy_and_says_so_by_its_exit_code() {
    let folder = folder("tune");
    let task = folder.join("task.toml");
    let toml = "base = \"scene=flock-limited&count=20&start_radius=0.3\"\n\
                vary = [\"thrust=100..1000\", \"cohesion=0..4\"]\n\
                goals = [\"mean_speed=18..22\"]\nruns = 30\nticks = 240\nunseen = 6\n";
    fs::write(&task, toml).expect("a file");
    let (one, two) = (folder.join("one.json"), folder.join("two.json"));
    for (jobs, out) in [("1", &one), ("2", &two)] {
        stdout_of(&["tune", name(&task), "--jobs", jobs, "--out", name(out)]);
    }
    let report = fs::read_to_string(&one).expect("a report");
    assert_eq!(report, fs::read_to_string(&two).expect("a report"), "for every number of jobs");
    let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
    assert_eq!(report["report"]["exam"]["passed"], 6);
    assert_eq!(report["random"]["exam"]["of"], 6);
    let in_vain = ["tune", name(&task), "--no-baseline", "--goal", "overlapping=0.9.."];
    let output = run(&in_vain);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("In the way is overlapping"), "{}", text(&output.stdout));
}

/// The rows of `tests/curve.csv` are those of the command line, of the page's curve
/// (`tests/node/winners.test.ts`) and of Python (`src/python/tests/test_study.py`).
#[test]
fn the_plan_of_a_curve_gives_the_rows_of_the_curve() {
    let task = StudyCurveTask {
        base: "scene=vicsek&count=12".into(),
        axis: "noise=0.5,6".into(),
        measure: "polarization".into(),
        seeds: 2,
        burn_in: None,
    };
    let mut curve = CurveMeasurement::new(&task).expect("a task");
    loop {
        let jobs = curve.next_jobs();
        if jobs.is_empty() {
            break;
        }
        for (at, job) in jobs.iter().enumerate() {
            let mut evaluation = RunEvaluation::new(job).expect("a run");
            evaluation.run_to_end();
            curve.report_outcome(at, evaluation.outcome());
        }
    }
    let folder = folder("curve");
    let plan = folder.join("plan.toml");
    fs::write(&plan, curve.to_plan_file()).expect("a file");
    let swept = stdout_of(&["sweep", name(&plan), "--csv"]);
    let measured = curve.to_csv(None);
    assert!(measured.starts_with("row,point,noise,seed,link,version,commit,ticks,burn_in,every,"));
    assert_eq!(measured.lines().count(), 5);
    assert_eq!(swept, measured);
    let build = format!(",{},,", env!("CARGO_PKG_VERSION"));
    let measured = measured.replace(&build, ",VERSION,COMMIT,");
    let pinned = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/curve.csv");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&pinned, &measured).expect("a file");
    }
    let pinned = fs::read_to_string(pinned).expect("tests/curve.csv");
    assert!(
        pinned == measured,
        "UPDATE=1 cargo test -p flockwright-cli --test cli curve writes it"
    );
}
