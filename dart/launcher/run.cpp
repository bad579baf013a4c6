#include "run.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <system_error>

#include "base/gpu_in_turn.h"
#include "modules.h"
#include "trace/trace.h"
#include "waits.h"

namespace dart::launcher {
namespace {

using namespace std::chrono_literals;

constexpr auto patience_after_failure = 1s;
constexpr auto patience_after_interrupt = 5s;
constexpr auto patience_with_unequal_starts = 300ms;
constexpr auto time_between_term_and_kill = 200ms;
constexpr auto kill_period = 10ms;  ///< more children may appear when their parents are killed
constexpr auto look_period = 50ms;  ///< units do not report that they start or end

/// Signals by which users and batch systems end a run.
constexpr int ending_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
/// Signals whose meaning only programs define.
constexpr int passed_signals[] = {SIGUSR1, SIGUSR2};

[[noreturn]] void throw_errno(const char* what)
{
  const std::string limit = errno == EFBIG ? " (the limit of file sizes, ulimit -f)" : "";
  throw std::system_error(errno, std::generic_category(), what + limit);
}

bool ends_run(int signal)
{
  return std::find(std::begin(ending_signals), std::end(ending_signals), signal) !=
         std::end(ending_signals);
}

/// Whether this process ignores the signal, as with nohup and in background jobs of scripts; then
/// it keeps ignoring it.
bool ignored(int signal)
{
  struct sigaction action;
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

/// The variables of this process, in which \c changes replace those of the same name.
std::vector<std::string> merged_environment(const std::vector<std::string>& changes)
{
  const auto name_of = [](std::string_view entry) { return entry.substr(0, entry.find('=')); };
  std::vector<std::string> merged = changes;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const bool replaced = std::any_of(changes.begin(), changes.end(), [&](const auto& change) {
      return name_of(change) == name_of(*entry);
    });
    if (!replaced) merged.emplace_back(*entry);
  }
  return merged;
}

std::string assignment(const char* name, const std::string& value)
{
  return std::string(name) + '=' + value;
}

/// The strings as pointers, as exec takes them.
std::vector<char*> pointers(std::vector<std::string>& strings)
{
  std::vector<char*> list;
  for (std::string& string : strings) list.push_back(string.data());
  list.push_back(nullptr);
  return list;
}

}  // namespace

Run::Run(const Options& options) : options_(options), units_(options.units.all())
{
  null_ = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (null_ < 0) throw_errno("cannot open /dev/null");
  // Orphaned descendants become children of this process, so that it can end them, too.
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  block_signals();
  if (!options.trace.empty()) trace_.emplace(options.trace);
  create_job();
}

Run::~Run()
{
  if (job_ != nullptr) munmap(job_, job_block_bytes);
  for (int fd : {job_file_, signals_, null_}) {
    if (fd >= 0) close(fd);
  }
}

void Run::block_signals()
{
  sigset_t taken;
  sigemptyset(&taken);
  sigaddset(&taken, SIGCHLD);
  for (int signal : ending_signals) {
    if (!ignored(signal)) sigaddset(&taken, signal);
  }
  for (int signal : passed_signals) sigaddset(&taken, signal);
  signals_ = signalfd(-1, &taken, SFD_CLOEXEC | SFD_NONBLOCK);
  if (signals_ < 0) throw_errno("signalfd");
  sigset_t blocked = taken;
  for (int signal : {SIGPIPE, SIGXFSZ}) sigaddset(&blocked, signal);  // writes then fail instead
  sigprocmask(SIG_BLOCK, &blocked, &original_signals_);
}

void Run::create_job()
{
  job_file_ = job_create(options_.units.all());
  if (job_file_ < 0) throw_errno("cannot create the memory file of the run");
  job_ = job_map(job_file_);
  if (job_ == nullptr) throw_errno("cannot map the memory file of the run");
}

int Run::execute()
{
  if (options_.timeout) time_limit_ = Clock::now() + *options_.timeout;
  start_units();
  for (;;) {
    take_signals();
    pass_on_output();
    if (!childless_) take_ends();
    if (!childless_) check_deadlines();
    if (childless_) output_.finish();
    check_output();
    if (childless_ && output_.done()) break;
    wait_for_event();
  }
  if (trace_) finish_trace();
  return exit_code_.value_or(0);
}

void Run::finish_trace()
{
  const std::string trouble = trace_->merge();
  if (trouble.empty()) return;
  fail(1, trouble);
  output_.finish();
}

// ---- starting -------------------------------------------------------------------------------

void Run::start_units()
{
  const std::string path = find_program(options_.command.front());
  if (!options_.wdir.empty() && chdir(options_.wdir.c_str()) != 0) {
    throw UsageError(
        "--wdir " + options_.wdir + ": " + std::strerror(errno) +
        "; expected a directory that exists");
  }

  std::vector<std::string> variables{
      // The first ones have room for each unit's numbers.
      assignment(env_unit, "0000"),
      assignment(env_trace_fd, "0000000"),
      assignment(env_job_fd, std::to_string(job_file_)),
      assignment(env_units, std::to_string(options_.units.all())),
      assignment(env_cpu_units, std::to_string(options_.units.cpu)),
      assignment(env_gpu_units, std::to_string(options_.units.gpu)),
      assignment(env_gpu_backend, options_.gpu_backend),
      assignment(env_gpu_map, to_list(options_.gpu_map)),
      assignment("DART_BIND", to_string(options_.bind)),
      assignment("DART_TAG_OUTPUT", options_.tag_output ? "1" : "0")};
  if (!options_.heap.empty()) variables.push_back(assignment(env_heap, options_.heap));
  variables.insert(variables.end(), options_.environment.begin(), options_.environment.end());
  variables = merged_environment(variables);
  std::vector<std::string> arguments = options_.command;
  const auto environment_list = pointers(variables);
  const auto argument_list = pointers(arguments);
  const auto cpus = bind_units(options_.bind, units_.size());

  starting_ = true;
  std::uint32_t id = 0;
  for (; id < units_.size() && !exit_code_ && interrupted_ == 0; ++id) {
    const int trace = trace_ ? trace_->add_part() : -1;
    variables[0].replace(sizeof env_unit, std::string::npos, std::to_string(id));
    variables[1].replace(
        sizeof env_trace_fd, std::string::npos, trace_ ? std::to_string(trace) : "");
    const CpuMask mask(cpus[id]);
    start_unit(
        id, {path.c_str(),
             argument_list.data(),
             environment_list.data(),
             {id == 0 ? STDIN_FILENO : null_, STDOUT_FILENO, STDERR_FILENO},
             trace,
             options_.bind == Bind::none ? nullptr : &mask,
             &original_signals_});
    take_signals();
  }
  starting_ = false;
  if (interrupted_ != 0 && id < units_.size()) {  // the units that run wait for the others
    if (!exit_code_) exit_code_ = 128 + interrupted_;
    end_processes();
  }
  if (options_.verbose) describe_units(cpus);
}

void Run::start_unit(std::uint32_t id, const ProcessStart& start)
{
  ProcessStart process = start;
  const bool has_trace = !trace_ || start.inherited >= 0;
  const bool connected = has_trace && (!options_.tag_output || add_streams(id, process));
  const pid_t pid = connected ? start_process(process) : -1;
  const int error = errno;
  for (int stream : {STDOUT_FILENO, STDERR_FILENO}) {
    if (process.streams[stream] > STDERR_FILENO) close(process.streams[stream]);
  }
  if (pid > 0) {
    units_[id] = {pid, true};
    unit_of_[pid] = id;
    ++living_;
    return;
  }
  if (error == EAGAIN || error == EMFILE || error == ENFILE || error == ENOMEM) {
    fail(
        1, "cannot start unit " + std::to_string(id) + ": " + std::strerror(error) +
               "; use fewer units or raise the limit (ulimit -u, ulimit -n)");
  } else {
    const ExecError failure(options_.command.front(), error);
    fail(failure.exit_code, failure.what());
  }
  end_processes();
}

/// Passes the unit's output through pipes. \return false with errno set if no pipe can be created
bool Run::add_streams(std::uint32_t id, ProcessStart& start)
{
  const std::string prefix = "[unit " + std::to_string(id) + "] ";
  for (int stream : {STDOUT_FILENO, STDERR_FILENO}) {
    const int fd = output_.add_stream(stream, prefix);
    if (fd < 0) return false;
    start.streams[stream] = fd;
  }
  return true;
}

void Run::describe_units(const std::vector<Cpus>& cpus)
{
  std::string command;
  for (const std::string& word : options_.command) command += ' ' + word;
  output_.report(to_string(options_.units) + " of" + command);
  const auto gpus = gpu_names();
  for (std::uint32_t id = 0; id < units_.size(); ++id) {
    if (units_[id].pid <= 0) continue;
    const bool has_gpu = options_.units.is_gpu_unit(id);
    const std::string kind = has_gpu ? "GPU unit, " + gpus[id - options_.units.cpu] : "CPU unit";
    output_.report(name(id) + " on cores " + to_string(cpus[id]) + ": " + kind);
  }
}

std::vector<std::string> Run::gpu_names()
{
  std::vector<std::string> names;
  const bool emulated = options_.gpu_backend == "emulated";
  const bool asks = options_.units.gpu > 0 && !emulated;
  const GpuSurvey survey = asks ? survey_gpus() : GpuSurvey{};
  if (!survey.trouble.empty()) output_.report(survey.trouble);
  for (std::size_t unit = 0; unit < options_.units.gpu; ++unit) {
    // If the GPUs cannot be queried, each unit is assumed to have one of its own.
    const std::size_t gpus = survey.gpus.empty() ? options_.units.gpu : survey.gpus.size();
    const std::size_t gpu = gpu_in_turn(options_.gpu_map, unit, gpus);
    std::string name = (emulated ? "emulated GPU " : "GPU ") + std::to_string(gpu);
    if (gpu < survey.gpus.size()) name += " (" + survey.gpus[gpu].name + ')';
    names.push_back(std::move(name));
  }
  return names;
}

// ---- watching -------------------------------------------------------------------------------

void Run::wait_for_event()
{
  std::vector<pollfd> events{{signals_, POLLIN, 0}};
  output_.append_events(events);
  const Deadline next = next_deadline();
  timespec timeout{};
  if (next) {
    const auto left = std::max<Clock::duration>(*next - Clock::now(), 0ns).count();
    timeout = {static_cast<time_t>(left / 1'000'000'000), static_cast<long>(left % 1'000'000'000)};
  }
  ppoll(events.data(), events.size(), next ? &timeout : nullptr, nullptr);
}

Run::Deadline Run::next_deadline() const
{
  Deadline next;
  if (childless_) return next;
  for (const Deadline& deadline : {time_limit_, patience_, unequal_starts_, kill_}) {
    if (deadline && (!next || *deadline < *next)) next = deadline;
  }
  const bool some_ended = living_ > 0 && living_ < units_.size();
  if (!ending_ && (some_ended || has_scripts())) {
    const auto look = Clock::now() + look_period;
    if (!next || look < *next) next = look;
  }
  return next;
}

/// Whether there are units whose program is not the process that was started here, as far as known:
/// then the ends of programs have to be found by looking.
bool Run::has_scripts() const
{
  for (std::uint32_t id = 0; id < units_.size(); ++id) {
    if (units_[id].living && job_->unit[id].pid != units_[id].pid) return true;
  }
  return false;
}

void Run::take_signals()
{
  signalfd_siginfo info;
  while (read(signals_, &info, sizeof info) == sizeof info) {
    if (info.ssi_signo != SIGCHLD) take_signal(info);
  }
}

void Run::take_signal(const signalfd_siginfo& info)
{
  const int signal = static_cast<int>(info.ssi_signo);
  if (ends_run(signal)) {
    if (childless_) return output_.discard();  // nobody reads the rest
    if (interrupted_ != 0 || ending_) {        // this is the second request to end
      if (!exit_code_) exit_code_ = 128 + signal;
      end_processes();
      kill_ = Clock::now();
      return;
    }
    interrupted_ = signal;
    patience_ = Clock::now() + patience_after_interrupt;
    output_.report("received " + signal_text(signal) + ", passed on to the units");
    if (!starting_) report_waits();
  }
  // A terminal sends the signal to the units itself, but not to those that do not run yet.
  if (info.ssi_code == SI_KERNEL && !starting_) return;
  for (const Unit& unit : units_) {
    if (unit.living) kill(unit.pid, signal);
  }
}

void Run::pass_on_output()
{
  output_.pump();
  check_output();
}

/// Ends the run if what the units write cannot be passed on: they would be killed by the signal for
/// a broken pipe, which does not tell why. Messages of dartrun alone are not worth that.
void Run::check_output()
{
  const std::string trouble = options_.tag_output ? output_.take_trouble() : std::string();
  if (trouble.empty()) return;
  fail(1, trouble + (living_ > 0 ? "; ending the units" : ""));
  if (!childless_) end_processes();
}

void Run::take_ends()
{
  struct End {
    std::uint32_t id;
    int status;
  };
  std::vector<End> ends;
  int status = 0;
  pid_t pid;
  while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
    const auto unit = unit_of_.find(pid);
    if (unit == unit_of_.end()) continue;  // a descendant whose parent has ended
    ends.push_back({unit->second, status});
    units_[unit->second].living = false;
    unit_of_.erase(unit);
    --living_;
  }
  childless_ = pid < 0;
  pass_on_output();  // The last output of a unit comes before the message about its end.
  // If several units have ended at the same time, a signal is the likeliest cause and success the
  // least likely one.
  const auto weight = [](const End& end) { return WIFSIGNALED(end.status) ? 2 : end.status != 0; };
  std::stable_sort(
      ends.begin(), ends.end(), [&](const End& a, const End& b) { return weight(a) > weight(b); });
  for (const End& end : ends) take_end(end.id, end.status);
  if (living_ == 0 && !childless_) end_processes();
}

