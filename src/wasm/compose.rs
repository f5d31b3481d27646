//! Composing, from the page: groups, their behaviors, and what they mean to each other.
//!
//! The page reads [`composition`](Simulation::composition), changes that and hands it back to
//! [`compose`](Simulation::compose): one input of the run, recorded and undone like any other.

use super::{Simulation, to_js};
use flockwright::engine::agents::Role;
use flockwright::internals::compose::{
    Composition, GroupInput, body_key, catalog, free_key, gathers, item_of, tie_of,
};
use flockwright::session::events::Event;
use serde::{Deserialize, Serialize};
use tsify::Tsify;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const BODY_KEY: &str = "/** A body as links name it: the first word of what it is called. */
export type BodyKey = BodyKind extends infer Name ? (Name extends `${infer First} ${string}` ? First : Name) : never;";

/// A behavior that a group can be given.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
struct BehaviorChoice {
    key: &'static str,
    label: &'static str,
    /// What it does, in a sentence.
    says: &'static str,
    source: &'static str,
    /// More words by which it is found.
    words: &'static str,
    /// The bodies that it can steer: see `MemberInfo.body`.
    #[tsify(type = "BodyKey[]")]
    bodies: Vec<&'static str>,
    /// Those for which it is the first choice among what acts on the same tie.
    #[tsify(type = "BodyKey[]")]
    suits: Vec<&'static str>,
    /// The tie that it acts on; empty for one that needs no other group.
    #[tsify(type = "\"hunts\" | \"fears\" | \"follows\" | \"flocks\" | \"\"")]
    acts_on: &'static str,
}

/// A group as the page hands it over: see [`Simulation::set_groups`].
#[derive(Deserialize, Tsify)]
struct GroupObject {
    key: String,
    /// The scene's group that it is a copy of, if it is one.
    like: String,
    /// What a person calls it; empty where it has its own label.
    name: String,
    #[tsify(type = "Role")]
    role: String,
    #[tsify(type = "BodyKey")]
    body: String,
    /// In order, each by its key, or the text of a written rule.
    behaviors: Vec<String>,
    hunts: Vec<String>,
    fears: Vec<String>,
    follows: Vec<String>,
    flocks: Vec<String>,
    ignores: Vec<String>,
}

impl From<GroupObject> for GroupInput {
    fn from(group: GroupObject) -> Self {
        let GroupObject { key, like, name, role, body, behaviors, .. } = group;
        let ties = [group.hunts, group.fears, group.follows, group.flocks, group.ignores];
        Self { key, like, name, role, body, behaviors, ties }
    }
}

/// A group as a part of a composition.
#[derive(Serialize, Tsify)]
struct MemberInfo {
    key: &'static str,
    /// The scene's group that it is a copy of, if it is one.
    like: &'static str,
    label: &'static str,
    /// What a person calls it; empty where it has its own label.
    name: &'static str,
    role: Role,
    #[tsify(type = "BodyKey")]
    body: &'static str,
    /// The scene's main group cannot be removed.
    main: bool,
    behaviors: Vec<MemberBehavior>,
    hunts: Vec<&'static str>,
    fears: Vec<&'static str>,
    follows: Vec<&'static str>,
    flocks: Vec<&'static str>,
    ignores: Vec<&'static str>,
}

#[derive(Serialize, Tsify)]
struct MemberBehavior {
    key: &'static str,
    /// How [`GroupObject`] names it: its key, or the text of a written rule.
    item: String,
    /// Whether a person wrote it.
    written: bool,
    /// Whether units move with others of their flock by it.
    gathers: bool,
    label: &'static str,
    /// The id of its weight: 0 mutes it. -1 where it has none.
    #[tsify(type = "ParamId")]
    weight: i32,
}

#[wasm_bindgen]
impl Simulation {
    /// All behaviors, in the order in which a person is offered them; `bodies` are those that each
    /// can steer, as texts of a composition name them.
    #[wasm_bindgen(js_name = behaviorCatalog, unchecked_return_type = "BehaviorChoice[]")]
    pub fn behavior_catalog() -> JsValue {
        let choices = catalog().map(|behavior| {
            let about = behavior.about();
            BehaviorChoice {
                key: about.key(),
                label: about.label(),
                says: about.says,
                source: about.weight.source,
                words: about.weight.words,
                bodies: behavior.bodies().iter().map(|body| body_key(*body)).collect(),
                suits: about.suits.iter().map(|body| body_key(*body)).collect(),
                acts_on: tie_of(behavior.as_ref()),
            }
        });
        to_js(&choices.collect::<Vec<_>>())
    }

