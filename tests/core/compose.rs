//! Groups and behaviors as building blocks: what a link can say, what it cannot, and what happens
//! to a run that is put together anew while it goes on.

use crate::support::play::{clock, go_to, replayed};
use crate::support::scenes::{hash_after, open_link};
use flockwright::Run;
use flockwright::internals::compose::behavior_catalog;
use flockwright::scenes::SCENES;
use flockwright::session::events::Event;
use flockwright::session::replay::Recording;
use flockwright::session::timeline::Timeline;
use flockwright_lab::insight::diagnosis::Diagnosis;
use glam::Vec2;

/// Three groups with nine behaviors: a flock, a hunter that it fears, and others that follow it.
const THREE: &str = "scene=empty&groups=units.pcohesion-alignment-separation-fright-unrest.fg1\
                     *g1.rmonster.ppursue-wander.hunits*g2.rsoldier.pleader_following-\
                     crowd_separation.og1&g1.count=2&g2.count=12&count=60";

fn compose(run: &mut Run, timeline: &mut Timeline, text: &str) {
    let groups = run.read_composition(text).0;
    timeline.input(run, Event::Compose(groups.into())).expect("a composition");
}

#[test]
fn a_composed_run_is_a_short_link_that_gives_the_same_run() {
    let mut run = open_link(THREE);
    let groups = run.world.groups();
    assert_eq!(groups.len(), 3);
    assert_eq!(groups.iter().map(|group| group.pipeline.len()).sum::<usize>(), 9);
    let link = run.link();
    assert!(link.len() < 1500, "{} characters", link.len());
    assert_eq!(open_link(&link).link(), link);
    let hash = hash_after(&mut run, 300);
    assert_eq!(hash_after(&mut open_link(&link), 300), hash);
    let moved = run.world.agents();
    assert!((0..moved.len()).any(|id| moved.velocity(id).length() > 20.0), "somebody moves");
}

#[test]
fn every_scene_says_nothing_of_its_own_composition_and_reads_back_when_it_is_changed() {
    for scene in SCENES {
        let mut run = Run::new(scene, 1);
        assert_eq!(run.composition_text(), "", "{}", scene.key);
        let mut composition = run.composition();
        composition.groups[0].behaviors.reverse();
        assert_eq!(run.set_composition(&composition), [""; 0], "{}", scene.key);
        let again = open_link(&run.link());
        assert_eq!(again.composition(), run.composition(), "{}", scene.key);
        assert_eq!(again.world.hash(), run.world.hash(), "{}", scene.key);
    }
}

#[test]
fn a_bad_composition_opens_what_makes_sense_and_says_what_was_left_out() {
    for (text, report) in [
        ("boids.pcohesion-magic*player", "no behavior “magic”"),
        ("boids.ptile_chase*player", "does not steer"),
        ("boids.pcohesion-cohesion*player", "only once"),
        ("player", "cannot be left out"),
        ("boids*player*castle", "no group “castle”"),
        ("boids*boids*player", "named twice"),
        ("boids.fnobody*player", "no group “nobody”"),
        ("boids.hboids*player", "left out of ties"),
        ("boids.rking*player", "no role"),
        ("boids.bghost*player", "no body"),
        ("boids.og1*player*g1.oboids", "circle"),
        ("boids.zz*player", "A group has no"),
    ] {
        let (mut run, notices) = Run::open(&format!("scene=flock-wide&groups={text}"));
        assert!(notices.iter().any(|line| line.contains(report)), "{text}: {notices:?}");
        assert_eq!(run.world.groups()[0].key, "boids", "{text}");
        hash_after(&mut run, 30);
        open_link(&run.link());
    }
}

