//! A run: a scene, the parameters that differ from it, and a seed.

use super::compose::{Composition, GroupObject, check_rule, error_sentence};
use super::events::Event;
use super::layout_doc::{GroupLayout, LayoutDoc};
use crate::engine::behaviors::{Behavior, Stimulus, key_of_rule};
use crate::engine::bodies::BodyKind;
use crate::engine::goals::GoalKind;
use crate::engine::group::{
    Group, UnitRegion, find_group, group_named, key_by_name, key_label_pairs, list_groups,
    prefixed_key, split_key,
};
use crate::engine::layout::{Layout, Site, missing_site_notice, site_names_text};
use crate::engine::limits::{MAX_UNITS, MAX_VISITED_MEMBERS};
use crate::engine::sort::sort_by_key;
use crate::engine::world::{Refusal, State, World};
use crate::scenes::{SCENES, Scene, WorldSetup};
use crate::schema::texts::{TextSpec, quote};
use crate::schema::{ChoiceCondition, ParamEffect, ParamPrecondition, ParamSpec, Params};
use flockwright_rules::tree::{Expr, ReadMemory, Rule, TextMeasure};
use flockwright_rules::{group_names, site_names};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// Seed of a run whose link has no seed.
pub const DEFAULT_SEED: u32 = 1;

/// Scope of the world's own parameters; parameters of a group have the group's key as their scope.
const WORLD_SCOPE: &str = "world";

/// A world, the scene that it is based on, and its parameters by id and by key.
///
/// ```
/// use flockwright::prelude::*;
///
/// let (mut run, notices) = Run::open("scene=flock-limited&count=60");
/// assert!(notices.is_empty());
/// run.set_key("cohesion", 2.0)?;
/// run.world.tick();
/// println!("{}", run.link());
/// # Ok::<(), Refusal>(())
/// ```
pub struct Run {
    scene: &'static Scene,
    /// The world. Parameters must be changed through the run, which checks their ranges.
    pub world: World,
    params: Vec<RunParam>,
    texts: Vec<RunTextParam>,
    /// Number of changes of parameter values since the run was opened.
    edit_count: u64,
    /// Number of times that parameters or texts were added to the run or removed from it.
    param_list_version: u32,
    written_measures: Vec<WrittenMeasure>,
}

/// A measure of a run that is defined by a text.
#[derive(Clone)]
pub struct WrittenMeasure {
    /// Measure that the text defines.
    pub measure: TextMeasure,
    /// Text of the measure as a person wrote it, without surrounding space.
    pub source_text: String,
}

/// Maximum number of measures defined by texts in a run.
pub const MAX_WRITTEN_MEASURES: usize = 8;

/// A parameter of a run: its declaration, and where its value is stored.
#[derive(Clone, Debug)]
pub struct RunParam {
    /// Declaration by the body, behavior or other part that has the parameter now or had it last.
    pub spec: &'static ParamSpec,
    /// Key of the parameter in links, unique within the run.
    pub key: String,
    /// Index of the group that the parameter belongs to; `None` for the world.
    pub group: Option<usize>,
    /// Index of the parameter's block in [`Group::param_blocks`]; 0 for the world.
    pub block: usize,
    /// Index of the parameter in its block.
    pub index: usize,
    /// Value without a setting in the link, to which a person can reset the parameter: the value in
    /// the scene or, for a body or behavior that the scene does not have, the declared default.
    pub default: f32,
    /// Whether the run has the parameter now. Its behavior or group can have been removed.
    pub is_present: bool,
}

/// A text parameter of a run.
#[derive(Clone, Debug)]
pub struct RunTextParam {
    /// Declaration of the text parameter.
    pub spec: &'static TextSpec,
    /// Key of the text in links, unique within the run.
    pub key: String,
    /// Index of the group that the text belongs to.
    pub group: usize,
    block: usize,
    index: usize,
    /// Text in the scene, to which a person can reset the parameter.
    pub default: String,
    /// Whether the run has the text parameter now.
    pub is_present: bool,
}

