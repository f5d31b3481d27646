"""Wrong arguments of every function raise FlockwrightError, whose sentence names the argument, and change nothing."""

import inspect
import json

import numpy as np
import pytest

import flockwright as fw

NOT_NUMBERS = ["5", None, [], {}, float("nan"), float("inf"), -float("inf"), b"1", object()]
COUNTS = [*(one for one in NOT_NUMBERS), -1, 0.5, 2**70, True]
TEXTS = [5, [], {}, b"text", float("nan"), object()]
MAPPINGS = [5, "text", [1], float("nan"), object()]
POINTS = ["xy", 5, [], [1], [1, 2, 3], [1, "2"], [float("nan"), 0], [0, float("inf")], [1e39, 0], {}]


def world():
    return fw.World.from_link("scene=flock-limited&count=5&seed=3")


def but(values, *fine):
    return [one for one in values if not any(one is other for other in fine)]


JOB = fw.jobs("scene=vicsek&count=5", ticks=2)[0]

# By function: sound arguments, and by argument the name in the sentence and the wrong values.
METHODS = {
    "step": ({"ticks": 2}, {"ticks": ("ticks", [*COUNTS, 1_000_000_001])}),
    "seek": ({"tick": 2}, {"tick": ("tick", [*COUNTS, 1_000_000_001])}),
    "restart": ({"seed": 2}, {"seed": ("seed", [*but(COUNTS, None), 2**32])}),
    "record": ({"ticks": 2, "every": 1}, {"ticks": ("ticks", COUNTS), "every": ("every", [*COUNTS, 0])}),
    "restore": (None, {"snapshot": ("snapshot", ["text", 5, None, [], b"", b"nonsense"])}),
    "remove": ({"id": 1}, {"id": ("id", COUNTS)}),
    "id_of": ({"unit": 1}, {"unit": ("unit", COUNTS)}),
    "set_site": (
        {"name": "coral", "place": (1, 2)},
        {"name": ("name", [None, *TEXTS, "", "a-b", "x" * 25]), "place": ("place", POINTS)},
    ),
    "set_unit": (
        {"unit": 1, "max_speed": 5, "target": (1, 2)},
        {
            "unit": ("unit", [*COUNTS, 99]),
            "max_speed": ("max_speed", but(NOT_NUMBERS, None)),
            "target": ("target", [5.5, [], [1], [1, 2, 3], [1, "2"], [float("nan"), 0], {}, object()]),
        },
    ),
    "events": ({}, {}),
    "hold": ({"place": (1, 2)}, {"place": ("place", POINTS)}),
    "set_walls": (
        {"walls": [[0, 0, 50, 0, 2]]},
        {"walls": ("wall", [5, "text", [1], [[1, 2]], [[0, 0, float("nan"), 0, 2]], [[0, 0, 50, 0, -1]], [[0] * 5] * 50_001])},
    ),
    "add": (
        {"group": "boids", "position": (1, 2), "velocity": (0, 1), "heading": 0.5},
        {
            "group": ("group", [None, *TEXTS, "bods"]),
            "position": ("position", [None, *POINTS]),
            "velocity": ("velocity", [None, *POINTS]),
            "heading": ("heading", ["up", [], float("inf"), {}]),
        },
    ),
    "set_state": (
        {"positions": [[1, 2]], "velocities": [[0, 1]], "headings": [0.5], "ids": [0]},
        {
            "positions": (
                "ositions",
                ["text", 5, [1, 2], [[1, 2, 3]], [[float("nan"), 0]], [["a", "b"]], [[1, 2], [3, 4]]],
            ),
            "velocities": ("velocities", ["text", 5, [1, 2], [[0, float("inf")]], [[1e39, 0]]]),
            "headings": ("headings", ["text", [0.5, 1], [[0.5]], ["up"]]),
            "ids": ("", ["text", [0.5], [-1], [99], [None]]),
        },
    ),
    "set": (
        {"values": {"cohesion": 2}},
        {
            "values": (
                "",
                [*MAPPINGS, {5: 1}, {"cohesoin": 1}, {"cohesion": float("nan")}, {"cohesion": None}, {"view": "up"}],
            )
        },
    ),
    "set_text": ({"key": "cohesion", "text": "2"}, {"key": ("key", [None, *TEXTS]), "text": ("text", [None, *TEXTS])}),
    "neighbors": ({}, {}),
    "forces": ({}, {}),
    "measures": ({}, {}),
    "describe": ({}, {}),
    "snapshot": ({}, {}),
}
FUNCTIONS = {
    "from_link": (fw.World.from_link, {"link": "scene=vicsek&count=5"}, {"link": ("link", [None, *TEXTS, "hello"])}),
    "check": (fw.World.check, {"link": "scene=vicsek"}, {"link": ("link", [None, *TEXTS])}),
    "build": (
        fw.World.build,
        {"groups": {"a": fw.Group(["seek"])}, "width": 300, "height": 200, "seed": 1},
        {
            "groups": (
                "",
                [
                    None,
                    *MAPPINGS,
                    {},
                    {"a": 5},
                    {"a": fw.Group(5)},
                    {"a": fw.Group([5])},
                    {"a": fw.Group(hunts=5)},
                    {"a": fw.Group(["seek"], params=5)},
                    {"a": fw.Group(["sleep"])},
                ],
            ),
            "width": ("width", [None, *but(NOT_NUMBERS, "5")][:1] + [[], {}, float("nan"), float("inf")]),
            "height": ("height", [None, [], {}, float("nan"), float("inf")]),
            "seed": ("seed", COUNTS),
        },
    ),
    "walls_from_tiles": (
        fw.walls_from_tiles,
        {"tiles": [[1, 1], [0, 1]], "side": 10},
        {
            "tiles": ("tiles", [None, 5, "text", [1, 1], [[1, 1], [1]], [[[1]]]]),
            "side": ("side", [*NOT_NUMBERS, 0, -1]),
        },
    ),
    "behaviors": (fw.behaviors, {}, {}),
    "measures": (fw.measures, {}, {}),
    "scenes": (fw.scenes, {}, {}),
    "params": (fw.params, {"what": "vicsek"}, {"what": ("", [None, *TEXTS, "nope"])}),
    "declare_measure": (fw.declare_measure, {"text": "measure fast\nbe 1"}, {"text": ("", [None, *TEXTS, "nonsense"])}),
    "evaluate": (
        fw.evaluate,
        {"job": JOB},
        {"job": ("", [None, *MAPPINGS, {}, {**JOB, "ticks": -1}, {**JOB, "ticks": float("nan")}, {**JOB, "link": 5}])},
    ),
    "jobs": (
        fw.jobs,
        {"plan": {"base": "scene=vicsek", "ticks": 9}},
        {
            "plan": (
                "",
                [
                    None,
                    5,
                    [1],
                    {"base": 5},
                    {"base": "scene=vicsek", "axes": 5},
                    {"base": "scene=vicsek", "ticks": float("nan")},
                    {"base": "scene=vicsek", "ticks": -1},
                    {"base": object()},
                ],
            )
        },
    ),
    "sweep": (
        fw.sweep,
        {"plan": {"base": "scene=vicsek&count=5", "ticks": 2}, "threads": 1, "note": None},
        {
            "plan": ("", [None, 5, {"base": "scene=nope"}]),
            "threads": ("threads", [*but(COUNTS, None), 0]),
            "note": ("note", [5, "text", []]),
        },
    ),
    "tune": (
        fw.tune,
        {
            "base": "scene=vicsek&count=5&noise=0",
            "goals": ["polarization=0.."],
            "vary": ["noise=0..1"],
            "runs": 20,
            "ticks": 20,
            "burn_in": 0,
        },
        {
            "base": ("", [None, 5, [1], "scene=nope"]),
            "goals": ("", [5, [5], ["nonsense"]]),
            "vary": ("", [5, [5], ["nonsense"]]),
            "runs": ("", [-1, float("nan"), "x"]),
        },
    ),
}
# Of rows and tables; tests of tracks stand in test_tracks.py.
ELSEWHERE = {
    "DT",
    "Event",
    "FlockwrightError",
    "Group",
    "Report",
    "StaleView",
    "Tracks",
    "View",
    "World",
    "__version__",
    "frame",
    "measure",
    "read_tracks",
}
CASES = [
    (name, argument, said, value)
    for name, (_, _, table) in {**{name: (None, *of) for name, of in METHODS.items()}, **FUNCTIONS}.items()
    for argument, (said, values) in table.items()
    for value in values
]


