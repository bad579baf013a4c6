#pragma once

/// \file
/// What app_random_access computes, with MPI and CUDA: kernels sort updates by their owners, which
/// exchange them and make them.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "../random_access/sequence.h"
#include "check.h"

namespace mpi_cuda {

using random_access::look_ahead;
using random_access::next;
using random_access::number_at;
using random_access::Word;

__global__ void set_to_index(Word* table, std::size_t size, Word first)
{
  const std::size_t i = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x;
  if (i < size) table[i] = first + i;
}

/// Each thread makes updates of a batch; the first pass counts them for each owner, the second one
/// puts them into the owner's room.
__global__ void sort_by_owner(
    std::uint64_t first, std::uint64_t last, Word mask, int part_bits, unsigned* counts,
    const unsigned* begins, Word* sorted)
{
  const std::uint64_t thread = blockIdx.x * std::uint64_t(blockDim.x) + threadIdx.x;
  std::uint64_t i = first + thread * look_ahead;
  const std::uint64_t end = i + look_ahead < last ? i + look_ahead : last;
  if (i >= end) return;
  for (Word number = number_at(i); i < end; ++i, number = next(number)) {
    const auto owner = static_cast<unsigned>((number & mask) >> part_bits);
    const unsigned place = atomicAdd(counts + owner, 1);
    if (sorted != nullptr) sorted[begins[owner] + place] = number;
  }
}

__global__ void update(Word* table, Word part_mask, const Word* numbers, std::size_t count)
{
  const std::size_t i = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x;
  if (i < count)
    atomicXor(reinterpret_cast<unsigned long long*>(table) + (numbers[i] & part_mask), numbers[i]);
}

/// A table of a power of two of words on a power of two of processes.
class RandomAccess {
 public:
  explicit RandomAccess(std::size_t size)
      : units_(count_units()),
        me_(rank()),
        size_(size),
        table_(size / units_),
        counts_(units_),
        begins_(units_),
        sorted_(at_once),
        received_(2 * at_once)
  {
    while ((table_.size() >> part_bits_) > 1) ++part_bits_;
    set_to_index<<<blocks_of(table_.size()), 256>>>(
        table_.data(), table_.size(), me_ * table_.size());
    check(cudaDeviceSynchronize());
  }

  void update_all()
  {
    const std::uint64_t updates = 4 * size_;
    const std::uint64_t first = updates / units_ * me_, last = first + updates / units_;
    for (std::uint64_t i = first; i < last; i += at_once) exchange(i, std::min(i + at_once, last));
  }

 private:
  static constexpr std::size_t at_once = 1 << 20;

  static int count_units()
  {
    int units;
    MPI_Comm_size(MPI_COMM_WORLD, &units);
    return units;
  }
  static int rank()
  {
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
  }
  static unsigned blocks_of(std::size_t threads)
  {
    return static_cast<unsigned>((threads + 255) / 256);
  }

  std::vector<int> sort(std::uint64_t first, std::uint64_t last, Word* sorted)
  {
    check(cudaMemset(counts_.data(), 0, units_ * sizeof(unsigned)));
    sort_by_owner<<<blocks_of((last - first + look_ahead - 1) / look_ahead), 256>>>(
        first, last, size_ - 1, part_bits_, counts_.data(), begins_.data(), sorted);
    check(cudaGetLastError());
    std::vector<int> counts(units_);
    check(cudaMemcpy(
        counts.data(), counts_.data(), units_ * sizeof(unsigned), cudaMemcpyDeviceToHost));
    return counts;
  }

  static std::vector<int> begins_of(const std::vector<int>& counts)
  {
    std::vector<int> begins(counts.size());
    std::exclusive_scan(counts.begin(), counts.end(), begins.begin(), 0);
    return begins;
  }

  void exchange(std::uint64_t first, std::uint64_t last)
  {
    const std::vector<int> send = sort(first, last, nullptr);
    const std::vector<int> send_begins = begins_of(send);
    check(cudaMemcpy(
        begins_.data(), send_begins.data(), units_ * sizeof(unsigned), cudaMemcpyHostToDevice));
    sort(first, last, sorted_.data());
    std::vector<int> receive(units_);
    MPI_Alltoall(send.data(), 1, MPI_INT, receive.data(), 1, MPI_INT, MPI_COMM_WORLD);
    const std::vector<int> receive_begins = begins_of(receive);
    const auto count = static_cast<std::size_t>(receive_begins.back() + receive.back());
    if (count > received_.size()) throw std::runtime_error("no room for updates of other units");
    MPI_Alltoallv(
        sorted_.data(), send.data(), send_begins.data(), MPI_UNSIGNED_LONG_LONG, received_.data(),
        receive.data(), receive_begins.data(), MPI_UNSIGNED_LONG_LONG, MPI_COMM_WORLD);
    update<<<blocks_of(count), 256>>>(table_.data(), table_.size() - 1, received_.data(), count);
    check(cudaDeviceSynchronize());
  }

  int units_, me_;
  std::size_t size_;
  int part_bits_ = 0;
  DeviceArray<Word> table_;
  DeviceArray<unsigned> counts_, begins_;
  DeviceArray<Word> sorted_, received_;
};

}  // namespace mpi_cuda
