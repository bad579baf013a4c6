#pragma once

/// \file
/// Places of elements for kernels, which compute the place of each element of a range: to move them
/// without a transfer for each run, or to work on them where they are.

#include <dash/Types.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/base/WordOfSize.h>
#include <dash/detail/memory/BoxMap.h>
#include <dash/detail/memory/IndexMap.h>
#include <dash/detail/memory/PartTable.h>
#include <dash/iterator/IteratorTraits.h>
#include <dash/memory/GlobStaticMem.h>
#include <dash/memory/UnitSpace.h>
#include <dash/pattern/Section.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace dash::detail {

/// Patterns in one dimension of equal blocks that the units take in turn.
template <class Pattern>
concept HasUniformMap =
    Pattern::ndim() == 1 &&
    std::is_same_v<IndexMap<Pattern>, UniformIndexMap<typename Pattern::index_type>>;

/// Ranges in memory of the units whose places are computed from positions.
template <class It>
concept HasPlaces =
    GlobalIterator<It> && !LocalViewIterator<It> &&
    std::is_same_v<
        std::remove_cvref_t<decltype(std::declval<const It&>().globmem())>,
        GlobStaticMem<UnitSpace>> &&
    (HasUniformMap<typename It::pattern_type> || HasBoxMap<typename It::pattern_type>);

/// Ranges whose elements move as numbers.
template <class It>
concept MovedAsWords =
    GlobalIterator<It> && !std::is_void_v<word_of_size<sizeof(std::iter_value_t<It>)>>;

/// Such ranges whose places kernels compute.
template <class It>
concept PlacedElements = MovedAsWords<It> && HasPlaces<It>;

/// The section to which an iterator belongs.
template <GlobalIterator It>
auto section_of(const It& it)
{
  if constexpr (LinearIterator<It>) {
    return Section<typename It::pattern_type>(it.pattern());
  } else {
    return it.section();
  }
}

/// The position of an iterator's element in its section.
template <GlobalIterator It>
default_index_t position_in_section(const It& it)
{
  if constexpr (LinearIterator<It>) {
    return static_cast<default_index_t>(it.pos());
  } else {
    return static_cast<default_index_t>(it.rpos());
  }
}

/// Positions in a range of the elements 0, 1, ….
class NumberedPositions {
  using Index = default_index_t;

 public:
  /// Consecutive ones.
  explicit NumberedPositions(Index first = 0) : begin_(first) {}
  /// Those of a unit's elements.
  /// \param indices  global indices of the elements
  /// \param begin    global index at which the range begins
  NumberedPositions(const DealtIndices<Index>& indices, Index begin)
      : order_(Order::dealt),
        begin_(-begin),
        dealt_(indices)
  {}
  /// Those of a unit's elements in a box.
  /// \param first  number of the first element among those of the unit in the box
  /// \param begin  position in the box at which the range begins
  NumberedPositions(const OwnBoxPositions& own, Index first, Index begin)
      : order_(Order::in_box),
        first_(first),
        begin_(-begin),
        own_(own)
  {}

  /// Those in a list that kernels can read.
  /// \param distance  of two positions, in numbers
  NumberedPositions(const Index* list, Index distance)
      : order_(Order::listed),
        begin_(0),
        list_(list),
        distance_(distance)
  {}

  DASH_HOST_DEVICE constexpr Index operator[](Index number) const
  {
    switch (order_) {
      case Order::consecutive:
        return begin_ + number;
      case Order::dealt:
        return begin_ + dealt_[number];
      case Order::in_box:
        return begin_ + own_[first_ + number];
      default:
        return list_[static_cast<std::ptrdiff_t>(number) * distance_];
    }
  }

 private:
  enum class Order { consecutive, dealt, in_box, listed };

  Order order_ = Order::consecutive;
  Index first_ = 0;
  Index begin_;
  DealtIndices<Index> dealt_{};
  OwnBoxPositions own_;
  const Index* list_ = nullptr;
  Index distance_ = 0;
};

/// Which units have the elements of a range, and where in their memory.
class PlaceMap {
  using Index = default_index_t;

