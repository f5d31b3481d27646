//! Compositions in links: groups separated by `*`, each with the fields that differ from the scene's
//! group with that key, as in `boids.pcohesion-fright.fg1*g1.rmonster.bpoint.ppursue.hboids`.
//! Each field begins with a point and a letter (see [`FIELDS`]).

use super::fields::{Row, rows};
use super::rule;
use crate::schema::texts::quote;
use crate::session::compose::{Composition, Draft, GroupDoc, body_key, checked_rule, is_rule};
use std::borrow::Cow;

/// Reads the value of a field.
type Read = fn(&mut Draft<'_>, &str);

/// Writes the value of a field; `None` if it is that of the scene's group, the second argument.
type Write = fn(&GroupDoc, &GroupDoc) -> Option<String>;

/// The fields of a group, in the order of links.
pub(super) const FIELDS: [Row<Read, Write>; 10] = rows! {
    "like" "l" "the scene's group that a new one is made like; it comes first" "groups=boids*g1.lboids"
        |draft, value| draft.copy(value),
        |group, _| (!group.like.is_empty()).then(|| group.like.into());
    "name" "n" "a name for it: letters, combining marks and digits of any script, and `_` for a space, at most 24; equal names are shown with numbers" "groups=boids*g1.nsharks"
        |draft, value| draft.set_name(value),
        |group, _| (!group.name.is_empty()).then(|| group.name.replace(' ', "_"));
    "role" "r" "its role" "groups=boids*g1.rmonster"
        |draft, value| draft.set_role(value),
        |group, usual| (group.role != usual.role).then(|| group.role.key().into());
    "body" "b" "its body: `rigid`, `point`, `particle` or `tile`" "groups=boids*g1.bparticle"
        |draft, value| draft.set_body(value),
        |group, usual| (group.body != usual.body).then(|| body_key(group.body).into());
    "behaviors" "p" "the keys of its behaviors, in order; `R` and a code is a [written rule](#written-rules)" "groups=boids.pcohesion-fright"
        read_behaviors, write_behaviors;
    "hunts" "h" "the groups that it hunts" "groups=boids*g1.hboids"
        read_tie::<0>, write_tie::<0>;
    "fears" "f" "the groups that it fears" "groups=boids.fg1*g1"
        read_tie::<1>, write_tie::<1>;
    "follows" "o" "the group that it follows (the first of them)" "groups=boids*g1.oboids"
        read_tie::<2>, write_tie::<2>;
    "flocks" "a" "the groups that it flocks with" "groups=boids*g1.aboids"
        read_tie::<3>, write_tie::<3>;
    "ignores" "i" "the groups that it ignores" "groups=boids*g1.iboids"
        read_tie::<4>, write_tie::<4>;
};

/// Reads the relation with index `N` in [`GroupDoc::ties`].
fn read_tie<const N: usize>(draft: &mut Draft<'_>, value: &str) {
    draft.tie(N, keys(value));
}

fn write_tie<const N: usize>(group: &GroupDoc, usual: &GroupDoc) -> Option<String> {
    (group.ties[N] != usual.ties[N]).then(|| group.ties[N].join("-"))
}

fn write_behaviors(group: &GroupDoc, usual: &GroupDoc) -> Option<String> {
    let items = || group.behaviors.iter().map(|item| write_item(item));
    (group.behaviors != usual.behaviors).then(|| items().collect::<Vec<_>>().join("-"))
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
    for row in FIELDS {
        if let Some(value) = (row.write)(group, &usual) {
            text += &[".", row.field.key, &value].concat();
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
    match FIELDS.iter().find_map(|row| Some((row, text.strip_prefix(row.field.key)?))) {
        Some((row, value)) => (row.read)(draft, value),
        None => draft.notices.push(format!("A group has no {}.", quote(text))),
    }
}
