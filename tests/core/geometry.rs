//! Edited layouts: what they do at once, what they outlive, and how they travel.

use crate::support::scenes::{hash_after, open_link};
use flockwright::Run;
use flockwright::engine::scenery::{Area, Obstacle, Wall};
use flockwright::internals::layout::{
    Layout, MAX_BLOCKED_TILES, MAX_COORDINATE, MAX_OBSTACLES, Pose, Site,
};
use flockwright::internals::tiles::{TileGrid, tile_center};
use flockwright::scenes::SCENES;
use flockwright_lab::insight::routes::planned_routes;
use glam::{IVec2, Vec2};

fn obstacle(x: f32, y: f32, radius: f32) -> Obstacle {
    Obstacle { center: Vec2::new(x, y), radius }
}

fn pose(x: f32, y: f32, heading: f32, speed: f32) -> Pose {
    Pose { place: Vec2::new(x, y), heading, speed }
}

/// Layout of every kind that a run has a use for.
fn everything(run: &Run) -> Layout {
    let tiles = run.world.groups().iter().all(|group| group.body.is_tile());
    let size = Vec2::new(run.world.params.width, run.world.params.height);
    let groups = run.world.groups().iter().enumerate();
    let walkers = groups.filter(|(_, group)| {
        group.pipeline.iter().any(|b| b.features().path_radius_and_end.is_some())
    });
    Layout {
        obstacles: (!tiles).then(|| vec![obstacle(120.0, 80.0, 20.5), obstacle(300.3, 80.0, 20.5)]),
        walls: (!tiles).then(|| {
            vec![Wall { from: Vec2::new(50.0, 60.0), to: Vec2::new(50.0, 160.5), radius: 3.0 }]
        }),
        paths: walkers
            .map(|(index, _)| (index, vec![Vec2::new(30.0, 30.0), Vec2::new(200.0, 111.1)]))
            .collect(),
        start_areas: vec![(
            0,
            Area::Rect { center: (0.5 * size).round(), size: (0.5 * size).round() },
        )],
        poses: if tiles { Vec::new() } else { vec![(0, vec![pose(40.5, 30.0, 90.5, 20.0)])] },
        tiles: tiles.then(|| vec![IVec2::new(20, 10), IVec2::new(21, 10), IVec2::new(20, 11)]),
        sites: vec![Site { name: "north gate".into(), place: Vec2::new(33.5, 40.0) }],
    }
}

#[test]
fn an_edited_run_is_the_run_of_its_link_in_every_scene() {
    for scene in SCENES {
        let mut run = Run::new(scene, 5);
        let layout = everything(&run);
        let notices = run.set_layout(layout.clone());
        assert!(notices.is_empty(), "scene '{}': {notices:?}", scene.key);
        assert_eq!(*run.layout(), layout, "scene '{}'", scene.key);
        let link = run.link();
        let mut again = open_link(&link);
        assert_eq!(again.link(), link);
        assert_eq!(hash_after(&mut run, 120), hash_after(&mut again, 120), "{link}");
        let hash = run.world.hash();
        assert_ne!(hash, hash_after(&mut Run::new(scene, 5), 120), "{link} changes nothing");
    }
}

#[test]
fn edits_outlive_restarts_seeds_and_sizes() {
    let mut run = open_link("scene=flock-obstacles");
    let layout =
        Layout { obstacles: Some(vec![obstacle(200.0, 150.0, 30.0)]), ..Layout::default() };
    run.set_layout(layout.clone());
    run.world.restart(99);
    let width = run.find_param("width").expect("a world has a width");
    run.set(width, 900.0);
    assert_eq!(*run.layout(), layout);
    assert_eq!(run.world.obstacles(), layout.obstacles.as_deref().expect("edited"));
    // Without the edit the scene's own are back, scattered by the seed at hand.
    run.set_layout(Layout::default());
    let mut own = open_link("scene=flock-obstacles&seed=99&width=900");
    assert_eq!(run.world.obstacles(), own.world.obstacles());
    run.world.restart(99);
    assert_eq!(hash_after(&mut run, 60), hash_after(&mut own, 60));
}

