//! Ask a bird: what it says is what it does, and asking changes nothing.

use crate::support::play::clock;
use crate::support::scenes::open_at;
use flockwright::internals::compose::rule_item;
use flockwright::internals::math::wrap_angle;
use flockwright::scenes::SCENES;
use flockwright::session::timeline::Timeline;
use flockwright::{Run, Target};
use flockwright_lab::insight::ask::{
    Answer, CausePosition, PATH_TICKS, Riddle, RiddleKind, RiddleSearch, STRAIGHT, SourceTurn,
    TURN_WINDOW, TurnQuestion, TurnSource, cause_positions,
};
use flockwright_lab::insight::inspect::inspect_unit;
use flockwright_lab::insight::observer::ObserverWorkspace;
use glam::Vec2;

/// Puts a question to a unit, with all that there is to know.
fn ask(run: &Run, timeline: &Timeline, id: usize, without: Option<usize>) -> TurnQuestion {
    let mut ask = TurnQuestion::about(run, id).expect("a unit");
    ask.compare_without(without);
    ask.request_past();
    assert!(ask.continue_answer(run, timeline, 1.0, || 0.0), "there is time enough");
    ask
}

/// Units of a run, evenly.
fn some(run: &Run, count: usize) -> Vec<usize> {
    let all = run.world.agents().len();
    let many = count.min(all);
    (0..many).map(|index| index * all / many).collect()
}

/// A rule whose units remember, and stroll at random.
const STROLL: &str = "rule stroll
keep angle = 0.5 then wrap(angle + random(-12 * dt, 12 * dt))
near = sum(j in mates(10 * L): j.direction)
steer seek((h * 6 + rotate(h, angle) * 3) * L) - near";

/// Runs of every body, with noise, behaviors that remember, ramps and recorded inputs.
fn runs() -> Vec<(String, u64)> {
    let scenes = SCENES.iter().filter(|scene| scene.key != "murmuration");
    let mut runs: Vec<_> = scenes.map(|scene| (format!("scene={}", scene.key), 90)).collect();
    let more = [
        "scene=vicsek&noise=0.8",
        "scene=empty&count=30&groups=units.pwander-separation-unrest",
        "scene=empty&count=40&groups=units.pseparation-alignment-cohesion&combination=priority",
        "scene=leaders-pincer&count=30&ev=L1o.cohesion*3*1*8o",
        "scene=empty&width=300&height=300&edges=wrap&count=60&groups=units.pwander*g1.rmonster\
         .ppursue.hunits*g2.pseek.hunits&g1.count=2&g1.caught=remove&g1.catch_factor=4",
    ];
    runs.extend(more.map(|link| (link.to_string(), 60)));
    let (_, stroll) = rule_item(STROLL).expect("a rule");
    let written = format!("scene=flock-wide&count=50&groups=boids.pcohesion-{stroll}*player");
    runs.push((written, 60));
    runs
}

#[test]
fn what_is_foreseen_is_what_comes_when_nothing_is_done_to_the_bit() {
    for (link, tick) in runs() {
        let (mut run, mut timeline) = open_at(&link, tick);
        let asked: Vec<_> =
            some(&run, 3).into_iter().map(|id| ask(&run, &timeline, id, None)).collect();
        for now in tick..tick + PATH_TICKS {
            for ask in &asked {
                let record = ask.record().expect("it was asked");
                let Some(id) = ask.id(&run) else {
                    assert!(record.removal_tick().is_some_and(|gone| gone <= now), "{link}: gone");
                    continue;
                };
                let step = record.step(now).expect("three seconds are foreseen");
                let agents = run.world.agents();
                let what = format!("{link}, unit {id}, tick {now}");
                assert_eq!(step.position, agents.position(id), "{what}");
                assert_eq!(step.heading.to_bits(), agents.heading[id].to_bits(), "{what}");
            }
            timeline.tick(&mut run);
        }
    }
}

/// The place of a behavior in the pipeline of the first group.
fn place_of(run: &Run, key: &str) -> usize {
    let pipeline = &run.world.groups()[0].pipeline;
    pipeline.iter().position(|behavior| behavior.key() == key).expect("it has one")
}

