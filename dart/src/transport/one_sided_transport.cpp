#include "transport/one_sided_transport.h"

#include <filesystem>
#include <stdexcept>
#include <string>

#include "base/environment.h"
#include "base/module.h"
#include "job/job.h"
#include "runtime/runtime.h"
#include "transport/ib_module.h"
#include "transport/transport_report.h"

namespace dart {
namespace {

void log_for_module(int level, const char* text)
{
  log(static_cast<LogLevel>(level), "%s", text);
}

/// Whether the kernel lists an adapter on this host.
bool has_adapter()
{
  std::error_code error;
  return !std::filesystem::is_empty("/sys/class/infiniband", error) && !error;
}

/// The run for the functions that the module gets. They have no argument for it, and are also
/// called during construction.
Runtime* run_of_module = nullptr;

IbSetup ib_setup(Runtime& rt, Peers& peers)
{
  run_of_module = &rt;
  IbSetup setup{};
  setup.unit = rt.unit();
  setup.units = rt.units();
  setup.peers = &peers;
  setup.adapter_atomics =
      environment_word(env_atomics, {"owner", "adapter"}).value_or("owner") == "adapter";
  setup.timeout_s = rt.calls()->timeout_s();
  setup.is_device = [](const void* buffer) { return run_of_module->is_device(buffer); };
  setup.copy = [](void* to, const void* from, std::size_t bytes) {
    return run_of_module->devices()->copy(to, from, bytes);
  };
  setup.export_device = [](void* begin, std::size_t bytes, std::uint64_t* offset) {
    return run_of_module->devices()->export_range(begin, bytes, offset);
  };
  setup.log = &log_for_module;
  return setup;
}

/// \param required  whether a failure is an error; otherwise the next transport is tried
std::unique_ptr<Transport> make_ib_transport(Runtime& rt, Peers& peers, bool required)
{
  std::unique_ptr<Transport> transport;
  std::string reason = "another unit has no adapter";
  try {
    const auto entry = reinterpret_cast<IbModuleEntry>(module_entry(
        "libdart-ib.so", ib_module_entry,
        "DART_TRANSPORT=verbs needs a build with -DDASH_WITH_IB=ON"));
    transport.reset(entry(ib_setup(rt, peers)));
  } catch (const std::runtime_error& error) {
    reason = error.what();
  }
  if (rt.holds_everywhere(transport != nullptr)) return transport;
  if (required) throw std::runtime_error("DART_TRANSPORT=verbs: " + reason);
  log(LogLevel::info, "no verbs: %s", reason.c_str());
  return nullptr;
}

std::unique_ptr<Transport> make_mpi_transport(Runtime& rt, Network& network)
{
  auto transport = network.make_transport();
  return rt.holds_everywhere(transport != nullptr) ? std::move(transport) : nullptr;
}

}  // namespace

std::unique_ptr<Transport> make_one_sided_transport(Runtime& rt, Network& network, Peers& peers)
{
  const auto choice =
      environment_word(env_transport, {"auto", "verbs", "mpi", "messages"}).value_or("auto");
  std::unique_ptr<Transport> transport;
  const char* name = "messages";
  const bool tries_verbs =
      choice == "verbs" || (choice == "auto" && rt.holds_everywhere(has_adapter()));
  if (tries_verbs) {
    transport = make_ib_transport(rt, peers, choice == "verbs");
    if (transport != nullptr) name = "verbs";
  }
  if (transport == nullptr && choice != "messages") {
    transport = make_mpi_transport(rt, network);
    if (transport != nullptr) name = "mpi";
  }
  if (transport == nullptr && choice == "mpi") {
    throw std::runtime_error(
        "DART_TRANSPORT=mpi: this MPI has no one-sided access to registered memory here; choose "
        "auto or messages");
  }
  const std::string report = transport_report(rt.hosts(), rt.info(rt.unit()).place.host, name);
  log(LogLevel::info, "%s", report.c_str());
  return transport;
}

}  // namespace dart
