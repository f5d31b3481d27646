//! The changes that a scene suggests, as events that can be recorded and undone, and the caption of
//! a run: one sentence about what can be seen in it.

use super::events::Event;
use super::link::is_reserved;
use super::link::query::{GROUPS_KEY, pairs_of};
use super::run::{Run, RunParam};
use crate::scenes::SuggestedChange;
use crate::schema::{PlainControl, ValueKind};

/// Number of ticks per second.
const TICKS_PER_SECOND: u32 = 60;

/// Converts a name to lower case for the middle of a sentence; words without lower-case letters,
/// such as "RTS", stay as they are.
pub fn mid_sentence(name: &str) -> String {
    let lower = |word: &str| match word.bytes().any(|byte| byte.is_ascii_lowercase()) {
        true => word.to_ascii_lowercase(),
        false => word.to_string(),
    };
    name.split(' ').map(lower).collect::<Vec<_>>().join(" ")
}

/// Part of a run that a suggested change acts on; parameters and texts are given by their index.
enum ChangedPart {
    Param(usize),
    Text(usize),
    Groups,
}

impl Run {
    /// The changes that the scene suggests, as far as the run can make them: a parameter is missing
    /// after its behavior or group has been removed.
    fn suggested_changes(&self) -> impl Iterator<Item = (&'static SuggestedChange, ChangedPart)> {
        self.scene().suggested_changes.iter().filter_map(|change| {
            let key = match change {
                SuggestedChange::Set(key, _) | SuggestedChange::Ramp { key, .. } => key,
                SuggestedChange::Compose { .. } => return Some((change, ChangedPart::Groups)),
            };
            let text = || self.find_text(key).filter(|id| self.texts()[*id].is_present);
            let param = self.find_param(key).filter(|id| self.params()[*id].is_present);
            Some((change, param.map(ChangedPart::Param).or_else(|| text().map(ChangedPart::Text))?))
        })
    }

    /// Events that make the suggested changes (`on`), or restore the scene's own values (not `on`).
    /// Parameters that the run does not have any longer are left out.
    pub fn suggested_change_events(&self, on: bool) -> Vec<Event> {
        self.suggested_changes()
            .filter_map(|(change, aim)| self.suggested_change_event(change, &aim, on))
            .collect()
    }

    fn suggested_change_event(
        &self,
        change: &SuggestedChange,
        changed_part: &ChangedPart,
        is_on: bool,
    ) -> Option<Event> {
        match (changed_part, change) {
            (ChangedPart::Groups, SuggestedChange::Compose { groups, .. }) => {
                let groups = self.read_composition(if is_on { groups } else { "" }).0;
                Some(Event::Compose(groups.into()))
            }
            (ChangedPart::Text(id), SuggestedChange::Set(_, text)) => {
                let text = if is_on { text } else { self.texts()[*id].default.as_str() };
                Some(Event::Text { id: *id, text: text.into() })
            }
            (ChangedPart::Param(id), _) if !is_on => {
                Some(Event::Param { id: *id, value: self.params()[*id].default })
            }
            (ChangedPart::Param(id), SuggestedChange::Set(_, text)) => {
                let value = self.params()[*id].spec.parse_value(text).ok()?.value;
                Some(Event::Param { id: *id, value })
            }
            (ChangedPart::Param(id), SuggestedChange::Ramp { to, seconds, .. }) => {
                Event::param_ramp(self, *id, self.get(*id), *to, seconds * TICKS_PER_SECOND)
            }
            _ => None,
        }
    }

    /// Whether all suggested changes have been made or are being made (by a ramp).
    pub fn are_suggested_changes_made(&self) -> bool {
        let done = |(change, part): (&SuggestedChange, ChangedPart)| match (part, change) {
            (ChangedPart::Groups, SuggestedChange::Compose { groups, .. }) => {
                self.composition_text() == *groups
            }
            (ChangedPart::Text(id), _) => self.text(id) != self.texts()[id].default,
            (ChangedPart::Param(id), _) => self.get(id) != self.params()[id].default,
            _ => false,
        };
        let mut tries = self.suggested_changes().map(done).peekable();
        tries.peek().is_some() && tries.all(|done| done)
    }

