#include "instruction_count.h"

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace dart::ib::test {
namespace {

struct Range {
  std::uint64_t begin, end;
};

/// The address ranges in this process of the objects whose names contain \c name.
std::vector<Range> ranges_of(const std::string& name)
{
  std::vector<Range> ranges;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    if (line.find(name) == std::string::npos) continue;
    std::istringstream text(line);
    Range range;
    char dash;
    text >> std::hex >> range.begin >> dash >> range.end;
    ranges.push_back(range);
  }
  return ranges;
}

enum class Phase : int { waiting, attached, running, over };

struct Shared {
  std::atomic<Phase> phase;
  long instructions;
};

bool contains(const std::vector<Range>& ranges, std::uint64_t address)
{
  for (const Range& range : ranges) {
    if (address - range.begin < range.end - range.begin) return true;
  }
  return false;
}

/// Steps through the traced thread until it enters \c until, or has executed the code.
void step_through(
    pid_t thread, Shared& shared, const std::vector<Range>& own, const std::vector<Range>& until)
{
  int status = 0;
  const bool attached = ptrace(PTRACE_ATTACH, thread, nullptr, nullptr) == 0;
  if (attached) waitpid(thread, &status, __WALL);
  shared.phase = Phase::attached;
  long count = 0;
  while (attached && shared.phase != Phase::over) {
    if (ptrace(PTRACE_SINGLESTEP, thread, nullptr, nullptr) != 0) break;
    if (waitpid(thread, &status, __WALL) < 0 || !WIFSTOPPED(status)) break;
    if (shared.phase != Phase::running) continue;
    user_regs_struct registers;
    ptrace(PTRACE_GETREGS, thread, nullptr, &registers);
    if (contains(until, registers.rip)) break;
    count += contains(own, registers.rip);
  }
  shared.instructions = attached ? count : -1;
  ptrace(PTRACE_DETACH, thread, nullptr, nullptr);
}

}  // namespace

long count_instructions(const std::function<void()>& code, const std::string& until)
{
  code();
  void* memory =
      mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  Shared& shared = *new (memory) Shared{};
  prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
  const pid_t thread = gettid();
  const std::vector<Range> own =
      ranges_of(std::filesystem::read_symlink("/proc/self/exe").filename());
  const std::vector<Range> end = ranges_of(until);
  const pid_t counter = fork();
  if (counter == 0) {
    step_through(thread, shared, own, end);
    _exit(0);
  }
  while (shared.phase == Phase::waiting) usleep(100);
  shared.phase = Phase::running;
  code();
  shared.phase = Phase::over;
  waitpid(counter, nullptr, 0);
  const long instructions = shared.instructions;
  munmap(memory, sizeof(Shared));
  return instructions;
}

}  // namespace dart::ib::test
