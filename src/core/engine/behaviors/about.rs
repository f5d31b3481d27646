//! Static description of a behavior, which lists, links, documents and the diagnosis read.

use crate::choices;
use crate::engine::bodies::BodyKind;
use crate::engine::params::Hunters;
use crate::engine::perception::{Sector, View, ViewModel};
use crate::engine::scenery::PathEnd;
use crate::schema::ParamSpec;

/// Static description of a behavior. Key, label, formula and source are those of its weight.
#[derive(Clone, Copy, Debug)]
pub struct BehaviorInfo {
    /// Declaration of the weight, which is the first parameter of the behavior.
    pub weight: &'static ParamSpec,
    /// Description, one sentence.
    pub sentence: &'static str,
    /// Words for the cause of a turn; `None`: sentences use the behavior's label.
    pub cause: Option<CauseWords>,
    /// The only bodies that the behavior can steer. `None`: they follow from the behavior's needs;
    /// see [`bodies`](trait.Behavior.html#method.bodies).
    pub(super) only_on: Option<&'static [BodyKind]>,
    /// Bodies for which this behavior is offered first among those with the same stimulus.
    pub suited_bodies: &'static [BodyKind],
    /// Whether the behavior steers, arrives or holds back, which the diagnosis takes into account.
    pub purpose: SteeringPurpose,
    /// The behavior as a [rule](crate::rules) that names parameters by their keys; `None` where no
    /// rule can express it.
    pub text: Option<&'static str>,
}

/// Cause of a turn, for sentences such as “The flock's center pulls it left”.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CauseWords {
    /// For example “the flock's center”.
    pub subject: &'static str,
    /// Verb and object, for example “pulls it”.
    pub verb: &'static str,
}

/// Something that a group must have; without it the behavior does nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BehaviorNeed {
    /// A view: the field within which units count their neighbors.
    View,
    /// A goal to move to.
    Goal,
    /// A path to walk along.
    Path,
    /// Another group that leads this one.
    Leader,
}

/// Purpose of a behavior.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SteeringPurpose {
    /// Steering in general.
    Steers,
    /// Arriving at a place.
    Arrives,
    /// Holding units back. Forces that it balances are balanced on purpose.
    HoldsBack,
}

impl BehaviorInfo {
    /// Describes a behavior with these parameters, the weight first.
    pub const fn new(specs: &'static [ParamSpec], sentence: &'static str) -> Self {
        let weight = &specs[0];
        Self {
            weight,
            sentence,
            cause: None,
            only_on: None,
            suited_bodies: &[],
            purpose: SteeringPurpose::Steers,
            text: None,
        }
    }

    /// Sets the words for the cause of a turn.
    pub(crate) const fn caused_by(self, subject: &'static str, verb: &'static str) -> Self {
        Self { cause: Some(CauseWords { subject, verb }), ..self }
    }

    /// Sets the rule that expresses the behavior.
    pub const fn with_rule(self, text: &'static str) -> Self {
        Self { text: Some(text), ..self }
    }

    /// Limits the behavior to these bodies.
    pub(crate) const fn required_bodies(self, bodies: &'static [BodyKind]) -> Self {
        Self { only_on: Some(bodies), ..self }
    }

    /// Sets the bodies for which the behavior is offered first.
    pub(crate) const fn suited_to(self, suits: &'static [BodyKind]) -> Self {
        Self { suited_bodies: suits, ..self }
    }

    /// Sets the purpose.
    pub(crate) const fn with_purpose(self, purpose: SteeringPurpose) -> Self {
        Self { purpose, ..self }
    }

    /// Key of the behavior and of its weight.
    pub const fn key(&self) -> &'static str {
        self.weight.key
    }

    /// Name of the behavior on the page.
    pub const fn label(&self) -> &'static str {
        self.weight.label
    }
}

/// Properties of a behavior, at the present values of its parameters, that other parts depend on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BehaviorFeatures {
    /// Where the behavior counts units as too near.
    pub separation: Option<SeparationSetting>,
    /// Distance at which a node of the group's path counts as reached, in body lengths, and what
    /// happens at the end of the path.
    pub path_radius_and_end: Option<(f32, PathEnd)>,
    /// Feelers of the units.
    pub feelers: Option<FeelerShape>,
    /// Whether all units or only the leaders hunt the world's target; `None` for all. A target that
    /// a caller assigns to the group and the pointer override it.
    pub hunters: Option<Hunters>,
    /// True if the group avoids the pointer.
    pub fears_pointer: bool,
}

choices! {
    /// View through which separation looks for neighbors.
    pub enum SeparationView {
        Same = "same", "Same as the flock", "The flock's own view.";
        Wide = "wide", "Wide", "All around except for a blind wedge behind.";
        Limited = "limited", "Limited", "The half plane ahead.";
        Narrow = "narrow", "Narrow", "A wedge ahead.";
        Full = "full", "Full circle", "All around.";
    }
}

/// Sector in which a behavior counts units as too near.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeparationSetting {
    /// View that sets the angles of the sector.
    pub view: SeparationView,
    /// Radius of the sector, in body lengths.
    pub distance_factor: f32,
}

impl SeparationSetting {
    /// Sector for the group's view, of which only the angles count: the view's radius concerns
    /// alignment and cohesion alone.
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
    /// Length of a feeler, in body lengths.
    pub reach: f32,
    /// Angle between the middle feeler and each feeler at the side, in radians.
    pub spread: f32,
    /// Number of feelers.
    pub count: u32,
}
