#include "perftest.h"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "peer.h"

namespace bench::ib {
namespace {

/// Each run has a port of its own, because the port of the preceding run may not be free yet.
int next_port = 18600;

/// The command prefix that binds a command to one core.
std::string on_core(int core)
{
  return "timeout 120 taskset -c " + std::to_string(core) + " ";
}

/// Starts the server on one adapter and, as soon as it listens, the client on the other one.
std::string command(const std::string& program, const std::string& options)
{
  const std::string port = std::to_string(next_port++);
  const std::string both = program + " -x 1 -F -p " + port + " " + options;
  return on_core(peer_core) + both +
         " -d rxe1 >/dev/null 2>&1 & for i in $(seq 200); do ss -ltnH | grep -q :" + port +
         " && break; sleep .05; done; " + on_core(own_core) + both +
         " -d rxe0 127.0.0.1 2>&1; wait";
}

/// The numbers of a line, including "-nan"; empty if the line contains anything else.
std::vector<double> numbers_of(const std::string& line)
{
  std::vector<double> numbers;
  std::istringstream text(line);
  for (std::string word; text >> word;) {
    char* end = nullptr;
    numbers.push_back(std::strtod(word.c_str(), &end));
    if (*end != '\0') return {};
  }
  return numbers;
}

struct Close {
  void operator()(FILE* pipe) const { pclose(pipe); }
};

/// The client's output, and its last line of figures.
struct Run {
  std::string output;
  std::vector<double> figures;
};

Run run(const std::string& command)
{
  Run result;
  const std::unique_ptr<FILE, Close> pipe(popen(command.c_str(), "r"));
  char line[512];
  while (pipe != nullptr && std::fgets(line, sizeof line, pipe.get()) != nullptr) {
    result.output += line;
    if (auto numbers = numbers_of(line); numbers.size() > 3) result.figures = std::move(numbers);
  }
  return result;
}

/// perftest gives up if it cannot determine the clock rate, which happens on a busy machine.
constexpr int most_runs = 4;

}  // namespace

double perftest(const std::string& program, const std::string& options, int column)
{
  Run last;
  for (int k = 0; k < most_runs; ++k) {
    last = run(command(program, options));
    if (static_cast<int>(last.figures.size()) > column) {
      return last.figures[static_cast<std::size_t>(column)];
    }
  }
  throw std::runtime_error(program + " (package perftest) gave no figures: " + last.output);
}

double perftest_latency(const std::string& program, std::size_t bytes, std::size_t iterations)
{
  const std::string size = program == "ib_atomic_lat" ? "" : " -s " + std::to_string(bytes);
  return perftest(program, "-n " + std::to_string(iterations) + size, 4);
}

double perftest_bandwidth(const std::string& program, std::size_t bytes, std::size_t iterations)
{
  return perftest(program, "-n " + std::to_string(iterations) + " -s " + std::to_string(bytes), 3);
}

double perftest_rate(int queue_pairs, std::size_t iterations)
{
  return perftest(
      "ib_write_bw", "-s 8 -n " + std::to_string(iterations) + " -q " + std::to_string(queue_pairs),
      4);
}

}  // namespace bench::ib
