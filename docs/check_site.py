#!/usr/bin/env python3
"""Checks the site that scripts/docs builds.

    check_site.py ROOT SITE

Every name that a public header declares in a namespace or for C is in the tag file of the site, and
has a comment at one of its declarations. (Macros need none: many are explained at the top of their
header.) The index lists every page, and the links of the pages lead somewhere.
"""

import pathlib
import re
import sys
import xml.etree.ElementTree

PRIVATE = {"detail", "internal"}
HEADERS = [  # Folder, whether its names need comments.
    ("dash/include", True),
    ("dart/include", True),
    ("dash/compat/include", False),
]
# The lines that begin a declaration, as .clang-format lays them out: in the first column.
TYPE = re.compile(r"(?:class|struct|union|enum(?: class)?) (?:DASH_API )?(?!DASH_API)(\w+)\b(?! *<)")
CONCEPT = re.compile(r"concept (\w+) =")
ALIAS = re.compile(r"using (\w+) =")
VARIABLE = re.compile(r"(?:inline |extern |static )*constexpr [^(=]*?(\w+)(?:\{| =|;)")
FUNCTION = re.compile(r"(?:[\w:<>,&*\[\]. ]+[ *&])?(?<!::)\b([A-Za-z]\w*)\((?!\))")
NO_ARGUMENTS = re.compile(r"[\w:<>,&*\[\]. ]+[ *&](?<!::)\b([A-Za-z]\w*)\(\)(?:[^;=]*|;| noexcept;)$")
TYPEDEF = re.compile(r"typedef .*\b(\w+);")
C_FUNCTION = re.compile(r"(?:(?:DART_API|DART_INLINE|inline) .*?)?\b(dart_\w+)\(")
C_VARIABLE = re.compile(r"extern DART_API .*?\b(dart_\w+)[ ;]")
C_TYPE = re.compile(r"(?:typedef .*?\b|\} )(dart_\w+);")
MACRO = re.compile(r"#define ((?:DASH|DART)_[A-Z]\w+)")
NO_DECLARATION = re.compile(
    r"#|\W|(?:template|requires|return|static_assert|namespace|using|class|struct|enum|DASH_[A-Z_]+\()\b")
NO_NAMES = {"decltype", "true", "alignas"}


def declarations(lines):
    """The public names that a header declares: (name with namespace, whether it has a comment)."""
    scopes, has_comment, in_group = [], False, False
    for line in lines:
        namespace = re.match(r"(?:inline )?namespace ([\w:]+) \{", line)
        if namespace:
            scopes.append(namespace[1])
        elif re.match(r"\}.*// namespace", line):
            scopes.pop()
        if line.startswith("///"):
            has_comment = True
            in_group = "\\{" in line or in_group and "\\}" not in line
        elif not line.strip():
            has_comment = False
        is_private = PRIVATE & set("::".join(scopes).split("::"))
        name = None if is_private else name_in_namespace(line) if scopes else name_outside(line)
        if name:
            has_one = has_comment or in_group or "///<" in line
            yield "".join(scope + "::" for scope in scopes if not line.startswith("#")) + name, has_one


def name_in_namespace(line):
    """What a line that begins in the first column declares in a namespace, if anything."""
    line = re.sub(r"^template <.*> (?=using|concept)|\[\[\w+\]\] ?", "", line)
    line = line.replace("decltype(auto)", "auto")
    line = re.sub(r"\((max|min)\)\(", r" \1(", line)  # in parentheses, no call of a macro
    for pattern in (TYPE, CONCEPT, ALIAS, TYPEDEF, VARIABLE, MACRO):
        match = pattern.match(line)
        if match:
            return match[1]
    if NO_DECLARATION.match(line) or "operator" in line:
        return None
    match = FUNCTION.match(line) or NO_ARGUMENTS.match(line)
    return match[1] if match and match[1] not in NO_NAMES else None


def name_outside(line):
    """What a line declares for C, or for the preprocessor."""
    for pattern in (C_FUNCTION, C_VARIABLE, C_TYPE, MACRO):
        match = pattern.match(line)
        if match:
            return match[1]
    return None


def names_in(tags):
    """The names in a tag file of Doxygen."""
    names = set()
    for compound in xml.etree.ElementTree.parse(tags).getroot():
        name, kind = compound.findtext("name"), compound.get("kind")
        names.add(re.sub(r"<.*", "", name).strip())
        for member in compound.iter("member"):
            prefix = name + "::" if kind == "namespace" else ""
            names.add(prefix + member.findtext("name"))
    return names


def algorithms_on_page(root):
    """The algorithms in the table of classes of docs/algorithms.md."""
    table = re.findall(r"^\| \*\*.*", (root / "docs/algorithms.md").read_text(), re.M)
    return {name for row in table for name in re.findall(r"`(\w+)`", row.split("|")[3])}


def check_names(root, site):
    known, problems, count = names_in(site / "dash.tag"), [], 0
    for folder, needs_comment in HEADERS:
        comments = {}
        for path in sorted((root / folder).rglob("*.h")):
            if "detail" in path.relative_to(root / folder).parts:
                continue
            for name, has_comment in declarations(path.read_text().splitlines()):
                comments[name] = comments.get(name, False) or has_comment
        count += len(comments)
        if folder == "dash/include":
            problems += [f"docs/algorithms.md names dash::{name}, which no header declares"
                         for name in algorithms_on_page(root) if f"dash::{name}" not in comments]
        problems += [f"{folder}: {name} is not in the site" for name in comments
                     if name not in known]
        problems += [f"{folder}: {name} has no comment" for name, has_one in comments.items()
                     if needs_comment and not has_one and not MACRO.match("#define " + name)]
    return count, problems


def check_pages(root, html):
    """Every page is in the index, and what pages refer to exists."""
    index = (root / "docs/README.md").read_text()
    problems = [f"docs/README.md does not list {page.name}" for page in (root / "docs").glob("*.md")
                if page.name != "README.md" and f"]({page.name})" not in index]
    pages = [html / "index.html", *sorted(html.glob("page-*.html"))]
    anchors = {}
    for page in pages:
        text = page.read_text()
        for target in re.findall(r'(?:href|src|data)="([^":]*)"', text):
            file, _, anchor = target.partition("#")
            path = html / file if file else page
            if not path.is_file():
                problems.append(f"{page.name}: there is no {file}")
            elif anchor:
                if path not in anchors:
                    anchors[path] = set(re.findall(r'(?:id|name)="([^"]*)"', path.read_text()))
                if anchor not in anchors[path]:
                    problems.append(f"{page.name}: there is no {target}")
    return len(pages), problems


def main():
    root, site = map(pathlib.Path, sys.argv[1:3])
    names, problems = check_names(root, site)
    pages, more = check_pages(root, site / "html")
    problems += more
    for problem in problems:
        print(problem)
    print(f"{names} public names and {pages} pages, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
