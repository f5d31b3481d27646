//! Axes of a study: parameters of a base link, and the distribution of their values.
//!
//! An axis is written as `key=…`: a list (`0.5,1,2`, for choices their keys), a range in steps
//! (`0..4/8`: eight values from 0 to 4) or a range (`0..4`); `key` alone is the parameter's whole
//! range. `:log` and `:linear` after a range set the distribution of its values; the default is
//! that of the parameter's slider.
//!
//! Axes can be coupled: `cohesion,alignment=0,1;2,0.5` has two points, each with a value for both
//! axes, and `width=sqrt(count/4)*20` is computed from other parameters by an expression of the
//! rules' language.
//!
//! A parameter can also have the name and unit of a paper: `r=5..20/4` (u) and `v=0.03,0.3` (u per
//! tick) in the Vicsek model.
//!
//! `key@600..1200=…` is a ramp: the parameter moves linearly from its value at tick 600 to one of
//! the listed values at tick 1200. The final state of a flock can then depend on its history.

use super::formula::{AxisFormula, names_in};
use crate::insight::measures::declare_measures_of;
use flockwright::internals::math::sort_by_number;
use flockwright::internals::session::{NamedParam, shortest_decimal};
use flockwright::rules::near::did_you_mean;
use flockwright::rules::quote::quote;
use flockwright::schema::{ParamSpec, ValueKind};
use flockwright::session::events::{Event, EventLog};
use flockwright::session::link::{first_fault, inputs};
use flockwright::session::replay::Recording;
use flockwright::session::run::Run;
use flockwright::session::timeline::Timeline;
use std::ops::Range;

/// Significant digits of a value that is taken from a range: enough to tell two flocks apart, and
/// short in a link.
const SEARCH_DIGITS: usize = 4;

/// Significant digits of a value of a range in steps or of a formula.
const RANGE_STEP_DIGITS: usize = 6;

/// Maximum number of values of an axis.
const MAX_AXIS_VALUES: usize = 100_000;

/// Opened link whose parameters are varied, with its inputs (`ev=`).
pub struct StudyBase {
    run: Run,
    /// Base link as text, its inputs, and the tick at which they end.
    recording: Recording,
    /// Tick at which the link starts (`at=`), if it has one.
    start_tick: Option<u64>,
}

impl StudyBase {
    /// Opens a link or an address with a link.
    ///
    /// # Errors
    /// If the link has an invalid part: one sentence.
    pub fn open(link: &str) -> Result<Self, String> {
        let (later, timeline, notices) = Timeline::open(link);
        if let Some(notice) = first_fault(&notices) {
            return Err(notice.clone());
        }
        declare_measures_of(&later)?;
        let (recording, at) = (Recording::from_timeline(&timeline, &later), timeline.seek_goal());
        // The timeline has already applied inputs at tick 0; axes vary the run before them.
        let run = Run::open(link).0;
        Ok(Self { run, recording, start_tick: at })
    }

    /// Parses axes and refuses those that are coupled to others.
    pub fn read_independent_axes(&self, texts: &[String]) -> Result<Vec<StudyAxis>, String> {
        let axes = self.read_axes(texts)?;
        match axes.iter().find(|axis| axis.coupling.is_some()) {
            Some(axis) => Err(format!("The axis {} follows others: here, each is free.", axis.key)),
            None => Ok(axes),
        }
    }

    /// Parses axes, which may be coupled.
    pub(crate) fn read_axes(&self, texts: &[String]) -> Result<Vec<StudyAxis>, String> {
        let read = texts.iter().map(|text| StudyAxis::read_axis_or_axes(&self.run, text));
        let read = read.collect::<Result<Vec<_>, _>>()?;
        let mut axes: Vec<StudyAxis> = Vec::new();
        for axis in read.into_iter().flatten() {
            self.check_addition(&axes, &axis)?;
            axes.push(axis);
        }
        check_formulas(&axes)?;
        // A paper's unit in body lengths is converted here, with a length that must not vary.
        let is_varied = |id: usize| axes.iter().any(|other| other.named_param.id == id);
        match axes.iter().find(|axis| axis.named_param.length_param.is_some_and(is_varied)) {
            Some(axis) => Err(format!(
                "The axis {} is measured by the unit's length, which another axis varies.",
                axis.key
            )),
            None => Ok(axes),
        }
    }

