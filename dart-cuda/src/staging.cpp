#include "staging.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>

#include "cuda_check.h"

namespace dart::cuda {
namespace {

constexpr unsigned most_threads = 12;
/// So that one is filled while the other is sent.
constexpr unsigned buffers_per_thread = 2;

/// This process's share of the host's cores.
unsigned cores_for_one_of(unsigned units)
{
  const auto cores = static_cast<unsigned>(std::max(1l, sysconf(_SC_NPROCESSORS_ONLN)));
  cpu_set_t allowed;
  const bool known = sched_getaffinity(0, sizeof allowed, &allowed) == 0;
  const unsigned bound_to = known ? CPU_COUNT(&allowed) : cores;
  return std::min(bound_to, std::max(1u, cores / units));
}

}  // namespace

Staging::Staging(unsigned units)
  : buffers_(buffers_per_thread * std::clamp(cores_for_one_of(units) - 1, 1u, most_threads))
{
}

Staging::~Staging()
{
  stops_ = true;
  called_.set(++calls_);
  for (auto& thread : threads_) thread.join();
  if (pinned_ != nullptr) cudaFreeHost(pinned_);
}

void Staging::start()
{
  void* pinned = nullptr;
  DART_CUDA(cudaHostAlloc(&pinned, buffers_ * buffer_bytes, cudaHostAllocPortable));
  pinned_ = static_cast<std::byte*>(pinned);
  for (std::size_t k = 0; k < buffers_ / buffers_per_thread; ++k) {
    threads_.emplace_back([this] { serve(); });
  }
}

/// The caller's side of a transfer.
class Staging::Copies {
public:
  Copies(const Staging& staging, Transfer& transfer, const Gpu& gpu)
    : staging_(staging), transfer_(transfer), gpu_(gpu), numbers_(staging.buffers_)
  {}

  bool are_all_started() const { return started_ == transfer_.pieces; }
  bool are_all_done() const { return transfer_.copied == transfer_.pieces; }
  bool are_some_under_way() const { return transfer_.copied < started_; }

  /// Whether a thread has filled the next piece's buffer, or emptied it of what was there before.
  bool can_start() const
  {
    const std::size_t buffers = staging_.buffers_;
    const std::size_t carried = transfer_.carried[started_ % buffers];
    if (transfer_.direction == Transfer::Direction::up) return carried == started_ + 1;
    return started_ < buffers || carried == started_ - buffers + 1;
  }

  void start()
  {
    numbers_[started_ % staging_.buffers_] = gpu_.start(started_, staging_.buffer(started_));
    ++started_;
  }

  void look_for_done()
  {
    std::size_t copied = transfer_.copied;
    while (copied < started_ && gpu_.is_done(numbers_[copied % staging_.buffers_])) ++copied;
    transfer_.copied = copied;
  }

private:
  const Staging& staging_;
  Transfer& transfer_;
  const Gpu& gpu_;
  std::vector<std::uint64_t> numbers_;
  std::size_t started_ = 0;
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
  }
  // Threads that are not awake yet are not waited for.
  transfer_ = nullptr;
  spin([this] { return carrying_ == 0; });
  if (transfer.failure) std::rethrow_exception(transfer.failure);
}

void Staging::start_copies(Transfer& transfer, const Gpu& gpu) const
{
  Copies copies(*this, transfer, gpu);
  while (!copies.are_all_done() && !transfer.is_broken) {
    copies.look_for_done();
    if (!copies.are_all_started() && copies.can_start()) {
      copies.start();
    } else if (!carry_next_piece(transfer)) {
      cpu_relax();
    }
  }
  while (copies.are_some_under_way()) copies.look_for_done();  // nothing else may use the buffers
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

/// Whether a piece may be copied to its buffer, or is there.
bool Staging::has_buffer_for(const Transfer& transfer, std::size_t piece) const
{
  const bool is_up = transfer.direction == Transfer::Direction::up;
  return piece < transfer.copied + (is_up ? buffers_ : 0);
}

/// For the caller, who must not wait. \return whether there was one
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
