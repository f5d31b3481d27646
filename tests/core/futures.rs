//! Futures beside a slider show what the run will do: a run ahead with another value is, after eight
//! seconds, to the bit the run that takes that value at the same moment.

use crate::support::scenes::open_at;
use flockwright::Run;
use flockwright::scenes::SCENES;
use flockwright::schema::ValueKind;
use flockwright::session::events::Event;
use flockwright::session::timeline::Timeline;

/// Eight seconds.
const TICKS: u64 = 480;

/// The hash after eight seconds with a value from now on.
fn led(run: &mut Run, timeline: &mut Timeline, id: usize, value: f32) -> u64 {
    timeline.input(run, Event::Param { id, value }).expect("a value of its range");
    for _ in 0..TICKS {
        timeline.tick(run);
    }
    run.world.hash()
}

/// Values over the range of a parameter; of a choice its options.
fn values(run: &Run, id: usize, count: usize) -> Vec<f32> {
    let spec = &run.params()[id].spec;
    match spec.kind {
        ValueKind::Float | ValueKind::Int => {
            let at =
                |part: usize| spec.min + (spec.max - spec.min) * part as f32 / (count - 1) as f32;
            (0..count).map(at).collect()
        }
        _ => (0..count).map(|option| option as f32).filter(|option| *option <= spec.max).collect(),
    }
}

/// Compares futures of a scene with its run, for every so many of the parameters that can be set.
fn compare(link: &str, tick: u64, parameters: usize, count: usize) -> usize {
    let (run, timeline) = open_at(link, tick);
    let is_there = |id: &usize| {
        let param = &run.params()[*id];
        // A million units are another test.
        param.is_present && !param.key.ends_with("count")
    };
    let there: Vec<usize> = (0..run.params().len()).filter(is_there).collect();
    let step = there.len().div_ceil(parameters).max(1);
    let mut compared = 0;
    for id in there.into_iter().step_by(step) {
        for value in values(&run, id, count) {
            let (mut ahead, mut its) = timeline.fork_without_past(&run);
            let future = led(&mut ahead, &mut its, id, value);
            let (mut main, mut mains) = open_at(link, tick);
            let key = &run.params()[id].key;
            assert_eq!(led(&mut main, &mut mains, id, value), future, "{link} {key}={value}");
            compared += 1;
        }
    }
    assert_eq!(run.world.ticks(), tick, "looking ahead has changed the run");
    compared
}

#[test]
fn a_future_is_what_the_run_does_with_that_value() {
    for (link, tick) in [
        ("scene=open-sky&count=60", 30),
        ("scene=vicsek&count=80&ev=L1o.noise*3*1*2o", 45),
        ("scene=queue-door&count=30", 30),
    ] {
        assert!(compare(link, tick, 2, 3) >= 4, "{link}");
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes long: ./build.sh deep")]
fn a_future_is_what_the_run_does_in_all_scenes_with_ten_parameters() {
    for scene in SCENES.iter().filter(|scene| scene.key != "murmuration") {
        assert!(compare(&format!("scene={}", scene.key), 40, 10, 2) > 0, "{}", scene.key);
    }
}
