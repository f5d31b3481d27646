//! A recorded run replays to the same hash: random inputs, in whole ticks and in the middle of one.

use flockwright::Run;
use flockwright::events::Event;
use flockwright::rng::{Rng, Stream};
use flockwright::scenes::SCENES;
use flockwright::timeline::Timeline;

/// A clock by which every look at it takes `step` ms: budgets in it are numbers of blocks.
fn clock(step: f64) -> impl FnMut() -> f64 {
    let mut time = 0.0;
    move || {
        time += step;
        time
    }
}

/// Something that a person might do.
fn random_event(run: &Run, rng: &mut Rng) -> Event {
    let pick = |rng: &mut Rng, count: usize| rng.range(0.0, count as f32) as usize;
    match pick(rng, 10) {
        0..=2 => Event::PointerHold { x: rng.range(-50.0, 700.0), y: rng.range(-50.0, 500.0) },
        3 => Event::PointerRelease,
        4 => Event::Fly { bits: pick(rng, 16) as u8 },
        5 if !run.texts().is_empty() => {
            let id = pick(rng, run.texts().len());
            let presets = run.texts()[id].spec.presets;
            Event::Text { id, text: presets[pick(rng, presets.len())].text.into() }
        }
        _ => {
            let id = pick(rng, run.params().len());
            let spec = run.params()[id].spec;
            let most = if spec.key == "count" { 120.0 } else { spec.max };
            Event::Param { id, value: rng.range(spec.min, most) }
        }
    }
}

/// Plays with a run, and returns the hash at each tick, after the events that came in there.
fn play(run: &mut Run, timeline: &mut Timeline, ticks: u64, rng: &mut Rng) -> Vec<u64> {
    let mut hashes = Vec::new();
    while run.world.ticks() < ticks {
        for _ in 0..rng.range(0.0, 3.0) as usize {
            let event = random_event(run, rng);
            // A text may be one that this scene refuses; then it is not recorded either.
            let _ = timeline.input(run, event);
        }
        let before = run.world.ticks();
        let hash = run.world.hash();
        if rng.unit() < 0.5 {
            timeline.tick(run);
        } else {
            timeline.tick_part(run, rng.range(0.0, 6.0).into(), clock(0.3));
        }
        if run.world.ticks() > before {
            hashes.push(hash);
        }
    }
    hashes.push(run.world.hash());
    hashes
}

#[test]
fn whatever_is_done_to_a_scene_replays_to_the_same_hash_at_every_tick() {
    for scene in SCENES {
        for round in 0..5 {
            let seed = 11 + round;
            let mut rng = Rng::new(seed, Stream::Scenery);
            let link = format!("scene={}&seed={seed}&count=60", scene.key);
            let (mut run, _) = Run::open(&link);
            let mut timeline = Timeline::default();
            let hashes = play(&mut run, &mut timeline, 60, &mut rng);
            assert!(timeline.log().len() > 30, "scene '{}': little was done", scene.key);

            let (mut again, _) = Run::open(&link);
            let mut replay = Timeline::replay(&mut again, timeline.log().clone(), timeline.end());
            for (tick, hash) in hashes.iter().enumerate() {
                let place = format!("scene '{}', seed {seed}, tick {tick}", scene.key);
                assert_eq!(again.world.hash(), *hash, "{place}");
                replay.tick(&mut again);
            }
        }
    }
}

#[test]
fn what_is_done_in_the_past_replaces_what_came_after() {
    let (mut run, _) = Run::open("scene=flock-limited");
    let log = {
        let mut timeline = Timeline::default();
        let mut rng = Rng::new(3, Stream::Scenery);
        play(&mut run, &mut timeline, 40, &mut rng);
        timeline.log().clone()
    };
    let (mut run, _) = Run::open("scene=flock-limited");
    let mut timeline = Timeline::replay(&mut run, log.clone(), 40);
    (0..20).for_each(|_| timeline.tick(&mut run));
    assert_eq!(timeline.end(), 40);
    timeline.input(&mut run, Event::PointerHold { x: 1.0, y: 2.0 }).expect("a place");
    assert_eq!(timeline.end(), 20);
    let events = timeline.log().events();
    assert!(events.iter().all(|recorded| recorded.tick <= 20));
    assert!(events.len() > 5 && events.len() < log.len());
}
