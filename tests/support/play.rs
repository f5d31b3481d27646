//! Playing with a scene as a person might, at random.

use super::inspect;
use flockwright::Run;
use flockwright::internals::math::Rng;
use flockwright::internals::session::LayoutDoc;
use flockwright::session::events::Event;
use flockwright::session::replay::Recording;
use flockwright::session::timeline::Timeline;
use flockwright_lab::insight::diagnosis::Diagnosis;
use flockwright_lab::insight::measures::Meter;
use flockwright_lab::insight::overlays::{OverlayBuffers, OverlayKind};
use flockwright_lab::insight::routes::planned_routes;

/// A clock by which every look at it takes `step` ms: budgets in it are numbers of blocks.
pub fn clock(step: f64) -> impl FnMut() -> f64 {
    let mut time = 0.0;
    move || {
        time += step;
        time
    }
}

/// The run that a recording of this one gives, at its end.
pub fn replayed(run: &Run, timeline: &Timeline) -> Run {
    let recording = Recording::from_timeline(timeline, run);
    let (mut again, mut replay) =
        recording.open().unwrap_or_else(|why| panic!("{recording:?}: {why}"));
    while replay.is_replaying(&again) || again.world.ticks() < run.world.ticks() {
        replay.tick(&mut again);
    }
    again
}

/// Jumps to a tick.
pub fn go_to(run: &mut Run, timeline: &mut Timeline, tick: u64) {
    timeline.seek(run, tick);
    while !timeline.seek_part(run, f64::INFINITY, || 0.0) {}
}

/// A layout that a person might draw; what a scene has no use for is left out.
pub fn random_geometry(run: &Run, rng: &mut Rng) -> LayoutDoc {
    let mut number = |most: f32| rng.range(1.0, most) as u32;
    let text = format!(
        "ob={}-{}-{}&wa={}-{}-{}-{}-3&path={}-{}_90-90&start={}-{}-40&tiles={}-{}-9\
         &sites=coral-{}-{}_base 2-9-9",
        number(600.0),
        number(400.0),
        number(90.0),
        number(600.0),
        number(400.0),
        number(600.0),
        number(400.0),
        number(600.0),
        number(400.0),
        number(600.0),
        number(400.0),
        number(30.0),
        number(20.0),
        number(600.0),
        number(400.0),
    );
    let (mut other, _) = Run::open(&format!("scene={}&count=1", run.scene().key));
    other.set_layout_text(&text);
    other.layout_doc()
}

/// Something that a person might do.
pub fn random_event(run: &Run, rng: &mut Rng) -> Event {
    let pick = |rng: &mut Rng, count: usize| rng.range(0.0, count as f32) as usize;
    match pick(rng, 11) {
        10 => Event::Layout(random_geometry(run, rng).into()),
        0..=2 => Event::PointerHold { x: rng.range(-50.0, 700.0), y: rng.range(-50.0, 500.0) },
        3 => Event::PointerRelease,
        4 => Event::Fly { key_bits: pick(rng, 16) as u8 },
        5 if !run.texts().is_empty() => {
            let id = pick(rng, run.texts().len());
            let spec = run.texts()[id].spec;
            let presets: Vec<&str> = match spec.is_site {
                true => vec!["", "coral", "Base 2"],
                false => spec.presets.iter().map(|preset| preset.text).collect(),
            };
            Event::Text { id, text: presets[pick(rng, presets.len())].into() }
        }
        _ => {
            let id = pick(rng, run.params().len());
            let spec = run.params()[id].spec;
            let most = if spec.key == "count" { 120.0 } else { spec.max };
            Event::Param { id, value: rng.range(spec.min, most) }
        }
    }
}

/// An observer looks at a unit and at all of them, maybe in the middle of a tick.
pub fn look(run: &Run, rng: &mut Rng) {
    let mut overlays = OverlayBuffers::default();
    let unit = rng.range(0.0, run.world.agents().len() as f32) as usize;
    inspect(&run.world, unit);
    let kind = rng.range(0.0, OverlayKind::ALL.len() as f32) as usize;
    overlays.fill_buffer(&run.world, OverlayKind::ALL[kind], 1000, &mut || false);
    Meter::default().measure_all(&run.world);
    Diagnosis::default().observe(run);
    planned_routes(&run.world);
}

/// Plays with a run, and returns the hash at each tick, after the events that came in there.
pub fn play(run: &mut Run, timeline: &mut Timeline, ticks: u64, rng: &mut Rng) -> Vec<u64> {
    let mut hashes = Vec::new();
    while run.world.ticks() < ticks {
        for _ in 0..rng.range(0.0, 3.0) as usize {
            let event = random_event(run, rng);
            // A text may be one that this scene refuses; then it is not recorded either.
            let _ = timeline.input(run, event);
        }
        if rng.uniform() < 0.3 {
            look(run, rng);
        }
        let before = run.world.ticks();
        let hash = run.world.hash();
        if rng.uniform() < 0.5 {
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
