#!/usr/bin/env python3
"""Checks the list of public headers in docs/headers.md, or writes it.

    public_headers.py ROOT            fails unless the page is what --write would make of it
    public_headers.py ROOT --write    writes the page

The page is made of the headers themselves: each begins with "\\file" and a sentence on what is in it.
"""

import pathlib
import re
import sys

PAGE = "docs/headers.md"

INTRODUCTION = """\
# Public headers

What programs may include. `<libdash.h>` brings all of `dash`, and each header brings what it needs.
Headers below `dash/detail/` are private: they change without notice. This page is made of the
headers' own descriptions by `tests/structure/public_headers.py . --write`.
"""

# Title, folder of the headers, whether a header there is public.
PARTS = [
    ("The library", "dash/include", lambda name: not name.startswith("dash/detail/")),
    ("The runtime, a C interface", "dart/include", lambda name: True),
    ("For programs of DASH 0.4", "dash/compat/include", lambda name: True),
]


def description_of(path):
    """The text behind \\file at the top of a header; empty if there is none."""
    match = re.search(r"\A#pragma once\n\n/// \\file\n((?:///.*\n)+)", path.read_text())
    if not match:
        return ""
    lines = [line.removeprefix("///").strip() for line in match.group(1).splitlines()]
    paragraph = " ".join(lines[:lines.index("")] if "" in lines else lines)
    paragraph = paragraph.replace("|", "\\|")
    return re.sub(r"\\c (\S+?)([,.;:)]?)(?=\s|$)", r"`\1`\2", paragraph)


def page_of(root):
    """The page, and what is wrong with the headers."""
    text, problems = [INTRODUCTION], []
    for title, folder, is_public in PARTS:
        text.append(f"\n## {title}\n\n| header | what is in it |\n|---|---|\n")
        headers = sorted((root / folder).rglob("*.h"))
        for path in headers:
            name = str(path.relative_to(root / folder))
            if not is_public(name):
                continue
            description = description_of(path)
            if not description.endswith("."):
                problems.append(f"{folder}/{name} does not begin with #pragma once, \\file and a "
                                "sentence on what is in it")
            text.append(f"| `<{name}>` | {description} |\n")
    return "".join(text), problems


def main():
    root = pathlib.Path(sys.argv[1])
    page, problems = page_of(root)
    if "--write" in sys.argv[2:]:
        (root / PAGE).write_text(page)
    elif not (root / PAGE).is_file() or (root / PAGE).read_text() != page:
        problems.append(f"{PAGE} differs from the headers; write it anew: "
                        "tests/structure/public_headers.py . --write")
    for problem in problems:
        print(problem)
    print(f"{page.count('| `<')} public headers, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
