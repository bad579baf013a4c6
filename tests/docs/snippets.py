#!/usr/bin/env python3
"""Makes test programs of the code in the pages, so that it is compiled and run.

    snippets.py OUTPUT_FOLDER PAGE...    writes snippets.cpp, snippets.cu for nvcc, snippets_mpi.cpp

Each block that is marked as cpp becomes a test that all units run. Blocks that are marked as c are
code of other libraries, which is compiled only if they have a comment of this kind. What a block needs around it is
in a comment in front of it, which readers of the page do not see:

    <!-- snippet [KIND]
    code in front of the block
    ...
    code behind the block: what must hold then, by EXPECT_EQ and the like
    -->

The line with dots stands for the block, and may be absent. Kinds:

    more        goes on in the scope of the block before it on the page
    global      stands outside of functions, such as classes; all that follows on any page sees it
    program     is a whole program with main
    not run     is compiled only; also "program not run"
    cuda        is for nvcc, alone or in front of the kinds above: "cuda global"
    mpi         is compiled with MPI, but not run
"""

import pathlib
import re
import sys

BLOCK = re.compile(
    r"(?:^<!-- snippet *(?P<kind>[^\n]*?)(?: *-->|\n(?P<context>.*?)^-->)\n+)?"
    r"^```(?P<language>\w*)\n(?P<code>.*?)^```", re.M | re.S)
LANGUAGES = {"cpp", "c", "sh", "cmake", ""}

FILES = {"cuda": "snippets.cu", "mpi": "snippets_mpi.cpp", "": "snippets.cpp"}

HEAD = """\
// Made by tests/docs/snippets.py of the pages; change those.
#include <gtest/gtest.h>

#include "dash_test_base.h"

"""

FIXTURE = """
class Snippets : public dash::test::TestBase {};
"""


class Output:
    """One file: the headers that blocks name, and the blocks in functions."""

    def __init__(self, includes):
        self.includes, self.parts, self.is_open = includes, [], False

    def close(self):
        if self.is_open:
            self.parts.append("}\n")
        self.is_open = False

    def add(self, text):
        self.parts.append(text)

    def text(self):
        self.close()
        includes = "".join(line + "\n" for line in dict.fromkeys(self.includes))
        return HEAD + includes + FIXTURE + "".join(self.parts)


def located(page, text, position, code, output):
    """Code whose messages of the compiler name the line of the page. Its includes are at the top of
    the file instead."""
    if not code.strip():
        return ""
    output.includes += re.findall(r"^#include .*", code, re.M)
    line = text.count("\n", 0, position) + 1
    return f'#line {line} "{page}"\n' + re.sub(r"^#include .*", "", code, flags=re.M)


def as_function(name, before, code):
    """A program in a namespace. Unlike main of a program, a function has to return its result."""
    code = re.sub(r"^int main", "[[maybe_unused]] static int main", code, flags=re.M)
    return f"namespace {name} {{\n{before}{code.rstrip()[:-1]}  return 0;\n}}\n}}\n"


def add_block(output, kind, name, before, code, behind):
    """Adds a block in the form that its kind asks for."""
    if kind == "more":
        assert output.is_open, f"{name}: there is no block before it"
        output.add(before + code + behind)
        return
    output.close()
    if kind == "global":
        output.add(before + code + behind)
        return
    if kind == "program":
        output.add(as_function(name, before, code))
        output.add(f"TEST(Programs, {name})\n{{\n  dash::test::Arguments& arguments = "
                   f"dash::test::arguments();\n  EXPECT_EQ(0, {name}::main(arguments.count, "
                   f"arguments.values));\n{behind}}}\n")
    elif kind == "program not run":
        output.add(as_function(name, before, code))
    elif kind == "not run":
        output.add(f"void {name}();\nvoid {name}()\n{{\n{before}{code}{behind}}}\n")
    else:
        assert not kind, f"{name}: there is no kind '{kind}'"
        # The code is in a function, because nvcc permits no device lambda in the body of a test.
        output.add(f"void {name}();\nTEST_F(Snippets, {name}) {{ ::{name}(); }}\n"
                   f"void {name}()\n{{\n{before}{code}{behind}")
        output.is_open = True


def add_page(page, outputs):
    text = page.read_text()
    blocks = list(BLOCK.finditer(text))
    for block in blocks:
        assert block["language"] in LANGUAGES, f"{page}: there is no language {block['language']}"
    code_blocks = [block for block in blocks
                   if block["language"] == "cpp" or block["language"] == "c" and block["kind"]]
    for number, block in enumerate(code_blocks, 1):
        kind = block["kind"] or ""
        target = kind.split(" ")[0] if kind.startswith(("cuda", "mpi")) else ""
        kind = "not run" if target == "mpi" else kind.removeprefix(target).strip()
        output = outputs[FILES[target]]
        before, dots, behind = (block["context"] or "").partition("...\n")
        start = block.start("context")
        add_block(output, kind, re.sub(r"\W", "_", page.stem).lower() + f"_{number}",
                  located(page, text, start, before, output),
                  located(page, text, block.start("code"), block["code"], output),
                  located(page, text, start + len(before + dots), behind, output))
    for output in outputs.values():
        output.close()


def main():
    folder = pathlib.Path(sys.argv[1])
    # nvcc takes long for the whole library; blocks for it include what they need.
    includes = {"cuda": [], "mpi": ["#include <mpi.h>"], "": ["#include <libdash.h>"]}
    outputs = {FILES[target]: Output(lines) for target, lines in includes.items()}
    for page in sys.argv[2:]:
        add_page(pathlib.Path(page), outputs)
    for name, output in outputs.items():
        (folder / name).write_text(output.text())


if __name__ == "__main__":
    main()
