#include <dash/Exception.h>
#include <dash/detail/io/BoxStream.h>
#include <dash/detail/io/ContainerElements.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <vector>

namespace dash::detail {

BoxTransfer::~BoxTransfer() = default;
FileElements::~FileElements() = default;

void require_memory_for_file(bool has_memory, const char* user)
{
  if (has_memory) return;
  DASH_THROW(
      exception::InvalidArgument,
      user << ": the container has no memory; allocate it, or construct it with its extents");
}

namespace {

/// Most bytes of a step: enough for the file, few enough for two of them to stay in a cache.
constexpr std::size_t step_bytes = std::size_t{2} << 20;

/// The dimensions from the slowest to the fastest one.
std::vector<std::size_t> by_pace(std::size_t n, ElementSequence sequence)
{
  std::vector<std::size_t> dimensions(n);
  for (std::size_t i = 0; i < n; ++i) {
    dimensions[i] = sequence == ElementSequence::row_major ? i : n - 1 - i;
  }
  return dimensions;
}

/// Distances of neighbours in each dimension of a box without gaps, if neighbours in the fastest
/// one have distance \c stride.
std::vector<std::size_t> strides_of(
    const std::vector<std::size_t>& extents, const std::vector<std::size_t>& paces,
    std::size_t stride)
{
  std::vector<std::size_t> strides(extents.size());
  for (std::size_t pace = paces.size(); pace-- > 0;) {
    strides[paces[pace]] = stride;
    stride *= extents[paces[pace]];
  }
  return strides;
}

/// Divides positions into steps: each has a part of one dimension, all of the faster ones, and one
/// coordinate of the slower ones.
class Steps {
 public:
  Steps(const FileElements& elements, FilePositions positions, ElementSequence file)
      : extents_(elements.extents()),
        dimensions_(by_pace(extents_.size(), file)),
        strides_(strides_of(extents_, dimensions_, 1)),
        position_(positions.begin),
        end_(positions.end),
        capacity_(std::max<std::size_t>(1, step_bytes / elements.type().bytes()))
  {}

  bool done() const { return position_ >= end_; }

  FileStep next()
  {
    FileStep step{{std::vector<std::size_t>(extents_.size()), extents_}, position_};
    for (const std::size_t d : dimensions_) {
      step.box.offsets[d] = position_ / strides_[d] % extents_[d];
      step.box.extents[d] = 1;
    }
    const std::size_t most = std::min(end_ - position_, capacity_);
    for (const std::size_t d : dimensions_) {
      if (strides_[d] > most || position_ % strides_[d] != 0) continue;
      step.box.extents[d] = std::min(extents_[d] - step.box.offsets[d], most / strides_[d]);
      // All that is faster begins with coordinate 0 here.
      for (const std::size_t faster : dimensions_) {
        if (strides_[faster] < strides_[d]) step.box.extents[faster] = extents_[faster];
      }
      break;
    }
    position_ += step.box.size();
    return step;
  }

 private:
  const std::vector<std::size_t>& extents_;
  std::vector<std::size_t> dimensions_;
  std::vector<std::size_t> strides_;
  std::size_t position_;
  std::size_t end_;
  std::size_t capacity_;
};

/// Copies elements at a stride to memory without gaps; the size of an element is known in advance
/// where it is common.
template <std::size_t Bytes>
void copy_line(
    std::byte* to, const std::byte* from, std::size_t stride, std::size_t n, std::size_t bytes)
{
  for (std::size_t i = 0; i < n; ++i) {
    std::memcpy(to + i * bytes, from + i * stride, Bytes == 0 ? bytes : Bytes);
  }
}

/// Writes the elements of a box, which lie in one order, in the other one.
void reorder(
    std::byte* to, const std::byte* from, const std::vector<std::size_t>& extents,
    ElementSequence from_sequence, std::size_t bytes)
{
  const auto paces = by_pace(extents.size(), from_sequence);
  const auto strides = strides_of(extents, paces, bytes);
  const auto line = bytes == 1   ? copy_line<1>
                    : bytes == 2 ? copy_line<2>
                    : bytes == 4 ? copy_line<4>
                    : bytes == 8 ? copy_line<8>
                                 : copy_line<0>;
  // The slowest dimension of one order is the fastest one of the other.
  const std::size_t fastest = paces.front();
  std::vector<std::size_t> at(extents.size(), 0);
  const std::size_t lines = FileBox{{}, extents}.size() / extents[fastest];
  for (std::size_t i = 0; i < lines; ++i) {
    const std::byte* first = from;
    for (std::size_t d = 0; d < extents.size(); ++d) first += at[d] * strides[d];
    line(to, first, strides[fastest], extents[fastest], bytes);
    to += extents[fastest] * bytes;
    for (std::size_t pace = 1; pace < paces.size(); ++pace) {
      const std::size_t d = paces[pace];
      if (++at[d] < extents[d]) break;
      at[d] = 0;
    }
  }
}

/// Host memory for one step, which is allocated when it is needed.
class Buffer {
 public:
  std::byte* of(std::size_t bytes)
  {
    if (bytes > size_) {
      bytes_.reset(new std::byte[bytes]);
      size_ = bytes;
    }
    return bytes_.get();
  }

