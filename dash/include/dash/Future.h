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

  FutureResource& operator=(FutureResource&& other)
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

/// State of a future. A moved-from future is invalid.
enum class FutureState { invalid, pending, ready };

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
/// is known neither of the first two is called again.
template <typename ResultT>
class Future {
 public:
  using result_type = ResultT;
  using get_func_t = std::function<ResultT()>;
  using test_func_t = std::function<bool(ResultT*)>;
  using destroy_func_t = std::function<void()>;

  /// An invalid future, which has no operation.
  Future() = default;

  Future(ResultT result) : state_(detail::FutureState::ready), result_(std::move(result)) {}

  template <FutureFunction<ResultT> GetFunc>
  Future(GetFunc&& get_func)
      : state_(detail::FutureState::pending),
        get_(std::forward<GetFunc>(get_func))
  {}

  Future(get_func_t get_func, test_func_t test_func, destroy_func_t destroy_func = {})
      : state_(detail::FutureState::pending),
        get_(std::move(get_func)),
        test_(std::move(test_func)),
        resource_(std::move(destroy_func))
  {}

  Future(Future&& other) noexcept { *this = std::move(other); }

  Future& operator=(Future&& other) noexcept
  {
    state_ = std::exchange(other.state_, detail::FutureState::invalid);
    get_ = std::move(other.get_);
    test_ = std::move(other.test_);
    result_ = std::move(other.result_);
    resource_ = std::move(other.resource_);
    return *this;
  }

  /// Blocks until the result is known.
  /// \throws exception::RuntimeError for an invalid future
  void wait()
  {
    check_valid();
    if (state_ == detail::FutureState::ready) return;
    result_.emplace(get_());
    state_ = detail::FutureState::ready;
  }

  /// Whether the result is known. Waits for it if there is no test function.
  bool test()
  {
    check_valid();
    if (state_ == detail::FutureState::ready) return true;
    if (!test_) {
      wait();
      return true;
    }
    ResultT result{};
    if (!test_(&result)) return false;
    result_.emplace(std::move(result));
    state_ = detail::FutureState::ready;
    return true;
  }

  /// Waits for the result and returns it; may be called repeatedly. \throws exception::RuntimeError
  /// for an invalid future
  ResultT get()
  {
    wait();
    return *result_;
  }

  bool valid() const noexcept { return state_ != detail::FutureState::invalid; }

  friend std::ostream& operator<<(std::ostream& os, const Future& future)
  {
    os << "dash::Future(";
    if (future.state_ == detail::FutureState::ready) {
      return os << dash::exception::detail::shown(*future.result_) << ')';
    }
    return os << (future.valid() ? "pending)" : "invalid)");
  }

 private:
  void check_valid() const
  {
    if (!valid()) DASH_THROW(exception::RuntimeError, "Future: no operation to wait for");
  }

  detail::FutureState state_ = detail::FutureState::invalid;
  get_func_t get_;
  test_func_t test_;
  std::optional<ResultT> result_;
  detail::FutureResource resource_;
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
  Future(GetFunc&& get_func)
      : state_(detail::FutureState::pending),
        get_(std::forward<GetFunc>(get_func))
  {}

  Future(get_func_t get_func, test_func_t test_func, destroy_func_t destroy_func = {})
      : state_(detail::FutureState::pending),
        get_(std::move(get_func)),
        test_(std::move(test_func)),
        resource_(std::move(destroy_func))
  {}

  Future(Future&& other) noexcept { *this = std::move(other); }

  Future& operator=(Future&& other) noexcept
  {
    state_ = std::exchange(other.state_, detail::FutureState::invalid);
    get_ = std::move(other.get_);
    test_ = std::move(other.test_);
    resource_ = std::move(other.resource_);
    return *this;
  }

  void wait()
  {
    check_valid();
    if (state_ == detail::FutureState::ready) return;
    get_();
    state_ = detail::FutureState::ready;
  }

  bool test()
  {
    check_valid();
    if (state_ == detail::FutureState::ready) return true;
    if (!test_) {
      wait();
      return true;
    }
    if (!test_()) return false;
    state_ = detail::FutureState::ready;
    return true;
  }

  void get() { wait(); }

  bool valid() const noexcept { return state_ != detail::FutureState::invalid; }

  friend std::ostream& operator<<(std::ostream& os, const Future& future)
  {
    if (!future.valid()) return os << "dash::Future(invalid)";
    const bool ready = future.state_ == detail::FutureState::ready;
    return os << (ready ? "dash::Future(ready)" : "dash::Future(pending)");
  }

 private:
  void check_valid() const
  {
    if (!valid()) DASH_THROW(exception::RuntimeError, "Future: no operation to wait for");
  }

  detail::FutureState state_ = detail::FutureState::invalid;
  get_func_t get_;
  test_func_t test_;
  detail::FutureResource resource_;
};

}  // namespace dash
