//! Overlays for all units: forces, neighbors, aims, density and potentials, as buffers of numbers
//! that the page reads in place and draws.

use crate::insight::inspect::visit_counted_units;
use crate::insight::observer::ObserverWorkspace;
use flockwright::engine::behaviors::{AimKind, Behavior, SteeringCue, Stimulus};
use flockwright::engine::group::Group;
use flockwright::engine::params::Edges;
use flockwright::engine::world::World;
use flockwright::internals::math::keep_smallest;
use glam::Vec2;

/// Number of units above which only a sample of them has lines to neighbors.
const MAX_LINKED_UNITS: usize = 300;

/// Number of lines to its nearest neighbors that a unit may have even if the limit of all lines
/// allows fewer per unit.
const MIN_LINKS_PER_UNIT: usize = 3;

/// Number of header values before a field's cells: see [`OverlayKind::Density`].
const FIELD_HEADER_LENGTH: usize = 6;

flockwright::words! {
    /// Kind of an overlay; the variants' comments say which numbers its buffer has.
    pub enum OverlayKind {
        /// Per unit: x and y of the force on its body in the last tick, world axes.
        Forces = "forces",
        /// Per line: id of a unit, and id of a neighbor that the unit counts.
        Links = "links",
        /// Per aim: id of the unit, x, y (u), and 1 if the unit steers toward it or -1 if away.
        Aims = "aims",
        /// Units per square u on a grid of cells, smoothed. Header: columns, rows, x and y of the
        /// first corner, width and height of a cell (u); then the values row by row.
        Density = "density",
        /// Potential for the first unit of a group with potential behaviors, -1 (attracting) to 1
        /// (repelling), on a grid with the header of `Density`. Empty without such a group.
        Potential = "potential",
    }
}

#[derive(Debug, Default)]
pub struct OverlayBuffers {
    buffers: [Vec<f32>; OverlayKind::ALL.len()],
    observer: ObserverWorkspace,
}

impl OverlayBuffers {
    /// Values of the last [`fill_buffer`](Self::fill_buffer) of this kind.
    pub fn buffer(&self, kind: OverlayKind) -> &[f32] {
        &self.buffers[kind as usize]
    }

    /// Fills an overlay's buffer for the present state. `max_count`: approximate number of lines or
    /// of units with aims, or the number of columns of a grid. Lines and aims end when `over`
    /// returns true; the remaining units then have none.
    pub fn fill_buffer(
        &mut self,
        world: &World,
        kind: OverlayKind,
        max_count: usize,
        over: &mut dyn FnMut() -> bool,
    ) {
        let out = &mut self.buffers[kind as usize];
        out.clear();
        match kind {
            OverlayKind::Forces => fill_forces(world, out),
            OverlayKind::Links => fill_links(world, &mut self.observer, max_count, over, out),
            OverlayKind::Aims => fill_aims(world, &mut self.observer, max_count, over, out),
            OverlayKind::Density => fill_density(world, max_count, out),
            OverlayKind::Potential => fill_potential(world, &mut self.observer, max_count, out),
        }
    }
}

fn fill_links(
    world: &World,
    observer: &mut ObserverWorkspace,
    max_count: usize,
    over: &mut dyn FnMut() -> bool,
    out: &mut Vec<f32>,
) {
    let work = observer.workspace_for(world);
    let count = world.agents().len();
    let viewers = count.clamp(1, MAX_LINKED_UNITS);
    let each = (max_count / viewers).max(MIN_LINKS_PER_UNIT);
    let step = count.div_ceil(viewers).max(1);
    let mut near = Vec::new();
    for (index, group) in world.groups().iter().enumerate() {
        let scope = world.scope_during_tick(work, index);
        for id in group.ids.clone().step_by(step) {
            if over() {
                return;
            }
            near.clear();
            visit_counted_units(world, &scope, id, |other, offset| {
                near.push((offset.length(), other))
            });
            keep_smallest(&mut near, each, |(distance, other)| (*distance, *other as u32));
            out.extend(near.iter().flat_map(|(_, other)| [id as f32, *other as f32]));
        }
    }
}

