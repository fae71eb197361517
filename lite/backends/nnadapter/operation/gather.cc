// GATHER: slices of the input along an axis, at the positions of `indices`.
#include <algorithm>
#include <cstring>

#include "lite/backends/nnadapter/operation/definition.h"

namespace nnadapter::operation {
namespace {

constexpr Operand kGatherInputs[] = {TensorOf("input", kMovable), TensorOf("indices", kIndex),
                                     Scalar("axis")};
constexpr Operand kGatherOutputs[] = {Result("output")};

Status InferGather(Call& call) {
  const Shape& x = call.in(0).shape;
  const Shape& indices = call.in(1).shape;
  int axis = 0;
  NNADAPTER_RETURN_IF_ERROR(call.Axis(2, x.rank, &axis));
  if (x.rank - 1 + indices.rank > kMaxRank) {
    return call.Invalid("indices: %s would make a result of more than %d axes",
                        indices.ToString().c_str(), kMaxRank);
  }
  Shape y = x;
  y.rank = axis;
  for (int k = 0; k < indices.rank; ++k) y[y.rank++] = indices[k];
  for (int k = axis + 1; k < x.rank; ++k) y[y.rank++] = x[k];
  return call.SetShape(0, y);
}

Status ExecuteGather(Call& call) {
  const Shape& x = call.in(0).shape;
  const View& out = call.out(0);
  int axis = 0;
  NNADAPTER_RETURN_IF_ERROR(call.Axis(2, x.rank, &axis));
  const std::vector<int64_t> indices = call.Ints(1);
  for (int64_t index : indices) {
    if (index < 0 || index >= x[axis]) {
      return call.Invalid("indices: expected values in [0, %d), found %lld", x[axis],
                          static_cast<long long>(index));
    }
  }
  Array<uint8_t> copy;
  const void* data = nullptr;
  NNADAPTER_RETURN_IF_ERROR(call.LoadFor(0, out, &copy, &data));
  const int64_t outer = x.Count(0, axis);
  const int64_t slice = x.Count(axis + 1, x.rank) * static_cast<int64_t>(BytesOf(out.precision));
  auto* to = out.Out<uint8_t>();
  for (int64_t k = 0; k < outer && slice > 0; ++k) {
    for (int64_t index : indices) {
      std::memcpy(to, static_cast<const uint8_t*>(data) + (k * x[axis] + index) * slice,
                  static_cast<size_t>(slice));
      to += slice;
    }
  }
  return Status();
}

}  // namespace

NNADAPTER_OPERATION(GATHER) = Define(kGatherInputs, kGatherOutputs, InferGather, ExecuteGather);

}  // namespace nnadapter::operation
