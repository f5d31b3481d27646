//! The meter, which computes measures with reusable memory, and results that measures share.

use super::cells::SortedCells;
use super::{FlockCount, flock_radius, mean, measured_units};
use flockwright::engine::agents::Role;
use flockwright::engine::world::World;
use flockwright::rules::tree::TextMeasure;
use flockwright::session::run::Run;
use glam::Vec2;

/// Number of units up to which all neighbor distances are measured; in larger crowds, those of
/// about this many units, drawn evenly. Other measures use every unit.
const MAX_EXACT_UNITS: usize = 2048;

/// Number of compared pairs after which no further round is sampled. It is reached where very many
/// units stand at one place.
const MAX_COMPARED_PAIRS: usize = MAX_EXACT_UNITS * MAX_EXACT_UNITS;

/// Number of rounds in which units are sampled. Each round is spread over the whole crowd, so that
/// the sample is even if the sampling stops after any round.
const SAMPLING_ROUNDS: usize = 1 << u8::BITS;

/// Distances to nearest neighbors, and overlaps, of the units of a world.
#[derive(Clone, Copy, Debug)]
pub(super) struct NeighborSpacing {
    /// Mean distance between a unit and its nearest neighbor, u.
    pub mean_distance: f64,
    /// Mean distance to the nearest neighbor, in mean body lengths of the units.
    pub mean_lengths: f64,
    /// Number of overlapping pairs of units; estimated above [`MAX_EXACT_UNITS`] units.
    pub overlapping_pairs: f64,
    /// Share of the units that overlap with another unit, 0 to 1.
    pub overlapping_share: f64,
}

/// Results that several measures share, for one state of a world; each is computed when a measure
/// first needs it.
pub(super) struct MeasureCache<'a> {
    pub world: &'a World,
    pub(super) meter: &'a mut Meter,
    pub(super) spacing: Option<NeighborSpacing>,
    /// Radius that connects units, u, and the flocks that were last counted with such a radius.
    pub(super) flocks: Option<(f32, FlockCount)>,
}

impl<'a> MeasureCache<'a> {
    pub(super) fn new(world: &'a World, meter: &'a mut Meter) -> Self {
        Self { world, meter, spacing: None, flocks: None }
    }

    pub fn spacing(&mut self) -> NeighborSpacing {
        *self.spacing.get_or_insert_with(|| self.meter.spacing(self.world))
    }

    /// Number and largest share of flocks, whose units are connected within `radius`, u.
    pub fn flocks(&mut self, radius: f32) -> FlockCount {
        match self.flocks {
            Some((known, flocks)) if known == radius => flocks,
            _ => self.flocks.insert((radius, self.meter.flocks(self.world, radius))).1,
        }
    }

    /// Number and largest share of flocks, whose units are connected within [`flock_radius`].
    pub fn flocks_in_view(&mut self) -> FlockCount {
        self.flocks(flock_radius(self.world))
    }
}

/// Computes measures. Measuring a crowd of the same size again allocates nothing.
#[derive(Clone, Debug)]
pub struct Meter {
    /// Number of units above which only some are sampled for neighbor distances.
    max_exact_units: usize,
    /// Number of compared pairs after which the sampling ends.
    max_compared: usize,
    positions: Vec<Vec2>,
    /// Body length of the unit at each index of `positions`, u.
    lengths: Vec<f32>,
    cells: SortedCells,
    /// The run's own measures, written as texts, which take precedence over declared ones.
    pub(super) own_measures: Vec<TextMeasure>,
}

impl Default for Meter {
    /// A meter that estimates neighbor distances of more than 2048 units.
    fn default() -> Self {
        Self { max_exact_units: MAX_EXACT_UNITS, max_compared: MAX_COMPARED_PAIRS, ..Self::exact() }
    }
}

impl Meter {
    /// A meter without estimates, for crowds of any size.
    pub fn exact() -> Self {
        Self {
            max_exact_units: usize::MAX,
            max_compared: usize::MAX,
            positions: Vec::new(),
            lengths: Vec::new(),
            cells: SortedCells::default(),
            own_measures: Vec::new(),
        }
    }

    /// Adds the run's own measures, which are written as texts, to the meter.
    #[must_use]
    pub fn with_own_measures(mut self, run: &Run) -> Self {
        self.own_measures = run.written_measures().iter().map(|one| one.measure.clone()).collect();
        self
    }

    /// Distances to the nearest neighbor, and overlaps; estimated for a sampled crowd.
    pub(super) fn spacing(&mut self, world: &World) -> NeighborSpacing {
        let drawn = self.sample_neighbors(world);
        // Share of the units that is sampled. Sampling finds an overlapping pair once from each of
        // its units, so that each pair is counted `2 * share` times on average.
        let share = drawn.sampled_units.max(1) as f64 / self.positions.len().max(1) as f64;
        let nearest = drawn.distance_sum / drawn.sampled_units as f64;
        let lengths = mean(self.lengths.iter().map(|length| f64::from(*length)));
        NeighborSpacing {
            mean_distance: nearest,
            mean_lengths: nearest / lengths,
            overlapping_share: drawn.overlapped_samples as f64 / drawn.sampled_units as f64,
            overlapping_pairs: drawn.overlapping_units as f64 / (2.0 * share),
        }
    }

