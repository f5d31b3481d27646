//! What printed forces are held against: the shared vectors of rules, and states of every scene.

use super::printed::Runner;
use super::random_rule::{Dice, Writer, apart, world};
use super::rules::RuleWorld;
use super::scenes::open_link;
use flockwright::Run;
use flockwright::engine::agents::{LEADER_FLAG, Spot};
use flockwright::engine::behaviors::{Behavior, RuleBehavior};
use flockwright::engine::params::Hunters;
use flockwright::engine::world::TickStage;
use flockwright::internals::compose::rule_item;
use flockwright::rules::tree::{ExprKind, RuleParam, RuleParamKind, Thing};
use flockwright::rules::{
    DocumentedNumber, FieldOfView, GroupRules, Language, PrintedForce, Rule, ViewShape,
    WeightedRule,
};
use flockwright::scenes::SCENES;
use flockwright_lab::insight::inspect::inspect_unit;
use flockwright_lab::insight::observer::ObserverWorkspace;
use serde_json::{Value, json};

/// A file, the states that it is asked about, and what the core says of each.
pub struct Case {
    name: String,
    force: PrintedForce,
    states: Vec<Value>,
    wanted: Vec<[f64; 2]>,
}

fn number(value: f32) -> DocumentedNumber {
    DocumentedNumber { value, range: [0.0, 1.0], ..DocumentedNumber::default() }
}

/// The shared vectors, one file for each.
pub fn vectors() -> Vec<Case> {
    let cases: Value = serde_json::from_str(include_str!("../vectors/rules.json")).expect("JSON");
    let of = |case: &Value| {
        let mut rule = Rule::parse(case["text"].as_str().expect("a text")).expect("a rule");
        rule.key = "of_a_test".to_string();
        let value =
            |param: &RuleParam| case["params"][&param.name].as_f64().map(|value| value as f32);
        let at = case["unit"].as_u64().expect("a unit") as usize;
        let name = case["name"].as_str().expect("a name");
        let force = &case["expect"]["force"];
        let force = [0, 1].map(|part| force[part].as_f64().expect("a number"));
        of_world(name, term(rule, &value), &case["world"], at, Some(force))
    };
    cases.as_array().expect("a list").iter().map(of).collect()
}

/// A rule with the values that it is given, or else its own.
fn term(rule: Rule, value: &dyn Fn(&RuleParam) -> Option<f32>) -> WeightedRule {
    let of = |param: &RuleParam| match &param.kind {
        RuleParamKind::Number { value: own, .. } => value(param).unwrap_or(*own),
        RuleParamKind::Choice { value, .. } => *value as f32,
    };
    let params = rule.params.iter().map(|param| number(of(param))).collect();
    WeightedRule { rule, weight: number(1.0), params }
}

