//! Files of tracks as programs write them, made here from what their documents say of the formats:
//! each is read as the same motion, and one sentence says what is torn or wrong.

use flockwright::Run;
use flockwright_lab::insight::measures::MEASURES;
use flockwright_lab::study::tracks::{
    COLUMNS, DistanceBins, Missing, TrackFile, TrackOptions, Tracks, read_column_choices,
    read_tracks, read_wrap, write_csv, write_npz,
};

/// Three that circle a place in 40 frames, 25 of them per second; the second one is not seen in
/// some.
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

fn file(name: &str, text: impl AsRef<[u8]>) -> TrackFile {
    TrackFile { name: name.into(), bytes: text.as_ref().to_vec() }
}

fn nothing_given() -> TrackOptions {
    TrackOptions::default()
}

fn pixels() -> TrackOptions {
    TrackOptions { scale: Some(0.1), unit: Some("cm".into()), ..TrackOptions::default() }
}

/// As each program writes it: its files, and what has to be said beside them.
fn written() -> Vec<(&'static str, Vec<TrackFile>, TrackOptions)> {
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
    let fps = TrackOptions { fps: Some(FPS), ..pixels() };
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
        let tracks = read_tracks(&files, &given).unwrap_or_else(|why| panic!("{program}: {why}"));
        assert_eq!((tracks.fps, tracks.frames().len()), (FPS, 40), "{program}");
        assert_eq!(tracks.format, if program == "long" { "Flockwright" } else { program });
        // One of three is not seen in 3 of 40 frames.
        assert!((tracks.missing().missing_share - 3.0 / 120.0).abs() < 1e-9, "{program}");
        assert_eq!(tracks.was_y_up, ["Juelich", "TrajNet++"].contains(&program), "{program}");
        let scale = given.scale.unwrap_or(1.0);
        for (row, (_, id, x, y)) in places().into_iter().enumerate() {
            assert_eq!(tracks.id[row], id, "{program}");
            assert!((f64::from(tracks.x[row]) - scale * x).abs() < 1e-3, "{program}");
            let y = if tracks.was_y_up { -y } else { y };
            assert!((f64::from(tracks.y[row]) - scale * y).abs() < 1e-3, "{program}");
        }
        // All circle one place at 2.5 turns per radian and second: 0.1 rad per frame.
        let measured = Tracks::summarize(&tracks.measure_frames(1));
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

/// Two who walk to the right: at frame 3, x is 3 and 8, y is 1 and 2.
const WALK: [(i64, [f64; 2]); 4] =
    [(0, [0.0, 5.0]), (1, [1.0, 6.0]), (2, [2.0, 7.0]), (3, [3.0, 8.0])];

/// A table of the two: a line for each of `names`, and rows by frame, name of the animal, x and y.
fn table(head: &str, names: [&str; 2], row: impl Fn(i64, &str, f64, f64) -> String) -> String {
    let rows = WALK.iter().flat_map(|(frame, xs)| {
        let row = &row;
        (0..2).map(move |who| row(*frame, names[who], xs[who], who as f64 + 1.0) + "\n")
    });
    format!("{head}\n{}", rows.collect::<String>())
}

#[test]
fn any_other_table_is_read_by_the_columns_that_a_person_names() {
    let plain = |f: i64, id: &str, x: f64, y: f64| format!("{f},{id},{x},{y}");
    let spots = "LABEL,ID,TRACK_ID,QUALITY,POSITION_X,POSITION_Y,POSITION_T,FRAME,MANUAL_COLOR\n\
                 Label,Spot ID,Track ID,Quality,X,Y,T,Frame,Manual spot color\n\
                 Label,Spot ID,Track ID,Quality,X,Y,T,Frame,Spot color\n\
                 ,,,(quality),(micron),(micron),(sec),,";
    let by_number = "frame=1,id=2,x=3,y=4";
    for (what, text, columns) in [
        ("our names", table("frame,id,x,y", ["1", "2"], plain), ""),
        ("our names in text", table("frame,id,x,y", ["Alice", "Bob"], plain), ""),
        ("our names, quoted", table("frame,\"id\",x,y", ["\"a, b\"", "\"c\""], plain), ""),
        (
            "our names with time",
            table("time,id,x,y", ["1", "2"], |f, id, x, y| {
                format!("{:.3},{id},{x},{y}", 12.0 + f as f64 / 10.0)
            }),
            "",
        ),
        (
            "our names, decimal commas",
            table("frame;id;x;y", ["1", "2"], |f, id, x, y| {
                format!("{f};{id};{x:.1};{y:.1}").replace('.', ",")
            }),
            "",
        ),
        (
            "our names, blanks",
            table("frame id x y", ["1", "2"], |f, id, x, y| format!("{f}  {id} {x}   {y}")),
            "",
        ),
        ("track_id", table("frame,track_id,x,y", ["1", "2"], plain), "frame=1,id=track_id,x=3,y=y"),
        (
            "a title",
            table("Export of today\nframe,who,x (mm),y (mm)", ["1", "2"], plain),
            by_number,
        ),
        ("no names", table("", ["1", "2"], plain), by_number),
        (
            "milliseconds",
            table("when,ant,px,py", ["1", "2"], |f, id, x, y| format!("{},{id},{x},{y}", 100 * f)),
            "time_ms=when,id=ant,x=px,y=py",
        ),
        (
            "a clock",
            table("when,ant,px,py", ["1", "2"], |f, id, x, y| format!("11:59:59.{f},{id},{x},{y}")),
            "time=1,id=2,x=3,y=4",
        ),
        (
            "Juelich with tabs",
            table("# framerate: 10", ["1", "2"], |f, id, x, y| format!("{id}\t{f}\t{x}\t{y}\t0")),
            "",
        ),
        (
            "TrackMate spots",
            table(spots, ["4", "5"], |f, id, x, y| {
                format!("ID{f}{id},1{f}{id},{id},3.5,{x},{y},{},{f},", f as f64 / 10.0)
            }),
            "frame=FRAME,id=TRACK_ID,x=POSITION_X,y=POSITION_Y",
        ),
        (
            "corners of boxes",
            table("frame,id,x1,y1,x2,y2", ["1", "2"], |f, id, x, y| {
                format!("{f},{id},{},{},{},{}", x - 1.0, y - 2.0, x + 1.0, y + 2.0)
            }),
            "frame=1,id=2,x=3,y=4,x2=5,y2=6",
        ),
        (
            "sizes of boxes",
            table("frame,id,x,y,w,h", ["1", "2"], |f, id, x, y| {
                format!("{f},{id},{},{},2,4", x - 1.0, y - 2.0)
            }),
            "frame=1,id=2,x=3,y=4,w=5,h=6",
        ),
        ("a row that stands twice", table("frame,id,x,y\n0,1,0,1", ["1", "2"], plain), ""),
    ] {
        let columns = read_column_choices(columns).expect(what);
        let (fps, unit) = (Some(10.0), Some("cm".into()));
        let given = TrackOptions { fps, unit, columns, y_up: Some(false), ..nothing_given() };
        let tracks = read_tracks(&[file("some.txt", text)], &given)
            .unwrap_or_else(|why| panic!("{what}: {why}"));
        assert_eq!(tracks.notes, Vec::<String>::new(), "{what}");
        assert_eq!((tracks.ids().len(), tracks.frames().len()), (2, 4), "{what}");
        assert_eq!(tracks.x, [0.0, 5.0, 1.0, 6.0, 2.0, 7.0, 3.0, 8.0], "{what}");
        assert_eq!(tracks.y, [1.0, 2.0, 1.0, 2.0, 1.0, 2.0, 1.0, 2.0], "{what}");
        assert!(tracks.vx.iter().all(|vx| (vx - 10.0).abs() < 1e-3), "{what}: {:?}", tracks.vx);
    }
}

#[test]
fn files_of_other_programs_are_opened_or_refused_with_what_to_save_or_say() {
    let ethovision = format!(
        "\"Number of header lines:\";\"36\"\n{}{}",
        "\"Subject\";\"x\"\n".repeat(33),
        "\"Trial time\";\"Recording time\";\"X center\";\"Y center\"\n\"s\";\"s\";\"cm\";\"cm\"\n\
         \"0.00\";\"9.00\";\"1.0\";\"2.0\"\n\"0.04\";\"9.04\";\"-\";\"-\"\n\
         \"0.08\";\"9.08\";\"3.0\";\"2.0\"\n"
    );
    let utf16: Vec<u8> = ethovision.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let trackpy = b",y,x,mass,frame,particle\n0,2,1,9,0,0\n1,2,3,9,2,0\n";
    let imagej = " ,Track n\u{b0},Slice n\u{b0},X,Y,Distance\n1,1,1,1,2,-1\n2,1,3,3,2,1\n";
    let eth = b"7.8e+02 1.0 1.0 0.0 2.0 1.6 0.0 0.2\n7.82e+02 1.0 3.0 0.0 2.0 1.6 0.0 0.2\n";
    let toxtrac = b"0.00\t1\t1\t1\t2\t0\n0.04\t1\t1\t2\t2\t0\n0.08\t1\t1\t3\t2\t0\n";
    let sleap = b"track,frame_idx,instance.score,nose.x,nose.y\na,0,1,1,2\na,2,1,3,2\n";
    let dlc = b"scorer,net,net\nbodyparts,nose,nose\ncoords,x,y\n0,1,2\n";
    let space =
        b"\"BehaviorSpace results (NetLogo 6.4.0)\"\n\"[run number]\",\"[step]\"\n\"1\",\"0\"\n";
    let movebank =
        b"event-id,timestamp,location-long,location-lat\n1,2012-08-01 06:00:12,36.9,0.3\n";
    let boxes = b"frame,x1,y1,x2,y2\n0,0,0,2,4\n2,2,0,4,4\n";
    let midnight = b"time,id,x,y\n23:59:59.9,1,1,2\n00:00:00.0,1,3,2\n";
    let counter = b"time,id,x,y\n86399.96,1,1,2\n86400,1,2,2\n0.04,1,3,2\n";
    let no_names = "there are no names above";
    let choose_spots = "choose \"Spots\"";
    let opened = "";
    for (program, bytes, columns, sentence) in [
        ("trackpy", &trackpy[..], "", opened),
        ("ImageJ", imagej.as_bytes(), "frame=3,id=2,x=X,y=Y", opened),
        ("EthoVision", ethovision.as_bytes(), "time=Trial time,x=X center,y=Y center", opened),
        ("EthoVision", &[b"\xff\xfe", &utf16[..]].concat(), "time=1,x=3,y=4", opened),
        ("EthoVision", ethovision.as_bytes(), "", "--columns"),
        ("ETH", eth, "frame=1,id=2,x=3,y=5", opened),
        ("ETH", eth, "", no_names),
        ("ToxTrac", toxtrac, "time=1,id=3,x=4,y=5", opened),
        ("ToxTrac", toxtrac, "", no_names),
        ("SLEAP", sleap, "frame=2,id=track,x=nose.x,y=nose.y", opened),
        ("SLEAP", sleap, "", "say which part of a body is the place"),
        ("SLEAP, HDF5", b"\x89HDF\r\n", "", "File > Export Analysis CSV"),
        ("idtracker.ai, npy", b"\x93NUMPY\x01", "", "trajectories.csv"),
        ("DeepLabCut", dlc, "", "stack(\"individuals\")"),
        ("TrackMate, edges", b"LABEL,TRACK_ID,SPOT_SOURCE_ID\na,1,2\n", "", choose_spots),
        ("TrackMate, XML", b"<?xml version=\"1.0\"?>\n<Tracks>\n</Tracks>\n", "", choose_spots),
        ("NetLogo, BehaviorSpace", space, "", "file-print"),
        ("Movebank", movebank, "", "x and y in meters"),
        ("MATLAB", b"MATLAB 5.0 MAT-file\0\x01\xff", "", "writetable"),
        (
            "two animals or a box",
            boxes,
            "",
            "--columns wide, or --columns frame=1,x=2,y=3,x2=4,y2=5",
        ),
        ("a box", boxes, "frame=1,x=2,y=3,x2=4,y2=5", opened),
        ("boxes with ids", b"frame,id,x,y,w,h\n0,1,3,4,1,1\n", "", "frame=1,id=2,x=3,y=4,w=5,h=6"),
        ("boxes with ids", b"frame,id,x1,y1,x2,y2\n0,1,3,4,5,5\n", "", "choose x2 and y2, too"),
        ("a clock over midnight", midnight, "", "line 3: the time falls"),
        ("a clock over midnight", midnight, "time=1,id=2,x=3,y=4", "--columns frame=NUMBER"),
        ("a counter that begins again", counter, "", "save times with their date"),
    ] {
        let columns = read_column_choices(columns).expect(program);
        let (fps, unit) = (Some(25.0), Some("cm".into()));
        let given = TrackOptions { fps, unit, columns, ..nothing_given() };
        match read_tracks(&[file("some.txt", bytes)], &given) {
            Ok(tracks) => {
                assert_eq!(sentence, opened, "{program}");
                let ends = [tracks.x.first(), tracks.x.last()].map(|x| x.copied());
                assert_eq!(ends, [Some(1.0), Some(3.0)], "{program}");
                assert!(tracks.y.iter().all(|y| *y == 2.0), "{program}");
                assert!(tracks.vx[0] > 0.0 && tracks.heading[0].abs() < 1e-3, "{program}");
            }
            Err(why) => {
                println!("{program}: {why}");
                assert!(sentence != opened && why.contains(sentence), "{program}: {why}");
            }
        }
    }
    // A person's word makes two animals of two pairs.
    let columns = read_column_choices("wide").expect("wide");
    let given =
        TrackOptions { fps: Some(25.0), unit: Some("cm".into()), columns, ..nothing_given() };
    assert_eq!(read_tracks(&[file("a.csv", boxes)], &given).expect("two").ids(), [1, 2]);
}

/// Tracks of a run whose world wraps, as another program would write them: no header, no
/// velocities.
#[test]
fn tracks_of_another_program_in_a_periodic_box_have_the_measures_of_the_run() {
    let (mut run, _) =
        Run::open("scene=vicsek&count=60&noise=0.1&toroidal=on&width=300&height=200");
    (0..2000).for_each(|_| run.world.tick());
    let mut own = Tracks::of_run(&run, run.link());
    let (mut text, mut turned) = ("frame,id,x,y\n".to_string(), "frame,id,x,y\n".to_string());
    let mut crossings = 0;
    let mut before = Vec::new();
    for frame in 0..600 {
        run.world.tick();
        own.add_frame(&run.world);
        let agents = run.world.agents();
        let places = || (0..agents.len()).map(|unit| (agents.x[unit], agents.y[unit]));
        for (id, (x, y)) in places().enumerate() {
            text += &format!("{frame},{id},{x},{y}\n");
            // The middle of the box is the origin, and y grows upward.
            turned += &format!("{frame},{id},{},{}\n", x - 150.0, 100.0 - y);
        }
        let far = |(a, b): (&(f32, f32), (f32, f32))| {
            (a.0 - b.0).abs() > 150.0 || (a.1 - b.1).abs() > 100.0
        };
        crossings += before.iter().zip(places()).filter(|pair| far(*pair)).count();
        before = places().collect();
    }
    assert!(crossings > 10, "{crossings} crossings");
    let given = |wrap, y_up| TrackOptions {
        fps: Some(60.0),
        unit: Some("u".into()),
        length: own.length,
        wrap,
        y_up: Some(y_up),
        ..nothing_given()
    };
    // The first and the last frame have one neighbor alone.
    let inner = |tracks: &Tracks| {
        let samples = tracks.measure_frames(1);
        Tracks::summarize(&samples[1..samples.len() - 1])
    };
    let wanted = inner(&own);
    let bins = DistanceBins::new(20, 80.0).expect("bins");
    for (text, y_up) in [(&text, false), (&turned, true)] {
        let wrapped =
            read_tracks(&[file("a.csv", text)], &given(Some([300.0, 200.0]), y_up)).expect("a box");
        assert!(wrapped.notes.is_empty(), "{:?}", wrapped.notes);
        let found = inner(&wrapped);
        for key in ["polarization", "mean_speed", "nearest_neighbor", "flocks", "flocks_fixed"] {
            let at = MEASURES.iter().position(|measure| measure.key == key).expect(key);
            let [a, b] = [&found, &wanted].map(|all| all[at].expect(key).mean);
            assert!((a - b).abs() <= 1e-3 * b.abs(), "{key}: {a} {b}");
        }
        let (g, g_run) = (wrapped.pair_correlation(bins, 1), own.pair_correlation(bins, 1));
        for (a, b) in g.iter().zip(&g_run) {
            assert!((a - b).abs() <= 1e-3 * b.abs().max(1.0), "{g:?} {g_run:?}");
        }
    }
    let open = read_tracks(&[file("a.csv", &text)], &given(None, false)).expect("no box");
    assert!(open.notes.iter().any(|note| note.contains("--wrap W,H")), "{:?}", open.notes);
    for wrap in [[299.0, 200.0], [0.0, 200.0], [300.0, f64::NAN], [-300.0, 200.0]] {
        let why =
            read_tracks(&[file("a.csv", &text)], &given(Some(wrap), false)).expect_err("no box");
        assert!(why.contains("periodic box"), "{why}");
    }
    for text in ["0,5", "nan,5", "600", "a,b", "5,inf", "-1,5"] {
        assert_eq!(read_wrap(text).is_ok(), text == "600", "{text}");
    }
}

#[test]
fn missing_places_and_rows_that_cannot_be_read_are_numbers() {
    let rows: String = (0..50)
        .flat_map(|f| (0..4).map(move |id| (f, id)))
        .filter(|(f, id)| f % 49 == 0 || (f * 7 + id * 3) % 5 > 2)
        .map(|(f, id)| format!("{f},{id},{},{id}\n", f))
        .collect();
    let text = format!("frame,id,x,y\n{rows}7,9,1,1\n8,torn\n9,1,two,3\n");
    let given = TrackOptions { fps: Some(10.0), unit: Some("m".into()), ..nothing_given() };
    let tracks = read_tracks(&[file("a.csv", &text)], &given).expect("a table");
    let seen = rows.lines().count();
    let Missing { missing_share, seen_once } = tracks.missing();
    assert_eq!(seen_once, 1);
    let expected = 1.0 - (seen + 1) as f64 / 201.0;
    assert!((missing_share - expected).abs() < 1e-9 && missing_share > 0.5, "{missing_share}");
    let has = |part: &str| tracks.notes.iter().any(|note| note.contains(part));
    assert!(
        has(&format!("2 of {} rows could not be read, the first: line", seen + 3)),
        "{:?}",
        tracks.notes
    );
    assert!(
        has(&format!("Missing: {:.0} %", 100.0 * missing_share)) && has("Left out are 1 animals")
    );
    assert_eq!((tracks.ids().len(), tracks.measured_ids().len()), (5, 4));
    let measured = Tracks::summarize(&tracks.measure_frames(1));
    let order = MEASURES.iter().position(|measure| measure.key == "mean_speed").expect("it");
    let order = measured[order].expect("it moves");
    assert!((order.mean_units - seen as f64 / 50.0).abs() < 0.05, "{order:?}");
}

/// `STRANGERS=10000` makes 10,000 tables.
#[test]
fn tables_with_numbers_from_the_edges_are_refused_or_measured() {
    let many = std::env::var("STRANGERS").ok().and_then(|many| many.parse().ok()).unwrap_or(300);
    let mut state = 7u64;
    let mut below = |n: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % n
    };
    let edges = [
        "0", "-0", "1", "2", "3.5", "-1", "1e-45", "-1e-38", "1e-308", "1e9", "1e18", "1e19",
        "-3.4e38", "1e39", "1e308", "-1e308", "1e999", "inf", "nan", "", "4294967295",
        "4294967296", "9007199254740993",
    ];
    let (mut measured, mut refused) = (0, 0);
    for turn in 0..many {
        let head =
            ["frame,id,x,y", "time,id,x,y", "frame;id;x;y;vx;vy", "x1,y1,x2,y2"][below(4) as usize];
        let separator = if head.contains(';') { ";" } else { "," };
        let cells = head.split(separator).count();
        let mut rows: Vec<Vec<String>> = (0..2 + below(30))
            .map(|row| {
                let cell = |at: usize| match at {
                    0 => (row / 2).to_string(),
                    1 => (row % 2).to_string(),
                    _ => (row * 3 % 17).to_string(),
                };
                (0..cells).map(cell).collect()
            })
            .collect();
        // At most three odd cells: with more of them every table is refused.
        for _ in 0..below(4) {
            let (row, cell) = (below(rows.len() as u64) as usize, below(cells as u64) as usize);
            rows[row][cell] = edges[below(edges.len() as u64) as usize].to_string();
        }
        let rows: Vec<String> = rows.iter().map(|row| row.join(separator) + "\n").collect();
        let text = format!("{head}\n{}", rows.concat());
        let given =
            TrackOptions { fps: Some(10.0), unit: Some("m".into()), ..TrackOptions::default() };
        match read_tracks(&[file("edges.csv", &text)], &given) {
            Ok(tracks) => {
                measured += 1;
                let finite = tracks.x.iter().chain(&tracks.y).all(|part| part.is_finite());
                assert!(finite, "{turn}: {text}");
                for found in Tracks::summarize(&tracks.measure_frames(1)).into_iter().flatten() {
                    assert!(!found.mean.is_infinite(), "{turn}: {found:?}\n{text}");
                }
                let _ = tracks.direction_delays(4.0);
            }
            Err(why) => {
                refused += 1;
                assert!(why.starts_with("edges.csv: ") && why.len() < 500, "{why}");
            }
        }
    }
    assert!(measured > many / 5 && refused > many / 20, "{measured} measured, {refused} refused");
}

