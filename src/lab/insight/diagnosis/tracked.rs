//! A watched unit, and what is noted of it after every tick.

use super::checkup::Checkup;
use flockwright::engine::group::Group;
use flockwright::engine::params::DT;
use flockwright::engine::world::World;
use glam::Vec2;

/// Turns of less than this per tick (the sine of 3.4 degrees) do not count: to weave a little is to
/// steer, and the book's chase always does.
const TURN: f32 = 0.06;

/// The turns of a unit slower than this share of its largest speed do not count: it shuffles.
const SLOW: f32 = 0.15;

/// Time over which a unit's motion is averaged, s.
const DRIFT: f32 = 1.5;

/// A change in the number of neighbors is flicker if it is undone within this many ticks.
const UNDONE: u8 = 8;

/// A change in the number of neighbors is noticed if it is more than this share of the number and
/// the change together, of which fewer than [`NOTICEABLE`] count as that many.
const NOTICED: f32 = 0.25;
const NOTICEABLE: f32 = 3.0;

/// A unit that moves away from its aim again by this many lengths has missed it.
const SWING: f32 = 3.0;

/// What the bodies of a group can do.
pub(super) struct Limits {
    /// One by the largest force; 0 where there is no limit.
    per_force: f32,
    /// One by the largest speed, s/u; 0 where there is none.
    per_speed: f32,
}

impl Limits {
    pub(super) fn of(group: &Group) -> Self {
        let inverse = |limit: f32| if limit > 0.0 { 1.0 / limit } else { 0.0 };
        Self {
            per_force: inverse(group.body.force_limit()),
            per_speed: inverse(group.body.max_speed(group.crowd.length)),
        }
    }
}

/// What is known of one watched unit.
#[derive(Clone, Copy, Debug)]
pub struct Tracked {
    /// Its id.
    pub id: usize,
    /// Index of its group.
    pub group: usize,
    /// Where it was when it was last looked at, u.
    pub position: Vec2,
    /// It turned noticeably, and the last noticeable turn was to the other side.
    pub flipped: bool,
    /// The steering that was asked of the body, as a share of its limit; 0 where there is none.
    pub demand: f32,
    /// The number of its neighbors changed, and took back a change of just before.
    pub flickered: bool,
    /// Neighbors that the flocking rules counted.
    pub count: f32,
    /// Its speed on average over the last seconds, as a vector, relative to its largest speed: near
    /// 0 for one that stands, turns on the spot or goes to and fro.
    pub progress: f32,
    /// How far it has gone around the place that it heads for, radians to starboard.
    pub swept: f32,
    /// How many times it has missed that place: come near and gone away again.
    pub missed: u32,
    /// What the last closer look at it found.
    pub checkup: Checkup,
    /// The offset from that place, last time.
    from_aim: Option<Vec2>,
    /// Whether it was coming or going, and how near or far it has come since.
    coming: bool,
    extreme: f32,
    heading: Vec2,
    side: f32,
    drift: Vec2,
    rise: f32,
    since_rise: u8,
}

impl Tracked {
    pub(super) fn new(world: &World, group: usize, id: usize) -> Self {
        let agents = world.agents();
        let most = world.scope(group).max_speed(id);
        Self {
            id,
            group,
            position: agents.position(id),
            flipped: false,
            demand: 0.0,
            flickered: false,
            count: world.neighbors().of(id).count,
            progress: 1.0,
            swept: 0.0,
            missed: 0,
            checkup: Checkup::default(),
            from_aim: None,
            coming: true,
            extreme: f32::INFINITY,
            heading: agents.forward(id),
            side: 0.0,
            // Whoever has just come is supposed to get on.
            drift: agents.forward(id) * most,
            rise: 0.0,
            since_rise: UNDONE,
        }
    }

