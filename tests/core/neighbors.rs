//! The neighbor search finds exactly what looking at every pair of units finds.

use crate::support::dice::{Dice, scramble};
use crate::support::inspect;
use crate::support::scenes::open_link;
use crate::support::threads::side_by_side;
use flockwright::Run;
use flockwright::engine::agents::UnitState;
use flockwright::engine::params::{Edges, WorldParams};
use flockwright::engine::perception::{Sector, SightRegions};
use flockwright::engine::scenery::Space;
use flockwright::engine::world::{TickStage, World};
use flockwright::internals::math::side_sign;
use flockwright::internals::perception::{COINCIDENT_GAP, sees};
use flockwright::scenes::{SCENES, Scene};
use glam::{DVec2, Vec2};
use std::sync::atomic::{AtomicUsize, Ordering};

/// What the neighbor search finds for a unit, found by looking at every other unit: the ids that
/// flocking counts, what each of the crowd pushes, and whether its narrow view is empty.
fn look_around(world: &World, id: usize) -> (Vec<usize>, Vec<f32>, bool) {
    let agents = world.agents();
    let group = world.groups().iter().find(|group| group.ids.contains(&id)).expect("a unit");
    let SightRegions {
        flock_sector: flock,
        separation_sector: separation,
        leader_sector: leader,
        max_neighbors: nearest,
        limits_crowd: cuts_crowd,
    } = group.sight();
    let WorldParams { width, height, edges, toroidal, .. } = world.params;
    let space = Space { width, height, is_torus: toroidal && edges == Edges::Wrap };
    let sees = |other: usize, sector: &Sector| sees(agents, id, other, sector, &space);
    let noticed = world.groups().iter().filter(|group| group.role.counts_as_neighbor());
    let noticed = noticed.flat_map(|group| group.ids.clone()).filter(|other| *other != id);
    let noticed: Vec<usize> = noticed.collect();
    let capped = |mut ids: Vec<usize>| {
        if nearest > 0 {
            let near = |other: usize| {
                let Vec2 { x, y } = world.offset(id, other);
                x * x + y * y
            };
            ids.sort_by(|a, b| near(*a).total_cmp(&near(*b)).then(a.cmp(b)));
            ids.truncate(nearest as usize);
        }
        ids
    };
    let is_flockmate = |other: &usize| agents.role[*other] == group.role as u8;
    let flockmates = noticed.iter().copied().filter(is_flockmate);
    let flock = capped(flockmates.filter(|other| sees(*other, &flock)).collect());
    let at_same_place = |other: usize| world.offset(id, other) == Vec2::ZERO;
    let pushes = |other: &usize| {
        !separation.is_empty() && (at_same_place(*other) || sees(*other, &separation))
    };
    let crowd = noticed.iter().copied().filter(pushes).collect();
    let mut crowd = if cuts_crowd { capped(crowd) } else { crowd };
    crowd.sort_unstable();
    let push = |other: usize| {
        let (offset, forward) = (world.offset(id, other), agents.forward(id));
        if at_same_place(other) {
            let away = if other > id { 1.0 } else { -1.0 };
            return away / (agents.length[id] * COINCIDENT_GAP);
        }
        side_sign(forward.dot(offset), forward.perp_dot(offset)) / offset.length()
    };
    let pushes = crowd.into_iter().map(push).collect();
    (flock, pushes, !noticed.iter().any(|other| sees(*other, &leader)))
}

