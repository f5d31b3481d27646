//! Events by which a person places an obstacle, a wall or a hunter.
//!
//! Groups that would not respond to the object also get the behavior that does. Groups, values and
//! layout change as one event, [`Event::Together`].

use super::change::RunChange;
use super::compose::{Composition, FEARS, GroupDoc, HUNTS, free_key};
use super::events::Event;
use super::layout_doc::LayoutDoc;
use super::run::Run;
use crate::engine::agents::Role;
use crate::engine::behaviors::{Behavior, SteeringPurpose, Stimulus, behavior_from_key};
use crate::engine::bodies::BodyKind;
use crate::engine::group::Group;
use crate::engine::layout::{Layout, MAX_OBSTACLES, MAX_WALLS};
use crate::engine::scenery::{Area, Obstacle, Wall};
use glam::Vec2;
use std::borrow::Cow;

/// Object that a person places in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlacedObject {
    /// A round obstacle. All obstacles become hard, and all groups steer around them.
    Rock(Obstacle),
    /// A wall, which all groups steer around.
    Wall(Wall),
    /// A unit at this position (u) that hunts all others and is feared by them.
    Hunter(Vec2),
}

/// Ratio of a hunter's top speed to the top speed of its fastest prey.
const HUNTER_SPEED_RATIO: f32 = 1.15;

/// Time in which a hunter can change its velocity by its top speed, s.
const HUNTER_RESPONSE_TIME: f32 = 0.5;

/// Radius of the area around the given place in which a hunter starts, u.
const HUNTER_START_RADIUS: f32 = 1.0;

impl Run {
    /// The event that places an object. Obstacles become hard. Groups without a behavior that
    /// steers around obstacles, or that flees from hunters, get one.
    ///
    /// # Errors
    /// If the object cannot be placed: one sentence.
    pub fn placing_event(&self, placed: &PlacedObject) -> Result<Event, String> {
        if self.world.is_on_tiles() {
            return Err("On tiles there are blocked tiles instead.".into());
        }
        let mut draft = PlacementDraft {
            composition: self.composition(),
            layout: self.layout().clone(),
            param_values: Vec::new(),
        };
        match placed {
            PlacedObject::Rock(rock) => draft.add_rock(self, *rock)?,
            PlacedObject::Wall(wall) => draft.add_wall(self, *wall)?,
            PlacedObject::Hunter(at) => draft.add_hunter(self, *at)?,
        }
        let PlacementDraft { composition, mut layout, param_values } = draft;
        let made = composition.build(&(self.scene().build_setup)().groups, self.world.groups());
        if let Some(notice) = layout.keep_usable(&made).into_iter().next() {
            return Err(notice);
        }
        let layout = layout.fit_to_groups(&made).0;
        let change = RunChange {
            groups: (composition != self.composition()).then_some(composition),
            param_values,
            layout: Some(LayoutDoc::new(&layout, &made)),
        };
        Ok(Event::Together(change.into()))
    }
}

/// Parts of a run, with the changes that place an object.
struct PlacementDraft {
    composition: Composition,
    layout: Layout,
    /// Keys of parameters, each with its value in the notation of links.
    param_values: Vec<(String, String)>,
}

impl PlacementDraft {
    fn add_rock(&mut self, run: &Run, rock: Obstacle) -> Result<(), String> {
        let mut rocks = run.world.obstacles().to_vec();
        if rocks.len() >= MAX_OBSTACLES {
            return Err(format!("There are at most {MAX_OBSTACLES} obstacles."));
        }
        rocks.push(rock);
        self.layout.obstacles = Some(rocks);
        if !run.world.params.contact {
            self.param_values.push(("contact".to_string(), "on".to_string()));
        }
        add_obstacle_avoidance(&mut self.composition, run.world.groups());
        Ok(())
    }

    fn add_wall(&mut self, run: &Run, wall: Wall) -> Result<(), String> {
        let mut walls = run.world.walls().to_vec();
        if walls.len() >= MAX_WALLS {
            return Err(format!("There are at most {MAX_WALLS} walls."));
        }
        walls.push(wall);
        self.layout.walls = Some(walls);
        add_obstacle_avoidance(&mut self.composition, run.world.groups());
        Ok(())
    }

