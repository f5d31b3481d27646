use super::*;
use crate::Rule;
use crate::tree::{RuleParam, RuleParamKind};

fn number(value: f32) -> DocumentedNumber {
    let (doc, unit, source) = ("Of a test.".to_string(), "u".to_string(), "Ours".to_string());
    DocumentedNumber { value, doc, unit, range: [0.0, 9.0], source }
}

fn term(text: &str) -> WeightedRule {
    let rule = Rule::parse(text).expect(text);
    let value = |param: &RuleParam| match param.kind {
        RuleParamKind::Number { value, .. } => value,
        RuleParamKind::Choice { value, .. } => value as f32,
    };
    let params = rule.params.iter().map(|param| number(value(param))).collect();
    WeightedRule { rule, weight: number(1.0), params }
}

fn group(key: &str, texts: &[&str]) -> GroupRules {
    let terms = texts.iter().map(|text| term(text)).collect();
    GroupRules {
        key: key.to_string(),
        max_gain: f32::INFINITY,
        weighted_rules: terms,
        ..GroupRules::default()
    }
}

fn printed(text: &str, language: Language) -> String {
    let groups = vec![group("units", &[text])];
    PrintedForce { head_lines: vec!["A test.".to_string()], torus_size: None, groups }
        .print(language)
}

/// Texts that would end a comment or a string if they were not escaped.
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
        format!("rule a \"{text}\"\n# {text}\nb = L # {text}\n# {text}\nsteer b # {text}")
    };
    for language in Language::ALL {
        let plain = printed(&rule("x"), language);
        for text in HOSTILE.into_iter().chain(["\"\"\" throw 1"]) {
            // A label cannot contain quotation marks at all.
            let said = printed(&rule(text).replacen("\"\"\"\"", "\"", 1), language);
            assert_eq!(said.lines().count(), plain.lines().count(), "{language:?}: {text}");
            for (line, plain) in said.lines().zip(plain.lines()) {
                let (line, plain) = (line.trim(), plain.trim());
                if line == plain {
                    continue;
                }
                let begins = plain.split_once('x').unwrap_or_else(|| panic!("{line}, {plain}")).0;
                let within = line.strip_prefix(begins).expect(line);
                let ends = plain.split_once('x').expect("a remark").1;
                let within = within.strip_suffix(ends).expect(line);
                assert!(!within.contains("*/"), "{line}");
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
            let is_code = |line: &&str| !line.trim().starts_with(['/', '#', '"']);
            let lists = |line: &&str| line.contains("[\"");
            let line = code.lines().filter(is_code).find(lists);
            let line = line.expect("a group by its key");
            let (_, rest) = line.split_once('"').expect("a string");
            // The string ends at the first quotation mark after an even number of backslashes.
            let mut escaped = false;
            let end = rest.char_indices().find(|(_, c)| {
                let ends = *c == '"' && !escaped;
                escaped = *c == '\\' && !escaped;
                ends
            });
            let (end, _) = end.expect("the string ends");
            assert_eq!(rest[..end].replace("\\\\", "\\"), text);
            assert!(rest[end + 1..].starts_with([']', ' ', ',']), "{line}");
        }
    }
}

#[test]
fn a_rule_alone_that_asks_what_was_steered_so_far_has_it() {
    for language in Language::ALL {
        let code = printed("steer -so_far", language);
        let names = ["let force = ", "var force: "];
        assert!(names.iter().any(|name| code.contains(name)), "{code}");
    }
}

#[test]
fn what_a_choice_leaves_out_is_not_printed() {
    let text = "param way = port of port, starboard\nt = if way is port then h else -h\nb = 2 # unused\nsteer t";
    let code = printed(text, Language::JavaScript);
    assert!(code.contains("const t = me.heading;"), "{code}");
    assert!(!code.contains("opposite") && !code.contains("unused"), "{code}");
}

#[test]
fn a_set_without_a_condition_has_none() {
    let sum = "rule a\nsteer sum(j in everyone(5) where full(j.offset): side(j.offset))";
    for (language, condition) in
        [(Language::GDScript, "if true"), (Language::TypeScript, "=> true")]
    {
        let text = printed(sum, language);
        assert!(!text.contains(condition), "{text}");
    }
}

