import cmath
import math

from .random_stream import RandomStream
from .vector import clamp

# A point mass that would start in an obstacle is placed anew, up to this many times in all.
MOST_PLACINGS = 16


def place_in(run, start, random):
    """A place where a group starts: in a disk, a rectangle, or at the world's edges."""
    center = complex(start["x"], start["y"])
    if "radius" in start:
        angle = (2 * random.next() - 1) * math.pi
        return center + cmath.rect(start["radius"] * math.sqrt(random.next()), angle)
    if "width" in start:
        x = start["width"] * (random.next() - 0.5)
        return center + complex(x, start["height"] * (random.next() - 0.5))
    along = random.next() * (run.width + run.height)
    far = 0 if random.next() < 0.5 else 1
    if along < run.width:
        return complex(along, far * run.height)
    return complex(far * run.width, along - run.width)


def place_in_flock(start, unit, random):
    """A unit's place in a formed flock with a bent tail, and how much its heading differs there.

    The first so many units fill it as evenly as all do (Roberts 2018, Shirley & Chiu 1997).
    """

    def share(step):
        return ((unit + 1) * step & 0xFFFFFFFF) / 2147483648 - 1

    a, b = share(3242174889), share(2447445414)
    if abs(a) > abs(b):
        x, y = a * math.cos(math.pi / 4 * b / a), a * math.sin(math.pi / 4 * b / a)
    else:
        x, y = b * math.sin(math.pi / 4 * a / b), b * math.cos(math.pi / 4 * a / b)
    breadth, taper, bend, loose = (start[key] for key in ("breadth", "taper", "bend", "loose"))
    slope = breadth * taper * y + bend * (3 * x * x - 1)
    at = complex(x, breadth * (1 - taper + taper * x) * y + bend * (x * x * x - x))
    at += complex(loose * (2 * random.next() - 1), loose * (2 * random.next() - 1))
    center = complex(start["x"], start["y"])
    return center + cmath.rect(start["radius"], start["along"]) * at, start["lean"] * math.atan(slope)


def draw_place(run, start, unit, random):
    """A place for a unit to start at, by its number in the group, and a heading."""
    for _ in range(MOST_PLACINGS):
        at, lean = (
            place_in_flock(start, unit, random)
            if "breadth" in start
            else (place_in(run, start, random), 0)
        )
        at = complex(clamp(at.real, 0, run.width), clamp(at.imag, 0, run.height))
        heading = start["heading"] + lean + start["spread"] * (2 * random.next() - 1)
        blocked = any(abs(center - at) < radius for center, radius in run.obstacles)
        if not start["standing"] or not blocked:
            break
    return {"position": at, "heading": heading}


def spread_bits(share):
    """The bits of a number from 0 to 65535, spread out to every other place."""
    bits = int(clamp(share * 65535, 0, 65535))
    for shift, mask in (8, 0xFF00FF), (4, 0xF0F0F0F), (2, 0x33333333), (1, 0x55555555):
        bits = (bits | bits << shift) & mask
    return bits


def start_places(run, group, index):
    """Where the units of a group start by the seed: as in the playground, in its order."""

    def rank(place):
        # Along a Z-shaped curve (Morton 1966).
        at = place["position"]
        return spread_bits(at.real / run.width) | spread_bits(at.imag / run.height) << 1

    def draw(unit):
        return draw_place(run, group.start, unit, RandomStream(run.seed, 1, index, unit))

    places = sorted(map(draw, range(group.count)), key=rank)
    for unit, place in enumerate(places):
        place["pace"] = 2 * RandomStream(run.seed, 4, index, unit).next() - 1
    return places