impl Run {
    /// The scene with its own parameters, at tick 0.
    pub fn new(scene: &'static Scene, seed: u32) -> Self {
        let setup = (scene.build_setup)();
        let params = list_params(&setup);
        let texts = list_texts(&setup.groups);
        let mut world = World::new(setup.world, setup.groups, seed);
        world.limit_unit_counts();
        Self {
            scene,
            world,
            params,
            texts,
            edit_count: 0,
            param_list_version: 0,
            written_measures: Vec::new(),
        }
    }

    /// The measures of the run that are defined by texts. They do not influence the run.
    pub fn written_measures(&self) -> &[WrittenMeasure] {
        &self.written_measures
    }

    /// Adds a measure; replaces a measure with the same key.
    ///
    /// # Errors
    /// If the text is invalid, or if there are too many measures: one sentence.
    pub fn add_measure(&mut self, text: &str) -> Result<(), String> {
        let measure = TextMeasure::parse(text).map_err(|error| error_sentence(&error))?;
        self.written_measures.retain(|other| other.measure.key != measure.key);
        if self.written_measures.len() == MAX_WRITTEN_MEASURES {
            return Err(format!(
                "A run carries at most {MAX_WRITTEN_MEASURES} measures of its own."
            ));
        }
        let source_text = text.trim().to_string();
        self.written_measures.push(WrittenMeasure { measure, source_text });
        Ok(())
    }

    /// The run that the page opens without a link.
    pub fn default_run() -> Self {
        Self::new(&SCENES[0], DEFAULT_SEED)
    }

    /// An independent copy of the run at the same tick.
    pub fn fork(&self) -> Self {
        let Self { scene, ref params, ref texts, edit_count, param_list_version, .. } = *self;
        let (params, texts, world) = (params.clone(), texts.clone(), self.world.fork());
        let written_measures = self.written_measures.clone();
        Self { scene, world, params, texts, edit_count, param_list_version, written_measures }
    }

