//! Tables with a name above each column: long ones, and those of idtracker.ai and TRex.

use super::{Contents, Point};
use flockwright::engine::agents::Role;
use flockwright::engine::scenery::Space;
use flockwright::rules::quote::quote;
use std::collections::BTreeMap;

/// A column by its name; NaN where a cell is empty or no number.
pub struct Column {
    pub name: String,
    pub values: Vec<f64>,
}

/// Which column is which, where it is given: ours, and the name in the file or the number from 1.
pub type Choice = (String, String);

/// What a table is read for: our name of a column, and what programs call it, the surest first, in
/// small letters and digits alone.
const NAMES: [(&str, &[&str]); 10] = [
    (
        "frame",
        &[
            "frame",
            "frames",
            "frameid",
            "frameidx",
            "frameindex",
            "framenumber",
            "frameno",
            "tick",
            "ticks",
            "step",
            "image",
            "imagenumber",
            "slice",
            "slicen",
        ],
    ),
    (
        "time",
        &["time", "times", "timestamp", "seconds", "sec", "timesec", "positiont", "t", "trialtime"],
    ),
    (
        "id",
        &[
            "trackid",
            "id",
            "track",
            "trackn",
            "particle",
            "particleid",
            "agentid",
            "agent",
            "individual",
            "individualid",
            "animalid",
            "animal",
            "identity",
            "objectid",
            "object",
            "uid",
            "ped",
            "pedid",
            "pedestrian",
            "pedestrianid",
            "person",
            "personid",
            "unit",
            "trajectory",
            "trajectoryid",
            "trajid",
            "tag",
            "tagid",
            "ant",
            "bird",
            "fish",
            "who",
            "name",
        ],
    ),
    (
        "x",
        &[
            "x",
            "xpos",
            "posx",
            "positionx",
            "xposition",
            "centroidx",
            "xcentroid",
            "cx",
            "xcoord",
            "xcor",
            "xcenter",
            "xbody",
        ],
    ),
    (
        "y",
        &[
            "y",
            "ypos",
            "posy",
            "positiony",
            "yposition",
            "centroidy",
            "ycentroid",
            "cy",
            "ycoord",
            "ycor",
            "ycenter",
            "ybody",
        ],
    ),
    ("vx", &["vx", "velocityx", "xvelocity", "velx"]),
    ("vy", &["vy", "velocityy", "yvelocity", "vely"]),
    ("heading", &["heading"]),
    ("group", &["group"]),
    ("role", &["role"]),
];

/// Rows above the columns, of which one has their names: titles, units, names for people.
const MOST_HEAD: usize = 8;

/// The names that can be said in `--columns`.
pub fn roles() -> String {
    NAMES.map(|(name, _)| name).join(", ")
}

/// Reads `id=ant,x=px`: ours, and what the file calls it.
///
/// # Errors
/// One sentence on what is no such pair.
pub fn read_choice(text: &str) -> Result<Vec<Choice>, String> {
    let pair = |part: &str| {
        let pair = part.split_once('=').map(|(role, name)| (role.trim(), name.trim()));
        let known = pair.filter(|(role, name)| {
            !name.is_empty() && NAMES.iter().any(|(known, _)| known == role)
        });
        known.map(|(role, name)| (role.to_string(), name.to_string())).ok_or_else(|| {
            format!(
                "{} chooses no column: say one of {} = its name in the file.",
                quote(part),
                roles()
            )
        })
    };
    text.split(',').filter(|part| !part.trim().is_empty()).map(pair).collect()
}

/// A name without its unit and without what programs write differently.
fn plain(name: &str) -> String {
    let name = name.split(['(', '[', '/']).next().unwrap_or_default();
    name.to_lowercase().chars().filter(|c| c.is_ascii_alphanumeric() || *c == '#').collect()
}

