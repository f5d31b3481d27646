//! Files that are written whole or not at all, and never over what they are made from.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

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
        let told = |error: io::Error| format!("{}: {error}", path.display());
        // A link stays one, and what it leads to is written.
        let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        if inputs.iter().any(|input| fs::canonicalize(input).is_ok_and(|input| input == place)) {
            return Err(format!("{} would be written over itself.", path.display()));
        }
        let there = fs::metadata(&place).ok();
        if there.as_ref().is_some_and(|there| !there.is_file()) {
            let file = File::options().write(true).open(&place).map_err(told)?;
            return Ok(Self { place, growing: None, file: BufWriter::new(file) });
        }
        let mut name = place.file_name().unwrap_or_default().to_os_string();
        name.push(format!(".{}.unfinished", std::process::id()));
        let growing = place.with_file_name(name);
        let file = File::create(&growing).map_err(told)?;
        if let Some(there) = there {
            file.set_permissions(there.permissions()).map_err(told)?;
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
