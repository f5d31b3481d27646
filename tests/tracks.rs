//! Files of tracks as programs write them, made here from what their documents say of the formats:
//! each is read as the same motion, and what is torn or wrong is told in one sentence.

use flockwright::Run;
use flockwright_lab::insight::measures::MEASURES;
use flockwright_lab::study::tracks::{COLUMNS, File, Given, Tracks, read, write_csv, write_npz};

/// Three that circle a place in 40 frames, 25 of them per second; the second one is not seen in some.
fn places() -> Vec<(i64, u32, f64, f64)> {
    let mut places = Vec::new();
    for frame in 0..40i64 {
        for id in 1..=3u32 {
            if id == 2 && (10..13).contains(&frame) {
                continue;
            }
            // A rotation by the same small angle, without a sine whose last digits differ.
            let (mut x, mut y) = (10.0 * f64::from(id), 0.0);
            for _ in 0..frame {
                (x, y) = (0.995 * x - 0.0998749 * y, 0.0998749 * x + 0.995 * y);
            }
            places.push((frame, id, 500.0 + x, 300.0 + y));
        }
    }
    places
}

const FPS: f64 = 25.0;

fn file(name: &str, text: impl AsRef<[u8]>) -> File {
    File { name: name.into(), bytes: text.as_ref().to_vec() }
}

fn nothing_given() -> Given {
    Given::default()
}

fn pixels() -> Given {
    Given { scale: Some(0.1), unit: Some("cm".into()), ..Given::default() }
}

/// As each program writes it: its files, and what has to be said beside them.
fn written() -> Vec<(&'static str, Vec<File>, Given)> {
    let places = places();
    let mut long = "frame,id,x,y\n".to_string();
    let mut juelich =
        "# description: made for a test\n# framerate: 25.00 fps\n# id frame x/m y/m z/m\n"
            .to_string();
    let mut trajnet =
        "{\"scene\": {\"id\": 0, \"p\": 1, \"s\": 0, \"e\": 39, \"fps\": 25.0, \"tag\": 0}}\n"
            .to_string();
    for (frame, id, x, y) in &places {
        long += &format!("{frame},{id},{x},{y}\n");
        juelich += &format!("{id} {frame} {x:.6} {y:.6} 1.76\n");
        trajnet += &format!(
            "{{\"track\": {{\"f\": {frame}, \"p\": {id}, \"x\": {x:.6}, \"y\": {y:.6}}}}}\n"
        );
    }
    let at = |frame: i64, id: u32| places.iter().find(|p| (p.0, p.1) == (frame, id));
    let mut wide = "time,x1,y1,x2,y2,x3,y3\n".to_string();
    for frame in 0..40 {
        wide += &format!("{}", frame as f64 / FPS);
        for id in 1..=3 {
            match at(frame, id) {
                Some((_, _, x, y)) => wide += &format!(",{x},{y}"),
                None => wide += ",nan,nan",
            }
        }
        wide += "\n";
    }
    let attributes = "{\"version\": \"6.0.0\", \"video_paths\": [\"fish.mp4\"], \"frames_per_second\": 25, \
                      \"body_length\": 8.0, \"length_unit\": null}";
    let trex = (1..=3u32)
        .map(|id| {
            let mut text =
                "frame,missing,time,X (cm),Y (cm),X#wcentroid (cm),Y#wcentroid (cm)\n".to_string();
            for frame in 0..40 {
                let time = frame as f64 / FPS;
                text += &match at(frame, id) {
                    Some((_, _, x, y)) => format!("{frame},0,{time},{},{y},{x},{y}\n", x + 1.0),
                    None => format!("{frame},1,{time},inf,inf,inf,inf\n"),
                };
            }
            file(&format!("data/video_fish{id}.csv"), text)
        })
        .collect();
    let fps = Given { fps: Some(FPS), ..pixels() };
    vec![
        ("long", vec![file("long.csv", long)], fps),
        (
            "idtracker.ai",
            vec![file("trajectories.csv", wide), file("attributes.json", attributes)],
            pixels(),
        ),
        ("TRex", trex, nothing_given()),
        ("Juelich", vec![file("corridor.txt", juelich)], nothing_given()),
        ("TrajNet++", vec![file("scenes.ndjson", trajnet)], nothing_given()),
    ]
}

