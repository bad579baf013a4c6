#include "joint_write.h"

#include <stdexcept>

#ifdef DASH_HDF5_WITH_MPI
#include <dash/Team.h>
#include <dash/dart/if/dart.h>
#include <dash/detail/io/BoxStream.h>
#include <dash/detail/io/TeamFile.h>
#include <dash/detail/team/Combine.h>

#include <mpi.h>
#include <algorithm>
#include <cstring>
#include <exception>
#include <optional>
#include <utility>

#include "BoxAccess.h"
#endif

namespace dash::detail {

#ifndef DASH_HDF5_WITH_MPI

bool writes_jointly()
{
  return false;
}

void write_jointly(
    const Subject& subject, const std::string& /*path*/, const FileElements& /*elements*/,
    const std::vector<std::size_t>& /*origin*/, hid_t /*type*/)
{
  subject.refuse("this build has no HDF5 with MPI-IO");
}

#else

namespace {

/// Most bytes that a unit writes at once, unless a row of chunks has more.
constexpr std::size_t most_at_once = std::size_t{16} << 20;

/// Calls a part that calls MPI, while the runtime's threads do not. \return why it failed
template <class Part>
std::string failure_in_mpi(Part&& part)
{
  struct Call {
    Part& part;
    std::string failure;
  } call{part, {}};
  const auto perform = [](void* argument) {
    auto& self = *static_cast<Call*>(argument);
    try {
      self.part();
    } catch (const std::exception& error) {
      self.failure = error.what();
    }
  };
  if (dart_call_mpi(perform, &call) != DART_OK) return "MPI has ended";
  return call.failure;
}

/// A communicator of the units of a team, in their order. Made and freed by all of them, in MPI.
class TeamCommunicator {
 public:
  explicit TeamCommunicator(const Team& team)
  {
    std::vector<int> ranks;
    for (std::size_t i = 0; i < team.size(); ++i) {
      ranks.push_back(team.global_id(team_unit_t{static_cast<dart_unit_t>(i)}).id);
    }
    MPI_Group world = MPI_GROUP_NULL, units = MPI_GROUP_NULL;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, static_cast<int>(ranks.size()), ranks.data(), &units);
    constexpr int tag = 0x4835;  // a number that programs hardly use for the same
    MPI_Comm_create_group(MPI_COMM_WORLD, units, tag, &communicator_);
    MPI_Group_free(&units);
    MPI_Group_free(&world);
    MPI_Comm_set_errhandler(communicator_, MPI_ERRORS_RETURN);
  }
  TeamCommunicator(const TeamCommunicator&) = delete;
  TeamCommunicator& operator=(const TeamCommunicator&) = delete;
  ~TeamCommunicator() { MPI_Comm_free(&communicator_); }

  operator MPI_Comm() const noexcept { return communicator_; }

 private:
  MPI_Comm communicator_ = MPI_COMM_NULL;
};

/// A data set that all units have opened. Made and destroyed by all of them, in MPI.
class JointDataset {
 public:
  JointDataset(
      const Subject& subject, const std::string& path, const FileElements& elements,
      const std::vector<std::size_t>& origin, hid_t type)
      : subject_(subject),
        communicator_(elements.team())
  {
    const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
    subject.check(H5Pset_fapl_mpio(access, communicator_, MPI_INFO_NULL), "use MPI-IO");
    file_ = {
        subject.check(H5Fopen(path.c_str(), H5F_ACC_RDWR, access), "open the file by MPI-IO"),
        H5Fclose};
    dataset_ = {
        subject.check(H5Dopen2(file_, subject.dataset.c_str(), H5P_DEFAULT), "open it"), H5Dclose};
    transfer_ = Handle(H5Pcreate(H5P_DATASET_XFER), H5Pclose);
    H5Pset_dxpl_mpio(transfer_, H5FD_MPIO_COLLECTIVE);
    boxes_.emplace(subject, dataset_, type, origin);
  }

  /// Rows that one unit should write alone; 1 if the data set has no chunks.
  std::size_t rows_of_chunk(std::size_t rank) const
  {
    const auto chunks = chunks_of(dataset_, rank);
    return chunks.empty() ? 1 : chunks.front();
  }

