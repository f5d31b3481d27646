//! Inspection of one watched unit: forces of its behaviors, overlaps, obstacles, and arrival.

use flockwright::engine::behaviors::UnitFilter;
use flockwright::engine::goals::GoalKind;
use flockwright::engine::world::{World, add_force};
use flockwright::internals::steering::UnitForces;
use glam::Vec2;

/// Largest number of behaviors whose forces are stored; later ones in the pipeline are ignored.
const MAX_TERMS: usize = 12;

/// Distance of centers below which bodies overlap, in body lengths.
const OVERLAP_DISTANCE: f32 = 0.4;

/// Distance from its group's goal within which a unit counts as arrived, in body lengths.
const ARRIVAL_DISTANCE: f32 = 20.0;

/// Forces, overlaps, distance of obstacles and arrival of an inspected unit.
#[derive(Clone, Copy, Debug)]
pub struct UnitCheckup {
    /// Weighted forces of the behaviors in pipeline order, in world axes.
    pub forces: [Vec2; MAX_TERMS],
    /// Number of entries of `forces` that are used.
    pub force_count: usize,
    /// Number of other units of the group whose center is nearer than [`OVERLAP_DISTANCE`].
    pub overlap_count: usize,
    /// Distance from the unit's center to the rim of the nearest obstacle, in body lengths;
    /// negative inside, infinite without obstacles.
    pub obstacle_gap: f32,
    /// Whether the unit is within 20 body lengths of its group's goal, the size of a waiting crowd.
    pub has_arrived: bool,
}

impl Default for UnitCheckup {
    fn default() -> Self {
        Self {
            forces: [Vec2::ZERO; MAX_TERMS],
            force_count: 0,
            overlap_count: 0,
            obstacle_gap: f32::INFINITY,
            has_arrived: false,
        }
    }
}

impl UnitCheckup {
    /// Inspects a unit after a tick, with the neighbors found in that tick. The forces are
    /// therefore nearly those of the coming tick.
    pub(super) fn inspect_unit(
        &mut self,
        world: &World,
        group: usize,
        id: usize,
        force: &mut UnitForces,
    ) {
        let here = &world.groups()[group];
        let scope = world.scope(group);
        let only = id..id + 1;
        let steering = &mut force.view_from(id);
        steering.reset(only.clone(), here.body.default_thrust(), here.priority_budget());
        self.force_count = 0;
        for (behavior, force) in here.pipeline.iter().zip(&mut self.forces) {
            let before = steering.force(id);
            add_force(behavior.as_ref(), &scope, only.clone(), steering);
            *force = steering.force(id) - before;
            self.force_count += 1;
        }
        let (position, length) = (world.agents().position(id), world.agents().length[id]);
        let mut close = 0;
        scope.visit_around(UnitFilter::Group, position, OVERLAP_DISTANCE * length, |other, _| {
            close += usize::from(other != id);
        });
        self.overlap_count = close;
        let placed = here.goal.is_some_and(|goal| {
            matches!(
                goal.goal,
                GoalKind::Place | GoalKind::Roam | GoalKind::Between | GoalKind::Site
            )
        });
        self.has_arrived = placed
            && scope.goal_spot(id).is_some_and(|goal| {
                scope.offset_to(id, goal.position).length() < ARRIVAL_DISTANCE * length
            });
        let rim = |center: Vec2, radius: f32| scope.offset_to(id, center).length() - radius;
        let nearest = world.obstacles().iter().map(|o| rim(o.center, o.radius));
        self.obstacle_gap = nearest.fold(f32::INFINITY, f32::min) / length;
    }
}
