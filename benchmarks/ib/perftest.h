#pragma once

/// \file
/// The programs of perftest, which post work requests without anything in between.

#include <cstddef>
#include <string>

namespace bench::ib {

/// Runs \p program between the two adapters. \p column of its last line of figures, from 0 on.
/// \throws std::runtime_error if it prints none
double perftest(const std::string& program, const std::string& options, int column);

/// Typical microseconds of an operation: of a write one way, of a read or atomic operation until
/// the answer is there.
double perftest_latency(const std::string& program, std::size_t bytes, std::size_t iterations);

/// MB/s (2^20 bytes).
double perftest_bandwidth(const std::string& program, std::size_t bytes, std::size_t iterations);

/// Million messages of 8 bytes a second.
double perftest_rate(int queue_pairs, std::size_t iterations);

}  // namespace bench::ib
