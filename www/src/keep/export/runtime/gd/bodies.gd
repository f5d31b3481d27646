extends Node2D

# Density of the air, slugs per cubic foot, as the book has it.
const AIR_DENSITY: float = 0.0023769

# The center of drag lies this many lengths forward of the middle.
const DRAG_CENTER: float = -0.12

# Slower than this, u/s, a point stands, and keeps its heading.
const STILL: float = 1e-9


# The book's craft: thrust astern, drag, steering forces at the bow, which also turn it.
func _rigid_body_set_up(group: Group) -> void:
	group.turns = true
	group.force_scale = group.steering_force
	group.stiffness = INF
	group.cruise = group.thrust
	group.limit = group.steering_limit * group.steering_force
	if group.limit == 0.0:
		group.limit = INF


# The area that both drags act on.
func _hull(unit: Unit) -> float:
	var length: float = unit.length
	return (length + length * unit.group.hull_width) * (length * unit.group.hull_height)


# Where thrust and drag balance.
func _rigid_body_top_speed(unit: Unit) -> float:
	return sqrt(unit.group.thrust / (AIR_DENSITY * _hull(unit) * unit.group.linear_drag))


func _rigid_body_start_speed(unit: Unit) -> float:
	return _rigid_body_top_speed(unit)


func _rigid_body_push(unit: Unit) -> void:
	var force: Vector2 = _truncated(unit.steering, unit.group.limit)
	unit.force = force + unit.h * unit.thrust
	unit.torque = 0.5 * unit.length * unit.h.cross(force)


func _rigid_body_move(unit: Unit) -> void:
	var group: Group = unit.group
	var push: Vector2 = Vector2(unit.force.dot(unit.h), unit.h.cross(unit.force))

	# Drag against the flow at the center of drag, half of it when drifting astern.
	var arm: float = unit.length * DRAG_CENTER
	var starboard: float = unit.h.cross(unit.velocity) + unit.omega * arm
	var flow: Vector2 = Vector2(unit.velocity.dot(unit.h), starboard)
	var ahead: float = 2.0 if flow.x > 0.0 else 1.0
	var drag: float = 0.5 * AIR_DENSITY * group.linear_drag * _hull(unit) * ahead * flow.length()
	drag = min(drag, group.mass / DT)
	var local: Vector2 = push - flow * drag
	var moment: float = unit.torque - arm * drag * flow.y

	unit.velocity += (unit.h * local.x + _sideways(unit, local.y)) * (DT / group.mass)
	unit.velocity *= unit.brake
	unit.position += unit.velocity * DT

	# Drag against turning, taken implicitly: at 1/60 s the explicit form explodes.
	var turning: float = unit.omega + moment / group.inertia * DT
	var turn_drag: float = 0.5 * AIR_DENSITY * group.angular_drag / group.inertia * _hull(unit)
	unit.omega = turning / (1.0 + turn_drag * abs(turning) * DT)
	unit.heading = _wrap_angle(unit.heading + unit.omega * DT)


func _rigid_body_face(unit: Unit) -> void:
	unit.h = Vector2(cos(unit.heading), sin(unit.heading))


# A point: a limited force moves it, its heading follows its limited velocity.
func _point_mass_set_up(group: Group) -> void:
	group.turns = false
	group.force_scale = group.max_force
	group.stiffness = group.mass / DT
	group.cruise = 0.0
	group.limit = group.max_force


func _point_mass_top_speed(unit: Unit) -> float:
	return unit.group.max_speed * (1.0 + unit.group.pace_spread * unit.pace)


func _point_mass_start_speed(_unit: Unit) -> float:
	return 0.0


func _point_mass_push(unit: Unit) -> void:
	unit.force = _truncated(unit.steering, unit.group.max_force)


func _point_mass_move(unit: Unit) -> void:
	var velocity: Vector2 = unit.velocity + unit.force * (DT / unit.group.mass)
	unit.velocity = _truncated(velocity, _point_mass_top_speed(unit)) * unit.brake
	unit.position += unit.velocity * DT


func _point_mass_face(unit: Unit) -> void:
	if unit.velocity.length() > STILL:
		unit.h = unit.velocity.normalized()
		unit.heading = unit.h.angle()
	else:
		unit.velocity = Vector2.ZERO


# A particle always moves at its speed; steering only turns it (Vicsek et al. 1995).
func _particle_set_up(group: Group) -> void:
	group.turns = false
	group.force_scale = group.max_force
	group.stiffness = INF
	group.cruise = 0.0
	group.limit = INF


func _particle_top_speed(unit: Unit) -> float:
	return unit.group.speed


func _particle_start_speed(unit: Unit) -> float:
	return unit.group.speed


func _particle_push(unit: Unit) -> void:
	unit.force = unit.steering


func _particle_move(unit: Unit) -> void:
	var group: Group = unit.group
	var before: Vector2 = unit.h
	var asked: Vector2 = before + unit.force / group.max_force
	var angle: float = 0.0
	if asked != Vector2.ZERO:
		angle = atan2(before.cross(asked), before.dot(asked))
	var most: float = group.max_turn * DT if group.max_turn > 0.0 else INF
	var turn: float = clamp(_wrap_angle(angle + unit.swerve), -most, most)
	unit.heading = _wrap_angle(unit.heading + turn)
	var after: Vector2 = Vector2(cos(unit.heading), sin(unit.heading))
	var way: Vector2 = before if group.moves_with == "old" else after
	unit.position += way * (group.speed * DT)
	unit.velocity = after * group.speed


func _particle_face(unit: Unit) -> void:
	unit.h = Vector2(cos(unit.heading), sin(unit.heading))
