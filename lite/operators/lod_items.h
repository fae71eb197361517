// The items of a tensor with levels of detail, for operators that distribute and collect them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "lite/base/status.h"
#include "lite/core/tensor.h"

namespace paddle::lite::operators {

// Rows of one item, and the lengths of its parts at each level from the item's own on.
struct LodItem {
  int64_t begin = 0, end = 0;
  std::vector<std::vector<uint64_t>> lengths;
};

// Refuses offsets of level `level` that do not begin with 0, decrease, or do not end at `last`.
inline Status CheckLevel(const char* slot, const std::vector<uint64_t>& offsets, size_t level,
                         uint64_t last) {
  bool valid = !offsets.empty() && offsets.front() == 0 && offsets.back() == last;
  for (size_t i = 1; valid && i < offsets.size(); ++i) valid = offsets[i - 1] <= offsets[i];
  if (valid) return OkStatus();
  return InvalidArgument(slot, ": level ", level, " of detail ", ListToString(offsets),
                         " does not divide ", last, " rows");
}

// Refuses a tensor without rows, and levels of detail from `level` on that do not divide its rows:
// offsets begin with 0, never decrease, and end at the number of entries of the next level.
inline Status CheckLevels(const char* slot, const Tensor& tensor, size_t level = 0) {
  if (tensor.dims().rank() < 1) {
    return InvalidArgument(slot, ": expected rows, found shape ", tensor.dims());
  }
  const LoD& lod = tensor.lod();
  for (size_t l = level; l < lod.size(); ++l) {
    uint64_t last = static_cast<uint64_t>(tensor.dims()[0]);
    if (l + 1 < lod.size()) last = lod[l + 1].empty() ? 0 : lod[l + 1].size() - 1;
    LITE_RETURN_IF_ERROR(CheckLevel(slot, lod[l], l, last));
  }
  return OkStatus();
}

// The innermost level of detail of a tensor of sequences: the rows at which they begin, and the
// end. All levels are checked.
inline Result<const std::vector<uint64_t>*> SequenceOffsets(const char* slot,
                                                            const Tensor& tensor) {
  LITE_RETURN_IF_ERROR(CheckLevels(slot, tensor));
  if (tensor.lod().empty()) {
    return InvalidArgument(slot, ": expected sequences, found shape ", tensor.dims(),
                           " without a level of detail");
  }
  return &tensor.lod().back();
}

// The outermost level of detail, which must divide the rows; other levels are ignored.
inline Result<const std::vector<uint64_t>*> OuterOffsets(const char* slot, const Tensor& tensor) {
  if (tensor.lod().size() <= 1) return SequenceOffsets(slot, tensor);
  if (tensor.dims().rank() < 1) {
    return InvalidArgument(slot, ": expected rows, found shape ", tensor.dims());
  }
  const std::vector<uint64_t>& offsets = tensor.lod().front();
  LITE_RETURN_IF_ERROR(CheckLevel(slot, offsets, 0, static_cast<uint64_t>(tensor.dims()[0])));
  return &offsets;
}

// The same for operators that take exactly one level.
inline Result<const std::vector<uint64_t>*> OnlyLevel(const char* slot, const Tensor& tensor) {
  if (tensor.lod().size() > 1) {
    return InvalidArgument(slot, ": expected one level of detail, found ", tensor.lod().size());
  }
  return SequenceOffsets(slot, tensor);
}

// Sequences of rows: [rows, width] with one level of detail, or [sequences, rows, width] without
// one. As in Paddle, further dimensions of size 1 may follow. Returns the width.
inline Result<int64_t> WidthOfRows(const char* slot, const Tensor& tensor) {
  const DDim& dims = tensor.dims();
  const int axis = tensor.lod().empty() ? 2 : 1;
  bool fits = dims.rank() > axis;
  for (int i = axis + 1; i < dims.rank(); ++i) fits = fits && dims[i] == 1;
  if (!fits) {
    return InvalidArgument(
        slot, ": expected rank 3, or rank 2 with a level of detail, found shape ", dims);
  }
  if (!tensor.lod().empty()) LITE_RETURN_IF_ERROR(OnlyLevel(slot, tensor).status());
  return dims[axis];
}

// Calls f(first row, end) for each sequence of such a tensor.
template <typename F>
void ForEachSequence(const Tensor& tensor, F&& f) {
  const DDim& dims = tensor.dims();
  if (tensor.lod().empty()) {
    for (int64_t s = 0; s < dims[0]; ++s) f(s * dims[1], (s + 1) * dims[1]);
    return;
  }
  const std::vector<uint64_t>& offsets = tensor.lod()[0];
  for (size_t s = 0; s + 1 < offsets.size(); ++s) {
    f(static_cast<int64_t>(offsets[s]), static_cast<int64_t>(offsets[s + 1]));
  }
}

// The items of level `level`; the rows of a tensor without that level.
inline Result<std::vector<LodItem>> LodItems(const char* slot, const Tensor& tensor, size_t level) {
  LITE_RETURN_IF_ERROR(CheckLevels(slot, tensor, level));
  const LoD& lod = tensor.lod();
  const int64_t rows = tensor.dims()[0];
  const bool by_row = level >= lod.size();
  const size_t count = by_row ? static_cast<size_t>(rows) : lod[level].size() - 1;
  constexpr size_t kMaxItems = 1 << 22;  // rows without elements take no memory, but items do
  if (count > kMaxItems) {
    return OutOfRange(slot, ": expected at most ", kMaxItems, " items, found ", count, " in shape ",
                      tensor.dims());
  }
  std::vector<LodItem> items(count);
  for (size_t i = 0; i < count; ++i) {
    uint64_t begin = i, end = i + 1;
    for (size_t l = level; l < lod.size(); ++l) {
      items[i].lengths.emplace_back();
      for (uint64_t k = begin; k < end; ++k) {
        items[i].lengths.back().push_back(lod[l][k + 1] - lod[l][k]);
      }
      begin = lod[l][begin];
      end = lod[l][end];
    }
    items[i].begin = static_cast<int64_t>(begin);
    items[i].end = static_cast<int64_t>(end);
  }
  return items;
}

// Adds the parts of an item at the end of `lod`.
inline void AppendLengths(const LodItem& item, LoD* lod) {
  if (lod->size() < item.lengths.size()) lod->resize(item.lengths.size(), {0});
  for (size_t l = 0; l < item.lengths.size(); ++l) {
    for (const uint64_t length : item.lengths[l]) {
      (*lod)[l].push_back((*lod)[l].back() + length);
    }
  }
}

// A mask of one bool for each item.
inline Result<std::vector<bool>> ReadMask(const Tensor& mask) {
  if (mask.precision() != PrecisionType::kBool) {
    return InvalidArgument("Mask: expected bool, found ", PrecisionToStr(mask.precision()));
  }
  if (!mask.IsInitialized()) return FailedPrecondition("Mask: the values are not known yet");
  return std::vector<bool>(mask.data<bool>(), mask.data<bool>() + mask.numel());
}

}  // namespace paddle::lite::operators
