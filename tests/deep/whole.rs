//! A person's way through a run, by model: it is composed anew, tuned, drawn into, gone back and forth
//! in and undone while it plays and while everybody looks on who can look on.
//!
//! `WHOLE=20000 cargo test --release -p flockwright-deep whole` goes this many ways instead of a few hundred, and
//! `SEED=7` others. A failure prints the shortest way that still fails.

use crate::support::play::{clock, random_geometry};
use flockwright::Run;
use flockwright::engine::agents::Role;
use flockwright::engine::bodies::BodyKind;
use flockwright::internals::compose::{Composition, GroupDoc, catalog, free_key};
use flockwright::internals::layout::is_outside;
use flockwright::internals::math::{Rng, Stream};
use flockwright::internals::session::LayoutDoc;
use flockwright::scenes::SCENES;
use flockwright::session::events::Event;
use flockwright::session::replay::Recording;
use flockwright::session::run::Param;
use flockwright::session::timeline::Timeline;
use flockwright_lab::insight::diagnosis::Diagnosis;
use flockwright_lab::insight::explain::explain;
use flockwright_lab::insight::inspect::{inspect, regions};
use flockwright_lab::insight::measures::Series;
use flockwright_lab::insight::observer::Observer;
use flockwright_lab::insight::overlays::{OverlayKind, Overlays};
use flockwright_lab::insight::routes::{destinations, routes};
use flockwright_lab::insight::tally::tally;
use flockwright_lab::study::plan::{Plan, Seeds};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestError, TestRng, TestRunner};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Once;

/// No group is given more units than this: what is large is tested elsewhere.
const CROWD: f32 = 40.0;

/// What a person does. Numbers choose among what is there at that moment.
#[derive(Clone, Debug)]
enum Step {
    Add { group: usize, behavior: usize, at: usize },
    Remove { group: usize, at: usize },
    Move { group: usize, from: usize, to: usize },
    Mute { group: usize, at: usize },
    NewGroup,
    Duplicate { group: usize },
    Drop { group: usize },
    Tie { group: usize, tie: usize, to: usize },
    Body { group: usize, body: usize },
    Role { group: usize, role: usize },
    Slide { param: usize, share: f32 },
    End { param: usize, end: usize },
    Ramp { param: usize, share: f32, ticks: u32 },
    Text { text: usize, preset: usize },
    Draw { seed: u32 },
    Hold { x: f32, y: f32 },
    Release,
    Fly { bits: u8 },
    Tick { ticks: usize },
    Part,
    Scrub { share: f32, cancel: bool },
    Undo { to: usize },
    Restart { seed: Option<u32> },
    Reopen,
}

fn step() -> impl Strategy<Value = Step> {
    let n = || 0..64usize;
    let share = || (0u8..=20).prop_map(|k| f32::from(k) / 20.0);
    let seed = || proptest::option::of(0u32..50);
    prop_oneof![
        4 => (n(), n(), n()).prop_map(|(group, behavior, at)| Step::Add { group, behavior, at }),
        3 => (n(), n()).prop_map(|(group, at)| Step::Remove { group, at }),
        2 => (n(), n(), n()).prop_map(|(group, from, to)| Step::Move { group, from, to }),
        1 => (n(), n()).prop_map(|(group, at)| Step::Mute { group, at }),
        1 => Just(Step::NewGroup),
        1 => n().prop_map(|group| Step::Duplicate { group }),
        2 => n().prop_map(|group| Step::Drop { group }),
        3 => (n(), n(), n()).prop_map(|(group, tie, to)| Step::Tie { group, tie, to }),
        3 => (n(), n()).prop_map(|(group, body)| Step::Body { group, body }),
        1 => (n(), n()).prop_map(|(group, role)| Step::Role { group, role }),
        5 => (0..4096usize, share()).prop_map(|(param, share)| Step::Slide { param, share }),
        5 => (0..4096usize, 0..3usize).prop_map(|(param, end)| Step::End { param, end }),
        2 => (0..4096usize, share(), 1u32..80)
            .prop_map(|(param, share, ticks)| Step::Ramp { param, share, ticks }),
        1 => (n(), n()).prop_map(|(text, preset)| Step::Text { text, preset }),
        2 => any::<u32>().prop_map(|seed| Step::Draw { seed }),
        2 => (-50.0f32..700.0, -50.0f32..500.0).prop_map(|(x, y)| Step::Hold { x, y }),
        1 => Just(Step::Release),
        1 => (0u8..16).prop_map(|bits| Step::Fly { bits }),
        12 => (1usize..25).prop_map(|ticks| Step::Tick { ticks }),
        4 => Just(Step::Part),
        5 => (share(), any::<bool>()).prop_map(|(share, cancel)| Step::Scrub { share, cancel }),
        3 => n().prop_map(|to| Step::Undo { to }),
        1 => seed().prop_map(|seed| Step::Restart { seed }),
        1 => Just(Step::Reopen),
    ]
}

