//! The models of collective motion give the statistics that an independent program found for them
//! (`tests/ensembles`), and what the scenes promise of them holds.

use crate::support::scenes::{open_link, open_original};
use crate::support::threads::found_side_by_side;
use flockwright::Run;
use glam::Vec2;
use serde::Deserialize;
use serde_json::Value;
use std::path::PathBuf;

fn rows<T: serde::de::DeserializeOwned>(file: &str) -> Vec<T> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/ensembles").join(file);
    let text = std::fs::read_to_string(path).expect("an ensemble");
    let file: Value = serde_json::from_str(&text).expect("an object");
    serde_json::from_value(file["rows"].clone()).expect("rows")
}

/// Mean and standard error of independent values.
fn mean_and_error(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0);
    (mean, (variance / n).sqrt())
}

/// Polarization, and milling about the middle of the units, in a world that wraps.
fn order(run: &Run) -> (f64, f64) {
    let (world, agents) = (&run.world, run.world.agents());
    let size = Vec2::new(world.params.width, world.params.height);
    let first = agents.position(0);
    // As seen from the first unit: the group is smaller than half the world.
    let places: Vec<Vec2> = (0..agents.len())
        .map(|id| {
            let d = agents.position(id) - first;
            d - size * (d / size).round()
        })
        .collect();
    let middle = places.iter().sum::<Vec2>() / places.len() as f32;
    let (mut course, mut turning) = (Vec2::ZERO, 0.0);
    for (id, place) in places.iter().enumerate() {
        let heading = agents.velocity(id).normalize_or_zero();
        course += heading;
        turning += (*place - middle).normalize_or_zero().perp_dot(heading);
    }
    let n = agents.len() as f64;
    (f64::from(course.length()) / n, f64::from(turning.abs()) / n)
}

#[derive(Deserialize)]
struct VicsekRow {
    #[serde(rename = "N")]
    n: u32,
    density: f64,
    eta: f64,
    moves_with: String,
    order: f64,
    sem: f64,
}

