//! Every built-in behavior says as a rule what it does, or why no rule can say it.

use crate::support::dice::Dice;
use flockwright::engine::agents::{Role, Spot, Target, UnitState};
use flockwright::engine::behaviors::{
    Behavior, BehaviorNeed, BodyKind, CompiledBehavior, REGISTRY, RuleBehavior, Stimulus,
};
use flockwright::engine::bodies::Particle;
use flockwright::engine::goals::{Goal, GoalKind};
use flockwright::engine::group::Group;
use flockwright::engine::params::{Edges, WorldParams};
use flockwright::engine::perception::{View, ViewModel};
use flockwright::engine::scenery::Obstacle;
use flockwright::engine::world::{TickStage, World};
use flockwright::internals::steering::Forces;
use flockwright::rules::Rule;
use flockwright::schema::ValueKind;
use glam::Vec2;

/// What no rule can say, and why.
const UNSAID: &[(&str, &str)] = &[
    ("helm", "it is a person's keys"),
    ("pattern", "it is a program of steps"),
    ("tile_chase", "tile walkers take steps, not forces"),
    ("tile_sight", "tile walkers take steps, not forces"),
    ("tile_patrol", "tile walkers take steps, not forces"),
    ("tile_program", "tile walkers take steps, not forces"),
];

fn behaviors() -> impl Iterator<Item = Box<dyn Behavior>> {
    REGISTRY.iter().map(|make| make())
}

#[test]
fn a_behavior_has_a_rule_or_a_reason_why_not() {
    for behavior in behaviors() {
        let about = behavior.about();
        let reason = UNSAID.iter().find(|(key, _)| *key == about.key());
        let Some(text) = about.text else {
            assert!(reason.is_some(), "{} has no rule", about.key());
            continue;
        };
        assert!(reason.is_none(), "{} has a rule", about.key());
        if let Err(error) = CompiledBehavior::new(about, behavior.specs(), text) {
            panic!("{}: {error}", about.key());
        }
        assert!(behavior.compiled_behavior().is_some(), "{}", about.key());
    }
}

/// `cargo test --release --test core rules_built_in -- --nocapture` shows them.
#[test]
fn a_rule_can_be_read_alone() {
    for behavior in behaviors() {
        let Some(compiled_behavior) = behavior.compiled_behavior() else { continue };
        let rule = compiled_behavior.rule();
        let text = rule.text();
        println!("{}", rule.simplified_for_values(&[]).wrapped_text(46));
        assert_eq!(Rule::parse(&rule.wrapped_text(46)).expect("its own page").text(), text);
        let alone = Rule::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(alone.text(), text);
        assert_eq!(alone.key, behavior.key());
        assert_eq!(alone.label, behavior.about().label());
        assert_eq!(alone.sentence(), behavior.about().sentence);
        assert_eq!(alone.params.len() + 1, behavior.specs().len());
    }
}

/// Where the force of a rule is not, to the bit, that of the pass: how far off it may be, as a
/// share of what the unit can steer, and why. All others have the very bits.
const NEAR: &[(&str, &str)] = &[
    ("anticipate", "the slope is taken where the two touch"),
    ("avoidance", "the share of the reach is taken in another order"),
    ("separation", "perception adds the pushes up in another order"),
    ("potential", "pulls are taken from pushes, not the other way around"),
    ("rts_cohesion", "the way to a sum is that to a mean"),
    ("rts_alignment", "the unit itself comes first in the sum"),
    ("mean_heading", "the unit itself comes first in the sum"),
];

/// Who is at the very place of another is put a little aside for every rule. For these passes, the
/// other one is at no distance; for separation it is in every view.
const NOT_APART: &[&str] = &["anticipate", "rts_cohesion", "potential", "separation"];

const UNITS: usize = 200;

/// What a behavior may look at.
const ALL: [Lack; 7] = [
    Lack::Need(BehaviorNeed::View),
    Lack::Need(BehaviorNeed::Goal),
    Lack::Need(BehaviorNeed::Path),
    Lack::Need(BehaviorNeed::Leader),
    Lack::Thing(Stimulus::Target),
    Lack::Thing(Stimulus::Obstacle),
    Lack::Thing(Stimulus::Menace),
];

/// Something that a world lacks.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Lack {
    Need(BehaviorNeed),
    Thing(Stimulus),
}

