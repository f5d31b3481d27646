//! Writes a [`CodeModule`] as a file: the part that all languages share.

use super::code::{CodeConstant, CodeFunction, CodeModule, CodeRecord};
use super::layout::Doc;
use super::names::Spelling;
use crate::format::Precedence;
use crate::quote::is_unseen;
use std::collections::BTreeSet;

/// Maximum length of a line of printed code, characters.
pub const MAX_LINE_WIDTH: usize = 100;

/// Writer of printed code in a language.
pub trait Writer: Spelling {
    /// Texts of the helper files; if several contain a function of the same name, the first one
    /// counts. `is_torus` and `limits_gain`: see [`CodeModule`].
    fn helper_files(&self, is_torus: bool, limits_gain: bool) -> Vec<&'static str>;
    /// Characters with which a comment begins.
    fn comment_sign(&self) -> &'static str;
    fn write_function(&self, function: &CodeFunction, needs: &mut NeededNames) -> String;
    fn write_record(&self, record: &CodeRecord, needs: &mut NeededNames) -> String;
    /// Writes a constant without its comment.
    fn write_constant(&self, constant: &CodeConstant, needs: &mut NeededNames) -> String;
    /// Writes a function or constant of a helper file.
    fn write_helper(&self, helper: &Helper) -> String;
    /// Number of empty lines between two declarations of the file.
    fn blank_lines(&self) -> usize;
    /// Sentence about the language at the head of the file; can be empty.
    fn language_note(&self) -> &'static str;
}

/// Names of other parts of the file that written code needs: helpers, records, constants, and
/// optional fields as `Record.field`.
#[derive(Default)]
pub struct NeededNames(BTreeSet<String>);

impl NeededNames {
    pub fn add_need(&mut self, name: impl Into<String>) {
        self.0.insert(name.into());
    }

    pub fn is_needed(&self, name: &str) -> bool {
        self.0.contains(name)
    }
}

/// Function or constant of a helper file.
pub struct Helper {
    pub name: &'static str,
    /// Types of the helper's arguments and result, if the language of the helper file has none.
    pub signature: &'static str,
    needed_names: Vec<&'static str>,
    pub code: String,
}

impl Helper {
    /// Names of other helpers that the helper uses.
    #[cfg(test)]
    pub fn needs(&self) -> &[&'static str] {
        &self.needed_names
    }
}

/// Parses the helpers of a file. A line `//= name signature` precedes each helper, followed by a
/// line `//: name name ...` if the helper uses others. `sign`: characters that begin a comment in
/// the file, such as `#` instead of `//` in GDScript.
pub fn parse_helpers(file: &'static str, sign: &str) -> Vec<Helper> {
    let (head, list) = (format!("{sign}= "), format!("{sign}: "));
    let mut helpers: Vec<Helper> = Vec::new();
    for line in file.lines() {
        if let Some(head) = line.strip_prefix(&head) {
            let (name, signature) = head.split_once(' ').unwrap_or((head, ""));
            helpers.push(Helper { name, signature, needed_names: Vec::new(), code: String::new() });
        } else if let Some(helper) = helpers.last_mut() {
            match line.strip_prefix(&list) {
                Some(needs) => helper.needed_names = needs.split(' ').collect(),
                None => helper.code += &format!("{line}\n"),
            }
        }
    }
    for helper in &mut helpers {
        helper.code.truncate(helper.code.trim_end().len());
    }
    helpers
}

