//! Spatial index of round obstacles: finds the obstacle that contains a point.

use super::Obstacle;
use glam::Vec2;

/// Smallest number of obstacles for which a grid is built; testing fewer obstacles one by one is as
/// fast.
const MIN_INDEXED_OBSTACLES: usize = 8;

/// Largest number of cells along an axis of the grid.
const MAX_CELLS_PER_AXIS: usize = 64;
/// Largest number of pairs of a cell and an obstacle that are tested while the grid is built. Mazes
/// have thousands of obstacles.
const MAX_BUILD_TESTS: usize = 1 << 21;

/// Grid over the bounding box of the obstacles. Each cell lists the obstacles that can be the
/// deepest one around a point of the cell; the depth is the distance from a point inside an
/// obstacle to its rim.
#[derive(Clone, Debug)]
pub(crate) struct ObstacleIndex {
    obstacles: Vec<Obstacle>,
    /// Upper left corner of the obstacles' common bounding box, u. Obstacles lie completely inside
    /// the box.
    corner: Vec2,
    size: Vec2,
    /// Number of cells along each axis; 0 if no grid is used.
    cells_per_axis: usize,
    /// Start of each cell's list: `cell_obstacles[cell_starts[c]..cell_starts[c + 1]]` belongs to
    /// cell `c`. Cells are in row-major order.
    cell_starts: Vec<u32>,
    /// Lists of the cells, one after the other: indices of obstacles, ascending within a cell.
    cell_obstacles: Vec<u32>,
}

impl ObstacleIndex {
    /// Builds the index. The number of cells grows with `askers`, the number of units that will
    /// query the index.
    pub fn new(obstacles: &[Obstacle], askers: usize) -> Self {
        let (own, starts, listed) = (obstacles.to_vec(), Vec::new(), Vec::new());
        let rim = |sign: f32| move |one: &Obstacle| one.center + sign * (1.001 * one.radius + 0.05);
        let corner = obstacles.iter().map(rim(-1.0)).fold(Vec2::INFINITY, Vec2::min);
        let size = obstacles.iter().map(rim(1.0)).fold(corner, Vec2::max) - corner;
        let mut discs = Self {
            obstacles: own,
            corner,
            size,
            cells_per_axis: 0,
            cell_starts: starts,
            cell_obstacles: listed,
        };
        let affordable = (MAX_BUILD_TESTS / obstacles.len().max(1)).isqrt();
        let cells = ((askers as f32).sqrt() as usize / 4).min(MAX_CELLS_PER_AXIS).min(affordable);
        if obstacles.len() < MIN_INDEXED_OBSTACLES || cells < 2 {
            return discs;
        }
        discs.cells_per_axis = cells;
        discs.cell_starts.push(0);
        let cell = size / cells as f32;
        // `half` is an upper bound of the distance between a point of a cell and the cell's center,
        // rounding errors included.
        let far = corner.abs().max((corner + size).abs());
        let half = 0.5 * cell.length() + 1e-5 * (far.x + far.y);
        for at in 0..cells * cells {
            let middle =
                corner + cell * (Vec2::new((at % cells) as f32, (at / cells) as f32) + 0.5);
            let depths = obstacles.iter().map(|obstacle| depth_inside(obstacle, middle));
            let deepest = depths.clone().fold(f32::NEG_INFINITY, f32::max);
            // The depth changes by at most `half` between the center and any point of the cell. So
            // an obstacle that is deepest somewhere in the cell is at most `2 * half` below the
            // deepest one at the center.
            let least = (deepest - 2.0 * half).max(-half);
            let near = depths.enumerate().filter(|(_, depth)| *depth >= least);
            discs.cell_obstacles.extend(near.map(|(index, _)| index as u32));
            discs.cell_starts.push(discs.cell_obstacles.len() as u32);
        }
        discs
    }

    /// Obstacle in which the point `place` is deepest; `None` if the point is in no obstacle. Of
    /// several at the same depth, the last one is returned.
    pub fn deepest_obstacle(&self, place: Vec2) -> Option<&Obstacle> {
        let mut best: Option<(f32, &Obstacle)> = None;
        self.visit_candidates(place, |obstacle| {
            let depth = depth_inside(obstacle, place);
            if depth > 0.0 && best.is_none_or(|(most, _)| depth >= most) {
                best = Some((depth, obstacle));
            }
            false
        });
        best.map(|(_, obstacle)| obstacle)
    }

