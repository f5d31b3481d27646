//! What printed forces are held against: the shared vectors of rules, and states of every scene.

use super::printed::Runner;
use flockwright::Run;
use flockwright::engine::agents::{LEADER, Spot};
use flockwright::engine::behaviors::Behavior;
use flockwright::engine::params::Hunters;
use flockwright::engine::world::Stage;
use flockwright::internals::compose::item_of_text;
use flockwright::rules::tree::{Op, ParamKind, Thing};
use flockwright::rules::{Declared, FieldOfView, Force, Grouped, Rule, Sight, Term};
use flockwright::scenes::SCENES;
use flockwright_lab::insight::inspect::inspect;
use flockwright_lab::insight::observer::Observer;
use serde_json::{Value, json};

/// A file, the states that it is asked about, and what the core says of each.
pub struct Case {
    name: String,
    force: Force,
    states: Vec<Value>,
    wanted: Vec<[f64; 2]>,
}

fn number(value: f32) -> Declared {
    Declared { value, range: [0.0, 1.0], ..Declared::default() }
}

/// The shared vectors, one file for each.
pub fn vectors() -> Vec<Case> {
    let cases: Value = serde_json::from_str(include_str!("../vectors/rules.json")).expect("JSON");
    let of = |case: &Value| {
        let world = &case["world"];
        let mut rule = Rule::parse(case["text"].as_str().expect("a text")).expect("a rule");
        rule.key = "of_a_test".to_string();
        let value = |param: &flockwright::rules::tree::Param| match &param.kind {
            ParamKind::Number { value, .. } => {
                case["params"][&param.name].as_f64().map_or(*value, |value| value as f32)
            }
            ParamKind::Choice { value, .. } => *value as f32,
        };
        let params = rule.params.iter().map(|param| number(value(param))).collect();
        let real = |value: &Value| value.as_f64().expect("a number") as f32;
        let view = &world["view"];
        let sight = match view["model"].as_str() {
            Some("wide") => Sight::Wide,
            Some("limited") => Sight::Limited,
            Some("narrow") => Sight::Narrow,
            _ => Sight::Full,
        };
        let keys = |name: &str| {
            let keys = world[name].as_array().into_iter().flatten();
            keys.filter_map(|key| key.as_str().map(String::from)).collect::<Vec<_>>()
        };
        let things = rule.dependencies().things;
        let group = Grouped {
            key: "flock".to_string(),
            rigid: world["body"] == "rigid",
            view: Some(FieldOfView {
                sight: Some(sight),
                radius: number(real(&view["radius_factor"])),
                back_angle: number(real(&view["back_angle_factor"])),
                front_angle: number(real(&view["front_angle_factor"])),
                nearest: 0,
            }),
            hunts: keys("hunted"),
            fears: keys("fears"),
            max_force: 1.0,
            most_gain: f32::INFINITY,
            terms: vec![Term { rule, weight: number(1.0), params }],
            ..Grouped::default()
        };
        let torus = (world["torus"] == true).then(|| [0, 1].map(|at| real(&world["size"][at])));
        let at = case["unit"].as_u64().expect("a unit") as usize;
        let thing = |name: &str| match &world[name] {
            Value::Null => Value::Null,
            thing => json!({ "position": thing["p"], "velocity": thing["v"] }),
        };
        let unit = |one: &Value| {
            let heading = one["heading"].as_f64().expect("an angle");
            json!({
                "position": one["p"], "velocity": one["v"],
                "heading": [heading.cos(), heading.sin()], "length": one["length"],
                "max_speed": world["max_speed"], "role": one["role"], "group": one["group"],
                "leads": one["leads"], "hunts": one["hunts"], "goal": thing("goal"),
                "leader": thing("leader"), "pointer": thing("pointer"),
            })
        };
        let units = world["units"].as_array().expect("units");
        let others = units.iter().enumerate();
        let others = others.filter(|(id, one)| *id != at && one["role"] != "player");
        let others: Vec<Value> = others.map(|(_, one)| unit(one)).collect();
        let mut me = unit(&units[at]);
        me["group"] = json!("flock");
        let alone = things.contains(&Thing::Goal) && !things.contains(&Thing::Target);
        let obstacles = world["obstacles"].as_array().into_iter().flatten();
        let obstacles: Vec<Value> =
            obstacles.map(|one| json!({ "position": one["p"], "radius": one["radius"] })).collect();
        let state = json!({ "me": me, "others": others, "obstacles": obstacles,
            "target": thing(if alone { "goal" } else { "target" }) });
        let force = &case["expect"]["force"];
        Case {
            name: case["name"].as_str().expect("a name").to_string(),
            force: Force { about: Vec::new(), torus, groups: vec![group] },
            states: vec![state],
            wanted: vec![[0, 1].map(|part| force[part].as_f64().expect("a number"))],
        }
    };
    cases.as_array().expect("a list").iter().map(of).collect()
}

