//! Compositions in links: groups separated by `*`, each with the fields that differ from the scene's
//! group with that key, as in `boids.pcohesion-fright.fg1*g1.rmonster.bpoint.ppursue.hboids`.
//! Each field begins with a point and a letter (see [`FIELDS`]).

use super::fields::{Field, fields};
use super::rule;
use crate::schema::texts::quote;
use crate::session::compose::{Composition, Draft, GroupDoc, body_key, checked_rule, is_rule};
use std::borrow::Cow;

/// The fields of a group, in the order of links.
pub const FIELDS: [Field; 10] = fields! {
    "like" "l" "the scene's group that a new one is made like; it comes first" "groups=boids*g1.lboids"
    "name" "n" "a name for it: letters, combining marks and digits of any script, and `_` for a space, at most 24; equal names are shown with numbers" "groups=boids*g1.nsharks"
    "role" "r" "its role" "groups=boids*g1.rmonster"
    "body" "b" "its body: `rigid`, `point`, `particle` or `tile`" "groups=boids*g1.bparticle"
    "behaviors" "p" "the keys of its behaviors, in order; `R` and a code is a [written rule](#written-rules)" "groups=boids.pcohesion-fright"
    "hunts" "h" "the groups that it hunts" "groups=boids*g1.hboids"
    "fears" "f" "the groups that it fears" "groups=boids.fg1*g1"
    "follows" "o" "the group that it follows (the first of them)" "groups=boids*g1.oboids"
    "flocks" "a" "the groups that it flocks with" "groups=boids*g1.aboids"
    "ignores" "i" "the groups that it ignores" "groups=boids*g1.iboids"
};

/// Reads the value of a field.
type Read = fn(&mut Draft<'_>, &str);

/// Writes the value of a field; `None` if it is that of the scene's group, the second argument.
type Write = fn(&GroupDoc, &GroupDoc) -> Option<String>;

/// How each of [`FIELDS`] is read and written.
const CODECS: [(Read, Write); 10] = [
    (
        |draft, value| draft.copy(value),
        |group, _| (!group.like.is_empty()).then(|| group.like.into()),
    ),
    (
        |draft, value| draft.set_name(value),
        |group, _| (!group.name.is_empty()).then(|| group.name.replace(' ', "_")),
    ),
    (
        |draft, value| draft.set_role(value),
        |group, usual| (group.role != usual.role).then(|| group.role.key().into()),
    ),
    (
        |draft, value| draft.set_body(value),
        |group, usual| (group.body != usual.body).then(|| body_key(group.body).into()),
    ),
    (read_behaviors, |group, usual| {
        let items = || group.behaviors.iter().map(|item| write_item(item));
        (group.behaviors != usual.behaviors).then(|| items().collect::<Vec<_>>().join("-"))
    }),
    tie::<0>(),
    tie::<1>(),
    tie::<2>(),
    tie::<3>(),
    tie::<4>(),
];

/// Reads and writes the relations with index `N` in [`GroupDoc::ties`].
const fn tie<const N: usize>() -> (Read, Write) {
    (
        |draft, value| draft.tie(N, keys(value)),
        |group, usual| (group.ties[N] != usual.ties[N]).then(|| group.ties[N].join("-")),
    )
}

fn read_behaviors(draft: &mut Draft<'_>, value: &str) {
    draft.group().behaviors.clear();
    for item in keys(value) {
        match item.starts_with(rule::MARK) {
            true => draft.add_rule(rule::read(item).ok_or("Its code is damaged.".into())),
            false => draft.add_named(item),
        }
    }
}

fn keys(list: &str) -> impl Iterator<Item = &str> {
    list.split('-').filter(|key| !key.is_empty())
}

/// Writes a composition; empty if it is that of the scene.
pub fn write(composition: &Composition, scene: &Composition) -> String {
    if composition == scene {
        return String::new();
    }
    let groups: Vec<String> =
        composition.groups.iter().map(|group| write_group(group, scene)).collect();
    groups.join("*")
}

fn write_group(group: &GroupDoc, scene: &Composition) -> String {
    let usual = GroupDoc::usual(group.key, group.like, scene);
    let mut text = group.key.to_string();
    for (field, (_, write)) in FIELDS.iter().zip(CODECS) {
        if let Some(value) = write(group, &usual) {
            text += &[".", field.key, &value].concat();
        }
    }
    text
}

fn write_item(item: &str) -> Cow<'_, str> {
    if is_rule(item) { rule::write(item).into() } else { item.into() }
}

/// Key of a written rule, and its code in a link.
///
/// # Errors
/// If the text is invalid, or if its key is in use: one sentence.
pub fn item_of_text(text: &str) -> Result<(String, String), String> {
    checked_rule(text).map(|(key, text)| (key, rule::write(&text)))
}

/// Reads a composition of a scene. Returns one sentence for each part that was left out.
pub fn read(text: &str, scene: &Composition) -> (Composition, Vec<String>) {
    if text.is_empty() {
        return (scene.clone(), Vec::new());
    }
    let mut draft = Draft::new(scene);
    for part in text.split('*') {
        let mut fields = part.split('.');
        if draft.begin(fields.next().unwrap_or_default()) {
            fields.for_each(|field| read_field(field, &mut draft));
        }
    }
    draft.finish()
}

fn read_field(text: &str, draft: &mut Draft<'_>) {
    let mut fields = FIELDS.iter().zip(CODECS);
    match fields.find_map(|(field, (read, _))| Some((read, text.strip_prefix(field.key)?))) {
        Some((read, value)) => read(draft, value),
        None => draft.notices.push(format!("A group has no {}.", quote(text))),
    }
}