    /// Checks that no earlier axis sets the same parameter (in the same ticks), and that a link
    /// with a ramp has no inputs of its own.
    fn check_addition(&self, axes: &[StudyAxis], axis: &StudyAxis) -> Result<(), String> {
        let key = &axis.key;
        let is_same = |other: &&StudyAxis| {
            other.named_param.id == axis.named_param.id && other.overlaps_in_time(axis)
        };
        if let Some(other) = axes.iter().find(is_same) {
            return Err(if other.key == *key {
                format!("The axis {key} stands twice.")
            } else if axis.ramp_ticks.is_none() {
                format!("The axes {} and {key} are one parameter.", other.key)
            } else {
                format!("The ramps {} and {key} overlap.", other.key)
            });
        }
        if axis.ramp_ticks.is_some() && !self.recording.events.is_empty() {
            return Err(format!("The ramp {key} needs a link without inputs of its own (ev=)."));
        }
        Ok(())
    }

    /// Computes `values` of axes with a formula from those of other axes and of the base.
    pub fn compute_formulas(&self, axes: &[StudyAxis], values: &mut [f32]) -> Result<(), String> {
        for (at, axis) in axes.iter().enumerate() {
            let Some(AxisCoupling::Computed(formula)) = &axis.coupling else { continue };
            let of = |id: usize| {
                let known = axes
                    .iter()
                    .position(|other| other.named_param.id == id && other.ramp_ticks.is_none());
                shortest_decimal(known.map_or_else(|| self.run.get(id), |known| values[known]))
            };
            let value = round_digits(formula.value(&of), RANGE_STEP_DIGITS) as f32;
            let spec = &axis.named_param.spec;
            if !(spec.min..=spec.max).contains(&value) {
                return Err(format!(
                    "The axis {} comes to {value}, which is not one from {} to {}.",
                    axis.key, spec.min, spec.max
                ));
            }
            values[at] = axis.to_own_value(value);
        }
        Ok(())
    }

    /// Run of the base link at tick 0, before any input.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// Link with these values of the axes (as the parameters' own values) and this seed.
    pub fn link_of(&mut self, axes: &[StudyAxis], values: &[f32], seed: u32) -> String {
        let before: Vec<f32> = axes.iter().map(|axis| self.run.get(axis.named_param.id)).collect();
        for (axis, value) in axes.iter().zip(values).filter(|(axis, _)| axis.ramp_ticks.is_none()) {
            self.run.store_param(axis.named_param.id, *value);
        }
        let link = self.run.link_with_seed(seed);
        let events = self.inputs_text(axes, values);
        for (axis, value) in axes.iter().zip(before) {
            self.run.store_param(axis.named_param.id, value);
        }
        let with = Recording { link, events, ticks: self.recording.ticks };
        // A link with inputs must name the tick at which they end, which `to_link` adds.
        if with.events.is_empty() { with.link } else { with.to_link(self.start_tick) }
    }

    /// Inputs (`ev=`) of a run with these values: the axes' ramps, else the link's own inputs.
    fn inputs_text(&self, axes: &[StudyAxis], values: &[f32]) -> String {
        let ramp = |(axis, to): (&StudyAxis, &f32)| {
            Some((axis.ramp_ticks.clone()?, axis.named_param.id, *to))
        };
        let mut ramps: Vec<_> = axes.iter().zip(values).filter_map(ramp).collect();
        if ramps.is_empty() {
            return self.recording.events.clone();
        }
        // Conversion to `f64` is exact for every tick of a run.
        sort_by_number(&mut ramps, |(times, ..)| times.start as f64);
        let mut log = EventLog::default();
        for (number, (times, id, to)) in ramps.iter().enumerate() {
            let before = ramps[..number].iter().rev().find(|(_, other, _)| other == id);
            let from = before.map_or_else(|| self.run.get(*id), |(.., reached)| *reached);
            let ticks = (times.end - times.start) as u32;
            if let Some(event) = Event::param_ramp(&self.run, *id, from, *to, ticks) {
                log.insert(times.start, event);
            }
        }
        inputs::write(&log, &self.run)
    }
}

/// Distribution of the values of an axis: a list of the parameter's own values, or a range of
/// values under the axis's name.
#[derive(Clone, Debug, PartialEq)]
enum ValueSpread {
    List(Vec<f32>),
    Range { from: f64, to: f64, log: bool },
}

