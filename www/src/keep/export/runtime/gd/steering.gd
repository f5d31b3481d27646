extends Node2D

# A degree in radians.
const DEGREE: float = PI / 180.0


# Whether a number is finite.
func _is_finite(value: float) -> bool:
	return not is_nan(value) and not is_inf(value)


# The force of a rule: 1 is all that a unit can steer. What is no number is no force.
func _force_of(unit: Unit, weight: float, share: Vector2) -> Vector2:
	var force: Vector2 = share * weight * unit.group.force_scale
	return force if _is_finite(force.x) and _is_finite(force.y) else Vector2.ZERO


# The same, to starboard.
func _force_sideways(unit: Unit, weight: float, share: float) -> Vector2:
	return _force_of(unit, weight, _sideways(unit, share))


# What a unit can steer toward a wanted velocity, no more than reaches it within the tick.
func _steer_toward(unit: Unit, wanted: Vector2) -> Vector2:
	var group: Group = unit.group
	var most: float = _top_speed(unit)
	if most <= 0.0:
		return Vector2.ZERO
	return (wanted - unit.velocity) * min(1.0 / most, _divided(group.stiffness, group.force_scale))


# Full speed along an offset.
func _seek_to(unit: Unit, offset: Vector2) -> Vector2:
	return _steer_toward(unit, offset.normalized() * _top_speed(unit))


# Along an offset, slowing down within a radius so as to stop at its end.
func _arrive_at(unit: Unit, offset: Vector2, radius: float) -> Vector2:
	var share: float = offset.length() / radius if offset.length() < radius else 1.0
	return _steer_toward(unit, offset.normalized() * _top_speed(unit) * share)


# Into a direction, as the body can: what cannot choose its speed turns.
func _head_for(unit: Unit, course: Vector2) -> Vector2:
	if course == Vector2.ZERO:
		return Vector2.ZERO
	if unit.group.turns:
		return _sideways(unit, _turn_toward(unit, course))
	return _steer_toward(unit, course * _top_speed(unit))


# Multiplies the thrust of this tick by a factor, as much as the rule weighs.
func _ease_thrust(unit: Unit, weight: float, factor: float) -> void:
	if _is_finite(factor):
		unit.thrust *= 1.0 + weight * (factor - 1.0)


# The same with the velocity: the factor is between 0 and 1.
func _ease_speed(unit: Unit, weight: float, factor: float) -> void:
	if _is_finite(factor):
		unit.brake *= clamp(1.0 + weight * (clamp(factor, 0.0, 1.0) - 1.0), 0.0, 1.0)


# Whether it is among those that hunt the target. usual: who hunts that of the scene.
func _takes_part(unit: Unit, usual: String) -> bool:
	return _hunts(unit, usual)


# The sum so far: 1 is all that a unit can steer.
func _so_far_of(unit: Unit) -> Vector2:
	var most: float = unit.group.force_scale
	return unit.steering / most if most > 0.0 else Vector2.ZERO


# The part of a vector along the heading.
func _part_ahead(unit: Unit, v: Vector2) -> float:
	return unit.h.dot(v)


# The part of a vector to starboard of the heading.
func _part_abeam(unit: Unit, v: Vector2) -> float:
	return unit.h.cross(v)


# Whether an offset lies within the angles of the group's view.
func _is_seen(unit: Unit, v: Vector2) -> bool:
	var group: Group = unit.group
	return _sees(group, unit.h.dot(v), unit.h.cross(v))


func _is_in_wide_view(unit: Unit, v: Vector2) -> bool:
	return _sees_wide(unit.group, unit.h.dot(v), unit.h.cross(v))


func _is_in_limited_view(unit: Unit, v: Vector2) -> bool:
	return _sees_limited(unit.group, unit.h.dot(v), unit.h.cross(v))


func _is_in_narrow_view(unit: Unit, v: Vector2) -> bool:
	return _sees_narrow(unit.group, unit.h.dot(v), unit.h.cross(v))


# What a unit remembers.
func _recall(unit: Unit, key: String, start: float) -> float:
	return unit.memory[key] if unit.memory.has(key) else start


func _recall_vector(unit: Unit, key: String, start: Vector2) -> Vector2:
	return unit.memory[key] if unit.memory.has(key) else start


# What is no number is not remembered.
func _remember(unit: Unit, key: String, value: float) -> void:
	if _is_finite(value):
		unit.memory[key] = value


func _remember_vector(unit: Unit, key: String, value: Vector2) -> void:
	if _is_finite(value.x) and _is_finite(value.y):
		unit.memory[key] = value


# A quarter turn to starboard.
func _starboard_of(v: Vector2) -> Vector2:
	return Vector2(-v.y, v.x)


# A quotient; of a number by 0 it is infinite.
func _divided(value: float, by: float) -> float:
	if by != 0.0:
		return value / by
	return sign(value) * INF if value != 0.0 else NAN


func _divided_vector(v: Vector2, by: float) -> Vector2:
	return Vector2(_divided(v.x, by), _divided(v.y, by))


func _clamp(value: float, low: float, high: float) -> float:
	return min(max(value, low), high)


# The square root; of a negative number 0.
func _square_root(value: float) -> float:
	return sqrt(max(value, 0.0))


# The angle with a cosine; beyond -1 and 1 as of these.
func _arc_cosine(cosine: float) -> float:
	return acos(clamp(cosine, -1.0, 1.0))


# A random number for a unit, a place in its rule and a moment, from 0 to 1.
func _chance(unit: Unit, purposes: Array, place: int, at: int) -> float:
	var number: int = unit.id | (place << 32)
	return _random_numbers(purposes[0 if place == 0 else 1], number, at, 1)[0]


# Drawn anew in each tick, for each unit and place in its rule.
func _random_between(unit: Unit, place: int, low: float, high: float) -> float:
	return low + (high - low) * _chance(unit, [3, 11], place, ticks)


# Smooth chance from -1 to 1, which changes within so many seconds.
func _sway(unit: Unit, place: int, seconds: float) -> float:
	# Everybody's knots are at other times: else the whole flock would sway in step.
	var time: float = _chance(unit, [10, 12], place, -1) + _divided(ticks * DT, seconds)
	var knot: int = int(floor(time))
	var share: float = time - knot
	var smooth: float = share * share * (3.0 - 2.0 * share)
	var from: float = 2.0 * _chance(unit, [10, 12], place, knot) - 1.0
	var to: float = 2.0 * _chance(unit, [10, 12], place, knot + 1) - 1.0
	return from + (to - from) * smooth
