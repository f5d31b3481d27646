//! What holds for any world: finite states, no one lost, links that read back.

use crate::support::dice::{Dice, scramble};
use crate::support::inspect;
use crate::support::scenes::open_link;
use crate::support::threads::side_by_side;
use flockwright::Run;
use flockwright::engine::agents::UnitState;
use flockwright::engine::goals::GoalKind;
use flockwright::engine::perception::ViewModel;
use flockwright::scenes::SCENES;
use flockwright::schema::ParamValue;
use flockwright::session::run::DEFAULT_SEED;
use flockwright_lab::insight::routes::destinations;
use glam::Vec2;
use proptest::prelude::*;

#[test]
fn no_unit_is_ever_lost_to_nan_or_infinity() {
    let mut dice = Dice(2);
    for round in 0..150 {
        let scene = &SCENES[dice.below(SCENES.len())];
        let mut run = Run::new(scene, round);
        scramble(&mut run, &mut dice);
        let n = run.world.agents().len();
        let everywhere = Vec2::new(50.0, 50.0);
        for id in 0..n {
            // A third at one place, a third at rest, a third as placed.
            let state = run.world.agents().state(id);
            let position = if id % 3 == 0 { everywhere } else { state.position };
            let velocity = if id % 3 == 1 { Vec2::ZERO } else { state.velocity };
            run.world.set_unit(id, UnitState { position, velocity, ..state });
        }
        if round % 2 == 0 {
            run.world.hold_pointer(everywhere);
        }
        for _ in 0..40 {
            run.world.tick();
        }
        let agents = run.world.agents();
        for id in 0..n {
            let UnitState { position, velocity, heading, omega } = agents.state(id);
            let finite = position.is_finite()
                && velocity.is_finite()
                && heading.is_finite()
                && omega.is_finite();
            assert!(
                finite,
                "round {round}: unit {id} is at {:?} in {}",
                agents.state(id),
                run.link()
            );
            assert!(velocity.length() < 1e5, "round {round}: unit {id} moves at {velocity}");
            assert!((agents.forward(id).length() - 1.0).abs() < 1e-3, "heading of unit {id}");
        }
    }
}

#[test]
fn the_push_of_a_heap_is_no_weaker_for_being_too_strong_to_be_squared() {
    for body in ["combination=sum", "combination=priority"] {
        let mut run = open_link(&format!(
            "scene=swarm&count=3000&potential=10&potential_b=50000&potential_m=8&{body}"
        ));
        let n = run.world.groups()[0].range.len();
        for id in 0..n {
            let position = Vec2::new(if id == 0 { 300.0 } else { 300.1 }, 225.0);
            let state = run.world.agents().state(id);
            run.world.set_unit(id, UnitState { position, velocity: Vec2::ZERO, ..state });
        }
        run.world.tick();
        let force = run.world.steering().force(0);
        assert!(body.ends_with("priority") || force.x < -2e19, "{body}: {force}");
        let pushed = run.world.groups()[0].body.limit(force);
        let limit = run.world.groups()[0].body.force_limit();
        assert!((pushed.x + limit).abs() < 1e-3 * limit, "{body}: {pushed} of {limit}");
        assert!(run.world.agents().velocity(0).length() > 1.0, "{body}");
    }
}

#[test]
fn a_run_with_nobody_in_it_goes_on_and_is_the_run_of_its_link() {
    let goals = [GoalKind::Roam, GoalKind::Place];
    for (scene, goal) in SCENES.iter().flat_map(|scene| goals.map(|goal| (scene, goal))) {
        let mut run = Run::new(scene, 1);
        for id in 0..run.params().len() {
            match run.params()[id].spec.key {
                "count" => run.set(id, 0.0),
                "goal" => run.set(id, goal.to_value()),
                _ => continue,
            };
        }
        run.world.restart(1);
        let (mut again, _) = Run::open(&run.link());
        for run in [&mut run, &mut again] {
            assert_eq!(run.world.agents().len(), 0, "scene '{}'", scene.key);
            assert_eq!(destinations(&run.world).count(), 0, "scene '{}'", scene.key);
            run.world.hold_pointer(Vec2::new(50.0, 60.0));
            (0..3).for_each(|_| run.world.tick());
        }
        assert_eq!(run.world.hash(), again.world.hash(), "scene '{}'", scene.key);
    }
}