#[test]
fn where_y_grows_upward_the_picture_is_turned() {
    let text = "frame,id,x,y\n0,1,0,0\n1,1,0,2\n";
    let given = |y_up| TrackOptions {
        fps: Some(1.0),
        unit: Some("m".into()),
        y_up: Some(y_up),
        ..TrackOptions::default()
    };
    let down = read_tracks(&[file("a.csv", text)], &given(false)).expect("a table");
    let up = read_tracks(&[file("a.csv", text)], &given(true)).expect("a table");
    assert_eq!((down.y[1], down.vy[1], up.y[1], up.vy[1]), (2.0, 2.0, -2.0, -2.0));
    assert_eq!(up.heading[1], -down.heading[1]);
}

#[test]
fn the_first_lines_of_a_table_are_shown_to_a_person_who_chooses_its_columns() {
    let text = "when;ant;px;y\n1;a;3;4\n2;b;4,5;5\n";
    let shown =
        flockwright_lab::study::tracks::preview_file(&file("a.csv", text)).expect("a table");
    assert_eq!(shown.column_names, ["when", "ant", "px", "y"]);
    assert_eq!(shown.rows, [["1", "a", "3", "4"], ["2", "b", "4,5", "5"]]);
    assert_eq!(shown.found_columns, [("y", 3)]);
}

