//! What a behavior answers to, for the diagrams of its force: see `probe.rs`.

/// What a behavior answers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stimulus {
    /// Another unit of its group, moving the same way.
    Neighbor,
    /// The course of another unit, which is ahead.
    Course,
    /// Another unit of its group, which may keep it from leading the hunt.
    Ahead,
    /// What is hunted, at rest.
    Target,
    /// What the unit has in mind, at rest.
    Goal,
    /// A round obstacle.
    Obstacle,
    /// Another unit that it fears, at rest.
    Menace,
    /// The one that soldiers follow, at rest.
    Leader,
    /// A node of its path.
    Node,
    /// The key for a turn to starboard.
    Rudder,
    /// The key that opens the throttle.
    Throttle,
    /// Nothing outside: time goes by.
    Nothing,
}

impl Stimulus {
    /// The name under which the page knows it.
    pub fn key(self) -> &'static str {
        match self {
            Self::Neighbor => "neighbor",
            Self::Course => "course",
            Self::Ahead => "ahead",
            Self::Target => "target",
            Self::Goal => "goal",
            Self::Obstacle => "obstacle",
            Self::Menace => "menace",
            Self::Leader => "leader",
            Self::Node => "node",
            Self::Rudder => "rudder",
            Self::Throttle => "throttle",
            Self::Nothing => "nothing",
        }
    }
}

/// What a diagram goes over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// Distance of the stimulus, in lengths.
    Distance,
    /// Its bearing, in radians to starboard.
    Angle,
    /// Seconds from the start.
    Time,
    /// The unit's speed, u/s.
    Speed,
    /// The force that is asked for.
    Force,
}

impl Axis {
    /// The name under which the page knows it.
    pub fn key(self) -> &'static str {
        match self {
            Self::Distance => "distance",
            Self::Angle => "angle",
            Self::Time => "time",
            Self::Speed => "speed",
            Self::Force => "force",
        }
    }
}

/// What a diagram shows over it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// The weighted force to starboard.
    Side,
    /// The weighted force away from the stimulus.
    Away,
    /// The weighted force toward it.
    Toward,
    /// The weighted force forward.
    Along,
    /// The thrust of the propeller.
    Thrust,
    /// The speed, u/s.
    Speed,
    /// The rate of turn, radians per second to starboard.
    Turn,
    /// The size of the force that acts.
    Force,
}

impl Reading {
    /// The name under which the page knows it.
    pub fn key(self) -> &'static str {
        match self {
            Self::Side => "side",
            Self::Away => "away",
            Self::Toward => "toward",
            Self::Along => "along",
            Self::Thrust => "thrust",
            Self::Speed => "speed",
            Self::Turn => "turn",
            Self::Force => "force",
        }
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
