//! What to try against a finding: one parameter, and a value for it.

use super::crew::Crew;
use crate::schema::Kind;
use crate::session::run::Run;

/// A change of one parameter, as [`Run::set`] takes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fix {
    /// Id of the parameter in the run.
    pub param: usize,
    /// What it should become.
    pub value: f32,
}

/// On which side of the scene's own value a parameter does harm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Harm {
    /// Below it.
    Low,
    /// Above it.
    High,
}

/// Parameters off the scene's own value by more than this ratio are suspects: nearly a quarter.
const NOTABLE: f32 = 1.246;

/// What a detector may look at to find a remedy.
pub struct Case<'a> {
    /// The run.
    pub run: &'a Run,
    /// What is known of its watched units.
    pub crew: &'a Crew,
    /// Index of the group that the finding is about.
    pub group: usize,
}

impl Case<'_> {
    /// The id of a parameter of the group, or of the world, that matters now.
    pub fn param(&self, key: &str) -> Option<usize> {
        let own = |group: Option<usize>| {
            self.run.params().iter().position(|p| p.group == group && p.spec.key == key)
        };
        own(Some(self.group)).or_else(|| own(None)).filter(|id| self.run.is_visible(*id))
    }

    /// The value of a parameter of the group or of the world; 0 where it has none.
    pub fn value(&self, key: &str) -> f32 {
        self.param(key).map_or(0.0, |id| self.run.get(id))
    }

    /// Takes back the change that is the most to blame: of the parameters that are off the scene's
    /// own value on the harmful side, the one that is the farthest off, as a ratio.
    pub fn back(&self, suspects: &[(&str, Harm)]) -> Option<Fix> {
        let mut worst = (NOTABLE, None);
        for (key, harm) in suspects {
            let Some(id) = self.param(key) else { continue };
            let param = &self.run.params()[id];
            // So that a ratio makes sense where one of the two is 0.
            let little = 1e-3 * (param.spec.max - param.spec.min);
            let ratio = (self.run.get(id) + little) / (param.default + little);
            let off = match harm {
                Harm::High => ratio,
                Harm::Low => 1.0 / ratio,
            };
            if off > worst.0 {
                worst = (off, Some(Fix { param: id, value: param.default }));
            }
        }
        worst.1
    }

    /// A parameter times a factor, as [`to`](Self::to): `None` where that changes nothing, as at 0 or
    /// at the end of its range.
    pub fn scaled(&self, key: &str, factor: f32) -> Option<Fix> {
        self.to(key, self.value(key) * factor)
    }

    /// A parameter at the value of its slider that is the nearest; `None` where it is there.
    pub fn to(&self, key: &str, value: f32) -> Option<Fix> {
        let id = self.param(key)?;
        let spec = self.run.params()[id].spec;
        let rounded = match spec.kind {
            Kind::Float => (value / spec.step).round() * spec.step,
            _ => value,
        };
        let value = spec.validate(rounded)?;
        (value != self.run.get(id)).then_some(Fix { param: id, value })
    }

    /// The behavior of the group that scores highest, if it has a weight and a score: its place in
    /// the pipeline and its key.
    pub fn culprit(&self, scores: &[f32]) -> Option<(usize, &'static str)> {
        let pipeline = &self.run.world.groups().get(self.group)?.pipeline;
        let active = |(_, (score, weight)): &(usize, (f32, f32))| *score > 0.0 && *weight > 0.0;
        scores
            .iter()
            .copied()
            .zip(pipeline.iter().map(|behavior| behavior.weight()))
            .enumerate()
            .filter(active)
            .max_by(|a, b| a.1.0.total_cmp(&b.1.0))
            .map(|(place, _)| (place, pipeline[place].key()))
    }

    /// The labels for [`Detector::culprits`](super::Detector::culprits): the behavior that scores
    /// highest.
    pub fn label_of(&self, scores: &[f32]) -> [&'static str; 2] {
        let pipeline = &self.run.world.groups()[self.group].pipeline;
        [self.culprit(scores).map_or("", |(place, _)| pipeline[place].about().label()), ""]
    }
}
