// What printed rules need of a program in Rust: a flock that stands still, read from numbers.
#![allow(unused, clippy::all)]
use glam::Vec2;
use std::f32::consts::PI;

const DEGREE: f32 = PI / 180.0;
const TICK: f32 = 1.0 / 60.0;

#[derive(Clone, Copy, Default)]
pub struct Seen {
    id: usize, there: bool, offset: Vec2, distance: f32, direction: Vec2, velocity: Vec2,
    speed: f32, heading: Vec2, length: f32, leads: bool, radius: f32,
}

#[derive(Clone, Copy)]
pub struct Unit {
    id: usize, position: Vec2, velocity: Vec2, heading: Vec2, length: f32, wolf: bool, leads: bool,
    hunts: bool, top_speed: f32, max_force: f32, so_far: Vec2, turns: bool, view: [f32; 5],
}

pub struct Flock {
    units: Vec<Unit>, obstacles: Vec<(Vec2, f32)>, things: [Option<(Vec2, Vec2)>; 4], size: Vec2,
    torus: bool, time: f32, hunted: bool, fears_pointer: bool,
}

pub struct Numbers { weight: f32, amount: f32, way: &'static str }

fn seen(flock: &Flock, from: &Unit, place: Vec2, velocity: Vec2) -> Seen {
    let mut offset = place - from.position;
    if flock.torus { offset -= flock.size * (offset / flock.size).round(); }
    at(offset, velocity)
}
fn at(offset: Vec2, velocity: Vec2) -> Seen {
    let (distance, direction) = (offset.length(), offset.normalize_or_zero());
    Seen { there: true, offset, distance, direction, velocity, speed: velocity.length(), ..Seen::default() }
}
fn units(unit: &Unit, flock: &Flock, radius: f32, counts: impl Fn(&Unit) -> bool) -> std::vec::IntoIter<Seen> {
    let others = flock.units.iter().filter(|one| one.id != unit.id && counts(one));
    let found = others.map(|one| {
        let seen = seen(flock, unit, one.position, one.velocity);
        Seen { id: one.id, heading: one.heading, length: one.length, leads: one.leads, ..seen }
    });
    found.filter(|one| one.distance <= radius).collect::<Vec<_>>().into_iter()
}
/// Who is at its very place is a tenth of a length to one side.
fn apart(unit: &Unit, some: std::vec::IntoIter<Seen>) -> std::vec::IntoIter<Seen> {
    let gap = |id| unit.heading.perp() * 0.1 * unit.length * if unit.id > id { -1.0 } else { 1.0 };
    let moved = |one: Seen| {
        let Seen { offset, distance, direction, .. } = at(gap(one.id), one.velocity);
        if one.distance > 0.0 { one } else { Seen { offset, distance, direction, ..one } }
    };
    some.map(moved).collect::<Vec<_>>().into_iter()
}
fn mates_in_view(unit: &Unit, flock: &Flock) -> std::vec::IntoIter<Seen> {
    let mates = units(unit, flock, unit.view[1] * unit.length, |one| one.wolf == unit.wolf);
    let mut mates: Vec<Seen> = mates.filter(|one| one.distance > 0.0 && is_seen(unit, one.offset)).collect();
    if unit.view[4] > 0.0 {
        mates.sort_by(|a, b| a.distance.total_cmp(&b.distance));
        mates.truncate(unit.view[4] as usize);
    }
    mates.into_iter()
}
fn mates_within(unit: &Unit, flock: &Flock, radius: f32) -> std::vec::IntoIter<Seen> {
    apart(unit, units(unit, flock, radius, |one| one.wolf == unit.wolf))
}
fn fellows_within(unit: &Unit, flock: &Flock, radius: f32) -> std::vec::IntoIter<Seen> {
    mates_within(unit, flock, radius)
}
fn others_within(unit: &Unit, flock: &Flock, radius: f32) -> std::vec::IntoIter<Seen> {
    apart(unit, units(unit, flock, radius, |one| one.wolf != unit.wolf))
}
fn everyone_within(unit: &Unit, flock: &Flock, radius: f32) -> std::vec::IntoIter<Seen> {
    apart(unit, units(unit, flock, radius, |_| true))
}
/// Whom one is told to hunt, else the others: in these worlds they are the same.
fn hunted_within(unit: &Unit, flock: &Flock, radius: f32) -> std::vec::IntoIter<Seen> {
    others_within(unit, flock, radius)
}
fn group_within(unit: &Unit, flock: &Flock, key: &str, radius: f32) -> std::vec::IntoIter<Seen> {
    apart(unit, units(unit, flock, radius, |one| key == "wolves" && one.wolf))
}
fn menaces_within(unit: &Unit, flock: &Flock, radius: f32) -> std::vec::IntoIter<Seen> {
    let pointer = flock.things[3].filter(|_| flock.fears_pointer);
    let heading = |seen: Seen| Seen { heading: seen.velocity.normalize_or_zero(), ..seen };
    let pointer = pointer.map(|(place, velocity)| heading(seen(flock, unit, place, velocity)));
    let near = pointer.filter(|one| one.distance <= radius);
    units(unit, flock, radius, |one| one.wolf).chain(near).collect::<Vec<_>>().into_iter()
}
fn obstacles_around(unit: &Unit, flock: &Flock) -> std::vec::IntoIter<Seen> {
    let of = |(center, radius): &(Vec2, f32)| Seen { radius: *radius, ..seen(flock, unit, *center, Vec2::ZERO) };
    flock.obstacles.iter().map(of).collect::<Vec<_>>().into_iter()
}
fn thing(unit: &Unit, flock: &Flock, of: usize) -> Seen {
    flock.things[of].map_or(Seen::default(), |(place, velocity)| seen(flock, unit, place, velocity))
}
fn goal_from(unit: &Unit, flock: &Flock) -> Seen { thing(unit, flock, 0) }
fn target_from(unit: &Unit, flock: &Flock) -> Seen { thing(unit, flock, 1) }
fn leader_from(unit: &Unit, flock: &Flock) -> Seen { thing(unit, flock, 2) }
fn pointer_from(unit: &Unit, flock: &Flock) -> Seen { thing(unit, flock, 3) }
fn takes_part(unit: &Unit, _flock: &Flock, _usual: &str) -> bool { unit.hunts }

fn part_ahead(unit: &Unit, d: Vec2) -> f32 { unit.heading.dot(d) }
fn part_abeam(unit: &Unit, d: Vec2) -> f32 { unit.heading.perp_dot(d) }
fn side(unit: &Unit, d: Vec2) -> f32 {
    let starboard = part_abeam(unit, d);
    if starboard != 0.0 { starboard.signum() } else if part_ahead(unit, d) < 0.0 { 1.0 } else { 0.0 }
}
fn turn_toward(unit: &Unit, d: Vec2) -> f32 {
    let (to, way) = (d.normalize_or_zero(), unit.velocity.normalize_or_zero());
    if to == Vec2::ZERO || way == Vec2::ZERO { return 0.0; }
    side(unit, to) * to.dot(way).clamp(-1.0, 1.0).acos() / PI
}
fn looks(unit: &Unit, model: f32, d: Vec2) -> bool {
    let (forward, aside) = (part_ahead(unit, d), part_abeam(unit, d).abs());
    match model as u32 {
        0 => false,
        1 => -aside < unit.view[2] * forward,
        2 => forward > 0.0,
        3 => aside < unit.view[3] * forward,
        _ => true,
    }
}
fn is_seen(unit: &Unit, d: Vec2) -> bool { looks(unit, unit.view[0], d) }
fn is_in_wide_view(unit: &Unit, d: Vec2) -> bool { looks(unit, 1.0, d) }
fn is_in_limited_view(unit: &Unit, d: Vec2) -> bool { looks(unit, 2.0, d) }
fn is_in_narrow_view(unit: &Unit, d: Vec2) -> bool { looks(unit, 3.0, d) }
fn steer_toward(unit: &Unit, wanted: Vec2) -> Vec2 { (wanted - unit.velocity) / unit.top_speed }
fn seek_to(unit: &Unit, d: Vec2) -> Vec2 { steer_toward(unit, d.normalize_or_zero() * unit.top_speed) }
fn arrive_at(unit: &Unit, d: Vec2, radius: f32) -> Vec2 {
    let share = if d.length() < radius { d.length() / radius } else { 1.0 };
    steer_toward(unit, d.normalize_or_zero() * unit.top_speed * share)
}
fn head_for(unit: &Unit, d: Vec2) -> Vec2 {
    if d == Vec2::ZERO { return Vec2::ZERO; }
    if unit.turns { unit.heading.perp() * turn_toward(unit, d) } else { steer_toward(unit, d * unit.top_speed) }
}
fn force_of(unit: &Unit, weight: f32, share: Vec2) -> Vec2 {
    let force = share * weight;
    if force.is_finite() { force } else { Vec2::ZERO }
}
fn force_sideways(unit: &Unit, weight: f32, share: f32) -> Vec2 { force_of(unit, weight, unit.heading.perp() * share) }
fn turned(v: Vec2, angle: f32) -> Vec2 { Vec2::from_angle(angle).rotate(v) }
fn wrap_angle(angle: f32) -> f32 { angle - 2.0 * PI * (angle / (2.0 * PI)).round() }
fn clamp(value: f32, low: f32, high: f32) -> f32 { value.max(low).min(high) }
fn mix(a: f32, b: f32, share: f32) -> f32 { a + (b - a) * share }
fn mix_vectors(a: Vec2, b: Vec2, share: f32) -> Vec2 { a + (b - a) * share }
fn square_root(value: f32) -> f32 { value.max(0.0).sqrt() }
fn arc_cosine(value: f32) -> f32 { clamp(value, -1.0, 1.0).acos() }
fn sign_of(value: f32) -> f32 { if value > 0.0 { 1.0 } else if value < 0.0 { -1.0 } else { 0.0 } }
fn mean_of(values: impl Iterator<Item = f32>) -> f32 {
    let (sum, many) = values.fold((0.0, 0.0f32), |(sum, many), value| (sum + value, many + 1.0));
    sum / many.max(1.0)
}
fn mean_of_vectors(values: impl Iterator<Item = Vec2>) -> Vec2 {
    let (sum, many) = values.fold((Vec2::ZERO, 0.0f32), |(sum, many), value| (sum + value, many + 1.0));
    sum / many.max(1.0)
}
fn least_of(values: impl Iterator<Item = f32>) -> f32 { values.reduce(f32::min).unwrap_or(0.0) }
fn most_of(values: impl Iterator<Item = f32>) -> f32 { values.reduce(f32::max).unwrap_or(0.0) }
fn nearest(some: impl Iterator<Item = Seen>) -> Option<Seen> {
    some.reduce(|nearest, next| if next.distance < nearest.distance { next } else { nearest })
}

/// Nobody remembers anything yet.
fn recall(_unit: &Unit, _key: &str, start: f32) -> f32 { start }
impl Unit {
    fn remember(&mut self, _key: &str, _value: f32) {}
    fn ease_thrust(&mut self, _weight: f32, _factor: f32) {}
    fn ease_speed(&mut self, _weight: f32, _factor: f32) {}
}

type Printed = fn(&mut Unit, &Flock, &Numbers) -> Vec2;

fn main() {
    let text = std::io::read_to_string(std::io::stdin()).unwrap();
    let mut numbers = text.split_whitespace().map(|number| number.parse::<f32>().unwrap());
    let mut next = move || numbers.next().unwrap();
    for rule in RULES {
        let [torus, width, height, top_speed, turns, time, fears, hunted] = std::array::from_fn(|_| next());
        let (so_far, view) = (Vec2::new(next(), next()), std::array::from_fn(|_| next()));
        let things = std::array::from_fn(|_| {
            let (there, place, velocity) = (next(), Vec2::new(next(), next()), Vec2::new(next(), next()));
            (there > 0.0).then_some((place, velocity))
        });
        let obstacles = (0..next() as usize).map(|_| (Vec2::new(next(), next()), next())).collect();
        let units: Vec<Unit> = (0..next() as usize)
            .map(|id| Unit {
                id, position: Vec2::new(next(), next()), velocity: Vec2::new(next(), next()),
                heading: Vec2::from_angle(next()), length: next(), wolf: next() > 0.0, leads: next() > 0.0,
                hunts: next() > 0.0, top_speed, max_force: 1.0, so_far, turns: turns > 0.0, view,
            })
            .collect();
        let mut unit = units[0];
        let size = Vec2::new(width, height);
        let (torus, hunted, fears_pointer) = (torus > 0.0, hunted > 0.0, fears > 0.0);
        let flock = Flock { units, obstacles, things, size, torus, time, hunted, fears_pointer };
        let force = rule(&mut unit, &flock, &Numbers { weight: 1.0, amount: 2.0, way: "port" });
        println!("{} {}", force.x, force.y);
    }
}
