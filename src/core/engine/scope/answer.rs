//! Kinds of stimuli to which a behavior responds.

crate::words! {
    /// Kind of stimulus to which a behavior responds.
    pub enum Stimulus {
        /// Another unit of the responding unit's group, which moves in the same direction.
        Neighbor = "neighbor",
        /// The velocity of another unit ahead.
        Course = "course",
        /// Another unit of the responding unit's group ahead, which can keep it from being a
        /// leader.
        Ahead = "ahead",
        /// The target of the hunt, at rest.
        Target = "target",
        /// The responding unit's goal, at rest.
        Goal = "goal",
        /// A round obstacle.
        Obstacle = "obstacle",
        /// A unit that the responding unit's group fears, at rest.
        Menace = "menace",
        /// The leader that soldiers follow, at rest.
        Leader = "leader",
        /// A node of the responding unit's path.
        Node = "node",
        /// The key that turns the player's craft to starboard.
        Rudder = "rudder",
        /// The key that opens the throttle of the player's craft.
        Throttle = "throttle",
        /// No stimulus from outside, only the passing of time.
        Nothing = "nothing",
    }
}
