//! What the scenes of force-based steering must show, over many seeds. Run with `--nocapture` to
//! see the figures.

use crate::support::scenes::{SECOND, ids, open, open_original, position, set};
use flockwright::engine::scenery::PathEnd;
use flockwright::engine::world::World;
use flockwright_lab::insight::routes::group_destinations;
use glam::Vec2;
use std::ops::Range;

const SEEDS: Range<u32> = 1..25;

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
#[cfg_attr(debug_assertions, ignore = "takes long: ./build.sh deep")]
fn rts_groups_arrive_in_bounded_spread_and_nobody_stays_inside_another() {
    let (mut farthest, mut inside) = (0.0f32, 0.0f32);
    for seed in SEEDS {
        let mut run = open_original("rts-group", seed);
        let world = &mut run.world;
        let length = world.groups()[0].crowd.length;
        let mut spells = vec![Spell::default(); world.agents().len()];
        for _ in 0..40 * SECOND {
            world.tick();
            for (spell, near) in spells.iter_mut().zip(crowded(world, length)) {
                spell.note(near);
            }
        }
        let places: Vec<_> = group_destinations(world).collect();
        assert_eq!(places.len(), 2);
        for (group, place) in places {
            for id in world.groups()[group].ids.clone() {
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
fn paths_are_walked_in_order_and_patrols_return() {
    let mut fewest = [usize::MAX; 3];
    for seed in SEEDS {
        let mut run = open_original("path-patrol", seed);
        let world = &mut run.world;
        let routes: Vec<_> =
            world.group_paths().map(|(group, route)| (group.ids.clone(), route)).collect();
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
            let period = match route.path_end {
                PathEnd::Patrol => 2 * n - 2,
                _ => n,
            };
            for id in range.clone() {
                let wanted = |step: usize| match step % period {
                    node if node < n => node,
                    node => period - node,
                };
                let wanted: Vec<usize> = (0..visits[id].len()).map(wanted).collect();
                assert_eq!(visits[id], wanted, "seed {seed}: {:?}", route.path_end);
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
        assert!(world.bullets().flying_bullets().is_empty(), "nobody has clicked");
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
            // The way out is a unit, too.
            let n = ids(world, "walkers").len();
            let length = world.agents().length[0];
            let door = Vec2::new(0.5 * world.params.width, 0.6 * world.params.height);
            let mut through = vec![false; n];
            for tick in 0..60 * SECOND {
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
