"""A world as a notebook meets it."""

import copy
import importlib.metadata
import json
import pickle
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import flockwright as fw

LINK = "scene=flock-wide&count=60&seed=7"


def test_every_scene_has_the_pinned_hash_after_600_ticks():
    pinned = Path(__file__).parents[3] / "tests" / "hashes.json"
    if not pinned.exists():
        pytest.skip("the pinned hashes are not part of the source package")
    wanted = json.loads(pinned.read_text())
    assert len(wanted) > len(fw.scenes()) - 1
    for scene, expected in wanted.items():
        world = fw.World.from_link(f"scene={scene}")
        world.step(600)
        assert world.hash == expected, scene


def test_the_arrays_are_views_that_each_tick_changes():
    world = fw.World.from_link(LINK)
    places, ways, headings = world.positions, world.velocities, world.headings
    assert places.shape == ways.shape == (61, 2) and headings.shape == (61,)
    before = places.copy()
    world.step(30)
    assert np.abs(places - before).max() > 1
    assert np.allclose((places - before)[0], world.positions[0] - before[0])
    address = places.__array_interface__["data"][0]
    world.step(600)
    assert world.positions.__array_interface__["data"][0] == address
    with pytest.raises(ValueError, match="read-only"):
        places[0, 0] = 1
    assert type(places + 1) is np.ndarray and type(places.copy()) is np.ndarray
    assert type(np.concatenate([places, places])) is np.ndarray


def test_a_view_says_so_when_units_come_or_go_and_its_memory_stays():
    world = fw.World.from_link(LINK)
    world.step(10)
    places = world.positions
    bare, before, sub = np.asarray(places), places.copy(), places[3:]
    world.add("boids", position=(1, 2), velocity=(3, 0))
    world.step(50)
    assert places.stale and sub.stale and not world.positions.stale
    for use in (lambda: places[0], lambda: places + 1, lambda: np.sum(places), lambda: sub.copy()):
        with pytest.raises(fw.StaleView, match="come or gone"):
            use()
    assert (bare == before).all(), "what is not asked shows the last state"
    assert len(world.positions) == 62
    del world
    assert (bare == before).all()


def test_a_view_outlives_its_world():
    places = fw.World.from_link(LINK).positions
    assert np.isfinite(np.asarray(places)).all()


def test_units_that_come_by_the_link_make_views_stale():
    world = fw.World.from_link(LINK)
    world.step(20)
    world.set(count=70)
    link = world.link
    again = fw.World.from_link(link)
    places = again.positions
    again.step(19)
    assert not places.stale
    again.step(10)
    assert places.stale and again.count == 71


def test_what_is_set_is_in_the_link():
    world = fw.World.from_link(LINK)
    world.set({"cohesion": 2.5}, view="narrow")
    assert "cohesion=2.5" in world.link and "view=narrow" in world.link
    world.step(100)
    world.set(alignment=0)
    world.hold((300, 200))
    world.step(50)
    world.hold(None)
    world.step(50)
    again = fw.World.from_link(world.link)
    again.step(200)
    assert (again.hash, again.tick) == (world.hash, 200)
    assert again.params["alignment"] == 0


def test_the_radius_and_the_speed_of_a_paper_have_its_names_and_units():
    world = fw.World.from_link("scene=vicsek&count=40&width=31.6&height=31.6")
    world.set(r=20, v=0.03)
    assert (world.params["mean_heading_factor"], world.params["speed"]) == (12.5, 1.8)
    assert world.space == (pytest.approx(31.6), pytest.approx(31.6), True)
    assert fw.params("vicsek")["speed"]["alias"] == ("v", "u per tick")
    rows = fw.jobs("scene=vicsek", axes=["r=5,20", "width=10*r", "height=10*r"])
    assert [dict(row["axes"])["r"] for row in rows] == ["5", "20"] and "width=200" in rows[1]["link"]
    with pytest.raises(fw.FlockwrightError, match="from 0 to 320"):
        world.set(r=400)