    fn sample_neighbors(&mut self, world: &World) -> SampledNeighbors {
        let agents = world.agents();
        self.positions.clear();
        self.positions.extend(measured_units(world).map(|id| agents.position(id)));
        self.lengths.clear();
        self.lengths.extend(measured_units(world).map(|id| agents.length[id]));
        let mut drawn = SampledNeighbors::default();
        let n = self.positions.len();
        if n < 2 {
            return drawn;
        }
        let space = world.space();
        let spread = (space.width * space.height / n as f32).sqrt();
        self.cells.sort_points(&self.positions, space, spread);
        let longest = self.lengths.iter().copied().fold(0.0, f32::max);
        let stride = n.div_ceil(self.max_exact_units);
        for round in 0..=u8::MAX {
            let first = usize::from(round.reverse_bits()) * stride;
            for slot in (first..n).step_by(SAMPLING_ROUNDS * stride) {
                self.add_neighbors(slot, longest, &mut drawn);
            }
            if stride > 1 && drawn.compared_units > self.max_compared {
                break;
            }
        }
        drawn
    }

    fn add_neighbors(&self, slot: usize, longest: f32, drawn: &mut SampledNeighbors) {
        let cells = &self.cells;
        let length = |slot: usize| self.lengths[cells.point_of[slot] as usize];
        let (here, own) = (cells.slot_positions[slot], length(slot));
        let mut best = f32::INFINITY;
        let before = drawn.overlapping_units;
        cells.visit_near(here, longest, |other, d2| {
            drawn.compared_units += 1;
            if other != slot {
                best = best.min(d2);
                let reach = own.max(length(other));
                drawn.overlapping_units += usize::from(d2 < reach * reach);
            }
        });
        let far = best > longest * longest;
        let nearest =
            if far { cells.nearest_distance(slot, &mut drawn.compared_units) } else { best.sqrt() };
        drawn.distance_sum += f64::from(nearest);
        drawn.overlapped_samples += usize::from(drawn.overlapping_units > before);
        drawn.sampled_units += 1;
    }

    /// Number and largest share of flocks, as [`count_flocks`](super::count_flocks) defines them.
    pub fn flocks(&mut self, world: &World, radius: f32) -> FlockCount {
        let (mut count, mut largest, mut all) = (0, 0, 0);
        for role in Role::ALL.into_iter().filter(|role| role.counts_as_neighbor()) {
            self.positions.clear();
            let groups = world.groups().iter().filter(|group| group.role == role);
            let ids = groups.flat_map(|group| group.ids.clone());
            self.positions.extend(ids.map(|id| world.agents().position(id)));
            if self.positions.is_empty() {
                continue;
            }
            self.cells.sort_points(&self.positions, world.space(), radius / 1.5);
            let (flocks, members) = self.cells.connected_components(radius);
            all += self.positions.len();
            count += flocks;
            largest = largest.max(members);
        }
        FlockCount { count, largest_share: largest as f32 / all as f32 }
    }
}

/// Sums over the sampled units for the statistics of their neighbors.
#[derive(Default)]
struct SampledNeighbors {
    sampled_units: usize,
    /// Sum of the distances of sampled units to their nearest other unit, u.
    distance_sum: f64,
    /// Number of pairs of a sampled unit and a unit that overlaps with it.
    overlapping_units: usize,
    /// Number of sampled units that overlap with another one.
    overlapped_samples: usize,
    /// Number of pairs of a sampled unit and a unit whose distance to it was computed.
    compared_units: usize,
}

#[cfg(test)]
mod tests {
    use super::*;
    use flockwright::Run;

    fn drawn(link: &str) -> SampledNeighbors {
        let (run, notices) = Run::open(link);
        assert!(notices.is_empty(), "{notices:?}");
        Meter::default().sample_neighbors(&run.world)
    }

    #[test]
    fn of_a_large_crowd_at_one_place_fewer_units_are_drawn() {
        let spread = drawn("scene=swarm&count=50000");
        assert_eq!(spread.sampled_units, 2000, "every 25th");
        // All chasers start at one place.
        let dense = drawn("scene=duel&count=50000");
        let round = MAX_EXACT_UNITS / SAMPLING_ROUNDS;
        assert!(
            (round / 2..spread.sampled_units / 4).contains(&dense.sampled_units),
            "{}",
            dense.sampled_units
        );
        assert!(
            dense.compared_units <= MAX_COMPARED_PAIRS + 2 * round * 50_000,
            "{}",
            dense.compared_units
        );
    }

    #[test]
    fn what_is_measured_at_some_units_is_about_what_all_of_them_give() {
        let (run, _) = Run::open("scene=swarm&count=9000");
        let some = Meter::default().spacing(&run.world);
        let all = Meter::exact().spacing(&run.world);
        let (near, near_all) = (some.mean_distance, all.mean_distance);
        let (close, close_all) = (some.overlapping_pairs, all.overlapping_pairs);
        assert!(close_all > 1000.0 && (close / close_all - 1.0).abs() < 0.1, "{close} {close_all}");
        assert!((near / near_all - 1.0).abs() < 0.1, "{near} {near_all}");
    }

    #[test]
    fn of_small_crowds_all_are_drawn() {
        for count in [2, 100, MAX_EXACT_UNITS] {
            let link = format!("scene=duel&count={count}&interceptors.count=0");
            assert_eq!(drawn(&link).sampled_units, count);
        }
    }
}
