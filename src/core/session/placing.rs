//! What is placed is real at once: a rock, a wall or a hunter comes with what makes it matter.
//!
//! Groups, values and layout change as one input, [`Event::Together`], whose text is a part of a link.

use super::compose::{Composition, Member, free_key};
use super::events::Event;
use super::layout_text::{self, is_key};
use super::query::GROUPS_KEY;
use super::run::Run;
use crate::engine::agents::Role;
use crate::engine::behaviors::{Behavior, Job, Stimulus, named};
use crate::engine::bodies::BodyKind;
use crate::engine::group::Group;
use crate::engine::layout::{MOST_OBSTACLES, MOST_WALLS};
use crate::engine::scenery::{Area, Obstacle, Wall};
use form_urlencoded::{Serializer, parse};
use glam::Vec2;
use std::borrow::Cow;

/// What a person puts into the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Placed {
    /// A round obstacle: hard, and everybody steers around it.
    Rock(Obstacle),
    /// A wall, in the same way.
    Wall(Wall),
    /// One that hunts all that are there, and is feared by them.
    Hunter(Vec2),
}

/// A hunter is faster than the fastest that it hunts by this factor.
const FASTER: f32 = 1.15;

/// It turns by its whole speed within this time, s.
const TURNS_WITHIN: f32 = 0.5;

/// A hunter starts this near to where it was put, u.
const NEAR: f32 = 1.0;

/// What becomes other at once, as links have it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Parts {
    /// A whole composition.
    pub groups: Option<String>,
    /// Keys and values of parameters.
    pub values: Vec<(String, String)>,
    /// All that is edited of the layout.
    pub layout: Option<String>,
}

impl Parts {
    /// Of a part of a link.
    pub fn of(text: &str) -> Self {
        let mut parts = Self::default();
        let mut layout = Serializer::new(String::new());
        let mut lays_out = false;
        for (key, value) in parse(text.as_bytes()) {
            // A path or a start may be of any group.
            let name = key.rsplit('.').next().unwrap_or_default();
            if key == GROUPS_KEY {
                parts.groups = Some(value.into_owned());
            } else if is_key(name, &[]) || matches!(name, "path" | "start" | "poses") {
                layout.append_pair(&key, &value);
                lays_out = true;
            } else {
                parts.values.push((key.into_owned(), value.into_owned()));
            }
        }
        parts.layout = lays_out.then(|| layout.finish());
        parts
    }

    /// As a part of a link.
    pub fn text(&self) -> String {
        let mut out = Serializer::new(String::new());
        if let Some(groups) = &self.groups {
            out.append_pair(GROUPS_KEY, groups);
        }
        out.extend_pairs(&self.values);
        let layout = self.layout.as_deref().unwrap_or_default();
        out.extend_pairs(parse(layout.as_bytes()));
        out.finish()
    }
}

impl Run {
    /// The input by which a rock, a wall or a hunter is placed, with all that makes it matter: rocks become
    /// hard, groups that lack it get what steers around rocks and walls, and what runs from hunters.
    ///
    /// # Errors
    /// A sentence on why it cannot be there.
    pub fn placing(&self, placed: &Placed) -> Result<Event, String> {
        if self.world.is_on_tiles() {
            return Err("On tiles there are blocked tiles instead.".into());
        }
        let mut composition = self.composition();
        let mut layout = self.layout().clone();
        let mut values = Vec::new();
        let groups = self.world.groups();
        match placed {
            Placed::Rock(rock) => {
                let mut rocks = self.world.obstacles().to_vec();
                if rocks.len() >= MOST_OBSTACLES {
                    return Err(format!("There are at most {MOST_OBSTACLES} obstacles."));
                }
                rocks.push(*rock);
                layout.obstacles = Some(rocks);
                if !self.world.params.contact {
                    values.push(("contact".to_string(), "on".to_string()));
                }
                look_out(&mut composition, groups);
            }
            Placed::Wall(wall) => {
                let mut walls = self.world.walls().to_vec();
                if walls.len() >= MOST_WALLS {
                    return Err(format!("There are at most {MOST_WALLS} walls."));
                }
                walls.push(*wall);
                layout.walls = Some(walls);
                look_out(&mut composition, groups);
            }
            Placed::Hunter(at) => {
                let key = free_key(groups).ok_or("There are as many groups as there can be.")?;
                let prey = hunt(&mut composition, groups, key);
                let fastest = prey.iter().map(|group| group.body.max_speed(group.crowd.length));
                let speed = (FASTER * fastest.fold(1.0, f32::max)).round();
                for (name, value) in
                    [("count", 1.0), ("max_speed", speed), ("max_force", speed / TURNS_WITHIN)]
                {
                    values.push((format!("{key}.{name}"), value.to_string()));
                }
                if !self.world.obstacles().is_empty() || !self.world.walls().is_empty() {
                    look_out(&mut composition, groups);
                }
                let place = composition.groups.len() - 1;
                layout.starts.push((place, Area::Disk { center: *at, radius: NEAR }));
            }
        }
        let groups = self.write_composition(&composition);
        let made = composition.build(&(self.scene().build)().groups, self.world.groups());
        let (layout, unfit) = layout.fitted(&made);
        if let Some(notice) = unfit.into_iter().next() {
            return Err(notice);
        }
        let parts = Parts {
            groups: (composition != self.composition()).then_some(groups),
            values,
            layout: Some(layout_text::write_all(&layout, &made)),
        };
        Ok(Event::Together { text: parts.text().into() })
    }

