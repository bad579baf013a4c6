/// Measures each public algorithm beside the same call of the standard library, or the shortest
/// code where it has none, on elements of 4, 8 and 16 bytes. On one unit there are bounds; on
/// several, the ratio shows what they gain on one core of the standard library.

#include "sweep/measure.h"

namespace {

void measure(bench::Bench& bench)
{
  sweep::measure<std::uint32_t>(bench, "uint32_t");
  sweep::measure<double>(bench, "double");
  sweep::measure<sweep::Record>(bench, "16 bytes");
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_units("sweep", argc, argv, measure, [] { return std::string(); });
}
