//! The composition of a run: its groups, the behaviors of each group in order, and the relations
//! between the groups. [`link::groups`](super::link) writes it into links.

use super::names::{number_repeated_labels, parse_group_name};
use crate::engine::agents::Role;
use crate::engine::behaviors::{
    Behavior, BehaviorNeed, REGISTRY, RuleBehavior, SteeringPurpose, Stimulus, behavior_from_key,
    key_of_rule, recipe_text, rule, unknown_behavior, unknown_recipe,
};
use crate::engine::bodies::{Body, BodyKind, Particle, PointMass, RigidBody, TileBody};
use crate::engine::bullets::Gun;
use crate::engine::goals::{Goal, GoalKind};
use crate::engine::group::{Group, Ties};
use crate::engine::params::WorldParams;
use crate::engine::perception::View;
use crate::engine::rounds::{Catch, Caught};
use crate::engine::scenery::Path;
use crate::rules::names::MAX_NAME_LENGTH;
use crate::rules::{Rule, RuleError};
use crate::schema::Params;
use crate::schema::texts::quote;
use std::borrow::Cow;

/// Maximum number of written rules in a run.
pub const MAX_RULES: usize = 16;

/// Keys that links use for something else than a parameter; a written rule cannot have one of them.
pub const RESERVED_LINK_KEYS: [&str; 19] = [
    "v", "scene", "seed", "groups", "measures", "at", "ev", "h", "look", "embed", "wish", "learn",
    "ob", "wa", "tiles", "sites", "path", "start", "poses",
];

/// Number of units in a new group.
const NEW_GROUP_UNITS: u32 = 30;

/// Default path of groups: nodes of a rectangle, as shares of the world's width and height.
const DEFAULT_PATH: &[[f32; 2]] = &[[0.2, 0.2], [0.8, 0.2], [0.8, 0.8], [0.2, 0.8]];

macro_rules! new_groups {
    ($($number:literal)*) => {
        /// Groups that can be added to a scene: key, label, and label if the group hunts others.
        const ADDABLE_GROUPS: &[(&str, &str, &str)] = &[$((
            concat!("g", $number),
            concat!("Group ", $number),
            concat!("Hunter ", $number),
        )),*];
    };
}
new_groups!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32);

/// Groups and behaviors of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Composition {
    /// Groups in order; the first one is the main group of the scene.
    pub groups: Vec<GroupDoc>,
}

/// One group of a composition.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupDoc {
    /// Key of the group in links.
    pub key: &'static str,
    /// Key of the scene's group that an added group was copied from; empty for any other group.
    pub copied_key: &'static str,
    /// Name given by a person; empty for the group's own label.
    pub name: &'static str,
    /// Role of the group's units.
    pub role: Role,
    /// Kind of the body model of the group's units.
    pub body: BodyKind,
    /// Behaviors in order, each by its key or, for a written rule, by its text.
    pub behaviors: Vec<Cow<'static, str>>,
    /// Keys of the groups that this group hunts, fears, follows, flocks with and ignores, in this
    /// order.
    pub related_groups: [Vec<&'static str>; 5],
}

impl Composition {
    /// Number of groups and behaviors of the composition.
    pub fn count_items(&self) -> usize {
        self.groups.iter().map(|group| 1 + group.behaviors.len()).sum()
    }
}

/// Key of a body model in links: the first word of its name.
pub fn body_key(body: BodyKind) -> &'static str {
    let name = body.key();
    name.split_once(' ').map_or(name, |(first, _)| first)
}

/// First key for a new group that none of `groups` has; `None` if all keys are in use.
pub fn free_key(groups: &[Group]) -> Option<&'static str> {
    let taken = |key: &str| groups.iter().any(|group| group.key == key);
    ADDABLE_GROUPS.iter().map(|(key, ..)| *key).find(|key| !taken(key))
}

/// All behaviors that a person can choose from, with default parameters.
pub fn behavior_catalog() -> impl Iterator<Item = Box<dyn Behavior>> {
    REGISTRY.iter().map(|make| make())
}

/// Index of the relation "hunts" in [`GroupDoc::related_groups`]; the relations are in the order of
/// the fields of [`Ties`].
pub(super) const HUNTS: usize = 0;
pub(super) const FEARS: usize = 1;
const FOLLOWS: usize = 2;