#[test]
fn groups_that_differ_in_a_number_share_a_function() {
    let text = |gap: f32| format!("rule gap\nparam gap = {gap} in 0..40\nsteer h * gap");
    let groups = vec![group("units", &[&text(2.0)]), group("wolves", &[&text(7.0)])];
    let force = PrintedForce { head_lines: Vec::new(), torus_size: None, groups };
    let code = force.print(Language::TypeScript);
    assert_eq!(code.matches("function gap(me: Unit, gap").count(), 1, "{code}");
    assert!(code.contains("const GAP = 2;") && code.contains("const WOLVES_GAP = 7;"), "{code}");
    assert!(code.contains("if (me.group === \"wolves\") return steerWolves(me);"), "{code}");
}

#[test]
fn a_rule_without_what_it_wants_ends_before_anything_else() {
    let code =
        printed("steer if pointer.there then seek(goal.offset) else h", Language::JavaScript);
    assert!(code.contains("if (!goal.there) return ZERO;"), "{code}");
    assert!(!code.contains("if (!pointer.there)"), "{code}");
}

#[test]
fn formulas_are_those_of_the_body_at_hand() {
    for (text, rigid, point) in [
        (
            "param way = port of port, starboard\nr = 5 * L\nsteer head(if way is port then goal.direction else -unit(v)) * (r - 1)",
            "F = w·S·side(u_g \"if\" way = \"port\" \"else\" −unit(v))·θ/π·(r − 1); r = 5·L",
            "F = w·F_max·(v_w − v)/V·(r − 1); v_w = V·(u_g \"if\" way = \"port\" \"else\" −unit(v)); r = 5·L",
        ),
        (
            "param k = 5 in 0..9\nfar_off_is = k * L\nsteer -sum(j in everyone(far_off_is) where seen(j.offset): side(j.offset) / j.distance ^ 2)",
            "F = −w·S·q; q = Σ side(u_j)/d_j^2 \"for\" j \"in\" everyone(far_offis) \"where\" u_j \"in\" view; far_offis = k·L",
            "F = −w·F_max·q; q = Σ side(u_j)/d_j^2 \"for\" j \"in\" everyone(far_offis) \"where\" u_j \"in\" view; far_offis = k·L",
        ),
        (
            "near = count(j in view)\nsteer arrive(goal.offset, 3 * L) + seek(-leader.offset) * near",
            "F = w·S·((v_w − v)/V + (v_w2 − v)/V·near); v_w = V·min(1, d_g/(3·L))·u_g; v_w2 = −V·u_l; near = \"number of\" j \"in\" view",
            "F = w·F_max·((v_w − v)/V + (v_w2 − v)/V·near); v_w = V·min(1, d_g/(3·L))·u_g; v_w2 = −V·u_l; near = \"number of\" j \"in\" view",
        ),
    ] {
        let rule = Rule::parse(text).expect(text);
        let params = rule.params.iter().map(|param| param.name.clone()).collect();
        let names = FormulaNames { weight: "w".to_string(), params };
        assert_eq!(rule.formula(true, &names), rigid);
        assert_eq!(rule.formula(false, &names), point);
    }
}

#[test]
fn a_sign_before_a_power_stands_outside_of_its_brackets() {
    for (text, code) in [
        ("steer -speed ^ 2", "-(lengthOf(me.velocity) ** 2)"),
        ("steer (-speed) ^ 2", "(-lengthOf(me.velocity)) ** 2"),
        ("steer -2 ^ 2", "-(2 ** 2)"),
        ("steer 2 ^ -2 ^ 2", "2 ** -(2 ** 2)"),
    ] {
        let printed = printed(text, Language::TypeScript);
        assert!(printed.contains(code), "{text}\n{printed}");
    }
}

