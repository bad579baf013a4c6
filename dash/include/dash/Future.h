#pragma once

/// \file
/// Results of asynchronous operations.

#include <dash/Exception.h>

#include <concepts>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <type_traits>
#include <utility>

namespace dash {

template <typename ResultT>
class Future;

namespace detail {

template <class Result, class F>
class Continuation;

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

/// Result of an asynchronous operation. Movable only; all functions are local calls, and one thread
/// at a time uses a future.
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

  /// What is to be done with the result: \c continuation(result) is called once, when the operation
  /// is complete, by the thread that waits for or tests the future that this function returns,
  /// inside wait(), get() or test() of that future and never before. So it is called on this unit,
  /// it may capture variables by reference, and it sees all that the operation has written:
  /// transfers of algorithms are complete, and data of a task, also of one on a GPU, are back in
  /// global memory. It may wait and start further operations, but must not be collective unless all
  /// units wait for their futures in the same order.
  ///
  /// The future that is returned has the continuation's result. If that is a future itself, it is
  /// the same as this one: it is complete when the inner operation is, and has its result.
  ///
  /// If the operation fails, the continuation is not called, and whoever waits gets the error of
  /// the operation; an exception of the continuation is thrown to whoever waits, each time. If the
  /// returned future is destroyed before, the continuation is never called.
  ///
  /// \code
  /// dash::Future<double> sum = dash::async(dash::in(x.local), sum_of_squares);
  /// dash::Future<double> norm = std::move(sum).then([](double sum) { return std::sqrt(sum); });
  /// \endcode
  ///
  /// This future is moved from: it is called as <tt>std::move(future).then(…)</tt>, or for the
  /// result of a function.
  /// \param continuation  function of a ResultT, copied or moved; without argument for Future<void>
  /// \throws exception::RuntimeError for an invalid future
  template <class F>
  [[nodiscard]] auto then(F&& continuation) &&;

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

  template <class Result, class F>
  friend class detail::Continuation;

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

  /// The same as for other results, with a continuation without argument.
  template <class F>
  [[nodiscard]] auto then(F&& continuation) &&;

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

namespace detail {

template <class T>
struct FutureOf {
  using type = Future<T>;
};
template <class T>
struct FutureOf<Future<T>> {
  using type = Future<T>;
};

/// What a continuation returns for the result of an operation.
template <class Result, class F>
struct ContinuationResult : std::invoke_result<F, Result> {};
template <class F>
struct ContinuationResult<void, F> : std::invoke_result<F> {};

/// An operation, and what follows it.
template <class Result, class F>
class Continuation {
  using Returned = std::remove_cvref_t<typename ContinuationResult<Result, F>::type>;

 public:
  /// The future of all of it.
  using Next = typename FutureOf<Returned>::type;

  template <class Function>
  Continuation(Future<Result> before, Function&& function)
      : before_(std::move(before)),
        function_(std::forward<Function>(function))
  {}

  typename Next::result_type wait()
  {
    if (function_) {
      before_.wait();
      call();
    }
    return next_.get();
  }

  bool test()
  {
    if (function_) {
      if (!before_.test()) return false;
      call();
    }
    return next_.test();
  }

 private:
  /// Calls the function, and releases it with the operation before it.
  void call()
  {
    Future<Result> before = std::move(before_);
    F function = std::move(*function_);
    function_.reset();
    try {
      if constexpr (std::is_void_v<Result>) {
        follow(function);
      } else {
        follow(function, std::move(*before.result_));
      }
    } catch (...) {
      next_ = Next([error = std::current_exception()]() -> typename Next::result_type {
        std::rethrow_exception(error);
      });
    }
  }

  template <class... Argument>
  void follow(F& function, Argument&&... argument)
  {
    if constexpr (!std::is_void_v<Returned>) {
      next_ = std::invoke(std::move(function), std::forward<Argument>(argument)...);
    } else {
      std::invoke(std::move(function), std::forward<Argument>(argument)...);
      next_ = Next([] {});
    }
  }

  Future<Result> before_;
  std::optional<F> function_;  ///< until it is called
  Next next_;                  ///< what it has returned
};

template <class Result, class Function>
auto continue_future(Future<Result> before, Function&& function)
{
  using F = std::decay_t<Function>;
  if (!before.valid()) DASH_THROW(exception::RuntimeError, "Future: no operation to continue");
  using All = Continuation<Result, F>;
  using Next = typename All::Next;
  // Shared, because functions of futures must be copyable.
  const auto all = std::make_shared<All>(std::move(before), std::forward<Function>(function));
  const auto wait = [all] { return all->wait(); };
  if constexpr (std::is_void_v<typename Next::result_type>) {
    return Next(wait, [all] { return all->test(); });
  } else {
    return Next(wait, [all](typename Next::result_type* result) {
      const bool complete = all->test();
      if (complete) *result = all->wait();
      return complete;
    });
  }
}

}  // namespace detail

template <typename ResultT>
template <class F>
auto Future<ResultT>::then(F&& continuation) &&
{
  static_assert(
      std::is_invocable_v<std::decay_t<F>, ResultT>,
      "dash::Future::then: the continuation is a function of the future's result");
  return detail::continue_future(std::move(*this), std::forward<F>(continuation));
}

template <class F>
auto Future<void>::then(F&& continuation) &&
{
  static_assert(
      std::is_invocable_v<std::decay_t<F>>,
      "dash::Future::then: the operation has no result, so the continuation has no argument");
  return detail::continue_future(std::move(*this), std::forward<F>(continuation));
}

}  // namespace dash
