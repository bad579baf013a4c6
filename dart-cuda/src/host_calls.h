#pragma once

/// \file
/// Functions of the host in the order of a stream.

#include <cuda_runtime_api.h>

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <thread>

namespace dart::cuda {

/// The calls of one stream. The stream writes the number of a call to a word, and waits for another
/// word; a thread looks at the first one, makes the call, and sets the other. Unlike functions of
/// cudaLaunchHostFunc, calls may use CUDA, and several streams do not wait for each other's calls.
class HostCalls {
 public:
  HostCalls();
  ~HostCalls();
  HostCalls(const HostCalls&) = delete;
  HostCalls& operator=(const HostCalls&) = delete;

  /// Adds a call to a stream. \param repeats  whether it is a part of a graph, which may be
  /// launched
  ///   several times
  /// \throws CudaError, std::runtime_error if there is no thread
  void add(cudaStream_t stream, std::function<void()> function, bool repeats);

 private:
  struct Words {
    std::uint64_t requested;  ///< number of the call that the stream has reached; 0: none
    std::uint64_t done;       ///< 1: it is done
  };
  struct Call {
    std::function<void()> function;
    bool repeats;
  };

  void run();
  void serve(std::uint64_t number);

  Words* words_ = nullptr;  ///< pinned memory
  std::mutex mutex_;
  std::condition_variable added_;
  std::map<std::uint64_t, Call> calls_;  ///< the calls and their numbers
  std::uint64_t latest_ = 0;
  bool ends_ = false;
  std::thread thread_;  ///< from the first call on
};

}  // namespace dart::cuda
