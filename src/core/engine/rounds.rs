//! Catches and rounds: what happens when a hunter catches a unit, and the scores of the groups.

use crate::engine::agents::Handle;
use crate::engine::codec::{Coded, StateCodec};
use crate::engine::hash::StateHash;
use crate::engine::ties::{GroupSet, Ties};
use crate::schema::ParamSpec;
use crate::{choices, params};

const SOURCE: &str = "Ours";

choices! {
    /// Consequence of a catch for the unit that is caught.
    pub enum Caught {
        Again = "again", "It starts again", "It starts again where its group starts.";
        Joins = "joins", "It joins them", "It becomes one of those who caught it. When nobody is left, the round is over.";
        Round = "round", "The round is over", "Everybody starts again.";
        Tells = "tells", "Nothing happens", "Only programs that ask for events are told of it.";
        Remove = "remove", "It is removed", "It is gone until the run starts again.";
    }
}

params! {
    /// How the units of a group catch those that they hunt: the distance, and what a catch causes.
    pub struct Catch in "Catch" {
        catch_factor: f32 = ParamSpec::float("Catch distance", "× L", 1.5, [0.0, 20.0], 0.1)
            .words("bite hit tag infect")
            .formula("k_cat", "\"caught where\" d ≤ k_cat·L")
            .doc("Those whom the group hunts are caught within this many lengths; at most one on a \
                  tick, where it starts again, joins them or ends the round. 0 catches nobody.")
            .source(SOURCE);
        caught: Caught = ParamSpec::choice("Whoever is caught", Caught::CHOICES, 0)
            .words("round game infect respawn")
            .formula("caught", "d ≤ k_cat·L: caught")
            .doc("What becomes of a bird that is caught.")
            .source(SOURCE);
    }
}

/// Number of ticks between the end of a round and the start of the next one, in which the result
/// can be seen.
const PAUSE_TICKS: u64 = 90;

/// Scores of the groups, and the rounds and matches played, since the start of the run.
#[derive(Clone, Debug, Default)]
pub struct Rounds {
    /// Score of each group in this match, by group index: rounds won, or units caught. Empty if no
    /// group catches units.
    scores: Vec<u32>,
    /// Number of matches that each group has won, by group index.
    match_wins: Vec<u32>,
    /// Number of rounds that have ended.
    finished_rounds: u32,
    /// Tick at which the present round began.
    round_start: u64,
    /// Tick at which the next round begins; `Some` only in the pause after a round.
    next_round_start: Option<u64>,
    /// Groups that have scored in the present round.
    scoring_groups: GroupSet,
    /// Catches of the last tick, each as the index of the catching group, its hunter and the caught
    /// unit. For display only; the simulation does not read them.
    last_catches: Vec<(usize, [Handle; 2])>,
}

impl Rounds {
    /// Creates the score 0 for all groups. `played`: whether a group catches units; otherwise there
    /// is no score.
    pub(crate) fn new(groups: usize, played: bool) -> Self {
        let groups = if played { groups } else { 0 };
        Self {
            scores: vec![0; groups],
            match_wins: vec![0; groups],
            last_catches: Vec::with_capacity(groups),
            ..Self::default()
        }
    }

    /// Whether there is a score for each group, because at least one of them catches.
    pub(crate) fn has_scores(&self) -> bool {
        !self.scores.is_empty()
    }

    /// Score of each group in this match, by group index: rounds won, or units caught.
    pub fn rounds_won(&self) -> &[u32] {
        &self.scores
    }

    /// Number of matches that each group has won, by group index.
    pub fn matches_won(&self) -> &[u32] {
        &self.match_wins
    }

    /// Number of rounds that have ended since the start.
    pub fn rounds_played(&self) -> u32 {
        self.finished_rounds
    }

    /// Number of the present round, counted from 1.
    pub fn round_number(&self) -> u32 {
        self.finished_rounds + u32::from(!self.is_pause())
    }

    /// Catches of the last tick, each as the index of the catching group, its hunter and the caught
    /// unit.
    pub fn last_catches(&self) -> impl Iterator<Item = (usize, [Handle; 2])> {
        self.last_catches.iter().copied()
    }

