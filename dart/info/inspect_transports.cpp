#include "inspect_transports.h"

#include "modules.h"
#include "transport/transport_table.h"

namespace dart::info {

std::vector<TransportInfo> inspect_transports(
    const GpuSurvey& gpus, const std::vector<Adapter>& adapters)
{
  HostFacts facts{&launcher::module_trouble, {}, {}, gpus};
  for (const Adapter& adapter : adapters) {
    facts.adapters.push_back(adapter.name);
    if (adapter.usable()) facts.usable_adapters.push_back(adapter.name);
  }
  std::vector<TransportInfo> transports;
  for (const TransportRow& row : transport_table()) {
    const TransportVerdict verdict = row.probe(row, facts);
    transports.push_back({row.name, verdict.works, verdict.detail});
  }
  return transports;
}

}  // namespace dart::info
