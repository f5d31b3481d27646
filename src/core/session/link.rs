//! A run as a query string, and back.
//!
//! `v=8&scene=flock-limited&seed=7&cohesion=2&interceptors.thrust=900`: the version, the scene, and
//! only what differs from it; edited layout as [`Layout`] writes it. Reading never fails: it keeps every part that makes sense and tells what it ignored or changed.

use super::keys::MEASURES_KEY;
pub use super::keys::RESERVED;
pub(crate) use super::keys::{AT_KEY, EVENTS_KEY, GROUPS_KEY};
use super::layout_text::{self, is_key};
use super::rule_in_link;
use crate::engine::layout::{Layout, is_outside};
use crate::engine::params::WorldParams;
pub use crate::scenes::VERSION;
use crate::scenes::{SCENES, Scene};
use crate::schema::near::did_you_mean;
use crate::schema::texts::quote;
use crate::session::run::{DEFAULT_SEED, Run, has_key, is_cut};
use form_urlencoded::{Serializer, parse};
use glam::Vec2;
use std::borrow::Cow;

/// Longer links are read up to here, in bytes; even the largest layout is shorter.
const MAX_LENGTH: usize = 65_536;

/// At most this many notices are listed one by one.
const MAX_NOTICES: usize = 12;

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

/// The first notice of a part of a link that makes no sense, for which doors that are strict refuse it. That
/// something lies outside the world, or a crowd is too large, is said and no more: the run has it.
pub fn fault(notices: &[String]) -> Option<&String> {
    notices.iter().find(|notice| !is_outside(notice) && !is_cut(notice))
}

/// Keys that mail programs, networks and advertisers hang on links, one per line; `*` ends the beginning of
/// several. The page reads the same list.
const TRACKERS: &str = include_str!("trackers.txt");

/// Whether a key of a link follows a person around, and says nothing of a run.
fn is_tracker(key: &str) -> bool {
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
    list: Vec<(String, String)>,
    pub events: Option<String>,
    is_cut: bool,
}

