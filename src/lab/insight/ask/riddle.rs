//! Riddles: ticks at which the forces on a unit conflict, so that its turn is worth a guess.
//!
//! The search examines the state at each multiple of [`TURN_WINDOW`] ticks, so a link always gives
//! the same riddles.

use super::ahead::ObservedRunCopy;
use super::turning::TurnSource;
use super::{Answer, MotionRecord, PATH_TICKS, STRAIGHT, TURN_WINDOW};
use crate::insight::inspect::inspect_unit;
use crate::insight::observer::ObserverWorkspace;
use flockwright::engine::world::World;
use flockwright::internals::math::{sort_by_number, wrap_angle};
use flockwright::session::run::Run;
use flockwright::session::timeline::Timeline;

/// Number of ticks that a search looks ahead: 30 seconds.
pub const SEARCH_TICKS: u64 = 1800;

/// Least turning speed for a riddle, degrees/s: of a unit that turns against its strongest force,
/// or by each of two balanced forces.
const CLEAR_TURN: f32 = 25.0;

/// Least ratio of the smaller to the larger turning speed at which two opposite forces count as
/// balanced.
const BALANCED_RATIO: f32 = 0.7;

/// Behaviors with random steering, whose turns nobody can guess.
const RANDOM_BEHAVIORS: [&str; 2] = ["wander", "unrest"];

/// Largest number of units whose forces are compared at a tick, drawn evenly from all units.
const MAX_COMPARED: usize = 200;

/// Number of units whose turn is predicted at a tick: those whose forces conflict most.
const MAX_TRIED: usize = 4;

/// At every third examined tick, the search looks for balanced forces only, so that about a third
/// of the riddles are of that kind.
const BALANCED_EVERY: u64 = 3;

/// Number of ticks (one second) after which the heading must still have changed to the side of the
/// turn. At the end of [`PATH_TICKS`], the unit's position must lie on that side.
const VISIBLE_AFTER: u64 = 2 * TURN_WINDOW;

/// Least angle from the heading before a turn to the later heading or direction of the path that
/// shows a turn to a side, degrees; less shows a straight path.
const SIDE_ANGLE: f32 = 10.0;

/// Reason why a turn is worth a guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RiddleKind {
    /// The unit turns against its strongest force.
    Outweighed,
    /// The two strongest forces nearly cancel.
    Balanced,
}

impl RiddleKind {
    /// Kind of the riddle whose solution is this answer; `None` if the turn is not worth a guess.
    pub fn from_answer(answer: &Answer) -> Option<Self> {
        let of_force = |index: usize| {
            let part = answer.parts.get(index)?;
            matches!(part.source, TurnSource::Behavior(_)).then_some(part.turn)
        };
        let mut clear = answer.parts.iter().filter(|part| part.turn.abs() >= CLEAR_TURN);
        if clear
            .any(|part| part.source == TurnSource::Noise || RANDOM_BEHAVIORS.contains(&part.key))
        {
            return None;
        }
        let first = of_force(0).filter(|_| !answer.is_waiting)?;
        let second = of_force(1).unwrap_or(0.0);
        Self::from_turns(answer.turn, first, second)
    }

    /// Kind of the riddle about a unit with these turning speeds, in total and by its two strongest
    /// forces, degrees/s; `None` if the turn is not worth a guess.
    fn from_turns(turn: f32, first: f32, second: f32) -> Option<Self> {
        if turn.abs() >= CLEAR_TURN && turn * first < 0.0 {
            return Some(Self::Outweighed);
        }
        let is_even = first * second < 0.0 && second.abs() >= BALANCED_RATIO * first.abs();
        (is_even && second.abs() > CLEAR_TURN && turn.abs() < STRAIGHT).then_some(Self::Balanced)
    }
}

/// A riddle: the unit to ask about, and the tick at which to ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Riddle {
    pub tick: u64,
    pub id: usize,
    pub kind: RiddleKind,
}

/// Search for the next riddle of a run, in parts of limited time. The run itself is only read.
pub struct RiddleSearch {
    /// Copy of the run that is ticked ahead, to `next_moment`.
    run: Run,
    timeline: Timeline,
    /// Next tick to examine.
    next_moment: u64,
    /// Last tick to examine.
    last_moment: u64,
    /// Units to be tried at `next_moment`, the best one last; `None` before they are chosen.
    untried_units: Option<Vec<usize>>,
    /// Unfinished prediction for the last of `untried_units`.
    prediction: Option<ObservedRunCopy>,
    found_riddle: Option<Riddle>,
}

impl RiddleSearch {
    /// Starts a search at the first multiple of [`TURN_WINDOW`] after the present tick.
    pub fn new(run: &Run, timeline: &Timeline) -> Self {
        let end = run.world.ticks() + SEARCH_TICKS;
        let (run, timeline) = timeline.fork_without_past(run);
        Self {
            next_moment: (run.world.ticks() / TURN_WINDOW + 1) * TURN_WINDOW,
            run,
            timeline,
            last_moment: end,
            untried_units: None,
            prediction: None,
            found_riddle: None,
        }
    }

