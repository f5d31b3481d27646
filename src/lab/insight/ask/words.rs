//! Explanation of a unit's turn over the next half second: a sentence, and parts that add up.

use super::causes::blockers;
use super::difference::count_in_words;
use super::turning::{OTHER_SOURCES, SourceTurn, TurnSource};
use super::{MotionRecord, TURN_WINDOW};
use crate::insight::observer::ObserverWorkspace;
use flockwright::engine::behaviors::{CauseWords, SteeringPurpose};
use flockwright::engine::group::Group;
use flockwright::engine::params::DT;
use flockwright::session::run::Run;
use std::borrow::Cow;
use std::fmt::{self, Display, Formatter};
use std::ops::Range;

/// Turning speed below which a unit goes almost straight on, degrees/s.
pub const STRAIGHT: f32 = 10.0;

/// If the turning speeds to the left and those to the right each add up to less than this, nothing
/// turns the unit, degrees/s.
const NEGLIGIBLE_TURN: f32 = 3.0;

/// Least turning speed by a behavior for a bar in the answer's chart, degrees/s.
const MIN_BAR: f32 = 0.5;
/// Least turning speed by another source (noise, momentum, contact) for a bar, degrees/s.
const MIN_OTHER_BAR: f32 = 3.0;

/// Number of bars in the answer's chart up to which weaker parts get one.
const MAX_BARS: usize = 3;

/// Least share of the strongest part's turn for a part to be mentioned in the sentence.
const MIN_SHARE: f32 = 0.15;

/// Share of a unit's largest speed below which it counts as standing.
const STANDING_SHARE: f32 = 0.2;

/// Share of its speed that a unit has to lose within the next half second to count as slowing down.
const SLOWING_SHARE: f32 = 0.2;

/// Explanation of a unit's turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Tick at which the explained half second begins.
    pub tick: u64,
    /// Mean turning speed over the next half second, degrees/s; positive to the right.
    pub turn: f32,
    /// Parts of the turn by source, strongest first; they add up to `turn`.
    pub parts: Vec<SourceTurn>,
    /// Whether a part holds the unit up; `sentence` then says so instead of explaining a turn.
    pub is_waiting: bool,
    pub sentence: String,
    /// Indices in `parts` of the parts drawn as bars: braking, behaviors in pipeline order, others.
    pub bar_indices: Vec<usize>,
}

impl Answer {
    /// Explains the predicted turn of a unit; `None` until the record has it. `left_out`: index of
    /// the behavior that a comparison leaves out, whose part always has a bar.
    pub(super) fn from_record(
        run: &Run,
        id: usize,
        record: &MotionRecord,
        left_out: Option<usize>,
    ) -> Option<Self> {
        let tick = run.world.ticks();
        let end = record.removal_tick().unwrap_or(u64::MAX).min(tick + TURN_WINDOW);
        if record.end_tick() < end || end <= tick {
            return None;
        }
        let steps = || (tick..end).filter_map(|tick| record.step(tick));
        let turn = steps().map(|step| step.heading_change).sum::<f32>() * turn_rate(end - tick);
        let mut parts = turn_parts(record, tick..end);
        let speeds: Vec<f32> = steps().map(|step| step.speed).collect();
        let hold_up = find_hold_up(run, id, &speeds, &parts);
        if let Some(HoldUp { part_index, .. }) = hold_up {
            parts[part_index].is_braking = true;
        }
        let is_waiting = hold_up.is_some();
        let sentence = hold_up.map_or_else(
            || {
                let stands = run.world.agents().velocity(id).length() < 1e-3;
                describe_turn(turn, &parts, stands, &|part| TurnCause::from_part(run, id, part))
            },
            |hold_up| hold_up.sentence,
        );
        let bar_indices = choose_bars(&parts, left_out);
        Some(Self { tick, turn, parts, is_waiting, sentence, bar_indices })
    }

    /// Side of the turn: -1 left, 1 right, 0 almost straight on.
    pub fn side(&self) -> i32 {
        if self.turn.abs() < STRAIGHT { 0 } else { self.turn.signum() as i32 }
    }
}

/// Factor that converts a turn over some ticks, rad, to degrees/s.
fn turn_rate(ticks: u64) -> f32 {
    1.0_f32.to_degrees() / (ticks as f32 * DT)
}

