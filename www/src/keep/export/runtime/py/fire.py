import cmath
from types import SimpleNamespace

from .random_stream import RandomStream
from .start import draw_again
from .vector import DT, clamp, direction

# A monster is hit when a bullet passes within this many lengths of its middle.
HIT = 0.75


def fire(unit, target, flock):
    """While a target is set, units with a gun face it and fire."""
    group = unit.group
    aim = direction(target.position - unit.position)
    if not aim:
        return
    unit.h, unit.heading = aim, cmath.phase(aim)
    if unit.reload > 0:
        return
    random = RandomStream(flock.run.seed, 6, unit.id, flock.ticks)
    off = group.scatter * (2 * random.next() - 1)
    flock.bullets.append(
        SimpleNamespace(
            position=unit.position + aim * 0.5 * unit.length,
            velocity=aim * cmath.rect(group.bullet_speed, off),
            left=group.fire_range * unit.length / group.bullet_speed,
        )
    )
    unit.reload = group.reload * (0.75 + 0.5 * random.next())


def hit_by(bullet, flock):
    """The first monster that a bullet meets on this tick."""
    step = bullet.velocity * DT
    for unit in flock.units:
        if unit.group.role == "monster" and not unit.hit:
            # Where it was when the tick began, as all that steers sees it.
            d = unit.position - unit.velocity * DT - bullet.position
            along = clamp((d * step.conjugate()).real / abs(step) ** 2, 0, 1)
            if abs(d - step * along) <= HIT * unit.length:
                return unit
    return None


def fight(flock):
    """Bullets fly straight. A monster that is hit starts again where monsters start."""
    run = flock.run
    for unit in flock.units:
        unit.hit = False
        unit.reload = max(unit.reload - DT, 0)
        if flock.pointer and hasattr(unit.group, "bullet_speed"):
            fire(unit, flock.pointer, flock)
    flying = []
    for bullet in flock.bullets:
        monster = hit_by(bullet, flock)
        if monster:
            monster.hit = True
            flock.place(monster, **draw_again(monster, flock.ticks, flock))
            monster.goal = None
        bullet.position += bullet.velocity * DT
        bullet.left -= DT
        x, y = bullet.position.real, bullet.position.imag
        inside = 0 <= x <= run.width and 0 <= y <= run.height
        if not monster and bullet.left > 0 and inside:
            flying.append(bullet)
    flock.bullets = flying
