//! Two skies: a second run follows the open one with one parameter changed. The open run is that of a
//! run that was never split, and the second one that of a run in which the parameter was changed by
//! hand, to the bit.

use crate::support::scenes::open_at;
use flockwright::Run;
use flockwright::scenes::SCENES;
use flockwright::schema::ValueKind;
use flockwright::session::events::Event;
use flockwright::session::replay::Recording;
use flockwright::session::timeline::{Split, Timeline};

const FROM: u64 = 30;
const END: u64 = 130;

/// A clock by which each look takes a millisecond, so that ticks are computed in parts.
fn slow_clock() -> impl FnMut() -> f64 {
    let mut time = 0.0;
    move || {
        time += 1.0;
        time
    }
}

struct Skies {
    main: (Run, Timeline),
    other: (Run, Timeline),
    split: Split,
}

impl Skies {
    fn of((run, timeline): (Run, Timeline), id: usize, value: f32, from: u64) -> Self {
        let (other, others, split) = Split::of(&run, &timeline, (id, value), from);
        Self { main: (run, timeline), other: (other, others), split }
    }

    /// Continues the second run for a moment; returns whether it is in step.
    fn part(&mut self, budget: f64) -> bool {
        let Self { main: (run, timeline), other: (other, others), split } = self;
        split.follow(other, others, (run, timeline), budget, slow_clock())
    }

    fn follow(&mut self) {
        while !self.part(50.0) {}
        assert_eq!(self.main.0.world.ticks(), self.other.0.world.ticks());
    }

    fn go(&mut self, tick: u64) {
        let (run, timeline) = &mut self.main;
        timeline.seek(run, tick);
        while !timeline.seek_part(run, 50.0, slow_clock()) {}
        self.follow();
    }

    fn hash(&self) -> u64 {
        self.other.0.world.hash()
    }
}

/// A parameter to change, with another value: the first weight, or else the first number.
fn changed(run: &Run) -> (usize, f32) {
    let is_number = |id: &usize| {
        let param = &run.params()[*id];
        param.is_present && param.spec.kind == ValueKind::Float && param.group.is_some()
    };
    let weight = run.weight_of(0, 0).filter(|id| run.get(*id) != 0.0);
    let id = weight.or_else(|| (0..run.params().len()).find(is_number)).expect("a parameter");
    let spec = run.params()[id].spec;
    (id, if run.get(id) == spec.min { spec.max } else { spec.min })
}

/// Inputs of one tick: the pointer, another slider, and the slider of the changed parameter.
fn inputs(run: &Run, changed: usize, tick: u64) -> Vec<Event> {
    let slider = |id: usize, part: f32| {
        let spec = run.params()[id].spec;
        Event::Param { id, value: spec.min + (spec.max - spec.min) * part }
    };
    let mut numbers = (0..run.params().len()).filter(|id| {
        let param = &run.params()[*id];
        *id != changed && param.is_present && param.spec.kind == ValueKind::Float
    });
    let other = numbers.next_back().expect("a second number");
    match tick % 25 {
        3..9 => vec![Event::PointerHold { x: 100.0 + tick as f32, y: 90.0 }],
        9 => vec![Event::PointerRelease],
        12 => vec![slider(other, 0.4), slider(other, 0.5)],
        15 => vec![slider(changed, 0.6)],
        _ => Vec::new(),
    }
}

fn apply(run: &mut Run, timeline: &mut Timeline, events: &[Event], but: Option<usize>) {
    for event in events {
        if !matches!(event, Event::Param { id, .. } if Some(*id) == but) {
            timeline.input(run, event.clone()).expect("an input of the page");
        }
    }
}

