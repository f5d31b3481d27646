//! Text tables of tracks: separators, cells, choice of columns, and rows that become points.

use super::formats::{FORMATS, TableLayout};
use super::rows::{RowReader, TableRows};
use super::{Contents, Point, times};
use flockwright::rules::quote::quote;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

/// Roles (quantities) that a column can have in `--columns`. With `x2`, `y2` (the opposite corner)
/// or `w`, `h` (the size), `x` and `y` are a box's corner, and the position is its middle.
pub const COLUMN_ROLES: [&str; 19] = [
    "frame", "time", "time_ms", "time_us", "time_ns", "time_min", "time_h", "id", "x", "y", "x2",
    "y2", "w", "h", "vx", "vy", "heading", "group", "role",
];

/// Choice of a column: its role, and its name in the file or its number from 1.
pub type ColumnChoice = (String, String);

/// Choice for tables in which `x1, y1, x2, y2` are two animals, not the corners of a box.
const WIDE_CHOICE: &str = "wide";

/// Number of lines that are searched for column names, separator and first row of numbers.
pub(super) const MAX_HEAD_LINES: usize = 200;

/// Separators of cells, in the order in which they are tried; `None` is white space.
const SEPARATORS: [Option<u8>; 4] = [Some(b'\t'), Some(b';'), Some(b','), None];

/// Seconds in one unit of a column of times, such as 0.001 for `time_ms`; `None` for other roles.
pub(super) fn seconds_per_unit(role: &str) -> Option<f64> {
    Some(match role {
        "time" => 1.0,
        "time_ms" => 1e-3,
        "time_us" => 1e-6,
        "time_ns" => 1e-9,
        "time_min" => 60.0,
        "time_h" => 3600.0,
        _ => return None,
    })
}

/// Parses choices of columns: `frame=1,id=ant,x=3,y=4`, or `wide`.
pub fn read_column_choices(text: &str) -> Result<Vec<ColumnChoice>, String> {
    if text.trim() == WIDE_CHOICE {
        return Ok(vec![(WIDE_CHOICE.into(), String::new())]);
    }
    let mut chosen: Vec<ColumnChoice> = Vec::new();
    for part in text.split(',').filter(|part| !part.trim().is_empty()) {
        let pair = part.split_once('=').map(|(role, name)| (role.trim(), name.trim()));
        let (role, name) = pair
            .filter(|(role, name)| !name.is_empty() && COLUMN_ROLES.contains(role))
            .ok_or_else(|| {
                format!(
                    "{} chooses no column: write one of {} = its number or name in the file.",
                    quote(part),
                    COLUMN_ROLES.join(", ")
                )
            })?;
        let is_same = |other: &ColumnChoice| {
            other.0 == role || [&*other.0, role].iter().all(|role| seconds_per_unit(role).is_some())
        };
        if chosen.iter().any(is_same) {
            return Err(format!("{role} is chosen twice: one column has each role."));
        }
        chosen.push((role.to_string(), name.to_string()));
    }
    Ok(chosen)
}

/// Splits a line into cells without quotes and outer blanks. `separator`: `None` is white space.
pub(super) fn split_cells(line: &str, separator: Option<u8>) -> Vec<Cow<'_, str>> {
    let Some(separator) = separator else {
        return line.split_whitespace().map(|cell| cell.trim_matches('"').into()).collect();
    };
    if !line.contains('"') {
        return line.split(char::from(separator)).map(|cell| cell.trim().into()).collect();
    }
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(separator)
        .has_headers(false)
        .flexible(true)
        .from_reader(line.as_bytes());
    let mut record = csv::StringRecord::new();
    // The error is ignored: a line of valid text always is one record.
    let _ = reader.read_record(&mut record);
    record.iter().map(|cell| cell.trim().to_string().into()).collect()
}

/// Parses a number. `comma`: whether a comma may be the decimal mark.
pub(super) fn parse_number(cell: &str, comma: bool) -> Option<f64> {
    let decimal = || {
        let (whole, part) = cell.split_once(',')?;
        format!("{whole}.{part}").parse().ok()
    };
    cell.parse().ok().or_else(|| if comma { decimal() } else { None })
}

