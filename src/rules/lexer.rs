//! Splits the text of a rule into tokens and statements.

use super::error::{RuleError, Span, TextPosition};
use super::words::FOREIGN_SIGNS;
use super::{MAX_CHARACTERS, MAX_LINES};
use crate::quote::is_unseen;

/// Maximum length of a name or keyword in the text of a rule, characters.
const MAX_IDENTIFIER_LENGTH: usize = 40;

/// Token of a rule's text, with its position.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Token {
    pub kind: TokenKind,
    pub span: Span,
}

/// Kind of a token, with its content.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum TokenKind {
    /// Name or keyword.
    Word(String),
    /// Number that is finite and not negative.
    Number(f32),
    /// Content of a text in quotation marks.
    Text(String),
    /// Operator or bracket.
    Sign(&'static str),
    /// End of the statement; the last token of each.
    End,
}

/// Statement of a rule's text: its tokens, and the comment at the end of its line.
pub(super) struct TokenizedStatement {
    pub tokens: Vec<Token>,
    pub comment: String,
    pub line: u32,
}

/// Operators and brackets, in an order in which those of two characters are recognized first.
const OPERATORS_AND_BRACKETS: [&str; 20] = [
    "..", "<=", ">=", "==", "!=", "<", ">", "=", "+", "-", "*", "/", "^", "(", ")", ",", ":", ".",
    "[", "]",
];

/// Words with which no statement begins. A line that begins with one of them continues the
/// statement before it.
const CONTINUATION_WORDS: [&str; 8] = ["and", "else", "in", "is", "of", "or", "then", "where"];

/// Whether a line continues the statement before it: it begins with an operator, a text or one of
/// [`CONTINUATION_WORDS`].
fn continues_statement(line: &str) -> bool {
    let line = line.trim_start_matches([' ', '\t']);
    let in_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let word = line.split(|c| !in_name(c)).next().unwrap_or_default();
    let sign = |c: char| "+-*/^<>=!,:\"".contains(c);
    CONTINUATION_WORDS.contains(&word) || line.starts_with(sign)
}

/// Splits a text into statements. A statement continues on the next line inside brackets, and if
/// the next line cannot begin a statement.
pub(super) fn split_statements(text: &str) -> Result<Vec<TokenizedStatement>, RuleError> {
    let start = Span { start: TextPosition { line: 1, column: 1 }, length: 1 };
    let many = text.chars().count();
    if many > MAX_CHARACTERS {
        let what = format!("the text has {many} characters; a rule has at most {MAX_CHARACTERS}");
        return Err(RuleError::new(start, what));
    }
    let lines = text.lines().count();
    if lines > MAX_LINES {
        let what = format!("the text has {lines} lines; a rule has at most {MAX_LINES}");
        return Err(RuleError::new(start, what));
    }
    let mut found: Vec<TokenizedStatement> = Vec::new();
    let (mut open, mut brackets) = (false, Vec::new());
    for (number, line) in (1u32..).zip(text.lines()) {
        let goes_on = |statement: &TokenizedStatement| {
            statement.tokens.len() > 1 && continues_statement(line)
        };
        if !open && let Some(before) = found.last_mut().filter(|before| goes_on(before)) {
            before.tokens.pop();
        } else if !open {
            found.push(TokenizedStatement {
                tokens: Vec::new(),
                comment: String::new(),
                line: number,
            });
        }
        let Some(statement) = found.last_mut() else { continue };
        let mut cursor =
            Cursor { rest_of_line: line, position: TextPosition { line: number, column: 1 } };
        while let Some(token) = cursor.next_token(&mut statement.comment)? {
            match token.kind {
                TokenKind::Sign("(") => brackets.push(token.span),
                TokenKind::Sign(")") if brackets.pop().is_none() => {
                    return Err(RuleError::new(token.span, "this bracket closes none"));
                }
                _ => {}
            }
            statement.tokens.push(token);
        }
        open = !brackets.is_empty();
        if !open {
            let span = Span { start: cursor.position, length: 1 };
            statement.tokens.push(Token { kind: TokenKind::End, span });
        }
    }
    match brackets.pop() {
        Some(span) => Err(RuleError::new(span, "this bracket is not closed")),
        None => Ok(found),
    }
}

struct Cursor<'t> {
    rest_of_line: &'t str,
    position: TextPosition,
}

