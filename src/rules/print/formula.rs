//! Prints rules as formulas: plain text in the notation of `SYMBOLS`, with a line for each named
//! value.

use super::writer::{one_line, operand_precedences};
use crate::format::{Precedence, precedence_of};
use crate::tree::{
    Aggregate, Binary, Expr, ExprKind, Field, Fold, Function, Own, ParamKind, Rule, Set, Thing,
    Type,
};
use crate::words::{FUNCTIONS, SETS, name_of};

/// Symbols of a rule's numbers in its formula.
#[derive(Clone, Debug, PartialEq)]
pub struct Names {
    /// Symbol of the weight.
    pub weight: String,
    /// Symbols of the parameters, in the order of the rule.
    pub params: Vec<String>,
}

impl Rule {
    /// Formula of the rule in the notation of `SYMBOLS`: its force, then the values that it uses.
    /// `is_rigid`: for a rigid body, which steers toward a direction by turning.
    pub fn formula(&self, is_rigid: bool, names: &Names) -> String {
        let mut formula = Formula { rule: self, names, is_rigid, lines: Vec::new(), member: "" };
        let share = formula.text(&self.steer).at_least(Precedence::Product);
        // The sign of a force is written before the weight.
        let (sign, share) = match share.strip_prefix('−') {
            Some(share) => ("−", share.to_string()),
            None => ("", share),
        };
        if share != "0" {
            let force = format!("F = {sign}{}·{}·{share}", names.weight, formula.max_force());
            formula.lines.insert(0, force);
        }
        // The weight scales the deviation of a factor from 1.
        for (factored, factor) in [("T′ = T", &self.thrust), ("v \"becomes\" v", &self.brake)] {
            if let Some(factor) = factor {
                formula.lines.push(format!("{factored}·(1 − {}·(1 − k))", names.weight));
                formula.define("k", factor);
            }
        }
        let mut outputs: Vec<&Expr> = self.keeps.iter().map(|keep| &keep.then).collect();
        outputs.extend([&self.steer].into_iter().chain(&self.thrust).chain(&self.brake));
        for (named, _) in self.lets.iter().zip(self.used_by(&outputs)).filter(|(_, used)| *used) {
            formula.define(&symbol_of(&named.name), &named.value);
        }
        for keep in &self.keeps {
            formula.define(&format!("{} \"from now on\"", symbol_of(&keep.name)), &keep.then);
        }
        formula.lines.join("; ")
    }
}

/// Converts a name of the text to a symbol of formulas: `a_b_c` becomes `a_bc`, since an index is
/// one word.
pub fn symbol_of(name: &str) -> String {
    let mut words = name.split('_').filter(|word| !word.is_empty());
    let first = words.next().unwrap_or("q").to_string();
    let rest: String = words.collect();
    if rest.is_empty() { first } else { format!("{first}_{rest}") }
}

/// Longest condition that is written in the line of its sum, characters.
const MAX_CONDITION: usize = 30;

/// A part of a formula with its precedence.
struct Text {
    text: String,
    precedence: Precedence,
}

impl Text {
    fn new(text: impl Into<String>, precedence: Precedence) -> Self {
        Self { text: text.into(), precedence }
    }

    fn whole(text: impl Into<String>) -> Self {
        Self::new(text, Precedence::Whole)
    }

    /// The text, in brackets if its precedence is lower than this.
    fn at_least(&self, precedence: Precedence) -> String {
        if self.precedence < precedence { format!("({})", self.text) } else { self.text.clone() }
    }

    /// Index of a thing or a member, if the text is the offset to it.
    fn offset_index(&self) -> Option<&str> {
        let index = self.text.strip_prefix("x_")?.strip_suffix(" − x")?;
        index.chars().all(|c| c.is_alphanumeric() || c == '_').then_some(index)
    }

    /// The text as an argument of which only the direction counts: `u` for an offset.
    fn direction(&self) -> String {
        self.offset_index().map_or_else(|| self.text.clone(), |index| format!("u_{index}"))
    }

    fn unit(&self) -> String {
        let opposite = self.text.strip_prefix("−(").and_then(|text| text.strip_suffix(')'));
        let opposite = opposite.map(Self::whole);
        match (self.offset_index(), opposite.as_ref().and_then(Self::offset_index)) {
            (Some(index), _) => format!("u_{index}"),
            (_, Some(index)) => format!("−u_{index}"),
            _ => format!("unit({})", self.text),
        }
    }