    /// Label of the button that makes the suggested changes; empty if there are none.
    pub fn suggestion_label(&self) -> String {
        let Some((first, part)) = self.suggested_changes().next() else {
            return String::new();
        };
        let id = match (part, first) {
            (ChangedPart::Groups, SuggestedChange::Compose { label, .. }) => {
                return (*label).to_string();
            }
            (ChangedPart::Text(id), _) => {
                return format!("Give other {}", mid_sentence(self.texts()[id].spec.label));
            }
            (ChangedPart::Param(id), _) => id,
            _ => return String::new(),
        };
        let RunParam { spec, default, group, .. } = &self.params()[id];
        let name = mid_sentence(spec.plain_control.map_or(spec.label, PlainControl::label));
        let group = group.filter(|group| *group > 0);
        let whose = match group.and_then(|group| self.world.groups().get(group)) {
            Some(group) => format!("{}: ", group.label),
            None => String::new(),
        };
        let to = match *first {
            SuggestedChange::Ramp { to, .. } => to,
            SuggestedChange::Set(_, text) => {
                spec.parse_value(text).map_or(*default, |read| read.value)
            }
            SuggestedChange::Compose { .. } => *default,
        };
        let does = match (spec.kind, first) {
            (ValueKind::Choice(choices), _) => {
                let chosen = choices.get(to as usize).map_or("", |choice| choice.label);
                return format!("{whose}{name}: {}", mid_sentence(chosen));
            }
            (_, SuggestedChange::Ramp { .. }) if to > *default => "let NAME grow",
            (_, SuggestedChange::Ramp { .. }) => "let NAME fall",
            _ if to == 0.0 => "switch NAME off",
            _ if to > *default => "turn NAME up",
            _ => "turn NAME down",
        };
        format!("{whose}{}", does.replace("NAME", &name))
    }

    /// Sentence about what can be seen in the run, and in how many parts a person changed it.
    pub fn caption(&self) -> Caption {
        let scene = self.scene();
        let link = self.link();
        // A source run is the scene with the constants of its source. Its link has the same form as
        // links of other runs, so their pairs can be compared. A run with all pairs of the source
        // run counts as that run, with or without further changes.
        let of_source = scene.source_run.filter(|original| {
            pairs_without_seed(original.link).all(|pair| link.split('&').any(|other| other == pair))
        });
        let known: Vec<&str> =
            of_source.map_or(vec![], |original| pairs_without_seed(original.link).collect());
        let changes = link
            .split('&')
            .filter(|pair| !known.contains(pair))
            .filter_map(|pair| pairs_of(pair).next())
            .map(|(key, _)| match &*key {
                GROUPS_KEY => self.count_changed_groups(),
                key => usize::from(!is_reserved(key)),
            })
            .sum();
        let tried = of_source.is_none() && self.are_suggested_changes_made();
        let (see, changes) = match of_source {
            Some(original) => (original.visible_effect, changes),
            None if tried => (scene.suggestion, 0),
            None => (scene.visible_effect, changes),
        };
        Caption {
            visible_effect: see,
            change_count: changes,
            are_suggested_changes_made: tried,
            is_of_source: of_source.is_some(),
        }
    }

    /// Number of groups that differ from those of the scene, are new, or have been removed.
    fn count_changed_groups(&self) -> usize {
        let (now, scene) = (self.composition().groups, self.scene_composition().groups);
        let others = now.iter().filter(|member| !scene.contains(member)).count();
        let has = |key: &str| now.iter().any(|member| member.key == key);
        others + scene.iter().filter(|member| !has(member.key)).count()
    }
}

/// Returns the pairs `key=value` of a link except the seed.
fn pairs_without_seed(link: &str) -> impl Iterator<Item = &str> {
    link.split('&').filter(|pair| !pair.starts_with("seed="))
}

