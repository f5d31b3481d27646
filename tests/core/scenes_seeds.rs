//! What the captions of scenes say, and what is at stake in them, in each of a few seeds.
//!
//! `SEEDS=20` looks at twenty, and `SECONDS=120` for longer at the murmuration:
//! `SEEDS=20 SECONDS=120 cargo test --release --test core scenes_seeds -- --nocapture`.

use crate::support::life::{Life, mean, quantile};
use crate::support::scenes::{SECOND, ids, open, open_link, position};
use crate::support::threads::side_by_side;
use flockwright::Run;
use flockwright::engine::world::World;
use flockwright::scenes::SCENES;
use flockwright::session::timeline::Timeline;
use flockwright_lab::insight::measures::{Meter, count_flocks};
use glam::Vec2;
use std::sync::Mutex;

/// What the environment asks for.
fn asked(name: &str, usual: usize) -> usize {
    std::env::var(name).map_or(usual, |text| text.parse().expect("a number"))
}

/// What comes out of each seed.
fn in_all_seeds<T: Send>(find: impl Fn(u32) -> T + Sync) -> Vec<T> {
    let seeds: Vec<u32> = (1..=asked("SEEDS", 5) as u32).collect();
    let found = Mutex::new(Vec::new());
    side_by_side(&seeds, |seed| {
        let one = find(*seed);
        found.lock().expect("no panic").push((*seed, one));
    });
    let mut found = found.into_inner().expect("no panic");
    found.sort_by_key(|(seed, _)| *seed);
    found.into_iter().map(|(_, one)| one).collect()
}

fn go(run: &mut Run, seconds: usize) {
    (0..seconds * SECOND).for_each(|_| run.world.tick());
}

/// The mean place of a group.
fn middle(world: &World, group: &str) -> Vec2 {
    let ids = ids(world, group);
    let count = ids.len() as f32;
    ids.map(|id| position(world, id)).sum::<Vec2>() / count
}

/// By group, the rounds that it has won in a minute, matches of three rounds included.
fn won_in_a_minute(scene: &str, seed: u32) -> Vec<u32> {
    let mut run = open(scene, seed);
    go(&mut run, 60);
    let rounds = run.world.rounds();
    let won = rounds.rounds_won().iter().zip(rounds.matches_won());
    let won: Vec<u32> = won.map(|(won, matches)| won + 3 * matches).collect();
    println!("{scene}, seed {seed}: {won:?} in {} rounds", rounds.rounds_played());
    won
}

#[test]
fn a_duel_goes_on_from_round_to_round_and_each_head_wins_some() {
    let won = in_all_seeds(|seed| won_in_a_minute("duel", seed));
    let sum = |group: usize| won.iter().map(|won| won[group]).sum::<u32>();
    for won in &won {
        assert!(won.iter().sum::<u32>() >= 2, "{won:?}");
    }
    let (chaser, interceptor) = (sum(0), sum(1));
    let all = chaser + interceptor + sum(2);
    assert!(4 * chaser >= all && 4 * interceptor >= all, "{chaser} and {interceptor} of {all}");
}

#[test]
fn against_a_prey_that_flies_straight_the_interceptor_wins_nearly_always() {
    let won = in_all_seeds(|seed| {
        let mut run = open("duel", seed);
        assert_eq!(run.set_key("prey.unrest", 0.0), Ok(0.0));
        go(&mut run, 40);
        let rounds = run.world.rounds();
        [0, 1].map(|group| rounds.rounds_won()[group] + 3 * rounds.matches_won()[group])
    });
    let [chaser, interceptor] = [0, 1].map(|group| won.iter().map(|won| won[group]).sum::<u32>());
    assert!(interceptor > 9 * chaser.max(1), "{chaser} to {interceptor}");
}

#[test]
fn a_prey_that_turns_away_is_caught_now_and_then_escapes_now_and_then() {
    let won = in_all_seeds(|seed| won_in_a_minute("evade", seed));
    let [prey, hunter] = [0, 1].map(|group| won.iter().map(|won| won[group]).sum::<u32>());
    assert!(won.iter().all(|won| won.iter().sum::<u32>() >= 3), "{won:?}");
    assert!(3 * prey >= hunter && 3 * hunter >= prey, "{prey} to {hunter}");
}