#[test]
fn an_edit_goes_on_with_the_run_and_moves_nobody_who_is_not_in_the_way() {
    let mut run = open_link("scene=zombie-horde");
    hash_after(&mut run, 90);
    let before: Vec<Vec2> =
        (0..run.world.agents().len()).map(|id| run.world.agents().position(id)).collect();
    let crowd = before[3];
    let put = [obstacle(crowd.x, crowd.y, 40.0), obstacle(crowd.x + 50.0, crowd.y, 40.0)];
    run.set_layout(Layout { obstacles: Some(put.to_vec()), ..Layout::default() });
    assert_eq!(run.world.ticks(), 90);
    let put = run.layout().obstacles.clone().expect("edited");
    let mut moved = 0;
    for (id, was) in before.iter().enumerate() {
        let now = run.world.agents().position(id);
        let inside = |place: Vec2| put.iter().any(|o| o.center.distance(place) < o.radius);
        assert!(!inside(now), "unit {id} is left in an obstacle at {now}");
        assert_eq!(now == *was, !inside(*was), "unit {id} went from {was} to {now}");
        moved += usize::from(now != *was);
    }
    assert!(moved > 0, "somebody stood there");
}

#[test]
fn units_start_in_the_area_that_was_drawn() {
    for (link, group) in [("scene=flock-wide", 0), ("scene=zombie-horde", 2), ("scene=swarm", 0)] {
        let mut run = open_link(link);
        let center = Vec2::new(150.0, 120.0);
        for area in [
            Area::Disk { center, radius: 25.0 },
            Area::Rect { center, size: Vec2::new(60.0, 10.0) },
        ] {
            run.set_layout(Layout { start_areas: vec![(group, area)], ..Layout::default() });
            for id in run.world.groups()[group].ids.clone() {
                let off = run.world.agents().position(id) - center;
                let inside = match area {
                    Area::Disk { radius, .. } => off.length() <= radius + 1e-3,
                    Area::Rect { size, .. } => off.abs().cmple(0.5 * size + 1e-3).all(),
                };
                assert!(inside, "{link}: unit {id} starts {off} off the middle of {area:?}");
            }
        }
    }
}

#[test]
fn walkers_follow_a_path_that_was_drawn_while_they_walk() {
    let mut run = open_link("scene=path-patrol&at_end=stop");
    // To the last node of the scene's path, which has more nodes than the new one.
    hash_after(&mut run, 3600);
    let goal = Vec2::new(320.0, 60.0);
    let mut layout = run.layout().clone();
    layout.paths = vec![(0, vec![Vec2::new(320.0, 340.0), goal])];
    run.set_layout(layout);
    hash_after(&mut run, 3600);
    let walkers = run.world.groups()[0].ids.clone();
    let near = walkers.clone().filter(|id| run.world.agents().position(*id).distance(goal) < 60.0);
    assert!(near.count() * 2 > walkers.len(), "most came to the new end");
}

#[test]
fn blocked_tiles_are_never_stood_on_and_the_line_of_sight_finds_a_way_around() {
    let mut run = open_link("scene=tile-chase&prey.count=1&prey.tile_patrol=0");
    let wall: Vec<IVec2> = (3..22).map(|row| IVec2::new(18, row)).collect();
    run.set_layout(Layout { tiles: Some(wall.clone()), ..Layout::default() });
    let world = TileGrid::covering(run.world.params.width, run.world.params.height);
    let mut closest = i32::MAX;
    for _ in 0..2400 {
        run.world.tick();
        for id in 0..run.world.agents().len() {
            let tile = world.tile_at(run.world.agents().position(id));
            assert!(!wall.contains(&tile), "unit {id} stands on {tile}");
        }
        let at = |id: usize| world.tile_at(run.world.agents().position(id));
        closest = closest.min((at(1) - at(2)).abs().max_element());
    }
    assert_eq!(closest, 0, "the troll with the line of sight reaches the prey");
}

#[test]
fn patrols_and_programs_respect_blocked_tiles() {
    let mut run = open_link("scene=tile-patrol");
    hash_after(&mut run, 50);
    let mut tiles: Vec<IVec2> = (10..30).map(|column| IVec2::new(column, 4)).collect();
    // Under the feet of those who are there.
    let world = TileGrid::covering(run.world.params.width, run.world.params.height);
    let feet = (0..3).map(|id| world.tile_at(run.world.agents().position(id)));
    tiles.extend(feet);
    run.set_layout(Layout { tiles: Some(tiles), ..Layout::default() });
    let tiles = run.layout().tiles.clone().expect("blocked");
    let corner = IVec2::new(33, 20);
    let mut rounds = 0;
    let mut there = false;
    for _ in 0..6000 {
        for id in 0..3 {
            let tile = world.tile_at(run.world.agents().position(id));
            assert!(!tiles.contains(&tile), "unit {id} stands on {tile}");
            assert_eq!(
                run.world.agents().position(id),
                tile_center(tile),
                "in the middle of a tile"
            );
        }
        let now = world.tile_at(run.world.agents().position(0)) == corner;
        rounds += usize::from(now && !there);
        there = now;
        run.world.tick();
    }
    assert!(rounds >= 3, "the patrol goes round: {rounds}");
}

