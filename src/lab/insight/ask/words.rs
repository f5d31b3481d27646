//! Explains a turn in a sentence and in parts that add up; both from the same average.

use super::causes::blockers;
use super::difference::in_words;
use super::turning::{OTHERS, Part, Source};
use super::{Record, WINDOW};
use crate::insight::observer::Observer;
use flockwright::engine::behaviors::SteeringPurpose;
use flockwright::engine::params::DT;
use flockwright::session::run::Run;

/// Turns below this count as almost straight, degrees per second.
pub const STRAIGHT: f32 = 10.0;

/// Parts that all stay below this turn the unit by nothing worth a word, degrees per second.
const NOTHING: f32 = 3.0;

/// Smallest turn of a behavior, and of another source, that has a bar, degrees per second.
const MIN_BAR: f32 = 0.5;
const MIN_OTHER_BAR: f32 = 3.0;

/// Largest number of bars for single parts.
const MAX_BARS: usize = 3;

/// Smallest share of the strongest part on its side that is mentioned.
const MIN_SHARE: f32 = 0.15;

/// Share of the largest speed below which a unit counts as standing.
const STANDING: f32 = 0.2;

/// Share of its speed that a unit has to lose within the window to count as slowing down.
const SLOWING: f32 = 0.2;

/// Explanation of a unit's turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// First tick for which it holds.
    pub tick: u64,
    /// Turn over the next half second, degrees per second; positive to the right.
    pub turn: f32,
    /// Parts of the turn, strongest first; they add up to the turn.
    pub parts: Vec<Part>,
    /// Whether the unit is held up; the sentence then says so instead of explaining a turn.
    pub waits: bool,
    pub sentence: String,
    /// Indices of the parts with a bar of their own, in pipeline order.
    pub bars: Vec<usize>,
}

impl Answer {
    /// Explains the predicted steps of a unit; `None` until they are known.
    /// `left_out`: the behavior that a comparison leaves out; its part always has a bar.
    pub(super) fn from_record(
        run: &Run,
        id: usize,
        record: &Record,
        left_out: Option<usize>,
    ) -> Option<Self> {
        let tick = run.world.ticks();
        let end = record.gone_at().unwrap_or(u64::MAX).min(tick + WINDOW);
        if record.end() < end || end <= tick {
            return None;
        }
        let to_rate = 1.0_f32.to_degrees() / ((end - tick) as f32 * DT);
        let steps = (tick..end).filter_map(|tick| record.step(tick));
        let turn = steps.map(|step| step.turn).sum::<f32>() * to_rate;
        let named = record.names().iter().enumerate();
        let named = named.map(|(index, (key, label))| (Source::Behavior(index), *key, *label));
        let sources = named.chain(OTHERS).enumerate();
        let mut parts: Vec<Part> = sources
            .map(|(index, (source, key, label))| {
                let shares = (tick..end).filter_map(|tick| record.shares(tick)?.get(index));
                let pushes = (tick..end).filter_map(|tick| record.pushes(tick)?.get(index));
                let push = pushes.fold([0.0; 2], |[x, y], push| [x + push[0], y + push[1]]);
                let push = push.map(|sum: f32| sum / (end - tick) as f32);
                let turn = shares.sum::<f32>() * to_rate;
                Part { source, key, label, turn, push, holds: false }
            })
            .filter(|part| matches!(part.source, Source::Behavior(_)) || part.turn.abs() >= 1.0)
            .collect();
        // A stable sort: equal parts keep the order of the pipeline.
        parts.sort_by(|a, b| b.turn.abs().total_cmp(&a.turn.abs()));
        let speeds: Vec<f32> =
            (tick..end).filter_map(|tick| Some(record.step(tick)?.speed)).collect();
        if let Some((holder, told)) = held_up(run, id, &speeds, &parts) {
            parts[holder].holds = true;
            let bars = bars(&parts, left_out);
            return Some(Self { tick, turn, parts, waits: true, sentence: told, bars });
        }
        let stands = run.world.agents().velocity(id).length() < 1e-3;
        let sentence = sentence(turn, &parts, stands, &|part| cause(run, id, part));
        let bars = bars(&parts, left_out);
        Some(Self { tick, turn, parts, waits: false, sentence, bars })
    }