/// A flock with this behavior, wolves and soldiers, and all that a behavior may look at but for
/// what it lacks.
fn world(
    behavior: &dyn Behavior,
    body: BodyKind,
    toroidal: bool,
    lacks: &[Lack],
    dice: &mut Dice,
) -> World {
    let has = |what: Lack| !lacks.contains(&what);
    let count = UNITS as u32;
    let side = (600.0 * UNITS as f32).sqrt();
    let mut flock = match body {
        BodyKind::Rigid => Group::rigid("", "Flock", Role::Soldier, count),
        BodyKind::Point => Group::point("", "Flock", Role::Soldier, count),
        BodyKind::Tile => Group::tile("", "Flock", Role::Soldier, count, 6),
        BodyKind::Particle => {
            Group::particles("", "Flock", Role::Soldier, count, Particle::default())
        }
    };
    let view = match dice.below(4) {
        0 => ViewModel::Wide,
        1 => ViewModel::Limited,
        2 => ViewModel::Narrow,
        _ => ViewModel::Full,
    };
    if has(Lack::Need(BehaviorNeed::View)) {
        flock = flock.seeing(View { view, wide_radius_factor: 30.0, ..View::default() });
    }
    if has(Lack::Need(BehaviorNeed::Goal)) {
        flock = flock.with_goal(Goal { goal: GoalKind::Roam, ..Goal::default() });
    }
    if has(Lack::Need(BehaviorNeed::Path)) {
        flock = flock.with_path(&[[0.1, 0.2], [0.8, 0.3], [0.5, 0.9]]);
    }
    if has(Lack::Thing(Stimulus::Menace)) {
        flock = flock.fearing(&[1]);
    }
    flock.pipeline.push(behavior.boxed_clone());
    let mut groups = vec![
        flock,
        Group::point("wolves", "Wolves", Role::Monster, 30),
        Group::rigid("more", "More", Role::Soldier, 30),
    ];
    if has(Lack::Need(BehaviorNeed::Leader)) {
        groups.push(Group::point("leader", "Leader", Role::Leader, 1));
    }
    let edges = if toroidal { Edges::Wrap } else { Edges::Bounce };
    let params =
        WorldParams { width: side, height: side, toroidal, edges, ..WorldParams::default() };
    let mut world = World::new(params, groups, 7);
    let mut place = || Vec2::new(within(dice, 0.0, side), within(dice, 0.0, side));
    let obstacles = (0..9).map(|at| Obstacle { center: place(), radius: 4.0 + 3.0 * at as f32 });
    let obstacles: Vec<_> = obstacles.collect();
    let (position, velocity, pointer) = (place(), place() * 0.1, place());
    if has(Lack::Thing(Stimulus::Obstacle)) {
        world.set_obstacles(obstacles);
    }
    if has(Lack::Thing(Stimulus::Target)) {
        let target = Target::Moving(Spot { position, velocity });
        world.set_target(0, target).expect("it is finite");
    }
    if lacks.len() < ALL.len() {
        world.hold_pointer(pointer);
    }
    (0..3).for_each(|_| world.tick());
    for id in 0..world.agents().len() {
        let heading = within(dice, -3.0, 3.0);
        let mut position = Vec2::new(within(dice, 0.0, side), within(dice, 0.0, side));
        // Some units share a place, some are at rest.
        if id % 50 == 1 {
            position = world.agents().position(id - 1);
        }
        let speed = if id % 20 == 0 { 0.0 } else { within(dice, 0.0, 60.0) };
        let turned = heading + within(dice, -0.5, 0.5);
        let velocity = Vec2::new(libm::cosf(turned), libm::sinf(turned)) * speed;
        world.set_unit(id, UnitState { position, velocity, heading, omega: 0.0 });
    }
    world.tick_through(TickStage::Choose);
    world
}

/// What a behavior does to the units of the first group, the steering before it being some.
fn steered(world: &World, behavior: &dyn Behavior) -> Forces {
    let scope = world.scope(0);
    let mut forces = Forces::with_len(world.agents().len());
    for id in 0..UNITS {
        (forces.fx[id], forces.fy[id]) = (10.0 - id as f32, 0.3 * id as f32);
        forces.thrust[id] = 500.0;
    }
    let mut steering = forces.view_from(0);
    steering.set_weight(1.0);
    for at in (0..UNITS).step_by(64) {
        behavior.steer(&scope, at..UNITS.min(at + 64), &mut steering);
    }
    forces
}

fn within(dice: &mut Dice, low: f32, high: f32) -> f32 {
    low + (high - low) * dice.unit()
}

fn tuned(behavior: &mut dyn Behavior, dice: &mut Dice) {
    for (at, spec) in behavior.specs().iter().enumerate().skip(1) {
        let value = match spec.kind {
            ValueKind::Float if spec.logarithmic => spec.default * within(dice, 0.5, 2.0),
            ValueKind::Float if spec.default > 0.0 => {
                within(dice, spec.min, spec.max.min(4.0 * spec.default))
            }
            ValueKind::Float => within(dice, spec.min, 0.2 * spec.max),
            _ => (spec.min + dice.below(1 + (spec.max - spec.min) as usize) as f32).min(spec.max),
        };
        behavior.set(at, value);
    }
}