def test_errors_are_the_sentences_of_the_core():
    for link, why in [
        ("nonsense", "no link"),
        ("scene=flock-limited&cohesoin=1", "no parameter “cohesoin”"),
        ("scene=flock-limited&cohesion=99", "changed to 40"),
        ("scene=nope", "no scene"),
    ]:
        with pytest.raises(fw.FlockwrightError, match=why):
            fw.World.from_link(link)
    assert fw.World.from_link("scene=flock-limited&cohesion=99", strict=False).params["cohesion"] == 40
    world = fw.World.from_link(LINK)
    for misspelled in ("cohesoin", "cohesio", "Cohesion"):
        with pytest.raises(fw.FlockwrightError, match="Did you mean “cohesion”"):
            world.set({misspelled: 1})
    with pytest.raises(fw.FlockwrightError, match="from 0 to 40"):
        world.set(cohesion=99)
    with pytest.raises(fw.FlockwrightError, match="0 to 600"):
        world.set_state(positions=np.full((61, 2), 1e6))
    with pytest.raises(fw.FlockwrightError, match="positions is to be an array of the shape"):
        world.set_state(positions=np.zeros((3, 2)))


def test_a_world_is_copied_and_pickled():
    world = fw.World.from_link("scene=leaders-pincer")
    world.step(100)
    world.set(cohesion=3)
    twin, again = copy.deepcopy(world), pickle.loads(pickle.dumps(world))
    assert twin.hash == again.hash == world.hash and type(twin) is fw.World
    world.step(60)
    assert twin.hash != world.hash
    for other in (twin, again):
        other.step(60)
        assert other.hash == world.hash


def test_a_recorded_state_is_taken_up():
    world = fw.World.from_link(LINK)
    world.step(300)
    other = fw.World.from_link(LINK)
    other.set_state(world.positions, world.velocities, world.headings)
    assert np.array_equal(other.positions, world.positions)
    assert np.allclose(other.headings, world.headings, atol=1e-5)
    with pytest.raises(fw.FlockwrightError, match="No link"):
        other.link
    other.set_state(positions=[[1, 2]], ids=[5])
    assert other.positions[5].tolist() == [1, 2] and (other.positions[4] == world.positions[4]).all()
    with pytest.raises(fw.FlockwrightError, match="no unit 61"):
        other.set_state(positions=[[1, 2]], ids=[61])
    other.set_state(velocities=np.tile([3.0, 4.0], (61, 1)))
    assert np.allclose(other.headings, np.arctan2(4, 3))


def test_a_record_has_the_states_of_its_ticks():
    world, other = fw.World.from_link(LINK), fw.World.from_link(LINK)
    tracks = world.record(100, every=10)
    assert tracks.positions.shape == (11, 61, 2) and tracks.headings.shape == (11, 61)
    assert tracks.frames.tolist() == list(range(0, 101, 10)) and tracks.times[-1] == pytest.approx(100 / 60)
    other.step(50)
    assert np.array_equal(tracks.positions[5], other.positions)
    assert np.array_equal(tracks.velocities[5], other.velocities)
    assert set(tracks.groups) == {"boids", "player"} and set(tracks.roles) == {"regular", "player"}


def test_the_craft_that_a_person_flies_is_told_apart():
    world = fw.World.from_link(LINK)
    world.step(60)
    assert world.measured.dtype == bool and world.measured.sum() == 60
    assert world.group_names[world.groups[~world.measured][0]] == "player"
    ways = world.velocities[world.measured]
    ways /= np.linalg.norm(ways, axis=1, keepdims=True)
    assert np.linalg.norm(ways.mean(axis=0)) == pytest.approx(world.measures()["polarization"], abs=1e-4)
    tracks = world.record(10)
    assert (tracks.measured == world.measured).all()


def test_forces_add_up_and_neighbors_are_seen():
    world = fw.World.from_link("scene=flock-limited&count=80&start_radius=0.3")
    world.step(200)
    forces = world.forces()
    assert {"cohesion", "alignment", "separation", "sum", "limited"} <= forces.keys()
    parts = sum(force for key, force in forces.items() if key not in ("sum", "limited"))
    assert np.allclose(parts, forces["sum"], rtol=1e-3, atol=1e-2)
    near = world.neighbors()
    assert len(near) == 80 and max(map(len, near)) > 3
    assert all(unit not in ids for unit, ids in enumerate(near))


