//! Names of groups: letters, combining marks and digits of all scripts, and spaces between words.
//!
//! The page has the same rule in `groupName` (`www/src/panel/compose/members.ts`).

use std::borrow::Cow;
use std::sync::{Mutex, PoisonError};

/// Maximum length of a name, in characters.
pub(super) const LONGEST_NAME: usize = 24;

/// Combining marks that `char::is_alphanumeric` does not accept, such as viramas and tone marks, as
/// pairs of the first and the last character of a range. Ranges can contain letters. From Unicode
/// 17.
const MARKS: &[u32] = &[
    0x300, 0x362, 0x483, 0x489, 0x591, 0x5af, 0x658, 0x658, 0x6df, 0x6e0, 0x6ea, 0x6ec, 0x740,
    0x74a, 0x7eb, 0x7f3, 0x7fd, 0x7fd, 0x818, 0x82d, 0x859, 0x85b, 0x898, 0x8e1, 0x8ea, 0x954,
    0x9bc, 0x9bc, 0x9cd, 0x9cd, 0x9fe, 0x9fe, 0xa3c, 0xa3c, 0xa4d, 0xa4d, 0xabc, 0xabc, 0xacd,
    0xacd, 0xafd, 0xaff, 0xb3c, 0xb3c, 0xb4d, 0xb4d, 0xb55, 0xb55, 0xbcd, 0xbcd, 0xc3c, 0xc3c,
    0xc4d, 0xc4d, 0xcbc, 0xcbc, 0xccd, 0xccd, 0xd3b, 0xd3c, 0xd4d, 0xd4d, 0xdca, 0xdca, 0xe47,
    0xe4e, 0xeba, 0xeba, 0xec8, 0xece, 0xf18, 0xf19, 0xf35, 0xf35, 0xf37, 0xf37, 0xf39, 0xf39,
    0xf3e, 0xf3f, 0xf84, 0xf84, 0xf86, 0xf87, 0xfc6, 0xfc6, 0x1037, 0x103a, 0x135d, 0x135f, 0x1714,
    0x1715, 0x1734, 0x1734, 0x17b4, 0x17d3, 0x17dd, 0x17dd, 0x180b, 0x180d, 0x180f, 0x180f, 0x1939,
    0x193b, 0x1a60, 0x1a7c, 0x1a7f, 0x1a7f, 0x1ab0, 0x1add, 0x1ae0, 0x1aeb, 0x1b34, 0x1b44, 0x1b6b,
    0x1b73, 0x1baa, 0x1bf3, 0x1c37, 0x1c37, 0x1cd0, 0x1cd2, 0x1cd4, 0x1cf9, 0x1dc0, 0x1dff, 0x20d0,
    0x20f0, 0x2cef, 0x2cf1, 0x2d7f, 0x2d7f, 0x302a, 0x302f, 0x3099, 0x309a, 0xa66f, 0xa672, 0xa67c,
    0xa67d, 0xa6f0, 0xa6f1, 0xa806, 0xa806, 0xa82c, 0xa82c, 0xa8c4, 0xa8c4, 0xa8e0, 0xa8f1, 0xa92b,
    0xa92d, 0xa953, 0xa953, 0xa9b3, 0xa9c0, 0xaabf, 0xaac1, 0xaaf6, 0xaaf6, 0xabec, 0xabed, 0xfe00,
    0xfe0f, 0xfe20, 0xfe2f, 0x101fd, 0x101fd, 0x102e0, 0x102e0, 0x10a38, 0x10a3a, 0x10a3f, 0x10a3f,
    0x10ae5, 0x10ae6, 0x10d6a, 0x10d6d, 0x10efd, 0x10eff, 0x10f46, 0x10f50, 0x10f82, 0x10f85,
    0x11046, 0x11046, 0x11070, 0x11070, 0x1107f, 0x110ba, 0x11133, 0x11134, 0x11173, 0x11173,
    0x111c0, 0x111c0, 0x111c9, 0x111cc, 0x11235, 0x11236, 0x112e9, 0x112ea, 0x1133b, 0x1133c,
    0x1134d, 0x1134d, 0x11366, 0x1136c, 0x11370, 0x11374, 0x113ce, 0x113d2, 0x113e1, 0x113e2,
    0x11442, 0x11446, 0x1145e, 0x1145e, 0x114c2, 0x114c3, 0x115bf, 0x115c0, 0x1163f, 0x1163f,
    0x116b6, 0x116b7, 0x1172b, 0x1172b, 0x11839, 0x1183a, 0x1193d, 0x11943, 0x119e0, 0x119e0,
    0x11a33, 0x11a34, 0x11a47, 0x11a47, 0x11a98, 0x11a99, 0x11c3f, 0x11c3f, 0x11d42, 0x11d45,
    0x11d97, 0x11d97, 0x11f41, 0x11f42, 0x11f5a, 0x11f5a, 0x13440, 0x13455, 0x1612f, 0x1612f,
    0x16af0, 0x16af4, 0x16b30, 0x16b36, 0x16fe4, 0x16fe4, 0x1bc9d, 0x1bc9d, 0x1cf00, 0x1cf2d,
    0x1cf30, 0x1cf46, 0x1d165, 0x1d169, 0x1d16d, 0x1d172, 0x1d17b, 0x1d182, 0x1d185, 0x1d18b,
    0x1d1aa, 0x1d1ad, 0x1d242, 0x1d244, 0x1da00, 0x1da36, 0x1da3b, 0x1da6c, 0x1da75, 0x1da75,
    0x1da84, 0x1da84, 0x1da9b, 0x1da9f, 0x1daa1, 0x1daaf, 0x1e130, 0x1e136, 0x1e2ae, 0x1e2ae,
    0x1e2ec, 0x1e2ef, 0x1e4ec, 0x1e4ef, 0x1e5ee, 0x1e5ef, 0x1e8d0, 0x1e8d6, 0x1e944, 0x1e94a,
    0xe0100, 0xe01ef,
];