    pub(super) fn note(&mut self, world: &World, limits: &Limits) {
        let (agents, id) = (world.agents(), self.id);
        self.position = agents.position(id);
        let heading = agents.forward(id);
        let turn = self.heading.perp_dot(heading);
        self.heading = heading;
        let velocity = agents.velocity(id);
        let turns = turn.abs() > TURN && velocity.length() * limits.per_speed > SLOW;
        self.flipped = turns && turn * self.side < 0.0;
        if turns {
            self.side = turn.signum();
        }
        self.demand = world.steering().force(id).length() * limits.per_force;
        self.note_count(world.neighbors().of(id).count);
        self.drift += (velocity - self.drift) * (DT / DRIFT);
        self.progress = self.drift.length() * limits.per_speed;
        self.note_aim(world);
    }

    /// Adds up how far it has gone around its aim, and how often it has missed it.
    fn note_aim(&mut self, world: &World) {
        let Some(aim) = self.checkup.aim else { return self.forget_aim() };
        let offset = world.space().between(aim, self.position);
        if let Some(before) = self.from_aim.replace(offset) {
            self.swept += libm::atan2f(before.perp_dot(offset), before.dot(offset));
        }
        let (distance, swing) = (offset.length(), SWING * world.agents().length[self.id]);
        if self.coming {
            self.extreme = self.extreme.min(distance);
            if distance > self.extreme + swing {
                (self.coming, self.extreme) = (false, distance);
                self.missed += 1;
            }
        } else {
            self.extreme = self.extreme.max(distance);
            if distance < self.extreme - swing {
                (self.coming, self.extreme) = (true, distance);
            }
        }
    }

    pub(super) fn forget_aim(&mut self) {
        (self.swept, self.missed, self.from_aim) = (0.0, 0, None);
        (self.coming, self.extreme) = (true, f32::INFINITY);
    }

