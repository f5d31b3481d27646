//! The small world of a probe: one unit, and what it answers to.

use super::body::ticks_in;
use super::{Setup, room};
use crate::engine::agents::{Role, UnitState};
use crate::engine::behaviors::{Answer, Axis, Controls, Reading, Stimulus};
use crate::engine::bodies::Noise;
use crate::engine::goals::{Goal, GoalKind};
use crate::engine::group::{Group, Spawn, Ties};
use crate::engine::layout::Layout;
use crate::engine::math::{sin_cos, wrap_angle};
use crate::engine::params::{Crowd, Hunters};
use crate::engine::scenery::Obstacle;
use crate::engine::world::World;
use crate::insight::inspect::{Inspection, inspect};
use crate::insight::observer::Observer;
use glam::Vec2;
use std::f32::consts::PI;

/// Where the stimulus stands while its distance is asked: radians to starboard. Dead ahead, the
/// book's rules steer to no side.
const BEARING: f32 = 0.35;

/// How far away it stands while its bearing is asked, in lengths; nearer where nobody sees so far.
pub(super) const AWAY: f32 = 12.0;

/// A node on which nothing depends is this far away, in lengths.
const FAR: f32 = 80.0;

/// The seed of what is random in a probe.
const SEED: u32 = 1;

/// A unit and what it answers to.
pub(super) struct Stage {
    pub world: World,
    observer: Observer,
    key: &'static str,
    answer: Answer,
    /// Where the unit stands, u.
    middle: Vec2,
    length: f32,
    /// Distance (lengths) or bearing of the stimulus, whichever is not asked.
    fixed: f32,
    radius: f32,
    /// The unit as it is put there before every answer.
    unit: UnitState,
}

impl Stage {
    #[inline(never)]
    pub fn new(setup: &Setup, key: &'static str, answer: Answer) -> Self {
        let length = setup.group.crowd.length;
        let radius = setup.world.obstacle_radius;
        let speed = setup.group.body.max_speed(length);
        let seconds = if answer.over == Axis::Time { answer.reach } else { 0.0 };
        let reach = if answer.over == Axis::Distance { answer.reach } else { 0.0 };
        let size = 2.5 * ((reach + FAR) * length + radius + speed * (seconds + 1.0));
        let middle = Vec2::splat(0.5 * size);
        let mut params = room(setup, size);
        if answer.to == Stimulus::Ahead {
            params.pointer_hunters = Hunters::Leaders;
        }
        let mut world = World::new(params, cast(setup, answer.to), SEED);
        of_one_pace(&mut world);
        let moving = match answer.reads {
            Reading::Side | Reading::Thrust | Reading::Along | Reading::Turn => true,
            _ => answer.to == Stimulus::Obstacle,
        };
        let velocity = if moving { Vec2::X * speed } else { Vec2::ZERO };
        let unit = UnitState { position: middle, velocity, heading: 0.0, omega: 0.0 };
        let fixed = fixed(setup, key, answer);
        let observer = Observer::default();
        let mut stage = Self { world, observer, key, answer, middle, length, fixed, radius, unit };
        stage.world.set_unit(0, stage.unit);
        stage
    }

    /// Puts the unit there in another state, as it was met.
    pub fn meet(&mut self, state: UnitState, pace: f32) {
        self.unit = UnitState { position: self.middle, ..state };
        self.world.set_unit_pace(0, pace);
    }

    /// The answer at a place on the axis.
    pub fn at(&mut self, x: f32) -> f32 {
        let (distance, bearing) = match self.answer.over {
            Axis::Angle => (self.fixed, x),
            _ => (x, self.fixed),
        };
        let offset = toward(bearing) * (distance * self.length);
        self.answer_to(offset, bearing)
    }