#[test]
fn a_pincer_closes_from_two_sides_and_either_arm_may_catch() {
    let won = in_all_seeds(|seed| {
        let mut run = open("leaders-pincer", seed);
        go(&mut run, 2);
        let player = middle(&run.world, "player");
        let [one, other] =
            ["boids", "interceptors"].map(|group| middle(&run.world, group) - player);
        assert!(one.dot(other) < 0.0, "seed {seed}: both come from one side");
        won_in_a_minute("leaders-pincer", seed)
    });
    assert!(won.iter().all(|won| won.iter().sum::<u32>() >= 2), "{won:?}");
    let [chasers, interceptors] = [0, 1].map(|group| won.iter().map(|won| won[group]).sum::<u32>());
    // Of twenty seeds 34 to 77; of five, chance makes it more.
    assert!(4 * chasers >= interceptors && 4 * interceptors >= chasers, "{won:?}");
}

#[test]
fn the_prey_on_tiles_is_caught_and_starts_again_elsewhere() {
    in_all_seeds(|seed| {
        let mut run = open("tile-chase", seed);
        let mut starts = Vec::new();
        let mut rounds = 0;
        for _ in 0..60 * SECOND {
            run.world.tick();
            if run.world.rounds().round_start_tick() == run.world.ticks() {
                rounds += 1;
                starts.push(middle(&run.world, "prey"));
            }
        }
        starts.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
        starts.dedup();
        assert!(rounds >= 5 && starts.len() >= 4, "seed {seed}: {rounds} rounds from {starts:?}");
    });
}

