//! Keyframes hold no more memory than they say, and never more than their budget: counted by the
//! allocator itself.

use super::held;
use flockwright::Run;
use flockwright::scenes::SCENES;
use flockwright::session::run::DEFAULT_SEED;
use flockwright::session::timeline::{MAX_KEYFRAME_BYTES, Timeline};
use glam::Vec2;

#[test]
fn keyframes_take_what_they_say_and_stay_within_their_budget() {
    for scene in SCENES {
        let mut run = Run::new(scene, DEFAULT_SEED);
        run.world.hold_pointer(Vec2::new(100.0, 100.0));
        (0..90).for_each(|_| run.world.tick());
        let before = held();
        let states: Vec<_> = (0..50).map(|_| run.world.save()).collect();
        let taken = held() - before;
        let report: usize = states.iter().map(|state| state.estimated_bytes()).sum();
        let key = scene.key;
        assert!(taken <= report + report / 10, "scene '{key}': {taken} bytes, said to be {report}");
        assert!(report <= 2 * taken, "scene '{key}': {taken} bytes, said to be {report}");
    }

    let (mut run, _) = Run::open("scene=flock-wide&count=100000&view=off&leaders=off");
    let before = held();
    let mut timeline = Timeline::new(&run);
    let mut most = 0;
    for _ in 0..400 {
        run.world.tick();
        timeline.end_tick(&mut run, &mut || false);
        most = most.max(held().saturating_sub(before));
    }
    assert!(most <= 64 << 20, "100,000 units: {most} bytes");
    assert!(timeline.keyframes().heap_bytes() <= MAX_KEYFRAME_BYTES);
    assert!(timeline.keyframes().len() >= 12, "{} keyframes", timeline.keyframes().len());
}
