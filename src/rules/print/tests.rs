use super::*;

fn printed(text: &str, language: Language) -> String {
    let rule = Rule::parse(text).expect(text);
    rule.print(language, &rule.names(language))
}

/// Texts that would end a comment or a string, were they written as they are.
const HOSTILE: [&str; 12] = [
    "*/ throw 1 /*",
    "'; throw 1; '",
    "</summary> & <b>",
    "</script><script>throw 1</script>",
    "'''",
    "ends with \\",
    "\\u002a\\u002f throw 1",
    "${throw 1} #{throw 1} {throw 1}",
    "\u{f0000}\u{f0001}",
    "--> <!-- `throw 1`",
    "?? ??/",
    "\u{1f426}\u{e000} – ä",
];

#[test]
fn no_text_leaves_its_comment() {
    let rule = |text: &str| {
        format!("rule a \"{text}\"\n# {text}\nb = 1 # {text}\n# {text}\nsteer b # {text}")
    };
    for language in Language::ALL {
        let plain = printed(&rule("x"), language);
        for text in HOSTILE.into_iter().chain(["\"\"\" throw 1"]) {
            // A label may hold none at all.
            let said = printed(&rule(text).replacen("\"\"\"\"", "\"", 1), language);
            assert_eq!(said.lines().count(), plain.lines().count(), "{language:?}: {text}");
            for (line, plain) in said.lines().zip(plain.lines()) {
                let (line, plain) = (line.trim(), plain.trim());
                if line == plain {
                    continue;
                }
                let begins = plain.split_once('x').expect("a remark").0;
                let within = line.strip_prefix(begins).expect(line);
                let ends = plain.split_once('x').expect("a remark").1;
                let within = within.strip_suffix(ends).expect(line);
                assert!(!within.contains("*/"), "{line}");
                assert!(!begins.contains("\"\"\"") || !within.contains(['"', '\\']), "{line}");
                assert!(!begins.contains("<s") || !within.contains(['<', '>', '&']), "{line}");
            }
        }
    }
}

#[test]
fn no_text_leaves_its_string() {
    for language in Language::ALL {
        for text in HOSTILE {
            let rule = format!("steer count(j in group(\"{text}\"))");
            let code = printed(&rule, language);
            let line = code.lines().find(|line| line.contains("roup") && line.contains('"'));
            let line = line.expect("a group by its key");
            let (_, rest) = line.split_once('"').expect("a string");
            // It ends at the first quotation mark with an even number of backslashes before it.
            let mut escaped = false;
            let end = rest.char_indices().find(|(_, c)| {
                let ends = *c == '"' && !escaped;
                escaped = *c == '\\' && !escaped;
                ends
            });
            let (end, _) = end.expect("the string ends");
            let kept: String = text.chars().map(|c| if is_stand_in(c) { '?' } else { c }).collect();
            assert_eq!(rest[..end].replace("\\\\", "\\"), kept);
            assert!(rest[end + 1..].starts_with([',', ')']), "{line}");
        }
    }
}

#[test]
fn names_that_mean_something_else_get_a_mark() {
    let text = "class = 1\nunitary = class\nflock = 2\nFalse = 3\nscaled = 4\nL_ = L\nl_ = 5\nvec_ = h * flock\n\
                steer vec_ * (unitary + False) * scaled + v * L_ * l_";
    for (language, lines) in [
        (
            Language::JavaScript,
            [
                "const class_ = 1;",
                "const flock = 2;",
                "const False = 3;",
                "const scaled_ = 4;",
                "const L_ = L;",
            ],
        ),
        (
            Language::GDScript,
            [
                "var class_: float = 1.0",
                "var flock: float = 2.0",
                "var false_: float = 3.0",
                "var scaled: float = 4.0",
                "var l_: float = length",
            ],
        ),
    ] {
        let code = printed(text, language);
        for line in lines {
            assert!(code.lines().any(|one| one.trim() == line), "{line}:\n{code}");
        }
        // None is there twice.
        let begins = |line: &str| line.trim().split_once('=').map(|one| one.0.trim().to_string());
        let mut names: Vec<_> = code.lines().filter_map(begins).collect();
        let many = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), many, "{code}");
    }
}

#[test]
fn what_nothing_depends_on_is_not_printed() {
    let code = printed("a = 1\nb = a\nc = 2 # not said\nsteer b", Language::JavaScript);
    assert!(code.contains("const a = 1;") && code.contains("const b = a;"));
    assert!(!code.contains("const c") && !code.contains("not said"));
}

#[test]
fn a_rule_without_what_it_wants_ends_before_anything_else() {
    let code =
        printed("steer if pointer.there then seek(goal.offset) else h", Language::JavaScript);
    assert!(code.contains("if (!goal.there) return ZERO;"));
    assert!(!code.contains("if (!pointer.there)"));
}
