//! Intermediate results that measures share, with reusable memory.

use super::cells::Cells;
use super::{Flocks, flock_radius, mean, units};
use flockwright::engine::agents::Role;
use flockwright::engine::world::World;
use flockwright::rules::tree::TextMeasure;
use flockwright::session::run::Run;
use glam::Vec2;

/// Largest number of units at which neighbor distances are measured; larger crowds are sampled
/// evenly. Other measures use every unit.
pub(crate) const MOST_PAIRED: usize = 2048;

/// Largest number of compared pairs. Where very many units stand at one place, fewer of them are
/// sampled.
const MOST_LOOKS: usize = MOST_PAIRED * MOST_PAIRED;

/// Number of rounds in which units are sampled, each spread over the whole crowd, so that any
/// number of first rounds is an even sample.
const ROUNDS: usize = 1 << u8::BITS;

/// Distances between neighbors.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spacing {
    /// Mean distance to the nearest neighbor, u.
    pub nearest: f64,
    /// Mean distance to the nearest neighbor, in mean lengths of a unit.
    pub in_lengths: f64,
    /// Number of overlapping pairs of units; an estimate for more than 2048 units.
    pub overlaps: f64,
    /// Share of the units that are in such a pair.
    pub overlapping: f64,
}

/// Cache of results for one state of a world; each is computed when a measure first needs it.
pub(super) struct MeasureCache<'a> {
    pub world: &'a World,
    pub(super) meter: &'a mut Meter,
    pub(super) spacing: Option<Spacing>,
    /// Last computed flocks, with their radius.
    pub(super) flocks: Option<(f32, Flocks)>,
}

impl<'a> MeasureCache<'a> {
    pub(super) fn new(world: &'a World, meter: &'a mut Meter) -> Self {
        Self { world, meter, spacing: None, flocks: None }
    }

    pub fn spacing(&mut self) -> Spacing {
        *self.spacing.get_or_insert_with(|| self.meter.spacing(self.world))
    }

    /// Flocks within a radius, u.
    pub fn flocks(&mut self, radius: f32) -> Flocks {
        match self.flocks {
            Some((known, flocks)) if known == radius => flocks,
            _ => self.flocks.insert((radius, self.meter.flocks(self.world, radius))).1,
        }
    }

    /// Flocks within the [`flock_radius`].
    pub fn flocks_in_view(&mut self) -> Flocks {
        self.flocks(flock_radius(self.world))
    }
}

/// Takes measurements. After the first one of a crowd, further ones allocate nothing.
#[derive(Clone, Debug)]
pub struct Meter {
    /// Approximate number of units at which neighbor distances are measured.
    most: usize,
    /// Number of compared units at which the sampling ends.
    looks: usize,
    places: Vec<Vec2>,
    /// Length of the unit at each index of `places`.
    lengths: Vec<f32>,
    cells: Cells,
    /// Written measures of the run.
    pub(super) carried: Vec<TextMeasure>,
}

impl Default for Meter {
    /// Neighbor distances are estimated for more than 2048 units.
    fn default() -> Self {
        Self { most: MOST_PAIRED, looks: MOST_LOOKS, ..Self::exact() }
    }
}

impl Meter {
    /// A meter without estimates, for crowds of any size.
    pub fn exact() -> Self {
        Self {
            most: usize::MAX,
            looks: usize::MAX,
            places: Vec::new(),
            lengths: Vec::new(),
            cells: Cells::default(),
            carried: Vec::new(),
        }
    }

    /// A meter that also takes the written measures of the run.
    #[must_use]
    pub fn carrying(mut self, run: &Run) -> Self {
        self.carried = run.written_measures().iter().map(|one| one.measure.clone()).collect();
        self
    }

    /// Mean distance to the nearest neighbor, and the number of overlapping pairs.
    pub(super) fn spacing(&mut self, world: &World) -> Spacing {
        let drawn = self.draw(world);
        // Each pair is found from both of its ends.
        let share = drawn.units.max(1) as f64 / self.places.len().max(1) as f64;
        let nearest = drawn.nearest / drawn.units as f64;
        let lengths = mean(self.lengths.iter().map(|length| f64::from(*length)));
        Spacing {
            nearest,
            in_lengths: nearest / lengths,
            overlapping: drawn.touched as f64 / drawn.units as f64,
            overlaps: drawn.close as f64 / (2.0 * share),
        }
    }

