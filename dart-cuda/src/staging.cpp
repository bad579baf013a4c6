#include "staging.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <deque>
#include <utility>

#include "base/thread.h"

namespace dart::cuda {
namespace {

constexpr unsigned most_threads = 12;
/// This many threads fill or empty buffers as fast as a GPU's link transfers them.
constexpr unsigned enough_threads = 4;
constexpr std::size_t buffers_per_thread = 8;
/// Several pieces share a copy because each copy has a cost. The first copies are short, so that
/// the GPU starts early, and so are the last ones, so that threads soon have the rest of a
/// download.
constexpr std::size_t most_pieces_per_copy = 8;
/// One copy that the GPU executes, and one behind it.
constexpr std::size_t most_copies_under_way = 2;

/// The number of cores per process if the host's \p units units share them.
unsigned cores_for_one_of(unsigned units)
{
  const auto cores = static_cast<unsigned>(std::max(1l, sysconf(_SC_NPROCESSORS_ONLN)));
  cpu_set_t allowed;
  const bool known = sched_getaffinity(0, sizeof allowed, &allowed) == 0;
  const unsigned bound_to = known ? CPU_COUNT(&allowed) : cores;
  return std::min(bound_to, std::max(1u, cores / units));
}

}  // namespace

Staging::Staging(unsigned units, PinnedMemory memory)
    : memory_(std::move(memory)),
      buffers_(buffers_per_thread * std::clamp(cores_for_one_of(units) - 1, 1u, most_threads))
{
  // This sets the policy of this module alone, because only here do so many threads wait like this.
  if (cores_for_one_of(units) == 1) SpinPolicy::current = SpinPolicy::for_shared_cores();
}

Staging::~Staging()
{
  stops_ = true;
  called_.set(++calls_);
  for (auto& thread : threads_) thread.join();
  if (pinned_ != nullptr) memory_.free(pinned_);
}

void Staging::prepare()
{
  std::lock_guard turn(turn_);
  if (pinned_ == nullptr) start();
}

void Staging::start()
{
  pinned_ = memory_.allocate(buffers_ * piece_bytes);
  for (std::size_t k = 0; k < buffers_ / buffers_per_thread; ++k) {
    threads_.push_back(start_thread("copies to and from GPUs", [this] { serve(); }));
  }
}

/// The copies between buffers and the GPU, which the calling thread starts.
class Staging::Copies {
 public:
  Copies(const Staging& staging, Transfer& transfer, const Gpu& gpu)
      : staging_(staging),
        transfer_(transfer),
        gpu_(gpu)
  {}

  bool are_all_done() const { return transfer_.copied == transfer_.pieces; }
  bool are_some_under_way() const { return !under_way_.empty(); }

  /// Starts one copy of all consecutive pieces that are ready. \return whether there were any
  bool start()
  {
    const std::size_t pieces = pieces_ready();
    if (pieces == 0 || under_way_.size() == most_copies_under_way) return false;
    const std::uint64_t number = gpu_.start(started_, pieces, staging_.buffer(started_));
    started_ += pieces;
    under_way_.push_back({number, started_});
    return true;
  }

  void look_for_done()
  {
    while (!under_way_.empty() && gpu_.is_done(under_way_.front().number)) {
      transfer_.copied = under_way_.front().end;
      under_way_.pop_front();
    }
  }

 private:
  struct Copy {
    std::uint64_t number;
    std::size_t end;  ///< number of the piece behind the copy
  };

  std::size_t pieces_ready() const
  {
    const std::size_t buffers = staging_.buffers_;
    const std::size_t half_of_rest = (transfer_.pieces - started_ + 1) / 2;
    const std::size_t most = std::min(
        {most_pieces_per_copy, buffers / 4, started_ + 1, buffers - started_ % buffers,
         half_of_rest});
    std::size_t ready = 0;
    while (ready < most && is_ready(started_ + ready)) ++ready;
    return ready;
  }

