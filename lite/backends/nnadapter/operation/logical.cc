// Comparisons and logical operations, with numpy's broadcasting. Results are BOOL8.
#include "lite/backends/nnadapter/operation/strided.h"

namespace nnadapter::operation {
namespace {

constexpr Operand kCompareInputs[] = {TensorOf("input0", kNumber | kBool),
                                      TensorOf("input1", kNumber | kBool).AsFirst()};
constexpr Operand kLogicalInputs[] = {TensorOf("input0", kBool), TensorOf("input1", kBool)};
constexpr Operand kNotInputs[] = {TensorOf("input", kBool)};
constexpr Operand kWhereInputs[] = {TensorOf("condition", kBool), TensorOf("input0", kMovable),
                                    TensorOf("input1", kMovable)};
constexpr Operand kLogicalOutputs[] = {Result("output")};

Status InferLogical(Call& call) {
  Shape shape;
  NNADAPTER_RETURN_IF_ERROR(Broadcast(call, call.in(0).shape, call.in(1).shape, &shape));
  call.SetPrecision(0, NNADAPTER_BOOL8);
  return call.SetShape(0, shape);
}

Status InferNot(Call& call) { return call.SetShape(0, call.in(0).shape); }

template <typename Op, typename T>
Status ApplyLogical(Call& call, const T* a, const T* b) {
  const Shape& shape = call.out(0).shape;
  int64_t strides[2][kMaxRank] = {};
  BroadcastStrides(call.in(0).shape, shape, strides[0]);
  BroadcastStrides(call.in(1).shape, shape, strides[1]);
  const int last = shape.rank - 1;
  const int64_t length = shape.rank == 0 ? 1 : shape[last];
  const int64_t step_a = shape.rank == 0 ? 0 : strides[0][last];
  const int64_t step_b = shape.rank == 0 ? 0 : strides[1][last];
  auto* y = call.out(0).Out<uint8_t>();
  ForEachRow(shape, strides, [&](int64_t index, const int64_t* offsets) {
    for (int64_t i = 0; i < length; ++i) {
      y[index + i] = Op::Of(a[offsets[0] + i * step_a], b[offsets[1] + i * step_b]) ? 1 : 0;
    }
  });
  return Status();
}

template <typename Op>
Status ExecuteCompare(Call& call) {
  if (call.in(0).precision == NNADAPTER_INT32) {
    return ApplyLogical<Op>(call, call.in(0).As<int32_t>(), call.in(1).As<int32_t>());
  }
  if (call.in(0).precision == NNADAPTER_INT64) {
    return ApplyLogical<Op>(call, call.in(0).As<int64_t>(), call.in(1).As<int64_t>());
  }
  Reals a, b;  // a bool is zero or one
  NNADAPTER_RETURN_IF_ERROR(call.Load(0, &a));
  NNADAPTER_RETURN_IF_ERROR(call.Load(1, &b));
  return ApplyLogical<Op>(call, a.data(), b.data());
}

template <typename Op>
Status ExecuteLogical(Call& call) {
  return ApplyLogical<Op>(call, call.in(0).As<uint8_t>(), call.in(1).As<uint8_t>());
}

Status ExecuteNot(Call& call) {
  const int64_t count = call.in(0).count();
  for (int64_t i = 0; i < count; ++i) {
    call.out(0).Out<uint8_t>()[i] = call.in(0).As<uint8_t>()[i] == 0 ? 1 : 0;
  }
  return Status();
}

// y = condition ? input0 : input1
Status InferWhere(Call& call) {
  if (call.in(1).precision != call.in(2).precision) {
    return call.Invalid("input1: expected precision %d like input0, found %d", call.in(1).precision,
                        call.in(2).precision);
  }
  Shape values, shape;
  NNADAPTER_RETURN_IF_ERROR(Broadcast(call, call.in(1).shape, call.in(2).shape, &values));
  NNADAPTER_RETURN_IF_ERROR(Broadcast(call, call.in(0).shape, values, &shape));
  call.SetPrecision(0, call.in(1).precision);
  return call.SetShape(0, shape);
}

Status ExecuteWhere(Call& call) {
  const View& out = call.out(0);
  const size_t bytes = BytesOf(out.precision);
  const int64_t count = out.count();
  Array<uint8_t> converted[2], condition, other;
  if (!condition.Allocate(count) || !other.Allocate(count * static_cast<int64_t>(bytes))) {
    return call.OutOfMemory();
  }
  const void* sources[3] = {call.in(0).data, nullptr, nullptr};
  NNADAPTER_RETURN_IF_ERROR(call.LoadFor(1, out, &converted[0], &sources[1]));
  NNADAPTER_RETURN_IF_ERROR(call.LoadFor(2, out, &converted[1], &sources[2]));
  void* targets[3] = {condition.data(), out.result, other.data()};
  for (int i = 0; i < 3; ++i) {
    int64_t strides[kMaxRank] = {};
    BroadcastStrides(call.in(i).shape, out.shape, strides);
    CopyStrided(i == 0 ? 1 : bytes, sources[i], 0, strides, out.shape, targets[i]);
  }
  auto* y = out.Out<uint8_t>();
  for (int64_t i = 0; i < count; ++i) {
    if (condition[i] != 0) continue;
    const int64_t begin = i * static_cast<int64_t>(bytes);
    for (int64_t k = begin; k < begin + static_cast<int64_t>(bytes); ++k) y[k] = other[k];
  }
  return Status();
}

#define NNADAPTER_LOGICAL(name, expression) \
  struct name {                             \
    template <typename T>                   \
    static bool Of(T a, T b) {              \
      return expression;                    \
    }                                       \
  }
NNADAPTER_LOGICAL(EqualTo, a == b);
NNADAPTER_LOGICAL(NotEqualTo, a != b);
NNADAPTER_LOGICAL(GreaterThan, a > b);
NNADAPTER_LOGICAL(GreaterOrEqual, a >= b);
NNADAPTER_LOGICAL(LessThan, a < b);
NNADAPTER_LOGICAL(LessOrEqual, a <= b);
NNADAPTER_LOGICAL(BothOf, a != 0 && b != 0);
NNADAPTER_LOGICAL(EitherOf, a != 0 || b != 0);
NNADAPTER_LOGICAL(OneOf, (a != 0) != (b != 0));
#undef NNADAPTER_LOGICAL

}  // namespace

NNADAPTER_OPERATION(EQUAL) = Define(kCompareInputs, kLogicalOutputs, InferLogical,
                                    ExecuteCompare<EqualTo>);
NNADAPTER_OPERATION(NOT_EQUAL) = Define(kCompareInputs, kLogicalOutputs, InferLogical,
                                        ExecuteCompare<NotEqualTo>);
NNADAPTER_OPERATION(GREATER) = Define(kCompareInputs, kLogicalOutputs, InferLogical,
                                      ExecuteCompare<GreaterThan>);
NNADAPTER_OPERATION(GREATER_EQUAL) = Define(kCompareInputs, kLogicalOutputs, InferLogical,
                                            ExecuteCompare<GreaterOrEqual>);
NNADAPTER_OPERATION(LESS) = Define(kCompareInputs, kLogicalOutputs, InferLogical,
                                   ExecuteCompare<LessThan>);
NNADAPTER_OPERATION(LESS_EQUAL) = Define(kCompareInputs, kLogicalOutputs, InferLogical,
                                         ExecuteCompare<LessOrEqual>);
NNADAPTER_OPERATION(AND) = Define(kLogicalInputs, kLogicalOutputs, InferLogical,
                                  ExecuteLogical<BothOf>);
NNADAPTER_OPERATION(OR) = Define(kLogicalInputs, kLogicalOutputs, InferLogical,
                                 ExecuteLogical<EitherOf>);
NNADAPTER_OPERATION(XOR) = Define(kLogicalInputs, kLogicalOutputs, InferLogical,
                                  ExecuteLogical<OneOf>);
NNADAPTER_OPERATION(NOT) = Define(kNotInputs, kLogicalOutputs, InferNot, ExecuteNot);
NNADAPTER_OPERATION(WHERE) = Define(kWhereInputs, kLogicalOutputs, InferWhere, ExecuteWhere);

}  // namespace nnadapter::operation
