// dash::sort and dash::merge in ascending order, and sorts of records by digits.

#include "sort.h"

#include <dash/detail/algorithm/SortedRecords.h>

#include <cstdint>
#include <functional>

namespace dash::detail {

namespace {

template <class T>
using Load = Call<LoadStep<T>, const T* const*, T*>;

template <class T>
struct Ascending {
  static void ship()
  {
    ship_as(Load<T>(), Load<Bits<T>>());
    ship_order<T, std::less<>>();
  }
};

template <class Word>
struct Records {
  static void ship()
  {
    using R = Record<Word>;
    detail::ship<MakeRecordsStep<RecordWithValue<Word>>, R*>();
    detail::ship<SortStep<R, OrderOfRecords>, R*, R*>();
    detail::ship<MergeStep<OrderOfRecords>, const R*, const R*, R*>();
    detail::ship<LoadStep<R>, const R* const*, R*>();
    detail::ship<StoreRecordsStep<StoreKeyAndValue<Word>>, const R*>();
  }
};

bool ship_other_records()
{
  using R = Record<std::uint64_t>;
  ship<MakeRecordsStep<RecordWithPosition>, R*>();
  ship<MakeRecordsStep<RecordWithRandomKey>, R*>();
  ship<StoreRecordsStep<StoreValue<std::uint64_t>>, const R*>();
  return true;
}

const bool is_shipped = ship_for<Ascending>(SmallNumbers{}) && ship_for<Ascending>(Numbers{}) &&
                        ship_for<Records>(Types<std::uint32_t, std::uint64_t>{}) &&
                        ship_other_records();

}  // namespace

}  // namespace dash::detail
