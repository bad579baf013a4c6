#pragma once

/// \file
/// All environment variables of the project in one table. Code reads a variable by its name in this
/// table, and a name that the table lacks does not compile. dart-info lists the table, and a test
/// compares it with the pages.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dart {

enum class KnobType { integer, flag, size, time, word, list, names, path };

/// Who reads a variable; several of them are a sum.
enum KnobReader : unsigned {
  read_by_runtime = 1,
  read_by_dart_cuda = 2,
  read_by_dart_ib = 4,
  read_by_dash = 8,
  read_by_dartrun = 16
};

/// What is known of a variable.
struct Knob {
  const char* name;
  KnobType type;
  unsigned readers;                ///< sum of KnobReader
  std::int64_t lowest = 0;         ///< of integers
  std::int64_t highest = 0;        ///< of integers
  std::string_view words = {};     ///< of words, separated by |
  std::string_view standard = {};  ///< the value if it is not set; empty if no value is the default
  std::string_view otherwise = {};  ///< what happens if it is not set and there is no such value
  bool is_internal = false;         ///< whether programs of a run set it for each other
  std::string_view help;            ///< one sentence without its full stop

  /// Whether numbers can express its values, and those are limited.
  constexpr bool has_range() const { return type == KnobType::integer || type == KnobType::flag; }
};

