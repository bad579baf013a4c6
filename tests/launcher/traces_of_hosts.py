#!/usr/bin/env python3
"""Runs over emulated hosts give one trace with all units, whose times refer to one clock.

    traces_of_hosts.py DARTRUN DART-HOSTS PLOT-TRACE

Where this machine permits time namespaces, some hosts have clocks of their own.
"""

import importlib.machinery
import importlib.util
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest.mock

DARTRUN, PROGRAM, PLOT_TRACE = sys.argv[1:4]
# The clock of units from a given one on is 11 days ahead.
AHEAD = ["sh", "-c", "test $OMPI_COMM_WORLD_RANK -lt $0 && exec \"$@\"; "
         "exec unshare --time --monotonic 1000000 --fork \"$@\""]
# Options, number of units, number of hosts, and the first unit with another clock.
RUNS = [
    (["--hosts-emulated", "2", "-n", "4"], 4, 2, None),
    (["--hosts-emulated", "2", "-n", "4", "--transport", "messages"], 4, 2, None),
    (["--hosts-emulated", "3", "-n", "3"], 3, 3, None),
    (["--hosts", "localhost", "-n", "2"], 2, 1, None),
    (["--hosts-emulated", "2", "-n", "4"], 4, 2, 2),
    (["--hosts-emulated", "3", "-n", "3"], 3, 3, 1),
]


def has_time_namespaces():
    command = ["unshare", "--time", "--monotonic", "1000000", "--fork", "true"]
    try:
        return subprocess.run(command, capture_output=True).returncode == 0
    except FileNotFoundError:
        return False


def trace_of(options, program, file):
    command = [DARTRUN, *options, "--trace", file, *program]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60)
    if run.returncode != 0:
        sys.exit(f"{command} ended with {run.returncode}:\n{run.stdout}{run.stderr}")
    with open(file) as trace:
        return json.load(trace)


def load_plot_trace():
    """The script as a module, without what draws."""
    sys.dont_write_bytecode = True
    loader = importlib.machinery.SourceFileLoader("plot_trace", PLOT_TRACE)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("plot_trace", loader))
    with unittest.mock.patch.dict(sys.modules, {"matplotlib": unittest.mock.MagicMock()}):
        loader.exec_module(module)
    return module


def problems_of(events, units, hosts):
    """What is wrong with a trace in which the units have taken turns."""
    names = {e["pid"]: e["args"]["name"] for e in events if e["name"] == "process_name"}
    labels = {e["pid"]: e["args"]["labels"] for e in events if e["name"] == "process_labels"}
    if sorted(names) != list(range(units)) or sorted(labels) != list(range(units)):
        yield f"units: {names}, {labels}"
        return
    places = {label.split(",")[0] for label in labels.values()}
    if len(places) != hosts:
        yield f"hosts: {places}"
    # Microseconds that the clock of a unit's host may be wrong.
    within = {unit: float(re.search(r"within (\S+) us$", labels[unit])[1]) for unit in labels}
    if within[0] > 0.0 or max(within.values()) > 20_000:
        yield f"clocks: {within}"
    turns = sorted((e for e in events if e.get("cat") == "turn"), key=lambda e: e["pid"])
    if [turn["pid"] for turn in turns] != list(range(units)):
        yield f"turns: {turns}"
        return
    for before, after in zip(turns, turns[1:]):
        gap = after["ts"] - before["ts"] - before["dur"]
        error = within[before["pid"]] + within[after["pid"]]
        if not -error <= gap <= 10e6 + error:
            yield f"unit {after['pid']} has its turn {gap} us after the one before, +- {error}"
    if not any(e.get("cat") == "wait" and e["pid"] == units - 1 for e in events):
        yield "no waits of the last unit"
    rows = [name for name, _ in load_plot_trace().spans_by_row(events)]
    for unit in range(units):
        if f"unit {unit} (CPU): program" not in rows:
            yield f"scripts/plot-trace draws no row of unit {unit}: {rows}"


def main():
    failures = 0
    apart = has_time_namespaces()
    with tempfile.TemporaryDirectory() as folder:
        for options, units, hosts, first_ahead in RUNS:
            if first_ahead is not None and not apart:
                print(f"{options} with other clocks: left out, there are no time namespaces")
                continue
            start = [] if first_ahead is None else [*AHEAD, str(first_ahead)]
            events = trace_of(options, [*start, PROGRAM, "turns"], f"{folder}/out.json")
            problems = list(problems_of(events, units, hosts))
            print(options, first_ahead, *(problems or ["as expected"]), sep="\n  ")
            failures += len(problems)
            if os.listdir(folder) != ["out.json"]:
                print(f"files are left: {os.listdir(folder)}")
                failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
