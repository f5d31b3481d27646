//! Measures of a world: the standard quantities of flocking, as pure functions of its state.
//!
//! As in the flocking rules, the player's craft and prey are not counted. Distances are as units
//! perceive them: across wrapping edges where the world is toroidal. A [`Meter`] takes all measures
//! at once and reuses its memory; the functions compute single ones.

mod cells;
mod measure;
mod meter;
mod own;
mod registry;
mod series;
pub mod statistics;
mod tasks;
pub mod time_series;

pub use measure::{Measure, ValueRange};
pub use meter::Meter;
pub use own::{is_in_all_runs, run_has_measure};
pub use registry::{MEASURES, all_measures, declare_measure, declare_measures_of};
pub use series::{MAX_MEASURES, MeasureSample, SAMPLE_INTERVAL, SampleSeries};
pub use tasks::{count_caught, elongation, mean_counted_share};
pub(crate) use tasks::{mean_course_error, mean_path_distance, round_trip, seconds_per_catch};

use flockwright::engine::agents::Role;
use flockwright::engine::group::Group;
use flockwright::engine::scenery::{Obstacle, Space};
use flockwright::engine::world::World;
use flockwright::internals::math::{sin_cos, wrap_angle};
use glam::Vec2;
use std::f32::consts::TAU;

/// Flock radius where no group has a view, in body lengths.
const USUAL_FLOCK_RADIUS: f32 = 10.0;

/// Number of flocks, and size of the largest one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FlockCount {
    /// Number of flocks: connected components, single units included.
    pub count: usize,
    /// Share of all units that is in the largest flock, 0..=1; NaN without units.
    pub largest_share: f32,
}

/// Ids of the measured units: those of all groups except the player's craft and prey.
fn measured_units(world: &World) -> impl Iterator<Item = usize> {
    let counted = world.groups().iter().filter(|group| group.role.counts_as_neighbor());
    counted.flat_map(|group| group.ids.clone())
}

/// Mean of numbers; NaN without numbers.
fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0usize), |(sum, count), x| (sum + x, count + 1));
    sum / count as f64
}

/// Polarization: length of the mean direction of motion, |mean û(v)|. 1 if all units move the same
/// way, about 1/√n for independent directions (order parameter of Vicsek et al. 1995).
pub fn polarization(world: &World) -> f32 {
    let ways = || measured_units(world).map(|id| world.agents().velocity(id).normalize_or_zero());
    let x = mean(ways().map(|way| f64::from(way.x)));
    let y = mean(ways().map(|way| f64::from(way.y)));
    // Not computed by `hypot`, whose last bit differs between machines.
    (x * x + y * y).sqrt() as f32
}

/// Milling: |mean of û(r) × û(v)| around the center of mass. 1 if all units circle the same way, 0
/// if none does or both directions balance (Couzin et al. 2002).
pub fn milling(world: &World) -> f32 {
    let about = offset_center(world);
    let place = |id| world.space().offset_between(about, world.agents().position(id));
    let center = Vec2::new(
        mean(measured_units(world).map(|id| f64::from(place(id).x))) as f32,
        mean(measured_units(world).map(|id| f64::from(place(id).y))) as f32,
    );
    let spin = |id| {
        let way = world.agents().velocity(id).normalize_or_zero();
        f64::from((place(id) - center).normalize_or_zero().perp_dot(way))
    };
    mean(measured_units(world).map(spin)).abs() as f32
}

/// Reference point for offsets of units: in a toroidal world the circular mean of the positions
/// (Bai and Breen 2008), around which the edges split no crowd; elsewhere the middle of the world.
fn offset_center(world: &World) -> Vec2 {
    let Space { width, height, is_torus: torus } = world.space();
    if !torus {
        return Vec2::new(0.5 * width, 0.5 * height);
    }
    let along = |extent: f32, part: fn(Vec2) -> f32| {
        let angle = |id| TAU * part(world.agents().position(id)) / extent;
        let ways = || measured_units(world).map(|id| sin_cos(wrap_angle(angle(id))));
        let sine = mean(ways().map(|(sine, _)| f64::from(sine)));
        let cosine = mean(ways().map(|(_, cosine)| f64::from(cosine)));
        libm::atan2f(sine as f32, cosine as f32) * extent / TAU
    };
    Vec2::new(along(width, |place| place.x), along(height, |place| place.y))
}

/// Mean distance to the nearest neighbor, u; NaN with fewer than two units.
pub fn nearest_neighbor_distance(world: &World) -> f32 {
    Meter::exact().spacing(world).mean_distance as f32
}

/// Number of overlapping pairs: units whose centers are nearer than the larger body length.
pub fn overlapping_pairs(world: &World) -> usize {
    Meter::exact().spacing(world).overlapping_pairs.round() as usize
}