/// Parts of the turn in a range of ticks by source, strongest first. Sources other than behaviors
/// are left out if they turn the unit by less than 1 degree/s.
fn turn_parts(record: &MotionRecord, ticks: Range<u64>) -> Vec<SourceTurn> {
    let count = ticks.end - ticks.start;
    let behaviors = record.source_names().iter().enumerate();
    let behaviors =
        behaviors.map(|(index, (key, label))| (TurnSource::Behavior(index), *key, *label));
    let mut parts = Vec::new();
    for (index, (source, key, label)) in behaviors.chain(OTHER_SOURCES).enumerate() {
        let shares = ticks.clone().filter_map(|tick| record.turn_shares(tick)?.get(index));
        let turn = shares.sum::<f32>() * turn_rate(count);
        let pushes = ticks.clone().filter_map(|tick| record.behavior_forces(tick)?.get(index));
        let push = pushes.fold([0.0; 2], |[x, y], push| [x + push[0], y + push[1]]);
        let push = push.map(|sum: f32| sum / count as f32);
        if matches!(source, TurnSource::Behavior(_)) || turn.abs() >= 1.0 {
            parts.push(SourceTurn {
                source,
                key,
                label,
                turn,
                mean_force: push,
                is_braking: false,
            });
        }
    }
    // A stable sort: equal parts keep the order of the pipeline.
    parts.sort_by(|a, b| b.turn.abs().total_cmp(&a.turn.abs()));
    parts
}

/// Chooses the parts with a bar: a part that brakes, the strongest one on each side, the left-out
/// behavior, and the next strongest ones. `parts`: strongest first. Returns indices.
fn choose_bars(parts: &[SourceTurn], left_out: Option<usize>) -> Vec<usize> {
    let mut chosen: Vec<bool> = parts
        .iter()
        .map(|part| {
            let is_left_out = left_out.is_some_and(|at| part.source == TurnSource::Behavior(at));
            part.is_braking || is_left_out
        })
        .collect();
    for side in [Side::Left, Side::Right] {
        strongest_on(side, parts).into_iter().for_each(|index| chosen[index] = true);
    }
    for (index, part) in parts.iter().enumerate() {
        if chosen.iter().filter(|is_chosen| **is_chosen).count() >= MAX_BARS {
            break;
        }
        chosen[index] |= is_worth_a_bar(part);
    }
    let mut bars: Vec<usize> = (0..parts.len()).filter(|index| chosen[*index]).collect();
    bars.sort_by_key(|index| match parts[*index].source {
        _ if parts[*index].is_braking => 0,
        TurnSource::Behavior(at) => at + 1,
        _ => usize::MAX,
    });
    bars
}

fn is_worth_a_bar(part: &SourceTurn) -> bool {
    let is_behavior = matches!(part.source, TurnSource::Behavior(_));
    part.turn.abs() >= if is_behavior { MIN_BAR } else { MIN_OTHER_BAR }
}

/// Index of the strongest part on a side, if it is not below [`MIN_SHARE`] of the strongest of all.
fn strongest_on(side: Side, parts: &[SourceTurn]) -> Option<usize> {
    let strongest = parts.first()?.turn.abs();
    let first =
        parts.iter().position(|part| is_worth_a_bar(part) && Side::from_turn(part.turn) == side)?;
    (parts[first].turn.abs() >= MIN_SHARE * strongest).then_some(first)
}

/// Behavior that holds a unit up, and the sentence about it.
struct HoldUp {
    /// Index of the behavior's part in [`Answer::parts`].
    part_index: usize,
    sentence: String,
}

