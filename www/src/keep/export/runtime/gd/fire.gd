extends Node2D

# A monster is hit when a bullet passes within this many lengths of its middle.
const HIT: float = 0.75


# While a target is set, units with a gun face it and fire. A bullet is place, velocity and the
# seconds that are left to it.
func _fire(unit: Unit) -> void:
	var group: Dictionary = unit.group
	var aim: Vector2 = (target_place - unit.position).normalized()
	if aim == Vector2.ZERO:
		return
	unit.h = aim
	unit.heading = aim.angle()
	if unit.reload > 0.0:
		return
	var numbers: Array = _random_numbers(6, unit.id, ticks, 2)
	var velocity: Vector2 = aim.rotated(group.scatter * (2.0 * numbers[0] - 1.0)) * group.bullet_speed
	var left: float = group.fire_range * unit.length / group.bullet_speed
	bullets.append([unit.position + aim * 0.5 * unit.length, velocity, left])
	unit.reload = group.reload * (0.75 + 0.5 * numbers[1])


# The first monster that a bullet meets on this tick.
func _hit_by(bullet: Array) -> Unit:
	var step: Vector2 = bullet[1] * DT
	for unit in units:
		if unit.group.role == "monster" and not unit.hit:
			# Where it was when the tick began, as all that steers sees it.
			var d: Vector2 = unit.position - unit.velocity * DT - bullet[0]
			var along: float = clamp(d.dot(step) / step.length_squared(), 0.0, 1.0)
			if (d - step * along).length() <= HIT * unit.length:
				return unit
	return null


# Bullets fly straight. A monster that is hit starts again where monsters start.
func _fight() -> void:
	for unit in units:
		unit.hit = false
		unit.reload = max(unit.reload - DT, 0.0)
		if is_target_set and unit.group.has("bullet_speed"):
			_fire(unit)
	var flying: Array = []
	for bullet in bullets:
		var monster: Unit = _hit_by(bullet)
		if monster != null:
			monster.hit = true
			_place_unit(monster, _draw_again(monster, ticks))
			monster.goal = []
		bullet[0] += bullet[1] * DT
		bullet[2] -= DT
		var inside: bool = Rect2(0.0, 0.0, WIDTH, HEIGHT).has_point(bullet[0])
		if monster == null and bullet[2] > 0.0 and inside:
			flying.append(bullet)
	bullets = flying
