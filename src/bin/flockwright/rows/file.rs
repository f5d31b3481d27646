//! The file that rows grow in.

use super::{Heading, RowOptions, Table};
use crate::failure::{Failure, written};
use crate::manifest::Manifest;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};

/// Where rows go.
pub struct Rows {
    place: Place,
    kept: usize,
    manifest: Manifest,
}

enum Place {
    /// The standard output, a device or a pipe.
    Stream { name: String, out: Box<dyn Write> },
    /// A file that grows beside its place.
    Growing { part: PathBuf, place: PathBuf, out: BufWriter<File> },
    /// A file that is whole already.
    Whole,
}

impl Rows {
    /// Opens the output of a command, with the rows that are there already.
    pub fn open(
        options: &RowOptions,
        heading: &Heading,
        headed: bool,
        table: &Table,
    ) -> Result<Self, Failure> {
        let manifest = Manifest::begin(&table.plan, table.rows.len());
        let mut rows = Self { place: Place::Whole, kept: 0, manifest };
        let Some(path) = &options.out else {
            rows.stream("output".to_string(), Box::new(io::stdout()), heading, headed)?;
            return Ok(rows);
        };
        let name = path.display().to_string();
        let same = |input: &PathBuf| {
            fs::canonicalize(input)
                .is_ok_and(|input| Ok(input) == fs::canonicalize(path).map_err(drop))
        };
        if table.inputs.iter().any(same) {
            return Err(format!("{name} would be written over itself.").into());
        }
        let there = fs::metadata(path).ok();
        if there.as_ref().is_some_and(|there| !there.is_file()) {
            let file = File::options().write(true).open(path);
            let file = file.map_err(|error| format!("{name}: {error}"))?;
            rows.stream(name, Box::new(BufWriter::new(file)), heading, headed)?;
            return Ok(rows);
        }
        let part = beside(path, "part");
        if options.resume {
            if there.is_some() && !part.exists() {
                let kept = whole_rows(path, heading, headed, table)?.rows;
                if kept < table.rows.len() {
                    return Err(format!(
                        "{name} has {kept} rows of {}: it is not of this plan. --force replaces it.",
                        table.rows.len()
                    )
                    .into());
                }
                rows.kept = kept;
                return Ok(rows);
            }
        } else if !options.force
            && let Some(path) = [path, &part].into_iter().find(|path| path.exists())
        {
            return Err(format!(
                "{} is there already: --resume goes on with it, --force replaces it.",
                path.display()
            )
            .into());
        }
        let told = |error: io::Error| Failure::Told(format!("{}: {error}", part.display()));
        let mut keep = Kept { rows: 0, bytes: 0 };
        if options.resume && part.exists() {
            keep = whole_rows(&part, heading, headed, table)?;
        }
        let mut file =
            File::options().create(true).truncate(false).write(true).open(&part).map_err(told)?;
        file.set_len(keep.bytes).map_err(told)?;
        file.seek(io::SeekFrom::End(0)).map_err(told)?;
        rows.kept = keep.rows;
        rows.place = Place::Growing { part, place: path.clone(), out: BufWriter::new(file) };
        if headed && keep.bytes == 0 {
            rows.write(&heading.columns())?;
        }
        rows.manifest.write(path, false)?;
        Ok(rows)
    }

    fn stream(
        &mut self,
        name: String,
        out: Box<dyn Write>,
        heading: &Heading,
        headed: bool,
    ) -> Result<(), Failure> {
        self.place = Place::Stream { name, out };
        if headed { self.write(&heading.columns()) } else { Ok(()) }
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
            Place::Growing { part, out, .. } => written(&part.display().to_string(), put(out)),
            Place::Whole => Ok(()),
        }
    }

    /// Puts the whole file to its place.
    pub fn finish(self, table: &Table) -> Result<(), Failure> {
        let Place::Growing { part, place, out } = self.place else { return Ok(()) };
        let put = || {
            out.get_ref().sync_all()?;
            fs::rename(&part, &place)
        };
        written(&place.display().to_string(), put())?;
        debug_assert!(self.kept <= table.rows.len());
        self.manifest.write(&place, true)
    }
}

/// The name of a file beside another one.
pub fn beside(path: &Path, what: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".");
    name.push(what);
    path.with_file_name(name)
}

/// What a file of rows begins with that can be kept.
struct Kept {
    rows: usize,
    bytes: u64,
}

/// The whole rows of a file, each of which must be the one that is planned.
fn whole_rows(
    path: &Path,
    heading: &Heading,
    headed: bool,
    table: &Table,
) -> Result<Kept, Failure> {
    let name = path.display();
    let told = |error: io::Error| Failure::Told(format!("{name}: {error}"));
    let mut lines = BufReader::new(File::open(path).map_err(told)?);
    let mut kept = Kept { rows: 0, bytes: 0 };
    let mut line = Vec::new();
    let mut heading_wanted = headed;
    loop {
        line.clear();
        let length = lines.read_until(b'\n', &mut line).map_err(told)?;
        // What ends without a line break was torn.
        let Some(text) = line.strip_suffix(b"\n") else { return Ok(kept) };
        let text = String::from_utf8_lossy(text);
        if heading_wanted {
            if text != heading.columns() {
                return Err(format!("{name} has other columns. --force replaces it.").into());
            }
            heading_wanted = false;
        } else {
            let planned = table.rows.get(kept.rows);
            let belongs = |planned| text.starts_with(&heading.beginning(planned));
            if !planned.is_some_and(belongs) {
                // A row in the middle of which the machine lost its power.
                if !heading.is_whole(&text) {
                    return Ok(kept);
                }
                let row = kept.rows;
                return Err(format!(
                    "{name} is not of this plan: its row {row} is another one. --force replaces it."
                )
                .into());
            }
            if !heading.is_whole(&text) {
                return Ok(kept);
            }
            kept.rows += 1;
        }
        kept.bytes += length as u64;
    }
}
