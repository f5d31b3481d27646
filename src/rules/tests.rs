use super::tree::{ExprKind, SetKind, TextMeasure, Thing, ValueType};
use super::*;

fn refusal(text: &str) -> String {
    Rule::parse(text).map(|rule| rule.text()).expect_err(text).to_string()
}

#[test]
fn errors_say_where_what_and_what_was_likely_meant() {
    for (text, error) in [
        (
            "steer seek(goal.ofset)",
            "line 1, column 17: 'goal' has no 'ofset'; did you mean 'offset'?",
        ),
        ("a = 1\nsteer aa * h + place2", "line 2, column 7: no 'aa'; did you mean 'a'?"),
        ("steer norm(v)", "line 1, column 7: no function 'norm'; did you mean 'length'?"),
        ("steer 2 × h", "line 1, column 9: '×' means nothing here; did you mean '*'?"),
        (
            "steer v * h",
            "line 1, column 11: two vectors are multiplied by dot(a, b) or cross(a, b); did you mean 'dot'?",
        ),
        ("steer sum(j in vew: j.offset)", "line 1, column 16: no set 'vew'; did you mean 'view'?"),
        (
            "ster h",
            "line 1, column 1: a line begins with 'steer', 'param', 'keep' or NAME =, not with 'ster'; did you mean 'steer'?",
        ),
        (
            "x = 1",
            "line 1, column 6: a rule says what it does: a line that begins with 'steer' is missing; did you mean 'steer 0'?",
        ),
        (
            "steer if 1 < 2 then h else 0",
            "line 1, column 28: before 'else' stands a vector, this is a number",
        ),
        ("steer (h", "line 1, column 7: this bracket is not closed"),
        ("steer min(1)", "line 1, column 7: 'min' takes 2 or more values, not 1"),
        ("param a = 5 in 0..4\nsteer a", "line 1, column 11: 5 is not within 0..4"),
        (
            "param way = left of port, starboard\nsteer 0",
            "line 1, column 13: 'left' is none of the options",
        ),
        (
            "t = sum(j in view: count(k in view))\nsteer t",
            "line 1, column 20: sets are looked at one at a time; give the inner one a line of its own",
        ),
        (
            "steer 1 < 2 < 3",
            "line 1, column 13: two values are compared at a time; write a < b and b < c",
        ),
    ] {
        assert_eq!(refusal(text), error);
    }
}

#[test]
fn what_is_written_canonically_reads_back_as_the_same_rule() {
    for text in [
        "rule orbit \"Orbit\"\n# Circles the goal.\n\nparam way = port of port, starboard \"Which way.\"\nparam r = -2.5 in -5..0.5 \"× L\" \"How far.\"\nsteer if way is port then starboard(h) * r else -h  # turned\n",
        "keep angle = 0 then wrap(angle + random(-1, 1) * q * dt)\nq = (1 + 2) * 3 - (4 - 5)\nsteer vec(cos(angle), -(2 ^ -q) ^ 2)\n",
        "steer mean(m in group(\"wolves\", 80 * L) where not m.leads and (m.speed > 1 or leads): -m.direction / (1 - m.distance))\n",
        "a = if (if leads then 1 else 2) > 1 then 1 else if hunts then 2 else 3\nsteer (if leads then 1 else 2) + a\nbrake 0.3\n",
    ] {
        let rule = Rule::parse(text).expect(text);
        assert_eq!(rule.text(), text);
    }
    let messy = "steer   ( (1+2) )*h  #  so  \n\n\n";
    assert_eq!(Rule::parse(messy).expect(messy).text(), "steer (1 + 2) * h  # so\n");
}

#[test]
fn a_rule_goes_on_over_lines_within_brackets() {
    let rule = Rule::parse("steer sum(j in view: # all\n  j.offset\n)").expect("a rule");
    assert_eq!(rule.text(), "steer sum(j in view: j.offset)  # all\n");
}

#[test]
fn a_rule_goes_on_where_a_line_cannot_begin_a_statement() {
    let text = "param a = 1 in 0..2 \"\"\n  \"How much.\"\nx = if leads # so\n  then a\n  else 2\n  + a\nsteer x\n";
    let rule = Rule::parse(text).expect("a rule");
    let canonical =
        "param a = 1 in 0..2 \"\" \"How much.\"\nx = if leads then a else 2 + a  # so\nsteer x\n";
    assert_eq!(rule.text(), canonical);
    assert_eq!(
        refusal("\n+ 1\nsteer 0"),
        "line 2, column 1: here should be a name or one of the words that begin a line, not '+'"
    );
}

