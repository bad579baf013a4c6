#!/usr/bin/env python3
"""Checks what the pages say of environment variables against the table of the runtime, which
dart-info prints.

    variables.py ROOT DART_INFO [--write]

docs/running.md has a table of all variables between two comments; --write writes it anew. Tables of
other pages, and the table of the options of dartrun, have a column "variable": the names, ranges and
defaults in their rows are those of the runtime, too.
"""

import json
import pathlib
import re
import subprocess
import sys

PAGE = "docs/running.md"
BEGIN, END = "<!-- variables: begin -->\n", "<!-- variables: end -->\n"
NAME = re.compile(r"`((?:DART|DASH)_[A-Z0-9_]+)`")


def read_knobs(dart_info):
    output = subprocess.run([dart_info, "--variables", "--json"], capture_output=True, text=True,
                            check=True).stdout
    return {knob["name"]: knob for knob in json.loads(output)["variables"]}


def values_of(knob):
    words = [f"`{word}`" for word in knob["words"]]
    return ", ".join(words[:-1]) + " or " + words[-1] if words else knob["values"]


def default_of(knob):
    return knob["default_text"] if knob["default"] is None else f"`{knob['default']}`"


def generated(knobs):
    """The table of all variables that users set."""
    rows = ["| variable | values | default | read by | meaning |", "|---|---|---|---|---|"]
    rows += [f"| `{knob['name']}` | {values_of(knob)} | {default_of(knob)} | "
             f"{', '.join(knob['readers'])} | {knob['help']} |"
             for knob in knobs.values() if not knob["internal"]]
    return "\n".join(rows) + "\n"


def split_page(text):
    """What the page has before, between and behind the comments."""
    before, _, rest = text.partition(BEGIN)
    table, found, after = rest.partition(END)
    if not found:
        sys.exit(f"{PAGE} lacks the lines {BEGIN.strip()} and {END.strip()}")
    return before, table, after


def check_table(root, knobs):
    """Problems of the table in PAGE, by name of the variable."""
    wanted = generated(knobs).splitlines()
    found = split_page((root / PAGE).read_text())[1].splitlines()
    problems = [f"{PAGE}: not in the table of the runtime, or another line there: {line}"
                for line in found if line not in wanted]
    problems += [f"{PAGE}: missing: {line}" for line in wanted if line not in found]
    if not problems and wanted != found:
        problems.append(f"{PAGE}: the variables are in another order")
    return problems


def rows_of_variables(text):
    """The rows of all tables with a column "variable", as dictionaries."""
    for table in re.findall(r"(?:^\|.*\n)+", text, re.M):
        lines = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]
                 for line in table.splitlines()]
        if "variable" in lines[0]:
            yield from (dict(zip(lines[0], cells)) for cells in lines[2:])


def contradictions(knob, row):
    """What a row says of the range and the default of its variable and the runtime does not."""
    values, _, default = row.get("values; default", "").partition(";")
    text = values if default else " ".join(row.values())
    for lowest, highest in re.findall(r"(\d+) to (\d+)", text):
        if (int(lowest), int(highest)) != (knob["lowest"], knob["highest"]):
            yield f"range {lowest} to {highest}, not {knob['values']}"
    words = re.findall(r"`(\w+)`", values)
    if default and words and words != knob["words"]:
        yield f"values {', '.join(words)}, not {', '.join(knob['words'])}"
    if not default:
        said = re.search(r"default: (`[^`]*`|[\w./]+)", text, re.I)
        default = said.group(1) if said and knob["default"] is not None else ""
    default = default.strip().strip("`")
    if default and default not in (knob["default"], knob["default_text"]):
        yield f"default {default}, not {knob['default_text']}"


def check_pages(root, knobs):
    """Problems of all other tables, and the number of their rows."""
    problems, count = [], 0
    for path in sorted((root / "docs").glob("*.md")):
        text = path.read_text()
        if str(path.relative_to(root)) == PAGE:
            before, _, after = split_page(text)
            text = before + after
        for row in rows_of_variables(text):
            count += 1
            names = NAME.findall(row["variable"])
            problems += [f"{path.name}: the runtime has no variable {name}"
                         for name in names if name not in knobs]
            if len(names) == 1 and names[0] in knobs:
                problems += [f"{path.name}: {names[0]}: {contradiction}"
                             for contradiction in contradictions(knobs[names[0]], row)]
    return problems, count


def main():
    root, knobs = pathlib.Path(sys.argv[1]), read_knobs(sys.argv[2])
    if "--write" in sys.argv[3:]:
        before, _, after = split_page((root / PAGE).read_text())
        (root / PAGE).write_text(before + BEGIN + generated(knobs) + END + after)
    problems, count = check_pages(root, knobs)
    problems = check_table(root, knobs) + problems
    print("\n".join(problems + [f"{len(knobs)} variables, {count} rows in other tables, "
                                f"{len(problems)} problems"]))
    if problems:
        print(f"The table in {PAGE} is written anew by tests/docs/variables.py ROOT DART_INFO --write.")
    return 1 if problems or count < 20 else 0


if __name__ == "__main__":
    sys.exit(main())
