#pragma once

/// \file
/// Global memory whose parts grow and shrink while it is in use.

#include <dash/Exception.h>
#include <dash/GlobRef.h>
#include <dash/Init.h>
#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/allocator/EpochSynchronizedAllocator.h>
#include <dash/detail/base/CheckResult.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/base/TypeInfoOf.h>
#include <dash/detail/memory/CallAgreement.h>
#include <dash/detail/memory/GlobalPointer.h>
#include <dash/detail/team/Combine.h>
#include <dash/detail/team/TeamOwned.h>
#include <dash/memory/GlobHeapLocalPtr.h>
#include <dash/memory/GlobHeapPtr.h>
#include <dash/memory/MemorySpace.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace dash {

/// Global host memory whose parts grow and shrink while it is in use. Each unit's part is a
/// sequence of buckets.
///
/// A unit sees changes of its own part immediately; others see them after \c commit. Elements are
/// never moved.
///
/// Move-only. Construction, \c allocate, \c deallocate, \c commit, \c barrier, move assignment and
/// destruction are collective; all other functions are local.
template <
    class T, class LMem = HostSpace,
    global_allocation_policy Policy = global_allocation_policy::epoch_synchronized,
    template <class> class LocalAlloc = allocator::DefaultAllocator>
class GlobHeapMem {
 public:
  using memory_space_domain_category = memory_domain_global;
  using memory_space_type_category = typename LMem::memory_space_type_category;
  using memory_space_allocation_policy = allocation_dynamic;
  using memory_space_synchronization_policy = synchronization_independent;
  using memory_space_layout_tag = memory_space_noncontiguous;

  using value_type = T;
  using size_type = dash::default_size_t;
  using index_type = dash::default_index_t;
  using difference_type = index_type;
  using allocator_type = EpochSynchronizedAllocator<T, LMem, Policy, LocalAlloc>;
  using reference = GlobRef<T>;
  using const_reference = GlobRef<const T>;
  using pointer = GlobHeapPtr<T, GlobHeapMem>;
  using const_pointer = GlobHeapPtr<const T, GlobHeapMem>;
  using local_pointer = GlobHeapLocalPtr<T, GlobHeapMem>;
  using const_local_pointer = GlobHeapLocalPtr<const T, GlobHeapMem>;
  using void_pointer = dart_gptr_t;
  using const_void_pointer = dart_gptr_t;
  using local_void_pointer = void*;

  /// Contiguous elements.
  struct Bucket {
    /// Index of the first element in its unit's part.
    size_type begin;
    size_type size;
    /// Address of the first element; nullptr if it is not mapped here.
    T* first;
    dart_gptr_t gptr;
    /// Number of elements for which memory was allocated.
    size_type capacity;
    /// Whether other units know the bucket.
    bool attached;
  };
  using bucket_type = Bucket;
  using local_bucket_list = std::vector<Bucket>;

  /// \param n_local  initial number of elements of the calling unit, which are committed.
  ///   Collective.
  explicit GlobHeapMem(size_type n_local = 0, Team& team = Team::All())
      : GlobHeapMem(n_local, detail::default_local_space<LMem>(), team)
  {}
  GlobHeapMem(size_type n_local, LMem* local_space, Team& team = Team::All())
      : GlobHeapMem(Unallocated(), local_space, team)
  {
    allocate(n_local, team);
  }

  /// A heap that allocates nothing until \c allocate is called. Local call, also before dash::init.
  static GlobHeapMem unallocated(Team& team)
  {
    return GlobHeapMem(Unallocated(), detail::default_local_space<LMem>(), team);
  }

  /// Frees all elements, then adds and commits \c n_local elements of the calling unit. Collective.
  /// \param agreement  what has to be the same on all units; nullptr: the type of the elements
  /// \throws exception::RuntimeError    before dash::init
  /// \throws exception::InvalidArgument for the null team, and on all units if they do not agree
  void allocate(size_type n_local, Team& team, const dart_agreement_t* agreement = nullptr)
  {
    const detail::CurrentCall call("dash::GlobHeapMem");
    heap_.allocate(team, "dash::GlobHeapMem", [&] {
      const detail::CallAgreement own(typeid(GlobHeapMem).hash_code(), [] {
        return "dash::GlobHeapMem of " + detail::type_name(detail::type_info_of<value_type>());
      });
      detail::require_agreement(team, agreement != nullptr ? *agreement : *own.get());
      Heap heap(allocator_type(team, heap_->allocator.resource()));
      heap.parts.resize(team.size());
      heap.grow(n_local);
      return heap;
    });
    commit();
  }

