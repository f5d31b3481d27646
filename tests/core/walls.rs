//! A wall is a wall: nobody passes one, at any speed, at any edge; it is seen by who looks for obstacles, and
//! what is placed is real at once.

use crate::support::dice::Dice;
use crate::support::play::replayed;
use crate::support::scenes::open_link;
use flockwright::Run;
use flockwright::engine::agents::Role;
use flockwright::engine::scenery::{Obstacle, Wall};
use flockwright::engine::world::World;
use flockwright::internals::session::PlacedObject;
use flockwright::session::timeline::Timeline;
use flockwright_lab::insight::observer::ObserverWorkspace;
use flockwright_lab::insight::trace::trace_rule;
use glam::{DVec2, Vec2};

/// Whether a way leads through the middle line of a wall, in numbers of its own.
fn passes(wall: &Wall, from: DVec2, to: DVec2) -> bool {
    let (a, b) = (wall.from.as_dvec2(), wall.to.as_dvec2());
    let side = |p: DVec2, q: DVec2, x: DVec2| (q - p).perp_dot(x - p);
    side(a, b, from) * side(a, b, to) < 0.0 && side(from, to, a) * side(from, to, b) < 0.0
}

/// How often units go through walls in so many ticks, also around the edge where the world wraps.
fn passed(run: &mut Run, ticks: usize) -> usize {
    let wraps = run.link().split('&').all(|pair| !pair.starts_with("edges="));
    let places = |world: &World| -> Vec<DVec2> {
        (0..world.agents().len()).map(|id| world.agents().position(id).as_dvec2()).collect()
    };
    let mut found = 0;
    for _ in 0..ticks {
        let before = places(&run.world);
        run.world.tick();
        let size = DVec2::new(run.world.params.width.into(), run.world.params.height.into());
        for (from, to) in before.iter().zip(places(&run.world)) {
            let way = to - *from;
            let way = if wraps { way - (way / size).round() * size } else { way };
            for wall in run.world.walls() {
                for off in
                    [-1.0, 0.0, 1.0].into_iter().flat_map(|x| [-1.0, 0.0, 1.0].map(|y| (x, y)))
                {
                    let off = DVec2::from(off) * size;
                    let is_here = wraps || off == DVec2::ZERO;
                    found += usize::from(is_here && passes(wall, *from - off, *from - off + way));
                }
            }
        }
    }
    found
}

#[test]
fn nobody_passes_any_of_300_walls_at_any_speed_and_edge() {
    let mut dice = Dice(64);
    let mut number = |low: f32, high: f32| low + (high - low) * dice.below(10_000) as f32 / 1e4;
    let mut walls = 0;
    let mut moved = 0.0;
    while walls < 300 {
        let edges = ["wrap", "bounce", "contain", "tank"][number(0.0, 3.99) as usize];
        let (body, speed) = [("point", "max_speed"), ("particle", "speed"), ("rigid", "thrust")]
            [number(0.0, 2.99) as usize];
        let fast = if body == "rigid" { 1000.0 } else { number(20.0, 400.0).round() };
        let many = 1 + number(0.0, 3.99) as usize;
        let text: Vec<String> = (0..many)
            .map(|_| {
                // At the border of the world as often as anywhere else.
                let x = [0.0, 600.0, 597.0, 1.0, number(0.0, 600.0)][number(0.0, 4.99) as usize];
                let slant = if number(0.0, 1.0) < 0.5 { x } else { number(0.0, 600.0) };
                let radius = number(0.5, 12.0);
                format!(
                    "{x:.1}-{:.1}-{slant:.1}-{:.1}-{radius:.1}",
                    number(0.0, 450.0),
                    number(0.0, 450.0)
                )
            })
            .collect();
        walls += many;
        let (rock, contact) = (number(1.0, 8.0), number(0.0, 1.0) < 0.5);
        let rocks = if contact {
            format!("&contact=on&ob=300-200-{rock:.1}_305-230-4")
        } else {
            String::new()
        };
        let link = format!(
            "v=8&scene=empty&seed={walls}&groups=units.b{body}.pwander-unrest&count=40&edges={edges}&{speed}={fast}\
             &unrest=3&wander=5&wa={}{rocks}",
            text.join("_")
        );
        let link = if edges == "wrap" { link.replace("&edges=wrap", "") } else { link };
        let link = if body == "point" { format!("{link}&max_force=2000") } else { link };
        let mut run = open_link(&link);
        assert_eq!(passed(&mut run, 150), 0, "{link}");
        let agents = run.world.agents();
        moved += (0..agents.len()).map(|id| agents.velocity(id).length()).sum::<f32>();
    }
    assert!(moved > 1e5, "they fly: {moved}");
}

