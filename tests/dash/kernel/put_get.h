#pragma once

/// \file
/// Transfers of kernels: all scopes, sizes and alignments, to and from memory of all kinds.

#include <dash/Flags.h>
#include <dash/kernel/PutGet.h>
#include <dash/memory/UnitSpace.h>

#include <array>
#include <cstdint>
#include <string>

#include "kernel/kernel_base.h"

namespace dash::test {

using Byte = unsigned char;

/// Operations whose effects the tests compare.
enum class Transfer { put, get, put_notify, put_notify_add };

constexpr const char* name_of(Transfer transfer)
{
  constexpr const char* names[] = {"put", "get", "put_notify", "put_notify_add"};
  return names[static_cast<int>(transfer)];
}

/// What a transfer moves.
struct Span {
  std::size_t to;    ///< first byte to write, in the part
  std::size_t from;  ///< first byte to read
  std::size_t n;
};

constexpr std::size_t room = (1 << 20) + 128;
constexpr Byte untouched = 0xa5;
/// All remainders of words, equal and different ones; nothing, one word, and more than there are
/// threads.
constexpr std::array<Span, 12> spans{
    {{0, 0, 0},
     {5, 5, 0},
     {0, 0, 1},
     {3, 7, 5},
     {8, 16, 8},
     {1, 1, 40},
     {16, 32, 4096},
     {7, 7, 4099},
     {4, 8, 1000},
     {2, 5, 70001},
     {0, 0, 1 << 20},
     {9, 1, (1 << 20) + 3}}};

/// The scope that makes the calls: a \c Grid is known to the kernel alone.
template <class Scope>
DASH_HOST_DEVICE Scope scope_of(const kernel::Grid& grid)
{
  if constexpr (std::is_same_v<Scope, kernel::Grid>) {
    return grid;
  } else {
    return Scope{};
  }
}

/// One transfer by a scope, and what makes it known to the target.
template <class Scope, Transfer transfer>
struct TransferKernel {
  kernel::Team team;
  kernel::Pointer<Byte> there;
  Byte* here;
  std::size_t n;
  kernel::Pointer<std::uint64_t> arrived;  ///< a flag at the other unit
  std::uint64_t value;

  DASH_HOST_DEVICE void operator()(const kernel::Grid& grid) const
  {
    const Scope scope = scope_of<Scope>(grid);
    if constexpr (transfer == Transfer::put) kernel::put(scope, team, there, here, n);
    if constexpr (transfer == Transfer::get) kernel::get(scope, team, here, there, n);
    if constexpr (transfer == Transfer::put_notify) {
      kernel::put_notify(scope, team, there, here, n, arrived, value);
    }
    if constexpr (transfer == Transfer::put_notify_add) {
      kernel::put_notify_add(scope, team, there, here, n, arrived, 1);
    }
    kernel::quiet(kernel::Block{}, team);
  }
};

/// Memory in which units exchange bytes, and its content as it has to be.
template <class Array>
class Exchange {
 public:
  explicit Exchange(bool by_runtime)
      : by_runtime_(by_runtime),
        source_(room * dash::size()),
        target_(room * dash::size())
  {
    std::mt19937 engine(4711 + static_cast<unsigned>(dash::myid().id));
    std::vector<Byte> bytes(room);
    for (Byte& byte : bytes) byte = static_cast<Byte>(engine());
    set_part(source_, bytes);
    source_.barrier();
  }

  template <class Scope, Transfer transfer>
  void expect(const Span& span, std::size_t other)
  {
    constexpr bool gets = transfer == Transfer::get;
    const auto me = static_cast<std::size_t>(dash::myid().id);
    const std::size_t looked_at = span.to + span.n + 64;
    set_part(target_, std::vector<Byte>(looked_at, untouched));
    target_.barrier();
    Array& far = gets ? source_ : target_;
    Array& near = gets ? target_ : source_;
    auto there = team_.pointer(element_of(far, other, gets ? span.from : span.to));
    auto flag = team_.pointer(flags_(static_cast<int>(other)));
    if (by_runtime_) {
      there = team_.by_runtime(there);
      flag = team_.by_runtime(flag);
    }
    const auto here = team_.pointer(element_of(near, me, gets ? span.to : span.from));
    ++notified_;
    run(team_, shape_for<Scope>(),
        TransferKernel<Scope, transfer>{
            team_.view(), there, here.address(), span.n, flag, notified_});
    wait_for_flag<transfer>();
    if (!notifies(transfer)) target_.barrier();
    const std::size_t sender = gets ? other : source_of(other);
    EXPECT_EQ(expected(sender, span, looked_at), part_of(target_, me, looked_at));
    target_.barrier();
  }

 private:
  static constexpr bool notifies(Transfer transfer)
  {
    return transfer == Transfer::put_notify || transfer == Transfer::put_notify_add;
  }