#[test]
fn what_is_put_together_anew_while_it_runs_keeps_its_units_and_can_be_undone_and_replayed() {
    let mut run = open_link("scene=flock-wide&count=40");
    let mut timeline = Timeline::new(&run);
    (0..50).for_each(|_| timeline.tick(&mut run));
    let places: Vec<Vec2> = (0..40).map(|id| run.world.agents().position(id)).collect();
    let weight = run.find_param("separation").expect("a flock");
    compose(&mut run, &mut timeline, "boids.pcohesion-orbit-fright.fg1*player*g1.rmonster.ppursue");
    assert!(!run.is_visible(weight) && !run.params()[weight].is_present);
    let now: Vec<Vec2> = (0..40).map(|id| run.world.agents().position(id)).collect();
    assert_eq!(now, places, "nobody has moved");
    assert_eq!(run.world.agents().len(), 40 + 1 + 30);
    let orbit = run.find_param("orbit_distance").expect("it is new");
    timeline.input(&mut run, Event::Param { id: orbit, value: 33.0 }).expect("a number");
    (0..50).for_each(|_| timeline.tick(&mut run));
    compose(&mut run, &mut timeline, "");
    assert!(run.params()[weight].is_present && !run.params()[orbit].is_present);
    (0..50).for_each(|_| timeline.tick(&mut run));
    let hash = run.world.hash();

    assert_eq!(replayed(&run, &timeline).world.hash(), hash);

    // Back to the middle, and on again.
    go_to(&mut run, &mut timeline, 80);
    assert_eq!(run.world.groups().len(), 3);
    assert_eq!(run.get(orbit), 33.0);
    go_to(&mut run, &mut timeline, 150);
    assert_eq!(run.world.hash(), hash);
}

#[test]
fn a_copy_of_a_group_starts_sees_and_fires_as_that_does_and_is_a_short_link() {
    let mut run = open_link("scene=leader-following&groups=");
    let own = run.composition();
    let keys: Vec<&str> = own.groups.iter().map(|member| member.key).collect();
    let soldiers = keys.iter().position(|key| *key == "soldiers").expect("soldiers");
    let text = format!("{}*g1.lsoldiers", keys.join("*"));
    assert_eq!(run.set_composition_text(&text), [""; 0]);
    let groups = run.world.groups();
    let (copy, model) = (&groups[keys.len()], &groups[soldiers]);
    assert_eq!(
        (copy.role, copy.spawn, copy.crowd.count),
        (model.role, model.spawn, model.crowd.count)
    );
    assert_eq!((copy.gun.is_some(), copy.ties), (model.gun.is_some(), model.ties));
    assert_eq!(run.composition_text(), text);
    let again = open_link(&run.link());
    assert_eq!((again.composition(), again.world.hash()), (run.composition(), run.world.hash()));
    // What a scene has is no copy of anything, and a copy needs something to be like.
    for text in ["soldiers.lleader", "g2.lnobody"] {
        let (_, report) = run.read_composition(&format!("{}*{text}", keys.join("*")));
        assert!(!report.is_empty(), "{text}");
    }
}

#[test]
fn units_start_where_and_as_fast_as_they_are_told_to() {
    let started = |more: &str| {
        let run = open_link(&format!("scene=flock-wide&count=60&{more}"));
        let agents = run.world.agents();
        (0..60).map(|id| (agents.heading[id], agents.velocity(id).length())).collect::<Vec<_>>()
    };
    let usual = started("start_radius=0");
    assert!(usual.iter().all(|(_, speed)| *speed > 1.0), "rigid bodies cruise");
    for (heading, speed) in started("start_headings=given&start_heading=1&start_spread=0.2") {
        assert!((0.8..=1.2).contains(&heading), "{heading}");
        assert!((speed - usual[0].1).abs() < 1e-3);
    }
    assert!(started("start_motion=rest").iter().all(|(_, speed)| *speed == 0.0));
    let run = open_link("scene=zombie-horde&start_motion=cruise");
    assert!(run.world.agents().velocity(0).length() > 1.0, "point masses can cruise, too");
}

#[test]
fn what_is_composed_is_recorded_in_its_shortest_spelling() {
    let mut run = open_link("scene=flock-wide&count=20");
    let mut timeline = Timeline::new(&run);
    let long =
        "boids.rregular.brigid.pcohesion-orbit.h.f.o.a.i*player.rplayer.brigid.phelm.h.f.o.a.i";
    compose(&mut run, &mut timeline, long);
    let recording = Recording::from_timeline(&timeline, &run);
    assert_eq!(recording.events, "K0.boids.pcohesion-orbit*2aplayer");
}

