#!/usr/bin/env python3
"""Checks that the library reads no variable that could steer a program with raised privileges, and
runs no shell.

    environment.py ROOT

Code reads variables by dart::environment or secure_getenv. Only the start-up looks for the variables
of launchers in another way, to refuse them.
"""

import pathlib
import re
import sys

FOLDERS = ["dart", "dart-cuda", "dart-ib", "dash"]
SUFFIXES = {".cpp", ".h", ".cu"}
PATTERN = re.compile(r"(?<!secure_)\bgetenv\s*\(|\bpopen\s*\(|\bsystem\s*\(")
EXCEPTIONS = {"dart/src/net/bootstrap.cpp"}


def main():
    root = pathlib.Path(sys.argv[1])
    problems = 0
    for folder in FOLDERS:
        for file in sorted((root / folder).rglob("*")):
            if file.suffix not in SUFFIXES or str(file.relative_to(root)) in EXCEPTIONS:
                continue
            for number, line in enumerate(file.read_text().splitlines(), 1):
                code = line.split("//")[0]
                if PATTERN.search(code) and not re.search(r'"[^"]*(popen|system)[^"]*"', code):
                    print(f"{file.relative_to(root)}:{number}: {line.strip()}")
                    problems += 1
    print(f"{problems} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