    /// Turn by all parts without a bar of their own, degrees per second; positive to the right.
    pub fn rest(&self) -> f32 {
        self.turn - self.bars.iter().map(|index| self.parts[*index].turn).sum::<f32>()
    }

    /// Side of the turn: -1 left, 1 right, 0 straight.
    pub fn side(&self) -> i32 {
        side(self.turn)
    }
}

/// Chooses the parts with a bar: a part that brakes, the strongest on each side, of which the sentence
/// speaks, a left-out behavior, and the next strongest ones. `parts` are sorted, strongest first.
fn bars(parts: &[Part], left_out: Option<usize>) -> Vec<usize> {
    let counts = |part: &Part| {
        let least =
            if matches!(part.source, Source::Behavior(_)) { MIN_BAR } else { MIN_OTHER_BAR };
        part.turn.abs() >= least
    };
    let strongest = parts.first().map_or(0.0, |part| part.turn.abs());
    let on = |right: bool| {
        let first = parts.iter().position(|part| counts(part) && (part.turn > 0.0) == right)?;
        (parts[first].turn.abs() >= MIN_SHARE * strongest).then_some(first)
    };
    let is_left_out =
        |part: &Part| matches!(part.source, Source::Behavior(at) if Some(at) == left_out);
    let mut chosen = vec![false; parts.len()];
    let firsts = [on(true), on(false)].into_iter().flatten();
    let kept = (0..parts.len()).filter(|index| parts[*index].holds || is_left_out(&parts[*index]));
    firsts.chain(kept).for_each(|index| chosen[index] = true);
    for (index, part) in parts.iter().enumerate() {
        if chosen.iter().filter(|is_chosen| **is_chosen).count() >= MAX_BARS {
            break;
        }
        chosen[index] |= counts(part);
    }
    let mut bars: Vec<usize> = (0..parts.len()).filter(|index| chosen[*index]).collect();
    bars.sort_by_key(|index| match parts[*index].source {
        _ if parts[*index].holds => 0,
        Source::Behavior(at) => at + 1,
        _ => usize::MAX,
    });
    bars
}

/// The part that holds a unit up, with a sentence; `None` if nothing there explains its slowing
/// down. `speeds`: speeds in the coming ticks, u/s.
fn held_up(run: &Run, id: usize, speeds: &[f32], parts: &[Part]) -> Option<(usize, String)> {
    let world = &run.world;
    let group = &world.groups()[world.group_of(id)?];
    let most = group.body.max_speed(world.agents().length[id]);
    let (first, last) = (*speeds.first()?, *speeds.last()?);
    let mean = speeds.iter().sum::<f32>() / speeds.len() as f32;
    let stands = mean < STANDING * most;
    if !stands && last > (1.0 - SLOWING) * first {
        return None;
    }
    let brakes = |part: &Part| {
        let Source::Behavior(index) = part.source else { return None };
        let behavior = group.pipeline.get(index)?;
        let by_rule = behavior.ruling().is_some_and(|ruling| ruling.rule().brake.is_some());
        let arrives = behavior.about().purpose == SteeringPurpose::Arrives;
        let [ahead, aside] = part.push;
        ((by_rule || arrives) && -ahead > aside.abs()).then_some((index, arrives, -ahead))
    };
    let found = parts.iter().enumerate().filter_map(|(at, part)| Some((at, brakes(part)?)));
    let (at, (index, arrives, _)) = found.max_by(|(_, a), (_, b)| a.2.total_cmp(&b.2))?;
    if arrives {
        // A unit at its goal has stopped for good and counts as standing.
        return (!stands).then(|| (at, "It slows down: its goal is near.".to_string()));
    }
    let begins = if stands { "It waits" } else { "It slows down" };
    let ahead = blockers(world, &mut Observer::default(), id, index);
    let is_standing = |other: &&usize| {
        let limit = STANDING * most;
        world.agents().velocity(**other).length() < limit
    };
    let standing = ahead.iter().filter(is_standing).count();
    let told = match (standing, ahead.len()) {
        (0, 0) => format!("{begins}: {} holds it up.", who(&cause(run, id, &parts[at]))),
        (0, many) => format!("{begins}: {} in its way.", in_words(many, "is", "are")),
        (many, _) => format!("{begins}: {}.", in_words(many, "ahead stands", "ahead stand")),
    };
    Some((at, told))
}