/// Relation to other groups that a behavior uses: the name of a field of [`Ties`], or empty.
pub fn relation_of(behavior: &dyn Behavior) -> &'static str {
    let responds_to = |what| behavior.responds_to(what);
    if behavior.needs(BehaviorNeed::Leader) {
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

/// Whether a behavior makes units move together with their neighbors.
pub fn keeps_together(behavior: &dyn Behavior) -> bool {
    let holds_back = behavior.about().purpose == SteeringPurpose::HoldsBack;
    let first = behavior.stimuli().first();
    !holds_back && matches!(first, Some(Stimulus::Neighbor | Stimulus::Course))
}

impl GroupDoc {
    fn from_group(groups: &[Group], group: &Group) -> Self {
        let Ties { hunts, fears, follows, flocks, ignores } = group.ties;
        let keys = |set| {
            let of = groups.iter().enumerate().filter(|(index, _)| Ties::contains(set, *index));
            of.map(|(_, other)| other.key).collect()
        };
        Self {
            key: group.key,
            copied_key: group.copy_of,
            name: group.name,
            role: group.role,
            body: group.body.kind(),
            behaviors: group.pipeline.iter().map(|behavior| item_of(behavior.as_ref())).collect(),
            related_groups: [hunts, fears, follows, flocks, ignores].map(keys),
        }
    }

    /// Creates a group without behaviors.
    fn new(key: &'static str) -> Self {
        let ties = Default::default();
        let behaviors = Vec::new();
        Self {
            key,
            copied_key: "",
            name: "",
            role: Role::Regular,
            body: BodyKind::Point,
            behaviors,
            related_groups: ties,
        }
    }

    /// The scene's group with this key; for a new group, a copy of the scene's group `like`, or
    /// else an empty group.
    pub(super) fn scene_group(key: &'static str, like: &str, scene: &Composition) -> Self {
        let copy = || {
            let like = scene.find_group(like)?;
            Some(Self { key, copied_key: like.key, ..like.clone() })
        };
        scene.find_group(key).cloned().or_else(copy).unwrap_or_else(|| Self::new(key))
    }
}

impl Composition {
    /// Returns the composition that describes these groups.
    pub fn from_groups(groups: &[Group]) -> Self {
        Self { groups: groups.iter().map(|group| GroupDoc::from_group(groups, group)).collect() }
    }

    fn find_group(&self, key: &str) -> Option<&GroupDoc> {
        self.groups.iter().find(|member| member.key == key)
    }

    /// Returns the composition with only the parts that a run of `scene` can have, and one sentence
    /// for each part that was left out.
    pub fn checked(&self, scene: &Self) -> (Self, Vec<String>) {
        let mut draft = CompositionDraft::new(scene);
        for group in &self.groups {
            if draft.begin_empty_group(group.key, group.copied_key, group.name) {
                let now = draft.group();
                (now.role, now.body) = (group.role, group.body);
                group.behaviors.iter().for_each(|item| draft.add_behavior(item));
                for (relation, keys) in group.related_groups.iter().enumerate() {
                    draft.set_relation(relation, keys.iter().copied());
                }
            }
        }
        draft.into_composition()
    }

    /// Removes invalid parts: surplus written rules, behaviors that do not support the group's
    /// body, relations to missing groups, and circles of groups that follow each other.
    fn remove_invalid(&mut self, notices: &mut Vec<String>) {
        self.drop_surplus_rules(notices);
        self.drop_unfit_behaviors(notices);
        let keys: Vec<&str> = self.groups.iter().map(|member| member.key).collect();
        for related in self.groups.iter_mut().flat_map(|member| &mut member.related_groups) {
            related.retain(|key| keys.contains(key));
        }
        self.break_follow_cycles(notices);
    }

    fn drop_surplus_rules(&mut self, notices: &mut Vec<String>) {
        let mut rules = 0;
        for member in &mut self.groups {
            member.behaviors.retain(|item| {
                rules += usize::from(is_rule(item));
                let fits = !is_rule(item) || rules <= MAX_RULES;
                if !fits {
                    notices.push(format!(
                        "A run has at most {MAX_RULES} written rules: one was left out of {}.",
                        quote(member.key)
                    ));
                }
                fits
            });
        }
    }

    fn drop_unfit_behaviors(&mut self, notices: &mut Vec<String>) {
        for member in &mut self.groups {
            let body = member.body;
            member.behaviors.retain(|key| {
                let made = make_behavior(key);
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
        }
    }

    /// Clears the relation "follows" of groups that follow themselves, directly or through others.
    fn break_follow_cycles(&mut self, notices: &mut Vec<String>) {
        for at in 0..self.groups.len() {
            let mut chain = vec![self.groups[at].key];
            let mut next = self.groups[at].related_groups[FOLLOWS].first().copied();
            while let Some(key) = next {
                if chain.contains(&key) {
                    notices.push(format!(
                        "{} would follow itself in a circle: it follows no group.",
                        quote(self.groups[at].key)
                    ));
                    self.groups[at].related_groups[FOLLOWS].clear();
                    break;
                }
                chain.push(key);
                let leader = self.find_group(key);
                next = leader.and_then(|member| member.related_groups[FOLLOWS].first().copied());
            }
        }
    }

    /// Adds a written rule to the group with this index, after its other behaviors. The rule
    /// replaces the behavior with the key `replaced_key`, if the group has it.
    ///
    /// # Errors
    /// If the text is invalid, if there is no such group, or if another behavior of the group has
    /// the rule's key: one sentence.
    pub fn add_rule_to_group(
        &mut self,
        group: usize,
        text: &str,
        replaced_key: Option<&str>,
    ) -> Result<(), String> {
        let (key, item) = check_rule(text)?;
        let member = self.groups.get_mut(group).ok_or("There is no such group.")?;
        let keys: Vec<_> = member.behaviors.iter().map(|item| key_of_item(item)).collect();
        let place = keys.iter().position(|other| Some(&**other) == replaced_key);
        if keys.iter().enumerate().any(|(at, other)| Some(at) != place && *other == key) {
            return Err(format!("The group has a behavior {} already.", quote(&key)));
        }
        match place {
            Some(place) => member.behaviors[place] = Cow::Owned(item),
            None => member.behaviors.push(Cow::Owned(item)),
        }
        Ok(())
    }

    /// Label of an added group: its name, or else a numbered label such as "Group 2" or "Hunter 2".
    fn added_group_label(&self, member: &GroupDoc) -> &'static str {
        if !member.name.is_empty() {
            return member.name;
        }
        let known = |key: &str| ADDABLE_GROUPS.iter().find(|(new, ..)| *new == key);
        let hunts = |member: &GroupDoc| {
            known(member.key).is_some() && !member.related_groups[HUNTS].is_empty()
        };
        match known(member.key) {
            Some((_, _, hunter)) if hunts(member) => {
                let first = self.groups.iter().find(|other| hunts(other));
                if first.is_some_and(|first| first.key == member.key) { "Hunter" } else { hunter }
            }
            Some((_, label, _)) => label,
            None => member.key,
        }
    }

    /// Builds the groups of this composition in a scene. Groups that are also in `current` keep
    /// their units, the memories of their behaviors, and the values of parameters that remain. All
    /// other values are the defaults that a link without settings gives.
    pub fn build(&self, scene: &[Group], current: &[Group]) -> Vec<Group> {
        let place = |key: &&str| self.groups.iter().position(|member| member.key == *key);
        let set =
            |keys: &[&'static str]| Ties::set(&keys.iter().filter_map(place).collect::<Vec<_>>());
        let mut groups: Vec<Group> = self
            .groups
            .iter()
            .map(|member| {
                let by_key =
                    |groups: &[Group]| groups.iter().find(|group| group.key == member.key).cloned();
                let label = self.added_group_label(member);
                let copy = || {
                    let like = scene.iter().find(|group| group.key == member.copied_key)?.clone();
                    Some(Group { key: member.key, copy_of: like.key, label, ..like })
                };
                let usual = by_key(scene).or_else(copy);
                let now = by_key(current).filter(|group| group.copy_of == member.copied_key);
                let mut group = usual.clone().unwrap_or_else(|| {
                    Group::point(member.key, label, member.role, NEW_GROUP_UNITS)
                });
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
                            let mut made = make_behavior(item)?;
                            if let Some(now) = &now {
                                inherit_values(made.as_mut(), now);
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
                adapt_equipment(
                    &mut group,
                    usual.as_ref(),
                    !member.related_groups[HUNTS].is_empty(),
                );
                let [hunts, fears, follows, flocks, ignores] = &member.related_groups;
                group.ties = Ties {
                    hunts: set(hunts),
                    fears: set(fears),
                    follows: set(follows),
                    flocks: set(flocks),
                    ignores: set(ignores),
                };
                group
            })
            .collect();
        number_repeated_labels(groups.iter_mut().map(|group| &mut group.label));
        groups
    }
}

/// A group as a program or the page describes it, by names that are not yet checked.
/// [`Composition::from_objects`] turns it into a [`GroupDoc`].
#[derive(Clone, Debug, Default)]
#[cfg_attr(target_arch = "wasm32", derive(serde::Deserialize, tsify::Tsify))]
pub struct GroupObject {
    /// Key of the group in links.
    pub key: String,
    /// Key of the scene's group of which a new group is a copy; empty for none.
    pub like: String,
    /// Name given by a person; empty for the group's own label.
    pub name: String,
    /// Key of the role of the group's units.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Role"))]
    pub role: String,
    /// Key of the body model of the group's units; see [`body_key`].
    #[cfg_attr(target_arch = "wasm32", tsify(type = "BodyKey"))]
    pub body: String,
    /// Behaviors in order, each by its key or, for a written rule, by its text.
    pub behaviors: Vec<String>,
    /// Keys of the groups that this group hunts.
    pub hunts: Vec<String>,
    /// Keys of the groups that this group fears.
    pub fears: Vec<String>,
    /// Key of the group that this group follows; of several keys, the first one counts.
    pub follows: Vec<String>,
    /// Keys of the groups that this group flocks with.
    pub flocks: Vec<String>,
    /// Keys of the groups that this group ignores.
    pub ignores: Vec<String>,
}

impl Composition {
    /// The composition of these groups in a scene, and one sentence for each part that is invalid.
    pub fn from_objects(groups: &[GroupObject], scene: &Self) -> (Self, Vec<String>) {
        let mut draft = CompositionDraft::new(scene);
        for group in groups {
            if draft.begin_empty_group(&group.key, &group.like, &group.name) {
                draft.set_role(&group.role);
                draft.set_body(&group.body);
                group.behaviors.iter().for_each(|item| draft.add_behavior(item));
                let GroupObject { hunts, fears, follows, flocks, ignores, .. } = group;
                for (relation, keys) in
                    [hunts, fears, follows, flocks, ignores].into_iter().enumerate()
                {
                    draft.set_relation(relation, keys.iter().map(String::as_str));
                }
            }
        }
        draft.into_composition()
    }
}

/// Builder of a composition, for readers of links and of [`GroupObject`]s. Invalid parts are left
/// out and reported in `notices`.
pub(super) struct CompositionDraft<'a> {
    scene: &'a Composition,
    groups: Vec<GroupDoc>,
    /// Relations of each group, by group index: indices in [`GroupDoc::related_groups`], each with
    /// keys. The keys are resolved at the end, since they can name groups that come later.
    relations: Vec<Vec<(usize, Vec<String>)>>,
    /// One sentence for each invalid part that was left out.
    pub notices: Vec<String>,
}

impl<'a> CompositionDraft<'a> {
    pub fn new(scene: &'a Composition) -> Self {
        Self { scene, groups: Vec::new(), relations: Vec::new(), notices: Vec::new() }
    }

    /// Begins the group with the key `name`: the scene's group, or an empty new group. Returns
    /// `false` if no group can have this key, or if the group was begun before.
    pub fn begin_group(&mut self, name: &str) -> bool {
        let new = || {
            ADDABLE_GROUPS.iter().find(|(key, ..)| *key == name).map(|(key, ..)| GroupDoc::new(key))
        };
        let Some(group) = self.scene.find_group(name).cloned().or_else(new) else {
            let notice = format!("There can be no group {}: it was left out.", quote(name));
            self.notices.push(notice);
            return false;
        };
        if self.groups.iter().any(|other| other.key == group.key) {
            self.notices.push(format!("The group {} is named twice.", quote(name)));
            return false;
        }
        self.groups.push(group);
        self.relations.push(Vec::new());
        true
    }

    /// Begins a group like [`begin_group`](Self::begin_group), but without behaviors, as a copy of
    /// the scene's group `like` if that is not empty, and with this name.
    fn begin_empty_group(&mut self, key: &str, like: &str, name: &str) -> bool {
        let begun = self.begin_group(key);
        if begun {
            if !like.is_empty() {
                self.copy_scene_group(like);
            }
            self.group().name = "";
            if !name.is_empty() {
                self.set_name(name);
            }
            self.group().behaviors.clear();
        }
        begun
    }

    /// The group that was begun last. Must be called after [`begin_group`](Self::begin_group).
    pub fn group(&mut self) -> &mut GroupDoc {
        let last = self.groups.len() - 1;
        &mut self.groups[last]
    }

    /// Makes the group that was begun last a copy of the scene's group `like`.
    pub fn copy_scene_group(&mut self, like: &str) {
        let key = self.group().key;
        match self.scene.find_group(like) {
            Some(like) if self.scene.find_group(key).is_none() => {
                *self.group() = GroupDoc::scene_group(key, like.key, self.scene);
            }
            _ => {
                let notice = format!("{} cannot be made like {}.", quote(key), quote(like));
                self.notices.push(notice);
            }
        }
    }

    /// Sets the name of the group that was begun last.
    pub fn set_name(&mut self, text: &str) {
        match parse_group_name(text) {
            Some(name) => self.group().name = name,
            None => self.notices.push(format!(
                "{} is no name of a group: a name has letters or digits of any script, and spaces; at most {MAX_NAME_LENGTH} characters.",
                quote(text)
            )),
        }
    }

    /// Sets the role of the group that was begun last, by the role's key.
    pub fn set_role(&mut self, key: &str) {
        match Role::ALL.into_iter().find(|role| role.key() == key) {
            Some(role) => self.group().role = role,
            None => self.notices.push(format!("There is no role {}.", quote(key))),
        }
    }

    /// Sets the body model of the group that was begun last, by its [key](body_key).
    pub fn set_body(&mut self, key: &str) {
        match BodyKind::ALL.into_iter().find(|body| body_key(*body) == key) {
            Some(body) => self.group().body = body,
            None => self.notices.push(format!("There is no body {}.", quote(key))),
        }
    }

    /// Adds to the group that was begun last: a behavior by its key, or a written rule by its text.
    fn add_behavior(&mut self, item: &str) {
        match is_rule(item) {
            true => self.add_rule(Ok(item.to_string())),
            false => self.add_behavior_or_recipe(item),
        }
    }

    /// Adds a behavior, or the written rule of a recipe, by its key to the last begun group.
    pub fn add_behavior_or_recipe(&mut self, item: &str) {
        match behavior_from_key(item) {
            Some(behavior) => self.replace_or_add(item_of(behavior.as_ref()), behavior.key()),
            None => self.notices.push(format!("{} It was left out.", unknown_behavior(item))),
        }
    }

    /// Adds a written rule to the last begun group; leaves out an invalid one, with a notice.
    pub fn add_rule(&mut self, text: Result<String, String>) {
        match text.and_then(|text| check_rule(&text)) {
            Ok((key, text)) => self.replace_or_add(text.into(), &key),
            Err(what) => self.notices.push(format!("A rule was left out. {what}")),
        }
    }

    fn replace_or_add(&mut self, item: Cow<'static, str>, key: &str) {
        if self.group().behaviors.iter().any(|other| key_of_item(other) == key) {
            self.notices.push(format!("A group has {} only once.", quote(key)));
        } else {
            self.group().behaviors.push(item);
        }
    }

    /// Replaces one relation of the group that was begun last; `relation` is its index in
    /// [`GroupDoc::related_groups`], `keys` are the related groups.
    pub fn set_relation<'k>(&mut self, relation: usize, keys: impl IntoIterator<Item = &'k str>) {
        if let Some(last) = self.relations.last_mut() {
            last.push((relation, keys.into_iter().map(str::to_string).collect()));
        }
    }

    /// Returns the composition, and one sentence for each part that was left out.
    pub fn into_composition(self) -> (Composition, Vec<String>) {
        let Self { scene, mut groups, mut relations, mut notices } = self;
        // The main group must exist and come first, since its parameters have no prefix in links.
        if let Some(main) = scene.groups.first() {
            match groups.iter().position(|group| group.key == main.key) {
                Some(0) => {}
                Some(at) => {
                    notices.push("The scene's main group comes first.".into());
                    groups[..=at].rotate_right(1);
                    relations[..=at].rotate_right(1);
                }
                None => {
                    notices.push("The scene's main group cannot be left out; it was kept.".into());
                    groups.insert(0, main.clone());
                    relations.insert(0, Vec::new());
                }
            }
        }
        let keys: Vec<&'static str> = groups.iter().map(|group| group.key).collect();
        for (group, relations) in groups.iter_mut().zip(relations) {
            for (relation, names) in relations {
                let mut tied = Vec::new();
                for name in &names {
                    match keys.iter().copied().find(|key| key == name) {
                        Some(key) if key != group.key && !tied.contains(&key) => tied.push(key),
                        Some(_) => notices.push(format!("{} was left out of ties.", quote(name))),
                        None => {
                            notices.push(format!("There is no group {} to tie to.", quote(name)));
                        }
                    }
                }
                // Keys are sorted, so that equal sets of groups are equal lists.
                let order = keys.iter().copied();
                group.related_groups[relation] = order.filter(|key| tied.contains(key)).collect();
            }
        }
        let mut composition = Composition { groups };
        composition.remove_invalid(&mut notices);
        (composition, notices)
    }
}

/// A behavior as it is listed in [`GroupDoc::behaviors`].
pub fn item_of(behavior: &dyn Behavior) -> Cow<'static, str> {
    match behavior.compiled_behavior().filter(|compiled_behavior| compiled_behavior.is_user_rule())
    {
        Some(compiled_behavior) => Cow::Owned(compiled_behavior.rule().text()),
        None => Cow::Borrowed(behavior.key()),
    }
}

/// Key of a behavior that is listed in a composition.
fn key_of_item(item: &str) -> String {
    let key = || Some(key_of_rule(&Rule::parse(item).ok()?).to_string());
    is_rule(item).then(key).flatten().unwrap_or_else(|| item.to_string())
}

/// Whether an item of [`GroupDoc::behaviors`] is the text of a written rule. Keys contain no
/// whitespace, and every rule does.
pub(super) fn is_rule(item: &str) -> bool {
    item.contains(char::is_whitespace)
}

/// Creates a behavior that is listed in a composition; `None` if it does not exist.
fn make_behavior(item: &str) -> Option<Box<dyn Behavior>> {
    if is_rule(item) { Some(Box::new(rule(item).ok()?)) } else { behavior_from_key(item) }
}

/// Checks `text`, which is a rule or the key of a recipe. Returns the key of the rule and its text
/// in canonical form.
///
/// # Errors
/// If the text is invalid, or if its key is in use: one sentence.
pub fn check_rule(text: &str) -> Result<(String, String), String> {
    let is_word = text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let text = match recipe_text(text) {
        None if is_word => return Err(unknown_recipe(text)),
        found => found.unwrap_or(text),
    };
    let rule = Rule::parse(text).map_err(|error| error_sentence(&error))?;
    let key = key_of_rule(&rule).to_string();
    if is_key_taken(&key) {
        return Err(format!("Its key {} is that of something else.", quote(&key)));
    }
    let text = rule.text();
    // This refuses rules that are too large to run.
    RuleBehavior::written(&key, rule).map_err(|error| error_sentence(&error))?;
    Ok((key, text))
}

pub(crate) fn error_sentence(error: &RuleError) -> String {
    let text = error.to_string();
    let mut letters = text.chars();
    let end = if text.ends_with('?') { "" } else { "." };
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).chain(end.chars()).collect()
}