/// The table, in the order of the names.
inline constexpr Knob knobs[] = {
    {.name = "DART_ATOMICS",
     .type = KnobType::word,
     .readers = read_by_runtime,
     .words = "owner|adapter",
     .standard = "owner",
     .help = "What updates 64-bit integers in runs over several hosts"},
    {.name = "DART_BIND",
     .type = KnobType::word,
     .readers = read_by_dartrun,
     .words = "none|core|numa",
     .standard = "none",
     .help = "Binds each unit to one core, or to the cores of one NUMA node"},
    {.name = "DART_COLLECTIVE_LINGER",
     .type = KnobType::integer,
     .readers = read_by_dart_cuda,
     .lowest = 0,
     .highest = 1000,
     .standard = "20",
     .help =
         "For how many microseconds the kernel of a small collective of device memory waits for "
         "the next one; it is 0 where units share a GPU"},
    {.name = "DART_COLLECTIVE_SCRATCH",
     .type = KnobType::size,
     .readers = read_by_runtime,
     .standard = "32M",
     .help =
         "Memory that a unit takes in collectives with device memory for pieces of a buffer that "
         "other units cannot access"},
    {.name = "DART_CPU_UNITS",
     .type = KnobType::integer,
     .readers = read_by_runtime + read_by_dartrun,
     .lowest = 0,
     .highest = 4096,
     .otherwise = "all units that are no GPU units",
     .help = "Number of CPU units, on each host if there are several"},
    {.name = "DART_ENERGY",
     .type = KnobType::flag,
     .readers = read_by_runtime + read_by_dartrun,
     .lowest = 0,
     .highest = 1,
     .standard = "0",
     .help = "Prints what the run has taken, in joules"},
    {.name = "DART_GPU_BACKEND",
     .type = KnobType::word,
     .readers = read_by_runtime + read_by_dartrun,
     .words = "cuda|emulated",
     .standard = "cuda",
     .help = "Uses CUDA GPUs or emulated ones"},
    {.name = "DART_GPU_EXPORT",
     .type = KnobType::word,
     .readers = read_by_dart_cuda,
     .words = "auto|vmm|ipc",
     .standard = "auto",
     .help = "How GPU units share device memory: by virtual memory management, or by ipc where "
             "drivers lack that"},
    {.name = "DART_GPU_MAP",
     .type = KnobType::list,
     .readers = read_by_runtime + read_by_dart_cuda + read_by_dartrun,
     .otherwise = "all GPUs in turn",
     .help = "The GPUs that GPU units take in turn, numbered as CUDA does"},
    {.name = "DART_GPU_UNITS",
     .type = KnobType::integer,
     .readers = read_by_runtime + read_by_dartrun,
     .lowest = 0,
     .highest = 4096,
     .standard = "0",
     .help = "Number of GPU units, the last ones of the run, on each host if there are several"},
    {.name = "DART_HEAP",
     .type = KnobType::size,
     .readers = read_by_runtime + read_by_dartrun,
     .otherwise = "the unit's share of the host's memory",
     .help = "Limit of global memory per unit"},
    {.name = "DART_HOSTS",
     .type = KnobType::names,
     .readers = read_by_dartrun,
     .otherwise = "this host",
     .help = "Hosts to run on, of which each may have a number of units: a,b,c:4"},
    {.name = "DART_HOSTS_EMULATED",
     .type = KnobType::integer,
     .readers = read_by_runtime + read_by_dartrun,
     .lowest = 1,
     .highest = 4096,
     .standard = "1",
     .help = "Number of emulated hosts into which each machine is divided"},
    {.name = "DART_HUGE_PAGES",
     .type = KnobType::word,
     .readers = read_by_runtime,
     .words = "advised|reserved",
     .standard = "advised",
     .help = "Whether the system is asked to use huge pages for global memory, or allocations in "
             "host memory consist of reserved ones"},
    {.name = "DART_IB_DEVICE",
     .type = KnobType::names,
     .readers = read_by_dart_ib,
     .otherwise = "the nearest adapter",
     .help = "Adapters, which units take in turn: mlx5_0,mlx5_1"},
    {.name = "DART_IB_GID",
     .type = KnobType::integer,
     .readers = read_by_dart_ib,
     .lowest = 0,
     .highest = 255,
     .otherwise = "chosen automatically",
     .help = "Index in the table of addresses of the adapter's port"},
    {.name = "DART_IB_GPUDIRECT",
     .type = KnobType::flag,
     .readers = read_by_dart_ib,
     .lowest = 0,
     .highest = 1,
     .standard = "1",
     .help = "Whether the adapter may access GPU memory directly (dma-buf)"},
    {.name = "DART_IB_PORT",
     .type = KnobType::integer,
     .readers = read_by_dart_ib,
     .lowest = 1,
     .highest = 255,
     .otherwise = "the first active port",
     .help = "Port of the adapter"},
    {.name = "DART_IB_REGISTER_FROM",
     .type = KnobType::size,
     .readers = read_by_dart_ib,
     .standard = "1M",
     .help = "Size from which local buffers are registered instead of copied"},
    {.name = "DART_IB_SERVICE_LEVEL",
     .type = KnobType::integer,
     .readers = read_by_dart_ib,
     .lowest = 0,
     .highest = 15,
     .standard = "0",
     .help = "Service level of all connections"},
    {.name = "DART_IB_STAGING_CHUNK",
     .type = KnobType::size,
     .readers = read_by_dart_ib,
     .standard = "64K",
     .help = "Number of bytes that are copied through staging memory in one step"},
    {.name = "DART_IB_TRAFFIC_CLASS",
     .type = KnobType::integer,
     .readers = read_by_dart_ib,
     .lowest = 0,
     .highest = 255,
     .standard = "0",
     .help = "Traffic class, which decides on RoCE whether traffic is lossless"},
    {.name = "DART_JOB_FD",
     .type = KnobType::integer,
     .readers = read_by_runtime,
     .lowest = 0,
     .highest = 1 << 20,
     .otherwise = "no dartrun has started the program",
     .is_internal = true,
     .help = "File descriptor of the run's memory file"},
    {.name = "DART_KERNEL_TIMEOUT",
     .type = KnobType::integer,
     .readers = read_by_runtime,
     .lowest = 0,
     .highest = 86'400,
     .standard = "30",
     .help = "Seconds after which a wait of a running kernel is given up, 0 for never"},
    {.name = "DART_LINK_SPEED",
     .type = KnobType::integer,
     .readers = read_by_runtime,
     .lowest = 1,
     .highest = 1'000'000,
     .standard = "20",
     .help =
         "Bandwidth in GB/s that the balancer of tasks assumes for copies until it has measured "
         "some"},
    {.name = "DART_LOG_LEVEL",
     .type = KnobType::word,
     .readers = read_by_runtime,
     .words = "ERROR|WARN|INFO|DEBUG|TRACE",
     .standard = "WARN",
     .help = "Which messages the runtime prints"},
    {.name = "DART_MODULE_PATH",
     .type = KnobType::path,
     .readers = read_by_runtime + read_by_dash + read_by_dartrun,
     .otherwise = "the folder of the library",
     .help = "Folder of the modules, such as libdart-mpi.so, libdart-ib.so and libdart-cuda.so"},
    {.name = "DART_NETWORK_TIMEOUT",
     .type = KnobType::integer,
     .readers = read_by_runtime,
     .lowest = 1,
     .highest = 86'400,
     .standard = "30",
     .help =
         "Seconds after which an operation on a unit of another host that does not answer fails"},
    {.name = "DART_POWERCAP",
     .type = KnobType::path,
     .readers = read_by_runtime,
     .standard = "/sys/class/powercap",
     .help = "Folder of the counters of energy"},
    {.name = "DART_SERVICE_POLL_US",
     .type = KnobType::integer,
     .readers = read_by_runtime,
     .lowest = 1,
     .highest = 1'000'000,
     .standard = "100",
     .help =
         "Interval in microseconds at which the service thread looks for requests of other hosts "
         "while none arrive"},
    {.name = "DART_STREAM_TIMEOUT",
     .type = KnobType::integer,
     .readers = read_by_runtime,
     .lowest = 0,
     .highest = 1'000'000,
     .standard = "0",
     .help = "Seconds after which it is an error if a stream still waits, 0 for no limit"},
    {.name = "DART_TAG_OUTPUT",
     .type = KnobType::flag,
     .readers = read_by_dartrun,
     .lowest = 0,
     .highest = 1,
     .standard = "0",
     .help = "Starts each line of output with the number of its unit"},
    {.name = "DART_TASK_COPY",
     .type = KnobType::size,
     .readers = read_by_runtime,
     .standard = "64K",
     .help = "Size below which GPUs use ranges of tasks that lie elsewhere in place, instead of "
             "copying them"},
    {.name = "DART_TASK_POLICY",
     .type = KnobType::word,
     .readers = read_by_runtime,
     .words = "none|affinity|steal",
     .standard = "steal",
     .help =
         "Where tasks execute: on any free device, where their data are, or there unless an idle "
         "device completes them earlier"},
    {.name = "DART_TIMEOUT",
     .type = KnobType::time,
     .readers = read_by_dartrun,
     .otherwise = "no limit",
     .help = "Ends the run after this time, with exit code 124"},
    {.name = "DART_TRACE_FD",
     .type = KnobType::integer,
     .readers = read_by_runtime,
     .lowest = 0,
     .highest = 1 << 20,
     .otherwise = "no trace by dartrun",
     .is_internal = true,
     .help = "Descriptor of the file to which the unit writes events of the trace"},
    {.name = "DART_TRACE_FILE",
     .type = KnobType::path,
     .readers = read_by_runtime + read_by_dartrun,
     .otherwise = "no trace",
     .help = "The file of the trace, which units that no dartrun attends write themselves"},
    {.name = "DART_TRANSPORT",
     .type = KnobType::word,
     .readers = read_by_runtime + read_by_dartrun,
     .words = "auto|verbs|mpi|messages",
     .standard = "auto",
     .help = "How bytes move between hosts"},
    {.name = "DART_UNIT",
     .type = KnobType::integer,
     .readers = read_by_runtime,
     .lowest = 0,
     .highest = 4095,
     .otherwise = "the program runs alone or under mpirun",
     .is_internal = true,
     .help = "Id of the unit"},
    {.name = "DART_UNITS",
     .type = KnobType::integer,
     .readers = read_by_runtime + read_by_dartrun,
     .lowest = 1,
     .highest = 4096,
     .otherwise = "one per core that dartrun may use",
     .help = "Number of all units"},
    {.name = "DART_VERBOSE",
     .type = KnobType::flag,
     .readers = read_by_dartrun,
     .lowest = 0,
     .highest = 1,
     .standard = "0",
     .help = "Prints where each unit runs, and how it ended"},
    {.name = "DART_WDIR",
     .type = KnobType::path,
     .readers = read_by_dartrun,
     .otherwise = "the folder in which dartrun was started",
     .help = "Directory in which the units run"},
    {.name = "DASH_DISABLE_THREADS",
     .type = KnobType::flag,
     .readers = read_by_dash,
     .lowest = 0,
     .highest = 1,
     .standard = "0",
     .help = "Makes the locality of a unit tell of one thread"},
    {.name = "DASH_ENABLE_LOGGING",
     .type = KnobType::flag,
     .readers = read_by_dash,
     .lowest = 0,
     .highest = 1,
     .standard = "1",
     .help = "Whether the library prints messages"},
    {.name = "DASH_ENABLE_TRACE",
     .type = KnobType::flag,
     .readers = read_by_dash,
     .lowest = 0,
     .highest = 1,
     .standard = "0",
     .help = "Records the traces of programs of DASH 0.4"},
    {.name = "DASH_EXPLAIN",
     .type = KnobType::flag,
     .readers = read_by_dash,
     .lowest = 0,
     .highest = 1,
     .standard = "0",
     .help = "Tells of each algorithm and type of elements who works on which of them, where, and "
             "why"},
    {.name = "DASH_INIT_BREAKPOINT",
     .type = KnobType::flag,
     .readers = read_by_dash,
     .lowest = 0,
     .highest = 1,
     .standard = "0",
     .help = "Makes the units wait for a debugger at the end of dash::init"},
    {.name = "DASH_MAX_SHMEM_MBPS",
     .type = KnobType::integer,
     .readers = read_by_runtime,
     .lowest = 1,
     .highest = 2'147'483'647,
     .otherwise = "not known",
     .help = "Bandwidth of shared memory in MB/s that the locality of units tells"},
    {.name = "DASH_MAX_SMT",
     .type = KnobType::flag,
     .readers = read_by_dash,
     .lowest = 0,
     .highest = 1,
     .standard = "0",
     .help = "Makes the locality of a unit count all hardware threads of its cores"},
    {.name = "DASH_MAX_UNIT_THREADS",
     .type = KnobType::integer,
     .readers = read_by_dash,
     .lowest = 1,
     .highest = 2'147'483'647,
     .otherwise = "no limit",
     .help = "The most threads of which the locality of a unit tells"},
    {.name = "DASH_PROGRESS",
     .type = KnobType::word,
     .readers = read_by_dash,
     .words = "auto|off|line|log",
     .standard = "auto",
     .help = "How dash::Progress tells how far a program is"},
    {.name = "DASH_STENCIL_RESIDENT_SIZE",
     .type = KnobType::size,
     .readers = read_by_dash,
     .standard = "16M",
     .help = "Largest part of a matrix for which a GPU executes many steps of a stencil in one "
             "kernel, 0 for a kernel for each step"},
    {.name = "DASH_STRICT_DEVICE",
     .type = KnobType::flag,
     .readers = read_by_dash,
     .lowest = 0,
     .highest = 1,
     .standard = "0",
     .help = "Makes it an error instead of a warning that a function object cannot run on a GPU "
             "unit's GPU"},
    {.name = "DASH_TRACE_LOG_PATH",
     .type = KnobType::path,
     .readers = read_by_dash,
     .otherwise = "the current directory",
     .help = "Folder of the traces of programs of DASH 0.4"},
};

