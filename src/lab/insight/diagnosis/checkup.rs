//! Detailed inspection of one unit: force of each behavior, overlapping units, and obstacles.

use flockwright::engine::behaviors::UnitFilter;
use flockwright::engine::goals::GoalKind;
use flockwright::engine::world::{World, add_force};
use flockwright::internals::steering::UnitForces;
use glam::Vec2;

/// Largest number of behaviors that are inspected.
const MOST_TERMS: usize = 12;

/// Distance of centers below which bodies overlap, in lengths.
const CLOSE: f32 = 0.4;

/// Distance from its goal within which a crowd counts as arrived, in lengths.
const ARRIVED: f32 = 20.0;

/// Result of an inspection.
#[derive(Clone, Copy, Debug)]
pub struct Checkup {
    /// Weighted forces in pipeline order, world space.
    pub forces: [Vec2; MOST_TERMS],
    /// Number of forces.
    pub terms: usize,
    /// Number of units whose center is within 0.4 lengths.
    pub close: usize,
    /// Distance to the rim of the nearest obstacle, in lengths; negative inside, infinite without
    /// obstacles.
    pub gap: f32,
    /// Whether the unit is at its group's goal, allowing for the size of the crowd.
    pub arrived: bool,
}

impl Default for Checkup {
    fn default() -> Self {
        Self {
            forces: [Vec2::ZERO; MOST_TERMS],
            terms: 0,
            close: 0,
            gap: f32::INFINITY,
            arrived: false,
        }
    }
}

impl Checkup {
    /// Inspects a unit after a tick with the neighbors found in that tick; the forces are those of
    /// the coming tick except for what one tick changes.
    pub(super) fn take(&mut self, world: &World, group: usize, id: usize, force: &mut UnitForces) {
        let here = &world.groups()[group];
        let scope = world.scope(group);
        let only = id..id + 1;
        let steering = &mut force.view_from(id);
        steering.reset(only.clone(), here.body.default_thrust(), here.priority_budget());
        self.terms = 0;
        for (behavior, force) in here.pipeline.iter().zip(&mut self.forces) {
            let before = steering.force(id);
            add_force(behavior.as_ref(), &scope, only.clone(), steering);
            *force = steering.force(id) - before;
            self.terms += 1;
        }
        let (position, length) = (world.agents().position(id), world.agents().length[id]);
        let mut close = 0;
        scope.visit_around(UnitFilter::Group, position, CLOSE * length, |other, _| {
            close += usize::from(other != id);
        });
        self.close = close;
        let placed = here.goal.is_some_and(|goal| {
            matches!(
                goal.goal,
                GoalKind::Place | GoalKind::Roam | GoalKind::Between | GoalKind::Site
            )
        });
        self.arrived = placed
            && scope
                .goal_spot(id)
                .is_some_and(|goal| scope.offset_to(id, goal.position).length() < ARRIVED * length);
        let rim = |center: Vec2, radius: f32| scope.offset_to(id, center).length() - radius;
        let nearest = world.obstacles().iter().map(|o| rim(o.center, o.radius));
        self.gap = nearest.fold(f32::INFINITY, f32::min) / length;
    }
}