/// Writes the printed file, with the helpers that it needs.
pub fn write_module(module: &CodeModule, writer: &dyn Writer) -> String {
    let mut needs = NeededNames::default();
    let functions: Vec<_> = module
        .functions
        .iter()
        .map(|function| writer.write_function(function, &mut needs))
        .collect();
    let mut constants: Vec<_> = Vec::new();
    for constant in &module.constants {
        constants.push((constant, writer.write_constant(constant, &mut needs)));
    }
    // The records are written once before to collect their needs: start values of a new state may
    // need helpers.
    module.records.iter().for_each(|record| drop(writer.write_record(record, &mut needs)));
    let files = writer.helper_files(module.is_torus, module.limits_gain);
    let mut helpers: Vec<Helper> = Vec::new();
    for helper in files.iter().flat_map(|file| parse_helpers(file, writer.comment_sign())) {
        if !helpers.iter().any(|known| known.name == helper.name) {
            helpers.push(helper);
        }
    }
    let mut is_needed = vec![false; helpers.len()];
    while let Some(at) =
        (0..helpers.len()).find(|at| !is_needed[*at] && needs.is_needed(helpers[*at].name))
    {
        is_needed[at] = true;
        helpers[at].needed_names.iter().for_each(|name| needs.add_need(*name));
    }
    let mut parts = Vec::new();
    for record in &module.records {
        if record.is_part_of_call || needs.is_needed(record.name) {
            parts.push(writer.write_record(record, &mut needs));
        }
    }
    let constants = constants.iter().filter(|(constant, _)| needs.is_needed(&constant.name));
    let constants: Vec<_> =
        constants.map(|(of, code)| constant_with_comment(&of.doc, code, writer)).collect();
    if !constants.is_empty() {
        parts.push(constants.join("\n"));
    }
    parts.extend(functions);
    let used = helpers.iter().zip(&is_needed).filter(|(_, used)| **used);
    parts.extend(used.map(|(helper, _)| writer.write_helper(helper)));
    let note = Some(writer.language_note()).filter(|note| !note.is_empty()).map(String::from);
    let about = module.head_lines.iter().chain(&note).map(|line| comment_lines(line, writer));
    let mut text = about.collect::<Vec<_>>().concat();
    for (at, part) in parts.iter().enumerate() {
        let is_short = |part: &str| part.lines().count() <= 2 && writer.blank_lines() == 1;
        let together = at > 0 && is_short(part) && is_short(&parts[at - 1]);
        let gap = if together {
            0
        } else if at == 0 {
            1
        } else {
            writer.blank_lines()
        };
        text += &format!("{}{part}\n", "\n".repeat(gap));
    }
    text
}

/// Writes a constant with its comment after it, or above it if the line would be too long.
fn constant_with_comment(doc: &str, code: &str, writer: &dyn Writer) -> String {
    if doc.is_empty() {
        return code.to_string();
    }
    let behind = format!("{code}  {} {doc}", writer.comment_sign());
    match behind.contains('\n') || behind.chars().count() > MAX_LINE_WIDTH {
        true => format!("{}{code}", comment_lines(doc, writer)),
        false => behind,
    }
}

/// Writes a text as lines of comments.
fn comment_lines(text: &str, writer: &dyn Writer) -> String {
    let text = one_line(text);
    let mut lines = vec![writer.comment_sign().to_string()];
    for word in text.split(' ') {
        if lines
            .last()
            .is_some_and(|line| line.chars().count() + 1 + word.chars().count() > MAX_LINE_WIDTH)
        {
            lines.push(writer.comment_sign().to_string());
        }
        if let Some(line) = lines.last_mut() {
            *line += &format!(" {word}");
        }
    }
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Converts a text to one line, in which no characters end a comment.
pub fn one_line(text: &str) -> String {
    let seen = text.chars().map(|c| if is_unseen(c) { ' ' } else { c });
    seen.collect::<String>().replace("*/", "* /").trim().to_string()
}

/// Puts a text in double quotation marks, with escapes that all languages share.
pub fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            _ if is_unseen(c) => quoted.push('?'),
            _ => quoted.push(c),
        }
    }
    quoted + "\""
}

/// Expression as text of a language, with the facts that decide about brackets and line breaks.
pub struct WrittenExpr {
    pub doc: Doc,
    pub precedence: Precedence,
    /// Whether a long expression begins on the current line and is broken inside its own brackets.
    pub breaks_inside: bool,
    /// Whether the expression begins with a minus sign.
    pub is_negative: bool,
}

impl WrittenExpr {
    /// Creates an operand that never needs brackets.
    pub fn indivisible(doc: Doc) -> Self {
        Self { doc, precedence: Precedence::Whole, breaks_inside: true, is_negative: false }
    }

    pub fn with_precedence(doc: Doc, precedence: Precedence) -> Self {
        Self { doc, precedence, breaks_inside: false, is_negative: false }
    }

    /// Document of the expression, in brackets if its precedence is lower than this.
    pub fn bracketed_below(self, precedence: Precedence) -> Doc {
        if self.precedence < precedence { Doc::in_brackets("(", self.doc, ")") } else { self.doc }
    }
}

/// Minimum precedences of the left and the right operand of a binary operator.
pub fn operand_precedences(own: Precedence) -> (Precedence, Precedence) {
    match own {
        Precedence::Compare => (Precedence::Sum, Precedence::Sum),
        Precedence::Or => (Precedence::Or, Precedence::And),
        Precedence::And => (Precedence::And, Precedence::Not),
        Precedence::Sum => (Precedence::Sum, Precedence::Product),
        _ => (Precedence::Product, Precedence::Minus),
    }
}
