//! The command line, started as a person starts it.

#[path = "../support/command.rs"]
mod command;
#[cfg(unix)]
mod documents;
mod files;
mod many;
mod measures;
mod released;
#[path = "../support/released.rs"]
mod released_files;
mod rule;
mod run;
mod strangers;
mod tracks;
