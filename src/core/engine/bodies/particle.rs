//! The particle of the models of collective motion (Vicsek et al. 1995; Couzin et al. 2002): its
//! speed is constant, and steering only turns it.
//!
//! A particle has no mass. It turns in the direction of the force at once, or as fast as its
//! maximum turn rate allows. In every tick, noise turns this direction by a random angle.

use super::WorldBounds;
use crate::engine::agents::{MovingUnits, UnitState};
use crate::engine::math::{limit_for_squaring, sin_cos, unit_and_mask, wrap_angle};
use crate::engine::params::DT;
use crate::engine::scenery::edges::BlockMotion;
use crate::engine::steering::Steering;
use crate::schema::{PaperUnit, ParamSpec, Trouble};
use crate::{choices, params};
use glam::Vec2;
use std::ops::Range;

choices! {
    /// Heading along which a particle moves in a tick: the one before or the one after its turn.
    pub enum MoveOrder {
        New = "new", "The new heading", "It turns, then it moves: as most write the model today.";
        Old = "old", "The old heading", "It moves, then it turns: as in the paper of 1995. Near the transition the order differs.";
    }
}

params! {
    /// Parameters of the particle body model.
    pub struct Particle in "Movement" {
        speed: f32 = ParamSpec::float("Speed", "u/s", 30.0, [0.1, 400.0], 0.1).logarithmic()
            .with_paper_name("v", PaperUnit::Tick)
            .formula("V", "|v| = V").shapes()
            .doc("Every bird moves at just this speed, always.")
            .source("Vicsek et al. 1995");
        max_force: f32 = ParamSpec::float("Max force", "", 100.0, [1.0, 2000.0], 1.0)
            .formula("F_max", "v_w = v + F_all·V/F_max")
            .doc("A force of this size asks for as much as the bird's own motion: what counts is \
                  how large forces are relative to it.")
            .source("Ours: so that every force-based behavior works on a particle")
            .too_high(&[Trouble::Jitter]);
        max_turn: f32 = ParamSpec::float("Largest turn", "rad/s", 0.0, [0.0, 60.0], 0.05)
            .formula("ω_max", "|ω| ≤ ω_max").shapes()
            .doc("How fast a bird can turn. 0 sets no limit: it heads where it wants at once. \
                  Couzin's fish turn by 40 degrees, 0.7 rad, per second.")
            .source("Couzin et al. 2002");
        moves_with: MoveOrder = ParamSpec::choice("Moves along", MoveOrder::CHOICES, 0)
            .formula("moves", "x → x + V·dt·moves")
            .doc("Whether a bird moves along the heading before or after the turn of the tick.")
            .source("Vicsek et al. 1995 have the old one");
    }
}

impl Particle {
    /// Copy of a unit's state whose velocity is the particle's fixed speed along its heading.
    pub(super) fn with_fixed_speed(&self, state: UnitState) -> UnitState {
        let (sine, cosine) = sin_cos(wrap_angle(state.heading));
        UnitState { velocity: Vec2::new(cosine, sine) * self.speed, ..state }
    }

    /// Returns a unit's heading after a tick (rad) and the unit vector of that heading. The unit
    /// turns toward the sum of its unit vector `forward` and the force as a share of `max_force`,
    /// plus the random angle `noise_turn` (rad), up to the maximum turn rate.
    #[inline(always)]
    fn heading_after(
        &self,
        forward: Vec2,
        heading: f32,
        force: Vec2,
        noise_turn: f32,
    ) -> (f32, Vec2) {
        let (fx, fy) = limit_for_squaring(force.x, force.y);
        let asked = forward + Vec2::new(fx, fy) / self.max_force;
        let (x, y, present) = unit_and_mask(asked.x, asked.y);
        let wanted = if present { Vec2::new(x, y) } else { forward };
        // Without force and noise, no computation touches the heading, so that it keeps every bit.
        if wanted == forward && noise_turn == 0.0 {
            return (heading, forward);
        }
        let off =
            wrap_angle(libm::atan2f(forward.perp_dot(wanted), forward.dot(wanted)) + noise_turn);
        let most = if self.max_turn > 0.0 { self.max_turn * DT } else { f32::INFINITY };
        let heading = wrap_angle(heading + off.clamp(-most, most));
        let (sine, cosine) = sin_cos(heading);
        (heading, Vec2::new(cosine, sine))
    }

    /// Turns and moves the particles with ids in `range` by one tick.
    pub(super) fn integrate(
        &self,
        agents: &mut MovingUnits,
        range: Range<usize>,
        steering: &Steering,
        bounds: WorldBounds,
    ) {
        for id in range {
            let (before, force) = (agents.forward(id), steering.force(id));
            let (heading, after) =
                self.heading_after(before, agents.heading[id], force, steering.noise_turns[id]);
            let way = match self.moves_with {
                MoveOrder::New => after,
                MoveOrder::Old => before,
            } * (self.speed * DT);
            let place = agents.position(id) + way;
            let velocity = after * self.speed;
            let mut motion =
                BlockMotion { x: place.x, y: place.y, vx: velocity.x, vy: velocity.y, heading };
            bounds.edges.apply_edges(&mut motion, bounds.width, bounds.height);
            (agents.x[id], agents.y[id]) = (motion.x, motion.y);
            (agents.vx[id], agents.vy[id]) = (motion.vx, motion.vy);
            let mirrored = motion.heading != heading;
            let (sine, cosine) =
                if mirrored { sin_cos(motion.heading) } else { (after.y, after.x) };
            agents.heading[id] = motion.heading;
            (agents.hx[id], agents.hy[id]) = (cosine, sine);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::UnitState;
    use crate::engine::agents::Role;
    use crate::engine::behaviors::Seek;
    use crate::engine::behaviors::testing::field;
    use crate::engine::bodies::{Body, Particle};
    use crate::engine::goals::{Goal, GoalKind};
    use crate::engine::group::Group;
    use crate::engine::world::World;
    use glam::Vec2;

    /// A world with one particle that starts above the center of the field, heads right, and seeks
    /// the center.
    fn seeker(body: Particle) -> World {
        let goal = Goal { goal: GoalKind::Place, heeds_pointer: false, ..Goal::default() };
        let mut group =
            Group::point("units", "Units", Role::Regular, 1).with(Seek::default()).with_goal(goal);
        group.body = Body::Particle(body);
        let mut world = field(vec![group]);
        let (position, velocity) = (Vec2::new(200.0, 100.0), Vec2::new(body.speed, 0.0));
        world.set_unit(0, UnitState { position, velocity, heading: 0.0, omega: 0.0 });
        world
    }

    #[test]
    fn a_particle_heads_for_its_goal_at_once_and_keeps_its_speed() {
        let mut world = seeker(Particle::default());
        world.tick();
        let velocity = world.agents().velocity(0);
        assert!((velocity - Vec2::new(0.0, 30.0)).length() < 1e-3, "{velocity}");
    }

    #[test]
    fn a_limited_turn_takes_its_time() {
        let mut world = seeker(Particle { max_turn: 3.0, ..Particle::default() });
        (0..20).for_each(|_| world.tick());
        let heading = world.agents().heading[0];
        assert!((heading - 1.0).abs() < 1e-3, "{heading} rad after a third of a second");
        let speed = world.agents().velocity(0).length();
        assert!((speed - 30.0).abs() < 1e-3, "{speed}");
    }
}
