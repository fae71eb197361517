// reduce_mean, reduce_max, reduce_sum, mean, arg_max, arg_min, norm, p_norm.

#include "lite/operators/reduce.h"

#include "lite/kernels/nnadapter/converter.h"
#include "lite/operators/arg_max.h"
#include "lite/operators/norm.h"
#include "lite/operators/p_norm.h"

namespace paddle::lite::kernels::nnadapter {

struct ReduceConverter {
  using OpClass = operators::Reduce;
  static void Convert(const OpClass& op, Builder* b) {
    const auto reduced = op.Reduced();
    if (!reduced.ok()) return b->Fail(reduced.status());
    if (op.out_dtype >= 0) {
      const auto type = operators::PrecisionOfDataType("out_dtype", op.out_dtype);
      if (!type.ok() || *type != PrecisionType::kFloat) return b->Fail(Unsupported("out_dtype"));
    }
    std::vector<int32_t> axes;
    for (int i = 0; i < op.x->dims().rank(); ++i) {
      if ((*reduced)[static_cast<size_t>(i)]) axes.push_back(i);
    }
    const std::string& type = op.type();
    const NNAdapterOperationType operation = type == "reduce_max" || type == "max"
                                                 ? NNADAPTER_REDUCE_MAX
                                             : type == "reduce_sum" ? NNADAPTER_REDUCE_SUM
                                                                    : NNADAPTER_REDUCE_MEAN;
    const bool all = static_cast<int>(axes.size()) == op.x->dims().rank();
    if (all && op.out->dims().rank() == 0) return b->Fail(Unsupported("a result of rank 0"));
    b->Out(op.out, b->Add(operation, {b->In(op.x), b->Ints(axes), b->Bool(op.keep_dim)}));
  }
};

struct ArgMaxConverter {
  using OpClass = operators::ArgMinMax;
  static void Convert(const OpClass& op, Builder* b) {
    if (op.flatten) return b->Fail(Unsupported("attribute flatten"));
    const Status type = op.CheckIntegerResult();
    if (!type.ok()) return b->Fail(type);
    if (op.out->dims().rank() == 0) return b->Fail(Unsupported("a result of rank 0"));
    const int dtype = op.dtype == 2 ? NNADAPTER_INT32 : NNADAPTER_INT64;
    b->Out(op.out, b->Add(op.type() == "arg_max" ? NNADAPTER_ARG_MAX : NNADAPTER_ARG_MIN,
                          {b->In(op.x), b->Int(op.axis), b->Bool(op.keepdims), b->Int(dtype)}));
  }
};

// x / sqrt(sum of squares + epsilon). LP_NORMALIZATION adds epsilon to the root.
struct NormConverter {
  using OpClass = operators::Norm;
  static void Convert(const OpClass& op, Builder* b) {
    const auto axis = op.Axis();
    if (!axis.ok()) return b->Fail(axis.status());
    const Operand x = b->In(op.x);
    const Operand sum = b->Add(NNADAPTER_REDUCE_SUM,
                               {b->Add(NNADAPTER_SQUARE, {x}), b->Ints({*axis}), b->Bool(true)});
    const Operand norm = b->Binary(
        NNADAPTER_POW, b->Binary(NNADAPTER_ADD, sum, b->Float(op.epsilon)), b->Float(0.5f));
    if (op.norm != nullptr) b->Out(op.norm, norm);
    b->Out(op.out, b->Binary(NNADAPTER_DIV, x, norm));
  }
};

struct PNormConverter {
  using OpClass = operators::PNorm;
  static void Convert(const OpClass& op, Builder* b) {
    const auto axis = op.Axis();
    if (!axis.ok()) return b->Fail(axis.status());
    if (op.porder != 1.0f && op.porder != 2.0f) {
      return b->Fail(Unsupported("attribute porder: ", op.porder));
    }
    if (op.asvector || op.out->dims().rank() == 0) {
      return b->Fail(Unsupported("a norm of all elements"));
    }
    const bool squares = op.porder == 2.0f;
    const Operand terms = b->Add(squares ? NNADAPTER_SQUARE : NNADAPTER_ABS, {b->In(op.x)});
    const Operand sum =
        b->Add(NNADAPTER_REDUCE_SUM, {terms, b->Ints({*axis}), b->Bool(op.keepdim)});
    b->Out(op.out, squares ? b->Binary(NNADAPTER_POW, sum, b->Float(0.5f)) : sum);
  }
};

LITE_NNADAPTER_CONVERTER(ReduceConverter, reduce_mean, reduce_max, max, reduce_sum, mean);
LITE_NNADAPTER_CONVERTER(ArgMaxConverter, arg_max, arg_min);
LITE_NNADAPTER_CONVERTER(NormConverter, norm);
LITE_NNADAPTER_CONVERTER(PNormConverter, p_norm);

}  // namespace paddle::lite::kernels::nnadapter