#[derive(Clone, Debug)]
pub(super) enum AxisCoupling {
    /// The axis has as many values as the axis before it, and they are used together.
    PairedWithPrevious,
    /// The values are computed from other parameters.
    Computed(AxisFormula),
}

/// A parameter that a study varies, with its values.
#[derive(Clone, Debug)]
pub struct StudyAxis {
    /// Parameter of the axis, with the name (its own key or a paper's) that was used for it.
    pub named_param: NamedParam,
    /// Name of the axis; for a ramp with its ticks, such as `cohesion@600..1200`.
    pub key: String,
    /// Ticks between which the parameter of a ramp moves; `None` if the value holds from the start.
    pub ramp_ticks: Option<Range<u64>>,
    value_spread: ValueSpread,
    pub(super) coupling: Option<AxisCoupling>,
}

/// Checks that no formula depends on its own or on a later formula.
fn check_formulas(axes: &[StudyAxis]) -> Result<(), String> {
    for (at, axis) in axes.iter().enumerate() {
        let Some(AxisCoupling::Computed(formula)) = &axis.coupling else { continue };
        let is_late = |other: &&StudyAxis| {
            matches!(other.coupling, Some(AxisCoupling::Computed(_)))
                && formula.params().any(|id| id == other.named_param.id)
        };
        if let Some(other) = axes[at..].iter().find(is_late) {
            return Err(format!(
                "The axis {} follows {}, which has to come before it.",
                axis.key, other.key
            ));
        }
    }
    Ok(())
}

impl StudyAxis {
    /// Parses an axis, or several paired ones such as `cohesion,alignment=0,1;2,0.5`.
    fn read_axis_or_axes(run: &Run, text: &str) -> Result<Vec<Self>, String> {
        let (keys, values) = text.split_once('=').unwrap_or((text, ""));
        if !keys.contains(',') {
            return Self::read(run, text).map(|axis| vec![axis]);
        }
        let keys: Vec<&str> = keys.split(',').map(str::trim).collect();
        let points: Vec<Vec<&str>> =
            values.split(';').map(|point| point.split(',').map(str::trim).collect()).collect();
        if let Some(point) = points.iter().find(|point| point.len() != keys.len()) {
            return Err(format!(
                "The axes {} have {} values at {}: each point has one of each, as in \
                 cohesion,alignment=0,1;2,0.5.",
                keys.join(", "),
                point.len(),
                quote(&point.join(","))
            ));
        }
        let axis = |(at, key): (usize, &&str)| {
            let mut axis = Self::read(run, &format!("{key}={}", points[0][at]))?;
            let value = |point: &Vec<&str>| read_value(&axis.named_param.spec, point[at]);
            let values: Result<Vec<f32>, String> = points.iter().map(value).collect();
            let values = values.map_err(|why| format!("The axis {key} {why}."))?;
            axis.value_spread = axis.to_own_spread(ValueSpread::List(values));
            axis.coupling = (at > 0).then_some(AxisCoupling::PairedWithPrevious);
            Ok(axis)
        };
        keys.iter().enumerate().map(axis).collect()
    }

    /// Parses the text of a single axis.
    pub fn read(run: &Run, text: &str) -> Result<Self, String> {
        let (key, values) = match text.split_once('=') {
            None => (text.trim(), None),
            Some((key, values)) => (key.trim(), Some(values.trim())),
        };
        let (name, times) = match key.split_once('@') {
            None => (key, None),
            Some((name, times)) => (name.trim(), Some(times)),
        };
        let named = run.find_named_param(name).ok_or_else(|| {
            let guess = did_you_mean(name, run.params().iter().map(|param| param.key.as_str()));
            let scene = run.scene().title;
            format!("There is no parameter {} in the scene “{scene}”.{guess}", quote(name))
        })?;
        let (id, spec) = (named.id, &named.spec);
        let ramp = times.map(|times| read_ramp(run, id, times)).transpose();
        let ramp = ramp.map_err(|why| format!("The ramp {key} {why}."))?;
        let is_formula = |text: &&str| {
            matches!(spec.kind, ValueKind::Float | ValueKind::Int)
                && names_in(text).any(|name| run.find_named_param(name).is_some())
        };
        if let Some(text) = values.filter(is_formula) {
            if ramp.is_some() {
                return Err(format!("The ramp {key} cannot follow others."));
            }
            let formula = AxisFormula::read(text, &|name| {
                let other = run.find_named_param(name).filter(|other| other.id != id)?;
                Some((other.id, other.to_named_value(1.0)))
            });
            let formula = formula.map_err(|why| format!("The axis {key} {why}."))?;
            return Ok(Self {
                named_param: named,
                key: name.to_string(),
                ramp_ticks: ramp,
                value_spread: ValueSpread::List(Vec::new()),
                coupling: Some(AxisCoupling::Computed(formula)),
            });
        }
        let spread = match values {
            None => whole_range(spec),
            Some(values) => {
                read_spread(spec, values).map_err(|why| format!("The axis {key} {why}."))?
            }
        };
        let times = ramp.as_ref().map_or(String::new(), |at| format!("@{}..{}", at.start, at.end));
        let axis = Self {
            named_param: named,
            key: format!("{name}{times}"),
            ramp_ticks: ramp,
            value_spread: spread,
            coupling: None,
        };
        Ok(Self { value_spread: axis.to_own_spread(axis.value_spread.clone()), ..axis })
    }

