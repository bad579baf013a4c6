#pragma once

namespace bench {

/// Whether used_device_bytes can tell something: the benchmarks were built with CUDA, and the run's
/// GPUs are real ones.
bool knows_device_memory();

/// Bytes in use on the calling unit's GPU, by whichever program; 0 if a unit with a lower id has
/// the same GPU, so that sums over all units count each GPU once.
double used_device_bytes();

}  // namespace bench