#[test]
fn what_a_file_does_not_say_is_asked_for() {
    let ask = |program: &str, given: TrackOptions| {
        let (_, files, _) = written().into_iter().find(|(name, ..)| *name == program).expect("it");
        read_tracks(&files, &given).expect_err("it is missing")
    };
    assert!(ask("long", nothing_given()).contains("--fps"));
    let fps = TrackOptions { fps: Some(FPS), ..nothing_given() };
    assert!(ask("long", fps).contains("--unit"));
    assert!(ask("idtracker.ai", nothing_given()).contains("--scale"));
    let (_, files, _) = written().into_iter().find(|(name, ..)| *name == "Juelich").expect("it");
    let other = TrackOptions { fps: Some(30.0), ..nothing_given() };
    let tracks = read_tracks(&files, &other).expect("what is given counts");
    assert_eq!(tracks.fps, 30.0);
    assert!(tracks.notes[0].contains("says 25 frames per second; 30 counts"), "{:?}", tracks.notes);
}

#[test]
fn torn_and_wrong_files_are_told_in_one_sentence() {
    let generous = || TrackOptions { fps: Some(FPS), ..pixels() };
    for (program, files, _) in written() {
        // Wherever a copy breaks off within a line.
        for part in 1..40 {
            let mut torn = files.clone();
            let bytes = &mut torn[0].bytes;
            let end =
                (part * bytes.len() / 40..).find(|at| bytes[at - 1] != b'\n').expect("a line");
            bytes.truncate(end);
            // A number that is cut in two looks like another one: only its row can be torn.
            let cells = |line: &str| line.split(',').count().max(line.split_whitespace().count());
            let text = String::from_utf8_lossy(&torn[0].bytes).into_owned();
            let (rows, last) = text.trim_end().rsplit_once('\n').unwrap_or(("", &text));
            let whole = rows.lines().last().is_some_and(|row| cells(row) == cells(last));
            match read_tracks(&torn, &generous()) {
                Ok(tracks) => {
                    let is_said =
                        tracks.notes.iter().any(|note| note.contains("could not be read"));
                    assert!((whole || is_said) && program != "TrajNet++", "{program}: {last}");
                }
                Err(why) => {
                    assert!(!whole || program == "TrajNet++", "{program}: {why}");
                    assert!(!why.contains('\n'), "{program}: {why}");
                }
            }
        }
    }
    for (text, why) in [
        ("", "empty"),
        ("\u{0}\u{ff}", "no"),
        ("hello, world\n", "frame"),
        ("frame,id,x,y\n1,2,3\n", "3 cells instead of 4"),
        ("frame,id,x,y\n1,2,3,four\n", "line 2: “four” under “y”"),
        ("frame,id,x,y\n1.5,2,3,4\n", "frame 1.5"),
        ("frame,id,x,y\n1,-2,3,4\n", "id -2"),
        ("frame,id,x,y\n1,2,3,4\n1,2,5,6\n", "stands twice in frame 1 (lines 2 and 3)"),
        ("frame,whom,x,y\n1,2,3,4\n1,3,5,6\n", "--columns frame=1,x=3,y=4"),
        ("time,id,px,py\n1,2,3,4\n", "The columns are “time”, “id”, “px”, “py”"),
        ("when,id,x,y\n1,2,3,4\n", "--columns id=2,x=3,y=4"),
        ("frame,id,x,x,y\n0,1,3,9,4\n", "several columns “x”"),
        ("frame,id,x,y\n0,1,3,4\n", "one frame alone"),
        ("frame,id,x,y\n0,1,3,4\n1,2,3,4\n", "is the id another column?"),
        ("frame,id,x,y\n", "has no units"),
        ("1,2,3,4\n5,6,7,8\n", "no names above"),
        ("id,x,y\n1,2,3\n", "no declared format"),
        ("#\n1 2 3\n", "no names above"),
        ("# framerate: 25\n1 2 3 4\n1 3 3\n", "3 cells instead of 4"),
        ("{\"track\": {\"f\": 1, \"p\": 2}}\n", "no f, p, x and y"),
        ("{\"track\": {\"f\": 1, \"p\n", "line 1 is torn"),
        ("{}", "frames_per_second"),
    ] {
        let report = read_tracks(&[file("some.csv", text)], &generous()).expect_err(text);
        assert!(report.starts_with("some.csv: ") && report.contains(why), "{text:?}: {report}");
    }
    assert!(read_tracks(&[file("a.npz", b"PK\x03\x04 and no more")], &generous()).is_err());
}

#[test]
fn a_run_is_written_and_read_back_to_the_bit() {
    let (mut run, _) = Run::open("scene=leaders-pincer&count=20");
    let mut tracks = Tracks::of_run(&run, run.link());
    for _ in 0..6 {
        (0..10).for_each(|_| run.world.tick());
        tracks.add_frame(&run.world);
    }
    let csv = write_csv(&tracks, None);
    assert!(csv.contains(&COLUMNS.join(",")) && csv.contains("# link v="));
    for (name, bytes) in
        [("run.csv", csv.into_bytes()), ("run.npz", write_npz(&tracks, Some("abc")))]
    {
        let mut again =
            read_tracks(&[TrackFile { name: name.into(), bytes }], &TrackOptions::default())
                .expect(name);
        assert_eq!(std::mem::take(&mut again.format), "Flockwright");
        assert_eq!(again, tracks, "{name}");
    }
}
