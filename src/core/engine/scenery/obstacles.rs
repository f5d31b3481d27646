//! Round obstacles.

use super::edges::{nearest_image_of, wrapped};
use crate::engine::agents::Moving;
use crate::engine::params::{Edges, ObstaclePlan, WorldParams};
use crate::engine::rng::{Rng, Stream};
use glam::Vec2;
use std::ops::Range;

/// A disc that units steer around (book, ex. 4-12).
///
/// ```
/// use flockwright::prelude::*;
///
/// let mut world = World::new(WorldParams::default(), vec![], 7);
/// world.set_obstacles(vec![Obstacle { center: Vec2::new(300.0, 200.0), radius: 30.0 }]);
/// assert_eq!(world.obstacles().len(), 1);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Obstacle {
    /// Its middle, u.
    pub center: Vec2,
    /// u
    pub radius: f32,
}

crate::taped!(Obstacle { center, radius });

impl Obstacle {
    /// Whether a part of it lies in a world of this size.
    fn is_within(&self, size: Vec2) -> bool {
        let (low, high) = (self.center - self.radius, self.center + self.radius);
        high.cmpge(Vec2::ZERO).all() && low.cmple(size).all()
    }
}

/// A unit is moved out of discs at most this many times in a tick.
const MOST_MOVES: usize = 4;

/// Candidates tried for each obstacle; the one with the most room is taken.
const TRIES: usize = 30;

/// Wall discs stand this many radii apart: touching ones would be twice.
const WALL_SPACING: f32 = 2.0;

/// At most this many discs make a wall, however small they are.
const WALL_DISCS: f32 = 200.0;

/// Where the first and the last wall stand, as shares of the world's width. A goal needs room
/// behind the last one: close to a wall, its pull holds a craft against it.
const FIRST_WALL: f32 = 0.2;
const LAST_WALL: f32 = 0.6;

/// Gaps keep this share of the world's height from the top and the bottom.
const GAP_MARGIN: f32 = 0.1;

/// The world's obstacles: a function of its parameters and the seed alone.
pub fn place(world: &WorldParams, seed: u32) -> Vec<Obstacle> {
    match world.layout {
        ObstaclePlan::Scattered => scatter(world, seed),
        ObstaclePlan::Maze => maze(world, seed),
    }
}

/// Walls of discs, evenly spaced from left to right, each with one gap at a random height.
pub fn maze(world: &WorldParams, seed: u32) -> Vec<Obstacle> {
    let mut rng = Rng::new(seed, Stream::Scenery);
    let radius = world.obstacle_radius;
    let spacing = (WALL_SPACING * radius).max(world.height / WALL_DISCS);
    let across = (world.height / spacing).ceil();
    let mut obstacles = Vec::new();
    for wall in 0..world.maze_walls {
        let share = wall as f32 / (world.maze_walls.max(2) - 1) as f32;
        let x = world.width * (FIRST_WALL + (LAST_WALL - FIRST_WALL) * share);
        // The rims of the discs beside the gap are `maze_gap` apart.
        let half = 0.5 * world.maze_gap + radius;
        let margin = (GAP_MARGIN * world.height).max(half).min(0.5 * world.height);
        let gap = rng.range(margin, world.height - margin);
        // Disc by disc away from the gap, so that both its rims are where they should be.
        for k in 0..across as usize {
            let step = half + k as f32 * spacing;
            for y in [gap - step, gap + step] {
                if (0.0..=world.height).contains(&y) {
                    obstacles.push(Obstacle { center: Vec2::new(x, y), radius });
                }
            }
        }
    }
    obstacles
}

/// One who flies through less than this share of a disc's radius off its middle within a tick has not
/// slid along its rim.
const THROUGH: f32 = 0.95;