/// The unit in `x (cm)`, `x [cm]` or `x/cm`, or in `(micron)`.
fn unit_in(name: &str) -> Option<String> {
    let (_, rest) = name.split_once(['(', '[', '/'])?;
    let unit = rest.trim_end_matches([')', ']', ' ']).trim().to_lowercase();
    match unit.as_str() {
        "cm" | "mm" | "m" | "km" | "px" | "µm" => Some(unit),
        "pixel" | "pixels" => Some("px".into()),
        "micron" | "microns" | "um" | "μm" => Some("µm".into()),
        _ => None,
    }
}

/// A line of cells with its number, from 1.
pub struct Row<'t> {
    pub number: usize,
    pub cells: Vec<std::borrow::Cow<'t, str>>,
}

/// The separator of a table: a sign that most of its first lines have, or white space (`None`).
pub fn separator(text: &str) -> Option<u8> {
    const LOOKED_AT: usize = 20;
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let lines: Vec<&str> = lines.take(LOOKED_AT).collect();
    let most_have = |sign: u8| {
        let having = lines.iter().filter(|line| line.bytes().any(|byte| byte == sign)).count();
        having > 0 && 2 * having >= lines.len()
    };
    // A comma may be within numbers where another sign or white space stands between them.
    let is_row = |line: &&&str| {
        let mut cells = line.split_whitespace();
        cells.clone().count() > 2 && cells.all(|cell| number(cell, None).is_some())
    };
    let rows = lines.iter().filter(is_row).count();
    [b';', b'\t']
        .into_iter()
        .find(|sign| most_have(*sign))
        .or_else(|| (most_have(b',') && (rows == 0 || 2 * rows < lines.len())).then_some(b','))
}

/// The cells of a line.
pub fn cells(line: &str, separator: Option<u8>) -> Vec<std::borrow::Cow<'_, str>> {
    let Some(separator) = separator else {
        return line.split_whitespace().map(Into::into).collect();
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
    // A line of text is one record.
    let _ = reader.read_record(&mut record);
    record.iter().map(|cell| cell.trim().to_string().into()).collect()
}

/// A number; `3,5` is one where commas do not separate.
pub fn number(cell: &str, separator: Option<u8>) -> Option<f64> {
    let decimal = || {
        let (whole, part) = cell.split_once(',')?;
        format!("{whole}.{part}").parse().ok()
    };
    let comma = separator != Some(b',');
    cell.parse().ok().or_else(|| if comma { decimal() } else { None })
}

/// What stands where a number is missing.
fn is_empty(cell: &str) -> bool {
    ["", "nan", "na", "n/a", "none", "null", "-"].contains(&cell.to_lowercase().as_str())
}

/// Which column of a header is which: by our names, the number of the column.
fn find_columns(names: &[String], choice: &[Choice]) -> Result<Vec<(&'static str, usize)>, String> {
    let plain: Vec<String> = names.iter().map(|name| plain(name)).collect();
    let mut found = Vec::new();
    // NetLogo's headings are degrees, the world's are not.
    let netlogo = plain.iter().any(|name| name == "xcor");
    for (role, known) in NAMES.into_iter().filter(|(role, _)| !netlogo || *role != "heading") {
        let chosen = choice.iter().find(|(of, _)| of == role);
        let at = match chosen {
            Some((_, name)) => {
                let by_name = names.iter().position(|one| one.eq_ignore_ascii_case(name));
                let by_number = || name.parse::<usize>().ok()?.checked_sub(1);
                let at = by_name.or_else(by_number).filter(|at| *at < names.len());
                Some(at.ok_or_else(|| {
                    format!("there is no column {}; {}.", quote(name), listed(names))
                })?)
            }
            None => known.iter().find_map(|known| plain.iter().position(|name| name == known)),
        };
        found.extend(at.map(|at| (role, at)));
    }
    Ok(found)
}

