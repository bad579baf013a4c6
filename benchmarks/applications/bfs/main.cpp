/// app_bfs: breadth-first search in a Kronecker graph, as in Graph500 and the APEnet+ paper.
/// Measures traversed edges per second (TEPS): their harmonic mean over many roots, as in Graph500,
/// and one search in comparison with a queue on one core. The parents of each search are checked by
/// Graph500's rules.
///
///     dartrun -n 2 app_bfs
///     dartrun --gpu 2 app_bfs --size 26    # the scale

#include "bfs.h"

#include <dash/Team.h>
#include <dash/algorithm/Copy.h>
#include <dash/algorithm/Reduce.h>
#include <dash/util/Random.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "check.h"
#include "support/application.h"

namespace {

using bfs::Check;
using bfs::Graph;
using bfs::Search;
using bfs::Vertex;

constexpr unsigned largest_scale = 30, largest_serial_scale = 21;

template <class Array>
auto whole(const Array& array)
{
  std::vector<typename Array::value_type> copy(array.size());
  dash::copy(array.begin(), array.end(), copy.data());
  return copy;
}

/// Checks a search from \p root. Collective. \return the number of edges in its part of the graph
std::size_t edges_of(Check& check, const Search& search, Vertex root)
{
  const Check::Result found = check.run(search.parents(), root);
  bench::require(found.wrong == 0, "the parents keep Graph500's rules");
  return found.edges;
}

/// The whole graph on one unit, searched with a queue.
class SerialGraph {
 public:
  explicit SerialGraph(const Graph& graph)
      : neighbours_(whole(graph.neighbours())),
        parents_(graph.size())
  {
    // ends count from the first neighbour of their unit
    const auto ends = whole(graph.ends());
    const auto& rows = graph.ends().pattern();
    std::uint64_t before = 0;
    for (std::size_t unit = 0, v = 0; unit < dash::size(); ++unit) {
      const std::size_t last = v + rows.local_size(dash::team_unit_t(static_cast<int>(unit)));
      for (; v < last; ++v) ends_.push_back(before + ends[v]);
      if (!ends_.empty()) before = ends_.back();
    }
  }

  void search(Vertex root)
  {
    std::fill(parents_.begin(), parents_.end(), bfs::nobody);
    parents_[root] = root;
    queue_.assign(1, root);
    for (std::size_t k = 0; k < queue_.size(); ++k) {
      const Vertex v = queue_[k];
      for (std::uint64_t i = v == 0 ? 0 : ends_[v - 1]; i < ends_[v]; ++i) {
        if (parents_[neighbours_[i]] != bfs::nobody) continue;
        parents_[neighbours_[i]] = v;
        queue_.push_back(neighbours_[i]);
      }
    }
  }

 private:
  std::vector<Vertex> neighbours_;
  std::vector<std::uint64_t> ends_;
  std::vector<Vertex> parents_, queue_;
};

/// Whether a vertex has an edge to another one.
bool has_edges(const Graph& graph, Vertex v)
{
  const auto at = [](const auto& array, auto unit, std::uint64_t i) {
    return array[array.pattern().global_index(unit, {static_cast<dash::default_index_t>(i)})];
  };
  const auto [unit, local] = graph.ends().pattern().local(v);
  const std::uint64_t begin = local == 0 ? 0 : at(graph.ends(), unit, local - 1);
  for (std::uint64_t i = begin; i < at(graph.ends(), unit, local); ++i)
    if (at(graph.neighbours(), unit, i) != v) return true;
  return false;
}

/// Different vertices with edges, drawn at random, the same on all units.
std::vector<Vertex> find_roots(const Graph& graph, std::size_t count)
{
  const dash::Random random{64};
  std::vector<Vertex> roots;
  for (std::uint64_t i = 0; roots.size() < count; ++i) {
    const auto v = static_cast<Vertex>(random.below(i, graph.size()));
    const bool is_new = std::find(roots.begin(), roots.end(), v) == roots.end();
    if (is_new && has_edges(graph, v)) roots.push_back(v);
  }
  return roots;
}

/// Searches from as many roots as in Graph500, each of which is checked, and their mean as it is
/// defined there: the harmonic mean of the speeds.
void measure_roots(bench::Bench& bench, const Graph& graph, Search& search, unsigned scale)
{
  const std::size_t count = bench.sized(64, 4);
  const std::vector<Vertex> roots = find_roots(graph, count);
  Check check(graph);
  search.run(roots.front());  // loads kernels, which is no part of a search
  double seconds_an_edge = 0;
  for (const Vertex root : roots) {
    const auto run = bench::by_all([&] { search.run(root); });
    const double seconds = bench::measure_seconds({run}, {0, 1}, bench::Pick::best).front();
    seconds_an_edge += seconds / static_cast<double>(edges_of(check, search, root));
  }
  auto params = bench::where();
  params.emplace_back("scale", scale);
  params.emplace_back("roots", count);
  bench.report(
      {.name = "searches, harmonic mean",
       .params = std::move(params),
       .value = static_cast<double>(count) / seconds_an_edge / bench::mega,
       .unit = "MTEPS"});
}

/// One search again and again, beside a queue on one core as long as the graph is not too large.
void measure_root(bench::Bench& bench, const Graph& graph, Search& search, unsigned scale)
{
  const Vertex root = find_roots(graph, 1).front();
  search.run(root);
  Check check(graph);
  const auto edges = static_cast<double>(edges_of(check, search, root));
  auto params = bench::where();
  params.emplace_back("scale", scale);
  params.emplace_back("root", root);
  const auto run = bench::by_all([&] { search.run(root); });
  if (scale > largest_serial_scale) {
    const auto seconds = bench.figure(run);
    return bench.report("search", std::move(params), seconds.rate(edges, bench::mega), "MTEPS");
  }
  SerialGraph serial(graph);
  const auto seconds = bench.duel(run, bench::by_one([&] { serial.search(root); }));
  bench.report(
      "search", std::move(params), seconds.rate(edges, bench::mega), "MTEPS",
      "queue from the top down, one core");
}

/// Bytes that nobody can do without: the edges in both directions, where those of a vertex end, and
/// its parent.
double data_bytes(const Graph& graph)
{
  return static_cast<double>(
      graph.neighbours().size() * sizeof(Vertex) +
      graph.size() * (sizeof(std::uint64_t) + sizeof(Vertex)));
}

void measure(bench::Bench& bench)
{
  const bool on_gpus = bench::num_gpu_units() > 0;
  for (const std::size_t size :
       bench.sizes(on_gpus ? bench::Sizes{16, 19, 21, 23} : bench::Sizes{16, 17}, 9)) {
    if (size > largest_scale) {
      throw std::invalid_argument(
          "--size is the scale of the graph, " + std::to_string(largest_scale) + " at most");
    }
    const auto scale = static_cast<unsigned>(size);
    const bench::Memory memory;
    const Graph graph(scale);
    Search search(graph);
    // Pages of host memory through which the edges passed when they were sorted would count, too.
    if (on_gpus) bench::report_memory(bench, memory, data_bytes(graph));
    measure_roots(bench, graph, search, scale);
    measure_root(bench, graph, search, scale);
  }
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_application("bfs", argc, argv, measure);
}
