//! Kinds of stimuli to which a behavior responds.

/// Kind of stimulus to which a behavior responds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stimulus {
    /// Another unit, found in a set other than that of the feared units.
    Neighbor,
    /// The velocity or heading of another unit, wherever the unit is.
    Course,
    /// The target of the hunt.
    Target,
    /// The responding unit's goal, the held pointer, or a site.
    Goal,
    /// A round obstacle, a wall, or the border of the world.
    Obstacle,
    /// A unit that the responding unit's group fears.
    Menace,
    /// The leader that the responding unit's group follows.
    Leader,
    /// A node of the responding unit's path.
    Node,
}