    /// Converts a value under the axis's name (perhaps a paper's) to the parameter's own value.
    fn to_own_value(&self, value: f32) -> f32 {
        let spec = &self.named_param.spec;
        self.named_param.to_own_value(spec.validate(value).unwrap_or(spec.default))
    }

    /// Converts the values of a list under the axis's name to the parameter's own values.
    fn to_own_spread(&self, spread: ValueSpread) -> ValueSpread {
        match spread {
            ValueSpread::List(values) => ValueSpread::List(
                values.into_iter().map(|value| self.to_own_value(value)).collect(),
            ),
            range => range,
        }
    }

    /// Whether both axes, of one parameter, would set it at the same time.
    fn overlaps_in_time(&self, other: &Self) -> bool {
        match (&self.ramp_ticks, &other.ramp_ticks) {
            (None, None) => true,
            // A ramp may begin at the tick at which another one ends.
            (Some(one), Some(two)) => one.start < two.end && two.start < one.end,
            // An axis without ramp sets only the value from which the other axis's ramp moves.
            _ => false,
        }
    }

    /// Values of a list or of a range in steps; `None` for a range without steps.
    pub fn values(&self) -> Option<&[f32]> {
        match &self.value_spread {
            ValueSpread::List(values) => Some(values),
            ValueSpread::Range { .. } => None,
        }
    }

    /// Value at a position along the axis, 0 (first) to 1 (last), as the parameter's own value.
    pub fn value_at(&self, share: f64) -> f32 {
        let share = share.clamp(0.0, 1.0);
        match &self.value_spread {
            ValueSpread::List(values) => {
                let last = values.len().saturating_sub(1);
                values[((share * values.len() as f64) as usize).min(last)]
            }
            ValueSpread::Range { from, to, log } => {
                let value = round_digits(interpolate(*from, *to, *log, share), SEARCH_DIGITS)
                    .clamp(*from, *to);
                self.to_own_value(value as f32)
            }
        }
    }

    /// Position of a value along the axis, 0 to 1: the inverse of [`value_at`](Self::value_at).
    pub fn share_of_value(&self, value: f32) -> f64 {
        match &self.value_spread {
            ValueSpread::List(values) => {
                let nearest = (0..values.len()).min_by(|a, b| {
                    let off = |at: usize| (values[at] - value).abs();
                    off(*a).total_cmp(&off(*b))
                });
                (nearest.unwrap_or(0) as f64 + 0.5) / values.len() as f64
            }
            ValueSpread::Range { from, to, log } => {
                let value = self.named_param.to_named_value(value).clamp(*from, *to);
                let share = if *log {
                    libm::log(value / from) / libm::log(to / from)
                } else {
                    (value - from) / (to - from)
                };
                share.clamp(0.0, 1.0)
            }
        }
    }

    /// Writes a parameter's own value in the notation of links, under the axis's name.
    pub fn write_value(&self, value: f32) -> String {
        self.named_param
            .spec
            .format_value(
                round_digits(self.named_param.to_named_value(value), RANGE_STEP_DIGITS) as f32
            )
    }
}