 public:
  PlaceMap() = default;
  template <HasPlaces It>
  explicit PlaceMap(const It& first)
  {
    begin_ = position_in_section(first);
    if constexpr (HasBoxMap<typename It::pattern_type>) {
      box_ = BoxMap(section_of(first));
    } else {
      begin_ += static_cast<Index>(section_of(first).index(0));
      dealt_ = UniformIndexMap<Index>(first.pattern());
    }
  }
  /// For the elements that the calling unit has in a box: only their local indices matter.
  explicit PlaceMap(const BoxMap& own) : box_(own) {}

  DASH_HOST_DEVICE constexpr UnitIndex<Index> locate(
      Index position, const Parts<Index>& parts) const
  {
    const Index index = begin_ + position;
    return box_.empty() ? dealt_.locate(index, parts) : box_.locate(index);
  }

 private:
  Index begin_ = 0;
  UniformIndexMap<Index> dealt_;
  BoxMap box_;
};

/// The elements that the calling unit has in a section.
template <class Section>
auto own_section(const Section& section)
{
  if constexpr (Section::is_local) {
    return section;
  } else {
    return section.local();
  }
}

/// Where elements are.
class Places {
  using Index = default_index_t;

 public:
  Places() = default;
  /// Elements that follow each other in the unit's memory.
  explicit Places(void* consecutive) : consecutive_(consecutive) {}
  Places(const NumberedPositions& positions, const PlaceMap& map, const Parts<Index>& parts)
      : positions_(positions),
        map_(map),
        parts_(parts)
  {}

  /// Elements that the calling unit has in a section.
  /// \param first  number of the first element among those of the unit
  /// \param part   of the unit
  template <class Section>
  Places(const Section& section, Index first, std::byte* part)
      : Places(NumberedPositions(first), PlaceMap(BoxMap(own_section(section))), Parts<Index>(part))
  {}

  template <class T>
  DASH_HOST_DEVICE T& element(Index number) const
  {
    if (consecutive_ != nullptr) return static_cast<T*>(consecutive_)[number];
    const auto at = map_.locate(positions_[number], parts_);
    return reinterpret_cast<T*>(parts_.address(at.unit))[at.local];
  }

 private:
  void* consecutive_ = nullptr;
  NumberedPositions positions_;
  PlaceMap map_;
  Parts<Index> parts_;
};

/// The parts that all units have of a container, for kernels that only need their addresses.
class PartAddresses {
  using Index = default_index_t;

 public:
  template <HasPlaces It>
  explicit PartAddresses(const It& it)
  {
    for (const int id : it.pattern().team())
      own_.push_back({it.globmem().kernel_base(team_unit_t(id)), 0, false});
    parts_ = Parts<Index>(own_, nullptr);
    // As in teams that have some units of a host only, whose parts do not follow each other.
    if (parts_.origin() == nullptr) parts_ = table_.emplace(it.pattern(), it.globmem()).parts();
  }
  PartAddresses(const PartAddresses&) = delete;
  PartAddresses& operator=(const PartAddresses&) = delete;

  const Parts<Index>& parts() const { return parts_; }

 private:
  std::vector<Part<Index>> own_;
  std::optional<PartTable<Index>> table_;
  Parts<Index> parts_;
};

/// Whether kernels of this unit, or host code of a CPU unit, compute the places of elements and
/// reach the parts of all units.
template <HasPlaces It>
bool kernels_reach(const It& it)
{
  const auto& pattern = it.pattern();
  const auto is_reached = [&](int id) {
    const team_unit_t unit(id);
    return pattern.local_size(unit) == 0 || it.globmem().kernel_base(unit) != nullptr;
  };
  if (HasBoxMap<typename It::pattern_type> && !has_small_extents(pattern)) return false;
  return std::all_of(pattern.team().begin(), pattern.team().end(), is_reached);
}

/// Whether kernels move elements of this many bytes, 1, 2, 4 or 8, between places and consecutive
/// memory.
DASH_API bool have_moves_by_kernels(std::size_t element_size);

/// Copies the elements 0, 1, …, \c n - 1 at places by a kernel of this unit, which must reach them;
/// complete on return, but while a stream of the program is current only when that is.
/// \param element_size  1, 2, 4 or 8
/// \param to, from  memory of any kind for \c n elements that follow each other
DASH_API void read_places(
    const Places& places, std::ptrdiff_t n, std::size_t element_size, void* to);
DASH_API void write_places(
    const Places& places, std::ptrdiff_t n, std::size_t element_size, const void* from);

}  // namespace dash::detail