  /// \param step  nothing: this unit has no elements for the write of the others
  void write(const FileStep* step, const std::byte* data)
  {
    if (step != nullptr) {
      boxes_->write(*step, data, transfer_);
    } else {
      boxes_->write_nothing(transfer_);
    }
  }

  void close()
  {
    boxes_.reset();
    subject_.check(dataset_.close(), "close it");
    subject_.check(file_.close(), "close the file");
  }

 private:
  const Subject& subject_;
  TeamCommunicator communicator_;
  Handle file_;
  Handle dataset_;
  Handle transfer_;
  std::optional<BoxAccess> boxes_;
};

/// Rows [begin, end) of the slowest dimension.
struct Rows {
  std::size_t begin;
  std::size_t end;
};

/// The rows that the calling unit writes: those of whole chunks, as far as chunks have a unit.
Rows own_rows(const FileElements& elements, std::size_t first, std::size_t chunk)
{
  const std::size_t rows = elements.extents()[0];
  const std::size_t begin = first / chunk, end = (first + rows + chunk - 1) / chunk;
  const std::size_t units = elements.team().size();
  const auto me = static_cast<std::size_t>(elements.team().myid().id);
  const auto row_of = [&](std::size_t unit) {
    const std::size_t row = (begin + (end - begin) * unit / units) * chunk;
    return std::clamp(row, first, first + rows) - first;
  };
  return {row_of(me), row_of(me + 1)};
}

}  // namespace

bool writes_jointly()
{
  return dart_call_mpi([](void*) {}, nullptr) == DART_OK;
}

void write_jointly(
    const Subject& subject, const std::string& path, const FileElements& elements,
    const std::vector<std::size_t>& origin, hid_t type)
{
  Team& team = elements.team();
  std::optional<JointDataset> dataset;
  std::size_t chunk = 1;
  together(team, [] {});  // all are about to call MPI
  std::string failure = failure_in_mpi([&] {
    dataset.emplace(subject, path, elements, origin, type);
    chunk = dataset->rows_of_chunk(elements.extents().size());
  });
  if (any_unit(team, !failure.empty())) failure_in_mpi([&] { dataset.reset(); });
  agree_on_failure(team, failure);

  // All units write as often as the one with most rows. A unit that fails goes on, without
  // elements.
  const auto write = [&](const FileStep* step, const std::byte* data) {
    if (!any_unit(team, step != nullptr)) return false;
    const std::string why = failure_in_mpi([&] { dataset->write(step, data); });
    if (failure.empty()) failure = why;
    return true;
  };
  const std::size_t first = origin.empty() ? 0 : origin[0];
  const Rows own = own_rows(elements, first, chunk);
  const std::size_t row = elements.size() / elements.extents()[0];
  const std::size_t bytes = elements.type().bytes();
  const std::size_t chunks_at_once = std::max<std::size_t>(1, most_at_once / (row * bytes * chunk));
  std::vector<std::byte> buffer;
  for (std::size_t begin = own.begin; begin < own.end;) {
    const std::size_t limit = ((first + begin) / chunk + chunks_at_once) * chunk - first;
    const std::size_t end = std::min(own.end, limit);
    FileStep step{{std::vector<std::size_t>(elements.extents().size(), 0), elements.extents()}, 0};
    step.box.offsets[0] = begin;
    step.box.extents[0] = end - begin;
    bool is_there = false;
    try {
      buffer.resize((end - begin) * row * bytes);
      write_boxes(
          elements, {begin * row, end * row}, ElementSequence::row_major,
          [&](const FileStep& part, const std::byte* data) {
            std::memcpy(
                buffer.data() + (part.position - begin * row) * bytes, data,
                part.box.size() * bytes);
          });
      is_there = true;
    } catch (const std::exception& error) {
      if (failure.empty()) failure = error.what();
    }
    if (!is_there) break;
    write(&step, buffer.data());
    begin = end;
  }
  while (write(nullptr, nullptr)) {
  }
  const std::string why = failure_in_mpi([&] {
    dataset->close();
    dataset.reset();
  });
  agree_on_failure(team, failure.empty() ? why : failure);
}

#endif

}  // namespace dash::detail
