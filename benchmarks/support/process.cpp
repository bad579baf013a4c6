#include "support/process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <stdexcept>
#include <string_view>

extern "C" char** environ;

namespace bench {
namespace {

std::string text_of(const Command& command)
{
  std::string text;
  for (const std::string& word : command) text += (text.empty() ? "" : " ") + word;
  return text;
}

std::vector<char*> environment_without_launcher()
{
  std::vector<char*> kept;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    if (!text.starts_with("DART_") && !text.starts_with("PMIX_")) kept.push_back(*variable);
  }
  kept.push_back(nullptr);
  return kept;
}

/// \param out descriptor that becomes standard output, or -1
pid_t start(const Command& command, int out)
{
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (out >= 0) posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  pid_t pid = -1;
  const int error = posix_spawnp(
      &pid, arguments[0], &actions, nullptr, arguments.data(),
      environment_without_launcher().data());
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw std::runtime_error(text_of(command) + ": " + std::strerror(error));
  return pid;
}

void finish(const Command& command, pid_t pid)
{
  int status = 0;
  if (waitpid(pid, &status, 0) < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    throw std::runtime_error("failed: " + text_of(command));
  }
}

}  // namespace

void run(const Command& command)
{
  finish(command, start(command, -1));
}

void run_copies(const Command& command, int count)
{
  std::vector<pid_t> pids;
  for (int i = 0; i < count; ++i) pids.push_back(start(command, -1));
  for (const pid_t pid : pids) finish(command, pid);
}

std::string output_of(const Command& command)
{
  std::array<int, 2> ends;
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("pipe2 failed");
  const pid_t pid = start(command, ends[1]);
  close(ends[1]);
  std::string output;
  std::array<char, 4096> buffer;
  for (ssize_t n; (n = read(ends[0], buffer.data(), buffer.size())) > 0;) {
    output.append(buffer.data(), static_cast<std::size_t>(n));
  }
  close(ends[0]);
  finish(command, pid);
  return output;
}

}  // namespace bench
