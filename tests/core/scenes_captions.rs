//! What the texts of the scenes say that there is to see and to try.
//! `claims.rs` holds what a measure tells.

use crate::support::scenes::{SECOND, ids, open, open_link, open_original, set};
use flockwright::Run;
use flockwright::engine::scenery::Area;
use flockwright::scenes::SCENES;
use flockwright::session::timeline::Timeline;
use flockwright_lab::insight::measures;
use glam::Vec2;

/// What a scene's text puts into quotation marks to be typed in.
fn quoted(scene: &str) -> &'static str {
    let scene = SCENES.iter().find(|s| s.key == scene).expect("there is such a scene");
    let (_, rest) = scene.suggestion.split_once('“').expect("an example");
    rest.split_once('”').expect("its end").0
}

/// The mean of a measure over some seconds, taken three times each.
fn mean(run: &mut Run, seconds: usize, measure: impl Fn(&Run) -> f32) -> f32 {
    let looks = 3 * seconds;
    let look = |run: &mut Run| {
        (0..SECOND / 3).for_each(|_| run.world.tick());
        measure(run)
    };
    (0..looks).map(|_| look(run)).sum::<f32>() / looks as f32
}

/// How much longer than wide the surroundings of the boids are, within 40 u, on average: 1 where
/// they lie all around, more in a file.
fn thinness(run: &Run) -> f32 {
    let boids = run.world.groups()[0].ids.clone();
    let places: Vec<Vec2> = boids.map(|id| run.world.agents().position(id)).collect();
    let around = |at: &Vec2| {
        let near: Vec<Vec2> = places.iter().copied().filter(|p| p.distance(*at) < 40.0).collect();
        let middle = near.iter().sum::<Vec2>() / near.len() as f32;
        let (mut xx, mut yy, mut xy) = (0.0, 0.0, 0.0);
        for p in &near {
            let d = *p - middle;
            (xx, yy, xy) = (xx + d.x * d.x, yy + d.y * d.y, xy + d.x * d.y);
        }
        let (half, far) = (0.5 * (xx + yy), (0.25 * (xx - yy).powi(2) + xy * xy).sqrt());
        (near.len() > 3).then(|| ((half + far) / (half - far).max(1e-6)).sqrt())
    };
    let found: Vec<f32> = places.iter().filter_map(around).collect();
    found.iter().sum::<f32>() / found.len() as f32
}

#[test]
fn a_narrow_front_makes_files_and_the_wide_one_of_the_book_lets_them_grow_together() {
    for seed in 1..=3 {
        let [thin, wide] = [0.15, 1.0].map(|front| {
            let mut run = open("flock-narrow", seed);
            set(&mut run, "front_angle_factor", front);
            mean(&mut run, 40, |_| 0.0);
            mean(&mut run, 10, thinness)
        });
        assert!(thin > 1.2 * wide, "seed {seed}: {thin} to {wide}");
    }
}

/// The share of units that have the one nearest to them ahead or behind, rather than beside.
fn in_line(run: &Run) -> f32 {
    let world = &run.world;
    let ids = 0..world.agents().len();
    let is_in_line = |id: usize| {
        let offsets = ids.clone().filter(|other| *other != id).map(|other| world.offset(id, other));
        let nearest = offsets.min_by(|a, b| a.length_squared().total_cmp(&b.length_squared()));
        let nearest = nearest.expect("there are others");
        nearest.dot(world.agents().forward(id)).abs() > 0.707 * nearest.length()
    };
    ids.clone().filter(|id| is_in_line(*id)).count() as f32 / ids.len() as f32
}

/// By chance it would be half of them.
#[test]
fn who_heeds_only_the_nearest_one_ahead_flies_in_files_and_who_heeds_all_does_not() {
    for seed in 1..=2 {
        let share_of = |tried: bool| {
            let mut run = open("flock-narrow", seed);
            let mut timeline = Timeline::new(&run);
            for event in run.suggested_change_events(tried) {
                timeline.input(&mut run, event).expect("it is done");
            }
            mean(&mut run, 40, |_| 0.0);
            mean(&mut run, 10, in_line)
        };
        let (plain, tried) = (share_of(false), share_of(true));
        assert!(tried > 0.7 && tried > plain + 0.1, "seed {seed}: {tried}, {plain} before");
    }
}

#[test]
fn a_swarm_becomes_round_and_even_and_flies_as_one() {
    for seed in 1..=3 {
        let mut run = open_original("swarm", seed);
        mean(&mut run, 20, |_| 0.0);
        let order = mean(&mut run, 10, |run| measures::polarization(&run.world));
        assert!(order > 0.95, "seed {seed}: polarization {order}");
        let (count, largest) = {
            let flocks = measures::count_flocks(&run.world, 20.0);
            (flocks.count, flocks.largest_share)
        };
        assert_eq!((count, largest), (1, 1.0), "seed {seed}");
    }
}

