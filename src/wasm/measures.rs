//! Measures of a run, and statistics of their time series, for the page.

use super::objects::MeasureInfo;
use super::{Simulation, now, to_js};
use flockwright::Run;
use flockwright_lab::insight::measures::statistics::STATISTICS;
use flockwright_lab::insight::measures::time_series::TimeSeries;
use flockwright_lab::insight::measures::{
    MeasureSample, Meter, SAMPLE_INTERVAL, SampleSeries, all_measures,
};
use js_sys::Float64Array;
use serde::Serialize;
use std::sync::OnceLock;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

/// Declarations of all measures, in the order of the values of a sample.
#[wasm_bindgen(unchecked_return_type = "MeasureInfo[]")]
pub fn measures() -> JsValue {
    let infos: Vec<MeasureInfo> = all_measures()
        .into_iter()
        .take(shown_measures())
        .map(|measure| MeasureInfo {
            key: measure.key,
            label: measure.label,
            unit: measure.unit,
            span: measure.value_range,
            doc: measure.description,
            column: measure.column_name(),
            plotted: measure.is_plotted,
        })
        .collect();
    to_js(&infos)
}

/// Adds a measure written as text to the link of a run, in place of one with the same key, and
/// returns the new link.
///
/// # Errors
/// A sentence about what is wrong with the text.
#[wasm_bindgen(js_name = withMeasure)]
pub fn with_measure(query: &str, text: &str) -> Result<String, JsError> {
    let mut run = Run::open(query).0;
    run.add_measure(text).map_err(|why| JsError::new(&why))?;
    // Of two values of one key in a link, the later one counts, so `query` may contain `measures`.
    Ok(format!("{query}&measures={}", run.measures_text().unwrap_or_default()))
}

/// Declaration of a statistic: a number computed from a time series of one measure.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
struct StatisticInfo {
    key: &'static str,
    label: &'static str,
    /// Whether the statistic has the unit of its measure; else it has none.
    in_unit: bool,
    /// One sentence that says what the statistic tells.
    doc: &'static str,
    /// How the statistic is computed.
    definition: &'static str,
    /// Indices, in a sample's values, of the measures for which the statistic is meaningful.
    suits: Vec<usize>,
}

/// Declarations of all statistics, in the order of [`statistics_of`].
#[wasm_bindgen(unchecked_return_type = "StatisticInfo[]")]
pub fn statistics() -> JsValue {
    let info =
        |statistic: &'static flockwright_lab::insight::measures::statistics::SeriesStatistic| {
            let suited = all_measures()
                .into_iter()
                .enumerate()
                .filter(|(_, one)| statistic.is_meaningful_for(one.value_range));
            StatisticInfo {
                key: statistic.key,
                label: statistic.label,
                in_unit: statistic.has_measure_unit,
                doc: statistic.description,
                definition: statistic.definition,
                suits: suited.map(|(at, _)| at).collect(),
            }
        };
    to_js(&STATISTICS.iter().map(info).collect::<Vec<_>>())
}

/// Statistics of a measure's time series in a run with `units` units, one per [`statistics`].
#[wasm_bindgen(js_name = statisticsOf)]
pub fn statistics_of(values: &[f64], units: f64) -> Vec<f64> {
    let series = TimeSeries::from_values(values);
    STATISTICS.iter().map(|statistic| statistic.compute(&series, units)).collect()
}

/// Number of measures when the first link was opened, which the page shows. Written measures of
/// links that open later are left out, since the page's time series have no place for them.
static SHOWN_MEASURES: OnceLock<usize> = OnceLock::new();

fn shown_measures() -> usize {
    *SHOWN_MEASURES.get_or_init(|| all_measures().len())
}

/// Sample as a row of numbers: the tick, then the value of each of [`measures`], NaN for none.
fn sample_row(sample: MeasureSample) -> impl Iterator<Item = f64> {
    let values = sample.values.into_iter().take(shown_measures());
    std::iter::once(sample.tick as f64).chain(values)
}

#[wasm_bindgen]
impl Simulation {
    /// Measures the present state: the tick, then the value of each measure, NaN if it has none.
    /// Takes about as long as a tick; to be called a few times a second.
    pub fn sample(&self) -> Float64Array {
        Float64Array::from(sample_row(self.measure_now()).collect::<Vec<_>>().as_slice())
    }

    /// Switches sampling at every twelfth tick on or off: see [`take_samples`](Self::take_samples).
    #[wasm_bindgen(js_name = setMeasuring)]
    pub fn set_measuring(&self, on: bool) {
        let mut series = self.sample_series.borrow_mut();
        if on != series.is_some() {
            *series = on.then(|| SampleSeries::for_run(&self.run));
            self.param_values.borrow_mut().clear();
        }
    }

    /// Continues for about `budget` ms to measure the state after the last tick; returns true when
    /// done, also if no sample is due or measuring is off.
    #[wasm_bindgen(js_name = measureTick)]
    pub fn measure_tick(&self, budget: f64) -> bool {
        let end = now() + budget;
        match &mut *self.sample_series.borrow_mut() {
            Some(series) => {
                let is_done = series.sample_in_parts(&self.run.world, &mut || now() >= end);
                if is_done && self.run.world.ticks().is_multiple_of(SAMPLE_INTERVAL) {
                    let ids = 0..self.run.params().len();
                    let mut values = self.param_values.borrow_mut();
                    values.push_back(ids.map(|id| self.run.get(id)).collect());
                    // A full series drops its oldest sample; the values of that sample are dropped
                    // too.
                    let over = values.len().saturating_sub(series.waiting_count());
                    values.drain(..over);
                }
                is_done
            }
            None => true,
        }
    }

    /// Values of all parameters at each of the samples since the last call: for each sample the
    /// number of values, then the values by id. To be called together with
    /// [`take_samples`](Self::take_samples).
    #[wasm_bindgen(js_name = takeValues)]
    pub fn take_values(&self) -> Vec<f32> {
        let rows = std::mem::take(&mut *self.param_values.borrow_mut());
        rows.iter().flat_map(|row| [&[row.len() as f32], row.as_slice()].concat()).collect()
    }

    /// Samples since the last call, each as its number of values and a [`sample`](Self::sample).
    #[wasm_bindgen(js_name = takeSamples)]
    pub fn take_samples(&self) -> Float64Array {
        let rows: Vec<f64> = match &mut *self.sample_series.borrow_mut() {
            Some(series) => series
                .take_samples()
                .flat_map(|sample| {
                    let numbers: Vec<f64> = sample_row(sample).collect();
                    std::iter::once(numbers.len() as f64).chain(numbers)
                })
                .collect(),
            None => Vec::new(),
        };
        Float64Array::from(rows.as_slice())
    }
}

impl Simulation {
    pub(super) fn measure_now(&self) -> MeasureSample {
        let world = &self.run.world;
        match &mut *self.sample_series.borrow_mut() {
            Some(series) => series.sample_now(world),
            None => Meter::default().with_own_measures(&self.run).measure_all(world),
        }
    }
}