    /// The answer after a time, which only goes on.
    pub fn after(&mut self, seconds: f32) -> f32 {
        let pressed = self.answer.to;
        self.world.set_controls(Controls {
            starboard: pressed == Stimulus::Rudder,
            faster: pressed == Stimulus::Throttle,
            ..Controls::default()
        });
        while self.world.ticks() < u64::from(ticks_in(seconds)) {
            self.world.tick();
        }
        match self.answer.reads {
            Reading::Speed => self.world.agents().velocity(0).length(),
            Reading::Turn => self.world.agents().omega[0],
            _ => self.read(Vec2::X),
        }
    }

    /// The answer to the stimulus at an offset, u; a course is one of this bearing.
    fn answer_to(&mut self, offset: Vec2, bearing: f32) -> f32 {
        let place = self.middle + offset;
        let still = UnitState { position: place, velocity: Vec2::ZERO, heading: 0.0, omega: 0.0 };
        let speed = self.unit.velocity.length();
        match self.answer.to {
            Stimulus::Neighbor | Stimulus::Ahead => {
                self.world.set_unit(1, UnitState { velocity: Vec2::X * speed, ..still });
                if self.answer.to == Stimulus::Ahead {
                    self.world.hold_pointer(self.middle + Vec2::Y * (AWAY * self.length));
                }
            }
            Stimulus::Course => {
                // Ahead, on a course of this bearing; while the distance is asked, abeam.
                let by_angle = self.answer.over == Axis::Angle;
                let course = if by_angle { bearing } else { 0.5 * PI };
                let ahead = if by_angle { Vec2::X * offset.length() } else { offset };
                let velocity = toward(course) * speed;
                let position = self.middle + ahead;
                self.world
                    .set_unit(1, UnitState { position, velocity, heading: course, omega: 0.0 });
            }
            Stimulus::Leader | Stimulus::Menace => self.world.set_unit(1, still),
            Stimulus::Goal if self.world.agents().len() > 1 => self.world.set_unit(1, still),
            Stimulus::Target | Stimulus::Goal => self.world.hold_pointer(place),
            Stimulus::Obstacle => {
                self.world.set_obstacles(vec![Obstacle { center: place, radius: self.radius }]);
            }
            Stimulus::Node => self.walk(place),
            Stimulus::Rudder | Stimulus::Throttle | Stimulus::Nothing => {}
        }
        self.world.set_unit(0, self.unit);
        self.read(offset)
    }

    /// The answer to another unit in its own state, at an offset as it was met.
    pub fn answer_to_unit(&mut self, offset: Vec2, other: UnitState) -> f32 {
        self.world.set_unit(1, UnitState { position: self.middle + offset, ..other });
        self.world.set_unit(0, self.unit);
        self.read(offset)
    }

    /// The answer to an obstacle at an offset as it was met.
    pub fn answer_to_obstacle(&mut self, offset: Vec2, radius: f32) -> f32 {
        let center = self.middle + offset;
        self.world.set_obstacles(vec![Obstacle { center, radius }]);
        self.world.set_unit(0, self.unit);
        self.read(offset)
    }

    /// Begins a path with a node at a place, and another abeam, and looks for the next one.
    fn walk(&mut self, node: Vec2) {
        let abeam = self.middle + Vec2::Y * (FAR * self.length);
        let layout = Layout { paths: vec![(0, vec![node, abeam])], ..Layout::default() };
        self.world.put_layout(layout);
        self.world.restart(SEED);
        of_one_pace(&mut self.world);
        self.world.set_unit(0, UnitState { velocity: Vec2::ZERO, ..self.unit });
        self.world.tick();
    }

    #[inline(never)]
    fn read(&mut self, offset: Vec2) -> f32 {
        inspect(&self.world, &mut self.observer, 0)
            .map_or(0.0, |found| read(&self.world, &found, self.key, self.answer.reads, offset))
    }
}

/// All units are of the pace of their group.
fn of_one_pace(world: &mut World) {
    (0..world.agents().len()).for_each(|id| world.set_unit_pace(id, 0.0));
}