    fn note_count(&mut self, count: f32) {
        let rise = count - self.count;
        self.count = count;
        let changed = rise.abs() > NOTICED * (count + rise.abs()).max(NOTICEABLE);
        self.flickered = changed && rise * self.rise < 0.0 && self.since_rise < UNDONE;
        self.since_rise = self.since_rise.saturating_add(1);
        if changed {
            (self.rise, self.since_rise) = (rise, 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flockwright::Run;
    use flockwright::engine::agents::UnitState;
    use flockwright::engine::math::{sin_cos, wrap_angle};
    use std::f32::consts::TAU;

    /// A run of walkers, one of them as it is watched, and what it can do.
    fn watched() -> (Run, Tracked, Limits) {
        let (run, notices) = Run::open("scene=path-patrol");
        assert!(notices.is_empty(), "{notices:?}");
        let limits = Limits::of(&run.world.groups()[0]);
        let unit = Tracked::new(&run.world, 0, 0);
        (run, unit, limits)
    }

    const MIDDLE: Vec2 = Vec2::new(300.0, 200.0);

    /// Puts the unit there, moving so, and has it noted.
    fn note(
        (run, unit, limits): &mut (Run, Tracked, Limits),
        position: Vec2,
        velocity: Vec2,
        heading: f32,
    ) {
        run.world.set_unit(unit.id, UnitState { position, velocity, heading, omega: 0.0 });
        unit.note(&run.world, limits);
    }

    /// Which of these headings, at a share of its largest speed, count as turns to the other side.
    fn flips(headings: &[f32], share: f32) -> Vec<bool> {
        let mut watched = watched();
        watched.1.heading = Vec2::X;
        let most = 1.0 / watched.2.per_speed;
        let turn = |heading: &f32| {
            let (sine, cosine) = sin_cos(*heading);
            note(&mut watched, MIDDLE, Vec2::new(cosine, sine) * (share * most), *heading);
            watched.1.flipped
        };
        headings.iter().map(turn).collect()
    }

    #[test]
    fn a_turn_counts_that_is_noticeable_and_to_the_other_side_of_the_last_one() {
        assert_eq!(flips(&[0.07, 0.0, -0.07, 0.0], 1.0), [false, true, false, true]);
        // To weave a little is to steer, and who hardly moves shuffles.
        assert_eq!(flips(&[0.05, 0.0, 0.05, 0.0], 1.0), [false; 4]);
        assert_eq!(flips(&[0.07, 0.0, 0.07], 0.16), [false, true, true]);
        assert_eq!(flips(&[0.07, 0.0, 0.07], 0.14), [false; 3]);
    }

    #[test]
    fn progress_is_the_speed_that_is_left_on_average() {
        let mut watched = watched();
        let most = 1.0 / watched.2.per_speed;
        let mut go = |seconds: f32, share: f32, to_and_fro: bool| {
            for tick in 0..(seconds / DT) as usize {
                let way = if to_and_fro && tick % 2 == 1 { -1.0 } else { 1.0 };
                note(&mut watched, MIDDLE, Vec2::new(way * share * most, 0.0), 0.0);
            }
            watched.1.progress
        };
        assert!((go(15.0, 0.5, false) - 0.5).abs() < 0.01);
        // After as long as it is averaged over, e⁻¹ is left.
        assert!((go(DRIFT, 0.0, false) - 0.5 / std::f32::consts::E).abs() < 0.01);
        assert!(go(15.0, 1.0, true) < 0.02);
    }

    /// A unit that has gone through these places while it headed for one.
    fn through(places: impl IntoIterator<Item = Vec2>) -> Tracked {
        let mut watched = watched();
        watched.1.checkup.aim = Some(MIDDLE);
        for place in places {
            note(&mut watched, place, Vec2::ZERO, 0.0);
        }
        watched.1
    }

    #[test]
    fn a_place_is_missed_by_who_comes_near_and_goes_away_again() {
        let (run, unit, _) = watched();
        let length = run.world.agents().length[unit.id];
        let at = |lengths: &[f32]| {
            through(lengths.iter().map(|far| MIDDLE + Vec2::new(far * length, 0.0)))
        };
        assert_eq!(at(&[20.0, 10.0, 5.0, 7.9]).missed, 0, "away by less than a swing");
        assert_eq!(at(&[20.0, 10.0, 5.0, 8.1, 12.0]).missed, 1);
        assert_eq!(at(&[5.0, 8.1, 12.0, 9.1, 14.0]).missed, 1, "it has not come again");
        assert_eq!(at(&[5.0, 8.1, 12.0, 8.9, 12.0]).missed, 2);
    }

    #[test]
    fn how_far_it_goes_around_a_place_adds_up_to_starboard() {
        let circle = |turns: f32| {
            let around = move |step: i32| {
                let (sine, cosine) = sin_cos(wrap_angle(turns * TAU * step as f32 / 100.0));
                MIDDLE + Vec2::new(cosine, sine) * 50.0
            };
            through((0..=100).map(around)).swept
        };
        for turns in [1.5, -1.5, 0.25] {
            assert!((circle(turns) - turns * TAU).abs() < 1e-3, "{turns}: {}", circle(turns));
        }
    }

    /// Which of these numbers of neighbors, one per tick, take back a change.
    fn flickers(counts: &[f32]) -> Vec<bool> {
        let (_, mut unit, _) = watched();
        unit.count = counts[0];
        let note = |count: &f32| {
            unit.note_count(*count);
            unit.flickered
        };
        counts[1..].iter().map(note).collect()
    }

    #[test]
    fn neighbors_flicker_where_a_noticeable_change_is_undone_soon() {
        assert_eq!(flickers(&[10.0, 16.0, 10.0]), [false, true]);
        assert_eq!(flickers(&[10.0, 4.0, 10.0]), [false, true]);
        assert_eq!(flickers(&[10.0, 16.0, 22.0]), [false, false], "it goes on");
        // A quarter of the number and the change together.
        assert_eq!(flickers(&[10.0, 14.0, 10.0]), [false, false]);
        // Of hardly anybody, each change is noticeable.
        assert_eq!(flickers(&[0.0, 1.0, 0.0]), [false, true]);
        assert_eq!(flickers(&[1.0, 2.0, 1.0]), [false, true]);
        assert_eq!(flickers(&[2.0, 3.0, 2.0]), [false, false]);
        let after = |ticks: usize| {
            let counts = [&[10.0], &vec![16.0; ticks][..], &[10.0]].concat();
            flickers(&counts).pop()
        };
        assert_eq!((after(8), after(9)), (Some(true), Some(false)));
    }
}
