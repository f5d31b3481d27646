//! Reference of the rule language as Markdown, generated from the tables that the parser uses.

use super::tree::ValueType;
use super::words::{FUNCTION_WORDS, MEASURE_WORDS, find_word, for_each_word};
use std::fmt::Write;

/// Example rules of the reference, each as a description and a text.
pub const EXAMPLE_RULES: [(&str, &str); 7] = [
    (
        "Turn left when crowded.",
        "rule crowded \"Turn left when crowded\"\n\
         param many = 4 in 0..50 \"\" \"How many are a crowd.\"\n\
         n = count(j in mates(8 * L))\n\
         steer if n > many then -1 else 0",
    ),
    (
        "Keep a distance from the nearest unit.",
        "rule apart \"Keep apart\"\n\
         near = nearest(j in everyone(10 * L): j.offset)\n\
         steer -unit(near) * max(0, 1 - length(near) / (10 * L))",
    ),
    (
        "Copy the heading of one of the seven closest units, drawn anew in each tick.",
        "rule copy \"Copy one\"\n\
         steer head(any_of(j in closest(7, everyone): j.heading))",
    ),
    (
        "Wander by an angle that each unit remembers.",
        "rule stroll \"Stroll\"\n\
         keep angle = 0 then wrap(angle + normal(0.2))\n\
         steer head(rotate(h, angle))",
    ),
    (
        "A measure: how directly all units head for the goal.",
        "measure along \"Along the goal\"\n\
         be mean(i in all: dot(i.heading, unit(goal.place - i.place))) in -1..1",
    ),
    (
        "A measure: the polarization of one group.",
        "measure informed \"Order of the informed\"\n\
         be length(mean(i in kind(\"informed\"): i.heading)) in 0..1",
    ),
    (
        "A measure: the mean number of other units within five lengths.",
        "measure crowding \"Crowding\"\n\
         be mean(i in all: count(j in near(i, 5 * L)))",
    ),
];

/// Reference of the rule language as Markdown.
pub fn language_reference() -> String {
    let mut page = String::from(
        "# The language of rules and measures\n\n\
         A rule is the text of a behavior; a measure is the text of a number that describes all units. Both consist \
         of lines: `param NAME = VALUE in LOW..HIGH \"UNIT\" \"DOC\"` declares a number, `param NAME = CHOICE of A, B` \
         declares a choice, `NAME = VALUE` names a value, and `#` begins a comment. A rule gives a force, `steer EXPR`: \
         a number pushes the bow to the right, a vector pushes in the world. A measure gives a number, \
         `be EXPR in LOW..HIGH \"UNIT\"`. A line can continue within brackets.\n\n\
         A value over a set is written `sum(j in view where j.leads: j.offset)`. Values are numbers, vectors and \
         conditions; `+ - * / ^`, `< <= > >= == !=`, `and or not` and `if C then A else B` combine them.\n\n\
         `flockwright rule --words` prints this page, which is generated from the tables that the parser uses.\n",
    );
    let mut last = "";
    let mut row = |title: &'static str, name: &'static str, doc: &'static str| {
        if last != title {
            let _ = write!(page, "\n## {title}\n\n| word | meaning |\n|---|---|\n");
            last = title;
        }
        let name = if title == "Functions" { function_signature(name) } else { name.to_string() };
        let _ = writeln!(page, "| `{name}` | {} |", doc.replace('|', "\\|"));
    };
    for_each_word(&mut row);
    MEASURE_WORDS.iter().for_each(|word| row("Only in measures", word.name, word.doc));
    page += "\n## Examples\n";
    for (title, text) in EXAMPLE_RULES {
        let _ = write!(page, "\n{title}\n\n```\n{text}\n```\n");
    }
    page
}

/// Signature of a function of the language, such as `length(vector): number`; for any other name,
/// the name itself.
fn function_signature(name: &str) -> String {
    let Some(function) = find_word(FUNCTION_WORDS, name) else { return name.to_string() };
    let (takes, gives) = function.signature();
    let letter = |ty: &ValueType| match ty {
        ValueType::Number => "number",
        ValueType::Vector => "vector",
        ValueType::Condition => "condition",
    };
    let takes: Vec<&str> = takes.iter().map(letter).collect();
    format!("{name}({}): {}", takes.join(", "), letter(&gives))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rule;
    use crate::tree::TextMeasure;

    #[test]
    fn every_example_is_a_sound_text() {
        for (title, text) in EXAMPLE_RULES {
            let error = match text.starts_with("measure") {
                true => TextMeasure::parse(text).err(),
                false => Rule::parse(text).err(),
            };
            assert_eq!(error, None, "{title}");
        }
    }

    #[test]
    fn the_page_is_that_of_the_tables() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/WORDS.md");
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(path, language_reference()).expect("room");
        }
        let page = std::fs::read_to_string(path).expect("WORDS.md");
        assert!(
            page == language_reference(),
            "UPDATE=1 cargo test -p flockwright-rules reference writes it anew"
        );
    }
}
