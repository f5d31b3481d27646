//! The rules of a run, and what printed code needs to know of the run.

use super::Language;
use super::assemble::module_of;
use super::writer::write;
use crate::tree::Rule;

/// The rules of a run.
#[derive(Clone, Debug, Default)]
pub struct Force {
    /// Lines of plain text for the head of the file.
    pub about: Vec<String>,
    /// Width and height, u, of a world that wraps around at its edges.
    pub torus: Option<[f32; 2]>,
    /// The groups, the main one first.
    pub groups: Vec<Grouped>,
}

/// The rules of a group.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grouped {
    /// Its key in the game, unique in the run.
    pub key: String,
    /// Its bodies steer toward a direction by turning.
    pub rigid: bool,
    /// Its field of view; `None`: it sees nobody.
    pub view: Option<FieldOfView>,
    /// Keys of the groups that it hunts; empty: all units of other roles.
    pub hunts: Vec<String>,
    /// Keys of the groups that it fears.
    pub fears: Vec<String>,
    /// It fears the pointer.
    pub fears_pointer: bool,
    /// The nodes of its path, u.
    pub path: Vec<[f32; 2]>,
    /// Earlier behaviors take the force first.
    pub priority: bool,
    /// The force of a unit that steers with all its strength.
    pub max_force: f32,
    /// Mass of a unit.
    pub mass: f32,
    /// Largest share of the maximum force per u/s of a wanted change of velocity; infinite without a limit.
    pub most_gain: f32,
    /// How its bodies brake.
    pub braking: Braking,
    /// Its rules in the order in which they add up.
    pub terms: Vec<Term>,
    /// Keys of its behaviors that are not rules.
    pub left_out: Vec<String>,
}

/// The distance that a body needs to stop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Braking {
    /// In lengths of the body.
    Lengths(f32),
    /// By its inertia: mass over maximum force, s²/u.
    Inertia(f32),
}

impl Default for Braking {
    fn default() -> Self {
        Self::Lengths(0.0)
    }
}

/// The shape of a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "their names say it")]
pub enum Sight {
    Wide,
    Limited,
    Narrow,
    Full,
}

/// A field of view.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldOfView {
    /// Its shape; `None`: it sees nobody.
    pub sight: Option<Sight>,
    /// Its radius, lengths.
    pub radius: Declared,
    /// Tangent of half the blind wedge behind.
    pub back_angle: Declared,
    /// Tangent of half the narrow view.
    pub front_angle: Declared,
    /// Largest number of units that count; 0: all.
    pub nearest: u32,
}

/// A rule with its numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// The rule.
    pub rule: Rule,
    /// Its weight.
    pub weight: Declared,
    /// The values of its parameters, in their order; a choice is the number of its option.
    pub params: Vec<Declared>,
}

/// A number with its documentation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Declared {
    /// Its value.
    pub value: f32,
    /// Its meaning, in a sentence or more.
    pub doc: String,
    /// Its unit; may be empty.
    pub unit: String,
    /// Its smallest and largest value.
    pub range: [f32; 2],
    /// Where it comes from; may be empty.
    pub source: String,
}

impl Force {
    /// The file in a language.
    pub fn print(&self, language: Language) -> String {
        // Groups that steer alike share one function.
        let keyed = |group: &Grouped| Grouped { key: self.groups[0].key.clone(), ..group.clone() };
        let are_alike = self.groups.iter().skip(1).all(|group| keyed(group) == self.groups[0]);
        let groups =
            if are_alike { self.groups.get(..1).unwrap_or_default() } else { &self.groups };
        let writer = language.writer();
        write(&module_of(&Self { groups: groups.to_vec(), ..self.clone() }, writer), writer)
    }
}
