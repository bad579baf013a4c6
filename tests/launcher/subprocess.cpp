#include "subprocess.h"

#include <dirent.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <thread>

namespace dart::test {
namespace {

using namespace std::chrono_literals;

constexpr auto longest_run = 30s;

std::vector<std::string> entries(const char* folder)
{
  std::vector<std::string> names;
  if (DIR* const dir = opendir(folder)) {
    while (const dirent* entry = readdir(dir)) names.emplace_back(entry->d_name);
    closedir(dir);
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// Files in shared memory that may belong to these programs; MPI programs that run at the same time
/// have files of their own.
std::vector<std::string> shared_files()
{
  std::vector<std::string> names = entries("/dev/shm");
  names.erase(
      std::remove_if(
          names.begin(), names.end(),
          [](const std::string& name) {
            return name.find("dart") == name.npos && name.find("dash") == name.npos;
          }),
      names.end());
  return names;
}

/// The setting's variables come first, because the first of two variables with the same name
/// counts.
std::vector<std::string> environment(const Setting& setting, const std::string& mark)
{
  std::vector<std::string> variables = setting.environment;
  variables.push_back(mark);
  for (char** entry = environ; *entry != nullptr; ++entry) {
    if (std::strncmp(*entry, "DART_", 5) != 0) variables.emplace_back(*entry);
  }
  return variables;
}

std::vector<char*> pointers(std::vector<std::string>& strings)
{
  std::vector<char*> list;
  for (std::string& string : strings) list.push_back(string.data());
  list.push_back(nullptr);
  return list;
}

/// A file without a name that contains \c text and is positioned at its start.
int anonymous_file(const std::string& text)
{
  const int fd = memfd_create("input", MFD_CLOEXEC);
  if (write(fd, text.data(), text.size()) != static_cast<ssize_t>(text.size())) return -1;
  lseek(fd, 0, SEEK_SET);
  return fd;
}

int count_of(const std::string& part, const std::string& text)
{
  int count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != text.npos; at += part.size()) ++count;
  return count;
}

}  // namespace

Subprocess::Subprocess(const std::vector<std::string>& command, const Setting& setting)
{
  static int number = 0;
  mark_ = "SUBPROCESS_MARK=" + std::to_string(getpid()) + "." + std::to_string(++number) + ".";
  shared_files_ = shared_files();

  std::vector<std::string> words = command;
  std::vector<std::string> variables = environment(setting, mark_);
  const auto arguments = pointers(words);
  const auto settings = pointers(variables);
  const int input = anonymous_file(setting.input);
  int out[2], err[2];
  if (pipe2(out, O_CLOEXEC) != 0 || pipe2(err, O_CLOEXEC) != 0) std::abort();
  start_ = Clock::now();
  pid_ = fork();
  if (pid_ == 0) {
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    dup2(input, STDIN_FILENO);
    dup2(out[1], STDOUT_FILENO);
    dup2(err[1], STDERR_FILENO);
    execvpe(arguments[0], arguments.data(), settings.data());
    _exit(127);
  }
  close(input);
  close(out[1]);
  close(err[1]);
  out_ = out[0];
  err_ = err[0];
}

Subprocess::~Subprocess()
{
  if (!ended_) {
    for (pid_t process : descendants()) kill(process, SIGKILL);
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  for (int fd : {out_, err_}) {
    if (fd >= 0) close(fd);
  }
}

bool Subprocess::collect(std::chrono::milliseconds limit)
{
  if (out_ < 0 && err_ < 0) return false;
  pollfd events[2] = {{out_, POLLIN, 0}, {err_, POLLIN, 0}};
  poll(events, 2, static_cast<int>(limit.count()));
  for (int* fd : {&out_, &err_}) {
    const pollfd& event = events[fd == &err_];
    if (*fd < 0 || event.revents == 0) continue;
    char buffer[16 * 1024];
    const ssize_t size = read(*fd, buffer, sizeof buffer);
    if (size > 0) {
      (fd == &out_ ? outcome_.out : outcome_.err).append(buffer, size);
    } else {
      close(*fd);
      *fd = -1;
    }
  }
  return out_ >= 0 || err_ >= 0;
}

void Subprocess::wait_for_output(const std::string& text, int count)
{
  bool more = true;
  while (count_of(text, outcome_.out) < count && more && Clock::now() < start_ + longest_run) {
    more = collect(100ms);
  }
  EXPECT_GE(count_of(text, outcome_.out), count) << "of \"" << text << "\" in\n"
                                                 << outcome_.out << outcome_.err;
}

Outcome Subprocess::wait()
{
  int status = 0;
  rusage usage{};
  while (wait4(pid_, &status, WNOHANG, &usage) == 0) {
    if (Clock::now() > start_ + longest_run) {
      ADD_FAILURE() << "the program does not end\n" << outcome_.out << outcome_.err;
      kill(pid_, SIGKILL);
    }
    if (!collect(2ms)) std::this_thread::sleep_for(1ms);
  }
  ended_ = true;
  outcome_.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  expect_nothing_left();
  while (collect(1000ms)) {
  }
  outcome_.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  outcome_.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  return outcome_;
}

std::vector<pid_t> Subprocess::descendants() const
{
  std::vector<pid_t> found;
  for (const std::string& name : entries("/proc")) {
    const pid_t process = std::atoi(name.c_str());
    if (process <= 0 || process == pid_) continue;
    // This is empty for a process that has ended and was not waited for yet.
    std::ifstream file("/proc/" + name + "/environ", std::ios::binary);
    const std::string variables{std::istreambuf_iterator<char>(file), {}};
    if (variables.find(mark_) != variables.npos) found.push_back(process);
  }
  return found;
}

void Subprocess::expect_nothing_left() const
{
  // The kernel may need some time to end the last processes, and much longer on a loaded machine.
  const auto limit = Clock::now() + 10s;
  auto left = descendants();
  while (!left.empty() && Clock::now() < limit) {
    std::this_thread::sleep_for(5ms);
    left = descendants();
  }
  EXPECT_TRUE(left.empty()) << left.size() << " processes are left, one of them " << left.front();
  for (pid_t process : left) kill(process, SIGKILL);
  EXPECT_EQ(shared_files_, shared_files());
}

Outcome run(const std::vector<std::string>& command, const Setting& setting)
{
  return Subprocess(command, setting).wait();
}

std::vector<std::string> dartrun_command(std::vector<std::string> arguments)
{
  arguments.insert(arguments.begin(), DARTRUN);
  return arguments;
}

Outcome dartrun(std::vector<std::string> arguments, const Setting& setting)
{
  return run(dartrun_command(std::move(arguments)), setting);
}

std::vector<std::string> sorted_lines(const std::string& text)
{
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  std::sort(lines.begin(), lines.end());
  return lines;
}

}  // namespace dart::test
