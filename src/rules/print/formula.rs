//! Prints rules as formulas: plain text in the notation of `core/schema/symbols.rs`, with a line
//! for each named value.

use super::writer::{one_line, operand_precedences};
use crate::format::{Precedence, precedence_of};
use crate::tree::{
    Aggregate, BinaryOp, Expr, ExprKind, FoldFunction, Function, MemberSet, OwnValue, Property,
    ReadMemory, Rule, RuleParamKind, Thing, ValueType,
};
use crate::words::{FUNCTION_WORDS, SET_WORDS, name_of};

/// Symbols of a rule's weight and parameters in its formula.
#[derive(Clone, Debug, PartialEq)]
pub struct FormulaNames {
    /// Symbol of the rule's weight.
    pub weight: String,
    /// Symbols of the rule's parameters, in their order.
    pub params: Vec<String>,
}

impl Rule {
    /// Formula of the rule in the notation of `core/schema/symbols.rs`: first its force, then the
    /// values that it uses. `is_rigid`: whether the body is rigid, that is, steers toward a
    /// direction by turning.
    pub fn formula(&self, is_rigid: bool, names: &FormulaNames) -> String {
        let mut formula =
            FormulaWriter { rule: self, names, is_rigid, finished_lines: Vec::new(), member: "" };
        let share = formula.text(&self.steer).bracketed_below(Precedence::Product);
        // The sign of a force is written before the weight.
        let (sign, share) = match share.strip_prefix('−') {
            Some(share) => ("−", share.to_string()),
            None => ("", share),
        };
        if share != "0" {
            let force =
                format!("F = {sign}{}·{}·{share}", names.weight, formula.max_force_symbol());
            formula.finished_lines.insert(0, force);
        }
        // For the factors on thrust and velocity, the weight scales their deviation from 1.
        for (factored, factor) in [("T′ = T", &self.thrust), ("v \"becomes\" v", &self.brake)] {
            if let Some(factor) = factor {
                formula.finished_lines.push(format!("{factored}·(1 − {}·(1 − k))", names.weight));
                formula.add_definition("k", factor);
            }
        }
        let mut outputs: Vec<&Expr> = self.memories.iter().map(|keep| &keep.next_value).collect();
        outputs.extend([&self.steer].into_iter().chain(&self.thrust).chain(&self.brake));
        for (named, _) in self
            .named_values
            .iter()
            .zip(self.named_values_used_by(&outputs))
            .filter(|(_, used)| *used)
        {
            formula.add_definition(&symbol_of(&named.name), &named.value);
        }
        for keep in &self.memories {
            formula.add_definition(
                &format!("{} \"from now on\"", symbol_of(&keep.name)),
                &keep.next_value,
            );
        }
        formula.finished_lines.join("; ")
    }
}

/// Converts a name in a rule's text to a symbol of formulas: `a_b_c` becomes `a_bc`, since a
/// subscript is one word.
pub fn symbol_of(name: &str) -> String {
    let mut words = name.split('_').filter(|word| !word.is_empty());
    let first = words.next().unwrap_or("q").to_string();
    let rest: String = words.collect();
    if rest.is_empty() { first } else { format!("{first}_{rest}") }
}

/// Maximum length of a condition that is written in the line of its aggregate, characters.
const MAX_CONDITION_LENGTH: usize = 30;

/// Part of a formula, with the precedence of its outermost operator.
struct FormulaText {
    text: String,
    precedence: Precedence,
}

impl FormulaText {
    fn new(text: impl Into<String>, precedence: Precedence) -> Self {
        Self { text: text.into(), precedence }
    }

    fn indivisible(text: impl Into<String>) -> Self {
        Self::new(text, Precedence::Whole)
    }

    /// Text of the part, in brackets if its precedence is lower than `precedence`.
    fn bracketed_below(&self, precedence: Precedence) -> String {
        if self.precedence < precedence { format!("({})", self.text) } else { self.text.clone() }
    }

