/**
 * \file dash/Future.h
 * Results of operations that go on in the background.
 */
#ifndef DASH__FUTURE_H__INCLUDED
#define DASH__FUTURE_H__INCLUDED

#include <dash/Exception.h>

#include <concepts>
#include <functional>
#include <optional>
#include <ostream>
#include <type_traits>
#include <utility>

namespace dash {

template <typename ResultT>
class Future;

namespace internal {

/** What a future does at its end, whatever its result: releases the operation's resources. */
class FutureResource {
 public:
  FutureResource() = default;
  explicit FutureResource(std::function<void()> destroy) : _destroy(std::move(destroy)) {}
  FutureResource(FutureResource&& other) noexcept : _destroy(std::exchange(other._destroy, {})) {}

  FutureResource& operator=(FutureResource&& other)
  {
    if (this != &other) {
      release();
      _destroy = std::exchange(other._destroy, {});
    }
    return *this;
  }

  ~FutureResource() { release(); }

 private:
  void release()
  {
    if (_destroy) std::exchange(_destroy, {})();
  }

  std::function<void()> _destroy;
};

/** State of a future. A moved-from one is invalid. */
enum class FutureState { invalid, pending, ready };

/** A function object that computes a future's result, so not the result itself. */
template <typename F, typename ResultT>
concept FutureFunction = std::is_invocable_r_v<ResultT, std::decay_t<F>&> &&
                         !std::same_as<std::remove_cvref_t<F>, Future<ResultT>>;

}  // namespace internal

/**
 * Result of an operation that goes on in the background. Movable only; all functions are local.
 *
 * A future is made of a value, which is ready at once, or of functions: one that waits for the
 * operation and gives its result, optionally one that tests for completion and then stores the
 * result, and optionally one that releases the operation's resources at the end. Once the result is
 * known neither of the first two is called again.
 */
template <typename ResultT>
class Future {
 public:
  using result_type = ResultT;
  using get_func_t = std::function<ResultT()>;
  using test_func_t = std::function<bool(ResultT*)>;
  using destroy_func_t = std::function<void()>;

  /** Invalid: there is no operation. */
  Future() = default;

  Future(ResultT result) : _state(internal::FutureState::ready), _result(std::move(result)) {}

  template <internal::FutureFunction<ResultT> GetFunc>
  Future(GetFunc&& get_func)
    : _state(internal::FutureState::pending), _get(std::forward<GetFunc>(get_func))
  {}

  Future(get_func_t get_func, test_func_t test_func, destroy_func_t destroy_func = {})
    : _state(internal::FutureState::pending),
      _get(std::move(get_func)),
      _test(std::move(test_func)),
      _resource(std::move(destroy_func))
  {}

  Future(Future&& other) noexcept { *this = std::move(other); }

  Future& operator=(Future&& other) noexcept
  {
    _state = std::exchange(other._state, internal::FutureState::invalid);
    _get = std::move(other._get);
    _test = std::move(other._test);
    _result = std::move(other._result);
    _resource = std::move(other._resource);
    return *this;
  }

  /**
   * Blocks until the result is known.
   * \throws exception::RuntimeError for an invalid future
   */
  void wait()
  {
    check_valid();
    if (_state == internal::FutureState::ready) return;
    _result.emplace(_get());
    _state = internal::FutureState::ready;
  }

  /** True if the result is known. Without test function: waits. */
  bool test()
  {
    check_valid();
    if (_state == internal::FutureState::ready) return true;
    if (!_test) {
      wait();
      return true;
    }
    ResultT result{};
    if (!_test(&result)) return false;
    _result.emplace(std::move(result));
    _state = internal::FutureState::ready;
    return true;
  }

  /** Waits for the result; may be called again. */
  ResultT get()
  {
    wait();
    return *_result;
  }

  bool valid() const noexcept { return _state != internal::FutureState::invalid; }

  friend std::ostream& operator<<(std::ostream& os, const Future& future)
  {
    os << "dash::Future(";
    if (future._state == internal::FutureState::ready) {
      return os << dash::exception::internal::shown(*future._result) << ')';
    }
    return os << (future.valid() ? "pending)" : "invalid)");
  }

 private:
  void check_valid() const
  {
    if (!valid()) DASH_THROW(exception::RuntimeError, "Future: no operation to wait for");
  }

  internal::FutureState _state = internal::FutureState::invalid;
  get_func_t _get;
  test_func_t _test;
  std::optional<ResultT> _result;
  internal::FutureResource _resource;
};

/** Completion of an operation without result. As Future<T>, with a test function \c bool(). */
template <>
class Future<void> {
 public:
  using result_type = void;
  using get_func_t = std::function<void()>;
  using test_func_t = std::function<bool()>;
  using destroy_func_t = std::function<void()>;

  Future() = default;

  template <internal::FutureFunction<void> GetFunc>
  Future(GetFunc&& get_func)
    : _state(internal::FutureState::pending), _get(std::forward<GetFunc>(get_func))
  {}

  Future(get_func_t get_func, test_func_t test_func, destroy_func_t destroy_func = {})
    : _state(internal::FutureState::pending),
      _get(std::move(get_func)),
      _test(std::move(test_func)),
      _resource(std::move(destroy_func))
  {}

  Future(Future&& other) noexcept { *this = std::move(other); }

  Future& operator=(Future&& other) noexcept
  {
    _state = std::exchange(other._state, internal::FutureState::invalid);
    _get = std::move(other._get);
    _test = std::move(other._test);
    _resource = std::move(other._resource);
    return *this;
  }

  void wait()
  {
    check_valid();
    if (_state == internal::FutureState::ready) return;
    _get();
    _state = internal::FutureState::ready;
  }

  bool test()
  {
    check_valid();
    if (_state == internal::FutureState::ready) return true;
    if (!_test) {
      wait();
      return true;
    }
    if (!_test()) return false;
    _state = internal::FutureState::ready;
    return true;
  }

  void get() { wait(); }

  bool valid() const noexcept { return _state != internal::FutureState::invalid; }

  friend std::ostream& operator<<(std::ostream& os, const Future& future)
  {
    if (!future.valid()) return os << "dash::Future(invalid)";
    const bool ready = future._state == internal::FutureState::ready;
    return os << (ready ? "dash::Future(ready)" : "dash::Future(pending)");
  }

 private:
  void check_valid() const
  {
    if (!valid()) DASH_THROW(exception::RuntimeError, "Future: no operation to wait for");
  }

  internal::FutureState _state = internal::FutureState::invalid;
  get_func_t _get;
  test_func_t _test;
  internal::FutureResource _resource;
};

}  // namespace dash

#endif  // DASH__FUTURE_H__INCLUDED