/// Order of the Vicsek model over time, of each seed.
fn vicsek(row: &VicsekRow, seeds: u32, ticks: usize) -> Vec<f64> {
    // R is 40 u.
    let side = 40.0 * (f64::from(row.n) / row.density).sqrt();
    let of_seed = |seed: u32| {
        let mut run = open_link(&format!(
            "scene=vicsek&seed={seed}&count={}&width={side}&height={side}&speed=72\
             &mean_heading_factor=25&noise={}&moves_with={}",
            row.n, row.eta, row.moves_with
        ));
        (0..1000).for_each(|_| run.world.tick());
        let sum: f64 = (0..ticks)
            .map(|_| {
                run.world.tick();
                order(&run).0
            })
            .sum();
        sum / ticks as f64
    };
    (1..=seeds).map(of_seed).collect()
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes long: ./build.sh deep")]
fn order_against_noise_is_that_of_the_vicsek_model() {
    let rows: Vec<VicsekRow> = rows("vicsek.json");
    let rows: Vec<VicsekRow> = rows.into_iter().filter(|row| row.n <= 100).collect();
    let found = found_side_by_side(&rows, |row| mean_and_error(&vicsek(row, 6, 4_000)));
    let mut off = Vec::new();
    for (row, (mean, error)) in rows.iter().zip(&found) {
        let allowed = 4.0 * (error * error + row.sem * row.sem).sqrt();
        let what = format!(
            "N {}, noise {}, {} heading: {mean:.4} ± {error:.4}, ensemble {} ± {}",
            row.n, row.eta, row.moves_with, row.order, row.sem
        );
        println!("{what}");
        if (mean - row.order).abs() > allowed {
            off.push(what);
        }
    }
    assert!(off.is_empty(), "{off:#?}");
    // At this noise, order falls with the number.
    let at = |n: u32| {
        let mut rows = rows.iter().zip(&found);
        rows.find(|(row, _)| row.n == n && row.eta == 3.0 && row.moves_with == "new").expect("it").1
    };
    let ((few, few_error), (many, many_error)) = (*at(40), *at(100));
    assert!(few - many > 4.0 * (few_error * few_error + many_error * many_error).sqrt());
}

/// The run that the page opens by "Use the paper's settings".
#[test]
fn the_links_of_the_papers_have_the_papers_numbers() {
    let is_near = |a: f32, b: f32| (a - b).abs() < 1e-4 * b.abs();
    let get = |run: &Run, key: &str| run.get(run.find_param(key).expect(key));
    // Lengths in interaction radii, times in steps: one tick is one step.
    let run = open_original("vicsek", 1);
    let radius = get(&run, "mean_heading_factor") * get(&run, "length");
    let sides = run.world.params.width / radius * run.world.params.height / radius;
    assert_eq!(run.world.agents().len(), 400);
    assert!(is_near(sides, 100.0) && is_near(get(&run, "speed") / 60.0, 0.03 * radius));
    assert!(is_near(get(&run, "noise"), 1.0) && run.link().contains("moves_with=old"));
    // A step of Couzin's is 0.1 s.
    let run = open_original("couzin", 1);
    let radius = get(&run, "repulsion_factor") * get(&run, "length");
    assert_eq!((run.world.agents().len(), run.world.params.width), (100, 4000.0));
    assert!(is_near(get(&run, "speed") / 60.0, 3.0 * 0.1 * radius));
    assert!(is_near(get(&run, "max_turn") / 60.0, 40_f32.to_radians() * 0.1));
    assert!(is_near(get(&run, "view_angle"), 270_f32.to_radians()));
    assert_eq!((get(&run, "orientation_width"), get(&run, "attraction_width")), (6.0, 14.0));
    assert!(is_near(get(&run, "noise"), 0.05) && get(&run, "noise_kind") == 1.0);
}

/// Compares the order of the scene with the paper's settings with that of an independent program.
#[test]
#[cfg_attr(debug_assertions, ignore = "takes long: ./build.sh deep")]
fn the_scene_with_vicseks_settings_has_the_order_of_the_model() {
    let all: Vec<VicsekRow> = rows("vicsek.json");
    let is_scene = |row: &&VicsekRow| row.n == 400 && row.eta == 1.0 && row.moves_with == "old";
    let row = all.iter().find(is_scene).expect("a row");
    let means = found_side_by_side(&[1, 2, 3, 4], |seed| {
        let mut run = open_original("vicsek", *seed);
        (0..2_000).for_each(|_| run.world.tick());
        let sum: f64 = (0..2_000)
            .map(|_| {
                run.world.tick();
                order(&run).0
            })
            .sum();
        sum / 2_000.0
    });
    let (mean, error) = mean_and_error(&means);
    println!("{mean:.4} ± {error:.4}, ensemble {} ± {}", row.order, row.sem);
    assert!((mean - row.order).abs() < 4.0 * (error * error + row.sem * row.sem).sqrt());
}

#[derive(Deserialize)]
struct CouzinRow {
    width: f32,
    leg: String,
    polarization: f64,
    rotation: f64,
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes long: ./build.sh deep")]
fn zones_make_a_swarm_a_torus_or_a_parallel_group_and_remember_which() {
    let legs: Vec<CouzinRow> = rows("couzin.json");
    let seeds: Vec<u32> = (1..=2).collect();
    let runs = found_side_by_side(&seeds, |seed| {
        // The paper's constants; the scene as it opens has its own.
        let mut run = open_original("couzin", *seed);
        let width = run.find_param("orientation_width").expect("zones");
        let mut found = Vec::new();
        for row in &legs {
            run.set(width, row.width);
            (0..2500).for_each(|_| run.world.tick());
            let mut sums = (0.0, 0.0);
            for _ in 0..250 {
                (0..10).for_each(|_| run.world.tick());
                let (polarization, rotation) = order(&run);
                sums = (sums.0 + polarization / 250.0, sums.1 + rotation / 250.0);
            }
            found.push(sums);
        }
        found
    });
    for (k, row) in legs.iter().enumerate() {
        let mean = |of: fn(&(f64, f64)) -> f64| {
            runs.iter().map(|run| of(&run[k])).sum::<f64>() / runs.len() as f64
        };
        let (polarization, rotation) = (mean(|found| found.0), mean(|found| found.1));
        let (width, up) = (row.width, row.leg == "up");
        let what = format!(
            "width {width} {}: polarization {polarization:.3} ({}), rotation {rotation:.3} ({})",
            row.leg, row.polarization, row.rotation
        );
        println!("{what}");
        if width <= 1.0 {
            assert!(polarization < 0.35 && rotation < 0.35, "no swarm at {what}");
        }
        if up && (4.0..=8.0).contains(&width) {
            assert!(rotation > 0.6 && polarization < 0.35, "no torus at {what}");
        }
        if width >= 12.0 {
            assert!(polarization > 0.9, "not parallel at {what}");
        }
        if width == 8.0 {
            let remembers = if up { polarization < 0.45 } else { polarization > 0.9 };
            assert!(remembers, "no hysteresis at {what}");
        }
    }
}

#[test]
fn a_school_that_circles_never_rams_what_it_circles() {
    let seeds: Vec<u32> = (1..=20).collect();
    let closest = found_side_by_side(&seeds, |seed| {
        let mut run = open_link(&format!("scene=school-orbit&seed={seed}"));
        let middle = Vec2::new(run.world.params.width, run.world.params.height) * 0.5;
        let distance = run.get(run.find_param("orbit_distance").expect("an orbit")) * 4.0;
        // A lap at 60 u/s takes 8.4 s; some come from afar.
        (0..1200).for_each(|_| run.world.tick());
        let mut closest = f32::INFINITY;
        for _ in 0..1800 {
            run.world.tick();
            let agents = run.world.agents();
            for id in 0..agents.len() {
                closest = closest.min(agents.position(id).distance(middle) / distance);
            }
        }
        closest
    });
    println!("closest, of the wanted distance: {closest:.2?}");
    assert!(closest.iter().all(|share| *share >= 0.8), "{closest:?}");
}