fn read_ramp(run: &Run, id: usize, text: &str) -> Result<Range<u64>, String> {
    let tick = |text: &str| text.trim().parse().ok().filter(|tick| *tick <= inputs::MAX_RUN_TICKS);
    let times = text.split_once("..").and_then(|(from, to)| Some(tick(from)?..tick(to)?));
    let times = times.ok_or("has two ticks, as in @600..1200")?;
    if times.is_empty() {
        return Err("goes from a tick to a later one".to_string());
    }
    let value = run.get(id);
    match Event::param_ramp(run, id, value, value, 1) {
        Some(_) => Ok(times),
        None => Err("is of a parameter that cannot move evenly".to_string()),
    }
}

/// Number between two others, linear or logarithmic. `share`: 0 for `from`, 1 for `to`.
fn interpolate(from: f64, to: f64, is_log: bool, share: f64) -> f64 {
    if is_log {
        libm::exp(libm::log(from) + share * (libm::log(to) - libm::log(from)))
    } else {
        from + share * (to - from)
    }
}

/// All values that the parameter can have.
fn whole_range(spec: &ParamSpec) -> ValueSpread {
    match spec.kind {
        ValueKind::Bool => ValueSpread::List(vec![0.0, 1.0]),
        ValueKind::Choice(choices) => {
            ValueSpread::List((0..choices.len()).map(|at| at as f32).collect())
        }
        ValueKind::Float | ValueKind::Int => {
            let (from, to) = (f64::from(spec.min), f64::from(spec.max));
            ValueSpread::Range { from, to, log: spec.logarithmic && from > 0.0 }
        }
    }
}

fn read_spread(spec: &ParamSpec, text: &str) -> Result<ValueSpread, String> {
    if text.is_empty() {
        return Err("has no values".to_string());
    }
    let Some((from, rest)) = text.split_once("..") else {
        let values: Result<Vec<f32>, String> =
            text.split(',').map(|value| read_value(spec, value.trim())).collect();
        return distinct_list(spec, values?);
    };
    if matches!(spec.kind, ValueKind::Bool | ValueKind::Choice(_)) {
        return Err("has no range: list its options".to_string());
    }
    let (rest, spread) = rest.split_once(':').map_or((rest, None), |(a, b)| (a, Some(b)));
    let (to, steps) = rest.split_once('/').map_or((rest, None), |(a, b)| (a, Some(b)));
    let (low, high) = (read_value(spec, from.trim())?, read_value(spec, to.trim())?);
    let (from, to) = (shortest_decimal(low), shortest_decimal(high));
    let log = match spread.map(str::trim) {
        None => spec.logarithmic && from > 0.0,
        Some("log") => true,
        Some("linear") => false,
        Some(other) => return Err(format!("is log or linear, not {}", quote(other))),
    };
    if from >= to {
        return Err(format!("goes from {low} to {high}: a range goes upward"));
    }
    if log && from <= 0.0 {
        return Err(format!("cannot begin at {low} where it is logarithmic"));
    }
    let Some(steps) = steps else { return Ok(ValueSpread::Range { from, to, log }) };
    let steps = steps.trim().parse().ok().filter(|steps| (2..=MAX_AXIS_VALUES).contains(steps));
    let steps: usize =
        steps.ok_or(format!("has a number of values from 2 to {MAX_AXIS_VALUES}"))?;
    let value = |step: usize| {
        let share = step as f64 / (steps - 1) as f64;
        let value =
            round_digits(interpolate(from, to, log, share), RANGE_STEP_DIGITS).clamp(from, to);
        spec.validate(value as f32).unwrap_or(spec.default)
    };
    distinct_list(spec, (0..steps).map(value).collect())
}

/// List of an axis's values; an error if a value occurs twice.
fn distinct_list(spec: &ParamSpec, values: Vec<f32>) -> Result<ValueSpread, String> {
    let mut sorted = values.clone();
    sort_by_number(&mut sorted, |value| *value);
    match sorted.windows(2).find(|two| two[0] == two[1]) {
        Some(two) => Err(format!("has the value {} twice", spec.format_value(two[0]))),
        None => Ok(ValueSpread::List(values)),
    }
}

fn read_value(spec: &ParamSpec, text: &str) -> Result<f32, String> {
    match spec.parse_value(text) {
        Err(error) => Err(format!("has the value {}, which {error}", quote(text))),
        Ok(reading) if reading.was_clamped => Err(format!(
            "has the value {}, which is not one from {} to {}",
            quote(text),
            spec.min,
            spec.max
        )),
        Ok(reading) => Ok(reading.value),
    }
}

