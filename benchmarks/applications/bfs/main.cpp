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

#include "support/application.h"

namespace {

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

using Level = std::uint32_t;
constexpr Level not_reached = ~Level{0};

/// The number of each vertex's ancestors, whose last one is its own parent. Vertices of a wrong
/// search have no level if their ancestors form a circle.
std::vector<Level> levels_of(const std::vector<Vertex>& parents)
{
  constexpr Level on_path = not_reached - 1;
  std::vector<Level> levels(parents.size(), not_reached);
  std::vector<std::size_t> path;
  for (std::size_t first = 0; first < parents.size(); ++first) {
    std::size_t v = first;
    for (; levels[v] == not_reached && parents[v] < parents.size(); v = parents[v]) {
      levels[v] = parents[v] == v ? 0 : on_path;
      if (parents[v] != v) path.push_back(v);
    }
    for (Level level = levels[v]; !path.empty(); path.pop_back())
      levels[path.back()] = level < on_path ? ++level : not_reached;
  }
  return levels;
}

/// The unit's rows, and the results of all vertices, in host memory.
struct Results {
  Results(const Graph& graph, const Search& search)
      : first(static_cast<std::size_t>(graph.ends().pattern().lbegin())),
        ends(graph.ends().lsize()),
        neighbours(graph.neighbours().lsize()),
        parents(whole(search.parents())),
        levels(levels_of(parents))
  {
    dash::copy(graph.ends().lbegin(), graph.ends().lend(), ends.data());
    dash::copy(graph.neighbours().lbegin(), graph.neighbours().lend(), neighbours.data());
  }

  /// Whether vertex \p v of the unit satisfies the rules: its parent is its neighbour on the level
  /// before, levels of neighbours differ by one at most, and all neighbours are reached if it is.
  bool is_right(std::size_t v, Vertex root) const
  {
    const std::size_t self = first + v;
    const auto begin = neighbours.begin() + static_cast<std::ptrdiff_t>(v == 0 ? 0 : ends[v - 1]);
    const auto end = neighbours.begin() + static_cast<std::ptrdiff_t>(ends[v]);
    const bool reached = parents[self] != bfs::nobody;
    if (reached != (levels[self] != not_reached)) return false;
    for (auto neighbour = begin; neighbour != end; ++neighbour) {
      if (reached != (parents[*neighbour] != bfs::nobody)) return false;
      if (reached && distance(levels[self], levels[*neighbour]) > 1) return false;
    }
    if (self == root) return parents[self] == root && levels[self] == 0;
    return !reached || (levels[parents[self]] + 1 == levels[self] &&
                        std::find(begin, end, parents[self]) != end);
  }

  static Level distance(Level a, Level b) { return std::max(a, b) - std::min(a, b); }

  std::size_t first;
  std::vector<std::uint64_t> ends;
  std::vector<Vertex> neighbours;
  std::vector<Vertex> parents;
  std::vector<Level> levels;
};

/// Checks a search from \p root. Collective. \return the number of edges in its part of the graph
std::size_t check(const Graph& graph, const Search& search, Vertex root)
{
  search.parents().barrier();
  const Results results(graph, search);
  std::size_t wrong = 0, reached = 0;
  for (std::size_t v = 0; v < results.ends.size(); ++v) {
    if (!results.is_right(v, root)) ++wrong;
    if (results.parents[results.first + v] == bfs::nobody) continue;
    reached += results.ends[v] - (v == 0 ? 0 : results.ends[v - 1]);
  }
  bench::require(
      dash::reduce(&wrong, &wrong + 1, std::size_t{0}) == 0, "the parents keep Graph500's rules");
  return dash::reduce(&reached, &reached + 1, std::size_t{0}) / 2;
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

/// Vertices with neighbours, the same on all units. Collective.
std::vector<Vertex> find_roots(const Graph& graph, std::size_t count)
{
  const std::vector<std::uint64_t> ends = whole(graph.ends());
  const auto& rows = graph.ends().pattern();
  const auto has_neighbours = [&](std::size_t v) {  // ends count from the unit's first neighbour
    const bool is_first = v == 0 || rows.unit_at(static_cast<dash::default_index_t>(v)) !=
                                        rows.unit_at(static_cast<dash::default_index_t>(v - 1));
    return ends[v] != (is_first ? 0 : ends[v - 1]);
  };
  const dash::Random random{64};
  std::vector<Vertex> roots;
  for (std::uint64_t i = 0; roots.size() < count; ++i) {
    const std::uint64_t v = random.below(i, graph.size());
    if (has_neighbours(v)) roots.push_back(static_cast<Vertex>(v));
  }
  return roots;
}

/// Searches from many roots, each of which is checked, and their mean as Graph500 defines it: the
/// harmonic mean of the speeds.
void measure_roots(bench::Bench& bench, const Graph& graph, Search& search, unsigned scale)
{
  // Checks take much longer than searches, so there are fewer in large graphs.
  const std::size_t most = std::clamp<std::size_t>((std::size_t{1} << 22) >> scale, 4, 64);
  const std::size_t count = bench.sized(most, 4);
  const std::vector<Vertex> roots = find_roots(graph, count);
  search.run(roots.front());  // loads kernels, which is no part of a search
  double seconds_an_edge = 0;
  for (const Vertex root : roots) {
    const auto run = bench::by_all([&] { search.run(root); });
    const double seconds = bench::measure_seconds({run}, {0, 1}, bench::Pick::best).front();
    seconds_an_edge += seconds / static_cast<double>(check(graph, search, root));
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
  const auto edges = static_cast<double>(check(graph, search, root));
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