impl Cursor<'_> {
    /// Consumes this many bytes; returns their text and position.
    fn take_text(&mut self, bytes: usize) -> (String, Span) {
        let (taken, rest) = self.rest_of_line.split_at(bytes);
        let length = taken.chars().count() as u32;
        let span = Span { start: self.position, length };
        (self.rest_of_line, self.position.column) = (rest, self.position.column + length);
        (taken.to_string(), span)
    }

    fn error_at<T>(&mut self, bytes: usize, what: impl Into<String>) -> Result<T, RuleError> {
        Err(RuleError::new(self.take_text(bytes).1, what))
    }

    /// Next token of the line; `None` at its end. The text after a number sign is appended to
    /// `remark`.
    fn next_token(&mut self, remark: &mut String) -> Result<Option<Token>, RuleError> {
        let spaces =
            self.rest_of_line.len() - self.rest_of_line.trim_start_matches([' ', '\t']).len();
        self.take_text(spaces);
        let Some(first) = self.rest_of_line.chars().next() else { return Ok(None) };
        if let Some(at) = self.rest_of_line.find(is_unseen) {
            let unseen = self.rest_of_line.chars().find(|c| is_unseen(*c)).map_or(0, u32::from);
            self.take_text(at);
            return self.error_at(0, format!("an invisible character (U+{unseen:04X})"));
        }
        if let Some(said) = self.rest_of_line.strip_prefix('#') {
            let said = said.trim();
            if !remark.is_empty() && !said.is_empty() {
                remark.push(' ');
            }
            remark.push_str(said);
            self.rest_of_line = "";
            return Ok(None);
        }
        let in_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if first.is_ascii_alphabetic() || first == '_' {
            let bytes = self.rest_of_line.find(|c| !in_name(c)).unwrap_or(self.rest_of_line.len());
            if bytes > MAX_IDENTIFIER_LENGTH {
                return self.error_at(
                    bytes,
                    format!("a name has at most {MAX_IDENTIFIER_LENGTH} characters"),
                );
            }
            let (name, span) = self.take_text(bytes);
            return Ok(Some(Token { kind: TokenKind::Word(name), span }));
        }
        if first.is_ascii_digit() {
            return self.read_number().map(Some);
        }
        if let Some(text) = self.rest_of_line.strip_prefix('"') {
            let Some((text, _)) = text.split_once('"') else {
                return self
                    .error_at(self.rest_of_line.len(), "this text is not closed: a \" is missing");
            };
            let (_, span) = self.take_text(text.len() + 2);
            return Ok(Some(Token { kind: TokenKind::Text(text.to_string()), span }));
        }
        if let Some(sign) =
            OPERATORS_AND_BRACKETS.into_iter().find(|sign| self.rest_of_line.starts_with(sign))
            && !matches!(sign, "[" | "]")
        {
            let (_, span) = self.take_text(sign.len());
            return Ok(Some(Token { kind: TokenKind::Sign(sign), span }));
        }
        let (text, span) = self.take_text(first.len_utf8());
        let meant = FOREIGN_SIGNS.iter().find(|(sign, _)| *sign == first).map(|(_, meant)| *meant);
        let meant = meant.filter(|meant| !meant.is_empty());
        Err(RuleError::new(span, format!("'{text}' means nothing here")).with_suggestion(meant))
    }

    /// Reads a number: digits with an optional fraction and exponent. Two dots are a range, not a
    /// fraction: `0..5`.
    fn read_number(&mut self) -> Result<Token, RuleError> {
        let bytes = self.rest_of_line.as_bytes();
        let digits = |from: usize| {
            bytes[from..].iter().position(|b| !b.is_ascii_digit()).unwrap_or(bytes.len() - from)
        };
        let mut end = digits(0);
        if bytes.get(end) == Some(&b'.') && bytes.get(end + 1).is_some_and(u8::is_ascii_digit) {
            end += 1 + digits(end + 1);
        }
        if matches!(bytes.get(end), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
            let exponent = digits((end + 1 + sign).min(bytes.len()));
            if exponent > 0 {
                end += 1 + sign + exponent;
            }
        }
        let (text, span) = self.take_text(end);
        if self.rest_of_line.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
            let meant =
                format!("{text} * {}", self.rest_of_line.chars().next().unwrap_or_default());
            let error = RuleError::new(span, "a name cannot follow a number directly");
            return Err(error.with_suggestion(Some(&meant)));
        }
        match text.parse::<f32>() {
            Ok(number) if number.is_finite() => Ok(Token { kind: TokenKind::Number(number), span }),
            _ => Err(RuleError::new(span, format!("{text} is larger than any number here"))),
        }
    }
}
