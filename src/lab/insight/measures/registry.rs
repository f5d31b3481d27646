//! Registry of the built-in measures, from which the page's plots, sample files, the command line
//! and the documentation are derived.

use super::measure::{Measure, ValueRange};
use super::own;
use super::{
    USUAL_FLOCK_RADIUS, closest_hunter_distance, count_caught, count_leaders, elongation,
    flock_radius, mean_counted_share, mean_course_error, mean_leader_distance, mean_path_distance,
    mean_speed, measured_units, milling, polarization, round_trip, seconds_per_catch,
    share_in_obstacles,
};
use flockwright::engine::world::World;
use flockwright::session::run::Run;

/// The measures of [`MEASURES`], then those that are written as texts and known to the process.
pub fn all_measures() -> Vec<&'static Measure> {
    MEASURES.iter().chain(own::declared_measures()).collect()
}

/// Declares a measure, written as a text, for all runs; replaces a declared one with the same key.
/// Returns it. A run that has its own measure with this key keeps it.
pub fn declare_measure(text: &str) -> Result<&'static Measure, String> {
    own::declare_text(text, is_built_in)
}

/// Adds the keys of a run's own measures to those of the process. In runs without a text for such a
/// key, its measure has no value.
pub fn declare_measures_of(run: &Run) -> Result<(), String> {
    let mut carried = run.written_measures().iter();
    carried.try_for_each(|one| {
        own::add_or_update_key(&one.measure, &one.source_text, is_built_in).map(|_| ())
    })
}

fn is_built_in(key: &str) -> bool {
    MEASURES.iter().any(|measure| measure.key == key)
}

impl Measure {
    /// Smallest and largest possible value of the measure; may be infinite.
    pub fn value_limits(&self) -> (f64, f64) {
        match self.value_range {
            ValueRange::Share => (0.0, 1.0),
            ValueRange::Count | ValueRange::Amount => (0.0, f64::INFINITY),
            ValueRange::Number => own::range_of_key(self.key),
        }
    }

    pub fn find(key: &str) -> Option<&'static Self> {
        Self::index(key).map(Self::at)
    }

    /// Index of the measure with this key in [`all_measures`], and so in samples.
    pub fn index(key: &str) -> Option<usize> {
        let built_in = MEASURES.iter().position(|measure| measure.key == key);
        built_in.or_else(|| Some(MEASURES.len() + own::index_of_key(key)?))
    }

    /// Measure at an index of [`all_measures`].
    pub fn at(index: usize) -> &'static Self {
        match index.checked_sub(MEASURES.len()) {
            None => &MEASURES[index],
            Some(own) => own::measure_at(own),
        }
    }
}

/// Radius of `flocks_fixed`, which ignores the view: ten body lengths of the first group, u.
fn fixed_flock_radius(world: &World) -> f32 {
    world.groups().first().map_or(0.0, |group| USUAL_FLOCK_RADIUS * group.crowd.length)
}

