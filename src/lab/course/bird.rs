//! Checks of steps that ask about a marked bird.

use super::step::{BirdQuestion, CourseStep, MarkedBird};
use crate::insight::ask::{Answer, RiddleKind, TurnQuestion, TurnSource};
use flockwright::session::link::{first_fault, query_of};
use flockwright::session::run::Run;
use flockwright::session::timeline::Timeline;

/// Seed with which the page opens steps.
const STEP_SEED: u32 = 1;

/// Least ratio of the largest behavior value to the next one in a question with a clear answer.
const CLEAR_RATIO: f32 = 1.5;

/// Opens a step's link as the page does, and runs it to the tick of the link, or to `otherwise` if
/// it names none. The texts are notices about ignored parts of the link.
pub fn open_step(step: &CourseStep, otherwise: u64) -> (Run, Timeline, Vec<String>) {
    let link = format!("{}&seed={STEP_SEED}", query_of(&step.link));
    let (mut run, mut timeline, notices) = Timeline::open(&link);
    let at = timeline.seek_goal().unwrap_or(otherwise);
    timeline.stop_seeking(&mut run);
    while run.world.ticks() < at {
        timeline.tick(&mut run);
    }
    (run, timeline, notices)
}

/// Opens a step at the tick of its link and asks about the marked bird. Returns the run, its
/// timeline, the question and its answer.
fn ask_bird(
    step: &CourseStep,
    bird: &MarkedBird,
) -> Result<(Run, Timeline, TurnQuestion, Answer), String> {
    let (run, timeline, notices) = open_step(step, 0);
    if let Some(notice) = first_fault(&notices) {
        return Err(notice.clone());
    }
    let mut ask = TurnQuestion::about(&run, bird.id).ok_or("There is no such bird.")?;
    ask.continue_answer(&run, &timeline, 1.0, || 0.0);
    let answer = ask.answer(&run).ok_or("It is gone.")?;
    Ok((run, timeline, ask, answer))
}

/// Key, label and value of each behavior of the marked bird, the largest value first. The value is
/// the turning speed that the behavior causes, degrees/s; for [`BirdQuestion::MostMissedBehavior`]
/// the distance that the bird's position would change without the behavior, body lengths.
pub fn behavior_values(
    step: &CourseStep,
    bird: &MarkedBird,
) -> Result<Vec<(&'static str, &'static str, f32)>, String> {
    let (run, timeline, mut ask, answer) = ask_bird(step, bird)?;
    let mut found = Vec::new();
    for part in &answer.parts {
        let TurnSource::Behavior(behavior) = part.source else { continue };
        let much = match bird.question {
            BirdQuestion::StrongestBehavior | BirdQuestion::TurnSide => part.turn.abs(),
            BirdQuestion::MostMissedBehavior => {
                ask.compare_without(Some(behavior));
                ask.continue_answer(&run, &timeline, 1.0, || 0.0);
                ask.difference(&run, 1.0).map_or(0.0, |difference| difference.end_distance)
            }
        };
        found.push((part.key, part.label, much));
    }
    found.sort_by(|a, b| b.2.total_cmp(&a.2));
    Ok(found)
}

/// Checks that the choice marked as right has the largest value, by a factor of 1.5.
pub fn check_bird(step: &CourseStep, bird: &MarkedBird) -> Result<(), String> {
    if bird.question == BirdQuestion::TurnSide {
        return check_side(step, bird);
    }
    let found = behavior_values(step, bird)?;
    let [first, second, ..] = found.as_slice() else {
        return Err("It has one behavior only.".into());
    };
    let predict = step.prediction.as_ref().ok_or("There is no question.")?;
    let said = predict.choices[predict.right_choice].to_lowercase();
    if said != first.1.to_lowercase() {
        return Err(format!("It is {} ({:.1}), not {said}.", first.1, first.2));
    }
    if first.2 < CLEAR_RATIO * second.2 {
        let [(_, a, x), (_, b, y)] = [first, second];
        return Err(format!("{a} ({x:.1}) is not clearly before {b} ({y:.1})."));
    }
    Ok(())
}

/// Checks that the bird turns to the side that is marked as right, and that its forces contradict
/// each other enough for a question.
fn check_side(step: &CourseStep, bird: &MarkedBird) -> Result<(), String> {
    const SIDE_LABELS: [&str; 3] = ["Left", "Straight", "Right"];
    let (_, _, _, answer) = ask_bird(step, bird)?;
    let predict = step.prediction.as_ref().ok_or("There is no question.")?;
    if predict.choices != SIDE_LABELS {
        return Err(format!("The choices are {}.", SIDE_LABELS.join(", ")));
    }
    if answer.side() != predict.right_choice as i32 - 1 {
        return Err(answer.sentence);
    }
    RiddleKind::from_answer(&answer).map(|_| ()).ok_or("Its turn is not worth a guess.".into())
}
