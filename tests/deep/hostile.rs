//! Links and files as a stranger might send them, made by a generator: whatever they ask for, no
//! uncut piece of work takes long, nothing traps, every number is one, and memory stays bounded and is
//! given back. Time is that of the processor: a busy machine is no freeze.
//!
//! `HOSTILE=20000 cargo test --release -p flockwright-deep hostile` makes this many of each kind.

use crate::support::dice::Dice;
use crate::support::processor::timed;
use flockwright::Run;
use flockwright::internals::layout::{
    LAST_TILE, MAX_BLOCKED_TILES, MAX_COORDINATE, MAX_OBSTACLES, MAX_UNITS, MAX_WALLS,
};
use flockwright::scenes::SCENES;
use flockwright::schema::ValueKind;
use flockwright::session::replay::Recording;
use flockwright::session::timeline::Timeline;
use flockwright_lab::insight::inspect::inspect_unit;
use flockwright_lab::insight::observer::ObserverWorkspace;
use flockwright_lab::insight::overlays::{OverlayBuffers, OverlayKind};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::time::Instant;

/// What a part is asked to keep to, and the most that one may take, ms.
const ASKED: f64 = 8.0;
const MAX_MS: f64 = 300.0;

/// A tick of all units that are allowed has a few steps that are not cut: sorting, moving, taking
/// note. The units that bullets and hunters meet are searched for in one piece with a bound of its own.
const MAX_MS_OF_A_TICK: f64 = 1000.0;

/// Runs are left after this long, ms, or three ticks: how they go on is seen of the smaller ones.
const ENOUGH: f64 = 30.0;

/// One run in this many asks for as many units as can be. To place them takes long.
const LARGEST: usize = 20;

/// More units than this are not looked at one by one in every way.
const FEW: usize = 1000;

/// What a run may take of the memory, bytes, and what may be left when it is gone.
const MOST_BYTES: usize = 512 << 20;
const MOST_LEFT: usize = 1 << 20;

thread_local! {
    /// Bytes that this thread holds, and the most since it was last asked.
    static HELD: Cell<usize> = const { Cell::new(0) };
    static HIGHEST: Cell<usize> = const { Cell::new(0) };
}

struct Counting;

/// Tests that end take their counters with them.
fn held(change: impl Fn(usize) -> usize) {
    let _ = HELD.try_with(|held| {
        held.set(change(held.get()));
        let _ = HIGHEST.try_with(|highest| highest.set(highest.get().max(held.get())));
    });
}

// SAFETY: hands every call on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        held(|bytes| bytes + layout.size());
        // SAFETY: the caller's promise is the system allocator's.
        unsafe { System.alloc(layout) }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        held(|bytes| bytes + layout.size());
        // SAFETY: the caller's promise is the system allocator's.
        unsafe { System.alloc_zeroed(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // What another thread has allocated is given back here.
        held(|bytes| bytes.saturating_sub(layout.size()));
        // SAFETY: the caller's promise is the system allocator's.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn how_many() -> usize {
    std::env::var("HOSTILE").ok().and_then(|text| text.parse().ok()).unwrap_or(250)
}

fn most_units(dice: &mut Dice) -> usize {
    if dice.below(LARGEST) == 0 { MAX_UNITS } else { 5000 }
}

fn one_of<'a>(dice: &mut Dice, list: &[&'a str]) -> &'a str {
    list[dice.below(list.len())]
}

