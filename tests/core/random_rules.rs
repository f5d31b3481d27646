//! Any text at all gives a rule or an error, soon; and what random rules come to is what a plain
//! evaluator says.

use crate::support::evaluate::{Evaluator, Value};
use crate::support::rules::RuleWorld;
use flockwright::engine::behaviors::RuleBehavior;
use flockwright::internals::rules::TraceValue;
use flockwright::rules::{Rule, words};
use serde_json::json;
use std::time::Instant;

/// Chance for texts and worlds (SplitMix64).
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    fn below(&mut self, many: usize) -> usize {
        (self.next() % many as u64) as usize
    }
    fn real(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
    fn of<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len())]
    }
}

/// All words and signs of the language.
fn tokens() -> Vec<&'static str> {
    let mut all = vec![
        "+", "-", "*", "/", "^", "(", ")", ",", ":", ".", "..", "=", "==", "<=", "\n", "\n", " ",
        "1", "0.5", "\"", "#", "j", "x", "1e9", "j.offset", "é", "\u{0}", "\t", "[", "<", "!=",
    ];
    fn add<T>(table: &'static [words::Word<T>], all: &mut Vec<&'static str>) {
        all.extend(table.iter().map(|word| word.name));
    }
    add(words::KEYWORDS, &mut all);
    add(words::OWN, &mut all);
    add(words::THINGS, &mut all);
    add(words::FIELDS, &mut all);
    add(words::SETS, &mut all);
    add(words::FOLDS, &mut all);
    add(words::FUNCTIONS, &mut all);
    all
}

fn well_formed() -> Vec<String> {
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
                let page = rule.page(46);
                let paged = Rule::parse(&page).unwrap_or_else(|e| panic!("{e}\n{page}"));
                assert_eq!(paged.text(), rule.text(), "{page}");
                // So much may be too much to run; it is said then.
                let _ = flockwright::internals::rules::Compiled::new(&rule);
            }
            Err(error) => assert!(error.at.line > 0 && !error.to_string().is_empty()),
        }
        longest = longest.max(start.elapsed().as_secs_f64());
    }
    println!("{rules} of {many} texts are rules; the longest took {:.1} ms", 1e3 * longest);
    assert!(rules > many / 1000, "{rules} of {many} are rules");
    assert!(longest < 2.0, "{longest} s for a text");
}

/// Writes random rules that make sense.
struct Writer<'d> {
    dice: &'d mut Dice,
    /// What lines have named: numbers, vectors, conditions.
    names: [Vec<String>; 3],
    member: Option<bool>,
}

