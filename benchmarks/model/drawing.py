"""Draws the strong scaling of the applications, beside ideal scaling."""

from pathlib import Path

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams.update({"svg.hashsalt": "dash", "svg.fonttype": "none", "axes.grid": True,
                            "grid.alpha": 0.3, "font.size": 9, "legend.fontsize": 7})
from matplotlib import pyplot  # noqa: E402: after the choice of the backend

import scaling  # noqa: E402

FIGURE = Path(__file__).resolve().parent.parent.parent / "docs" / "figures" / "model-scaling.svg"


def draw_all():
    figure, axes = pyplot.subplots(2, 2, figsize=(10, 8))
    for axis, (title, curves) in zip(axes.flat, scaling.panels().items()):
        for (name, curve), marker in zip(curves.items(), "osd^"):
            axis.plot(scaling.UNITS, [curve(units) for units in scaling.UNITS], label=name,
                      marker=marker, markersize=3, linewidth=1)
        if not title.startswith("Allreduce"):
            alone = next(iter(curves.values()))(1)
            axis.plot(scaling.UNITS, [alone / units for units in scaling.UNITS], color="black",
                      linestyle=":", linewidth=1, label="ideal")
        axis.set_title(title, fontsize=9)
        axis.set(xscale="log", yscale="log", xlabel="units", ylabel="µs")
        axis.axvline(scaling.NODE, color="grey", linewidth=0.8)
        axis.legend()
    figure.suptitle("Model: measured within a node of eight H200 (left of the grey line), assumed "
                    "between nodes", fontsize=9)
    figure.tight_layout()
    figure.savefig(FIGURE, metadata={"Date": None})
    print(FIGURE.relative_to(FIGURE.parents[2]))