/// The columns that there are, for messages.
fn listed(names: &[String]) -> String {
    const MAX_LISTED: usize = 12;
    let shown: Vec<String> = names.iter().take(MAX_LISTED).map(|name| quote(name)).collect();
    let more = if names.len() > MAX_LISTED {
        format!(" and {} more", names.len() - MAX_LISTED)
    } else {
        String::new()
    };
    format!("the columns are {}{more}", shown.join(", "))
}

/// What to choose in a program whose table has these columns, where one line of ours cannot read it.
fn known_program(first: &Row, names: &[String]) -> &'static str {
    let has = |part: &str| names.iter().any(|name| name.to_lowercase().contains(part));
    if first.cells.first().is_some_and(|cell| cell == "scorer") {
        "It is a table of DeepLabCut, with a column for each part of a body: save one part as a long \
         table of frame, id, x and y, in Python by df.stack(\"individuals\")."
    } else if has("instance.score") || has("frame_idx") {
        "It is a table of SLEAP: say which part of a body is the place, as in --columns \
         x=thorax.x,y=thorax.y."
    } else if has("spot_source_id") || has("track_duration") || has("number_spots") {
        "It is TrackMate's table of edges or tracks: in its last panel choose \"Spots\" and export that \
         table, or run the action \"Export tracks to XML file\"."
    } else {
        ""
    }
}

/// What to save instead of a table that no choice of columns makes readable.
fn unreadable(first: &Row, names: &[String]) -> Option<&'static str> {
    if names.iter().any(|name| name.replace('_', "-").starts_with("location-long")) {
        return Some(
            "it is a table of Movebank, in degrees and dates: save x and y in meters, and the time in seconds.",
        );
    }
    first.cells.first().filter(|cell| cell.starts_with("BehaviorSpace results")).map(|_| {
        "it is a table of NetLogo's BehaviorSpace, without turtles: save ticks, who, xcor and ycor of each \
         turtle instead, by file-print."
    })
}

/// The first lines of a table, for who chooses its columns: its names, some rows, and which columns
/// were found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Preview {
    /// Names of all columns, or their numbers where there are none.
    pub names: Vec<String>,
    /// The first rows.
    pub rows: Vec<Vec<String>>,
    /// Our names, and the columns that were found for them.
    pub found: Vec<(&'static str, usize)>,
}

