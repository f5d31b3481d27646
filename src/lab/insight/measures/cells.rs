//! Points sorted into the cells of a grid, to find near points and connected components. Memory is
//! reused: sorting the same number of points again allocates nothing.

use flockwright::engine::scenery::Space;
use glam::Vec2;
use std::ops::Range;

/// Largest number of cells per point; cells are made wider to stay below it.
const CELLS_PER_POINT: usize = 4;

/// Ranges of up to this many points are compared pair by pair instead of being split.
const MIN_SORTED_POINTS: usize = 8;

/// Points sorted by grid cell, row by row. A slot is a point's index in the sorted order.
#[derive(Clone, Debug)]
pub(super) struct SortedCells {
    space: Space,
    /// Upper left corner of the first cell, u.
    origin: Vec2,
    columns: usize,
    rows: usize,
    /// Width and height of a cell, u.
    cell_size: Vec2,
    /// The points of cell `c` are in the slots `cell_starts[c]..cell_starts[c + 1]`.
    cell_starts: Vec<u32>,
    /// Index of the cell of each point, used while points are sorted.
    cell_of: Vec<u32>,
    /// Position of the point in each slot, u.
    pub slot_positions: Vec<Vec2>,
    /// Index of each slot's point in the points that were sorted.
    pub point_of: Vec<u32>,
    /// Slots grouped by cell; the search for components reorders them within a cell.
    slot_order: Vec<u32>,
    /// Parent of each slot in the union-find forest of components.
    component_parents: Vec<u32>,
    component_sizes: Vec<u32>,
}

impl Default for SortedCells {
    fn default() -> Self {
        Self {
            space: Space { width: 1.0, height: 1.0, is_torus: false },
            origin: Vec2::ZERO,
            columns: 1,
            rows: 1,
            cell_size: Vec2::ONE,
            cell_starts: Vec::new(),
            cell_of: Vec::new(),
            slot_positions: Vec::new(),
            point_of: Vec::new(),
            slot_order: Vec::new(),
            component_parents: Vec::new(),
            component_sizes: Vec::new(),
        }
    }
}

impl SortedCells {
    /// Sorts points into cells about `side` u wide, or wider, so that there are not too many cells.
    pub fn sort_points(&mut self, points: &[Vec2], space: Space, side: f32) {
        let n = points.len();
        let (low, high) = match space.is_torus {
            true => (Vec2::ZERO, Vec2::new(space.width, space.height)),
            false => points.iter().fold((Vec2::INFINITY, Vec2::NEG_INFINITY), |(low, high), at| {
                (low.min(*at), high.max(*at))
            }),
        };
        let extent = (high - low).max(Vec2::splat(1e-3));
        let least = (extent.x * extent.y / (CELLS_PER_POINT * n.max(1)) as f32).sqrt();
        let side = side.max(least).max(extent.max_element() / (CELLS_PER_POINT * n.max(1)) as f32);
        let across = |extent: f32| ((extent / side).ceil() as usize).max(1);
        self.space = space;
        self.origin = low;
        (self.columns, self.rows) = (across(extent.x), across(extent.y));
        self.cell_size = extent / Vec2::new(self.columns as f32, self.rows as f32);
        // Enough for every likely shape of the crowd, so that sorting it again does not reallocate.
        self.cell_starts.reserve((6 * n + 64).saturating_sub(self.cell_starts.len()));
        self.cell_starts.clear();
        self.cell_starts.resize(self.columns * self.rows + 1, 0);
        self.cell_of.clear();
        let (columns, rows) = (self.columns as u32, self.rows as u32);
        self.cell_of.extend(points.iter().map(|at| {
            let at = (*at - low) / self.cell_size;
            (at.y as u32).min(rows - 1) * columns + (at.x as u32).min(columns - 1)
        }));
        for cell in &self.cell_of {
            self.cell_starts[*cell as usize + 1] += 1;
        }
        let mut sum = 0;
        for start in &mut self.cell_starts {
            sum += *start;
            *start = sum;
        }
        self.slot_positions.resize(n, Vec2::ZERO);
        self.point_of.resize(n, 0);
        // Points are placed backward from the end of their cell, which keeps their order.
        for (point, cell) in self.cell_of.iter().enumerate().rev() {
            let end = &mut self.cell_starts[*cell as usize + 1];
            *end -= 1;
            self.slot_positions[*end as usize] = points[point];
            self.point_of[*end as usize] = point as u32;
        }
        // Each `cell_starts[c + 1]` is now the start of cell `c`; it moves to its index `c`.
        self.cell_starts.copy_within(1.., 0);
        if let Some(last) = self.cell_starts.last_mut() {
            *last = n as u32;
        }
    }

