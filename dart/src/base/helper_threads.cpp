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

/// The id of a thread, and the worker for which it waits, in one word.
using Helper = std::uint64_t;

Helper helper_of(pid_t thread, Worker awaited)
{
  return Helper(awaited) << 32 | static_cast<std::uint32_t>(thread);
}

/// 0 in places that are free. Who finds none is no helper.
std::atomic<Helper> helpers[256];
std::atomic<Worker> workers{no_worker};
thread_local Worker own_number = no_worker;
thread_local bool helps_all = false;

void replace(Helper before, Helper after)
{
  for (auto& helper : helpers) {
    Helper seen = before;
    if (helper.compare_exchange_strong(seen, after)) return;
  }
}

/// Whether a thread is a helper to the calling one.
bool is_helper(pid_t thread)
{
  const Helper to_all = helper_of(thread, no_worker), to_me = helper_of(thread, own_number);
  return std::any_of(std::begin(helpers), std::end(helpers), [&](const auto& helper) {
    const Helper seen = helper.load();
    return seen == to_all || seen == to_me;
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

Worker new_worker() noexcept
{
  return workers.fetch_add(1) + 1;
}

void set_worker(Worker worker) noexcept
{
  own_number = worker;
}

void set_helper(bool is_one)
{
  const Helper me = helper_of(gettid(), no_worker);
  is_one ? replace(0, me) : replace(me, 0);
  helps_all = is_one;
}

bool is_helper() noexcept
{
  return helps_all;
}

HelperThread::HelperThread(Worker awaited) : awaited_(awaited)
{
  replace(0, helper_of(gettid(), awaited_));
  if (awaited_ == no_worker) helps_all = true;
}

HelperThread::~HelperThread()
{
  replace(helper_of(gettid(), awaited_), 0);
  if (awaited_ == no_worker) helps_all = false;
}

StartOfLibraries::StartOfLibraries() : before_(all_threads()) {}

StartOfLibraries::~StartOfLibraries()
{
  if (before_.empty()) return;
  try {
    for (const pid_t thread : all_threads()) {
      const bool is_new = std::find(before_.begin(), before_.end(), thread) == before_.end();
      if (is_new && !is_helper(thread)) replace(0, helper_of(thread, no_worker));
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