#[test]
fn both_skies_of_every_scene_are_the_runs_with_and_without_to_the_bit() {
    let mut differ = 0;
    for scene in SCENES {
        let link = format!("scene={}", scene.key);
        let (mut alone, mut its) = open_at(&link, FROM);
        let (mut by_hand, mut theirs) = open_at(&link, FROM);
        let (id, value) = changed(&alone);
        theirs.input(&mut by_hand, Event::Param { id, value }).expect("a value of its range");
        let mut skies = Skies::of(open_at(&link, FROM), id, value, FROM);
        for tick in FROM..END {
            let events = inputs(&alone, id, tick);
            apply(&mut alone, &mut its, &events, None);
            apply(&mut by_hand, &mut theirs, &events, Some(id));
            let (run, timeline) = &mut skies.main;
            apply(run, timeline, &events[..events.len().min(1)], None);
            // The rest arrives while the second run computes.
            skies.part(3.0);
            let (run, timeline) = &mut skies.main;
            apply(run, timeline, &events[events.len().min(1)..], None);
            timeline.tick(run);
            its.tick(&mut alone);
            theirs.tick(&mut by_hand);
            skies.follow();
            assert_eq!(skies.main.0.world.hash(), alone.world.hash(), "{link}, tick {tick}");
            assert_eq!(skies.hash(), by_hand.world.hash(), "{link}, tick {tick}: without");
        }
        differ += usize::from(skies.hash() != alone.world.hash());
        assert_eq!(skies.main.0.link(), alone.link());
    }
    assert!(differ > SCENES.len() * 3 / 4, "{differ} of {}", SCENES.len());
}

#[test]
fn one_timeline_goes_through_both_skies_and_a_link_opens_the_same_second_one() {
    let link = "scene=flock-wide&count=60";
    let (run, timeline) = open_at(link, FROM);
    let (id, value) = changed(&run);
    let mut skies = Skies::of((run, timeline), id, value, FROM);
    let mut hashes = vec![skies.hash()];
    for tick in FROM..END {
        let (run, timeline) = &mut skies.main;
        let events = inputs(run, id, tick);
        apply(run, timeline, &events, None);
        timeline.tick(run);
        skies.follow();
        hashes.push(skies.hash());
    }
    for tick in [END, 40, 41, 35, 99, END, FROM, 77] {
        skies.go(tick);
        assert_eq!(skies.hash(), hashes[(tick - FROM) as usize], "tick {tick}");
    }
    // Before the split, both are the same run.
    skies.go(12);
    assert_eq!(skies.hash(), skies.main.0.world.hash());
    // A link is split while the run is still on its way to the moment.
    skies.go(END);
    let (run, timeline) = skies.main;
    let recording = Recording::from_timeline(&timeline, &run);
    let link = format!("{}&at={END}&ev={}", recording.link, recording.events);
    let (run, timeline, notices) = Timeline::open(&link);
    assert_eq!((notices, timeline.seek_goal()), (Vec::new(), Some(END)));
    let mut again = Skies::of((run, timeline), id, value, FROM);
    assert!(again.part(50.0), "it waits for the run");
    while !again.main.1.seek_part(&mut again.main.0, 50.0, slow_clock()) {}
    again.follow();
    assert_eq!(again.hash(), hashes[(END - FROM) as usize]);
}

#[test]
fn an_input_in_the_past_and_a_restart_reach_both_skies() {
    let (run, timeline) = open_at("scene=flock-wide&count=60", FROM);
    let (id, value) = changed(&run);
    let mut skies = Skies::of((run, timeline), id, value, FROM);
    for _ in FROM..END {
        skies.main.1.tick(&mut skies.main.0);
        skies.follow();
    }
    // After the split, and before it: there the change takes effect with the input.
    for at in [60, 10] {
        skies.go(at);
        let (run, timeline) = &mut skies.main;
        let hold = Event::PointerHold { x: 50.0, y: 60.0 };
        timeline.input(run, hold.clone()).expect("a place");
        skies.follow();
        let (mut by_hand, mut theirs) = open_at("scene=flock-wide&count=60", at.min(FROM));
        theirs.input(&mut by_hand, Event::Param { id, value }).expect("a number");
        while by_hand.world.ticks() < at {
            theirs.tick(&mut by_hand);
        }
        theirs.input(&mut by_hand, hold).expect("a place");
        for _ in 0..40 {
            skies.main.1.tick(&mut skies.main.0);
            theirs.tick(&mut by_hand);
            skies.follow();
            assert_eq!(skies.hash(), by_hand.world.hash(), "after {at}");
        }
    }
    let (run, timeline) = &mut skies.main;
    timeline.restart(run, 8);
    skies.follow();
    for _ in 0..40 {
        skies.main.1.tick(&mut skies.main.0);
        skies.follow();
    }
    let (mut by_hand, mut theirs) = open_at("scene=flock-wide&count=60&seed=8", 0);
    theirs.input(&mut by_hand, Event::Param { id, value }).expect("a number");
    (0..40).for_each(|_| theirs.tick(&mut by_hand));
    assert_eq!(skies.hash(), by_hand.world.hash());
}
