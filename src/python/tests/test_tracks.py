"""Tracks out and in, measured like a run."""

import copy
import json
import pickle

import numpy as np
import pytest

import flockwright as fw

# Without a torus: numpy does not look across edges.
LINK = "scene=flock-limited&count=40&seed=3&toroidal=off"


@pytest.fixture(scope="module")
def tracks():
    world = fw.World.from_link(LINK)
    world.step(300)
    return world.record(600, every=6)


@pytest.mark.parametrize("kind", ["csv", "npz", "parquet"])
def test_what_is_saved_is_read_back(tracks, kind, tmp_path):
    if kind == "parquet":
        pytest.importorskip("polars")
    path = tmp_path / f"tracks.{kind}"
    tracks.save(path)
    again = fw.read_tracks(path)
    for of in ("positions", "velocities", "headings", "frames", "ids", "groups", "roles"):
        assert np.array_equal(getattr(again, of), getattr(tracks, of)), of
    assert (again.fps, again.unit, again.link) == (60, "u", tracks.link)
    assert again.length == pytest.approx(tracks.length)
    if kind == "npz":
        with np.load(path) as arrays:
            assert arrays["x"].shape == arrays["frame"].shape and arrays["link"][0] == tracks.link
    with pytest.raises(fw.FlockwrightError, match="csv, .npz"):
        tracks.save(tmp_path / "tracks.xlsx")


def test_tables_of_any_program_and_data_frames_are_read():
    pandas = pytest.importorskip("pandas")
    walk = [(f / 8, name, f + i, i) for f in range(30) for i, name in enumerate(("Alice", "Bob"))]
    frame = pandas.DataFrame(walk, columns=["time", "bird", "px", "py"])
    with pytest.raises(fw.FlockwrightError, match="px"):
        fw.read_tracks(frame, unit="m")
    columns = {"time": "time", "id": "bird", "x": "px", "y": 4}
    read = fw.read_tracks(frame, unit="m", columns=columns)
    assert (read.fps, read.unit, len(read.ids), read.format) == (8, "m", 2, "")
    assert read.velocities[0, 0].tolist() == pytest.approx([8, 0])
    with pytest.raises(fw.FlockwrightError, match="too coarse"):
        fw.read_tracks(frame.assign(time=frame["time"].round(1)), unit="m", columns=columns)
    up = fw.read_tracks(frame, unit="m", y="up", columns=columns)
    assert up.positions[0, 1, 1] == -1


def test_masked_places_are_missing_and_a_periodic_box_is_crossed():
    places = np.zeros((20, 2, 2))
    places[:, 0, 0] = places[:, 1, 0] = 2.5 * np.arange(20) % 10
    places[:, 1, 1] = 3
    given = {"fps": 10, "unit": "cm", "wrap": (10, 10)}
    assert fw.Tracks.from_arrays(places, **given).summary()["mean_speed"]["mean"] == pytest.approx(25)
    masked = np.ma.masked_array(places, mask=False)
    masked.mask[5:10, 1] = True
    masked.data[5:10, 1] = 9e6
    tracks = fw.Tracks.from_arrays(masked, **given)
    assert np.isnan(tracks.positions[7, 1]).all()
    assert tracks.missing == pytest.approx(5 / 40)
    speed = tracks.summary()["mean_speed"]
    assert speed["units"] == pytest.approx(35 / 20)
    assert speed["missing"] == tracks.missing
    with pytest.raises(fw.FlockwrightError, match="smaller than the data"):
        fw.Tracks.from_arrays(places, fps=10, unit="cm", wrap=(5, 10))


def test_tracks_are_pickled_and_copied(tracks):
    for again in (pickle.loads(pickle.dumps(tracks)), copy.deepcopy(tracks), copy.copy(tracks)):
        for of in ("positions", "velocities", "headings", "frames", "ids", "groups", "roles"):
            assert np.array_equal(getattr(again, of), getattr(tracks, of)), of
        assert (again.link, again.unit, again.space) == (tracks.link, tracks.unit, tracks.space)


