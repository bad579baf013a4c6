#pragma once

/// \file
/// Pinned buffers, and threads that fill or empty them, so that pageable memory moves to and from
/// GPUs nearly at the speed of pinned memory.

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

  /// Of the caller, who starts copies between the buffers and a GPU.
  struct Gpu {
    /// Starts one copy of successive pieces from or to memory. \return a number for is_done
    std::function<std::uint64_t(std::size_t first, std::size_t pieces, std::byte* memory)> start;
    std::function<bool(std::uint64_t)> is_done;
    /// Waits for all copies, also those whose start failed half-way; does not throw.
    std::function<void()> drain;
  };
  /// Copies a piece between user memory and a buffer; by several threads at once.
  using Carry = std::function<void(std::size_t piece, std::byte* buffer)>;

  /// For buffers: page-locked, at the begin of a page.
  struct PinnedMemory {
    std::function<std::byte*(std::size_t bytes)> allocate;
    std::function<void(std::byte*)> free;
  };

  /// \param units of the host, which share its cores
  Staging(unsigned units, PinnedMemory memory);
  ~Staging();
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;

  std::size_t buffers() const { return buffers_; }

  /// Moves pieces of up to piece_bytes to the GPU, or from there; complete on return. Several
  /// callers take turns. Starts the threads the first time.
  /// \throws what \c carry or \c gpu throws; then nothing is under way any more
  void upload(std::size_t pieces, const Carry& carry, const Gpu& gpu);
  void download(std::size_t pieces, const Carry& carry, const Gpu& gpu);

 private:
  /// A piece goes through the buffer of its number; those of successive pieces lie side by side, up
  /// to the last buffer. Threads and the caller meet there.
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
    std::atomic<std::size_t> next{0};               ///< that a thread takes
    std::atomic<std::size_t> copied{0};             ///< by the GPU, which copies them in order
    std::vector<std::atomic<std::size_t>> carried;  ///< by a thread, per buffer: its number + 1
    std::atomic<bool> is_broken{false};
    std::exception_ptr failure;  ///< of the one who broke it

    /// Lets all others leave.
    void give_up()
    {
      if (!is_broken.exchange(true)) failure = std::current_exception();
    }
  };

  /// What the caller's copies have come to.
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

  std::mutex turn_;                           // of callers
  std::atomic<Transfer*> transfer_{nullptr};  // nullptr: none for threads that come late
  std::atomic<unsigned> carrying_{0};         // threads that may use the transfer
  std::atomic<bool> stops_{false};
  WaitWord::Count calls_ = 0;
  WaitWord called_;  // counts transfers
};

}  // namespace dart::cuda