#[test]
fn a_wall_on_the_border_of_a_world_that_wraps_holds_from_both_sides() {
    for x in [0, 597, 599, 600] {
        for (at, heading) in [(560, 0), (40, 180)] {
            let poses: Vec<String> =
                (0..30).map(|unit| format!("{at}-{}-{heading}-60", 10 + 14 * unit)).collect();
            let link = format!(
                "v=8&scene=empty&groups=units.bparticle&speed=60&count=30&wa={x}-0-{x}-450-3&poses={}",
                poses.join("_")
            );
            let mut run = open_link(&link);
            let before: Vec<bool> =
                (0..30).map(|id| run.world.agents().position(id).x > 300.0).collect();
            assert_eq!(passed(&mut run, 300), 0, "{link}");
            let after: Vec<bool> =
                (0..30).map(|id| run.world.agents().position(id).x > 300.0).collect();
            assert_eq!(before, after, "wall at {x}, heading {heading}");
        }
    }
}

#[test]
fn fast_and_slanted_flights_into_walls_and_small_rocks_end_there() {
    let slanted = "v=8&scene=empty&groups=units&count=1&edges=bounce&max_speed=400&wa=300-0-300-450-3&poses=20-30-0-400";
    assert_eq!(passed(&mut open_link(slanted), 300), 0);
    for radius in [2, 3, 4] {
        for speed in [250, 400] {
            let link = format!(
                "v=8&scene=empty&groups=units.bparticle&speed={speed}&count=1&length=1&contact=on\
                 &ob=300-200-{radius}&poses=100-200-0-{speed}"
            );
            let mut run = open_link(&link);
            for _ in 0..60 {
                run.world.tick();
                assert!(run.world.agents().position(0).x < 300.0, "{link}");
            }
        }
    }
}

#[test]
fn in_a_tank_everybody_starts_inside_and_nobody_jumps() {
    for scene in ["empty", "flock-wide", "flock-limited", "vicsek", "swarm"] {
        let mut run = open_link(&format!("v=8&scene={scene}&edges=tank"));
        let (width, height) = (run.world.params.width, run.world.params.height);
        let (middle, radius) = (0.5 * Vec2::new(width, height), 0.5 * width.min(height));
        let count = run.world.agents().len();
        let places = |run: &Run| -> Vec<Vec2> {
            (0..count).map(|id| run.world.agents().position(id)).collect()
        };
        let before = places(&run);
        assert!(before.iter().all(|at| at.distance(middle) <= radius * 1.0001), "{scene}");
        run.world.tick();
        let most = before.iter().zip(places(&run)).map(|(a, b)| a.distance(b)).fold(0.0, f32::max);
        assert!(most < 8.0, "{scene}: {most} u in a tick");
    }
    let poses =
        "v=8&scene=empty&edges=tank&groups=units.bparticle&count=2&poses=5-5-0-60_590-440-90-60";
    let run = open_link(poses);
    assert!(
        (0..2).all(|id| run.world.agents().position(id).distance(Vec2::new(300.0, 225.0)) < 225.1)
    );
}

#[test]
fn a_wall_ahead_is_seen_by_feelers_and_by_collision_avoidance() {
    for (body, behavior) in [
        ("rigid", "avoidance"),
        ("point", "collision_avoidance"),
        ("particle", "collision_avoidance"),
    ] {
        for edges in ["wrap", "bounce"] {
            let fly = |weight: f32| {
                let speed = if body == "particle" { "&speed=60" } else { "" };
                let mut run = open_link(&format!(
                    "v=8&scene=empty&groups=units.b{body}.p{behavior}&count=1&{behavior}={weight}{speed}\
                     &wa=300-60-300-400-3&poses=200-225-0-60{}",
                    if edges == "wrap" { "" } else { "&edges=bounce" }
                ));
                let mut far = 0.0f32;
                for _ in 0..240 {
                    run.world.tick();
                    far = far.max(run.world.agents().position(0).x);
                }
                (far, run.world.hash())
            };
            let (off, on) = (fly(0.0), fly(10.0));
            assert_ne!(off.1, on.1, "{body} {edges}");
            assert!(off.0 > 290.0, "{body} {edges}: without it, it flies into the wall, {}", off.0);
            assert!(on.0 < 290.0, "{body} {edges}: {}", on.0);
        }
    }
}