/// Distance within which two units belong to one flock, u: the view radius of the first group with
/// a view, or ten body lengths of the first group if none has a view.
pub fn flock_radius(world: &World) -> f32 {
    let seeing = world.groups().iter().find(|group| !group.sight().flock_sector.is_empty());
    match seeing.or(world.groups().first()) {
        None => 0.0,
        Some(group) => {
            let factor = group.sight().flock_sector.radius_factor;
            let factor = if factor > 0.0 { factor } else { USUAL_FLOCK_RADIUS };
            factor * group.crowd.length
        }
    }
}

/// Counts flocks: connected components of the units of each role, where units within `radius` (u)
/// are connected. The usual radius is [`flock_radius`].
pub fn count_flocks(world: &World, radius: f32) -> FlockCount {
    Meter::default().flocks(world, radius)
}

/// Number of leaders: units whose narrow view was empty in the last tick.
pub fn count_leaders(world: &World) -> usize {
    measured_units(world).filter(|id| world.is_leader(*id)).count()
}

/// Mean speed of the measured units, u/s; NaN without units.
pub fn mean_speed(world: &World) -> f32 {
    mean(measured_units(world).map(|id| f64::from(world.agents().velocity(id).length()))) as f32
}

/// Mean number of neighbors that the flocking rules counted in the last tick, over the units with a
/// view; `None` without such units.
pub fn mean_neighbors(world: &World) -> Option<f32> {
    let looking =
        world.groups().iter().enumerate().filter(|(index, _)| world.group_perceives(*index));
    let ids = looking.flat_map(|(_, group)| group.ids.clone());
    let mean = mean(ids.map(|id| f64::from(world.neighbors().around(id).count)));
    (!mean.is_nan()).then_some(mean as f32)
}

/// Distance from the hunted target to the nearest measured unit, u; `None` without a target.
pub(crate) fn closest_hunter_distance(world: &World) -> Option<f32> {
    let target = world.hunt_target().target_spot()?;
    measured_units(world)
        .map(|id| {
            world.space().offset_between(world.agents().position(id), target.position).length()
        })
        .min_by(f32::total_cmp)
}

/// Mean distance of followers to their leader, in the follower's body lengths; `None` without a
/// leader or followers.
pub(crate) fn mean_leader_distance(world: &World) -> Option<f32> {
    let follows = |group: &Group| group.role == Role::Soldier || group.ties.follows != 0;
    let groups = world.groups().iter().enumerate().filter(|(_, group)| follows(group));
    let distances = groups.filter_map(|(index, group)| {
        let leader = world.scope(index).leader?.position;
        let away = move |id| {
            let offset = world.space().offset_between(world.agents().position(id), leader);
            f64::from(offset.length() / world.agents().length[id])
        };
        Some(group.ids.clone().map(away))
    });
    let mean = mean(distances.flatten());
    (!mean.is_nan()).then_some(mean as f32)
}

