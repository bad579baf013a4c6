#pragma once

/// \file
/// Combines several futures into one.

#include <dash/Future.h>

#include <exception>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace dash::detail {

/// Whether an operation has ended. An error stays in the future.
template <class R>
bool is_over(Future<R>& future)
{
  try {
    return future.test();
  } catch (...) {
    return true;
  }
}

/// Waits for a future; keeps its error if it is the first one.
template <class R>
void wait_and_keep_error(Future<R>& future, std::exception_ptr& first)
{
  try {
    future.wait();
  } catch (...) {
    if (!first) first = std::current_exception();
  }
}

/// Calls f(future) for each future of a vector or a tuple; \c results(futures) collects their
/// results.
template <class R>
struct JoinedVector {
  static constexpr bool has_results = !std::is_void_v<R>;

  std::vector<Future<R>> futures;

  template <class F>
  void for_each(F f)
  {
    for (Future<R>& future : futures) f(future);
  }
  auto results()
  {
    std::vector<R> all;
    all.reserve(futures.size());
    for (Future<R>& future : futures) all.push_back(future.get());
    return all;
  }
};

template <class... R>
struct JoinedTuple {
  static constexpr bool has_results = !(std::is_void_v<R> && ...);
  static_assert(
      has_results == (!std::is_void_v<R> && ...),
      "dash::when_all: either all futures have results, or none has");

  std::tuple<Future<R>...> futures;

  template <class F>
  void for_each(F f)
  {
    std::apply([&](auto&... future) { (f(future), ...); }, futures);
  }
  auto results()
  {
    return std::apply([](auto&... future) { return std::tuple<R...>(future.get()...); }, futures);
  }
};

template <class Joined>
auto future_of_joined(Joined joined)
{
  // Shared, because functions of futures must be copyable.
  const auto all = std::make_shared<Joined>(std::move(joined));
  const auto finish = [all] {
    std::exception_ptr first;
    all->for_each([&](auto& future) { wait_and_keep_error(future, first); });
    if (first) std::rethrow_exception(first);
    if constexpr (Joined::has_results) return all->results();
  };
  const auto are_over = [all] {
    bool over = true;
    all->for_each([&](auto& future) { over = over && is_over(future); });
    return over;
  };
  if constexpr (Joined::has_results) {
    using Results = decltype(all->results());
    return Future<Results>(finish, [finish, are_over](Results* results) {
      const bool over = are_over();
      if (over) *results = finish();
      return over;
    });
  } else {
    return Future<void>(finish, [finish, are_over] {
      const bool over = are_over();
      if (over) finish();
      return over;
    });
  }
}

}  // namespace dash::detail

namespace dash {

/// Combines several futures of any operations into one. Its result consists of their results in the
/// same order, as a tuple or a vector; if none has a result, it has none either. It is ready when
/// all of them are; then it throws the first of their errors, if there is one. Local call.
/// \param futures  valid futures, which are moved from
template <class... R>
auto when_all(Future<R>... futures)
{
  return detail::future_of_joined(detail::JoinedTuple<R...>{{std::move(futures)...}});
}

template <class R>
auto when_all(std::vector<Future<R>> futures)
{
  return detail::future_of_joined(detail::JoinedVector<R>{std::move(futures)});
}

}  // namespace dash