/// The neighbors that the pass summed, against those found by looking at every pair: around everyone, in crowds around
/// every third unit, which ones being other ones for each world.
fn assert_neighbors_exact(world: &mut World, what: &str) {
    // Who goes by a last look finds what was there then.
    for group in 0..world.groups().len() {
        if let Some(view) = world.group_mut(group).and_then(|group| group.view.as_mut()) {
            view.look_every = 1;
        }
    }
    world.tick_through(TickStage::Perceive);
    let counted = world.neighbors().clone();
    let leaders: Vec<bool> = (0..world.agents().len()).map(|id| world.is_leader(id)).collect();
    for group in 0..world.groups().len() {
        if world.groups()[group].view.is_none() {
            continue;
        }
        let range = world.groups()[group].ids.clone();
        let (first, step) =
            if range.len() > 1000 { (world.seed() as usize % 3, 3) } else { (0, 1) };
        for id in range.skip(first).step_by(step) {
            let (ids, pushes, led) = look_around(world, id);
            assert_eq!(
                counted.around(id).count,
                ids.len() as f32,
                "{what}: neighbors of unit {id}"
            );
            // In twice the digits: so many of them would be further off than what they are compared with.
            let sum = |value: &dyn Fn(usize) -> Vec2| -> Vec2 {
                ids.iter().map(|other| value(*other).as_dvec2()).sum::<DVec2>().as_vec2()
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
                    counted.around(id).vx,
                    counted.around(id).vy,
                    velocity,
                    size(&|other| world.agents().velocity(other))
                ),
                "{what}: velocities around unit {id}"
            );
            assert!(
                near(
                    counted.around(id).dx,
                    counted.around(id).dy,
                    offset,
                    size(&|other| world.offset(id, other))
                ),
                "{what}: offsets around unit {id}"
            );
            // The pushes from both sides cancel out, their rounding does not.
            let crowd: f32 = pushes.iter().sum();
            let rounding = 1e-5 * pushes.iter().map(|push| push.abs()).sum::<f32>() + 1e-4;
            assert!(
                (counted.around(id).crowding - crowd).abs() <= 1e-4 * crowd.abs() + rounding,
                "{what}: crowding of unit {id}: {} against {crowd}",
                counted.around(id).crowding
            );
            let leads = world.groups()[group].sight().leader_sector.radius_factor > 0.0 && led;
            assert_eq!(leaders[id], leads, "{what}: leadership of unit {id}");
        }
    }
}