def test_who_leads_is_found_from_a_built_in_delay():
    rng = np.random.default_rng(1)
    turns = np.cumsum(0.15 * rng.standard_normal(400))
    delays = (0, 6, 14)
    angles = np.stack([turns[100 - d : 400 - d] for d in delays], axis=1)
    ways = np.stack([np.cos(angles), np.sin(angles)], axis=2)
    tracks = fw.Tracks.from_arrays(np.cumsum(ways, axis=0), fps=20, unit="m", velocities=ways)
    found = tracks.delays()
    assert found["delay"][0, 2] == pytest.approx(0.7, abs=0.051)
    assert found["delay"][2, 1] == pytest.approx(-0.4, abs=0.051)
    assert found["lead"].argmax() == 0


def test_tracks_have_the_measures_of_their_run(tracks):
    world = fw.World.from_link(LINK)
    world.step(300)
    series = tracks.measure()
    assert series["frame"].tolist() == tracks.frames.tolist()
    for at in (0, 50, 100):
        world.seek(int(tracks.frames[at]))
        now = world.measures()
        for key in ("polarization", "milling", "mean_speed", "spacing", "units"):
            assert series[key][at] == pytest.approx(now[key], rel=1e-5, abs=1e-6), key
    assert np.isnan(series["leaders"]).all()
    summary = fw.measure(tracks)
    assert summary["polarization"]["mean"] == pytest.approx(series["polarization"].mean())
    assert summary["polarization"]["error"] > summary["polarization"]["sd"] / np.sqrt(101)
    assert "leaders" not in summary


def test_arrays_of_animals_need_a_frame_rate_and_a_unit(tracks, tmp_path):
    places = tracks.positions / 10
    fish = fw.Tracks.from_arrays(places, fps=10, unit="cm", length=0.4)
    inner = fish.velocities[1:-1]
    assert np.allclose(inner, (places[2:] - places[:-2]) * 5, atol=1e-3)
    gone = places.copy()
    gone[20:30, 7] = np.nan
    seen = fw.Tracks.from_arrays(gone, fps=10, unit="cm")
    assert np.isnan(seen.positions[25, 7]).all() and not np.isnan(seen.positions[19, 7]).any()
    assert "spacing" not in seen.summary() and "spacing" in fish.summary()
    file = tmp_path / "fish.csv"
    file.write_text("frame,id,x,y\n0,1,10,10\n1,1,11,10\n")
    for given, why in [({}, "--fps"), ({"fps": 25}, "--unit"), ({"fps": 25, "scale": 0.1}, "--unit")]:
        with pytest.raises(fw.FlockwrightError, match=why):
            fw.read_tracks(file, **given)
    assert fw.read_tracks(file, fps=25, scale=0.1, unit="cm").velocities[0, 0, 0] == pytest.approx(2.5)


def test_a_recording_of_idtracker_is_read_with_its_attributes(tmp_path):
    (tmp_path / "trajectories.csv").write_text("time,x1,y1,x2,y2\n0.0,1,2,3,4\n0.04,2,2,nan,nan\n0.08,3,2,5,4\n")
    (tmp_path / "attributes.json").write_text(json.dumps({"frames_per_second": 25, "body_length": 8.0}))
    files = [tmp_path / "trajectories.csv", tmp_path / "attributes.json"]
    read = fw.read_tracks(*files, scale=0.1, unit="cm")
    assert (read.fps, read.length) == (25, pytest.approx(0.8)) and read.positions.shape == (3, 2, 2)
    assert np.isnan(read.positions[1, 1]).all() and read.velocities[1, 0, 0] == pytest.approx(2.5)


