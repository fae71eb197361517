// What the processor computes in the device's memory, so that values around it stay there.
#include <cmath>

#include "lite/kernels/fpga/values.h"
#include "lite/operators/norm.h"
#include "lite/operators/softmax.h"

namespace paddle::lite::kernels::fpga {

class FpgaSoftmaxKernel final : public FpgaKernel<operators::Softmax> {
 public:
  Status PrepareOp(const operators::Softmax& op, PrepareContext*) override {
    values_.resize(static_cast<size_t>(op.x->numel()));
    return OkStatus();
  }

 protected:
  Status Work(const operators::Softmax& op, FpgaDevice* device) override {
    if (op.x->numel() == 0) return OkStatus();
    LITE_RETURN_IF_ERROR(Load(device, *op.x, &values_));
    const operators::Softmax::Extents e = op.Split();
    for (int64_t row = 0; row < e.outer * e.inner; ++row) {
      float* const first = values_.data() + row / e.inner * e.extent * e.inner + row % e.inner;
      const int64_t end = e.extent * e.inner;
      float largest = first[0], sum = 0;
      for (int64_t i = 0; i < end; i += e.inner) largest = std::max(largest, first[i]);
      for (int64_t i = 0; i < end; i += e.inner) {
        first[i] = std::exp(std::max(first[i] - largest, -64.0f));
        sum += first[i];
      }
      for (int64_t i = 0; i < end; i += e.inner) first[i] /= sum;
    }
    Store(device, values_, *op.out);
    return OkStatus();
  }

 private:
  std::vector<float> values_;
};

class FpgaNormKernel final : public FpgaKernel<operators::Norm> {
 public:
  Status PrepareOp(const operators::Norm& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(axis_, op.Axis());
    const DDim& dims = op.x->dims();
    values_.resize(static_cast<size_t>(dims.production()));
    norms_.assign(static_cast<size_t>(dims.Count(0, axis_) * dims.Count(axis_ + 1, dims.rank())),
                  0.0f);
    return OkStatus();
  }

 protected:
  Status Work(const operators::Norm& op, FpgaDevice* device) override {
    const DDim& dims = op.x->dims();
    if (dims.production() == 0) return OkStatus();
    LITE_RETURN_IF_ERROR(Load(device, *op.x, &values_));
    const int64_t inner = dims.Count(axis_ + 1, dims.rank());
    const int64_t end = dims[axis_] * inner;
    for (size_t row = 0; row < norms_.size(); ++row) {
      const auto r = static_cast<int64_t>(row);
      float* const first = values_.data() + r / inner * end + r % inner;
      float sum = op.epsilon;
      for (int64_t i = 0; i < end; i += inner) sum += first[i] * first[i];
      norms_[row] = std::sqrt(sum);
      for (int64_t i = 0; i < end; i += inner) first[i] /= norms_[row];
    }
    Store(device, values_, *op.out);
    if (op.norm != nullptr) Store(device, norms_, *op.norm);
    return OkStatus();
  }

 private:
  int axis_ = 0;
  std::vector<float> values_, norms_;
};

LITE_KERNELS(kFPGA, kFP16, kNHWC, def, FpgaSoftmaxKernel, softmax);
LITE_KERNELS(kFPGA, kFP16, kNHWC, def, FpgaNormKernel, norm);

}  // namespace paddle::lite::kernels::fpga
