//! Noise: in every tick, the direction of a unit is turned by a random angle.
//!
//! For a particle, noise turns the wanted direction before the turn is limited (Vicsek et al. 1995;
//! Couzin et al. 2002). The other bodies take time to turn toward the wanted direction, so noise
//! turns their velocity and heading directly, as gusts of wind would.

use crate::engine::agents::MovingUnits;
use crate::engine::math::{sin_cos, wrap_angle};
use crate::engine::rng::{RandomStream, Rng};
use crate::engine::steering::Steering;
use crate::schema::ParamSpec;
use crate::{choices, params};
use glam::Vec2;
use std::f32::consts::{PI, TAU};
use std::ops::Range;

choices! {
    /// Probability distribution of the random angles.
    pub enum NoiseKind {
        Uniform = "uniform", "Uniform", "All angles up to half the noise to each side are equally likely.";
        Gaussian = "gaussian", "Gaussian", "Small angles are more likely; the noise is their standard deviation.";
    }
}

params! {
    /// Parameters of the random turns of a group's units.
    pub struct Noise in "Noise" {
        noise: f32 = ParamSpec::float("Noise", "rad", 0.0, [0.0, TAU], 0.05)
            .formula("η", "h → h \"turned by\" η·noise").shapes()
            .doc("How far a bird's direction is turned at random at every tick: of uniform noise \
                  the whole width, of Gaussian noise the standard deviation. Flocks lose their \
                  order as it grows.")
            .source("Vicsek et al. 1995");
        noise_kind: NoiseKind = ParamSpec::choice("Kind of noise", NoiseKind::CHOICES, 0)
            .formula("noise", "h → h \"turned by\" η·noise")
            .doc("How the random angles are spread.")
            .source("Uniform: Vicsek et al. 1995; Gaussian: Couzin et al. 2002");
    }
}

impl Noise {
    /// Adds a random turning angle (rad) for this tick to the steering of each unit in `range`.
    pub fn draw_noise(&self, seed: u32, tick: u64, range: Range<usize>, out: &mut Steering) {
        if self.noise > 0.0 {
            for unit in range {
                let mut rng = Rng::new(seed, RandomStream::Noise { unit, tick });
                *out.noise_turn_mut(unit) += self.noise
                    * match self.noise_kind {
                        NoiseKind::Uniform => rng.range(-0.5, 0.5),
                        NoiseKind::Gaussian => rng.normal(),
                    };
            }
        }
    }

    /// Turns velocity and heading of units by the angles that [`draw_noise`](Self::draw_noise)
    /// added to the steering.
    pub(super) fn turn_units(
        &self,
        agents: &mut MovingUnits,
        range: Range<usize>,
        steering: &Steering,
    ) {
        if self.noise > 0.0 {
            for id in range {
                // Normal variates are unbounded, so an angle is limited to half a turn.
                let turn = steering.noise_turns[id].clamp(-PI, PI);
                let (sine, cosine) = sin_cos(turn);
                let turned = Vec2::new(cosine, sine).rotate(agents.velocity(id));
                (agents.vx[id], agents.vy[id]) = (turned.x, turned.y);
                let heading = wrap_angle(agents.heading[id] + turn);
                let (sine, cosine) = sin_cos(heading);
                agents.heading[id] = heading;
                (agents.hx[id], agents.hy[id]) = (cosine, sine);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::steering::Forces;

    fn draws(noise: Noise) -> Vec<f32> {
        let mut forces = Forces::with_len(20_000);
        noise.draw_noise(3, 17, 0..20_000, &mut forces.view_from(0));
        forces.noise_turns[..20_000].to_vec()
    }

    fn deviation(draws: &[f32]) -> f32 {
        (draws.iter().map(|draw| draw * draw).sum::<f32>() / draws.len() as f32).sqrt()
    }

    #[test]
    fn uniform_noise_fills_its_width_and_gaussian_noise_has_its_deviation() {
        let uniform = draws(Noise { noise: 2.0, ..Noise::default() });
        assert!(uniform.iter().all(|draw| draw.abs() <= 1.0));
        assert!((deviation(&uniform) - 1.0 / 3.0f32.sqrt()).abs() < 0.01);
        let normal = draws(Noise { noise: 0.5, noise_kind: NoiseKind::Gaussian });
        assert!((deviation(&normal) - 0.5).abs() < 0.01);
        let beyond = normal.iter().filter(|draw| draw.abs() > 1.0).count();
        assert!((700..1120).contains(&beyond), "{beyond} of 910 beyond two deviations");
    }
}
