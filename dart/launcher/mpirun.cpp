#include "mpirun.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include "job/job.h"
#include "modules.h"
#include "process.h"
#include "trace/trace.h"
#include "trace_merge.h"

namespace dart::launcher {
namespace {

/// Searches mpirun in PATH. \throws std::runtime_error if there is none
std::string find_mpirun()
{
  try {
    return find_program("mpirun");
  } catch (const ExecError&) {
    throw std::runtime_error(
        "no mpirun in PATH, which starts runs over several hosts; install Open MPI (openmpi-bin), "
        "or add its folder to PATH");
  }
}

/// Throws unless \p mpirun is that of Open MPI: others take different arguments.
void require_open_mpi(const std::string& mpirun)
{
  std::error_code missing;
  if (std::filesystem::current_path(missing).empty())
    throw std::runtime_error(
        "the working directory does not exist any more, and mpirun needs one; change to another");
  const std::string line = first_line_of(mpirun, "--version");
  if (line.find("Open MPI") != line.npos) return;
  throw std::runtime_error(
      mpirun + " is not Open MPI's (it says \"" + line +
      "\"); start the program by your MPI's own launcher, which needs no dartrun, or put Open MPI "
      "first in PATH");
}

void require_mpi_module()
{
  const std::string trouble = module_trouble("libdart-mpi.so");
  if (trouble.empty()) return;
  throw std::runtime_error(
      "runs over several hosts need the runtime's MPI module: " + trouble +
      "; build with -DDASH_WITH_MPI=ON");
}

/// Sets variables for the units in the environment of this process, which mpirun inherits.
class Variables {
 public:
  void set(const std::string& name, const std::string& value)
  {
    setenv(name.c_str(), value.c_str(), 1);
    changes_.push_back(name + '=' + value);
    names_.insert(name);
  }
  static void unset(const char* name) { unsetenv(name); }

  /// The variables that were set here, as NAME=VALUE.
  const std::vector<std::string>& changes() const { return changes_; }

  /// Names of all variables that units on other hosts get.
  std::set<std::string> names() const
  {
    std::set<std::string> names = names_;
    for (char** entry = environ; *entry != nullptr; ++entry) {
      const std::string_view variable = *entry;
      if (variable.starts_with("DART_") || variable.starts_with("DASH_")) {
        names.emplace(variable.substr(0, variable.find('=')));
      }
    }
    return names;
  }

