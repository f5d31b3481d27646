//! Behaviors whose forces follow the Lennard-Jones law (book, ch. 5).

mod hunt;
mod law;
mod obstacles;
mod swarm;

pub use hunt::PotentialHunt;
pub use obstacles::PotentialObstacles;
pub use swarm::Potential;
