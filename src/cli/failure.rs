//! Failures of commands.

use std::io;

/// Reason why a command ended early.
#[derive(Debug)]
pub enum Failure {
    /// Sentence about what is wrong.
    Message(String),
    /// Sentence about an invalid part of a link.
    Link(String),
    /// The reader of the output closed it, which is no error.
    Closed,
}

impl From<String> for Failure {
    fn from(why: String) -> Self {
        Self::Message(why)
    }
}

impl From<&str> for Failure {
    fn from(why: &str) -> Self {
        Self::Message(why.to_string())
    }
}

impl Failure {
    /// The failure as a sentence.
    pub fn into_sentence(self) -> String {
        match self {
            Self::Message(why) | Self::Link(why) => why,
            Self::Closed => String::new(),
        }
    }
}

/// Converts the result of writing a file or the standard output.
pub fn written(name: &str, result: io::Result<()>) -> Result<(), Failure> {
    result.map_err(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::Closed,
        _ => Failure::Message(format!("{name}: {error}")),
    })
}

/// Prints a text and flushes it.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    written("output", io::Write::write_all(&mut out, text.as_bytes()))?;
    written("output", io::Write::flush(&mut out))
}
