//! Phrases that describe what recorded events did to groups and scenery, for marks on the timeline.

use super::compose::{Composition, GroupDoc, is_rule};
use super::events::Event;
use super::layout_doc::LayoutDoc;
use super::link::query::{GROUPS_KEY, LinkPairs};
use super::run::Run;
use super::timeline::Timeline;
use crate::engine::scenery::{obstacles, walls};
use std::sync::Arc;

/// Groups and edited layout of a run at one moment of its recording.
struct RunContents {
    groups: Arc<Composition>,
    layout: Arc<LayoutDoc>,
    /// Numbers of rocks and of walls in the scene without edits.
    scene_counts: [usize; 2],
}

impl Timeline {
    /// Describes the recorded changes of groups and scenery from tick `first` to tick `last`, each
    /// by its tick and a phrase such as "a wall was placed". `run`: the run of this timeline.
    pub fn edit_phrases(&self, run: &Run, first: u64, last: u64) -> Vec<(u64, &'static str)> {
        let events = self.log().events();
        let from = events.partition_point(|one| one.tick < first);
        let to = events.partition_point(|one| one.tick <= last);
        let is_edit = |event: &Event| {
            matches!(event, Event::Compose(_) | Event::Layout(_) | Event::Together(_))
        };
        let mut edits = Vec::new();
        if !events[from..to.max(from)].iter().any(|one| is_edit(&one.event)) {
            return edits;
        }
        let mut contents = RunContents::from_link(run, self.link());
        for recorded in &events[..to] {
            let text = match &recorded.event {
                Event::Compose(groups) => contents.replace_groups(groups.clone()),
                Event::Layout(layout) => contents.replace_layout(layout.clone()),
                Event::Together(change) => {
                    let groups = change.groups.clone().map(Arc::new);
                    let layout = change.layout.clone().map(Arc::new);
                    let count = contents.groups.groups.len();
                    let placed = layout.map(|layout| contents.replace_layout(layout));
                    let composed = groups.map(|groups| contents.replace_groups(groups));
                    let is_about_groups = contents.groups.groups.len() != count;
                    let text = if is_about_groups { composed } else { placed.or(composed) };
                    text.unwrap_or("values were set")
                }
                _ => continue,
            };
            if recorded.tick >= first {
                edits.push((recorded.tick, text));
            }
        }
        edits
    }
}

impl RunContents {
    /// Groups and edited layout with which a link opens the run at tick 0.
    fn from_link(run: &Run, link: &str) -> Self {
        let pairs = LinkPairs::read(link);
        let groups = run.read_composition(pairs.last_value(GROUPS_KEY).unwrap_or_default()).0;
        let layout = run.read_layout(link).0;
        let (params, seed) = (&run.world.params, run.world.seed());
        let own =
            [obstacles::place_obstacles(params, seed).len(), walls::build_walls(params).len()];
        Self { groups: groups.into(), layout: layout.into(), scene_counts: own }
    }

    fn replace_groups(&mut self, groups: Arc<Composition>) -> &'static str {
        let before = std::mem::replace(&mut self.groups, groups);
        groups_phrase(&before.groups, &self.groups.groups)
    }

    fn replace_layout(&mut self, layout: Arc<LayoutDoc>) -> &'static str {
        let before = std::mem::replace(&mut self.layout, layout);
        let (old, new, own) = (&before, &self.layout, self.scene_counts);
        let count = |len: Option<usize>, own: usize| len.unwrap_or(own);
        let rocks = |layout: &LayoutDoc| count(layout.obstacles.as_ref().map(Vec::len), own[0]);
        let walls = |layout: &LayoutDoc| count(layout.walls.as_ref().map(Vec::len), own[1]);
        if old.obstacles != new.obstacles {
            count_phrase(
                rocks(old),
                rocks(new),
                ["a rock was placed", "a rock was removed", "a rock was moved"],
            )
        } else if old.walls != new.walls {
            count_phrase(
                walls(old),
                walls(new),
                ["a wall was placed", "a wall was removed", "a wall was moved"],
            )
        } else if old.sites != new.sites {
            count_phrase(
                old.sites.len(),
                new.sites.len(),
                ["a site was placed", "a site was removed", "a site was moved or renamed"],
            )
        } else if old.blocked_tiles != new.blocked_tiles {
            "tiles were blocked or freed"
        } else {
            let paths = |layout: &LayoutDoc| -> Vec<_> {
                layout
                    .groups
                    .iter()
                    .map(|one| (one.group.clone(), one.path_nodes.clone()))
                    .collect()
            };
            if paths(old) != paths(new) {
                "a path was drawn"
            } else {
                "places to start were changed"
            }
        }
    }
}

/// Chooses one of `phrases` (placed, removed, moved) by the number of objects before and after.
fn count_phrase(before: usize, after: usize, phrases: [&'static str; 3]) -> &'static str {
    match after.cmp(&before) {
        std::cmp::Ordering::Greater => phrases[0],
        std::cmp::Ordering::Less => phrases[1],
        std::cmp::Ordering::Equal => phrases[2],
    }
}

fn groups_phrase(before: &[GroupDoc], after: &[GroupDoc]) -> &'static str {
    let lacks = |all: &[GroupDoc], key: &str| all.iter().all(|one| one.key != key);
    if after.iter().any(|one| lacks(before, one.key)) {
        return "a group was added";
    }
    if before.iter().any(|one| lacks(after, one.key)) {
        return "a group was removed";
    }
    let changed = after.iter().find_map(|new| {
        let old = before.iter().find(|old| old.key == new.key)?;
        (old != new).then_some((old, new))
    });
    let Some((old, new)) = changed else { return "groups were moved" };
    let gone = old.behaviors.iter().find(|item| !new.behaviors.contains(item));
    let added = new.behaviors.iter().find(|item| !old.behaviors.contains(item));
    match (gone, added) {
        (Some(gone), Some(added)) if is_rule(gone) && is_rule(added) => "a rule was rewritten",
        (Some(_), Some(_)) => "a behavior was replaced",
        (None, Some(added)) if is_rule(added) => "a rule was added",
        (None, Some(_)) => "a behavior was added",
        (Some(gone), None) if is_rule(gone) => "a rule was removed",
        (Some(_), None) => "a behavior was removed",
        (None, None) if old.behaviors != new.behaviors => "a behavior was moved",
        (None, None) if old.related_groups != new.related_groups => {
            "ties between groups were changed"
        }
        (None, None) if old.name != new.name => "a group was renamed",
        (None, None) if old.body != new.body => "a body was changed",
        (None, None) => "a group was changed",
    }
}
