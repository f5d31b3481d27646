//! Planned routes and destinations of units, for drawing.

use flockwright::engine::agents::Role;
use flockwright::engine::behaviors::PlannedRoute;
use flockwright::engine::goals::GoalKind;
use flockwright::engine::world::World;
use glam::Vec2;

/// Number of units per group, from the first one on, whose routes are drawn.
const MAX_ROUTES: usize = 16;

/// Planned routes of the first units of each group, each with the id of its unit.
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

/// Index and destination (u) of each group whose goal is a place.
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
