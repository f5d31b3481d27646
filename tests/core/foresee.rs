//! Units that foresee, in three crowds that are usual in experiments: two groups that cross, a corridor
//! with two directions, and a circle on which everybody changes places.

use crate::SEEDS;
use crate::support::pinned::assert_current;
use crate::support::rules::written;
use flockwright::engine::agents::{Role, UnitState};
use flockwright::engine::behaviors::Anticipate;
use flockwright::engine::bodies::PointMass;
use flockwright::engine::group::Group;
use flockwright::engine::params::{Edges, WorldParams};
use flockwright::engine::world::World;
use flockwright::internals::math::{RandomStream, Rng};
use glam::Vec2;
use std::fmt::Write;

const SECOND: u32 = 60;

/// Length of a unit, u.
const LENGTH: f32 = 4.0;

/// Top speed, u/s.
const TOP: f32 = 30.0;

fn walkers(key: &'static str, count: usize, way: &str) -> Group {
    walkers_like(240.0, Anticipate::default(), key, count, way)
}

fn walkers_like(
    max_force: f32,
    anticipate: Anticipate,
    key: &'static str,
    count: usize,
    way: &str,
) -> Group {
    let body = PointMass { max_speed: TOP, max_force, ..PointMass::default() };
    let walks = written(way, &Default::default(), key);
    Group::point(key, key, Role::Regular, count as u32)
        .with_point_mass(body)
        .sized(LENGTH)
        .with(walks)
        .with(anticipate)
}

fn world(
    size: [f32; 2],
    groups: Vec<Group>,
    places: impl IntoIterator<Item = (Vec2, Vec2)>,
) -> World {
    let [width, height] = size;
    let params = WorldParams { width, height, edges: Edges::Wrap, ..WorldParams::default() };
    let mut world = World::new(params, groups, 1);
    for (id, (position, velocity)) in places.into_iter().enumerate() {
        let heading = velocity.y.atan2(velocity.x);
        world.set_unit(id, UnitState { position, velocity, heading, omega: 0.0 });
    }
    world
}

/// Places on a grid, `gap` lengths from each other, a little off by chance.
fn grid(corner: Vec2, columns: usize, gap: f32, seed: u32) -> impl Iterator<Item = Vec2> {
    let mut rng = Rng::new(seed, RandomStream::Study { step: u64::from(corner.x.to_bits()) });
    (0..).map(move |n: usize| {
        let cell = Vec2::new((n % columns) as f32, (n / columns) as f32);
        let off = Vec2::new(rng.range(-0.2, 0.2), rng.range(-0.2, 0.2));
        corner + (cell + off) * gap * LENGTH
    })
}

/// The least distance of two, in lengths.
fn nearest(world: &World) -> f32 {
    let (agents, space) = (world.agents(), world.space());
    let mut least = f32::INFINITY;
    for a in 0..agents.len() {
        for b in a + 1..agents.len() {
            least =
                least.min(space.offset_between(agents.position(a), agents.position(b)).length());
        }
    }
    least / LENGTH
}

/// What came of a run: the least distance of two over all of it, in lengths; and how fast units went
/// their way in its last ten seconds, as a share of the top speed.
fn walk(world: &mut World, seconds: u32, way: impl Fn(usize) -> Vec2) -> (f32, f32) {
    let (mut least, mut along) = (f32::INFINITY, 0.0);
    let count = world.agents().len();
    for tick in 0..seconds * SECOND {
        world.tick();
        least = least.min(nearest(world));
        if tick >= (seconds - 10) * SECOND {
            along += (0..count).map(|id| world.agents().velocity(id).dot(way(id))).sum::<f32>();
        }
    }
    (least, along / (count as f32 * 10.0 * SECOND as f32 * TOP))
}

/// Draws a run of two halves as it goes on: the ways that they take, and where they are at one moment.
fn picture(world: &mut World, moment: u32, seconds: u32) -> String {
    let half = world.agents().len() / 2;
    let colors = ["#2a6fdb", "#c2257f"];
    let mut ways = vec![String::new(); world.agents().len()];
    let mut dots = [String::new(), String::new()];
    for tick in 0..=seconds * SECOND {
        for (id, way) in ways.iter_mut().enumerate().filter(|_| tick.is_multiple_of(15)) {
            let Vec2 { x, y } = world.agents().position(id);
            let _ = write!(way, "{}{x:.0} {y:.0}", if tick == 0 { 'M' } else { ' ' });
            if tick == moment * SECOND {
                let radius = 0.5 * LENGTH;
                let dot = &mut dots[id / half];
                let _ = writeln!(dot, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\"/>");
            }
        }
        world.tick();
    }
    let mut svg =
        String::from("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 320 320\">\n");
    svg += "<rect width=\"320\" height=\"320\" fill=\"#fff\"/>\n";
    for (number, color) in colors.into_iter().enumerate() {
        let ways = ways[number * half..][..half].join("");
        let thin = "fill=\"none\" stroke-width=\".5\" opacity=\".5\"";
        let _ = writeln!(svg, "<path d=\"{ways}\" stroke=\"{color}\" {thin}/>");
        let _ = writeln!(svg, "<g fill=\"{color}\">\n{}</g>", dots[number]);
    }
    svg + "</svg>\n"
}

