//! Search for units within the catch distance of the units that hunt them.

use super::state::State;
use crate::engine::params::Edges;
use crate::engine::scenery::Space;
use crate::engine::ties::Ties;
use std::ops::Range;

/// Search for all units that a group can catch, with buffers that are reused from tick to tick.
#[derive(Clone, Debug, Default)]
pub(super) struct CatchSearch {
    /// Ids of each group's hunters, from left to right in the last search.
    hunters: Vec<Vec<usize>>,
    /// Results of the last search, each as the ids of the nearest hunter and its prey, ascending by
    /// the prey.
    found_pairs: Vec<[usize; 2]>,
}

/// Gaps of the Shell sort in `sort_hunters`, continued up to the gap for as many hunters as a world
/// can have units.
const SORT_GAPS: [usize; 13] =
    [40_842, 18_152, 8_068, 3_586, 1_594, 701, 301, 132, 57, 23, 10, 4, 1];

impl CatchSearch {
    /// Finds every unit within the catch distance of the group with the index `by`. Returns pairs
    /// of the unit's nearest hunter and the unit itself, by their ids. Of equally near hunters, the
    /// one with the lower id counts. Hunters are sorted by x, so each prey is compared only with
    /// the hunters in its column.
    pub fn find_catches(&mut self, state: &State, by: usize) -> &[[usize; 2]] {
        let (agents, groups) = (state.agents(), state.groups());
        let torus = state.params.edges == Edges::Wrap;
        let space = Space { is_torus: torus, ..state.space() };
        let shifts = if torus { &[0.0, -1.0, 1.0][..] } else { &[0.0] };
        self.hunters.resize_with(groups.len(), Vec::new);
        self.found_pairs.clear();
        let group = &groups[by];
        let reach = group.catch.map_or(0.0, |catch| catch.catch_factor * group.crowd.length);
        if reach <= 0.0 {
            return &self.found_pairs;
        }
        let x = |id: usize| agents.x[id];
        let hunters = &mut self.hunters[by];
        sort_hunters(hunters, group.ids.clone(), x);
        let preys = state.catchable_groups(by);
        let prey = (0..groups.len()).filter(|prey| *prey != by && Ties::contains(preys, *prey));
        for id in prey.flat_map(|prey| groups[prey].ids.clone()) {
            let place = agents.position(id);
            let squared = |hunter: usize| {
                space.offset_between(agents.position(hunter), place).length_squared()
            };
            let close = shifts.iter().flat_map(|shift| {
                let middle = place.x + shift * state.size().x;
                let first = hunters.partition_point(|hunter| x(*hunter) < middle - reach);
                let column = hunters[first..].iter().copied();
                column.take_while(move |hunter| x(*hunter) <= middle + reach)
            });
            let near = close.filter(|hunter| squared(*hunter) <= reach * reach);
            let nearest = near.min_by(|one, other| {
                squared(*one).total_cmp(&squared(*other)).then(one.cmp(other))
            });
            if let Some(hunter) = nearest {
                self.found_pairs.push([hunter, id]);
            }
        }
        &self.found_pairs
    }
}

/// Sorts the ids of hunters from left to right; `ids` are those of their group.
fn sort_hunters(hunters: &mut Vec<usize>, ids: Range<usize>, x: impl Fn(usize) -> f32) {
    let is_known = hunters.len() == ids.len() && hunters.iter().all(|id| ids.contains(id));
    if !is_known {
        hunters.clear();
        hunters.extend(ids);
    }
    // An insertion sort suffices for hunters whose order has changed little since the last tick.
    // New hunters are first sorted by wider gaps (Shell 1959, with Ciura's gaps).
    let gaps = if is_known { &SORT_GAPS[SORT_GAPS.len() - 1..] } else { &SORT_GAPS };
    for gap in gaps {
        for end in *gap..hunters.len() {
            let mut at = end;
            while at >= *gap && x(hunters[at]) < x(hunters[at - gap]) {
                hunters.swap(at, at - gap);
                at -= gap;
            }
        }
    }
}