#[test]
fn a_mill_that_has_opened_stays_open_where_a_mill_would_stay_one() {
    for seed in 1..=3 {
        let mut run = open("couzin", seed);
        let width = run.get(run.find_param("orientation_width").expect("it has zones"));
        let order = |run: &Run| measures::polarization(&run.world);
        let mill = mean(&mut run, 10, order);
        set(&mut run, "orientation_width", 30.0);
        mean(&mut run, 60, order);
        set(&mut run, "orientation_width", width);
        mean(&mut run, 20, order);
        let group = mean(&mut run, 10, order);
        println!("seed {seed}: order {mill:.2}, then {group:.2} with the same zones");
        assert!(mill < 0.4 && group > 0.9, "seed {seed}: {mill}, then {group}");
    }
}

/// Where a unit goes in some ticks.
fn way(run: &mut Run, unit: usize, ticks: usize) -> Vec<Vec2> {
    let look = |run: &mut Run| {
        run.world.tick();
        run.world.agents().position(unit)
    };
    (0..ticks).map(|_| look(run)).collect()
}

#[test]
fn the_star_of_the_craft_is_in_one_piece() {
    for seed in 1..=5 {
        let mut run = open("patrol", seed);
        let id = run.find_text("steps").expect("the text names it");
        run.set_text(id, quoted("patrol")).expect("the example makes sense");
        let way = way(&mut run, 0, 40 * SECOND);
        let torn = way.windows(2).any(|step| step[0].distance(step[1]) > 5.0);
        assert!(!torn, "seed {seed}: it leaves the world on one side");
    }
}

#[test]
fn the_star_on_tiles_has_eight_tips_around_its_middle() {
    let mut run = open("tile-patrol", 1);
    let id = run.find_text("program.instructions").expect("the text names it");
    run.set_text(id, quoted("tile-patrol")).expect("the example makes sense");
    let unit = run.world.groups()[2].ids.start;
    let start = run.world.agents().position(unit);
    let way: Vec<Vec2> =
        [start].into_iter().chain(way(&mut run, unit, 60 * SECOND)).map(Vec2::round).collect();
    let low = way.iter().copied().reduce(Vec2::min).expect("it goes somewhere");
    let high = way.iter().copied().reduce(Vec2::max).expect("it goes somewhere");
    let middle = 0.5 * (low + high);
    let far = way.iter().map(|p| p.distance(middle)).fold(0.0, f32::max);
    let mut tips: Vec<Vec2> = Vec::new();
    for place in way.into_iter().filter(|p| p.distance(middle) > far - 0.5) {
        if !tips.contains(&place) {
            tips.push(place);
        }
    }
    assert_eq!(tips.len(), 8, "{tips:?}");
}

#[test]
fn a_disk_to_start_in_is_where_the_group_starts_in_every_scene() {
    for scene in SCENES {
        let mut run = Run::new(scene, 1);
        set(&mut run, "start_radius", 0.5);
        let group = &run.world.groups()[0];
        let area = group.start_area(run.world.params.width, run.world.params.height);
        let Some(Area::Disk { center, radius }) = area else {
            panic!("scene '{}': {area:?}", scene.key)
        };
        // On tiles a unit stands in the middle of its tile.
        let most = radius + 12.0;
        for id in group.ids.clone() {
            let place = run.world.agents().position(id);
            assert!(place.distance(center) <= most, "scene '{}': {id} at {place}", scene.key);
        }
    }
}

#[test]
fn cohesion_slows_the_whole_company_first_and_last_alike() {
    // The mean speed of the rear, middle and front third of the blue company on its way.
    let thirds = |cohesion: f32| {
        let mut sums = [0.0f32; 3];
        for seed in 1..=5 {
            let link = format!(
                "v=8&scene=rts-group&obstacles=0&rts_cohesion={cohesion}&magenta.rts_cohesion={cohesion}&seed={seed}"
            );
            let mut run = open_link(&link);
            for _ in 0..8 {
                (0..SECOND / 2).for_each(|_| run.world.tick());
                let agents = run.world.agents();
                let way = |id: usize| agents.velocity(id);
                let blue = ids(&run.world, "blue");
                let ahead = blue.clone().map(way).sum::<Vec2>().normalize();
                let mut order: Vec<usize> = blue.collect();
                let along = |id: &usize| agents.position(*id).dot(ahead);
                order.sort_by(|a, b| along(a).total_cmp(&along(b)));
                for (sum, ids) in sums.iter_mut().zip(order.chunks(order.len() / 3)) {
                    let speed: f32 = ids.iter().map(|id| way(*id).length()).sum();
                    *sum += speed / ids.len() as f32 / 40.0;
                }
            }
        }
        sums
    };
    let (slow, fast) = (thirds(1.0), thirds(0.1));
    println!("rear, middle, front: {slow:?} u/s, {fast:?} with a tenth of it");
    for (slow, fast) in slow.iter().zip(fast) {
        assert!((0.4..0.8).contains(&(slow / fast)), "{slow} of {fast}");
    }
}
