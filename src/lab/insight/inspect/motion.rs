//! Turn that one unit would make in the coming tick under given steering.

use flockwright::engine::world::State;
use flockwright::internals::math::wrap_angle;
use flockwright::internals::steering::UnitForces;

/// Turn of a unit in a tick with this steering (force x, y, thrust, brake factor, turn by noise),
/// rad to starboard. The body itself computes it on a copy of the unit; walls are ignored.
pub(in crate::insight) fn turn_by(state: &State, group: usize, id: usize, summed: [f32; 5]) -> f32 {
    let mut alone = state.agents().single_unit(id);
    let mut push = UnitForces::default();
    let mut push = push.view_from(0);
    push.set_unit_sum(0, summed);
    let before = alone.heading[0];
    let here = &state.groups()[group];
    here.body.integrate_units(&mut alone.moving_units(), 0..1, &push, &here.noise, state.bounds());
    wrap_angle(alone.heading[0] - before)
}
