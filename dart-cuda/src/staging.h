#pragma once

/// \file
/// Pinned buffers, and threads that fill or empty them, so that pageable memory is transferred to
/// and from GPUs nearly at the speed of pinned memory.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "base/wait.h"

namespace dart::cuda {

class Staging {
 public:
  static constexpr std::size_t piece_bytes = std::size_t(256) << 10;

  /// The caller's functions that copy between the buffers and a GPU.
  struct Gpu {
    /// Starts one copy between successive buffers and device memory. \return a number for is_done
    std::function<std::uint64_t(std::size_t first, std::size_t pieces, std::byte* memory)> start;
    std::function<bool(std::uint64_t)> is_done;
    /// Waits for all copies, including those whose start failed half-way. Does not throw.
    std::function<void()> drain;
  };
  /// Copies a piece between user memory and a buffer. Several threads call it concurrently.
  using Carry = std::function<void(std::size_t piece, std::byte* buffer)>;

  /// Functions for page-locked memory that is aligned to pages.
  struct PinnedMemory {
    std::function<std::byte*(std::size_t bytes)> allocate;
    std::function<void(std::byte*)> free;
  };

  /// \param units  number of units on the host, which share its cores
  Staging(unsigned units, PinnedMemory memory);
  ~Staging();
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;

  std::size_t buffers() const { return buffers_; }

  /// Takes the buffers and starts the threads now instead of at the first transfer.
  void prepare();

  /// Moves pieces of up to piece_bytes bytes to the GPU or back; complete on return. Several
  /// callers take turns. The first call starts the threads.
  /// \throws what \c carry or \c gpu throws; nothing is in progress then
  void upload(std::size_t pieces, const Carry& carry, const Gpu& gpu);
  void download(std::size_t pieces, const Carry& carry, const Gpu& gpu);

 private:
  /// A transfer in progress, which the caller and the threads share. Piece i uses buffer i modulo
  /// the number of buffers; buffers of successive pieces are adjacent, except from the last to the
  /// first.
  struct Transfer {
    enum class Direction { up, down };

    Transfer(
        Direction its_direction, std::size_t its_pieces, const Carry& its_carry,
        std::size_t buffers)
        : direction(its_direction),
          pieces(its_pieces),
          carry(its_carry),
          carried(buffers)
    {}

    Direction direction;
    std::size_t pieces;
    const Carry& carry;
    std::atomic<std::size_t> next{0};    ///< next piece that a thread takes
    std::atomic<std::size_t> copied{0};  ///< number of pieces that the GPU has copied, in order
    /// for each buffer, 1 + the number of the latest piece that a thread has handled there
    std::vector<std::atomic<std::size_t>> carried;
    std::atomic<bool> is_broken{false};
    std::exception_ptr failure;  ///< exception of the thread that has set is_broken

    /// Makes all other threads stop.
    void give_up()
    {
      if (!is_broken.exchange(true)) failure = std::current_exception();
    }
  };

  /// The state of the caller's copies.
  class Copies;

  void start();
  void serve();
  void start_copies(Transfer& transfer, const Gpu& gpu) const;
  void carry_pieces(Transfer& transfer) const;
  bool has_buffer_for(const Transfer& transfer, std::size_t piece) const;
  bool carry_next_piece(Transfer& transfer) const;
  void carry(Transfer& transfer, std::size_t piece) const;
  void move(Transfer::Direction direction, std::size_t pieces, const Carry& carry, const Gpu& gpu);
  std::byte* buffer(std::size_t piece) const { return pinned_ + piece % buffers_ * piece_bytes; }

  PinnedMemory memory_;
  std::size_t buffers_;
  std::vector<std::thread> threads_;
  std::byte* pinned_ = nullptr;

  std::mutex turn_;                           // callers take turns
  std::atomic<Transfer*> transfer_{nullptr};  // nullptr while there is nothing for threads to do
  std::atomic<unsigned> carrying_{0};         // number of threads that may access the transfer
  std::atomic<bool> stops_{false};
  WaitWord::Count calls_ = 0;
  WaitWord called_;  // counts transfers
};

}  // namespace dart::cuda