/// What the head of a table says.
struct Head {
    names: Vec<String>,
    found: Vec<(&'static str, usize)>,
    /// Rows to skip: those of the head.
    rows: usize,
    unit: Option<String>,
}

fn head(rows: &[Row], separator: Option<u8>, choice: &[Choice]) -> Result<Head, String> {
    let first = rows.first().ok_or("there is no table in it.")?;
    let is_number = |cell: &str| number(cell, separator).is_some();
    let texts = |row: &Row| row.cells.iter().map(|cell| cell.to_string()).collect::<Vec<_>>();
    if first.cells.iter().all(|cell| is_number(cell)) {
        if choice.is_empty() {
            return Err(format!(
                "line {}: there are no names above the columns: say which is which, as in --columns \
                 frame=1,id=2,x=3,y=4 for those of ETH and TrajNet, time=1,id=3,x=4,y=5 for ToxTrac's.",
                first.number
            ));
        }
        let names: Vec<String> = (1..=first.cells.len()).map(|at| at.to_string()).collect();
        let found = find_columns(&names, choice)?;
        return Ok(Head { names, found, rows: 0, unit: None });
    }
    // A title may stand above the names.
    let is_head = |row: &Row| {
        let names: Vec<String> = texts(row).iter().map(|name| plain(name)).collect();
        let has =
            |of: &str| names.iter().any(|name| name == of || name.starts_with(&format!("{of}#")));
        let known = |role: &str| {
            let (_, known) = NAMES.iter().find(|(name, _)| *name == role)?;
            names.iter().position(|name| known.contains(&name.as_str()))
        };
        known("x").is_some() || has("x") || has("x1")
    };
    let at = rows.iter().take(MOST_HEAD).position(is_head).unwrap_or(0);
    let names = texts(&rows[at]);
    let found = find_columns(&names, choice)?;
    let x = found.iter().find(|(role, _)| *role == "x").map(|(_, at)| *at);
    let mut unit = x.and_then(|x| unit_in(&names[x]));
    // Below it, names for people and units may stand.
    let mut end = at + 1;
    while let (Some(x), Some(row)) = (x, rows.get(end)) {
        let cell = row.cells.get(x).map_or("", |cell| cell);
        if end > at + 3 || row.cells.len() != names.len() || is_number(cell) || is_empty(cell) {
            break;
        }
        // One cell that is no number is a mistake; all of them are names.
        if row.cells.iter().any(|cell| is_number(cell)) {
            break;
        }
        unit = unit_in(cell).or_else(|| unit_in(&format!("({cell}"))).or(unit);
        end += 1;
    }
    Ok(Head { names, found, rows: end, unit })
}

/// The first lines of a table.
///
/// # Errors
/// One sentence where there is none.
pub fn preview(text: &str, choice: &[Choice]) -> Result<Preview, String> {
    const PREVIEW_ROWS: usize = 5;
    let separator = separator(text);
    let rows: Vec<Row> = rows(text, separator).take(MOST_HEAD + PREVIEW_ROWS).collect();
    let first = rows.first().ok_or("there is no table in it.")?;
    let bare: Vec<Choice> = match choice {
        // Numbers without names above them.
        [] => vec![("x".to_string(), first.cells.len().to_string())],
        choice => choice.to_vec(),
    };
    let head = head(&rows, separator, choice).or_else(|_| head(&rows, separator, &bare))?;
    let shown = rows.iter().skip(head.rows).take(PREVIEW_ROWS);
    let rows = shown.map(|row| row.cells.iter().map(|cell| cell.to_string()).collect()).collect();
    let found = if head.rows == 0 && choice.is_empty() { Vec::new() } else { head.found };
    Ok(Preview { names: head.names, rows, found })
}

/// The rows of a table, without its comments.
fn rows(text: &str, separator: Option<u8>) -> impl Iterator<Item = Row<'_>> {
    // EthoVision says how many lines stand above the data: the last two of them are names and units.
    let head = text.lines().next().unwrap_or_default();
    let said = head.trim_start_matches('"').starts_with("Number of header lines");
    let many = || cells(head, separator).get(1)?.parse::<usize>().ok()?.checked_sub(2);
    let above = Some(()).filter(|()| said).and_then(|()| many()).unwrap_or(0);
    let lines = text.lines().enumerate().skip(above);
    let full = lines.filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty());
    full.map(move |(at, line)| Row { number: at + 1, cells: cells(line, separator) })
}

