//! Compositions in links: groups separated by `*`, each with the fields that differ from the
//! scene's group with that key, as in
//! `boids.pcohesion-fright.fg1*g1.rmonster.bpoint.ppursue.hboids`. Each field begins with a point
//! and a letter (see [`GROUP_FIELDS`]).

use super::fields::{LinkFieldRow, rows};
use super::rule;
use crate::schema::texts::quote;
use crate::session::compose::{
    Composition, CompositionDraft, GroupDoc, body_key, check_rule, is_rule,
};
use std::borrow::Cow;

/// Function that reads the value of a field into the group that was begun last.
type ReadGroupField = fn(&mut CompositionDraft<'_>, &str);

/// Function that writes a field of a group; `None` if it equals the scene's (second argument).
type WriteGroupField = fn(&GroupDoc, &GroupDoc) -> Option<String>;

/// The fields of a group, in the order in which links have them.
pub(super) const GROUP_FIELDS: [LinkFieldRow<ReadGroupField, WriteGroupField>; 10] = rows! {
    "like" "l" "the scene's group that a new one is made like; it comes first" "groups=boids*g1.lboids"
        |draft, value| draft.copy_scene_group(value),
        |group, _| (!group.copied_key.is_empty()).then(|| group.copied_key.into());
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
        read_relation::<0>, write_relation::<0>;
    "fears" "f" "the groups that it fears" "groups=boids.fg1*g1"
        read_relation::<1>, write_relation::<1>;
    "follows" "o" "the group that it follows (the first of them)" "groups=boids*g1.oboids"
        read_relation::<2>, write_relation::<2>;
    "flocks" "a" "the groups that it flocks with" "groups=boids*g1.aboids"
        read_relation::<3>, write_relation::<3>;
    "ignores" "i" "the groups that it ignores" "groups=boids*g1.iboids"
        read_relation::<4>, write_relation::<4>;
};

/// Reads the keys for the relation with index `N` in [`GroupDoc::related_groups`].
fn read_relation<const N: usize>(draft: &mut CompositionDraft<'_>, value: &str) {
    draft.set_relation(N, group_keys(value));
}

fn write_relation<const N: usize>(group: &GroupDoc, usual: &GroupDoc) -> Option<String> {
    (group.related_groups[N] != usual.related_groups[N]).then(|| group.related_groups[N].join("-"))
}

fn write_behaviors(group: &GroupDoc, usual: &GroupDoc) -> Option<String> {
    let items = || group.behaviors.iter().map(|item| write_behavior(item));
    (group.behaviors != usual.behaviors).then(|| items().collect::<Vec<_>>().join("-"))
}

fn read_behaviors(draft: &mut CompositionDraft<'_>, value: &str) {
    draft.group().behaviors.clear();
    for item in group_keys(value) {
        match item.starts_with(rule::RULE_MARK) {
            true => draft.add_rule(rule::decode_rule(item).ok_or("Its code is damaged.".into())),
            false => draft.add_behavior_or_recipe(item),
        }
    }
}

fn group_keys(list: &str) -> impl Iterator<Item = &str> {
    list.split('-').filter(|key| !key.is_empty())
}

/// Writes a composition as a value of a link; empty if it is the composition of the scene.
pub fn write(composition: &Composition, scene: &Composition) -> String {
    if composition == scene {
        return String::new();
    }
    let groups: Vec<String> =
        composition.groups.iter().map(|group| write_group(group, scene)).collect();
    groups.join("*")
}

fn write_group(group: &GroupDoc, scene: &Composition) -> String {
    let usual = GroupDoc::scene_group(group.key, group.copied_key, scene);
    let mut text = group.key.to_string();
    for row in GROUP_FIELDS {
        if let Some(value) = (row.write)(group, &usual) {
            text += &[".", row.field.key, &value].concat();
        }
    }
    text
}

fn write_behavior(item: &str) -> Cow<'_, str> {
    if is_rule(item) { rule::encode_rule(item).into() } else { item.into() }
}

/// Checks a written rule. Returns its key, and its code in links.
///
/// # Errors
/// If the text is invalid, or if its key is in use: one sentence.
pub fn rule_item(text: &str) -> Result<(String, String), String> {
    check_rule(text).map(|(key, text)| (key, rule::encode_rule(&text)))
}

/// Reads a composition from a value of a link; an empty value is the composition of the scene.
/// Returns one sentence for each part that was left out.
pub fn read(text: &str, scene: &Composition) -> (Composition, Vec<String>) {
    if text.is_empty() {
        return (scene.clone(), Vec::new());
    }
    let mut draft = CompositionDraft::new(scene);
    for part in text.split('*') {
        let mut fields = part.split('.');
        if draft.begin_group(fields.next().unwrap_or_default()) {
            fields.for_each(|field| read_group_field(field, &mut draft));
        }
    }
    draft.into_composition()
}

fn read_group_field(text: &str, draft: &mut CompositionDraft<'_>) {
    match GROUP_FIELDS.iter().find_map(|row| Some((row, text.strip_prefix(row.field.key)?))) {
        Some((row, value)) => (row.read)(draft, value),
        None => draft.notices.push(format!("A group has no {}.", quote(text))),
    }
}