/// What undo puts back: a composition, a layout, and values by key.
struct Snapshot {
    composition: Composition,
    layout: LayoutDoc,
    values: BTreeMap<String, f32>,
    texts: BTreeMap<String, String>,
}

impl Snapshot {
    fn of(run: &Run) -> Self {
        let params = run.params().iter().enumerate().filter(|(_, param)| param.present);
        let texts = run.texts().iter().enumerate().filter(|(_, text)| text.present);
        Self {
            composition: run.composition(),
            layout: run.layout_doc(),
            values: params.map(|(id, param)| (param.key.clone(), run.get(id))).collect(),
            texts: texts.map(|(id, text)| (text.key.clone(), run.text(id))).collect(),
        }
    }
}

/// A run with all who look on.
struct Visit {
    run: Run,
    timeline: Timeline,
    diagnosis: Diagnosis,
    series: Series,
    observer: Observer,
    overlays: Overlays,
    snapshots: Vec<Snapshot>,
    looks: usize,
}

impl Visit {
    fn open(link: &str) -> Self {
        let (run, timeline, notices) = Timeline::open(link);
        assert!(notices.iter().all(|notice| is_outside(notice)), "{link}: {notices:?}");
        let snapshots = vec![Snapshot::of(&run)];
        let (diagnosis, series, observer, overlays) = Default::default();
        Self { run, timeline, diagnosis, series, observer, overlays, snapshots, looks: 0 }
    }

    /// A scene with few units.
    fn of_scene(scene: usize, seed: u32) -> Self {
        let scene = &SCENES[scene % SCENES.len()];
        let mut run = Run::new(scene, seed);
        for id in 0..run.params().len() {
            if run.params()[id].spec.key == "count" {
                run.set(id, run.get(id).min(CROWD));
            }
        }
        Self::open(&run.link())
    }

    fn input(&mut self, event: Event) {
        // A text may be one that this scene refuses.
        let _ = self.timeline.input(&mut self.run, event);
    }

    fn compose(&mut self, change: impl FnOnce(&mut Composition)) {
        let mut composition = self.run.composition();
        change(&mut composition);
        self.input(Event::Compose(composition.into()));
    }

    /// The ids of the parameters that are there.
    fn ids(&self) -> Vec<usize> {
        let params = self.run.params().iter().enumerate();
        params.filter(|(_, param)| param.present).map(|(id, _)| id).collect()
    }

    /// Sets a parameter; the value read back is the value set, but while it waits for the end of a tick.
    fn set(&mut self, id: usize, value: f32) {
        let Param { spec, key, .. } = &self.run.params()[id];
        let most = if spec.key == "count" { spec.max.min(CROWD) } else { spec.max };
        let value = if spec.key == "count" { value.min(most) } else { value };
        let (wanted, key) = (spec.validate(value).expect("a number"), key.clone());
        self.input(Event::Param { id, value });
        if !self.timeline.is_queued() {
            assert_eq!(self.run.get(id), wanted, "{key} was set");
        }
    }

    fn tick(&mut self) {
        self.timeline.tick(&mut self.run);
        self.ticked();
    }

    fn ticked(&mut self) {
        self.diagnosis.observe(&self.run);
        self.series.sample(&self.run.world);
    }

