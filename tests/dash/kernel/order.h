#pragma once

/// \file
/// The order of notified puts of kernels under load: no flag before its data.

#include <dash/Flags.h>
#include <dash/dart/if/dart_gpu.h>
#include <dash/kernel/PutGet.h>
#include <dash/memory/UnitSpace.h>

#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "hosts.h"
#include "kernel/kernel_base.h"

namespace dash::test {

using Word = std::uint64_t;

constexpr std::size_t words_of_message = 16;
constexpr std::size_t slots_of_inbox = 4;

/// What the runtime does for the kernels, as if it were out of their reach.
enum class ByRuntime : std::uint8_t { nothing, all, data };

/// Each block sends messages to the same block of the next unit, and receives those of the previous
/// one, as fast as there is room.
template <class Scope>
struct MessagesKernel {
  kernel::Team team;
  std::size_t messages;
  bool tells_apart;                                                    ///< puts and then notifies
  Word* outbox;                                                        ///< this unit's outbox
  const Word* inbox;                                                   ///< this unit's inbox
  kernel::Pointer<Word> sent;                                          ///< inbox of the next unit
  kernel::Pointer<Word> arrived, arrived_next, taken, taken_previous;  ///< one flag for each block
  Word* wrong;                                                         ///< number of wrong words

  DASH_HOST_DEVICE void operator()(const kernel::Grid& grid) const
  {
    const auto block = static_cast<std::ptrdiff_t>(grid.block());
    for (std::size_t step = 1; step <= messages; ++step) {
      if (!send(block, step) || !receive(block, step)) return;
    }
  }

 private:
  DASH_HOST_DEVICE static std::size_t place(std::ptrdiff_t block, std::size_t step)
  {
    return (static_cast<std::size_t>(block) * slots_of_inbox + step % slots_of_inbox) *
           words_of_message;
  }

  DASH_HOST_DEVICE bool send(std::ptrdiff_t block, std::size_t step) const
  {
    const Scope scope;
    const bool is_free =
        step <= slots_of_inbox ||
        kernel::wait(
            scope, team, taken + block, kernel::Comparison::greater_equal, step - slots_of_inbox);
    if (!is_free) return false;
    Word* const message = outbox + place(block, step);
    for (std::size_t i = scope.rank(); i < words_of_message; i += scope.size()) message[i] = step;
    scope.sync();
    const auto to = sent + static_cast<std::ptrdiff_t>(place(block, step));
    if (tells_apart) {
      kernel::put(scope, team, to, message, words_of_message);
      kernel::notify(scope, team, arrived_next + block, step);
    } else {
      kernel::put_notify(scope, team, to, message, words_of_message, arrived_next + block, step);
    }
    return true;
  }

  DASH_HOST_DEVICE bool receive(std::ptrdiff_t block, std::size_t step) const
  {
    const Scope scope;
    const bool is_there =
        kernel::wait(scope, team, arrived + block, kernel::Comparison::greater_equal, step);
    const Word* const message = inbox + place(block, step);
    for (std::size_t i = scope.rank(); i < words_of_message; i += scope.size()) {
      if (message[i] != step) kernel::detail::Shared<Word>(*wrong).fetch_add(1);
    }
    scope.sync();
    kernel::notify(scope, team, taken_previous + block, step);
    return is_there;
  }
};

class KernelOrderTest : public KernelTest {
 protected:
  /// Whether processes take turns on a GPU, as the kernels of units that share it do, and
  /// processors that access memory of a GPU on which another process's kernel runs. They wait for
  /// time slices of some milliseconds.
  static bool is_in_slices()
  {
    if (dart_gpu_backend() != DART_GPU_CUDA) return false;
    std::set<std::pair<std::string, int>> gpus;  // hosts number their GPUs alike
    for (std::size_t unit = 0; unit < units(); ++unit) {
      const dash::global_unit_t id(static_cast<int>(unit));
      int gpu = -1;
      EXPECT_EQ(DART_OK, dart_unit_gpu(id, &gpu));
      if (dash::is_gpu_unit(id)) gpus.emplace(dart::test::host_of(id.id), gpu);
    }
    return gpus.size() < units();
  }
  static std::size_t messages(std::size_t ordinary) { return is_in_slices() ? 40 : ordinary; }

  template <class Scope>
  static void expect_order(std::size_t blocks, std::size_t messages, ByRuntime what)
  {
    KernelTeam team;
    const std::size_t words = blocks * slots_of_inbox * words_of_message;
    dash::Array<Word> outbox(words * units()), inbox(words * units()), wrong(units());
    dash::Flags<Word, UnitSpace> arrived(blocks), taken(blocks);
    set_part(wrong, {0});
    const auto data = [&](auto pointer) {
      return what == ByRuntime::nothing ? pointer : team.by_runtime(pointer);
    };
    const auto flag = [&](auto pointer) {
      return what == ByRuntime::all ? team.by_runtime(pointer) : pointer;
    };
    const auto unit = [](std::size_t u) { return static_cast<int>(u); };
    kernel::Shape shape = shape_for<Scope>();
    shape.blocks = blocks;
    wrong.barrier();
    run(team, shape,
        MessagesKernel<Scope>{
            team.view(), messages, what == ByRuntime::data,
            team.pointer(element_of(outbox, me())).address(),
            team.pointer(element_of(inbox, me())).address(),
            data(team.pointer(element_of(inbox, next()))), team.pointer(arrived[0]),
            flag(team.pointer(arrived(unit(next())))), team.pointer(taken[0]),
            flag(team.pointer(taken(unit(previous())))),
            team.pointer(element_of(wrong, me())).address()});
    EXPECT_EQ(0u, part_of(wrong, me())[0]);
    EXPECT_EQ(messages, arrived[0].load());
    wrong.barrier();
  }
};

TEST_F(KernelOrderTest, NoFlagBeforeItsData)
{
  const std::size_t many = hosts() > 1                           ? 500
                           : dart_gpu_backend() == DART_GPU_CUDA ? 100'000
                                                                 : 10'000;
  expect_order<kernel::Thread>(1, messages(many), ByRuntime::nothing);
  expect_order<kernel::Warp>(2, messages(many / 4), ByRuntime::nothing);
  expect_order<kernel::Block>(3, messages(many / 4), ByRuntime::nothing);
  expect_order<kernel::Block>(2, messages(500), ByRuntime::all);
}

TEST_F(KernelOrderTest, NoFlagBeforeEarlierRequests)
{
  expect_order<kernel::Thread>(1, messages(500), ByRuntime::data);
  expect_order<kernel::Block>(2, messages(500), ByRuntime::data);
}

}  // namespace dash::test
