//! Reasons for which a command ends early, and functions for output that fail with such a reason.

use std::io;

/// Reason why a command ended early.
#[derive(Debug)]
pub enum CommandFailure {
    /// Sentence that says why the command failed.
    Message(String),
    /// Sentence about an invalid part of a link.
    InvalidLink(String),
    /// The program that reads the output has closed it, as `head` does; this is no error.
    OutputClosed,
}

impl From<String> for CommandFailure {
    fn from(why: String) -> Self {
        Self::Message(why)
    }
}

impl From<&str> for CommandFailure {
    fn from(why: &str) -> Self {
        Self::Message(why.to_string())
    }
}

impl CommandFailure {
    /// The failure as a sentence; empty for [`OutputClosed`](Self::OutputClosed).
    pub fn into_sentence(self) -> String {
        match self {
            Self::Message(why) | Self::InvalidLink(why) => why,
            Self::OutputClosed => String::new(),
        }
    }
}

/// Converts the result of writing `name` (a file or stream); a closed pipe is `OutputClosed`.
pub fn check_written(name: &str, result: io::Result<()>) -> Result<(), CommandFailure> {
    result.map_err(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => CommandFailure::OutputClosed,
        _ => CommandFailure::Message(format!("{name}: {error}")),
    })
}

/// Prints a text to the standard output and flushes it.
pub fn print_text(text: &str) -> Result<(), CommandFailure> {
    let mut out = io::stdout().lock();
    check_written("output", io::Write::write_all(&mut out, text.as_bytes()))?;
    check_written("output", io::Write::flush(&mut out))
}
