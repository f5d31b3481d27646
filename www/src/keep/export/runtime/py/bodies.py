import cmath
import math

from .vector import DT, clamp, truncated, wrap_angle

# Density of the air, slugs per cubic foot, as the book has it.
AIR_DENSITY = 0.0023769

# The center of drag lies this many lengths forward of the middle.
DRAG_CENTER = -0.12

# Slower than this, u/s, a point stands, and keeps its heading.
STILL = 1e-9


def area(group, length):
    """The area that both drags act on."""
    return (length + length * group.hull_width) * (length * group.hull_height)


class RigidBody:
    """The book's craft: thrust astern, drag, steering forces at the bow, which turn it."""

    # Whether it cannot choose its speed, and turns into a direction.
    turns = True

    @staticmethod
    def force_scale(unit):
        return unit.group.steering_force

    @staticmethod
    def top_speed(unit):
        """Where thrust and drag balance."""
        group = unit.group
        drag = AIR_DENSITY * area(group, unit.length) * group.linear_drag
        return math.sqrt(group.thrust / drag)

    @staticmethod
    def stiffness(unit):
        return math.inf

    @staticmethod
    def thrust(group):
        return group.thrust

    @staticmethod
    def limit(group):
        most = group.steering_limit * group.steering_force
        return most if most > 0 else math.inf

    @staticmethod
    def start_speed(unit):
        return RigidBody.top_speed(unit)

    @staticmethod
    def move(unit):
        group, length = unit.group, unit.length
        back = unit.h.conjugate()
        bow = truncated(unit.force, RigidBody.limit(group)) * back

        # Drag against the flow at the center of drag, half of it when drifting astern.
        arm = length * DRAG_CENTER
        flow = unit.velocity * back + unit.omega * arm * 1j
        ahead = 2 if flow.real > 0 else 1
        hull = area(group, length)
        drag = 0.5 * AIR_DENSITY * group.linear_drag * hull * ahead * abs(flow)
        drag = min(drag, group.mass / DT)
        force = unit.thrust + bow - drag * flow
        moment = 0.5 * length * bow.imag - arm * drag * flow.imag

        unit.velocity += force * unit.h / group.mass * DT
        unit.velocity *= unit.brake
        unit.position += unit.velocity * DT

        # Drag against turning, taken implicitly: at 1/60 s the explicit form explodes.
        turning = unit.omega + moment / group.inertia * DT
        turn_drag = 0.5 * AIR_DENSITY * group.angular_drag / group.inertia * hull
        unit.omega = turning / (1 + turn_drag * abs(turning) * DT)
        unit.heading = wrap_angle(unit.heading + unit.omega * DT)

    @staticmethod
    def face(unit):
        unit.h = cmath.rect(1, unit.heading)


class PointMass:
    """A point: a limited force moves it, its heading follows its limited velocity."""

    # Whether it cannot choose its speed, and turns into a direction.
    turns = False

    @staticmethod
    def force_scale(unit):
        return unit.group.max_force

    @staticmethod
    def top_speed(unit):
        return unit.group.max_speed * (1 + unit.group.pace_spread * unit.pace)

    @staticmethod
    def stiffness(unit):
        return unit.group.mass / DT

    @staticmethod
    def thrust(group):
        return 0.0

    @staticmethod
    def limit(group):
        return group.max_force

    @staticmethod
    def start_speed(unit):
        return 0.0

    @staticmethod
    def move(unit):
        group = unit.group
        force = truncated(unit.force, group.max_force)
        velocity = unit.velocity + force / group.mass * DT
        unit.velocity = truncated(velocity, PointMass.top_speed(unit)) * unit.brake
        unit.position += unit.velocity * DT

    @staticmethod
    def face(unit):
        speed = abs(unit.velocity)
        if speed > STILL:
            unit.h = unit.velocity / speed
            unit.heading = cmath.phase(unit.h)
        else:
            unit.velocity = 0j


class Particle:
    """A particle always moves at its speed; steering only turns it (Vicsek et al. 1995)."""

    # Whether it cannot choose its speed, and turns into a direction.
    turns = False

    @staticmethod
    def force_scale(unit):
        return unit.group.max_force

    @staticmethod
    def top_speed(unit):
        return unit.group.speed

    @staticmethod
    def stiffness(unit):
        return math.inf

    @staticmethod
    def thrust(group):
        return 0.0

    @staticmethod
    def limit(group):
        return math.inf

    @staticmethod
    def start_speed(unit):
        return unit.group.speed

    @staticmethod
    def move(unit):
        group, before = unit.group, unit.h
        asked = before + unit.force / group.max_force
        # What asks for a stop leaves no way to go but rounding.
        angle = cmath.phase(asked * before.conjugate()) if abs(asked) > 1e-6 else 0.0
        most = group.max_turn * DT if group.max_turn > 0 else math.inf
        turn = clamp(wrap_angle(angle + unit.swerve), -most, most)
        unit.heading = wrap_angle(unit.heading + turn)
        after = cmath.rect(1, unit.heading)
        way = before if group.moves_with == "old" else after
        unit.position += way * (group.speed * DT)
        unit.velocity = after * group.speed

    @staticmethod
    def face(unit):
        unit.h = cmath.rect(1, unit.heading)
