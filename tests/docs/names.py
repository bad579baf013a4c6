#!/usr/bin/env python3
"""Checks what the pages name: files, scripts and programs with their options, presets, variables.

    names.py ROOT DARTRUN DART_INFO
"""

import json
import pathlib
import re
import subprocess
import sys

FOLDERS = "dash|dart|dart-cuda|dart-ib|docs|examples|benchmarks|tests|scripts|cmake|detail|support"
# Where a path in a page may begin: the repository, or folders whose contents have long names.
BEGINNINGS = [
    ".", "dash/include", "dash/include/dash", "dart/include", "dash/compat/include", "tests",
    "tests/dash", "benchmarks"
]
SOURCES = [".h", ".cpp", ".cu", ".txt", ".cmake", ".in", ".py", ".json", ""]


def code_of(text):
    """Blocks of shell commands, and what stands between backticks outside of blocks."""
    blocks = re.findall(r"^```sh\n(.*?)^```", text, re.M | re.S)
    without_blocks = re.sub(r"^```.*?^```|<!--.*?-->", "", text, flags=re.M | re.S)
    return blocks, re.findall(r"`([^`\n]+)`", without_blocks)


class Checker:
    def __init__(self, root, helps):
        self.root, self.helps = root, helps  # what each program prints for --help
        presets = json.loads((root / "CMakePresets.json").read_text())
        self.presets = {p["name"] for p in presets["configurePresets"] + presets["buildPresets"]}
        files = [path for folder in ("cmake", "dash", "dart", "dart-cuda", "dart-ib", "tests",
                                     "benchmarks", "scripts", "examples")
                 for path in (root / folder).rglob("*") if path.suffix in SOURCES and path.is_file()]
        text = "".join(path.read_text(errors="ignore") for path in [*files, root / "CMakeLists.txt"])
        self.words = set(re.findall(r"\w+", text))
        self.problems, self.count = [], 0

    def require(self, holds, page, problem):
        self.count += 1
        if not holds:
            self.problems.append(f"{page}: {problem}")

    def check_command(self, page, command):
        """One command of a shell block: its scripts, programs and options."""
        words = re.split(r"\s+", re.sub(r"#.*", "", command).strip())
        words = [word for word in words if "=" not in word.split("-")[0]]  # without NAME=VALUE
        if not words or not words[0]:
            return
        program = words[0].removeprefix("./")
        if program.startswith(("scripts/", ".ci/")):
            path = self.root / program
            self.require(path.is_file(), page, f"there is no {program}")
            known = path.read_text() if path.is_file() else ""
            if program == "scripts/bench":  # It passes options on.
                known += (self.root / "benchmarks/support/bench.cpp").read_text()
        elif program in self.helps:
            known = self.helps[program]
        elif program == "cmake":
            for preset in re.findall(r"--preset[ =](\w+)", command):
                self.require(preset in self.presets, page, f"there is no preset {preset}")
            return
        else:
            return
        for word in words[1:]:
            if not word.startswith("-"):
                if program == "dartrun" and re.match(r"\./|sh$", word):
                    break  # the program; what follows are its arguments
                continue
            option = word.split("=")[0]
            self.require(re.search(rf"(?<![\w-]){re.escape(option)}(?![\w-])", known), page,
                         f"{program} has no option {option}")

    def check_name(self, page, name):
        """What stands between backticks, if it looks like a path or a variable."""
        path = name.strip("<>")
        if re.fullmatch(rf"\.?/?(?:{FOLDERS})/[\w./-]+", path) and not re.search("NAME|DATE", path):
            self.require(any((self.root / folder / path).exists() for folder in BEGINNINGS), page,
                         f"there is no {path}")
        if re.fullmatch(r"(?:DASH|DART)_[A-Z_]+", name):
            is_known = name in self.words or name.removeprefix("DASH_WITH_") in self.words
            self.require(is_known, page, f"nothing reads {name}")

    def check_page(self, path):
        blocks, names = code_of(path.read_text())
        for command in "\n".join(blocks).replace("\\\n", " ").splitlines():
            for part in command.split("&&"):
                self.check_command(path.name, part)
        for name in names:
            self.check_name(path.name, name)
            if name.startswith(("dartrun ", "dart-info ", "scripts/", "./scripts/")):
                self.check_command(path.name, name)


def main():
    root = pathlib.Path(sys.argv[1])
    helps = {}
    for program in sys.argv[2:]:
        result = subprocess.run([program, "--help"], capture_output=True, text=True, check=True)
        helps[pathlib.Path(program).name] = result.stdout
    checker = Checker(root, helps)
    for path in [root / "README.md", root / "CONTRIBUTING.md", *sorted((root / "docs").glob("*.md"))]:
        checker.check_page(path)
    for problem in checker.problems:
        print(problem)
    print(f"{checker.count} names in pages, {len(checker.problems)} problems")
    return 1 if checker.problems or checker.count < 100 else 0


if __name__ == "__main__":
    sys.exit(main())