/// Whether a cell is empty or holds a word for "no value".
pub(super) fn is_empty_cell(cell: &str) -> bool {
    ["", "nan", "na", "n/a", "none", "null", "-"].contains(&cell.to_lowercase().as_str())
}

/// Sentence with the names of columns, at most twelve of them.
fn list_names(names: &[String]) -> String {
    const MAX_LISTED: usize = 12;
    let shown: Vec<String> = names.iter().take(MAX_LISTED).map(|name| quote(name)).collect();
    let more = names.len().saturating_sub(MAX_LISTED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("The columns are {}{more}.", shown.join(", "))
}

/// Advice for tables of known programs that no declared format reads; empty for other tables.
fn advice_for_table(first: &str, names: &[String]) -> &'static str {
    let has = |part: &str| names.iter().any(|name| name.to_lowercase().contains(part));
    if first == "scorer" {
        "It is a table of DeepLabCut, with a column for each part of a body: save one part as a long \
         table of frame, id, x and y, in Python by df.stack(\"individuals\"). "
    } else if has("instance.score") || has("frame_idx") {
        "It is a table of SLEAP: say which part of a body is the place, as in \
         x=thorax.x,y=thorax.y. "
    } else if has("spot_source_id") || has("track_duration") || has("number_spots") {
        "It is TrackMate's table of edges or tracks: in its last panel choose \"Spots\" and export that \
         table. "
    } else if first.starts_with("BehaviorSpace results") {
        "It is a table of NetLogo's BehaviorSpace, without turtles: save ticks, who, xcor and ycor of each \
         turtle instead, by file-print. "
    } else if has("location-long") || has("location_long") {
        "It is a table of Movebank, in degrees and dates: save x and y in meters, and the time in seconds. "
    } else {
        ""
    }
}

/// Columns that make x and y the corner of a box, as words for a message (`w and h`); `None` if the
/// table has no such columns.
fn box_columns(names: &[String]) -> Option<&'static str> {
    let has = |name: &str| names.iter().any(|one| one.eq_ignore_ascii_case(name));
    let pairs = [("w", "h"), ("width", "height"), ("bb_width", "bb_height")];
    if pairs.iter().any(|(w, h)| has(w) && has(h)) {
        Some("w and h")
    } else if [("x2", "y2"), ("xmax", "ymax"), ("right", "bottom")]
        .iter()
        .any(|(x, y)| has(x) && has(y))
    {
        Some("x2 and y2")
    } else {
        None
    }
}

/// First lines of a table, from which a person chooses the columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TablePreview {
    /// Names of the columns, or their numbers from 1 if they have no names.
    pub column_names: Vec<String>,
    pub rows: Vec<Vec<String>>,
    /// Roles (such as `x`) that are the name of exactly one column, with the index of the column.
    pub found_columns: ChosenColumns,
}

/// Columns by role (quantity such as `x`): the role, and the index of the column.
type ChosenColumns = Vec<(&'static str, usize)>;

/// Text of a table, split by one separator.
pub struct TextTable<'t> {
    pub text: &'t str,
    pub separator: Option<u8>,
    /// Whether a comma can be the decimal mark, as in `3,5`.
    pub has_decimal_comma: bool,
    /// Cells of the first line that is neither empty nor a comment.
    pub header: Vec<String>,
    /// Line number of `header` in the file, from 1.
    pub header_line: usize,
}

/// Lines that are neither empty nor comments (`#`), with their line numbers from 1.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let numbered = text.lines().enumerate().map(|(at, line)| (at + 1, line));
    numbered.filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty())
}

impl<'t> TextTable<'t> {
    fn with_separator(text: &'t str, separator: Option<u8>) -> Option<Self> {
        let (header_line, line) = lines(text).next()?;
        let header: Vec<String> =
            split_cells(line, separator).into_iter().map(|cell| cell.to_string()).collect();
        // A table with decimal points has no decimal commas.
        let has_point = |(_, line): (usize, &str)| {
            split_cells(line, separator)
                .iter()
                .any(|cell| cell.contains('.') && cell.parse::<f64>().is_ok())
        };
        let comma = separator != Some(b',') && !lines(text).take(MAX_HEAD_LINES).any(has_point);
        Some(Self { text, separator, has_decimal_comma: comma, header, header_line })
    }

