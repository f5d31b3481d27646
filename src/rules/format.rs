//! The canonical text of a rule: one statement per line, one space between words, brackets only
//! where they are needed. For reading, long statements are broken into lines that parse to the same
//! rule.

use super::tree::{
    Aggregate, Binary, Expr, ExprKind, Line, Param, ParamKind, Rule, Set, SetKind, Statement,
};
use super::words::{FIELDS, FOLDS, FUNCTIONS, OWN, SETS, THINGS, name_of};
use std::fmt::{self, Display, Formatter, Write};

impl Rule {
    /// The whole text. Parameters declared outside the text are written out, so that it can be read
    /// alone.
    pub fn text(&self) -> String {
        let lines = self.stated().into_iter().map(|(said, remark)| {
            let gap = if said.is_empty() || remark.is_empty() { "" } else { "  " };
            let mark = if remark.is_empty() { "" } else { "# " };
            format!("{}{gap}{mark}{remark}\n", unbroken(&said))
        });
        lines.collect()
    }

    /// The text in lines of at most `width` characters, where the language allows a line break.
    pub fn page(&self, width: usize) -> String {
        let mut page = String::new();
        for (said, remark) in self.stated() {
            let mut lines = Vec::new();
            lay(&said, [0, INDENT], width, &mut lines);
            // The comment of a broken statement stands on its first line.
            for (at, line) in lines.iter().enumerate() {
                page.push_str(line);
                if at == 0 && !remark.is_empty() {
                    page.push_str(if line.is_empty() { "# " } else { "  # " });
                    page.push_str(&remark);
                }
                page.push('\n');
            }
        }
        page
    }

    /// The statements in order, each with its comment; possible line breaks are marked by
    /// [`Break`].
    fn stated(&self) -> Vec<(String, String)> {
        let mut lines = self.declared();
        while lines
            .last()
            .is_some_and(|line| line.statement == Statement::Nothing && line.remark.is_empty())
        {
            lines.pop();
        }
        lines.into_iter().map(|line| (self.marked(line.statement), line.remark)).collect()
    }

    /// The lines, with parameters declared outside the text inserted after the rule's name and the
    /// comments below it.
    pub(super) fn declared(&self) -> Vec<Line> {
        let named = self.lines.iter().any(|line| line.statement == Statement::Name);
        let heads = |line: &&Line| matches!(line.statement, Statement::Name | Statement::Nothing);
        let head = if named { self.lines.iter().take_while(heads).count() } else { 0 };
        let line = |at| Line { statement: Statement::Param(at), remark: String::new(), number: 0 };
        let mut lines = self.lines.clone();
        lines.splice(head..head, (0..self.given).map(line));
        lines
    }

    /// Text of one statement, with marks for line breaks.
    fn marked(&self, statement: Statement) -> String {
        let factor = |word, expr: &Option<Expr>| match expr {
            Some(expr) => format!("{word} {}", self.formatted(expr)),
            None => String::new(),
        };
        match statement {
            Statement::Nothing => String::new(),
            Statement::Name if self.label.is_empty() => format!("rule {}", self.key),
            Statement::Name => format!("rule {} \"{}\"", self.key, self.label),
            Statement::Param(at) => self.params[at].to_string(),
            Statement::Keep(at) => {
                let keep = &self.keeps[at];
                let [start, then] = [&keep.start, &keep.then].map(|expr| self.formatted(expr));
                format!("keep {} = {start}{}then {then}", keep.name, Break(0))
            }
            Statement::Let(at) => {
                format!("{} = {}", self.lets[at].name, self.formatted(&self.lets[at].value))
            }
            Statement::Steer => format!("steer {}", self.formatted(&self.steer)),
            Statement::Thrust => factor("thrust", &self.thrust),
            Statement::Brake => factor("brake", &self.brake),
        }
    }

    fn formatted<'r>(&'r self, expr: &'r Expr) -> Formatted<'r> {
        Formatted { rule: self, expr, member: "", depth: 1 }
    }
}

/// Indentation of a continued line, characters.
const INDENT: usize = 2;

/// A possible line break with its depth; a smaller depth breaks first. Stored as a control
/// character, which no text contains, and written as a space.
struct Break(u8);

const BREAKS: std::ops::RangeInclusive<char> = '\u{e}'..='\u{1f}';

impl Display for Break {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_char(char::from((*BREAKS.start() as u8 + self.0).min(*BREAKS.end() as u8)))
    }
}

