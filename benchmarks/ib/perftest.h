#pragma once

/// \file
/// Runs the programs of perftest, which post work requests directly.

#include <cstddef>
#include <string>

namespace bench::ib {

/// Runs \p program between the two adapters. Returns the number in column \p column, counted from
/// 0, of its last line of figures.
/// \throws std::runtime_error if it prints none
double perftest(const std::string& program, const std::string& options, int column);

/// Typical time of an operation in microseconds: of a write one way, of a read or an atomic
/// operation until its result has arrived.
double perftest_latency(const std::string& program, std::size_t bytes, std::size_t iterations);

/// Bandwidth in MB/s (2^20 bytes).
double perftest_bandwidth(const std::string& program, std::size_t bytes, std::size_t iterations);

/// Rate of messages of 8 bytes in millions per second.
double perftest_rate(int queue_pairs, std::size_t iterations);

}  // namespace bench::ib
