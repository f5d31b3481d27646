//! What the scenes of force-based steering must show, over many seeds. Run with `--nocapture` to
//! see the figures.

use flockwright::Run;
use flockwright::agents::UnitState;
use flockwright::scenery::Obstacle;
use flockwright::scenes::SCENES;
use flockwright::world::World;
use glam::Vec2;
use std::ops::Range;

const SEEDS: Range<u32> = 1..25;

/// Ticks per second.
const SECOND: usize = 60;

fn open(scene: &str, seed: u32) -> Run {
    let scene = SCENES.iter().find(|other| other.key == scene).expect("the scene exists");
    Run::new(scene, seed)
}

fn set(run: &mut Run, key: &str, value: f32) {
    let id = run.find(key).unwrap_or_else(|| panic!("no parameter '{key}'"));
    assert_eq!(run.set(id, value), value, "{key}");
}

fn ids(world: &World, group: &str) -> Range<usize> {
    let group = world.groups().iter().find(|other| other.key == group);
    group.expect("the group exists").range.clone()
}

fn position(world: &World, id: usize) -> Vec2 {
    world.agents().position(id)
}

/// How long something has been going on without a break, and the longest time that it ever did.
#[derive(Clone, Copy, Default)]
struct Spell {
    now: usize,
    longest: usize,
}

impl Spell {
    fn note(&mut self, happens: bool) {
        self.now = if happens { self.now + 1 } else { 0 };
        self.longest = self.longest.max(self.now);
    }

    fn seconds(self) -> f32 {
        self.longest as f32 / SECOND as f32
    }
}

fn longest(spells: &[Spell]) -> f32 {
    spells.iter().map(|spell| spell.seconds()).fold(0.0, f32::max)
}

/// The ids of the units that have another one nearer than a distance to them.
fn crowded(world: &World, distance: f32) -> Vec<bool> {
    let n = world.agents().len();
    let mut flags = vec![false; n];
    for a in 0..n {
        for b in a + 1..n {
            if position(world, a).distance(position(world, b)) < distance {
                flags[a] = true;
                flags[b] = true;
            }
        }
    }
    flags
}

#[test]
fn rts_groups_arrive_in_bounded_spread_and_nobody_stays_inside_another() {
    let (mut farthest, mut inside) = (0.0f32, 0.0f32);
    for seed in SEEDS {
        let mut run = open("rts-group", seed);
        let world = &mut run.world;
        let length = world.groups()[0].crowd.length;
        let mut spells = vec![Spell::default(); world.agents().len()];
        for _ in 0..40 * SECOND {
            world.tick();
            for (spell, near) in spells.iter_mut().zip(crowded(world, length)) {
                spell.note(near);
            }
        }
        let places: Vec<_> = world.destinations().collect();
        assert_eq!(places.len(), 2);
        for (group, place) in places {
            for id in world.groups()[group].range.clone() {
                farthest = farthest.max(position(world, id).distance(place) / length);
            }
        }
        inside = inside.max(longest(&spells));
    }
    println!("RTS: nobody farther than {farthest:.1} L from its destination after 40 s");
    println!("RTS: nobody nearer than L to another for more than {inside:.2} s");
    assert!(farthest < 12.0, "a unit has not arrived: {farthest} L");
    assert!(inside <= 1.0, "a unit stayed inside another for {inside} s");
}

#[test]
fn without_separation_an_rts_group_piles_up() {
    let mut run = open("rts-group", 1);
    set(&mut run, "rts_separation", 0.0);
    for _ in 0..40 * SECOND {
        run.world.tick();
    }
    let piled = crowded(&run.world, 2.5)[ids(&run.world, "blue")].iter().filter(|x| **x).count();
    assert!(piled > 20, "only {piled} of 30 are inside another");
}