def test_measures_are_those_of_the_state():
    world = fw.World.from_link(LINK)
    world.step(300)
    of_flock = world.velocities[world.roles == world.role_names.index("regular")]
    ways = of_flock / np.linalg.norm(of_flock, axis=1, keepdims=True)
    assert world.measures()["polarization"] == pytest.approx(np.linalg.norm(ways.mean(0)), abs=1e-6)
    assert world.measures().keys() == fw.measures().keys()


def test_worlds_keep_their_own_measures_of_one_key():
    # "measure twin", "be 1" or "be 2".
    one, two = (fw.World.from_link(f"{LINK}&measures=RB40GIF4NHK8CO14N{value}") for value in "TU")
    assert (one.measures()["twin"], two.measures()["twin"]) == (1, 2)
    assert "twin" not in fw.World.from_link(LINK).measures()


@pytest.mark.parametrize("link", [LINK, "scene=rts-group&seed=3", "scene=couzin"])
def test_a_state_set_by_hand_is_saved_and_continued(link):
    world = fw.World.from_link(link)
    world.step(90)
    rng = np.random.default_rng(1)
    world.set_state(rng.uniform(50, 250, (world.count, 2)), rng.uniform(-20, 20, (world.count, 2)))
    world.set(length=5)
    world.step(10)
    with pytest.raises(fw.FlockwrightError, match="by hand"):
        world.link
    saved = world.snapshot()
    again = pickle.loads(pickle.dumps(world))
    other = fw.World.from_link(link)
    other.step(7)
    other.restore(saved)
    for one in (world, again, other):
        one.step(100)
    assert world.tick == again.tick == other.tick == 200
    assert world.hash == again.hash == other.hash
    world.restore(saved)
    assert world.tick == 100
    world.step(100)
    assert world.hash == again.hash
    with pytest.raises(fw.FlockwrightError, match="damaged"):
        world.restore(saved[:-9] + bytes(9))
    with pytest.raises(fw.FlockwrightError, match="this run of"):
        fw.World.from_link("scene=patrol").restore(saved)


def test_a_world_of_ones_own_groups_has_a_link():
    world = fw.World.build(
        {
            "sheep": fw.Group(["cohesion", "alignment", "fright"], fears="dog", params={"count": 40, "cohesion": 2}),
            "dog": fw.Group(["pursue"], role="monster", hunts=["sheep"], params={"count": 1}),
        },
        width=300,
        height=200,
        seed=5,
        toroidal=True,
    )
    assert world.count == 41 and world.group_names == ["units", "g1"] and world.space == (300, 200, True)
    world.step(120)
    assert fw.World.from_link(world.link).seed == 5
    with pytest.raises(fw.FlockwrightError, match="no group “cat”"):
        fw.World.build({"a": fw.Group(hunts=["cat"])})
    with pytest.raises(fw.FlockwrightError):
        fw.World.build(fw.Group(["beauty"]))


RULE = """rule crowded "Turn left when crowded"
param many = 4 in 0..50 "How many are a crowd."
param push = 1 in 0..2 "× S"
n = count(j in mates(8 * L))
steer if n > many then -push else 0"""


def test_a_behavior_can_be_a_rule_as_text():
    def run(**params):
        group = fw.Group(["cohesion", RULE], params={"count": 40, **params})
        world = fw.World.build(group, width=200, height=200)
        world.step(200)
        return world

    with_rule, without = run(), run(crowded=0)
    assert with_rule.hash != without.hash and with_rule.params["crowded-many"] == 4
    assert np.abs(with_rule.forces()["crowded"]).max() > 0
    again = fw.World.from_link(run(**{"crowded-many": 2}).link)
    again.step(200)
    assert again.hash == run(**{"crowded-many": 2}).hash != with_rule.hash
    with pytest.raises(fw.FlockwrightError):
        fw.World.build(fw.Group(["rule broken\nsteer nobody"]))