    /// Opens a table with the separator by which its first lines have the most cells with numbers.
    pub fn open(text: &'t str) -> Result<Self, String> {
        let tables = SEPARATORS.iter().filter_map(|one| Self::with_separator(text, *one));
        let scored = tables.map(|table| {
            let sample = lines(text).take(MAX_HEAD_LINES);
            let numbers = sample.map(|(_, line)| {
                let cells = split_cells(line, table.separator);
                // A line of a single cell says nothing about the separator.
                let many = cells
                    .iter()
                    .filter(|cell| parse_number(cell, table.has_decimal_comma).is_some())
                    .count();
                if cells.len() > 1 { 2 * many + 1 } else { 0 }
            });
            (numbers.sum::<usize>(), table)
        });
        let best = scored.reduce(|best, one| if one.0 > best.0 { one } else { best });
        best.map(|(_, table)| table).ok_or_else(|| "there is no table in it.".into())
    }

    /// Index of the only column with this name; `None` for no or several such columns.
    pub fn column_named(&self, name: &str) -> Option<usize> {
        let mut found = (0..self.header.len()).filter(|at| self.header[*at] == name);
        found.next().filter(|_| found.next().is_none())
    }

    /// First line below the names (0 if columns are chosen by number), and the chosen columns.
    fn choose_columns(&self, choice: &[ColumnChoice]) -> Result<(usize, ChosenColumns), String> {
        let is_number = |name: &str| name.parse::<usize>().is_ok_and(|at| at > 0);
        let head = lines(self.text)
            .take(MAX_HEAD_LINES)
            .map(|(line, text)| (line, split_cells(text, self.separator)));
        let at = |cells: &[Cow<str>], name: &str| {
            let same = |cell: &&Cow<str>| cell.eq_ignore_ascii_case(name);
            match cells.iter().filter(same).count() {
                0 => None,
                count => Some((cells.iter().position(|cell| same(&cell)).unwrap_or(0), count)),
            }
        };
        let named: Vec<&ColumnChoice> =
            choice.iter().filter(|(_, name)| !is_number(name)).collect();
        let mut names_line = None;
        for (line, cells) in head {
            if named.iter().all(|(_, name)| at(&cells, name).is_some()) {
                names_line = Some((line, cells));
                break;
            }
        }
        let (line, names) = names_line.ok_or_else(|| {
            let missing = named
                .iter()
                .find(|(_, name)| !self.header.iter().any(|one| one.eq_ignore_ascii_case(name)));
            let name = missing.or(named.first()).map_or("", |(_, name)| name);
            format!("there is no column {}. {}", quote(name), list_names(&self.header))
        })?;
        let mut columns = Vec::new();
        for (role, name) in choice {
            let role = COLUMN_ROLES.into_iter().find(|known| known == role).unwrap_or("frame");
            let column = match at(&names, name).filter(|_| !is_number(name)) {
                Some((_, count)) if count > 1 => return Err(repeated_name_error(name, &names)),
                Some((column, _)) => column,
                None => name.parse::<usize>().unwrap_or(1) - 1,
            };
            columns.push((role, column));
        }
        let begins = if named.is_empty() { 0 } else { line + 1 };
        Ok((begins, columns))
    }

    /// Error message for a table without a declared format, which says how to choose the columns.
    fn ask_for_columns(&self) -> String {
        let names = &self.header;
        let numbers = names
            .iter()
            .filter(|name| parse_number(name, self.has_decimal_comma).is_some())
            .count();
        let advice = advice_for_table(names.first().map_or("", String::as_str), names);
        if names.len() < 2 {
            return format!(
                "there is no table in it: frame or time, id, x and y are wanted. {advice}"
            );
        }
        if numbers > 1 {
            return format!(
                "line {}: there are no names above the {} columns: say which is which by number, as in --columns \
                 frame=1,id=2,x=3,y=4 for TrajNet's, frame=1,id=2,x=3,y=5 for ETH's, time=1,id=3,x=4,y=5 for \
                 ToxTrac's.",
                self.header_line,
                names.len()
            );
        }
        for role in ["frame", "time", "id", "x", "y"] {
            let same = |name: &&String| *name == role;
            if names.iter().filter(same).count() > 1 {
                let cells: Vec<Cow<str>> = names.iter().map(|name| name.as_str().into()).collect();
                return repeated_name_error(role, &cells);
            }
        }
        let found: Vec<String> =
            self.exact_roles().iter().map(|(role, at)| format!("{role}={}", at + 1)).collect();
        let example = if found.len() > 2 { found.join(",") } else { "frame=1,id=2,x=3,y=4".into() };
        let boxed = box_columns(names).map_or(String::new(), |pair| {
            format!("x and y may be a corner of a box: choose {pair}, too, and its middle is the place. ")
        });
        format!(
            "its columns have no declared format. {} {}{boxed}Say which is which by number or name, as in --columns \
             {example}.",
            list_names(names),
            advice
        )
    }

