#pragma once

/// \file
/// What tests share that call all algorithms of a table on all distributions of another one.

#include <dash/algorithm/Copy.h>

#include <gtest/gtest.h>

#include <cctype>
#include <string>
#include <vector>

namespace dash::test {

/// The elements of a container of all units. Local call.
template <class Container>
std::vector<typename Container::value_type> elements_of(const Container& container)
{
  std::vector<typename Container::value_type> elements(container.size());
  dash::copy(container.begin(), container.end(), elements.data());
  return elements;
}

/// Calls \c f(from, to) for all pairs of distributions, or for those of which the second one is the
/// first of all.
template <class Distribution, class F>
void for_each_pair(
    const char* name, const std::vector<Distribution>& all, bool uses_second, const F& f)
{
  for (const Distribution& from : all) {
    for (const Distribution& to : all) {
      if (!uses_second && &to != &all.front()) continue;
      SCOPED_TRACE(std::string(name) + ", " + from.name + " to " + to.name);
      f(from, to);
    }
  }
}

/// The name of a case as part of a test's name.
template <class Case>
std::string name_of(const testing::TestParamInfo<Case>& test)
{
  std::string name = test.param.name;
  for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return name;
}

}  // namespace dash::test
