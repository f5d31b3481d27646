//! Rules, from the page: what is wrong with a text, what it comes to for a unit, written rules of a
//! run.

use super::{Simulation, to_js};
use flockwright::internals::rules::{Compiled, RuleTrace, TraceValue, key_of_rule};
use flockwright::rules::tree::{ExprKind, Fold, Rule as Tree, SetKind, Statement, Type};
use flockwright::rules::{Rule, RuleError, Span, words};
use flockwright::session::events::Event;
use flockwright_lab::insight::trace::trace;
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

/// A panel shows this many characters side by side.
const COLUMNS: usize = 46;

/// What is wrong with a text: where, and what was likely meant.
#[derive(Serialize, Tsify)]
struct RuleFault {
    /// From 1.
    line: u32,
    /// In characters, from 1.
    column: u32,
    length: u32,
    what: String,
    #[tsify(optional)]
    meant: Option<String>,
    /// All of it as a sentence.
    says: String,
}

/// What a text is.
#[derive(Serialize, Tsify)]
struct RuleCheck {
    /// Nothing of the rest where there is one.
    #[tsify(optional)]
    fault: Option<RuleFault>,
    key: String,
    label: String,
    /// What lists show.
    says: String,
    /// In its canonical spelling.
    text: String,
    /// Values that are computed for each unit, and for each member that it looks at.
    cost: [usize; 2],
}

/// A word of the language.
#[derive(Serialize, Tsify)]
struct RuleWord {
    name: &'static str,
    /// The title of the table that it stands in.
    table: &'static str,
    doc: &'static str,
}

/// A line of a rule, and what it comes to for a unit.
#[derive(Serialize, Tsify)]
struct RuleLine {
    /// The line of the text on which it begins, from 1.
    line: u32,
    /// `let`, `keep`, `steer`, `thrust` or `brake`.
    kind: &'static str,
    /// What it names; else empty.
    name: String,
    /// One number or two; a condition is 0 or 1.
    value: Vec<f32>,
    #[tsify(type = "\"number\" | \"vector\" | \"condition\"")]
    ty: &'static str,
}

/// A member that counts in a value over a set.
#[derive(Serialize, Tsify)]
struct RuleMember {
    /// Its id, or the number of the obstacle; -1 for the pointer.
    id: i32,
    /// What it yields: one number or two.
    value: Vec<f32>,
}

/// Where the text looks at members, and who counts.
#[derive(Serialize, Tsify)]
struct RuleSet {
    /// The line on which its statement begins, from 1.
    line: u32,
    /// Of obstacles, not of units.
    obstacles: bool,
    /// What becomes of them: `sum`, `mean`, `least`, `most`, `any`, `count` or `nearest`.
    fold: &'static str,
    /// How far it looks, u; undefined where all count.
    #[tsify(optional)]
    radius: Option<f32>,
    members: Vec<RuleMember>,
}

/// What a rule comes to for a unit.
#[derive(Serialize, Tsify)]
struct RuleValues {
    /// Whether all is there without which it steers nothing.
    active: bool,
    /// World-space force before the weight, as a share of what the unit can steer.
    force: [f32; 2],
    lines: Vec<RuleLine>,
    sets: Vec<RuleSet>,
}

impl RuleFault {
    fn of(error: &RuleError) -> Self {
        let (says, meant) = (error.to_string(), error.meant.clone());
        let (line, column) = (error.at.line, error.at.column);
        Self { line, column, length: error.length, what: error.what.clone(), meant, says }
    }
}

