//! Arrays that describe structure, leadership and shape of tracks, as `.npz` or CSV files.

use super::npz::{self, NpzArray};
use super::{DirectionDelays, DistanceBins, MAX_DELAY, MotionQuantity, Tracks};
use std::f64::consts::PI;
use std::fmt::Write;

/// Number of cells of a force map along half a side.
const FORCE_MAP_BINS: usize = 10;
/// Number of nearest neighbors for which the anisotropy is computed.
const ANISOTROPY_NEIGHBORS: usize = 10;
/// Share of the largest values that the bins of a distribution leave out.
const DISTRIBUTION_TAIL: f64 = 0.005;

pub struct NamedArrays(Vec<(String, NpzArray)>);

impl Tracks {
    /// Pair correlation, velocity correlation, distributions, force maps, shape, ranks from back to
    /// front, delays and anisotropy over every `every`th frame. `bins`: distances, in `unit`.
    pub fn structure_arrays(&self, bins: DistanceBins, every: usize) -> NamedArrays {
        let mut all = Vec::new();
        let mut put =
            |name: &str, values: Vec<f64>| all.push((name.into(), NpzArray::Double(values)));
        put("r_edges", bins.edges());
        put("pair_correlation", self.pair_correlation(bins, every));
        let correlation = self.velocity_correlation(bins, every);
        put("velocity_correlation", correlation.values);
        put("correlation_length", vec![correlation.correlation_length]);
        put("correlation_length_error", vec![correlation.length_error]);
        for (name, quantity) in MotionQuantity::ALL {
            let mut values = self.quantity_values(quantity, every);
            values.sort_by(f64::total_cmp);
            let last = ((1.0 - DISTRIBUTION_TAIL) * values.len().saturating_sub(1) as f64) as usize;
            let reach = match quantity {
                MotionQuantity::NearestBearing => PI,
                _ => values.get(last).copied().filter(|reach| *reach > 0.0).unwrap_or(1.0),
            };
            let Ok(bins) = DistanceBins::new(bins.count, reach) else { continue };
            put(&format!("{name}_edges"), bins.edges());
            put(&format!("{name}_density"), bins.density(&values));
        }
        let shapes = self.frame_shapes(every);
        let of =
            |of: &dyn Fn(&super::FrameShape) -> f64| shapes.iter().map(of).collect::<Vec<f64>>();
        put("shape_time", of(&|shape| shape.time));
        put("shape_along", of(&|shape| shape.deviation_along));
        put("shape_across", of(&|shape| shape.deviation_across));
        put("shape_major", of(&|shape| shape.principal_deviations[0]));
        put("shape_minor", of(&|shape| shape.principal_deviations[1]));
        let fronts = self.front_ranks(every);
        put("front_id", fronts.iter().map(|front| f64::from(front.id)).collect());
        put("front", fronts.iter().map(|front| front.share_behind).collect());
        put("front_frames", fronts.iter().map(|front| front.frame_count as f64).collect());
        put("anisotropy", self.anisotropy(ANISOTROPY_NEIGHBORS, every));
        let delays = self.direction_delays(MAX_DELAY);
        if let Some(delays) = &delays {
            put("delay_id", delays.ids.iter().map(|id| f64::from(*id)).collect());
            put("lead", delays.mean_leads());
        }
        let reach = 0.5 * bins.end;
        put("map_reach", vec![reach]);
        if let Some(DirectionDelays { ids, delay_seconds: delay, correlation }) = delays {
            all.push(("delay".into(), NpzArray::Square(ids.len(), delay)));
            all.push(("delay_correlation".into(), NpzArray::Square(ids.len(), correlation)));
        }
        let Ok(map_bins) = DistanceBins::new(FORCE_MAP_BINS, reach) else {
            return NamedArrays(all);
        };
        for (who, nearest) in [("", false), ("_nearest", true)] {
            let map = self.force_map(map_bins, nearest, every);
            let side = map.bins_per_side;
            let parts = [
                ("count", map.count),
                ("speeding", map.acceleration_ahead),
                ("turning", map.turn_rate),
            ];
            let named = |(name, values): (&str, Vec<f64>)| {
                (format!("map{who}_{name}"), NpzArray::Square(side, values))
            };
            all.extend(parts.map(named));
        }
        NamedArrays(all)
    }
}

impl NamedArrays {
    /// Bytes of a `.npz` file, which `numpy.load` reads.
    pub fn npz_bytes(&self) -> Vec<u8> {
        let named: Vec<(&str, NpzArray)> =
            self.0.iter().map(|(name, array)| (name.as_str(), array.clone())).collect();
        npz::write_npz(&named)
    }

    /// Long table as CSV: name of the array, row, column and value; unknown values are empty.
    pub fn to_csv(&self) -> String {
        let mut text = String::from("array,row,column,value\n");
        for (name, array) in &self.0 {
            let width = if let NpzArray::Square(side, _) = array { *side } else { 1 };
            for (at, value) in array.to_numbers().unwrap_or_default().into_iter().enumerate() {
                let value = if value.is_finite() { value.to_string() } else { String::new() };
                let _ = writeln!(text, "{name},{},{},{value}", at / width, at % width);
            }
        }
        text
    }
}
