#pragma once

/// \file
/// Results of asynchronous operations.

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

namespace detail {

/// Releases the operation's resources when a future is destroyed, whatever the type of its result.
class FutureResource {
 public:
  FutureResource() = default;
  explicit FutureResource(std::function<void()> destroy) : destroy_(std::move(destroy)) {}
  FutureResource(FutureResource&& other) noexcept : destroy_(std::exchange(other.destroy_, {})) {}

  FutureResource& operator=(FutureResource&& other) noexcept
  {
    if (this != &other) {
      release();
      destroy_ = std::exchange(other.destroy_, {});
    }
    return *this;
  }

  ~FutureResource() { release(); }

 private:
  void release()
  {
    if (destroy_) std::exchange(destroy_, {})();
  }

  std::function<void()> destroy_;
};

/// What futures have in common whatever the type of their results: the functions of an operation,
/// and how far it is. A moved-from operation is invalid.
template <class GetFunc, class TestFunc>
class FutureOperation {
 public:
  FutureOperation() = default;
  FutureOperation(GetFunc get, TestFunc test, std::function<void()> destroy)
      : state_(State::pending),
        get_(std::move(get)),
        test_(std::move(test)),
        resource_(std::move(destroy))
  {}
  FutureOperation(FutureOperation&& other) noexcept { *this = std::move(other); }

  FutureOperation& operator=(FutureOperation&& other) noexcept
  {
    state_ = std::exchange(other.state_, State::invalid);
    get_ = std::move(other.get_);
    test_ = std::move(other.test_);
    resource_ = std::move(other.resource_);
    return *this;
  }

  /// An operation whose result is known from the start.
  static FutureOperation completed()
  {
    FutureOperation operation;
    operation.state_ = State::ready;
    return operation;
  }

  bool valid() const noexcept { return state_ != State::invalid; }
  bool is_ready() const noexcept { return state_ == State::ready; }

  /// Unless the result is known, \c get(function) calls the function that waits and stores what it
  /// returns.
  template <class Get>
  void wait(const Get& get)
  {
    check_valid();
    if (is_ready()) return;
    get(get_);
    state_ = State::ready;
  }

  /// As wait(), but if there is a test function, \c test(function) calls that one and stores the
  /// result if it is true. \return whether the result is known
  template <class Get, class Test>
  bool test(const Get& get, const Test& test)
  {
    check_valid();
    if (is_ready()) return true;
    if (!test_) {
      wait(get);
    } else if (test(test_)) {
      state_ = State::ready;
    }
    return is_ready();
  }

 private:
  enum class State { invalid, pending, ready };

  void check_valid() const
  {
    if (!valid()) DASH_THROW(exception::RuntimeError, "Future: no operation to wait for");
  }

  State state_ = State::invalid;
  GetFunc get_;
  TestFunc test_;
  FutureResource resource_;
};

}  // namespace detail

/// A function object that computes a future's result; it must not be the result itself.
template <typename F, typename ResultT>
concept FutureFunction = std::is_invocable_r_v<ResultT, std::decay_t<F>&> &&
                         !std::same_as<std::remove_cvref_t<F>, Future<ResultT>>;

/// Result of an asynchronous operation. Movable only; all functions are local calls.
///
/// A future is made from a value, which is ready immediately, or from functions: one that waits for
/// the operation and returns its result, optionally one that tests for completion and stores the
/// result then, and optionally one that releases the operation's resources at the end. Once the
/// result is known, neither of the first two is called again.
template <typename ResultT>
class Future {
 public:
  using result_type = ResultT;
  using get_func_t = std::function<ResultT()>;
  using test_func_t = std::function<bool(ResultT*)>;
  using destroy_func_t = std::function<void()>;

  /// An invalid future, which has no operation.
  Future() = default;

  Future(ResultT result) : operation_(Operation::completed()), result_(std::move(result)) {}

  template <FutureFunction<ResultT> GetFunc>
  Future(GetFunc&& get_func) : operation_(std::forward<GetFunc>(get_func), {}, {})
  {}

  Future(get_func_t get_func, test_func_t test_func, destroy_func_t destroy_func = {})
      : operation_(std::move(get_func), std::move(test_func), std::move(destroy_func))
  {}

  /// Blocks until the result is known.
  /// \throws exception::RuntimeError for an invalid future
  void wait() { operation_.wait(store()); }

  /// Whether the result is known. Waits for it if there is no test function.
  /// \throws exception::RuntimeError for an invalid future
  bool test()
  {
    return operation_.test(store(), [this](const test_func_t& test) {
      ResultT result{};
      if (!test(&result)) return false;
      result_.emplace(std::move(result));
      return true;
    });
  }

  /// Waits for the result and returns it; may be called repeatedly.
  /// \throws exception::RuntimeError for an invalid future
  ResultT get()
  {
    wait();
    return *result_;
  }

  bool valid() const noexcept { return operation_.valid(); }

  friend std::ostream& operator<<(std::ostream& os, const Future& future)
  {
    os << "dash::Future(";
    if (future.operation_.is_ready()) {
      return os << dash::exception::detail::shown(*future.result_) << ')';
    }
    return os << (future.valid() ? "pending)" : "invalid)");
  }

 private:
  using Operation = detail::FutureOperation<get_func_t, test_func_t>;

  auto store()
  {
    return [this](const get_func_t& get) { result_.emplace(get()); };
  }

  Operation operation_;
  std::optional<ResultT> result_;
};

/// Completion of an operation without result. Similar to Future<T>, with a test function \c bool().
template <>
class Future<void> {
 public:
  using result_type = void;
  using get_func_t = std::function<void()>;
  using test_func_t = std::function<bool()>;
  using destroy_func_t = std::function<void()>;

  Future() = default;

  template <FutureFunction<void> GetFunc>
  Future(GetFunc&& get_func) : operation_(std::forward<GetFunc>(get_func), {}, {})
  {}

  Future(get_func_t get_func, test_func_t test_func, destroy_func_t destroy_func = {})
      : operation_(std::move(get_func), std::move(test_func), std::move(destroy_func))
  {}

  void wait() { operation_.wait(call); }

  bool test()
  {
    return operation_.test(call, [](const test_func_t& test) { return test(); });
  }

  void get() { wait(); }

  bool valid() const noexcept { return operation_.valid(); }

  friend std::ostream& operator<<(std::ostream& os, const Future& future)
  {
    if (!future.valid()) return os << "dash::Future(invalid)";
    return os << (future.operation_.is_ready() ? "dash::Future(ready)" : "dash::Future(pending)");
  }

 private:
  static void call(const get_func_t& get) { get(); }

  detail::FutureOperation<get_func_t, test_func_t> operation_;
};

}  // namespace dash
