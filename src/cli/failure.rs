//! How a command fails.

use std::io;

/// Why a command has ended before its time.
#[derive(Debug)]
pub enum Failure {
    /// One sentence on what is wrong.
    Message(String),
    /// One sentence on a part of a link that makes no sense.
    Link(String),
    /// The reader of the output has closed it: no error.
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
    /// The sentence.
    pub fn says(self) -> String {
        match self {
            Self::Message(why) | Self::Link(why) => why,
            Self::Closed => String::new(),
        }
    }
}

/// What has become of writing to a file or to the output.
pub fn written(name: &str, result: io::Result<()>) -> Result<(), Failure> {
    result.map_err(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::Closed,
        _ => Failure::Message(format!("{name}: {error}")),
    })
}

/// Prints a text and sees to it that it has arrived.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    written("output", io::Write::write_all(&mut out, text.as_bytes()))?;
    written("output", io::Write::flush(&mut out))
}
