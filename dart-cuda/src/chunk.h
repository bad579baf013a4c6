#pragma once

/// \file
/// Chunks of device memory: made by their owner, mapped by other processes.

#include <cstddef>
#include <cstdint>
#include <optional>

#include "gpu.h"
#include "shared_block.h"

namespace dart::cuda {

/// Device memory as this process reaches it.
struct Chunk {
  std::byte* address;
  std::uint64_t bytes;
  Export how;
};

/// Range of addresses for the virtual memory management calls; at \c wanted if that is possible.
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

/// Whether chunks of the GPU can be passed to other processes as file descriptors.
bool can_export_vmm(const Gpu& gpu);

/// A new chunk, for which \c record gets what other processes need; \c address is for vmm. Nothing
/// when the GPU's memory is exhausted.
std::optional<Chunk> make_chunk(
    Gpu& gpu, const Gpus& gpus, Export how, std::byte* address, std::uint64_t bytes,
    ChunkRecord& record);
void free_chunk(const Chunk& chunk, const ChunkRecord& record);

/// What a record said of another process's chunk.
struct ChunkOffer {
  std::uint64_t begin, end;
  Export how;
  int fd;
  cudaIpcMemHandle_t ipc_handle;
};

/// Copy of process \c pid's descriptor; -1 with errno set.
int fetch_descriptor(int pid, int fd);

/// Maps a chunk of another process's memory on \c owner; \c fd and \c address are for vmm.
Chunk open_chunk(
    const ChunkOffer& offer, int fd, std::byte* address, const Gpu& owner, const Gpus& gpus);
void close_chunk(const Chunk& chunk);

}  // namespace dart::cuda