def test_structure_is_that_of_numpy(tracks):
    r, g = tracks.pair_correlation(20, 100)
    assert r.shape == g.shape == (20,) and np.nanmax(g) > 1.5
    r, c, length = tracks.velocity_correlation(30, 300)
    flock = tracks.roles == "regular"
    places, ways = tracks.positions[:, flock].astype(float), tracks.velocities[:, flock].astype(float)
    off = ways - ways.mean(1, keepdims=True)
    products = np.einsum("tik,tjk->tij", off, off)
    apart = np.linalg.norm(places[:, :, None] - places[:, None], axis=-1)
    wanted = [
        products[(apart >= 10 * at) & (apart < 10 * (at + 1)) & ~np.eye(flock.sum(), dtype=bool)].mean() for at in range(8)
    ]
    assert np.allclose(c[:8], np.array(wanted) / (off**2).sum(-1).mean(), atol=1e-3)
    assert 0 < length < 300
    assert tracks.values("speed").size == 101 * 40 and tracks.values("nearest").min() > 0
    assert tracks.values("bearing").max() <= np.pi
    with pytest.raises(fw.FlockwrightError, match="speed, turning"):
        tracks.values("beauty")
    with pytest.raises(fw.FlockwrightError, match="Bins"):
        tracks.pair_correlation(0, 10)


def test_a_force_map_shows_who_turns_where(tracks):
    forces = tracks.force_map(10, 40)
    assert forces["turning"].shape == (20, 20) and forces["count"].sum() > 1000
    nearest = tracks.force_map(10, 40, nearest=True)
    assert nearest["count"].sum() < forces["count"].sum()
    # One that turns right, to another that is ahead to its right and goes straight.
    angle = 0.04 * np.arange(9)
    places = np.tile([[0.0, 0.0], [3.0, 3.0]], (9, 1, 1))
    ways = np.stack([np.stack([np.cos(angle), np.sin(angle)], 1), np.tile([1.0, 0.0], (9, 1))], 1)
    (_, _), (left, right) = fw.Tracks.from_arrays(places, velocities=ways, fps=10, unit="cm").force_map(1, 5)["turning"]
    assert right == pytest.approx(0.4, rel=1e-4) and np.isnan(left)


def test_the_shape_of_the_group_and_who_is_in_front_are_those_of_numpy(tracks):
    flock = tracks.roles == "regular"
    places, ways = tracks.positions[:, flock].astype(float), tracks.velocities[:, flock].astype(float)
    course = (ways / np.linalg.norm(ways, axis=-1, keepdims=True)).sum(1)
    course /= np.linalg.norm(course, axis=-1, keepdims=True)
    along = np.einsum("tnk,tk->tn", places, course)
    shapes = tracks.shapes()
    assert np.allclose(shapes["along"], along.std(1), rtol=1e-4)
    assert (shapes["major"] >= shapes["along"] - 1e-6).all() and (shapes["minor"] <= shapes["across"] + 1e-6).all()
    behind = (along[:, :, None] > along[:, None]).sum(2) / (flock.sum() - 1)
    fronts = tracks.fronts()
    assert np.allclose([fronts[id] for id in tracks.ids[flock]], behind.mean(0), atol=2e-3)
    assert (np.abs(tracks.anisotropy(3)) <= 1).all()
    rest = tracks.without(int(tracks.ids[0]))
    assert len(rest.ids) == len(tracks.ids) - 1 and rest.frames.tolist() == tracks.frames.tolist()


def test_a_run_is_tuned_to_be_like_tracks(tracks):
    goals, seconds = tracks.goals()
    assert any(goal.startswith("polarization=") for goal in goals) and seconds == pytest.approx(1.2)
    report = fw.tune(
        "scene=flock-limited&count=40",
        goals=[goal for goal in goals if goal.startswith(("polarization", "mean_speed"))],
        vary=["alignment=0..4"],
        runs=12,
        ticks=300,
    )
    assert {band["goal"].split("=")[0] for band in report.exam["bands"]} == {"polarization", "mean_speed"}


def test_rows_tell_how_order_fluctuates():
    row = fw.evaluate({"link": "scene=vicsek&count=100", "ticks": 600, "burn_in": 300, "every": 3})
    world, order = fw.World.from_link("scene=vicsek&count=100"), []
    world.step(300)
    for _ in range(100):
        world.step(3)
        order.append(world.measures()["polarization"])
    order = np.array(order)
    assert row["polarization_susceptibility"] == pytest.approx(100 * order.var(), rel=1e-6)
    assert row["polarization_binder"] == pytest.approx(1 - (order**4).mean() / (3 * (order**2).mean() ** 2))
    assert row["polarization_error"] >= order.std(ddof=1) / 10 * 0.7
    assert "spacing_error" in row and "spacing_binder" not in row
