//! The same link is the same run: pinned state hashes after 600 ticks of every scene, and after a few
//! of large crowds.
//!
//! The same files are checked in wasm under Node and in the browser. After a change that is meant
//! to alter runs, `UPDATE=1 cargo test --test core determinism` writes them anew.

use crate::support::pinned::assert_pinned;
use crate::support::scenes::open_link;
use flockwright::Run;
use flockwright::engine::behaviors::Controls;
use flockwright::scenes::SCENES;
use flockwright::session::run::DEFAULT_SEED;
use glam::Vec2;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

const TICKS: usize = 600;

fn hash_after(run: &mut Run, ticks: usize) -> String {
    for _ in 0..ticks {
        run.world.tick();
    }
    format!("{:016x}", run.world.hash())
}

#[test]
fn every_scene_has_its_pinned_hash_after_600_ticks() {
    let hash = |scene| hash_after(&mut Run::new(scene, DEFAULT_SEED), TICKS);
    let found: BTreeMap<String, String> =
        SCENES.iter().map(|scene| (scene.key.to_string(), hash(scene))).collect();
    assert_pinned("tests/hashes.json", &found);
}

/// A crowd that is large or dense, and its hash after some ticks.
#[derive(Deserialize, Serialize)]
pub struct Crowd {
    pub link: String,
    pub ticks: usize,
    pub hash: String,
}

const CROWDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/crowds.json");

pub fn crowds() -> Vec<Crowd> {
    let text = std::fs::read_to_string(CROWDS).expect("tests/crowds.json");
    serde_json::from_str(&text).expect("a list of crowds")
}

#[test]
fn large_and_dense_crowds_have_their_pinned_hashes() {
    let mut crowds = crowds();
    for crowd in &mut crowds {
        crowd.hash = hash_after(&mut open_link(&crowd.link), crowd.ticks);
    }
    assert_pinned("tests/crowds.json", &crowds);
}

#[test]
fn a_link_gives_the_run_that_wrote_it() {
    for scene in SCENES {
        let mut run = Run::new(scene, 77);
        for id in 0..run.params().len() {
            let spec = run.params()[id].spec;
            let value = match spec.key {
                "count" => run.get(id).min(300.0),
                _ => spec.min + 0.37 * (spec.max - spec.min),
            };
            run.set(id, value);
        }
        run.world.restart(77);
        let mut again = open_link(&run.link());
        assert_eq!(hash_after(&mut run, 100), hash_after(&mut again, 100), "scene '{}'", scene.key);
    }
}

#[test]
fn a_restart_is_the_first_start() {
    for scene in SCENES {
        let mut run = Run::new(scene, 5);
        let first = hash_after(&mut run, 50);
        run.world.hold_pointer(Vec2::new(10.0, 20.0));
        run.world.set_controls(Controls { starboard: true, faster: true, ..Controls::default() });
        hash_after(&mut run, 20);
        run.world.restart(5);
        assert_eq!(hash_after(&mut run, 50), first, "scene '{}'", scene.key);
    }
}

#[test]
fn another_seed_is_another_run() {
    for scene in SCENES {
        let one = hash_after(&mut Run::new(scene, 1), 10);
        let two = hash_after(&mut Run::new(scene, 2), 10);
        assert_ne!(one, two, "scene '{}'", scene.key);
    }
}