/// All measures computed by Rust functions, in the order of columns and plots.
pub static MEASURES: &[Measure] = &[
    Measure {
        key: "polarization",
        label: "Polarization",
        unit: "",
        value_range: ValueRange::Share,
        description: "1: all move the same way. Near 0: each goes its own way.",
        definition: "|⟨û(v)⟩|",
        source: "Vicsek et al. 1995",
        is_plotted: true,
        compute: |look| polarization(look.world).into(),
    },
    Measure {
        key: "milling",
        label: "Milling",
        unit: "",
        value_range: ValueRange::Share,
        description: "1: all circle the center of the crowd in the same direction.",
        definition: "|⟨û(x - c) × û(v)⟩|, c the center of mass",
        source: "Couzin et al. 2002",
        is_plotted: true,
        compute: |look| milling(look.world).into(),
    },
    Measure {
        key: "nearest_neighbor",
        label: "Nearest neighbor",
        unit: "u",
        value_range: ValueRange::Amount,
        description: "Mean distance from a bird to the one nearest to it.",
        definition: "⟨δ⟩, δ the distance to the nearest other bird",
        source: "",
        is_plotted: false,
        compute: |look| f64::from(look.spacing().mean_distance as f32),
    },
    Measure {
        key: "spacing",
        label: "Spacing",
        unit: "L",
        value_range: ValueRange::Amount,
        description: "Distance to the nearest neighbor, in body lengths.",
        definition: "⟨δ⟩ / ⟨L⟩, δ the distance to the nearest other bird",
        source: "",
        is_plotted: true,
        compute: |look| f64::from(look.spacing().mean_lengths as f32),
    },
    Measure {
        key: "overlaps",
        label: "Overlaps",
        unit: "pairs",
        value_range: ValueRange::Count,
        description: "Pairs of birds closer than one body length.",
        definition: "number of pairs i, j with d(i, j) < max(L_i, L_j)",
        source: "",
        is_plotted: true,
        compute: |look| f64::from(look.spacing().overlapping_pairs as f32),
    },
    Measure {
        key: "overlapping",
        label: "Overlapping",
        unit: "",
        value_range: ValueRange::Share,
        description: "Share of all birds that overlap with another one.",
        definition: "share of the birds in at least one pair of `overlaps`",
        source: "",
        is_plotted: false,
        compute: |look| f64::from(look.spacing().overlapping_share as f32),
    },
    Measure {
        key: "flocks",
        label: "Flocks",
        unit: "",
        value_range: ValueRange::Count,
        description: "Groups of birds that are connected by sight.",
        definition: "number of connected components; birds i, j of one role are connected if d(i, j) ≤ R, \
                     R = `flock_radius_u`",
        source: "",
        is_plotted: true,
        compute: |look| look.flocks_in_view().count as f64,
    },
    Measure {
        key: "largest_flock",
        label: "Largest flock",
        unit: "",
        value_range: ValueRange::Share,
        description: "Share of all birds that are in the largest flock.",
        definition: "n / N, n the number of birds in the largest component of `flocks`",
        source: "",
        is_plotted: true,
        compute: |look| look.flocks_in_view().largest_share.into(),
    },
    Measure {
        key: "flock_radius",
        label: "Flock radius",
        unit: "u",
        value_range: ValueRange::Amount,
        description: "The distance at which two birds are of one flock.",
        definition: "radius of the view of the first group that has a view; without any, 10 L of the first \
                     group",
        source: "",
        is_plotted: false,
        compute: |look| flock_radius(look.world).into(),
    },
    Measure {
        key: "flocks_fixed",
        label: "Flocks, gaps of ten bodies",
        unit: "",
        value_range: ValueRange::Count,
        description: "Groups of birds that are connected within ten body lengths, however far they see.",
        definition: "as `flocks` with R = 10 L of the first group, to compare runs with different views",
        source: "",
        is_plotted: true,
        compute: |look| look.flocks(fixed_flock_radius(look.world)).count as f64,
    },
    Measure {
        key: "largest_flock_fixed",
        label: "Largest flock, gaps of ten bodies",
        unit: "",
        value_range: ValueRange::Share,
        description: "Share of all birds that are in the largest of these groups.",
        definition: "n / N, n the number of birds in the largest component of `flocks_fixed`",
        source: "",
        is_plotted: true,
        compute: |look| look.flocks(fixed_flock_radius(look.world)).largest_share.into(),
    },
    Measure {
        key: "leaders",
        label: "Leaders",
        unit: "",
        value_range: ValueRange::Count,
        description: "Birds with none ahead of them.",
        definition: "number of birds whose narrow view was empty when the tick began",
        source: "Bourg & Seemann, ch. 4",
        is_plotted: true,
        compute: |look| count_leaders(look.world) as f64,
    },
    Measure {
        key: "mean_speed",
        label: "Mean speed",
        unit: "u/s",
        value_range: ValueRange::Amount,
        description: "How fast birds move on average.",
        definition: "⟨|v|⟩",
        source: "",
        is_plotted: true,
        compute: |look| mean_speed(look.world).into(),
    },
    Measure {
        key: "closest_hunter",
        label: "Closest hunter",
        unit: "u",
        value_range: ValueRange::Amount,
        description: "Distance from the target to the bird nearest to it.",
        definition: "minimum of d(i, t) over the birds, t the hunted target; undefined without a target",
        source: "",
        is_plotted: true,
        compute: |look| closest_hunter_distance(look.world).map_or(f64::NAN, f64::from),
    },
    Measure {
        key: "leader_distance",
        label: "Distance to the leader",
        unit: "L",
        value_range: ValueRange::Amount,
        description: "How far those that follow are from the one that leads them, in lengths.",
        definition: "mean of d(i, l) / L_i over the followers, l the leader of bird i; undefined without \
                     followers",
        source: "",
        is_plotted: true,
        compute: |look| mean_leader_distance(look.world).map_or(f64::NAN, f64::from),
    },
    Measure {
        key: "in_obstacles",
        label: "In rocks",
        unit: "",
        value_range: ValueRange::Share,
        description: "Share of all birds whose middle is inside a rock.",
        definition: "share of the birds with d(i, o) < r for a rock with center o and radius r",
        source: "",
        is_plotted: false,
        compute: |look| share_in_obstacles(look.world).into(),
    },
    Measure {
        key: "units",
        label: "How many",
        unit: "",
        value_range: ValueRange::Count,
        description: "How many birds are measured: all but the player's craft and the prey.",
        definition: "N",
        source: "",
        is_plotted: false,
        compute: |look| measured_units(look.world).count() as f64,
    },
    Measure {
        key: "caught",
        label: "Caught",
        unit: "",
        value_range: ValueRange::Count,
        description: "Birds caught by their hunters, or rounds won, until now.",
        definition: "number of birds caught, or rounds won, since the match began; undefined without a group \
                     that catches",
        source: "",
        is_plotted: false,
        compute: |look| count_caught(look.world).map_or(f64::NAN, f64::from),
    },
    Measure {
        key: "catch_time",
        label: "Time to catch",
        unit: "s",
        value_range: ValueRange::Amount,
        description: "How long a catch takes, on average.",
        definition: "t / `caught`, t the time of the run; undefined before the first catch",
        source: "",
        is_plotted: false,
        compute: |look| seconds_per_catch(look.world).map_or(f64::NAN, f64::from),
    },
    Measure {
        key: "file",
        label: "File",
        unit: "",
        value_range: ValueRange::Share,
        description: "1: all stand on one line. 0: the crowd is as long as it is wide.",
        definition: "(λ₁ - λ₂) / (λ₁ + λ₂), λ₁ ≥ λ₂ the eigenvalues of the covariance of x",
        source: "",
        is_plotted: false,
        compute: |look| elongation(look.world).into(),
    },
    Measure {
        key: "corner_error",
        label: "Off course",
        unit: "deg",
        value_range: ValueRange::Amount,
        description: "How far off the course of their pattern craft move on straight steps.",
        definition: "mean angle between v and the course of the pattern, over the birds on a straight step; \
                     undefined without such birds",
        source: "",
        is_plotted: false,
        compute: |look| mean_course_error(look.world).map_or(f64::NAN, f64::from),
    },
    Measure {
        key: "off_path",
        label: "Off the path",
        unit: "L",
        value_range: ValueRange::Amount,
        description: "How far from their path those are who walk one.",
        definition: "mean of d / L over the birds that follow a path, d the distance from the path; undefined \
                     without such birds",
        source: "",
        is_plotted: false,
        compute: |look| mean_path_distance(look.world).map_or(f64::NAN, f64::from),
    },
    Measure {
        key: "route_gap",
        label: "Gap of the route",
        unit: "L",
        value_range: ValueRange::Amount,
        description: "How far from its beginning a list of instructions ends.",
        definition: "d / L, d the distance between begin and end of a round of instructions on tiles in an open \
                     field, at least one tile if the heading differs; undefined without instructions",
        source: "",
        is_plotted: false,
        compute: |look| round_trip(look.world).map_or(f64::NAN, |[gap, _]| gap.into()),
    },
    Measure {
        key: "route_length",
        label: "Length of the route",
        unit: "L",
        value_range: ValueRange::Amount,
        description: "How far a round of instructions goes.",
        definition: "s / L, s the length of a round of instructions on tiles in an open field; undefined \
                     without instructions",
        source: "",
        is_plotted: false,
        compute: |look| round_trip(look.world).map_or(f64::NAN, |[_, length]| length.into()),
    },
    Measure {
        key: "counted",
        label: "Counted",
        unit: "",
        value_range: ValueRange::Share,
        description: "Share of all others that a bird counts among its neighbors.",
        definition: "⟨n⟩ / (N - 1), at most 1, n the number of neighbors that the flocking rules count, over \
                     the birds with a view; undefined without a view",
        source: "",
        is_plotted: false,
        compute: |look| mean_counted_share(look.world).map_or(f64::NAN, f64::from),
    },
];
