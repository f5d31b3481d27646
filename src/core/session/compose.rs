//! What a run is made of: its groups, the behaviors of each in their order, and what the groups
//! mean to each other.
//!
//! A composition is written as groups between `*`, each with what differs from the scene's group of
//! that name: `boids.pcohesion-fright.fg1*g1.rmonster.bpoint.ppursue.hboids`. After a point stands
//! `l` and the scene's group that a new one is made like, `n` and a name, `r` and a role, `b` and a body, `p` and the
//! behaviors in order, `h`, `f`, `o`, `a` or `i` and the groups that it hunts, fears, follows, aligns
//! with or ignores. Among the behaviors may be written rules, each as a code.

use super::layout_text::is_key;
use super::query::RESERVED;
use super::rule_in_link;
use crate::engine::agents::Role;
use crate::engine::behaviors::{
    Behavior, Job, Need, REGISTRY, RuleBehavior, Stimulus, key_of_rule, named, rule,
};
use crate::engine::bodies::{Body, BodyKind, Particle, PointMass, RigidBody, TileBody};
use crate::engine::bullets::Gun;
use crate::engine::goals::{Goal, GoalKind};
use crate::engine::group::{Group, Ties};
use crate::engine::params::WorldParams;
use crate::engine::perception::View;
use crate::engine::rounds::{Catch, Caught};
use crate::engine::scenery::Path;
use crate::rules::{Rule, RuleError};
use crate::schema::Params;
use crate::schema::texts::quote;
use std::borrow::Cow;
use std::sync::{Mutex, PoisonError};

/// Largest number of written rules in a run.
pub const MOST_RULES: usize = 16;

/// Letters of the longest name that a group can get.
const LONGEST_NAME: usize = 24;

/// Units of a new group.
const NEW_COUNT: u32 = 30;

/// A rectangle to walk, as shares of the world, for those who are to follow a path.
const ROUND: &[[f32; 2]] = &[[0.2, 0.2], [0.8, 0.2], [0.8, 0.8], [0.2, 0.8]];

macro_rules! new_groups {
    ($($number:literal)*) => {
        /// Keys of groups that a scene does not have, their labels, and those of groups that hunt.
        const ADDABLE: &[(&str, &str, &str)] = &[$((
            concat!("g", $number),
            concat!("Group ", $number),
            concat!("Hunter ", $number),
        )),*];
    };
}
new_groups!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32);

/// The ties of a group in the order of [`Member::ties`]: the letter of each.
const TIES: [char; 5] = ['h', 'f', 'o', 'a', 'i'];

/// The groups of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Composition {
    /// In order; the scene's main group is the first.
    pub groups: Vec<Member>,
}

/// One group of a composition.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// Its key.
    pub key: &'static str,
    /// The key of the scene's group that a new one is made like; empty for one of its own kind.
    pub like: &'static str,
    /// What a person calls it; empty for its own label.
    pub name: &'static str,
    /// What its units are.
    pub role: Role,
    /// How they move.
    pub body: BodyKind,
    /// Its behaviors in order, each by its key, or as the code of a written rule.
    pub behaviors: Vec<Cow<'static, str>>,
    /// Keys of the groups that it hunts, fears, follows, aligns with and ignores.
    pub ties: [Vec<&'static str>; 5],
}

impl Composition {
    /// How many groups and behaviors there are in all.
    pub fn items(&self) -> usize {
        self.groups.iter().map(|group| 1 + group.behaviors.len()).sum()
    }
}

/// The body as links name it: the first word of what it is called.
pub fn body_key(body: BodyKind) -> &'static str {
    let name = body.key();
    name.split_once(' ').map_or(name, |(first, _)| first)
}

/// A key for a group that none of these has; `None` where there are too many.
pub fn free_key(groups: &[Group]) -> Option<&'static str> {
    let taken = |key: &str| groups.iter().any(|group| group.key == key);
    ADDABLE.iter().map(|(key, ..)| *key).find(|key| !taken(key))
}

/// What there is to choose from, each as a group gets it.
pub fn catalog() -> impl Iterator<Item = Box<dyn Behavior>> {
    REGISTRY.iter().map(|make| make())
}

