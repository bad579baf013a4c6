#pragma once

/// \file
/// All transports in one table: what they are called and serve, and whether they work on a host.

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "memory/gpu_survey.h"

namespace dart {

/// What a host has, for judging its transports.
struct HostFacts {
  /// Why a module of the runtime cannot be loaded; empty: it can.
  std::function<std::string(const char* file)> module_trouble;
  std::vector<std::string> adapters, usable_adapters;  ///< for verbs, by name
  GpuSurvey gpus;
};

/// Whether a transport works.
struct TransportVerdict {
  bool works;
  std::string detail;  ///< what it serves; or what is missing, and the remedy
};

/// A way by which bytes reach memory of another unit.
struct TransportRow {
  const char* name;    ///< for people
  const char* choice;  ///< value of DART_TRANSPORT; nullptr: it is none between hosts
  const char* module;  ///< that has it; nullptr: the runtime itself
  const char* remedy;  ///< where the module is missing
  const char* serves;
  /// Looks whether it is there. What it costs differs: some transports are tried.
  TransportVerdict (*probe)(const TransportRow& row, const HostFacts& facts);

  bool is_between_hosts() const { return choice != nullptr; }
};

/// Those between hosts in the order in which DART_TRANSPORT=auto tries them.
std::span<const TransportRow> transport_table();

/// The row of a value of DART_TRANSPORT. \return nullptr if there is none, as for \c auto
const TransportRow* find_transport(const std::string& choice);

/// The values of DART_TRANSPORT: auto, and the transports between hosts.
std::vector<std::string> transport_choices();

/// The values as people read them: "auto, verbs, mpi or messages".
std::string transport_choices_text();

}  // namespace dart
