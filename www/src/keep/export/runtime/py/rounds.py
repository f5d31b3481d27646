from .start import draw_again
from .vector import DT

# Ticks between the end of a round and the next one: time to see how it ended.
PAUSE = 90

# Of a group that others take no notice of, so many units can be caught.
FEW = 16


class Rounds:
    """Who has won how often: see flock.rounds."""

    def __init__(self, groups):
        # By group: rounds won in this match, or units caught; and matches.
        self.won = [0] * groups
        self.matches = [0] * groups
        # Rounds that are over, the ticks at which this one began and the next one does.
        self.played = 0
        self.begun = 0
        self.next = None


def note_place(unit, flock):
    """Notes where a unit is before anybody moves: there it can be caught."""
    unit.before = unit.position


def catches(group, other):
    return other.key in getattr(group, "catches", ())


def caught_by(group, flock):
    """The unit that the first of a group to reach somebody has reached: the nearest."""
    preys = []
    for other in flock.run.groups:
        if catches(group, other):
            units = [unit for unit in flock.units if unit.group is other]
            preys += units if flock.takes_notice(other) else units[:FEW]
    for hunter in flock.units:
        if hunter.group is not group:
            continue
        least, nearest = group.catch_factor * hunter.length, None
        for prey in preys:
            there = prey.before if flock.takes_notice(prey.group) else prey.position
            distance = abs(flock.run.offset(flock, there - hunter.position))
            if distance < least or (nearest is None and distance == least):
                least, nearest = distance, prey
        if nearest:
            return nearest
    return None


def start_again(unit, tick, flock):
    """Puts a unit where its group starts, at a place that it draws anew."""
    flock.place(unit, **draw_again(unit, tick, flock))
    unit.goal = None


def forget(unit):
    """What a unit remembers is as at the start."""
    unit.throttle = unit.wander_angle = 0.0
    unit.track = None
    unit.node, unit.way_back, unit.way_done = 0, False, False


def join(unit, group, flock):
    """A unit leaves its group for another.

    On the way, one unit of each group in between changes its number.
    """
    units, groups = flock.units, flock.run.groups
    goal = groups.index(group)
    while unit.group is not group:
        at = groups.index(unit.group)
        mates = [other for other in units if other.group is unit.group]
        border = mates[0] if at > goal else mates[-1]
        here, there = units.index(unit), units.index(border)
        units[here], units[there] = border, unit
        unit.id, border.id = border.id, unit.id
        unit.group = groups[at - 1 if at > goal else at + 1]
    unit.length = group.length
    unit.goal = None
    forget(unit)
    flock.regroup()


def begin_round(now, flock):
    """Everybody starts again, in the group in which so many started."""
    rounds, run = flock.rounds, flock.run
    decided = [run.best_of > 0 and 2 * won > run.best_of for won in rounds.won]
    if any(decided):
        rounds.matches = [a + b for a, b in zip(rounds.matches, decided)]
        rounds.won = [0] * len(decided)
    rounds.begun, rounds.next = now, None
    homes = [unit.home for group in run.groups for unit in flock.units if unit.home is group]
    for unit, home in zip(flock.units, homes):
        unit.group, unit.length = home, home.length
        start_again(unit, now, flock)
        forget(unit)
    for group in run.groups:
        group.sent_to, group.back = None, False
    flock.regroup()


def play_rounds(flock):
    """Units catch those whom they hunt, and rounds follow each other."""
    run, now = flock.run, flock.ticks + 1
    rounds = flock.rounds = flock.rounds or Rounds(len(run.groups))
    if rounds.next is not None:
        if now >= rounds.next:
            begin_round(now, flock)
        return
    over = False
    for at, group in enumerate(run.groups):
        prey = caught_by(group, flock) if hasattr(group, "catches") else None
        if not prey:
            continue
        rounds.won[at] += 1
        if group.caught == "again":
            start_again(prey, flock.ticks, flock)
        elif group.caught == "round":
            over = True
        else:
            join(prey, group, flock)
            over = over or not any(catches(group, unit.group) for unit in flock.units)
            break
    if not over and 0 < run.round_time <= (now - rounds.begun) * DT:
        for at, hunted_group in enumerate(run.groups):
            rounds.won[at] += any(catches(group, hunted_group) for group in run.groups)
        over = True
    if over:
        rounds.played += 1
        rounds.next = now + PAUSE
