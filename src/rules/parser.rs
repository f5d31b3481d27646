//! Parses the tokens of a rule into a checked and typed tree.

use super::error::{RuleError, Span, TextPosition};
use super::lexer::{self, Token, TokenKind};
use super::names::{MAX_NAME_LENGTH, is_name};
use super::tree::{
    Aggregate, BinaryOp, Expr, ExprKind, FoldFunction, Function, MemberSet, NamedValue, OwnValue,
    Property, ReadMemory, Rule, RuleMemory, RuleParam, RuleParamKind, RuleStatement, SetKind,
    SiteName, TextLine, TextMeasure, Thing, ValueType,
};
use super::words::{
    FOLD_WORDS, FOREIGN_WORDS, FUNCTION_WORDS, KEYWORDS, LanguageWord, MEASURED_PROPERTIES,
    OWN_WORDS, PROPERTY_WORDS, SET_WORDS, THING_WORDS, can_be_redefined, find_word, name_of,
};
use super::{MAX_MEMORIES, MAX_NESTING, MAX_OPERATIONS, MAX_PARAMS};
use crate::near::most_similar_name;
use crate::numbers::check_range;

type ParseResult<T> = Result<T, RuleError>;

/// Maximum length of a text in quotation marks, characters.
const MAX_QUOTED_LENGTH: usize = 200;

/// Maximum length of the unit of a number, characters; a longer text is a description.
const MAX_UNIT_LENGTH: usize = 12;

/// Parses the text of a rule. `given`: parameters that are declared outside the text.
///
/// The text does not say whether a remembered value of other units is a number or a vector. It is
/// parsed as a number and, if that gives an error, as a vector.
pub(super) fn parse(text: &str, given: &[RuleParam]) -> ParseResult<Rule> {
    let mut seen = Vec::new();
    let first = parse_with_vectors(text, given, &[], &mut seen);
    let Err(mut error) = first else { return first };
    let mut choice = 1u32;
    while choice < 1 << seen.len().min(MAX_GUESSED_TYPES) {
        let vectors = seen.iter().enumerate().filter(|(at, _)| choice >> at & 1 == 1);
        let vectors: Vec<[String; 2]> = vectors.map(|(_, one)| one.clone()).collect();
        match parse_with_vectors(text, given, &vectors, &mut seen) {
            Ok(rule) => return Ok(rule),
            // Of several attempts, the one whose error occurs last in the text is reported: its
            // choice of types was probably the right one.
            Err(other) if other.position > error.position => error = other,
            Err(_) => {}
        }
        choice += 1;
    }
    Err(error)
}

/// Maximum number of remembered values of other units for which both types are tried.
const MAX_GUESSED_TYPES: usize = 4;

/// Parses the text of a rule in which the remembered values `vector_memories` (rule and name) of
/// other units are vectors. Adds all remembered values of other units that the rule reads to
/// `read_memories`.
fn parse_with_vectors(
    text: &str,
    declared_params: &[RuleParam],
    vector_memories: &[[String; 2]],
    read_memories: &mut Vec<[String; 2]>,
) -> ParseResult<Rule> {
    let mut parser =
        Parser { vector_memories: vector_memories.to_vec(), ..Parser::new(declared_params) };
    let parsed = parse_lines(&mut parser, text);
    for ReadMemory { rule, name, .. } in &parser.rule.read_memories {
        let one = [rule.clone(), name.clone()];
        if !read_memories.contains(&one) {
            read_memories.push(one);
        }
    }
    parsed.map(|()| parser.rule)
}

fn parse_lines(parser: &mut Parser, text: &str) -> ParseResult<()> {
    let mut later = Vec::new();
    let mut steers = None;
    let mut last = Span::default();
    for statement in lexer::split_statements(text)? {
        parser.tokens = statement.tokens;
        parser.next_token = 0;
        last = parser.tokens.last().map_or(last, |token| token.span);
        let parsed = parser.parse_statement(&mut later, &mut steers)?;
        parser.rule.lines.push(TextLine {
            statement: parsed,
            comment: statement.comment,
            line_number: statement.line,
        });
    }
    // The next value of a memory can use any line, so these expressions are parsed last.
    for (keep, tokens) in later {
        parser.tokens = tokens;
        parser.next_token = 0;
        let then = parser.parse_to_end()?;
        let start = &parser.rule.memories[keep].initial_value;
        if start.ty != then.ty {
            let what = format!("it begins as {}, this is {}", start.ty.name(), then.ty.name());
            return Err(RuleError::new(then.span, what));
        }
        parser.rule.memories[keep].next_value = then;
    }
    if steers.is_none() {
        // Errors in an empty text refer to its first line.
        last.start = last.start.max(TextPosition { line: 1, column: 1 });
        let what = "a rule says what it does: a line that begins with 'steer' is missing";
        return Err(RuleError::new(last, what).with_suggestion(Some("steer 0")));
    }
    parser.check_own_memories()
}

/// Parses the text of a measure.
pub(super) fn parse_measure(text: &str) -> ParseResult<TextMeasure> {
    let mut parser = Parser { text_measure: Some(TextMeasure::default()), ..Parser::new(&[]) };
    let mut last = Span::default();
    let mut output = None;
    for statement in lexer::split_statements(text)? {
        parser.tokens = statement.tokens;
        parser.next_token = 0;
        last = parser.tokens.last().map_or(last, |token| token.span);
        let span = parser.next_span();
        let word = match parser.peek_token().clone() {
            TokenKind::End => continue,
            TokenKind::Word(word) => word,
            _ => return parser.expected_error("a name or one of the words that begin a line"),
        };
        let names_value = matches!(
            parser.tokens.get(parser.next_token + 1),
            Some(Token { kind: TokenKind::Sign("="), .. })
        );
        match word.as_str() {
            _ if names_value => drop(parser.parse_named_value()?),
            "measure" => drop(parser.parse_name_line()?),
            "param" => drop(parser.parse_param()?),
            "be" if output.is_some() => {
                return Err(RuleError::new(span, "a measure says 'be' once"));
            }
            "be" => output = Some(parser.parse_be()?),
            _ => {
                let starts = ["measure", "param", "be"];
                let what = format!(
                    "a line of a measure begins with 'measure', 'param', 'be' or NAME =, not with \
                     '{word}'"
                );
                return Err(
                    RuleError::new(span, what).with_suggestion(most_similar_name(&word, starts))
                );
            }
        }
    }
    last.start = last.start.max(TextPosition { line: 1, column: 1 });
    let Parser { rule: Rule { key, label, params, named_values, .. }, text_measure, .. } = parser;
    if key.is_empty() {
        let what = "a measure has a name: a line 'measure KEY \"LABEL\"' is missing";
        return Err(RuleError::new(last, what).with_suggestion(Some("measure own \"My measure\"")));
    }
    let Some(be) = output else {
        let what = "a measure says what it is: a line that begins with 'be' is missing";
        return Err(RuleError::new(last, what).with_suggestion(Some("be count(i in all)")));
    };
    let label = if label.is_empty() { key.replace('_', " ") } else { label };
    Ok(TextMeasure {
        key,
        label,
        params,
        named_values,
        value: be,
        ..text_measure.unwrap_or_default()
    })
}

/// Name that a rule's text defines, with the expression for which it stands.
struct DeclaredName {
    name: String,
    kind: ExprKind,
    ty: ValueType,
    line: u32,
}

