#pragma once

/// \file
/// References to atomic elements of global memory.

#include <dash/GlobAsyncRef.h>
#include <dash/GlobRef.h>
#include <dash/algorithm/Operation.h>
#include <dash/atomic/Type.h>
#include <dash/detail/memory/AccessError.h>
#include <dash/detail/memory/AtomicAccess.h>
#include <dash/detail/memory/ByteAccess.h>
#include <dash/detail/memory/GlobalPointer.h>
#include <dash/memory/ElementAddress.h>

#include <concepts>
#include <type_traits>

namespace dash {

namespace detail {

/// The value inside an atomic element.
template <class T, class Element>
AtomicAddress<T> value_address(const ElementAddress<Element>& element) noexcept
{
  return element.mapped() != nullptr
             ? AtomicAddress<T>(reinterpret_cast<T*>(const_cast<Atomic<T>*>(element.mapped())))
             : AtomicAddress<T>::unmapped(element.gptr());
}

}  // namespace detail

/// Common base of blocking references to constant and mutable atomic elements.
template <class T, class Element>
class AtomicRefBase {
 public:
  using value_type = T;
  using const_value_type = const T;
  using nonconst_value_type = T;
  using atomic_t = Atomic<T>;
  using const_type = GlobRef<const Atomic<T>>;

  AtomicRefBase() = delete;
  AtomicRefBase(const AtomicRefBase&) = delete;
  AtomicRefBase(AtomicRefBase&&) = default;

  /// Atomic load.
  T get() const { return load(); }
  T load() const { return detail::atomic_load(detail::value_address<T>(address_)); }
  operator T() const { return load(); }
  /// Makes iterators over atomic elements satisfy the standard iterator concepts.
  operator Atomic<T>() const { return Atomic<T>(load()); }

  dart_gptr_t dart_gptr() const { return address_.gptr(); }
  /// A number that identifies the memory location (dart_gptr_place): only for comparisons, not for
  /// access.
  const void* place() const { return address_.place(); }
  /// Whether the calling unit owns the element.
  bool is_local() const { return address_.is_local(); }

 protected:
  explicit AtomicRefBase(ElementAddress<Element> address) noexcept : address_(address) {}
  ~AtomicRefBase() = default;

  ElementAddress<Element> address_;
};

/// Reference to an element that is accessed atomically. Each operation is one-sided, blocking and
/// sequentially consistent; on mapped memory it is an atomic instruction of the processor. All
/// functions are local calls.
template <class T>
class GlobRef<Atomic<T>> : public AtomicRefBase<T, Atomic<T>> {
  using Base = AtomicRefBase<T, Atomic<T>>;

 public:
  GlobRef(GlobRef&&) = default;
  GlobRef(const GlobRef&) = delete;

  explicit GlobRef(dart_gptr_t gptr) noexcept : GlobRef(ElementAddress<Atomic<T>>(gptr)) {}
  /// \param mapped  address of global memory that this process can load and store
  explicit GlobRef(Atomic<T>* mapped) noexcept : GlobRef(ElementAddress<Atomic<T>>(mapped)) {}
  explicit GlobRef(ElementAddress<Atomic<T>> address) noexcept : Base(address) {}
  explicit GlobRef(const GlobRef<const Atomic<T>>& other) noexcept : Base(other.address_) {}
  GlobRef(const GlobAsyncRef<Atomic<T>>& other) noexcept : Base(other.address_) {}
  explicit GlobRef(const GlobAsyncRef<const Atomic<T>>& other) noexcept : Base(other.address_) {}

  void set(const T& value) const { store(value); }
  void store(const T& value) const { detail::atomic_store(target(), value); }
  /// Atomic store; returns the value.
  T operator=(const T& value) const
  {
    store(value);
    return value;
  }
  /// Stores the value loaded from \c other. Load and store are atomic, but not both together.
  T operator=(const GlobRef& other) const { return *this = other.load(); }
  T operator=(GlobRef&& other) const { return *this = other.load(); }  // NOLINT

  /// Computes element = op(element, value).
  template <class Op>
  void op(Op op, const T& value) const
  {
    fetch_op(op, value);
  }
  /// Applies \c op and returns the old value.
  template <class Op>
  T fetch_op(Op op, const T& value) const
  {
    return detail::atomic_fetch_op(target(), op, value);
  }
  /// Stores \c value and returns the old value.
  T exchange(const T& value) const { return fetch_op(dash::second<T>(), value); }
  /// Stores \c desired if the element equals \c expected; returns whether it did.
  bool compare_exchange(const T& expected, const T& desired) const
    requires std::integral<T>
  {
    T found = expected;
    return detail::atomic_compare_exchange(target(), found, desired);
  }

  void add(const T& value) const { fetch_add(value); }
  T fetch_add(const T& value) const { return fetch_op(dash::plus<T>(), value); }
  void sub(const T& value) const { fetch_sub(value); }
  T fetch_sub(const T& value) const { return fetch_add(static_cast<T>(-value)); }
  void multiply(const T& value) const { fetch_multiply(value); }
  T fetch_multiply(const T& value) const { return fetch_op(dash::multiply<T>(), value); }

