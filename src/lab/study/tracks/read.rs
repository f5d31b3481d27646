//! Reader of track files: text, arrays and lines of JSON, recognized by their first bytes.
//!
//! - tables: [`formats`](super::formats), or columns that a person chooses;
//! - idtracker.ai's `attributes.json` beside its table;
//! - TrajNet++: JSON lines;
//! - arrays (`.npz`): our own, and those of TRex.

use super::formats::{trex_position_columns, unit_in_name};
use super::npz::{self, NpzArray};
use super::tables::{self, ColumnChoice, TablePreview};
use super::times::TimeCells;
use super::{Contents, MAX_ROWS, Point, TrackOptions, Tracks};
use flockwright::engine::agents::Role;
use flockwright::engine::scenery::Space;
use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeMap;

#[derive(Clone, Debug)]
pub struct TrackFile {
    /// File name, for messages. The name of a TRex file ends with the number of the individual.
    pub name: String,
    pub bytes: Vec<u8>,
}

/// Reads the files of one recording with a person's options.
pub fn read_tracks(files: &[TrackFile], options: &TrackOptions) -> Result<Tracks, String> {
    Tracks::new(read_contents(files, &options.columns)?, options).map_err(|why| match files {
        [file] => format!("{}: {why}", file.name),
        _ => why,
    })
}

/// Reads the files of one recording. `choice`: columns that a person chose; may be empty.
pub fn read_contents(files: &[TrackFile], choice: &[ColumnChoice]) -> Result<Contents, String> {
    let mut all = Contents::default();
    for (number, file) in files.iter().enumerate() {
        let contents = read_file(file, number as u32, choice)
            .map_err(|why| format!("{}: {why}", file.name))?;
        all = join_contents(all, contents).map_err(|why| format!("{}: {why}", file.name))?;
        if all.points.len() > MAX_ROWS {
            return Err(format!("There are more than {MAX_ROWS} rows."));
        }
    }
    Ok(all)
}

fn join_contents(all: Contents, contents: Contents) -> Result<Contents, String> {
    if all.points.is_empty() && !all.is_rate_declared {
        return Ok(Contents { length: all.length.or(contents.length), ..contents });
    }
    let both = !all.points.is_empty() && !contents.points.is_empty();
    if let (Some(a), Some(b)) = (all.fps, contents.fps)
        && (a - b).abs() > 1e-3 * a.abs()
        && all.is_rate_declared == contents.is_rate_declared
    {
        return Err(format!("it says {b} frames per second, an earlier file {a}."));
    }
    if let (Some(a), Some(b)) = (&all.unit, &contents.unit)
        && a != b
    {
        return Err(format!("it measures in {b}, an earlier file in {a}."));
    }
    if both && all.seconds.is_empty() != contents.seconds.is_empty() {
        return Err(
            "it has times without frames, an earlier file frames, or the other way round.".into()
        );
    }
    // A declared rate takes precedence over a rate proven by times.
    let fps = if all.is_rate_declared || contents.fps.is_none() { all.fps } else { contents.fps };
    let (mut points, mut notes, mut seconds) = (all.points, all.notes, all.seconds);
    points.extend(contents.points);
    seconds.extend(contents.seconds);
    let more = contents.notes.into_iter().filter(|note| !notes.contains(note));
    notes.extend(more.collect::<Vec<_>>());
    Ok(Contents {
        points,
        fps,
        is_rate_declared: all.is_rate_declared || contents.is_rate_declared,
        no_rate: all.no_rate.or(contents.no_rate),
        seconds,
        time_resolution: all.time_resolution.max(contents.time_resolution),
        format: if all.format.is_empty() { contents.format } else { all.format },
        is_y_up: all.is_y_up || contents.is_y_up,
        notes,
        unit: all.unit.or(contents.unit),
        length: all.length.or(contents.length),
        link: if all.link.is_empty() { contents.link } else { all.link },
        space: all.space.or(contents.space),
        groups: if all.groups.is_empty() { contents.groups } else { all.groups },
    })
}

