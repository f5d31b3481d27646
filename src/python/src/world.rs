//! A run for Python, with arrays of its units.

use crate::catalog::{param_dict, param_value};
use crate::core_error;
use crate::tracks::Tracks;
use flockwright::engine::agents::{Agents, Handle};
use flockwright::engine::scenery::Wall;
use flockwright::engine::world::{Happening, UnitSetting};
use flockwright::glam::Vec2;
use flockwright::internals::session::NamedParam;
use flockwright::session::embedded::{
    EmbeddedRun, RefusedCall, checked_walls_from_tiles, unknown_name_message,
};
use flockwright::session::events::Event;
use flockwright::session::link::{first_fault, query_of};
use flockwright::session::replay::Recording;
use flockwright::session::timeline::Timeline;
use flockwright::{Role, Run, Spot, Target, UnitState};
use flockwright_lab::insight::inspect::inspect_unit;
use flockwright_lab::insight::measures::{
    Meter, all_measures, declare_measures_of, run_has_measure,
};
use flockwright_lab::insight::observer::ObserverWorkspace;
use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Time after which Python's signals, such as an interrupt by a person, are checked again.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

/// Walls as five numbers each: x and y of both ends, and half of the thickness, u.
fn wall_numbers(walls: &[Wall]) -> Vec<f32> {
    let five = |wall: &Wall| [wall.from.x, wall.from.y, wall.to.x, wall.to.y, wall.radius];
    walls.iter().flat_map(five).collect()
}

/// Walls that cover the blocked tiles of a map, five numbers each as in `World.set_walls`. `tiles`:
/// rows of `columns` from the upper left; `side`: length of a tile's side, u.
#[pyfunction]
pub fn walls_from_tiles<'py>(
    py: Python<'py>,
    columns: usize,
    tiles: PyReadonlyArray1<bool>,
    side: f32,
) -> PyResult<Bound<'py, PyArray1<f32>>> {
    let walls = checked_walls_from_tiles(columns, tiles.as_slice()?, side);
    let walls = walls.map_err(to_py_error)?;
    Ok(PyArray1::from_vec(py, wall_numbers(&walls)))
}

/// Memory of arrays that Python still holds. Before units are added or removed, which would move
/// the arrays, the world continues as a copy and leaves its old run here.
#[derive(Default)]
struct RetainedMemory(Mutex<Option<Run>>);

/// Array that Python reads in the memory of a run without a copy, and that keeps this memory alive.
#[pyclass(module = "flockwright", frozen)]
pub struct Array {
    memory: Arc<RetainedMemory>,
    address: usize,
    shape: Vec<usize>,
    strides: Vec<isize>,
}

#[pymethods]
impl Array {
    /// Address, type, shape and strides of the array, as NumPy's array interface defines them.
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let interface = PyDict::new(py);
        interface.set_item("version", 3)?;
        interface.set_item("typestr", if cfg!(target_endian = "big") { ">f4" } else { "<f4" })?;
        interface.set_item("data", (self.address, true))?;
        interface.set_item("shape", pyo3::types::PyTuple::new(py, &self.shape)?)?;
        interface.set_item("strides", pyo3::types::PyTuple::new(py, &self.strides)?)?;
        Ok(interface)
    }

    /// True once the array no longer follows the world, for example since units were added or
    /// removed: it then shows the state before.
    #[getter]
    fn stale(&self) -> bool {
        self.memory.0.lock().is_ok_and(|run| run.is_some())
    }
}

/// Run of the core: base class of the package's `World`.
#[pyclass(module = "flockwright", subclass)]
pub struct World {
    /// Run of the world; `None` only while the world is dropped.
    embedded: Option<EmbeddedRun>,
    memory: Arc<RetainedMemory>,
    /// Sentences about parts of the link that were ignored or changed.
    notices: Vec<String>,
}

impl Drop for World {
    fn drop(&mut self) {
        if let Some(inner) = self.embedded.take() {
            retain_for_views(&self.memory, inner.run);
        }
    }
}

/// Keeps a run alive as long as arrays point into its memory.
fn retain_for_views(memory: &Arc<RetainedMemory>, run: Run) {
    if Arc::strong_count(memory) > 1
        && let Ok(mut place) = memory.0.lock()
    {
        *place = Some(run);
    }
}

fn to_py_error(refused: RefusedCall) -> PyErr {
    core_error(refused.message)
}