/// The tie that a behavior acts on: the name of one of [`Ties`], or empty.
pub fn tie_of(behavior: &dyn Behavior) -> &'static str {
    let responds_to = |what| behavior.responds_to(what);
    if behavior.needs(Need::Leader) {
        "follows"
    } else if responds_to(Stimulus::Menace) {
        "fears"
    } else if responds_to(Stimulus::Target) || responds_to(Stimulus::Goal) {
        "hunts"
    } else if responds_to(Stimulus::Neighbor) || responds_to(Stimulus::Course) {
        "flocks"
    } else {
        ""
    }
}

/// Whether units move with others of their flock by it.
pub fn gathers(behavior: &dyn Behavior) -> bool {
    let holds_back = behavior.about().job == Job::HoldsBack;
    let first = behavior.stimuli().first();
    !holds_back && matches!(first, Some(Stimulus::Neighbor | Stimulus::Course))
}

impl Member {
    fn of(groups: &[Group], group: &Group) -> Self {
        let Ties { hunts, fears, follows, flocks, ignores } = group.ties;
        let keys = |set| {
            let of = groups.iter().enumerate().filter(|(index, _)| Ties::has(set, *index));
            of.map(|(_, other)| other.key).collect()
        };
        Self {
            key: group.key,
            like: group.like,
            name: group.name,
            role: group.role,
            body: group.body.kind(),
            behaviors: group.pipeline.iter().map(|behavior| item_of(behavior.as_ref())).collect(),
            ties: [hunts, fears, follows, flocks, ignores].map(keys),
        }
    }

    /// A group that no scene has, with nothing in it.
    fn new(key: &'static str) -> Self {
        let ties = Default::default();
        let behaviors = Vec::new();
        Self {
            key,
            like: "",
            name: "",
            role: Role::Regular,
            body: BodyKind::Point,
            behaviors,
            ties,
        }
    }

    /// The scene's group of this key, or what a new group begins with: a copy of the one that it is
    /// made like.
    fn usual(key: &'static str, like: &str, scene: &Composition) -> Self {
        let copy = || Some(Self { key, like: scene.find(like)?.key, ..scene.find(like)?.clone() });
        scene.find(key).cloned().or_else(copy).unwrap_or_else(|| Self::new(key))
    }

    /// As a text: what differs from the scene's group, where that has one of this key.
    fn write(&self, scene: &Composition) -> String {
        let usual = Self::usual(self.key, self.like, scene);
        let mut text = self.key.to_string();
        let mut add = |letter: char, value: &str| {
            text.push('.');
            text.push(letter);
            text.push_str(value);
        };
        if !self.like.is_empty() {
            add('l', self.like);
        }
        if !self.name.is_empty() {
            add('n', &self.name.replace(' ', "_"));
        }
        if self.role != usual.role {
            add('r', self.role.key());
        }
        if self.body != usual.body {
            add('b', body_key(self.body));
        }
        if self.behaviors != usual.behaviors {
            add('p', &self.behaviors.join("-"));
        }
        for (letter, (ties, usual)) in TIES.iter().zip(self.ties.iter().zip(&usual.ties)) {
            if ties != usual {
                add(*letter, &ties.join("-"));
            }
        }
        text
    }
}

impl Composition {
    /// That of these groups.
    pub fn from_groups(groups: &[Group]) -> Self {
        Self { groups: groups.iter().map(|group| Member::of(groups, group)).collect() }
    }

    fn find(&self, key: &str) -> Option<&Member> {
        self.groups.iter().find(|member| member.key == key)
    }

    /// As a text; empty where it is the scene's own.
    pub fn write(&self, scene: &Self) -> String {
        if self == scene {
            return String::new();
        }
        let groups: Vec<String> = self.groups.iter().map(|member| member.write(scene)).collect();
        groups.join("*")
    }