/// Description of what can be seen in a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Caption {
    /// One sentence about what can be seen in the run.
    pub visible_effect: &'static str,
    /// Number of parts of the run (parameters, groups, layout) that differ from the run for which
    /// `visible_effect` was written. Above 0, `visible_effect` may no longer be true.
    pub change_count: usize,
    /// Whether the suggested changes have been made; `visible_effect` then describes their result.
    pub are_suggested_changes_made: bool,
    /// Whether the run has the constants of the scene's source.
    pub is_of_source: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenes::SCENES;

    fn caption(link: &str) -> Caption {
        let (run, notices) = Run::open(link);
        assert!(notices.is_empty(), "{link}: {notices:?}");
        run.caption()
    }

    #[test]
    fn a_scene_says_what_there_is_to_see_until_somebody_has_changed_it() {
        for scene in SCENES {
            let plain = Caption {
                visible_effect: scene.visible_effect,
                change_count: 0,
                are_suggested_changes_made: false,
                is_of_source: false,
            };
            assert_eq!(caption(&scene.link()), plain, "{}", scene.key);
        }
        let flock = "v=8&scene=flock-wide";
        assert_eq!(caption(&format!("{flock}&seed=5")).change_count, 0);
        assert_eq!(caption(&format!("{flock}&alignment=0.5&cohesion=2")).change_count, 2);
        assert_eq!(caption(&format!("{flock}&ob=100-100-20")).change_count, 1);
        let groups = "groups=birds.pcohesion-alignment-wander*g1.rmonster.bpoint.ppursue";
        assert_eq!(caption(&format!("scene=open-sky&{groups}&cohesion=2")).change_count, 4);
    }

    #[test]
    fn the_run_with_the_constants_of_the_source_says_so_and_what_there_is_to_see() {
        let mut found = 0;
        for (scene, original) in SCENES.iter().filter_map(|s| Some((s, s.source_run?))) {
            let (run, notices) = Run::open(&format!("{}&seed=7", original.link));
            assert!(notices.is_empty(), "{}: {notices:?}", scene.key);
            assert_eq!(
                pairs_without_seed(&run.link()).collect::<Vec<_>>().join("&"),
                original.link
            );
            assert_ne!(original.link, scene.link());
            let said = run.caption();
            let own = run.scene().key == scene.key;
            let see = if own { original.visible_effect } else { run.scene().visible_effect };
            let wanted = Caption {
                visible_effect: see,
                change_count: 0,
                are_suggested_changes_made: false,
                is_of_source: own,
            };
            assert_eq!(said, wanted, "{}", scene.key);
            found += 1;
        }
        assert!(found >= 9, "{found} scenes have another version of the source");
    }

    #[test]
    fn the_run_of_the_source_stays_that_of_the_source_when_somebody_has_changed_it() {
        for link in SCENES.iter().filter_map(|scene| Some(scene.source_run?.link)) {
            if !link.contains("scene=duel") && !link.contains("scene=patrol") {
                continue;
            }
            let said = caption(link);
            assert!(said.is_of_source, "{link}");
            let changed = Caption { change_count: 1, ..said };
            assert_eq!(caption(&format!("{link}&thrust=300")), changed, "{link}");
        }
        // With other values of the source's parameters, it is not the run of the source.
        assert!(!caption("v=8&scene=patrol&hold=0&zigzag.hold=0").is_of_source);
    }

    #[test]
    fn what_a_scene_invites_to_is_named_after_what_it_does() {
        let act = |key: &str| {
            let scene = SCENES.iter().find(|scene| scene.key == key).expect("a scene");
            Run::open(&scene.link()).0.suggestion_label()
        };
        for (scene, says) in [
            ("open-sky", "turn alignment down"),
            ("flock-limited", "turn sight down"),
            ("duel", "Prey: switch unrest off"),
            ("flock-obstacles", "feelers: one"),
            ("vicsek", "let noise grow"),
            ("empty", "make them a flock"),
        ] {
            assert_eq!(act(scene), says, "{scene}");
        }
        for scene in SCENES {
            assert_eq!(
                act(scene.key).is_empty(),
                scene.suggested_changes.is_empty(),
                "{}",
                scene.key
            );
        }
    }
}
