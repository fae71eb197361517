// FULLY_CONNECTED and MAT_MUL.
#include <algorithm>
#include <cmath>

#include "lite/backends/nnadapter/operation/filter.h"
#include "lite/backends/nnadapter/operation/strided.h"

namespace nnadapter::operation {
namespace {

constexpr Operand kFullyConnectedInputs[] = {TensorOf("input", kReal), TensorOf("weight", kFilter),
                                             TensorOf("bias", kBias), kFuse};
constexpr Operand kMatMulInputs[] = {TensorOf("x", kReal), TensorOf("y", kReal),
                                     Flag("transpose_x"), Flag("transpose_y")};
constexpr Operand kMatMulOutputs[] = {Result("output")};
constexpr FilterOperands kFullyConnectedFilter = {1, 2, 0};
constexpr FilterOperands kMatMulFilter = {1, kNoOperand, -1};

// --- FULLY_CONNECTED: weight is [units, in]; the output is [elements / in, units].
Status InferFullyConnected(Call& call) {
  const Shape& x = call.in(0).shape;
  const Shape& weight = call.in(1).shape;
  FuseRange range;
  NNADAPTER_RETURN_IF_ERROR(call.Fuse(3, &range));
  NNADAPTER_RETURN_IF_ERROR(call.CheckRank(1, 2));
  if (x.rank < 2) {
    return call.Invalid("input: expected at least two axes, found shape %s", x.ToString().c_str());
  }
  if (!weight.Known() || weight[1] == 0) {
    return call.Invalid("weight: expected a complete shape [units, in], found %s",
                        weight.ToString().c_str());
  }
  NNADAPTER_RETURN_IF_ERROR(CheckFilter(call, kFullyConnectedFilter, weight[0], weight[1]));
  int32_t rows = kUnknown;
  if (x.Known()) {
    if (x.Count() % weight[1] != 0) {
      return call.Invalid("input: expected a multiple of %d elements for weight %s, found shape %s",
                          weight[1], weight.ToString().c_str(), x.ToString().c_str());
    }
    rows = static_cast<int32_t>(x.Count() / weight[1]);
  }
  return call.SetShape(0, {rows, weight[0]});
}

Status ExecuteFullyConnected(Call& call) {
  FuseRange range;
  NNADAPTER_RETURN_IF_ERROR(call.Fuse(3, &range));
  const int64_t rows = call.out(0).shape[0];
  const int64_t units = call.out(0).shape[1];
  const int64_t in = call.in(1).shape[1];
  return RunFilter(call, kFullyConnectedFilter, units, range,
                   [&](const auto* x, const auto* weight, auto&& emit) -> Status {
                     using T = std::remove_const_t<std::remove_pointer_t<decltype(x)>>;
                     for (int64_t row = 0; row < rows; ++row) {
                       for (int64_t unit = 0; unit < units; ++unit) {
                         T sum = 0;
                         for (int64_t k = 0; k < in; ++k)
                           sum += x[row * in + k] * weight[unit * in + k];
                         emit(sum, unit, row * units + unit);
                       }
                     }
                     return Status();
                   });
}

// --- MAT_MUL: numpy.matmul; a tensor of one axis is a row (x) or a column (y).
struct MatMulShape {
  int32_t rows, depth, columns;
  Shape x_batch, y_batch, batch;
  bool x_is_row, y_is_column;
};

Status ReadMatMul(const Call& call, MatMulShape* s) {
  const Shape& x = call.in(0).shape;
  const Shape& y = call.in(1).shape;
  if (x.rank == 0 || y.rank == 0) return call.Invalid("x, y: expected at least one axis");
  s->x_is_row = x.rank == 1;
  s->y_is_column = y.rank == 1;
  const bool transpose_x = !s->x_is_row && call.Bool(2);
  const bool transpose_y = !s->y_is_column && call.Bool(3);
  s->rows = s->x_is_row ? 1 : x[x.rank - (transpose_x ? 1 : 2)];
  s->depth = x[x.rank - (transpose_x ? 2 : 1)];
  s->columns = s->y_is_column ? 1 : y[y.rank - (transpose_y ? 2 : 1)];
  const int32_t y_depth = s->y_is_column ? y[0] : y[y.rank - (transpose_y ? 1 : 2)];
  if (s->depth == kUnknown) s->depth = y_depth;
  if (y_depth != kUnknown && s->depth != y_depth) {
    return call.Invalid("y: expected %d products for each sum like x %s, found shape %s", s->depth,
                        x.ToString().c_str(), y.ToString().c_str());
  }
  s->x_batch.rank = std::max(x.rank - 2, 0);
  s->y_batch.rank = std::max(y.rank - 2, 0);
  std::copy(x.extents, x.extents + s->x_batch.rank, s->x_batch.extents);
  std::copy(y.extents, y.extents + s->y_batch.rank, s->y_batch.extents);
  NNADAPTER_RETURN_IF_ERROR(Broadcast(call, s->x_batch, s->y_batch, &s->batch));
  return CheckFilter(call, kMatMulFilter, kUnknown, s->depth);
}

Status InferMatMul(Call& call) {
  MatMulShape s;
  NNADAPTER_RETURN_IF_ERROR(ReadMatMul(call, &s));
  Shape shape = s.batch;
  if (!s.x_is_row) shape[shape.rank++] = s.rows;
  if (!s.y_is_column) shape[shape.rank++] = s.columns;
  if (shape.rank == 0) shape = {1};
  return call.SetShape(0, shape);
}

Status ExecuteMatMul(Call& call) {
  MatMulShape s;
  NNADAPTER_RETURN_IF_ERROR(ReadMatMul(call, &s));
  int64_t strides[2][kMaxRank] = {};
  BroadcastStrides(s.x_batch, s.batch, strides[0]);
  BroadcastStrides(s.y_batch, s.batch, strides[1]);
  const int64_t rows = s.rows, depth = s.depth, columns = s.columns;
  const bool transpose_x = !s.x_is_row && call.Bool(2);
  const bool transpose_y = !s.y_is_column && call.Bool(3);
  const int64_t x_row = transpose_x ? 1 : depth, x_step = transpose_x ? rows : 1;
  const int64_t y_column = transpose_y ? depth : 1, y_step = transpose_y ? 1 : columns;
  // ForEachRow visits rows along the last axis; an axis of one element makes every index a row.
  Shape batch = s.batch;
  batch[batch.rank++] = 1;
  return RunFilter(call, kMatMulFilter, 1, {-INFINITY, INFINITY},
                   [&](const auto* x, const auto* y, auto&& emit) -> Status {
                     using T = std::remove_const_t<std::remove_pointer_t<decltype(x)>>;
                     ForEachRow(batch, strides, [&](int64_t index, const int64_t* offsets) {
                       const T* a = x + offsets[0] * rows * depth;
                       const T* b = y + offsets[1] * depth * columns;
                       for (int64_t row = 0; row < rows; ++row) {
                         for (int64_t column = 0; column < columns; ++column) {
                           T sum = 0;
                           for (int64_t k = 0; k < depth; ++k) {
                             sum += a[row * x_row + k * x_step] * b[column * y_column + k * y_step];
                           }
                           emit(sum, 0, (index * rows + row) * columns + column);
                         }
                       }
                     });
                     return Status();
                   });
}

}  // namespace

NNADAPTER_OPERATION(FULLY_CONNECTED) = Define(kFullyConnectedInputs, kMatMulOutputs,
                                              InferFullyConnected, ExecuteFullyConnected);
NNADAPTER_OPERATION(MAT_MUL) = Define(kMatMulInputs, kMatMulOutputs, InferMatMul, ExecuteMatMul);

}  // namespace nnadapter::operation