    fn take(&mut self, step: &Step) {
        let members = self.run.world.groups().len();
        match *step {
            Step::Add { group, behavior, at } => {
                let all: Vec<_> = catalog().collect();
                let key = all[behavior % all.len()].key();
                self.compose(|now| {
                    let list = &mut now.groups[group % members].behaviors;
                    if !list.iter().any(|other| *other == key) {
                        list.insert(at % (list.len() + 1), key.into());
                    }
                });
            }
            Step::Remove { group, at } => self.compose(|now| {
                let list = &mut now.groups[group % members].behaviors;
                if !list.is_empty() {
                    list.remove(at % list.len());
                }
            }),
            Step::Move { group, from, to } => self.compose(|now| {
                let list = &mut now.groups[group % members].behaviors;
                if !list.is_empty() {
                    let key = list.remove(from % list.len());
                    list.insert(to % (list.len() + 1), key);
                }
            }),
            Step::Mute { group, at } => {
                let group = &self.run.world.groups()[group % members];
                let count = group.pipeline.len().max(1);
                let Some(weight) = group.pipeline.get(at % count).map(|one| one.key()) else {
                    return;
                };
                let here = |param: &Param| {
                    param.present
                        && param.spec.key == weight
                        && param
                            .group
                            .is_some_and(|at| self.run.world.groups()[at].key == group.key)
                };
                if let Some(id) = self.run.params().iter().position(here) {
                    self.set(id, 0.0);
                }
            }
            Step::NewGroup => {
                let Some(key) = free_key(self.run.world.groups()).filter(|_| members < 5) else {
                    return;
                };
                self.compose(|now| {
                    let (like, role, body) = ("", Role::Regular, BodyKind::Point);
                    let (behaviors, ties) = Default::default();
                    now.groups.push(GroupDoc { key, like, name: "", role, body, behaviors, ties });
                });
            }
            Step::Duplicate { group } => {
                let Some(key) = free_key(self.run.world.groups()).filter(|_| members < 5) else {
                    return;
                };
                let scene = Run::new(self.run.scene(), 1);
                let has = |key: &str| scene.world.groups().iter().any(|group| group.key == key);
                self.compose(|now| {
                    let of = now.groups[group % members].clone();
                    let like = if has(of.key) { of.key } else { of.like };
                    now.groups.push(GroupDoc { key, like, ..of });
                });
            }
            Step::Drop { group } => self.compose(|now| {
                if members > 1 {
                    now.groups.remove(1 + group % (members - 1));
                }
            }),
            Step::Tie { group, tie, to } => self.compose(|now| {
                let to = now.groups[to % members].key;
                let ties = &mut now.groups[group % members].ties;
                let count = ties.len();
                let ties = &mut ties[tie % count];
                match ties.iter().position(|other| *other == to) {
                    Some(at) => drop(ties.remove(at)),
                    None => ties.push(to),
                }
            }),
            Step::Body { group, body } => self.compose(|now| {
                now.groups[group % members].body = BodyKind::ALL[body % BodyKind::ALL.len()];
            }),
            Step::Role { group, role } => self.compose(|now| {
                now.groups[group % members].role = Role::ALL[role % Role::ALL.len()];
            }),
            Step::Slide { param, share } => {
                let ids = self.ids();
                let id = ids[param % ids.len()];
                let spec = self.run.params()[id].spec;
                self.set(id, spec.min + share * (spec.max - spec.min));
            }
            Step::End { param, end } => {
                let ids = self.ids();
                let id = ids[param % ids.len()];
                let Param { spec, default, .. } = self.run.params()[id];
                self.set(id, [spec.min, spec.max, default][end % 3]);
            }
            Step::Ramp { param, share, ticks } => {
                let ids = self.ids();
                let id = ids[param % ids.len()];
                let spec = self.run.params()[id].spec;
                let to = spec.min + share * (spec.max - spec.min);
                self.input(Event::Ramp { id, from: 0.0, to, ticks });
            }
            Step::Text { text, preset } => {
                let all = self.run.texts().iter().enumerate();
                let all: Vec<_> = all.filter(|(_, text)| text.present).collect();
                if all.is_empty() {
                    return;
                }
                let (id, text) = all[text % all.len()];
                let text = text.spec.presets[preset % text.spec.presets.len()].text.into();
                self.input(Event::Text { id, text });
            }
            Step::Draw { seed } => {
                let mut rng = Rng::new(seed, Stream::Scenery);
                let layout = random_geometry(&self.run, &mut rng).into();
                self.input(Event::Layout(layout));
            }
            Step::Hold { x, y } => self.input(Event::PointerHold { x, y }),
            Step::Release => self.input(Event::PointerRelease),
            Step::Fly { bits } => self.input(Event::Fly { bits }),
            Step::Tick { ticks } => (0..ticks).for_each(|_| self.tick()),
            Step::Part => {
                if self.timeline.tick_part(&mut self.run, 1.0, clock(0.3)) {
                    self.ticked();
                }
            }
            Step::Scrub { share, cancel } => {
                let to = (self.timeline.end() as f32 * share) as u64;
                self.timeline.seek(&mut self.run, to);
                if cancel {
                    self.timeline.seek_part(&mut self.run, 2.0, clock(0.5));
                    self.timeline.stop_seeking(&mut self.run);
                } else {
                    self.arrive();
                }
            }
            Step::Undo { to } => self.restore(to % self.snapshots.len()),
            Step::Restart { seed } => {
                let seed = seed.unwrap_or(self.run.world.seed());
                self.timeline.restart(&mut self.run, seed);
            }
            Step::Reopen => {
                let again = Visit::open(&self.run.link());
                (self.run, self.timeline) = (again.run, again.timeline);
            }
        }
    }