    fn length(&self) -> String {
        self.offset_index().map_or_else(|| format!("|{}|", self.text), |index| format!("d_{index}"))
    }

    /// Condition that the offset is within a view.
    fn is_in(&self, view: &str) -> Self {
        Self::new(format!("{} \"in\" {view}", self.direction()), Precedence::Compare)
    }
}

fn listed(args: &[Text]) -> String {
    args.iter().map(|arg| arg.text.as_str()).collect::<Vec<_>>().join(", ")
}

struct Formula<'r> {
    rule: &'r Rule,
    names: &'r Names,
    is_rigid: bool,
    /// Finished lines.
    lines: Vec<String>,
    /// Name of the current member.
    member: &'r str,
}

impl<'r> Formula<'r> {
    /// Symbol of the maximum force.
    fn max_force(&self) -> &'static str {
        if self.is_rigid { "S" } else { "F_max" }
    }

    /// Adds the line of a value, before the lines of the values that it uses.
    fn define(&mut self, name: &str, value: &'r Expr) {
        let at = self.lines.len();
        let mut text = self.text(value).text;
        // A value that is a whole line itself needs no second name.
        if let (true, Some(line)) = (self.lines.len() == at + 1, self.lines.last())
            && let Some((own, value)) = line.split_once(" = ")
            && own == text
        {
            text = value.to_string();
            self.lines.pop();
        }
        self.lines.insert(at, format!("{name} = {text}"));
    }

    /// Adds a line for a value, and returns its name: the given one, or one with a number.
    fn name_line(&mut self, name: &'static str, value: &str) -> String {
        let known =
            self.lines.iter().find_map(|line| line.strip_suffix(value)?.strip_suffix(" = "));
        if let Some(known) = known {
            return known.to_string();
        }
        let name = match self.lines.iter().filter(|line| line.starts_with(name)).count() {
            0 => name.to_string(),
            before if name.contains('_') => format!("{name}{}", before + 1),
            before => format!("{name}_{}", before + 1),
        };
        self.lines.push(format!("{name} = {value}"));
        name
    }

    fn texts(&mut self, exprs: &'r [Expr]) -> Vec<Text> {
        exprs.iter().map(|expr| self.text(expr)).collect()
    }

    fn text(&mut self, expr: &'r Expr) -> Text {
        match &expr.kind {
            ExprKind::Number(number) if number.is_infinite() => Text::whole("∞"),
            ExprKind::Number(number) => Text::whole(number.to_string()),
            ExprKind::Param(at) => Text::whole(self.names.params[*at].clone()),
            ExprKind::Is(at, option) => self.choice(*at, *option),
            ExprKind::Keep(at) => Text::whole(symbol_of(&self.rule.keeps[*at].name)),
            ExprKind::Let(at) => Text::whole(symbol_of(&self.rule.lets[*at].name)),
            ExprKind::Own(own) => self.own(*own),
            ExprKind::Thing(thing, field) => of_index(thing_index(*thing), *field),
            ExprKind::Member(field) => of_index(&symbol_of(self.member), *field),
            ExprKind::Minus(of) => {
                let of = self.text(of);
                let least =
                    if of.text.starts_with('−') { Precedence::Power } else { Precedence::Minus };
                Text::new(format!("−{}", of.at_least(least)), Precedence::Minus)
            }
            ExprKind::Not(of) => {
                let of = self.text(of).at_least(Precedence::Not);
                Text::new(format!("\"not\" {of}"), Precedence::Not)
            }
            ExprKind::Binary(op, sides) => self.binary(*op, &sides[0], &sides[1]),
            ExprKind::If(parts) => {
                let [condition, yes, no] =
                    [&parts[0], &parts[1], &parts[2]].map(|part| self.text(part));
                let least =
                    if expr.ty == Type::Condition { Precedence::Compare } else { Precedence::Sum };
                let yes = yes.at_least(least);
                let text = format!("{yes} \"if\" {} \"else\" {}", condition.text, no.text);
                Text::new(text, Precedence::Loose)
            }
            ExprKind::Call(function, args) | ExprKind::Draw(function, args, _) => {
                let args = self.texts(args);
                self.call(*function, &args)
            }
            ExprKind::Fold(over) => self.fold(over),
        }
    }

    fn choice(&self, at: usize, option: usize) -> Text {
        let name = &self.names.params[at];
        let ParamKind::Choice { options, .. } = &self.rule.params[at].kind else {
            return Text::whole(name.clone());
        };
        match (options.iter().map(String::as_str).collect::<Vec<_>>().as_slice(), option) {
            (["off", "on"], 1) => Text::whole(name.clone()),
            (["off", "on"], _) => Text::new(format!("\"not\" {name}"), Precedence::Not),
            _ => Text::new(format!("{name} = {}", quoted(&options[option])), Precedence::Compare),
        }
    }

    fn own(&self, own: Own) -> Text {
        let name = match own {
            Own::Length => "L",
            Own::MaxSpeed => "V",
            Own::Braking => "4·V^2·M/F_max",
            Own::Mass => "M",
            Own::Velocity => "v",
            Own::Speed => "|v|",
            Own::Heading => "h",
            Own::Place => "x",
            Own::Leads => "\"leads\"",
            Own::Hunts => "\"hunts\"",
            Own::SoFar => "F_0/F_max",
            Own::Time => "\"time\"",
            Own::Tick => "dt",
            Own::Pi => "π",
            Own::Degree => "π/180",
            Own::MaxForce => self.max_force(),
            Own::Left => return Text::new("−1", Precedence::Minus),
            Own::Right => "1",
        };
        Text::whole(name)
    }

    fn binary(&mut self, op: Binary, left: &'r Expr, right: &'r Expr) -> Text {
        let (left, right) = (self.text(left), self.text(right));
        if op == Binary::Power {
            return power(&left, &right);
        }
        let sign = match op {
            Binary::Subtract => "−",
            Binary::Multiply => "·",
            Binary::AtMost => "≤",
            Binary::AtLeast => "≥",
            Binary::Same => "=",
            Binary::Differs => "≠",
            Binary::And => "\"and\"",
            Binary::Or => "\"or\"",
            _ => op.sign(),
        };
        let own = precedence_of(op);
        let (least_left, least_right) = operand_precedences(own);
        let (left, mut right) = (left.at_least(least_left), right.at_least(least_right));
        if op == Binary::Subtract && right.starts_with('−') {
            right = format!("({right})");
        }
        let text = match op {
            Binary::Multiply | Binary::Divide => format!("{left}{sign}{right}"),
            _ => format!("{left} {sign} {right}"),
        };
        Text::new(text, own)
    }

    fn call(&mut self, function: Function, args: &[Text]) -> Text {
        use Function as F;
        let Some(first) = args.first() else {
            return Text::whole(format!("{}()", name_of(FUNCTIONS, function)));
        };
        match function {
            F::Head if !self.is_rigid => {
                self.toward(&format!("V·{}", first.at_least(Precedence::Product)))
            }
            F::Toward => self.toward(&first.text),
            F::Seek => {
                let unit = first.unit();
                self.toward(&match unit.strip_prefix('−') {
                    Some(opposite) => format!("−V·{opposite}"),
                    None => format!("V·{unit}"),
                })
            }
            F::Arrive => {
                let near =
                    format!("min(1, {}/{})", first.length(), args[1].at_least(Precedence::Whole));
                self.toward(&format!("V·{near}·{}", first.unit()))
            }
            F::Abs => Text::whole(format!("|{}|", first.text)),
            F::Length => Text::whole(first.length()),
            F::Unit => Text::whole(first.unit()),
            F::Side => Text::whole(format!("side({})", first.direction())),
            F::Turn | F::Head => {
                Text::new(format!("side({})·θ/π", first.direction()), Precedence::Product)
            }
            F::Seen => first.is_in("view"),
            F::Wide => first.is_in("\"a wide view\""),
            F::Limited => first.is_in("\"a limited view\""),
            F::Narrow => first.is_in("\"a narrow view\""),
            F::Full => Text::whole("\"always\""),
            F::Vec if args.iter().all(|arg| arg.text == "0") => Text::whole("0"),
            F::Vec => Text::whole(format!("({})", listed(args))),
            F::Pow => power(first, &args[1]),
            _ => Text::whole(format!("{}({})", name_of(FUNCTIONS, function), listed(args))),
        }
    }

    /// Difference to a wanted velocity, defined on a line of its own.
    fn toward(&mut self, wanted: &str) -> Text {
        if wanted == "0" {
            return Text::new("−v/V", Precedence::Minus);
        }
        let name = self.name_line("v_w", wanted);
        Text::new(format!("({name} − v)/V"), Precedence::Product)
    }

    fn set(&mut self, set: &'r Set) -> String {
        let mut args = Vec::new();
        if set.kind == crate::tree::SetKind::Group {
            args.push(quoted(&set.group));
        }
        args.extend(set.radius.as_ref().map(|radius| self.text(radius).text));
        let name = name_of(SETS, set.kind).to_string();
        let all = if args.is_empty() { name } else { format!("{name}({})", args.join(", ")) };
        match &set.closest {
            Some(many) => format!("closest({}, {all})", self.text(many).text),
            None => all,
        }
    }

    /// Aggregate over a set, defined on a line of its own.
    fn fold(&mut self, over: &'r Aggregate) -> Text {
        let set = self.set(&over.set);
        self.member = &over.member;
        let condition = over.condition.as_ref().map(|condition| self.text(condition));
        let value = over.value.as_ref().map(|value| self.text(value));
        self.member = "";
        let (name, of) = match (over.fold, value) {
            (Fold::Sum, Some(value)) => ("Σ ", value.at_least(Precedence::Product)),
            (Fold::Mean, Some(value)) => ("mean", format!("({})", value.text)),
            (Fold::Least, Some(value)) => ("min", format!("({})", value.text)),
            (Fold::Most, Some(value)) => ("max", format!("({})", value.text)),
            (Fold::Nearest, Some(value)) => ("nearest", format!("({})", value.text)),
            (Fold::AnyOf, Some(value)) => ("\"any\" ", value.at_least(Precedence::Product)),
            (Fold::Any, Some(value)) => ("\"any\" ", value.at_least(Precedence::Not)),
            (Fold::Count, _) => ("\"number of\" ", String::new()),
            _ => ("\"any\" ", String::new()),
        };
        // A long condition is defined on a line of its own.
        let condition = condition.map_or_else(String::new, |test| {
            let is_short = test.text.chars().count() <= MAX_CONDITION;
            let test = if is_short { test.text } else { self.name_line("c′", &test.text) };
            format!(" \"where\" {test}")
        });
        let each = if of.is_empty() { "" } else { " \"for\" " };
        let member = symbol_of(&over.member);
        let text = format!("{name}{of}{each}{member} \"in\" {set}{condition}");
        Text::whole(self.name_line("q", &text))
    }
}

