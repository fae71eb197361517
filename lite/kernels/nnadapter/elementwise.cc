#include "lite/operators/elementwise.h"

#include <algorithm>

#include "lite/kernels/nnadapter/converter.h"

namespace paddle::lite::kernels::nnadapter {
namespace {

struct BinaryName {
  const char* name;
  NNAdapterOperationType type;
};
constexpr BinaryName kBinaryNames[] = {
    {"add", NNADAPTER_ADD}, {"sub", NNADAPTER_SUB}, {"mul", NNADAPTER_MUL}, {"div", NNADAPTER_DIV},
    {"max", NNADAPTER_MAX}, {"min", NNADAPTER_MIN}, {"pow", NNADAPTER_POW},
};

// "elementwise_add" and "fusion_elementwise_add_activation" are ADD.
NNAdapterOperationType BinaryOf(const std::string& op_type) {
  for (const BinaryName& binary : kBinaryNames) {
    if (op_type.find(StrCat("elementwise_", binary.name)) != std::string::npos) return binary.type;
  }
  return NNADAPTER_UNKNOWN;
}

// The operand with `rank` dimensions; its own begin at dimension `axis` (-1: they are the last).
Operand AlignedTo(int rank, int axis, const Tensor* tensor, Builder* b) {
  const DDim& dims = tensor->dims();
  if (dims.rank() >= rank) return b->In(tensor);
  if (axis < 0) axis = rank - dims.rank();
  if (axis + dims.rank() > rank) {
    b->Fail(Unsupported("axis ", axis, " for an operand of shape ", dims));
    return nullptr;
  }
  DDim aligned;
  for (int i = 0; i < rank; ++i) {
    const bool own = i >= axis && i < axis + dims.rank();
    aligned.push_back(own ? dims[i - axis] : 1);
  }
  if (tensor->persistable()) return b->Constant(tensor, aligned);
  // NumPy's rule aligns the last dimensions.
  if (axis + dims.rank() == rank && dims.rank() > 0) return b->In(tensor);
  return b->Reshape(b->In(tensor), aligned);
}

}  // namespace

struct ElementwiseConverter {
  using OpClass = operators::ElementwiseBase;
  static constexpr bool kAnyElements = true;
  static void Convert(const OpClass& op, Builder* b) {
    const auto epilogue = op.ResolveEpilogue();
    if (!epilogue.ok()) return b->Fail(epilogue.status());
    const PrecisionType precision = op.x->precision();
    if (precision != PrecisionType::kFloat && precision != PrecisionType::kInt8) {
      const bool integers =
          precision == PrecisionType::kInt32 || precision == PrecisionType::kInt64;
      const bool exact = op.type() != "elementwise_div" && op.type() != "elementwise_pow";
      if (!integers || !exact || !epilogue->empty()) {
        return b->Fail(Unsupported("X is ", PrecisionToStr(precision), ", expected float"));
      }
    }
    const int rank = std::max(op.x->dims().rank(), op.y->dims().rank());
    const bool plain = epilogue->scale == 1.0f && epilogue->bias == 0.0f;
    int fuse = NNADAPTER_FUSED_NONE;
    const bool fused = plain && FuseCode(epilogue->activation, &fuse);
    Operand z = b->Binary(BinaryOf(op.type()), AlignedTo(rank, op.axis, op.x, b),
                          AlignedTo(rank, op.axis, op.y, b), fuse);
    z = b->ScaleAndShift(z, epilogue->scale, epilogue->bias);
    b->Out(op.out, fused ? z : b->Activate(z, epilogue->activation));
  }
};

LITE_NNADAPTER_CONVERTER(ElementwiseConverter, elementwise_add, elementwise_sub, elementwise_mul,
                         elementwise_div, elementwise_max, elementwise_min, elementwise_pow);
LITE_NNADAPTER_CONVERTER(ElementwiseConverter, fusion_elementwise_add_activation,
                         fusion_elementwise_sub_activation, fusion_elementwise_mul_activation,
                         fusion_elementwise_div_activation, fusion_elementwise_max_activation,
                         fusion_elementwise_min_activation, fusion_elementwise_pow_activation);

}  // namespace paddle::lite::kernels::nnadapter