  /// The unit that writes to this one if this one writes to \c other.
  static std::size_t source_of(std::size_t other)
  {
    const auto me = static_cast<std::size_t>(dash::myid().id);
    return other == me
               ? me
               : (me + dash::size() - (other + dash::size() - me) % dash::size()) % dash::size();
  }

  template <Transfer transfer>
  void wait_for_flag()
  {
    if (transfer == Transfer::put_notify) flags_[0].wait(std::equal_to<>(), notified_);
    if (transfer == Transfer::put_notify_add) {
      flags_[0].wait(std::greater_equal<>(), notified_);
    }
    if (!notifies(transfer)) --notified_;
  }

  std::vector<Byte> expected(std::size_t sender, const Span& span, std::size_t looked_at)
  {
    const std::vector<Byte> sent = part_of(source_, sender, span.from + span.n);
    std::vector<Byte> bytes(looked_at, untouched);
    std::copy_n(
        sent.begin() + static_cast<std::ptrdiff_t>(span.from), span.n,
        bytes.begin() + static_cast<std::ptrdiff_t>(span.to));
    return bytes;
  }

  bool by_runtime_;
  KernelTeam team_;
  Array source_, target_;
  dash::Flags<std::uint64_t, UnitSpace> flags_;
  std::uint64_t notified_ = 0;
};

/// Every \c step th span, from the first one on.
template <class Scope, Transfer transfer, class Array>
void expect_spans(
    Exchange<Array>& exchange, std::size_t other, const char* scope, std::size_t first,
    std::size_t step)
{
  for (std::size_t i = first; i < spans.size(); i += step) {
    const Span& span = spans[i];
    SCOPED_TRACE(
        std::string(name_of(transfer)) + " by a " + scope + " with unit " + std::to_string(other) +
        ": " + std::to_string(span.n) + " bytes, to " + std::to_string(span.to) + " from " +
        std::to_string(span.from));
    exchange.template expect<Scope, transfer>(span, other);
  }
}

/// On the host all scopes are the same thread, so they share the spans.
template <Transfer transfer, class Array>
void expect_all_scopes(Exchange<Array>& exchange, std::size_t other)
{
  const bool differ = dart_gpu_backend() == DART_GPU_CUDA;
  const std::size_t step = differ ? 1 : 3;
  expect_spans<kernel::Thread, transfer>(exchange, other, "thread", 0, step);
  expect_spans<kernel::Warp, transfer>(exchange, other, "warp", differ ? 0 : 1, step);
  expect_spans<kernel::Block, transfer>(exchange, other, "block", differ ? 0 : 2, step);
}

/// With the unit itself, with another one, and by the runtime.
template <Transfer transfer, class Array>
void expect_transfers()
{
  const auto me = static_cast<std::size_t>(dash::myid().id);
  for (const bool by_runtime : {false, true}) {
    SCOPED_TRACE(by_runtime ? "by the runtime" : "direct");
    Exchange<Array> exchange(by_runtime);
    expect_all_scopes<transfer>(exchange, me);
    expect_all_scopes<transfer>(exchange, (me + 1) % dash::size());
  }
}

class KernelPutGetTest : public KernelTest {};

/// All blocks of a kernel share a put.
template <class Array>
void expect_puts_by_grids()
{
  for (const bool by_runtime : {false, true}) {
    Exchange<Array> exchange(by_runtime);
    const auto next = (static_cast<std::size_t>(dash::myid().id) + 1) % dash::size();
    expect_spans<kernel::Grid, Transfer::put>(exchange, next, "grid", 0, 1);
  }
}

TEST_F(KernelPutGetTest, PutByAllBlocks)
{
  expect_puts_by_grids<dash::Array<Byte>>();
  expect_puts_by_grids<dash::HostArray<Byte>>();
}

TEST_F(KernelPutGetTest, Put)
{
  expect_transfers<Transfer::put, dash::Array<Byte>>();
  expect_transfers<Transfer::put, dash::HostArray<Byte>>();
}

TEST_F(KernelPutGetTest, Get)
{
  expect_transfers<Transfer::get, dash::Array<Byte>>();
  expect_transfers<Transfer::get, dash::HostArray<Byte>>();
}

TEST_F(KernelPutGetTest, PutNotify)
{
  expect_transfers<Transfer::put_notify, dash::Array<Byte>>();
  expect_transfers<Transfer::put_notify, dash::HostArray<Byte>>();
}

TEST_F(KernelPutGetTest, PutNotifyAdd)
{
  expect_transfers<Transfer::put_notify_add, dash::Array<Byte>>();
  expect_transfers<Transfer::put_notify_add, dash::HostArray<Byte>>();
}

}  // namespace dash::test
