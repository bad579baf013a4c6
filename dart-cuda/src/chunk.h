#pragma once

/// \file
/// Chunks of device memory, which their owner creates and other processes map.

#include <cstddef>
#include <cstdint>
#include <optional>

#include "gpu.h"
#include "shared_block.h"

namespace dart::cuda {

/// Device memory at the address where this process accesses it.
struct Chunk {
  std::byte* address;
  std::uint64_t bytes;
  Export how;
};

/// A reserved range of addresses for virtual memory management, at \c wanted if possible.
class Reservation {
 public:
  Reservation(std::byte* wanted, std::size_t bytes);
  ~Reservation();
  Reservation(const Reservation&) = delete;
  Reservation& operator=(const Reservation&) = delete;

  std::byte* address() const { return address_; }

 private:
  std::byte* address_ = nullptr;
  std::size_t bytes_;
};

/// Whether chunks on the GPU can be passed to other processes as file descriptors.
bool can_export_vmm(const Gpu& gpu);

/// Creates a chunk and stores in \c record what other processes need to map it; \c address is used
/// for vmm. Returns nullopt if the GPU's memory is exhausted.
std::optional<Chunk> make_chunk(
    Gpu& gpu, const Gpus& gpus, Export how, std::byte* address, std::uint64_t bytes,
    ChunkRecord& record);
void free_chunk(const Chunk& chunk, const ChunkRecord& record);

/// The contents of a record of another process's chunk.
struct ChunkOffer {
  std::uint64_t begin, end;
  Export how;
  int fd;
  cudaIpcMemHandle_t ipc_handle;
};

/// Copies the descriptor \p fd of process \p pid; returns -1 with errno set if that fails.
int fetch_descriptor(int pid, int fd);

/// Maps a chunk of another process in the memory of \c owner; \c fd and \c address are used for
/// vmm.
Chunk open_chunk(
    const ChunkOffer& offer, int fd, std::byte* address, const Gpu& owner, const Gpus& gpus);
void close_chunk(const Chunk& chunk);

}  // namespace dart::cuda
