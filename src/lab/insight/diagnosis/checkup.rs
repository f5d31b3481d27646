//! A closer look at one unit: the force of each behavior, who stands too near, and what is in the
//! way.

use flockwright::engine::behaviors::Whom;
use flockwright::engine::goals::GoalKind;
use flockwright::engine::world::{World, add_force};
use flockwright::internals::steering::OneForce;
use glam::Vec2;

/// Behaviors of a pipeline beyond this many are not looked at.
const MOST_TERMS: usize = 12;

/// Middles nearer than this many lengths are no longer apart: the bodies lie on each other.
const CLOSE: f32 = 0.4;

/// A crowd that was sent to one place rests within this many lengths of it.
const ARRIVED: f32 = 20.0;

/// What a closer look finds.
#[derive(Clone, Copy, Debug)]
pub struct Checkup {
    /// Weighted forces in the order of the pipeline, world space.
    pub forces: [Vec2; MOST_TERMS],
    /// How many of them there are.
    pub terms: usize,
    /// Units whose middle is within 0.4 lengths of this one's.
    pub close: usize,
    /// Distance to the rim of the nearest obstacle, in lengths; negative inside, infinite where
    /// there is none.
    pub gap: f32,
    /// It is at the place where its group was sent, give or take the crowd that is there.
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
    /// Looks at a unit after a tick, with the neighbors that the tick has found: the forces are
    /// those of the coming tick but for what a single tick changes.
    pub(super) fn take(&mut self, world: &World, group: usize, id: usize, force: &mut OneForce) {
        let here = &world.groups()[group];
        let scope = world.scope(group);
        let only = id..id + 1;
        let steering = &mut force.from(id);
        steering.begin(only.clone(), here.body.cruise_thrust(), here.budget());
        self.terms = 0;
        for (behavior, force) in here.pipeline.iter().zip(&mut self.forces) {
            let before = steering.force(id);
            add_force(behavior.as_ref(), &scope, only.clone(), steering);
            *force = steering.force(id) - before;
            self.terms += 1;
        }
        let (position, length) = (world.agents().position(id), world.agents().length[id]);
        let mut close = 0;
        scope.around(Whom::Group, position, CLOSE * length, |other, _| {
            close += usize::from(other != id);
        });
        self.close = close;
        let placed = here.goal.is_some_and(|goal| {
            matches!(goal.goal, GoalKind::Place | GoalKind::Roam | GoalKind::Between)
        });
        self.arrived = placed
            && scope
                .goal(id)
                .is_some_and(|goal| scope.offset_to(id, goal.position).length() < ARRIVED * length);
        let rim = |center: Vec2, radius: f32| scope.offset_to(id, center).length() - radius;
        let nearest = world.obstacles().iter().map(|o| rim(o.center, o.radius));
        self.gap = nearest.fold(f32::INFINITY, f32::min) / length;
    }
}
