#include "lite/operators/compare.h"

#include "lite/kernels/host/broadcast_loop.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {
namespace {

struct Equal {
  template <typename T>
  bool operator()(T a, T b) const {
    return a == b;
  }
};
struct NotEqual {
  template <typename T>
  bool operator()(T a, T b) const {
    return a != b;
  }
};
struct LessThan {
  template <typename T>
  bool operator()(T a, T b) const {
    return a < b;
  }
};
struct LessEqual {
  template <typename T>
  bool operator()(T a, T b) const {
    return a <= b;
  }
};
struct GreaterThan {
  template <typename T>
  bool operator()(T a, T b) const {
    return a > b;
  }
};
struct GreaterEqual {
  template <typename T>
  bool operator()(T a, T b) const {
    return a >= b;
  }
};
struct LogicalAnd {
  template <typename T>
  bool operator()(T a, T b) const {
    return a != T{0} && b != T{0};
  }
};
struct LogicalOr {
  template <typename T>
  bool operator()(T a, T b) const {
    return a != T{0} || b != T{0};
  }
};
struct LogicalXor {
  template <typename T>
  bool operator()(T a, T b) const {
    return (a != T{0}) != (b != T{0});
  }
};

}  // namespace

template <typename F>
class CompareKernel final : public KernelFor<operators::CompareBase> {
 public:
  Status PrepareOp(const operators::CompareBase& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(const operators::Broadcast shapes,
                          operators::BroadcastShapes(op.x->dims(), op.y->dims(), op.axis));
    loop_ = BroadcastLoop(shapes);
    return OkStatus();
  }
  Status RunOp(const operators::CompareBase& op, const RunContext& context) override {
    if (op.out->numel() == 0) return OkStatus();
    switch (op.x->precision()) {
      case PrecisionType::kBool:
      case PrecisionType::kUInt8:
        return RunTyped<uint8_t>(op, context);
      case PrecisionType::kInt8:
        return RunTyped<int8_t>(op, context);
      case PrecisionType::kInt16:
        return RunTyped<int16_t>(op, context);
      case PrecisionType::kInt32:
        return RunTyped<int32_t>(op, context);
      case PrecisionType::kInt64:
        return RunTyped<int64_t>(op, context);
      case PrecisionType::kFloat:
        return RunTyped<float>(op, context);
      case PrecisionType::kFP64:
        return RunTyped<double>(op, context);
      default:
        return Unsupported("X: element type ", PrecisionToStr(op.x->precision()));
    }
  }

 private:
  template <typename T>
  Status RunTyped(const operators::CompareBase& op, const RunContext& context) const {
    const T* x = op.x->data<T>();
    const T* y = op.y->data<T>();
    bool* out = op.out->mutable_data<bool>();
    // One loop for all steps: there are many comparisons, but they never dominate a program.
    loop_.Run(context.pool, [=](int64_t x_at, int64_t x_step, int64_t y_at, int64_t y_step,
                                int64_t at, int64_t count) {
      for (int64_t i = 0; i < count; ++i) {
        out[at + i] = F()(x[x_at + i * x_step], y[y_at + i * y_step]);
      }
    });
    return OkStatus();
  }

  BroadcastLoop loop_;
};

class LogicalNotKernel final : public KernelFor<operators::LogicalNot> {
 public:
  Status RunOp(const operators::LogicalNot& op, const RunContext&) override {
    switch (op.x->precision()) {
      case PrecisionType::kBool:
      case PrecisionType::kUInt8:
        return RunTyped<uint8_t>(op);
      case PrecisionType::kInt32:
        return RunTyped<int32_t>(op);
      case PrecisionType::kInt64:
        return RunTyped<int64_t>(op);
      case PrecisionType::kFloat:
        return RunTyped<float>(op);
      default:
        return Unsupported("X: element type ", PrecisionToStr(op.x->precision()));
    }
  }

 private:
  template <typename T>
  static Status RunTyped(const operators::LogicalNot& op) {
    const T* x = op.x->data<T>();
    bool* out = op.out->mutable_data<bool>();
    const int64_t count = op.x->numel();
    for (int64_t i = 0; i < count; ++i) out[i] = x[i] == T{0};
    return OkStatus();
  }
};

using EqualKernel = CompareKernel<Equal>;
using NotEqualKernel = CompareKernel<NotEqual>;
using LessThanKernel = CompareKernel<LessThan>;
using LessEqualKernel = CompareKernel<LessEqual>;
using GreaterThanKernel = CompareKernel<GreaterThan>;
using GreaterEqualKernel = CompareKernel<GreaterEqual>;
using LogicalAndKernel = CompareKernel<LogicalAnd>;
using LogicalOrKernel = CompareKernel<LogicalOr>;
using LogicalXorKernel = CompareKernel<LogicalXor>;

}  // namespace paddle::lite::kernels::host

REGISTER_LITE_KERNEL(equal, kHost, kAny, kNCHW, paddle::lite::kernels::host::EqualKernel, def)
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kBool), DATALAYOUT(kNCHW))})
    .Finalize();

REGISTER_LITE_KERNEL(not_equal, kHost, kAny, kNCHW, paddle::lite::kernels::host::NotEqualKernel,
                     def)
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kBool), DATALAYOUT(kNCHW))})
    .Finalize();

REGISTER_LITE_KERNEL(less_than, kHost, kAny, kNCHW, paddle::lite::kernels::host::LessThanKernel,
                     def)
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kBool), DATALAYOUT(kNCHW))})
    .Finalize();

REGISTER_LITE_KERNEL(less_equal, kHost, kAny, kNCHW, paddle::lite::kernels::host::LessEqualKernel,
                     def)
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kBool), DATALAYOUT(kNCHW))})
    .Finalize();

REGISTER_LITE_KERNEL(greater_than, kHost, kAny, kNCHW,
                     paddle::lite::kernels::host::GreaterThanKernel, def)
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kBool), DATALAYOUT(kNCHW))})
    .Finalize();

REGISTER_LITE_KERNEL(greater_equal, kHost, kAny, kNCHW,
                     paddle::lite::kernels::host::GreaterEqualKernel, def)
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kBool), DATALAYOUT(kNCHW))})
    .Finalize();

REGISTER_LITE_KERNEL(logical_and, kHost, kAny, kNCHW, paddle::lite::kernels::host::LogicalAndKernel,
                     def)
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kBool), DATALAYOUT(kNCHW))})
    .Finalize();

REGISTER_LITE_KERNEL(logical_or, kHost, kAny, kNCHW, paddle::lite::kernels::host::LogicalOrKernel,
                     def)
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kBool), DATALAYOUT(kNCHW))})
    .Finalize();

REGISTER_LITE_KERNEL(logical_xor, kHost, kAny, kNCHW, paddle::lite::kernels::host::LogicalXorKernel,
                     def)
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kBool), DATALAYOUT(kNCHW))})
    .Finalize();

REGISTER_LITE_KERNEL(logical_not, kHost, kAny, kAny, paddle::lite::kernels::host::LogicalNotKernel,
                     def)
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kBool), DATALAYOUT(kAny))})
    .Finalize();
