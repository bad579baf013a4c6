#ifndef DASH__DEVICE_VIEW_H__INCLUDED
#define DASH__DEVICE_VIEW_H__INCLUDED

#include <dash/Types.h>
#include <dash/internal/IndexMap.h>
#include <dash/internal/Macro.h>
#include <dash/internal/PartTable.h>

#include <cstddef>
#include <type_traits>

namespace dash {

/** The calling unit's elements, for its kernels. */
template <class T, class Index>
class DeviceLocalView {
 public:
  using value_type = std::remove_const_t<T>;
  using size_type = std::make_unsigned_t<Index>;

  DeviceLocalView() = default;
  DeviceLocalView(T* begin, Index size) : _begin(begin), _size(size) {}

  DASH_HOST_DEVICE constexpr T* begin() const { return _begin; }
  DASH_HOST_DEVICE constexpr T* end() const { return _begin + _size; }
  DASH_HOST_DEVICE constexpr T* data() const { return _begin; }
  DASH_HOST_DEVICE constexpr size_type size() const { return static_cast<size_type>(_size); }
  DASH_HOST_DEVICE constexpr T& operator[](Index local) const { return _begin[local]; }

 private:
  T* _begin = nullptr;
  Index _size = 0;
};

/**
 * An array as kernels see it: plain references to all elements, whichever unit owns them, by global
 * or by local index.
 *
 * Made by \c Array::device_view. Trivially copyable, so kernels take it by value. For the kernels
 * of the unit that made it, on its GPU, and valid until the array is deallocated or moved. On CPU
 * units, and where the GPU is emulated, kernels are host functions. Kernels reach memory of their
 * host only, and those of a CPU unit no memory of real GPUs: ask \c address.
 *
 * Loads and stores have the rules of plain memory accesses; a barrier between the units' kernels
 * separates writing from reading. Bounds are not checked.
 */
template <class T, class Pattern>
class DeviceView {
  static_assert(Pattern::ndim() == 1, "device views are of one-dimensional containers");

 public:
  using value_type = std::remove_const_t<T>;
  using index_type = typename Pattern::index_type;
  using size_type = typename Pattern::size_type;
  using pattern_type = Pattern;

  /** The calling unit's elements by local index. */
  DeviceLocalView<T, index_type> local;

  /** Of no elements. */
  DeviceView() = default;

  DeviceView(const Pattern& pattern, const internal::Parts<index_type>& parts)
    : _size(static_cast<index_type>(pattern.size())),
      _unit(pattern.team().myid().id),
      _own_begin(pattern.lbegin()),
      _own_end(pattern.lend()),
      _map(pattern),
      _parts(parts)
  {
    const auto own_size = static_cast<index_type>(pattern.local_size());
    if (own_size == 0) return;
    local = {part(_unit), own_size};
    _block_size = static_cast<size_type>(pattern.run_at(_own_begin).size());
  }

  DASH_HOST_DEVICE constexpr size_type size() const { return static_cast<size_type>(_size); }

  /** The element with a global index. One of the own first block is found without a look-up. */
  DASH_HOST_DEVICE constexpr T& operator[](index_type index) const
  {
    const auto offset = static_cast<size_type>(index - _own_begin);
    if (offset < _block_size) return local[static_cast<index_type>(offset)];
    const auto at = _map.locate(index, _parts);
    return part(at.unit)[at.local];
  }

  /** An element of any unit by local index. */
  DASH_HOST_DEVICE constexpr T& at(team_unit_t unit, index_type local_index) const
  {
    return part(unit.id)[local_index];
  }

  /** As operator[]; nullptr if kernels of this unit do not reach the element. */
  DASH_HOST_DEVICE constexpr T* address(index_type index) const
  {
    const auto at = _map.locate(index, _parts);
    T* const first = part(at.unit);
    return first != nullptr ? first + at.local : nullptr;
  }

  /** Owner of an element. */
  DASH_HOST_DEVICE constexpr team_unit_t unit_at(index_type index) const
  {
    return team_unit_t(static_cast<dart_unit_t>(_map.locate(index, _parts).unit));
  }

  /** Global index of the calling unit's element with a local index. */
  DASH_HOST_DEVICE constexpr index_type global(index_type local_index) const
  {
    return _map.global({_unit, local_index}, _parts);
  }

  /** Global index of the calling unit's first element, and one past that of its last. */
  DASH_HOST_DEVICE constexpr index_type local_begin() const { return _own_begin; }
  DASH_HOST_DEVICE constexpr index_type local_end() const { return _own_end; }

 private:
  DASH_HOST_DEVICE constexpr T* part(index_type unit) const
  {
    return reinterpret_cast<T*>(_parts.address(unit));
  }

  index_type _size = 0;
  index_type _unit = 0;
  index_type _own_begin = 0;
  index_type _own_end = 0;
  size_type _block_size = 0;
  internal::IndexMap<Pattern> _map;
  internal::Parts<index_type> _parts;
};

}  // namespace dash

#endif  // DASH__DEVICE_VIEW_H__INCLUDED