/// A rule in a world of a vector; the force of a unit there, where it is known.
fn of_world(
    name: &str,
    term: WeightedRule,
    world: &Value,
    at: usize,
    force: Option<[f64; 2]>,
) -> Case {
    let real = |value: &Value| value.as_f64().expect("a number") as f32;
    let view = &world["view"];
    let sight = match view["model"].as_str() {
        Some("off") => None,
        Some("wide") => Some(ViewShape::Wide),
        Some("limited") => Some(ViewShape::Limited),
        Some("narrow") => Some(ViewShape::Narrow),
        _ => Some(ViewShape::Full),
    };
    let keys = |name: &str| {
        let keys = world[name].as_array().into_iter().flatten();
        keys.filter_map(|key| key.as_str().map(String::from)).collect::<Vec<_>>()
    };
    let fears = keys("fears");
    let things = term.rule.dependencies().used_things;
    let alone = things.contains(&Thing::Goal) && !things.contains(&Thing::Target);
    let group = GroupRules {
        key: "flock".to_string(),
        is_rigid: world["body"] == "rigid",
        view: Some(FieldOfView {
            shape: sight,
            radius: number(real(&view["radius_factor"])),
            back_angle: number(real(&view["back_angle_factor"])),
            front_angle: number(real(&view["front_angle_factor"])),
            max_neighbors: view["nearest_only"].as_u64().unwrap_or(0) as u32,
        }),
        hunted_groups: keys("hunted"),
        fears_pointer: fears.iter().any(|key| key == "pointer"),
        feared_groups: fears,
        max_force: 1.0,
        max_gain: f32::INFINITY,
        weighted_rules: vec![term],
        ..GroupRules::default()
    };
    let torus = (world["torus"] == true).then(|| [0, 1].map(|at| real(&world["size"][at])));
    let thing = |name: &str| match &world[name] {
        Value::Null => Value::Null,
        thing => json!({ "position": thing["p"], "velocity": thing["v"] }),
    };
    let bar = |one: &Value, border: bool| match nearest_bar(world, &one["p"], border) {
        Some(place) => json!({ "position": place, "velocity": [0.0, 0.0] }),
        None => Value::Null,
    };
    let units = world["units"].as_array().expect("units");
    let unit = |one: &Value| {
        let heading = one["heading"].as_f64().expect("an angle");
        let fellows = || units.iter().filter(|other| other["group"] == one["group"]);
        json!({
            "rank": fellows().position(|other| std::ptr::eq(other, one)),
            "group_size": fellows().count(),
            "position": one["p"], "velocity": one["v"],
            "heading": [heading.cos(), heading.sin()], "length": one["length"],
            "max_speed": world["max_speed"], "role": one["role"], "group": one["group"],
            "leads": one["leads"], "hunts": one["hunts"], "goal": thing("goal"),
            "leader": thing("leader"), "pointer": thing("pointer"),
            "wall": bar(one, true), "barrier": bar(one, false),
        })
    };
    let others = units.iter().enumerate();
    let others = others.filter(|(id, one)| *id != at && one["role"] != "player");
    let others: Vec<Value> = others.map(|(_, one)| unit(one)).collect();
    let mut me = unit(&units[at]);
    me["group"] = json!("flock");
    let obstacles = world["obstacles"].as_array().into_iter().flatten();
    let obstacles: Vec<Value> =
        obstacles.map(|one| json!({ "position": one["p"], "radius": one["radius"] })).collect();
    let target = thing(if alone { "goal" } else { "target" });
    let state = json!({ "me": me, "others": others, "obstacles": obstacles, "target": target });
    Case {
        name: name.to_string(),
        force: PrintedForce { head_lines: Vec::new(), torus_size: torus, groups: vec![group] },
        states: force.iter().map(|_| state.clone()).collect(),
        wanted: force.into_iter().collect(),
    }
}

/// Names that mean something in a language or in printed code: every word of the helpers, and what
/// languages keep for themselves.
fn hostile_names() -> Vec<String> {
    let words = concat!(
        include_str!("../../src/rules/print/helpers/script.js"),
        include_str!("../../src/rules/print/helpers/gdscript.gd"),
        " arguments await eval enum implements package yield static let var new delete typeof void null true ",
        " undefined NaN prototype __proto__ constructor toString hasOwnProperty async debugger export ",
        " None True False lambda nonlocal global def elif except pass del print list dict set tuple type id ",
        " func extends class_name onready tool signal breakpoint preload self super master puppet Node free ",
        " _ready _process _init _1 _ __ a_b aB A_B ab_ A a a_ _a abstract base checked decimal delegate event ",
        " explicit fixed foreach goto internal lock namespace object operator out params ref sbyte sealed ",
        " stackalloc string struct unchecked unsafe using virtual volatile value partial record nint Flocking ",
        " Equals GetType Finalize System Linq Single Int32 Console force factor steer thrust brake goal quarry ",
        " leader pointer node target units unit so_far steer_flock in_view time random back sways random_ ",
        " WIDTH HEIGHT MOST_GAIN VIEW_RADIUS FLOCK_GAIN weight hunted feared mass max_force inertia "
    );
    let mut names: Vec<String> = Vec::new();
    for word in words.split(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
        let is_name = Rule::parse(&format!("rule {word}\nparam {word} = 1 in 0..2\nsteer {word}"));
        if is_name.is_ok() && !names.iter().any(|name| name == word) {
            names.push(word.to_string());
        }
    }
    names
}

