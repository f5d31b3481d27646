//! Items of the core that the command line, the page, the other crates of the workspace and the
//! tests use in addition to the public interface. They may change in any version.

/// Memory layout of bullets, for readers of their raw values.
pub mod bullets {
    pub use crate::engine::bullets::BULLET_FLOATS;
}

/// Composition of a world: groups, behaviors and rules as documents and in the notation of links.
pub mod compose {
    pub use crate::session::compose::{
        Composition, GroupDoc, GroupObject, MAX_RULES, RESERVED_LINK_KEYS, behavior_catalog,
        body_key, free_key, item_of, keeps_together, relation_of,
    };
    pub use crate::session::link::groups::rule_item;
}

/// Spelling of a name in the middle of a sentence.
pub mod words {
    pub use crate::session::caption::mid_sentence;
}

/// Hasher of the simulation state.
pub mod hash {
    pub use crate::engine::hash::StateHash;
}

/// Layout of a world that people can edit (obstacles, walls, paths, sites, poses), and its limits.
pub mod layout {
    pub use crate::engine::layout::{
        LAST_TILE, Layout, MAX_BLOCKED_TILES, MAX_COORDINATE, MAX_OBSTACLES, MAX_PATH_NODES,
        MAX_POSES, MAX_SITES, MAX_WALLS, OBSTACLE_RADIUS_RANGE, Pose, Site, WALL_RADIUS_RANGE,
        is_outside_notice,
    };
    pub use crate::engine::limits::MAX_UNITS;
    pub use crate::session::link::layout::{is_layout_key, poses_text};
}

/// Arithmetic with equal results on all machines.
pub mod math {
    pub use crate::engine::math::{side_sign, sin_cos, wrap_angle};
    pub use crate::engine::rng::{RandomStream, Rng};
    pub use crate::engine::sort::{keep_smallest, sort_by_key, sort_by_number, sort_by_numbers};
}

/// Test whether one unit sees another one.
pub mod perception {
    pub use crate::engine::perception::neighborhood::{COINCIDENT_GAP, sees};
}

/// Compiled rules, and rules in the notation of links.
pub mod rules {
    pub use crate::engine::behaviors::written::{PARAM_KEY_SEPARATOR, key_of_rule, label_of_rule};
    pub use crate::engine::rules::{CompiledRule, RuleTrace, TraceValue};
    pub use crate::session::link::rule::encode_rule;
}

/// Captions, changes, layouts, link fields and named parameters of a run.
pub mod session {
    pub use crate::session::caption::Caption;
    pub use crate::session::change::RunChange;
    pub use crate::session::layout_doc::{GroupLayout, LayoutDoc};
    pub use crate::session::link::{LinkField, field_tables};
    pub use crate::session::named::{NamedParam, shortest_decimal};
    pub use crate::session::placing::PlacedObject;
}

/// Circle of a round tank: the largest one inside a world.
pub mod spawn {
    pub use crate::engine::scenery::edges::tank_circle;
}

/// Steering forces on the units in one tick.
pub mod steering {
    pub use crate::engine::steering::{Forces, UnitForces};
}

/// Tiles of worlds in which units walk on tiles.
pub mod tiles {
    pub use crate::engine::tiles::{TILE_SIZE, TileGrid, octant, tile_center};
}
