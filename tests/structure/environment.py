#!/usr/bin/env python3
"""Checks that the library reads no variable that could steer a program with raised privileges, runs
no shell, and that the variables that it reads are those of the table in dart/src/base/knobs.h.

    environment.py ROOT DART_INFO

Code reads variables by dart::environment or secure_getenv. Only the start-up looks for the variables
of launchers in another way, to refuse them. In dart, the compiler looks names up in the table; here
they are looked up for dash, too, and for each row whether those who it says read it do so.
"""

import json
import pathlib
import re
import subprocess
import sys

FOLDERS = ["dart", "dart-cuda", "dart-ib", "dash"]
SUFFIXES = {".cpp", ".h", ".cu"}
PATTERN = re.compile(r"(?<!secure_)\bgetenv\s*\(|\bpopen\s*\(|\bsystem\s*\(")
EXCEPTIONS = {"dart/src/net/bootstrap.cpp"}

TABLE = "dart/src/base/knobs.h"
# Where those who read variables, as dart-info names them, have their code.
READERS = {"runtime": ("dart/src/", "dart/mpi/"), "dartrun": ("dart/launcher/",),
           "dart-cuda": ("dart-cuda/",), "dart-ib": ("dart-ib/",), "dash": ("dash/",)}
LITERAL = re.compile(r'"((?:DART|DASH)_[A-Z0-9_]*[A-Z0-9])"')
CONSTANT = re.compile(r'constexpr char (env_\w+)\[\]\s*=\s*"(\w+)"')
# Values of dash::util::Config that the library sets itself, the name of an attribute in files, and
# variables of which dartrun knows that others read them.
NO_READING = re.compile(r"\b(?:set|set_feature|import_variable)\(|metadata_key|other_names")
# The launcher sets variables of units.
SETTING = re.compile(r"\b(?:assignment|set|set_count|unset)\(")
READING = re.compile(r"\b(?:environment(?:_\w+)?|given_by_environment|secure_getenv|"
                     r'Config::get<[\w:]+>|Config::is_set)\(\s*(?:dart::)?("\w+"|env_\w+)')


def code_of(path):
    """The text without comments, in which lines have their numbers."""
    return "\n".join(line.split("//")[0] for line in path.read_text().splitlines())


def read_sources(root):
    """Texts of all sources by their paths."""
    files = [file for folder in FOLDERS for file in sorted((root / folder).rglob("*"))
             if file.suffix in SUFFIXES]
    return {str(file.relative_to(root)): code_of(file) for file in files}


def check_privileges(sources):
    for path, code in sources.items():
        if path in EXCEPTIONS:
            continue
        for number, line in enumerate(code.splitlines(), 1):
            if PATTERN.search(line) and not re.search(r'"[^"]*(popen|system)[^"]*"', line):
                yield f"{path}:{number}: {line.strip()}"


def reader_of(path):
    """Whose code a file is; None for that of dart-info and of headers."""
    return next((reader for reader, folders in READERS.items() if path.startswith(folders)), None)


def name_of(literal, knobs):
    """The variable that a text stands for: Config has sizes also as numbers of bytes."""
    name = literal.removesuffix("_BYTES")
    return name if name in knobs and knobs[name]["type"] == "size" else literal


def check_names(sources, knobs):
    """All texts that look like a variable are in the table."""
    for path, code in sources.items():
        before = ""
        for number, line in enumerate(code.splitlines(), 1):
            # A list may begin in the line before.
            begins = before if before.endswith(("{", "(")) else ""
            before = line.rstrip()
            if path == TABLE or NO_READING.search(begins + line):
                continue
            for literal in LITERAL.findall(line):
                if name_of(literal, knobs) not in knobs:
                    yield f"{path}:{number}: {TABLE} has no variable {literal}"


def check_readers(sources, knobs):
    """Each row names those who read it, and no others."""
    constants = {name: text for code in sources.values() for name, text in CONSTANT.findall(code)}
    mentioned = set()  # (reader, variable)
    for path, code in sources.items():
        reader = reader_of(path)
        if path == TABLE or reader is None:
            continue
        code = CONSTANT.sub("", code)
        for word in READING.findall(code):
            name = name_of(constants.get(word, word.strip('"')), knobs)
            if name in knobs and reader not in knobs[name]["readers"]:
                yield f"{path}: {TABLE} says that {reader} does not read {name}"
        for line in code.splitlines():
            if not SETTING.search(line):
                words = LITERAL.findall(line) + [constants[word] for word in re.findall(r"\benv_\w+", line)
                                                 if word in constants]
                mentioned.update((reader, name_of(word, knobs)) for word in words)
    for name, knob in knobs.items():
        for reader in knob["readers"]:
            if (reader, name) not in mentioned:
                yield f"{TABLE}: {reader} does not read {name}"


def main():
    root = pathlib.Path(sys.argv[1])
    output = subprocess.run([sys.argv[2], "--variables", "--json"], capture_output=True, text=True,
                            check=True).stdout
    knobs = {knob["name"]: knob for knob in json.loads(output)["variables"]}
    sources = read_sources(root)
    problems = [*check_privileges(sources), *check_names(sources, knobs),
                *check_readers(sources, knobs)]
    print("\n".join(problems + [f"{len(knobs)} variables, {len(problems)} problems"]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
