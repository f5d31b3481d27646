//! Links with numbers from the edges of 32-bit floats: each opens and runs, with finite numbers alone. A
//! step that does not end is a failure, not a hang.
//!
//! `STRANGERS=10000 cargo test --release --test core strangers_links` makes 10,000 links.

use crate::support::dice::Dice;
use crate::support::strangers::{number, signed, without_end_is_a_failure};
use flockwright::Run;
use flockwright::scenes::SCENES;

const TICKS: usize = 3;

/// A number, or what is none.
fn value(dice: &mut Dice) -> String {
    const NONE: [&str; 7] = ["-0", "NaN", "inf", "-inf", "1e39", "-1e39", ""];
    match dice.below(6) {
        0 => NONE[dice.below(NONE.len())].into(),
        _ => signed(dice),
    }
}

/// Records of a layout.
fn records(dice: &mut Dice, fields: usize) -> String {
    let record = |dice: &mut Dice| {
        let fields: Vec<String> = (0..fields).map(|_| number(dice)).collect();
        fields.join("-")
    };
    let all: Vec<String> = (0..1 + dice.below(4)).map(|_| record(dice)).collect();
    all.join("_")
}

fn link(dice: &mut Dice) -> String {
    let scene = &SCENES[dice.below(SCENES.len())];
    let (run, _) = Run::open(&scene.link());
    let params = run.params();
    let mut link = format!("scene={}", scene.key);
    for param in params.iter().filter(|param| param.spec.key == "count") {
        link += &format!("&{}={}", param.key, 1 + dice.below(12));
    }
    for _ in 0..1 + dice.below(6) {
        let param = &params[dice.below(params.len())];
        if param.spec.key != "count" {
            link += &format!("&{}={}", param.key, value(dice));
        }
    }
    for (key, fields) in
        [("ob", 3), ("wa", 5), ("path", 2), ("start", 4), ("poses", 4), ("tiles", 3)]
    {
        if dice.below(8) == 0 {
            link += &format!("&{key}={}", records(dice, fields));
        }
    }
    if dice.below(8) == 0 {
        link += &format!("&seed={}&v={}", value(dice), value(dice));
    }
    link
}

fn assert_sound(run: &Run, link: &str) {
    let agents = run.world.agents();
    for id in 0..agents.len() {
        let unit = agents.state(id);
        let is_sound = unit.position.is_finite() && unit.velocity.is_finite();
        assert!(is_sound && unit.heading.is_finite(), "unit {id} is {unit:?}\n{link}");
    }
}

#[test]
fn links_with_numbers_from_the_edges_open_and_run() {
    let many: usize =
        std::env::var("STRANGERS").ok().and_then(|many| many.parse().ok()).unwrap_or(1000);
    without_end_is_a_failure(move |step| {
        let mut dice = Dice(44);
        for _ in 0..many {
            let link = link(&mut dice);
            step(link.clone());
            let (mut run, _) = Run::open(&link);
            for param in run.params().iter().enumerate().map(|(id, param)| (run.get(id), param)) {
                let (value, spec) = (param.0, param.1.spec);
                assert!((spec.min..=spec.max).contains(&value), "{} is {value}\n{link}", spec.key);
            }
            let written = run.link();
            assert_eq!(Run::open(&written).0.link(), written, "{link}");
            assert_sound(&run, &link);
            (0..TICKS).for_each(|_| run.world.tick());
            assert_sound(&run, &link);
        }
    });
}
