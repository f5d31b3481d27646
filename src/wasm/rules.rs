//! Rules written in the rule language, for the page: checking a text, giving a rule to a group, and
//! the values of a rule's lines for a unit.

use super::{Simulation, to_js};
use flockwright::internals::rules::{CompiledRule, RuleTrace, TraceValue, key_of_rule};
use flockwright::rules::tree::{
    ExprKind, FoldFunction, Rule as Tree, RuleStatement, SetKind, TextLine, ValueType,
};
use flockwright::rules::{Rule, RuleError, Span, words};
use flockwright::session::events::Event;
use flockwright_lab::insight::trace::trace_rule;
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

/// Number of characters per line of a rule in the page's panel.
const PANEL_COLUMNS: usize = 46;

/// Error in the text of a rule: its position, and the word that was probably meant.
#[derive(Serialize, Tsify)]
struct RuleFault {
    /// Line of the text with the error, counted from 1.
    line: u32,
    /// Character of that line at which the error begins, counted from 1.
    column: u32,
    length: u32,
    what: String,
    #[tsify(optional)]
    meant: Option<String>,
}

/// Result of checking the text of a rule.
#[derive(Serialize, Tsify)]
struct RuleCheck {
    /// First error, if there is one; then the other fields are empty.
    #[tsify(optional)]
    fault: Option<RuleFault>,
    key: String,
    label: String,
}

/// Word of the rule language, with its description.
#[derive(Serialize, Tsify)]
struct RuleWord {
    name: &'static str,
    /// Title of the table in the language reference that lists the word.
    table: &'static str,
    doc: &'static str,
}

/// Statement of a rule with its present value for one unit.
#[derive(Serialize, Tsify)]
struct RuleLine {
    /// Line of the text on which the statement begins, counted from 1.
    line: u32,
    /// Keyword of the statement: `let`, `keep`, `steer`, `thrust` or `brake`.
    kind: &'static str,
    /// Name that the statement defines; empty if it defines none.
    name: String,
    /// Value of the statement: one number, or two for a vector; a condition is 0 or 1.
    value: Vec<f32>,
    #[tsify(type = "\"number\" | \"vector\" | \"condition\"")]
    ty: &'static str,
}

/// Member of a set (unit, obstacle or pointer) that counts in an expression over the set.
#[derive(Serialize, Tsify)]
struct CountedMember {
    /// Id of the unit, or index of the obstacle; -1 for the pointer.
    id: i32,
    /// Value of the expression for this member alone: one number, or two for a vector.
    value: Vec<f32>,
}

/// Expression of a rule over a set, such as a mean over neighbors, and its counted members.
#[derive(Serialize, Tsify)]
struct RuleSet {
    /// Line on which the statement with the expression begins, counted from 1.
    line: u32,
    /// Whether the members of the set are obstacles instead of units.
    obstacles: bool,
    /// How the values of the members are combined, as a word of the rule language: `sum`, `mean`,
    /// `least`, `most`, `any`, `count`, `nearest` or `any_of`.
    fold: &'static str,
    /// Radius of the set around the unit, u; undefined if the set has none.
    #[tsify(optional)]
    radius: Option<f32>,
    members: Vec<CountedMember>,
}

/// Values of a rule for one unit in the coming tick.
#[derive(Serialize, Tsify)]
struct RuleValues {
    /// Whether the group has all that the rule needs, such as a target; else there is no force.
    active: bool,
    /// Force of the rule in world coordinates before the weight is applied, as a share of the
    /// largest steering force of the unit.
    force: [f32; 2],
    lines: Vec<RuleLine>,
    sets: Vec<RuleSet>,
}

impl RuleFault {
    fn from_error(error: &RuleError) -> Self {
        let (line, column) = (error.position.line, error.position.column);
        let (what, meant) = (error.message.clone(), error.suggestion.clone());
        Self { line, column, length: error.length, what, meant }
    }
}

fn rule_values_of(rule: &Tree, trace: RuleTrace) -> RuleValues {
    let parts = |value_of_line: TraceValue| match value_of_line {
        TraceValue::Number(number) => (vec![number], "number"),
        TraceValue::Vector(vector) => (vector.to_vec(), "vector"),
        TraceValue::Condition(holds) => (vec![f32::from(u8::from(holds))], "condition"),
    };
    let line = |line: &TextLine| {
        let number = |factor: Option<f32>| TraceValue::Number(factor.unwrap_or(1.0));
        let (kind, name, value_of_line) = match line.statement {
            RuleStatement::Let(at) => {
                ("let", rule.named_values[at].name.clone(), trace.named_values[at])
            }
            RuleStatement::Keep(at) => {
                ("keep", rule.memories[at].name.clone(), trace.memories[at][0])
            }
            RuleStatement::Steer => ("steer", String::new(), trace.steer),
            RuleStatement::Thrust => ("thrust", String::new(), number(trace.thrust)),
            RuleStatement::Brake => ("brake", String::new(), number(trace.brake)),
            _ => return None,
        };
        let (value, ty) = parts(value_of_line);
        Some(RuleLine { line: line.line_number, kind, name, value, ty })
    };
    let looks = |span: Span| {
        let mut found = (FoldFunction::Count, SetKind::Everyone, false);
        rule.walk_exprs(|expr| match &expr.kind {
            ExprKind::Fold(over) if expr.span == span => {
                let yields = over.value.as_ref().map(|value| value.ty);
                found = (over.fold, over.set.kind, yields == Some(ValueType::Vector));
            }
            _ => {}
        });
        found
    };
    let begins = |span: Span| {
        let numbers = rule.lines.iter().map(|line| line.line_number);
        numbers.filter(|number| *number <= span.start.line).max().unwrap_or(1)
    };
    let sets = trace.members.iter().map(|(span, members)| RuleSet {
        line: begins(*span),
        obstacles: looks(*span).1 == SetKind::Obstacles,
        fold: words::name_of(words::FOLD_WORDS, looks(*span).0),
        radius: trace.radii.iter().find(|(at, _)| at == span).map(|(_, radius)| *radius),
        members: members
            .iter()
            .map(|one| CountedMember {
                id: one.id.map_or(-1, |id| id as i32),
                value: one.member_value[..1 + usize::from(looks(*span).2)].to_vec(),
            })
            .collect(),
    });
    RuleValues {
        active: trace.is_active,
        force: trace.force,
        lines: rule.lines.iter().filter_map(line).collect(),
        sets: sets.collect(),
    }
}