 private:
  std::vector<std::string> changes_;
  std::set<std::string> names_;
};

void set_count(Variables& variables, const char* name, std::optional<std::uint32_t> count)
{
  if (count) {
    variables.set(name, std::to_string(*count));
  } else {
    Variables::unset(name);
  }
}

/// Unit 0 writes the trace at the end. Until then the file is a trace without events, also if the
/// run does not come to its end.
void write_empty_trace(const std::string& path)
{
  const std::string trouble = TraceMerge(path).merge();
  if (!trouble.empty()) throw std::runtime_error(trouble);
}

Variables set_variables(const Options& options)
{
  const HostPlan& plan = *options.hosts;
  Variables variables;
  // These variables may be left from another run, one of whose units started this process.
  for (const char* name : {env_job_fd, env_unit, env_hosts, env_trace_fd}) Variables::unset(name);
  variables.set(env_units, std::to_string(plan.units()));
  set_count(variables, env_cpu_units, plan.cpu);
  set_count(variables, env_gpu_units, plan.gpu);
  variables.set(env_gpu_backend, options.gpu_backend);
  variables.set(env_gpu_map, to_list(options.gpu_map));
  variables.set(env_hosts_emulated, std::to_string(plan.emulated));
  if (!options.trace.empty()) {
    if (plan.machines.front().name == this_machine) write_empty_trace(options.trace);
    variables.set(env_trace_file, std::filesystem::absolute(options.trace));
  }
  if (!options.transport.empty()) variables.set(env_transport, options.transport);
  if (!options.heap.empty()) variables.set(env_heap, options.heap);
  for (const std::string& variable : options.environment) {
    const auto equals = variable.find('=');
    variables.set(variable.substr(0, equals), variable.substr(equals + 1));
  }
  return variables;
}

std::string host_list(const HostPlan& plan)
{
  std::string list;
  for (const auto& [name, units] : plan.machines) {
    list += (list.empty() ? "" : ",") + name + ':' + std::to_string(units);
  }
  return list;
}

/// The time in seconds, rounded up because mpirun accepts only integers.
std::string whole_seconds(std::chrono::milliseconds time)
{
  return std::to_string(std::chrono::ceil<std::chrono::seconds>(time).count());
}

/// Whether there are more units than cores on this machine, so that waiting units have to yield
/// their cores.
bool crowds_this_machine(const HostPlan& plan)
{
  return plan.machines.front().name == this_machine && plan.units() > allowed_cores().size();
}

/// mpirun interprets some words that stand behind the program, too.
void require_plain_arguments(const std::vector<std::string>& command)
{
  if (std::find(command.begin(), command.end(), ":") == command.end()) return;
  throw UsageError(
      "program's argument \":\": mpirun takes what follows it for another program; pass it in "
      "another form, such as a file or a variable (--env)");
}

using Words = std::vector<std::string>;

Words compose(
    const Options& options, const std::string& mpirun, const std::string& program,
    const Variables& variables)
{
  const HostPlan& plan = *options.hosts;
  Words words{mpirun, "-n", std::to_string(plan.units()), "--host", host_list(plan)};
  const auto add = [&](std::initializer_list<std::string> more) {
    words.insert(words.end(), more);
  };
  // The units of a host have consecutive ids. The user, not the number of cores, determines how
  // many there are.
  add({"--map-by", "slot:OVERSUBSCRIBE"});
  const std::string bind = to_string(options.bind);
  add({"--bind-to", options.bind == Bind::none ? bind : bind + ":overload-allowed"});
  if (crowds_this_machine(plan)) add({"--mca", "mpi_yield_when_idle", "1"});
  if (geteuid() == 0) add({"--allow-run-as-root"});
  if (options.tag_output) add({"--tag-output"});
  if (options.timeout) add({"--timeout", whole_seconds(*options.timeout)});
  if (!options.wdir.empty()) add({"--wdir", absolute(options.wdir)});
  for (const std::string& name : variables.names()) add({"-x", name});
  words.push_back(program);
  words.insert(words.end(), options.command.begin() + 1, options.command.end());
  return words;
}

/// The word in quotation marks, as a shell needs it.
std::string quoted(const std::string& word)
{
  constexpr char plain[] =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%";
  if (!word.empty() && word.find_first_not_of(plain) == word.npos) return word;
  std::string text = "'";
  for (const char c : word) {
    if (c == '\'') {
      text += "'\\''";
    } else {
      text += c;
    }
  }
  return text + '\'';
}

void show(const Variables& variables, const Words& words)
{
  std::string line = "dartrun:";
  for (const std::string& change : variables.changes()) {
    const auto value = change.find('=') + 1;
    line += ' ' + change.substr(0, value) + quoted(change.substr(value));
  }
  for (const std::string& word : words) line += ' ' + quoted(word);
  std::fprintf(stderr, "%s\n", line.c_str());
}

}  // namespace

void become_mpirun(const Options& options)
{
  const std::string program = find_program(options.command.front());
  require_plain_arguments(options.command);
  const std::string mpirun = find_mpirun();
  require_open_mpi(mpirun);
  require_mpi_module();
  const Variables variables = set_variables(options);
  Words words = compose(options, mpirun, program, variables);
  if (options.verbose) show(variables, words);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  execv(mpirun.c_str(), arguments.data());
  throw ExecError(mpirun, errno);
}

}  // namespace dart::launcher
