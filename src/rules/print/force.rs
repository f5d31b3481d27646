//! Input of the printers: the rules of a run and the properties of its groups.

use super::Language;
use super::assemble::module_of;
use super::writer::write;
use crate::tree::Rule;

/// The rules of a run, to be printed as one file.
#[derive(Clone, Debug, Default)]
pub struct PrintedForce {
    /// Lines of plain text for the head of the file.
    pub head_lines: Vec<String>,
    /// Width and height (u) of a world that wraps around at its edges.
    pub torus_size: Option<[f32; 2]>,
    /// The groups, the main one first.
    pub groups: Vec<GroupRules>,
}

/// The rules of a group.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GroupRules {
    /// Key of the group in the game, unique in the run.
    pub key: String,
    /// True if its bodies steer toward a direction by turning.
    pub is_rigid: bool,
    /// Field of view; `None` if its units see nobody.
    pub view: Option<FieldOfView>,
    /// Keys of the groups that it hunts; empty if it hunts all units of other roles.
    pub hunted_groups: Vec<String>,
    /// Keys of the groups that it fears.
    pub feared_groups: Vec<String>,
    /// True if it flees the pointer.
    pub fears_pointer: bool,
    /// Nodes of its path, u.
    pub path_nodes: Vec<[f32; 2]>,
    /// True if earlier behaviors use up the maximum force first.
    pub is_prioritized: bool,
    /// Maximum force of a unit.
    pub max_force: f32,
    /// Mass of a unit.
    pub mass: f32,
    /// Maximum force share per u/s of a wanted change of velocity; infinite without a limit.
    pub max_gain: f32,
    /// Stopping distance of its bodies.
    pub braking: StoppingDistance,
    /// Rules of the group in the order in which their forces are added.
    pub weighted_rules: Vec<WeightedRule>,
    /// Keys of its behaviors that are not rules.
    pub omitted_behaviors: Vec<String>,
}

/// Stopping distance of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StoppingDistance {
    /// Given, in lengths of the body.
    BodyLengths(f32),
    /// Computed from the inertia, mass over maximum force, s²/u.
    Inertia(f32),
}

impl Default for StoppingDistance {
    fn default() -> Self {
        Self::BodyLengths(0.0)
    }
}

/// The shape of a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "their names say it")]
pub enum ViewShape {
    Wide,
    Limited,
    Narrow,
    Full,
}

/// A field of view.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldOfView {
    /// Shape of the view; `None` if it counts nobody.
    pub shape: Option<ViewShape>,
    /// Radius, body lengths.
    pub radius: DocumentedNumber,
    /// Tangent of half the blind angle behind.
    pub back_angle: DocumentedNumber,
    /// Tangent of half the angle of the narrow view.
    pub front_angle: DocumentedNumber,
    /// Maximum number of neighbors; 0: no limit.
    pub max_neighbors: u32,
}

/// A rule with its weight and parameter values.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightedRule {
    /// The rule.
    pub rule: Rule,
    /// Its weight.
    pub weight: DocumentedNumber,
    /// Values of the parameters, in the order of the rule; a choice is the index of its option.
    pub params: Vec<DocumentedNumber>,
}

/// A number with its documentation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DocumentedNumber {
    /// Its value.
    pub value: f32,
    /// Meaning, one or more sentences.
    pub doc: String,
    /// Its unit; may be empty.
    pub unit: String,
    /// Minimum and maximum.
    pub range: [f32; 2],
    /// Source, such as a chapter of the book; may be empty.
    pub source: String,
}

impl PrintedForce {
    /// Prints the file in a language.
    pub fn print(&self, language: Language) -> String {
        // Groups that steer alike share one function.
        let keyed =
            |group: &GroupRules| GroupRules { key: self.groups[0].key.clone(), ..group.clone() };
        let are_alike = self.groups.iter().skip(1).all(|group| keyed(group) == self.groups[0]);
        let groups =
            if are_alike { self.groups.get(..1).unwrap_or_default() } else { &self.groups };
        let writer = language.writer();
        write(&module_of(&Self { groups: groups.to_vec(), ..self.clone() }, writer), writer)
    }
}