fn fill_aims(
    world: &World,
    observer: &mut ObserverWorkspace,
    max_count: usize,
    over: &mut dyn FnMut() -> bool,
    out: &mut Vec<f32>,
) {
    let aiming: Vec<Vec<_>> = world.groups().iter().map(behaviors_with_aims).collect();
    // Without aims, the expensive sorting of the units is left out.
    if aiming.iter().all(Vec::is_empty) {
        return;
    }
    let work = observer.workspace_for(world);
    let step = world.agents().len().div_ceil(max_count.max(1)).max(1);
    for (index, group) in world.groups().iter().enumerate() {
        for id in group.ids.clone().step_by(step).take_while(|_| !over()) {
            work.choose_goals(world, index, id..id + 1);
        }
    }
    work.end_choosing();
    let mut cues = Vec::new();
    for (index, group) in world.groups().iter().enumerate() {
        let scope = world.scope_during_tick(work, index);
        for id in group.ids.clone().step_by(step) {
            if over() {
                return;
            }
            cues.clear();
            aiming[index].iter().for_each(|behavior| behavior.cues(&scope, id, &mut cues));
            for cue in &cues {
                if let SteeringCue::Aim { kind, point } = cue {
                    let way = match kind {
                        AimKind::To | AimKind::Course => 1.0,
                        AimKind::From => -1.0,
                    };
                    out.extend([id as f32, point.x, point.y, way]);
                }
            }
        }
    }
}

/// Active behaviors of a group whose aim is drawn: its first stimulus is no unit or obstacle.
fn behaviors_with_aims(group: &Group) -> Vec<&dyn Behavior> {
    let active = group.pipeline.iter().filter(|behavior| behavior.weight() != 0.0);
    active
        .filter(|behavior| !is_unit_or_obstacle(behavior.stimuli().first()))
        .map(|behavior| behavior.as_ref())
        .collect()
}

/// Whether a stimulus is another unit or an obstacle, whose position is visible anyway.
fn is_unit_or_obstacle(what: Option<&Stimulus>) -> bool {
    matches!(what, Some(Stimulus::Neighbor | Stimulus::Course | Stimulus::Obstacle))
}

fn fill_forces(world: &World, out: &mut Vec<f32>) {
    for group in world.groups() {
        for id in group.ids.clone() {
            let force = group.body.limit_force(world.steering().force(id));
            out.extend([force.x, force.y]);
        }
    }
}

/// Largest number of cells of a grid.
const MAX_SQUARES: usize = 1 << 16;
/// Largest number of cells times sources (units and obstacles) of a grid of potentials, in which
/// every cell considers every source.
const MAX_POTENTIAL_EVALUATIONS: usize = 1 << 23;

/// Starts a grid over the world with nearly square cells: writes the header and zeros. `columns`:
/// wanted number of columns; `max_count`: largest number of cells. Returns the columns and rows,
/// and the cell's size, u.
fn begin_field(
    world: &World,
    columns: usize,
    max_count: usize,
    out: &mut Vec<f32>,
) -> ([usize; 2], [f32; 2]) {
    let (width, height) = (world.params.width, world.params.height);
    let most = (max_count.min(MAX_SQUARES) as f32 * width / height).sqrt() as usize;
    let columns = columns.min(most).clamp(4, 512);
    let rows = ((columns as f32 * height / width).round() as usize).clamp(1, 512);
    let (cell_x, cell_y) = (width / columns as f32, height / rows as f32);
    out.extend([columns as f32, rows as f32, 0.0, 0.0, cell_x, cell_y]);
    out.resize(FIELD_HEADER_LENGTH + columns * rows, 0.0);
    ([columns, rows], [cell_x, cell_y])
}

/// Whether any group has an active potential behavior.
pub fn has_potential(world: &World) -> bool {
    (0..world.groups().len()).any(|index| follows_potential(world, index))
}

fn follows_potential(world: &World, index: usize) -> bool {
    let group = &world.groups()[index];
    let scope = world.scope(index);
    let follows = |behavior: &dyn Behavior| {
        behavior.weight() != 0.0
            && behavior.potential_force_at(&scope, group.ids.start, Vec2::ZERO).is_some()
    };
    !group.ids.is_empty() && group.pipeline.iter().any(|behavior| follows(behavior.as_ref()))
}

fn fill_potential(
    world: &World,
    observer: &mut ObserverWorkspace,
    columns: usize,
    out: &mut Vec<f32>,
) {
    let follows = (0..world.groups().len()).find(|index| follows_potential(world, *index));
    let Some(index) = follows else { return };
    let work = observer.workspace_for(world);
    let scope = world.scope_during_tick(work, index);
    let group = &world.groups()[index];
    let looks = 1 + world.agents().len() + world.obstacles().len();
    let ([columns, rows], [cell_x, cell_y]) =
        begin_field(world, columns, MAX_POTENTIAL_EVALUATIONS / looks, out);
    for (at, cell) in out[FIELD_HEADER_LENGTH..].iter_mut().enumerate().take(columns * rows) {
        let (column, row) = ((at % columns) as f32, (at / columns) as f32);
        let place = Vec2::new((column + 0.5) * cell_x, (row + 0.5) * cell_y);
        let push = group.pipeline.iter().filter_map(|behavior| {
            let push = behavior.potential_force_at(&scope, group.ids.start, place)?;
            Some(push * behavior.weight())
        });
        let push: f32 = push.sum();
        // Maps the force to -1..1; 0.5 stands for the group's force scale.
        *cell = push / (push.abs() + scope.force_scale);
    }
}

