"""Figures that have been measured, beside those of the model.

What the model takes from measurements are times of one unit, of single messages, and, where no
benchmark measures an exchange by itself, of one figure, which is then not among those below.
"""

from dataclasses import dataclass

import applications
import machine
from loggp import Network, fit_network
from results import read

BOUND = 0.15


@dataclass(frozen=True)
class Figure:
    name: str
    unit: str
    measured: float
    predicted: float

    @property
    def deviation(self):
        return self.predicted / self.measured - 1

    @property
    def holds(self):
        return abs(self.deviation) <= BOUND


def copies(two_gpus, four_gpus):
    """Single messages: those of every second size, by parameters that were fitted to the others."""
    for results in (two_gpus, four_gpus):
        for name, case, gpus in (("NVLink", "put, peer GPU", 2), ("PCIe", "put, host, pinned", 1)):
            points = results.copies(case, by="GPU unit", **{"GPU units": gpus})
            network = fit_network(points[::2], 0.0)
            for nbytes, time in points[1::2]:
                yield Figure(f"{name}, put of {nbytes} B", "us", time,
                             network.message(nbytes))


def stencils(two_gpus, four_gpus):
    """Steps on several GPUs by those of one and by NVLink. What a kernel needs to see the flag of
    another GPU is taken from the smallest field on two GPUs."""
    by_host, by_kernel = "5 points, float, step by step", "5 points, float"
    host = machine.stepper(two_gpus, by_host)
    kernel = machine.stepper(two_gpus, by_kernel)
    link = machine.nvlink(two_gpus)
    flags = machine.flags(two_gpus, kernel, by_kernel)
    for results, gpus in ((two_gpus, 2), (four_gpus, 2), (four_gpus, 4)):
        for size in (1024, 4096, 16384):
            for case, gpu, network in ((by_host, host, link), (by_kernel, kernel, flags)):
                if case == by_kernel and results is two_gpus and size == 1024:
                    continue
                measured = results.best("gpu_stencil", case, size=size, **{"GPU units": gpus})
                yield Figure(f"stencil {size}², {case.removeprefix('5 points, float')[2:] or 'at once'}"
                             f", {gpus} GPUs", "us", measured,
                             applications.stencil_step(gpu, network, size, gpus))


def sums(two_gpus, four_gpus):
    """Sums of a few elements of each GPU, which the hosts combine: by one GPU, and by the time of a
    round of two hosts. The type of the elements makes no difference, so both types are averaged."""
    def mean(results, gpus):
        rows = results.select("gpu_algorithms", "reduce, latency", **{"GPU units": gpus})
        return sum(row["value"] for row in rows) / len(rows)
    round_of_hosts = mean(two_gpus, 2) - mean(two_gpus, 1)
    network = Network(round_of_hosts, round_of_hosts, 0.0)
    for gpus in (2, 4):
        yield Figure(f"sum of 1 Ki elements a GPU, {gpus} GPUs", "us", mean(four_gpus, gpus),
                     mean(four_gpus, 1) + applications.small_allreduce(network, gpus))


def broadcasts(two_gpus, one_gpu):
    """Broadcasts from a CPU unit to a GPU unit of another machine, by PCIe as it was fitted."""
    link = machine.pcie(two_gpus)
    units = {"CPU units": 1, "GPU units": 1}
    start = one_gpu.best("gpu_collectives", "broadcast", bytes=64, **units)
    for nbytes in (4 << 10, 32 << 10, 512 << 10, 8 << 20, 128 << 20):
        yield Figure(f"broadcast of {nbytes} B over PCIe", "us",
                     one_gpu.best("gpu_collectives", "broadcast", bytes=nbytes, **units),
                     start + nbytes * link.per_byte)


def sums_on_processors(cores):
    """Sums of arrays: the elements by one unit, the reduction by the smallest array."""
    def time(elements, units, hosts):
        return cores.best("global_reduction", "reduction", elements=elements, units=units,
                          hosts=hosts)
    for hosts, by in ((1, "shared memory"), (2, "messages")):
        combine = time(1 << 10, 2, hosts) - time(1 << 10, 1, 1) / 2
        network = Network(combine, combine, 0.0)
        for elements in (1 << 15, 1 << 20):
            yield Figure(f"sum of {elements} elements, 2 units, {by}", "us",
                         time(elements, 2, hosts),
                         applications.shared_and_synchronised(time(elements, 1, 1), network, 2))


def multigrids(cores):
    """V-cycles by one unit's, and by the exchange of the smallest grid. On two emulated hosts the
    cores that compute copy long messages as well, so the largest grid is left out there."""
    def time(size, units, hosts):
        return cores.best("multigrid", "cycle", size=size, units=units, hosts=hosts)
    for hosts, by, sizes in ((1, "shared memory", (32, 128)), (2, "messages", (32,))):
        steps = sum(count for _, count in applications.multigrid_exchanges(8))
        exchange = (time(8, 2, hosts) - time(8, 1, 1) / 2) / steps
        network = Network(exchange, exchange, 0.0)
        for size in sizes:
            yield Figure(f"V-cycle {size}³, 2 units, {by}", "us", time(size, 2, hosts),
                         applications.multigrid_on_units(time(size, 1, 1), network, size, 2))


def searches(cores):
    """Searches by one unit's, and by the copies of levels at the speed of memory."""
    scale = 17
    edges = 16 << scale
    memory = machine.shared_memory(cores)
    one_host = {"scale": scale, "hosts": 1}
    for root in sorted({row["params"]["root"] for row in cores.select("bfs", "search", **one_host)}):
        alone, shared = (cores.best("bfs", "search", root=root, units=units, **one_host)
                         for units in (1, 2))
        predicted = applications.bfs_search(edges / alone, memory, 1 << scale, 2)
        yield Figure(f"search, scale {scale}, root {root}, 2 units", "us", edges / shared,
                     predicted)


def figures(folder):
    """All of them, by the newest results of each machine in a folder."""
    two_gpus, four_gpus = (read(f"{count}x-NVIDIA-H200", folder=folder) for count in (2, 4))
    one_gpu = read("1x-NVIDIA-H100", "collectives", folder)
    cores = read("2-cores-AMD-EPYC", "applications", folder)
    return [*copies(two_gpus, four_gpus), *stencils(two_gpus, four_gpus),
            *sums(two_gpus, four_gpus), *broadcasts(two_gpus, one_gpu), *sums_on_processors(cores),
            *multigrids(cores), *searches(cores)]
