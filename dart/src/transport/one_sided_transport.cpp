#include "transport/one_sided_transport.h"

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <string>

#include "base/environment.h"
#include "base/log.h"
#include "base/module.h"
#include "job/job.h"
#include "transport/ib_module.h"
#include "transport/transport_report.h"
#include "transport/transport_table.h"

namespace dart {
namespace {

bool has_adapter()
{
  std::error_code error;
  return !std::filesystem::is_empty("/sys/class/infiniband", error) && !error;
}

/// The memory that the module's functions below are about. They cannot ask the run for it, because
/// they are called while the run is being made, too.
const GlobalMemory* memory_of_run = nullptr;

IbSetup ib_setup(const NetworkSetup& run)
{
  memory_of_run = &run.memory;
  IbSetup setup{};
  setup.unit = run.units.me();
  setup.units = run.units.count();
  setup.peers = &run.peers;
  setup.adapter_atomics = environment_word(env_atomics) == "adapter";
  setup.timeout_s = run.timeout_s;
  setup.is_device = [](const void* buffer) { return memory_of_run->is_device(buffer); };
  setup.copy = [](void* to, const void* from, std::size_t bytes) {
    return memory_of_run->devices()->copy(to, from, bytes);
  };
  setup.export_device = [](void* begin, std::size_t bytes, std::uint64_t* offset) {
    return memory_of_run->devices()->export_range(begin, bytes, offset);
  };
  setup.log = &log_for_module;
  setup.wait_sight = wait_sight;
  return setup;
}

/// What DART_TRANSPORT asks for, from a row of the table or any.
struct Wish {
  const TransportRow& row;
  bool is_required;  ///< failing is an error; else it is a reason to try the next
};

[[noreturn]] void refuse(const Wish& wish, const std::string& reason)
{
  throw std::runtime_error("DART_TRANSPORT=" + std::string(wish.row.choice) + ": " + reason);
}

std::unique_ptr<Transport> make_verbs(const NetworkSetup& setup, const Wish& wish)
{
  if (!wish.is_required && !setup.holds_everywhere(has_adapter())) return nullptr;
  std::unique_ptr<Transport> transport;
  std::string reason = "another unit has no adapter";
  try {
    const auto entry = reinterpret_cast<IbModuleEntry>(module_entry(
        wish.row.module, ib_module_entry,
        "DART_TRANSPORT=verbs needs a build with -DDASH_WITH_IB=ON"));
    transport.reset(entry(ib_setup(setup)));
  } catch (const std::runtime_error& error) {
    reason = error.what();
  }
  if (setup.holds_everywhere(transport != nullptr)) return transport;
  if (wish.is_required) refuse(wish, reason);
  log(LogLevel::info, "no verbs: %s", reason.c_str());
  return nullptr;
}

std::unique_ptr<Transport> make_mpi(const NetworkSetup& setup, const Wish& wish)
{
  auto transport = setup.network.make_transport();
  if (setup.holds_everywhere(transport != nullptr)) return transport;
  if (wish.is_required) {
    refuse(
        wish,
        "this MPI has no one-sided access to registered memory here; choose auto or messages");
  }
  return nullptr;
}

/// The transport that is there in any case serves both one-sided operations and calls.
std::unique_ptr<Transport> make_nothing(const NetworkSetup&, const Wish&)
{
  return nullptr;
}

/// How the transports of the table are made; the last one needs no making.
constexpr struct {
  std::string_view choice;
  std::unique_ptr<Transport> (*make)(const NetworkSetup& setup, const Wish& wish);
} makers[] = {{"verbs", make_verbs}, {"mpi", make_mpi}, {"messages", make_nothing}};

std::unique_ptr<Transport> make(const NetworkSetup& setup, const Wish& wish)
{
  for (const auto& maker : makers) {
    if (maker.choice == wish.row.choice) return maker.make(setup, wish);
  }
  return nullptr;
}

}  // namespace

std::unique_ptr<Transport> make_one_sided_transport(const NetworkSetup& setup)
{
  const auto choice = environment_word(env_transport);
  std::unique_ptr<Transport> transport;
  const char* name = "messages";
  for (const TransportRow& row : transport_table()) {
    const bool is_required = row.is_between_hosts() && choice == row.choice;
    if (!row.is_between_hosts() || (choice != "auto" && !is_required)) continue;
    transport = make(setup, {row, is_required});
    if (transport == nullptr) continue;
    name = row.choice;
    break;
  }
  const std::string report =
      transport_report(setup.units.hosts(), setup.units.mine().place.host, name);
  log(LogLevel::info, "%s", report.c_str());
  return transport;
}

}  // namespace dart
