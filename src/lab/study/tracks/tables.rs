//! One reader of tables: which sign separates cells, which line has the names, which column is what, and
//! what their units are shows in the table itself; what a person says counts before that.

use super::times::{self, Clock, Doubt, Times};
use super::{Contents, Point};
use flockwright::engine::agents::Role;
use flockwright::engine::scenery::Space;
use flockwright::internals::math::sort_by_number;
use flockwright::rules::quote::quote;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// A column by its name; NaN where a cell is empty or no number.
pub struct Column {
    pub name: String,
    pub values: Vec<f64>,
}

/// Which column is which, where it is given: ours, and the name in the file or the number from 1.
pub type Choice = (String, String);

/// What a table is read for: our name of a column, and usual ones in programs, the surest first, in
/// small letters and digits alone. The animal need not have any of them.
const NAMES: [(&str, &str); 10] = [
    (
        "frame",
        "frame frames frameid frameidx frameindex framenumber frameno tick ticks step image imagenumber slice \
         slicen",
    ),
    (
        "time",
        "time times timestamp seconds sec timesec positiont t trialtime milliseconds ms minutes date datetime",
    ),
    (
        "id",
        "trackid id track trackn particle particleid agentid agent individual individualid animalid animal identity \
         objectid object uid ped pedid pedestrian pedestrianid person personid unit trajectory trajectoryid trajid \
         tag tagid ant bird fish who name",
    ),
    ("x", "x xpos posx positionx xposition centroidx xcentroid cx xcoord xcor xcenter xbody"),
    ("y", "y ypos posy positiony yposition centroidy ycentroid cy ycoord ycor ycenter ybody"),
    ("vx", "vx velocityx xvelocity velx"),
    ("vy", "vy velocityy yvelocity vely"),
    ("heading", "heading"),
    ("group", "group"),
    ("role", "role"),
];

/// Times are not farther apart, s: a thousand years.
const LONGEST: f64 = 3e10;
/// Rows in which names are looked for: some programs write dozens of lines above them.
const MOST_HEAD: usize = 200;
/// Rows that tell which column is the animal.
const LOOKED_AT: usize = 20_000;

/// The names that can be said in `--columns`.
pub fn roles() -> String {
    NAMES.map(|(name, _)| name).join(", ")
}

/// Reads `id=ant,x=px`: ours, and what the file calls it.
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

/// A unit of lengths, as it is written here.
fn length_unit(text: &str) -> Option<&'static str> {
    Some(match text {
        "mm" | "millimeter" | "millimeters" => "mm",
        "cm" | "centimeter" | "centimeters" => "cm",
        "m" | "meter" | "meters" => "m",
        "km" => "km",
        "px" | "pixel" | "pixels" => "px",
        "µm" | "μm" | "um" | "micron" | "microns" => "µm",
        _ => return None,
    })
}

/// How many seconds a unit of times is.
fn time_unit(text: &str) -> Option<f64> {
    Some(match text {
        "s" | "sec" | "secs" | "second" | "seconds" => 1.0,
        "ms" | "msec" | "millisecond" | "milliseconds" => 1e-3,
        "µs" | "μs" | "us" | "microseconds" => 1e-6,
        "ns" | "nanoseconds" => 1e-9,
        "min" | "mins" | "minute" | "minutes" => 60.0,
        "h" | "hour" | "hours" => 3600.0,
        _ => return None,
    })
}

/// A name without its unit and without what programs write differently; and the unit, as in `x (cm)`,
/// `x [cm]`, `x/cm` or `x_cm`.
fn parted(name: &str) -> (String, String) {
    let plain = |text: &str| -> String {
        text.to_lowercase().chars().filter(|c| c.is_alphanumeric() || *c == '#').collect()
    };
    if let Some((name, unit)) = name.split_once(['(', '[', '/']) {
        let unit = unit.split([')', ']']).next().unwrap_or_default();
        return (plain(name), unit.trim().to_lowercase());
    }
    if let Some((rest, last)) = name.trim().rsplit_once([' ', '_', '.', '-']) {
        let (rest, last) = (plain(rest), last.to_lowercase());
        let is_time = known_as("time", &rest).is_some() && time_unit(&last).is_some();
        if is_time || (!rest.is_empty() && length_unit(&last).is_some()) {
            return (rest, last);
        }
    }
    let plain = plain(name);
    let unit =
        if plain.len() > 1 && time_unit(&plain).is_some() { plain.clone() } else { String::new() };
    (plain, unit)
}

/// How sure a name is one of ours: the smaller, the surer.
fn known_as(role: &str, plain: &str) -> Option<usize> {
    let (_, names) = NAMES.iter().find(|(name, _)| *name == role)?;
    names.split(' ').position(|name| name == plain)
}

/// A line of cells with its number, from 1.
struct Row<'t> {
    number: usize,
    cells: Vec<Cow<'t, str>>,
}

