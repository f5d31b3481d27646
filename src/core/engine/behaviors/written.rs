//! Declarations of the parameters of rules that users write.
//!
//! Declarations live until the process ends, because any part of the program may hold references to
//! them. Rules with equal declarations share one: while somebody types, most versions of a text
//! declare the same as the version before. The number of declarations is bounded.

use super::BehaviorInfo;
use super::BodyKind;
use super::recipes::recipe_text;
use super::rule::{CompiledBehavior, RuleBehavior};
use crate::rules::tree::{Rule, RuleParamKind};
use crate::rules::{RuleError, TextPosition, symbol_of};
use crate::schema::numbers::slider_step;
use crate::schema::{ParamChoice, ParamSpec};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// Largest number of different declarations per process; each takes some 4 kB.
const MAX_DECLARATIONS: usize = 2000;

/// Separator in the key of a written rule's parameter, which is the key of the rule, `-` and the
/// name of the parameter. No name contains the separator.
pub const PARAM_KEY_SEPARATOR: char = '-';

/// Declarations of a written rule's weight and parameters, and the sentence that describes it.
#[derive(Clone, Copy, Debug)]
struct RuleDeclaration {
    specs: &'static [ParamSpec],
    sentence: &'static str,
}

static DECLARED: Mutex<BTreeMap<String, RuleDeclaration>> = Mutex::new(BTreeMap::new());

impl RuleBehavior {
    /// Compiles a written rule; `key` is the key of its weight, and of the rule in links.
    ///
    /// # Errors
    ///
    /// The rule is too large to run, or too many different rules have been declared.
    pub fn written(key: &str, rule: Rule) -> Result<Self, RuleError> {
        let RuleDeclaration { specs, sentence } = declare_params(key, &rule)?;
        let about = BehaviorInfo::new(specs, sentence).required_bodies(&BodyKind::ALL);
        Ok(Self::new(Arc::new(
            CompiledBehavior::compile(about, specs, rule)?.marked_as_user_rule(),
        )))
    }
}

/// Makes a behavior from the [text](crate::rules) of a rule, for
/// [`Group::with`](crate::Group::with). Its weight has the key of the rule; the key of a parameter
/// is that key, `-` and its name.
///
/// # Errors
/// The text is invalid (the error names the first problem), or the rule is too large to run.
///
/// ```
/// use flockwright::{Group, Role, World, WorldParams, rule};
///
/// let crowded = rule("rule crowded\nparam many = 4 in 0..50\nsteer if count(j in mates(8 * L)) > many then -1 else 0")?;
/// let flock = Group::point("flock", "Flock", Role::Regular, 60).with(crowded);
/// let mut world = World::new(WorldParams::default(), vec![flock], 7);
/// assert_eq!(world.set("crowded-many", 2.0), Ok(2.0));
/// world.tick();
/// # Ok::<(), flockwright::rules::RuleError>(())
/// ```
pub fn rule(text: &str) -> Result<RuleBehavior, RuleError> {
    let rule = Rule::parse(text)?;
    let key = key_of_rule(&rule).to_string();
    RuleBehavior::written(&key, rule)
}

/// Key of a written rule in links: the key in its text, or `own` if the text has none.
pub fn key_of_rule(rule: &Rule) -> &str {
    if rule.key.is_empty() { "own" } else { &rule.key }
}

/// Label of a written rule: the label in its text, or `key` as words if the text has none.
pub fn label_of_rule(rule: &Rule, key: &str) -> String {
    if rule.label.is_empty() { sentence_case(key) } else { rule.label.clone() }
}

fn sentence_case(name: &str) -> String {
    let words = name.replace('_', " ");
    let mut words = words.trim().to_string();
    // ASCII suffices for keys; the Unicode tables for uppercase would add 25 kB to the core.
    if let Some(first) = words.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    words
}

/// Declares the weight and the parameters of a written rule, or finds an equal declaration.
fn declare_params(key: &str, rule: &Rule) -> Result<RuleDeclaration, RuleError> {
    let label = label_of_rule(rule, key);
    let sentence = match rule.sentence() {
        sentence if sentence.is_empty() => "A rule of your own.".to_string(),
        sentence => sentence,
    };
    let own = &rule.params[rule.outer_param_count..];
    let name = format!("{key}\n{label}\n{sentence}\n{own:?}");
    let mut declared = DECLARED.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(known) = declared.get(&name) {
        return Ok(*known);
    }
    if declared.len() >= MAX_DECLARATIONS {
        let what = "too many rules with different parameters were written here; save the link and \
                    open it anew"
            .to_string();
        return Err(RuleError {
            position: TextPosition { line: 1, column: 1 },
            length: 1,
            message: what,
            suggestion: None,
        });
    }
    let source = if recipe_text(key).is_some() { "Recipe" } else { "Your own rule" };
    let keep = |text: String| -> &'static str { text.leak() };
    let (key, label) = (keep(key.to_string()), keep(label));
    let mut specs = vec![
        ParamSpec::weight(label, 1.0)
            .symbol(keep(symbol_of(&format!("w_{key}"))))
            .doc("Weight of this rule.")
            .source(source)
            .with_key_and_section(key, label),
    ];
    for param in own {
        let spec = match &param.kind {
            RuleParamKind::Number { value, low, high, unit } => {
                let step = slider_step(*low, *high);
                let unit = keep(unit.clone());
                ParamSpec::float(
                    keep(sentence_case(&param.name)),
                    unit,
                    *value,
                    [*low, *high],
                    step,
                )
            }
            RuleParamKind::Choice { value, options } => {
                let choices: Vec<ParamChoice> = options
                    .iter()
                    .map(|option| ParamChoice {
                        key: keep(option.clone()),
                        label: keep(sentence_case(option)),
                        description: "",
                    })
                    .collect();
                ParamSpec::choice(keep(sentence_case(&param.name)), choices.leak(), *value)
            }
        };
        let linked = format!("{key}{PARAM_KEY_SEPARATOR}{}", param.name);
        specs.push(
            spec.symbol(keep(symbol_of(&param.name)))
                .doc(keep(param.doc.clone()))
                .source(source)
                .with_key_and_section(keep(linked), label),
        );
    }
    let made = RuleDeclaration { specs: specs.leak(), sentence: keep(sentence) };
    declared.insert(name, made);
    Ok(made)
}