    /// Subscript of a thing or a member if the text is the offset to it, such as `g` for `x_g − x`;
    /// `None` otherwise.
    fn offset_index(&self) -> Option<&str> {
        let index = self.text.strip_prefix("x_")?.strip_suffix(" − x")?;
        index.chars().all(|c| c.is_alphanumeric() || c == '_').then_some(index)
    }

    /// Text of the part where only its direction counts: for an offset, the symbol of its unit
    /// vector.
    fn direction_text(&self) -> String {
        self.offset_index().map_or_else(|| self.text.clone(), |index| format!("u_{index}"))
    }

    fn unit_vector_text(&self) -> String {
        let opposite = self.text.strip_prefix("−(").and_then(|text| text.strip_suffix(')'));
        let opposite = opposite.map(Self::indivisible);
        match (self.offset_index(), opposite.as_ref().and_then(Self::offset_index)) {
            (Some(index), _) => format!("u_{index}"),
            (_, Some(index)) => format!("−u_{index}"),
            _ => format!("unit({})", self.text),
        }
    }

    fn length_text(&self) -> String {
        self.offset_index().map_or_else(|| format!("|{}|", self.text), |index| format!("d_{index}"))
    }

    /// Text of the condition that the offset is within the view named `view`.
    fn in_view_condition(&self, view: &str) -> Self {
        Self::new(format!("{} \"in\" {view}", self.direction_text()), Precedence::Compare)
    }
}

fn comma_separated(args: &[FormulaText]) -> String {
    args.iter().map(|arg| arg.text.as_str()).collect::<Vec<_>>().join(", ")
}

struct FormulaWriter<'r> {
    rule: &'r Rule,
    names: &'r FormulaNames,
    is_rigid: bool,
    /// Lines of the formula that are finished.
    finished_lines: Vec<String>,
    /// Name by which the aggregate that is being written refers to its members.
    member: &'r str,
}

