//! Views whose angles a rule can test, with the parameters of the group.

use crate::engine::perception::{Sector, View, ViewModel};

/// View whose angles are tested for a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ViewChoice {
    Own,
    Wide,
    Limited,
    Narrow,
}

impl ViewChoice {
    /// Sector of the view, for a group with this view or none.
    pub fn sector(self, own: Option<View>) -> Sector {
        let view = own.unwrap_or_default();
        match self {
            Self::Own => own.map_or(Sector::NOTHING, |view| view.flock_sector()),
            Self::Wide => view.sector(ViewModel::Wide),
            Self::Limited => view.sector(ViewModel::Limited),
            Self::Narrow => view.sector(ViewModel::Narrow),
        }
    }
}
