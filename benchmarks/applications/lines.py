#!/usr/bin/env python3
"""Counts the lines of each application that a user writes: without blanks, comments and checks.

    benchmarks/applications/lines.py

Counted are the headers of an application, which have no code of the benchmark, and of the examples
that it includes. Applications that consist of a benchmark and an example count the example. Of
applications with several control paths, the one by the library counts. Where mpi_cuda has the same
program with MPI and CUDA, its lines and the ratio follow. A header that both programs include, such
as the arithmetic of the problem, counts in neither.
"""

import re
from pathlib import Path

HERE = Path(__file__).resolve().parent
EXAMPLES = HERE.parent.parent / "examples"
COMMENT = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/', re.S)
OTHER_PATHS = {"border_exchange.h", "ring.h"}
CHECKS = {EXAMPLES / "support" / "difference.h", HERE / "bfs" / "check.h"}


def code_lines(path):
    text = COMMENT.sub(lambda m: m.group() if m.group().startswith('"') else "", path.read_text())
    return [line.strip() for line in text.splitlines() if line.strip()]


def includes(path):
    return re.findall(r'^#include "([^"]+)"', path.read_text(), re.M)


def files_of(folder):
    """The headers of an application, and those of examples that its files include."""
    others = {folder / name for name in OTHER_PATHS} | CHECKS
    program = counterpart(folder.name)
    if program.exists():
        others |= {(program.parent / name).resolve() for name in includes(program)}
    found = set(folder.glob("*.h")) - others
    queue = [*found, folder / "main.cpp"]
    while queue:
        path = queue.pop()
        for name in includes(path):
            for candidate in (EXAMPLES / name, path.parent / name):
                if candidate.exists() and candidate not in found | others:
                    found.add(candidate)
                    queue.append(candidate)
    return sorted(found)


def lines_of(paths):
    return [line for path in paths for line in code_lines(path)]


def counterpart(name):
    return HERE / "mpi_cuda" / f"{name}.h"


def main():
    for folder in sorted(path.parent for path in HERE.glob("*/main.cpp")):
        ours, program = lines_of(files_of(folder)), counterpart(folder.name)
        beside = ""
        if program.exists():
            theirs = lines_of([program, program.parent / "check.h"])
            beside = f"{len(theirs):5} with MPI and CUDA, {len(ours) / len(theirs):.2f} x"
        if ours:
            print(f"{folder.name:20} {len(ours):5}  {beside}")


if __name__ == "__main__":
    main()
