//! `rule`: behaviors as text, checked, formatted, explained and printed in other languages.

use crate::failure::{Failure, print, written};
use crate::input::read_text;
use crate::output::Output;
use crate::rules::{carried, placed, sound};
use clap::Args;
use flockwright::Run;
use flockwright::engine::behaviors::{Behavior, named};
use flockwright::internals::compose::item_of_text;
use flockwright::internals::rules::{Compiled, KEY_LINK, key_of_rule, label_of_rule};
use flockwright::rules::tree::{Op, Param, ParamKind};
use flockwright::rules::{Language, Rule, RuleError, reference, words};
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::Path;

/// Check rules, and explain them: parameters, what they need, what they cost, the words in them.
///
/// A rule is a behavior in a few lines of text; runs carry it with --rule. Errors are printed
/// with line, column and what was likely meant; exit code 1 then.
#[derive(Args)]
pub struct Options {
    /// Files of a rule each, `-` for the standard input, or keys of built-in behaviors, to start from;
    /// with --print also the link of a run.
    #[arg(value_name = "FILE|-|BEHAVIOR|LINK", required_unless_present = "words")]
    what: Vec<String>,
    /// Print the reference of the language: all words of rules and measures, with examples.
    #[arg(long, conflicts_with_all = ["what", "format", "print"])]
    words: bool,
    /// Write the files anew in the one spelling that all rules have; what is no file is printed so.
    #[arg(long)]
    format: bool,
    /// With --format: write nothing. Exit code 1 where a file is spelled in another way.
    #[arg(long, requires = "format")]
    check: bool,
    /// Print them, or the rules of a run as it is tuned, as one file of functions for a game: in
    /// javascript, typescript, gdscript, csharp, rust or python.
    #[arg(long, value_name = "LANGUAGE", value_parser = read_language, conflicts_with = "format")]
    print: Option<Language>,
}

fn read_language(text: &str) -> Result<Language, String> {
    Language::of_key(text).ok_or_else(|| {
        let keys: Vec<&str> = Language::ALL.into_iter().map(Language::key).collect();
        format!("one of {}", keys.join(", "))
    })
}

/// The rules of a link, or of these texts in a run of their own.
fn printed(what: &[String], language: Language) -> Result<String, Failure> {
    let link = match what {
        [link] if link.contains('=') && !Path::new(link).exists() => link.clone(),
        _ => {
            let mut items = Vec::new();
            for name in what {
                let source = Source::read(name)?;
                source.check()?;
                items.push(match &source.built_in {
                    Some(behavior) => behavior.key().to_string(),
                    None => item_of_text(&source.text)?.1,
                });
            }
            format!("scene=empty&count=0&groups=units.p{}", items.join("-"))
        }
    };
    let (run, notices) = Run::open(&link);
    if let Some(notice) = notices.first() {
        return Err(notice.to_string().into());
    }
    Ok(run.print_force(language))
}

pub fn run(options: Options) -> Result<bool, Failure> {
    let Options { what, words, format, check, print: language } = options;
    if words {
        print(&reference())?;
        return Ok(true);
    }
    if let Some(language) = language {
        print(&printed(&what, language)?)?;
        return Ok(true);
    }
    let mut all_well = true;
    let mut out = String::new();
    for (at, name) in what.iter().enumerate() {
        let source = Source::read(name)?;
        let (rule, compiled) = match source.check() {
            Ok(sound) => sound,
            Err(errors) => {
                all_well = false;
                // In their order, in a terminal.
                print(&std::mem::take(&mut out))?;
                written("standard error", write!(io::stderr(), "{errors}"))?;
                continue;
            }
        };
        if format {
            let text = rule.text();
            if !source.is_file() && !check {
                out += &text;
            } else if text != source.text {
                out += &format!("{name}\n");
                all_well &= !check;
                if !check {
                    write_anew(name, &text)?;
                }
            }
            continue;
        }
        if at > 0 {
            out.push('\n');
        }
        out += &source.explained(&rule, &compiled);
        if !out.ends_with('\n') {
            out.push('\n');
        }
    }
    print(&out)?;
    Ok(all_well)
}

fn write_anew(name: &str, text: &str) -> Result<(), String> {
    let mut file = Output::create(Path::new(name), &[])?;
    file.write_all(text.as_bytes()).map_err(|error| format!("{name}: {error}"))?;
    file.finish()
}

/// A text and where it comes from.
struct Source<'a> {
    name: &'a str,
    text: String,
    built_in: Option<Box<dyn Behavior>>,
}