void Run::take_end(std::uint32_t id, int status)
{
  const Verdict verdict = judge(status, job_->unit[id]);
  if (verdict.kind == Verdict::success) {
    if (options_.verbose) output_.report(name(id) + ' ' + verdict.text);
    return;
  }
  if (interrupted_ != 0 && WIFSIGNALED(status) && WTERMSIG(status) == interrupted_) {
    // the user has requested this, so it is no failure to report
    if (!exit_code_) exit_code_ = verdict.exit_code;
  }
  const bool late = verdict.kind == Verdict::failed_late;
  fail(
      verdict.exit_code,
      name(id) + ' ' + verdict.text + (living_ > 0 && !late ? "; ending the other units" : ""));
  if (!late) {
    end_processes();
  } else if (!patience_) {
    patience_ = Clock::now() + patience_after_failure;
  }
}

void Run::check_deadlines()
{
  const auto now = Clock::now();
  const auto passed = [now](const Deadline& deadline) { return deadline && *deadline <= now; };
  if (passed(kill_)) {
    signal_children(SIGKILL);
    kill_ = now + kill_period;
  }
  if (living_ == 0 || ending_) return;
  if (passed(time_limit_)) {
    const double seconds = static_cast<double>(options_.timeout->count()) / 1000;
    char limit[32];
    std::snprintf(limit, sizeof limit, "%g", seconds);
    fail(
        124, "the time limit of " + std::string(limit) +
                 " s has passed; still running: " + living_units() + "; ending all");
    report_waits();
    end_processes();
  } else if (passed(patience_)) {
    output_.report("still running: " + living_units() + "; ending all");
    report_waits();
    if (!exit_code_) exit_code_ = 128 + interrupted_;
    end_processes();
  } else {
    check_programs();
    if (!ending_) check_equal_starts();
  }
}

