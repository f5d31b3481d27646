//! Rules that a person writes, as parts of a run: in links, recordings and keyframes, while the run
//! plays, changed and taken out again.

use crate::support::play::{go_to, replayed};
use crate::support::scenes::{hash_after, open_link};
use flockwright::Run;
use flockwright::engine::behaviors::recipes;
use flockwright::internals::compose::{MAX_RULES, rule_item};
use flockwright::internals::rules::{TraceValue, encode_rule};
use flockwright::session::events::Event;
use flockwright::session::timeline::Timeline;
use flockwright_lab::insight::observer::ObserverWorkspace;
use flockwright_lab::insight::trace::trace_rule;

const CROWDED: &str = "rule crowded \"Turn left when crowded\"
param many = 4 in 0..50 \"How many are a crowd.\"
param push = 1 in 0..2 \"× S\"
n = count(j in mates(8 * L))
steer if n > many then -push else 0";

const STROLL: &str = "rule stroll
keep angle = 0.5 then wrap(angle + random(-12 * dt, 12 * dt))
keep way = vec(1, 0) then rotate(way, random(-0.1, 0.1))
near = sum(j in mates(10 * L): j.direction)
steer seek((h * 6 + rotate(h, angle) * 3 + way) * L) - near";

fn item(text: &str) -> String {
    rule_item(text).unwrap_or_else(|what| panic!("{what}")).1
}

fn with(items: &[String]) -> String {
    format!("boids.pcohesion-separation-{}*player", items.join("-"))
}

fn compose(run: &mut Run, timeline: &mut Timeline, text: &str) {
    let groups = run.read_composition(text).0;
    timeline.input(run, Event::Compose(groups.into())).expect("a composition");
}

#[test]
fn a_link_with_a_rule_of_five_lines_is_short_and_gives_the_same_run() {
    let before = "scene=flock-wide&count=60";
    let mut run = open_link(&format!("{before}&groups={}", with(&[item(CROWDED)])));
    let without = open_link(&format!("{before}&groups=boids.pcohesion-separation*player")).link();
    let link = run.link();
    let added = link.len() - without.len();
    assert!(added <= 300, "{added} characters");
    let many = run.find_param("crowded-many").expect("a parameter of the rule");
    run.set(many, 2.0);
    let link = run.link();
    assert!(link.contains("crowded-many=2"), "{link}");
    let hash = hash_after(&mut run, 200);
    assert_eq!(hash_after(&mut open_link(&link), 200), hash);
    let (mut plain, _) = Run::open(&format!("{before}&groups=boids.pcohesion-separation*player"));
    assert_ne!(hash_after(&mut plain, 200), hash, "the rule steers");
}

#[test]
fn what_a_rule_remembers_is_in_the_hash_and_comes_back_with_its_units() {
    let link = format!("scene=flock-wide&count=50&groups={}", with(&[item(STROLL)]));
    let mut run = open_link(&link);
    let mut timeline = Timeline::new(&run);
    (0..400).for_each(|_| timeline.tick(&mut run));
    let hash = run.world.hash();
    go_to(&mut run, &mut timeline, 150);
    go_to(&mut run, &mut timeline, 400);
    assert_eq!(run.world.hash(), hash, "through a keyframe");
    let copy = run.world.clone();
    run.world.tick();
    assert_ne!(copy.hash(), run.world.hash());
    assert_eq!(copy.hash(), hash, "a copy has a memory of its own");
}

#[test]
fn units_come_and_go_and_each_keeps_what_it_remembers() {
    let link = format!("scene=flock-wide&count=9&groups={}", with(&[item(STROLL)]));
    let mut run = open_link(&link);
    hash_after(&mut run, 40);
    let angle = |run: &Run, id: usize| {
        let report = trace_rule(&run.world, &mut ObserverWorkspace::default(), id, "stroll")
            .expect("its rule");
        report.memories[0][0]
    };
    let [third, sixth] = [3, 6].map(|id| angle(&run, id));
    assert_ne!(third, sixth);
    // Those behind one that goes move up.
    let gone = run.world.agents().handle(4).expect("a unit");
    run.world.remove(gone);
    assert_eq!([3, 5].map(|id| angle(&run, id)), [third, sixth]);
    run.world.add(0, run.world.agents().state(2));
    assert_eq!(angle(&run, 8), TraceValue::Number(0.5), "who comes remembers nothing");
    assert_eq!([3, 5].map(|id| angle(&run, id)), [third, sixth]);
    hash_after(&mut run, 1);
    assert_ne!(angle(&run, 8), TraceValue::Number(0.5));
}

