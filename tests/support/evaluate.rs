//! A plain evaluator of rules, in 64 bits and straight from the meaning of each word: what the core is
//! held against.

use super::rules::{RuleUnit, RuleWorld, Thing as Point};
use flockwright::rules::Rule;
use flockwright::rules::tree::{
    Binary, Expr, Field, Fold, Function, Op, Own, Set, SetKind, Thing, Type,
};
use std::f64::consts::PI;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    Number(f64),
    Vector([f64; 2]),
    Condition(bool),
}

use Value::{Condition, Number, Vector};

impl Value {
    pub fn number(self) -> f64 {
        match self {
            Number(number) => number,
            other => panic!("{other:?} is no number"),
        }
    }
    fn vector(self) -> [f64; 2] {
        match self {
            Vector(vector) => vector,
            other => panic!("{other:?} is no vector"),
        }
    }
    fn holds(self) -> bool {
        match self {
            Condition(holds) => holds,
            other => panic!("{other:?} is no condition"),
        }
    }
}

/// One who is looked at.
#[derive(Clone, Copy)]
struct Member {
    id: usize,
    offset: [f64; 2],
    velocity: [f64; 2],
    heading: [f64; 2],
    length: f64,
    leads: bool,
    radius: f64,
}

pub struct Evaluator<'a> {
    pub rule: &'a Rule,
    pub world: &'a RuleWorld,
    pub unit: usize,
    /// The values of the parameters.
    pub params: &'a [f64],
    /// The most share of that per u/s: as much as reaches a wanted velocity within the tick.
    pub stiffest: f64,
    /// What the unit can steer.
    pub force: f64,
    /// By how much places differ.
    pub shift: f64,
}

