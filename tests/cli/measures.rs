//! Measures of one's own: a text in a file that is measured, swept, tuned for, and carried by links.

use crate::command::{flockwright, folder, name, refused, run, stdout_of, text as text_of};
use serde_json::Value;
use std::fs;

const SLOW: &str = "measure slow \"Share of the slow\"\n\
    be count(i in all where i.speed < 30) / count(i in all) in 0..1\n";
const ALONG: &str = "measure along \"Along the first\"\n\
    be length(mean(i in kind(\"boids\"): i.heading)) in 0..1\n";

fn json(line: &str) -> Value {
    serde_json::from_str(line).expect("JSON")
}

#[test]
fn two_measures_of_ones_own_go_through_every_command() {
    let folder = folder("own-measures");
    let (slow, along) = (folder.join("slow.measure"), folder.join("along.measure"));
    fs::write(&slow, SLOW).expect("room");
    fs::write(&along, ALONG).expect("room");
    let own = ["--measure", name(&slow), "--measure", name(&along)];
    let link = "scene=flock-limited&count=20";

    let (csv, tracks) = (folder.join("run.csv"), folder.join("tracks.csv"));
    let run = ["run", link, "--ticks", "60", "--json", "--csv", name(&csv)];
    let run = [&run[..], &["--tracks", name(&tracks), "--every", "6"], &own].concat();
    let run = json(&stdout_of(&run));
    let of = |key: &str| run["measures"][key].as_f64().expect(key);
    assert!((0.0..=1.0).contains(&of("slow")) && of("along") > 0.0, "{run}");
    let plain = json(&stdout_of(&["run", link, "--ticks", "60", "--json"]));
    assert_eq!(plain["hash"], run["hash"], "a measure changes nothing");
    let head = fs::read_to_string(&csv).expect("a file");
    assert!(head.contains(",slow,along\n"), "{head:.900}");

    // A sweep names them, and the links of its rows carry them.
    let sweep = ["sweep", link, "--axis", "alignment=0,1", "--ticks", "120"];
    let rows = stdout_of(&[&sweep[..], &["--measures", "along,slow"], &own].concat());
    let rows: Vec<Value> = rows.lines().map(json).collect();
    let means = rows.iter().map(|row| row["measures"]["along"]["mean"].as_f64().expect("a mean"));
    assert!(means.clone().all(|mean| mean > 0.0) && means.count() == 2, "{rows:?}");
    let carried = rows[0]["link"].as_str().expect("a link");
    let again = json(&stdout_of(&["run", carried, "--ticks", "120", "--json"]));
    assert!(again["measures"]["slow"].is_number() && again["hash"] == rows[0]["hash"], "{again}");

    // Goals, of which the first cannot be met by chance.
    let tune = [
        "tune",
        carried,
        "--vary",
        "alignment,cohesion=0..2,view=wide,limited",
        "--goal",
        "along=0..1",
        "--runs",
        "4",
    ];
    let short = ["--ticks", "60", "--tries", "1", "--no-baseline", "--quiet", "--json"];
    let tuned = flockwright().args([&tune[..], &short].concat()).output().expect("it runs");
    let tuned: Value = serde_json::from_slice(&tuned.stdout).expect("JSON");
    assert_eq!(tuned["task"]["goals"][0], "along=0..1", "{tuned}");
    let vary = ["alignment", "cohesion=0..2", "view=wide,limited"];
    assert_eq!(tuned["task"]["vary"], serde_json::json!(vary), "{tuned}");

    let measured = stdout_of(&[&["measure", name(&tracks), "--json"][..], &own[..2]].concat());
    assert!(json(&measured)["measures"]["slow"]["mean"].is_number(), "{measured}");
    assert!(
        stdout_of(&[&["measures"][..], &own].concat())
            .lines()
            .any(|line| line.starts_with("slow "))
    );
}

#[test]
fn links_of_one_batch_keep_their_own_measures_of_one_key() {
    let folder = folder("own-measures-of-one-key");
    let (file, links) = (folder.join("twin.measure"), folder.join("links.txt"));
    let mut lines = String::new();
    for of in ["count(i in all)", "1 / count(i in all)"] {
        fs::write(&file, format!("measure twin\nbe {of}\n")).expect("room");
        let link = ["links", "scene=flock-limited&count=20", "--measure", name(&file)];
        lines += &stdout_of(&link);
    }
    fs::write(&links, lines).expect("room");
    let rows = stdout_of(&["batch", name(&links), "--ticks", "20", "--every", "10", "--quiet"]);
    let twin = |row: &str| json(row)["measures"]["twin"]["mean"].as_f64();
    assert_eq!(rows.lines().map(twin).collect::<Vec<_>>(), [Some(20.0), Some(0.05)], "{rows}");
}

#[test]
fn a_measure_that_makes_no_sense_is_told_with_its_place() {
    let folder = folder("own-measures-refused");
    let file = folder.join("bad.measure");
    let why = |text: &str| {
        fs::write(&file, text).expect("room");
        refused(flockwright().args(["run", "scene=duel", "--measure", name(&file)]))
    };
    assert!(
        why("measure a\nbe mean(i in all: i.sped)").contains("bad.measure:2:21: 'i' has no 'sped'")
    );
    assert!(why("measure units\nbe 1").contains("There is a measure “units” already"));
    assert!(
        refused(flockwright().args(["run", "scene=duel", "--measure", "none"])).contains("none")
    );
}

#[test]
fn the_reference_of_the_language_names_every_word() {
    let words = stdout_of(&["rule", "--words"]);
    for word in ["`any_of`", "`closest`", "`normal(number): number`", "`near`", "`be`", "`goal`"] {
        assert!(words.contains(word), "{word}");
    }
}

#[test]
fn a_measure_is_checked_and_described_as_a_rule_is() {
    let folder = folder("own-measures-described");
    let file = folder.join("a.measure");
    let wrong = |text: &str, arguments: &[&str]| {
        fs::write(&file, text).expect("room");
        let output = run(&[&["rule", name(&file)], arguments].concat());
        assert!(!output.status.success() && output.stdout.is_empty());
        text_of(&output.stderr).to_string()
    };
    fs::write(&file, format!("# Who is slow.\n\n{SLOW}")).expect("room");
    let described = stdout_of(&["rule", name(&file)]);
    for part in [
        "a.measure: sound\n\nShare of the slow (slow)\n",
        "It is a number from 0 to 1.\n",
        "  all          All measured birds",
        "  speed        ",
    ] {
        assert!(described.contains(part), "{part}: {described}");
    }
    let near = "measure near_ones\nparam reach = 5 in 1..9 \"u\" \"How near.\"\n\
        be mean(i in all: count(j in near(i, reach * L))) in 0..99 \"units\"\n";
    fs::write(&file, near).expect("room");
    let described = stdout_of(&["rule", name(&file)]);
    let row = "  reach                      5 in 1..9 u            How near.\n";
    assert!(described.contains(row), "{described}");
    assert!(described.contains("It is a number from 0 to 99 in units.\n"), "{described}");
    assert!(wrong("measure a\nbe mean(i in all: i.sped)", &[]).contains("a.measure:2:21: 'i' has"));
    assert!(wrong("measure units\nbe 1", &[]).contains("There is a measure “units” already"));
    assert!(wrong(SLOW, &["--format"]).contains("a measure can be checked alone"));
    assert!(wrong(SLOW, &["--print", "gdscript"]).contains("a measure can be checked alone"));
}