    /// The scene that the run is based on.
    pub fn scene(&self) -> &'static Scene {
        self.scene
    }

    /// All parameters, in the order in which the run first had them; a parameter's id is its index.
    pub fn params(&self) -> &[RunParam] {
        &self.params
    }

    /// Id of a parameter, present or not, by its key in links.
    pub fn find_param(&self, key: &str) -> Option<usize> {
        self.params.iter().position(|param| param.key == key)
    }

    /// Id of the weight of a behavior, given by its index in the pipeline of a group.
    pub fn weight_of(&self, group: usize, behavior: usize) -> Option<usize> {
        let of = self.world.groups().get(group)?;
        let key = of.pipeline.get(behavior)?.key();
        self.params.iter().position(|param| {
            let is_here = param.is_present && param.group == Some(group) && param.index == 0;
            is_here && of.behavior_at(param.block).is_some_and(|one| one.key() == key)
        })
    }

    /// Current value of the parameter with this id; 0 for an unknown id.
    pub fn get(&self, id: usize) -> f32 {
        let Some(param) = self.params.get(id) else { return 0.0 };
        if !param.is_present {
            return param.default;
        }
        let block = self.world.param_block(param.group, param.block);
        block.map_or(0.0, |block| block.get(param.index))
    }

    /// Sets the value of the parameter with this id at once, and returns the resulting value.
    ///
    /// Numbers outside the range are clamped; NaN and infinities have no effect.
    pub fn set(&mut self, id: usize, value: f32) -> f32 {
        let effect = self.store_param(id, value);
        self.world.apply_effect(effect);
        self.get(id)
    }

    /// Sets a parameter like [`set`](Self::set), by its key in links.
    ///
    /// # Errors
    /// If there is no such parameter, or if the number is not finite.
    pub fn set_key(&mut self, key: &str, value: f32) -> Result<f32, Refusal> {
        let id = self.require_param(key)?;
        if !value.is_finite() {
            return Err(Refusal::not_finite(key));
        }
        Ok(self.set(id, value))
    }

    /// Converts a key that may begin with the name of a group ("Sharks.speed") to the key in links.
    pub fn key_without_group_name<'k>(&self, key: &'k str) -> Cow<'k, str> {
        key_by_name(key, self.world.groups())
    }

    /// Id of a parameter that the run has now, by its key in links.
    ///
    /// # Errors
    /// If there is no such parameter.
    pub fn require_param(&self, key: &str) -> Result<usize, Refusal> {
        let key = &*self.key_without_group_name(key);
        let id = self.find_param(key).filter(|id| self.params[*id].is_present);
        let present = self.params.iter().filter(|param| param.is_present);
        id.ok_or_else(|| Refusal::unknown_param(key, present.map(|param| param.key.as_str())))
    }

    /// Counter that increases with every change of a parameter value since the run was opened.
    pub fn edit_count(&self) -> u64 {
        self.edit_count
    }

    /// Counter that increases whenever parameters or texts are added or removed. While it is
    /// unchanged, the lists of both are, too.
    pub fn param_list_version(&self) -> u32 {
        self.param_list_version
    }

    /// Stores the value of a parameter, clamped to its range. Returns the immediate effect of the
    /// change, which the caller must still apply to the world.
    pub fn store_param(&mut self, id: usize, value: f32) -> ParamEffect {
        let before = self.get(id);
        let Some(param) = self.params.get(id).filter(|param| param.is_present) else {
            return ParamEffect::Nothing;
        };
        let Some(value) = param.spec.validate(value).filter(|value| *value != before) else {
            return ParamEffect::Nothing;
        };
        self.edit_count += 1;
        if let Some(block) = self.world.param_block_mut(param.group, param.block) {
            block.set(param.index, value);
        }
        self.world.restart_memories(param.group);
        param.spec.effect
    }

    /// All text parameters, in the order in which the run first had them; an id is an index.
    pub fn texts(&self) -> &[RunTextParam] {
        &self.texts
    }

    /// Id of a text parameter by its key in links.
    pub fn find_text(&self, key: &str) -> Option<usize> {
        self.texts.iter().position(|text| text.key == key)
    }

    /// Current text of the text parameter with this id, in canonical form; empty for an unknown id.
    pub fn text(&self, id: usize) -> String {
        let Some(text) = self.texts.get(id) else { return String::new() };
        if !text.is_present {
            return text.default.clone();
        }
        let block = self.world.param_block(Some(text.group), text.block);
        block.map_or_else(String::new, |block| block.text(text.index))
    }

    /// Sets the text parameter with this id at once.
    ///
    /// # Errors
    /// If the text is invalid: one sentence, and nothing has changed.
    pub fn set_text(&mut self, id: usize, value: &str) -> Result<(), String> {
        let Some(text) = self.texts.get(id).filter(|text| text.is_present) else { return Ok(()) };
        let block = self.world.param_block_mut(Some(text.group), text.block);
        block.map_or(Ok(()), |block| block.set_text(text.index, value))?;
        if text.spec.is_site {
            self.world.apply_effect(ParamEffect::FillsGoalSites);
        }
        Ok(())
    }

    /// Checks whether [`set_text`](Self::set_text) would accept a text.
    ///
    /// # Errors
    /// As `set_text`.
    pub(crate) fn check_text(&self, id: usize, value: &str) -> Result<(), String> {
        let Some(text) = self.texts.get(id).filter(|text| text.is_present) else { return Ok(()) };
        let block = self.world.param_block(Some(text.group), text.block);
        block.map_or(Ok(()), |block| block.check_text(text.index, value))
    }

    /// Whether the page shows a parameter, because it has an effect with the present values.
    pub fn is_visible(&self, id: usize) -> bool {
        let Some(param) = self.params.get(id) else { return false };
        param.is_present
            && self.meets_precondition(param.spec.needs)
            && self.is_any_condition_met(param.spec.when, param.group)
    }

    /// Whether the page shows a text parameter, because it has an effect with the present values.
    pub fn is_text_visible(&self, id: usize) -> bool {
        let text = self.texts.get(id).filter(|text| text.is_present);
        text.is_some_and(|text| self.is_any_condition_met(text.spec.when, Some(text.group)))
    }

    /// Whether a condition holds among the parameters of a group, or of the world (`None`).
    fn is_any_condition_met(&self, when: ChoiceCondition, group: Option<usize>) -> bool {
        when.is_empty()
            || when.iter().any(|(key, options)| {
                self.params
                    .iter()
                    .enumerate()
                    .filter(|(_, other)| other.is_present)
                    .filter(|(_, other)| other.group == group && other.spec.key == *key)
                    .any(|(other, found)| {
                        options.contains(&found.spec.format_value(self.get(other)).as_str())
                            && self.is_visible(other)
                    })
            })
    }

    fn meets_precondition(&self, need: ParamPrecondition) -> bool {
        let groups = self.world.groups();
        let any = |is: fn(&dyn Behavior) -> bool| {
            groups.iter().flat_map(|group| &group.pipeline).any(|behavior| is(behavior.as_ref()))
        };
        let heads_for_target =
            |group: &Group| group.goal.is_some_and(|goal| goal.goal == GoalKind::Target);
        match need {
            ParamPrecondition::Nothing => true,
            ParamPrecondition::OpenGround => !self.world.is_on_tiles(),
            ParamPrecondition::Obstacles => !self.world.obstacles().is_empty(),
            ParamPrecondition::Rounds => self.world.has_rounds(),
            ParamPrecondition::Hunters => {
                any(|behavior| behavior.responds_to(Stimulus::Target))
                    || groups.iter().any(heads_for_target)
            }
            ParamPrecondition::HuntingLeaders => {
                any(|behavior| behavior.features().hunters.is_some())
            }
        }
    }

    /// The region around a unit that a parameter determines, for drawing; `None` if there is none.
    pub fn region_of_param(&self, id: usize) -> Option<UnitRegion> {
        let param = self.params.get(id)?;
        self.world.groups().get(param.group?)?.region_of_param(param.spec)
    }

    /// One sentence for each group that has fewer units than its parameters ask for, because all
    /// groups together exceed the limit of units or of members that the written rules examine.
    pub fn unit_reduction_notices(&self) -> Vec<String> {
        let (given, members) = self.world.unit_counts_and_members();
        let why = match members > MAX_VISITED_MEMBERS {
            // The sentence is short, because the page cuts notices at 160 characters.
            true => format!(
                "The rules look at {:.1} billion members a tick, of {} million that can be: \
                 {RULE_LIMIT_ADVICE}",
                members / 1e9,
                MAX_VISITED_MEMBERS / 1e6
            ),
            false => unit_limit_text(),
        };
        let cut = self.world.groups().iter().zip(given);
        cut.map(|(group, given)| (group.label, group.crowd.count as usize, given))
            .filter(|(_, wanted, given)| wanted > given)
            .map(|(label, wanted, given)| format!("{label}: {given} of {wanted} are there. {why}"))
            .collect()
    }

    /// Current notices: those of the link that opened the run (`of_link`), except on rules; those
    /// on rules as they are now; and those of the world.
    pub fn notices(&self, of_link: &[String]) -> Vec<String> {
        let link_notices = of_link.iter().filter(|line| !is_rule_notice(line)).cloned();
        link_notices.chain(self.rule_notices()).chain(self.world.notices()).collect()
    }

    /// One sentence for each part of a written rule or measure that has no effect in this run: a
    /// group that does not exist, or an output that the body does not use.
    pub fn rule_notices(&self) -> Vec<String> {
        let groups = self.world.groups();
        let mut notices = Vec::new();
        for group in groups {
            let written = group.pipeline.iter().filter_map(|one| one.compiled_behavior());
            for compiled_behavior in
                written.filter(|compiled_behavior| compiled_behavior.is_user_rule())
            {
                let rule = compiled_behavior.rule();
                let unused = unused_output_clauses(rule, group.body.kind());
                let unread = missing_memory_clauses(rule, groups);
                let lines = self.missing_name_clauses(rule).into_iter().chain(unused).chain(unread);
                let key = key_of_rule(rule);
                notices.extend(lines.map(|line| format!("{IN_RULE_PREFIX}{key}: {line}")));
            }
        }
        for WrittenMeasure { measure, .. } in &self.written_measures {
            let lines = unknown_groups(measure.exprs(), groups);
            let lines = lines.iter().map(|name| missing_group_clause(name, groups));
            notices.extend(lines.map(|line| format!("{IN_MEASURE_PREFIX}{}: {line}", measure.key)));
        }
        notices.dedup();
        notices
    }

    /// One clause for each group and each site that a rule names and this run does not have.
    fn missing_name_clauses(&self, rule: &Rule) -> Vec<String> {
        let (groups, sites) = (self.world.groups(), &self.layout().sites);
        let known = site_names_text(sites);
        let unknown = unknown_groups(rule.exprs(), groups);
        let is_unknown = |name: &&str| !sites.iter().any(|site| site.is_named(name));
        let unknown_sites = site_names(rule.exprs()).into_iter().filter(is_unknown);
        let lines = unknown.iter().map(|name| missing_group_clause(name, groups));
        lines.chain(unknown_sites.map(|name| format!("no site {name}; {known}."))).collect()
    }

    /// Key and label of the group that a parameter belongs to, or of the world.
    pub fn scope_of(&self, param: &RunParam) -> (&'static str, &'static str) {
        param
            .group
            .and_then(|group| self.world.groups().get(group))
            .map_or((WORLD_SCOPE, "World"), |group| (group.key, group.label))
    }

    /// Whether a parameter belongs to a behavior that responds to obstacles.
    pub fn is_of_obstacle_behavior(&self, param: &RunParam) -> bool {
        let group = param.group.and_then(|group| self.world.groups().get(group));
        let has = |behavior: &dyn Behavior| {
            behavior.specs().iter().any(|spec| std::ptr::eq(spec, param.spec))
        };
        group.is_some_and(|group| {
            let mut pipeline = group.pipeline.iter().map(|one| &**one);
            pipeline.any(|one| has(one) && one.responds_to(Stimulus::Obstacle))
        })
    }

    /// Composition of the run: its groups, their behaviors and relations.
    pub fn composition(&self) -> Composition {
        Composition::from_groups(self.world.groups())
    }

    pub(crate) fn scene_composition(&self) -> Composition {
        Composition::from_groups(&(self.scene.build_setup)().groups)
    }

    /// Converts groups to a composition, with one sentence for each part that is left out.
    pub fn composition_of(&self, groups: &[GroupObject]) -> (Composition, Vec<String>) {
        Composition::from_objects(groups, &self.scene_composition())
    }

    /// One sentence for each part of a composition that the run cannot have.
    pub fn check_composition(&self, composition: &Composition) -> Vec<String> {
        composition.checked(&self.scene_composition()).1
    }

    /// Replaces the groups and behaviors of the run at once. Units of groups that stay keep their
    /// states. At tick 0, all units are placed again, as in the run that a link opens. Returns one
    /// sentence for each part that was left out.
    pub fn set_composition(&mut self, composition: &Composition) -> Vec<String> {
        let (composition, notices) = composition.checked(&self.scene_composition());
        if composition != self.composition() {
            let groups = composition.build(&(self.scene.build_setup)().groups, self.world.groups());
            self.world.set_groups(groups);
            self.update_param_list();
        }
        notices
    }

    /// Adds a [rule](crate::rules) to the group with this key or name, after its other behaviors;
    /// replaces a rule with the same key. The rule becomes a part of the [link](Self::link).
    ///
    /// # Errors
    /// One sentence: no such group, an invalid text, or a rule that the group cannot have.
    pub fn set_rule(&mut self, group: &str, text: &str) -> Result<(), String> {
        let mut composition = self.composition();
        let index = group_named(self.world.groups(), group)?;
        let (key, _) = check_rule(text)?;
        composition.add_rule_to_group(index, text, Some(&key))?;
        let notices = self.set_composition(&composition);
        notices.into_iter().next().map_or(Ok(()), Err)
    }

    /// Restores a state of this run that [`World::save`] has returned.
    pub fn restore_state(&mut self, saved: &State) {
        self.world.load(saved);
        self.update_param_list();
    }

    /// Updates the list of parameters after a change of the groups. Parameters that the run no
    /// longer has keep their ids; new ones are appended.
    pub(crate) fn update_param_list(&mut self) {
        let setup = self.add_params_of(&self.composition());
        let mut here = BTreeMap::new();
        here.extend(list_params(&setup).into_iter().rev().map(|param| (param.key.clone(), param)));
        let texts = list_texts(&setup.groups);
        for param in &mut self.params {
            match here.remove(&param.key) {
                Some(now) => *param = now,
                None => param.is_present = false,
            }
        }
        for text in &mut self.texts {
            match texts.iter().find(|now| now.key == text.key) {
                Some(now) => text.clone_from(now),
                None => text.is_present = false,
            }
        }
    }

    /// Adds the parameters of a composition to those of the run, as not present. Returns the
    /// world's parameters and the groups that a link with only this composition gives.
    pub(crate) fn add_params_of(&mut self, composition: &Composition) -> WorldSetup {
        self.param_list_version += 1;
        let WorldSetup { world, groups } = (self.scene.build_setup)();
        let setup = WorldSetup { world, groups: composition.build(&groups, &[]) };
        // A set finds known keys fast: a run can have thousands of parameters.
        let mut known = BTreeSet::new();
        known.extend(self.params.iter().map(|param| param.key.clone()));
        for param in list_params(&setup) {
            if known.insert(param.key.clone()) {
                self.params.push(RunParam { is_present: false, ..param });
            }
        }
        for text in list_texts(&setup.groups) {
            if !self.texts.iter().any(|other| other.key == text.key) {
                self.texts.push(RunTextParam { is_present: false, ..text });
            }
        }
        setup
    }

    /// Parameters and texts that differ from their defaults: keys and values as in links, in the
    /// order of the panel.
    pub(crate) fn changed_params(&self) -> Vec<(&str, String)> {
        let mut params: Vec<_> = self.params.iter().enumerate().collect();
        sort_by_key(&mut params, |(_, param)| panel_order(param.group, param.block, param.index));
        let params = params.into_iter().filter_map(|(id, param)| {
            let value = self.get(id);
            (value != param.default).then(|| (param.key.as_str(), param.spec.format_value(value)))
        });
        let mut texts: Vec<_> = self.texts.iter().enumerate().collect();
        sort_by_key(&mut texts, |(_, text)| panel_order(Some(text.group), text.block, text.index));
        let texts = texts.into_iter().filter_map(|(id, text)| {
            let value = self.text(id);
            (value != text.default).then_some((text.key.as_str(), value))
        });
        params.chain(texts).collect()
    }

    /// The parts of the layout that a person has edited.
    pub fn layout(&self) -> &Layout {
        self.world.layout()
    }

    /// Replaces the edited layout at once, without a restart. At tick 0, all units are placed
    /// again, as in the run that a link opens.
    ///
    /// Numbers are rounded and clamped to their ranges. Numbers that are not finite, items beyond a
    /// maximum, and parts that the scene cannot use are left out. Returns one sentence for each
    /// part that the scene cannot use.
    pub fn set_layout(&mut self, layout: Layout) -> Vec<String> {
        let (layout, notices) = self.fit_layout(layout);
        if layout != *self.layout() {
            self.world.set_layout(layout);
        }
        notices
    }

    /// The parts of a layout that the scene can use, and one sentence for each other part; see
    /// [`Layout::fit_to_groups`].
    pub(crate) fn fit_layout(&self, layout: Layout) -> (Layout, Vec<String>) {
        layout.fit_to_groups(self.world.groups())
    }

    /// The edited layout as a document, which names groups by key.
    pub fn layout_doc(&self) -> LayoutDoc {
        LayoutDoc::new(self.layout(), self.world.groups())
    }

    /// Sentences about the parts of a layout that the run would leave out, or change by more than
    /// rounding.
    pub fn check_layout(&self, layout: &LayoutDoc) -> Vec<String> {
        let groups = self.world.groups();
        let is_unknown = |one: &&GroupLayout| groups.iter().all(|group| group.key != one.group);
        let unknown = layout.groups.iter().filter(is_unknown);
        let mut notices: Vec<String> = unknown
            .map(|one| format!("There is no group {}: its layout was left out.", quote(&one.group)))
            .collect();
        notices.extend(layout.for_groups(groups).fit_to_groups(groups).1);
        notices
    }

    /// Events that rename a site, and that update the groups whose goal is this site.
    ///
    /// # Errors
    /// One sentence if there is no such site, or if the new name is invalid or in use.
    pub fn renaming_site(&self, from: &str, to: &str) -> Result<Vec<Event>, String> {
        let to = Site::checked_name(to)?;
        let mut doc = self.layout_doc();
        let sites = &doc.sites;
        let index = sites.iter().position(|site| site.is_named(from));
        let index = index.ok_or_else(|| missing_site_notice(from, sites))?;
        if sites.iter().enumerate().any(|(at, site)| at != index && site.is_named(&to)) {
            return Err(format!("There is a site {to} already."));
        }
        let from = std::mem::replace(&mut doc.sites[index].name, to.clone());
        let texts = self.texts().iter().enumerate();
        let goals = texts.filter(|(id, text)| text.spec.is_site && self.text(*id) == from);
        let goals = goals.map(|(id, _)| Event::Text { id, text: to.as_str().into() });
        Ok(std::iter::once(Event::Layout(doc.into())).chain(goals).collect())
    }

    /// The parts of a layout that the run can use.
    pub(crate) fn fit_layout_doc(&self, layout: &LayoutDoc) -> LayoutDoc {
        let groups = self.world.groups();
        LayoutDoc::new(&layout.for_groups(groups).fit_to_groups(groups).0, groups)
    }
}