/// Reads a table.
pub fn read(text: &str, own: u32, choice: &[Choice]) -> Result<Contents, String> {
    let mut said = Contents::default();
    let (mut width, mut height, mut torus) = (None, None, false);
    for comment in text.lines().filter_map(|line| line.strip_prefix('#')) {
        let (key, value) = comment.trim().split_once(' ').unwrap_or((comment.trim(), ""));
        let value = value.trim();
        match key.trim_end_matches(':') {
            "fps" => said.fps = value.parse().ok(),
            "unit" => said.unit = Some(value.to_string()),
            "length" => said.length = value.parse().ok(),
            "width" => width = value.parse().ok(),
            "height" => height = value.parse().ok(),
            "toroidal" => torus = value == "on",
            "link" => said.link = value.to_string(),
            _ => {}
        }
    }
    let separator = separator(text);
    let first: Vec<Row> = rows(text, separator).take(MOST_HEAD + 4).collect();
    let head = head(&first, separator, choice)?;
    let names = &head.names;
    // What is needed has our name; the rest, its own, or none where that is one of ours: a spot's id
    // beside that of its track.
    let named = |at: usize| match head.found.iter().find(|(_, of)| *of == at) {
        Some((role, _)) => (*role).to_string(),
        None if NAMES.iter().any(|(role, _)| role.eq_ignore_ascii_case(&names[at])) => {
            String::new()
        }
        None => names[at].clone(),
    };
    let mut columns: Vec<Column> =
        (0..names.len()).map(|at| Column { name: named(at), values: Vec::new() }).collect();
    let needed: Vec<bool> = columns.iter().map(|column| is_needed(&column.name)).collect();
    let of = |role: &str| head.found.iter().find(|(of, _)| *of == role).map(|(_, at)| *at);
    let (id_column, group_column, role_column) = (of("id"), of("group"), of("role"));
    let (mut groups, mut ids) = (Names::default(), Names::default());
    let mut lines = Vec::new();
    if let Some(why) = first.first().and_then(|row| unreadable(row, names)) {
        return Err(why.into());
    }
    for Row { number: line, cells } in rows(text, separator).skip(head.rows) {
        if cells.len() != names.len() {
            return Err(format!(
                "line {line} has {} cells instead of {}: it is torn, or of another table.",
                cells.len(),
                names.len()
            ));
        }
        lines.push(line as u32);
        for (at, (column, cell)) in columns.iter_mut().zip(&cells).enumerate() {
            let value = if Some(at) == group_column {
                groups.number(cell) as f64
            } else if Some(at) == role_column {
                Role::ALL.into_iter().position(|role| role.key() == *cell).unwrap_or(0) as f64
            } else if Some(at) == id_column {
                ids.all_numbers &= is_empty(cell) || cell.parse::<f64>().is_ok();
                if is_empty(cell) { f64::NAN } else { ids.number(cell) as f64 }
            } else {
                match number(cell, separator) {
                    Some(value) => value,
                    // Columns whose numbers are not needed may have texts.
                    None if is_empty(cell) || !needed[at] => f64::NAN,
                    None => {
                        let (cell, name) = (quote(cell), quote(&names[at]));
                        return Err(format!("line {line}: {cell} under {name} is no number."));
                    }
                }
            };
            column.values.push(value);
        }
    }
    if let Some(at) = id_column.filter(|_| ids.all_numbers) {
        let numbers: Vec<f64> =
            ids.texts.iter().map(|text| text.parse().unwrap_or(f64::NAN)).collect();
        for value in &mut columns[at].values {
            *value = if value.is_nan() { f64::NAN } else { numbers[*value as usize] };
        }
    }
    let hint = |why: String| {
        let program = first.first().map_or("", |row| known_program(row, names));
        match why.contains("no column") {
            true if program.is_empty() => format!(
                "{} {}. Say which is which, as in --columns id=NAME,x=NAME,y=NAME.",
                why,
                sentence(&listed(names))
            ),
            true => format!("{why} {program}"),
            false => why,
        }
    };
    let mut contents = if find(&columns, "id").is_some() {
        long(&columns, &lines)
    } else if find(&columns, "x1").is_some() {
        wide(&columns)
    } else {
        trex(&columns, own).and_then(|contents| {
            let mut frames: Vec<i64> = contents.points.iter().map(|point| point.frame).collect();
            frames.sort_unstable();
            match frames.windows(2).find(|two| two[0] == two[1]) {
                None => Ok(contents),
                Some(two) => {
                    let frame = two[0];
                    Err(format!("a unit stands twice in frame {frame}, and there is no column id."))
                }
            }
        })
    }
    .map_err(hint)?;
    // Rows without a place have no point.
    if group_column.is_some() || role_column.is_some() {
        let of_row = |column: Option<usize>, row: usize| {
            column.map_or(0, |at| columns[at].values[row].min(255.0) as u8)
        };
        for point in &mut contents.points {
            let Ok(row) = lines.binary_search(&point.line) else { continue };
            point.group = of_row(group_column, row);
            point.role = of_row(role_column, row);
        }
    }
    contents.groups = groups.texts;
    contents.fps = said.fps.or(contents.fps);
    contents.unit = said.unit.or(head.unit).or(contents.unit);
    (contents.length, contents.link) = (said.length, said.link);
    if let (Some(width), Some(height)) = (width, height) {
        contents.space = Some(Space { width, height, torus });
    }
    Ok(contents)
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// Different texts, numbered in the order in which they come.
struct Names {
    texts: Vec<String>,
    numbers: BTreeMap<String, usize>,
    all_numbers: bool,
}

impl Default for Names {
    fn default() -> Self {
        Self { texts: Vec::new(), numbers: BTreeMap::new(), all_numbers: true }
    }
}

impl Names {
    fn number(&mut self, text: &str) -> usize {
        if let Some(known) = self.numbers.get(text) {
            return *known;
        }
        self.numbers.insert(text.to_string(), self.texts.len());
        self.texts.push(text.to_string());
        self.texts.len() - 1
    }
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

/// A frame number.
fn frame(value: f64) -> Option<i64> {
    let whole = value.is_finite() && value.fract() == 0.0 && value.abs() < 9e15;
    whole.then_some(value as i64)
}

fn frame_in(values: &[f64], row: usize) -> Result<i64, String> {
    frame(values[row]).ok_or_else(|| format!("row {} has the frame {}.", row + 1, values[row]))
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

/// A row per unit and frame: `frame` or `time`, `id`, `x`, `y`, and what else there is of our columns.
/// `lines`: where each row stands, if that is known.
pub fn long(columns: &[Column], lines: &[u32]) -> Result<Contents, String> {
    let column = |name: &str| find(columns, name);
    let need = |name: &str| column(name).ok_or_else(|| format!("there is no column {name}."));
    let (ids, x, y) = (need("id")?, need("x")?, need("y")?);
    let (frames, fps) = frames(columns)?;
    let both = |a: &str, b: &str| column(a).zip(column(b));
    let (ways, headings) = (both("vx", "vy"), column("heading"));
    let (groups, roles) = (column("group"), column("role"));
    let byte = |values: Option<&[f64]>, row: usize| values.map_or(0, |values| values[row] as u8);
    let place = |row: usize| match lines.get(row) {
        Some(line) => format!("line {line}"),
        None => format!("row {}", row + 1),
    };
    let mut contents = Contents { fps, ..Contents::default() };
    for row in 0..ids.len() {
        let id = ids[row];
        // Spots of TrackMate that are in no track have no id.
        if !(x[row].is_finite() && y[row].is_finite()) || id.is_nan() {
            continue;
        }
        if !(id.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&id)) {
            return Err(format!("{} has the id {id}.", place(row)));
        }
        let velocity = ways.map(|(vx, vy)| [vx[row], vy[row]]);
        let frame = frame(frames[row])
            .ok_or_else(|| format!("{} has the frame {}.", place(row), frames[row]))?;
        contents.points.push(Point {
            velocity: velocity.filter(|way| way.iter().all(|part| part.is_finite())),
            heading: headings.map(|heading| heading[row]).filter(|heading| heading.is_finite()),
            group: byte(groups, row),
            role: byte(roles, row),
            line: lines.get(row).copied().unwrap_or(0),
            ..bare(frame, id as u32, [x[row], y[row]])
        });
    }
    Ok(contents)
}

/// The frame of each row, and how many there are per second if the table says it.
fn frames(columns: &[Column]) -> Result<(Vec<f64>, Option<f64>), String> {
    match (find(columns, "frame"), find(columns, "time")) {
        (Some(frames), times) => Ok((frames.to_vec(), times.and_then(|times| rate(frames, times)))),
        (None, Some(times)) => frames_of(times),
        (None, None) => Err("there is no column frame, and none for the time.".into()),
    }
}

/// Frame numbers of times in seconds, and how many there are per second: by the shortest step between
/// two times, of which all others are multiples.
fn frames_of(times: &[f64]) -> Result<(Vec<f64>, Option<f64>), String> {
    let mut sorted: Vec<f64> = times.iter().copied().filter(|time| time.is_finite()).collect();
    sorted.sort_by(f64::total_cmp);
    sorted.dedup();
    let Some(first) = sorted.first().copied() else { return Ok((times.to_vec(), None)) };
    let steps = sorted.windows(2).map(|two| two[1] - two[0]);
    let shortest = steps.clone().fold(f64::INFINITY, f64::min);
    if !shortest.is_finite() {
        return Ok((times.iter().map(|_| 0.0).collect(), None));
    }
    // Times are rounded: the mean step is surer than the shortest.
    let (mut sum, mut count) = (0.0, 0.0);
    for step in steps {
        let many = (step / shortest).round();
        if (step / shortest - many).abs() > 0.2 {
            return Err(format!(
                "the times are not evenly spaced (steps of {shortest} and of {step}): a column frame \
                 is needed."
            ));
        }
        (sum, count) = (sum + step, count + many);
    }
    let step = sum / count;
    let frames = times.iter().map(|time| ((time - first) / step).round()).collect();
    Ok((frames, Some((1000.0 / step).round() / 1000.0)))
}

/// A row per frame, as idtracker.ai has it: `x1`, `y1`, `x2`, `y2` and so on, and the time in seconds.
fn wide(columns: &[Column]) -> Result<Contents, String> {
    let rows = columns.first().map_or(0, |column| column.values.len());
    let counted: Vec<f64> = (0..rows).map(|row| row as f64).collect();
    let frames = find(columns, "frame").unwrap_or(&counted);
    let times = ["time", "seconds"].iter().find_map(|name| find(columns, name));
    let mut contents =
        Contents { fps: times.and_then(|times| rate(frames, times)), ..Contents::default() };
    for number in 1.. {
        let Some(x) = find(columns, &format!("x{number}")) else { break };
        let y = find(columns, &format!("y{number}"));
        let y = y.ok_or_else(|| format!("there is a column x{number} and no y{number}."))?;
        for row in (0..rows).filter(|row| x[*row].is_finite() && y[*row].is_finite()) {
            contents.points.push(bare(frame_in(frames, row)?, number, [x[row], y[row]]));
        }
    }
    Ok(contents)
}

/// One individual, as TRex has it: `frame`, and a place whose names may say what of the body it is and
/// the unit (`X#wcentroid (cm)`). Where it was not seen, numbers are infinite.
pub fn trex(columns: &[Column], own: u32) -> Result<Contents, String> {
    let named = |letter: &str, part: &str| {
        columns.iter().find(|column| {
            let name = column.name.split(" (").next().unwrap_or_default();
            name.eq_ignore_ascii_case(&format!("{letter}{part}"))
        })
    };
    let parts = ["#wcentroid", "#pcentroid", "#centroid", ""];
    let place = parts.iter().find_map(|part| Some((named("x", part)?, named("y", part)?)));
    let Some((x, y)) = place else {
        return Err("there is no column for the place: frame, id, x and y are wanted.".into());
    };
    let (frames, fps) = frames(columns)?;
    let missing = find(columns, "missing");
    let unit = x.name.split_once(" (").and_then(|(_, rest)| rest.strip_suffix(')'));
    let mut contents = Contents { unit: unit.map(String::from), fps, ..Contents::default() };
    let (x, y) = (&x.values, &y.values);
    for row in 0..frames.len().min(x.len()).min(y.len()) {
        let gone = missing.and_then(|missing| missing.get(row)).is_some_and(|gone| *gone > 0.0);
        if !gone && x[row].is_finite() && y[row].is_finite() {
            contents.points.push(bare(frame_in(&frames, row)?, own, [x[row], y[row]]));
        }
    }
    Ok(contents)
}

/// A place with nothing else.
pub(super) fn bare(frame: i64, id: u32, place: [f64; 2]) -> Point {
    Point { frame, id, group: 0, role: 0, place, velocity: None, heading: None, line: 0 }
}