impl<'r> FormulaWriter<'r> {
    /// Symbol of the maximum force of the body.
    fn max_force_symbol(&self) -> &'static str {
        if self.is_rigid { "S" } else { "F_max" }
    }

    /// Adds the line that defines a value, before the lines of the values that it uses.
    fn add_definition(&mut self, name: &str, value: &'r Expr) {
        let at = self.finished_lines.len();
        let mut text = self.text(value).text;
        // A value that was just defined on a line of its own is renamed instead of defined twice.
        if let (true, Some(line)) =
            (self.finished_lines.len() == at + 1, self.finished_lines.last())
            && let Some((own, value)) = line.split_once(" = ")
            && own == text
        {
            text = value.to_string();
            self.finished_lines.pop();
        }
        self.finished_lines.insert(at, format!("{name} = {text}"));
    }

    /// Adds a line that defines a value, and returns the name of the value: `name`, or `name` with
    /// a number.
    fn name_line(&mut self, name: &'static str, value: &str) -> String {
        let known = self
            .finished_lines
            .iter()
            .find_map(|line| line.strip_suffix(value)?.strip_suffix(" = "));
        if let Some(known) = known {
            return known.to_string();
        }
        let name = match self.finished_lines.iter().filter(|line| line.starts_with(name)).count() {
            0 => name.to_string(),
            before if name.contains('_') => format!("{name}{}", before + 1),
            before => format!("{name}_{}", before + 1),
        };
        self.finished_lines.push(format!("{name} = {value}"));
        name
    }

    fn texts_of(&mut self, exprs: &'r [Expr]) -> Vec<FormulaText> {
        exprs.iter().map(|expr| self.text(expr)).collect()
    }

    fn text(&mut self, expr: &'r Expr) -> FormulaText {
        match &expr.kind {
            ExprKind::Number(number) if number.is_infinite() => FormulaText::indivisible("∞"),
            ExprKind::Number(number) => FormulaText::indivisible(number.to_string()),
            ExprKind::Param(at) => FormulaText::indivisible(self.names.params[*at].clone()),
            ExprKind::Is(at, option) => self.choice_text(*at, *option),
            ExprKind::Keep(at) => {
                FormulaText::indivisible(symbol_of(&self.rule.memories[*at].name))
            }
            ExprKind::Let(at) => {
                FormulaText::indivisible(symbol_of(&self.rule.named_values[*at].name))
            }
            ExprKind::Own(own) => self.own_value_text(*own),
            ExprKind::Thing(thing, field) => field_symbol(&thing_index(*thing), *field),
            ExprKind::MemberMemory(at) => {
                let ReadMemory { rule, name, .. } = &self.rule.read_memories[*at];
                FormulaText::indivisible(format!("\"{rule}.{name}\"({})", symbol_of(self.member)))
            }
            ExprKind::Member(field) => field_symbol(&symbol_of(self.member), *field),
            ExprKind::Minus(of) => {
                let of = self.text(of);
                let least =
                    if of.text.starts_with('−') { Precedence::Power } else { Precedence::Minus };
                FormulaText::new(format!("−{}", of.bracketed_below(least)), Precedence::Minus)
            }
            ExprKind::Not(of) => {
                let of = self.text(of).bracketed_below(Precedence::Not);
                FormulaText::new(format!("\"not\" {of}"), Precedence::Not)
            }
            ExprKind::Binary(op, sides) => self.binary_text(*op, &sides[0], &sides[1]),
            ExprKind::If(parts) => {
                let [condition, yes, no] =
                    [&parts[0], &parts[1], &parts[2]].map(|part| self.text(part));
                let least = if expr.ty == ValueType::Condition {
                    Precedence::Compare
                } else {
                    Precedence::Sum
                };
                let yes = yes.bracketed_below(least);
                let text = format!("{yes} \"if\" {} \"else\" {}", condition.text, no.text);
                FormulaText::new(text, Precedence::Loose)
            }
            ExprKind::Call(function, args) | ExprKind::Draw(function, args, _) => {
                let args = self.texts_of(args);
                self.call_text(*function, &args)
            }
            ExprKind::Fold(over) => self.fold_text(over),
        }
    }

    fn choice_text(&self, at: usize, option: usize) -> FormulaText {
        let name = &self.names.params[at];
        let RuleParamKind::Choice { options, .. } = &self.rule.params[at].kind else {
            return FormulaText::indivisible(name.clone());
        };
        match (options.iter().map(String::as_str).collect::<Vec<_>>().as_slice(), option) {
            (["off", "on"], 1) => FormulaText::indivisible(name.clone()),
            (["off", "on"], _) => FormulaText::new(format!("\"not\" {name}"), Precedence::Not),
            _ => FormulaText::new(
                format!("{name} = {}", quoted_words(&options[option])),
                Precedence::Compare,
            ),
        }
    }

    fn own_value_text(&self, own: OwnValue) -> FormulaText {
        let name = match own {
            OwnValue::Length => "L",
            OwnValue::MaxSpeed => "V",
            OwnValue::Braking => "4·V^2·M/F_max",
            OwnValue::Mass => "M",
            OwnValue::Velocity => "v",
            OwnValue::Speed => "|v|",
            OwnValue::Heading => "h",
            OwnValue::Position => "x",
            OwnValue::Leads => "\"leads\"",
            OwnValue::Hunts => "\"hunts\"",
            OwnValue::Rank => "k",
            OwnValue::GroupSize => "n",
            OwnValue::SoFar => "F_0/F_max",
            OwnValue::Time => "\"time\"",
            OwnValue::Tick => "dt",
            OwnValue::Pi => "π",
            OwnValue::Degree => "π/180",
            OwnValue::MaxForce => self.max_force_symbol(),
            OwnValue::Left => return FormulaText::new("−1", Precedence::Minus),
            OwnValue::Right => "1",
        };
        FormulaText::indivisible(name)
    }

    fn binary_text(&mut self, op: BinaryOp, left: &'r Expr, right: &'r Expr) -> FormulaText {
        let (left, right) = (self.text(left), self.text(right));
        if op == BinaryOp::Power {
            return power_text(&left, &right);
        }
        let sign = match op {
            BinaryOp::Subtract => "−",
            BinaryOp::Multiply => "·",
            BinaryOp::AtMost => "≤",
            BinaryOp::AtLeast => "≥",
            BinaryOp::Equal => "=",
            BinaryOp::NotEqual => "≠",
            BinaryOp::And => "\"and\"",
            BinaryOp::Or => "\"or\"",
            _ => op.symbol(),
        };
        let own = precedence_of(op);
        let (least_left, least_right) = operand_precedences(own);
        let (left, mut right) =
            (left.bracketed_below(least_left), right.bracketed_below(least_right));
        if op == BinaryOp::Subtract && right.starts_with('−') {
            right = format!("({right})");
        }
        let text = match op {
            BinaryOp::Multiply | BinaryOp::Divide => format!("{left}{sign}{right}"),
            _ => format!("{left} {sign} {right}"),
        };
        FormulaText::new(text, own)
    }

    fn call_text(&mut self, function: Function, args: &[FormulaText]) -> FormulaText {
        use Function as F;
        let Some(first) = args.first() else {
            return FormulaText::indivisible(format!("{}()", name_of(FUNCTION_WORDS, function)));
        };
        match function {
            F::Head if !self.is_rigid => {
                self.toward_text(&format!("V·{}", first.bracketed_below(Precedence::Product)))
            }
            F::Toward => self.toward_text(&first.text),
            F::Seek => {
                let unit = first.unit_vector_text();
                self.toward_text(&match unit.strip_prefix('−') {
                    Some(opposite) => format!("−V·{opposite}"),
                    None => format!("V·{unit}"),
                })
            }
            F::Arrive => {
                let near = format!(
                    "min(1, {}/{})",
                    first.length_text(),
                    args[1].bracketed_below(Precedence::Whole)
                );
                self.toward_text(&format!("V·{near}·{}", first.unit_vector_text()))
            }
            F::Abs => FormulaText::indivisible(format!("|{}|", first.text)),
            F::Length => FormulaText::indivisible(first.length_text()),
            F::Unit => FormulaText::indivisible(first.unit_vector_text()),
            F::Side => FormulaText::indivisible(format!("side({})", first.direction_text())),
            F::Turn | F::Head => FormulaText::new(
                format!("side({})·θ/π", first.direction_text()),
                Precedence::Product,
            ),
            F::Seen => first.in_view_condition("view"),
            F::Wide => first.in_view_condition("\"a wide view\""),
            F::Limited => first.in_view_condition("\"a limited view\""),
            F::Narrow => first.in_view_condition("\"a narrow view\""),
            F::Full => FormulaText::indivisible("\"always\""),
            F::Vec if args.iter().all(|arg| arg.text == "0") => FormulaText::indivisible("0"),
            F::Vec => FormulaText::indivisible(format!("({})", comma_separated(args))),
            F::Pow => power_text(first, &args[1]),
            _ => FormulaText::indivisible(format!(
                "{}({})",
                name_of(FUNCTION_WORDS, function),
                comma_separated(args)
            )),
        }
    }

    /// Symbol for the difference to a wanted velocity, which is defined on a line of its own.
    fn toward_text(&mut self, wanted: &str) -> FormulaText {
        if wanted == "0" {
            return FormulaText::new("−v/V", Precedence::Minus);
        }
        let name = self.name_line("v_w", wanted);
        FormulaText::new(format!("({name} − v)/V"), Precedence::Product)
    }

    fn set_text(&mut self, set: &'r MemberSet) -> String {
        let mut args = Vec::new();
        if set.kind == crate::tree::SetKind::Group {
            args.push(quoted_words(&set.group));
        }
        args.extend(set.radius.as_ref().map(|radius| self.text(radius).text));
        let name = name_of(SET_WORDS, set.kind).to_string();
        let all = if args.is_empty() { name } else { format!("{name}({})", args.join(", ")) };
        match &set.closest_count {
            Some(many) => format!("closest({}, {all})", self.text(many).text),
            None => all,
        }
    }

    /// Symbol for an aggregate over a set, which is defined on a line of its own.
    fn fold_text(&mut self, over: &'r Aggregate) -> FormulaText {
        let set = self.set_text(&over.set);
        self.member = &over.member_name;
        let condition = over.member_condition.as_ref().map(|condition| self.text(condition));
        let rank = over.rank.as_ref().map(|rank| self.text(rank));
        let value = over.value.as_ref().map(|value| self.text(value));
        self.member = "";
        let (name, of) = match (over.fold, value) {
            (FoldFunction::Sum, Some(value)) => ("Σ ", value.bracketed_below(Precedence::Product)),
            (FoldFunction::Mean, Some(value)) => ("mean", format!("({})", value.text)),
            (FoldFunction::Least | FoldFunction::Most, Some(value)) if rank.is_some() => {
                let rank = rank.map_or_else(String::new, |rank| rank.text);
                let name = if over.fold == FoldFunction::Least { "argmin" } else { "argmax" };
                (name, format!("({rank}; {})", value.text))
            }
            (FoldFunction::Least, Some(value)) => ("min", format!("({})", value.text)),
            (FoldFunction::Most, Some(value)) => ("max", format!("({})", value.text)),
            (FoldFunction::Nearest, Some(value)) => ("nearest", format!("({})", value.text)),
            (FoldFunction::AnyOf, Some(value)) => {
                ("\"any\" ", value.bracketed_below(Precedence::Product))
            }
            (FoldFunction::Any, Some(value)) => {
                ("\"any\" ", value.bracketed_below(Precedence::Not))
            }
            (FoldFunction::Count, _) => ("\"number of\" ", String::new()),
            _ => ("\"any\" ", String::new()),
        };
        let condition = condition.map_or_else(String::new, |test| {
            let is_short = test.text.chars().count() <= MAX_CONDITION_LENGTH;
            let test = if is_short { test.text } else { self.name_line("c′", &test.text) };
            format!(" \"where\" {test}")
        });
        let each = if of.is_empty() { "" } else { " \"for\" " };
        let member = symbol_of(&over.member_name);
        let text = format!("{name}{of}{each}{member} \"in\" {set}{condition}");
        FormulaText::indivisible(self.name_line("q", &text))
    }
}

