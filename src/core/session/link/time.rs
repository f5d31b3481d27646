//! Fields of a link about the run over time: the tick at which it starts, and its events.

use super::fields::{Row, rows};
use super::{Pairs, inputs};
use crate::schema::texts::quote;
use crate::session::events::Log;
use crate::session::run::Run;

/// Last tick at which a link can start: more than two days of simulated time.
const LAST_START: u64 = 10_000_000;

/// Number of hexadecimal digits of a hash in a link.
const CHECK_DIGITS: usize = 8;

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
pub(super) const FIELDS: [Row<Read, Write>; 3] = rows! {
    "start" "at" "the tick at which the run starts" "at=600"
        read_start, |at, _| Some(at?.to_string());
    "inputs" "ev" "the [inputs](#inputs) up to then" "ev=H5.1uo.1e4R2s"
        read_inputs, |_, events| (!events.is_empty()).then(|| events.into());
    "check" "h" "the first eight hexadecimal digits of the hash at the tick `at`, which the page and the command line compare: `h=f886701e`" ""
        read_check, |_, _| None;
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

fn start_tick(text: &str) -> Option<u64> {
    text.parse().ok().filter(|at| *at <= LAST_START)
}

fn read_start(to: &mut Time, _: &mut Run, text: &str) -> Result<(), String> {
    to.at = start_tick(text);
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

fn read_check(to: &mut Time, _: &mut Run, text: &str) -> Result<(), String> {
    if !is_check(text) {
        let check = quote(text);
        return Err(format!(
            "h = {check} is not eight digits from 0 to f; the run was not compared with it."
        ));
    }
    match to.at {
        Some(_) => Ok(()),
        None => Err(format!("h = {text} was ignored: the link does not say at which tick (at=).")),
    }
}

fn is_check(text: &str) -> bool {
    text.len() == CHECK_DIGITS && text.chars().all(|c| matches!(c, '0'..='9' | 'a'..='f'))
}

/// The first digits of the hash that a link promises for the tick at which it starts.
///
/// ```
/// use flockwright::session::link::promised_hash;
///
/// assert_eq!(promised_hash("scene=duel&at=60&h=f886701e").as_deref(), Some("f886701e"));
/// assert_eq!(promised_hash("scene=duel&h=f886701e"), None);
/// ```
pub fn promised_hash(link: &str) -> Option<String> {
    let pairs = Pairs::read(link);
    start_tick(pairs.last("at")?)?;
    pairs.last("h").filter(|text| is_check(text)).map(String::from)
}
