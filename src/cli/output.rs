//! Where files are written: one way for all commands. The place is found once, through all links;
//! nothing that is read is written over; two processes never write the same file; and what stands
//! at its place is whole.

use same_file::Handle;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The place that a path leads to, so that a link stays one and what it leads to is written: also
/// where nothing stands there yet.
///
/// # Errors
/// One sentence, where there is no such folder, or links lead in a circle.
pub fn place_of(path: &Path) -> Result<PathBuf, String> {
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

/// Refuses to write to places that are read from, through any path or link. Inputs are paths,
/// `-` for the standard input, or no files at all.
///
/// # Errors
/// One sentence that names the place.
pub fn spare(inputs: &[&Path], places: &[&Path]) -> Result<(), String> {
    // A pipe or a device has nothing to lose, and opening one may wait for ever.
    let file = |path: &Path| path.is_file().then(|| Handle::from_path(path).ok()).flatten();
    for input in inputs {
        let input = if *input == Path::new("-") { Handle::stdin().ok() } else { file(input) };
        let Some(input) = input else { continue };
        if let Some(place) = places.iter().find(|place| file(place).as_ref() == Some(&input)) {
            return Err(format!("{} would be written over itself.", place.display()));
        }
    }
    Ok(())
}

/// Takes a file for this process alone, until it is closed: the system does that when the process
/// ends, however it ends.
///
/// # Errors
/// One sentence, where another process has it.
pub fn lock(file: &File, path: &Path) -> Result<(), String> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => {
            Err(format!("{} is being written by another process.", path.display()))
        }
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
            let _ = writeln!(
                io::stderr(),
                "flockwright: {} cannot be locked here: see to it that no other process writes it.",
                path.display()
            );
            Ok(())
        }
        Err(TryLockError::Error(error)) => Err(format!("{}: {error}", path.display())),
    }
}

/// Opens a file that grows, or begins it, for this process alone.
///
/// # Errors
/// One sentence, where another process has it, or it is no file.
pub fn open_alone(path: &Path) -> Result<File, String> {
    let failed = |error: io::Error| format!("{}: {error}", path.display());
    loop {
        // What it leads to would grow, and the link be put to the place.
        if fs::symlink_metadata(path).is_ok_and(|there| !there.is_file()) {
            return Err(format!("{} is no file of this program.", path.display()));
        }
        let mut options = File::options();
        let file = options.read(true).write(true).create(true).truncate(false).open(path);
        let file = file.map_err(failed)?;
        lock(&file, path)?;
        // Between the two, another process may have put it to its place.
        let locked = file.try_clone().and_then(Handle::from_file).map_err(failed)?;
        if Handle::from_path(path).is_ok_and(|there| there == locked) {
            return Ok(file);
        }
    }
}

/// A file that comes to stand at its place when it is [finished](Self::finish), and leaves what
/// stands there as it is until then, and for good where that does not happen.
pub struct Output {
    place: PathBuf,
    /// Where it grows; `None` once it stands at its place, or where it writes to a device or a pipe.
    growing: Option<PathBuf>,
    file: BufWriter<File>,
}

impl Output {
    /// Begins a file that is made from `inputs`.
    ///
    /// # Errors
    /// One sentence, where it would write over one of them, also by a link or another way to the
    /// same place, or where no file can be written.
    pub fn create(path: &Path, inputs: &[&Path]) -> Result<Self, String> {
        let failed = |error: io::Error| format!("{}: {error}", path.display());
        let there = fs::metadata(path).ok();
        if there.as_ref().is_some_and(|there| !there.is_file()) {
            let file = File::options().write(true).open(path).map_err(failed)?;
            return Ok(Self { place: path.into(), growing: None, file: BufWriter::new(file) });
        }
        let place = place_of(path)?;
        spare(inputs, &[&place])?;
        let growing = beside(&place, &format!("{}.unfinished", std::process::id()));
        // On a shared disk, another machine may have a process of this number.
        let file = open_alone(&growing)?;
        file.set_len(0).map_err(failed)?;
        if let Some(there) = there {
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
