"""Many runs, as functions."""

import csv
import json
import sys
from pathlib import Path

import pytest

import flockwright as fw

PLAN = {"base": "scene=flock-limited&count=20", "axes": ["cohesion=0,4", "view=limited,narrow"], "seeds": 2, "ticks": 120}


def rows_of(table):
    return table if isinstance(table, list) else table.to_dicts() if hasattr(table, "to_dicts") else table.to_dict("records")


def test_a_sweep_has_a_row_per_run_in_the_order_of_the_plan():
    notes = []
    rows = rows_of(fw.sweep(PLAN, note=lambda done, of: notes.append((done, of))))
    assert [row["row"] for row in rows] == list(range(8)) and notes[-1] == (8, 8)
    assert [(row["cohesion"], row["view"]) for row in rows[::2]] == [(0, "limited"), (0, "narrow"), (4, "limited"), (4, "narrow")]
    world = fw.World.from_link(rows[3]["link"])
    world.step(120)
    assert world.hash == rows[3]["hash"] and world.measures()["polarization"] == rows[3]["polarization_last"]
    assert 0 < rows[3]["polarization_mean"] <= 1 and rows[3]["samples"] == 2
    assert (rows[3]["version"], rows[3]["burn_in"], rows[3]["every"]) == (fw.__version__, 60, 30)
    assert rows[3]["commit"] is None or len(rows[3]["commit"].removesuffix("-dirty")) == 40


def test_rows_are_those_of_the_command_line_and_of_the_page():
    file = Path(__file__).parents[3] / "tests" / "curve.csv"
    with file.open(newline="") as lines:
        wanted = list(csv.DictReader(lines))
    first = wanted[0]
    window = {key: int(first[key]) for key in ("ticks", "burn_in", "every")}
    rows = rows_of(fw.sweep("scene=vicsek&count=12", axes="noise=0.5,6", seeds=2, **window))
    assert len(rows) == len(wanted)
    # Other tests have declared measures of their own.
    own = tuple(f"{key}_" for key in fw.measures() if f"{key}_mean" not in first)
    rows = [{column: value for column, value in row.items() if not column.startswith(own)} for row in rows]
    for row, cells in zip(rows, wanted):
        # Measures that none of these runs has are left out; the order of the others is the same.
        assert list(row) == [column for column in cells if column in row]
        assert all(not cells[column] or cells[column] == "0" for column in cells if column not in row)
        row["version"], row["commit"] = "VERSION", "COMMIT"
        for column, value in row.items():
            is_number = isinstance(value, (int, float)) and value == value
            assert float(cells[column]) == value if is_number else cells[column] == ("" if value != value else value), column


def test_trial_runs_find_the_length_and_tell_their_time_before_they_start(capsys):
    plan = {"base": "scene=vicsek&count=40", "axes": "noise=0.5,6", "seeds": 3}
    rows = rows_of(fw.sweep(plan, settle="polarization"))
    before, after = capsys.readouterr().err.splitlines()
    assert before.startswith("6 trial runs of 2400 ticks take ") and "burn-in" in before
    assert f"In runs of {rows[0]['ticks']} ticks" in after and rows[0]["burn_in"] * 2 == rows[0]["ticks"] >= 2400
    for options, why in [({"settle": "beauty"}, "no measure"), ({"settle": "polarization", "burn_in": 60}, "with burn_in")]:
        with pytest.raises(fw.FlockwrightError, match=why):
            fw.sweep(plan, **options)


def test_one_thread_two_and_one_by_one_give_the_same_rows():
    planned = fw.jobs(PLAN)
    assert json.loads(json.dumps(planned)) == planned
    one_by_one = [repr(fw.evaluate(job)) for job in planned]
    for threads in (1, 2):
        assert [repr(row) for row in rows_of(fw.sweep(PLAN, threads=threads))] == one_by_one


def test_a_plan_is_a_link_a_mapping_or_a_file(tmp_path):
    options = {"axes": "cohesion=0..4/3", "seeds": [5], "ticks": 60}
    wanted = fw.jobs("scene=flock-limited", **options)
    assert len(wanted) == 3 and wanted[0]["seed"] == 5
    assert fw.jobs({"base": "scene=flock-limited", "axes": ["cohesion=0..4/3"]}, seeds=range(5, 6), ticks=60) == wanted
    if sys.version_info >= (3, 11):
        file = tmp_path / "plan.toml"
        file.write_text('base = "scene=flock-limited"\naxes = ["cohesion=0..4/3"]\nseeds = [5]\nticks = 60\n')
        assert fw.jobs(str(file)) == wanted


def test_a_plan_that_makes_no_sense_is_told_in_one_sentence():
    for plan, why in [
        ({**PLAN, "axes": "cohesoin=1,2"}, "no parameter “cohesoin”"),
        ({**PLAN, "base": "scene=nope"}, "no scene"),
        ({**PLAN, "burn_in": 200}, "No sample"),
        ({**PLAN, "burn_in": "soon"}, "burn_in|integer|number"),
        ({**PLAN, "burn_in": -1}, "burn_in|integer|number"),
        ({**PLAN, "seeds": "three"}, "seeds are a number, or a list of numbers"),
        ({**PLAN, "seeds": [1, 2.5]}, "seeds are a number, or a list of numbers"),
        ({**PLAN, "sedes": 3}, "sedes"),
    ]:
        with pytest.raises(fw.FlockwrightError, match=why):
            fw.sweep(plan)


def test_whoever_is_told_of_progress_may_stop():
    def stop(done, of):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fw.sweep({**PLAN, "seeds": 100}, note=stop)


def test_a_tuning_finds_what_meets_its_goals():
    heard = []
    report = fw.tune(
        "scene=flock-limited&count=20",
        goals=["polarization=0.7.."],
        vary=["alignment=0..4", "cohesion=0..2"],
        runs=40,
        ticks=240,
        note=heard.append,
    )
    assert report.exam["of"] == 20 and report.exam["bands"][0]["goal"] == "polarization=0.7.."
    assert {change["key"] for change in report.changes} <= {"alignment", "cohesion"}
    assert heard[-1]["phase"] == "done"
    world = fw.World.from_link(report.link)
    assert world.count == 20
    with pytest.raises(fw.FlockwrightError, match="no measure “beauty”"):
        fw.tune("scene=flock-limited", goals="beauty=1", vary="cohesion")


def test_lists_tell_what_there_is():
    assert fw.scenes()["vicsek"]["source"].startswith("Vicsek")
    cohesion = fw.params("flock-limited")["cohesion"]
    assert (cohesion["min"], cohesion["max"], cohesion["value"]) == (0, 40, 1) and cohesion["doc"]
    assert fw.params("scene=flock-limited&cohesion=2")["cohesion"]["value"] == 2
    assert fw.measures()["polarization"]["max"] == 1
    assert "point" in fw.behaviors()["cohesion"]["bodies"]
    with pytest.raises(fw.FlockwrightError, match="no scene"):
        fw.params("nope")


def test_a_measure_of_ones_own_is_a_text() -> None:
    key = fw.declare_measure('measure quick "Mean speed"\nbe mean(i in all: i.speed) in 0..1000 "u/s"')
    assert key == "quick" and fw.measures()["quick"]["unit"] == "u/s"
    measures = fw.World.from_link("scene=flock-limited&count=20").measures()
    assert abs(measures["quick"] - measures["mean_speed"]) < 1e-3
    with pytest.raises(fw.FlockwrightError, match="line 2"):
        fw.declare_measure("measure quick\nbe mean(i in all: i.sped)")
