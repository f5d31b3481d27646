//! Fields of view that a rule can use to test whether a member of a set is in view.

use crate::engine::perception::{Sector, View, ViewModel};

/// Field of view that a rule tests: the group's own, or one of three shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ViewChoice {
    Own,
    Wide,
    Limited,
    Narrow,
}

impl ViewChoice {
    /// Sector of this field of view. `group_view`: the group's view, whose parameters are used;
    /// without one, `Own` is empty and the others have default parameters.
    pub fn sector(self, group_view: Option<View>) -> Sector {
        let view = group_view.unwrap_or_default();
        match self {
            Self::Own => group_view.map_or(Sector::NOTHING, |view| view.flock_sector()),
            Self::Wide => view.sector(ViewModel::Wide),
            Self::Limited => view.sector(ViewModel::Limited),
            Self::Narrow => view.sector(ViewModel::Narrow),
        }
    }
}