#[test]
fn zombies_keep_out_of_obstacles() {
    let mut worst = 0.0f32;
    for seed in SEEDS {
        let mut run = open("zombie-horde", seed);
        let world = &mut run.world;
        let hordes: Vec<usize> = ids(world, "zombies").chain(ids(world, "runners")).collect();
        let inside = |world: &World, at: Vec2, margin: f32| {
            world.obstacles().iter().any(|o| o.center.distance(at) < o.radius + margin)
        };
        let (mut within, mut all) = (0usize, 0usize);
        for tick in 0..24 * SECOND {
            if tick == 12 * SECOND {
                let mut places = (0..200)
                    .map(|k| Vec2::new(150.0 + 2.0 * k as f32, 100.0 + (k * 37 % 250) as f32));
                let free = places.find(|place| !inside(world, *place, 30.0));
                world.hold_pointer(free.expect("a place between the obstacles"));
            }
            world.tick();
            all += hordes.len();
            let here = hordes.iter().filter(|id| inside(world, position(world, **id), 0.0));
            within += here.count();
        }
        worst = worst.max(within as f32 / all as f32);
    }
    println!("zombies: at most {:.2} % of unit-seconds inside an obstacle", 100.0 * worst);
    assert!(worst < 0.05);
}

#[test]
fn paths_are_walked_in_order_and_patrols_return() {
    let mut fewest = [usize::MAX; 3];
    for seed in SEEDS {
        let mut run = open("path-patrol", seed);
        let world = &mut run.world;
        let routes: Vec<_> =
            world.routes().map(|(group, route)| (group.range.clone(), route)).collect();
        let mut visits: Vec<Vec<usize>> = vec![Vec::new(); world.agents().len()];
        for _ in 0..60 * SECOND {
            world.tick();
            for (range, route) in &routes {
                for id in range.clone() {
                    let here = position(world, id);
                    let at = route.nodes.iter().position(|n| n.distance(here) <= route.radius);
                    if let Some(node) = at
                        && visits[id].last() != Some(&node)
                    {
                        visits[id].push(node);
                    }
                }
            }
        }
        for (k, (range, route)) in routes.iter().enumerate() {
            let n = route.nodes.len();
            let period = match route.end {
                "patrol" => 2 * n - 2,
                _ => n,
            };
            for id in range.clone() {
                let wanted = |step: usize| match step % period {
                    node if node < n => node,
                    node => period - node,
                };
                let wanted: Vec<usize> = (0..visits[id].len()).map(wanted).collect();
                assert_eq!(visits[id], wanted, "seed {seed}: {}", route.end);
                fewest[k] = fewest[k].min(visits[id].len());
            }
        }
    }
    println!(
        "paths: nodes in order; round {}, patrol {}, march {} at least",
        fewest[0], fewest[1], fewest[2]
    );
    assert!(fewest[0] > 7, "nobody has gone round");
    assert!(fewest[1] > 9, "no patrol has come back");
    assert_eq!(fewest[2], 4, "a marcher has not arrived");
}

#[test]
fn followers_stay_out_of_the_way_of_their_leader() {
    let (mut ahead, mut least) = (0.0f32, f32::MAX);
    for seed in SEEDS {
        let mut run = open("leader-following", seed);
        let world = &mut run.world;
        let leader = ids(world, "leader").start;
        let length = world.agents().length[leader];
        let mut spells = vec![Spell::default(); world.agents().len()];
        for tick in 0..60 * SECOND {
            if tick % (20 * SECOND) == 10 * SECOND {
                let far = if tick < 30 * SECOND { 0.9 } else { 0.1 };
                world.hold_pointer(Vec2::new(far * world.params.width, 0.5 * world.params.height));
            } else if tick % (20 * SECOND) == 15 * SECOND {
                world.release_pointer();
            }
            world.tick();
            let (at, way) = (position(world, leader), world.agents().velocity(leader));
            for id in ids(world, "soldiers") {
                let d = position(world, id) - at;
                // In a wedge of 45 degrees to each side, up to the point that the leader looks to.
                let forward = d.dot(way) / way.length().max(1e-3);
                let in_the_way = way.length() > 5.0
                    && forward > 0.5 * std::f32::consts::SQRT_2 * d.length()
                    && d.length() < 8.0 * length;
                spells[id].note(in_the_way);
                least = least.min(d.length() / length);
            }
        }
        ahead = ahead.max(longest(&spells));
    }
    println!("leader: nobody ahead for more than {ahead:.2} s, nobody nearer than {least:.2} L");
    assert!(ahead <= 2.0, "a follower was ahead for {ahead} s");
    assert!(least >= 1.0, "a follower overlapped the leader: {least} L");
}

