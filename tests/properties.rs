//! What holds for any world: exact neighbor sets, finite states, links that read back.

use flockwright::Run;
use flockwright::agents::UnitState;
use flockwright::goals::GoalKind;
use flockwright::perception::ViewModel;
use flockwright::run::DEFAULT_SEED;
use flockwright::scenes::{SCENES, Scene};
use flockwright::schema::ParamValue;
use flockwright::world::World;
use glam::Vec2;
use proptest::prelude::*;

/// A small generator for the loops that proptest would make too slow to count by the thousands.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }
    fn unit(&mut self) -> f32 {
        (self.next() % (1 << 20)) as f32 / (1 << 20) as f32
    }
    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

/// Moves every parameter but the sizes of the world to a random legal value.
fn scramble(run: &mut Run, dice: &mut Dice) {
    for id in 0..run.params().len() {
        let spec = run.params()[id].spec;
        let share = dice.unit();
        let value = match spec.key {
            "count" => (share * 150.0).floor(),
            "width" | "height" => 200.0 + 800.0 * share,
            // Off in half of the rounds, else few or many.
            "nearest" => (64.0 * share * share - 16.0).round().clamp(0.0, 32.0),
            _ => spec.min + share * (spec.max - spec.min),
        };
        run.set(id, value);
    }
}

/// The neighbors that the pass summed, against those found by looking at every pair.
fn assert_neighbors_exact(world: &mut World, what: &str) {
    world.perceive();
    let counted = world.neighbors().clone();
    let leaders: Vec<bool> =
        (0..world.agents().len()).map(|id| world.agents().is_leader(id)).collect();
    for group in 0..world.groups().len() {
        if world.groups()[group].view.is_none() {
            continue;
        }
        for id in world.groups()[group].range.clone() {
            let (ids, crowd, led) = world.look_around(id);
            assert_eq!(counted.of(id).count, ids.len() as f32, "{what}: neighbors of unit {id}");
            let sum = |value: &dyn Fn(usize) -> Vec2| -> Vec2 {
                ids.iter().map(|other| value(*other)).sum()
            };
            let velocity = sum(&|other| world.agents().velocity(other));
            let offset = sum(&|other| world.offset(id, other));
            let size = |value: &dyn Fn(usize) -> Vec2| -> f32 {
                1e-5 * ids.iter().map(|other| value(*other).length()).sum::<f32>() + 1e-4
            };
            let near = |x: f32, y: f32, v: Vec2, tolerance: f32| {
                (Vec2::new(x, y) - v).length() <= tolerance
            };
            assert!(
                near(
                    counted.of(id).vx,
                    counted.of(id).vy,
                    velocity,
                    size(&|other| world.agents().velocity(other))
                ),
                "{what}: velocities around unit {id}"
            );
            assert!(
                near(
                    counted.of(id).dx,
                    counted.of(id).dy,
                    offset,
                    size(&|other| world.offset(id, other))
                ),
                "{what}: offsets around unit {id}"
            );
            assert!(
                (counted.of(id).crowding - crowd).abs() <= 1e-4 * crowd.abs().max(1.0),
                "{what}: crowding of unit {id}: {} against {crowd}",
                counted.of(id).crowding
            );
            let leads = world.groups()[group].sight().leader.radius_factor > 0.0 && led;
            assert_eq!(leaders[id], leads, "{what}: leadership of unit {id}");
        }
    }
}

#[test]
fn the_neighbor_pass_agrees_with_looking_at_every_pair() {
    let mut dice = Dice(1);
    for round in 0..120 {
        let scene = &SCENES[dice.below(SCENES.len())];
        let mut run = Run::new(scene, round);
        scramble(&mut run, &mut dice);
        let n = run.world.agents().len();
        for _ in 0..dice.below(20).min(n) {
            // Some units at the very same place, some dead ahead or astern of each other.
            let (a, b) = (dice.below(n), dice.below(n));
            let state = run.world.agents().state(b);
            let forward = run.world.agents().forward(b);
            let gap = [0.0, 0.0, 3.0, -3.0][dice.below(4)];
            run.world.set_unit(a, UnitState { position: state.position + forward * gap, ..state });
        }
        for _ in 0..dice.below(8).min(n) {
            // Some see farther than others.
            let length = 1.0 + 7.0 * dice.unit();
            run.world.set_unit_length(dice.below(n), length);
        }
        for _ in 0..3 {
            let what = format!("round {round}, {}", run.link());
            assert_neighbors_exact(&mut run.world, &what);
            for _ in 0..10 {
                run.world.tick();
            }
        }
    }
}

