"""Measures ticks per second of each way to run a world: `python speed.py [path of the command line]`."""

import subprocess
import sys
import time

import flockwright as fw

LINK, TICKS, RUNS = "scene=flock-limited&count=500", 2000, 4


def ticks_per_second(of, ticks=TICKS):
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        of()
        best = min(best, time.perf_counter() - start)
    return ticks / best


def one_by_one():
    world = fw.World.from_link(LINK)
    for _ in range(TICKS):
        world.step()


def command(*more):
    subprocess.run([*more], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


plan = {"base": LINK, "seeds": RUNS, "ticks": TICKS, "every": 100}
ways = {
    "step(n)": lambda: fw.World.from_link(LINK).step(TICKS),
    "step() by step()": one_by_one,
    "record(n, every=10)": lambda: fw.World.from_link(LINK).record(TICKS, every=10),
}
many = {"sweep": lambda: fw.sweep(plan, threads=1)}
if len(sys.argv) > 1:
    flockwright = sys.argv[1]
    ways["command line, run"] = lambda: command(flockwright, "run", LINK, "--ticks", str(TICKS))
    options = ["--seeds", str(RUNS), "--ticks", str(TICKS), "--every", "100", "--jobs", "1"]
    many["command line, sweep"] = lambda: command(flockwright, "sweep", LINK, *options)
for name, of in ways.items():
    print(f"{name:22}{ticks_per_second(of):10,.0f}")
for name, of in many.items():
    print(f"{name:22}{ticks_per_second(of, RUNS * TICKS):10,.0f}")