fn power_text(base: &FormulaText, exponent: &FormulaText) -> FormulaText {
    let (base, exponent) =
        (base.bracketed_below(Precedence::Whole), exponent.bracketed_below(Precedence::Whole));
    FormulaText::new(format!("{base}^{exponent}"), Precedence::Power)
}

/// Quoted words for a text of the user, which formulas show as they are.
fn quoted_words(text: &str) -> String {
    let words: String = text.chars().filter(|c| *c != '"').collect();
    format!("\"{}\"", one_line(&words))
}

fn thing_index(thing: Thing) -> String {
    let index = match thing {
        Thing::Site(name) => return format!("\"{}\"", name.text()),
        Thing::Goal => "g",
        Thing::Target => "t",
        Thing::Leader => "l",
        Thing::Pointer => "p",
        Thing::Node => "i",
        Thing::Wall => "w",
        Thing::Barrier => "b",
    };
    index.to_string()
}

/// Symbol for a property of the thing or member with this subscript.
fn field_symbol(index: &str, field: Property) -> FormulaText {
    let (text, precedence) = match field {
        Property::Offset => (format!("x_{index} − x"), Precedence::Sum),
        Property::Distance => (format!("d_{index}"), Precedence::Whole),
        Property::Direction => (format!("u_{index}"), Precedence::Whole),
        Property::Velocity => (format!("v_{index}"), Precedence::Whole),
        Property::Speed => (format!("|v_{index}|"), Precedence::Whole),
        Property::Heading => (format!("h_{index}"), Precedence::Whole),
        Property::Length => (format!("L_{index}"), Precedence::Whole),
        Property::Radius => (format!("r_{index}"), Precedence::Whole),
        Property::IsLast => (format!("x_{index} \"is the last\""), Precedence::Compare),
        Property::IsThere => (format!("x_{index} \"is there\""), Precedence::Compare),
        Property::Leads => (format!("\"leads({index})\""), Precedence::Whole),
    };
    FormulaText::new(text, precedence)
}
