#!/usr/bin/env python3
"""Counts the lines of each application that a user writes: without blanks, comments and checks.

    benchmarks/applications/lines.py [FOLDER...]

Counted are the headers of an application, which have no code of the benchmark, and of the examples
that it includes. Applications that consist of a benchmark and an example count the example.
"""

import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
EXAMPLES = HERE.parent.parent / "examples"
COMMENT = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/', re.S)


def code_lines(path):
    text = COMMENT.sub(lambda m: m.group() if m.group().startswith('"') else "", path.read_text())
    return sum(1 for line in text.splitlines() if line.strip())


def files_of(folder):
    """The headers of an application, and those of examples that its files include."""
    found = set(folder.glob("*.h"))
    queue = [*found, folder / "main.cpp"]
    while queue:
        path = queue.pop()
        for name in re.findall(r'^#include "([^"]+)"', path.read_text(), re.M):
            for candidate in (EXAMPLES / name, path.parent / name):
                if candidate.exists() and candidate not in found:
                    found.add(candidate)
                    queue.append(candidate)
    return sorted(found)


def main(arguments):
    folders = [Path(argument) for argument in arguments] or sorted(
        path.parent for path in HERE.glob("*/main.cpp"))
    for folder in folders:
        files = files_of(folder.resolve())
        print(f"{folder.name:20} {sum(map(code_lines, files)):5}  "
              f"{' '.join(path.name for path in files)}")


if __name__ == "__main__":
    main(sys.argv[1:])