#[test]
fn a_ramp_moves_a_parameter_evenly_and_replays() {
    let mut run = open_link("scene=vicsek&count=100");
    let mut timeline = Timeline::new(&run);
    let noise = run.find_param("noise").expect("particles have it");
    let event = Event::param_ramp(&run, noise, 0.0, 5.0, 100).expect("a real number");
    timeline.input(&mut run, event).expect("a ramp");
    (0..51).for_each(|_| timeline.tick(&mut run));
    assert!((run.get(noise) - 3.0).abs() < 1e-5, "half of the way from 1 to 5: {}", run.get(noise));
    (0..60).for_each(|_| timeline.tick(&mut run));
    assert_eq!(run.get(noise), 5.0);
    let hash = run.world.hash();
    let again = replayed(&run, &timeline);
    assert_eq!((again.get(noise), again.world.hash()), (5.0, hash));
    go_to(&mut run, &mut timeline, 51);
    assert!((run.get(noise) - 3.0).abs() < 1e-5, "{}", run.get(noise));
    go_to(&mut run, &mut timeline, 111);
    assert_eq!(run.world.hash(), hash);
    // Setting a value stops the ramp, even the value that it has.
    let back = Event::param_ramp(&run, noise, 0.0, 1.0, 100).expect("a real number");
    timeline.input(&mut run, back).expect("a ramp");
    assert_eq!(timeline.ramps().collect::<Vec<_>>(), [(noise, 1.0, 100)]);
    (0..10).for_each(|_| timeline.tick(&mut run));
    let value = run.get(noise);
    timeline.input(&mut run, Event::Param { id: noise, value }).expect("a number");
    (0..10).for_each(|_| timeline.tick(&mut run));
    assert_eq!((run.get(noise), timeline.ramps().count()), (value, 0));
    // A count takes none.
    let count = run.find_param("count").expect("a group has it");
    assert!(Event::param_ramp(&run, count, 0.0, 5.0, 100).is_none());
}

#[test]
fn every_behavior_is_added_to_a_run_that_plays_and_is_watched_and_the_run_goes_on() {
    for scene in SCENES {
        let (mut run, mut timeline, _) = Timeline::open(&format!("{}&count=12", scene.link()));
        let mut diagnosis = Diagnosis::default();
        let mut watch = |run: &mut Run, timeline: &mut Timeline, ticks| {
            for _ in 0..ticks {
                timeline.tick(run);
                diagnosis.observe(run);
                assert_eq!(
                    diagnosis.findings(run).len(),
                    diagnosis.finding_count(run),
                    "{}",
                    scene.key
                );
            }
        };
        watch(&mut run, &mut timeline, 4);
        for behavior in behavior_catalog() {
            let mut composition = run.composition();
            let member = &mut composition.groups[0];
            if member.behaviors.iter().any(|key| *key == behavior.key())
                || !behavior.bodies().contains(&member.body)
            {
                continue;
            }
            // At the front: all others have another place than before.
            member.behaviors.insert(0, behavior.key().into());
            let text = run.write_composition(&composition);
            compose(&mut run, &mut timeline, &text);
            watch(&mut run, &mut timeline, 2);
        }
        // And all of them are taken out again.
        let main = run.world.groups()[0].key;
        compose(&mut run, &mut timeline, &format!("{main}.p"));
        watch(&mut run, &mut timeline, 2);
    }
}

#[test]
fn a_parameter_is_that_of_the_body_that_the_group_has_now() {
    let mut run = open_link("scene=flock-wide&groups=boids.bpoint*player");
    let mass = |run: &Run| {
        let id = run.find_param("mass").expect("a body has it");
        let param = &run.params()[id];
        (run.get(id), param.default, [param.spec.min, param.spec.max], param.spec.source)
    };
    let of_points = open_link("scene=empty");
    assert_eq!(mass(&run), mass(&of_points));
    assert_eq!(run.set_key("mass", 0.2), Ok(0.2));
    for value in [1.0, 10.0, 0.1, 50.0] {
        assert_eq!(run.set_key("mass", value), Ok(value));
        assert_eq!(mass(&open_link(&run.link())).0, value, "{}", run.link());
    }
    run.set_composition_text("");
    assert_eq!(mass(&run), mass(&open_link("scene=flock-wide")), "a rigid body again");
}