#[test]
fn what_makes_no_sense_in_a_scene_is_told() {
    for (link, what) in [
        ("scene=tile-chase&ob=1-2-3", "Scenes on tiles"),
        ("scene=flock-wide&tiles=1-2-3", "no tiles"),
        ("scene=flock-wide&path=1-2", "does not follow a path"),
        ("scene=flock-wide&ob=1-2", "made no sense"),
        ("scene=flock-wide&ob=1-2-3_4-5-6-7_8-9", "1 item made no sense"),
        ("scene=flock-wide&ob=1-2-3000", "ob: 1 item had to be changed (“1-2-3000” to 1-2-2000)."),
        (
            "scene=flock-wide&ob=90000-2-3_1-2-0_4-5.06-6_7-8-1_1-2-0",
            "(“90000-2-3” to 40000-2-3, “1-2-0” to 1-2-1, “4-5.06-6” to 4-5.1-6, and others)",
        ),
        ("scene=flock-wide&wa=1e5-1-1-1-1", "made no sense"),
        ("scene=tile-chase&tiles=0-0-2500_-1-2500", "the rest is too long"),
        ("scene=tile-chase&tiles=2499-3-2", "1 item had to be changed"),
        ("scene=tile-chase&tiles=3.5-3-2_4-4-2", "1 item had to be changed"),
        ("scene=flock-wide&nobody.start=1-2-3", "no parameter"),
    ] {
        let (_, mut notices) = Run::open(link);
        notices.retain(|notice| !notice.starts_with("Outside the world"));
        assert_eq!(notices.len(), 1, "{link}: {notices:?}");
        assert!(notices[0].contains(what), "{link}: {notices:?}");
    }
    let (run, _) = Run::open("scene=flock-wide&ob=1-2-3_4-5-6-7_8-9&cohesion=2");
    let kept = run.layout().obstacles.as_deref().expect("two of them");
    assert_eq!(kept, [obstacle(1.0, 2.0, 3.0), obstacle(8.0, 9.0, 3.0)]);
    assert_eq!(run.get(run.find_param("cohesion").expect("cohesion")), 2.0);
}

#[test]
fn on_tiles_nothing_stands_in_the_way_that_does_not_stop_anybody() {
    let link = "scene=tile-chase&height=416&obstacles=8&walls=door&layout=maze";
    let mut run = open_link(link);
    assert_eq!((run.world.obstacles(), run.world.walls()), ([].as_slice(), [].as_slice()));
    // Here the wall would stand where trolls do.
    assert_eq!(
        hash_after(&mut run, 600),
        hash_after(&mut open_link("scene=tile-chase&height=416"), 600)
    );
    for key in ["obstacles", "walls", "layout", "door_width", "maze_walls"] {
        let id = run.find_param(key).expect("every world has it");
        assert!(!run.is_visible(id), "{key} is offered");
    }
    assert!(run.is_visible(run.find_param("edges").expect("every world has edges")));
}

#[test]
fn no_obstacles_at_all_are_an_edit_as_well() {
    let run = open_link("scene=flock-obstacles&ob=none");
    assert_eq!(run.world.obstacles(), []);
    assert!(run.link().ends_with("&ob=none"), "{}", run.link());
}

#[test]
fn a_row_of_equal_things_is_short() {
    let mut run = open_link("scene=flock-wide");
    let row = (0..5).map(|k| obstacle(100.0, 100.0 + 20.5 * k as f32, 9.0)).collect();
    run.set_layout(Layout { obstacles: Some(row), ..Layout::default() });
    assert_eq!(run.layout_text(), "ob=100-100-9_-120.5_-141_-161.5_-182");
    let mut tiles = open_link("scene=tile-chase");
    tiles.set_layout_text("tiles=5-3-1_-4_-5_6-6-30");
    assert_eq!(tiles.layout_text(), "tiles=5-3-1_-4_-5_6-6-30");
}

