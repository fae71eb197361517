#include "lite/operators/tensor_array_to_tensor.h"

#include <cstring>

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class TensorArrayToTensorKernel final : public KernelFor<operators::TensorArrayToTensor> {
 public:
  Status RunOp(const operators::TensorArrayToTensor& op, const RunContext&) override {
    LITE_ASSIGN_OR_RETURN(const int along, op.Axis());
    const size_t size = PrecisionTypeLength(op.out->precision());
    const auto rows = static_cast<size_t>(op.out->dims().Count(0, along));
    const size_t row =
        size * static_cast<size_t>(op.out->dims().Count(along, op.out->dims().rank()));
    char* out = op.out->mutable_data<char>();
    for (size_t i = 0; i < op.x->size(); ++i) {
      const Tensor& element = (*op.x)[i];
      const size_t piece = rows == 0 ? 0 : element.memory_size() / rows;
      for (size_t r = 0; piece != 0 && r < rows; ++r) {
        std::memcpy(out + r * row, element.data<char>() + r * piece, piece);
      }
      out += piece;
      if (op.out_index != nullptr) {
        op.out_index->mutable_data<int32_t>()[i] =
            op.use_stack ? 1 : static_cast<int32_t>(element.dims()[along]);
      }
    }
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, TensorArrayToTensorKernel, tensor_array_to_tensor)
    .Out({"OutIndex"}, PRECISION(kInt32));

}  // namespace paddle::lite::kernels::host
