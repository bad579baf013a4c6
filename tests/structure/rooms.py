"""Reads the rooms of the code and their order from docs/design.md, where they are written down once.

A section of that page with a heading "Rooms of `FOLDER`" has a table whose first column names the
room and whose second column lists its files and folders, relative to FOLDER, in backticks. A file
belongs to the room with the longest path that fits. Rooms further down may include those above.
"""

import pathlib
import re


class Rooms:
    """The rooms of one folder, in their order."""

    def __init__(self, folder, rows):
        self.folder = folder
        self.names = [name for name, _ in rows]
        self._paths = [(path, number) for number, (_, paths) in enumerate(rows) for path in paths]

    def number_of(self, file):
        """The number of the room that a file (relative to the folder) belongs to, or None."""
        fitting = [(len(path), number) for path, number in self._paths
                   if file == path or (path.endswith("/") and file.startswith(path))]
        return max(fitting)[1] if fitting else None


def read(root):
    """All rooms that the design page of the project in \a root lists."""
    page = (pathlib.Path(root) / "docs/design.md").read_text()
    result = []
    for heading in re.finditer(r"^#+ Rooms of `([^`]+)`\n(.*?)(?=^#|\Z)", page, re.M | re.S):
        rows = []
        for line in heading.group(2).splitlines():
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if len(cells) >= 2 and cells[0].startswith("`"):
                rows.append((cells[0].strip("`"), re.findall(r"`([^`]+)`", cells[1])))
        result.append(Rooms(heading.group(1), rows))
    return result
