"""The package under tools that fit by simulation."""

import numpy as np
import pytest

import flockwright as fw


def test_pyabc_finds_the_noise_of_a_track_of_our_own(tmp_path):
    pyabc = pytest.importorskip("pyabc")
    hidden = fw.World.from_link("scene=vicsek&count=60&noise=2&seed=9")
    hidden.step(200)
    observed = hidden.record(1200, every=6).summary()

    def model(parameters):
        seed = np.random.randint(1, 2**31)
        world = fw.World.from_link(f"scene=vicsek&count=60&noise={parameters['noise']:.4f}&seed={seed}")
        world.step(200)
        return {"polarization": world.record(300, every=6).summary()["polarization"]["mean"]}

    np.random.seed(1)
    abc = pyabc.ABCSMC(
        model,
        pyabc.Distribution(noise=pyabc.RV("uniform", 0, 4)),
        distance_function=lambda a, b: abs(a["polarization"] - b["polarization"]),
        population_size=30,
        sampler=pyabc.sampler.SingleCoreSampler(),
    )
    abc.new(f"sqlite:///{tmp_path / 'abc.db'}", {"polarization": observed["polarization"]["mean"]})
    values, weights = abc.run(max_nr_populations=3).get_distribution()
    mean = (values["noise"] * weights).sum()
    sd = np.sqrt((weights * (values["noise"] - mean) ** 2).sum())
    assert abs(mean - 2) < 3 * sd and sd < 0.6
