//! What exported code has to know of a run besides its parameters and its scenery.

use super::shared::PointInfo;
use super::{Simulation, to_js};
use flockwright::engine::agents::Role;
use flockwright::engine::behaviors::Behavior;
use flockwright::engine::bodies::BodyKind;
use flockwright::engine::group::{Group, Spawn, Ties};
use flockwright::engine::params::StartHeadings;
use flockwright::engine::scenery::Area;
use flockwright::engine::world::World;
use flockwright::internals::spawn::{
    FLOCK_BEND, FLOCK_BREADTH, FLOCK_LOOSE, FLOCK_TAPER, RING_HOLLOW,
};
use flockwright_lab::insight::effect::{idle, reach};
use flockwright_lab::insight::explain::motion;
use glam::Vec2;
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

/// What exported code has to know of a group besides its parameters.
#[derive(Serialize, Tsify)]
struct BlueprintInfo {
    key: &'static str,
    label: &'static str,
    role: Role,
    body: BodyKind,
    /// How the forces become motion, a sentence per line.
    motion: Vec<String>,
    /// In the order in which their forces add up.
    behaviors: Vec<BehaviorInfo>,
    /// Where its units start: a disk, a rectangle, or else the edges of the world. Radians.
    start: StartInfo,
    /// Keys of the groups that frighten it.
    fears: Vec<&'static str>,
    /// Keys of the groups that it hunts.
    hunts: Vec<&'static str>,
    /// Keys of the groups that it follows.
    follows: Vec<&'static str>,
    /// Keys of the groups of other roles that it flocks with.
    flocks: Vec<&'static str>,
    /// Keys of the groups that it ignores.
    ignores: Vec<&'static str>,
    /// Keys of the groups whose units it catches; empty where it catches none.
    catches: Vec<&'static str>,
    /// The nodes of its path, u.
    path: Vec<PointInfo>,
}

#[derive(Serialize, Tsify)]
struct BehaviorInfo {
    key: &'static str,
    label: &'static str,
    weight: f32,
    /// Why it has no effect; empty where it may have one.
    idle: &'static str,
    /// How far a unit looks for others, u.
    reach: f32,
    /// What it does, where a rule says all of it.
    #[tsify(optional)]
    rule: Option<RuleInfo>,
}

/// A behavior as a rule.
#[derive(Serialize, Tsify)]
struct RuleInfo {
    text: String,
    /// Keys of its parameters, in their order.
    params: Vec<&'static str>,
}

impl BehaviorInfo {
    fn of(world: &World, group: usize, behavior: &dyn Behavior) -> Self {
        let rule = behavior.ruling().filter(|_| !behavior.about().more).map(|ruling| RuleInfo {
            text: ruling.rule().text(),
            params: behavior.specs()[1..].iter().map(|spec| spec.key).collect(),
        });
        Self {
            key: behavior.key(),
            label: behavior.about().label(),
            weight: behavior.weight(),
            idle: idle(world, group, behavior),
            reach: reach(world, group, behavior),
            rule,
        }
    }
}

#[derive(Serialize, Tsify)]
struct StartInfo {
    x: f32,
    y: f32,
    #[tsify(optional)]
    radius: Option<f32>,
    #[tsify(optional)]
    width: Option<f32>,
    #[tsify(optional)]
    height: Option<f32>,
    /// Of a formed flock: the direction in which it lies, radians.
    #[tsify(optional)]
    along: Option<f32>,
    /// Of a formed flock: its breadth, how much less that is at the tail, its bend, and by how much
    /// units are off their even places, by its length.
    #[tsify(optional)]
    breadth: Option<f32>,
    #[tsify(optional)]
    taper: Option<f32>,
    #[tsify(optional)]
    bend: Option<f32>,
    #[tsify(optional)]
    loose: Option<f32>,
    /// Of a ring: how far its middle is empty, by its radius.
    #[tsify(optional)]
    hollow: Option<f32>,
    /// 1 where units head along the bend of a formed flock or around in a ring, else 0.
    #[tsify(optional)]
    lean: Option<f32>,
    heading: f32,
    spread: f32,
    /// u/s; where it is not the speed at which its kind starts.
    #[tsify(optional)]
    speed: Option<f32>,
}

