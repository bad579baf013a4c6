#include "process.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>

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
  if (start.cpus != nullptr) {
    sched_setaffinity(0, sizeof start.cpus->bits, start.cpus->bits.data());
  }
  sigprocmask(SIG_SETMASK, start.signals, nullptr);
  execve(start.path, start.arguments, start.environment);
  error = errno;
  _exit(127);
}

pid_t parent_of(const char* pid)
{
  char path[64];
  std::snprintf(path, sizeof path, "/proc/%.20s/stat", pid);
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return -1;
  char text[512];
  const ssize_t size = read(fd, text, sizeof text - 1);
  close(fd);
  if (size <= 0) return -1;
  text[size] = '\0';
  // The format is "pid (name) state parent ...", where the name may contain any characters.
  const char* after_name = std::strrchr(text, ')');
  pid_t parent = -1;
  char state = 0;
  if (after_name != nullptr) std::sscanf(after_name + 1, " %c %d", &state, &parent);
  return parent;
}

}  // namespace

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
  const char* variable = std::getenv("PATH");
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

std::vector<pid_t> child_processes()
{
  std::vector<pid_t> children;
  DIR* const proc = opendir("/proc");
  if (proc == nullptr) return children;
  const pid_t self = getpid();
  while (const dirent* entry = readdir(proc)) {
    if (entry->d_name[0] < '0' || entry->d_name[0] > '9') continue;
    if (parent_of(entry->d_name) == self) children.push_back(std::atoi(entry->d_name));
  }
  closedir(proc);
  return children;
}

}  // namespace dart::launcher