/// The separator of a table: a sign that most of its first lines have, or white space (`None`).
fn separator(text: &str) -> Option<u8> {
    const LINES: usize = 60;
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let lines: Vec<&str> = lines.take(LINES).collect();
    let most_have = |sign: u8| {
        let having = lines.iter().filter(|line| line.bytes().any(|byte| byte == sign)).count();
        having > 0 && 2 * having >= lines.len()
    };
    // A comma may be within numbers where another sign or white space stands between them.
    let is_row = |line: &&&str| {
        let mut cells = line.split_whitespace();
        cells.clone().count() > 2 && cells.all(|cell| number(cell, true).is_some())
    };
    let rows = lines.iter().filter(is_row).count();
    [b';', b'\t']
        .into_iter()
        .find(|sign| most_have(*sign))
        .or_else(|| (most_have(b',') && (rows == 0 || 2 * rows < lines.len())).then_some(b','))
}

/// The cells of a line.
fn cells(line: &str, separator: Option<u8>) -> Vec<Cow<'_, str>> {
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

/// A number; `3,5` is one where `comma` says so.
fn number(cell: &str, comma: bool) -> Option<f64> {
    let decimal = || {
        let (whole, part) = cell.split_once(',')?;
        format!("{whole}.{part}").parse().ok()
    };
    cell.parse().ok().or_else(|| if comma { decimal() } else { None })
}

/// What stands where a number is missing.
fn is_empty(cell: &str) -> bool {
    ["", "nan", "na", "n/a", "none", "null", "-"].contains(&cell.to_lowercase().as_str())
}

/// The seconds of a clock as in `12:00:01.5`, `2024-05-01T12:00:01.5Z` or `1:02.5`, and the last digit.
fn clock(cell: &str) -> Option<(f64, f64)> {
    let (date, time) = match cell.split_once(['T', ' ']) {
        Some((date, time)) => (Some(date), time),
        None => (None, cell),
    };
    // Of a zone, only that it stays the same counts.
    let zone = time.rfind(['+', '-', 'Z']).unwrap_or(time.len());
    let time = time.get(..zone)?.replace(',', ".");
    let parts: Vec<f64> = time.split(':').map(str::parse).collect::<Result<_, _>>().ok()?;
    let seconds = match parts[..] {
        [minutes, seconds] => 60.0 * minutes + seconds,
        [hours, minutes, seconds] => 3600.0 * hours + 60.0 * minutes + seconds,
        _ => return None,
    };
    let days = match date {
        None => 0,
        Some(date) => {
            let parts: Vec<i64> =
                date.split(['-', '/']).map(str::parse).collect::<Result<_, _>>().ok()?;
            let [year, month, day] = parts[..] else { return None };
            if !(1000..=9999).contains(&year) {
                return None;
            }
            // Days since March of the year 0 (Hinnant).
            let (year, month) = if month < 3 { (year - 1, month + 9) } else { (year, month - 3) };
            365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day
        }
    };
    let digits = time.split_once('.').map_or(0, |(_, part)| part.len());
    Some((86_400.0 * days as f64 + seconds, libm::pow(10.0, -(digits as f64))))
}

/// The last digit of a number; `None` where it has as many as there are.
fn last_digit(cell: &str) -> Option<f64> {
    const MOST: usize = 9;
    if cell.contains(['e', 'E']) {
        return None;
    }
    let digits = cell.split_once(['.', ',']).map_or(0, |(_, part)| part.len());
    (digits <= MOST).then(|| libm::pow(10.0, -(digits as f64)))
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
    format!("The columns are {}{more}.", shown.join(", "))
}

/// What to choose in a program whose table has these columns, where one line of ours cannot read it.
fn known_program(first: &str, names: &[String]) -> &'static str {
    let has = |part: &str| names.iter().any(|name| name.to_lowercase().contains(part));
    if first == "scorer" {
        "It is a table of DeepLabCut, with a column for each part of a body: save one part as a long \
         table of frame, id, x and y, in Python by df.stack(\"individuals\")."
    } else if has("instance.score") || has("frame_idx") {
        "It is a table of SLEAP: say which part of a body is the place, as in --columns \
         x=thorax.x,y=thorax.y."
    } else if has("spot_source_id") || has("track_duration") || has("number_spots") {
        "It is TrackMate's table of edges or tracks: in its last panel choose \"Spots\" and export that \
         table."
    } else if first.starts_with("BehaviorSpace results") {
        "It is a table of NetLogo's BehaviorSpace, without turtles: save ticks, who, xcor and ycor of each \
         turtle instead, by file-print."
    } else if has("location-long") || has("location_long") {
        "It is a table of Movebank, in degrees and dates: save x and y in meters, and the time in seconds."
    } else {
        "Say which is which, as in --columns id=NAME,x=NAME,y=NAME."
    }
}

/// The first lines of a table, for who chooses its columns: its names, some rows, and which columns
/// were found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Preview {
    /// Names of all columns, or their numbers where there are none.
    pub names: Vec<String>,
    pub rows: Vec<Vec<String>>,
    /// Our names, and the columns that were found for them.
    pub found: Vec<(&'static str, usize)>,
}

/// A table whose head has been read.
struct Table<'t> {
    text: &'t str,
    separator: Option<u8>,
    /// Whether `3,5` is a number.
    comma: bool,
    names: Vec<String>,
    /// The unit of each column, where it says one.
    units: Vec<String>,
    /// The number of the first line behind the head.
    begins: usize,
    /// Its first cell, which may name the program.
    first: String,
}