#[test]
fn the_neighbor_pass_is_exact_in_dense_crowds() {
    let mut dice = Dice(5);
    let mut dense = 0;
    let flocks: Vec<&Scene> =
        SCENES.iter().filter(|scene| Run::new(scene, 1).find("view").is_some()).collect();
    for round in 0..28 {
        let mut run = Run::new(flocks[dice.below(flocks.len())], round);
        scramble(&mut run, &mut dice);
        for (key, value) in [
            ("view", 1.0 + dice.below(4) as f32),
            ("count", (1300 + dice.below(900)) as f32),
            ("start_radius", [0.0, 0.2, 0.5, 1.0][dice.below(4)]),
            ("edges", 0.0),
            ("toroidal", dice.below(2) as f32),
            ("length", 1.0 + 3.0 * dice.unit()),
            ("wide_radius_factor", 20.0 + 300.0 * dice.unit()),
            ("limited_radius_factor", 20.0 + 150.0 * dice.unit()),
            ("narrow_radius_factor", 20.0 + 150.0 * dice.unit()),
            ("back_angle_factor", [0.01, 0.3, 1.0, 7.9][dice.below(4)]),
            ("front_angle_factor", [0.01, 0.3, 1.0, 7.9][dice.below(4)]),
            ("nearest", [0.0, 0.0, 0.0, 1.0, 7.0][dice.below(5)]),
        ] {
            let id = run.find(key).expect("a flock's parameter");
            run.set(id, value);
        }
        run.world.restart(round);
        let n = run.world.groups()[0].range.len();
        for _ in 0..50 {
            // Headings along the axes, coincident units, and some outside the world.
            let (a, b) = (dice.below(n), dice.below(n));
            let state = run.world.agents().state(b);
            let heading = dice.below(9) as f32 * std::f32::consts::FRAC_PI_4;
            // A world that wraps has no outside.
            let leaves = dice.below(5) == 0 && !run.world.params.toroidal;
            let outside = if leaves { Vec2::new(-30.0, 500.0) } else { Vec2::ZERO };
            let position = state.position + outside;
            run.world.set_unit(a, UnitState { position, heading, ..state });
        }
        let what = format!("round {round}, {}", run.link());
        assert_neighbors_exact(&mut run.world, &what);
        dense += usize::from(run.world.searches_by_rows());
        for _ in 0..20 {
            run.world.tick();
        }
        assert_neighbors_exact(&mut run.world, &what);
    }
    assert!(dense > 9, "only {dense} of 28 rounds were dense enough for row sums");
}

#[test]
fn the_neighbor_pass_is_exact_where_everybody_sees_to_the_ends_of_the_world() {
    let mut dice = Dice(7);
    for view in ["wide", "limited", "narrow", "full"] {
        for tangent in [0.01, 1.0, 7.9] {
            let (mut run, _) = Run::open(&format!(
                "scene=flock-wide&count=1500&width=600&height=400&start_radius=1&player.count=0\
                 &wide_radius_factor=200&limited_radius_factor=200&narrow_radius_factor=200\
                 &back_angle_factor={tangent}&front_angle_factor={tangent}&view={view}"
            ));
            for id in 0..120 {
                // Headings along the axes and between, at the borders, in corners, in one place.
                let state = run.world.agents().state(id);
                let heading = dice.below(9) as f32 * std::f32::consts::FRAC_PI_4;
                let mut along = |extent: f32, x: f32| [0.0, extent, extent / 2.0, x][dice.below(4)];
                let position =
                    Vec2::new(along(600.0, state.position.x), along(400.0, state.position.y));
                run.world.set_unit(id, UnitState { position, heading, ..state });
            }
            let what = format!("view {view}, tangent {tangent}");
            assert_neighbors_exact(&mut run.world, &what);
            assert!(run.world.searches_by_rows(), "{what}");
        }
    }
}