impl DeclaredName {
    fn for_param(param: &RuleParam, at: usize) -> Self {
        Self { name: param.name.clone(), kind: ExprKind::Param(at), ty: ValueType::Number, line: 0 }
    }
}

struct Parser {
    rule: Rule,
    tokens: Vec<Token>,
    next_token: usize,
    declared_names: Vec<DeclaredName>,
    /// Name of the member in the aggregate that is being parsed, and the kind of its set.
    current_member: Option<(String, SetKind)>,
    /// In a measure: name of the member around which an inner set is searched.
    outer_member: Option<String>,
    /// Measure that is being parsed, if any; its range and unit are set at the end.
    text_measure: Option<TextMeasure>,
    depth: usize,
    operations: usize,
    /// Remembered values of other units, by rule and name, that are vectors.
    vector_memories: Vec<[String; 2]>,
    /// Uses of remembered values of other units: the index of the value, and the position in the
    /// text.
    memory_uses: Vec<(usize, Span)>,
}

impl Parser {
    fn new(given: &[RuleParam]) -> Self {
        Self {
            rule: Rule {
                params: given.to_vec(),
                outer_param_count: given.len(),
                ..Rule::default()
            },
            tokens: Vec::new(),
            next_token: 0,
            declared_names: given
                .iter()
                .enumerate()
                .map(|(at, param)| DeclaredName::for_param(param, at))
                .collect(),
            current_member: None,
            outer_member: None,
            text_measure: None,
            depth: 0,
            operations: 0,
            vector_memories: Vec::new(),
            memory_uses: Vec::new(),
        }
    }

    /// Parses `.RULE.NAME` after the name of a member: a remembered value of that unit.
    fn parse_member_memory(&mut self, set: SetKind, span: Span) -> ParseResult<Expr> {
        self.next_token += 1;
        let (rule, at) = self.expect_name("the key of a rule")?;
        self.next_token += 1;
        let (name, _) = self.expect_name("the name of a memory")?;
        if set == SetKind::Obstacles {
            return Err(RuleError::new(at, "an obstacle remembers nothing"));
        }
        let is_it = |one: &ReadMemory| one.rule == rule && one.name == name;
        let known = self.rule.read_memories.iter().position(is_it);
        if known.is_none() && self.rule.read_memories.len() == MAX_MEMORIES {
            let what = format!("a rule reads at most {MAX_MEMORIES} memories of others");
            return Err(RuleError::new(at, what));
        }
        let is_vector = self.vector_memories.iter().any(|one| one[0] == rule && one[1] == name);
        let ty = if is_vector { ValueType::Vector } else { ValueType::Number };
        let index = known.unwrap_or(self.rule.read_memories.len());
        if known.is_none() {
            self.rule.read_memories.push(ReadMemory { rule, name, ty });
        }
        self.memory_uses.push((index, at));
        self.new_expr(ExprKind::MemberMemory(index), ty, span)
    }

    /// Checks the remembered values of this rule itself that its text reads from other units: each
    /// must exist and have the type as which it was parsed.
    fn check_own_memories(&self) -> ParseResult<()> {
        let Rule { key, memories, read_memories, .. } = &self.rule;
        for (index, at) in &self.memory_uses {
            let ReadMemory { rule, name, ty } = &read_memories[*index];
            if rule != key {
                continue;
            }
            let names = || memories.iter().map(|keep| keep.name.as_str());
            match memories.iter().find(|keep| keep.name == *name) {
                None => {
                    let what = format!("'{rule}' keeps no '{name}'");
                    let meant = most_similar_name(name, names());
                    return Err(RuleError::new(*at, what).with_suggestion(meant));
                }
                Some(keep) if keep.initial_value.ty != *ty => {
                    let kept = keep.initial_value.ty.name();
                    let what = format!("'{name}' is {kept}, here should be {}", ty.name());
                    return Err(RuleError::new(*at, what));
                }
                Some(_) => {}
            }
        }
        Ok(())
    }

    /// Parses a range `LOW..HIGH` and checks its bounds.
    fn parse_range(&mut self) -> ParseResult<[f32; 2]> {
        let span = self.next_span();
        let low = self.parse_signed_number()?;
        self.expect_sign("..")?;
        let high = self.parse_signed_number()?;
        check_range(low, high).map_err(|what| RuleError::new(span, what))?;
        Ok([low, high])
    }

    /// Parses the output of a measure: `be EXPR in LOW..HIGH "UNIT"`.
    fn parse_be(&mut self) -> ParseResult<Expr> {
        self.next_token += 1;
        let value = self.parse_expr()?;
        let value = expect_type(ValueType::Number, value, "a measure")?;
        let mut text_measure = TextMeasure::default();
        if self.take_word("in") {
            text_measure.value_range =
                Some(match self.tokens.get(self.next_token + 2).map(|token| &token.kind) {
                    Some(TokenKind::End | TokenKind::Text(_)) => {
                        let low = self.parse_signed_number()?;
                        self.expect_sign("..")?;
                        [low, f32::INFINITY]
                    }
                    _ => self.parse_range()?,
                });
        }
        let span = self.next_span();
        if let Some(unit) = self.take_text()? {
            if unit.chars().count() > MAX_UNIT_LENGTH {
                let what = format!("a unit has at most {MAX_UNIT_LENGTH} characters");
                return Err(RuleError::new(span, what));
            }
            text_measure.unit = unit;
        }
        self.expect_end()?;
        self.text_measure = Some(text_measure);
        Ok(value)
    }

    fn peek_token(&self) -> &TokenKind {
        self.tokens.get(self.next_token).map_or(&TokenKind::End, |token| &token.kind)
    }

    fn next_span(&self) -> Span {
        let at = self.next_token.min(self.tokens.len().saturating_sub(1));
        self.tokens.get(at).map_or_else(Span::default, |token| token.span)
    }

    fn take_token(&mut self) -> Token {
        let token = Token { kind: self.peek_token().clone(), span: self.next_span() };
        self.next_token += 1;
        token
    }

    fn is_at_sign(&self, sign: &str) -> bool {
        matches!(self.peek_token(), TokenKind::Sign(here) if *here == sign)
    }

    fn is_at_word(&self, word: &str) -> bool {
        matches!(self.peek_token(), TokenKind::Word(here) if here == word)
    }

    fn take_sign(&mut self, sign: &str) -> bool {
        let found = self.is_at_sign(sign);
        self.next_token += usize::from(found);
        found
    }

    fn take_word(&mut self, word: &str) -> bool {
        let found = self.is_at_word(word);
        self.next_token += usize::from(found);
        found
    }

    /// Text of the current token, as error messages quote it.
    fn next_token_text(&self) -> String {
        match self.peek_token() {
            TokenKind::Word(word) => format!("'{word}'"),
            TokenKind::Number(number) => number.to_string(),
            TokenKind::Text(_) => "a text".to_string(),
            TokenKind::Sign(sign) => format!("'{sign}'"),
            TokenKind::End => "the end of the line".to_string(),
        }
    }

    fn expected_error<T>(&self, what: &str) -> ParseResult<T> {
        Err(RuleError::new(
            self.next_span(),
            format!("here should be {what}, not {}", self.next_token_text()),
        ))
    }

    fn expect_sign(&mut self, sign: &'static str) -> ParseResult<()> {
        if self.take_sign(sign) { Ok(()) } else { self.expected_error(&format!("'{sign}'")) }
    }

