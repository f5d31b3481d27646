//! A group: units that share a role, a body model, a view and a pipeline of behaviors.
//!
//! The ids of the units of a group are a contiguous range.

pub mod spawn;

pub use crate::engine::ties::Ties;
pub use spawn::Spawn;

use crate::engine::agents::{Role, Target};
use crate::engine::behaviors::{Behavior, FeelerShape, Memory};
use crate::engine::bodies::{Body, Noise, Particle, PointMass, RigidBody, TileBody};
use crate::engine::bullets::Gun;
use crate::engine::goals::Goal;
use crate::engine::params::{Crowd, StartHeadings, StartMotion};
use crate::engine::perception::kept::PerceptionCache;
use crate::engine::perception::{NearestScope, Sector, SightRegions, View};
use crate::engine::rounds::{Catch, Caught};
use crate::engine::scenery::{Area, Path};
use crate::engine::tiles::TILE_SIZE;
use crate::schema::near::did_you_mean;
use crate::schema::texts::quote;
use crate::schema::{ParamRegion, ParamSpec, Params};
use crate::{choices, params};
use std::borrow::Cow;
use std::ops::Range;

choices! {
    /// Ways in which the forces of a group's behaviors are combined.
    pub enum Combination {
        Sum = "sum", "Weighted sum", "All forces add up, and the sum is cut to what one can do.";
        Priority = "priority", "Priority", "The first behaviors take the force that there is; later ones get what is left.";
    }
}

params! {
    /// Parameter of a group: how the forces of its behaviors are combined.
    pub struct Blend in "Combination" {
        combination: Combination = ParamSpec::choice("Combination", Combination::CHOICES, 0)
            .formula("blend", "F = blend(F_1, F_2, …)")
            .doc("How the forces of the behaviors become one.")
            .source("Reynolds 1999; Understanding Steering Behaviors, part 1, sums");
    }
}

/// A group of units with the same role, body model, view and behaviors.
///
/// ```
/// use flockwright::prelude::*;
///
/// let flock = Group::rigid("flock", "Flock", Role::Regular, 120)
///     .seeing(View::default())
///     .with(Cohesion::default())
///     .with(Separation::default());
/// let world = World::new(WorldParams::default(), vec![flock], 7);
/// assert_eq!(world.groups()[0].ids, 0..120);
/// ```
#[derive(Clone)]
pub struct Group {
    /// Prefix of the group's parameter keys in links; empty for the first group of a scene.
    pub key: &'static str,
    /// Key of the scene's group of which this group is a copy; empty if the group is not a copy.
    pub copy_of: &'static str,
    /// Label of the group on the page.
    pub label: &'static str,
    /// Name that a person gave to the group, which is then also its label; empty otherwise.
    pub name: &'static str,
    /// Role of the group's units in the scene.
    pub role: Role,
    /// Number, length and starting state of the group's units.
    pub crowd: Crowd,
    /// Body model of the group's units, with its parameters.
    pub body: Body,
    /// Field of view of the units; `None` for units that perceive no neighbors.
    pub view: Option<View>,
    /// Behaviors of the group, in order; `blend` combines their weighted forces.
    pub pipeline: Vec<Box<dyn Behavior>>,
    /// Way in which the forces of the behaviors are combined.
    pub blend: Blend,
    /// Goal of the units; `None` for units without goals.
    pub goal: Option<Goal>,
    /// Path of the group, for behaviors that follow one.
    pub path: Path<'static>,
    /// Gun of the units; `None` for unarmed units.
    pub gun: Option<Gun>,
    /// Rule for the capture of hunted units; `None` for units that catch nothing.
    pub catch: Option<Catch>,
    /// Noise on the direction of the units: random turns in every tick.
    pub noise: Noise,
    /// Relations to other groups: those that the units hunt, fear, follow, flock with or ignore.
    pub ties: Ties,
    /// Target that the units hunt, seek or flee; it takes precedence over their own goals and over
    /// the world's target. `None` if none is set; see `World::set_target`.
    pub target: Option<Target>,
    /// Distribution of the units' starting positions and headings.
    pub spawn: Spawn,
    /// Perception results from an earlier tick, for units that perceive only every few ticks.
    pub(crate) perception_cache: PerceptionCache,
    /// Number of units of the group when its parameters were last applied, plus units added and
    /// minus units removed since; units that joined another group count in their first group. Set
    /// by the world.
    pub placed_count: u32,
    /// Number of units that were caught and removed, and that [`placed_count`](Self::placed_count)
    /// therefore no longer counts. Set by the world.
    pub(crate) caught_count: u32,
    /// Range of the ids of the group's units. Set by the world.
    pub ids: Range<usize>,
}

