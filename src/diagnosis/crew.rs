//! The units that detectors watch, and what is noted of each after every tick.

use super::checkup::Checkup;
use crate::behaviors::Cue;
use crate::params::DT;
use crate::world::World;
use glam::Vec2;
use std::ops::Range;

/// Units watched in a small crowd, in a large one, and from how many units on it counts as large.
const FEW: usize = 16;
const MANY: usize = 32;
const LARGE: usize = 4000;

/// At least this many units of each group are watched.
const LEAST: usize = 3;

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
    fn new(world: &World, group: usize, id: usize) -> Self {
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

    fn note(&mut self, world: &World, crowd: &Kin) {
        let (agents, id) = (world.agents(), self.id);
        self.position = agents.position(id);
        let heading = agents.forward(id);
        let turn = self.heading.perp_dot(heading);
        self.heading = heading;
        let velocity = agents.velocity(id);
        let turns = turn.abs() > TURN && velocity.length() * crowd.per_speed > SLOW;
        self.flipped = turns && turn * self.side < 0.0;
        if turns {
            self.side = turn.signum();
        }
        self.demand = world.steering().force(id).length() * crowd.per_limit;
        self.note_count(world.neighbors().of(id).count);
        self.drift += (velocity - self.drift) * (DT / DRIFT);
        self.progress = self.drift.length() * crowd.per_speed;
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

    fn forget_aim(&mut self) {
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

/// What the watched units of a group share.
#[derive(Clone, Debug, Default)]
pub struct Kin {
    /// They are `tracked[of]`.
    pub of: Range<usize>,
    /// The ids of the group when the crew was chosen.
    ids: Range<usize>,
    per_limit: f32,
    per_speed: f32,
    /// By behavior: how strong its weighted force is on average, and how much it changes from one
    /// tick to the next.
    pub strength: Vec<f32>,
    pub unrest: Vec<f32>,
}

/// How fast `strength` and `unrest` follow the checkups: share per checkup of a unit of the group.
const FOLLOW: f32 = 0.05;

/// All watched units.
#[derive(Clone, Debug, Default)]
pub struct Crew {
    /// One entry per watched unit.
    pub tracked: Vec<Tracked>,
    /// By group.
    pub kin: Vec<Kin>,
    turn: usize,
    again: bool,
    cues: Vec<Cue>,
}

impl Crew {
    /// Whether the world still has the groups that the crew was chosen from.
    pub fn fits(&self, world: &World) -> bool {
        let groups = world.groups();
        groups.len() == self.kin.len()
            && groups.iter().zip(&self.kin).all(|(group, kin)| group.range == kin.ids)
    }

    /// Chooses whom to watch: units evenly drawn from each group, in proportion to its size.
    pub fn choose(&mut self, world: &World) {
        *self = Self { cues: Vec::with_capacity(64), ..Self::default() };
        let counted = |index: usize| {
            let group = &world.groups()[index];
            if group.role.counts_as_neighbor() { group.range.clone() } else { 0..0 }
        };
        let all: usize = (0..world.groups().len()).map(|index| counted(index).len()).sum();
        let most = if all < LARGE { FEW } else { MANY };
        for (index, group) in world.groups().iter().enumerate() {
            let ids = counted(index);
            let share = (most * ids.len()).div_ceil(all.max(1)).max(LEAST).min(ids.len());
            let first = self.tracked.len();
            // From the middle of each stretch: the first units of a group often start at its rim.
            let drawn = (0..share).map(|k| ids.start + (2 * k + 1) * ids.len() / (2 * share));
            self.tracked.extend(drawn.map(|id| Tracked::new(world, index, id)));
            self.kin.push(Kin {
                of: first..self.tracked.len(),
                ids: group.range.clone(),
                strength: vec![0.0; group.pipeline.len()],
                unrest: vec![0.0; group.pipeline.len()],
                ..Kin::default()
            });
        }
    }

    /// Notes what the tick has done, and takes a closer look at one unit: at each of them in turn,
    /// two ticks in a row.
    pub fn observe(&mut self, world: &mut World) {
        for (group, kin) in world.groups().iter().zip(&mut self.kin) {
            let limit = group.body.force_limit();
            kin.per_limit = if limit > 0.0 { 1.0 / limit } else { 0.0 };
            let speed = group.body.max_speed(group.crowd.length);
            kin.per_speed = if speed > 0.0 { 1.0 / speed } else { 0.0 };
        }
        for unit in &mut self.tracked {
            unit.note(world, &self.kin[unit.group]);
        }
        let Some(unit) = self.tracked.get_mut(self.turn) else { return };
        let before = unit.checkup;
        unit.checkup.take(world, unit.group, unit.id, &mut self.cues);
        let moved = |(a, b): (Vec2, Vec2)| a.distance(b) > world.agents().length[unit.id];
        if before.aim.zip(unit.checkup.aim).is_none_or(moved) {
            unit.forget_aim();
        }
        let kin = &mut self.kin[unit.group];
        for term in 0..unit.checkup.terms {
            let force = unit.checkup.forces[term];
            kin.strength[term] += (force.length() - kin.strength[term]) * FOLLOW;
            if self.again && before.terms == unit.checkup.terms {
                let change = (force - before.forces[term]).length();
                kin.unrest[term] += (change - kin.unrest[term]) * FOLLOW;
            }
        }
        if self.again {
            self.turn = (self.turn + 1) % self.tracked.len();
        }
        self.again = !self.again;
    }
}