#[test]
fn soldiers_turn_to_a_click_and_hit_monsters_that_start_again() {
    let mut hits = 0;
    for seed in SEEDS {
        let mut run = open("leader-following", seed);
        let world = &mut run.world;
        for _ in 0..5 * SECOND {
            world.tick();
        }
        assert!(world.bullets().flying().is_empty(), "nobody has clicked");
        for _ in 0..20 * SECOND {
            // At the monster nearest to the first soldier.
            let from = position(world, ids(world, "soldiers").start);
            let nearest = ids(world, "monsters").min_by(|a, b| {
                let distance = |id: usize| position(world, id).distance(from);
                distance(*a).total_cmp(&distance(*b))
            });
            let place = position(world, nearest.expect("a monster"));
            world.hold_pointer(place);
            world.tick();
            for id in ids(world, "soldiers") {
                let aim = (place - position(world, id)).normalize();
                assert!(world.agents().forward(id).dot(aim) > 0.99, "soldier {id} looks away");
            }
        }
        assert!(world.bullets().hits() > 0, "seed {seed}: no monster was hit in 20 s");
        hits += world.bullets().hits();
    }
    println!("leader: {:.1} monsters hit in 20 s of fire", f64::from(hits) / SEEDS.len() as f64);
}

#[test]
fn a_queue_gets_everybody_through_the_door_without_a_crush() {
    let mut overlaps = [0usize; 2];
    let mut last = 0;
    for seed in SEEDS {
        for (k, weight) in [1.0, 0.0].into_iter().enumerate() {
            let mut run = open("queue-door", seed);
            set(&mut run, "queue", weight);
            let world = &mut run.world;
            let n = world.agents().len();
            let length = world.agents().length[0];
            let door = Vec2::new(0.5 * world.params.width, 0.6 * world.params.height);
            let mut through = vec![false; n];
            for tick in 0..45 * SECOND {
                world.tick();
                for (id, through) in through.iter_mut().enumerate() {
                    let past = position(world, id).y - door.y;
                    if !*through && past > 5.0 && past < 40.0 {
                        *through = true;
                        last = if k == 0 { last.max(tick) } else { last };
                    }
                }
                let near: Vec<Vec2> = (0..n)
                    .map(|id| position(world, id))
                    .filter(|at| at.distance(door) < 5.0 * length)
                    .collect();
                for (a, one) in near.iter().enumerate() {
                    let inside = near[..a].iter().filter(|other| other.distance(*one) < length);
                    overlaps[k] += inside.count();
                }
            }
            let out = through.iter().filter(|through| !**through).count();
            assert_eq!(out, 0, "seed {seed}, queue {weight}: so many did not get through");
        }
    }
    let fall = 1.0 - overlaps[0] as f64 / overlaps[1] as f64;
    println!("queue: overlaps in the doorway fall by {:.1} %", 100.0 * fall);
    println!("queue: everybody through after {} s at most", last / SECOND);
    assert!(fall >= 0.8);
}

