//! Any text at all gives a rule or an error, soon.

use crate::support::random_rule::Dice;
use flockwright::rules::{Rule, words};
use std::time::Instant;

/// All words and signs of the language.
fn tokens() -> Vec<&'static str> {
    let mut all = vec![
        "+", "-", "*", "/", "^", "(", ")", ",", ":", ".", "..", "=", "==", "<=", "\n", "\n", " ",
        "1", "0.5", "\"", "#", "j", "x", "1e9", "j.offset", "é", "\u{0}", "\t", "[", "<", "!=",
    ];
    fn add<T>(table: &'static [words::LanguageWord<T>], all: &mut Vec<&'static str>) {
        all.extend(table.iter().map(|word| word.name));
    }
    add(words::KEYWORDS, &mut all);
    add(words::OWN_WORDS, &mut all);
    add(words::THING_WORDS, &mut all);
    add(words::PROPERTY_WORDS, &mut all);
    add(words::SET_WORDS, &mut all);
    add(words::FOLD_WORDS, &mut all);
    add(words::FUNCTION_WORDS, &mut all);
    all
}

/// The rules of the vectors.
pub fn well_formed() -> Vec<String> {
    let cases: serde_json::Value =
        serde_json::from_str(include_str!("../vectors/rules.json")).expect("JSON");
    let mut texts: Vec<String> = cases
        .as_array()
        .expect("a list")
        .iter()
        .map(|case| case["text"].as_str().expect("a text").to_string())
        .collect();
    texts.dedup();
    texts
}

/// `RULE_TEXTS`: how many.
#[test]
fn any_text_gives_a_rule_or_an_error_soon() {
    let many = std::env::var("RULE_TEXTS").ok().and_then(|many| many.parse().ok());
    let many: usize = many.unwrap_or(20_000);
    let (mut dice, tokens, texts) = (Dice(1), tokens(), well_formed());
    let (mut rules, mut longest) = (0, 0.0f64);
    for _ in 0..many {
        let mut text = String::new();
        if dice.below(3) == 0 {
            for _ in 0..dice.below(60) {
                text.push_str(tokens[dice.below(tokens.len())]);
                if dice.below(4) > 0 {
                    text.push(' ');
                }
            }
        } else {
            text.push_str(&texts[dice.below(texts.len())]);
            for _ in 0..=dice.below(4) {
                let at: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
                if at.is_empty() {
                    break;
                }
                let (from, to) = (at[dice.below(at.len())], at[dice.below(at.len())]);
                let (from, to) = (from.min(to), from.max(to).min(from + 12));
                let to = (to..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(from);
                match dice.below(4) {
                    0 => text.replace_range(from..to, ""),
                    1 => text.insert_str(from, tokens[dice.below(tokens.len())]),
                    2 => {
                        let part = text[from..to].to_string();
                        text.insert_str(from, &part.repeat(1 + dice.below(40)));
                    }
                    _ => text.replace_range(from..to, tokens[dice.below(tokens.len())]),
                }
            }
        }
        let start = Instant::now();
        match Rule::parse(&text) {
            Ok(rule) => {
                rules += 1;
                let again = Rule::parse(&rule.text()).unwrap_or_else(|e| panic!("{e}\n{text}"));
                assert_eq!(again.text(), rule.text(), "{text}");
                let page = rule.wrapped_text(46);
                let paged = Rule::parse(&page).unwrap_or_else(|e| panic!("{e}\n{page}"));
                assert_eq!(paged.text(), rule.text(), "{page}");
                // So much may be too much to run; it is said then.
                let _ = flockwright::internals::rules::CompiledRule::new(&rule);
            }
            Err(error) => assert!(error.position.line > 0 && !error.to_string().is_empty()),
        }
        longest = longest.max(start.elapsed().as_secs_f64());
    }
    println!("{rules} of {many} texts are rules; the longest took {:.1} ms", 1e3 * longest);
    assert!(rules > many / 1000, "{rules} of {many} are rules");
    assert!(longest < 2.0, "{longest} s for a text");
}