/// Checks the text of a rule: gives its first error, or its key and label.
#[wasm_bindgen(js_name = checkRule, unchecked_return_type = "RuleCheck")]
pub fn check_rule(text: &str) -> JsValue {
    let checked = Rule::parse(text).and_then(|rule| CompiledRule::new(&rule).map(|_| rule));
    to_js(&match checked {
        Ok(rule) => RuleCheck {
            fault: None,
            key: key_of_rule(&rule).to_string(),
            label: rule.label.clone(),
        },
        Err(error) => RuleCheck {
            fault: Some(RuleFault::from_error(&error)),
            key: String::new(),
            label: String::new(),
        },
    })
}

/// All words of the rule language, for completion and help.
#[wasm_bindgen(js_name = ruleWords, unchecked_return_type = "RuleWord[]")]
pub fn rule_words() -> JsValue {
    let mut found = Vec::new();
    words::for_each_word(&mut |table, name, doc| found.push(RuleWord { name, table, doc }));
    to_js(&found)
}

#[wasm_bindgen]
impl Simulation {
    /// Gives a group, by its index, a written rule: in place of the group's behavior with the key
    /// `instead`, or after all its behaviors. One input of the run, recorded and undone like any
    /// other. Returns one sentence for each error; then nothing has changed.
    #[wasm_bindgen(js_name = setRule)]
    pub fn set_rule(&mut self, group: usize, text: &str, instead: Option<String>) -> Vec<String> {
        self.set_rule_of_group(group, text, instead.as_deref())
    }

    /// Text of the rule of a behavior, by group index and key; undefined if it has no rule.
    #[wasm_bindgen(js_name = ruleText)]
    pub fn rule_text(&self, group: usize, key: &str) -> Option<String> {
        let pipeline = &self.run.world.groups().get(group)?.pipeline;
        let behavior = pipeline.iter().find(|behavior| behavior.key() == key)?;
        Some(behavior.compiled_behavior()?.rule().text())
    }

    /// Text of a behavior's rule for reading, in short lines and with the present values of
    /// parameters; for a built-in behavior without the branches that its choice parameters exclude.
    #[wasm_bindgen(js_name = ruleToRead)]
    pub fn rule_to_read(&self, group: usize, key: &str) -> Option<String> {
        let pipeline = &self.run.world.groups().get(group)?.pipeline;
        let behavior = pipeline.iter().find(|behavior| behavior.key() == key)?;
        let compiled_behavior = behavior.compiled_behavior()?;
        let values: Vec<f32> = (1..behavior.specs().len()).map(|at| behavior.get(at)).collect();
        let rule = match compiled_behavior.is_user_rule() {
            true => compiled_behavior.rule().with_default_values(&values),
            false => compiled_behavior.rule().simplified_for_values(&values),
        };
        Some(rule.wrapped_text(PANEL_COLUMNS))
    }

    /// Value of each line of a rule, given by its key, for a unit in the coming tick; undefined if
    /// the unit's group has no rule with this key.
    #[wasm_bindgen(js_name = ruleValues, unchecked_return_type = "RuleValues | undefined")]
    pub fn rule_values(&self, unit: usize, key: &str) -> JsValue {
        let world = &self.run.world;
        let Some(trace) = trace_rule(world, &mut self.observer.borrow_mut(), unit, key) else {
            return JsValue::UNDEFINED;
        };
        let group = world.groups().iter().find(|group| group.ids.contains(&unit));
        let pipeline = group.map(|group| &group.pipeline);
        let behavior = pipeline.and_then(|all| all.iter().find(|one| one.key() == key));
        match behavior.and_then(|behavior| behavior.compiled_behavior()) {
            Some(compiled_behavior) => to_js(&rule_values_of(compiled_behavior.rule(), trace)),
            None => JsValue::UNDEFINED,
        }
    }
}

impl Simulation {
    /// Gives a group, by its index, a written rule: in place of the group's behavior with the key
    /// `instead`, or after all behaviors. Returns one sentence per error; then nothing changes.
    fn set_rule_of_group(
        &mut self,
        group: usize,
        text: &str,
        instead: Option<&str>,
    ) -> Vec<String> {
        let mut composition = self.run.composition();
        if let Err(what) = composition.add_rule_to_group(group, text, instead) {
            return vec![what];
        }
        let notices = self.run.check_composition(&composition);
        if notices.is_empty() {
            // This cannot fail: `check_composition` has found no error.
            let _ = self.input(Event::Compose(composition.into()));
        }
        notices
    }
}
