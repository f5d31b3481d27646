//! Simultaneous changes of groups, values and layout as a part of a link:
//! `groups=…&contact=on&ob=…`.

use super::groups;
use super::layout::{self, is_key_of_any};
use super::query::{GROUPS_KEY, pairs_of};
use crate::session::change::RunChange;
use crate::session::compose::Composition;
use crate::session::run::Run;
use form_urlencoded::Serializer;

/// The three parts of a [`RunChange`] as texts.
pub struct ChangeTexts {
    /// The composition; `None` if it stays.
    pub groups: Option<String>,
    /// Pairs of a parameter key and a value.
    pub values: Vec<(String, String)>,
    /// The edited layout; `None` if it stays.
    pub layout: Option<String>,
}

impl ChangeTexts {
    /// Splits a part of a link.
    pub fn of(text: &str) -> Self {
        let mut parts = Self { groups: None, values: Vec::new(), layout: None };
        let mut layout = Serializer::new(String::new());
        let mut lays_out = false;
        for (key, value) in pairs_of(text) {
            if key == GROUPS_KEY {
                parts.groups = Some(value.into_owned());
            } else if is_key_of_any(&key) {
                layout.append_pair(&key, &value);
                lays_out = true;
            } else {
                parts.values.push((key.into_owned(), value.into_owned()));
            }
        }
        parts.layout = lays_out.then(|| layout.finish());
        parts
    }
}

/// Writes a change. `scene` is the scene's own composition, and `main` is the key of its main
/// group.
pub fn write_change(change: &RunChange, scene: &Composition, main: &str) -> String {
    let mut out = Serializer::new(String::new());
    if let Some(groups) = &change.groups {
        out.append_pair(GROUPS_KEY, &groups::write(groups, scene));
    }
    out.extend_pairs(&change.values);
    if let Some(edited) = &change.layout {
        out.extend_pairs(layout::write(edited, main));
    }
    out.finish()
}

impl Run {
    /// Reads a change from a part of a link. Invalid parts are left out.
    pub fn read_change(&self, text: &str) -> RunChange {
        let ChangeTexts { groups, values, layout } = ChangeTexts::of(text);
        let groups = groups.map(|text| self.read_composition(&text).0);
        let made = self.groups_after(groups.as_ref());
        let layout = layout.map(|text| layout::read_all(&text, &made).0);
        let layout =
            layout.map(|layout| crate::session::layout_doc::LayoutDoc::new(&layout, &made));
        RunChange { groups, values, layout }
    }
}