/// Rounds to a number of significant digits, for values that are short in links and read back
/// exactly.
fn round_digits(value: f64, digits: usize) -> f64 {
    format!("{value:.*e}", digits.saturating_sub(1)).parse().unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(text: &str) -> Result<StudyAxis, String> {
        StudyAxis::read(&Run::open("scene=flock-limited").0, text)
    }

    #[test]
    fn an_axis_is_a_list_a_range_in_steps_or_a_range() {
        let values = |text| axis(text).expect(text).values().map(<[f32]>::to_vec);
        assert_eq!(values("cohesion=2,0.5"), Some(vec![2.0, 0.5]));
        assert_eq!(values("cohesion=0..0.3/4"), Some(vec![0.0, 0.1, 0.2, 0.3]));
        assert_eq!(values("view=limited,narrow"), Some(vec![2.0, 3.0]));
        assert_eq!(values("cohesion=0.1..10/3:log"), Some(vec![0.1, 1.0, 10.0]));
        assert_eq!(values("leaders"), Some(vec![0.0, 1.0]));
        assert_eq!(values("cohesion=0..4"), None);
        assert_eq!(axis("cohesion=0..4").expect("a range").value_at(0.25), 1.0);
        assert_eq!(axis("cohesion").expect("the whole range").value_at(1.0), 40.0);
    }

    #[test]
    fn the_names_of_a_paper_are_axes_in_its_units() {
        let mut base = StudyBase::open("scene=vicsek").expect("sound");
        let axes = |base: &StudyBase, texts: &[&str]| {
            base.read_axes(&texts.iter().map(|text| text.to_string()).collect::<Vec<_>>())
        };
        let names = ["r=5,20", "v=0.03..0.3/2", "width=10*r"];
        let read = axes(&base, &names).expect("axes");
        assert_eq!(read[0].values(), Some(&[3.125f32, 12.5][..]));
        let written: Vec<String> = read[1]
            .values()
            .into_iter()
            .flatten()
            .map(|value| read[1].write_value(*value))
            .collect();
        assert_eq!(written, ["0.03", "0.3"]);
        let mut values = [12.5, 1.8, 0.0];
        base.compute_formulas(&read, &mut values).expect("a width");
        let link = base.link_of(&read, &values, 1);
        assert!(link.contains("mean_heading_factor=12.5") && link.contains("speed=1.8"), "{link}");
        assert!(link.contains("width=200"), "{link}");
        let free = axes(&base, &["r=5..40"]).expect("a range");
        assert_eq!(
            (free[0].value_at(0.0), free[0].value_at(1.0), free[0].share_of_value(25.0)),
            (3.125, 25.0, 1.0)
        );
        for (texts, why) in [
            (&["r=5,20", "length=1,2"] as &[&str], "measured by the unit's length"),
            (&["r=5,400"], "not one from 0 to 320"),
            (&["r=5,20", "mean_heading_factor=1,2"], "are one parameter"),
        ] {
            assert!(axes(&base, texts).expect_err("wrong").contains(why), "{texts:?}");
        }
    }

    #[test]
    fn an_axis_that_makes_no_sense_is_told_in_one_sentence() {
        for (text, why) in [
            ("cohesoin=1,2", "no parameter “cohesoin”"),
            ("cohesion=", "no values"),
            ("cohesion=1,x", "not a number"),
            ("cohesion=1,99", "not one from 0 to 40"),
            ("cohesion=4..0/3", "upward"),
            ("cohesion=0..4/1", "from 2 to"),
            ("cohesion=0..4/3:log", "cannot begin at 0"),
            ("cohesion=1..4/3:cubic", "not “cubic”"),
            ("cohesion=1,2,1", "the value 1 twice"),
            ("count=1..3/9", "twice"),
            ("view=off..full", "list its options"),
        ] {
            let error = axis(text).expect_err(text);
            assert!(error.contains(why), "{text}: {error}");
        }
        let base = StudyBase::open("scene=flock-limited").expect("sound");
        let twice = ["cohesion=1,2".to_string(), "cohesion=3,4".to_string()];
        assert!(base.read_independent_axes(&twice).expect_err("twice").contains("stands twice"));
    }

    #[test]
    fn a_ramp_begins_at_the_value_that_is_there_and_comes_in_by_the_link() {
        let mut base = StudyBase::open("scene=flock-limited").expect("sound");
        let texts = ["cohesion@120..180=0,2", "cohesion=1,4", "cohesion@60..120=3"];
        let axes = base.read_independent_axes(&texts.map(String::from)).expect("axes");
        assert_eq!(axes[0].key, "cohesion@120..180");
        let link = base.link_of(&axes, &[2.0, 4.0, 3.0], 9);
        let inputs = "ev=L1o.cohesion*4*3*1oL1o.cohesion*3*2*1o";
        assert_eq!(link, format!("v=8&scene=flock-limited&seed=9&cohesion=4&{inputs}"));
        let (mut run, mut timeline, notices) = Timeline::open(&link);
        assert!(notices.is_empty(), "{notices:?}");
        let mut value_at = |tick| {
            while run.world.ticks() < tick {
                timeline.tick(&mut run);
            }
            run.get(axes[0].named_param.id)
        };
        // Value of the parameter during a tick.
        let values = [60, 91, 121, 151, 181, 240].map(&mut value_at);
        assert_eq!(values, [4.0, 3.5, 3.0, 2.5, 2.0, 2.0]);
    }

    #[test]
    fn a_base_with_something_outside_of_its_world_is_varied() {
        let link = "v=8&scene=flock-limited&ob=5000-20-10";
        let mut base = StudyBase::open(link).expect("the obstacle stays, for a larger world");
        let axes = base.read_independent_axes(&["cohesion=1,2".to_string()]).expect("an axis");
        assert!(base.link_of(&axes, &[2.0], 1).contains("ob=5000-20-10"));
    }

    #[test]
    fn a_ramp_that_makes_no_sense_is_told_in_one_sentence() {
        let wrong = |link: &str, axes: &[&str]| {
            let axes: Vec<String> = axes.iter().map(|axis| axis.to_string()).collect();
            StudyBase::open(link)
                .expect("sound")
                .read_independent_axes(&axes)
                .expect_err("it makes no sense")
        };
        let flock = "scene=flock-limited";
        for (axes, why) in [
            (&["cohesion@600=1"] as &[&str], "has two ticks"),
            (&["cohesion@600..600=1"], "to a later one"),
            (&["cohesion@9..5=1"], "to a later one"),
            (&["cohesoin@0..5=1"], "no parameter “cohesoin”"),
            (&["count@0..5=1"], "cannot move evenly"),
            (&["view@0..5=narrow"], "cannot move evenly"),
            (&["cohesion@0..60=1", "cohesion@0..60=2"], "stands twice"),
            (&["cohesion@0..60=1", "cohesion@30..90=2"], "overlap"),
        ] {
            let error = wrong(flock, axes);
            assert!(error.contains(why), "{axes:?}: {error}");
        }
        let changed = format!("{flock}&ev=P.cohesion*2");
        assert!(wrong(&changed, &["cohesion@0..60=1"]).contains("without inputs of its own"));
    }

    #[test]
    fn a_value_lies_where_its_share_says() {
        for text in ["cohesion=0..4", "thrust=10..1000:log", "view=limited,narrow"] {
            let axis = axis(text).expect(text);
            for share in [0.0, 0.2, 0.5, 0.9, 1.0] {
                let value = axis.value_at(share);
                assert_eq!(axis.value_at(axis.share_of_value(value)), value, "{text} at {share}");
            }
        }
    }

    #[test]
    fn the_link_of_a_base_keeps_what_was_done_in_it() {
        let link = "scene=flock-limited&seed=4&at=120&ev=M1uo.1e4R2s";
        let mut base = StudyBase::open(link).expect("sound");
        let axes = base.read_independent_axes(&["cohesion=1,2".to_string()]).expect("an axis");
        let link = base.link_of(&axes, &[2.0], 9);
        assert_eq!(link, "v=8&scene=flock-limited&seed=9&cohesion=2&at=120&ev=M1uo.1e4R2s");
        assert_eq!(base.run().get(axes[0].named_param.id), 1.0, "the base is as it was");
        assert!(StudyBase::open("scene=nope").is_err());
    }

    #[test]
    fn rounding_gives_short_decimals() {
        assert_eq!(round_digits(0.1 + 0.2, 6).to_string(), "0.3");
        assert_eq!(round_digits(1234.567, 4).to_string(), "1235");
        assert_eq!(round_digits(0.0, 4), 0.0);
    }
}
