//! Round obstacles.

use crate::params::WorldParams;
use crate::rng::{Rng, Stream};
use glam::Vec2;

/// A disc that units steer around (book, ex. 4-12).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Obstacle {
    pub center: Vec2,
    pub radius: f32,
}

/// Candidates tried for each obstacle; the one with the most room is taken.
const TRIES: usize = 30;

/// Scatters the world's obstacles: a function of its parameters and the seed alone.
///
/// Each is put where it is farthest from its predecessors and the edges, of a few random places
/// (Mitchell's best-candidate sampling), so that gaps stay open between them.
pub fn scatter(world: &WorldParams, seed: u32) -> Vec<Obstacle> {
    let mut rng = Rng::new(seed, Stream::Scenery);
    let radius = world.obstacle_radius;
    let mut obstacles: Vec<Obstacle> = Vec::with_capacity(world.obstacles as usize);
    for _ in 0..world.obstacles {
        let mut best = (f32::NEG_INFINITY, Vec2::ZERO);
        for _ in 0..TRIES {
            let place = Vec2::new(rng.range(0.0, world.width), rng.range(0.0, world.height));
            let edge = place.min(Vec2::new(world.width, world.height) - place).min_element();
            let room = obstacles
                .iter()
                .map(|other| other.center.distance(place))
                .fold(2.0 * edge, f32::min);
            if room > best.0 {
                best = (room, place);
            }
        }
        obstacles.push(Obstacle { center: best.1, radius });
    }
    obstacles
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn obstacles_follow_from_the_seed_and_lie_apart() {
        let world = WorldParams { obstacles: 8, ..WorldParams::default() };
        for seed in 0..20 {
            let these = scatter(&world, seed);
            assert_eq!(these, scatter(&world, seed));
            for (i, a) in these.iter().enumerate() {
                for b in &these[..i] {
                    let gap = a.center.distance(b.center) - a.radius - b.radius;
                    assert!(gap > 0.0, "seed {seed}: two obstacles overlap by {}", -gap);
                }
            }
        }
    }
}
