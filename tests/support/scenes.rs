//! Opening scenes, and finding things in them.

use flockwright::Run;
use flockwright::engine::world::World;
use flockwright::scenes::SCENES;
use flockwright::session::timeline::Timeline;
use glam::Vec2;
use std::ops::Range;

/// Ticks per second.
pub const SECOND: usize = 60;

pub fn open(scene: &str, seed: u32) -> Run {
    let scene = SCENES.iter().find(|other| other.key == scene).expect("the scene exists");
    Run::new(scene, seed)
}

/// The scene with the constants of its source, where it has a link of that.
pub fn open_original(scene: &str, seed: u32) -> Run {
    let known = SCENES.iter().find(|other| other.key == scene).expect("the scene exists");
    let original = known.source_run.expect("it has constants of a source");
    open_link(&format!("{}&seed={seed}", original.link))
}

/// The run of a link that is right: nothing about it is to be said but what lies outside the world.
pub fn open_link(link: &str) -> Run {
    let (run, mut notices) = Run::open(link);
    notices.retain(|notice| !notice.starts_with("Outside the world"));
    assert!(notices.is_empty(), "{link}: {notices:?}");
    run
}

/// The run of a link at a tick.
pub fn open_at(link: &str, tick: u64) -> (Run, Timeline) {
    let (mut run, mut timeline, notices) = Timeline::open(link);
    assert!(notices.is_empty(), "{link}: {notices:?}");
    while run.world.ticks() < tick {
        timeline.tick(&mut run);
    }
    (run, timeline)
}

/// A scene with what the rest of a link says.
pub fn open_with(scene: &str, seed: u32, rest: &str) -> Run {
    open_link(&format!("scene={scene}&seed={seed}&{rest}"))
}

pub fn hash_after(run: &mut Run, ticks: usize) -> u64 {
    (0..ticks).for_each(|_| run.world.tick());
    run.world.hash()
}

pub fn set(run: &mut Run, key: &str, value: f32) {
    let id = run.find_param(key).unwrap_or_else(|| panic!("no parameter '{key}'"));
    assert_eq!(run.set(id, value), value, "{key}");
}

pub fn ids(world: &World, group: &str) -> Range<usize> {
    let group = world.groups().iter().find(|other| other.key == group);
    group.expect("the group exists").ids.clone()
}

pub fn position(world: &World, id: usize) -> Vec2 {
    world.agents().position(id)
}