/// A text with other names.
fn renamed(text: &str, names: &[(String, String)]) -> String {
    let (mut made, mut word) = (String::new(), String::new());
    for c in text.chars().chain(['\n']) {
        if c.is_ascii_alphanumeric() || c == '_' {
            word.push(c);
            continue;
        }
        let known = names.iter().find(|(from, _)| *from == word && !made.ends_with('.'));
        made += known.map_or(&word, |(_, to)| to);
        word.clear();
        made.push(c);
    }
    made
}

/// Random rules with hostile names in random worlds, each in a file of its own: what the core says
/// of one unit, where that does not hang on the last bits.
pub fn random(many: usize) -> Vec<Case> {
    let mut dice = Dice(3);
    let hostile = hostile_names();
    assert!(hostile.len() > 300, "{} names", hostile.len());
    let own =
        ["a0", "a1", "a2", "a3", "amount", "way", "kept", "unused", "powers", "j", "KEY", "SECOND"];
    let mut cases = Vec::new();
    while cases.len() < many {
        let mut drawn: Vec<String> = Vec::new();
        while drawn.len() < own.len() {
            let name = dice.of(&hostile.iter().map(String::as_str).collect::<Vec<_>>()).to_string();
            if !drawn.contains(&name) {
                drawn.push(name);
            }
        }
        let names: Vec<_> = own.map(String::from).into_iter().zip(drawn).collect();
        let mut world = world(&mut dice);
        (world["tick"], world["so_far"]) = (json!(0), json!([0, 0]));
        let mut made = |key: &str| {
            let mut writer = Writer::new(&mut dice);
            writer.names[0].extend(["kept", "powers"].map(String::from));
            let rule = writer.rule();
            let more = "keep kept = 2 then wrap(kept + speed)\n\
                unused = sum(j in view: j.offset)\n\
                powers = -kept ^ 2 + (-kept) ^ 2 - 2 ^ -kept ^ -2\n";
            let mut text = format!("rule {key} \"It's */ \\ hostile\"\n{more}{rule}");
            if dice.below(4) == 0 {
                text += "\nthrust 1 - kept / 9\nbrake if leads then 0.5 else amount";
            }
            Rule::parse(&renamed(&text, &names)).ok()
        };
        let (Some(rule), Some(other)) = (made("KEY"), made("SECOND")) else { continue };
        let units = world["units"].as_array().expect("units");
        let is_apart = (1..units.len()).all(|at| units[at]["p"] != units[at - 1]["p"]);
        let plain: RuleWorld = serde_json::from_value(world.clone()).expect("a world");
        let Ok(mut behavior) = RuleBehavior::written("rule", rule.clone()) else { continue };
        let forces = [0.0, 3e-4, -3e-4]
            .map(|by| plain.shifted(by).says(&mut behavior, 0, &rule.key).force.map(f64::from));
        let is_sure = is_apart && forces.iter().all(|one| apart(one, &forces[0]) < 2e-3);
        let said = is_sure.then_some(forces[0]);
        let name = rule.text();
        let mut case = of_world(&name, term(rule.clone(), &|_| None), &world, 0, said);
        // Another group has the same rule by other numbers, and one more.
        if cases.len() % 2 == 0 {
            let mut flock = case.force.groups[0].clone();
            flock.key = names[10].1.to_lowercase();
            flock.weighted_rules = vec![term(rule, &|_| Some(3.0)), term(other, &|_| None)];
            case.force.groups.push(flock);
        }
        cases.push(case);
    }
    cases
}

