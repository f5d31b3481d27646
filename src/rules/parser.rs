//! Parses tokens into a checked and typed tree.

use super::error::{Place, RuleError, Span};
use super::lexer::{self, Token, TokenKind};
use super::tree::{
    Aggregate, Binary, Expr, ExprKind, Field, Fold, Function, Keep, Let, Line, Own, Param,
    ParamKind, Rule, Set, SetKind, Statement, TextMeasure, Thing, Type,
};
use super::words::{
    FIELDS, FOLDS, FOREIGN_WORDS, FUNCTIONS, KEYWORDS, OF_MEASURED, OWN, SETS, THINGS, Word, find,
    name_of, yields,
};
use super::{MAX_DEPTH, MAX_KEEPS, MAX_OPERATIONS, MAX_PARAMS};
use crate::near::nearest;
use crate::numbers::admit_range;

type Parsed<T> = Result<T, RuleError>;

/// Longest text in quotation marks, characters.
const MAX_TEXT: usize = 200;

/// Longest unit label, characters; a longer text is a description.
const MAX_UNIT: usize = 12;

/// Parses the text of a rule. `given`: parameters declared outside the text.
pub(super) fn parse(text: &str, given: &[Param]) -> Parsed<Rule> {
    let mut parser = Parser::new(given);
    let mut later = Vec::new();
    let mut steers = None;
    let mut last = Span::default();
    for statement in lexer::statements(text)? {
        parser.tokens = statement.tokens;
        parser.next = 0;
        last = parser.tokens.last().map_or(last, |token| token.span);
        let parsed = parser.statement(&mut later, &mut steers)?;
        parser.rule.lines.push(Line {
            statement: parsed,
            remark: statement.remark,
            number: statement.line,
        });
    }
    // The next value of a memory can use any line, so it is parsed last.
    for (keep, tokens) in later {
        parser.tokens = tokens;
        parser.next = 0;
        let then = parser.whole()?;
        let start = &parser.rule.keeps[keep].start;
        if start.ty != then.ty {
            let what = format!("it begins as {}, this is {}", start.ty.name(), then.ty.name());
            return Err(RuleError::new(then.span, what));
        }
        parser.rule.keeps[keep].then = then;
    }
    if steers.is_none() {
        // Errors in an empty text refer to its first line.
        last.at = last.at.max(Place { line: 1, column: 1 });
        let what = "a rule says what it does: a line that begins with 'steer' is missing";
        return Err(RuleError::new(last, what).meant(Some("steer 0")));
    }
    Ok(parser.rule)
}

/// Parses the text of a measure.
pub(super) fn parse_measure(text: &str) -> Parsed<TextMeasure> {
    let mut parser = Parser { text_measure: Some(TextMeasure::default()), ..Parser::new(&[]) };
    let mut last = Span::default();
    let mut output = None;
    for statement in lexer::statements(text)? {
        parser.tokens = statement.tokens;
        parser.next = 0;
        last = parser.tokens.last().map_or(last, |token| token.span);
        let span = parser.span();
        let word = match parser.peek().clone() {
            TokenKind::End => continue,
            TokenKind::Word(word) => word,
            _ => return parser.expected("a name or one of the words that begin a line"),
        };
        let names_value = matches!(
            parser.tokens.get(parser.next + 1),
            Some(Token { kind: TokenKind::Sign("="), .. })
        );
        match word.as_str() {
            _ if names_value => drop(parser.named_value()?),
            "measure" => drop(parser.name_line()?),
            "param" => drop(parser.param()?),
            "be" if output.is_some() => {
                return Err(RuleError::new(span, "a measure says 'be' once"));
            }
            "be" => output = Some(parser.be()?),
            _ => {
                let starts = ["measure", "param", "be"];
                let what = format!(
                    "a line of a measure begins with 'measure', 'param', 'be' or NAME =, not with \
                     '{word}'"
                );
                return Err(RuleError::new(span, what).meant(nearest(&word, starts)));
            }
        }
    }
    last.at = last.at.max(Place { line: 1, column: 1 });
    let Parser { rule: Rule { key, label, params, lets, .. }, text_measure, .. } = parser;
    if key.is_empty() {
        let what = "a measure has a name: a line 'measure KEY \"LABEL\"' is missing";
        return Err(RuleError::new(last, what).meant(Some("measure own \"My measure\"")));
    }
    let Some(be) = output else {
        let what = "a measure says what it is: a line that begins with 'be' is missing";
        return Err(RuleError::new(last, what).meant(Some("be count(i in all)")));
    };
    let label = if label.is_empty() { key.replace('_', " ") } else { label };
    Ok(TextMeasure { key, label, params, lets, be, ..text_measure.unwrap_or_default() })
}

/// A name defined by the text.
struct Name {
    name: String,
    kind: ExprKind,
    ty: Type,
    line: u32,
}

impl Name {
    fn param(param: &Param, at: usize) -> Self {
        Self { name: param.name.clone(), kind: ExprKind::Param(at), ty: Type::Number, line: 0 }
    }
}

struct Parser {
    rule: Rule,
    tokens: Vec<Token>,
    next: usize,
    names: Vec<Name>,
    /// Name of the current member, and the kind of its set.
    member: Option<(String, SetKind)>,
    /// In a measure: name of the member around which the inner set is searched.
    outer: Option<String>,
    /// The measure, while one is parsed: its range and unit come last.
    text_measure: Option<TextMeasure>,
    depth: usize,
    operations: usize,
}

impl Parser {
    fn new(given: &[Param]) -> Self {
        Self {
            rule: Rule { params: given.to_vec(), given: given.len(), ..Rule::default() },
            tokens: Vec::new(),
            next: 0,
            names: given.iter().enumerate().map(|(at, param)| Name::param(param, at)).collect(),
            member: None,
            outer: None,
            text_measure: None,
            depth: 0,
            operations: 0,
        }
    }

