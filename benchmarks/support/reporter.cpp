#include "support/reporter.h"

#include <iomanip>
#include <iostream>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace bench {
namespace {

/// The number with three significant digits, without an exponent.
std::string to_text(double number)
{
  std::ostringstream text;
  const int decimals = number >= 100 ? 0 : number >= 10 ? 1 : number >= 0.1 ? 2 : 4;
  text << std::fixed << std::setprecision(decimals) << number;
  return text.str();
}

/// Case and parameters, for example "get, elements 1024, CYCLIC".
std::string full_name(const Result& result)
{
  std::ostringstream text;
  text << result.name;
  for (const Param& param : result.params) {
    text << ", ";
    if (const auto* number = std::get_if<std::int64_t>(&param.value)) {
      text << param.name << ' ' << *number;
    } else {
      text << std::get<std::string>(param.value);
    }
  }
  return text.str();
}

struct Row {
  std::string name;
  std::string value;
  std::string baseline;
  std::string ratio;
  std::string reach;
  std::string holds;
  std::string baseline_name;
};

void print(const Row& row)
{
  std::cout << std::left << std::setw(58) << row.name << std::right << std::setw(15) << row.value
            << std::setw(15) << row.baseline << std::setw(8) << row.ratio << "  " << std::left
            << std::setw(17) << row.reach << std::setw(7) << row.holds << row.baseline_name
            << std::endl;
}

}  // namespace

std::string Reach::text() const
{
  std::ostringstream text;
  text << (at_least_ ? ">= " : "<= ") << bound_ << ' ' << unit_;
  return text.str();
}

Reporter::Reporter(std::string bench, bool json, const std::string& file)
    : bench_(std::move(bench)),
      json_(json)
{
  if (file.empty()) return;
  file_.open(file, std::ios::app);
  if (!file_) throw std::runtime_error("cannot write to '" + file + "'");
}

void Reporter::start(const std::string& where)
{
  if (json_) return;
  std::cout << "\n" << bench_ << ", " << where << "\n";
  print({"case", "dash", "raw", "ratio", "reach", "holds", "raw is"});
}

void Reporter::report(const Result& result)
{
  const double ratio = result.baseline ? result.value / result.baseline->value
                                       : std::numeric_limits<double>::quiet_NaN();
  const bool holds = result.reach.exists() && result.reach.holds(result.value, ratio);
  if (result.reach.exists()) ++bound_;
  if (holds) ++holding_;
  if (file_.is_open()) file_ << json_line(result, ratio, holds) << std::endl;
  if (json_) {
    std::cout << json_line(result, ratio, holds) << std::endl;
  } else {
    print_row(result, ratio, holds);
  }
}

void Reporter::finish()
{
  if (json_ || bound_ == 0) return;
  std::cout << holding_ << " of " << bound_ << " reaches hold" << std::endl;
}

void Reporter::print_row(const Result& result, double ratio, bool holds) const
{
  Row row;
  row.name = full_name(result);
  row.value = to_text(result.value) + ' ' + result.unit;
  if (result.baseline) {
    row.baseline = to_text(result.baseline->value) + ' ' + result.unit;
    row.ratio = to_text(ratio);
    row.baseline_name = result.baseline->name;
  }
  if (result.reach.exists()) {
    row.reach = result.reach.text();
    row.holds = holds ? "yes" : "NO";
  }
  print(row);
}

std::string Reporter::json_line(const Result& result, double ratio, bool holds) const
{
  using Json = nlohmann::ordered_json;
  Json params = Json::object();
  for (const Param& param : result.params) {
    std::visit([&](const auto& value) { params[param.name] = value; }, param.value);
  }
  Json line{{"bench", bench_},          {"case", result.name}, {"params", params},
            {"value", result.value},    {"unit", result.unit}, {"baseline", nullptr},
            {"baseline_name", nullptr}, {"ratio", nullptr},    {"reach", nullptr},
            {"holds", nullptr},         {"joules", nullptr},   {"gpu_joules", nullptr}};
  if (result.joules) line["joules"] = *result.joules;
  if (result.gpu_joules) line["gpu_joules"] = *result.gpu_joules;
  if (result.baseline) {
    line["baseline"] = result.baseline->value;
    line["baseline_name"] = result.baseline->name;
    line["ratio"] = ratio;
  }
  if (result.reach.exists()) {
    line["reach"] = result.reach.text();
    line["holds"] = holds;
  }
  return line.dump();
}

}  // namespace bench
