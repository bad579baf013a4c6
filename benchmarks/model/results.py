"""Reads benchmarks/results/*.jsonl."""

import json
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "results"
TIMES = {"ns": 1e-3, "us": 1.0, "ms": 1e3, "s": 1e6}


class Missing(Exception):
    """The results lack a figure that the model needs."""


class Results:
    """The figures of one file, that is, of one machine."""

    def __init__(self, path):
        self.path = path
        lines = [json.loads(line) for line in path.read_text().splitlines() if line.strip()]
        self.machine, self.rows = lines[0], lines[1:]

    def select(self, bench, case=None, **params):
        return [row for row in self.rows
                if row["bench"] == bench and case in (None, row["case"])
                and all(row["params"].get(key) == value for key, value in params.items())]

    def best(self, bench, case, **params):
        """The best of several runs of one figure: the shortest time, or the highest rate."""
        rows = self.select(bench, case, **params)
        if not rows:
            raise Missing(f"{self.path.name} has no figure of {bench}, {case}, {params}")
        values = [row["value"] for row in rows]
        return min(values) if rows[0]["unit"] in TIMES else max(values)

    def copies(self, case, **params):
        """Bytes and microseconds of copies, whose longer ones are given as bandwidths."""
        points = []
        for row in self.select("gpu_copy", case, **params):
            nbytes = row["params"]["bytes"]
            points.append((nbytes, row["value"] if row["unit"] == "us"
                           else nbytes / row["value"] / 1e3))
        if not points:
            raise Missing(f"{self.path.name} has no copies of {case}, {params}")
        return points


def read(machine, folder=FOLDER):
    """The newest file of all benchmarks on a machine, MACHINE-DATE.jsonl. Files of a few benchmarks
    say which between the machine and the date; they lack figures of the model."""
    paths = sorted(folder.glob(machine + "-????-??-??.jsonl"))
    if not paths:
        raise Missing(f"{folder} has no file {machine}-DATE.jsonl")
    return Results(paths[-1])
