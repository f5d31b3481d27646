//! The one reader of queries: what a link says, in pairs of key and value, out of what people paste; and the
//! keys that are no parameters.

use form_urlencoded::parse;
use std::borrow::Cow;

/// The key under which the page keeps what it shows: the camera, the selected unit, what is drawn.
/// No part of the run.
pub(crate) const LOOK: &str = "look";

/// The key of the recorded events.
pub(crate) const EVENTS_KEY: &str = "ev";

/// The key of the tick at which the link starts.
pub(crate) const AT_KEY: &str = "at";

/// The key of what the run is made of, where that is not as in the scene.
pub(crate) const GROUPS_KEY: &str = "groups";

/// The key of measures that are texts, see [`TextMeasure`](flockwright_rules::tree::TextMeasure).
pub(crate) const MEASURES_KEY: &str = "measures";

/// Keys that are no parameters of the run. What a link says of time is read by [`Timeline::open`].
///
/// [`Timeline::open`]: crate::session::timeline::Timeline::open
pub const RESERVED: [&str; 11] = [
    "v",
    "scene",
    "seed",
    "embed",
    "wish",
    "learn",
    LOOK,
    EVENTS_KEY,
    AT_KEY,
    GROUPS_KEY,
    MEASURES_KEY,
];

/// Longer links are read up to here, in bytes; even the largest layout is shorter.
pub(super) const MAX_LENGTH: usize = 65_536;

/// What a link says, out of an address as people paste it: what follows its question mark, or, where there is
/// nothing, the sign `#`. Signs that chats, mails and Markdown leave around an address are no part of it.
///
/// ```
/// use flockwright::session::link::query_of;
///
/// let pasted = "(see https://example.org/#?v=8&scene=flock\\_limited&seed=3).";
/// assert_eq!(query_of(pasted), "v=8&scene=flock_limited&seed=3");
/// ```
pub fn query_of(text: &str) -> Cow<'_, str> {
    let (address, fragment) = text.split_once('#').unwrap_or((text, ""));
    let is_address = |text: &str| text.contains("://") || !text.contains('=');
    let query = match address.split_once('?') {
        // A query may have question marks of its own.
        Some((before, query)) if is_address(before) => query,
        None if is_address(address) && fragment.contains('=') => "",
        _ => address,
    };
    let query = match query.trim() {
        "" => fragment.trim_start_matches(['!', '/', '?']),
        query => query,
    };
    without_escapes(without_end(query.trim_start()))
}

/// What stands behind addresses: brackets, quotes and the end of a sentence. Links that are written here
/// end with none of them.
const BEHIND: &[&str] = &[
    "&", ")", "]", "}", ">", "<", ",", ";", ":", ".", "!", "?", "\"", "'", "`", "\\", "”", "“",
    "’", "‘", "»", "«", "…", "\u{a0}",
];

/// The same as browsers write them in an address.
const BEHIND_WRITTEN: &[&str] = &[
    "%20",
    "%09",
    "%0A",
    "%0D",
    "%22",
    "%27",
    "%3C",
    "%3E",
    "%5C",
    "%60",
    "%E2%80%9D",
    "%E2%80%9C",
    "%E2%80%99",
    "%E2%80%98",
    "%C2%BB",
    "%C2%AB",
    "%E2%80%A6",
    "%C2%A0",
];

/// A query without what stands behind it.
fn without_end(mut query: &str) -> &str {
    loop {
        query = query.trim_end();
        // What HTML makes of such a sign.
        let entity = query.strip_suffix(';').and_then(|rest| {
            let (before, name) = rest.rsplit_once('&')?;
            let is_name = |c: char| c.is_ascii_alphanumeric() || c == '#';
            (name.len() < 7 && name.chars().all(is_name)).then_some(before)
        });
        let written = || {
            BEHIND_WRITTEN.iter().find_map(|sign| {
                let (rest, end) = query.split_at_checked(query.len().checked_sub(sign.len())?)?;
                end.eq_ignore_ascii_case(sign).then_some(rest)
            })
        };
        let bare = || BEHIND.iter().find_map(|sign| query.strip_suffix(sign));
        match entity.or_else(bare).or_else(written) {
            Some(rest) => query = rest,
            None => return query,
        }
    }
}

/// A query without the signs by which Markdown keeps `_`, `*` and the like as they are.
fn without_escapes(query: &str) -> Cow<'_, str> {
    const ESCAPED: [char; 8] = ['_', '*', '&', '-', '.', '=', '~', '#'];
    if !query.contains('\\') && !query.contains("%5") {
        return Cow::Borrowed(query);
    }
    let mut plain = query.to_string();
    for sign in ESCAPED {
        for before in ["\\", "%5C", "%5c"] {
            plain = plain.replace(&format!("{before}{sign}"), sign.encode_utf8(&mut [0; 4]));
        }
    }
    Cow::Owned(plain)
}

/// Keys that mail programs, networks and advertisers hang on links, one per line; `*` ends the beginning of
/// several. The page reads the same list.
const TRACKERS: &str = include_str!("../trackers.txt");

/// Whether a key of a link follows a person around, and says nothing of a run.
pub(super) fn is_tracker(key: &str) -> bool {
    TRACKERS.lines().any(|known| match known.strip_suffix('*') {
        Some(beginning) => key.starts_with(beginning),
        None => key == known,
    })
}

/// A pair without what HTML makes of the `&` before it: links are copied out of the source of pages.
fn without_entity(mut pair: &str) -> &str {
    while let Some((entity, rest)) = pair.split_at_checked(4)
        && entity.eq_ignore_ascii_case("amp;")
    {
        pair = rest;
    }
    pair
}

/// What a link says, in pairs of key and value. What was done in the run stands apart, however long it is.
pub(crate) struct Pairs {
    pub list: Vec<(String, String)>,
    pub events: Option<String>,
    /// Longer than [`MAX_LENGTH`].
    pub is_cut: bool,
}

impl Pairs {
    pub fn read(link: &str) -> Self {
        let mut pairs = Self { list: Vec::new(), events: None, is_cut: false };
        let mut length = 0;
        for text in query_of(link).split('&').map(without_entity) {
            let pair = pairs_of(text).next();
            if let Some((_, value)) = pair.as_ref().filter(|(key, _)| key == EVENTS_KEY) {
                pairs.events = Some(value.to_string());
                continue;
            }
            length += text.len();
            pairs.is_cut |= length > MAX_LENGTH;
            length += 1;
            let pair = pair.filter(|(key, value)| !(key.is_empty() && value.is_empty()));
            if let Some((key, value)) = pair.filter(|_| !pairs.is_cut) {
                // Lines of a mail are broken anywhere.
                pairs.list.push((key.trim().into(), value.trim().into()));
            }
        }
        pairs
    }

    /// The last value of a key: where a key stands twice, the last holds.
    pub fn last(&self, key: &str) -> Option<&str> {
        self.list.iter().rev().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }
}

/// The pairs of a part of a query.
pub(crate) fn pairs_of(part: &str) -> impl Iterator<Item = (Cow<'_, str>, Cow<'_, str>)> {
    parse(part.as_bytes())
}
