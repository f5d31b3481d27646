//! Score of a hunt in words, for worlds with groups that catch others.

use flockwright::engine::group::{Group, Ties};
use flockwright::engine::world::{Caught, World};

/// The score in one line; empty if no group catches.
pub fn catch_score_text(world: &World) -> String {
    let rounds = world.rounds();
    if !world.has_rounds() {
        return String::new();
    }
    let groups = || world.groups().iter().enumerate();
    let joins = |group: &Group| group.catch.is_some_and(|catch| catch.caught == Caught::Joins);
    if world.groups().iter().any(joins) {
        let left = groups().filter(|(_, group)| !group.is_scoring() && group.crowd.count > 0);
        let left: Vec<String> =
            left.map(|(_, group)| format!("{} {}", group.label, group.ids.len())).collect();
        return format!("Round {} \u{b7} left: {}", rounds.round_number(), left.join(" \u{b7} "));
    }
    if rounds.is_pause() {
        let winners = groups().filter(|(index, _)| rounds.has_won(*index));
        let winners: Vec<&str> = winners.map(|(_, group)| group.label).collect();
        return format!("Round won by {}", winners.join(" and "));
    }
    let counts = groups().filter(|(index, group)| {
        group.is_scoring() || rounds.rounds_won()[*index] > 0 || rounds.matches_won()[*index] > 0
    });
    let counts_units = |group: &Group| {
        group.catch.is_some_and(|catch| matches!(catch.caught, Caught::Again | Caught::Remove))
    };
    let counts: Vec<String> = counts
        .map(|(index, group)| {
            let verb = match counts_units(group) {
                // A group without behaviors is a place that does not move, so units are not caught
                // by it but reach it.
                true if group.pipeline.is_empty() => "reached by ",
                true => "caught ",
                false => "",
            };
            format!("{} {verb}{}", group.label, rounds.rounds_won()[index])
        })
        .collect();
    let counts_rounds = groups().any(|(_, group)| group.is_scoring() && !counts_units(group));
    let counted = if counts_rounds { "Rounds won: " } else { "" };
    format!("{counted}{}", counts.join(" \u{b7} "))
}

/// Explains the score: what is counted, when a round ends, and who wins it; empty if no group
/// catches.
pub fn score_rules(world: &World) -> String {
    if !world.has_rounds() {
        return String::new();
    }
    let scoring: Vec<usize> =
        (0..world.groups().len()).filter(|index| world.groups()[*index].is_scoring()).collect();
    let catches = |caught: Caught| {
        scoring
            .iter()
            .any(|index| world.groups()[*index].catch.is_some_and(|one| one.caught == caught))
    };
    let counted = if catches(Caught::Joins) {
        "The hunters win the round when nobody is left"
    } else if catches(Caught::Round) {
        "The first catch ends the round and wins it"
    } else if catches(Caught::Remove) {
        "Each catch counts one, and the one caught is gone"
    } else {
        "Each catch counts one, and the one caught starts again"
    };
    let mut text = counted.to_string();
    if world.params.round_time > 0.0 {
        let hunted = scoring.iter().fold(0, |all, index| all | world.catchable_groups(*index));
        let labels: Vec<&str> = (0..world.groups().len())
            .filter(|index| Ties::contains(hunted, *index))
            .map(|index| world.groups()[index].label)
            .collect();
        let time = world.params.round_time;
        text += &format!("; after {time} s the round goes to {}", labels.join(" and "));
    }
    text.push('.');
    if world.params.best_of > 0 {
        text += &format!(" {} rounds win the match.", world.params.best_of / 2 + 1);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use flockwright::session::run::Run;

    #[test]
    fn the_line_tells_who_has_won_how_often() {
        let line = |link: &str, ticks: usize| {
            let mut run = Run::open(link).0;
            (0..ticks).for_each(|_| run.world.tick());
            catch_score_text(&run.world)
        };
        assert_eq!(line("v=8&scene=flock-wide", 60), "");
        assert_eq!(line("v=8&scene=duel", 60), "Rounds won: Line of sight 0 \u{b7} Interceptor 0");
        assert_eq!(line("v=8&scene=swarm", 1), "Birds caught 0");
        assert_eq!(line("v=8&scene=queue-door", 1), "Way out reached by 0");
        assert_eq!(line("v=8&scene=zombie-horde", 1), "Round 1 \u{b7} left: Survivors 80");
        let pause = line("v=8&scene=duel&round_time=1", 61);
        assert_eq!(pause, "Round won by Prey");
    }

    #[test]
    fn the_rules_of_the_score_say_what_counts_when_a_round_ends_and_who_wins() {
        let rules = |link: &str| score_rules(&Run::open(link).0.world);
        assert_eq!(rules("v=8&scene=flock-wide"), "");
        assert_eq!(
            rules("v=8&scene=duel"),
            "The first catch ends the round and wins it; after 30 s the round goes to Prey. 3 rounds \
             win the match."
        );
        assert_eq!(
            rules("v=8&scene=zombie-horde"),
            "The hunters win the round when nobody is left; after 90 s the round goes to Survivors."
        );
        assert_eq!(
            rules("v=8&scene=swarm"),
            "Each catch counts one, and the one caught starts again."
        );
    }
}