    /// Roles (such as `x`) that are the name of exactly one column, with the index of the column.
    fn exact_roles(&self) -> ChosenColumns {
        let boxed = box_columns(&self.header).is_some();
        COLUMN_ROLES
            .into_iter()
            .filter(|role| boxed || !["x2", "y2", "w", "h"].contains(role))
            .filter_map(|role| Some((role, self.column_named(role)?)))
            .collect()
    }

    /// Reads rows as numbers. Rows with another number of cells, or with text instead of a number,
    /// are counted and left out; it is an error if they are at least half of all.
    fn parse_rows(&self, layout: &TableLayout) -> Result<TableRows, String> {
        let mut reader = RowReader::new(self, layout);
        for (line, text) in lines(self.text).skip_while(|(line, _)| *line < layout.first_row_line) {
            reader.read_row(line, text);
        }
        reader.finish()
    }

    /// Reads a table that has one row per animal and frame. `own`: id if no column has it.
    pub fn read_rows(&self, layout: &TableLayout, own: u32) -> Result<Contents, String> {
        let TableRows { columns, time_cells, lines, groups, unread_note } =
            self.parse_rows(layout)?;
        let roles = layout.columns.iter().map(|(role, _)| *role);
        let mut columns: BTreeMap<&'static str, Vec<f64>> = roles.zip(columns).collect();
        center_boxes(&mut columns);
        let contents = points_of_columns(&columns, &time_cells, own, &lines)?;
        Ok(Contents {
            notes: contents.notes.into_iter().chain(unread_note).collect(),
            groups,
            ..contents
        })
    }

    /// Reads a table that has one row per frame with the positions of all animals: pairs of columns
    /// from the index `first` on. Without a column `frame`, lines are numbered.
    pub fn read_wide_rows(&self, layout: &TableLayout, first: usize) -> Result<Contents, String> {
        let places = (first..self.header.len()).map(|at| ("x", at));
        let all = layout.columns.iter().copied().chain(places).collect();
        let TableRows { mut columns, time_cells, lines, unread_note, .. } =
            self.parse_rows(&TableLayout { columns: all, ..layout.clone() })?;
        let mut places = columns.split_off(layout.columns.len()).into_iter();
        let has_frame = layout.columns.iter().position(|(role, _)| *role == "frame");
        let counted =
            || lines.iter().map(|line| f64::from(*line) - layout.first_row_line as f64).collect();
        let frame = has_frame.map_or_else(counted, |at| columns.swap_remove(at));
        let mut contents = Contents::default();
        let mut animal = BTreeMap::from([("frame", frame)]);
        for own in 1.. {
            let (Some(x), Some(y)) = (places.next(), places.next()) else { break };
            animal.extend([("x", x), ("y", y)]);
            let one = points_of_columns(&animal, &time_cells, own, &lines)?;
            contents.points.extend(one.points);
            contents.fps = contents.fps.or(one.fps);
            contents.no_rate = contents.no_rate.or(one.no_rate);
        }
        Ok(Contents { notes: unread_note.into_iter().collect(), ..contents })
    }
}

/// Error message about a column name that several columns have.
fn repeated_name_error(name: &str, cells: &[Cow<str>]) -> String {
    let at: Vec<String> = (0..cells.len())
        .filter(|at| cells[*at].eq_ignore_ascii_case(name))
        .map(|at| (at + 1).to_string())
        .collect();
    format!(
        "there are several columns {}: say by number which one counts ({}), as in --columns {name}={}.",
        quote(name),
        at.join(" or "),
        at[0]
    )
}