/// The row of a name. \return nullptr if the table lacks it
constexpr const Knob* find_knob(std::string_view name)
{
  for (const Knob& knob : knobs) {
    if (name == knob.name) return &knob;
  }
  return nullptr;
}

/// A variable of the table, made from its name when the program is compiled.
class KnobName {
 public:
  consteval KnobName(const char* name) : knob_(find_knob(name))
  {
    if (knob_ == nullptr) throw "base/knobs.h has no variable of this name";
  }

  constexpr const Knob& knob() const { return *knob_; }
  constexpr const char* name() const { return knob_->name; }

 private:
  const Knob* knob_;
};

/// A variable of the table whose values are of a certain type.
template <KnobType type>
class KnobOf : public KnobName {
 public:
  consteval KnobOf(const char* name) : KnobName(name)
  {
    if (knob().type != type) throw "base/knobs.h says that this variable has another type";
  }
};

/// A variable of the table that has a value also if it is not set.
template <KnobType type>
class KnobWithStandard : public KnobOf<type> {
 public:
  consteval KnobWithStandard(const char* name) : KnobOf<type>(name)
  {
    if (this->knob().standard.empty()) throw "base/knobs.h has no default of this variable";
  }
};

/// The words that a variable takes.
std::vector<std::string_view> words_of(const Knob& knob);

/// The type and the range of a variable's values, as people read them: "1 to 255", "auto, vmm or
/// ipc", "size".
std::string values_text(const Knob& knob);

/// What applies if the variable is not set, a value or a description.
std::string_view default_text(const Knob& knob);

const char* to_string(KnobType type);

/// Those who read the variable: "runtime", "dart-cuda", "dart-ib", "dash", "dartrun".
std::vector<std::string_view> readers_of(const Knob& knob);

/// The public variable whose name is nearest to \p name by the number of characters that have to be
/// inserted, erased or replaced; nullopt if none is similar.
std::optional<std::string_view> nearest_knob(std::string_view name);

}  // namespace dart
