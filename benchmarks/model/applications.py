"""Times of the applications by the model, in microseconds."""

import math


def neighbours(units, dimensions):
    """Neighbours of an inner unit if units share so many dimensions, as equally as they can."""
    per_dimension = units ** (1 / dimensions)
    if dimensions == 1 or per_dimension < 2:
        return min(units - 1, 2)
    return dimensions * (2 if per_dimension > 2 else 1)


def border_bytes(size, units, dimensions, space, cell_bytes):
    """Bytes of one border of a unit's part of a grid in so many dimensions of space."""
    side = size / units ** (1 / dimensions)
    return cell_bytes * side ** (dimensions - 1) * size ** (space - dimensions)


def stencil_step(gpu, network, size, units, dimensions=1):
    """A step on size x size cells of 4 bytes: the cells of a GPU, then its borders."""
    border = border_bytes(size, units, dimensions, 2, 4)
    return gpu.compute(size ** 2 / units) + network.messages(neighbours(units, dimensions), border)


def multigrid_levels(size, coarsest=4):
    while size >= coarsest:
        yield size
        size //= 2


SMOOTHINGS = 5  # steps of a level with a halo exchange: four of Jacobi, and the residual
COARSEST_SMOOTHINGS = 16


def multigrid_exchanges(size, coarsest=4):
    """Grid and number of halo exchanges of each level in a V-cycle."""
    return [(n, SMOOTHINGS if n // 2 >= coarsest else COARSEST_SMOOTHINGS)
            for n in multigrid_levels(size, coarsest)]


def multigrid_on_units(alone, network, size, units, cell_bytes=16):
    """A V-cycle whose time on one unit is known, if its planes are shared by units."""
    exchange = sum(count * network.messages(neighbours(units, 1), cell_bytes * n * n)
                   for n, count in multigrid_exchanges(size))
    return alone / units + exchange


def multigrid_cycle(gpu, network, size, units, fewest_cells=0):
    """A V-cycle of size^3 cells on GPUs that share all three dimensions. Levels with less than
    `fewest_cells` a unit are computed by as few units as keep that number."""
    total = 0.0
    for n, count in multigrid_exchanges(size):
        used = min(units, max(1, n ** 3 // max(fewest_cells, 1))) if fewest_cells else units
        used = min(used, n ** 3)
        border = border_bytes(n, used, 3, 3, 16)
        total += count * (gpu.compute(4 * n ** 3 / used)  # of 32 bytes each, 8 times 4
                          + network.messages(neighbours(used, 3), border))
    return total


def rounds(units):
    return math.ceil(math.log2(units)) if units > 1 else 0


def small_allreduce(network, units):
    """A few bytes, by recursive doubling."""
    return rounds(units) * network.message(8)


def ring_allreduce(network, nbytes, units, start=0.0):
    """A long vector around a ring: 2 (P - 1) steps of a P-th part, and what starts each step."""
    if units == 1:
        return start
    return 2 * (units - 1) * (start + network.message(nbytes / units))


def direct_allreduce(network, nbytes, units, start=0.0):
    """As the library's collectives on one host: each unit reads its slice of all others, and
    writes the result to all."""
    if units == 1:
        return start
    return start + 2 * network.messages(units - 1, nbytes / units)


def bfs_levels(network, nbytes, units, levels=7):
    """What the search from the bottom up exchanges: each unit gets the front, so many bytes for all
    vertices, from their owners; and a sum tells whether it is empty. The committed figures are those
    of a byte a vertex."""
    everything = network.messages(units - 1, nbytes / units)
    return levels * (everything + small_allreduce(network, units))


def bfs_search(alone, network, nbytes, units, levels=7):
    """A search whose time on one unit is known."""
    return alone / units + bfs_levels(network, nbytes, units, levels)


def shared_and_synchronised(alone, network, units, synchronisations=1):
    """Work that units share equally, with reductions in between."""
    return alone / units + synchronisations * small_allreduce(network, units)