#[test]
fn only_the_nearest_in_view_count_where_a_flock_heeds_no_more() {
    let (mut run, _) = Run::open(
        "scene=flock-wide&count=3&wide_radius_factor=40&player.count=0&nearest=1&leaders=off",
    );
    let at = |x: f32, y: f32| UnitState {
        position: Vec2::new(x, y),
        velocity: Vec2::new(10.0, 0.0),
        heading: 0.0,
        omega: 0.0,
    };
    // Unit 2 is the nearest to unit 0, but astern, in the blind wedge.
    for (id, state) in [at(100.0, 100.0), at(130.0, 100.0), at(90.0, 100.0)].into_iter().enumerate()
    {
        run.world.set_unit(id, state);
    }
    assert_eq!(run.world.inspect(0).expect("unit 0").neighbors, [1]);
    assert_eq!(run.world.over_the_cap(0), [0usize; 0]);
    // Two at the same distance: the lower id counts.
    run.world.set_unit(2, at(100.0, 130.0));
    let found = run.world.inspect(0).expect("unit 0");
    assert_eq!(found.neighbors, [1]);
    assert_eq!(run.world.over_the_cap(0), [2]);
    let sums = run.world.neighbors().of(0);
    assert_eq!((sums.count, sums.dx, sums.dy), (1.0, 30.0, 0.0));
}

#[test]
fn the_nearest_are_exact_where_units_stand_on_a_lattice_full_of_ties() {
    let mut dice = Dice(6);
    for nearest in [1, 2, 3, 6, 7, 32] {
        for torus in ["off", "on"] {
            let (mut run, _) = Run::open(&format!(
                "scene=flock-wide&count=400&width=200&height=200&wide_radius_factor=30&view=full\
                 &player.count=0&toroidal={torus}&nearest={nearest}"
            ));
            for id in 0..400 {
                let (column, row) = ((id * 7 % 20) as f32, (id * 7 / 20 % 20) as f32);
                let state = run.world.agents().state(id);
                // Some share a place.
                let column = if dice.below(10) == 0 { 0.0 } else { column };
                let position = Vec2::new(5.0 + 10.0 * column, 5.0 + 10.0 * row);
                run.world.set_unit(id, UnitState { position, ..state });
            }
            let what = format!("{nearest} nearest, torus {torus}");
            assert_neighbors_exact(&mut run.world, &what);
        }
    }
}

#[test]
fn no_unit_is_ever_lost_to_nan_or_infinity() {
    let mut dice = Dice(2);
    for round in 0..150 {
        let scene = &SCENES[dice.below(SCENES.len())];
        let mut run = Run::new(scene, round);
        scramble(&mut run, &mut dice);
        let n = run.world.agents().len();
        let everywhere = Vec2::new(50.0, 50.0);
        for id in 0..n {
            // A third at one place, a third at rest, a third as placed.
            let state = run.world.agents().state(id);
            let position = if id % 3 == 0 { everywhere } else { state.position };
            let velocity = if id % 3 == 1 { Vec2::ZERO } else { state.velocity };
            run.world.set_unit(id, UnitState { position, velocity, ..state });
        }
        if round % 2 == 0 {
            run.world.hold_pointer(everywhere);
        }
        for _ in 0..40 {
            run.world.tick();
        }
        let agents = run.world.agents();
        for id in 0..n {
            let UnitState { position, velocity, heading, omega } = agents.state(id);
            let finite = position.is_finite()
                && velocity.is_finite()
                && heading.is_finite()
                && omega.is_finite();
            assert!(
                finite,
                "round {round}: unit {id} is at {:?} in {}",
                agents.state(id),
                run.link()
            );
            assert!(velocity.length() < 1e5, "round {round}: unit {id} moves at {velocity}");
            assert!((agents.forward(id).length() - 1.0).abs() < 1e-3, "heading of unit {id}");
        }
    }
}

#[test]
fn a_run_with_nobody_in_it_goes_on_and_is_the_run_of_its_link() {
    let goals = [GoalKind::Roam, GoalKind::Place];
    for (scene, goal) in SCENES.iter().flat_map(|scene| goals.map(|goal| (scene, goal))) {
        let mut run = Run::new(scene, 1);
        for id in 0..run.params().len() {
            match run.params()[id].spec.key {
                "count" => run.set(id, 0.0),
                "goal" => run.set(id, goal.to_value()),
                _ => continue,
            };
        }
        run.world.restart(1);
        let (mut again, _) = Run::open(&run.link());
        for run in [&mut run, &mut again] {
            assert_eq!(run.world.agents().len(), 0, "scene '{}'", scene.key);
            assert_eq!(run.world.destinations().count(), 0, "scene '{}'", scene.key);
            run.world.hold_pointer(Vec2::new(50.0, 60.0));
            (0..3).for_each(|_| run.world.tick());
        }
        assert_eq!(run.world.hash(), again.world.hash(), "scene '{}'", scene.key);
    }
}