/// Whether links use a key for something else, so that no written rule can have it.
fn is_key_taken(key: &str) -> bool {
    let mut group = Group::rigid("", "", Role::Regular, 0).armed(Gun::default());
    group.view = Some(View::default());
    group.goal = Some(Goal::default());
    group.catch = Some(Catch { catch_factor: 1.0, caught: Caught::Again });
    let bodies = [BodyKind::Point, BodyKind::Particle, BodyKind::Tile].map(default_body);
    let has = |part: &dyn Params| {
        part.specs().iter().any(|spec| spec.key == key)
            || part.texts().iter().any(|spec| spec.key == key)
    };
    RESERVED_LINK_KEYS.contains(&key)
        || has(&WorldParams::default())
        || group.param_blocks().any(has)
        || bodies.iter().any(|body| has(body.params()))
        || behavior_catalog().any(|behavior| has(behavior.as_ref()))
}

/// Copies to a rule the values that a person has set in the group's former rule of the same key.
fn inherit_values(made: &mut dyn Behavior, group: &Group) {
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

/// Adds the view, the goal, the catch and the path that the behaviors and relations of a group
/// need. Removes a view, goal or catch that is not needed and that the scene's group does not have.
fn adapt_equipment(group: &mut Group, usual: Option<&Group>, hunts: bool) {
    let needs = |need| group.pipeline.iter().any(|behavior| behavior.needs(need));
    let (view, goal, path) =
        (needs(BehaviorNeed::View), needs(BehaviorNeed::Goal), needs(BehaviorNeed::Path));
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
    group.catch = match group.catch {
        None if hunts => Some(Catch { caught: Caught::Tells, ..Catch::default() }),
        Some(_) if !hunts && usual.is_none_or(|group| group.catch.is_none()) => None,
        catch => catch,
    };
    if path && group.path.is_empty() {
        group.path = Path::WorldShares(DEFAULT_PATH);
    }
}