    /// Searches for about `budget` ms; returns true when the search is over. `now` returns the time
    /// in ms.
    pub fn continue_search(&mut self, budget: f64, mut now: impl FnMut() -> f64) -> bool {
        let end = now() + budget;
        while self.found_riddle.is_none() && self.next_moment <= self.last_moment {
            while self.run.world.ticks() < self.next_moment {
                let left = end - now();
                if left <= 0.0 || !self.timeline.tick_part(&mut self.run, left, &mut now) {
                    return false;
                }
            }
            let kind = wanted_kind(self.next_moment);
            let waiting =
                self.untried_units.get_or_insert_with(|| candidates_at(&self.run.world, kind));
            let Some(&id) = waiting.last() else {
                (self.untried_units, self.next_moment) = (None, self.next_moment + TURN_WINDOW);
                continue;
            };
            let tried = match self.prediction.take() {
                Some(tried) => Some(tried),
                None => self.run.world.agents().handle(id).and_then(|bird| {
                    ObservedRunCopy::from_now(&self.run, &self.timeline, bird, None, PATH_TICKS)
                }),
            };
            if let Some(mut tried) = tried {
                for ticks in [VISIBLE_AFTER, PATH_TICKS] {
                    if !tried.simulate_until(self.next_moment + ticks, end, &mut now) {
                        self.prediction = Some(tried);
                        return false;
                    }
                    let is_found =
                        kind_of_record(&self.run, id, tried.record(), ticks) == Some(kind);
                    self.found_riddle =
                        is_found.then_some(Riddle { tick: self.next_moment, id, kind });
                    if !is_found {
                        break;
                    }
                }
            }
            if let Some(waiting) = &mut self.untried_units {
                waiting.pop();
            }
        }
        true
    }

    /// Riddle that the search has found, if any.
    pub fn found_riddle(&self) -> Option<Riddle> {
        self.found_riddle
    }
}

/// Kind of riddle that the search looks for at a tick.
fn wanted_kind(tick: u64) -> RiddleKind {
    match (tick / TURN_WINDOW).is_multiple_of(BALANCED_EVERY) {
        true => RiddleKind::Balanced,
        false => RiddleKind::Outweighed,
    }
}

/// At most [`MAX_TRIED`] units whose forces fit this kind of riddle, the best one last.
fn candidates_at(world: &World, kind: RiddleKind) -> Vec<usize> {
    let mut observer = ObserverWorkspace::default();
    let agents = world.agents();
    let stride = agents.len().div_ceil(MAX_COMPARED).max(1);
    let mut found: Vec<(f32, usize)> = Vec::new();
    for id in (0..agents.len()).step_by(stride) {
        let Some(inspection) = inspect_unit(world, &mut observer, id) else { continue };
        let forward = agents.forward(id);
        // Sideways force: sum of all behaviors, the largest one, and the next largest one.
        let (mut sum, mut first, mut second) = (0.0, 0.0_f32, 0.0_f32);
        for part in &inspection.contributions {
            let side = forward.perp_dot(part.weighted_force);
            sum += side;
            if side.abs() > first.abs() {
                (first, second) = (side, first);
            } else if side.abs() > second.abs() {
                second = side;
            }
        }
        let score = match kind {
            RiddleKind::Outweighed => -sum * first.signum() / first.abs(),
            RiddleKind::Balanced if first * second < 0.0 => {
                (second / first).abs() - (sum / first).abs()
            }
            RiddleKind::Balanced => 0.0,
        };
        if score > 0.0 {
            found.push((score, id));
        }
    }
    sort_by_number(&mut found, |(score, _)| *score);
    found.drain(..found.len().saturating_sub(MAX_TRIED));
    found.into_iter().map(|(_, id)| id).collect()
}

/// Kind of the riddle about a unit if the turn is visible after `ticks` ticks: in its heading after
/// [`VISIBLE_AFTER`] ticks, else in the direction to its position. `None` otherwise.
fn kind_of_record(run: &Run, id: usize, record: &MotionRecord, ticks: u64) -> Option<RiddleKind> {
    let answer = Answer::from_record(run, id, record, None)?;
    let first = record.step(answer.tick)?;
    let last = record.step(answer.tick + ticks - 1)?;
    let way = record.path_from(answer.tick, &run.world);
    let flown = *way.get(ticks as usize - 1)? - *way.first()?;
    let to = if ticks == VISIBLE_AFTER { last.heading } else { libm::atan2f(flown.y, flown.x) };
    let turned = wrap_angle(to - first.heading).to_degrees();
    let shows = match answer.side() {
        0 => turned.abs() < SIDE_ANGLE,
        side => turned * side as f32 >= SIDE_ANGLE,
    };
    RiddleKind::from_answer(&answer).filter(|_| shows)
}
