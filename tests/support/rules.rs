//! Cases of rules: a text, a world, and what it says of one unit and in each line.

use super::cases::TOLERANCE;
use flockwright::engine::agents::{Agents, LEADER_FLAG, Role, Spot, UnitState};
use flockwright::engine::behaviors::{Behavior, RuleBehavior};
use flockwright::engine::bodies::PointMass;
use flockwright::engine::group::{Group, Ties};
use flockwright::engine::params::{Edges, Hunters, WorldParams};
use flockwright::engine::perception::{View, ViewModel};
use flockwright::engine::scenery::{Obstacle, Wall};
use flockwright::engine::world::{TickStage, World};
use flockwright::internals::rules::{RuleTrace, TraceValue};
use flockwright::internals::steering::Forces;
use flockwright::rules::Rule;
use flockwright::rules::tree::{ExprKind, OwnValue, RuleParamKind};
use flockwright::schema::Params;
use glam::Vec2;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

#[derive(Deserialize)]
pub struct RuleCase {
    pub text: String,
    #[serde(default)]
    pub params: BTreeMap<String, Value>,
    pub world: RuleWorld,
    pub unit: usize,
    pub expect: Expect,
}

#[derive(Deserialize)]
pub struct Expect {
    force: [f64; 2],
    #[serde(default)]
    lets: BTreeMap<String, Value>,
}

#[derive(Clone, Deserialize)]
pub struct RuleWorld {
    pub body: String,
    pub size: [f32; 2],
    #[serde(default)]
    pub torus: bool,
    pub max_speed: f32,
    pub units: Vec<RuleUnit>,
    pub view: Option<Sees>,
    #[serde(default)]
    pub obstacles: Vec<Round>,
    /// Two ends and half the thickness of each.
    #[serde(default)]
    pub walls: Vec<[f32; 5]>,
    /// Keys of groups, and "pointer".
    #[serde(default)]
    pub fears: Vec<String>,
    /// Keys of groups.
    #[serde(default)]
    pub hunted: Vec<String>,
    pub goal: Option<Thing>,
    pub target: Option<Thing>,
    pub leader: Option<Thing>,
    pub pointer: Option<Thing>,
    /// Ticks since the start.
    #[serde(default)]
    pub tick: u64,
    /// The steering of the behaviors before, as a share.
    #[serde(default)]
    pub so_far: [f32; 2],
}

#[derive(Clone, Deserialize)]
pub struct RuleUnit {
    pub p: [f32; 2],
    pub v: [f32; 2],
    pub heading: f32,
    pub length: f32,
    pub role: String,
    pub group: String,
    #[serde(default)]
    pub leads: bool,
    #[serde(default)]
    pub hunts: bool,
}

#[derive(Clone, Deserialize)]
pub struct Sees {
    pub model: String,
    pub radius_factor: f32,
    pub back_angle_factor: f32,
    pub front_angle_factor: f32,
    #[serde(default)]
    pub nearest_only: u32,
}

#[derive(Clone, Deserialize)]
pub struct Round {
    pub p: [f32; 2],
    pub radius: f32,
}

#[derive(Clone, Deserialize)]
pub struct Thing {
    pub p: [f32; 2],
    #[serde(default)]
    pub v: [f32; 2],
}

impl Thing {
    fn target(of: &Option<Self>) -> Option<Spot> {
        of.as_ref().map(|one| Spot { position: one.p.into(), velocity: one.v.into() })
    }
}

/// What the core makes of a rule for a unit.
pub struct Made {
    /// As a share of what the unit can steer: what the tick adds, over that.
    pub force: [f32; 2],
    pub trace: RuleTrace,
}

/// A rule that a person wrote, with these values of its parameters.
pub fn written(text: &str, params: &BTreeMap<String, Value>, what: &str) -> RuleBehavior {
    let rule = Rule::parse(text).unwrap_or_else(|error| panic!("{what}: {error}\n{text}"));
    let mut behavior =
        RuleBehavior::written("rule", rule).unwrap_or_else(|e| panic!("{what}: {e}"));
    for (name, value) in params {
        let rule = behavior.rule();
        let at = rule.params.iter().position(|param| param.name == *name);
        let at = at.unwrap_or_else(|| panic!("{what}: no parameter {name}"));
        let value = match (&rule.params[at].kind, value) {
            (RuleParamKind::Choice { options, .. }, Value::String(option)) => {
                options.iter().position(|one| one == option).expect("an option") as f32
            }
            _ => value.as_f64().expect("a number") as f32,
        };
        behavior.set(at + 1, value);
    }
    behavior
}

