//! Comparison of a written rule with a built-in behavior over random states.

use crate::insight::inspect::inspect_unit;
use crate::insight::observer::ObserverWorkspace;
use flockwright::engine::agents::{Target, UnitState};
use flockwright::engine::behaviors::{Behavior, Stimulus, behavior_from_key};
use flockwright::engine::world::{TickStage, World};
use flockwright::internals::math::{RandomStream, Rng, sin_cos};
use flockwright::internals::steering::Forces;
use flockwright::session::run::Run;
use glam::Vec2;
use std::f32::consts::PI;
use std::ops::Range;

/// Number of random states in which a rule is compared: four units in each of fifty worlds.
pub const COMPARED_STATES: usize = COMPARED_WORLDS * UNITS_PER_WORLD;
const COMPARED_WORLDS: usize = 50;
const UNITS_PER_WORLD: usize = 4;

/// Tolerance for equal forces: largest difference, as a share of the sum of the unit's largest
/// steering force and the length of the behavior's force.
const FORCE_TOLERANCE: f32 = 0.01;

/// A random state in which the rule and the behavior give different forces. Positions are relative
/// to the unit, in its body lengths, x to the right and y down on screen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ForceDifference {
    /// Sentence that says how the forces differ.
    pub description: String,
    pub heading: f32,
    /// Other units: x, y, heading (rad; 0 points right, clockwise on screen), and 1 for a neighbor
    /// in the unit's view, else 0.
    pub other_units: Vec<[f32; 4]>,
    /// Obstacles: x and y of the center, and the radius, in the unit's body lengths.
    pub obstacles: Vec<[f32; 3]>,
    /// Position of the unit's goal, relative to the unit in body lengths; `None` if it has none or
    /// the behavior ignores goals.
    pub goal: Option<[f32; 2]>,
    /// Force (x, y) of the built-in behavior, in world axes, as a share of the unit's largest
    /// steering force.
    pub behavior_force: [f32; 2],
    /// Force (x, y) of the written rule, in world axes, as a share of the unit's largest steering
    /// force.
    pub rule_force: [f32; 2],
}

/// Result of comparing a written rule with a built-in behavior over random states.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleComparison {
    /// Number of the [`COMPARED_STATES`] in which the rule and the behavior give equal forces.
    pub agreeing_states: usize,
    /// A state with different forces, preferably with few neighbors in view; `None`: no such state.
    pub simplest_difference: Option<ForceDifference>,
}

/// Compares the first written rule of a run's first group with the built-in behavior `key`.
pub fn compare_rule_with_behavior(link: &str, key: &str) -> Result<RuleComparison, String> {
    let (mut run, _) = Run::open(link);
    let group = run.world.groups().first().ok_or("There is no group.")?;
    // If the group already has the behavior, the group's parameter values are compared.
    let present =
        group.pipeline.iter().find(|part| part.key() == key).map(|part| part.boxed_clone());
    let model = present.or_else(|| behavior_from_key(key));
    let mut model = model.ok_or_else(|| format!("There is no behavior {key}."))?;
    // Parameter 0 is the weight. With weight 0, which a step may set, the behavior gives no force.
    model.set(0, 1.0);
    let own = group
        .pipeline
        .iter()
        .find(|part| part.compiled_behavior().is_some_and(|own| own.is_user_rule()));
    let own = own.ok_or("There is no rule of your own.")?.boxed_clone();
    let text = own.compiled_behavior().map(|own| own.rule().text()).unwrap_or_default();
    if text.contains(&format!("{key}(")) {
        let difference = format!("It says “{key}”, which is what it is to write.");
        return Ok(RuleComparison {
            agreeing_states: 0,
            simplest_difference: Some(ForceDifference {
                description: difference,
                ..ForceDifference::default()
            }),
        });
    }
    let units = group.ids.len();
    let (mut same, mut plainest) = (0, None);
    for number in 0..COMPARED_WORLDS {
        let mut rng = Rng::new(number as u32, RandomStream::Scenery);
        run.world.restart(1000 + number as u32);
        place_at_random(&mut run.world, &mut rng);
        let world = &run.world;
        let [expected, actual] = [model.boxed_clone(), own.boxed_clone()]
            .map(|part| steering_forces(world, part, units));
        for id in 0..units.min(UNITS_PER_WORLD) {
            let (expected, actual) = (expected.force(id), actual.force(id));
            let most = world.scope(0).force_scale;
            if (expected - actual).length() <= FORCE_TOLERANCE * (most + expected.length()) {
                same += 1;
                continue;
            }
            let seen = world.neighbors().around(id).count as usize + 3 * id;
            if plainest.as_ref().is_none_or(|(least, _)| seen < *least) {
                let has_goal = model.responds_to(Stimulus::Goal);
                plainest = Some((
                    seen,
                    force_difference(world, id, expected / most, actual / most, has_goal),
                ));
            }
        }
    }
    Ok(RuleComparison {
        agreeing_states: same,
        simplest_difference: plainest.map(|(_, first)| first),
    })
}