impl Pairs {
    pub fn of(link: &str) -> Self {
        let mut pairs = Self { list: Vec::new(), events: None, is_cut: false };
        let mut length = 0;
        for text in query_of(link).split('&').map(without_entity) {
            let pair = parse(text.as_bytes()).next();
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

impl Run {
    /// Opens a link, as an [address or a part of one](query_of). Returns the run at tick 0 and one plain
    /// sentence for each part of the link that was ignored or changed.
    pub fn open(link: &str) -> (Self, Vec<String>) {
        Self::of_pairs(&Pairs::of(link))
    }

    /// As [`open`](Self::open).
    pub(crate) fn of_pairs(pairs: &Pairs) -> (Self, Vec<String>) {
        let mut notices = Notices::default();
        if pairs.is_cut {
            notices
                .add(format!("The link is longer than {MAX_LENGTH} bytes; the rest is ignored."));
        }
        let scene = read_scene(pairs, &mut notices);
        let seed = read_seed(pairs, &mut notices);
        read_version(pairs, &mut notices);
        let mut run = Run::new(scene, seed);
        let mut changed = false;
        if let Some(text) = pairs.last(GROUPS_KEY) {
            run.compose(text).into_iter().for_each(|line| notices.add(line));
        }
        for code in pairs.last(MEASURES_KEY).unwrap_or_default().split('-') {
            let added = match rule_in_link::read(code) {
                Some(text) => run.add_measure(&text),
                None if code.is_empty() => continue,
                None => Err("Its code is damaged.".into()),
            };
            if let Err(why) = added {
                notices.add(format!("A measure of the link was ignored. {why}"));
            }
        }
        let mut layout = Layout::default();
        for (key, value) in &pairs.list {
            if RESERVED.contains(&key.as_str()) {
                continue;
            }
            if is_key(key, run.world.groups()) {
                let faults = layout_text::read(&mut layout, key, value, run.world.groups());
                faults.into_iter().for_each(|line| notices.add(line));
            } else {
                changed |= run.read(key, value, &mut notices);
            }
        }
        if !layout.is_empty() {
            let (layout, unfit) = run.fit_layout(layout);
            unfit.into_iter().for_each(|line| notices.add(line));
            let WorldParams { width, height, .. } = run.world.params;
            let outside = layout.outside(Vec2::new(width, height), run.world.groups());
            outside.into_iter().for_each(|line| notices.add(line));
            changed |= !layout.is_empty();
            run.world.put_layout(layout);
        }
        if changed {
            run.world.restart(seed);
        }
        run.cuts().into_iter().for_each(|line| notices.add(line));
        (run, notices.finish())
    }

    /// Reads one parameter. True if it changed something.
    fn read(&mut self, key: &str, text: &str, notices: &mut Notices) -> bool {
        if let Some(id) = self.find_text(key) {
            let before = self.text(id);
            if let Err(error) = self.set_text(id, text) {
                notices.add(format!("{key} was ignored. {error}"));
            }
            return before != self.text(id);
        }
        let Some(id) = self.find(key).filter(|id| self.params()[*id].present) else {
            // A written rule may be called like one.
            if is_tracker(key) {
                return false;
            }
            notices.add_if_read(|| match elsewhere(key) {
                Some(scene) => format!(
                    "{} is a parameter of the scene “{}”, not of this one.",
                    quote(key),
                    scene.title
                ),
                None => {
                    let present = self.params().iter().filter(|param| param.present);
                    let guess = did_you_mean(key, present.map(|param| param.key.as_str()));
                    format!("There is no parameter {}.{guess}", quote(key))
                }
            });
            return false;
        };
        match self.params()[id].spec.read(text) {
            Ok(reading) => {
                if reading.clamped {
                    let spec = self.params()[id].spec;
                    notices.add(format!(
                        "{key} = {} was changed to {} (allowed: {} to {}).",
                        quote(text),
                        reading.value,
                        spec.min,
                        spec.max
                    ));
                }
                let before = self.get(id);
                self.put(id, reading.value);
                before != reading.value
            }
            Err(error) => {
                notices.add(format!("{key} = {} {error}; it was ignored.", quote(text)));
                false
            }
        }
    }

    /// The shortest link that opens this run at tick 0.
    pub fn link(&self) -> String {
        self.link_with_seed(self.world.seed())
    }

    /// The measures of its own as links have them; `None` where there are none.
    pub fn measures_text(&self) -> Option<String> {
        let codes: Vec<String> =
            self.measures().iter().map(|(_, text)| rule_in_link::write(text)).collect();
        (!codes.is_empty()).then(|| codes.join("-"))
    }

    /// The same with another seed.
    pub fn link_with_seed(&self, seed: u32) -> String {
        let mut out = Serializer::new(String::new());
        out.append_pair("v", &VERSION.to_string()).append_pair("scene", self.scene().key);
        if seed != DEFAULT_SEED {
            out.append_pair("seed", &seed.to_string());
        }
        let groups = self.composition_text();
        if !groups.is_empty() {
            out.append_pair(GROUPS_KEY, &groups);
        }
        if let Some(measures) = self.measures_text() {
            out.append_pair(MEASURES_KEY, &measures);
        }
        out.extend_pairs(self.changed());
        out.extend_pairs(layout_text::write(self.layout(), self.world.groups()));
        out.finish()
    }
}

fn read_scene(pairs: &Pairs, notices: &mut Notices) -> &'static Scene {
    let first = &SCENES[0];
    let Some(key) = pairs.last("scene") else { return first };
    let plain = key.replace('_', "-");
    SCENES.iter().find(|scene| scene.key == plain).unwrap_or_else(|| {
        let guess = did_you_mean(key, SCENES.iter().map(|scene| scene.key));
        notices.add(format!("There is no scene {}; this is “{}”.{guess}", quote(key), first.title));
        first
    })
}

/// Says what a link is that is not of this version; it is read as if it were.
fn read_version(pairs: &Pairs, notices: &mut Notices) {
    let Some(text) = pairs.last("v") else { return };
    match text.parse::<u32>() {
        Ok(VERSION) => {}
        Ok(1..VERSION) => notices.add(format!(
            "This link is of version {text}, from before the first release; it opens as version \
             {VERSION} and may run differently."
        )),
        Ok(VERSION..) => notices.add(format!(
            "This link is of version {text}, which is newer; it opens as version {VERSION}, and \
             parts of it may be missing."
        )),
        _ => notices.add(format!(
            "This link has version {}, which does not exist; it opens as version {VERSION}.",
            quote(text)
        )),
    }
}

fn read_seed(pairs: &Pairs, notices: &mut Notices) -> u32 {
    let Some(text) = pairs.last("seed") else { return DEFAULT_SEED };
    text.parse().unwrap_or_else(|_| {
        notices.add(format!(
            "seed = {} is not a whole number from 0 to {}; it was ignored.",
            quote(text),
            u32::MAX
        ));
        DEFAULT_SEED
    })
}

/// A scene that has this parameter.
fn elsewhere(key: &str) -> Option<&'static Scene> {
    SCENES.iter().find(|scene| {
        let setup = (scene.build)();
        has_key(&setup.world, &setup.groups, key) || is_key(key, &setup.groups)
    })
}

/// Collects notices up to a readable number.
#[derive(Default)]
struct Notices {
    lines: Vec<String>,
    more: usize,
}

impl Notices {
    fn add(&mut self, line: String) {
        self.add_if_read(|| line);
    }

