// Operators that move elements: views, transpose, concat, split, stack, unstack, slice,
// strided_slice, roll, pad, shuffle_channel, assign, cast, calib.

#include "lite/kernels/nnadapter/converter.h"
#include "lite/operators/assign.h"
#include "lite/operators/cast.h"
#include "lite/operators/concat.h"
#include "lite/operators/flatten.h"
#include "lite/operators/pad.h"
#include "lite/operators/reshape.h"
#include "lite/operators/roll.h"
#include "lite/operators/shuffle_channel.h"
#include "lite/operators/slice.h"
#include "lite/operators/split.h"
#include "lite/operators/squeeze.h"
#include "lite/operators/stack.h"
#include "lite/operators/strided_slice.h"
#include "lite/operators/transpose.h"
#include "lite/operators/type_conversion.h"
#include "lite/operators/unstack.h"

namespace paddle::lite::kernels::nnadapter {

// The shape of the result is known when the model is built, whatever it was computed from.
struct ViewConverter {
  using OpClass = operators::View;
  static constexpr bool kAnyElements = true;
  static void Convert(const OpClass& op, Builder* b) {
    b->Out(op.out, b->Reshape(b->In(op.x), op.out->dims()));
  }
};

struct TransposeConverter {
  using OpClass = operators::Transpose;
  static constexpr bool kAnyElements = true;
  static void Convert(const OpClass& op, Builder* b) {
    b->Out(op.out,
           b->Add(NNADAPTER_TRANSPOSE, {b->In(op.x), b->Ints({op.axis.begin(), op.axis.end()})}));
  }
};

struct ConcatConverter {
  using OpClass = operators::Concat;
  static constexpr bool kAnyElements = true;
  static void Convert(const OpClass& op, Builder* b) {
    const auto axis = op.Axis();
    if (!axis.ok()) return b->Fail(axis.status());
    std::vector<Operand> inputs;
    for (const Tensor* x : op.x) inputs.push_back(b->In(x));
    inputs.push_back(b->Int(*axis));
    b->Out(op.out, b->Add(NNADAPTER_CONCAT, inputs));
  }
};

struct SplitConverter {
  using OpClass = operators::Split;
  static constexpr bool kAnyElements = true;
  static void Convert(const OpClass& op, Builder* b) {
    const auto axis = op.Axis();
    if (!axis.ok()) return b->Fail(axis.status());
    std::vector<int32_t> sizes;
    for (const Tensor* out : op.out) {
      if (out->dims().rank() <= *axis) return b->Fail(Unsupported("a part of unknown shape"));
      sizes.push_back(static_cast<int32_t>(out->dims()[*axis]));
    }
    const std::vector<Operand> parts =
        b->AddMany(NNADAPTER_SPLIT, {b->In(op.x), b->Int(*axis), b->Ints(sizes)}, op.out.size());
    for (size_t i = 0; i < op.out.size(); ++i) b->Out(op.out[i], parts[i]);
  }
};

struct StackConverter {
  using OpClass = operators::Stack;
  static constexpr bool kAnyElements = true;
  static void Convert(const OpClass& op, Builder* b) {
    std::vector<Operand> inputs;
    for (const Tensor* x : op.x) inputs.push_back(b->In(x));
    inputs.push_back(b->Int(op.axis));
    b->Out(op.y, b->Add(NNADAPTER_STACK, inputs));
  }
};

struct SliceConverter {
  using OpClass = operators::Slice;
  static constexpr bool kAnyElements = true;
  static void Convert(const OpClass& op, Builder* b) {
    const auto window = op.ResolveWindow();
    if (!window.ok()) return b->Fail(window.status());
    std::vector<int32_t> axes, starts, ends, steps;
    for (int i = 0; i < window->size.rank(); ++i) {
      axes.push_back(i);
      starts.push_back(static_cast<int32_t>(window->begin[i]));
      ends.push_back(static_cast<int32_t>(window->begin[i] + window->size[i]));
      steps.push_back(1);
    }
    Operand y = b->Add(NNADAPTER_SLICE, {b->In(op.input), b->Ints(axes), b->Ints(starts),
                                         b->Ints(ends), b->Ints(steps)});
    if (!op.decrease_axis.empty()) y = b->Reshape(y, op.out->dims());
    b->Out(op.out, y);
  }
};

struct StridedSliceConverter {
  using OpClass = operators::StridedSlice;
  static constexpr bool kAnyElements = true;
  static void Convert(const OpClass& op, Builder* b) {
    const auto window = op.ResolveWindow();
    if (!window.ok()) return b->Fail(window.status());
    const DDim& dims = op.input->dims();
    std::vector<int32_t> axes, starts, ends, steps;
    for (int i = 0; i < dims.rank(); ++i) {
      if (window->size[i] == 0) return b->Fail(Unsupported("a result without elements"));
      const int64_t last = window->first[i] + window->step[i] * (window->size[i] - 1);
      const int64_t end = window->step[i] > 0 ? last + 1 : last - 1;
      axes.push_back(i);
      starts.push_back(static_cast<int32_t>(window->first[i]));
      // Negative positions count from the end.
      ends.push_back(static_cast<int32_t>(end < 0 ? -dims[i] - 1 : end));
      steps.push_back(static_cast<int32_t>(window->step[i]));
    }
    Operand y = b->Add(NNADAPTER_SLICE, {b->In(op.input), b->Ints(axes), b->Ints(starts),
                                         b->Ints(ends), b->Ints(steps)});
    if (!op.decrease_axis.empty()) y = b->Reshape(y, op.out->dims());
    b->Out(op.out, y);
  }
};

struct RollConverter {
  using OpClass = operators::Roll;
  static constexpr bool kAnyElements = true;
  static void Convert(const OpClass& op, Builder* b) {
    if (op.shifts_tensor != nullptr) return b->Fail(Unsupported("slot ShiftsTensor"));
    const auto plan = op.ResolvePlan();
    if (!plan.ok()) return b->Fail(plan.status());
    std::vector<int32_t> shifts, axes;
    for (int i = 0; i < plan->dims.rank(); ++i) {
      shifts.push_back(static_cast<int32_t>(plan->shifts[i]));
      axes.push_back(i);
    }
    const Operand rolled = b->Add(
        NNADAPTER_ROLL, {b->Reshape(b->In(op.x), plan->dims), b->Ints(shifts), b->Ints(axes)});
    b->Out(op.out, b->Reshape(rolled, op.out->dims()));
  }
};

struct UnstackConverter {
  using OpClass = operators::UnstackBase;
  static constexpr bool kAnyElements = true;
  static void Convert(const OpClass& op, Builder* b) {
    const auto axis = op.Axis();
    if (!axis.ok()) return b->Fail(axis.status());
    if (op.x->dims().rank() < 2) return b->Fail(Unsupported("results of rank 0"));
    const int32_t count = static_cast<int32_t>(op.out.size());
    const std::vector<Operand> parts =
        b->AddMany(NNADAPTER_UNSTACK, {b->In(op.x), b->Int(*axis), b->Int(count)}, op.out.size());
    for (size_t i = 0; i < op.out.size(); ++i) b->Out(op.out[i], parts[i]);
  }
};

// A result has an operand of its own.
struct AssignConverter {
  using OpClass = operators::Assign;
  static constexpr bool kAnyElements = true;
  static void Convert(const OpClass& op, Builder* b) {
    b->Out(op.out, b->Reshape(b->In(op.x), op.out->dims()));
  }
};

struct PadConverter {
  using OpClass = operators::PadBase;
  static void Convert(const OpClass& op, Builder* b) {
    const auto plan = op.Plan();
    if (!plan.ok()) return b->Fail(plan.status());
    if (plan->mode == operators::PadMode::kCircular) return b->Fail(Unsupported("mode circular"));
    std::vector<int32_t> pads;
    for (int i = 0; i < plan->before.rank(); ++i) {
      for (const int64_t pad : {plan->before[i], plan->after[i]}) {
        if (pad < 0) return b->Fail(Unsupported("negative paddings"));
        pads.push_back(static_cast<int32_t>(pad));
      }
    }
    const int mode = plan->mode == operators::PadMode::kConstant  ? NNADAPTER_PAD_MODE_CONSTANT
                     : plan->mode == operators::PadMode::kReflect ? NNADAPTER_PAD_MODE_REFLECT
                                                                  : NNADAPTER_PAD_MODE_EDGE;
    b->Out(op.out, b->Add(NNADAPTER_PAD, {b->In(&op.source()), b->Ints(pads), b->Int(mode),
                                          b->Float(op.pad_value())}));
  }
};

struct ShuffleChannelConverter {
  using OpClass = operators::ShuffleChannel;
  static void Convert(const OpClass& op, Builder* b) {
    b->Out(op.out, b->Add(NNADAPTER_CHANNEL_SHUFFLE, {b->In(op.x), b->Int(op.group)}));
  }
};

struct CastConverter {
  using OpClass = operators::Cast;
  static constexpr bool kAnyElements = true;
  static void Convert(const OpClass& op, Builder* b) {
    const auto wanted = operators::PrecisionOfDataType("out_dtype", op.out_dtype);
    if (!wanted.ok()) return b->Fail(wanted.status());
    const auto code = PrecisionCode(*wanted);
    if (!code.ok()) return b->Fail(code.status());
    b->Out(op.out, b->Add(NNADAPTER_CAST, {b->In(op.x), b->Int(*code)}));
  }
};

// Between real numbers and int8, in the block that the optimiser makes.
struct CalibConverter {
  using OpClass = operators::Calib;
  static void Convert(const OpClass& op, Builder* b) {
    if (op.full_range) return b->Fail(Unsupported("full_range, which rounds halves to even"));
    const bool to_int8 = op.out->precision() == PrecisionType::kInt8;
    b->StateScale(to_int8 ? op.out : op.input, op.scale);
    const Operand x = b->In(op.input);
    if (to_int8) return b->Out(op.out, b->Quantize(x, op.scale));
    b->Out(op.out, b->Dequantize(x));
  }
};

LITE_NNADAPTER_CONVERTER(ViewConverter, reshape, reshape2, flatten, flatten2,
                         flatten_contiguous_range, squeeze, squeeze2, unsqueeze, unsqueeze2);
LITE_NNADAPTER_CONVERTER(TransposeConverter, transpose, transpose2);
LITE_NNADAPTER_CONVERTER(ConcatConverter, concat);
LITE_NNADAPTER_CONVERTER(SplitConverter, split);
LITE_NNADAPTER_CONVERTER(StackConverter, stack);
LITE_NNADAPTER_CONVERTER(SliceConverter, slice);
LITE_NNADAPTER_CONVERTER(StridedSliceConverter, strided_slice);
LITE_NNADAPTER_CONVERTER(RollConverter, roll);
LITE_NNADAPTER_CONVERTER(UnstackConverter, unstack, unbind);
LITE_NNADAPTER_CONVERTER(AssignConverter, assign, share_data);
LITE_NNADAPTER_CONVERTER(PadConverter, pad, pad2d, pad3d);
LITE_NNADAPTER_CONVERTER(ShuffleChannelConverter, shuffle_channel);
LITE_NNADAPTER_CONVERTER(CastConverter, cast);
LITE_NNADAPTER_CONVERTER(CalibConverter, calib);

}  // namespace paddle::lite::kernels::nnadapter