impl<'t> Table<'t> {
    /// Finds names and units. `bare`: columns without names are called by their numbers.
    fn open(text: &'t str, bare: bool) -> Result<Self, String> {
        let separator = separator(text);
        let mut table = Self {
            text,
            separator,
            comma: separator != Some(b','),
            names: Vec::new(),
            units: Vec::new(),
            begins: 0,
            first: String::new(),
        };
        let head: Vec<Row> = table.rows().take(MOST_HEAD).collect();
        let first =
            head.first().and_then(|row| row.cells.first()).ok_or("there is no table in it.")?;
        table.first = first.to_string();
        let numbers =
            |row: &Row| row.cells.iter().filter(|cell| number(cell, table.comma).is_some()).count();
        // The names are the first texts above the numbers, as many as these; a title may stand above them, and
        // below them names for people and units.
        let filled =
            |row: &Row| row.cells.iter().rposition(|cell| !cell.is_empty()).map_or(0, |at| at + 1);
        let data = head.iter().position(|row| numbers(row) > 1 && filled(row) > 2);
        let above = &head[..data.unwrap_or(head.len())];
        let width = data.map_or(0, |at| filled(&head[at]));
        let are_names = |row: &&Row| {
            numbers(row) == 0 && filled(row) > 1 && (filled(row) >= width.min(3) || data.is_none())
        };
        let has = |row: &Row, axis: &str| {
            row.cells.iter().any(|cell| {
                let (plain, _) = parted(cell);
                known_as(axis, &plain).is_some()
                    || plain.starts_with(&[axis, "#"].concat())
                    || plain == [axis, "1"].concat()
            })
        };
        let has_place = |row: &Row| has(row, "x") && has(row, "y");
        let named = above.iter().position(|row| has_place(row) && numbers(row) == 0);
        let named =
            named.or_else(|| above.iter().position(|row| are_names(&row) && filled(row) >= width));
        let named = named.or_else(|| above.iter().position(|row| are_names(&row)));
        if let Some(at) = named {
            let names = &head[at].cells[..filled(&head[at])];
            table.names = names.iter().map(|name| name.to_string()).collect();
            // R leaves out the name of the column of its row names.
            if width == names.len() + 1 && above.len() == at + 1 {
                table.names.insert(0, String::new());
            }
            table.units = table.names.iter().map(|name| parted(name).1).collect();
            table.begins = head[at].number + 1;
            for row in above[at + 1..].iter().filter(|row| numbers(row) == 0) {
                for (unit, cell) in table.units.iter_mut().zip(&row.cells) {
                    let said = cell.trim_matches(['(', ')', '[', ']']).to_lowercase();
                    if length_unit(&said).is_some() || time_unit(&said).is_some() {
                        *unit = said;
                    }
                }
                table.begins = row.number + 1;
            }
        } else if let Some(names) = table.commented_names(width, bare) {
            table.units = names.iter().map(|name| parted(name).1).collect();
            table.names = names;
        } else {
            return Err(format!(
                "line {}: there are no names above the columns: say which is which, as in --columns \
                 frame=1,id=2,x=3,y=4 for those of ETH and TrajNet, time=1,id=3,x=4,y=5 for ToxTrac's.",
                head[0].number
            ));
        }
        // Where there are decimal points, a comma parts thousands.
        let has_point = |row: Row| {
            row.cells.iter().any(|cell| cell.contains('.') && cell.parse::<f64>().is_ok())
        };
        table.comma &= !table.rows().take(MOST_HEAD).any(has_point);
        Ok(table)
    }

    /// Names in a comment above the numbers, as NumPy writes them; or those of the Juelich archive, which says its
    /// frame rate.
    fn commented_names(&self, width: usize, bare: bool) -> Option<Vec<String>> {
        let numbered = || (1..=width).map(|at| at.to_string());
        if bare {
            return Some(numbered().collect());
        }
        let comments = || self.text.lines().filter_map(|line| line.strip_prefix('#'));
        let mut named = comments().map(|line| -> Vec<String> {
            let names = cells(line, self.separator);
            let names = if names.len() < 3 { cells(line, None) } else { names };
            names.iter().map(|name| name.to_string()).collect()
        });
        let has = |names: &[String], role: &str| {
            names.iter().any(|name| known_as(role, &parted(name).0).is_some())
        };
        let named = named.rfind(|names| has(names, "x") && has(names, "y"));
        let mut names = named.or_else(|| {
            let juelich = comments().any(|line| line.to_lowercase().contains("framerate"));
            juelich.then(|| ["id", "frame", "x", "y"].map(String::from).to_vec())
        })?;
        names.truncate(width);
        names.extend(numbered().skip(names.len()));
        Some(names)
    }

