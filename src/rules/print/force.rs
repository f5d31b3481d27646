//! Input of the printers: the rules of a run and the properties of its groups.

use super::Language;
use super::assemble::assemble_module;
use super::writer::write_module;
use crate::tree::Rule;

/// Rules of a run, to be printed as one file.
#[derive(Clone, Debug, Default)]
pub struct PrintedForce {
    /// Lines of plain text at the head of the file.
    pub head_lines: Vec<String>,
    /// Width and height of the world if it wraps around at its edges, u; `None` otherwise.
    pub torus_size: Option<[f32; 2]>,
    /// Groups of the run, the main one first.
    pub groups: Vec<GroupRules>,
}

/// Rules of a group, with the properties of the group on which they depend.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GroupRules {
    /// Key of the group in the printed code, unique in the run.
    pub key: String,
    /// Whether the group's bodies steer toward a direction by turning.
    pub is_rigid: bool,
    /// Field of view of the units; `None` if they see nobody.
    pub view: Option<FieldOfView>,
    /// Keys of the groups that the group hunts; empty if it hunts all units of other roles.
    pub hunted_groups: Vec<String>,
    /// Keys of the groups that the group fears.
    pub feared_groups: Vec<String>,
    /// Whether the units flee the pointer.
    pub fears_pointer: bool,
    /// Positions of the nodes of the group's path, u.
    pub path_nodes: Vec<[f32; 2]>,
    /// Whether forces are combined by priority: earlier behaviors use up the maximum force first.
    pub is_prioritized: bool,
    /// Maximum force of a unit, in the units of the group's parameters.
    pub max_force: f32,
    /// Mass of a unit; 0 for a body that responds to a force at once.
    pub mass: f32,
    /// Maximum force per u/s of wanted change of velocity, as a share of `max_force`; infinite
    /// without a limit.
    pub max_gain: f32,
    /// Distance in which the group's bodies stop from full speed.
    pub braking: StoppingDistance,
    /// Rules of the group in the order in which their forces are added.
    pub weighted_rules: Vec<WeightedRule>,
    /// Keys of the group's behaviors that are not printed, because no rule expresses them.
    pub omitted_behaviors: Vec<String>,
}

/// Distance in which a body stops from full speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StoppingDistance {
    /// The distance is given, in body lengths.
    BodyLengths(f32),
    /// The distance is computed from the inertia: mass over maximum force, s²/u.
    Inertia(f32),
}

impl Default for StoppingDistance {
    fn default() -> Self {
        Self::BodyLengths(0.0)
    }
}

/// Shape of a field of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "their names say it")]
pub enum ViewShape {
    Wide,
    Limited,
    Narrow,
    Full,
}

/// Field of view of a group's units.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldOfView {
    /// Shape of the view; `None` if the group's units see nobody.
    pub shape: Option<ViewShape>,
    /// Radius of the view, body lengths.
    pub radius: DocumentedNumber,
    /// Tangent of half the blind angle behind a unit with a wide view.
    pub back_angle: DocumentedNumber,
    /// Tangent of half the opening angle of the narrow view.
    pub front_angle: DocumentedNumber,
    /// Maximum number of neighbors that count, nearest first; 0 for no limit.
    pub max_neighbors: u32,
}

/// Rule of a group, with its weight and parameter values.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightedRule {
    /// Rule whose force is printed.
    pub rule: Rule,
    /// Factor on the rule's force, with its documentation.
    pub weight: DocumentedNumber,
    /// Values of the rule's parameters, in their order; that of a choice is the index of its
    /// option.
    pub params: Vec<DocumentedNumber>,
}

/// Number in printed code, with its documentation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DocumentedNumber {
    /// Value of the number.
    pub value: f32,
    /// Meaning of the number, one or more sentences.
    pub doc: String,
    /// Unit of the number; can be empty.
    pub unit: String,
    /// Minimum and maximum of the number.
    pub range: [f32; 2],
    /// Source of the number, such as the chapter of a book; can be empty.
    pub source: String,
}

impl PrintedForce {
    /// Prints the rules as a file in a language.
    pub fn print(&self, language: Language) -> String {
        // Groups whose rules and properties are equal share one function.
        let keyed =
            |group: &GroupRules| GroupRules { key: self.groups[0].key.clone(), ..group.clone() };
        let are_alike = self.groups.iter().skip(1).all(|group| keyed(group) == self.groups[0]);
        let groups =
            if are_alike { self.groups.get(..1).unwrap_or_default() } else { &self.groups };
        let writer = language.writer();
        write_module(
            &assemble_module(&Self { groups: groups.to_vec(), ..self.clone() }, writer),
            writer,
        )
    }
}