#[test]
fn a_rule_is_given_to_a_group_by_its_text() {
    let mut run = open_link("scene=leaders-pincer&count=20");
    let (why, near) = (run.set_rule("boid", CROWDED), run.set_rule("boids", "steer nobody"));
    assert!(why.is_err_and(|why| why.contains("Did you mean “boids”?")));
    assert!(near.is_err_and(|why| why.starts_with("Line 1, column 7")));
    assert_eq!(run.set_rule("interceptors", CROWDED), Ok(()));
    let many = run.find_param("interceptors.crowded-many").expect("its parameter");
    run.set(many, 1.0);
    // The same key again takes its place, and what was set stays.
    let changed = CROWDED.replace("-push", "push");
    assert_eq!(run.set_rule("interceptors", &changed), Ok(()));
    assert_eq!(run.composition_text().matches("-R").count(), 1);
    assert_eq!(run.get(many), 1.0);
    let link = run.link();
    assert_eq!(hash_after(&mut run, 60), hash_after(&mut open_link(&link), 60));
    let taken = run.set_rule("boids", "rule cohesion\nsteer 1");
    assert!(taken.is_err_and(|why| why.contains("something else")));
}

#[test]
fn a_recipe_named_by_its_key_is_the_written_rule_of_its_text() {
    let open = |item: &str| Run::open(&format!("scene=empty&count=9&groups=units.bpoint.p{item}"));
    assert!(recipes().len() > 14);
    for recipe in recipes() {
        let (mut by_key, notices) = open(recipe.key);
        assert_eq!(notices, [""; 0]);
        let mut by_text = open(&item(recipe.text)).0;
        assert_eq!(by_key.link(), by_text.link());
        assert!(by_key.link().contains(&item(recipe.text)), "{}", by_key.link());
        (0..60).for_each(|_| (by_key.world.tick(), by_text.world.tick()).0);
        assert_eq!(by_key.world.hash(), by_text.world.hash());
        let mut given = open("seek").0;
        assert_eq!(given.set_rule("units", recipe.key), Ok(()));
        assert_eq!(given.world.groups()[0].pipeline[1].key(), recipe.key);
        assert!(recipe.sentence().ends_with('.'), "{}", recipe.key);
    }
    let unknown = "There is no behavior \u{201c}hyde\u{201d}. Did you mean \u{201c}hide\u{201d}? It was left out.";
    assert_eq!(open("hyde").1, [unknown]);
    let mut run = open("seek").0;
    let unknown = "There is no recipe \u{201c}hyde\u{201d}. Did you mean \u{201c}hide\u{201d}?";
    assert_eq!(run.set_rule("units", "hyde"), Err(unknown.into()));
    assert!(
        run.set_rule("units", "seek").is_err_and(|why| why.contains("no recipe but a behavior"))
    );
}

#[test]
fn a_memory_goes_on_though_the_weight_is_nothing() {
    let link = format!("scene=flock-wide&count=20&stroll=0&groups={}", with(&[item(STROLL)]));
    let mut run = open_link(&link);
    let weight = run.find_param("stroll").expect("its weight");
    let muted = hash_after(&mut run, 30);
    let plain = "scene=flock-wide&count=20&groups=boids.pcohesion-separation*player";
    let mut plain = open_link(plain);
    hash_after(&mut plain, 30);
    for id in 0..20 {
        assert_eq!(run.world.agents().position(id), plain.world.agents().position(id));
    }
    assert_ne!(muted, plain.world.hash(), "what is remembered has part in the hash");
    run.set(weight, 1.0);
    hash_after(&mut run, 30);
    assert_ne!(run.world.agents().position(3), plain.world.agents().position(3));
}