    /// All rows but comments, from the first behind the head.
    fn rows(&self) -> impl Iterator<Item = Row<'t>> + use<'t> {
        let (separator, begins) = (self.separator, self.begins);
        let lines = self.text.lines().enumerate().map(|(at, line)| (at + 1, line));
        let lines = lines.skip_while(move |(number, _)| *number < begins);
        let full = lines.filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty());
        full.map(move |(number, line)| Row { number, cells: cells(line, separator) })
    }

    /// The columns that are known, by our names: those that are chosen, then those with usual names.
    fn find(&self, choice: &[Choice]) -> Result<BTreeMap<&'static str, usize>, String> {
        let names = &self.names;
        let plain: Vec<String> = names.iter().map(|name| parted(name).0).collect();
        let mut found = BTreeMap::new();
        // NetLogo's headings are degrees, the world's are not.
        let netlogo = plain.iter().any(|name| name == "xcor");
        for (role, _) in NAMES {
            let chosen = choice.iter().find(|(of, _)| of == role).map(|(_, name)| name);
            let at = match chosen {
                Some(name) => {
                    let by_name = names.iter().position(|one| one.eq_ignore_ascii_case(name));
                    let by_number = || name.parse::<usize>().ok()?.checked_sub(1);
                    let at = by_name.or_else(by_number).filter(|at| *at < names.len());
                    let none = || format!("there is no column {}. {}", quote(name), listed(names));
                    Some(at.ok_or_else(none)?)
                }
                None if netlogo && role == "heading" => None,
                None => {
                    let known =
                        (0..names.len()).filter_map(|at| Some((known_as(role, &plain[at])?, at)));
                    known.min().map(|(_, at)| at)
                }
            };
            let Some(at) = at else { continue };
            let same = || (at + 1..names.len()).any(|other| plain[other] == plain[at]);
            let by_number = chosen.is_some_and(|name| !names[at].eq_ignore_ascii_case(name));
            if ["frame", "id", "x", "y"].contains(&role) && !by_number && same() {
                return Err(format!(
                    "there are several columns {}: say which by its number, as in --columns {role}={}.",
                    quote(&names[at]),
                    at + 1
                ));
            }
            found.insert(role, at);
        }
        Ok(found)
    }

    /// Finds the column that is the animal: of those that are unique with the frame and whose values come again, one
    /// with a usual name, or the one with the fewest values.
    fn find_animal(&self, found: &mut BTreeMap<&'static str, usize>) -> Result<(), String> {
        let key = found.get("frame").or_else(|| found.get("time")).copied();
        let place = found.get("x").copied().zip(found.get("y").copied());
        let Some((key, (x, y))) = key.zip(place) else { return Ok(()) };
        let names = |at: usize| self.names.get(at).map_or("", String::as_str);
        let mut candidates: Vec<(usize, usize)> = (0..self.names.len())
            .filter(|at| found.iter().all(|(role, other)| other != at || *role == "id"))
            .map(|at| (known_as("id", &parted(names(at)).0).unwrap_or(usize::MAX), at))
            .collect();
        sort_by_number(&mut candidates, |(sure, _)| *sure as f64);
        let sample: Vec<Row> = self.rows().take(LOOKED_AT).collect();
        let cell = |row: &Row<'t>, at: usize| row.cells.get(at).cloned().unwrap_or_default();
        let unseen = |row: &&Row<'t>| [x, y].iter().any(|at| is_empty(&cell(row, *at)));
        let rows: Vec<&Row> = sample.iter().filter(|row| !unseen(row)).collect();
        // Who is where at which time: `None` where one is at two places at once.
        let animals = |at: Option<usize>| -> Option<Vec<Cow<'t, str>>> {
            let (mut seen, mut ids) = (BTreeMap::new(), BTreeSet::new());
            for row in &rows {
                let id = at.map_or(Cow::Borrowed(""), |at| cell(row, at));
                let is_part = number(&id, self.comma).is_some_and(|value| value.fract() != 0.0);
                if is_part || (at.is_some() && is_empty(&id)) {
                    return if is_part { None } else { continue };
                }
                let place = (cell(row, x), cell(row, y));
                if *seen.entry((cell(row, key), id.clone())).or_insert(place.clone()) != place {
                    return None;
                }
                ids.insert(id);
            }
            (2 * ids.len() <= seen.len()).then(|| ids.into_iter().collect())
        };
        let named = candidates.iter().filter(|(sure, _)| *sure < usize::MAX);
        if let Some((_, at)) = named.clone().find(|(_, at)| animals(Some(*at)).is_some()) {
            found.insert("id", *at);
            return Ok(());
        }
        if animals(None).is_some() && named.clone().next().is_none() {
            found.remove("id");
            return Ok(());
        }
        let unnamed = candidates.iter().filter(|(sure, _)| *sure == usize::MAX);
        let mut fewest: Vec<(usize, usize)> =
            unnamed.filter_map(|(_, at)| Some((animals(Some(*at))?.len(), *at))).collect();
        sort_by_number(&mut fewest, |(many, _)| *many as f64);
        let Some((many, at)) = fewest.first().copied() else { return Ok(()) };
        let apart = |other: usize| {
            let pairs: BTreeSet<_> =
                rows.iter().map(|row| (cell(row, at), cell(row, other))).collect();
            pairs.len() != many
        };
        if let Some((_, other)) =
            fewest.iter().skip(1).find(|(same, of)| *same == many && apart(*of))
        {
            return Err(format!(
                "which column is the animal, {} or {}? Say it, as in --columns id={}.",
                quote(names(at)),
                quote(names(*other)),
                names(at)
            ));
        }
        found.insert("id", at);
        Ok(())
    }

    fn unit(&self, found: &BTreeMap<&'static str, usize>) -> Result<Option<String>, String> {
        let of = |role: &str| found.get(role).and_then(|at| length_unit(self.units.get(*at)?));
        match (of("x"), of("y")) {
            (Some(x), Some(y)) if x != y => Err(format!("x is in {x} and y in {y}.")),
            (x, y) => Ok(x.or(y).map(String::from)),
        }
    }

    /// Times in seconds, by their unit or as dates.
    fn times(&self, at: usize, cells: &[(usize, String)]) -> Result<Times, String> {
        let said = self.units.get(at).and_then(|unit| time_unit(unit));
        let (mut dates, mut digit) = (false, Some(f64::INFINITY));
        let mut seconds = Vec::with_capacity(cells.len());
        for (line, cell) in cells {
            let read = number(cell, self.comma).map(|value| (value, last_digit(cell)));
            let read = read.or_else(|| {
                let (value, last) = clock(cell)?;
                dates = true;
                Some((value, Some(last)))
            });
            let read = read.or_else(|| is_empty(cell).then_some((f64::NAN, Some(f64::INFINITY))));
            let (value, last) = read.ok_or_else(|| {
                let (cell, name) = (quote(cell), quote(&self.names[at]));
                format!(
                    "line {line}: {cell} under {name} is no time: save seconds, or a column frame."
                )
            })?;
            digit = digit.zip(last).map(|(digit, last)| digit.min(last));
            seconds.push(value);
        }
        // Since 1970, whichever year it is of this century.
        let largest = seconds.iter().copied().filter(|time| time.is_finite()).fold(0.0, f64::max);
        let since =
            [1.0, 1e-3, 1e-6, 1e-9].into_iter().find(|unit| (9e8..5e9).contains(&(largest * unit)));
        let unit = said.or(since.filter(|_| !dates));
        let factor = if dates { 1.0 } else { unit.unwrap_or(1.0) };
        seconds.iter_mut().for_each(|time| *time *= factor);
        let digit = digit.map_or(0.0, |digit| factor * digit);
        Ok(Times { seconds, digit, known: unit.is_some() || dates })
    }
}