impl Writer<'_> {
    fn number(&mut self, deep: usize) -> String {
        if deep == 0 || self.dice.below(5) == 0 {
            return self.small_number();
        }
        let d = deep - 1;
        match self.dice.below(17) {
            0 | 1 => {
                let op = self.dice.of(&["+", "-", "*"]);
                format!("({} {op} {})", self.number(d), self.number(d))
            }
            2 => format!("{} / (1 + abs({}))", self.small_number(), self.number(d)),
            3 => {
                let f =
                    self.dice.of(&["abs", "sign", "sqrt", "floor", "sin", "cos", "acos", "wrap"]);
                format!("{f}({})", self.number(d))
            }
            4 => {
                let f = self.dice.of(&["min", "max"]);
                format!("{f}({}, {})", self.number(d), self.number(d))
            }
            5 => format!("clamp({}, -1, {})", self.number(d), self.small_number()),
            6 => format!("mix({}, {}, 0.3)", self.number(d), self.number(d)),
            7 => format!(
                "(0.1 + abs({})) ^ {}",
                self.number(d),
                self.dice.of(&["2", "0.5", "-1", "3"])
            ),
            8 => {
                let f = self.dice.of(&["length", "ahead", "abeam", "side", "turn"]);
                format!("{f}({})", self.vector(d))
            }
            9 => {
                let f = self.dice.of(&["dot", "cross"]);
                format!("{f}({}, {})", self.vector(d), self.vector(d))
            }
            10 => format!(
                "(if {} then {} else {})",
                self.condition(d),
                self.number(d),
                self.number(d)
            ),
            11 => format!("-{}", self.small_number()),
            _ if self.member.is_some() => self.small_number(),
            12 => {
                let set = self.set();
                format!("count(j in {set}{})", self.when(d, &set))
            }
            _ => {
                let (f, set) =
                    (self.dice.of(&["sum", "mean", "least", "most", "nearest"]), self.set());
                let when = self.when(d, &set);
                let value = self.within(&set, |this| this.number(d));
                format!("{f}(j in {set}{when}: {value})")
            }
        }
    }

    fn small_number(&mut self) -> String {
        if let Some(obstacle) = self.member
            && self.dice.below(2) == 0
        {
            let of_units = ["j.distance", "j.speed", "j.length"];
            let of_obstacles = ["j.distance", "j.radius"];
            return self.dice.of(if obstacle { &of_obstacles } else { &of_units }).into();
        }
        if !self.names[0].is_empty() && self.dice.below(3) == 0 {
            return self.names[0][self.dice.below(self.names[0].len())].clone();
        }
        match self.dice.below(4) {
            0 => format!("{:.2}", self.dice.real(0.0, 3.0)),
            1 => self.dice.of(&["L", "V", "speed", "pi", "deg", "dt", "time", "amount"]).into(),
            2 => self.dice.of(&["goal.distance", "target.distance", "leader.distance"]).into(),
            _ => self.dice.of(&["pointer.distance", "0.5", "2", "10"]).into(),
        }
    }

    fn vector(&mut self, deep: usize) -> String {
        if deep == 0 || self.dice.below(5) == 0 {
            return self.small_vector();
        }
        let d = deep - 1;
        match self.dice.below(14) {
            0 | 1 => {
                let op = self.dice.of(&["+", "-"]);
                format!("({} {op} {})", self.vector(d), self.vector(d))
            }
            2 => format!("{} * {}", self.small_vector(), self.number(d)),
            3 => format!("{} / (1 + abs({}))", self.small_vector(), self.number(d)),
            4 | 5 => {
                let f = self.dice.of(&["unit", "starboard", "toward", "head", "seek"]);
                format!("{f}({})", self.vector(d))
            }
            6 => format!("rotate({}, {})", self.vector(d), self.number(d)),
            7 => format!("arrive({}, 10 * L)", self.vector(d)),
            8 => format!("vec({}, {})", self.number(d), self.number(d)),
            9 => format!(
                "(if {} then {} else {})",
                self.condition(d),
                self.vector(d),
                self.vector(d)
            ),
            10 => format!("mix({}, {}, 0.5)", self.vector(d), self.vector(d)),
            _ if self.member.is_some() => self.small_vector(),
            _ => {
                let (f, set) = (self.dice.of(&["sum", "mean", "nearest"]), self.set());
                let when = self.when(d, &set);
                let value = self.within(&set, |this| this.vector(d));
                format!("{f}(j in {set}{when}: {value})")
            }
        }
    }

    fn small_vector(&mut self) -> String {
        if let Some(obstacle) = self.member
            && self.dice.below(3) > 0
        {
            let of_units = ["j.offset", "j.direction", "j.velocity", "j.heading"];
            return self.dice.of(if obstacle { &of_units[..2] } else { &of_units }).into();
        }
        if !self.names[1].is_empty() && self.dice.below(3) == 0 {
            return self.names[1][self.dice.below(self.names[1].len())].clone();
        }
        self.dice
            .of(&[
                "v",
                "h",
                "place",
                "so_far",
                "goal.offset",
                "goal.direction",
                "goal.velocity",
                "target.offset",
                "leader.offset",
                "pointer.direction",
                "h",
            ])
            .into()
    }

    fn condition(&mut self, deep: usize) -> String {
        let d = deep.saturating_sub(1);
        match self.dice.below(if deep == 0 { 4 } else { 9 }) {
            0 => self
                .dice
                .of(&["leads", "hunts", "goal.there", "pointer.there", "way is port"])
                .into(),
            1 => {
                let f = self.dice.of(&["seen", "wide", "limited", "narrow", "full"]);
                format!("{f}({})", self.small_vector())
            }
            2 if self.member == Some(false) => "j.leads".into(),
            2 | 3 => format!("{} > {}", self.small_number(), self.small_number()),
            4 => {
                let op = self.dice.of(&["<", "<=", ">=", "!="]);
                format!("{} {op} {}", self.number(d), self.number(d))
            }
            5 => format!("not ({})", self.condition(d)),
            6 if self.member.is_none() => {
                let set = self.set();
                let value = self.within(&set, |this| this.condition(d));
                format!("any(j in {set}: {value})")
            }
            _ => {
                let op = self.dice.of(&["and", "or"]);
                format!("({} {op} {})", self.condition(d), self.condition(d))
            }
        }
    }

    fn set(&mut self) -> String {
        let name = self.dice.of(&[
            "view",
            "mates",
            "fellows",
            "others",
            "everyone",
            "hunted",
            "menaces",
            "obstacles",
            "group(\"wolves\")",
            "group(\"nobody\")",
        ]);
        let radius = self.dice.below(3) > 0;
        match name {
            "view" | "obstacles" => name.into(),
            _ if name.starts_with("group") => match radius {
                true => format!("{}, {} * L)", &name[..name.len() - 1], 5 + self.dice.below(40)),
                false => name.into(),
            },
            _ if radius => format!("{name}({} * L)", 3 + self.dice.below(40)),
            _ => name.into(),
        }
    }

    fn within<R>(&mut self, set: &str, write: impl FnOnce(&mut Self) -> R) -> R {
        self.member = Some(set == "obstacles");
        let written = write(self);
        self.member = None;
        written
    }

    fn when(&mut self, deep: usize, set: &str) -> String {
        if self.dice.below(2) == 0 {
            return String::new();
        }
        format!(" where {}", self.within(set, |this| this.condition(deep.min(2))))
    }

    fn rule(&mut self) -> String {
        let mut text =
            "param amount = 2 in 0..10\nparam way = port of port, starboard\n".to_string();
        for at in 0..self.dice.below(4) {
            let (kind, deep) = (self.dice.below(3), self.dice.below(4));
            let value = match kind {
                0 => self.number(deep),
                1 => self.vector(deep),
                _ => format!("if {} then 1 else 0", self.condition(deep)),
            };
            let kind = if kind == 1 { 1 } else { 0 };
            text.push_str(&format!("a{at} = {value}\n"));
            self.names[kind].push(format!("a{at}"));
        }
        let deep = 1 + self.dice.below(4);
        let force = if self.dice.below(2) == 0 { self.number(deep) } else { self.vector(deep) };
        text + "steer " + &force
    }
}

