#include <dash/detail/algorithm/SortedPositions.h>

#include <dash/detail/algorithm/SortSteps.h>
#include <dash/detail/algorithm/SortedRuns.h>
#include <dash/detail/base/WordOfSize.h>
#include <dash/detail/memory/WorkBuffer.h>

#include <dash/dart/if/dart_gpu.h>

#include <climits>

namespace dash::detail {

bool have_sort_of_positions(std::size_t key_size)
{
  const bool numbers_keys = with_word(key_size, [](auto word) {
    using Word = decltype(word);
    return device_launcher<NumberKeysStep<Word>, const Word*, NumberedKey*>() != nullptr;
  });
  return numbers_keys && sorts_on_device<NumberedKey, OrderOfDigits>();
}

SortedPositions::SortedPositions(
    const char* algorithm, Team& team, const Share& share, const void* keys, std::size_t key_size,
    const KeyOrder& order)
    : sorted_(share.size())
{
  OrderOfDigits less{static_cast<int>(key_size * CHAR_BIT)};
  const UnitBuffer<NumberedKey> mine(share.size());
  with_word(key_size, [&](auto word) {
    using Word = decltype(word);
    const auto* const first = static_cast<const Word*>(keys);
    run_step(
        NumberKeysStep<Word>{share.begin, order}, reads(first, first + share.size()),
        writes(mine.begin(), mine.end()));
  });
  const auto for_kernels = [](NumberedKey* keys) {
    return keys == nullptr ? nullptr : dart_kernel_address(keys);
  };
  const SortedRuns runs(
      algorithm, team, MemoryKind::device, for_kernels(mine.data()), share.size(),
      run_steps<NumberedKey, Stability::none, OrderOfDigits>, &less);
  runs.merge(team, share.begin, share.end, for_kernels(sorted_.data()));
  team.barrier();  // others have read this unit's run
}

NumberedPositions SortedPositions::positions() const
{
  if (sorted_.size() == 0) return NumberedPositions();
  const auto* const keys = static_cast<const NumberedKey*>(dart_kernel_address(sorted_.data()));
  constexpr auto distance = sizeof(NumberedKey) / sizeof(default_index_t);
  return NumberedPositions(&keys->position, static_cast<default_index_t>(distance));
}

}  // namespace dash::detail