#[test]
fn zombies_infect_survivors_until_a_round_is_over_and_it_begins_anew() {
    let ends = in_all_seeds(|seed| {
        let mut run = open("zombie-horde", seed);
        let sizes = |run: &Run| {
            ["zombies", "survivors", "runners"].map(|group| ids(&run.world, group).len())
        };
        let start = sizes(&run);
        let all: usize = start.iter().sum();
        let (mut after_20_s, mut survived) = (0, None);
        for second in 1..=100 {
            go(&mut run, 1);
            assert_eq!(sizes(&run).iter().sum::<usize>(), all);
            if second == 20 {
                after_20_s = start[1] - sizes(&run)[1];
            }
            if run.world.rounds().is_pause() {
                survived.get_or_insert(sizes(&run)[1]);
            }
        }
        println!("zombies, seed {seed}: {after_20_s} bitten in 20 s, {survived:?} held out");
        assert!(after_20_s >= 1, "seed {seed}: {after_20_s} bitten");
        assert!(run.world.rounds().rounds_played() >= 1, "seed {seed}: no end");
        let roles = run.world.agents().role.clone();
        for group in run.world.groups() {
            let of_its_role = |id: usize| roles[id] == group.role as u8;
            assert!(group.ids.clone().all(of_its_role), "seed {seed}: {}", group.key);
        }
        survived.expect("a pause")
    });
    let last = ends.iter().filter(|left| **left == 0).count();
    let all = ends.len();
    assert!(last > 0 && last < all, "in {last} of {all} seeds nobody is left");
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes long: ./build.sh deep")]
fn companies_go_to_and_fro_between_their_flags_and_through_each_other() {
    in_all_seeds(|seed| {
        let mut run = open("rts-group", seed);
        let width = run.world.params.width;
        let (mut sides, mut met) = ([vec![], vec![]], 0);
        for _ in 0..120 * 4 {
            (0..SECOND / 4).for_each(|_| run.world.tick());
            let at = ["blue", "magenta"].map(|group| middle(&run.world, group).x / width);
            for (sides, at) in sides.iter_mut().zip(at) {
                let side = if at < 0.3 {
                    'l'
                } else if at > 0.7 {
                    'r'
                } else {
                    ' '
                };
                if side != ' ' && sides.last() != Some(&side) {
                    sides.push(side);
                }
            }
            met += usize::from((at[0] - at[1]).abs() < 0.05);
        }
        // There and back and there again.
        assert!(sides.iter().all(|sides| sides.len() >= 4), "seed {seed}: {sides:?}");
        assert!(met >= 3, "seed {seed}: the companies met {met} times");
    });
}

#[test]
fn a_company_that_was_sent_away_goes_there_and_then_on_between_its_flags() {
    let mut run = open("rts-group", 1);
    go(&mut run, 5);
    let corner = Vec2::new(320.0, 60.0);
    run.world.hold_pointer(corner);
    run.world.tick();
    run.world.release_pointer();
    let mut nearest = f32::INFINITY;
    let mut farthest = 0.0f32;
    for _ in 0..60 {
        go(&mut run, 1);
        let distance = middle(&run.world, "blue").distance(corner);
        nearest = nearest.min(distance);
        if nearest < 50.0 {
            farthest = farthest.max(distance);
        }
    }
    assert!(nearest < 50.0 && farthest > 150.0, "{nearest} u, then {farthest} u");
}

#[test]
fn at_the_door_somebody_always_waits() {
    in_all_seeds(|seed| {
        let mut run = open("queue-door", seed);
        let (wall, exit) = (run.world.walls()[0].from.y, middle(&run.world, "exit"));
        let mut before = 0;
        for second in [3, 10, 25, 60] {
            go(&mut run, second - before);
            before = second;
            let waits = |id: &usize| {
                (0.0..90.0).contains(&(wall - position(&run.world, *id).y))
                    && run.world.agents().velocity(*id).length() < 12.0
            };
            let waiting = ids(&run.world, "walkers").filter(waits).count();
            println!("door, seed {seed}, {second} s: {waiting} wait");
            assert_eq!(middle(&run.world, "exit"), exit, "seed {seed}: the way out walks away");
            assert!(waiting >= 5, "seed {seed}, {second} s: {waiting} wait");
        }
    });
}

#[test]
fn the_craft_finds_its_way_through_the_maze_and_sets_out_again() {
    in_all_seeds(|seed| {
        let mut run = open("potential-maze", seed);
        let start = position(&run.world, 0);
        go(&mut run, 62);
        let rounds = run.world.rounds();
        assert!(
            rounds.rounds_won()[0] >= 1 && rounds.rounds_won()[1] == 0,
            "seed {seed}: {:?}",
            rounds.rounds_won()
        );
        assert!(rounds.round_start_tick() > 0, "seed {seed}: it never set out again from {start}");
    });
}

#[test]
fn half_of_the_catches_of_the_pincer_need_no_hunt_and_it_says_so() {
    let caught = |rest: &str| {
        let won = in_all_seeds(|seed| {
            let mut run = open_link(&format!("v=8&scene=leaders-pincer&seed={seed}{rest}"));
            go(&mut run, 120);
            let rounds = run.world.rounds();
            (0..2)
                .map(|group| rounds.rounds_won()[group] + 3 * rounds.matches_won()[group])
                .sum::<u32>()
        });
        won.iter().sum::<u32>()
    };
    let [both, none] = ["", "&chase=0&interceptors.intercept=0"].map(caught);
    println!("{both} catches, {none} without a hunt");
    assert!(10 * none > 4 * both && 10 * none < 6 * both, "{both} catches, {none} without a hunt");
    let see = open("leaders-pincer", 1).scene().visible_effect;
    assert!(see.contains("Half of the catches need no hunt"), "{see}");
}

#[test]
fn nobody_is_ever_inside_what_stands_in_the_way() {
    for scene in ["flock-obstacles", "zombie-horde", "rts-group"] {
        in_all_seeds(|seed| {
            let mut run = open(scene, seed);
            for tick in 1..=30 * SECOND {
                run.world.tick();
                for id in 0..run.world.agents().len() {
                    let inside =
                        run.world.obstacles().iter().any(|disc| {
                            disc.center.distance(position(&run.world, id)) < disc.radius
                        });
                    assert!(!inside, "{scene}, seed {seed}, tick {tick}: unit {id}");
                }
            }
        });
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes long: ./build.sh deep")]
fn a_murmuration_begins_as_one_cloud_stays_one_and_gives_way_to_the_pointer() {
    let seeds: Vec<u32> = (1..=asked("SEEDS", 2) as u32).collect();
    side_by_side(&seeds, |&seed| {
        let mut run = open("murmuration", seed);
        let near = 8.0 * 4.0;
        let share = |run: &Run| count_flocks(&run.world, near).largest_share;
        assert!(share(&run) > 0.99, "seed {seed}: {} at the start", share(&run));
        let mut life = Life::of(&run, "starlings", near);
        (0..asked("SECONDS", 40) * SECOND).for_each(|_| life.tick(&mut run));
        let line = life.tell();
        println!("murmuration, seed {seed}: {line}");
        let [low, high] = [0.05, 0.95].map(|share| quantile(&life.orders, share));
        assert!(quantile(&life.largest, 0.05) > 0.7, "seed {seed}: it is in parts, {line}");
        assert!(low > 0.2 && mean(&life.orders) > 0.5, "seed {seed}: it is in disorder, {line}");
        assert!(high - low > 0.1 && high < 0.95, "seed {seed}: it is stiff, {line}");
        assert!(mean(&life.overlaps) < 0.2, "seed {seed}: they fly into each other, {line}");
        assert!(life.reversals() < 3.5, "seed {seed}: they tremble, {line}");
        assert!(share(&run) > 0.8, "seed {seed}: {} in the end", share(&run));
        // Where they are many, few stay near the pointer; far from it most do.
        let around = |run: &Run, at: Vec2, radius: f32| {
            let ids = ids(&run.world, "starlings");
            ids.filter(|id| position(&run.world, *id).distance(at) < radius).count()
        };
        let some = ids(&run.world, "starlings").step_by(50).map(|id| position(&run.world, id));
        let at = some.max_by_key(|at| around(&run, *at, 60.0)).expect("a starling");
        let before = [60.0, 400.0].map(|radius| around(&run, at, radius));
        run.world.hold_pointer(at);
        go(&mut run, 3);
        let after = [60.0, 400.0].map(|radius| around(&run, at, radius));
        println!("murmuration, seed {seed}: {before:?}, then {after:?} around the pointer");
        assert!(4 * after[0] < before[0], "seed {seed}: {before:?}, then {after:?}");
        assert!(2 * after[1] > before[1], "seed {seed}: {before:?}, then {after:?}");
    });
    let mut meter = Meter::default();
    let run = open("murmuration", 1);
    assert!(meter.measure_all(&run.world).get("polarization") > 0.8);
}

#[test]
fn a_press_is_answered_where_a_scene_says_so_and_nowhere_else() {
    for scene in SCENES {
        let [mut pressed, mut left] = [(); 2].map(|()| Run::open(&scene.link()).0);
        let says = !scene.drag_invitation.is_empty();
        assert_eq!(pressed.world.pointer_has_effect(), says, "{}", scene.key);
        go(&mut pressed, 3);
        go(&mut left, 3);
        let main = pressed.world.groups()[0].key;
        // Beside, not upon the one unit of a group.
        let at = middle(&pressed.world, main) + Vec2::new(15.0, 10.0);
        pressed.world.hold_pointer(at);
        go(&mut pressed, 1);
        go(&mut left, 1);
        let ids = 0..pressed.world.agents().len();
        let moved =
            ids.filter(|id| position(&pressed.world, *id) != position(&left.world, *id)).count();
        assert_eq!(moved > 0, says, "{}: {moved} units go elsewhere", scene.key);
    }
}

#[test]
fn what_a_scene_invites_to_try_is_done_and_taken_back() {
    for scene in SCENES {
        let (mut run, _) = Run::open(&scene.link());
        let mut timeline = Timeline::new(&run);
        assert!(!run.are_suggested_changes_made(), "{}", scene.key);
        for on in [true, false] {
            let events = run.suggested_change_events(on);
            assert_eq!(
                events.len(),
                scene.suggested_changes.len(),
                "{}: {:?}",
                scene.key,
                scene.suggested_changes
            );
            for event in events {
                timeline.input(&mut run, event).expect(scene.key);
            }
            for _ in 0..20 {
                timeline.tick(&mut run);
            }
            let tried = on && !scene.suggested_changes.is_empty();
            assert_eq!(run.are_suggested_changes_made(), tried, "{}: {on}", scene.key);
            assert_eq!(run.link() != scene.link(), tried, "{}: {}", scene.key, run.link());
        }
    }
}