/// Finds the behavior that holds a unit up; `None` if no behavior explains it or the unit neither
/// stands nor slows down. `speeds`: speeds in the next half second, u/s.
fn find_hold_up(run: &Run, id: usize, speeds: &[f32], parts: &[SourceTurn]) -> Option<HoldUp> {
    let world = &run.world;
    let group = &world.groups()[world.group_of(id)?];
    let standing_speed = STANDING_SHARE * group.body.max_speed(world.agents().length[id]);
    let mean = speeds.iter().sum::<f32>() / speeds.len() as f32;
    let stands = mean < standing_speed;
    if !stands && speeds.last()? > &((1.0 - SLOWING_SHARE) * speeds.first()?) {
        return None;
    }
    let brakes = (0..parts.len()).filter(|at| is_braking(group, &parts[*at]));
    let part_index =
        brakes.max_by(|a, b| parts[*b].mean_force[0].total_cmp(&parts[*a].mean_force[0]))?;
    let TurnSource::Behavior(behavior) = parts[part_index].source else { return None };
    if makes_units_arrive(group, behavior) {
        // A unit that stands at its goal has arrived; it is not held up.
        let sentence = "It slows down: its goal is near.".to_string();
        return (!stands).then_some(HoldUp { part_index, sentence });
    }
    let begins = if stands { "It waits" } else { "It slows down" };
    let ahead = blockers(world, &mut ObserverWorkspace::default(), id, behavior);
    let standing = ahead
        .iter()
        .filter(|other| world.agents().velocity(**other).length() < standing_speed)
        .count();
    let sentence = match (standing, ahead.len()) {
        (0, 0) => {
            let subject = TurnCause::from_part(run, id, &parts[part_index]).subject;
            format!("{begins}: {subject} holds it up.")
        }
        (0, many) => format!("{begins}: {} in its way.", count_in_words(many, "is", "are")),
        (many, _) => format!("{begins}: {}.", count_in_words(many, "ahead stands", "ahead stand")),
    };
    Some(HoldUp { part_index, sentence })
}

/// Whether a part is a behavior that can stop a unit and that pushes it backward more than aside.
fn is_braking(group: &Group, part: &SourceTurn) -> bool {
    let TurnSource::Behavior(index) = part.source else { return false };
    let Some(behavior) = group.pipeline.get(index) else { return false };
    let has_brake = behavior
        .compiled_behavior()
        .is_some_and(|compiled_behavior| compiled_behavior.rule().brake.is_some());
    let [ahead, aside] = part.mean_force;
    (has_brake || makes_units_arrive(group, index)) && -ahead > aside.abs()
}

/// Whether the behavior at an index of the pipeline lets units stop at a goal.
fn makes_units_arrive(group: &Group, behavior: usize) -> bool {
    group.pipeline[behavior].about().purpose == SteeringPurpose::Arrives
}

/// Side to which a unit turns.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

impl Side {
    fn from_turn(turn: f32) -> Self {
        if turn > 0.0 { Self::Right } else { Self::Left }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
        }
    }
}

/// Clause about the cause of a turn, such as "close neighbors push it"; the side is added to it.
pub struct TurnCause {
    /// Subject of the clause, for example "close neighbors".
    subject: Cow<'static, str>,
    /// Verb and object of the clause, for example "push it".
    verb: &'static str,
    /// Turn caused by the subject, degrees per second; positive to the right.
    turn: f32,
}

impl TurnCause {
    pub fn from_part(run: &Run, id: usize, part: &SourceTurn) -> Self {
        let group = run.world.group_of(id).map(|group| &run.world.groups()[group]);
        let (subject, verb) = match part.source {
            TurnSource::Behavior(index) => {
                let behavior = group.and_then(|group| group.pipeline.get(index));
                match behavior.map(|behavior| behavior.about().cause) {
                    None => ("the edge of the world".into(), "pushes it"),
                    Some(None) => (format!("“{}”", part.label).into(), "turns it"),
                    Some(Some(CauseWords { subject, verb })) => (subject.into(), verb),
                }
            }
            TurnSource::Noise => ("chance".into(), "turns it"),
            TurnSource::InitialRotation => ("its momentum".into(), "carries it"),
            TurnSource::Contact if group.is_some_and(|group| group.gun.is_some()) => {
                ("its aim".into(), "turns it")
            }
            TurnSource::Contact => ("what it touches".into(), "turns it"),
        };
        Self { subject, verb, turn: part.turn }
    }

    /// Verb, object and side of the clause, for example "push it left".
    fn predicate(&self) -> String {
        format!("{} {}", self.verb, Side::from_turn(self.turn).word())
    }
}

impl Display for TurnCause {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "{} {}", self.subject, self.verb)
    }
}

