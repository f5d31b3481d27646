//! Tables with a name above each column: long ones, and those of idtracker.ai and TRex.

use super::{Point, Told};
use flockwright::engine::agents::Role;
use flockwright::engine::scenery::Space;

/// A column by its name; NaN where a cell is empty or no number.
pub struct Column {
    pub name: String,
    pub values: Vec<f64>,
}

/// Columns of texts, which alone are none of numbers.
const OF_TEXTS: [&str; 2] = ["group", "role"];

/// Reads a table.
pub fn read<'t>(
    lines: impl Iterator<Item = (usize, &'t str)>,
    separator: char,
    own: u32,
) -> Result<Told, String> {
    let mut head = Told::default();
    let (mut width, mut height, mut torus) = (None, None, false);
    let mut columns: Vec<Column> = Vec::new();
    let (mut groups, mut group_of, mut role_of) = (Vec::<String>::new(), Vec::new(), Vec::new());
    for (number, line) in lines {
        if let Some(comment) = line.strip_prefix('#') {
            let (key, value) = comment.trim().split_once(' ').unwrap_or((comment.trim(), ""));
            let value = value.trim();
            match key.trim_end_matches(':') {
                "fps" => head.fps = value.parse().ok(),
                "unit" => head.unit = Some(value.to_string()),
                "length" => head.length = value.parse().ok(),
                "width" => width = value.parse().ok(),
                "height" => height = value.parse().ok(),
                "toroidal" => torus = value == "on",
                "link" => head.link = value.to_string(),
                _ => {}
            }
            continue;
        }
        let cells: Vec<&str> =
            line.split(separator).map(|cell| cell.trim().trim_matches('"')).collect();
        if columns.is_empty() {
            if cells.iter().all(|cell| cell.parse::<f64>().is_ok()) {
                return Err(format!("line {}: there are no names above the columns.", number + 1));
            }
            let column = |name: &&str| Column { name: name.to_string(), values: Vec::new() };
            columns = cells.iter().map(column).collect();
            continue;
        }
        if cells.len() != columns.len() {
            return Err(format!(
                "line {} has {} cells instead of {}: it is torn, or of another table.",
                number + 1,
                cells.len(),
                columns.len()
            ));
        }
        for (column, cell) in columns.iter_mut().zip(cells) {
            if OF_TEXTS.contains(&column.name.as_str()) {
                let at = match column.name.as_str() {
                    "group" => {
                        let at = groups.iter().position(|group| group == cell);
                        let at = at.unwrap_or_else(|| {
                            groups.push(cell.to_string());
                            groups.len() - 1
                        });
                        group_of.push(at.min(255) as u8);
                        at
                    }
                    _ => {
                        let at = Role::ALL.into_iter().position(|role| role.key() == cell);
                        role_of.push(at.unwrap_or(0) as u8);
                        0
                    }
                };
                column.values.push(at as f64);
                continue;
            }
            let empty = cell.is_empty()
                || ["nan", "na", "none", "null"].contains(&cell.to_lowercase().as_str());
            let value = match cell.parse::<f64>() {
                Ok(value) => value,
                Err(_) if empty => f64::NAN,
                // Columns of which nobody needs the numbers may have texts.
                Err(_) if !is_needed(&column.name) => f64::NAN,
                Err(_) => {
                    return Err(format!(
                        "line {}: {cell:?} under {} is no number.",
                        number + 1,
                        column.name
                    ));
                }
            };
            column.values.push(value);
        }
    }
    if columns.is_empty() {
        return Err("there is no table in it.".into());
    }
    let mut told = if find(&columns, "id").is_some() {
        long(&columns, own)?
    } else if find(&columns, "x1").is_some() {
        wide(&columns)?
    } else {
        trex(&columns, own)?
    };
    // Rows without a place have no point.
    if !groups.is_empty() || !role_of.is_empty() {
        let rows = with_place(&columns);
        for (point, row) in told.points.iter_mut().zip(rows) {
            point.group = group_of.get(row).copied().unwrap_or(0);
            point.role = role_of.get(row).copied().unwrap_or(0);
        }
    }
    told.groups = groups;
    told.fps = head.fps.or(told.fps);
    told.unit = head.unit.or(told.unit);
    (told.length, told.link) = (head.length, head.link);
    if let (Some(width), Some(height)) = (width, height) {
        told.space = Some(Space { width, height, torus });
    }
    Ok(told)
}

fn is_needed(name: &str) -> bool {
    let name = name.to_lowercase();
    let first = name.split(['#', ' ']).next().unwrap_or_default();
    ["frame", "tick", "time", "seconds", "id", "x", "y", "vx", "vy", "heading"].contains(&first)
        || is_wide(&name).is_some()
}

/// The number of `x3` or `y3`.
fn is_wide(name: &str) -> Option<u32> {
    name.strip_prefix(['x', 'y'])?.parse().ok()
}

fn find<'c>(columns: &'c [Column], name: &str) -> Option<&'c [f64]> {
    let column = columns.iter().find(|column| column.name.eq_ignore_ascii_case(name));
    column.map(|column| &column.values[..])
}

fn with_place(columns: &[Column]) -> Vec<usize> {
    let (Some(x), Some(y)) = (find(columns, "x"), find(columns, "y")) else { return Vec::new() };
    (0..x.len()).filter(|row| x[*row].is_finite() && y[*row].is_finite()).collect()
}

