//! What holds for any world: finite states, no one lost, links that read back.

use crate::support::dice::{Dice, scramble};
use crate::support::scenes::open_link;
use flockwright::Run;
use flockwright::engine::agents::UnitState;
use flockwright::engine::goals::GoalKind;
use flockwright::scenes::SCENES;
use flockwright::schema::ParamValue;
use flockwright_lab::insight::routes::group_destinations;
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
        // Fewer than before, if caught units were removed.
        for id in 0..agents.len() {
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
        let n = run.world.groups()[0].ids.len();
        for id in 0..n {
            let position = Vec2::new(if id == 0 { 300.0 } else { 300.1 }, 225.0);
            let state = run.world.agents().state(id);
            run.world.set_unit(id, UnitState { position, velocity: Vec2::ZERO, ..state });
        }
        run.world.tick();
        let force = run.world.steering().force(0);
        assert!(body.ends_with("priority") || force.x < -2e19, "{body}: {force}");
        let pushed = run.world.groups()[0].body.limit_force(force);
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
            assert_eq!(group_destinations(&run.world).count(), 0, "scene '{}'", scene.key);
            run.world.hold_pointer(Vec2::new(50.0, 60.0));
            (0..3).for_each(|_| run.world.tick());
        }
        assert_eq!(run.world.hash(), again.world.hash(), "scene '{}'", scene.key);
    }
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
        let id = run.find_param("cohesion").expect("cohesion");
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