/// Beginnings of notices about parts of rules, and of measures, without effect in this run.
const IN_RULE_PREFIX: &str = "In rule ";
const IN_MEASURE_PREFIX: &str = "In measure ";

/// Whether a notice says that a part of a rule or a measure has no effect in this run.
pub(crate) fn is_rule_notice(notice: &str) -> bool {
    notice.starts_with(IN_RULE_PREFIX) || notice.starts_with(IN_MEASURE_PREFIX)
}

/// Names in `group("...")` expressions that no group of `groups` has, in the order of the text.
fn unknown_groups<'e>(exprs: impl Iterator<Item = &'e Expr>, groups: &[Group]) -> Vec<&'e str> {
    let is_unknown = |name: &&str| find_group(key_label_pairs(groups), name).is_none();
    group_names(exprs).into_iter().filter(is_unknown).collect()
}

fn missing_group_clause(name: &str, groups: &[Group]) -> String {
    format!("no group {name}; there are {}.", list_groups(groups))
}

/// One clause for each output of a rule (brake, thrust) that a body does not use.
fn unused_output_clauses(rule: &Rule, body: BodyKind) -> Vec<String> {
    let has_brake = matches!(body, BodyKind::Rigid | BodyKind::Point);
    let has_thrust = matches!(body, BodyKind::Rigid | BodyKind::Tile);
    let outputs = [("brake", &rule.brake, has_brake), ("thrust", &rule.thrust, has_thrust)];
    let idle = outputs.into_iter().filter(|(_, output, is_used)| output.is_some() && !is_used);
    idle.map(|(name, ..)| format!("{name} does nothing: no {} obeys it.", body.key())).collect()
}

