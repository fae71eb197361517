// expand, expand_v2, expand_as, expand_as_v2, tile, meshgrid, fill_any_like, fill_zeros_like.
#include "lite/kernels/nnadapter/converter.h"
#include "lite/operators/expand.h"
#include "lite/operators/fill_any_like.h"
#include "lite/operators/meshgrid.h"

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

LITE_NNADAPTER_CONVERTER(RepeatConverter, expand, expand_v2, expand_as, expand_as_v2, tile);
LITE_NNADAPTER_CONVERTER(MeshgridConverter, meshgrid);
LITE_NNADAPTER_CONVERTER(FillLikeConverter, fill_any_like, fill_zeros_like);

}  // namespace paddle::lite::kernels::nnadapter