/// Replaces x and y, the corner of a box, by the middle, if the table has boxes.
fn center_boxes(columns: &mut BTreeMap<&'static str, Vec<f64>>) {
    for (axis, corner, size) in [("x", "x2", "w"), ("y", "y2", "h")] {
        let (corner, size) = (columns.remove(corner), columns.remove(size));
        let Some(places) = columns.get_mut(axis) else { continue };
        for (row, place) in places.iter_mut().enumerate() {
            if let Some(corner) = &corner {
                *place = 0.5 * (*place + corner[row]);
            } else if let Some(size) = &size {
                *place += 0.5 * size[row];
            }
        }
    }
}

/// Reads a table by its declared format, or by the columns that a person chose. `own`: id of the
/// animal if no column has it.
pub fn read_table(text: &str, own: u32, choice: &[ColumnChoice]) -> Result<Contents, String> {
    let is_wide = choice.iter().any(|(role, _)| role == WIDE_CHOICE);
    if choice.is_empty() || is_wide {
        for separator in SEPARATORS {
            let Some(table) = TextTable::with_separator(text, separator) else { break };
            for (name, read) in FORMATS {
                if let Some(contents) = read(&table, own, is_wide) {
                    return Ok(Contents { format: name.into(), ..contents? });
                }
            }
        }
        let why = TextTable::open(text)?.ask_for_columns();
        return Err(if is_wide {
            "--columns wide needs columns x1,y1,x2,y2 and so on.".into()
        } else {
            why
        });
    }
    // If columns are chosen by name, the table has the separator by which all names are found.
    let chosen = |table: TextTable<'_>| table.choose_columns(choice).ok().map(|_| table.separator);
    let is_named = choice.iter().any(|(_, name)| name.parse::<usize>().is_err());
    let by_name =
        || SEPARATORS.iter().find_map(|one| chosen(TextTable::with_separator(text, *one)?));
    let table = match is_named.then(by_name).flatten() {
        Some(separator) => {
            TextTable::with_separator(text, separator).ok_or("there is no table in it.")?
        }
        None => TextTable::open(text)?,
    };
    let (begins, columns) = table.choose_columns(choice)?;
    let has = |role: &str| columns.iter().any(|(one, _)| *one == role);
    let is_time = |role: &&str| seconds_per_unit(role).is_some();
    if !has("x") || !has("y") || !(has("frame") || columns.iter().any(|(role, _)| is_time(role))) {
        return Err(format!(
            "--columns needs frame or time, x and y (and id where there are several animals). {}",
            list_names(&table.header)
        ));
    }
    let is_boxed = ["x2", "y2", "w", "h"].iter().any(|role| has(role));
    let note = box_columns(&table.header).filter(|_| !is_boxed).map(|pair| {
        format!("The table has boxes: x and y count as they are; with {pair} chosen, the middle of the box would.")
    });
    let mut contents = table.read_rows(
        &TableLayout { columns, first_row_line: begins, ..TableLayout::default() },
        own,
    )?;
    contents.notes.extend(note);
    Ok(contents)
}

/// Reads the names of the columns and the first lines of a table.
pub fn preview_table(text: &str) -> Result<TablePreview, String> {
    const PREVIEW_ROWS: usize = 5;
    let table = TextTable::open(text)?;
    let is_bare = table
        .header
        .iter()
        .filter(|name| parse_number(name, table.has_decimal_comma).is_some())
        .count()
        > 1;
    let numbered = |(at, name): (usize, &String)| match is_bare || name.is_empty() {
        true => (at + 1).to_string(),
        false => name.clone(),
    };
    let names = table.header.iter().enumerate().map(numbered).collect();
    let shown = lines(text).skip(usize::from(!is_bare)).take(PREVIEW_ROWS);
    let rows = shown.map(|(_, line)| {
        split_cells(line, table.separator).into_iter().map(Cow::into_owned).collect()
    });
    Ok(TablePreview {
        column_names: names,
        rows: rows.collect(),
        found_columns: table.exact_roles(),
    })
}

/// Largest frame number; 64-bit floating-point numbers are not exact for much larger ones.
const LARGEST_FRAME: f64 = 9e15;