#[test]
fn on_a_page_long_statements_break_at_their_loosest_places() {
    let text = "steer -sum(j in everyone(4 * L) where seen(j.offset) and j.distance > 2: side(j.offset) * 4 * L / j.distance)  # away\n";
    let rule = Rule::parse(text).expect("a rule");
    let page = "steer -sum(j in everyone(4 * L)  # away\n  where seen(j.offset) and j.distance > 2:\n  side(j.offset) * 4 * L / j.distance)\n";
    assert_eq!(rule.wrapped_text(44), page);
    for width in 0..120 {
        assert_eq!(Rule::parse(&rule.wrapped_text(width)).expect("its own page").text(), text);
    }
}

#[test]
fn as_it_stands_a_rule_has_its_values_and_what_choices_leave() {
    let text = "param way = port of port, starboard\nparam whom = near of near, all\nparam n = 1 in 0..9\nparam at_end = loop of loop, stop\n\
        steer if way is port and n > 2 then -sum(j in view where whom is near or j.distance < n: side(j.offset)) else 0\n";
    let rule = Rule::parse(text).expect("a rule");
    let standing = |values: &[f32]| rule.simplified_for_values(values).text();
    let rest = "param n = 3 in 0..9\nparam at_end = loop of loop, stop\n";
    let near = "steer if n > 2 then -sum(j in view: side(j.offset)) else 0\n";
    assert_eq!(standing(&[0.0, 0.0, 3.0, 0.0]), format!("{rest}{near}"));
    let far = "steer if n > 2 then -sum(j in view where j.distance < n: side(j.offset)) else 0\n";
    assert_eq!(standing(&[0.0, 1.0, 3.0, 0.0]), format!("{rest}{far}"));
    let rest = "param at_end = stop of loop, stop\n";
    assert_eq!(standing(&[1.0, 0.0, 3.0, 1.0]), format!("{rest}steer 0\n"));
}

#[test]
fn what_a_rule_depends_on_is_read_off_its_text() {
    let rule = Rule::parse(
        "a = if goal.there then goal.offset else h\n\
         steer unit(a + target.offset + sum(o in obstacles: o.offset)) * count(j in mates(2 * L))",
    )
    .expect("a rule");
    let dependencies = rule.dependencies();
    assert_eq!(dependencies.used_things, [Thing::Goal, Thing::Target]);
    assert_eq!(dependencies.required_things, [Thing::Target]);
    let sets: Vec<_> = dependencies.searched_sets.iter().map(|set| set.kind).collect();
    assert_eq!(sets, [SetKind::Obstacles, SetKind::Mates]);
    assert!(!dependencies.needs_view && !dependencies.uses_steering_so_far);
}

#[test]
fn the_remark_below_the_name_is_the_sentence_of_lists() {
    let rule = Rule::parse("rule a \"A\"\n# Turns left\n# when crowded.\nsteer -1 # always")
        .expect("a rule");
    assert_eq!(rule.sentence(), "Turns left when crowded.");
}

#[test]
fn parameters_may_be_declared_elsewhere() {
    let kind =
        tree::RuleParamKind::Number { value: 1.0, low: 0.0, high: 2.0, unit: "× L".to_string() };
    let reach = tree::RuleParam { name: "reach".to_string(), kind, doc: String::new() };
    let rule = Rule::parse_with("rule a\n# Says.\nsteer reach", &[reach]).expect("a rule");
    assert_eq!((rule.outer_param_count, rule.steer.ty), (1, ValueType::Number));
    assert_eq!(rule.text(), "rule a\n# Says.\nparam reach = 1 in 0..2 \"× L\"\nsteer reach\n");
    assert!(matches!(rule.steer.kind, ExprKind::Param(0)));
}

#[test]
fn nothing_that_is_nested_deeply_is_too_much() {
    for text in [
        format!("steer {}1{}", "(".repeat(900), ")".repeat(900)),
        format!("steer {}1", "-".repeat(1900)),
        format!("steer {}1 < 2", "not ".repeat(480)),
        format!("steer {}1", "if 1<2 then 1 else ".repeat(100)),
        format!("steer {}1", "2^".repeat(900)),
        format!("steer {}1{}", "abs(".repeat(380), ")".repeat(380)),
    ] {
        assert!(Rule::parse(&text).is_err());
    }
    assert!(Rule::parse(&format!("steer 1{}", "+1".repeat(390))).is_ok());
    assert!(Rule::parse(&format!("steer 1{}", "+1".repeat(401))).is_err());
}

