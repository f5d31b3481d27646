//! What a behavior is: the static description that lists, links, documents and diagnoses read.

use crate::choices;
use crate::engine::bodies::BodyKind;
use crate::engine::params::Hunters;
use crate::engine::perception::{Sector, View, ViewModel};
use crate::engine::scenery::AtEnd;
use crate::schema::ParamSpec;

/// What a behavior is. Key, label, formula and source are those of its weight.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// The declaration of its weight, which is its first parameter.
    pub weight: &'static ParamSpec,
    /// What it does, in a sentence.
    pub says: &'static str,
    /// Who or what turns a unit by it, for a sentence that goes on with “left” or “right”: “the
    /// flock's center pulls it”. Empty where only its name says that.
    pub cause: &'static str,
    /// The only bodies that it can steer; `None` where what it is says that:
    /// see [`bodies`](trait.Behavior.html#method.bodies).
    pub(super) only_on: Option<&'static [BodyKind]>,
    /// The bodies for which it is the first choice among what acts on the same.
    pub suits: &'static [BodyKind],
    /// What it is there for, where that matters to a diagnosis.
    pub job: Job,
    /// What it does, as a [rule](crate::rules) that names its parameters by their keys; `None` of
    /// what no rule can say.
    pub text: Option<&'static str>,
    /// The pass beside the rule does a little more, which programs have by hand.
    pub more: bool,
}

/// What a group must have for a behavior to do anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// A view, through which units count their neighbors.
    View,
    /// A goal.
    Goal,
    /// A path.
    Path,
    /// Another group that leads.
    Leader,
}

/// What a behavior is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Job {
    /// It steers.
    Steers,
    /// It takes units to a place in order to arrive there.
    Arrives,
    /// It holds units back: what it balances is meant to be balanced.
    HoldsBack,
}

impl About {
    /// Of a behavior with these parameters.
    pub const fn new(specs: &'static [ParamSpec], says: &'static str) -> Self {
        let weight = &specs[0];
        Self {
            weight,
            says,
            cause: "",
            only_on: None,
            suits: &[],
            job: Job::Steers,
            text: None,
            more: false,
        }
    }

    /// Who or what turns a unit by it.
    pub(crate) const fn caused_by(self, cause: &'static str) -> Self {
        Self { cause, ..self }
    }

    /// It does what this rule says.
    pub const fn ruled(self, text: &'static str) -> Self {
        Self { text: Some(text), ..self }
    }

    /// It does nearly what this rule says.
    pub(crate) const fn ruled_nearly(self, text: &'static str) -> Self {
        Self { more: true, ..self.ruled(text) }
    }

    /// It steers these bodies only.
    pub(crate) const fn only_on(self, bodies: &'static [BodyKind]) -> Self {
        Self { only_on: Some(bodies), ..self }
    }

    /// It is the first choice for these bodies.
    pub(crate) const fn suiting(self, suits: &'static [BodyKind]) -> Self {
        Self { suits, ..self }
    }

    /// What it is there for.
    pub(crate) const fn whose_job(self, job: Job) -> Self {
        Self { job, ..self }
    }

    /// Its key, which is also that of its weight.
    pub const fn key(&self) -> &'static str {
        self.weight.key
    }

    /// What the page calls it.
    pub const fn label(&self) -> &'static str {
        self.weight.label
    }
}

/// What others must know of a behavior as it is tuned now.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Features {
    /// Where it counts units that are too near.
    pub separation: Option<Apart>,
    /// How near a node of the group's path counts as reached, in lengths, and what comes at its
    /// end.
    pub route: Option<(f32, AtEnd)>,
    /// The feelers of its units.
    pub feelers: Option<FeelerShape>,
    /// Which units hunt the scene's own target, where it leaves that open.
    pub hunters: Option<Hunters>,
    /// The pointer is a menace for its group.
    pub fears_pointer: bool,
}

choices! {
    /// The view through which separation looks.
    pub enum SeparationView {
        Same = "same", "Same as the flock", "The flock's own view.";
        Wide = "wide", "Wide", "All around except for a blind wedge behind.";
        Limited = "limited", "Limited", "The half plane ahead.";
        Narrow = "narrow", "Narrow", "A wedge ahead.";
        Full = "full", "Full circle", "All around.";
    }
}

/// Where a behavior counts units that are too near.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Apart {
    /// Through which view.
    pub view: SeparationView,
    /// How far, in lengths.
    pub factor: f32,
}

impl Apart {
    /// The sector, given the group's view. Only the view's angles count here: its radius is the
    /// flocking rules' alone.
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
            sector => Sector { radius_factor: self.factor, ..sector },
        }
    }
}

/// Feelers, for those who draw them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FeelerShape {
    /// How far they reach, in lengths.
    pub reach: f32,
    /// The angle between the middle one and each of the side ones, radians.
    pub spread: f32,
    /// How many there are.
    pub count: u32,
}