/// Whether a rule goes by more than the state of the world: what it remembers, chance, its path.
fn remembers(behavior: &dyn Behavior) -> bool {
    let Some(compiled_behavior) = behavior.compiled_behavior() else { return false };
    let rule = compiled_behavior.rule();
    // A formation uses its memory only while the leader rests.
    let keeps = !rule.memories.is_empty() && !FORMATIONS.contains(&behavior.key());
    let mut draws = keeps || rule.dependencies().used_things.contains(&Thing::Node);
    rule.walk_exprs(|expr| draws |= matches!(expr.kind, ExprKind::Draw(..)));
    draws
}

/// A run, without what remembers, after some ticks: some of its units.
fn scene(link: &str) -> Option<Case> {
    let (run, _) = Run::open(link);
    of_run(link, run)
}

/// Rules with words that no scene has. What is drawn has no part in the force.
const TEXTS: [&str; 5] = [
    "rule word_0\nr = 1 + count(j in everyone(20 * L))\nsteer h * tanh(log(r) - exp(-speed / V))",
    "rule word_1\nsteer mean(j in closest(3, everyone(30 * L)): j.direction) * log(2)",
    "rule word_2\nsteer h * (1 + 0 * normal(2)) * any_of(j in everyone(40 * L): 1)",
    "rule word_3\nsteer any_of(j in everyone(40 * L) where j.distance > L: 0 * j.offset + vec(0.25, 0.5))",
    "rule word_4\nsteer h * (rank + 1) / group_size",
];

/// A run for each of them.
pub fn words() -> Vec<Case> {
    let of = |text: &&str| {
        let (_, item) = rule_item(text).unwrap_or_else(|what| panic!("{text}: {what}"));
        let link = format!("scene=empty&count=30&seed=3&groups=units.p{item}");
        let run = open_link(&link);
        of_run(text, run).expect("a rule")
    };
    TEXTS.iter().map(of).collect()
}