impl RuleWorld {
    /// The same with every place a little to one side, u.
    pub fn shifted(&self, by: f32) -> Self {
        let mut world = self.clone();
        let things = [&mut world.goal, &mut world.target, &mut world.leader, &mut world.pointer];
        let things = things.into_iter().flatten().map(|thing| &mut thing.p);
        let units = world.units.iter_mut().map(|unit| &mut unit.p);
        let obstacles = world.obstacles.iter_mut().map(|one| &mut one.p);
        let axes = units.chain(obstacles).chain(things).flatten();
        axes.enumerate().for_each(|(at, axis)| *axis += by * (at as f32 * 3.0).sin());
        world
    }

    /// What a rule says of a unit, by the code of the tick.
    pub fn says(&self, behavior: &mut RuleBehavior, unit: usize, what: &str) -> Made {
        let mut kinds: Vec<(&str, &str)> = Vec::new();
        for one in &self.units {
            let kind = (one.group.as_str(), one.role.as_str());
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        let keyed = |keys: &[String]| {
            let named = |(_, (key, _)): &(usize, &(&str, &str))| keys.iter().any(|one| one == key);
            let found: Vec<usize> =
                kinds.iter().enumerate().filter(named).map(|(at, _)| at).collect();
            Ties::set(&found)
        };
        // A unit's id: groups one after the other.
        let mut order = Vec::new();
        let groups: Vec<Group> = kinds
            .iter()
            .map(|(key, role)| {
                let before = order.len();
                let of_kind = |one: &RuleUnit| one.group == *key && one.role == *role;
                order.extend((0..self.units.len()).filter(|at| of_kind(&self.units[*at])));
                let role = Role::ALL.into_iter().find(|one| one.key() == *role).expect("a role");
                let (key, count) = (key.to_string(), (order.len() - before) as u32);
                let mut group = match self.body.as_str() {
                    "rigid" => Group::rigid(key.clone(), key, role, count),
                    _ => Group::point(key.clone(), key, role, count).with_point_mass(PointMass {
                        max_speed: self.max_speed,
                        // Never so strong for its mass that a tick is too long for it.
                        max_force: 100.0,
                        mass: 10.0,
                        ..PointMass::default()
                    }),
                };
                group.crowd.length = self.units[order[before]].length;
                group.view = self.view.as_ref().map(Sees::view);
                group.ties.fears = keyed(&self.fears);
                group.ties.hunts = keyed(&self.hunted);
                group
            })
            .collect();
        let [width, height] = self.size;
        let edges = if self.torus { Edges::Wrap } else { Edges::Bounce };
        let params =
            WorldParams { width, height, toroidal: self.torus, edges, ..WorldParams::default() };
        let mut world = World::new(params, groups, 1);
        world.set_obstacles(
            self.obstacles
                .iter()
                .map(|one| Obstacle { center: one.p.into(), radius: one.radius })
                .collect(),
        );
        let wall = |[ax, ay, bx, by, radius]: &[f32; 5]| Wall {
            from: Vec2::new(*ax, *ay),
            to: Vec2::new(*bx, *by),
            radius: *radius,
        };
        world.set_walls(self.walls.iter().map(wall).collect());
        for (id, at) in order.iter().enumerate() {
            let RuleUnit { p, v, heading, .. } = self.units[*at];
            let state = UnitState { position: p.into(), velocity: v.into(), heading, omega: 0.0 };
            world.set_unit(id, state);
        }
        world.tick_through(TickStage::Perceive);
        let id = order.iter().position(|at| *at == unit).expect("the unit is there");
        let index = world.groups().iter().position(|group| group.ids.contains(&id));
        let mut scope = world.scope(index.expect("a group"));
        // The case says it, whatever the views hold.
        let mut agents: Agents = scope.agents.clone();
        let lengths: Vec<f32> = order.iter().map(|at| self.units[*at].length).collect();
        agents.length = [lengths, vec![1.0; 8]].concat().into();
        let mut asks_leads = false;
        behavior
            .rule()
            .walk_exprs(|expr| asks_leads |= expr.kind == ExprKind::Own(OwnValue::Leads));
        let me = &self.units[unit];
        let leads = |at: &usize| {
            let one = &self.units[*at];
            u8::from(if *at == unit && !asks_leads { one.hunts } else { one.leads }) * LEADER_FLAG
        };
        let leaders: Vec<u8> = order.iter().map(leads).chain([0; 8]).collect();
        scope.agents = &agents;
        scope.leader_flags = &leaders;
        scope.hunters = Some(if me.hunts { Hunters::Everyone } else { Hunters::Leaders });
        scope.max_speed = self.max_speed;
        scope.assigned_target = Thing::target(&self.goal);
        scope.hunted_target = Thing::target(&self.target);
        scope.leader = Thing::target(&self.leader);
        scope.pointer = Thing::target(&self.pointer);
        scope.fears_pointer = self.fears.iter().any(|one| one == "pointer");
        scope.tick = self.tick;
        let count = world.groups()[scope.group].ids.len();
        if let Some(memory) = behavior.memory_mut() {
            memory.resize(0);
            memory.resize(count);
        }
        let so_far = Vec2::from(self.so_far) * scope.force_scale;
        let mut forces = Forces::with_len(agents.len());
        forces.fx[id] = so_far.x;
        forces.fy[id] = so_far.y;
        let mut steering = forces.view_from(0);
        steering.set_weight(1.0);
        behavior.steer(&scope, id..id + 1, &mut steering);
        let force = (steering.force(id) - so_far) / scope.force_scale;
        let trace =
            behavior.trace(&scope, id, so_far).unwrap_or_else(|| panic!("{what}: not trace"));
        Made { force: force.into(), trace }
    }
}

impl Sees {
    fn view(&self) -> View {
        let model = match self.model.as_str() {
            "off" => ViewModel::Off,
            "wide" => ViewModel::Wide,
            "limited" => ViewModel::Limited,
            "narrow" => ViewModel::Narrow,
            _ => ViewModel::Full,
        };
        View {
            view: model,
            wide_radius_factor: self.radius_factor,
            limited_radius_factor: self.radius_factor,
            narrow_radius_factor: self.radius_factor,
            back_angle_factor: self.back_angle_factor,
            front_angle_factor: self.front_angle_factor,
            nearest_only: self.nearest_only,
            ..View::default()
        }
    }
}

/// Whether a line has the value that is expected; numbers are compared with their own size or 1.
pub fn agrees(got: TraceValue, want: &Value) -> bool {
    let close =
        |got: f32, want: f64, size: f64| (f64::from(got) - want).abs() <= TOLERANCE * size.max(1.0);
    match (got, want) {
        (TraceValue::Number(got), want) => {
            want.as_f64().is_some_and(|want| close(got, want, want.abs()))
        }
        (TraceValue::Vector(got), Value::Array(want)) => {
            let want: Vec<f64> = want.iter().filter_map(Value::as_f64).collect();
            let size = want.iter().map(|part| part * part).sum::<f64>().sqrt();
            want.len() == 2 && got.iter().zip(&want).all(|(got, want)| close(*got, *want, size))
        }
        (TraceValue::Condition(got), Value::Bool(want)) => got == *want,
        _ => false,
    }
}

/// Runs one case.
pub fn rule(case: &RuleCase, what: &str) {
    let mut behavior = written(&case.text, &case.params, what);
    let Made { force, trace } = case.world.says(&mut behavior, case.unit, what);
    let text = &case.text;
    let [x, y] = case.expect.force;
    let allowed = TOLERANCE * x.hypot(y).max(1.0);
    for (got, want) in force.into_iter().zip([x, y]) {
        let off = (f64::from(got) - want).abs();
        assert!(off <= allowed, "{what}: force {force:?}, expected {:?}\n{text}", [x, y]);
    }
    for (got, want) in trace.force.into_iter().zip([x, y]) {
        let off = (f64::from(got) - want).abs();
        assert!(off <= allowed, "{what}: trace {:?}, expected {:?}\n{text}", trace.force, [x, y]);
    }
    for (name, want) in &case.expect.lets {
        let at = behavior.rule().named_values.iter().position(|line| line.name == *name);
        let got =
            trace.named_values[at.unwrap_or_else(|| panic!("{what}: no line {name}\n{text}"))];
        assert!(agrees(got, want), "{what}: {name} is {got:?}, expected {want}\n{text}");
    }
    let nothing = case.expect.lets.is_empty() && !behavior.rule().named_values.is_empty();
    assert!(!nothing || !trace.is_active, "{what}: something that it uses is not there\n{text}");
}
