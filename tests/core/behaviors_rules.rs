//! What single rules do in states that scenes seldom come to: at rest, at an edge, after an order,
//! or after a change of the rule itself.

use crate::support::inspect;
use crate::support::scenes::{SECOND, ids, open, open_link, open_original, position};
use flockwright::Run;
use flockwright::engine::agents::UnitState;
use flockwright::engine::scenery::Obstacle;
use flockwright_lab::insight::routes::group_destinations;
use glam::Vec2;

#[test]
fn with_priorities_the_first_behavior_takes_the_force() {
    let mut run = open("zombie-horde", 1);
    let mut cut = 0;
    for _ in 0..5 * SECOND {
        run.world.tick();
        for id in ids(&run.world, "zombies") {
            let found = inspect(&run.world, id).expect("a zombie");
            // The edge of the world is no behavior: its force has no part in the budget.
            let behaviors = found.contributions.iter().filter(|part| part.key != "edge");
            let parts: Vec<Vec2> = behaviors.map(|part| part.weighted_force).collect();
            let (first, later) = parts.split_first().expect("behaviors");
            let taken: Vec2 = parts.iter().sum();
            assert!(taken.length() <= 90.0 * 1.001, "the budget is the largest force");
            if first.length() > 89.9 {
                cut += 1;
                assert!(later.iter().all(|part| part.length() < 0.2));
            }
        }
    }
    assert!(cut > 20, "avoidance took all only {cut} times");
}

#[test]
fn a_leader_that_roams_goes_on_to_where_the_pointer_was() {
    let mut run = open("leader-following", 1);
    let there = Vec2::new(320.0, 60.0);
    run.world.hold_pointer(there);
    run.world.tick();
    run.world.release_pointer();
    run.world.tick();
    let places: Vec<Vec2> = group_destinations(&run.world).map(|(_, place)| place).collect();
    assert_eq!(places, [there], "the monsters roam, too, but lead nobody");
}

#[test]
fn an_order_stays_when_the_pointer_is_released_even_after_a_tap_between_two_ticks() {
    let mut run = open_original("rts-group", 1);
    let there = Vec2::new(320.0, 60.0);
    run.world.hold_pointer(there);
    run.world.release_pointer();
    for _ in 0..25 * SECOND {
        run.world.tick();
    }
    let (_, place) = group_destinations(&run.world).next().expect("the blue company");
    assert_eq!(place, there);
    let blue = ids(&run.world, "blue");
    let far = blue.map(|id| position(&run.world, id).distance(there)).fold(0.0, f32::max);
    assert!(far < 80.0, "a blue unit is {far} u from where it was sent");
}

#[test]
fn a_place_that_is_named_after_an_order_is_where_the_group_goes() {
    let mut run = open_original("rts-group", 1);
    let id = run.find_param("goal_y").expect("the blue company goes to a place");
    let place = |run: &Run| group_destinations(&run.world).next().expect("the blue company").1;
    run.world.hold_pointer(Vec2::new(320.0, 60.0));
    run.world.tick();
    run.world.release_pointer();
    run.set(id, 0.75);
    let wanted = Vec2::new(0.85 * 640.0, 0.75 * 400.0);
    assert_eq!(place(&run), wanted, "at once");
    run.world.tick();
    assert_eq!(place(&run), wanted);
    run.set(id, 0.5);
    assert_eq!(place(&run), Vec2::new(0.85 * 640.0, 200.0), "the old order is over");
}

#[test]
fn slow_strong_and_light_walkers_keep_a_straight_course_and_rest_at_its_end() {
    for body in ["max_speed=1", "max_force=2000&mass=0.1", "max_speed=2&max_force=2000&mass=0.1"] {
        let link = format!(
            "scene=path-patrol&count=1&patrol.count=0&marchers.count=0&at_end=stop\
             &path=60-60_64-60&path_radius=0.5&start=40-60-0&crowd_separation=0&{body}"
        );
        let mut run = open_link(&link);
        let mut turned = 0.0;
        for _ in 0..40 * SECOND {
            let before = run.world.agents().forward(0);
            run.world.tick();
            turned += before.angle_to(run.world.agents().forward(0)).abs();
        }
        let end = run.world.agents().velocity(0).length();
        assert!(turned < 0.5 && end < 0.01, "{body}: turned {turned} rad, {end} u/s at the end");
    }
}

#[test]
fn a_queue_waits_with_priorities_as_it_does_without() {
    let overlaps = |link: &str| -> usize {
        let mut run = Run::open(link).0;
        let mut seen = 0;
        for _ in 0..30 {
            (0..SECOND).for_each(|_| run.world.tick());
            seen += flockwright_lab::insight::measures::overlapping_pairs(&run.world);
        }
        seen
    };
    let sum = overlaps("scene=queue-door&combination=sum");
    let priority = overlaps("scene=queue-door&combination=priority");
    println!("{sum} overlaps with the sum, {priority} with priorities");
    assert!(priority < 2 * sum.max(20), "{sum} overlaps with the sum, {priority} with priorities");
}

