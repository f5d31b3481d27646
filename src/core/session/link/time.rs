//! Fields of a link about time: the tick at which the run starts, its events, and a hash.

use super::fields::{LinkFieldRow, rows};
use super::{LinkPairs, inputs};
use crate::schema::texts::quote;
use crate::session::events::EventLog;
use crate::session::run::Run;

/// Last tick at which a link can start: almost two days of simulated time.
const MAX_START_TICK: u64 = 10_000_000;

/// Number of hexadecimal digits of a hash in a link.
const HASH_DIGITS: usize = 8;

/// Start and recorded events of a run, as its link gives them.
#[derive(Default)]
pub struct LinkTime {
    /// Recorded events of the link.
    pub log: EventLog,
    /// The tick at which the run starts; `None` if the link does not say it.
    pub start_tick: Option<u64>,
}

/// Function that reads a field of a link; fails with one sentence.
type ReadTimeField = fn(&mut LinkTime, &mut Run, &str) -> Result<(), String>;

/// Function that writes a field of a link, from the tick at which the run starts and its events as
/// text; `None` if the link leaves it out.
type WriteTimeField = fn(Option<u64>, &str) -> Option<String>;

/// Fields that come after the parameters, in the order in which links have them.
pub(super) const TIME_FIELDS: [LinkFieldRow<ReadTimeField, WriteTimeField>; 3] = rows! {
    "start" "at" "the tick at which the run starts" "at=600"
        read_start, |at, _| Some(at?.to_string());
    "inputs" "ev" "the [inputs](#inputs) up to then" "ev=H5.1uo.1e4R2s"
        read_inputs, |_, events| (!events.is_empty()).then(|| events.into());
    "check" "h" "the first eight hexadecimal digits of the hash at the tick `at`, which the page and the command line compare: `h=f886701e`" ""
        read_hash, |_, _| None;
};

/// Reads the fields about time from a link, with one sentence for each part left out.
pub fn read(pairs: &LinkPairs, run: &mut Run) -> (LinkTime, Vec<String>) {
    let mut time = LinkTime::default();
    let read = |row: LinkFieldRow<ReadTimeField, WriteTimeField>| {
        (row.read)(&mut time, run, pairs.last_value(row.field.key)?).err()
    };
    let notices = TIME_FIELDS.into_iter().filter_map(read).collect();
    (time, notices)
}

/// The fields about time as pairs of a key and a value.
pub fn write(at: Option<u64>, events: &str) -> impl Iterator<Item = (&'static str, String)> {
    TIME_FIELDS.into_iter().filter_map(move |row| Some((row.field.key, (row.write)(at, events)?)))
}

fn parse_start_tick(text: &str) -> Option<u64> {
    text.parse().ok().filter(|at| *at <= MAX_START_TICK)
}

fn read_start(to: &mut LinkTime, _: &mut Run, text: &str) -> Result<(), String> {
    to.start_tick = parse_start_tick(text);
    let fault = || {
        let at = quote(text);
        format!("at = {at} is not a tick from 0 to {MAX_START_TICK}; the run starts at 0.")
    };
    to.start_tick.map(drop).ok_or_else(fault)
}

fn read_inputs(to: &mut LinkTime, run: &mut Run, text: &str) -> Result<(), String> {
    let fault = |error| format!("The inputs of this run were left out. {error}");
    to.log = inputs::read(text, run).map_err(fault)?;
    Ok(())
}

fn read_hash(to: &mut LinkTime, _: &mut Run, text: &str) -> Result<(), String> {
    if !is_hash_prefix(text) {
        let check = quote(text);
        return Err(format!(
            "h = {check} is not eight digits from 0 to f; the run was not compared with it."
        ));
    }
    match to.start_tick {
        Some(_) => Ok(()),
        None => Err(format!("h = {text} was ignored: the link does not say at which tick (at=).")),
    }
}

fn is_hash_prefix(text: &str) -> bool {
    text.len() == HASH_DIGITS && text.chars().all(|c| matches!(c, '0'..='9' | 'a'..='f'))
}

/// First eight digits of the hash that a link promises for the tick at which it starts, if any.
///
/// ```
/// use flockwright::session::link::promised_hash;
///
/// assert_eq!(promised_hash("scene=duel&at=60&h=f886701e").as_deref(), Some("f886701e"));
/// assert_eq!(promised_hash("scene=duel&h=f886701e"), None);
/// ```
pub fn promised_hash(link: &str) -> Option<String> {
    let pairs = LinkPairs::read(link);
    parse_start_tick(pairs.last_value("at")?)?;
    pairs.last_value("h").filter(|text| is_hash_prefix(text)).map(String::from)
}