/// Message of a panic that cannot occur, since no call reaches a world that is being dropped.
const DROPPED_WORLD: &str = "a world has its run until it is dropped";

impl World {
    fn embedded(&self) -> &EmbeddedRun {
        self.embedded.as_ref().expect(DROPPED_WORLD)
    }

    fn embedded_mut(&mut self) -> &mut EmbeddedRun {
        self.embedded.as_mut().expect(DROPPED_WORLD)
    }

    fn run(&self) -> &Run {
        &self.embedded().run
    }

    fn timeline(&self) -> &Timeline {
        self.embedded().timeline().expect("inputs are recorded")
    }

    fn agents(&self) -> &Agents {
        self.run().world.agents()
    }

    /// If Python arrays point into the run, continues with a copy of it, and leaves the run as it
    /// is to the arrays. Must be called before units may be added or removed.
    fn detach_views(&mut self) {
        if Arc::strong_count(&self.memory) > 1 {
            let twin = self.embedded().fork();
            if let Some(old) = self.embedded.replace(twin) {
                retain_for_views(&self.memory, old.run);
            }
            self.memory = Arc::default();
        }
    }

    /// True if a catch, or an event recorded at the ticks `from..=to`, may add or remove units.
    fn may_change_units(&self, from: u64, to: u64) -> bool {
        let run = self.run();
        let lets_catch = |event: &Event| match event {
            Event::Param { id, .. } => {
                ["caught", "catch_factor"].contains(&run.params()[*id].spec.key)
            }
            _ => false,
        };
        let events = self.timeline().log().events();
        let mut between = events.iter().filter(|one| (from..=to).contains(&one.tick));
        run.world.may_remove_units()
            || between.any(|one| one.event.restarts_tick(run) || lets_catch(&one.event))
    }

    /// Runs ticks without the interpreter's lock, and calls `note` after each tick.
    fn run_ticks(
        &mut self,
        py: Python,
        ticks: u64,
        mut note: impl FnMut(&Run) + Send,
    ) -> PyResult<()> {
        let now = self.run().world.ticks();
        let end = now.saturating_add(ticks);
        if self.may_change_units(now, end) {
            self.detach_views();
        }
        while self.run().world.ticks() < end {
            let inner = self.embedded_mut();
            py.detach(|| {
                let start = Instant::now();
                while inner.run.world.ticks() < end && start.elapsed() < SIGNAL_INTERVAL {
                    inner.tick(1)?;
                    note(&inner.run);
                }
                Ok(())
            })
            .map_err(to_py_error)?;
            py.check_signals()?;
        }
        Ok(())
    }

    fn view_of(&self, arrays: [&[f32]; 2]) -> Array {
        let [x, y] = arrays.map(|array| array.as_ptr() as usize);
        let strides = vec![size_of::<f32>() as isize, y as isize - x as isize];
        Array {
            memory: self.memory.clone(),
            address: x,
            shape: vec![self.agents().len(), 2],
            strides,
        }
    }

    fn input_event(&mut self, event: Event) -> PyResult<()> {
        if event.restarts_tick(self.run()) {
            self.detach_views();
        }
        self.embedded_mut().input(event).map_err(core_error)
    }

    /// Parameter of the run with this key.
    fn find_param(&self, key: &str) -> PyResult<NamedParam> {
        let run = self.run();
        run.find_named_param(&run.key_without_group_name(key)).ok_or_else(|| {
            let present = run.params().iter().filter(|param| param.is_present);
            core_error(unknown_name_message(
                "parameter",
                key,
                present.map(|param| param.key.as_str()),
            ))
        })
    }
}

#[pymethods]
impl World {
    /// Opens a link. An invalid part of the link is an error if `strict`, else a notice.
    #[new]
    #[pyo3(signature = (link, strict = true))]
    fn new(link: &str, strict: bool) -> PyResult<Self> {
        if !query_of(link).contains('=') {
            return Err(core_error(format!("{link:?} is no link.")));
        }
        let (mut run, mut timeline, notices) = Timeline::open(link);
        if let Some(notice) = first_fault(&notices).filter(|_| strict) {
            return Err(core_error(notice.clone()));
        }
        timeline.stop_seeking(&mut run);
        declare_measures_of(&run).map_err(core_error)?;
        let embedded = Some(EmbeddedRun::allowing_unrecorded(run, timeline));
        Ok(Self { embedded, memory: Arc::default(), notices })
    }

