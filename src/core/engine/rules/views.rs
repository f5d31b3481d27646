//! The views by whose angles a rule may ask: the forms of the group's own.

use crate::engine::perception::{Sector, View, ViewModel};

/// A view by whose angles a direction is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ViewChoice {
    Own,
    Wide,
    Limited,
    Narrow,
}

impl ViewChoice {
    /// All of them, by number.
    pub const ALL: [Self; 4] = [Self::Own, Self::Wide, Self::Limited, Self::Narrow];

    /// Its sector, of a group with this view, or none.
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