    /// Clears the catches of the last tick.
    pub(crate) fn forget_caught(&mut self) {
        self.last_catches.clear();
    }

    /// Counts a catch for a group's score; lists `pair`, the hunter and the caught unit, if given.
    pub(crate) fn record_catch(&mut self, group: usize, pair: Option<[Handle; 2]>) {
        self.score_round(group);
        self.last_catches.extend(pair.map(|pair| (group, pair)));
    }

    /// Whether a group has scored in the present round.
    pub fn has_won(&self, group: usize) -> bool {
        Ties::contains(self.scoring_groups, group)
    }

    /// Whether any catch was counted since the start.
    pub(crate) fn has_catches(&self) -> bool {
        self.finished_rounds > 0 || self.scores.iter().any(|won| *won > 0)
    }

    /// Tick at which the present round began.
    pub fn round_start_tick(&self) -> u64 {
        self.round_start
    }

    /// Whether it is the pause between the end of a round and the next one.
    pub fn is_pause(&self) -> bool {
        self.next_round_start.is_some()
    }

    /// Writes or reads the scores, the matches won and the times of the rounds, but not the catches
    /// of the last tick.
    pub(crate) fn encode_or_decode(&mut self, codec: &mut StateCodec) {
        self.scores[..].encode_or_decode(codec);
        self.match_wins[..].encode_or_decode(codec);
        self.finished_rounds.encode_or_decode(codec);
        self.round_start.encode_or_decode(codec);
        self.next_round_start.encode_or_decode(codec);
        codec.any_u64(&mut self.scoring_groups);
        if codec.is_reading() {
            self.forget_caught();
        }
    }

    /// Heap memory of the scores and the catches of the last tick, bytes.
    pub(crate) fn heap_bytes(&self) -> usize {
        size_of_val(&*self.scores)
            + size_of_val(&*self.match_wins)
            + size_of_val(&*self.last_catches)
    }

    /// Whether the pause is over at this tick, so that the next round has to begin.
    pub(crate) fn is_due(&self, tick: u64) -> bool {
        self.next_round_start.is_some_and(|next| tick >= next)
    }

    /// Adds a won round or a caught unit to the score of a group.
    pub(crate) fn score_round(&mut self, group: usize) {
        self.scores[group] += 1;
        self.scoring_groups |= Ties::set(&[group]);
    }

    /// Ends the round at this tick and begins the pause.
    pub(crate) fn end_round(&mut self, tick: u64) {
        self.finished_rounds += 1;
        self.next_round_start = Some(tick + PAUSE_TICKS);
    }

    /// Begins the next round. A group that has won more than half of `best_of` rounds wins the
    /// match, and the scores of all groups start anew. With 0, there are no matches.
    pub(crate) fn begin_round(&mut self, tick: u64, best_of: u32) {
        let decided = |won: &u32| best_of > 0 && 2 * won > best_of;
        if self.scores.iter().any(decided) {
            for (matches, won) in self.match_wins.iter_mut().zip(&mut self.scores) {
                *matches += u32::from(decided(won));
                *won = 0;
            }
        }
        self.round_start = tick;
        (self.next_round_start, self.scoring_groups) = (None, 0);
    }

    /// Adds the scores, the matches won, the number of ended rounds, and the start of the present
    /// and the next round to the hash of the state.
    pub(crate) fn add_to_hash(&self, hash: &mut StateHash) {
        for count in self.scores.iter().chain(&self.match_wins).chain([&self.finished_rounds]) {
            hash.add_word(u64::from(*count));
        }
        hash.add_word(self.round_start);
        hash.add_word(self.next_round_start.unwrap_or(0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_of_five_is_won_with_three_rounds() {
        let mut rounds = Rounds::new(2, true);
        for (tick, winner) in [0, 1, 0, 1, 0].into_iter().enumerate() {
            assert_eq!(rounds.matches_won(), [0, 0]);
            rounds.score_round(winner);
            rounds.end_round(tick as u64);
            assert!(rounds.is_pause());
            rounds.begin_round(tick as u64, 5);
        }
        assert_eq!(
            (rounds.rounds_won(), rounds.matches_won(), rounds.rounds_played()),
            (&[0, 0][..], &[1, 0][..], 5)
        );
    }
}
