//! What rules read of other units: memories, and the member that a number chooses.

use flockwright::Run;
use flockwright::internals::compose::rule_item;
use flockwright::prelude::*;
use flockwright::rules::tree::ValueType;
use flockwright::rules::{Language, Rule};

/// Energy falls to that of the mean of the neighbors; the first tick tells it from one's own place.
const MOOD: &str = "rule mood
keep energy = 2 then if time < dt then dot(place, vec(1, 0)) else mean(j in fellows: j.mood.energy)
keep way = vec(0, 1) then vec(energy, 2 * energy)
steer vec(0, 0)";

/// Pushes by what others keep: the sum of their energies and of their ways.
const READER: &str = "rule reader
e = sum(j in group(\"birds\"): j.mood.energy)
w = sum(j in group(\"birds\"): j.mood.way)
keep total = 0 then e
keep ways = vec(0, 0) then w + vec(0, 0)
steer vec(0, 0)";

fn group(key: &'static str, count: u32, text: &str) -> Group {
    Group::point(key, key, Role::Regular, count).with(rule(text).expect(text))
}

/// Values that the units of a group remember under a name.
fn kept(
    world: &World,
    group: usize,
    key: &str,
    name: &str,
    ty: flockwright::rules::tree::ValueType,
) -> Vec<Vec<f32>> {
    let pipeline = &world.groups()[group].pipeline;
    let behavior = pipeline.iter().find(|one| one.key() == key).expect(key);
    behavior.remembered(name, ty).expect(name).to_vec()
}

#[test]
fn a_rule_reads_what_others_kept_at_the_last_tick() {
    use ValueType::{Number, Vector};
    let groups = vec![group("birds", 5, MOOD), group("watchers", 2, READER)];
    let mut world = World::new(WorldParams::default(), groups, 3);
    let mut last = (10.0, [0.0, 5.0]);
    for tick in 0..4 {
        let places: Vec<f32> = (0..5).map(|id| world.agents().x[id]).collect();
        let before = kept(&world, 0, "mood", "energy", Number)[0].clone();
        world.tick();
        // A mean over others is that of what they kept before, whatever the order of the units.
        let after = kept(&world, 0, "mood", "energy", Number)[0].clone();
        for id in 0..5 {
            let others: f32 = (0..5).filter(|other| *other != id).map(|other| before[other]).sum();
            let wanted = if tick == 0 { places[id] } else { others / 4.0 };
            assert!((after[id] - wanted).abs() < 1e-3 * wanted.abs().max(1.0), "tick {tick}, {id}");
        }
        let sum = kept(&world, 1, "reader", "total", Number)[0][0];
        let ways = kept(&world, 1, "reader", "ways", Vector);
        assert!((sum - last.0).abs() < 1e-3 * last.0, "tick {tick}: {sum}, not {}", last.0);
        for (part, wanted) in last.1.into_iter().enumerate() {
            assert!((ways[part][0] - wanted).abs() < 1e-3 * wanted.max(1.0), "tick {tick}");
        }
        let total: f32 = after.iter().sum();
        last = (total, [before.iter().sum(), 2.0 * before.iter().sum::<f32>()]);
    }
}

#[test]
fn what_nobody_keeps_is_0_and_a_notice_says_so() {
    let open = |link: &str, text: &str| {
        let (_, item) = rule_item(text).expect("a rule");
        let (mut run, notices) = Run::open(&link.replace("RULE", &item));
        (0..3).for_each(|_| run.world.tick());
        (run, notices)
    };
    let text = "rule reader\nsteer vec(1, 0) * sum(j in everyone: j.mood.energy)";
    let (run, notices) = open("scene=empty&count=4&groups=units.bpoint.pRULE", text);
    assert!(
        notices[0].ends_with("no rule mood keeps a number energy: it is 0 for all."),
        "{notices:?}"
    );
    assert!((0..4).all(|id| run.world.agents().velocity(id) == Vec2::ZERO));
    let groups = "scene=empty&count=4&groups=units.bpoint.pRULE*g1.bpoint&g1.count=3";
    let (_, notices) = open(
        groups,
        "rule mood\nkeep energy = 1 then energy\nsteer sum(j in everyone: j.mood.energy)",
    );
    assert!(notices[0].contains("mood.energy is 0 for "), "{notices:?}");
}

#[test]
fn a_memory_that_makes_no_sense_is_refused_with_its_place() {
    let error = |text: &str| Rule::parse(text).expect_err(text).to_string();
    let own = "rule mood\nkeep energy = 1 then energy\nsteer sum(j in view: j.mood.enrgy)";
    assert!(
        error(own).contains("line 3") && error(own).contains("did you mean 'energy'"),
        "{}",
        error(own)
    );
    assert!(error("steer sum(o in obstacles: o.mood.energy)").contains("remembers nothing"));
    assert!(error("steer sum(j in view by j.speed: j.speed)").contains("did you mean 'most'"));
    assert!(error("steer most(j in view by j.offset: j.speed)").contains("should be a number"));
    // Two rules of one key cannot be told apart.
    let (_, item) = rule_item(MOOD).expect("a rule");
    let (_, notices) = Run::open(&format!("scene=empty&groups=units.bpoint.p{item}-{item}"));
    assert!(notices.iter().any(|line| line.contains("only once")), "{notices:?}");
    let late = "x = length(mean(j in view: j.mood.way))\nsteer h * x * foo";
    assert!(error(late).contains("line 2, column 15: no 'foo'"), "{}", error(late));
    // A memory that is a vector is recognized by its use.
    let rule = Rule::parse("steer seek(mean(j in view: j.mood.way))").expect("a rule");
    assert_eq!(rule.text(), "steer seek(mean(j in view: j.mood.way))\n");
}

#[test]
fn printed_code_takes_the_memories_of_others_from_the_game() {
    let (_, item) = rule_item("rule reader\nsteer vec(1, 0) * sum(j in everyone: j.mood.energy)")
        .expect("a rule");
    let (run, _) = Run::open(&format!("scene=empty&groups=units.bpoint.p{item}"));
    for (language, field, use_of_it) in [
        (Language::TypeScript, "keptMoodEnergy: number;", "j.unit.keptMoodEnergy"),
        (Language::JavaScript, "@property {number} keptMoodEnergy", "j.unit.keptMoodEnergy"),
        (Language::GDScript, "var kept_mood_energy: float", "j.unit.kept_mood_energy"),
    ] {
        let code = run.print_force(language);
        assert!(code.contains(field) && code.contains(use_of_it), "{code}");
    }
}

/// Calm between 0 and `most`, a bent way, and a reader that tells what it reads of the neighbors.
const NATURE: &str = "rule nature
param top = 1 in 0..9
keep calm = random(0, top) # from the seed and the unit's handle
keep way = vec(normal(2), if random(0, 1) < 0.5 then 1 else -1) then way
steer way * calm";

#[test]
fn a_memory_begins_at_random_by_the_seed_and_the_unit_however_the_run_is_opened() {
    use ValueType::{Number, Vector};
    let (_, item) = rule_item(NATURE).expect("a rule");
    let link = |seed: u32, count: u32| {
        format!("scene=empty&seed={seed}&count={count}&groups=units.bpoint.p{item}")
    };
    let calm = |run: &Run| kept(&run.world, 0, "nature", "calm", Number)[0].clone();
    let (mut run, notices) = Run::open(&link(3, 400));
    assert_eq!(notices, Vec::<String>::new());
    let first = calm(&run);
    // Each unit has its own number, evenly between the limits, and each draw of the text its own.
    let mean = first.iter().sum::<f32>() / 400.0;
    assert!(first.iter().all(|calm| (0.0..1.0).contains(calm)) && (mean - 0.5).abs() < 0.05);
    let ways = kept(&run.world, 0, "nature", "way", Vector);
    let (left, spread) = (
        ways[1].iter().filter(|y| **y < 0.0).count(),
        ways[0].iter().map(|x| x * x).sum::<f32>() / 400.0,
    );
    assert!((150..250).contains(&left) && (3.0..5.0).contains(&spread), "{left}, {spread}");
    assert!((0..400).all(|id| ways[1][id].abs() == 1.0 && ways[1][id] != ways[0][id]));
    // It stays for the run, and is drawn again by another seed alone.
    (0..20).for_each(|_| run.world.tick());
    assert_eq!(calm(&run), first);
    assert_ne!(calm(&Run::open(&link(4, 400)).0), first);
    let (mut again, _) = Run::open(&run.link());
    (0..20).for_each(|_| again.world.tick());
    assert_eq!(again.world.hash(), run.world.hash());
    let mut restored = Run::open(&link(3, 400)).0;
    restored.restore(&run.snapshot()).expect("a snapshot");
    assert_eq!((restored.world.hash(), calm(&restored)), (run.world.hash(), first.clone()));
    // A unit that comes later draws its own; one that goes takes only its own away.
    let state = run.world.agents().state(0);
    let late = run.world.add(0, state).expect("room");
    let drawn = calm(&run)[400];
    assert!((0.0..1.0).contains(&drawn) && !first.contains(&drawn), "{drawn}");
    let gone = run.world.agents().handle(7).expect("a unit");
    run.world.remove(gone);
    let id = run.world.agents().id(late).expect("it is there");
    assert_eq!((calm(&run)[7], calm(&run)[id]), (first[8], drawn));
    let mut other = Run::open(&link(3, 400)).0;
    other.world.add(0, state).expect("room");
    assert_eq!(calm(&other)[400], drawn);
    // A restart with the seed gives every unit its own again.
    run.world.restart(3);
    assert_eq!(calm(&run)[..399], first[..399]);
    run.world.tick();
    run.set_key("count", 500.0).expect("a count");
    assert_eq!(calm(&run)[..399], first[..399]);
    assert!(calm(&run).iter().all(|calm| (0.0..1.0).contains(calm)));
    // A changed limit at the start is that of the link as well.
    let mut run = Run::open(&link(3, 400)).0;
    run.set_key("nature-top", 4.0).expect("a parameter");
    assert_eq!(calm(&run), calm(&Run::open(&run.link()).0));
}

#[test]
fn a_random_beginning_is_printed_and_refused_where_it_makes_no_sense() {
    let rule = Rule::parse(NATURE).expect("a rule");
    assert!(rule.text().contains("keep calm = random(0, top) then calm"), "{}", rule.text());
    assert_eq!(Rule::parse(&rule.text()).expect("its own text").text(), rule.text());
    let (_, item) = rule_item(NATURE).expect("a rule");
    let (run, _) = Run::open(&format!("scene=empty&groups=units.bpoint.p{item}"));
    for (language, starts) in [
        (
            Language::TypeScript,
            &["calm: randomBetween({ random: Math.random }, 0, top),", "const randomBetween ="][..],
        ),
        (
            Language::JavaScript,
            &["randomNormal({ random: Math.random }, 2)", "function randomNormal("],
        ),
        (
            Language::GDScript,
            &["var calm: float = random.randf_range(0.0, top)", "random.randfn(0.0, 2.0)"],
        ),
    ] {
        let code = run.print_force(language);
        assert!(starts.iter().all(|start| code.contains(start)), "{code}");
    }
    for start in ["sway(1)", "random(0, speed)", "any_of(j in view: 1)", "time"] {
        let error = Rule::parse(&format!("keep s = {start} then s\nsteer s")).expect_err(start);
        assert!(error.message.contains("random and normal"), "{error}");
    }
}

#[test]
fn a_shepherd_collects_the_farthest_sheep_and_drives_the_flock_to_the_fold() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/replications/");
    let read = |name: &str| std::fs::read_to_string(format!("{path}{name}")).expect(name);
    let plan: String = read("shepherd.toml");
    let base = plan.split('"').nth(1).expect("a link").to_string();
    // Whether the flock has been in: what the dog keeps in mind.
    let is_in = |neighbors: f32, ticks: u32| {
        let mut run = Run::open(&base).0;
        run.set_rule("units", &read("sheep.rule")).expect("a rule");
        run.set_rule("g1", &read("dog.rule")).expect("a rule");
        run.set_key("sheep-neighbors", neighbors).expect("a parameter");
        (0..ticks).for_each(|_| run.world.tick());
        kept(&run.world, 1, "dog", "done", ValueType::Number)[0][0] > 0.0
    };
    // Strömbom et al. 2014: it succeeds if each sheep keeps to more than 0.53 of the others.
    assert!(is_in(59.0, 8000) && !is_in(20.0, 4000));
    for (rule, most) in [("sheep.rule", 25), ("dog.rule", 25)] {
        assert!(read(rule).lines().count() <= most);
    }
}

#[test]
fn a_rule_reads_its_own_memories_as_they_were_before_the_tick() {
    // Each line reads a memory that changes in the same tick, in either order of the text.
    let text = "rule count\nkeep late = 0 then early\nkeep early = 1 then early + 1\n\
                keep own = 5 then mean(j in closest(1, fellows): j.count.early)\nsteer late * h";
    let mut world = World::new(WorldParams::default(), vec![group("birds", 3, text)], 1);
    for tick in 1..6 {
        world.tick();
        let of = |name: &str| kept(&world, 0, "count", name, ValueType::Number)[0].clone();
        let [late, early, own] = ["late", "early", "own"].map(of);
        let before = tick as f32;
        assert_eq!((late, early, own), (vec![before; 3], vec![before + 1.0; 3], vec![before; 3]));
    }
}