  /// Waits for all units, then frees all elements. Collective. Has no effect if nothing is
  /// allocated.
  void deallocate() { heap_.deallocate(); }

  bool is_allocated() const noexcept { return heap_.is_allocated(); }

  /// Adds \c n uninitialised elements to the unit's own part. \return pointer to the first of them
  local_pointer grow(size_type n)
  {
    const auto begin = local_size();
    heap_->grow(n);
    return lbegin() + static_cast<index_type>(begin);
  }

  /// Removes the last \c n elements of the unit's own part. Memory that other units may know is
  /// kept until the next commit.
  void shrink(size_type n)
  {
    if (n > local_size()) {
      DASH_THROW(
          dash::exception::OutOfRange,
          "shrinking by " << n << " elements, but this unit's part has " << local_size());
    }
    while (n > 0) {
      auto& last = own().back();
      const auto removed = (std::min)(n, last.size);
      last.size -= removed;
      n -= removed;
      if (last.size > 0) continue;
      if (last.attached) {
        heap_->detached.push_back(last);
      } else {
        heap_->free(last);
      }
      own().pop_back();
    }
  }

  /// Changes the size of the unit's own part to \c n elements, whatever the parts of others have.
  void resize(size_type n)
  {
    if (n > local_size()) {
      grow(n - local_size());
    } else {
      shrink(local_size() - n);
    }
  }

  /// Makes each unit's changes known to all units. Collective; synchronises.
  void commit()
  {
    exchange_buckets();
    // Every unit has read the new tables, so none refers to what was removed.
    heap_->free_detached();
  }

  /// Number of elements on all units. The unit's own changes are included immediately, those of
  /// others since the last commit.
  size_type size() const noexcept
  {
    size_type sum = 0;
    for (const auto& part : heap_->parts) sum += size_of(part);
    return sum;
  }
  size_type local_size() const noexcept { return is_allocated() ? size_of(own()) : 0; }
  size_type local_size(team_unit_t unit) const { return size_of(part(unit)); }

  pointer begin() { return pointer(this, 0); }
  pointer end() { return pointer(this, static_cast<index_type>(size())); }
  const_pointer begin() const { return const_pointer(this, 0); }
  const_pointer end() const { return const_pointer(this, static_cast<index_type>(size())); }

  local_pointer lbegin() { return local_pointer(this, 0); }
  local_pointer lend() { return local_pointer(this, static_cast<index_type>(local_size())); }
  const_local_pointer lbegin() const { return const_local_pointer(this, 0); }
  const_local_pointer lend() const
  {
    return const_local_pointer(this, static_cast<index_type>(local_size()));
  }

  /// Pointer to element \c local_index of the part of \c unit.
  pointer at(team_unit_t unit, index_type local_index)
  {
    return pointer(this, position(unit, local_index));
  }
  const_pointer at(team_unit_t unit, index_type local_index) const
  {
    return const_pointer(this, position(unit, local_index));
  }

  /// Blocking access to the element at position \c gidx of [begin, end).
  template <class V = T>
  void put_value(const V& value, index_type gidx)
  {
    begin()[gidx] = static_cast<T>(value);
  }
  template <class V = T>
  void get_value(V* target, index_type gidx) const
  {
    *target = static_cast<V>(static_cast<T>(begin()[gidx]));
  }

  Team& team() const noexcept { return heap_.team(); }
  /// Barrier over the team. Collective.
  void barrier() const { team().barrier(); }
  const allocator_type& get_allocator() const noexcept { return heap_->allocator; }

  /// Buckets of the unit's own part; for other units, those of the last commit.
  const local_bucket_list& local_buckets() const noexcept { return own(); }
  const local_bucket_list& buckets(team_unit_t unit) const { return part(unit); }
  size_type num_units() const noexcept { return heap_->parts.size(); }

