#!/usr/bin/env python3
"""A model of the applications by LogGP; docs/scaling.md describes it.

    benchmarks/model/model.py check [FOLDER]   measured figures beside those of the model; fails if
                                               one deviates by more than 15 %
    benchmarks/model/model.py limits           up to which numbers of units applications scale
    benchmarks/model/model.py draw             strong scaling to 10,000 units, to docs/figures; needs
                                               matplotlib

FOLDER has results of benchmarks; default: benchmarks/results.
"""

import sys
from pathlib import Path

import reproduction
import scaling
from results import FOLDER, Missing


def check(folder):
    figures = reproduction.figures(folder)
    for figure in figures:
        print(f"{figure.name:52} {figure.measured:12.5g} {figure.predicted:12.5g} "
              f"{figure.unit:6} {100 * figure.deviation:+6.1f} %{'' if figure.holds else '  !'}")
    failed = sum(not figure.holds for figure in figures)
    print(f"{len(figures) - failed} of {len(figures)} figures within "
          f"{100 * reproduction.BOUND:g} %")
    return 1 if failed else 0


def print_limits():
    print("most units at half of their speed, and at the least time")
    for title, curves in scaling.panels().items():
        for name, curve in curves.items():
            fastest = scaling.fastest(curve)
            print(f"{title:36} {name:42} {scaling.limit(curve):6} {fastest:6} units, "
                  f"{curve(fastest):.4g} us; {scaling.UNITS[-1]} units: "
                  f"{curve(scaling.UNITS[-1]):.4g} us")
    return 0


def main(arguments):
    match arguments:
        case ["check"]:
            return check(FOLDER)
        case ["check", folder]:
            return check(Path(folder))
        case ["limits"]:
            return print_limits()
        case ["draw"]:
            import drawing  # here, because matplotlib may be missing
            drawing.draw_all()
            return 0
        case _:
            print(__doc__.strip())
            return 0 if arguments in (["-h"], ["--help"]) else 2


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Missing as missing:
        sys.exit(f"model: {missing}")
