//! Coming to rest: units that arrive brake within what their force allows, and a group that has come
//! stands still.

use crate::support::scenes::open_link;
use flockwright::Run;
use flockwright::internals::math::wrap_angle;
use glam::Vec2;

const SECOND: u32 = 60;

/// Heading jumps of more than half a radian of the unit that has most of them, and the mean speed, u/s, over ten seconds.
fn unrest(run: &mut Run) -> (u32, f32) {
    let count = run.world.agents().len();
    let (mut jumps, mut speed) = (vec![0u32; count], 0.0);
    for _ in 0..10 * SECOND {
        let before = run.world.agents().heading.clone();
        run.world.tick();
        let agents = run.world.agents();
        for id in 0..count {
            jumps[id] += u32::from(wrap_angle(agents.heading[id] - before[id]).abs() > 0.5);
            speed += agents.velocity(id).length();
        }
    }
    let most = jumps.into_iter().max().unwrap_or(0);
    (most, speed / (count as u32 * 10 * SECOND) as f32)
}

#[test]
fn a_group_that_has_come_is_at_rest() {
    let mut wrong = Vec::new();
    for with in ["", "-separation", "-crowd_separation", "-rts_separation"] {
        for (count, most) in [1, 40].into_iter().flat_map(|n| [30, 60, 120, 240].map(|v| (n, v))) {
            let link = format!(
                "scene=empty&count={count}&groups=units.parrive{with}&goal=place&max_speed={most}"
            );
            let mut run = open_link(&link);
            (0..60 * SECOND).for_each(|_| run.world.tick());
            let (jumps, speed) = unrest(&mut run);
            let share = speed / most as f32;
            println!("{link}: {jumps} jumps, {:.3} % of the top speed", 100.0 * share);
            if jumps > 1 || share > 0.01 {
                wrong.push(link);
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_unit_that_arrives_stops_at_the_goal_at_any_top_speed() {
    for most in [30, 60, 120, 240] {
        let mut run = open_link(&format!(
            "scene=empty&count=1&groups=units.parrive&goal=place&goal_x=0.5&goal_y=0.5\
             &poses=100-100-0-40&max_speed={most}"
        ));
        let goal = Vec2::new(300.0, 225.0);
        let way = (goal - Vec2::splat(100.0)).normalize();
        let mut over = 0.0f32;
        for _ in 0..60 * SECOND {
            run.world.tick();
            over = over.max((run.world.agents().position(0) - goal).dot(way));
        }
        let off = run.world.agents().position(0).distance(goal);
        assert!(over < 0.1 && off < 0.1, "{most} u/s: {over} u beyond, {off} u off at the end");
    }
}

#[test]
fn who_came_goes_on_when_the_goal_is_moved() {
    let mut run = open_link(
        "scene=empty&count=40&groups=units.parrive-crowd_separation&goal=place&goal_x=0.3",
    );
    (0..60 * SECOND).for_each(|_| run.world.tick());
    let id = run.find_param("goal_x").expect("a place");
    run.set(id, 0.4);
    (0..20 * SECOND).for_each(|_| run.world.tick());
    let mean = run.world.agents().x[..40].iter().sum::<f32>() / 40.0;
    assert!((mean - 240.0).abs() < 12.0, "their middle is at {mean}, the goal at 240");
}

#[test]
fn a_path_that_stops_ends_at_its_last_node_and_is_walked_as_it_is_drawn() {
    for most in [30, 60, 120, 240] {
        let mut run = open_link(&format!(
            "scene=empty&count=1&max_speed={most}&groups=units.ppath_following\
             &path=100-100_400-100&at_end=stop&poses=80-100-0-30"
        ));
        let mut far = 0.0f32;
        for _ in 0..60 * SECOND {
            run.world.tick();
            far = far.max(run.world.agents().position(0).x);
        }
        let off = run.world.agents().position(0).distance(Vec2::new(400.0, 100.0));
        assert!(off < 0.5 && far < 400.5, "{most} u/s: {off} u off, went to {far}");
    }
}

#[test]
fn a_unit_goes_around_what_lies_ahead() {
    for (disc, pose) in
        [("300-225", "100-225-0"), ("300-226", "100-225-0"), ("320-225", "100-225-0")]
    {
        for most in [30, 60, 120] {
            let mut run = open_link(&format!(
                "scene=empty&count=1&groups=units.pseek-collision_avoidance&max_speed={most}\
                 &goal=place&goal_x=0.9&goal_y=0.5&ob={disc}-40&poses={pose}-{most}"
            ));
            let goal = Vec2::new(540.0, 225.0);
            let mut near = f32::INFINITY;
            for _ in 0..40 * SECOND {
                run.world.tick();
                near = near.min(run.world.agents().position(0).distance(goal));
            }
            assert!(near < 10.0, "{disc} at {most} u/s: it came as near as {near}");
        }
    }
}

#[test]
fn a_bunch_at_the_edge_of_a_world_that_wraps_stays_together() {
    let polarization = |more: &str| {
        let poses: Vec<String> =
            (0..30).map(|n| format!("{}-{}-0-30", 530 + n % 6 * 12, 200 + n / 6 * 12)).collect();
        let mut run = open_link(&format!(
            "scene=empty&count=30&groups=units.pseparation-alignment-cohesion&poses={}{more}",
            poses.join("_")
        ));
        (0..5 * SECOND).for_each(|_| run.world.tick());
        flockwright_lab::insight::measures::polarization(&run.world)
    };
    let (around, plain) = (polarization(""), polarization("&toroidal=off"));
    assert!(around > 0.85 && plain < 0.7, "{around}, and {plain} where they do not see around it");
}
