//! Options `--rule` and `--measure`: rules and measures in files, added to the links of runs.

use crate::input::read_text;
use clap::Args;
use flockwright::Run;
use flockwright::engine::behaviors::{recipe_text, unknown_recipe};
use flockwright::internals::compose::rule_item;
use flockwright::internals::rules::CompiledRule;
use flockwright::rules::tree::TextMeasure;
use flockwright::rules::{Rule, RuleError};
use flockwright::session::link::query_of;
use flockwright_lab::insight::measures::{declare_measure, declare_measures_of};
use form_urlencoded::Serializer;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Rules that runs carry.
#[derive(Args, Clone, Debug, Default)]
pub struct RuleArguments {
    /// Add the rule in a file (`flockwright help rule`), or the recipe of this key, to the scene's
    /// main group, or to a named group as in `--rule hunters=ambush.rule` or `--rule birds=hide`.
    /// It comes after the group's other behaviors, or replaces its rule of the same key. Can be
    /// repeated.
    #[arg(long = "rule", value_name = "[GROUP=]FILE|RECIPE")]
    rules: Vec<String>,
    #[command(flatten)]
    measure_files: MeasureArguments,
}

/// Measures that the command line adds from files.
#[derive(Args, Clone, Debug, Default)]
pub struct MeasureArguments {
    /// Add the measure in a file (`flockwright rule --words`): its key can be used in rows, goals
    /// and lists, and links of rows include it. Can be repeated.
    #[arg(long = "measure", value_name = "FILE")]
    own_measures: Vec<PathBuf>,
}

/// Registers the measures of `--measure FILE` and of links among the arguments, before the
/// arguments are parsed, since other arguments can name these measures.
///
/// # Errors
/// One sentence with the place of the error in a file.
pub fn declare_measures(arguments: impl Iterator<Item = OsString>) -> Result<(), String> {
    let mut arguments = arguments;
    while let Some(argument) = arguments.next() {
        let Some(text) = argument.to_str() else { continue };
        let file = match text.strip_prefix("--measure") {
            Some("") => arguments.next(),
            Some(rest) => rest.strip_prefix('=').map(OsString::from),
            None => None,
        };
        if let Some(file) = file {
            declare_measure(&read_measure(Path::new(&file))?)?;
        } else if text.contains("measures=R") {
            declare_measures_of(&Run::open(text).0)?;
        }
    }
    Ok(())
}

/// Reads a file with a measure, checks it, and returns its text.
fn read_measure(file: &Path) -> Result<String, String> {
    let text = read_text(file)?;
    TextMeasure::parse(&text)
        .map_err(|error| error_with_place(&file.display().to_string(), &error))?;
    Ok(text)
}

impl RuleArguments {
    /// Files of the rules and the measures.
    pub fn rule_files(&self) -> Vec<&Path> {
        let rules = self.rules.iter().map(|rule| Path::new(split_group(rule).1));
        rules.chain(self.measure_files.own_measures.iter().map(PathBuf::as_path)).collect()
    }

    /// Adds the rules and the measures to a link.
    ///
    /// # Errors
    /// One sentence with the place of the error in a file.
    pub fn add_to_link(&self, link: &str) -> Result<String, String> {
        if self.rule_files().is_empty() {
            return Ok(link.to_string());
        }
        let query = query_of(link);
        // Notices are dropped here: they are reported when the resulting link is opened, which also
        // has the parameters of the added rules.
        let (mut run, _) = Run::open(&query);
        for rule in &self.rules {
            let (group, file) = split_group(rule);
            let text = rule_text(file)?;
            compile_text(&text).map_err(|error| error_with_place(file, &error))?;
            let main = run.world.groups().first().map_or("", |group| group.key);
            let put = run.set_rule(group.unwrap_or(main), &text);
            put.map_err(|why| format!("{file}: {why}"))?;
        }
        // If a link has a key twice, the last value counts, so the new values are appended.
        let mut query = Serializer::new(query.into_owned());
        if !self.rules.is_empty() {
            query.append_pair("groups", &run.composition_text());
        }
        for file in &self.measure_files.own_measures {
            run.add_measure(&read_measure(file)?)?;
        }
        if let Some(measures) = run.measures_text() {
            query.append_pair("measures", &measures);
        }
        Ok(query.finish())
    }
}

/// Whether a word can be the key of a behavior.
pub fn can_be_key(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_lowercase())
        && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Text of a rule: of the file with this name or, without one, of the recipe with this key.
fn rule_text(file: &str) -> Result<String, String> {
    match recipe_text(file) {
        _ if Path::new(file).exists() || !can_be_key(file) => read_text(Path::new(file)),
        Some(text) => Ok(text.to_string()),
        None => Err(format!("{} There is no file {file} either.", unknown_recipe(file))),
    }
}

/// Splits `[GROUP=]FILE`; the name of an existing file, which may contain `=`, is not split.
fn split_group(rule: &str) -> (Option<&str>, &str) {
    match rule.split_once('=') {
        Some((group, file)) if !Path::new(rule).is_file() => (Some(group), file),
        _ => (None, rule),
    }
}

/// Parses and compiles the text of a rule.
///
/// # Errors
/// The first error in the text, or that it is too large to run.
pub fn compile_text(text: &str) -> Result<(Rule, CompiledRule), RuleError> {
    let rule = Rule::parse(text)?;
    Ok((rule.clone(), CompiledRule::new(&rule)?))
}

/// Checks that a run can have a written rule: its text is valid, and its key has no other meaning.
///
/// # Errors
/// One sentence.
pub fn check_rule_text(text: &str) -> Result<(), String> {
    rule_item(text).map(|_| ())
}

/// Error with file, line and column, in the form that editors recognize.
pub fn error_with_place(file: &str, error: &RuleError) -> String {
    let text = error.to_string();
    let what = text.split_once(": ").map_or(&*text, |(_, what)| what);
    format!("{file}:{}:{}: {what}", error.position.line, error.position.column)
}