    fn slots_of(&self, cells: Range<usize>) -> Range<usize> {
        self.cell_starts[cells.start] as usize..self.cell_starts[cells.end] as usize
    }

    /// Calls `visit(slot, squared distance)` for all points within `radius` of a position, u.
    /// Points that are farther away may be visited, too.
    pub fn visit_near(&self, at: Vec2, radius: f32, mut visit: impl FnMut(usize, f32)) {
        let from = at - self.origin;
        let rows = cell_ranges(from.y, radius, self.cell_size.y, self.rows, self.space.is_torus);
        let columns =
            cell_ranges(from.x, radius, self.cell_size.x, self.columns, self.space.is_torus);
        for row in rows.into_iter().flatten() {
            for columns in &columns {
                let first = row * self.columns;
                for slot in self.slots_of(first + columns.start..first + columns.end) {
                    visit(
                        slot,
                        self.space.offset_between(at, self.slot_positions[slot]).length_squared(),
                    );
                }
            }
        }
    }

    /// Distance from the point in a slot to the nearest other point, u; infinite without another.
    /// Adds the number of compared points to `looked`.
    pub fn nearest_distance(&self, slot: usize, looked: &mut usize) -> f32 {
        let farthest = self.cell_size.x * self.columns as f32 + self.cell_size.y * self.rows as f32;
        let mut radius = self.cell_size.min_element();
        loop {
            let mut best = f32::INFINITY;
            self.visit_near(self.slot_positions[slot], radius, |other, d2| {
                *looked += 1;
                if other != slot {
                    best = best.min(d2);
                }
            });
            if best <= radius * radius || radius > farthest {
                return best.sqrt();
            }
            radius *= 2.0;
        }
    }

    /// Number of connected components and number of points in the largest one, where points within
    /// `radius` are connected. The points must be sorted into cells of `radius / 1.5`.
    pub fn connected_components(&mut self, radius: f32) -> (usize, usize) {
        let n = self.slot_positions.len();
        for list in [&mut self.component_parents, &mut self.slot_order] {
            list.clear();
            list.extend(0..n as u32);
        }
        // In a cell whose diagonal is at most the radius, all points are connected.
        let whole = self.cell_size.length() <= radius;
        // Number of cells along the longer side, which limits `reach`, since the radius may be
        // infinite.
        let all = self.columns.max(self.rows) as isize;
        let reach = [self.cell_size.x, self.cell_size.y]
            .map(|cell| ((radius / cell).min(all as f32) as isize + 1).min(all));
        for cell in 0..self.columns * self.rows {
            let these = self.slots_of(cell..cell + 1);
            if whole {
                self.component_parents[these.clone()].fill(these.start as u32);
            } else {
                self.join_within(these, radius);
            }
        }
        for cell in 0..self.columns * self.rows {
            self.join_with_preceding(cell, reach, radius, whole);
        }
        self.component_sizes.clear();
        self.component_sizes.resize(n, 0);
        for slot in 0..n {
            self.component_sizes[find_root(&mut self.component_parents, slot)] += 1;
        }
        let count = self.component_sizes.iter().filter(|size| **size > 0).count();
        (count, self.component_sizes.iter().max().map_or(0, |size| *size as usize))
    }

    /// Connects the points of a cell with those of cells before it and within `across` columns and
    /// `down` rows. In a world that wraps, the last cells are before the first.
    fn join_with_preceding(
        &mut self,
        cell: usize,
        [across, down]: [isize; 2],
        radius: f32,
        are_cells_connected: bool,
    ) {
        let these = self.slots_of(cell..cell + 1);
        if these.is_empty() {
            return;
        }
        let (columns, rows) = (self.columns as isize, self.rows as isize);
        let (column, row) = (cell as isize % columns, cell as isize / columns);
        let torus = self.space.is_torus;
        let place = |at: isize, cells: isize| match torus {
            true => Some(at.rem_euclid(cells)),
            false => (0..cells).contains(&at).then_some(at),
        };
        for dy in -down..=0 {
            let Some(y) = place(row + dy, rows) else { continue };
            let last = if dy == 0 { -1 } else { across };
            for dx in -across..=last {
                let Some(x) = place(column + dx, columns) else { continue };
                let other = (y * columns + x) as usize;
                let those = self.slots_of(other..other + 1);
                if !are_cells_connected {
                    self.join_across(these.clone(), those, radius);
                } else if !those.is_empty() {
                    self.join_connected(these.clone(), those, radius);
                }
            }
        }
    }

