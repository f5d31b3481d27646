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

# What was set by set_target(), as [place, velocity]; empty where none is.
var target: Array = []

# The round obstacles as [center, radius], and the walls as [from, to, half the thickness]: to be
# replaced while it runs.
var obstacles: Array = OBSTACLES.duplicate(true)

var walls: Array = WALLS.duplicate(true)

# Ticks since the start.
var ticks: int = 0

# The share of a tick that step() owes, from 0 to 1.
var alpha: float = 0.0

# The groups, to be tuned while it runs: groups[0].cohesion = 2.0. A number that a group does not
# have is an error.
var groups: Array = []

var grid: Array = []

var grid_columns: int = 0

var grid_rows: int = 0

var _owed: float = 0.0

var _steered: bool = false

var _target_before: Vector2 = Vector2.ZERO

var _next_id: int = 0


# One unit: position and velocity in u and u/s, heading in radians, clockwise. Give it a node that
# shall go where it goes.
class Unit:
	var id: int = 0
	var group: Group = null
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
	# What pushes it, after steer(): at its middle, limited, with its thrust; how that turns it,
	# clockwise; a factor on its velocity.
	var force: Vector2 = Vector2.ZERO
	var torque: float = 0.0
	var brake: float = 1.0
	# Where it was a tick ago.
	var before: Vector2 = Vector2.ZERO
	var heading_before: float = 0.0
	# The steering so far, the thrust, and the share that the last behavior took back.
	var steering: Vector2 = Vector2.ZERO
	var thrust: float = 0.0
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
	for group in groups:
		_set_up(group)
		var places: Array = group.places if group.places else _start_places(group)
		for place in places:
			var unit: Unit = add_unit(group, place[0], place[1])
			unit.pace = place[2]


# A group of its constants.
func _add_group(constants: Dictionary) -> void:
	var group: Group = Group.new()
	group.number = groups.size()
	var numbers: Dictionary = constants.duplicate(true)
	for key in numbers:
		group.set(key, numbers[key])
	groups.append(group)


func _process(delta: float) -> void:
	step(delta)
	for unit in units:
		if unit.node != null:
			unit.node.position = shown(unit)
			unit.node.rotation = shown_heading(unit)
	# What Godot 3 calls otherwise.
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
	alpha = _owed / DT


# Where to draw a unit between its last two ticks: it moves smoothly at every rate of frames.
func shown(unit: Unit) -> Vector2:
	var way: Vector2 = unit.position - unit.before
	# Who has crossed an edge is drawn where it is.
	if abs(way.x) > WIDTH * 0.5 or abs(way.y) > HEIGHT * 0.5:
		return unit.position
	return unit.before + way * alpha


func shown_heading(unit: Unit) -> float:
	return unit.heading - _wrap_angle(unit.heading - unit.heading_before) * (1.0 - alpha)


# One tick: all steer by the state of the last tick, then all of them move.
func tick() -> void:
	steer()
	move()


# The force alone, for bodies that a game moves: all look around and steer, and nobody moves. Before
# it, write where the bodies are into position, velocity, heading and omega; after it, push each
# with its unit's force, torque and brake. What units remember, and time, go on with each call.
func steer() -> void:
	_end_tick()
	grid = []
	for group in groups:
		_set_up(group)
	for unit in units:
		_take_in(unit)
	for unit in units:
		_look(unit)
	for unit in units:
		_steer(unit)
	_steered = true


# The other half of a tick: moves all as they were steered.
func move() -> void:
	if not _steered:
		steer()
	for unit in units:
		unit.before = unit.position
		unit.heading_before = unit.heading
		_move_body(unit)
		_edges(unit)
		_face(unit)
		_jolt(unit)
		_hold(unit)
	_end_tick()


# What all hunt, or head for, from now on; with a group, what that one hunts, heads for or runs
# from, whatever the others do. Call it again as it moves.
func set_target(place: Vector2, group: Group = null) -> void:
	if group != null:
		group.target_before = group.target_before if group.target else place
		group.target = [place, group.target[1] if group.target else Vector2.ZERO]
		return
	_target_before = _target_before if target else place
	target = [place, target[1] if target else Vector2.ZERO]


func clear_target(group: Group = null) -> void:
	if group != null:
		group.target = []
	else:
		target = []


# Adds a unit to one of the groups, at the speed at which its kind starts. A place outside the
# world is moved to its edge.
func add_unit(group: Group, place: Vector2, heading: float = 0.0) -> Unit:
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
	grid = []
	return unit


func remove_unit(unit: Unit) -> void:
	units.erase(unit)
	crowd.erase(unit)
	grid = []


# Whether others take notice of the units of a group.
func _takes_notice(group: Group) -> bool:
	return group.role != "player" and group.role != "prey"


# Puts a unit somewhere, with the speed at which its kind starts.
func _place_unit(unit: Unit, place: Array) -> void:
	unit.position = Vector2(clamp(place[0].x, 0.0, WIDTH), clamp(place[0].y, 0.0, HEIGHT))
	unit.heading = place[1]
	unit.h = Vector2(cos(unit.heading), sin(unit.heading))
	var speed: float = _start_speed(unit)
	if unit.group.start.has("speed"):
		speed = unit.group.start.speed
	unit.velocity = unit.h * speed
	unit.omega = 0.0
	unit.before = unit.position
	unit.heading_before = unit.heading


# What was written of a unit holds from now on: headings may be any angle, and places lie in the
# world.
func _take_in(unit: Unit) -> void:
	var sum: Vector2 = unit.position + unit.velocity + Vector2(unit.heading, unit.omega)
	if is_nan(sum.x + sum.y) or is_inf(sum.x + sum.y):
		push_error("A number of unit %d is not finite." % unit.id)
		_place_unit(unit, [Vector2(WIDTH, HEIGHT) * 0.5, 0.0])
	if SEE_ACROSS:
		unit.position.x = _wrapped_far(unit.position.x, WIDTH)
		unit.position.y = _wrapped_far(unit.position.y, HEIGHT)
	unit.position.x = clamp(unit.position.x, 0.0, WIDTH)
	unit.position.y = clamp(unit.position.y, 0.0, HEIGHT)
	unit.heading = _wrap_angle(unit.heading)
	unit.h = Vector2(cos(unit.heading), sin(unit.heading))


func _wrapped_far(x: float, extent: float) -> float:
	return x - extent * floor(x / extent)


# The first unit of a role, null where there is none.
func _first_of(role: String) -> Unit:
	for group in groups:
		if group.role == role:
			for unit in units:
				if unit.group.role == role:
					return unit
	return null


func _steer(unit: Unit) -> void:
	unit.steering = Vector2.ZERO
	unit.brake = 1.0
	unit.thrust = unit.group.cruise
	unit.swerve = _swerve(unit)
	unit.goal = unit.group.target if unit.group.target else _goal_of(unit)
	_behave(unit)
	unit.steering += _at_edges(unit)
	_push(unit)


# Takes note of a tick, whoever has moved the units.
func _end_tick() -> void:
	if not _steered:
		return
	_steered = false
	for unit in units:
		_note(unit)
	_after_tick()
	if target:
		target = [target[0], _followed(target, _target_before)]
		_target_before = target[0]
	for group in groups:
		if group.target:
			group.target = [group.target[0], _followed(group.target, group.target_before)]
			group.target_before = group.target[0]
	ticks += 1
	grid = []


# Measures how a target moves.
func _followed(of: Array, before: Vector2) -> Vector2:
	return of[1] + ((of[0] - before) / DT - of[1]) * SMOOTHING
