//! The measures, as the page gets them.

use super::objects::MeasureInfo;
use super::{Simulation, to_js};
use crate::insight::measures::{MEASURES, Meter, Sample, Series};
use js_sys::Float64Array;
use wasm_bindgen::prelude::*;

/// The declarations of all measures, in the order of a sample.
#[wasm_bindgen(unchecked_return_type = "MeasureInfo[]")]
pub fn measures() -> JsValue {
    let infos: Vec<MeasureInfo> = MEASURES
        .iter()
        .map(|measure| MeasureInfo {
            key: measure.key,
            label: measure.label,
            unit: measure.unit,
            span: measure.span,
            doc: measure.doc,
            definition: measure.definition,
            source: measure.source,
            column: measure.column(),
            plotted: measure.plotted,
        })
        .collect();
    to_js(&infos)
}

/// A sample as a row of numbers: the tick, then a value for each of [`MEASURES`], NaN for none.
fn row(sample: Sample) -> impl Iterator<Item = f64> {
    std::iter::once(sample.tick as f64).chain(sample.values)
}

#[wasm_bindgen]
impl Simulation {
    /// A sample of the present state: the tick, then a value for each of the measures, NaN for none.
    /// Takes about as long as a tick; ask a few times a second.
    pub fn sample(&mut self) -> Float64Array {
        let world = &self.run.world;
        let sample = match &mut self.watch.series {
            Some(series) => series.now(world),
            None => Meter::default().measure(world),
        };
        Float64Array::from(row(sample).collect::<Vec<_>>().as_slice())
    }

    /// Whether a sample is taken at every twelfth tick, for [`take_samples`](Self::take_samples).
    #[wasm_bindgen(js_name = setMeasuring)]
    pub fn set_measuring(&mut self, on: bool) {
        if on != self.watch.series.is_some() {
            self.watch.series = on.then(Series::default);
        }
    }

    /// The samples since the last call, one after the other, each as [`sample`](Self::sample).
    #[wasm_bindgen(js_name = takeSamples)]
    pub fn take_samples(&mut self) -> Float64Array {
        let rows: Vec<f64> = match &mut self.watch.series {
            Some(series) => series.take().flat_map(row).collect(),
            None => Vec::new(),
        };
        Float64Array::from(rows.as_slice())
    }
}
