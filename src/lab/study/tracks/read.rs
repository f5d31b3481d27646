//! Files of tracks as programs write them: which kind a file is shows in what it begins with.
//!
//! - long tables (CSV): `frame,id,x,y`, and what else of [`COLUMNS`](super::COLUMNS) there is;
//! - tables of any program, with its names of the columns, or with names that are given;
//! - TrackMate: its table of spots, or tracks as XML;
//! - idtracker.ai: wide tables (`time,x1,y1,x2,y2`), with its `attributes.json` beside it;
//! - TRex: a table or arrays (`.npz`) per individual;
//! - Juelich: numbers between blanks, with a header (`# id frame x/m y/m z/m`);
//! - TrajNet++: JSON lines;
//! - our own arrays (`.npz`).

use super::npz::{self, Array};
use super::tables::{self, Choice, Column, Preview, bare};
use super::{Contents, Given, MOST_ROWS, Tracks};
use flockwright::engine::agents::Role;
use flockwright::engine::scenery::Space;
use flockwright::rules::quote::quote;
use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A file by its name.
#[derive(Clone, Debug)]
pub struct File {
    /// What messages call it; TRex has the number of the individual in it.
    pub name: String,
    /// All of it.
    pub bytes: Vec<u8>,
}

/// Reads tracks: one file, or several with an individual each, with what is given beside them.
///
/// # Errors
/// One sentence on what is torn, makes no sense or is missing, with the name of the file and the line.
pub fn read(files: &[File], given: &Given) -> Result<Tracks, String> {
    Tracks::new(read_all(files, &given.columns)?, given).map_err(|why| match files {
        [file] => format!("{}: {why}", file.name),
        _ => why,
    })
}

/// The contents of files alone.
///
/// # Errors
/// As [`read`], of what is in the files alone.
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

/// Both together.
fn joined(all: Contents, contents: Contents) -> Result<Contents, String> {
    let same = |a: Option<f64>, b: Option<f64>, what: &str| match (a, b) {
        (Some(a), Some(b)) if (a - b).abs() > 1e-3 * a.abs() => {
            Err(format!("it says {b} {what}, an earlier file {a}."))
        }
        (a, b) => Ok(a.or(b)),
    };
    let fps = same(all.fps, contents.fps, "frames per second")?;
    if let (Some(a), Some(b)) = (&all.unit, &contents.unit)
        && a != b
    {
        return Err(format!("it measures in {b}, an earlier file in {a}."));
    }
    let mut points = all.points;
    points.extend(contents.points);
    Ok(Contents {
        points,
        fps,
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
    if let Some(rest) = file.bytes.strip_prefix(b"\xff\xfe") {
        // As EthoVision writes it.
        let units = rest
            .chunks(2)
            .map(|two| u16::from(two[0]) | two.get(1).map_or(0, |high| u16::from(*high) << 8));
        return Ok(char::decode_utf16(units).map(|sign| sign.unwrap_or('\u{fffd}')).collect());
    }
    let text = std::str::from_utf8(&file.bytes);
    let text = text.map_err(|_| "it is neither a text in UTF-8 nor a .npz file.")?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text).into())
}

/// The first lines of a table, for who chooses its columns.
///
/// # Errors
/// One sentence on a file that is no table.
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
    let lines = || text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let first = lines().find(|(_, line)| !line.starts_with('#')).map_or("", |(_, line)| line);
    if first.trim_start().starts_with('<') {
        return of_xml(text);
    }
    if first.trim_start().starts_with('{') {
        let attributes = serde_json::from_str::<Value>(text);
        return match attributes {
            Ok(value) if value.get("track").is_none() && value.get("scene").is_none() => {
                of_attributes(&value)
            }
            _ => whole(text).and_then(|()| of_trajnet(lines())),
        };
    }
    whole(text)?;
    let separator = tables::separator(text);
    let cells = tables::cells(first, separator);
    let is_bare = cells.first().is_some_and(|cell| tables::number(cell, separator).is_some());
    // Numbers without names above them are the archive's where a remark is, unless commas stand between
    // them: others have the frame before the id.
    match is_bare && choice.is_empty() && separator != Some(b',') && text.contains('#') {
        true => of_juelich(lines(), separator),
        false => tables::read(text, own, choice),
    }
}

