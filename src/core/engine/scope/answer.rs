//! What a behavior answers to.

crate::words! {
    /// What a behavior answers to.
    pub enum Stimulus {
        /// Another unit of its group, moving the same way.
        Neighbor = "neighbor",
        /// The course of another unit, which is ahead.
        Course = "course",
        /// Another unit of its group, which may keep it from leading the hunt.
        Ahead = "ahead",
        /// What is hunted, at rest.
        Target = "target",
        /// What the unit has in mind, at rest.
        Goal = "goal",
        /// A round obstacle.
        Obstacle = "obstacle",
        /// Another unit that it fears, at rest.
        Menace = "menace",
        /// The one that soldiers follow, at rest.
        Leader = "leader",
        /// A node of its path.
        Node = "node",
        /// The key for a turn to starboard.
        Rudder = "rudder",
        /// The key that opens the throttle.
        Throttle = "throttle",
        /// Nothing outside: time goes by.
        Nothing = "nothing",
    }
}
