#pragma once

/// \file
/// The energy that a run takes, from counters of processors and GPUs. This is an extension of the
/// DART interface.

#include <stdbool.h>
#include <stddef.h>

#include <dash/dart/if/dart_types.h>

DART_INTERFACE_ON

/// Energy of a unit since its first call of dart_energy. What cannot be read is 0 and marked as not
/// known; it is never estimated.
typedef struct {
  /// The unit's share, equal among the units of its host, of what the host's processors have taken,
  /// and of what their memory has taken where there is a counter of that, in joules.
  double host_joules;
  /// What the unit's GPU has taken, divided by the number of GPU units that stand for it, in
  /// joules; 0 on CPU units.
  double gpu_joules;
  bool host_known;  ///< whether the host's counters can be read
  bool gpu_known;   ///< whether the GPU's counter can be read; true on CPU units
} dart_energy_t;

/// Reads the counters. The sum over all units is the energy of all hosts and of all GPUs of the
/// run, whatever else uses them. From the first call to dart_exit a thread reads the counters now
/// and then, because they overflow within minutes. Takes some ten microseconds. Local, thread-safe.
///
/// Processors: the counters of RAPL, which Linux shows in /sys/class/powercap, or in the folder
/// that the variable DART_POWERCAP names. GPUs: NVML.
///
/// \param[out] energy  the energy
/// \return DART_OK, also if nothing is known; DART_ERR_INVAL for a null pointer.
DART_API dart_ret_t dart_energy(dart_energy_t* energy) DART_NOTHROW;

/// Says what dart_energy cannot read, and why. Local, thread-safe.
///
/// \param[out] text  receives the reason, which ends with a zero; empty if all is known
/// \param size       number of bytes that \c text has
/// \return DART_OK; DART_ERR_INVAL for a null pointer or no room.
DART_API dart_ret_t dart_energy_missing(char* text, size_t size) DART_NOTHROW;

DART_INTERFACE_OFF