/// Adds each unit to the four nearest cells, weighted by distance, then smooths the grid twice
/// along each axis, across the edges of a world that wraps.
fn fill_density(world: &World, columns: usize, out: &mut Vec<f32>) {
    let ([columns, rows], [cell_x, cell_y]) = begin_field(world, columns, MAX_SQUARES, out);
    let field = &mut out[FIELD_HEADER_LENGTH..];
    let share = 1.0 / (cell_x * cell_y);
    let agents = world.agents();
    let wraps = world.params.edges == Edges::Wrap;
    let square = |at: f32, count: usize| {
        let at = if wraps { at.rem_euclid(count as f32) } else { at };
        at.clamp(0.0, count as f32 - 1.0) as usize
    };
    for id in 0..agents.len() {
        let (x, y) = (agents.x[id] / cell_x - 0.5, agents.y[id] / cell_y - 0.5);
        let (left, top) = (x.floor(), y.floor());
        for (dx, part_x) in [(0.0, 1.0 - (x - left)), (1.0, x - left)] {
            for (dy, part_y) in [(0.0, 1.0 - (y - top)), (1.0, y - top)] {
                let (column, row) = (square(left + dx, columns), square(top + dy, rows));
                field[row * columns + column] += share * part_x * part_y;
            }
        }
    }
    for _ in 0..2 {
        for row in 0..rows {
            smooth_line(field, row * columns, 1, columns, wraps);
        }
        for column in 0..columns {
            smooth_line(field, column, columns, rows, wraps);
        }
    }
}

