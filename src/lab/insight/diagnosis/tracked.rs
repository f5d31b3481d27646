//! A watched unit, and the data recorded after every tick.

use super::checkup::UnitCheckup;
use flockwright::engine::params::DT;
use flockwright::engine::world::World;
use glam::Vec2;

/// Sine of the smallest turn per tick (3.4 degrees) that may count as jitter: smaller turns are
/// ordinary steering, which the chase in Bourg & Seemann's book has all the time.
const MIN_TURN_SINE: f32 = 0.06;

/// Share of the largest speed below which a unit's turns do not count as jitter.
const SLOW_SHARE: f32 = 0.15;

/// Time constant of the exponential mean of a watched unit's velocity, s.
const DRIFT_SECONDS: f32 = 1.5;

/// Data of one watched unit after the last tick.
#[derive(Clone, Copy, Debug)]
pub struct TrackedUnit {
    pub id: usize,
    pub group: usize,
    /// Position of the unit at the last observation, u.
    pub position: Vec2,
    /// Whether the unit turned noticeably in the last tick, to the other side than at its previous
    /// noticeable turn.
    pub has_flipped: bool,
    /// Magnitude of the mean velocity relative to the largest speed: near 0 for a unit that stands,
    /// turns on the spot or moves back and forth.
    pub mean_speed_share: f32,
    /// Result of the last inspection of the unit.
    pub checkup: UnitCheckup,
    heading: Vec2,
    last_turn_side: f32,
    mean_velocity: Vec2,
}

impl TrackedUnit {
    pub(super) fn new(world: &World, group: usize, id: usize) -> Self {
        let agents = world.agents();
        let most = world.scope(group).max_speed(id);
        Self {
            id,
            group,
            position: agents.position(id),
            has_flipped: false,
            mean_speed_share: 1.0,
            checkup: UnitCheckup::default(),
            heading: agents.forward(id),
            last_turn_side: 0.0,
            // The running mean starts at full speed, so that a newly watched unit counts as moving.
            mean_velocity: agents.forward(id) * most,
        }
    }

    /// Records the unit's motion in a tick. `max_speed`: largest speed of the group's bodies, u/s.
    pub(super) fn observe(&mut self, world: &World, max_speed: f32) {
        let share_of_speed =
            |way: Vec2| if max_speed > 0.0 { way.length() / max_speed } else { 0.0 };
        let (agents, id) = (world.agents(), self.id);
        self.position = agents.position(id);
        let heading = agents.forward(id);
        let turn = self.heading.perp_dot(heading);
        self.heading = heading;
        let velocity = agents.velocity(id);
        let turns = turn.abs() > MIN_TURN_SINE && share_of_speed(velocity) > SLOW_SHARE;
        self.has_flipped = turns && turn * self.last_turn_side < 0.0;
        if turns {
            self.last_turn_side = turn.signum();
        }
        self.mean_velocity += (velocity - self.mean_velocity) * (DT / DRIFT_SECONDS);
        self.mean_speed_share = share_of_speed(self.mean_velocity);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flockwright::Run;
    use flockwright::engine::agents::UnitState;
    use flockwright::internals::math::sin_cos;

    /// A run of walkers, a watched one of them, and its largest speed.
    fn watched() -> (Run, TrackedUnit, f32) {
        let (run, notices) = Run::open("scene=path-patrol");
        assert!(notices.is_empty(), "{notices:?}");
        let group = &run.world.groups()[0];
        let most = group.body.max_speed(group.crowd.length);
        let unit = TrackedUnit::new(&run.world, 0, 0);
        (run, unit, most)
    }

    const MIDDLE: Vec2 = Vec2::new(300.0, 200.0);

    /// Moves the unit there with this motion and records it.
    fn note(
        (run, unit, most): &mut (Run, TrackedUnit, f32),
        position: Vec2,
        velocity: Vec2,
        heading: f32,
    ) {
        run.world.set_unit(unit.id, UnitState { position, velocity, heading, omega: 0.0 });
        unit.observe(&run.world, *most);
    }

    /// For each heading, at a share of the largest speed, whether it counts as a turn to the other
    /// side.
    fn flips(headings: &[f32], share: f32) -> Vec<bool> {
        let mut watched = watched();
        watched.1.heading = Vec2::X;
        let most = watched.2;
        let turn = |heading: &f32| {
            let (sine, cosine) = sin_cos(*heading);
            note(&mut watched, MIDDLE, Vec2::new(cosine, sine) * (share * most), *heading);
            watched.1.has_flipped
        };
        headings.iter().map(turn).collect()
    }

    #[test]
    fn a_turn_counts_that_is_noticeable_and_to_the_other_side_of_the_last_one() {
        assert_eq!(flips(&[0.07, 0.0, -0.07, 0.0], 1.0), [false, true, false, true]);
        // Weaving a little is steering, and slow units only shuffle.
        assert_eq!(flips(&[0.05, 0.0, 0.05, 0.0], 1.0), [false; 4]);
        assert_eq!(flips(&[0.07, 0.0, 0.07], 0.16), [false, true, true]);
        assert_eq!(flips(&[0.07, 0.0, 0.07], 0.14), [false; 3]);
    }

    #[test]
    fn progress_is_the_speed_that_is_left_on_average() {
        let mut watched = watched();
        let most = watched.2;
        let mut go = |seconds: f32, share: f32, to_and_fro: bool| {
            for tick in 0..(seconds / DT) as usize {
                let way = if to_and_fro && tick % 2 == 1 { -1.0 } else { 1.0 };
                note(&mut watched, MIDDLE, Vec2::new(way * share * most, 0.0), 0.0);
            }
            watched.1.mean_speed_share
        };
        assert!((go(15.0, 0.5, false) - 0.5).abs() < 0.01);
        // After the averaging time, e⁻¹ of the initial value is left.
        assert!((go(DRIFT_SECONDS, 0.0, false) - 0.5 / std::f32::consts::E).abs() < 0.01);
        assert!(go(15.0, 1.0, true) < 0.02);
    }
}