/// The first lines of a table.
pub fn preview(text: &str, choice: &[Choice]) -> Result<Preview, String> {
    const PREVIEW_ROWS: usize = 5;
    let open = Table::open(text, !choice.is_empty());
    let bare = open.is_err();
    let table = open.or_else(|_| Table::open(text, true))?;
    let mut found = table.find(choice).unwrap_or_default();
    let _ = table.find_animal(&mut found);
    let shown = table.rows().take(PREVIEW_ROWS);
    let rows = shown.map(|row| row.cells.iter().map(|cell| cell.to_string()).collect()).collect();
    let found = if bare { Vec::new() } else { found.into_iter().collect() };
    Ok(Preview { names: table.names, rows, found })
}

/// Reads a table; `own` is the animal where it has no column for that.
pub fn read(text: &str, own: u32, choice: &[Choice]) -> Result<Contents, String> {
    let said = comments(text);
    let table = Table::open(text, !choice.is_empty())?;
    let mut found = table.find(choice)?;
    let wide =
        !found.contains_key("x") && table.names.iter().any(|name| name.eq_ignore_ascii_case("x1"));
    let trex = of_trex(&table.names);
    if let Some([x, y]) = trex {
        found.extend([("x", x), ("y", y)]);
        found.remove("id");
    } else if !wide && !choice.iter().any(|(role, _)| role == "id") {
        table.find_animal(&mut found)?;
    }
    let missing = |what: &str| {
        let program = known_program(&table.first, &table.names);
        let all = listed(&table.names);
        format!(
            "there is no column {what}: frame or time, x, y and who it is are wanted. {all} {program}"
        )
    };
    for role in ["x", "y"] {
        if !wide && !found.contains_key(role) {
            return Err(missing(role));
        }
    }
    if !wide && !found.contains_key("frame") && !found.contains_key("time") {
        return Err(missing("frame, and none for the time"));
    }
    let unit = table.unit(&found)?;
    let is_needed = |at: usize| match found.iter().find(|(_, of)| **of == at) {
        Some((role, _)) => !matches!(*role, "time" | "id" | "group" | "role"),
        None => wide && is_wide(&table.names[at]).is_some(),
    };
    // What is needed has our name; the rest none, but for what only TRex says.
    let named = |at: usize| match found.iter().find(|(_, of)| **of == at) {
        Some((role, _)) => (*role).to_string(),
        None if is_needed(at) || (trex.is_some() && table.names[at] == "missing") => {
            table.names[at].to_lowercase()
        }
        None => String::new(),
    };
    let names: Vec<String> = (0..table.names.len()).map(named).collect();
    let mut columns: Vec<Column> =
        names.iter().map(|name| Column { name: name.clone(), values: Vec::new() }).collect();
    let (mut groups, mut ids, mut clocks) = (Names::default(), Names::default(), Vec::new());
    let mut lines = Vec::new();
    for Row { number: line, cells } in table.rows() {
        // Cells at the end of a row that no name belongs to are empty.
        let more = cells.get(names.len()..).unwrap_or_default();
        if cells.len() < names.len() || !more.iter().all(|cell| cell.is_empty()) {
            return Err(format!(
                "line {line} has {} cells instead of {}: it is torn, or of another table.",
                cells.len(),
                names.len()
            ));
        }
        lines.push(line as u32);
        for (at, (column, cell)) in columns.iter_mut().zip(&cells).enumerate() {
            let value = match column.name.as_str() {
                "" => continue,
                "time" => {
                    clocks.push((line, cell.to_string()));
                    continue;
                }
                "group" => groups.number(cell) as f64,
                "role" => {
                    Role::ALL.into_iter().position(|role| role.key() == *cell).unwrap_or(0) as f64
                }
                "id" if is_empty(cell) => f64::NAN,
                "id" => ids.number(cell) as f64,
                _ => match number(cell, table.comma) {
                    Some(value) => value,
                    None if is_empty(cell) || !is_needed(at) => f64::NAN,
                    None => {
                        let (cell, name) = (quote(cell), quote(&table.names[at]));
                        return Err(format!("line {line}: {cell} under {name} is no number."));
                    }
                },
            };
            column.values.push(value);
        }
    }
    // Animals with numbers keep them.
    let numbers: Result<Vec<f64>, _> = ids.texts.iter().map(|text| text.parse::<f64>()).collect();
    if let (Ok(numbers), Some(at)) = (numbers, found.get("id")) {
        for value in columns[*at].values.iter_mut().filter(|value| !value.is_nan()) {
            *value = numbers[*value as usize];
        }
    }
    let times = match found.get("time") {
        Some(at) => match table.times(*at, &clocks) {
            // A column frame is enough.
            Err(_) if found.contains_key("frame") => Times::default(),
            times => times?,
        },
        None => Times::default(),
    };
    let mut contents =
        if wide { of_wide(&columns, &times)? } else { long(&columns, &times, own, &lines)? };
    contents.groups = groups.texts;
    contents.unit = said.unit.clone().or(unit);
    if let Some(fps) = said.fps {
        contents = contents.at_rate(fps)?;
    }
    Ok(Contents { length: said.length, link: said.link, space: said.space, ..contents })
}

