//! Keys of links that are no parameters.

/// The key under which the page keeps what it shows: the camera, the selected unit, what is drawn.
/// No part of the run.
pub(crate) const LOOK: &str = "look";

/// The key of the recorded events.
pub(crate) const EVENTS_KEY: &str = "ev";

/// The key of the tick at which the link starts.
pub(crate) const AT_KEY: &str = "at";

/// The key of what the run is made of, where that is not as in the scene.
pub(crate) const GROUPS_KEY: &str = "groups";

/// The key of measures that are texts, see [`Gauge`](flockwright_rules::tree::Gauge).
pub(crate) const MEASURES_KEY: &str = "measures";

/// Keys that are no parameters of the run. What a link says of time is read by [`Timeline::open`].
///
/// [`Timeline::open`]: crate::session::timeline::Timeline::open
pub const RESERVED: [&str; 11] = [
    "v",
    "scene",
    "seed",
    "embed",
    "wish",
    "learn",
    LOOK,
    EVENTS_KEY,
    AT_KEY,
    GROUPS_KEY,
    MEASURES_KEY,
];
