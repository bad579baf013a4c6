#!/usr/bin/env python3
"""Fails for everything in headers of the C interface that has no complete comment.

  documented.py HEADER...

The comment of a function describes each parameter by \\param and, unless the function returns
nothing, the result by \\return; it names no parameter that the function does not have. Types,
fields, enumerators and macros have a comment before them, behind them, or around a group of them
(\\{ ... \\}). The headers are formatted by clang-format, so the parser reads them line by line.
"""

import pathlib
import re
import sys

ATTRIBUTES = re.compile(
    r"\b(?:inline|DART_API|DART_INLINE|DART_MAYBE_UNUSED|DART_NOTHROW)\b|__attribute__\(\(.*?\)\)")
FUNCTION = re.compile(r"(?P<result>[\w\s*]+?)\s*\b(?P<name>dart_\w+)\s*\((?P<parameters>.*)\)\s*[;{]")
PARAM = re.compile(r"\\param(?:\[[\w,]+\])?\s+(\w+(?:\s*,\s*\w+)*)")


def parameter_names(parameters):
    """Names of the parameters between the parentheses of a declaration."""
    without_bounds = re.sub(r"\[.*?\]", "", parameters)
    words = [re.findall(r"\w+", parameter) for parameter in without_bounds.split(",")]
    return [names[-1] for names in words if names and names != ["void"]]


def faults_of_function(function, comment):
    """What the comment of a function lacks."""
    name = function["name"]
    declared = parameter_names(function["parameters"])
    described = [word for listed in PARAM.findall(comment) for word in re.findall(r"\w+", listed)]
    if not comment:
        return [f"{name} has no comment"]
    faults = [f"{name}: no \\param {p}" for p in declared if p not in described]
    faults += [f"{name}: \\param {p}, but there is no such parameter"
               for p in described if p not in declared]
    if function["result"].strip() != "void" and "\\return" not in comment:
        faults.append(f"{name}: no \\return")
    return faults


class Header:
    """Finds the faults of one header: (line, what is wrong)."""

    def __init__(self, text):
        self.lines = text.split("\n")
        self.faults = []
        self.comment = ""      # in front of the current line
        self.in_group = False  # of things that have a comment together
        self.in_cpp = False    # constructors are for C++ only
        self.scopes = []       # of the current line, outermost first: "type" or "body"
        self.macros = set()    # defined above, maybe under another condition

    def check(self):
        number = 0
        while number < len(self.lines):
            number = self.check_line(number) + 1
        return self.faults

    def check_line(self, number):
        """Looks at what begins in a line. Returns the number of its last line."""
        line = self.lines[number].strip()
        if line.startswith("///") and not line.startswith("///<"):
            self.add_comment(line)
            return number
        last = self.check_code(number, re.sub(r"//.*", "", line).strip())
        if not re.match(r"#\s*(if|else|endif)", line):
            self.comment = ""
        return last

    def add_comment(self, line):
        self.comment += line[3:] + "\n"
        if "\\{" in line or "\\}" in line:
            self.in_group, self.comment = "\\{" in line, ""

    def check_code(self, number, code):
        if code.startswith("#"):
            return self.check_directive(number, code)
        if not code or self.in_cpp or code.startswith(("DART_INTERFACE", "/*")):
            return number
        if self.scopes and self.scopes[-1] == "body":
            self.scopes += ["body"] * code.count("{")
            del self.scopes[len(self.scopes) - code.count("}"):]
            return number
        if code.startswith("}"):
            self.scopes.pop()
            return number
        return self.check_declaration(number, code)

    def check_directive(self, number, code):
        if re.match(r"#\s*ifdef\s+__cplusplus", code):
            self.in_cpp = True
        elif re.match(r"#\s*(else|endif)", code):
            self.in_cpp = False
        macro = re.match(r"#\s*define\s+(DART_\w+)", code)
        if macro and macro[1] not in self.macros:
            self.macros.add(macro[1])
            self.require_comment(number, f"macro {macro[1]}")
        while self.lines[number].endswith("\\"):
            number += 1
        return number

    def check_declaration(self, number, code):
        statement, last = self.statement_from(number)
        function = None if self.scopes or "typedef" in statement else FUNCTION.match(statement)
        if function:
            self.faults += [(number, fault) for fault in faults_of_function(function, self.comment)]
            if statement.endswith("{"):
                self.scopes.append("body")
            return last
        is_opened = code.endswith("{")
        if not (is_opened and re.match(r"(?:typedef\s+)?(?:enum|union)\b", code)):
            self.require_comment(number, code)
        if is_opened:
            self.scopes.append("type")
            return number
        return last if statement.endswith(";") else number

    def statement_from(self, first):
        """The statement that begins in a line, without attributes, and its last line."""
        text, last = "", first
        for number in range(first, len(self.lines)):
            code = re.sub(r"//.*", "", self.lines[number]).strip()
            if number > first and code.startswith("}"):  # behind the last enumerator
                break
            text, last = text + code + " ", number
            if code.endswith((";", "{", ",")) and text.count("(") == text.count(")"):
                break
        return ATTRIBUTES.sub("", text).strip(), last

    def require_comment(self, number, what):
        if not self.comment and not self.in_group and "///<" not in self.lines[number]:
            self.faults.append((number, f"no comment: {what}"))


def main():
    count = 0
    for path in sys.argv[1:]:
        for number, fault in Header(pathlib.Path(path).read_text(encoding="utf-8")).check():
            print(f"{path}:{number + 1}: {fault}")
            count += 1
    print(f"{len(sys.argv) - 1} headers, {count} faults")
    return 1 if count > 0 else 0


if __name__ == "__main__":
    sys.exit(main())
