//! Descriptions of behaviors for lists, links, documents and explanations, and properties of
//! behaviors that other parts of the program read.

use crate::choices;
use crate::engine::bodies::BodyKind;
use crate::engine::params::Hunters;
use crate::engine::perception::{Sector, View, ViewModel};
use crate::engine::scenery::PathEnd;
use crate::schema::ParamSpec;

/// Static description of a behavior. Key, label, formula and source are fields of `weight`.
#[derive(Clone, Copy, Debug)]
pub struct BehaviorInfo {
    /// Declaration of the weight, which is the behavior's first parameter.
    pub weight: &'static ParamSpec,
    /// Description of the behavior, one sentence.
    pub sentence: &'static str,
    /// Words for the behavior as the cause of a turn, in explanations; `None` if its label serves.
    pub cause: Option<CauseWords>,
    /// The only kinds of bodies that the behavior can steer; `None` if
    /// [`bodies`](trait.Behavior.html#method.bodies) derives them from the behavior's rule.
    pub(super) exclusive_bodies: Option<&'static [BodyKind]>,
    /// Kinds of bodies for which the page prefers this behavior to others that make the same
    /// relation to a group effective.
    pub suited_bodies: &'static [BodyKind],
    /// Purpose of the behavior, for explanations and for its place among a group's behaviors.
    pub purpose: SteeringPurpose,
    /// Text of the behavior as a [rule](crate::rules) that names parameters by their keys; `None`
    /// if no rule can express the behavior.
    pub text: Option<&'static str>,
}

/// Words for the cause of a turn, in sentences such as “The flock's center pulls it left”.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CauseWords {
    /// Subject of the sentence, for example “the flock's center”.
    pub subject: &'static str,
    /// Verb and object of the sentence, for example “pulls it”.
    pub verb: &'static str,
}

/// Property that a group must have for a behavior to act on it at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BehaviorNeed {
    /// The group must have a field of view, in which its units look for neighbors.
    View,
    /// The group must have a goal to which its units move.
    Goal,
    /// The group must have a path along which its units move.
    Path,
    /// There must be another group that leads this one.
    Leader,
}

/// Purpose of a behavior, for explanations and for its place among a group's behaviors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SteeringPurpose {
    /// The behavior steers units for any purpose but those below, for example to flock, chase or
    /// flee.
    Steers,
    /// The behavior makes units arrive at a place.
    Arrives,
    /// The behavior slows units or keeps them apart; avoidance of a newly placed object is inserted
    /// before it in the group's list.
    HoldsBack,
}

impl BehaviorInfo {
    /// Creates the description of a behavior with these parameters, the weight first.
    pub const fn new(specs: &'static [ParamSpec], sentence: &'static str) -> Self {
        let weight = &specs[0];
        Self {
            weight,
            sentence,
            cause: None,
            exclusive_bodies: None,
            suited_bodies: &[],
            purpose: SteeringPurpose::Steers,
            text: None,
        }
    }

    /// Sets the words that name the behavior as the cause of a turn.
    pub(crate) const fn caused_by(self, subject: &'static str, verb: &'static str) -> Self {
        Self { cause: Some(CauseWords { subject, verb }), ..self }
    }

    /// Sets the behavior's rule text, which names parameters by their keys.
    pub const fn with_rule(self, text: &'static str) -> Self {
        Self { text: Some(text), ..self }
    }

    /// Limits the behavior to these kinds of bodies.
    pub(crate) const fn required_bodies(self, bodies: &'static [BodyKind]) -> Self {
        Self { exclusive_bodies: Some(bodies), ..self }
    }

    /// Sets the kinds of bodies for which the behavior is offered first.
    pub(crate) const fn suited_to(self, suits: &'static [BodyKind]) -> Self {
        Self { suited_bodies: suits, ..self }
    }

    /// Sets the purpose of the behavior.
    pub(crate) const fn with_purpose(self, purpose: SteeringPurpose) -> Self {
        Self { purpose, ..self }
    }

    /// Key of the behavior in links, which is also the key of its weight.
    pub const fn key(&self) -> &'static str {
        self.weight.key
    }

    /// Name of the behavior on the page.
    pub const fn label(&self) -> &'static str {
        self.weight.label
    }
}

/// What other parts of the program read of a behavior at its present parameter values: sector,
/// path, feelers, hunters, and fear of the pointer.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BehaviorFeatures {
    /// Sector in which the behavior counts units as too near; `None` if it has none.
    pub separation: Option<SeparationSetting>,
    /// Distance at which a unit counts as having reached a path node, body lengths, and what
    /// happens at the end of the path; `None` if the behavior follows no path.
    pub path_radius_and_end: Option<(f32, PathEnd)>,
    /// Feelers with which the behavior makes units test for obstacles; `None` if it has none.
    pub feelers: Option<FeelerShape>,
    /// Units that hunt the world's target; `None` if all do. Every unit hunts the pointer, and a
    /// target that a caller assigns to its group.
    pub hunters: Option<Hunters>,
    /// Whether the behavior makes units avoid the pointer.
    pub fears_pointer: bool,
}

choices! {
    /// Field of view in which separation looks for neighbors.
    pub enum SeparationView {
        Same = "same", "Same as the flock", "The flock's own view.";
        Wide = "wide", "Wide", "All around except for a blind wedge behind.";
        Limited = "limited", "Limited", "The half plane ahead.";
        Narrow = "narrow", "Narrow", "A wedge ahead.";
        Full = "full", "Full circle", "All around.";
    }
}

/// Sector of a unit in which a behavior counts other units as too near.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeparationSetting {
    /// Field of view that sets the angles of the sector.
    pub view: SeparationView,
    /// Radius of the sector in which units count as too near, body lengths.
    pub distance_factor: f32,
}

impl SeparationSetting {
    /// Sector with the radius `distance_factor` and the angles that `self.view` selects; `Same`
    /// selects those of `view`, the group's field of view. Empty if `view` is off.
    pub fn sector(&self, view: &View) -> Sector {
        let model = match self.view {
            SeparationView::Same => view.view,
            _ if view.view == ViewModel::Off => ViewModel::Off,
            SeparationView::Wide => ViewModel::Wide,
            SeparationView::Limited => ViewModel::Limited,
            SeparationView::Narrow => ViewModel::Narrow,
            SeparationView::Full => ViewModel::Full,
        };
        match view.sector(model) {
            Sector::NOTHING => Sector::NOTHING,
            sector => Sector { radius_factor: self.distance_factor, ..sector },
        }
    }
}

/// Shape of a unit's feelers, for drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FeelerShape {
    /// Length of each feeler, body lengths.
    pub length_factor: f32,
    /// Angle between the middle feeler and each feeler at the side, rad.
    pub side_angle: f32,
    /// Number of feelers of a unit.
    pub count: u32,
}
