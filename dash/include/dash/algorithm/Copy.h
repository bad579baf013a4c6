#pragma once

#include <dash/Exception.h>
#include <dash/Future.h>
#include <dash/GlobPtr.h>
#include <dash/Types.h>
#include <dash/detail/memory/GlobalAccess.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace dash {

namespace detail {

/// Global iterators and pointers: they know which elements from them on lie side by side.
template <class It>
concept GlobalPosition = requires(const It& it) {
  typename It::value_type;
  it.contiguous().first;
  it.dart_gptr();
};

/// Iterators, but not pointers, that point to memory of this process.
template <class It>
concept ContiguousPosition =
    std::contiguous_iterator<It> && !std::is_pointer_v<It> && !GlobalPosition<It>;

template <GlobalPosition It>
using element_of = std::remove_cv_t<typename It::value_type>;

/// memcpy without a call for single elements. Those are assigned where the types agree: bytes might
/// alias anything, so that loops over single elements would reload all their variables.
template <class To, class From>
inline void copy_elements(To* to, const From* from, std::ptrdiff_t n)
{
  static_assert(sizeof(To) == sizeof(From));
  if (n != 1) {
    std::memcpy(to, from, static_cast<std::size_t>(n) * sizeof(To));
  } else if constexpr (std::is_same_v<To, From> && std::is_copy_assignable_v<To>) {
    *to = *from;
  } else {
    std::memcpy(to, from, sizeof(To));
  }
}

/// Local memory is the target.
struct Read {
  template <class Local, class Global>
  static void transfer(Local* local, const Global* mapped, std::ptrdiff_t n)
  {
    copy_elements(local, mapped, n);
  }
  template <class Local>
  static void transfer(Local* local, dart_gptr_t gptr, std::ptrdiff_t n)
  {
    read_bytes(local, gptr, static_cast<std::size_t>(n) * sizeof(Local));
  }
  template <class Local>
  static void start(PendingTransfers& pending, Local* local, dart_gptr_t gptr, std::ptrdiff_t n)
  {
    pending.read(local, gptr, static_cast<std::size_t>(n) * sizeof(Local));
  }
  static void start(
      PendingTransfers& pending, void* local, const StridedBlocks& blocks, dart_gptr_t gptr)
  {
    pending.read(local, blocks, gptr);
  }
};

/// Local memory is the source.
struct Write {
  template <class Local, class Global>
  static void transfer(const Local* local, Global* mapped, std::ptrdiff_t n)
  {
    copy_elements(mapped, local, n);
  }
  template <class Local>
  static void transfer(const Local* local, dart_gptr_t gptr, std::ptrdiff_t n)
  {
    write_bytes(gptr, local, static_cast<std::size_t>(n) * sizeof(Local));
  }
  template <class Local>
  static void start(
      PendingTransfers& pending, const Local* local, dart_gptr_t gptr, std::ptrdiff_t n)
  {
    pending.write(gptr, local, static_cast<std::size_t>(n) * sizeof(Local));
  }
  static void start(
      PendingTransfers& pending, const void* local, const StridedBlocks& blocks, dart_gptr_t gptr)
  {
    pending.write(gptr, local, blocks);
  }
};

/// Runs of one unit's elements: those of equal size that lie at equal distances in the unit's
/// memory, and in local memory, become one transfer.
template <class Direction, class Local>
class TransferGroup {
 public:
  /// \param part  the unit's part of the container
  TransferGroup(PendingTransfers& pending, dart_gptr_t part) : pending_(pending), part_(part) {}

  void add(Local* local, std::ptrdiff_t lbegin, std::ptrdiff_t size)
  {
    if (!continues(local, lbegin, size)) {
      start();
      local_ = local;
      lbegin_ = lbegin;
      size_ = size;
    } else if (count_ == 1) {
      local_stride_ = local - local_;
      global_stride_ = lbegin - lbegin_;
    }
    ++count_;
  }

  void start()
  {
    if (count_ == 0) return;
    auto gptr = part_;
    gptr.addr_or_offs.offset += static_cast<std::size_t>(lbegin_) * sizeof(Local);
    if (count_ == 1) {
      Direction::start(pending_, local_, gptr, size_);
    } else {
      const StridedBlocks blocks{
          static_cast<std::size_t>(count_), bytes(size_), bytes(local_stride_),
          bytes(global_stride_)};
      Direction::start(pending_, local_, blocks, gptr);
    }
    count_ = 0;
  }

 private:
  static std::size_t bytes(std::ptrdiff_t elements)
  {
    return static_cast<std::size_t>(elements) * sizeof(Local);
  }