#[test]
fn a_rule_is_written_changed_and_taken_out_while_the_run_plays_and_all_is_replayed() {
    let mut run = open_link("scene=flock-wide&count=40");
    let mut timeline = Timeline::new(&run);
    (0..30).for_each(|_| timeline.tick(&mut run));
    compose(&mut run, &mut timeline, &with(&[item(CROWDED)]));
    let push = run.find_param("crowded-push").expect("it is new");
    timeline.input(&mut run, Event::Param { id: push, value: 0.5 }).expect("a number");
    (0..30).for_each(|_| timeline.tick(&mut run));
    // Another text: what a person has set stays, what stands in the text is as the text says.
    let changed = CROWDED.replace("-push else 0", "push else 0").replace("= 4 in", "= 3 in");
    compose(&mut run, &mut timeline, &with(&[item(&changed), item(STROLL)]));
    assert_eq!(run.get(run.find_param("crowded-push").expect("it stays")), 0.5);
    assert_eq!(run.get(run.find_param("crowded-many").expect("it stays")), 3.0);
    (0..30).for_each(|_| timeline.tick(&mut run));
    compose(&mut run, &mut timeline, &with(&[item(STROLL)]));
    assert!(!run.params()[push].is_present);
    (0..30).for_each(|_| timeline.tick(&mut run));
    compose(&mut run, &mut timeline, "");
    (0..10).for_each(|_| timeline.tick(&mut run));
    let hash = run.world.hash();
    assert_eq!(replayed(&run, &timeline).world.hash(), hash);
    go_to(&mut run, &mut timeline, 45);
    assert!(run.composition_text().contains(&item(CROWDED)), "it was there then");
    go_to(&mut run, &mut timeline, 130);
    assert_eq!(run.world.hash(), hash);
}

#[test]
fn rules_of_bad_links_are_left_out_and_told() {
    for (item, report) in [
        ("R", "is missing"),
        ("Rzzzzz", "damaged"),
        ("R!", "damaged"),
        (&*encode_rule("steer seek(goal.ofset)"), "did you mean 'offset'"),
        (&*encode_rule("rule cohesion\nsteer 1"), "that of something else"),
        (&*encode_rule("rule count\nsteer 1"), "that of something else"),
        (&*encode_rule("rule groups\nsteer 1"), "that of something else"),
        (&*encode_rule(&format!("steer {}1", "1 + ".repeat(900))), "at most"),
        (&*"x".repeat(60_000), "no behavior"),
    ] {
        let (mut run, notices) =
            Run::open(&format!("scene=flock-wide&groups=boids.p{item}*player"));
        assert!(notices.iter().any(|line| line.contains(report)), "{item:.40}: {notices:?}");
        hash_after(&mut run, 5);
        open_link(&run.link());
    }
    let twice = [item("rule a\nsteer 1"), item("rule a\nsteer -1")];
    let (_, notices) = Run::open(&format!("scene=flock-wide&groups={}", with(&twice)));
    assert!(notices.iter().any(|line| line.contains("only once")), "{notices:?}");
}

#[test]
fn a_run_has_so_many_written_rules_and_no_more() {
    let items: Vec<String> =
        (0..=MAX_RULES).map(|at| item(&format!("rule r{at}\nsteer {at} / 100"))).collect();
    let (mut run, notices) = Run::open(&format!("scene=flock-wide&groups={}", with(&items)));
    assert!(notices.iter().any(|line| line.contains("at most 16 written rules")), "{notices:?}");
    assert_eq!(run.world.groups()[0].pipeline.len(), 2 + MAX_RULES);
    hash_after(&mut run, 5);
    open_link(&run.link());
}

/// A run of point masses that only do what a rule says.
fn ruled(text: &str, rest: &str) -> Run {
    let mut run = open_link(&format!("scene=empty&groups=units.p{}{rest}", item(text)));
    run.world.tick();
    run
}

#[test]
fn a_normal_draw_has_the_deviation_that_is_asked_for() {
    let run = ruled("rule shakes\nsteer vec(normal(0.1), 0)", "&count=2000");
    // All that a unit can steer is 120, which makes 2 u/s in a tick.
    let drawn = run.world.agents().vx[..2000].iter().map(|vx| vx / 2.0);
    let (sum, squares) = drawn.fold((0.0, 0.0), |(sum, squares), x| (sum + x, squares + x * x));
    let (mean, deviation) = (sum / 2000.0, (squares / 2000.0f32).sqrt());
    assert!(mean.abs() < 0.01 && (deviation - 0.1).abs() < 0.005, "{mean} and {deviation}");
}

#[test]
fn any_of_draws_each_member_as_often_as_the_others() {
    let text = "rule draws\nsteer any_of(j in mates where j.distance < 200: j.direction) * 0.001";
    let mut run = ruled(text, "&count=4&poses=300-200-0-0_350-200-0-0_300-250-0-0_270-200-0-0");
    let mut drawn = [0; 3];
    for _ in 0..600 {
        let before = run.world.agents().velocity(0);
        run.world.tick();
        let push = run.world.agents().velocity(0) - before;
        let which = if push.y > push.x.abs() { 1 } else { usize::from(push.x < 0.0) * 2 };
        drawn[which] += 1;
    }
    assert!(drawn.iter().all(|times| (150..250).contains(times)), "{drawn:?}");
}
