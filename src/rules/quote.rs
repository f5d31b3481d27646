//! Quotation of untrusted text in messages.

/// Maximum length of a quoted text, characters; the rest is replaced by an ellipsis.
const MAX_QUOTE_LENGTH: usize = 40;

/// Whether a character is invisible or changes the direction of the text around it.
pub fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}' | '\u{e0000}'..='\u{e0fff}')
}

/// Puts a text in quotation marks, shortened, with a visible replacement for each
/// [unseen](is_unseen) character.
pub fn quote(text: &str) -> String {
    let mut shown: String = text
        .chars()
        .map(|c| if is_unseen(c) { '\u{fffd}' } else { c })
        .take(MAX_QUOTE_LENGTH)
        .collect();
    if text.chars().nth(MAX_QUOTE_LENGTH).is_some() {
        shown.push('…');
    }
    format!("“{shown}”")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quote_hides_nothing_and_turns_nothing() {
        assert_eq!(quote("a\u{202e}b\u{200b}c\u{7}d"), "“a\u{fffd}b\u{fffd}c\u{fffd}d”");
        assert_eq!(quote("né, 日本, שלום"), "“né, 日本, שלום”");
    }
}
