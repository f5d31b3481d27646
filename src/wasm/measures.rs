//! The measures, as the page gets them.

use super::{Simulation, to_js};
use crate::insight::measures::{Meter, Sample, Series};
use js_sys::Float64Array;
use wasm_bindgen::prelude::*;

/// A sample as a row of numbers, in the order of [`Sample`]; NaN where there is nobody to
/// measure.
fn row(sample: &Sample) -> [f64; 11] {
    [
        sample.tick as f64,
        f64::from(sample.polarization),
        f64::from(sample.milling),
        f64::from(sample.nearest_neighbor),
        f64::from(sample.overlaps),
        sample.flocks as f64,
        f64::from(sample.largest_flock),
        f64::from(sample.flock_radius),
        sample.leaders as f64,
        f64::from(sample.mean_speed),
        sample.closest_hunter.map_or(f64::NAN, f64::from),
    ]
}

#[wasm_bindgen]
impl Simulation {
    /// All measures of the present state. Takes about as long as a tick; ask a few times a second.
    #[wasm_bindgen(unchecked_return_type = "Measures")]
    pub fn measures(&mut self) -> JsValue {
        let world = &self.run.world;
        to_js(&match &mut self.watch.series {
            Some(series) => series.now(world),
            None => Meter::default().measure(world),
        })
    }

    /// Whether a sample is taken at every twelfth tick, for [`take_samples`](Self::take_samples).
    #[wasm_bindgen(js_name = setMeasuring)]
    pub fn set_measuring(&mut self, on: bool) {
        if on != self.watch.series.is_some() {
            self.watch.series = on.then(Series::default);
        }
    }

    /// The samples since the last call: eleven numbers each, in the order of [`Sample`].
    #[wasm_bindgen(js_name = takeSamples)]
    pub fn take_samples(&mut self) -> Float64Array {
        let rows: Vec<f64> = match &mut self.watch.series {
            Some(series) => series.take().flat_map(|sample| row(&sample)).collect(),
            None => Vec::new(),
        };
        Float64Array::from(rows.as_slice())
    }
}
