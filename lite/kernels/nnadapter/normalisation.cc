// batch_norm, instance_norm, layer_norm, group_norm, lrn, softmax, log_softmax, scale, dropout.

#include "lite/kernels/nnadapter/converter.h"
#include "lite/operators/batch_norm.h"
#include "lite/operators/dropout.h"
#include "lite/operators/group_norm.h"
#include "lite/operators/instance_norm.h"
#include "lite/operators/layer_norm.h"
#include "lite/operators/log_softmax.h"
#include "lite/operators/lrn.h"
#include "lite/operators/scale.h"
#include "lite/operators/softmax.h"

namespace paddle::lite::kernels::nnadapter {
namespace {

// Values per channel, or `count` times `otherwise` without a tensor.
Operand PerChannel(const Tensor* tensor, int64_t count, float otherwise, Builder* b) {
  return tensor == nullptr ? b->Filled(count, otherwise) : b->Constant(tensor, {count});
}

void OutActivated(const Tensor* out, Operand y, const operators::BasicActivation& basic,
                  Builder* b) {
  const auto activation = basic.Resolve();
  if (!activation.ok()) return b->Fail(activation.status());
  b->Out(out, b->Activate(y, *activation));
}

}  // namespace

struct BatchNormConverter {
  using OpClass = operators::BatchNorm;
  static void Convert(const OpClass& op, Builder* b) {
    if (op.uses_batch_statistics()) return b->Fail(Unsupported("statistics of the batch"));
    if (op.channel_axis() != 1) return b->Fail(Unsupported("data_layout NHWC"));
    const int64_t channels = op.mean->numel();
    const Operand y =
        b->Add(NNADAPTER_BATCH_NORMALIZATION,
               {b->In(op.x), PerChannel(op.scale, channels, 1.0f, b),
                PerChannel(op.bias, channels, 0.0f, b), PerChannel(op.mean, channels, 0.0f, b),
                PerChannel(op.variance, channels, 0.0f, b), b->Float(op.epsilon)});
    OutActivated(op.y, y, op.activation, b);
  }
};

struct InstanceNormConverter {
  using OpClass = operators::InstanceNorm;
  static void Convert(const OpClass& op, Builder* b) {
    const int64_t channels = op.x->dims()[1];
    const Operand y = b->Add(NNADAPTER_INSTANCE_NORMALIZATION,
                             {b->In(op.x), PerChannel(op.scale, channels, 1.0f, b),
                              PerChannel(op.bias, channels, 0.0f, b), b->Float(op.epsilon)});
    OutActivated(op.y, y, op.activation, b);
  }
};

struct LayerNormConverter {
  using OpClass = operators::LayerNorm;
  static void Convert(const OpClass& op, Builder* b) {
    const DDim& dims = op.x->dims();
    DDim row;
    for (int i = op.begin_norm_axis; i < dims.rank(); ++i) row.push_back(dims[i]);
    const auto values = [&](const Tensor* tensor, float otherwise) {
      if (tensor != nullptr) return b->Constant(tensor, row);
      return b->Floats(row, std::vector<float>(static_cast<size_t>(row.production()), otherwise));
    };
    b->Out(op.y, b->Add(NNADAPTER_LAYER_NORMALIZATION,
                        {b->In(op.x), values(op.scale, 1.0f), values(op.bias, 0.0f),
                         b->Int(op.begin_norm_axis), b->Float(op.epsilon)}));
  }
};

struct GroupNormConverter {
  using OpClass = operators::GroupNorm;
  static void Convert(const OpClass& op, Builder* b) {
    if (op.channel_axis() != 1) return b->Fail(Unsupported("data_layout NHWC"));
    const int64_t channels = op.x->dims()[1];
    b->Out(op.y, b->Add(NNADAPTER_GROUP_NORMALIZATION,
                        {b->In(op.x), PerChannel(op.scale, channels, 1.0f, b),
                         PerChannel(op.bias, channels, 0.0f, b), b->Float(op.epsilon),
                         b->Int(op.groups)}));
  }
};

struct LrnConverter {
  using OpClass = operators::Lrn;
  static void Convert(const OpClass& op, Builder* b) {
    if (op.channel_axis() != 1) return b->Fail(Unsupported("data_format NHWC"));
    b->Out(op.out, b->Add(NNADAPTER_LRN, {b->In(op.x), b->Int(op.n), b->Float(op.k),
                                          b->Float(op.alpha), b->Float(op.beta)}));
  }
};

struct LogSoftmaxConverter {
  using OpClass = operators::LogSoftmax;
  static void Convert(const OpClass& op, Builder* b) {
    if (op.x->dims().rank() == 0) return b->Fail(Unsupported("a scalar"));
    b->Out(op.out, b->Add(NNADAPTER_LOG_SOFTMAX, {b->In(op.x), b->Int(op.axis)}));
  }
};

struct SoftmaxConverter {
  using OpClass = operators::Softmax;
  static void Convert(const OpClass& op, Builder* b) {
    if (op.eleminate_success) return b->Fail(Unsupported("a removed reshape"));
    if (op.x->dims().rank() == 0) return b->Fail(Unsupported("a scalar"));
    b->Out(op.out, b->Add(NNADAPTER_SOFTMAX, {b->In(op.x), b->Int(op.axis)}));
  }
};

struct ScaleConverter {
  using OpClass = operators::Scale;
  static void Convert(const OpClass& op, Builder* b) {
    if (op.scale_tensor != nullptr) return b->Fail(Unsupported("slot ScaleTensor"));
    const auto activation = op.activation.Resolve();
    if (!activation.ok()) return b->Fail(activation.status());
    const float bias = op.bias_after_scale ? op.bias : op.bias * op.scale;
    const bool affine = op.scale != 1.0f || bias != 0.0f;
    const bool second = op.fuse_scaleact && (op.scale1 != 1.0f || op.bias1 != 0.0f);
    Operand y = b->In(op.x);
    if (!affine && activation->is_identity() && !second) {
      y = b->Reshape(y, op.out->dims());  // a result has an operand of its own
    }
    y = b->Activate(b->ScaleAndShift(y, op.scale, bias), *activation);
    b->Out(op.out, second ? b->ScaleAndShift(y, op.scale1, op.bias1) : y);
  }
};

struct DropoutConverter {
  using OpClass = operators::Dropout;
  static void Convert(const OpClass& op, Builder* b) {
    const bool copies = op.dropout_implementation == "upscale_in_train" || op.dropout_prob == 0.0f;
    const Operand x = b->In(op.x);
    b->Out(op.out, copies ? b->Reshape(x, op.out->dims())
                          : b->ScaleAndShift(x, 1.0f - op.dropout_prob, 0.0f));
  }
};

LITE_NNADAPTER_CONVERTER(BatchNormConverter, batch_norm, sync_batch_norm);
LITE_NNADAPTER_CONVERTER(InstanceNormConverter, instance_norm);
LITE_NNADAPTER_CONVERTER(LayerNormConverter, layer_norm);
LITE_NNADAPTER_CONVERTER(GroupNormConverter, group_norm);
LITE_NNADAPTER_CONVERTER(LrnConverter, lrn);
LITE_NNADAPTER_CONVERTER(LogSoftmaxConverter, log_softmax);
LITE_NNADAPTER_CONVERTER(SoftmaxConverter, softmax);
LITE_NNADAPTER_CONVERTER(ScaleConverter, scale);
LITE_NNADAPTER_CONVERTER(DropoutConverter, dropout);

}  // namespace paddle::lite::kernels::nnadapter
