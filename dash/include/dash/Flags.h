#pragma once

/// \file
/// dash::Flags, words by which units tell each other that data have arrived, and dash::put_notify,
/// which writes data and then such a flag.

#include <dash/Exception.h>
#include <dash/GlobRef.h>
#include <dash/Team.h>
#include <dash/Types.h>
#include <dash/UnitId.h>
#include <dash/detail/base/CurrentCall.h>
#include <dash/detail/base/Macro.h>
#include <dash/detail/memory/CallAgreement.h>
#include <dash/detail/memory/GlobalMemory.h>
#include <dash/detail/range/RequireRange.h>
#include <dash/detail/range/SideBySide.h>
#include <dash/memory/HostSpace.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <typeinfo>

namespace dash {

/// Types of the values of flags.
template <class T>
concept FlagValue = (std::integral<T> || std::is_enum_v<T>) && sizeof(T) <= sizeof(std::uint64_t);

namespace detail {

/// Functions of flags, which are words of 8 bytes; 0 means that a flag is not set.
/// \throws exception::InvalidArgument  for values and addresses that cannot be, and memory that
///   does not exist
DASH_API std::uint64_t read_flag(dart_gptr_t flag);
DASH_API std::uint64_t await_flag_change(dart_gptr_t flag, std::uint64_t seen);
DASH_API std::uint64_t reset_flag(dart_gptr_t flag);
DASH_API std::size_t await_any_flag(dart_gptr_t first, std::size_t count);
DASH_API std::optional<std::size_t> find_any_flag(dart_gptr_t first, std::size_t count);
/// Whether a put sets its flag, or adds to it.
enum class FlagUpdate : unsigned char { set, add };
/// \param function  for messages
DASH_API void put_and_update_flag(
    const char* function, dart_gptr_t to, const void* values, std::size_t nbytes, dart_gptr_t flag,
    std::uint64_t value, FlagUpdate update);

[[noreturn]] DASH_API void throw_no_flag(
    int unit, std::size_t units, std::size_t index, std::size_t flags);
[[noreturn]] DASH_API void throw_unequal_sizes(
    const char* function, std::size_t elements, std::size_t values);

}  // namespace detail

/// A reference to a flag of one unit, whose values are of type T. 0 means that it is not set.
///
/// Any unit sets a flag, by \c notify or \c put_notify. The unit that owns it looks at it and waits
/// for it; other units of the host can do that as well if the flag is in host memory. Whoever sees
/// a value sees the data that were put with it, and those of earlier notified puts of the same unit
/// to this one. A flag keeps its value until it is reset or set again; a value that is replaced
/// before somebody looks is missed. All functions are local calls and thread-safe, and throw
/// exception::InvalidArgument if there is no such flag any more, or this unit cannot read it.
template <FlagValue T>
class FlagRef {
 public:
  using value_type = T;

  /// \param word  aligned word of 8 bytes in global memory, which is 0 at the beginning
  explicit FlagRef(dart_gptr_t word) noexcept : word_(word) {}

  /// The value, 0 if the flag is not set.
  T load() const { return value_of(detail::read_flag(word_)); }

  bool is_set() const { return load() != T{}; }

  /// Waits until the flag is set. \return its value
  T wait() const { return wait(std::not_equal_to<>(), T{}); }

  /// Waits until \c compare(v, value) is true for the flag's value v, such as
  /// <tt>flag.wait(std::greater_equal{}, step)</tt>. \return that value v
  template <std::predicate<T, T> Comparison>
  T wait(Comparison compare, T value) const
  {
    const detail::CurrentCall call("dash::FlagRef::wait");
    std::uint64_t word = detail::read_flag(word_);
    while (!compare(value_of(word), value)) word = detail::await_flag_change(word_, word);
    return value_of(word);
  }

  /// Clears the flag. Reading and clearing are one atomic operation, so that no notification is
  /// lost.
  /// \return the value before
  T reset() const { return value_of(detail::reset_flag(word_)); }

  /// Sets the flag without data. Complete at the target when it sees the value.
  /// \throws exception::InvalidArgument  for the value 0
  void notify(T value) const { update("dash::FlagRef::notify", value, detail::FlagUpdate::set); }

  /// Adds to the flag without data, by an atomic operation: a flag can count what several units
  /// tell. Complete at the target when it sees the value.
  /// \throws exception::InvalidArgument  for the value 0
  void notify_add(T value = T{1}) const
    requires std::integral<T>
  {
    update("dash::FlagRef::notify_add", value, detail::FlagUpdate::add);
  }