/// What comments say: ours, and those of the Juelich archive.
fn comments(text: &str) -> Contents {
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
            _ => {
                let comment = comment.to_lowercase();
                if let Some((_, rest)) = comment.split_once("framerate") {
                    let rest = rest.trim_start_matches([':', '=', ' ']);
                    let number = rest.split(|c: char| !(c.is_ascii_digit() || c == '.')).next();
                    said.fps = number.and_then(|text| text.parse().ok()).or(said.fps);
                }
                let says = |unit: &&str| {
                    [format!("[{unit}]"), format!("in {unit})"), format!("[in {unit}]")]
                        .iter()
                        .any(|form| comment.contains(form.as_str()))
                };
                said.unit = ["cm", "mm", "m"]
                    .iter()
                    .find(|unit| says(unit))
                    .map(|unit| (*unit).into())
                    .or(said.unit);
            }
        }
    }
    if let (Some(width), Some(height)) = (width, height) {
        said.space = Some(Space { width, height, torus });
    }
    said
}

/// Different texts, numbered in the order in which they come.
#[derive(Default)]
struct Names {
    texts: Vec<String>,
    numbers: BTreeMap<String, usize>,
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

/// The number of `x3` or `y3`.
fn is_wide(name: &str) -> Option<u32> {
    name.to_lowercase().strip_prefix(['x', 'y'])?.parse().ok()
}

fn find<'c>(columns: &'c [Column], name: &str) -> Option<&'c [f64]> {
    let column = columns.iter().find(|column| column.name == name);
    column.map(|column| &column.values[..])
}

fn frame(value: f64) -> Option<i64> {
    let whole = value.is_finite() && value.fract() == 0.0 && value.abs() < 9e15;
    whole.then_some(value as i64)
}

