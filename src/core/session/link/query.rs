//! Reading of query strings: finds the query in pasted text, and splits it into keys and values.

use form_urlencoded::parse;
use std::borrow::Cow;

/// Key of the recorded events.
const EVENTS_KEY: &str = "ev";

/// Key of the composition, which links have only if it differs from the scene's composition.
pub(crate) const GROUPS_KEY: &str = "groups";

/// Maximum length of a link without its recorded events, bytes. Anything beyond it is ignored; even
/// the largest layout is shorter.
pub(super) const MAX_LINK_BYTES: usize = 65_536;

/// Finds the query string in pasted text: after the question mark of the address or, without one,
/// after `#`. Characters that chats, mails and Markdown add around an address are removed.
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
        // Only the first question mark ends the address: a query can contain further ones.
        Some((before, query)) if is_address(before) => query,
        None if is_address(address) && fragment.contains('=') => "",
        _ => address,
    };
    let query = match query.trim() {
        "" => fragment.trim_start_matches(['!', '/', '?']),
        query => query,
    };
    without_backslashes(without_trailing(query.trim_start()))
}

/// Characters that can follow a pasted link in a text: brackets, quotation marks, and the end of a
/// sentence. The links of this program never end with one of them.
const TRAILING_CHARACTERS: &[&str] = &[
    "&", ")", "]", "}", ">", "<", ",", ";", ":", ".", "!", "?", "\"", "'", "`", "\\", "”", "“",
    "’", "‘", "»", "«", "…", "\u{a0}",
];

/// White space and the characters of [`TRAILING_CHARACTERS`] that browsers percent-encode, in
/// percent-encoded form.
const ENCODED_TRAILING_CHARACTERS: &[&str] = &[
    "%20", "%09", "%0A", "%0D", "%22", "%27", "%3C", "%3E", "%5C", "%60", "%E2%80%9D", "%E2%80%9C",
    "%E2%80%99", "%E2%80%98", "%C2%BB", "%C2%AB", "%E2%80%A6", "%C2%A0",
];

/// Removes characters that follow the query but do not belong to it.
fn without_trailing(mut query: &str) -> &str {
    loop {
        query = query.trim_end();
        // The character to be removed may also be written as an HTML entity, such as `&gt;`.
        let entity = query.strip_suffix(';').and_then(|rest| {
            let (before, name) = rest.rsplit_once('&')?;
            let is_name = |c: char| c.is_ascii_alphanumeric() || c == '#';
            (name.len() < 7 && name.chars().all(is_name)).then_some(before)
        });
        let written = || {
            ENCODED_TRAILING_CHARACTERS.iter().find_map(|sign| {
                let (rest, end) = query.split_at_checked(query.len().checked_sub(sign.len())?)?;
                end.eq_ignore_ascii_case(sign).then_some(rest)
            })
        };
        let bare = || TRAILING_CHARACTERS.iter().find_map(|sign| query.strip_suffix(sign));
        match entity.or_else(bare).or_else(written) {
            Some(rest) => query = rest,
            None => return query,
        }
    }
}

/// Removes the backslashes that Markdown writes before `_`, `*` and similar characters.
fn without_backslashes(query: &str) -> Cow<'_, str> {
    const MARKDOWN_ESCAPED: [char; 8] = ['_', '*', '&', '-', '.', '=', '~', '#'];
    if !query.contains('\\') && !query.contains("%5") {
        return Cow::Borrowed(query);
    }
    let mut plain = query.to_string();
    for sign in MARKDOWN_ESCAPED {
        for before in ["\\", "%5C", "%5c"] {
            plain = plain.replace(&format!("{before}{sign}"), sign.encode_utf8(&mut [0; 4]));
        }
    }
    Cow::Owned(plain)
}

/// Keys that mail programs, social networks and advertisers add to links, one per line. A `*` at
/// the end stands for any continuation. The page reads the same file.
const TRACKER_KEYS: &str = include_str!("../trackers.txt");

/// Whether a key of a link only tracks a person and does not describe the run.
pub(super) fn is_tracker_key(key: &str) -> bool {
    TRACKER_KEYS.lines().any(|known| match known.strip_suffix('*') {
        Some(beginning) => key.starts_with(beginning),
        None => key == known,
    })
}

/// Removes `amp;` before a pair: in the source of a page, where people also copy links, the
/// separator `&` is written as `&amp;`.
fn without_html_entity(mut pair: &str) -> &str {
    while let Some((entity, rest)) = pair.split_at_checked(4)
        && entity.eq_ignore_ascii_case("amp;")
    {
        pair = rest;
    }
    pair
}

/// Pairs of a key and a value, decoded from a link.
pub(crate) struct LinkPairs {
    pub entries: Vec<(String, String)>,
    /// Whether the link without its events is longer than [`MAX_LINK_BYTES`].
    pub is_truncated: bool,
}

impl LinkPairs {
    pub fn read(link: &str) -> Self {
        let mut pairs = Self { entries: Vec::new(), is_truncated: false };
        let mut length = 0;
        for text in query_of(link).split('&').map(without_html_entity) {
            let pair = pairs_of(text).next();
            let is_limited = pair.as_ref().is_none_or(|(key, _)| key != EVENTS_KEY);
            if is_limited {
                pairs.is_truncated |= length + text.len() > MAX_LINK_BYTES;
                length += text.len() + 1;
            }
            let pair = pair.filter(|(key, value)| !(key.is_empty() && value.is_empty()));
            if let Some((key, value)) = pair.filter(|_| !(is_limited && pairs.is_truncated)) {
                // Mail programs break lines anywhere, so white space can surround a key or a value.
                pairs.entries.push((key.trim().into(), value.trim().into()));
            }
        }
        pairs
    }

    /// Value of a key. If the key occurs several times, the last value counts.
    pub fn last_value(&self, key: &str) -> Option<&str> {
        self.entries.iter().rev().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }
}

/// Decodes the pairs of a key and a value in a part of a query string.
pub(crate) fn pairs_of(part: &str) -> impl Iterator<Item = (Cow<'_, str>, Cow<'_, str>)> {
    parse(part.as_bytes())
}
