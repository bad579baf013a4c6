#include "options.h"

#include <strings.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>

#include "base/environment.h"
#include "dash/dart/if/dart.h"
#include "job/job.h"
#include "trace/trace.h"
#include "transport/transport_table.h"

namespace dart::launcher {
namespace {

constexpr char description[] =
    "Runs a program as several units (processes) of one run.\n"
    "The units share global memory through DART. On one host no MPI is needed; a run over several\n"
    "hosts is started by Open MPI's mpirun, with the arguments that --verbose shows.";

constexpr char footer[] =
    "Examples:\n"
    "  dartrun ./app                          one unit per core\n"
    "  dartrun -n 4 ./app input.png --fast    4 units; the program gets what follows it\n"
    "  dartrun -n 4 --bind core --heap 4G ./app\n"
    "  dartrun --cpu 4 --gpu 2 ./app          4 units on cores and 2 on GPUs\n"
    "  dartrun --cpu 2 --gpu 2 --gpu-backend emulated ./app    the same without a GPU\n"
    "  dartrun --hosts a,b -n 8 ./app         4 units on each of two hosts\n"
    "  dartrun --hosts a,b,c:4 -n 10 ./app    4 units on c, 3 on a and 3 on b\n"
    "  dartrun --hosts a,b --cpu 4 --gpu 2 ./app   4 and 2 units on each host\n"
    "  dartrun --hosts-emulated 2 -n 4 ./app  two emulated hosts, for development and tests\n"
    "  dartrun -n 4 --trace out.json ./app    with a timeline for ui.perfetto.dev\n"
    "  dartrun --cpu 4 --gpu 2 --energy ./app    with the joules that the run takes\n"
    "  dartrun -n 4 --tag-output -x OMP_NUM_THREADS=1 --timeout 60 ./app\n"
    "  DART_UNITS=2 dartrun ./app             the same as -n 2\n"
    "\n"
    "Environment (the command line wins):\n"
    "  DART_UNITS, DART_CPU_UNITS, DART_GPU_UNITS, DART_GPU_BACKEND, DART_GPU_MAP, DART_HEAP,\n"
    "  DART_BIND, DART_TAG_OUTPUT, DART_TIMEOUT, DART_WDIR, DART_VERBOSE, DART_HOSTS,\n"
    "  DART_HOSTS_EMULATED, DART_TRANSPORT, DART_TRACE_FILE, DART_ENERGY set defaults of the\n"
    "  options;\n"
    "  switches take 1 or 0.\n"
    "  If any number of units is given on the command line, the variables of all three numbers\n"
    "  are ignored.\n"
    "  Each unit finds its own id in DART_UNIT and the numbers of units in DART_UNITS,\n"
    "  DART_CPU_UNITS and DART_GPU_UNITS. dart-info --variables lists all variables.\n"
    "\n"
    "Several hosts:\n"
    "  Units on other hosts get the variables that begin with DART_ or DASH_ and those of --env.\n"
    "  The program has to be at the same path on all hosts. mpirun implements --tag-output and\n"
    "  --timeout (whole seconds), and determines the exit code. If dartrun runs as root, it "
    "permits\n"
    "  mpirun to do so, too.\n"
    "\n"
    "Exit code:\n"
    "  0 if all units succeeded, otherwise that of the first unit that failed; 128 + signal if it "
    "was\n"
    "  killed; 1 if it ended without dash::finalize; 124 if the time limit has passed; 126, 127 "
    "if\n"
    "  the program cannot be run; 2 for wrong use of dartrun.";

class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter() { column_width(28); }

  std::string make_usage(const CLI::App*, std::string) const override
  {
    return "Usage: dartrun [options] program [arguments...]\n";
  }
};

bool parse_switch(const CLI::Option* flag, bool value, KnobName variable)
{
  if (flag->count() > 0) return value;
  const auto given = given_by_environment(variable);
  if (!given) return false;
  for (const char* yes : {"1", "true", "yes", "on"}) {
    if (strcasecmp(given->text.c_str(), yes) == 0) return true;
  }
  for (const char* no : {"0", "false", "no", "off"}) {
    if (strcasecmp(given->text.c_str(), no) == 0) return false;
  }
  given->refuse("1 or 0");
}

/// The options for the numbers of units.
struct CountOptions {
  explicit CountOptions(CLI::App& app)
      : all(app, "-n,--units", "COUNT", env_units,
            "Number of all units; default: one per core allowed here"),
        cpu(app, "--cpu", "COUNT", env_cpu_units,
            "Number of CPU units; default: --units minus --gpu"),
        gpu(app, "--gpu", "COUNT", env_gpu_units,
            "Number of GPU units, the last ones of the run; default: 0")
  {}