/// A link with anything at its limits, and limits together. Scenes take turns. `most`: of units.
fn link(dice: &mut Dice, turn: usize, most: usize) -> String {
    let scene = &SCENES[turn % SCENES.len()];
    let run = Run::new(scene, 1);
    let mut parts = vec![format!("scene={}", scene.key), format!("seed={}", dice.next())];
    let often = 1 + dice.below(6);
    for param in run.params() {
        let spec = param.spec;
        if spec.key == "count" {
            let counts = [0, 1, 2, 300, 900, most, 1000 * most];
            parts.push(format!("{}={}", param.key, counts[dice.below(counts.len())]));
        } else if dice.below(often) == 0 {
            let value = match dice.below(4) {
                0 => spec.min,
                1 => spec.max,
                _ => spec.min + dice.unit() * (spec.max - spec.min),
            };
            let value = if spec.kind == ValueKind::Float { value } else { value.round() };
            parts.push(format!("{}={value}", param.key));
        }
    }
    let size = [16.0, 100.0, 900.0, MAX_COORDINATE][dice.below(4)];
    let place = |dice: &mut Dice| format!("{:.1}-{:.1}", size * dice.unit(), size * dice.unit());
    if dice.below(3) == 0 {
        let discs: Vec<String> = (0..dice.below(MAX_OBSTACLES + 9))
            .map(|_| format!("{}-{}", place(dice), 1 + dice.below(200)))
            .collect();
        parts.push(format!("ob={}", discs.join("_")));
    }
    if dice.below(3) == 0 {
        let walls: Vec<String> = (0..dice.below(MAX_WALLS + 9))
            .map(|_| format!("{}-{}-{}", place(dice), place(dice), 1 + dice.below(9)))
            .collect();
        parts.push(format!("wa={}", walls.join("_")));
    }
    if dice.below(3) == 0 {
        let across = [1, 8, 64, LAST_TILE as usize][dice.below(4)];
        let rows = (MAX_BLOCKED_TILES / across).min(64 + dice.below(64));
        let tiles: Vec<String> = (0..rows).map(|row| format!("0-{row}-{across}")).collect();
        parts.push(format!("tiles={}", tiles.join("_")));
    }
    for (at, group) in run.world.groups().iter().enumerate() {
        let key = |name: &str| if at == 0 { name.into() } else { format!("{}.{name}", group.key) };
        if dice.below(3) == 0 {
            parts.push(format!("{}={}-{}", key("start"), place(dice), dice.below(30)));
        }
        if dice.below(6) == 0 {
            let nodes: Vec<String> = (0..dice.below(70)).map(|_| place(dice)).collect();
            parts.push(format!("{}={}", key("path"), nodes.join("_")));
        }
    }
    if dice.below(4) == 0 {
        let groups: Vec<String> = (1..2 + dice.below(33)).map(|k| format!("*g{k}.pseek")).collect();
        let main = run.world.groups()[0].key;
        parts.push(format!("groups={main}{}", groups.concat()));
        parts.extend((1..9).map(|k| format!("g{k}.count={most}")));
    }
    if dice.below(5) == 0 {
        parts.push(one_of(dice, &["%00=%ff", "count=NaN", "v=99", "&&&=", "ob=1-1", "%"]).into());
    }
    if dice.below(3) == 0 {
        parts.push(format!("at={}", dice.below(40)));
    }
    parts.join("&")
}

/// What was done in a run, all at once and again and again.
fn events(dice: &mut Dice, most: usize) -> String {
    (0..dice.below(40))
        .map(|_| match dice.below(7) {
            0 => format!("P{}.count*{}", dice.below(2), [0, 7, most][dice.below(3)]),
            1 => format!("P0.width*{}", 100 + dice.below(9000)),
            2 => format!("H{}.{}-{}", dice.below(3), dice.below(4000), dice.below(4000)),
            3 => "R".to_string(),
            4 => format!("P0.length*{}", [0.5, 40.0][dice.below(2)]),
            5 => format!("G0.ob*3d{}-{}-100", dice.below(900), dice.below(900)),
            _ => format!("F.{}", dice.below(16)),
        })
        .collect()
}

/// Tells the time from now on, ms.
fn stopwatch() -> impl FnMut() -> f64 {
    let begun = Instant::now();
    move || begun.elapsed().as_secs_f64() * 1e3
}

/// Goes through a run in parts until enough is seen, and looks at it in every way.
fn go_through(name: &str, run: &mut Run, timeline: &mut Timeline) {
    let mut all = 0.0;
    while run.world.ticks() < 3 && all < ENOUGH {
        let ticks = run.world.ticks();
        let (_, took) = timed(|| match timeline.seek_goal() {
            Some(_) => timeline.seek_part(run, ASKED, stopwatch()),
            None => timeline.tick_part(run, ASKED, stopwatch()),
        });
        let most = if run.world.ticks() == ticks { MAX_MS } else { MAX_MS_OF_A_TICK };
        assert!(took < most, "{name}: a part of {took} ms at tick {ticks}");
        all += took;
    }
    let agents = run.world.agents();
    assert!(agents.len() <= MAX_UNITS, "{name}: {} units", agents.len());
    for id in 0..agents.len() {
        let unit = agents.state(id);
        let sound = unit.position.is_finite() && unit.velocity.is_finite();
        assert!(sound && unit.heading.is_finite(), "{name}: unit {id} is {unit:?}");
    }
    if agents.len() > FEW {
        return;
    }
    let (mut overlays, mut observer) = (OverlayBuffers::default(), ObserverWorkspace::default());
    for kind in OverlayKind::ALL {
        let mut now = stopwatch();
        let ((), took) =
            timed(|| overlays.fill_buffer(&run.world, kind, 500, &mut || now() >= ASKED));
        assert!(took < MAX_MS, "{name}: {kind:?} took {took} ms");
    }
    for id in [0, agents.len() / 2] {
        inspect_unit(&run.world, &mut observer, id);
    }
}

