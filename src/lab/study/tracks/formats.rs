//! Declared formats of tables. Each format recognizes its tables by an exact signature, and
//! determines the columns, the unit and the direction of y. TrajNet++ and arrays are recognized in
//! [`read`](mod@super::read).

use super::tables::TextTable;
use super::{COLUMNS, Contents};
use flockwright::engine::scenery::Space;

/// Layout of a table: which columns are read, and where the rows begin.
#[derive(Clone, Debug, Default)]
pub struct TableLayout {
    /// Columns to be read: role (quantity such as `x` or `frame`), and index of the column.
    pub columns: Vec<(&'static str, usize)>,
    /// Line number of the first line that can be a row, from 1.
    pub first_row_line: usize,
    /// Number of cells in a row; `None`: as many as in the first row of numbers.
    pub cells_per_row: Option<usize>,
}

/// Reader of a format; returns `None` if the table does not have the format's signature. `own`: id
/// for tables of one animal. `is_wide`: a person has said that each pair of columns is an animal.
type ReadFormat = fn(&TextTable<'_>, own: u32, is_wide: bool) -> Option<Result<Contents, String>>;

/// Formats in the order in which they are tried: name, as shown to people, and reader.
pub const FORMATS: [(&str, ReadFormat); 6] = [
    ("Flockwright", read_own),
    ("idtracker.ai", read_idtracker),
    ("TRex", read_trex),
    ("trackpy", read_trackpy),
    ("Juelich", read_juelich),
    ("a wide table", read_wide),
];

fn layout_below_head(table: &TextTable<'_>, columns: Vec<(&'static str, usize)>) -> TableLayout {
    TableLayout {
        columns,
        first_row_line: table.header_line + 1,
        cells_per_row: Some(table.header.len()),
    }
}

/// Reads our own format: every column name is one of [`COLUMNS`], at most once, with `x`, `y`,
/// `id`, and `frame` or `time`. Comments above them give rate, unit, body length, world, link.
fn read_own(table: &TextTable<'_>, own: u32, _: bool) -> Option<Result<Contents, String>> {
    let mut columns = Vec::new();
    for name in &table.header {
        let role = COLUMNS.into_iter().find(|known| known == name)?;
        columns.push((role, table.column_named(role)?));
    }
    let has = |role: &str| columns.iter().any(|(one, _)| *one == role);
    if !(has("x") && has("y") && has("id") && (has("frame") || has("time"))) {
        return None;
    }
    Some(table.read_rows(&layout_below_head(table, columns), own).map(|contents| {
        let declared = read_own_comments(table.text);
        Contents {
            fps: declared.fps.or(contents.fps),
            is_rate_declared: declared.fps.is_some(),
            unit: declared.unit,
            length: declared.length,
            link: declared.link,
            space: declared.space,
            ..contents
        }
    }))
}

fn read_own_comments(text: &str) -> Contents {
    let mut declared = Contents::default();
    let (mut width, mut height, mut torus) = (None, None, false);
    for comment in text.lines().filter_map(|line| line.strip_prefix("# ")) {
        let Some((key, value)) = comment.split_once(' ') else { continue };
        match key {
            "fps" => declared.fps = value.parse().ok(),
            "unit" => declared.unit = Some(value.to_string()),
            "length" => declared.length = value.parse().ok(),
            "width" => width = value.parse().ok(),
            "height" => height = value.parse().ok(),
            "toroidal" => torus = value == "on",
            "link" => declared.link = value.to_string(),
            _ => {}
        }
    }
    declared.space =
        width.zip(height).map(|(width, height)| Space { width, height, is_torus: torus });
    declared
}

/// Number of columns before `x1`, `y1`, `x2`, `y2` and so on; `None` if there is no `x1` or if
/// other columns follow it.
fn leading_wide_columns(table: &TextTable<'_>) -> Option<usize> {
    let first = table.header.iter().position(|name| name == "x1")?;
    let mut pairs = table.header[first..].chunks(2).enumerate();
    let is_pair = |(at, pair): (usize, &[String])| {
        pair.len() == 2 && pair[0] == format!("x{}", at + 1) && pair[1] == format!("y{}", at + 1)
    };
    pairs.all(is_pair).then_some(first)
}

/// Reads a table of idtracker.ai: `time,x1,y1,x2,y2` and so on, one row per frame, time in seconds,
/// y downward. The rate and the body length are in another file, `attributes.json`.
fn read_idtracker(table: &TextTable<'_>, _: u32, _: bool) -> Option<Result<Contents, String>> {
    let first =
        leading_wide_columns(table).filter(|first| *first == 1 && table.header[0] == "time")?;
    let layout = layout_below_head(table, vec![("time", 0)]);
    Some(table.read_wide_rows(&layout, first))
}

/// Reads a wide table: `x1,y1,x2,y2` and so on, with or without `frame` before them. If there are
/// two positions, and the second is always below and to the right of the first, they may be corners
/// of a box; `is_wide` then has to confirm that they are two animals.
fn read_wide(table: &TextTable<'_>, _: u32, is_wide: bool) -> Option<Result<Contents, String>> {
    let first = leading_wide_columns(table)?;
    let has_frame = first == 1 && table.header[0] == "frame";
    if first > 0 && !has_frame {
        return None;
    }
    let columns = if has_frame { vec![("frame", 0)] } else { Vec::new() };
    let layout = layout_below_head(table, columns);
    let contents = match table.read_wide_rows(&layout, first) {
        Ok(contents) => contents,
        Err(why) => return Some(Err(why)),
    };
    let mut corners = std::collections::BTreeMap::<u32, [[f64; 2]; 2]>::new();
    for point in contents.points.iter().filter(|point| (1..=2).contains(&point.id)) {
        corners.entry(point.line).or_insert([[f64::NAN; 2]; 2])[point.id as usize - 1] =
            point.place;
    }
    let mut pairs = corners.values().filter(|[a, b]| !a[0].is_nan() && !b[0].is_nan()).peekable();
    let is_two = table.header.len() - first == 4 && pairs.peek().is_some();
    if is_two && !is_wide && pairs.all(|[a, b]| a[0] < b[0] && a[1] < b[1]) {
        let [x, y, x2, y2] = [1, 2, 3, 4].map(|at| first + at);
        return Some(Err(format!(
            "x1,y1 and x2,y2 may be two animals or the corners of one box: say --columns wide, or --columns \
             frame=1,x={x},y={y},x2={x2},y2={y2} (with id, where there are several)."
        )));
    }
    Some(Ok(contents))
}

/// Reads a table of TRex, which has one animal: `frame`, and coordinates named after a part of the
/// body and the unit (`X#wcentroid (cm)`).
fn read_trex(table: &TextTable<'_>, own: u32, _: bool) -> Option<Result<Contents, String>> {
    let [x, y] = trex_position_columns(&table.header)?;
    let mut columns = vec![("frame", table.column_named("frame")?), ("x", x), ("y", y)];
    columns.extend(table.column_named("time").map(|at| ("time", at)));
    columns.extend(table.column_named("missing").map(|at| ("missing", at)));
    let unit = unit_in_name(&table.header[x]);
    Some(
        table
            .read_rows(&layout_below_head(table, columns), own)
            .map(|contents| Contents { unit, ..contents }),
    )
}

/// Indices of the columns of x and y among TRex's column names: those of the weighted centroid,
/// else of another centroid of the body; `None` without any.
pub fn trex_position_columns(names: &[String]) -> Option<[usize; 2]> {
    let named = |axis: &str, part: &str| {
        let start = format!("{axis}#{part}");
        names.iter().position(|name| {
            name.strip_prefix(&*start).is_some_and(|rest| rest.is_empty() || rest.starts_with(" ("))
        })
    };
    let parts = ["wcentroid", "pcentroid", "centroid"];
    parts.iter().find_map(|part| Some([named("X", part)?, named("Y", part)?]))
}

/// Unit in a column name such as `X (cm)`.
pub fn unit_in_name(name: &str) -> Option<String> {
    name.split_once(" (").and_then(|(_, rest)| rest.strip_suffix(')')).map(String::from)
}

/// Reads a table of trackpy: `x`, `y` (px, downward), `mass`, `frame`, `particle` and others.
fn read_trackpy(table: &TextTable<'_>, own: u32, _: bool) -> Option<Result<Contents, String>> {
    table.column_named("mass")?;
    let column = |role: &'static str, name: &str| Some((role, table.column_named(name)?));
    let columns = vec![
        column("frame", "frame")?,
        column("id", "particle")?,
        column("x", "x")?,
        column("y", "y")?,
    ];
    Some(table.read_rows(&layout_below_head(table, columns), own))
}

/// Reads a file of the Juelich archive: comments with `framerate`, and rows of id, frame, x and y,
/// perhaps with further columns, without column names; y upward.
fn read_juelich(table: &TextTable<'_>, own: u32, _: bool) -> Option<Result<Contents, String>> {
    let comments =
        || table.text.lines().filter_map(|line| line.strip_prefix('#')).map(str::to_lowercase);
    let rate = comments()
        .find_map(|line| line.split_once("framerate").map(|(_, rest)| rest.to_string()))?;
    let is_row =
        table.header.len() >= 4 && table.header[..4].iter().all(|cell| cell.parse::<f64>().is_ok());
    if !is_row {
        return None;
    }
    let digits = rate.trim_start_matches([':', '=', ' ']);
    let fps = digits.split(|c: char| !(c.is_ascii_digit() || c == '.')).next();
    let fps = fps.and_then(|text| text.parse().ok());
    let says = |unit: &str| {
        let forms = [
            format!("x/{unit}"),
            format!("[{unit}]"),
            format!("in {unit})"),
            format!("[in {unit}]"),
        ];
        comments().any(|line| forms.iter().any(|form| line.contains(form.as_str())))
    };
    let unit = ["cm", "mm", "m"].into_iter().find(|unit| says(unit)).map(String::from);
    let columns = vec![("id", 0), ("frame", 1), ("x", 2), ("y", 3)];
    let layout = TableLayout {
        columns,
        first_row_line: table.header_line,
        cells_per_row: Some(table.header.len()),
    };
    Some(table.read_rows(&layout, own).map(|contents| Contents {
        fps,
        is_rate_declared: fps.is_some(),
        unit,
        is_y_up: true,
        ..contents
    }))
}