/// What a line of a rule comes to for the first unit.
fn value(link: &str, line: &str) -> Vec<f32> {
    let mut run = open_link(link);
    run.set_rule("units", &format!("rule asked\na = {line}\nsteer 0")).expect(line);
    let trace =
        trace_rule(&run.world, &mut ObserverWorkspace::default(), 0, "asked").expect("a rule");
    match trace.named_values[0] {
        flockwright::internals::rules::TraceValue::Number(number) => vec![number],
        flockwright::internals::rules::TraceValue::Vector(vector) => vector.to_vec(),
        flockwright::internals::rules::TraceValue::Condition(holds) => {
            vec![f32::from(u8::from(holds))]
        }
    }
}

#[test]
fn the_word_wall_is_the_nearest_point_of_what_stops_a_unit() {
    let at = |x: f32, y: f32, more: &str| {
        format!("v=8&scene=empty&groups=units.bparticle&count=1&poses={x}-{y}-0-60{more}")
    };
    let near = |found: Vec<f32>, wanted: &[f32]| {
        assert_eq!(found.len(), wanted.len());
        for (found, wanted) in found.iter().zip(wanted) {
            assert!((found - wanted).abs() < 1e-3, "{found} is not {wanted}");
        }
    };
    near(value(&at(100.0, 100.0, ""), "if wall.there then 1 else 0"), &[0.0]);
    let wall = "&wa=300-0-300-450-3";
    near(value(&at(100.0, 100.0, wall), "wall.offset"), &[200.0, 0.0]);
    near(value(&at(100.0, 100.0, wall), "wall.distance"), &[200.0]);
    near(value(&at(500.0, 100.0, wall), "wall.direction"), &[-1.0, 0.0]);
    // Around the edge, and to the end of a short one.
    near(value(&at(590.0, 100.0, "&wa=20-0-20-450-3"), "wall.offset"), &[30.0, 0.0]);
    near(value(&at(100.0, 100.0, "&wa=140-130-200-130-3"), "wall.offset"), &[40.0, 30.0]);
    // On the line itself: its left.
    near(value(&at(300.0, 100.0, wall), "wall.direction"), &[1.0, 0.0]);
    near(value(&at(300.0, 100.0, wall), "wall.distance"), &[0.0]);
    // The border, where it stops anybody.
    for edges in ["bounce", "contain"] {
        let edges = format!("&edges={edges}");
        near(value(&at(30.0, 100.0, &edges), "wall.offset"), &[-30.0, 0.0]);
        near(value(&at(300.0, 440.0, &edges), "wall.offset"), &[0.0, 10.0]);
        near(value(&at(300.0, 440.0, &edges), "if barrier.there then 1 else 0"), &[0.0]);
        near(value(&at(280.0, 440.0, &format!("{edges}{wall}")), "barrier.distance"), &[20.0]);
    }
    near(value(&at(300.0, 100.0, "&edges=tank"), "wall.offset"), &[0.0, -100.0]);
    near(value(&at(300.0, 100.0, ""), "left + 3 * right"), &[2.0]);
}

#[test]
fn a_rule_that_uses_a_wall_steers_nothing_where_there_is_none() {
    let link = "v=8&scene=empty&groups=units.bpoint&count=4";
    let fly = |more: &str| {
        let mut run = open_link(&format!("{link}{more}"));
        run.set_rule("units", "rule off\nsteer -wall.direction").expect("a rule");
        (0..30).for_each(|_| run.world.tick());
        (0..4).map(|id| run.world.agents().velocity(id).length()).sum::<f32>()
    };
    assert_eq!(fly(""), 0.0);
    assert!(fly("&edges=bounce") > 1.0);
}

fn place(run: &mut Run, timeline: &mut Timeline, placed: PlacedObject) {
    let event = run.placing_event(&placed).expect("it can be there");
    let before = timeline.log().len();
    timeline.input(run, event).expect("it makes sense");
    assert_eq!(timeline.log().len(), before + 1, "one input");
}

fn behaviors(run: &Run, group: usize) -> Vec<&'static str> {
    run.world.groups()[group].pipeline.iter().map(|one| one.key()).collect()
}