#[test]
fn a_view_that_is_off_stops_flocking() {
    let mut run = Run::new(&SCENES[0], DEFAULT_SEED);
    let view = run.find("view").expect("a flock has a view");
    run.set(view, ViewModel::Off.to_value());
    for _ in 0..10 {
        run.world.tick();
        let found = run.world.inspect(0).expect("unit 0");
        for rule in ["cohesion", "alignment", "separation"] {
            let part = found.contributions.iter().find(|c| c.key == rule).expect("a rule");
            assert_eq!(part.raw, Vec2::ZERO, "{rule}");
        }
    }
}

#[test]
fn coincident_units_part() {
    let mut run = Run::new(&SCENES[0], DEFAULT_SEED);
    let state = run.world.agents().state(1);
    run.world.set_unit(0, state);
    for _ in 0..30 {
        run.world.tick();
    }
    let apart = run.world.agents().position(0).distance(run.world.agents().position(1));
    assert!(apart > 1.0, "after half a second they are {apart} u apart");
}

#[test]
fn a_link_reads_back_exactly() {
    let mut dice = Dice(3);
    for scene in SCENES {
        for round in 0..40 {
            let mut run = Run::new(scene, dice.next() as u32);
            scramble(&mut run, &mut dice);
            let (again, notices) = Run::open(&run.link());
            assert!(notices.is_empty(), "scene '{}', round {round}: {notices:?}", scene.key);
            assert_eq!(again.link(), run.link());
            assert_eq!(again.world.seed(), run.world.seed());
            for id in 0..run.params().len() {
                let (was, is) = (run.get(id), again.get(id));
                assert_eq!(was.to_bits(), is.to_bits(), "'{}'", run.params()[id].key);
            }
        }
    }
}

#[test]
fn a_hundred_thousand_hostile_links_open_a_working_run() {
    const PARTS: &[&str] = &[
        "v",
        "=",
        "&",
        "1",
        "scene",
        "seed",
        "flock-wide",
        "leaders-pincer",
        "cohesion",
        "count",
        "edges",
        "wrap",
        "%",
        "%00",
        "%ff",
        "%C3%28",
        "+",
        "NaN",
        "inf",
        "-inf",
        "1e309",
        "-1",
        "1e-45",
        "99999999999999999999",
        "<script>",
        "\"",
        "'",
        "ß",
        "💥",
        "\u{202e}",
        "\0",
        "?",
        "#",
        "interceptors.",
        "player.",
        ".",
        "view",
        "narrow",
        "toroidal",
        "on",
        ";",
        "__proto__",
        "separation_view",
        "0x10",
        "4",
        "0.5",
        "width",
        "1e8",
        "obstacles",
        "64",
    ];
    let mut dice = Dice(4);
    for _ in 0..100_000 {
        let link: String = (0..dice.below(24)).map(|_| PARTS[dice.below(PARTS.len())]).collect();
        // A large crowd is legal, but would make this test slow.
        let link = link.replace("count", "c0unt");
        let (mut run, _) = Run::open(&link);
        run.world.tick();
        let agents = run.world.agents();
        assert!(agents.x[0].is_finite() && agents.y[0].is_finite(), "{link:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_opens_a_scene(text in ".{0,300}") {
        let (run, notices) = Run::open(&text.replace("count", ""));
        prop_assert!(SCENES.iter().any(|scene| scene.key == run.scene().key));
        prop_assert!(notices.iter().all(|line| line.len() < 400));
    }

    #[test]
    fn a_number_is_clamped_and_told(value in proptest::num::f32::ANY) {
        let (run, notices) = Run::open(&format!("cohesion={value}"));
        let id = run.find("cohesion").expect("cohesion");
        let spec = run.params()[id].spec;
        let got = run.get(id);
        prop_assert!((spec.min..=spec.max).contains(&got));
        let legal = (spec.min..=spec.max).contains(&value);
        prop_assert_eq!(notices.is_empty(), legal);
        if legal {
            prop_assert_eq!(got, value);
        }
    }
}
