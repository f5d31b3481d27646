//! Command `rule`: checks, formats, explains and prints rules and measures, which are texts.

use crate::failure::{CommandFailure, check_written, print_text};
use crate::input::{read_text, refuse_notices};
use crate::output::OutputFiles;
use crate::rules::{can_be_key, check_rule_text, compile_text, error_with_place};
use clap::Args;
use flockwright::Run;
use flockwright::engine::behaviors::{
    Behavior, Recipe, behavior_from_key, recipes, unknown_behavior,
};
use flockwright::internals::compose::rule_item;
use flockwright::internals::rules::{
    CompiledRule, PARAM_KEY_SEPARATOR, key_of_rule, label_of_rule,
};
use flockwright::rules::quote::quote;
use flockwright::rules::tree::{Expr, RuleParam, RuleParamKind, TextMeasure};
use flockwright::rules::{Language, Rule, RuleError, group_names, language_reference};
use flockwright_lab::insight::measures::declare_measure;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::Path;

/// Check rules and measures, and explain them: parameters, requirements, costs and words.
///
/// A rule is a behavior in a few lines of text; --rule adds it to runs. A measure is a number that
/// describes all units; --measure adds it to runs. Errors are printed with line, column and the
/// likely intention; the exit code is then 1.
#[derive(Args)]
pub struct RuleOptions {
    /// Files with a rule or a measure each, `-` for the standard input, or keys of built-in
    /// behaviors and recipes; with --print also the link of a run.
    #[arg(value_name = "FILE|-|BEHAVIOR|LINK", required_unless_present_any = ["words", "recipes"])]
    what: Vec<String>,
    /// List the recipes: rules that ship with the program, by key, name and sentence. `flockwright
    /// rule hide` prints and explains one, and `run ... --rule hide` uses it.
    #[arg(long, conflicts_with_all = ["what", "format", "print", "words"])]
    recipes: bool,
    /// Print the reference of the language: all words of rules and measures, with examples.
    #[arg(long, conflicts_with_all = ["what", "format", "print"])]
    words: bool,
    /// Rewrite the files in the canonical spelling of rules; print the other texts in it.
    #[arg(long)]
    format: bool,
    /// With --format: write nothing; exit code 1 if a file is spelled differently.
    #[arg(long, requires = "format")]
    check: bool,
    /// Print the rules, or the rules of a run with its parameter values, as one file of functions
    /// for a game, in typescript, javascript or gdscript. Other languages can call the library
    /// instead.
    #[arg(long, value_name = "LANGUAGE", value_parser = Language::language_from_key, conflicts_with = "format")]
    print: Option<Language>,
}

/// Source code of the rules of a run's link, or of rules given by files or keys of behaviors.
fn print_rules(what: &[String], language: Language) -> Result<String, CommandFailure> {
    let link = match what {
        [link] if link.contains('=') && !Path::new(link).exists() => link.clone(),
        _ => {
            let mut items = Vec::new();
            for name in what {
                let source = RuleSource::read_source(name)?;
                source.parse_rule()?;
                items.push(match &source.built_in {
                    Some(behavior) => behavior.key().to_string(),
                    None => rule_item(&source.text)?.1,
                });
            }
            format!("scene=empty&count=0&groups=units.p{}", items.join("-"))
        }
    };
    let (run, notices) = Run::open(&link);
    refuse_notices(&notices)?;
    Ok(run.print_force(language))
}

