#include "lite/operators/gather_tree.h"

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class GatherTreeKernel final : public KernelFor<operators::GatherTree> {
 public:
  Status RunOp(const operators::GatherTree& op, const RunContext&) override {
    return VisitElementType<IndexTypes>("Ids", op.ids->precision(),
                                        [&](auto type) { return RunTyped(type, op); });
  }

 private:
  template <typename T>
  static Status RunTyped(ElementTag<T>, const operators::GatherTree& op) {
    const DDim& dims = op.ids->dims();
    const int64_t beams = dims[2];
    const T* ids = op.ids->data<T>();
    const T* parents = op.parents->data<T>();
    T* out = op.out->mutable_data<T>();
    for (int64_t b = 0; b < dims[1]; ++b) {
      for (int64_t k = 0; k < beams; ++k) {
        int64_t beam = k;
        for (int64_t t = dims[0]; t-- > 0;) {
          const int64_t row = (t * dims[1] + b) * beams;
          out[row + k] = ids[row + beam];
          const int64_t parent = parents[row + beam];
          if (t != 0 && (parent < 0 || parent >= beams)) {
            return OutOfRange("Parents: step ", t, " continues beam ", parent, " of ", beams);
          }
          beam = parent;
        }
      }
    }
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, GatherTreeKernel, gather_tree);

}  // namespace paddle::lite::kernels::host