  /// The counts belong together: if one is given on the command line, all variables are ignored.
  GivenCounts given() const
  {
    GivenCounts given{all.by_command_line(), cpu.by_command_line(), gpu.by_command_line()};
    if (!given.any()) given = {all.by_environment(), cpu.by_environment(), gpu.by_environment()};
    return given;
  }

  ValueOption all, cpu, gpu;
};

/// The number of units if none is given.
std::uint32_t default_units()
{
  return std::min<std::uint32_t>(allowed_cores().size(), max_units_per_host);
}

/// Determines the hosts of the run, and how many units there are of each kind.
void parse_places(const GivenHosts& hosts, const GivenCounts& counts, Options& options)
{
  options.hosts = plan_hosts(hosts, counts, default_units());
  if (!options.hosts) options.units = parse_counts(counts, default_units());
}

std::string joined(const std::vector<std::string>& words, const char* separator)
{
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : separator) + word;
  return text;
}

std::string parse_transport(const ValueOption& transport, bool several_hosts)
{
  const auto given = transport.given();
  if (!given) return {};
  const std::vector<std::string> known = transport_choices();
  if (std::find(known.begin(), known.end(), given->text) == known.end()) {
    given->refuse(transport_choices_text());
  }
  if (!several_hosts && transport.by_command_line()) {
    given->refuse("--hosts or --hosts-emulated with it; units of one host share memory");
  }
  return given->text;
}

std::string parse_gpu_backend(const std::optional<Given>& given)
{
  if (!given) return "cuda";
  if (given->text != "cuda" && given->text != "emulated") given->refuse("cuda or emulated");
  return given->text;
}

std::string parse_heap(const std::optional<Given>& given)
{
  if (!given) return {};
  if (!parse_size(given->text)) given->refuse(size_syntax);
  return given->text;
}

Bind parse_bind(const std::optional<Given>& given)
{
  if (!given || given->text == "none") return Bind::none;
  if (given->text == "core") return Bind::core;
  if (given->text == "numa") return Bind::numa;
  given->refuse("none, core or numa");
}

std::optional<std::chrono::milliseconds> parse_timeout(const std::optional<Given>& given)
{
  if (!given) return std::nullopt;
  constexpr double longest = 1e9;
  double seconds = 0;
  const auto rest = parse_number(given->text, seconds);
  if (!rest || !rest->empty() || !(seconds >= 0.001 && seconds <= longest)) {
    given->refuse("a time in seconds, such as 60 or 0.5");
  }
  return std::chrono::milliseconds(std::llround(seconds * 1000));
}

int parse_process(const std::string& text)
{
  int process = 0;
  const auto rest = parse_number(text, process);
  if (!rest || !rest->empty() || process <= 0)
    throw UsageError("--who " + text + ": expected the id of a process");
  return process;
}

std::string parse_trace(const ValueOption& trace)
{
  const auto given = trace.given();
  return given ? given->text : std::string();
}

/// Completes NAME to NAME=VALUE from dartrun's own environment.
std::string parse_variable(const std::string& text)
{
  const std::string name = text.substr(0, text.find('='));
  if (name.empty()) throw UsageError("--env " + text + ": expected NAME=VALUE or NAME");
  for (const char* reserved :
       {env_job_fd, env_unit, env_units, env_cpu_units, env_gpu_units, env_gpu_backend, env_gpu_map,
        env_hosts, env_hosts_emulated}) {
    if (name == reserved) throw UsageError("--env " + text + ": dartrun sets this variable itself");
  }
  if (name.size() < text.size()) return text;
  const char* value = foreign_environment(name.c_str());
  if (value == nullptr) {
    throw UsageError(
        "--env " + name + ": not set in the environment; give its value, --env " + name + "=VALUE");
  }
  return name + "=" + value;
}

/// The program and its arguments, which follow dartrun's own options.
std::vector<std::string> parse_command(std::vector<std::string> rest)
{
  const bool marked = !rest.empty() && rest.front() == "--";
  if (marked) rest.erase(rest.begin());
  if (rest.empty() || rest.front().empty()) {
    throw UsageError("no program given; expected dartrun [options] program [arguments...]");
  }
  if (!marked && rest.front().front() == '-') {
    throw UsageError(rest.front() + ": no such option");
  }
  return rest;
}

}  // namespace