impl<'a> Source<'a> {
    fn read(name: &'a str) -> Result<Self, String> {
        let path = Path::new(name);
        let built_in = named(name).filter(|_| !path.exists());
        if let Some(behavior) = &built_in {
            let ruling = behavior.ruling();
            let ruling = ruling.ok_or_else(|| format!("{name} is a behavior that is no rule."))?;
            return Ok(Self { name, text: ruling.rule().text(), built_in });
        }
        Ok(Self { name, text: read_text(path)?, built_in })
    }

    fn is_file(&self) -> bool {
        self.name != "-" && self.built_in.is_none()
    }

    /// The rule, or what is wrong with the text: its line with the place in it.
    fn check(&self) -> Result<(Rule, Compiled), String> {
        let file = if self.name == "-" { "standard input" } else { self.name };
        let sound = sound(&self.text).map_err(|error| {
            let what = placed(file, &error);
            format!("{what}\n{}", self.shown(&error))
        })?;
        if self.built_in.is_none() {
            carried(&self.text).map_err(|why| format!("{file}: {why}\n"))?;
        }
        Ok(sound)
    }

    /// What a rule says, for people.
    fn explained(&self, rule: &Rule, compiled: &Compiled) -> String {
        let key = key_of_rule(rule);
        let mut text = format!("{}: sound\n\n{} ({key})\n", self.name, label_of_rule(rule, key));
        let sentence = rule.sentence();
        if !sentence.is_empty() {
            text += &format!("{sentence}\n");
        }
        text.push('\n');
        let mut row = |name: &str, value: &str, doc: &str| {
            let _ = writeln!(text, "  {}", format!("{name:<26} {value:<22} {doc}").trim_end());
        };
        // Only a written rule's key stands before the names of its parameters.
        let before =
            if self.built_in.is_some() { String::new() } else { format!("{key}{KEY_LINK}") };
        let weight = self.built_in.as_ref().map_or(1.0, |behavior| behavior.get(0));
        row(key, &weight.to_string(), "Its weight.");
        for param in &rule.params {
            row(&format!("{before}{}", param.name), &range_of(param), &param.doc);
        }
        let [own, members] = compiled.cost();
        text += &format!("\nIt computes {own} values for each unit");
        if members > 0 {
            text += &format!(", and {members} for each that it looks at");
        }
        text += ".\n";
        let dependencies = rule.dependencies();
        let things = dependencies.wants.iter().map(|thing| words::name_of(words::THINGS, *thing));
        let needs =
            things.chain(dependencies.view.then_some("view")).map(|need| format!("a {need}"));
        let needs: Vec<String> = needs.collect();
        if !needs.is_empty() {
            text += &format!("It needs {}.\n", needs.join(", "));
        }
        text.push('\n');
        for (word, doc) in words_in(rule) {
            let _ = writeln!(text, "  {word:<12} {doc}");
        }
        text
    }

    /// The line of an error, with what is wrong underlined.
    fn shown(&self, error: &RuleError) -> String {
        let line = self.text.lines().nth(error.at.line as usize - 1).unwrap_or_default();
        let number = error.at.line.to_string();
        let before = line.chars().take(error.at.column as usize - 1);
        // Tabs stay, so that the signs stand below what they mean.
        let space: String = before.map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        let signs = "^".repeat(error.length as usize);
        format!("{number} | {line}\n{:1$} | {space}{signs}\n", "", number.len())
    }
}

fn range_of(param: &Param) -> String {
    match &param.kind {
        ParamKind::Number { value, low, high, unit } => {
            format!("{value} in {low}..{high} {unit}").trim_end().to_string()
        }
        ParamKind::Choice { value, options } => {
            format!("{} of {}", options[*value], options.join(", "))
        }
    }
}

/// The words of a rule with their meanings, in the order in which they are met, each once.
fn words_in(rule: &Rule) -> Vec<(&'static str, &'static str)> {
    fn note<T: Copy + PartialEq>(
        table: &'static [words::Word<T>],
        is: T,
        all: &mut Vec<(&'static str, &'static str)>,
    ) {
        let word = table.iter().find(|word| word.is == is);
        let word = word.map(|word| (word.name, word.doc));
        all.extend(word.filter(|word| !all.contains(word)));
    }
    let mut all = Vec::new();
    rule.walk(|expr| match &expr.is {
        Op::Own(own) => note(words::OWN, *own, &mut all),
        Op::Thing(thing, field) => {
            note(words::THINGS, *thing, &mut all);
            note(words::FIELDS, *field, &mut all);
        }
        Op::Member(field) => note(words::FIELDS, *field, &mut all),
        Op::Call(function, _) | Op::Draw(function, ..) => {
            note(words::FUNCTIONS, *function, &mut all);
        }
        Op::Fold(over) => {
            note(words::FOLDS, over.fold, &mut all);
            note(words::SETS, over.set.kind, &mut all);
        }
        _ => {}
    });
    all
}
