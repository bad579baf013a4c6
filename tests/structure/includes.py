#!/usr/bin/env python3
"""Checks that includes point one way: docs/design.md lists the rooms of the code in their order.

    includes.py ROOT

Fails for each file that is in no room, each include of a later room, each cycle between files, and
each pair of files of one name in one library. The folders of dash/src are the rooms of the headers:
a file there includes no header of a later one.
"""

import collections
import pathlib
import re
import sys

import rooms

# Folders that hold one library each, in which a file name may stand once.
LIBRARIES = {
    "libdash": ["dash/include", "dash/src", "dash/cuda"],
    "libdash-hdf5": ["dash/hdf5"],
    "libdart": ["dart/src", "dart/include"],
    "dartrun": ["dart/launcher"],
    "dart-info": ["dart/info"],
    "libdart-mpi": ["dart/mpi"],
    "libdart-cuda": ["dart-cuda/src"],
    "libdart-ib": ["dart-ib/src"],
}
SOURCES = (".h", ".cpp", ".cu")
# The folder of dash/src that may include headers of all rooms.
START = "start"


def files_in(folder):
    return sorted(path for path in folder.rglob("*") if path.suffix in SOURCES)


def includes_of(path, folder, prefix):
    """Files of the folder that a file includes, relative to the folder."""
    for name in re.findall(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', path.read_text(), re.M):
        name = name.removeprefix(prefix)
        if (folder / name).is_file():
            yield name
        elif (path.parent / name).is_file():
            yield str((path.parent / name).resolve().relative_to(folder))


def check_order(graph, order):
    """Includes of rooms further up, and files of no room."""
    for file, included in graph.items():
        room = order.number_of(file)
        if room is None:
            yield f"{order.folder}/{file} is in no room of docs/design.md"
            continue
        for other in included:
            number = order.number_of(other)
            if number is not None and number > room:
                yield (f"{order.folder}/{file} of room {order.names[room]} includes {other} of room "
                       f"{order.names[number]}, which comes later")


def check_cycles(graph, folder):
    """Files that include each other in a circle: none may be on the way to itself."""
    done, path = set(), []

    def visit(file):
        if file in path:
            circle = path[path.index(file):] + [file]
            yield f"{folder}: files include each other: " + " -> ".join(circle)
            return
        if file in done:
            return
        done.add(file)
        path.append(file)
        for other in graph.get(file, ()):
            yield from visit(other)
        path.pop()

    for file in graph:
        yield from visit(file)


def check_sources(root, order, sources):
    """Source files that include headers of later rooms than the one whose name their folder has."""
    for path in files_in(root / sources):
        file = str(path.relative_to(root))
        room = path.parent.name
        if room == START:
            continue
        if path.parent.parent != root / sources or room not in order.names:
            yield f"{file} is in no folder that has the name of a room"
            continue
        for other in includes_of(path, root / order.folder, "dash/"):
            number = order.number_of(other)
            if number is not None and number > order.names.index(room):
                yield f"{file} includes {other} of room {order.names[number]}, which comes later"


def check_names(root):
    """Files of one name in one library."""
    for library, folders in LIBRARIES.items():
        by_name = collections.defaultdict(list)
        for folder in folders:
            for path in files_in(root / folder):
                by_name[path.name].append(str(path.relative_to(root)))
        for same in by_name.values():
            if len(same) > 1:
                yield f"{library}: files of one name: " + ", ".join(same)


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    problems, checked = list(check_names(root)), 0
    for order in rooms.read(root):
        folder = root / order.folder
        prefix = "dash/" if order.folder.startswith("dash/") else ""
        graph = {str(path.relative_to(folder)): sorted(set(includes_of(path, folder, prefix)))
                 for path in files_in(folder)}
        checked += len(graph)
        problems += check_order(graph, order)
        problems += check_cycles(graph, order.folder)
        if order.folder == "dash/include/dash":
            problems += check_sources(root, order, "dash/src")
    if checked == 0:
        problems.append("docs/design.md lists no rooms, or their folders are empty")
    for problem in problems:
        print(problem)
    print(f"{checked} files looked at, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
