//! A snapshot is a run at a tick, wherever it is put back.

use crate::support::dice::Dice;
use flockwright::Run;
use flockwright::engine::agents::Target;
use flockwright::engine::scenery::{Obstacle, Wall};
use flockwright::scenes::SCENES;
use glam::Vec2;

/// A run of a scene to which a program has done what no link tells.
fn played(scene: &str) -> Run {
    let (mut run, _) = Run::open(&format!("scene={scene}&seed=5"));
    let _ = run.set_key("alignment", 0.123_456_7);
    run.world.hold_pointer(Vec2::new(300.0, 200.0));
    (0..60).for_each(|_| run.world.tick());
    run.world.put_obstacles(vec![Obstacle { center: Vec2::new(100.123, 50.0), radius: 30.0 }]);
    let wall = Wall { from: Vec2::ZERO, to: Vec2::new(80.3, 40.2), radius: 2.0 };
    run.world.set_walls(vec![wall]);
    let unit = run.world.agents().state(0);
    let _ = run.world.add(0, unit);
    if let Some(first) = run.world.agents().handle(1) {
        run.world.remove(first);
    }
    let _ = run.world.set_target(0, Target::Place(Vec2::new(10.03, 20.0)));
    let _ = run.world.set_path(0, vec![Vec2::new(5.01, 6.0), Vec2::new(300.0, 100.0)]);
    (0..60).for_each(|_| run.world.tick());
    run
}

#[test]
fn a_snapshot_goes_on_in_another_program_as_it_does_here() {
    for scene in SCENES {
        let mut here = played(scene.key);
        let bytes = here.snapshot();
        let (mut there, _) = Run::open(&format!("scene={}", scene.key));
        there.restore(&bytes).unwrap_or_else(|why| panic!("{}: {why}", scene.key));
        assert_eq!(there.snapshot(), bytes, "{}", scene.key);
        for _ in 0..2 {
            for run in [&mut here, &mut there] {
                (0..60).for_each(|_| run.world.tick());
            }
            assert_eq!(there.world.hash(), here.world.hash(), "{}", scene.key);
            // A new start has the same obstacles.
            for run in [&mut here, &mut there] {
                run.world.restart(9);
            }
        }
    }
}

#[test]
fn what_is_no_snapshot_is_refused_and_changes_nothing() {
    let mut run = played("flock-wide");
    let (bytes, hash, mut dice) = (run.snapshot(), run.world.hash(), Dice(7));
    let mut refused = |bytes: &[u8]| {
        let why = run.restore(bytes).expect_err("it makes no sense").to_string();
        assert_eq!(run.world.hash(), hash);
        why
    };
    assert_eq!(refused(b""), "This is no snapshot of this version of Flockwright.");
    for length in (0..bytes.len()).step_by(97) {
        refused(&bytes[..length]);
    }
    assert_eq!(refused(&[&bytes[..], &[0]].concat()), "The snapshot is damaged.");
    let other = played("evade").snapshot();
    assert!(refused(&other).starts_with("The snapshot is of “"), "{}", refused(&other));
    for _ in 0..200 {
        let mut bytes = bytes.clone();
        let at = dice.below(bytes.len());
        bytes[at] ^= 1 << dice.below(8);
        refused(&bytes);
    }
}