 private:
  std::unique_ptr<std::byte[]> bytes_;
  std::size_t size_ = 0;
};

}  // namespace

FilePositions own_share(const FileElements& elements, ElementSequence file)
{
  const std::size_t n = elements.size();
  const std::size_t units = elements.team().size();
  const auto me = static_cast<std::size_t>(elements.team().myid().id);
  std::size_t rows = n;
  if (n > 0 && !elements.extents().empty()) {
    const std::size_t slowest = by_pace(elements.extents().size(), file).front();
    if (elements.extents()[slowest] >= units) rows = elements.extents()[slowest];
  }
  const std::size_t length = rows == 0 ? 0 : (rows + units - 1) / units * (n / rows);
  return {std::min(n, me * length), std::min(n, (me + 1) * length)};
}

void write_boxes(
    const FileElements& elements, FilePositions positions, ElementSequence file,
    const WriteStep& write)
{
  struct Stage {
    FileStep step;
    const std::byte* data = nullptr;
    std::unique_ptr<BoxTransfer> transfer;
  };
  const bool reorders = file != elements.sequence();
  const std::size_t bytes = elements.type().bytes();
  std::array<Buffer, 2> buffers;
  Buffer reordered;
  Steps steps(elements, positions, file);
  std::size_t number = 0;
  const auto begin = [&] {
    Stage stage;
    stage.step = steps.next();
    if (!reorders) stage.data = elements.in_place(stage.step.box);
    if (stage.data == nullptr) {
      std::byte* const to = buffers[number++ % 2].of(stage.step.box.size() * bytes);
      stage.transfer = elements.fetch(stage.step.box, to);
      stage.data = to;
    }
    return stage;
  };
  Stage next;
  if (!steps.done()) next = begin();
  while (next.data != nullptr) {
    Stage stage = std::move(next);
    next = steps.done() ? Stage{} : begin();
    if (stage.transfer != nullptr) stage.transfer->wait();
    if (reorders) {
      std::byte* const to = reordered.of(stage.step.box.size() * bytes);
      reorder(to, stage.data, stage.step.box.extents, elements.sequence(), bytes);
      stage.data = to;
    }
    write(stage.step, stage.data);
  }
}

void read_boxes(
    const FileElements& elements, FilePositions positions, ElementSequence file,
    const ReadStep& read)
{
  const bool reorders = file != elements.sequence();
  const std::size_t bytes = elements.type().bytes();
  std::array<Buffer, 2> buffers;
  std::array<std::unique_ptr<BoxTransfer>, 2> transfers;
  Buffer reordered;
  std::size_t number = 0;
  for (Steps steps(elements, positions, file); !steps.done();) {
    const FileStep step = steps.next();
    const std::size_t step_size = step.box.size() * bytes;
    std::byte* const place = reorders ? nullptr : elements.in_place(step.box);
    if (place != nullptr) {
      read(step, place);
      continue;
    }
    const std::size_t turn = number++ % 2;
    if (transfers[turn] != nullptr) transfers[turn]->wait();
    std::byte* const data = buffers[turn].of(step_size);
    if (reorders) {
      std::byte* const from = reordered.of(step_size);
      read(step, from);
      reorder(data, from, step.box.extents, file, bytes);
    } else {
      read(step, data);
    }
    transfers[turn] = elements.store(step.box, data);
  }
  for (const auto& transfer : transfers) {
    if (transfer != nullptr) transfer->wait();
  }
}

}  // namespace dash::detail