/// Looks for programs of scripts that ended in a way that keeps the others waiting.
void Run::check_programs()
{
  for (std::uint32_t id = 0; id < units_.size() && !ending_; ++id) {
    if (units_[id].living && job_->unit[id].pid != units_[id].pid) check_program(id);
  }
}

void Run::check_program(std::uint32_t id)
{
  const JobBlock::Unit& unit = job_->unit[id];
  if (const std::int32_t second = unit.second_pid) {
    fail(
        1, name(id) + " has started two programs at the same time, processes " +
               std::to_string(unit.pid) + " and " + std::to_string(second) +
               "; start programs of one run one after the other, or each by a dartrun of its own");
    return end_processes();
  }
  const std::int32_t pid = unit.pid;
  const bool is_needed = pid != 0 && unit.state != UnitState::finalized;
  if (!is_needed || job_is_claimed(job_file_, id) || kill(pid, 0) == 0 || errno != ESRCH) return;
  if (unit.pid != pid || unit.state == UnitState::finalized) return;
  fail(
      1, "process " + std::to_string(pid) + ", a program of " + name(id) +
             ", ended without dash::finalize (dart_exit); ending the other units");
  end_processes();
}

/// Each dart_init needs all units, so a unit that has ended would keep the others waiting forever.
void Run::check_equal_starts()
{
  constexpr std::uint32_t none = ~0u;
  std::uint32_t most = 0;
  std::uint32_t missing = none;
  for (std::uint32_t id = 0; id < units_.size(); ++id) {
    if (units_[id].living) most = std::max(most, job_->unit[id].inits.load());
  }
  for (std::uint32_t id = 0; id < units_.size() && missing == none; ++id) {
    if (!units_[id].living && job_->unit[id].inits.load() < most) missing = id;
  }
  if (missing == none) {
    unequal_starts_.reset();
    return;
  }
  if (!unequal_starts_) unequal_starts_ = Clock::now() + patience_with_unequal_starts;
  if (Clock::now() < *unequal_starts_) return;
  const std::uint32_t inits = job_->unit[missing].inits.load();
  fail(
      1, name(missing) +
             (inits == 0 ? " ended without dash::init while other units wait for it"
                         : " ended after dash::init number " + std::to_string(inits) +
                               " while other units wait for it in number " + std::to_string(most)) +
             "; call dash::init and dash::finalize equally often on all units");
  end_processes();
}