#[test]
fn nothing_left_out_at_weight_zero_makes_no_difference() {
    let (mut run, _) = open_at("scene=flock-wide&count=60", 60);
    run.set_key("alignment", 0.0).expect("a flock has it");
    let timeline = Timeline::new(&run);
    let alignment = place_of(&run, "alignment");
    let asked = ask(&run, &timeline, 5, Some(alignment));
    let report = asked.difference(&run, 1.0).expect("both paths are known");
    assert_eq!(report.end_distance, 0.0);
    assert_eq!(report.text, "No difference: it moves the same way without alignment.");
}

#[test]
fn without_what_steers_it_another_path_is_flown() {
    let (run, timeline) = open_at("scene=flock-wide&count=60", 60);
    let mut different = 0;
    for id in some(&run, 10) {
        let asked = ask(&run, &timeline, id, Some(0));
        different += usize::from(asked.difference(&run, 1.0).expect("known").end_distance > 1.0);
    }
    assert!(different >= 8, "{different} of 10");
}

#[test]
fn two_hundred_questions_leave_hash_and_link_untouched() {
    let link = "scene=flock-wide&count=40&ev=L1o.cohesion*3*1*1o";
    let (mut run, mut timeline) = open_at(link, 30);
    let (mut alone, mut its) = open_at(link, 30);
    for question in 0..200 {
        let (hash, before) = (run.world.hash(), run.link());
        ask(&run, &timeline, question % 40, Some(question % 3));
        assert_eq!(run.world.hash(), hash);
        assert_eq!(run.link(), before);
        timeline.tick(&mut run);
        its.tick(&mut alone);
        assert_eq!(run.world.hash(), alone.world.hash(), "after question {question}");
    }
    assert_eq!(timeline.log().len(), its.log().len());
}

#[test]
fn the_last_five_seconds_are_those_that_were_flown() {
    let link = "scene=leaders-pincer&count=30&ev=L1o.cohesion*3*1*8o";
    let (run, timeline) = open_at(link, 400);
    let asked = ask(&run, &timeline, 7, None);
    let record = asked.record().expect("it was asked");
    assert_eq!(record.first_tick(), 100);
    for tick in [100, 233, 399] {
        let (then, _) = open_at(link, tick);
        let step = record.step(tick).expect("it is known");
        assert_eq!(step.position, then.world.agents().position(7), "tick {tick}");
        let report: f32 = record.turn_shares(tick).expect("known").iter().sum();
        assert!(
            (report - step.heading_change).abs() < 1e-4,
            "tick {tick}: {report} of {}",
            step.heading_change
        );
    }
}