fn unbroken(said: &str) -> String {
    said.replace(|c| BREAKS.contains(&c), " ")
}

/// Lays out a piece whose first line is indented by `indents[0]` and further lines by `indents[1]`,
/// characters: on one line if it fits, else broken at its outermost marks.
fn lay(said: &str, indents: [usize; 2], width: usize, lines: &mut Vec<String>) {
    let [first, next] = indents;
    let long = |text: &str| text.chars().count();
    let loosest = said.chars().filter(|c| BREAKS.contains(c)).min();
    let Some(loosest) = loosest.filter(|_| first + long(said) > width) else {
        lines.push(format!("{:first$}{}", "", unbroken(said)));
        return;
    };
    // True while the last line can take more of this piece; false after a part that broke itself.
    let mut open = false;
    for (at, piece) in said.split(loosest).enumerate() {
        let begins = if at == 0 { first } else { next };
        if open
            && let Some(line) =
                lines.last_mut().filter(|line| long(line) + 1 + long(piece) <= width)
        {
            line.push(' ');
            line.push_str(&unbroken(piece));
        } else {
            open = begins + long(piece) <= width;
            lay(piece, [begins, next + INDENT], width, lines);
        }
    }
}

impl Display for Param {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "param {} = ", self.name)?;
        match &self.kind {
            ParamKind::Number { value, low, high, unit } => {
                write!(f, "{value} in {low}..{high}")?;
                if !unit.is_empty() || !self.doc.is_empty() {
                    write!(f, " \"{unit}\"")?;
                }
            }
            ParamKind::Choice { value, options } => {
                write!(f, "{} of {}", options[*value], options.join(", "))?;
            }
        }
        if self.doc.is_empty() { Ok(()) } else { write!(f, "{}\"{}\"", Break(0), self.doc) }
    }
}

/// Precedence of an operator. An operand of lower precedence stands in brackets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Precedence {
    Loose,
    Or,
    And,
    Not,
    Compare,
    Sum,
    Product,
    Minus,
    Power,
    Whole,
}

pub(super) fn precedence_of(op: Binary) -> Precedence {
    match op {
        Binary::Or => Precedence::Or,
        Binary::And => Precedence::And,
        Binary::Add | Binary::Subtract => Precedence::Sum,
        Binary::Multiply | Binary::Divide => Precedence::Product,
        Binary::Power => Precedence::Power,
        _ => Precedence::Compare,
    }
}

fn precedence(expr: &Expr) -> Precedence {
    match &expr.kind {
        ExprKind::If(_) => Precedence::Loose,
        ExprKind::Not(_) => Precedence::Not,
        ExprKind::Minus(_) => Precedence::Minus,
        ExprKind::Binary(op, _) => precedence_of(*op),
        _ => Precedence::Whole,
    }
}

impl Binary {
    /// The operator in the text of a rule.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Power => "^",
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::More => ">",
            Self::AtLeast => ">=",
            Self::Same => "==",
            Self::Differs => "!=",
            Self::And => "and",
            Self::Or => "or",
        }
    }
}

struct Formatted<'r> {
    rule: &'r Rule,
    expr: &'r Expr,
    member: &'r str,
    /// Depth within the statement.
    depth: u8,
}

impl<'r> Formatted<'r> {
    fn part(&self, expr: &'r Expr) -> Self {
        Formatted { expr, depth: self.depth.saturating_add(1), ..*self }
    }

    /// An operand that breaks at the same depth as this expression.
    fn beside(&self, expr: &'r Expr) -> Self {
        Formatted { expr, ..*self }
    }

    /// A possible line break at this depth.
    fn gap(&self) -> Break {
        Break(self.depth)
    }

    /// Writes an operand, in brackets if its precedence is lower than `least`.
    fn within(&self, expr: &'r Expr, least: Precedence, f: &mut Formatter) -> fmt::Result {
        // Operands of equal precedence, such as a sum of sums, break together.
        let chain = match (&self.expr.kind, &expr.kind) {
            (ExprKind::Binary(own, _), ExprKind::Binary(op, _)) => {
                precedence_of(*own) == precedence_of(*op)
            }
            _ => false,
        };
        let part =
            if chain && precedence(expr) >= least { self.beside(expr) } else { self.part(expr) };
        if precedence(expr) < least { write!(f, "({part})") } else { write!(f, "{part}") }
    }