def test_the_table_has_every_function():
    missing = set(fw.__all__) - FUNCTIONS.keys() - ELSEWHERE
    assert not missing
    own = {name for name, value in inspect.getmembers(fw.World) if callable(value) and not name.startswith("_")}
    assert not own - METHODS.keys() - FUNCTIONS.keys() - {"copy_from"}


@pytest.mark.parametrize("name", [*METHODS, *FUNCTIONS])
def test_sound_arguments_are_taken(name):
    if name in METHODS:
        flock = world()
        sound = METHODS[name][0]
        getattr(flock, name)(
            **({"snapshot": flock.snapshot()} if sound is None else sound)
        ) if name != "set" else flock.set(sound["values"])
    else:
        of, sound, _ = FUNCTIONS[name]
        of(**sound)


@pytest.mark.parametrize(("name", "argument", "said", "value"), CASES)
def test_a_wrong_argument_is_named_and_changes_nothing(name, argument, said, value):
    if name in METHODS:
        flock = world()
        before = (flock.hash, flock.link)
        given = {**(METHODS[name][0] or {}), argument: value}
        with pytest.raises(fw.FlockwrightError) as why:
            flock.set(given["values"]) if name == "set" else getattr(flock, name)(**given)
        assert (flock.hash, flock.link) == before
    else:
        of, sound, _ = FUNCTIONS[name]
        with pytest.raises(fw.FlockwrightError) as why:
            of(**{**sound, argument: value})
    assert said in str(why.value) and str(why.value).endswith((".", "?"))


def test_an_argument_that_is_missing_is_named_by_python():
    for name, argument in [
        ("seek", "tick"),
        ("add", "position"),
        ("record", "ticks"),
        ("remove", "id"),
        ("restore", "snapshot"),
    ]:
        with pytest.raises(TypeError, match=argument):
            getattr(world(), name)()


def test_numbers_of_numpy_are_numbers():
    flock = world()
    flock.step(np.int64(2))
    flock.hold(np.array([3.0, 4.0]))
    flock.set(cohesion=np.float32(0.1), toroidal=np.bool_(True))
    assert flock.tick == 2 and flock.params["cohesion"] == 0.1
    flock.add("boids", np.array([1.0, 2.0]), heading=np.float32(0.5))
    flock.remove(np.int64(0))
    assert fw.sweep({"base": "scene=vicsek&count=5", "ticks": np.int64(2)}) is not None
    assert json.dumps(fw.jobs("scene=vicsek", seeds=range(2)))


def test_a_module_that_is_an_example_now_is_named():
    for name in ("zoo", "widget"):
        with pytest.raises(AttributeError, match=f"flockwright.{name} is an example now"):
            getattr(fw, name)
