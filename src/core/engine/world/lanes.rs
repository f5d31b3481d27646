//! Test that the neighbor search for one unit at a time finds the same neighbors as the search for
//! four at a time.

use super::{Workspace, World};
use crate::engine::math::Lane;
use crate::engine::perception::Neighborhood;
use crate::engine::threads::Threads;
use crate::session::run::Run;
use wide::f32x4;

/// Runs the neighbor search with the numeric type `L` for all units, and returns the neighborhood
/// and the leader flags of each.
fn search_all<L: Lane>(world: &World) -> (Vec<Neighborhood>, Vec<u8>) {
    let mut work = Workspace::default();
    work.sort_units(world);
    for (index, group) in world.groups().iter().enumerate() {
        work.perceived.search_neighbors::<L>(world, index, 0..group.ids.len(), &Threads::default());
    }
    let found = (0..world.agents().len()).map(|id| work.neighbors().around(id)).collect();
    (found, work.perceived.leader_flags)
}

#[test]
fn one_lane_finds_what_four_find() {
    for link in [
        "scene=flock-wide&count=300&wide_radius_factor=12",
        "scene=flock-narrow&count=301",
        "scene=flock-limited&count=250&toroidal=on",
        "scene=flock-wide&count=3000&start_radius=0.1&wide_radius_factor=10",
        "scene=flock-wide&count=3000",
        "scene=flock-limited&count=403&nearest_only=7&nearest_of=all",
    ] {
        let (mut run, notices) = Run::open(link);
        let world = &mut run.world;
        assert!(notices.is_empty(), "{notices:?}");
        (0..30).for_each(|_| world.tick());
        let (four, flags) = search_all::<f32x4>(world);
        let (one, alone) = search_all::<f32>(world);
        assert_eq!(flags, alone, "{link}");
        assert!(four.iter().any(|one| one.count > 0.0), "{link}: no neighbor is found");
        for (id, (a, b)) in four.iter().zip(&one).enumerate() {
            assert_eq!(a.count, b.count, "{link}, unit {id}");
            for (a, b) in
                [(a.dx, b.dx), (a.dy, b.dy), (a.vx, b.vx), (a.vy, b.vy), (a.crowding, b.crowding)]
            {
                assert!((a - b).abs() <= 0.02 + 1e-4 * a.abs(), "{link}, unit {id}: {a} and {b}");
            }
        }
    }
}