std::variant<Options, int> parse_options(int argc, char** argv)
{
  CLI::App app(description, "dartrun");
  app.formatter(std::make_shared<HelpFormatter>());
  app.footer(footer);
  app.prefix_command();
  app.set_help_flag("-h,--help", "Print this help");
  app.set_version_flag("--version", "dartrun, DASH " DASH_RELEASE_STRING, "Print the version");

  const CountOptions units(app);
  const ValueOption hosts(
      app, "--hosts", "LIST", env_hosts,
      "Hosts to run on, by mpirun: a,b,c:4; a number is that of the host's units, the other hosts "
      "share the remaining units. --cpu and --gpu then count the units of each host");
  const ValueOption hosts_emulated(
      app, "--hosts-emulated", "COUNT", env_hosts_emulated,
      "Divide each machine into this many hosts that share no memory, by mpirun");
  const std::string transport_words = joined(transport_choices(), "|");
  const ValueOption transport(
      app, "--transport", transport_words.c_str(), env_transport,
      "Transport between hosts; default: auto, the fastest one that all hosts have");
  const ValueOption gpu_backend(
      app, "--gpu-backend", "cuda|emulated", env_gpu_backend,
      "Implementation of the GPUs; default: cuda. Emulated GPUs need no hardware");
  const ValueOption gpu_map(
      app, "--gpu-map", "LIST", env_gpu_map,
      "GPUs that GPU units use in turn: 0,1,1; default: all");
  const ValueOption heap(
      app, "--heap", "SIZE", env_heap, "Limit of global memory per unit: 512M, 4G, ...");
  const ValueOption bind(
      app, "--bind", "none|core|numa", "DART_BIND",
      "Bind each unit to one core, or to the cores of one NUMA node; default: none");
  const ValueOption timeout(
      app, "--timeout", "SECONDS", "DART_TIMEOUT", "End the run after this time, exit code 124");
  const ValueOption trace(
      app, "--trace", "FILE", env_trace_file,
      "Write a timeline of tasks, algorithms and transfers to this file, for ui.perfetto.dev");
  const ValueOption wdir(
      app, "--wdir", "DIR", "DART_WDIR",
      "Directory to run in; a relative path of the program refers to the current directory");
  bool energy = false;
  const auto* energy_option = app.add_flag(
      "--energy", energy, "Print what processors and GPUs have taken, as far as it can be read");
  std::string who;
  const auto* who_option = app.add_option(
                                  "--who", who,
                                  "Run nothing: tell in which calls the units wait of the run of "
                                  "this process, which is that "
                                  "of dartrun or mpirun, or a unit's")
                               ->type_name("PID");
  std::vector<std::string> variables;
  app.add_option(
         "-x,--env", variables,
         "Set a variable for the units, or check that it is set; may be repeated")
      ->type_name("NAME[=VALUE]")
      ->allow_extra_args(false);
  Options options;
  const auto* tag_output = app.add_flag(
      "--tag-output", options.tag_output,
      "Start each line of output with [unit k]; lines of units are not mixed");
  const auto* verbose =
      app.add_flag("--verbose", options.verbose, "Print where each unit runs, and how it ended");

  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& done) {  // help or version was requested
    return app.exit(done);
  } catch (const CLI::ParseError& error) {
    throw UsageError(error.what());
  }

  if (who_option->count() > 0) {
    options.who = parse_process(who);
    return options;
  }
  options.command = parse_command(app.remaining());
  parse_places({hosts.given(), hosts_emulated.given()}, units.given(), options);
  options.transport = parse_transport(transport, options.hosts.has_value());
  options.gpu_backend = parse_gpu_backend(gpu_backend.given());
  // A variable that is left from a run with GPU units does no harm.
  const std::uint32_t gpus = options.hosts ? options.hosts->gpu.value_or(0) : options.units.gpu;
  const bool uses_map = gpus > 0 || gpu_map.by_command_line();
  if (uses_map) options.gpu_map = parse_gpu_map(gpu_map.given(), gpus);
  options.heap = parse_heap(heap.given());
  options.bind = parse_bind(bind.given());
  options.timeout = parse_timeout(timeout.given());
  options.tag_output = parse_switch(tag_output, options.tag_output, "DART_TAG_OUTPUT");
  options.verbose = parse_switch(verbose, options.verbose, "DART_VERBOSE");
  options.trace = parse_trace(trace);
  if (energy || environment(env_energy) != nullptr) {
    const bool is_on = parse_switch(energy_option, energy, env_energy);
    options.environment.push_back(std::string(env_energy) + (is_on ? "=1" : "=0"));
  }
  if (const auto directory = wdir.given()) options.wdir = directory->text;
  for (const auto& variable : variables) options.environment.push_back(parse_variable(variable));
  return options;
}

}  // namespace dart::launcher