/// Makes a static string of a key or a label. Strings built at run time are leaked, which is
/// acceptable because groups are few.
fn static_str(text: impl Into<Cow<'static, str>>) -> &'static str {
    match text.into() {
        Cow::Borrowed(text) => text,
        Cow::Owned(text) => text.leak(),
    }
}

impl Group {
    /// Creates a group of rigid bodies that start anywhere in the world, without behaviors.
    pub fn rigid(
        key: impl Into<Cow<'static, str>>,
        label: impl Into<Cow<'static, str>>,
        role: Role,
        count: u32,
    ) -> Self {
        Self::new(key, label, role, count, Body::Rigid(RigidBody::default()))
    }

    /// Creates a group of point masses that start anywhere in the world, without behaviors.
    pub fn point(
        key: impl Into<Cow<'static, str>>,
        label: impl Into<Cow<'static, str>>,
        role: Role,
        count: u32,
    ) -> Self {
        Self::new(key, label, role, count, Body::Point(PointMass::default()))
    }

    /// Creates a group of particles that start anywhere in the world, without behaviors.
    pub fn particles(
        key: impl Into<Cow<'static, str>>,
        label: impl Into<Cow<'static, str>>,
        role: Role,
        count: u32,
        body: Particle,
    ) -> Self {
        Self::new(key, label, role, count, Body::Particle(body))
    }

    /// Creates a group of units with the tile body that start anywhere in the world, without
    /// behaviors. Units take one step every `step_ticks` ticks.
    pub fn tile(
        key: impl Into<Cow<'static, str>>,
        label: impl Into<Cow<'static, str>>,
        role: Role,
        count: u32,
        step_ticks: u32,
    ) -> Self {
        let mut group = Self::new(key, label, role, count, Body::Tile(TileBody { step_ticks }));
        group.crowd.length = 0.75 * TILE_SIZE;
        group
    }

    fn new(
        key: impl Into<Cow<'static, str>>,
        label: impl Into<Cow<'static, str>>,
        role: Role,
        count: u32,
        body: Body,
    ) -> Self {
        let (key, label) = (static_str(key), static_str(label));
        Self {
            key,
            copy_of: "",
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
            perception_cache: PerceptionCache::default(),
            placed_count: 0,
            caught_count: 0,
            ids: 0..0,
        }
    }

    /// Sets the field of view of the group's units.
    pub fn seeing(mut self, view: View) -> Self {
        self.view = Some(view);
        self
    }

    /// Appends a behavior to the group's pipeline.
    pub fn with(self, behavior: impl Behavior + 'static) -> Self {
        self.with_boxed(Box::new(behavior))
    }

    #[inline(never)]
    fn with_boxed(mut self, behavior: Box<dyn Behavior>) -> Self {
        self.pipeline.push(behavior);
        self
    }

    /// Sets the distribution of the units' starting positions and headings.
    pub fn starting(mut self, spawn: Spawn) -> Self {
        self.spawn = spawn;
        self
    }

    /// Sets the body length of the group's units, u.
    pub fn sized(mut self, length: f32) -> Self {
        self.crowd.length = length;
        self
    }

    /// Combines the forces of the behaviors by priority: earlier behaviors use up the available
    /// force before later ones.
    pub fn prioritized(mut self) -> Self {
        self.blend.combination = Combination::Priority;
        self
    }

    /// Sets the goal of the group's units.
    pub fn with_goal(mut self, goal: Goal) -> Self {
        self.goal = Some(goal);
        self
    }

    /// Sets the path of the group, by its nodes as shares of the world's width and height.
    pub fn with_path(mut self, nodes: &'static [[f32; 2]]) -> Self {
        self.path = Path::WorldShares(nodes);
        self
    }

    /// Gives each unit of the group a gun.
    pub fn armed(mut self, gun: Gun) -> Self {
        self.gun = Some(gun);
        self
    }

    /// Whether the group has a score: its units catch others, and a catch changes the run instead
    /// of only being reported.
    pub fn is_scoring(&self) -> bool {
        self.catch.is_some_and(|catch| catch.caught != Caught::Tells)
    }

    /// Lets the units catch the units that they hunt. `catch_factor`: distance of a catch, body
    /// lengths; `caught`: what happens to a caught unit.
    pub fn catching(mut self, catch_factor: f32, caught: Caught) -> Self {
        self.catch = Some(Catch { catch_factor, caught });
        self
    }

    /// Sets the noise on the direction of the units.
    pub fn noisy(mut self, noise: Noise) -> Self {
        self.noise = noise;
        self
    }

    /// Lets the units fear the groups with these indices.
    pub fn fearing(mut self, groups: &[usize]) -> Self {
        self.ties.fears = Ties::set(groups);
        self
    }

    /// Replaces the body model of the group's units by this point mass.
    pub fn with_point_mass(mut self, body: PointMass) -> Self {
        self.body = Body::Point(body);
        self
    }

    /// Changes the parameters of a rigid body by `tune`. Other body models stay as they are.
    pub fn tuned(mut self, tune: impl FnOnce(&mut RigidBody)) -> Self {
        if let Body::Rigid(body) = &mut self.body {
            tune(body);
        }
        self
    }

    /// Distribution of the starting positions: a disk if the parameter `start_radius` is above 0,
    /// else the distribution of the scene.
    pub fn start_distribution(&self) -> Spawn {
        match self.crowd.start_radius {
            0.0 => self.spawn,
            radius => Spawn::Disk { radius },
        }
    }

    /// Mean starting heading of the units, and largest deviation from it, rad.
    pub fn start_headings(&self) -> [f32; 2] {
        match self.crowd.start_headings {
            StartHeadings::Scene => self.start_distribution().mean_and_spread(),
            StartHeadings::Given => [self.crowd.start_heading, self.crowd.start_spread],
        }
    }

    /// Starting speed of the units, u/s.
    pub fn start_speed(&self) -> f32 {
        match (self.crowd.start_motion, &self.body) {
            (StartMotion::Cruise, Body::Point(body)) => body.max_speed,
            (StartMotion::Rest, Body::Rigid(_)) => 0.0,
            _ => self.body.start_speed(self.crowd.length),
        }
    }

    /// Id of the group's first unit; `None` if there are no units.
    pub(crate) fn first_unit(&self) -> Option<usize> {
        (!self.ids.is_empty()).then_some(self.ids.start)
    }

    /// Area in which the units start in a world of this size (u); `None` if they start along its
    /// edges.
    pub fn start_area(&self, width: f32, height: f32) -> Option<Area> {
        self.start_distribution().start_area(width, height)
    }

    /// Regions in which the units look for neighbors, set by the view and the separation behavior.
    pub fn sight(&self) -> SightRegions {
        let Some(view) = self.view else { return SightRegions::BLIND };
        let separation = self
            .pipeline
            .iter()
            .filter_map(|behavior| Some(behavior.features().separation?.sector(&view)))
            .find(|sector| !sector.is_empty())
            .unwrap_or(Sector::NOTHING);
        let leader = if view.leaders { view.leader_sector() } else { Sector::NOTHING };
        let (nearest, cuts_crowd) = (view.nearest_only, view.nearest_of == NearestScope::All);
        SightRegions {
            flock_sector: view.flock_sector(),
            separation_sector: separation,
            leader_sector: leader,
            max_neighbors: nearest,
            limits_crowd: cuts_crowd,
        }
    }

    /// Whether any behavior of the group makes the units fear the pointer.
    pub(crate) fn fears_pointer(&self) -> bool {
        self.pipeline.iter().any(|behavior| behavior.features().fears_pointer)
    }

    /// Resizes the memories of the behaviors to `count` units. The first units keep their records;
    /// new records are in their initial state.
    pub(crate) fn resize_memories(&mut self, count: usize) {
        self.memories().for_each(|memory| memory.resize(count));
    }

    /// Memories of the behaviors, followed by the saved perception of the units.
    pub(crate) fn memories(&mut self) -> impl Iterator<Item = &mut dyn Memory> {
        let of_behaviors = self.pipeline.iter_mut().filter_map(|behavior| behavior.memory_mut());
        of_behaviors.chain(std::iter::once(&mut self.perception_cache as &mut dyn Memory))
    }

    /// Whether the units reuse earlier perception results in this tick instead of perceiving anew.
    pub(crate) fn uses_saved_perception(&self, tick: u64) -> bool {
        self.view.is_some_and(|view| view.look_every > 1) && self.perception_cache.is_used(tick)
    }

    /// Allocates memory for perception results, for a group that may grow to `most` units.
    pub(crate) fn resize_perception_cache(&mut self, most: usize) {
        let every = self.view.map_or(1, |view| view.look_every);
        self.perception_cache.resize_for(every, self.ids.len(), most);
    }

    /// Largest length of the summed force of the behaviors if they are combined by priority; `None`
    /// if all forces are added.
    pub fn priority_budget(&self) -> Option<f32> {
        match self.blend.combination {
            Combination::Sum => None,
            Combination::Priority => Some(self.body.force_limit()),
        }
    }

    /// Blocks of the group's parameters in the order of the panel: view, behaviors, goal, gun,
    /// catch, crowd, body, combination, noise.
    pub fn param_blocks(&self) -> impl Iterator<Item = &dyn Params> {
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

    /// Behavior whose parameters are the block with this index in
    /// [`param_blocks`](Self::param_blocks); `None` for other blocks.
    pub fn behavior_at(&self, part: usize) -> Option<&dyn Behavior> {
        let place = part.checked_sub(usize::from(self.view.is_some()))?;
        self.pipeline.get(place).map(AsRef::as_ref)
    }

    /// Mutable access to the block with this index in [`param_blocks`](Self::param_blocks).
    pub fn param_block_mut(&mut self, index: usize) -> Option<&mut dyn Params> {
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

    /// Value of a parameter by its key within the group; `None` for an unknown key.
    pub fn value(&self, key: &str) -> Option<f32> {
        self.param_blocks().find_map(|part| {
            let index = part.specs().iter().position(|spec| spec.key == key)?;
            Some(part.get(index))
        })
    }

    /// Region around a unit that is drawn for a parameter, such as a field of view; `None` if the
    /// parameter has no region.
    pub(crate) fn region_of_param(&self, spec: &ParamSpec) -> Option<UnitRegion> {
        let sector = match spec.region {
            ParamRegion::None => return None,
            ParamRegion::Feelers => {
                let features = self.pipeline.iter().map(|behavior| behavior.features());
                let FeelerShape { length_factor, side_angle, count } =
                    features.filter_map(|features| features.feelers).next()?;
                let length = length_factor * self.crowd.length;
                return Some(UnitRegion::Feelers { length, side_angle, count });
            }
            ParamRegion::View => self.sight().flock_sector,
            ParamRegion::Leader => self.view?.leader_sector(),
            ParamRegion::Separation => self.sight().separation_sector,
        };
        (!sector.is_empty()).then(|| UnitRegion::Sector {
            radius: sector.radius_factor * self.crowd.length,
            half_angle: sector.half_angle(),
        })
    }
}

/// Key of a parameter in links: with the key of its group as a prefix, except for the first group,
/// which keeps links short.
pub(crate) fn prefixed_key(key: &str, group: Option<(usize, &str)>) -> String {
    match group {
        None | Some((0, _)) => key.to_string(),
        Some((_, scope)) => format!("{scope}.{key}"),
    }
}

/// Index of the group with the key `name` or, if there is none, with that label. `names`: pairs
/// of key and label of all groups. Labels are compared without case, and characters that are
/// neither letters nor digits count as spaces.
pub(crate) fn find_group<'n>(
    mut names: impl Iterator<Item = (&'n str, &'n str)> + Clone,
    name: &str,
) -> Option<usize> {
    let plain = |letter: char| if letter.is_alphanumeric() { letter } else { ' ' };
    let folded = |name: &'n str| name.chars().map(plain).flat_map(char::to_lowercase);
    let same =
        |label: &'n str| folded(label).eq(name.chars().map(plain).flat_map(char::to_lowercase));
    let by_key = names.clone().position(|(key, _)| key == name);
    by_key.or_else(|| names.position(|(_, label)| same(label)))
}

/// Pairs of the key and the label of each group, for [`find_group`].
pub(crate) fn key_label_pairs(groups: &[Group]) -> impl Iterator<Item = (&str, &str)> + Clone {
    groups.iter().map(|group| (group.key, group.label))
}

/// List of the groups' keys for messages, as in "units (Fish), g1": the name that a person gave to
/// a group follows in parentheses.
pub(crate) fn list_groups(groups: &[Group]) -> String {
    let listed = groups.iter().map(|group| match group.name {
        "" => group.key.to_string(),
        name => format!("{} ({name})", group.key),
    });
    listed.collect::<Vec<_>>().join(", ")
}

/// Index of the group with this key or label.
///
/// # Errors
///
/// A sentence, if no group has this key or label; it suggests the most similar name and lists the
/// groups.
pub(crate) fn group_named(groups: &[Group], wanted: &str) -> Result<usize, String> {
    find_group(key_label_pairs(groups), wanted).ok_or_else(|| {
        let names = groups.iter().flat_map(|group| [group.key, group.label]);
        let guess = did_you_mean(wanted, names);
        let there = list_groups(groups);
        format!("There is no group {}.{guess} There are {there}.", quote(wanted))
    })
}

/// Replaces the name of a group in a parameter key by the group's key: `Fish.count` becomes
/// `g1.count`, or `count` if "Fish" names the first group. Other keys are returned unchanged.
pub(crate) fn key_by_name<'k>(key: &'k str, groups: &[Group]) -> Cow<'k, str> {
    let of_named = |(scope, name): (&str, &str)| {
        let is_key = groups.iter().skip(1).any(|group| group.key == scope);
        let index = find_group(key_label_pairs(groups), scope).filter(|_| !is_key)?;
        Some(prefixed_key(name, Some((index, groups[index].key))))
    };
    key.split_once('.').and_then(of_named).map_or(Cow::Borrowed(key), Cow::Owned)
}

/// Index of the group to which a parameter key in a link belongs, and the key without the group's
/// prefix: the inverse of [`prefixed_key`]. `None` if no group has the prefix.
pub(crate) fn split_key<'k>(key: &'k str, groups: &[Group]) -> Option<(usize, &'k str)> {
    let Some((scope, name)) = key.split_once('.') else { return Some((0, key)) };
    Some((groups.iter().skip(1).position(|group| group.key == scope)? + 1, name))
}

/// Region in a unit's local frame that is drawn for a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum UnitRegion {
    /// Circular sector, symmetric to the heading.
    Sector {
        /// Radius of the sector, u.
        radius: f32,
        /// Angle between the heading and each edge of the sector, rad; pi for a full circle.
        half_angle: f32,
    },
    /// Rays of the unit's feelers: along its velocity and, if there are three, to both sides of it.
    Feelers {
        /// Length of each feeler, u.
        length: f32,
        /// Angle between the middle feeler and each side feeler, rad.
        side_angle: f32,
        /// Number of the unit's feelers, 1 or 3.
        count: u32,
    },
}
