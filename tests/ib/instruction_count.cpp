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

/// Where this program itself lies.
std::vector<Range> own_ranges()
{
  const std::string name = std::filesystem::read_symlink("/proc/self/exe").filename();
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

enum class Phase : int { waiting, counting, over };

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

/// Steps through the traced thread until it says that it is over.
void step_through(pid_t thread, Shared& shared, const std::vector<Range>& counted)
{
  shared.instructions = -1;
  if (ptrace(PTRACE_ATTACH, thread, nullptr, nullptr) != 0) {
    shared.phase = Phase::counting;
    return;
  }
  int status = 0;
  waitpid(thread, &status, __WALL);
  long count = 0;
  shared.phase = Phase::counting;
  while (shared.phase != Phase::over) {
    if (ptrace(PTRACE_SINGLESTEP, thread, nullptr, nullptr) != 0) break;
    if (waitpid(thread, &status, __WALL) < 0 || !WIFSTOPPED(status)) break;
    user_regs_struct registers;
    ptrace(PTRACE_GETREGS, thread, nullptr, &registers);
    if (contains(counted, registers.rip)) ++count;
  }
  shared.instructions = count;
  ptrace(PTRACE_DETACH, thread, nullptr, nullptr);
}

}  // namespace

long count_instructions(const std::function<void()>& code)
{
  code();
  void* memory = mmap(
      nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  Shared& shared = *new (memory) Shared{};
  prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
  const pid_t thread = gettid();
  const std::vector<Range> ranges = own_ranges();
  const pid_t counter = fork();
  if (counter == 0) {
    step_through(thread, shared, ranges);
    _exit(0);
  }
  while (shared.phase == Phase::waiting) usleep(100);
  code();
  shared.phase = Phase::over;
  waitpid(counter, nullptr, 0);
  const long instructions = shared.instructions;
  munmap(memory, sizeof(Shared));
  return instructions;
}

}  // namespace dart::ib::test