/// Whether a rule goes by more than the state of the world: what it remembers, chance, its path.
fn remembers(behavior: &dyn Behavior) -> bool {
    let Some(ruling) = behavior.ruling() else { return false };
    let rule = ruling.rule();
    let mut draws = !rule.keeps.is_empty() || rule.dependencies().things.contains(&Thing::Node);
    rule.walk(|expr| draws |= matches!(expr.is, Op::Draw(..)));
    draws
}

/// A run, without what remembers, after some ticks: some of its units.
fn scene(link: &str) -> Option<Case> {
    let (run, _) = Run::open(link);
    of_run(link, run)
}

/// Rules with words that no scene has, and names that mean something in a language or differ in case
/// alone. What is drawn has no part in the force.
const TEXTS: [&str; 6] = [
    "rule word_0\nr = 1 + count(j in everyone(20 * L))\nsteer h * tanh(log(r) - exp(-speed / V))",
    "rule word_1\nsteer mean(j in closest(3, everyone(30 * L)): j.direction) * log(2)",
    "rule word_2\nsteer h * (1 + 0 * normal(2)) * any_of(j in everyone(40 * L): 1)",
    "rule word_3\nsteer any_of(j in everyone(40 * L) where j.distance > L: 0 * j.offset + vec(0.25, 0.5))",
    "rule class \"*/ throw 1 /* ''' \\\"\nparam A = 1 in 0..9\nparam a = 2 in 0..9\nparam a_ = 3 in 0..9\n\
     param _a = 4 in 0..9\nparam __proto__ = 5 in 0..9\nparam way = a of a, A, a_, _a, aa\n\
     True = A + a\nL_ = a_ + _a + __proto__\nscaled = True * L_\nlambda = scaled\n\
     steer if way is A then h else h * lambda / 100",
    "rule constructor\nparam self = 1 in 0..9\nparam fn = 2 in 0..9\nparam func = 3 in 0..9\n\
     me = self + fn\nstate = func\nsteer h * me / state",
];