/// Does something with one link or file; what it has taken of the memory is bounded, and given back.
fn within_memory(name: &str, work: impl FnOnce()) {
    let before = HELD.get();
    HIGHEST.set(before);
    work();
    let (highest, left) = (HIGHEST.get() - before, HELD.get().saturating_sub(before));
    assert!(highest < MOST_BYTES, "{name}: {highest} bytes");
    assert!(left < MOST_LEFT, "{name}: {left} bytes are left");
}

#[test]
fn no_link_of_a_stranger_freezes_or_traps() {
    let mut dice = Dice(26);
    for turn in 0..how_many() {
        let most = most_units(&mut dice);
        let mut query = link(&mut dice, turn, most);
        if dice.below(3) == 0 {
            query = format!("{query}&ev={}", events(&mut dice, most));
        }
        let name = format!("link {turn}, {}", &query[..query.len().min(400)]);
        within_memory(&name, || {
            let mut now = stopwatch();
            let (opened, took) = timed(|| Timeline::open_until(&query, &mut || now() >= ASKED));
            assert!(took < MAX_MS, "{name}: {took} ms to open");
            let (mut run, mut timeline, _) = opened;
            go_through(&name, &mut run, &mut timeline);
        });
    }
}

#[test]
fn no_file_of_a_stranger_freezes_or_traps() {
    let mut dice = Dice(2626);
    let mut opened = 0;
    for turn in 0..how_many() {
        let (scene, most) = (SCENES[turn % SCENES.len()].key, most_units(&mut dice));
        let link = match dice.below(3) {
            0 => link(&mut dice, turn, most),
            _ => format!("v=8&scene={scene}&count={}", [300, most][dice.below(2)]),
        };
        let ticks = [0, 7, 100_000_000, u64::MAX][dice.below(4)];
        let recording = Recording { link, events: events(&mut dice, most), ticks };
        let name = format!("file {turn}, {recording:?}");
        within_memory(&name, || {
            let mut now = stopwatch();
            let (found, took) = timed(|| recording.open_until(&mut || now() >= ASKED));
            assert!(took < MAX_MS, "{name}: {took} ms to open");
            if let Ok((mut run, mut timeline)) = found {
                opened += 1;
                go_through(&name, &mut run, &mut timeline);
            }
        });
    }
    assert!(opened > how_many() / 20, "{opened} opened");
}

/// Number of pairs of units compared in a tick above which the page says that the units are too close together.
const CROWDED: f64 = 16e6;

#[test]
fn no_end_of_a_parameter_makes_a_tick_twenty_times_as_long_unless_the_page_says_why() {
    let pairs = |link: &str| {
        let (mut run, _) = Run::open(link);
        for _ in 0..3 {
            run.world.tick();
        }
        run.world
            .workspace()
            .pairs_compared(&run.world)
            .max(100.0 * run.world.agents().len() as f64)
    };
    let mut told = Vec::new();
    for scene in SCENES {
        let link = format!("scene={}&seed=1", scene.key);
        let (usual, (run, _)) = (pairs(&link), Run::open(&link));
        let numbers = run.params().iter().filter(|param| !param.key.ends_with("count"));
        for param in numbers.filter(|param| matches!(param.spec.kind, ValueKind::Float)) {
            for end in [param.spec.min, param.spec.max] {
                let link = format!("{link}&{}={end}", param.key);
                let found = pairs(&link);
                if found > CROWDED {
                    told.push(link);
                } else {
                    assert!(found <= 20.0 * usual, "{link}: {found} pairs instead of {usual}");
                }
            }
        }
    }
    assert_eq!(told, ["width", "height"].map(|key| format!("scene=murmuration&seed=1&{key}=10")));
}