    /// Whether the point `place` lies inside an obstacle.
    pub fn contains(&self, place: Vec2) -> bool {
        self.visit_candidates(place, |obstacle| depth_inside(obstacle, place) > 0.0)
    }

    /// Calls `found` for the obstacles that can be the deepest one around `place` until a call
    /// returns `true`. Returns whether a call has done so.
    fn visit_candidates<'a>(
        &'a self,
        place: Vec2,
        mut found: impl FnMut(&'a Obstacle) -> bool,
    ) -> bool {
        match self.cell_list_at(place) {
            Some(listed) => listed.iter().any(|index| found(&self.obstacles[*index as usize])),
            None => self.obstacles.iter().any(found),
        }
    }

    /// List of the cell that contains `place`, empty outside the bounding box; `None` if no grid is
    /// used.
    fn cell_list_at(&self, place: Vec2) -> Option<&[u32]> {
        if self.cells_per_axis == 0 {
            return None;
        }
        let place = place - self.corner;
        if place.clamp(Vec2::ZERO, self.size) != place {
            return Some(&[]);
        }
        let last = self.cells_per_axis - 1;
        let at = place * (self.cells_per_axis as f32 / self.size);
        let cell = (at.y as usize).min(last) * self.cells_per_axis + (at.x as usize).min(last);
        Some(
            &self.cell_obstacles
                [self.cell_starts[cell] as usize..self.cell_starts[cell + 1] as usize],
        )
    }
}

/// Distance from a point inside an obstacle to its rim, u; negative outside.
fn depth_inside(obstacle: &Obstacle, place: Vec2) -> f32 {
    obstacle.radius - obstacle.center.distance(place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rng::{RandomStream, Rng};

    #[test]
    fn the_raster_finds_what_looking_at_all_of_them_finds() {
        for (seed, many, largest) in [(1, 9, 60.0), (2, 60, 30.0), (3, 512, 100.0), (4, 200, 4.0)] {
            let mut rng = Rng::new(seed, RandomStream::Scenery);
            let size = Vec2::new(640.0, 400.0);
            // Integer coordinates give duplicates, and points with equal depths in several
            // obstacles.
            let mut obstacles: Vec<Obstacle> = (0..many)
                .map(|_| Obstacle {
                    center: (Vec2::new(rng.uniform(), rng.uniform()) * 64.0).floor() * 10.0,
                    radius: 1.0 + (rng.uniform() * largest).floor(),
                })
                .collect();
            obstacles.push(obstacles[0]);
            let raster = ObstacleIndex::new(&obstacles, 100_000);
            let plain = ObstacleIndex::new(&obstacles, 1);
            assert!(raster.cells_per_axis > 1 && plain.cells_per_axis == 0);
            for _ in 0..20_000 {
                let place = Vec2::new(rng.range(-0.02, 1.02), rng.range(-0.02, 1.02)) * size;
                let place = if rng.uniform() < 0.3 { (place / 5.0).round() * 5.0 } else { place };
                let wanted = obstacles
                    .iter()
                    .map(|obstacle| (obstacle, obstacle.radius - obstacle.center.distance(place)))
                    .filter(|(_, depth)| *depth > 0.0)
                    .max_by(|a, b| a.1.total_cmp(&b.1))
                    .map(|(obstacle, _)| obstacle);
                for discs in [&raster, &plain] {
                    assert_eq!(discs.deepest_obstacle(place), wanted, "{place}");
                    assert_eq!(discs.contains(place), wanted.is_some(), "{place}");
                }
            }
        }
    }

    #[test]
    fn a_cell_lists_few_of_many_that_overlap() {
        let mut rng = Rng::new(5, RandomStream::Scenery);
        let size = Vec2::new(640.0, 400.0);
        let obstacles: Vec<Obstacle> = (0..512)
            .map(|_| Obstacle {
                center: Vec2::new(rng.uniform(), rng.uniform()) * size,
                radius: 100.0,
            })
            .collect();
        let raster = ObstacleIndex::new(&obstacles, 500_000);
        let mean = raster.cell_obstacles.len() / (raster.cells_per_axis * raster.cells_per_axis);
        assert!(mean < 12, "{mean} of 512");
    }
}
