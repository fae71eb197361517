// Utilities of detection kernels: boxes [x1, y1, x2, y2], their overlap, greedy suppression, rows
// grouped by image, and outputs whose size is only known to the kernel.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "lite/base/status.h"
#include "lite/core/tensor.h"
#include "lite/kernels/host/given_output.h"
#include "lite/operators/lod_items.h"

namespace paddle::lite::kernels::host {

// `extra` is 1 if coordinates are whole pixels and both edges belong to the box, otherwise 0.
template <typename T>
T BoxArea(const T* box, T extra) {
  if (box[2] < box[0] || box[3] < box[1]) return 0;
  return (box[2] - box[0] + extra) * (box[3] - box[1] + extra);
}

// Intersection over union. NaN for two boxes without area, which suppresses one of them.
template <typename T>
T BoxOverlap(const T* a, const T* b, T extra) {
  if (b[0] > a[2] || b[2] < a[0] || b[1] > a[3] || b[3] < a[1]) return 0;
  const T width = std::min(a[2], b[2]) - std::max(a[0], b[0]) + extra;
  const T height = std::min(a[3], b[3]) - std::max(a[1], b[1]) + extra;
  const T common = width * height;
  return common / (BoxArea(a, extra) + BoxArea(b, extra) - common);
}

// The indices i < count with score(i) > threshold, best first, and equal scores in index order; at
// most `limit` of them if limit is not negative.
template <typename Score>
void BestAbove(int64_t count, float threshold, int64_t limit, const Score& score,
               std::vector<int64_t>* order) {
  order->clear();
  // Nearly all scores of a detector are below the threshold: a block of them is one decision, whose
  // loop compilers turn into vector instructions if scores are consecutive.
  constexpr int64_t kBlock = 64;
  for (int64_t first = 0; first < count; first += kBlock) {
    const int64_t end = std::min(count, first + kBlock);
    int above = 0;
    for (int64_t i = first; i < end; ++i) above |= static_cast<int>(score(i) > threshold);
    if (above == 0) continue;
    for (int64_t i = first; i < end; ++i) {
      if (score(i) > threshold) order->push_back(i);
    }
  }
  const auto better = [&](int64_t a, int64_t b) {
    const auto p = score(a);
    const auto q = score(b);
    return p != q ? p > q : a < b;
  };
  if (limit >= 0 && limit < static_cast<int64_t>(order->size())) {
    std::partial_sort(order->begin(), order->begin() + limit, order->end(), better);
    order->resize(static_cast<size_t>(limit));
  } else {
    std::sort(order->begin(), order->end(), better);
  }
}

// Reduces `order` (best first) to those whose overlap with every earlier one is at most
// `threshold`. While the threshold is above 0.5, it is multiplied by `eta` for each one kept. Stops
// after `limit` if limit is not negative.
template <typename T, typename Overlap>
void SuppressOverlaps(T threshold, float eta, int64_t limit, const Overlap& overlap,
                      std::vector<int64_t>* order) {
  size_t kept = 0;
  for (size_t i = 0; i < order->size(); ++i) {
    if (limit >= 0 && static_cast<int64_t>(kept) >= limit) break;
    const int64_t candidate = (*order)[i];
    bool keep = true;
    for (size_t k = 0; keep && k < kept; ++k) keep = overlap(candidate, (*order)[k]) <= threshold;
    if (!keep) continue;
    (*order)[kept++] = candidate;
    if (eta < 1.0f && threshold > T{0.5}) threshold *= eta;
  }
  order->resize(kept);
}

// First row of every image, and the end of the last one: from `counts` (int32, rows per image) of
// slot `count_slot`, else from the innermost level of detail, else all rows are one image.
inline Status RowsOfImages(const char* slot, const Tensor& rows, const char* count_slot,
                           const Tensor* counts, std::vector<int64_t>* offsets,
                           bool may_leave_rows = false) {
  offsets->assign(1, 0);
  const int64_t total = rows.dims()[0];
  if (counts != nullptr) {
    for (int64_t i = 0; i < counts->numel(); ++i) {
      const int64_t count = counts->data<int32_t>()[i];
      if (count < 0) return InvalidArgument(count_slot, ": image ", i, " has ", count, " rows");
      offsets->push_back(offsets->back() + count);
    }
  } else if (!rows.lod().empty() && !rows.lod().back().empty()) {
    LITE_RETURN_IF_ERROR(operators::CheckLevels(slot, rows));
    offsets->assign(rows.lod().back().begin(), rows.lod().back().end());
  } else {
    offsets->push_back(total);
  }
  const bool leaves_rows = may_leave_rows && counts != nullptr && offsets->back() < total;
  if (offsets->back() != total && !leaves_rows) {
    return InvalidArgument(slot, ": its images have ", offsets->back(), " rows in all",
                           counts != nullptr ? StrCat(" by ", count_slot) : std::string(),
                           ", found ", total);
  }
  return OkStatus();
}

// Sorts items with members `score` and `place` by score, best first; equal scores keep their order,
// and NaN comes last. (std::stable_sort would allocate memory.)
template <typename Item>
void SortByScore(Item* begin, Item* end) {
  for (Item* item = begin; item != end; ++item) item->place = item - begin;
  const auto value = [](auto score) {
    return std::isnan(score) ? -std::numeric_limits<decltype(score)>::infinity() : score;
  };
  std::sort(begin, end, [&](const Item& a, const Item& b) {
    const auto p = value(a.score);
    const auto q = value(b.score);
    return p != q ? p > q : a.place < b.place;
  });
}

// The same for rows grouped by image: `offsets` become the level of detail.
inline Status GiveRows(const DDim& dims, PrecisionType precision,
                       const std::vector<int64_t>& offsets, Tensor* out) {
  out->Resize(dims);
  LoD* lod = out->mutable_lod();
  lod->resize(1);
  lod->front().assign(offsets.begin(), offsets.end());
  return out->Allocate(precision);
}

// Writes the rows per image as int32, if the program uses them.
inline Status GiveCounts(const std::vector<int64_t>& offsets, Tensor* out) {
  if (out == nullptr) return OkStatus();
  const int64_t images = static_cast<int64_t>(offsets.size()) - 1;
  LITE_RETURN_IF_ERROR(GiveOutput(DDim{images}, PrecisionType::kInt32, out));
  for (size_t i = 0; i + 1 < offsets.size(); ++i) {
    out->mutable_data<int32_t>()[i] = static_cast<int32_t>(offsets[i + 1] - offsets[i]);
  }
  return OkStatus();
}

}  // namespace paddle::lite::kernels::host
