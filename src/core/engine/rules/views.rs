//! Fields of view whose angles a rule can test.

use crate::engine::perception::{Sector, View, ViewModel};

/// Field of view whose angles a rule tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ViewChoice {
    Own,
    Wide,
    Limited,
    Narrow,
}

impl ViewChoice {
    /// Field of view with the parameters `own` of the group's view, or with default parameters.
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