#[wasm_bindgen]
impl Simulation {
    /// Its groups in order: role, body, behaviors in the order in which their forces add up, where
    /// the units start, and the nodes of their path.
    #[wasm_bindgen(unchecked_return_type = "BlueprintInfo[]")]
    pub fn blueprint(&self) -> JsValue {
        let groups = self.run.world.groups().iter().enumerate();
        to_js(&groups.map(|(index, group)| self.plan_of(index, group)).collect::<Vec<_>>())
    }

    fn plan_of(&self, index: usize, group: &Group) -> BlueprintInfo {
        let world = &self.run.world;
        let (width, height) = (world.params.width, world.params.height);
        let drawn = world.layout().start(index);
        let area = drawn.or_else(|| group.starts_in(width, height));
        let along = match group.start() {
            Spawn::Flock { heading, .. } if drawn.is_none() => Some(heading),
            _ => None,
        };
        let of_flock = |value: f32| along.map(|_| value);
        let hollow = match group.start() {
            Spawn::Ring { .. } if drawn.is_none() => Some(RING_HOLLOW),
            _ => None,
        };
        let leans = group.crowd.start_headings == StartHeadings::Scene;
        let (center, radius, size) = match area {
            Some(Area::Disk { center, radius }) => (center, Some(radius), None),
            Some(Area::Rect { center, size }) => (center, None, Some(size)),
            None => (Vec2::new(width, height) * 0.5, None, None),
        };
        let [heading, spread] = group.start_headings();
        let path = world.path_of(index);
        let nodes = (0..path.len()).filter_map(|node| path.node(node, world.space()));
        let Ties { hunts, fears, follows, flocks, ignores } = group.ties;
        // Groups that it is set to fear, or else all that hunt it.
        let feared = |other: usize| match fears {
            0 => Ties::has(world.groups()[other].ties.hunts, index),
            fears => Ties::has(fears, other),
        };
        let keys = |is: &dyn Fn(usize) -> bool| -> Vec<&'static str> {
            let others = world.groups().iter().enumerate().filter(|(other, _)| *other != index);
            others.filter(|(other, _)| is(*other)).map(|(_, group)| group.key).collect()
        };
        let of = |set| keys(&|other| Ties::has(set, other));
        let catches = group.catch.is_some_and(|catch| catch.catch_factor > 0.0);
        let start_speed = group.start_speed();
        let usual_speed = group.body.start_speed(group.crowd.length);
        let behaviors =
            group.pipeline.iter().map(|one| BehaviorInfo::of(world, index, one.as_ref()));
        BlueprintInfo {
            key: group.key,
            label: group.label,
            role: group.role,
            body: group.body.kind(),
            motion: motion(world, index),
            behaviors: behaviors.collect(),
            start: StartInfo {
                x: center.x,
                y: center.y,
                radius,
                width: size.map(|size| size.x),
                height: size.map(|size| size.y),
                along,
                breadth: of_flock(FLOCK_BREADTH),
                taper: of_flock(FLOCK_TAPER),
                bend: of_flock(FLOCK_BEND),
                loose: of_flock(FLOCK_LOOSE),
                hollow,
                lean: along.or(hollow).map(|_| f32::from(u8::from(leans))),
                heading,
                spread,
                speed: (start_speed != usual_speed).then_some(start_speed),
            },
            fears: keys(&feared),
            hunts: of(hunts),
            follows: of(follows),
            flocks: of(flocks),
            ignores: of(ignores),
            catches: if catches { of(world.catches(index)) } else { Vec::new() },
            path: nodes.map(PointInfo::from).collect(),
        }
    }
}