/// Subject of a phrase such as “the flock's center pulls it”.
fn who(words: &str) -> String {
    let end = words.rmatch_indices(' ').nth(1).map_or(words.len(), |(at, _)| at);
    words.get(..end).unwrap_or_default().to_string()
}

fn side(turn: f32) -> i32 {
    if turn.abs() < STRAIGHT { 0 } else { turn.signum() as i32 }
}

fn way(turn: f32) -> &'static str {
    if turn < 0.0 { "left" } else { "right" }
}

/// Cause of a turn as a phrase that the side completes: "close neighbors push it".
pub fn cause(run: &Run, id: usize, part: &Part) -> String {
    let group = run.world.group_of(id).map(|group| &run.world.groups()[group]);
    match part.source {
        Source::Behavior(index) => {
            let behavior = group.and_then(|group| group.pipeline.get(index));
            match behavior.map(|behavior| behavior.about()) {
                None => "the edge of the world pushes it".into(),
                Some(about) if about.cause.is_empty() => format!("“{}” turns it", part.label),
                Some(about) => about.cause.into(),
            }
        }
        Source::Chance => "chance turns it".into(),
        Source::Swing => "its momentum carries it".into(),
        Source::Contact if group.is_some_and(|group| group.gun.is_some()) => {
            "its aim turns it".into()
        }
        Source::Contact => "what it touches turns it".into(),
    }
}

/// A force that turns a unit to one side, in words.
struct Cause {
    /// For example "close neighbors".
    subject: String,
    /// For example "push it".
    verb: String,
    /// Degrees per second; positive to the right.
    turn: f32,
}

impl Cause {
    fn new(words: &str, turn: f32) -> Self {
        let subject = who(words);
        let verb = words.strip_prefix(subject.as_str()).unwrap_or_default().trim_start();
        Self { verb: verb.to_string(), subject, turn }
    }

    /// "push it left"
    fn predicate(&self) -> String {
        format!("{} {}", self.verb, way(self.turn))
    }
}

/// Several causes as one subject.
fn subjects(causes: &[Cause]) -> String {
    match causes {
        [] => String::new(),
        [one] => one.subject.clone(),
        [one, two] => format!("{} and {}", one.subject, two.subject),
        [one, two, ..] => format!("{}, {} and other forces", one.subject, two.subject),
    }
}

/// A clause about causes on one side.
fn clause(causes: &[Cause]) -> String {
    let predicate = match causes {
        [one] => one.predicate(),
        _ => format!("turn it {}", way(causes.first().map_or(0.0, |cause| cause.turn))),
    };
    format!("{} {predicate}", subjects(causes))
}

/// All causes of a side if the second is more than half as strong as the first, else the first.
fn leading(causes: &[Cause]) -> &[Cause] {
    match causes {
        [first, second, ..] if second.turn.abs() > 0.5 * first.turn.abs() => causes,
        _ => &causes[..causes.len().min(1)],
    }
}