    /// Reads what [`write`](Self::write) wrote, for a scene. What makes no sense is left out, with a
    /// sentence for each part.
    pub fn read(text: &str, scene: &Self) -> (Self, Vec<String>) {
        let mut notices = Vec::new();
        if text.is_empty() {
            return (scene.clone(), notices);
        }
        let mut groups = Vec::<Member>::new();
        let mut wanted = Vec::new();
        for part in text.split('*') {
            let mut fields = part.split('.');
            let name = fields.next().unwrap_or_default();
            let new =
                || ADDABLE.iter().find(|(key, ..)| *key == name).map(|(key, ..)| Member::new(key));
            let Some(mut member) = scene.find(name).cloned().or_else(new) else {
                notices.push(format!("There can be no group {}: it was left out.", quote(name)));
                continue;
            };
            if groups.iter().any(|other| other.key == member.key) {
                notices.push(format!("The group {} is named twice.", quote(name)));
                continue;
            }
            let mut ties = Vec::new();
            for field in fields {
                let mut letters = field.chars();
                let letter = letters.next().unwrap_or(' ');
                let value = letters.as_str();
                match letter {
                    'l' => match scene.find(value) {
                        Some(like) if scene.find(member.key).is_none() => {
                            member = Member::usual(member.key, like.key, scene);
                        }
                        _ => notices.push(format!(
                            "{} cannot be made like {}.",
                            quote(name),
                            quote(value)
                        )),
                    },
                    'n' => match name_of(value) {
                        Some(name) => member.name = name,
                        None => notices.push(format!(
                            "{} is no name: that is letters, digits and spaces, at most {LONGEST_NAME}.",
                            quote(value)
                        )),
                    },
                    'r' => match Role::ALL.into_iter().find(|role| role.key() == value) {
                        Some(role) => member.role = role,
                        None => notices.push(format!("There is no role {}.", quote(value))),
                    },
                    'b' => match BodyKind::ALL.into_iter().find(|body| body_key(*body) == value) {
                        Some(body) => member.body = body,
                        None => notices.push(format!("There is no body {}.", quote(value))),
                    },
                    'p' => {
                        member.behaviors.clear();
                        let keys = value.split('-').filter(|key| !key.is_empty());
                        keys.for_each(|key| add_behavior(&mut member, key, &mut notices));
                    }
                    _ => match TIES.iter().position(|tie| *tie == letter) {
                        Some(tie) => ties.push((tie, value.to_string())),
                        None => notices.push(format!("A group has no {}.", quote(field))),
                    },
                }
            }
            wanted.push(ties);
            groups.push(member);
        }
        // The main group's parameters stand bare in links: it is always there.
        if let Some(main) = scene.groups.first() {
            match groups.iter().position(|member| member.key == main.key) {
                Some(0) => {}
                Some(at) => {
                    notices.push("The scene's main group comes first.".into());
                    groups[..=at].rotate_right(1);
                    wanted[..=at].rotate_right(1);
                }
                None => {
                    notices.push("The scene's main group cannot be left out; it was kept.".into());
                    groups.insert(0, main.clone());
                    wanted.insert(0, Vec::new());
                }
            }
        }
        let mut composition = Self { groups };
        for (at, ties) in wanted.into_iter().enumerate() {
            for (tie, names) in ties {
                composition.tie(at, tie, &names, &mut notices);
            }
        }
        composition.make_sound(&mut notices);
        (composition, notices)
    }

    /// Ties a group to others.
    fn tie(&mut self, at: usize, tie: usize, names: &str, notices: &mut Vec<String>) {
        let mut keys = Vec::new();
        for name in names.split('-').filter(|name| !name.is_empty()) {
            match self.find(name).map(|member| member.key) {
                Some(key) if key != self.groups[at].key && !keys.contains(&key) => keys.push(key),
                Some(_) => notices.push(format!("{} was left out of ties.", quote(name))),
                None => notices.push(format!("There is no group {} to tie to.", quote(name))),
            }
        }
        // In the order of the groups: one set, one text.
        let order = self.groups.iter().map(|member| member.key);
        self.groups[at].ties[tie] = order.filter(|key| keys.contains(key)).collect();
    }