fn of_run(name: &str, mut run: Run) -> Option<Case> {
    let weights: Vec<usize> = run
        .params()
        .iter()
        .enumerate()
        .filter(|(_, param)| {
            // What is drawn has no part in the forces of a text.
            if run.scene().key == "empty" {
                return false;
            }
            let group = param.group.map(|at| &run.world.groups()[at]);
            let pipeline = group.into_iter().flat_map(|group| &group.pipeline);
            let mut behaviors = pipeline.filter(|behavior| remembers(&***behavior));
            behaviors.any(|behavior| behavior.specs()[0].key == param.spec.key)
        })
        .map(|(id, _)| id)
        .collect();
    for _ in 0..90 {
        run.world.tick();
    }
    for id in weights {
        run.set(id, 0.0);
    }
    let force = run.force();
    if force.groups.iter().all(|group| group.weighted_rules.is_empty()) {
        return None;
    }
    let mut fork = run.world.fork();
    // Units choose their goals as they are steered.
    fork.tick_through(TickStage::Steer);
    let world = &run.world;
    let agents = world.agents();
    let thing = |spot: Option<Spot>| match spot {
        None => Value::Null,
        Some(Spot { position, velocity }) => {
            json!({ "position": position.to_array(), "velocity": velocity.to_array() })
        }
    };
    let standing = |offset: Option<glam::Vec2>, id: usize| {
        let velocity = glam::Vec2::ZERO;
        thing(offset.map(|offset| Spot { position: agents.position(id) + offset, velocity }))
    };
    let unit = |id: usize| {
        let at = fork.groups().iter().position(|group| group.ids.contains(&id)).expect("a group");
        let scope = fork.scope(at);
        let leads = scope.leader_flags[id] & LEADER_FLAG != 0;
        let own = fork.groups()[at].pipeline.iter().find_map(|one| one.features().hunters);
        let hunters = scope.hunters.or(own).unwrap_or(Hunters::Everyone);
        json!({
            "position": agents.position(id).to_array(), "velocity": agents.velocity(id).to_array(),
            "heading": agents.forward(id).to_array(), "length": agents.length[id],
            "max_speed": scope.max_speed(id), "role": fork.groups()[at].role.key(),
            "group": fork.groups()[at].key, "leads": leads,
            "hunts": leads || hunters == Hunters::Everyone, "goal": thing(scope.goal_spot(id)),
            "rank": id - fork.groups()[at].ids.start, "group_size": fork.groups()[at].ids.len(),
            "leader": thing(scope.leader), "pointer": thing(scope.pointer),
            "wall": standing(scope.barrier_offset(id, true), id),
            "barrier": standing(scope.barrier_offset(id, false), id),
        })
    };
    let all: Vec<Value> = (0..agents.len()).map(unit).collect();
    let obstacles: Vec<Value> = world
        .obstacles()
        .iter()
        .map(|one| json!({ "position": one.center.to_array(), "radius": one.radius }))
        .collect();
    let (mut states, mut wanted) = (Vec::new(), Vec::new());
    let mut observer = ObserverWorkspace::default();
    for (at, group) in world.groups().iter().enumerate() {
        let uses = |thing: Thing| {
            let terms = force.groups[at].weighted_rules.iter();
            terms
                .filter(|term| term.weight.value != 0.0)
                .any(|term| term.rule.dependencies().used_things.contains(&thing))
        };
        let by_goal = uses(Thing::Goal) && !uses(Thing::Target);
        let scope = fork.scope(at);
        for id in group.ids.clone().step_by(group.ids.len().div_ceil(6).max(1)) {
            let found = inspect_unit(world, &mut observer, id).expect("a unit");
            let terms = &force.groups[at].weighted_rules;
            let ruled = found
                .contributions
                .iter()
                .filter(|part| terms.iter().any(|term| term.rule.key == part.key));
            let sum: glam::Vec2 = ruled.map(|part| part.weighted_force).sum();
            let share = sum / force.groups[at].max_force;
            let others = fork.groups().iter().filter(|group| group.role.counts_as_neighbor());
            let others = others.flat_map(|group| group.ids.clone()).filter(|other| *other != id);
            let others: Vec<&Value> = others.map(|other| &all[other]).collect();
            let target = if by_goal { scope.goal_spot(id) } else { scope.hunted_target };
            states.push(json!({ "me": all[id], "others": others, "obstacles": obstacles,
                "target": thing(target) }));
            wanted.push(share.to_array().map(f64::from));
        }
    }
    Some(Case { name: name.to_string(), force, states, wanted })
}

const FORMATIONS: [&str; 5] = ["line", "column", "wedge", "grid", "circle"];

/// The scenes, and the squad in each formation.
pub fn scenes() -> Vec<Case> {
    let scenes = SCENES.iter().map(|one| format!("scene={}", one.key));
    let squads = FORMATIONS.iter().map(|one| format!("scene=squad&groups=squad.p{one}*leader"));
    scenes.chain(squads).filter_map(|link| scene(&link)).collect()
}

/// How near to an edge of a view a unit is left out, as a share of how far the edge is: there
/// rounding decides whether it counts.
const EDGE: f32 = 1e-4;

/// Whether another unit is where the view of a unit ends.
fn is_at_an_edge(force: &PrintedForce, state: &Value) -> bool {
    let vector = |value: &Value| {
        let part = |at: usize| value[at].as_f64().expect("a number") as f32;
        glam::Vec2::new(part(0), part(1))
    };
    let me = &state["me"];
    let group = force.groups.iter().find(|group| me["group"] == *group.key);
    let Some(view) = group.and_then(|group| group.view.as_ref()) else { return false };
    let reach = view.radius.value * me["length"].as_f64().expect("a number") as f32;
    let heading = vector(&me["heading"]);
    state["others"].as_array().into_iter().flatten().any(|other| {
        let mut offset = vector(&other["position"]) - vector(&me["position"]);
        if let Some(size) = force.torus_size.map(glam::Vec2::from) {
            offset -= size * (offset / size).round();
        }
        let (ahead, abeam) = (heading.dot(offset), heading.perp_dot(offset).abs());
        let beside = match view.shape {
            Some(ViewShape::Wide) => abeam - ahead.abs() * view.back_angle.value,
            Some(ViewShape::Limited) => ahead,
            Some(ViewShape::Narrow) => abeam - ahead * view.front_angle.value,
            Some(ViewShape::Full) | None => f32::INFINITY,
        };
        (offset.length() - reach).abs() <= EDGE * reach || beside.abs() <= EDGE * offset.length()
    })
}

