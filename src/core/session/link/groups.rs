//! Compositions in links: groups separated by `*`, each with the fields that differ from the scene's
//! group with that key, as in `boids.pcohesion-fright.fg1*g1.rmonster.bpoint.ppursue.hboids`.
//!
//! Each field begins with a point and a letter:
//!
//! | letter | field |
//! |---|---|
//! | `l` | key of the scene's group of which a new group is a copy |
//! | `n` | name |
//! | `r`, `b` | role, body |
//! | `p` | behaviors in order, each by its key or, for a written rule, by its [code](super::rule) |
//! | `h`, `f`, `o`, `a`, `i` | keys of the groups that it hunts, fears, follows, flocks with and ignores |

use super::rule;
use crate::schema::texts::quote;
use crate::session::compose::{Composition, Draft, GroupDoc, body_key, checked_rule, is_rule};
use std::borrow::Cow;

/// Letters of the relations to other groups, in the order of [`GroupDoc::ties`].
const TIES: [char; 5] = ['h', 'f', 'o', 'a', 'i'];

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
    let mut add = |letter: char, value: &str| {
        text.push('.');
        text.push(letter);
        text.push_str(value);
    };
    if !group.like.is_empty() {
        add('l', group.like);
    }
    if !group.name.is_empty() {
        add('n', &group.name.replace(' ', "_"));
    }
    if group.role != usual.role {
        add('r', group.role.key());
    }
    if group.body != usual.body {
        add('b', body_key(group.body));
    }
    if group.behaviors != usual.behaviors {
        let items: Vec<Cow<'_, str>> =
            group.behaviors.iter().map(|item| write_item(item)).collect();
        add('p', &items.join("-"));
    }
    for (letter, (ties, usual)) in TIES.iter().zip(group.ties.iter().zip(&usual.ties)) {
        if ties != usual {
            add(*letter, &ties.join("-"));
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

fn read_field(field: &str, draft: &mut Draft<'_>) {
    let mut letters = field.chars();
    let letter = letters.next().unwrap_or(' ');
    let value = letters.as_str();
    let keys = || value.split('-').filter(|key| !key.is_empty());
    match letter {
        'l' => draft.copy(value),
        'n' => draft.set_name(value),
        'r' => draft.set_role(value),
        'b' => draft.set_body(value),
        'p' => {
            draft.group().behaviors.clear();
            for item in keys() {
                match item.starts_with(rule::MARK) {
                    true => draft.add_rule(rule::read(item).ok_or("Its code is damaged.".into())),
                    false => draft.add_named(item),
                }
            }
        }
        _ => match TIES.iter().position(|tie| *tie == letter) {
            Some(tie) => draft.tie(tie, keys()),
            None => draft.notices.push(format!("A group has no {}.", quote(field))),
        },
    }
}
