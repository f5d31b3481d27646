//! Parameters under the names and in the units of papers, such as Vicsek's `r` and `v`.

use super::run::Run;
use crate::engine::group::prefixed_key;
use crate::engine::params::DT;
use crate::schema::texts::quote;
use crate::schema::{PaperUnit, ParamReadError, ParamSpec, ParsedValue};

/// A parameter as named by a key: its own key, or a paper's name with the paper's unit.
#[derive(Clone, Copy, Debug)]
pub struct NamedParam {
    /// Index of the parameter in [`Run::params`].
    pub id: usize,
    /// Declaration of the parameter, with the key, unit, range and step of the paper's name.
    pub spec: ParamSpec,
    /// Factor that converts a value in the parameter's own unit to the unit of the paper's name.
    unit_factor: f64,
    /// Id of the parameter that is the body length of the group, if the factor depends on it.
    pub length_param: Option<usize>,
}

impl NamedParam {
    /// Converts a value in the paper's unit to the parameter's own unit.
    pub fn to_own_value(&self, value: f32) -> f32 {
        if self.unit_factor == 1.0 { value } else { (f64::from(value) / self.unit_factor) as f32 }
    }

    /// Converts a value in the parameter's own unit to the paper's unit.
    pub fn to_named_value(&self, value: f32) -> f64 {
        f64::from(value) * self.unit_factor
    }

    /// Reads a value in the paper's unit and returns it in the parameter's own unit.
    ///
    /// # Errors
    /// As [`ParamSpec::parse_value`].
    pub fn read_own_value(&self, text: &str) -> Result<ParsedValue, ParamReadError> {
        self.spec
            .parse_value(text)
            .map(|reading| ParsedValue { value: self.to_own_value(reading.value), ..reading })
    }
}

impl Run {
    /// The parameter whose key or paper's name is `key`, which may begin with a group's name.
    pub fn find_named_param(&self, key: &str) -> Option<NamedParam> {
        let key = &*self.key_without_group_name(key);
        let own = |id: usize| NamedParam {
            id,
            spec: *self.params()[id].spec,
            unit_factor: 1.0,
            length_param: None,
        };
        let present = self.find_param(key).filter(|id| self.params()[*id].is_present);
        present
            .map(own)
            .or_else(|| self.paper_names().find_map(|(name, named)| (name == key).then_some(named)))
    }

    /// Sentence that gives the link key for a paper's name, with the converted value if `text` is a
    /// valid one; `None` if `key` is not a paper's name of a parameter of this run.
    pub(crate) fn paper_hint(&self, key: &str, text: &str) -> Option<String> {
        let (_, named) = self.paper_names().find(|(name, _)| name == key)?;
        let own = &self.params()[named.id].key;
        let value = named.read_own_value(text).map(|read| {
            let unit = named.spec.unit;
            format!(
                ": {key} = {} {unit} is {own}={}",
                named.to_named_value(read.value) as f32,
                read.value
            )
        });
        Some(format!("{} is called {own} in links{}.", quote(key), value.unwrap_or_default()))
    }

    /// The parameters that have a name in a paper, each with that name.
    pub fn paper_names(&self) -> impl Iterator<Item = (String, NamedParam)> {
        let present = self.params().iter().enumerate().filter(|(_, param)| param.is_present);
        present.filter_map(|(id, param)| {
            let (alias, group) = (param.spec.paper_name?, param.group?);
            let group = Some((group, self.world.groups()[group].key));
            let length_param = match alias.paper_unit {
                PaperUnit::Length => Some(self.find_param(&prefixed_key("length", group))?),
                PaperUnit::Tick => None,
            };
            let per_tick = 1.0 / f64::from(1.0 / DT).round();
            let unit_factor = length_param.map_or(per_tick, |id| shortest_decimal(self.get(id)));
            let ParamSpec { min, max, step, .. } = *param.spec;
            let [min, max, step] = [min, max, step].map(|of| (f64::from(of) * unit_factor) as f32);
            let spec = ParamSpec {
                key: alias.key,
                unit: alias.paper_unit.unit(),
                min,
                max,
                step,
                ..*param.spec
            };
            Some((
                prefixed_key(alias.key, group),
                NamedParam { id, spec, unit_factor, length_param },
            ))
        })
    }
}

/// Converts an `f32` to the `f64` with the same shortest decimal form: 1.6, not 1.60000002.
pub fn shortest_decimal(value: f32) -> f64 {
    value.to_string().parse().unwrap_or(f64::from(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_radius_and_the_speed_of_a_paper_are_in_its_units() {
        let run = Run::open("scene=vicsek").0;
        let value = |key: &str| {
            let named = run.find_named_param(key).expect(key);
            (named.to_named_value(run.get(named.id)) * 1e5).round() / 1e5
        };
        assert_eq!((value("r"), value("v"), value("speed")), (10.0, 0.3, 18.0));
        let radius = run.find_named_param("r").expect("r");
        assert_eq!(radius.read_own_value("20").map(|read| read.value), Ok(12.5));
        assert_eq!((radius.spec.unit, radius.spec.max), ("u", 320.0));
        assert!(radius.read_own_value("400").is_ok_and(|read| read.was_clamped));
        assert_eq!(run.find_named_param("v").map(|named| named.to_own_value(0.5)), Some(30.0));
        assert!(run.find_named_param("q").is_none());
    }

    #[test]
    fn the_name_of_another_group_has_its_key_before_it() {
        let groups =
            "groups=units.rregular.bparticle.pmean_heading*g1.rregular.bparticle.pmean_heading";
        let (run, notices) = Run::open(&format!("v=8&scene=empty&{groups}&g1.length=2"));
        assert!(notices.is_empty(), "{notices:?}");
        let names: Vec<String> = run.paper_names().map(|(name, _)| name).collect();
        assert_eq!(names, ["r", "v", "g1.r", "g1.v"]);
        assert_eq!(
            run.find_named_param("g1.r")
                .and_then(|named| named.read_own_value("8").ok())
                .map(|read| read.value),
            Some(4.0)
        );
    }
}