#[test]
fn a_rock_that_is_placed_is_hard_and_seen_from_the_first_tick_in_every_scene() {
    for scene in
        ["open-sky", "flock-wide", "vicsek", "couzin", "zombie-horde", "queue-door", "duel"]
    {
        let (mut run, mut timeline, _) = Timeline::open(&format!("v=8&scene={scene}"));
        (0..60).for_each(|_| timeline.tick(&mut run));
        let size = Vec2::new(run.world.params.width, run.world.params.height);
        let rock = Obstacle { center: (0.5 * size).round(), radius: (0.06 * size.x).round() };
        place(&mut run, &mut timeline, PlacedObject::Rock(rock));
        assert!(run.world.params.contact, "{scene}: it is hard");
        assert_eq!(run.world.obstacles().last(), Some(&rock), "{scene}");
        for tick in 0..240 {
            timeline.tick(&mut run);
            let agents = run.world.agents();
            let inside = (0..agents.len())
                .filter(|id| {
                    run.world
                        .group_of(*id)
                        .is_some_and(|g| !run.world.groups()[g].pipeline.is_empty())
                })
                .filter(|id| agents.position(*id).distance(rock.center) < rock.radius - 0.5)
                .count();
            assert_eq!(inside, 0, "{scene}, {tick} ticks later");
        }
        for (index, group) in run.world.groups().iter().enumerate() {
            let steers = group.role.counts_as_neighbor() && !group.pipeline.is_empty();
            let sees = behaviors(&run, index).iter().any(|key| key.ends_with("avoidance"));
            assert!(!steers || sees, "{scene}: {}", group.key);
        }
        // It replays, and it is in the link.
        assert_eq!(replayed(&run, &timeline).world.hash(), run.world.hash(), "{scene}");
        let linked = open_link(&run.link());
        assert_eq!(linked.link(), run.link());
        assert!(linked.world.params.contact);
    }
}

#[test]
fn links_with_obstacles_of_before_stay_as_they_are() {
    let run = open_link("v=8&scene=open-sky&ob=300-200-40");
    assert_eq!(run.composition_text(), "");
}

#[test]
fn a_hunter_hunts_those_that_are_there_and_is_feared_by_them() {
    for scene in ["empty", "open-sky", "flock-limited", "vicsek", "rts-group"] {
        let (mut run, mut timeline, _) = Timeline::open(&format!("v=8&scene={scene}"));
        (0..60).for_each(|_| timeline.tick(&mut run));
        let at = Vec2::new(0.3 * run.world.params.width, 0.4 * run.world.params.height).round();
        place(&mut run, &mut timeline, PlacedObject::Hunter(at));
        let hunter = run.world.groups().last().expect("a hunter").clone();
        assert_eq!((hunter.role, hunter.ids.len()), (Role::Monster, 1), "{scene}");
        assert!(run.world.agents().position(hunter.ids.start).distance(at) < 2.0, "{scene}");
        assert!(hunter.ties.hunts != 0, "{scene}");
        let main = behaviors(&run, 0);
        assert!(
            main.iter().any(|key| matches!(*key, "fright" | "flee" | "evade_ahead")),
            "{scene}: {main:?}"
        );
        (0..120).for_each(|_| timeline.tick(&mut run));
        let flown = run.world.agents().position(hunter.ids.start).distance(at);
        assert!(flown > 5.0, "{scene}: it hunts, {flown} u");
        // Another one has a group of its own.
        place(&mut run, &mut timeline, PlacedObject::Hunter(at));
        assert_eq!(replayed(&run, &timeline).world.hash(), run.world.hash(), "{scene}");
    }
}

#[test]
fn a_hunter_of_two_hundred_fish_among_rocks_takes_three_inputs() {
    let (mut run, mut timeline, _) = Timeline::open("v=8&scene=empty&count=200");
    place(
        &mut run,
        &mut timeline,
        PlacedObject::Rock(Obstacle { center: Vec2::new(200.0, 200.0), radius: 30.0 }),
    );
    let (from, to) = (Vec2::new(400.0, 100.0), Vec2::new(400.0, 300.0));
    place(&mut run, &mut timeline, PlacedObject::Wall(Wall { from, to, radius: 3.0 }));
    place(&mut run, &mut timeline, PlacedObject::Hunter(Vec2::new(500.0, 300.0)));
    assert_eq!(run.world.groups().len(), 2);
    let linked = open_link(&run.link());
    assert_eq!(linked.world.hash(), run.world.hash(), "at tick 0, the link is the run");
    (0..300).for_each(|_| timeline.tick(&mut run));
    assert!(
        (0..201).all(|id| run.world.agents().position(id).distance(Vec2::new(200.0, 200.0)) > 29.0)
    );
}
