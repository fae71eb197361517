#include "lite/operators/box_clip.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "lite/kernels/host/detection.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

template <typename T>
class BoxClipKernel final : public KernelFor<operators::BoxClip> {
 public:
  Status RunOp(const operators::BoxClip& op, const RunContext&) override {
    const DDim& dims = op.input->dims();
    if (op.input->lod().empty() && op.images() == dims[0]) {
      rows_.resize(static_cast<size_t>(dims[0]) + 1);
      for (size_t i = 0; i < rows_.size(); ++i) rows_[i] = static_cast<int64_t>(i);
    } else {
      LITE_RETURN_IF_ERROR(RowsOfImages("Input", *op.input, "", nullptr, &rows_));
    }
    const int64_t width = dims.Count(1, dims.rank());
    const T* src = op.input->data<T>();
    T* dst = op.output->mutable_data<T>();
    for (size_t image = 0; image + 1 < rows_.size(); ++image) {
      const T* info = op.im_info->data<T>() + image * 3;
      const T bottom = std::round(info[0] / info[2]) - 1;
      const T right = std::round(info[1] / info[2]) - 1;
      const int64_t begin = rows_[image] * width;  // odd if boxes are divided
      for (int64_t i = begin; i < rows_[image + 1] * width; ++i) {
        dst[i] = std::max(std::min(src[i], (i - begin) % 2 == 0 ? right : bottom), T(0));
      }
    }
    return OkStatus();
  }

 private:
  std::vector<int64_t> rows_;  // first row of every image, and the end
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, BoxClipKernel<float>, box_clip);
LITE_KERNELS(kHost, kFP64, kNCHW, def, BoxClipKernel<double>, box_clip);

}  // namespace paddle::lite::kernels::host
