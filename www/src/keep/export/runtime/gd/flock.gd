extends Node2D

# How fast the measured velocity of a target follows its motion: share per tick.
const SMOOTHING: float = 0.2

# At most this much time is made up for at once, in seconds.
const MOST_OWED: float = 0.25

# All units, and those that others take notice of: all but player and prey.
var units: Array = []

var crowd: Array = []

# The keys that fly the player's craft.
var keys: Dictionary = {"port": false, "starboard": false, "faster": false, "slower": false}

# What was set by set_target().
var is_target_set: bool = false

var target_place: Vector2 = Vector2.ZERO

var target_velocity: Vector2 = Vector2.ZERO

# Ticks since the start.
var ticks: int = 0

# The groups, to be tuned while it runs: groups[0].cohesion = 2.0.
var groups: Array = []

var grid: Array = []

var grid_columns: int = 0

var grid_rows: int = 0

var _owed: float = 0.0

var _target_before: Vector2 = Vector2.ZERO

var _next_id: int = 0


# One unit: position and velocity in u and u/s, heading in radians, clockwise. Give it a node that
# shall go where it goes.
class Unit:
	var id: int = 0
	var group: Dictionary = {}
	var node: Node2D = null
	var length: float = 1.0
	var position: Vector2 = Vector2.ZERO
	var velocity: Vector2 = Vector2.ZERO
	var heading: float = 0.0
	# The heading as a unit vector.
	var h: Vector2 = Vector2.RIGHT
	# Rate of turn, radians per second.
	var omega: float = 0.0
	# How its top speed differs from its group's: -1 to 1, times the pace spread.
	var pace: float = 0.0
	# Nobody is in its narrow view.
	var leader: bool = false
	# The steering of this tick: force, forward thrust, a factor on the velocity.
	var force: Vector2 = Vector2.ZERO
	var thrust: float = 0.0
	var brake: float = 1.0
	var taken_back: float = 0.0
	# The angle by which chance turns it.
	var swerve: float = 0.0
	# What it has in mind, as [place, velocity]; what it sees; what its behaviors remember.
	var goal: Array = []
	var memory: Dictionary = {}
	var in_sight: Array = []
	var in_sight_at: int = -1
	var throttle: float = 0.0
	var track: Dictionary = {}
	var ways: Dictionary = {}


func _init() -> void:
	_make_groups()
	for index in range(groups.size()):
		var group: Dictionary = groups[index]
		call(group.set_up, group)
		var places: Array = group.places if group.has("places") else _start_places(group, index)
		for place in places:
			var unit: Unit = add_unit(group, place[0], place[1])
			unit.pace = place[2]


# A group: its constants, and the names of the functions that it is made of.
func _made(constants: Dictionary, functions: Dictionary) -> Dictionary:
	var group: Dictionary = constants.duplicate(true)
	for key in functions:
		group[key] = functions[key]
	return group


func _process(delta: float) -> void:
	step(delta)
	for unit in units:
		if unit.node != null:
			unit.node.position = unit.position
			unit.node.rotation = unit.heading
	call("queue_redraw" if has_method("queue_redraw") else "update")


# A line for each unit without a node, so that there is something to see at once.
func _draw() -> void:
	for unit in units:
		if unit.node == null:
			var half: Vector2 = unit.h * unit.length * 0.5
			var color: Color = Color(0.84, 0.37, 0.0) if unit.leader else Color(0.34, 0.71, 0.91)
			draw_line(unit.position - half, unit.position + half, color, unit.length * 0.4)


# Goes on by some seconds, in ticks of 1/60 s.
func step(seconds: float) -> void:
	_owed = min(_owed + seconds, MOST_OWED)
	while _owed >= DT:
		tick()
		_owed -= DT


# One tick: all steer by the state of the last tick, then all of them move.
func tick() -> void:
	grid = []
	for group in groups:
		call(group.set_up, group)
	for unit in units:
		for look in unit.group.look:
			call(look, unit)
	for unit in units:
		_steer(unit)
	for unit in units:
		_move(unit)
	for unit in units:
		for note in unit.group.after:
			call(note, unit)
	for happen in AFTER_TICK:
		call(happen)
	_follow_target()
	ticks += 1


# What all hunt, or head for, from now on. Call it again as it moves.
func set_target(place: Vector2) -> void:
	if not is_target_set:
		target_velocity = Vector2.ZERO
		_target_before = place
	is_target_set = true
	target_place = place


func clear_target() -> void:
	is_target_set = false


# Adds a unit to one of the groups, at the speed at which its kind starts. A place outside the
# world is moved to its edge.
func add_unit(group: Dictionary, place: Vector2, heading: float = 0.0) -> Unit:
	var unit: Unit = Unit.new()
	unit.id = _next_id
	_next_id += 1
	unit.group = group
	unit.length = group.length
	unit.thrust = group.cruise
	_place_unit(unit, [place, heading])
	units.append(unit)
	if _takes_notice(group):
		crowd.append(unit)
	return unit


func remove_unit(unit: Unit) -> void:
	units.erase(unit)
	crowd.erase(unit)


# Whether others take notice of the units of a group.
func _takes_notice(group: Dictionary) -> bool:
	return group.role != "player" and group.role != "prey"


# Puts a unit somewhere, with the speed at which its kind starts.
func _place_unit(unit: Unit, place: Array) -> void:
	unit.position = Vector2(clamp(place[0].x, 0.0, WIDTH), clamp(place[0].y, 0.0, HEIGHT))
	unit.heading = place[1]
	unit.h = Vector2(cos(unit.heading), sin(unit.heading))
	var speed: float = call(unit.group.start_speed, unit)
	if unit.group.start.has("speed"):
		speed = unit.group.start.speed
	unit.velocity = unit.h * speed
	unit.omega = 0.0


# The first unit of a role, null where there is none.
func _first_of(role: String) -> Unit:
	for group in groups:
		if group.role == role:
			for unit in units:
				if unit.group.role == role:
					return unit
	return null


func _steer(unit: Unit) -> void:
	var group: Dictionary = unit.group
	unit.force = Vector2.ZERO
	unit.brake = 1.0
	unit.thrust = group.cruise
	if group.swerve:
		unit.swerve = call(group.swerve, unit)
	if group.goal:
		unit.goal = call(group.goal, unit)
	call(group.blend, unit)
	for pushes in EDGE_FORCES:
		unit.force += call(pushes, unit)


func _move(unit: Unit) -> void:
	call(unit.group.move, unit)
	call(EDGES, unit)
	call(unit.group.face, unit)
	if unit.group.jolt:
		call(unit.group.jolt, unit)
	for holds in HOLDS:
		call(holds, unit)


# Measures how the target moves.
func _follow_target() -> void:
	if is_target_set:
		target_velocity += ((target_place - _target_before) / DT - target_velocity) * SMOOTHING
		_target_before = target_place
