"""Runs a sweep of Flockwright on a Dask cluster: a task is a shard, and is tried again where it fails.

    python3 sweep_dask.py --out map.jsonl map.toml
    python3 sweep_dask.py --out map.jsonl --scheduler tcp://10.0.0.1:8786 --shards 500 map.toml --seeds 20

The plan, and what follows it, goes to `flockwright sweep`; the file is the one that it writes alone, byte by byte.
Needs the packages `dask` and `distributed`, and the program `flockwright` wherever a worker runs.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from distributed import Client


def shard(program, plan, text, part):
    """The rows of one part. They depend on the arguments alone: any worker may make them, any number of times."""
    with tempfile.TemporaryDirectory() as folder:
        if text is not None:
            file = Path(folder, "plan.toml")
            file.write_text(text, encoding="utf-8")
            plan = [str(file), *plan[1:]]
        done = subprocess.run([program, "sweep", *plan, "--jobs", "1", "--quiet", "--shard", part], capture_output=True)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.decode().strip() or f"Part {part} ended with {done.returncode}.")
    return done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, help="the file of rows; its manifest comes beside it")
    parser.add_argument("--scheduler", help="address of a cluster; without it, one is started on this machine")
    parser.add_argument("--workers", type=int, help="processes of that one [default: one per processor]")
    parser.add_argument("--shards", type=int, help="tasks [default: eight per thread of the cluster]")
    parser.add_argument("--program", default="flockwright", help="the path of flockwright on the workers")
    parser.add_argument("plan", nargs=argparse.REMAINDER, help="a link or a plan, and flags of `flockwright sweep`")
    options = parser.parse_args()
    if not options.plan:
        parser.error("which plan?")
    if options.out.exists():
        parser.error(f"{options.out} is there already")
    program, plan = options.program, options.plan
    text = Path(plan[0]).read_text(encoding="utf-8") if plan[0].endswith(".toml") else None
    # A part without a row says what is wrong with the plan before anything is sent away.
    shard(program, plan, text, f"1/{10**12}")
    local = {"n_workers": options.workers, "threads_per_worker": 1, "host": "127.0.0.1", "dashboard_address": None}
    with Client(options.scheduler) if options.scheduler else Client(**local) as client:
        parts = options.shards or 8 * sum(client.nthreads().values())
        names = [f"{number}/{parts}" for number in range(1, parts + 1)]
        tasks = [client.submit(shard, program, plan, text, name, retries=3) for name in names]
        with open(f"{options.out}.part", "wb") as rows:
            for number, task in enumerate(tasks):
                rows.write(task.result())
                tasks[number] = None
    # Nothing is left to run: it checks every row, puts the file to its place and writes the manifest.
    subprocess.run([program, "sweep", *plan, "--resume", "--out", options.out], check=True)


if __name__ == "__main__":
    try:
        main()
    except (OSError, RuntimeError, subprocess.CalledProcessError) as error:
        print(f"sweep_dask.py: {error}", file=sys.stderr)
        sys.exit(2)
