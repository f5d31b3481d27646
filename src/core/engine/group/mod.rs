//! A group: units that share a role, a body, a view and a pipeline of behaviors.
//!
//! The ids of a group are a contiguous range.

pub mod spawn;

pub use crate::engine::ties::Ties;
pub use spawn::Spawn;

use crate::engine::agents::{Role, Target};
use crate::engine::behaviors::{Behavior, FeelerShape, Memory};
use crate::engine::bodies::{Body, Noise, Particle, PointMass, RigidBody, TileBody};
use crate::engine::bullets::Gun;
use crate::engine::goals::Goal;
use crate::engine::params::{Crowd, StartHeadings, StartMotion};
use crate::engine::perception::kept::LastLook;
use crate::engine::perception::{NearestOf, Sector, Sight, View};
use crate::engine::rounds::{Catch, Caught};
use crate::engine::scenery::{Area, Path};
use crate::engine::tiles::TILE;
use crate::schema::near::did_you_mean;
use crate::schema::texts::quote;
use crate::schema::{ParamSpec, Params, Region};
use crate::{choices, params};
use std::borrow::Cow;
use std::ops::Range;

choices! {
    /// How the forces of a pipeline become one.
    pub enum Combination {
        Sum = "sum", "Weighted sum", "All forces add up, and the sum is cut to what one can do.";
        Priority = "priority", "Priority", "The first behaviors take the force that there is; later ones get what is left.";
    }
}

params! {
    /// How a group's behaviors are combined.
    pub struct Blend in "Combination" {
        combination: Combination = ParamSpec::choice("Combination", Combination::CHOICES, 0)
            .formula("blend", "F = blend(F_1, F_2, …)")
            .doc("How the forces of the behaviors become one.")
            .source("Reynolds 1999; Understanding Steering Behaviors, part 1, sums");
    }
}

/// Units of one kind, and how they behave.
///
/// ```
/// use flockwright::prelude::*;
///
/// let flock = Group::rigid("flock", "Flock", Role::Regular, 120)
///     .seeing(View::default())
///     .with(Cohesion::default())
///     .with(Separation::default());
/// let world = World::new(WorldParams::default(), vec![flock], 7);
/// assert_eq!(world.groups()[0].range, 0..120);
/// ```
#[derive(Clone)]
pub struct Group {
    /// Scope of its parameters in links: empty for the scene's main group, whose keys stand bare.
    pub key: &'static str,
    /// The key of the scene's group that it is a copy of; empty for all others.
    pub like: &'static str,
    /// What the page calls it.
    pub label: &'static str,
    /// What a person calls it, which is its label then; empty where it has its own.
    pub name: &'static str,
    /// What its units are in the scene.
    pub role: Role,
    /// How many there are, and how long.
    pub crowd: Crowd,
    /// How they move.
    pub body: Body,
    /// What the units see; `None` for units without a view.
    pub view: Option<View>,
    /// The behaviors in order; their weighted forces add up.
    pub pipeline: Vec<Box<dyn Behavior>>,
    /// How the forces become one.
    pub blend: Blend,
    /// What the units have in mind; `None` for units without goals.
    pub goal: Option<Goal>,
    /// The path that they may follow.
    pub path: Path<'static>,
    /// What they fire with, if they do.
    pub gun: Option<Gun>,
    /// What they do to those whom they hunt, if they catch them.
    pub catch: Option<Catch>,
    /// How chance turns the units.
    pub noise: Noise,
    /// What the units of other groups mean to these.
    pub ties: Ties,
    /// What they hunt, whatever else is hunted in the world: see `World::set_target`.
    pub target: Option<Target>,
    /// Where the units start.
    pub spawn: Spawn,
    /// What its units saw when they looked last, where that is some ticks ago.
    pub(crate) kept: LastLook,
    /// How many units it had when its parameters were last heeded; set by the world.
    pub placed: u32,
    /// Ids; set by the world.
    pub range: Range<usize>,
}