/// `UPDATE=1 cargo test --test core foresee` draws the first one anew.
#[test]
fn two_groups_of_forty_cross_without_a_touch_or_a_deadlock() {
    for seed in 0..SEEDS {
        let groups = vec![
            walkers("right", 40, "steer toward(vec(V, 0))"),
            walkers("down", 40, "steer toward(vec(0, V))"),
        ];
        let right = grid(Vec2::new(20.0, 150.0), 5, 3.0, seed).take(40);
        let down = grid(Vec2::new(150.0, 20.0), 8, 3.0, seed + 100).take(40);
        let places = right.map(|at| (at, Vec2::X * TOP)).chain(down.map(|at| (at, Vec2::Y * TOP)));
        let mut world = world([320.0, 320.0], groups, places);
        if seed == 0 {
            let drawn = picture(&mut world.fork(), 5, 8);
            assert_current("tests/replications/crossing.svg", &drawn);
        }
        let way = |id| if id < 40 { Vec2::X } else { Vec2::Y };
        let (least, along) = walk(&mut world, 30, way);
        println!("crossing {seed}: least {least:.2} L, {along:.2} of the top speed");
        assert!(least > 1.0, "seed {seed}: two came as near as {least} lengths");
        assert!(along > 0.7, "seed {seed}: they go at {along} of their top speed");
    }
}

/// How far units are among their own kind in their row: 1 in lanes (Rex & Löwen 2007).
fn lanes(world: &World, half: usize) -> f32 {
    let agents = world.agents();
    let of = |id: usize| {
        let row = |other: &usize| {
            let dy = (agents.y[*other] - agents.y[id]).abs();
            dy.min(world.space().height - dy) < LENGTH
        };
        let others: Vec<usize> =
            (0..agents.len()).filter(|other| *other != id).filter(row).collect();
        let own = others.iter().filter(|other| (**other < half) == (id < half)).count() as f32;
        let all = others.len() as f32;
        if all > 0.0 { ((2.0 * own - all) / all).powi(2) } else { 1.0 }
    };
    (0..agents.len()).map(of).sum::<f32>() / agents.len() as f32
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes long: ./build.sh deep")]
fn in_a_corridor_with_two_directions_lanes_form() {
    for seed in 0..SEEDS {
        let groups = vec![
            walkers("right", 40, "steer toward(vec(V, 0))"),
            walkers("left", 40, "steer toward(vec(-V, 0))"),
        ];
        // Every other place of one grid, by chance.
        let mut places: Vec<Vec2> = grid(Vec2::new(10.0, 5.0), 20, 4.0, seed).take(80).collect();
        let mut rng = Rng::new(seed, RandomStream::Study { step: 7 });
        for at in (1..places.len()).rev() {
            places.swap(at, rng.range(0.0, at as f32 + 1.0) as usize);
        }
        let velocity = |id: usize| if id < 40 { Vec2::X } else { -Vec2::X } * TOP;
        let places = places.into_iter().enumerate().map(|(id, at)| (at, velocity(id)));
        let mut world = world([320.0, 64.0], groups, places);
        let before = lanes(&world, 40);
        let (least, along) = walk(&mut world, 60, |id| velocity(id) / TOP);
        let after = lanes(&world, 40);
        println!(
            "corridor {seed}: lanes {before:.2} to {after:.2}, least {least:.2} L, {along:.2}"
        );
        assert!(least > 1.0, "seed {seed}: two came as near as {least} lengths");
        assert!(along > 0.8, "seed {seed}: they go at {along} of their top speed");
        assert!(before < 0.4 && after > 0.7, "seed {seed}: lanes {before}, then {after}");
    }
}

#[test]
fn on_a_circle_everybody_comes_to_the_other_side() {
    let crosses = "
        keep there = vec(0, 0) then if time < dt then vec(400, 400) - place else there
        steer if time < dt then vec(0, 0) else arrive(there - place, braking)
    ";
    // All are in the middle at once. With the usual 240 and .75, one run of six has two that touch there.
    let wider = Anticipate { anticipate_radius: 0.85, ..Anticipate::default() };
    for seed in 0..SEEDS {
        let mut rng = Rng::new(seed, RandomStream::Study { step: 9 });
        let places: Vec<Vec2> = (0..32)
            .map(|n| {
                let angle = (n as f32 + rng.range(-0.2, 0.2)) * std::f32::consts::TAU / 32.0;
                Vec2::splat(200.0) + Vec2::from_angle(angle) * 100.0
            })
            .collect();
        let start = places.iter().map(|at| (*at, Vec2::ZERO));
        let mut world =
            world([400.0, 400.0], vec![walkers_like(360.0, wider, "all", 32, crosses)], start);
        let mut least = f32::INFINITY;
        for _ in 0..60 * SECOND {
            world.tick();
            least = least.min(nearest(&world));
        }
        let off = |id: usize| world.agents().position(id).distance(Vec2::splat(400.0) - places[id]);
        let far = (0..32).map(off).fold(0.0, f32::max);
        println!("circle {seed}: least {least:.2} L, farthest from its place {far:.1}");
        assert!(least > 1.0, "seed {seed}: two came as near as {least} lengths");
        assert!(far < 2.0 * LENGTH, "seed {seed}: somebody is {far} u from its place");
    }
}