/// What a unit's inspection tells of the answer that a behavior gives to a thing at an offset.
pub(super) fn read(
    world: &World,
    found: &Inspection,
    key: &str,
    reads: Reading,
    offset: Vec2,
) -> f32 {
    let part = found.contributions.iter().find(|part| part.key == key);
    let force = part.map_or(Vec2::ZERO, |part| part.raw * part.weight);
    let forward = world.agents().forward(found.id);
    // Zero is plain 0: -0 would compare, print and draw otherwise.
    0.0 + match reads {
        Reading::Side => force.dot(forward.perp()),
        Reading::Along => force.dot(forward),
        Reading::Toward => force.dot(offset.normalize_or_zero()),
        Reading::Away => -force.dot(offset.normalize_or_zero()),
        Reading::Thrust => found.thrust,
        Reading::Turn => found.turn,
        Reading::Speed => world.agents().velocity(found.id).length(),
        Reading::Force => found.force.length(),
    }
}

/// The unit vector of a bearing, for a unit that heads to the right.
fn toward(bearing: f32) -> Vec2 {
    let (sine, cosine) = sin_cos(wrap_angle(bearing));
    Vec2::new(cosine, sine)
}

/// Who is on the stage: the unit, and where it answers to one, another.
fn cast(setup: &Setup, to: Stimulus) -> Vec<Group> {
    let mut group = setup.group.clone();
    let pair = matches!(to, Stimulus::Neighbor | Stimulus::Course | Stimulus::Ahead);
    group.crowd = Crowd { count: if pair { 2 } else { 1 }, start_radius: 0.0, ..group.crowd };
    (group.spawn, group.gun) = (Spawn::Anywhere, None);
    let own = group.role;
    group.ties = Ties { fears: Ties::of(&[1]), ..Ties::default() };
    group.noise = Noise::default();
    let after_others = |goal: Goal| matches!(goal.goal, GoalKind::Nearest | GoalKind::Middle);
    let nearest = group.goal.is_some_and(after_others);
    if let Some(goal) = &mut group.goal {
        goal.heeds_pointer = true;
        // Else straight ahead, far away.
        (goal.goal_x, goal.goal_y) = (1.0, 0.5);
    }
    let other = match to {
        Stimulus::Leader => Some(Role::Leader),
        Stimulus::Menace => Some(Role::Monster),
        Stimulus::Goal if nearest && own == Role::Monster => Some(Role::Soldier),
        Stimulus::Goal if nearest => Some(Role::Monster),
        _ => None,
    };
    let other = other.map(|role| Group::point("other", "Other", role, 1));
    std::iter::once(group).chain(other).collect()
}

/// The distance or bearing at which the stimulus stands while the other is asked.
fn fixed(setup: &Setup, key: &str, answer: Answer) -> f32 {
    let sight = setup.group.sight();
    let separates = setup.group.view.is_some_and(|view| {
        let own = setup.group.pipeline.iter().find(|behavior| behavior.key() == key);
        own.is_some_and(|behavior| {
            behavior.features().separation.is_some_and(|apart| !apart.sector(&view).is_empty())
        })
    });
    let sector = match answer.to {
        Stimulus::Ahead => sight.leader,
        _ if separates => sight.separation,
        _ => sight.flock,
    };
    let social = matches!(answer.to, Stimulus::Neighbor | Stimulus::Course | Stimulus::Ahead);
    match answer.over {
        Axis::Angle if answer.to == Stimulus::Node => FAR,
        Axis::Angle if social && !sector.is_empty() => AWAY.min(0.5 * sector.radius_factor),
        Axis::Angle => AWAY,
        // Right ahead is where a unit queues, and where an obstacle is in the way.
        _ if answer.reads == Reading::Along => 0.0,
        _ if matches!(answer.to, Stimulus::Node | Stimulus::Ahead) => 0.0,
        _ if answer.to == Stimulus::Target && answer.reads == Reading::Thrust => 0.5 * PI,
        _ if answer.to == Stimulus::Obstacle => 0.1,
        _ if social && !sector.is_empty() => BEARING.min(0.5 * sector.half_angle()),
        _ => BEARING,
    }
}