#[test]
fn neighbors_agree_with_looking_at_every_pair() {
    let mut dice = Dice(1);
    for round in 0..60 {
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
fn leaders_are_exact_where_they_look_farther_than_the_flock_and_across_edges() {
    let mut dice = Dice(8);
    for round in 0..120 {
        let view = ["wide", "limited", "narrow", "full"][dice.below(4)];
        let ahead = [10, 30, 80, 200][dice.below(4)];
        let (width, height) = (10 + dice.below(290), 10 + dice.below(990));
        let link = format!(
            "scene=leaders-pincer&seed={round}&count={}&toroidal={}&view={view}&width={width}\
             &height={height}&wide_radius_factor=3&limited_radius_factor=4\
             &narrow_radius_factor={ahead}&front_angle_factor=0.3",
            1 + dice.below(60),
            ["on", "on", "off"][dice.below(3)],
        );
        let mut run = open_link(&link);
        for _ in 0..3 {
            assert_neighbors_exact(&mut run.world, &link);
            (0..10).for_each(|_| run.world.tick());
        }
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes long: ./build.sh deep")]
fn neighbors_are_exact_in_dense_crowds() {
    let dense = AtomicUsize::new(0);
    let flocks: Vec<&Scene> =
        SCENES.iter().filter(|scene| Run::new(scene, 1).find_param("view").is_some()).collect();
    let rounds: Vec<u32> = (0..28).collect();
    side_by_side(&rounds, |round| {
        let round = *round;
        let mut dice = Dice(5 + u64::from(round));
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
            ("nearest_only", [0.0, 0.0, 0.0, 1.0, 7.0][dice.below(5)]),
            ("nearest_of", dice.below(2) as f32),
        ] {
            let id = run.find_param(key).expect("a flock's parameter");
            run.set(id, value);
        }
        run.world.restart(round);
        let n = run.world.groups()[0].ids.len();
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
        dense.fetch_add(usize::from(run.world.workspace().searches_by_rows()), Ordering::Relaxed);
        for _ in 0..20 {
            run.world.tick();
        }
        assert_neighbors_exact(&mut run.world, &what);
    });
    let dense = dense.into_inner();
    assert!(dense > 9, "only {dense} of 28 rounds were dense enough for row sums");
}

#[test]
fn neighbors_are_exact_where_everybody_sees_to_the_ends_of_the_world() {
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
            assert!(run.world.workspace().searches_by_rows(), "{what}");
        }
    }
}

#[test]
fn neighbors_are_exact_where_views_around_the_edge_reach_half_a_world_and_farther() {
    let mut dice = Dice(9);
    // Just below, at and above half of the height, of the width, and of the diagonal.
    let far = [198.0, 198.5, 199.0, 300.0, 300.5, 301.0, 360.0, 361.0, 400.0];
    let views = [("wide", &far[..], 1.0), ("full", &far, 1.0), ("limited", &far[..3], 1.0)];
    let near = [[99.5, 150.5, 180.0, 200.0]; 2];
    let more = [("limited", &near[0][..], 2.0), ("narrow", &near[1], 2.0)];
    for (view, factors, length) in views.into_iter().chain(more) {
        for factor in factors {
            let tangent = [0.01, 1.0, 7.9][dice.below(3)];
            let mut run = open_link(&format!(
                "scene=flock-wide&count=2000&width=601&height=397&start_radius=1&player.count=0\
                 &toroidal=on&edges=wrap&length={length}&back_angle_factor={tangent}\
                 &front_angle_factor={tangent}&view={view}"
            ));
            for key in ["wide_radius_factor", "limited_radius_factor", "narrow_radius_factor"] {
                let id = run.find_param(key).expect("a flock's parameter");
                run.set(id, *factor);
            }
            for id in 0..200 {
                // Headings along the axes and between; on the edges, and exactly half a world from others.
                let state = run.world.agents().state(id);
                let heading = dice.below(9) as f32 * std::f32::consts::FRAC_PI_4;
                let mut along = |extent: f32, x: f32| {
                    [0.0, extent / 2.0, extent / 4.0, 0.75 * extent, x][dice.below(5)]
                };
                let position =
                    Vec2::new(along(601.0, state.position.x), along(397.0, state.position.y));
                run.world.set_unit(id, UnitState { position, heading, ..state });
            }
            let what = format!("view {view}, {factor} lengths of {length}, tangent {tangent}");
            assert_neighbors_exact(&mut run.world, &what);
            assert!(run.world.workspace().searches_by_rows(), "{what}");
        }
    }
}

#[test]
fn neighbors_are_exact_where_everybody_sees_all_of_a_world_that_wraps_whatever_its_shape() {
    let mut dice = Dice(10);
    for (width, height) in [(601, 397), (1203, 61), (61, 1203), (60, 60)] {
        for view in ["wide", "limited", "narrow", "full"] {
            let tangent = [0.01, 0.3, 1.0, 7.9][dice.below(4)];
            let mut run = open_link(&format!(
                "scene=flock-wide&count=1400&width={width}&height={height}&start_radius=1\
                 &player.count=0&toroidal=on&edges=wrap&length=8&wide_radius_factor=200\
                 &limited_radius_factor=200&narrow_radius_factor=200\
                 &back_angle_factor={tangent}&front_angle_factor={tangent}&view={view}"
            ));
            for id in 0..300 {
                // On the edges, half a world from others, and a hair beside; headings along the axes and between.
                let state = run.world.agents().state(id);
                let heading = dice.below(9) as f32 * std::f32::consts::FRAC_PI_4;
                let mut along = |extent: f32, x: f32| {
                    let place = [0.0, 0.5, 0.25, 0.75, 1.0][dice.below(5)] * extent;
                    let hair = [0.0, 1e-4, -1e-4, 0.02, -0.02][dice.below(5)];
                    if dice.below(5) == 0 { x } else { (place + hair).clamp(0.0, extent) }
                };
                let position = Vec2::new(
                    along(width as f32, state.position.x),
                    along(height as f32, state.position.y),
                );
                run.world.set_unit(id, UnitState { position, heading, ..state });
            }
            let what = format!("view {view}, tangent {tangent}, {width} by {height}");
            assert_neighbors_exact(&mut run.world, &what);
            assert!(run.world.workspace().searches_by_rows(), "{what}");
        }
    }
}

/// Where and how far the cells of the main group's grid lie: x, y, width, height.
fn cells(world: &World) -> [f32; 4] {
    let grid = &world.workspace().grids()[0];
    let ([x, y], [width, height]) = (grid.origin(), grid.cell_size());
    [x, y, grid.columns() as f32 * width, grid.rows() as f32 * height]
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes long: ./build.sh deep")]
fn neighbors_are_exact_in_crowds_squeezed_into_a_small_part_of_the_world() {
    let kinds = ["small", "dense", "across an edge", "left out"];
    let met: [AtomicUsize; 4] = Default::default();
    let flocks: Vec<&Scene> =
        SCENES.iter().filter(|scene| Run::new(scene, 1).find_param("view").is_some()).collect();
    let rounds: Vec<u32> = (0..20).collect();
    side_by_side(&rounds, |round| {
        let round = *round;
        let mut dice = Dice(11 + u64::from(round));
        let mut run = Run::new(flocks[dice.below(flocks.len())], round);
        scramble(&mut run, &mut dice);
        let extent = [600.0, 5000.0, 40_000.0];
        let size = Vec2::new(extent[dice.below(3)], extent[dice.below(3)]);
        // Crowds a few hundred or a few units wide, seen through or not.
        let wide = size * [0.05, 0.01, 0.002][dice.below(3)];
        let reach = wide.max_element() * [0.05, 0.3, 1.5][dice.below(3)];
        for (key, value) in [
            ("view", 1.0 + dice.below(4) as f32),
            ("count", (2600 + dice.below(300)) as f32),
            ("width", size.x),
            ("height", size.y),
            ("edges", 0.0),
            ("toroidal", dice.below(2) as f32),
            ("wide_radius_factor", reach / 2.0),
            ("limited_radius_factor", reach / 2.0),
            ("narrow_radius_factor", reach / 2.0),
            ("nearest_only", [0.0, 0.0, 0.0, 1.0, 7.0][dice.below(5)]),
            ("nearest_of", dice.below(2) as f32),
            ("length", 2.0),
        ] {
            let id = run.find_param(key).expect("a flock's parameter");
            run.set(id, value);
        }
        run.world.restart(round);
        let torus = run.world.params.toroidal;
        let n = run.world.groups()[0].ids.len();
        let middle = size * [Vec2::splat(0.5), Vec2::ZERO, Vec2::new(0.3, 1.0)][dice.below(3)];
        // None, one, a few or many are elsewhere, and some beyond the edges of a plane.
        let elsewhere = [0, 1, n / 100, n / 9][dice.below(4)];
        for id in 0..n {
            let state = run.world.agents().state(id);
            let mut away = || Vec2::new(dice.unit() - 0.5, dice.unit() - 0.5);
            let position = match id < elsewhere {
                true => 0.5 * size + size * away() * if torus { 1.0 } else { 1.1 },
                false => middle + wide * away(),
            };
            let position = if torus { position.rem_euclid(size) } else { position };
            run.world.set_unit(id, UnitState { position, ..state });
        }
        let what = format!("round {round}, {elsewhere} elsewhere, {}", run.link());
        run.world.tick_through(TickStage::Sort);
        let [x, y, width, height] = cells(&run.world);
        let part = width * height < 0.5 * size.x * size.y;
        let beyond = (x + width - size.x > 0.1 * width) | (y + height - size.y > 0.1 * height);
        let across = part && torus && beyond;
        let seen = [
            part,
            part && run.world.workspace().searches_by_rows(),
            across,
            part && elsewhere > n / 50,
        ];
        for (met, seen) in met.iter().zip(seen) {
            met.fetch_add(usize::from(seen), Ordering::Relaxed);
        }
        assert_neighbors_exact(&mut run.world, &what);
        for _ in 0..5 {
            run.world.tick();
        }
        assert_neighbors_exact(&mut run.world, &what);
    });
    for (kind, met) in kinds.into_iter().zip(met) {
        let met = met.into_inner();
        assert!(met > 1, "{kind}: only {met} of 20 rounds");
    }
}

#[test]
fn only_the_nearest_in_view_count_where_a_flock_heeds_no_more() {
    let (mut run, _) = Run::open(
        "scene=flock-wide&count=3&wide_radius_factor=40&player.count=0&nearest_only=1&nearest_of=all&leaders=off",
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
    assert_eq!(inspect(&run.world, 0).expect("unit 0").neighbor_ids, [1]);
    // Two at the same distance: the lower id counts.
    run.world.set_unit(2, at(100.0, 130.0));
    assert_eq!(inspect(&run.world, 0).expect("unit 0").neighbor_ids, [1]);
    run.world.tick_through(TickStage::Perceive);
    let sums = run.world.neighbors().around(0);
    assert_eq!((sums.count, sums.dx, sums.dy), (1.0, 30.0, 0.0));
}

#[test]
fn the_nearest_are_exact_where_units_stand_on_a_lattice_full_of_ties() {
    let mut dice = Dice(6);
    for nearest in [1, 2, 3, 6, 7, 32] {
        for torus in ["off", "on"] {
            let (mut run, _) = Run::open(&format!(
                "scene=flock-wide&count=400&width=200&height=200&wide_radius_factor=30&view=full\
                 &player.count=0&toroidal={torus}&nearest_only={nearest}&nearest_of=all"
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
fn who_looks_every_few_ticks_goes_by_its_last_look_and_a_state_that_is_put_back_does_too() {
    let link = "scene=leaders-pincer&count=70&look_every=7&interceptors.look_every=3";
    let (mut run, notices) = Run::open(link);
    assert_eq!(notices, [""; 0]);
    let count_of =
        |run: &Run| (0..70).map(|id| run.world.neighbors().around(id)).collect::<Vec<_>>();
    let mut seen = Vec::new();
    for tick in 0..60 {
        run.world.tick();
        if tick % 7 != 0 {
            assert_eq!(count_of(&run), seen, "tick {tick}: it goes by its last look");
        } else {
            let before = std::mem::replace(&mut seen, count_of(&run));
            assert_ne!(before, seen, "tick {tick}: it looks");
        }
    }
    let (saved, mut other) = (run.world.save(), Run::open(link).0);
    for _ in 0..40 {
        run.world.tick();
    }
    other.world.load(&saved);
    assert_eq!(other.world.hash(), saved.hash());
    for _ in 0..40 {
        other.world.tick();
    }
    assert_eq!(other.world.hash(), run.world.hash());
}

#[test]
fn what_was_seen_last_is_part_of_the_state_and_none_is_without_it() {
    let hash_of = |changes: &str, later: &str| {
        let (mut run, _) = Run::open(&format!("scene=flock-wide&count=60{changes}"));
        for _ in 0..30 {
            run.world.tick();
        }
        if !later.is_empty() {
            let id = run.find_param("look_every").expect("it is there");
            run.set(id, later.parse().expect("a number"));
        }
        for _ in 0..30 {
            run.world.tick();
        }
        run.world.hash()
    };
    let plain = hash_of("", "");
    assert_eq!(hash_of("&look_every=1", ""), plain);
    assert_ne!(hash_of("&look_every=20", ""), plain);
    // Set while it runs, all look at once, and then at the ticks that it says.
    assert_ne!(hash_of("", "20"), plain);
    assert_ne!(hash_of("", "20"), hash_of("&look_every=20", ""));
}

/// Those who have joined another group, and those of it who were left behind, go by a look of their own.
#[test]
fn who_changes_groups_looks_at_once() {
    let (mut run, notices) = Run::open(
        "scene=zombie-horde&groups=zombies.pseek-cohesion.hsurvivors*survivors.pwander-cohesion*runners&look_every=50&\
         survivors.look_every=50&count=12&survivors.count=50&runners.count=0&catch_factor=15",
    );
    assert_eq!(notices, [""; 0]);
    let mut sizes = vec![run.world.groups()[0].ids.len()];
    for _ in 0..900 {
        run.world.tick();
        let size = run.world.groups()[0].ids.len();
        if sizes.last() != Some(&size) {
            sizes.push(size);
            run.world.tick();
            for group in run.world.groups().iter().filter(|group| group.ids.len() > 10) {
                let counted = group.ids.clone().map(|id| run.world.neighbors().around(id).count);
                let who = (group.key, &sizes);
                assert!(counted.sum::<f32>() > 0.0, "{who:?}: they see each other");
            }
        }
    }
    assert!(sizes.len() > 2, "{sizes:?}");
}
