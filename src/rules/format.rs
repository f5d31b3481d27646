//! Canonical text of a rule: one statement per line, one space between words, brackets only where
//! they are needed. For reading, long statements are broken into lines that parse to the same rule.

use super::tree::{
    Aggregate, BinaryOp, Expr, ExprKind, MemberSet, ReadMemory, Rule, RuleParam, RuleParamKind,
    RuleStatement, SetKind, TextLine, Thing,
};
use super::words::{FOLD_WORDS, FUNCTION_WORDS, OWN_WORDS, PROPERTY_WORDS, SET_WORDS, name_of};
use std::fmt::{self, Display, Formatter, Write};

impl Rule {
    /// Canonical text of the rule. Parameters that are declared outside the text are written as
    /// declarations, so that the text can be read alone.
    pub fn text(&self) -> String {
        let lines = self.formatted_statements().into_iter().map(|(marked, remark)| {
            let gap = if marked.is_empty() || remark.is_empty() { "" } else { "  " };
            let mark = if remark.is_empty() { "" } else { "# " };
            format!("{}{gap}{mark}{remark}\n", without_breaks(&marked))
        });
        lines.collect()
    }

    /// Canonical text in lines of at most `width` characters, as far as the language allows line
    /// breaks.
    pub fn wrapped_text(&self, width: usize) -> String {
        let mut page = String::new();
        for (marked, remark) in self.formatted_statements() {
            let mut lines = Vec::new();
            wrap_statement(&marked, [0, CONTINUATION_INDENT], width, &mut lines);
            // If a statement is broken into several lines, its comment stands on the first one.
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

    /// Statements in order, each with its comment; possible line breaks are marked by
    /// [`BreakMark`].
    fn formatted_statements(&self) -> Vec<(String, String)> {
        let mut lines = self.lines_with_params();
        while lines
            .last()
            .is_some_and(|line| line.statement == RuleStatement::Nothing && line.comment.is_empty())
        {
            lines.pop();
        }
        lines
            .into_iter()
            .map(|line| (self.marked_statement(line.statement), line.comment))
            .collect()
    }

    /// Lines of the rule, with parameters that are declared outside the text inserted after the
    /// rule's name and the comments below the name.
    pub(super) fn lines_with_params(&self) -> Vec<TextLine> {
        let named = self.lines.iter().any(|line| line.statement == RuleStatement::Name);
        let heads = |line: &&TextLine| {
            matches!(line.statement, RuleStatement::Name | RuleStatement::Nothing)
        };
        let head = if named { self.lines.iter().take_while(heads).count() } else { 0 };
        let line = |at| TextLine {
            statement: RuleStatement::Param(at),
            comment: String::new(),
            line_number: 0,
        };
        let mut lines = self.lines.clone();
        lines.splice(head..head, (0..self.outer_param_count).map(line));
        lines
    }

    /// Text of one statement, with marks at possible line breaks.
    fn marked_statement(&self, statement: RuleStatement) -> String {
        let factor = |word, expr: &Option<Expr>| match expr {
            Some(expr) => format!("{word} {}", self.format_expr(expr)),
            None => String::new(),
        };
        match statement {
            RuleStatement::Nothing => String::new(),
            RuleStatement::Name if self.label.is_empty() => format!("rule {}", self.key),
            RuleStatement::Name => format!("rule {} \"{}\"", self.key, self.label),
            RuleStatement::Param(at) => self.params[at].to_string(),
            RuleStatement::Keep(at) => {
                let keep = &self.memories[at];
                let [start, then] =
                    [&keep.initial_value, &keep.next_value].map(|expr| self.format_expr(expr));
                format!("keep {} = {start}{}then {then}", keep.name, BreakMark(0))
            }
            RuleStatement::Let(at) => {
                format!(
                    "{} = {}",
                    self.named_values[at].name,
                    self.format_expr(&self.named_values[at].value)
                )
            }
            RuleStatement::Steer => format!("steer {}", self.format_expr(&self.steer)),
            RuleStatement::Thrust => factor("thrust", &self.thrust),
            RuleStatement::Brake => factor("brake", &self.brake),
        }
    }

    fn format_expr<'r>(&'r self, expr: &'r Expr) -> FormattedExpr<'r> {
        FormattedExpr { rule: self, expr, member: "", depth: 1 }
    }
}

/// Indentation of a line that continues a statement, characters.
const CONTINUATION_INDENT: usize = 2;

/// Possible line break, with its depth: of several breaks, those of smaller depth are used first.
/// It is stored as a control character, which no rule's text contains, and written as a space if it
/// is not used.
struct BreakMark(u8);

const BREAK_CHARACTERS: std::ops::RangeInclusive<char> = '\u{e}'..='\u{1f}';

impl Display for BreakMark {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_char(char::from(
            (*BREAK_CHARACTERS.start() as u8 + self.0).min(*BREAK_CHARACTERS.end() as u8),
        ))
    }
}

fn without_breaks(marked: &str) -> String {
    marked.replace(|c| BREAK_CHARACTERS.contains(&c), " ")
}

/// Appends a statement, or a piece of one, to `lines`: as one line if it fits, otherwise as
/// several, broken at its break marks of smallest depth. The first line is indented by `indents[0]`
/// and further ones by `indents[1]`, characters.
fn wrap_statement(marked: &str, indents: [usize; 2], width: usize, lines: &mut Vec<String>) {
    let [first, next] = indents;
    let long = |text: &str| text.chars().count();
    let loosest = marked.chars().filter(|c| BREAK_CHARACTERS.contains(c)).min();
    let Some(loosest) = loosest.filter(|_| first + long(marked) > width) else {
        lines.push(format!("{:first$}{}", "", without_breaks(marked)));
        return;
    };
    // True while the next part can be appended to the last line; false after a part that itself was
    // broken into several lines.
    let mut open = false;
    for (at, piece) in marked.split(loosest).enumerate() {
        let begins = if at == 0 { first } else { next };
        if open
            && let Some(line) =
                lines.last_mut().filter(|line| long(line) + 1 + long(piece) <= width)
        {
            line.push(' ');
            line.push_str(&without_breaks(piece));
        } else {
            open = begins + long(piece) <= width;
            wrap_statement(piece, [begins, next + CONTINUATION_INDENT], width, lines);
        }
    }
}

impl Display for RuleParam {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "param {} = ", self.name)?;
        match &self.kind {
            RuleParamKind::Number { value, low, high, unit } => {
                write!(f, "{value} in {low}..{high}")?;
                if !unit.is_empty() || !self.doc.is_empty() {
                    write!(f, " \"{unit}\"")?;
                }
            }
            RuleParamKind::Choice { value, options } => {
                write!(f, "{} of {}", options[*value], options.join(", "))?;
            }
        }
        if self.doc.is_empty() { Ok(()) } else { write!(f, "{}\"{}\"", BreakMark(0), self.doc) }
    }
}

