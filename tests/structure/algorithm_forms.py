#!/usr/bin/env python3
"""Checks that each algorithm on ranges has a row in the tables that call it with iterators and with
ranges (tests/dash/algorithm/forms.h), and that it is measured (benchmarks/sweep/cases.h).

    algorithm_forms.py ROOT

Headers of algorithms name those that take ranges in macros, which explain wrong ranges.
"""

import pathlib
import re
import sys

NAMED = re.compile(r"^DASH_(?:READS|NEEDS)_\w+\((\w+)\)", re.M)
ROW = re.compile(r"FORMS_OF_(?:RANGES|NUMBERS|DASH)\(\s*(\w+)|FORMS_OF_RANGES_AS\(\s*\w+,\s*(\w+)")
MEASURED = re.compile(r"SWEEP(?:_BESIDE)?\(\s*\w+,\s*(\w+)")
# It calls a function for indices, which the table of operands does not have.
EXCEPTIONS = {"for_each_index"}


def main():
    root = pathlib.Path(sys.argv[1])
    headers = (root / "dash/include/dash/algorithm").glob("*.h")
    named = {name for file in headers for name in NAMED.findall(file.read_text())}
    tables = (root / "tests/dash/algorithm").glob("forms_of_*_test.cpp")
    rows = {"".join(names) for file in tables for names in ROW.findall(file.read_text())}
    missing = sorted(named - rows - EXCEPTIONS)
    for name in missing:
        print(f"dash::{name} has no row in tests/dash/algorithm/forms_of_*_test.cpp")
    cases = (root / "benchmarks/sweep/cases.h").read_text()
    unmeasured = sorted(named - set(MEASURED.findall(cases)) - EXCEPTIONS)
    for name in unmeasured:
        print(f"dash::{name} has no case in benchmarks/sweep/cases.h")
    problems = len(missing) + len(unmeasured)
    print(f"{len(named)} algorithms, {problems} problems")
    return 1 if problems or not named else 0


if __name__ == "__main__":
    sys.exit(main())