/// A run for each of them.
pub fn words() -> Vec<Case> {
    let of = |text: &&str| {
        let (_, item) = item_of_text(text).unwrap_or_else(|what| panic!("{text}: {what}"));
        let link = format!("scene=empty&count=30&seed=3&groups=units.p{item}");
        let (run, notices) = Run::open(&link);
        assert!(notices.is_empty(), "{notices:?}");
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
    for id in weights {
        run.set(id, 0.0);
    }
    for _ in 0..90 {
        run.world.tick();
    }
    let force = run.force();
    if force.groups.iter().all(|group| group.terms.is_empty()) {
        return None;
    }
    let mut fork = run.world.fork();
    // Units choose their goals as they are steered.
    fork.tick_through(Stage::Steer);
    let world = &run.world;
    let agents = world.agents();
    let thing = |spot: Option<Spot>| match spot {
        None => Value::Null,
        Some(Spot { position, velocity }) => {
            json!({ "position": position.to_array(), "velocity": velocity.to_array() })
        }
    };
    let unit = |id: usize| {
        let at = fork.groups().iter().position(|group| group.range.contains(&id)).expect("a group");
        let scope = fork.scope(at);
        let leads = scope.leaders[id] & LEADER != 0;
        let own = fork.groups()[at].pipeline.iter().find_map(|one| one.features().hunters);
        let hunters = scope.hunters.or(own).unwrap_or(Hunters::Everyone);
        json!({
            "position": agents.position(id).to_array(), "velocity": agents.velocity(id).to_array(),
            "heading": agents.forward(id).to_array(), "length": agents.length[id],
            "max_speed": scope.max_speed(id), "role": fork.groups()[at].role.key(),
            "group": fork.groups()[at].key, "leads": leads,
            "hunts": leads || hunters == Hunters::Everyone, "goal": thing(scope.goal(id)),
            "leader": thing(scope.leader), "pointer": thing(scope.pointer),
        })
    };
    let all: Vec<Value> = (0..agents.len()).map(unit).collect();
    let obstacles: Vec<Value> = world
        .obstacles()
        .iter()
        .map(|one| json!({ "position": one.center.to_array(), "radius": one.radius }))
        .collect();
    let (mut states, mut wanted) = (Vec::new(), Vec::new());
    let mut observer = Observer::default();
    for (at, group) in world.groups().iter().enumerate() {
        let uses = |thing: Thing| {
            let terms = force.groups[at].terms.iter();
            terms
                .filter(|term| term.weight.value != 0.0)
                .any(|term| term.rule.dependencies().things.contains(&thing))
        };
        let by_goal = uses(Thing::Goal) && !uses(Thing::Target);
        let scope = fork.scope(at);
        for id in group.range.clone().step_by(group.range.len().div_ceil(6).max(1)) {
            let found = inspect(world, &mut observer, id).expect("a unit");
            let terms = &force.groups[at].terms;
            let ruled = found
                .contributions
                .iter()
                .filter(|part| terms.iter().any(|term| term.rule.key == part.key));
            let sum: glam::Vec2 = ruled.map(|part| part.weighted).sum();
            let share = sum / force.groups[at].max_force;
            let others = fork.groups().iter().filter(|group| group.role.counts_as_neighbor());
            let others = others.flat_map(|group| group.range.clone()).filter(|other| *other != id);
            let others: Vec<&Value> = others.map(|other| &all[other]).collect();
            let target = if by_goal { scope.goal(id) } else { scope.target };
            states.push(json!({ "me": all[id], "others": others, "obstacles": obstacles,
                "target": thing(target) }));
            wanted.push(share.to_array().map(f64::from));
        }
    }
    Some(Case { name: name.to_string(), force, states, wanted })
}

pub fn scenes() -> Vec<Case> {
    SCENES.iter().filter_map(|one| scene(&format!("scene={}", one.key))).collect()
}

/// How near to an edge of a view a unit is left out, as a share of how far the edge is: there rounding
/// decides whether it counts.
const EDGE: f32 = 1e-4;

/// Whether another unit is where the view of a unit ends.
fn is_at_an_edge(force: &Force, state: &Value) -> bool {
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
        if let Some(size) = force.torus.map(glam::Vec2::from) {
            offset -= size * (offset / size).round();
        }
        let (ahead, abeam) = (heading.dot(offset), heading.perp_dot(offset).abs());
        let beside = match view.sight {
            Some(Sight::Wide) => abeam - ahead.abs() * view.back_angle.value,
            Some(Sight::Limited) => ahead,
            Some(Sight::Narrow) => abeam - ahead * view.front_angle.value,
            Some(Sight::Full) | None => f32::INFINITY,
        };
        (offset.length() - reach).abs() <= EDGE * reach || beside.abs() <= EDGE * offset.length()
    })
}

/// Holds what a language says against the core's.
pub fn hold(runner: &dyn Runner, cases: &[Case], allowed: f64) {
    let files: Vec<String> = cases.iter().map(|case| case.force.print(runner.language())).collect();
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
