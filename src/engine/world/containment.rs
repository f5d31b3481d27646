//! Containment: near the edge of the world, steer back inside (Reynolds 1999).
//!
//! Part of the world rather than of a pipeline: it acts on every unit while the edges contain.

use crate::engine::math::{Lane, Lanes, splat};
use crate::engine::scenery::edges::CONTAIN_MARGIN;
use crate::engine::scope::Scope;
use crate::engine::steering::{Steering, blocks};
use std::ops::Range;

/// Adds a force that grows from nothing at the margin to the force scale at the edge.
pub(crate) fn contain(scope: &Scope, range: Range<usize>, out: &mut Steering) {
    out.set_weight(scope.force_scale);
    let agents = scope.agents;
    for (at, valid) in blocks(range) {
        let margin = Lanes::load(&agents.length, at) * splat(CONTAIN_MARGIN);
        let inward = |x: Lanes, extent: f32| {
            let depth = |room: Lanes| ((margin - room) / margin).within(0.0, 1.0);
            depth(x) - depth(splat(extent) - x)
        };
        let fx = inward(Lanes::load(&agents.x, at), scope.space.width);
        let fy = inward(Lanes::load(&agents.y, at), scope.space.height);
        out.add(at, valid, fx, fy);
    }
}

#[cfg(test)]
mod tests {
    use crate::engine::agents::Role;
    use crate::engine::behaviors::testing::put;
    use crate::engine::group::Group;
    use crate::engine::params::{Edges, WorldParams};
    use crate::engine::world::World;
    use crate::insight::inspect::inspect;
    use crate::insight::observer::Observer;
    use glam::Vec2;

    #[test]
    fn the_push_inward_grows_from_nothing_at_the_margin_to_the_largest_force_at_the_edge() {
        let (width, height) = (400.0, 300.0);
        let params = WorldParams { width, height, edges: Edges::Contain, ..WorldParams::default() };
        // 4 u long, so that the margin is 40 u wide, and 120 of force.
        let group = Group::point("units", "Units", Role::Regular, 1);
        let mut world = World::new(params, vec![group], 1);
        for (place, push) in [
            ([200.0, 150.0], [0.0, 0.0]),
            ([40.0, 260.0], [0.0, 0.0]),
            ([20.0, 150.0], [60.0, 0.0]),
            ([0.0, 150.0], [120.0, 0.0]),
            ([400.0, 290.0], [-120.0, -90.0]),
        ] {
            put(&mut world, 0, place, [0.0, 0.0]);
            let found = inspect(&world, &mut Observer::default(), 0).expect("the unit exists");
            assert_eq!(found.contributions[0].raw, Vec2::from(push), "at {place:?}");
        }
    }
}
