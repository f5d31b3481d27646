//! `check`: what is wrong with a link.

use crate::failure::{Failure, print};
use crate::input::{open, open_link, read_text};
use clap::Args;
use std::ffi::OsString;
use std::path::Path;

/// Say what is wrong with a link or a recording, and which link opens what is left of it. Exit code 1
/// where something is.
#[derive(Args)]
pub struct Options {
    /// Links or files; `-` reads links from the standard input, one per line.
    #[arg(value_name = "LINK|FILE|-", required = true)]
    what: Vec<OsString>,
}

pub fn run(Options { what }: Options) -> Result<bool, Failure> {
    let mut sound = true;
    let mut text = String::new();
    for what in what {
        if what == "-" {
            for (number, line) in read_text(Path::new("-"))?.lines().enumerate() {
                if !line.trim().is_empty() {
                    let opened = open_link(line.trim());
                    let opened = opened.map(|opened| (opened.run.link(), opened.notices));
                    sound &= tell(&mut text, &format!("line {}: ", number + 1), opened);
                }
            }
        } else {
            let opened = open(&what).map(|opened| (opened.run.link(), opened.notices));
            sound &= tell(&mut text, "", opened);
        }
    }
    print(&text)?;
    Ok(sound)
}

/// Tells of one; whether all is well with it.
fn tell(text: &mut String, before: &str, opened: Result<(String, Vec<String>), String>) -> bool {
    match opened {
        Ok((link, notices)) => {
            let sound = notices.is_empty();
            notices.iter().for_each(|notice| *text += &format!("{before}{notice}\n"));
            let verdict = if sound { "sound" } else { "opens as" };
            *text += &format!("{before}{verdict}: {link}\n");
            sound
        }
        Err(why) => {
            *text += &format!("{before}{why}\n");
            false
        }
    }
}
