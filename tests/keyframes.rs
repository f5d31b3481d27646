//! Keyframes hold no more memory than they say, and never more than their budget: counted by the
//! allocator itself.

use flockwright::Run;
use flockwright::scenes::SCENES;
use flockwright::session::run::DEFAULT_SEED;
use flockwright::session::timeline::{BUDGET, Timeline};
use glam::Vec2;
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicIsize, Ordering};

struct Counting;

static BYTES: AtomicIsize = AtomicIsize::new(0);

// SAFETY: hands every call on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        BYTES.fetch_add(layout.size() as isize, Ordering::Relaxed);
        // SAFETY: the caller's promise is the system allocator's.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        BYTES.fetch_sub(layout.size() as isize, Ordering::Relaxed);
        // SAFETY: the caller's promise is the system allocator's.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

// One test in this file: the count is of the whole process.
#[test]
fn keyframes_take_what_they_say_and_stay_within_their_budget() {
    for scene in SCENES {
        let mut run = Run::new(scene, DEFAULT_SEED);
        run.world.hold_pointer(Vec2::new(100.0, 100.0));
        (0..90).for_each(|_| run.world.tick());
        let before = BYTES.load(Ordering::Relaxed);
        let states: Vec<_> = (0..50).map(|_| run.world.save()).collect();
        let taken = (BYTES.load(Ordering::Relaxed) - before) as usize;
        let told: usize = states.iter().map(|state| state.bytes()).sum();
        let key = scene.key;
        assert!(taken <= told + told / 10, "scene '{key}': {taken} bytes, said to be {told}");
        assert!(told <= 2 * taken, "scene '{key}': {taken} bytes, said to be {told}");
    }

    let (mut run, _) = Run::open("scene=flock-wide&count=100000&view=off&leaders=off");
    let before = BYTES.load(Ordering::Relaxed);
    let mut timeline = Timeline::new(&run);
    let mut most = 0;
    for _ in 0..400 {
        run.world.tick();
        timeline.arrived(&mut run);
        most = most.max(BYTES.load(Ordering::Relaxed) - before);
    }
    assert!(most <= 64 << 20, "100,000 units: {most} bytes");
    assert!(timeline.keyframes().bytes() <= BUDGET);
    assert!(timeline.keyframes().len() >= 12, "{} keyframes", timeline.keyframes().len());
}
