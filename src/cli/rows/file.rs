//! The file that rows grow in.

use super::format::Heading;
use super::options::RowOptions;
use super::table::Table;
use crate::failure::{Failure, written};
use crate::input::read_line;
use crate::manifest::Manifest;
use crate::output::{beside, lock, open_alone, place_of, spare};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};

/// Where rows go.
pub struct Rows {
    place: Place,
    kept: usize,
}

enum Place {
    /// The standard output, a device or a pipe.
    Stream { name: String, out: Box<dyn Write> },
    /// A file that grows beside its place.
    Growing { part: Part, ahead: Ahead, place: PathBuf, manifest: Box<Manifest> },
    /// A file that is whole already.
    Whole,
}

/// The file that grows. This process alone has it: it is what keeps others from the place, too.
struct Part {
    path: PathBuf,
    out: BufWriter<File>,
    /// Nothing is in it: it goes again, where nothing comes of it.
    empty: bool,
}

/// Rows that wait for those before them, in a file of their own: nothing that is done is lost.
struct Ahead {
    path: PathBuf,
    out: Option<File>,
}

impl Ahead {
    /// The sound rows of this plan that wait there from before, by their numbers.
    fn rows(&self, heading: &Heading, table: &Table) -> BTreeMap<usize, String> {
        let mut rows = BTreeMap::new();
        let Ok(file) = File::open(&self.path) else { return rows };
        let (mut lines, mut line) = (BufReader::new(file), Vec::new());
        while read_line(&mut lines, &mut line).is_ok_and(|length| length > 0) {
            let Some(line) = line.strip_suffix(b"\n").and_then(|line| str::from_utf8(line).ok())
            else {
                continue;
            };
            if !heading.is_sound(line) {
                continue;
            }
            // Each begins with its number.
            let digits = line.trim_start_matches("{\"row\":");
            let digits = digits.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
            let Ok(number) = digits.parse::<usize>() else { continue };
            let at = table.rows.partition_point(|planned| planned.row < number);
            let planned = table.rows.get(at).filter(|planned| planned.row == number);
            if planned.is_some_and(|planned| line.starts_with(&heading.beginning(planned))) {
                rows.insert(number, line.to_string());
            }
        }
        rows
    }

    fn write(&mut self, row: &str) -> io::Result<()> {
        if self.out.is_none() {
            self.out = Some(File::options().create(true).append(true).open(&self.path)?);
        }
        match &mut self.out {
            Some(out) => out.write_all(format!("{row}\n").as_bytes()),
            None => Ok(()),
        }
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        if self.empty {
            let _ = fs::remove_file(&self.path);
        }
    }
}

impl Rows {
    /// Opens the output of a command, with the rows that are there already; and those that are done
    /// and wait for others, by their numbers.
    pub fn open(
        options: &RowOptions,
        heading: &Heading,
        headed: bool,
        table: &Table,
    ) -> Result<(Self, BTreeMap<usize, String>), Failure> {
        let none = BTreeMap::new();
        let Some(path) = &options.out else {
            let out = Box::new(io::stdout());
            return Ok((Self::stream("output".to_string(), out, heading, headed)?, none));
        };
        if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
            let name = path.display().to_string();
            let file = File::options().write(true).open(path);
            let file = file.map_err(|error| format!("{name}: {error}"))?;
            let out = Box::new(BufWriter::new(file));
            return Ok((Self::stream(name, out, heading, headed)?, none));
        }
        let place = place_of(path)?;
        let (name, path) = (place.display(), beside(&place, "part"));
        let ahead = Ahead { path: beside(&place, "ahead"), out: None };
        let mut waiting = none;
        let mut manifest =
            Manifest::begin(&place, &table.plan, table.rows.len(), heading.write(table));
        let inputs: Vec<&Path> = table.inputs.iter().map(PathBuf::as_path).collect();
        spare(&inputs, &[&place, &path, &ahead.path, manifest.path()])?;

