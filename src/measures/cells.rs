//! Points in the cells of a grid, for measuring distances between them.

use super::offset;
use crate::perception::neighborhood::Space;
use glam::Vec2;

/// Points sorted into square cells.
pub(super) struct Cells<'a> {
    points: &'a [Vec2],
    space: Space,
    columns: usize,
    rows: usize,
    /// Width and height of a cell, u.
    cell: Vec2,
    /// `starts[c]..starts[c + 1]` are the places in `order` of cell c.
    starts: Vec<usize>,
    order: Vec<usize>,
}

impl<'a> Cells<'a> {
    /// Cells of about one point each on average, or smaller ones where `reach` is short: a search
    /// for it should not look at many points in vain.
    pub fn new(points: &'a [Vec2], space: Space, reach: f32) -> Self {
        let mean = (space.width * space.height / points.len().max(1) as f32).sqrt();
        // Half as wide at least: four cells per point are not too many to walk.
        let side = if reach > 0.0 { reach.clamp(0.5 * mean, mean.max(reach)) } else { mean };
        let across = |extent: f32| ((extent / side) as usize).max(1);
        let (columns, rows) = (across(space.width), across(space.height));
        let cell = Vec2::new(space.width / columns as f32, space.height / rows as f32);
        let mut cells = Self {
            points,
            space,
            columns,
            rows,
            cell,
            starts: vec![0; columns * rows + 1],
            order: vec![0; points.len()],
        };
        cells.sort();
        cells
    }

    fn sort(&mut self) {
        let index: Vec<usize> = self.points.iter().map(|point| self.cell_of(*point)).collect();
        for cell in &index {
            self.starts[cell + 1] += 1;
        }
        for cell in 1..self.starts.len() {
            self.starts[cell] += self.starts[cell - 1];
        }
        let mut next = self.starts.clone();
        for (point, cell) in index.into_iter().enumerate() {
            self.order[next[cell]] = point;
            next[cell] += 1;
        }
    }

    /// Points outside the world belong to the cells at its border.
    fn cell_of(&self, point: Vec2) -> usize {
        let place = |x: f32, cell: f32, cells: usize| ((x / cell) as usize).min(cells - 1);
        place(point.y, self.cell.y, self.rows) * self.columns
            + place(point.x, self.cell.x, self.columns)
    }

    fn members(&self, cell: usize) -> &[usize] {
        &self.order[self.starts[cell]..self.starts[cell + 1]]
    }

    fn distance(&self, a: usize, b: usize) -> f32 {
        offset(self.space, self.points[a] - self.points[b]).length()
    }

    /// The cells `step` columns and rows away from a cell, each once: the ring around it.
    fn ring(&self, cell: usize, step: usize) -> impl Iterator<Item = usize> {
        let (column, row) = ((cell % self.columns) as isize, (cell / self.columns) as isize);
        let (columns, rows) = (self.columns as isize, self.rows as isize);
        let torus = self.space.torus;
        let step = step as isize;
        // On a torus, a ring goes at most halfway around; an even extent has one farthest line.
        let fits =
            move |d: isize, cells: isize| !torus || (2 * d.abs() < cells || (2 * d == cells));
        let side = move |x: isize, cells: isize| match torus {
            true => Some(x.rem_euclid(cells)),
            false => (0..cells).contains(&x).then_some(x),
        };
        (-step..=step).filter(move |dy| fits(*dy, rows)).flat_map(move |dy| {
            let inner = if dy.abs() == step { 1 } else { (2 * step).max(1) };
            (-step..=step).step_by(inner as usize).filter(move |dx| fits(*dx, columns)).filter_map(
                move |dx| {
                    let (x, y) = (side(column + dx, columns)?, side(row + dy, rows)?);
                    Some((y * columns + x) as usize)
                },
            )
        })
    }

    /// Distance from a point to the nearest other one; infinite where it is alone.
    pub fn nearest(&self, point: usize) -> f32 {
        let cell = self.cell_of(self.points[point]);
        let narrow = self.cell.min_element();
        let mut best = f32::INFINITY;
        for step in 0..=self.columns.max(self.rows) {
            for other in self.ring(cell, step).flat_map(|cell| self.members(cell)) {
                if *other != point {
                    best = best.min(self.distance(point, *other));
                }
            }
            // What is in farther rings is at least this far away.
            if best <= step as f32 * narrow {
                break;
            }
        }
        best
    }

    /// Calls `visit` with every pair of points within a distance.
    pub fn pairs_within(&self, radius: f32, mut visit: impl FnMut(usize, usize, f32)) {
        let steps = (radius / self.cell.min_element()) as usize + 1;
        for a in 0..self.points.len() {
            let cell = self.cell_of(self.points[a]);
            for step in 0..=steps.min(self.columns.max(self.rows)) {
                for b in self.ring(cell, step).flat_map(|cell| self.members(cell)) {
                    if *b < a {
                        let distance = self.distance(a, *b);
                        if distance <= radius {
                            visit(a, *b, distance);
                        }
                    }
                }
            }
        }
    }

    /// The sizes of the connected components, where points within `radius` are connected.
    pub fn components(&self, radius: f32) -> Vec<usize> {
        let n = self.points.len();
        let mut parent: Vec<usize> = (0..n).collect();
        let whole_cells = self.cell.length() <= radius;
        let steps =
            ((radius / self.cell.min_element()) as usize + 1).min(self.columns.max(self.rows));
        for cell in 0..self.columns * self.rows {
            let members = self.members(cell);
            if whole_cells {
                // No two points of such a cell are farther apart than the radius.
                members.windows(2).for_each(|pair| join(&mut parent, pair[0], pair[1]));
            }
            for other in (0..=steps).flat_map(|step| self.ring(cell, step)) {
                if other <= cell && !(whole_cells && other == cell) {
                    self.connect(members, self.members(other), radius, whole_cells, &mut parent);
                }
            }
        }
        let mut sizes = vec![0; n];
        for point in 0..n {
            sizes[root(&mut parent, point)] += 1;
        }
        sizes.retain(|size| *size > 0);
        sizes
    }

    /// Joins the points of two cells that are within the radius; where each cell is joined in
    /// itself, one pair is enough.
    fn connect(
        &self,
        these: &[usize],
        those: &[usize],
        radius: f32,
        one_is_enough: bool,
        parent: &mut [usize],
    ) {
        let (Some(first), Some(other)) = (these.first(), those.first()) else { return };
        if one_is_enough && root(parent, *first) == root(parent, *other) {
            return;
        }
        for a in these {
            for b in those {
                if self.distance(*a, *b) <= radius {
                    join(parent, *a, *b);
                    if one_is_enough {
                        return;
                    }
                }
            }
        }
    }
}

fn root(parent: &mut [usize], mut point: usize) -> usize {
    while parent[point] != point {
        parent[point] = parent[parent[point]];
        point = parent[point];
    }
    point
}

fn join(parent: &mut [usize], a: usize, b: usize) {
    let (a, b) = (root(parent, a), root(parent, b));
    parent[a.max(b)] = a.min(b);
}