#[test]
fn one_run_is_one_link_however_one_came_there() {
    let mut run = open_link("scene=flock-wide&cohesion=2&count=50");
    run.set_composition_text("boids.punrest-cohesion-alignment-separation*player*g1.bpoint");
    for key in ["g1.max_speed", "unrest", "width", "player.thrust", "alignment"] {
        let id = run.find_param(key).expect(key);
        run.set(id, run.params()[id].spec.max);
    }
    let link = run.link();
    assert_eq!(open_link(&link).link(), link);
    let turned: Vec<&str> = link.split('&').rev().collect();
    assert_eq!(open_link(&turned.join("&")).link(), link);
}

#[test]
fn a_group_has_nothing_that_its_link_does_not_say() {
    let (mut run, mut timeline, _) = Timeline::open("scene=flock-wide&noise=0.5&ob=300-200-60");
    timeline.tick(&mut run);
    // On tiles there is neither chance nor are there discs, and they do not come back by themselves.
    compose(&mut run, &mut timeline, "boids.btile.p*player.btile.p");
    assert_eq!(run.layout_text(), "");
    timeline.restart(&mut run, 1);
    compose(&mut run, &mut timeline, "boids*player");
    let again = replayed(&run, &timeline);
    assert_eq!(again.link(), run.link());
    assert_eq!(again.world.hash(), run.world.hash());
}

#[test]
fn a_value_that_comes_again_after_a_ramp_of_another_parameter_is_of_its_own() {
    let (mut run, mut timeline, _) = Timeline::open("scene=flock-wide&count=20");
    let find = |run: &Run, key| run.find_param(key).expect("a flock has it");
    let (cohesion, alignment) = (find(&run, "cohesion"), find(&run, "alignment"));
    let mut input = |run: &mut Run, event| {
        timeline.input(run, event).expect("a number");
        (0..5).for_each(|_| timeline.tick(run));
    };
    input(&mut run, Event::Param { id: cohesion, value: 1.5 });
    let ramp = Event::param_ramp(&run, alignment, 0.0, 3.0, 40).expect("a real number");
    input(&mut run, ramp);
    input(&mut run, Event::Param { id: cohesion, value: 2.5 });
    let recording = Recording::from_timeline(&timeline, &run);
    assert!(recording.events.contains("Q5.2.5"), "{}", recording.events);
    let (mut again, mut replay) = recording.open().expect("sound");
    assert_eq!(replay.log(), timeline.log());
    while replay.is_replaying(&again) {
        replay.tick(&mut again);
    }
    let values = |run: &Run| [run.get(cohesion), run.get(alignment), run.world.ticks() as f32];
    assert_eq!(values(&again), values(&run));
    assert_eq!(again.world.hash(), run.world.hash());
}

#[test]
fn a_layout_of_groups_that_came_in_later_is_in_the_recording() {
    let (mut run, mut timeline, _) = Timeline::open("scene=flock-wide&count=20");
    (0..5).for_each(|_| timeline.tick(&mut run));
    compose(&mut run, &mut timeline, "boids*player*g1.ppath_following");
    let text = "g1.path=100-100_500&g1.start=300-200-50";
    assert!(run.layout_text().is_empty());
    let layout = run.read_layout(text).0;
    timeline.input(&mut run, Event::Layout(layout.into())).expect("a layout");
    assert_eq!(run.layout_text(), text);
    (0..30).for_each(|_| timeline.tick(&mut run));
    let again = replayed(&run, &timeline);
    assert_eq!((again.layout_text(), again.world.hash()), (run.layout_text(), run.world.hash()));
}

#[test]
fn what_is_composed_in_the_middle_of_a_tick_stops_a_ramp_where_the_last_tick_had_it() {
    for last in [false, true] {
        let (mut run, mut timeline, _) = Timeline::open("scene=flock-wide&count=20");
        let cohesion = run.find_param("cohesion").expect("a flock has it");
        let start = run.get(cohesion);
        let ticks = if last { 6 } else { 60 };
        let ramp =
            Event::param_ramp(&run, cohesion, 0.0, start + 3.0, ticks).expect("a real number");
        timeline.input(&mut run, ramp).expect("a ramp");
        (0..6).for_each(|_| timeline.tick(&mut run));
        let before = run.get(cohesion);
        assert!(!timeline.tick_part(&mut run, 1.0, clock(0.6)), "a tick is under way");
        assert_ne!(run.get(cohesion), before, "the ramp has gone on");
        compose(&mut run, &mut timeline, "boids.punrest-cohesion-alignment-separation*player");
        assert_eq!((run.get(cohesion), timeline.ramps().count()), (before, 0));
        (0..6).for_each(|_| timeline.tick(&mut run));
        assert_eq!(run.get(cohesion), before);
        let again = replayed(&run, &timeline);
        assert_eq!((again.link(), again.world.hash()), (run.link(), run.world.hash()));
    }
}

