#!/usr/bin/env python3
"""Draws a snapshot that an example has written: a picture of two dimensions, or the middle plane of
three.

    draw.py FILE.h5 OUTPUT.png

Needs h5py and matplotlib (python3-h5py, python3-matplotlib).
"""

import sys

import h5py
import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot


def main():
    with h5py.File(sys.argv[1]) as file:
        name = next(iter(file))
        values = file[name][:]
    if values.ndim == 3:
        values = values[:, values.shape[1] // 2, :]
    pyplot.imshow(values)
    pyplot.title(name)
    pyplot.colorbar()
    pyplot.savefig(sys.argv[2])


if __name__ == "__main__":
    main()
