%% DEGREE
const DEGREE: f32 = PI / 180.0;
%% added
/// A force, and another by its weight; what is no number is no force.
fn added(force: Vec2, weight: f32, share: Vec2) -> Vec2 {
    if share.is_finite() { force + share * weight } else { force }
}
%% added_within
/// The same, as far as all of it together is at most what the unit can steer: the first come first.
fn added_within(force: Vec2, weight: f32, share: Vec2) -> Vec2 {
    let more = added(force, weight, share) - force;
    force + more.clamp_length_max((1.0 - force.length()).max(0.0))
}
%% eased
/// A factor, and another by its weight: 0 has none of it, 1 has all.
fn eased(factor: f32, weight: f32, by: f32) -> f32 {
    factor * (1.0 + weight * (by - 1.0))
}
%% kept
/// What is remembered from now on: what is no number leaves it as it was.
fn kept(next: f32, before: f32) -> f32 {
    if next.is_finite() { next } else { before }
}
%% kept_vector
/// What is remembered from now on: what is no number leaves it as it was.
fn kept_vector(next: Vec2, before: Vec2) -> Vec2 {
    Vec2::new(kept(next.x, before.x), kept(next.y, before.y))
}
%% random_between
/// Drawn anew each time (xorshift).
fn random_between(state: &mut State, low: f32, high: f32) -> f32 {
    state.random ^= state.random << 13;
    state.random ^= state.random >> 17;
    state.random ^= state.random << 5;
    low + (high - low) * (state.random >> 8) as f32 / 16_777_216.0
}
%% random_normal
/// Drawn anew each time, about 0 with this standard deviation (Box and Muller).
fn random_normal(state: &mut State, deviation: f32) -> f32 {
    let size = (-2.0 * (1.0 - random_between(state, 0.0, 1.0)).ln()).sqrt();
    deviation * size * random_between(state, 0.0, 2.0 * PI).cos()
}
%% foresee
/// The acceleration off a body that one nears, at most a rate times what it takes to just pass it.
fn foresee(
    offset: Vec2,
    nearing: Vec2,
    radii: f32,
    energy: f32,
    horizon: f32,
    aside: f32,
    rate: f32,
) -> Vec2 {
    let way = nearing.normalize_or_zero();
    // Farther to the right, where they meet head on.
    let shift = (1.0 - way.perp_dot(offset).abs() / (0.2 * radii)).max(0.0) * aside * radii;
    let x = way.perp() * shift - offset;
    let (along, across, speed2) = (x.dot(nearing), x.perp_dot(nearing), nearing.length_squared());
    let root = square_root(speed2 * radii * radii - across * across);
    let time = (-along - root) / speed2;
    if offset.length() < radii || root == 0.0 || time <= 0.0 {
        return Vec2::ZERO;
    }
    let strength = energy * (-time / horizon).exp() * (2.0 / time + 1.0 / horizon);
    let push = (x + nearing * time) * (strength / (time * time * root));
    let beyond = across.abs() * square_root(x.length_squared() - radii * radii);
    let most = rate * (along.abs() * radii - beyond).max(0.0) / x.length_squared();
    if rate > 0.0 { push.clamp_length_max(most) } else { push }
}
%% sway
/// Smooth chance within -1..1 that goes from one value to the next within some seconds.
fn sway(state: &mut State, place: usize, seconds: f32, dt: f32) -> f32 {
    state.sways[place][2] += dt / seconds;
    if state.sways[place][2] >= 1.0 {
        let to = random_between(state, -1.0, 1.0);
        let [_, from, share] = state.sways[place];
        state.sways[place] = [from, to, share.fract()];
    }
    let [from, to, share] = state.sways[place];
    from + (to - from) * share * share * (3.0 - 2.0 * share)
}
%% next_node_stop
/// The node of a path that comes next; the last one is the end.
fn next_node_stop(me: &Unit, state: &mut State, path: &[Vec2], radius: f32) -> Seen {
    let near = |node: &Vec2| offset_to(me, *node).length() <= radius * me.length;
    if path.get(state.node).is_some_and(near) {
        state.node = (state.node + 1).min(path.len() - 1);
    }
    let node = path.get(state.node).copied();
    look_at(me, node.map(|position| Thing { position, velocity: Vec2::ZERO })) %?!s.last
    let next = look_at(me, node.map(|position| Thing { position, velocity: Vec2::ZERO })); %?s.last
    Seen { last: state.node + 1 == path.len(), ..next } %?s.last
}
%% next_node_loop
/// The node of a path that comes next; after the last one the first.
fn next_node_loop(me: &Unit, state: &mut State, path: &[Vec2], radius: f32) -> Seen {
    let near = |node: &Vec2| offset_to(me, *node).length() <= radius * me.length;
    if path.get(state.node).is_some_and(near) {
        state.node = (state.node + 1) % path.len();
    }
    let node = path.get(state.node).copied();
    look_at(me, node.map(|position| Thing { position, velocity: Vec2::ZERO }))
}
%% next_node_patrol
/// The node of a path that comes next; after the last one back again.
fn next_node_patrol(me: &Unit, state: &mut State, path: &[Vec2], radius: f32) -> Seen {
    let near = |node: &Vec2| offset_to(me, *node).length() <= radius * me.length;
    if path.get(state.node).is_some_and(near) {
        let end = if state.back { 0 } else { path.len() - 1 };
        if state.node == end {
            state.back = !state.back;
        }
        let next = if state.back { state.node.saturating_sub(1) } else { state.node + 1 };
        state.node = next.min(path.len() - 1);
    }
    let node = path.get(state.node).copied();
    look_at(me, node.map(|position| Thing { position, velocity: Vec2::ZERO }))
}
%% force_sideways
fn force_sideways(me: &Unit, share: f32) -> Vec2 {
    me.heading.perp() * share
}
%% head_for
/// Into a direction at full speed.
fn head_for(me: &Unit, u: Vec2) -> Vec2 {
    if u == Vec2::ZERO { u } else { steer_toward(me, u * me.max_speed) }
}
%% turn_into
/// Into a direction by turning: a rigid body goes where it points.
fn turn_into(me: &Unit, u: Vec2) -> Vec2 {
    force_sideways(me, turn_toward(me, u))
}
%% seek_to
fn seek_to(me: &Unit, d: Vec2) -> Vec2 {
    steer_toward(me, d.normalize_or_zero() * me.max_speed)
}
%% arrive_at
/// Along an offset, slower within a radius of its end.
fn arrive_at(me: &Unit, d: Vec2, radius: f32) -> Vec2 {
    steer_toward(me, d.normalize_or_zero() * me.max_speed * (d.length() / radius).min(1.0))
}
%% steer_toward
fn steer_toward(me: &Unit, wanted: Vec2) -> Vec2 {
    (wanted - me.velocity) / me.max_speed %?!stiff
    (wanted - me.velocity) * (1.0 / me.max_speed).min(MOST_GAIN) %?stiff
}
%% turn_toward
/// To which side a direction lies, times the angle to it as a share of a half turn.
fn turn_toward(me: &Unit, d: Vec2) -> f32 {
    let (to, way) = (d.normalize_or_zero(), me.velocity.normalize_or_zero());
    if to == Vec2::ZERO || way == Vec2::ZERO { return 0.0; }
    side(me, to) * to.dot(way).clamp(-1.0, 1.0).acos() / PI
}
%% side
/// 1 to starboard, -1 to port, 0 dead ahead, 1 dead astern.
fn side(me: &Unit, d: Vec2) -> f32 {
    match (me.heading.perp_dot(d), me.heading.dot(d) < 0.0) {
        (0.0, true) => 1.0,
        (0.0, false) => 0.0,
        (abeam, _) => abeam.signum(),
    }
}
%% is_in_wide_view
/// All around but for a wedge behind, of this tangent of half its angle.
fn is_in_wide_view(me: &Unit, d: Vec2, back_angle: f32) -> bool {
    let forward = me.heading.dot(d);
    forward > 0.0 || me.heading.perp_dot(d).abs() > forward.abs() * back_angle
}
%% is_in_limited_view
fn is_in_limited_view(me: &Unit, d: Vec2) -> bool {
    me.heading.dot(d) > 0.0
}
%% is_in_narrow_view
/// In a wedge ahead, of this tangent of half its angle.
fn is_in_narrow_view(me: &Unit, d: Vec2, front_angle: f32) -> bool {
    let forward = me.heading.dot(d);
    forward > 0.0 && me.heading.perp_dot(d).abs() < forward * front_angle
}
%% @in_view
/// Mates that count: near enough, and within the angles of the view.
fn @NAME@(me: &Unit, others: &[Unit]) -> impl Iterator<Item = Seen> {
    let near = mates_within(me, others, @RADIUS@ * me.length);
    near.filter(|one| one.distance > 0.0) %?full
    near.filter(|one| @SEES@) %?!full!nearest
    let mut seen: Vec<Seen> = near.filter(|one| @SEES@).collect(); %?nearest
    seen.sort_by(|a, b| a.distance.total_cmp(&b.distance)); %?nearest
    seen.into_iter().take(@NEAREST@) %?nearest
}
%% mates_within
fn mates_within(me: &Unit, others: &[Unit], radius: f32) -> impl Iterator<Item = Seen> {
    within(me, others.iter().filter(|one| one.role == me.role), radius)
}
%% fellows_within
/// Units of one's group within a distance.
fn fellows_within(me: &Unit, others: &[Unit], radius: f32) -> impl Iterator<Item = Seen> {
    let fellows = others.iter().filter(|one| one.group == me.group && one.role == me.role);
    within(me, fellows, radius)
}
%% others_within
/// Units of other roles within a distance.
fn others_within(me: &Unit, others: &[Unit], radius: f32) -> impl Iterator<Item = Seen> {
    within(me, others.iter().filter(|one| one.role != me.role), radius)
}
%% everyone_within
fn everyone_within(me: &Unit, others: &[Unit], radius: f32) -> impl Iterator<Item = Seen> {
    within(me, others.iter(), radius)
}
%% groups_within
/// Units of some groups within a distance.
fn groups_within(me: &Unit, others: &[Unit], groups: &[&str], radius: f32) -> impl Iterator<Item = Seen> {
    within(me, others.iter().filter(|one| groups.contains(&one.group)), radius)
}
%% menaces_within
/// Units of some groups, and the pointer, within a distance.
fn menaces_within(me: &Unit, others: &[Unit], groups: &[&str], radius: f32) -> impl Iterator<Item = Seen> {
    let pointer = me.pointer.map(|thing| look_at(me, Some(thing)));
    let pointer = pointer.map(|one| Seen { heading: one.velocity.normalize_or_zero(), ..one }); %?s.heading
    let near = pointer.filter(|one| one.distance <= radius);
    groups_within(me, others, groups, radius).chain(near)
}
%% within
fn within<'a>(
    me: &Unit,
    others: impl Iterator<Item = &'a Unit>,
    radius: f32,
) -> impl Iterator<Item = Seen> {
    others.map(|one| look(me, one)).filter(move |one| one.distance <= radius)
}
%% look
fn look(me: &Unit, one: &Unit) -> Seen {
    let offset = offset_to(me, one.position);
    Seen {
        offset,
        distance: offset.length(),
        direction: offset.normalize_or_zero(), %?s.direction
        velocity: one.velocity, %?s.velocity
        speed: one.velocity.length(), %?s.speed
        heading: one.heading, %?s.heading
        length: one.length, %?s.length
        leads: one.leads, %?s.leads
        ..Seen::default() %?s.radius|s.there|s.last
    }
}
%% look_at
fn look_at(me: &Unit, thing: Option<Thing>) -> Seen {
    let Some(thing) = thing else { return Seen::default() };
    let offset = offset_to(me, thing.position);
    Seen {
        offset,
        distance: offset.length(), %?s.distance
        direction: offset.normalize_or_zero(), %?s.direction
        velocity: thing.velocity, %?s.velocity
        there: true, %?s.there
        ..Seen::default() %?s.radius|s.speed|s.heading|s.length|s.leads|s.last
    }
}
%% obstacles_around
/// Obstacles as they are seen; the offset is to the middle.
fn obstacles_around(me: &Unit, obstacles: &[Obstacle]) -> impl Iterator<Item = Seen> {
    obstacles.iter().map(|one| {
        let offset = offset_to(me, one.position);
        Seen {
            offset,
            distance: offset.length(), %?s.distance
            direction: offset.normalize_or_zero(), %?s.direction
            radius: one.radius, %?s.radius
            ..Seen::default() %?s.there|s.velocity|s.speed|s.heading|s.length|s.leads|s.last
        }
    })
}
%% offset_to
/// From a unit to a place, across the edges where that is shorter. %?torus
fn offset_to(me: &Unit, place: Vec2) -> Vec2 {
    place - me.position %?!torus
    let (d, size) = (place - me.position, Vec2::new(WIDTH, HEIGHT)); %?torus
    d - size * (d / size).round() %?torus
}
%% mean_of
fn mean_of(values: impl Iterator<Item = f32>) -> f32 {
    let (sum, many) = values.fold((0.0, 0.0), |(sum, many), value| (sum + value, many + 1.0));
    sum / f32::max(many, 1.0)
}
%% mean_of_vectors
fn mean_of_vectors(values: impl Iterator<Item = Vec2>) -> Vec2 {
    let (sum, many) = values.fold((Vec2::ZERO, 0.0), |(sum, many), one| (sum + one, many + 1.0));
    sum / f32::max(many, 1.0)
}
%% least_of
fn least_of(values: impl Iterator<Item = f32>) -> f32 {
    values.reduce(f32::min).unwrap_or(0.0)
}
%% most_of
fn most_of(values: impl Iterator<Item = f32>) -> f32 {
    values.reduce(f32::max).unwrap_or(0.0)
}
%% nearest
/// The nearest of some, of two that are equally near the first.
fn nearest(some: impl Iterator<Item = Seen>) -> Option<Seen> {
    some.reduce(|best, one| if one.distance < best.distance { one } else { best })
}
%% any_of
/// One of some, drawn anew each time.
fn any_of(state: &mut State, some: impl Iterator<Item = Seen>) -> Option<Seen> {
    let some: Vec<Seen> = some.collect();
    some.get(random_between(state, 0.0, some.len() as f32) as usize).copied()
}
%% closest_of
/// This many of the nearest.
fn closest_of(some: impl Iterator<Item = Seen>, many: f32) -> impl Iterator<Item = Seen> {
    let mut some: Vec<Seen> = some.collect();
    some.sort_by(|a, b| a.distance.total_cmp(&b.distance));
    some.into_iter().take(many as usize)
}
%% turned
/// Turned to starboard by an angle.
fn turned(v: Vec2, angle: f32) -> Vec2 {
    Vec2::from_angle(angle).rotate(v)
}
%% mix_vectors
fn mix_vectors(a: Vec2, b: Vec2, share: f32) -> Vec2 {
    a + (b - a) * share
}
%% mix
fn mix(a: f32, b: f32, share: f32) -> f32 {
    a + (b - a) * share
}
%% clamp
fn clamp(value: f32, low: f32, high: f32) -> f32 {
    value.max(low).min(high)
}
%% square_root
/// Of a negative number 0.
fn square_root(value: f32) -> f32 {
    value.max(0.0).sqrt()
}
%% arc_cosine
fn arc_cosine(value: f32) -> f32 {
    value.clamp(-1.0, 1.0).acos()
}
%% logarithm
/// Of nothing positive no number.
fn logarithm(value: f32) -> f32 {
    if value > 0.0 { value.ln() } else { f32::NAN }
}
%% sign_of
fn sign_of(value: f32) -> f32 {
    if value == 0.0 { 0.0 } else { value.signum() }
}
%% wrap_angle
/// The same angle within half a turn to each side.
fn wrap_angle(angle: f32) -> f32 {
    angle - 2.0 * PI * (angle / (2.0 * PI)).round()
}
