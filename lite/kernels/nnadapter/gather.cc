// gather, index_select, lookup_table, lookup_table_v2, top_k, top_k_v2, cumsum.
#include "lite/operators/gather.h"

#include "lite/kernels/nnadapter/converter.h"
#include "lite/operators/cumsum.h"
#include "lite/operators/lookup_table.h"
#include "lite/operators/top_k.h"

namespace paddle::lite::kernels::nnadapter {
namespace {

// Slices of `x` along `axis`, as the operator shapes them.
void OutSlices(const Tensor* out, const Tensor* x, const Tensor* index, int axis, Builder* b) {
  if (index->numel() == 0 || x->dims().rank() == 0) return b->Fail(Unsupported("no elements"));
  const Operand indices = b->Reshape(b->In(index), {index->numel()});
  const Operand slices = b->Add(NNADAPTER_GATHER, {b->In(x), indices, b->Int(axis)});
  b->Out(out, b->Reshape(slices, out->dims()));
}

}  // namespace

struct GatherConverter {
  using OpClass = operators::Gather;
  static constexpr bool kAnyElements = true;
  static void Convert(const OpClass& op, Builder* b) {
    const auto axis = op.Axis();
    if (!axis.ok()) return b->Fail(axis.status());
    OutSlices(op.out, op.x, op.index, *axis, b);
  }
};

struct IndexSelectConverter {
  using OpClass = operators::IndexSelect;
  static constexpr bool kAnyElements = true;
  static void Convert(const OpClass& op, Builder* b) {
    OutSlices(op.out, op.x, op.index, op.dim, b);
  }
};

struct LookupTableConverter {
  using OpClass = operators::LookupTableBase;
  static constexpr bool kAnyElements = true;
  static void Convert(const OpClass& op, Builder* b) {
    if (op.padding_idx != -1) return b->Fail(Unsupported("attribute padding_idx"));
    OutSlices(op.out, op.w, op.ids, 0, b);
  }
};

struct TopKConverter {
  using OpClass = operators::TopKBase;
  static void Convert(const OpClass& op, Builder* b) {
    const auto axis = op.Axis();
    if (!axis.ok()) return b->Fail(axis.status());
    if (op.k_tensor != nullptr) return b->Fail(Unsupported("slot K"));
    if (op.x->dims().rank() == 0) return b->Fail(Unsupported("a scalar"));
    const auto code = PrecisionCode(op.indices->precision());
    if (!code.ok()) return b->Fail(code.status());
    const std::vector<Operand> results =
        b->AddMany(NNADAPTER_TOP_K,
                   {b->In(op.x), b->Int(op.k), b->Int(*axis), b->Bool(op.largest), b->Bool(true),
                    b->Int(*code)},
                   2);
    b->Out(op.out, results[0]);
    b->Out(op.indices, results[1]);
  }
};

struct CumsumConverter {
  using OpClass = operators::Cumsum;
  static void Convert(const OpClass& op, Builder* b) {
    const auto axis = op.Axis();
    if (!axis.ok()) return b->Fail(axis.status());
    if (op.x->dims().rank() == 0) return b->Fail(Unsupported("a scalar"));
    Operand x = b->In(op.x);
    if (op.flatten) x = b->Reshape(x, {op.x->numel()});
    b->Out(op.out, b->Add(NNADAPTER_CUM_SUM, {x, b->Int(op.flatten ? 0 : *axis),
                                              b->Bool(op.exclusive), b->Bool(op.reverse)}));
  }
};

LITE_NNADAPTER_CONVERTER(GatherConverter, gather);
LITE_NNADAPTER_CONVERTER(IndexSelectConverter, index_select);
LITE_NNADAPTER_CONVERTER(LookupTableConverter, lookup_table, lookup_table_v2);
LITE_NNADAPTER_CONVERTER(TopKConverter, top_k, top_k_v2);
LITE_NNADAPTER_CONVERTER(CumsumConverter, cumsum);

}  // namespace paddle::lite::kernels::nnadapter