/// Precedence of an operator. An operand of lower precedence is written in brackets.
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

pub(super) fn precedence_of(op: BinaryOp) -> Precedence {
    match op {
        BinaryOp::Or => Precedence::Or,
        BinaryOp::And => Precedence::And,
        BinaryOp::Add | BinaryOp::Subtract => Precedence::Sum,
        BinaryOp::Multiply | BinaryOp::Divide => Precedence::Product,
        BinaryOp::Power => Precedence::Power,
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

impl BinaryOp {
    /// Spelling of the operator in the text of a rule.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Power => "^",
            Self::LessThan => "<",
            Self::AtMost => "<=",
            Self::MoreThan => ">",
            Self::AtLeast => ">=",
            Self::Equal => "==",
            Self::NotEqual => "!=",
            Self::And => "and",
            Self::Or => "or",
        }
    }
}

struct FormattedExpr<'r> {
    rule: &'r Rule,
    expr: &'r Expr,
    member: &'r str,
    /// Number of expressions around this one in its statement.
    depth: u8,
}

impl<'r> FormattedExpr<'r> {
    fn subexpression(&self, expr: &'r Expr) -> Self {
        FormattedExpr { expr, depth: self.depth.saturating_add(1), ..*self }
    }

    /// Operand to be formatted, whose lines break at the same depth as those of this expression.
    fn operand(&self, expr: &'r Expr) -> Self {
        FormattedExpr { expr, ..*self }
    }

    /// Mark for a possible line break at the depth of this expression.
    fn break_mark(&self) -> BreakMark {
        BreakMark(self.depth)
    }

    /// Writes an operand, in brackets if its precedence is lower than `least`.
    fn write_operand(&self, expr: &'r Expr, least: Precedence, f: &mut Formatter) -> fmt::Result {
        // Operands of equal precedence, such as those of a sum of sums, are broken at one depth.
        let chain = match (&self.expr.kind, &expr.kind) {
            (ExprKind::Binary(own, _), ExprKind::Binary(op, _)) => {
                precedence_of(*own) == precedence_of(*op)
            }
            _ => false,
        };
        let part = if chain && precedence(expr) >= least {
            self.operand(expr)
        } else {
            self.subexpression(expr)
        };
        if precedence(expr) < least { write!(f, "({part})") } else { write!(f, "{part}") }
    }

    fn write_arguments(&self, args: &'r [Expr], f: &mut Formatter) -> fmt::Result {
        for (at, arg) in args.iter().enumerate() {
            if at > 0 {
                write!(f, ",{}", self.break_mark())?;
            }
            write!(f, "{}", self.subexpression(arg))?;
        }
        Ok(())
    }