    /// The same for a line that takes long to find: only where there is room for it.
    fn add_if_read(&mut self, line: impl FnOnce() -> String) {
        if self.lines.len() < MAX_NOTICES {
            self.lines.push(line());
        } else {
            self.more += 1;
        }
    }

    fn finish(mut self) -> Vec<String> {
        if self.more > 0 {
            self.lines
                .push(format!("{} more parts of the link were ignored or changed.", self.more));
        }
        self.lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_from_the_scene_is_in_a_link() {
        let mut run = Run::first();
        assert_eq!(run.link(), format!("v=8&scene={}", SCENES[0].key));
        let id = run.find("cohesion").expect("a flock has cohesion");
        run.set(id, 2.5);
        assert_eq!(run.link(), format!("v=8&scene={}&cohesion=2.5", SCENES[0].key));
        run.set(id, run.params()[id].default);
        assert_eq!(run.link(), format!("v=8&scene={}", SCENES[0].key));
    }

    #[test]
    fn a_bad_part_is_told_and_the_good_ones_are_kept() {
        let (run, notices) =
            Run::open("v=8&cohesion=NaN&alignment=2&nonsense=1&separation=1e9&seed=-3&%zz=%ff");
        assert_eq!(run.get(run.find("alignment").expect("alignment")), 2.0);
        assert_eq!(run.get(run.find("separation").expect("separation")), 10.0);
        assert_eq!(notices.len(), 5, "{notices:#?}");
    }

    #[test]
    fn the_link_of_an_embed_is_the_link_of_its_run() {
        let (run, notices) = Run::open("v=8&scene=patrol&embed=1");
        assert!(notices.is_empty(), "{notices:?}");
        assert_eq!(run.link(), "v=8&scene=patrol");
    }

    #[test]
    fn a_text_travels_in_a_link() {
        let (mut run, notices) = Run::open("scene=patrol&steps=ahead+50%2C+port+120");
        assert!(notices.is_empty(), "{notices:?}");
        let id = run.find_text("steps").expect("a pattern has steps");
        assert_eq!(run.text(id), "ahead 50, port 120");
        run.set_text(id, "starboard 90; ahead 20").expect("two steps");
        let (again, _) = Run::open(&run.link());
        assert_eq!(again.text(id), "starboard 90, ahead 20");
        let (kept, notices) = Run::open("scene=patrol&steps=<script>,%00");
        assert_eq!(kept.text(id), kept.texts()[id].default);
        assert_eq!(notices.len(), 1, "{notices:?}");
    }

    #[test]
    fn a_flood_of_noise_gives_a_short_list() {
        let noise = "x=1&".repeat(30_000);
        let (_, notices) = Run::open(&noise);
        assert_eq!(notices.len(), MAX_NOTICES + 1);
    }
}