    fn arrive(&mut self) {
        while !self.timeline.seek_part(&mut self.run, f64::INFINITY, || 0.0) {}
    }

    /// Puts everything back as it was once.
    fn restore(&mut self, to: usize) {
        let Snapshot { composition, layout, values, texts } = &self.snapshots[to];
        let (run, timeline) = (&mut self.run, &mut self.timeline);
        timeline.input(run, Event::Compose(composition.clone().into())).expect("it was so");
        for (key, value) in values {
            let id = run.find(key).expect("it was there");
            timeline.input(run, Event::Param { id, value: *value }).expect("it had it");
        }
        for (key, text) in texts {
            let id = run.find_text(key).expect("it was there");
            timeline.input(run, Event::Text { id, text: text.as_str().into() }).expect("it had it");
        }
        timeline.input(run, Event::Layout(layout.clone().into())).expect("it was so");
        if run.world.is_under_way() {
            timeline.apply_queue(run);
        }
        let now = Snapshot::of(run);
        assert_eq!(now.composition, *composition);
        assert_eq!(now.values, *values, "undone");
        assert_eq!(now.texts, *texts);
        assert_eq!(now.layout, *layout);
    }

    /// Someone looks, each time at something else.
    fn look(&mut self) {
        self.looks += 1;
        let Self { run, observer, overlays, diagnosis, looks, .. } = self;
        let world = &run.world;
        let unit = (*looks * 7) % (world.agents().len() + 1);
        assert_eq!(diagnosis.count(run), diagnosis.findings(run).len());
        inspect(world, observer, unit);
        regions(world, observer, unit);
        let ids: Vec<_> = (0..run.params().len()).collect();
        let id = ids[(*looks * 31) % ids.len()];
        explain(run, id);
        let kind = OverlayKind::ALL[*looks % OverlayKind::ALL.len()];
        overlays.fill(world, kind, 200, &mut || false);
        routes(world);
        destinations(world).for_each(drop);
        tally(world);
        run.caption();
        run.trying(true);
        run.is_tried();
        run.cuts();
        for id in &ids {
            run.is_visible(*id);
        }
        run.shape(id);
        self.series.take().for_each(drop);
    }

    /// The link opens what is here, and says the same again.
    fn check_link(&self) {
        let link = self.run.link();
        let (again, notices) = Run::open(&link);
        let cuts = again.cuts();
        let expected = |notice: &String| cuts.contains(notice) || is_outside(notice);
        let report: Vec<_> = notices.iter().filter(|notice| !expected(notice)).collect();
        assert!(report.is_empty(), "{link}: {report:?}");
        assert_eq!(again.link(), link, "written again");
        let present = self.run.params().iter().enumerate().filter(|(_, param)| param.present);
        for (id, param) in present {
            let other = again.find(&param.key).unwrap_or_else(|| panic!("{link}: {}", param.key));
            let there = &again.params()[other];
            assert!(there.present, "{link}: {}", param.key);
            let facts = |param: &Param| {
                let Param { spec, default, group, .. } = param;
                (*default, *group, spec.label, spec.source, [spec.min, spec.max], spec.step)
            };
            assert_eq!(facts(param), facts(there), "{link}: {}", param.key);
            assert_eq!(self.run.get(id), again.get(other), "{link}: {}", param.key);
        }
    }

    /// The link with all that was done is this very run, at this very tick.
    fn check_recording(&self) {
        let (run, timeline) = (&self.run, &self.timeline);
        let recording = Recording::from_timeline(timeline, run);
        let tick = run.world.ticks();
        let (mut again, mut replay) =
            recording.open().unwrap_or_else(|why| panic!("{recording:?}: {why}"));
        assert_eq!(Recording::from_timeline(&replay, &again), recording, "written again");
        replay.seek(&mut again, tick);
        while !replay.seek_part(&mut again, f64::INFINITY, || 0.0) {}
        assert_eq!(again.link(), run.link(), "{recording:?} at {tick}");
        assert_eq!(again.world.hash(), run.world.hash(), "{recording:?} at {tick}");
    }