// ---- ending ---------------------------------------------------------------------------------

void Run::fail(int exit_code, const std::string& message)
{
  if (!exit_code_ || options_.verbose) output_.report(message);
  if (!exit_code_) exit_code_ = exit_code;
}

void Run::end_processes()
{
  if (ending_) return;
  ending_ = true;
  time_limit_.reset();
  patience_.reset();
  unequal_starts_.reset();
  signal_children(SIGTERM);
  kill_ = Clock::now() + time_between_term_and_kill;
}

void Run::signal_children(int signal)
{
  for (pid_t child : child_processes()) {
    kill(child, signal);
    kill(child, SIGCONT);  // otherwise a stopped process would not receive the signal
  }
}

void Run::report_waits()
{
  std::vector<pid_t> processes;
  for (const Unit& unit : units_) processes.push_back(unit.pid);
  for (const std::string& line : describe_waits(*job_, processes)) output_.report(line);
}

std::string Run::name(std::uint32_t id) const
{
  return "unit " + std::to_string(id) + " (pid " + std::to_string(units_[id].pid) + ")";
}

std::string Run::living_units() const
{
  Cpus ids;  // to_string abbreviates consecutive numbers
  for (std::uint32_t id = 0; id < units_.size(); ++id) {
    if (units_[id].living) ids.push_back(static_cast<int>(id));
  }
  return (ids.size() == 1 ? "unit " : "units ") + to_string(ids);
}

}  // namespace dart::launcher