fn world(dice: &mut Dice) -> serde_json::Value {
    let point = |dice: &mut Dice| [dice.real(5.0, 155.0), dice.real(5.0, 155.0)];
    let going = |dice: &mut Dice| [dice.real(-60.0, 60.0), dice.real(-60.0, 60.0)];
    let mut units = Vec::new();
    for at in 0..4 + dice.below(12) {
        let wolf = at > 0 && dice.below(4) == 0;
        let heading = dice.real(-3.1, 3.1);
        // Now and then two share a place.
        let place = match units.last() {
            Some(last) if dice.below(8) == 0 => serde_json::Value::clone(last)["p"].clone(),
            _ => json!(point(dice)),
        };
        units.push(json!({
            "p": place, "v": going(dice), "heading": heading, "length": 2,
            "role": if wolf { "interceptor" } else { "regular" },
            "group": if wolf { "wolves" } else { "flock" },
            "leads": dice.below(2) == 0, "hunts": dice.below(2) == 0
        }));
    }
    // In the order of their ids, which decide between two that are equally near.
    units.sort_by_key(|one| one["group"] == "wolves");
    let hunts = units[0]["hunts"] == true;
    units[0]["leads"] = json!(hunts);
    let things = ["goal", "target", "leader", "pointer"];
    let mut world = json!({
        "body": dice.of(&["point", "rigid"]), "size": [160, 160], "torus": dice.below(2) == 0,
        "max_speed": dice.real(40.0, 90.0), "units": units,
        "view": {"model": dice.of(&["wide", "limited", "narrow", "full", "off"]),
            "radius_factor": dice.of(&["8", "15", "30"]).parse::<f64>().expect("a number"),
            "back_angle_factor": dice.real(0.5, 2.0), "front_angle_factor": dice.real(0.5, 2.0),
            "nearest_only": if dice.below(3) == 0 { 1 + dice.below(4) } else { 0 }},
        "obstacles": (0..dice.below(4)).map(|_| json!({"p": point(dice), "radius": 7.5})).collect::<Vec<_>>(),
        "fears": if dice.below(2) == 0 { vec!["wolves", "pointer"] } else { vec!["wolves"] },
        "hunted": if dice.below(2) == 0 { vec!["wolves"] } else { vec![] },
        "tick": dice.below(600), "so_far": [dice.real(-1.0, 1.0), dice.real(-1.0, 1.0)]
    });
    for thing in things {
        if dice.below(4) > 0 {
            world[thing] = json!({"p": point(dice), "v": going(dice)});
        }
    }
    world
}

