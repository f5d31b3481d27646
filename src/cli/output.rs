//! Where files are written: one way for all commands. The place is found once, through all links;
//! nothing that is read or that stands there is written over, no two outputs are one file, and no two
//! processes write the same one.

use same_file::Handle;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// All that one command writes.
pub struct Outputs {
    inputs: Vec<PathBuf>,
    places: Vec<PathBuf>,
    /// Whether what stands at a place may be replaced.
    replace: bool,
}

impl Outputs {
    /// Inputs are paths, `-` for the standard input, or no files at all.
    pub fn new(inputs: &[&Path], replace: bool) -> Self {
        let inputs = inputs.iter().map(|input| input.to_path_buf()).collect();
        Self { inputs, places: Vec::new(), replace }
    }

    /// The place that a path leads to, so that a link stays one and what it leads to is written.
    ///
    /// # Errors
    /// One sentence, where something stands there, is read from it or written to it already, or there is no such
    /// folder.
    pub fn place(&mut self, path: &Path) -> Result<PathBuf, String> {
        if is_stream(path) {
            return Ok(path.to_path_buf());
        }
        let place = place_of(path)?;
        // A pipe or a device has nothing to lose, and opening one may wait for ever.
        let file = |path: &Path| path.is_file().then(|| Handle::from_path(path).ok()).flatten();
        let there = file(&place);
        for input in &self.inputs {
            let input = if input == Path::new("-") { Handle::stdin().ok() } else { file(input) };
            if input.is_some() && input == there {
                return Err(format!("{} would be written over itself.", place.display()));
            }
        }
        if self.places.contains(&place) {
            return Err(format!("Two outputs would be one file: {}.", place.display()));
        }
        if !self.replace && fs::metadata(&place).is_ok_and(|there| there.len() > 0) {
            return Err(format!("{} is there already: --force replaces it.", place.display()));
        }
        self.places.push(place.clone());
        Ok(place)
    }

    /// Begins a file.
    ///
    /// # Errors
    /// As [`place`](Self::place), and where no file can be written.
    pub fn create(&mut self, path: &Path) -> Result<Output, String> {
        Output::begin(self.place(path)?)
    }
}

/// Whether a path is that of a pipe or a device.
pub fn is_stream(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|there| !there.is_file())
}

/// The place that a path leads to: also where nothing stands there yet.
fn place_of(path: &Path) -> Result<PathBuf, String> {
    let failed = |error: io::Error| format!("{}: {error}", path.display());
    let mut place = path.to_path_buf();
    // The limit of Linux.
    for _ in 0..40 {
        let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).map_err(failed)?;
        let Some(name) = place.file_name() else {
            return Err(format!("{} is no name of a file.", path.display()));
        };
        place = folder.join(name);
        match fs::read_link(&place) {
            Ok(to) => place = folder.join(to),
            Err(_) => return Ok(place),
        }
    }
    Err(format!("{}: links lead in a circle.", path.display()))
}

/// The name of a file beside another one.
pub fn beside(path: &Path, what: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".");
    name.push(what);
    path.with_file_name(name)
}

/// Opens a file, or begins it, for this process alone until it ends, however it ends.
///
/// # Errors
/// One sentence, where another process has it.
pub fn open_alone(path: &Path) -> Result<File, String> {
    let failed = |error: io::Error| format!("{}: {error}", path.display());
    let mut options = File::options();
    let file = options.read(true).write(true).create(true).truncate(false).open(path);
    let file = file.map_err(failed)?;
    let locked = match file.try_lock() {
        Ok(()) => true,
        Err(TryLockError::WouldBlock) => false,
        // A disk that knows no locks.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => true,
        Err(TryLockError::Error(error)) => return Err(failed(error)),
    };
    // Between the two, another process may have put it to its place.
    let own = file.try_clone().and_then(Handle::from_file).map_err(failed)?;
    match locked && Handle::from_path(path).is_ok_and(|there| there == own) {
        true => Ok(file),
        false => Err(format!("{} is being written by another process.", path.display())),
    }
}

/// A file that comes to stand at its place when it is [finished](Self::finish), and leaves what
/// stands there as it is until then, and for good where that does not happen.
pub struct Output {
    place: PathBuf,
    /// Where it grows; `None` once it stands at its place, or where it writes to a device or a pipe. What a
    /// process has left there that was killed is begun anew.
    growing: Option<PathBuf>,
    file: BufWriter<File>,
}

impl Output {
    fn begin(place: PathBuf) -> Result<Self, String> {
        let failed = |error: io::Error| format!("{}: {error}", place.display());
        if is_stream(&place) {
            let file = File::options().write(true).open(&place).map_err(failed)?;
            return Ok(Self { place, growing: None, file: BufWriter::new(file) });
        }
        let growing = beside(&place, "unfinished");
        let file = open_alone(&growing)?;
        file.set_len(0).map_err(failed)?;
        if let Ok(there) = fs::metadata(&place) {
            file.set_permissions(there.permissions()).map_err(failed)?;
        }
        Ok(Self { place, growing: Some(growing), file: BufWriter::new(file) })
    }

    /// Puts the file to its place.
    ///
    /// # Errors
    /// One sentence, where the rest cannot be written; its place is as it was before then.
    pub fn finish(mut self) -> Result<(), String> {
        let mut put = || {
            self.file.flush()?;
            let Some(growing) = &self.growing else { return Ok(()) };
            self.file.get_ref().sync_all()?;
            fs::rename(growing, &self.place)
        };
        put().map_err(|error: io::Error| format!("{}: {error}", self.place.display()))?;
        self.growing = None;
        Ok(())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        if let Some(growing) = &self.growing {
            // What cannot be removed either is named after what it is.
            let _ = fs::remove_file(growing);
        }
    }
}
