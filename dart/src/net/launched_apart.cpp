#include "net/launched_apart.h"

#include <charconv>
#include <optional>
#include <string>
#include <string_view>

#include "base/environment.h"
#include "base/log.h"

namespace dart {
namespace {

/// The variables by which a launcher tells a process of the others.
struct Launcher {
  const char* processes;  ///< how many it has started
  const char* rank;       ///< which one this is
};

/// Launchers of MPI come first: where they start their own daemons by Slurm, processes also see the
/// variables of the daemons.
constexpr Launcher launchers[] = {
    {"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
    {"PMI_SIZE", "PMI_RANK"},
    {"SLURM_STEP_NUM_TASKS", "SLURM_PROCID"},
};

/// By PMIx alone, a process knows its rank, but not how many there are.
constexpr char rank_of_pmix[] = "PMIX_RANK";

/// The number that a variable has; nullopt if it is not set, or is none.
std::optional<int> integer_in(const char* variable)
{
  const char* value = foreign_environment(variable);
  if (value == nullptr) return std::nullopt;
  const std::string_view text = value;
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  return is_number ? std::optional(number) : std::nullopt;
}

/// What tells that this process is the first of several, which warns; empty if nothing does.
std::string sign_of_others()
{
  for (const Launcher& launcher : launchers) {
    const auto processes = integer_in(launcher.processes);
    if (!processes) continue;
    const bool warns = *processes > 1 && integer_in(launcher.rank).value_or(0) == 0;
    return warns ? launcher.processes + ('=' + std::to_string(*processes)) : std::string();
  }
  // Only one of several processes has this rank, and a process alone never has it.
  return integer_in(rank_of_pmix) == 1 ? rank_of_pmix + std::string("=1") : std::string();
}

}  // namespace

void warn_if_launched_apart()
{
  const std::string sign = sign_of_others();
  if (sign.empty()) return;
  log(LogLevel::warn,
      "%s says that a launcher has started several processes, but they do not find each other, and "
      "each is a run of one unit; start the program by dartrun, by the mpirun of the MPI that the "
      "runtime was built with, or by srun --mpi=pmix (by dartrun -n 1, if it is meant to run "
      "alone)",
      sign.c_str());
}

}  // namespace dart