  bool continues(Local* local, std::ptrdiff_t lbegin, std::ptrdiff_t size) const
  {
    if (count_ == 0 || size != size_) return false;
    if (count_ == 1) return local - local_ >= size && lbegin - lbegin_ >= size;
    return local - local_ == count_ * local_stride_ && lbegin - lbegin_ == count_ * global_stride_;
  }

  PendingTransfers& pending_;
  dart_gptr_t part_;
  Local* local_ = nullptr;
  std::ptrdiff_t lbegin_ = 0;
  std::ptrdiff_t size_ = 0;
  std::ptrdiff_t local_stride_ = 0;
  std::ptrdiff_t global_stride_ = 0;
  std::ptrdiff_t count_ = 0;
};

/// Runs that are shorter are not worth a look-up and a memcpy each.
inline constexpr std::ptrdiff_t short_run = 64;

/// Bytes and elements per unit of a stretch of short runs that is copied unit by unit.
inline constexpr std::ptrdiff_t stretch_bytes = 32 * 1024;
inline constexpr std::ptrdiff_t stretch_elements_per_unit = 32;
/// Bytes of a stretch that is transferred by the runtime, unit by unit.
inline constexpr std::ptrdiff_t transfer_bytes = 64 * 1024 * 1024;

template <class It>
concept HasPatternRuns = requires(const It& it) {
  it.owned_run();
  it.globmem().mapped_base(team_unit_t{});
};

/// Copies a stretch of short runs unit by unit, so that the pattern steps from run to run without
/// looking each up. A stretch fits into the cache, as each unit touches all of its lines.
template <class Direction, class It, class Local>
void copy_stretch(
    const It& first, std::ptrdiff_t n, Local* local, bool is_host, PendingTransfers& pending)
{
  using index_type = typename It::index_type;
  using element_type = element_of<It>;
  const auto count = static_cast<index_type>(n);
  const auto num_units = static_cast<dart_unit_t>(first.pattern().num_units());
  for (team_unit_t unit{0}; unit < num_units; ++unit) {
    auto* const part = reinterpret_cast<element_type*>(first.globmem().mapped_base(unit));
    if (part != nullptr && is_host) {
      first.for_each_run_at(
          unit, count, [=](index_type lbegin, index_type size, index_type offset) {
            Direction::transfer(local + offset, part + lbegin, size);
          });
    } else {
      TransferGroup<Direction, Local> group(pending, first.globmem().gptr(unit));
      first.for_each_run_at(
          unit, count, [&](index_type lbegin, index_type size, index_type offset) {
            group.add(local + offset, lbegin, size);
          });
      group.start();
    }
  }
}

/// Elements of a stretch from \c first on, at most up to the end of the container, and of what the
/// runtime transfers at most \c transfer_bytes.
template <class It>
std::ptrdiff_t stretch_size(const It& first, bool is_mapped)
{
  const auto nbytes = is_mapped ? stretch_bytes : transfer_bytes;
  const auto elements = nbytes / static_cast<std::ptrdiff_t>(sizeof(element_of<It>));
  const auto num_units = static_cast<std::ptrdiff_t>(first.pattern().num_units());
  const auto rest = static_cast<std::ptrdiff_t>(first.remaining());
  return std::min(rest, std::max(elements, stretch_elements_per_unit * num_units));
}

/// Copies the next run, or stretch of short runs. \return number of elements
/// \param is_host  whether host code may load and store the local elements
template <class Direction, class It, class Local>
std::ptrdiff_t copy_next(
    const It& first, std::ptrdiff_t n, Local* local, bool is_host, PendingTransfers& pending)
{
  const auto run = first.contiguous();
  if (run.size <= 0) {
    DASH_THROW(
        dash::exception::OutOfRange,
        "copy: " << n << " elements lie behind the end of the global range");
  }
  if constexpr (HasPatternRuns<It>) {
    // What is not mapped is worth one strided transfer in place of one for each run.
    if (run.size < n && (run.size < short_run || run.first == nullptr)) {
      const auto size = std::min(n, stretch_size(first, run.first != nullptr && is_host));
      copy_stretch<Direction>(first, size, local, is_host, pending);
      return size;
    }
  }
  const auto size = std::min<std::ptrdiff_t>(n, run.size);
  if (run.first != nullptr && is_host) {
    Direction::transfer(local, run.first, size);
  } else {
    Direction::start(pending, local, first.dart_gptr(), size);
  }
  return size;
}

/// Copies \c n elements between local memory and global memory from \c first on.
template <class Direction, class It, class Local>
void copy_runs(It first, std::ptrdiff_t n, Local* local, PendingTransfers& pending)
{
  const bool is_host = !is_device_memory(local);
  while (n > 0) {
    const auto copied = copy_next<Direction>(first, n, local, is_host, pending);
    n -= copied;
    local += copied;
    first += static_cast<typename It::difference_type>(copied);
  }
}

/// All but one mapped run: out of line to keep the common case small.
template <class Direction, class It, class Local>
[[gnu::noinline]] void copy_all_runs(It first, std::ptrdiff_t n, Local* local)
{
  if (n <= first.contiguous().size) return Direction::transfer(local, first.dart_gptr(), n);
  PendingTransfers pending;
  copy_runs<Direction>(first, n, local, pending);
  pending.wait();
}

template <class Direction, class It, class Local>
inline void copy_blocking(const It& first, std::ptrdiff_t n, Local* local)
{
  static_assert(
      is_dash_copyable<element_of<It>, std::remove_cv_t<Local>>::value,
      "dash::copy needs elements of one representation: equal types, or both integral or both "
      "floating point of equal size");
  if (n <= 0) return;
  const auto run = first.contiguous();
  if (run.first != nullptr && n <= run.size && !is_device_memory(local)) [[likely]] {
    Direction::transfer(local, run.first, n);
  } else {
    copy_all_runs<Direction>(first, n, local);
  }
}

/// The result once the transfers are complete.
template <class Result>
Future<Result> when_complete(std::shared_ptr<PendingTransfers> pending, Result result)
{
  if (pending->empty()) return Future<Result>(result);
  return Future<Result>(
      [pending, result] {
        pending->wait();
        return result;
      },
      [pending, result](Result* value) {
        if (!pending->test()) return false;
        *value = result;
        return true;
      });
}

template <class Direction, class It, class Local, class Result>
Future<Result> copy_async(const It& first, std::ptrdiff_t n, Local* local, Result result)
{
  static_assert(
      is_dash_copyable<element_of<It>, std::remove_cv_t<Local>>::value,
      "dash::copy_async needs elements of one representation: equal types, or both integral or "
      "both floating point of equal size");
  auto pending = std::make_shared<PendingTransfers>();
  copy_runs<Direction>(first, n, local, *pending);
  return when_complete(std::move(pending), result);
}

/// Elements on their way through host memory: many where each transfer takes long.
template <class T>
class StagingBuffer {
 public:
  explicit StagingBuffer(std::ptrdiff_t n)
  {
    if (run_has_unmapped_memory && n > size_) size_ = std::min(n, elements_in(4 * 1024 * 1024));
  }