#[test]
fn a_view_that_is_off_stops_flocking() {
    let mut run = Run::new(&SCENES[0], DEFAULT_SEED);
    let view = run.find("view").expect("a flock has a view");
    run.set(view, ViewModel::Off.to_value());
    for _ in 0..10 {
        run.world.tick();
        let found = inspect(&run.world, 0).expect("unit 0");
        for rule in ["cohesion", "alignment", "separation"] {
            let part = found.contributions.iter().find(|c| c.key == rule).expect("a rule");
            assert_eq!(part.raw, Vec2::ZERO, "{rule}");
        }
    }
}

#[test]
fn coincident_units_part() {
    let mut run = Run::new(&SCENES[0], DEFAULT_SEED);
    let state = run.world.agents().state(1);
    run.world.set_unit(0, state);
    for _ in 0..30 {
        run.world.tick();
    }
    let apart = run.world.agents().position(0).distance(run.world.agents().position(1));
    assert!(apart > 1.0, "after half a second they are {apart} u apart");
}

#[test]
fn a_link_reads_back_exactly() {
    let mut dice = Dice(3);
    for scene in SCENES {
        for _ in 0..40 {
            let mut run = Run::new(scene, dice.next() as u32);
            scramble(&mut run, &mut dice);
            let again = open_link(&run.link());
            assert_eq!(again.link(), run.link());
            assert_eq!(again.world.seed(), run.world.seed());
            for id in 0..run.params().len() {
                let (was, is) = (run.get(id), again.get(id));
                assert_eq!(was.to_bits(), is.to_bits(), "'{}'", run.params()[id].key);
            }
        }
    }
}

#[test]
fn a_hundred_thousand_hostile_links_open_a_working_run() {
    let links: usize =
        std::env::var("HOSTILE").ok().and_then(|text| text.parse().ok()).unwrap_or(100_000);
    const PARTS: &[&str] = &[
        "v",
        "=",
        "&",
        "1",
        "scene",
        "seed",
        "flock-wide",
        "leaders-pincer",
        "cohesion",
        "count",
        "edges",
        "wrap",
        "%",
        "%00",
        "%ff",
        "%C3%28",
        "+",
        "NaN",
        "inf",
        "-inf",
        "1e309",
        "-1",
        "1e-45",
        "99999999999999999999",
        "<script>",
        "\"",
        "'",
        "ß",
        "💥",
        "\u{202e}",
        "\0",
        "?",
        "#",
        "interceptors.",
        "player.",
        ".",
        "view",
        "narrow",
        "toroidal",
        "on",
        ";",
        "__proto__",
        "separation_view",
        "0x10",
        "4",
        "0.5",
        "width",
        "1e8",
        "obstacles",
        "64",
    ];
    side_by_side(&[4, 5, 6, 7], |seed| {
        let mut dice = Dice(*seed);
        for _ in 0..links / 4 {
            let link: String =
                (0..dice.below(24)).map(|_| PARTS[dice.below(PARTS.len())]).collect();
            // A large crowd is legal, but would make this test slow.
            let link = link.replace("count", "c0unt");
            let (mut run, _) = Run::open(&link);
            run.world.tick();
            let agents = run.world.agents();
            assert!(agents.x[0].is_finite() && agents.y[0].is_finite(), "{link:?}");
        }
    });
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_opens_a_scene(text in ".{0,300}") {
        let (run, notices) = Run::open(&text.replace("count", ""));
        prop_assert!(SCENES.iter().any(|scene| scene.key == run.scene().key));
        prop_assert!(notices.iter().all(|line| line.len() < 400));
    }

    #[test]
    fn a_number_is_clamped_and_told(value in proptest::num::f32::ANY) {
        let (run, notices) = Run::open(&format!("cohesion={value}"));
        let id = run.find("cohesion").expect("cohesion");
        let spec = run.params()[id].spec;
        let got = run.get(id);
        prop_assert!((spec.min..=spec.max).contains(&got));
        let legal = (spec.min..=spec.max).contains(&value);
        prop_assert_eq!(notices.is_empty(), legal);
        if legal {
            prop_assert_eq!(got, value);
        }
    }
}