    /// Drops what cannot be: behaviors that do not fit their bodies, ties to groups that are gone,
    /// and circles of followers.
    fn make_sound(&mut self, notices: &mut Vec<String>) {
        let mut written = 0;
        for member in &mut self.groups {
            member.behaviors.retain(|item| {
                written += usize::from(is_code(item));
                let fits = !is_code(item) || written <= MOST_RULES;
                if !fits {
                    notices.push(format!(
                        "A run has at most {MOST_RULES} written rules: one was left out of {}.",
                        quote(member.key)
                    ));
                }
                fits
            });
        }
        let keys: Vec<&str> = self.groups.iter().map(|member| member.key).collect();
        for member in &mut self.groups {
            let body = member.body;
            member.behaviors.retain(|key| {
                let made = make(key);
                let fits = made.as_ref().is_some_and(|made| made.bodies().contains(&body));
                if !fits {
                    let name = made.map_or(&**key, |made| made.about().label());
                    notices.push(format!(
                        "{name} does not steer a {}: it was left out of {}.",
                        body.key(),
                        quote(member.key)
                    ));
                }
                fits
            });
            member.ties.iter_mut().for_each(|ties| ties.retain(|key| keys.contains(key)));
        }
        for at in 0..self.groups.len() {
            let mut way = vec![self.groups[at].key];
            let mut next = self.groups[at].ties[2].first().copied();
            while let Some(key) = next {
                if way.contains(&key) {
                    notices.push(format!(
                        "{} would follow itself in a circle: it follows no group.",
                        quote(self.groups[at].key)
                    ));
                    self.groups[at].ties[2].clear();
                    break;
                }
                way.push(key);
                next = self.find(key).and_then(|member| member.ties[2].first().copied());
            }
        }
    }

    /// Gives a group, by its number, a written rule: in the place of its behavior of the key
    /// `instead`, else behind all others.
    ///
    /// # Errors
    /// A sentence on what makes no sense in the text, or that the group has a behavior of its key.
    pub fn put_rule(
        &mut self,
        group: usize,
        text: &str,
        instead: Option<&str>,
    ) -> Result<(), String> {
        let (key, item) = item_of_text(text)?;
        let member = self.groups.get_mut(group).ok_or("There is no such group.")?;
        let keys: Vec<_> = member.behaviors.iter().map(|item| key_of_item(item)).collect();
        let place = keys.iter().position(|other| Some(&**other) == instead);
        if keys.iter().enumerate().any(|(at, other)| Some(at) != place && *other == key) {
            return Err(format!("The group has a behavior {} already.", quote(&key)));
        }
        match place {
            Some(place) => member.behaviors[place] = Cow::Owned(item),
            None => member.behaviors.push(Cow::Owned(item)),
        }
        Ok(())
    }