/// A row per animal and frame: `frame` or times, `x`, `y`, and what else there is of our columns. Without
/// `id`, all rows are of the animal `own`. `lines`: where each row stands, if that is known.
pub fn long(
    columns: &[Column],
    times: &Times,
    own: u32,
    lines: &[u32],
) -> Result<Contents, String> {
    let column = |name: &str| find(columns, name);
    let need = |name: &str| column(name).ok_or_else(|| format!("there is no column {name}."));
    let (x, y) = (need("x")?, need("y")?);
    let rows = x.len().min(y.len());
    let alone = vec![f64::from(own); rows];
    let ids = column("id").unwrap_or(&alone);
    let missing = column("missing");
    // Who has no place, or is in no track, is not there. Where TRex has not seen one, numbers are infinite.
    let is_there = |row: usize| {
        let gone = missing.is_some_and(|missing| missing[row] > 0.0);
        x[row].is_finite() && y[row].is_finite() && !ids[row].is_nan() && !gone
    };
    let there: Vec<usize> = (0..rows).filter(|row| is_there(*row)).collect();
    let place = |row: usize| match lines.get(row) {
        Some(line) => format!("line {line}"),
        None => format!("row {}", row + 1),
    };
    let frames = column("frame").map(|frames| {
        let of = |row: &usize| {
            frame(frames[*row])
                .ok_or_else(|| format!("{} has the frame {}.", place(*row), frames[*row]))
        };
        there.iter().map(of).collect::<Result<Vec<i64>, String>>()
    });
    if frames.is_none() {
        let has_none =
            |row: &&usize| !times.seconds.get(**row).is_some_and(|time| time.is_finite());
        match there.iter().find(has_none) {
            Some(_) if times.seconds.is_empty() => {
                return Err("there is no column frame, and none for the time.".into());
            }
            Some(row) => return Err(format!("{} has no time.", place(*row))),
            None => {}
        }
    }
    let is_alone = column("id").is_none();
    let (all, is_by_time) = (there.len(), frames.is_none());
    let there = if frames.is_none() { clear(there, ids, [x, y], &times.seconds) } else { there };
    let seen = Seen { there: &there, ids, places: [x, y], is_alone };
    let Clock { frames, fps, note, doubt } = seen.clock(frames.transpose()?, times);
    let both = |a: &str, b: &str| column(a).zip(column(b));
    let (ways, headings) = (both("vx", "vy"), column("heading"));
    let byte =
        |name: &str, row: usize| column(name).map_or(0, |values| values[row].min(255.0) as u8);
    let fps = (fps > 0.0).then_some(fps);
    let mut contents =
        Contents { fps, doubt, notes: note.into_iter().collect(), ..Contents::default() };
    if is_by_time && frames_apart(&frames, &there, ids, &times.seconds) {
        contents.notes.push(format!(
            "Several frames have one time, which is too coarse to tell them apart where an animal is missing: {} \
             places are left out, others may be a frame off. Save more decimals, or a column frame.",
            all - there.len()
        ));
    }
    for (row, frame) in there.iter().copied().zip(frames) {
        let id = ids[row];
        if !(id.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&id)) {
            return Err(format!("{} has the id {id}.", place(row)));
        }
        let velocity = ways.map(|(vx, vy)| [vx[row], vy[row]]);
        contents.points.push(Point {
            velocity: velocity.filter(|way| way.iter().all(|part| part.is_finite())),
            heading: headings.map(|heading| heading[row]).filter(|heading| heading.is_finite()),
            group: byte("group", row),
            role: byte("role", row),
            line: lines.get(row).copied().unwrap_or(0),
            ..bare(frame, id as u32, [x[row], y[row]])
        });
    }
    Ok(contents)
}

/// By row, its time and how many of its animal have had the same before: these are of frames that follow each other;
/// where all of them have the same place, they are one row twice.
fn again(there: &[usize], ids: &[f64], places: [&[f64]; 2], seconds: &[f64]) -> Vec<(f64, u32)> {
    let mut last = BTreeMap::<u64, (f64, u32, [f64; 2])>::new();
    let (mut again, mut apart) = (Vec::with_capacity(there.len()), false);
    for row in there {
        let (time, place) = (seconds[*row], places.map(|axis| axis[*row]));
        let many = match last.get(&ids[*row].to_bits()) {
            Some((at, many, there)) if *at == time => {
                apart |= *there != place;
                many + 1
            }
            _ => 0,
        };
        last.insert(ids[*row].to_bits(), (time, many, place));
        again.push((time, many));
    }
    if !apart {
        again.iter_mut().for_each(|(_, many)| *many = 0);
    }
    again
}

/// Rows without those of which it is not clear to which frame they belong: others have been seen in more frames that
/// have the same time.
fn clear(there: Vec<usize>, ids: &[f64], places: [&[f64]; 2], seconds: &[f64]) -> Vec<usize> {
    let again = again(&there, ids, places, seconds);
    if again.iter().all(|(_, many)| *many == 0) {
        return there;
    }
    let (mut of_one, mut of_all) = (BTreeMap::new(), BTreeMap::new());
    for (row, (time, many)) in there.iter().zip(&again) {
        for (most, key) in [
            (&mut of_one, (time.to_bits(), ids[*row].to_bits())),
            (&mut of_all, (time.to_bits(), 0)),
        ] {
            let most = most.entry(key).or_insert(0);
            *most = (*most).max(*many);
        }
    }
    let is_clear = |row: &usize| {
        let time = seconds[*row].to_bits();
        of_one.get(&(time, ids[*row].to_bits())) == of_all.get(&(time, 0))
    };
    there.into_iter().filter(is_clear).collect()
}

/// Whether several frames have one time, and some animals are not in all of them.
fn frames_apart(frames: &[i64], there: &[usize], ids: &[f64], seconds: &[f64]) -> bool {
    let distinct = |all: &mut dyn Iterator<Item = u64>| all.collect::<BTreeSet<u64>>().len();
    let of_frames = distinct(&mut frames.iter().map(|frame| *frame as u64));
    let of_times = distinct(&mut there.iter().map(|row| seconds[*row].to_bits()));
    let of_ids = distinct(&mut there.iter().map(|row| ids[*row].to_bits()));
    of_frames > of_times && of_frames * of_ids > there.len()
}

/// Rows with a place: which, of whom, and where.
struct Seen<'c> {
    there: &'c [usize],
    ids: &'c [f64],
    places: [&'c [f64]; 2],
    /// There is no column that tells animals apart.
    is_alone: bool,
}

