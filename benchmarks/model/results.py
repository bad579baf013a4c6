"""What the model needs of benchmarks/results."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import measurements  # noqa: E402: its folder has to be known first
from measurements import FOLDER  # noqa: E402,F401: for the programs of the model


class Missing(Exception):
    """The results lack a figure that the model needs."""


class Results(measurements.Results):
    """The figures of one file, that is, of one machine."""

    def best(self, bench, case, **params):
        """The best of several runs of one figure: the shortest time, or the highest rate."""
        rows = self.select(bench, case, **params)
        if not rows:
            raise Missing(f"{self.path} has no figure of {bench}, {case}, {params}")
        return measurements.best_of(rows)["value"]

    def copies(self, case, **params):
        """Bytes and microseconds of copies, whose longer ones are given as bandwidths."""
        points = []
        for row in self.select("gpu_copy", case, **params):
            nbytes = row["params"]["bytes"]
            points.append((nbytes, row["value"] if row["unit"] == "us"
                           else nbytes / row["value"] / 1e3))
        if not points:
            raise Missing(f"{self.path} has no copies of {case}, {params}")
        return points


def read(machine, topic="all", folder=FOLDER):
    """The newest file of a topic on a machine, MACHINE/TOPIC-DATE.jsonl."""
    paths = sorted((folder / machine).glob(topic + "-????-??-??.jsonl"))
    if not paths:
        raise Missing(f"{folder} has no file {machine}/{topic}-DATE.jsonl")
    return Results(paths[-1])