    /// Connects two ranges of slots, each one component already, if any two of their points are
    /// within `radius`.
    fn join_connected(&mut self, these: Range<usize>, those: Range<usize>, radius: f32) {
        let [a, b] = [&these, &those].map(|range| self.slot_order[range.start] as usize);
        if find_root(&mut self.component_parents, a) != find_root(&mut self.component_parents, b)
            && self.are_near(these, those, radius)
        {
            join_components(&mut self.component_parents, a, b);
        }
    }

    /// Connects the points at these indices of `slot_order` that are within `radius` of each other.
    fn join_within(&mut self, these: Range<usize>, radius: f32) {
        if these.len() <= MIN_SORTED_POINTS {
            return self.join_all(these.clone(), these, radius);
        }
        let bounds = self.bounds_of(these.clone());
        if bounds.is_point() || self.are_boxes_within(&bounds, &bounds, radius) == Some(true) {
            let first = self.slot_order[these.start] as usize;
            for at in these {
                join_components(&mut self.component_parents, first, self.slot_order[at] as usize);
            }
            return;
        }
        let middle = self.split_range(these.clone(), &bounds);
        self.join_within(these.start..middle, radius);
        self.join_within(middle..these.end, radius);
        self.join_across(these.start..middle, middle..these.end, radius);
    }

    /// Connects near points of two ranges of slots; within each range, this is done already.
    fn join_across(&mut self, these: Range<usize>, those: Range<usize>, radius: f32) {
        if these.len() * those.len() <= MIN_SORTED_POINTS * MIN_SORTED_POINTS {
            return self.join_all(these, those, radius);
        }
        let (here, there) = (self.bounds_of(these.clone()), self.bounds_of(those.clone()));
        if self.are_boxes_within(&here, &there, radius) == Some(false) {
            return;
        }
        let one = |bounds: &BoundingBox| {
            bounds.is_point() || self.are_boxes_within(bounds, bounds, radius) == Some(true)
        };
        match (one(&here), one(&there)) {
            (true, true) => self.join_connected(these, those, radius),
            (true, false) => {
                let middle = self.split_range(those.clone(), &there);
                self.join_across(these.clone(), those.start..middle, radius);
                self.join_across(these, middle..those.end, radius);
            }
            (false, _) => {
                let middle = self.split_range(these.clone(), &here);
                self.join_across(these.start..middle, those.clone(), radius);
                self.join_across(middle..these.end, those, radius);
            }
        }
    }

    /// Whether any point of one range of `slot_order` is within `radius` of a point of another.
    fn are_near(&mut self, these: Range<usize>, those: Range<usize>, radius: f32) -> bool {
        if these.len() * those.len() <= MIN_SORTED_POINTS * MIN_SORTED_POINTS {
            return these.clone().any(|a| those.clone().any(|b| self.are_slots_near(a, b, radius)));
        }
        let (here, there) = (self.bounds_of(these.clone()), self.bounds_of(those.clone()));
        if let Some(known) = self.are_boxes_within(&here, &there, radius) {
            return known;
        }
        if here.is_point() && there.is_point() {
            return self.are_slots_near(these.start, those.start, radius);
        }
        if here.extent().max_element() >= there.extent().max_element() {
            let middle = self.split_range(these.clone(), &here);
            self.are_near(these.start..middle, those.clone(), radius)
                || self.are_near(middle..these.end, those, radius)
        } else {
            let middle = self.split_range(those.clone(), &there);
            self.are_near(these.clone(), those.start..middle, radius)
                || self.are_near(these, middle..those.end, radius)
        }
    }

    /// Connects all pairs of two ranges of `slot_order` that are within `radius`, one by one.
    fn join_all(&mut self, these: Range<usize>, those: Range<usize>, radius: f32) {
        for a in these {
            for b in those.clone() {
                if a != b && self.are_slots_near(a, b, radius) {
                    join_components(
                        &mut self.component_parents,
                        self.slot_order[a] as usize,
                        self.slot_order[b] as usize,
                    );
                }
            }
        }
    }

