"""What the page says runs."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[1] / "README.md"


@pytest.mark.parametrize("code", re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.S))
def test_the_code_of_the_page_runs(code, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    exec(compile(code, str(PAGE), "exec"), {})


def test_a_plan_runs_on_dask():
    distributed = pytest.importorskip("distributed")
    import flockwright as fw

    fw.declare_measure("measure brisk\nbe mean(i in all: i.speed)")
    plan = {"base": "scene=flock-limited&count=20", "axes": ["cohesion=0..4/3"], "seeds": 2, "ticks": 60}
    with distributed.Client(n_workers=2, threads_per_worker=1, dashboard_address=None) as client:
        rows = client.gather(client.map(fw.evaluate, fw.jobs(plan)))
    assert rows[0]["brisk_mean"] > 0
    assert [repr(row) for row in rows] == [repr(fw.evaluate(job)) for job in fw.jobs(plan)]


def test_a_plan_runs_on_ray():
    ray = pytest.importorskip("ray")
    import flockwright as fw

    plan = {"base": "scene=flock-limited&count=20", "axes": ["cohesion=0..4/3"], "ticks": 60}
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        run = ray.remote(fw.evaluate)
        rows = ray.get([run.remote(job) for job in fw.jobs(plan)])
    finally:
        ray.shutdown()
    assert [repr(row) for row in rows] == [repr(fw.evaluate(job)) for job in fw.jobs(plan)]
