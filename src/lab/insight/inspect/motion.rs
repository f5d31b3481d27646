//! What the coming tick makes of one unit's steering.

use flockwright::engine::world::State;
use flockwright::internals::math::wrap_angle;
use flockwright::internals::steering::OneForce;

/// How far a unit turns in the tick that applies this steering (force, thrust, brake, swerve),
/// radians to starboard. From the body itself, moved aside by one tick; walls are not looked at.
pub(in crate::insight) fn turn_by(state: &State, group: usize, id: usize, summed: [f32; 5]) -> f32 {
    let mut alone = state.agents().only(id);
    let mut push = OneForce::default();
    let mut push = push.from(0);
    push.set_unit(0, summed);
    let before = alone.heading[0];
    let here = &state.groups()[group];
    here.body.integrate(&mut alone.moving(), 0..1, &push, &here.noise, state.bounds());
    wrap_angle(alone.heading[0] - before)
}
