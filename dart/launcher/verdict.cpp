#include "verdict.h"

#include <sys/wait.h>

#include <csignal>
#include <cstring>

namespace dart::launcher {
namespace {

Verdict judge_signal(int status)
{
  const int signal = WTERMSIG(status);
  std::string text = "was killed by " + signal_text(signal);
  if (signal == SIGKILL || signal == SIGBUS) text += ", as happens when memory runs out";
  if (WCOREDUMP(status)) text += ", core dumped";
  return {Verdict::failed, 128 + signal, text};
}

Verdict judge_success(const JobBlock::Unit& unit)
{
  const UnitState state = unit.state.load();
  if (state == UnitState::running) {
    return {
        Verdict::failed, 1,
        "exited with code 0 without dash::finalize (dart_exit); call it before leaving main"};
  }
  if (state == UnitState::starting && unit.inits.load() > 0) {
    return {Verdict::failed, 1, "exited with code 0 inside dash::init (dart_init)"};
  }
  return {Verdict::success, 0, "exited with code 0"};
}

}  // namespace

Verdict judge(int status, const JobBlock::Unit& unit)
{
  if (WIFSIGNALED(status)) return judge_signal(status);
  const int code = WEXITSTATUS(status);
  if (code == 0) return judge_success(unit);
  const std::string text = "exited with code " + std::to_string(code);
  if (unit.state.load() == UnitState::finalized) {
    return {Verdict::failed_late, code, text + " after dash::finalize"};
  }
  return {Verdict::failed, code, text};
}

std::string stop_text(const ProcessStatus& status)
{
  if (status.state == 't') return " by a debugger";
  return status.signal > 0 ? " (signal " + std::to_string(status.signal) + ')' : std::string();
}

std::string signal_text(int signal)
{
  const char* name = strsignal(signal);
  return "signal " + std::to_string(signal) + " (" + (name ? name : "unknown") + ")";
}

}  // namespace dart::launcher
