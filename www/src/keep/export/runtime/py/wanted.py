from .vector import direction


def offset_to(unit, place, flock):
    """The offset to a place, across the edges where units see across them."""
    return flock.run.offset(flock, place - unit.position)


def toward(unit, wanted):
    """The force toward a wanted velocity, no more than reaches it within the tick."""
    body = unit.group.body
    most = body.top_speed(unit)
    if most <= 0:
        return 0j
    factor = min(body.force_scale(unit) / most, body.stiffness(unit))
    return (wanted - unit.velocity) * factor


def seek_along(unit, offset):
    """Full speed along an offset."""
    return toward(unit, direction(offset) * unit.group.body.top_speed(unit))
