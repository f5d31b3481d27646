//! What a behavior answers to, for the diagrams of its force: see `probe.rs`.

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

crate::words! {
    /// What a diagram goes over.
    pub enum Axis {
        /// Distance of the stimulus, in lengths.
        Distance = "distance",
        /// Its bearing, in radians to starboard.
        Angle = "angle",
        /// Seconds from the start.
        Time = "time",
        /// The unit's speed, u/s.
        Speed = "speed",
        /// The force that is asked for.
        Force = "force",
    }
}

crate::words! {
    /// What a diagram shows over it.
    pub enum Reading {
        /// The weighted force to starboard.
        Side = "side",
        /// The weighted force away from the stimulus.
        Away = "away",
        /// The weighted force toward it.
        Toward = "toward",
        /// The weighted force forward.
        Along = "along",
        /// The thrust of the propeller.
        Thrust = "thrust",
        /// The speed, u/s.
        Speed = "speed",
        /// The rate of turn, radians per second to starboard.
        Turn = "turn",
        /// The size of the force that acts.
        Force = "force",
    }
}

/// What a behavior answers to, over what, how its answer is read, and how far a diagram goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// What it answers to.
    pub to: Stimulus,
    /// What the diagram goes over.
    pub over: Axis,
    /// How the answer is read.
    pub reads: Reading,
    /// Where the axis ends, in its unit; angles go all around.
    pub reach: f32,
}

/// A diagram goes this much farther than the distance that it is about.
const BEYOND: f32 = 1.6;

impl Answer {
    /// The force to one side, over the bearing.
    pub fn by_bearing(to: Stimulus) -> Self {
        let reach = std::f32::consts::PI;
        Self { to, over: Axis::Angle, reads: Reading::Side, reach }
    }

    /// A force over the distance, to beyond one that matters, in lengths.
    pub fn by_distance(to: Stimulus, reads: Reading, matters: f32) -> Self {
        Self { to, over: Axis::Distance, reads, reach: (BEYOND * matters).max(1.0) }
    }

    /// Something over the first seconds.
    pub fn by_time(to: Stimulus, reads: Reading, seconds: f32) -> Self {
        Self { to, over: Axis::Time, reads, reach: seconds }
    }

    /// The same over the distance, where it goes over something else.
    pub fn over_distance(self, matters: f32) -> Self {
        match self.over {
            Axis::Distance => self,
            _ => Self::by_distance(self.to, self.reads, matters),
        }
    }
}
