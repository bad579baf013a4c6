#ifndef DASH__ALGORITHM__GATHER_H__INCLUDED
#define DASH__ALGORITHM__GATHER_H__INCLUDED

#include <dash/internal/Execution.h>
#include <dash/internal/GlobalAccess.h>
#include <dash/internal/Share.h>

#include <iterator>
#include <type_traits>
#include <utility>

namespace dash {

namespace internal {

/** Whether elements can be transferred as bytes between global and native memory. */
template <class Iterator, class Local>
concept TransfersElements =
    GlobalIterator<Iterator> && std::is_pointer_v<Local> &&
    std::is_same_v<std::iter_value_t<Iterator>, std::iter_value_t<Local>> &&
    requires(const Iterator& it) { (*it).mapped(); };

/** Transfers of single elements of a container, which overlap. Completed at the end. */
class ElementTransfers {
 public:
  ElementTransfers() = default;
  /** What is under way uses the caller's buffers. */
  ~ElementTransfers()
  {
    if (!DART_GPTR_ISNULL(_last)) dart_flush_all(_last);
  }
  ElementTransfers(const ElementTransfers&) = delete;
  ElementTransfers& operator=(const ElementTransfers&) = delete;

  template <class Iterator, class Local>
  void read(const Local& to, const Iterator& it)
  {
    if constexpr (TransfersElements<Iterator, Local>) {
      if (run_has_unmapped_memory && (*it).mapped() == nullptr) [[unlikely]] {
        start_read(to, _last = it.dart_gptr(), sizeof(*to));
        return;
      }
    }
    *to = static_cast<std::iter_value_t<Iterator>>(*it);
  }

  template <class Iterator, class Local>
  void write(const Iterator& it, const Local& from)
  {
    if constexpr (TransfersElements<Iterator, Local>) {
      if (run_has_unmapped_memory && (*it).mapped() == nullptr) [[unlikely]] {
        start_write(_last = it.dart_gptr(), from, sizeof(*from));
        return;
      }
    }
    *it = *from;
  }

  void complete()
  {
    if (!DART_GPTR_ISNULL(_last)) flush_all(std::exchange(_last, DART_GPTR_NULL));
  }

 private:
  dart_gptr_t _last = DART_GPTR_NULL;
};

}  // namespace internal

/**
 * out[i] = in[map[i]] for a global range of indices into a global range.
 *
 * Collective over the team of the indices; each unit serves its own indices. Reads elements of other
 * units, so it synchronises before and after.
 *
 * \param in start of the elements that the indices count from; must not overlap the output
 * \return end of the output
 */
template <SegmentedIterator MapIt, std::random_access_iterator InputIt, class OutputIt>
OutputIt gather(const MapIt& map_first, const MapIt& map_last, const InputIt& in, OutputIt out)
{
  using internal::Position;
  if (map_first == map_last) return out;
  const internal::ExchangePhase phase(internal::team_of(map_first));
  const auto gather_piece = [&](const auto&, const auto& indices, const auto& elements) {
    internal::ElementTransfers transfers;
    auto to = elements.begin();
    for (auto index = indices.begin(); index != indices.end(); ++index, ++to) {
      transfers.read(to, in + static_cast<Position>(*index));
    }
    transfers.complete();
  };
  internal::for_each_local_pair(
      map_first, map_last, out, [&](auto index, auto end, auto to, Position) {
        internal::run_on_host(
            gather_piece, internal::reads(index, end), internal::writes(to, to + (end - index)));
      });
  return out + (map_last - map_first);
}

/**
 * out[map[i]] = in[i]. As gather; each unit serves its own elements of the input. Of elements with
 * the same index, any one remains.
 */
template <
    SegmentedIterator InputIt, std::random_access_iterator MapIt,
    std::random_access_iterator OutputIt>
void scatter(const InputIt& first, const InputIt& last, const MapIt& map, const OutputIt& out)
{
  using internal::Position;
  if (first == last) return;
  const internal::ExchangePhase phase(internal::team_of(first));
  const auto scatter_piece = [&](const auto&, const auto& elements, const auto& indices) {
    internal::ElementTransfers transfers;
    auto index = indices.begin();
    for (auto from = elements.begin(); from != elements.end(); ++from, ++index) {
      transfers.write(out + static_cast<Position>(*index), from);
    }
    transfers.complete();
  };
  internal::for_each_local_pair(
      first, last, map, [&](auto from, auto end, auto index, Position) {
        const auto indices = internal::reads(index, index + (end - from));
        internal::run_on_host(scatter_piece, internal::reads(from, end), indices);
      });
}

}  // namespace dash

#endif  // DASH__ALGORITHM__GATHER_H__INCLUDED
