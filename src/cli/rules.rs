//! Rules in files, and runs that carry them.

use crate::input::read_text;
use clap::Args;
use flockwright::Run;
use flockwright::engine::rules::Compiled;
use flockwright::rules::{Rule, RuleError};
use flockwright::session::compose::item_of_text;
use flockwright::session::link::query_of;
use form_urlencoded::Serializer;
use std::path::Path;

/// Rules that runs carry.
#[derive(Args, Clone, Debug, Default)]
pub struct Rules {
    /// Let units steer by the rule in a file as well (`flockwright help rule`): those of the scene's
    /// main group, or of the one that is named, as in `--rule hunters=ambush.rule`. It comes behind the
    /// group's other behaviors, or in the place of its rule of the same key. Repeat it.
    #[arg(long = "rule", value_name = "[GROUP=]FILE")]
    rules: Vec<String>,
}

impl Rules {
    /// The files that they stand in.
    pub fn files(&self) -> Vec<&Path> {
        self.rules.iter().map(|rule| Path::new(split(rule).1)).collect()
    }

    /// A link whose run carries them.
    ///
    /// # Errors
    /// One sentence, with the place in a file that makes no sense.
    pub fn put(&self, link: &str) -> Result<String, String> {
        if self.rules.is_empty() {
            return Ok(link.to_string());
        }
        let query = query_of(link);
        // Errors of the link are reported when it runs: these rules have no parameters yet.
        let (mut run, _) = Run::open(query);
        for rule in &self.rules {
            let (group, file) = split(rule);
            let text = read_text(Path::new(file))?;
            sound(&text).map_err(|error| placed(file, &error))?;
            let main = run.world.groups().first().map_or("", |group| group.key);
            let put = run.set_rule(group.unwrap_or(main), &text);
            put.map_err(|why| format!("{file}: {why}"))?;
        }
        // Where a key stands twice, the last one holds.
        let mut query = Serializer::new(query.to_string());
        query.append_pair("groups", &run.composition_text());
        Ok(query.finish())
    }
}

/// A group, if one is named, and a file: names of files may have the sign that is between them.
fn split(rule: &str) -> (Option<&str>, &str) {
    match rule.split_once('=') {
        Some((group, file)) if !Path::new(rule).is_file() => (Some(group), file),
        _ => (None, rule),
    }
}

/// Reads a text that runs.
///
/// # Errors
/// The first thing in it that makes no sense, or that it is too much to run.
pub fn sound(text: &str) -> Result<(Rule, Compiled), RuleError> {
    let rule = Rule::parse(text)?;
    Ok((rule.clone(), Compiled::new(&rule)?))
}

/// The same of a text that a run can carry: its key is its own.
///
/// # Errors
/// One sentence.
pub fn carried(text: &str) -> Result<(), String> {
    item_of_text(text).map(|_| ())
}

/// What is wrong, as editors find the place: file, line and column.
pub fn placed(file: &str, error: &RuleError) -> String {
    let text = error.to_string();
    let what = text.split_once(": ").map_or(&*text, |(_, what)| what);
    format!("{file}:{}:{}: {what}", error.at.line, error.at.column)
}