 private:
  using Part = std::vector<Bucket>;

  struct PublishedBucket {
    dart_gptr_t gptr;
    std::uint64_t size;
  };

  struct Unallocated {};

  /// The calling unit's elements, and what it knows of those of others.
  struct Heap {
    explicit Heap(const allocator_type& elements) : allocator(elements) {}

    bool is_allocated() const noexcept { return !parts.empty(); }
    void flush() const noexcept {}  // references complete their operations

    void deallocate()
    {
      if (dash::is_initialized()) {
        for (const auto& bucket : own()) free(bucket);
        free_detached();
      }
      parts.clear();
      detached.clear();
    }

    void grow(size_type n)
    {
      if (n == 0) return;
      const auto begin = size_of(own());
      auto* const first = allocator.allocate_local(n);
      own().push_back({begin, n, first, detail::gptr_of_mapped(first), n, false});
    }

    void free_detached()
    {
      for (const auto& bucket : detached) free(bucket);
      detached.clear();
    }

    void free(const Bucket& bucket) { allocator.deallocate_local(bucket.first, bucket.capacity); }

    Part& own() noexcept { return parts[my_index()]; }
    const Part& own() const noexcept { return parts[my_index()]; }
    std::size_t my_index() const { return static_cast<std::size_t>(allocator.team().myid().id); }

    allocator_type allocator;
    /// One part per unit; the unit's own part is up to date, others are as committed.
    std::vector<Part> parts;
    /// Buckets that were removed from the own part, but that others know until the next commit.
    std::vector<Bucket> detached;
  };

  GlobHeapMem(Unallocated /*tag*/, LMem* local_space, Team& team)
      : heap_(team, {}, Heap(allocator_type(team, local_space)))
  {}

  static size_type size_of(const Part& part) noexcept
  {
    return part.empty() ? 0 : part.back().begin + part.back().size;
  }

  Part& own() noexcept { return heap_->own(); }
  const Part& own() const noexcept { return heap_->own(); }
  const Part& part(team_unit_t unit) const
  {
    DASH_ASSERT_RANGE(0, unit.id, static_cast<int>(num_units()) - 1, "no such unit in the team");
    return heap_->parts[static_cast<std::size_t>(unit.id)];
  }

  index_type position(team_unit_t unit, index_type local_index) const
  {
    auto pos = local_index;
    for (team_unit_t u{0}; u < unit; ++u) pos += static_cast<index_type>(local_size(u));
    return pos;
  }

  void exchange_buckets()
  {
    auto& parts = heap_->parts;
    const auto num_units = parts.size();
    const auto num_own = own().size();
    std::vector<std::size_t> counts = detail::gather_from_all(team(), num_own);
    std::vector<std::size_t> offsets(num_units, 0);
    std::size_t total = 0;
    for (std::size_t u = 0; u < num_units; ++u) {
      counts[u] *= sizeof(PublishedBucket);
      offsets[u] = total;
      total += counts[u];
    }
    std::vector<PublishedBucket> mine;
    for (auto& bucket : own()) {
      bucket.attached = true;
      mine.push_back({bucket.gptr, bucket.size});
    }
    std::vector<PublishedBucket> all(total / sizeof(PublishedBucket));
    detail::CheckedCall().result(
        dart_allgatherv(
            mine.data(), mine.size() * sizeof(PublishedBucket), DART_TYPE_BYTE, all.data(),
            counts.data(), offsets.data(), team().dart_id()),
        "commit of global memory");

    for (std::size_t u = 0; u < num_units; ++u) {
      if (u == heap_->my_index()) continue;
      const auto* const first = all.data() + offsets[u] / sizeof(PublishedBucket);
      parts[u] = as_part(first, first + counts[u] / sizeof(PublishedBucket));
    }
  }

  static Part as_part(const PublishedBucket* first, const PublishedBucket* last)
  {
    Part part;
    for (size_type begin = 0; first != last; begin += first->size, ++first) {
      auto* const mapped = static_cast<T*>(detail::mapped_address(first->gptr));
      part.push_back({begin, first->size, mapped, first->gptr, first->size, true});
    }
    return part;
  }

  detail::TeamOwned<Heap> heap_;
};

}  // namespace dash
