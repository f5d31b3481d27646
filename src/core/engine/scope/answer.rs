//! Kinds of stimuli to which a behavior responds.

crate::words! {
    /// Kind of stimulus to which a behavior responds.
    pub enum Stimulus {
        /// Another unit of its group, which moves in the same direction.
        Neighbor = "neighbor",
        /// Velocity of another unit ahead.
        Course = "course",
        /// Another unit of its group ahead, which may keep it from leading the hunt.
        Ahead = "ahead",
        /// The hunted target, at rest.
        Target = "target",
        /// The unit's goal, at rest.
        Goal = "goal",
        /// A round obstacle.
        Obstacle = "obstacle",
        /// A unit that its group fears, at rest.
        Menace = "menace",
        /// The leader that soldiers follow, at rest.
        Leader = "leader",
        /// A node of the unit's path.
        Node = "node",
        /// The key that turns the craft to starboard.
        Rudder = "rudder",
        /// The key that opens the throttle.
        Throttle = "throttle",
        /// No stimulus from outside: only time passes.
        Nothing = "nothing",
    }
}
