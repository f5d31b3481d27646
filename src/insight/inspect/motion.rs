//! What the coming tick makes of one unit's steering.

use crate::engine::math::wrap_angle;
use crate::engine::params::DT;
use crate::engine::steering::{OneForce, Steering};
use crate::engine::world::State;

/// How fast a unit turns in the tick that applies this steering, radians per second to starboard.
/// From the body itself, moved aside by one tick; walls are not looked at.
pub(super) fn turn_rate(state: &State, group: usize, id: usize, steering: &Steering) -> f32 {
    let mut alone = state.agents().only(id);
    let mut push = OneForce::default();
    let mut push = push.from(0);
    push.set_unit(0, steering.unit(id));
    let before = alone.heading[0];
    let here = &state.groups()[group];
    here.body.integrate(&mut alone.moving(), 0..1, &push, &here.noise, state.bounds());
    wrap_angle(alone.heading[0] - before) / DT
}
