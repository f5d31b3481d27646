//! Scenery has one owner: what was put into a world stays until something of its kind replaces it.

use crate::support::scenes::open_link;
use flockwright::engine::behaviors::Cohesion;
use flockwright::engine::scenery::{Obstacle, Wall};
use flockwright::glam::{IVec2, Vec2};
use flockwright::internals::session::PlacedObject;
use flockwright::session::timeline::Timeline;
use flockwright::{Group, Role, Run, Target, World, WorldParams};

const ROCK: Obstacle = Obstacle { center: Vec2::new(120.25, 80.0), radius: 21.0 };
const WALL: Wall = Wall { from: Vec2::new(-5.0, 50.0), to: Vec2::new(80.0, 50.0), radius: 0.25 };

/// Obstacles, walls, blocked tiles and nodes of the first group's path; nothing of a kind that the
/// world's parameters put up.
type Scenery = (Vec<Obstacle>, Vec<Wall>, Option<Vec<IVec2>>, Vec<Vec2>);

fn scenery(world: &World) -> Scenery {
    let layout = world.layout();
    let obstacles = layout.obstacles.as_ref().map(|_| world.obstacles().to_vec());
    let walls = layout.walls.as_ref().map(|_| world.walls().to_vec());
    let nodes = layout.path(0).unwrap_or_default().to_vec();
    (obstacles.unwrap_or_default(), walls.unwrap_or_default(), layout.tiles.clone(), nodes)
}

/// Changes everything that is not scenery, and compares the scenery after each change.
fn change_all_else(run: &mut Run, door: &str) {
    let put = scenery(&run.world);
    let compare = |run: &Run, what: &str| assert_eq!(scenery(&run.world), put, "{door}: {what}");
    for id in 0..run.params().len() {
        let spec = run.params()[id].spec;
        let (key, before) = (run.params()[id].key.clone(), run.get(id));
        for value in [spec.min, spec.max.min(60.0), before] {
            let _ = run.set_key(&key, value);
            compare(run, &key);
        }
        let _ = run.world.set(&key, before);
        compare(run, &key);
    }
    run.world.tick();
    let unit = run.world.agents().state(0);
    let added = run.world.add(0, unit).expect("there is room");
    compare(run, "a unit is added");
    assert!(run.world.remove(added));
    compare(run, "a unit is removed");
    let own = run.composition_text();
    let on_tiles = run.world.groups().iter().all(|group| group.body.is_tile());
    let (first, body) = (run.world.groups()[0].key, if on_tiles { ".btile" } else { "" });
    let rule = "rule drift\nsteer 0.5";
    let has_rule = run.set_rule(first, rule).is_ok();
    assert!(has_rule || on_tiles, "{door}");
    compare(run, "a rule is set");
    let composition = run.write_composition(&run.composition());
    let composition = if composition.is_empty() { first.to_string() } else { composition };
    if run.world.layout().paths.is_empty() {
        run.set_composition_text(&format!("{composition}*g7{body}"));
        compare(run, "a group is added");
        run.set_composition_text(&own);
        compare(run, "a group is removed");
    }
    let saved = run.world.save();
    let bytes = run.snapshot();
    for seed in [3, 1] {
        run.world.restart(seed);
        compare(run, "a restart");
    }
    run.restore_state(&saved);
    compare(run, "a state is put back");
    run.restore(&bytes).expect("its own snapshot");
    compare(run, "a snapshot is restored");
    compare(&run.fork(), "a fork");
}

#[test]
fn what_is_put_up_stays_until_something_of_its_kind_replaces_it() {
    type Door = (&'static str, &'static str, fn(&mut Run));
    let doors: [Door; 9] = [
        ("set_obstacles", "flock-obstacles&count=9", |run| run.world.set_obstacles(vec![ROCK])),
        ("put_obstacles", "flock-wide&count=9", |run| run.world.put_obstacles(vec![ROCK])),
        ("set_walls", "flock-wide&count=9", |run| run.world.set_walls(vec![WALL; 70])),
        ("walls, then obstacles", "queue-door&count=9", |run| {
            run.world.set_walls(vec![WALL]);
            run.world.put_obstacles(vec![ROCK]);
            assert_eq!(run.world.walls(), [WALL]);
        }),
        ("obstacles, then none", "flock-obstacles&count=9", |run| {
            run.world.set_obstacles(vec![ROCK]);
            run.world.set_walls(vec![WALL]);
            run.world.set_obstacles(vec![]);
            assert_eq!((run.world.obstacles().len(), run.world.walls()), (0, &[WALL][..]));
        }),
        ("set_path", "path-patrol", |run| {
            let nodes = vec![Vec2::new(5.01, 6.0), Vec2::new(300.0, 100.0)];
            run.world.set_path(0, nodes).expect("it follows a path");
        }),
        ("link", "flock-wide&count=9&ob=300-200-60&wa=20-20-80-20-2", |_| {}),
        ("link to tiles", "tile-chase&tiles=3-4-2", |_| {}),
        ("editor", "flock-wide&count=9", |run| {
            run.set_layout_text("ob=300-200-60&wa=20-20-80-20-2");
        }),
    ];
    for (door, link, put) in doors {
        let mut run = open_link(&format!("scene={link}"));
        (0..3).for_each(|_| run.world.tick());
        put(&mut run);
        change_all_else(&mut run, door);
    }
}

#[test]
fn what_is_placed_stays_beside_what_a_program_set() {
    let (mut run, mut timeline, _) = Timeline::open("scene=flock-wide&count=9");
    run.world.set_walls(vec![WALL]);
    for placed in [
        PlacedObject::Rock(Obstacle { center: Vec2::new(90.0, 90.0), ..ROCK }),
        PlacedObject::Rock(ROCK),
    ] {
        let event = run.placing_event(&placed).expect("there is room");
        timeline.input(&mut run, event).expect("it can be there");
        timeline.tick(&mut run);
    }
    assert_eq!((run.world.obstacles().len(), run.world.walls().len()), (2, 1));
    change_all_else(&mut run, "placed");
}

#[test]
fn a_world_of_ones_own_keeps_its_scenery_and_its_target() {
    let birds = Group::point("birds", "Birds", Role::Regular, 20).with(Cohesion::default());
    let mut world = World::new(WorldParams::default(), vec![birds], 7);
    world.set_walls(vec![WALL]);
    world.set_obstacles(vec![ROCK]);
    world.set_target(0, Target::Place(Vec2::new(10.0, 20.0))).expect("a place");
    let put = scenery(&world);
    for (key, value) in
        [("length", 6.0), ("count", 50.0), ("width", 300.0), ("obstacle_radius", 9.0)]
    {
        world.set(key, value).expect(key);
        assert_eq!(scenery(&world), put, "{key}");
    }
    world.restart(2);
    assert_eq!(scenery(&world), put);
    assert!(world.groups()[0].target.is_some());
}

#[test]
fn a_link_has_what_a_program_put_up_in_steps_of_a_tenth() {
    let mut run = open_link("scene=flock-wide&count=9");
    run.world.set_walls(vec![WALL]);
    run.world.set_obstacles(vec![ROCK]);
    let again = open_link(&run.link());
    let there = |world: &World| (world.obstacles()[0].center.x, world.walls()[0].from.x);
    assert_eq!(there(&again.world), (120.3, 0.0));
}