  /// Most transfers need none, so memory is taken when first asked for.
  T* data()
  {
    if (size_ <= few) return reinterpret_cast<T*>(few_);
    many_.resize(static_cast<std::size_t>(size_) * sizeof(T));
    return reinterpret_cast<T*>(many_.data());
  }
  std::ptrdiff_t size() const { return size_; }

 private:
  static constexpr std::ptrdiff_t elements_in(std::size_t nbytes)
  {
    return std::max<std::ptrdiff_t>(1, static_cast<std::ptrdiff_t>(nbytes / sizeof(T)));
  }

  static constexpr std::ptrdiff_t few = elements_in(8192);

  std::ptrdiff_t size_ = few;
  alignas(T) std::byte few_[static_cast<std::size_t>(few) * sizeof(T)];
  std::vector<std::byte> many_;
};

/// Copies as if in ascending order: transfers of one segment wait for each other.
/// \return end of the output
template <class In, class Out>
Out copy_global(In first, std::ptrdiff_t n, Out out, PendingTransfers& pending)
{
  using element_type = element_of<In>;
  static_assert(
      is_dash_copyable<element_type, element_of<Out>>::value,
      "dash::copy needs elements of one representation");
  StagingBuffer<element_type> buffer(n);
  while (n > 0) {
    const auto from = first.contiguous();
    const auto to = out.contiguous();
    auto count = std::min({n, std::ptrdiff_t{from.size}, std::ptrdiff_t{to.size}});
    const auto nbytes = static_cast<std::size_t>(count) * sizeof(element_type);
    const bool is_mapped = from.first != nullptr && to.first != nullptr;
    const bool is_long = count == n || count >= short_run;
    if (is_long && is_mapped) {
      std::memmove(to.first, from.first, nbytes);
    } else if (is_long && start_between(pending, out.dart_gptr(), first.dart_gptr(), nbytes)) {
      if (out.dart_gptr().segid == first.dart_gptr().segid) pending.wait();
    } else {
      count = std::min(n, buffer.size());
      copy_blocking<Read>(first, count, buffer.data());
      copy_blocking<Write>(out, count, buffer.data());
    }
    n -= count;
    first += static_cast<typename In::difference_type>(count);
    out += static_cast<typename Out::difference_type>(count);
  }
  return out;
}

}  // namespace detail