  dart_gptr_t dart_gptr() const noexcept { return word_; }

  /// Whether both refer to the same flag.
  friend bool operator==(const FlagRef& lhs, const FlagRef& rhs) noexcept
  {
    return lhs.word_ == rhs.word_;
  }

  /// A value as the word that stands for it.
  static constexpr std::uint64_t word_of(T value) noexcept
  {
    return static_cast<std::uint64_t>(value);
  }

 private:
  void update(const char* function, T value, detail::FlagUpdate how) const
  {
    detail::put_and_update_flag(function, word_, nullptr, 0, word_, word_of(value), how);
  }

  static constexpr T value_of(std::uint64_t word) noexcept { return static_cast<T>(word); }

  dart_gptr_t word_;
};

/// Flags of each unit of a team, which are not set at the beginning.
///
/// Construction (while DASH is running), \c allocate, move assignment and destruction are
/// collective; all other functions are local.
///
/// \tparam T      integer or enumeration
/// \tparam Space  memory of the flags: \c HostSpace, where it costs the host least to wait for
///                them, or \c UnitSpace, which is device memory on GPU units, for kernels that wait
template <FlagValue T = std::uint64_t, class Space = HostSpace>
class Flags {
 public:
  using value_type = T;
  using size_type = std::size_t;
  using reference = FlagRef<T>;

  /// Before dash::init this allocates nothing: call \c allocate later.
  /// \param n  number of flags of each unit, the same on all units
  explicit Flags(size_type n = 1, Team& team = Team::All()) : words_(team)
  {
    if (dash::is_initialized()) allocate(n, team);
  }

  Flags(const Flags&) = delete;
  Flags& operator=(const Flags&) = delete;
  Flags(Flags&&) = default;
  Flags& operator=(Flags&&) = default;
  ~Flags() = default;

  /// Makes new flags, after freeing those that were there. Collective; synchronises at its end.
  /// \throws exception::InvalidArgument  on all units if they pass different numbers
  void allocate(size_type n = 1, Team& team = Team::All())
  {
    const detail::CurrentCall call("dash::Flags");
    const std::uint64_t mark = detail::mark_of({typeid(Flags).hash_code(), n});
    const detail::CallAgreement agreement(
        mark, [n] { return std::to_string(n) + " dash::Flags at each unit"; });
    words_.allocate_zeros(team, "dash::Flags", n * sizeof(std::uint64_t), agreement.get());
    size_ = n;
  }

  /// Flag \c i of a unit. \throws exception::OutOfRange if there is none
  reference operator()(team_unit_t unit, size_type i = 0) const
  {
    const size_type units = words_.is_allocated() ? team().size() : 0;
    if (static_cast<size_type>(unit.id) >= units || i >= size_) [[unlikely]] {
      detail::throw_no_flag(unit.id, units, i, size());
    }
    return reference(words_->gptr(unit, i * sizeof(std::uint64_t)));
  }
  reference operator()(int unit, size_type i = 0) const { return (*this)(team_unit_t{unit}, i); }

  /// Flag \c i of the calling unit. \throws exception::OutOfRange if there is none
  reference operator[](size_type i) const { return (*this)(team().myid(), i); }

  /// Waits until one of the calling unit's flags is set. If several are, repeated calls return them
  /// in turn. The flag stays set. \return its index
  /// \throws exception::OutOfRange if there are no flags
  size_type wait_any() const
  {
    const detail::CurrentCall call("dash::Flags::wait_any");
    return detail::await_any_flag((*this)[0].dart_gptr(), size_);
  }

  /// The same, but does not wait. \return the index of a flag that is set, if there is one
  std::optional<size_type> test_any() const
  {
    return detail::find_any_flag((*this)[0].dart_gptr(), size_);
  }

  /// Number of flags of each unit; 0 if they are not allocated.
  size_type size() const noexcept { return words_.is_allocated() ? size_ : 0; }
  Team& team() const noexcept { return words_.team(); }

