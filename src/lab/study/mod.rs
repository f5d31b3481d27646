//! Studies of many runs: plans over parameters, the evaluation of a run, statistics over seeds,
//! goals, and the search for parameters that meet them.
//!
//! This module reads no files and no clocks, and draws no unseeded random numbers: a plan always
//! gives the same runs, and a task the same winner, natively and in a browser, for every number of
//! workers. A study is a loop of three steps:
//!
//! 1. Ask an [expanded plan](plan::ExpandedPlan) or a [`tune::Tuning`] for a batch of [`StudyJob`]s.
//! 2. Evaluate each of them anywhere; a [`RunEvaluation`] can be paused after any tick.
//! 3. Report the [`RunOutcome`]s in the order of the jobs.
//!
//! ```
//! use flockwright_lab::study::{RunEvaluation, plan::StudyPlan};
//!
//! let plan = StudyPlan {
//!     base: "scene=flock-limited&count=20".into(),
//!     axes: vec!["cohesion=0..2/3".into()],
//!     ticks: 60,
//!     burn_in: Some(30),
//!     ..StudyPlan::default()
//! };
//! let mut expanded = plan.expand().unwrap();
//! assert_eq!(expanded.len(), 3);
//! let job = expanded.job(2);
//! assert_eq!(job.link, "v=8&scene=flock-limited&cohesion=2&count=20");
//! let mut evaluation = RunEvaluation::new(&job).unwrap();
//! evaluation.run_to_end();
//! assert!(evaluation.outcome().window("polarization").unwrap().mean > 0.0);
//! ```

pub mod curve;
pub(crate) mod dice;
pub mod evaluate;
mod formula;
pub mod plan;
pub mod rows;
pub mod search;
pub mod space;
pub mod statistics;
pub mod tracks;
pub mod tune;

pub use evaluate::{RunEvaluation, RunOutcome, StudyJob, StudyWindow};
