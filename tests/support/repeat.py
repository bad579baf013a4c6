#!/usr/bin/env python3
"""Prints a command for each test that failed in the last run of ctest, which repeats it alone.

repeat.py BUILD_FOLDER
"""

import json
import pathlib
import shlex
import subprocess
import sys


def failed_tests(folder):
    log = folder / "Testing" / "Temporary" / "LastTestsFailed.log"
    if not log.exists():
        return set()
    return {line.partition(":")[2] for line in log.read_text().splitlines()}


def command_of(test):
    properties = {entry["name"]: entry["value"] for entry in test.get("properties", [])}
    words = ["env", "-C", properties["WORKING_DIRECTORY"], *properties.get("ENVIRONMENT", [])]
    return shlex.join(words + test["command"])


def main():
    folder = pathlib.Path(sys.argv[1])
    failed = failed_tests(folder)
    listing = subprocess.run(
        ["ctest", "--test-dir", str(folder), "--show-only=json-v1"],
        check=True,
        capture_output=True,
        text=True,
    )
    for test in json.loads(listing.stdout)["tests"]:
        if test["name"] in failed and "command" in test:
            print(f"to repeat {test['name']}: {command_of(test)}")


if __name__ == "__main__":
    main()
