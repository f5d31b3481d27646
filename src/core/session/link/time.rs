//! Fields of a link about the run over time: the tick at which it starts, and its events.

use super::fields::{Row, rows};
use super::{Pairs, inputs};
use crate::schema::texts::quote;
use crate::session::events::Log;
use crate::session::run::Run;

/// Last tick at which a link can start: more than two days of simulated time.
const LAST_START: u64 = 10_000_000;

/// Time of a run, as a link gives it.
#[derive(Default)]
pub struct Time {
    /// Recorded events.
    pub log: Log,
    /// The tick at which the run starts.
    pub at: Option<u64>,
}

/// Reads a field; fails with one sentence.
type Read = fn(&mut Time, &mut Run, &str) -> Result<(), String>;

/// Writes a field, from the tick at which the run starts and its events as text; `None` if it is left out.
type Write = fn(Option<u64>, &str) -> Option<String>;

/// Fields behind the parameters, in the order of links.
pub(super) const FIELDS: [Row<Read, Write>; 2] = rows! {
    "start" "at" "the tick at which the run starts" "at=600"
        read_start, |at, _| Some(at?.to_string());
    "inputs" "ev" "the [inputs](#inputs) up to then" "ev=H5.1uo.1e4R2s"
        read_inputs, |_, events| (!events.is_empty()).then(|| events.into());
};

/// Reads the time of a link. Returns one sentence for each part that was left out.
pub fn read(pairs: &Pairs, run: &mut Run) -> (Time, Vec<String>) {
    let mut time = Time::default();
    let read = |row: Row<Read, Write>| (row.read)(&mut time, run, pairs.last(row.field.key)?).err();
    let notices = FIELDS.into_iter().filter_map(read).collect();
    (time, notices)
}

/// The time of a link as pairs of a key and a value.
pub fn write(at: Option<u64>, events: &str) -> impl Iterator<Item = (&'static str, String)> {
    FIELDS.into_iter().filter_map(move |row| Some((row.field.key, (row.write)(at, events)?)))
}

fn read_start(to: &mut Time, _: &mut Run, text: &str) -> Result<(), String> {
    to.at = text.parse().ok().filter(|at| *at <= LAST_START);
    let fault = || {
        let at = quote(text);
        format!("at = {at} is not a tick from 0 to {LAST_START}; the run starts at 0.")
    };
    to.at.map(drop).ok_or_else(fault)
}

fn read_inputs(to: &mut Time, run: &mut Run, text: &str) -> Result<(), String> {
    let fault = |error| format!("The inputs of this run were left out. {error}");
    to.log = inputs::read(text, run).map_err(fault)?;
    Ok(())
}
