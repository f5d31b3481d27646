//! Files of tracks as programs write them: which kind a file is shows in what it begins with.
//!
//! - tables of any program, with names above the columns or given: [`tables`];
//! - idtracker.ai: wide tables (`time,x1,y1,x2,y2`), with its `attributes.json` beside it;
//! - TRex: a table or arrays (`.npz`) per individual;
//! - TrajNet++: JSON lines;
//! - our own arrays (`.npz`).

use super::npz::{self, Array};
use super::tables::{self, Choice, Column, Preview, bare};
use super::times::Times;
use super::{Contents, Given, MOST_ROWS, Tracks};
use flockwright::engine::agents::Role;
use flockwright::engine::scenery::Space;
use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeMap;

#[derive(Clone, Debug)]
pub struct File {
    /// What messages call it; TRex has the number of the individual in it.
    pub name: String,
    pub bytes: Vec<u8>,
}

/// Reads tracks: one file, or several with an individual each, with what is given beside them.
pub fn read(files: &[File], given: &Given) -> Result<Tracks, String> {
    Tracks::new(read_all(files, &given.columns)?, given).map_err(|why| match files {
        [file] => format!("{}: {why}", file.name),
        _ => why,
    })
}

/// The contents of files alone.
pub fn read_all(files: &[File], choice: &[Choice]) -> Result<Contents, String> {
    let mut all = Contents::default();
    for (number, file) in files.iter().enumerate() {
        let contents =
            read_one(file, number as u32, choice).map_err(|why| format!("{}: {why}", file.name))?;
        all = joined(all, contents).map_err(|why| format!("{}: {why}", file.name))?;
        if all.points.len() > MOST_ROWS {
            return Err(format!("There are more than {MOST_ROWS} rows."));
        }
    }
    Ok(all)
}

fn joined(all: Contents, contents: Contents) -> Result<Contents, String> {
    if all.points.is_empty() && !all.is_said {
        return Ok(Contents { length: all.length.or(contents.length), ..contents });
    }
    if let (Some(a), Some(b)) = (all.fps, contents.fps)
        && (a - b).abs() > 1e-3 * a.abs()
        && all.is_said == contents.is_said
    {
        return Err(format!("it says {b} frames per second, an earlier file {a}."));
    }
    if let (Some(a), Some(b)) = (&all.unit, &contents.unit)
        && a != b
    {
        return Err(format!("it measures in {b}, an earlier file in {a}."));
    }
    let both = !all.points.is_empty() && !contents.points.is_empty();
    let mut doubts = contents.doubt.iter().chain(&all.doubt);
    if let Some(doubt) = doubts.find(|doubt| both && doubt.times.is_some()) {
        return Err(doubt.why.clone());
    }
    // What is said counts before what times are like.
    let (all, contents) = match (all.fps, contents.fps) {
        (Some(fps), _) if all.is_said => (all, contents.at_rate(fps)?),
        (_, Some(fps)) if contents.is_said => (all.at_rate(fps)?, contents),
        _ => (all, contents),
    };
    let is_said = all.is_said || contents.is_said;
    let (mut points, mut notes) = (all.points, all.notes);
    points.extend(contents.points);
    let more = contents.notes.into_iter().filter(|note| !notes.contains(note));
    notes.extend(more.collect::<Vec<_>>());
    Ok(Contents {
        points,
        fps: all.fps.or(contents.fps),
        is_said,
        doubt: all.doubt.or(contents.doubt),
        notes,
        unit: all.unit.or(contents.unit),
        length: all.length.or(contents.length),
        link: if all.link.is_empty() { contents.link } else { all.link },
        space: all.space.or(contents.space),
        groups: if all.groups.is_empty() { contents.groups } else { all.groups },
    })
}

