//! Tables as people's programs write them, with speeds that are known. A person names the columns and the
//! unit of the time, and says what the table does not prove: each is then read right.

use crate::TABLES;
use crate::support::dice::Dice;
use flockwright_lab::study::tracks::{TrackFile, TrackOptions, Tracks, read_tracks};
use std::collections::BTreeMap;

/// Time column of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
enum When {
    Frames,
    Seconds(usize),
    SecondsAsTheyAre,
    Milliseconds,
    Minutes,
    Dates,
    Clock,
    Since1970,
    FramesAndSeconds(usize),
    /// Twice as slow from the middle on.
    FramesAndUnevenSeconds,
    BareMilliseconds,
    BareFrames,
}

/// Sign of an animal that was not seen.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Missing {
    Nothing,
    NoRow,
    Cell(&'static str),
    Place(&'static str, [f64; 2]),
}

#[derive(Debug)]
struct Kind {
    fps: f64,
    when: When,
    missing: Missing,
    frames: usize,
    animals: usize,
    speed: f64,
    /// Roles of the columns and their numbers.
    columns: Vec<(String, String)>,
    /// For messages.
    #[expect(dead_code, reason = "it is printed")]
    head: String,
}

struct Made {
    kind: Kind,
    bytes: Vec<u8>,
}

const RATES: [f64; 17] = [
    12.5, 15.0, 20.0, 24.0, 25.0, 29.97, 30.0, 48.0, 50.0, 59.94, 60.0, 90.0, 100.0, 120.0, 240.0,
    500.0, 1000.0,
];

fn pick<T: Copy>(dice: &mut Dice, of: &[T]) -> T {
    of[dice.below(of.len())]
}

fn made(dice: &mut Dice) -> Made {
    let fps = pick(dice, &RATES);
    let when = match dice.below(14) {
        0 | 1 => When::Frames,
        2..=4 => When::Seconds(1 + dice.below(6)),
        5 => When::SecondsAsTheyAre,
        6 => When::Milliseconds,
        7 => When::Minutes,
        8 => When::Dates,
        9 => When::Clock,
        10 => When::Since1970,
        11 => When::FramesAndSeconds(2 + dice.below(4)),
        12 => When::FramesAndUnevenSeconds,
        _ => pick(dice, &[When::BareMilliseconds, When::BareFrames]),
    };
    let missing = match dice.below(8) {
        0..=2 => Missing::Nothing,
        3 | 4 => Missing::NoRow,
        5 => Missing::Cell(pick(dice, &["", "NaN", "nan", "-", "NA", "inf"])),
        6 => Missing::Place("0,0", [0.0, 0.0]),
        _ => Missing::Place("-1,-1", [-1.0, -1.0]),
    };
    let frames = pick(dice, &[20, 60, 200, 400]);
    let animals = 1 + dice.below(5);
    let semicolon = dice.below(2) == 0;
    let separator = match dice.below(6) {
        0 | 1 => ",",
        2 | 3 if semicolon => ";",
        4 if !matches!(when, When::Dates) && missing != Missing::Cell("") => " ",
        _ => "\t",
    };
    let comma = matches!(separator, ";" | "\t") && dice.below(2) == 0;
    let end = if separator != " " && dice.below(4) == 0 { separator } else { "" };
    let line = pick(dice, &["\n", "\n", "\r\n"]);
    let letters = dice.below(3) == 0;

    let who = if animals == 1 && dice.below(2) == 0 { "" } else { "who" };
    let time = match when {
        When::FramesAndSeconds(_) | When::FramesAndUnevenSeconds => format!("number{separator}at"),
        _ => "at".to_string(),
    };
    let more = dice.below(3) == 0;
    let mut names: Vec<String> = vec![time];
    names.extend((!who.is_empty()).then(|| who.to_string()));
    names.extend(["across".to_string(), "down".to_string()]);
    names.extend(more.then(|| format!("area{separator}remark")));
    let head = names.join(separator);
    let frame_role = match when {
        When::Frames | When::BareFrames | When::FramesAndSeconds(_) => "frame",
        When::Milliseconds | When::BareMilliseconds | When::Since1970 => "time_ms",
        When::Minutes => "time_min",
        _ => "time",
    };
    let mut columns = vec![(frame_role, 1)];
    match when {
        When::FramesAndSeconds(_) => columns.push(("time", 2)),
        // Frames of uneven times are no clock: the times are chosen.
        When::FramesAndUnevenSeconds => columns = vec![("time", 2)],
        _ => {}
    }
    let mut next = head.split(separator).count() - usize::from(more) * 2 - 1;
    columns.extend([("x", next), ("y", next + 1)]);
    next -= 1;
    columns.extend((!who.is_empty()).then_some(("id", next)));
    let columns =
        columns.into_iter().map(|(role, at)| (role.to_string(), at.to_string())).collect();

    // Who goes where: all at one speed, each straight on in its own direction.
    let digits = 2 + dice.below(4);
    let least = 40.0 * 10f64.powi(-(digits as i32)) * fps;
    let speed = least * (1.0 + 9.0 * f64::from(dice.unit()));
    let begin: Vec<[f64; 2]> = (0..animals)
        .map(|_| {
            let far = speed / fps * 1000.0;
            [0, 1].map(|_| far * (2.0 + f64::from(dice.unit())))
        })
        .collect();
    let ways: Vec<[f64; 2]> = (0..animals)
        .map(|_| {
            let angle = std::f64::consts::TAU * f64::from(dice.unit());
            [speed * libm::cos(angle), speed * libm::sin(angle)]
        })
        .collect();
    let began = if dice.below(3) == 0 { f64::from(dice.unit()) * 100.0 } else { 0.0 };
    let number = |value: f64, digits: usize| {
        let text = format!("{value:.digits$}");
        if comma { text.replace('.', ",") } else { text }
    };
    let first = if dice.below(2) == 0 { 0 } else { dice.below(1000) };
    let milliseconds = dice.below(2);
    let mut rows: Vec<(usize, usize, String)> = Vec::new();
    for frame in 0..frames {
        let slow = when == When::FramesAndUnevenSeconds && frame > frames / 2;
        let counted = if slow { 2 * frame - frames / 2 } else { frame };
        let seconds = counted as f64 / fps;
        let at = began + seconds;
        let numbered = (first + frame).to_string();
        let whole = at.floor() as u64;
        let (minute, hour) = (whole / 60 % 60, 9 + whole / 3600);
        let second = at - (whole - whole % 60) as f64;
        let date = format!("2024-02-28T{hour:02}:{minute:02}:{second:06.3}Z");
        let time = match when {
            When::Frames => numbered,
            When::Seconds(digits) => number(at, digits),
            When::SecondsAsTheyAre => {
                let text = at.to_string();
                if comma { text.replace('.', ",") } else { text }
            }
            When::Milliseconds => number(at * 1e3, milliseconds),
            When::Minutes => number(at / 60.0, 6),
            When::Dates => date,
            When::Clock => format!("{hour:02}:{minute:02}:{second:06.3}"),
            When::Since1970 => format!("{:.0}", (1.7e9 + at) * 1e3),
            When::FramesAndSeconds(digits) => {
                format!("{numbered}{separator}{}", number(at, digits))
            }
            When::FramesAndUnevenSeconds => format!("{numbered}{separator}{}", number(at, 4)),
            When::BareMilliseconds => number(at * 1e3, 0),
            When::BareFrames => (first + frame).to_string(),
        };
        for animal in 0..animals {
            let seen = missing == Missing::Nothing || dice.below(20) > 0 || frame < 2;
            let name = if letters {
                ["A", "B", "C", "D", "E"][animal].to_string()
            } else {
                (animal + 1).to_string()
            };
            let place = [0, 1].map(|axis| begin[animal][axis] + ways[animal][axis] * seconds);
            let places = match missing {
                _ if seen => place.map(|part| number(part, digits)),
                Missing::NoRow | Missing::Nothing => continue,
                Missing::Cell(text) => [text, text].map(String::from),
                Missing::Place(_, place) => place.map(|part| format!("{part:.0}")),
            };
            let mut cells = vec![time.clone()];
            cells.extend((!who.is_empty()).then_some(name));
            cells.extend(places);
            if more {
                cells.push((200 + dice.below(40)).to_string());
                cells.push(pick(dice, &["ok", "dark", "ok"]).to_string());
            }
            rows.push((animal, frame, cells.join(separator) + end));
        }
    }
    if dice.below(3) == 0 {
        rows.sort();
    }
    let title = if dice.below(6) == 0 && separator != " " {
        format!("Exported today{line}")
    } else {
        String::new()
    };
    let mut text = title + &head;
    for (_, _, row) in &rows {
        text += line;
        text += row;
    }
    if dice.below(3) > 0 {
        text += line;
    }
    let bytes = match dice.below(6) {
        0 => [b"\xef\xbb\xbf", text.as_bytes()].concat(),
        1 => [vec![0xff, 0xfe], text.encode_utf16().flat_map(u16::to_le_bytes).collect()].concat(),
        2 => [vec![0xfe, 0xff], text.encode_utf16().flat_map(u16::to_be_bytes).collect()].concat(),
        // As Windows writes it in the west; all of the signs here are in it.
        3 => text.chars().map(|sign| sign as u32 as u8).collect(),
        _ => text.into_bytes(),
    };
    Made { kind: Kind { fps, when, missing, frames, animals, speed, columns, head }, bytes }
}

/// Whether tracks have the animals and their speed.
fn is_right(kind: &Kind, tracks: &Tracks) -> Result<(), String> {
    if tracks.ids().len() != kind.animals {
        return Err(format!("{} animals", tracks.ids().len()));
    }
    let mut sum = 0.0;
    for row in 0..tracks.id.len() {
        let speed = f64::from(tracks.vx[row]).hypot(f64::from(tracks.vy[row]));
        sum += speed;
        let off = (speed / kind.speed - 1.0).abs();
        if off.is_nan() || off > 0.04 {
            return Err(format!("row {row} has a speed of {speed} at {} per second", tracks.fps));
        }
    }
    let mean = sum / tracks.id.len() as f64;
    match (mean / kind.speed - 1.0).abs() < 0.1 {
        true => Ok(()),
        false => Err(format!("a mean speed of {mean}")),
    }
}

#[test]
fn a_table_whose_columns_are_named_is_read_right_or_its_rate_is_asked_for() {
    let mut dice = Dice(11);
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    for turn in 0..TABLES {
        let Made { kind, bytes } = made(&mut dice);
        let file = [TrackFile { name: "some.csv".into(), bytes }];
        let missing = match kind.missing {
            Missing::Place(_, place) => vec![place],
            _ => Vec::new(),
        };
        let columns = kind.columns.clone();
        let mut given =
            TrackOptions { unit: Some("cm".into()), columns, missing, ..TrackOptions::default() };
        let mut tracks = read_tracks(&file, &given);
        let problem = tracks.as_ref().err().cloned();
        let asks = tracks.as_ref().is_err_and(|why| why.contains("--fps"));
        if asks {
            let is_uneven = kind.when == When::FramesAndUnevenSeconds;
            given.fps = Some(if is_uneven { 10_000.0 } else { kind.fps });
            tracks = read_tracks(&file, &given);
        }
        *counts.entry(if asks { "asked" } else { "read" }).or_default() += 1;
        let step = 1.0 / kind.fps;
        let is_fine = match kind.when {
            When::Seconds(digits) | When::FramesAndSeconds(digits) => {
                10f64.powi(-(digits as i32)) < 0.25 * step
            }
            When::Dates | When::Clock | When::Since1970 => 1e-3 < 0.25 * step,
            When::Milliseconds | When::BareMilliseconds => 1e-3 < 0.25 * step,
            When::Minutes => 6e-5 < 0.25 * step,
            When::Frames | When::BareFrames | When::FramesAndUnevenSeconds => false,
            // Where frames are missing, short decimals such as 0.02 may be rounded ones.
            When::SecondsAsTheyAre => kind.missing == Missing::Nothing,
        };
        if asks && is_fine && kind.frames > 20 {
            wrong.push(format!("{turn}: {kind:?}: asked without need: {problem:?}"));
        }
        // Several frames have one time: no rate mends that.
        let told = ["stands twice", "frame", "one time alone"];
        if !is_fine && tracks.as_ref().is_err_and(|why| told.iter().any(|told| why.contains(told)))
        {
            *counts.entry("to be saved with more decimals").or_default() += 1;
            continue;
        }
        let right = tracks.and_then(|tracks| {
            is_right(&kind, &tracks).map_err(|why| format!("{why}, notes {:?}", tracks.notes))
        });
        if let Err(why) = right {
            wrong.push(format!("{turn}: {kind:?}: {why}"));
        }
    }
    println!("{counts:?}");
    assert!(
        wrong.is_empty(),
        "{} of {TABLES}:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(12)].join("\n")
    );
    assert!(counts["read"] > TABLES / 2, "{counts:?}");
}
