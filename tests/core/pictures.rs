//! The pictures on the cards of the gallery: where the units of each scene are after a while, so that the page can draw
//! every card before it has run anything.
//!
//! `UPDATE=1 cargo test --test core pictures` makes them anew where a scene has changed.

use crate::support::pinned::assert_pinned;
use crate::support::threads::side_by_side;
use flockwright::Run;
use flockwright::scenes::{SCENES, Scene};
use flockwright::session::run::DEFAULT_SEED;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::f32::consts::TAU;
use std::sync::Mutex;

/// More units than this would only fill the picture: of larger crowds, some stand for all.
const MAX_DRAWN: usize = 400;

/// A scene of so few units is run when its card is drawn.
const FEW: usize = 12;

/// Ticks until the picture is taken: flocks need a while to form, and large crowds are slow.
fn ticks_for(units: usize) -> usize {
    (1_500_000 / units.max(1)).clamp(120, 420)
}

/// Of each unit its place, as shares of the world's extent, its heading, as a share of the circle, and its role: four
/// bytes.
fn picture(scene: &'static Scene) -> Value {
    let mut run = Run::new(scene, DEFAULT_SEED);
    let units = run.world.agents().len();
    let ticks = ticks_for(units);
    if units <= FEW {
        return json!({ "ticks": ticks });
    }
    (0..ticks).for_each(|_| run.world.tick());
    let (agents, params) = (run.world.agents(), &run.world.params);
    let share = |part: f32| (part * 255.0).round().clamp(0.0, 255.0) as u8;
    let mut bytes = Vec::new();
    for id in (0..agents.len()).step_by(agents.len().div_ceil(MAX_DRAWN)) {
        let (place, heading) = (agents.position(id), agents.forward(id));
        let turn = libm::atan2f(heading.y, heading.x) / TAU;
        let around = ((turn + 1.0).fract() * 256.0).floor() as u8;
        bytes.extend([
            share(place.x / params.width),
            share(place.y / params.height),
            around,
            agents.role[id],
        ]);
    }
    json!({ "ticks": ticks, "units": base64(&bytes) })
}

/// RFC 4648; the number of bytes is a multiple of four, and the page needs no padding.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let three = |part: &[u8]| {
        let bits = part.iter().fold(0u32, |bits, byte| (bits << 8) | u32::from(*byte));
        let bits = bits << (8 * (3 - part.len()));
        (0..=part.len())
            .map(move |digit| char::from(DIGITS[(bits >> (18 - 6 * digit)) as usize & 63]))
    };
    bytes.chunks(3).flat_map(three).collect()
}

#[test]
fn the_cards_of_the_gallery_show_what_the_scenes_are_after_a_while() {
    let scenes: Vec<&'static Scene> = SCENES.iter().collect();
    let pictures = Mutex::new(BTreeMap::new());
    side_by_side(&scenes, |scene| {
        let made = picture(scene);
        pictures.lock().expect("no panic").insert(scene.key, made);
    });
    let pictures = pictures.into_inner().expect("no panic");
    assert_pinned("www/src/ui/pictures.json", &pictures);
}
