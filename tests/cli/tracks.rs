//! Tracks leave the command line and come in again: `run --tracks`, `sweep --tracks`, `measure`; and the
//! lists of what there is.

use crate::command::{flockwright, folder, name, refused, stdout_of, text};
use serde_json::Value;
use std::fs;
use std::path::Path;

fn text_of(path: &Path) -> String {
    fs::read_to_string(path).expect("a text")
}

/// A run's tracks in a folder.
fn tracked(folder: &Path, file: &str) -> String {
    let path = folder.join(file);
    let link = "scene=flock-limited&count=30&seed=2";
    stdout_of(&["run", link, "--ticks", "240", "--tracks", name(&path), "--every", "6", "--json"])
}

#[test]
fn the_measures_of_tracks_are_those_of_the_run_at_its_end() {
    let folder = folder("tracks-measure");
    for file in ["run.csv", "run.npz"] {
        let run: Value = serde_json::from_str(&tracked(&folder, file)).expect("JSON");
        let path = folder.join(file);
        let series = folder.join("series.csv");
        let all = stdout_of(&[
            "measure",
            name(&path),
            "--json",
            "--csv",
            name(&series),
            "--goals",
            "--force",
        ]);
        let all: Value = serde_json::from_str(&all).expect("JSON");
        assert_eq!(
            (&all["frames"], &all["units"], &all["unit"]),
            (&41.into(), &30.into(), &"u".into())
        );
        assert_eq!(all["measures"]["polarization"]["samples"], 41);
        assert!(all["goals"].as_array().is_some_and(|goals| goals.len() > 5), "{all}");
        let series = text_of(&series);
        let mut lines = series.lines().skip_while(|line| line.starts_with('#'));
        let keys: Vec<&str> = lines.next().expect("names").split(',').collect();
        let last: Vec<&str> = series.lines().last().expect("rows").split(',').collect();
        let of = |key: &str| {
            let at = keys.iter().position(|other| *other == key).expect("a column");
            last[at].parse::<f64>().expect("a number")
        };
        assert_eq!(of("frame"), 240.0);
        for key in ["polarization", "mean_speed", "milling", "nearest_neighbor"] {
            let wanted = run["measures"][key].as_f64().expect("a number");
            assert!(
                (of(key) - wanted).abs() < 1e-5 * wanted.max(1.0),
                "{key}: {} {wanted}",
                of(key)
            );
        }
    }
    let csv = text_of(&folder.join("run.csv"));
    assert!(
        csv.starts_with("# Flockwright, tracks\n# version ")
            && csv.contains("# fps 60\n# unit u\n")
            && csv.contains("# link v=8&scene=flock-limited&seed=2&count=30\n"),
        "{csv:.300}"
    );
    assert!(
        csv.contains("\nframe,time,id,group,role,x,y,vx,vy,heading\n0,0.000000,0,boids,regular,")
    );
    assert_eq!(csv.lines().filter(|line| line.starts_with("240,4.000000,")).count(), 30);
}

#[test]
fn a_sweep_has_a_file_of_tracks_per_row() {
    let folder = folder("tracks-sweep");
    let pattern = folder.join("tracks-{row}.csv");
    let plan = [
        "sweep",
        "scene=flock-limited&count=10",
        "--axis",
        "cohesion=0,2",
        "--ticks",
        "60",
        "--every",
        "20",
    ];
    let rows = stdout_of(
        &[&plan[..], &["--tracks", name(&pattern), "--measures", "polarization"]].concat(),
    );
    assert_eq!(rows.lines().count(), 2);
    for (row, line) in rows.lines().enumerate() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(line["measures"].as_object().expect("an object").len(), 1);
        let of = &line["measures"]["polarization"];
        assert!(of["susceptibility"].as_f64().is_some() && of["binder"].as_f64().is_some(), "{of}");
        let tracks = text_of(&folder.join(format!("tracks-{row:06}.csv")));
        assert!(tracks.contains(&format!("# link {}\n", line["link"].as_str().expect("a link"))));
        // Ticks 0, 20, 40 and 60 of ten units, and the names of the columns.
        assert_eq!(tracks.lines().filter(|line| !line.starts_with('#')).count(), 41);
    }
}

