//! File of arrays with structure, leadership and shape of tracks.

use super::npz::{self, Array};
use super::{Bins, Delays, LONGEST_DELAY, Quantity, Tracks};
use std::f64::consts::PI;
use std::fmt::Write;

/// Bins of a force map, along half a side.
const MAP_BINS: usize = 10;
/// Number of nearest neighbors in the anisotropy.
const ANISOTROPY_NEIGHBORS: usize = 10;
/// Share of values beyond the end of a distribution.
const REST: f64 = 0.005;

pub struct Arrays(Vec<(String, Array)>);

impl Tracks {
    /// Pair correlation, velocity correlation, distributions, force maps, shape, ranks from back to front, delays and
    /// anisotropy over every `every`th frame. `bins`: bins of distances.
    pub fn arrays(&self, bins: Bins, every: usize) -> Arrays {
        let mut all = Vec::new();
        let mut put = |name: &str, values: Vec<f64>| all.push((name.into(), Array::Double(values)));
        put("r_edges", bins.edges());
        put("pair_correlation", self.pair_correlation(bins, every));
        let correlation = self.velocity_correlation(bins, every);
        put("velocity_correlation", correlation.values);
        put("correlation_length", vec![correlation.length]);
        put("correlation_length_error", vec![correlation.error]);
        for (name, quantity) in Quantity::ALL {
            let mut values = self.values(quantity, every);
            values.sort_by(f64::total_cmp);
            let last = ((1.0 - REST) * values.len().saturating_sub(1) as f64) as usize;
            let reach = match quantity {
                Quantity::Bearing => PI,
                _ => values.get(last).copied().filter(|reach| *reach > 0.0).unwrap_or(1.0),
            };
            let Ok(bins) = Bins::new(bins.count, reach) else { continue };
            put(&format!("{name}_edges"), bins.edges());
            put(&format!("{name}_density"), bins.density(&values));
        }
        let shapes = self.shapes(every);
        let of = |of: &dyn Fn(&super::Shape) -> f64| shapes.iter().map(of).collect::<Vec<f64>>();
        put("shape_time", of(&|shape| shape.time));
        put("shape_along", of(&|shape| shape.along));
        put("shape_across", of(&|shape| shape.across));
        put("shape_major", of(&|shape| shape.axes[0]));
        put("shape_minor", of(&|shape| shape.axes[1]));
        let fronts = self.fronts(every);
        put("front_id", fronts.iter().map(|front| f64::from(front.id)).collect());
        put("front", fronts.iter().map(|front| front.front).collect());
        put("front_frames", fronts.iter().map(|front| front.frames as f64).collect());
        put("anisotropy", self.anisotropy(ANISOTROPY_NEIGHBORS, every));
        let delays = self.delays(LONGEST_DELAY);
        if let Some(delays) = &delays {
            put("delay_id", delays.ids.iter().map(|id| f64::from(*id)).collect());
            put("lead", delays.lead());
        }
        let reach = 0.5 * bins.reach;
        put("map_reach", vec![reach]);
        if let Some(Delays { ids, delay, correlation }) = delays {
            all.push(("delay".into(), Array::Square(ids.len(), delay)));
            all.push(("delay_correlation".into(), Array::Square(ids.len(), correlation)));
        }
        let Ok(map_bins) = Bins::new(MAP_BINS, reach) else { return Arrays(all) };
        for (who, nearest) in [("", false), ("_nearest", true)] {
            let map = self.force_map(map_bins, nearest, every);
            let side = map.side;
            let parts =
                [("count", map.count), ("speeding", map.speeding), ("turning", map.turning)];
            let named = |(name, values): (&str, Vec<f64>)| {
                (format!("map{who}_{name}"), Array::Square(side, values))
            };
            all.extend(parts.map(named));
        }
        Arrays(all)
    }
}

impl Arrays {
    /// Bytes of a file that `numpy.load` reads.
    pub fn npz(&self) -> Vec<u8> {
        let named: Vec<(&str, Array)> =
            self.0.iter().map(|(name, array)| (name.as_str(), array.clone())).collect();
        npz::write(&named)
    }

    /// Long table: name of the array, row, column and value; unknown values are empty.
    pub fn csv(&self) -> String {
        let mut text = String::from("array,row,column,value\n");
        for (name, array) in &self.0 {
            let width = if let Array::Square(side, _) = array { *side } else { 1 };
            for (at, value) in array.numbers().unwrap_or_default().into_iter().enumerate() {
                let value = if value.is_finite() { value.to_string() } else { String::new() };
                let _ = writeln!(text, "{name},{},{},{value}", at / width, at % width);
            }
        }
        text
    }
}
