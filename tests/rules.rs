//! Rules beside the passes that were written by hand: the same bits, and what they cost.

mod support;

use flockwright::engine::agents::{Role, UnitState};
use flockwright::engine::behaviors::{
    Arrive, Behavior, CrowdSeparation, Fright, Orbit, RtsCohesion, RtsSeparation, RuleBehavior,
    Seek, Unrest, Wander, Zones,
};
use flockwright::engine::bodies::PointMass;
use flockwright::engine::goals::{Goal, GoalKind};
use flockwright::engine::group::Group;
use flockwright::engine::params::{Edges, WorldParams};
use flockwright::engine::steering::Forces;
use flockwright::engine::world::{Stage, World};
use flockwright::rules::Rule;
use glam::Vec2;
use std::time::Instant;

/// Each beside its text, whose numbers are the pass's own.
fn pairs() -> Vec<(Box<dyn Behavior>, &'static str)> {
    vec![
        (Box::new(Seek::default()), "steer seek(goal.offset)"),
        (Box::new(Arrive::default()), "steer arrive(goal.offset, 12 * L)"),
        (
            Box::new(Orbit::default()),
            "u = goal.direction
             e = clamp((goal.distance - 20 * L) / (10 * L), -1, 1) * (pi / 2)
             steer head(unit(starboard(u) * cos(e) + u * sin(e)))",
        ),
        (
            Box::new(Fright { fright_factor: 10.0, ..Fright::default() }),
            "r = 10 * L
             a = -unit(sum(m in menaces(r) where m.distance > 0 and 1 - m.distance / r > 0: m.direction * (1 - m.distance / r)))
             steer head(a) * most(m in menaces(r) where m.distance > 0: 1 - m.distance / r)",
        ),
        (
            Box::new(CrowdSeparation::default()),
            "steer -unit(sum(j in mates(2.5 * L): j.offset)) * 0.7",
        ),
        (
            Box::new(RtsSeparation::default()),
            "r = 3 * L
             n = count(j in everyone(r) where j.distance < r)
             s = sum(j in everyone(r) where j.distance < r: -(j.direction * (1 - j.distance / r)))
             steer if n > 0 then s * (1 / n) else s",
        ),
        (
            Box::new(RtsCohesion::default()),
            "r = 15 * L
             n = count(j in fellows(r)) + 1
             s = sum(j in fellows(r): j.offset)
             steer if n > 1 then seek(s / n) else vec(0, 0)",
        ),
        (
            Box::new(Zones::default()),
            "away = -sum(j in mates(L): j.direction)
             o = sum(j in mates(19 * L) where j.distance > L and j.distance <= 5 * L and dot(j.direction, h) >= cos(2.3561945): j.heading)
             a = sum(j in mates(19 * L) where j.distance > 5 * L and dot(j.direction, h) >= cos(2.3561945): j.direction)
             w = unit(if count(j in mates(L)) > 0 then away else o + a)
             steer head(if length(w) > 0 then w else h)",
        ),
        (
            Box::new(Wander::default()),
            "keep angle = 0 then wrap(angle + random(-12 * dt, 12 * dt))
             steer seek((h * 6 + rotate(h, angle) * 3) * L)",
        ),
        (Box::new(Unrest::default()), "steer sway(1)"),
    ]
}

fn written(text: &str) -> RuleBehavior {
    let rule = Rule::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    RuleBehavior::written("rule", rule).unwrap_or_else(|error| panic!("{error}"))
}