    fn write_fold(&self, over: &'r Aggregate, f: &mut Formatter) -> fmt::Result {
        let Aggregate {
            fold,
            member_name: member,
            set,
            member_condition: condition,
            rank,
            value,
            ..
        } = over;
        write!(f, "{}({member} in ", name_of(FOLD_WORDS, *fold))?;
        self.write_set(set, f)?;
        let inside = |expr| FormattedExpr { member, ..self.subexpression(expr) };
        if let Some(condition) = condition {
            write!(f, "{}where {}", self.break_mark(), inside(condition))?;
        }
        if let Some(rank) = rank {
            write!(f, "{}by {}", self.break_mark(), inside(rank))?;
        }
        if let Some(value) = value {
            write!(f, ":{}{}", self.break_mark(), inside(value))?;
        }
        f.write_str(")")
    }

    fn write_set(&self, set: &'r MemberSet, f: &mut Formatter) -> fmt::Result {
        if let Some(many) = &set.closest_count {
            write!(f, "closest({}, ", self.subexpression(many))?;
        }
        f.write_str(name_of(SET_WORDS, set.kind))?;
        let named = set.kind == SetKind::Group;
        if named || set.radius.is_some() {
            f.write_str("(")?;
            if named {
                write!(f, "\"{}\"", set.group)?;
            }
            if let Some(radius) = &set.radius {
                let comma = if named { ", " } else { "" };
                write!(f, "{comma}{}", self.subexpression(radius))?;
            }
            f.write_str(")")?;
        }
        f.write_str(if set.closest_count.is_some() { ")" } else { "" })
    }
}

impl Display for FormattedExpr<'_> {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let rule = self.rule;
        match &self.expr.kind {
            ExprKind::Number(number) => write!(f, "{number}"),
            ExprKind::Param(at) => f.write_str(&rule.params[*at].name),
            ExprKind::Is(at, option) => {
                let RuleParam { name, kind, .. } = &rule.params[*at];
                let RuleParamKind::Choice { options, .. } = kind else { return Ok(()) };
                write!(f, "{name} is {}", options[*option])
            }
            ExprKind::Keep(at) => f.write_str(&rule.memories[*at].name),
            ExprKind::Let(at) => f.write_str(&rule.named_values[*at].name),
            ExprKind::Own(own) => f.write_str(name_of(OWN_WORDS, *own)),
            ExprKind::Thing(Thing::Site(name), field) => {
                write!(f, "site(\"{}\").{}", name.text(), name_of(PROPERTY_WORDS, *field))
            }
            ExprKind::Thing(thing, field) => {
                write!(f, "{}.{}", thing.word(), name_of(PROPERTY_WORDS, *field))
            }
            ExprKind::Member(field) => {
                write!(f, "{}.{}", self.member, name_of(PROPERTY_WORDS, *field))
            }
            ExprKind::MemberMemory(at) => {
                let ReadMemory { rule, name, .. } = &rule.read_memories[*at];
                write!(f, "{}.{rule}.{name}", self.member)
            }
            ExprKind::Minus(of) => {
                f.write_str("-")?;
                self.write_operand(of, Precedence::Minus, f)
            }
            ExprKind::Not(of) => {
                f.write_str("not ")?;
                self.write_operand(of, Precedence::Not, f)
            }
            ExprKind::Binary(op, sides) => {
                let [left, right] = &**sides;
                let own = precedence_of(*op);
                let (least_left, least_right) = match own {
                    // A power as left operand needs brackets: powers are right-associative.
                    Precedence::Power => (Precedence::Whole, Precedence::Minus),
                    Precedence::Compare => (Precedence::Sum, Precedence::Sum),
                    Precedence::Or => (Precedence::Or, Precedence::And),
                    Precedence::And => (Precedence::And, Precedence::Not),
                    Precedence::Sum => (Precedence::Sum, Precedence::Product),
                    _ => (Precedence::Product, Precedence::Minus),
                };
                self.write_operand(left, least_left, f)?;
                write!(f, "{}{} ", self.break_mark(), op.symbol())?;
                self.write_operand(right, least_right, f)
            }
            ExprKind::If(parts) => {
                let [condition, yes, no] = &**parts;
                let chain = matches!(no.kind, ExprKind::If(_));
                let no = if chain { self.operand(no) } else { self.subexpression(no) };
                // Lines are broken before `else` first, then before `then`, then inside the
                // condition and the values.
                let inner = self.subexpression(condition);
                write!(f, "if {}{}then ", inner.subexpression(condition), inner.break_mark())?;
                inner.write_operand(yes, Precedence::Or, f)?;
                write!(f, "{}else {no}", self.break_mark())
            }
            ExprKind::Call(function, args) | ExprKind::Draw(function, args, _) => {
                write!(f, "{}(", name_of(FUNCTION_WORDS, *function))?;
                self.write_arguments(args, f)?;
                f.write_str(")")
            }
            ExprKind::Fold(over) => self.write_fold(over, f),
        }
    }
}