    fn expect_word(&mut self, word: &'static str) -> ParseResult<()> {
        if self.take_word(word) {
            return Ok(());
        }
        let near = match self.peek_token() {
            TokenKind::Word(here) => most_similar_name(here, [word]),
            _ => None,
        };
        let what = format!("here should be '{word}', not {}", self.next_token_text());
        Err(RuleError::new(self.next_span(), what).with_suggestion(near))
    }

    fn expect_name(&mut self, what: &str) -> ParseResult<(String, Span)> {
        let span = self.next_span();
        match self.peek_token().clone() {
            TokenKind::Word(name) => {
                self.next_token += 1;
                Ok((name, span))
            }
            _ => self.expected_error(what),
        }
    }

    fn expect_end(&self) -> ParseResult<()> {
        match self.peek_token() {
            TokenKind::End => Ok(()),
            TokenKind::Sign("=") => {
                let what = "'=' gives a value a name; to compare write '=='";
                Err(RuleError::new(self.next_span(), what).with_suggestion(Some("==")))
            }
            _ => {
                let what =
                    format!("the line should be over here, but {} follows", self.next_token_text());
                Err(RuleError::new(self.next_span(), what))
            }
        }
    }

    fn take_text(&mut self) -> ParseResult<Option<String>> {
        let TokenKind::Text(text) = self.peek_token().clone() else { return Ok(None) };
        if text.chars().count() > MAX_QUOTED_LENGTH {
            let what = format!("a text has at most {MAX_QUOTED_LENGTH} characters");
            return Err(RuleError::new(self.next_span(), what));
        }
        self.next_token += 1;
        Ok(Some(text))
    }

    fn expect_text(&mut self, what: &str) -> ParseResult<String> {
        self.take_text()?.map_or_else(|| self.expected_error(what), Ok)
    }

    fn parse_statement(
        &mut self,
        later: &mut Vec<(usize, Vec<Token>)>,
        steer_line: &mut Option<u32>,
    ) -> ParseResult<RuleStatement> {
        let span = self.next_span();
        let word = match self.peek_token().clone() {
            TokenKind::End => return Ok(RuleStatement::Nothing),
            TokenKind::Word(word) => word,
            _ => return self.expected_error("a name or one of the words that begin a line"),
        };
        let names_value = matches!(
            self.tokens.get(self.next_token + 1),
            Some(Token { kind: TokenKind::Sign("="), .. })
        );
        match word.as_str() {
            _ if names_value => self.parse_named_value(),
            "rule" => self.parse_name_line(),
            "param" => self.parse_param(),
            "keep" => self.parse_keep(later),
            "steer" => {
                self.next_token += 1;
                self.check_once("steer", steer_line.is_some(), span)?;
                *steer_line = Some(span.start.line);
                self.rule.steer = self.parse_to_end()?;
                if self.rule.steer.ty == ValueType::Condition {
                    let what = "a force is a number or a vector; write if ... then 1 else 0";
                    return Err(RuleError::new(self.rule.steer.span, what));
                }
                Ok(RuleStatement::Steer)
            }
            "thrust" => {
                self.next_token += 1;
                self.check_once("thrust", self.rule.thrust.is_some(), span)?;
                self.rule.thrust = Some(self.parse_number_to_end("a factor on the thrust")?);
                Ok(RuleStatement::Thrust)
            }
            "brake" => {
                self.next_token += 1;
                self.check_once("brake", self.rule.brake.is_some(), span)?;
                self.rule.brake = Some(self.parse_number_to_end("a factor on the velocity")?);
                Ok(RuleStatement::Brake)
            }
            _ => {
                let starts = ["rule", "param", "keep", "steer", "thrust", "brake"];
                let what = format!(
                    "a line begins with 'steer', 'param', 'keep' or NAME =, not with '{word}'"
                );
                Err(RuleError::new(span, what).with_suggestion(most_similar_name(&word, starts)))
            }
        }
    }

    fn check_once(&self, word: &str, again: bool, span: Span) -> ParseResult<()> {
        if again {
            let what = format!("a rule says '{word}' once; add the values up in one line");
            return Err(RuleError::new(span, what));
        }
        Ok(())
    }

