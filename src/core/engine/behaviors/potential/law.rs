//! Lennard-Jones law of the potential behaviors (book, ch. 5): U(d) = -A/d^n + B/d^m, with d in
//! body lengths. Positive values repel, negative ones attract.

use crate::engine::math::Lane;
use crate::schema::ParamSpec;
use glam::Vec2;

pub(super) const SOURCE: &str = "AI for Game Developers, ch. 5";

/// Distance below which the force no longer grows, body lengths, so that forces stay finite.
const MIN_FORCE_DISTANCE: f32 = 0.05;

/// Smallest and largest value of the exponents n and m.
const EXPONENT_RANGE: [f32; 2] = [0.5, 8.0];

/// Lennard-Jones law, U(d) = -A/d^n + B/d^m, with its exponents prepared for evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PotentialLaw {
    attraction: f32,
    repulsion: f32,
    attraction_exponent: Exponent,
    repulsion_exponent: Exponent,
    /// Distance beyond which the force is 0, body lengths; infinite without a cutoff.
    cutoff: f32,
}

impl PotentialLaw {
    /// Creates the law with attraction `a` of exponent `n` and repulsion `b` of exponent `m`,
    /// without a cutoff.
    pub fn new(a: f32, b: f32, n: f32, m: f32) -> Self {
        Self {
            attraction: a,
            repulsion: b,
            attraction_exponent: Exponent::new(n),
            repulsion_exponent: Exponent::new(m),
            cutoff: f32::INFINITY,
        }
    }

    /// Limits the force to distances up to `cutoff` body lengths; 0 means no limit.
    pub fn with_cutoff(self, cutoff: f32) -> Self {
        Self { cutoff: if cutoff > 0.0 { cutoff } else { f32::INFINITY }, ..self }
    }

    /// Force U at a distance of `d` body lengths: positive repels, negative attracts.
    #[inline(always)]
    pub fn force_at<L: Lane>(&self, d: L) -> L {
        let near = d.max(L::splat(MIN_FORCE_DISTANCE));
        let u = L::splat(self.repulsion) / self.repulsion_exponent.raise(near)
            - L::splat(self.attraction) / self.attraction_exponent.raise(near);
        u.keep_where(d.le(L::splat(self.cutoff)))
    }

    /// Force in world axes on a unit of this `length` (u) by a source at `offset` (u) from the
    /// unit; 0 if the offset is 0.
    pub fn force(&self, offset: Vec2, length: f32) -> Vec2 {
        Vec2::from(self.forces(offset.x, offset.y, length))
    }

    /// Forces in world axes on a unit by several sources, one per SIMD lane, equal to
    /// [`PotentialLaw::force`] in every bit.
    #[inline(always)]
    pub fn forces<L: Lane>(&self, dx: L, dy: L, length: f32) -> (L, L) {
        let distance = (dx * dx + dy * dy).sqrt();
        let apart = distance.gt(L::ZERO);
        let push = (-self.force_at(distance / L::splat(length)) / distance).keep_where(apart);
        (dx * push, dy * push)
    }

    /// Forces in world axes on a unit by several sources, one per SIMD lane, for sums over many
    /// sources. They need one division, and equal [`PotentialLaw::force`] but for rounding.
    #[inline(always)]
    pub fn approximate_forces<L: Lane>(&self, dx: L, dy: L, length: f32) -> (L, L) {
        let distance = (dx * dx + dy * dy).sqrt();
        let nearness = L::splat(length) / distance;
        let near = nearness.min(L::splat(1.0 / MIN_FORCE_DISTANCE));
        let (a, b) = (L::splat(self.attraction), L::splat(self.repulsion));
        let pull = match (self.attraction_exponent, self.repulsion_exponent) {
            // Most swarms have the book's exponents, 1 and 2, which need no general power.
            (Exponent::Whole(1), Exponent::Whole(2)) => near * (a - b * near),
            (n, m) => a * n.raise(near) - b * m.raise(near),
        };
        let counts = L::and(distance.gt(L::ZERO), distance.le(L::splat(self.cutoff * length)));
        let pull = (pull * L::splat(1.0 / length) * nearness).keep_where(counts);
        (dx * pull, dy * pull)
    }
}

/// Exponent of a power whose result has the same bits on every machine.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Exponent {
    /// Whole exponent; the power is computed by multiplication.
    Whole(u32),
    Real(f32),
}

impl Exponent {
    fn new(exponent: f32) -> Self {
        if exponent == exponent.floor() {
            Self::Whole(exponent as u32)
        } else {
            Self::Real(exponent)
        }
    }

    #[inline(always)]
    fn raise<L: Lane>(self, base: L) -> L {
        match self {
            Self::Whole(exponent) => (1..exponent).fold(base, |power, _| power * base),
            Self::Real(exponent) => L::from_lane_fn(|lane| libm::powf(base.get(lane), exponent)),
        }
    }
}

/// Declares the parameter for a strength A or B of the law.
pub(super) const fn strength(label: &'static str, default: f32) -> ParamSpec {
    ParamSpec::float(label, "", default, [0.0, 50_000.0], 500.0).source(SOURCE)
}

/// Declares the parameter for an exponent n or m of the law.
pub(super) const fn exponent(label: &'static str, default: f32) -> ParamSpec {
    ParamSpec::float(label, "", default, EXPONENT_RANGE, 0.5).source(SOURCE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_and_real_exponents_agree() {
        for exponent in 1..=8 {
            for d in [0.3f32, 1.0, 2.5, 40.0] {
                let by_hand = Exponent::new(exponent as f32).raise(d);
                let by_libm = Exponent::Real(exponent as f32).raise(d);
                assert!((by_hand / by_libm - 1.0).abs() < 1e-5, "{d}^{exponent}");
            }
        }
    }

    #[test]
    fn pull_and_push_balance_at_one_distance() {
        // -2000/d + 10000/d² = 0 at d = 5.
        let swarm = PotentialLaw::new(2000.0, 10_000.0, 1.0, 2.0);
        assert_eq!(swarm.force_at(5.0), 0.0);
        assert!(swarm.force_at(4.0) > 0.0 && swarm.force_at(6.0) < 0.0);
        assert_eq!(swarm.with_cutoff(5.5).force_at(6.0), 0.0);
    }

    #[test]
    fn by_a_single_division_the_force_is_the_same() {
        for (n, m) in [(1.0, 2.0), (2.0, 1.0), (0.5, 3.0), (6.0, 8.0)] {
            let law = PotentialLaw::new(2000.0, 10_000.0, n, m).with_cutoff(50.0);
            for distance in [0.0f32, 1e-30, 0.1, 1.0, 3.0, 17.0, 60.0, 199.0, 201.0] {
                let (dx, dy) = law.approximate_forces(0.6 * distance, -0.8 * distance, 4.0);
                let force = law.force(Vec2::new(0.6 * distance, -0.8 * distance), 4.0);
                let size = 1e-5 * (force.length() + 2000.0 / (distance + 1.0));
                assert!((Vec2::new(dx, dy) - force).length() <= size, "{n} {m} {distance}");
                assert!(dx.is_finite() && dy.is_finite());
            }
        }
    }

    #[test]
    fn nothing_is_infinite_up_close() {
        let law = PotentialLaw::new(50_000.0, 50_000.0, 8.0, 7.5);
        for offset in [Vec2::ZERO, Vec2::new(1e-30, 0.0), Vec2::new(0.0, 1e-3)] {
            assert!(law.force(offset, 4.0).is_finite());
        }
    }
}