    fn draw(&mut self, world: &World) -> Drawn {
        let agents = world.agents();
        self.places.clear();
        self.places.extend(units(world).map(|id| agents.position(id)));
        self.lengths.clear();
        self.lengths.extend(units(world).map(|id| agents.length[id]));
        let mut drawn = Drawn::default();
        let n = self.places.len();
        if n < 2 {
            return drawn;
        }
        let space = world.space();
        let spread = (space.width * space.height / n as f32).sqrt();
        self.cells.sort(&self.places, space, spread);
        let longest = self.lengths.iter().copied().fold(0.0, f32::max);
        let stride = n.div_ceil(self.most);
        for round in 0..=u8::MAX {
            let first = usize::from(round.reverse_bits()) * stride;
            for slot in (first..n).step_by(ROUNDS * stride) {
                self.around(slot, longest, &mut drawn);
            }
            if stride > 1 && drawn.looks > self.looks {
                break;
            }
        }
        drawn
    }

    fn around(&self, slot: usize, longest: f32, drawn: &mut Drawn) {
        let cells = &self.cells;
        let length = |slot: usize| self.lengths[cells.point_of[slot] as usize];
        let (here, own) = (cells.places[slot], length(slot));
        let mut best = f32::INFINITY;
        let before = drawn.close;
        cells.near(here, longest, |other, d2| {
            drawn.looks += 1;
            if other != slot {
                best = best.min(d2);
                let reach = own.max(length(other));
                drawn.close += usize::from(d2 < reach * reach);
            }
        });
        let far = best > longest * longest;
        let nearest = if far { cells.nearest(slot, &mut drawn.looks) } else { best.sqrt() };
        drawn.nearest += f64::from(nearest);
        drawn.touched += usize::from(drawn.close > before);
        drawn.units += 1;
    }

    /// See [`flocks`](super::flocks).
    pub fn flocks(&mut self, world: &World, radius: f32) -> Flocks {
        let (mut count, mut largest, mut all) = (0, 0, 0);
        for role in Role::ALL.into_iter().filter(|role| role.counts_as_neighbor()) {
            self.places.clear();
            let groups = world.groups().iter().filter(|group| group.role == role);
            let ids = groups.flat_map(|group| group.ids.clone());
            self.places.extend(ids.map(|id| world.agents().position(id)));
            if self.places.is_empty() {
                continue;
            }
            self.cells.sort(&self.places, world.space(), radius / 1.5);
            let (flocks, members) = self.cells.components(radius);
            all += self.places.len();
            count += flocks;
            largest = largest.max(members);
        }
        Flocks { count, largest: largest as f32 / all as f32 }
    }
}

/// Sums over the sampled units about their neighbors.
#[derive(Default)]
struct Drawn {
    units: usize,
    /// Sum of distances to the nearest other unit, u.
    nearest: f64,
    /// Number of units that overlap with a sampled one.
    close: usize,
    /// Number of sampled units that overlap with another one.
    touched: usize,
    /// Number of compared units.
    looks: usize,
}

#[cfg(test)]
mod tests {
    use super::*;
    use flockwright::Run;

    fn drawn(link: &str) -> Drawn {
        let (run, notices) = Run::open(link);
        assert!(notices.is_empty(), "{notices:?}");
        Meter::default().draw(&run.world)
    }

    #[test]
    fn of_a_large_crowd_at_one_place_fewer_units_are_drawn() {
        let spread = drawn("scene=swarm&count=50000");
        assert_eq!(spread.units, 2000, "every 25th");
        // All chasers start at one place.
        let dense = drawn("scene=duel&count=50000");
        let round = MOST_PAIRED / ROUNDS;
        assert!((round / 2..spread.units / 4).contains(&dense.units), "{}", dense.units);
        assert!(dense.looks <= MOST_LOOKS + 2 * round * 50_000, "{}", dense.looks);
    }

    #[test]
    fn what_is_measured_at_some_units_is_about_what_all_of_them_give() {
        let (run, _) = Run::open("scene=swarm&count=9000");
        let some = Meter::default().spacing(&run.world);
        let all = Meter::exact().spacing(&run.world);
        let (near, near_all) = (some.nearest, all.nearest);
        let (close, close_all) = (some.overlaps, all.overlaps);
        assert!(close_all > 1000.0 && (close / close_all - 1.0).abs() < 0.1, "{close} {close_all}");
        assert!((near / near_all - 1.0).abs() < 0.1, "{near} {near_all}");
    }

    #[test]
    fn of_small_crowds_all_are_drawn() {
        for count in [2, 100, MOST_PAIRED] {
            let link = format!("scene=duel&count={count}&interceptors.count=0");
            assert_eq!(drawn(&link).units, count);
        }
    }
}