pub fn run_rule(options: RuleOptions) -> Result<bool, CommandFailure> {
    let RuleOptions { what, words, recipes: lists_recipes, format, check, print: language } =
        options;
    if words {
        print_text(&language_reference())?;
        return Ok(true);
    }
    if lists_recipes {
        let line = |recipe: &Recipe| {
            format!("{:<18} {:<24} {}\n", recipe.key, recipe.label(), recipe.sentence())
        };
        print_text(&recipes().iter().map(line).collect::<String>())?;
        return Ok(true);
    }
    if let Some(language) = language {
        print_text(&print_rules(&what, language)?)?;
        return Ok(true);
    }
    let mut all_well = true;
    let mut out = String::new();
    for (at, name) in what.iter().enumerate() {
        let source = RuleSource::read_source(name)?;
        let said = match format {
            true => source.parse_rule().map(|(rule, _)| rule.text()),
            false => source.explanation(),
        };
        let text = match said {
            Ok(text) => text,
            Err(errors) => {
                all_well = false;
                // The output so far comes first, so that a terminal shows it above the error.
                print_text(&std::mem::take(&mut out))?;
                check_written("standard error", write!(io::stderr(), "{errors}"))?;
                continue;
            }
        };
        if format {
            if !source.is_file() && !check {
                out += &text;
            } else if text != source.text {
                out += &format!("{name}\n");
                all_well &= !check;
                if !check {
                    rewrite_file(name, &text)?;
                }
            }
            continue;
        }
        if at > 0 {
            out.push('\n');
        }
        out += &text;
        if !out.ends_with('\n') {
            out.push('\n');
        }
    }
    print_text(&out)?;
    Ok(all_well)
}

fn rewrite_file(name: &str, text: &str) -> Result<(), String> {
    let mut file = OutputFiles::new(&[], true).create_output(Path::new(name))?;
    file.write_all(text.as_bytes()).map_err(|error| format!("{name}: {error}"))?;
    file.move_into_place()
}

/// Text of a rule or a measure, and its source: a file, the standard input, or a built-in behavior.
struct RuleSource<'a> {
    name: &'a str,
    text: String,
    built_in: Option<Box<dyn Behavior>>,
}

impl<'a> RuleSource<'a> {
    fn read_source(name: &'a str) -> Result<Self, String> {
        let path = Path::new(name);
        let built_in = behavior_from_key(name).filter(|_| !path.exists());
        if let Some(behavior) = &built_in {
            let compiled_behavior = behavior.compiled_behavior();
            let compiled_behavior = compiled_behavior
                .ok_or_else(|| format!("{name} is a behavior that is no rule."))?;
            return Ok(Self { name, text: compiled_behavior.rule().text(), built_in });
        }
        if !path.exists() && can_be_key(name) {
            return Err(format!("{} There is no file {name} either.", unknown_behavior(name)));
        }
        Ok(Self { name, text: read_text(path)?, built_in })
    }

    fn is_file(&self) -> bool {
        self.name != "-" && self.built_in.is_none()
    }

    /// True if the first line names a measure.
    fn is_measure(&self) -> bool {
        let mut lines = self.text.lines().map(str::trim_start);
        let first = lines.find(|line| !line.is_empty() && !line.starts_with('#'));
        first.is_some_and(|line| line.split_whitespace().next() == Some("measure"))
    }

    /// Name of the text's source, as messages give it.
    fn name_in_messages(&self) -> &str {
        if self.name == "-" { "standard input" } else { self.name }
    }

    /// Error message with file, line and column, and the line with the error underlined.
    fn error_message(&self, error: &RuleError) -> String {
        format!(
            "{}\n{}",
            error_with_place(self.name_in_messages(), error),
            self.underlined_line(error)
        )
    }

    /// Parses and compiles the rule; fails with the error message.
    fn parse_rule(&self) -> Result<(Rule, CompiledRule), String> {
        if self.is_measure() {
            return Err(format!("{}: a measure can be checked alone.\n", self.name_in_messages()));
        }
        let sound = compile_text(&self.text).map_err(|error| self.error_message(&error))?;
        if self.built_in.is_none() {
            check_rule_text(&self.text)
                .map_err(|why| format!("{}: {why}\n", self.name_in_messages()))?;
        }
        Ok(sound)
    }

