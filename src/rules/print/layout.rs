//! Line breaking for printed code, after Wadler's "A prettier printer": a document contains
//! possible line breaks, and [`Doc::render`] keeps each group on one line if it fits the width.

/// Text that contains possible line breaks.
#[derive(Clone)]
pub enum Doc {
    Text(String),
    /// Space, or a line break if the group around it is broken.
    Line,
    /// Empty text, or a line break if the group around it is broken.
    SoftLine,
    /// Text that is written only if the group around it is broken.
    IfBroken(&'static str),
    /// Part whose lines after the first are indented by one step more than the lines around it.
    Nest(Box<Doc>),
    /// Part that is kept on one line if it fits; otherwise its line breaks are used.
    Group(Box<Doc>),
    Concat(Vec<Doc>),
}

impl Doc {
    pub fn nested(inner: Self) -> Self {
        Self::Nest(Box::new(inner))
    }

    pub fn group(inner: Self) -> Self {
        Self::Group(Box::new(inner))
    }

    /// Joins the parts by commas, each followed by a possible line break.
    pub fn comma_separated(parts: Vec<Self>) -> Self {
        let mut all = Vec::new();
        for (at, part) in parts.into_iter().enumerate() {
            if at > 0 {
                all.extend([text(","), Self::Line]);
            }
            all.push(part);
        }
        Self::Concat(all)
    }

    /// Joins the parts by commas, with as many on each line as fit.
    pub fn filled(parts: Vec<Self>) -> Self {
        let mut all = Vec::new();
        for (at, part) in parts.into_iter().enumerate() {
            if at > 0 {
                all.extend([text(","), Self::group(Self::Line)]);
            }
            all.push(part);
        }
        Self::Concat(all)
    }

    /// Joins `open`, the inner part and `close`. If they do not fit on one line, the inner part has
    /// lines of its own.
    pub fn in_brackets(open: impl Into<String>, inner: Self, close: &str) -> Self {
        let inner = Self::nested(Self::Concat(vec![Self::SoftLine, inner]));
        Self::group(Self::Concat(vec![text(open), inner, Self::SoftLine, text(close)]))
    }

    /// Text of the document, in lines of at most `width` characters as far as the document can be
    /// broken. `indent`: text of one step of indentation; a tab counts as four characters. The
    /// first line is indented by `depth` steps.
    pub fn render(&self, width: usize, indent: &str, depth: usize) -> String {
        let step = column_count(indent);
        let mut out = indent.repeat(depth);
        let mut column = depth * step;
        let mut stack = vec![(depth, true, self)];
        while let Some((depth, broken, doc)) = stack.pop() {
            match doc {
                Self::Text(text) => {
                    out.push_str(text);
                    column += column_count(text);
                }
                Self::IfBroken(text) if broken => {
                    out.push_str(text);
                    column += column_count(text);
                }
                Self::Line | Self::SoftLine if broken => {
                    out.truncate(out.trim_end_matches(' ').len());
                    out.push('\n');
                    out.push_str(&indent.repeat(depth));
                    column = depth * step;
                }
                Self::Line => {
                    out.push(' ');
                    column += 1;
                }
                Self::SoftLine | Self::IfBroken(_) => {}
                Self::Nest(inner) => stack.push((depth + 1, broken, inner)),
                Self::Group(inner) => {
                    let fits = fits_on_line(inner, &stack, width.saturating_sub(column));
                    stack.push((depth, broken && !fits, inner));
                }
                Self::Concat(parts) => {
                    stack.extend(parts.iter().rev().map(|part| (depth, broken, part)));
                }
            }
        }
        out
    }
}

pub fn text(text: impl Into<String>) -> Doc {
    Doc::Text(text.into())
}

pub fn concat<const N: usize>(parts: [Doc; N]) -> Doc {
    Doc::Concat(parts.into())
}

fn column_count(text: &str) -> usize {
    text.chars().map(|c| if c == '\t' { 4 } else { 1 }).sum()
}

/// Whether a group and the text after it, up to the next possible break, fit into `room` columns.
fn fits_on_line(group: &Doc, rest: &[(usize, bool, &Doc)], room: usize) -> bool {
    let mut room = room as isize;
    let mut stack: Vec<(bool, &Doc)> =
        rest.iter().map(|(_, broken, doc)| (*broken, *doc)).collect();
    stack.push((false, group));
    while let Some((broken, doc)) = stack.pop() {
        match doc {
            Doc::Text(text) => room -= column_count(text) as isize,
            Doc::Line | Doc::SoftLine if broken => return true,
            Doc::Line => room -= 1,
            Doc::IfBroken(text) if broken => room -= column_count(text) as isize,
            Doc::SoftLine | Doc::IfBroken(_) => {}
            Doc::Nest(inner) => stack.push((broken, inner)),
            Doc::Group(inner) => stack.push((broken, inner)),
            Doc::Concat(parts) => stack.extend(parts.iter().rev().map(|part| (broken, part))),
        }
        if room < 0 {
            return false;
        }
    }
    true
}