def test_a_map_becomes_walls_that_stay():
    tiles = (np.arange(200)[:, None] + np.arange(100)) % 2
    world = fw.World.build(fw.Group(["seek"], params={"count": 9}), width=400, height=800)
    world.set_walls(fw.walls_from_tiles(tiles, 4))
    assert world.walls.shape == (10_000, 5)
    world.step(5)
    with pytest.raises(fw.FlockwrightError, match="walls are too many: at most 50000"):
        world.set_walls(np.ones((100_000, 5)))
    world.restart()
    assert len(world.walls) == 10_000
    with pytest.raises(fw.FlockwrightError, match="walls were set"):
        world.link
    assert fw.walls_from_tiles([[1, 1, 1], [0, 1, 0]], 10)[0].tolist() == [5, 5, 25, 5, 5]
    world.set_walls([])
    assert len(world.walls) == 0


def test_recipes_are_behaviors_by_their_keys():
    recipes = {key: entry["rule"] for key, entry in fw.behaviors().items() if entry["rule"]}
    assert {"hide", "offset_pursuit", "social_force"} <= recipes.keys()
    for key, rule in recipes.items():
        assert fw.World.build(fw.Group([key])).link == fw.World.build(fw.Group([rule])).link
    assert fw.World.build(fw.Group(["hide"], params={"hide-gap": 7})).params["hide-gap"] == 7
    with pytest.raises(fw.FlockwrightError, match="Did you mean “hide”"):
        fw.World.build(fw.Group(["hyde"]))


def test_rules_parameters_and_additions_take_the_names_of_groups():
    def herd(wanted):
        rule = f'rule follow "Go there"\nsteer mean(j in group("{wanted}", 900): j.offset)'
        return fw.World.build({"sheep-1": fw.Group(["cohesion"], params={"count": 9}), "dog 🐕": fw.Group([rule])})

    world = herd("Sheep 1")
    assert world.notices == []
    world.set({"Dog.count": 2})
    assert world.params["g1.count"] == 2
    world.add("dog", (10, 10))
    lost = herd("cats")
    assert lost.notices == ["In rule follow: no group cats; there are units (sheep 1), g1 (dog)."]
    with pytest.raises(fw.FlockwrightError, match=r"no group “cat”. There are units \(sheep 1\), g1 \(dog\)"):
        world.add("cat", (10, 10))
    assert "nonsense" in fw.World.from_link("v=8&scene=flock-limited&nonsense=1", strict=False).notices[0]


def test_a_shark_that_somebody_builds_reports_whom_it_catches():
    fish = fw.Group(["wander", "separation"], fears="shark", params={"count": 60})
    shark = fw.Group(["pursue"], hunts="fish", params={"count": 2, "catch_factor": 2, "caught": "tells"})
    reef = fw.World.build({"fish": fish, "shark": shark}, width=400, height=300)
    assert reef.events() == []
    caught = []
    for _ in range(600):
        reef.step()
        caught += [event for event in reef.events() if event.kind == "caught"]
        for event in caught[-1:]:
            unit, hunter = reef.id_of(event.unit), reef.id_of(event.hunter)
            assert event.by == reef.group_names[reef.groups[hunter]] and reef.groups[unit] == 0
    assert len(caught) > 1
    eaten = reef.id_of(caught[0].unit)
    reef.remove(eaten)
    assert reef.id_of(caught[0].unit) is None and caught[0].unit not in reef.handles
    assert fw.world.Event("removed", caught[0].unit) in reef.events()


def test_going_back_is_the_same_run():
    world = fw.World.from_link(LINK)
    world.step(200)
    late = world.hash
    world.seek(50)
    assert world.tick == 50
    world.seek(200)
    assert world.hash == late
    world.restart()
    assert (world.tick, world.count) == (0, 61)


def test_an_iteration_is_a_tick_each():
    world = fw.World.from_link(LINK)
    assert [one.tick for one, _ in zip(world, range(3))] == [1, 2, 3]


def test_other_threads_go_on_while_a_world_runs():
    world = fw.World.from_link("scene=flock-limited&count=3000")
    thread = threading.Thread(target=world.step, args=(200,))
    thread.start()
    turns = 0
    while thread.is_alive():
        turns += 1
        time.sleep(0.001)
    assert turns > 10 and world.tick == 200


def test_the_package_has_the_texts_of_both_licenses():
    names = {file.name for file in importlib.metadata.files("flockwright")}
    assert {"LICENSE-APACHE", "LICENSE-MIT"} <= names
