//! Suggested remedies for a finding: one parameter and a value for it.

use super::sample::UnitSample;
use flockwright::engine::behaviors::Behavior;
use flockwright::schema::{Trouble, ValueKind};
use flockwright::session::run::{Run, RunParam};

/// Suggested change of one parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParamFix {
    /// Index of the parameter in `Run::params`.
    pub param: usize,
    pub value: f32,
}

/// Least ratio between a parameter's value and the scene's own that may cause a trouble.
const NOTABLE_RATIO: f32 = 1.246;

/// Run, watched units and group of a finding, from which a detector derives a remedy.
pub struct FindingCase<'a> {
    pub run: &'a Run,
    /// Units that the diagnosis watches.
    pub watched_units: &'a UnitSample,
    /// Index of the group that has the trouble.
    pub group: usize,
}

impl FindingCase<'_> {
    /// Index of the parameter `key` of the group, else of the world; `None` if there is none or it
    /// has no effect with the present values.
    pub fn find_param(&self, key: &str) -> Option<usize> {
        let own = |group: Option<usize>| {
            let is = |p: &RunParam| p.is_present && p.group == group && p.spec.key == key;
            self.run.params().iter().position(is)
        };
        own(Some(self.group)).or_else(|| own(None)).filter(|id| self.run.is_visible(*id))
    }

    /// Value of the parameter `key` of the group, else of the world; 0 if there is none or it has
    /// no effect with the present values.
    pub fn param_value(&self, key: &str) -> f32 {
        self.find_param(key).map_or(0.0, |id| self.run.get(id))
    }

    /// Parameters of the group and the world that have an effect now, with their indices.
    fn active_params(&self) -> impl Iterator<Item = (usize, &RunParam)> {
        let here = |param: &RunParam| param.group.is_none_or(|group| group == self.group);
        let params = self.run.params().iter().enumerate();
        params.filter(move |(id, param)| here(param) && self.run.is_visible(*id))
    }

    /// Fix that returns one parameter to the scene's own value: of those that cause this trouble if
    /// too high or too low, the one farthest from that value by ratio. `None` if no ratio exceeds
    /// `NOTABLE_RATIO`.
    pub fn undo_worst_change(&self, trouble: Trouble) -> Option<ParamFix> {
        let mut worst = (NOTABLE_RATIO, None);
        for (id, param) in self.active_params() {
            let high = param.spec.too_high.contains(&trouble);
            let low = param.spec.too_low.contains(&trouble);
            let ratio = self.ratio_to_scene_value(id, param);
            for (harmful, off) in [(high, ratio), (low, 1.0 / ratio)] {
                if harmful && off > worst.0 {
                    worst = (off, Some(ParamFix { param: id, value: param.default }));
                }
            }
        }
        worst.1
    }

    /// Fix that returns a parameter to the scene's own value; `None` unless it exceeds that value
    /// by [`NOTABLE_RATIO`].
    pub(crate) fn lower_to_scene_value(&self, key: &str) -> Option<ParamFix> {
        let id = self.find_param(key)?;
        let param = &self.run.params()[id];
        (self.ratio_to_scene_value(id, param) > NOTABLE_RATIO)
            .then_some(ParamFix { param: id, value: param.default })
    }

    /// Ratio of a parameter's value to the scene's own; 1/1000 of the parameter's range is added to
    /// each, because they may be 0.
    fn ratio_to_scene_value(&self, id: usize, param: &RunParam) -> f32 {
        let little = 1e-3 * (param.spec.max - param.spec.min);
        (self.run.get(id) + little) / (param.default + little)
    }

    /// First fix that `change` returns, among the parameters whose increase is known to end this
    /// trouble.
    pub(crate) fn first_raise(
        &self,
        trouble: Trouble,
        change: impl Fn(&'static str) -> Option<ParamFix>,
    ) -> Option<ParamFix> {
        let helps = |(_, param): &(usize, &RunParam)| param.spec.raised_for == Some(trouble);
        self.active_params().filter(helps).find_map(|(_, param)| change(param.spec.key))
    }

    /// Fix that multiplies a parameter by a factor; `None` if its value would stay the same.
    pub fn scale_param(&self, key: &str, factor: f32) -> Option<ParamFix> {
        self.set_param(key, self.param_value(key) * factor)
    }

    /// Fix that sets a parameter to the nearest slider value; `None` if it has that value.
    pub fn set_param(&self, key: &str, value: f32) -> Option<ParamFix> {
        let id = self.find_param(key)?;
        let spec = self.run.params()[id].spec;
        let rounded = match spec.kind {
            ValueKind::Float => (value / spec.step).round() * spec.step,
            _ => value,
        };
        let value = spec.validate(rounded)?;
        (value != self.run.get(id)).then_some(ParamFix { param: id, value })
    }

    /// Behavior of the group with a weight above 0 whose force changes most from tick to tick.
    pub fn unsteadiest_behavior(&self) -> Option<&dyn Behavior> {
        let unrest = &self.watched_units.groups[self.group].force_changes;
        let pipeline = &self.run.world.groups().get(self.group)?.pipeline;
        let active = pipeline
            .iter()
            .zip(unrest)
            .filter(|(behavior, unrest)| **unrest > 0.0 && behavior.weight() > 0.0);
        active.max_by(|a, b| a.1.total_cmp(b.1)).map(|(behavior, _)| behavior.as_ref())
    }
}
