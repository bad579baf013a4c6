// Units that make containers of different sizes, distributions or types get an error on all units
// that names them, and the program can go on.

#include <dash/Array.h>
#include <dash/Exception.h>
#include <dash/Matrix.h>
#include <dash/Shared.h>
#include <dash/pattern/CSRPattern.h>

#include <functional>
#include <string>
#include <vector>

#include "dash_test_base.h"

namespace dash::test {
namespace {

struct Container {
  const char* text;  ///< that the message has for it
  std::function<void()> make;
};

template <class T>
void make_array(std::size_t size, const DistributionSpec<1>& distribution = BLOCKED)
{
  Array<T> array(size, distribution);
}

void make_matrix(std::size_t rows, std::size_t columns)
{
  Matrix<int, 2> matrix(rows, columns);
}

void make_csr_array(std::size_t first, std::size_t last = 10)
{
  std::vector<std::size_t> sizes(dash::size(), 10);
  sizes.back() = last;
  sizes.front() = first;
  const CSRPattern<1> pattern(sizes);
  Array<int, default_index_t, CSRPattern<1>> array(pattern);
}

template <class T>
void make_shared(int owner)
{
  Shared<T> shared{team_unit_t(owner)};
}

/// Each two are different.
const std::vector<Container>& containers()
{
  static const std::vector<Container> all = {
      {"dash::Array of 100 × int", [] { make_array<int>(100); }},
      {"dash::Array of 101 × int", [] { make_array<int>(101); }},
      {"dash::Array of 100 × float", [] { make_array<float>(100); }},
      {"dash::Array of 100 × int", [] { make_array<int>(100, CYCLIC); }},
      {"dash::Array of 100 × int", [] { make_array<int>(100, BLOCKCYCLIC(7)); }},
      {"dash::Matrix of 100 × int", [] { make_matrix(10, 10); }},
      {"dash::Matrix of 100 × int", [] { make_matrix(20, 5); }},
      {"dash::Array of ", [] { make_csr_array(10); }},
      {"dash::Array of ", [] { make_csr_array(12, 8); }},
      {"dash::Array of ", [] { make_csr_array(12); }},
  };
  return all;
}

/// Each two are different. They are in host memory, where containers are not: both together are
/// different calls of the runtime.
const std::vector<Container>& values()
{
  static const std::vector<Container> all = {
      {"dash::Shared of int at unit 0", [] { make_shared<int>(0); }},
      {"dash::Shared of float at unit 0", [] { make_shared<float>(0); }},
      {"dash::Shared of int at unit 1", [] { make_shared<int>(dash::size() > 1 ? 1 : 0); }},
  };
  return all;
}

/// What the exception says that all units get.
std::string refusal_of(const Container& container)
{
  try {
    container.make();
  } catch (const exception::InvalidArgument& refused) {
    return refused.what();
  }
  return "no exception";
}

class AgreementTest : public TestBase {};

/// Each two of them are refused if the last unit makes the other one.
void expect_refusals(const std::vector<Container>& containers)
{
  if (dash::size() < 2) return;
  const auto last = static_cast<dart_unit_t>(dash::size() - 1);
  for (const Container& one : containers) {
    for (const Container& other : containers) {
      if (&one == &other) continue;
      const std::string message = refusal_of(dash::myid() == last ? other : one);
      EXPECT_NE(message.npos, message.find(std::string("unit 0 asks for ") + one.text)) << message;
      EXPECT_NE(
          message.npos,
          message.find("unit " + std::to_string(last) + " for " + std::string(other.text)))
          << message;
    }
  }
}

TEST_F(AgreementTest, DifferentContainers)
{
  expect_refusals(containers());
}

TEST_F(AgreementTest, DifferentValues)
{
  expect_refusals(values());
}

TEST_F(AgreementTest, TheSameContainersAgree)
{
  for (const Container& container : containers()) EXPECT_NO_THROW(container.make());
  for (const Container& value : values()) EXPECT_NO_THROW(value.make());
}

}  // namespace
}  // namespace dash::test