fn plus(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] + b[0], a[1] + b[1]]
}
fn times(a: [f64; 2], k: f64) -> [f64; 2] {
    [a[0] * k, a[1] * k]
}
fn length(a: [f64; 2]) -> f64 {
    a[0].hypot(a[1])
}
fn unit(a: [f64; 2]) -> [f64; 2] {
    let long = length(a);
    if long > 0.0 { times(a, 1.0 / long) } else { [0.0; 2] }
}
fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}
/// The acceleration off a body at an offset, by the paper's own formula.
fn foresee(
    offset: [f64; 2],
    w: [f64; 2],
    [radii, energy, horizon, aside, rate]: [f64; 5],
) -> [f64; 2] {
    let way = unit(w);
    let shift = (1.0 - cross(way, offset).abs() / (0.2 * radii)).max(0.0) * aside * radii;
    let x = plus(times([-way[1], way[0]], shift), times(offset, -1.0));
    let (along, speed2) = (dot(x, w), dot(w, w));
    let under = along * along - speed2 * (dot(x, x) - radii * radii);
    let (root, time) = (under.sqrt(), (-along - under.sqrt()) / speed2);
    if length(offset) < radii || !(under > 0.0 && time > 0.0) {
        return [0.0; 2];
    }
    let strength =
        energy * (-time / horizon).exp() / (speed2 * time * time) * (2.0 / time + 1.0 / horizon);
    let slope = plus(times(x, speed2), times(w, -along));
    let push = times(plus(w, times(slope, -1.0 / root)), -strength);
    let tangent = (dot(x, x) - radii * radii).max(0.0).sqrt();
    let out = (along.abs() * radii - cross(x, w).abs() * tangent).max(0.0) / dot(x, x);
    match rate > 0.0 && length(push) > rate * out {
        true => times(unit(push), rate * out),
        false => push,
    }
}
fn cross(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

impl Evaluator<'_> {
    fn me(&self) -> &RuleUnit {
        &self.world.units[self.unit]
    }

    /// A place, a little to one side.
    fn place(&self, at: [f32; 2], number: usize) -> [f64; 2] {
        let off = |part: usize| self.shift * ((number * 7 + part * 3) as f64).sin();
        [f64::from(at[0]) + off(0), f64::from(at[1]) + off(1)]
    }

    fn offset(&self, to: [f64; 2]) -> [f64; 2] {
        let here = self.place(self.me().p, self.unit);
        std::array::from_fn(|axis| {
            let (size, d) = (f64::from(self.world.size[axis]), to[axis] - here[axis]);
            if self.world.torus { d - size * (d / size).round() } else { d }
        })
    }

    fn heading(&self) -> [f64; 2] {
        let t = f64::from(self.me().heading);
        [t.cos(), t.sin()]
    }

    fn velocity(&self) -> [f64; 2] {
        self.me().v.map(f64::from)
    }

    fn thing(&self, thing: Thing) -> Option<&Point> {
        match thing {
            Thing::Goal => self.world.goal.as_ref(),
            Thing::Target => self.world.target.as_ref(),
            Thing::Leader => self.world.leader.as_ref(),
            Thing::Pointer => self.world.pointer.as_ref(),
            Thing::Node | Thing::Wall | Thing::Barrier => None,
        }
    }

    /// The offset to the nearest point of what stops a unit, and the direction for one who stands on it. Worlds
    /// of the cases that do not wrap have a border.
    fn bar(&self, border: bool) -> Option<([f64; 2], [f64; 2])> {
        let here = self.place(self.me().p, self.unit);
        let size = self.world.size.map(f64::from);
        let mut all = Vec::new();
        let around: &[f64] = if self.world.torus { &[-1.0, 0.0, 1.0] } else { &[0.0] };
        for wall in &self.world.walls {
            let [ax, ay, bx, by, _] = wall.map(f64::from);
            for (i, j) in around.iter().flat_map(|i| around.iter().map(move |j| (i, j))) {
                let from = [ax + i * size[0], ay + j * size[1]];
                let way = [bx - ax, by - ay];
                let off = plus(from, times(here, -1.0));
                let share = (-dot(off, way) / dot(way, way)).clamp(0.0, 1.0);
                all.push((plus(off, times(way, share)), unit([way[1], -way[0]])));
            }
        }
        if border && !self.world.torus {
            all.push(([-here[0], 0.0], [-1.0, 0.0]));
            all.push(([size[0] - here[0], 0.0], [1.0, 0.0]));
            all.push(([0.0, -here[1]], [0.0, -1.0]));
            all.push(([0.0, size[1] - here[1]], [0.0, 1.0]));
        }
        all.into_iter().min_by(|a, b| length(a.0).total_cmp(&length(b.0)))
    }

    fn side(&self, d: [f64; 2]) -> f64 {
        let (forward, starboard) = (dot(d, self.heading()), cross(self.heading(), d));
        // Nothing is dead ahead or astern in 64 bits that is in 32.
        if starboard != 0.0 {
            starboard.signum()
        } else if forward < 0.0 {
            1.0
        } else {
            0.0
        }
    }

    fn turn(&self, d: [f64; 2]) -> f64 {
        let (u, w) = (unit(d), unit(self.velocity()));
        if length(u) == 0.0 || length(w) == 0.0 {
            return 0.0;
        }
        self.side(d) * dot(u, w).clamp(-1.0, 1.0).acos() / PI
    }

    fn toward(&self, w: [f64; 2]) -> [f64; 2] {
        let most = f64::from(self.world.max_speed);
        let gain = (1.0 / most).min(self.stiffest);
        times(plus(w, times(self.velocity(), -1.0)), gain)
    }

    fn sees(&self, model: &str, d: [f64; 2]) -> bool {
        let Some(view) = &self.world.view else { return model == "full" };
        let (f, s) = (dot(d, self.heading()), cross(self.heading(), d).abs());
        let (back, front) = (f64::from(view.back_angle_factor), f64::from(view.front_angle_factor));
        match model {
            "off" => false,
            "wide" => f > 0.0 || s > f.abs() * back,
            "limited" => f > 0.0,
            "narrow" => f > 0.0 && s < f * front,
            _ => true,
        }
    }

    /// The members of a set: of the closest, the nearest ones of it.
    fn members(&self, set: &Set, lets: &[Value]) -> Vec<Member> {
        let mut found = self.all_members(set, lets);
        if let Some(many) = &set.closest {
            let many = self.eval(many, lets, None).number();
            let near = |a: &Member, b: &Member| {
                length(a.offset).total_cmp(&length(b.offset)).then(a.id.cmp(&b.id))
            };
            found.sort_by(near);
            found.truncate(many.max(0.0) as usize);
        }
        found
    }

    fn all_members(&self, set: &Set, lets: &[Value]) -> Vec<Member> {
        let radius = set.radius.as_ref().map(|radius| self.eval(radius, lets, None).number());
        let me = self.me();
        if set.kind == SetKind::Obstacles {
            let of = self.world.obstacles.iter().enumerate();
            return of
                .map(|(id, one)| Member {
                    id,
                    offset: self.offset(self.place(one.p, 1000 + id)),
                    velocity: [0.0; 2],
                    heading: [0.0; 2],
                    length: 0.0,
                    leads: false,
                    radius: f64::from(one.radius),
                })
                .collect();
        }
        let counts = |one: &RuleUnit| one.role != "player";
        let hunts = &self.world.hunted;
        let within = |one: &RuleUnit| match set.kind {
            SetKind::View | SetKind::Mates => counts(one) && one.role == me.role,
            SetKind::Fellows => counts(one) && one.group == me.group && one.role == me.role,
            SetKind::Others => counts(one) && one.role != me.role,
            SetKind::Everyone => counts(one),
            SetKind::Hunted if hunts.is_empty() => counts(one) && one.role != me.role,
            SetKind::Hunted => hunts.contains(&one.group),
            SetKind::Menaces => {
                let own = one.group == me.group && one.role == me.role;
                self.world.fears.contains(&one.group) && !own
            }
            SetKind::Group => counts(one) && one.group == set.group,
            SetKind::Obstacles => false,
        };
        let mut found: Vec<Member> = self
            .world
            .units
            .iter()
            .enumerate()
            .filter(|(id, one)| *id != self.unit && within(one))
            .map(|(id, one)| {
                let t = f64::from(one.heading);
                Member {
                    id,
                    offset: self.offset(self.place(one.p, id)),
                    velocity: one.v.map(f64::from),
                    heading: [t.cos(), t.sin()],
                    length: f64::from(one.length),
                    leads: one.leads,
                    radius: 0.0,
                }
            })
            .collect();
        if let Some(pointer) = &self.world.pointer
            && set.kind == SetKind::Menaces
            && self.world.fears.iter().any(|one| one == "pointer")
        {
            let velocity = pointer.v.map(f64::from);
            found.push(Member {
                id: usize::MAX,
                offset: self.offset(self.place(pointer.p, 5000)),
                velocity,
                heading: unit(velocity),
                length: 0.0,
                leads: false,
                radius: 0.0,
            });
        }
        if set.kind == SetKind::View {
            let Some(view) = &self.world.view else { return Vec::new() };
            let far = f64::from(view.radius_factor) * f64::from(me.length);
            found.retain(|one| {
                length(one.offset) <= far
                    && length(one.offset) > 0.0
                    && self.sees(&view.model, one.offset)
            });
            if view.nearest_only > 0 {
                found.sort_by(|a, b| {
                    length(a.offset).total_cmp(&length(b.offset)).then(a.id.cmp(&b.id))
                });
                found.truncate(view.nearest_only as usize);
            }
            return found;
        }
        if let Some(radius) = radius {
            found.retain(|one| length(one.offset) <= radius);
        }
        // At the very place: the higher id to starboard, the other to port, a tenth of a length.
        if set.kind != SetKind::Menaces {
            let h = self.heading();
            for one in &mut found {
                if one.offset == [0.0; 2] {
                    let gap = 0.1 * f64::from(me.length);
                    let gap = if self.unit > one.id { -gap } else { gap };
                    one.offset = [-h[1] * gap, h[0] * gap];
                }
            }
        }
        found
    }

    fn field(one: &Member, field: Field) -> Value {
        match field {
            Field::Offset => Vector(one.offset),
            Field::Distance => Number(length(one.offset)),
            Field::Direction => Vector(unit(one.offset)),
            Field::Velocity => Vector(one.velocity),
            Field::Speed => Number(length(one.velocity)),
            Field::Heading => Vector(one.heading),
            Field::Length => Number(one.length),
            Field::Leads => Condition(one.leads),
            Field::Radius => Number(one.radius),
            Field::There | Field::Last => Condition(true),
        }
    }

    /// The values of all lines.
    pub fn lets(&self) -> Vec<Value> {
        let mut lets = Vec::new();
        for line in &self.rule.lets {
            let value = self.eval(&line.value, &lets, None);
            lets.push(value);
        }
        lets
    }

    /// Whether all is there without which it steers nothing.
    pub fn is_active(&self) -> bool {
        let is_there = |thing| match thing {
            Thing::Wall | Thing::Barrier => self.bar(thing == Thing::Wall).is_some(),
            _ => self.thing(thing).is_some(),
        };
        self.rule.dependencies().wants.into_iter().all(is_there)
    }

    /// The force in the world, as a share.
    pub fn force(&self, lets: &[Value]) -> [f64; 2] {
        if !self.is_active() {
            return [0.0; 2];
        }
        match self.eval(&self.rule.steer, lets, None) {
            Vector(force) => force,
            Number(push) => {
                let h = self.heading();
                [-h[1] * push, h[0] * push]
            }
            Condition(_) => [f64::NAN; 2],
        }
    }

    fn eval(&self, expr: &Expr, lets: &[Value], member: Option<&Member>) -> Value {
        let of = |expr: &Expr| self.eval(expr, lets, member);
        match &expr.is {
            Op::Number(number) => Number(f64::from(*number)),
            Op::Param(at) => Number(self.params[*at]),
            Op::Is(at, option) => Condition(self.params[*at] == *option as f64),
            Op::Keep(at) => self.eval(&self.rule.keeps[*at].start, lets, None),
            Op::Let(at) => lets[*at],
            Op::Own(own) => self.own(*own),
            Op::Thing(thing @ (Thing::Wall | Thing::Barrier), field) => {
                let bar = self.bar(*thing == Thing::Wall);
                let (offset, on_it) = bar.unwrap_or_default();
                match field {
                    Field::There => Condition(bar.is_some()),
                    Field::Offset => Vector(offset),
                    Field::Distance => Number(length(offset)),
                    Field::Direction if length(offset) > 0.0 => Vector(unit(offset)),
                    Field::Direction => Vector(on_it),
                    _ => Vector([0.0; 2]),
                }
            }
            Op::Thing(thing, field) => {
                let one = self.thing(*thing);
                if *field == Field::There {
                    return Condition(one.is_some());
                }
                let Some(one) = one else {
                    return if field.ty() == Type::Vector { Vector([0.0; 2]) } else { Number(0.0) };
                };
                let offset = self.offset(self.place(one.p, 3000 + *thing as usize));
                match field {
                    Field::Offset => Vector(offset),
                    Field::Distance => Number(length(offset)),
                    Field::Direction => Vector(unit(offset)),
                    _ => Vector(one.v.map(f64::from)),
                }
            }
            Op::Member(field) => Self::field(member.expect("a member"), *field),
            Op::Minus(inner) => match of(inner) {
                Number(number) => Number(-number),
                Vector(vector) => Vector(times(vector, -1.0)),
                other => other,
            },
            Op::Not(inner) => Condition(!of(inner).holds()),
            Op::Binary(op, sides) => {
                let (a, b) = (of(&sides[0]), of(&sides[1]));
                match (op, a, b) {
                    (Binary::Add, Vector(a), Vector(b)) => Vector(plus(a, b)),
                    (Binary::Subtract, Vector(a), Vector(b)) => Vector(plus(a, times(b, -1.0))),
                    (Binary::Multiply, Vector(a), Number(b)) => Vector(times(a, b)),
                    (Binary::Multiply, Number(a), Vector(b)) => Vector(times(b, a)),
                    (Binary::Divide, Vector(a), Number(b)) => Vector([a[0] / b, a[1] / b]),
                    (Binary::Add, ..) => Number(a.number() + b.number()),
                    (Binary::Subtract, ..) => Number(a.number() - b.number()),
                    (Binary::Multiply, ..) => Number(a.number() * b.number()),
                    (Binary::Divide, ..) => Number(a.number() / b.number()),
                    (Binary::Power, ..) => Number(a.number().powf(b.number())),
                    (Binary::Less, ..) => Condition(a.number() < b.number()),
                    (Binary::AtMost, ..) => Condition(a.number() <= b.number()),
                    (Binary::More, ..) => Condition(a.number() > b.number()),
                    (Binary::AtLeast, ..) => Condition(a.number() >= b.number()),
                    (Binary::Same, ..) => Condition(a.number() == b.number()),
                    (Binary::Differs, ..) => Condition(a.number() != b.number()),
                    (Binary::And, ..) => Condition(a.holds() && b.holds()),
                    (Binary::Or, ..) => Condition(a.holds() || b.holds()),
                }
            }
            Op::If(parts) => of(&parts[if of(&parts[0]).holds() { 1 } else { 2 }]),
            Op::Call(function, args) => {
                let values: Vec<Value> = args.iter().map(of).collect();
                self.call(*function, &values)
            }
            Op::Draw(..) => panic!("chance has no expected value"),
            Op::Fold(over) => self.fold(over, lets, expr.ty),
        }
    }

    fn fold(&self, over: &flockwright::rules::tree::Aggregate, lets: &[Value], ty: Type) -> Value {
        let mut members = self.members(&over.set, lets);
        members.retain(|one| {
            over.condition.as_ref().is_none_or(|when| self.eval(when, lets, Some(one)).holds())
        });
        let value = |one: &Member| {
            over.value.as_ref().map_or(Condition(true), |value| self.eval(value, lets, Some(one)))
        };
        let nothing = if ty == Type::Vector { Vector([0.0; 2]) } else { Number(0.0) };
        let numbers = || members.iter().map(|one| value(one).number());
        match over.fold {
            Fold::AnyOf => panic!("chance has no expected value"),
            Fold::Count => Number(members.len() as f64),
            Fold::Any => Condition(members.iter().any(|one| value(one).holds())),
            _ if members.is_empty() => nothing,
            Fold::Least => Number(numbers().fold(f64::INFINITY, f64::min)),
            Fold::Most => Number(numbers().fold(f64::NEG_INFINITY, f64::max)),
            Fold::Nearest => {
                let near = |a: &&Member, b: &&Member| {
                    length(a.offset).total_cmp(&length(b.offset)).then(a.id.cmp(&b.id))
                };
                value(members.iter().min_by(near).expect("somebody"))
            }
            Fold::Sum | Fold::Mean => {
                let many = if over.fold == Fold::Mean { members.len() as f64 } else { 1.0 };
                match nothing {
                    Vector(zero) => {
                        let sum =
                            members.iter().fold(zero, |sum, one| plus(sum, value(one).vector()));
                        Vector(times(sum, 1.0 / many))
                    }
                    _ => Number(numbers().sum::<f64>() / many),
                }
            }
        }
    }

    fn own(&self, own: Own) -> Value {
        let me = self.me();
        match own {
            Own::Length => Number(f64::from(me.length)),
            Own::MaxSpeed => Number(f64::from(self.world.max_speed)),
            // That of `RuleWorld::says`.
            Own::MaxForce => Number(self.force),
            // Of a rigid body twelve lengths; else 4 V² m / F, with the mass of `RuleWorld::says`.
            Own::Braking if self.world.body == "rigid" => Number(12.0 * f64::from(me.length)),
            Own::Braking => Number(40.0 * f64::from(self.world.max_speed).powi(2) / self.force),
            Own::Mass => Number(10.0),
            Own::Velocity => Vector(self.velocity()),
            Own::Speed => Number(length(self.velocity())),
            Own::Heading => Vector(self.heading()),
            Own::Place => Vector(self.place(me.p, self.unit)),
            Own::Leads => Condition(me.leads),
            Own::Hunts => Condition(me.hunts),
            Own::SoFar => Vector(self.world.so_far.map(f64::from)),
            Own::Time => Number(self.world.tick as f64 / 60.0),
            Own::Tick => Number(1.0 / 60.0),
            Own::Left => Number(-1.0),
            Own::Right => Number(1.0),
            Own::Pi => Number(PI),
            Own::Degree => Number(PI / 180.0),
        }
    }

    fn call(&self, function: Function, args: &[Value]) -> Value {
        use Function as F;
        let n = |at: usize| args[at].number();
        let d = |at: usize| args[at].vector();
        let h = self.heading();
        let most = f64::from(self.world.max_speed);
        match function {
            F::Abs => Number(n(0).abs()),
            F::Sign => Number(if n(0) == 0.0 { 0.0 } else { n(0).signum() }),
            F::Sqrt => Number(n(0).max(0.0).sqrt()),
            F::Floor => Number(n(0).floor()),
            F::Exp => Number(n(0).exp()),
            F::Log => Number(if n(0) > 0.0 { n(0).ln() } else { f64::NAN }),
            F::Tanh => Number(n(0).tanh()),
            F::Min => Number(args.iter().map(|arg| arg.number()).fold(f64::INFINITY, f64::min)),
            F::Max => Number(args.iter().map(|arg| arg.number()).fold(f64::NEG_INFINITY, f64::max)),
            F::Clamp => Number(n(0).max(n(1)).min(n(2))),
            F::Mix => match args[0] {
                Vector(a) => Vector(plus(a, times(plus(d(1), times(a, -1.0)), n(2)))),
                _ => Number(n(0) + (n(1) - n(0)) * n(2)),
            },
            F::Pow => Number(n(0).powf(n(1))),
            F::Sin => Number(n(0).sin()),
            F::Cos => Number(n(0).cos()),
            F::Acos => Number(n(0).clamp(-1.0, 1.0).acos()),
            F::Wrap => Number(n(0) - 2.0 * PI * (n(0) / (2.0 * PI)).round()),
            F::Vec => Vector([n(0), n(1)]),
            F::Length => Number(length(d(0))),
            F::Unit => Vector(unit(d(0))),
            F::Dot => Number(dot(d(0), d(1))),
            F::Cross => Number(cross(d(0), d(1))),
            F::Rotate => {
                let (s, c) = n(1).sin_cos();
                let [x, y] = d(0);
                Vector([x * c - y * s, x * s + y * c])
            }
            F::Starboard => Vector([-d(0)[1], d(0)[0]]),
            F::Ahead => Number(dot(d(0), h)),
            F::Abeam => Number(cross(h, d(0))),
            F::Side => Number(self.side(d(0))),
            F::Turn => Number(self.turn(d(0))),
            F::Seen => {
                let model = self.world.view.as_ref().map_or("off", |view| &view.model);
                Condition(self.world.view.is_some() && self.sees(model, d(0)))
            }
            F::Wide => Condition(self.sees("wide", d(0))),
            F::Limited => Condition(self.sees("limited", d(0))),
            F::Narrow => Condition(self.sees("narrow", d(0))),
            F::Full => Condition(true),
            F::Toward => Vector(self.toward(d(0))),
            F::Head if length(d(0)) == 0.0 => Vector([0.0; 2]),
            F::Head if self.world.body == "rigid" => Vector(times([-h[1], h[0]], self.turn(d(0)))),
            F::Head => Vector(self.toward(times(d(0), most))),
            F::Seek => Vector(self.toward(times(unit(d(0)), most))),
            F::Arrive => {
                let share = if length(d(0)) < n(1) { length(d(0)) / n(1) } else { 1.0 };
                Vector(self.toward(times(unit(d(0)), most * share)))
            }
            F::Foresee => Vector(foresee(d(0), d(1), [2, 3, 4, 5, 6].map(n))),
            F::Random | F::Normal | F::Sway => panic!("chance has no expected value"),
        }
    }
}
