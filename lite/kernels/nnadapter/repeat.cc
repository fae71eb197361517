// expand, expand_v2, expand_as, expand_as_v2, tile, meshgrid; values that follow from shapes and
// attributes: fill_any_like, fill_zeros_like, fill_constant, fill_constant_batch_size_like,
// assign_value, shape, range.
#include <cstdlib>
#include <limits>

#include "lite/kernels/nnadapter/converter.h"
#include "lite/operators/assign_value.h"
#include "lite/operators/expand.h"
#include "lite/operators/fill_any_like.h"
#include "lite/operators/fill_constant.h"
#include "lite/operators/meshgrid.h"
#include "lite/operators/range.h"
#include "lite/operators/shape.h"

namespace paddle::lite::kernels::nnadapter {

// All are TILE, which more devices have than EXPAND: the shape of the result is known.
struct RepeatConverter {
  using OpClass = operators::RepeatBase;
  static constexpr bool kAnyElements = true;
  static void Convert(const OpClass& op, Builder* b) {
    const DDim& dims = op.x->dims();
    const DDim& wanted = op.out->dims();
    if (wanted.rank() == 0 || wanted.rank() < dims.rank() || wanted.production() == 0) {
      return b->Fail(Unsupported("shape ", wanted, " of ", dims));
    }
    const int added = wanted.rank() - dims.rank();
    DDim aligned;
    std::vector<int32_t> repeats;
    for (int i = 0; i < wanted.rank(); ++i) {
      aligned.push_back(i < added ? 1 : dims[i - added]);
      if (aligned[i] == 0 || wanted[i] % aligned[i] != 0) {
        return b->Fail(Unsupported("shape ", wanted, " of ", dims));
      }
      repeats.push_back(static_cast<int32_t>(wanted[i] / aligned[i]));
    }
    Operand x = b->In(op.x);
    if (added > 0) x = b->Reshape(x, aligned);
    b->Out(op.out, b->Add(NNADAPTER_TILE, {x, b->Ints(repeats)}));
  }
};

struct MeshgridConverter {
  using OpClass = operators::Meshgrid;
  static constexpr bool kAnyElements = true;
  static void Convert(const OpClass& op, Builder* b) {
    std::vector<Operand> inputs;
    for (const Tensor* x : op.x) inputs.push_back(b->Reshape(b->In(x), {x->numel()}));
    const std::vector<Operand> grids = b->AddMany(NNADAPTER_MESHGRID, inputs, op.out.size());
    for (size_t i = 0; i < op.out.size(); ++i) b->Out(op.out[i], grids[i]);
  }
};

struct FillLikeConverter {
  using OpClass = operators::FillAnyLikeBase;
  static void Convert(const OpClass& op, Builder* b) {
    if (op.out->precision() != PrecisionType::kFloat) {
      return b->Fail(Unsupported("a result that is ", PrecisionToStr(op.out->precision())));
    }
    b->Out(op.out, b->Add(NNADAPTER_FILL_LIKE, {b->In(op.x), b->Float(op.value)}));
  }
};

namespace {

// `dims` times one value, a float or an int32.
Operand FillOf(const DDim& dims, PrecisionType precision, float value, Builder* b) {
  std::vector<int32_t> shape;
  for (const int64_t d : dims) {
    if (d <= 0 || d > std::numeric_limits<int32_t>::max()) {
      b->Fail(Unsupported("a result of shape ", dims));
      return kAbsent;
    }
    shape.push_back(static_cast<int32_t>(d));
  }
  const auto whole = static_cast<int64_t>(value);
  const bool integer = precision == PrecisionType::kInt32 && static_cast<float>(whole) == value;
  if (shape.empty() || (precision != PrecisionType::kFloat && !integer)) {
    b->Fail(Unsupported("a result of shape ", dims, " of ", PrecisionToStr(precision)));
    return kAbsent;
  }
  return b->Add(NNADAPTER_FILL, {b->Ints(shape), integer ? b->Int(whole) : b->Float(value)});
}

}  // namespace

template <typename Class>
struct FillConverterOf {
  using OpClass = Class;
  static constexpr bool kAnyElements = true;
  static void Convert(const OpClass& op, Builder* b) {
    if constexpr (std::is_same_v<OpClass, operators::FillConstant>) {
      if (op.value_tensor != nullptr) return b->Fail(Unsupported("slot ValueTensor"));
    }
    if (!op.str_value.empty() && std::strtof(op.str_value.c_str(), nullptr) != op.value) {
      return b->Fail(Unsupported("attribute str_value"));
    }
    b->Out(op.out, FillOf(op.out->dims(), op.out->precision(), op.value, b));
  }
};
using FillConstantConverter = FillConverterOf<operators::FillConstant>;
using FillBatchConverter = FillConverterOf<operators::FillConstantBatchSizeLike>;

// A result is computed, so that it may also be one of the subgraph.
struct AssignValueConverter {
  using OpClass = operators::AssignValue;
  static constexpr bool kAnyElements = true;
  static void Convert(const OpClass& op, Builder* b) {
    const DDim& dims = op.out->dims();
    if (dims.production() == 0) return b->Fail(Unsupported("a result of shape ", dims));
    const PrecisionType precision = op.out->precision();
    b->Fail(VisitElementType<OpClass::Types>("attribute dtype", precision, [&](auto type) {
      using T = typename decltype(type)::Type;
      const auto& values = op.Values(type);
      // Vectors of bool have no elements in memory.
      std::vector<std::conditional_t<std::is_same_v<T, bool>, uint8_t, T>> elements;
      for (const auto value : values) elements.push_back(static_cast<T>(value));
      const Operand constant =
          b->Elements(dims, precision, elements.data(), elements.size() * sizeof(elements[0]));
      b->Out(op.out, b->Reshape(constant, dims));
    }));
  }
};

// The library folds it: shapes are known.
struct ShapeConverter {
  using OpClass = operators::Shape;
  static constexpr bool kAnyElements = true;
  static void Convert(const OpClass& op, Builder* b) {
    if (op.input->dims().rank() == 0) return b->Fail(Unsupported("a scalar"));
    b->Out(op.out, b->Add(NNADAPTER_SHAPE, {b->InReal(op.input), b->Int(NNADAPTER_INT32)}));
  }
};

struct RangeConverter {
  using OpClass = operators::Range;
  static constexpr bool kAnyElements = true;
  static void Convert(const OpClass& op, Builder* b) {
    const PrecisionType precision = op.start->precision();
    if (precision != PrecisionType::kFloat && precision != PrecisionType::kInt32) {
      return b->Fail(Unsupported("numbers of ", PrecisionToStr(precision)));
    }
    for (const Tensor* number : {op.start, op.end, op.step}) {
      if (!number->persistable()) return b->Fail(Unsupported("numbers that are computed"));
    }
    b->Out(op.out, b->Add(NNADAPTER_RANGE, {b->Constant(op.start, {1}), b->Constant(op.end, {1}),
                                            b->Constant(op.step, {1})}));
  }
};

LITE_NNADAPTER_CONVERTER(FillConstantConverter, fill_constant);
LITE_NNADAPTER_CONVERTER(FillBatchConverter, fill_constant_batch_size_like);
LITE_NNADAPTER_CONVERTER(AssignValueConverter, assign_value);
LITE_NNADAPTER_CONVERTER(ShapeConverter, shape);
LITE_NNADAPTER_CONVERTER(RangeConverter, range);
LITE_NNADAPTER_CONVERTER(RepeatConverter, expand, expand_v2, expand_as, expand_as_v2, tile);
LITE_NNADAPTER_CONVERTER(MeshgridConverter, meshgrid);
LITE_NNADAPTER_CONVERTER(FillLikeConverter, fill_any_like, fill_zeros_like);

}  // namespace paddle::lite::kernels::nnadapter
