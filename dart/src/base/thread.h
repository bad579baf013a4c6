#pragma once

/// \file
/// Starts threads of the runtime.

#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "base/helper_threads.h"

namespace dart {

/// Starts a thread that never calls collectives of the program.
/// \param purpose  what it does, for the message
/// \param worker   its number, if threads of the program wait for it
/// \throws std::runtime_error that names the purpose and the limits, if there are too many threads
template <class Function>
std::thread start_thread(const char* purpose, Function function, Worker worker = no_worker)
{
  try {
    return std::thread([run = std::move(function), worker]() mutable {
      const HelperThread helper;
      set_worker(worker);
      run();
    });
  } catch (const std::system_error& error) {
    throw std::runtime_error(
        std::string("no thread that ") + purpose + ": " + error.what() +
        "; raise the limit of processes and threads (ulimit -u, pids.max of the control group), or "
        "start fewer units");
  }
}

}  // namespace dart
