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


def arrive_along(unit, offset, radius):
    """Along an offset, slowing down within a radius so as to stop at its end."""
    share = abs(offset) / radius if abs(offset) < radius else 1
    return toward(unit, direction(offset) * unit.group.body.top_speed(unit) * share)


def ahead_of(unit, quarry, flock):
    """The offset to where a moving thing will be when the unit could have reached it."""
    offset = offset_to(unit, quarry.position, flock)
    most = unit.group.body.top_speed(unit)
    return offset + quarry.velocity * (abs(offset) / most if most > 0 else 0)