/// The side that a sentence names first: -1 left, 1 right, 0 straight.
fn side_told(sentence: &str) -> i32 {
    match () {
        () if sentence.starts_with("It turns left") => -1,
        () if sentence.starts_with("It turns right") => 1,
        () => 0,
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes long: ./build.sh deep")]
fn the_sentence_agrees_with_the_turn_that_follows_and_with_its_bars() {
    let (mut asked, mut agreed) = (0, 0);
    let scenes = [
        "open-sky", "flock-wide", "flock-limited", "flock-obstacles", "leaders-pincer", "falcon",
        "vicsek", "zombie-horde", "school-orbit", "tile-chase", "rts-group", "queue-door", "swarm",
    ];
    for scene in scenes {
        let (mut run, mut timeline) = open_at(&format!("scene={scene}"), 200);
        let answers: Vec<(usize, Answer)> = some(&run, 20)
            .into_iter()
            .filter_map(|id| Some((id, ask(&run, &timeline, id, None).answer(&run)?)))
            // Who is held up turns on the spot: it is told that it waits.
            .filter(|(_, answer)| !answer.is_waiting)
            .collect();
        let mut turned = vec![0.0_f32; run.world.agents().len()];
        for _ in 0..TURN_WINDOW {
            let before = run.world.agents().heading.clone();
            timeline.tick(&mut run);
            let headings = run.world.agents().heading.iter().zip(&before);
            for (sum, (after, before)) in turned.iter_mut().zip(headings) {
                *sum += wrap_angle(after - before);
            }
        }
        for (id, answer) in &answers {
            let rate = turned[*id].to_degrees() * 60.0 / TURN_WINDOW as f32;
            let is = if rate.abs() < STRAIGHT { 0 } else { rate.signum() as i32 };
            let said = side_told(&answer.sentence);
            agreed += usize::from(said == is);
            if said != is {
                println!("{scene}, unit {id}: turns {rate:.1} degrees per second; {answer:?}");
            }
            // The bars add up to the turn of the sentence.
            let sum: f32 = answer.parts.iter().map(|part| part.turn).sum();
            assert!((sum - answer.turn).abs() <= 2.0 + 0.01 * answer.turn.abs(), "{answer:?}");
            if said != 0 {
                let helps = answer.parts.iter().filter(|part| part.turn.signum() == said as f32);
                let most = helps.map(|part| part.turn.abs()).fold(0.0, f32::max);
                assert!(most > 0.0, "no bar shows {answer:?}");
                if answer.sentence.contains(" more than ") {
                    let all = answer.parts.iter().map(|part| part.turn.abs());
                    assert_eq!(all.fold(0.0, f32::max), most, "{answer:?}");
                }
            }
        }
        asked += answers.len();
    }
    assert!(asked >= 180 && agreed * 100 >= 95 * asked, "{agreed} of {asked}");
}

/// A flock larger than what a copy follows.
const CROWD: &str = "scene=flock-wide&count=3000&width=2000&height=1500";

#[test]
#[cfg_attr(debug_assertions, ignore = "takes long: ./build.sh deep")]
fn of_a_large_crowd_the_estimated_path_stays_near_the_one_that_is_flown() {
    let (mut run, mut timeline) = open_at(CROWD, 40);
    let without = Some(0);
    let asked: Vec<(usize, TurnQuestion)> =
        some(&run, 6).into_iter().map(|id| (id, ask(&run, &timeline, id, without))).collect();
    let handles: Vec<_> = asked.iter().map(|(id, _)| run.world.agents().handle(*id)).collect();
    let mut turned = vec![0.0_f32; asked.len()];
    let mut off = vec![0.0_f32; asked.len()];
    for now in 40..40 + PATH_TICKS {
        for (at, (id, ask)) in asked.iter().enumerate() {
            assert!(ask.is_rough());
            if ask.last_path_tick().expect("both paths are known") < now {
                continue;
            }
            assert_eq!(run.world.agents().handle(*id), handles[at]);
            let record = ask.actual_record().expect("both paths are known");
            let step = record.step(now).expect("three seconds are foreseen");
            let way =
                run.world.space().offset_between(step.position, run.world.agents().position(*id));
            off[at] = off[at].max(way.length() / run.world.agents().length[*id]);
        }
        let before = run.world.agents().heading.clone();
        timeline.tick(&mut run);
        for (at, (id, _)) in asked.iter().enumerate().filter(|_| now < 40 + TURN_WINDOW) {
            turned[at] += wrap_angle(run.world.agents().heading[*id] - before[*id]);
        }
    }
    off.sort_by(f32::total_cmp);
    let (half, most) = (off[off.len() / 2], off[off.len() - 1]);
    println!("after three seconds off by {half:.4} lengths, at most {most:.4}");
    // Of a path that others cross closely, the end may be anywhere: it is an estimate, and says so.
    assert!(half < 1.0, "{off:?}");
    let (before, its) = open_at(CROWD, 40);
    for ((id, _), turned) in asked.iter().zip(&turned) {
        let answer = ask(&before, &its, *id, None).answer(&before).expect("it flies");
        let rate = turned.to_degrees() * 60.0 / TURN_WINDOW as f32;
        assert!((answer.turn - rate).abs() < 5.0, "{answer:?}, and it turns {rate:.2}");
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes long: ./build.sh deep")]
fn of_a_large_crowd_nothing_left_out_makes_no_difference_either() {
    let (mut run, _) = open_at(CROWD, 20);
    run.set_key("alignment", 0.0).expect("a flock has it");
    let timeline = Timeline::new(&run);
    let alignment = place_of(&run, "alignment");
    let asked = ask(&run, &timeline, 5, Some(alignment));
    assert_eq!(asked.difference(&run, 1.0).expect("known").end_distance, 0.0);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes long: ./build.sh deep")]
fn an_estimate_is_renewed_as_the_run_goes_on_and_keeps_what_was() {
    let (mut run, mut timeline) = open_at(CROWD, 20);
    let mut ask = ask(&run, &timeline, 5, None);
    for _ in 0..100 {
        timeline.tick(&mut run);
        ask.continue_answer(&run, &timeline, 1.0, || 0.0);
        assert!(ask.answer(&run).is_some());
    }
    assert!(ask.record().expect("it was asked").first_tick() < 60, "the past is lost");
}

/// Each unit looks at all others.
const STARE: &str = "rule stare
all = sum(j in mates(1000 * L): j.direction)
steer all";

#[test]
#[cfg_attr(debug_assertions, ignore = "takes long: ./build.sh deep")]
fn where_rules_look_at_many_the_paths_are_shorter() {
    let (_, stare) = rule_item(STARE).expect("a rule");
    let (run, timeline) = open_at(&format!("scene=flock-wide&count=2000&groups=boids.p{stare}"), 2);
    let mut asked = TurnQuestion::about(&run, 5).expect("it is there");
    asked.compare_without(Some(0));
    // Each look at the clock takes a while: so does each tick.
    while !asked.continue_answer(&run, &timeline, 1000.0, clock(20.0)) {}
    let text = asked.difference(&run, 1.0).expect("both paths are known").text;
    assert!(text.contains("after 1 s"), "{text}");
}

/// Where a line to a cause may end, found without the code that draws it: `None` where the behavior
/// looks at nothing that has a place.
fn cause_by_hand(run: &Run, id: usize, key: &str, at: Vec2) -> Option<bool> {
    let world = &run.world;
    let found = inspect_unit(world, &mut ObserverWorkspace::default(), id).expect("a unit");
    let agents = world.agents();
    let (here, length) = (agents.position(id), agents.length[id]);
    let near =
        |a: Vec2, b: Vec2| world.space().offset_between(a, b).length() <= 1e-2 * length.max(1.0);
    let is_one_of = |ids: &[usize]| ids.iter().any(|other| near(at, agents.position(*other)));
    let everyone: Vec<usize> = (0..agents.len()).filter(|other| *other != id).collect();
    let of_role = |wanted: bool| {
        let own = world.group_of(id);
        let others = everyone.iter().copied();
        others.filter(|other| (world.group_of(*other) == own) == wanted).collect::<Vec<_>>()
    };
    let middle = |ids: &[usize]| {
        let ways = ids.iter().map(|other| world.offset(id, *other));
        here + ways.sum::<Vec2>() / ids.len() as f32
    };
    let on_rim = || {
        world.obstacles().iter().any(|obstacle| {
            let away = world.space().offset_between(at, obstacle.center).length();
            (away - obstacle.radius).abs() <= 1e-2 * obstacle.radius
        })
    };
    Some(match key {
        // Where no one counts yet, someone comes within the half second that is told of.
        "cohesion" | "alignment" if found.neighbor_ids.is_empty() => is_one_of(&everyone),
        "cohesion" => near(at, middle(&found.neighbor_ids)),
        "alignment" => is_one_of(&found.neighbor_ids),
        "mean_heading" | "queue" | "zones" | "rts_alignment" => is_one_of(&of_role(true)),
        "separation" | "rts_separation" => is_one_of(&everyone),
        "fright" => is_one_of(&of_role(false)),
        "obstacles" | "avoidance" | "collision_avoidance" => on_rim(),
        "edge" => {
            let size = Vec2::new(world.params.width, world.params.height);
            let off = [at.x, at.y, size.x - at.x, size.y - at.y];
            let (middle, radius) = (size / 2.0, size.min_element() / 2.0);
            off.iter().any(|off| off.abs() < 1e-3)
                || (at.distance(middle) - radius).abs() < 1e-2 * radius
        }
        _ => return None,
    })
}

#[test]
fn each_line_ends_at_its_cause() {
    let scenes = [
        "open-sky", "flock-wide", "flock-limited", "flock-obstacles", "leaders-pincer", "falcon",
        "vicsek", "zombie-horde", "school-orbit", "rts-group", "queue-door", "swarm", "evade",
        "crossing",
    ];
    let (mut checked, mut without) = (std::collections::BTreeMap::new(), Vec::new());
    for scene in scenes {
        let (run, timeline) = open_at(&format!("scene={scene}"), 150);
        for id in some(&run, 12) {
            let Some(answer) = ask(&run, &timeline, id, None).answer(&run) else { continue };
            let found =
                cause_positions(&run.world, &mut ObserverWorkspace::default(), id, &answer.parts);
            for (part, cause) in answer.parts.iter().zip(&found) {
                let what = format!("{scene}, unit {id}, {}: {cause:?}", part.key);
                let Some(CausePosition { position: at, unit, .. }) = cause else {
                    if part.turn.abs() >= 3.0 {
                        without.push(format!("{scene} {}", part.key));
                    }
                    continue;
                };
                assert!(at.is_finite(), "{what}");
                if let Some(other) = unit {
                    let there = run.world.agents().position(id) + run.world.offset(id, *other);
                    assert!(there.distance(*at) < 1e-2, "{what}");
                    assert_ne!(*other, id, "{what}");
                }
                if part.turn.abs() >= 0.5
                    && let Some(right) = cause_by_hand(&run, id, part.key, *at)
                {
                    assert!(right, "{what}");
                    *checked.entry(part.key).or_insert(0) += 1;
                }
            }
        }
    }
    without.sort();
    without.dedup();
    println!("checked by hand: {checked:?}; without a place: {without:?}");
    assert!(checked.len() >= 7, "{checked:?}");
    // These have none: chance, momentum, keys, and a touch whose wall is behind.
    let known = ["chance", "swing", "contact", "wander", "pattern", "unrest", "helm"];
    let known = |one: &String| known.iter().any(|key| one.ends_with(&format!(" {key}")));
    assert!(without.iter().all(known), "{without:?}");
}

#[test]
fn a_pull_turns_toward_its_cause_and_a_push_away() {
    let (run, timeline) = open_at("scene=open-sky", 300);
    let mut sides = 0;
    for id in some(&run, 40) {
        let Some(answer) = ask(&run, &timeline, id, None).answer(&run) else { continue };
        let found =
            cause_positions(&run.world, &mut ObserverWorkspace::default(), id, &answer.parts);
        let here = run.world.agents().position(id);
        let forward = run.world.agents().forward(id);
        for (part, cause) in answer.parts.iter().zip(&found) {
            let Some(cause) = cause.filter(|_| part.turn.abs() > 20.0) else { continue };
            let way = match part.key {
                "cohesion" => 1.0,
                "fright" => -1.0,
                _ => continue,
            };
            let side = forward.perp_dot(cause.position - here).signum() * way;
            sides += usize::from(side == part.turn.signum());
            // The turn is that of half a second: the cause may change sides meanwhile, but seldom.
            sides += 1000;
        }
    }
    let (all, right) = (sides / 1000, sides % 1000);
    assert!(all >= 10 && 10 * right >= 9 * all, "{right} of {all}");
}

#[test]
fn who_is_held_up_in_a_queue_is_told_to_wait_and_by_how_many() {
    let (mut run, mut timeline) = open_at("scene=queue-door", 400);
    let (mut waits, mut counted) = (0, 0);
    for _ in 0..4 {
        for id in some(&run, 40) {
            let asked = ask(&run, &timeline, id, None);
            let Some(answer) = asked.answer(&run) else { continue };
            let starts = answer.sentence.starts_with("It waits")
                || answer.sentence.starts_with("It slows down");
            assert_eq!(answer.is_waiting, starts, "{answer:?}");
            if !answer.is_waiting {
                continue;
            }
            waits += 1;
            counted += usize::from(answer.sentence.contains("ahead stand"));
            let holder = answer.parts.iter().find(|part| part.is_braking).expect("one holds it up");
            assert!(holder.mean_force[0] < 0.0, "{answer:?}");
            let record = asked.record().expect("it was asked");
            let now = run.world.ticks();
            let speeds = (now..now + TURN_WINDOW).filter_map(|tick| record.step(tick));
            let slow = speeds.map(|step| step.speed).fold(f32::INFINITY, f32::min);
            assert!(slow < 30.0, "{slow}: {answer:?}");
        }
        for _ in 0..60 {
            timeline.tick(&mut run);
        }
    }
    println!("{waits} wait, {counted} behind others that stand");
    assert!(waits >= 10 && counted >= 5, "{waits} {counted}");
}

#[test]
fn a_line_to_a_goal_ends_at_the_goal_whatever_the_force_points_to() {
    for behavior in ["seek", "arrive", "roost", "orbit", "flee"] {
        let (mut run, _) = open_at(&format!("scene=empty&count=6&groups=units.p{behavior}"), 30);
        let goal = Vec2::new(300.0, 210.0);
        run.world.set_target(0, Target::Place(goal)).expect("it is in the world");
        let part = |key| SourceTurn {
            source: TurnSource::Behavior(0),
            key,
            label: key,
            turn: 30.0,
            mean_force: [0.0; 2],
            is_braking: false,
        };
        let key = run.world.groups()[0].pipeline[0].key();
        for id in 0..6 {
            let found =
                cause_positions(&run.world, &mut ObserverWorkspace::default(), id, &[part(key)]);
            let cause = found[0].unwrap_or_else(|| panic!("{behavior} goes by its goal"));
            let off = run.world.space().offset_between(cause.position, goal).length();
            assert!(off < 1e-2, "{behavior}, unit {id}: {cause:?} is {off} off");
        }
    }
}

/// Next riddle of a run at a tick.
fn riddle(run: &Run, timeline: &Timeline) -> Option<Riddle> {
    let mut search = RiddleSearch::new(run, timeline);
    assert!(search.continue_search(1.0, || 0.0), "there is time enough");
    search.found_riddle()
}

#[test]
fn scene_seed_and_tick_decide_the_riddle_and_its_link_asks_it_again() {
    for scene in ["open-sky", "flock-wide", "leaders-pincer", "zombie-horde", "crossing"] {
        let (run, timeline) = open_at(&format!("scene={scene}&seed=7"), 45);
        let found = riddle(&run, &timeline).expect("half a minute has a riddle");
        let (near, its) = open_at(&format!("scene={scene}&seed=7"), found.tick - 20);
        assert_eq!(riddle(&near, &its), Some(found), "{scene}: from nearby");
        let (run, timeline) = open_at(&format!("scene={scene}&seed=7"), found.tick);
        let answer = ask(&run, &timeline, found.id, None).answer(&run).expect("an answer");
        assert_eq!(
            RiddleKind::from_answer(&answer),
            Some(found.kind),
            "{scene}: {}",
            answer.sentence
        );
        let strongest = answer.parts[0].turn;
        match found.kind {
            RiddleKind::Outweighed => assert!(answer.turn * strongest < 0.0 && answer.side() != 0),
            RiddleKind::Balanced => assert!(strongest.abs() > 25.0 && answer.side() == 0),
        }
    }
}

#[test]
fn a_minute_of_the_flock_has_a_dozen_riddles_and_a_lone_chase_has_none() {
    for (scene, range) in [("flock-wide", 12..121), ("duel", 0..1)] {
        let (mut run, mut timeline) = open_at(&format!("scene={scene}"), 0);
        let mut count = 0;
        while let Some(found) = riddle(&run, &timeline).filter(|found| found.tick <= 3600) {
            count += 1;
            while run.world.ticks() < found.tick {
                timeline.tick(&mut run);
            }
        }
        println!("{scene}: {count} riddles in a minute");
        assert!(range.contains(&count), "{scene}: {count}");
    }
}