/// Copies global elements [first, last) of any distribution to local memory, which may be device
/// memory. Blocking, local call.
///
/// \tparam UseHandles has no effect: transfers from memory that is not mapped always overlap
/// \return end of the output
template <class V, detail::GlobalPosition GlobIn, bool UseHandles = false>
inline V* copy(GlobIn first, GlobIn last, V* out)
{
  const auto n = static_cast<std::ptrdiff_t>(last - first);
  detail::copy_blocking<detail::Read>(first, n, out);
  return out + n;
}

/// Copies local elements [first, last), of host or device memory, to global memory from \c out on.
/// Blocking, remotely complete on return; local call. \return end of the output
template <class V, detail::GlobalPosition GlobOut, bool UseHandles = false>
inline GlobOut copy(V* first, V* last, GlobOut out)
{
  const auto n = static_cast<std::ptrdiff_t>(last - first);
  detail::copy_blocking<detail::Write>(out, n, first);
  return out + static_cast<typename GlobOut::difference_type>(n);
}

/// Copies global elements [first, last) to global memory from \c out on, as if in ascending order.
/// Blocking, remotely complete on return; local call. \return end of the output
template <class V = void, detail::GlobalPosition GlobIn, detail::GlobalPosition GlobOut>
GlobOut copy(GlobIn first, GlobIn last, GlobOut out)
{
  detail::PendingTransfers pending;
  const auto n = static_cast<std::ptrdiff_t>(last - first);
  const GlobOut end = detail::copy_global(first, n, out, pending);
  pending.wait();
  return end;
}

/// Copies elements [first, last) between any two native memories of this process, host or device,
/// that do not overlap. Blocking, local call. \return end of the output
template <class V, class W>
W* copy(V* first, V* last, W* out)
{
  static_assert(
      detail::is_dash_copyable<std::remove_cv_t<V>, W>::value,
      "dash::copy needs elements of one representation");
  detail::copy_bytes(out, first, static_cast<std::size_t>(last - first) * sizeof(V));
  return out + (last - first);
}

/// \{ As above, from or to where such an iterator points, as those of a \c std::vector do.
template <detail::GlobalPosition GlobIn, detail::ContiguousPosition Out>
Out copy(GlobIn first, GlobIn last, Out out)
{
  dash::copy(first, last, std::to_address(out));
  return out + static_cast<std::iter_difference_t<Out>>(last - first);
}

template <detail::ContiguousPosition In, detail::GlobalPosition GlobOut>
GlobOut copy(In first, In last, GlobOut out)
{
  return dash::copy(std::to_address(first), std::to_address(last), out);
}
/// \}

/// As \c copy to local memory; the output may be read once the future is ready. Local call.
template <class V, detail::GlobalPosition GlobIn>
Future<V*> copy_async(GlobIn first, GlobIn last, V* out)
{
  const auto n = static_cast<std::ptrdiff_t>(last - first);
  return detail::copy_async<detail::Read>(first, n, out, out + n);
}

/// As \c copy to global memory; the source must stay as it is until the future is ready.
template <class V, detail::GlobalPosition GlobOut>
Future<GlobOut> copy_async(V* first, V* last, GlobOut out)
{
  const auto n = static_cast<std::ptrdiff_t>(last - first);
  return detail::copy_async<detail::Write>(
      out, n, first, out + static_cast<typename GlobOut::difference_type>(n));
}

/// \{ As above, from or to where such an iterator points.
template <detail::GlobalPosition GlobIn, detail::ContiguousPosition Out>
Future<Out> copy_async(GlobIn first, GlobIn last, Out out)
{
  const auto n = static_cast<std::ptrdiff_t>(last - first);
  return detail::copy_async<detail::Read>(first, n, std::to_address(out), out + n);
}

template <detail::ContiguousPosition In, detail::GlobalPosition GlobOut>
Future<GlobOut> copy_async(In first, In last, GlobOut out)
{
  return dash::copy_async(std::to_address(first), std::to_address(last), out);
}
/// \}

/// As \c copy between global memories; both must stay as they are until the future is ready.
template <class V = void, detail::GlobalPosition GlobIn, detail::GlobalPosition GlobOut>
Future<GlobOut> copy_async(GlobIn first, GlobIn last, GlobOut out)
{
  auto pending = std::make_shared<detail::PendingTransfers>();
  const auto n = static_cast<std::ptrdiff_t>(last - first);
  const GlobOut end = detail::copy_global(first, n, out, *pending);
  return detail::when_complete(std::move(pending), end);
}

}  // namespace dash
