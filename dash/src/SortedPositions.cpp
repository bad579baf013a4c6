#include <dash/detail/algorithm/SortedPositions.h>

#include <dash/Exception.h>
#include <dash/detail/algorithm/SortSteps.h>
#include <dash/detail/algorithm/SortedRuns.h>
#include <dash/detail/base/WordOfSize.h>

#include <dash/dart/if/dart_gpu.h>

#include <climits>
#include <utility>

namespace dash::detail {

namespace {

/// Copies of the numbered keys that exist at a time.
constexpr std::size_t copies_of_keys = 4;

bool have_device_memory(std::size_t nbytes)
{
  try {
    const Scratch memory(MemoryKind::device, nbytes);
    return true;
  } catch (const exception::RuntimeError&) {
    return false;
  }
}

NumberedKey* for_kernels(const UnitBuffer<NumberedKey>& keys)
{
  if (keys.size() == 0) return nullptr;
  return static_cast<NumberedKey*>(dart_kernel_address(keys.data()));
}

}  // namespace

bool have_sort_of_positions(std::size_t key_size, Position n)
{
  const bool numbers_keys = with_word(key_size, [](auto word) {
    using Word = decltype(word);
    return device_launcher<NumberKeysStep<Word>, const Word*, NumberedKey*>() != nullptr;
  });
  return numbers_keys && sorts_on_device<NumberedKey, OrderOfDigits>() &&
         have_device_memory(copies_of_keys * static_cast<std::size_t>(n) * sizeof(NumberedKey));
}

SortedPositions::SortedPositions(
    const char* algorithm, Team& team, const Share& share, const void* keys, std::size_t key_size,
    const KeyOrder& order)
{
  OrderOfDigits less{static_cast<int>(key_size * CHAR_BIT)};
  std::optional<UnitBuffer<NumberedKey>> mine(std::in_place, share.size());
  with_word(key_size, [&](auto word) {
    using Word = decltype(word);
    const auto* const first = static_cast<const Word*>(keys);
    run_step(
        NumberKeysStep<Word>{share.begin, order}, reads(first, first + share.size()),
        writes(mine->begin(), mine->end()));
  });
  const SortedRuns runs(
      algorithm, team, MemoryKind::device, for_kernels(*mine), share.size(),
      run_steps<NumberedKey, Stability::none, OrderOfDigits>, &less);
  mine.reset();
  sorted_.emplace(share.size());
  runs.merge(team, share.begin, share.end, for_kernels(*sorted_));
  team.barrier();  // others have read this unit's run
}

NumberedPositions SortedPositions::positions() const
{
  const NumberedKey* const keys = for_kernels(*sorted_);
  if (keys == nullptr) return NumberedPositions();
  constexpr auto distance = sizeof(NumberedKey) / sizeof(default_index_t);
  return NumberedPositions(&keys->position, static_cast<default_index_t>(distance));
}

}  // namespace dash::detail
