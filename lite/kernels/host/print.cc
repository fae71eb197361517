#include "lite/operators/print.h"

#include <algorithm>
#include <string>

#include "lite/base/logging.h"
#include "lite/core/element.h"
#include "lite/kernels/host/copy_elements.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class PrintKernel final : public KernelFor<operators::Print> {
 public:
  Status RunOp(const operators::Print& op, const RunContext&) override {
    CopyElements(*op.in, op.out);
    if (op.first_n > 0 && printed_ >= op.first_n) return OkStatus();
    ++printed_;
    if (LogEnabled(LogLevel::kInfo)) LITE_LOG_INFO(Describe(op));
    return OkStatus();
  }

 private:
  static std::string Describe(const operators::Print& op) {
    const Tensor& in = *op.in;
    std::string text = op.message;
    const auto add = [&text](const std::string& part) {
      if (!text.empty()) text += ' ';
      text += part;
    };
    if (op.print_tensor_type) add(PrecisionToStr(in.precision()));
    if (op.print_tensor_shape) add(StrCat(in.dims()));
    if (op.print_tensor_lod) {
      for (const auto& level : in.lod()) add(StrCat("lod ", ListToString(level)));
    }
    const int64_t count =
        op.summarize < 0 ? in.numel() : std::min<int64_t>(in.numel(), op.summarize);
    for (int64_t i = 0; i < count; ++i) {
      add(StrCat(ElementAt(in.raw_data(), in.precision(), i)));
    }
    if (count < in.numel()) add("...");
    return text;
  }

  int printed_ = 0;
};

LITE_KERNELS(kHost, kAny, kNCHW, def, PrintKernel, print);

}  // namespace paddle::lite::kernels::host