        let failed = |error: io::Error| Failure::Message(format!("{}: {error}", path.display()));
        let file = open_alone(&path)?;
        let empty = file.metadata().map_err(failed)?.len() == 0;
        let mut part = Part { path: path.clone(), out: BufWriter::new(file), empty };
        let there = match File::open(&place) {
            Ok(file) => Some(file),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(format!("{name}: {error}").into()),
        };
        if let Some(there) = &there {
            // A process that has just put it there still writes its manifest.
            lock(there, &place)?;
        }
        let mut keep = Kept { rows: 0, bytes: 0 };
        if options.resume && (there.is_some() || !empty || ahead.path.exists()) {
            let begun = manifest.begun()?;
            let known = begun.is_some();
            if let Some(there) = there.as_ref().filter(|_| empty) {
                let kept = whole_rows(there, &place, heading, headed, table, known)?.rows;
                if kept < table.rows.len() {
                    return Err(format!(
                        "{name} has {kept} whole rows of {}. Moved to {}, it is gone on with; \
                         --force replaces it.",
                        table.rows.len(),
                        path.display()
                    )
                    .into());
                }
                if begun != Some(true) {
                    manifest.write(true)?;
                }
                return Ok((Self { place: Place::Whole, kept }, waiting));
            }
            keep = whole_rows(part.out.get_ref(), &path, heading, headed, table, known)?;
            waiting = ahead.rows(heading, table);
            manifest.goes_on(&path);
        } else if !options.force && (there.is_some() || !empty) {
            let path = if there.is_some() { &place } else { &path };
            return Err(format!(
                "{} is there already: --resume goes on with it, --force replaces it.",
                path.display()
            )
            .into());
        }
        let file = part.out.get_mut();
        file.set_len(keep.bytes).map_err(failed)?;
        file.seek(io::SeekFrom::End(0)).map_err(failed)?;
        if waiting.is_empty() {
            // Its rows can no longer be used.
            let _ = fs::remove_file(&ahead.path);
        }
        if let Some(there) = there.and_then(|there| there.metadata().ok()) {
            file.set_permissions(there.permissions()).map_err(failed)?;
        }
        // Before the first row, so that no row is without it.
        manifest.write(false)?;
        part.empty = false;
        let place = Place::Growing { part, ahead, place, manifest: Box::new(manifest) };
        let mut rows = Self { place, kept: keep.rows };
        if headed && keep.bytes == 0 {
            rows.write(&heading.columns())?;
        }
        Ok((rows, waiting))
    }

    fn stream(
        name: String,
        out: Box<dyn Write>,
        heading: &Heading,
        headed: bool,
    ) -> Result<Self, Failure> {
        let mut rows = Self { place: Place::Stream { name, out }, kept: 0 };
        if headed {
            rows.write(&heading.columns())?;
        }
        Ok(rows)
    }

    /// How many rows were there already.
    pub fn kept(&self) -> usize {
        self.kept
    }

    /// Writes a row. It is in the file when this returns.
    pub fn write(&mut self, row: &str) -> Result<(), Failure> {
        let put = |out: &mut dyn Write| {
            out.write_all(row.as_bytes())?;
            out.write_all(b"\n")?;
            out.flush()
        };
        match &mut self.place {
            Place::Stream { name, out } => written(name, put(out)),
            Place::Growing { part, .. } => {
                written(&part.path.display().to_string(), put(&mut part.out))
            }
            Place::Whole => Ok(()),
        }
    }

    /// Keeps a row that waits for others, which a resumed command need not make again.
    pub fn write_ahead(&mut self, row: &str) -> Result<(), Failure> {
        match &mut self.place {
            Place::Growing { ahead, .. } => {
                let name = ahead.path.display().to_string();
                written(&name, ahead.write(row))
            }
            Place::Stream { .. } | Place::Whole => Ok(()),
        }
    }

    /// Puts the whole file to its place.
    pub fn finish(self) -> Result<(), Failure> {
        let Place::Growing { part, ahead, place, manifest } = self.place else { return Ok(()) };
        let put = || {
            part.out.get_ref().sync_all()?;
            fs::rename(&part.path, &place)
        };
        written(&place.display().to_string(), put())?;
        let _ = fs::remove_file(&ahead.path);
        manifest.write(true)
    }
}

/// What a file of rows begins with that can be kept.
struct Kept {
    rows: usize,
    bytes: u64,
}

/// The whole rows of a file, each of which must be the one that is planned. `known`: the manifest
/// says that all of it is of this plan, so that what is no row of it was damaged.
fn whole_rows(
    file: &File,
    path: &Path,
    heading: &Heading,
    headed: bool,
    table: &Table,
    known: bool,
) -> Result<Kept, Failure> {
    let name = path.display();
    let failed = |error: io::Error| Failure::Message(format!("{name}: {error}"));
    let mut lines = BufReader::new(file);
    lines.rewind().map_err(failed)?;
    let mut kept = Kept { rows: 0, bytes: 0 };
    let mut line = Vec::new();
    loop {
        let length = read_line(&mut lines, &mut line).map_err(failed)?;
        // What ends without a line break was torn.
        let Some(text) = line.strip_suffix(b"\n") else { return Ok(kept) };
        let text = String::from_utf8_lossy(text);
        let is_heading = headed && kept.bytes == 0;
        let sound = if is_heading { text == heading.columns() } else { heading.is_sound(&text) };
        if !sound {
            let (row, of) = (kept.rows, table.rows.len());
            if !known {
                return Err(format!(
                    "{name} has other columns, was damaged, or is of an older version: row {row} \
                     of {of} cannot be kept. --force replaces it."
                )
                .into());
            }
            let _ = writeln!(
                io::stderr(),
                "flockwright: {name} is damaged at row {row} of {of}: only what is before it counts."
            );
            return Ok(kept);
        }
        if !is_heading {
            let planned = table.rows.get(kept.rows);
            if !planned.is_some_and(|planned| text.starts_with(&heading.beginning(planned))) {
                let row = kept.rows;
                return Err(format!(
                    "{name} is not of this plan: its row {row} is another one. --force replaces it."
                )
                .into());
            }
            kept.rows += 1;
        }
        kept.bytes += length as u64;
    }
}
