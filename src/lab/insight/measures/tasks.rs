//! Measures of how well units do a task: catching, flying a course, following a path or a route.

use super::{mean, mean_neighbors, measured_units, offset_center};
use flockwright::engine::scenery::PathEnd;
use flockwright::engine::world::World;
use flockwright::internals::math::wrap_angle;
use glam::Vec2;

/// Number of units caught, or rounds of a match won, by groups that catch, since the match began;
/// `None` if no group catches.
pub fn count_caught(world: &World) -> Option<u32> {
    let won = world.rounds().rounds_won();
    let catching = world.groups().iter().zip(won).filter(|(group, _)| group.is_scoring());
    world.has_rounds().then(|| catching.map(|(_, won)| won).sum())
}

/// Time of the run per catch, s; `None` before the first catch.
pub(crate) fn seconds_per_catch(world: &World) -> Option<f32> {
    let caught = count_caught(world).filter(|caught| *caught > 0)?;
    Some(world.ticks() as f32 / 60.0 / caught as f32)
}

/// Elongation of the crowd: 1 on one line, 0 if as wide as long, NaN at one point.
pub fn elongation(world: &World) -> f32 {
    let about = offset_center(world);
    let place = |id| world.space().offset_between(about, world.agents().position(id)).as_dvec2();
    let (x, y) = (
        mean(measured_units(world).map(|id| place(id).x)),
        mean(measured_units(world).map(|id| place(id).y)),
    );
    let part = |of: fn(f64, f64) -> f64| {
        mean(measured_units(world).map(|id| of(place(id).x - x, place(id).y - y)))
    };
    let (xx, yy, xy) = (part(|x, _| x * x), part(|_, y| y * y), part(|x, y| x * y));
    let apart = ((xx - yy) * (xx - yy) + 4.0 * xy * xy).sqrt();
    if xx + yy > 0.0 { (apart / (xx + yy)).min(1.0) as f32 } else { f32::NAN }
}

/// Mean angle between the velocity of units that fly a pattern and the pattern's course, on
/// straight steps of the pattern, degrees; `None` without such units.
pub(crate) fn mean_course_error(world: &World) -> Option<f32> {
    let groups = world.groups().iter().flat_map(|group| {
        group.pipeline.iter().flat_map(move |part| {
            group.ids.clone().filter_map(move |id| {
                let course = part.pattern_course(id - group.ids.start)?;
                let way = world.agents().velocity(id);
                let off = wrap_angle(libm::atan2f(way.y, way.x) - course).abs().to_degrees();
                (way != Vec2::ZERO).then_some(f64::from(off))
            })
        })
    });
    let mean = mean(groups);
    (!mean.is_nan()).then_some(mean as f32)
}

/// Mean distance of units from their path, in body lengths; `None` without units that follow a
/// path.
pub(crate) fn mean_path_distance(world: &World) -> Option<f32> {
    let (agents, space) = (world.agents(), world.space());
    let groups = world.groups().iter().enumerate().filter_map(|(index, group)| {
        let (_, end) =
            group.pipeline.iter().find_map(|part| part.features().path_radius_and_end)?;
        let path = world.path_of(index);
        // Only a looped path has a leg from its last node to its first.
        let legs = if end == PathEnd::Loop { path.len() } else { path.len().saturating_sub(1) };
        let distance = move |id: usize| {
            let here = agents.position(id);
            let to_leg = |k: usize| {
                let (from, to) = (
                    path.node_position(k, space)?,
                    path.node_position((k + 1) % path.len(), space)?,
                );
                let (leg, off) = (to - from, here - from);
                let share = off.dot(leg) / leg.length_squared().max(f32::MIN_POSITIVE);
                Some((off - leg * share.clamp(0.0, 1.0)).length())
            };
            let nearest = (0..legs).filter_map(to_leg).fold(f32::INFINITY, f32::min);
            nearest.is_finite().then(|| f64::from(nearest / agents.length[id]))
        };
        Some(group.ids.clone().filter_map(distance))
    });
    let mean = mean(groups.flatten());
    (!mean.is_nan()).then_some(mean as f32)
}

/// Distance between the start and the end of a route of instructions, and the length of the route,
/// both in body lengths. Means over the groups with instructions; `None` without such groups.
pub(crate) fn round_trip(world: &World) -> Option<[f32; 2]> {
    let trips = world.groups().iter().filter(|group| !group.ids.is_empty()).filter_map(|group| {
        let trip = group.pipeline.iter().find_map(|part| part.round_trip())?;
        let length = world.agents().length[group.ids.start];
        Some(trip.map(|way| f64::from(way / length)))
    });
    let (count, sum) = trips.fold((0, [0.0, 0.0]), |(count, sum), trip| {
        (count + 1, [sum[0] + trip[0], sum[1] + trip[1]])
    });
    (count > 0).then(|| sum.map(|sum| (sum / f64::from(count)) as f32))
}

/// Mean share of all other units that a unit counts as neighbors; `None` without a view.
pub fn mean_counted_share(world: &World) -> Option<f32> {
    let others = measured_units(world).count().checked_sub(1).filter(|others| *others > 0)?;
    Some((mean_neighbors(world)? / others as f32).min(1.0))
}
