"""Reads benchmarks/results/MACHINE/TOPIC-DATE.jsonl.

The first line of a file describes the machine, and each of the others is one result. The topic "all" is a
run of all benchmarks for the machine.
"""

import json
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "benchmarks" / "results"
NAME = re.compile(r"(.+)-(\d{4}-\d\d-\d\d)")
TIMES = {"ns": 1e-3, "us": 1.0, "ms": 1e3, "s": 1e6, "ps/spin": 1e-6}  # in microseconds


class Malformed(Exception):
    """A file that does not look as the benchmarks write it."""


class Results:
    """The results of one file and the machine that they were measured on."""

    def __init__(self, path):
        lines = [json.loads(line) for line in path.read_text().splitlines() if line.strip()]
        if not lines or "machine" not in lines[0]:
            raise Malformed(f"{path}: the first line does not name the machine")
        name = NAME.fullmatch(path.stem)
        if not name:
            raise Malformed(f"{path}: the name is not TOPIC-DATE.jsonl")
        self.path = path
        self.folder, self.topic, self.date = path.resolve().parent.name, name[1], name[2]
        self.machine, self.rows = lines[0], lines[1:]

    def select(self, bench, case=None, unit=None, **params):
        """Rows of a benchmark; of a case, a unit, and parameters with given values. A parameter that
        has to be None must be absent."""
        return [
            row for row in self.rows
            if row["bench"] == bench and case in (None, row["case"]) and unit in (None, row["unit"])
            and all(row["params"].get(key) == value for key, value in params.items())
        ]


def is_time(unit):
    """Whether less is better. Otherwise the unit is one of rates."""
    return unit in TIMES


def best_of(rows):
    """The best of several runs of one figure: the shortest time, or the highest rate."""
    choose = min if is_time(rows[0]["unit"]) else max
    return choose(rows, key=lambda row: row["value"])


def files_of(folder=FOLDER):
    """The files of results, the oldest first; of those of one day, in the order of their names."""
    return sorted(folder.glob("*/*.jsonl"), key=lambda path: (path.stem[-10:], path))
