#!/usr/bin/env python3
"""Prints a page in Markdown as Doxygen 1.9 needs it; docs/Doxyfile names this filter.

    page_filter.py PAGE.md

The pages are written for viewers of Git repositories. There a heading has an anchor that is made of
its words, and links name files. Doxygen wants a label at each heading, unique in all pages, and
links by label. A link to a file that is no page of the site becomes its text; links to what does not
exist are errors. Names of the library become links to the reference.
"""

import os
import re
import sys

# Code or a link, whichever begins first: the text of a link may be code, and code may look like a link.
CODE_OR_LINK = re.compile(r"(`[^`]*`)|(!?)\[((?:[^\[\]]|\\[\[\]])*)\]\(([^()\s]+)\)")
BROKEN_LINK = re.compile(r"\[([^\[\]\n]*)\n([^\[\]\n]*)\]\((?=[^()\s]+\))")  # over two lines
INDEX = "docs/README.md"  # Its links make the tree of pages.


def label_of(path):
    """The label of a page: its name in addresses of the site, where Doxygen has a files.html, too."""
    if path == "README.md":
        return "index"
    folder, name = os.path.split(path)
    name = os.path.basename(folder) if name == "README.md" else name.removesuffix(".md")
    return "page-" + name.lower()


def anchor_of(heading):
    """What viewers of Git repositories make of a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def is_page(path):
    return path.endswith(".md") and path != "examples/data/README.md"


def with_links(line, page):
    """A line of a page with its links by label."""
    def replace(match):
        code, is_image, text, target = match.groups()
        if code:
            return with_names(code, is_list)
        if is_image or "://" in target:
            return match[0]
        file, _, anchor = target.partition("#")
        path = os.path.normpath(os.path.join(os.path.dirname(page), file)) if file else page
        if not os.path.exists(path):
            sys.exit(f"{page}: there is no {path}, to which a link refers")
        if not is_page(path):
            return text
        label = label_of(path) + (f"-{anchor}" if anchor else "")
        if page == INDEX and path != "README.md":
            return f'@subpage {label} "{text}"'
        return f"[{text}](@ref {label})"

    is_list = page == "docs/algorithms.md" and line.startswith("| **")
    return CODE_OR_LINK.sub(replace, line)


def with_names(code, is_algorithm):
    """Code between backticks; a name of the library becomes a link to the reference."""
    name = code.strip("`")
    if is_algorithm and name.isidentifier():
        return f'<tt>@ref dash::{name} "{name}"</tt>'
    if re.fullmatch(r"dart_[a-z_0-9]+", name):
        return f'<tt>@ref {name} "{name}"</tt>'
    return code


def filtered(text, page):
    label, in_code, anchors = label_of(page), False, set()
    text = re.sub(r"<!--.*?-->", lambda comment: "\n" * comment[0].count("\n"), text, flags=re.S)
    text = BROKEN_LINK.sub(r"[\1 \2](", text)
    for line in text.splitlines():
        if line.lstrip().startswith("```"):
            in_code = not in_code
        heading = None if in_code else re.match(r"(#+) (.*)", line)
        if heading and len(heading[1]) == 1:
            yield f"{line} {{#{'mainpage' if label == 'index' else label}}}"
        elif heading:
            anchor = anchor_of(heading[2])
            while anchor in anchors:  # as viewers number them
                anchor = f"{anchor}-1"
            anchors.add(anchor)
            yield f"{line} {{#{label}-{anchor}}}"
        elif in_code:
            yield line
        elif page == "docs/headers.md":
            yield re.sub(r"^\| `<(\S+)>`", r'| @ref \1 "&lt;\1&gt;"', line)
        else:
            yield with_links(line, page)


def main():
    page = os.path.relpath(sys.argv[1])  # Doxygen runs in the root of the repository.
    with open(page, encoding="utf-8") as file:
        print("\n".join(filtered(file.read(), page)))


if __name__ == "__main__":
    main()