/// Causes of a turn to one side, strongest first, from [`MIN_SHARE`] of the strongest on.
struct SideCauses(Vec<TurnCause>);

impl SideCauses {
    /// Collects the causes on a side. `parts`: strongest first. `cause`: puts a part into words.
    fn new(side: Side, parts: &[SourceTurn], cause: &dyn Fn(&SourceTurn) -> TurnCause) -> Self {
        let on_side =
            || parts.iter().filter(|part| part.turn != 0.0 && Side::from_turn(part.turn) == side);
        let strongest = on_side().next().map_or(0.0, |part| part.turn.abs());
        let least = (MIN_SHARE * strongest).max(MIN_BAR);
        Self(on_side().filter(|part| part.turn.abs() >= least).map(cause).collect())
    }

    /// Turning speed by the strongest cause, degrees/s; 0 without one.
    fn max_turn_rate(&self) -> f32 {
        self.0.first().map_or(0.0, |cause| cause.turn.abs())
    }

    /// Sum of the turning speeds by all causes, degrees/s.
    fn total_turn_rate(&self) -> f32 {
        self.0.iter().map(|cause| cause.turn.abs()).sum()
    }

    fn strongest_cause(&self) -> &[TurnCause] {
        &self.0[..self.0.len().min(1)]
    }

    /// All causes if the second one is more than half as strong as the first, else the first.
    fn leading_causes(&self) -> &[TurnCause] {
        match &*self.0 {
            [first, second, ..] if second.turn.abs() > 0.5 * first.turn.abs() => &self.0,
            _ => self.strongest_cause(),
        }
    }
}

/// Joins the subjects of several causes for one verb, such as "A, B and C".
fn join_subjects(causes: &[TurnCause]) -> String {
    match causes {
        [] => String::new(),
        [one] => one.subject.to_string(),
        [one, two] => format!("{} and {}", one.subject, two.subject),
        [one, two, three] => format!("{}, {} and {}", one.subject, two.subject, three.subject),
        [one, two, ..] => format!("{}, {} and other forces", one.subject, two.subject),
    }
}

/// Clause about causes on one side, such as "A and B turn it left".
fn causes_clause(causes: &[TurnCause]) -> String {
    let predicate = match causes {
        [one] => one.predicate(),
        _ => {
            let turn = causes.first().map_or(0.0, |cause| cause.turn);
            format!("turn it {}", Side::from_turn(turn).word())
        }
    };
    format!("{} {predicate}", join_subjects(causes))
}

/// Sentence about a turn of `turn` degrees/s. `parts`: strongest first. `is_standing`: whether the
/// unit has no speed. `cause`: puts a part into words.
fn describe_turn(
    turn: f32,
    parts: &[SourceTurn],
    is_standing: bool,
    cause: &dyn Fn(&SourceTurn) -> TurnCause,
) -> String {
    let [left, right] = [Side::Left, Side::Right].map(|side| SideCauses::new(side, parts, cause));
    if turn.abs() < STRAIGHT {
        straight_sentence(is_standing, &left, &right)
    } else {
        match Side::from_turn(turn) {
            Side::Left => turn_sentence(turn, &left, &right),
            Side::Right => turn_sentence(turn, &right, &left),
        }
    }
}

fn straight_sentence(stands: bool, left: &SideCauses, right: &SideCauses) -> String {
    let is_still = left.total_turn_rate().max(right.total_turn_rate()) < NEGLIGIBLE_TURN;
    let motion = match (stands, is_still) {
        (true, _) => "It stays as it is",
        (false, true) => "It goes straight on",
        (false, false) => "It goes almost straight on",
    };
    if is_still {
        return format!("{motion}: nothing turns it now.");
    }
    let is_left_stronger = left.max_turn_rate() >= right.max_turn_rate();
    let (more, less) = if is_left_stronger { (left, right) } else { (right, left) };
    let strongest = causes_clause(more.strongest_cause());
    if less.0.is_empty() {
        format!("{motion}: {strongest}, but only slightly.")
    } else {
        format!("{motion}: {strongest} as much as {}.", causes_clause(&less.0))
    }
}

