//! Names of groups: letters, combining marks and digits of all scripts, and spaces between words.

use flockwright_rules::names::is_name;
use std::borrow::Cow;
use std::sync::{Mutex, PoisonError};

/// Reads the name of a group, in which `_` stands for a space. Returns `None` if the name is empty,
/// is too long, or has other characters.
pub(super) fn parse_group_name(text: &str) -> Option<&'static str> {
    let words = text.split(['_', ' ']).filter(|word| !word.is_empty());
    let name = words.collect::<Vec<_>>().join(" ");
    is_name(&name).then(|| intern(name.into()))
}

/// Keeps a string until the program ends; equal strings are kept once.
fn intern(name: Cow<'static, str>) -> &'static str {
    static INTERNED_NAMES: Mutex<Vec<&'static str>> = Mutex::new(Vec::new());
    let mut names = INTERNED_NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    let known = names.iter().copied().find(|known| *known == name);
    known.unwrap_or_else(|| {
        names.push(name.into_owned().leak());
        names[names.len() - 1]
    })
}

/// Appends numbers to repeated labels: "Fish", "Fish" become "Fish", "Fish 2".
pub(super) fn number_repeated_labels<'a>(labels: impl Iterator<Item = &'a mut &'static str>) {
    let mut labels: Vec<_> = labels.collect();
    for at in 1..labels.len() {
        let own = *labels[at];
        if labels[..at].iter().any(|other| **other == own) {
            let numbered = (2..).map(|number| format!("{own} {number}"));
            let free = |name: &String| labels.iter().all(|other| **other != name.as_str());
            if let Some(name) = numbered.into_iter().find(free) {
                *labels[at] = intern(name.into());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flockwright_rules::names::MAX_NAME_LENGTH;

    /// The page's test of `cleanGroupName` has the same table.
    const NAMES: [&str; 10] = [
        "शिकारी", "ผู้ล่า", "கழுகு", "क्रौञ्च", "Große Möwe 7", "e\u{301}clair", "می\u{200c}روند",
        "ශ්\u{200d}රී", "群れ ２", "Ⓐ ½",
    ];

    #[test]
    fn names_of_every_script_are_kept_and_others_are_refused() {
        for name in NAMES {
            assert_eq!(parse_group_name(&name.replace(' ', "_")), Some(name));
        }
        let long = "x".repeat(MAX_NAME_LENGTH + 1);
        for wrong in ["", "_", "🐦", "a.b", "\u{301}", "\u{200d}a", "a\u{200c} b", "<b>", &long] {
            assert_eq!(parse_group_name(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn equal_labels_are_numbered() {
        let mut labels = ["Fish", "Fish", "Fish 2", "Gull", "Fish"];
        number_repeated_labels(labels.iter_mut());
        assert_eq!(labels, ["Fish", "Fish 3", "Fish 2", "Gull", "Fish 4"]);
    }
}
