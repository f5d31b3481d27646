//! What the texts of scenes and steps claim: each sentence has a check, and the checks hold.
//!
//! `FIRST_SEED=4000 cargo test --release --test core claims:: -- --nocapture` tries them on seeds from 4000 on.

use crate::support::threads::found_side_by_side;
use flockwright_lab::course::{ClaimProof, read_steps, scene_claims, split_sentences, step_claims};
use std::fs;

#[test]
fn each_sentence_of_a_scene_and_each_reason_of_a_step_has_what_holds_it() {
    let scenes = scene_claims().expect("claims.txt makes sense");
    let reasons = step_claims(&read_steps().expect("all make sense")).expect("all have checks");
    let tests: String = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/core"))
        .expect("it is there")
        .map(|file| fs::read_to_string(file.expect("a file").path()).expect("a text"))
        .collect();
    for claim in scenes.iter().chain(&reasons) {
        for proof in &claim.checks {
            if let ClaimProof::Test(name) = proof {
                assert!(
                    tests.contains(&format!("fn {name}()")),
                    "{}: no test {name}",
                    claim.scene_or_step
                );
            }
        }
    }
    let checked =
        scenes.iter().chain(&reasons).filter(|claim| claim.checks != [ClaimProof::NoClaim]);
    println!("{} sentences and reasons, {} checked", scenes.len() + reasons.len(), checked.count());
}

#[test]
fn sentences_end_where_they_end() {
    let all = split_sentences("The book, ch. 4, says so. Does it hold at 0.5? “It does.” And more");
    assert_eq!(
        all,
        ["The book, ch. 4, says so.", "Does it hold at 0.5?", "“It does.”", "And more"]
    );
}

/// How likely at most `held` of so many seeds are, where the true share is this one.
fn at_most(held: u32, of: u32, share: f64) -> f64 {
    if share == 1.0 {
        return f64::from(held == of);
    }
    let (mut sum, mut term) = (0.0, (1.0 - share).powf(f64::from(of)));
    for k in 0..=held {
        sum += term;
        term *= f64::from(of - k) / f64::from(k + 1) * share / (1.0 - share);
    }
    sum
}

#[test]
fn a_share_that_is_too_small_to_be_chance_is_told_from_one_that_is_not() {
    // Of sixty seeds at nine in ten, 54 on the mean.
    assert!((at_most(60, 60, 0.9) - 1.0).abs() < 1e-9);
    assert!((0.5..0.65).contains(&at_most(54, 60, 0.9)), "{}", at_most(54, 60, 0.9));
    assert!(at_most(51, 60, 0.9) > 0.01 && at_most(47, 60, 0.9) < 0.01);
    assert_eq!([at_most(59, 60, 1.0), at_most(60, 60, 1.0)], [0.0, 1.0]);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes long: ./build.sh deep")]
fn what_is_claimed_holds_on_seeds_that_nobody_chose() {
    let first = std::env::var("FIRST_SEED").map_or(4000, |text| text.parse().expect("a number"));
    println!("seeds from {first} on");
    let reasons = step_claims(&read_steps().expect("all make sense")).expect("all have checks");
    let claims: Vec<_> =
        scene_claims().expect("it makes sense").into_iter().chain(reasons).collect();
    let checks: Vec<_> = claims
        .iter()
        .flat_map(|claim| claim.checks.iter().map(move |proof| (claim, proof)))
        .filter_map(|(claim, proof)| match proof {
            ClaimProof::Check(check) => Some((claim, check)),
            _ => None,
        })
        .collect();
    let broken: Vec<String> = found_side_by_side(&checks, |(claim, check)| {
        let run = |first| check.run_on_all_seeds(&claim.link, first).expect("it opens");
        let mut outcome = run(first);
        let (of, share) =
            (check.seed_count, f64::from(check.min_seeds) / f64::from(check.seed_count));
        let mut falls_short = outcome.seeds_held < check.min_seeds;
        if falls_short {
            // By chance, or because it is not so: three times as many seeds tell.
            for other in [run(first + of), run(first + 2 * of)] {
                outcome.seeds_held += other.seeds_held;
                outcome.values.extend(other.values);
            }
            falls_short = at_most(outcome.seeds_held, 3 * of, share) < 0.01;
        }
        let line = format!("{}: {}: {}", claim.scene_or_step, check.text, outcome.describe());
        println!("{line}");
        falls_short.then_some(line)
    })
    .into_iter()
    .flatten()
    .collect();
    assert!(broken.is_empty(), "{broken:#?}");
}