/// Queue's pass stops hard if the first by id of those ahead is near, its rule if any of them is.
#[test]
fn a_rule_does_what_the_pass_beside_it_does() {
    let (mut dice, mut failed) = (Dice(4), Vec::new());
    for mut behavior in behaviors() {
        let Some(compiled_behavior) = behavior.compiled_behavior().cloned() else { continue };
        let about = behavior.about();
        let key = about.key();
        let (mut pushed, mut differ) = (0, Vec::new());
        for round in 0..12 {
            let body = BodyKind::ALL[round % 4];
            // Without a view, separation's pass looks at no unit, whatever its own view.
            if !behavior.bodies().contains(&body) || round == 8 && key == "separation" {
                continue;
            }
            if round >= 3 {
                tuned(behavior.as_mut(), &mut dice);
            }
            let lacks = if round == 8 { &ALL[..] } else { &[] };
            let world = world(behavior.as_ref(), body, round / 4 == 1, lacks, &mut dice);
            let mut rule = RuleBehavior::new(compiled_behavior.clone()).with_params(&*behavior);
            if let Some(memory) = rule.memory_mut() {
                memory.resize(UNITS);
            }
            let mut pass = behavior.boxed_clone();
            if let Some(memory) = pass.memory_mut() {
                memory.resize(UNITS);
            }
            let pass = steered(&world, pass.as_ref());
            let rule = steered(&world, &rule);
            let most = world.scope(0).force_scale;
            for id in 0..UNITS {
                let [a, b] = [&pass, &rule].map(|forces| forces.force(id));
                let before = Vec2::new(10.0 - id as f32, 0.3 * id as f32);
                pushed += usize::from(a != before) + usize::from(pass.thrust[id] != 500.0);
                let near = NEAR.iter().any(|(of, _)| *of == key);
                let off = (a - b).length();
                let same = if near { off <= 1e-4 * (most + a.length()) } else { a == b };
                let same = same
                    && pass.thrust[id] == rule.thrust[id]
                    && (pass.brake_factors[id] == rule.brake_factors[id]
                        || key == "queue" && pass.brake_factors[id] == 1.0);
                let here = NOT_APART.contains(&key) && id % 50 < 2;
                if !same && !here {
                    differ.push(format!(
                        "on {body:?}, round {round}, unit {id}: {a} by its pass, {b} by its rule; brakes {}, {}", pass.brake_factors[id], rule.brake_factors[id]
                    ));
                }
            }
        }
        if let Some(first) = differ.first() {
            failed.push(format!("{key}, {} times, first {first}", differ.len()));
        }
        assert!(pushed > 20, "{key} pushes {pushed}");
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn what_a_behavior_needs_and_heeds_is_what_its_steering_hangs_on() {
    for behavior in behaviors().filter(|behavior| behavior.compiled_behavior().is_some()) {
        let key = behavior.key();
        let body = if behavior.bodies().contains(&BodyKind::Point) {
            BodyKind::Point
        } else {
            BodyKind::Rigid
        };
        let within = |lacks: &[Lack]| {
            let world = world(behavior.as_ref(), body, false, lacks, &mut Dice(6));
            let mut behavior = behavior.boxed_clone();
            if let Some(memory) = behavior.memory_mut() {
                memory.resize(UNITS);
            }
            let Forces { fx, fy, thrust, brake_factors, .. } = steered(&world, behavior.as_ref());
            [fx, fy, thrust, brake_factors].map(|column| column[..UNITS].to_vec())
        };
        let whole = within(&[]);
        let mut still = whole.clone();
        let [fx, fy, thrust, brake_factors] = &mut still;
        for id in 0..UNITS {
            (fx[id], fy[id]) = (10.0 - id as f32, 0.3 * id as f32);
        }
        thrust.fill(500.0);
        brake_factors.fill(1.0);
        assert!(whole != still, "{key} does nothing");
        for lack in ALL {
            let lacking = within(&[lack]);
            match lack {
                // A unit with a target has that as its goal.
                Lack::Need(BehaviorNeed::Goal) if behavior.needs(BehaviorNeed::Goal) => {
                    let lacking = within(&[lack, Lack::Thing(Stimulus::Target)]);
                    assert!(lacking == still, "{key} steers without its goal");
                }
                Lack::Need(need) if behavior.needs(need) => {
                    assert!(lacking == still, "{key} steers without its {need:?}");
                }
                // The leader is a neighbor, too.
                Lack::Need(BehaviorNeed::Leader) if behavior.responds_to(Stimulus::Neighbor) => {}
                Lack::Need(need) => assert!(lacking == whole, "{key} needs a {need:?}"),
                Lack::Thing(thing) => {
                    let report = thing == Stimulus::Target && behavior.responds_to(Stimulus::Goal);
                    let heeds = behavior.responds_to(thing) || report;
                    assert_eq!(lacking != whole, heeds, "{key} heeds {thing:?}: {heeds}");
                }
            }
        }
    }
}
