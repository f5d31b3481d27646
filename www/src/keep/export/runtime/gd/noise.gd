extends Node2D


# The angle by which chance turns a unit in this tick.
func _draw_noise(unit: Unit) -> float:
	var group: Group = unit.group
	var numbers: Array = _random_numbers(9, unit.id, ticks, 2)
	if group.noise_kind == "uniform":
		return group.noise * (numbers[0] - 0.5)
	# Normal, with mean 0 and standard deviation 1 (Box & Muller 1958).
	var size: float = sqrt(-2.0 * log(1.0 - numbers[0]))
	return group.noise * size * cos((2.0 * numbers[1] - 1.0) * PI)


# Turns the motion of a unit by what was drawn for it.
func _turn_by_noise(unit: Unit) -> void:
	var turn: float = clamp(unit.swerve, -PI, PI)
	unit.velocity = unit.velocity.rotated(turn)
	unit.heading = _wrap_angle(unit.heading + turn)
	unit.h = Vector2(cos(unit.heading), sin(unit.heading))