#[test]
fn a_unit_that_has_come_to_rest_keeps_a_whole_heading() {
    let mut run = open_original("path-patrol", 1);
    for _ in 0..180 {
        (0..SECOND).for_each(|_| run.world.tick());
        let agents = run.world.agents();
        for id in 0..agents.len() {
            let length = Vec2::new(agents.hx[id], agents.hy[id]).length();
            assert!((length - 1.0).abs() < 1e-3, "unit {id} has a heading of length {length}");
        }
    }
}

#[test]
fn all_who_stopped_at_the_end_of_a_path_go_on_when_the_rule_there_changes() {
    let mut run = open_original("path-patrol", 1);
    (0..120 * SECOND).for_each(|_| run.world.tick());
    let marchers = ids(&run.world, "marchers");
    let stood: Vec<Vec2> = marchers.clone().map(|id| position(&run.world, id)).collect();
    let rule = run.find_param("marchers.at_end").expect("a rule at the end");
    let choices = run.params()[rule].spec.max as usize;
    let other = (0..=choices).find(|value| run.get(rule) != *value as f32).expect("another rule");
    run.set(rule, other as f32);
    (0..20 * SECOND).for_each(|_| run.world.tick());
    for (id, stood) in marchers.zip(stood) {
        assert!(position(&run.world, id).distance(stood) > 1.0, "unit {id} is frozen");
    }
}

#[test]
fn another_number_of_units_in_one_group_leaves_the_others_what_they_have_in_mind() {
    let mut run = open_original("rts-group", 1);
    let there = Vec2::new(100.0, 350.0);
    run.world.hold_pointer(there);
    run.world.tick();
    run.world.release_pointer();
    let count = run.find_param("magenta.count").expect("a company");
    run.set(count, run.get(count) + 1.0);
    run.world.tick();
    let (_, place) = group_destinations(&run.world).next().expect("the blue company");
    assert_eq!(place, there, "its order is forgotten");

    let mut run = open("leader-following", 1);
    run.world.hold_pointer(Vec2::new(200.0, 200.0));
    (0..2 * SECOND).for_each(|_| run.world.tick());
    let (flying, hits) = (run.world.bullets().flying_bullets().len(), run.world.bullets().hits());
    assert!(flying > 0, "nobody fires");
    let count = run.find_param("count").expect("soldiers");
    run.set(count, run.get(count) + 1.0);
    assert_eq!(run.world.bullets().flying_bullets().len(), flying, "bullets in flight");
    assert_eq!(run.world.bullets().hits(), hits, "monsters hit");
}

#[test]
fn a_monster_that_is_hit_is_hit_once() {
    let mut run = open("leader-following", 1);
    for _ in 0..20 * SECOND {
        let monsters: Vec<usize> = ids(&run.world, "monsters").collect();
        let before: Vec<Vec2> = monsters.iter().map(|id| position(&run.world, *id)).collect();
        let leader = position(&run.world, ids(&run.world, "leader").start);
        let near = before
            .iter()
            .copied()
            .min_by(|a, b| a.distance_squared(leader).total_cmp(&b.distance_squared(leader)));
        run.world.hold_pointer(near.expect("a monster"));
        let hits = run.world.bullets().hits();
        run.world.tick();
        let jumped = monsters
            .iter()
            .zip(&before)
            .filter(|(id, before)| position(&run.world, **id).distance(**before) > 5.0)
            .count();
        assert!(
            (run.world.bullets().hits() - hits) as usize <= jumped,
            "tick {}",
            run.world.ticks()
        );
    }
}

#[test]
fn feelers_reach_across_an_edge_that_wraps() {
    let link = "scene=flock-obstacles&count=1&width=400&height=400";
    let avoidance = |toroidal: &str| {
        let mut run = Run::open(&format!("{link}&toroidal={toroidal}")).0;
        run.world.set_obstacles(vec![Obstacle { center: Vec2::new(20.0, 205.0), radius: 30.0 }]);
        run.world.set_unit(
            0,
            UnitState {
                position: Vec2::new(380.0, 200.0),
                velocity: Vec2::new(30.0, 0.0),
                heading: 0.0,
                omega: 0.0,
            },
        );
        let found = inspect(&run.world, 0).expect("a unit");
        found.contributions.iter().find(|part| part.key == "avoidance").expect("feelers").raw_force
    };
    assert_eq!(avoidance("off"), Vec2::ZERO);
    assert!(avoidance("on").y < 0.0, "the disc is to starboard: it pushes to port");
}