/// The zero width non-joiner and the zero width joiner, which occur within words of some scripts.
const JOINERS: [char; 2] = ['\u{200c}', '\u{200d}'];

fn is_mark(letter: char) -> bool {
    // Inside a range, an odd number of limits is smaller than the character, or the character is a
    // limit itself.
    let at = MARKS.partition_point(|limit| *limit < letter as u32);
    at % 2 == 1 || MARKS.get(at) == Some(&(letter as u32))
}

fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() || is_mark(letter)
}

/// Reads a name, in which `_` stands for a space. Returns `None` if the name is empty, too long, or
/// has other characters.
pub(super) fn name_of(text: &str) -> Option<&'static str> {
    let name = text.replace('_', " ");
    let words: Vec<&str> = name.split(' ').filter(|word| !word.is_empty()).collect();
    let fits = |word: &&str| {
        let ends = [word.chars().next(), word.chars().next_back()];
        word.chars().all(|letter| is_of_word(letter) || JOINERS.contains(&letter))
            && !ends.into_iter().flatten().any(|letter| JOINERS.contains(&letter))
    };
    let name = words.join(" ");
    let is_name = (1..=LONGEST_NAME).contains(&name.chars().count())
        && words.iter().all(fits)
        && name.chars().any(char::is_alphanumeric);
    is_name.then(|| kept(name.into()))
}

/// Keeps a string until the program ends. Equal strings are kept once, and groups are few.
fn kept(name: Cow<'static, str>) -> &'static str {
    static NAMES: Mutex<Vec<&'static str>> = Mutex::new(Vec::new());
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    let known = names.iter().copied().find(|known| *known == name);
    known.unwrap_or_else(|| {
        names.push(name.into_owned().leak());
        names[names.len() - 1]
    })
}

/// Numbers repeated labels: "Fish", "Fish" become "Fish", "Fish 2".
pub(super) fn number_equal<'a>(labels: impl Iterator<Item = &'a mut &'static str>) {
    let mut labels: Vec<_> = labels.collect();
    for at in 1..labels.len() {
        let own = *labels[at];
        if labels[..at].iter().any(|other| **other == own) {
            let numbered = (2..).map(|number| format!("{own} {number}"));
            let free = |name: &String| labels.iter().all(|other| **other != name.as_str());
            if let Some(name) = numbered.into_iter().find(free) {
                *labels[at] = kept(name.into());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page's test of `groupName` has the same table.
    const NAMES: [&str; 10] = [
        "शिकारी", "ผู้ล่า", "கழுகு", "क्रौञ्च", "Große Möwe 7", "e\u{301}clair", "می\u{200c}روند",
        "ශ්\u{200d}රී", "群れ ２", "Ⓐ ½",
    ];

    #[test]
    fn names_of_every_script_are_kept_and_others_are_refused() {
        for name in NAMES {
            assert_eq!(name_of(&name.replace(' ', "_")), Some(name));
        }
        let long = "x".repeat(LONGEST_NAME + 1);
        for wrong in ["", "_", "🐦", "a.b", "\u{301}", "\u{200d}a", "a\u{200c} b", "<b>", &long] {
            assert_eq!(name_of(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn equal_labels_are_numbered() {
        let mut labels = ["Fish", "Fish", "Fish 2", "Gull", "Fish"];
        number_equal(labels.iter_mut());
        assert_eq!(labels, ["Fish", "Fish 3", "Fish 2", "Gull", "Fish 4"]);
    }
}