/// One clause for each memory of other units that a rule reads and that some or all groups lack.
fn missing_memory_clauses(rule: &Rule, groups: &[Group]) -> Vec<String> {
    let sentence = |read: &ReadMemory| {
        let ReadMemory { rule, name, ty } = read;
        let keeps = |group: &&Group| {
            let mut rules = group.pipeline.iter().filter(|one| one.key() == rule);
            rules.any(|one| one.remembered(name, *ty).is_some())
        };
        let lacks: Vec<&str> =
            groups.iter().filter(|group| !keeps(group)).map(|group| group.label).collect();
        let what = ty.name();
        match lacks.len() {
            0 => None,
            all if all == groups.len() => {
                Some(format!("no rule {rule} keeps {what} {name}: it is 0 for all."))
            }
            _ => Some(format!(
                "{rule}.{name} is 0 for {}, who keep no such {}.",
                lacks.join(", "),
                what.split(' ').next_back().unwrap_or_default()
            )),
        }
    };
    rule.read_memories.iter().filter_map(sentence).collect()
}

/// End of the notice that written rules reduce the number of units, by which such notices are
/// recognized.
const RULE_LIMIT_ADVICE: &str = "give sets a distance, as in everyone(20 * L).";

/// End of the notice that the limit of all groups reduces the number of units, by which such
/// notices are recognized.
fn unit_limit_text() -> String {
    format!("All groups together have at most {MAX_UNITS}.")
}

