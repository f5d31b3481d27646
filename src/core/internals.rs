//! What the command line, the page, the other crates of the workspace and the tests use of the core
//! besides its interface. It may change in any version.

/// What the bullets of a duel are made of.
pub mod bullets {
    pub use crate::engine::bullets::BULLET_FLOATS;
}

/// Links as texts, and groups as links name them.
pub mod compose {
    pub use crate::session::compose::{
        Composition, GroupDoc, GroupInput, MOST_RULES, body_key, catalog, free_key, gathers,
        item_of, tie_of,
    };
    pub use crate::session::link::groups::item_of_text;
}

/// Names in sentences.
pub mod words {
    pub use crate::session::caption::mid_sentence;
}

/// The hash of a state.
pub mod hash {
    pub use crate::engine::hash::StateHash;
}

/// What can be drawn into a world, and how much of it.
pub mod layout {
    pub use crate::engine::layout::{
        LAST_TILE, Layout, MAX_COORDINATE, MOST_NODES, MOST_OBSTACLES, MOST_POSES, MOST_TILES,
        MOST_WALLS, OBSTACLE_RADIUS, Pose, WALL_RADIUS, is_outside,
    };
    pub use crate::engine::limits::MOST_UNITS;
    pub use crate::session::link::layout::{is_key, poses_text};
}

/// Arithmetic that is the same on all machines.
pub mod math {
    pub use crate::engine::math::{side, sin_cos, wrap_angle};
    pub use crate::engine::rng::{Rng, Stream};
    pub use crate::engine::sort::{keep_smallest, sort_by_key, sort_by_number, sort_by_numbers};
}

/// Whom a unit sees.
pub mod perception {
    pub use crate::engine::perception::neighborhood::{COINCIDENT_GAP, sees};
}

/// Rules as they run, and as links have them.
pub mod rules {
    pub use crate::engine::behaviors::written::{KEY_LINK, key_of_rule, label_of_rule};
    pub use crate::engine::rules::{Compiled, RuleTrace, TraceValue};
    pub use crate::session::link::rule::write;
}

/// What a run is, was and may become.
pub mod session {
    pub use crate::session::caption::Caption;
    pub use crate::session::change::RunChange;
    pub use crate::session::layout_doc::{GroupLayout, LayoutDoc};
    pub use crate::session::named::{Named, decimal};
    pub use crate::session::placing::Placed;
}

/// Where units start.
pub mod spawn {
    pub use crate::engine::scenery::edges::tank;
}

/// The forces of a tick.
pub mod steering {
    pub use crate::engine::steering::{Forces, OneForce};
}

/// The tiles of worlds that units walk on.
pub mod tiles {
    pub use crate::engine::tiles::{TILE, Tiles, center, octant};
}
