#include "waits.h"

#include <cxxabi.h>
#include <dirent.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>

#include "base/clock.h"
#include "binding.h"
#include "process.h"
#include "verdict.h"

namespace dart::launcher {
namespace {

/// Units of which the same can be said, and how long they have been waiting.
struct Group {
  Cpus units;  // to_string abbreviates consecutive numbers
  double shortest = 0, longest = 0;

  void add(int unit, double seconds)
  {
    shortest = units.empty() ? seconds : std::min(shortest, seconds);
    longest = std::max(longest, seconds);
    units.push_back(unit);
  }
};

/// " of 1000 elements of type double"; empty if nothing is known of the elements.
std::string elements_text(const WaitNote& note)
{
  if (note.type[0] == '\0') return {};
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> name(
      abi::__cxa_demangle(note.type, nullptr, nullptr, &status), &std::free);
  const std::string type = name == nullptr ? "" : std::string(" of type ") + name.get();
  return " of " + std::to_string(note.elements) + (note.elements == 1 ? " element" : " elements") +
         type;
}

/// "dash::sort of 1000 elements of type double (dart_barrier, team 0)"
std::string text_of(const WaitNote& note)
{
  const std::string team =
      note.team == WaitNote::no_team ? "" : ", team " + std::to_string(note.team);
  if (note.caller[0] == '\0')
    return std::string(note.call) + (team.empty() ? "" : " (" + team.substr(2) + ')');
  return std::string(note.caller) + elements_text(note) + " (" + note.call + team + ')';
}

/// What is said of a unit: a wait, or why there is none.
struct State {
  bool waits = false;
  std::string text;  ///< of a wait: the call; otherwise what follows "unit 1 ", in the singular
  double seconds = 0;
};

State state_of(const JobBlock& job, std::uint32_t index, pid_t process)
{
  const JobBlock::Unit& unit = job.unit[index];
  const pid_t pid = unit.pid != 0 ? unit.pid.load() : process;
  const ProcessStatus status = pid > 0 ? status_of(pid) : ProcessStatus{};
  if (status.is_stopped()) return {false, "is stopped" + stop_text(status)};
  const WaitNote note = job.wait[index].read();
  if (note.waits)
    return {true, text_of(note), static_cast<double>(now_ns() - note.since_ns) * 1e-9};
  const bool is_gone = pid > 0 && kill(pid, 0) != 0 && errno == ESRCH;
  if (is_gone && unit.state != UnitState::finalized) return {false, "has ended"};
  if (unit.inits == 0) return {false, "has not called dash::init (dart_init)"};
  if (unit.state == UnitState::finalized)
    return {false, "has completed dash::finalize (dart_exit)"};
  return {false, "is not in any call that waits"};
}

std::string seconds_text(const Group& group)
{
  char text[64];
  if (group.longest - group.shortest < 0.1) {
    std::snprintf(text, sizeof text, "%.1f s", group.longest);
  } else {
    std::snprintf(text, sizeof text, "%.1f to %.1f s", group.shortest, group.longest);
  }
  return text;
}

/// "units 0,2 wait 3.4 s in dash::sort (dart_barrier, team 0)"
std::string line_of(const State& state, const Group& group)
{
  const bool is_one = group.units.size() == 1;
  const std::string units = (is_one ? "unit " : "units ") + to_string(group.units);
  if (state.waits) {
    return units + (is_one ? " waits " : " wait ") + seconds_text(group) + " in " + state.text;
  }
  if (is_one) return units + ' ' + state.text;
  const bool is_is = state.text.starts_with("is ");
  return units + (is_is ? " are " : " have ") + state.text.substr(is_is ? 3 : 4);
}

/// The entries of a folder of /proc that are numbers; none if it cannot be read.
std::vector<int> numbers_in(const std::string& folder)
{
  std::vector<int> numbers;
  const std::unique_ptr<DIR, int (*)(DIR*)> open(opendir(folder.c_str()), &closedir);
  if (open == nullptr) return numbers;
  while (const dirent* entry = readdir(open.get())) {
    if (entry->d_name[0] >= '0' && entry->d_name[0] <= '9')
      numbers.push_back(std::atoi(entry->d_name));
  }
  return numbers;
}

/// The run's memory file as a process has it. \return a descriptor; -1 if it has none
int open_job_of(pid_t process)
{
  const std::string folder = "/proc/" + std::to_string(process) + "/fd";
  const std::string name = std::string("/memfd:") + job_file_name + ' ';
  for (const int number : numbers_in(folder)) {
    const std::string path = folder + '/' + std::to_string(number);
    char target[256];
    const ssize_t length = readlink(path.c_str(), target, sizeof target);
    if (length < 0 || !std::string(target, length).starts_with(name)) continue;
    const int file = open(path.c_str(), O_RDWR | O_CLOEXEC);
    if (file >= 0) return file;
  }
  return -1;
}

/// A process and those that it has started, and those that these have started.
std::vector<pid_t> family_of(pid_t process)
{
  std::multimap<pid_t, pid_t> children;
  for (const int pid : numbers_in("/proc")) children.emplace(status_of(pid).parent, pid);
  std::vector<pid_t> family{process};
  for (std::size_t next = 0; next < family.size(); ++next) {
    const auto [begin, end] = children.equal_range(family[next]);
    for (auto child = begin; child != end; ++child) family.push_back(child->second);
  }
  return family;
}

/// Prints the lines of a run whose memory file this is. \return whether it is one
bool tell_waits_of_job(int file)
{
  JobBlock* const job = job_map(file);
  if (job == nullptr) return false;
  const bool is_job = job->magic == JobBlock::magic_value && job->units <= max_units_per_host;
  if (is_job) {
    for (const std::string& line : describe_waits(*job)) std::printf("%s\n", line.c_str());
  }
  munmap(job, job_block_bytes);
  return is_job;
}

}  // namespace

std::vector<std::string> describe_waits(const JobBlock& job, const std::vector<pid_t>& processes)
{
  std::map<std::pair<bool, std::string>, std::size_t> known;  // places of groups
  std::vector<std::pair<State, Group>> groups;                // by their first units
  for (std::uint32_t index = 0; index < job.units; ++index) {
    State state = state_of(job, index, index < processes.size() ? processes[index] : 0);
    const auto [place, is_new] = known.try_emplace({state.waits, state.text}, groups.size());
    const double seconds = state.seconds;
    if (is_new) groups.emplace_back(std::move(state), Group{});
    groups[place->second].second.add(job.unit[index].id, seconds);
  }
  std::vector<std::string> lines;
  for (const auto& [state, group] : groups) lines.push_back(line_of(state, group));
  return lines;
}

int tell_waits(pid_t process)
{
  std::set<ino_t> told;  // emulated hosts have a file each
  for (const pid_t member : family_of(process)) {
    const int file = open_job_of(member);
    struct stat status{};
    if (file < 0) continue;
    const bool is_new = fstat(file, &status) == 0 && told.insert(status.st_ino).second;
    if (is_new && !tell_waits_of_job(file)) told.erase(status.st_ino);
    close(file);
  }
  if (!told.empty()) return EXIT_SUCCESS;
  std::fprintf(
      stderr,
      "dartrun: --who %d: this is no process of a run of this user and this version; expected that "
      "of dartrun or mpirun, or of a unit; under mpirun, units are known when all have called "
      "dash::init\n",
      static_cast<int>(process));
  return EXIT_FAILURE;
}

}  // namespace dart::launcher