    /// The part of a link that says these changes and no more, in its canonical spelling; empty where it
    /// changes nothing or makes no sense.
    pub fn together_text(&self, text: &str) -> String {
        let Parts { groups, values, layout } = Parts::of(text);
        let now = self.composition();
        let composition = match &groups {
            Some(groups) => self.read_composition(groups).0,
            None => now.clone(),
        };
        let made = composition.build(&(self.scene().build)().groups, self.world.groups());
        let layout = layout.map(|text| layout_text::read_all(&text, &made).0);
        let same = composition == now;
        let laid_out = layout.as_ref().is_none_or(|layout| layout == self.layout());
        let is_set = |(key, value): &(String, String)| {
            let id = self.find(key).filter(|id| self.params()[*id].present);
            id.is_some_and(|id| {
                let read = self.params()[id].spec.read(value);
                read.is_ok_and(|reading| reading.value == self.get(id))
            })
        };
        if same && laid_out && values.iter().all(is_set) {
            return String::new();
        }
        let parts = Parts {
            groups: (!same).then(|| self.write_composition(&composition)),
            values,
            layout: layout.map(|layout| layout_text::write_all(&layout, &made)),
        };
        parts.text()
    }

    /// Groups, values and layout become these at once: units of new groups start where the new layout says.
    pub(crate) fn become_together(&mut self, text: &str) {
        let Parts { groups, values, layout } = Parts::of(text);
        let now = self.composition();
        let composition = groups.map_or_else(|| now.clone(), |text| self.read_composition(&text).0);
        let mut made = composition.build(&(self.scene().build)().groups, self.world.groups());
        let others = composition != now;
        if others {
            set_in(&mut made, &values);
        }
        let layout = layout.map(|text| layout_text::read_all(&text, &made).0);
        match (others, layout) {
            (true, layout) => {
                self.world.set_groups_and_layout(made, layout);
                self.find_params();
            }
            (false, Some(layout)) => drop(self.set_layout(layout)),
            (false, None) => {}
        }
        for (key, value) in &values {
            let id = self.find(key).filter(|id| self.params()[*id].present);
            let read = id.and_then(|id| Some((id, self.params()[id].spec.read(value).ok()?.value)));
            if let Some((id, value)) = read {
                self.set(id, value);
            }
        }
    }
}

/// Gives groups values before they are there: how many units there will be depends on it.
fn set_in(groups: &mut [Group], values: &[(String, String)]) {
    for (key, value) in values {
        let Some((index, name)) = crate::engine::group::split_key(key, groups) else { continue };
        let Some(group) = groups.get_mut(index) else { continue };
        for part in 0..group.parts().count() {
            let Some(part) = group.part_mut(part) else { continue };
            let found = part.specs().iter().position(|spec| spec.key == name);
            if let Some(at) = found
                && let Ok(reading) = part.specs()[at].read(value)
            {
                part.set(at, reading.value);
            }
        }
    }
}

/// Whether units of a group may move by what they see: neither the player's craft nor a place.
fn moves(group: &Group) -> bool {
    let is_place = group.pipeline.is_empty() && group.crowd.count == 1;
    group.role.counts_as_neighbor() && !is_place && !group.body.is_tile()
}

fn responds(member: &Member, groups: &[Group], to: Stimulus) -> bool {
    let is = |behavior: &dyn Behavior| behavior.responds_to(to);
    let group = groups.iter().find(|group| group.key == member.key);
    match group {
        Some(group) => group.pipeline.iter().any(|behavior| is(behavior.as_ref())),
        None => member.behaviors.iter().any(|key| named(key).is_some_and(|one| is(&*one))),
    }
}

/// Puts a behavior before those that hold a unit back, which come last.
fn give(member: &mut Member, key: &'static str) {
    let holds = |item: &Cow<'static, str>| {
        named(item).is_some_and(|behavior| behavior.about().job == Job::HoldsBack)
    };
    let place = member.behaviors.iter().position(holds).unwrap_or(member.behaviors.len());
    member.behaviors.insert(place, Cow::Borrowed(key));
}

/// Gives groups what steers around rocks and walls, where they have nothing of that.
fn look_out(composition: &mut Composition, groups: &[Group]) {
    for member in &mut composition.groups {
        let there = groups.iter().find(|group| group.key == member.key);
        let steers = there.is_none_or(moves) && member.body != BodyKind::Tile;
        if steers && !responds(member, groups, Stimulus::Obstacle) {
            let turns = member.body == BodyKind::Rigid;
            give(member, if turns { "avoidance" } else { "collision_avoidance" });
        }
    }
}

/// Adds a hunter that hunts all that move there, and lets them fear it. Returns whom it hunts.
fn hunt<'a>(
    composition: &mut Composition,
    groups: &'a [Group],
    key: &'static str,
) -> Vec<&'a Group> {
    let prey: Vec<&Group> =
        groups.iter().filter(|group| moves(group) && group.role != Role::Monster).collect();
    for member in &mut composition.groups {
        if !prey.iter().any(|group| group.key == member.key) {
            continue;
        }
        if !responds(member, groups, Stimulus::Menace) {
            give(member, "fright");
        }
        // Without fears of its own, a group fears those that hunt it.
        if !member.ties[1].is_empty() {
            member.ties[1].push(key);
        }
    }
    let mut ties: [Vec<&'static str>; 5] = Default::default();
    ties[0] = prey.iter().map(|group| group.key).collect();
    composition.groups.push(Member {
        key,
        like: "",
        name: "",
        role: Role::Monster,
        body: BodyKind::Point,
        behaviors: vec![Cow::Borrowed("pursue")],
        ties,
    });
    prey
}