impl Seen<'_> {
    /// The frame of each row, and how many there are per second if the table says it. Frames count, and times say
    /// their rate; without frames, or where both do not go together, times say both.
    fn clock(&self, frames: Option<Vec<i64>>, times: &Times) -> Clock {
        let time = |at: usize| times.seconds.get(self.there[at]).copied().unwrap_or(f64::NAN);
        let Some(frames) = frames else { return self.by_time(times) };
        let mut first: BTreeMap<i64, f64> = BTreeMap::new();
        for (at, frame) in frames.iter().enumerate().filter(|(at, _)| time(*at).is_finite()) {
            first.entry(*frame).or_insert(time(at));
        }
        if first.len() < 2 {
            return Clock { frames, ..Clock::default() };
        }
        let (of, instants): (Vec<i64>, Vec<f64>) = first.into_iter().unzip();
        if let Some(clock) = times::rate_of(&of, &instants, times) {
            return Clock { frames, ..clock };
        }
        if (0..frames.len()).any(|at| !time(at).is_finite())
            || instants.windows(2).any(|two| two[1] <= two[0])
        {
            let doubt =
                "The frames and the times in it do not go together: say the rate, as in --fps 25.";
            return Clock { frames, doubt: Doubt::of_rate(doubt), ..Clock::default() };
        }
        let clock = self.by_time(times);
        let note = clock.note.unwrap_or_default();
        let note = format!(
            "The numbers of the frames and the times do not go together: the times count. {note}"
        );
        Clock { note: Some(note.trim_end().to_string()), ..clock }
    }

    fn by_time(&self, times: &Times) -> Clock {
        let again = again(self.there, self.ids, self.places, &times.seconds);
        let mut instants = again.clone();
        flockwright::internals::math::sort_by_numbers(&mut instants, |one| *one);
        instants.dedup();
        let most = instants.iter().map(|(_, many)| many + 1).max().unwrap_or(1);
        let seconds: Vec<f64> = instants.iter().map(|(time, _)| *time).collect();
        let whole = seconds.last().zip(seconds.first()).map_or(0.0, |(last, first)| last - first);
        if seconds.len() < 2 || whole > LONGEST {
            return Clock { frames: vec![0; again.len()], ..Clock::default() };
        }
        let mut clock = times::frames_of(&seconds, times);
        let distinct = instants.iter().filter(|(_, many)| *many == 0).count();
        let slack = times.slack(whole / seconds.len() as f64);
        // Rounding leaves some more and some fewer; as many each time may be others without a name.
        if most > 1 && (self.is_alone || distinct * most as usize == instants.len()) {
            let why = format!(
                "One animal is at {most} places at one time: say which column is the animal, as in --columns id=NAME; \
                 if these are its frames, say their rate, as in --fps 25."
            );
            clock.doubt = Some(Doubt { why, times: Some((Vec::new(), slack)) });
        }
        if let Some(Doubt { times: Some((times, _)), .. }) = &mut clock.doubt {
            times.clone_from(&again);
        }
        let order = |a: &(f64, u32), b: &(f64, u32)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
        let began = (seconds[0] * clock.fps).round() as i64;
        let frame = |one: &(f64, u32)| {
            let at = instants.binary_search_by(|other| order(other, one)).unwrap_or_default();
            began.saturating_add(clock.frames[at])
        };
        Clock { frames: again.iter().map(frame).collect(), ..clock }
    }
}

/// A row per frame, as idtracker.ai has it: `x1`, `y1`, `x2`, `y2` and so on, and the time in seconds.
fn of_wide(columns: &[Column], times: &Times) -> Result<Contents, String> {
    let rows = find(columns, "x1").map_or(0, <[f64]>::len);
    let counted: Vec<f64> = (0..rows).map(|row| row as f64).collect();
    let frames = find(columns, "frame").unwrap_or(&counted);
    let of = |row: usize| {
        frame(frames[row]).ok_or_else(|| format!("row {} has the frame {}.", row + 1, frames[row]))
    };
    let frames = (0..rows).map(of).collect::<Result<Vec<i64>, String>>()?;
    let there: Vec<usize> = (0..rows).collect();
    let seen = Seen { there: &there, ids: &counted, places: [&counted, &counted], is_alone: false };
    let clock = seen.clock(Some(frames), times);
    let fps = Some(clock.fps).filter(|fps| *fps > 0.0);
    let notes = clock.note.into_iter().collect();
    let mut contents = Contents { fps, doubt: clock.doubt, notes, ..Contents::default() };
    for number in 1.. {
        let Some(x) = find(columns, &format!("x{number}")) else { break };
        let y = find(columns, &format!("y{number}"));
        let y = y.ok_or_else(|| format!("there is a column x{number} and no y{number}."))?;
        for row in (0..rows).filter(|row| x[*row].is_finite() && y[*row].is_finite()) {
            contents.points.push(bare(clock.frames[row], number, [x[row], y[row]]));
        }
    }
    Ok(contents)
}

/// The place in a table of TRex: its names may say what of the body it is (`X#wcentroid (cm)`).
pub fn of_trex(names: &[String]) -> Option<[usize; 2]> {
    let named = |letter: &str, part: &str| {
        names.iter().position(|name| parted(name).0 == format!("{letter}#{part}"))
    };
    let parts = ["wcentroid", "pcentroid", "centroid"];
    parts.iter().find_map(|part| Some([named("x", part)?, named("y", part)?]))
}

/// A place with nothing else.
pub(super) fn bare(frame: i64, id: u32, place: [f64; 2]) -> Point {
    Point { frame, id, group: 0, role: 0, place, velocity: None, heading: None, line: 0 }
}