    /// One sentence for each part of a link that is ignored or changed, and the tick at which the
    /// link starts; `None` for tick 0.
    #[staticmethod]
    fn check(link: &str) -> (Vec<String>, Option<u64>) {
        let (_, timeline, notices) = Timeline::open(link);
        (notices, timeline.seek_goal())
    }

    /// One sentence for each part of the link that was ignored or changed, and for each part of a
    /// rule that has no effect in the run as it is now.
    #[getter]
    fn notices(&self) -> Vec<String> {
        self.run().notices(&self.notices)
    }

    #[getter]
    fn tick(&self) -> u64 {
        self.run().world.ticks()
    }

    #[getter]
    fn count(&self) -> usize {
        self.agents().len()
    }

    #[getter]
    fn seed(&self) -> u32 {
        self.run().world.seed()
    }

    #[getter]
    fn scene(&self) -> &'static str {
        self.run().scene().key
    }

    /// Width and height (u), and true if units perceive across the edges.
    #[getter]
    fn space(&self) -> (f32, f32, bool) {
        let space = self.run().world.space();
        (space.width, space.height, space.is_torus)
    }

    /// Hash of the state, 16 hex digits as on the page.
    #[getter]
    fn hash(&self) -> String {
        format!("{:016x}", self.run().world.hash())
    }

    /// Link that reproduces this run; an error if none does.
    #[getter]
    fn link(&self) -> PyResult<String> {
        if self.is_by_hand() {
            return Err(core_error(
                "No link gives this run: units were put somewhere by hand, or walls were set. Links hold \
                 what a scene, its parameters, its seed and its inputs give.",
            ));
        }
        let recording = Recording::from_timeline(self.timeline(), self.run());
        Ok(match recording.events.is_empty() {
            true => recording.link,
            false => recording.to_link(Some(self.tick())),
        })
    }

    /// True if no link reproduces this run, since a program has set units, targets, walls, paths or
    /// the state.
    #[getter]
    fn is_by_hand(&self) -> bool {
        self.embedded().has_unrecorded_changes()
    }

    /// State of the run at this tick as bytes.
    fn snapshot<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.run().snapshot())
    }

    /// Restores the state of a snapshot of this scene. Recorded inputs are forgotten, so seeking to
    /// an earlier tick fails until a restart; arrays taken before become stale.
    fn restore(&mut self, snapshot: &[u8]) -> PyResult<()> {
        self.detach_views();
        self.embedded_mut().restore(snapshot).map_err(to_py_error)
    }

    /// Runs `ticks` ticks of 1/60 s.
    #[pyo3(signature = (ticks = 1))]
    fn step(&mut self, py: Python, ticks: u64) -> PyResult<()> {
        self.run_ticks(py, ticks, |_| ())
    }

    /// Runs to a tick, forward or back.
    fn seek(&mut self, py: Python, tick: u64) -> PyResult<()> {
        if tick < self.tick() {
            if self.may_change_units(0, self.tick()) {
                self.detach_views();
            }
            self.embedded_mut().seek_back(tick).map_err(to_py_error)?;
        }
        self.run_ticks(py, tick - self.tick(), |_| ())
    }

    /// Restarts at tick 0 with another seed or the same one, and forgets all inputs.
    #[pyo3(signature = (seed = None))]
    fn restart(&mut self, seed: Option<u32>) {
        self.detach_views();
        let seed = seed.unwrap_or(self.seed());
        self.embedded_mut().restart(seed);
    }

    /// Runs `ticks` ticks, and records the state now and after every `every` ticks.
    fn record(&mut self, py: Python, ticks: u64, every: u64) -> PyResult<Tracks> {
        if every == 0 {
            return Err(core_error("Frames are at least one tick apart."));
        }
        let start = self.tick();
        let link = self.link().unwrap_or_default();
        let mut tracks = flockwright_lab::study::tracks::Tracks::of_run(self.run(), link);
        tracks.add_frame(&self.run().world);
        self.run_ticks(py, ticks, |run| {
            if (run.world.ticks() - start).is_multiple_of(every) {
                tracks.add_frame(&run.world);
            }
        })?;
        Ok(Tracks(tracks))
    }

    #[getter]
    fn positions(&self) -> Array {
        let agents = self.agents();
        self.view_of([&agents.x, &agents.y])
    }

    #[getter]
    fn velocities(&self) -> Array {
        let agents = self.agents();
        self.view_of([&agents.vx, &agents.vy])
    }

    #[getter]
    fn headings(&self) -> Array {
        let (memory, address) = (self.memory.clone(), self.agents().heading.as_ptr() as usize);
        let strides = vec![size_of::<f32>() as isize];
        Array { memory, address, shape: vec![self.count()], strides }
    }

    /// Index in `group_names` of the group of each unit.
    #[getter]
    fn groups<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        let mut of = vec![0; self.count()];
        for (index, group) in self.run().world.groups().iter().enumerate() {
            of[group.ids.clone()].fill(index as u8);
        }
        PyArray1::from_vec(py, of)
    }

    /// Handle of each unit, which never changes.
    #[getter]
    fn handles<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        PyArray1::from_slice(py, &self.agents().handle[..self.count()])
    }

    /// Current id of a unit, by its handle; `None` if it was removed.
    fn id_of(&self, unit: u32) -> Option<usize> {
        self.agents().id(Handle(unit))
    }

    /// Events since the last call: kind, handle of the unit, and for a catch the key of the hunting
    /// group and the handle of the hunter. The first call only begins to collect events.
    fn events(&mut self) -> Vec<(&'static str, u32, Option<&'static str>, Option<u32>)> {
        let inner = self.embedded_mut();
        inner.start_listening();
        let groups: Vec<_> = inner.world().groups().iter().map(|group| group.key).collect();
        let row = |one| match one {
            Happening::Born(unit) => ("born", unit.0, None, None),
            Happening::Removed(unit) => ("removed", unit.0, None, None),
            Happening::Caught { unit, by, hunter } => {
                ("caught", unit.0, Some(groups[by]), Some(hunter.0))
            }
            Happening::Arrived(unit) => ("arrived", unit.0, None, None),
        };
        inner.take_happenings().map(row).collect()
    }

    /// Index of each unit's role in `role_names`.
    #[getter]
    fn roles<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        PyArray1::from_slice(py, &self.agents().role[..self.count()])
    }

    /// True for units that measures include: all but the player's craft and prey.
    #[getter]
    fn measured<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let mut of = vec![false; self.count()];
        for group in self.run().world.groups() {
            of[group.ids.clone()].fill(group.role.counts_as_neighbor());
        }
        PyArray1::from_vec(py, of)
    }

    /// Length of each unit, u.
    #[getter]
    fn lengths<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f32>> {
        PyArray1::from_slice(py, &self.agents().length[..self.count()])
    }

    #[getter]
    fn role_names(&self) -> Vec<&'static str> {
        Role::ALL.map(Role::key).to_vec()
    }

    /// Keys of the groups. Links write parameters of the first group without its key.
    #[getter]
    fn group_names(&self) -> Vec<&'static str> {
        self.run().world.groups().iter().map(|group| group.key).collect()
    }

    /// Sets positions, velocities and headings of units. A NaN heading means: along the velocity.
    fn set_state(
        &mut self,
        ids: PyReadonlyArray1<i64>,
        positions: PyReadonlyArray1<f32>,
        velocities: PyReadonlyArray1<f32>,
        headings: PyReadonlyArray1<f32>,
    ) -> PyResult<()> {
        let (p, v, h) = (positions.as_slice()?, velocities.as_slice()?, headings.as_slice()?);
        let (ids, count) = (ids.as_slice()?, self.count());
        if let Some(id) = ids.iter().find(|id| !(0..count as i64).contains(id)) {
            return Err(core_error(format!("There are {count} units, no unit {id}.")));
        }
        let units = ids.len();
        if p.len() != 2 * units || v.len() != 2 * units || h.len() != units {
            return Err(core_error(format!(
                "For {units} units, there are as many places, velocities and headings."
            )));
        }
        if p.iter().chain(v).any(|value| !value.is_finite()) {
            return Err(core_error("Positions and velocities are to be finite numbers."));
        }
        let (width, height, _) = self.space();
        if p.chunks(2).any(|at| !(0.0..=width).contains(&at[0]) || !(0.0..=height).contains(&at[1]))
        {
            return Err(core_error(format!(
                "Places lie in the world, from 0 to {width} and from 0 to {height} u."
            )));
        }
        let inner = self.embedded_mut();
        for (row, id) in ids.iter().map(|id| *id as usize).enumerate() {
            let before = inner.world().agents().state(id);
            let velocity = Vec2::new(v[2 * row], v[2 * row + 1]);
            let heading = match h[row] {
                given if given.is_finite() => given,
                _ if velocity == Vec2::ZERO => before.heading,
                _ => velocity.to_angle(),
            };
            let position = Vec2::new(p[2 * row], p[2 * row + 1]);
            let unit = UnitState { position, velocity, heading, omega: 0.0 };
            inner.set_unit(id, unit).map_err(to_py_error)?;
        }
        Ok(())
    }

    /// Adds a unit to a group, and returns its id. A NaN heading means: along the velocity.
    fn add(
        &mut self,
        group: &str,
        position: [f32; 2],
        velocity: [f32; 2],
        heading: f32,
    ) -> PyResult<usize> {
        let index = self.run().world.group(group).map_err(|why| core_error(why.to_string()))?;
        self.detach_views();
        let velocity = Vec2::from(velocity);
        let heading = if heading.is_finite() { heading } else { velocity.to_angle() };
        let unit = UnitState { position: position.into(), velocity, heading, omega: 0.0 };
        let inner = self.embedded_mut();
        inner.add_unit(index, unit).and_then(|unit| inner.index_of_unit(unit)).map_err(to_py_error)
    }

    /// Removes a unit. The ids of the units after it decrease by one.
    fn remove(&mut self, id: usize) -> PyResult<()> {
        let count = self.count();
        let unit = self.agents().handle(id).filter(|_| id < count);
        let unit =
            unit.ok_or_else(|| core_error(format!("There are {count} units, no unit {id}.")))?;
        self.detach_views();
        self.embedded_mut().remove_unit(unit).map_err(to_py_error)
    }

    /// Replaces the walls: five numbers each, x and y of both ends and half of the thickness, u.
    fn set_walls(&mut self, walls: PyReadonlyArray1<f32>) -> PyResult<()> {
        let five = |one: &[f32; 5]| {
            let [ax, ay, bx, by, radius] = *one;
            Wall { from: Vec2::new(ax, ay), to: Vec2::new(bx, by), radius }
        };
        let walls = walls.as_slice()?.as_chunks::<5>().0.iter().map(five).collect();
        self.embedded_mut().set_walls(walls).map_err(to_py_error)
    }

    /// Walls of the world: five numbers each, as in `set_walls`.
    #[getter]
    fn walls<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f32>> {
        PyArray1::from_vec(py, wall_numbers(self.run().world.walls()))
    }

    /// Adds the site (a named place) with this name, moves it, or removes it without a `place` (u).
    #[pyo3(signature = (name, place = None))]
    fn set_site(&mut self, name: &str, place: Option<[f32; 2]>) -> PyResult<()> {
        self.embedded_mut().set_site(name, place.map(Vec2::from)).map_err(to_py_error)
    }

    /// Position of each site (named place), u, by its name.
    #[getter]
    fn sites(&self) -> BTreeMap<String, (f32, f32)> {
        let sites = self.run().layout().sites.iter();
        sites.map(|site| (site.name.clone(), site.place.into())).collect()
    }

    /// Sets the top speed and the target of a single unit, by its handle; nothing if an argument is
    /// invalid. `speed`: no change if `None`; `[None]` restores the top speed of the group.
    /// `targets`: whether the target changes: to the moving point `moving` (x, y, vx, vy), the unit
    /// `other`, or the nearest unit of `group`; without one, the target of the group counts again.
    #[pyo3(name = "_set_unit", signature = (unit, speed, targets, moving = None, other = None, group = None))]
    fn set_unit(
        &mut self,
        unit: u32,
        speed: Option<[Option<f32>; 1]>,
        targets: bool,
        moving: Option<[f32; 4]>,
        other: Option<u32>,
        group: Option<&str>,
    ) -> PyResult<()> {
        let group = group.map(|key| self.run().world.group(key)).transpose();
        let group = group.map_err(|why| core_error(why.to_string()))?;
        let spot = |[x, y, vx, vy]: [f32; 4]| {
            Target::Moving(Spot { position: Vec2::new(x, y), velocity: Vec2::new(vx, vy) })
        };
        let target = moving.map(spot);
        let target = target.or_else(|| other.map(|unit| Target::Unit(Handle(unit))));
        let target = target.or_else(|| group.map(Target::Group));
        let speed = speed.map(|[speed]| UnitSetting::MaxSpeed(speed));
        let settings = [targets.then_some(UnitSetting::Target(target)), speed];
        for setting in settings.into_iter().flatten() {
            let checked = self.run().world.check_single(Handle(unit), setting);
            checked.map_err(|why| core_error(why.to_string()))?;
        }
        for setting in settings.into_iter().flatten() {
            self.embedded_mut().set_single(Handle(unit), setting).map_err(to_py_error)?;
        }
        Ok(())
    }

    /// Holds the pointer at a position, u, or releases it if there is none.
    #[pyo3(signature = (place = None))]
    fn hold(&mut self, place: Option<[f32; 2]>) -> PyResult<()> {
        match place {
            None => self.input_event(Event::PointerRelease),
            Some(place) => self.embedded_mut().hold_pointer(place.into()).map_err(to_py_error),
        }
    }

    /// Neighbors of all units: their ids in one array, one unit after the other, and the index at
    /// which the neighbors of each unit begin, with the length of the first array at the end.
    fn neighbors<'py>(
        &self,
        py: Python<'py>,
    ) -> (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>) {
        let world = &self.run().world;
        let (mut observer, mut ids, mut starts) =
            (ObserverWorkspace::default(), Vec::new(), vec![0]);
        for id in 0..self.count() {
            let of = inspect_unit(world, &mut observer, id)
                .map_or(Vec::new(), |found| found.neighbor_ids);
            ids.extend(of.into_iter().map(|id| id as i64));
            starts.push(ids.len() as i64);
        }
        (PyArray1::from_vec(py, ids), PyArray1::from_vec(py, starts))
    }

    /// Weighted force of each behavior, by its key, on each unit in the coming tick: x and y of
    /// each unit in turn. `sum` is that of all forces, `limited` that sum after the body's limit.
    fn forces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (world, count) = (&self.run().world, self.count());
        let mut observer = ObserverWorkspace::default();
        let mut forces = BTreeMap::<&str, Vec<f32>>::new();
        for id in 0..count {
            let Some(found) = inspect_unit(world, &mut observer, id) else { continue };
            let parts = found.contributions.iter().map(|part| (part.key, part.weighted_force));
            for (key, force) in
                parts.chain([("sum", found.steering_sum), ("limited", found.limited_force)])
            {
                let of = forces.entry(key).or_insert_with(|| vec![0.0; 2 * count]);
                of[2 * id] += force.x;
                of[2 * id + 1] += force.y;
            }
        }
        let all = PyDict::new(py);
        for (key, of) in forces {
            all.set_item(key, PyArray1::from_vec(py, of))?;
        }
        Ok(all)
    }

    /// Current value of each measure; NaN if undefined.
    fn measures<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        let run = self.run();
        let sample = Meter::exact().with_own_measures(run).measure_all(&run.world);
        for (measure, value) in all_measures().into_iter().zip(sample.values) {
            if run_has_measure(run, measure) {
                all.set_item(measure.key, value)?;
            }
        }
        Ok(all)
    }

    /// Current value of each parameter by key.
    #[getter]
    fn params<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (all, run) = (PyDict::new(py), self.run());
        for (id, param) in run.params().iter().enumerate().filter(|(_, param)| param.is_present) {
            all.set_item(&param.key, param_value(py, run, id, run.get(id))?)?;
        }
        Ok(all)
    }

    /// Declarations of the parameters, in the order of the page's panel.
    fn describe<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let (list, run) = (PyList::empty(py), self.run());
        for id in (0..run.params().len()).filter(|id| run.params()[*id].is_present) {
            list.append(param_dict(py, run, id)?)?;
        }
        Ok(list)
    }

    /// Sets a parameter, by its key, to a value in the notation of links.
    fn set_text(&mut self, key: &str, text: &str) -> PyResult<()> {
        if let Some(id) = self.run().find_text(&self.run().key_without_group_name(key)) {
            return self.input_event(Event::Text { id, text: text.into() });
        }
        let named = self.find_param(key)?;
        let (id, spec) = (named.id, named.spec);
        let reading = named
            .read_own_value(text)
            .map_err(|why| core_error(format!("{key} = “{text}” {why}.")))?;
        if reading.was_clamped {
            let (min, max) = (spec.min, spec.max);
            return Err(core_error(format!("{key} = {text} is not a value from {min} to {max}.")));
        }
        if (Event::Param { id, value: reading.value }).restarts_tick(self.run()) {
            self.detach_views();
        }
        self.embedded_mut().set_param(id, reading.value).map_err(core_error)
    }

    /// Becomes an independent copy of another run.
    fn copy_from(&mut self, other: &Self) {
        self.detach_views();
        self.embedded = Some(other.embedded().fork());
    }
}
