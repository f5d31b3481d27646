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


def draw_place(run, start, random):
    """A place to start at, and a heading."""
    for _ in range(MOST_PLACINGS):
        at = place_in(run, start, random)
        at = complex(clamp(at.real, 0, run.width), clamp(at.imag, 0, run.height))
        heading = start["heading"] + start["spread"] * (2 * random.next() - 1)
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

    streams = (RandomStream(run.seed, 1, index, unit) for unit in range(group.count))
    places = sorted((draw_place(run, group.start, random) for random in streams), key=rank)
    for unit, place in enumerate(places):
        place["pace"] = 2 * RandomStream(run.seed, 4, index, unit).next() - 1
    return places
