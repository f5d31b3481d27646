//! A change of groups, parameter values and layout that is made as one event.

use super::compose::Composition;
use super::layout_doc::LayoutDoc;
use super::run::Run;
use crate::engine::group::{Group, split_key};

/// Simultaneous change of several parts of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunChange {
    /// New composition; `None` keeps the groups.
    pub groups: Option<Composition>,
    /// New values of parameters: pairs of a key and a value, as in links.
    pub param_values: Vec<(String, String)>,
    /// New edited layout; `None` keeps the layout.
    pub layout: Option<LayoutDoc>,
}

impl Run {
    /// The groups that the run would have with this composition; `None` is its current one.
    fn groups_after(&self, composition: Option<&Composition>) -> Vec<Group> {
        let now = self.world.groups();
        let build = |composition: &Composition| {
            composition.build(&(self.scene().build_setup)().groups, now)
        };
        composition.map_or_else(|| build(&self.composition()), build)
    }

    /// The change without unusable groups and layout; `None` if it would change nothing.
    pub(super) fn effective_change(&self, change: &RunChange) -> Option<RunChange> {
        let scene = self.scene_composition();
        let groups = change.groups.as_ref().map(|groups| groups.checked(&scene).0);
        let groups = groups.filter(|groups| *groups != self.composition());
        let made = self.groups_after(groups.as_ref());
        let layout =
            change.layout.as_ref().map(|layout| layout.for_groups(&made).fit_to_groups(&made).0);
        let laid_out = layout.as_ref().is_none_or(|layout| layout == self.layout());
        let is_set = |(key, value): &(String, String)| {
            let id = self.find_param(key).filter(|id| self.params()[*id].is_present);
            id.is_some_and(|id| {
                let read = self.params()[id].spec.parse_value(value);
                read.is_ok_and(|reading| reading.value == self.get(id))
            })
        };
        if groups.is_none() && laid_out && change.param_values.iter().all(is_set) {
            return None;
        }
        let layout = layout.map(|layout| LayoutDoc::new(&layout, &made));
        // An empty layout is dropped, since the notation of links cannot express it.
        let layout = layout.filter(|layout| *layout != LayoutDoc::default());
        let change = RunChange { groups, param_values: change.param_values.clone(), layout };
        (change != RunChange::default()).then_some(change)
    }

    /// Makes a change. Units of new groups start where the new layout says.
    pub(super) fn apply_change(&mut self, change: &RunChange) {
        let scene = self.scene_composition();
        let groups = change.groups.as_ref().map(|groups| groups.checked(&scene).0);
        let groups = groups.filter(|groups| *groups != self.composition());
        let mut made = self.groups_after(groups.as_ref());
        if groups.is_some() {
            set_group_values(&mut made, &change.param_values);
        }
        let layout =
            change.layout.as_ref().map(|layout| layout.for_groups(&made).fit_to_groups(&made).0);
        match (groups, layout) {
            (Some(_), layout) => {
                self.world.set_groups_and_layout(made, layout);
                self.update_param_list();
            }
            (None, Some(layout)) => drop(self.set_layout(layout)),
            (None, None) => {}
        }
        for (key, value) in &change.param_values {
            let id = self.find_param(key).filter(|id| self.params()[*id].is_present);
            let read =
                id.and_then(|id| Some((id, self.params()[id].spec.parse_value(value).ok()?.value)));
            if let Some((id, value)) = read {
                self.set(id, value);
            }
        }
    }
}

/// Sets parameter values in new groups before they become part of the world, because the number of
/// units depends on the values.
fn set_group_values(groups: &mut [Group], values: &[(String, String)]) {
    for (key, value) in values {
        let Some((index, name)) = split_key(key, groups) else { continue };
        let Some(group) = groups.get_mut(index) else { continue };
        for part in 0..group.param_blocks().count() {
            let Some(part) = group.param_block_mut(part) else { continue };
            let found = part.specs().iter().position(|spec| spec.key == name);
            if let Some(at) = found
                && let Ok(reading) = part.specs()[at].parse_value(value)
            {
                part.set(at, reading.value);
            }
        }
    }
}
