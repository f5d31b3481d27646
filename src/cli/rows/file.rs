//! File that rows are appended to.

use super::format::Heading;
use super::options::RowOptions;
use super::table::Table;
use crate::failure::{Failure, written};
use crate::input::read_line;
use crate::manifest::Manifest;
use crate::output::{Outputs, beside, is_stream, open_alone};
use flockwright_lab::study::rows::Planned;
use std::fs::File;
use std::io::{self, BufReader, Seek, Write};
use std::path::{Path, PathBuf};

/// Destination of rows.
pub struct Rows {
    name: String,
    out: Box<dyn Write>,
    /// Number of rows that were there already.
    kept: usize,
    manifest: Option<Manifest>,
}

impl Rows {
    /// Opens the output of a command, keeping the rows that are there already.
    pub fn open(
        options: &RowOptions,
        heading: &Heading,
        headed: bool,
        table: &Table,
    ) -> Result<Self, Failure> {
        let inputs: Vec<&Path> = table.inputs.iter().map(PathBuf::as_path).collect();
        let mut outputs = Outputs::new(&inputs, options.force || options.resume);
        let mut rows = match &options.out {
            None => {
                Self { name: "output".into(), out: Box::new(io::stdout()), kept: 0, manifest: None }
            }
            Some(path) if is_stream(path) => {
                let name = path.display().to_string();
                let file = File::options().write(true).open(path);
                let out = Box::new(file.map_err(|error| format!("{name}: {error}"))?);
                Self { name, out, kept: 0, manifest: None }
            }
            Some(path) => Self::append(options, path, &mut outputs, heading, headed, table)?,
        };
        if let Some(pattern) = &options.tracks {
            for planned in &table.rows[rows.kept..] {
                outputs.place(&pattern.path(planned.row))?;
            }
        }
        if headed && rows.kept == 0 {
            rows.write(&heading.columns())?;
        }
        Ok(rows)
    }

    fn append(
        options: &RowOptions,
        path: &Path,
        outputs: &mut Outputs,
        heading: &Heading,
        headed: bool,
        table: &Table,
    ) -> Result<Self, Failure> {
        let place = outputs
            .place(path)
            .map_err(|why| why.replace(": --force", ": --resume goes on with it, --force"))?;
        let manifest = beside(&place, "manifest.json");
        let manifest = Manifest::begin(outputs.place(&manifest)?, &table.plan, table.rows.len());
        let name = place.display().to_string();
        let failed = |error: io::Error| Failure::Message(format!("{name}: {error}"));
        let mut file = open_alone(&place)?;
        let kept = match options.force {
            true => KeptRows::default(),
            false => whole_rows(&file, &name, heading, headed, table)?,
        };
        file.set_len(kept.bytes).map_err(failed)?;
        file.seek(io::SeekFrom::End(0)).map_err(failed)?;
        manifest.write(false)?;
        Ok(Self { out: Box::new(file), name, kept: kept.rows, manifest: Some(manifest) })
    }

    /// Number of rows that were there already.
    pub fn kept(&self) -> usize {
        self.kept
    }

    /// Writes a whole row.
    pub fn write(&mut self, row: &str) -> Result<(), Failure> {
        let put = self.out.write_all(format!("{row}\n").as_bytes()).and_then(|()| self.out.flush());
        written(&self.name, put)
    }

    /// Marks the file as complete.
    pub fn finish(self) -> Result<(), Failure> {
        self.manifest.map_or(Ok(()), |manifest| manifest.write(true))
    }
}

/// Part of a file of rows that can be kept.
#[derive(Default)]
struct KeptRows {
    rows: usize,
    bytes: u64,
}

/// Complete rows of a file, each of which has to be the planned one. A last line that was cut off,
/// by a kill or a full disk, is dropped.
fn whole_rows(
    file: &File,
    name: &str,
    heading: &Heading,
    headed: bool,
    table: &Table,
) -> Result<KeptRows, Failure> {
    let mut lines = BufReader::new(file);
    let mut kept = KeptRows::default();
    let mut line = Vec::new();
    loop {
        let length =
            read_line(&mut lines, &mut line).map_err(|error| format!("{name}: {error}"))?;
        let Some(text) = line.strip_suffix(b"\n") else {
            if length > 0 {
                let _ = writeln!(
                    io::stderr(),
                    "flockwright: The last line of {name} is torn: row {} is made again.",
                    kept.rows
                );
            }
            return Ok(kept);
        };
        let text = String::from_utf8_lossy(text);
        let is_heading = headed && kept.bytes == 0;
        let is_planned = |planned: &Planned| {
            text.starts_with(&heading.beginning(planned)) && (kept.rows > 0 || heading.is_of(&text))
        };
        match is_heading {
            true if text == heading.columns() => {}
            false if table.rows.get(kept.rows).is_some_and(is_planned) => kept.rows += 1,
            _ => {
                let row = kept.rows;
                return Err(format!(
                    "{name} has another plan, window, version, commit or columns: its row {row} is another one. \
                     --force replaces it."
                )
                .into());
            }
        }
        kept.bytes += length as u64;
    }
}