#[test]
fn nobody_passes_a_wall() {
    for seed in SEEDS {
        let mut run = open("queue-door", seed);
        set(&mut run, "queue", 0.0);
        let world = &mut run.world;
        let n = world.agents().len();
        let (door, half) = (0.6 * world.params.height, 0.5 * world.params.door_width);
        let mut before: Vec<Vec2> = (0..n).map(|id| position(world, id)).collect();
        for tick in 0..20 * SECOND {
            if tick == 10 * SECOND {
                // Straight at the wall from both sides.
                world.hold_pointer(Vec2::new(40.0, 180.0));
            }
            world.tick();
            for (id, before) in before.iter_mut().enumerate() {
                let now = position(world, id);
                let crossed = (before.y - door) * (now.y - door) < 0.0;
                let wrapped = (before.y - now.y).abs() > 100.0;
                let at = (now.x - 0.5 * world.params.width).abs();
                assert!(!crossed || wrapped || at <= half, "unit {id} went through the wall");
                *before = now;
            }
        }
    }
}

#[test]
fn with_priorities_the_first_behavior_takes_the_force() {
    let mut run = open("zombie-horde", 1);
    let mut cut = 0;
    for _ in 0..5 * SECOND {
        run.world.tick();
        for id in ids(&run.world, "zombies").step_by(10) {
            let found = run.world.inspect(id).expect("a zombie");
            // The edge of the world is no behavior: its force has no part in the budget.
            let behaviors = found.contributions.iter().filter(|part| part.key != "edge");
            let parts: Vec<Vec2> = behaviors.map(|part| part.weighted).collect();
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
fn an_order_stays_when_the_pointer_is_released_even_after_a_tap_between_two_ticks() {
    let mut run = open("rts-group", 1);
    let there = Vec2::new(320.0, 60.0);
    run.world.hold_pointer(there);
    run.world.release_pointer();
    for _ in 0..25 * SECOND {
        run.world.tick();
    }
    let (_, place) = run.world.destinations().next().expect("the blue company");
    assert_eq!(place, there);
    let blue = ids(&run.world, "blue");
    let far = blue.map(|id| position(&run.world, id).distance(there)).fold(0.0, f32::max);
    assert!(far < 80.0, "a blue unit is {far} u from where it was sent");
}

#[test]
fn a_place_that_is_named_after_an_order_is_where_the_group_goes() {
    let mut run = open("rts-group", 1);
    let id = run.find("goal_y").expect("the blue company goes to a place");
    let place = |run: &Run| run.world.destinations().next().expect("the blue company").1;
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
        let (mut run, notices) = Run::open(&link);
        assert!(notices.is_empty(), "{notices:?}");
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
            seen += flockwright::measures::overlaps(&run.world);
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
    let mut run = open("path-patrol", 1);
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
    let mut run = open("path-patrol", 1);
    (0..120 * SECOND).for_each(|_| run.world.tick());
    let marchers = ids(&run.world, "marchers");
    let stood: Vec<Vec2> = marchers.clone().map(|id| position(&run.world, id)).collect();
    let rule = run.find("marchers.at_end").expect("a rule at the end");
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
    let mut run = open("rts-group", 1);
    let there = Vec2::new(100.0, 350.0);
    run.world.hold_pointer(there);
    run.world.tick();
    run.world.release_pointer();
    let count = run.find("magenta.count").expect("a company");
    run.set(count, run.get(count) + 1.0);
    run.world.tick();
    let (_, place) = run.world.destinations().next().expect("the blue company");
    assert_eq!(place, there, "its order is forgotten");

    let mut run = open("leader-following", 1);
    run.world.hold_pointer(Vec2::new(200.0, 200.0));
    (0..2 * SECOND).for_each(|_| run.world.tick());
    let (flying, hits) = (run.world.bullets().flying().len(), run.world.bullets().hits());
    assert!(flying > 0, "nobody fires");
    let count = run.find("count").expect("soldiers");
    run.set(count, run.get(count) + 1.0);
    assert_eq!(run.world.bullets().flying().len(), flying, "bullets in flight");
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
    let link = "scene=flock-obstacles&count=1&player.count=0&width=400&height=400";
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
        let found = run.world.inspect(0).expect("a unit");
        found.contributions.iter().find(|part| part.key == "avoidance").expect("feelers").raw
    };
    assert_eq!(avoidance("off"), Vec2::ZERO);
    assert!(avoidance("on").y < 0.0, "the disc is to starboard: it pushes to port");
}
