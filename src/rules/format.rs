//! The canonical text: a statement a line, one space between words, brackets where they are needed.

use super::tree::{Aggregate, Binary, Expr, Op, Param, ParamKind, Rule, Set, SetKind, Statement};
use super::words::{FIELDS, FOLDS, FUNCTIONS, OWN, SETS, THINGS, name_of};
use std::fmt::{self, Display, Formatter};

impl Rule {
    /// The whole text. Parameters that were declared elsewhere stand in it like its own, so that it
    /// can be read alone.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let named = self.lines.iter().any(|line| line.says == Statement::Name);
        let mut given = (0..self.given).map(|at| (Statement::Param(at), "", true)).collect();
        let mut lines: Vec<(Statement, &str, bool)> = Vec::new();
        if !named {
            lines.append(&mut given);
        }
        for line in &self.lines {
            // What is declared elsewhere comes after the name and the remarks below it.
            if !given.is_empty() && !matches!(line.says, Statement::Name | Statement::Nothing) {
                lines.append(&mut given);
            }
            lines.push((line.says, &line.remark, false));
        }
        while lines.last().is_some_and(|line| line.0 == Statement::Nothing && line.1.is_empty()) {
            lines.pop();
        }
        for (says, remark, _) in lines {
            let said = self.statement(says);
            text.push_str(&said);
            if !remark.is_empty() {
                text.push_str(if said.is_empty() { "# " } else { "  # " });
                text.push_str(remark);
            }
            text.push('\n');
        }
        text
    }

    /// The text of one statement.
    pub fn statement(&self, says: Statement) -> String {
        let told = |word, expr: &Expr| format!("{word} {}", self.show(expr));
        let factor = |word, expr: &Option<Expr>| {
            expr.as_ref().map_or_else(String::new, |expr| told(word, expr))
        };
        match says {
            Statement::Nothing => String::new(),
            Statement::Name if self.label.is_empty() => format!("rule {}", self.key),
            Statement::Name => format!("rule {} \"{}\"", self.key, self.label),
            Statement::Param(at) => self.params[at].to_string(),
            Statement::Keep(at) => {
                let keep = &self.keeps[at];
                let [start, then] = [&keep.start, &keep.then].map(|expr| self.show(expr));
                format!("keep {} = {start} then {then}", keep.name)
            }
            Statement::Let(at) => {
                format!("{} = {}", self.lets[at].name, self.show(&self.lets[at].value))
            }
            Statement::Steer => told("steer", &self.steer),
            Statement::Thrust => factor("thrust", &self.thrust),
            Statement::Brake => factor("brake", &self.brake),
        }
    }

    /// The text of an expression of this rule.
    pub fn show(&self, expr: &Expr) -> String {
        Shown { rule: self, expr, member: "" }.to_string()
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
        if self.doc.is_empty() { Ok(()) } else { write!(f, " \"{}\"", self.doc) }
    }
}

/// How tightly an operator binds: the looser one inside of a tighter one stands in brackets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Bond {
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

pub(super) fn bond_of(op: Binary) -> Bond {
    match op {
        Binary::Or => Bond::Or,
        Binary::And => Bond::And,
        Binary::Add | Binary::Subtract => Bond::Sum,
        Binary::Multiply | Binary::Divide => Bond::Product,
        Binary::Power => Bond::Power,
        _ => Bond::Compare,
    }
}

fn bond(expr: &Expr) -> Bond {
    match &expr.is {
        Op::If(_) => Bond::Loose,
        Op::Not(_) => Bond::Not,
        Op::Minus(_) => Bond::Minus,
        Op::Binary(op, _) => bond_of(*op),
        _ => Bond::Whole,
    }
}

impl Binary {
    /// How it is written.
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

struct Shown<'r> {
    rule: &'r Rule,
    expr: &'r Expr,
    member: &'r str,
}

impl<'r> Shown<'r> {
    fn part(&self, expr: &'r Expr) -> Self {
        Shown { expr, ..*self }
    }

    /// A part that binds at least so tightly, or stands in brackets.
    fn within(&self, expr: &'r Expr, least: Bond, f: &mut Formatter) -> fmt::Result {
        let part = self.part(expr);
        if bond(expr) < least { write!(f, "({part})") } else { write!(f, "{part}") }
    }

    fn list(&self, args: &'r [Expr], f: &mut Formatter) -> fmt::Result {
        for (at, arg) in args.iter().enumerate() {
            let comma = if at > 0 { ", " } else { "" };
            write!(f, "{comma}{}", self.part(arg))?;
        }
        Ok(())
    }

    fn fold(&self, over: &'r Aggregate, f: &mut Formatter) -> fmt::Result {
        let Aggregate { fold, member, set, condition, value } = over;
        write!(f, "{}({member} in ", name_of(FOLDS, *fold))?;
        self.set(set, f)?;
        let inside = |expr| Shown { rule: self.rule, expr, member };
        if let Some(condition) = condition {
            write!(f, " where {}", inside(condition))?;
        }
        if let Some(value) = value {
            write!(f, ": {}", inside(value))?;
        }
        f.write_str(")")
    }

    fn set(&self, set: &'r Set, f: &mut Formatter) -> fmt::Result {
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
        Ok(())
    }
}

impl Display for Shown<'_> {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let rule = self.rule;
        match &self.expr.is {
            Op::Number(number) => write!(f, "{number}"),
            Op::Param(at) => f.write_str(&rule.params[*at].name),
            Op::Is(at, option) => {
                let Param { name, kind, .. } = &rule.params[*at];
                let ParamKind::Choice { options, .. } = kind else { return Ok(()) };
                write!(f, "{name} is {}", options[*option])
            }
            Op::Keep(at) => f.write_str(&rule.keeps[*at].name),
            Op::Let(at) => f.write_str(&rule.lets[*at].name),
            Op::Own(own) => f.write_str(name_of(OWN, *own)),
            Op::Thing(thing, field) => {
                write!(f, "{}.{}", name_of(THINGS, *thing), name_of(FIELDS, *field))
            }
            Op::Member(field) => write!(f, "{}.{}", self.member, name_of(FIELDS, *field)),
            Op::Minus(of) => {
                f.write_str("-")?;
                self.within(of, Bond::Minus, f)
            }
            Op::Not(of) => {
                f.write_str("not ")?;
                self.within(of, Bond::Not, f)
            }
            Op::Binary(op, sides) => {
                let [left, right] = &**sides;
                let own = bond_of(*op);
                let (least_left, least_right) = match own {
                    // To the right first.
                    Bond::Power => (Bond::Whole, Bond::Minus),
                    Bond::Compare => (Bond::Sum, Bond::Sum),
                    Bond::Or => (Bond::Or, Bond::And),
                    Bond::And => (Bond::And, Bond::Not),
                    Bond::Sum => (Bond::Sum, Bond::Product),
                    _ => (Bond::Product, Bond::Minus),
                };
                self.within(left, least_left, f)?;
                write!(f, " {} ", op.sign())?;
                self.within(right, least_right, f)
            }
            Op::If(parts) => {
                let [condition, yes, no] = &**parts;
                let [condition, no] = [condition, no].map(|part| self.part(part));
                write!(f, "if {condition} then ")?;
                self.within(yes, Bond::Or, f)?;
                write!(f, " else {no}")
            }
            Op::Call(function, args) | Op::Draw(function, args, _) => {
                write!(f, "{}(", name_of(FUNCTIONS, *function))?;
                self.list(args, f)?;
                f.write_str(")")
            }
            Op::Fold(over) => self.fold(over, f),
        }
    }
}
