//! Composing runs, from the page: groups, their behaviors and their relations.
//!
//! The page reads [`groups`](Simulation::groups), changes them and hands them to
//! [`set_groups`](Simulation::set_groups): one input of the run, recorded and undone like any
//! other.

use super::{Simulation, to_js};
use flockwright::engine::agents::Role;
use flockwright::engine::behaviors::{Recipe, recipe, recipes};
use flockwright::internals::compose::{
    Composition, GroupObject, behavior_catalog, body_key, free_key, item_of, keeps_together,
    relation_of,
};
use flockwright::session::events::Event;
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const BODY_KEY: &str = "/** A body as links name it: the first word of what it is called. */
export type BodyKey = BodyKind extends infer Name ? (Name extends `${infer First} ${string}` ? First : Name) : never;";

/// Behavior that a group can be given.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
struct BehaviorChoice {
    key: &'static str,
    label: &'static str,
    /// One sentence that describes the behavior.
    says: &'static str,
    source: &'static str,
    /// Further words by which a search finds the behavior.
    words: &'static str,
    /// Bodies that the behavior can steer: see `MemberInfo.body`.
    #[tsify(type = "BodyKey[]")]
    bodies: Vec<&'static str>,
    /// Bodies for which the behavior is offered first among those for the same relation.
    #[tsify(type = "BodyKey[]")]
    suits: Vec<&'static str>,
    /// Relation to another group that the behavior needs; empty for none.
    #[tsify(type = "\"hunts\" | \"fears\" | \"follows\" | \"flocks\" | \"\"")]
    acts_on: &'static str,
}

/// Rule to start from.
#[derive(Serialize, Tsify)]
struct RecipeInfo {
    key: &'static str,
    label: &'static str,
    /// One sentence that describes the rule.
    says: String,
    /// Further words by which a search finds the rule.
    words: &'static str,
    text: &'static str,
    /// Link of a run that shows the rule once a group has it.
    link: &'static str,
    /// Key of the group that gets the rule in that run; empty for the first group.
    group: &'static str,
    /// Key of the behavior that the rule replaces there; empty for none.
    instead: &'static str,
}

/// Group of the run.
#[derive(Serialize, Tsify)]
struct MemberInfo {
    key: &'static str,
    /// Key of the scene's group that this is a copy of; empty for none.
    like: &'static str,
    label: &'static str,
    /// Name given by a person; empty for the group's own label.
    name: &'static str,
    role: Role,
    #[tsify(type = "BodyKey")]
    body: &'static str,
    /// Whether it is the scene's main group, which cannot be removed.
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
    /// Entry for [`GroupObject`]: the behavior's key, or the text of a written rule.
    item: String,
    /// Whether a person wrote the rule of the behavior.
    written: bool,
    /// Whether the behavior is a recipe whose text is unchanged.
    recipe: bool,
    /// Whether the behavior lets units move with others of their flock.
    gathers: bool,
    label: &'static str,
    /// Id of the weight, which mutes the behavior at 0; -1 if it has none.
    #[tsify(type = "ParamId")]
    weight: i32,
}

#[wasm_bindgen]
impl Simulation {
    /// All behaviors, in the order in which the page offers them.
    #[wasm_bindgen(js_name = behaviorCatalog, unchecked_return_type = "BehaviorChoice[]")]
    pub fn behavior_catalog() -> JsValue {
        let choices = behavior_catalog().map(|behavior| {
            let about = behavior.about();
            BehaviorChoice {
                key: about.key(),
                label: about.label(),
                says: about.sentence,
                source: about.weight.source,
                words: about.weight.search_words,
                bodies: behavior.bodies().iter().map(|body| body_key(*body)).collect(),
                suits: about.suited_bodies.iter().map(|body| body_key(*body)).collect(),
                acts_on: relation_of(behavior.as_ref()),
            }
        });
        to_js(&choices.collect::<Vec<_>>())
    }