    /// Parses and checks a range `LOW..HIGH`.
    fn range(&mut self) -> Parsed<[f32; 2]> {
        let span = self.span();
        let low = self.literal()?;
        self.need_sign("..")?;
        let high = self.literal()?;
        admit_range(low, high).map_err(|what| RuleError::new(span, what))?;
        Ok([low, high])
    }

    /// Parses the output of a measure: `be EXPR in LOW..HIGH "UNIT"`.
    fn be(&mut self) -> Parsed<Expr> {
        self.next += 1;
        let value = self.expr()?;
        let value = expect(Type::Number, value, "a measure")?;
        let mut text_measure = TextMeasure::default();
        if self.take_word("in") {
            text_measure.range =
                Some(match self.tokens.get(self.next + 2).map(|token| &token.kind) {
                    Some(TokenKind::End | TokenKind::Text(_)) => {
                        let low = self.literal()?;
                        self.need_sign("..")?;
                        [low, f32::INFINITY]
                    }
                    _ => self.range()?,
                });
        }
        let span = self.span();
        if let Some(unit) = self.text()? {
            if unit.chars().count() > MAX_UNIT {
                let what = format!("a unit has at most {MAX_UNIT} characters");
                return Err(RuleError::new(span, what));
            }
            text_measure.unit = unit;
        }
        self.need_end()?;
        self.text_measure = Some(text_measure);
        Ok(value)
    }

    // --- tokens ---

    fn peek(&self) -> &TokenKind {
        self.tokens.get(self.next).map_or(&TokenKind::End, |token| &token.kind)
    }

    fn span(&self) -> Span {
        let at = self.next.min(self.tokens.len().saturating_sub(1));
        self.tokens.get(at).map_or_else(Span::default, |token| token.span)
    }

    fn take(&mut self) -> Token {
        let token = Token { kind: self.peek().clone(), span: self.span() };
        self.next += 1;
        token
    }

    fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), TokenKind::Sign(here) if *here == sign)
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), TokenKind::Word(here) if here == word)
    }

    fn take_sign(&mut self, sign: &str) -> bool {
        let found = self.is_sign(sign);
        self.next += usize::from(found);
        found
    }

    fn take_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        self.next += usize::from(found);
        found
    }

    /// The current token, as errors quote it.
    fn here(&self) -> String {
        match self.peek() {
            TokenKind::Word(word) => format!("'{word}'"),
            TokenKind::Number(number) => number.to_string(),
            TokenKind::Text(_) => "a text".to_string(),
            TokenKind::Sign(sign) => format!("'{sign}'"),
            TokenKind::End => "the end of the line".to_string(),
        }
    }

    fn expected<T>(&self, what: &str) -> Parsed<T> {
        Err(RuleError::new(self.span(), format!("here should be {what}, not {}", self.here())))
    }

    fn need_sign(&mut self, sign: &'static str) -> Parsed<()> {
        if self.take_sign(sign) { Ok(()) } else { self.expected(&format!("'{sign}'")) }
    }

    fn need_word(&mut self, word: &'static str) -> Parsed<()> {
        if self.take_word(word) {
            return Ok(());
        }
        let near = match self.peek() {
            TokenKind::Word(here) => nearest(here, [word]),
            _ => None,
        };
        let what = format!("here should be '{word}', not {}", self.here());
        Err(RuleError::new(self.span(), what).meant(near))
    }

    fn need_name(&mut self, what: &str) -> Parsed<(String, Span)> {
        let span = self.span();
        match self.peek().clone() {
            TokenKind::Word(name) => {
                self.next += 1;
                Ok((name, span))
            }
            _ => self.expected(what),
        }
    }

    fn need_end(&self) -> Parsed<()> {
        match self.peek() {
            TokenKind::End => Ok(()),
            TokenKind::Sign("=") => {
                let what = "'=' gives a value a name; to compare write '=='";
                Err(RuleError::new(self.span(), what).meant(Some("==")))
            }
            _ => {
                let what = format!("the line should be over here, but {} follows", self.here());
                Err(RuleError::new(self.span(), what))
            }
        }
    }

    fn text(&mut self) -> Parsed<Option<String>> {
        let TokenKind::Text(text) = self.peek().clone() else { return Ok(None) };
        if text.chars().count() > MAX_TEXT {
            let what = format!("a text has at most {MAX_TEXT} characters");
            return Err(RuleError::new(self.span(), what));
        }
        self.next += 1;
        Ok(Some(text))
    }

    // --- lines ---

    fn statement(
        &mut self,
        later: &mut Vec<(usize, Vec<Token>)>,
        steers: &mut Option<u32>,
    ) -> Parsed<Statement> {
        let span = self.span();
        let word = match self.peek().clone() {
            TokenKind::End => return Ok(Statement::Nothing),
            TokenKind::Word(word) => word,
            _ => return self.expected("a name or one of the words that begin a line"),
        };
        let names_value = matches!(
            self.tokens.get(self.next + 1),
            Some(Token { kind: TokenKind::Sign("="), .. })
        );
        match word.as_str() {
            _ if names_value => self.named_value(),
            "rule" => self.name_line(),
            "param" => self.param(),
            "keep" => self.keep(later),
            "steer" => {
                self.next += 1;
                self.once("steer", steers.is_some(), span)?;
                *steers = Some(span.at.line);
                self.rule.steer = self.whole()?;
                if self.rule.steer.ty == Type::Condition {
                    let what = "a force is a number or a vector; write if ... then 1 else 0";
                    return Err(RuleError::new(self.rule.steer.span, what));
                }
                Ok(Statement::Steer)
            }
            "thrust" => {
                self.next += 1;
                self.once("thrust", self.rule.thrust.is_some(), span)?;
                self.rule.thrust = Some(self.whole_of(Type::Number, "a factor on the thrust")?);
                Ok(Statement::Thrust)
            }
            "brake" => {
                self.next += 1;
                self.once("brake", self.rule.brake.is_some(), span)?;
                self.rule.brake = Some(self.whole_of(Type::Number, "a factor on the velocity")?);
                Ok(Statement::Brake)
            }
            _ => {
                let starts = ["rule", "param", "keep", "steer", "thrust", "brake"];
                let what = format!(
                    "a line begins with 'steer', 'param', 'keep' or NAME =, not with '{word}'"
                );
                Err(RuleError::new(span, what).meant(nearest(&word, starts)))
            }
        }
    }

    fn once(&self, word: &str, again: bool, span: Span) -> Parsed<()> {
        if again {
            let what = format!("a rule says '{word}' once; add the values up in one line");
            return Err(RuleError::new(span, what));
        }
        Ok(())
    }

    fn name_line(&mut self) -> Parsed<Statement> {
        let first = self.take().span;
        if !self.rule.key.is_empty() {
            return Err(RuleError::new(first, "there is one name"));
        }
        let (key, span) = self.need_name("the key")?;
        if !key.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_') {
            let low = key.to_ascii_lowercase();
            let what = "a key has small letters, digits and '_'";
            return Err(RuleError::new(span, what).meant(Some(&low)));
        }
        self.rule.key = key;
        let span = self.span();
        if let Some(label) = self.text()? {
            if label.chars().count() > 40 {
                return Err(RuleError::new(span, "a label has at most 40 characters"));
            }
            self.rule.label = label;
        }
        self.need_end()?;
        Ok(Statement::Name)
    }

    /// Reads a new name, which must not be taken. `what`: the kind of thing that it names.
    fn new_name(&mut self, what: &str) -> Parsed<String> {
        let (name, span) = self.need_name(what)?;
        if let Some(taken) = self.names.iter().find(|taken| taken.name == name) {
            let what = match taken.line {
                0 => format!("'{name}' is a parameter already"),
                line => format!("'{name}' has a value already, in line {line}"),
            };
            return Err(RuleError::new(span, what));
        }
        if is_word(&name) {
            let other = format!("{name}_");
            let what = format!("'{name}' is a word of the language");
            return Err(RuleError::new(span, what).meant(Some(&other)));
        }
        Ok(name)
    }

    fn param(&mut self) -> Parsed<Statement> {
        let first = self.take().span;
        let name = self.new_name("the name of the parameter")?;
        self.need_sign("=")?;
        let begin = self.span();
        let kind = if let TokenKind::Word(choice) = self.peek().clone() {
            self.next += 1;
            self.need_word("of")?;
            let mut options = Vec::new();
            loop {
                let (option, span) = self.need_name("an option")?;
                if options.contains(&option) {
                    return Err(RuleError::new(span, format!("'{option}' is an option already")));
                }
                options.push(option);
                if !self.take_sign(",") {
                    break;
                }
            }
            if options.len() < 2 {
                return Err(RuleError::new(begin, "a choice has two options or more"));
            }
            let Some(value) = options.iter().position(|option| *option == choice) else {
                let meant = nearest(&choice, options.iter().map(String::as_str));
                let what = format!("'{choice}' is none of the options");
                return Err(RuleError::new(begin, what).meant(meant));
            };
            ParamKind::Choice { value, options }
        } else {
            let value = self.literal()?;
            self.need_word("in")?;
            let [low, high] = self.range()?;
            if !(low..=high).contains(&value) {
                let what = format!("{value} is not within {low}..{high}");
                return Err(RuleError::new(begin, what));
            }
            ParamKind::Number { value, low, high, unit: String::new() }
        };
        let texts = [self.text()?, self.text()?];
        self.need_end()?;
        if self.rule.params.len() - self.rule.given == MAX_PARAMS {
            let what = format!("a rule has at most {MAX_PARAMS} parameters");
            return Err(RuleError::new(first, what));
        }
        let is_sentence = |text: &str| text.chars().count() > MAX_UNIT;
        let mut param = Param { name, kind, doc: String::new() };
        match (&mut param.kind, texts) {
            (ParamKind::Number { unit, .. }, [Some(first), None]) if !is_sentence(&first) => {
                *unit = first;
            }
            (ParamKind::Number { unit, .. }, [Some(first), Some(doc)]) => {
                if is_sentence(&first) {
                    let what = format!("a unit has at most {MAX_UNIT} characters");
                    return Err(RuleError::new(begin, what));
                }
                *unit = first;
                param.doc = doc;
            }
            (_, [Some(doc), None]) => param.doc = doc,
            (_, [_, Some(_)]) => return Err(RuleError::new(begin, "a choice has no unit")),
            _ => {}
        }
        let at = self.rule.params.len();
        self.names.push(Name { line: first.at.line, ..Name::param(&param, at) });
        self.rule.params.push(param);
        Ok(Statement::Param(at))
    }

    /// Reads a number that may be negative.
    fn literal(&mut self) -> Parsed<f32> {
        let negative = self.take_sign("-");
        match self.peek() {
            TokenKind::Number(number) => {
                let number = *number;
                self.next += 1;
                // No negative zero: it would print and hash differently.
                Ok(if negative { 0.0 - number } else { number })
            }
            _ => self.expected("a number"),
        }
    }

    fn keep(&mut self, later: &mut Vec<(usize, Vec<Token>)>) -> Parsed<Statement> {
        let first = self.take().span;
        let name = self.new_name("the name of the memory")?;
        self.need_sign("=")?;
        let start = self.expr()?;
        if start.ty == Type::Condition {
            let what = "a unit remembers a number or a vector; write if ... then 1 else 0";
            return Err(RuleError::new(start.span, what));
        }
        let mut outside = None;
        start.walk(&mut |part| match part.kind {
            ExprKind::Own(Own::Pi | Own::Degree | Own::Left | Own::Right) => {}
            ExprKind::Own(_)
            | ExprKind::Thing(..)
            | ExprKind::Keep(_)
            | ExprKind::Let(_)
            | ExprKind::Fold(_)
            | ExprKind::Draw(..) => {
                outside = outside.or(Some(part.span));
            }
            ExprKind::Call(
                Function::Ahead
                | Function::Abeam
                | Function::Side
                | Function::Turn
                | Function::Seen
                | Function::Wide
                | Function::Limited
                | Function::Narrow
                | Function::Toward
                | Function::Head
                | Function::Seek
                | Function::Arrive,
                _,
            ) => outside = outside.or(Some(part.span)),
            _ => {}
        });
        if let Some(span) = outside {
            let what = "what a unit remembers at the start is made of numbers and parameters";
            return Err(RuleError::new(span, what));
        }
        self.need_word("then")?;
        if self.rule.keeps.len() == MAX_KEEPS {
            let what = format!("a rule remembers at most {MAX_KEEPS} values");
            return Err(RuleError::new(first, what));
        }
        let at = self.rule.keeps.len();
        later.push((at, self.tokens[self.next..].to_vec()));
        self.names.push(Name {
            name: name.clone(),
            kind: ExprKind::Keep(at),
            ty: start.ty,
            line: first.at.line,
        });
        self.rule.keeps.push(Keep { name, start, then: Expr::default() });
        Ok(Statement::Keep(at))
    }

    fn named_value(&mut self) -> Parsed<Statement> {
        let line = self.span().at.line;
        let name = self.new_name("a name")?;
        self.need_sign("=")?;
        let value = self.whole()?;
        let at = self.rule.lets.len();
        self.names.push(Name { name: name.clone(), kind: ExprKind::Let(at), ty: value.ty, line });
        self.rule.lets.push(Let { name, value });
        Ok(Statement::Let(at))
    }

    fn whole(&mut self) -> Parsed<Expr> {
        let value = self.expr()?;
        self.need_end()?;
        Ok(value)
    }

    fn whole_of(&mut self, ty: Type, what: &str) -> Parsed<Expr> {
        let value = self.whole()?;
        expect(ty, value, what)
    }

    // --- expressions, from the loosest to the tightest ---

    fn expr(&mut self) -> Parsed<Expr> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let what = "this is nested too deeply; give the inner part a line of its own";
            return Err(RuleError::new(self.span(), what));
        }
        let value = self.or();
        self.depth -= 1;
        value
    }

    fn or(&mut self) -> Parsed<Expr> {
        let mut left = self.and()?;
        while self.take_word("or") {
            let right = self.and()?;
            left = self.conditions(Binary::Or, left, right)?;
        }
        Ok(left)
    }

    fn and(&mut self) -> Parsed<Expr> {
        let mut left = self.not()?;
        while self.take_word("and") {
            let right = self.not()?;
            left = self.conditions(Binary::And, left, right)?;
        }
        Ok(left)
    }

    fn conditions(&mut self, op: Binary, left: Expr, right: Expr) -> Parsed<Expr> {
        let what = if op == Binary::And { "a side of 'and'" } else { "a side of 'or'" };
        let left = expect(Type::Condition, left, what)?;
        let right = expect(Type::Condition, right, what)?;
        self.binary(op, left, right, Type::Condition)
    }

    fn not(&mut self) -> Parsed<Expr> {
        let span = self.span();
        // Each `not` is one step of nesting.
        if !self.take_word("not") {
            return self.comparison();
        }
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(RuleError::new(span, "there are too many 'not' here"));
        }
        let of = self.not()?;
        self.depth -= 1;
        let of = expect(Type::Condition, of, "what follows 'not'")?;
        self.make(ExprKind::Not(Box::new(of)), Type::Condition, span)
    }

    fn comparison(&mut self) -> Parsed<Expr> {
        let left = self.sum()?;
        let Some(op) = self.compares() else { return Ok(left) };
        self.next += 1;
        let right = self.sum()?;
        if self.compares().is_some() {
            let what = "two values are compared at a time; write a < b and b < c";
            return Err(RuleError::new(self.span(), what));
        }
        let left = expect(Type::Number, left, "a side of a comparison")?;
        let right = expect(Type::Number, right, "a side of a comparison")?;
        self.binary(op, left, right, Type::Condition)
    }

    fn compares(&self) -> Option<Binary> {
        let TokenKind::Sign(sign) = self.peek() else { return None };
        Some(match *sign {
            "<" => Binary::Less,
            "<=" => Binary::AtMost,
            ">" => Binary::More,
            ">=" => Binary::AtLeast,
            "==" => Binary::Same,
            "!=" => Binary::Differs,
            _ => return None,
        })
    }

    fn sum(&mut self) -> Parsed<Expr> {
        let mut left = self.product()?;
        loop {
            let op = match self.peek() {
                TokenKind::Sign("+") => Binary::Add,
                TokenKind::Sign("-") => Binary::Subtract,
                _ => return Ok(left),
            };
            self.next += 1;
            let right = self.product()?;
            if left.ty != right.ty || left.ty == Type::Condition {
                let does = if op == Binary::Add { "added" } else { "subtracted" };
                let (a, b) = (left.ty.name(), right.ty.name());
                let what = format!("{a} and {b} cannot be {does}");
                return Err(RuleError::new(right.span, what));
            }
            let ty = left.ty;
            left = self.binary(op, left, right, ty)?;
        }
    }

    fn product(&mut self) -> Parsed<Expr> {
        let mut left = self.minus()?;
        loop {
            let op = match self.peek() {
                TokenKind::Sign("*") => Binary::Multiply,
                TokenKind::Sign("/") => Binary::Divide,
                _ => return Ok(left),
            };
            self.next += 1;
            let right = self.minus()?;
            let ty = match (op, left.ty, right.ty) {
                (_, Type::Number, Type::Number) => Type::Number,
                (_, Type::Vector, Type::Number)
                | (Binary::Multiply, Type::Number, Type::Vector) => Type::Vector,
                (Binary::Multiply, Type::Vector, Type::Vector) => {
                    let what = "two vectors are multiplied by dot(a, b) or cross(a, b)";
                    return Err(RuleError::new(right.span, what).meant(Some("dot")));
                }
                (_, a, b) => {
                    let does = if op == Binary::Multiply { "multiplied by" } else { "divided by" };
                    let what = format!("{} cannot be {does} {}", a.name(), b.name());
                    return Err(RuleError::new(right.span, what));
                }
            };
            left = self.binary(op, left, right, ty)?;
        }
    }

    fn minus(&mut self) -> Parsed<Expr> {
        let span = self.span();
        if !self.take_sign("-") {
            return self.power();
        }
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(RuleError::new(span, "there are too many '-' here"));
        }
        let of = self.minus()?;
        self.depth -= 1;
        if of.ty == Type::Condition {
            return Err(RuleError::new(of.span, "a condition has no opposite sign; write not"));
        }
        let ty = of.ty;
        self.make(ExprKind::Minus(Box::new(of)), ty, span)
    }

    fn power(&mut self) -> Parsed<Expr> {
        let base = self.primary()?;
        if !self.take_sign("^") {
            return Ok(base);
        }
        // Powers are right-associative: 2 ^ 3 ^ 2 is 2 ^ 9, and 2 ^ -1 is one half.
        let exponent = self.minus()?;
        let base = expect(Type::Number, base, "the base of a power")?;
        let exponent = expect(Type::Number, exponent, "an exponent")?;
        self.binary(Binary::Power, base, exponent, Type::Number)
    }

    fn primary(&mut self) -> Parsed<Expr> {
        let Token { kind, span } = self.take();
        match kind {
            TokenKind::Number(number) => self.make(ExprKind::Number(number), Type::Number, span),
            TokenKind::Sign("(") => {
                let value = self.expr()?;
                self.need_sign(")")?;
                Ok(value)
            }
            TokenKind::Word(word) if word == "if" => self.choose(span),
            TokenKind::Word(word) => self.word(&word, span),
            _ => {
                self.next -= 1;
                self.expected("a value")
            }
        }
    }

    fn choose(&mut self, span: Span) -> Parsed<Expr> {
        let condition = self.expr()?;
        let condition = expect(Type::Condition, condition, "what follows 'if'")?;
        self.need_word("then")?;
        let yes = self.expr()?;
        self.need_word("else")?;
        let no = self.expr()?;
        if yes.ty != no.ty {
            let what = format!("before 'else' stands {}, this is {}", yes.ty.name(), no.ty.name());
            return Err(RuleError::new(no.span, what));
        }
        let ty = yes.ty;
        self.make(ExprKind::If(Box::new([condition, yes, no])), ty, span)
    }

    /// Parses a value that begins with a word.
    fn word(&mut self, word: &str, span: Span) -> Parsed<Expr> {
        if self.text_measure.is_some()
            && let Some(value) = self.measured(word, span)
        {
            return value;
        }
        if let Some((member, set)) = &self.member
            && member == word
        {
            let set = *set;
            let field = self.field(word, set.fields(), span)?;
            return self.make(ExprKind::Member(field), field.ty(), span);
        }
        if let Some(name) = self.names.iter().find(|name| name.name == word) {
            let (kind, ty) = (name.kind.clone(), name.ty);
            return self.named(kind, ty, span);
        }
        if self.is_sign("(") {
            if let Some(fold) = find(FOLDS, word) {
                return self.fold(fold, span);
            }
            if let Some(function) = find(FUNCTIONS, word) {
                return self.call(function, word, span);
            }
            if find(SETS, word).is_some() {
                return self.refuse_set(word, span);
            }
            let names = FUNCTIONS.iter().map(|word| word.name);
            let near = meant(word, names.chain(FOLDS.iter().map(|word| word.name)));
            let what = format!("no function '{word}'");
            return Err(RuleError::new(span, what).meant(near));
        }
        if let Some(own) = find(OWN, word) {
            return self.make(ExprKind::Own(own), own.ty(), span);
        }
        if let Some(thing) = find(THINGS, word) {
            let field = self.field(word, thing.fields(), span)?;
            return self.make(ExprKind::Thing(thing, field), field.ty(), span);
        }
        if find(FUNCTIONS, word).is_some() || find(FOLDS, word).is_some() {
            let what = format!("'{word}' wants its values in brackets");
            return Err(RuleError::new(span, what).meant(Some(&format!("{word}(...)"))));
        }
        if find(SETS, word).is_some() {
            return self.refuse_set(word, span);
        }
        let own = OWN.iter().map(|word| word.name).chain(THINGS.iter().map(|word| word.name));
        let names = self.names.iter().map(|name| name.name.as_str());
        let member = self.member.iter().map(|(name, _)| name.as_str());
        let near = meant(word, names.chain(own).chain(member));
        Err(RuleError::new(span, format!("no '{word}'")).meant(near))
    }

    fn refuse_set<T>(&self, word: &str, span: Span) -> Parsed<T> {
        let what = format!("'{word}' are several units; ask for a value over all of them");
        Err(RuleError::new(span, what).meant(Some(&format!("sum(j in {word}: j.offset)"))))
    }

    /// Parses the use of a name; the name of a choice is followed by `is` and an option.
    fn named(&mut self, kind: ExprKind, ty: Type, span: Span) -> Parsed<Expr> {
        let ExprKind::Param(at) = kind else { return self.make(kind, ty, span) };
        let param = &self.rule.params[at];
        match &param.kind {
            ParamKind::Number { .. } if self.is_word("is") => {
                let what = format!("'{}' is a number; compare it with ==", param.name);
                Err(RuleError::new(self.span(), what).meant(Some("==")))
            }
            ParamKind::Number { .. } => self.make(kind, Type::Number, span),
            ParamKind::Choice { options, .. } => {
                let (options, name) = (options.clone(), param.name.clone());
                if !self.is_word("is") {
                    let asked = format!("{name} is {}", options[0]);
                    let what = format!("'{name}' is a choice; ask for an option");
                    return Err(RuleError::new(span, what).meant(Some(&asked)));
                }
                self.next += 1;
                let (option, place) = self.need_name("an option")?;
                let Some(option) = options.iter().position(|known| *known == option) else {
                    let near = nearest(&option, options.iter().map(String::as_str));
                    let near = near.or(options.first().map(String::as_str));
                    let what = format!("'{name}' has no option '{option}'");
                    return Err(RuleError::new(place, what).meant(near));
                };
                self.make(ExprKind::Is(at, option), Type::Condition, span)
            }
        }
    }

    /// Parses the property after the point of a thing or a member.
    fn field(&mut self, of: &str, fields: &[Field], span: Span) -> Parsed<Field> {
        let names = || fields.iter().map(|field| name_of(FIELDS, *field));
        if !self.take_sign(".") {
            let what = format!("ask for something of '{of}'");
            return Err(RuleError::new(span, what).meant(Some(&format!("{of}.offset"))));
        }
        let (name, at) = self.need_name("what is asked for")?;
        match find(FIELDS, &name).filter(|field| fields.contains(field)) {
            Some(field) => Ok(field),
            None => {
                let known = match name.as_str() {
                    "place" | "position" | "there" => Some("offset"),
                    "dir" => Some("direction"),
                    "vel" => Some("velocity"),
                    _ => None,
                };
                let near = nearest(&name, names())
                    .or(known.filter(|known| names().any(|name| name == *known)));
                let what = format!("'{of}' has no '{name}'");
                Err(RuleError::new(at, what).meant(near))
            }
        }
    }

    fn arguments(&mut self) -> Parsed<Vec<Expr>> {
        self.need_sign("(")?;
        let mut args = Vec::new();
        if self.take_sign(")") {
            return Ok(args);
        }
        loop {
            args.push(self.expr()?);
            if !self.take_sign(",") {
                self.need_sign(")")?;
                return Ok(args);
            }
        }
    }

    fn call(&mut self, function: Function, name: &str, span: Span) -> Parsed<Expr> {
        let args = self.arguments()?;
        let (wanted, gives) = function.signature();
        let many = matches!(function, Function::Min | Function::Max);
        if if many { args.len() < 2 } else { args.len() != wanted.len() } {
            let more = if many { " or more" } else { "" };
            let values = if wanted.len() == 1 { "value" } else { "values" };
            let what =
                format!("'{name}' takes {}{more} {values}, not {}", wanted.len(), args.len());
            return Err(RuleError::new(span, what));
        }
        let vectors = function == Function::Mix && args[0].ty == Type::Vector;
        let mut checked = Vec::with_capacity(args.len());
        for (at, arg) in args.into_iter().enumerate() {
            let ty = wanted.get(at).copied().unwrap_or(Type::Number);
            let ty = if vectors && at < 2 { Type::Vector } else { ty };
            if arg.ty == Type::Vector && function == Function::Abs {
                let error = RuleError::new(arg.span, "a vector has a length");
                return Err(error.meant(Some("length")));
            }
            checked.push(expect(ty, arg, &format!("value {} of '{name}'", at + 1))?);
        }
        let ty = if vectors { Type::Vector } else { gives };
        let kind = match function {
            Function::Random | Function::Normal | Function::Sway => {
                self.rule.draws += 1;
                ExprKind::Draw(function, checked, self.rule.draws - 1)
            }
            _ => ExprKind::Call(function, checked),
        };
        self.make(kind, ty, span)
    }

    /// Parses a word with a meaning of its own in measures; `None` where it means the same as in
    /// rules.
    fn measured(&mut self, word: &str, span: Span) -> Option<Parsed<Expr>> {
        let refuse = |what: String, meant: &str| {
            Some(Err(
                RuleError::new(span, what).meant(Some(meant).filter(|meant| !meant.is_empty()))
            ))
        };
        let around = self.outer.is_some();
        if self.outer.as_deref() == Some(word) || (!around && self.is_member(word)) {
            let is_end = matches!(&self.member, Some((name, SetKind::Obstacles)) if name == word);
            let fields = if is_end { &[] } else { OF_MEASURED };
            let field = match self.measured_field(word, fields, span) {
                Ok(field) => field,
                Err(error) => return Some(Err(error)),
            };
            // Properties of the member around which others are searched are those of a rule's unit.
            let (kind, ty) = match (self.is_member(word), field) {
                (true, field) => (ExprKind::Member(field), field.ty()),
                (false, field) => (ExprKind::Own(field.own()), field.own().ty()),
            };
            return Some(self.make(kind, ty, span));
        }
        if self.is_member(word) || self.names.iter().any(|name| name.name == word) {
            return None;
        }
        if let Some(thing) = find(THINGS, word) {
            if !matches!(thing, Thing::Goal | Thing::Target) {
                return refuse(format!("a measure knows no '{word}'"), "goal");
            }
            let field = match self.measured_field(word, &[Field::Velocity, Field::There], span) {
                Ok(field) => field,
                Err(error) => return Some(Err(error)),
            };
            return Some(self.make(ExprKind::Thing(thing, field), field.ty(), span));
        }
        if let Some(own) = find(OWN, word)
            && !matches!(
                own,
                Own::Length | Own::Time | Own::Pi | Own::Degree | Own::Left | Own::Right
            )
        {
            let what = format!("'{word}' is of one unit, and a measure looks at all of them");
            return refuse(what, "mean(i in all: i.speed)");
        }
        if self.is_sign("(") && find(FUNCTIONS, word).is_some_and(Function::wants_a_unit) {
            return refuse(format!("'{word}' is of one unit, and a measure looks at all"), "");
        }
        None
    }

    /// Parses the property after the point in a measure, where `place` is an offset from the corner
    /// of the world.
    fn measured_field(&mut self, of: &str, fields: &[Field], span: Span) -> Parsed<Field> {
        let asked = self.tokens.get(self.next + 1).map(|token| &token.kind);
        if self.is_sign(".") && matches!(asked, Some(TokenKind::Word(word)) if word == "place") {
            self.next += 2;
            return Ok(Field::Offset);
        }
        self.field(of, fields, span)
    }

    fn is_member(&self, word: &str) -> bool {
        self.member.as_ref().is_some_and(|(member, _)| member == word)
    }

    /// Parses a set of a measure.
    fn measured_set(&mut self) -> Parsed<Set> {
        let outer = self.outer.clone();
        let known = if outer.is_some() { "near(i, R)" } else { "all, kind(\"KEY\") or walls" };
        let (name, span) = self.need_name(known)?;
        let all =
            Set { kind: SetKind::Everyone, group: String::new(), radius: None, closest: None };
        match (name.as_str(), outer) {
            ("all", None) => Ok(all),
            ("walls", None) => Ok(Set { kind: SetKind::Obstacles, ..all }),
            ("kind", None) => {
                self.need_sign("(")?;
                let group = self.text()?;
                let group = group
                    .map_or_else(|| self.expected("the key of a group in quotation marks"), Ok)?;
                self.need_sign(")")?;
                Ok(Set { kind: SetKind::Group, group, ..all })
            }
            ("near", Some(around)) => {
                self.need_sign("(")?;
                let (who, at) = self.need_name("the member around whom it looks")?;
                if who != around {
                    let what = format!("it looks around '{around}', not around '{who}'");
                    return Err(RuleError::new(at, what).meant(Some(&around)));
                }
                self.need_sign(",")?;
                let distance = self.expr()?;
                let distance = expect(Type::Number, distance, "how far it looks")?;
                self.need_sign(")")?;
                Ok(Set { radius: Some(distance), ..all })
            }
            _ => {
                let what = format!("here should be {known}, not '{name}'");
                Err(RuleError::new(span, what).meant(Some("all").filter(|_| self.outer.is_none())))
            }
        }
    }

    /// Refuses an aggregate whose members have no name, such as `count(view)` or
    /// `mean(view.offset)`, and says how it is written.
    fn refuse_nameless(&self, fold: Fold, span: Span) -> Parsed<()> {
        let at = |step: usize| self.tokens.get(self.next + step).map(|token| &token.kind);
        let (Some(TokenKind::Sign("(")), Some(TokenKind::Word(set))) = (at(0), at(1)) else {
            return Ok(());
        };
        let of_measures = ["all", "walls", "kind", "near"].contains(&set.as_str());
        let is_set = match self.text_measure {
            Some(_) => of_measures,
            None => find(SETS, set).is_some() || set == "closest",
        };
        if !is_set || !matches!(at(2), Some(TokenKind::Sign("(" | ")" | "."))) {
            return Ok(());
        }
        // The set with the arguments in its brackets.
        let mut end = 2;
        if let Some(TokenKind::Sign("(")) = at(2) {
            let mut open = 0;
            while let Some(kind) = at(end) {
                match kind {
                    TokenKind::Sign("(") => open += 1,
                    TokenKind::Sign(")") => open -= 1,
                    _ => {}
                }
                end += 1;
                if open == 0 {
                    break;
                }
            }
        }
        let whole = spelled(&self.tokens[self.next + 1..self.tokens.len().min(self.next + end)]);
        let outer = self.text_measure.is_some() && self.outer.is_none();
        let member = if outer { "i" } else { "j" };
        let asked = match (at(end), at(end + 1)) {
            (Some(TokenKind::Sign(".")), Some(TokenKind::Word(asked))) => Some(asked.as_str()),
            _ => None,
        };
        let usual = match fold {
            Fold::Least | Fold::Most if self.text_measure.is_none() => "distance",
            Fold::Any => "leads",
            _ if self.text_measure.is_some() => "speed",
            _ => "offset",
        };
        let yields = match (fold, asked) {
            (Fold::Count, _) => String::new(),
            (_, asked) => format!(": {member}.{}", asked.unwrap_or(usual)),
        };
        let name = name_of(FOLDS, fold);
        let line = format!("{name}({member} in {whole}{yields})");
        let last = self.next + end + if asked.is_some() { 2 } else { 0 };
        let mut error = RuleError::new(span, format!("give each of '{set}' a name"));
        if let Some(last) = self.tokens.get(last).filter(|last| last.span.at.line == span.at.line) {
            error.length = last.span.at.column + last.span.length - span.at.column;
        }
        Err(error.meant(Some(&line)))
    }

    fn fold(&mut self, fold: Fold, span: Span) -> Parsed<Expr> {
        self.refuse_nameless(fold, span)?;
        let before = self.member.clone();
        if self.text_measure.is_some() && self.outer.is_none() && before.is_some() {
            self.outer = before.as_ref().map(|(name, _)| name.clone());
            self.member = None;
            let value = self.fold_over(fold, span);
            (self.outer, self.member) = (None, before);
            return value;
        }
        if before.is_some() {
            let what = "sets are looked at one at a time; give the inner one a line of its own";
            return Err(RuleError::new(span, what));
        }
        self.fold_over(fold, span)
    }

    fn fold_over(&mut self, fold: Fold, span: Span) -> Parsed<Expr> {
        if self.text_measure.is_some()
            && (fold == Fold::AnyOf || (fold == Fold::Nearest && self.outer.is_none()))
        {
            let what = "a measure draws no unit at random, and near is what is near a member";
            return Err(RuleError::new(span, what).meant(Some("mean")));
        }
        self.need_sign("(")?;
        let (member, at) = self.need_name("the name of a member, as in (j in view: j.offset)")?;
        if self.outer.as_deref() == Some(member.as_str()) {
            let what = format!("'{member}' is the outer member; call the inner one j");
            return Err(RuleError::new(at, what).meant(Some("j")));
        }
        if is_word(&member) {
            let what = format!("'{member}' is a word of the language; call a member j");
            return Err(RuleError::new(at, what).meant(Some("j")));
        }
        self.need_word("in")?;
        let set = if self.text_measure.is_some() { self.measured_set()? } else { self.set()? };
        self.member = Some((member.clone(), set.kind));
        let condition = if self.take_word("where") {
            let condition = self.expr()?;
            Some(expect(Type::Condition, condition, "what follows 'where'")?)
        } else {
            None
        };
        let value = if self.take_sign(":") { Some(self.expr()?) } else { None };
        self.member = None;
        let ty = match (fold, &value) {
            (Fold::Count, None) => Type::Number,
            (Fold::Count, Some(value)) => {
                let what = "'count' counts members; say which with 'where'";
                return Err(RuleError::new(value.span, what).meant(Some("where")));
            }
            (Fold::Any, None) if condition.is_some() => Type::Condition,
            (Fold::Any, Some(value)) if value.ty == Type::Condition => Type::Condition,
            (Fold::Any, _) => {
                let what = "'any' asks for a condition: any(j in view: j.leads)";
                return Err(RuleError::new(span, what));
            }
            (_, None) => {
                let what =
                    format!("here should be ':' and what each member yields, not {}", self.here());
                return Err(RuleError::new(self.span(), what));
            }
            (Fold::Least | Fold::Most, Some(value)) if value.ty != Type::Number => {
                let what = format!("only numbers can be compared, this is {}", value.ty.name());
                return Err(RuleError::new(value.span, what));
            }
            (_, Some(value)) if value.ty == Type::Condition => {
                let what = "this is a condition; write if ... then 1 else 0, or use any";
                return Err(RuleError::new(value.span, what));
            }
            (_, Some(value)) => value.ty,
        };
        self.need_sign(")")?;
        let draw = self.rule.draws;
        self.rule.draws += u32::from(fold == Fold::AnyOf);
        let draw = if fold == Fold::AnyOf { draw } else { 0 };
        let over = Aggregate { fold, member, set, condition, value, draw };
        self.make(ExprKind::Fold(Box::new(over)), ty, span)
    }

    fn set(&mut self) -> Parsed<Set> {
        let (name, span) = self.need_name("a set such as view, mates(8 * L) or obstacles")?;
        if name == "closest" {
            return self.closest();
        }
        let Some(kind) = find(SETS, &name) else {
            let near = meant(&name, SETS.iter().map(|word| word.name));
            return Err(RuleError::new(span, format!("no set '{name}'")).meant(near));
        };
        let mut group = String::new();
        let mut radius = None;
        if kind == SetKind::Group {
            self.need_sign("(")?;
            let at = self.span();
            group = self
                .text()?
                .map_or_else(|| self.expected("the key of a group in quotation marks"), Ok)?;
            if group.chars().count() > 40 {
                return Err(RuleError::new(at, "the key of a group has at most 40 characters"));
            }
            if self.take_sign(",") {
                let distance = self.expr()?;
                radius = Some(expect(Type::Number, distance, "how far it looks")?);
            }
            self.need_sign(")")?;
        } else if self.is_sign("(") {
            if !kind.takes_radius() {
                let what =
                    format!("'{name}' takes no distance; say it with 'where j.distance < ...'");
                return Err(RuleError::new(self.span(), what));
            }
            self.next += 1;
            let distance = self.expr()?;
            radius = Some(expect(Type::Number, distance, "how far it looks")?);
            self.need_sign(")")?;
        }
        Ok(Set { kind, group, radius, closest: None })
    }

    /// Parses the nearest members of a set: `closest(K, SET)`.
    fn closest(&mut self) -> Parsed<Set> {
        self.need_sign("(")?;
        let many = self.expr()?;
        let many = expect(Type::Number, many, "how many are the closest")?;
        self.need_sign(",")?;
        let at = self.span();
        let set = self.set()?;
        if set.closest.is_some() {
            return Err(RuleError::new(at, "these are the closest of a set already"));
        }
        self.need_sign(")")?;
        Ok(Set { closest: Some(Box::new(many)), ..set })
    }

    // --- nodes ---

    fn binary(&mut self, op: Binary, left: Expr, right: Expr, ty: Type) -> Parsed<Expr> {
        let span = left.span;
        self.make(ExprKind::Binary(op, Box::new([left, right])), ty, span)
    }

    /// A node whose span reaches from `first` to the last token taken, if that is on the same line.
    fn make(&mut self, kind: ExprKind, ty: Type, first: Span) -> Parsed<Expr> {
        if !matches!(kind, ExprKind::Number(_)) {
            self.operations += 1;
        }
        if self.operations > MAX_OPERATIONS {
            let what = format!("a rule computes at most {MAX_OPERATIONS} values");
            return Err(RuleError::new(first, what));
        }
        let last = self.next.checked_sub(1).and_then(|at| self.tokens.get(at));
        let mut span = first;
        if let Some(last) = last.map(|token| token.span)
            && last.at.line == first.at.line
            && last.at.column >= first.at.column
        {
            span.length = last.at.column + last.length - first.at.column;
        }
        Ok(Expr { kind, ty, span })
    }
}