/// Share of the units whose center is inside an obstacle, 0..=1.
pub fn share_in_obstacles(world: &World) -> f32 {
    let inside = |id| {
        let place = world.agents().position(id);
        let hit = |o: &Obstacle| world.space().offset_between(place, o.center).length() < o.radius;
        f64::from(u8::from(world.obstacles().iter().any(hit)))
    };
    mean(measured_units(world).map(inside)) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use flockwright::Run;
    use flockwright::engine::agents::UnitState;
    use flockwright::engine::params::WorldParams;
    use flockwright::internals::math::{RandomStream, Rng};

    /// Units with these positions and velocities, 4 u long, in a world of 400 x 300.
    fn world(units: &[([f32; 2], [f32; 2])]) -> World {
        let params = WorldParams { width: 400.0, height: 300.0, ..WorldParams::default() };
        let groups = vec![
            Group::rigid("units", "Units", Role::Regular, units.len() as u32),
            Group::rigid("player", "Player", Role::Player, 1),
        ];
        let mut world = World::new(params, groups, 1);
        for (id, (position, velocity)) in units.iter().enumerate() {
            let (position, velocity) = (Vec2::from(*position), Vec2::from(*velocity));
            world.set_unit(id, UnitState { position, velocity, heading: 0.0, omega: 0.0 });
        }
        world
    }

    fn scattered(count: usize, toroidal: bool) -> World {
        let mut rng = Rng::new(9, RandomStream::Scenery);
        let units: Vec<_> = (0..count)
            .map(|_| ([rng.range(0.0, 400.0), rng.range(0.0, 300.0)], [1.0, 0.0]))
            .collect();
        let mut world = world(&units);
        world.params_mut().toroidal = toroidal;
        world
    }

    #[test]
    fn units_of_one_course_are_polarized_and_opposite_ones_cancel_out() {
        let same = world(&[([0.0, 0.0], [3.0, 0.0]), ([50.0, 9.0], [40.0, 0.0])]);
        assert!((polarization(&same) - 1.0).abs() < 1e-6);
        let opposite = world(&[([0.0, 0.0], [3.0, 0.0]), ([50.0, 9.0], [-40.0, 0.0])]);
        assert!(polarization(&opposite) < 1e-6);
        assert!(polarization(&world(&[])).is_nan(), "no units, no polarization");
    }

    #[test]
    fn a_ring_that_circles_mills_and_a_column_does_not() {
        let ring = [
            ([110.0, 100.0], [0.0, 5.0]),
            ([100.0, 110.0], [-5.0, 0.0]),
            ([90.0, 100.0], [0.0, -5.0]),
            ([100.0, 90.0], [5.0, 0.0]),
        ];
        assert!((milling(&world(&ring)) - 1.0).abs() < 1e-6);
        let column = ring.map(|(place, _)| (place, [5.0, 0.0]));
        assert!(milling(&world(&column)) < 1e-6);
        // A ring like the first one, around a point on the left edge.
        let cut = ring.map(|([x, y], way)| ([f32::rem_euclid(x - 100.0, 400.0), y], way));
        let mut cut = world(&cut);
        cut.params_mut().toroidal = false;
        assert!(milling(&cut) < 0.8);
        cut.params_mut().toroidal = true;
        assert!((milling(&cut) - 1.0).abs() < 1e-5);
        // A ring wider than half the world of 400 x 300.
        for middle in [Vec2::new(200.0, 150.0), Vec2::new(10.0, 290.0)] {
            let wide = |k: u8| {
                let way = Vec2::from(sin_cos(wrap_angle(TAU * f32::from(k) / 12.0)));
                let place = middle + 110.0 * way;
                ([place.x.rem_euclid(400.0), place.y.rem_euclid(300.0)], way.perp().to_array())
            };
            let mut wide = world(&(0..12).map(wide).collect::<Vec<_>>());
            wide.params_mut().toroidal = true;
            let found = milling(&wide);
            assert!((found - 1.0).abs() < 1e-3, "about {middle}: {found}");
        }
    }

    #[test]
    fn overlaps_of_a_heap_are_counted_to_the_last_pair() {
        // More pairs than a 32-bit float can count.
        let heap = world(&vec![([100.0, 100.0], [0.0; 2]); 5795]);
        assert_eq!(overlapping_pairs(&heap), 5795 * 5794 / 2);
    }

    #[test]
    fn nearest_neighbors_and_overlaps_are_counted_by_hand() {
        let three = world(&[
            ([100.0, 100.0], [0.0; 2]),
            ([103.0, 100.0], [0.0; 2]),
            ([103.0, 110.0], [0.0; 2]),
        ]);
        assert!((nearest_neighbor_distance(&three) - 16.0 / 3.0).abs() < 1e-5);
        assert_eq!(overlapping_pairs(&three), 1);
    }

    #[test]
    fn cells_find_what_looking_at_every_pair_finds() {
        for toroidal in [false, true] {
            for count in [2, 3, 17, 300] {
                let world = scattered(count, toroidal);
                let places: Vec<Vec2> =
                    measured_units(&world).map(|id| world.agents().position(id)).collect();
                let distance = |a: usize, b: usize| {
                    world.space().offset_between(places[b], places[a]).length()
                };
                let nearest = |a: usize| {
                    let others = (0..count).filter(|b| *b != a).map(|b| distance(a, b));
                    f64::from(others.fold(f32::INFINITY, f32::min))
                };
                let wanted = mean((0..count).map(nearest)) as f32;
                let found = nearest_neighbor_distance(&world);
                assert!((found - wanted).abs() < 1e-3, "{count}, {toroidal}: {found} {wanted}");
                let pairs = (0..count).flat_map(|a| (0..a).map(move |b| (a, b)));
                let close = pairs.filter(|(a, b)| distance(*a, *b) < 4.0).count();
                assert_eq!(overlapping_pairs(&world), close, "{count}, {toroidal}");
                for radius in [1.0, 12.0, 30.0, 90.0, 1000.0, 1e30, f32::INFINITY] {
                    let mut label: Vec<usize> = (0..count).collect();
                    for a in 0..count {
                        for b in 0..a {
                            if distance(a, b) <= radius && label[a] != label[b] {
                                let (old, new) = (label[a], label[b]);
                                label.iter_mut().filter(|l| **l == old).for_each(|l| *l = new);
                            }
                        }
                    }
                    let mut distinct = label.clone();
                    distinct.sort_unstable();
                    distinct.dedup();
                    let largest = distinct.iter().map(|l| label.iter().filter(|o| *o == l).count());
                    let found = count_flocks(&world, radius);
                    assert_eq!(found.count, distinct.len(), "{count}, {toroidal}, {radius}");
                    let share = largest.max().unwrap_or(0) as f32 / count as f32;
                    assert_eq!(found.largest_share, share, "{count}, {toroidal}, {radius}");
                }
            }
        }
    }

    #[test]
    fn a_pair_across_the_edge_is_one_flock_only_where_sight_wraps() {
        let mut pair = world(&[([2.0, 100.0], [0.0; 2]), ([398.0, 100.0], [0.0; 2])]);
        pair.params_mut().toroidal = false;
        assert_eq!(count_flocks(&pair, 10.0), FlockCount { count: 2, largest_share: 0.5 });
        pair.params_mut().toroidal = true;
        assert_eq!(count_flocks(&pair, 10.0), FlockCount { count: 1, largest_share: 1.0 });
        assert!(
            count_flocks(&world(&[]), 10.0).largest_share.is_nan(),
            "no units, no largest share"
        );
    }

    #[test]
    fn the_flock_radius_is_the_reach_of_the_first_view_or_ten_lengths() {
        let radius = |link: &str| flock_radius(&Run::open(link).0.world);
        let reach = "limited_radius_factor=20&interceptors.limited_radius_factor=35";
        assert_eq!(radius(&format!("scene=leaders-pincer&{reach}")), 80.0);
        assert_eq!(radius(&format!("scene=leaders-pincer&{reach}&view=off")), 140.0);
        assert_eq!(radius("scene=leaders-pincer&view=off&interceptors.view=off"), 40.0);
    }

    #[test]
    fn units_in_obstacles_are_those_whose_middle_is_inside() {
        let mut two = world(&[([100.0, 100.0], [3.0, 4.0]), ([200.0, 100.0], [0.0, 15.0])]);
        assert_eq!(share_in_obstacles(&two), 0.0);
        two.set_obstacles(vec![Obstacle { center: Vec2::new(104.0, 103.0), radius: 5.1 }]);
        assert_eq!(share_in_obstacles(&two), 0.5);
        two.set_obstacles(vec![Obstacle { center: Vec2::new(104.0, 103.0), radius: 4.9 }]);
        assert_eq!(share_in_obstacles(&two), 0.0);
    }

    #[test]
    fn speed_leaders_and_the_closest_hunter_are_those_of_the_state() {
        let mut two = world(&[([100.0, 100.0], [3.0, 4.0]), ([200.0, 100.0], [0.0, 15.0])]);
        assert!((mean_speed(&two) - 10.0).abs() < 1e-6);
        assert_eq!(count_leaders(&two), 0, "there are no views");
        let player = UnitState { position: Vec2::new(200.0, 130.0), ..two.agents().state(2) };
        two.set_unit(2, player);
        assert_eq!(closest_hunter_distance(&two), Some(30.0));
        two.hold_pointer(Vec2::new(100.0, 90.0));
        assert_eq!(closest_hunter_distance(&two), Some(10.0));
    }

    #[test]
    fn the_distance_to_the_leader_is_that_of_those_who_follow_it() {
        let (run, _) = Run::open("scene=leader-following");
        let (agents, groups) = (run.world.agents(), run.world.groups());
        let place =
            |role| groups.iter().find(|group| group.role == role).expect("a group").ids.clone();
        let leader = agents.position(place(Role::Leader).start);
        let soldiers = place(Role::Soldier);
        let sum: f32 = soldiers
            .clone()
            .map(|id| agents.position(id).distance(leader) / agents.length[id])
            .sum();
        let found = mean_leader_distance(&run.world).expect("soldiers follow");
        assert!((found - sum / soldiers.len() as f32).abs() < 1e-4, "{found}");
        assert_eq!(mean_leader_distance(&Run::open("scene=flock-wide").0.world), None);
        let composed = "scene=empty&groups=units.fg1*g1&count=3&g1.count=1";
        assert!(
            mean_leader_distance(&Run::open(composed).0.world).is_none(),
            "a fear is no following"
        );
        let composed = "scene=empty&groups=units.og1*g1&count=3&g1.count=1";
        assert!(mean_leader_distance(&Run::open(composed).0.world).is_some());
    }

    #[test]
    fn a_flock_that_sees_everybody_counts_everybody() {
        let (mut run, _) =
            Run::open("scene=flock-wide&count=40&back_angle_factor=0&player.count=0");
        run.world.tick();
        let mean = mean_neighbors(&run.world).expect("a view");
        assert!((15.0..=39.0).contains(&mean), "{mean}");
    }

    #[test]
    fn a_flock_that_sees_nobody_counts_nobody_however_many_would_count() {
        for nearest in [0, 7] {
            let link = "scene=flock-wide&view=off&leaders=off&player.count=0";
            let (mut run, _) = Run::open(&format!("{link}&nearest_only={nearest}&nearest_of=all"));
            run.world.tick();
            assert_eq!(mean_neighbors(&run.world), None, "the nearest {nearest}");
        }
    }
}