/// Smooths a row or column of a grid by the weights 1 : 2 : 1, which keeps the sum of its values.
/// Its values are at `first`, `first + step` and so on; the last one is beside the first in a world
/// that wraps.
fn smooth_line(field: &mut [f32], first: usize, step: usize, count: usize, wraps: bool) {
    let start = field[first];
    let mut before = if wraps { field[first + (count - 1) * step] } else { start };
    for k in 0..count {
        let at = first + k * step;
        let here = field[at];
        let after = match k + 1 < count {
            true => field[at + step],
            false if wraps => start,
            false => here,
        };
        field[at] = 0.25 * before + 0.5 * here + 0.25 * after;
        before = here;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::insight::inspect::inspect_unit;
    use flockwright::Run;

    fn filled(link: &str, ticks: usize, kind: OverlayKind, most: usize) -> (Run, Vec<f32>) {
        let (mut run, _) = Run::open(link);
        (0..ticks).for_each(|_| run.world.tick());
        let mut overlays = OverlayBuffers::default();
        overlays.fill_buffer(&run.world, kind, most, &mut || false);
        let found = overlays.buffer(kind).to_vec();
        (run, found)
    }

    #[test]
    fn forces_are_those_of_the_last_tick_cut_to_the_limit() {
        let (run, forces) = filled("scene=flock-limited&separation=10", 90, OverlayKind::Forces, 0);
        assert_eq!(forces.len(), 2 * run.world.agents().len());
        let limit = run.world.groups()[0].body.force_limit();
        let size = |id: usize| forces[2 * id].hypot(forces[2 * id + 1]);
        for id in run.world.groups()[0].ids.clone() {
            let wanted = run.world.steering().force(id).length().min(limit);
            assert!((size(id) - wanted).abs() <= 1e-3 * wanted.max(1.0), "unit {id}");
        }
    }

    #[test]
    fn links_are_among_the_neighbors_that_the_inspector_names() {
        for link in ["scene=flock-limited", "scene=leaders-pincer", "scene=rts-group"] {
            let (run, links) = filled(link, 60, OverlayKind::Links, 100_000);
            assert!(links.len() > 100, "{link}: {}", links.len());
            let mut known = (usize::MAX, Vec::new());
            for pair in links.chunks(2) {
                let (id, other) = (pair[0] as usize, pair[1] as usize);
                if known.0 != id {
                    known = (
                        id,
                        inspect_unit(&run.world, &mut ObserverWorkspace::default(), id)
                            .expect("a unit")
                            .neighbor_ids,
                    );
                }
                assert!(known.1.contains(&other), "{link}: {id} does not count {other}");
            }
        }
    }

    #[test]
    fn a_crowd_has_no_more_lines_than_can_be_told_apart() {
        let (_, links) = filled("scene=flock-wide&count=3000", 1, OverlayKind::Links, 2000);
        assert!((600..=2 * 2400).contains(&links.len()), "{}", links.len());
    }

    #[test]
    fn density_holds_every_unit_once() {
        let (run, field) =
            filled("scene=flock-wide&count=500&player.count=0", 60, OverlayKind::Density, 96);
        let units: f32 = field[FIELD_HEADER_LENGTH..].iter().sum::<f32>() * field[4] * field[5];
        let count = run.world.agents().len() as f32;
        assert!((units - count).abs() < 0.05 * count, "{units} of {count}");
    }

    #[test]
    fn the_density_of_one_unit_is_a_hill_around_it() {
        let (mut run, _) = Run::open("scene=flock-wide&count=1&player.count=0");
        let place = glam::Vec2::new(300.0, 180.0);
        let state = run.world.agents().state(0);
        run.world.set_unit(0, flockwright::engine::agents::UnitState { position: place, ..state });
        let mut overlays = OverlayBuffers::default();
        overlays.fill_buffer(&run.world, OverlayKind::Density, 60, &mut || false);
        let (head, field) = overlays.buffer(OverlayKind::Density).split_at(FIELD_HEADER_LENGTH);
        let (columns, cell) = (head[0] as usize, glam::Vec2::new(head[4], head[5]));
        let (mut sum, mut middle) = (0.0, glam::Vec2::ZERO);
        for (at, value) in field.iter().enumerate() {
            let (column, row) = (at % columns, at / columns);
            let part = value * cell.x * cell.y;
            let center = (glam::Vec2::new(column as f32, row as f32) + 0.5) * cell;
            sum += part;
            middle += part * center;
            let far = ((center - place) / cell).abs().max_element() > 4.0;
            assert!(*value >= 0.0 && (!far || *value == 0.0), "{value} at {center}");
        }
        assert!((sum - 1.0).abs() < 1e-3 && middle.distance(place) < 0.1, "{sum} at {middle}");
    }

    #[test]
    fn the_density_of_a_unit_at_the_edge_of_a_world_that_wraps_goes_on_at_the_other_edge() {
        let density = |rest: &str| {
            let (mut run, _) = Run::open(&format!("scene=flock-wide&count=1&player.count=0{rest}"));
            let place = Vec2::new(0.1, 0.5 * run.world.params.height);
            let state = run.world.agents().state(0);
            run.world
                .set_unit(0, flockwright::engine::agents::UnitState { position: place, ..state });
            let mut overlays = OverlayBuffers::default();
            overlays.fill_buffer(&run.world, OverlayKind::Density, 60, &mut || false);
            let (head, field) = overlays.buffer(OverlayKind::Density).split_at(FIELD_HEADER_LENGTH);
            let columns = head[0] as usize;
            let right: f32 = field.iter().skip(columns - 1).step_by(columns).sum();
            (right, field.iter().sum::<f32>() * head[4] * head[5])
        };
        let [(wraps, all), (ends, _)] = ["", "&edges=bounce"].map(density);
        assert!(wraps > 0.0 && ends == 0.0 && (all - 1.0).abs() < 1e-3, "{wraps}, {ends}, {all}");
    }

    #[test]
    fn the_potential_pushes_at_walls_and_pulls_toward_the_prey() {
        let (run, field) = filled("v=8&scene=potential-maze", 30, OverlayKind::Potential, 96);
        let at = |place: Vec2| {
            let (column, row) = ((place.x / field[4]) as usize, (place.y / field[5]) as usize);
            field[FIELD_HEADER_LENGTH + row * field[0] as usize + column]
        };
        for obstacle in run.world.obstacles() {
            assert!(at(obstacle.center) > 0.5, "{} at {}", at(obstacle.center), obstacle.center);
        }
        let prey = run.world.agents().position(1);
        let beside = at(prey + Vec2::new(-24.0, 0.0));
        assert!(beside < -0.5, "{beside} beside the prey");
        assert!(has_potential(&run.world));
        let (flock, none) = filled("scene=flock-wide", 1, OverlayKind::Potential, 96);
        assert!(none.is_empty() && !has_potential(&flock.world));
    }

    #[test]
    fn there_may_be_nobody_to_show() {
        for kind in OverlayKind::ALL {
            let (run, _) = filled("scene=flock-wide&count=0&player.count=0", 200, kind, 0);
            assert_eq!(run.world.agents().len(), 0);
        }
    }

    #[test]
    fn aims_point_at_what_is_hunted_and_nothing_is_asked_for_no_room() {
        let (run, aims) = filled("scene=zombie-horde", 60, OverlayKind::Aims, 50);
        assert!(aims.len() >= 4 && aims.len() / 4 <= 120, "{}", aims.len());
        for aim in aims.chunks(4) {
            assert!((aim[0] as usize) < run.world.agents().len());
            assert!(aim.iter().all(|x| x.is_finite()));
        }
        let (_, none) = filled("scene=flock-wide&target=nobody", 5, OverlayKind::Aims, 0);
        assert!(none.is_empty());
    }
}