    /// Begun anew, it is the run of its link.
    fn check_restart(&mut self) {
        let seed = self.run.world.seed();
        self.timeline.restart(&mut self.run, seed);
        let link = self.run.link();
        let mut again = Run::open(&link).0;
        assert_eq!(again.world.hash(), self.run.world.hash(), "{link} at 0");
        for _ in 0..100 {
            again.world.tick();
            self.tick();
        }
        assert_eq!(again.world.hash(), self.run.world.hash(), "{link} at 100");
    }

    /// A sweep over two of its parameters runs what it says.
    fn check_sweep(&self, number: usize) {
        let link = self.run.link();
        let ids = self.ids();
        let floats: Vec<usize> =
            ids.into_iter().filter(|id| self.run.params()[*id].spec.key != "count").collect();
        let id = floats[number % floats.len()];
        let Param { spec, key, default, .. } = &self.run.params()[id];
        let mut values = vec![*default];
        for end in [spec.min, spec.max] {
            if !values.contains(&end) {
                values.push(end);
            }
        }
        let values: Vec<String> = values.into_iter().map(|value| spec.write(value)).collect();
        let axes = vec![format!("{key}={}", values.join(","))];
        let seeds: Seeds = Plan::default().seeds;
        let plan = Plan { base: link.clone(), axes, seeds, ..Plan::default() };
        let mut rows = match plan.expand() {
            Ok(rows) => rows,
            // A study runs what is meant, or nothing.
            Err(why) => {
                assert!(why.contains("All groups together have at most"), "{link}: {why}");
                return;
            }
        };
        for row in 0..rows.len() {
            let wanted = rows.values(rows.point(row))[0];
            let job = rows.job(row);
            let (again, _) = Run::open(&job.link);
            let id = again.find(key).expect("it has it");
            assert_eq!(again.get(id), wanted, "{key} of {}", job.link);
        }
    }
}

fn walk(scene: usize, steps: &[Step]) {
    let mut visit = Visit::of_scene(scene, 1 + scene as u32 % 7);
    for (number, step) in steps.iter().enumerate() {
        visit.take(step);
        visit.look();
        // On its way to a tick, where a search for another one was stopped, it is not there yet.
        if !visit.run.world.is_under_way() && visit.timeline.goal().is_none() {
            visit.check_link();
            if number % 6 == 5 {
                visit.check_recording();
            }
            if visit.snapshots.len() < 16 {
                visit.snapshots.push(Snapshot::of(&visit.run));
            }
        }
    }
    visit.arrive();
    // A tick under way shows the values that a ramp has in it, and a recording ends between two ticks.
    if visit.run.world.is_under_way() {
        visit.tick();
    }
    visit.check_recording();
    visit.check_sweep(scene);
    visit.check_restart();
}

thread_local! {
    /// While this thread goes ways: where the last panic was, and why.
    static WHY: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Of many panics on the way to the shortest, none is printed.
fn keep_quiet() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let print = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            WHY.with_borrow_mut(|why| match why {
                Some(why) => *why = info.to_string(),
                None => print(info),
            });
        }));
    });
}

/// Goes this many ways of up to this many steps, and prints the shortest that fails.
fn go(seed: u64, ways: u32, most: usize) {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let cases = number("WHOLE").map_or(ways, |ways| ways as u32);
    let seed = number("SEED").unwrap_or(0).wrapping_mul(1000) + seed;
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let config =
        Config { cases, failure_persistence: None, max_shrink_iters: 4000, ..Config::default() };
    let mut runner =
        TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &bytes));
    keep_quiet();
    WHY.set(Some(String::new()));
    let found = runner.run(&(0..SCENES.len(), vec(step(), 1..most)), |(scene, steps)| {
        walk(scene, &steps);
        Ok(())
    });
    let why = WHY.take().unwrap_or_default();
    if let Err(TestError::Fail(_, (scene, steps))) = found {
        panic!("in scene {} ({scene}), after\n{steps:#?}\n{why}", SCENES[scene].key);
    }
}

#[test]
fn short_ways_through_a_run_are_whole() {
    go(1, 200, 12);
}

#[test]
fn long_ways_through_a_run_are_whole() {
    go(2, 60, 60);
}
