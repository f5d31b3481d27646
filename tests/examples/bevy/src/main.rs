//! Fish, a shark and rocks in Bevy: the world is a resource that `FixedUpdate` ticks, each unit an entity
//! that comes and goes with it. This runs ten seconds without a window; a game has `DefaultPlugins`, and
//! gives each entity something to see.

use bevy::app::ScheduleRunnerPlugin;
use bevy::prelude::*;
// Bevy has a world and vectors of its own.
use flockwright::prelude::{Vec2 as Place, World, *};
use std::collections::BTreeMap;
use std::time::Duration;

/// A unit of the world, whatever its id is by now.
#[derive(Component)]
struct Body(Handle);

#[derive(Resource)]
struct Sea {
    world: World,
    between: Between,
    happenings: Happenings,
    bodies: BTreeMap<Handle, Entity>,
    born: u32,
}

fn sea() -> Sea {
    let fish = Group::rigid("fish", "Fish", Role::Regular, 300)
        .seeing(View::default())
        .with(Cohesion::default())
        .with(Alignment::default())
        .with(Separation::default())
        .with(ObstacleAvoidance::default());
    let shark = Group::rigid("shark", "Shark", Role::Interceptor, 1)
        .with(Chase { chasers: Hunters::Everyone, ..Chase::default() })
        .catching(3.0, Caught::Again);
    let size = WorldParams { width: 800.0, height: 600.0, target: TargetMode::Nobody, ..default() };
    let mut world = World::new(size, vec![fish, shark], 7);
    world.set_target(1, Target::Group(0)).expect("there are fish");
    let happenings = Happenings::since(&world);
    Sea { world, between: default(), happenings, bodies: BTreeMap::new(), born: 0 }
}

/// Each second one fish goes and another one comes, and a rock falls into the water.
fn change(mut sea: ResMut<Sea>) {
    let Sea { world, .. } = &mut *sea;
    if world.ticks() % 60 != 30 {
        return;
    }
    if let Some(oldest) = world.agents().handle(0) {
        world.remove(oldest);
    }
    let (position, velocity) = (Place::new(10.0, 300.0), Place::new(30.0, 0.0));
    world.add(0, UnitState { position, velocity, heading: 0.0, omega: 0.0 });
    let center = Place::new(80.0 * (world.ticks() / 60) as f32, 200.0);
    world.set_obstacles([world.obstacles(), &[Obstacle { center, radius: 20.0 }]].concat());
}

/// A tick of 1/60 s, and the entities of those who have come and gone.
fn tick(mut sea: ResMut<Sea>, mut commands: Commands) {
    let Sea { world, between, happenings, bodies, born } = &mut *sea;
    between.keep_before(world);
    world.tick();
    happenings.collect(world);
    for what in happenings.take() {
        match what {
            Happening::Born(unit) => {
                *born += 1;
                bodies.insert(unit, commands.spawn((Body(unit), Transform::default())).id());
            }
            Happening::Removed(unit) => {
                if let Some(body) = bodies.remove(&unit) {
                    commands.entity(body).despawn();
                }
            }
            Happening::Caught { .. } | Happening::Arrived(_) => {}
        }
    }
}

/// Where units are between the last two ticks, so that they move evenly at any frame rate. Bevy's y points
/// up.
fn show(mut sea: ResMut<Sea>, time: Res<Time<Fixed>>, mut bodies: Query<(&Body, &mut Transform)>) {
    let Sea { world, between, .. } = &mut *sea;
    between.show(world, time.overstep_fraction());
    for (Body(unit), mut transform) in &mut bodies {
        let Some(id) = world.agents().id(*unit) else { continue };
        transform.translation = Vec3::new(between.x[id], -between.y[id], 0.0);
        transform.rotation = Quat::from_rotation_z(-between.hy[id].atan2(between.hx[id]));
    }
}

fn begin(mut sea: ResMut<Sea>, mut commands: Commands) {
    let units = sea.world.agents().handle.to_vec();
    for unit in units.into_iter().map(Handle) {
        let body = commands.spawn((Body(unit), Transform::default())).id();
        sea.bodies.insert(unit, body);
    }
}

fn end(sea: Res<Sea>, bodies: Query<&Body>, mut exit: MessageWriter<AppExit>) {
    if sea.world.ticks() >= 600 {
        println!("{} bodies, {} born, {:016x}", bodies.iter().len(), sea.born, sea.world.hash());
        exit.write(AppExit::Success);
    }
}

fn main() {
    let loops = ScheduleRunnerPlugin::run_loop(Duration::from_millis(7));
    App::new()
        .add_plugins(MinimalPlugins.set(loops))
        .insert_resource(Time::<Fixed>::from_hz(60.0))
        .insert_resource(sea())
        .add_systems(Startup, begin)
        .add_systems(FixedUpdate, (change, tick).chain())
        .add_systems(Update, (show, end))
        .run();
}