    fn list(&self, args: &'r [Expr], f: &mut Formatter) -> fmt::Result {
        for (at, arg) in args.iter().enumerate() {
            if at > 0 {
                write!(f, ",{}", self.gap())?;
            }
            write!(f, "{}", self.part(arg))?;
        }
        Ok(())
    }

    fn fold(&self, over: &'r Aggregate, f: &mut Formatter) -> fmt::Result {
        let Aggregate { fold, member, set, condition, value, .. } = over;
        write!(f, "{}({member} in ", name_of(FOLDS, *fold))?;
        self.set(set, f)?;
        let inside = |expr| Formatted { member, ..self.part(expr) };
        if let Some(condition) = condition {
            write!(f, "{}where {}", self.gap(), inside(condition))?;
        }
        if let Some(value) = value {
            write!(f, ":{}{}", self.gap(), inside(value))?;
        }
        f.write_str(")")
    }

    fn set(&self, set: &'r Set, f: &mut Formatter) -> fmt::Result {
        if let Some(many) = &set.closest {
            write!(f, "closest({}, ", self.part(many))?;
        }
        f.write_str(name_of(SETS, set.kind))?;
        let named = set.kind == SetKind::Group;
        if named || set.radius.is_some() {
            f.write_str("(")?;
            if named {
                write!(f, "\"{}\"", set.group)?;
            }
            if let Some(radius) = &set.radius {
                let comma = if named { ", " } else { "" };
                write!(f, "{comma}{}", self.part(radius))?;
            }
            f.write_str(")")?;
        }
        f.write_str(if set.closest.is_some() { ")" } else { "" })
    }
}

impl Display for Formatted<'_> {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let rule = self.rule;
        match &self.expr.kind {
            ExprKind::Number(number) => write!(f, "{number}"),
            ExprKind::Param(at) => f.write_str(&rule.params[*at].name),
            ExprKind::Is(at, option) => {
                let Param { name, kind, .. } = &rule.params[*at];
                let ParamKind::Choice { options, .. } = kind else { return Ok(()) };
                write!(f, "{name} is {}", options[*option])
            }
            ExprKind::Keep(at) => f.write_str(&rule.keeps[*at].name),
            ExprKind::Let(at) => f.write_str(&rule.lets[*at].name),
            ExprKind::Own(own) => f.write_str(name_of(OWN, *own)),
            ExprKind::Thing(thing, field) => {
                write!(f, "{}.{}", name_of(THINGS, *thing), name_of(FIELDS, *field))
            }
            ExprKind::Member(field) => write!(f, "{}.{}", self.member, name_of(FIELDS, *field)),
            ExprKind::Minus(of) => {
                f.write_str("-")?;
                self.within(of, Precedence::Minus, f)
            }
            ExprKind::Not(of) => {
                f.write_str("not ")?;
                self.within(of, Precedence::Not, f)
            }
            ExprKind::Binary(op, sides) => {
                let [left, right] = &**sides;
                let own = precedence_of(*op);
                let (least_left, least_right) = match own {
                    // Powers are right-associative.
                    Precedence::Power => (Precedence::Whole, Precedence::Minus),
                    Precedence::Compare => (Precedence::Sum, Precedence::Sum),
                    Precedence::Or => (Precedence::Or, Precedence::And),
                    Precedence::And => (Precedence::And, Precedence::Not),
                    Precedence::Sum => (Precedence::Sum, Precedence::Product),
                    _ => (Precedence::Product, Precedence::Minus),
                };
                self.within(left, least_left, f)?;
                write!(f, "{}{} ", self.gap(), op.sign())?;
                self.within(right, least_right, f)
            }
            ExprKind::If(parts) => {
                let [condition, yes, no] = &**parts;
                let chain = matches!(no.kind, ExprKind::If(_));
                let no = if chain { self.beside(no) } else { self.part(no) };
                // `else` breaks first, then `then`, then the parts between them.
                let inner = self.part(condition);
                write!(f, "if {}{}then ", inner.part(condition), inner.gap())?;
                inner.within(yes, Precedence::Or, f)?;
                write!(f, "{}else {no}", self.gap())
            }
            ExprKind::Call(function, args) | ExprKind::Draw(function, args, _) => {
                write!(f, "{}(", name_of(FUNCTIONS, *function))?;
                self.list(args, f)?;
                f.write_str(")")
            }
            ExprKind::Fold(over) => self.fold(over, f),
        }
    }
}
