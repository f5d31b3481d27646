//! What holds of the rules, the core and the lab: the tests that `./build.sh test` runs.

#[path = "../support/mod.rs"]
mod support;

/// Runs of each crowd in `foresee`.
const SEEDS: u32 = 2;
/// Tables in `tables`.
const TABLES: usize = 200;

mod architecture;
mod ask;
mod behaviors_book;
mod behaviors_forces;
mod behaviors_rules;
mod behaviors_tiles;
mod budgets;
mod claims;
mod compose;
mod course;
mod determinism;
mod diagnosis;
mod embedding;
mod errors_of_means;
mod force;
mod foresee;
mod formations;
mod futures;
mod geometry;
mod inspect;
mod language;
mod links;
mod memories;
mod neighbors;
mod opening;
mod pictures;
mod random_rules;
mod recordings;
mod registry;
mod released;
mod removals;
mod replay;
mod rest;
mod rules_built_in;
mod scenery;
mod scenes_captions;
mod scenes_seeds;
mod science;
mod shown;
mod sites;
mod snapshots;
mod split;
mod strangers_links;
mod strangers_rules;
mod tables;
mod threads;
mod tracks;
mod walls;
mod winners;
mod written;