/// How far two values are from each other, as a share of the larger, or of 1.
fn apart(a: &[f64], b: &[f64]) -> f64 {
    let size = a.iter().chain(b).fold(1.0f64, |most, part| most.max(part.abs()));
    a.iter().zip(b).map(|(a, b)| (a - b).abs() / size).fold(0.0, f64::max)
}

fn parts(value: &Value) -> Vec<f64> {
    match value {
        Value::Number(number) => vec![*number],
        Value::Vector(vector) => vector.to_vec(),
        Value::Condition(holds) => vec![f64::from(u8::from(*holds))],
    }
}

/// `RULE_WORLDS`: how many.
#[test]
fn random_rules_come_to_what_a_plain_evaluator_says() {
    let many = std::env::var("RULE_WORLDS").ok().and_then(|many| many.parse().ok());
    let many: usize = many.unwrap_or(2000);
    let mut dice = Dice(2);
    let (mut compared, mut forces) = (0, 0);
    for case in 0..many {
        let world: RuleWorld = serde_json::from_value(world(&mut dice)).expect("a world");
        let mut text = Writer { dice: &mut dice, names: Default::default(), member: None }.rule();
        if case % 4 == 0 {
            text += "\nkeep kept = 2 then wrap(kept + speed)\nthrust 1 - kept / 9\nbrake if leads then 0.5 else 1";
        }
        let Ok(rule) = Rule::parse(&text).map_err(|error| {
            assert!(
                error.what.contains("at most") || error.what.contains("deeply"),
                "{error}\n{text}"
            );
        }) else {
            continue;
        };
        let Ok(mut behavior) = RuleBehavior::written("rule", rule.clone()) else { continue };
        let what = format!("case {case}");
        let made = world.says(&mut behavior, 0, &what);
        let params = [2.0, 0.0];
        let outcome = |shift: f64| {
            let stiffest = if world.body == "rigid" { f64::INFINITY } else { 6.0 };
            let (rule, world, params, force) = (&rule, &world, &params, 100.0);
            let plain = Evaluator { rule, world, unit: 0, params, stiffest, force, shift };
            let lets = plain.lets();
            let force = plain.force(&lets);
            (plain.is_active(), force, lets)
        };
        let plain = [0.0, 3e-4, -3e-4].map(outcome);
        assert_eq!(made.trace.is_active, plain[0].0, "{what}\n{text}");
        let [first, others @ ..] = &plain;
        // What hangs on the last bits has no one value.
        type Found = (bool, [f64; 2], Vec<Value>);
        let sure = |of: &dyn Fn(&Found) -> Vec<f64>| {
            let want = of(first);
            let fine = want.iter().all(|part| part.abs() < 1e6);
            (fine && others.iter().all(|other| apart(&of(other), &want) < 2e-3)).then_some(want)
        };
        if !first.0 {
            assert_eq!(made.force, [0.0; 2], "{what}\n{text}");
            continue;
        }
        let mut all_sure = true;
        for (at, got) in made.trace.lets.iter().enumerate() {
            let Some(want) = sure(&|one| parts(&one.2[at])) else {
                all_sure = false;
                continue;
            };
            let got = match got {
                TraceValue::Number(number) => vec![f64::from(*number)],
                TraceValue::Vector(vector) => vector.map(f64::from).to_vec(),
                TraceValue::Condition(holds) => vec![f64::from(u8::from(*holds))],
            };
            compared += 1;
            assert!(
                apart(&got, &want) < 5e-3,
                "{what}: line {at} is {got:?}, not {want:?}\n{text}"
            );
        }
        if let Some(want) = sure(&|one| one.1.to_vec()).filter(|_| all_sure) {
            forces += 1;
            for got in [made.force, made.trace.force] {
                let got = got.map(f64::from);
                assert!(apart(&got, &want) < 5e-3, "{what}: {got:?}, not {want:?}\n{text}");
            }
        }
    }
    println!("{compared} lines and {forces} forces of {many} rules agree");
    assert!(forces > many / 4, "{forces} of {many} forces are sure");
}