/// Places all units and the pointer at random around the center of the world, within a random share
/// of its width and height (5 to 95%).
fn place_at_random(world: &mut World, rng: &mut Rng) {
    let space = world.space();
    let middle = 0.5 * Vec2::new(space.width, space.height);
    let part = rng.range(0.05, 0.95);
    let place = |rng: &mut Rng| {
        middle + part * middle * Vec2::new(rng.range(-1.0, 1.0), rng.range(-1.0, 1.0))
    };
    for id in 0..world.agents().len() {
        let heading = rng.range(-PI, PI);
        let turned = heading + rng.range(-0.4, 0.4);
        let (sine, cosine) = sin_cos(turned);
        let velocity = Vec2::new(cosine, sine) * rng.range(5.0, 50.0);
        let position = place(rng);
        world.set_unit(id, UnitState { position, velocity, heading, omega: 0.0 });
    }
    let position = place(rng);
    world.hold_pointer(position);
    // Setting the target cannot fail: the numbers are finite, and the group exists.
    let _ = world.set_target(0, Target::Place(position));
    world.tick_through(TickStage::Choose);
}

fn steering_forces(world: &World, mut part: Box<dyn Behavior>, units: usize) -> Forces {
    if let Some(memory) = part.memory_mut() {
        memory.resize(units);
    }
    let mut forces = Forces::with_len(world.agents().len());
    let mut steering = forces.view_from(0);
    steering.set_weight(1.0);
    let all: Range<usize> = 0..units;
    part.steer(&world.scope(0), all, &mut steering);
    forces
}

fn force_difference(
    world: &World,
    id: usize,
    expected: Vec2,
    actual: Vec2,
    has_goal: bool,
) -> ForceDifference {
    let agents = world.agents();
    let (here, length, heading) = (agents.position(id), agents.length[id], agents.heading[id]);
    let scope = world.scope(0);
    let way = |place: Vec2| (world.space().offset_between(here, place) / length).to_array();
    let seen = inspect_unit(world, &mut ObserverWorkspace::default(), id)
        .map_or_else(Vec::new, |found| found.neighbor_ids);
    let others = (0..agents.len()).filter(|other| *other != id).map(|other| {
        let [x, y] = way(agents.position(other));
        [x, y, agents.heading[other], f32::from(u8::from(seen.contains(&other)))]
    });
    let obstacles = world.obstacles().iter().map(|disc| {
        let [x, y] = way(disc.center);
        [x, y, disc.radius / length]
    });
    let goal = has_goal.then(|| scope.goal_spot(id).map(|goal| way(goal.position))).flatten();
    let obstacles: Vec<[f32; 3]> = obstacles.collect();
    let mut difference = describe_difference(expected, actual);
    if let Some(place) = describe_obstacle_on_course(&obstacles, heading) {
        difference += &format!(" {place}");
    }
    ForceDifference {
        description: difference,
        heading,
        other_units: others.collect(),
        obstacles,
        goal,
        behavior_force: expected.to_array(),
        rule_force: actual.to_array(),
    }
}

/// Sentence about the position of the nearest obstacle on the straight line of the heading (rad),
/// ahead or behind; `None` if the line meets none. Obstacles: x, y and radius, in body lengths.
fn describe_obstacle_on_course(obstacles: &[[f32; 3]], heading: f32) -> Option<String> {
    let (sine, cosine) = sin_cos(heading);
    let local = obstacles.iter().map(|[x, y, radius]| {
        let place = Vec2::new(*x, *y);
        (place.dot(Vec2::new(cosine, sine)), place.dot(Vec2::new(-sine, cosine)), radius)
    });
    let on_line = local.filter(|(_, aside, radius)| aside.abs() < **radius);
    let (along, aside, _) = on_line.min_by(|a, b| a.0.abs().total_cmp(&b.0.abs()))?;
    let way = if along < 0.0 { "behind" } else { "ahead" };
    let side = if aside < 0.0 { "port" } else { "starboard" };
    Some(format!("A disc lies {:.0} lengths {way} and {:.0} to {side}.", along.abs(), aside.abs()))
}

/// Sentence about how the rule's force (`actual`) differs from the behavior's (`expected`), both as
/// shares of the unit's largest steering force.
fn describe_difference(expected: Vec2, actual: Vec2) -> String {
    let (long, short) = (expected.length(), actual.length());
    let along = expected.dot(actual);
    let text = if short < FORCE_TOLERANCE {
        "The built-in rule steers here, and yours does nothing."
    } else if long < FORCE_TOLERANCE {
        "Yours steers here, and the built-in rule does nothing."
    } else if along < -0.95 * long * short {
        "Yours steers the other way."
    } else if along > 0.999 * long * short {
        let times = short / long;
        return format!(
            "The direction is right; yours is {times:.2} times as strong as the built-in one."
        );
    } else {
        "Yours steers another way than the built-in one."
    };
    text.to_string()
}