/// Tokens as the text writes them.
fn spelled(tokens: &[Token]) -> String {
    let mut text = String::new();
    for token in tokens {
        match &token.kind {
            TokenKind::Word(word) => text += word,
            TokenKind::Number(number) => text += &number.to_string(),
            TokenKind::Text(quoted) => text += &format!("\"{quoted}\""),
            TokenKind::Sign(",") => text += ", ",
            TokenKind::Sign(sign @ ("(" | ")" | ".")) => text += sign,
            TokenKind::Sign(sign) => text += &format!(" {sign} "),
            TokenKind::End => {}
        }
    }
    text
}

/// The value, or an error if it has another type.
fn expect(ty: Type, value: Expr, what: &str) -> Parsed<Expr> {
    if value.ty == ty {
        return Ok(value);
    }
    let error = format!("{what} should be {}, this is {}", ty.name(), value.ty.name());
    Err(RuleError::new(value.span, error))
}

/// True if a word has a meaning in the language.
fn is_word(name: &str) -> bool {
    fn has<T>(table: &[Word<T>], name: &str) -> bool {
        table.iter().any(|word| word.name == name)
    }
    !yields(name)
        && (has(KEYWORDS, name)
            || has(OWN, name)
            || has(THINGS, name)
            || has(SETS, name)
            || has(FOLDS, name)
            || has(FUNCTIONS, name))
}

/// The name that was likely meant: a similar one, or the language's word for what others call so.
fn meant<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let known = FOREIGN_WORDS.iter().find(|(other, _)| *other == word).map(|(_, meant)| *meant);
    known.or_else(|| nearest(word, names))
}
