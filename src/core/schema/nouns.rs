//! Nouns for the members of a group, which replace "bird" and "birds" in texts of the page.

/// Singular and plural noun: "bird" and "birds".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitNoun {
    /// Singular of the noun, such as "bird".
    pub singular: String,
    /// Plural of the noun, such as "birds".
    pub plural: String,
}

/// Nouns for group labels that are not the plural of the noun: label, singular, plural.
const NOUNS: &[(&str, &str, &str)] = &[
    ("Basic chase", "chaser", "chasers"),
    ("Blue company", "soldier", "soldiers"),
    ("Blue crowd", "walker", "walkers"),
    ("Complex", "craft", "craft"),
    ("Craft", "craft", "craft"),
    ("Diamond", "walker", "walkers"),
    ("Fish", "fish", "fish"),
    ("Instructions", "walker", "walkers"),
    ("Line of sight", "chaser", "chasers"),
    ("Magenta company", "soldier", "soldiers"),
    ("Magenta crowd", "walker", "walkers"),
    ("Patrol", "patroller", "patrollers"),
    ("Prey", "prey", "prey"),
    ("Rectangle", "walker", "walkers"),
    ("Round walkers", "walker", "walkers"),
    ("Sheep", "sheep", "sheep"),
    ("Way out", "way out", "ways out"),
    ("Zigzag", "craft", "craft"),
];

/// Returns the noun for a group's label: "Sharks" and "Shark" both give shark and sharks.
pub fn noun_of(label: &str) -> UnitNoun {
    if let Some((_, one, many)) = NOUNS.iter().find(|(of, ..)| *of == label) {
        return UnitNoun { singular: (*one).into(), plural: (*many).into() };
    }
    let label = label.to_ascii_lowercase();
    let is_plural = label.ends_with('s') && !label.ends_with("ss");
    match label.strip_suffix("ves") {
        _ if !is_plural => UnitNoun { plural: format!("{label}s"), singular: label },
        Some(stem) => UnitNoun { singular: format!("{stem}f"), plural: label },
        None => UnitNoun { singular: label.trim_end_matches('s').into(), plural: label },
    }
}

#[cfg(test)]
mod tests {
    use super::noun_of;

    #[test]
    fn names_of_groups_are_nouns_of_their_members() {
        for (label, one, many) in [
            ("Birds", "bird", "birds"),
            ("Zombies", "zombie", "zombies"),
            ("Interceptor", "interceptor", "interceptors"),
            ("Shark", "shark", "sharks"),
            ("Wolves", "wolf", "wolves"),
            ("Fish", "fish", "fish"),
        ] {
            let noun = noun_of(label);
            assert_eq!((&*noun.singular, &*noun.plural), (one, many), "{label}");
        }
    }
}
