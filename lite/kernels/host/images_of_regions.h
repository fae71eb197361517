#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "lite/base/status.h"
#include "lite/core/tensor.h"
#include "lite/kernels/host/detection.h"

namespace paddle::lite::kernels::host {

// The image of every region: by RoisNum, else by the offsets in RoisLod, else by the innermost
// level of detail. `rows` is the first region of every image, and the end.
inline Status ImagesOfRegions(const Tensor& rois, const Tensor* rois_num, const Tensor* rois_lod,
                              int64_t images, std::vector<int64_t>* rows,
                              std::vector<int64_t>* image_of) {
  const int64_t total = rois.dims()[0];
  if (rois_num != nullptr || rois_lod == nullptr) {
    LITE_RETURN_IF_ERROR(RowsOfImages("ROIs", rois, "RoisNum", rois_num, rows));
  } else {
    const int64_t* const offsets = rois_lod->data<int64_t>();
    rows->assign(offsets, offsets + rois_lod->numel());
    if (rows->empty() || rows->front() != 0 || rows->back() != total ||
        !std::is_sorted(rows->begin(), rows->end())) {
      return InvalidArgument("RoisLod: expected offsets that ascend from 0 to ", total, ", found ",
                             ListToString(*rows));
    }
  }
  if (static_cast<int64_t>(rows->size()) - 1 > images) {
    return InvalidArgument("ROIs: regions of ", rows->size() - 1, " images, but X has ", images);
  }
  image_of->resize(static_cast<size_t>(total));
  for (size_t image = 0; image + 1 < rows->size(); ++image) {
    std::fill(image_of->begin() + (*rows)[image], image_of->begin() + (*rows)[image + 1],
              static_cast<int64_t>(image));
  }
  return OkStatus();
}

}  // namespace paddle::lite::kernels::host
