//! Tracks (positions and motions of units by frame) of runs and of recorded files.

use crate::{COMMIT, core_error};
use flockwright_lab::insight::measures::all_measures;
use flockwright_lab::study::tracks::{
    Contents, DistanceBins, FrameShape, MotionQuantity, Point, TrackFile, TrackOptions, TrackParts,
    Tracks as CoreTracks, read_tracks, write_csv, write_npz,
};
use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

/// Tracks of the core, which the package's class `Tracks` wraps.
#[pyclass(module = "flockwright", frozen)]
pub struct Tracks(pub CoreTracks);

/// Argument that is a NumPy array of whole numbers.
type IntArray<'py> = PyReadonlyArray1<'py, i64>;
/// Argument that is a NumPy array of floats.
type FloatArray<'py> = PyReadonlyArray1<'py, f64>;

fn distance_bins(count: usize, reach: f64) -> PyResult<DistanceBins> {
    DistanceBins::new(count, reach).map_err(core_error)
}

#[pymethods]
impl Tracks {
    /// Reads the files of one recording, given as names and bytes.
    #[staticmethod]
    #[expect(clippy::too_many_arguments, reason = "an option each")]
    fn read(
        py: Python,
        files: Vec<(String, Vec<u8>)>,
        fps: Option<f64>,
        scale: Option<f64>,
        unit: Option<String>,
        length: Option<f64>,
        y_up: Option<bool>,
        columns: Vec<(String, String)>,
        missing: Vec<[f64; 2]>,
        wrap: Option<[f64; 2]>,
    ) -> PyResult<Self> {
        let files: Vec<TrackFile> =
            files.into_iter().map(|(name, bytes)| TrackFile { name, bytes }).collect();
        let given = TrackOptions { fps, scale, unit, length, y_up, columns, missing, wrap };
        py.detach(|| read_tracks(&files, &given)).map(Self).map_err(core_error)
    }

    /// Creates tracks from columns of equal length. NaN stands for an unknown number.
    #[staticmethod]
    #[expect(clippy::too_many_arguments, reason = "a column each")]
    fn of_columns(
        frame: IntArray,
        id: IntArray,
        x: FloatArray,
        y: FloatArray,
        vx: FloatArray,
        vy: FloatArray,
        heading: FloatArray,
        fps: Option<f64>,
        scale: Option<f64>,
        unit: Option<String>,
        length: Option<f64>,
        wrap: Option<[f64; 2]>,
    ) -> PyResult<Self> {
        let (frame, id) = (frame.as_slice()?, id.as_slice()?);
        let [x, y, vx, vy, heading] =
            [x.as_slice()?, y.as_slice()?, vx.as_slice()?, vy.as_slice()?, heading.as_slice()?];
        let mut points = Vec::with_capacity(frame.len());
        for row in 0..frame.len() {
            if !(x[row].is_finite() && y[row].is_finite()) {
                continue;
            }
            let of = u32::try_from(id[row]);
            let way = [vx[row], vy[row]];
            points.push(Point {
                frame: frame[row],
                id: of.map_err(|_| core_error(format!("There can be no id {}.", id[row])))?,
                group: 0,
                role: 0,
                place: [x[row], y[row]],
                velocity: way.iter().all(|part| part.is_finite()).then_some(way),
                heading: heading[row].is_finite().then_some(heading[row]),
                line: 0,
            });
        }
        let all = Contents { points, ..Contents::default() };
        let given = TrackOptions { fps, scale, unit, length, wrap, ..TrackOptions::default() };
        CoreTracks::new(all, &given).map(Self).map_err(core_error)
    }

    #[getter]
    fn fps(&self) -> f64 {
        self.0.fps
    }