/// Tracks of TrackMate, by its action "Export tracks to XML file".
fn of_xml(text: &str) -> Result<Contents, String> {
    if !text.contains("<Tracks") {
        return Err(
            "it is XML of another kind: in TrackMate's last panel run the action \"Export tracks \
                    to XML file\", or export the table of spots."
                .into(),
        );
    }
    let value = |tag: &str, key: &str| -> Option<String> {
        let (_, rest) = tag.split_once(&format!(" {key}=\""))?;
        rest.split_once('"').map(|(value, _)| value.to_string())
    };
    let mut contents = Contents::default();
    let mut id = None;
    for (at, line) in text.lines().enumerate() {
        for tag in line.split('<') {
            if tag.starts_with("Tracks") {
                let interval =
                    value(tag, "frameInterval").and_then(|text| text.parse::<f64>().ok());
                let seconds = value(tag, "timeUnits").is_none_or(|unit| unit.starts_with("s"));
                contents.fps =
                    interval.filter(|step| *step > 0.0 && seconds).map(|step| 1.0 / step);
                let unit = value(tag, "spaceUnits").filter(|unit| !unit.is_empty());
                contents.unit = unit.map(|unit| match unit.as_str() {
                    "pixel" | "pixels" => "px".into(),
                    "micron" | "microns" | "um" => "µm".into(),
                    _ => unit,
                });
            } else if tag.starts_with("particle") {
                id = Some(id.map_or(0, |id: u32| id + 1));
            } else if tag.starts_with("detection") {
                let number = |key: &str| value(tag, key)?.parse::<f64>().ok();
                let point = || {
                    let frame = number("t").filter(|frame| frame.fract() == 0.0)?;
                    Some(bare(frame as i64, id?, [number("x")?, number("y")?]))
                };
                contents.points.push(
                    point().ok_or_else(|| {
                        format!("line {}: a detection has no t, x and y.", at + 1)
                    })?,
                );
            }
        }
    }
    match text.trim_end().ends_with("</Tracks>") {
        true => Ok(contents),
        false => Err(format!("line {}, the last one: the file is torn.", text.lines().count())),
    }
}

/// Whether a text ends where a line does: programs write it so, and a number that was cut in two looks
/// like another one.
fn whole(text: &str) -> Result<(), String> {
    match text.ends_with('\n') {
        true => Ok(()),
        false => Err(format!(
            "line {}, the last one, has no line break: the file is torn. If it is whole, add one.",
            text.lines().count()
        )),
    }
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
    Ok(Contents { fps, length: value["body_length"].as_f64(), ..Contents::default() })
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
            contents.fps = Some(fps);
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

/// The format of the pedestrian archive of Juelich: `id frame x y [z]` between blanks, with comments
/// that say the frame rate and the unit.
fn of_juelich<'t>(
    lines: impl Iterator<Item = (usize, &'t str)>,
    separator: Option<u8>,
) -> Result<Contents, String> {
    let mut contents = Contents::default();
    let mut cells = None;
    for (number, line) in lines {
        let number = number + 1;
        if let Some(comment) = line.trim_start().strip_prefix('#') {
            let comment = comment.to_lowercase();
            if let Some((_, rest)) = comment.split_once("framerate") {
                let rest = rest.trim_start_matches([':', '=', ' ']);
                let number = rest.split(|c: char| !(c.is_ascii_digit() || c == '.')).next();
                let number = number.and_then(|text| text.trim_end_matches('.').parse().ok());
                contents.fps = number.or(contents.fps);
            }
            let says = |unit: &str| {
                [
                    format!("x/{unit}"),
                    format!("[{unit}]"),
                    format!("in {unit})"),
                    format!("[in {unit}]"),
                ]
                .iter()
                .any(|form| comment.contains(form.as_str()))
                    || comment.trim_end().ends_with(&format!("unit: {unit}"))
            };
            if let Some(unit) = ["cm", "mm", "m"].into_iter().find(|unit| says(unit)) {
                contents.unit = Some(unit.into());
            }
            continue;
        }
        let values = tables::cells(line, separator);
        let known = *cells.get_or_insert(values.len());
        if values.len() < 4 || values.len() != known {
            return Err(format!(
                "line {number} has {} numbers: id, frame, x and y are wanted, and as many as in the \
                 lines before.",
                values.len()
            ));
        }
        let read =
            |at: usize| tables::number(&values[at], separator).filter(|value| value.is_finite());
        let whole = |at: usize| read(at).filter(|value| value.fract() == 0.0);
        let point = || {
            let id = whole(0).filter(|id| (0.0..=f64::from(u32::MAX)).contains(id))?;
            Some(bare(whole(1)? as i64, id as u32, [read(2)?, read(3)?]))
        };
        let why = || format!("line {number} is not id, frame, x and y: {}.", quote(line.trim()));
        contents.points.push(point().ok_or_else(why)?);
    }
    Ok(contents)
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
    let contents =
        if let (Some(ids), Some(_), Some(_)) = (numbers("id"), numbers("x"), numbers("y")) {
            let rows = ids.len();
            let long: Vec<Column> =
                columns.into_iter().filter(|column| column.values.len() == rows).collect();
            let names = text("role_names");
            let role = |at: f64| {
                let name = names.get(at as usize).map_or("", String::as_str);
                Role::ALL.into_iter().position(|role| role.key() == name).unwrap_or(0) as u8
            };
            let mut contents = tables::long(&long, &[])?;
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
            let mut contents = tables::trex(&columns, own)?;
            // TRex gives lengths in cm where it knows how many pixels one has.
            if contents.unit.is_none() && first("cm_per_pixel").is_some_and(|scale| scale > 0.0) {
                contents.unit = Some("cm".into());
            }
            contents
        };
    let fps = first("fps").or_else(|| first("frame_rate")).filter(|fps| *fps > 0.0);
    Ok(Contents { fps: fps.or(contents.fps), ..contents })
}
