extends Node2D

# Seconds per tick. All numbers were tuned at this step: keep it.
const DT: float = 1.0 / 60.0


# The same angle between -PI and PI.
func _wrap_angle(angle: float) -> float:
	return angle - TAU * round(angle / TAU)


# The vector, cut to a length.
func _truncated(v: Vector2, most: float) -> Vector2:
	var length: float = v.length()
	return v * (most / length) if length > most else v


# On which side of a unit an offset lies: 1 starboard, -1 port, 0 dead ahead, 1 dead astern.
func _side(unit: Unit, d: Vector2) -> float:
	var starboard: float = unit.h.cross(d)
	if starboard != 0.0:
		return sign(starboard)
	return 1.0 if unit.h.dot(d) < 0.0 else 0.0


# A force to one side of a unit, positive to starboard, as a vector.
func _sideways(unit: Unit, force: float) -> Vector2:
	return Vector2(-unit.h.y, unit.h.x) * force


# The side a direction lies on, times the share of a half turn that it is off.
func _turn_toward(unit: Unit, wanted: Vector2) -> float:
	var to: Vector2 = wanted.normalized()
	var way: Vector2 = unit.velocity.normalized()
	if to == Vector2.ZERO or way == Vector2.ZERO:
		return 0.0
	return _side(unit, to) * acos(clamp(to.dot(way), -1.0, 1.0)) / PI


# The offset from a unit to a place, across the edges where units see across them.
func _offset_to(unit: Unit, place: Vector2) -> Vector2:
	return _offset(place - unit.position)


# The force toward a wanted velocity, no more than reaches it within the tick.
func _toward(unit: Unit, wanted: Vector2) -> Vector2:
	var most: float = _top_speed(unit)
	if most <= 0.0:
		return Vector2.ZERO
	return (wanted - unit.velocity) * min(unit.group.force_scale / most, unit.group.stiffness)


# Full speed along an offset.
func _seek_along(unit: Unit, offset: Vector2) -> Vector2:
	return _toward(unit, offset.normalized() * _top_speed(unit))


# Along an offset, slowing down within a radius so as to stop at its end.
func _arrive_along(unit: Unit, offset: Vector2, radius: float) -> Vector2:
	var share: float = min(offset.length() / radius, 1.0)
	return _toward(unit, offset.normalized() * _top_speed(unit) * share)


# The offset to where a moving thing will be when the unit could have reached it.
func _ahead_of(unit: Unit, place: Vector2, velocity: Vector2) -> Vector2:
	var offset: Vector2 = _offset_to(unit, place)
	var most: float = _top_speed(unit)
	return offset + velocity * (offset.length() / most if most > 0.0 else 0.0)