  /// Whether a thread has filled the piece's buffer or, for downloads, emptied it of the preceding
  /// piece.
  bool is_ready(std::size_t piece) const
  {
    const std::size_t buffers = staging_.buffers_;
    const std::size_t carried = transfer_.carried[piece % buffers];
    if (transfer_.direction == Transfer::Direction::up) return carried == piece + 1;
    return piece < buffers || carried == piece - buffers + 1;
  }

  const Staging& staging_;
  Transfer& transfer_;
  const Gpu& gpu_;
  std::size_t started_ = 0;
  std::deque<Copy> under_way_;
};

void Staging::upload(std::size_t pieces, const Carry& carry, const Gpu& gpu)
{
  move(Transfer::Direction::up, pieces, carry, gpu);
}

void Staging::download(std::size_t pieces, const Carry& carry, const Gpu& gpu)
{
  move(Transfer::Direction::down, pieces, carry, gpu);
}

void Staging::move(
    Transfer::Direction direction, std::size_t pieces, const Carry& carry, const Gpu& gpu)
{
  std::lock_guard turn(turn_);
  if (pinned_ == nullptr) start();
  Transfer transfer(direction, pieces, carry, buffers_);
  transfer_ = &transfer;
  called_.set(++calls_);
  try {
    start_copies(transfer, gpu);
  } catch (...) {
    transfer.give_up();
    gpu.drain();  // before the buffers may be used for anything else
  }
  // Threads that are not awake yet are not awaited.
  transfer_ = nullptr;
  spin([this] { return carrying_ == 0; });
  if (transfer.failure) std::rethrow_exception(transfer.failure);
}

void Staging::start_copies(Transfer& transfer, const Gpu& gpu) const
{
  Copies copies(*this, transfer, gpu);
  spin([&] {
    copies.look_for_done();
    if (!copies.start() && carrying_ < enough_threads) carry_next_piece(transfer);
    return copies.are_all_done() || transfer.is_broken;
  });
  spin([&] { return copies.look_for_done(), !copies.are_some_under_way(); });
  while (!transfer.is_broken && carry_next_piece(transfer)) {
  }
}

void Staging::serve()
{
  for (WaitWord::Count call = 1;; ++call) {
    called_.wait(call);
    if (stops_) return;
    carrying_.fetch_add(1);
    if (Transfer* const transfer = transfer_) carry_pieces(*transfer);
    carrying_.fetch_sub(1);
    // the next transfer may follow soon
    spin([&] { return transfer_ == nullptr || called_.reached(call + 1); });
  }
}

void Staging::carry_pieces(Transfer& transfer) const
{
  for (std::size_t piece; (piece = transfer.next.fetch_add(1)) < transfer.pieces;) {
    spin([&] { return transfer.is_broken || has_buffer_for(transfer, piece); });
    if (transfer.is_broken) return;
    carry(transfer, piece);
  }
}

/// Whether the buffer of a piece is free for it (upload), or already contains it (download).
bool Staging::has_buffer_for(const Transfer& transfer, std::size_t piece) const
{
  const bool is_up = transfer.direction == Transfer::Direction::up;
  return piece < transfer.copied + (is_up ? buffers_ : 0);
}

/// Handles a piece in the calling thread without waiting. \return whether there was one
bool Staging::carry_next_piece(Transfer& transfer) const
{
  std::size_t piece = transfer.next;
  if (piece >= transfer.pieces || !has_buffer_for(transfer, piece)) return false;
  if (!transfer.next.compare_exchange_strong(piece, piece + 1)) return false;
  carry(transfer, piece);
  return true;
}

void Staging::carry(Transfer& transfer, std::size_t piece) const
{
  try {
    transfer.carry(piece, buffer(piece));
    transfer.carried[piece % buffers_] = piece + 1;
  } catch (...) {
    transfer.give_up();
  }
}

}  // namespace dart::cuda
