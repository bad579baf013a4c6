/**
 * \file dash/internal/PartTable.h
 * Where the units' parts of a container lie, as kernels of the calling unit see them.
 */
#ifndef DASH__INTERNAL__PART_TABLE_H__INCLUDED
#define DASH__INTERNAL__PART_TABLE_H__INCLUDED

#include <dash/Init.h>
#include <dash/Types.h>
#include <dash/internal/GlobalAccess.h>
#include <dash/internal/Macro.h>
#include <dash/memory/MemorySpace.h>

#include <cstddef>
#include <vector>

namespace dash::internal {

/** One unit's part. */
template <class Index>
struct Part {
  /** nullptr where kernels do not reach it, or if it is empty. */
  std::byte* address;
  /** Elements of the units before. */
  Index begin;
};

/**
 * The parts as kernels look them up. The table is in memory even if it is short: indexed arguments
 * of kernels end up in a copy that each thread makes.
 */
template <class Index>
class Parts {
 public:
  Parts() = default;
  /** \param device_table  copy of \c parts that kernels reach */
  Parts(const std::vector<Part<Index>>& parts, const Part<Index>* device_table)
    : _num_units(static_cast<Index>(parts.size())),
      _table(parts.data()),
      _device_table(device_table)
  {
    find_sequence(parts);
  }

  DASH_HOST_DEVICE constexpr Index num_units() const { return _num_units; }

  DASH_HOST_DEVICE constexpr Index begin(Index unit) const { return table()[unit].begin; }

  DASH_HOST_DEVICE constexpr std::byte* address(Index unit) const
  {
    return _origin != nullptr ? _origin + unit * _stride : table()[unit].address;
  }

 private:
  DASH_HOST_DEVICE constexpr const Part<Index>* table() const
  {
#if defined(__CUDA_ARCH__)
    return _device_table;
#else
    return _table;
#endif
  }

  /** Parts in equal slots, as on GPU units, need no table: address = origin + unit · stride. */
  void find_sequence(const std::vector<Part<Index>>& parts)
  {
    for (const auto& part : parts) {
      if (part.address == nullptr) return;
    }
    const std::ptrdiff_t stride = parts.size() > 1 ? parts[1].address - parts[0].address : 0;
    for (std::size_t unit = 1; unit < parts.size(); ++unit) {
      if (parts[unit].address - parts[unit - 1].address != stride) return;
    }
    _origin = parts[0].address;
    _stride = stride;
  }

  Index _num_units = 0;
  const Part<Index>* _table = nullptr;         // of the host
  const Part<Index>* _device_table = nullptr;  // of kernels
  std::byte* _origin = nullptr;
  std::ptrdiff_t _stride = 0;
};

/** Looks the parts of a container up once, and owns what \c Parts refers to. */
template <class Index>
class PartTable {
 public:
  /** Maps the parts of all units. Local. */
  template <class Pattern, class GlobMem>
  PartTable(const Pattern& pattern, const GlobMem& memory)
  {
    Index begin = 0;
    for (const int id : pattern.team()) {
      const team_unit_t unit(id);
      const auto size = static_cast<Index>(pattern.local_size(unit));
      _own.push_back({size > 0 ? memory.kernel_base(unit) : nullptr, begin});
      begin += size;
    }
    const auto nbytes = _own.size() * sizeof(Part<Index>);
    _table = global_space<UnitSpace>().allocate(nbytes);
    write_bytes(_table, _own.data(), nbytes);
    _parts = Parts<Index>(_own, static_cast<Part<Index>*>(kernel_address(_table, nbytes)));
  }
  PartTable(const PartTable&) = delete;
  PartTable& operator=(const PartTable&) = delete;
  ~PartTable()
  {
    if (dash::is_initialized()) dart_memfree(_table);
  }

  const Parts<Index>& parts() const noexcept { return _parts; }

 private:
  std::vector<Part<Index>> _own;
  dart_gptr_t _table = DART_GPTR_NULL;  // a copy for kernels
  Parts<Index> _parts;
};

}  // namespace dash::internal

#endif  // DASH__INTERNAL__PART_TABLE_H__INCLUDED