fn values_of(rule: &Tree, trace: RuleTrace) -> RuleValues {
    let parts = |value_of_line: TraceValue| match value_of_line {
        TraceValue::Number(number) => (vec![number], "number"),
        TraceValue::Vector(vector) => (vector.to_vec(), "vector"),
        TraceValue::Condition(holds) => (vec![f32::from(u8::from(holds))], "condition"),
    };
    let line = |line: &flockwright::rules::tree::Line| {
        let number = |factor: Option<f32>| TraceValue::Number(factor.unwrap_or(1.0));
        let (kind, name, value_of_line) = match line.says {
            Statement::Let(at) => ("let", rule.lets[at].name.clone(), trace.lets[at]),
            Statement::Keep(at) => ("keep", rule.keeps[at].name.clone(), trace.keeps[at][0]),
            Statement::Steer => ("steer", String::new(), trace.steer),
            Statement::Thrust => ("thrust", String::new(), number(trace.thrust)),
            Statement::Brake => ("brake", String::new(), number(trace.brake)),
            _ => return None,
        };
        let (value, ty) = parts(value_of_line);
        Some(RuleLine { line: line.number, kind, name, value, ty })
    };
    let looks = |span: Span| {
        let mut found = (Fold::Count, SetKind::Everyone, false);
        rule.walk(|expr| match &expr.is {
            ExprKind::Fold(over) if expr.span == span => {
                let yields = over.value.as_ref().map(|value| value.ty);
                found = (over.fold, over.set.kind, yields == Some(Type::Vector));
            }
            _ => {}
        });
        found
    };
    let begins = |span: Span| {
        let numbers = rule.lines.iter().map(|line| line.number);
        numbers.filter(|number| *number <= span.at.line).max().unwrap_or(1)
    };
    let sets = trace.members.iter().map(|(span, members)| RuleSet {
        line: begins(*span),
        obstacles: looks(*span).1 == SetKind::Obstacles,
        fold: words::name_of(words::FOLDS, looks(*span).0),
        radius: trace.radii.iter().find(|(at, _)| at == span).map(|(_, radius)| *radius),
        members: members
            .iter()
            .map(|one| RuleMember {
                id: one.id.map_or(-1, |id| id as i32),
                value: one.yields[..1 + usize::from(looks(*span).2)].to_vec(),
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

/// Reads the text of a rule and says what is wrong with it, or what it is.
#[wasm_bindgen(js_name = checkRule, unchecked_return_type = "RuleCheck")]
pub fn check_rule(text: &str) -> JsValue {
    let checked = Rule::parse(text).and_then(|rule| Ok((Compiled::new(&rule)?.cost(), rule)));
    to_js(&match checked {
        Ok((cost, rule)) => RuleCheck {
            fault: None,
            key: key_of_rule(&rule).to_string(),
            label: rule.label.clone(),
            says: rule.sentence(),
            text: rule.text(),
            cost,
        },
        Err(error) => RuleCheck {
            fault: Some(RuleFault::of(&error)),
            key: String::new(),
            label: String::new(),
            says: String::new(),
            text: String::new(),
            cost: [0; 2],
        },
    })
}

/// All words of the language, for completion and help.
#[wasm_bindgen(js_name = ruleWords, unchecked_return_type = "RuleWord[]")]
pub fn rule_words() -> JsValue {
    let mut found = Vec::new();
    words::each(&mut |table, name, doc| found.push(RuleWord { name, table, doc }));
    to_js(&found)
}

#[wasm_bindgen]
impl Simulation {
    /// Gives a group, by its index, a written rule: in the place of its behavior of the key
    /// `instead`, else behind all others. One input of the run, recorded and undone like any other.
    /// Returns a line for each thing that is wrong; then nothing has changed.
    #[wasm_bindgen(js_name = setRule)]
    pub fn set_rule(&mut self, group: usize, text: &str, instead: Option<String>) -> Vec<String> {
        self.put_rule(group, text, instead.as_deref())
    }

    /// The text of a behavior of a group that is a rule; undefined where it is none.
    #[wasm_bindgen(js_name = ruleText)]
    pub fn rule_text(&self, group: usize, key: &str) -> Option<String> {
        let pipeline = &self.run.world.groups().get(group)?.pipeline;
        let behavior = pipeline.iter().find(|behavior| behavior.key() == key)?;
        Some(behavior.ruling()?.rule().text())
    }

    /// The text of such a behavior as a person reads it: with the values that its parameters have, in
    /// short lines; of a built-in one, without what its choices rule out.
    #[wasm_bindgen(js_name = ruleToRead)]
    pub fn rule_to_read(&self, group: usize, key: &str) -> Option<String> {
        let pipeline = &self.run.world.groups().get(group)?.pipeline;
        let behavior = pipeline.iter().find(|behavior| behavior.key() == key)?;
        let ruling = behavior.ruling()?;
        let values: Vec<f32> = (1..behavior.specs().len()).map(|at| behavior.get(at)).collect();
        let rule = match ruling.is_by_hand() {
            true => ruling.rule().valued(&values),
            false => ruling.rule().standing(&values),
        };
        Some(rule.page(COLUMNS))
    }

    /// What each line of a rule comes to for a unit in the coming tick; undefined where its group has
    /// no rule of this key.
    #[wasm_bindgen(js_name = ruleValues, unchecked_return_type = "RuleValues | undefined")]
    pub fn rule_values(&self, unit: usize, key: &str) -> JsValue {
        let world = &self.run.world;
        let Some(trace) = trace(world, &mut self.observer.borrow_mut(), unit, key) else {
            return JsValue::UNDEFINED;
        };
        let group = world.groups().iter().find(|group| group.range.contains(&unit));
        let pipeline = group.map(|group| &group.pipeline);
        let behavior = pipeline.and_then(|all| all.iter().find(|one| one.key() == key));
        match behavior.and_then(|behavior| behavior.ruling()) {
            Some(ruling) => to_js(&values_of(ruling.rule(), trace)),
            None => JsValue::UNDEFINED,
        }
    }
}

impl Simulation {
    /// Gives a group, by its index, a written rule: in the place of its behavior of the key `instead`, else
    /// behind all others. Returns a line for each thing that is wrong; then nothing has changed.
    fn put_rule(&mut self, group: usize, text: &str, instead: Option<&str>) -> Vec<String> {
        let mut composition = self.run.composition();
        if let Err(what) = composition.put_rule(group, text, instead) {
            return vec![what];
        }
        let notices = self.run.check_composition(&composition);
        if notices.is_empty() {
            // What makes no sense was found above.
            let _ = self.input(Event::Compose(composition.into()));
        }
        notices
    }
}