/// A frame number.
fn frame(value: f64, row: usize) -> Result<i64, String> {
    let whole = value.is_finite() && value.fract() == 0.0 && value.abs() < 9e15;
    whole.then_some(value as i64).ok_or_else(|| format!("row {} has the frame {value}.", row + 1))
}

/// Frame numbers per second, where there are frames and times: what the first and the last row say.
fn rate(frames: &[f64], times: &[f64]) -> Option<f64> {
    let rows = || frames.iter().zip(times).filter(|(f, t)| f.is_finite() && t.is_finite());
    let (first, last) = (rows().next()?, rows().next_back()?);
    let fps = (last.0 - first.0) / (last.1 - first.1);
    // Times are rounded: 25.000001 is 25.
    let near = (fps * 1000.0).round() / 1000.0;
    (fps > 0.0 && fps.is_finite()).then_some(near)
}

/// A row per unit and frame: `frame`, `id`, `x`, `y`, and what else there is of our columns.
pub fn long(columns: &[Column], _own: u32) -> Result<Told, String> {
    let column = |name: &str| find(columns, name);
    let need = |name: &str| column(name).ok_or_else(|| format!("there is no column {name}."));
    let (ids, x, y) = (need("id")?, need("x")?, need("y")?);
    let frames = column("frame").or_else(|| column("tick"));
    let frames = frames.ok_or("there is no column frame.")?;
    let both = |a: &str, b: &str| column(a).zip(column(b));
    let (ways, headings) = (both("vx", "vy"), column("heading"));
    let (groups, roles) = (column("group"), column("role"));
    let byte = |values: Option<&[f64]>, row: usize| values.map_or(0, |values| values[row] as u8);
    let mut told = Told::default();
    for row in 0..ids.len() {
        if !(x[row].is_finite() && y[row].is_finite()) {
            continue;
        }
        let id = ids[row];
        if !(id.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&id)) {
            return Err(format!("row {} has the id {id}.", row + 1));
        }
        let velocity = ways.map(|(vx, vy)| [vx[row], vy[row]]);
        told.points.push(Point {
            velocity: velocity.filter(|way| way.iter().all(|part| part.is_finite())),
            heading: headings.map(|heading| heading[row]).filter(|heading| heading.is_finite()),
            group: byte(groups, row),
            role: byte(roles, row),
            ..bare(frame(frames[row], row)?, id as u32, [x[row], y[row]])
        });
    }
    told.fps = column("time").and_then(|times| rate(frames, times));
    Ok(told)
}

/// A row per frame, as idtracker.ai has it: `x1`, `y1`, `x2`, `y2` and so on, and the time in seconds.
fn wide(columns: &[Column]) -> Result<Told, String> {
    let rows = columns.first().map_or(0, |column| column.values.len());
    let counted: Vec<f64> = (0..rows).map(|row| row as f64).collect();
    let frames = find(columns, "frame").unwrap_or(&counted);
    let times = ["time", "seconds"].iter().find_map(|name| find(columns, name));
    let mut told = Told { fps: times.and_then(|times| rate(frames, times)), ..Told::default() };
    for number in 1.. {
        let Some(x) = find(columns, &format!("x{number}")) else { break };
        let y = find(columns, &format!("y{number}"));
        let y = y.ok_or_else(|| format!("there is a column x{number} and no y{number}."))?;
        for row in (0..rows).filter(|row| x[*row].is_finite() && y[*row].is_finite()) {
            told.points.push(bare(frame(frames[row], row)?, number, [x[row], y[row]]));
        }
    }
    Ok(told)
}

/// One individual, as TRex has it: `frame`, and a place whose names may say what of the body it is and
/// the unit (`X#wcentroid (cm)`). Where it was not seen, numbers are infinite.
pub fn trex(columns: &[Column], own: u32) -> Result<Told, String> {
    let named = |letter: &str, part: &str| {
        columns.iter().find(|column| {
            let name = column.name.split(" (").next().unwrap_or_default();
            name.eq_ignore_ascii_case(&format!("{letter}{part}"))
        })
    };
    let parts = ["#wcentroid", "#pcentroid", "#centroid", ""];
    let place = parts.iter().find_map(|part| Some((named("x", part)?, named("y", part)?)));
    let Some((x, y)) = place else {
        let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).take(6).collect();
        return Err(format!(
            "the columns {} are none of a table that is known here: frame, id, x and y are wanted.",
            names.join(", ")
        ));
    };
    let frames = find(columns, "frame").ok_or("there is no column frame.")?;
    let missing = find(columns, "missing");
    let unit = x.name.split_once(" (").and_then(|(_, rest)| rest.strip_suffix(')'));
    let mut told = Told { unit: unit.map(String::from), ..Told::default() };
    let (x, y) = (&x.values, &y.values);
    for row in 0..frames.len().min(x.len()).min(y.len()) {
        let gone = missing.and_then(|missing| missing.get(row)).is_some_and(|gone| *gone > 0.0);
        if !gone && x[row].is_finite() && y[row].is_finite() {
            told.points.push(bare(frame(frames[row], row)?, own, [x[row], y[row]]));
        }
    }
    told.fps = find(columns, "time").and_then(|times| rate(frames, times));
    Ok(told)
}

/// A place with nothing else.
pub(super) fn bare(frame: i64, id: u32, place: [f64; 2]) -> Point {
    Point { frame, id, group: 0, role: 0, place, velocity: None, heading: None }
}