    /// Reorders a range of `slot_order` so that the points in the lower half of its bounds, along
    /// their longer side, come first. Returns the index at which the other points begin.
    fn split_range(&mut self, range: Range<usize>, bounds: &BoundingBox) -> usize {
        let (extent, middle) = (bounds.extent(), 0.5 * (bounds.low + bounds.high));
        let along_x = extent.x >= extent.y;
        let mut next = range.start;
        for at in range.clone() {
            let place = self.slot_positions[self.slot_order[at] as usize];
            if if along_x { place.x < middle.x } else { place.y < middle.y } {
                self.slot_order.swap(at, next);
                next += 1;
            }
        }
        // If rounding put all points into one half, the range is split in the middle.
        if next == range.start || next == range.end { range.start + range.len() / 2 } else { next }
    }

    /// Bounding box of the points in a range of `slot_order`.
    fn bounds_of(&self, range: Range<usize>) -> BoundingBox {
        let points = self.slot_order[range].iter().map(|slot| self.slot_positions[*slot as usize]);
        let none = BoundingBox { low: Vec2::INFINITY, high: Vec2::NEG_INFINITY };
        points.fold(none, |BoundingBox { low, high }, at| BoundingBox {
            low: low.min(at),
            high: high.max(at),
        })
    }

    /// Whether all points in one box are within `radius` of all points in another (`Some(true)`),
    /// or none is (`Some(false)`); `None` if the boxes do not decide that.
    fn are_boxes_within(
        &self,
        box_a: &BoundingBox,
        box_b: &BoundingBox,
        radius: f32,
    ) -> Option<bool> {
        let Space { width, height, is_torus: torus } = self.space;
        let size = Vec2::new(width, height);
        let radius = radius.min(4.0 * (width + height));
        let (mut nearest, mut farthest) = (Vec2::INFINITY, Vec2::INFINITY);
        for shift in if torus { &[-1.0, 0.0, 1.0][..] } else { &[0.0] } {
            let (low, high) = (box_b.low + *shift * size, box_b.high + *shift * size);
            nearest = nearest.min((low - box_a.high).max(box_a.low - high).max(Vec2::ZERO));
            farthest = farthest.min((high - box_a.low).abs().max((box_a.high - low).abs()));
        }
        // Near the limit, rounding errors could decide: the points are then compared one by one.
        let slack = 1e-6 * (width + height) + 1e-5 * radius;
        if nearest.length() > radius + slack {
            Some(false)
        } else {
            (farthest.length() < radius - slack).then_some(true)
        }
    }

    /// Whether the points at two indices of `slot_order` are within `radius`.
    fn are_slots_near(&self, a: usize, b: usize, radius: f32) -> bool {
        let [a, b] = [a, b].map(|at| self.slot_order[at] as usize);
        self.squared_distance(a, b) <= radius * radius
    }

    fn squared_distance(&self, a: usize, b: usize) -> f32 {
        self.space.offset_between(self.slot_positions[b], self.slot_positions[a]).length_squared()
    }
}

struct BoundingBox {
    low: Vec2,
    high: Vec2,
}

impl BoundingBox {
    fn extent(&self) -> Vec2 {
        self.high - self.low
    }

    /// Whether all points of the box coincide.
    fn is_point(&self) -> bool {
        self.low == self.high
    }
}

/// Cells along one axis within `radius` of the coordinate `at`, as two ranges. The second range is
/// not empty only where the search crosses an edge that wraps.
fn cell_ranges(at: f32, radius: f32, cell: f32, cells: usize, torus: bool) -> [Range<usize>; 2] {
    let (low, high) = (((at - radius) / cell).floor(), ((at + radius) / cell).floor());
    let last = cells as f32 - 1.0;
    if !torus {
        let clamp = |x: f32| x.clamp(0.0, last) as usize;
        return [clamp(low)..clamp(high) + 1, 0..0];
    }
    if high - low >= last {
        return [0..cells, 0..0];
    }
    if low < 0.0 {
        [0..high.max(-1.0) as usize + 1, (low + cells as f32).max(0.0) as usize..cells]
    } else if high > last {
        [low.min(last) as usize..cells, 0..(high - cells as f32) as usize + 1]
    } else {
        [low as usize..high as usize + 1, 0..0]
    }
}

fn find_root(parent: &mut [u32], mut slot: usize) -> usize {
    while parent[slot] as usize != slot {
        parent[slot] = parent[parent[slot] as usize];
        slot = parent[slot] as usize;
    }
    slot
}

fn join_components(parent: &mut [u32], a: usize, b: usize) {
    let (a, b) = (find_root(parent, a), find_root(parent, b));
    parent[a.max(b)] = a.min(b) as u32;
}