/// The files of cases in a language.
pub fn printed(cases: &[Case], language: Language) -> Vec<String> {
    cases.iter().map(|case| case.force.print(language)).collect()
}

/// Holds what a language says against the core's.
pub fn hold(runner: &dyn Runner, cases: &[Case], allowed: f64) {
    let files = printed(cases, runner.language());
    let states: Vec<&[Value]> = cases.iter().map(|case| &*case.states).collect();
    let said = runner.run(&files, &states);
    let label = runner.language().label();
    let (mut off, mut many, mut left_out, mut worst) = (Vec::new(), 0, 0, 0.0f64);
    for (case, said) in cases.iter().zip(said) {
        assert_eq!(said.len(), case.wanted.len(), "{label}: {}", case.name);
        for ((got, want), state) in said.iter().zip(&case.wanted).zip(&case.states) {
            if is_at_an_edge(&case.force, state) {
                left_out += 1;
                continue;
            }
            let size = want[0].hypot(want[1]).max(1.0);
            let apart = (got[0] - want[0]).hypot(got[1] - want[1]) / size;
            many += 1;
            worst = worst.max(apart);
            if apart.is_nan() || apart > allowed {
                off.push(format!("{}: {got:?}, not {want:?} {}", case.name, state["me"]));
            }
        }
    }
    println!("{label}: {many} forces, the worst off by {worst:.1e}, {left_out} at an edge");
    assert!(off.is_empty(), "{label}, {} off\n{}", off.len(), off.join("\n"));
    assert!(left_out * 10 <= many, "{label}: {left_out} at an edge of {many}");
}

/// The nearest point of what stops a unit in the world of a case, which has a border where it does
/// not wrap.
fn nearest_bar(world: &Value, at: &Value, border: bool) -> Option<[f64; 2]> {
    let number = |value: &Value| value.as_f64().unwrap_or_default();
    let place = [number(&at[0]), number(&at[1])];
    let size = [number(&world["size"][0]), number(&world["size"][1])];
    let wraps = world["torus"] == true;
    let around: &[f64] = if wraps { &[-1.0, 0.0, 1.0] } else { &[0.0] };
    let mut all = Vec::new();
    for wall in world["walls"].as_array().into_iter().flatten() {
        for (across, down) in around.iter().flat_map(|x| around.iter().map(move |y| (x, y))) {
            let from = [number(&wall[0]) + across * size[0], number(&wall[1]) + down * size[1]];
            let way = [number(&wall[2]) - number(&wall[0]), number(&wall[3]) - number(&wall[1])];
            let off = [place[0] - from[0], place[1] - from[1]];
            let along = (off[0] * way[0] + off[1] * way[1]) / (way[0] * way[0] + way[1] * way[1]);
            let share = along.clamp(0.0, 1.0);
            all.push([from[0] + way[0] * share, from[1] + way[1] * share]);
        }
    }
    if border && !wraps {
        let [x, y] = place;
        all.extend([[0.0, y], [size[0], y], [x, 0.0], [x, size[1]]]);
    }
    let far = |to: &[f64; 2]| (to[0] - place[0]).hypot(to[1] - place[1]);
    all.into_iter().min_by(|a, b| far(a).total_cmp(&far(b)))
}