#[test]
fn what_makes_no_sense_is_refused_in_one_line() {
    let folder = folder("tracks-refused");
    let path = folder.join("fish.csv");
    fs::write(&path, "frame,id,x,y\n0,1,10,10\n1,1,11,10\n").expect("a file");
    let why = |arguments: &[&str]| refused(flockwright().args(arguments));
    assert!(why(&["measure", name(&path)]).contains("--fps"));
    assert!(why(&["measure", name(&path), "--fps", "25"]).contains("--unit"));
    let fish = ["measure", name(&path), "--fps", "25", "--scale", "0.1", "--unit", "cm"];
    assert!(stdout_of(&fish).contains("2.5000"), "{}", stdout_of(&fish));
    assert!(stdout_of(&fish).contains("read as Flockwright: 1 units"), "{}", stdout_of(&fish));
    assert!(stdout_of(&fish).contains("over 1.0 units a frame"), "{}", stdout_of(&fish));
    assert!(why(&[&fish[..], &["--goals"]].concat()).contains("too few"));
    for box_of in ["0,5", "-3,5", "nan,5", "x"] {
        assert!(why(&[&fish[..], &["--wrap", box_of]].concat()).contains("periodic box"));
    }
    assert!(why(&[&fish[..], &["--wrap", "0.5,5"]].concat()).contains("smaller than the data"));
    assert!(why(&[&fish[..], &["--columns", "ant=1"]].concat()).contains("time_ms"));
    let other = folder.join("ants.csv");
    fs::write(&other, "when,ant,px,py\n0,1,1,1\n40,1,2,1\n80,1,3,1\n").expect("a file");
    let ants = ["measure", name(&other), "--unit", "cm", "--columns"];
    assert!(why(&ants[..4]).contains("--columns frame=1,id=2,x=3,y=4"));
    let read = stdout_of(&[&ants[..], &["time_ms=1,id=ant,x=3,y=4", "--wrap", "3,2"]].concat());
    assert!(
        read.contains("by the columns that were chosen") && read.contains("at 25 per second"),
        "{read}"
    );
    assert!(read.contains("mean speed               25.0000"), "{read}");
    assert!(why(&["measure", name(&folder.join("none.csv"))]).contains("none.csv"));
    let duel = ["run", "scene=duel", "--ticks", "10", "--tracks"];
    assert!(why(&[&duel[..], &["tracks.xml"]].concat()).contains(".npz"));
    assert!(
        why(&[&duel[..], &[name(&folder.join("a.csv")), "--every", "0"]].concat())
            .contains("one tick")
    );
    let sweep = ["sweep", "scene=duel", "--ticks", "10", "--burn-in", "0", "--every", "1"];
    assert!(why(&[&sweep[..], &["--tracks", "tracks.csv"]].concat()).contains("{row}"));
    assert!(
        why(&[&sweep[..], &["--measures", "polarisation"]].concat())
            .contains("mean “polarization”")
    );
    assert!(why(&[&sweep[..], &["--axis", "trust=1,2"]].concat()).contains("mean “thrust”"));
}

#[test]
fn a_run_has_another_seed_and_other_values_than_its_link() {
    let run = |arguments: &[&str]| -> Value {
        let arguments = [&["run"], arguments, &["--ticks", "30", "--json"]].concat();
        serde_json::from_str(&stdout_of(&arguments)).expect("JSON")
    };
    let changed = run(&[
        "scene=flock-limited&cohesion=3&seed=1",
        "--seed",
        "9",
        "--set",
        "cohesion=2",
        "--set",
        "view=narrow",
    ]);
    let wanted = run(&["v=8&scene=flock-limited&seed=9&cohesion=2&view=narrow"]);
    assert_eq!((&changed["hash"], &changed["link"]), (&wanted["hash"], &wanted["link"]));
    let why = |arguments: &[&str]| {
        let arguments = [&["run", "scene=duel", "--ticks", "9"], arguments].concat();
        let output = flockwright().args(arguments).output().expect("it runs");
        assert!(!output.status.success());
        text(&output.stderr)
    };
    assert!(why(&["--set", "trust=5"]).contains("Did you mean “thrust”?"));
    assert!(why(&["--set", "thrust"]).contains("cohesion=2"));
    assert!(why(&["--set", "thrust=1e9"]).contains("allowed"));
}