    fn parse_name_line(&mut self) -> ParseResult<RuleStatement> {
        let first = self.take_token().span;
        if !self.rule.key.is_empty() {
            return Err(RuleError::new(first, "there is one name"));
        }
        let (key, span) = self.expect_name("the key")?;
        if !key.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_') {
            let low = key.to_ascii_lowercase();
            let what = "a key has small letters, digits and '_'";
            return Err(RuleError::new(span, what).with_suggestion(Some(&low)));
        }
        self.rule.key = key;
        let span = self.next_span();
        if let Some(label) = self.take_text()? {
            if label.chars().count() > 40 {
                return Err(RuleError::new(span, "a label has at most 40 characters"));
            }
            self.rule.label = label;
        }
        self.expect_end()?;
        Ok(RuleStatement::Name)
    }

    /// Parses a new name, which must not be taken. `what`: kind of thing that it names, for errors.
    fn declare_name(&mut self, what: &str) -> ParseResult<String> {
        let (name, span) = self.expect_name(what)?;
        if let Some(taken) = self.declared_names.iter().find(|taken| taken.name == name) {
            let what = match taken.line {
                0 => format!("'{name}' is a parameter already"),
                line => format!("'{name}' has a value already, in line {line}"),
            };
            return Err(RuleError::new(span, what));
        }
        if is_reserved_word(&name) {
            let other = format!("{name}_");
            let what = format!("'{name}' is a word of the language");
            return Err(RuleError::new(span, what).with_suggestion(Some(&other)));
        }
        Ok(name)
    }

    fn parse_param(&mut self) -> ParseResult<RuleStatement> {
        let first = self.take_token().span;
        let name = self.declare_name("the name of the parameter")?;
        self.expect_sign("=")?;
        let begin = self.next_span();
        let kind = if let TokenKind::Word(choice) = self.peek_token().clone() {
            self.next_token += 1;
            self.expect_word("of")?;
            let mut options = Vec::new();
            loop {
                let (option, span) = self.expect_name("an option")?;
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
                let meant = most_similar_name(&choice, options.iter().map(String::as_str));
                let what = format!("'{choice}' is none of the options");
                return Err(RuleError::new(begin, what).with_suggestion(meant));
            };
            RuleParamKind::Choice { value, options }
        } else {
            let value = self.parse_signed_number()?;
            self.expect_word("in")?;
            let [low, high] = self.parse_range()?;
            if !(low..=high).contains(&value) {
                let what = format!("{value} is not within {low}..{high}");
                return Err(RuleError::new(begin, what));
            }
            RuleParamKind::Number { value, low, high, unit: String::new() }
        };
        let texts = [self.take_text()?, self.take_text()?];
        self.expect_end()?;
        if self.rule.params.len() - self.rule.outer_param_count == MAX_PARAMS {
            let what = format!("a rule has at most {MAX_PARAMS} parameters");
            return Err(RuleError::new(first, what));
        }
        let is_sentence = |text: &str| text.chars().count() > MAX_UNIT_LENGTH;
        let mut param = RuleParam { name, kind, doc: String::new() };
        match (&mut param.kind, texts) {
            (RuleParamKind::Number { unit, .. }, [Some(first), None]) if !is_sentence(&first) => {
                *unit = first;
            }
            (RuleParamKind::Number { unit, .. }, [Some(first), Some(doc)]) => {
                if is_sentence(&first) {
                    let what = format!("a unit has at most {MAX_UNIT_LENGTH} characters");
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
        self.declared_names
            .push(DeclaredName { line: first.start.line, ..DeclaredName::for_param(&param, at) });
        self.rule.params.push(param);
        Ok(RuleStatement::Param(at))
    }

    /// Parses a number that can be negative.
    fn parse_signed_number(&mut self) -> ParseResult<f32> {
        let negative = self.take_sign("-");
        match self.peek_token() {
            TokenKind::Number(number) => {
                let number = *number;
                self.next_token += 1;
                // A negative zero is avoided: it would print and hash differently.
                Ok(if negative { 0.0 - number } else { number })
            }
            _ => self.expected_error("a number"),
        }
    }

    fn parse_keep(&mut self, later: &mut Vec<(usize, Vec<Token>)>) -> ParseResult<RuleStatement> {
        let first = self.take_token().span;
        let name = self.declare_name("the name of the memory")?;
        self.expect_sign("=")?;
        let start = self.parse_expr()?;
        if start.ty == ValueType::Condition {
            let what = "a unit remembers a number or a vector; write if ... then 1 else 0";
            return Err(RuleError::new(start.span, what));
        }
        let mut outside = None;
        start.walk_exprs(&mut |part| match part.kind {
            ExprKind::Own(OwnValue::Pi | OwnValue::Degree | OwnValue::Left | OwnValue::Right) => {}
            ExprKind::Own(_)
            | ExprKind::Thing(..)
            | ExprKind::Keep(_)
            | ExprKind::Let(_)
            | ExprKind::Fold(_)
            | ExprKind::Draw(Function::Sway, ..) => {
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
            let what = "what a unit remembers at the start is made of numbers, parameters, random \
                        and normal";
            return Err(RuleError::new(span, what));
        }
        let never_changes = matches!(self.peek_token(), TokenKind::End);
        if !never_changes {
            self.expect_word("then")?;
        }
        if self.rule.memories.len() == MAX_MEMORIES {
            let what = format!("a rule remembers at most {MAX_MEMORIES} values");
            return Err(RuleError::new(first, what));
        }
        let at = self.rule.memories.len();
        if !never_changes {
            later.push((at, self.tokens[self.next_token..].to_vec()));
        }
        self.declared_names.push(DeclaredName {
            name: name.clone(),
            kind: ExprKind::Keep(at),
            ty: start.ty,
            line: first.start.line,
        });
        let same = Expr { kind: ExprKind::Keep(at), ty: start.ty, span: first };
        self.rule.memories.push(RuleMemory { name, initial_value: start, next_value: same });
        Ok(RuleStatement::Keep(at))
    }

    fn parse_named_value(&mut self) -> ParseResult<RuleStatement> {
        let line = self.next_span().start.line;
        let name = self.declare_name("a name")?;
        self.expect_sign("=")?;
        let value = self.parse_to_end()?;
        let at = self.rule.named_values.len();
        self.declared_names.push(DeclaredName {
            name: name.clone(),
            kind: ExprKind::Let(at),
            ty: value.ty,
            line,
        });
        self.rule.named_values.push(NamedValue { name, value });
        Ok(RuleStatement::Let(at))
    }

    fn parse_to_end(&mut self) -> ParseResult<Expr> {
        let value = self.parse_expr()?;
        self.expect_end()?;
        Ok(value)
    }

    fn parse_number_to_end(&mut self, what: &str) -> ParseResult<Expr> {
        let value = self.parse_to_end()?;
        expect_type(ValueType::Number, value, what)
    }

    fn parse_expr(&mut self) -> ParseResult<Expr> {
        self.depth += 1;
        if self.depth > MAX_NESTING {
            let what = "this is nested too deeply; give the inner part a line of its own";
            return Err(RuleError::new(self.next_span(), what));
        }
        let value = self.parse_or();
        self.depth -= 1;
        value
    }

    fn parse_or(&mut self) -> ParseResult<Expr> {
        let mut left = self.parse_and()?;
        while self.take_word("or") {
            let right = self.parse_and()?;
            left = self.join_conditions(BinaryOp::Or, left, right)?;
        }
        Ok(left)
    }

    fn parse_and(&mut self) -> ParseResult<Expr> {
        let mut left = self.parse_not()?;
        while self.take_word("and") {
            let right = self.parse_not()?;
            left = self.join_conditions(BinaryOp::And, left, right)?;
        }
        Ok(left)
    }

    fn join_conditions(&mut self, op: BinaryOp, left: Expr, right: Expr) -> ParseResult<Expr> {
        let what = if op == BinaryOp::And { "a side of 'and'" } else { "a side of 'or'" };
        let left = expect_type(ValueType::Condition, left, what)?;
        let right = expect_type(ValueType::Condition, right, what)?;
        self.binary_expr(op, left, right, ValueType::Condition)
    }

    fn parse_not(&mut self) -> ParseResult<Expr> {
        let span = self.next_span();
        if !self.take_word("not") {
            return self.parse_comparison();
        }
        self.depth += 1;
        if self.depth > MAX_NESTING {
            return Err(RuleError::new(span, "there are too many 'not' here"));
        }
        let of = self.parse_not()?;
        self.depth -= 1;
        let of = expect_type(ValueType::Condition, of, "what follows 'not'")?;
        self.new_expr(ExprKind::Not(Box::new(of)), ValueType::Condition, span)
    }

    fn parse_comparison(&mut self) -> ParseResult<Expr> {
        let left = self.parse_sum()?;
        let Some(op) = self.comparison_operator() else { return Ok(left) };
        self.next_token += 1;
        let right = self.parse_sum()?;
        if self.comparison_operator().is_some() {
            let what = "two values are compared at a time; write a < b and b < c";
            return Err(RuleError::new(self.next_span(), what));
        }
        let left = expect_type(ValueType::Number, left, "a side of a comparison")?;
        let right = expect_type(ValueType::Number, right, "a side of a comparison")?;
        self.binary_expr(op, left, right, ValueType::Condition)
    }

    fn comparison_operator(&self) -> Option<BinaryOp> {
        let TokenKind::Sign(sign) = self.peek_token() else { return None };
        Some(match *sign {
            "<" => BinaryOp::LessThan,
            "<=" => BinaryOp::AtMost,
            ">" => BinaryOp::MoreThan,
            ">=" => BinaryOp::AtLeast,
            "==" => BinaryOp::Equal,
            "!=" => BinaryOp::NotEqual,
            _ => return None,
        })
    }

    fn parse_sum(&mut self) -> ParseResult<Expr> {
        let mut left = self.parse_product()?;
        loop {
            let op = match self.peek_token() {
                TokenKind::Sign("+") => BinaryOp::Add,
                TokenKind::Sign("-") => BinaryOp::Subtract,
                _ => return Ok(left),
            };
            self.next_token += 1;
            let right = self.parse_product()?;
            if left.ty != right.ty || left.ty == ValueType::Condition {
                let does = if op == BinaryOp::Add { "added" } else { "subtracted" };
                let (a, b) = (left.ty.name(), right.ty.name());
                let what = format!("{a} and {b} cannot be {does}");
                return Err(RuleError::new(right.span, what));
            }
            let ty = left.ty;
            left = self.binary_expr(op, left, right, ty)?;
        }
    }

    fn parse_product(&mut self) -> ParseResult<Expr> {
        let mut left = self.parse_minus()?;
        loop {
            let op = match self.peek_token() {
                TokenKind::Sign("*") => BinaryOp::Multiply,
                TokenKind::Sign("/") => BinaryOp::Divide,
                _ => return Ok(left),
            };
            self.next_token += 1;
            let right = self.parse_minus()?;
            let ty = match (op, left.ty, right.ty) {
                (_, ValueType::Number, ValueType::Number) => ValueType::Number,
                (_, ValueType::Vector, ValueType::Number)
                | (BinaryOp::Multiply, ValueType::Number, ValueType::Vector) => ValueType::Vector,
                (BinaryOp::Multiply, ValueType::Vector, ValueType::Vector) => {
                    let what = "two vectors are multiplied by dot(a, b) or cross(a, b)";
                    return Err(RuleError::new(right.span, what).with_suggestion(Some("dot")));
                }
                (_, a, b) => {
                    let does =
                        if op == BinaryOp::Multiply { "multiplied by" } else { "divided by" };
                    let what = format!("{} cannot be {does} {}", a.name(), b.name());
                    return Err(RuleError::new(right.span, what));
                }
            };
            left = self.binary_expr(op, left, right, ty)?;
        }
    }

    fn parse_minus(&mut self) -> ParseResult<Expr> {
        let span = self.next_span();
        if !self.take_sign("-") {
            return self.parse_power();
        }
        self.depth += 1;
        if self.depth > MAX_NESTING {
            return Err(RuleError::new(span, "there are too many '-' here"));
        }
        let of = self.parse_minus()?;
        self.depth -= 1;
        if of.ty == ValueType::Condition {
            return Err(RuleError::new(of.span, "a condition has no opposite sign; write not"));
        }
        let ty = of.ty;
        self.new_expr(ExprKind::Minus(Box::new(of)), ty, span)
    }

    fn parse_power(&mut self) -> ParseResult<Expr> {
        let base = self.parse_primary()?;
        if !self.take_sign("^") {
            return Ok(base);
        }
        // Powers are right-associative: 2 ^ 3 ^ 2 is 2 ^ 9, and 2 ^ -1 is one half.
        let exponent = self.parse_minus()?;
        let base = expect_type(ValueType::Number, base, "the base of a power")?;
        let exponent = expect_type(ValueType::Number, exponent, "an exponent")?;
        self.binary_expr(BinaryOp::Power, base, exponent, ValueType::Number)
    }

    fn parse_primary(&mut self) -> ParseResult<Expr> {
        let Token { kind, span } = self.take_token();
        match kind {
            TokenKind::Number(number) => {
                self.new_expr(ExprKind::Number(number), ValueType::Number, span)
            }
            TokenKind::Sign("(") => {
                let value = self.parse_expr()?;
                self.expect_sign(")")?;
                Ok(value)
            }
            TokenKind::Word(word) if word == "if" => self.parse_choose(span),
            TokenKind::Word(word) => self.parse_word(&word, span),
            _ => {
                self.next_token -= 1;
                self.expected_error("a value")
            }
        }
    }

    fn parse_choose(&mut self, span: Span) -> ParseResult<Expr> {
        let condition = self.parse_expr()?;
        let condition = expect_type(ValueType::Condition, condition, "what follows 'if'")?;
        self.expect_word("then")?;
        let yes = self.parse_expr()?;
        self.expect_word("else")?;
        let no = self.parse_expr()?;
        if yes.ty != no.ty {
            let what = format!("before 'else' stands {}, this is {}", yes.ty.name(), no.ty.name());
            return Err(RuleError::new(no.span, what));
        }
        let ty = yes.ty;
        self.new_expr(ExprKind::If(Box::new([condition, yes, no])), ty, span)
    }

    /// Parses a value that begins with the word `word`.
    fn parse_word(&mut self, word: &str, span: Span) -> ParseResult<Expr> {
        if self.text_measure.is_some()
            && let Some(value) = self.parse_measure_word(word, span)
        {
            return value;
        }
        if let Some((member, set)) = &self.current_member
            && member == word
        {
            let set = *set;
            let sign =
                |step: usize| self.tokens.get(self.next_token + step).map(|token| &token.kind);
            if self.is_at_sign(".") && sign(2) == Some(&TokenKind::Sign(".")) {
                return self.parse_member_memory(set, span);
            }
            let field = self.parse_field(word, set.member_properties(), span)?;
            return self.new_expr(ExprKind::Member(field), field.value_type(), span);
        }
        if let Some(name) = self.declared_names.iter().find(|name| name.name == word) {
            let (kind, ty) = (name.kind.clone(), name.ty);
            return self.parse_use_of_name(kind, ty, span);
        }
        if word == "site" {
            let site = self.parse_site()?;
            let field = self.parse_field(word, site.properties(), span)?;
            return self.new_expr(ExprKind::Thing(site, field), field.value_type(), span);
        }
        if self.is_at_sign("(") {
            if let Some(fold) = find_word(FOLD_WORDS, word) {
                return self.parse_fold(fold, span);
            }
            if let Some(function) = find_word(FUNCTION_WORDS, word) {
                return self.parse_call(function, word, span);
            }
            if find_word(SET_WORDS, word).is_some() {
                return self.unknown_set_error(word, span);
            }
            let names = FUNCTION_WORDS.iter().map(|word| word.name);
            let near = suggestion_for(word, names.chain(FOLD_WORDS.iter().map(|word| word.name)));
            let what = format!("no function '{word}'");
            return Err(RuleError::new(span, what).with_suggestion(near));
        }
        if let Some(own) = find_word(OWN_WORDS, word) {
            return self.new_expr(ExprKind::Own(own), own.value_type(), span);
        }
        if let Some(thing) = find_word(THING_WORDS, word) {
            let field = self.parse_field(word, thing.properties(), span)?;
            return self.new_expr(ExprKind::Thing(thing, field), field.value_type(), span);
        }
        if find_word(FUNCTION_WORDS, word).is_some() || find_word(FOLD_WORDS, word).is_some() {
            let what = format!("'{word}' wants its values in brackets");
            return Err(RuleError::new(span, what).with_suggestion(Some(&format!("{word}(...)"))));
        }
        if find_word(SET_WORDS, word).is_some() {
            return self.unknown_set_error(word, span);
        }
        let own =
            OWN_WORDS.iter().map(|word| word.name).chain(THING_WORDS.iter().map(|word| word.name));
        let names = self.declared_names.iter().map(|name| name.name.as_str());
        let member = self.current_member.iter().map(|(name, _)| name.as_str());
        let near = suggestion_for(word, names.chain(own).chain(member));
        Err(RuleError::new(span, format!("no '{word}'")).with_suggestion(near))
    }

    fn unknown_set_error<T>(&self, word: &str, span: Span) -> ParseResult<T> {
        let what = format!("'{word}' are several units; ask for a value over all of them");
        Err(RuleError::new(span, what)
            .with_suggestion(Some(&format!("sum(j in {word}: j.offset)"))))
    }

    /// Parses the rest of a value that begins with a defined name; the name of a choice is followed
    /// by `is` and an option.
    fn parse_use_of_name(
        &mut self,
        kind: ExprKind,
        ty: ValueType,
        span: Span,
    ) -> ParseResult<Expr> {
        let ExprKind::Param(at) = kind else { return self.new_expr(kind, ty, span) };
        let param = &self.rule.params[at];
        match &param.kind {
            RuleParamKind::Number { .. } if self.is_at_word("is") => {
                let what = format!("'{}' is a number; compare it with ==", param.name);
                Err(RuleError::new(self.next_span(), what).with_suggestion(Some("==")))
            }
            RuleParamKind::Number { .. } => self.new_expr(kind, ValueType::Number, span),
            RuleParamKind::Choice { options, .. } => {
                let (options, name) = (options.clone(), param.name.clone());
                if !self.is_at_word("is") {
                    let asked = format!("{name} is {}", options[0]);
                    let what = format!("'{name}' is a choice; ask for an option");
                    return Err(RuleError::new(span, what).with_suggestion(Some(&asked)));
                }
                self.next_token += 1;
                let (option, place) = self.expect_name("an option")?;
                let Some(option) = options.iter().position(|known| *known == option) else {
                    let near = most_similar_name(&option, options.iter().map(String::as_str));
                    let near = near.or(options.first().map(String::as_str));
                    let what = format!("'{name}' has no option '{option}'");
                    return Err(RuleError::new(place, what).with_suggestion(near));
                };
                self.new_expr(ExprKind::Is(at, option), ValueType::Condition, span)
            }
        }
    }

    /// Parses a property after the dot that follows a thing or a member. `of`: the text before the
    /// dot.
    fn parse_field(&mut self, of: &str, fields: &[Property], span: Span) -> ParseResult<Property> {
        let names = || fields.iter().map(|field| name_of(PROPERTY_WORDS, *field));
        if !self.take_sign(".") {
            let what = format!("ask for something of '{of}'");
            return Err(RuleError::new(span, what).with_suggestion(Some(&format!("{of}.offset"))));
        }
        let (name, at) = self.expect_name("what is asked for")?;
        match find_word(PROPERTY_WORDS, &name).filter(|field| fields.contains(field)) {
            Some(field) => Ok(field),
            None => {
                let known = match name.as_str() {
                    "place" | "position" | "there" => Some("offset"),
                    "dir" => Some("direction"),
                    "vel" => Some("velocity"),
                    _ => None,
                };
                let near = most_similar_name(&name, names())
                    .or(known.filter(|known| names().any(|name| name == *known)));
                let what = format!("'{of}' has no '{name}'");
                Err(RuleError::new(at, what).with_suggestion(near))
            }
        }
    }

    fn parse_arguments(&mut self) -> ParseResult<Vec<Expr>> {
        self.expect_sign("(")?;
        let mut args = Vec::new();
        if self.take_sign(")") {
            return Ok(args);
        }
        loop {
            args.push(self.parse_expr()?);
            if !self.take_sign(",") {
                self.expect_sign(")")?;
                return Ok(args);
            }
        }
    }

    fn parse_call(&mut self, function: Function, name: &str, span: Span) -> ParseResult<Expr> {
        let args = self.parse_arguments()?;
        let (wanted, gives) = function.signature();
        let many = matches!(function, Function::Min | Function::Max);
        if if many { args.len() < 2 } else { args.len() != wanted.len() } {
            let more = if many { " or more" } else { "" };
            let values = if wanted.len() == 1 { "value" } else { "values" };
            let what =
                format!("'{name}' takes {}{more} {values}, not {}", wanted.len(), args.len());
            return Err(RuleError::new(span, what));
        }
        let vectors = function == Function::Mix && args[0].ty == ValueType::Vector;
        let mut checked = Vec::with_capacity(args.len());
        for (at, arg) in args.into_iter().enumerate() {
            let ty = wanted.get(at).copied().unwrap_or(ValueType::Number);
            let ty = if vectors && at < 2 { ValueType::Vector } else { ty };
            if arg.ty == ValueType::Vector && function == Function::Abs {
                let error = RuleError::new(arg.span, "a vector has a length");
                return Err(error.with_suggestion(Some("length")));
            }
            checked.push(expect_type(ty, arg, &format!("value {} of '{name}'", at + 1))?);
        }
        let ty = if vectors { ValueType::Vector } else { gives };
        let kind = match function {
            Function::Random | Function::Normal | Function::Sway => {
                self.rule.draw_count += 1;
                ExprKind::Draw(function, checked, self.rule.draw_count - 1)
            }
            _ => ExprKind::Call(function, checked),
        };
        self.new_expr(kind, ty, span)
    }

    /// Parses a value that begins with a word that has another meaning in measures than in rules;
    /// `None` for all other words.
    fn parse_measure_word(&mut self, word: &str, span: Span) -> Option<ParseResult<Expr>> {
        let refuse = |what: String, meant: &str| {
            Some(Err(RuleError::new(span, what)
                .with_suggestion(Some(meant).filter(|meant| !meant.is_empty()))))
        };
        let around = self.outer_member.is_some();
        if self.outer_member.as_deref() == Some(word) || (!around && self.is_member_name(word)) {
            let is_end =
                matches!(&self.current_member, Some((name, SetKind::Obstacles)) if name == word);
            let fields = if is_end { &[] } else { MEASURED_PROPERTIES };
            let field = match self.parse_measure_field(word, fields, span) {
                Ok(field) => field,
                Err(error) => return Some(Err(error)),
            };
            // The member around which an inner set is searched is read like a rule's own unit.
            let (kind, ty) = match (self.is_member_name(word), field) {
                (true, field) => (ExprKind::Member(field), field.value_type()),
                (false, field) => {
                    (ExprKind::Own(field.own_value()), field.own_value().value_type())
                }
            };
            return Some(self.new_expr(kind, ty, span));
        }
        if self.is_member_name(word) || self.declared_names.iter().any(|name| name.name == word) {
            return None;
        }
        if let Some(thing) = find_word(THING_WORDS, word) {
            if !matches!(thing, Thing::Goal | Thing::Target) {
                return refuse(format!("a measure knows no '{word}'"), "goal");
            }
            let field = match self.parse_measure_field(
                word,
                &[Property::Velocity, Property::IsThere],
                span,
            ) {
                Ok(field) => field,
                Err(error) => return Some(Err(error)),
            };
            return Some(self.new_expr(ExprKind::Thing(thing, field), field.value_type(), span));
        }
        if let Some(own) = find_word(OWN_WORDS, word)
            && !matches!(
                own,
                OwnValue::Length
                    | OwnValue::Time
                    | OwnValue::Pi
                    | OwnValue::Degree
                    | OwnValue::Left
                    | OwnValue::Right
            )
        {
            let what = format!("'{word}' is of one unit, and a measure looks at all of them");
            return refuse(what, "mean(i in all: i.speed)");
        }
        if self.is_at_sign("(")
            && find_word(FUNCTION_WORDS, word).is_some_and(Function::depends_on_unit)
        {
            return refuse(format!("'{word}' is of one unit, and a measure looks at all"), "");
        }
        None
    }

    /// Parses a property after the dot in a measure, where `place` stands for the offset from the
    /// corner of the world.
    fn parse_measure_field(
        &mut self,
        of: &str,
        fields: &[Property],
        span: Span,
    ) -> ParseResult<Property> {
        let asked = self.tokens.get(self.next_token + 1).map(|token| &token.kind);
        if self.is_at_sign(".") && matches!(asked, Some(TokenKind::Word(word)) if word == "place") {
            self.next_token += 2;
            return Ok(Property::Offset);
        }
        self.parse_field(of, fields, span)
    }

    fn is_member_name(&self, word: &str) -> bool {
        self.current_member.as_ref().is_some_and(|(member, _)| member == word)
    }

    /// Parses the set of an aggregate in a measure.
    fn parse_measure_set(&mut self) -> ParseResult<MemberSet> {
        let outer = self.outer_member.clone();
        let known = if outer.is_some() { "near(i, R)" } else { "all, kind(\"KEY\") or walls" };
        let (name, span) = self.expect_name(known)?;
        let all = MemberSet {
            kind: SetKind::Everyone,
            group: String::new(),
            radius: None,
            closest_count: None,
        };
        match (name.as_str(), outer) {
            ("all", None) => Ok(all),
            ("walls", None) => Ok(MemberSet { kind: SetKind::Obstacles, ..all }),
            ("kind", None) => {
                self.expect_sign("(")?;
                let group = self.expect_text("the key of a group in quotation marks")?;
                self.expect_sign(")")?;
                Ok(MemberSet { kind: SetKind::Group, group, ..all })
            }
            ("near", Some(around)) => {
                self.expect_sign("(")?;
                let (who, at) = self.expect_name("the member around whom it looks")?;
                if who != around {
                    let what = format!("it looks around '{around}', not around '{who}'");
                    return Err(RuleError::new(at, what).with_suggestion(Some(&around)));
                }
                self.expect_sign(",")?;
                let distance = self.parse_expr()?;
                let distance = expect_type(ValueType::Number, distance, "how far it looks")?;
                self.expect_sign(")")?;
                Ok(MemberSet { radius: Some(distance), ..all })
            }
            _ => {
                let what = format!("here should be {known}, not '{name}'");
                Err(RuleError::new(span, what)
                    .with_suggestion(Some("all").filter(|_| self.outer_member.is_none())))
            }
        }
    }

    /// Returns an error for an aggregate whose members have no name, such as `count(view)` or
    /// `mean(view.offset)`; the error says how it is written.
    fn check_has_member_name(&self, fold: FoldFunction, span: Span) -> ParseResult<()> {
        let at = |step: usize| self.tokens.get(self.next_token + step).map(|token| &token.kind);
        let (Some(TokenKind::Sign("(")), Some(TokenKind::Word(set))) = (at(0), at(1)) else {
            return Ok(());
        };
        let of_measures = ["all", "walls", "kind", "near"].contains(&set.as_str());
        let is_set = match self.text_measure {
            Some(_) => of_measures,
            None => find_word(SET_WORDS, set).is_some() || set == "closest",
        };
        if !is_set || !matches!(at(2), Some(TokenKind::Sign("(" | ")" | "."))) {
            return Ok(());
        }
        // The error quotes the set together with the arguments in its brackets, so their end is
        // searched.
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
        let whole = source_text(
            &self.tokens[self.next_token + 1..self.tokens.len().min(self.next_token + end)],
        );
        let outer = self.text_measure.is_some() && self.outer_member.is_none();
        let member = if outer { "i" } else { "j" };
        let asked = match (at(end), at(end + 1)) {
            (Some(TokenKind::Sign(".")), Some(TokenKind::Word(asked))) => Some(asked.as_str()),
            _ => None,
        };
        let usual = match fold {
            FoldFunction::Least | FoldFunction::Most if self.text_measure.is_none() => "distance",
            FoldFunction::Any => "leads",
            _ if self.text_measure.is_some() => "speed",
            _ => "offset",
        };
        let yields = match (fold, asked) {
            (FoldFunction::Count, _) => String::new(),
            (_, asked) => format!(": {member}.{}", asked.unwrap_or(usual)),
        };
        let name = name_of(FOLD_WORDS, fold);
        let line = format!("{name}({member} in {whole}{yields})");
        let last = self.next_token + end + if asked.is_some() { 2 } else { 0 };
        let mut error = RuleError::new(span, format!("give each of '{set}' a name"));
        if let Some(last) =
            self.tokens.get(last).filter(|last| last.span.start.line == span.start.line)
        {
            error.length = last.span.start.column + last.span.length - span.start.column;
        }
        Err(error.with_suggestion(Some(&line)))
    }

    fn parse_fold(&mut self, fold: FoldFunction, span: Span) -> ParseResult<Expr> {
        self.check_has_member_name(fold, span)?;
        let before = self.current_member.clone();
        if self.text_measure.is_some() && self.outer_member.is_none() && before.is_some() {
            self.outer_member = before.as_ref().map(|(name, _)| name.clone());
            self.current_member = None;
            let value = self.parse_fold_over_set(fold, span);
            (self.outer_member, self.current_member) = (None, before);
            return value;
        }
        if before.is_some() {
            let what = "sets are looked at one at a time; give the inner one a line of its own";
            return Err(RuleError::new(span, what));
        }
        self.parse_fold_over_set(fold, span)
    }

    /// Parses an aggregate after its name: `(member in set where ... by ...: value)`.
    fn parse_fold_over_set(&mut self, fold: FoldFunction, span: Span) -> ParseResult<Expr> {
        if self.text_measure.is_some()
            && (fold == FoldFunction::AnyOf
                || (fold == FoldFunction::Nearest && self.outer_member.is_none()))
        {
            let what = "a measure draws no unit at random, and near is what is near a member";
            return Err(RuleError::new(span, what).with_suggestion(Some("mean")));
        }
        self.expect_sign("(")?;
        let member_name = self.parse_member_name()?;
        self.expect_word("in")?;
        let set =
            if self.text_measure.is_some() { self.parse_measure_set()? } else { self.parse_set()? };
        self.current_member = Some((member_name.clone(), set.kind));
        let (member_condition, rank) = self.parse_member_clauses(fold)?;
        let value = if self.take_sign(":") { Some(self.parse_expr()?) } else { None };
        self.current_member = None;
        let Some(ty) = fold_type(fold, &value, member_condition.is_some(), rank.is_some(), span)?
        else {
            let found = self.next_token_text();
            let what = format!("here should be ':' and what each member yields, not {found}");
            return Err(RuleError::new(self.next_span(), what));
        };
        self.expect_sign(")")?;
        let mut first_draw = 0;
        if fold == FoldFunction::AnyOf {
            first_draw = self.rule.draw_count;
            self.rule.draw_count += 1;
        }
        let aggregate =
            Aggregate { fold, member_name, set, member_condition, rank, value, first_draw };
        self.new_expr(ExprKind::Fold(Box::new(aggregate)), ty, span)
    }

    /// Parses the name that an aggregate gives to each member of its set.
    fn parse_member_name(&mut self) -> ParseResult<String> {
        let (name, at) = self.expect_name("the name of a member, as in (j in view: j.offset)")?;
        let what = if self.outer_member.as_deref() == Some(name.as_str()) {
            format!("'{name}' is the outer member; call the inner one j")
        } else if is_reserved_word(&name) {
            format!("'{name}' is a word of the language; call a member j")
        } else {
            return Ok(name);
        };
        Err(RuleError::new(at, what).with_suggestion(Some("j")))
    }

    /// Parses the condition after `where` and the number after `by`, in either order; each can be
    /// missing.
    fn parse_member_clauses(
        &mut self,
        fold: FoldFunction,
    ) -> ParseResult<(Option<Expr>, Option<Expr>)> {
        let (mut condition, mut rank) = (None, None);
        loop {
            let at = self.next_span();
            if condition.is_none() && self.take_word("where") {
                let test = self.parse_expr()?;
                condition = Some(expect_type(ValueType::Condition, test, "what follows 'where'")?);
            } else if rank.is_none() && self.take_word("by") {
                if !matches!(fold, FoldFunction::Least | FoldFunction::Most) {
                    let what = "'by' chooses the member with the largest or smallest value";
                    return Err(RuleError::new(at, what).with_suggestion(Some("most")));
                }
                let number = self.parse_expr()?;
                rank = Some(expect_type(ValueType::Number, number, "what follows 'by'")?);
            } else {
                return Ok((condition, rank));
            }
        }
    }

    /// Parses the name of a site after the word `site`: `("coral")`.
    fn parse_site(&mut self) -> ParseResult<Thing> {
        if !self.is_at_sign("(") {
            let span = self.next_span();
            return Err(RuleError::new(span, "'site' wants a name, as in site(\"coral\").offset"));
        }
        self.next_token += 1;
        let at = self.next_span();
        let name = self.expect_text("the name of a site in quotation marks")?;
        if !is_name(&name) {
            let what =
                format!("the name of a site has 1 to {MAX_NAME_LENGTH} letters, digits and spaces");
            return Err(RuleError::new(at, what));
        }
        self.expect_sign(")")?;
        Ok(Thing::Site(SiteName::new(&name)))
    }

    fn parse_set(&mut self) -> ParseResult<MemberSet> {
        let (name, span) = self.expect_name("a set such as view, mates(8 * L) or obstacles")?;
        if name == "closest" {
            return self.parse_closest();
        }
        let Some(kind) = find_word(SET_WORDS, &name) else {
            let near = suggestion_for(&name, SET_WORDS.iter().map(|word| word.name));
            return Err(RuleError::new(span, format!("no set '{name}'")).with_suggestion(near));
        };
        let mut group = String::new();
        let mut radius = None;
        if kind == SetKind::Group {
            self.expect_sign("(")?;
            let at = self.next_span();
            group = self.expect_text("the key of a group in quotation marks")?;
            if group.chars().count() > 40 {
                return Err(RuleError::new(at, "the key of a group has at most 40 characters"));
            }
            if self.take_sign(",") {
                let distance = self.parse_expr()?;
                radius = Some(expect_type(ValueType::Number, distance, "how far it looks")?);
            }
            self.expect_sign(")")?;
        } else if self.is_at_sign("(") {
            if !kind.takes_radius() {
                let what =
                    format!("'{name}' takes no distance; say it with 'where j.distance < ...'");
                return Err(RuleError::new(self.next_span(), what));
            }
            self.next_token += 1;
            let distance = self.parse_expr()?;
            radius = Some(expect_type(ValueType::Number, distance, "how far it looks")?);
            self.expect_sign(")")?;
        }
        Ok(MemberSet { kind, group, radius, closest_count: None })
    }

    /// Parses the nearest members of a set, after the word `closest`: `(K, SET)`.
    fn parse_closest(&mut self) -> ParseResult<MemberSet> {
        self.expect_sign("(")?;
        let many = self.parse_expr()?;
        let many = expect_type(ValueType::Number, many, "how many are the closest")?;
        self.expect_sign(",")?;
        let at = self.next_span();
        let set = self.parse_set()?;
        if set.closest_count.is_some() {
            return Err(RuleError::new(at, "these are the closest of a set already"));
        }
        self.expect_sign(")")?;
        Ok(MemberSet { closest_count: Some(Box::new(many)), ..set })
    }

    fn binary_expr(
        &mut self,
        op: BinaryOp,
        left: Expr,
        right: Expr,
        ty: ValueType,
    ) -> ParseResult<Expr> {
        let span = left.span;
        self.new_expr(ExprKind::Binary(op, Box::new([left, right])), ty, span)
    }

    /// Creates a tree node. Its span reaches from `first` to the end of the last token taken, if
    /// that is on the same line.
    fn new_expr(&mut self, kind: ExprKind, ty: ValueType, first: Span) -> ParseResult<Expr> {
        if !matches!(kind, ExprKind::Number(_)) {
            self.operations += 1;
        }
        if self.operations > MAX_OPERATIONS {
            let what = format!("a rule computes at most {MAX_OPERATIONS} values");
            return Err(RuleError::new(first, what));
        }
        let last = self.next_token.checked_sub(1).and_then(|at| self.tokens.get(at));
        let mut span = first;
        if let Some(last) = last.map(|token| token.span)
            && last.start.line == first.start.line
            && last.start.column >= first.start.column
        {
            span.length = last.start.column + last.length - first.start.column;
        }
        Ok(Expr { kind, ty, span })
    }
}

/// Text of tokens, spaced as in the text of a rule.
fn source_text(tokens: &[Token]) -> String {
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

/// Type of an aggregate over members with this value, or an error if the function does not take the
/// value. Returns `None` if the function needs a value and there is none.
fn fold_type(
    fold: FoldFunction,
    value: &Option<Expr>,
    has_condition: bool,
    has_rank: bool,
    span: Span,
) -> ParseResult<Option<ValueType>> {
    let is_condition = |value: &Expr| value.ty == ValueType::Condition;
    let compares = matches!(fold, FoldFunction::Least | FoldFunction::Most) && !has_rank;
    match (fold, value) {
        (FoldFunction::Count, None) => Ok(Some(ValueType::Number)),
        (FoldFunction::Count, Some(value)) => {
            let what = "'count' counts members; say which with 'where'";
            Err(RuleError::new(value.span, what).with_suggestion(Some("where")))
        }
        (FoldFunction::Any, None) if has_condition => Ok(Some(ValueType::Condition)),
        (FoldFunction::Any, Some(value)) if is_condition(value) => Ok(Some(ValueType::Condition)),
        (FoldFunction::Any, _) => {
            Err(RuleError::new(span, "'any' asks for a condition: any(j in view: j.leads)"))
        }
        (_, None) => Ok(None),
        (_, Some(value)) if compares && value.ty != ValueType::Number => {
            let what = format!("only numbers can be compared, this is {}", value.ty.name());
            Err(RuleError::new(value.span, what))
        }
        (_, Some(value)) if is_condition(value) => {
            let what = "this is a condition; write if ... then 1 else 0, or use any";
            Err(RuleError::new(value.span, what))
        }
        (_, Some(value)) => Ok(Some(value.ty)),
    }
}

/// Returns the expression, or an error that names `what` if it has another type.
fn expect_type(ty: ValueType, value: Expr, what: &str) -> ParseResult<Expr> {
    if value.ty == ty {
        return Ok(value);
    }
    let error = format!("{what} should be {}, this is {}", ty.name(), value.ty.name());
    Err(RuleError::new(value.span, error))
}

/// Whether a word has a meaning in the language.
fn is_reserved_word(name: &str) -> bool {
    fn table_contains<T>(table: &[LanguageWord<T>], name: &str) -> bool {
        table.iter().any(|word| word.name == name)
    }
    !can_be_redefined(name)
        && (table_contains(KEYWORDS, name)
            || table_contains(OWN_WORDS, name)
            || table_contains(THING_WORDS, name)
            || table_contains(SET_WORDS, name)
            || table_contains(FOLD_WORDS, name)
            || table_contains(FUNCTION_WORDS, name))
}

/// Name that was likely meant by `word`: the word of this language that replaces a word of another
/// language, otherwise the most similar one of `names`.
fn suggestion_for<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let known = FOREIGN_WORDS.iter().find(|(other, _)| *other == word).map(|(_, meant)| *meant);
    known.or_else(|| most_similar_name(word, names))
}
