#include "base/helper_threads.h"

#include <dirent.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <memory>
#include <string>

namespace dart {
namespace {

/// Ids of helpers; 0 in places that are free. Who finds none is no helper.
std::atomic<pid_t> helpers[256];

void replace(pid_t before, pid_t after)
{
  for (auto& helper : helpers) {
    pid_t seen = before;
    if (helper.compare_exchange_strong(seen, after)) return;
  }
}

bool is_helper(pid_t thread)
{
  return std::any_of(std::begin(helpers), std::end(helpers), [&](const auto& helper) {
    return helper.load() == thread;
  });
}

/// The threads of this process; none if the system does not tell.
std::vector<pid_t> all_threads()
{
  std::vector<pid_t> threads;
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(opendir("/proc/self/task"), &closedir);
  if (folder == nullptr) return threads;
  while (const dirent* entry = readdir(folder.get())) {
    if (const pid_t thread = std::atoi(entry->d_name); thread > 0) threads.push_back(thread);
  }
  return threads;
}

/// Whether CUDA's driver has started the thread: it gives its threads such names. It starts them
/// when the first call needs them, so that nothing of the runtime is around.
bool is_of_cuda(pid_t thread)
{
  std::ifstream file("/proc/self/task/" + std::to_string(thread) + "/comm");
  std::string name;
  return std::getline(file, name) && name.starts_with("cuda");
}

}  // namespace

void set_helper(bool is_one)
{
  const pid_t me = gettid();
  is_one ? replace(0, me) : replace(me, 0);
}

HelperThread::HelperThread()
{
  set_helper(true);
}

HelperThread::~HelperThread()
{
  set_helper(false);
}

StartOfLibraries::StartOfLibraries() : before_(all_threads()) {}

StartOfLibraries::~StartOfLibraries()
{
  if (before_.empty()) return;
  try {
    for (const pid_t thread : all_threads()) {
      const bool is_new = std::find(before_.begin(), before_.end(), thread) == before_.end();
      if (is_new && !is_helper(thread)) replace(0, thread);
    }
  } catch (const std::exception&) {
    // Without memory they are no helpers.
  }
}

bool is_only_helped() noexcept
{
  try {
    const std::vector<pid_t> threads = all_threads();
    return !threads.empty() && std::all_of(threads.begin(), threads.end(), [](pid_t thread) {
      return thread == gettid() || is_helper(thread) || is_of_cuda(thread);
    });
  } catch (const std::exception&) {
    return false;
  }
}

}  // namespace dart
