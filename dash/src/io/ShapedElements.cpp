#include <dash/Exception.h>
#include <dash/detail/io/FileElements.h>
#include <dash/detail/team/Unwinding.h>

#include <string>
#include <utility>

namespace dash::detail {

namespace {

class ShapedElements final : public FileElements {
 public:
  ShapedElements(std::unique_ptr<FileElements> elements, std::vector<std::size_t> extents)
      : FileElements(
            elements->team(), elements->type(), std::move(extents), ElementSequence::row_major),
        elements_(std::move(elements))
  {}

  std::byte* in_place(const FileBox& box) const override { return elements_->in_place(line(box)); }
  std::unique_ptr<BoxTransfer> fetch(const FileBox& box, std::byte* to) const override
  {
    return elements_->fetch(line(box), to);
  }
  std::unique_ptr<BoxTransfer> store(const FileBox& box, const std::byte* from) const override
  {
    return elements_->store(line(box), from);
  }

 private:
  /// The elements of a box in one dimension.
  FileBox line(const FileBox& box) const
  {
    std::size_t position = 0;
    for (std::size_t d = 0; d < extents().size(); ++d) {
      position = position * extents()[d] + box.offsets[d];
    }
    return {{position}, {box.size()}};
  }

  std::unique_ptr<FileElements> elements_;
};

/// Elements with more or fewer dimensions of extent 1.
class UnitExtents final : public FileElements {
 public:
  UnitExtents(std::unique_ptr<FileElements> elements, std::vector<std::size_t> extents)
      : FileElements(elements->team(), elements->type(), std::move(extents), elements->sequence()),
        elements_(std::move(elements))
  {}

  std::byte* in_place(const FileBox& box) const override { return elements_->in_place(own(box)); }
  std::unique_ptr<BoxTransfer> fetch(const FileBox& box, std::byte* to) const override
  {
    return elements_->fetch(own(box), to);
  }
  std::unique_ptr<BoxTransfer> store(const FileBox& box, const std::byte* from) const override
  {
    return elements_->store(own(box), from);
  }

 private:
  /// A box in the dimensions of the elements. Those of larger extents follow in the same order.
  FileBox own(const FileBox& box) const
  {
    const auto& sizes = elements_->extents();
    FileBox result{
        std::vector<std::size_t>(sizes.size(), 0), std::vector<std::size_t>(sizes.size(), 1)};
    std::size_t to = 0;
    for (std::size_t from = 0; from < extents().size(); ++from) {
      if (extents()[from] == 1) continue;
      while (sizes[to] == 1) ++to;
      result.offsets[to] = box.offsets[from];
      result.extents[to] = box.extents[from];
      ++to;
    }
    return result;
  }

  std::unique_ptr<FileElements> elements_;
};

std::vector<std::size_t> without_ones(std::vector<std::size_t> extents)
{
  std::erase(extents, std::size_t{1});
  return extents;
}

}  // namespace

std::unique_ptr<FileElements> with_unit_extents(
    std::unique_ptr<FileElements>& elements, const std::vector<std::size_t>& extents)
{
  if (elements->extents() == extents) return std::move(elements);
  if (without_ones(elements->extents()) != without_ones(extents)) return nullptr;
  return std::make_unique<UnitExtents>(std::move(elements), extents);
}

std::string text_of(const std::vector<std::size_t>& extents)
{
  std::string text = "(";
  for (const std::size_t extent : extents) {
    text += (text == "(" ? "" : ", ") + std::to_string(extent);
  }
  return text + ")";
}

std::unique_ptr<FileElements> shaped(
    std::unique_ptr<FileElements> elements, std::vector<std::size_t> extents)
{
  const std::size_t n = FileBox{{}, extents}.size();
  if (elements->extents().size() != 1 || elements->size() != n || extents.empty()) {
    throw_together<exception::InvalidArgument>(
        elements->team(), "dash::io: a shape of " + std::to_string(n) + " elements for " +
                              std::to_string(elements->size()) + " elements in " +
                              std::to_string(elements->extents().size()) +
                              " dimensions; shapes are for one");
  }
  return std::make_unique<ShapedElements>(std::move(elements), std::move(extents));
}

}  // namespace dash::detail
