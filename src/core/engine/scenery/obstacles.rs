//! Round obstacles: their placement, and the correction of units that run into them.

use super::edges::{nearest_image_of, wrap_position};
use crate::engine::agents::MovingUnits;
use crate::engine::params::{Edges, ObstaclePlan, WorldParams};
use crate::engine::rng::{RandomStream, Rng};
use glam::Vec2;
use std::ops::Range;

/// A disc that units steer around (AI for Game Developers, example 4-12).
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
    /// Center of the obstacle, u.
    pub center: Vec2,
    /// Radius of the obstacle, u.
    pub radius: f32,
}

crate::coded!(Obstacle { center, radius });

impl Obstacle {
    /// Whether a part of the obstacle lies in a world of this size (u).
    fn is_within(&self, size: Vec2) -> bool {
        let (low, high) = (self.center - self.radius, self.center + self.radius);
        high.cmpge(Vec2::ZERO).all() && low.cmple(size).all()
    }
}

/// Largest number of passes over the discs in a tick, each of which can correct a unit's position.
const MAX_CORRECTIONS: usize = 4;

/// Number of random positions that are tried for an obstacle; the one with the largest clearance is
/// taken.
const CANDIDATES_PER_OBSTACLE: usize = 30;

/// Distance between the centers of neighboring discs in a maze's wall, in radii of a disc. At 2.0
/// the discs touch.
const WALL_SPACING: f32 = 2.0;

/// Largest number of discs per wall of a maze, however small the discs are.
const MAX_DISCS_PER_WALL: f32 = 200.0;

/// Horizontal position of the first wall of a maze, as a share of the world's width.
const FIRST_WALL_SHARE: f32 = 0.2;
/// Horizontal position of a maze's last wall, as a share of the world's width. It leaves space for
/// a goal behind: a goal close to a wall attracts rigid bodies so strongly that the wall holds
/// them.
const LAST_WALL_SHARE: f32 = 0.6;

/// Smallest distance of the center of a maze wall's gap from the top and the bottom of the world,
/// as a share of its height.
const GAP_MARGIN_SHARE: f32 = 0.1;

/// Places the obstacles that the world's parameters ask for. The result depends on the parameters
/// and the seed alone.
pub fn place_obstacles(world: &WorldParams, seed: u32) -> Vec<Obstacle> {
    match world.layout {
        ObstaclePlan::Scattered => scatter_obstacles(world, seed),
        ObstaclePlan::Maze => build_maze(world, seed),
    }
}