fn power(base: &Text, exponent: &Text) -> Text {
    let (base, exponent) = (base.at_least(Precedence::Whole), exponent.at_least(Precedence::Whole));
    Text::new(format!("{base}^{exponent}"), Precedence::Power)
}

/// Writes a text of the user as words of a formula.
fn quoted(text: &str) -> String {
    let words: String = text.chars().filter(|c| *c != '"').collect();
    format!("\"{}\"", one_line(&words))
}

fn thing_index(thing: Thing) -> &'static str {
    match thing {
        Thing::Goal => "g",
        Thing::Target => "t",
        Thing::Leader => "l",
        Thing::Pointer => "p",
        Thing::Node => "i",
        Thing::Wall => "w",
        Thing::Barrier => "b",
    }
}

/// Property of the thing or member with this index.
fn of_index(index: &str, field: Field) -> Text {
    let (text, precedence) = match field {
        Field::Offset => (format!("x_{index} − x"), Precedence::Sum),
        Field::Distance => (format!("d_{index}"), Precedence::Whole),
        Field::Direction => (format!("u_{index}"), Precedence::Whole),
        Field::Velocity => (format!("v_{index}"), Precedence::Whole),
        Field::Speed => (format!("|v_{index}|"), Precedence::Whole),
        Field::Heading => (format!("h_{index}"), Precedence::Whole),
        Field::Length => (format!("L_{index}"), Precedence::Whole),
        Field::Radius => (format!("r_{index}"), Precedence::Whole),
        Field::Last => (format!("x_{index} \"is the last\""), Precedence::Compare),
        Field::There => (format!("x_{index} \"is there\""), Precedence::Compare),
        Field::Leads => (format!("\"leads({index})\""), Precedence::Whole),
    };
    Text::new(text, precedence)
}
