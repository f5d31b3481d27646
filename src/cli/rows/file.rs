//! Output of rows: a file that can be continued, a pipe, or the standard output.

use super::format::RowSchema;
use super::options::RowOptions;
use super::table::PlannedTable;
use crate::failure::{CommandFailure, check_written};
use crate::input::read_line;
use crate::manifest::RowsManifest;
use crate::output::{OutputFiles, is_stream, open_locked, path_beside};
use flockwright_lab::study::rows::PlannedRun;
use std::fs::File;
use std::io::{self, BufReader, Seek, Write};
use std::path::{Path, PathBuf};

/// Output to which rows are appended one by one.
pub struct RowWriter {
    name: String,
    out: Box<dyn Write>,
    /// Number of rows that an earlier call of the program has left in the file and that are kept.
    kept_rows: usize,
    manifest: Option<RowsManifest>,
}

impl RowWriter {
    /// Opens the output of a command. With `--resume`, the complete rows of an existing file are
    /// kept. `has_column_names`: whether column names come before the rows.
    pub fn open_output(
        options: &RowOptions,
        schema: &RowSchema,
        has_column_names: bool,
        table: &PlannedTable,
    ) -> Result<Self, CommandFailure> {
        let inputs: Vec<&Path> = table.input_files.iter().map(PathBuf::as_path).collect();
        let mut outputs = OutputFiles::new(&inputs, options.force || options.resume);
        let mut rows = match &options.out {
            None => Self {
                name: "output".into(),
                out: Box::new(io::stdout()),
                kept_rows: 0,
                manifest: None,
            },
            Some(path) if is_stream(path) => {
                let name = path.display().to_string();
                let file = File::options().write(true).open(path);
                let out = Box::new(file.map_err(|error| format!("{name}: {error}"))?);
                Self { name, out, kept_rows: 0, manifest: None }
            }
            Some(path) => {
                Self::open_to_append(options, path, &mut outputs, schema, has_column_names, table)?
            }
        };
        if let Some(pattern) = &options.tracks {
            for planned in &table.rows[rows.kept_rows..] {
                outputs.resolve_output(&pattern.path_of_row(planned.row_index))?;
            }
        }
        if has_column_names && rows.kept_rows == 0 {
            rows.write_row(&schema.csv_columns())?;
        }
        Ok(rows)
    }

    fn open_to_append(
        options: &RowOptions,
        path: &Path,
        outputs: &mut OutputFiles,
        schema: &RowSchema,
        has_column_names: bool,
        table: &PlannedTable,
    ) -> Result<Self, CommandFailure> {
        let place = outputs
            .resolve_output(path)
            .map_err(|why| why.replace(": --force", ": --resume goes on with it, --force"))?;
        let manifest = path_beside(&place, "manifest.json");
        let manifest = RowsManifest::for_rows(
            outputs.resolve_output(&manifest)?,
            &table.plan,
            table.rows.len(),
        );
        let name = place.display().to_string();
        let failed = |error: io::Error| CommandFailure::Message(format!("{name}: {error}"));
        let mut file = open_locked(&place)?;
        let kept = match options.force {
            true => KeptRows::default(),
            false => complete_rows(&file, &name, schema, has_column_names, table)?,
        };
        file.set_len(kept.byte_count).map_err(failed)?;
        file.seek(io::SeekFrom::End(0)).map_err(failed)?;
        manifest.write_manifest(false)?;
        Ok(Self { out: Box::new(file), name, kept_rows: kept.row_count, manifest: Some(manifest) })
    }

    /// Number of rows that the file had already.
    pub fn kept_rows(&self) -> usize {
        self.kept_rows
    }

    /// Appends a row and a line break, and flushes both.
    pub fn write_row(&mut self, row: &str) -> Result<(), CommandFailure> {
        let put = self.out.write_all(format!("{row}\n").as_bytes()).and_then(|()| self.out.flush());
        check_written(&self.name, put)
    }

    /// Notes in the manifest that the file is complete.
    pub fn finish(self) -> Result<(), CommandFailure> {
        self.manifest.map_or(Ok(()), |manifest| manifest.write_manifest(true))
    }
}

/// Beginning of an existing file of rows that is kept.
#[derive(Default)]
struct KeptRows {
    row_count: usize,
    byte_count: u64,
}

/// Counts the complete rows of an existing file. A last line that a kill or a full disk has cut off
/// does not count, and is overwritten.
///
/// # Errors
/// If a row is not the one that the table plans at its place.
fn complete_rows(
    file: &File,
    name: &str,
    schema: &RowSchema,
    has_column_names: bool,
    table: &PlannedTable,
) -> Result<KeptRows, CommandFailure> {
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
                    kept.row_count
                );
            }
            return Ok(kept);
        };
        let text = String::from_utf8_lossy(text);
        let is_heading = has_column_names && kept.byte_count == 0;
        let is_planned = |planned: &PlannedRun| {
            text.starts_with(&schema.row_beginning(planned))
                && (kept.row_count > 0 || schema.has_same_columns(&text))
        };
        match is_heading {
            true if text == schema.csv_columns() => {}
            false if table.rows.get(kept.row_count).is_some_and(is_planned) => kept.row_count += 1,
            _ => {
                let row = kept.row_count;
                return Err(format!(
                    "{name} has another plan, window, version, commit or columns: its row {row} is another one. \
                     --force replaces it."
                )
                .into());
            }
        }
        kept.byte_count += length as u64;
    }
}