  T operator++() const { return *this += T{1}; }
  T operator--() const { return *this -= T{1}; }
  T operator++(int) const { return fetch_add(T{1}); }
  T operator--(int) const { return fetch_sub(T{1}); }
  T operator+=(const T& value) const { return static_cast<T>(fetch_add(value) + value); }
  T operator-=(const T& value) const { return static_cast<T>(fetch_sub(value) - value); }

 private:
  template <class>
  friend class GlobRef;
  template <class>
  friend class GlobAsyncRef;

  detail::AtomicAddress<T> target() const noexcept
  {
    return detail::value_address<T>(this->address_);
  }
};

/// Reference to an atomic element that can only be loaded.
template <class T>
class GlobRef<const Atomic<T>> : public AtomicRefBase<T, const Atomic<T>> {
  using Base = AtomicRefBase<T, const Atomic<T>>;

 public:
  GlobRef(GlobRef&&) = default;
  GlobRef(const GlobRef&) = delete;

  explicit GlobRef(dart_gptr_t gptr) noexcept : GlobRef(ElementAddress<const Atomic<T>>(gptr)) {}
  explicit GlobRef(const Atomic<T>* mapped) noexcept
      : GlobRef(ElementAddress<const Atomic<T>>(mapped))
  {}
  explicit GlobRef(ElementAddress<const Atomic<T>> address) noexcept : Base(address) {}
  GlobRef(const GlobRef<Atomic<T>>& other) noexcept : Base(other.address_) {}
  GlobRef(const GlobAsyncRef<Atomic<T>>& other) noexcept : Base(other.address_) {}
  GlobRef(const GlobAsyncRef<const Atomic<T>>& other) noexcept : Base(other.address_) {}

 private:
  template <class>
  friend class GlobRef;
  template <class>
  friend class GlobAsyncRef;
};

/// The same, with constness at the value.
template <class T>
class GlobRef<Atomic<const T>> : public GlobRef<const Atomic<T>> {
  using Base = GlobRef<const Atomic<T>>;

 public:
  GlobRef(GlobRef&&) = default;
  GlobRef(const GlobRef&) = delete;
  using Base::Base;
  GlobRef(const Base& other) noexcept : Base(other.address_) {}
};

/// Common base of non-blocking references to constant and mutable atomic elements: loads are
/// non-blocking unless stated otherwise.
template <class T, class Element>
class AsyncAtomicRefBase {
 public:
  using value_type = T;
  using const_value_type = const T;
  using nonconst_value_type = T;
  using atomic_t = Atomic<T>;
  using const_type = GlobAsyncRef<const Atomic<T>>;

  AsyncAtomicRefBase() = delete;
  AsyncAtomicRefBase(const AsyncAtomicRefBase&) = delete;
  AsyncAtomicRefBase(AsyncAtomicRefBase&&) = default;

  /// Blocking load.
  T get() const { return load(); }
  T load() const { return detail::atomic_load(target()); }
  /// Starts a load; \c *result holds the value after \c flush.
  void get(T* result) const { start_fetch_op(dash::first<T>(), T(), result); }

  /// Completes the caller's operations on memory of the element's unit, locally and remotely.
  void flush() const { detail::flush(address_.gptr()); }

  dart_gptr_t dart_gptr() const { return address_.gptr(); }
  /// Whether the calling unit owns the element.
  bool is_local() const { return address_.is_local(); }

  /// Whether both refer to the same element.
  bool operator==(const AsyncAtomicRefBase& other) const
  {
    return dart_gptr() == other.dart_gptr();
  }
  /// The value is not known before a flush: compare the result of \c get.
  bool operator==(const T&) const = delete;

 protected:
  explicit AsyncAtomicRefBase(ElementAddress<Element> address) noexcept : address_(address) {}
  ~AsyncAtomicRefBase() = default;

  detail::AtomicAddress<T> target() const noexcept { return detail::value_address<T>(address_); }

  /// Applies \c op; \c *result holds the old value after \c flush.
  template <class Op>
  void start_fetch_op(Op op, const T& value, T* result) const
  {
    if (address_.mapped() != nullptr) {
      *result = detail::atomic_fetch_op(target(), op, value);
    } else {
      const auto gptr = address_.gptr();
      detail::CheckedAccess().result(
          dart_fetch_and_op(
              gptr, &value, result, dart_punned_datatype<T>::value, Op::dart_operation()),
          "atomic operation", gptr);
    }
  }

  ElementAddress<Element> address_;
};

/// Reference to an element that is accessed atomically, by non-blocking operations unless stated
/// otherwise: their results and remote effects are complete after \c flush. All functions are local
/// calls.
template <class T>
class GlobAsyncRef<Atomic<T>> : public AsyncAtomicRefBase<T, Atomic<T>> {
  using Base = AsyncAtomicRefBase<T, Atomic<T>>;

