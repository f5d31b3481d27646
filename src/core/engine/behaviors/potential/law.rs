//! Lennard-Jones law of the potential behaviors (book, ch. 5).
//!
//! U(d) = -A/d^n + B/d^m, with d in body lengths: positive values repel, negative ones attract.

use crate::engine::math::Lane;
use crate::schema::ParamSpec;
use glam::Vec2;

pub(super) const SOURCE: &str = "AI for Game Developers, ch. 5";

/// Distance, in body lengths, below which the force no longer grows, so that sums stay finite.
const MIN_DISTANCE: f32 = 0.05;

/// Least and largest value of both exponents.
pub(super) const EXPONENTS: [f32; 2] = [0.5, 8.0];

/// The law with its exponents prepared for evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PotentialLaw {
    a: f32,
    b: f32,
    n: Exponent,
    m: Exponent,
    /// Distance beyond which there is no force, in body lengths.
    cutoff: f32,
}

impl PotentialLaw {
    /// Law with attraction `a` of exponent `n` and repulsion `b` of exponent `m`, without a cutoff.
    pub fn new(a: f32, b: f32, n: f32, m: f32) -> Self {
        Self { a, b, n: Exponent::new(n), m: Exponent::new(m), cutoff: f32::INFINITY }
    }

    /// Limits the force to distances up to `cutoff` body lengths; 0 means no limit.
    pub fn within(self, cutoff: f32) -> Self {
        Self { cutoff: if cutoff > 0.0 { cutoff } else { f32::INFINITY }, ..self }
    }

    /// U at a distance in body lengths: positive values repel, negative ones attract.
    #[inline(always)]
    pub fn force_at<L: Lane>(&self, d: L) -> L {
        let near = d.max(L::splat(MIN_DISTANCE));
        let u = L::splat(self.b) / self.m.raise(near) - L::splat(self.a) / self.n.raise(near);
        u.keep(d.le(L::splat(self.cutoff)))
    }

    /// Force in world coordinates on a unit of this length, given the offset from the unit to the
    /// source. 0 where both are at one place.
    pub fn force(&self, offset: Vec2, length: f32) -> Vec2 {
        Vec2::from(self.forces(offset.x, offset.y, length))
    }

    /// Forces of several sources, one per lane, with the bits of [`PotentialLaw::force`].
    #[inline(always)]
    pub fn forces<L: Lane>(&self, dx: L, dy: L, length: f32) -> (L, L) {
        let distance = (dx * dx + dy * dy).sqrt();
        let apart = distance.gt(L::ZERO);
        let push = (-self.force_at(distance / L::splat(length)) / distance).keep(apart);
        (dx * push, dy * push)
    }

    /// Forces of several sources, equal to [`PotentialLaw::force`] but for rounding, with a single division:
    /// for sums over many sources.
    #[inline(always)]
    pub fn approximate_forces<L: Lane>(&self, dx: L, dy: L, length: f32) -> (L, L) {
        let distance = (dx * dx + dy * dy).sqrt();
        let nearness = L::splat(length) / distance;
        let near = nearness.min(L::splat(1.0 / MIN_DISTANCE));
        let (a, b) = (L::splat(self.a), L::splat(self.b));
        let pull = match (self.n, self.m) {
            // Exponents of the book, which most swarms have.
            (Exponent::Whole(1), Exponent::Whole(2)) => near * (a - b * near),
            (n, m) => a * n.raise(near) - b * m.raise(near),
        };
        let counts = L::and(distance.gt(L::ZERO), distance.le(L::splat(self.cutoff * length)));
        let pull = (pull * L::splat(1.0 / length) * nearness).keep(counts);
        (dx * pull, dy * pull)
    }
}

/// Exponent whose power has the same bits on every machine.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Exponent {
    /// Whole exponent, computed by multiplication.
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

/// Declares a strength A or B.
pub(super) const fn strength(label: &'static str, default: f32) -> ParamSpec {
    ParamSpec::float(label, "", default, [0.0, 50_000.0], 500.0).source(SOURCE)
}

/// Declares an exponent n or m.
pub(super) const fn exponent(label: &'static str, default: f32) -> ParamSpec {
    ParamSpec::float(label, "", default, EXPONENTS, 0.5).source(SOURCE)
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
        assert_eq!(swarm.within(5.5).force_at(6.0), 0.0);
    }

    #[test]
    fn by_a_single_division_the_force_is_the_same() {
        for (n, m) in [(1.0, 2.0), (2.0, 1.0), (0.5, 3.0), (6.0, 8.0)] {
            let law = PotentialLaw::new(2000.0, 10_000.0, n, m).within(50.0);
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