    /// Explanation of the rule or measure for people.
    fn explanation(&self) -> Result<String, String> {
        let mut text = format!("{}: sound\n\n", self.name);
        let words = if self.is_measure() {
            let measure =
                TextMeasure::parse(&self.text).map_err(|error| self.error_message(&error))?;
            declare_measure(&self.text)
                .map_err(|why| format!("{}: {why}\n", self.name_in_messages()))?;
            text += &format!("{} ({})\n\n", measure.label, measure.key);
            measure.params.iter().for_each(|param| text += &param_line("", param));
            let range = measure.value_range.map(|[low, high]| match high.is_finite() {
                true => format!(" from {low} to {high}"),
                false => format!(" from {low} on"),
            });
            let unit = if measure.unit.is_empty() { "" } else { " in " };
            let range = range.unwrap_or_default();
            text += &format!("It is a number{range}{unit}{}.\n", measure.unit);
            text += &requirements_line(needed_groups(measure.exprs()));
            text.push('\n');
            measure.words()
        } else {
            let (rule, compiled) = self.parse_rule()?;
            self.explain_rule(&rule, &compiled, &mut text);
            rule.words()
        };
        for (word, doc) in words {
            let _ = writeln!(text, "  {word:<12} {doc}");
        }
        Ok(text)
    }

    fn explain_rule(&self, rule: &Rule, compiled: &CompiledRule, text: &mut String) {
        let key = key_of_rule(rule);
        *text += &format!("{} ({key})\n", label_of_rule(rule, key));
        let sentence = rule.sentence();
        if !sentence.is_empty() {
            *text += &format!("{sentence}\n");
        }
        // Keys of parameters begin with the key of the rule, except in built-in behaviors that are
        // no recipes.
        let compiled_behavior =
            self.built_in.as_ref().and_then(|behavior| behavior.compiled_behavior());
        let is_by_hand =
            compiled_behavior.is_none_or(|compiled_behavior| compiled_behavior.is_user_rule());
        let before = if is_by_hand { format!("{key}{PARAM_KEY_SEPARATOR}") } else { String::new() };
        let weight = self.built_in.as_ref().map_or(1.0, |behavior| behavior.get(0));
        *text += &format!("\n  {key:<26} {weight:<22} Its weight.\n");
        rule.params.iter().for_each(|param| *text += &param_line(&before, param));
        let [own, members] = compiled.value_counts();
        *text += &format!("\nIt computes {own} values for each unit");
        if members > 0 {
            *text += &format!(", and {members} for each that it looks at");
        }
        *text += ".\n";
        let dependencies = rule.dependencies();
        let things = dependencies.required_things.iter().map(|thing| thing.word());
        let needs =
            things.chain(dependencies.needs_view.then_some("view")).map(|need| format!("a {need}"));
        *text += &requirements_line(needs.chain(needed_groups(rule.exprs())));
        text.push('\n');
    }

    /// Line of the text that contains an error, with the invalid part underlined.
    fn underlined_line(&self, error: &RuleError) -> String {
        let line = self.text.lines().nth(error.position.line as usize - 1).unwrap_or_default();
        let number = error.position.line.to_string();
        let before = line.chars().take(error.position.column as usize - 1);
        // Tabs are kept, so that the underline is below the invalid characters.
        let space: String = before.map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        let signs = "^".repeat(error.length as usize);
        format!("{number} | {line}\n{:1$} | {space}{signs}\n", "", number.len())
    }
}

/// Requirements such as `a group "sharks"`: the groups that these expressions name.
fn needed_groups<'e>(exprs: impl Iterator<Item = &'e Expr>) -> impl Iterator<Item = String> {
    group_names(exprs).into_iter().map(|name| format!("a group {}", quote(name)))
}

/// Line about the requirements of a rule or a measure; empty if there are none.
fn requirements_line(needs: impl Iterator<Item = String>) -> String {
    let needs: Vec<String> = needs.collect();
    if needs.is_empty() { String::new() } else { format!("It needs {}.\n", needs.join(", ")) }
}

/// Line about a parameter: key in runs (`before` is the key's prefix), value, range, meaning.
fn param_line(before: &str, param: &RuleParam) -> String {
    let name = format!("{before}{}", param.name);
    let range = match &param.kind {
        RuleParamKind::Number { value, low, high, unit } => {
            format!("{value} in {low}..{high} {unit}").trim_end().to_string()
        }
        RuleParamKind::Choice { value, options } => {
            format!("{} of {}", options[*value], options.join(", "))
        }
    };
    format!("{}\n", format!("  {name:<26} {range:<22} {}", param.doc).trim_end())
}
