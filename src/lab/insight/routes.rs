//! Planned routes of units, for drawing.

use flockwright::engine::agents::Role;
use flockwright::engine::behaviors::PlannedRoute;
use flockwright::engine::goals::GoalKind;
use flockwright::engine::world::World;
use glam::Vec2;

/// Largest number of routes drawn per group.
const MAX_ROUTES: usize = 16;

/// Planned routes (unit, route) of some units of each group.
pub fn planned_routes(world: &World) -> Vec<(usize, PlannedRoute)> {
    let mut routes = Vec::new();
    for (index, group) in world.groups().iter().enumerate() {
        let scope = world.scope(index);
        for id in group.ids.clone().take(MAX_ROUTES) {
            let active = group.pipeline.iter().filter(|behavior| behavior.weight() != 0.0);
            routes.extend(
                active.filter_map(|b| b.planned_route(&scope, id)).map(|route| (id, route)),
            );
        }
    }
    routes
}

/// Destination of each group that goes to a place, by group.
pub fn group_destinations(world: &World) -> impl Iterator<Item = (usize, Vec2)> {
    let groups = world.groups().iter().enumerate().filter(|(_, group)| !group.ids.is_empty());
    groups.filter_map(|(index, group)| {
        let goal = group.goal?.goal;
        let roams_ahead = goal == GoalKind::Roam && group.role == Role::Leader;
        let goes =
            matches!(goal, GoalKind::Place | GoalKind::Between | GoalKind::Site) || roams_ahead;
        let goal = goes.then(|| world.scope(index).goal_spot(group.ids.start)).flatten()?;
        Some((index, goal.position))
    })
}
