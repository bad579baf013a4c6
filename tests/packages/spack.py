#!/usr/bin/env python3
"""Checks the recipe for Spack without Spack: its syntax, and that it sets options that there are, all of
those with optional parts, and no versions that the project does not accept.

    spack.py ROOT
"""

import pathlib
import re
import sys


class Recipe:
    """Stands for the names that a recipe gets from Spack, and notes what it says."""

    def __init__(self):
        self.said = []

    def directive(self, name):
        return lambda *args, **options: self.said.append((name, args, options))


class Package:
    def define_from_variant(self, option, variant):
        return option, variant

    def define(self, option, value):
        return option, value


class Spec:
    variants = {"cuda_arch": type("Variant", (), {"value": ("90",)})}

    def satisfies(self, _):
        return True


def main():
    root = pathlib.Path(sys.argv[1])
    recipe = Recipe()
    names = {name: recipe.directive(name) for name in
             ("version", "variant", "depends_on", "conflicts", "license")}
    names |= {"CMakePackage": Package, "CudaPackage": type("CudaPackage", (), {})}
    text = (root / "scripts/spack/package.py").read_text()
    code = text.replace("from spack.package import *", "")
    exec(compile(code, "package.py", "exec"), names)
    package = names["Libdash"]()
    package.spec = Spec()

    sources = "\n".join((root / file).read_text() for file in
                        ("CMakeLists.txt", "cmake/DashOptions.cmake", "cmake/DashCuda.cmake"))
    there = set(re.findall(r"option\((DASH_\w+)", sources)) | {"CMAKE_CUDA_ARCHITECTURES"}
    parts = {f"DASH_WITH_{part}" for part in re.findall(r"dash_optional_part\(\s*([A-Z]\w+)", sources)}
    options = dict(package.cmake_args())
    problems = [f"there is no option {option}" for option in options.keys() - there - parts]
    problems += [f"the option {part} is left to chance" for part in parts - options.keys()]
    variants = {args[0] for name, args, _ in recipe.said if name == "variant"} | {"cuda"}
    for option, value in options.items():
        if isinstance(value, str) and option in parts and value not in variants:
            problems.append(f"{option}: there is no variant {value}")
    needed = re.search(r"cmake_minimum_required\(VERSION ([0-9.]+)\)", sources)[1]
    dependencies = [args[0] for name, args, _ in recipe.said if name == "depends_on"]
    if f"cmake@{needed}:" not in dependencies:
        problems.append(f"CMake {needed} is needed, but not said to be")
    print(*problems, f"{len(problems)} problems", sep="\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
