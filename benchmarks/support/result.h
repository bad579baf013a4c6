#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace bench {

/// The bound that a figure has to meet: on its value, or on its ratio to the baseline.
class Reach {
 public:
  Reach() = default;  ///< no bound

  bool exists() const { return of_ != Of::nothing; }
  bool holds(double value, double ratio) const
  {
    const double figure = of_ == Of::ratio ? ratio : value;
    return at_least_ ? figure >= bound_ : figure <= bound_;
  }
  /// The bound as text, such as ">= 0.95 x" or "<= 35 ns".
  std::string text() const;

 private:
  enum class Of { nothing, ratio, value };

  Reach(Of of, bool at_least, double bound, std::string unit)
      : of_(of),
        at_least_(at_least),
        bound_(bound),
        unit_(std::move(unit))
  {}

  Of of_ = Of::nothing;
  bool at_least_ = false;
  double bound_ = 0;
  std::string unit_;

  friend Reach at_least_ratio(double);
  friend Reach at_most_ratio(double);
  friend Reach at_most(double, std::string);
};

/// For rates: at least \p bound times the baseline.
inline Reach at_least_ratio(double bound)
{
  return {Reach::Of::ratio, true, bound, "x"};
}
/// For times: at most \p bound times the baseline.
inline Reach at_most_ratio(double bound)
{
  return {Reach::Of::ratio, false, bound, "x"};
}
/// At most \p bound, in the unit of the value.
inline Reach at_most(double bound, std::string unit)
{
  return {Reach::Of::value, false, bound, std::move(unit)};
}

/// A parameter that distinguishes the figures of a case.
struct Param {
  Param(std::string key, std::integral auto number)
      : name(std::move(key)),
        value(static_cast<std::int64_t>(number))
  {}
  Param(std::string key, std::string text) : name(std::move(key)), value(std::move(text)) {}

  std::string name;
  std::variant<std::int64_t, std::string> value;
};

struct Baseline {
  std::string name;
  double value;
};

/// One figure. Its ratio is value / baseline: a ratio of 1 or more is good for rates, and 1 or less
/// for times.
struct Result {
  std::string name;
  std::vector<Param> params = {};
  double value = 0;
  std::string unit;
  std::optional<Baseline> baseline = {};
  Reach reach = {};
  std::optional<double> joules = {};      ///< energy that all units need for one operation
  std::optional<double> gpu_joules = {};  ///< the part of it that their GPUs need
};

}  // namespace bench