/// `parts`: strongest first. `stands`: whether the unit has no speed. `cause`: phrase for a part.
fn sentence(turn: f32, parts: &[Part], stands: bool, cause: &dyn Fn(&Part) -> String) -> String {
    // Strongest first, without weak parts.
    let causes = |right: bool| -> Vec<Cause> {
        let all = parts.iter().filter(|part| part.turn != 0.0 && (part.turn > 0.0) == right);
        let strongest = all.clone().next().map_or(0.0, |part| part.turn.abs());
        let least = (MIN_SHARE * strongest).max(MIN_BAR);
        let named = all.filter(|part| part.turn.abs() >= least);
        named.map(|part| Cause::new(&cause(part), part.turn)).collect()
    };
    let strongest = |causes: &[Cause]| causes.first().map_or(0.0, |cause| cause.turn.abs());
    let (left, right) = (causes(false), causes(true));
    if side(turn) == 0 {
        let sum = |causes: &[Cause]| causes.iter().map(|cause| cause.turn.abs()).sum::<f32>();
        let is_still = sum(&left).max(sum(&right)) < NOTHING;
        let goes = match (stands, is_still) {
            (true, _) => "It stays as it is",
            (false, true) => "It goes straight on",
            (false, false) => "It goes almost straight on",
        };
        let is_left_stronger = strongest(&left) >= strongest(&right);
        let (more, less) = if is_left_stronger { (&left, &right) } else { (&right, &left) };
        return if is_still {
            format!("{goes}: nothing turns it now.")
        } else if less.is_empty() {
            format!("{goes}: {}, but only slightly.", clause(&more[..1]))
        } else {
            format!("{goes}: {} as much as {}.", clause(&more[..1]), clause(less))
        };
    }
    let turns = format!("It turns {}, {:.0}°", way(turn), turn.abs());
    let (helping, against) = if turn > 0.0 { (right, left) } else { (left, right) };
    let (first, opposed) = (strongest(&helping), strongest(&against));
    match &*against {
        _ if helping.is_empty() => format!("{turns}."),
        [_, ..] if first > opposed && opposed >= MIN_SHARE * first => {
            format!(
                "{turns}: {} more than {}.",
                clause(leading(&helping)),
                clause(leading(&against))
            )
        }
        [other, ..] if first <= opposed && helping.len() > 1 => {
            let (subjects, predicate) = (subjects(&helping), other.predicate());
            format!("{turns}: {subjects} outweigh {}, which {predicate}.", other.subject)
        }
        [other, ..] if first <= opposed => {
            let other = clause(std::slice::from_ref(other));
            format!("{turns}: {}, although {other}.", clause(&helping))
        }
        _ => format!("{turns}: {}.", clause(leading(&helping))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(turn: f32, turns: &[(&'static str, f32)]) -> String {
        let parts: Vec<Part> = turns
            .iter()
            .map(|(key, turn)| Part {
                source: Source::Chance,
                key,
                label: key,
                turn: *turn,
                push: [0.0; 2],
                holds: false,
            })
            .collect();
        sentence(turn, &parts, false, &|part| format!("{} pulls it", part.key))
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

    fn barred(parts: &[(Source, f32, bool)], left_out: Option<usize>) -> Vec<Source> {
        let parts: Vec<Part> = parts
            .iter()
            .map(|(source, turn, holds)| Part {
                source: *source,
                key: "key",
                label: "label",
                turn: *turn,
                push: [0.0; 2],
                holds: *holds,
            })
            .collect();
        bars(&parts, left_out).into_iter().map(|index| parts[index].source).collect()
    }

    #[test]
    fn the_strongest_on_each_side_have_bars_what_brakes_comes_first() {
        use Source::{Behavior, Swing};
        let of = |at: usize, turn: f32| (Behavior(at), turn, false);
        let many = [of(2, -40.0), of(0, -30.0), of(1, -20.0), of(3, 10.0), of(4, 0.0)];
        assert_eq!(barred(&many, None), [Behavior(0), Behavior(2), Behavior(3)]);
        assert_eq!(barred(&[of(1, 20.0), of(0, 0.0)], Some(0)), [Behavior(0), Behavior(1)]);
        let braked = [of(1, -90.0), of(0, 30.0), (Behavior(2), 0.0, true)];
        assert_eq!(barred(&braked, None), [Behavior(2), Behavior(0), Behavior(1)]);
        let swings = [of(0, 52.0), of(2, 9.0), (Swing, -1.0, false), of(1, 0.6)];
        assert_eq!(barred(&swings, None), [Behavior(0), Behavior(1), Behavior(2)]);
    }
}
