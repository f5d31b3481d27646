//! Suggestions for a misspelled name.

use crate::quote::quote;

/// Maximum length of a word for which a name is suggested, characters.
const MAX_COMPARED_LENGTH: usize = 40;

/// Question that suggests the most similar of the names, such as “ Did you mean “cohesion”?”; empty
/// if none is similar.
pub fn did_you_mean<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    most_similar_name(word, names)
        .map_or_else(String::new, |name| format!(" Did you mean {}?", quote(name)))
}

/// Name that is most similar to a word, the first of several; `None` if none is similar. A name is
/// similar if it differs by at most one inserted, deleted, changed or swapped letter for every
/// three that it has.
pub fn most_similar_name<'n>(
    word: &str,
    names: impl IntoIterator<Item = &'n str>,
) -> Option<&'n str> {
    let letters = |text: &str| text.to_ascii_lowercase().chars().collect::<Vec<_>>();
    let word = letters(word);
    let near = |name: &'n str| {
        let (longer, most) = (name.len().abs_diff(word.len()), name.len().max(3) / 3);
        let slips = (longer <= most).then(|| edit_distance(&word, &letters(name)))?;
        (slips <= most).then_some((slips, name))
    };
    let is_word = word.len() <= MAX_COMPARED_LENGTH;
    let names = names.into_iter().filter(|_| is_word).filter_map(near);
    names.min_by_key(|(slips, _)| *slips).map(|(_, name)| name)
}

/// Edit distance of two words: number of insertions, deletions, substitutions and swaps of
/// neighboring letters (optimal string alignment).
fn edit_distance(a: &[char], b: &[char]) -> usize {
    let mut rows = vec![(0..=b.len()).collect::<Vec<usize>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let other = usize::from(a[i - 1] != b[j - 1]);
            let mut least =
                (rows[i - 1][j] + 1).min(row[j - 1] + 1).min(rows[i - 1][j - 1] + other);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_pen_is_guessed_and_another_word_is_not() {
        let names = ["cohesion", "alignment", "view", "separation", "separation_factor"];
        for (word, meant) in [
            ("cohesoin", "cohesion"),
            ("Cohesion", "cohesion"),
            ("aligment", "alignment"),
            ("veiw", "view"),
            ("seperation", "separation"),
        ] {
            assert_eq!(did_you_mean(word, names), format!(" Did you mean “{meant}”?"));
        }
        for word in ["beauty", "", "x", &"cohesion".repeat(9)] {
            assert_eq!(did_you_mean(word, names), "", "{word}");
        }
    }
}