/// Decodes the text of a file. For known binary files, the error says which file to save instead.
fn decode_text(file: &TrackFile) -> Result<Cow<'_, str>, String> {
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
    // In UTF-16 without a byte order mark, every second byte of letters and digits is 0.
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
        // Decoded as Latin-1. Windows-1252 differs only in the characters 128 to 159, which no unit
        // of lengths contains.
        Err(_) => Ok(bytes.iter().map(|byte| char::from(*byte)).collect()),
    }
}

/// First lines of a table, from which a person chooses the columns.
pub fn preview_file(file: &TrackFile) -> Result<TablePreview, String> {
    tables::preview_table(&decode_text(file)?)
}

fn read_file(file: &TrackFile, number: u32, choice: &[ColumnChoice]) -> Result<Contents, String> {
    if file.bytes.is_empty() {
        return Err("it is empty.".into());
    }
    let own = number_in(&file.name).unwrap_or(number);
    if file.bytes.starts_with(b"PK") {
        return read_arrays(npz::read_npz(&file.bytes)?, own);
    }
    let text = &*decode_text(file)?;
    let begin = text.trim_start();
    if begin.starts_with('<') {
        return Err(
            "it is XML: in TrackMate's last panel choose \"Spots\" and export that table.".into()
        );
    }
    if begin.starts_with('{') {
        return match serde_json::from_str::<Value>(text) {
            Ok(value) if value.get("track").is_none() && value.get("scene").is_none() => {
                read_attributes(&value)
            }
            _ => read_trajnet(text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty())),
        };
    }
    tables::read_table(text, own, choice)
}

/// Number of an individual at the end of a file name, as in `video_fish3.csv`; `None` without one.
fn number_in(name: &str) -> Option<u32> {
    let stem = name.rsplit(['/', '\\']).next()?.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let before = stem.trim_end_matches(|c: char| c.is_ascii_digit());
    let named = ["fish", "id", "individual"].iter().any(|word| before.ends_with(word));
    named.then(|| stem.strip_prefix(before)?.parse().ok()).flatten()
}

/// Reads the `attributes.json` of idtracker.ai: frame rate and body length.
fn read_attributes(value: &Value) -> Result<Contents, String> {
    let fps = value["frames_per_second"].as_f64();
    if fps.is_none() {
        return Err("it is JSON without tracks and without frames_per_second.".into());
    }
    Ok(Contents {
        fps,
        is_rate_declared: true,
        length: value["body_length"].as_f64(),
        ..Contents::default()
    })
}

/// Reads TrajNet++: lines of JSON, each a scene or a position. Lengths are in m, y upward.
fn read_trajnet<'t>(lines: impl Iterator<Item = (usize, &'t str)>) -> Result<Contents, String> {
    let mut contents = Contents {
        unit: Some("m".into()),
        format: "TrajNet++".into(),
        is_y_up: true,
        ..Contents::default()
    };
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
            (contents.fps, contents.is_rate_declared) = (Some(fps), true);
        }
        let track = &value["track"];
        // Positions that a model has predicted are left out, since nobody observed them.
        if track.is_null()
            || !track["prediction_number"].is_null()
            || !track["pred_number"].is_null()
        {
            continue;
        }
        let whole = |key: &str| track[key].as_i64();
        let point = || {
            let place = [track["x"].as_f64()?, track["y"].as_f64()?];
            let (frame, id) = (whole("f")?, u32::try_from(whole("p")?).ok()?);
            let (group, role, velocity, heading) = (0, 0, None, None);
            Some(Point {
                frame,
                id,
                group,
                role,
                place,
                velocity,
                heading,
                line: number as u32 + 1,
            })
        };
        contents
            .points
            .push(point().ok_or_else(|| format!("line {} has no f, p, x and y.", number + 1))?);
    }
    Ok(contents)
}

/// Arrays of a `.npz` file, by name.
struct NamedArrays(BTreeMap<String, NpzArray>);

impl NamedArrays {
    fn numbers(&self, key: &str) -> Option<Vec<f64>> {
        self.0.get(key).and_then(NpzArray::to_numbers)
    }

    fn has_numbers(&self, key: &str) -> bool {
        self.0.get(key).is_some_and(|array| !matches!(array, NpzArray::Text(_)))
    }

    fn first_number(&self, key: &str) -> Option<f64> {
        self.numbers(key)?.first().copied()
    }