#[test]
fn values_of_a_layout_that_do_not_fit_are_left_out_or_changed_with_a_notice() {
    let mut run = open_link("scene=flock-wide");
    let notices = run.set_layout(Layout {
        obstacles: Some(vec![
            obstacle(f32::NAN, 1.0, 5.0),
            obstacle(-5.0, f32::INFINITY, 5.0),
            obstacle(-5.0, 1e9, 0.0),
            obstacle(10.04, 20.06, 5.0),
        ]),
        ..Layout::default()
    });
    let kept = run.layout().obstacles.clone().expect("edited");
    assert_eq!(kept, [obstacle(0.0, MAX_COORDINATE, 1.0), obstacle(10.0, 20.1, 5.0)]);
    let moved = "1 item had to be changed (“-5-1000000000-0” to 0-40000-1)";
    assert_eq!(notices, [format!("ob: 2 items made no sense, {moved}.")]);
    let notices = run.set_layout(Layout {
        obstacles: Some(vec![obstacle(1.0, 1.0, 1.0); 2 * MAX_OBSTACLES]),
        ..Layout::default()
    });
    assert_eq!(notices, ["ob: the rest is too long."]);
    assert_eq!(run.world.obstacles().len(), MAX_OBSTACLES);
}

#[test]
fn a_world_full_of_blocks_and_obstacles_still_ticks() {
    let mut run = open_link("scene=tile-patrol");
    let all = (0..MAX_BLOCKED_TILES as i32).map(|k| IVec2::new(k % 64, k / 64)).collect();
    run.set_layout(Layout { tiles: Some(all), ..Layout::default() });
    let stand = |run: &Run| (0..3).map(|id| run.world.agents().position(id)).collect::<Vec<_>>();
    let before = stand(&run);
    hash_after(&mut run, 200);
    assert_eq!(stand(&run), before, "there is no free tile to go to");
    assert_eq!(planned_routes(&run.world).len(), 3);
    let mut run = open_link("scene=flock-wide");
    let whole = obstacle(300.0, 225.0, 2000.0);
    run.set_layout(Layout { obstacles: Some(vec![whole; 40]), ..Layout::default() });
    hash_after(&mut run, 60);
    let sound = |id: usize| run.world.agents().position(id).is_finite();
    assert!((0..run.world.agents().len()).all(sound));
}

#[test]
fn more_obstacles_than_there_is_room_for_are_left_out_and_that_is_said() {
    let rows: Vec<String> = (20..23 + MAX_OBSTACLES).map(|x| format!("{x}-90-9")).collect();
    let (run, notices) = Run::open(&format!("scene=flock-obstacles&ob={}", rows.join("_")));
    assert_eq!(run.world.obstacles().len(), MAX_OBSTACLES);
    assert_eq!(notices, ["ob: the rest is too long."]);
}

#[test]
fn a_record_like_the_one_before_it_is_written_and_reads_back() {
    let twice = "path=40-50_40-50_90-80&ob=120-80-20_120-80-20";
    let run = open_link(&format!("scene=path-patrol&{twice}"));
    assert_eq!(run.layout_text(), "ob=120-80-20_120&path=40-50_40_90-80");
    let (again, _) = Run::open(&run.link());
    assert_eq!(again.layout_text(), run.layout_text());
    assert_eq!(
        again.world.obstacles(),
        [Obstacle { center: Vec2::new(120.0, 80.0), radius: 20.0 }; 2]
    );
}

#[test]
fn units_start_one_by_one_as_a_link_says_and_again_after_a_restart() {
    let link = "scene=flock-limited&count=3&seed=4&poses=50-60-90-30_200-70-180-0.5";
    let mut run = open_link(link);
    let started = |run: &Run| {
        let units = run.world.agents();
        let unit = |id| (units.position(id), units.velocity(id).round(), units.heading[id]);
        (unit(0), unit(1))
    };
    let half = std::f32::consts::FRAC_PI_2;
    let (first, second) = started(&run);
    assert_eq!(first, (Vec2::new(50.0, 60.0), Vec2::new(0.0, 30.0), half));
    assert_eq!((second.0, second.2), (Vec2::new(200.0, 70.0), 2.0 * half));
    // The third is placed as ever.
    let drawn = open_link("scene=flock-limited&count=3&seed=4");
    let third = run.world.agents().position(2);
    assert!((0..3).any(|id| drawn.world.agents().position(id) == third));
    hash_after(&mut run, 50);
    run.world.restart(4);
    assert_eq!(started(&run), (first, second));
    // Who comes later is placed by the seed.
    assert_eq!(run.set_key("count", 5.0), Ok(5.0));
    assert_eq!(run.world.groups()[0].ids.len(), 5);
    assert_eq!(Run::open(&run.link()).0.layout(), run.layout());
    let (_, notices) = Run::open("scene=flock-limited&poses=50-60_x-1");
    assert_eq!(notices.len(), 1, "{notices:?}");
}