/// Whether a notice says that a group has fewer units than its parameters ask for.
pub(crate) fn is_unit_reduction_notice(notice: &str) -> bool {
    notice.ends_with(RULE_LIMIT_ADVICE) || notice.ends_with(&unit_limit_text())
}

/// Sort key for the order of the panel: groups in order, then the world. `part` is the index of the
/// parameter block in the group, `index` the index in the block.
fn panel_order(group: Option<usize>, part: usize, index: usize) -> u32 {
    let [group, part, index] = [group.unwrap_or(255), part, index].map(|number| number as u32);
    group << 16 | part << 8 | index
}

/// All parameters of a world and its groups, with their current values as defaults.
pub(crate) fn list_params(WorldSetup { world, groups }: &WorldSetup) -> Vec<RunParam> {
    let mut params = Vec::new();
    for (g, group) in groups.iter().enumerate() {
        for (p, part) in group.param_blocks().enumerate() {
            push_block_params(&mut params, part, Some((g, group.key)), p);
        }
    }
    push_block_params(&mut params, world, None, 0);
    params
}

/// All text parameters of the groups, with their current texts as defaults.
fn list_texts(groups: &[Group]) -> Vec<RunTextParam> {
    let mut texts = Vec::new();
    for (g, group) in groups.iter().enumerate() {
        for (p, part) in group.param_blocks().enumerate() {
            for (index, spec) in part.texts().iter().enumerate() {
                let key = prefixed_key(spec.key, Some((g, group.key)));
                let default = part.text(index);
                texts.push(RunTextParam {
                    spec,
                    key,
                    group: g,
                    block: p,
                    index,
                    default,
                    is_present: true,
                });
            }
        }
    }
    texts
}

/// Whether a parameter or a text of a world and its groups has this key in links.
pub(crate) fn has_param(world: &dyn Params, groups: &[Group], key: &str) -> bool {
    let has = |part: &dyn Params, name: &str| {
        part.specs().iter().any(|spec| spec.key == name)
            || part.texts().iter().any(|spec| spec.key == name)
    };
    let of_group = |(g, name): (usize, &str)| {
        groups.get(g).is_some_and(|group| group.param_blocks().any(|part| has(part, name)))
    };
    split_key(key, groups).is_some_and(of_group) || has(world, key)
}

fn push_block_params(
    params: &mut Vec<RunParam>,
    block: &dyn Params,
    group: Option<(usize, &str)>,
    block_index: usize,
) {
    for (index, spec) in block.specs().iter().enumerate() {
        params.push(RunParam {
            spec,
            key: prefixed_key(spec.key, group),
            group: group.map(|(g, _)| g),
            block: block_index,
            index,
            default: block.get(index),
            is_present: true,
        });
    }
}