#[test]
fn every_program_s_files_are_the_same_motion() {
    for (program, files, given) in written() {
        let tracks = read(&files, &given).unwrap_or_else(|why| panic!("{program}: {why}"));
        assert_eq!((tracks.fps, tracks.frames().len()), (FPS, 40), "{program}");
        let scale = given.scale.unwrap_or(1.0);
        for (row, (_, id, x, y)) in places().into_iter().enumerate() {
            assert_eq!(tracks.id[row], id, "{program}");
            assert!((f64::from(tracks.x[row]) - scale * x).abs() < 1e-3, "{program}");
            assert!((f64::from(tracks.y[row]) - scale * y).abs() < 1e-3, "{program}");
        }
        // All circle one place at 2.5 turns per radian and second: 0.1 rad per frame.
        let measured = Tracks::summarize(&tracks.measure(1));
        let of = |key: &str| {
            let index = MEASURES.iter().position(|measure| measure.key == key).expect("it");
            measured[index].map(|measured| measured.mean)
        };
        let speed = of("mean_speed").expect("it moves");
        assert!((speed / (scale * 20.0 * 2.5) - 1.0).abs() < 0.03, "{program}: {speed}");
        assert_eq!(of("spacing").is_some(), program == "idtracker.ai", "{program}");
        assert_eq!(of("leaders"), None);
    }
}

#[test]
fn what_a_file_does_not_say_is_asked_for() {
    let ask = |program: &str, given: Given| {
        let (_, files, _) = written().into_iter().find(|(name, ..)| *name == program).expect("it");
        read(&files, &given).expect_err("it is missing")
    };
    assert!(ask("long", nothing_given()).contains("--fps"));
    let fps = Given { fps: Some(FPS), ..nothing_given() };
    assert!(ask("long", fps).contains("--unit"));
    assert!(ask("idtracker.ai", nothing_given()).contains("--scale"));
    let other = Given { fps: Some(30.0), ..nothing_given() };
    assert!(ask("Juelich", other).contains("25 frames per second, not 30"));
}

#[test]
fn torn_and_wrong_files_are_told_in_one_sentence() {
    let generous = || Given { fps: Some(FPS), ..pixels() };
    for (program, files, _) in written() {
        // Wherever a copy breaks off within a line.
        for part in 1..40 {
            let mut torn = files.clone();
            let bytes = &mut torn[0].bytes;
            let end =
                (part * bytes.len() / 40..).find(|at| bytes[at - 1] != b'\n').expect("a line");
            bytes.truncate(end);
            let why = read(&torn, &generous()).expect_err(program);
            assert!(why.contains("line ") && !why.contains('\n'), "{program}: {why}");
        }
    }
    for (text, why) in [
        ("", "empty"),
        ("\u{0}\u{ff}", "no"),
        ("hello, world\n", "frame"),
        ("frame,id,x,y\n1,2,3,4", "no line break"),
        ("frame,id,x,y\n1,2,3\n", "3 cells instead of 4"),
        ("frame,id,x,y\n1,2,3,four\n", "\"four\" under y"),
        ("frame,id,x,y\n1.5,2,3,4\n", "frame 1.5"),
        ("frame,id,x,y\n1,-2,3,4\n", "id -2"),
        ("frame,id,x,y\n1,2,3,4\n1,2,5,6\n", "stands twice"),
        ("frame,id,x,y\n", "nobody"),
        ("1,2,3,4\n5,6,7,8\n", "no names above"),
        ("id,x,y\n1,2,3\n", "no column frame"),
        ("1 2 3\n", "3 numbers"),
        ("1 2 3 x\n", "not id, frame, x and y"),
        ("{\"track\": {\"f\": 1, \"p\": 2}}\n", "no f, p, x and y"),
        ("{\"track\": {\"f\": 1, \"p\n", "line 1 is torn"),
        ("{}", "frames_per_second"),
    ] {
        let told = read(&[file("some.csv", text)], &generous()).expect_err(text);
        assert!(told.starts_with("some.csv: ") && told.contains(why), "{text:?}: {told}");
    }
    assert!(read(&[file("a.npz", b"PK\x03\x04 and no more")], &generous()).is_err());
}

#[test]
fn a_run_is_written_and_read_back_to_the_bit() {
    let (mut run, _) = Run::open("scene=leaders-pincer&count=20");
    let mut tracks = Tracks::of_run(&run, run.link());
    for _ in 0..6 {
        (0..10).for_each(|_| run.world.tick());
        tracks.note(&run.world);
    }
    let csv = write_csv(&tracks);
    assert!(csv.contains(&COLUMNS.join(",")) && csv.contains("# link v="));
    for (name, bytes) in [("run.csv", csv.into_bytes()), ("run.npz", write_npz(&tracks))] {
        let again = read(&[File { name: name.into(), bytes }], &Given::default()).expect(name);
        assert_eq!(again, tracks, "{name}");
    }
}

#[test]
fn measures_of_a_written_run_are_those_of_the_run() {
    let (mut run, _) = Run::open("scene=vicsek&count=100");
    let mut tracks = Tracks::of_run(&run, run.link());
    (0..50).for_each(|_| run.world.tick());
    tracks.note(&run.world);
    let again = read(&[file("run.csv", write_csv(&tracks))], &Given::default()).expect("tracks");
    let found = again.measure(1)[0].get("polarization");
    let wanted = flockwright_lab::insight::measures::polarization(&run.world);
    assert!((found - f64::from(wanted)).abs() < 1e-6);
}