#[test]
fn a_sweep_scales_a_system_at_one_density() {
    let rows = stdout_of(&[
        "sweep", "scene=vicsek", "--axis", "count=100,400", "--axis", "width=sqrt(count/4)*20",
        "--axis", "height=width", "--ticks", "20", "--burn-in", "10", "--every", "5", "--measures",
        "polarization",
    ]);
    let rows: Vec<Value> =
        rows.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let of = |row: usize, key: &str| rows[row]["parameters"][key].as_f64().expect(key);
    assert_eq!(
        (rows.len(), of(0, "width"), of(1, "width"), of(1, "height")),
        (2, 100.0, 200.0, 200.0)
    );
}

#[test]
fn lists_tell_what_there_is_to_run_and_to_set() {
    let scenes = stdout_of(&["scenes", "--json"]);
    let keys: Vec<Value> =
        scenes.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(keys.len() > 20 && keys.iter().any(|scene| scene["key"] == "vicsek"));
    assert_eq!(stdout_of(&["scenes"]).lines().count(), keys.len());
    let params = stdout_of(&["params", "flock-limited"]);
    let cohesion = params.lines().find(|line| line.starts_with("cohesion ")).expect("it");
    assert!(cohesion.contains(" 0.."), "{cohesion}");
    let changed = stdout_of(&["params", "scene=flock-limited&cohesion=2.5", "--json"]);
    let of: Vec<Value> =
        changed.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let cohesion = of.iter().find(|param| param["key"] == "cohesion").expect("it");
    assert_eq!(
        (&cohesion["value"], &cohesion["default"], &cohesion["max"]),
        (&2.5.into(), &1.0.into(), &40.0.into())
    );
    let why = refused(flockwright().args(["params", "flock-limitd"]));
    assert!(why.contains("Did you mean “flock-limited”?"), "{why}");
}

#[test]
fn tracks_are_measured_as_arrays_in_parts_and_without_each_unit() {
    let folder = folder("tracks-arrays");
    let (tracks, arrays) = (folder.join("flock.npz"), folder.join("structure.npz"));
    let run = ["run", "scene=flock-limited&count=12", "--ticks", "480", "--tracks", name(&tracks)];
    stdout_of(&[&run[..], &["--every", "6"]].concat());
    let measure = ["measure", name(&tracks), "--measures", "polarization,mean_speed"];
    let goals = ["--goals", "--held-out", "--leave-one-out", "--json"];
    let told_all = stdout_of(&[&measure[..], &goals, &["--arrays", name(&arrays)]].concat());
    let all: Value = serde_json::from_str(&told_all).expect("JSON");
    assert_eq!(all["measures"].as_object().expect("an object").len(), 2, "{all}");
    let (goals, held) = (&all["goals"], &all["held_out"]);
    assert_eq!(goals.as_array().map(Vec::len), held.as_array().map(Vec::len), "{all}");
    assert!(
        held.as_array().expect("a list").iter().all(|of| of[1] == 4 && of[0].as_u64() <= Some(4))
    );
    let without = &all["measures"]["polarization"]["leave_one_out"];
    assert!(without["unit"].as_u64() < Some(13) && without["error"].as_f64() > Some(0.0), "{all}");
    assert_ne!(without["mean"], all["measures"]["polarization"]["mean"]);
    let bytes = fs::read(&arrays).expect("arrays");
    for part in
        ["pair_correlation.npy", "map_nearest_turning.npy", "'shape': (20, 20)", "front.npy"]
    {
        let found = bytes.windows(part.len()).any(|window| window == part.as_bytes());
        assert!(found, "{part}");
    }
    let table = folder.join("structure.csv");
    stdout_of(
        &[&measure[..], &["--arrays", name(&table), "--bins", "5", "--reach", "50"]].concat(),
    );
    let table = text_of(&table);
    assert!(
        table.starts_with("array,row,column,value\nr_edges,0,0,0\nr_edges,1,0,10\n"),
        "{table:.200}"
    );
    assert_eq!(table.lines().filter(|line| line.starts_with("speed_density,")).count(), 5);
    let why = |more: &[&str]| refused(flockwright().args([&measure[..], more].concat()));
    assert!(why(&["--arrays", "structure.xml"]).contains(".npz"));
    assert!(why(&["--arrays", name(&arrays), "--bins", "0", "--force"]).contains("1 to 100000"));
}