/// The text of a file, where it is one.
fn text_of(file: &File) -> Result<Cow<'_, str>, String> {
    let starts = |with: &[u8]| file.bytes.starts_with(with);
    if starts(b"\x89HDF") {
        return Err("it is an HDF5 file, as SLEAP and TRex write them: export a table instead, in SLEAP by \
                    File > Export Analysis CSV."
            .into());
    }
    if starts(b"\x93NUMPY") {
        return Err("it is a .npy file: of idtracker.ai choose trajectories.csv in the folder \
                    trajectories_csv, with attributes.json behind it."
            .into());
    }
    if starts(b"MATLAB ") {
        return Err("it is a MATLAB file: save a table instead, in MATLAB by writetable.".into());
    }
    let bytes = &file.bytes;
    let wide = |bytes: &[u8], unit: fn([u8; 2]) -> u16| -> String {
        let units = bytes.chunks(2).map(|two| unit([two[0], two.get(1).copied().unwrap_or(0)]));
        char::decode_utf16(units).map(|sign| sign.unwrap_or('\u{fffd}')).collect()
    };
    // Without a mark, every second byte of UTF-16 is 0 where letters and digits are.
    let zeros = |at: usize| bytes.iter().skip(at).step_by(2).take(50).all(|byte| *byte == 0);
    if let Some(rest) = bytes.strip_prefix(b"\xff\xfe") {
        return Ok(wide(rest, u16::from_le_bytes).into());
    }
    if let Some(rest) = bytes.strip_prefix(b"\xfe\xff") {
        return Ok(wide(rest, u16::from_be_bytes).into());
    }
    match bytes.len() {
        4.. if zeros(1) => return Ok(wide(bytes, u16::from_le_bytes).into()),
        4.. if zeros(0) => return Ok(wide(bytes, u16::from_be_bytes).into()),
        _ => {}
    }
    if bytes.iter().any(|byte| *byte < b'\t' || (14..32).contains(byte)) {
        return Err("it is neither a text nor a .npz file: save a table as CSV in UTF-8.".into());
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.strip_prefix('\u{feff}').unwrap_or(text).into()),
        // As Windows in the west writes it: what is above 159 is as in Unicode, and what is below is no unit.
        Err(_) => Ok(bytes.iter().map(|byte| char::from(*byte)).collect()),
    }
}

/// The first lines of a table, for who chooses its columns.
pub fn preview(file: &File, choice: &[Choice]) -> Result<Preview, String> {
    tables::preview(&text_of(file)?, choice)
}

fn read_one(file: &File, number: u32, choice: &[Choice]) -> Result<Contents, String> {
    if file.bytes.is_empty() {
        return Err("it is empty.".into());
    }
    let own = number_in(&file.name).unwrap_or(number);
    if file.bytes.starts_with(b"PK") {
        return of_arrays(npz::read(&file.bytes)?, own);
    }
    let text = &*text_of(file)?;
    let begin = text.trim_start();
    if begin.starts_with('<') {
        return Err(
            "it is XML: in TrackMate's last panel choose \"Spots\" and export that table.".into()
        );
    }
    if begin.starts_with('{') {
        return match serde_json::from_str::<Value>(text) {
            Ok(value) if value.get("track").is_none() && value.get("scene").is_none() => {
                of_attributes(&value)
            }
            _ => of_trajnet(text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty())),
        };
    }
    tables::read(text, own, choice)
}

/// The number with which a name ends: that of an individual in `video_fish3.csv`.
fn number_in(name: &str) -> Option<u32> {
    let stem = name.rsplit(['/', '\\']).next()?.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let before = stem.trim_end_matches(|c: char| c.is_ascii_digit());
    let named = ["fish", "id", "individual"].iter().any(|word| before.ends_with(word));
    named.then(|| stem.strip_prefix(before)?.parse().ok()).flatten()
}

/// What idtracker.ai says beside its table: JSON with the frame rate and the length of a body.
fn of_attributes(value: &Value) -> Result<Contents, String> {
    let fps = value["frames_per_second"].as_f64();
    if fps.is_none() {
        return Err("it is JSON without tracks and without frames_per_second.".into());
    }
    Ok(Contents {
        fps,
        is_said: true,
        length: value["body_length"].as_f64(),
        ..Contents::default()
    })
}

/// TrajNet++: a JSON object per line, with a scene or a place in it. Lengths are in m.
fn of_trajnet<'t>(lines: impl Iterator<Item = (usize, &'t str)>) -> Result<Contents, String> {
    let mut contents = Contents { unit: Some("m".into()), ..Contents::default() };
    for (number, line) in lines {
        let value: Value = serde_json::from_str(line)
            .map_err(|_| format!("line {} is torn or no JSON.", number + 1))?;
        if let Some(fps) = value["scene"]["fps"].as_f64() {
            if contents.fps.is_some_and(|known| known != fps) {
                return Err(format!(
                    "line {} has another frame rate than those before.",
                    number + 1
                ));
            }
            (contents.fps, contents.is_said) = (Some(fps), true);
        }
        let track = &value["track"];
        // A prediction is nothing that was seen.
        if track.is_null()
            || !track["prediction_number"].is_null()
            || !track["pred_number"].is_null()
        {
            continue;
        }
        let whole = |key: &str| track[key].as_i64();
        let point = || {
            let place = [track["x"].as_f64()?, track["y"].as_f64()?];
            Some(bare(whole("f")?, u32::try_from(whole("p")?).ok()?, place))
        };
        contents
            .points
            .push(point().ok_or_else(|| format!("line {} has no f, p, x and y.", number + 1))?);
    }
    Ok(contents)
}

