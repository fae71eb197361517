#include "lite/operators/edit_distance.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class EditDistanceKernel final : public KernelFor<operators::EditDistance> {
 public:
  Status RunOp(const operators::EditDistance& op, const RunContext&) override {
    const int64_t batch = op.out->dims()[0];
    for (int64_t b = 0; b < batch; ++b) {
      LITE_ASSIGN_OR_RETURN(const Sequence hyp, At("HypsLength", *op.hyps, op.hyps_length, b));
      LITE_ASSIGN_OR_RETURN(const Sequence ref, At("RefsLength", *op.refs, op.refs_length, b));
      float distance = static_cast<float>(Distance(hyp, ref));
      if (op.normalized) {
        if (ref.length == 0) {
          return InvalidArgument("Refs: sequence ", b, " is empty, so that the distance to it ",
                                 "cannot be normalized");
        }
        distance /= static_cast<float>(ref.length);
      }
      op.out->mutable_data<float>()[b] = distance;
    }
    *op.sequence_num->mutable_data<int64_t>() = batch;
    return OkStatus();
  }

 private:
  struct Sequence {
    const int64_t* data;
    int64_t length;
  };

  static Result<Sequence> At(const char* slot, const Tensor& rows, const Tensor* lengths,
                             int64_t b) {
    if (lengths == nullptr) {
      const uint64_t* offset = rows.lod()[0].data() + b;
      return Sequence{rows.data<int64_t>() + offset[0],
                      static_cast<int64_t>(offset[1] - offset[0])};
    }
    const int64_t length = lengths->data<int64_t>()[b];
    const int64_t width = rows.dims()[1];
    if (length < 0 || length > width) {
      return OutOfRange(slot, ": sequence ", b, " has length ", length, ", expected 0 to ", width);
    }
    return Sequence{rows.data<int64_t>() + b * width, length};
  }

  // Row i of the table of distances between prefixes; the row before is replaced.
  int64_t Distance(const Sequence& hyp, const Sequence& ref) {
    row_.resize(static_cast<size_t>(ref.length) + 1);
    std::iota(row_.begin(), row_.end(), int64_t{0});
    for (int64_t i = 0; i < hyp.length; ++i) {
      int64_t diagonal = row_[0];
      row_[0] = i + 1;
      for (size_t j = 0; j + 1 < row_.size(); ++j) {
        const int64_t replaced = diagonal + (hyp.data[i] == ref.data[j] ? 0 : 1);
        diagonal = row_[j + 1];
        row_[j + 1] = std::min({replaced, diagonal + 1, row_[j] + 1});
      }
    }
    return row_.back();
  }

  std::vector<int64_t> row_;
};

LITE_KERNELS(kHost, kInt64, kNCHW, def, EditDistanceKernel, edit_distance)
    .Out({"Out"}, PRECISION(kFloat));

}  // namespace paddle::lite::kernels::host
