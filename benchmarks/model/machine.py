"""What the model knows about machines: networks, and the speed of a GPU."""

from dataclasses import dataclass

from loggp import Network, fit_line, fit_network

L2_BYTES = 50e6  # of an H100 or H200
CELL_BYTES = 8  # of a stencil on floats, which has two copies of each cell

# Verbs have not been measured on adapters. These are round numbers of one port of 400 Gbit/s to a
# GPU: vendors state 1 to 2 us for small writes and 50 GB/s. Only extrapolations use them.
ASSUMED_VERBS = Network(latency=2.0, gap=0.1, per_byte=1 / 50e3)


def nvlink(results):
    """Puts of a GPU unit to a peer: single ones, and the time of one of many."""
    gap = results.best("gpu_copy", "pipelined put, peer GPU", bytes=8)
    return fit_network(results.copies("put, peer GPU", by="GPU unit", **{"GPU units": 2}), gap)


def pcie(results):
    """Puts of a GPU unit between host memory and its GPU. The gap of many has not been measured:
    it is taken to be that of single ones."""
    points = results.copies("put, host, pinned", by="GPU unit", **{"GPU units": 1})
    latency, per_byte = fit_line(points)
    return Network(latency, latency, per_byte)


@dataclass(frozen=True)
class Stepper:
    """A GPU that computes the steps of a stencil, under the control of its host or by itself."""
    start: float  # us of a step without cells: starting the kernel and, if the host waits, its end
    cached_cell: float  # us a cell if all cells are in the second-level cache
    cell: float  # us a cell if they are in memory

    def compute(self, cells):
        return self.start + cells * self.rate(cells)

    def rate(self, cells):
        return self.cached_cell if cells * CELL_BYTES <= L2_BYTES else self.cell


def stepper(results, case):
    """Fits the speed of one GPU to its times of three sizes."""
    times = {size: results.best("gpu_stencil", case, size=size, **{"GPU units": 1})
             for size in (1024, 4096, 16384)}
    start, cell = fit_line([(size ** 2, times[size]) for size in (4096, 16384)])
    return Stepper(start, max(times[1024] - start, 0.0) / 1024 ** 2, cell)


def flags(results, gpu, case):
    """What kernels need to see a flag of a neighbour: what the smallest step on two GPUs takes more
    than its cells. Bytes of borders are loaded while inner cells are computed."""
    size = 1024
    seen = results.best("gpu_stencil", case, size=size, **{"GPU units": 2})
    wait = max(seen - gpu.compute(size ** 2 / 2), 0.0)
    return Network(wait, wait, 0.0)


def shared_memory(results):
    """Between cores of a host: a reduction of a few bytes, and copies at the speed at which one
    core sums up an array."""
    def time(elements, units):
        return results.best("global_reduction", "reduction", elements=elements, units=units,
                            hosts=1)
    combine = time(1 << 10, 2) - time(1 << 10, 1) / 2
    return Network(combine, combine, time(1 << 20, 1) / (8 << 20))