    /// The roles that a new group can have.
    #[wasm_bindgen(js_name = roleChoices)]
    pub fn role_choices() -> Vec<String> {
        let counting = Role::ALL.into_iter().filter(|role| role.counts_as_neighbor());
        counting.map(|role| role.key().to_string()).collect()
    }

    /// The groups of the run in order.
    #[wasm_bindgen(unchecked_return_type = "MemberInfo[]")]
    pub fn composition(&self) -> JsValue {
        let Composition { groups } = self.run.composition();
        let all = self.run.world.groups();
        let members = groups.into_iter().enumerate().map(|(index, member)| {
            let weight = |key: &str| {
                let own = |p: &flockwright::session::run::Param| {
                    p.present && p.group == Some(index) && p.spec.key == key
                };
                self.run.params().iter().position(own).map_or(-1, |id| id as i32)
            };
            let behaviors = all[index].pipeline.iter().map(|behavior| MemberBehavior {
                key: behavior.key(),
                item: item_of(behavior.as_ref()).into_owned(),
                written: behavior.ruling().is_some_and(|ruling| ruling.is_by_hand()),
                gathers: gathers(behavior.as_ref()),
                label: behavior.about().label(),
                weight: weight(behavior.key()),
            });
            let [hunts, fears, follows, flocks, ignores] = member.ties;
            MemberInfo {
                key: member.key,
                like: member.like,
                label: all[index].label,
                name: member.name,
                role: member.role,
                body: body_key(member.body),
                main: index == 0,
                behaviors: behaviors.collect(),
                hunts,
                fears,
                follows,
                flocks,
                ignores,
            }
        });
        to_js(&members.collect::<Vec<_>>())
    }

    /// The composition as a text, as links have it: see `src/core/session/link/groups.rs`. Empty where it is
    /// the scene's own.
    #[wasm_bindgen(js_name = compositionText)]
    pub fn composition_text(&self) -> String {
        self.run.composition_text()
    }

    /// As [`compose`](Self::compose), with the groups as objects.
    #[wasm_bindgen(js_name = setGroups)]
    pub fn set_groups(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "GroupObject[]")] groups: JsValue,
    ) -> Vec<String> {
        let groups = match serde_wasm_bindgen::from_value::<Vec<GroupObject>>(groups) {
            Ok(groups) => groups.into_iter().map(GroupInput::from).collect::<Vec<_>>(),
            Err(error) => return vec![error.to_string()],
        };
        let (composition, notices) = self.run.composition_of(&groups);
        // What makes no sense is left out.
        let _ = self.input(Event::Compose(composition.into()));
        notices
    }

    /// Makes the run consist of these groups and behaviors, from the present tick on; units of
    /// groups that stay keep their state. Returns one line for each part that was left out. Ids of
    /// parameters stay what they are; new ones come behind them.
    pub fn compose(&mut self, text: &str) -> Vec<String> {
        let (composition, notices) = self.run.read_composition(text);
        // What makes no sense is left out.
        let _ = self.input(Event::Compose(composition.into()));
        notices
    }

    /// A key for a new group, for a text of a composition; undefined where there are too many.
    #[wasm_bindgen(js_name = freeGroupKey)]
    pub fn free_group_key(&self) -> Option<String> {
        free_key(self.run.world.groups()).map(str::to_string)
    }

    /// Lets a parameter move evenly to a value within some ticks; false where it takes no ramp: only
    /// real numbers do that change nothing else at once.
    pub fn ramp(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "ParamId")] id: usize,
        to: f32,
        ticks: u32,
    ) -> bool {
        let event = Event::ramp(&self.run, id, self.run.get(id), to, ticks);
        event.is_some_and(|event| self.input(event).is_ok())
    }
    /// The parameters that move: three numbers for each, which are its id, its last value and the
    /// ticks of the whole way.
    pub fn ramps(&self) -> Vec<f64> {
        let three = |(id, to, ticks)| [id as f64, f64::from(to), f64::from(ticks)];
        self.timeline.ramps().flat_map(three).collect()
    }
}
