// reduce_mean, reduce_max, reduce_sum, mean, arg_max, arg_min.

#include "lite/operators/reduce.h"

#include "lite/kernels/nnadapter/converter.h"
#include "lite/operators/arg_max.h"

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
    if (op.out->dims().rank() == 0) return b->Fail(Unsupported("a result of rank 0"));
    const int dtype = op.dtype == 2 ? NNADAPTER_INT32 : NNADAPTER_INT64;
    b->Out(op.out, b->Add(op.type() == "arg_max" ? NNADAPTER_ARG_MAX : NNADAPTER_ARG_MIN,
                          {b->In(op.x), b->Int(op.axis), b->Bool(op.keepdims), b->Int(dtype)}));
  }
};

LITE_NNADAPTER_CONVERTER(ReduceConverter, reduce_mean, reduce_max, max, reduce_sum, mean);
LITE_NNADAPTER_CONVERTER(ArgMaxConverter, arg_max, arg_min);

}  // namespace paddle::lite::kernels::nnadapter