    /// All recipes, in the order in which the page offers them.
    #[wasm_bindgen(unchecked_return_type = "RecipeInfo[]")]
    pub fn recipes() -> JsValue {
        let info = |recipe: &Recipe| {
            let Recipe { key, text, words, link, group, replaced_behavior: instead } = *recipe;
            let (label, says) = (recipe.label(), recipe.sentence());
            RecipeInfo { key, label, says, words, text, link, group, instead }
        };
        to_js(&recipes().iter().map(info).collect::<Vec<_>>())
    }

    /// Roles that a new group can have.
    #[wasm_bindgen(js_name = roleChoices)]
    pub fn role_choices() -> Vec<String> {
        let counting = Role::ALL.into_iter().filter(|role| role.counts_as_neighbor());
        counting.map(|role| role.key().to_string()).collect()
    }

    /// Groups of the run, in order.
    #[wasm_bindgen(unchecked_return_type = "MemberInfo[]")]
    pub fn composition(&self) -> JsValue {
        let Composition { groups } = self.run.composition();
        let all = self.run.world.groups();
        let members = groups.into_iter().enumerate().map(|(index, member)| {
            let weight = |key: &str| {
                let own = |p: &flockwright::session::run::RunParam| {
                    p.is_present && p.group == Some(index) && p.spec.key == key
                };
                self.run.params().iter().position(own).map_or(-1, |id| id as i32)
            };
            let behaviors = all[index].pipeline.iter().map(|behavior| MemberBehavior {
                key: behavior.key(),
                item: item_of(behavior.as_ref()).into_owned(),
                written: behavior
                    .compiled_behavior()
                    .is_some_and(|compiled_behavior| compiled_behavior.is_hand_written()),
                recipe: recipe(behavior.key())
                    .is_some_and(|own| item_of(&own) == item_of(behavior.as_ref())),
                gathers: keeps_together(behavior.as_ref()),
                label: behavior.about().label(),
                weight: weight(behavior.key()),
            });
            let [hunts, fears, follows, flocks, ignores] = member.related_groups;
            MemberInfo {
                key: member.key,
                like: member.copied_key,
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

    /// Replaces the groups and behaviors of the run, from the present tick on; units of groups that
    /// stay keep their state. Returns one line for each part that was left out. Ids of parameters
    /// keep their meaning; new parameters get new ids.
    #[wasm_bindgen(js_name = setGroups)]
    pub fn set_groups(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "GroupObject[]")] groups: JsValue,
    ) -> Vec<String> {
        let groups = match serde_wasm_bindgen::from_value::<Vec<GroupObject>>(groups) {
            Ok(groups) => groups,
            Err(error) => return vec![error.to_string()],
        };
        let (composition, notices) = self.run.composition_of(&groups);
        // Invalid parts have been left out.
        let _ = self.input(Event::Compose(composition.into()));
        notices
    }

    /// Key for a new group; undefined if there are too many groups.
    #[wasm_bindgen(js_name = freeGroupKey)]
    pub fn free_group_key(&self) -> Option<String> {
        free_key(self.run.world.groups()).map(str::to_string)
    }

    /// Moves a parameter evenly to a value within a number of ticks. Returns false for parameters
    /// without ramps: choices, switches, whole numbers, and those whose change also changes
    /// something else.
    pub fn ramp(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "ParamId")] id: usize,
        to: f32,
        ticks: u32,
    ) -> bool {
        let event = Event::param_ramp(&self.run, id, self.run.get(id), to, ticks);
        event.is_some_and(|event| self.input(event).is_ok())
    }
    /// Parameters that a ramp moves: three numbers each, which are id, final value and duration in
    /// ticks.
    pub fn ramps(&self) -> Vec<f64> {
        let three = |(id, to, ticks)| [id as f64, f64::from(to), f64::from(ticks)];
        self.timeline.ramps().flat_map(three).collect()
    }
}
