#include "lite/operators/elementwise.h"

#include <algorithm>
#include <iterator>

#include "lite/kernels/nnadapter/converter.h"
#include "lite/operators/compare.h"
#include "lite/operators/sum.h"
#include "lite/operators/where.h"

namespace paddle::lite::kernels::nnadapter {
namespace {

struct BinaryName {
  const char* name;
  NNAdapterOperationType type;
};
constexpr BinaryName kBinaryNames[] = {
    {"add", NNADAPTER_ADD}, {"sub", NNADAPTER_SUB},
    {"mul", NNADAPTER_MUL}, {"div", NNADAPTER_DIV},
    {"max", NNADAPTER_MAX}, {"min", NNADAPTER_MIN},
    {"pow", NNADAPTER_POW}, {"floordiv", NNADAPTER_FLOOR_DIV},
};

constexpr BinaryName kComparisons[] = {
    {"equal", NNADAPTER_EQUAL},          {"not_equal", NNADAPTER_NOT_EQUAL},
    {"less_than", NNADAPTER_LESS},       {"less_equal", NNADAPTER_LESS_EQUAL},
    {"greater_than", NNADAPTER_GREATER}, {"greater_equal", NNADAPTER_GREATER_EQUAL},
    {"logical_and", NNADAPTER_AND},      {"logical_or", NNADAPTER_OR},
    {"logical_xor", NNADAPTER_XOR},
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

struct CompareConverter {
  using OpClass = operators::CompareBase;
  static constexpr bool kAnyElements = true;
  static void Convert(const OpClass& op, Builder* b) {
    const auto* name =
        std::find_if(std::begin(kComparisons), std::end(kComparisons),
                     [&](const BinaryName& comparison) { return op.type() == comparison.name; });
    const bool logical = op.type().compare(0, 8, "logical_") == 0;
    if (logical && op.x->precision() != PrecisionType::kBool) {
      return b->Fail(Unsupported("X is ", PrecisionToStr(op.x->precision()), ", expected bool"));
    }
    const int rank = std::max(op.x->dims().rank(), op.y->dims().rank());
    const Operand x = AlignedTo(rank, op.axis, op.x, b), y = AlignedTo(rank, op.axis, op.y, b);
    b->Out(op.out, b->Add(name->type, {x, y}));
  }
};

struct LogicalNotConverter {
  using OpClass = operators::LogicalNot;
  static constexpr bool kAnyElements = true;
  static void Convert(const OpClass& op, Builder* b) {
    if (op.x->precision() != PrecisionType::kBool) return b->Fail(Unsupported("X is not bool"));
    b->Out(op.out, b->Add(NNADAPTER_NOT, {b->In(op.x)}));
  }
};

struct WhereConverter {
  using OpClass = operators::Where;
  static constexpr bool kAnyElements = true;
  static void Convert(const OpClass& op, Builder* b) {
    b->Out(op.out, b->Add(NNADAPTER_WHERE, {b->In(op.condition), b->In(op.x), b->In(op.y)}));
  }
};

struct SumConverter {
  using OpClass = operators::Sum;
  static void Convert(const OpClass& op, Builder* b) {
    std::vector<Operand> inputs;
    for (const Tensor* x : op.x) {
      if (x->numel() == 0) return b->Fail(Unsupported("a term without elements"));
      inputs.push_back(b->In(x));
    }
    // A result has an operand of its own.
    if (inputs.size() == 1) return b->Out(op.out, b->Reshape(inputs[0], op.out->dims()));
    b->Out(op.out, b->Add(NNADAPTER_SUM, inputs));
  }
};

LITE_NNADAPTER_CONVERTER(CompareConverter, equal, not_equal, less_than, less_equal, greater_than,
                         greater_equal, logical_and, logical_or, logical_xor);
LITE_NNADAPTER_CONVERTER(LogicalNotConverter, logical_not);
LITE_NNADAPTER_CONVERTER(WhereConverter, where);
LITE_NNADAPTER_CONVERTER(SumConverter, sum);
LITE_NNADAPTER_CONVERTER(ElementwiseConverter, elementwise_add, elementwise_sub, elementwise_mul,
                         elementwise_div, elementwise_max, elementwise_min, elementwise_pow,
                         elementwise_floordiv);
LITE_NNADAPTER_CONVERTER(ElementwiseConverter, fusion_elementwise_add_activation,
                         fusion_elementwise_sub_activation, fusion_elementwise_mul_activation,
                         fusion_elementwise_div_activation, fusion_elementwise_max_activation,
                         fusion_elementwise_min_activation, fusion_elementwise_pow_activation,
                         fusion_elementwise_floordiv_activation);

}  // namespace paddle::lite::kernels::nnadapter
