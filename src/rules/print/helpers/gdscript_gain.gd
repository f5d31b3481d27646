# Instead of the function in gdscript.gd where a change of velocity has a limit.

#= steer_toward
#: MOST_GAIN Unit.max_speed
static func steer_toward(me: Unit, wanted: Vector2) -> Vector2:
	return (wanted - me.velocity) * min(1.0 / me.max_speed, MOST_GAIN)