    /// What a group is called that the scene does not have.
    fn label(&self, member: &Member) -> &'static str {
        if !member.name.is_empty() {
            return member.name;
        }
        let known = |key: &str| ADDABLE.iter().find(|(new, ..)| *new == key);
        let hunts = |member: &Member| known(member.key).is_some() && !member.ties[0].is_empty();
        match known(member.key) {
            Some((_, _, hunter)) if hunts(member) => {
                let first = self.groups.iter().find(|other| hunts(other));
                if first.is_some_and(|first| first.key == member.key) { "Hunter" } else { hunter }
            }
            Some((_, label, _)) => label,
            None => member.key,
        }
    }

    /// The groups that it says, as the scene has them or else new ones. Those that are there among
    /// `current` keep their units, what their behaviors remember and the values of all parameters
    /// that they still have; the rest is lost, as in the run of the link.
    pub fn build(&self, scene: &[Group], current: &[Group]) -> Vec<Group> {
        let place = |key: &&str| self.groups.iter().position(|member| member.key == *key);
        let set =
            |keys: &[&'static str]| Ties::set(&keys.iter().filter_map(place).collect::<Vec<_>>());
        self.groups
            .iter()
            .map(|member| {
                let by_key =
                    |groups: &[Group]| groups.iter().find(|group| group.key == member.key).cloned();
                let label = self.label(member);
                let copy = || {
                    let like = scene.iter().find(|group| group.key == member.like)?.clone();
                    Some(Group { key: member.key, like: like.key, label, ..like })
                };
                let usual = by_key(scene).or_else(copy);
                let now = by_key(current).filter(|group| group.like == member.like);
                let mut group = usual
                    .clone()
                    .unwrap_or_else(|| Group::point(member.key, label, member.role, NEW_COUNT));
                (group.role, group.name) = (member.role, member.name);
                if !member.name.is_empty() {
                    group.label = member.name;
                }
                let body = |group: &Group| (group.body.kind() == member.body).then_some(group.body);
                group.body = now
                    .as_ref()
                    .and_then(body)
                    .or_else(|| usual.as_ref().and_then(body))
                    .unwrap_or_else(|| default_body(member.body));
                group.pipeline = member
                    .behaviors
                    .iter()
                    .filter_map(|item| {
                        let among = |group: &Option<Group>| {
                            let mut pipeline = group.as_ref()?.pipeline.iter();
                            pipeline.find(|part| item_of(part.as_ref()) == *item).cloned()
                        };
                        let anew = || {
                            let mut made = make(item)?;
                            if let Some(now) = &now {
                                inherit(made.as_mut(), now);
                            }
                            Some(made)
                        };
                        among(&now).or_else(|| among(&usual)).or_else(anew)
                    })
                    .collect();
                if let Some(now) = now {
                    (group.view, group.goal) = (now.view, now.goal);
                    (group.gun, group.catch) = (now.gun, now.catch);
                    (group.crowd, group.blend, group.target) = (now.crowd, now.blend, now.target);
                    if !now.body.is_tile() && !group.body.is_tile() {
                        group.noise = now.noise;
                    }
                }
                furnish(&mut group, usual.as_ref(), !member.ties[0].is_empty());
                let [hunts, fears, follows, flocks, ignores] = &member.ties;
                group.ties = Ties {
                    hunts: set(hunts),
                    fears: set(fears),
                    follows: set(follows),
                    flocks: set(flocks),
                    ignores: set(ignores),
                };
                group
            })
            .collect()
    }
}

/// A name as it is said, kept until the program ends, where it is one: groups are few.
fn name_of(text: &str) -> Option<&'static str> {
    static NAMES: Mutex<Vec<&'static str>> = Mutex::new(Vec::new());
    let name = text.replace('_', " ").trim().to_string();
    let fits = (1..=LONGEST_NAME).contains(&name.chars().count());
    if !fits || !name.chars().all(|letter| letter.is_alphanumeric() || letter == ' ') {
        return None;
    }
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    let known = names.iter().copied().find(|known| *known == name);
    Some(known.unwrap_or_else(|| {
        names.push(name.leak());
        names[names.len() - 1]
    }))
}

fn add_behavior(member: &mut Member, item: &str, notices: &mut Vec<String>) {
    let (item, key) = if is_code(item) {
        match read_rule(item) {
            Ok((key, item)) => (Cow::Owned(item), key),
            Err(what) => return notices.push(format!("A rule was left out. {what}")),
        }
    } else {
        let Some(key) = named(item).map(|behavior| behavior.key()) else {
            let what = format!("There is no behavior {}: it was left out.", quote(item));
            return notices.push(what);
        };
        (Cow::Borrowed(key), key.to_string())
    };
    if member.behaviors.iter().any(|other| key_of_item(other) == key) {
        return notices.push(format!("A group has {} only once.", quote(&key)));
    }
    member.behaviors.push(item);
}

/// A behavior as compositions name it.
pub fn item_of(behavior: &dyn Behavior) -> Cow<'static, str> {
    match behavior.ruling().filter(|ruling| ruling.is_by_hand()) {
        Some(ruling) => Cow::Owned(rule_in_link::write(&ruling.rule().text())),
        None => Cow::Borrowed(behavior.key()),
    }
}

/// The key of a behavior that a composition names.
fn key_of_item(item: &str) -> String {
    let key = || rule_of(item).map(|rule| key_of_rule(&rule).to_string());
    is_code(item).then(key).flatten().unwrap_or_else(|| item.to_string())
}

/// Whether a composition names a written rule, which is then there as its code.
fn is_code(item: &str) -> bool {
    item.starts_with(rule_in_link::MARK)
}

/// The rule of a code.
fn rule_of(item: &str) -> Option<Rule> {
    Rule::parse(&rule_in_link::read(item)?).ok()
}