#[test]
fn a_value_that_nothing_uses_leaves_no_helper_and_no_type() {
    for language in Language::ALL {
        let unused = printed("w = sum(m in view: m.offset)\nsteer 1", language);
        assert_eq!(unused, printed("steer 1", language), "{language:?}");
    }
}

#[test]
fn a_rule_may_be_called_like_what_functions_are_given() {
    for (text, code) in [
        ("rule me\nsteer h", "function me_(me"),
        ("rule others\nsteer count(j in everyone(9))", "function others_(me"),
        ("rule dt\nsteer dt", "function dt_(me: Unit, dt: number)"),
        ("rule state\nsteer random(0, 1)", "function state_(me: Unit, state: State)"),
        ("rule force\nsteer so_far", "function force_(soFar: Vector)"),
    ] {
        let printed = printed(text, Language::TypeScript);
        assert!(printed.contains(code), "{text}\n{printed}");
    }
}

#[test]
fn javascript_is_typescript_without_types() {
    let text = "steer mean(j in mates(9): j.offset) * random(0, 1)";
    let [js, ts] = [Language::JavaScript, Language::TypeScript].map(|one| printed(text, one));
    assert!(
        ts.contains("(me: Unit, units: readonly Unit[], radius: number): Neighbor[] {"),
        "{ts}"
    );
    assert!(js.contains("function near(me, units, radius) {"), "{js}");
    assert!(js.contains(" * @typedef {object} Unit\n * @property {Vector} position u"), "{js}");
    assert!(js.contains("export const newState = () => ({"), "{js}");
}

#[test]
fn godot_s_file_says_for_which_version_it_is() {
    let head = printed("steer 1", Language::GDScript);
    assert!(head.starts_with("# A test.\n# For Godot 4."), "{head}");
}

/// Words in code that could be names of a file, without comments and texts.
fn words_in(code: &str) -> Vec<&str> {
    let is_code = |line: &&str| !line.trim_start().starts_with(['/', '*', '#']);
    let lines = code.lines().filter(is_code);
    let words =
        lines.flat_map(|line| line.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '.'));
    words.flat_map(|word| word.strip_prefix("...").unwrap_or(word).split('.').take(1)).collect()
}

#[test]
fn a_helper_lists_the_helpers_that_it_needs_and_no_others() {
    for (language, sign) in [(Language::JavaScript, "//"), (Language::GDScript, "#")] {
        let files = language.writer().helper_files(true, true);
        let helpers: Vec<_> =
            files.iter().flat_map(|file| writer::parse_helpers(file, sign)).collect();
        let is_helper = |name: &str| helpers.iter().any(|helper| helper.name == name);
        for helper in &helpers {
            let mut used: Vec<&str> =
                words_in(&helper.code).into_iter().filter(|word| is_helper(word)).collect();
            used.retain(|word| *word != helper.name);
            used.sort_unstable();
            used.dedup();
            let mut listed: Vec<&str> =
                helper.needs().iter().copied().filter(|name| is_helper(name)).collect();
            listed.sort_unstable();
            assert_eq!(used, listed, "{}", helper.name);
        }
    }
}

#[test]
fn a_language_that_has_the_library_is_refused_with_its_name() {
    for (key, library) in [
        ("csharp", "src/c/Flockwright.cs"),
        ("python", "package flockwright"),
        ("rust", "typescript"),
    ] {
        let error = Language::language_from_key(key).expect_err(key);
        assert!(error.contains(library), "{error}");
    }
    assert_eq!(Language::language_from_key("gdscript"), Ok(Language::GDScript));
}

#[test]
fn a_full_view_does_not_see_a_vector_without_length() {
    let mut seeing = group("units", &["steer if seen(v) then h else -h"]);
    seeing.view = Some(FieldOfView {
        shape: Some(ViewShape::Full),
        radius: number(9.0),
        back_angle: number(1.0),
        front_angle: number(1.0),
        max_neighbors: 0,
    });
    let force = PrintedForce { head_lines: Vec::new(), torus_size: None, groups: vec![seeing] };
    let code = force.print(Language::TypeScript);
    assert!(code.contains("lengthOf(me.velocity) > 0 ? me.heading"), "{code}");
}