#[test]
fn every_rule_of_the_vectors_is_read_and_written() {
    let cases = include_str!("../../tests/vectors/rules.json");
    let cases: serde_json::Value = serde_json::from_str(cases).expect("JSON");
    for case in cases.as_array().expect("a list") {
        let text = case["text"].as_str().expect("a text");
        let rule = Rule::parse(text).unwrap_or_else(|error| panic!("{}: {error}", case["name"]));
        let again = Rule::parse(&rule.text()).expect("its own text");
        assert_eq!(again.text(), rule.text());
    }
}

#[test]
fn the_closest_of_a_set_are_a_set_but_not_of_the_closest() {
    let text = "steer turn(mean(j in closest(7, view) where j.leads: j.offset))\n";
    assert_eq!(Rule::parse(text).expect(text).text(), text);
    let text = "steer count(j in closest(2 + 1, mates(8 * L)))\n";
    assert_eq!(Rule::parse(text).expect(text).text(), text);
    let error = Rule::parse("steer count(j in closest(2, closest(3, view)))").expect_err("nested");
    assert!(error.message.contains("closest of a set already"), "{}", error.message);
    assert!(Rule::parse("steer count(j in closest(view))").is_err());
}

#[test]
fn words_are_those_of_what_is_computed() {
    let names = |words: Vec<(&'static str, &'static str)>| {
        words.into_iter().map(|(name, _)| name).collect::<Vec<_>>()
    };
    // Options and comments do not count as words.
    let text = "param way = port of port, starboard\n\
                steer turn(nearest(o in obstacles: o.offset)) + random(0, 1) # sum of view";
    let rule = Rule::parse(text).expect("it makes sense");
    assert_eq!(names(rule.words()), ["turn", "nearest", "obstacles", "offset", "random"]);
    let text = "measure a\nbe mean(i in all: count(j in near(i, L))) + length(goal.place)\n";
    let text_measure = TextMeasure::parse(text).expect("it makes sense");
    let wanted = ["mean", "all", "count", "near", "L", "length", "goal", "place"];
    assert_eq!(names(text_measure.words()), wanted);
}

#[test]
fn left_and_right_are_numbers_and_wall_is_a_thing_until_a_text_has_them_for_names() {
    for text in [
        "steer if count(j in view) > 6 then left else 0",
        "steer right * 0.5 - left",
        "steer -wall.direction / max(wall.distance, 1)",
        "keep way = left then -way\nsteer way",
        "steer if wall.there and wall.distance < 9 * L then barrier.velocity else h",
        // Names that older texts used before the words existed.
        "left = 3\nright = left * 2\nsteer left - right",
        "param left = 1 in 0..2\nsteer left",
        "param right = off of off, on\nsteer if right is on then 1 else 0",
        "wall = goal.offset\nsteer seek(wall)",
        "keep wall = 0 then wall + 1\nsteer wall",
        "steer sum(wall in obstacles: wall.offset)",
        "steer sum(right in view where right.distance > 2: right.velocity)",
        "rule left \"Left\"\nsteer left",
        "rule wall\nsteer wall.offset",
    ] {
        let rule = Rule::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(Rule::parse(&rule.text()).expect(text).text(), rule.text());
    }
    let text_measure = "measure penned\nleft = mean(i in all: i.speed)\nbe left * right";
    assert!(TextMeasure::parse(text_measure).is_ok());
    assert!(refusal("steer wall").contains("wall.offset"));
}

#[test]
fn a_value_over_a_set_without_names_is_answered_with_the_line_that_compiles() {
    for (said, meant) in [
        ("count(view)", "count(j in view)"),
        ("count(mates(8 * L))", "count(j in mates(8 * L))"),
        ("mean(view.offset)", "mean(j in view: j.offset)"),
        ("sum(everyone(5 * L).velocity)", "sum(j in everyone(5 * L): j.velocity)"),
        ("least(obstacles.distance)", "least(j in obstacles: j.distance)"),
        ("count(group(\"wolves\", 80 * L))", "count(j in group(\"wolves\", 80 * L))"),
        ("count(closest(3, view))", "count(j in closest(3, view))"),
        ("mean(view)", "mean(j in view: j.offset)"),
    ] {
        let line = |value: &str| format!("a = {value}\nsteer 1");
        let error = Rule::parse(&line(said)).expect_err(said);
        assert_eq!(error.suggestion.as_deref(), Some(meant), "{said}: {error}");
        assert_eq!(error.length as usize, said.chars().count(), "{said}");
        assert!(Rule::parse(&line(meant)).is_ok(), "{meant}");
    }
    let error = TextMeasure::parse("measure many\nbe count(all)").expect_err("a set without names");
    assert_eq!(error.suggestion.as_deref(), Some("count(i in all)"));
}
