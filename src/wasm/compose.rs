//! Groups of the run for the page, with their behaviors and their relations to other groups.
//!
//! The page reads [`composition`](Simulation::composition), changes it and hands it to
//! [`set_groups`](Simulation::set_groups): one recorded input, which can be undone.

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
const BODY_KEY: &str = "/** Key of a body model in links: the first word of its name. */
export type BodyKey = BodyKind extends infer Name ? (Name extends `${infer First} ${string}` ? First : Name) : never;";

/// Built-in behavior that a person can give to a group.
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
    /// Body models that the behavior can steer, by their keys; see `MemberInfo.body`.
    #[tsify(type = "BodyKey[]")]
    bodies: Vec<&'static str>,
    /// Body models, by key, for which the page prefers this behavior to others with the same
    /// `acts_on`.
    #[tsify(type = "BodyKey[]")]
    suits: Vec<&'static str>,
    /// Relation to another group on which the behavior acts; empty if it needs no other group.
    #[tsify(type = "\"hunts\" | \"fears\" | \"follows\" | \"flocks\" | \"\"")]
    acts_on: &'static str,
}

/// Recipe: a ready-made written rule that a person can give to a group and change.
#[derive(Serialize, Tsify)]
struct RecipeInfo {
    key: &'static str,
    label: &'static str,
    /// One sentence that describes the rule.
    says: String,
    /// Further words by which a search finds the rule.
    words: &'static str,
    text: &'static str,
    /// Link of a run that shows the rule once the group of the key `group` has it.
    link: &'static str,
    /// Key of the group that gets the rule in the run of `link`; empty for the first group.
    group: &'static str,
    /// Key of the behavior that the rule replaces in the group `group`; empty if it replaces none.
    instead: &'static str,
}

/// Group of the run, with its behaviors and its relations to other groups.
#[derive(Serialize, Tsify)]
struct MemberInfo {
    key: &'static str,
    /// Key of the scene's group of which this group is a copy; empty if it is not a copy.
    like: &'static str,
    label: &'static str,
    /// Name given by a person; empty while the group is called by its `label`.
    name: &'static str,
    role: Role,
    #[tsify(type = "BodyKey")]
    body: &'static str,
    /// Whether the group is the scene's main group, which cannot be removed.
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
    /// Entry for `GroupObject.behaviors`: the behavior's key, or the text of a written rule.
    item: String,
    /// Whether the behavior is a written rule: the text of a person, or a recipe.
    written: bool,
    /// Whether the behavior is a recipe (a rule that ships with the project) with unchanged text.
    recipe: bool,
    /// Whether the behavior makes units move together with their neighbors.
    gathers: bool,
    label: &'static str,
    /// Id of the parameter that is the behavior's weight, a factor of its force; -1 if it has none.
    #[tsify(type = "ParamId")]
    weight: i32,
}

#[wasm_bindgen]
impl Simulation {
    /// All built-in behaviors, in the order in which the page offers them.
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

    /// Keys of the roles that a new group can have.
    #[wasm_bindgen(js_name = roleChoices)]
    pub fn role_choices() -> Vec<String> {
        let counting = Role::ALL.into_iter().filter(|role| role.counts_as_neighbor());
        counting.map(|role| role.key().to_string()).collect()
    }

    /// Groups of the run in order, the main group first.
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
                    .is_some_and(|compiled_behavior| compiled_behavior.is_user_rule()),
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

    /// Replaces the groups and behaviors of the run from the present tick on; units of groups that
    /// stay keep their state. Returns one sentence for each invalid part; such parts are left out.
    /// Ids of parameters keep their meaning; new parameters get new ids.
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
        // This cannot fail: `composition_of` has left out invalid parts.
        let _ = self.input(Event::Compose(composition.into()));
        notices
    }

    /// Key for a new group; undefined if there are too many groups.
    #[wasm_bindgen(js_name = freeGroupKey)]
    pub fn free_group_key(&self) -> Option<String> {
        free_key(self.run.world.groups()).map(str::to_string)
    }

    /// Changes a parameter linearly to a value over a number of ticks. Returns false and changes
    /// nothing for choices, switches, whole numbers and parameters with side effects.
    pub fn ramp(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "ParamId")] id: usize,
        to: f32,
        ticks: u32,
    ) -> bool {
        let event = Event::param_ramp(&self.run, id, self.run.get(id), to, ticks);
        event.is_some_and(|event| self.input(event).is_ok())
    }
    /// Parameters that are changing linearly at present, three numbers each: id, final value, and
    /// duration of the whole change in ticks.
    pub fn ramps(&self) -> Vec<f64> {
        let three = |(id, to, ticks)| [id as f64, f64::from(to), f64::from(ticks)];
        self.timeline.ramps().flat_map(three).collect()
    }
}