/// Columns of a table that has one point per row.
struct PointColumns<'c> {
    frame: Option<&'c [f64]>,
    id: Option<&'c [f64]>,
    place: [&'c [f64]; 2],
    velocity: Option<[&'c [f64]; 2]>,
    heading: Option<&'c [f64]>,
    group: Option<&'c [f64]>,
    role: Option<&'c [f64]>,
    /// Column of TRex: 1 if the animal was not detected.
    missing: Option<&'c [f64]>,
}

impl<'c> PointColumns<'c> {
    fn new(columns: &'c BTreeMap<&'static str, Vec<f64>>) -> Result<Self, String> {
        let column = |name: &str| columns.get(name).map(Vec::as_slice);
        let need = |name: &str| column(name).ok_or_else(|| format!("there is no column {name}."));
        Ok(Self {
            frame: column("frame"),
            id: column("id"),
            place: [need("x")?, need("y")?],
            velocity: column("vx").zip(column("vy")).map(|(x, y)| [x, y]),
            heading: column("heading"),
            group: column("group"),
            role: column("role"),
            missing: column("missing"),
        })
    }

    fn rows(&self) -> Range<usize> {
        0..self.place[0].len().min(self.place[1].len())
    }

    /// Point of a row; `None` if the animal was not detected. `own`: id if no column has it. An
    /// error continues a sentence whose subject is the row.
    fn point(&self, row: usize, own: u32, line: Option<u32>) -> Result<Option<Point>, String> {
        let number = |column: Option<&[f64]>| column.map_or(0.0, |values| values[row]);
        let place = self.place.map(|values| values[row]);
        let id = self.id.map_or(f64::from(own), |ids| ids[row]);
        // TRex also writes infinite coordinates if it has not detected the animal.
        let is_seen = place.iter().all(|part| part.is_finite()) && !id.is_nan();
        if !is_seen || number(self.missing) > 0.0 {
            return Ok(None);
        }
        let frame = number(self.frame);
        if frame.fract() != 0.0 || frame.abs() >= LARGEST_FRAME {
            return Err(format!(" has the frame {frame}."));
        }
        if id.fract() != 0.0 || !(0.0..=f64::from(u32::MAX)).contains(&id) {
            return Err(format!(" has the id {id}."));
        }
        let velocity = self.velocity.map(|way| way.map(|part| part[row]));
        let heading = self.heading.map(|headings| headings[row]);
        Ok(Some(Point {
            frame: frame as i64,
            id: id as u32,
            group: number(self.group).min(255.0) as u8,
            role: number(self.role).min(255.0) as u8,
            place,
            velocity: velocity.filter(|way| way.iter().all(|part| part.is_finite())),
            heading: heading.filter(|heading| heading.is_finite()),
            line: line.unwrap_or(0),
        }))
    }
}

/// Makes points of columns: `frame` or times, `x`, `y`, and any others of [`COLUMN_ROLES`].
/// `default_id`: id without a column `id`. `lines`: line number of each row, or empty.
pub fn points_of_columns(
    columns: &BTreeMap<&'static str, Vec<f64>>,
    time_cells: &times::TimeCells,
    default_id: u32,
    lines: &[u32],
) -> Result<Contents, String> {
    let columns = PointColumns::new(columns)?;
    let has_frames = columns.frame.is_some();
    if !has_frames && time_cells.is_empty() {
        return Err("there is no column frame, and none for the time.".into());
    }
    let mut contents = Contents::default();
    let mut seconds = Vec::new();
    for row in columns.rows() {
        let line = lines.get(row).copied();
        let place = || line.map_or(format!("row {}", row + 1), |line| format!("line {line}"));
        let time = time_cells.seconds_of_row(row);
        if let Some(point) = columns.point(row, default_id, line).map_err(|why| place() + &why)? {
            if !has_frames && !time.is_finite() {
                return Err(format!("{} has no time.", place()));
            }
            seconds.push(time);
            contents.points.push(point);
        }
    }
    if !has_frames {
        times::refuse_falling(&contents.points, &seconds, time_cells.is_clock())?;
        (contents.seconds, contents.time_resolution) = (seconds, time_cells.last_digit());
    } else if !time_cells.is_empty() {
        match times::rate_of_points(&contents.points, &seconds, time_cells.last_digit()) {
            Ok(fps) => contents.fps = fps,
            Err(why) => contents.no_rate = Some(why),
        }
    }
    Ok(contents)
}
