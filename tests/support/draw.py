#!/usr/bin/env python3
"""Draws lines of standard input, the same ones for the same seed.

draw.py NUMBER SEED
"""

import random
import sys


def main():
    lines = sorted(sys.stdin.read().split())
    number = min(int(sys.argv[1]), len(lines))
    print("\n".join(sorted(random.Random(sys.argv[2]).sample(lines, number))))


if __name__ == "__main__":
    main()