/// A crowd, wolves, and a goal in the middle.
fn world(count: u32, wolves: u32, extent: f32, rigid: bool, toroidal: bool) -> World {
    let goal = Goal { goal: GoalKind::Place, heeds_pointer: false, ..Goal::default() };
    let flock = match rigid {
        true => Group::rigid("", "Flock", Role::Regular, count),
        false => Group::point("", "Flock", Role::Regular, count).moving(PointMass::default()),
    };
    let wolves = Group::point("wolves", "Wolves", Role::Monster, wolves);
    let edges = if toroidal { Edges::Wrap } else { Edges::Bounce };
    let params =
        WorldParams { width: extent, height: extent, toroidal, edges, ..WorldParams::default() };
    let flock = flock.minding(goal).fearing(&[1]);
    let mut world = World::new(params, vec![flock, wolves], 7);
    (0..3).for_each(|_| world.tick());
    for id in 0..world.agents().len() {
        let UnitState { position, heading, .. } = world.agents().state(id);
        let turned = heading + 0.3 * (id % 7) as f32;
        // Some units share a place.
        let position = if id % 50 == 1 { world.agents().position(id - 1) } else { position };
        let velocity = Vec2::new(libm::cosf(turned), libm::sinf(turned)) * (id % 60) as f32;
        world.set_unit(id, UnitState { position, velocity, heading, omega: 0.0 });
    }
    world.tick_through(Stage::Look);
    world
}

fn forces(world: &World, behavior: &dyn Behavior) -> Forces {
    let scope = world.scope(0);
    let count = world.groups()[0].range.len();
    let mut forces = Forces::with_len(world.agents().len());
    let mut steering = forces.from(0);
    steering.set_weight(1.0);
    for at in (0..count).step_by(1024) {
        behavior.steer(&scope, at..count.min(at + 1024), &mut steering);
    }
    forces
}

fn ready(mut behavior: Box<dyn Behavior>, count: usize) -> Box<dyn Behavior> {
    if let Some(memory) = behavior.memory_mut() {
        memory.resize(count);
    }
    behavior
}

#[test]
fn a_rule_pushes_as_the_pass_that_was_written_by_hand() {
    for (rigid, toroidal) in [(false, false), (true, false), (false, true), (true, true)] {
        let world = world(400, 30, 400.0, rigid, toroidal);
        for (by_hand, text) in pairs() {
            let key = by_hand.key();
            let by_hand = forces(&world, ready(by_hand, 400).as_ref());
            let rule = forces(&world, ready(Box::new(written(text)), 400).as_ref());
            let mut pushed = 0;
            for id in 0..400 {
                let (a, b) = (by_hand.force(id), rule.force(id));
                pushed += usize::from(a != Vec2::ZERO);
                // Sways are scaled elsewhere; and whoever is at the very place is a tenth of a length
                // away for the rule, for the pass it is at none.
                let here = matches!(key, "rts_separation" | "rts_cohesion") && id % 50 < 2;
                let same = key == "unrest" && (a - b).length() < 1e-3 * (1.0 + a.length());
                assert!(a == b || same || here, "{key}, unit {id}: {a} by hand, {b} by its rule");
            }
            assert!(pushed > 5, "{key} pushes {pushed}");
        }
    }
}

/// `cargo test --release --test rules -- --ignored --nocapture`
#[test]
#[ignore = "measures time"]
fn what_rules_cost_beside_passes_by_hand() {
    const UNITS: usize = 20_000;
    let world = world(UNITS as u32, 200, 4000.0, false, true);
    for (by_hand, text) in pairs() {
        let key = by_hand.key();
        let (by_hand, rule) = (ready(by_hand, UNITS), ready(Box::new(written(text)), UNITS));
        let scope = world.scope(0);
        let mut forces = Forces::with_len(world.agents().len());
        let mut seconds = [0.0; 2];
        // In parts so small that hardly one of them waits for others that use the processor.
        for at in (0..UNITS).step_by(1024) {
            let mut best = [f64::INFINITY; 2];
            for _ in 0..15 {
                for (best, behavior) in best.iter_mut().zip([&by_hand, &rule]) {
                    let start = Instant::now();
                    let mut steering = forces.from(0);
                    steering.set_weight(1.0);
                    behavior.steer(&scope, at..UNITS.min(at + 1024), &mut steering);
                    *best = best.min(start.elapsed().as_secs_f64());
                }
            }
            seconds = [seconds[0] + best[0], seconds[1] + best[1]];
        }
        let [by_hand, rule] = seconds.map(|seconds| 1e9 * seconds / UNITS as f64);
        println!("{key:18} {by_hand:7.1} {rule:7.1} ns a unit, {:.2} times", rule / by_hand);
    }
}
