//! Compositions in links: groups between `*`, each with what differs from the scene's group of that
//! key, as in `boids.pcohesion-fright.fg1*g1.rmonster.bpoint.ppursue.hboids`.
//!
//! Each part of a group begins with a point and a letter:
//!
//! | letter | part |
//! |---|---|
//! | `l` | the scene's group that a new one is a copy of |
//! | `n` | its name |
//! | `r`, `b` | its role, its body |
//! | `p` | the keys of its behaviors in order, or the [code](super::rule) of a written rule |
//! | `h`, `f`, `o`, `a`, `i` | the groups that it hunts, fears, follows, aligns with and ignores |

use super::rule;
use crate::schema::texts::quote;
use crate::session::compose::{Composition, Draft, GroupDoc, body_key, checked_rule, is_rule};
use std::borrow::Cow;

/// Letters of the ties, in the order of [`GroupDoc::ties`].
const TIES: [char; 5] = ['h', 'f', 'o', 'a', 'i'];

/// Writes a composition; empty where it is the scene's own.
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

/// The key of a written rule by its text, and its code in a link.
///
/// # Errors
/// A sentence on what makes no sense, or that its key is taken.
pub fn item_of_text(text: &str) -> Result<(String, String), String> {
    checked_rule(text).map(|(key, text)| (key, rule::write(&text)))
}

/// Reads a composition of a scene, and a sentence for each part that was left out.
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