/// Builds a maze: evenly spaced vertical walls of discs, each with one gap at a random height.
pub fn build_maze(world: &WorldParams, seed: u32) -> Vec<Obstacle> {
    let mut rng = Rng::new(seed, RandomStream::Scenery);
    let radius = world.obstacle_radius;
    let spacing = (WALL_SPACING * radius).max(world.height / MAX_DISCS_PER_WALL);
    let across = (world.height / spacing).ceil();
    let mut obstacles = Vec::new();
    for wall in 0..world.maze_walls {
        let share = wall as f32 / (world.maze_walls.max(2) - 1) as f32;
        let x = world.width * (FIRST_WALL_SHARE + (LAST_WALL_SHARE - FIRST_WALL_SHARE) * share);
        // `maze_gap` is the free distance between the two discs beside the gap.
        let half = 0.5 * world.maze_gap + radius;
        let margin = (GAP_MARGIN_SHARE * world.height).max(half).min(0.5 * world.height);
        let gap = rng.range(margin, world.height - margin);
        // Discs are placed from the gap outward, so that the gap has exactly this width.
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

/// A unit counts as having crossed a disc in one tick if its path passes the center at less than
/// this share of the radius. Paths farther out belong to units that slide along the rim.
const CROSSING_SHARE: f32 = 0.95;

/// Moves units that have entered or crossed a disc in this tick back to its rim, plus `gap` body
/// lengths, and removes the component of their velocity that points into the disc. Units stay
/// inside the world of the given size (u). `before`: positions at the start of the tick, in the
/// order of `range`.
pub(crate) fn keep_units_outside(
    obstacles: &[Obstacle],
    gap: f32,
    agents: &mut MovingUnits,
    before: &[Vec2],
    range: Range<usize>,
    (size, edges): (Vec2, Edges),
) {
    if obstacles.is_empty() {
        return;
    }
    let wraps = edges == Edges::Wrap;
    for (id, before) in range.zip(before) {
        // Moving a unit out of one disc can move it into another, so several passes are made.
        for turn in 0..MAX_CORRECTIONS {
            let mut moved = false;
            for obstacle in obstacles.iter().filter(|one| !wraps || one.is_within(size)) {
                let (place, velocity) = (agents.position(id), agents.velocity(id));
                let least = obstacle.radius + gap * agents.length[id];
                let near = |at: Vec2| if wraps { nearest_image_of(at, size) } else { at };
                let plain = place - obstacle.center;
                let off = near(plain);
                let center = if off == plain { obstacle.center } else { place - off };
                let way = near(place - *before);
                let entry =
                    (turn == 0).then(|| entry_point(off - way, way, obstacle.radius, least));
                let entry = entry.flatten();
                if entry.is_none() && off.length_squared() >= least * least {
                    continue;
                }
                // A unit exactly at the obstacle's center is moved backward.
                let out = entry.unwrap_or(off).normalize_or(-agents.forward(id));
                let there = center + out * least;
                let clamped =
                    if wraps { wrap_position(there, size) } else { there.clamp(Vec2::ZERO, size) };
                // Next to an edge of the world, the point on the rim can lie outside the world; the
                // unit is then moved to a point on the edge.
                let there = if wraps || clamped == there {
                    clamped
                } else {
                    point_on_world_edge(obstacle, clamped, least).clamp(Vec2::ZERO, size)
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

/// Point at which a path meets the circle of radius `least` around a disc, relative to the disc's
/// center (u). The path begins at the offset `from` and ends at the offset `from + way`. Returns
/// `None` unless the path begins outside the circle, crosses the inner part of the disc and ends
/// behind its center (see [`CROSSING_SHARE`]).
fn entry_point(from: Vec2, way: Vec2, radius: f32, least: f32) -> Option<Vec2> {
    let length = way.length();
    let along = way.normalize_or_zero();
    let ahead = -from.dot(along);
    let miss = (from + along * ahead).length();
    let through = ahead > 0.0 && ahead < length && miss < CROSSING_SHARE * radius;
    (through && from.length() >= least)
        .then(|| from + along * (ahead - (least * least - miss * miss).max(0.0).sqrt()))
}

/// Point on an edge of the world at the distance `least` (u) from the obstacle's center, for a unit
/// that would otherwise be moved out of the world. `clamped`: that position, clamped to the edge.
fn point_on_world_edge(obstacle: &Obstacle, clamped: Vec2, least: f32) -> Vec2 {
    let off = clamped - obstacle.center;
    // The larger component of the offset from the obstacle's center is perpendicular to the edge.
    if off.x.abs() < off.y.abs() {
        let along = (least * least - off.y * off.y).max(0.0).sqrt();
        Vec2::new(obstacle.center.x + along.copysign(off.x), clamped.y)
    } else {
        let along = (least * least - off.x * off.x).max(0.0).sqrt();
        Vec2::new(clamped.x, obstacle.center.y + along.copysign(off.y))
    }
}

/// Scatters obstacles at random.
///
/// Of [`CANDIDATES_PER_OBSTACLE`] random points, each obstacle takes the one that is farthest from
/// the other obstacles and the edges (Mitchell's best-candidate sampling), which keeps gaps open
/// between obstacles.
pub fn scatter_obstacles(world: &WorldParams, seed: u32) -> Vec<Obstacle> {
    let mut rng = Rng::new(seed, RandomStream::Scenery);
    let radius = world.obstacle_radius;
    let mut obstacles: Vec<Obstacle> = Vec::with_capacity(world.obstacles as usize);
    for _ in 0..world.obstacles {
        let mut best = (f32::NEG_INFINITY, Vec2::ZERO);
        for _ in 0..CANDIDATES_PER_OBSTACLE {
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
            let discs = build_maze(&world, seed);
            assert_eq!(discs, build_maze(&world, seed));
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
            let these = scatter_obstacles(&world, seed);
            assert_eq!(these, scatter_obstacles(&world, seed));
            for (i, a) in these.iter().enumerate() {
                for b in &these[..i] {
                    let gap = a.center.distance(b.center) - a.radius - b.radius;
                    assert!(gap > 0.0, "seed {seed}: two obstacles overlap by {}", -gap);
                }
            }
        }
    }
}
