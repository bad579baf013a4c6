"""Strong scaling to 10,000 GPUs in nodes of eight, by parameters that are measured within a node and
assumed between nodes."""

import math

import applications
import machine
from loggp import Network
from results import read

UNITS = [2 ** k for k in range(14)] + [10000]
NODE = 8  # GPUs that reach each other by NVLink
BFS_SCALE = 30
STENCIL_SIZE = 65536
GRID_SIZE = 512
LONG_VECTOR = 8 << 20


class Cluster:
    """A control path on nodes of GPUs: what starts a step, and what a message costs."""

    def __init__(self, gpu, within):
        self.gpu, self.within = gpu, within
        verbs = machine.ASSUMED_VERBS
        self.between = Network(within.latency + verbs.latency, max(verbs.gap, within.gap),
                               max(verbs.per_byte, within.per_byte))

    def network(self, units):
        return self.within if units <= NODE else self.between


def clusters():
    """Steps that hosts start and end, and steps of kernels that see each other's flags."""
    results = read("2x-NVIDIA-H200")
    kernel = machine.stepper(results, "5 points, float")
    return {"by hosts": Cluster(machine.stepper(results, "5 points, float, step by step"),
                                machine.nvlink(results)),
            "by kernels": Cluster(kernel, machine.flags(results, kernel, "5 points, float"))}


def stencil(cluster):
    return lambda units: applications.stencil_step(cluster.gpu, cluster.network(units),
                                                   STENCIL_SIZE, units, 2)


def multigrid(cluster, fewest_cells=0):
    return lambda units: applications.multigrid_cycle(cluster.gpu, cluster.network(units),
                                                      GRID_SIZE, units, fewest_cells)


def search(bytes_a_vertex, two_dimensional=False):
    """A search whose front every unit copies, or, if units share both dimensions of the matrix of
    edges, those of a row and a column of units. Speed of a unit: that of a core."""
    cores = read("2-cores-AMD-EPYC", "applications")
    alone = (16 << BFS_SCALE) / cores.best("bfs", "search", units=1, scale=17)
    network = machine.ASSUMED_VERBS

    def time(units):
        vertices = bytes_a_vertex * 2 ** BFS_SCALE
        if two_dimensional:
            side = math.isqrt(units)
            vertices = 2 * vertices / side
            return alone / units + applications.bfs_levels(network, vertices, side)
        return applications.bfs_search(alone, network, vertices, units)
    return time


def allreduces(cluster):
    start = cluster.gpu.start
    return {
        "8 MiB, around a ring": lambda units: applications.ring_allreduce(
            cluster.network(units), LONG_VECTOR, units, start),
        "8 MiB, slices directly": lambda units: applications.direct_allreduce(
            cluster.network(units), LONG_VECTOR, units, start),
        "8 B, by hosts": lambda units: start + applications.small_allreduce(
            cluster.network(units), units)}


def panels():
    """Title and curves of each application: time of a step by number of units."""
    by = clusters()
    return {
        f"Stencil, {STENCIL_SIZE}² floats, a step": {
            name: stencil(cluster) for name, cluster in by.items()},
        f"Multigrid, {GRID_SIZE}³ cells, a V-cycle": {
            **{name: multigrid(cluster) for name, cluster in by.items()},
            "by hosts, 32³ cells a unit or fewer units":
                multigrid(by["by hosts"], 32 ** 3)},
        f"Search, scale {BFS_SCALE}": {
            "a byte a vertex": search(1),
            "a bit a vertex, as in app_bfs": search(1 / 8),
            "bits, edges cut in two dimensions": search(1 / 8, two_dimensional=True)},
        "Allreduce, by hosts": allreduces(by["by hosts"])}


def limit(curve):
    """The largest number of units at which at least half of their speed is used."""
    alone = curve(1)
    return max(units for units in UNITS if alone / curve(units) >= 0.5 * units)


def fastest(curve):
    return min(UNITS, key=curve)