#[test]
fn birds_that_look_at_more_than_a_tick_can_carry_are_fewer_and_it_is_said() {
    let mut run = open_link("scene=flock-limited&count=5000");
    let mut timeline = Timeline::new(&run);
    assert_eq!(run.unit_reduction_notices(), [""; 0]);
    let folds = vec!["mean(j in everyone: j.offset * j.distance)"; 20].join(" + ");
    let mut composition = run.composition();
    composition
        .add_rule_to_group(0, &format!("rule crowd \"Crowd\"\nsteer {folds}"), None)
        .expect("a rule");
    let text = run.write_composition(&composition);
    let (_, notices) = run.read_composition(&text);
    assert_eq!(notices, [""; 0]);
    compose(&mut run, &mut timeline, &text);
    let said = run.unit_reduction_notices().join(" ");
    let there = run.world.groups()[0].ids.len();
    assert!(there < 5000 && said.contains(&format!("{there} of 5000 are there")), "{said}");
    assert!(said.contains("give sets a distance"), "{said}");
    // Taken out again, all come back.
    compose(&mut run, &mut timeline, "");
    assert_eq!((run.unit_reduction_notices(), run.world.groups()[0].ids.len()), (Vec::new(), 5000));
}

#[test]
fn bodies_on_tiles_meet_nothing_of_what_was_drawn_for_others() {
    let (mut run, mut timeline, _) = Timeline::open("scene=flock-obstacles&seed=5&count=40");
    let text = "ob=100-100-50&wa=300-50-500-200-3&start=505-321-40";
    let layout = run.read_layout(text).0;
    timeline.input(&mut run, Event::Layout(layout.into())).expect("a layout");
    compose(&mut run, &mut timeline, "boids.btile.p");
    let mut again = Run::open(&run.link()).0;
    for tick in 0..100 {
        assert_eq!(again.world.hash(), run.world.hash(), "{} at {tick}", run.link());
        again.world.tick();
        timeline.tick(&mut run);
    }
    assert!(run.world.obstacles().is_empty() && run.world.walls().is_empty());
}

#[test]
fn a_group_keeps_the_name_that_a_person_gives_it() {
    let (run, notices) =
        Run::open("v=8&scene=open-sky&groups=birds.nGreat_tits*falcon*g1.nShark.rmonster.bpoint");
    assert_eq!(notices, Vec::<String>::new());
    let labels =
        |run: &Run| -> Vec<&str> { run.world.groups().iter().map(|group| group.label).collect() };
    assert_eq!(labels(&run)[0], "Great tits");
    assert_eq!(labels(&run)[2], "Shark");
    let (again, _) = Run::open(&run.link());
    assert_eq!(labels(&again), labels(&run));
    let (plain, _) = Run::open("v=8&scene=open-sky");
    let (named, _) = Run::open("v=8&scene=open-sky&groups=birds.nTits*falcon");
    assert_eq!(named.world.hash(), plain.world.hash(), "a name changes no run");
    let twice = "v=8&scene=open-sky&groups=birds.nFish*falcon*g1.nFish.rmonster.bpoint";
    let (twice, notices) = Run::open(twice);
    assert_eq!((labels(&twice)[0], labels(&twice)[2], notices.len()), ("Fish", "Fish 2", 0));
    assert_eq!(
        twice.link().matches(".nFish.").count() + twice.link().matches(".nFish*").count(),
        2
    );
    let (thai, notices) = Run::open("v=8&scene=open-sky&groups=birds.nผู้ล่า*falcon");
    assert_eq!((labels(&thai)[0], notices.len()), ("ผู้ล่า", 0));
    for wrong in ["", "an_endless_name_of_far_too_many_letters", "<b>"] {
        let (run, notices) = Run::open(&format!("v=8&scene=open-sky&groups=birds.n{wrong}*falcon"));
        assert_eq!(run.world.groups()[0].label, plain.world.groups()[0].label);
        assert!(notices[0].contains("no name"), "{notices:?}");
    }
}