/// Puts units back that have come into a disc on this tick, or through one, and takes the speed that
/// led them in. They keep `gap` lengths off its rim. No unit is put out of a world of this size.
/// `before`: where each of the range was.
pub(crate) fn hold(
    obstacles: &[Obstacle],
    gap: f32,
    agents: &mut Moving,
    before: &[Vec2],
    range: Range<usize>,
    (size, edges): (Vec2, Edges),
) {
    if obstacles.is_empty() {
        return;
    }
    let wraps = edges == Edges::Wrap;
    for (id, before) in range.zip(before) {
        // Out of one disc may be into the next.
        for turn in 0..MOST_MOVES {
            let mut moved = false;
            for obstacle in obstacles.iter().filter(|one| !wraps || one.is_within(size)) {
                let (place, velocity) = (agents.position(id), agents.velocity(id));
                let least = obstacle.radius + gap * agents.length[id];
                let near = |at: Vec2| if wraps { nearest_image_of(at, size) } else { at };
                let plain = place - obstacle.center;
                let off = near(plain);
                let center = if off == plain { obstacle.center } else { place - off };
                let way = near(place - *before);
                let entry = (turn == 0).then(|| entry(off - way, way, obstacle.radius, least));
                let entry = entry.flatten();
                if entry.is_none() && off.length_squared() >= least * least {
                    continue;
                }
                // Dead in the middle: back where it came from.
                let out = entry.unwrap_or(off).normalize_or(-agents.forward(id));
                let there = center + out * least;
                let held = if wraps { wrapped(there, size) } else { there.clamp(Vec2::ZERO, size) };
                // At the rim of the world there may be no room on this side.
                let there = if wraps || held == there {
                    held
                } else {
                    along_rim(obstacle, held, least).clamp(Vec2::ZERO, size)
                };
                let velocity = velocity - out * velocity.dot(out).min(0.0);
                (agents.x[id], agents.y[id]) = (there.x, there.y);
                (agents.vx[id], agents.vy[id]) = (velocity.x, velocity.y);
                moved = true;
            }
            if !moved {
                break;
            }
        }
    }
}

/// Where a way from an offset to a disc's middle comes to its rim, if it has led past the middle
/// within the disc.
fn entry(from: Vec2, way: Vec2, radius: f32, least: f32) -> Option<Vec2> {
    let length = way.length();
    let along = way.normalize_or_zero();
    let ahead = -from.dot(along);
    let miss = (from + along * ahead).length();
    let through = ahead > 0.0 && ahead < length && miss < THROUGH * radius;
    (through && from.length() >= least)
        .then(|| from + along * (ahead - (least * least - miss * miss).max(0.0).sqrt()))
}

/// The place on an edge of the world, near `held` on that edge, that is far enough from a disc.
fn along_rim(obstacle: &Obstacle, held: Vec2, least: f32) -> Vec2 {
    let off = held - obstacle.center;
    // The greater part of the offset is across the edge on which it is held.
    if off.x.abs() < off.y.abs() {
        let along = (least * least - off.y * off.y).max(0.0).sqrt();
        Vec2::new(obstacle.center.x + along.copysign(off.x), held.y)
    } else {
        let along = (least * least - off.x * off.x).max(0.0).sqrt();
        Vec2::new(held.x, obstacle.center.y + along.copysign(off.y))
    }
}

/// Scattered obstacles.
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
    fn every_wall_of_a_maze_has_its_gap() {
        let world = WorldParams { obstacle_radius: 6.0, ..WorldParams::default() };
        for seed in 0..20 {
            let discs = maze(&world, seed);
            assert_eq!(discs, maze(&world, seed));
            for share in [0.2, 0.4, 0.6] {
                let mut wall: Vec<f32> = discs
                    .iter()
                    .filter(|o| (o.center.x - share * world.width).abs() < 1.0)
                    .map(|o| o.center.y)
                    .collect();
                wall.sort_by(f32::total_cmp);
                let open = wall.windows(2).map(|pair| pair[1] - pair[0] - 12.0);
                let widest = open.fold(0.0, f32::max);
                assert!((widest - world.maze_gap).abs() < 0.1, "seed {seed}: {widest} u");
            }
        }
    }

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
