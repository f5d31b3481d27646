//! Files of tracks: the position of every unit, frame by frame.

use crate::failure::{Failure, written};
use crate::manifest::commit;
use crate::output::{Output, Outputs};
use flockwright::Run;
use flockwright_lab::study::tracks::{Tracks, write_npz};
use flockwright_lab::study::{Evaluation, Job};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Number of rows of a table that are written at once.
const AT_ONCE: usize = 10_000;

/// File of tracks, written during the run as a table (`.csv`) or at the end as arrays (`.npz`).
pub struct TracksFile {
    name: PathBuf,
    file: Output,
    tracks: Tracks,
    every: u64,
    as_arrays: bool,
}

/// Whether the file extension asks for arrays.
fn as_arrays(name: &Path) -> Result<bool, String> {
    match name.extension().and_then(|extension| extension.to_str()) {
        Some("csv") => Ok(false),
        Some("npz") => Ok(true),
        _ => Err(format!("{}: tracks are written as .csv or as .npz.", name.display())),
    }
}

impl TracksFile {
    /// Starts the tracks of a run with the present positions of its units.
    pub fn create(
        name: PathBuf,
        outputs: &mut Outputs,
        run: &Run,
        link: String,
        every: u64,
    ) -> Result<Self, Failure> {
        let as_arrays = as_arrays(&name)?;
        if every == 0 {
            return Err("Frames are at least one tick apart.".into());
        }
        let file = outputs.create(&name)?;
        let mut begun = Self { name, file, tracks: Tracks::of_run(run, link), every, as_arrays };
        if !as_arrays {
            let header = begun.tracks.csv_header(commit());
            begun.put(header.as_bytes())?;
        }
        begun.tracks.add_frame(&run.world);
        Ok(begun)
    }

    /// Adds the positions after a tick, if it is time.
    pub fn add_frame(&mut self, run: &Run) -> Result<(), Failure> {
        if run.world.ticks().is_multiple_of(self.every) {
            self.tracks.add_frame(&run.world);
            if !self.as_arrays && self.tracks.id.len() >= AT_ONCE {
                self.write_rows()?;
            }
        }
        Ok(())
    }

    fn write_rows(&mut self) -> Result<(), Failure> {
        let mut text = String::new();
        self.tracks.csv_rows(&mut text);
        self.tracks.clear();
        self.put(text.as_bytes())
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let put = self.file.write_all(bytes);
        written(&self.name.display().to_string(), put)
    }

    /// Moves the finished file into place.
    pub fn finish(mut self) -> Result<(), Failure> {
        if self.as_arrays {
            let bytes = write_npz(&self.tracks, commit());
            self.put(&bytes)?;
        } else {
            self.write_rows()?;
        }
        Ok(self.file.finish()?)
    }
}

/// File names of many runs: a name with `{row}` for the index of the row.
#[derive(Clone, Debug)]
pub struct Pattern(String);

/// Placeholder for the index of a row.
const ROW: &str = "{row}";

impl Pattern {
    /// Reads a name.
    pub fn read(text: &str) -> Result<Self, String> {
        as_arrays(Path::new(text))?;
        match text.contains(ROW) {
            true => Ok(Self(text.to_string())),
            false => {
                Err(format!("one file per run: a name with {ROW} in it, as in tracks-{ROW}.csv"))
            }
        }
    }

    /// File name of a row. Numbers have as many digits as the largest, so that names sort.
    pub fn path(&self, row: usize) -> PathBuf {
        self.0.replace(ROW, &format!("{row:06}")).into()
    }
}

/// Runs an evaluation to its end and writes its tracks.
pub fn follow(evaluation: &mut Evaluation, job: &Job, name: PathBuf) -> Result<(), Failure> {
    // All names have been checked before the first run.
    let mut outputs = Outputs::new(&[], true);
    let mut file =
        TracksFile::create(name, &mut outputs, evaluation.run(), job.link.clone(), job.every)?;
    let mut done = evaluation.is_done();
    while !done {
        done = evaluation.tick();
        file.add_frame(evaluation.run())?;
    }
    file.finish()
}
