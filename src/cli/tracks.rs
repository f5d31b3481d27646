//! Output files of tracks: the position of every unit, frame by frame.

use crate::failure::{CommandFailure, check_written};
use crate::manifest::build_commit;
use crate::output::{OutputFile, OutputFiles};
use flockwright::Run;
use flockwright_lab::study::tracks::{Tracks, write_npz};
use flockwright_lab::study::{RunEvaluation, StudyJob};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Number of collected rows after which a table writes them to its file.
const ROWS_PER_WRITE: usize = 10_000;

/// File of tracks, written during the run as a table (`.csv`) or at the end as arrays (`.npz`).
pub struct TracksOutput {
    name: PathBuf,
    file: OutputFile,
    tracks: Tracks,
    frame_interval: u64,
    is_array_file: bool,
}

/// Whether a file of tracks has arrays (`.npz`) or a table (`.csv`); fails for other names.
fn has_array_extension(name: &Path) -> Result<bool, String> {
    match name.extension().and_then(|extension| extension.to_str()) {
        Some("csv") => Ok(false),
        Some("npz") => Ok(true),
        _ => Err(format!("{}: tracks are written as .csv or as .npz.", name.display())),
    }
}

impl TracksOutput {
    /// Creates the file, with the present positions of the run's units as the first frame.
    pub fn create(
        name: PathBuf,
        outputs: &mut OutputFiles,
        run: &Run,
        link: String,
        frame_interval: u64,
    ) -> Result<Self, CommandFailure> {
        let is_array_file = has_array_extension(&name)?;
        if frame_interval == 0 {
            return Err("Frames are at least one tick apart.".into());
        }
        let file = outputs.create_output(&name)?;
        let mut begun =
            Self { name, file, tracks: Tracks::of_run(run, link), frame_interval, is_array_file };
        if !is_array_file {
            let header = begun.tracks.csv_header(build_commit());
            begun.write_bytes(header.as_bytes())?;
        }
        begun.tracks.add_frame(&run.world);
        Ok(begun)
    }

    /// Adds a frame with the present positions, if the tick is a multiple of the interval.
    pub fn add_frame(&mut self, run: &Run) -> Result<(), CommandFailure> {
        if run.world.ticks().is_multiple_of(self.frame_interval) {
            self.tracks.add_frame(&run.world);
            if !self.is_array_file && self.tracks.id.len() >= ROWS_PER_WRITE {
                self.write_rows()?;
            }
        }
        Ok(())
    }

    fn write_rows(&mut self) -> Result<(), CommandFailure> {
        let mut text = String::new();
        self.tracks.csv_rows(&mut text);
        self.tracks.clear();
        self.write_bytes(text.as_bytes())
    }

    fn write_bytes(&mut self, bytes: &[u8]) -> Result<(), CommandFailure> {
        let put = self.file.write_all(bytes);
        check_written(&self.name.display().to_string(), put)
    }

    /// Writes the rest of the file and moves it to its final path.
    pub fn finish(mut self) -> Result<(), CommandFailure> {
        if self.is_array_file {
            let bytes = write_npz(&self.tracks, build_commit());
            self.write_bytes(&bytes)?;
        } else {
            self.write_rows()?;
        }
        Ok(self.file.move_into_place()?)
    }
}

/// Pattern for the names of the files of many runs: `{row}` stands for the index of the row.
#[derive(Clone, Debug)]
pub struct FileNamePattern(String);

/// Placeholder for the index of a row.
const ROW_PLACEHOLDER: &str = "{row}";

impl FileNamePattern {
    /// Reads a pattern; fails if it lacks `{row}` or has an extension other than csv or npz.
    pub fn read(text: &str) -> Result<Self, String> {
        has_array_extension(Path::new(text))?;
        match text.contains(ROW_PLACEHOLDER) {
            true => Ok(Self(text.to_string())),
            false => Err(format!(
                "one file per run: a name with {ROW_PLACEHOLDER} in it, as in tracks-{ROW_PLACEHOLDER}.csv"
            )),
        }
    }

    /// File name of a row. The index has at least six digits, so that names sort like rows.
    pub fn path_of_row(&self, row: usize) -> PathBuf {
        self.0.replace(ROW_PLACEHOLDER, &format!("{row:06}")).into()
    }
}

/// Runs an evaluation to its end and writes the tracks of its run.
pub fn evaluate_with_tracks(
    evaluation: &mut RunEvaluation,
    job: &StudyJob,
    name: PathBuf,
) -> Result<(), CommandFailure> {
    // Existing files may be replaced: before the first run, all names were checked.
    let mut outputs = OutputFiles::new(&[], true);
    let mut file =
        TracksOutput::create(name, &mut outputs, evaluation.run(), job.link.clone(), job.every)?;
    let mut done = evaluation.is_done();
    while !done {
        done = evaluation.run_tick();
        file.add_frame(evaluation.run())?;
    }
    file.finish()
}
