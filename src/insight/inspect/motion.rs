//! What the coming tick makes of one unit's steering.

use crate::engine::agents::Agents;
use crate::engine::behaviors::Steering;
use crate::engine::bodies::Bounds;
use crate::engine::math::wrap_angle;
use crate::engine::params::{DT, WorldParams};
use crate::engine::world::World;

impl World {
    /// How fast a unit turns in the tick that applies this steering, radians per second to
    /// starboard. From the body itself, moved aside by one tick; walls are not looked at.
    pub(super) fn turn_rate(&self, group: usize, id: usize, steering: &Steering) -> f32 {
        let WorldParams { edges, width, height, .. } = self.params;
        let bounds = Bounds { edges, width, height, tick: self.ticks(), blocked: self.blocked() };
        let agents = self.agents();
        let mut alone = Agents::with_len(1);
        alone.set_state(0, agents.state(id));
        // The very vector: computed again from the angle, it could differ by a bit.
        (alone.hx[0], alone.hy[0]) = (agents.hx[id], agents.hy[id]);
        (alone.length[0], alone.pace[0]) = (agents.length[id], agents.pace[id]);
        let mut push = Steering::default();
        push.resize(1);
        (push.fx[0], push.fy[0]) = (steering.fx[id], steering.fy[id]);
        (push.thrust[0], push.brake[0]) = (steering.thrust[id], steering.brake[id]);
        let before = alone.heading[0];
        self.groups()[group].body.integrate(&mut alone, 0..1, &push, bounds);
        wrap_angle(alone.heading[0] - before) / DT
    }
}
