#include "process.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "base/environment.h"

namespace dart::launcher {
namespace {

std::string reason_not_run(const std::string& program, int error)
{
  const bool by_path = program.find('/') != std::string::npos;
  switch (error) {
    case ENOENT:
      if (!by_path) return "not found in PATH; for a program in this directory write ./" + program;
      if (access(program.c_str(), F_OK) == 0) return "the interpreter that it names does not exist";
      return "no such file";
    case EACCES:
      return "not an executable file; make it one by chmod +x";
    case ENOEXEC:
      return "not a program for this system; a script needs a first line such as #!/bin/sh";
    default:
      return std::strerror(error);
  }
}

/// Returns 0 if \c path is an executable file, else the error.
int check_executable(const std::string& path)
{
  struct stat file;
  if (stat(path.c_str(), &file) != 0) return errno == ENOTDIR ? ENOENT : errno;
  if (!S_ISREG(file.st_mode) || access(path.c_str(), X_OK) != 0) return EACCES;
  return 0;
}

/// Runs in the child between vfork and exec, where only system calls are permitted; does not
/// return.
[[noreturn]] void become(const ProcessStart& start, pid_t parent, volatile int& error)
{
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);  // the parent has ended before prctl was called
  for (int stream = 0; stream < 3; ++stream) {
    if (start.streams[stream] != stream) dup2(start.streams[stream], stream);
  }
  if (start.inherited >= 0) fcntl(start.inherited, F_SETFD, 0);
  if (start.cpus != nullptr) {
    sched_setaffinity(0, sizeof start.cpus->bits, start.cpus->bits.data());
  }
  sigprocmask(SIG_SETMASK, start.signals, nullptr);
  execve(start.path, start.arguments, start.environment);
  error = errno;
  _exit(127);
}

}  // namespace

ProcessStatus status_of(pid_t process)
{
  ProcessStatus status;
  char path[64];
  std::snprintf(path, sizeof path, "/proc/%d/stat", static_cast<int>(process));
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return status;
  char text[1024];
  const ssize_t size = read(fd, text, sizeof text - 1);
  close(fd);
  if (size <= 0) return status;
  text[size] = '\0';
  // The format is "pid (name) state parent ...", where the name may contain any characters.
  const char* const after_name = std::strrchr(text, ')');
  if (after_name == nullptr) return status;
  std::sscanf(after_name + 1, " %c %d", &status.state, &status.parent);
  // The last number is the exit code, in which kernels since 5.18 tell by what it is stopped.
  const char* const last = std::strrchr(text, ' ');
  if (status.state == 'T' && last != nullptr) status.signal = std::atoi(last + 1);
  return status;
}

ExecError::ExecError(const std::string& program, int error)
    : std::runtime_error("cannot run " + program + ": " + reason_not_run(program, error)),
      exit_code(error == ENOENT ? 127 : 126)
{}

std::string absolute(const std::string& path)
{
  if (path.front() == '/') return path;
  char here[PATH_MAX];
  return getcwd(here, sizeof here) != nullptr ? std::string(here) + '/' + path : path;
}

std::string find_program(const std::string& name)
{
  if (name.find('/') != std::string::npos) {
    if (const int error = check_executable(name)) throw ExecError(name, error);
    return absolute(name);
  }
  const char* variable = foreign_environment("PATH");
  const std::string path = variable ? variable : "/usr/local/bin:/usr/bin:/bin";
  int error = ENOENT;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find(':', begin), path.size());
    const std::string folder = begin == end ? "." : path.substr(begin, end - begin);
    const std::string candidate = folder + '/' + name;
    const int refusal = check_executable(candidate);
    if (refusal == 0) return absolute(candidate);
    if (refusal == EACCES) error = EACCES;
    begin = end + 1;
  }
  throw ExecError(name, error);
}

pid_t start_process(const ProcessStart& start)
{
  const pid_t self = getpid();
  // With vfork, no page tables are copied, and the child reports an error through shared memory.
  volatile int error = 0;
  const pid_t pid = vfork();
  if (pid == 0) become(start, self, error);
  if (pid > 0 && error != 0) {
    errno = error;
    return -1;
  }
  return pid;
}

namespace {

/// \return nullopt if /proc cannot be read: it is not mounted, or there are no descriptors left
std::optional<std::vector<pid_t>> children_by_proc()
{
  DIR* const proc = opendir("/proc");
  if (proc == nullptr) return std::nullopt;
  const pid_t self = getpid();
  std::vector<pid_t> children;
  bool is_complete = false;
  while (const dirent* entry = readdir(proc)) {
    if (entry->d_name[0] < '0' || entry->d_name[0] > '9') continue;
    const pid_t pid = std::atoi(entry->d_name);
    const pid_t parent = status_of(pid).parent;
    is_complete = is_complete || (pid == self && parent > 0);
    if (parent == self) children.push_back(pid);
  }
  closedir(proc);
  if (!is_complete) return std::nullopt;  // not even the own entry could be read
  return children;
}

/// Asks the kernel of each process id that was given since this process began whether it is that of
/// a child.
std::vector<pid_t> children_by_id()
{
  constexpr pid_t most_ids = 4 * 1024 * 1024;
  const pid_t self = getpid();
  const pid_t newest = vfork();
  if (newest == 0) _exit(0);
  if (newest > 0) waitpid(newest, nullptr, 0);
  std::vector<pid_t> children;
  const auto look = [&](pid_t first, pid_t last) {
    for (pid_t pid = first; pid < last; ++pid) {
      siginfo_t ignored;
      if (waitid(P_PID, pid, &ignored, WEXITED | WNOHANG | WNOWAIT) == 0) children.push_back(pid);
    }
  };
  if (newest > self) {
    look(self + 1, newest);
  } else {  // the ids have begun again from the start, or there is none left
    look(self + 1, most_ids);
    look(2, newest > 0 ? newest : self);
  }
  return children;
}

}  // namespace

std::vector<pid_t> child_processes()
{
  const auto children = children_by_proc();
  return children ? *children : children_by_id();
}

std::string first_line_of(const std::string& path, const char* argument)
{
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return {};
  std::string name = path, word = argument;
  char* const arguments[] = {name.data(), word.data(), nullptr};
  sigset_t signals;
  sigprocmask(SIG_SETMASK, nullptr, &signals);
  const pid_t pid = start_process(
      {path.c_str(), arguments, environ, {STDIN_FILENO, ends[1], ends[1]}, -1, nullptr, &signals});
  close(ends[1]);
  std::string text;
  char part[256];
  for (ssize_t size; pid > 0 && (size = read(ends[0], part, sizeof part)) > 0;) {
    text.append(part, size);
  }
  close(ends[0]);
  if (pid > 0) waitpid(pid, nullptr, 0);
  return text.substr(0, text.find('\n'));
}

}  // namespace dart::launcher