 public:
  explicit GlobAsyncRef(dart_gptr_t gptr) noexcept : GlobAsyncRef(ElementAddress<Atomic<T>>(gptr))
  {}
  /// \param mapped  address of global memory that this process can load and store
  explicit GlobAsyncRef(Atomic<T>* mapped) noexcept
      : GlobAsyncRef(ElementAddress<Atomic<T>>(mapped))
  {}
  explicit GlobAsyncRef(ElementAddress<Atomic<T>> address) noexcept : Base(address) {}
  GlobAsyncRef(const GlobRef<Atomic<T>>& other) noexcept : Base(other.address_) {}
  explicit GlobAsyncRef(const GlobRef<const Atomic<T>>& other) noexcept : Base(other.address_) {}
  explicit GlobAsyncRef(const GlobAsyncRef<const Atomic<T>>& other) noexcept : Base(other.address_)
  {}
  GlobAsyncRef(GlobAsyncRef&&) = default;
  GlobAsyncRef(const GlobAsyncRef&) = delete;
  GlobAsyncRef& operator=(const GlobAsyncRef&) = delete;

  /// Stores a value; returns after local completion.
  void set(const T& value) const { op(dash::second<T>(), value); }
  void store(const T& value) const { set(value); }
  const GlobAsyncRef& operator=(const T& value) const
  {
    set(value);
    return *this;
  }
  /// Stores the value of \c *source, which must not change until \c flush.
  void set(const T* source) const { set(*source); }
  void store(const T* source) const { set(*source); }

  /// Computes element = op(element, value); returns after local completion.
  template <class Op>
  void op(Op op, const T& value) const
  {
    if (this->address_.mapped() != nullptr) {
      detail::atomic_fetch_op(this->target(), op, value);
    } else {
      const auto gptr = this->address_.gptr();
      detail::CheckedAccess().result(
          dart_accumulate_blocking_local(
              gptr, &value, 1, dart_punned_datatype<T>::value, Op::dart_operation()),
          "atomic operation", gptr);
    }
  }

  /// Applies \c op; \c *result holds the old value after \c flush.
  template <class Op>
  void fetch_op(Op op, const T& value, T* result) const
  {
    this->start_fetch_op(op, value, result);
  }

  void exchange(const T& value, T* result) const { fetch_op(dash::second<T>(), value, result); }

  /// Replaces the element by \c desired if it equals \c expected. \c *result holds the old value
  /// after \c flush, which equals \c expected on success.
  void compare_exchange(const T& expected, const T& desired, T* result) const
    requires std::integral<T>
  {
    *result = expected;
    detail::atomic_compare_exchange(this->target(), *result, desired);
  }

  void add(const T& value) const { op(dash::plus<T>(), value); }
  void fetch_add(const T& value, T* result) const { fetch_op(dash::plus<T>(), value, result); }
  void sub(const T& value) const { add(static_cast<T>(-value)); }
  void fetch_sub(const T& value, T* result) const { fetch_add(static_cast<T>(-value), result); }
  void multiply(const T& value) const { op(dash::multiply<T>(), value); }
  void fetch_multiply(const T& value, T* result) const
  {
    fetch_op(dash::multiply<T>(), value, result);
  }

 private:
  template <class>
  friend class GlobRef;
  template <class>
  friend class GlobAsyncRef;
};

/// Reference to an atomic element that can only be loaded; loads are non-blocking unless stated
/// otherwise.
template <class T>
class GlobAsyncRef<const Atomic<T>> : public AsyncAtomicRefBase<T, const Atomic<T>> {
  using Base = AsyncAtomicRefBase<T, const Atomic<T>>;

 public:
  explicit GlobAsyncRef(dart_gptr_t gptr) noexcept
      : GlobAsyncRef(ElementAddress<const Atomic<T>>(gptr))
  {}
  explicit GlobAsyncRef(const Atomic<T>* mapped) noexcept
      : GlobAsyncRef(ElementAddress<const Atomic<T>>(mapped))
  {}
  explicit GlobAsyncRef(ElementAddress<const Atomic<T>> address) noexcept : Base(address) {}
  GlobAsyncRef(const GlobRef<Atomic<T>>& other) noexcept : Base(other.address_) {}
  GlobAsyncRef(const GlobRef<const Atomic<T>>& other) noexcept : Base(other.address_) {}
  GlobAsyncRef(const GlobAsyncRef<Atomic<T>>& other) noexcept : Base(other.address_) {}
  GlobAsyncRef(GlobAsyncRef&&) = default;
  GlobAsyncRef(const GlobAsyncRef&) = delete;
  GlobAsyncRef& operator=(const GlobAsyncRef&) = delete;

 private:
  template <class>
  friend class GlobRef;
  template <class>
  friend class GlobAsyncRef;
};

/// The same, with constness at the value.
template <class T>
class GlobAsyncRef<Atomic<const T>> : public GlobAsyncRef<const Atomic<T>> {
  using Base = GlobAsyncRef<const Atomic<T>>;

 public:
  GlobAsyncRef(GlobAsyncRef&&) = default;
  GlobAsyncRef(const GlobAsyncRef&) = delete;
  GlobAsyncRef& operator=(const GlobAsyncRef&) = delete;
  using Base::Base;
  GlobAsyncRef(const Base& other) noexcept : Base(other.address_) {}
};

}  // namespace dash