/// Sentence about a turn. `helping`: causes to the side of the turn; `against`: to the other side.
fn turn_sentence(turn: f32, helping: &SideCauses, against: &SideCauses) -> String {
    let turns = format!("It turns {}, {:.0}°", Side::from_turn(turn).word(), turn.abs());
    if helping.0.is_empty() {
        return format!("{turns}.");
    }
    let leading = causes_clause(helping.leading_causes());
    let Some(opponent) = against.0.first() else { return format!("{turns}: {leading}.") };
    if helping.max_turn_rate() > against.max_turn_rate() {
        if against.max_turn_rate() < MIN_SHARE * helping.max_turn_rate() {
            return format!("{turns}: {leading}.");
        }
        return format!(
            "{turns}: {leading} more than {}.",
            causes_clause(against.leading_causes())
        );
    }
    let (opponents, predicate) = (&opponent.subject, opponent.predicate());
    if helping.0.len() > 1 {
        let subjects = join_subjects(&helping.0);
        format!("{turns}: {subjects} outweigh {opponents}, which {predicate}.")
    } else {
        format!("{turns}: {}, although {opponents} {predicate}.", causes_clause(&helping.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(turn: f32, turns: &[(&'static str, f32)]) -> String {
        let parts: Vec<SourceTurn> = turns
            .iter()
            .map(|(key, turn)| SourceTurn {
                source: TurnSource::Noise,
                key,
                label: key,
                turn: *turn,
                mean_force: [0.0; 2],
                is_braking: false,
            })
            .collect();
        let cause = |part: &SourceTurn| TurnCause {
            subject: part.key.into(),
            verb: "pulls it",
            turn: part.turn,
        };
        describe_turn(turn, &parts, false, &cause)
    }

    #[test]
    fn it_says_the_turn_the_strongest_cause_and_what_works_against_it() {
        assert_eq!(
            said(-12.0, &[("A", -24.0), ("B", 9.0), ("C", 3.0)]),
            "It turns left, 12°: A pulls it left more than B pulls it right."
        );
        assert_eq!(said(20.0, &[("A", 20.0)]), "It turns right, 20°: A pulls it right.");
        assert_eq!(
            said(10.0, &[("A", -20.0), ("B", 18.0), ("C", 12.0)]),
            "It turns right, 10°: B and C outweigh A, which pulls it left."
        );
        assert_eq!(
            said(0.5, &[("A", -20.0), ("B", 20.5)]),
            "It goes almost straight on: B pulls it right as much as A pulls it left."
        );
        assert_eq!(
            said(35.0, &[("A", 30.0), ("B", 20.0), ("C", -15.0)]),
            "It turns right, 35°: A and B turn it right more than C pulls it left."
        );
        assert_eq!(said(0.0, &[]), "It goes straight on: nothing turns it now.");
    }

    fn barred(parts: &[(TurnSource, f32, bool)], left_out: Option<usize>) -> Vec<TurnSource> {
        let parts: Vec<SourceTurn> = parts
            .iter()
            .map(|(source, turn, holds)| SourceTurn {
                source: *source,
                key: "key",
                label: "label",
                turn: *turn,
                mean_force: [0.0; 2],
                is_braking: *holds,
            })
            .collect();
        choose_bars(&parts, left_out).into_iter().map(|index| parts[index].source).collect()
    }

    #[test]
    fn the_strongest_on_each_side_have_bars_what_brakes_comes_first() {
        use TurnSource::{Behavior, InitialRotation};
        let of = |at: usize, turn: f32| (Behavior(at), turn, false);
        let many = [of(2, -40.0), of(0, -30.0), of(1, -20.0), of(3, 10.0), of(4, 0.0)];
        assert_eq!(barred(&many, None), [Behavior(0), Behavior(2), Behavior(3)]);
        assert_eq!(barred(&[of(1, 20.0), of(0, 0.0)], Some(0)), [Behavior(0), Behavior(1)]);
        let braked = [of(1, -90.0), of(0, 30.0), (Behavior(2), 0.0, true)];
        assert_eq!(barred(&braked, None), [Behavior(2), Behavior(0), Behavior(1)]);
        let swings = [of(0, 52.0), of(2, 9.0), (InitialRotation, -1.0, false), of(1, 0.6)];
        assert_eq!(barred(&swings, None), [Behavior(0), Behavior(1), Behavior(2)]);
    }
}