/// Makes a behavior that a composition names.
fn make(item: &str) -> Option<Box<dyn Behavior>> {
    if is_code(item) { Some(Box::new(rule(&rule_in_link::read(item)?).ok()?)) } else { named(item) }
}

/// The key of a written rule by its code, and the code in its canonical spelling.
fn read_rule(item: &str) -> Result<(String, String), String> {
    let text = rule_in_link::read(item).ok_or("Its code is damaged.")?;
    item_of_text(&text)
}

/// The key of a written rule by its text, and how a composition names it.
///
/// # Errors
/// A sentence on what makes no sense, or that its key is taken.
pub fn item_of_text(text: &str) -> Result<(String, String), String> {
    let rule = Rule::parse(text).map_err(|error| sentence(&error))?;
    let key = key_of_rule(&rule).to_string();
    if is_taken(&key) {
        return Err(format!("Its key {} is that of something else.", quote(&key)));
    }
    let text = rule.text();
    // What is too much to run is refused here.
    RuleBehavior::written(&key, rule).map_err(|error| sentence(&error))?;
    Ok((key, rule_in_link::write(&text)))
}

pub(crate) fn sentence(error: &RuleError) -> String {
    let text = error.to_string();
    let mut letters = text.chars();
    let end = if text.ends_with('?') { "" } else { "." };
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).chain(end.chars()).collect()
}

/// Whether a key of links means something already.
fn is_taken(key: &str) -> bool {
    let mut group = Group::rigid("", "", Role::Regular, 0).armed(Gun::default());
    group.view = Some(View::default());
    group.goal = Some(Goal::default());
    group.catch = Some(Catch { catch_factor: 1.0, caught: Caught::Again });
    let bodies = [BodyKind::Point, BodyKind::Particle, BodyKind::Tile].map(default_body);
    let has = |part: &dyn Params| {
        part.specs().iter().any(|spec| spec.key == key)
            || part.texts().iter().any(|spec| spec.key == key)
    };
    RESERVED.contains(&key)
        || is_key(key, &[])
        || has(&WorldParams::default())
        || group.parts().any(has)
        || bodies.iter().any(|body| has(body.params()))
        || catalog().any(|behavior| has(behavior.as_ref()))
}

/// A rule that takes the place of another of its key takes over what a person has set.
fn inherit(made: &mut dyn Behavior, group: &Group) {
    let Some(before) = group.pipeline.iter().find(|part| part.key() == made.key()) else { return };
    for (at, spec) in made.specs().iter().enumerate() {
        let known = before.specs().iter().enumerate().find(|(_, known)| known.key == spec.key);
        if let Some((there, known)) = known
            && before.get(there) != known.default
            && let Some(value) = spec.validate(before.get(there))
        {
            made.set(at, value);
        }
    }
}

fn default_body(kind: BodyKind) -> Body {
    match kind {
        BodyKind::Rigid => Body::Rigid(RigidBody::default()),
        BodyKind::Point => Body::Point(PointMass::default()),
        BodyKind::Particle => Body::Particle(Particle::default()),
        BodyKind::Tile => Body::Tile(TileBody::default()),
    }
}

/// Gives a group what its behaviors need, and takes what the scene's group does not have and none
/// needs any longer.
fn furnish(group: &mut Group, usual: Option<&Group>, hunts: bool) {
    let needs = |need| group.pipeline.iter().any(|behavior| behavior.needs(need));
    let (view, goal, path) = (needs(Need::View), needs(Need::Goal), needs(Need::Path));
    let usual_view = usual.and_then(|group| group.view);
    group.view = match group.view {
        None if view => Some(usual_view.unwrap_or(View { leaders: false, ..View::default() })),
        Some(_) if !view && usual_view.is_none() => None,
        view => view,
    };
    let usual_goal = usual.and_then(|group| group.goal);
    let kind = if hunts { GoalKind::Nearest } else { GoalKind::Place };
    group.goal = match group.goal {
        None if goal => Some(usual_goal.unwrap_or(Goal { goal: kind, ..Goal::default() })),
        Some(_) if !goal && usual_goal.is_none() => None,
        goal => goal,
    };
    if path && group.path.is_empty() {
        group.path = Path::Shares(ROUND);
    }
}
