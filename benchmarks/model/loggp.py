"""The LogGP model of a network: what a message costs, by its latency, gap and bytes.

D. Culler and others call the four parameters of messages L, o, g and, for bytes, G. Measurements
from outside see L + 2 o as one number, the time of a message without bytes; so does this model.
All times are in microseconds.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Network:
    latency: float  # of a message without bytes, until the target has it
    gap: float  # between two messages of one sender to whom nothing else is in the way
    per_byte: float  # of long messages

    def message(self, nbytes):
        return self.latency + nbytes * self.per_byte

    def messages(self, count, nbytes):
        """Several messages of one sender that are under way at the same time."""
        if count < 1:
            return 0.0
        return self.message(nbytes) + (count - 1) * max(self.gap, nbytes * self.per_byte)


def fit_line(points):
    """(a, b) of y = a + b x with the least sum of squared relative errors, neither below 0."""
    weights = [1 / y ** 2 for _, y in points]
    total = sum(weights)
    mean_x = sum(w * x for w, (x, _) in zip(weights, points)) / total
    mean_y = sum(w * y for w, (_, y) in zip(weights, points)) / total
    spread = sum(w * (x - mean_x) ** 2 for w, (x, _) in zip(weights, points))
    slope = sum(w * (x - mean_x) * (y - mean_y)
                for w, (x, y) in zip(weights, points)) / spread
    slope = max(slope, 0.0)
    return max(mean_y - slope * mean_x, 0.0), slope


def fit_network(points, gap):
    """A network from times of single messages by their bytes, and the gap of many."""
    latency, per_byte = fit_line(points)
    return Network(latency, gap, per_byte)
