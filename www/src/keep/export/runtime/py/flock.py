import cmath
import copy
from types import SimpleNamespace

from .vector import DT, clamp

# How fast the measured velocity of a target follows its motion: share per tick.
SMOOTHING = 0.2

# At most this much time is made up for at once, in seconds.
MOST_OWED = 0.25


class Unit:
    """One unit: position and velocity in u and u/s, heading in radians, clockwise."""

    def __init__(self, number, group):
        self.id = number
        self.group = group
        self.length = group.length
        self.position = self.velocity = 0j
        self.heading = self.omega = 0.0
        # The heading as a unit vector.
        self.h = 1 + 0j
        # How its top speed differs from its group's: -1 to 1, times the pace spread.
        self.pace = 0.0
        # Nobody is in its narrow view.
        self.leader = False
        # The steering of this tick: force, forward thrust, a factor on the velocity.
        self.force = 0j
        self.thrust = group.body.thrust(group)
        self.brake = 1.0
        self.taken_back = 0.0
        # The angle by which chance turns it.
        self.swerve = 0.0
        # What it has in mind, what it sees, and what its behaviors remember.
        self.goal = None
        self.memory, self.ways, self.in_sight = {}, {}, None
        self.throttle = 0.0
        self.track = None


class Flock:
    """The flock: call step(dt) once per frame and draw its units."""

    def __init__(self, run):
        # What runs, this flock's own: self.run.groups[0].length = 3 changes no other one.
        self.run = run = copy.deepcopy(run)
        # All units, and those that others take notice of: all but player and prey.
        self.units = []
        self.crowd = []
        # What was set by set_target().
        self.pointer = None
        # The keys that fly the player's craft.
        self.keys = {"port": False, "starboard": False, "faster": False, "slower": False}
        self.ticks = 0
        self.grid = None
        self._owed = 0.0
        self._before = 0j
        self._next_id = 0
        self._firsts = {}
        for index, group in enumerate(run.groups):
            group.sent_to, group.back = None, False
            places = getattr(group, "places", None)
            for place in places or run.start_places(run, group, index):
                self.add(group, **place)

    def step(self, dt):
        """Goes on by dt seconds, in ticks of 1/60 s."""
        self._owed = min(self._owed + dt, MOST_OWED)
        while self._owed >= DT:
            self.tick()
            self._owed -= DT

    def tick(self):
        """One tick: all steer by the state of the last tick, then all of them move."""
        self.grid = None
        for unit in self.units:
            for look in unit.group.look:
                look(unit, self)
        for unit in self.units:
            self._steer(unit)
        for unit in self.units:
            self._move(unit)
        for unit in self.units:
            for note in unit.group.after:
                note(unit, self)
        for happen in self.run.after:
            happen(self)
        self._follow_pointer()
        self.ticks += 1
        self.grid = None

    def set_target(self, x, y):
        """What all hunt, or head for, from now on. Call it again as it moves."""
        place = complex(x, y)
        if self.pointer is None:
            self.pointer = SimpleNamespace(position=place, velocity=0j)
            self._before = place
        self.pointer.position = place

    def clear_target(self):
        self.pointer = None

    def add(self, group, position, heading=0.0, pace=0.0):
        """Adds a unit to a group, one of RUN.groups or of flock.run.groups.

        It has the speed at which its kind starts. A place outside the world is moved to
        its edge.
        """
        own = [one for one in self.run.groups if one.key == group.key]
        if not own:
            raise ValueError("This flock has no such group: give one of RUN.groups.")
        if not cmath.isfinite(complex(position) + heading):
            raise ValueError("A unit needs a place and a heading that are finite numbers.")
        group = own[0]
        unit = Unit(self._next_id, group)
        self._next_id += 1
        unit.pace = pace
        self.place(unit, position, heading)
        self.units.append(unit)
        if self.takes_notice(group):
            self.crowd.append(unit)
        self.grid = None
        self._firsts.clear()
        return unit

    def remove(self, unit):
        self.units.remove(unit)
        self.regroup()

    def takes_notice(self, group):
        """Whether others take notice of the units of a group."""
        return group.role not in ("player", "prey")

    def regroup(self):
        """Units have gone, or belong to other groups now."""
        self.crowd = [unit for unit in self.units if self.takes_notice(unit.group)]
        self.grid = None
        self._firsts.clear()

    def place(self, unit, position, heading):
        """Puts a unit somewhere, with the speed at which its kind starts."""
        x, y = complex(position).real, complex(position).imag
        unit.position = complex(clamp(x, 0, self.run.width), clamp(y, 0, self.run.height))
        unit.heading = heading
        unit.h = cmath.rect(1, heading)
        speed = unit.group.start.get("speed")
        if speed is None:
            speed = unit.group.body.start_speed(unit)
        unit.velocity = unit.h * speed
        unit.omega = 0.0

    def first_of(self, role):
        """The first unit of a role."""
        if role not in self._firsts:
            units = (unit for unit in self.units if unit.group.role == role)
            self._firsts[role] = next(units, None)
        return self._firsts[role]

    def search(self, place, radius):
        """All of the crowd within a radius of a place: pairs of unit and offset."""
        return self.run.search(self, place, radius)

    def _steer(self, unit):
        group = unit.group
        unit.force = 0j
        unit.brake = 1.0
        unit.swerve = group.swerve(unit, self) if group.swerve else 0.0
        unit.thrust = group.body.thrust(group)
        if group.goal:
            unit.goal = group.goal(unit, self)
        group.blend(unit, self)
        if self.run.contain:
            unit.force += self.run.contain(unit, self)

    def _move(self, unit):
        unit.group.body.move(unit)
        self.run.edges(unit, self)
        unit.group.body.face(unit)
        if unit.group.jolt:
            unit.group.jolt(unit)
        for hold in self.run.hold:
            hold(unit, self)

    def _follow_pointer(self):
        """Measures how the target moves."""
        if self.pointer:
            moved = (self.pointer.position - self._before) / DT
            self.pointer.velocity += (moved - self.pointer.velocity) * SMOOTHING
            self._before = self.pointer.position
