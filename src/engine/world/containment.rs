//! Containment: near the edge of the world, or the wall of a round tank, steer back inside
//! (Reynolds 1999).
//!
//! Part of the world rather than of a pipeline: it acts on every unit while the edges contain.

use crate::engine::math::{Lane, Lanes, direction, splat};
use crate::engine::params::Edges;
use crate::engine::scenery::edges::{CONTAIN_MARGIN, tank};
use crate::engine::scope::Scope;
use crate::engine::steering::{Steering, blocks};
use std::ops::Range;

/// Whether these edges push.
pub(crate) fn contains(edges: Edges) -> bool {
    matches!(edges, Edges::Contain | Edges::Tank)
}

/// Adds a force that grows from nothing at the margin to the force scale at the edge.
pub(crate) fn contain(scope: &Scope, edges: Edges, range: Range<usize>, out: &mut Steering) {
    out.set_weight(scope.force_scale);
    let agents = scope.agents;
    for (at, valid) in blocks(range) {
        let margin = Lanes::load(&agents.length, at) * splat(CONTAIN_MARGIN);
        let depth = |room: Lanes| ((margin - room) / margin).within(0.0, 1.0);
        let (x, y) = (Lanes::load(&agents.x, at), Lanes::load(&agents.y, at));
        let (width, height) = (scope.space.width, scope.space.height);
        if edges == Edges::Tank {
            let (middle, radius) = tank(width, height);
            let (dx, dy) = (splat(middle.x) - x, splat(middle.y) - y);
            let (nx, ny, _) = direction(dx, dy);
            let push = depth(splat(radius) - (dx * dx + dy * dy).sqrt());
            out.add(at, valid, nx * push, ny * push);
            continue;
        }
        let inward = |x: Lanes, extent: f32| depth(x) - depth(splat(extent) - x);
        out.add(at, valid, inward(x, width), inward(y, height));
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

    #[test]
    fn in_a_round_tank_the_push_is_toward_the_middle_and_nobody_gets_out() {
        let (width, height) = (400.0, 300.0);
        let params = WorldParams { width, height, edges: Edges::Tank, ..WorldParams::default() };
        let group = Group::point("units", "Units", Role::Regular, 30);
        let mut world = World::new(params, vec![group], 1);
        // The radius is 150, the margin 40 wide.
        for (place, push) in [
            ([200.0, 150.0], [0.0, 0.0]),
            ([90.0, 150.0], [0.0, 0.0]),
            ([70.0, 150.0], [60.0, 0.0]),
            ([200.0, 300.0], [0.0, -120.0]),
        ] {
            put(&mut world, 0, place, [0.0, 0.0]);
            let found = inspect(&world, &mut Observer::default(), 0).expect("the unit exists");
            let raw = found.contributions[0].raw;
            assert!((raw - Vec2::from(push)).length() < 1e-3, "at {place:?}: {raw}");
        }
        for tick in 0..300 {
            world.tick();
            for id in (0..30).filter(|_| tick > 0) {
                let away = world.agents().position(id).distance(Vec2::new(200.0, 150.0));
                assert!(away <= 150.001, "tick {tick}: {away}");
            }
        }
    }
}
