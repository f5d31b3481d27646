//! The same wish has the same winner wherever it is searched: natively here, in WebAssembly in
//! `tests/node/winners.test.ts`, against one file. `UPDATE=1` writes it anew.

use crate::support::pinned::assert_pinned;
use flockwright_lab::study::tune::{StudyTask, Tuning};
use flockwright_lab::study::{RunEvaluation, RunOutcome};
use serde::Serialize;

/// A search, and what it comes to.
#[derive(Debug, Serialize)]
struct Winner {
    task: StudyTask,
    link: String,
    candidates: u64,
    /// In the exam, and at twice its length.
    passed: [usize; 2],
}

fn won(task: &StudyTask) -> Winner {
    let mut tuning = Tuning::new(task).expect("a sound task");
    loop {
        let jobs = tuning.jobs();
        if jobs.is_empty() {
            break;
        }
        let evaluated = |job| {
            let mut evaluation = RunEvaluation::new(job).expect("a window");
            evaluation.run_to_end();
            evaluation.outcome()
        };
        let outcomes: Vec<RunOutcome> = jobs.iter().map(evaluated).collect();
        tuning.report(&outcomes).expect("one each");
    }
    let report = tuning.result().expect("it is done");
    Winner {
        task: task.clone(),
        link: report.link,
        candidates: report.candidates,
        passed: [report.exam.passed, report.longer.passed],
    }
}

fn wish(base: &str, vary: &[&str], goals: &[&str]) -> StudyTask {
    let texts = |list: &[&str]| list.iter().map(|text| text.to_string()).collect();
    StudyTask {
        base: base.into(),
        vary: texts(vary),
        goals: texts(goals),
        runs: 60,
        ticks: 360,
        tries: 2,
        finalists: 2,
        unseen: 6,
        ..StudyTask::default()
    }
}

#[test]
fn searches_have_the_winners_that_are_written_down() {
    let found: Vec<Winner> = [
        wish(
            "scene=flock-limited&toroidal=off&count=30&width=300&height=200",
            &["cohesion=0..10", "alignment=0..10", "thrust=100..1000:log"],
            &["polarization=0.9..", "mean_speed=10..16"],
        ),
        wish(
            "scene=couzin&count=40",
            &["orientation_width=0..30", "attraction_width=0..40", "noise=0..0.5"],
            &["milling=0.4..", "polarization=..0.5"],
        ),
        wish(
            "scene=school-orbit&count=30",
            &["orbit_distance=5..60", "min_separation=1..8", "unrest=0..2"],
            &["spacing=2..4", "milling=0.8..", "overlapping=..0.02"],
        ),
    ]
    .iter()
    .map(won)
    .collect();
    assert_pinned("tests/winners.json", &found);
    assert!(found.iter().filter(|winner| winner.passed[0] >= 5).count() >= 2, "{found:#?}");
}