    /// Adds a group of one hunter that starts at `center`, u.
    fn add_hunter(&mut self, run: &Run, center: Vec2) -> Result<(), String> {
        let (world, groups) = (&run.world, run.world.groups());
        let key = free_key(groups).ok_or("There are as many groups as there can be.")?;
        let prey = add_hunter_group(&mut self.composition, groups, key);
        let fastest = prey.iter().map(|group| group.body.max_speed(group.crowd.length));
        let speed = (HUNTER_SPEED_RATIO * fastest.fold(1.0, f32::max)).round();
        for (name, value) in
            [("count", 1.0), ("max_speed", speed), ("max_force", speed / HUNTER_RESPONSE_TIME)]
        {
            self.param_values.push((format!("{key}.{name}"), value.to_string()));
        }
        if !world.obstacles().is_empty() || !world.walls().is_empty() {
            add_obstacle_avoidance(&mut self.composition, groups);
        }
        let index = self.composition.groups.len() - 1;
        self.layout.start_areas.push((index, Area::Disk { center, radius: HUNTER_START_RADIUS }));
        Ok(())
    }
}

/// Whether the units of a group respond to what they perceive: not the player's craft, not units on
/// tiles, and not a single unit without behaviors, which only marks a place.
fn responds_to_perception(group: &Group) -> bool {
    let is_place = group.pipeline.is_empty() && group.crowd.count == 1;
    group.role.counts_as_neighbor() && !is_place && !group.body.is_tile()
}

fn responds_to_stimulus(member: &GroupDoc, groups: &[Group], to: Stimulus) -> bool {
    let is = |behavior: &dyn Behavior| behavior.responds_to(to);
    let group = groups.iter().find(|group| group.key == member.key);
    match group {
        Some(group) => group.pipeline.iter().any(|behavior| is(behavior.as_ref())),
        None => {
            member.behaviors.iter().any(|key| behavior_from_key(key).is_some_and(|one| is(&*one)))
        }
    }
}

/// Inserts a behavior before the first one that holds units back, such as a queue, or at the end.
fn insert_behavior(member: &mut GroupDoc, key: &'static str) {
    let holds = |item: &Cow<'static, str>| {
        behavior_from_key(item)
            .is_some_and(|behavior| behavior.about().purpose == SteeringPurpose::HoldsBack)
    };
    let place = member.behaviors.iter().position(holds).unwrap_or(member.behaviors.len());
    member.behaviors.insert(place, Cow::Borrowed(key));
}

/// Adds an avoidance behavior to groups that respond to what they perceive but not to obstacles.
fn add_obstacle_avoidance(composition: &mut Composition, groups: &[Group]) {
    for member in &mut composition.groups {
        let there = groups.iter().find(|group| group.key == member.key);
        let steers = there.is_none_or(responds_to_perception) && member.body != BodyKind::Tile;
        if steers && !responds_to_stimulus(member, groups, Stimulus::Obstacle) {
            let turns = member.body == BodyKind::Rigid;
            insert_behavior(member, if turns { "avoidance" } else { "collision_avoidance" });
        }
    }
}

/// Adds a group that hunts all groups that respond to what they perceive, except monsters, and
/// makes them fear it. Returns the hunted groups.
fn add_hunter_group<'a>(
    composition: &mut Composition,
    groups: &'a [Group],
    key: &'static str,
) -> Vec<&'a Group> {
    let prey: Vec<&Group> = groups
        .iter()
        .filter(|group| responds_to_perception(group) && group.role != Role::Monster)
        .collect();
    for member in &mut composition.groups {
        if !prey.iter().any(|group| group.key == member.key) {
            continue;
        }
        if !responds_to_stimulus(member, groups, Stimulus::Menace) {
            insert_behavior(member, "fright");
        }
        // A group without fears of its own already fears all groups that hunt it.
        if !member.related_groups[FEARS].is_empty() {
            member.related_groups[FEARS].push(key);
        }
    }
    let mut ties: [Vec<&'static str>; 5] = Default::default();
    ties[HUNTS] = prey.iter().map(|group| group.key).collect();
    composition.groups.push(GroupDoc {
        key,
        copied_key: "",
        name: "",
        role: Role::Monster,
        body: BodyKind::Point,
        behaviors: vec![Cow::Borrowed("pursue")],
        related_groups: ties,
    });
    prey
}