/// A key or a label that is made while a program runs is kept until it ends: groups are few.
fn kept(text: impl Into<Cow<'static, str>>) -> &'static str {
    match text.into() {
        Cow::Borrowed(text) => text,
        Cow::Owned(text) => text.leak(),
    }
}

impl Group {
    /// An empty pipeline on a rigid body, anywhere in the world.
    pub fn rigid(
        key: impl Into<Cow<'static, str>>,
        label: impl Into<Cow<'static, str>>,
        role: Role,
        count: u32,
    ) -> Self {
        Self::new(key, label, role, count, Body::Rigid(RigidBody::default()))
    }

    /// An empty pipeline on a point mass, anywhere in the world.
    pub fn point(
        key: impl Into<Cow<'static, str>>,
        label: impl Into<Cow<'static, str>>,
        role: Role,
        count: u32,
    ) -> Self {
        Self::new(key, label, role, count, Body::Point(PointMass::default()))
    }

    /// An empty pipeline on particles, anywhere in the world.
    pub fn particles(
        key: impl Into<Cow<'static, str>>,
        label: impl Into<Cow<'static, str>>,
        role: Role,
        count: u32,
        body: Particle,
    ) -> Self {
        Self::new(key, label, role, count, Body::Particle(body))
    }

    /// An empty pipeline on the tile body, one step every `step_ticks` ticks.
    pub fn tile(
        key: impl Into<Cow<'static, str>>,
        label: impl Into<Cow<'static, str>>,
        role: Role,
        count: u32,
        step_ticks: u32,
    ) -> Self {
        let mut group = Self::new(key, label, role, count, Body::Tile(TileBody { step_ticks }));
        group.crowd.length = 0.75 * TILE;
        group
    }

    fn new(
        key: impl Into<Cow<'static, str>>,
        label: impl Into<Cow<'static, str>>,
        role: Role,
        count: u32,
        body: Body,
    ) -> Self {
        let (key, label) = (kept(key), kept(label));
        Self {
            key,
            like: "",
            label,
            name: "",
            role,
            crowd: Crowd { count, ..Crowd::default() },
            body,
            view: None,
            pipeline: Vec::new(),
            blend: Blend::default(),
            goal: None,
            path: Path::EMPTY,
            gun: None,
            catch: None,
            noise: Noise::default(),
            ties: Ties::default(),
            target: None,
            spawn: Spawn::Anywhere,
            kept: LastLook::default(),
            placed: 0,
            range: 0..0,
        }
    }

    /// Gives its units a field of view.
    pub fn seeing(mut self, view: View) -> Self {
        self.view = Some(view);
        self
    }

    /// Appends a behavior to the pipeline.
    pub fn with(self, behavior: impl Behavior + 'static) -> Self {
        self.with_boxed(Box::new(behavior))
    }

    #[inline(never)]
    fn with_boxed(mut self, behavior: Box<dyn Behavior>) -> Self {
        self.pipeline.push(behavior);
        self
    }

    /// Says where its units start.
    pub fn starting(mut self, spawn: Spawn) -> Self {
        self.spawn = spawn;
        self
    }

    /// Gives its units another length, u.
    pub fn sized(mut self, length: f32) -> Self {
        self.crowd.length = length;
        self
    }

    /// Lets the first behaviors take the force first.
    pub fn prioritized(mut self) -> Self {
        self.blend.combination = Combination::Priority;
        self
    }

    /// Gives its units something to have in mind.
    pub fn minding(mut self, goal: Goal) -> Self {
        self.goal = Some(goal);
        self
    }

    /// Gives it a path: nodes as shares of the world's extent.
    pub fn along(mut self, nodes: &'static [[f32; 2]]) -> Self {
        self.path = Path::Shares(nodes);
        self
    }

    /// Gives its units a gun.
    pub fn armed(mut self, gun: Gun) -> Self {
        self.gun = Some(gun);
        self
    }

    /// Lets its units catch those whom they hunt.
    pub fn catching(mut self, catch_factor: f32, caught: Caught) -> Self {
        self.catch = Some(Catch { catch_factor, caught });
        self
    }

    /// Lets chance turn its units.
    pub fn noisy(mut self, noise: Noise) -> Self {
        self.noise = noise;
        self
    }

    /// Lets the units of other groups, by index, frighten these.
    pub fn fearing(mut self, groups: &[usize]) -> Self {
        self.ties.fears = Ties::set(groups);
        self
    }

    /// Gives it a point mass of this speed and force.
    pub fn moving(mut self, body: PointMass) -> Self {
        self.body = Body::Point(body);
        self
    }

    /// Changes the rigid body's parameters.
    pub fn tuned(mut self, tune: impl FnOnce(&mut RigidBody)) -> Self {
        if let Body::Rigid(body) = &mut self.body {
            tune(body);
        }
        self
    }

    /// Where its units start: in the disk that its parameters name, else as the scene has it.
    pub fn start(&self) -> Spawn {
        match self.crowd.start_radius {
            0.0 => self.spawn,
            radius => Spawn::Disk { radius },
        }
    }

    /// The mean heading at the start, and by how much headings differ from it at most, radians.
    pub fn start_headings(&self) -> [f32; 2] {
        match self.crowd.start_headings {
            StartHeadings::Scene => self.start().headings(),
            StartHeadings::Given => [self.crowd.start_heading, self.crowd.start_spread],
        }
    }

    /// How fast its units are at the start, u/s.
    pub fn start_speed(&self) -> f32 {
        match (self.crowd.start_motion, &self.body) {
            (StartMotion::Cruise, Body::Point(body)) => body.max_speed,
            (StartMotion::Rest, Body::Rigid(_)) => 0.0,
            _ => self.body.start_speed(self.crowd.length),
        }
    }

    /// The part of a world of this size where its units start; `None` for the rim.
    pub fn starts_in(&self, width: f32, height: f32) -> Option<Area> {
        self.start().area(width, height)
    }

    /// What its units look for, from its view and its pipeline.
    pub fn sight(&self) -> Sight {
        let Some(view) = self.view else { return Sight::BLIND };
        let separation = self
            .pipeline
            .iter()
            .filter_map(|behavior| Some(behavior.features().separation?.sector(&view)))
            .find(|sector| !sector.is_empty())
            .unwrap_or(Sector::NOTHING);
        let leader = if view.leaders { view.leader_sector() } else { Sector::NOTHING };
        let (nearest, cuts_crowd) = (view.nearest_only, view.nearest_of == NearestOf::All);
        Sight { flock: view.flock_sector(), separation, leader, nearest, cuts_crowd }
    }

    /// Whether one of its behaviors makes the pointer a menace.
    pub(crate) fn fears_pointer(&self) -> bool {
        self.pipeline.iter().any(|behavior| behavior.features().fears_pointer)
    }

    /// Makes room for what the behaviors remember of this many units: the first ones keep their
    /// records, what is added is at its initial state.
    pub(crate) fn resize_memories(&mut self, count: usize) {
        self.memories().for_each(|memory| memory.resize(count));
    }

    /// What its behaviors remember, and what its units saw.
    pub(crate) fn memories(&mut self) -> impl Iterator<Item = &mut dyn Memory> {
        let of_behaviors = self.pipeline.iter_mut().filter_map(|behavior| behavior.memory_mut());
        of_behaviors.chain(std::iter::once(&mut self.kept as &mut dyn Memory))
    }

    /// Whether its units go by their last look in this tick.
    pub(crate) fn goes_by_last_look(&self, tick: u64) -> bool {
        self.view.is_some_and(|view| view.look_every > 1) && self.kept.is_used(tick)
    }

    /// Makes room for what its units saw, where up to `most` may belong to it.
    pub(crate) fn fit_kept(&mut self, most: usize) {
        let every = self.view.map_or(1, |view| view.look_every);
        self.kept.fit(every, self.range.len(), most);
    }

    /// The most force that the behaviors of a unit may take together, where the first come first.
    pub fn budget(&self) -> Option<f32> {
        match self.blend.combination {
            Combination::Sum => None,
            Combination::Priority => Some(self.body.force_limit()),
        }
    }

    /// Its parameter blocks in panel order: view, behaviors, goal, gun, catch, crowd, body,
    /// combination, noise.
    pub fn parts(&self) -> impl Iterator<Item = &dyn Params> {
        let view = self.view.as_ref().map(|view| view as &dyn Params);
        let pipeline = self.pipeline.iter().map(|behavior| behavior.as_ref() as &dyn Params);
        let goal = self.goal.as_ref().map(|goal| goal as &dyn Params);
        let gun = self.gun.as_ref().map(|gun| gun as &dyn Params);
        let catch = self.catch.as_ref().map(|catch| catch as &dyn Params);
        let [crowd, blend]: [&dyn Params; 2] = [&self.crowd, &self.blend];
        let noise = (!self.body.is_tile()).then_some(&self.noise as &dyn Params);
        view.into_iter()
            .chain(pipeline)
            .chain(goal)
            .chain(gun)
            .chain(catch)
            .chain([crowd, self.body.params(), blend])
            .chain(noise)
    }

    /// The behavior whose parameters are those of a part, if it is one.
    pub fn behavior_at(&self, part: usize) -> Option<&dyn Behavior> {
        let place = part.checked_sub(usize::from(self.view.is_some()))?;
        self.pipeline.get(place).map(AsRef::as_ref)
    }

    /// One of [`parts`](Self::parts), to change it.
    pub fn part_mut(&mut self, index: usize) -> Option<&mut dyn Params> {
        let view = self.view.as_mut().map(|view| view as &mut dyn Params);
        let pipeline =
            self.pipeline.iter_mut().map(|behavior| behavior.as_mut() as &mut dyn Params);
        let goal = self.goal.as_mut().map(|goal| goal as &mut dyn Params);
        let gun = self.gun.as_mut().map(|gun| gun as &mut dyn Params);
        let catch = self.catch.as_mut().map(|catch| catch as &mut dyn Params);
        let [crowd, blend]: [&mut dyn Params; 2] = [&mut self.crowd, &mut self.blend];
        let noise = (!self.body.is_tile()).then_some(&mut self.noise as &mut dyn Params);
        let body = self.body.params_mut();
        view.into_iter()
            .chain(pipeline)
            .chain(goal)
            .chain(gun)
            .chain(catch)
            .chain([crowd, body, blend])
            .chain(noise)
            .nth(index)
    }

    /// The value of a parameter by its key within the group.
    pub fn value(&self, key: &str) -> Option<f32> {
        self.parts().find_map(|part| {
            let index = part.specs().iter().position(|spec| spec.key == key)?;
            Some(part.get(index))
        })
    }

    /// The region around a unit that a parameter tunes.
    pub(crate) fn shape(&self, spec: &ParamSpec) -> Option<Shape> {
        let sector = match spec.region {
            Region::None => return None,
            Region::Feelers => {
                let features = self.pipeline.iter().map(|behavior| behavior.features());
                let FeelerShape { reach, spread, count } =
                    features.filter_map(|features| features.feelers).next()?;
                let reach = reach * self.crowd.length;
                return Some(Shape::Feelers { reach, spread, count });
            }
            Region::View => self.sight().flock,
            Region::Leader => self.view?.leader_sector(),
            Region::Separation => self.sight().separation,
        };
        (!sector.is_empty()).then(|| Shape::Sector {
            radius: sector.radius_factor * self.crowd.length,
            half_angle: sector.half_angle(),
        })
    }
}

/// The URL key of a parameter. The scene's main group has no prefix: links stay short.
pub(crate) fn key_of(key: &str, group: Option<(usize, &str)>) -> String {
    match group {
        None | Some((0, _)) => key.to_string(),
        Some((_, scope)) => format!("{scope}.{key}"),
    }
}

/// The index of the group that has a key or, where none has it, a label, from pairs of both. Labels are
/// compared without case, and what is no letter or digit counts as a space.
pub(crate) fn find_group<'n>(
    mut names: impl Iterator<Item = (&'n str, &'n str)> + Clone,
    wanted: &str,
) -> Option<usize> {
    let plain = |letter: char| if letter.is_alphanumeric() { letter } else { ' ' };
    let folded = |name: &'n str| name.chars().map(plain).flat_map(char::to_lowercase);
    let same =
        |label: &'n str| folded(label).eq(wanted.chars().map(plain).flat_map(char::to_lowercase));
    let by_key = names.clone().position(|(key, _)| key == wanted);
    by_key.or_else(|| names.position(|(_, label)| same(label)))
}