    /// Remarks for people about the files, for example about unreadable rows.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.0.notes.clone()
    }

    /// Recognized format of the files; empty if the columns were chosen.
    #[getter]
    fn format(&self) -> &str {
        &self.0.format
    }

    /// Share of positions that are missing between each unit's first and last frame, 0..1.
    #[getter]
    fn missing(&self) -> f64 {
        self.0.missing().missing_share
    }

    #[getter]
    fn unit(&self) -> &str {
        &self.0.unit
    }

    #[getter]
    fn length(&self) -> Option<f64> {
        self.0.length
    }

    #[getter]
    fn link(&self) -> Option<&str> {
        (!self.0.link.is_empty()).then_some(&self.0.link)
    }

    #[getter]
    fn space(&self) -> Option<(f32, f32, bool)> {
        self.0.space.map(|space| (space.width, space.height, space.is_torus))
    }

    /// Columns of a table with one row per unit and frame, by name.
    fn columns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tracks = &self.0;
        let (mut frames, mut times) = (Vec::new(), Vec::new());
        for frame in 0..tracks.frames().len() {
            let rows = tracks.rows(frame).len();
            frames.extend(std::iter::repeat_n(tracks.frames()[frame], rows));
            times.extend(std::iter::repeat_n(tracks.time(frame), rows));
        }
        let rows = 0..tracks.id.len();
        let all = PyDict::new(py);
        all.set_item("frame", PyArray1::from_vec(py, frames))?;
        all.set_item("time", PyArray1::from_vec(py, times))?;
        all.set_item("id", PyArray1::from_iter(py, tracks.id.iter().map(|id| i64::from(*id))))?;
        all.set_item("group", rows.clone().map(|row| tracks.group_of(row)).collect::<Vec<_>>())?;
        all.set_item("role", rows.map(|row| tracks.role_of(row)).collect::<Vec<_>>())?;
        for (key, values) in [
            ("x", &tracks.x),
            ("y", &tracks.y),
            ("vx", &tracks.vx),
            ("vy", &tracks.vy),
            ("heading", &tracks.heading),
        ] {
            all.set_item(key, PyArray1::from_slice(py, values))?;
        }
        Ok(all)
    }

    /// Value of each measure in every `every`-th frame, and the numbers of these frames as `frame`.
    fn measure<'py>(&self, py: Python<'py>, every: usize) -> PyResult<Bound<'py, PyDict>> {
        let samples = py.detach(|| self.0.measure_frames(every));
        let all = PyDict::new(py);
        let frames = samples.iter().map(|sample| sample.tick as i64);
        all.set_item("frame", PyArray1::from_iter(py, frames))?;
        for (index, measure) in all_measures().into_iter().enumerate() {
            let values = samples.iter().map(|sample| sample.values[index]);
            all.set_item(measure.key, PyArray1::from_iter(py, values))?;
        }
        Ok(all)
    }

    /// Statistics over the frames of each measure that is defined for these tracks.
    fn summary<'py>(&self, py: Python<'py>, every: usize) -> PyResult<Bound<'py, PyDict>> {
        let measured = py.detach(|| CoreTracks::summarize(&self.0.measure_frames(every)));
        let missing_share = self.0.missing().missing_share;
        let all = PyDict::new(py);
        for (measure, of) in all_measures().into_iter().zip(measured) {
            let Some(of) = of else { continue };
            let one = PyDict::new(py);
            one.set_item("mean", of.mean)?;
            one.set_item("sd", of.sd)?;
            one.set_item("error", of.error.standard_error)?;
            one.set_item("effective_samples", of.error.effective_count)?;
            one.set_item("settled", of.error.is_settled)?;
            one.set_item("samples", of.sample_count)?;
            one.set_item("units", of.mean_units)?;
            one.set_item("missing", missing_share)?;
            all.set_item(measure.key, one)?;
        }
        Ok(all)
    }

    /// Goals (ranges of measures) that a run like these tracks meets, and the measuring time, s, of
    /// a run whose means are compared with them.
    fn bands(&self, py: Python, every: usize) -> PyResult<(Vec<String>, f64)> {
        let bands =
            py.detach(|| self.0.measured_bands(&self.0.measure_frames(every), TrackParts::All));
        let seconds = bands.first().map(|band| band.run_seconds);
        let seconds = seconds.ok_or_else(|| {
            core_error("There are too few frames for bands: 16 measured ones are needed.")
        })?;
        Ok((bands.into_iter().map(|band| band.goal).collect(), seconds))
    }

    fn csv(&self) -> String {
        write_csv(&self.0, COMMIT)
    }

    fn npz<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &write_npz(&self.0, COMMIT))
    }

    fn pair_correlation<'py>(
        &self,
        py: Python<'py>,
        count: usize,
        reach: f64,
        every: usize,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let bins = distance_bins(count, reach)?;
        Ok(PyArray1::from_vec(py, py.detach(|| self.0.pair_correlation(bins, every))))
    }

    fn velocity_correlation<'py>(
        &self,
        py: Python<'py>,
        count: usize,
        reach: f64,
        every: usize,
    ) -> PyResult<(Bound<'py, PyArray1<f64>>, f64, f64)> {
        let bins = distance_bins(count, reach)?;
        let found = py.detach(|| self.0.velocity_correlation(bins, every));
        Ok((PyArray1::from_vec(py, found.values), found.correlation_length, found.length_error))
    }

    /// All values of a quantity, by its name in [`MotionQuantity::ALL`].
    fn values<'py>(
        &self,
        py: Python<'py>,
        what: &str,
        every: usize,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let found = MotionQuantity::ALL.into_iter().find(|(name, _)| *name == what);
        let (_, quantity) = found.ok_or_else(|| {
            let names = MotionQuantity::ALL.map(|(name, _)| name).join(", ");
            core_error(format!("There is no distribution of “{what}”: there are {names}."))
        })?;
        Ok(PyArray1::from_vec(py, py.detach(|| self.0.quantity_values(quantity, every))))
    }

    /// Square maps around a unit, row by row, by the position of a neighbor: number of neighbors,
    /// mean speeding and mean turning of the unit.
    fn force_map<'py>(
        &self,
        py: Python<'py>,
        count: usize,
        reach: f64,
        nearest: bool,
        every: usize,
    ) -> PyResult<Bound<'py, PyDict>> {
        let bins = distance_bins(count, reach)?;
        let map = py.detach(|| self.0.force_map(bins, nearest, every));
        let all = PyDict::new(py);
        all.set_item("count", PyArray1::from_vec(py, map.count))?;
        all.set_item("speeding", PyArray1::from_vec(py, map.acceleration_ahead))?;
        all.set_item("turning", PyArray1::from_vec(py, map.turn_rate))?;
        Ok(all)
    }

    /// Ids of the units; for each pair, row by row, the delay (s, at most `longest`) with which the
    /// second unit takes the first one's direction, and their correlation at this delay; mean time
    /// (s) by which each unit leads the others.
    #[expect(clippy::type_complexity, reason = "four arrays")]
    fn delays<'py>(
        &self,
        py: Python<'py>,
        longest: f64,
    ) -> PyResult<(Vec<u32>, Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<f64>>, Vec<f64>)> {
        let found = py.detach(|| self.0.direction_delays(longest));
        let found = found.ok_or_else(|| {
            core_error("Delays are of 2 to 200 units, and of a longest delay above 0.".to_string())
        })?;
        let lead = found.mean_leads();
        let [delay, correlation] =
            [found.delay_seconds, found.correlation].map(|values| PyArray1::from_vec(py, values));
        Ok((found.ids, delay, correlation, lead))
    }

    /// Shape of the group in each measured frame: time, spread along and across the direction of
    /// motion, and spread along the axes of the fitted ellipse.
    fn shapes<'py>(&self, py: Python<'py>, every: usize) -> PyResult<Bound<'py, PyDict>> {
        let shapes = py.detach(|| self.0.frame_shapes(every));
        let all = PyDict::new(py);
        let of = |of: &dyn Fn(&FrameShape) -> f64| PyArray1::from_iter(py, shapes.iter().map(of));
        all.set_item("time", of(&|shape| shape.time))?;
        all.set_item("along", of(&|shape| shape.deviation_along))?;
        all.set_item("across", of(&|shape| shape.deviation_across))?;
        all.set_item("major", of(&|shape| shape.principal_deviations[0]))?;
        all.set_item("minor", of(&|shape| shape.principal_deviations[1]))?;
        Ok(all)
    }

    /// Mean share of the other units that are behind a unit, with the unit's id.
    fn fronts(&self, py: Python, every: usize) -> Vec<(u32, f64)> {
        let fronts = py.detach(|| self.0.front_ranks(every));
        fronts.into_iter().map(|front| (front.id, front.share_behind)).collect()
    }

    /// Mean of cos 2θ for the nearest neighbor, the second nearest, and so on; θ is the angle
    /// between the unit's heading and the direction to the neighbor.
    fn anisotropy<'py>(
        &self,
        py: Python<'py>,
        neighbors: usize,
        every: usize,
    ) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_vec(py, py.detach(|| self.0.anisotropy(neighbors, every)))
    }

    /// Copy of the tracks without the unit with this id.
    fn without(&self, id: u32) -> Self {
        Self(self.0.without(id))
    }
}