/// Times of arrays, which are seconds to the last digit.
fn known(seconds: Vec<f64>) -> Times {
    Times { seconds, digit: 0.0, known: true }
}

/// Arrays: our own, or those of one individual by TRex.
fn of_arrays(arrays: BTreeMap<String, Array>, own: u32) -> Result<Contents, String> {
    let numbers = |key: &str| arrays.get(key).and_then(Array::numbers);
    let first = |key: &str| numbers(key).and_then(|values| values.first().copied());
    let text = |key: &str| match arrays.get(key) {
        Some(Array::Text(texts)) => texts.clone(),
        _ => Vec::new(),
    };
    let columns: Vec<Column> = arrays
        .iter()
        .filter_map(|(key, array)| Some(Column { name: key.clone(), values: array.numbers()? }))
        .collect();
    let contents = if let (Some(ids), Some(_), Some(_)) =
        (numbers("id"), numbers("x"), numbers("y"))
    {
        let rows = ids.len();
        let long: Vec<Column> =
            columns.into_iter().filter(|column| column.values.len() == rows).collect();
        let names = text("role_names");
        let role = |at: f64| {
            let name = names.get(at as usize).map_or("", String::as_str);
            Role::ALL.into_iter().position(|role| role.key() == name).unwrap_or(0) as u8
        };
        let seconds = numbers("time").filter(|times| times.len() == rows).unwrap_or_default();
        let mut contents = tables::long(&long, &known(seconds), own, &[])?;
        contents.groups = text("group_names");
        contents.points.iter_mut().for_each(|point| point.role = role(f64::from(point.role)));
        contents.unit = text("unit").into_iter().next().filter(|unit| !unit.is_empty());
        contents.link = text("link").into_iter().next().unwrap_or_default();
        let space = numbers("space").filter(|space| space.len() == 3);
        contents.space = space.map(|space| Space {
            width: space[0] as f32,
            height: space[1] as f32,
            torus: space[2] != 0.0,
        });
        contents.length = first("length");
        contents
    } else {
        let own = first("id").filter(|id| *id >= 0.0).map_or(own, |id| id as u32);
        let names: Vec<String> = columns.iter().map(|column| column.name.clone()).collect();
        let plain = |name: &str| names.iter().position(|other| other.eq_ignore_ascii_case(name));
        let place = tables::of_trex(&names).or_else(|| Some([plain("x")?, plain("y")?]));
        let [x, y] =
            place.ok_or("there is no column for the place: frame, id, x and y are wanted.")?;
        let unit = names[x].split_once(" (").and_then(|(_, rest)| rest.strip_suffix(')'));
        let mut unit = unit.map(String::from);
        let rows = columns[x].values.len();
        let named = |(at, column): (usize, Column)| {
            let name = match at {
                at if at == x => "x".into(),
                at if at == y => "y".into(),
                _ => column.name,
            };
            Column { name, ..column }
        };
        let long: Vec<Column> = columns.into_iter().enumerate().map(named).collect();
        let long: Vec<Column> = long
            .into_iter()
            .filter(|column| column.values.len() == rows && column.name != "id")
            .collect();
        let seconds = numbers("time").filter(|times| times.len() == rows).unwrap_or_default();
        // TRex gives lengths in cm where it knows how many pixels one has.
        if unit.is_none() && first("cm_per_pixel").is_some_and(|scale| scale > 0.0) {
            unit = Some("cm".into());
        }
        Contents { unit, ..tables::long(&long, &known(seconds), own, &[])? }
    };
    let fps = first("fps").or_else(|| first("frame_rate")).filter(|fps| *fps > 0.0);
    match fps {
        Some(fps) => contents.at_rate(fps),
        None => Ok(contents),
    }
}