/// The keys and labels of groups, for [`find_group`].
pub(crate) fn names_of(groups: &[Group]) -> impl Iterator<Item = (&str, &str)> + Clone {
    groups.iter().map(|group| (group.key, group.label))
}

/// The keys of groups, as in "units (Fish), g1"; the label behind a key where a person named the group.
pub(crate) fn list_groups(groups: &[Group]) -> String {
    let listed = groups.iter().map(|group| match group.name {
        "" => group.key.to_string(),
        name => format!("{} ({name})", group.key),
    });
    listed.collect::<Vec<_>>().join(", ")
}

/// The index of a group by its key or name.
///
/// # Errors
/// A sentence with the likely name, and the groups that there are.
pub(crate) fn group_named(groups: &[Group], wanted: &str) -> Result<usize, String> {
    find_group(names_of(groups), wanted).ok_or_else(|| {
        let names = groups.iter().flat_map(|group| [group.key, group.label]);
        let guess = did_you_mean(wanted, names);
        let there = list_groups(groups);
        format!("There is no group {}.{guess} There are {there}.", quote(wanted))
    })
}

/// A parameter's key, with the key of its group for the name that a person gave it: `g1.count` for
/// `Fish.count`, and `count` where the first group is called so.
pub(crate) fn key_by_name<'k>(key: &'k str, groups: &[Group]) -> Cow<'k, str> {
    let of_named = |(scope, name): (&str, &str)| {
        let is_key = groups.iter().skip(1).any(|group| group.key == scope);
        let index = find_group(names_of(groups), scope).filter(|_| !is_key)?;
        Some(key_of(name, Some((index, groups[index].key))))
    };
    key.split_once('.').and_then(of_named).map_or(Cow::Borrowed(key), Cow::Owned)
}

/// The way back from [`key_of`]: the group that a URL key may belong to, and the key within it.
pub(crate) fn split_key<'k>(key: &'k str, groups: &[Group]) -> Option<(usize, &'k str)> {
    let Some((scope, name)) = key.split_once('.') else { return Some((0, key)) };
    Some((groups.iter().skip(1).position(|group| group.key == scope)? + 1, name))
}

/// A region in a unit's local frame, world units and radians.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// Seen where the angle from the heading is at most `half_angle`.
    Sector {
        /// How far it reaches.
        radius: f32,
        /// pi for a full circle.
        half_angle: f32,
    },
    /// Rays along the velocity and, of three, to both sides of it.
    Feelers {
        /// How long they are.
        reach: f32,
        /// The angle between the middle one and each of the side ones.
        spread: f32,
        /// How many there are.
        count: u32,
    },
}