 private:
  detail::GlobalMemory<Space> words_;
  size_type size_ = 0;
};

namespace detail {

template <PlacedPosition It, FlagValue T>
void put_and_notify(
    const char* name, const It& to, std::span<const typename ElementOf<It>::type> values,
    const FlagRef<T>& flag, T value, FlagUpdate update)
{
  using Element = typename ElementOf<It>::type;
  static_assert(
      is_bytewise_copyable_v<Element>,
      "dash::put_notify copies the elements byte by byte, which their type does not permit");
  static_assert(!std::is_const_v<Element>, "dash::put_notify: the elements are constant");
  const std::size_t n = values.size();
  dart_gptr_t begin = flag.dart_gptr();  // names the unit where there are no elements
  if (n > 0) {
    require_room(name, static_cast<std::ptrdiff_t>(n), to);
    require_side_by_side(name, "put the values to", to, n);
    begin = gptr_of(to);
  }
  put_and_update_flag(
      name, begin, values.data(), values.size_bytes(), flag.dart_gptr(), flag.word_of(value),
      update);
}

/// Ranges whose elements have a place in global memory.
template <class Range>
concept PlacedRange = requires(Range& range) {
  { range.begin() } -> PlacedPosition;
  range.end();
};

template <class Range>
using PlacedElement = typename ElementOf<decltype(std::declval<Range&>().begin())>::type;

template <PlacedRange Range, FlagValue T>
void put_range_and_notify(
    const char* name, Range& to, std::span<const PlacedElement<Range>> values,
    const FlagRef<T>& flag, T value, FlagUpdate update)
{
  const auto first = to.begin();
  const auto n =
      static_cast<std::size_t>(require_range(name, first, static_cast<decltype(first)>(to.end())));
  if (n != values.size()) [[unlikely]]
    throw_unequal_sizes(name, n, values.size());
  put_and_notify(name, first, values, flag, value, update);
}

}  // namespace detail

/// Writes elements that are contiguous in the memory of one unit, and then sets a flag of that
/// unit: a unit that sees the flag's value sees the elements, and those of all earlier notified
/// puts of the calling unit to the same unit. The values may be changed on return. This call is
/// complete at the target when the flag is seen there; other writes are not ordered with it unless
/// a fence or barrier has completed them. Local call, thread-safe.
///
/// \param to      the first element: an iterator of a container or view, or a \c GlobPtr
/// \param values  contiguous native memory, also device memory: a vector, an array, a \c std::span
/// \param flag    a flag of the unit that owns the elements
/// \param value   value of the flag, not 0
/// \throws exception::InvalidArgument  if the elements do not lie side by side at one unit, the
///   flag belongs to another unit, or the value is 0
/// \throws exception::OutOfRange  if there are not as many elements
template <detail::PlacedPosition It, FlagValue T>
void put_notify(
    const It& to,
    std::span<const typename detail::ElementOf<std::type_identity_t<It>>::type> values,
    const FlagRef<T>& flag, std::type_identity_t<T> value)
{
  detail::put_and_notify("dash::put_notify", to, values, flag, value, detail::FlagUpdate::set);
}

/// The same for a range with as many elements as there are values, such as
/// <tt>array.block(unit)</tt>.
/// \throws exception::InvalidArgument  also if there are more or fewer
template <detail::PlacedRange Range, FlagValue T>
void put_notify(
    Range&& to, std::span<const detail::PlacedElement<Range>> values, const FlagRef<T>& flag,
    std::type_identity_t<T> value)
{
  detail::put_range_and_notify(
      "dash::put_notify", to, values, flag, value, detail::FlagUpdate::set);
}

/// The same as \c put_notify, but adds to the flag, by an atomic operation. So a flag counts what
/// several units have put: who sees the sum sees the values of all whose puts are in it, as in
/// <tt>flag.wait(std::greater_equal{}, dash::size() * step)</tt>. Sums are words of 64 bits, of
/// which T has to have room for those that are reached.
/// \param value  what is added, not 0
template <detail::PlacedPosition It, FlagValue T>
  requires std::integral<T>
void put_notify_add(
    const It& to,
    std::span<const typename detail::ElementOf<std::type_identity_t<It>>::type> values,
    const FlagRef<T>& flag, std::type_identity_t<T> value = T{1})
{
  detail::put_and_notify("dash::put_notify_add", to, values, flag, value, detail::FlagUpdate::add);
}

/// The same for a range with as many elements as there are values.
template <detail::PlacedRange Range, FlagValue T>
  requires std::integral<T>
void put_notify_add(
    Range&& to, std::span<const detail::PlacedElement<Range>> values, const FlagRef<T>& flag,
    std::type_identity_t<T> value = T{1})
{
  detail::put_range_and_notify(
      "dash::put_notify_add", to, values, flag, value, detail::FlagUpdate::add);
}

}  // namespace dash
