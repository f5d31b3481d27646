//! Parameters whose value is a short text, such as the steps of a pattern.
//!
//! A text from the page or a link is checked and kept in parsed form; reading it gives the
//! canonical spelling.

use super::ChoiceCondition;
pub(crate) use flockwright_rules::quote::quote;

/// Everything about a text parameter except its value.
#[derive(Clone, Copy, Debug)]
pub struct TextSpec {
    /// Key of the text in links, unique within its group.
    pub key: &'static str,
    /// Heading in the panel under which the text is shown.
    pub section: &'static str,
    /// Label of the text on the page.
    pub label: &'static str,
    /// One sentence on the meaning of the text and one on its syntax.
    pub doc: &'static str,
    /// Chapter or example from which the text comes.
    pub source: &'static str,
    /// Word that stands for the text in the behavior's formula.
    pub symbol: &'static str,
    /// Formula with `symbol`; [`symbols_of`](crate::schema::symbols_of) describes the syntax.
    pub formula: &'static str,
    /// Texts that the page offers for selection.
    pub presets: &'static [TextPreset],
    /// Whether the text is the name of a site of the layout (a named place).
    pub is_site: bool,
    /// Conditions under which the text has an effect.
    pub when: ChoiceCondition,
}

impl TextSpec {
    pub(crate) const EMPTY: Self = Self {
        key: "",
        section: "",
        label: "",
        doc: "",
        source: "",
        symbol: "",
        formula: "",
        presets: &[],
        is_site: false,
        when: &[],
    };
}

/// Text that the page offers as the value of a text parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextPreset {
    /// Label of the preset on the page.
    pub label: &'static str,
    /// Text that the preset sets.
    pub text: &'static str,
}

/// Largest length of a text parameter, bytes. The canonical spelling of a list, which can be longer
/// (of `starboard 1e4 u;`), must fit too: otherwise its link would not read back.
const MAX_TEXT_LENGTH: usize = 1000;

/// Largest number of items in a text parameter that is a list.
const MAX_LIST_ITEMS: usize = 40;

/// Parses a list of items after commas, semicolons or line ends. `item_name` names an item in
/// errors.
///
/// # Errors
/// One sentence on the first invalid item, or on a list that is empty or too long.
pub(crate) fn parse_list<T>(
    text: &str,
    item_name: &str,
    read: impl Fn(&str) -> Result<T, String>,
) -> Result<Vec<T>, String> {
    if text.len() > MAX_TEXT_LENGTH {
        return Err(format!("The text is longer than {MAX_TEXT_LENGTH} bytes."));
    }
    let mut items = Vec::new();
    for part in text.split([',', ';', '\n']).map(str::trim).filter(|part| !part.is_empty()) {
        if items.len() == MAX_LIST_ITEMS {
            return Err(format!("There are more than {MAX_LIST_ITEMS} items."));
        }
        let located = |why| format!("{item_name} {}, {}: {why}", items.len() + 1, quote(part));
        items.push(read(part).map_err(located)?);
    }
    if items.is_empty() { Err("The list is empty.".to_string()) } else { Ok(items) }
}

/// Parses a number from `low` to `high`, both included.
///
/// # Errors
/// Returns what is wrong with the number.
pub(crate) fn parse_number_in(text: &str, low: f32, high: f32) -> Result<f32, String> {
    match text.parse().ok() {
        Some(value) if (low..=high).contains(&value) => Ok(value),
        Some(_) => Err(format!("the number goes from {low} to {high}.")),
        None => Err(format!("{} is not a number.", quote(text))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(text: &str) -> Result<Vec<f32>, String> {
        parse_list(text, "Step", |part| parse_number_in(part, 0.0, 9.0))
    }

    #[test]
    fn a_list_has_commas_semicolons_or_lines() {
        assert_eq!(numbers("1, 2;3\n 4 ,"), Ok(vec![1.0, 2.0, 3.0, 4.0]));
    }

    #[test]
    fn what_makes_no_sense_is_told_by_its_number() {
        for (text, part) in [
            ("", "empty"),
            (" ;,\n", "empty"),
            ("1, x", "Step 2"),
            ("10", "from 0 to 9"),
            ("NaN", "from 0 to 9"),
            ("1e999", "from 0 to 9"),
        ] {
            let error = numbers(text).expect_err(text);
            assert!(error.contains(part), "{text:?} gives {error:?}");
        }
        assert!(numbers(&"1,".repeat(MAX_LIST_ITEMS + 1)).is_err());
        assert!(numbers(&" ".repeat(MAX_TEXT_LENGTH + 1)).is_err());
    }
}
