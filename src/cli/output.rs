//! Output files, handled alike by all commands. Paths are resolved once, through all symbolic
//! links. Input files are never overwritten, other existing files only with `--force`; no two
//! outputs are one file, and no two processes write the same file.

use same_file::Handle;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Paths of all files that one command reads and writes, to detect conflicts.
pub struct OutputFiles {
    input_paths: Vec<PathBuf>,
    output_paths: Vec<PathBuf>,
    /// Whether existing files may be replaced.
    may_replace: bool,
}

impl OutputFiles {
    /// `inputs`: paths that the command reads; `-` for the standard input, and names that are no
    /// files, are allowed. `replace`: whether existing files may be replaced.
    pub fn new(inputs: &[&Path], replace: bool) -> Self {
        let inputs = inputs.iter().map(|input| input.to_path_buf()).collect();
        Self { input_paths: inputs, output_paths: Vec::new(), may_replace: replace }
    }

    /// Resolves a path through symbolic links, so that the target of a link is written.
    ///
    /// # Errors
    /// One sentence if a file exists there, if the command reads or writes it already, or if its
    /// folder does not exist.
    pub fn resolve_output(&mut self, path: &Path) -> Result<PathBuf, String> {
        if is_stream(path) {
            return Ok(path.to_path_buf());
        }
        let place = resolve_links(path)?;
        // A pipe or a device has nothing to lose, and opening one may block forever.
        let file = |path: &Path| path.is_file().then(|| Handle::from_path(path).ok()).flatten();
        let there = file(&place);
        for input in &self.input_paths {
            let input = if input == Path::new("-") { Handle::stdin().ok() } else { file(input) };
            if input.is_some() && input == there {
                return Err(format!("{} would be written over itself.", place.display()));
            }
        }
        if self.output_paths.contains(&place) {
            return Err(format!("Two outputs would be one file: {}.", place.display()));
        }
        if !self.may_replace && fs::metadata(&place).is_ok_and(|there| there.len() > 0) {
            return Err(format!("{} is there already: --force replaces it.", place.display()));
        }
        self.output_paths.push(place.clone());
        Ok(place)
    }

    /// Creates an output file at a path.
    ///
    /// # Errors
    /// Those of [`resolve_output`](Self::resolve_output), and if no file can be written there.
    pub fn create_output(&mut self, path: &Path) -> Result<OutputFile, String> {
        OutputFile::begin_at(self.resolve_output(path)?)
    }
}

/// Whether a path is that of a pipe or a device.
pub fn is_stream(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|there| !there.is_file())
}

/// Resolves a path through symbolic links, even if no file exists there yet.
fn resolve_links(path: &Path) -> Result<PathBuf, String> {
    let failed = |error: io::Error| format!("{}: {error}", path.display());
    let mut place = path.to_path_buf();
    // Linux follows at most 40 symbolic links.
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

/// Path with a point and `what` after the file name: `rows.csv` becomes `rows.csv.manifest.json`.
pub fn path_beside(path: &Path, what: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".");
    name.push(what);
    path.with_file_name(name)
}

/// Opens or creates a file with a lock that lasts until this process ends.
///
/// # Errors
/// One sentence if another process has locked it.
pub fn open_locked(path: &Path) -> Result<File, String> {
    let failed = |error: io::Error| format!("{}: {error}", path.display());
    let mut options = File::options();
    let file = options.read(true).write(true).create(true).truncate(false).open(path);
    let file = file.map_err(failed)?;
    let locked = match file.try_lock() {
        Ok(()) => true,
        Err(TryLockError::WouldBlock) => false,
        // Some file systems have no locks; the file is then written without one.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => true,
        Err(TryLockError::Error(error)) => return Err(failed(error)),
    };
    // Between opening and locking, another process may have moved the file to its final path, so
    // that the lock is on a file that `path` no longer names.
    let own = file.try_clone().and_then(Handle::from_file).map_err(failed)?;
    match locked && Handle::from_path(path).is_ok_and(|there| there == own) {
        true => Ok(file),
        false => Err(format!("{} is being written by another process.", path.display())),
    }
}

/// File that replaces the one at its path only when it is [finished](Self::move_into_place). If
/// that never happens, an existing file stays as it is.
pub struct OutputFile {
    path: PathBuf,
    /// Temporary path; `None` when the file is in place, or for a device or a pipe. A temporary
    /// file that a killed process left behind is overwritten.
    temporary_path: Option<PathBuf>,
    file: BufWriter<File>,
}

impl OutputFile {
    fn begin_at(place: PathBuf) -> Result<Self, String> {
        let failed = |error: io::Error| format!("{}: {error}", place.display());
        if is_stream(&place) {
            let file = File::options().write(true).open(&place).map_err(failed)?;
            return Ok(Self { path: place, temporary_path: None, file: BufWriter::new(file) });
        }
        let temporary_path = path_beside(&place, "unfinished");
        let file = open_locked(&temporary_path)?;
        file.set_len(0).map_err(failed)?;
        if let Ok(there) = fs::metadata(&place) {
            file.set_permissions(there.permissions()).map_err(failed)?;
        }
        Ok(Self { path: place, temporary_path: Some(temporary_path), file: BufWriter::new(file) })
    }

    /// Writes the rest of the file and moves it from its temporary path to its final one.
    ///
    /// # Errors
    /// One sentence if the rest cannot be written; then an existing file is as it was before.
    pub fn move_into_place(mut self) -> Result<(), String> {
        let mut put = || {
            self.file.flush()?;
            let Some(temporary_path) = &self.temporary_path else { return Ok(()) };
            self.file.get_ref().sync_all()?;
            fs::rename(temporary_path, &self.path)
        };
        put().map_err(|error: io::Error| format!("{}: {error}", self.path.display()))?;
        self.temporary_path = None;
        Ok(())
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for OutputFile {
    fn drop(&mut self) {
        if let Some(temporary_path) = &self.temporary_path {
            // If the file cannot be removed either, its name ends with `.unfinished`.
            let _ = fs::remove_file(temporary_path);
        }
    }
}
