//! Rules with numbers from the edges of 32-bit floats: each is refused with a place and a sentence, or
//! runs. A step that does not end is a failure, not a hang.
//!
//! `STRANGERS=100000 cargo test --release --test core strangers_rules` makes 100,000 rules.

use super::random_rules::well_formed;
use crate::support::dice::Dice;
use crate::support::processor::timed;
use crate::support::strangers::{number, signed, without_end_is_a_failure};
use flockwright::Run;
use flockwright::rules::Rule;
use std::fmt::Write as _;

/// The declaration of a parameter.
fn param(dice: &mut Dice) -> String {
    let [value, low, high] = [signed(dice), signed(dice), signed(dice)];
    match dice.below(3) {
        0 => format!("param a = {value} in {low}..{high}"),
        1 => format!("param a = {low} in {low}..{high}"),
        _ => format!("param a = 0 in -{}..{}", number(dice), number(dice)),
    }
}

/// The same text with some of its numbers replaced.
fn with_edges(dice: &mut Dice, text: &str) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, number_on) = rest.split_at(at);
        let end = number_on.find(|c: char| !c.is_ascii_digit() && c != '.');
        let (old, after) = number_on.split_at(end.unwrap_or(number_on.len()));
        let is_name = before.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
        let is_range = old.contains("..");
        let new = if is_name || is_range || dice.below(2) == 0 { old.into() } else { number(dice) };
        let _ = write!(out, "{before}{new}");
        rest = after;
    }
    out + rest
}

#[test]
fn rules_with_numbers_from_the_edges_are_refused_or_run() {
    let many: usize =
        std::env::var("STRANGERS").ok().and_then(|many| many.parse().ok()).unwrap_or(400);
    without_end_is_a_failure(move |step| {
        let mut dice = Dice(43);
        let bodies = well_formed();
        // Declarations are kept for as long as the program runs, and there is a bound to how many.
        let params: Vec<String> = (0..1000).map(|_| param(&mut dice)).collect();
        let (mut ran, mut refused) = (0, 0);
        for turn in 0..many {
            let text = match dice.below(3) {
                0 => {
                    let a = [
                        "a", "-a", "a * V", "1 / a", "a ^ a", "random(-a, a)", "sway(a)",
                        "floor(a)",
                    ];
                    let a = a[dice.below(a.len())];
                    format!("{}\nsteer {a}", params[dice.below(params.len())])
                }
                1 => {
                    let set = ["everyone", "mates", "others", "fellows"][dice.below(4)];
                    let (radius, factor) = (signed(&mut dice), number(&mut dice));
                    format!("steer sum(j in {set}({radius} * L): {factor} * j.offset)")
                }
                _ => {
                    let body = &bodies[dice.below(bodies.len())];
                    let plain = body.contains("param ");
                    let body = with_edges(&mut dice, body);
                    if plain { body.replace("rule ", "# rule ") } else { body }
                }
            };
            step(format!("rule {turn}\n{text}"));
            match Rule::parse(&text) {
                Ok(rule) => {
                    let again = Rule::parse(&rule.text()).unwrap_or_else(|e| panic!("{e}\n{text}"));
                    assert_eq!(again.text(), rule.text(), "{text}");
                }
                Err(error) => {
                    assert!(error.position.line > 0 && error.position.column > 0, "{text}");
                    refused += 1;
                    continue;
                }
            }
            let (mut run, _) = Run::open("v=8&scene=flock-wide&count=12&seed=5");
            if run.set_rule("boids", &text).is_err() {
                refused += 1;
                continue;
            }
            let (mut run, _) = Run::open(&run.link());
            for id in 0..run.params().len() {
                let spec = run.params()[id].spec;
                assert!((spec.max - spec.min).is_finite() && spec.step > 0.0, "{spec:?}\n{text}");
                if run.params()[id].key.contains('-') {
                    run.set(id, [spec.min, spec.max, spec.default][dice.below(3)]);
                }
            }
            (0..3).for_each(|_| run.world.tick());
            let agents = run.world.agents();
            for id in 0..agents.len() {
                let unit = agents.state(id);
                let is_sound = unit.position.is_finite() && unit.velocity.is_finite();
                assert!(is_sound && unit.heading.is_finite(), "unit {id} is {unit:?}\n{text}");
            }
            ran += 1;
        }
        println!("{ran} rules ran, {refused} were refused");
        assert!(ran > many / 4 && refused > many / 20, "{ran} ran, {refused} were refused");
    });
}

#[test]
fn a_range_without_end_is_refused_where_it_stands() {
    without_end_is_a_failure(|step| {
        let text = "param a = 0 in -3e38..3e38\nsteer 0";
        step(text.into());
        let error = Rule::parse(text).expect_err("too wide").to_string();
        assert!(error.starts_with("line 1, column 16: a range reaches at most from"), "{error}");
        let link = "v=8&scene=flock-wide&groups=boids.pcohesion-alignment-separation-Rl90cSlIkbkU4kUkXlPkU4kUkXfS*player";
        step(link.into());
        let (mut run, notices) = Run::open(link);
        assert!(notices[0].starts_with("A rule was left out. Line 1, column"), "{notices:?}");
        run.world.tick();
        assert_eq!(run.world.ticks(), 1);
    });
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes long: ./build.sh deep")]
fn rules_that_look_at_too_many_get_fewer_units_and_say_what_to_do() {
    let folds = vec!["sum(j in everyone: side(j.offset))"; 20].join(" + ");
    let text = |at: usize, set: &str| {
        format!("rule r{at}\nsteer ({}) * 1e-9", folds.replace("everyone", set))
    };
    for (count, set, is_cut) in
        [(5000, "everyone", true), (1000, "everyone", true), (5000, "everyone(2 * L)", false)]
    {
        let (mut run, _) = Run::open("v=8&scene=flock-wide&count=30");
        for at in 0..16 {
            run.set_rule("boids", &text(at, set)).expect("a rule");
        }
        let link = run.link().replace("count=30", &format!("count={count}"));
        let (mut run, notices) = Run::open(&link);
        let units = run.world.agents().len();
        let report = notices.iter().find(|line| line.contains("everyone(20 * L)"));
        assert_eq!(report.is_some(), is_cut, "{count} {set}: {notices:?}");
        assert_eq!(units < count, is_cut, "{count} {set}: {units}");
        let ((), took) = timed(|| run.world.tick());
        assert!(took < 3000.0, "{count} {set}: {took} ms for a tick");
    }
}
