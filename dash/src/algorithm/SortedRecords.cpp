#include <dash/detail/algorithm/SortedRecords.h>

#include <dash/detail/algorithm/SortSteps.h>

#include <dash/dart/if/dart_gpu.h>

#include <algorithm>
#include <utility>

namespace dash::detail {

namespace {

/// Calls \c f with the word in which both digits and payload fit.
template <class F>
auto with_record_word(std::size_t key_size, std::size_t payload_size, const F& f)
{
  constexpr std::size_t small = sizeof(std::uint32_t);
  if (std::max(key_size, payload_size) <= small) return f(std::uint32_t{});
  return f(std::uint64_t{});
}

template <class Word>
using StoreKeysAndValuesStep = StoreRecordsStep<StoreKeyAndValue<Word>>;
using StoreValuesStep = StoreRecordsStep<StoreValue<std::uint64_t>>;

/// Whether kernels make records, sort them, and store what they have.
template <class Word, class RecordAt, class StoreStep>
bool have_steps()
{
  using R = Record<Word>;
  return device_launcher<MakeRecordsStep<RecordAt>, R*>() != nullptr &&
         device_launcher<StoreStep, const R*>() != nullptr && sorts_on_device<R, OrderOfRecords>();
}

template <class Word>
Record<Word>* for_kernels(const UnitBuffer<Record<Word>>& records)
{
  if (records.size() == 0) return nullptr;
  return static_cast<Record<Word>*>(dart_kernel_address(records.data()));
}

/// The share of the records of all units in sorted order. All units have read their elements on
/// return. Collective.
/// \param key_size  bytes of a key
template <class Word, class RecordAt>
UnitBuffer<Record<Word>> sorted_records(
    const char* algorithm, Team& team, const Share& share, std::size_t key_size,
    const RecordAt& record_at)
{
  OrderOfRecords less{static_cast<int>(key_size * CHAR_BIT)};
  UnitBuffer<Record<Word>> records(share.size());
  if (!share.empty())
    run_step(MakeRecordsStep<RecordAt>{record_at}, writes(records.begin(), records.end()));
  if (team.size() == 1) {
    UnitBuffer<Record<Word>> sorted(share.size());
    run_step(
        SortStep<Record<Word>, OrderOfRecords>{less}, updates(records.begin(), records.end()),
        writes(sorted.begin(), sorted.end()));
    return sorted;
  }
  const SortedRuns runs(
      algorithm, team, MemoryKind::device, for_kernels(records), share.size(),
      run_steps<Record<Word>, Stability::stable, OrderOfRecords>, &less);
  runs.merge(team, share.begin, share.end, for_kernels(records));
  team.barrier();  // others have read this unit's run
  return records;
}

/// Stores what records have that are in the memory of the unit.
template <class StoreStep, class Word>
void store_records(const StoreStep& store, const UnitBuffer<Record<Word>>& records)
{
  const Record<Word>* const begin = records.begin();
  if (records.size() > 0) run_step(store, reads(begin, begin + records.size()));
}

}  // namespace

bool have_sort_of_records(std::size_t key_size, std::size_t payload_size, Position n)
{
  return with_record_word(key_size, payload_size, [n](auto word) {
    using Word = decltype(word);
    return have_steps<Word, RecordWithValue<Word>, StoreKeysAndValuesStep<Word>>() &&
           SortedRuns::have_device_memory(n, sizeof(Record<Word>));
  });
}

void sort_records(
    const char* algorithm, Team& team, const Share& share, const KeysAtPlaces& keys,
    const WordsAtPlaces& values)
{
  with_record_word(keys.words.size, values.size, [&](auto word) {
    using Word = decltype(word);
    const RecordWithValue<Word> record_at{keys, values};
    const auto records = sorted_records<Word>(algorithm, team, share, keys.words.size, record_at);
    store_records(StoreKeysAndValuesStep<Word>{{keys, {values}}}, records);
  });
}

bool have_shuffle_of_records(Position n)
{
  return have_steps<std::uint64_t, RecordWithRandomKey, StoreValuesStep>() &&
         SortedRuns::have_device_memory(n, sizeof(Record<std::uint64_t>));
}

void shuffle_records(
    const char* algorithm, Team& team, const Share& share, const Random& random,
    const WordsAtPlaces& values)
{
  const RecordWithRandomKey record_at{random, share.begin, values};
  const auto records =
      sorted_records<std::uint64_t>(algorithm, team, share, sizeof(std::uint64_t), record_at);
  store_records(StoreValuesStep{{values}}, records);
}

SortedPositions::SortedPositions(
    const char* algorithm, Team& team, const Share& share, const KeysAtPlaces& keys)
    : sorted_(sorted_records<std::uint64_t>(
          algorithm, team, share, keys.words.size, RecordWithPosition{keys, share.begin}))
{}

NumberedPositions SortedPositions::positions() const
{
  const auto* const records = for_kernels(sorted_);
  if (records == nullptr) return NumberedPositions();
  constexpr auto distance = sizeof(*records) / sizeof(default_index_t);
  // Signed and unsigned numbers of a size may stand for each other.
  const auto* const positions = reinterpret_cast<const default_index_t*>(&records->payload);
  return NumberedPositions(positions, static_cast<default_index_t>(distance));
}

}  // namespace dash::detail
