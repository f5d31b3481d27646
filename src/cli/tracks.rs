//! Tracks of runs as files: where every unit is, frame by frame.

use crate::failure::{Failure, written};
use crate::manifest::commit;
use crate::output::{Output, Outputs};
use flockwright::Run;
use flockwright_lab::study::tracks::{Tracks, write_npz};
use flockwright_lab::study::{Evaluation, Job};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Rows of a table that are written at once.
const AT_ONCE: usize = 10_000;

/// A file of tracks that grows with its run: a table (`.csv`) as it goes, arrays (`.npz`) at its end.
pub struct TracksFile {
    name: PathBuf,
    file: Output,
    tracks: Tracks,
    every: u64,
    as_arrays: bool,
}

/// Whether tracks are written as arrays: that is in the name of their file.
fn as_arrays(name: &Path) -> Result<bool, String> {
    match name.extension().and_then(|extension| extension.to_str()) {
        Some("csv") => Ok(false),
        Some("npz") => Ok(true),
        _ => Err(format!("{}: tracks are written as .csv or as .npz.", name.display())),
    }
}

impl TracksFile {
    /// Begins the tracks of a run with where its units are now.
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

    /// Notes where the units are after a tick, where it is time.
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

    /// Puts the whole file to its place.
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

/// The files of many runs: a name with `{row}` in it, for which their numbers stand.
#[derive(Clone, Debug)]
pub struct Pattern(String);

/// What stands for the number of a row.
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

    /// The file of a row. Numbers are as long as the largest, so that names sort.
    pub fn path(&self, row: usize) -> PathBuf {
        self.0.replace(ROW, &format!("{row:06}")).into()
    }
}

/// Runs an evaluation to its end, and writes its tracks.
pub fn follow(evaluation: &mut Evaluation, job: &Job, name: PathBuf) -> Result<(), Failure> {
    // Before the first run, all names have been looked at.
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