    fn texts(&self, key: &str) -> Vec<String> {
        match self.0.get(key) {
            Some(NpzArray::Text(texts)) => texts.clone(),
            _ => Vec::new(),
        }
    }

    fn first_text(&self, key: &str) -> Option<String> {
        self.texts(key).into_iter().next()
    }

    /// Numbers of the arrays with these keys that have one number per row; others are left out.
    fn columns(&self, rows: usize, keys: &[&'static str]) -> BTreeMap<&'static str, Vec<f64>> {
        let column =
            |key: &&'static str| Some((*key, self.numbers(key).filter(|all| all.len() == rows)?));
        keys.iter().filter_map(column).collect()
    }

    fn times(&self, rows: usize) -> TimeCells {
        let times = self.numbers("time").filter(|times| times.len() == rows);
        TimeCells::from_seconds(times.unwrap_or_default())
    }
}

/// Reads the arrays of our own format, or of TRex (one individual). `own`: id if the file has none.
fn read_arrays(arrays: BTreeMap<String, NpzArray>, own: u32) -> Result<Contents, String> {
    let arrays = NamedArrays(arrays);
    let is_own_format = ["id", "x", "y"].iter().all(|key| arrays.has_numbers(key));
    let contents = if is_own_format {
        read_own_arrays(&arrays, own)?
    } else {
        read_trex_arrays(&arrays, own)?
    };
    let fps = arrays.first_number("fps").or_else(|| arrays.first_number("frame_rate"));
    Ok(match fps.filter(|fps| *fps > 0.0) {
        None => contents,
        fps => Contents { fps, is_rate_declared: true, ..contents },
    })
}

fn read_own_arrays(arrays: &NamedArrays, own: u32) -> Result<Contents, String> {
    let rows = arrays.0.get("id").map_or(0, NpzArray::len);
    let keys = ["frame", "id", "x", "y", "vx", "vy", "heading", "group", "role"];
    let columns = arrays.columns(rows, &keys);
    let mut contents = tables::points_of_columns(&columns, &arrays.times(rows), own, &[])?;
    // Numbers of roles in the file are indices of the file's `role_names`, not of `Role::ALL`.
    let names = arrays.texts("role_names");
    let role = |at: u8| {
        let name = names.get(usize::from(at)).map_or("", String::as_str);
        Role::ALL.into_iter().position(|role| role.key() == name).unwrap_or(0) as u8
    };
    contents.points.iter_mut().for_each(|point| point.role = role(point.role));
    let space = arrays.numbers("space").filter(|space| space.len() == 3);
    Ok(Contents {
        format: "Flockwright".into(),
        groups: arrays.texts("group_names"),
        unit: arrays.first_text("unit").filter(|unit| !unit.is_empty()),
        link: arrays.first_text("link").unwrap_or_default(),
        space: space.map(|space| Space {
            width: space[0] as f32,
            height: space[1] as f32,
            is_torus: space[2] != 0.0,
        }),
        length: arrays.first_number("length"),
        ..contents
    })
}

fn read_trex_arrays(arrays: &NamedArrays, own: u32) -> Result<Contents, String> {
    let own = arrays.first_number("id").filter(|id| *id >= 0.0).map_or(own, |id| id as u32);
    let names: Vec<String> = arrays.0.keys().cloned().collect();
    let plain = |name: &str| names.iter().position(|other| other.eq_ignore_ascii_case(name));
    let place = trex_position_columns(&names).or_else(|| Some([plain("X")?, plain("Y")?]));
    let [x, y] =
        place.ok_or("there is no array for the place: those of Flockwright and TRex are read.")?;
    let [xs, ys] = [x, y].map(|at| arrays.numbers(&names[at]).unwrap_or_default());
    let clock = arrays.times(xs.len());
    let mut columns = arrays.columns(xs.len(), &["frame", "missing"]);
    columns.extend([("x", xs), ("y", ys)]);
    // TRex writes lengths in cm if it knows the size of a pixel.
    let is_scaled = arrays.first_number("cm_per_pixel").is_some_and(|scale| scale > 0.0);
    let unit = unit_in_name(&names[x]).or(is_scaled.then(|| "cm".into()));
    Ok(Contents {
        format: "TRex".into(),
        unit,
        ..tables::points_of_columns(&columns, &clock, own, &[])?
    })
}
